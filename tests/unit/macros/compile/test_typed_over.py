"""What was typed into an empty field stands alone in it when it is typed again."""

from dataclasses import replace

import pytest

from automation.core.actions import Write
from automation.core.geometry import Rect
from automation.core.proposal import Receipt
from automation.macros import macro as g
from tests.unit.macros.compile.sample_run import made, step, thing, where, write

ADDED = Receipt("effect_seen", "read back, it is in the field")
FIELD = Rect(120, 100, 120, 20)


def field(role="field", *states, value=None):
    return thing("Vendor", role, FIELD, states=frozenset(states), value=value)


def added(element, **more):
    """Return the step for a text that the run added to what stood there."""
    return made(write(1, "Acme", element, overwrite=False, **more)).macro.steps[0]


def test_what_stood_alone_in_the_field_when_it_was_read_back_is_typed_over():
    made_of = added(field())
    assert made_of.replace
    assert isinstance(made_of.expect.condition, g.Holds)


def test_a_field_that_was_empty_before_is_typed_over_though_enter_took_the_text_away():
    assert added(
        field(value=""), enter=True, receipt=Receipt("not_seen", "its page changed")
    ).replace


@pytest.mark.parametrize(
    ("element", "receipt"),
    [
        (field(value="Old "), ADDED),
        (field(value="Old"), Receipt("effect_seen", "read back, exact", code="exact")),
        (field(), ADDED),
        (field(), Receipt("not_seen", "nothing tells")),
        (
            field("field", "multi_line", value=""),
            Receipt("effect_seen", "read back, exact", code="exact"),
        ),
        (field("terminal", value=""), Receipt("effect_seen", "read back, exact", code="exact")),
        (
            field("cell", "editable", value=""),
            Receipt("effect_seen", "read back, exact", code="exact"),
        ),
        (field("combo", value=""), Receipt("effect_seen", "read back, exact", code="exact")),
        (None, Receipt("effect_seen", "read back, exact", code="exact")),
    ],
)
def test_text_that_was_added_or_went_where_more_may_be_chosen_is_added_again(element, receipt):
    if element is None:
        record = step(1, Write("Acme"), receipt=receipt, place=where())
        assert not made(record).macro.steps[0].replace
    else:
        assert not added(element, receipt=receipt).replace


def test_a_drop_down_that_can_be_written_in_is_a_field():
    assert added(field("combo", "editable", value="")).replace


def test_text_for_what_has_the_keyboard_is_judged_by_that_field():
    record = step(
        1, Write("Acme"), receipt=Receipt("effect_seen", "read back, exact", code="exact"),
        place=where(element=field()),
    )  # fmt: skip
    assert made(record).macro.steps[0].replace
    full = replace(record, proposal=replace(record.proposal, element=field(value="Old")))
    assert not made(full).macro.steps[0].replace


def test_only_the_first_part_of_a_long_text_takes_the_place_of_what_is_there():
    text = "Acme " * 4000
    steps = made(write(1, text, field(value=""), overwrite=False)).macro.steps
    assert [one.replace for one in steps] == [True, *[False] * (len(steps) - 1)]
    assert len(steps) > 1


def test_nothing_is_cleared_that_was_not():
    assert not made(write(1, "", field(value=""), overwrite=False)).macro.steps[0].replace
