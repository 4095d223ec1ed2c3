import pytest

from automation.core.geometry import Rect
from automation.macros.find.target_window import Chosen, NoWindow, choose
from automation.macros.macro import Target
from tests.fakes.screens import screen, win

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
