import pytest

from automation.core.actions import Wait
from automation.core.errors import Stopped
from automation.core.events import Task
from automation.core.ports import History
from automation.core.proposal import Finish, Outcome, Proposal, Question
from automation.core.timing import StopToken
from model.auto import AutoPolicy
from tests.fakes.scripted_policy import ScriptedPolicy
from tests.unit.agent.rig import observation

TASK = Task("find the cheapest flight")
SEEN = observation()
STEP = Proposal(Wait(1.0))
NEEDS_MODEL = Finish(Outcome.NEEDS_MODEL, "That needs the main model.")


def asked(policy, history=None):
    return policy.propose(TASK, history or History(), SEEN, StopToken())


def no_model(stop):
    pytest.fail("the model was asked for")


@pytest.mark.parametrize("outcome", [Outcome.NEEDS_MODEL, Outcome.NOT_UNDERSTOOD])
def test_what_is_no_command_goes_to_the_model(outcome):
    commands = ScriptedPolicy([Finish(outcome, "no")])
    policy = AutoPolicy(commands, lambda stop: ScriptedPolicy([STEP], "holotron"))
    assert policy.name == "commands"
    assert asked(policy) is STEP
    assert policy.name == "holotron"


@pytest.mark.parametrize(
    "decision", [STEP, Question("Which one?"), Finish(Outcome.NOT_FOUND, "It is not there.")]
)
def test_a_command_stays_with_the_commands(decision):
    policy = AutoPolicy(ScriptedPolicy([decision]), no_model)
    assert asked(policy) is decision
    assert policy.name == "commands"


def test_a_task_that_began_as_a_command_is_never_handed_over():
    commands = ScriptedPolicy([Question("Which one?")])
    policy = AutoPolicy(commands, no_model)
    asked(policy)
    commands._script = [NEEDS_MODEL]
    assert asked(policy) is NEEDS_MODEL


def test_without_a_model_the_commands_say_what_is_missing():
    policy = AutoPolicy(ScriptedPolicy([NEEDS_MODEL]), lambda stop: None)
    assert asked(policy) is NEEDS_MODEL


def test_the_model_is_loaded_once_and_serves_the_whole_run():
    loads = []
    later = Proposal(Wait(2.0))
    model = ScriptedPolicy([lambda history: STEP if len(model.seen) == 1 else later], "holotron")

    def load(stop):
        loads.append(stop)
        return model

    policy = AutoPolicy(ScriptedPolicy([NEEDS_MODEL]), load)
    assert [asked(policy), asked(policy)] == [STEP, later]
    assert len(loads) == 1


def test_a_stop_while_the_model_loads_ends_the_run():
    def load(stop):
        stop.stop("user")
        stop.check()

    policy = AutoPolicy(ScriptedPolicy([NEEDS_MODEL]), load)
    with pytest.raises(Stopped):
        asked(policy)
