"""From a reply to a step and back: strict, and nothing but `ActionParseError` on bad text.

A reply is text of the model's world, where control strings are broken (`model.prompt.marks`); a
step is of the user's. So `parse_step` mends them, and the renderer breaks them again.
"""

import json
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta, Struct

from automation.core.errors import ActionParseError
from model.prompt.marks import restored
from model.prompt.profiles.profile import Profile
from model.prompt.schema import NOTE_CHARS, THOUGHT_CHARS
from model.prompt.strict_json import parsed
from model.prompt.tools import ToolCall, name_of

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

    Args:
        text: the reply without its thinking; white space around it is allowed.
        profile: the contract.

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
        message = f"the reply is not a step: {error}"[:_LONGEST_MESSAGE]
        raise ActionParseError(message) from error


def _renamed(call: dict[str, object], old: str, new: str) -> dict[str, object]:
    """Return the call with another key for the tool's name, which stands first."""
    if old not in call or new in call:
        message = f"the reply is not a step: the key {old!r} with the tool's name is expected"
        raise ActionParseError(message)
    return {new: call[old]} | {key: value for key, value in call.items() if key != old}


def _call(call: dict[str, object], profile: Profile) -> ToolCall:
    names = [name_of(tool) for tool in profile.tools]
    found = call.get("tool_name")
    if found not in names:
        message = f"there is no tool {found!r:.80}; the tools are {', '.join(names)}"
        raise ActionParseError(message)
    try:
        # The union is too large for mypy to see it as one type.
        tool: ToolCall = msgspec.convert(call, _ANY_CALL)
    except msgspec.ValidationError as error:
        message = f"the call of {found} does not fit its schema: {error}"[:_LONGEST_MESSAGE]
        raise ActionParseError(message) from error
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
            message = f"{name} of {name_of(call)} is {value}, a whole number is expected"
            raise ActionParseError(message)


def _native(text: str, profile: Profile) -> ModelStep:
    thought, opening, rest = text.partition(profile.before)
    written, closing, after = rest.rpartition(profile.after)
    if not (opening and closing) or after:
        message = (
            f"the reply does not end with one call: {profile.before}"
            f'[{{"name": "...", "arguments": {{}}}}]{profile.after} is expected'
        )
        raise ActionParseError(message)
    calls = _converted(parsed(written), list[_NativeCall])
    if len(calls) != 1:
        message = f"the reply holds {len(calls)} calls, exactly one is expected"
        raise ActionParseError(message)
    if "tool_name" in calls[0].arguments:
        message = "the argument 'tool_name' does not exist; the name stands beside the arguments"
        raise ActionParseError(message)
    thought = _converted(thought.strip(), _THOUGHT)
    call = {"tool_name": calls[0].name, **calls[0].arguments}
    return ModelStep(None, thought, _call(call, profile))


_THOUGHT: Final[Any] = _Thought
