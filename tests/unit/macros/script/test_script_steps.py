"""A script's steps in the real loop: done one by one, told truly, stopped at any moment."""

import threading
from dataclasses import replace

import pytest

from automation.core.actions import Click, Hotkey, Window, Write
from automation.core.observation import WindowInfo
from automation.core.proposal import Confirmation, Outcome, Receipt
from automation.macros.found import Found, Missed
from automation.macros.macro import Target
from automation.macros.play.values import Table
from automation.macros.script.calls import exists, shows, until
from automation.macros.script.parameters import Secret
from automation.macros.script.policy import (
    Ambiguous,
    EndRun,
    Inbox,
    LimitReached,
    NotFound,
    Refused,
    ScriptStopped,
    Unseen,
)
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import AREA, FORM, World, WorldFinder, thing
from tests.fakes.script_rig import ScriptRig

A, B, C, GONE = (Target(name=name) for name in ("A", "B", "C", "Gone"))


@pytest.fixture
def world():
    return World([thing("A", 0), thing("B", 1), thing("C", 2, role="field")])


def test_steps_are_done_in_the_order_of_the_calls(world):
    rig = ScriptRig(world)
    with rig.hand() as hand:
        first = hand.click(A)
        hand.type("Grüße {{x}} ${secret:mail}", into=C)
        hand.keys("ctrl", "s", times=2)
    assert rig.ended.outcome is Outcome.DONE
    assert world.pressed == ["A", "C"]
    assert [type(action) for action in world.sent] == [Click, Write, Hotkey]
    assert world.sent[1].text == "Grüße {{x}} $${secret:mail}"
    assert (first.state, first.rung) == ("done", "tree")
    assert [step.id for step in rig.report.steps] == [f"line-{n}" for n in lines_of(3)]


def lines_of(count):
    """Return the lines of the calls in the test above."""
    first = test_steps_are_done_in_the_order_of_the_calls.__code__.co_firstlineno + 3
    return range(first, first + count)


def test_a_model_that_was_asked_is_counted_and_the_run_is_told_as_begun(world):
    class Model:
        is_there = True

        def repair(self, _wanted, _observation, _stop):
            box = world.things[1].box
            return Found(box.center, box, "model", 1.0, element=world.things[1].element())

    rig = ScriptRig(world, on_mismatch="ask_model", tools={"repairer": Model()})
    with rig.hand() as hand:
        hand.click(GONE)
        assert rig.inbox.began.is_set()
    assert rig.ended.outcome is Outcome.DONE
    assert rig.report.model_calls == 1


def test_a_value_is_put_in_as_it_is_and_a_secret_by_its_name(world):
    world.things[1] = thing("B", 1, role="password", states=frozenset({"enabled", "secret"}))
    rig = ScriptRig(world)
    with rig.hand() as hand:
        hand.click(Target(name="{{which}}"), values={"which": "A"})
        hand.type("Dear {{who}},", values={"who": "{{x}} ${secret:y}"})
        hand.type(Secret("mail"), into=B)
        hand.type("{{card}}", into=B, values={"card": Secret("visa")})
    texts = [action.text for action in world.sent if isinstance(action, Write)]
    assert world.pressed[0] == "A"
    assert texts == ["Dear {{x}} $${secret:y},", "${secret:mail}", "${secret:visa}"]


def test_what_is_not_there_is_told_and_the_script_may_go_on(world):
    rig = ScriptRig(world, tools={"is_attended": False})
    with rig.hand() as hand:
        with pytest.raises(NotFound, match=r"Line \d+: .*Gone.* is not there"):
            hand.click(GONE)
        hand.click(A)
    assert world.pressed == ["A"]
    assert rig.ended.outcome is Outcome.DONE
    assert "1 step was not done, and the script went on" in rig.ended.message
    assert [step.state for step in rig.report.steps] == ["failed", "done"]


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (lambda hand: hand.click(A), Ambiguous),
        (lambda hand: hand.check(exists(GONE), within_s=0.5), Unseen),
        (lambda hand: hand.click(B, after=until(exists(GONE), 0.5)), Unseen),
        (lambda hand: hand.click(B, expect=until(exists(GONE), 0.5)), Unseen),
    ],
)
def test_each_kind_of_trouble_has_an_error_of_its_own(world, act, error):
    world.things.append(thing("A", 2))
    rig = ScriptRig(world, tools={"is_attended": False})
    with rig.hand() as hand, pytest.raises(error):
        act(hand)


def test_a_rejection_ends_the_run_and_every_further_step_says_so(world):
    rig = ScriptRig(world, confirmer=FakeConfirmer([Confirmation("rejected", "user")]))
    with rig.hand() as hand:
        for _ in range(2):
            with pytest.raises(Refused):
                hand.click(A)
    assert world.pressed == []
    assert rig.ended.outcome is Outcome.REJECTED


def test_the_limit_of_steps_holds_however_long_a_script_goes_on(world):
    rig = ScriptRig(world, task={"max_steps": 2}, receipts=[Receipt("effect_seen", "x")] * 3)
    with rig.hand() as hand:
        hand.click(A)
        hand.click(B)
        with pytest.raises(LimitReached):
            hand.click(A)
    assert world.pressed == ["A", "B"]


def test_a_stop_in_a_step_is_told_at_once_and_nothing_more_is_sent(world):
    rig = ScriptRig(world)
    world.on_action = lambda _world, _action: rig.stop.stop("kill_key")
    with rig.hand() as hand:
        for _ in range(2):
            with pytest.raises(ScriptStopped):
                hand.click(A)
    assert len(world.sent) == 1
    assert rig.ended.outcome is Outcome.STOPPED


def test_a_stop_while_the_script_thinks_ends_the_run_without_it(world):
    rig = ScriptRig(world)
    with rig.hand() as hand:
        hand.click(A)
        rig.stop.stop("kill_key")
        ended = threading.Event()
        threading.Thread(target=lambda: (_until(lambda: rig.ended), ended.set())).start()
        assert ended.wait(60), "the run waits for the script"
        with pytest.raises(ScriptStopped):
            hand.click(B)
    assert world.pressed == ["A"]


def _until(is_so):
    while not is_so():
        threading.Event().wait(0.01)


@pytest.mark.parametrize(("thought_s", "looks"), [(0.0, 1), (0.15, 2)])
def test_a_script_that_took_its_time_finds_the_screen_looked_at_anew(world, thought_s, looks):
    seen_at = []
    world.on_action = lambda _world, _action: seen_at.append(world.looks)
    rig = ScriptRig(world, inbox=Inbox(Thinking(0.0, thought_s)))
    with rig.hand() as hand:
        hand.click(A)
        before = world.looks
        hand.click(B)
    assert seen_at[1] - before == looks


class Thinking:
    """A clock by which the script takes these times for its steps."""

    def __init__(self, *times_s):
        self._times = [point for s in (*times_s, 0.0, 0.0, 0.0) for point in (0.0, s)]

    def __call__(self):
        return self._times.pop(0)


def test_questions_are_answered_by_the_screen_as_it_is(world):
    rig = ScriptRig(world)
    with rig.hand() as hand:
        assert hand.sees(exists(A))
        assert not hand.sees(exists(GONE))
        assert hand.sees(shows("A"))
        world.things = []
        assert not hand.sees(exists(A))
        assert hand.sees(exists(A, absent=True))


def test_rows_are_reported_and_a_failed_one_is_where_to_go_on(world):
    rig = ScriptRig(world, tools={"is_attended": False})
    table = Table(("name",), (("A",), ("Gone",), ("B",)))
    with rig.hand() as hand:
        for row in hand.rows(table):
            try:
                hand.click(Target(name="{{name}}"), values=row)
            except NotFound:
                continue
    assert [(row.row, row.state) for row in rig.report.rows] == [
        (1, "done"), (2, "failed"), (3, "done"),
    ]  # fmt: skip
    assert rig.report.resume_row == 2
    assert rig.ended.outcome is Outcome.PARTIAL
    assert [step.row for step in rig.report.steps] == [1, 2, 3]


def test_a_dry_run_shows_every_step_and_sends_none(world):
    rig = ScriptRig(world, task={"approve": "dry-run"}, confirmer=FakeConfirmer([DRY, DRY]))
    with rig.hand() as hand:
        hand.click(A)
        assert hand.click(GONE).state == "dry_run"
        hand.click(B)
    assert world.sent == []
    assert rig.ended.outcome is Outcome.DONE
    assert "2 steps were shown, nothing was sent" in rig.ended.message
    assert "Not on the screen yet: Click “Gone”" in rig.ended.message


def test_a_dry_run_of_a_script_says_why_what_is_there_is_not_shown():
    world = World([thing("A"), thing("B", 4), thing("B", 5)])
    rig = ScriptRig(world, task={"approve": "dry-run"}, confirmer=FakeConfirmer([DRY]))
    with rig.hand() as hand:
        hand.click(A)
        assert hand.click(B).state == "dry_run"
    assert "Not on the screen yet" not in rig.ended.message
    assert "Not shown: Click “B”: 2 are called “B”." in rig.ended.message


DRY = Confirmation("dry_run", "rule:dry_run", reason="nothing is sent in a dry run")


class OnTop(WorldFinder):
    """Finds nothing unless the form is on top."""

    def find(self, target, observation, images, stop, *, lowest="landmarks"):
        if observation.windows[0].window_id != FORM.window_id:
            return Missed("missing", "it cannot be seen")
        return super().find(target, observation, images, stop, lowest=lowest)


def behind(on_action=None):
    """Return a world whose form lies behind another program's window."""
    over = WindowInfo(2, "Notes", "mousepad", 9, AREA, is_active=True)
    windows = (over, replace(FORM, is_active=False))
    return World([thing("A", 0), thing("B", 1)], windows, on_action=on_action)


def raises(world, action):
    if isinstance(action, Window):
        world.windows = (FORM, *(one for one in world.windows if one.window_id != FORM.window_id))


IN_FORM = [Target(name=name, window="Form", app="app") for name in "AB"]


def test_a_script_brings_the_window_of_its_step_to_the_front():
    rig = ScriptRig(behind(raises), finder_type=OnTop)
    with rig.hand() as hand:
        for target in IN_FORM:
            hand.click(target)
    assert rig.ended.outcome is Outcome.DONE
    assert rig.world.sent[0] == Window("activate", FORM.window_id, "Form")
    assert rig.world.pressed == ["A", "B"]


def test_a_dry_run_of_a_script_shows_once_which_window_it_would_bring_up():
    rig = ScriptRig(
        behind(), task={"approve": "dry-run"}, confirmer=FakeConfirmer([DRY]), finder_type=OnTop
    )
    with rig.hand() as hand:
        for target in IN_FORM:
            assert hand.click(target).state == "dry_run"
    assert rig.world.sent == []
    assert [one.proposal.sentence for one in rig.log.records] == ["Switch to “Form”"]
    assert rig.ended.outcome is Outcome.DONE
    assert "1 step was shown, nothing was sent" in rig.ended.message
    assert "Not on the screen yet: Click “A”; Click “B”" in rig.ended.message


def test_a_script_that_fails_by_itself_ends_the_run_as_it_says(world):
    rig = ScriptRig(world)
    with rig.hand() as hand:
        hand.click(A)
        rig.end(EndRun(Outcome.FAILED, "The script itself failed at line 3 (KeyError)."))
    assert rig.ended.outcome is Outcome.FAILED
    assert rig.ended.message.startswith("The script itself failed at line 3 (KeyError).")


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda hand: hand.click(Target(window="W")), "nothing says how it is found again"),
        (lambda hand: hand.window("close"), "does not say which window"),
        (lambda hand: hand.click(A, count=9), "<= 3"),
        (lambda hand: hand.scroll("sideways"), "sideways"),
        (lambda hand: hand.type("{{x}} ${secret:y}", values={"x": "1"}), "give Secret"),
        (lambda hand: hand.type("{{y}}", values={"x": "1"}), "no parameter called y"),
    ],
)
def test_a_call_that_could_stand_in_no_macro_is_the_scripts_own_mistake(world, act, said):
    rig = ScriptRig(world)
    with rig.hand() as hand, pytest.raises(ValueError, match=said):
        act(hand)
    assert world.sent == []


def test_an_argument_that_no_step_has_is_refused(world):
    rig = ScriptRig(world)
    with rig.hand() as hand, pytest.raises(TypeError, match="no argument wait"):
        hand.click(A, wait=5)
