"""UI-Venus 1.5 and 2: `<think>..</think><action>Click(box=(x,y))</action>`, read by a grammar.

The list of actions stands whole in the system text, since the models were trained with all of it. What it
asks against our promises is not taken up: the slot for the computer's password stays empty, of a
`Sequence` only the first action is done, and a key or button that would be held beyond the reply is
refused.

**Source**: inclusionAI/UI-Venus, README and prompts of 1.5 and 2; the ways of the wire also by cua-lite,
`ui_venus_2/adapter.py`. All wordings are ours; names of actions and arguments are the contract's.
"""

from dataclasses import dataclass
from typing import Final, Literal

from automation.core.actions import Action
from automation.core.errors import ActionParseError
from model.families.acting import Acting, without_thinking
from model.families.family import Situation, Step, TextContract
from model.families.turn_layout import RULES, Layout, plain_result
from model.families.written_calls import Call, Value, calls_in
from model.prompt.chat_layout import neutralised, quoted, restored
from model.prompt.parse import Aiming, before_half
from model.prompt.tools import THOUGHT_CHARS
from model.server.asking import Picture, Reply, Turn
from model.spec import CoordinateSpace

_OPEN: Final = "<action>"
_CLOSE: Final = "</action>"
_DESKTOP: Final = """\
Click(box=(x, y)) or Click() where the pointer is
DoubleClick(box=(x, y)) or DoubleClick()
TripleClick(box=(x, y)) or TripleClick()
RightClick(box=(x, y)) or RightClick()
MiddleClick(box=(x, y)) or MiddleClick()
Hover(box=(x, y)) moves the pointer
Drag(end=(x2, y2), start=(x1, y1)); without start from where the pointer is
Swipe(amount=-5, axis='vertical') turns the wheel where the pointer is: up and right for positive numbers
Type(content='') types where the keyboard is; each \\n presses Enter
Hotkey(keys=['ctrl', 'c'], repeat=1)
KeyDown(keys=['shift']) and KeyUp(keys=['shift']); a key has to come up in the same reply
MouseDown(box=(x, y)) and MouseUp(box=(x, y)); likewise
Sequence(actions=[...]) two to 32 of these; only the first is done
Wait()
CallUser(content='') when only the user can go on
Finished(content='') ends the task and tells the user"""
_FIRST: Final = """\
Click(box=(x, y))
DoubleClick(box=(x, y))
RightClick(box=(x, y))
Hover(box=(x, y))
Drag(start=(x1, y1), end=(x2, y2))
Scroll(start=(x, y), end=(x, y), direction='down')
Type(content='')
Hotkey(keys=['ctrl', 'c'])
Wait()
CallUser(content='')
Finished(content='')"""
_CLICKS: Final[dict[str, tuple[Literal["left", "right", "middle"], int]]] = {
    "Click": ("left", 1),
    "DoubleClick": ("left", 2),
    "TripleClick": ("left", 3),
    "RightClick": ("right", 1),
    "MiddleClick": ("middle", 1),
}


@dataclass(frozen=True)
class UiVenus(TextContract):
    """The contract of one of the two generations."""

    generation: Literal[1, 2]

    def turns(self, now: Situation) -> tuple[Turn, ...]:
        """Return the messages of a request."""
        listed = _DESKTOP if self.generation == 2 else _FIRST
        end = (
            "" if self.generation == 2 else "<conclusion>one sentence on what it does</conclusion>"
        )
        head = (
            "You operate a desktop computer for its user, one action at a time. The password of the "
            f"computer is .\n{RULES}\n\n### Available Actions\nPlaces go from (0, 0), top "
            f"left, to (999, 999), bottom right.\n{listed}\n\n### Output Format\n"
            f"<think>what you see and why you do it</think><action>one action</action>{end}\n"
            f"Today is {now.date}; you have {now.max_steps} steps."
        )
        if self.generation == 1:
            layout = Layout(
                opening="Task: {task}",
                summary="Done before:",
                result=plain_result,
            )
            return layout.turns(head, now)
        task = quoted(neutralised(now.task))
        layout = Layout(
            opening="",
            shown="Current Screenshot:",
            shown_before="History Screenshot:",
            result=plain_result,
            keeps_empty=True,
        )
        return layout.turns(f"{head}\n\n### User Task\n{task}", now)

    def read(self, reply: Reply, aiming: Aiming) -> Step:
        """Return the step that a whole reply is."""
        thought, text = without_thinking(reply.text)
        before, opening, rest = text.partition(_OPEN)
        written, closing, _ = rest.partition(_CLOSE)
        if not (opening and closing):
            raise ActionParseError("the reply has no <action>...</action>; one action is expected")
        if _OPEN in rest:
            raise ActionParseError("the reply has several <action> parts; one is expected")
        calls = calls_in(restored(written).strip())
        acting = Acting(aiming)
        actions: list[Action] = []
        for call in _flat(calls):
            actions += self._actions(call, acting)
        # Where the client or the server has taken the tags out, the thought comes beside the text.
        thought = restored(thought or before.strip() or reply.reasoning.strip())[:THOUGHT_CHARS]
        told = f"<think>{neutralised(thought)}</think>" if thought else ""
        said = f"{told}<action>{neutralised(written.strip())}</action>"
        return acting.step(actions, said, thought=thought, tool=calls[0].name if calls else "")

    def _actions(self, call: Call, acting: Acting) -> list[Action]:
        place = call.get("box", "point")
        if call.name in _CLICKS:
            button, count = _CLICKS[call.name]
            held = acting.modifiers(call.get("holding"))
            return [acting.click(place, button, count, held)]
        match call.name:
            case "Hover":
                return [acting.move(place)]
            case "Drag":
                return [acting.drag(call.get("end"), call.get("start"))]
            case "Swipe" | "Scroll":
                return [self._scroll(call, acting)]
            case "Type":
                return [acting.write(call.get("content"))]
            case "Hotkey":
                return [acting.keys(call.get("keys"), call.get("repeat") or 1)]
            case "KeyDown" | "KeyUp":
                return acting.half_keys(call.get("keys"), is_down=call.name == "KeyDown")
            case "MouseDown" | "MouseUp":
                return [acting.button(place, is_down=call.name == "MouseDown")]
            case _:
                return [_last(call, acting)]

    def _scroll(self, call: Call, acting: Acting) -> Action:
        if call.name == "Scroll":
            return acting.turned(call.get("direction"), None, call.get("start", "box", "point"))
        axis = call.get("axis")
        if axis not in ("vertical", "horizontal"):
            raise ActionParseError(f"the axis {axis!r:.40} is neither vertical nor horizontal")
        return acting.scroll(call.get("amount"), "vertical" if axis == "vertical" else "horizontal")

    def thought(self, text: str) -> str | None:
        """Return the thought of a reply that is still written."""
        body = before_half(text.partition(_OPEN)[0], _OPEN).lstrip()
        body = before_half(body.removeprefix("<think>").partition("</think>")[0], "</think>")
        return "" if "<think>".startswith(body) else restored(body.strip())

    def ended(self, begun: str) -> str | None:
        """Return the reply that a beginning would be if its call ended here."""
        return f"{begun}{_CLOSE}" if begun.endswith(")") and _OPEN in begun else None

    def locating(self, target: str, picture: Picture, space: CoordinateSpace) -> tuple[Turn, ...]:
        """Return the messages that ask where one thing is."""
        words = (
            f"Give the middle of this on the picture: {target}\nReply with the point alone, as [x,y]; "
            "[-1,-1] if it is not there."
        )
        return (Turn("user", words, (picture,)),)


def _last(call: Call, acting: Acting) -> Action:
    match call.name:
        case "Wait":
            return acting.wait()
        case "CallUser":
            return acting.ask(call.get("content"))
        case "Finished":
            return acting.end(call.get("content"))
        case name:
            raise ActionParseError(f"there is no action {name!r:.40}; choose one of the list")


def _flat(calls: tuple[Call, ...]) -> list[Call]:
    """Return the calls with those inside a `Sequence` in its place."""
    found: list[Call] = []
    for call in calls:
        if call.name != "Sequence":
            found.append(call)
            continue
        inside: Value = call.get("actions")
        if not isinstance(inside, tuple):
            raise ActionParseError("a Sequence without a list of actions")
        for one in inside:
            if not isinstance(one, Call) or one.name == "Sequence":
                raise ActionParseError("a Sequence may hold actions only")
            found.append(one)
    return found
