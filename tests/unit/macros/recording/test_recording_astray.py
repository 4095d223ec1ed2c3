"""What is recorded after a step that is off, in the macro and in the list while it grows."""

import pytest

from automation.core import hand_events
from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import Context
from automation.core.observation import ScreenElement, WindowInfo
from automation.macros.effects import ASTRAY
from automation.macros.macro import Param, Shows
from automation.macros.record.session import LIVE_US, SETTLED_US, RecordingSession
from tests.fakes.recorded import NAMES, Hands

WINDOW = WindowInfo(7, "Bills", "books", 40, Rect(0, 0, 640, 480), is_active=True)
SAVE = ScreenElement("Save", "button", Rect(50, 50, 80, 30), "tree", window_id=7)
NAME = ScreenElement("Name", "field", Rect(50, 90, 80, 30), "tree", window_id=7)


class Recording:
    """A session that is fed what hands do."""

    def __init__(self, folder):
        self.told = []
        self.session = RecordingSession(folder, NAMES, self.told.append)
        self.hands = Hands()

    def do(self, thing=None):
        """Feed what the hands have done; `thing` was under the pointer or had the keyboard."""
        for event in self.hands.events:
            is_begun = event.kind in (hand_events.PRESS, hand_events.KEY_DOWN)
            at = ScreenPoint(60, 60)
            known = Context(at, None, WINDOW, thing, (thing,)) if thing and is_begun else None
            self.session.feed(event, known)
        self.hands.events.clear()

    def click(self, thing=None):
        self.hands.click(60, 60).wait(900)
        self.do(thing)

    def type(self, text, thing=None):
        self.hands.type(text)
        self.do(thing)

    def rest(self):
        self.hands.wait(SETTLED_US / 1000)
        self.session.tick(self.hands.now_us)

    @property
    def steps(self):
        return [(step.id, step.off) for step in self.session.steps]


@pytest.fixture
def recording(tmp_path):
    made = Recording(tmp_path / "one")
    yield made
    made.session.remove()


def test_text_and_enter_after_a_click_that_is_off_are_off_until_a_step_has_a_target(recording):
    recording.click()
    recording.type("4711")
    recording.rest()
    recording.hands.named("tab")
    recording.do()
    recording.type("Bob", NAME)
    recording.rest()
    recording.type("x")
    recording.rest()
    expected = [("click", True), ("type", True), ("tab", True), ("name", False), ("type-2", False)]
    assert recording.steps == expected
    assert recording.session.steps[1].comment == ASTRAY


def test_a_text_that_goes_on_is_shown_as_it_is_kept(recording):
    recording.click()
    recording.type("4711")
    recording.session.tick(recording.hands.now_us + LIVE_US)
    shown = recording.told[-1].step
    recording.rest()
    assert (shown.text, shown.off, shown.comment) == ("4711", True, ASTRAY)
    assert recording.session.steps[-1].off
    assert recording.told[-1].step == recording.session.steps[-1]


def test_a_text_after_a_click_that_was_taken_back_is_on(recording):
    recording.click(SAVE)
    recording.click()
    recording.type("a")
    assert [off for _, off in recording.steps] == [False, True]
    recording.session.undo()
    recording.type("b")
    recording.rest()
    assert [off for _, off in recording.steps] == [False, True, True]
    recording.session.undo()
    recording.session.undo()
    recording.type("c")
    recording.rest()
    assert [off for _, off in recording.steps] == [False, False]


def test_what_is_put_in_is_off_too_where_nothing_tells_where_it_goes(recording):
    recording.click()
    recording.session.insert_secret("bank")
    recording.session.insert_parameter("vendor", Param(ask="Vendor"))
    recording.session.insert_check(Shows(text="Saved"))
    assert [off for _, off in recording.steps] == [True, True, True, False]


@pytest.mark.parametrize(("repeat_us", "is_off"), [(660_000, False), (500_000, True)])
def test_a_key_counts_as_held_once_this_keyboard_repeats_it(tmp_path, repeat_us, is_off):
    session = RecordingSession(tmp_path / "two", NAMES, lambda _: None, repeat_us)
    for event in Hands().type("hell").tap(ord("o"), held_ms=600).events:
        session.feed(event)
    assert [step.off for step in session.finish("m").macro.steps] == [is_off]
