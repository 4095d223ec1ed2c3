"""UI-TARS: `Thought: ...` and `Action: click(start_box='(x,y)')`, read by a grammar and never evaluated.

**Source**: bytedance/UI-TARS, README and `ui_tars/action_parser.py`. All wordings are ours.
"""

import re
from dataclasses import dataclass
from typing import Final

from automation.core.actions import Action
from automation.core.errors import ActionParseError
from model.families.acting import Acting, without_thinking
from model.families.family import Situation, Step, TextContract
from model.families.turn_layout import RULES, Layout, plain_result
from model.families.written_calls import Call, Value, calls_in
from model.prompt.chat_layout import neutralised, restored
from model.prompt.parse import Aiming, before_half
from model.server.asking import Picture, Reply, Turn
from model.spec import CoordinateSpace

_ACTION: Final = "Action:"
_THOUGHT: Final = "Thought:"
_SPACE: Final = """\
click(start_box='(x,y)')
left_double(start_box='(x,y)')
right_single(start_box='(x,y)')
drag(start_box='(x1,y1)', end_box='(x2,y2)')
hotkey(key='ctrl c') # keys in lower case with blanks between, three at most
type(content='...') # \\n at the end presses Enter
scroll(start_box='(x,y)', direction='down') # or up, left, right
wait() # some seconds, for the screen to change
finished(content='...') # ends the task and tells the user
call_user() # when only the user can go on"""
_BOX: Final = re.compile(
    r"\s*(?:<\|box_start\|>|<point>)?\s*[(\[]?\s*(-?\d{1,6})\s*[,\s]\s*(-?\d{1,6})\s*[)\]]?\s*"
    r"(?:<\|box_end\|>|</point>)?\s*",
    re.ASCII,
)


@dataclass(frozen=True)
class UiTars(TextContract):
    """The contract of UI-TARS 1.0 and 1.5."""

    def turns(self, now: Situation) -> tuple[Turn, ...]:
        """Return the messages of a request."""
        system = (
            "You operate a computer for its user. At each step you see the screen and reply with one "
            f"step.\n{RULES}\n\nReply in two lines:\n{_THOUGHT} what came of the last step, and what "
            f"you do next and why\n{_ACTION} one of these\n\n{_SPACE}\n\nToday is {now.date}; you have "
            f"{now.max_steps} steps."
        )
        layout = Layout(opening="Task: {task}", is_opening_apart=True, result=plain_result)
        return layout.turns(system, now)

    def read(self, reply: Reply, aiming: Aiming) -> Step:
        """Return the step that a whole reply is."""
        _, text = without_thinking(reply.text)
        head, mark, written = text.rpartition(_ACTION)
        if not mark:
            raise ActionParseError(f"the reply has no line {_ACTION}; one call is expected there")
        if _ACTION in head:
            raise ActionParseError(f"the reply has several lines {_ACTION}; one is expected")
        calls = calls_in(restored(written).strip())
        acting = Acting(aiming)
        actions = [self._action(call, acting) for call in calls]
        thought = restored(head.strip().removeprefix(_THOUGHT).strip())
        first = written.strip().splitlines()[0] if len(calls) > 1 else written.strip()
        said = f"{_THOUGHT} {neutralised(thought)}\n{_ACTION} {neutralised(first)}"
        return acting.step(actions, said, thought=thought, tool=calls[0].name if calls else "")

    def _action(self, call: Call, acting: Acting) -> Action:  # noqa: C901 - one case an action
        start = _box(call.get("start_box", "point", "start_point"))
        match call.name:
            case "click":
                return acting.click(_needed(start))
            case "left_double":
                return acting.click(_needed(start), count=2)
            case "right_single":
                return acting.click(_needed(start), "right")
            case "drag":
                return acting.drag(_needed(_box(call.get("end_box", "end_point"))), _needed(start))
            case "hotkey":
                return acting.keys(call.get("key", "hotkey"))
            case "type":
                return acting.write(call.get("content"))
            case "scroll":
                return acting.turned(call.get("direction"), None, start)
            case "wait":
                return acting.wait()
            case "finished":
                return acting.end(call.get("content"))
            case "call_user":
                return acting.ask(call.get("content"))
            case name:
                raise ActionParseError(f"there is no action {name!r:.40}; choose one of the list")

    def thought(self, text: str) -> str | None:
        """Return the thought of a reply that is still written."""
        body = before_half(text.partition(_ACTION)[0], _ACTION).lstrip()
        return restored(body.removeprefix(_THOUGHT).strip()) if len(body) > len(_THOUGHT) else ""

    def ended(self, begun: str) -> str | None:
        """Return the reply that a beginning is if a call ends here."""
        return begun if begun.endswith(")") and _ACTION in begun else None

    def locating(self, target: str, picture: Picture, space: CoordinateSpace) -> tuple[Turn, ...]:
        """Return the messages that ask where one thing is."""
        words = (
            f"Click this: {target}\nReply with one line and nothing else:\n"
            f"{_ACTION} click(start_box='(x,y)')"
        )
        return (Turn("user", words, (picture,)),)


def _box(value: Value) -> tuple[int, int] | None:
    """Return the point of a box; None for none."""
    if value is None:
        return None
    if isinstance(value, str):
        found = _BOX.fullmatch(value)
        if found is not None:
            return int(found[1]), int(found[2])
    if isinstance(value, tuple) and len(value) == 2:
        x, y = value
        if type(x) is int and type(y) is int:
            return x, y
    raise ActionParseError(f"{value!r:.60} is no place; '(x,y)' is expected")


def _needed(place: tuple[int, int] | None) -> tuple[int, int]:
    if place is None:
        raise ActionParseError("the action has no start_box; '(x,y)' is expected")
    return place
