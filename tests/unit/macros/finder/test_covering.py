"""What counts as lying over a window, what it is called, and when keys would go to another program."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.macros.find.target_window import (
    Hidden,
    coverers,
    covering_words,
    has_open_menu,
    hidden,
    is_same_program,
    unfocused,
)
from automation.macros.macro import Target
from tests.fakes.screens import FULL, screen, win

PART = Rect(400, 300, 200, 100)
FORM = win(1, "Form", "app", PART)
NOTES = win(2, "Notes", "mousepad", is_active=True)
TARGET = Target(window="Form", app="app")


def seen(*windows, masked=()):
    """Return a screen with these windows, topmost first."""
    return replace(screen(windows, []).observation, masked=masked)


def ids(*windows):
    return [one.window_id for one in coverers(FORM, seen(*windows))]


@pytest.mark.parametrize(
    ("over", "is_over"),
    [
        (NOTES, True),
        (replace(NOTES, is_minimised=True), False),
        (replace(NOTES, is_popup=True), False),
        (replace(NOTES, is_own=True), False),
        (replace(NOTES, is_own=True, rect=Rect(380, 290, 50, 50)), True),
        (replace(NOTES, app="APP"), False),
        (replace(NOTES, pid=FORM.pid), False),
        (replace(NOTES, rect=Rect(600, 300, 50, 50)), False),
        (replace(NOTES, rect=Rect(604, 300, 50, 50), frame=Rect(590, 280, 80, 80)), True),
        (replace(NOTES, rect=Rect(400, 250, 50, 40)), False),
    ],
    ids=[
        "another program's",
        "minimised",
        "a popup",
        "our overlay",
        "ours",
        "of the same program by its name",
        "of the same process",
        "beside it",
        "with its border over it",
        "over its title bar, which it has not",
    ],
)
def test_what_lies_over_a_part_of_the_window(over, is_over):
    assert ids(over, FORM) == ([2] if is_over else [])
    assert ids(FORM, over) == []


def test_the_title_bar_belongs_to_the_window():
    form = replace(FORM, frame=Rect(400, 270, 200, 130))
    over = replace(NOTES, rect=Rect(400, 250, 50, 40))
    assert coverers(form, seen(over, form)) == (over,)


def test_windows_without_process_and_name_are_of_no_one_program():
    one, other = (replace(FORM, window_id=n, pid=0, app="") for n in (3, 4))
    assert not is_same_program(one, other)
    assert not is_same_program(replace(FORM, is_own=True), FORM)
    assert is_same_program(replace(FORM, is_own=True), replace(NOTES, is_own=True))


@pytest.mark.parametrize(
    ("over", "masked", "words"),
    [
        (NOTES, (), "another window (“Notes”)"),
        (replace(NOTES, title=" a \n b "), (), "another window (“a b”)"),
        (replace(NOTES, title=""), (), "another window (“mousepad”)"),
        (replace(NOTES, title="", app=""), (), "another window"),
        (replace(NOTES, is_own=True), (), "deskhand's own window"),
        (NOTES, (FULL,), "another window"),
    ],
)
def test_what_lies_over_is_named_unless_nobody_may_look_at_it(over, masked, words):
    assert covering_words((over,), seen(over, FORM, masked=masked)) == words


def test_keys_would_go_to_another_program():
    assert unfocused(TARGET, seen(NOTES, FORM)) == Hidden(FORM, (NOTES,))


@pytest.mark.parametrize(
    "windows",
    [
        (NOTES, replace(NOTES, window_id=3, app="app"), FORM),
        (replace(NOTES, window_id=3, app="app"), FORM),
        (NOTES, win(3, "", "app", PART, is_popup=True, is_menu=True), FORM),
        (NOTES,),
    ],
    ids=["its dialog is over it", "its dialog has the keyboard", "its menu is open", "not open"],
)
def test_no_window_is_named_for_keys_where_it_must_not_be_raised(windows):
    assert unfocused(TARGET, seen(*windows)) is None


def test_no_window_is_named_for_keys_where_nobody_may_look_at_it():
    assert unfocused(TARGET, seen(NOTES, FORM, masked=(PART,))) is None


def test_a_menu_is_open_where_its_own_program_shows_one():
    menu = win(3, "", "app", PART, is_popup=True, is_menu=True)
    assert has_open_menu(FORM, seen(menu, FORM))
    for other in (
        replace(menu, is_menu=False),
        replace(menu, is_minimised=True),
        replace(menu, app="mousepad", pid=NOTES.pid),
    ):
        assert not has_open_menu(FORM, seen(other, FORM))


@pytest.mark.parametrize("is_minimised", [True, False])
@pytest.mark.parametrize("find", [hidden, unfocused])
def test_a_window_without_a_title_is_not_raised(find, is_minimised):
    """So is one told of that the user keeps private, whatever lies over it."""
    form, target = replace(FORM, is_minimised=is_minimised), Target(app="app")
    assert find(target, seen(NOTES, form)).window == form
    assert find(target, seen(NOTES, replace(form, title=""))) is None
