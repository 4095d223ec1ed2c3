"""pyautogui as a backend: for Windows and macOS, and selectable on X11.

One primitive becomes one of its calls, never one of its long ones, which cannot be stopped. Its
pauses and its fail-safe are off: the emitter paces, the kill key stops, and a target in a corner is
a target. What it would do wrongly or leave out silently - and there is much of it - is refused.
Measured on X11 only; what is said of the other systems is read from pyautogui 0.9.54.
"""

import contextlib
import ctypes
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from mss import MSS

from automation.core.errors import InputError, Refused, UnknownKey
from automation.core.geometry import Rect, ScreenPoint
from automation.core.text import worded
from automation.desktop.input.backend_x11 import button_that_means
from automation.desktop.input.keyboard_x11 import ButtonMap, Keyboard
from automation.desktop.input.keymap import SHIFT_BIT
from automation.desktop.input.keys import char_for_keysym, key
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
from automation.desktop.x11 import connect, root_size

_WHEEL_DELTA: Final = 120
"""Windows counts the wheel in these units a notch; pyautogui passes its number through."""
_MAC_LINES: Final = 3
"""Lines that one notch of a plain wheel scrolls on macOS."""
_CAPS_VK: Final = 0x14
_MODIFIER_VKS: Final = {"shift": 0x10, "ctrl": 0x11, "alt": 0x12, "super": 0x5B}
_SHIFT_BIT: Final = 0x01
_NO_KEY: Final = 0xFF


class System:
    """What pyautogui does not know of the operating system; of one that tells nothing, what is usual."""

    units_per_notch = 1
    """What pyautogui's scroll functions take for one notch of the wheel."""
    scrolls_sideways = True
    """`hscroll` does what it says."""

    def typed(self, char: str, code: int, *, needs_shift: bool) -> str:
        """Return what the active layout makes of the key that pyautogui would press."""
        del code, needs_shift
        return char

    def screen(self) -> Rect:
        """Return the virtual desktop in the pixels that pyautogui speaks."""
        with MSS() as grabber:
            every = grabber.monitors[0]
        return Rect(every["left"], every["top"], every["width"], every["height"])

    def button_code(self, number: int) -> int:
        """Return the button to send so that programs hear this one; the same where nothing is known."""
        return number

    def held_modifiers(self) -> frozenset[str]:
        """Return the modifiers that are down, as far as the system tells."""
        return frozenset()

    def close(self) -> None:
        """Give back what is open."""


class Windows(System):
    """Reads the layout from the codes that pyautogui got from the system at its import."""

    units_per_notch = _WHEEL_DELTA
    scrolls_sideways = False

    def typed(self, char: str, code: int, *, needs_shift: bool) -> str:
        """Return the character, or nothing when pyautogui's own idea of Shift would change it."""
        takes_shift = bool(code >> 8 & _SHIFT_BIT)
        is_wrong = code < 0 or code & 0xFF == _NO_KEY or (needs_shift and not takes_shift)
        if is_wrong or (char.isalpha() and bool(self._user32().GetKeyState(_CAPS_VK) & 1)):
            return ""
        return char

    def held_modifiers(self) -> frozenset[str]:
        """Return the modifiers that are down, whoever pressed them."""
        return frozenset(name for name, vk in _MODIFIER_VKS.items() if self._is_down(vk))

    def _is_down(self, vk: int) -> bool:
        return bool(self._user32().GetAsyncKeyState(vk) & 0x8000)

    def _user32(self) -> ctypes.CDLL:
        library: ctypes.CDLL = getattr(ctypes, "windll").user32  # noqa: B009 - exists on Windows only
        return library


class Mac(System):
    """pyautogui presses the keys of a US keyboard; the system does not say what they give."""

    units_per_notch = _MAC_LINES


KEY_PACE_S: Final = 0.004
_BUTTONS: Final = {1: "left", 2: "middle", 3: "right"}
_WHEEL: Final = {4: (1, False), 5: (-1, False), 6: (-1, True), 7: (1, True)}
"""Notches and whether they go sideways, in pyautogui's signs, by X button number."""
_KEYS: Final = {"\n": "enter", "\t": "tab"}
_MODIFIERS: Final = {
    "ctrlleft": "ctrl",
    "ctrlright": "ctrl",
    "shiftleft": "shift",
    "shiftright": "shift",
    "altleft": "alt",
    "altright": "alt",
    "winleft": "super",
    "winright": "super",
}


def this_system() -> System:
    """Return the answers of the system that we run on."""
    if sys.platform == "win32":
        return Windows()
    return Mac() if sys.platform == "darwin" else X11()


def open_autogui(display: str | None = None) -> Backend:
    """Import pyautogui and open a backend on it.

    Args:
        display: X display such as `:1`; pyautogui knows only the one in `DISPLAY`.

    Raises:
        InputError: pyautogui cannot be imported; says why and what to do.
        NoDisplay: there is no X display, or it does not answer.
    """
    if display is not None and display != os.environ.get("DISPLAY"):
        raise InputError(
            f"pyautogui sends to the display in DISPLAY only, {display!r} was asked for;"
            " set DISPLAY or choose the x11 backend"
        )
    system = this_system()
    try:
        return AutoguiBackend(_imported(), system)
    except BaseException:
        system.close()
        raise


def _imported() -> ModuleType:
    """Import pyautogui, which connects to the display and prints while it is imported."""
    try:
        with contextlib.redirect_stdout(sys.stderr), _authority_file():
            import pyautogui
    except (Exception, SystemExit) as error:
        cause = f"{type(error).__name__}: {error}".splitlines()[0].strip()
        raise InputError(f"pyautogui cannot be used ({cause}); {_remedy(error)}") from error
    module: ModuleType = pyautogui
    return module


def _remedy(error: BaseException) -> str:
    if isinstance(error, ImportError):
        return "install it with: pip install 'deskhand[input]'"
    if isinstance(error, SystemExit):
        return "it needs tkinter: apt-get install python3-tk"
    return "check that the display answers, or choose the x11 backend"


@contextlib.contextmanager
def _authority_file() -> Iterator[None]:
    """Name an empty authority file if there is none: python3-xlib 0.15 fails without one."""
    default = Path.home() / ".Xauthority"
    if "XAUTHORITY" in os.environ or default.exists():
        yield
        return
    os.environ["XAUTHORITY"] = os.devnull
    try:
        yield
    finally:
        del os.environ["XAUTHORITY"]


def _no_button(number: int) -> str:
    return worded("pyautogui has no mouse button {0}; it has left, middle and right", number)


class AutoguiBackend:
    """Sends through pyautogui's module functions; belongs to the emitter's thread."""

    def __init__(self, module: ModuleType, system: System) -> None:
        """Take over the imported module.

        Args:
            module: `pyautogui`; its pause and fail-safe are switched off for the whole process.
        """
        gui: Any = module  # it ships no types
        gui.PAUSE = 0
        gui.FAILSAFE = False
        self._gui = gui
        self._mapping = module.platformModule.keyboardMapping
        self._system = system
        self._keys: set[str] = set()
        self._buttons: set[int] = set()

    @property
    def name(self) -> str:
        """The backend's name in settings."""
        return "pyautogui"

    def key_code(self, key_name: str) -> KeyCode:
        """Return pyautogui's name of a key.

        Raises:
            UnknownKey: no key is called so, or pyautogui would press nothing for it.
        """
        wanted = key(key_name)
        if wanted.autogui is None or not self._mapping.get(wanted.autogui):
            raise UnknownKey(f"pyautogui has no {wanted.label} key here; choose another key")
        if len(wanted.name) == 1 and self._gui.isShiftCharacter(wanted.autogui):
            raise UnknownKey(
                f"pyautogui would press Shift too for {wanted.label}; name the key without it"
            )
        return wanted.autogui

    def button_code(self, number: int) -> int:
        """Return the button that means this one as the system's mouse is set up now.

        Raises:
            Refused: `unsupported`: none does, pyautogui lacks it, or presses it by turning the wheel.
        """
        code = self._system.button_code(number)
        if code not in _WHEEL and code not in _BUTTONS:
            raise Refused("unsupported", _no_button(number))
        if (code in _WHEEL) != (number in _WHEEL):
            raise Refused(
                "unsupported",
                worded(
                    "pyautogui cannot press what the mouse is set up for here: a button and the wheel are swapped; choose the x11 backend"
                ),
            )
        return code

    def plan_text(self, text: str) -> Iterable[Primitive]:
        """Return the primitives that type the text; only what this layout has is typed.

        Raises:
            InputError: pyautogui would leave a character out or type another one; names it.
        """
        one_line = text.replace("\r\n", "\n").replace("\r", "\n")
        for place, char in enumerate(one_line, 1):
            typed = char if char in _KEYS else self._would_type(char)
            if typed != char:
                instead = f"type “{typed}” for it" if typed else "leave it out"
                raise InputError(
                    f"character {place} of the text, U+{ord(char):04X}, cannot be typed with"
                    f" pyautogui: it would {instead}; nothing was sent. Paste the text instead"
                )
        return self._primitives(one_line)

    def _would_type(self, char: str) -> str:
        if not (char.isascii() and char.isprintable()) or not self._mapping.get(char):
            return ""
        needs_shift = bool(self._gui.isShiftCharacter(char))
        return self._system.typed(char, self._mapping[char], needs_shift=needs_shift)

    def _primitives(self, text: str) -> Iterator[Primitive]:
        for index, char in enumerate(text):
            name = _KEYS.get(char, char)
            if char not in _KEYS and self._would_type(char) != char:
                raise Refused(
                    "changed",
                    worded(
                        "the keyboard layout was changed, or Caps Lock switched on, while the text was typed; the rest of it was not sent"
                    ),
                )
            yield Tap(name)
            yield KeyEvent(name, is_down=False)
            yield Typed(index)
            yield Pause(KEY_PACE_S)

    def send(self, primitive: Primitive) -> None:
        """Send one primitive."""
        match primitive:
            case MoveEvent(point):
                self._check_on_screen(point)
                self._call(self._gui.moveTo, point.x, point.y)
            case ButtonEvent(number, is_down):
                self._button(number, is_down)
            case KeyEvent(str(name), is_down) if self._mapping.get(name):
                self._call(self._gui.keyDown if is_down else self._gui.keyUp, name)
                (self._keys.add if is_down else self._keys.discard)(name)
            case KeyEvent(code, _):
                raise InputError(f"pyautogui has no key {code!r} here")
            case Remap():
                raise InputError("pyautogui cannot change the keyboard map; choose the x11 backend")
            case Pause() | Typed():
                pass

    def _button(self, number: int, is_down: bool) -> None:
        if number in _WHEEL:
            notches, is_sideways = _WHEEL[number]
            if is_sideways and not self._system.scrolls_sideways:
                raise InputError(
                    "pyautogui scrolls down instead of sideways on this system; use the keys"
                )
            if is_down:
                scroll = self._gui.hscroll if is_sideways else self._gui.scroll
                self._call(scroll, notches * self._system.units_per_notch)
            return
        if number not in _BUTTONS:
            raise InputError(_no_button(number))
        press = self._gui.mouseDown if is_down else self._gui.mouseUp
        self._call(press, button=_BUTTONS[number])
        (self._buttons.add if is_down else self._buttons.discard)(number)

    def _call(self, function: Callable[..., object], *arguments: object, **options: object) -> None:
        try:
            function(*arguments, **options, _pause=False)
        except (Exception, SystemExit) as error:
            raise InputError(
                f"pyautogui could not send the input ({type(error).__name__}: {error})"
            ) from error

    def _check_on_screen(self, point: ScreenPoint) -> None:
        screen = self._system.screen()
        if not screen.contains(point):
            raise InputError(
                f"the point {point.x}, {point.y} is off the screen, which is {screen.w} x {screen.h}"
            )

    def has_taken_keys(self, within_s: float) -> bool | None:
        """Say that nobody can be asked."""
        return None

    def receiver(self, press: KeyEvent | ButtonEvent) -> Receiver:
        """Return nothing: pyautogui sends by a connection of its own, which nothing holds still."""
        return ()

    def hold_still(self, press: KeyEvent | ButtonEvent, receiver: Receiver) -> bool:
        """Let the press go out as things are."""
        return True

    def let_go(self) -> None:
        """Do nothing."""

    @property
    def is_still(self) -> bool:
        """Say no."""
        return False

    def pointer(self) -> ScreenPoint:
        """Return where the pointer is."""
        x, y = self._gui.position()
        return ScreenPoint(int(x), int(y))

    def held(self) -> tuple[frozenset[KeyCode], frozenset[int]]:
        """Return the keys and buttons that this backend holds; pyautogui sees no others."""
        return frozenset(self._keys), frozenset(self._buttons)

    def held_modifiers(self) -> frozenset[str]:
        """Return the modifiers that are down; ours only where the system does not tell."""
        ours = frozenset(_MODIFIERS[name] for name in self._keys if name in _MODIFIERS)
        return ours | self._system.held_modifiers()

    def close(self) -> None:
        """Let go of the system; pyautogui itself stays connected until the process ends."""
        self._system.close()


class X11(System):
    """What pyautogui does not know of an X server, asked over a connection of our own.

    Reads the keyboard map that is active now; pyautogui read it once, and assumes a US one.
    """

    def __init__(self) -> None:
        self._connection = connect()
        self._keyboard = Keyboard(self._connection)
        self._buttons = ButtonMap(self._connection)

    def typed(self, char: str, code: int, *, needs_shift: bool) -> str:
        """Return what the key gives in the active layout; Caps Lock counts."""
        keymap = self._keyboard.read()
        modifiers = keymap.locked | (SHIFT_BIT if needs_shift else 0)
        typed = char_for_keysym(keymap.row(code).keysym(keymap.group, modifiers))
        del char
        return typed

    def screen(self) -> Rect:
        """Return the root window's rectangle."""
        return Rect(0, 0, *root_size(self._connection))

    def button_code(self, number: int) -> int:
        """Return the button that means this one by the server's maps as they are now."""
        return button_that_means(number, self._buttons.meanings())

    def held_modifiers(self) -> frozenset[str]:
        """Return the modifiers that are down, whoever pressed them."""
        state = self._keyboard.modifier_state()
        return self._keyboard.read().modifiers(state) if state else frozenset()

    def close(self) -> None:
        """Give the connection back."""
        self._connection.disconnect()
