"""Turns one action into the primitives that carry it out, marks for the emitter between them.

Nothing here looks at the screen or waits. `LookAgain` and `AwaitFocus` tell the emitter where it
has to look; the pauses are measured choices, in seconds.

The target's face is taken right before the press and before the release (`SeeFace`), to see how it
looks while the button is down and whether it moved away; only on what no tree tells of is the button
held up to 0.18 s longer, since Swing draws so late. A button of a page that has not the keyboard is let
go at once (`BriefPress`): laid out anew meanwhile, a page gives the click to nothing. The number of a
button is what the program shall hear, and a letter's key is held against the keyboard map that the text
was planned with. An Enter waits for the letters before it and is never sent twice (`AwaitTaken`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Protocol, assert_never

from automation.core.actions import (
    Action,
    Answer,
    Ask,
    Button,
    ButtonDown,
    ButtonUp,
    Click,
    Clipboard,
    Direction,
    Drag,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Launch,
    Modifier,
    Move,
    Plan,
    Scroll,
    Wait,
    Window,
    Write,
)
from automation.core.errors import Refused
from automation.core.geometry import ScreenPoint
from automation.core.observation import is_browser
from automation.core.text import worded
from automation.core.wording import ON_RELEASE

KeyCode = int | str
"""An X keycode (8..255), or the key name that pyautogui uses."""

Receiver = tuple[int, ...]
"""First what the display itself calls the window that a press would reach now, then what else the press
depends on; empty where the display cannot be held still."""


@dataclass(frozen=True, slots=True)
class MoveEvent:
    """Put the pointer on one device pixel."""

    point: ScreenPoint


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """Press or release a button: 1 left, 2 middle, 3 right, 4..7 wheel up, down, left, right, 8 back, 9 forward.

    In a plan it is what the program shall hear; what is sent is the button of the mouse that means it
    (`Backend.button_code`).
    """

    number: int
    is_down: bool


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """Press or release one key."""

    code: KeyCode
    is_down: bool


@dataclass(frozen=True, slots=True)
class Tap(KeyEvent):
    """A press whose release is the very next primitive.

    Both are sent at once: on a busy machine the release can be so late that the key repeats.
    """

    is_down: bool = True


@dataclass(frozen=True, slots=True)
class BriefPress(ButtonEvent):
    """A press of a button whose release is the very next primitive; both are sent at once."""

    is_down: bool = True


@dataclass(frozen=True, slots=True)
class Remap:
    """Give spare keycodes these keysyms (X11 only); an empty keysym (0) clears the keycode."""

    codes: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Pause:
    """Let time pass; the emitter does the waiting so that a stop ends it."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Typed:
    """Marks that the character at this index of the text has gone out; sends nothing."""

    index: int


Primitive = MoveEvent | ButtonEvent | KeyEvent | Remap | Pause | Typed


class Backend(Protocol):
    """Primitive events and the seam to what sends them.

    An action is turned into primitives; the emitter sends one primitive at a time and looks at the
    stop flag, the budgets and the window under the pointer in between. A backend never loops, never
    sleeps and never decides.
    """

    @property
    def name(self) -> str:
        """`x11` or `pyautogui`."""

    def key_code(self, key_name: str) -> KeyCode:
        """Return the code of a key by its name in our table."""

    def button_code(self, number: int) -> int:
        """Return the button to send so that programs hear this one: people swap the buttons of their mouse.

        Raises:
            Refused: `unsupported`: no button means it as the mouse is set up now.
        """

    def plan_text(self, text: str) -> Iterable[Primitive]:
        """Return the primitives that type the text exactly, whatever the layout.

        Raises:
            InputError: a character cannot be typed; names it. Nothing has been sent.
        """

    def send(self, primitive: Primitive) -> None:
        """Send one primitive and flush it; `Pause` and `Typed` are not sent."""

    def has_taken_keys(self, within_s: float) -> bool | None:
        """Ask the program with the keyboard whether it has looked up every key sent so far.

        Returns:
            None where it cannot be asked; False when it did not say so in time.
        """

    def receiver(self, press: KeyEvent | ButtonEvent) -> Receiver:
        """Return whom this press would reach if it were sent now."""

    def hold_still(self, press: KeyEvent | ButtonEvent, receiver: Receiver) -> bool:
        """Keep other programs from changing what a press would reach until `let_go`.

        Nothing is kept, and the answer is False, when the receiver is another one by now.
        True without keeping anything where the display cannot be held still. Every True is
        followed by `let_go` within the time of a few requests: all programs wait meanwhile.
        """

    def let_go(self) -> None:
        """Send what was kept back for it, and let everything move again; nothing where nothing is kept."""

    @property
    def is_still(self) -> bool:
        """Tell whether the display is kept so."""

    def pointer(self) -> ScreenPoint:
        """Return where the pointer is."""

    def held(self) -> tuple[frozenset[KeyCode], frozenset[int]]:
        """Return the keys and buttons that are down now, whoever pressed them."""

    def held_modifiers(self) -> frozenset[str]:
        """Return the names of the modifiers (ctrl, shift, alt, super, altgr) that are down."""

    def close(self) -> None:
        """Give the connection back."""


HOVER_S: Final = 0.015
"""Between arriving and pressing, so that a toolkit has seen the pointer enter."""
PRESS_S: Final = 0.02
DRAWN_PRESS_S: Final = 0.18
"""How much longer the button may stay down on what no tree tells of, until it looks pressed: Swing draws
what waits up to 0.19 s later (measured). Well below what repeats a press (0.3 s) or makes it a long one."""
DRAWN_STILL_S: Final = 0.2
"""How long what no tree tells of must look the same before it is pressed, so that how it looks under the
pointer, which Swing draws as late, is not taken for how it looks pressed."""
DRAWN_WAIT_S: Final = 0.3
"""It is pressed after so long all the same."""
BETWEEN_CLICKS_S: Final = 0.06
"""Well below the shortest double-click time in use (200 ms)."""
DRAG_START_S: Final = 0.06
"""A press this long before the first movement is a drag to every toolkit tried."""
DRAG_HZ: Final = 100
NOTCH_S: Final = 0.012
REPEAT_S: Final = 0.03

BUTTON_NUMBERS: Final[dict[Button, int]] = {
    "left": 1,
    "middle": 2,
    "right": 3,
    "back": 8,
    "forward": 9,
}
WHEEL_NUMBERS: Final[dict[Direction, int]] = {"up": 4, "down": 5, "left": 6, "right": 7}
CLIPBOARD_KEYS: Final = {"copy": "c", "cut": "x", "paste": "v"}


@dataclass(frozen=True, slots=True)
class LookAgain:
    """Before going on, the window under this pixel must still be the approved one."""

    point: ScreenPoint


@dataclass(frozen=True, slots=True)
class SeeFace:
    """Take the picture round this pixel, before a press and while the button is down.

    What looks pressed has taken the press, also where nothing else tells of it afterwards.
    """

    point: ScreenPoint
    within_s: float = 0.0
    """So long it is looked until something looks pressed, or until it is still."""
    still_s: float = 0.0
    """Before a press: it is still once it has looked the same for so long."""
    is_released: bool = False
    """The button has just been let go: had the target moved by then, it did not take the press."""


@dataclass(frozen=True, slots=True)
class AwaitFocus:
    """Give the window under this pixel a moment to take the keyboard focus."""

    point: ScreenPoint


@dataclass(frozen=True, slots=True)
class AwaitWord:
    """Before the first key, whoever reads the tree says whether the pressed field has the keyboard."""


@dataclass(frozen=True, slots=True)
class AwaitTaken:
    """Give the program time for the letters that were typed before an Enter follows.

    A field may still work on them, as that of GTK's file chooser does, which completes names beside and
    drops an Enter that comes within a tenth of a second after a letter. It is not pressed a second time
    instead: what it did may be seen late, and twice it would send, pay or answer twice.
    """


Step = Primitive | LookAgain | SeeFace | AwaitFocus | AwaitWord | AwaitTaken


@dataclass(frozen=True, slots=True)
class Extent:
    """How much there is to do, for the progress: letters if there are any, else steps."""

    total: int
    in_letters: bool


def extent_of(steps: Iterable[Step]) -> Extent:
    """Run through the steps without sending any."""
    count, letters = 0, 0
    for step in steps:
        count += 1
        if isinstance(step, Typed):
            letters = step.index + 1
    return Extent(letters or count, in_letters=letters > 0)


def steps_of(
    action: Action, backend: Backend, *, is_brief: bool = False, is_held: bool = False
) -> Iterator[Step]:
    """Return the steps of an action that is carried out with mouse and keyboard.

    Args:
        is_brief: a press is let go at once.
        is_held: the keys for a field that is pressed first wait for a word.

    Raises:
        UnknownKey: a key name is not in the table.
        InputError: a character cannot be typed.
        Refused: the action is none of mouse and keyboard.
    """
    match action:
        case Click() | Move() | ButtonDown() | ButtonUp() | Drag() | Scroll():
            return _pointer_steps(action, backend, is_brief=is_brief)
        case Write():
            return _write(action, backend, is_held=is_held)
        case Hotkey():
            return _hotkey(action, backend)
        case KeyDown() | KeyUp():
            code = backend.key_code(action.key)
            return iter((KeyEvent(code, isinstance(action, KeyDown)),))
        case HoldAndTap():
            return _hold_and_tap(action, backend)
        case Wait():
            return iter((Pause(action.seconds),))
        case Clipboard() if action.op != "set":
            return _chord(("ctrl", CLIPBOARD_KEYS[action.op]), backend)
        case Clipboard() | Window() | Launch() | Plan() | Ask() | Answer():
            raise Refused(
                "unsupported",
                worded("{0} is not carried out with mouse and keyboard", type(action).__name__),
            )
        case _:
            assert_never(action)


def _pointer_steps(
    action: Click | Move | ButtonDown | ButtonUp | Drag | Scroll,
    backend: Backend,
    *,
    is_brief: bool,
) -> Iterator[Step]:
    match action:
        case Click():
            return _click(action, backend, is_brief=is_brief)
        case Move():
            return iter(_approach(action.at.point))
        case ButtonDown() | ButtonUp():
            is_down = isinstance(action, ButtonDown)
            press = ButtonEvent(BUTTON_NUMBERS[action.button], is_down)
            look = (LookAgain(action.at.point),) if is_down else ()
            return iter((*_approach(action.at.point), *look, press))
        case Drag():
            return _drag(action, backend)
        case Scroll():
            return _scroll(action)
        case _:
            assert_never(action)


def _approach(point: ScreenPoint) -> tuple[Step, ...]:
    """Arrive by way of the neighbouring pixel: a pointer that is there already must move too."""
    aside = point.offset(1 if point.x == 0 else -1, 0)
    return (MoveEvent(aside), MoveEvent(point), Pause(HOVER_S))


def is_brief_press(action: Action, program: str) -> bool:
    """Tell whether a press is let go at once, since its program tells of it by the keyboard.

    A page may be laid out anew while the button is down, and then nothing gets the click. So the button
    is down for no longer than it must: for 0.02 s only where nothing but how it looks tells of a press.
    """
    if not (is_browser(program) and isinstance(action, Click)):
        return False
    element = action.at.element
    is_single = action.button == "left" and action.count == 1 and not action.modifiers
    is_told = element is not None and element.takes_keyboard and element.role in ON_RELEASE
    return is_single and is_told


def _click(action: Click, backend: Backend, *, is_brief: bool = False) -> Iterator[Step]:
    held = _codes(action.modifiers, backend)
    number = BUTTON_NUMBERS[action.button]
    is_drawn = _is_drawn(action)
    # The second press of a double click must not come late.
    press_s = DRAWN_PRESS_S if is_drawn and action.count == 1 else 0.0
    yield from _approach(action.at.point)
    if is_drawn:
        yield SeeFace(action.at.point, DRAWN_WAIT_S, DRAWN_STILL_S)
    yield from (KeyEvent(code, True) for code in held)
    for index in range(action.count):
        if index:
            yield Pause(BETWEEN_CLICKS_S)
        elif not is_drawn:
            yield SeeFace(action.at.point)
        yield LookAgain(action.at.point)
        yield BriefPress(number) if is_brief else ButtonEvent(number, True)
        if not is_brief:
            yield Pause(PRESS_S)
        if not (index or is_brief):
            yield SeeFace(action.at.point, press_s)
        yield ButtonEvent(number, False)
        if not index:
            yield SeeFace(action.at.point, is_released=True)
    yield from (KeyEvent(code, False) for code in reversed(held))


def _is_drawn(action: Click) -> bool:
    return action.at.element is not None and action.at.element.source == "ocr"


def _drag(action: Drag, backend: Backend) -> Iterator[Step]:
    held = _codes(action.modifiers, backend)
    number = BUTTON_NUMBERS[action.button]
    start, end = action.path[0], action.path[-1]
    yield from _approach(start)
    yield from (KeyEvent(code, True) for code in held)
    yield LookAgain(start)
    yield ButtonEvent(number, True)
    yield Pause(DRAG_START_S)
    points = along(action.path, max(1, round(action.duration_s * DRAG_HZ)))
    for point in points:
        yield MoveEvent(point)
        yield Pause(action.duration_s / len(points))
    yield from _approach(end)
    yield Pause(DRAG_START_S)
    yield ButtonEvent(number, False)
    yield from (KeyEvent(code, False) for code in reversed(held))


def along(path: tuple[ScreenPoint, ...], count: int) -> tuple[ScreenPoint, ...]:
    """Return about `count` pixels along the path, every corner of it and its end included."""
    lengths = [a.distance(b) for a, b in pairwise(path)]
    total = sum(lengths) or 1.0
    points: list[ScreenPoint] = []
    for (a, b), length in zip(pairwise(path), lengths, strict=True):
        pieces = max(1, round(count * length / total))
        for piece in range(1, pieces + 1):
            part = piece / pieces
            points.append(
                ScreenPoint(round(a.x + (b.x - a.x) * part), round(a.y + (b.y - a.y) * part))
            )
    return tuple(points)


def _scroll(action: Scroll) -> Iterator[Step]:
    number = WHEEL_NUMBERS[action.direction]
    if action.at:
        yield from _approach(action.at.point)
        yield LookAgain(action.at.point)
    for _ in range(action.amount):
        yield ButtonEvent(number, True)
        yield ButtonEvent(number, False)
        yield Pause(NOTCH_S)


def _write(action: Write, backend: Backend, *, is_held: bool) -> Iterator[Step]:
    if action.at:
        yield from _click(Click(action.at), backend)
        yield AwaitFocus(action.at.point)
        if is_held:
            yield AwaitWord()
    if action.overwrite:
        yield from _chord(("ctrl", "a"), backend)
        if not action.text:
            yield from _chord(("backspace",), backend)
    yield from backend.plan_text(action.text)
    if action.press_enter:
        yield AwaitTaken()
        yield from _chord(("enter",), backend)


def _hotkey(action: Hotkey, backend: Backend) -> Iterator[Step]:
    for index in range(action.repeat):
        if index:
            yield Pause(REPEAT_S)
        elif action.keys == ("enter",):
            yield AwaitTaken()
        yield from _chord(action.keys, backend)


def _hold_and_tap(action: HoldAndTap, backend: Backend) -> Iterator[Step]:
    held = _codes(action.hold, backend)
    yield from (KeyEvent(code, True) for code in held)
    for key in action.tap:
        yield from _chord((key,), backend)
    yield from (KeyEvent(code, False) for code in reversed(held))


def _chord(keys: tuple[str, ...], backend: Backend) -> Iterator[Step]:
    *held, last = _codes(keys, backend)
    yield from (KeyEvent(code, True) for code in held)
    yield Tap(last)
    yield KeyEvent(last, False)
    yield from (KeyEvent(code, False) for code in reversed(held))


def _codes(keys: Iterable[str | Modifier], backend: Backend) -> tuple[int | str, ...]:
    return tuple(backend.key_code(key) for key in keys)
