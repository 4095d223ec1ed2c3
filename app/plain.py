"""Events of a run as lines for a person at a terminal."""

import re
from collections.abc import Callable
from typing import Final, TextIO

from automation.core.events import (
    Asked,
    Ended,
    Planned,
    Proposed,
    RunEvent,
    Started,
    Stepped,
    Working,
)
from automation.core.proposal import Candidate, StepRecord
from automation.core.visible import visible_text
from automation.core.wording import EFFECTS_WORDS, NAMELESS, RECEIPT_WORDS
from resources.role_words import role_words

_PRESS: Final = re.compile(
    r"\bPress (?:a number(?: to take it)?|(?P<only>1)(?P<why> to click it))(?:, or (?P<more>say more))?"
)
"""How `automation.commands` asks; what more could be said follows."""
NO_NUMBER: Final = "-"
"""Before what is no step that somebody has numbered."""
VERDICT_WORDS: Final = {
    "rejected": "You rejected it",
    "blocked": "Not allowed",
    "dry_run": "Would run",
    "expired": "Nobody answered",
    "stopped": "Stopped",
}


def asked_words(text: str, *, can_answer: bool) -> str:
    """Return a question or an end as it is true at a terminal, where no single key answers.

    Args:
        text: for the window, where a press on a number answers.
        can_answer: lines are read, and one with a number answers.
    """

    def _said(found: "re.Match[str]") -> str:
        more, only = found["more"] or "", found["only"] or ""
        written = f"Write {only or 'its number'} and press Enter"
        how = written if can_answer else f"Start it anew with --pick {only or 'N'}"
        how += found["why"] or ""
        return f"{how}, or {'start it anew and ' if can_answer else ''}{more}" if more else how

    return _PRESS.sub(_said, text)


def _parted(question: str) -> tuple[str, str]:
    """Return what a question says and how it is answered; the second is empty where it does not tell."""
    found = _PRESS.search(question)
    at = found.start() if found else len(question)
    return question[:at].strip(), question[at:]


def _choice_words(candidate: Candidate) -> str:
    """Return a choice's name, and where it is if it is anywhere."""
    name, box = visible_text(candidate.name).strip() or NAMELESS, candidate.box
    return (
        f"{name} ({role_words(candidate.role)} at {box.x}, {box.y})"
        if candidate.has_place
        else name
    )


def receipt_words(record: StepRecord) -> str:
    """Return what is said of a step's effect, in words."""
    if record.confirmation.verdict in VERDICT_WORDS:
        reason = record.confirmation.reason
        return VERDICT_WORDS[record.confirmation.verdict] + (f": {reason}" if reason else "")
    detail = f", {record.receipt.detail}" if record.receipt.detail else ""
    return RECEIPT_WORDS[record.receipt.kind] + detail


def duration_s(record: StepRecord) -> float:
    """Return the machine's own time for a step, without the time that the user thought."""
    times = record.timings
    return (times.observe + times.propose + times.execute + times.verify) / 1000


class PlainWriter:
    """Writes one line a step; a listener of the loop."""

    def __init__(
        self,
        out: TextIO,
        *,
        can_answer: bool = False,
        number_of: Callable[[Proposed], str] = lambda happening: str(happening.n),
    ) -> None:
        """Write to a stream.

        Args:
            out: where the lines go.
            can_answer: somebody at this terminal can answer a question.
            number_of: returns what stands before a step, as a rule its number in the run; empty for none.
        """
        self._out = out
        self._number_of = number_of
        self._can_answer = can_answer
        self._phase = ""
        self._asked = ""

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")
        self._out.flush()

    def _say_loading(self, note: str) -> None:
        """Say each phase of loading once; how far it is changes too often for a terminal."""
        phase = note.partition(",")[0]
        if phase != self._phase:
            self._phase = phase
            self._say(f"{phase} ...")

    def _say_plan(self, happening: Planned) -> None:
        for goal in happening.goals:
            self._say(f"     [{'x' if goal.status == 'done' else ' '}] {visible_text(goal.text)}")
        if happening.note:
            self._say(f"     The model notes: {visible_text(happening.note)}")

    def _question_words(self, text: str) -> str:
        """Return a question; where nobody can answer, the run's end says what else can be done."""
        if self._can_answer:
            return asked_words(text, can_answer=True)
        return _parted(text)[0] or asked_words(text, can_answer=False)

    def _end_words(self, message: str) -> str:
        """Return how the run ended; a question that stands above already is not said again."""
        if not self._asked or not message.startswith(self._asked):
            return asked_words(message, can_answer=False)
        left = _parted(self._asked)[1] + message.removeprefix(self._asked)
        return f"Nothing was chosen. {asked_words(left.strip(), can_answer=False)}".strip()

    def __call__(self, happening: RunEvent) -> None:
        """Say an event; those that a person need not read are passed over."""
        match happening:
            case Started():
                self._say(
                    f"Run {happening.run}. Stop it with the Pause key, Esc Esc or: deskhand stop"
                )
            case Proposed():
                number = self._number_of(happening) or NO_NUMBER
                self._say(f"{number:>3}  {happening.proposal.sentence}")
            case Stepped():
                record = happening.record
                self._say(f"     {receipt_words(record)} ({duration_s(record):.1f} s)")
            case Working(state="loading"):
                self._say_loading(happening.note)
            case Planned():
                self._say_plan(happening)
            case Asked():
                self._asked = happening.text
                self._say(self._question_words(happening.text))
                for candidate in happening.candidates:
                    self._say(f"  {candidate.n}  {_choice_words(candidate)}")
            case Ended():
                words, known = self._end_words(happening.message), EFFECTS_WORDS[happening.effects]
                self._say(f"{words} ({known})" if happening.steps else words)
                if happening.suggestions:
                    self._say("  " + "  ".join(happening.suggestions))
            case _:
                return
