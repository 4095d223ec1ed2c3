"""What an approval is about on a desktop of fakes, and what may change there before it is used."""

from dataclasses import replace

from automation.core.actions import Drag, Scroll, Window, aims_of
from automation.core.geometry import Rect
from tests.fakes.executor_parts import SIZE
from tests.fakes.fake_windows import window

OWN_PID = 77
OWN = window(9, pid=OWN_PID)
POPUP = window(5, Rect(0, 0, 30, 30), is_popup=True)
LOCKER = window(66, app="i3lock", is_popup=True)
CHANGES = ("cover", "focus", "size", "picture", "desktop", "sleep", "lock", "popup")
CHANGES += ("invisible", "move", "disarm", "retitle")
TITLES = ("Window (2)", "* window 17:03", "Letter", "Delete this window?", "Delete all?")
"""The first two have the words of a window's own title: only what counts and marks differs."""


def scene_of(parts, action) -> tuple:
    """Return what the approval is about, as far as the action is aimed at it."""
    windows, aims = parts.windows, aims_of(action)
    touched = [windows.top_at(aim.point) for aim in aims]
    return (
        parts.level if aims else None,
        parts.size,
        windows.desktop,
        parts.slept_s,
        tuple(w and (w.window_id, w.rect) for w in touched),
        frozenset(windows.invisible) if aims else frozenset(),
        _named(parts, action),
    )


def _named(parts, action) -> tuple:
    """Return the window that an action without an aim is for, and the words of its title."""
    if aims_of(action) or isinstance(action, Drag | Scroll):
        return ()
    if isinstance(action, Window):
        found = next((w for w in parts.windows.stack if w.window_id == action.window_id), None)
    else:
        found = parts.windows.focus()
    return found and (found.window_id, [c for c in found.title.casefold() if c.isalpha()])


def change_scene(parts, what, draw) -> None:  # noqa: C901 - one line for each kind
    """Change one thing, of `CHANGES`."""
    windows = parts.windows
    match what:
        case "cover" | "focus":
            if OWN not in windows.stack:
                windows.stack.insert(0, OWN)
            if what == "focus":
                windows.focused = OWN.window_id
        case "size":
            parts.size = SIZE if parts.size != SIZE else (1900, 1070)
        case "picture":
            parts.level = (parts.level + 100) % 256
        case "desktop":
            windows.desktop += 1
        case "sleep":
            parts.slept_s += 30.0
        case "lock" | "popup":
            windows.stack.insert(0, LOCKER if what == "lock" else POPUP)
        case "invisible":
            windows.invisible.add(len(windows.invisible) + 100)
        case "move":
            windows.stack = [_moved(w) if w.window_id in (1, 2) else w for w in windows.stack]
        case "disarm":
            parts.is_armed = not parts.is_armed
        case "retitle":
            title = draw.choice(TITLES)
            windows.stack = [
                replace(w, title=title) if w.window_id in (1, 2) else w for w in windows.stack
            ]


def _moved(found):
    rect = found.rect
    return replace(found, rect=Rect(rect.x + 3, rect.y, rect.w, rect.h))
