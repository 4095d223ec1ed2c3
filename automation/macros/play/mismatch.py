"""What becomes of a step that cannot be done as recorded: ask the model, ask the user, retry, skip, stop.

Never a guess: a weaker way of finding is only ever taken because somebody chose it.

Which steps go wherever the keyboard is, and what was left out that would have brought it there.
"""

import math
from dataclasses import dataclass
from typing import Final, Literal

from automation.core.observation import ScreenElement
from automation.core.proposal import NOWHERE, Candidate, Later, Outcome, Question
from automation.core.timing import Clock
from automation.macros import macro as grammar
from automation.macros.effects import goes_with_keyboard, is_for_desktop
from automation.macros.macro import Mismatch, Step
from automation.macros.play.actions import Kind, Trouble
from automation.macros.play.wording import step_words

_PRESSED_ONLY: Final = frozenset({"button", "link", "checkbox", "radio", "toggle"})
"""What nobody types into: a notice that is not there this time was answered by one of these."""


@dataclass(slots=True)
class KeyboardPlace:
    """Follows the steps of one play: whether what was to say where the keyboard goes was done."""

    left_out: str = ""
    """What was left out that would have said where the next step goes; empty for nothing."""
    _is_placed: bool = False
    """A step that was done has put the keyboard somewhere, and it may still be there."""

    def begin_row(self) -> None:
        """Begin a row: no step of the row before was to place the keyboard for it."""
        self.left_out, self._is_placed = "", False

    def over(self, step: Step, *, is_left_out: bool) -> None:
        """Take in a step that is over, or was not done because it did not match."""
        is_placing = _brings_keyboard(step)
        if not is_left_out:
            if is_placing or goes_with_keyboard(step) or _is_of_desktop(step):
                self.left_out = ""
            self._is_placed = self._is_placed or (is_placing and not _is_press(step))
        elif self._is_missed(step, is_placing=is_placing) and not self.left_out:
            self.left_out = f"{step_words(step)} ({step.id})"

    def _is_missed(self, step: Step, *, is_placing: bool) -> bool:
        """Tell whether the keyboard is elsewhere than the step that was left out would have put it."""
        if _is_press(step):
            return not self._is_placed
        return is_placing or (isinstance(step, grammar.Keys) and goes_with_keyboard(step))


def _is_press(step: Step) -> bool:
    return isinstance(step, grammar.Click) and step.target.role in _PRESSED_ONLY


def _is_of_desktop(step: Step) -> bool:
    return isinstance(step, grammar.Keys) and is_for_desktop(step.keys)


def _brings_keyboard(step: Step) -> bool:
    match step:
        case grammar.Click() | grammar.Drag() | grammar.Type() | grammar.Launch():
            return True
        case grammar.Window():
            return step.op not in ("close", "minimise")
        case grammar.Keys():
            return step.target is not None
        case _:
            return False


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

_LASTING: Final[frozenset[Kind]] = frozenset({"adrift", "value", "cut"})
"""What is no better at another look."""
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


def outcome_of(trouble: Trouble) -> Outcome:
    """Return how a run ends that stops for this."""
    return Outcome.AMBIGUOUS if trouble.why == "several" else _OUTCOMES[trouble.kind]


class Handling:
    """The mismatches of one step; serves until the step is over."""

    def __init__(
        self, mode: Mismatch, clock: Clock, *, is_attended: bool, can_point: bool = False
    ) -> None:
        """Take what the step or the macro says is to be done.

        Args:
            mode: `default` is not one of them: the caller has resolved it.
            clock: for the time that is left.
            is_attended: somebody can be asked; else what would be asked stops.
            can_point: whoever is asked can show a place on the screen.
        """
        self._mode = mode
        self._clock = clock
        self._is_attended = is_attended
        self._can_point = can_point
        self._deadline_s: float | None = None
        self._retries = 0
        self._asked: tuple[Trouble, tuple[Reply, ...]] | None = None
        self._last: Trouble | None = None
        self.history: list[str] = []
        """What was done about mismatches, in order, for the report."""

    @property
    def asks_model(self) -> bool:
        """Tell whether a model is to be asked before anybody else."""
        return self._mode == "ask_model"

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

    def after_patience(self, trouble: Trouble) -> Later | Question | GiveUp:
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

    def answered(self, number: int | None) -> Reply | None:
        """Return what the answer means; None when none was given or the candidates moved."""
        asked, self._asked = self._asked, None
        if asked is None or number is None or not 1 <= number <= len(asked[1]):
            return None
        reply = asked[1][number - 1]
        self.history.append(f"you: {reply.word}")
        if reply.word in ("again", "redo"):
            self.reset()
        return reply

    def once_more(self) -> Question:
        """Return the last question again: the user has left what its answer began."""
        assert self._last is not None, "an answer has a question"
        return self._question(self._last)

    def stopped_by_user(self, sentence: str) -> GiveUp:
        """Return the end of a step at which the user stopped."""
        return GiveUp(False, Outcome.STOPPED, f"You stopped here: {sentence}", "you: stop")

    def _give_up(self, trouble: Trouble, how: str) -> GiveUp:
        self.history.append(how)
        return GiveUp(how == "skip", outcome_of(trouble), trouble.sentence, how)

    def _question(self, trouble: Trouble) -> Question:
        words = tuple(w for w in _CHOICES[trouble.kind] if w != "show" or self._can_point)
        elements = trouble.candidates[: MOST_CHOICES - len(words)]
        replies = (
            *(Reply("element", element, trouble.part) for element in elements),
            *(Reply(word, part=trouble.part) for word in words),
        )
        self._asked, self._last = (trouble, replies), trouble
        names = [
            (r.element.name, r.element.role) if r.element else (_WORDS[r.word], "answer")
            for r in replies
        ]
        text = f"{trouble.sentence.rstrip('.')}. What now?"
        return question(text, names, [r.element for r in replies], outcome_of(trouble))


def question(
    text: str,
    names: list[tuple[str, str]],
    elements: list[ScreenElement | None],
    outcome: Outcome,
) -> Question:
    """Return a question; answers that are nothing on the screen have no place."""
    candidates = tuple(
        Candidate(
            number,
            name,
            role,
            element.box if element is not None else NOWHERE,
            element.window_title if element is not None else "",
        )
        for number, ((name, role), element) in enumerate(zip(names, elements, strict=True), 1)
    )
    return Question(text, candidates, outcome)


def waiting(left_s: float, sentence: str) -> Later | None:
    """Return a wait until the next look, with the whole seconds that are left; None if none are."""
    if left_s <= 0:
        return None
    note = f"Waiting, {math.ceil(left_s)} s left: {sentence}"
    return Later(min(LOOK_EVERY_S, left_s), note)
