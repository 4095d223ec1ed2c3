"""A model that is asked for one target: told what is looked for, and only its place is taken."""

import pytest

from app.macros.play import ModelRepairer, words_for
from app.run_options import Askable
from automation.core import actions
from automation.core.actions import Aim
from automation.core.errors import ModelError, Stopped
from automation.core.proposal import Finish, Later, Outcome, Proposal, Question
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from automation.macros.found import Found
from automation.macros.macro import Target
from automation.macros.play.repair import MissingTarget, NoAnswer
from tests.fakes.macro_world import Rig, World, WorldReader, click, macro, thing

STEP = grammar.Click(
    id="send",
    target=Target(name="Send", about="the blue one below the form", row=("Ada",)),
)
C = thing("Submit", 6)
AT = Aim(C.box.center)


class Looks:
    """A model that answers with what the test says."""

    name = "holotron"

    def __init__(self, answer):
        self.answer = answer
        self.asked = []

    def propose(self, task, history, observation, stop):
        assert history.steps == ()
        self.asked.append(task)
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def asked(answer, step=STEP, part="target", stop=None):
    world, model = World([C]), Looks(answer)
    repairer = ModelRepairer(Askable(lambda stop: model), WorldReader(world))
    wanted = MissingTarget(step, part, "“Send” is not there")
    return repairer.repair(wanted, world.observe_now(), stop or StopToken()), model


def test_the_model_is_told_what_is_looked_for_and_why_it_was_not_found():
    _, model = asked(Proposal(actions.Click(AT)))
    text = model.asked[0].text
    for word in ("“Send”", "the blue one below the form", "Ada", "is not there", "one click"):
        assert word in text
    assert model.asked[0].max_steps == 1


def test_what_the_step_types_is_not_told():
    step = grammar.Type(id="t", text="my diary", target=Target(role="field", name="Note"))
    text = words_for(MissingTarget(step, "target", "not there"))
    assert "my diary" not in text
    assert "field “Note”" in text


def test_a_place_is_taken_with_what_stands_there():
    found, _ = asked(Proposal(actions.Click(AT), evidence="never tested"))
    assert isinstance(found, Found)
    assert (found.rung, found.point, found.element.name) == ("model", C.box.center, "Submit")
    assert found.window_id == 1
    assert found.tried[0].note == "never tested"


DRAG = grammar.Drag(id="d", target=Target(name="A"), to=Target(name="B"))
WRITE = grammar.Type(id="t", text="x", target=Target(name="F"))
RIGHT = grammar.Click(id="r", target=Target(name="A"), button="right")


@pytest.mark.parametrize(
    ("answer", "step", "is_taken"),
    [
        (actions.Click(AT), STEP, True),
        (actions.Click(AT), WRITE, True),
        (actions.Click(AT), DRAG, True),
        (actions.Click(AT, "right"), RIGHT, True),
        (actions.Write("y", AT), WRITE, True),
        (actions.Click(AT, "right"), STEP, False),
        (actions.Click(AT, "left", 2), STEP, False),
        (actions.Click(AT, "left", 1, ("ctrl",)), STEP, False),
        (actions.Write("y", AT), STEP, False),
        (actions.Write("y"), WRITE, False),
        (actions.Move(AT), STEP, False),
        (actions.Hotkey(("enter",)), STEP, False),
        (actions.Window("close", 1, "Form"), STEP, False),
        (actions.Launch("app", "app"), STEP, False),
    ],
)
def test_only_an_answer_that_points_in_the_steps_own_way_is_taken(answer, step, is_taken):
    found, _ = asked(Proposal(answer), step)
    assert isinstance(found, Found) is is_taken
    if not is_taken:
        assert "does not know" in found.sentence


@pytest.mark.parametrize(
    "answer",
    [
        Finish(Outcome.NOT_FOUND, "There is no such button."),
        Question("Which one?"),
        Later(1.0),
        ModelError("the weights are damaged"),
    ],
)
def test_any_other_answer_is_not_knowing(answer):
    found, _ = asked(answer)
    assert isinstance(found, NoAnswer)
    assert "model" in found.sentence.casefold()


def test_a_stop_goes_through():
    stop = StopToken()
    with pytest.raises(Stopped):
        asked(Stopped("kill_key"), stop=stop)
    stop.stop("kill_key")
    with pytest.raises(Stopped):
        asked(Proposal(actions.Click(AT)), stop=stop)


def test_a_replay_presses_what_the_model_points_at():
    world = World([C])
    model = Looks(Proposal(actions.Click(AT)))
    repairer = ModelRepairer(Askable(lambda stop: model), WorldReader(world))
    rig = Rig(world, macro(click("Send", on_mismatch="ask_model")), tools={"repairer": repairer})
    assert rig.run().outcome is Outcome.DONE
    assert world.pressed == ["Submit"]
    assert rig.policy.repairs[0].target.name == "Submit"
