"""Hides a program's window as a drift says, and hears what another program gets meanwhile."""

from contextlib import contextmanager

from automation.core.geometry import Rect
from tests.desktop.event_window import event_window
from tests.kit.waiting import wait_for

_WHOLE = Rect(0, 0, 1270, 760)
_INPUT = ("key down", "button down")


@contextmanager
def hidden(desktop, app, how):
    """Hide the window of a program.

    Args:
        desktop: where it is.
        app: the program.
        how: `behind` another program's window, `minimised`, or empty for not at all.

    Yields:
        What returns how many keys and buttons the other program got so far.
    """
    if not how:
        yield lambda: 0
        return
    with event_window(desktop, _WHOLE, "cover") as cover:
        if how == "minimised":
            app.windows.minimise(app.window().window_id)
            wait_for(lambda: app.window().is_minimised, what=f"{app.name} to be minimised")
        yield lambda: sum(cover.settled(kind) for kind in _INPUT)
