"""What passes between the recorder's threads, without a display."""

import threading
import time
from types import SimpleNamespace

from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.recording.discretion import Released
from automation.desktop.recording.heard import Glance, HandEvent, Look, Moment
from automation.desktop.recording.recorder import Recorder
from automation.desktop.recording.scout import Scout
from tests.fakes.fake_reader import element

FIELD = element("User", "field", states=frozenset({"focused", "editable"}))


class Slow(Recorder):
    """Is interrupted between reading the count and writing it."""

    def __init__(self):
        self._count = 0
        self._pictures_lock = threading.Lock()
        self._queue = SimpleNamespace(put=lambda item: None)

    @property
    def _pictures(self):
        count = self._count
        time.sleep(0.001)
        return count

    @_pictures.setter
    def _pictures(self, count):
        self._count = count

    def _of_button(self, event, moment):
        return None


def test_pictures_that_wait_are_counted_right_from_two_threads():
    recorder, event = Slow(), HandEvent(1, "press", 1)
    moment = Moment(ScreenPoint(1, 1), None, (), frame=object())
    recorder._count = 20

    def heard():
        for _ in range(20):
            recorder._heard(event, moment)

    thread = threading.Thread(target=heard)
    thread.start()
    for _ in range(20):
        recorder._sight(Released(event, moment))
    thread.join()
    assert recorder._count == 20


def test_a_check_of_the_focus_tells_when_the_password_fields_were_read_and_what_is_held():
    scout, looks = Scout.__new__(Scout), []
    window = SimpleNamespace(window_id=0, is_active=True)
    scout._windows = SimpleNamespace(
        windows=lambda: (), pointer=lambda: ScreenPoint(0, 0), menus=lambda: ()
    )
    scout._probe = SimpleNamespace(is_taken=lambda: False)
    scout._reader = SimpleNamespace(
        focus=lambda seen: (FIELD,), refreshed=lambda e: element("User", "field", value="kunde")
    )
    scout._wanted_value, scout._is_terminal = (lambda: None), (lambda window: False)
    scout._on_look = looks.append
    last = Look(5, 6, (window,), (FIELD,), secret_boxes=(Rect(1, 1, 2, 2),))
    scout._check(Glance(None, ()), last)
    scout._check(Glance(None, ()), looks[0])
    assert [look.read_us for look in looks] == [5, 5]
    assert looks[1].began_us > 6
    assert scout._holds(FIELD) == "kunde"
    assert scout._holds(element("Pass", "password")) is None
