"""What an action is aimed at: pixels, windows, focus; taken at `prepare`, compared at `execute` (`changes`)."""

import unicodedata
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
from automation.core.pictures import picture_sha
from automation.desktop.input.display import Display
from automation.desktop.input.presence import Presence

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
    if isinstance(action, Write):
        display.check_writes()
    return Target(geometry, spots, focus, has_focus_check=True)


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
