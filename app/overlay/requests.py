"""What the agent thread asks the UI thread for: frozen values, each with a ticket for the answer."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Final, Generic, TypeVar

from automation.core.actions import Action
from automation.core.observation import Observation
from automation.core.proposal import Confirmation, Proposal, Question, Risk
from automation.core.stopping import StopToken

A = TypeVar("A")

LOOK_S: Final = 0.05
"""How often a wait for the user looks at the stop token."""


class Ticket(Generic[A]):
    """Carries one answer from the UI thread to the thread that waits; the first one counts."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._answers: list[A] = []

    def answer(self, value: A) -> None:
        """Give the answer; later ones are dropped."""
        if not self._event.is_set():
            self._answers.append(value)
            self._event.set()

    def wait(self, stop: StopToken, meanwhile: Callable[[], None] = lambda: None) -> A:
        """Return the answer.

        Args:
            stop: ends the wait.
            meanwhile: done again and again in the thread that waits.

        Raises:
            Stopped: a stop was asked for before there was one.
        """
        while not self._event.wait(LOOK_S):
            stop.check()
            meanwhile()
        return self._answers[0]

    def wait_for(self, seconds: float) -> bool:
        """Wait at most so long; tell whether there is an answer."""
        return self._event.wait(seconds)


@dataclass(frozen=True, slots=True, eq=False)
class AskApproval:
    """Show a proposal and let the user decide."""

    proposal: Proposal
    risk: Risk
    observation: Observation
    lost_chords: str = ""
    """A sentence about chords that could not be had; empty when all work."""
    ticket: Ticket[Confirmation] = field(default_factory=Ticket)
    wishes: "SimpleQueue[Action]" = field(default_factory=SimpleQueue)
    """Actions of which the card wants to say how they would be judged; the last one counts."""


@dataclass(frozen=True, slots=True, eq=False)
class AskChoice:
    """Show numbered candidates and let the user choose one."""

    question: Question
    observation: Observation
    ticket: Ticket[int | None] = field(default_factory=Ticket)


@dataclass(frozen=True, slots=True, eq=False)
class Withdraw:
    """Take the card away: nobody waits for its answer any more."""

    asked: AskApproval | AskChoice


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Say on the card how an action would be judged that the user has made of the proposal."""

    asked: AskApproval
    action: Action
    risk: Risk


@dataclass(frozen=True, slots=True, eq=False)
class SetVeil:
    """Take everything off the screen for a picture, or put it back."""

    is_hidden: bool
    ticket: Ticket[bool] = field(default_factory=Ticket)


Request = AskApproval | AskChoice | Withdraw | Judged | SetVeil
