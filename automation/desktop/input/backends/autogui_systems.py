"""What pyautogui does not know of the operating system: layout, modifiers, screens, the wheel."""

import ctypes
import sys
from typing import Final, Protocol

from mss import MSS

from automation.core.geometry import Rect

_WHEEL_DELTA: Final = 120
"""Windows counts the wheel in these units a notch; pyautogui passes its number through."""
_MAC_LINES: Final = 3
"""Lines that one notch of a plain wheel scrolls on macOS."""
_CAPS_VK: Final = 0x14
_MODIFIER_VKS: Final = {"shift": 0x10, "ctrl": 0x11, "alt": 0x12, "super": 0x5B}
_SHIFT_BIT: Final = 0x01
_NO_KEY: Final = 0xFF


class System(Protocol):
    """One operating system's answers."""

    @property
    def units_per_notch(self) -> int:
        """What pyautogui's scroll functions take for one notch of the wheel."""
        ...

    @property
    def scrolls_sideways(self) -> bool:
        """Tell whether `hscroll` does what it says."""
        ...

    def typed(self, char: str, code: int, *, needs_shift: bool) -> str:
        """Return what the active layout makes of the key that pyautogui would press.

        Args:
            char: the character that is to be typed.
            code: pyautogui's code for it.
            needs_shift: pyautogui would hold Shift.
        """
        ...

    def screen(self) -> Rect:
        """Return the virtual desktop in the pixels that pyautogui speaks."""
        ...

    def button_code(self, number: int) -> int:
        """Return the button to send so that programs hear this one."""
        ...

    def held_modifiers(self) -> frozenset[str]:
        """Return the modifiers that are down, as far as the system tells."""
        ...

    def close(self) -> None:
        """Give back what is open."""
        ...


def this_system() -> System:
    """Return the answers of the system that we run on."""
    if sys.platform == "win32":
        return Windows()
    if sys.platform == "darwin":
        return Mac()
    from automation.desktop.input.backends.autogui_x11 import X11  # noqa: PLC0415 - Linux only

    return X11()


def union_of_monitors() -> Rect:
    """Return the rectangle around all monitors."""
    with MSS() as grabber:
        every = grabber.monitors[0]
    return Rect(every["left"], every["top"], every["width"], every["height"])


class Windows:
    """Reads the layout from the codes that pyautogui got from the system at its import."""

    units_per_notch = _WHEEL_DELTA
    scrolls_sideways = False

    def typed(self, char: str, code: int, *, needs_shift: bool) -> str:
        """Return the character, or nothing when pyautogui's own idea of Shift would change it."""
        takes_shift = bool(code >> 8 & _SHIFT_BIT)
        is_wrong = code < 0 or code & 0xFF == _NO_KEY or (needs_shift and not takes_shift)
        if is_wrong or (char.isalpha() and self._is_toggled(_CAPS_VK)):
            return ""
        return char

    def screen(self) -> Rect:
        """Return the virtual desktop."""
        return union_of_monitors()

    def button_code(self, number: int) -> int:
        """Return the number as it is: nothing is known of swapped buttons."""
        return number

    def held_modifiers(self) -> frozenset[str]:
        """Return the modifiers that are down, whoever pressed them."""
        return frozenset(name for name, vk in _MODIFIER_VKS.items() if self._is_down(vk))

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def _is_down(self, vk: int) -> bool:
        return bool(self._user32().GetAsyncKeyState(vk) & 0x8000)

    def _is_toggled(self, vk: int) -> bool:
        return bool(self._user32().GetKeyState(vk) & 1)

    def _user32(self) -> ctypes.CDLL:
        library: ctypes.CDLL = getattr(ctypes, "windll").user32  # noqa: B009 - exists on Windows only
        return library


class Mac:
    """pyautogui presses the keys of a US keyboard; the system does not say what they give."""

    units_per_notch = _MAC_LINES
    scrolls_sideways = True

    def typed(self, char: str, code: int, *, needs_shift: bool) -> str:
        """Return the character as if the layout were the US one."""
        del code, needs_shift
        return char

    def screen(self) -> Rect:
        """Return the virtual desktop."""
        return union_of_monitors()

    def button_code(self, number: int) -> int:
        """Return the number as it is: nothing is known of swapped buttons."""
        return number

    def held_modifiers(self) -> frozenset[str]:
        """Return none: the caller's own are all that is known."""
        return frozenset()

    def close(self) -> None:
        """Do nothing: nothing is open."""
