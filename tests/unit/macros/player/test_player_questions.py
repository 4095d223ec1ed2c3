"""What a replay asks: things on the screen have a place, answers in words have none."""

import pytest

from automation.macros import macro as grammar
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import Rig, World, click, macro, thing


def asked_by(step, *things, **tools):
    """Return the choices of the first question, by name."""
    human = FakeConfirmer(choices=[None])
    Rig(World(list(things)), macro(step), confirmer=human, tools=tools).run()
    return {one.name: one for one in human.questions[0].candidates}


@pytest.mark.parametrize(
    ("step", "tools"),
    [
        (grammar.AskMe(id="q", question="Is the printer on?"), {}),
        (click("A", breakpoint=True), {"breaks": True}),
        (click("Gone", on_mismatch="ask_me"), {}),
    ],
    ids=["question", "breakpoint", "mismatch"],
)
def test_answers_in_words_have_no_place(step, tools):
    choices = asked_by(step, thing("A", 0), **tools)
    assert len(choices) >= 2
    assert [one.name for one in choices.values() if one.has_place] == []


def test_beside_what_was_found_only_the_answers_have_no_place():
    one, other = thing("A", 0), thing("A", 4)
    human = FakeConfirmer(choices=[None])
    step = click("A", on_mismatch="ask_me")
    Rig(World([one, other]), macro(step), confirmer=human).run()
    choices = human.questions[0].candidates
    assert [c.box for c in choices if c.has_place] == [one.box, other.box]
    assert [c.name for c in choices if not c.has_place] == [
        "Look again", "Leave this step out", "Stop here",
    ]  # fmt: skip
