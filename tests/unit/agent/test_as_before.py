"""A check proves what came of the steps before it only if it did not hold before them."""

import pytest

from automation.core.actions import Aim, Checked, Move, Shown, Wait
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Outcome, Receipt
from tests.fakes.fake_verifier import SEEN, FakeVerifier
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.unit.agent.rig import Rig, SmallScreen, click, observation

NOTHING = Receipt("not_seen", "nothing changed", code="unchanged")
UNKNOWN = Receipt("not_seen", "nobody can tell")
SAVED = Shown("Saved", within_s=1.0)


def run(*intents, name="commands", screen=None, receipts=(), checks=()):
    more = {} if screen is None else {"screen": screen}
    rig = Rig(
        ScriptedPolicy(proposing(*intents), name), verifier=FakeVerifier(receipts, checks), **more
    )
    return rig.run()


@pytest.mark.parametrize("check", [SAVED, Checked("Wrap", is_checked=True)])
def test_what_held_before_a_step_that_changed_nothing_proves_nothing_of_it(check):
    ended = run(click(), check, receipts=[NOTHING])
    assert ended.outcome is Outcome.UNVERIFIED
    assert ended.message.startswith("Not seen: Click: nothing changed.")


def test_neither_do_several_of_them():
    ended = run(click(), SAVED, Checked("Wrap", is_checked=True), receipts=[NOTHING])
    assert ended.outcome is Outcome.UNVERIFIED


def test_what_came_only_after_the_step_proves_it():
    assert run(click(), SAVED, receipts=[NOTHING], checks=[NOTHING, SEEN]).outcome is Outcome.DONE


@pytest.mark.parametrize(("looks", "outcome"), [(2, Outcome.DONE), (99, Outcome.UNVERIFIED)])
def test_what_holds_on_a_screen_that_has_changed_since_proves_it(looks, outcome):
    before, after = observation(), observation(shade=200)
    screen = SmallScreen(*[before] * looks, after)
    assert run(click(), SAVED, screen=screen, receipts=[NOTHING]).outcome is outcome


@pytest.mark.parametrize("between", [Wait(1.0), Move(Aim(ScreenPoint(5, 5)))])
def test_a_wait_between_them_changes_nothing_of_that(between):
    ended = run(click(), between, SAVED, receipts=[NOTHING])
    assert ended.outcome is Outcome.UNVERIFIED
    assert ended.message.startswith("Not seen: Click: nothing changed")


def test_steps_before_one_that_changed_nothing_are_proven():
    ended = run(click(), click(name="Bold"), SAVED, receipts=[UNKNOWN, NOTHING])
    assert ended.message.startswith("Not seen: Click: nothing changed")
    assert run(click(), SAVED, receipts=[UNKNOWN]).outcome is Outcome.DONE


@pytest.mark.parametrize("name", ["holotron", "macro"])
def test_to_others_than_the_users_own_instructions_the_state_is_what_counts(name):
    assert run(click(), SAVED, name=name, receipts=[NOTHING]).outcome is Outcome.DONE


def test_a_check_of_its_own_needs_no_step():
    assert run(SAVED).outcome is Outcome.DONE
