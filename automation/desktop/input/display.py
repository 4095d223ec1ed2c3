"""The executor's own eyes: what lies where on one desktop, and who would get a press or a key.

It has its own connection and its own grabs: nothing that the app says about the screen is believed.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from automation.core.errors import Refused
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, WindowInfo
from automation.core.pictures import PATCH_SIZE, picture_sha
from automation.core.programs import OWN_PROGRAM
from automation.desktop.input.lock_watch import LockState
from automation.desktop.input.mouse_grabs import MouseGrabs, may_be_list
from automation.desktop.input.presence import LEAST_LOCK, Presence, is_locker, slept_s
from automation.desktop.input_methods import InputMethods
from automation.desktop.windows import WindowSystem


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
        input_methods: InputMethods | None = None,
        now_s: Callable[[], float] = time.monotonic,
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
            input_methods: tells what may make other letters of a text; None where there is no such thing.
            now_s: a clock that never goes back.
        """
        self.windows = windows
        self._grab = grab
        self.size = size
        self.pointer = pointer
        self._own_pids = own_pids
        self._slept = slept
        self._is_keyboard_taken = is_keyboard_taken
        self.mouse = MouseGrabs(windows, is_pointer_taken, self.is_own, now_s)
        self._told_locked = told_locked
        self._input_methods = input_methods

    def check_writes(self, *, has_begun: bool = False) -> None:
        """Refuse a text that an input method would make another one of.

        Args:
            has_begun: what was heard last is enough, since letters go out meanwhile.

        Raises:
            Refused: `input_method`.
        """
        methods = self._input_methods
        if methods is None:
            return
        on = methods.latest() if has_begun else methods.now()
        if on is not None:
            raise Refused("input_method", on.sentence)

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
            and not self.is_own(w)
            and w.rect.intersection(whole) != whole
            for w in self.windows.windows()
            if may_be_list(w)
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
        if (menu := next(wanted, None)) is not None and self.mouse.is_taken():
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

    def patch(self, point: ScreenPoint, size: Rect = PATCH_SIZE) -> Frame:
        """Take the picture around a pixel, cut off at the edges of the desktop."""
        width, height = self.size()
        return self._grab(size.around(point).intersection(Rect(0, 0, width, height)))


def _is_part_of(menu: WindowInfo, window: WindowInfo | None, *, even_beside: bool) -> bool:
    if window is None:
        return False
    is_of_it = menu.window_id == window.window_id or (window.is_menu and menu.pid == window.pid)
    return is_of_it or (even_beside and menu.pid == window.pid != 0)


def _gets_it(menu: WindowInfo) -> Refused:
    message = f"a menu or list of {menu.app or 'another program'} is open and would get this; close it first"
    return Refused("other_menu", message)
