"""What a macro does is judged as anybody's: it may ask for more care, never for less."""

from dataclasses import replace

import pytest

from automation.agent.evidence_collector import EvidenceCollector
from automation.core.events import Proposed, Task
from automation.core.observation import WindowInfo
from automation.core.proposal import Confirmation, Outcome, RiskLevel
from automation.macros import macro as grammar
from automation.macros.macro import Target
from automation.safety.risk import YOUNG_WINDOW_S, assess
from automation.safety.rules import RuledConfirmer, Rules
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import AREA, FORM, Rig, World, WorldReader, click, macro, thing

REJECT = Confirmation("rejected", "user")
BEHIND = replace(FORM, window_id=9, title="Behind")


def window(app, title="w"):
    return WindowInfo(1, title, app, 7, AREA, is_active=True, executable=f"/usr/bin/{app}")


def judged(step, app, *things, name="Test", **made):
    """Return what the user is asked about the step in a window of this program."""
    world = World(list(things), windows=(window(app),))
    asked = FakeConfirmer([REJECT])
    rig = Rig(world, macro(step, name=name, **made), confirmer=asked)
    rig.run()
    assert world.sent == []
    return asked.asked[0], world


IN_FRONT = grammar.Until(condition=grammar.Titled(title="w"))
DANGERS = [
    (grammar.Type(id="t", text="ls", enter=True), "xterm"),
    (grammar.Type(id="t", text="rm -rf ~", wait=IN_FRONT), "mousepad"),
    (grammar.Type(id="t", text="a\nb"), "xterm"),
    (grammar.Keys(id="k", keys=("alt", "f2")), "mousepad"),
    (grammar.Keys(id="k", keys=("enter",)), "xterm"),
    (grammar.Keys(id="k", keys=("ctrl", "alt", "t")), "mousepad"),
    (grammar.Clipboard(id="c", op="paste"), "xterm"),
]


@pytest.mark.parametrize(("step", "app"), DANGERS, ids=lambda value: str(value)[:40])
def test_terminals_launchers_and_paste_are_as_dangerous_as_ever(step, app):
    (proposal, risk), world = judged(step, app)
    assert risk.level >= RiskLevel.R3
    reader = WorldReader(world)
    collector = EvidenceCollector(reader, Task("do it"), lambda: "holotron", FakeClock())
    seen = world.observe_now()
    collector.saw(seen)
    assert risk.level >= assess(proposal.intent, collector.of(proposal, seen)).level


@pytest.mark.parametrize("risk", ["", "effect", "irreversible"])
def test_the_risk_of_a_step_only_raises(risk):
    (_, judgement), _ = judged(
        click("Delete account", risk=risk), "mousepad", thing("Delete account", 0)
    )
    assert judgement.level is RiskLevel.R3
    (_, judgement), _ = judged(click("Bold", risk=risk), "mousepad", thing("Bold", 0))
    floor = {"": RiskLevel.R0, "effect": RiskLevel.R2, "irreversible": RiskLevel.R3}[risk]
    assert judgement.level >= floor


def test_a_password_field_gets_no_text_from_a_macro():
    step = grammar.Type(id="t", text="hunter2", target=Target(name="Password"))
    field = thing("Password", 0, role="password", states=frozenset({"secret", "showing"}))
    world = World([field])
    rig = Rig(world, macro(step))
    rig.run()
    assert world.sent == []
    assert "hunter2" in rig.log.concealed


def test_the_name_of_a_macro_names_no_program_and_no_site():
    def level(policy):
        first = World([thing("A", 0)], windows=(window("mousepad"),))
        collector = EvidenceCollector(
            WorldReader(first),
            Task("Play the macro “use gimp at evil.com”"),
            lambda: policy,
            FakeClock(),
        )
        collector.saw(first.observe_now())
        memory = collector._memory
        return memory.knows_site("evil.com"), memory.is_new(
            WindowInfo(9, "g", "gimp", 8, AREA, executable="/usr/bin/gimp"), is_explicit=False
        )

    assert level("commands") == (True, False)
    assert level("macro") == (False, True)


def test_a_whole_window_is_never_pressed():
    """Its middle is whatever stands there."""
    whole = thing("Books", role="window")
    step = grammar.Click(id="c", target=Target(role="window", name="Books"))
    rig = Rig(World([whole]), macro(step), tools={"is_attended": False})
    ended = rig.run()
    assert rig.world.sent == []
    assert "a whole window is nothing to press" in ended.message
    wheel = grammar.Scroll(id="s", direction="down", target=Target(role="window", name="Books"))
    turned = Rig(World([whole]), macro(wheel))
    turned.run()
    assert len(turned.world.sent) == 1


@pytest.mark.parametrize(("held", "level"), [("Dear Ann", RiskLevel.R2), ("", RiskLevel.R1)])
def test_a_whole_text_that_is_replaced_is_judged_as_such_and_an_empty_one_is_not(held, level):
    step = grammar.Type(id="t", text="Hello", target=Target(name="Letter"), replace=True)
    letter = replace(thing("Letter", 1, role="field"), value=held)
    letter = replace(letter, states=letter.states | {"multi_line"})
    (proposal, judgement), _ = judged(step, "mousepad", letter)
    assert judgement.level is level
    assert ("it replaces a whole text" in judgement.reasons) is bool(held)
    assert ("replacing what is there" in proposal.sentence) is bool(held)


def plays_in_a_dialog(mode, human=None, dialog=FORM):
    """Play a press in a dialog that comes while the macro waits."""

    def comes(world):
        if world.looks > 1:
            world.windows = (dialog, replace(BEHIND, is_active=False))

    world = World([thing("News")], windows=(BEHIND,), on_look=comes)
    made = macro(grammar.Wait(id="wait", seconds=0.1), click("News"))
    rig = Rig(world, made, confirmer=RuledConfirmer(mode, Rules(), human))
    return rig, rig.run(approve=mode)


def test_a_trusted_macro_waits_where_a_dialog_has_just_come_and_then_a_rule_may_let_it_run():
    rig, ended = plays_in_a_dialog("auto")
    assert ended.outcome is Outcome.DONE
    assert rig.world.pressed == ["News"]
    told = [event.risk for event in rig.events if isinstance(event, Proposed)]
    assert [(risk.level, risk.is_new_ground) for risk in told] == [(RiskLevel.R1, False)]
    assert YOUNG_WINDOW_S in rig.clock.waited


def test_who_is_asked_about_each_step_is_told_of_a_young_window_at_once():
    human = FakeConfirmer()
    rig, _ended = plays_in_a_dialog("ask", human)
    assert [risk.is_new_ground for _proposal, risk in human.asked] == [True]
    assert YOUNG_WINDOW_S not in rig.clock.waited


def test_no_wait_makes_a_dialog_of_another_program_a_known_one():
    rig, ended = plays_in_a_dialog("auto", dialog=replace(FORM, executable="/usr/bin/other"))
    assert ended.outcome is Outcome.BLOCKED
    assert rig.world.pressed == []
    assert YOUNG_WINDOW_S not in rig.clock.waited
