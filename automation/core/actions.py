"""The closed union of actions and checks: what a policy may ask for, and nothing else.

They are `msgspec.Struct`s and not dataclasses because the same definition is the strict parser
for JSON from pipes, the executor's socket and files (unknown fields, wrong types and numbers out
of range are refused by name) and the source of the published JSON Schema.
"""

import re
from typing import Annotated, Final, Literal, assert_never

import msgspec
from msgspec import Meta, Struct

from automation.core.geometry import Rect, ScreenPoint

MAX_TEXT_CHARS: Final = 100_000
"""Longest text that one action may carry; the executor's own budget is far lower."""
MAX_WAIT_S: Final = 3600.0

Button = Literal["left", "middle", "right", "back", "forward"]
Modifier = Literal["ctrl", "shift", "alt", "super"]
Direction = Literal["up", "down", "left", "right"]
Source = Literal["tree", "ocr", "point", "model", "window"]
"""How a target was found; `point` means that only a pixel is known."""

Text = Annotated[str, Meta(max_length=MAX_TEXT_CHARS)]
Name = Annotated[str, Meta(max_length=2000)]
KeyName = Annotated[str, Meta(min_length=1, max_length=40)]
Amount = Annotated[int, Meta(ge=1, le=1000)]
Count = Annotated[int, Meta(ge=1, le=5)]
Seconds = Annotated[float, Meta(ge=0, le=MAX_WAIT_S)]
WindowId = Annotated[int, Meta(ge=0, lt=2**62)]


class Element(Struct, frozen=True, forbid_unknown_fields=True):
    """The description of the thing that a point was aimed at, kept with the point."""

    name: Name
    role: Name = ""
    box: Rect | None = None
    source: Source = "point"
    window: Name = ""
    takes_keyboard: bool = False
    """It has not the keyboard and gets it when it is pressed, so that its program tells of the press."""


class Aim(Struct, frozen=True, forbid_unknown_fields=True):
    """A pixel and, if known, the element it stands for."""

    point: ScreenPoint
    element: Element | None = None


class _Tagged(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Common settings of every member of the union."""


class Click(_Tagged, frozen=True, tag="click"):
    """Press and release a button `count` times at one pixel, modifiers held."""

    at: Aim
    button: Button = "left"
    count: Count = 1
    modifiers: tuple[Modifier, ...] = ()


class Move(_Tagged, frozen=True, tag="move"):
    """Move the pointer without pressing anything."""

    at: Aim


class ButtonDown(_Tagged, frozen=True, tag="button_down"):
    """Press a button and keep it down until a ButtonUp, a stop or the end of the run."""

    at: Aim
    button: Button = "left"


class ButtonUp(_Tagged, frozen=True, tag="button_up"):
    """Let a button go at one pixel."""

    at: Aim
    button: Button = "left"


class Drag(_Tagged, frozen=True, tag="drag"):
    """Press at the first pixel, follow the path, let go at the last."""

    path: Annotated[tuple[ScreenPoint, ...], Meta(min_length=2, max_length=10_000)]
    button: Button = "left"
    modifiers: tuple[Modifier, ...] = ()
    duration_s: Seconds = 0.6
    origin: Element | None = None
    destination: Element | None = None


class Scroll(_Tagged, frozen=True, tag="scroll"):
    """Turn the wheel by `amount` notches at one pixel; None scrolls where the pointer is."""

    direction: Direction
    amount: Amount = 5
    at: Aim | None = None


class Write(_Tagged, frozen=True, tag="write"):
    """Type text; `at` is clicked first to focus it, `overwrite` selects what is there first."""

    text: Text
    at: Aim | None = None
    overwrite: bool = False
    press_enter: bool = False


class Hotkey(_Tagged, frozen=True, tag="hotkey"):
    """Press the keys in order, release them in reverse, `repeat` times."""

    keys: Annotated[tuple[KeyName, ...], Meta(min_length=1, max_length=6)]
    repeat: Annotated[int, Meta(ge=1, le=100)] = 1


class KeyDown(_Tagged, frozen=True, tag="key_down"):
    """Press a key and keep it down until a KeyUp, a stop or the end of the run."""

    key: KeyName


class KeyUp(_Tagged, frozen=True, tag="key_up"):
    """Let a key go."""

    key: KeyName


class HoldAndTap(_Tagged, frozen=True, tag="hold_and_tap"):
    """Hold some keys while others are tapped one after the other."""

    hold: Annotated[tuple[KeyName, ...], Meta(min_length=1, max_length=4)]
    tap: Annotated[tuple[KeyName, ...], Meta(min_length=1, max_length=50)]


class Wait(_Tagged, frozen=True, tag="wait"):
    """Let time pass without input."""

    seconds: Seconds


class Window(_Tagged, frozen=True, tag="window"):
    """Act on a window by its id in the window system; `title` is what the user was shown."""

    op: Literal["activate", "close", "minimise", "maximise", "next"]
    window_id: WindowId = 0
    title: Name = ""


class Launch(_Tagged, frozen=True, tag="launch"):
    """Start an installed application by its desktop entry; never a shell line."""

    desktop_id: Annotated[str, Meta(min_length=1, max_length=255)]
    name: Name = ""


class Clipboard(_Tagged, frozen=True, tag="clipboard"):
    """Copy or paste by the usual chord, or put text on the clipboard."""

    op: Literal["copy", "paste", "cut", "set"]
    text: Text = ""


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a plan."""

    text: Name
    status: Literal["open", "current", "done", "dropped"] = "open"


class Plan(_Tagged, frozen=True, tag="plan"):
    """Say what is going to be done; sends nothing."""

    goals: Annotated[tuple[Goal, ...], Meta(max_length=50)]


class Ask(_Tagged, frozen=True, tag="ask"):
    """Put a question to the user; sends nothing."""

    text: Text


class Answer(_Tagged, frozen=True, tag="answer"):
    """End the task with a message to the user; sends nothing."""

    text: Text
    status: Literal["success", "partial", "infeasible", "blocked"] = "success"


Action = (
    Click
    | Move
    | ButtonDown
    | ButtonUp
    | Drag
    | Scroll
    | Write
    | Hotkey
    | KeyDown
    | KeyUp
    | HoldAndTap
    | Wait
    | Window
    | Launch
    | Clipboard
    | Plan
    | Ask
    | Answer
)


class Shown(_Tagged, frozen=True, tag="shown"):
    """The text is visible (or, with `absent`, is not) within `within_s` seconds."""

    text: Name
    absent: bool = False
    within_s: Seconds = 0.0


class Equals(_Tagged, frozen=True, tag="equals"):
    """The named field holds exactly this text."""

    target: Name
    value: Text


class Checked(_Tagged, frozen=True, tag="checked"):
    """The named box or switch is on (or off)."""

    target: Name
    is_checked: bool = True


class WindowTitle(_Tagged, frozen=True, tag="window_title"):
    """Some window's title contains the text within `within_s` seconds."""

    text: Name
    within_s: Seconds = 0.0


Check = Shown | Equals | Checked | WindowTitle
"""Looks at the screen and never acts."""

_ACTION_DECODER: Final = msgspec.json.Decoder(Action)


def kind_of(intent: Action | Check) -> str:
    """Return the tag that names the action or check in JSON."""
    return str(type(intent).__struct_config__.tag)


def aims_of(action: Action) -> tuple[Aim, ...]:
    """Return every pixel at which the action presses, lets go or turns the wheel, in order."""
    match action:
        case Click() | Move() | ButtonDown() | ButtonUp():
            return (action.at,)
        case Scroll() | Write():
            return (action.at,) if action.at else ()
        case Drag():
            start = Aim(action.path[0], action.origin)
            return (start, Aim(action.path[-1], action.destination))
        case (
            Hotkey()
            | KeyDown()
            | KeyUp()
            | HoldAndTap()
            | Wait()
            | Window()
            | Launch()
            | Clipboard()
            | Plan()
            | Ask()
            | Answer()
        ):
            return ()
        case _:
            assert_never(action)


def sends_input(action: Action) -> bool:
    """Tell whether the action reaches the machine at all (plans, questions, waits do not)."""
    return not isinstance(action, Plan | Ask | Answer | Wait)


def action_from_json(text: bytes | str) -> Action:
    """Parse one action strictly.

    Raises:
        msgspec.ValidationError: a field is missing, unknown, of the wrong type or out of range.
        msgspec.DecodeError: the text is not JSON in UTF-8, or nested too deep.
    """
    try:
        action: Action = _ACTION_DECODER.decode(text)
    except (UnicodeError, RecursionError) as error:
        raise msgspec.DecodeError(f"the action cannot be read: {error}") from error
    return action


def to_json(intent: Action | Check) -> bytes:
    """Return the canonical JSON of an action or check."""
    return msgspec.json.encode(intent)


_NO_LETTERS: Final = re.compile(r"[\W\d_]+")


def needs_focus(action: Action) -> bool:
    """Tell whether the action types without clicking first."""
    match action:
        case Hotkey() | KeyDown() | KeyUp() | HoldAndTap():
            return True
        case Clipboard():
            return action.op != "set"
        case Write():
            return action.at is None
        case _:
            return False


def steady_title(title: str) -> str:
    """Return what of a window's title stays while the same thing is shown in it: its words.

    Counters, clocks, progress and the mark of unsaved changes come and go by themselves. A dialog, a
    page or a document that takes the window's place has other words.
    """
    return _NO_LETTERS.sub(" ", title).strip().casefold()


def title_change(before: str, now: str) -> Literal["", "retitled", "changed"]:
    """Return why to look again at a window that got another title; empty while its words stay.

    With a word in common the program went on to another page or document, as they do: `retitled`.
    With none of them in common it is as good as another window: `changed`, which ends what the user allowed
    for the steps to come.
    """
    old, new = steady_title(before), steady_title(now)
    if old == new:
        return ""
    is_other = old and new and set(old.split()).isdisjoint(new.split())
    return "changed" if is_other else "retitled"
