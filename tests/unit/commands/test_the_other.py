"""`the other one` is the other of exactly two things of a kind; else it is asked."""

import pytest

from automation.core.geometry import Rect
from automation.core.proposal import Question
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win


def window(*boxes):
    parts = [
        element(name, "checkbox", Rect(10, 40 * n, 80, 24), states=states(*on))
        for n, (name, *on) in enumerate(boxes)
    ]
    return screen([win(1, "Notes", "notes", is_active=True)], [*parts, element("Go", "button", Rect(200, 9, 40, 20))])  # fmt: skip


@pytest.mark.parametrize(
    "said",
    ["click News, then click the other one", "tick News, then tick the other checkbox",
     "klick auf News, dann klick auf das andere"],
)  # fmt: skip
def test_of_two_it_is_not_that_of_the_step_before(said):
    assert told(said, window(("News",), ("Terms",))) == "click News; click Terms"


@pytest.mark.parametrize("said", ["click the other checkbox", "click the other box"])
def test_of_two_it_is_the_one_that_is_not_on(said):
    assert told(said, window(("News", "checked"), ("Terms",))) == "click Terms"


@pytest.mark.parametrize(
    "boxes",
    [
        [("News", "checked"), ("Terms", "checked")],
        [("News",), ("Terms",)],
        [("News", "checked"), ("Terms",), ("Offers",)],
    ],
)
def test_else_it_is_asked(boxes):
    question = Driver("click the other checkbox", window(*boxes)).decide()
    assert isinstance(question, Question)
    assert len(question.candidates) == len(boxes)


def test_what_is_called_so_is_meant_first():
    seen = window(("News", "checked"), ("Terms",), ("Other",))
    assert told("click the Other", seen) == "click Other"
    assert told("click News, then click Other", seen) == "click News; click Other"


def test_nothing_is_typed_into_a_box():
    said = "click News, then type Bob into the other one"
    assert told(said, window(("News",), ("Terms",))) == "click News; not_found"
