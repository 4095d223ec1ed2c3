"""The function `computer_use` of the Qwen-VL models and of those that are made from them.

The reply has one `<tool_call>`: with JSON inside (Qwen2.5-VL, Qwen3-VL, GUI-Owl, EvoCUA, Fara-7B), or with
the XML of Qwen3.5 (`<function=...><parameter=...>`). The function stands in the system text and not in the
request's own field, so that every server sends the same prompt; a call that a server parsed nevertheless
is read as well. A drag begins where the pointer is: only its end is given.

**Source**: names and arguments of the function: Qwen's computer-use cookbook for Qwen2.5-VL and Qwen3-VL;
X-PLUG/MobileAgent, Mobile-Agent-v3.5, for GUI-Owl-1.5; microsoft/fara for Fara. All descriptions are ours.
"""

import json
import re
from dataclasses import dataclass
from typing import Final, Literal

from automation.core.actions import Action, Hotkey
from automation.core.errors import ActionParseError
from model import strict_json
from model.families.acting import Acting, without_thinking
from model.families.family import Past, Situation, Step, TextContract
from model.families.turn_layout import RULES, Layout, plain_result
from model.prompt.chat_layout import neutralised, quoted, restored
from model.prompt.parse import Aiming, before_half
from model.server.asking import Picture, Reply, Schema, Turn
from model.spec import CoordinateSpace

NAME: Final = "computer_use"

_POINT: Final = {"coordinate": "where, as [x, y]"}
_ACTIONS: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "key": ("press the keys of a combination together", {"keys": "names, as a list"}),
    "type": ("type text where the keyboard is", {"text": "what to type"}),
    "mouse_move": ("move the pointer", _POINT),
    "left_click": ("click", _POINT),
    "left_click_drag": ("hold the left button from where the pointer is to a point", _POINT),
    "right_click": ("click with the right button", _POINT),
    "middle_click": ("click with the middle button", _POINT),
    "double_click": ("click twice", _POINT),
    "triple_click": ("click three times", _POINT),
    "scroll": ("turn the wheel: up for positive numbers", {"pixels": "how far"}),
    "hscroll": ("turn the wheel sideways: right for positive numbers", {"pixels": "how far"}),
    "wait": ("wait for the screen to change", {"time": "seconds"}),
    "terminate": ("end the task", {"status": "success or failure"}),
    "answer": ("tell the user what was asked for, and end", {"text": "the answer"}),
    "interact": ("hand over to the user, who has to do or to say something", {"text": "what"}),
    "visit_url": ("open an address in the browser", {"url": "the address"}),
    "web_search": ("search the web", {"query": "what for"}),
    "history_back": ("go to the page before", {}),
    "pause_and_memorize_fact": ("keep a fact for later", {"fact": "the fact"}),
    "ask_user_question": ("ask the user before anything that cannot be undone", {"question": "what"}),
}  # fmt: skip
QWEN25_ACTIONS: Final = (
    "key", "type", "mouse_move", "left_click", "left_click_drag", "right_click", "middle_click",
    "double_click", "scroll", "wait", "terminate",
)  # fmt: skip
QWEN3_ACTIONS: Final = (
    "key", "type", "mouse_move", "left_click", "left_click_drag", "right_click", "middle_click",
    "double_click", "triple_click", "scroll", "hscroll", "wait", "terminate", "answer",
)  # fmt: skip
GUI_OWL_ACTIONS: Final = (*QWEN3_ACTIONS, "interact")
FARA_ACTIONS: Final = (
    "key", "type", "mouse_move", "left_click", "scroll", "visit_url", "web_search", "history_back",
    "pause_and_memorize_fact", "wait", "terminate",
)  # fmt: skip
FARA15_ACTIONS: Final = (*FARA_ACTIONS[:4], "right_click", "double_click", *FARA_ACTIONS[4:], "ask_user_question")  # fmt: skip

_TYPES: Final = {
    "keys": "array", "coordinate": "array", "pixels": "number", "time": "number",
}  # fmt: skip
_FARA_TYPE: Final = {
    "coordinate": "clicked first, as [x, y]",
    "press_enter": "press Enter after the text",
    "delete_existing_text": "replace what the field holds",
}


def function_of(actions: tuple[str, ...], screen: tuple[int, int] | None) -> Schema:
    """Return the function as a family is told it.

    Args:
        screen: width and height that the description says the screen has; None for the square of a
            thousand.
    """
    width, height = screen or (1000, 1000)
    properties: Schema = {
        "action": {
            "type": "string",
            "enum": list(actions),
            "description": "\n".join(f"* `{name}`: {_ACTIONS[name][0]}." for name in actions),
        }
    }
    for name in actions:
        told = _ACTIONS[name][1]
        if name == "type" and "visit_url" in actions:
            told = {**told, **_FARA_TYPE}
        for key, words in told.items():
            kind = (
                "boolean"
                if key in ("press_enter", "delete_existing_text")
                else _TYPES.get(key, "string")
            )
            one: Schema = {"type": kind, "description": f"{words}."}
            if key == "status":
                one["enum"] = ["success", "failure"]
            properties.setdefault(key, one)
    return {
        "type": "function",
        "function": {
            "name": NAME,
            "description": (
                "Use the mouse and the keyboard of a computer whose screen you see on pictures.\n"
                f"* The screen's resolution is {width}x{height}.\n"
                "* Aim at the middle of a thing. Programs take time: wait if nothing shows yet."
            ),
            "parameters": {"type": "object", "properties": properties, "required": ["action"]},
        },
    }


_WIRE: Final = {
    "json": (
        "Call the function inside these tags, with nothing after them:\n<tool_call>\n"
        '{"name": "computer_use", "arguments": {"action": "...", ...}}\n</tool_call>'
    ),
    "xml": (
        "Call the function in this form, with nothing after it:\n<tool_call>\n<function=computer_use>\n"
        "<parameter=action>\nleft_click\n</parameter>\n<parameter=coordinate>\n[x, y]\n</parameter>\n"
        "</function>\n</tool_call>"
    ),
}
_BUTTONS: Final[dict[str, tuple[Literal["left", "right", "middle"], int]]] = {
    "left_click": ("left", 1),
    "right_click": ("right", 1),
    "middle_click": ("middle", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
}
_CALL: Final = "<tool_call>"
_CALL_END: Final = "</tool_call>"
_FUNCTION: Final = re.compile(r"\s*<function=([\w.-]{1,64})>(.*)</function>\s*", re.DOTALL)
_PARAMETER: Final = re.compile(r"\s*<parameter=([\w.-]{1,64})>(.*?)</parameter>", re.DOTALL)
MOST_CHARS: Final = 40_000


def _result(past: Past) -> str:
    words = past.result.words or "Done."
    return f"<tool_response>\n{quoted(neutralised(words))}\n</tool_response>"


@dataclass(frozen=True)
class ComputerUse(TextContract):
    """The contract of one family that calls `computer_use`."""

    actions: tuple[str, ...]
    wire: Literal["json", "xml"] = "json"
    tells_size: bool = False
    """The function says the picture's size; else the square of a thousand."""
    head: str = ""
    """What else the family wants in the system text."""
    says_action: bool = True
    """A line `Action:` with words stands before the call."""
    summary: str = ""
    """Heads the list of steps whose pictures are no longer sent."""
    results: bool = True
    """What came of a step stands in `<tool_response>`."""

    def turns(self, now: Situation) -> tuple[Turn, ...]:
        """Return the messages of a request."""
        size = (now.picture.width, now.picture.height) if self.tells_size else None
        function = json.dumps(function_of(self.actions, size), ensure_ascii=False)
        say = (
            'Reply with one line "Action: " that says in a few words what you do, then one call.\n'
            if self.says_action
            else ""
        )
        system = (
            f"You operate a computer for its user, one step at a time. Today is {now.date}; you have "
            f"{now.max_steps} steps.\n{RULES}{self.head}\n\n# Tools\n\n<tools>\n{function}\n</tools>\n\n"
            f"{say}{_WIRE[self.wire]}"
        )
        layout = Layout(
            opening="Task: {task}",
            summary=self.summary,
            evicted="",
            result=_result if self.results else plain_result,
        )
        return layout.turns(system, now)

    def read(self, reply: Reply, aiming: Aiming) -> Step:
        """Return the step that a whole reply is."""
        _, text = without_thinking(reply.text)
        if reply.tool_uses and _CALL not in text:
            thought, calls = text, [(use.name, _object(use.arguments)) for use in reply.tool_uses]
        else:
            thought, calls = self._written(text)
        acting = Acting(aiming)
        actions: list[Action] = []
        for name, arguments in calls:
            if name != NAME:
                raise ActionParseError(f"there is no function {name!r:.60}; it is called {NAME}")
            actions += self._actions(arguments, acting)
        name, arguments = calls[0]
        words = restored(thought).removeprefix("Action:").strip()
        said = self._said(words, arguments)
        return acting.step(actions, said, thought=words, tool=str(arguments.get("action", "")))

    def _written(self, text: str) -> tuple[str, list[tuple[str, dict[str, object]]]]:
        if len(text) > MOST_CHARS:
            raise ActionParseError(f"the reply has {len(text)} characters; one call is expected")
        thought, *parts = text.split(_CALL)
        if not parts:
            raise ActionParseError("the reply holds no <tool_call>; exactly one is expected")
        calls = []
        for part in parts[:64]:
            inside, closing, after = part.partition(_CALL_END)
            if not closing:
                raise ActionParseError("the <tool_call> never ends; the reply was not used")
            if after.strip() and part is parts[-1]:
                raise ActionParseError("text stands after the call; nothing is expected there")
            calls.append(_xml(inside) if "<function=" in inside else _json(inside))
        return thought.strip(), calls

    def _said(self, words: str, arguments: dict[str, object]) -> str:
        if self.wire == "json":
            call = json.dumps({"name": NAME, "arguments": arguments}, ensure_ascii=False)
            written = neutralised(call)
        else:
            parts = [
                f"<parameter={key}>\n{neutralised(_shown(value))}\n</parameter>"
                for key, value in arguments.items()
            ]
            written = "\n".join((f"<function={NAME}>", *parts, "</function>"))
        mark = "Action: " if self.says_action else ""
        head = f"{mark}{neutralised(words)}\n" if words else ""
        return f"{head}{_CALL}\n{written}\n{_CALL_END}"

    def _actions(  # noqa: C901 - one case an action
        self, arguments: dict[str, object], acting: Acting
    ) -> list[Action]:
        name = arguments.get("action")
        if not isinstance(name, str) or name not in self.actions:
            raise ActionParseError(
                f"there is no action {name!r:.60}; the actions are {', '.join(self.actions)}"
            )
        place, text = arguments.get("coordinate"), arguments.get("text")
        if name in _BUTTONS:
            button, count = _BUTTONS[name]
            return [acting.click(place, button, count)]
        match name:
            case "key":
                keys = arguments.get("keys", text)
                return _pressed(acting, keys, in_turn="visit_url" in self.actions)
            case "type":
                return [
                    acting.write(
                        text,
                        place,
                        overwrite=arguments.get("delete_existing_text") is True,
                        press_enter=arguments.get("press_enter") is True,
                    )
                ]
            case "mouse_move":
                return [acting.move(place)]
            case "left_click_drag":
                return [acting.drag(place, arguments.get("start_coordinate"))]
            case "scroll" | "hscroll":
                axis: Literal["vertical", "horizontal"] = (
                    "vertical" if name == "scroll" else "horizontal"
                )
                return [acting.scroll(arguments.get("pixels"), axis, place)]
            case "wait":
                return [acting.wait(arguments.get("time"))]
            case "terminate":
                is_success = arguments.get("status", "success") == "success"
                return [acting.end(text or arguments.get("answer"), is_success=is_success)]
            case "answer":
                return [acting.end(text)]
            case "interact" | "ask_user_question":
                return [acting.ask(text or arguments.get("question"))]
            case "history_back":
                return [Hotkey(("alt", "left"))]
            case _:
                raise ActionParseError(_NO_COUNTERPART[name])

    def thought(self, text: str) -> str | None:
        """Return what stands before the call of a reply that is still written."""
        body = text.lstrip()
        if body.startswith("<think>") and "</think>" not in body:
            return None
        body = body.partition("</think>")[2] if "</think>" in body else body
        shown = before_half(body.partition(_CALL)[0], _CALL).lstrip()
        return (
            restored(shown.removeprefix("Action:").lstrip()) if len(shown) > len("Action:") else ""
        )

    def ended(self, begun: str) -> str | None:
        """Return the reply that a beginning would be if its call ended here."""
        if _CALL not in begun:
            return None
        if begun.endswith("</parameter>"):
            return f"{begun}\n</function>\n{_CALL_END}"
        return f"{begun[:-1]}}}}}\n{_CALL_END}" if begun.endswith((",", "}")) else None

    def locating(self, target: str, picture: Picture, space: CoordinateSpace) -> tuple[Turn, ...]:
        """Return the messages that ask where one thing is."""
        unit = "whole numbers from 0 to 1000" if space == "norm_1000" else "pixels of the picture"
        words = (
            f"Point at this on the picture: {target}\nReply with one JSON object and nothing else: "
            f'{{"point_2d": [x, y]}}, x and y as {unit}.'
        )
        return (Turn("user", words, (picture,)),)


_NO_COUNTERPART: Final = {
    "visit_url": "visit_url cannot be done here in one step; click the address bar and type the address",
    "web_search": "web_search cannot be done here in one step; click the address bar and type the words",
    "pause_and_memorize_fact": (
        "pause_and_memorize_fact does nothing here; write the fact into the line before your call"
    ),
}


def _pressed(acting: Acting, keys: object, *, in_turn: bool) -> list[Action]:
    """Return a chord; or, of a family that presses keys one after the other, each of them."""
    if in_turn and isinstance(keys, list) and len(keys) > 1:
        chord = acting.keys(keys)
        if chord.keys[0] in ("ctrl", "shift", "alt", "super"):
            return [chord]
        return [acting.keys([key]) for key in keys]
    return [acting.keys(keys)]


def _object(text: str) -> dict[str, object]:
    try:
        found = strict_json.parse(restored(text))
        json.dumps(found, ensure_ascii=False).encode()
    except (strict_json.NotStrictJson, UnicodeEncodeError) as error:
        raise ActionParseError(f"the call is no JSON: {error}"[:300]) from error
    if not isinstance(found, dict):
        raise ActionParseError("the call is no JSON object")
    return found


def _json(inside: str) -> tuple[str, dict[str, object]]:
    found = _object(inside.strip())
    name, arguments = found.get("name"), found.get("arguments")
    if (
        found.keys() != {"name", "arguments"}
        or not isinstance(name, str)
        or not isinstance(arguments, dict)
    ):
        raise ActionParseError('the call does not fit {"name": ..., "arguments": {...}}')
    return name, arguments


def _xml(inside: str) -> tuple[str, dict[str, object]]:
    found = _FUNCTION.fullmatch(inside)
    if found is None or "<function=" in found[2]:
        raise ActionParseError(
            "the call does not fit <function=...><parameter=...>...</parameter></function>"
        )
    arguments: dict[str, object] = {}
    at = 0
    for parameter in _PARAMETER.finditer(found[2]):
        if found[2][at : parameter.start()].strip():
            break
        at = parameter.end()
        key = parameter[1]
        if key in arguments:
            raise ActionParseError(f"the parameter {key} stands there twice")
        arguments[key] = _value(key, parameter[2].removeprefix("\n").removesuffix("\n"))
    if found[2][at:].strip():
        raise ActionParseError("the call holds something beside its parameters")
    return found[1], arguments


def _value(key: str, text: str) -> object:
    """Return a parameter's value: of those that are no texts, as JSON."""
    if key not in (
        "coordinate",
        "start_coordinate",
        "keys",
        "pixels",
        "time",
        "press_enter",
        "delete_existing_text",
    ):
        return restored(text)
    try:
        return strict_json.parse(text)
    except strict_json.NotStrictJson as error:
        if key == "keys":
            return restored(text)
        raise ActionParseError(f"the parameter {key} is {text!a:.60}, which is no value") from error


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
