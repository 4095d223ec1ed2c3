"""The tools that H Company's contracts offer a model, as the model writes them, and their JSON schema.

These structs are the strict parser of a call and the source of the schema in one. Their docstrings and
descriptions are what the model reads of a tool, in words of ours; the names are the contracts'. The
order of the fields is the order in which a model was trained to write them: `element` before the
coordinates, so that it says what it looks for before it says where.

The schema is shown in the prompt and enforced while decoding. It has no references, every string and
list is bounded, every field required and in the order in which it is written: so a reply has one
spelling, and it ends.

**Source**: names and arguments of the 12 tools: NVIDIA-NeMo/Nemotron, usage-cookbook,
computer-use-agent-with-omni; of the 16: H Company's OSWorld agent for an Omni checkpoint; of the
nine actions: hcompai/hai-cookbook, `utils/navigation.py`.
"""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias, TypeGuard

import msgspec
from msgspec import Meta, Struct

from model.images.tiling import NORM_STEPS
from model.spec import CoordinateSpace

COORDINATE: Final = "coordinate"
"""Title that marks a field whose range depends on the coordinate space."""

Button = Literal["left", "right", "middle"]
Direction = Literal["up", "down", "left", "right"]
Status = Literal["todo", "running", "done", "failed"]

X = Annotated[int | float, Meta(title=COORDINATE, description="From the left edge.")]
Y = Annotated[int | float, Meta(title=COORDINATE, description="From the top edge.")]
Description = Annotated[
    str, Meta(max_length=300, description="What is there: its text, kind, looks, place.")
]
Thing = Annotated[
    str, Meta(max_length=12, description="Its short name in the list of things, such as e14.")
]
Content = Annotated[str, Meta(max_length=4000, description="The exact text.")]
PressEnter = Annotated[bool, Meta(description="Press Enter after the text.")]
Overwrite = Annotated[bool, Meta(description="Replace all that the field holds.")]
Key = Annotated[str, Meta(min_length=1, max_length=40, description="A key such as ctrl, enter, a.")]
ScrollSize = Annotated[int, Meta(ge=1, le=100, description="Notches of the wheel.")]


class Tool(Struct, frozen=True, forbid_unknown_fields=True, tag_field="tool_name"):
    """One call of a tool."""


class Pointing(Tool, frozen=True):
    """A call that names one point."""

    element: Description
    x: X
    y: Y


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the plan."""

    title: Annotated[str, Meta(max_length=200, description="Starts with a verb.")]
    status: Status = "todo"


class UpdatePlan(Tool, frozen=True, tag="update_plan"):
    """Write down the whole plan, finished goals included. One goal at a time is running."""

    goals: Annotated[tuple[Goal, ...], Meta(min_length=1, max_length=20)]


class WriteDesktop(Tool, frozen=True, tag="write_desktop"):
    """Type text where the keyboard is. Nothing is clicked first."""

    content: Content
    press_enter: PressEnter = False
    overwrite: Overwrite = False


class ClickDesktop(Pointing, frozen=True, tag="click_desktop"):
    """Click once."""

    button: Button = "left"


class DoubleClickDesktop(Pointing, frozen=True, tag="double_click_desktop"):
    """Click twice, quickly, with the left button."""


class DragToDesktop(Pointing, frozen=True, tag="drag_to_desktop"):
    """Press the left button where the pointer is now, move to the point, let go there."""


class ScrollDesktop(Pointing, frozen=True, tag="scroll_desktop"):
    """Move the pointer to the point and turn the wheel."""

    direction: Direction
    scroll_size: ScrollSize = 10


class MoveToDesktop(Pointing, frozen=True, tag="move_to_desktop"):
    """Move the pointer without pressing anything."""


class KeyDownDesktop(Tool, frozen=True, tag="key_down_desktop"):
    """Press a key and keep it down until key_up_desktop."""

    key: Key


class KeyUpDesktop(Tool, frozen=True, tag="key_up_desktop"):
    """Let a key go."""

    key: Key


class HotkeyDesktop(Tool, frozen=True, tag="hotkey_desktop"):
    """Press one to five keys together."""

    keys: Annotated[tuple[Key, ...], Meta(min_length=1, max_length=5)]
    repeat_count: Annotated[int, Meta(ge=1, le=20)] = 1


class HoldAndTapKeyDesktop(Tool, frozen=True, tag="hold_and_tap_key_desktop"):
    """Hold some keys while others are tapped one after the other."""

    hold_keys: Annotated[tuple[Key, ...], Meta(min_length=1, max_length=3)]
    tap_keys: Annotated[tuple[Key, ...], Meta(min_length=1, max_length=5)]


class Answer(Tool, frozen=True, tag="answer"):
    """End the task and tell the user what came of it."""

    content: Annotated[
        str, Meta(max_length=4000, description="What was done, and every value asked for.")
    ]


class DragAndDrop(Tool, frozen=True, tag="drag_and_drop"):
    """Press the left button at the first point, move to the second, let go there."""

    description: Description
    x1: X
    y1: Y
    x2: X
    y2: Y
    hold_keys: Annotated[tuple[Key, ...], Meta(max_length=3)] | None = None


class WriteAtDesktop(Tool, frozen=True, tag="write_at_desktop"):
    """Click the point to give it the keyboard, then type text."""

    content: Content
    element: Description
    x: X
    y: Y
    press_enter: PressEnter = False
    overwrite: Overwrite = False


class MouseDownDesktop(Tool, frozen=True, tag="mouse_down_desktop"):
    """Press a mouse button where the pointer is and keep it down."""

    button: Button = "left"


class MouseUpDesktop(Tool, frozen=True, tag="mouse_up_desktop"):
    """Let a mouse button go where the pointer is."""

    button: Button = "left"


class WaitDesktop(Tool, frozen=True, tag="wait_desktop"):
    """Wait some seconds for the screen to change."""

    seconds: Annotated[float, Meta(ge=0, le=60)]


class AskUser(Tool, frozen=True, tag="ask_user"):
    """Put a question to the user and wait for the answer. Not part of any published contract."""

    question: Annotated[str, Meta(max_length=1000)]


class PressThing(Tool, frozen=True, tag="press_thing"):
    """Click a thing of the list by its short name. Not part of any published contract."""

    thing: Thing


class WriteThing(Tool, frozen=True, tag="write_thing"):
    """Click a field of the list by its short name, then type text. Not part of any published contract."""

    thing: Thing
    content: Content
    press_enter: PressEnter = False
    overwrite: Overwrite = False


class ClickElement(Pointing, frozen=True, tag="click_element"):
    """Click once."""


class WriteElement(Tool, frozen=True, tag="write_element_abs"):
    """Click the field, type the text, press Enter."""

    content: Content
    element: Description
    x: X
    y: Y


class Scroll(Tool, frozen=True, tag="scroll"):
    """Scroll what the pointer is over."""

    direction: Direction


class GoBack(Tool, frozen=True, tag="go_back"):
    """Go to the page before."""


class Refresh(Tool, frozen=True, tag="refresh"):
    """Load the page again."""


class Goto(Tool, frozen=True, tag="goto"):
    """Open an address."""

    url: Annotated[str, Meta(max_length=2000)]


class Wait(Tool, frozen=True, tag="wait"):
    """Wait some seconds."""

    seconds: Annotated[int, Meta(ge=0, le=10)] = 2


class Restart(Tool, frozen=True, tag="restart"):
    """Begin the task again."""


ToolCall = (
    UpdatePlan | WriteDesktop | ClickDesktop | DoubleClickDesktop | DragToDesktop | ScrollDesktop
    | MoveToDesktop | KeyDownDesktop | KeyUpDesktop | HotkeyDesktop | HoldAndTapKeyDesktop | Answer
    | DragAndDrop | WriteAtDesktop | MouseDownDesktop | MouseUpDesktop | WaitDesktop | AskUser
    | PressThing | WriteThing | ClickElement | WriteElement | Scroll | GoBack | Refresh | Goto
    | Wait | Restart
)  # fmt: skip
"""Every call of every contract; a profile offers some of them."""

TWELVE_TOOLS: Final[tuple[type[Tool], ...]] = (
    UpdatePlan, WriteDesktop, ClickDesktop, DoubleClickDesktop, DragToDesktop, ScrollDesktop,
    MoveToDesktop, KeyDownDesktop, KeyUpDesktop, HotkeyDesktop, HoldAndTapKeyDesktop, Answer,
)  # fmt: skip
SIXTEEN_TOOLS: Final[tuple[type[Tool], ...]] = (
    UpdatePlan, WriteDesktop, ClickDesktop, DoubleClickDesktop, WriteAtDesktop, ScrollDesktop,
    MoveToDesktop, DragAndDrop, KeyDownDesktop, KeyUpDesktop, HotkeyDesktop, HoldAndTapKeyDesktop,
    MouseDownDesktop, MouseUpDesktop, WaitDesktop, Answer,
)  # fmt: skip
PLAIN_TOOLS: Final[tuple[type[Tool], ...]] = (
    UpdatePlan, PressThing, WriteThing, ClickDesktop, DoubleClickDesktop, WriteAtDesktop,
    WriteDesktop, ScrollDesktop, MoveToDesktop, DragAndDrop, HotkeyDesktop, WaitDesktop, AskUser,
    Answer,
)  # fmt: skip
"""Of our own contract, for models that were trained on none that we know."""
NINE_ACTIONS: Final[tuple[type[Tool], ...]] = (
    ClickElement, WriteElement, Scroll, GoBack, Refresh, Wait, Restart, Answer, Goto,
)  # fmt: skip


def name_of(tool: type[Tool] | Tool) -> str:
    """Return the name under which a contract knows the tool."""
    return str(tool.__struct_config__.tag)


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
    """Return the schema of one object: note, thought, and a call."""
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
