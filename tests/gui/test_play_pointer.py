"""Between a play that waits on its own thread and the picker of the window: places, leaving, stops."""

import threading

import pytest
from PySide6.QtCore import QObject, Signal

from app.gui.macros.picker import PlayPointer
from app.gui.macros.picker_scene import Seen, Thing
from automation.core.errors import Stopped
from automation.core.geometry import Rect
from automation.core.timing import StopToken
from tests.fakes.macro_world import FORM, World, thing

WAIT_MS = 60_000


class Picks(QObject):
    """A picker without a screen."""

    pointed = Signal(object, object)
    left = Signal(str)

    def __init__(self):
        super().__init__()
        self.is_picking = False

    def begin(self):
        self.is_picking = True

    def close(self):
        self.is_picking = False


class Asking(threading.Thread):
    """The agent thread, which waits for an answer."""

    def __init__(self, pointer):
        super().__init__(daemon=True)
        self.pointer, self.stop, self.came = pointer, StopToken(), []
        self.start()

    def run(self):
        try:
            self.came.append(self.pointer.point(self.stop))
        except Stopped as stopped:
            self.came.append(stopped)


@pytest.fixture
def pointer(qapp):
    owner, picks = QObject(), Picks()
    made = PlayPointer(None, None, None, None, owner)
    made._made = picks
    picks.pointed.connect(made._on_pointed)
    picks.left.connect(made._on_left)
    return made, picks, owner


def begun(pointer, qtbot):
    asking = Asking(pointer[0])
    qtbot.waitUntil(lambda: pointer[1].is_picking, timeout=WAIT_MS)
    return asking


@pytest.mark.parametrize("has_element", [True, False])
def test_the_play_gets_the_place_that_was_pointed_at_and_what_stands_there(
    pointer, qtbot, has_element
):
    world = World([thing("C", 6)])
    seen, one = Seen(world.observe_now()), thing("C", 6).element()
    asking = begun(pointer, qtbot)
    at = one.box.center.offset(-5, 1)
    pointer[1].pointed.emit(Thing(at, FORM, one if has_element else None), seen)
    qtbot.waitUntil(lambda: bool(asking.came), timeout=WAIT_MS)
    (pointed,) = asking.came
    found = pointed.found
    assert (found.point, found.rung, found.window_id) == (at, "user", FORM.window_id)
    assert found.element == (one if has_element else None)
    assert found.box == (one.box if has_element else Rect(0, 0, 24, 16).around(at))
    assert pointed.seen is seen.observation


def test_who_leaves_answers_with_nothing_and_a_failure_is_said(pointer, qtbot):
    said = []
    pointer[0].said.connect(lambda *words: said.append(words))
    for why in ("", "the display does not answer"):
        asking = begun(pointer, qtbot)
        pointer[1].is_picking = False
        pointer[1].left.emit(why)
        qtbot.waitUntil(lambda asking=asking: bool(asking.came), timeout=WAIT_MS)
        assert asking.came == [None]
        qtbot.waitUntil(lambda: pointer[0]._ticket is None, timeout=WAIT_MS)
    assert said == [("the display does not answer", True)]


def test_a_stop_puts_the_picture_away_and_what_comes_after_it_answers_nobody(pointer, qtbot):
    asking = begun(pointer, qtbot)
    asking.stop.stop("kill_key")
    qtbot.waitUntil(lambda: bool(asking.came) and not pointer[1].is_picking, timeout=WAIT_MS)
    assert isinstance(asking.came[0], Stopped)
    pointer[1].left.emit("")
    following = begun(pointer, qtbot)
    assert following.came == []
    following.stop.stop("user")
    qtbot.waitUntil(lambda: not pointer[1].is_picking, timeout=WAIT_MS)
