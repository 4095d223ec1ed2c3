"""UI-Venus: each action of its contract, batches, holds, the password slot, and what is refused."""

import pytest

from automation.core.actions import (
    Aim,
    Answer,
    Ask,
    Click,
    Drag,
    HoldAndTap,
    Hotkey,
    Move,
    Scroll,
    Wait,
    Write,
)
from automation.core.errors import ActionParseError
from automation.core.geometry import ScreenPoint
from model.families.known import family
from tests.unit.model.families.conversations import situation
from tests.unit.model.families.rig import action, read
from tests.unit.model.families.wires import venus

AT, POINTER = Aim(ScreenPoint(960, 539)), Aim(ScreenPoint(7, 9))
BOX = "(500, 496)"


@pytest.mark.parametrize(
    ("call", "found"),
    [
        (f"Click(box={BOX})", Click(AT)),
        ("Click()", Click(POINTER)),
        (f"DoubleClick(box={BOX})", Click(AT, count=2)),
        (f"TripleClick(box={BOX})", Click(AT, count=3)),
        (f"RightClick(point={BOX})", Click(AT, "right")),
        (f"MiddleClick(box={BOX})", Click(AT, "middle")),
        (f"Hover(box={BOX})", Move(AT)),
        (f"Drag(end={BOX})", Drag((POINTER.point, AT.point))),
        (f"Drag(end=(0, 0), start={BOX})", Drag((AT.point, ScreenPoint(0, 0)))),
        ("Swipe(amount=-5, axis='vertical')", Scroll("down", 5)),
        ("Swipe(amount=800, axis='horizontal')", Scroll("right", 8)),
        (f"Scroll(start={BOX}, direction='up')", Scroll("up", 5, AT)),
        (r"Type(content='a b\n')", Write("a b", press_enter=True)),
        ("Hotkey(keys=['ctrl', 'c'], repeat=2)", Hotkey(("ctrl", "c"), 2)),
        ("Wait()", Wait(2.0)),
        ("CallUser(content='The code?')", Ask("The code?")),
        ("Finished(content='Done.')", Answer("Done.")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["ui-venus-1.5", "ui-venus-2"])
def test_each_action_of_the_contract_is_done(name, call, found):
    assert action(name, venus(call)) == found


@pytest.mark.parametrize(
    ("calls", "found", "dropped"),
    [
        (f"Click(box={BOX}), Type(content='a'), Wait()", Click(AT), 2),
        ("KeyDown(keys=['ctrl']), Hotkey(keys=['a']), KeyUp(keys=['ctrl'])", Hotkey(("ctrl", "a")), 0),
        (f"KeyDown(keys=['shift']), Click(box={BOX}), KeyUp(keys=['shift'])", Click(AT, modifiers=("shift",)), 0),
        ("KeyDown(keys=['alt']), Hotkey(keys=['tab'], repeat=2), KeyUp(keys=['alt']), Wait()",
         HoldAndTap(("alt",), ("tab", "tab")), 1),
        (f"MouseDown(box={BOX}), Hover(box=(0, 0)), MouseUp()", Drag((AT.point, ScreenPoint(0, 0))), 0),
    ],
)  # fmt: skip
def test_of_a_sequence_the_first_action_is_done(calls, found, dropped):
    step = read("ui-venus-2", venus(f"Sequence(actions=[{calls}])"))
    assert (step.action, step.dropped) == (found, dropped)


@pytest.mark.parametrize(
    "call",
    ["KeyDown(keys=['shift'])", "KeyUp(keys=['shift'])", f"MouseDown(box={BOX})", "MouseUp()",
     f"Sequence(actions=[KeyDown(keys=['shift']), Click(box={BOX})])"],
)  # fmt: skip
def test_a_hold_that_outlasts_the_reply_is_refused(call):
    with pytest.raises(ActionParseError, match="held down"):
        action("ui-venus-2", venus(call))


def test_the_slot_for_the_computers_password_stays_empty():
    (system, *_) = family("ui-venus-2").contract.turns(situation(family("ui-venus-2")))
    assert "The password of the computer is .\n" in system.text


def test_the_opening_tag_may_have_been_the_templates():
    step = read("ui-venus-2", f"I see it.</think>\n<action>Click(box={BOX})</action>")
    assert (step.action, step.thought) == (Click(AT), "I see it.")


@pytest.mark.parametrize(
    "text",
    [f"Click(box={BOX})", venus("Launch(app='x')"), venus(f"Click(box={BOX})") * 2, venus("Sequence(actions=[])"),
     venus("Sequence(actions=['Wait()'])"), venus("Swipe(amount=5, axis='up')"), venus("Swipe(axis='vertical')"),
     venus("Click(box=(1000, 1001))"), venus("Click(box=(-1, -1))"), venus("Hover()"), venus(""),
     "<think>I act<action>Wait()</action>", "<action>Wait()"],
)  # fmt: skip
def test_anything_else_is_refused(text):
    with pytest.raises(ActionParseError):
        action("ui-venus-2", text)
