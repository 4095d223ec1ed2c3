"""What is read and seen around a press reaches the steps of a recording.

All is real from the settings to the macro but what needs a display: who hears, who takes pictures, who
asks the tree, and who reads text.
"""

import time

import numpy as np
import pytest

from app.macros import record
from app.macros.record import FULL, LiveRecording, Told
from app.settings import Folders, Settings
from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import PRESS, RELEASE, HandEvent
from automation.core.observation import Frame, ScreenElement, WindowInfo
from automation.desktop.recording import look as sights
from automation.desktop.recording import recorder
from automation.desktop.recording.listen import Look, Moment
from automation.macros.macro import Landmark
from automation.macros.record import raw_file

WINDOW = WindowInfo(7, "Orders", "shop", 40, Rect(0, 0, 400, 300))
SEND, LABEL = Rect(100, 100, 80, 30), Rect(100, 50, 60, 16)
PRESSED = ScreenPoint(140, 115)
BESIDE = ScreenPoint(300, 115)
"""Nothing of the tree is here."""


def element(name, role, box, source="tree"):
    return ScreenElement(name, role, box, source, window_id=7)


BUTTON, NAME = element("", "button", SEND), element("Customer", "label", LABEL)
LINES = (
    element("Send now", "text", Rect(110, 106, 60, 14), "ocr"),
    element("Details", "text", Rect(280, 108, 40, 14), "ocr"),
    element("Order number", "text", Rect(100, 160, 80, 14), "ocr"),
)


def look():
    t_us = time.monotonic_ns() // 1000
    return Look(t_us, t_us, (WINDOW,), (BUTTON, NAME))


def picture():
    pixels = np.zeros((300, 400, 4), np.uint8)
    pixels[::3] = 200
    return Frame(pixels, ScreenPoint(0, 0), 0.0)


class Idle:
    """Stands for what listens to a display, and does nothing."""

    def __init__(self, *args, **named):
        self.problem, self.named = "", named

    def close(self):
        pass


class Scout(Idle):
    latest = None


class Display(Idle):
    def monitors(self):
        return ()


class Text(Idle):
    """Reads the same lines off each picture."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def lines(self, frame):
        self.asked.append(frame)
        return LINES


@pytest.fixture
def text(monkeypatch):
    """Take away the display; return who reads text."""
    reads = Text()
    monkeypatch.setattr(record, "Ocr", lambda: reads)
    monkeypatch.setattr(record, "DesktopReader", Idle)
    monkeypatch.setattr(sights, "X11Windows", Display)
    for name, stand_in in (("FrameRing", Idle), ("Scout", Scout), ("Hands", Idle)):
        monkeypatch.setattr(recorder, name, stand_in)
    return reads


@pytest.fixture
def recorded(text, tmp_path):
    """Return what records presses at some places, and returns the targets of the steps."""
    begun = []

    def record(*places, settings=None):
        folders = Folders(tmp_path / "config", tmp_path / "data", tmp_path / "runtime")
        folders.create()
        quiet = Told(lambda happening: None, lambda note: None, lambda why: None)
        live = LiveRecording(folders, settings or Settings(), quiet)
        begun.append(live)
        for number, at in enumerate(places):
            click(live, at, 1_000_000 * (number + 1))
        assert live.decide()
        return [step.target for step in live.finish("Orders").macro.steps]

    yield record
    for live in begun:
        live.drop()


def click(live, at, t_us):
    moment = Moment(at, WINDOW, (WINDOW,), picture(), look(), (WINDOW,))
    heard = live._recorder.hands.named["sink"]
    pressed = HandEvent(t_us, PRESS, 1, at.x, at.y, window=7)
    heard(pressed, moment)
    heard(pressed._replace(t_us=t_us + 50_000, kind=RELEASE), moment)


def near(target):
    return {(mark.text, mark.side) for mark in target.near}


def test_a_step_has_the_text_on_what_was_pressed_and_the_texts_around_it(recorded, text):
    (target,) = recorded(PRESSED)
    assert (target.role, target.name, target.text) == ("button", "", "Send now")
    assert near(target) == {("Details", "left_of"), ("Order number", "above")}
    mark = next(mark for mark in target.near if mark.text == "Details")
    assert mark == Landmark(text="Details", side="left_of", dx=140 - 300, dy=0)
    assert [frame.rect for frame in text.asked] == [picture().rect]


def test_where_the_tree_tells_nothing_a_step_has_the_text_that_was_read_there(recorded):
    (target,) = recorded(BESIDE)
    assert (target.role, target.text) == ("", "Details")
    assert ("Send now", "right_of") in near(target)


def test_each_of_several_presses_has_its_own_texts(recorded):
    assert [target.text for target in recorded(PRESSED, BESIDE)] == ["Send now", "Details"]


def switched_off(text):
    return Settings(use_ocr=False)


def missing(text):
    text.problem = "the networks are missing"
    return Settings()


@pytest.mark.parametrize("how", [switched_off, missing])
def test_without_a_reader_of_text_the_landmarks_are_those_of_the_tree(recorded, text, how):
    (target,) = recorded(PRESSED, settings=how(text))
    assert target.text == ""
    assert near(target) == {("Customer", "below")}
    assert text.asked == []


def test_no_text_is_read_off_what_is_painted_over(recorded, text, monkeypatch):
    secret = element("", "password", Rect(200, 200, 80, 20))
    seen = look()
    hidden = Look(
        seen.began_us, seen.ended_us, (WINDOW,), (BUTTON, secret), secret_boxes=(secret.box,)
    )
    monkeypatch.setattr(f"{__name__}.look", lambda: hidden)
    recorded(PRESSED)
    (frame,) = text.asked
    assert frame.pixels[200:220, 200:280, :3].std(axis=(0, 1)).max() == 0


def test_a_recording_that_is_as_long_as_one_may_be_ends_by_itself_with_a_sentence(
    text, tmp_path, monkeypatch
):
    monkeypatch.setattr(raw_file, "MAX_EVENTS", 6)
    folders = Folders(tmp_path / "config", tmp_path / "data", tmp_path / "runtime")
    folders.create()
    stops, notes = [], []
    live = LiveRecording(
        folders, Settings(), Told(lambda happening: None, notes.append, stops.append)
    )
    later_us = time.monotonic_ns() // 1000 + 10**9  # no rest comes before it
    try:
        for number in range(4):
            click(live, PRESSED, later_us + 1_000_000 * number)
        assert live.decide()
        assert (stops, notes, live.is_full) == ([FULL], [], True)
        assert len(live.finish("Long").macro.steps) == 2
    finally:
        live.drop()
