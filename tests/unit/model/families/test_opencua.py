"""OpenCUA: Python is read against a list and never run."""

import pytest

from automation.core.actions import (
    Aim,
    Answer,
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
from tests.unit.model.families.rig import action, read
from tests.unit.model.families.wires import code

AT, POINTER = Aim(ScreenPoint(100, 200)), ScreenPoint(7, 9)


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("pyautogui.click(x=100, y=200)",), Click(AT)),
        (("pyautogui.click(100, 200, clicks=2, button='right')",), Click(AT, "right", 2)),
        (("pyautogui.doubleClick(x=100, y=200)",), Click(AT, count=2)),
        (("computer.triple_click(x=100, y=200)",), Click(AT, count=3)),
        (("pyautogui.rightClick(x=100, y=200)",), Click(AT, "right")),
        (("pyautogui.middleClick(x=100, y=200)",), Click(AT, "middle")),
        (("pyautogui.moveTo(100, 200, duration=0.5)",), Move(AT)),
        (("pyautogui.dragTo(100, 200, button='left')",), Drag((POINTER, AT.point))),
        (("pyautogui.moveTo(7, 8)", "pyautogui.dragTo(x=100, y=200)"), Drag((ScreenPoint(7, 8), AT.point))),
        (("pyautogui.scroll(-5)",), Scroll("down", 5)),
        (("pyautogui.scroll(3, x=100, y=200)",), Scroll("up", 3, AT)),
        (("pyautogui.hscroll(2)",), Scroll("right", 2)),
        (("pyautogui.write(message='a b')",), Write("a b")),
        (("pyautogui.typewrite('a\\n')",), Write("a", press_enter=True)),
        (("pyautogui.press('enter')",), Hotkey(("enter",))),
        (("pyautogui.press(keys='down', presses=3)",), Hotkey(("down",), 3)),
        (("pyautogui.hotkey('ctrl', 'shift', 's')",), Hotkey(("ctrl", "shift", "s"))),
        (("pyautogui.hotkey(['ctrl', 'c'])",), Hotkey(("ctrl", "c"))),
        (("pyautogui.keyDown('ctrl')", "pyautogui.press('a')", "pyautogui.keyUp('ctrl')"), Hotkey(("ctrl", "a"))),
        (("pyautogui.keyDown('shift')", "pyautogui.press(['a', 'b'])", "pyautogui.keyUp('shift')"),
         HoldAndTap(("shift",), ("a", "b"))),
        (("pyautogui.mouseDown(x=7, y=8)", "pyautogui.mouseUp(x=100, y=200)"), Drag((ScreenPoint(7, 8), AT.point))),
        (("import pyautogui", "pyautogui.click(100, 200)"), Click(AT)),
        (("computer.wait()",), Wait(2.0)),
        (("computer.terminate(status='success', answer='42')",), Answer("42")),
        (("computer.terminate(status='failure')",), Answer("", "infeasible")),
    ],
)  # fmt: skip
def test_each_call_of_the_list_is_done(lines, found):
    assert action("opencua", code(*lines)) == found


def test_of_several_lines_the_first_action_is_done():
    step = read("opencua", code("pyautogui.click(x=100, y=200)", "pyautogui.write('a')"))
    assert (step.action, step.dropped, step.thought) == (Click(AT), 1, "I see it.")


@pytest.mark.parametrize(
    "line",
    ["import os", "from os import system", "os.system('id')", "__import__('os').system('id')", "eval('1')",
     "pyautogui.alert('x')", "pyautogui.screenshot()", "pyautogui.click(x=f(), y=2)", "pyautogui.click(*[1, 2])",
     "pyautogui.click(**{'x': 1})", "pyautogui.click(x=1)", "pyautogui.click(1, 2, 3, 4, 'left', 6, 7)",
     "pyautogui.click(x=1, y=2, logScreenshot=True)", "pyautogui.write('a' * 10**9)", "pyautogui.write(f'{1}')",
     "pyautogui.write(message=open('/etc/passwd').read())", "x = 1", "while True: pass", "pyautogui.click",
     "pyautogui.press(keys=['a', 1])", "pyautogui.hotkey(*'ab')", "pyautogui.hotkey('ctrl', **{})",
     "pyautogui.keyDown('shift')", "pyautogui.click(x=0.5, y=0.2)", "pyautogui.click(x=1, y=2, button='x1')",
     "pyautogui.click(x=1, y=2, clicks=50)", "lambda: 0", "a.b.c(1)", "(" * 300 + ")" * 300, "-" * 5000 + "1", "",
     "import pyautogui", "pyautogui.click(x=1, y=2); os.system('id')", "pyautogui.click(x=True, y=2)"],
)  # fmt: skip
def test_anything_else_is_refused_and_nothing_runs(line):
    with pytest.raises(ActionParseError):
        action("opencua", code(line))


@pytest.mark.parametrize(
    "text", ["pyautogui.click(x=1, y=2)", code("computer.wait()") * 2, "```python\ncomputer.wait()"]
)
def test_without_exactly_one_block_nothing_is_read(text):
    with pytest.raises(ActionParseError, match="code block"):
        action("opencua", text)
