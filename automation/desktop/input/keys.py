"""One table of key names: what a person may write, and what each system calls the key.

Names are found whatever their case, spaces, underscores and hyphens (`Page Up`, `page_up`, `PgUp`).
A single printable character is a name too. Everything else is refused with the nearest names; a
name that passes here may still be missing on a keyboard, which the backend says.
"""

import difflib
from dataclasses import dataclass
from functools import cache
from typing import Final

from automation.core.errors import UnknownKey

UNICODE_KEYSYM: Final = 0x0100_0000

RETURN: Final = 0xFF0D
TAB: Final = 0xFF09

KEYPAD_KEYSYMS: Final = range(0xFF80, 0xFFBE)

_EIGHT_BIT_SETS: Final = (
    (0x1A1, 0x1FF, "iso8859-2"),
    (0x5C1, 0x5F2, "iso8859-6"),
    (0x6C0, 0x6FF, "koi8-r"),
    (0x7C1, 0x7D1, "iso8859-7"),
    (0x7D4, 0x7D9, "iso8859-7"),
    (0x7E1, 0x7F1, "iso8859-7"),
    (0x7F4, 0x7F9, "iso8859-7"),
    (0xCE0, 0xCFA, "iso8859-8"),
    (0xDA1, 0xDDA, "tis-620"),
    (0xDDF, 0xDED, "tis-620"),
    (0xDF0, 0xDF9, "tis-620"),
)
"""First and last keysym of a set, and the codec whose byte is the keysym's low byte."""

_SINGLE: Final = {
    0x20AC: "\u20ac",
    0x6A3: "\u0451",
    0x6B3: "\u0401",
    0x6A4: "\u0454",
    0x6B4: "\u0404",
    0x6A6: "\u0456",
    0x6B6: "\u0406",
    0x6A7: "\u0457",
    0x6B7: "\u0407",
    0x6AD: "\u0491",
    0x6BD: "\u0490",
    0x6B0: "\u2116",
    0x7D2: "\u03a3",
    0x7F2: "\u03c3",
    0x7F3: "\u03c2",
    0x13BC: "\u0152",
    0x13BD: "\u0153",
    0x13BE: "\u0178",
    0xAA9: "\u2014",
    0xAAA: "\u2013",
    0xAAE: "\u2026",
    0xAD0: "\u2018",
    0xAD1: "\u2019",
    0xAD2: "\u201c",
    0xAD3: "\u201d",
    0xAFD: "\u201a",
    0xAFE: "\u201e",
    0xAC9: "\u2122",
}


def keysym_for_char(char: str) -> int:
    """Return the keysym that types one character, whatever the layout.

    A character is sent as its Latin-1 keysym or as `0x01000000 | code point`, which every toolkit
    tried here understands. The way back also knows the older keysyms that keyboard layouts still
    use for letters; one that is missing here costs a spare keycode, never a wrong character.

    Source: appendix A of the X11 protocol (Latin-1 and Unicode keysyms are formulas). The older
    sets follow the 8-bit standards that they were made from, so the codecs serve as their tables.
    """
    code = ord(char)
    if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF:
        return code
    return UNICODE_KEYSYM | code


@cache
def char_for_keysym(keysym: int) -> str:
    """Return the character a keysym types; empty for none, dead keys and unknown ones."""
    if 0x20 <= keysym <= 0x7E or 0xA0 <= keysym <= 0xFF:
        return chr(keysym)
    if UNICODE_KEYSYM + 0x100 <= keysym <= UNICODE_KEYSYM + 0x10FFFF:
        return chr(keysym - UNICODE_KEYSYM)
    if keysym in _SINGLE:
        return _SINGLE[keysym]
    for first, last, codec in _EIGHT_BIT_SETS:
        if first <= keysym <= last:
            char = bytes([keysym & 0xFF]).decode(codec, errors="ignore")
            # A character of Latin-1 has its Latin-1 keysym only; the place in the set is empty.
            return char if char > "\xff" else ""
    return ""


MODIFIERS: Final = frozenset({"ctrl", "shift", "alt", "super", "altgr"})
"""The names that `held_modifiers` speaks of; the right-hand keys have names of their own."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key: its name in our files, its label for people, its code on each system."""

    name: str
    label: str
    keysyms: tuple[int, ...]
    """X keysyms that stand for it, the usual one first."""
    autogui: str | None
    """pyautogui's name, which on Windows and macOS leads to the system's code; None if it has none."""


# Each row: name, label, keysyms, pyautogui's name, other spellings.
_ROWS: Final[tuple[tuple[str, str, tuple[int, ...], str | None, str], ...]] = (
    ("ctrl", "Ctrl", (0xFFE3,), "ctrlleft", "control ctrlleft leftctrl lctrl strg"),
    ("shift", "Shift", (0xFFE1,), "shiftleft", "shiftleft leftshift lshift"),
    ("alt", "Alt", (0xFFE9,), "altleft", "altleft leftalt lalt option optionleft"),
    ("super", "Super", (0xFFEB,), "winleft", "win windows cmd command meta winleft superleft"),
    ("altgr", "AltGr", (0xFE03, 0xFF7E, 0xFFEA), "altright", "altgraph"),
    ("ctrlright", "Right Ctrl", (0xFFE4,), "ctrlright", "rightctrl rctrl controlright"),
    ("shiftright", "Right Shift", (0xFFE2,), "shiftright", "rightshift rshift"),
    ("altright", "Right Alt", (0xFFEA, 0xFE03), "altright", "rightalt ralt optionright"),
    ("superright", "Right Super", (0xFFEC,), "winright", "rightsuper winright rwin rightwin"),
    ("enter", "Enter", (0xFF0D,), "enter", "return ret"),
    ("esc", "Esc", (0xFF1B,), "esc", "escape"),
    ("tab", "Tab", (0xFF09,), "tab", "tabulator"),
    ("space", "Space", (0x20,), "space", "spacebar blank"),
    ("backspace", "Backspace", (0xFF08,), "backspace", "bksp bs back"),
    ("delete", "Delete", (0xFFFF,), "delete", "del"),
    ("insert", "Insert", (0xFF63,), "insert", "ins"),
    ("home", "Home", (0xFF50,), "home", "pos1"),
    ("end", "End", (0xFF57,), "end", ""),
    ("pageup", "Page Up", (0xFF55,), "pageup", "pgup prior"),
    ("pagedown", "Page Down", (0xFF56,), "pagedown", "pgdn pgdown next"),
    ("up", "Up", (0xFF52,), "up", "uparrow arrowup"),
    ("down", "Down", (0xFF54,), "down", "downarrow arrowdown"),
    ("left", "Left", (0xFF51,), "left", "leftarrow arrowleft"),
    ("right", "Right", (0xFF53,), "right", "rightarrow arrowright"),
    ("capslock", "Caps Lock", (0xFFE5,), "capslock", "caps"),
    ("numlock", "Num Lock", (0xFF7F,), "numlock", ""),
    ("scrolllock", "Scroll Lock", (0xFF14,), "scrolllock", "scroll"),
    ("print", "Print", (0xFF61,), "printscreen", "printscreen prtsc prtscr prntscrn sysrq"),
    ("pause", "Pause", (0xFF13,), "pause", "break pausebreak"),
    ("menu", "Menu", (0xFF67,), "apps", "apps contextmenu application"),
    ("help", "Help", (0xFF6A,), "help", ""),
    ("select", "Select", (0xFF60,), "select", ""),
    ("execute", "Execute", (0xFF62,), "execute", ""),
    ("clear", "Clear", (0xFF0B,), "clear", ""),
    ("undo", "Undo", (0xFF65,), None, ""),
    ("redo", "Redo", (0xFF66,), None, ""),
    ("find", "Find", (0xFF68, 0x1008FF1B), None, ""),
    ("cut", "Cut", (0x1008FF58,), None, ""),
    ("copy", "Copy", (0x1008FF57,), None, ""),
    ("paste", "Paste", (0x1008FF6D,), None, ""),
    ("numadd", "Num Plus", (0xFFAB,), "add", "add numplus kpadd numpadadd"),
    ("numsubtract", "Num Minus", (0xFFAD,), "subtract", "subtract numminus kpsubtract"),
    ("nummultiply", "Num Times", (0xFFAA,), "multiply", "multiply kpmultiply"),
    ("numdivide", "Num Slash", (0xFFAF,), "divide", "divide kpdivide"),
    ("numdecimal", "Num Dot", (0xFFAE, 0xFFAC), "decimal", "decimal kpdecimal"),
    ("numenter", "Num Enter", (0xFF8D,), None, "kpenter numpadenter"),
    ("volumemute", "Volume Mute", (0x1008FF12,), "volumemute", "mute audiomute"),
    ("volumedown", "Volume Down", (0x1008FF11,), "volumedown", "audiolowervolume"),
    ("volumeup", "Volume Up", (0x1008FF13,), "volumeup", "audioraisevolume"),
    ("playpause", "Play/Pause", (0x1008FF14, 0x1008FF31), "playpause", "play mediaplay"),
    ("stop", "Stop", (0x1008FF15,), "stop", "mediastop audiostop"),
    ("nexttrack", "Next Track", (0x1008FF17,), "nexttrack", "medianext audionext"),
    ("prevtrack", "Previous Track", (0x1008FF16,), "prevtrack", "mediaprevious audioprev"),
    ("browserback", "Browser Back", (0x1008FF26,), "browserback", ""),
    ("browserforward", "Browser Forward", (0x1008FF27,), "browserforward", ""),
    ("browserrefresh", "Browser Refresh", (0x1008FF29, 0x1008FF73), "browserrefresh", ""),
    ("browserstop", "Browser Stop", (0x1008FF28,), "browserstop", ""),
    ("browserhome", "Browser Home", (0x1008FF18,), "browserhome", ""),
    ("browsersearch", "Browser Search", (0x1008FF1B,), "browsersearch", ""),
    ("browserfavorites", "Browser Favourites", (0x1008FF30,), "browserfavorites", ""),
    ("launchmail", "Mail", (0x1008FF19,), "launchmail", "mail"),
    ("calculator", "Calculator", (0x1008FF1D,), "launchapp2", "launchapp2"),
    ("brightnessup", "Brightness Up", (0x1008FF02,), None, ""),
    ("brightnessdown", "Brightness Down", (0x1008FF03,), None, ""),
    ("sleep", "Sleep", (0x1008FF2F,), "sleep", ""),
)  # fmt: skip

_CHARACTER_ALIASES: Final = {
    "plus": "+",
    "minus": "-",
    "hyphen": "-",
    "comma": ",",
    "period": ".",
    "dot": ".",
    "slash": "/",
    "backslash": "\\",
    "semicolon": ";",
    "equal": "=",
    "equals": "=",
    "apostrophe": "'",
    "grave": "`",
    "backtick": "`",
    "bracketleft": "[",
    "bracketright": "]",
}


def _squeezed(name: str) -> str:
    return "".join(c for c in name.lower() if c not in " _-")


def _build() -> tuple[dict[str, Key], dict[str, str]]:
    keys: dict[str, Key] = {}
    spellings: dict[str, str] = dict(_CHARACTER_ALIASES)
    for name, label, keysyms, autogui, aliases in _ROWS:
        keys[name] = Key(name, label, keysyms, autogui)
        spellings.update(dict.fromkeys([name, _squeezed(label), *aliases.split()], name))
    for n in range(1, 25):
        name = f"f{n}"
        keys[name] = Key(name, name.upper(), (0xFFBD + n,), name)
        spellings[name] = name
    for n in range(10):
        name = f"num{n}"
        keys[name] = Key(name, f"Num {n}", (0xFFB0 + n,), name)
        spellings.update(dict.fromkeys((name, f"kp{n}", f"numpad{n}"), name))
    return keys, spellings


_KEYS, _SPELLINGS = _build()


def key(name: str) -> Key:
    """Return the key that a person's spelling means."""
    bare = name.strip() or name[:1]
    if len(bare) == 1:
        return _character_key(bare)
    squeezed = _squeezed(bare)
    canonical = _SPELLINGS.get(squeezed, "")
    if canonical in _KEYS:
        return _KEYS[canonical]
    if canonical:
        return _character_key(canonical)
    raise UnknownKey(_not_a_key(name, squeezed))


def _character_key(char: str) -> Key:
    named = {" ": "space", "\t": "tab", "\n": "enter", "\r": "enter"}.get(char)
    if named:
        return _KEYS[named]
    lowered = char.lower()
    char = lowered if len(lowered) == 1 else char
    if not char.isprintable():
        raise UnknownKey(_not_a_key(char, char))
    # The large letter of some (ß, ϑ) is that of another key.
    label = char.upper() if char.upper().lower() == char else char
    return Key(char, label, (keysym_for_char(char),), char if char.isascii() else None)


def _not_a_key(name: str, squeezed: str) -> str:
    shown = name if name.isprintable() else ascii(name)[1:-1]
    near = difflib.get_close_matches(squeezed, _SPELLINGS, n=3, cutoff=0.6)
    labels = dict.fromkeys(_label_of(_SPELLINGS[spelling]) for spelling in near)
    hint = f"did you mean {' or '.join(labels)}?" if labels else "use names such as Ctrl, F5, Enter"
    return f"there is no key called “{shown}”; {hint}"


def _label_of(name: str) -> str:
    return _KEYS[name].label if name in _KEYS else name


def parse_chord(text: str) -> tuple[str, ...]:
    """Split a chord such as `Ctrl+Shift+S` into the names of its keys, in the order written.

    The plus key may stand last: `Ctrl++`. A hyphen separates too when a modifier stands before
    the first one: `Ctrl-S`.
    """
    names = tuple(key(part).name for part in _parts(text))
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UnknownKey(
            f"“{text}” names {_label_of(twice)} twice; a key can be pressed once in a chord"
        )
    return names


def _parts(text: str) -> list[str]:
    bare = text.strip()
    head = bare[:-1].rstrip()
    if bare in ("+", "-", ""):
        parts = [bare]
    elif bare.endswith("+") and head.endswith("+"):
        parts = [*head[:-1].split("+"), "+"]
    elif "+" in bare:
        parts = bare.split("+")
    elif "-" in bare and _SPELLINGS.get(_squeezed(bare.partition("-")[0])) in MODIFIERS:
        first, _, rest = bare.partition("-")
        parts = [first, *(["-"] if rest == "-" else rest.split("-"))]
    else:
        parts = [bare]
    if any(not part.strip() for part in parts):
        raise UnknownKey(f"“{text}” is no chord: a key is missing; write it like Ctrl+S")
    return parts


def chord_label(names: tuple[str, ...]) -> str:
    """Return how a chord is shown to people: `Ctrl+Shift+S`."""
    return "+".join(key(name).label for name in names)
