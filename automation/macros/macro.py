"""What a macro file says: a closed grammar of steps, targets and conditions, and nothing that runs.

The same definitions are the strict reader (unknown keys, wrong types and numbers out of range are
refused by name) and the source of the published JSON Schema. Places are device pixels; they tell
where to look first and are never enough to press.
"""

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from automation.core.actions import Button, Direction, Modifier, Seconds

VERSION: Final = 1
MAX_STEPS: Final = 20_000
MAX_DEPTH: Final = 16
"""Deepest nesting of blocks; what that comes to in the file stands in `yaml_file`."""
MAX_STRING_BYTES: Final = 64_000
MAX_BYTES: Final = 256 * 1024 * 1024
"""Largest macro in all, its pictures and its raw recording included."""

Short = Annotated[str, Meta(max_length=500)]
Text = Annotated[str, Meta(max_length=MAX_STRING_BYTES)]
StepId = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$(?!\n)")]
"""Stays with the step whatever is moved, so that reports and repairs keep pointing at it."""
ParamName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$(?!\n)")]
MacroName = Annotated[str, Meta(min_length=1, max_length=100)]
ImagePath = Annotated[str, Meta(pattern=r"^img/[a-z0-9][a-z0-9._-]{0,99}\.png$(?!\n)")]
Pixel = Annotated[int, Meta(ge=-(2**31), lt=2**31)]
KeyName = Annotated[str, Meta(min_length=1, max_length=40)]
Times = Annotated[int, Meta(ge=1, le=100_000)]


class _Closed(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, gc=False
):
    """Common settings of everything that stands in the file.

    No value can hold itself, so the search for garbage in circles need not go through them.
    """


class Box(_Closed, frozen=True, kw_only=True):
    """A rectangle in device pixels."""

    x: Pixel
    y: Pixel
    w: Annotated[int, Meta(ge=1, le=100_000)]
    h: Annotated[int, Meta(ge=1, le=100_000)]


class Landmark(_Closed, frozen=True, kw_only=True):
    """Steady text near the target, and where the target lies from it."""

    text: Short
    side: Literal["left_of", "right_of", "above", "below"]
    """Where the target is: `right_of` means that it lies to the right of the text."""
    dx: Pixel
    dy: Pixel
    """From the middle of the text to the place to press, at the recorded scale."""


class Place(_Closed, frozen=True, kw_only=True):
    """Where it was when it was recorded: a hint where to look first, never enough to press."""

    box: Box
    """The target, relative to the window's client area."""
    window: Box
    """The window's client area on the desktop then."""
    scale: Annotated[float, Meta(gt=0, le=16)] = 1.0
    """Device pixels per logical pixel of the monitor then."""
    press: tuple[Pixel, Pixel] | None = None
    """Where in the box it was pressed, from its top left; the middle when None."""


class Target(_Closed, frozen=True, kw_only=True):
    """How a thing on the screen is found again, best evidence first; at least one must be there."""

    window: Short = ""
    """Title of its window; `*` stands for any run of characters."""
    app: Short = ""
    """File name of the program that owns the window."""
    role: Short = ""
    """One of our role words (button, field, ...)."""
    name: Short = ""
    """Accessible name."""
    label: Short = ""
    """Text that stands beside a field and names it."""
    within: Short = ""
    """Name of the nearest named container: a dialog, a group, a toolbar."""
    row: tuple[Short, ...] = ()
    """Identity anchor: texts that the same row or list item must show; all of them."""
    text: Short = ""
    """What can be read on it."""
    near: Annotated[tuple[Landmark, ...], Meta(max_length=6)] = ()
    image: ImagePath | None = None
    """A picture of it with some of its surroundings, about 160 x 64 device pixels."""
    press: tuple[Pixel, Pixel] | None = None
    """The pixel of the picture that was pressed; its middle when None."""
    place: Place | None = None
    about: Short = ""
    """Described for a model, where one may be asked."""


class Shows(_Closed, frozen=True, kw_only=True, tag_field="that", tag="text"):
    """The text can be read or is the name of something, in the active window or its popups.

    It stands there in whole words and is not denied: `Not saved` does not show `Saved`.
    """

    text: Short
    absent: bool = False


class Exists(_Closed, frozen=True, kw_only=True, tag_field="that", tag="target"):
    """The target is found, or is not."""

    target: Target
    absent: bool = False


class Titled(_Closed, frozen=True, kw_only=True, tag_field="that", tag="title"):
    """Some window has this title; `*` stands for any run of characters."""

    title: Short
    absent: bool = False


class Holds(_Closed, frozen=True, kw_only=True, tag_field="that", tag="value"):
    """The field holds exactly this text, or the box is `on` or `off`."""

    target: Target
    value: Text


class Changed(_Closed, frozen=True, kw_only=True, tag_field="that", tag="change"):
    """Something changed within the box, relative to the window's client area; anywhere if None."""

    box: Box | None = None


class Compares(_Closed, frozen=True, kw_only=True, tag_field="that", tag="param"):
    """A parameter or column has this value."""

    param: ParamName
    equals: Text


Condition = Shows | Exists | Titled | Holds | Changed | Compares


class Until(_Closed, frozen=True, kw_only=True):
    """A condition that is waited for; nothing is sent meanwhile.

    Where keys, text or a clipboard chord without a target wait for a title before they are sent, that
    window is meant: it is brought to the front, and no other program gets them. To wait for a window
    that they are not for, let a `wait` step before them do so. Keys that the desktop takes are for none.
    """

    condition: Condition
    within_s: Seconds = 10.0


Mismatch = Literal["default", "ask_model", "ask_me", "retry", "skip", "stop"]
"""What to do where a target is not found, is not unique, or an effect is not seen."""


class _Step(_Closed, frozen=True, kw_only=True, tag_field="do"):
    """What every step has."""

    id: StepId
    comment: Text = ""
    off: bool = False
    """Left out of a replay, kept in the file."""
    breakpoint: bool = False
    wait: Until | None = None
    """Waited for before the step; a title also says which window keys without a target are for."""
    expect: Until | None = None
    """The recorded effect, waited for after the step; not seen is a mismatch."""
    on_mismatch: Mismatch = "default"
    risk: Literal["", "effect", "irreversible"] = ""
    """Raises what the rules say of the step, never lowers it."""
    pause_s: Seconds = 0.0
    """How long the person waited before this step: the most that a slow replay waits, see `speed`."""


class Click(_Step, frozen=True, kw_only=True, tag="click"):
    """Press and release a button on the target."""

    target: Target
    button: Button = "left"
    count: Annotated[int, Meta(ge=1, le=3)] = 1
    modifiers: tuple[Modifier, ...] = ()


class Move(_Step, frozen=True, kw_only=True, tag="move"):
    """Put the pointer on the target."""

    target: Target


class Drag(_Step, frozen=True, kw_only=True, tag="drag"):
    """Press on one target, let go on another."""

    target: Target
    to: Target
    button: Button = "left"
    modifiers: tuple[Modifier, ...] = ()
    path: Annotated[tuple[tuple[Pixel, Pixel], ...], Meta(max_length=2000)] = ()
    """Pixels between, relative to where it begins; a straight line when empty."""


class Scroll(_Step, frozen=True, kw_only=True, tag="scroll"):
    """Turn the wheel on the target, or where the pointer is."""

    direction: Direction
    amount: Annotated[int, Meta(ge=1, le=1000)] = 5
    target: Target | None = None


class Type(_Step, frozen=True, kw_only=True, tag="type"):
    """Type text, with `{{parameter}}` in it or as one reference to a secret, into the target."""

    text: Text
    target: Target | None = None
    """None types where the focus is."""
    replace: bool = False
    """What the field holds gives way to the text; recorded where the field was empty."""
    enter: bool = False


class Keys(_Step, frozen=True, kw_only=True, tag="keys"):
    """Press keys together."""

    keys: Annotated[tuple[KeyName, ...], Meta(min_length=1, max_length=6)]
    times: Annotated[int, Meta(ge=1, le=100)] = 1
    target: Target | None = None
    """What had the focus, to be found and focused first; None presses where the focus is."""


class Window(_Step, frozen=True, kw_only=True, tag="window"):
    """Act on the window that has this title or belongs to this program."""

    op: Literal["activate", "close", "minimise", "maximise"]
    title: Short = ""
    app: Short = ""


class Launch(_Step, frozen=True, kw_only=True, tag="launch"):
    """Start an installed program by its desktop entry."""

    desktop_id: Annotated[str, Meta(min_length=1, max_length=255)]


class Clipboard(_Step, frozen=True, kw_only=True, tag="clipboard"):
    """Copy, cut or paste by the usual chord, or put text on the clipboard."""

    op: Literal["copy", "cut", "paste", "set"]
    text: Text = ""


class Wait(_Step, frozen=True, kw_only=True, tag="wait"):
    """Let time pass, or wait until something is so (`wait` of the step says what)."""

    seconds: Seconds = 0.0


class CheckThat(_Step, frozen=True, kw_only=True, tag="check"):
    """Look and go on only if it is so."""

    condition: Condition
    within_s: Seconds = 5.0


class Group(_Step, frozen=True, kw_only=True, tag="group"):
    """Steps under one heading."""

    title: Short
    steps: tuple["Step", ...]


class If(_Step, frozen=True, kw_only=True, tag="if"):
    """Do some steps if something is so, else others."""

    condition: Condition
    then: tuple["Step", ...]
    otherwise: tuple["Step", ...] = ()


class Repeat(_Step, frozen=True, kw_only=True, tag="repeat"):
    """Do steps a number of times, or at most so often until something is so.

    What does not come in all the rounds is a mismatch of the repeat itself.
    """

    times: Times
    steps: tuple["Step", ...]
    until: Condition | None = None


class ForEach(_Step, frozen=True, kw_only=True, tag="for_each"):
    """Do steps once for each row of the table that the macro was started with."""

    steps: tuple["Step", ...]


class Call(_Step, frozen=True, kw_only=True, tag="call"):
    """Do another macro of the library."""

    macro: MacroName
    values: dict[ParamName, Text] = {}


class AskMe(_Step, frozen=True, kw_only=True, tag="ask"):
    """Put a question to the user and go on when it was answered with yes."""

    question: Short


Step = (
    Click
    | Move
    | Drag
    | Scroll
    | Type
    | Keys
    | Window
    | Launch
    | Clipboard
    | Wait
    | CheckThat
    | Group
    | If
    | Repeat
    | ForEach
    | Call
    | AskMe
)


class Param(_Closed, frozen=True, kw_only=True):
    """A value that is asked for at the start, given on the command line or by the column of its name."""

    type: Literal["text", "number", "choice", "yes_no", "secret"] = "text"
    ask: Short = ""
    """The question; the name when empty."""
    default: Text | None = None
    choices: Annotated[tuple[Short, ...], Meta(max_length=200)] = ()
    least: float | None = None
    most: float | None = None


class Made(_Closed, frozen=True, kw_only=True):
    """Where the macro comes from; how it is played never depends on it."""

    by: Literal["recording", "run", "import", "hand"] = "hand"
    run: Short = ""
    """The run's id that it was compiled from."""
    at: Annotated[str, Meta(max_length=40)] = ""
    """UTC, ISO 8601."""
    version: Annotated[str, Meta(max_length=40)] = ""
    """The deskhand that wrote it first."""


class Macro(_Closed, frozen=True, kw_only=True):
    """A whole macro file."""

    deskhand: Literal[1]
    """Version of the format."""
    name: MacroName
    about: Text = ""
    made: Made = Made()
    params: dict[ParamName, Param] = {}
    columns: Annotated[tuple[ParamName, ...], Meta(max_length=200)] = ()
    """Columns that the table of `for_each` must have; they are used as parameters are. One that has the
    name of a parameter need not be named here: it fills that."""
    on_mismatch: Literal["ask_model", "ask_me", "retry", "skip", "stop"] = "ask_model"
    """What steps do that say `default`. `ask_model` asks the model for the place of a target, if one is
    loaded, and then the user; without a model it is `ask_me`."""
    speed: Annotated[float, Meta(ge=0.1, le=10)] = 10.0
    """10 goes on as soon as the conditions allow; below it recorded pauses count, up to pause/speed, and
    below 1 a step that acts comes at least 0.3 s/speed after the one before."""
    steps: Annotated[tuple[Step, ...], Meta(max_length=MAX_STEPS)] = ()


Branch = Literal["steps", "then", "otherwise"]
"""A field with inner steps."""
_LIST: Final[tuple[Branch, ...]] = ("steps",)
_BRANCHES: Final[dict[type, tuple[Branch, ...]]] = {
    Group: _LIST,
    Repeat: _LIST,
    ForEach: _LIST,
    If: ("then", "otherwise"),
}


def branches(step: Step) -> tuple[Branch, ...]:
    """Return the names of the lists inside a step, in the order of the file; empty for one that has none."""
    return _BRANCHES.get(type(step), ())


def inner(step: Step, branch: Branch) -> tuple[Step, ...]:
    """Return a list inside a block."""
    found: tuple[Step, ...] = getattr(step, branch)
    return found


def flat(steps: Iterable[Step]) -> list[Step]:
    """Return steps and all inside them, blocks before what is in them."""
    found: list[Step] = []
    for step in steps:
        found.append(step)
        for name in branches(step):
            found += flat(inner(step, name))
    return found


def kind_of(step: Step) -> str:
    """Return the word of the file for the step (`click`, `type`, ...)."""
    return str(type(step).__struct_config__.tag)
