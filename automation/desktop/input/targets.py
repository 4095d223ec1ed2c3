"""What an action is aimed at: pixels, windows, focus; taken at `prepare`, compared at `execute` (`changes`).

The executor looks for itself, with its own connection and its own grabs: nothing that the app
says about the screen is believed.
"""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from automation.core.actions import (
    Action,
    Answer,
    Ask,
    ButtonUp,
    Drag,
    Move,
    Plan,
    Scroll,
    Window,
    Write,
    aims_of,
)
from automation.core.errors import Refused
from automation.core.focus import needs_focus
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, WindowInfo
from automation.core.pictures import PATCH_SIZE, picture_sha
from automation.core.programs import OWN_PROGRAM
from automation.desktop.input.lock_watch import LockState
from automation.desktop.input.presence import LEAST_LOCK, Presence, is_locker, slept_s
from automation.desktop.windows import WindowSystem

_MEANT_CONTROLS: Final = "\n\t"


class Display:
    """The executor's own eyes: windows, pixels and size of one desktop.

    Owned by the thread that owns the emitter.
    """

    def __init__(
        self,
        windows: WindowSystem,
        grab: Callable[[Rect], Frame],
        size: Callable[[], tuple[int, int]],
        pointer: Callable[[], ScreenPoint],
        own_pids: frozenset[int] = frozenset(),
        slept: Callable[[], float] = slept_s,
        is_keyboard_taken: Callable[[], bool] = lambda: False,
        is_pointer_taken: Callable[[], bool] = lambda: False,
        told_locked: Callable[[], LockState] = LockState,
    ) -> None:
        """Take the ways to look.

        Args:
            windows: the window system.
            grab: takes a picture of a rectangle in device pixels.
            size: width and height of the virtual desktop in device pixels.
            pointer: where the pointer is.
            own_pids: processes whose windows are ours.
            slept: how many seconds the computer has slept.
            is_keyboard_taken: whether another program has grabbed the keyboard.
            is_pointer_taken: whether another program has grabbed the pointer.
            told_locked: what the desktop has told of locks; costs nothing.
        """
        self.windows = windows
        self._grab = grab
        self.size = size
        self.pointer = pointer
        self._own_pids = own_pids
        self._slept = slept
        self._is_keyboard_taken = is_keyboard_taken
        self._is_pointer_taken = is_pointer_taken
        self._told_locked = told_locked

    def is_input_secure(self) -> bool:
        """Tell whether another program holds the keyboard, and it is no open menu or list.

        A menu says that it is one, or belongs to the program with the focus. A window over the whole
        desktop is no menu: a screen locker has one. Ours, notifications and tooltips explain nothing.
        """
        if not self._is_keyboard_taken():
            return False
        whole, focus = Rect(0, 0, *self.size()), self.windows.focus()
        program = focus.pid if focus is not None else 0
        return not any(
            (w.is_menu or w.pid == program != 0)
            and not (w.is_minimised or w.is_tooltip or self.is_own(w))
            and w.rect.intersection(whole) != whole
            for w in self.windows.windows()
            if w.is_popup
        )

    def is_own(self, window: WindowInfo | None) -> bool:
        """Tell whether the window belongs to this application."""
        if window is None:
            return False
        is_named_so = window.app.casefold() == OWN_PROGRAM
        return window.is_own or window.pid in self._own_pids or is_named_so

    def presence(self) -> Presence:
        """Return what tells whether the user who approved is still in front of this desktop."""
        told = self._told_locked()
        # At any height: a locker holds the keyboard, whatever is shown on top of it.
        large = self.windows.large_popups(*LEAST_LOCK)
        is_locked = told.is_locked or any(is_locker(window) for window in large)
        return Presence(self.windows.desktop_number(), is_locked, told.locks, self._slept())

    def is_told_locked(self) -> bool:
        """Tell whether the desktop says that the screen is locked; costs nothing."""
        return self._told_locked().is_locked

    def over(self, window: WindowInfo | None) -> frozenset[int]:
        """Return what of others lies over a window; nothing for the bare desktop."""
        if window is None:
            return frozenset()
        found = self.windows.over(window)
        if not found:
            return found
        known = {w.window_id: w for w in self.windows.windows()}
        return frozenset(w for w in found if not self.is_own(known.get(w)))

    def foreign_menus(self) -> tuple[WindowInfo, ...]:
        """Return the open menus, none of which is ours: ours would get every key and press.

        Raises:
            Refused: `own_menu`.
        """
        menus = self.windows.menus()
        if any(map(self.is_own, menus)):
            message = "a menu of this assistant is open and would get this; close it first"
            raise Refused("own_menu", message)
        return menus

    def check_press_reaches(
        self, window: WindowInfo | None, menus: Sequence[WindowInfo], *, before_text: bool = False
    ) -> None:
        """Refuse a press that one of these open menus would get and not the window at the pixel.

        A press beside an open menu closes it and does nothing else. In the menu's own program that is as
        good as any press, but not where text is to follow: it would go to whatever has the keyboard.

        Raises:
            Refused: `other_menu`.
        """
        wanted = (m for m in menus if not _is_part_of(m, window, even_beside=not before_text))
        if (menu := next(wanted, None)) is not None and self._is_pointer_taken():
            raise _gets_it(menu)

    def check_keys_reach(self, focus: WindowInfo | None, menus: Sequence[WindowInfo]) -> None:
        """Refuse keys that one of these open menus would get, if its program has not the focus.

        Raises:
            Refused: `other_menu`.
        """
        wanted = (m for m in menus if not _is_part_of(m, focus, even_beside=True))
        if (menu := next(wanted, None)) is not None and self._is_keyboard_taken():
            raise _gets_it(menu)

    def look_of_all(self) -> str:
        """Return what tells two pictures of the whole desktop apart, our own windows left out."""
        whole = self._grab(Rect(0, 0, *self.size()))
        pixels = whole.pixels.copy()
        for window in self.windows.windows():
            if self.is_own(window) and not window.is_minimised:
                part = window.rect.intersection(whole.rect)
                pixels[part.y : part.bottom, part.x : part.right] = 0
        return picture_sha(replace(whole, pixels=pixels))

    def patch(self, point: ScreenPoint) -> Frame:
        """Take the picture around a pixel, cut off at the edges of the desktop."""
        width, height = self.size()
        return self._grab(PATCH_SIZE.around(point).intersection(Rect(0, 0, width, height)))


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """One pixel at which something is pressed, and what was there."""

    point: ScreenPoint
    window: WindowInfo | None
    patch: Frame | None
    """None when only the window matters: the wheel turned where the pointer is."""


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """Everything that must still be true right before the first event."""

    geometry: tuple[int, int]
    spots: tuple[Spot, ...] = ()
    focus: WindowInfo | None = None
    """The window that keys go to; None when the action clicks first, or nothing has the focus."""
    has_focus_check: bool = False
    over: frozenset[int] = frozenset()
    """Windows that lay over those of the spots and of the focus."""
    presence: Presence = field(default_factory=Presence)

    @property
    def window(self) -> WindowInfo | None:
        """The window that the action is for; None for the bare desktop."""
        return self.spots[0].window if self.spots else self.focus

    @property
    def patch_sha(self) -> str:
        """SHA-256 of the first patch; empty when there is none."""
        patch = self.spots[0].patch if self.spots else None
        return picture_sha(patch) if patch is not None else ""


def look(action: Action, display: Display) -> Target:
    """Return what the action is aimed at.

    Raises:
        Refused: `unsupported`, `bad_target`, `own_window`, `own_menu`, `other_menu` or `locked`.
    """
    if isinstance(action, Plan | Ask | Answer):
        message = f"{type(action).__name__.lower()} is for the user and not for the machine"
        raise Refused("unsupported", message)
    presence = display.presence()
    if presence.is_locked:
        message = "the screen is locked; nothing is sent to a locked screen. Unlock it to go on"
        raise Refused("locked", message)
    target = _aimed(action, display)
    windows = {w.window_id: w for w in (target.focus, *(s.window for s in target.spots)) if w}
    over = frozenset[int]().union(*(display.over(window) for window in windows.values()))
    return replace(target, over=over, presence=presence)


def _aimed(action: Action, display: Display) -> Target:
    geometry = display.size()
    points = _points_of(action)
    menus: tuple[WindowInfo, ...] = ()
    if points or needs_focus(action) or isinstance(action, Write | Scroll):
        menus = display.foreign_menus()
    for point in points:
        _check_on_screen(point, geometry)
    if isinstance(action, Window) and action.op != "next":
        return Target(geometry, focus=_named_window(action, display))
    spots = tuple(_spot(aim.point, display) for aim in aims_of(action))
    for spot in () if isinstance(action, Move | ButtonUp) else spots:
        display.check_press_reaches(spot.window, menus, before_text=isinstance(action, Write))
    if isinstance(action, Scroll) and action.at is None:
        spots = (replace(_spot(display.pointer(), display), patch=None),)
    if not needs_focus(action):
        return Target(geometry, spots)
    focus = display.windows.focus()
    _check_foreign(focus, display, "the keyboard focus is in")
    display.check_keys_reach(focus, menus)
    return Target(geometry, spots, focus, has_focus_check=True)


def _is_part_of(menu: WindowInfo, window: WindowInfo | None, *, even_beside: bool) -> bool:
    if window is None:
        return False
    is_of_it = menu.window_id == window.window_id or (window.is_menu and menu.pid == window.pid)
    return is_of_it or (even_beside and menu.pid == window.pid != 0)


def _gets_it(menu: WindowInfo) -> Refused:
    message = f"a menu or list of {menu.app or 'another program'} is open and would get this; close it first"
    return Refused("other_menu", message)


def check_text(text: str) -> None:
    """Refuse characters that are no text: they would act as keys nobody approved."""
    for index, char in enumerate(text):
        if unicodedata.category(char) in ("Cc", "Cs") and char not in _MEANT_CONTROLS:
            message = (
                f"the text has a control character (U+{ord(char):04X}) at position {index + 1}; "
                "only new lines and tabs can be typed. Remove it"
            )
            raise Refused("unsupported", message)


def text_of(action: Action) -> str:
    """Return the text that the action types; empty for all but write."""
    return action.text if isinstance(action, Write) else ""


def _points_of(action: Action) -> tuple[ScreenPoint, ...]:
    if isinstance(action, Drag):
        return action.path
    return tuple(aim.point for aim in aims_of(action))


def _check_on_screen(point: ScreenPoint, geometry: tuple[int, int]) -> None:
    if not Rect(0, 0, *geometry).contains(point):
        message = (
            f"the target {point.x},{point.y} is off the screen; "
            f"expected 0,0 to {geometry[0] - 1},{geometry[1] - 1}"
        )
        raise Refused("bad_target", message)


def _spot(point: ScreenPoint, display: Display) -> Spot:
    window = display.windows.top_at(point)
    _check_foreign(window, display, "the target lies in")
    return Spot(point, window, display.patch(point))


def _named_window(action: Window, display: Display) -> WindowInfo:
    windows = display.windows.windows()
    found = next((w for w in windows if w.window_id == action.window_id), None)
    if found is None:
        message = f"there is no window {action.window_id} ({action.title}) any more"
        raise Refused("bad_target", message)
    _check_foreign(found, display, "this is")
    return found


def _check_foreign(window: WindowInfo | None, display: Display, what: str) -> None:
    if window is not None and display.is_own(window):
        message = f"{what} a window of this assistant, which it never touches by itself"
        raise Refused("own_window", message)
