"""What a step sees: the full-resolution picture, the windows, and the elements in them.

Besides: where a browser ends and its page begins, and what a program is called by its file.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from automation.core.actions import Source
from automation.core.geometry import Monitor, Rect, ScreenPoint

if TYPE_CHECKING:  # a window that shows no picture yet starts without loading numpy
    import numpy as np
    import numpy.typing as npt

Pixels: TypeAlias = "npt.NDArray[np.uint8]"


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture of (part of) the virtual desktop at device resolution."""

    pixels: Pixels
    """(H, W, 4) uint8, channel order B, G, R, X; never written to."""
    origin: ScreenPoint
    """The desktop pixel at row 0, column 0."""
    t_mono_s: float
    """`time.monotonic()` when it was grabbed."""

    @property
    def rect(self) -> Rect:
        """The part of the desktop that the picture shows."""
        height, width = self.pixels.shape[:2]
        return Rect(self.origin.x, self.origin.y, width, height)

    def crop(self, rect: Rect) -> "Frame":
        """Return a view of the part of `rect` that the picture shows (may be empty)."""
        part = self.rect.intersection(rect)
        top, left = part.y - self.origin.y, part.x - self.origin.x
        view = self.pixels[top : top + part.h, left : left + part.w]
        return Frame(view, ScreenPoint(part.x, part.y), self.t_mono_s)


@dataclass(frozen=True, slots=True)
class WindowInfo:
    """A top-level window as the window system tells it; titles are data, never trusted."""

    window_id: int
    title: str
    app: str
    """Program name: the executable's file name where known, else the window class."""
    pid: int
    """0 when the window system does not say."""
    rect: Rect
    """Client area without the frame, in device pixels."""
    is_active: bool = False
    is_minimised: bool = False
    is_own: bool = False
    """It belongs to this application."""
    is_popup: bool = False
    """Unmanaged (override-redirect): a menu, a tooltip, a drop-down."""
    is_tooltip: bool = False
    """It says so of itself; tooltips come and go with the pointer and mean nothing."""
    is_notice: bool = False
    """It says that it is a notification or what is dragged; those come and go by themselves."""
    is_bar: bool = False
    """A taskbar, dock or icon that the desktop shows all the time: unmanaged, but no menu."""
    is_menu: bool = False
    """A menu or an open list: while it is up it takes every key, whoever has the focus."""
    is_dialog: bool = False
    """It says that it is a dialog: by its type, as modal, or as one that belongs to another window."""
    executable: str = ""
    """Resolved path of the program; empty when unknown. Permissions are keyed by it."""
    app_id: str = ""
    """`flatpak:ID` or `snap:NAME` of a packaged program; permissions are then keyed by it."""
    is_vouched: bool = True
    """False when nobody vouches that the file at `executable` is what runs: it was replaced or lies
    in another mount namespace, or the window's process is the client's own claim."""
    frame: Rect | None = None
    """The window with title bar and borders; None when it has none or nobody tells."""


State = Literal[
    "enabled",
    "focused",
    "focusable",
    "editable",
    "checkable",
    "checked",
    "selected",
    "expanded",
    "expandable",
    "secret",
    "default",
    "modal",
    "showing",
    "multi_line",
    "read_only",
]


@dataclass(frozen=True, slots=True)
class ScreenElement:
    """One visible thing with a name: a widget of the tree, or a line of text read by OCR."""

    name: str
    role: str
    """One of our role words (button, field, checkbox, menu_item, ...); `text` for OCR lines."""
    box: Rect
    source: Source
    states: frozenset[State] = frozenset()
    value: str | None = None
    """Text or number it holds; None when it holds none, is secret, or was not asked for."""
    window_id: int = 0
    window_title: str = ""
    description: str = ""
    label: str = ""
    """What labels it, where it is called by that or shows its choice as its name; else empty."""
    confidence: float = 1.0
    """1.0 for the tree; the recogniser's own figure, 0..1, for OCR."""
    handle: tuple[str, str] | None = None
    """Bus name and object path in the accessibility tree; None for OCR."""
    parent_name: str = ""
    """Name of the nearest named container (row, dialog, group), if the tree tells one."""
    form: tuple[str, str] | None = None
    """Handle of the nearest form of a page around it: what stands in one is sent off together."""
    landmark: tuple[str, str] | None = None
    """Handle of the nearest landmark of a page around it: a search, the main part, a side bar."""
    edges: tuple[int, ...] = ()
    """For OCR lines: the column where each character of the name begins, then where the last one
    ends, in device pixels; one more than the name has characters. Empty when not known."""

    def span_box(self, start: int, end: int) -> Rect:
        """Return the box of a part of the name: characters `start` to before `end`.

        Neighbours are often read as one line ("SaveSwap cities"). Without known edges all
        characters count as equally wide. The box is at least one pixel wide.
        """
        count = len(self.name)
        first, last = max(0, min(start, count)), max(0, min(end, count))
        if len(self.edges) == count + 1:
            left, right = self.edges[first], self.edges[last]
        else:
            left = self.box.x + self.box.w * first // max(1, count)
            right = self.box.x + self.box.w * last // max(1, count)
        return Rect(left, self.box.y, max(1, right - left), self.box.h)


@dataclass(frozen=True, slots=True)
class TextCursor:
    """Where the text cursor of a field stands, in characters from the beginning of its text."""

    offset: int
    start: int
    end: int
    """What is selected, from `start` to before `end`; both 0 where nothing is."""
    characters: int
    """The length of the text."""


@dataclass(frozen=True, slots=True)
class TableRows:
    """How many rows a table has, those out of sight too, as its program tells."""

    table: tuple[str, str]
    """Its handle in the accessibility tree."""
    count: int
    """Without a row of column heads."""


_OFF_STEP: Final = 0.01
"""By how much of a step a number may be off it, as floats are."""


@dataclass(frozen=True, slots=True)
class NumberRange:
    """Where a slider or a number's box stands and between which ends, as its program tells."""

    value: float
    lowest: float
    highest: float
    step: float = 0.0
    """What one key adds; 0 where the program does not tell."""

    @property
    def has_ends(self) -> bool:
        """Tell whether the ends are told; a Qt date says that it lies between 0 and 0."""
        return self.lowest < self.highest

    def is_on_step(self, step: float) -> bool:
        """Tell whether it stands where steps of this size from its lower end lead to."""
        steps = (self.value - self.lowest) / step
        return abs(steps - round(steps)) < _OFF_STEP


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """What the policy sees in a step: a clean capture in device pixels and the windows on it."""

    frame: Frame
    monitors: tuple[Monitor, ...]
    windows: tuple[WindowInfo, ...]
    """Topmost first; our own windows and minimised ones included, marked as such."""
    pointer: ScreenPoint
    settled: bool = True
    """False when the picture was still changing at the cap of the settle wait."""
    is_brief: bool = False
    """Taken as soon as the effect of an action was told: what comes a moment later is not on it."""
    masked: tuple[Rect, ...] = field(default=())
    """Parts painted over before anyone saw them: our own windows, never-look windows."""
    restless: tuple[Rect, ...] = ()
    """Small parts that changed while nothing was sent, as a clock does; empty when not looked."""

    @property
    def active_window(self) -> WindowInfo | None:
        """The window that has the focus; None when it is one of ours or there is none."""
        return next((w for w in self.windows if w.is_active and not w.is_own), None)

    @property
    def front_window(self) -> WindowInfo | None:
        """The active window, else the topmost one that is neither ours nor a popup."""
        if (active := self.active_window) is not None:
            return active
        visible = (w for w in self.windows if not (w.is_own or w.is_minimised or w.is_popup))
        return next(visible, None)

    def window_at(self, point: ScreenPoint) -> WindowInfo | None:
        """Return the topmost window whose client area holds the pixel; None on the desktop."""
        visible = (w for w in self.windows if not w.is_minimised)
        return next((w for w in visible if w.rect.contains(point)), None)

    def window_reached(self, point: ScreenPoint) -> WindowInfo | None:
        """Return the topmost window that a press reaches, by title bar or border too."""
        visible = (w for w in self.windows if not w.is_minimised)
        return next((w for w in visible if (w.frame or w.rect).contains(point)), None)


def open_menus(windows: Sequence[WindowInfo]) -> tuple[WindowInfo, ...]:
    """Return other programs' menus and lists that are open: they hold keyboard and pointer."""
    return tuple(w for w in windows if w.is_popup and not (w.is_own or w.is_tooltip or w.is_bar))


_FIELDS: Final = ("field", "combo")


def is_above_pages(element: ScreenElement, elements: Iterable[ScreenElement]) -> bool:
    """Tell whether it is a field of the browser's own, such as its address bar.

    A page draws nothing above itself, so that no field of a page can stand in for one up there.

    Args:
        elements: those of its window; none of them a page, and it is in no browser.
    """
    pages = [one.box for one in elements if one.role == "document"]
    is_above = bool(pages) and all(element.box.bottom <= page.y for page in pages)
    return is_above and element.role in _FIELDS


OWN_PROGRAM: Final = "deskhand"
"""Its windows are ours whatever process the server names: a second start, or one in a container."""
_INTERPRETER: Final = re.compile(
    r"(?:python|pythonw|ipython|pypy|perl|ruby|node|nodejs|deno|bun|java|javaw|jamvm|mono|mono-sgen"
    r"|wine|wine64|wine(?:64)?-preloader|electron|nw|lua|luajit|php|gjs|gjs-console|cjs|seed|bwrap"
    r"|flatpak|snap|snap-exec|firejail|bash|dash|zsh|fish|ksh|tcsh|sh|busybox|toybox|qemu[\w-]*"
    r"|box64|box86|fex\w*|ld-linux[\w-]*|ld-musl[\w-]*|ld\.so|gdb|strace|valgrind|proot|apprun[\w.]*"
    r"|wscript|cscript|pwsh|powershell|dotnet|julia|guile|racket|sbcl|tclsh|wish|rscript|r|beam\.smp"
    r"|love|osascript|xdg-open|env)(?:[\d.-]*|-x86[-_]64|\.so(?:\.\d+)?)(?:\.exe|\.bin)?",
    re.IGNORECASE,
)

BROWSERS: Final = """firefox firefox-esr firefox-bin librewolf waterfox iceweasel chromium
    chromium-browser chrome google-chrome google-chrome-stable brave brave-browser msedge
    microsoft-edge vivaldi vivaldi-bin opera epiphany epiphany-browser falkon qutebrowser
    midori konqueror safari arc zen zen-browser tor-browser min surf luakit badwolf nyxt"""
"""What browsers are called, by program file or window class."""
_BROWSERS: Final = frozenset(BROWSERS.split())


def is_browser(name: str) -> bool:
    """Tell whether a program of this name shows pages of the web."""
    return name.casefold() in _BROWSERS


Private: TypeAlias = Callable[[WindowInfo], bool]
"""Tells which windows the user never wants looked at."""


def nothing_private(_window: WindowInfo) -> bool:
    """Keep no window private."""
    return False


def is_interpreter(executable: str) -> bool:
    """Tell whether the file runs whatever program it is given."""
    return bool(_INTERPRETER.fullmatch(PurePath(executable).name))


def program_name(executable: str, window_class: str) -> str:
    """Return what people call a program: its file's name, or its class when an interpreter runs it.

    Args:
        executable: resolved path of the file; empty when unknown.
        window_class: what the window says of itself; any program can write anything there.
    """
    name = PurePath(executable).name
    return window_class if window_class and (not name or is_interpreter(executable)) else name
