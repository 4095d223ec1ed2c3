"""What is known of a call while the reply is still being written: the target, as soon as it stands.

The overlay can show it early, marked as provisional. Nothing is ever executed from here.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from model.prompt.marks import restored
from model.prompt.profiles.profile import Envelope, Profile

_TOKEN: Final = re.compile(
    r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?=[\s,}\]])', re.DOTALL
)
"""A whole string, a bracket, or a number that something follows; half a value never matches."""
_PATHS: Final[dict[Envelope, tuple[str, ...]]] = {
    "tool_call": ("", "tool_call"),
    "action": ("", "action"),
    "toolcall": ("", "", "arguments"),
}
"""The keys under which the brackets stand that are open inside a call; a list has none."""


@dataclass(frozen=True, slots=True)
class PartialTarget:
    """Where a call aims that is not complete yet, in the numbers of the profile's space."""

    x: float
    y: float
    element: str = ""


def partial_target(text: str, profile: Profile) -> PartialTarget | None:
    """Return where the call aims, once both numbers stand; None before, or if it has no point.

    A drag from one point to another is told by its end. Text that only looks like a call, inside a
    string, is never taken for one.
    """
    start = text.find(profile.before) if profile.before else 0
    if start < 0:
        return None
    members = _members(restored(text[start + len(profile.before) :]), _PATHS[profile.envelope])
    for across, down in (("x2", "y2"), ("x", "y")):
        x, y = members.get(across), members.get(down)
        if isinstance(x, int | float) and isinstance(y, int | float):
            element = members.get("element", members.get("description", ""))
            return PartialTarget(x, y, element if isinstance(element, str) else "")
    return None


def _members(text: str, path: tuple[str, ...]) -> dict[str, object]:
    """Return the finished members of the object whose brackets stand under these keys."""
    open_under: list[str] = []
    key, waiting = "", ""
    found: dict[str, object] = {}
    for token in _tokens(text):
        match token:
            case "{" | "[":
                open_under.append(key)
                key = ""
            case "}" | "]":
                key = open_under.pop() if open_under else ""
            case ":":
                key = waiting
            case ",":
                key = ""
            case _:
                value = _value(token)
                waiting = value if isinstance(value, str) else ""
                if key and tuple(open_under) == path:
                    found.setdefault(key, value)
    return found


def _tokens(text: str) -> Iterator[str]:
    """Yield tokens up to the first string that is not finished: what follows stands inside it."""
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token:
            yield token[0]
        elif text[at] == '"':
            return
        at = token.end() if token else at + 1


def _value(token: str) -> object:
    try:
        return json.loads(token, strict=False)
    except ValueError:
        return ""
