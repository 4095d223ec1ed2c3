"""

What counts as lying over a window, what it is called, and when keys would go to another program.
"""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.macros.find.target_window import (
    Chosen,
    Hidden,
    NoWindow,
    choose,
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


EDITOR = win(1, "notes.txt - Editor", "editor")
OTHER = win(2, "notes.txt - Viewer", "viewer", is_active=True)
SECOND = win(3, "todo.txt - Editor", "editor")


def chosen(windows, **target):
    return choose(Target(**target), screen(windows, []).observation)


def test_active_window_is_meant_where_nothing_names_one():
    assert chosen([EDITOR, OTHER], name="Save") == Chosen(OTHER)


def test_window_is_found_by_title_and_program():
    assert chosen([OTHER, EDITOR], window="notes.txt*", app="editor") == Chosen(EDITOR)


@pytest.mark.parametrize("window", ["notes.txt - Editor", "*Editor", ""])
def test_another_programs_window_is_never_chosen(window):
    answer = chosen([OTHER], window=window, app="editor")
    assert isinstance(answer, NoWindow)
    assert "“editor”" in answer.sentence


def test_active_one_of_several_that_fit_is_chosen():
    active = win(4, "b - Editor", "editor", is_active=True)
    assert chosen([EDITOR, active], window="*Editor", app="editor") == Chosen(active)


def test_several_that_fit_without_an_active_one_are_several():
    answer = chosen([OTHER, EDITOR, SECOND], window="*Editor", app="editor")
    assert isinstance(answer, NoWindow)
    assert answer.is_several


def test_changed_title_leads_to_the_programs_only_window():
    answer = chosen([OTHER, EDITOR], window="*Untitled - Editor", app="editor")
    assert answer == Chosen(EDITOR, is_as_recorded=False)


def test_changed_title_leads_to_the_only_window_that_names_the_program_alike():
    dialog = win(5, "Save changes?", "editor", is_active=True)
    answer = chosen([dialog, EDITOR], window="Untitled - Editor", app="editor")
    assert answer == Chosen(EDITOR, is_as_recorded=False)


def test_changed_title_with_several_windows_leads_nowhere():
    answer = chosen([EDITOR, SECOND], window="Untitled - Editor", app="editor")
    assert isinstance(answer, NoWindow)
    assert "todo.txt - Editor" in answer.sentence


def test_changed_title_without_a_program_leads_nowhere():
    assert isinstance(chosen([EDITOR], window="Untitled - Editor"), NoWindow)


def test_minimised_window_is_said_to_be():
    hidden = win(1, "notes.txt - Editor", "editor", is_minimised=True)
    answer = chosen([OTHER, hidden], window="notes.txt - Editor", app="editor")
    assert isinstance(answer, NoWindow)
    assert "minimised" in answer.sentence


def test_minimised_main_window_does_not_leave_its_dialog_as_the_only_one():
    hidden = win(1, "notes.txt - Editor", "editor", is_minimised=True)
    dialog = win(5, "Save changes?", "editor", Rect(0, 0, 300, 100), is_active=True)
    answer = chosen([dialog, hidden], window="Untitled - Editor", app="editor")
    assert isinstance(answer, NoWindow)


def test_own_windows_and_popups_are_no_windows_to_look_in():
    own = win(6, "notes.txt - Editor", "editor", is_own=True)
    popup = win(7, "notes.txt - Editor", "editor", is_popup=True)
    assert isinstance(chosen([own, popup], window="notes.txt - Editor"), NoWindow)


def test_a_program_that_is_not_open_is_to_be_opened_first():
    said = chosen([OTHER], window="notes.txt", app="editor").sentence
    assert said == "No window “notes.txt” of the program “editor” is open; open it first."


def test_a_window_that_is_not_open_is_to_be_opened_first():
    said = chosen([EDITOR, SECOND], window="Untitled", app="editor").sentence
    assert said.startswith("No window “Untitled” of the program “editor” is open; open it first.")


def test_the_only_one_that_fits_is_told_as_minimised_and_of_several_none():
    one, two = (win(n, "a - Editor", "editor", is_minimised=True) for n in (1, 2))
    assert chosen([one], window="*Editor", app="editor").minimised == one
    several = chosen([one, two], window="*Editor", app="editor")
    assert (several.minimised, several.is_several) == (None, True)
