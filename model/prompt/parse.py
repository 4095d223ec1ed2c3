"""Reads a model's reply: the step that it holds, the action that it means, where it points, and what it thinks so far.

Strict, and nothing but `ActionParseError` on bad text. Coordinates become pixels here and nowhere else.
Nothing is guessed: a point outside the picture, an unknown key and a tool without a counterpart are
refused with words that the model can be told.

A reply is text of the model's world, where control strings are broken (`model.prompt.chat_layout`); a step
is of the user's. So `parse_step` mends them, and the renderer breaks them again.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeVar, assert_never, get_args

import msgspec
from msgspec import Meta, Struct

from automation.core import actions
from automation.core.actions import Action, Aim, Element, Modifier, action_from_json, to_json
from automation.core.errors import ActionParseError
from automation.core.generation import CallDelta, TextDelta
from automation.core.geometry import ScreenPoint
from model import strict_json
from model.images.tiling import PictureMap
from model.prompt import tools
from model.prompt.chat_layout import restored
from model.prompt.profile import INFEASIBLE, Profile
from model.prompt.tools import NOTE_CHARS, THOUGHT_CHARS, ToolCall, name_of
from model.spec import CoordinateSpace

KeyReader = Callable[[str], tuple[str, ...] | None]
"""Returns the key names of a chord such as `Ctrl+S`; None when the words are no key."""

_STATUS: Final[dict[tools.Status, Literal["open", "current", "done", "dropped"]]] = {
    "todo": "open",
    "running": "current",
    "done": "done",
    "failed": "dropped",
}
_BACK: Final = ("alt", "left")
_RELOAD: Final = ("f5",)
"""What every browser and file manager on Linux and Windows understands."""


@dataclass(frozen=True, slots=True)
class Aiming:
    """What a call's numbers and names refer to."""

    plan: PictureMap
    """Of the picture that the model looked at."""
    space: CoordinateSpace
    read_key: KeyReader
    pointer: ScreenPoint | None = None
    """Where the mouse pointer is, for calls that begin there; None when nobody knows."""
    find_thing: Callable[[str], Aim | None] | None = None
    """Returns what a short name of the list of things stands for; None when nothing was listed."""

    def at(self, x: float, y: float, description: str) -> Aim:
        """Return the pixel that two numbers mean, with what the model says is there."""
        point = self.plan.screen_point(x, y, self.space)
        return Aim(point, Element(description, source="model"))

    def thing(self, name: str) -> Aim:
        """Return what a short name aims at."""
        found = self.find_thing(name) if self.find_thing is not None else None
        if found is None:
            raise ActionParseError(f"there is no thing {name!r:.40} in the list of things")
        return found

    def here(self, tool: str) -> ScreenPoint:
        """Return where the pointer is."""
        if self.pointer is None:
            raise ActionParseError(
                f"{tool} begins where the pointer is, which is not known; move it first"
            )
        return self.pointer

    def keys(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return our names of the keys, chords such as `ctrl+c` taken apart."""
        return tuple(key for name in names for key in self._chord(name))

    def key(self, name: str) -> str:
        """Return our name of one key."""
        found = self._chord(name)
        if len(found) != 1:
            raise ActionParseError(
                f"{name!r} is {len(found)} keys, one is expected; use hotkey_desktop"
            )
        return found[0]

    def chord(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return our names of keys that are pressed together, each once."""
        keys = self.keys(names)
        if len(set(keys)) < len(keys):
            raise ActionParseError(
                f"{'+'.join(keys)} names a key twice; a chord presses each key once"
            )
        return keys

    def modifiers(self, names: Sequence[str]) -> tuple[Modifier, ...]:
        """Return our names of keys that are held while the mouse works."""
        held = self.keys(names)
        found = tuple(one for one in _MODIFIERS if one in held)
        if len(found) < len(held):
            raise ActionParseError(
                f"only {', '.join(_MODIFIERS)} can be held in a drag, not {', '.join(held)}"
            )
        return found

    def _chord(self, name: str) -> tuple[str, ...]:
        found = self.read_key(name)
        if not found:
            raise ActionParseError(
                f"there is no key {name!r}; use names such as ctrl, shift, enter, f5, a"
            )
        return found


_MODIFIERS: Final[tuple[Modifier, ...]] = get_args(Modifier)


def to_intent(call: ToolCall, aiming: Aiming) -> Action:
    """Return the action that a call asks for.

    Raises:
        ActionParseError: a point is outside the picture, a key is unknown, or the tool has no
            exact counterpart here.
    """
    action = _action(call, aiming)
    try:
        return action_from_json(to_json(action))
    except msgspec.ValidationError as error:
        raise ActionParseError(f"{name_of(call)} cannot be done: {error}") from error


def _action(call: ToolCall, aiming: Aiming) -> Action:  # noqa: C901 - one case a tool
    match call:
        case tools.ClickDesktop():
            return actions.Click(_place(call, aiming), call.button)
        case tools.ClickElement():
            return actions.Click(_place(call, aiming))
        case tools.DoubleClickDesktop():
            return actions.Click(_place(call, aiming), count=2)
        case tools.PressThing():
            return actions.Click(aiming.thing(call.thing))
        case tools.MoveToDesktop():
            return actions.Move(_place(call, aiming))
        case tools.DragToDesktop():
            end, start = _place(call, aiming), aiming.here(name_of(call))
            return actions.Drag((start, end.point), destination=end.element)
        case tools.DragAndDrop():
            first = aiming.at(call.x1, call.y1, call.description)
            last = aiming.at(call.x2, call.y2, call.description)
            held = aiming.modifiers(call.hold_keys or ())
            return actions.Drag((first.point, last.point), modifiers=held, origin=first.element)
        case tools.ScrollDesktop():
            return actions.Scroll(call.direction, call.scroll_size, _place(call, aiming))
        case tools.Scroll():
            return actions.Scroll(call.direction)
        case tools.MouseDownDesktop():
            return actions.ButtonDown(Aim(aiming.here(name_of(call))), call.button)
        case tools.MouseUpDesktop():
            return actions.ButtonUp(Aim(aiming.here(name_of(call))), call.button)
        case tools.WriteDesktop():
            return actions.Write(call.content, None, call.overwrite, call.press_enter)
        case tools.WriteAtDesktop():
            at = _place(call, aiming)
            return actions.Write(call.content, at, call.overwrite, call.press_enter)
        case tools.WriteThing():
            at = aiming.thing(call.thing)
            return actions.Write(call.content, at, call.overwrite, call.press_enter)
        case tools.WriteElement():
            return actions.Write(call.content, _place(call, aiming), press_enter=True)
        case tools.KeyDownDesktop():
            return actions.KeyDown(aiming.key(call.key))
        case tools.KeyUpDesktop():
            return actions.KeyUp(aiming.key(call.key))
        case tools.HotkeyDesktop():
            return actions.Hotkey(aiming.chord(call.keys), call.repeat_count)
        case tools.HoldAndTapKeyDesktop():
            return actions.HoldAndTap(aiming.keys(call.hold_keys), aiming.keys(call.tap_keys))
        case tools.GoBack():
            return actions.Hotkey(_BACK)
        case tools.Refresh():
            return actions.Hotkey(_RELOAD)
        case tools.WaitDesktop() | tools.Wait():
            return actions.Wait(float(call.seconds))
        case tools.UpdatePlan():
            goals = (actions.Goal(goal.title, _STATUS[goal.status]) for goal in call.goals)
            return actions.Plan(tuple(goals))
        case tools.AskUser():
            return actions.Ask(call.question)
        case tools.Answer():
            if INFEASIBLE not in call.content:
                return actions.Answer(call.content)
            return actions.Answer(call.content.replace(INFEASIBLE, "").strip(), "infeasible")
        case tools.Goto():
            raise _not_in_one_step(call, "click the address bar and write the address there")
        case tools.Restart():
            raise _not_in_one_step(call, "go on from what the screen shows")
        case _:
            assert_never(call)


def _not_in_one_step(call: tools.Tool, instead: str) -> ActionParseError:
    return ActionParseError(f"{name_of(call)} cannot be done here in one step; {instead}")


def _place(call: tools.Pointing | tools.WriteAtDesktop | tools.WriteElement, aiming: Aiming) -> Aim:
    return aiming.at(call.x, call.y, call.element)


MAX_CHARS: Final = 100_000
"""Longest text that is looked at; a step has a few hundred characters."""


def parsed(text: str) -> object:
    """Return the value of a text that is nothing but one JSON value.

    Raises:
        ActionParseError: it is too long or no JSON; a key stands twice, a number is not finite, a
            string holds half a character. Says where.
    """
    if len(text) > MAX_CHARS:
        raise ActionParseError(
            f"the reply has {len(text)} characters, at most {MAX_CHARS} are read"
        )
    if not text.strip():
        raise ActionParseError("the reply is empty; one JSON object is expected")
    try:
        value = strict_json.parse(text)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise ActionParseError(
            "the reply holds half of a surrogate pair; write the character itself"
        ) from error
    except strict_json.NotStrictJson as error:
        raise ActionParseError(f"the reply is not one JSON value: {error}") from error
    return value


T = TypeVar("T")

_POINT_FIELDS: Final = ("x", "y", "x1", "y1", "x2", "y2")
_LONGEST_MESSAGE: Final = 400
"""Of an error that may be told to the model; msgspec quotes what it was given."""

_Note = Annotated[str, Meta(max_length=NOTE_CHARS)]
_Thought = Annotated[str, Meta(max_length=THOUGHT_CHARS)]


@dataclass(frozen=True, slots=True)
class ModelStep:
    """What a model wants to do next, in its own terms."""

    note: str | None
    thought: str
    call: ToolCall


class _WithToolCall(Struct, frozen=True, forbid_unknown_fields=True):
    tool_call: dict[str, object]
    thought: _Thought
    note: _Note | None = None


class _WithAction(Struct, frozen=True, forbid_unknown_fields=True):
    action: dict[str, object]
    thought: _Thought
    note: _Note | None = None


class _NativeCall(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    arguments: dict[str, object]


def parse_step(text: str, profile: Profile) -> ModelStep:
    """Return the step that a reply of this contract is.

    Raises:
        ActionParseError: it is no such step. The message says what was found and expected, in
            words that the model can be told.
    """
    bare = restored(text).strip()
    match profile.envelope:
        case "tool_call":
            found = _converted(parsed(bare), _WithToolCall)
            return ModelStep(found.note, found.thought, _call(found.tool_call, profile))
        case "action":
            acting = _converted(parsed(bare), _WithAction)
            call = _renamed(acting.action, "action", "tool_name")
            return ModelStep(acting.note, acting.thought, _call(call, profile))
        case "toolcall":
            return _native(bare, profile)


def reserialise(step: ModelStep, profile: Profile) -> str:
    """Return the reply that a step is in its contract, as the history of a run holds it.

    It is spelled as the family was trained to write it, so that it takes the tokens that a model
    of the family would have sampled. `parse_step(neutralised(reserialise(s, p)), p) == s`.
    """
    call: dict[str, object] = msgspec.to_builtins(step.call)
    match profile.envelope:
        case "tool_call":
            return _json({"note": step.note, "thought": step.thought, "tool_call": call}, profile)
        case "action":
            action = _renamed(call, "tool_name", "action")
            return _json({"note": step.note, "thought": step.thought, "action": action}, profile)
        case "toolcall":
            name = call.pop("tool_name")
            written = _json([{"name": name, "arguments": call}], profile)
            thought = f"{step.thought}\n" if step.thought else ""
            return f"{thought}{profile.before}{written}{profile.after}"


def _json(value: object, profile: Profile) -> str:
    return json.dumps(value, ensure_ascii=False, separators=profile.separators)


def _converted(value: object, kind: type[T]) -> T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise ActionParseError(f"the reply is not a step: {error}"[:_LONGEST_MESSAGE]) from error


def _renamed(call: dict[str, object], old: str, new: str) -> dict[str, object]:
    """Return the call with another key for the tool's name, which stands first."""
    if old not in call or new in call:
        raise ActionParseError(
            f"the reply is not a step: the key {old!r} with the tool's name is expected"
        )
    return {new: call[old]} | {key: value for key, value in call.items() if key != old}


def _call(call: dict[str, object], profile: Profile) -> ToolCall:
    names = [name_of(tool) for tool in profile.tools]
    found = call.get("tool_name")
    if found not in names:
        raise ActionParseError(f"there is no tool {found!r:.80}; the tools are {', '.join(names)}")
    try:
        # The union is too large for mypy to see it as one type.
        tool: ToolCall = msgspec.convert(call, _ANY_CALL)
    except msgspec.ValidationError as error:
        raise ActionParseError(
            f"the call of {found} does not fit its schema: {error}"[:_LONGEST_MESSAGE]
        ) from error
    _check_numbers(tool, profile)
    return tool


_ANY_CALL: Final[Any] = ToolCall


def _check_numbers(call: ToolCall, profile: Profile) -> None:
    """Refuse a part of a unit where whole units are spoken: the model means another space."""
    if profile.space == "fraction":
        return
    for name in _POINT_FIELDS:
        value = getattr(call, name, 0)
        if isinstance(value, float):
            raise ActionParseError(
                f"{name} of {name_of(call)} is {value}, a whole number is expected"
            )


def _native(text: str, profile: Profile) -> ModelStep:
    thought, opening, rest = text.partition(profile.before)
    written, closing, after = rest.rpartition(profile.after)
    if not (opening and closing) or after:
        raise ActionParseError(
            f"the reply does not end with one call: {profile.before}"
            f'[{{"name": "...", "arguments": {{}}}}]{profile.after} is expected'
        )
    calls = _converted(parsed(written), list[_NativeCall])
    if len(calls) != 1:
        raise ActionParseError(f"the reply holds {len(calls)} calls, exactly one is expected")
    if "tool_name" in calls[0].arguments:
        raise ActionParseError(
            "the argument 'tool_name' does not exist; the name stands beside the arguments"
        )
    thought = _converted(thought.strip(), _THOUGHT)
    call = {"tool_name": calls[0].name, **calls[0].arguments}
    return ModelStep(None, thought, _call(call, profile))


_THOUGHT: Final[Any] = _Thought


# What can be shown of a thought while its reply is still being written.

_MEMBERS: Final = {
    name: re.compile(rf'"{name}"\s*:\s*"((?:[^"\\]|\\.)*)', re.DOTALL)
    for name in ("thought", "plan")
}
"""The value of such a member as far as it is written, escapes not cut in half."""
_CUT_ESCAPE: Final = re.compile(r"\\u[0-9a-fA-F]{0,3}$")


def thought_in_json(reply: str, member: Literal["thought", "plan"] = "thought") -> str | None:
    """Return the member of a reply in JSON that says what the model thinks, as far as it is written.

    Empty where it has not begun; None where nothing more can be shown yet: an escape is cut in half, or
    the text is no JSON.
    """
    found = _MEMBERS[member].search(reply)
    if found is None:
        return ""
    try:
        text = json.loads(f'"{_CUT_ESCAPE.sub("", found.group(1))}"', strict=False)
    except ValueError:
        return None
    return restored(str(text))


def before_half(text: str, mark: str) -> str:
    """Return the text without a beginning of the mark at its end."""
    for length in range(len(mark) - 1, 0, -1):
        if text.endswith(mark[:length]):
            return text[:-length]
    return text


def thought_of(reply: str, profile: Profile) -> str | None:
    """Return the thought of a reply of this contract as far as it is written; None as `thought_in_json`."""
    if profile.envelope == "toolcall":
        text = reply.partition(profile.before)[0]
        return before_half(text, profile.before).lstrip()
    return thought_in_json(reply)


class ShownThought:
    """Tells a thought that grows; what would change what was told is left out."""

    def __init__(self, said: Callable[[TextDelta], None]) -> None:
        self._said = said
        self._shown = ""

    def show(self, thought: str) -> None:
        """Tell what the thought has more than before."""
        if thought.startswith(self._shown) and len(thought) > len(self._shown):
            self._said(TextDelta(thought[len(self._shown) :], "answer"))
            self._shown = thought


def heard_as(
    thought: Callable[[str], str | None], said: Callable[[TextDelta], None]
) -> Callable[[TextDelta | CallDelta], None]:
    """Return what hears a reply while it is written, and tells its thought.

    Args:
        thought: returns that of a reply as far as it is written.
    """
    shown, written = ShownThought(said), ""

    def hear(delta: TextDelta | CallDelta) -> None:
        nonlocal written
        if isinstance(delta, CallDelta):
            return
        if delta.kind == "thinking":
            said(delta)
            return
        written += delta.text
        shown.show(thought(written) or "")

    return hear
