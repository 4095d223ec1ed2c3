"""In which window to look: the active one first, else the only one that it can be, else none.

Another program's window is never looked into, whatever its title says.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from automation.core.geometry import ScreenPoint
from automation.core.observation import Observation, WindowInfo
from automation.core.wording import quoted
from automation.macros.finder.texts import fits_title, shares_program_part
from automation.macros.macro import Target


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
        front = front_window(observation)
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


def front_window(observation: Observation) -> WindowInfo | None:
    """Return the active window, else the topmost one that is neither ours nor a popup."""
    if observation.active_window is not None:
        return observation.active_window
    visible = (w for w in observation.windows if not (w.is_own or w.is_minimised or w.is_popup))
    return next(visible, None)


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
    above: list[WindowInfo] = []
    for other in observation.windows:
        if other.window_id == window.window_id:
            return above
        is_kin = bool(other.pid) and other.pid == window.pid
        if is_kin and not (other.is_own or other.is_minimised or other.is_popup):
            above.append(other)
    return above


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
