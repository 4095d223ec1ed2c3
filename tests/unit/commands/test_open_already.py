"""A menu that is open already is not pressed to open it: that would close it."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.core.proposal import Finish, Outcome
from tests.fakes.driver import Driver
from tests.fakes.fake_reader import element
from tests.fakes.screens import mousepad, mousepad_menu, screen, states, win

OPEN_ALREADY = Finish(Outcome.DONE, "“File” is open already. Nothing was clicked.")


def file_menu():
    """Return the editor with its File menu open, whose items name it as GTK and Qt tell it."""
    seen = mousepad_menu()
    told = [
        replace(e, parent_name="File") if e.role == "menu_item" else e for e in seen.reader.elements
    ]
    return screen(seen.observation.windows, told)


@pytest.mark.parametrize("task", ["open the File menu", "open File"])
def test_an_open_menu_is_not_pressed_to_be_opened(task):
    assert Driver(task, file_menu()).decide() == OPEN_ALREADY


def test_the_next_step_goes_on_in_the_open_menu():
    driver = Driver("open the File menu, then click Save All", file_menu())
    assert driver.step().sentence == "Click “Save All”"


def test_a_state_that_tells_it_is_enough():
    seen = mousepad_menu()
    told = [
        replace(e, states=states("expanded")) if e.name == "File" else e
        for e in seen.reader.elements
    ]
    assert Driver("open the File menu", screen(seen.observation.windows, told)).decide() == (
        OPEN_ALREADY
    )


def test_a_closed_menu_is_opened_also_while_another_one_is_open():
    assert Driver("open the File menu", mousepad()).decide().sentence == "Click “File”"
    assert Driver("open the Edit menu", file_menu()).decide().sentence == "Click “Edit”"


def test_a_path_whose_menu_is_open_is_not_begun_anew():
    driver = Driver("open File > Find and Replace", file_menu())
    assert driver.decide().outcome is Outcome.NOT_FOUND


def test_no_key_follows_where_the_press_has_unfolded_an_entry():
    def tree(*more):
        return screen(
            [win(1, "Keys", "browser", is_active=True)],
            [
                element(
                    "Annexe",
                    "tree_item",
                    Rect(40, 100, 200, 24),
                    states=states("expandable", *more),
                )
            ],
        )

    driver = Driver("unfold the Annexe", tree())
    assert driver.step().sentence == "Expand “Annexe”"
    driver.show(tree("expanded"))
    assert driver.step().outcome is Outcome.DONE
