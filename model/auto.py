"""Explicit instructions go to the built-in commands, goals to the model: decided once a run.

The commands policy reads the user's text only and never guesses, so what it says of the first
step decides. Once a step of its own has run, the task stays with it: the words were instructions.
An instruction whose thing is not there by its words goes to the model too, which may know what is
meant by them; what several things fit is asked, and a short name means one thing or nothing.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from automation.agent.outcomes import finish_for
from automation.commands.targets import says_ref
from automation.core.errors import AssistantError
from automation.core.events import Task
from automation.core.observation import Observation
from automation.core.ports import History, Policy
from automation.core.proposal import REFUSED, Decision, Finish, Outcome, Proposal
from automation.core.text import joined, worded
from automation.core.timing import StopToken

log = logging.getLogger(__name__)

FOR_THE_MODEL: Final = frozenset({Outcome.NOT_UNDERSTOOD, Outcome.NEEDS_MODEL, Outcome.NOT_FOUND})
"""How the commands end what the model may know better."""
BY_ITS_WORDS: Final = worded("nothing here bears the words of your task")
"""Said on the first card of a model that was asked for that reason."""


class LatePolicy:
    """A policy that is opened by its first step, so that the run can tell and stop it."""

    def __init__(self, name: str, opened: Callable[[StopToken], Policy]) -> None:
        self._name = name
        self._opened = opened
        self._policy: Policy | None = None

    @property
    def name(self) -> str:
        """The name of what is opened."""
        return self._name

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Return the decision of the policy, which is opened first."""
        if self._policy is None:
            self._policy = self._opened(stop)
        return self._policy.propose(task, history, observation, stop)


class AutoPolicy:
    """Serves one run; owned by the agent thread."""

    def __init__(self, commands: Policy, model: Callable[[StopToken], Policy | None]) -> None:
        """Prepare without loading anything.

        Args:
            commands: asked first.
            model: called at most once, when the commands have no answer; may take minutes, in
                which it heeds the token. None when no model is set up here.
        """
        self._active = commands
        self._model = model
        self._has_chosen = False

    @property
    def name(self) -> str:
        """The name of the policy that decides this run, as far as that is known."""
        return self._active.name

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Return the decision of the policy that this task belongs to."""
        decision = self._active.propose(task, history, observation, stop)
        if self._has_chosen or not isinstance(decision, Finish):
            self._has_chosen = True
            return decision
        self._has_chosen = True
        is_exact = decision.outcome is Outcome.NOT_FOUND and says_ref(task.text)
        if decision.outcome not in FOR_THE_MODEL or is_exact or history.steps:
            return decision
        try:
            model = self._model(stop)
            if model is None:
                return decision
            log.info("the task goes to the policy %s", model.name)
            self._active = model
            first = model.propose(task, history, observation, stop)
        except AssistantError as error:
            if decision.outcome is Outcome.NEEDS_MODEL:
                raise
            stop.check()  # what is closed meanwhile fails
            log.info("the model could not be asked: %s", type(error).__name__)
            return _with_both(decision, finish_for(error))
        if isinstance(first, Finish) and first.outcome in REFUSED:
            return first if decision.outcome is Outcome.NEEDS_MODEL else _with_both(decision, first)
        if isinstance(first, Proposal) and decision.outcome is Outcome.NOT_FOUND:
            return replace(first, evidence=joined("; ", (BY_ITS_WORDS, first.evidence)))
        return first


def _with_both(refusal: Finish, other: Finish) -> Finish:
    """Return what the commands found, followed by why the model did nothing about it."""
    return replace(refusal, message=joined(" ", (refusal.message, other.message)))
