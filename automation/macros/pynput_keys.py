"""Keys as pynput prints them (`Key.enter`, `a`, `<65437>`), as keysyms and names of ours."""

import re
from typing import Final

_UNICODE: Final = 0x0100_0000
"""Unicode keysyms are this and the code point (X11 protocol, appendix A)."""

_NAMED: Final[dict[str, tuple[int, str]]] = {
    "alt": (0xFFE9, ""), "alt_l": (0xFFE9, ""), "alt_r": (0xFFEA, ""), "alt_gr": (0xFE03, ""),
    "ctrl": (0xFFE3, ""), "ctrl_l": (0xFFE3, ""), "ctrl_r": (0xFFE4, ""), "shift": (0xFFE1, ""),
    "shift_l": (0xFFE1, ""), "shift_r": (0xFFE2, ""), "cmd": (0xFFEB, ""), "cmd_l": (0xFFEB, ""),
    "cmd_r": (0xFFEC, ""), "caps_lock": (0xFFE5, ""), "num_lock": (0xFF7F, ""),
    "scroll_lock": (0xFF14, ""), "backspace": (0xFF08, "backspace"), "delete": (0xFFFF, "delete"),
    "down": (0xFF54, "down"), "end": (0xFF57, "end"), "enter": (0xFF0D, "enter"),
    "esc": (0xFF1B, "esc"), "home": (0xFF50, "home"), "insert": (0xFF63, "insert"),
    "left": (0xFF51, "left"), "menu": (0xFF67, "menu"), "page_down": (0xFF56, "pagedown"),
    "page_up": (0xFF55, "pageup"), "pause": (0xFF13, "pause"), "print_screen": (0xFF61, "print"),
    "right": (0xFF53, "right"), "space": (0x20, "space"), "tab": (0xFF09, "tab"),
    "up": (0xFF52, "up"), "media_play_pause": (0x1008FF14, "playpause"),
    "media_volume_mute": (0x1008FF12, "volumemute"), "media_volume_down": (0x1008FF11, "volumedown"),
    "media_volume_up": (0x1008FF13, "volumeup"), "media_previous": (0x1008FF16, "prevtrack"),
    "media_next": (0x1008FF17, "nexttrack"),
    **{f"f{n}": (0xFFBD + n, f"f{n}") for n in range(1, 21)},
}  # fmt: skip
"""pynput's names of keys: the keysym of X and our name; modifiers and locks need none."""
_MODIFIERS: Final = {
    0xFFE9: "alt", 0xFFEA: "alt", 0xFE03: "altgr", 0xFFE3: "ctrl", 0xFFE4: "ctrl",
    0xFFE1: "shift", 0xFFE2: "shift", 0xFFEB: "super", 0xFFEC: "super",
}  # fmt: skip
_NAMES: Final = {keysym: name for keysym, name in _NAMED.values() if name}
_CODE: Final = re.compile(r"<(\d{1,6})>")
_PAD_CODES: Final = {**{96 + n: str(n) for n in range(10)}, 65437: "5", 106: "*", 107: "+",
                     109: "-", 110: ".", 111: "/"}  # fmt: skip
"""Windows codes of the numeric pad's keys, and X's of its middle key, which pynput has no name for."""
_SIGNS: Final = re.compile(r"[^A-Za-z0-9_.<>]")
_CONTROL: Final = re.compile(r"\\x([01][0-9a-f])")
_DEAD: Final = re.compile(r"(?P<sign>['\"])(?P<char>.)(?P=sign)")
_DEAD_KEYSYMS: Final = {
    "`": 0xFE50, "\u00b4": 0xFE51, "^": 0xFE52, "~": 0xFE53, "\u00a8": 0xFE57, "\u00b0": 0xFE58,
    "\u02c7": 0xFE5A, "\u00b8": 0xFE5B,
}  # fmt: skip


class PynputKeys:
    """The `KeyNames` of a file that pynput's names stand in."""

    def __init__(self) -> None:
        self._odd: dict[str, int] = {}
        self._odd_names: dict[int, str] = {}

    def keysym(self, key: str) -> int:
        """Return the keysym of a key as it is written; a number of our own for an unknown one."""
        if key.startswith("Key."):
            named = _NAMED.get(key.removeprefix("Key."))
            return named[0] if named else self._unknown(key)
        if code := _CODE.fullmatch(key):
            char = _PAD_CODES.get(int(code[1]), "")
            return _of_char(char) if char else self._unknown(key)
        if control := _CONTROL.fullmatch(key):
            # With Ctrl down Windows gives the control character instead of its letter.
            letter = int(control[1], 16) | 0x60
            return letter if 0x61 <= letter <= 0x7A else self._unknown(key)
        if dead := _DEAD.fullmatch(key):
            return _DEAD_KEYSYMS.get(dead["char"]) or self._unknown(key)
        if key == "\\\\":
            return _of_char("\\")
        return _of_char(key) if len(key) == 1 and key.isprintable() else self._unknown(key)

    def modifier(self, keysym: int) -> str:
        """Return the modifier that a key is; empty when it is none."""
        return _MODIFIERS.get(keysym, "")

    def char(self, keysym: int) -> str:
        """Return the character that it types; empty when it types none."""
        if 0x20 <= keysym <= 0x7E or 0xA0 <= keysym <= 0xFF:
            return chr(keysym)
        return chr(keysym - _UNICODE) if _UNICODE < keysym < _UNICODE + 0x11_0000 else ""

    def name(self, keysym: int) -> str:
        """Return the name of the key in our table; what the file calls it for one that has none."""
        return _NAMES.get(keysym) or self._odd_names.get(keysym, "")

    def _unknown(self, key: str) -> int:
        """Return a number that no keysym has."""
        if key not in self._odd:
            self._odd[key] = 0x7000_0000 + len(self._odd)
            self._odd_names[self._odd[key]] = f"keycode {_SIGNS.sub('?', key[:30])}"
        return self._odd[key]


def _of_char(char: str) -> int:
    code = ord(char)
    return code if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF else _UNICODE | code
