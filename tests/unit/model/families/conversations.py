"""One short conversation a family: its replies spelled as its contract has them, and what is sent for them."""

import json

from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.keys import parse_chord
from model.families.family import Past, Situation
from model.families.resize import fixed_point, sent_as
from model.prompt.dialogue import StepResult
from model.prompt.parse import Aiming
from model.server.asking import Picture, Reply, ToolUse

SCREEN = Rect(0, 0, 1920, 1080)
TASK = "put Ada into the name field and save"
POINT = ScreenPoint(480, 270)
"""Where every conversation clicks."""


POINTER = ScreenPoint(7, 9)


def _json(call, envelope="tool_call"):
    return json.dumps({"note": None, "thought": "The field is empty.", envelope: call})


def _holo(point):
    x, y = point
    return (
        _json({"tool_name": "click_desktop", "element": "Name", "x": x, "y": y, "button": "left"}),
        _json({"tool_name": "write_desktop", "content": "Ada", "press_enter": True, "overwrite": False}),
        _json({"tool_name": "answer", "content": "Saved."}),
    )  # fmt: skip


def _web(point):
    x, y = point
    return (
        _json({"action": "click_element", "element": "Name", "x": x, "y": y}, "action"),
        _json({"action": "write_element_abs", "content": "Ada", "element": "Name", "x": x, "y": y}, "action"),
        _json({"action": "answer", "content": "Saved."}, "action"),
    )  # fmt: skip


def _toolcall(point):
    x, y = point
    calls = (
        ("click_desktop", {"element": "Name", "x": x, "y": y, "button": "left"}),
        ("write_desktop", {"content": "Ada", "press_enter": True, "overwrite": False}),
        ("answer", {"content": "Saved."}),
    )
    return tuple(
        f"The field is empty.\n<TOOLCALL>{json.dumps([{'name': name, 'arguments': arguments}])}</TOOLCALL>"
        for name, arguments in calls
    )


def _hermes(point, end):
    calls = (
        {"action": "left_click", "coordinate": list(point)},
        {"action": "type", "text": "Ada\n"},
        end,
    )
    return tuple(
        "Action: fill in the name\n<tool_call>\n"
        f"{json.dumps({'name': 'computer_use', 'arguments': call})}\n</tool_call>"
        for call in calls
    )


def _xml(point, end):
    calls = (
        {"action": "left_click", "coordinate": list(point)},
        {"action": "type", "text": "Ada\n"},
        end,
    )
    found = []
    for call in calls:
        parts = "".join(
            f"<parameter={key}>\n{value if isinstance(value, str) else json.dumps(value)}\n</parameter>\n"
            for key, value in call.items()
        )
        found.append(
            f"Action: fill in the name\n<tool_call>\n<function=computer_use>\n{parts}</function>\n</tool_call>"
        )
    return tuple(found)


def _tars(point):
    x, y = point
    return tuple(
        f"Thought: The field is empty.\nAction: {call}"
        for call in (f"click(start_box='({x},{y})')", r"type(content='Ada\n')", "finished(content='Saved.')")
    )  # fmt: skip


def _venus(point):
    x, y = point
    return tuple(
        f"<think>The field is empty.</think><action>{call}</action>"
        for call in (f"Click(box=({x},{y}))", r"Type(content='Ada\n')", "Finished(content='Saved.')")
    )  # fmt: skip


def _python(point):
    x, y = point
    return tuple(
        f"Thought:\nThe field is empty.\nAction:\nfill in the name\nCode:\n```python\n{call}\n```"
        for call in (
            f"pyautogui.click(x={x}, y={y})",
            r"pyautogui.write(message='Ada\n')",
            "computer.terminate(status='success', answer='Saved.')",
        )
    )


_STATUS = {"action": "terminate", "status": "success", "text": "Saved."}
_ANSWER = {"action": "answer", "text": "Saved."}
_WRITERS = {
    "holo1": _web, "holo1.5": _web, "holo2": _web,
    "nemotron-nano-12b-v2-vl": _toolcall,
    "ui-tars-1.5": _tars, "ui-tars-1": _tars,
    "ui-venus-1.5": _venus, "ui-venus-2": _venus,
    "opencua": _python,
    "qwen2.5-vl": lambda point: _hermes(point, _STATUS),
    "fara-7b": lambda point: _hermes(point, _STATUS),
    "qwen3-vl": lambda point: _hermes(point, _ANSWER),
    "evocua": lambda point: _hermes(point, _ANSWER),
    "gui-owl-1.5": lambda point: _hermes(point, _ANSWER),
    "qwen3.5": lambda point: _xml(point, _ANSWER),
    "fara1.5": lambda point: _xml(point, _STATUS),
}  # fmt: skip


def read_key(name):
    try:
        return parse_chord(name)
    except Exception:  # noqa: BLE001 - as the app does with its one error
        return None


def plan_of(family, screen=SCREEN):
    return sent_as(screen, fixed_point(family.rule, screen.w, screen.h))


def aiming_of(family, screen=SCREEN, pointer=POINTER):
    return Aiming(plan_of(family, screen), family.space, read_key, pointer)


def replies_of(family):
    """Return three replies as the family's contract spells them: a click, typed text, the end."""
    point = plan_of(family).in_space(POINT, family.space)
    return _WRITERS.get(family.name, _holo)(tuple(point))


def tool_replies_of(family):
    """Return the same three replies as a server tells them that parsed the calls."""
    replies = []
    for text in replies_of(family):
        step = json.loads(text)
        name = step["tool_call"].pop("tool_name")
        replies.append(
            Reply(step["thought"], tool_uses=(ToolUse(name, json.dumps(step["tool_call"])),))
        )
    return replies


def picture_of(family, number):
    width, height = plan_of(family).canvas
    return Picture(f"picture {number}".encode(), width, height)


def situation(family, past=(), **more):
    return Situation(
        task=TASK, past=tuple(past), picture=picture_of(family, len(past) + 1), space=family.space,
        pictures=family.pictures, date="2026-11-21", max_steps=50,
        things='window "Form"\ne1 field "Name"' if family.contract.names_things else "", **more,
    )  # fmt: skip


def history(family, count):
    """Return that many steps of the conversation, their pictures dropped as the policy drops them."""
    click = Reply(replies_of(family)[0])
    if family.contract is family.by_tools:
        click = tool_replies_of(family)[0]
    past = []
    for number in range(1, count + 1):
        step = family.contract.read(click, aiming_of(family))
        result = StepResult("The user refused this step: not yet.", is_error=True)
        result = result if number == count else StepResult()
        shown = number > count - (family.pictures - 1)
        past.append(Past(step, result, picture_of(family, number) if shown else None))
    return past


def told(turns):
    """Return a request as text: roles, where pictures stand, and words."""
    lines = []
    for turn in turns:
        pictures = "".join(f"[{p.png.decode()}, {p.width}x{p.height}]\n" for p in turn.pictures)
        call = f"\n[{turn.use.name} {turn.use.arguments}]" if turn.use is not None else ""
        lines.append(f"=== {turn.role}\n{pictures}{turn.text}{call}")
    return "\n".join(lines) + "\n"
