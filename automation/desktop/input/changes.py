"""What is no longer as it was when the action was prepared: said in a sentence, before the first event."""

from automation.core.actions import Action
from automation.core.errors import Refused
from automation.core.focus import title_change
from automation.core.geometry import Rect
from automation.core.observation import Frame, WindowInfo
from automation.core.pictures import patches_match
from automation.desktop.input.display import Display
from automation.desktop.input.targets import Target, look

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
        return f"the desktop was {_size(before.geometry)} and is {_size(now.geometry)}"
    sentences = [window_change(before.focus, now.focus, "the keyboard focus")]
    for old, new in zip(before.spots, now.spots, strict=True):
        sentences += [window_change(old.window, new.window, "the window at the target")]
        sentences += [_picture_change(old.patch, new.patch)]
    sentences += ["another window came over the target's"] if now.over - before.over else []
    found = next((sentence for sentence in sentences if sentence), "")
    if not found:
        _check_title(before.focus, now.focus)
    return found


def window_change(before: WindowInfo | None, now: WindowInfo | None, what: str) -> str:
    """Say how a window differs from the approved one; empty when it is the same in its place."""
    if _key(before) == _key(now):
        return ""
    if _is_same(before, now):
        return f"{what} moved or changed its size"
    return f"{what} was {_name(before)} and is {_name(now)}"


def _check_title(before: WindowInfo | None, now: WindowInfo | None) -> None:
    """Refuse where something else is shown in the window that keys, or a request, are for.

    No picture is compared there: nobody knows which part of the window takes the keys.
    """
    if before is not None and now is not None and (reason := title_change(before.title, now.title)):
        message = "the window got another title; look again"
        raise Refused(reason, message)


def _picture_change(before: Frame | None, now: Frame | None) -> str:
    if before is None or now is None or patches_match(before, now):
        return ""
    return "the picture around the target changed since it was approved"


def _is_same(before: WindowInfo | None, now: WindowInfo | None) -> bool:
    if before is None or now is None:
        return before is now
    return (before.window_id, before.pid) == (now.window_id, now.pid)


def _key(window: WindowInfo | None) -> WindowKey | None:
    return (window.window_id, window.pid, window.rect) if window is not None else None


def _name(window: WindowInfo | None) -> str:
    # A title may be one that the user never wants looked at; these words are kept.
    return f"a window of {window.app or 'a program'}" if window is not None else "the desktop"


def _size(geometry: tuple[int, int]) -> str:
    return f"{geometry[0]}x{geometry[1]}"
