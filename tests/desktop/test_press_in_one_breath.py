"""A press and what it reaches are one moment for the X server, whatever other programs do meanwhile."""

import random
import threading
import time
from contextlib import contextmanager

import pytest
import xcffib
import xcffib.xproto

from automation.core.actions import Hotkey
from automation.core.errors import Refused
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.backend_x11 import X11Backend
from automation.desktop.input.plan import ButtonEvent, KeyEvent, MoveEvent
from tests.desktop.event_window import event_window
from tests.desktop.executor_rig import executor_rig
from tests.desktop.other_user import OtherUser
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

OTHER = Rect(1000, 200, 300, 300)
TRIES = 200


@pytest.fixture
def backend(desktop):
    backend = X11Backend(desktop.display)
    yield backend
    backend.close()


class Switcher:
    """A client that gives the focus to windows directly, as a window manager does."""

    def __init__(self, desktop):
        self._connection = desktop.connect()

    def give(self, window):
        """Give the focus to a window; the request has been read when this returns."""
        core = self._connection.core
        core.SetInputFocus(xcffib.xproto.InputFocus.PointerRoot, window, xcffib.CurrentTime)
        core.GetInputFocus().reply()

    def close(self):
        self._connection.disconnect()


@pytest.fixture
def switcher(desktop):
    switcher = Switcher(desktop)
    yield switcher
    switcher.close()


@pytest.mark.parametrize("name", ["esc", "f13"])  # the second is lent a keycode as it is pressed
def test_the_focus_stays_until_a_press_that_is_held_still_is_out(desktop, backend, switcher, name):
    with (
        event_window(desktop, OTHER) as window,
        event_window(desktop, Rect(0, 0, 300, 300)) as other,
    ):
        code = backend.key_code(name)
        key = KeyEvent(code, True)
        switcher.give(window.id)
        receiver = backend.receiver(key)
        assert backend.hold_still(key, receiver)
        thread = threading.Thread(target=switcher.give, args=(other.id,))
        thread.start()
        backend.send(key)
        time.sleep(0.2)
        assert thread.is_alive()
        assert backend.receiver(key) == receiver
        backend.let_go()
        thread.join(10)
        wait_for(lambda: backend.receiver(key) != receiver)
        backend.send(KeyEvent(code, False))
        assert window.wait_for("key down") == [code]
        assert not backend.hold_still(key, receiver)
        switcher.give(window.id)  # the server is free


def test_the_window_under_the_pointer_and_its_place_are_what_a_button_reaches(desktop, backend):
    press = ButtonEvent(1, True)
    with event_window(desktop, OTHER):
        backend.send(_move(OTHER.x + 50, OTHER.y + 50))
        receiver = backend.receiver(press)
        assert backend.hold_still(press, receiver)
        backend.let_go()
        with event_window(desktop, Rect(OTHER.x, OTHER.y, 200, 200), kind="cover"):
            wait_for(lambda: not _holds(backend, press, receiver))
        wait_for(lambda: _holds(backend, press, receiver))
        backend.send(_move(OTHER.x + 51, OTHER.y + 50))
        assert not _holds(backend, press, receiver)


def test_who_grabs_the_keyboard_after_the_look_gets_no_key(desktop, backend, switcher):
    with event_window(desktop, OTHER) as window, desktop_connection(desktop) as other:
        key = KeyEvent(backend.key_code("esc"), True)
        switcher.give(window.id)
        receiver = backend.receiver(key)
        assert _holds(backend, key, receiver)
        root = other.get_setup().roots[0].root
        mode = xcffib.xproto.GrabMode.Async
        grabbed = other.core.GrabKeyboard(False, root, xcffib.CurrentTime, mode, mode).reply()
        assert grabbed.status == xcffib.xproto.GrabStatus.Success
        assert not _holds(backend, key, receiver)
        other.core.UngrabKeyboard(xcffib.CurrentTime)
        other.core.GetInputFocus().reply()
        assert _holds(backend, key, receiver)


@pytest.mark.parametrize("kind", ["key", "button"])
def test_a_modifier_that_the_user_presses_after_the_look_makes_it_another_press(
    desktop, backend, kind
):
    user = OtherUser(desktop)
    press = KeyEvent(backend.key_code("w"), True) if kind == "key" else ButtonEvent(1, True)
    receiver = backend.receiver(press)
    user.press(user.modifier_code(0xFFE3))
    try:
        assert not _holds(backend, press, receiver)
    finally:
        user.let_go()
        user.close()
    wait_for(lambda: _holds(backend, press, receiver))


@contextmanager
def desktop_connection(desktop):
    connection = desktop.connect()
    try:
        yield connection
    finally:
        connection.disconnect()


def _move(x, y):
    return MoveEvent(ScreenPoint(x, y))


def _holds(backend, press, receiver):
    is_same = backend.hold_still(press, receiver)
    if is_same:
        backend.let_go()
    return is_same


def test_no_key_reaches_our_window_however_the_focus_goes_to_and_fro(desktop, tmp_path, switcher):
    """Most of the tries are refused: it has the focus at the look, or by the time of the press."""
    with (
        event_window(desktop, OTHER, "ours") as ours,
        executor_rig(desktop, tmp_path, own_pids=(ours.process.pid,)) as rig,
    ):
        is_over = threading.Event()
        turns = random.Random(1)

        def switch():
            while not is_over.is_set():
                switcher.give(rig.window.id)
                time.sleep(0.004 + turns.random() * 0.006)
                switcher.give(ours.id)
                time.sleep(turns.random() * 0.002)

        thread = threading.Thread(target=switch)
        thread.start()
        try:
            sent = sum(_is_sent(rig) for _ in range(TRIES))
        finally:
            is_over.set()
            thread.join()
        assert sent > 0
        assert rig.window.settled("key down") > 0
        assert ours.of("key down") == []


def _is_sent(rig):
    try:
        rig.client.begin_run()
        return rig.do(Hotkey(("esc",))).completed
    except Refused:
        return False
