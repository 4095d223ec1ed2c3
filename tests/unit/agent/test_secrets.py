"""Text that was meant for a password field is told to nobody and kept nowhere."""

import pytest

from automation.core.actions import Aim, Write
from automation.core.events import Retold
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.proposal import Confirmation, Finish, Outcome, Proposal
from automation.core.secrets import SecretEntry
from automation.safety.rules import RuledConfirmer, Rules
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


def test_the_task_is_told_without_what_was_meant_for_a_password_field():
    proposal = Proposal(write(PASSWORD), PASSWORD, sentence=f"Type “{CANARY}” into Password")
    r = Rig(ScriptedPolicy([proposal], "holotron"), reader=TwoFields())
    ended = r.run(text=f"sign in with {CANARY}")
    assert ended.outcome is Outcome.BLOCKED
    assert r.log.concealed == {CANARY}
    assert [event.task for event in r.told(Retold)] == [
        f"sign in with <secret:{len(CANARY)} chars>"
    ]
    first = r.events.index(r.told(Retold)[0])
    assert CANARY not in repr(r.events[first:])


def test_an_end_of_a_policy_names_what_is_to_be_hidden():
    finish = Finish(Outcome.BLOCKED, f"No: {CANARY}", hides=(CANARY,))
    r = Rig(ScriptedPolicy([finish]), reader=TwoFields())
    ended = r.run()
    assert CANARY not in ended.message + r.log.message


def test_a_secret_by_name_is_kept_as_its_name_and_judged_by_code():
    for programs, level in (((), 3), (("/usr/bin/mousepad",), 2), (("/usr/bin/other",), 4)):
        proposal = Proposal(Write("${secret:mail}", Aim(PASSWORD.box.center)), PASSWORD)
        r = Rig(
            ScriptedPolicy([proposal]), reader=TwoFields(),
            find_secret=lambda name, programs=programs: SecretEntry(name, programs),
        )  # fmt: skip
        r.run()
        assert r.log.records[0].risk.level == level, r.log.records[0].risk
        assert r.log.records[0].action.text == "${secret:mail}"
        assert bool(r.hands.sent) == (level < 4)


def test_a_policy_cannot_call_a_field_a_password_field():
    """The tree says that it shows what is typed; the proposal's own element says otherwise."""
    lie = ScreenElement("Name", "password", FIELD.box, "tree", frozenset({"secret"}))
    proposal = Proposal(Write("${secret:mail}", Aim(FIELD.box.center)), lie)
    r = Rig(
        ScriptedPolicy([proposal]), reader=TwoFields(), find_secret=lambda name: SecretEntry(name)
    )
    assert r.run().outcome is Outcome.BLOCKED
    assert r.hands.sent == []


def test_an_unknown_name_types_nothing():
    proposal = Proposal(Write("${secret:mail}", Aim(PASSWORD.box.center)), PASSWORD)
    r = Rig(ScriptedPolicy([proposal]), reader=TwoFields())
    ended = r.run()
    assert ended.outcome is Outcome.BLOCKED
    assert "there is no secret called “mail”" in ended.message


class _Turncoat(TwoFields):
    """A password field until the card is answered, and one that shows what is typed from then on."""

    def __init__(self):
        self.is_shown = False

    def at(self, observation, point):
        element = super().at(observation, point)
        if element is PASSWORD and self.is_shown:
            return ScreenElement("Password", "field", PASSWORD.box, "tree")
        return element

    def focused(self, observation):
        return self.at(observation, PASSWORD.box.center)


class _Turning(FakeConfirmer):
    """Accepts, while the page behind the card turns its field round."""

    def __init__(self, reader):
        super().__init__()
        self._reader = reader

    def confirm(self, proposal, risk, observation, stop):
        self._reader.is_shown = True
        return super().confirm(proposal, risk, observation, stop)


@pytest.mark.parametrize("aim", [Aim(PASSWORD.box.center), None])
@pytest.mark.parametrize("programs", [(), ("/usr/bin/mousepad",)])
def test_a_field_that_shows_what_is_typed_since_it_was_approved_gets_no_secret(aim, programs):
    reader = _Turncoat()
    proposal = Proposal(Write("${secret:mail}", aim), PASSWORD)
    r = Rig(
        ScriptedPolicy([proposal] * 2), reader=reader, confirmer=_Turning(reader),
        find_secret=lambda name: SecretEntry(name, programs),
    )  # fmt: skip
    ended = r.run()
    assert r.hands.sent == []
    assert ended.outcome is Outcome.BLOCKED
    assert "shows what is typed" in ended.message
    assert not r.log.intents
