"""More replies of each contract, spelled as its makers have them: every action, batches and oddities."""

import json

from model.families.computer_use import ComputerUse
from model.families.holo import JsonSteps
from model.families.opencua import OpenCua
from model.families.ui_tars import UiTars
from model.families.ui_venus import UiVenus


def hermes(**arguments):
    """Return a reply with one call in JSON."""
    return (
        f"<tool_call>\n{json.dumps({'name': 'computer_use', 'arguments': arguments})}\n</tool_call>"
    )


def xml(**arguments):
    """Return a reply with one call in XML."""
    parts = "".join(
        f"<parameter={key}>\n{value if isinstance(value, str) else json.dumps(value)}\n</parameter>\n"
        for key, value in arguments.items()
    )
    return f"<tool_call>\n<function=computer_use>\n{parts}</function>\n</tool_call>"


def tars(call, thought="I see it."):
    """Return a reply of UI-TARS."""
    return f"Thought: {thought}\nAction: {call}"


def venus(call, thought="I see it."):
    """Return a reply of UI-Venus."""
    return f"<think>{thought}</think><action>{call}</action>"


def code(*lines):
    """Return a reply of OpenCUA."""
    return "\n".join(("Thought:\nI see it.\nAction:\ndo it\nCode:\n```python", *lines, "```"))


MORE = {
    JsonSteps: (),
    ComputerUse: (
        hermes(action="key", keys=["ctrl", "s"]), hermes(action="left_click_drag", coordinate=[10, 20]),
        hermes(action="scroll", pixels=-500), hermes(action="wait", time=2.5),
        xml(action="key", keys=["ctrl", "s"]), xml(action="double_click", coordinate=[10, 20]),
        xml(action="type", text="Grüße </b>"), xml(action="terminate", status="failure"),
        hermes(action="left_click", coordinate=[1, 2]) + hermes(action="type", text="x"),
    ),
    UiTars: (
        tars("left_double(start_box='<|box_start|>(10,20)<|box_end|>')"), tars("hotkey(key='ctrl shift s')"),
        tars("drag(start_box='(1,2)', end_box='(30,40)')"), tars("scroll(start_box='(5,6)', direction='up')"),
        tars("wait()"), tars("call_user()"), tars("click(point='<point>10 20</point>')\n\ntype(content='a')"),
    ),
    UiVenus: (
        venus("Drag(end=(9, 9), start=(1, 1))"), venus("Swipe(amount=-5, axis='vertical')"),
        venus("Hotkey(keys=['ctrl', 'c'], repeat=2)"), venus("Wait()"), venus("CallUser(content='code?')"),
        venus("Sequence(actions=[KeyDown(keys=['shift']), Click(box=(1, 2)), KeyUp(keys=['shift'])])"),
        venus("Sequence(actions=[MouseDown(box=(1, 2)), Hover(box=(50, 60)), MouseUp()])"),
    ),
    OpenCua: (
        code("pyautogui.doubleClick(10, 20)"), code("pyautogui.moveTo(1, 2)", "pyautogui.dragTo(30, 40)"),
        code("pyautogui.hotkey('ctrl', 's')"), code("pyautogui.scroll(-5, x=10, y=20)"), code("computer.wait()"),
        code("pyautogui.keyDown('shift')", "pyautogui.press(['a', 'b'])", "pyautogui.keyUp('shift')"),
        code("import pyautogui", "pyautogui.press(keys='enter', presses=3)"), code("computer.triple_click(x=1, y=2)"),
    ),
}  # fmt: skip
"""By the class of the contract."""
