"""What is expected of a step goes with what it types and where; what somebody wrote of it stays."""

import msgspec
import pytest

from automation.macros import macro as grammar
from automation.macros.editing.document import Document
from automation.macros.macro import Click, Macro, Target, Type, Until


def document(step):
    return Document(Macro(deskhand=1, name="m", steps=(step,)))


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
        (expecting("Bob"), msgspec.structs.replace(expecting("Bob"), enter=True)),
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
    edited.change(msgspec.structs.replace(ticked(old), target=new))
    assert edited.step("a") == ticked(new, Target(name="I agree"))
    edited.undo()
    assert edited.step("a") == ticked(old)
    typed = msgspec.structs.replace(expecting("Bob", "Eve"), target=new)
    fields = document(expecting("Bob"))
    fields.change(typed)
    assert fields.step("a").expect.condition == grammar.Holds(
        target=Target(name="I agree"), value="Eve"
    )


def test_what_is_expected_of_another_thing_stays_and_of_a_mere_picture_goes():
    old, other = Target(name="Accept terms"), Target(name="News")
    edited = document(ticked(old, other))
    edited.change(msgspec.structs.replace(ticked(old, other), target=Target(name="I agree")))
    assert edited.step("a").expect == ticked(old, other).expect
    pictured = document(ticked(old))
    pictured.change(msgspec.structs.replace(ticked(old), target=Target(image="img/a.png")))
    assert pictured.step("a").expect is None
