"""OpenCUA: a thought, an action in words, and a block of Python with `pyautogui`, which is never run.

The block is taken apart by `ast` and each line has to be one call of a short list with literal values:
anything else, an import, a name, arithmetic, is refused. Of several lines only the first action is done.

**Source**: xlang-ai/OpenCUA, its agent for OSWorld: pyautogui's calls and `computer.triple_click`,
`computer.wait`, `computer.terminate`. All wordings are ours.
"""

import ast
import re
import warnings
from dataclasses import dataclass
from typing import Final

from automation.core.actions import Action, Button
from automation.core.errors import ActionParseError
from model.families.acting import Acting, without_thinking
from model.families.family import Situation, Step, TextContract
from model.families.turn_layout import RULES, Layout, plain_result
from model.prompt.chat_layout import neutralised, restored
from model.prompt.parse import Aiming, before_half
from model.server.asking import Picture, Reply, Turn
from model.spec import CoordinateSpace

MOST_CHARS: Final = 8_000
MOST_LINES: Final = 32
MOST_BRACKETS: Final = 200
"""Python's parser is recursive; a line of ours nests three deep."""
_BLOCK: Final = re.compile(r"```(?:python|code)?[ \t]*\n(.*?)```", re.DOTALL)
_LISTED: Final = """\
pyautogui.click(x=.., y=..), doubleClick, tripleClick, rightClick, middleClick, moveTo
pyautogui.dragTo(x=.., y=..) from where the pointer is
pyautogui.scroll(-5), hscroll(5)
pyautogui.write(message='..'), press(keys='enter'), hotkey('ctrl', 'c')
computer.wait(), computer.terminate(status='success')"""
_CLICKS: Final[dict[str, tuple[Button, int]]] = {
    "pyautogui.click": ("left", 1),
    "pyautogui.doubleClick": ("left", 2),
    "pyautogui.tripleClick": ("left", 3),
    "computer.triple_click": ("left", 3),
    "computer.tripleClick": ("left", 3),
    "pyautogui.rightClick": ("right", 1),
    "pyautogui.middleClick": ("middle", 1),
}
_MOVES: Final = frozenset({"x", "y"})
_NAMES: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(_CLICKS, ("x", "y", "clicks", "interval", "button", "duration")),
    "pyautogui.moveTo": ("x", "y", "duration"),
    "pyautogui.dragTo": ("x", "y", "duration", "button"),
    "pyautogui.scroll": ("clicks", "x", "y"),
    "pyautogui.hscroll": ("clicks", "x", "y"),
    "pyautogui.write": ("message", "interval"),
    "pyautogui.typewrite": ("message", "interval"),
    "pyautogui.press": ("keys", "presses", "interval"),
    "pyautogui.keyDown": ("key",),
    "pyautogui.keyUp": ("key",),
    "pyautogui.mouseDown": ("x", "y", "button"),
    "pyautogui.mouseUp": ("x", "y", "button"),
    "computer.wait": ("seconds",),
    "computer.terminate": ("status", "answer"),
}
"""The calls that are taken, and the names of their values in order. `hotkey` takes keys alone."""


@dataclass(frozen=True, slots=True)
class _Line:
    name: str
    values: dict[str, object]
    keys: tuple[object, ...] = ()


@dataclass(frozen=True)
class OpenCua(TextContract):
    """The contract of OpenCUA."""

    def turns(self, now: Situation) -> tuple[Turn, ...]:
        """Return the messages of a request."""
        size = f"{now.picture.width} x {now.picture.height}"
        system = (
            "You operate a computer for its user. At each step you see the screen and reply with one "
            f"step.\n{RULES}\n\nReply in three parts:\nThought:\n- what came of the last step, and what "
            "to do next\nAction:\n- the next step in one sentence\nCode:\n```python\none call\n```\n"
            f"The calls are:\n{_LISTED}\nPlaces are pixels of the picture, which has {size}. The code is "
            f"read and not run: no other call, no import.\nToday is {now.date}; you have "
            f"{now.max_steps} steps."
        )
        layout = Layout(
            opening="# Task Instruction:\n{task}", summary="# Done before:", result=plain_result
        )
        return layout.turns(system, now)

    def read(self, reply: Reply, aiming: Aiming) -> Step:
        """Return the step that a whole reply is."""
        _, text = without_thinking(reply.text)
        blocks = _BLOCK.findall(text)
        if len(blocks) != 1:
            raise ActionParseError(
                f"the reply has {len(blocks)} code blocks; exactly one is expected"
            )
        code = restored(blocks[0]).strip()
        acting = Acting(aiming)
        actions: list[Action] = []
        lines = _lines(code)
        for line in lines:
            actions += _actions(line, acting)
        thought = restored(_thought_of(text.partition("```")[0]))
        said = (
            f"{neutralised(text.partition('```')[0].strip())}\n```python\n{neutralised(code)}\n```"
        )
        return acting.step(actions, said, thought=thought, tool=lines[0].name if lines else "")

    def thought(self, text: str) -> str | None:
        """Return the thought of a reply that is still written."""
        return restored(_thought_of(before_half(text, "Code:")))

    def ended(self, begun: str) -> str | None:
        """Return the reply that a beginning would be if its code ended here."""
        return f"{begun}\n```" if begun.endswith(")") and "```" in begun else None

    def locating(self, target: str, picture: Picture, space: CoordinateSpace) -> tuple[Turn, ...]:
        """Return the messages that ask where one thing is."""
        words = (
            f"Click this: {target}\nReply with one line of code and nothing else:\n"
            "pyautogui.click(x=.., y=..)"
        )
        return (Turn("user", words, (picture,)),)


def _thought_of(text: str) -> str:
    """Return what stands between the heads of the thought and of the action, as far as it is written."""
    body = text.partition("Thought:")[2].partition("Code:")[0]
    return before_half(body.partition("Action:")[0], "Action:").strip().strip("#").strip()


def _lines(code: str) -> list[_Line]:
    if len(code) > MOST_CHARS or sum(code.count(sign) for sign in "([{") > MOST_BRACKETS:
        raise ActionParseError(f"the code has {len(code)} characters; one call is expected")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd escapes in its strings
            tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ActionParseError("the code is no Python; one call is expected") from error
    if len(tree.body) > MOST_LINES:
        raise ActionParseError(f"the code has {len(tree.body)} lines; one call is expected")
    return [_line(node) for node in tree.body if not _is_harmless(node)]


def _is_harmless(node: ast.stmt) -> bool:
    """Tell whether a line is the import that habit writes: nothing is imported for it."""
    return isinstance(node, ast.Import) and [one.name for one in node.names] == ["pyautogui"]


def _line(node: ast.stmt) -> _Line:
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call):
        raise ActionParseError("the code holds something that is no call; one call is expected")
    where = call.func
    if not (isinstance(where, ast.Attribute) and isinstance(where.value, ast.Name)):
        raise ActionParseError("the code calls something else than pyautogui.NAME(...)")
    name = f"{where.value.id}.{where.attr}"
    if name == "pyautogui.hotkey":
        named = {one.arg: _literal(one.value) for one in call.keywords if one.arg}
        if named.keys() - {"interval", "keys"} or len(named) < len(call.keywords):
            raise ActionParseError("hotkey takes the names of keys alone")
        keys = [_literal(one) for one in call.args]
        if "keys" in named:
            keys.append(named["keys"])
        flat = keys[0] if len(keys) == 1 and isinstance(keys[0], list) else keys
        return _Line(name, {}, tuple(flat))
    names = _NAMES.get(name)
    if names is None:
        raise ActionParseError(f"{name:.60} is not among the calls that can be done here")
    if len(call.args) > len(names):
        raise ActionParseError(f"{name} has more values than it takes")
    values = dict(zip(names, map(_literal, call.args), strict=False))
    for one in call.keywords:
        if one.arg not in names or one.arg in values:
            raise ActionParseError(f"{name} takes no value {one.arg!r:.40}")
        values[one.arg] = _literal(one.value)
    return _Line(name, values)


def _literal(node: ast.expr) -> object:
    """Return a value that is written out: a text, a number, or a list of texts."""
    match node:
        case ast.Constant(value=str() | int() | float() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return (
                [item.value for item in items if isinstance(item, ast.Constant)]
                if all(
                    isinstance(item, ast.Constant) and isinstance(item.value, str) for item in items
                )
                else _refuse()
            )
        case _:
            return _refuse()


def _refuse() -> object:
    raise ActionParseError("the code holds a value that is not written out; texts and numbers are")


def _actions(line: _Line, acting: Acting) -> list[Action]:  # noqa: C901 - one case a call
    values = line.values
    place = (values["x"], values["y"]) if values.keys() >= _MOVES else None
    if place is None and values.keys() & _MOVES:
        raise ActionParseError(f"{line.name} has half a point; x and y are expected")
    if line.name in _CLICKS:
        button, count = _CLICKS[line.name]
        times = acting.number(values.get("clicks", count), "clicks")
        return [acting.click(place, _button(values.get("button", button)), int(times))]
    match line.name.partition(".")[2]:
        case "moveTo":
            return [acting.move(place)]
        case "dragTo":
            return [acting.drag(place)]
        case "scroll":
            return [acting.scroll(values.get("clicks"), "vertical", place)]
        case "hscroll":
            return [acting.scroll(values.get("clicks"), "horizontal", place)]
        case "write" | "typewrite":
            return [acting.write(values.get("message"))]
        case "press":
            return _presses(values, acting)
        case "hotkey":
            return [acting.keys(line.keys)]
        case "keyDown" | "keyUp":
            return acting.half_keys(values.get("key"), is_down=line.name.endswith("Down"))
        case "mouseDown" | "mouseUp":
            is_down = line.name.endswith("Down")
            return [
                acting.button(place, is_down=is_down, button=_button(values.get("button", "left")))
            ]
        case "wait":
            return [acting.wait(values.get("seconds"))]
        case _:
            is_success = values.get("status", "success") == "success"
            return [acting.end(values.get("answer"), is_success=is_success)]


def _presses(values: dict[str, object], acting: Acting) -> list[Action]:
    keys, times = values.get("keys"), values.get("presses", 1)
    if isinstance(keys, list):
        return [acting.keys([key], times) for key in keys]
    return [acting.keys([keys], times)]


def _button(value: object) -> Button:
    if value == "left":
        return "left"
    if value == "right":
        return "right"
    if value == "middle":
        return "middle"
    raise ActionParseError(f"there is no button {value!r:.40}; it is left, right or middle")
