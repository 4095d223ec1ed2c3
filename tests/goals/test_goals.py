"""A goal of several steps in a real program, by a model on a server: one now, all 25 with `./test --slow`."""

import pytest

from tests.goals.run import Table, goals
from tests.kit.model_server import ModelServer
from tests.strangers import run as strangers
from tests.strangers.entry import Entry

pytestmark = pytest.mark.desktop
ALL = list(goals())


def _is_first(entry):
    return entry.sentence == ALL[7][0].sentence


@pytest.mark.parametrize(
    ("entry", "answers"),
    [
        pytest.param(
            *each, id=each[0].sentence, marks=() if _is_first(each[0]) else pytest.mark.slow
        )
        for each in ALL
    ],
)
def test_a_goal_is_reached(entry, answers):
    strangers.load("first")
    table = Table(answers)
    with ModelServer(table.answer) as server:
        result = strangers.attempt(entry, True, "remote", server.url, strangers.accepting)
    assert (result["exit"], result["effect"], result["wrong press"]) == (0, True, False), (
        result,
        table.missed,
    )
    assert table.asked >= len(answers)


@pytest.mark.slow
def test_a_thing_that_is_called_otherwise_is_found_by_the_model_and_without_one_is_not_touched():
    strangers.load("first")
    entry = Entry("qt", "tick the box about paper bills", {"Pays by invoice": True}, "", ())
    table = Table(['on | checkbox "Pays by invoice"', "done"])
    with ModelServer(table.answer) as server:
        found = strangers.attempt(entry, True, "auto", server.url, strangers.accepting)
    assert (found["exit"], found["effect"], found["wrong press"]) == (0, True, False), found
    alone = strangers.attempt(entry, True, "auto", None, strangers.accepting)
    assert (alone["exit"], alone["effect"], alone["wrong press"]) == (5, False, False), alone
