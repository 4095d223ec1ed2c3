"""Verbs in two words, and the field named before its text: no part of a verb is typed."""

import pytest

from automation.core.geometry import Rect
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

PAGE = win(1, "Members", "members", is_active=True)
FIELD = states("editable", "focusable")


def page():
    fields = [
        element(name, "field", Rect(140, 40 + 30 * n, 200, 22), states=FIELD, value="Rye")
        for n, name in enumerate(("Town", "Phone", "Subject"))
    ]
    return screen([PAGE], [*fields, element("Baker Ron", "list_item", Rect(400, 40, 120, 22))])


@pytest.mark.parametrize(
    "said",
    [
        "write down Dover as the town",
        "note down Dover as the town",
        "put down Dover as the town",
        "put in Dover as the town",
        "put in Town: Dover",
        "type out Dover in Town",
        "key Dover into Town",
        "enter the town as Dover",
        "type the town as Dover",
        "update the town to Dover",
        "correct Town to Dover",
        "alter the town to Dover",
        "the town becomes Dover",
    ],
)
def test_only_the_text_is_typed(said):
    assert told(said, page()).removesuffix(" over") == "write 'Dover' @Town"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("write down Dover", "Dover"),
        ("type out of office", "out of office"),
        ("write out of stock", "out of stock"),
        ("type see you as soon as possible", "see you as soon as possible"),
        ("enter Tea as planned", "Tea as planned"),
        ("type Down the road", "Down the road"),
    ],
)
def test_a_text_keeps_its_words(said, text):
    assert Driver(said, page()).step().intent.text == text


@pytest.mark.parametrize(
    "said",
    [
        "call Anna",
        "phone Anna",
        "Phone Baker Ron",
        "call Baker Ron",
        "ring Anna",
        "invite Anna",
        "update the system",
        "put in Dover",
    ],
)
def test_what_asks_for_something_else_is_typed_nowhere(said):
    assert told(said, page()) in ("not_found", "needs_model", "not_understood")


@pytest.mark.parametrize(
    "said",
    [
        "call up Baker Ron",
        "go on to Baker Ron",
        "carry on to Baker Ron",
        "back to Baker Ron",
        "take me to Baker Ron",
    ],
)
def test_an_entry_is_gone_to(said):
    assert told(said, page()) == "click Baker Ron"


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        (
            "subject Ski camp, town Dover",
            "write 'Ski camp' @Subject over; write 'Dover' @Town over",
        ),
        ("phone 020 55, town Dover", "write '020 55' @Phone over; write 'Dover' @Town over"),
        ("town hall", "not_understood"),
        ("subject to change, town Dover", "needs_model"),
    ],
)
def test_a_field_by_its_name_alone_and_its_value(said, meaning):
    assert told(said, page()) == meaning
