"""From a reply's JSON schema to a grammar under which every reply ends.

What is enforced while decoding is stricter than the schema in places (no other keys, at most so
many decimals), so what passes the grammar passes the schema. Knows no tokenizer and no tokens.
"""

import json
from dataclasses import dataclass
from typing import Final, TypeAlias

from automation.core.errors import ModelError
from model.prompt.profiles.profile import Profile

Schema: TypeAlias = "dict[str, object]"

NUMBER_STEP: Final = 0.0001
"""Numbers without a step of their own are cut to this: a third of a pixel on a 4K screen."""
_NUMBER_DECIMALS: Final = 32
"""More decimals than any `multipleOf` here prints; only the bound on a reply's length uses it."""
_ESCAPED_BYTES: Final = 6
"""Longest spelling of one character: an escaped control character takes six bytes, and no
character takes more than four in UTF-8. Source: RFC 8259 section 7, RFC 3629."""


@dataclass(frozen=True, slots=True)
class ReplyShape:
    """How a profile's reply is written: one JSON value, and the text around it."""

    schema: str
    """JSON text of a JSON schema without references."""
    item_separator: str = ", "
    key_separator: str = ": "
    """What the family was trained to print after a comma and a colon; anything else is refused."""
    before: str = ""
    after: str = ""
    """Literal text around the value: the marks of a tool call."""


@dataclass(frozen=True, slots=True)
class BoundedReply:
    """A reply's shape whose length is bounded, ready to be compiled."""

    shape: ReplyShape
    schema: Schema
    """The stricter schema that is enforced."""
    longest_bytes: int
    """No reply is longer. A token is at least one byte, so no reply takes more tokens either."""


def shape_of(profile: Profile) -> ReplyShape:
    """Return how a step of this profile is written."""
    return ReplyShape(profile.schema_text, *profile.separators, profile.before, profile.after)


def bounded(shape: ReplyShape) -> BoundedReply:
    """Check that every part of a reply is bounded and return what is to be enforced.

    Raises:
        ModelError: the schema is no schema or leaves a part without bounds; names the part.
    """
    try:
        schema = json.loads(shape.schema)
    except ValueError as error:
        message = f"the reply's schema is not JSON ({error}); choose another profile"
        raise ModelError(message) from error
    strict, longest = _bound(_object(schema, "$"), "$", shape)
    around = len(shape.before.encode()) + len(shape.after.encode())
    return BoundedReply(shape, strict, longest + around)


def lark(reply: BoundedReply, special: tuple[str, ...]) -> str:
    """Return the grammar in llguidance's dialect of Lark.

    Args:
        reply: what is to be enforced.
        special: contents of the tokenizer's special tokens. Where the text around the value names
            one, the token is meant and not its spelling.
    """
    options = {
        "whitespace_flexible": False,
        "coerce_one_of": True,
        "item_separator": reply.shape.item_separator,
        "key_separator": reply.shape.key_separator,
    }
    value = json.dumps({**reply.schema, "x-guidance": options})
    parts = [*_literal(reply.shape.before, special), "value", *_literal(reply.shape.after, special)]
    return f"start: {' '.join(parts)}\nvalue: %json {value}\n"


def _literal(text: str, special: tuple[str, ...]) -> list[str]:
    """Split a literal into quoted pieces and special tokens."""
    parts, plain = [], ""
    by_length = sorted(special, key=len, reverse=True)
    while text:
        token = next((x for x in by_length if x and text.startswith(x)), "")
        if token and plain:
            parts.append(json.dumps(plain))
            plain = ""
        if token:
            parts.append(token)
        else:
            plain += text[0]
        text = text[len(token) or 1 :]
    return [*parts, json.dumps(plain)] if plain else parts


def _bound(schema: Schema, where: str, shape: ReplyShape) -> tuple[Schema, int]:
    """Return the stricter schema and the most bytes that it may print."""
    if "const" in schema:
        return schema, _printed(schema["const"], shape)
    if "enum" in schema:
        choices = _list(schema["enum"], f"{where}.enum")
        return schema, max(_printed(choice, shape) for choice in choices)
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return _bound_union(schema, union, where, shape)
    return _bound_type(schema, where, shape)


def _bound_type(schema: Schema, where: str, shape: ReplyShape) -> tuple[Schema, int]:
    match schema.get("type"):
        case "string":
            return schema, 2 + _ESCAPED_BYTES * _limit(schema, "maxLength", where)
        case "integer":
            edges = (_limit(schema, "minimum", where), _limit(schema, "maximum", where))
            return schema, max(len(str(edge)) for edge in edges)
        case "number":
            return _bound_number(schema, where)
        case "boolean" | "null":
            return schema, len("false")
        case "array":
            return _bound_array(schema, where, shape)
        case "object":
            return _bound_object(schema, where, shape)
        case other:
            raise _refused(where, f"has the type {other!r}", "give one plain type, enum or const")


def _bound_union(schema: Schema, union: str, where: str, shape: ReplyShape) -> tuple[Schema, int]:
    parts = []
    for n, option in enumerate(_list(schema[union], f"{where}.{union}")):
        place = f"{where}.{union}[{n}]"
        parts.append(_bound(_object(option, place), place, shape))
    strict: list[object] = [part for part, _ in parts]
    return {**schema, union: strict}, max(longest for _, longest in parts)


def _bound_number(schema: Schema, where: str) -> tuple[Schema, int]:
    edges = (_limit(schema, "minimum", where), _limit(schema, "maximum", where))
    longest = max(len(str(int(edge))) for edge in edges) + len("-.") + _NUMBER_DECIMALS
    return {"multipleOf": NUMBER_STEP, **schema}, longest


def _bound_array(schema: Schema, where: str, shape: ReplyShape) -> tuple[Schema, int]:
    most = _limit(schema, "maxItems", where)
    item, longest = _bound(_object(schema.get("items"), f"{where}[]"), f"{where}[]", shape)
    separators = max(0, most - 1) * len(shape.item_separator.encode())
    return {**schema, "items": item}, 2 + separators + most * longest


def _bound_object(schema: Schema, where: str, shape: ReplyShape) -> tuple[Schema, int]:
    strict: Schema = {}
    longest = 2
    for name, value in _object(schema.get("properties"), f"{where}.properties").items():
        strict[name], most = _bound(_object(value, f"{where}.{name}"), f"{where}.{name}", shape)
        printed = _printed(name, shape) + len(shape.key_separator.encode())
        longest += printed + most + len(shape.item_separator.encode())
    for key in _list(schema.get("required", []), f"{where}.required", empty=True):
        if key not in strict:
            raise _refused(where, f"requires {key!r} without saying what it is", "describe it")
    return {**schema, "properties": strict, "additionalProperties": False}, longest


def _printed(value: object, shape: ReplyShape) -> int:
    separators = (shape.item_separator, shape.key_separator)
    text = json.dumps(value, separators=separators, ensure_ascii=False)
    return max(len(text.encode()), len(json.dumps(value, separators=separators)))


def _limit(schema: Schema, key: str, where: str) -> int:
    value = schema.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _refused(where, f"has no {key}", "without bounds a reply may never end; set it")
    return int(value)


def _object(value: object, where: str) -> Schema:
    if not isinstance(value, dict):
        raise _refused(where, f"is {type(value).__name__}", "a JSON object is expected")
    return value


def _list(value: object, where: str, *, empty: bool = False) -> list[object]:
    if not isinstance(value, list) or not (value or empty):
        raise _refused(where, "is no list of choices", "a JSON array with at least one is expected")
    return value


def _refused(where: str, found: str, remedy: str) -> ModelError:
    return ModelError(f"the reply's schema cannot be enforced: {where} {found}; {remedy}")
