"""The picture of a press is the one before it, however many were taken until it is heard."""

import time
from collections import deque
from types import SimpleNamespace

import numpy as np
import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import PRESS, HandEvent
from automation.core.observation import Frame, WindowInfo
from automation.desktop.input.kill_switch import InputEvent
from automation.desktop.recording.listen import BEFORE_S, FrameRing, Hands
from automation.desktop.recording.moments import Glance, Look

WINDOW = WindowInfo(7, "Orders", "shop", 40, Rect(0, 0, 200, 100))
POPUP = WindowInfo(9, "", "shop", 40, Rect(50, 50, 60, 40), is_popup=True)
AT = ScreenPoint(60, 60)
LOOK = Look(1, 2, (WINDOW,))
OLDEST, BEFORE, AFTER = 10, 20, 30


def glance(t_s, shade=0, windows=(WINDOW,)):
    pixels = np.full((100, 200, 4), shade, np.uint8)
    return Glance(Frame(pixels, ScreenPoint(0, 0), t_s), windows, windows)


def ring(*glances):
    """Return a ring that holds these pictures, without its thread and its display."""
    made = FrameRing.__new__(FrameRing)
    made._glances = deque(glances, maxlen=4)
    return made


def taken(*times):
    return ring(*(glance(t) for t in times))


def before(ring, t_s):
    found = ring.before(round(t_s * 1e6))
    return None if found is None else found.frame.t_mono_s


def test_the_picture_before_a_press_is_the_last_that_was_finished_before_it():
    pictures = taken(5.0, 5.1, 5.2, 5.3)
    assert pictures.latest().frame.t_mono_s == 5.3
    assert [before(pictures, t) for t in (5.15, 5.25, 5.35, 9.0)] == [5.1, 5.2, 5.3, 5.3]


def test_a_picture_that_was_just_finished_may_show_what_the_press_did():
    pictures = taken(5.0, 5.125)
    assert before(pictures, 5.125) == 5.0
    assert before(pictures, 5.125 + BEFORE_S / 2) == 5.0
    assert before(pictures, 5.125 + BEFORE_S + 0.001) == 5.125


def test_where_every_picture_came_later_there_is_none_before():
    assert before(taken(5.0, 5.1), 5.0) is None
    assert before(taken(), 5.0) is None


@pytest.fixture
def heard():
    return []


def hands(pictures, heard):
    """Return what hears buttons, without its threads and its display."""
    made = Hands.__new__(Hands)
    made._frames, made._latest_look, made._sink = pictures, lambda: LOOK, lambda *e: heard.append(e)
    made._windows = SimpleNamespace(windows=lambda: (POPUP, WINDOW))
    made._is_private, made.is_held_off = lambda window: False, lambda: False
    made._held, made._down, made._skipped = set(), set(), set()
    made._buttons, made._meant = SimpleNamespace(meanings=lambda device: (1, 2, 3)), {}
    made._turned_us, made._at = 0, AT
    made._meant, made._buttons = {}, SimpleNamespace(meanings=lambda device: (1, 2, 3))
    made.is_paused = made._was_held_off = made._is_command = False
    return made


def test_a_press_is_kept_with_the_look_and_the_windows_before_it(heard):
    now_s = time.monotonic()
    pictures = ring(
        glance(now_s - 0.3, OLDEST), glance(now_s - 0.1, BEFORE),
        glance(now_s + 60, AFTER, (POPUP, WINDOW)),
    )  # fmt: skip
    hands(pictures, heard).on_user(InputEvent("button", 1, is_down=True), lambda: AT)
    [(event, moment)] = heard
    assert (event.kind, event.window) == (PRESS, WINDOW.window_id)
    assert (moment.window, moment.seen) == (WINDOW, (WINDOW,))
    assert moment.frame.rect.contains(AT)
    assert set(moment.frame.pixels.flat) == {BEFORE}


def test_a_picture_is_of_the_moment_of_the_event_and_not_of_its_hearing(heard):
    pictures = ring(glance(5.0, OLDEST), glance(5.1, BEFORE), glance(5.2, AFTER))
    ears = hands(pictures, heard)
    for t_us, shade in ((5_060_000, OLDEST), (5_160_000, BEFORE), (5_260_000, AFTER)):
        moment = ears._kept(HandEvent(t_us, PRESS, 1), AT, WINDOW, (WINDOW,))
        assert set(moment.frame.pixels.flat) == {shade}
    assert ears._kept(HandEvent(4_000_000, PRESS, 1), AT, WINDOW, (WINDOW,)).frame is None


def test_a_kept_picture_stays_when_the_ring_goes_on(heard):
    old = glance(5.0, BEFORE)
    moment = hands(ring(old), heard)._kept(HandEvent(6_000_000, PRESS, 1), AT, WINDOW, (WINDOW,))
    old.frame.pixels[:] = AFTER
    assert set(moment.frame.pixels.flat) == {BEFORE}


def test_windows_are_told_when_they_are_others_and_between_which_moments():
    told, pictures = [], taken()
    lists = iter([(WINDOW,), (WINDOW,), (WINDOW, POPUP), (WINDOW,)])
    pictures._windows = SimpleNamespace(listed=lambda: ((), next(lists)), seen=tuple)
    pictures._grabber = SimpleNamespace(grab=lambda: glance(time.monotonic()).frame)
    pictures._is_off = SimpleNamespace(is_set=lambda: len(told) == 2)
    pictures._on_windows, pictures._told = (lambda *one: told.append(one)), None
    for _ in range(4):
        pictures._glance()
    assert [windows for _, _, windows in told] == [(WINDOW,), (WINDOW, POPUP)]
    (began, ended, _), (later, _, _) = told
    assert began <= ended <= later
