"""Looks at the windows between two events: ours are never touched, others must be approved."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from automation.core.errors import CaptureError, Refused
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, WindowInfo
from automation.core.pictures import PATCH_SIZE, changed_part, has_moved_at
from automation.desktop.input.changes import window_change
from automation.desktop.input.display import Display
from automation.desktop.input.secure_input import TAKEN
from automation.desktop.input.targets import Target

FACE_SIZE: Final = Rect(0, 0, 96, 320)
"""What is compared before and after a press: high enough to tell a page that has moved from a face."""
LOCK_LOOK_KEYS: Final = 25
"""Keys between two looks for a screen lock, a tenth of a second at the fastest pace."""


LOCKED: Final = "the screen was locked; nothing more is sent. Unlock it to go on"


class ActionGuard:
    """Guards one action; implements `emitter.Guard`."""

    def __init__(self, display: Display, target: Target, *, types_text: bool) -> None:
        """Take what was approved.

        Args:
            display: where to look.
            target: what was approved.
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
            message = (
                f"a window of this assistant lies at {point.x},{point.y}; "
                "it never clicks its own windows"
            )
            raise Refused("own_window", message)
        return window

    def key_event(self) -> None:
        """Refuse if keys would reach one of our own windows, or leave the window they began in."""
        focus = self._display.windows.focus()
        self._seen_as = self._display.windows.seen_as()
        if self._display.is_own(focus):
            message = (
                "a window of this assistant has the keyboard focus; "
                "it never types into its own windows"
            )
            raise Refused("own_window", message)
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
            message = "another window took the keyboard focus while text was typed"
            raise Refused("changed", message)

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
            name = f"a window of {focus.app or 'a program'}" if focus else "nothing"
            message = f"the keyboard focus went to {name} before the first key"
            raise Refused("changed", message)
        if self._target.has_focus_check and self._display.over(focus) - self._target.over:
            message = "another window came over the one with the keyboard focus"
            raise Refused("changed", message)
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
            message = (
                f"a window of {clicked.app or 'a program'} was clicked but did not take the "
                "keyboard focus; nothing was typed"
            )
            raise Refused("changed", message)

    def look_again(self, point: ScreenPoint) -> None:
        """Refuse if the pixel is not on the approved window any more, or that one is elsewhere."""
        if self._display.size() != self._target.geometry:
            message = "the desktop changed its size while the action was sent"
            raise Refused("changed", message)
        approved = next((s.window for s in self._target.spots if s.point == point), None)
        found = self._top_at(point)
        if _id(approved) != _id(found):
            name = f"one of {found.app or 'a program'}" if found else "the desktop"
            message = f"another window came to lie at the target: {name}"
            raise Refused("changed", message)
        if sentence := window_change(approved, found, "the window at the target"):
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
            message = "what lay at the target moved before it was pressed; nothing was pressed"
            raise Refused("changed", message)
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
        """Look right after the button was let go whether the target still lay there.

        Args:
            point: where it was pressed.
            is_early: whether the picture was taken before the press can have moved anything.
        """
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
