"""Which windows an action reaches: the ones under its pixels, or the one that has the focus."""

from automation.core.actions import Action, Check, Clipboard, Launch, Scroll, Window, Write, aims_of
from automation.core.actions import sends_input as sends
from automation.core.geometry import Rect
from automation.core.observation import Observation, WindowInfo


def windows_of(intent: Action | Check, observation: Observation) -> tuple[WindowInfo, ...]:
    """Return every window that the action would act in, each once; empty when it acts in none.

    A title bar or border belongs to its window. Keys and text go to the window that has the focus
    and to every menu that is open, our own included: that it is ours is then seen here and refused.
    An application that is to be started stands as a window without a place, so that what the user
    has ruled out is known by its name.
    """
    if not isinstance(intent, Action) or not sends(intent):
        return ()
    if isinstance(intent, Window):
        return _by_id(intent.window_id, observation)
    if isinstance(intent, Launch):
        return (_started(intent),)
    if isinstance(intent, Clipboard) and intent.op == "set":
        return ()
    aims = aims_of(intent)
    found = [observation.window_reached(aim.point) for aim in aims]
    if isinstance(intent, Scroll) and not aims:
        found = [observation.window_reached(observation.pointer)]
    elif not aims or (isinstance(intent, Write) and not found):
        found = [focus_window(observation), *menus(observation)]
    return tuple({w.window_id: w for w in found if w is not None}.values())


def focus_window(observation: Observation) -> WindowInfo | None:
    """Return the window that keys go to, one of ours included; None when the system tells none."""
    return next((w for w in observation.windows if w.is_active), None)


def menus(observation: Observation) -> tuple[WindowInfo, ...]:
    """Return the menus and lists that are open: while one is up it takes every key."""
    return tuple(w for w in observation.windows if w.is_menu and not w.is_minimised)


def _by_id(window_id: int, observation: Observation) -> tuple[WindowInfo, ...]:
    if not window_id:
        window = focus_window(observation)
        return (window,) if window else ()
    return tuple(w for w in observation.windows if w.window_id == window_id)


def _started(intent: Launch) -> WindowInfo:
    entry = intent.desktop_id.removesuffix(".desktop")
    return WindowInfo(
        0, intent.name, entry.rpartition(".")[2].casefold(), 0, Rect(0, 0, 0, 0),
        app_id=f"desktop:{entry}", is_vouched=False,
    )  # fmt: skip
