"""The JSON schema of a reply: what is shown in the prompt and enforced while decoding.

No references, every string and list bounded, every field required and in the order in which it is
written: so a reply has one spelling, and it ends.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias, TypeGuard

import msgspec

from model.core.coordinates import CoordinateSpace
from model.images.tiling import NORM_STEPS
from model.prompt.tools import COORDINATE, Tool, name_of

Schema: TypeAlias = "dict[str, object]"

NOTE_CHARS: Final = 2000
THOUGHT_CHARS: Final = 2000
MOST_PX: Final = 16_384
"""Widest picture in pixels that a coordinate may speak of; the plan knows the real size."""

_NOTE: Final[Schema] = {
    "description": "Facts of this picture that the task needs later; null when there are none.",
    "anyOf": [{"type": "string", "maxLength": NOTE_CHARS}, {"type": "null"}],
}
_THOUGHT: Final[Schema] = {
    "description": "What came of the last step, and what to do next and why. A few sentences.",
    "type": "string",
    "maxLength": THOUGHT_CHARS,
}
_UNUSED: Final = frozenset({"title", "default"})


def step_schema(
    tools: Sequence[type[Tool]], space: CoordinateSpace, *, call: str, name: str
) -> Schema:
    """Return the schema of one object: note, thought, and a call.

    Args:
        tools: the calls to choose from.
        space: what the numbers of a point mean.
        call: key of the call in the object.
        name: key of the tool's name in the call.
    """
    calls = [_tool_schema(tool, space, name) for tool in tools]
    return _object({"note": _NOTE, "thought": _THOUGHT, call: {"anyOf": calls}})


def call_list_schema(tools: Sequence[type[Tool]], space: CoordinateSpace) -> Schema:
    """Return the schema of a list of exactly one call with its arguments apart."""
    calls = [_apart(tool, space) for tool in tools]
    return {"type": "array", "items": {"anyOf": calls}, "minItems": 1, "maxItems": 1}


def point_schema(space: CoordinateSpace) -> Schema:
    """Return the schema of a bare point."""
    return _object({"x": _coordinate({}, space), "y": _coordinate({}, space)})


def arguments_schema(tool: type[Tool], space: CoordinateSpace) -> Schema:
    """Return the schema of a tool's arguments, without its name."""
    properties = dict(_properties(tool, space))
    del properties["tool_name"]
    return _object(properties)


def _tool_schema(tool: type[Tool], space: CoordinateSpace, name: str) -> Schema:
    properties = {
        name if key == "tool_name" else key: value
        for key, value in _properties(tool, space).items()
    }
    return _object(properties) | {"description": _words(tool)}


def _apart(tool: type[Tool], space: CoordinateSpace) -> Schema:
    arguments = arguments_schema(tool, space)
    return _object({"name": {"const": name_of(tool)}, "arguments": arguments})


def _words(tool: type[Tool]) -> str:
    return (tool.__doc__ or "").strip()


def _object(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _properties(tool: type[Tool], space: CoordinateSpace) -> Schema:
    _, components = msgspec.json.schema_components([tool], ref_template="{name}")
    found = components[tool.__name__]["properties"]
    known = {key: value for key, value in components.items() if key != tool.__name__}
    properties = {key: _inlined(value, known, space) for key, value in found.items()}
    return properties | {"tool_name": {"const": name_of(tool)}}


def _inlined(value: object, known: Schema, space: CoordinateSpace) -> object:
    """Return the schema with references resolved and coordinates given their range."""
    if not _is_schema(value):
        return value
    reference = value.get("$ref")
    if isinstance(reference, str):
        return _inlined(known[reference], known, space)
    if value.get("title") == COORDINATE:
        return _coordinate(value, space)
    if _is_schema(properties := value.get("properties")):
        return _object({key: _inlined(part, known, space) for key, part in properties.items()})
    parts = {key: part for key, part in value.items() if key not in _UNUSED}
    return {key: _within(part, known, space) for key, part in parts.items()}


def _within(part: object, known: Schema, space: CoordinateSpace) -> object:
    if isinstance(part, list):
        return [_inlined(item, known, space) for item in part]
    return _inlined(part, known, space)


def _is_schema(value: object) -> TypeGuard[Schema]:
    return isinstance(value, dict)


def _coordinate(value: Schema, space: CoordinateSpace) -> Schema:
    words = {"description": value["description"]} if "description" in value else {}
    if space == "fraction":
        return words | {"type": "number", "minimum": 0, "maximum": 1}
    most = NORM_STEPS if space == "norm_1000" else MOST_PX
    return words | {"type": "integer", "minimum": 0, "maximum": most}
