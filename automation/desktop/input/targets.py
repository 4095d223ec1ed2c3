"""What an action is aimed at: pixels, windows, focus; taken at `prepare`, compared at `execute` (`changes`)."""

import time
import unicodedata
from collections.abc import Callable, Sequence, Set
from contextlib import suppress
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
    needs_focus,
    title_change,
)
from automation.core.errors import CaptureError, Refused
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import OWN_PROGRAM, Frame, WindowInfo
from automation.core.pictures import (
    PATCH_SIZE,
    changed_part,
    has_moved_at,
    patches_match,
    picture_sha,
)
from automation.core.text import worded
from automation.desktop.input.grabs import TAKEN, MouseGrabs, may_be_list
from automation.desktop.input.kill_switch import SLEPT_S, slept_s
from automation.desktop.input.lock_watch import LockState
from automation.desktop.input_methods import InputMethods
from automation.desktop.windows_x11 import X11Windows

LOCKERS: Final = frozenset(
    {
        "cinnamon-screensaver",
        "gnome-screensaver",
        "gnome-screensaver-dialog",
        "i3lock",
        "kscreenlocker_greet",
        "light-locker",
        "mate-screensaver",
        "mate-screensaver-dialog",
        "physlock",
        "slock",
        "xfce4-screensaver",
        "xfce4-screensaver-dialog",
        "xlock",
        "xscreensaver",
        "xscreensaver-auth",
        "xscreensaver-gfx",
        "xsecurelock",
        "xtrlock",
    }
)
"""Names of the programs, as installed, whose window means that the screen is locked."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Tells whether the person who approved is still in front of this desktop.

    Another virtual desktop, a locked screen and a sleep of the computer end every approval, although
    neither a window nor a pixel at the target need have changed.
    """

    desktop: int = 0
    """Number of the virtual desktop that is shown."""
    is_locked: bool = False
    locks: int = 0
    """How often the desktop has told of a lock; only differences mean something."""
    slept_s: float = 0.0
    """Seconds that the computer has slept since it started; only differences mean something."""

    def change_since(self, before: "Presence") -> str:
        """Return a sentence on what ended the approval; empty when it still holds."""
        if self.is_locked or self.locks != before.locks:
            return worded("the screen was locked")
        if self.slept_s - before.slept_s > SLEPT_S:
            return worded("the computer slept")
        if self.desktop != before.desktop:
            return worded(
                "the desktop was number {0} and is number {1}", before.desktop + 1, self.desktop + 1
            )
        return ""


LEAST_LOCK: Final = (640, 400)
"""Width and height, in device pixels, of the smallest window that locks: some lockers have one for
each monitor. What such a program shows in less is a dialog or an icon."""


def is_locker(window: WindowInfo) -> bool:
    """Tell whether the window is a screen locker's: unmanaged, large, by name."""
    is_large = window.rect.w >= LEAST_LOCK[0] and window.rect.h >= LEAST_LOCK[1]
    return window.is_popup and is_large and window.app.casefold() in LOCKERS


class Display:
    """The executor's own eyes: what lies where on one desktop, and who would get a press or a key.

    It has its own connection and its own grabs: nothing that the app says about the screen is believed.
    """

    def __init__(
        self,
        windows: X11Windows,
        grab: Callable[[Rect], Frame],
        size: Callable[[], tuple[int, int]],
        pointer: Callable[[], ScreenPoint],
        own_pids: Set[int] = frozenset(),
        slept: Callable[[], float] = slept_s,
        is_keyboard_taken: Callable[[], bool] = lambda: False,
        is_pointer_taken: Callable[[], bool] = lambda: False,
        told_locked: Callable[[], LockState] = LockState,
        input_methods: InputMethods | None = None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the ways to look.

        Args:
            grab: takes a picture of a rectangle in device pixels.
            size: width and height of the virtual desktop in device pixels.
            slept: how many seconds the computer has slept.
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
        """Refuse a text that an input method would make another one of."""
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
        """Return the open menus, none of which is ours: ours would get every key and press."""
        menus = self.windows.menus()
        if any(map(self.is_own, menus)):
            raise Refused(
                "own_menu",
                worded("a menu of this assistant is open and would get this; close it first"),
            )
        return menus

    def check_press_reaches(
        self, window: WindowInfo | None, menus: Sequence[WindowInfo], *, before_text: bool = False
    ) -> None:
        """Refuse a press that one of these open menus would get and not the window at the pixel.

        A press beside an open menu closes it and does nothing else. In the menu's own program that is as
        good as any press, but not where text is to follow: it would go to whatever has the keyboard.
        """
        wanted = (m for m in menus if not _is_part_of(m, window, even_beside=not before_text))
        if (menu := next(wanted, None)) is not None and self.mouse.is_taken():
            raise _gets_it(menu)

    def check_keys_reach(self, focus: WindowInfo | None, menus: Sequence[WindowInfo]) -> None:
        """Refuse keys that one of these open menus would get, if its program has not the focus."""
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
    message = worded(
        "a menu or list of {0} is open and would get this; close it first",
        menu.app or worded("another program"),
    )
    return Refused("other_menu", message)


_MEANT_CONTROLS: Final = "\n\t"


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
        Refused: `unsupported`, `bad_target`, `own_window`, `own_menu`, `other_menu`, `input_method` or
            `locked`.
    """
    if isinstance(action, Plan | Ask | Answer):
        raise Refused(
            "unsupported",
            worded("{0} is for the user and not for the machine", type(action).__name__.lower()),
        )
    presence = display.presence()
    if presence.is_locked:
        raise Refused(
            "locked",
            worded("the screen is locked; nothing is sent to a locked screen. Unlock it to go on"),
        )
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
    _check_foreign(focus, display, IN_FOCUS)
    display.check_keys_reach(focus, menus)
    if isinstance(action, Write):
        display.check_writes()
    return Target(geometry, spots, focus, has_focus_check=True)


def check_text(text: str) -> None:
    """Refuse characters that are no text: they would act as keys nobody approved."""
    for index, char in enumerate(text):
        if unicodedata.category(char) in ("Cc", "Cs") and char not in _MEANT_CONTROLS:
            raise Refused(
                "unsupported",
                worded(
                    "the text has a control character (U+{0:04X}) at position {1}; only new lines and tabs can be typed. Remove it",
                    ord(char),
                    index + 1,
                ),
            )


def text_of(action: Action) -> str:
    """Return the text that the action types; empty for all but write."""
    return action.text if isinstance(action, Write) else ""


def _points_of(action: Action) -> tuple[ScreenPoint, ...]:
    if isinstance(action, Drag):
        return action.path
    return tuple(aim.point for aim in aims_of(action))


def _check_on_screen(point: ScreenPoint, geometry: tuple[int, int]) -> None:
    if not Rect(0, 0, *geometry).contains(point):
        raise Refused(
            "bad_target",
            worded(
                "the target {0},{1} is off the screen; expected 0,0 to {2},{3}",
                point.x,
                point.y,
                geometry[0] - 1,
                geometry[1] - 1,
            ),
        )


def _spot(point: ScreenPoint, display: Display) -> Spot:
    window = display.windows.top_at(point)
    _check_foreign(window, display, AT_TARGET)
    return Spot(point, window, display.patch(point))


def _named_window(action: Window, display: Display) -> WindowInfo:
    windows = display.windows.windows()
    found = next((w for w in windows if w.window_id == action.window_id), None)
    if found is None:
        raise Refused(
            "bad_target",
            worded("there is no window {0} ({1}) any more", action.window_id, action.title),
        )
    _check_foreign(found, display, NAMED)
    return found


IN_FOCUS: Final = worded(
    "the keyboard focus is in a window of this assistant, which it never touches by itself"
)
AT_TARGET: Final = worded(
    "the target lies in a window of this assistant, which it never touches by itself"
)
NAMED: Final = worded("this is a window of this assistant, which it never touches by itself")


def _check_foreign(window: WindowInfo | None, display: Display, sentence: str) -> None:
    if window is not None and display.is_own(window):
        raise Refused("own_window", sentence)


WindowKey = tuple[int, int, Rect]


def difference(before: Target, action: Action, display: Display) -> str:
    """Look again and say what changed; empty when everything is still as it was.

    Raises:
        Refused: one of our own windows came into the way, the window is gone, the screen is locked;
            `retitled` or `changed` where nothing but the words of a title changed (`title_change`).
    """
    now = look(action, display)
    if sentence := now.presence.change_since(before.presence):
        return sentence
    if before.geometry != now.geometry:
        return worded("the desktop was {0} and is {1}", _size(before.geometry), _size(now.geometry))
    sentences = [window_change(before.focus, now.focus, worded("the keyboard focus"))]
    for old, new in zip(before.spots, now.spots, strict=True):
        sentences += [window_change(old.window, new.window, worded("the window at the target"))]
        sentences += [_picture_change(old.patch, new.patch)]
    sentences += [worded("another window came over the target's")] if now.over - before.over else []
    found = next((sentence for sentence in sentences if sentence), "")
    if not found:
        _check_title(before.focus, now.focus)
    return found


def window_change(before: WindowInfo | None, now: WindowInfo | None, what: str) -> str:
    """Say how a window differs from the approved one; empty when it is the same in its place."""
    if _key(before) == _key(now):
        return ""
    if _is_same(before, now):
        return worded("{0} moved or changed its size", what)
    return worded("{0} was {1} and is {2}", what, _name(before), _name(now))


def _check_title(before: WindowInfo | None, now: WindowInfo | None) -> None:
    """Refuse where something else is shown in the window that keys, or a request, are for.

    No picture is compared there: nobody knows which part of the window takes the keys.
    """
    if before is not None and now is not None and (reason := title_change(before.title, now.title)):
        raise Refused(reason, worded("the window got another title; look again"))


def _picture_change(before: Frame | None, now: Frame | None) -> str:
    if before is None or now is None or patches_match(before, now):
        return ""
    return worded("the picture around the target changed since it was approved")


def _is_same(before: WindowInfo | None, now: WindowInfo | None) -> bool:
    if before is None or now is None:
        return before is now
    return (before.window_id, before.pid) == (now.window_id, now.pid)


def _key(window: WindowInfo | None) -> WindowKey | None:
    return (window.window_id, window.pid, window.rect) if window is not None else None


def _name(window: WindowInfo | None) -> str:
    # A title may be one that the user never wants looked at; these words are kept.
    if window is None:
        return worded("the desktop")
    return worded("a window of {0}", window.app or worded("a program"))


def _size(geometry: tuple[int, int]) -> str:
    return f"{geometry[0]}x{geometry[1]}"


FACE_SIZE: Final = Rect(0, 0, 96, 320)
"""What is compared before and after a press: high enough to tell a page that has moved from a face."""
LOCK_LOOK_KEYS: Final = 25
"""Keys between two looks for a screen lock, a tenth of a second at the fastest pace."""


LOCKED: Final = worded("the screen was locked; nothing more is sent. Unlock it to go on")


class ActionGuard:
    """Looks at the windows between two events of one action: ours are never touched, others must be approved.

    Each question raises `Refused` or returns.
    """

    def __init__(self, display: Display, target: Target, *, types_text: bool) -> None:
        """Take what was approved.

        Args:
            types_text: keys must keep going to the window that got the first of them.
        """
        self._display = display
        self._target = target
        self._types_text = types_text
        self._typing_into: WindowInfo | None = None
        self._looked_at: WindowInfo | None = None
        self._has_begun = False
        self._has_listed = False
        self._is_mouse_free = False
        self._pressing: WindowInfo | None = None
        self._keys = 0
        self._seen_as = 0
        self._face: Frame | None = None
        self._first_face: Frame | None = None
        self._is_still = True
        self.pressed: Rect | None = None
        """What looked otherwise round the pixel while the button was down."""
        self.has_moved = False
        """What lay round the pixel lay elsewhere before the button was let go."""

    def pointer_event(self, point: ScreenPoint) -> None:
        """Refuse if the pixel belongs to one of our own windows, or the screen is locked."""
        self._check_pixel(point)

    def press(self, point: ScreenPoint) -> None:
        """Refuse what `pointer_event` does, and any press that an open menu would get."""
        menus = self._display.foreign_menus()
        self._pressing = self._check_pixel(point)
        self._display.check_press_reaches(self._pressing, menus, before_text=self._types_text)

    def button_sent(self) -> None:
        """Note that the press that was just looked at has gone out."""
        if self._is_mouse_free:
            self._display.mouse.pressed(self._pressing)

    def mouse(self, point: ScreenPoint) -> None:
        """Refuse a press that another program would get because it has grabbed the mouse."""
        mouse = self._display.mouse
        if not self._has_listed:
            self._has_listed = True
            mouse.see()
        self._is_mouse_free = not mouse.is_taken()
        if not self._is_mouse_free:
            mouse.check_explained(self._top_at(point), before_text=self._types_text)

    def _check_pixel(self, point: ScreenPoint) -> WindowInfo | None:
        self._check_told_unlocked()
        window = self._top_at(point)
        if self._display.is_own(window):
            raise Refused(
                "own_window",
                worded(
                    "a window of this assistant lies at {0},{1}; it never clicks its own windows",
                    point.x,
                    point.y,
                ),
            )
        return window

    def key_event(self) -> None:
        """Refuse if keys would reach one of our own windows, or leave the window they began in."""
        focus = self._display.windows.focus()
        self._seen_as = self._display.windows.seen_as()
        if self._display.is_own(focus):
            raise Refused(
                "own_window",
                worded(
                    "a window of this assistant has the keyboard focus; it never types into its own windows"
                ),
            )
        self._check_unlocked()
        self._check_nobody_took_keys()
        if self._types_text:
            self._display.check_writes(has_begun=self._has_begun)
        if not self._has_begun:
            self._check_first(focus)
            self._looked_at = focus
            self._display.mouse.see()
            self._is_mouse_free = not self._display.mouse.is_taken()
        elif self._types_text and not _goes_on_in(self._typing_into, focus):
            raise Refused(
                "changed", worded("another window took the keyboard focus while text was typed")
            )

    def key_sent(self) -> None:
        """Note that a key went where it was looked at; what follows may find a focus that the first one moved."""
        self._keys += 1
        if self._has_begun:
            return
        self._has_begun, self._typing_into = True, self._looked_at
        if self._is_mouse_free and not self._types_text:
            self._display.mouse.pressed(self._looked_at)

    def _check_unlocked(self) -> None:
        """Refuse what would be typed into a lock screen: it takes every key, and no focus tells."""
        self._check_told_unlocked()
        if self._keys % LOCK_LOOK_KEYS == 0 and self._display.presence().is_locked:
            raise Refused("locked", LOCKED)

    def _check_told_unlocked(self) -> None:
        if self._display.is_told_locked():
            raise Refused("locked", LOCKED)

    def _check_nobody_took_keys(self) -> None:
        """Refuse the next letter when another program has taken the keyboard since the text began.

        Password prompts and lockers of any name do; the focus need not change. Only for text: a chord
        of the user's own choice (Alt+Tab) has the window manager take the keyboard.
        """
        if self._types_text and self._display.is_input_secure():
            raise Refused("secure_input", TAKEN)

    def _check_first(self, focus: WindowInfo | None) -> None:
        """Refuse a first key that would not reach the approved window; it may have had to wait."""
        self._display.check_keys_reach(focus, self._display.foreign_menus())
        approved = self._target.focus
        if self._target.has_focus_check and _id(approved) != _id(focus):
            name = worded("nothing")
            if focus:
                name = worded("a window of {0}", focus.app or worded("a program"))
            raise Refused(
                "changed", worded("the keyboard focus went to {0} before the first key", name)
            )
        if self._target.has_focus_check and self._display.over(focus) - self._target.over:
            raise Refused(
                "changed", worded("another window came over the one with the keyboard focus")
            )
        if self._types_text:
            self._check_clicked_window(focus)

    def _check_clicked_window(self, focus: WindowInfo | None) -> None:
        """Refuse to type where another window has the focus than the one that was clicked.

        One of the same program too: a question that the click brought up takes letters as answers. An
        open list, whose window never has the focus, leaves it to one of its program's.
        """
        clicked = self._target.spots[0].window if self._target.spots else None
        if clicked is None or _id(clicked) == _id(focus):
            return
        if not (clicked.is_popup and _is_same_program(clicked, focus)):
            raise Refused(
                "changed",
                worded(
                    "a window of {0} was clicked but did not take the keyboard focus; nothing was typed",
                    clicked.app or worded("a program"),
                ),
            )

    def look_again(self, point: ScreenPoint) -> None:
        """Refuse if the pixel is not on the approved window any more, or that one is elsewhere."""
        if self._display.size() != self._target.geometry:
            raise Refused(
                "changed", worded("the desktop changed its size while the action was sent")
            )
        approved = next((s.window for s in self._target.spots if s.point == point), None)
        found = self._top_at(point)
        if _id(approved) != _id(found):
            name = worded("the desktop")
            if found:
                name = worded("one of {0}", found.app or worded("a program"))
            raise Refused("changed", worded("another window came to lie at the target: {0}", name))
        if sentence := window_change(approved, found, worded("the window at the target")):
            raise Refused("changed", sentence)

    def sees_still(self, point: ScreenPoint) -> bool:
        """Compare the picture round the pixel with the last one; a press is told by the last of all.

        Nothing is told of a press where it was not still: what goes on by itself looks otherwise anyway.

        Raises:
            Refused: `changed`: what lay at the pixel has moved away since the first picture.
        """
        before, part = self._face, PATCH_SIZE.around(point)
        try:
            face = self._display.patch(point, FACE_SIZE)
        except CaptureError:
            return True
        self._face, self._first_face = face, self._first_face or face
        if _has_moved(point, self._first_face, face):
            raise Refused(
                "changed",
                worded("what lay at the target moved before it was pressed; nothing was pressed"),
            )
        changed = changed_part(before.crop(part), face.crop(part)) if before is not None else None
        self._is_still = changed is None
        return self._is_still

    def sees_pressed(self, point: ScreenPoint) -> bool:
        """Compare the picture round the pixel with the first one; where there is none it tells nothing."""
        if self.pressed is not None:
            return True
        try:
            face = self._display.patch(point, FACE_SIZE)
        except CaptureError:
            return False
        if self._face is None:
            self._face = face
            return False
        part = PATCH_SIZE.around(point)
        if self._is_still:
            self.pressed = changed_part(self._face.crop(part), face.crop(part))
        self._check_moved(point, face)
        return self.pressed is not None

    def see_release(self, point: ScreenPoint, is_early: Callable[[], bool]) -> None:
        """Look right after the button was let go whether the target still lay there."""
        if self._face is None or self.has_moved:
            return
        with suppress(CaptureError):
            face = self._display.patch(point, FACE_SIZE)
            if is_early():
                self._check_moved(point, face)

    def _check_moved(self, point: ScreenPoint, face: Frame) -> None:
        if self._face is not None and self._face.rect == face.rect:
            self.has_moved = _has_moved(point, self._face, face)

    def saw(self) -> int:
        """Return what the display calls the window that was looked at last."""
        return self._seen_as

    def _top_at(self, point: ScreenPoint) -> WindowInfo | None:
        found = self._display.windows.top_at(point)
        self._seen_as = self._display.windows.seen_as()
        return found

    def has_focus(self, point: ScreenPoint) -> bool:
        """Tell whether the window under the pixel has the keyboard focus."""
        focus, under = self._display.windows.focus(), self._display.windows.top_at(point)
        return focus is not None and under is not None and focus.window_id == under.window_id


def _has_moved(point: ScreenPoint, before: Frame, now: Frame) -> bool:
    row = point.y - now.origin.y
    return before.rect == now.rect and has_moved_at(row, before.pixels, now.pixels)


def _id(window: WindowInfo | None) -> int:
    return window.window_id if window is not None else 0


def _goes_on_in(before: WindowInfo | None, now: WindowInfo | None) -> bool:
    """Tell whether a text that began in one window may go on in another one.

    A dialog takes letters as answers, one of the same program too; its popups are a part of the typing,
    as where a list searches for what is typed.
    """
    if _id(before) == _id(now):
        return True
    return now is not None and now.is_popup and _is_same_program(before, now)


def _is_same_program(before: WindowInfo | None, now: WindowInfo | None) -> bool:
    if before is None or now is None:
        return before is now
    return before.window_id == now.window_id or (before.pid == now.pid != 0)
