"""The address bar of a browser: its own field above its pages, and no field of a page."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from tests.fakes.driver import told
from tests.fakes.fake_reader import element
from tests.fakes.screens import Seen, states, web_form

BAR = element(
    "Address and search bar", "field", Rect(200, 40, 500, 30), states=states("editable"), value=""
)


def browser(*more) -> Seen:
    """Return a page with a form in a browser that tells its address bar."""
    shown = web_form().with_elements(BAR, *more)
    window = shown.observation.windows[0]
    elements = [replace(e, window_id=window.window_id) for e in shown.reader.elements]
    return Seen(shown.observation, type(shown.reader)(elements, shown.reader.lines))


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("click the address bar", "click Address and search bar"),
        ("click address bar in Chromium", "click Address and search bar"),
        ("type example.org into the address bar", "write 'example.org' @Address and search bar"),
    ],
)
def test_the_address_bar_is_the_field_above_the_page(said, done):
    assert told(said, browser()) == done


def test_a_field_of_the_page_that_is_called_so_is_meant_by_its_own_name():
    page_field = element("Address bar", "field", Rect(40, 600, 300, 30), states=states("editable"))
    assert told("click Address bar", browser(page_field)) == "click Address bar"


def test_fields_are_numbered_where_several_lie_above_the_page_or_none():
    other = element("Find", "field", Rect(800, 40, 200, 30), states=states("editable"))
    assert told("click the address bar", browser(other)).startswith("ask")
    assert told("click the address bar", web_form()).startswith("ask")


def test_a_field_that_a_page_draws_over_its_edge_is_no_address_bar():
    drawn = element("Search", "field", Rect(40, 70, 200, 30), states=states("editable"))
    assert told("click the address bar", browser(drawn)) == "click Address and search bar"


@pytest.mark.parametrize("said", ["type Miete into the search box", "click the search field"])
def test_the_search_box_of_a_page_is_not_the_bar_above_it(said):
    own = element("Search bookings", "field", Rect(700, 160, 300, 30), states=states("editable"))
    assert "Search bookings" in told(said, browser(own))


def test_a_part_of_its_name_does_not_mean_it_where_a_page_shows():
    seen = browser(element("Order", "document", Rect(40, 60, 900, 700), states=states()))
    seen.reader.elements = [e for e in seen.reader.elements if e.name != "Email address"]
    assert "Address and search bar" not in told("change the address to Orchard Lane", seen)
    assert told("type tea into the search bar", seen) == "write 'tea' @Address and search bar"
