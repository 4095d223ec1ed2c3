"""From a model's call to an action of ours, in screen pixels.

Coordinates become pixels here and nowhere else. Nothing is guessed: a point outside the picture, an
unknown key and a tool without a counterpart are refused with words that the model can be told.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, assert_never, get_args

import msgspec

from automation.core import actions
from automation.core.actions import Action, Aim, Element, Modifier, action_from_json, to_json
from automation.core.errors import ActionParseError
from automation.core.geometry import ScreenPoint
from model.core.coordinates import CoordinateSpace
from model.images.tiling import TilePlan
from model.prompt import tools
from model.prompt.profiles.profile import INFEASIBLE
from model.prompt.tools import ToolCall, name_of

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

    plan: TilePlan
    """Of the picture that the model looked at."""
    space: CoordinateSpace
    read_key: KeyReader
    pointer: ScreenPoint | None = None
    """Where the mouse pointer is, for calls that begin there; None when nobody knows."""

    def at(self, x: float, y: float, description: str) -> Aim:
        """Return the pixel that two numbers mean, with what the model says is there."""
        point = self.plan.screen_point(x, y, self.space)
        return Aim(point, Element(description, source="model"))

    def here(self, tool: str) -> ScreenPoint:
        """Return where the pointer is."""
        if self.pointer is None:
            message = f"{tool} begins where the pointer is, which is not known; move it first"
            raise ActionParseError(message)
        return self.pointer

    def keys(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return our names of the keys, chords such as `ctrl+c` taken apart."""
        return tuple(key for name in names for key in self._chord(name))

    def key(self, name: str) -> str:
        """Return our name of one key."""
        found = self._chord(name)
        if len(found) != 1:
            message = f"{name!r} is {len(found)} keys, one is expected; use hotkey_desktop"
            raise ActionParseError(message)
        return found[0]

    def modifiers(self, names: Sequence[str]) -> tuple[Modifier, ...]:
        """Return our names of keys that are held while the mouse works."""
        held = self.keys(names)
        found = tuple(one for one in _MODIFIERS if one in held)
        if len(found) < len(held):
            message = f"only {', '.join(_MODIFIERS)} can be held in a drag, not {', '.join(held)}"
            raise ActionParseError(message)
        return found

    def _chord(self, name: str) -> tuple[str, ...]:
        found = self.read_key(name)
        if not found:
            message = f"there is no key {name!r}; use names such as ctrl, shift, enter, f5, a"
            raise ActionParseError(message)
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
        message = f"{name_of(call)} cannot be done: {error}"
        raise ActionParseError(message) from error


def _action(call: ToolCall, aiming: Aiming) -> Action:  # noqa: C901 - one case a tool
    match call:
        case tools.ClickDesktop() | tools.ClickElement() | tools.DoubleClickDesktop():
            return _click(call, aiming)
        case tools.MoveToDesktop():
            return actions.Move(aiming.at(call.x, call.y, call.element))
        case tools.DragToDesktop() | tools.DragAndDrop():
            return _drag(call, aiming)
        case tools.ScrollDesktop():
            at = aiming.at(call.x, call.y, call.element)
            return actions.Scroll(call.direction, call.scroll_size, at)
        case tools.Scroll():
            return actions.Scroll(call.direction)
        case tools.MouseDownDesktop():
            return actions.ButtonDown(Aim(aiming.here(name_of(call))), call.button)
        case tools.MouseUpDesktop():
            return actions.ButtonUp(Aim(aiming.here(name_of(call))), call.button)
        case tools.WriteDesktop() | tools.WriteAtDesktop() | tools.WriteElement():
            return _write(call, aiming)
        case (
            tools.KeyDownDesktop()
            | tools.KeyUpDesktop()
            | tools.HotkeyDesktop()
            | tools.HoldAndTapKeyDesktop()
        ):
            return _keyboard(call, aiming)
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
            return _answer(call)
        case tools.Goto() | tools.Restart():
            raise ActionParseError(_no_counterpart(call))
        case _:
            assert_never(call)


def _click(
    call: tools.ClickDesktop | tools.ClickElement | tools.DoubleClickDesktop, aiming: Aiming
) -> Action:
    at = aiming.at(call.x, call.y, call.element)
    match call:
        case tools.ClickDesktop():
            return actions.Click(at, call.button)
        case tools.ClickElement():
            return actions.Click(at)
        case tools.DoubleClickDesktop():
            return actions.Click(at, count=2)
        case _:
            assert_never(call)


def _drag(call: tools.DragToDesktop | tools.DragAndDrop, aiming: Aiming) -> Action:
    match call:
        case tools.DragToDesktop():
            end = aiming.at(call.x, call.y, call.element)
            start = aiming.here(name_of(call))
            return actions.Drag((start, end.point), destination=end.element)
        case tools.DragAndDrop():
            first = aiming.at(call.x1, call.y1, call.description)
            last = aiming.at(call.x2, call.y2, call.description)
            held = aiming.modifiers(call.hold_keys or ())
            return actions.Drag((first.point, last.point), modifiers=held, origin=first.element)
        case _:
            assert_never(call)


def _write(
    call: tools.WriteDesktop | tools.WriteAtDesktop | tools.WriteElement, aiming: Aiming
) -> Action:
    match call:
        case tools.WriteDesktop():
            return actions.Write(call.content, None, call.overwrite, call.press_enter)
        case tools.WriteAtDesktop():
            at = aiming.at(call.x, call.y, call.element)
            return actions.Write(call.content, at, call.overwrite, call.press_enter)
        case tools.WriteElement():
            at = aiming.at(call.x, call.y, call.element)
            return actions.Write(call.content, at, press_enter=True)
        case _:
            assert_never(call)


def _keyboard(
    call: tools.KeyDownDesktop
    | tools.KeyUpDesktop
    | tools.HotkeyDesktop
    | tools.HoldAndTapKeyDesktop,
    aiming: Aiming,
) -> Action:
    match call:
        case tools.KeyDownDesktop():
            return actions.KeyDown(aiming.key(call.key))
        case tools.KeyUpDesktop():
            return actions.KeyUp(aiming.key(call.key))
        case tools.HotkeyDesktop():
            keys = aiming.keys(call.keys)
            if len(set(keys)) < len(keys):
                message = f"{'+'.join(keys)} names a key twice; a chord presses each key once"
                raise ActionParseError(message)
            return actions.Hotkey(keys, call.repeat_count)
        case tools.HoldAndTapKeyDesktop():
            return actions.HoldAndTap(aiming.keys(call.hold_keys), aiming.keys(call.tap_keys))
        case _:
            assert_never(call)


def _answer(call: tools.Answer) -> Action:
    if INFEASIBLE not in call.content:
        return actions.Answer(call.content)
    return actions.Answer(call.content.replace(INFEASIBLE, "").strip(), "infeasible")


def _no_counterpart(call: tools.Goto | tools.Restart) -> str:
    match call:
        case tools.Goto():
            way = "click the address bar and write the address there"
        case tools.Restart():
            way = "go on from what the screen shows"
        case _:
            assert_never(call)
    return f"{name_of(call)} cannot be done here in one step; {way}"
