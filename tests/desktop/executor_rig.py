"""An executor process on the test desktop, a window for it to work on, and somebody else."""

import threading
import time
from contextlib import contextmanager

from automation.core.actions import Aim
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import Confirmation
from automation.core.timing import StopToken
from automation.desktop.input.client import ExecutorClient, ExecutorOptions
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.event_window import event_window
from tests.desktop.other_user import OtherUser
from tests.kit.waiting import wait_for

PLACE = Rect(400, 200, 500, 400)
INSIDE = ScreenPoint(650, 400)


def accepted():
    """Return what a user who says yes at this moment decides."""
    return Confirmation("accepted", "user", decided_s=time.monotonic())


class ExecutorRig:
    """What a test works with."""

    def __init__(self, client, ready, window, user, windows, events):
        self.windows = windows
        self.client = client
        self.ready = ready
        self.window = window
        self.user = user
        self.events = events
        self.stop = StopToken()
        self.progress = []

    def reset(self):
        """Make the rig as good as new for the next test."""
        self.user.let_go()
        self.user.move(5, 5)
        self.user.move_window(self.window.id, PLACE.x, PLACE.y)
        self.client.release_all()
        self.windows.activate(self.window.id)
        wait_for(self.has_focus)
        wait_for(self.is_alone_in_its_place)
        self.user.tap("f12")  # the last event in the line: whatever is under way has arrived
        f12 = self.user.code("f12")
        wait_for(lambda: ("key up", f12) in self.window.events)
        self.wait_for_ears()
        self.client.begin_run()
        self.window.events.clear()
        self.events.clear()
        self.progress.clear()
        self.stop = StopToken()

    def wait_for_ears(self):
        """Wait until the executor has heard all that the user did: its hands may be ahead of its ears.

        Both questions go to the thread that listens, the first of them by way of the server.
        """
        self.client.grab({"ears": "f11"})
        self.client.ungrab("ears")

    def has_focus(self):
        focus = self.windows.focus()
        return focus is not None and focus.window_id == self.window.id

    def is_alone_in_its_place(self):
        """Tell whether the manager has moved the window, and what lay over it before is gone."""
        at = self.windows.top_at(INSIDE)
        if at is None or at.window_id != self.window.id or at.is_own:
            return False
        return at.frame is not None and (at.frame.x, at.frame.y) == (PLACE.x, PLACE.y)

    def do(self, action):
        """Prepare, accept and carry out."""
        return self.execute(self.client.prepare(action).nonce)

    def execute(self, nonce):
        return self.client.execute(
            nonce, accepted(), self.stop, lambda done, total: self.progress.append((done, total))
        )

    def begin(self, action):
        """Carry an action out on another thread; return a function that waits for its result."""
        results = []
        nonce = self.client.prepare(action).nonce

        def work():
            try:
                results.append(self.execute(nonce))
            except BaseException as error:  # noqa: BLE001 - the test looks at it
                results.append(error)

        thread = threading.Thread(target=work)
        thread.start()

        def result():
            thread.join(60)
            assert results, "the action did not end"
            return results[0]

        return result

    def heard(self, kind):
        """Wait for an event of this type from the executor and return it."""
        return wait_for(lambda: next((e for e in self.events if isinstance(e, kind)), None))

    def nothing_held(self):
        """Wait until no key and no button is down."""
        wait_for(lambda: not self.user.keys_down() and not self.user.buttons_down())


def aim(dx=0, dy=0):
    return Aim(INSIDE.offset(dx, dy))


@contextmanager
def executor_rig(desktop, folder, **options):
    user, windows, events = OtherUser(desktop), X11Windows(desktop.display), []
    user.move(5, 5)
    client = ExecutorClient(
        ExecutorOptions(folder, **({"environ": desktop.env} | options)), on_event=events.append
    )
    try:
        with event_window(desktop, PLACE) as window:
            yield ExecutorRig(client, client.start(), window, user, windows, events)
    finally:
        client.close()
        windows.close()
        user.close()
