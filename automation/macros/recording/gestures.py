"""What a person would say they did: clicked, dragged, scrolled, typed, pressed keys, waited."""

from dataclasses import dataclass
from typing import Final, Literal

from automation.core.actions import Button, Direction, Modifier
from automation.core.geometry import ScreenPoint

CLICK_S: Final = 0.5
"""A longer press in one place may mean something of its own, which a click does not do."""

Doubt = Literal["", "held", "composed", "method"]
"""Why what was typed is not certain: `held`, a key was down long enough for the program to repeat it;
`composed`, a compose sequence stands between that we do not know; `method`, an input method, so that the
letters are none of the text."""


@dataclass(frozen=True, slots=True)
class Span:
    """Which events of the recording a gesture is made of."""

    first: int
    """Index of the first event: what the context of the gesture is kept by."""
    last: int
    begin_us: int
    end_us: int


@dataclass(frozen=True, slots=True)
class Click:
    """A button went down and up in one place, once, twice or three times."""

    span: Span
    at: ScreenPoint
    """Where it went down first."""
    button: Button
    count: int = 1
    modifiers: tuple[Modifier, ...] = ()
    window: int = 0
    held_s: float = 0.0
    """How long it was down, the last time."""

    @property
    def is_long(self) -> bool:
        """Tell whether it was held down for longer than one does to click."""
        return self.held_s > CLICK_S


@dataclass(frozen=True, slots=True)
class Drag:
    """A button went down, the pointer moved, the button came up."""

    span: Span
    path: tuple[ScreenPoint, ...]
    """From where it went down to where it came up; no point in between is off by more than 2 px."""
    button: Button
    modifiers: tuple[Modifier, ...] = ()
    window: int = 0
    is_whole: bool = True
    """False when the release was not seen: where it ended is not known."""
    is_after_click: bool = False
    """It began so soon after a click in one place that programs select by words or lines."""


@dataclass(frozen=True, slots=True)
class Scroll:
    """The wheel turned in one direction without a rest."""

    span: Span
    at: ScreenPoint
    direction: Direction
    amount: int
    modifiers: tuple[Modifier, ...] = ()
    window: int = 0


@dataclass(frozen=True, slots=True)
class Text:
    """Characters typed in one go; what BackSpace took back is not in it.

    Of a doubtful one they are what the keys give, and what was written is read in its field.
    """

    span: Span
    text: str
    doubt: Doubt = ""
    window: int = 0
    enter: bool = False
    """It ended with Enter."""
    is_pending: bool = False
    """Keys came after the last Enter that an input method had: more may be written than was read before
    something else was done."""
    has_enter: bool = False
    """An Enter was taken for the input method's own, and is not replayed."""


@dataclass(frozen=True, slots=True)
class Chord:
    """Keys pressed together, or one key that types nothing."""

    span: Span
    keys: tuple[str, ...]
    """Names of the project's key table, modifiers first; `keysym 0x..` for one that has no name."""
    times: int = 1
    window: int = 0


@dataclass(frozen=True, slots=True)
class Hold:
    """A key that types nothing was held down, and nobody told us how often it repeated."""

    span: Span
    keys: tuple[str, ...]
    seconds: float
    times: int = 1
    """How often it was pressed; it was held the last time."""
    window: int = 0


@dataclass(frozen=True, slots=True)
class Secret:
    """Something was typed that is not recorded."""

    span: Span
    window: int = 0
    is_untold: bool = False
    """It may be no secret: nothing told where it went."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing was done for a while."""

    span: Span
    """The events around it."""
    seconds: float


Gesture = Click | Drag | Scroll | Text | Chord | Hold | Secret | Pause
