"""What the policies of models share: how often they ask, who hears them, and from an action to a proposal.

A point is named by the screen at its pixel, with the model's words set apart.
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Final, Protocol

from automation.commands.phrases import typing
from automation.commands.read.by_values import meant_for_passwords
from automation.core.actions import Action, Aim, Check, Drag, Goal, Write, aims_of
from automation.core.errors import ActionParseError
from automation.core.events import Draft, Task
from automation.core.generation import TextDelta
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement
from automation.core.ports import ElementReader, History
from automation.core.proposal import Finish, Outcome, Proposal
from automation.core.text import visible_text, worded
from automation.core.timing import StopToken
from automation.core.wording import action_words, kind_words, quoted

MOST_ASKS: Final = 2
"""How often one step is asked for: a reply that cannot be used is told to the model once."""
SECOND_TEMPERATURE: Final = 0.3
"""The second ask at least: the most likely tokens would be much the same once more."""
MOST_PLANS: Final = 3
"""Plans in a row after which the model has to act: planning alone would never end."""
UNTESTED: Final = worded("how this model points was never tested (Calibrate)")
"""Stands beside every target that is a point until it was: an assumed coordinate space clicks in wrong places."""
ONLY_FIRST: Final = worded("Only the first step can be shown: the next depends on what it does.")
HELD_BACK: Final = worded(
    "The task holds a password. It is not sent to a model server; keep it with `deskhand secret` and "
    "write ${{secret:NAME}} in its place."
)


class TextVoice(Protocol):
    """Hears what a model writes."""

    def said(self, delta: TextDelta) -> None:
        """Show more of its text; called in the engine's thread."""
        ...

    def again(self, why: str = "") -> None:
        """Take back what it said so far: it is asked again; `why` is empty for a reply that was no step."""
        ...


class Voice(TextVoice, Protocol):
    """Hears what a model that points at pixels says on the way."""

    def reading(self, words: str) -> None:
        """Show how far the prompt is read; called in the engine's thread."""
        ...

    def drafted(self, draft: Draft) -> None:
        """Show where the reply points, before it is written; called in the engine's thread."""
        ...

    def decided(self, stop: StopToken) -> None:
        """Take what was drafted off the screen, for the step is written; it is gone on return."""
        ...

    def planned(self, goals: tuple[Goal, ...], note: str) -> None:
        """Show its plan, or a note of its."""
        ...


def ends_unasked(task: Task, history: History) -> Finish | None:
    """Return how a run ends before a model server is asked again; None where it may be asked."""
    if history.steps and history.steps[-1].confirmation.verdict == "dry_run":
        return Finish(Outcome.DONE, ONLY_FIRST)
    if meant_for_passwords(task.text):
        return Finish(Outcome.NOT_UNDERSTOOD, HELD_BACK)
    return None


MOST_DRAFTED: Final = 20_000
"""Characters of a reply in which a place is looked for; a step has a few hundred."""
MOST_READ: Final = 400
"""How often the beginning of one reply is read."""
_CLOSING: Final = ",}>)"
"""With one of these a value ends, in every contract."""


class DraftStream:
    """Tells where one reply points while it is written. Filled in one thread, closed in another.

    Wherever the call could end, it is read as if it did, by the reader of whole replies: what is told is
    what the step will be if nothing else follows, and a number that may go on is not told.
    """

    def __init__(
        self,
        ended: Callable[[str], str | None],
        read: Callable[[str], Action],
        observation: Observation,
        drafted: Callable[[Draft], None],
    ) -> None:
        """Take how a beginning is ended, and how a whole reply is read.

        Args:
            ended: returns the whole reply for one that ends after a value; None where no call could end.
            read: returns the action of a whole reply, or raises `ActionParseError`.
        """
        self._ended = ended
        self._read = read
        self._observation = observation
        self._drafted = drafted
        self._written = ""
        self._point: ScreenPoint | None = None
        self._reads = 0
        self._lock = Lock()
        self._is_closed = False

    def push(self, text: str) -> None:
        """Take more of the reply."""
        before = len(self._written)
        text = text[: MOST_DRAFTED - before]
        self._written += text
        for place, char in enumerate(text, before + 1):
            if char in _CLOSING:
                self._look(self._written[:place])

    def close(self) -> None:
        """Tell nothing from here on: who was stopped may write a few more tokens."""
        with self._lock:
            self._is_closed = True

    def _look(self, begun: str) -> None:
        whole = self._ended(begun)
        if whole is None or self._reads >= MOST_READ:
            return
        self._reads += 1
        try:
            action = self._read(whole)
        except ActionParseError:
            return
        point = _pointed_at(action)
        # Of a beginning without a place, many contracts say that it acts where the pointer is.
        if point is None or point in (self._point, self._observation.pointer):
            return
        with self._lock:
            if self._is_closed:
                return
            self._point = point
            place = f"{point.x}, {point.y}"
            self._drafted(Draft(action_words(action, place, place), point, self._observation))


def _pointed_at(action: Action) -> ScreenPoint | None:
    """Return where an action acts; of a drag, where it lets go."""
    if isinstance(action, Drag):
        return action.path[-1]
    return next((aim.point for aim in aims_of(action)), None)


LARGEST_SHARE: Final = 0.25
"""An element that covers more of its window than this is a page or a panel, and no name of a pixel
on it. The same bound as in the collection of evidence."""
TEXT_AREA: Final = Rect(0, 0, 260, 52)
"""What is read by OCR around a pixel about which the tree says nothing."""


@dataclass(frozen=True, slots=True)
class Named:
    """What the screen says of a pixel."""

    element: ScreenElement | None = None
    evidence: str = worded("a pixel that the model named")
    """How that is known, for the card."""


def named_at(point: ScreenPoint, observation: Observation, reader: ElementReader) -> Named:
    """Return what is at a pixel: by the accessibility tree, else by its text, else nothing."""
    element = reader.at(observation, point)
    if element is not None and element.name.strip() and _is_small(element, observation, point):
        return Named(element, worded("{0}, by its accessible name", kind_words(element.role)))
    if element is not None and element.role == "password":
        return Named(element, worded("password field, by its role"))
    lines = [line for line in reader.text(observation, _around(point)) if line.box.contains(point)]
    if len(lines) == 1 and lines[0].name.strip():
        return Named(lines[0], worded("text, read from the picture"))
    return Named()


def _is_small(element: ScreenElement, observation: Observation, point: ScreenPoint) -> bool:
    window = observation.window_at(point)
    return window is None or element.box.area <= LARGEST_SHARE * window.rect.area


def _around(point: ScreenPoint) -> Rect:
    left, top = point.x - TEXT_AREA.w // 2, point.y - TEXT_AREA.h // 2
    return Rect(left, top, TEXT_AREA.w, TEXT_AREA.h)


CLAIM_CHARS: Final = 600
"""Longest thought that a card shows; the whole one is in the record of the reply."""


def proposal_of(
    action: Action, thought: str, observation: Observation, reader: ElementReader
) -> Proposal:
    """Return the proposal of an action: named by the screen, with the model's words set apart."""
    aims = aims_of(action)
    first = named_at(aims[0].point, observation, reader) if aims else Named(None, "")
    last = Named()
    if isinstance(action, Drag):
        last = named_at(action.path[-1], observation, reader)
    return Proposal(
        intent=action,
        element=first.element,
        destination=last.element,
        sentence=sentence_of(action, first.element, last.element),
        claim=claim_of(thought, aims),
        evidence=first.evidence,
    )


def sentence_of(
    intent: Action | Check, element: ScreenElement | None, destination: ScreenElement | None = None
) -> str:
    """Return what will happen, in our words: `Click “Save”`, `Click 640, 400`."""
    if isinstance(intent, Write):
        return _writing(intent, element)
    points = [aim.point for aim in aims_of(intent)] if isinstance(intent, Action) else []
    thing = _thing(element, points[0] if points else None)
    if isinstance(intent, Drag):
        return worded("Drag {0} to {1}", thing, _thing(destination, points[-1]))
    return action_words(intent, thing)


def claim_of(thought: str, aims: tuple[Aim, ...]) -> str:
    """Return what the model says of its step: its thought, then what it aims at."""
    called = next((a.element.name for a in aims if a.element and a.element.name.strip()), "")
    parts = [" ".join(visible_text(part).split()) for part in (thought, called)]
    said = parts[0] if not parts[1] else f"{parts[0]} [{parts[1]}]".strip()
    return said if len(said) <= CLAIM_CHARS else said[: CLAIM_CHARS - 1].rstrip() + "…"


def _writing(intent: Write, element: ScreenElement | None) -> str:
    field = element.name if element is not None else ""
    said = typing(intent.text, field)
    if intent.overwrite and intent.text:
        said = worded("{0}, replacing what is there", said)
    return worded("{0}, then press Enter", said) if intent.press_enter else said


def _thing(element: ScreenElement | None, point: ScreenPoint | None) -> str:
    if element is not None and element.name.strip():
        return quoted(element.name)
    return f"{point.x}, {point.y}" if point is not None else ""
