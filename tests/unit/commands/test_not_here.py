"""A window that is not open, a dialog before the one that is meant, and an address, which is no window."""

from dataclasses import replace

import pytest

from automation.commands.policy import CommandsPolicy
from automation.core.geometry import Rect
from automation.core.proposal import Finish, Outcome
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import calculator, save_dialog, screen, table, web_form, win

BACK = Rect(0, 0, 400, 300)


def with_more(seen, *windows):
    return screen([*seen.observation.windows, *windows], seen.reader.elements)


def ended(said, seen):
    finish = Driver(said, seen).decide()
    assert isinstance(finish, Finish)
    assert finish.outcome is Outcome.NOT_FOUND
    return finish.message


@pytest.mark.parametrize(
    ("said", "window", "whole"),
    [
        ("press Q in galculator", "galculator", "Q in galculator"),
        ("press Q in the galculator", "galculator", "Q in the galculator"),
        ("click Retry in Unnamed Window", "Unnamed Window", "Retry in Unnamed Window"),
    ],
)
def test_a_step_in_a_window_that_is_not_open_says_so(said, window, whole):
    assert ended(said, table()) == (
        f"No window is called “{window}”, and “{whole}” is not in this window. Open are: “Places”. "
        "Nothing was done."
    )


@pytest.mark.parametrize("said", ["click Paint in Ostsee", "click Terms of Hire", "click Nothing"])
def test_of_a_place_that_is_in_front_and_of_what_names_none_no_window_is_missed(said):
    assert "No window" not in ended(said, table())


def test_all_open_windows_are_listed_the_most_alike_first():
    others = win(8, "galculator", "galculator", BACK), win(9, "notes.txt - Mousepad", "a", BACK)
    assert ended("switch to notes.doc", with_more(web_form(), *others)) == (
        "No window is called “notes.doc”. Open are: “notes.txt - Mousepad”, “Order - Chromium”, "
        "“galculator”. Nothing was done."
    )


def test_of_many_windows_the_rest_is_counted():
    others = [win(20 + n, f"Sheet {n}", "sheets", BACK) for n in range(12)]
    assert "“Sheet 7” and 4 more. " in ended("switch to Blender", with_more(table(), *others))


ADDRESSES = ["file:///tmp/x.html", "https://example.org/a?b=c,d", "www.example.org"]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("verb", ["go to", "open"])
def test_an_address_is_no_window_and_how_to_go_there_is_said(verb, address):
    said = f'press Ctrl+L, type "{address}", press Enter'
    assert ended(f"{verb} {address}", save_dialog()) == (
        f"“{address}” is an address, and no window is called so. Bring a browser to the front and "
        f"say: {said}. Nothing was done."
    )
    assert CommandsPolicy.preview(said) == (
        "Press Ctrl+L", f"Type “{address}”", "Press Enter",
    )  # fmt: skip


def test_a_link_that_is_called_like_an_address_is_opened():
    page = web_form().with_elements(element("www.example.org", "link", Rect(9, 9, 90, 20)))
    assert told("open www.example.org", page) == "click www.example.org"


def behind_a_dialog(*, title="Save As", is_modal=True):
    """Return the editor's dialog before its window, and a calculator that has a View of its own."""
    seen = save_dialog()
    dialog, editor = seen.observation.windows
    parts = [replace(e, window_id=dialog.window_id) for e in seen.reader.elements]
    if not is_modal:
        parts = [replace(e, states=e.states - {"modal"}) for e in parts]
    behind = replace(calculator().observation.windows[0], is_active=False)
    view = element("View", "menu", Rect(110, 110, 60, 20), window_id=behind.window_id,
                   window_title=behind.title)  # fmt: skip
    return screen([replace(dialog, title=title), editor, behind], [*parts, view])


@pytest.mark.parametrize(
    ("title", "shown"), [("Save As", "the dialog “Save As”"), ("", "a dialog")]
)
@pytest.mark.parametrize("said", ["open View > Line Numbers in Mousepad", "click Undo in Mousepad"])
def test_a_dialog_before_the_window_that_is_meant_has_to_be_answered_first(said, title, shown):
    assert ended(said, behind_a_dialog(title=title)) == (
        f"“Mousepad” shows {shown}, which has to be answered first. Nothing was clicked."
    )


def test_what_the_dialog_itself_has_is_pressed():
    assert told("click Cancel in Mousepad", behind_a_dialog()) == "click Cancel"


def test_a_window_that_leaves_the_rest_usable_need_not_be_answered():
    question = Driver("click View in Mousepad", behind_a_dialog(is_modal=False)).decide()
    assert question.text.startswith("“View” is not in this window but in “galculator”.")
