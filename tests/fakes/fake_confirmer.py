"""A user who answers from a list, and remembers what was asked."""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from automation.core.observation import Frame, Observation
from automation.core.proposal import Confirmation, Proposal, Question, Risk
from automation.core.timing import StopToken

ACCEPT = Confirmation("accepted", "user")

Answer = Confirmation | Callable[[Proposal, Risk], Confirmation]


class FakeConfirmer:
    """Accepts when its answers run out."""

    def __init__(
        self,
        answers: Iterable[Answer] = (),
        choices: Iterable[int | None] = (),
        overlay: Frame | None = None,
    ) -> None:
        self._answers = list(answers)
        self._choices = list(choices)
        self._overlay = overlay
        self.asked: list[tuple[Proposal, Risk]] = []
        self.questions: list[Question] = []

    def confirm(
        self, proposal: Proposal, risk: Risk, observation: Observation, stop: StopToken
    ) -> Confirmation:
        stop.check()
        self.asked.append((proposal, risk))
        answer = self._answers.pop(0) if self._answers else ACCEPT
        decided = answer(proposal, risk) if callable(answer) else answer
        return replace(decided, decided_s=time.monotonic())

    def choose(self, question: Question, observation: Observation, stop: StopToken) -> int | None:
        stop.check()
        self.questions.append(question)
        return self._choices.pop(0) if self._choices else None

    def overlay_picture(self) -> Frame | None:
        return self._overlay


class Accepting:
    """A user who accepts every step and chooses nothing: a question ends the run."""

    def confirm(self, proposal, risk, observation, stop):
        return Confirmation("accepted", "user", decided_s=time.monotonic())

    def choose(self, question, observation, stop):
        return None
