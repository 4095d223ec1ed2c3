"""After a step that was not seen to arrive nothing that sends, submits or pays follows unasked.

Random runs through the real loop, evidence, risk and rules; the receipts are drawn too. Whatever the
user has allowed, a step that has an effect runs only while each one before it has landed.
"""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.core.actions import Shown
from automation.core.events import Task
from automation.core.proposal import Proposal, Receipt
from automation.core.timing import StopToken
from automation.safety.rules import Permission, RuledConfirmer, Rules
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.fake_verifier import FakeVerifier
from tests.fakes.scripted_policy import ScriptedPolicy
from tests.red.kit import W, click, press, scene, write
from tests.red.rig import World, _Reader
from tests.slow import examples

DESK = scene(
    W(
        "addressbook",
        "New entry",
        "field:Name!editable!focused;field:Street!editable;button:Bold;button:Zoom in;"
        "button:Save;button:Submit;button:Close;tab:Notes",
    )
)
HARMLESS = (click("Bold"), click("Zoom in"), click("Notes"), write("Ann", "Name"))
EFFECTS = (
    click("Save"),
    click("Submit"),
    click("Close"),
    write("Ann", "Street", enter=True),
    press("Return"),
)
LANDED = [Receipt("effect_seen", "seen"), Receipt("landed", "it has the keyboard")]
LOST = [
    Receipt("not_seen", "nothing changed", code="unchanged"),
    Receipt("not_seen", "it moved away as it was pressed"),
    Receipt("denied", "it is greyed out"),
    Receipt("denied", "read back", code="as_it_was"),
]
STEPS = st.lists(
    st.tuples(
        st.one_of(st.sampled_from(HARMLESS), st.sampled_from(EFFECTS)),
        st.sampled_from([*LANDED, *LANDED, *LOST]),
    ),
    min_size=2,
    max_size=7,
)
CHECKS = st.sampled_from([None, *LANDED[:1], *LOST])
ALLOWED = st.sampled_from(["auto", "assist"])
ORIGINS = st.sampled_from(["commands", "macro"])


def sent_by(steps, mode, origin, *, check_at=-1, check=None):
    """Return the actions that nobody was asked about and that were sent."""
    world = World([DESK], FakeClock())
    script = [Proposal(step.make(DESK), sentence="Go on") for step, _ in steps]
    if check is not None:
        script.insert(check_at, Proposal(Shown("Saved"), sentence="Check"))
    apps = {w.executable: Permission.ALLOW_R2 for w in DESK.windows}
    parts = Parts(
        screen=world, policy=ScriptedPolicy(script, origin), executor=world, reader=_Reader(world),
        clock=world.clock, confirmer=RuledConfirmer(mode, Rules(apps), None),
        verifier=FakeVerifier([receipt for _, receipt in steps], [check] if check else []),
        open_log=lambda _task: FakeRunLog(),
    )  # fmt: skip
    Loop(parts).run(replace(Task("fill it in"), approve=mode), StopToken())
    return world.sent


def has_effect(action):
    """Tell whether the action is one of those that save, submit, close or press Enter."""
    return any(action == step.make(DESK) for step in EFFECTS)


@given(STEPS, ALLOWED, ORIGINS)
@settings(max_examples=examples(120), deadline=None)
def test_no_effect_follows_unasked_on_a_step_that_was_not_seen(steps, mode, origin):
    sent = sent_by(steps, mode, origin)
    receipts = [receipt for _, receipt in steps]
    for at, action in enumerate(sent):
        lost = [r for r in receipts[:at] if r.kind in ("not_seen", "denied")]
        assert not (has_effect(action) and lost), (at, action, receipts)


def test_effects_follow_unasked_where_every_step_has_landed():
    steps = [(step, receipt) for step in (*HARMLESS, *EFFECTS) for receipt in LANDED[:1]]
    assert len(sent_by(steps, "auto", "commands")) == len(steps)


@given(CHECKS, ORIGINS)
@settings(max_examples=examples(30), deadline=None)
def test_only_a_check_that_holds_settles_a_step_that_was_not_seen(check, origin):
    steps = [(HARMLESS[0], LOST[1]), (EFFECTS[0], LANDED[0])]
    sent = sent_by(steps, "auto", origin, check_at=1, check=check)
    is_settled = check is not None and check.kind == "effect_seen"
    assert len(sent) == (2 if is_settled else 1)
