"""The picture of a press is the one before it, however many were taken until it is heard.

What is said of a pressed thing comes from its own window, whatever stands beside or over it.
"""

import time
from collections import deque
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import PRESS, HandEvent
from automation.core.observation import Frame, ScreenElement, WindowInfo
from automation.desktop.input.kill_switch import InputEvent
from automation.desktop.recording.listen import (
    BEFORE_S,
    UNSEEN_S,
    FrameRing,
    Glance,
    Hands,
    KeyFocus,
    Look,
    covering,
    lines_of,
    parts_of,
    smallest,
)

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


DIALOG = WindowInfo(8, "Save As", "shop", 40, Rect(20, 20, 100, 60), is_active=True)


@pytest.mark.parametrize(
    ("later_s", "window"),
    [(0.1, WINDOW), (UNSEEN_S + 0.1, DIALOG)],
    ids=["came since", "may be old"],
)
def test_a_key_is_not_meant_for_the_window_that_it_opened(later_s, window):
    """The machine was busy: the dialog had the keyboard by the time that Ctrl+S was heard."""
    focus = KeyFocus.__new__(KeyFocus)
    focus.window, focus.window_id = DIALOG, DIALOG.window_id
    was = replace(WINDOW, is_active=True)
    moment = focus.moment(glance(5.0, windows=(was,)), round((5.0 + later_s) * 1e6))
    assert moment.window.window_id == window.window_id
    there = glance(5.0, windows=(DIALOG, WINDOW))
    assert focus.moment(there, 5_100_000).window == DIALOG
    assert focus.moment(None, 5_100_000).window == DIALOG


def test_a_key_is_left_out_that_was_pressed_in_a_private_window_and_opened_another(heard):
    now_s = time.monotonic()
    made = hands(ring(glance(now_s - 0.1, windows=(replace(WINDOW, is_active=True),))), heard)
    made._focus = KeyFocus.__new__(KeyFocus)
    made._focus.follow = lambda: False
    made._focus.window, made._focus.window_id = DIALOG, DIALOG.window_id
    made._is_private, made._told_private = lambda window: window.title == "Orders", True
    made.on_user(InputEvent("key", 39, is_down=True), lambda: AT)
    made.on_user(InputEvent("key", 39, is_down=False), lambda: AT)
    assert heard == []


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


NOTE = WindowInfo(1, "note.txt", "mousepad", 7, Rect(100, 0, 300, 200), is_active=True)
PAGE = WindowInfo(2, "Bills", "chromium", 8, Rect(0, 0, 300, 200))
MENU = WindowInfo(3, "", "mousepad", 7, Rect(110, 20, 80, 90), is_popup=True)


def thing(name, x, y, window_id=0, source="tree"):
    return ScreenElement(name, "label", Rect(x, y, 40, 20), source, window_id=window_id)


def names(found):
    return [one.name for one in found]


def test_another_windows_rows_are_no_part_of_a_window():
    elements = [thing("Rent", 10, 40, 2), thing("Text", 120, 40, 1), thing("paid", 50, 40, 2)]
    assert names(parts_of(NOTE, (NOTE, PAGE), elements)) == ["Text"]


def test_a_menu_goes_with_the_window_that_it_belongs_to():
    elements = [thing("Save", 120, 30, 3), thing("Text", 120, 40, 1), thing("Rent", 10, 40, 2)]
    assert names(parts_of(MENU, (MENU, NOTE, PAGE), elements)) == ["Save", "Text"]


def test_a_line_is_of_the_window_that_shows_it():
    lines = [thing("Rent", 10, 40, source="ocr"), thing("Dear", 150, 40, source="ocr")]
    assert names(lines_of(NOTE, (NOTE, PAGE), lines)) == ["Dear"]
    assert names(lines_of(PAGE, (NOTE, PAGE), lines)) == ["Rent"]
    assert names(lines_of(PAGE, (replace(NOTE, is_minimised=True), PAGE), lines)) == [
        "Rent",
        "Dear",
    ]


def test_a_title_bar_shows_nothing_of_what_lies_below_it():
    framed = replace(NOTE, rect=Rect(100, 60, 300, 140), frame=Rect(100, 30, 300, 170))
    line = [thing("note.txt", 150, 35, source="ocr")]
    assert names(lines_of(PAGE, (framed, PAGE), line)) == []


def test_a_line_beside_all_windows_is_nobodys():
    assert lines_of(NOTE, (NOTE, PAGE), [thing("Desktop", 500, 500, source="ocr")]) == ()


def test_what_was_pressed_through_a_window_over_it_is_read_all_the_same():
    overlay = WindowInfo(4, "", "rulers", 9, Rect(0, 0, 1920, 1080), is_popup=True)
    tip = WindowInfo(5, "", "mousepad", 7, Rect(130, 30, 90, 30), is_popup=True)
    seen, at = (overlay, tip, NOTE, PAGE), ScreenPoint(300, 150)
    windows = covering(at, seen, (NOTE, PAGE))
    assert windows == (tip, NOTE, PAGE)
    lines = [thing("Dear", 300, 140, source="ocr"), thing("Saves it", 140, 35, source="ocr")]
    assert names(lines_of(NOTE, windows, lines)) == ["Dear"]
    assert covering(at, seen, seen) == seen


def test_the_smallest_thing_is_looked_for_in_its_window_alone():
    small = replace(thing("Rent", 120, 40, 2), box=Rect(120, 40, 10, 10))
    large = thing("Text", 110, 35, 1)
    assert smallest([small, large], NOTE, ScreenPoint(125, 45)) == large
