"""Text that was meant for a password field is told to nobody and kept nowhere."""

import pytest

from automation.core.actions import Aim, Write
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.proposal import Confirmation, Outcome, Proposal
from automation.safety.approval import RuledConfirmer
from automation.safety.rules import Rules
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.scripted_policy import ScriptedPolicy
from tests.unit.agent.rig import Rig, SmallReader

CANARY = "hunter2-canary"
PASSWORD = ScreenElement(
    "Password", "password", Rect(40, 40, 20, 20), "tree", frozenset({"secret"})
)
FIELD = ScreenElement("Name", "field", Rect(100, 40, 20, 20), "tree")


class TwoFields(SmallReader):
    def at(self, observation, point):
        return next((f for f in (PASSWORD, FIELD) if f.box.contains(point)), None)


def write(field):
    return Write(CANARY, Aim(field.box.center))


def leaks(rig):
    kept = (rig.events, rig.log.records, rig.log.intents, rig.log.message)
    return [part for part in kept if CANARY in repr(part)]


@pytest.mark.parametrize("mode", ["ask", "assist", "auto", "dry-run"])
def test_words_of_a_policy_for_a_password_field_are_left_out(mode):
    proposal = Proposal(
        write(PASSWORD),
        PASSWORD,
        sentence=f"Type “{CANARY}” into Password",
        claim=f"I type {CANARY}",
        upcoming=(f"Check that {CANARY} is there",),
    )
    confirmer = RuledConfirmer(mode, Rules(), FakeConfirmer())
    r = Rig(ScriptedPolicy([proposal], "holotron"), confirmer=confirmer, reader=TwoFields())
    assert r.run(approve=mode).outcome is Outcome.BLOCKED
    assert r.hands.sent == []
    assert leaks(r) == []


def test_a_correction_onto_a_password_field_is_left_out():
    proposal = Proposal(Write("ada", Aim(FIELD.box.center)), FIELD, sentence="Type “ada”")
    human = FakeConfirmer([Confirmation("edited", "user", action=write(PASSWORD))])
    confirmer = RuledConfirmer("ask", Rules(), human)
    r = Rig(ScriptedPolicy([proposal]), confirmer=confirmer, reader=TwoFields())
    assert r.run().outcome is Outcome.BLOCKED
    assert r.hands.sent == []
    assert leaks(r) == []
