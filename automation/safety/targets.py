"""Which windows an action reaches: the ones under its pixels, or the one that has the focus."""

from automation.core.actions import Action, Check, Clipboard, Launch, Window, Write, aims_of
from automation.core.actions import sends_input as sends
from automation.core.observation import Observation, WindowInfo


def windows_of(intent: Action | Check, observation: Observation) -> tuple[WindowInfo, ...]:
    """Return every window that the action would act in, each once; empty when it acts in none.

    Keys and text go to the window that has the focus, our own included: that it is ours is then
    seen here and refused.
    """
    if not isinstance(intent, Action) or not sends(intent):
        return ()
    if isinstance(intent, Window):
        return _by_id(intent.window_id, observation)
    if isinstance(intent, Launch) or (isinstance(intent, Clipboard) and intent.op == "set"):
        return ()
    aims = aims_of(intent)
    found = [observation.window_at(aim.point) for aim in aims]
    if not aims or (isinstance(intent, Write) and not found):
        found = [focus_window(observation)]
    return tuple({w.window_id: w for w in found if w is not None}.values())


def focus_window(observation: Observation) -> WindowInfo | None:
    """Return the window that keys go to, one of ours included; None when the system tells none."""
    return next((w for w in observation.windows if w.is_active), None)


def _by_id(window_id: int, observation: Observation) -> tuple[WindowInfo, ...]:
    if not window_id:
        window = focus_window(observation)
        return (window,) if window else ()
    return tuple(w for w in observation.windows if w.window_id == window_id)
