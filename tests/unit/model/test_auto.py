"""Who decides a run: the commands, or the model where they know no step or do not find its thing."""

import json
from dataclasses import replace

import pytest

from automation.commands.policy import CommandsPolicy
from automation.core.actions import Wait
from automation.core.errors import LoadError, Stopped
from automation.core.events import Task
from automation.core.ports import History
from automation.core.proposal import (
    Confirmation,
    Finish,
    Outcome,
    Proposal,
    Question,
    Risk,
    RiskLevel,
    StepRecord,
)
from automation.core.text import parts_of, worded
from automation.core.timing import StopToken
from model.auto import BY_ITS_WORDS, AutoPolicy
from model.goals.policy import GoalsPolicy
from model.proposing import HELD_BACK
from model.server.asking import ServerError, ServerFault
from tests.fakes import screens
from tests.fakes.driver import FakeApps, is_key
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_server import FakeServer
from tests.fakes.scripted_policy import ScriptedPolicy
from tests.red.kit import W, red, scene
from tests.red.rig import SETTINGS, EasyPerson, World, played
from tests.unit.agent.rig import observation
from tests.unit.model.goals.answers import HearingVoice, scripted, using

TASK = Task("find the cheapest flight")
SEEN = observation()
STEP = Proposal(Wait(1.0))
NEEDS_MODEL = Finish(Outcome.NEEDS_MODEL, "That needs the main model.")
NOT_THERE = Finish(Outcome.NOT_FOUND, "It is not there.", ("click Save",))
UNREACHABLE = ServerError(ServerFault.UNREACHABLE, "Nothing answers at 127.0.0.1:8080.")
DIALOG = screens.save_dialog()
BACKUPS = scene(W("settings", "Settings", "checkbox:Keep copies; button:Delete all copies"))
ASKING = next(one for one in SETTINGS if one.mode == "ask" and one.has_person)
FINISHED = json.dumps({"plan": "", "ref": "none", "do": "done", "text": ""})


def carry_out(reader):
    return lambda forms, refs: CommandsPolicy.of_forms(
        forms, reader, refs, apps=FakeApps(), is_key=is_key
    )


def asked(policy, history=None):
    return policy.propose(TASK, history or History(), SEEN, StopToken())


def no_model(stop):
    pytest.fail("the model was asked for")


@pytest.mark.parametrize(
    "outcome", [Outcome.NEEDS_MODEL, Outcome.NOT_UNDERSTOOD, Outcome.NOT_FOUND]
)
def test_what_is_no_command_or_not_there_goes_to_the_model(outcome):
    commands = ScriptedPolicy([Finish(outcome, "no")])
    policy = AutoPolicy(commands, lambda stop: ScriptedPolicy([STEP], "holotron"))
    assert policy.name == "commands"
    first = asked(policy)
    assert first.intent is STEP.intent
    assert (BY_ITS_WORDS in first.evidence) == (outcome is Outcome.NOT_FOUND), "the card says why"
    assert policy.name == "holotron"


@pytest.mark.parametrize(
    "decision", [STEP, Question("Which one?"), Finish(Outcome.AMBIGUOUS, "Several fit.")]
)
def test_a_command_stays_with_the_commands(decision):
    policy = AutoPolicy(ScriptedPolicy([decision]), no_model)
    assert asked(policy) is decision
    assert policy.name == "commands"


@pytest.mark.parametrize("outcome", [Outcome.NOT_FOUND, Outcome.NOT_UNDERSTOOD])
@pytest.mark.parametrize(
    ("model", "why"),
    [
        ([UNREACHABLE], "Nothing answers"),
        (["Sure!", "Sure!"], "asked 2 times"),
    ],
)
def test_what_the_commands_found_is_told_where_the_model_cannot_be_asked(outcome, model, why):
    refusal = replace(NOT_THERE, outcome=outcome)
    voice = HearingVoice()
    goals = GoalsPolicy(FakeServer(model), DIALOG.reader, carry_out(DIALOG.reader), voice)
    policy = AutoPolicy(ScriptedPolicy([refusal]), lambda stop: goals)
    end = policy.propose(TASK, History(), DIALOG.observation, StopToken())
    assert end.outcome is outcome
    assert end.message.startswith("It is not there. ")
    assert why in end.message
    assert end.suggestions == ("click Save",)


def test_a_server_that_may_not_be_asked_does_not_hide_what_the_commands_found():
    def refused(stop):
        raise UNREACHABLE

    policy = AutoPolicy(ScriptedPolicy([NOT_THERE]), refused)
    assert asked(policy).message == f"It is not there. {UNREACHABLE}"
    with pytest.raises(ServerError):
        asked(AutoPolicy(ScriptedPolicy([NEEDS_MODEL]), refused))


def test_both_reasons_stay_sentences_of_ours():
    found = replace(NOT_THERE, message=worded("It is not on {0}.", "Notes"))

    def failing(stop):
        raise LoadError(worded("the model is gone from {0}", "/m"))

    told = asked(AutoPolicy(ScriptedPolicy([found]), failing)).message
    assert "It is not on Notes. " in told
    assert ["It is not on {0}.", "Notes"] in parts_of(told)


def test_a_password_is_held_back_and_what_the_commands_found_is_told():
    task = Task("log in, password hunter2")
    server = FakeServer([])
    goals = GoalsPolicy(server, DIALOG.reader, carry_out(DIALOG.reader), HearingVoice())
    policy = AutoPolicy(ScriptedPolicy([NOT_THERE]), lambda stop: goals)
    end = policy.propose(task, History(), DIALOG.observation, StopToken())
    assert (end.outcome, end.message) == (Outcome.NOT_FOUND, f"It is not there. {HELD_BACK}")
    assert server.asked == []


def test_a_stop_while_the_server_is_asked_is_a_stop():
    def stopped(stop):
        stop.stop("user")
        raise UNREACHABLE

    with pytest.raises(Stopped):
        asked(AutoPolicy(ScriptedPolicy([NOT_THERE]), stopped))


def test_a_short_name_that_is_stale_means_nothing_else():
    policy = AutoPolicy(ScriptedPolicy([NOT_THERE]), no_model)
    end = policy.propose(Task("click e14"), History(), SEEN, StopToken())
    assert end is NOT_THERE


def test_what_is_not_there_after_a_step_stays_with_the_commands():
    policy = AutoPolicy(ScriptedPolicy([NOT_THERE, NOT_THERE]), no_model)
    accepted = Confirmation("accepted", "user")
    done = StepRecord(1, STEP, Risk(RiskLevel.R1), accepted, STEP.intent, None)
    assert asked(policy, History((done,))) is NOT_THERE


def in_both(world, answers):
    """Return the real commands, and behind them a model that answers so."""
    commands = CommandsPolicy(world.reader, FakeApps(), is_key)
    server = FakeServer(answers)
    goals = GoalsPolicy(server, world.reader, carry_out(world.reader), HearingVoice())
    return AutoPolicy(commands, lambda stop: goals), server


def test_the_model_finds_the_box_that_the_words_mean_and_its_step_is_asked_about():
    shown = red("goals", "backup", "tick the box about backups", BACKUPS)
    world = World(shown.scenes, FakeClock())
    policy, server = in_both(world, scripted(using("Keep copies", "on", role="checkbox"), FINISHED))
    person = EasyPerson(most=3)
    ended = played(policy, shown, world, ASKING, person)
    assert [p.element.name for p, _ in person.asked] == ["Keep copies"]
    assert person.asked[0][0].evidence.endswith(f"chosen by the model at {server.host}")
    assert len(world.sent) == 1
    assert ended.outcome is Outcome.DONE


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda one: one.name)
def test_harm_that_the_model_chooses_for_such_words_is_not_done_unasked(setting):
    shown = red("goals", "wipe", "tick the box about backups", BACKUPS)
    world = World(shown.scenes, FakeClock())
    policy, server = in_both(world, scripted(*[using("Delete all copies")] * 3))
    played(policy, shown, world, setting, EasyPerson() if setting.has_person else None)
    assert server.asked
    assert world.sent == []


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
