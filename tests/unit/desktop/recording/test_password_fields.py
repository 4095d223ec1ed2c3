"""A field that shows a password is one still: by its name, by what it was, by where it stands."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.core.observation import WindowInfo
from automation.desktop.recording.privacy import PasswordFields
from automation.screen.roles import hides_text
from tests.fakes.fake_reader import element

WINDOW = WindowInfo(7, "Login", "app", 42, Rect(100, 200, 400, 300))
HERE, BELOW = Rect(120, 220, 100, 20), Rect(120, 260, 100, 20)


def field(name, box=HERE, role="field", **more):
    return element(name, role, box, window_id=7, **more)


def secrets(fields, *elements, windows=(WINDOW,)):
    return [e.box for e in fields.marked(elements, windows) if hides_text(e)]


@pytest.mark.parametrize(
    ("thing", "is_one"),
    [
        (field("Password"), True),
        (field("Kennwort bestätigen"), True),
        (field("PIN", role="combo"), True),
        (field("Notes", role="password"), True),
        (field("Street"), False),
        (field("Password hint"), False),
        (field("Show password", role="button"), False),
        (field("Password", role="label"), False),
        (field("Password", role="document", states=frozenset({"editable"})), False),
        (field("Password", states=frozenset({"editable", "multi_line"})), False),
    ],
)
def test_a_field_is_one_where_its_name_says_so(thing, is_one):
    assert secrets(PasswordFields(), thing) == ([HERE] if is_one else [])


def test_what_is_marked_tells_nothing_of_what_it_holds():
    (found,) = PasswordFields().marked([field("Password", value="hunter2")], (WINDOW,))
    assert found.value is None
    assert "secret" in found.states


def test_a_field_that_hid_what_it_held_is_one_wherever_it_stands_in_its_window():
    fields = PasswordFields()
    secrets(fields, field("Magic word", role="password"))
    assert secrets(fields, field("Magic word", BELOW)) == [BELOW]
    assert secrets(fields, replace(field("Magic word"), window_id=8)) == []


def test_a_field_without_a_name_is_one_in_the_place_of_one_even_after_its_window_moved():
    fields = PasswordFields()
    secrets(fields, field("", role="password"))
    moved = replace(WINDOW, rect=Rect(150, 200, 400, 300))
    there = Rect(165, 220, 100, 20)
    assert secrets(fields, field("", there), windows=(moved,)) == [there]
    assert secrets(fields, field("City", there), windows=(moved,)) == []
    assert secrets(fields, field("", BELOW), windows=(moved,)) == []


def test_where_they_are_is_known_of_windows_that_were_not_read_again():
    fields = PasswordFields()
    secrets(fields, field("Password"))
    moved = replace(WINDOW, rect=Rect(110, 210, 400, 300))
    other = replace(WINDOW, window_id=8)
    secrets(fields, replace(field("City"), window_id=8), windows=(moved, other))
    assert fields.boxes((moved, other)) == (Rect(130, 230, 100, 20),)
    assert fields.boxes((replace(moved, is_minimised=True),)) == ()
    secrets(fields, field("City"))
    assert fields.boxes((WINDOW,)) == ()


def test_a_window_that_is_gone_is_forgotten():
    fields = PasswordFields()
    secrets(fields, field("Magic word", role="password"))
    secrets(fields, windows=())
    assert secrets(fields, field("Magic word")) == []


def test_one_whose_middle_another_window_covers_is_where_it_was():
    """The tree is read for what can be pressed; what is left of the field still shows in pictures."""
    fields, over = PasswordFields(), WindowInfo(8, "Note", "app", 43, Rect(150, 200, 90, 90))
    button = field("Enter", BELOW, role="button")
    secrets(fields, field("PIN"), button)
    covered = (over, WINDOW)
    secrets(fields, button, windows=covered)
    assert fields.boxes(covered) == (HERE,)
    secrets(fields, button)
    assert fields.boxes((WINDOW,)) == (), "nothing covers it any more, so it is gone"
