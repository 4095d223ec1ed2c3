"""Where a reply points, as soon as that is certain: long before the step is written to its end."""

from dataclasses import dataclass
from typing import Final

from model.prompt.partial import OpenJson, Path
from model.prompt.profiles.profile import Envelope, Profile
from model.prompt.tools import Tool, name_of

_CALLS: Final[dict[Envelope, tuple[Path, Path]]] = {
    "tool_call": (("tool_call", "tool_name"), ("tool_call",)),
    "action": (("action", "action"), ("action",)),
    "toolcall": ((0, "name"), (0, "arguments")),
}
"""Where the name of the tool stands in a reply, and where its arguments do."""
_POINTS: Final = (("x", "y"), ("x2", "y2"))
"""Arguments that say where a tool acts; of a drag, where it lets go."""


@dataclass(frozen=True, slots=True)
class Pointing:
    """A tool and where it is aimed, in the model's own numbers."""

    tool: type[Tool]
    x: float
    y: float


class PointReader:
    """Reads one reply piece by piece. A point that is told is the one that `parse_step` returns.

    So a number that may go on (`12` of `120`) is not told, and none that the contract refuses.
    """

    def __init__(self, profile: Profile) -> None:
        self._before = profile.before
        self._head: str | None = "" if profile.before else None
        """What stands before the call; None once that is over."""
        self._takes_parts = profile.space == "fraction"
        self._name_at, self._arguments_at = _CALLS[profile.envelope]
        self._tools = {name_of(tool): tool for tool in profile.tools}
        self._json = OpenJson()
        self._name = ""
        self._numbers: dict[str | int, int | float] = {}
        self._told: Pointing | None = None

    def push(self, text: str) -> Pointing | None:
        """Take more of the reply; return where it points once, when that becomes certain."""
        if self._told is not None:
            return None
        for path, value in self._json.push(self._call_in(text)):
            if path == self._name_at and isinstance(value, str):
                self._name = value
            elif path[:-1] == self._arguments_at and not isinstance(value, str):
                self._numbers[path[-1]] = value
        self._told = self._found()
        return self._told

    def _call_in(self, text: str) -> str:
        """Return what of the text belongs to the call."""
        if self._head is None:
            return text
        head, mark, call = (self._head + text).partition(self._before)
        self._head = None if mark else head
        return call

    def _found(self) -> Pointing | None:
        tool = self._tools.get(self._name)
        fields = point_fields(tool) if tool is not None else None
        if tool is None or fields is None:
            return None
        x, y = (self._numbers.get(field) for field in fields)
        if x is None or y is None:
            return None
        if not self._takes_parts and not (isinstance(x, int) and isinstance(y, int)):
            return None
        return Pointing(tool, x, y)


def point_fields(tool: type[Tool]) -> tuple[str, str] | None:
    """Return the names of the two numbers that say where a tool acts; None for one without."""
    return next((pair for pair in _POINTS if set(pair) <= set(tool.__struct_fields__)), None)
