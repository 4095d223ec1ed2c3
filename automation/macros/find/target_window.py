"""In which window to look: the active one first, else the only one that it can be, else none.

Another program's window is never looked into, whatever its title says. What hides a target's window is
told too: windows of others over it, or that it is minimised.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, WindowInfo
from automation.core.wording import quoted
from automation.macros.macro import Target
from automation.macros.titles import fits_title, shares_program_part


@dataclass(frozen=True, slots=True)
class Chosen:
    """The window to look in."""

    window: WindowInfo
    is_as_recorded: bool = True
    """False when its title is another one and the program alone led to it."""
    is_program_part_same: bool = True
    """Of another title: the part that names the program is the same."""


@dataclass(frozen=True, slots=True)
class NoWindow:
    """Why there is no window to look in, as a sentence."""

    sentence: str
    is_several: bool = False
    minimised: WindowInfo | None = None
    """The only one that fits, where it is minimised."""
    is_hidden: bool = False
    """There is one window that it may be, and it is minimised."""


def choose(target: Target, observation: Observation) -> Chosen | NoWindow:
    """Return the window of the target."""
    windows = [w for w in observation.windows if not (w.is_own or w.is_popup)]
    if not target.window and not target.app:
        front = observation.front_window
        return Chosen(front) if front else NoWindow("No window is open to look in.")
    pool = [w for w in windows if not target.app or w.app.casefold() == target.app.casefold()]
    if not pool:
        called = f"{quoted(target.window)} " if target.window else ""
        return NoWindow(
            f"No window {called}of the program {quoted(target.app)} is open; open it first."
        )
    fitting = [w for w in pool if not target.window or fits_title(target.window, w.title)]
    if fitting:
        return _one_of(fitting, target)
    return _under_another_title(pool, target)


def _one_of(fitting: Sequence[WindowInfo], target: Target) -> Chosen | NoWindow:
    visible = [w for w in fitting if not w.is_minimised]
    active = next((w for w in visible if w.is_active), None)
    if active is not None:
        return Chosen(active)
    if len(visible) == 1:
        return Chosen(visible[0])
    if not visible and len(fitting) == 1:
        said = f"The window {quoted(fitting[0].title)} is minimised; bring it to the front."
        return NoWindow(said, minimised=fitting[0], is_hidden=True)
    if not visible:
        return NoWindow(f"{len(fitting)} windows fit {_wanted(target)} and are minimised.", True)
    return NoWindow(
        f"{len(visible)} windows fit {_wanted(target)} and none of them is active.", True
    )


def _under_another_title(pool: Sequence[WindowInfo], target: Target) -> Chosen | NoWindow:
    """Return the program's only window; of several the only one that names the program alike."""
    if not target.app:
        missing = f"No window {quoted(target.window)} is open; open it first."
        return NoWindow(f"{missing} Open are: {_titles(pool)}." if pool else missing)
    alike = [w for w in pool if shares_program_part(target.window, w.title)]
    left = alike or list(pool)
    if len(left) != 1 or left[0].is_minimised:
        missing = f"No window {quoted(target.window)} of the program {quoted(target.app)} is open"
        said = f"{missing}; open it first. {target.app} has: {_titles(pool)}."
        return NoWindow(said, is_hidden=len(left) == 1)
    return Chosen(left[0], is_as_recorded=False, is_program_part_same=bool(alike))


def group_of(window: WindowInfo, observation: Observation) -> tuple[WindowInfo, ...]:
    """Return the window and the popups of its program that may be its own."""
    popups = (
        w
        for w in observation.windows
        if w.is_popup and not (w.is_own or w.is_minimised or w.is_tooltip)
    )
    return (window, *(p for p in popups if p.pid in (0, window.pid)))


def over(window: WindowInfo, observation: Observation) -> list[WindowInfo]:
    """Return other managed windows of the same process that lie above it and can be seen."""
    return [
        other
        for other in _above(window, observation)
        if other.pid
        and other.pid == window.pid
        and not (other.is_own or other.is_minimised or other.is_popup)
    ]


def reached(observation: Observation, point: ScreenPoint) -> WindowInfo | None:
    """Return the topmost window at the pixel, overlays of ours left out: they let presses through."""
    for window in observation.windows:
        is_overlay = window.is_own and any(
            window.rect.intersection(m.rect) == m.rect for m in observation.monitors
        )
        if not window.is_minimised and not is_overlay and window.rect.contains(point):
            return window
    return None


def _wanted(target: Target) -> str:
    return quoted(target.window) if target.window else f"the program {quoted(target.app)}"


def _titles(windows: Sequence[WindowInfo], most: int = 4) -> str:
    shown = ", ".join(quoted(w.title) for w in windows[:most])
    return f"{shown} and {len(windows) - most} more" if len(windows) > most else shown


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
        and not (other.is_own and any(_holds(other.rect, m.rect) for m in observation.monitors))
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
    mine = window.window_id
    return list(takewhile(lambda other: other.window_id != mine, observation.windows))


def _has_kin(window: WindowInfo, others: "list[WindowInfo] | tuple[WindowInfo, ...]") -> bool:
    return any(
        is_same_program(other, window)
        and other.window_id != window.window_id
        and not (other.is_minimised or other.is_popup)
        for other in others
    )


def _holds(outer: Rect, inner: Rect) -> bool:
    return outer.intersection(inner) == inner
