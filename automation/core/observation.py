"""What a step sees: the full-resolution picture, the windows, and the elements in them.

Where a browser ends and its page begins.

Comparing pictures: what changed, and is a target still what it was.

Pure functions on (H, W, 4) uint8 BGRX arrays; the fourth channel is padding and never compared.

What a program is called, and whether its file says what runs.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from automation.core.actions import Source
from automation.core.geometry import Monitor, Rect, ScreenPoint

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


def own_rects(windows: Sequence[WindowInfo]) -> tuple[Rect, ...]:
    """Return the rectangles of our own visible windows."""
    return tuple(w.rect for w in windows if w.is_own and not w.is_minimised)


_FIELDS: Final = ("field", "combo")


def is_above_pages(element: ScreenElement, elements: Iterable[ScreenElement]) -> bool:
    """Tell whether it is a field of the browser's own, such as its address bar.

    A page draws nothing above itself, so that no field of a page can stand in for one up there.

    Args:
        element: the one in question.
        elements: those of its window; none of them a page, and it is in no browser.
    """
    pages = [one.box for one in elements if one.role == "document"]
    is_above = bool(pages) and all(element.box.bottom <= page.y for page in pages)
    return is_above and element.role in _FIELDS


Mask = npt.NDArray[np.bool_]

PATCH_SIZE: Final = Rect(0, 0, 96, 96)
"""Size of the patch around a target that is compared right before the first event."""
CARET_MAX_WIDTH_PX: Final = 4
"""A changed column run this narrow is a blinking caret and no changed target."""
PAINT_LEVEL: Final = 128
"""The grey that stands for what a picture must not show."""
SAME_ROWS: Final = 6
"""A row of pixels that stands in more places, as a line of a table does, tells no movement."""
FEWEST_ROWS: Final = 6
NEAR_ROWS: Final = 8
"""So far above and below a row belongs to what lies there."""
MOVED_SHARE: Final = 0.25
"""Part of the changed rows that must have moved by the same way: what comes in at the end is new."""
NOISE_LEVELS: Final = 6
"""Channel difference (0..255) up to which two pixels count as equal."""


def picture_sha(frame: Frame) -> str:
    """Return the SHA-256 (hex) of size and visible channels."""
    digest = hashlib.sha256(repr(frame.pixels.shape[:2]).encode())
    # Masking the padding out is three times as fast as leaving it out: 9 ms for a 1080p screen.
    pixels = np.ascontiguousarray(frame.pixels).view(np.uint32)
    digest.update((pixels & np.uint32(0x00FFFFFF)).data)
    return digest.hexdigest()


def painted_over(frame: Frame, boxes: Sequence[Rect]) -> Frame:
    """Return the picture with the inside of the boxes grey; the same picture where there is none."""
    parts = [box.intersection(frame.rect) for box in boxes]
    if not any(part.area for part in parts):
        return frame
    pixels = frame.pixels.copy()
    for part in parts:
        top, left = part.y - frame.origin.y, part.x - frame.origin.x
        pixels[top : top + part.h, left : left + part.w] = PAINT_LEVEL
    return replace(frame, pixels=pixels)


def changed_mask(before: Pixels, after: Pixels, *, noise: int = NOISE_LEVELS) -> Mask:
    """Return an (H, W) bool array: True where a visible channel differs by more than `noise`."""
    first, second = before[:, :, :3], after[:, :, :3]
    mask: Mask = (np.maximum(first, second) - np.minimum(first, second)).max(axis=2) > noise
    return mask


def changed_box(before: Frame, after: Frame) -> Rect | None:
    """Return the bounding box of all differing pixels in desktop coordinates; None if equal.

    Frames of different size or origin count as wholly changed.
    """
    if before.rect != after.rect:
        return after.rect
    first = np.ascontiguousarray(before.pixels).view(np.uint32)[:, :, 0]
    second = np.ascontiguousarray(after.pixels).view(np.uint32)[:, :, 0]
    differs = (first ^ second) & np.uint32(0x00FFFFFF)
    rows = np.flatnonzero(differs.any(axis=1))
    if rows.size == 0:
        return None
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    columns = np.flatnonzero(differs[top:bottom].any(axis=0))
    left, right = int(columns[0]), int(columns[-1]) + 1
    return Rect(after.origin.x + left, after.origin.y + top, right - left, bottom - top)


def changed_part(before: Frame, after: Frame) -> Rect | None:
    """Return the box of what changed by more than noise and a caret; None where nothing did.

    Nothing is told of pictures of different places.
    """
    if before.rect != after.rect:
        return None
    mask = changed_mask(before.pixels, after.pixels)
    columns, rows = np.flatnonzero(mask.any(axis=0)), np.flatnonzero(mask.any(axis=1))
    if columns.size == 0 or int(columns[-1] - columns[0]) + 1 <= CARET_MAX_WIDTH_PX:
        return None
    left, top = int(columns[0]), int(rows[0])
    width, height = int(columns[-1]) - left + 1, int(rows[-1]) - top + 1
    return Rect(after.origin.x + left, after.origin.y + top, width, height)


def moved_rows(before: Pixels, after: Pixels) -> int:
    """Return by how many rows most of what changed has moved; 0 where it has not moved as a whole.

    Rows of one colour say nothing, nor do those that stand in many places.
    """
    old, new = _row_marks(before), _row_marks(after)
    places: dict[bytes, list[int]] = {}
    for at, mark in enumerate(old):
        if mark:
            places.setdefault(mark, []).append(at)
    changed = [at for at, mark in enumerate(new) if mark and (at >= len(old) or old[at] != mark)]
    votes: Counter[int] = Counter()
    for at in changed:
        found = places.get(new[at], ())
        if len(found) <= SAME_ROWS:
            votes.update(at - was for was in found)
    votes.pop(0, None)
    if not votes:
        return 0
    shift, count = votes.most_common(1)[0]
    return shift if count >= max(FEWEST_ROWS, MOVED_SHARE * len(changed)) else 0


def has_moved_at(row: int, before: Pixels, after: Pixels) -> bool:
    """Tell whether what lay around a row of pixels has moved up or down with what changed.

    Fields look alike: one that loses its ring of focus looks as if the one below had moved to its place.
    So the rows themselves have to be gone from where they were, and to stand where the others went.
    """
    shift = moved_rows(before, after)
    if not shift:
        return False
    old, new = _row_marks(before), _row_marks(after)
    near = [at for at in range(max(0, row - NEAR_ROWS), min(len(old), row + NEAR_ROWS)) if old[at]]
    went = [at for at in near if 0 <= at + shift < len(new) and old[at] == new[at + shift]]
    stayed = [at for at in near if at < len(new) and old[at] == new[at]]
    return len(went) > len(near) / 2 and len(stayed) <= len(near) / 2


def _row_marks(pixels: Pixels) -> list[bytes]:
    rows = np.ascontiguousarray(pixels).view(np.uint32)[:, :, 0] & np.uint32(0x00FFFFFF)
    is_plain = (rows == rows[:, :1]).all(axis=1)
    return [
        b"" if plain else row.tobytes() for row, plain in zip(rows, is_plain.tolist(), strict=True)
    ]


def ink_level(pixels: Pixels) -> int:
    """Return how far (0..255) what is drawn stands out from its ground."""
    colours = pixels[:, :, :3].astype(np.int16)
    if not colours.size:
        return 0
    ground = np.median(colours.reshape(-1, 3), axis=0)
    return int(np.percentile(np.abs(colours - ground).max(axis=2), 99))


def patches_match(approved: Frame, current: Frame) -> bool:
    """Tell whether the current patch still shows the approved target.

    A change no wider than a caret is let through; anything else wider than noise is not.
    """
    if approved.rect != current.rect:
        return False
    mask = changed_mask(approved.pixels, current.pixels)
    if not mask.any():
        return True
    columns = np.flatnonzero(mask.any(axis=0))
    return int(columns[-1] - columns[0]) + 1 <= CARET_MAX_WIDTH_PX


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
