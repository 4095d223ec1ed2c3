"""What a recording sees of the desktop at one moment, as plain values."""

from dataclasses import dataclass

from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import FieldValue, HandEvent, Handle
from automation.core.observation import Frame, ScreenElement, WindowInfo


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """The whole desktop and its windows, topmost first, at one moment."""

    frame: Frame
    windows: tuple[WindowInfo, ...]
    """Those that a press can reach."""
    seen: tuple[WindowInfo, ...] = ()
    """All that the picture shows: those too that let presses through, as tooltips do."""
    earlier: tuple[WindowInfo, ...] = ()
    """All that could be seen right before: one may have moved or gone since, and be on the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What the accessibility tree told between two moments."""

    began_us: int
    """When the focus was asked for; what else there is may have been read before."""
    ended_us: int
    windows: tuple[WindowInfo, ...]
    elements: tuple[ScreenElement, ...] = ()
    focused: ScreenElement | None = None
    secret_boxes: tuple[Rect, ...] = ()
    """Password fields, in device pixels."""
    pages: frozenset[int] = frozenset()
    """Windows that have told of a page: in another browser's a password may be shown anywhere."""
    is_secret: bool = False
    """What has the focus must not be recorded."""
    has_tree: bool = True
    """The program that has the focus tells anything at all."""
    is_told: bool = True
    """It is known what has the focus, and that no password is typed there without our knowing."""
    fields_us: int | None = None
    """When the reading of the password fields began; None when the look began with it."""
    tree_us: int | None = None
    """When the reading of the elements began; None when the look began with it."""
    held: FieldValue | None = None
    """What has the focus and what that holds, read with the look; None where it does not tell."""
    read_again: tuple[Handle, str] | None = None
    """Handle of a field that was asked for after the look began, and what it holds; None when none was."""

    @property
    def fields_read_us(self) -> int:
        """Since when no password field is missing in it."""
        return self.began_us if self.fields_us is None else self.fields_us

    @property
    def tree_read_us(self) -> int:
        """Since when no element is missing in it."""
        return self.began_us if self.tree_us is None else self.tree_us

    @property
    def shows_secret(self) -> bool:
        """Tell whether something secret could get the focus."""
        return self.is_secret or bool(self.secret_boxes)

    def covers(self, window_id: int) -> bool:
        """Tell whether anything of this window was read."""
        return any(element.window_id == window_id for element in self.elements)


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """A box as it was read again after it was pressed."""

    box: ScreenElement
    began_us: int
    ended_us: int


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """What was known when a button or key went down, kept until there is time to work it out."""

    point: ScreenPoint
    """For a key the middle of the window that it goes to."""
    window: WindowInfo | None
    windows: tuple[WindowInfo, ...]
    frame: Frame | None = None
    """The picture before, around the point; nothing is painted over yet."""
    look: Look | None = None
    """The last one that had ended."""
    seen: tuple[WindowInfo, ...] = ()
    """All windows that the picture shows."""
    earlier: tuple[WindowInfo, ...] = ()
    """Those that could be seen right before it was taken."""


@dataclass(frozen=True, slots=True, eq=False)
class Released:
    """An event that may be recorded, with what was seen."""

    event: HandEvent
    moment: Moment | None = None
    """Of a button; of a key it tells the window as it was before."""
    look: Look | None = None
    """Of a key: where it went."""
    is_alone: bool = False
    """Of the key that begins a text: it was seen to stand alone in its field."""
