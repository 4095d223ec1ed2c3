"""What the tree alone tells of an effect: only what can be read there, at once."""

from dataclasses import replace

import pytest

from automation.core.actions import Aim, Click, Scroll, Write
from automation.core.geometry import Rect, ScreenPoint
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
