"""Sends input to an X server through XTEST, over xcffib.

Found with xcffib 1.13 on Xvfb 21.1: XTEST, the keyboard map in both directions, XKB's GetState and
LatchLockState, XInput 2.2 with raw events and `sourceid` all work, and it shares no module with
the two clashing `Xlib` packages. An extension's module must be imported before the connection is
made, else its events and errors have no type.

Holding the server does not nest, so what changes the keyboard map does so before, and nothing is waited
for meanwhile: no pace, no report, no answer on another connection. pyautogui sends by a connection of
its own, which cannot be held: there the look comes right before the press.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

import xcffib
import xcffib.xinput
import xcffib.xproto
import xcffib.xtest

from automation.core.errors import InputError, Refused, UnknownKey
from automation.core.geometry import ScreenPoint
from automation.core.text import worded
from automation.desktop.input.grabs import KeyboardProbe, PointerProbe
from automation.desktop.input.keyboard_x11 import ButtonMap, Keyboard
from automation.desktop.input.keymap import Keymap, plan_text
from automation.desktop.input.keys import MODIFIERS, Key, key
from automation.desktop.input.plan import (
    Backend,
    ButtonEvent,
    KeyCode,
    KeyEvent,
    MoveEvent,
    Pause,
    Primitive,
    Receiver,
    Remap,
    Tap,
    Typed,
)
from automation.desktop.x11 import POINTER_ROOT, connect, root_of, root_size


def open_backend(name: str = "auto", display: str | None = None) -> Backend:
    """Open a backend; the caller owns it and closes it.

    Args:
        name: `auto` takes XTest on X11 and pyautogui on Windows and macOS.
        display: X display such as `:1`; None takes `DISPLAY`.

    Raises:
        InputError: this session offers no way to send input; says why and what to do.
        NoDisplay: there is no X display, or it does not answer.
    """
    if os.environ.get("DESKHAND_NO_INPUT") == "1":
        raise InputError(
            "sending input is switched off: DESKHAND_NO_INPUT=1 is set; unset it to allow it"
        )
    uses_x11 = sys.platform not in ("win32", "darwin")
    if name == "x11" or (name == "auto" and uses_x11):
        if not uses_x11:
            raise InputError(
                f"the x11 backend needs an X server, this is {sys.platform}; choose pyautogui"
            )

        return X11Backend(display)
    if name in ("auto", "pyautogui"):
        from automation.desktop.input.backend_pyautogui import open_autogui  # noqa: PLC0415 - heavy

        return open_autogui(display)
    raise InputError(f"there is no input backend called {name!r}; choose auto, x11 or pyautogui")


_MODIFIERS: Final = 0xFF
"""Shift, Lock, Control, Mod1 to Mod5 in the state of the core pointer (X protocol, SETofKEYBUTMASK)."""


class StillServer:
    """Holds an X server still for one press, so that it reaches whom the guard has looked at.

    Between a look and a press other programs go on: a window that closes hands the focus to another one,
    a dialog comes up under the pointer, and on a busy machine that takes no more than being scheduled
    at the wrong moment. While a client has grabbed the server, the server reads the requests of no
    other one (X protocol, GrabServer): no program can change whose the focus, the keyboard and the pixel
    under the pointer are from the question to the press. The user's own mouse and keyboard go on; a
    press of a button is sent with its place. A client that dies lets go by dying.
    """

    def __init__(self, connection: xcffib.Connection, root: int) -> None:
        self._connection = connection
        self._root = root
        self._keyboard = KeyboardProbe(connection)
        self._mouse = PointerProbe(connection)
        self.is_held = False

    def receiver(self, *, of_key: bool) -> Receiver:
        """Return the window with the focus for a key, the root's child under the pointer for a button, and more.

        For both the modifiers and locks that are on, and whether another program has grabbed the keyboard
        or the mouse; for a button where the pointer is. The child is what the server finds for a press,
        input shapes included; clients that take turns in one frame have one child.
        """
        core = self._connection.core
        asked, pointer = core.GetInputFocus(), core.QueryPointer(self._root)
        focus, under = int(asked.reply().focus), pointer.reply()
        modifiers = int(under.mask) & _MODIFIERS
        if not of_key:
            is_taken = int(self._mouse.is_taken())
            return int(under.child), modifiers, int(under.root_x), int(under.root_y), is_taken
        follows_pointer = focus in (POINTER_ROOT, self._root)
        window = int(under.child) if follows_pointer else focus
        return window, modifiers, focus, int(self._keyboard.is_taken())

    def hold(self, receiver: Receiver, ask: Callable[[], Receiver]) -> bool:
        """Grab the server if a press still reaches this receiver, asked once more; else leave it free."""
        self.is_held = True
        self._connection.core.GrabServer()
        is_same = False
        try:
            is_same = ask() == receiver
        finally:
            if not is_same:
                self.let_go()
        return is_same

    def let_go(self) -> None:
        """Free the server after what was sent so far; called again where that failed."""
        if self.is_held:
            self._connection.core.UngrabServer()
            self._connection.flush()
            self.is_held = False


KEY_PRESS: Final = 2
KEY_RELEASE: Final = 3
BUTTON_PRESS: Final = 4
BUTTON_RELEASE: Final = 5
MOTION: Final = 6
_LAST_BUTTON: Final = 9
_CORE_POINTER: Final = 2
"""The server's first master pointer: the one that XTEST moves."""

# Keys that act on the keyboard itself: a keysym alone does not make a keycode one of them.
_HAS_A_FUNCTION: Final = MODIFIERS | frozenset(
    {"ctrlright", "shiftright", "altright", "superright", "capslock", "numlock", "scrolllock"}
)


class X11Backend:
    """One connection for sending; belongs to the emitter's thread.

    A `Remap` of this backend also switches a Caps Lock that is on off, and the one that takes the
    last keycode back switches it on again; `close` does both if they are still owed.
    """

    def __init__(self, display: str | None = None) -> None:
        """Connect, and give back what a crashed run may have left in the keyboard map.

        Args:
            display: display name such as `:1`; None takes `DISPLAY`.
        """
        self._connection = connect(display)
        try:
            self._xtest = self._connection(xcffib.xtest.key)
            self._xtest.GetVersion(2, 2).reply()
            self._xinput = self._connection(xcffib.xinput.key)
            self._xinput.XIQueryVersion(2, 2).reply()
            self._keyboard = Keyboard(self._connection)
            self._buttons = ButtonMap(self._connection)
        except xcffib.XcffibException as error:
            self._connection.disconnect()
            raise InputError(
                "the display takes no input: it lacks XTEST, XInput 2 or XKEYBOARD"
            ) from error
        self._planned: Keymap | None = None
        """The keyboard map that the text which is being typed was planned with."""
        self._root = root_of(self._connection)
        self._size = root_size(self._connection)
        # Before anything makes a window: the server gives ids of a connection that has ended again.
        self._keyboard.take_back_abandoned()
        self._still = StillServer(self._connection, self._root)

    @property
    def name(self) -> str:
        """The backend's name in settings."""
        return "x11"

    def key_code(self, key_name: str) -> KeyCode:
        """Return the keycode that gives a named key in the current layout.

        A key that the layout lacks, or has with Shift only, is promised a spare keycode; the map
        is changed when that is first pressed. So Ctrl+C works on a Russian layout, and F13 exists.
        """
        wanted = key(key_name)
        keymap = self._keyboard.read()
        code = _find(wanted, keymap)
        if code is None and wanted.name not in _HAS_A_FUNCTION:
            code = self._keyboard.promise(wanted.keysyms[0])
        if code is None and len(wanted.name) == 1:
            code = keymap.code_by_place(wanted.name)
        if code is None:
            raise UnknownKey(
                f"this keyboard has no {wanted.label} key; choose another key, or a layout that"
                " has it"
            )
        return code

    def button_code(self, number: int) -> int:
        """Return the button that means this one by the server's maps as they are now."""
        with _display():
            meanings = self._buttons.meanings()
        return button_that_means(number, meanings)

    def plan_text(self, text: str) -> Iterable[Primitive]:
        """Return the primitives that type the text exactly; the map is read as they are taken.

        Raises:
            InputError: a character cannot be typed; names it. Nothing has been sent.
        """
        return self._watched(plan_text(text, self._read_for_text))

    def _read_for_text(self) -> Keymap:
        self._planned = self._keyboard.read()
        return self._planned

    def _watched(self, primitives: Iterable[Primitive]) -> Iterator[Primitive]:
        """Have every press look whether its key still gives what the text was planned with."""
        try:
            yield from primitives
        finally:
            self._planned = None

    def _check_as_planned(self, press: KeyEvent | ButtonEvent) -> None:
        """Refuse a letter of a text that would come out as another one: the server is held still meanwhile."""
        if self._planned is None or not isinstance(press, KeyEvent):
            return
        if not isinstance(press.code, int) or self._keyboard.is_lent(press.code):
            return
        if cause := self._keyboard.read().other_than(self._planned, press.code):
            raise Refused(
                "changed",
                worded("{0} while the text was typed; the rest of it was not sent", cause),
            )

    def send(self, primitive: Primitive) -> None:
        """Send one primitive and flush it; a `Tap` waits for its release, all of a press for `let_go`."""
        with _display():
            fake, nowhere = self._xtest.FakeInput, (0, 0, 0, 0, 0)
            match primitive:
                case MoveEvent(point):
                    self._check_on_screen(point)
                    fake(MOTION, 0, 0, self._root, point.x, point.y, 0)
                case ButtonEvent(button, is_down):
                    number = _number(button, "mouse button", 1, _LAST_BUTTON)
                    fake(BUTTON_PRESS if is_down else BUTTON_RELEASE, number, *nowhere)
                case KeyEvent(key_code, is_down):
                    code = _number(key_code, "X keycode", 8, 255)
                    if is_down:
                        self._keyboard.before_press(code)
                    fake(KEY_PRESS if is_down else KEY_RELEASE, code, *nowhere)
                case Remap(codes):
                    self._forget_events()
                    self._keyboard.lend(codes)
                case Pause() | Typed():
                    pass
            if not (isinstance(primitive, Tap) or self._still.is_held):
                self._connection.flush()

    def _check_on_screen(self, point: ScreenPoint) -> None:
        """The server would clamp silently; the size is asked again before a point is refused."""
        if _holds(self._size, point):
            return
        self._size = root_size(self._connection)
        if not _holds(self._size, point):
            width, height = self._size
            raise InputError(
                f"the point {point.x}, {point.y} is off the screen, which is {width} x {height}"
            )

    def _forget_events(self) -> None:
        """Every client is told of a changed map; nobody reads that here, so it must not pile up."""
        while True:
            with suppress(xcffib.ProtocolException):
                if self._connection.poll_for_event() is None:
                    return

    def has_taken_keys(self, within_s: float) -> bool | None:
        """Ask the program with the keyboard, as `Keyboard.has_taken` does."""
        with _display():
            return self._keyboard.has_taken(within_s)

    def receiver(self, press: KeyEvent | ButtonEvent) -> Receiver:
        """Return who would get it, as `StillServer.receiver` says."""
        with _display():
            found = self._still.receiver(of_key=isinstance(press, KeyEvent))
            return found if isinstance(press, KeyEvent) else (*found, *self._buttons.meanings())

    def hold_still(self, press: KeyEvent | ButtonEvent, receiver: Receiver) -> bool:
        """Grab the server if the press would still reach this receiver.

        Raises:
            InputError: the display is gone, or the keyboard map does not have the key any more.
            Refused: `changed`: the key of a letter gives another one by now.
        """
        with _display():
            if isinstance(press, KeyEvent) and isinstance(press.code, int):
                # Lending a keycode grabs the server for itself, and would free it.
                self._keyboard.before_press(press.code)
            if not self._still.hold(receiver, lambda: self.receiver(press)):
                return False
            try:
                self._check_as_planned(press)
            except BaseException:
                self._still.let_go()
                raise
        return True

    @property
    def is_still(self) -> bool:
        """Tell whether the server is grabbed."""
        return self._still.is_held

    def let_go(self) -> None:
        """Free the server again."""
        with _display():
            self._still.let_go()

    def pointer(self) -> ScreenPoint:
        """Return where the pointer is."""
        reply = self._connection.core.QueryPointer(self._root).reply()
        return ScreenPoint(int(reply.root_x), int(reply.root_y))

    def held(self) -> tuple[frozenset[KeyCode], frozenset[int]]:
        """Return the keys and buttons that are down now, whoever pressed them."""
        keymap = self._connection.core.QueryKeymap()
        pointer = self._xinput.XIQueryPointer(self._root, _CORE_POINTER)
        keys: frozenset[KeyCode] = frozenset(_set_bits(list(keymap.reply().keys), 8))
        buttons = frozenset(_set_bits(list(pointer.reply().buttons), 32))
        return keys, buttons

    def held_modifiers(self) -> frozenset[str]:
        """Return the modifiers that act now; locks (Caps, Num) do not count."""
        state = self._keyboard.modifier_state()
        return self._keyboard.read().modifiers(state) if state else frozenset()

    def close(self) -> None:
        """Give back lent keycodes and the connection; does nothing when the display is gone."""
        with suppress(xcffib.XcffibException):
            self._keyboard.take_back_own()
            # The server may throw away what it has not read yet of a connection that ends: keys
            # whose release was the last request stayed down.
            self._connection.core.GetInputFocus().reply()
        self._connection.disconnect()


def button_that_means(number: int, meanings: Sequence[int]) -> int:
    """Return the button that programs hear as this one.

    Raises:
        Refused: `unsupported`: none means it.
    """
    if number > len(meanings):  # a side button beyond the map is sent as it is
        return number
    if number not in meanings:
        name = {1: "left", 2: "middle", 3: "right"}.get(number, f"number {number}")
        raise Refused(
            "unsupported",
            worded(
                "no button of the mouse is the {0} one as it is set up now (xmodmap -pp shows it); set the buttons up again, then try again",
                name,
            ),
        )
    return meanings.index(number) + 1


def _number(code: KeyCode, kind: str, least: int, most: int) -> int:
    """Return a key's or a button's number if a keyboard or a mouse can have it."""
    if not isinstance(code, int) or not least <= code <= most:
        raise InputError(f"{code!r} is no {kind}; expected a number from {least} to {most}")
    return code


@contextmanager
def _display() -> Iterator[None]:
    """Say in our words that the display is gone."""
    try:
        yield
    except xcffib.XcffibException as error:
        name = type(error).__name__
        raise InputError(f"the display did not take the input ({name}); is it still up?") from error


def _find(wanted: Key, keymap: Keymap) -> int | None:
    if len(wanted.name) == 1:
        return keymap.code_of_char(wanted.name)
    codes = (keymap.code_of_keysym(keysym) for keysym in wanted.keysyms)
    return next((code for code in codes if code is not None), None)


def _holds(size: tuple[int, int], point: ScreenPoint) -> bool:
    return 0 <= point.x < size[0] and 0 <= point.y < size[1]


def _set_bits(words: list[int], width: int) -> list[int]:
    return [
        index * width + bit
        for index, word in enumerate(words)
        for bit in range(width)
        if word >> bit & 1
    ]
