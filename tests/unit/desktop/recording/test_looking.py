"""What passes between the recorder's threads, without a display."""

import threading
import time
from types import SimpleNamespace

from automation.core.geometry import ScreenPoint
from automation.core.hand_events import PRESS, HandEvent
from automation.desktop.recording.listen import Moment, Released
from automation.desktop.recording.recorder import Recorder


class Slow(Recorder):
    """Is interrupted between reading the count and writing it."""

    def __init__(self):
        self._count = 0
        self._pictures_lock = threading.Lock()
        self._box = SimpleNamespace(heard=lambda event, moment: None)
        self._decider = SimpleNamespace(take=lambda heard: None)
        self._sights = SimpleNamespace(of=lambda released: None)

    @property
    def _pictures(self):
        count = self._count
        time.sleep(0.001)
        return count

    @_pictures.setter
    def _pictures(self, count):
        self._count = count


def test_pictures_that_wait_are_counted_right_from_two_threads():
    recorder, event = Slow(), HandEvent(1, PRESS, 1)
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
