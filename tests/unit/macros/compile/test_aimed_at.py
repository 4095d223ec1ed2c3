"""What a step of a run was aimed at: what was read there, where the tree tells another thing."""

import pytest

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.macros.compile.pieces import element_at
from tests.unit.macros.compile.sample_run import BUTTON, click, thing, where

READ = ScreenElement("Imprint", "text", BUTTON, "ocr", window_title="Bills")
PAGE = Rect(0, 0, 400, 300)


def aimed_at(proposed, met):
    record = click(1, proposed or met, place=where(element=met))
    return element_at(record, record.action.at)


@pytest.mark.parametrize(
    "met",
    [
        thing("Holiday houses", "document", PAGE),
        thing("", "document", PAGE),
        thing("Newsletter", "link"),  # the tree of a page that has scrolled since
    ],
)
def test_what_was_read_is_meant_where_the_tree_tells_another_thing(met):
    assert aimed_at(READ, met) == READ


@pytest.mark.parametrize(
    "met", [thing("Imprint", "link"), thing("Imprint and terms", "link"), thing("", "button")]
)
def test_the_trees_thing_is_meant_where_it_is_what_was_read(met):
    assert aimed_at(READ, met) == met


def test_the_text_of_an_editor_is_meant_itself_and_a_page_is_not():
    text = thing("Letter", "document", PAGE, states=frozenset({"editable"}))
    assert aimed_at(text, text) == text
    assert aimed_at(None, text) == text
    page = thing("Holiday houses", "document", PAGE)
    record = click(1, page, place=where(element=page))
    assert element_at(record, record.action.at) is None


def test_the_trees_thing_that_was_aimed_at_is_meant():
    save = thing("Save")
    assert aimed_at(save, thing("Other", "link")) == save
