"""UI-TARS: each action of its contract, and what is refused."""

import pytest

from automation.core.actions import Aim, Answer, Ask, Click, Drag, Hotkey, Scroll, Wait, Write
from automation.core.errors import ActionParseError
from automation.core.geometry import ScreenPoint
from tests.unit.model.families.rig import action, read
from tests.unit.model.families.wires import tars

AT = Aim(ScreenPoint(100, 200))


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ("click(start_box='(100,200)')", Click(AT)),
        ("click(start_box='<|box_start|>(100,200)<|box_end|>')", Click(AT)),
        ("click(point='<point>100 200</point>')", Click(AT)),
        ("click(start_box=(100, 200))", Click(AT)),
        ("left_double(start_box='(100,200)')", Click(AT, count=2)),
        ("right_single(start_box='(100,200)')", Click(AT, "right")),
        ("drag(start_box='(100,200)', end_box='(300,400)')", Drag((AT.point, ScreenPoint(300, 400)))),
        ("hotkey(key='ctrl shift s')", Hotkey(("ctrl", "shift", "s"))),
        (r"type(content='it\'s\n')", Write("it's", press_enter=True)),
        ("scroll(start_box='(100,200)', direction='down')", Scroll("down", 5, AT)),
        ("scroll(direction='left')", Scroll("left", 5)),
        ("wait()", Wait(2.0)),
        ("finished(content='Done.')", Answer("Done.")),
        ("finished()", Answer("")),
        ("call_user()", Ask("The model needs your help here.")),
    ],
)  # fmt: skip
def test_each_action_of_the_contract_is_done(call, found):
    assert action("ui-tars-1.5", tars(call)) == found


def test_the_first_of_several_is_done():
    step = read("ui-tars-1.5", tars("click(start_box='(100,200)')\n\ntype(content='a')"))
    assert (step.action, step.dropped, step.thought) == (Click(AT), 1, "I see it.")


def test_the_first_generation_writes_thousandths():
    assert action("ui-tars-1", tars("click(start_box='(500,500)')")) == Click(
        Aim(ScreenPoint(966, 546))
    )


@pytest.mark.parametrize(
    "text",
    ["click(start_box='(1,2)')", tars("click()"), tars("click(start_box='here')"), tars("hover(start_box='(1,2)')"),
     tars("click(start_box='(1,2,3,4)')"), tars("drag(start_box='(1,2)')"), tars("scroll(direction='in')"),
     tars("type()"), tars("click(start_box='(99999,2)')"), tars("wait()") + "\nAction: wait()", tars(""),
     tars("__import__('os').system('id')"), "Thought: I will click.\nAction:"],
)  # fmt: skip
def test_anything_else_is_refused(text):
    with pytest.raises(ActionParseError):
        action("ui-tars-1.5", text)
