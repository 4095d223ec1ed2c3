"""What is expected of a step goes with what it types where, and how; what somebody wrote of it stays."""

import msgspec
import pytest

from automation.macros import macro as grammar
from automation.macros.edit.document import Document
from automation.macros.macro import Click, Macro, Target, Type, Until


def document(step):
    return Document(Macro(deskhand=1, name="m", steps=(step,)))


def changed(step, **values):
    """Return a step with other values."""
    return msgspec.structs.replace(step, **values)


def expecting(value, text="Bob"):
    """Return a step that types a text and expects its field to hold something."""
    holds = grammar.Holds(target=Target(name="Name"), value=value)
    return Type(id="a", text=text, target=Target(name="Name"), expect=Until(condition=holds))


def test_what_is_expected_of_a_field_goes_with_what_is_typed():
    edited = document(expecting("Bob"))
    edited.change(expecting("Bob", "{{name}}"))
    assert edited.step("a") == expecting("{{name}}", "{{name}}")
    edited.undo()
    assert edited.step("a") == expecting("Bob")
    edited.change(expecting("Bob", "${secret:mail}"))
    assert edited.step("a").expect is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (expecting("Robert"), expecting("Robert", "Eve")),  # the program makes another one of it
        (expecting("Bob"), expecting("Eve", "Eva")),
        (expecting("Bob"), changed(expecting("Bob"), replace=True, comment="whole name")),
        (changed(expecting("Bob"), enter=True), expecting("Bob")),
        (expecting("Robert"), changed(expecting("Robert"), enter=True)),
        (Type(id="a", text="Bob"), Type(id="a", text="Eve")),
    ],
)
def test_what_is_expected_stays_where_it_is_not_the_text_or_was_written_by_somebody(before, after):
    edited = document(before)
    edited.change(after)
    assert edited.step("a") == after


def test_what_is_expected_comes_again_with_the_text_that_is_typed_for_an_emptied_one():
    edited = document(expecting("Bob"))
    edited.change(expecting("Bob", ""))
    assert edited.step("a") == expecting("", "")
    edited.change(expecting("", "Eve"))
    assert edited.step("a") == expecting("Eve", "Eve")


def ticked(target, held=None):
    """Return a step that presses a box and expects it, or another one, to be on."""
    until = Until(condition=grammar.Holds(target=held or target, value="on"))
    return Click(id="a", target=target, expect=until)


def test_what_is_expected_goes_with_the_target():
    old, new = Target(name="Accept terms", text="terms"), Target(name="I agree", image="img/a.png")
    edited = document(ticked(old))
    edited.change(changed(ticked(old), target=new))
    assert edited.step("a") == ticked(new, Target(name="I agree"))
    edited.undo()
    assert edited.step("a") == ticked(old)
    typed = changed(expecting("Bob", "Eve"), target=new)
    fields = document(expecting("Bob"))
    fields.change(typed)
    assert fields.step("a").expect.condition == grammar.Holds(
        target=Target(name="I agree"), value="Eve"
    )


def test_what_is_expected_of_another_thing_stays_and_of_a_mere_picture_goes():
    old, other = Target(name="Accept terms"), Target(name="News")
    edited = document(ticked(old, other))
    edited.change(changed(ticked(old, other), target=Target(name="I agree")))
    assert edited.step("a").expect == ticked(old, other).expect
    pictured = document(ticked(old))
    pictured.change(changed(ticked(old), target=Target(image="img/a.png")))
    assert pictured.step("a").expect is None


BOX = Target(name="Accept terms")
WRITES_OVER = changed(expecting("Bob"), replace=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (expecting("Bob"), changed(expecting("Bob"), enter=True)),
        (WRITES_OVER, changed(WRITES_OVER, replace=False)),
        (WRITES_OVER, changed(WRITES_OVER, text="Eve", enter=True)),
        (ticked(BOX), changed(ticked(BOX), count=2)),
        (ticked(BOX), changed(ticked(BOX), button="right")),
        (ticked(BOX), changed(ticked(BOX), modifiers=("ctrl",))),
        (ticked(BOX), changed(ticked(BOX), target=Target(name="I agree"), count=2)),
    ],
)
def test_what_is_expected_goes_where_the_step_acts_in_another_way(before, after):
    edited = document(before)
    edited.change(after)
    assert edited.step("a") == changed(after, expect=None)
    edited.undo()
    assert edited.step("a") == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (ticked(BOX, Target(name="News")), changed(ticked(BOX, Target(name="News")), count=2)),
        (ticked(BOX), changed(ticked(BOX, Target(name="News")), count=2)),
        (
            changed(ticked(BOX), modifiers=("ctrl", "shift")),
            changed(ticked(BOX), modifiers=("shift", "ctrl")),
        ),
    ],
)
def test_what_is_expected_stays_where_no_other_way_to_act_can_undo_it(before, after):
    edited = document(before)
    edited.change(after)
    assert edited.step("a") == after
