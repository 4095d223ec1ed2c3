"""The demo on a desktop that somebody uses: what the terminal says of cards that wait for a person."""

import msgspec
import pytest

from app.gui.demo import Answers, Part, _verdict
from app.settings import Settings
from automation.core.events import Confirmed, Ended
from automation.core.proposal import Confirmation, Outcome

BLOCKED = Ended("r", Outcome.BLOCKED, "I tried 3 times. Nothing was sent.", 0)
FORM = Part("Form", "type", BLOCKED, "the form itself logged no save", is_right=False)


def heard(*verdicts, by="user"):
    told = []
    answers = Answers(told.append, Settings())
    for verdict in verdicts:
        answers(Confirmed("r", 1, Confirmation(verdict, by)))
    assert len(told) == len(verdicts)
    return answers


def test_the_beginning_names_the_users_own_keys_and_the_time():
    keys = msgspec.structs.replace(Settings().keys, accept="Ctrl+Alt+Return", reject="Ctrl+Alt+N")
    approval = msgspec.structs.replace(Settings().approval, expiry_s=45.0)
    settings = msgspec.structs.replace(Settings(), keys=keys, approval=approval)
    said = Answers(print, settings).beginning
    assert "waits for you" in said
    assert "Ctrl+Alt+Enter accepts it, Ctrl+Alt+N rejects it" in said
    assert said.endswith("A card waits 45 s.")


def test_where_every_card_ran_out_the_end_says_that_nobody_accepted():
    answers = heard("expired", "expired")
    assert answers.nobody_came
    said = _verdict([FORM], answers.end).message
    assert "Nobody accepted a step: 2 cards ran out." in said
    assert "Ctrl+Shift+Enter" in said
    assert "logged no save" not in said


@pytest.mark.parametrize(
    ("verdicts", "by"),
    [
        ((), "user"),
        (("expired", "accepted"), "user"),
        (("rejected",), "user"),
        (("expired",), "rule:x"),
    ],
)
def test_somebody_who_was_there_is_not_told_to_come(verdicts, by):
    answers = heard(*verdicts, by=by)
    assert (answers.nobody_came, answers.end) == (False, "")
    assert _verdict([FORM], answers.end).message.endswith("the form itself logged no save")
