"""What becomes of a step that cannot be done as recorded: wait, ask the model, ask the user, retry, skip, stop.

Never a guess: a weaker way of finding is only ever taken because somebody chose it.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from automation.core.observation import ScreenElement
from automation.core.proposal import NOWHERE, Candidate, Later, Outcome, Question
from automation.core.timing import Clock
from automation.macros.macro import Mismatch

LOOK_EVERY_S: Final = 0.25
TARGET_WAIT_S: Final = 10.0
"""How long a target that is not there may take to come: a slow page, a program that starts."""
DOUBT_WAIT_S: Final = 2.0
"""How long several alike, or one that is not sure, may take to become one that is sure."""
RETRIES: Final = 3
BACK_OFF_S: Final = (1.0, 2.0, 4.0)
DRY_RUN: Final = "dry run"
"""What was done about a mismatch in a dry run: nothing, since the steps before it were not sent."""
MOST_CHOICES: Final = 9
"""Candidates in one question; each has a key."""

Kind = Literal[
    "target", "window", "focus", "adrift", "wait", "check", "effect", "value", "cut", "condition"
]
_LASTING: Final[frozenset[Kind]] = frozenset({"adrift", "value", "cut"})
"""What is no better at another look."""
_SEEN: Final = frozenset({"several", "not_allowed"})
"""Why a target cannot be used that is on the screen, in the finder's words."""
Word = Literal["element", "yes", "no", "again", "show", "redo", "go_on", "skip", "stop"]
_OUTCOMES: Final[dict[Kind, Outcome]] = {
    "target": Outcome.NOT_FOUND,
    "window": Outcome.NOT_FOUND,
    "focus": Outcome.NOT_FOUND,
    "adrift": Outcome.NOT_FOUND,
    "wait": Outcome.UNVERIFIED,
    "check": Outcome.UNVERIFIED,
    "effect": Outcome.UNVERIFIED,
    "condition": Outcome.UNVERIFIED,
    "value": Outcome.FAILED,
    "cut": Outcome.FAILED,
}
_CHOICES: Final[dict[Kind, tuple[Word, ...]]] = {
    "target": ("again", "show", "skip", "stop"),
    "window": ("again", "skip", "stop"),
    "focus": ("again", "skip", "stop"),
    "adrift": ("go_on", "skip", "stop"),
    "wait": ("again", "go_on", "stop"),
    "check": ("again", "go_on", "stop"),
    "effect": ("again", "go_on", "redo", "stop"),
    "condition": ("yes", "no", "again", "stop"),
    "value": ("skip", "stop"),
    "cut": ("redo", "go_on", "stop"),
}
_WORDS: Final[dict[Word, str]] = {
    "yes": "It is so",
    "no": "It is not so",
    "again": "Look again",
    "show": "Show where it is",
    "redo": "Do this step again",
    "go_on": "It is as it should be: go on",
    "skip": "Leave this step out",
    "stop": "Stop here",
}


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a step cannot be done as it was recorded."""

    kind: Kind
    sentence: str
    candidates: tuple[ScreenElement, ...] = ()
    why: str = ""
    """Of a target: the finder's word."""
    part: str = "target"
    """Which target of the step is meant."""

    @property
    def outcome(self) -> Outcome:
        """The outcome of a run that stops for this."""
        return Outcome.AMBIGUOUS if self.why == "several" else _OUTCOMES[self.kind]


@dataclass(frozen=True, slots=True)
class Reply:
    """What the user answered."""

    word: Word
    element: ScreenElement | None = None
    part: str = "target"


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The step is over without having been done."""

    is_skipped: bool
    outcome: Outcome
    sentence: str
    how: str
    """What was done about the mismatch, for the report."""
    is_there: bool = False
    """Its target was seen, but not surely or alone enough to be used."""


AskModel = Callable[[Trouble], Trouble | None]
"""Asks a model for the missing target: None when it gave one, else what is left of the trouble."""


class MismatchHandler:
    """Handles the mismatches of one step or condition, until that is over."""

    def __init__(
        self,
        mode: Mismatch,
        clock: Clock,
        *,
        is_attended: bool,
        is_dry: bool = False,
        can_point: bool = False,
    ) -> None:
        """Take what the step or the macro says is to be done.

        Args:
            mode: `default` is not one of them: the caller has resolved it.
            is_attended: somebody can be asked; else what would be asked stops.
        """
        self._mode = mode
        self._clock = clock
        self._is_attended = is_attended
        self._is_dry = is_dry
        self._can_point = can_point
        self._deadline_s: float | None = None
        self._retries = 0
        self._asked: tuple[Reply, ...] = ()
        self._last: Trouble | None = None
        self.history: list[str] = []
        """What was done about mismatches, in order, for the report."""

    def handle(
        self,
        trouble: Trouble,
        *,
        is_sure: bool,
        most_s: float | None = None,
        note: str = "",
        ask_model: AskModel | None = None,
    ) -> Later | Question | GiveUp:
        """Wait while there is time, then return what is to be done.

        Args:
            is_sure: the look has settled; on another one nothing is given up.
            most_s: how long it may take; None takes what is usual.
            note: what the status line says is waited for; empty takes the trouble's sentence.
            ask_model: called where the step wants a model to be asked before anybody else.
        """
        if self._is_dry:
            is_there = trouble.why in _SEEN
            return GiveUp(False, trouble.outcome, trouble.sentence, DRY_RUN, is_there)
        later = self.patience(replace(trouble, sentence=note) if note else trouble, most_s)
        if later is not None:
            return later
        if not is_sure:
            return Later(0.0, settles=True)
        if ask_model is not None and trouble.kind == "target" and self._mode == "ask_model":
            left = ask_model(trouble)
            if left is None:
                return Later(0.0, settles=True)
            trouble = left
        return self._after_patience(trouble)

    def patience(self, trouble: Trouble, most_s: float | None = None) -> Later | None:
        """Return a wait with its time left in words; None when the time is up.

        The time begins with the first call and begins anew with `reset`.
        """
        now_s = self._clock.now_s()
        if self._deadline_s is None:
            doubt = trouble.why in ("several", "unsure", "not_allowed")
            usual_s = DOUBT_WAIT_S if doubt else TARGET_WAIT_S
            self._deadline_s = now_s + (usual_s if most_s is None else most_s)
        return waiting(self._deadline_s - now_s, trouble.sentence)

    def reset(self) -> None:
        """Begin the time anew."""
        self._deadline_s = None

    def _after_patience(self, trouble: Trouble) -> Later | Question | GiveUp:
        """Return what is to be done when waiting did not help."""
        if trouble.kind in _LASTING and self._mode == "retry":
            return self._give_up(trouble, "stop")
        match self._mode:
            case "retry" if self._retries < RETRIES:
                pause_s = BACK_OFF_S[min(self._retries, len(BACK_OFF_S) - 1)]
                self._retries += 1
                self.history.append(f"retry {self._retries}")
                self.reset()
                return Later(pause_s, f"{trouble.sentence}. Trying again", settles=True)
            case "skip" if trouble.kind not in ("cut", "condition"):
                return self._give_up(trouble, "skip")
            case "ask_me" | "ask_model" | "default" if self._is_attended:
                return self._question(trouble)
            case _:
                return self._give_up(trouble, "stop")

    def on_answer(self, number: int | None) -> Reply | None:
        """Return what the answer means; None when none was given or the choices have moved."""
        replies, self._asked = self._asked, ()
        if number is None or not 1 <= number <= len(replies):
            return None
        reply = replies[number - 1]
        self.history.append(f"you: {reply.word}")
        if reply.word in ("again", "redo"):
            self.reset()
        return reply

    def once_more(self) -> Question:
        """Return the last question again, after the user has left without pointing at anything."""
        assert self._last is not None, "an answer has a question"
        return self._question(self._last)

    def stopped_by_user(self, sentence: str) -> GiveUp:
        """Return the end of a step at which the user stopped."""
        return GiveUp(False, Outcome.STOPPED, f"You stopped here: {sentence}", "you: stop")

    def _give_up(self, trouble: Trouble, how: str) -> GiveUp:
        self.history.append(how)
        return GiveUp(how == "skip", trouble.outcome, trouble.sentence, how)

    def _question(self, trouble: Trouble) -> Question:
        words = tuple(w for w in _CHOICES[trouble.kind] if w != "show" or self._can_point)
        elements = trouble.candidates[: MOST_CHOICES - len(words)]
        self._last = trouble
        self._asked = (
            *(Reply("element", element, trouble.part) for element in elements),
            *(Reply(word, part=trouble.part) for word in words),
        )
        choices = [one.element or _WORDS[one.word] for one in self._asked]
        return question(f"{trouble.sentence.rstrip('.')}. What now?", choices, trouble.outcome)


def question(text: str, choices: Sequence[ScreenElement | str], outcome: Outcome) -> Question:
    """Return a question; answers in words have no place on the screen."""
    candidates = tuple(
        Candidate(number, one, "answer", NOWHERE)
        if isinstance(one, str)
        else Candidate(number, one.name, one.role, one.box, one.window_title)
        for number, one in enumerate(choices, 1)
    )
    return Question(text, candidates, outcome)


def waiting(left_s: float, sentence: str, *, is_pacing: bool = False) -> Later | None:
    """Return a wait until the next look, with the whole seconds that are left; None if none are."""
    if left_s <= 0:
        return None
    note = f"Waiting, {math.ceil(left_s)} s left: {sentence}"
    return Later(min(LOOK_EVERY_S, left_s), note, is_pacing=is_pacing)
