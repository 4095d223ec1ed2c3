"""Notes what an action met: the window and the thing in it, as they stood before it."""

from dataclasses import replace

from automation.core.actions import (
    Action,
    Check,
    Clipboard,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Window,
    Write,
    aims_of,
)
from automation.core.geometry import ScreenPoint, monitor_at
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.proposal import Where

_BY_KEYS = (Write, Hotkey, KeyDown, KeyUp, HoldAndTap, Clipboard)


def where_of(
    intent: Action | Check, observation: Observation, element: ScreenElement | None = None
) -> Where | None:
    """Return what an action meets on this observation; None if it reaches no program's window.

    Args:
        intent: the action; a check meets nothing.
        observation: where it is about to be sent.
        element: what the tree has at its target, or what has the keyboard.
    """
    reached = _reached(intent, observation)
    if reached is None or reached.is_own:
        return None
    window = _window_of(reached, observation)
    monitor = monitor_at(observation.monitors, window.rect.center)
    return Where(
        app=window.app,
        title=window.title,
        client=window.rect,
        area=reached.rect,
        scale=monitor.scale if monitor is not None else 1.0,
        masked=observation.masked,
        element=replace(element, value=None) if element is not None else None,
    )


def _reached(intent: Action | Check, observation: Observation) -> WindowInfo | None:
    if isinstance(intent, Window):
        wanted = intent.window_id
        if not wanted:
            return observation.active_window
        return next((w for w in observation.windows if w.window_id == wanted), None)
    if not isinstance(intent, Action):
        return None
    aims = aims_of(intent)
    if aims:
        return _at(aims[0].point, observation)
    return observation.active_window if isinstance(intent, _BY_KEYS) else None


def _at(point: ScreenPoint, observation: Observation) -> WindowInfo | None:
    """Return what a press reaches; our overlays let it through."""
    others = (w for w in observation.windows if not (w.is_minimised or w.is_own))
    return next((w for w in others if (w.frame or w.rect).contains(point)), None)


def _window_of(reached: WindowInfo, observation: Observation) -> WindowInfo:
    """Return the window that a menu or list belongs to; a window itself as it is."""
    if not reached.is_popup:
        return reached
    others = [w for w in observation.windows if not (w.is_popup or w.is_own or w.is_minimised)]
    kin = [w for w in others if w.pid == reached.pid] if reached.pid else []
    active = observation.active_window
    if active is not None and not active.is_popup and (active in kin or not kin):
        return active
    return next(iter(kin or others), reached)
