"""A press goes to the window that its target was found in, or is not sent."""

from dataclasses import replace

import pytest

from automation.core import actions
from automation.core.geometry import Rect
from automation.core.proposal import Outcome, Proposal
from automation.macros import macro as grammar
from automation.macros.found import Found
from automation.macros.macro import Target
from automation.macros.play.targets import covered
from tests.fakes.macro_world import FORM, Rig, World, click, macro, thing

A = thing("A", 0)
BANK = replace(FORM, window_id=9, title="Bank", app="bank", pid=8, rect=A.box, is_active=False)


def played(*over, step=None):
    world = World([A, thing("B", 9)], windows=(*over, FORM))
    return Rig(world, macro(step or click("A"))), world


def test_what_lies_under_another_window_is_not_pressed():
    rig, world = played(BANK)
    assert rig.run().outcome is Outcome.NOT_FOUND
    assert "“Bank” lies over" in rig.ended.message
    assert world.sent == []


def test_a_drag_does_not_end_under_another_window():
    drag = grammar.Drag(id="d", target=Target(name="B"), to=Target(name="A"))
    rig, world = played(BANK, step=drag)
    assert rig.run().outcome is Outcome.NOT_FOUND
    assert world.sent == []


@pytest.mark.parametrize(
    "changes",
    [
        {"is_own": True},
        {"is_tooltip": True, "is_popup": True},
        {"is_minimised": True},
        {"is_popup": True, "pid": FORM.pid},
        {"rect": Rect(100, 80, 20, 20)},
    ],
)
def test_what_takes_no_press_or_is_its_own_is_in_nobodys_way(changes):
    seen = World([A], windows=(replace(BANK, **changes), FORM)).observe_now()
    found = {"target": Found(A.box.center, A.box, "tree", 1.0, None, FORM.window_id)}
    pressed = Proposal(actions.Click(actions.Aim(A.box.center)))
    assert covered(click("A"), pressed, found, seen) is None
    assert covered(click("A"), pressed, found, replace(seen, windows=(BANK, FORM))) is not None


def test_a_press_on_another_windows_border_is_not_sent():
    framed = replace(BANK, rect=Rect(100, 80, 20, 20), frame=A.box)
    rig, world = played(framed)
    assert rig.run().outcome is Outcome.NOT_FOUND
    assert world.sent == []
