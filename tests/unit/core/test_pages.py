"""What is a browser's own, and what a page may have drawn."""

import pytest

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement, is_above_pages

PAGE = ScreenElement("News", "document", Rect(0, 80, 800, 500), "tree")
LOWER = ScreenElement("Advertisement", "document", Rect(0, 600, 800, 100), "tree")


def field(y, h=20, role="field"):
    return ScreenElement("Address", role, Rect(100, y, 300, h), "tree")


@pytest.mark.parametrize("role", ["field", "combo"])
def test_a_field_above_all_pages_is_the_browsers(role):
    bar = field(60, role=role)
    assert is_above_pages(bar, [LOWER, bar, PAGE])


@pytest.mark.parametrize(
    "element",
    [
        field(61),  # its last line lies on the page
        field(300),
        field(590),  # above one page, below another
        field(60, role="button"),
    ],
)
def test_what_a_page_may_have_drawn_is_not(element):
    assert not is_above_pages(element, [PAGE, LOWER, element])


def test_a_program_without_pages_has_none():
    assert not is_above_pages(field(10), [field(10)])
