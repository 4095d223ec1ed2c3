"""What pyautogui does not know of an X server, asked over a connection of our own."""

from automation.core.geometry import Rect
from automation.desktop.input.backends.x11 import button_that_means
from automation.desktop.input.backends.x11_keyboard import Keyboard
from automation.desktop.input.backends.x11_map import ButtonMap
from automation.desktop.input.keymap import SHIFT_BIT
from automation.desktop.input.keysyms import char_for_keysym
from automation.desktop.xserver import connect, root_size


class X11:
    """Reads the keyboard map that is active now; pyautogui read it once, and assumes a US one."""

    units_per_notch = 1
    scrolls_sideways = True

    def __init__(self) -> None:
        """Connect to the display in `DISPLAY`.

        Raises:
            NoDisplay: there is no display, or it does not answer.
        """
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
        """Return the button that means this one by the server's maps as they are now.

        Raises:
            Refused: `unsupported`: none does.
        """
        return button_that_means(number, self._buttons.meanings())

    def held_modifiers(self) -> frozenset[str]:
        """Return the modifiers that are down, whoever pressed them."""
        state = self._keyboard.modifier_state()
        return self._keyboard.read().modifiers(state) if state else frozenset()

    def close(self) -> None:
        """Give the connection back."""
        self._connection.disconnect()
