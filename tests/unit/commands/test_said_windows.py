"""Words that only look as if they named a window: dictated text, values, and steps of other windows."""

import pytest

from automation.core.actions import Window
from automation.core.geometry import Rect
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element, line
from tests.fakes.screens import screen, states, win

PAGE = Rect(0, 0, 900, 800)
SIDE = Rect(900, 0, 380, 400)
BELOW = Rect(900, 400, 380, 400)


def mail(*, front=1):
    """Return a window with a letter that is being written, and two others beside it."""
    windows = [
        win(1, "New letter", "mailer", PAGE, is_active=front == 1),
        win(2, "notes0 - Mousepad", "mousepad", SIDE, is_active=front == 2),
        win(3, "Home", "files", BELOW),
    ]
    parts = [
        element("Save", "button", Rect(10, 10, 60, 20), window_id=1),
        element("photo.png", "list_item", Rect(10, 40, 60, 20), window_id=1),
        element("Subject", "field", Rect(10, 80, 300, 20), window_id=1, value="",
                states=states("editable")),
        element("Message", "field", Rect(10, 120, 300, 300), window_id=1, value="",
                states=states("editable", "multi_line", "focused")),
        element("Print", "button", Rect(910, 10, 60, 20), window_id=2),
        element("Ruler", "button", Rect(990, 10, 60, 20), window_id=2),
        element("Subject", "field", Rect(910, 40, 60, 20), window_id=2, value="",
                states=states("editable")),
        element("Pictures", "list_item", Rect(910, 410, 60, 20), window_id=3),
    ]  # fmt: skip
    return screen(windows, parts)


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("press Enter and type hello in Mousepad", "keys enter"),
        ("type hello and press Enter in Mousepad", "write 'hello'"),
        ("click Save and type hello in Mousepad", "click Save"),
        ("right-click Save and choose Print in Mousepad", "right-click Save"),
        ("click Save and Print in Mousepad", "click Save"),
        ("click the Save button and press Print in Mousepad", "click Save"),
        ("click the first button and press Print in Mousepad", "click Save"),
        ("click Message and type hi at Mousepad", "click Message"),
        ("press Enter and click Print in Mousepad", "keys enter"),
        ("press Delete and Ruler in Mousepad", "keys delete"),
        ("click 20x30 and press Print in Mousepad", "click 20,30"),
        ("click Save, in Mousepad click Print", "click Save"),
        ("click Message, click it and press Print in Mousepad", "click Message; click Message"),
        ("scroll down and click Print in Mousepad", "scroll down 5"),
    ],
)
def test_an_earlier_step_stays_in_the_window_in_front(said, first):
    assert told(said, mail()).startswith(first)


@pytest.mark.parametrize(
    "said",
    [
        "click Ruler and Print in Mousepad",
        "click the Ruler and press Print in Mousepad",
        "press Enter and Tab in Mousepad",
        "press Enter, Tab and Down in Mousepad",
    ],
)
def test_a_list_that_the_window_in_front_lacks_is_done_in_the_one_that_is_named(said):
    assert Driver(said, mail()).decide().intent == Window("activate", 2, "notes0 - Mousepad")


def test_a_picture_without_a_tree_has_what_is_read_on_it():
    drawn = screen(
        [win(7, "Game", "game", PAGE, is_active=True), win(2, "notes0 - Mousepad", "mousepad", SIDE)],
        [element("Print", "button", Rect(910, 10, 60, 20), window_id=2)],
        [line("Save", Rect(4, 4, 60, 16), window_id=7)],
    )  # fmt: skip
    assert told("click Save and Print in Mousepad", drawn).split("; ")[0] == "click Save"
