"""Explicit instructions go to the built-in commands, goals to the model: decided once a run.

The commands policy reads the user's text only and never guesses, so what it says of the first
step decides. Once a step of its own has run, the task stays with it: the words were instructions.
"""

import logging
from collections.abc import Callable
from typing import Final

from automation.core.events import Task
from automation.core.observation import Observation
from automation.core.ports import History, Policy
from automation.core.proposal import Decision, Finish, Outcome
from automation.core.timing import StopToken

log = logging.getLogger(__name__)

NOT_A_COMMAND: Final = frozenset({Outcome.NOT_UNDERSTOOD, Outcome.NEEDS_MODEL})


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
        if decision.outcome not in NOT_A_COMMAND or history.steps:
            return decision
        model = self._model(stop)
        if model is None:
            return decision
        log.info("the task goes to the policy %s", model.name)
        self._active = model
        return model.propose(task, history, observation, stop)
