"""The tools that H Company's contracts offer a model, as the model writes them.

These structs are the strict parser of a call and the source of the JSON schema in one. Their
docstrings and descriptions are what the model reads of a tool, in words of ours; the names are the
contracts'. The order of the fields is the order in which a model was trained to write them:
`element` before the coordinates, so that it says what it looks for before it says where.

**Source**: names and arguments of the 12 tools: NVIDIA-NeMo/Nemotron, usage-cookbook,
computer-use-agent-with-omni; of the 16: H Company's OSWorld agent for an Omni checkpoint; of the
nine actions: hcompai/hai-cookbook, `utils/navigation.py`.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

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
Content = Annotated[str, Meta(max_length=4000, description="The exact text.")]
PressEnter = Annotated[bool, Meta(description="Press Enter after the text.")]
Overwrite = Annotated[bool, Meta(description="Replace all that the field holds.")]
Key = Annotated[str, Meta(min_length=1, max_length=40, description="A key such as ctrl, enter, a.")]
ScrollSize = Annotated[int, Meta(ge=1, le=100, description="Notches of the wheel.")]


class Tool(Struct, frozen=True, forbid_unknown_fields=True, tag_field="tool_name"):
    """One call of a tool."""


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


class ClickDesktop(Tool, frozen=True, tag="click_desktop"):
    """Click once."""

    element: Description
    x: X
    y: Y
    button: Button = "left"


class DoubleClickDesktop(Tool, frozen=True, tag="double_click_desktop"):
    """Click twice, quickly, with the left button."""

    element: Description
    x: X
    y: Y


class DragToDesktop(Tool, frozen=True, tag="drag_to_desktop"):
    """Press the left button where the pointer is now, move to the point, let go there."""

    element: Description
    x: X
    y: Y


class ScrollDesktop(Tool, frozen=True, tag="scroll_desktop"):
    """Move the pointer to the point and turn the wheel."""

    element: Description
    x: X
    y: Y
    direction: Direction
    scroll_size: ScrollSize = 10


class MoveToDesktop(Tool, frozen=True, tag="move_to_desktop"):
    """Move the pointer without pressing anything."""

    element: Description
    x: X
    y: Y


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


class ClickElement(Tool, frozen=True, tag="click_element"):
    """Click once."""

    element: Description
    x: X
    y: Y


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
    UpdatePlan
    | WriteDesktop
    | ClickDesktop
    | DoubleClickDesktop
    | DragToDesktop
    | ScrollDesktop
    | MoveToDesktop
    | KeyDownDesktop
    | KeyUpDesktop
    | HotkeyDesktop
    | HoldAndTapKeyDesktop
    | Answer
    | DragAndDrop
    | WriteAtDesktop
    | MouseDownDesktop
    | MouseUpDesktop
    | WaitDesktop
    | AskUser
    | ClickElement
    | WriteElement
    | Scroll
    | GoBack
    | Refresh
    | Goto
    | Wait
    | Restart
)
"""Every call of every contract; a profile offers some of them."""

TWELVE_TOOLS: Final[tuple[type[Tool], ...]] = (
    UpdatePlan,
    WriteDesktop,
    ClickDesktop,
    DoubleClickDesktop,
    DragToDesktop,
    ScrollDesktop,
    MoveToDesktop,
    KeyDownDesktop,
    KeyUpDesktop,
    HotkeyDesktop,
    HoldAndTapKeyDesktop,
    Answer,
)
SIXTEEN_TOOLS: Final[tuple[type[Tool], ...]] = (
    UpdatePlan,
    WriteDesktop,
    ClickDesktop,
    DoubleClickDesktop,
    WriteAtDesktop,
    ScrollDesktop,
    MoveToDesktop,
    DragAndDrop,
    KeyDownDesktop,
    KeyUpDesktop,
    HotkeyDesktop,
    HoldAndTapKeyDesktop,
    MouseDownDesktop,
    MouseUpDesktop,
    WaitDesktop,
    Answer,
)
NINE_ACTIONS: Final[tuple[type[Tool], ...]] = (
    ClickElement,
    WriteElement,
    Scroll,
    GoBack,
    Refresh,
    Wait,
    Restart,
    Answer,
    Goto,
)


def name_of(tool: type[Tool] | Tool) -> str:
    """Return the name under which a contract knows the tool."""
    return str(tool.__struct_config__.tag)
