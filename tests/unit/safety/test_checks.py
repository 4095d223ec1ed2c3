"""Checks look, wait as long as they may, and never act."""

from dataclasses import replace

import pytest

from automation.core.actions import Checked, Equals, Shown, WindowTitle
from automation.core.errors import Stopped
from automation.core.geometry import Rect
from automation.core.timing import StopToken
from automation.safety.checks import Checker
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_reader import FakeReader, element, line
from tests.fakes.fake_screen import FakeScreen, observation, picture, window

FORM = window(7, "Invoice 4711 - Ledger", Rect(0, 0, 300, 300), active=True)
QUIET = observation(picture(), FORM)
MOVED = observation(picture((Rect(20, 20, 30, 30), 10)), FORM)
SECRET = frozenset({"secret"})


def look(check, elements=(), lines=(), screen=None, stop=None):
    checker = Checker(FakeReader(elements, lines), screen or FakeScreen(QUIET), FakeClock())
    return checker.check(check, QUIET, stop or StopToken())


def kind(*arguments, **more):
    return look(*arguments, **more).kind


@pytest.mark.parametrize("text", ["Saved", "saved", "  SAVED ", "Sav"])
def test_a_text_is_found_in_the_tree_whatever_its_case(text):
    assert kind(Shown(text), [element("Saved", "label")]) == "effect_seen"


def test_a_text_is_found_in_what_a_field_holds():
    assert kind(Shown("1.250"), [element("Amount", "field", value="1.250,00")]) == "effect_seen"


def test_a_text_that_the_tree_does_not_show_is_read_by_ocr():
    assert kind(Shown("Saved"), [element("Other")], [line("File saved")]) == "effect_seen"


@pytest.mark.parametrize(
    ("text", "is_there"), [("seeds 2027.txt", True), ("seeds", True), ("dates 2027.txt", False)]
)
def test_a_name_that_is_broken_into_lines_below_its_icon_is_shown(text, is_there):
    read = (("seeds", 879, 287, 52), ("dates", 780, 287, 52), ("2027.txt", 872, 305, 67))
    lines = [line(name, box=Rect(x, y, w, 18)) for name, x, y, w in read]
    assert kind(Shown(text), [], lines) == ("effect_seen" if is_there else "denied")
    gone = kind(Shown(text, absent=True), [], lines)
    assert gone == ("denied" if is_there else "effect_seen")


def test_what_a_password_field_holds_is_never_compared():
    field = element("Password", "field", value="hunter2", states=SECRET)
    assert kind(Shown("hunter2"), [field]) == "denied"
    assert kind(Equals("Password", "hunter2"), [field]) == "not_seen"


def test_absence_is_only_said_of_a_screen_that_could_be_read():
    assert kind(Shown("Saved", absent=True), [element("Other")]) == "effect_seen"
    assert kind(Shown("Other", absent=True), [element("Other")]) == "denied"
    assert kind(Shown("Saved", absent=True)) == "not_seen"


def test_a_text_that_comes_late_is_waited_for():
    checker = Checker(reader := FakeReader([element("Other")]), screen(reader), FakeClock())
    assert checker.check(Shown("Saved", within_s=5.0), QUIET, StopToken()).kind == "effect_seen"


def screen(reader):
    """A screen that shows the text at the fourth look."""

    def appear():
        reader.elements.append(element("Saved", "label"))
        return MOVED

    return FakeScreen(QUIET, QUIET, QUIET, appear, MOVED)


def test_an_unchanged_screen_is_not_read_again_and_again():
    reader = FakeReader([element("Other")])
    checker = Checker(reader, FakeScreen(QUIET), FakeClock())
    checker.check(Shown("Saved", within_s=5.0), QUIET, StopToken())
    assert reader.readings <= 2


def test_a_text_that_does_not_come_is_given_up_when_its_time_is_over():
    clock = FakeClock()
    checker = Checker(FakeReader([element("Other")]), FakeScreen(QUIET), clock)
    started = clock.now_s()
    told = checker.check(Shown("Saved", within_s=3.0), QUIET, StopToken())
    assert (told.kind, told.detail) == ("denied", '"Saved" is not shown')
    assert 3.0 <= clock.now_s() - started < 3.5


def test_a_wait_for_a_text_can_be_stopped():
    stop = StopToken()
    stop.stop()
    with pytest.raises(Stopped):
        look(Shown("Saved", within_s=3.0), [element("Other")], stop=stop)


@pytest.mark.parametrize(
    ("held", "expected"),
    [("new", "effect_seen"), ("new\n", "effect_seen"), ("New", "denied"),
     (None, "not_seen")],
)  # fmt: skip
def test_a_value_is_compared_exactly(held, expected):
    assert kind(Equals("Name", "new"), [element("Name", "field", value=held)]) == expected


def test_of_two_things_of_one_name_the_one_that_holds_a_value_is_read():
    button = element("Name", "button")
    field = element("Name", "field", Rect(10, 50, 80, 20), value="new")
    assert kind(Equals("name", "new"), [button, field]) == "effect_seen"


def test_a_field_is_read_and_not_the_label_of_the_same_name():
    label = element("Name", "label", Rect(0, 50, 9, 20))
    field = element("Name", "field", Rect(10, 50, 80, 20), value="new")
    assert kind(Equals("Name", "new"), [label, field]) == "effect_seen"


def test_a_target_that_is_not_there_was_not_measured():
    assert kind(Equals("Name", "new")) == "not_seen"
    assert kind(Checked("Bold")) == "not_seen"


@pytest.mark.parametrize(
    ("is_on", "wanted", "expected"),
    [(True, True, "effect_seen"), (False, True, "denied"),
     (False, False, "effect_seen"), (True, False, "denied")],
)  # fmt: skip
def test_a_box_is_compared_with_what_is_wanted(is_on, wanted, expected):
    states = frozenset({"checkable", "checked"} if is_on else {"checkable"})
    assert kind(Checked("Bold", wanted), [element("Bold", "checkbox", states=states)]) == expected


def test_a_title_is_looked_for_in_other_programs_windows_alone():
    assert kind(WindowTitle("invoice 4711")) == "effect_seen"
    assert kind(WindowTitle("Mail")) == "denied"
    own = observation(picture(), replace(window(9, "Mail", Rect(0, 0, 9, 9)), is_own=True))
    checker = Checker(FakeReader(), FakeScreen(own), FakeClock())
    assert checker.check(WindowTitle("Mail"), own, StopToken()).kind == "denied"
