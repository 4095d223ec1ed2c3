"""What the tree alone tells of an effect: only what can be read there, at once."""

from dataclasses import replace

import pytest

from automation.core.actions import Aim, Click, Scroll, Write
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import NumberRange
from automation.core.proposal import Proposal
from automation.safety.receipts import EffectVerifier
from tests.fakes.fake_reader import FakeReader, element
from tests.fakes.fake_screen import FakeScreen

AT = Aim(ScreenPoint(50, 20))
BOX = Rect(10, 10, 80, 20)
FIELD = element("Name", "field", BOX, value="old")
CHECKBOX = element("News", "checkbox", BOX, states=frozenset({"checkable"}))


def told(action, target, **fresh):
    reader = FakeReader([])
    reader.refreshed = lambda asked: replace(asked, **fresh)
    found = EffectVerifier(reader, FakeScreen()).told(action, Proposal(action, target))
    return found.kind if found is not None else None


def test_a_box_tells_its_new_state():
    on = frozenset({"checkable", "checked"})
    assert told(Click(AT), CHECKBOX, states=on) == "effect_seen"
    assert told(Click(AT), CHECKBOX) == "denied"


def test_a_field_tells_that_it_has_the_keyboard():
    assert told(Click(AT), FIELD, states=frozenset({"focused"})) == "effect_seen"
    assert told(Click(AT), FIELD) is None


def test_a_field_tells_what_was_typed_into_it():
    assert told(Write("new", AT, overwrite=True), FIELD, value="new") == "effect_seen"
    assert told(Write("new", AT, overwrite=True), FIELD, value="old") == "denied"
    assert told(Write("new", AT, overwrite=True), FIELD, value="ne") == "not_seen"


@pytest.mark.parametrize(
    ("action", "target"),
    [
        (Click(AT), element("Save", "button", BOX)),
        (Click(AT, count=2), CHECKBOX),
        (Click(AT, button="right"), FIELD),
        (Click(AT), None),
        (Write("new", AT, press_enter=True), FIELD),
        (Write("new"), None),
        (Write("new", AT), element("Page", "text", BOX)),
        (Write("new", AT), element("Password", "password", BOX)),
        (Write("new", AT), replace(FIELD, states=frozenset({"secret"}))),
        (Scroll("down", 3, AT), FIELD),
    ],
)
def test_of_anything_else_only_a_picture_tells(action, target):
    on = frozenset({"focused", "checked", "secret"})
    assert told(action, target, value="new", states=on) is None


SLIDER = element("Position", "slider", Rect(0, 10, 200, 20), value="12", handle=("app", "/1"))
UPRIGHT = replace(SLIDER, box=Rect(0, 0, 20, 200))
RANGE = NumberRange(0, 0, 100)


def pressed(slider, value, at, span=RANGE):
    reader = FakeReader([replace(slider, value=value)])
    reader.numbers = {slider.handle: span} if span is not None else {}
    action = Click(Aim(at))
    seen = EffectVerifier(reader, FakeScreen()).told(action, Proposal(action, slider))
    return seen.kind if seen is not None else None


@pytest.mark.parametrize(
    ("slider", "value", "at"),
    [
        (SLIDER, "59.5", ScreenPoint(120, 20)),
        (SLIDER, "22", ScreenPoint(120, 20)),
        (SLIDER, "2", ScreenPoint(1, 20)),
        (UPRIGHT, "79", ScreenPoint(10, 40)),
    ],
    ids=["there", "a page towards it", "back", "upright"],
)
def test_a_slider_that_went_towards_the_press_took_it(slider, value, at):
    assert pressed(slider, value, at) == "effect_seen"


@pytest.mark.parametrize(
    ("slider", "value", "at"),
    [
        (SLIDER, "13", ScreenPoint(120, 20)),
        (SLIDER, "13", ScreenPoint(26, 20)),
        (SLIDER, "20", ScreenPoint(2, 20)),
        (UPRIGHT, "20", ScreenPoint(10, 190)),
    ],
    ids=["a little", "a little, where it was pressed", "away", "upright, away"],
)
def test_a_slider_that_may_have_gone_by_itself_proves_no_press(slider, value, at):
    assert pressed(slider, value, at) == "landed"


def test_a_slider_without_ends_proves_no_press_by_another_value():
    assert pressed(SLIDER, "60", ScreenPoint(120, 20), span=None) == "landed"
    assert pressed(SLIDER, "12", ScreenPoint(120, 20), span=None) is None
