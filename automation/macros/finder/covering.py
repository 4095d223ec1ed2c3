"""What hides a target's window: windows of others over it, or that it is minimised."""

from dataclasses import dataclass

from automation.core.geometry import Rect
from automation.core.observation import Observation, WindowInfo
from automation.macros.finder.windows import NoWindow, choose
from automation.macros.macro import Target


@dataclass(frozen=True, slots=True)
class Hidden:
    """A window that is known for certain and that cannot be seen as a whole."""

    window: WindowInfo
    by: tuple[WindowInfo, ...] = ()
    """Windows over it, topmost first; none where it is minimised."""


def hidden(target: Target, observation: Observation) -> Hidden | None:
    """Return the target's window where it may be brought to the front; None where it need or must not.

    A window that has the focus is in front. One under a window of its own program stays there, be
    that a dialog, a notice or another document; so do windows that several fit, that lead there by
    their program alone, at which nobody may look, and whose menu is open.
    """
    if not (target.window or target.app):
        return None
    chosen = choose(target, observation)
    if isinstance(chosen, NoWindow):
        window = chosen.minimised
        if window is None or _is_private(window, observation):
            return None
        return None if _has_kin(window, observation.windows) else Hidden(window)
    window = chosen.window
    if window.is_active or not chosen.is_program_part_same or must_stay(window, observation):
        return None
    by = coverers(window, observation)
    return Hidden(window, by) if by else None


def unfocused(target: Target, observation: Observation) -> Hidden | None:
    """Return the target's window where keys would go to another program's; None where they do not.

    What `hidden` says of windows that are not raised holds here too.
    """
    front, chosen = observation.active_window, choose(target, observation)
    if front is None or isinstance(chosen, NoWindow):
        return hidden(target, observation)
    window = chosen.window
    is_there = window.is_active or is_same_program(window, front)
    return None if is_there or must_stay(window, observation) else Hidden(window, (front,))


def must_stay(window: WindowInfo, observation: Observation) -> bool:
    """Tell whether a window that is shown must not be brought to the front, see `hidden`."""
    is_under_kin = _has_kin(window, _above(window, observation))
    return is_under_kin or _is_private(window, observation) or has_open_menu(window, observation)


def coverers(window: WindowInfo, observation: Observation) -> tuple[WindowInfo, ...]:
    """Return what lies over a part of the window and is not of its program, topmost first.

    Menus, tooltips and other popups pass, and our overlay lets presses through: they do not count.
    """
    area = window.frame or window.rect
    return tuple(
        other
        for other in _above(window, observation)
        if not (other.is_minimised or other.is_popup)
        and not is_same_program(other, window)
        and not _is_overlay(other, observation)
        and (other.frame or other.rect).intersection(area).area
    )


def has_open_menu(window: WindowInfo, observation: Observation) -> bool:
    """Tell whether a menu or list of the window's program is open: one that loses its place closes."""
    return any(
        other.is_menu and not other.is_minimised and is_same_program(other, window)
        for other in observation.windows
    )


def covering_words(by: tuple[WindowInfo, ...], observation: Observation) -> str:
    """Return what lies over a window, in words; what nobody may look at has no name there."""
    other = by[0]
    if other.is_own:
        return "deskhand's own window"
    name = "" if is_painted_over(other, observation) else other.title or other.app
    line = " ".join(name.split())[:80]
    return f"another window (“{line}”)" if line else "another window"


def is_same_program(one: WindowInfo, other: WindowInfo) -> bool:
    """Tell whether two windows are of one program; ours are of none but ours."""
    if one.is_own or other.is_own:
        return one.is_own and other.is_own
    is_kin = bool(one.pid) and one.pid == other.pid
    return is_kin or (bool(one.app) and one.app.casefold() == other.app.casefold())


def is_painted_over(window: WindowInfo, observation: Observation) -> bool:
    """Tell whether nothing of the window may be looked at."""
    shown = window.rect.intersection(observation.frame.rect)
    return bool(shown.area) and any(_holds(part, shown) for part in observation.masked)


def _is_private(window: WindowInfo, observation: Observation) -> bool:
    """Tell whether nobody may look at the window: covered as it is, it only has no title then."""
    return not window.title or is_painted_over(window, observation)


def _above(window: WindowInfo, observation: Observation) -> list[WindowInfo]:
    above: list[WindowInfo] = []
    for other in observation.windows:
        if other.window_id == window.window_id:
            break
        above.append(other)
    return above


def _has_kin(window: WindowInfo, others: "list[WindowInfo] | tuple[WindowInfo, ...]") -> bool:
    return any(
        is_same_program(other, window)
        and other.window_id != window.window_id
        and not (other.is_minimised or other.is_popup)
        for other in others
    )


def _is_overlay(window: WindowInfo, observation: Observation) -> bool:
    return window.is_own and any(_holds(window.rect, m.rect) for m in observation.monitors)


def _holds(outer: Rect, inner: Rect) -> bool:
    return outer.intersection(inner) == inner
