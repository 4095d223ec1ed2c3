"""Builds actions from what replies hold, strictly: a wrong type or an odd number is refused, never guessed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

import msgspec

from automation.core.actions import (
    Action,
    Aim,
    Answer,
    Ask,
    Button,
    ButtonDown,
    ButtonUp,
    Click,
    Direction,
    Drag,
    Hotkey,
    KeyDown,
    KeyUp,
    Modifier,
    Move,
    Scroll,
    Wait,
    Write,
    action_from_json,
    to_json,
)
from automation.core.errors import ActionParseError
from model.families.family import Step
from model.families.sequence import first_of
from model.prompt.parse import Aiming
from model.prompt.tools import THOUGHT_CHARS

WAIT_S: Final = 2.0
"""Where a contract's wait names no time."""
MOST_WAIT_S: Final = 60.0
FEW_NOTCHES: Final = 20
"""A number up to this counts notches of the wheel, a larger one pixels: families write both."""
PIXELS_OF_A_NOTCH: Final = 100
MOST_NOTCHES: Final = 50
MOST_TEXT: Final = 4000
MOST_REPLY: Final = 100_000
LARGEST: Final = 1e6
_HALF: Final = "the reply holds half of a surrogate pair; write the character itself"
MOST_KEYS: Final = 6
_DIRECTIONS: Final[tuple[Direction, ...]] = get_args(Direction)


@dataclass(slots=True)
class Acting:
    """Turns the values of one reply into actions; follows the pointer from one to the next."""

    aiming: Aiming

    def at(self, place: object, what: str = "") -> Aim:
        """Return what two numbers aim at; where the pointer is, without numbers."""
        if place is None:
            return Aim(self.aiming.here(what or "the action"))
        x, y = self._pair(place)
        aim = self.aiming.at(x, y, what)
        if not what:
            aim = Aim(aim.point)
        self.aiming = replace(self.aiming, pointer=aim.point)
        return aim

    def _pair(self, place: object) -> tuple[float, float]:
        if not (isinstance(place, list | tuple) and len(place) == 2):
            raise ActionParseError(f"{place!r:.60} is no point; two numbers are expected")
        x, y = (self.number(value, "a coordinate") for value in place)
        if self.aiming.space != "fraction":
            for value in (x, y):
                if value != int(value):
                    raise ActionParseError(f"the coordinate {value} is no whole number")
            return int(x), int(y)
        return x, y

    def number(self, value: object, name: str) -> float:
        """Return a finite number."""
        is_bool = isinstance(value, bool)
        if isinstance(value, int | float) and not is_bool and -LARGEST <= value <= LARGEST:
            return value
        raise ActionParseError(f"{name} is {value!r:.60}, a number is expected")

    def text(self, value: object, name: str, most: int = MOST_TEXT) -> str:
        """Return a text that is not too long."""
        if not isinstance(value, str):
            raise ActionParseError(f"{name} is {value!r:.60}, a text is expected")
        if len(value) > most:
            raise ActionParseError(f"{name} has {len(value)} characters, at most {most} are taken")
        return value

    def click(
        self,
        place: object,
        button: Button = "left",
        count: int = 1,
        modifiers: tuple[Modifier, ...] = (),
    ) -> Click:
        """Return a click at a place, or where the pointer is."""
        return Click(self.at(place, ""), button, count, modifiers)

    def move(self, place: object) -> Move:
        """Return a move of the pointer."""
        if place is None:
            raise ActionParseError("a move without a point; two numbers are expected")
        return Move(self.at(place))

    def drag(self, end: object, start: object = None) -> Drag:
        """Return a drag from a place, or from where the pointer is."""
        first = self.at(start).point if start is not None else self.aiming.here("the drag")
        if end is None:
            raise ActionParseError("a drag without an end; two numbers are expected")
        return Drag((first, self.at(end).point))

    def button(self, place: object, *, is_down: bool, button: Button = "left") -> Action:
        """Return one half of a click."""
        aim = self.at(place)
        return ButtonDown(aim, button) if is_down else ButtonUp(aim, button)

    def scroll(
        self, amount: object, axis: Literal["vertical", "horizontal"], place: object = None
    ) -> Scroll:
        """Return a turn of the wheel: up and to the right for positive numbers."""
        value = self.number(amount, "the amount")
        directions: tuple[Direction, Direction] = (
            ("down", "up") if axis == "vertical" else ("left", "right")
        )
        aim = self.at(place) if place is not None else None
        return Scroll(directions[value > 0], _notches(value), aim)

    def turned(self, direction: object, amount: object = None, place: object = None) -> Scroll:
        """Return a turn of the wheel in a direction."""
        found = next((one for one in _DIRECTIONS if one == direction), None)
        if found is None:
            raise ActionParseError(
                f"the direction {direction!r:.40} is none of up, down, left, right"
            )
        notches = 5 if amount is None else _notches(self.number(amount, "the amount"))
        return Scroll(found, notches, self.at(place) if place is not None else None)

    def write(self, text: object, place: object = None, *, overwrite: bool = False,
              press_enter: bool = False) -> Write:  # fmt: skip
        """Return typed text; a line end at its end is Enter."""
        written = self.text(text, "the text")
        typed = written[:-1] if written.endswith("\n") else written
        enter = press_enter or typed != written
        aim = self.at(place) if place is not None else None
        return Write(typed, aim, overwrite, enter)

    def keys(self, names: object, repeat: object = 1) -> Hotkey:
        """Return keys that are pressed together."""
        keys = self.aiming.keys(self._names(names))
        if len(set(keys)) < len(keys):
            raise ActionParseError(f"{'+'.join(keys)} names a key twice; a chord has each key once")
        times = self.number(repeat, "repeat")
        return Hotkey(keys, int(times))

    def half_keys(self, names: object, *, is_down: bool) -> list[Action]:
        """Return keys that go down, or come up."""
        keys = self.aiming.keys(self._names(names))
        return [KeyDown(key) if is_down else KeyUp(key) for key in keys]

    def modifiers(self, names: object) -> tuple[Modifier, ...]:
        """Return keys that are held while the mouse works."""
        return self.aiming.modifiers(self._names(names)) if names else ()

    def _names(self, names: object) -> Sequence[str]:
        if isinstance(names, str):
            found = names.split() or ([names] if names else [])
        else:
            items = names if isinstance(names, list | tuple) else ()
            found = [name for name in items if isinstance(name, str) and name]
            if len(found) < len(items):
                found = []
        if not 0 < len(found) <= MOST_KEYS:
            raise ActionParseError(f"{names!r:.60} are no keys; one to six names are expected")
        return [name if name.strip() else "space" for name in found]

    def wait(self, seconds: object = None) -> Wait:
        """Return a wait."""
        time = WAIT_S if seconds is None else self.number(seconds, "the time")
        if not 0 <= time <= MOST_WAIT_S:
            raise ActionParseError(f"the time is {time} s, 0 to {MOST_WAIT_S:g} are possible")
        return Wait(float(time))

    def end(self, words: object = "", *, is_success: bool = True) -> Answer:
        """Return the end of the task."""
        text = self.text("" if words is None else words, "the answer")
        return Answer(text, "success" if is_success else "infeasible")

    def ask(self, words: object) -> Ask:
        """Return a question to the user."""
        text = self.text("" if words is None else words, "the question", 1000)
        return Ask(text or "The model needs your help here.")

    def step(
        self, actions: Sequence[Action], said: str, *, thought: str = "", tool: str = ""
    ) -> Step:
        """Return the first of the actions as a step.

        Raises:
            ActionParseError: there is none, or it cannot be done.
        """
        action, dropped = first_of(actions)
        try:
            checked = action_from_json(to_json(action))
        except UnicodeEncodeError as error:
            raise ActionParseError(_HALF) from error
        except msgspec.ValidationError as error:
            raise ActionParseError(f"{tool or 'the action'} cannot be done: {error}") from error
        return Step(checked, said, thought[:THOUGHT_CHARS], tool=tool, dropped=dropped)


def _notches(amount: float) -> int:
    size = abs(amount)
    notches = size if size <= FEW_NOTCHES else size / PIXELS_OF_A_NOTCH
    if not size:
        raise ActionParseError("the amount to scroll is 0")
    return max(1, min(MOST_NOTCHES, round(notches)))


def without_thinking(text: str) -> tuple[str, str]:
    """Return the thinking that stands in a reply, and the rest, which alone is acted on.

    A template may have opened the tag itself, so that only the closing one arrives.

    Raises:
        ActionParseError: the thinking never ends, or the reply is too long or no Unicode.
    """
    if len(text) > MOST_REPLY:
        raise ActionParseError(
            f"the reply has {len(text)} characters, at most {MOST_REPLY} are read"
        )
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ActionParseError(_HALF) from error
    opened = text.lstrip()
    has_opening = opened.startswith("<think>")
    body = opened[len("<think>") :] if has_opening else opened
    thinking, closing, rest = body.partition("</think>")
    if closing:
        return thinking.strip(), rest.strip()
    if has_opening:
        raise ActionParseError("the reply is thinking that never ends; an action is expected")
    return "", text.strip()
