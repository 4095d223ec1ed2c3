"""What is told of a sentence that was not read: which of its words, and a form that is one."""

import pytest

from automation.core.proposal import Outcome
from tests.fakes.driver import Driver
from tests.fakes.screens import SCREENS


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        (
            "make the third column greener",
            "In “make the third column greener” I do not know “greener”; the other words I know.",
        ),
        ("drag the corner a bit", "In “drag the corner a bit” I do not know “bit”;"),
        (
            "mach die dritte Spalte kariert",
            "In “mach die dritte Spalte kariert” kenne ich “kariert” nicht;",
        ),
    ],
)
def test_the_words_that_nobody_knows_are_named_and_a_model_comes_last(said, begins):
    end = Driver(said, SCREENS["form"]()).decide()
    assert end.outcome is Outcome.NEEDS_MODEL
    assert end.message.startswith(begins)
    assert end.suggestions[0] in end.message
    assert "model" in end.message.casefold().rpartition(".")[0].rpartition(".")[2]


def test_a_goal_is_told_as_one():
    end = Driver("find the cheapest flight", SCREENS["form"]()).decide()
    assert "a goal as a whole needs a model" in end.message
