"""Enter in the address bar of a browser whose page moves by itself: seen where the browser tells it."""

from dataclasses import replace

import pytest

from automation.agent.new_page import opened_page
from automation.core.actions import Hotkey, Write
from automation.core.geometry import Rect
from tests.fakes.fake_reader import FakeReader, element
from tests.fakes.screens import screen, states, win

BAR = element(
    "Address and search bar", "field", Rect(200, 40, 500, 30), window_id=5,
    states=states("editable", "focused"),
)  # fmt: skip
LEFT = replace(BAR, states=states("editable"))
PAGE = element("One", "document", Rect(0, 80, 1280, 720), window_id=5)
ENTER = Hotkey(("enter",))


def look(title, *, is_active=True):
    windows = [win(5, title, "chromium", is_active=is_active)]
    if not is_active:
        windows.append(win(6, "Notes", "mousepad", is_active=True))
    return screen(windows, []).observation


NEW = (look("One - Chromium"), look("Two - Chromium"))


def test_a_new_title_and_a_bar_without_the_keyboard_prove_it():
    receipt = opened_page(ENTER, BAR, NEW, FakeReader([LEFT, PAGE]))
    assert receipt is not None
    assert receipt.kind == "effect_seen"


@pytest.mark.parametrize(
    ("action", "met", "looks", "found"),
    [
        (ENTER, BAR, (NEW[0], NEW[0]), [LEFT, PAGE]),
        (ENTER, BAR, NEW, [BAR, PAGE]),
        (ENTER, BAR, NEW, [LEFT]),
        (ENTER, BAR, NEW, [PAGE]),
        (ENTER, BAR, (NEW[0], look("Two - Chromium", is_active=False)), [LEFT, PAGE]),
        (ENTER, LEFT, NEW, [LEFT, PAGE]),
        (ENTER, None, NEW, [LEFT, PAGE]),
        (ENTER, BAR, NEW, [LEFT, replace(PAGE, box=Rect(0, 0, 1280, 720))]),
        (Hotkey(("tab",)), BAR, NEW, [LEFT, PAGE]),
        (Write("x"), BAR, NEW, [LEFT, PAGE]),
    ],
)
def test_nothing_is_claimed_where_one_of_them_is_not_so(action, met, looks, found):
    assert opened_page(action, met, looks, FakeReader(found)) is None
