"""What is left is told from the pace of the last minute."""

import pytest

from app.long_work import Meter, Pace
from automation.core.generation import LoadProgress


class Clock:
    def __init__(self):
        self.now_s = 1000.0

    def __call__(self):
        return self.now_s


def told(marks, total):
    """Return the last words after marks of (seconds since the last, done)."""
    clock, words = Clock(), ""
    pace = Pace(clock)
    for seconds, done in marks:
        clock.now_s += seconds
        words = pace.words(done, total)
    return words


@pytest.mark.parametrize(
    ("marks", "total", "words"),
    [
        ([(0, 0), (60, 50)], 100, "about 1 min left"),
        ([(0, 0), (100, 1)], 96, "about 2 h 38 min left"),
        ([(0, 0), (3600, 1)], 96, "about 95 h left"),
        ([(0, 0), (59, 50)], 100, ""),
        ([(0, 0), (60, 0)], 100, ""),
        ([(0, 0), (60, 100)], 100, ""),
        ([(0, 50)], 100, ""),
    ],
)
def test_the_estimate_is_plain_and_waits_for_a_minute(marks, total, words):
    assert told(marks, total) == words


def test_what_was_answered_before_a_stop_does_not_flatter_the_pace():
    resumed = [(0, done) for done in range(30)] + [(61, 30), (61, 31)]
    assert told(resumed, 91) == "about 1 h 1 min left"


def test_fast_work_keeps_few_marks():
    clock = Clock()
    pace = Pace(clock)
    for done in range(100_000):
        clock.now_s += 0.001
        pace.words(done, 10**9)
    assert len(pace._marks) < 300
    assert pace.words(100_000, 10**9) == f"about {round((10**9 - 1e5) / 1000 / 3600)} h left"


class Log:
    def __init__(self):
        self.lines = []

    def isatty(self):
        return False

    def write(self, text):
        self.lines.append(text)

    def flush(self):
        pass


def test_slow_work_tells_its_estimate_between_two_tens():
    clock, log = Clock(), Log()
    with Meter(log, left="{} at most", now=clock) as meter:
        for done in range(1, 5):
            meter(LoadProgress(done, 96, "Asking for places"))
            clock.now_s += 100
    assert log.lines == [
        "Asking for places: 0 %\n",
        "Asking for places: 2 %, about 2 h 37 min left at most\n",
        "Asking for places: 3 %, about 2 h 35 min left at most\n",
        "Asking for places: 4 %, about 2 h 33 min left at most\n",
    ]


def test_the_next_piece_of_work_has_a_pace_of_its_own():
    clock, log = Clock(), Log()
    meter = Meter(log, now=clock)
    meter(LoadProgress(0, 100, "Loading weights"))
    clock.now_s += 100
    meter(LoadProgress(99, 100, "Loading weights"))
    meter(LoadProgress(1, 96, "Asking for places"))
    assert log.lines[-1] == "Asking for places: 0 %\n"
