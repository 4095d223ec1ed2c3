"""The pure parts of stopping: the corner, sleep, a keyboard that changes, a log that waits for nobody."""

import logging
import os
import threading

import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.executor import MOST_LINES, OpenLog
from automation.desktop.input.keymap import Layout
from automation.desktop.input.kill_switch import (
    PUSHES,
    Announced,
    CornerWatch,
    InputEvent,
    KillDetector,
    SleepWatch,
    corner_of,
)
from automation.desktop.input.listener import Ears, Rest, kill_keys
from automation.desktop.input.plan import MoveEvent

WIDE = (Rect(0, 0, 1920, 1080),)
MIDDLE = ScreenPoint(900, 500)
CORNERS = {
    "top_left": ScreenPoint(0, 0),
    "top_right": ScreenPoint(1919, 0),
    "bottom_left": ScreenPoint(0, 1079),
    "bottom_right": ScreenPoint(1919, 1079),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_each_corner_is_its_last_pixel(corner):
    assert corner_of(corner, WIDE) == CORNERS[corner]


def test_there_is_no_corner_when_it_is_off_or_no_screen_is_there():
    assert corner_of("off", WIDE) is None
    assert corner_of("top_left", ()) is None


def test_the_corner_is_that_of_all_monitors_together():
    beside = (Rect(0, 0, 1000, 800), Rect(1000, 0, 500, 800))
    assert corner_of("bottom_right", beside) == ScreenPoint(1499, 799)


def test_where_no_monitor_reaches_the_extreme_the_nearest_corner_counts():
    lower_left = (Rect(0, 300, 1000, 800), Rect(1000, 0, 1000, 1200))
    assert corner_of("top_left", lower_left) == ScreenPoint(0, 300)
    assert corner_of("bottom_right", lower_left) == ScreenPoint(1999, 1199)


def watch(pointer=MIDDLE, corner="top_left"):
    watch = CornerWatch(corner)
    watch.begin(WIDE, pointer)
    return watch


@pytest.mark.parametrize("corner", CORNERS)
def test_a_push_into_the_corner_means_stop_once(corner):
    pushed = watch(corner=corner)
    assert [pushed.judge(p) for p in (MIDDLE, CORNERS[corner], CORNERS[corner])] == [
        False,
        True,
        False,
    ]


@pytest.mark.parametrize("point", [ScreenPoint(2, 0), ScreenPoint(0, 2), ScreenPoint(500, 0)])
def test_an_edge_is_no_corner(point):
    assert not watch().judge(point)


def test_a_pointer_that_lies_there_at_the_start_has_to_leave_first():
    lying = watch(pointer=ScreenPoint(1, 1))
    assert not lying.judge(ScreenPoint(0, 0))
    lying.judge(MIDDLE)
    assert lying.judge(ScreenPoint(0, 0))


def test_a_pointer_that_lies_there_and_is_pushed_on_means_stop_once():
    lying = watch(pointer=ScreenPoint(0, 0))
    assert [lying.judge(ScreenPoint(0, 0)) for _ in range(30)].index(True) == PUSHES - 1
    assert not lying.judge(ScreenPoint(0, 0))


def test_our_own_movement_away_arms_it_and_ours_into_it_never_fires():
    lying = watch(pointer=ScreenPoint(0, 0))
    lying.saw(ScreenPoint(0, 0))
    assert not lying.judge(ScreenPoint(0, 0))
    lying.saw(MIDDLE)
    assert lying.judge(ScreenPoint(0, 0))


def test_nothing_is_watched_before_a_run_after_it_and_when_it_is_off():
    never, ended, off = CornerWatch("top_left"), watch(), watch(corner="off")
    ended.end()
    for idle in (never, ended, off):
        assert not idle.is_watching
        assert not idle.judge(ScreenPoint(0, 0))


class Log:
    """Implements `Hearer`."""

    def __init__(self):
        self.heard = []

    def __getattr__(self, name):
        return lambda *_: self.heard.append(name)


LAYOUT = Layout(
    symbols={9: frozenset({0xFF1B}), 127: frozenset({0xFF13})},
    modifier_codes=tuple(frozenset() for _ in range(8)),
)


def moved(point, *, is_injected):
    return InputEvent("pointer", is_injected=is_injected, point=point if is_injected else None)


def test_only_the_users_movement_reaches_the_corner():
    announced, log = Announced(), Log()
    ears = Ears(announced, log, ("pause",), LAYOUT, corner=watch())
    at = ScreenPoint(0, 0)
    announced.announce(MoveEvent(at))
    ears.hear(moved(at, is_injected=True), lambda *_: None, lambda: at)
    assert log.heard == ["on_ours"]
    ears.hear(moved(at, is_injected=False), lambda *_: None, lambda: at)
    assert log.heard == ["on_ours", "on_corner", "on_user"]


def test_where_the_pointer_is_is_not_asked_while_nothing_is_watched():
    def fail():
        pytest.fail("a round trip for every movement of the user's")

    ears = Ears(Announced(), Log(), ("pause",), LAYOUT)
    ears.hear(moved(None, is_injected=False), lambda *_: None, fail)


def test_a_first_escape_counts_although_the_keyboard_changed_before_the_second():
    detector = KillDetector(kill_keys(("esc esc",), LAYOUT))
    assert detector.press(9, frozenset(), 1.0) is None
    moved = Layout({10: frozenset({0xFF1B})}, LAYOUT.modifier_codes)
    detector.follow(kill_keys(("esc esc",), moved))
    assert detector.press(9, frozenset(), 1.1) is None, "it is another key by now"
    detector.press(10, frozenset(), 2.0)
    detector.follow(kill_keys(("esc esc",), moved))
    assert detector.press(10, frozenset(), 2.1) == "esc esc"


def test_a_map_is_read_after_a_rest():
    rest = Rest(0.03, 0.3)
    assert not rest.is_over(0.0)
    rest.disturb(1.0)
    rest.disturb(1.02)
    assert [rest.is_over(at) for at in (1.04, 1.051, 1.06)] == [False, True, False]
    assert rest.ends_s is None


def test_a_map_that_never_rests_is_read_all_the_same():
    rest = Rest(0.03, 0.3)
    reads = 0
    for tick in range(100):
        rest.disturb(tick / 100)
        reads += rest.is_over(tick / 100)
    assert reads == 3


def test_sleep_is_told_once_and_rounding_is_no_sleep():
    slept = iter([10.0, 10.000_01, 10.5, 3610.0, 3610.0])
    watch = SleepWatch(lambda: next(slept))
    assert [watch.has_slept() for _ in range(4)] == [False, False, True, False]


def test_this_machine_has_not_slept_between_two_lines():
    assert not SleepWatch().has_slept()


def record(message, *arguments):
    return logging.LogRecord("log", logging.WARNING, "", 0, message, arguments, None)


def test_a_log_that_nobody_reads_keeps_nobody_waiting():
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, bytes(65536))
    except BlockingIOError:
        os.set_blocking(writer, True)
    log = OpenLog("deskhand-executor", writer)
    done = threading.Event()

    def work():
        for number in range(MOST_LINES + 100):
            log.emit(record("line %s", number))
        done.set()

    threading.Thread(target=work, daemon=True).start()
    assert done.wait(60)
    log.finish(0.0)
    os.close(reader)  # the writer's thread gets an error and ends
    log._thread.join()
    os.close(writer)


def test_a_log_writes_what_it_is_given():
    reader, writer = os.pipe()
    log = OpenLog("deskhand-executor", writer)
    log.emit(record("half a pair %s", "\ud800"))
    log.finish(60.0)
    assert os.read(reader, 100) == b"deskhand-executor: half a pair ?\n"
    os.close(reader)
    os.close(writer)
