"""How grave a chord of keys is by itself, wherever it goes.

Key names are folded here to the few that matter, because what arrives is what somebody wrote
(`Return`, `KP_Enter`); `tests/unit/safety/test_chords.py` holds this against the full key table.
"""

from typing import Final

from automation.core.proposal import RiskLevel
from automation.core.text import worded

_SAME: Final[dict[str, str]] = {
    spelling: name
    for name, spellings in {
        "ctrl": """control ctrlleft leftctrl lctrl strg ctrlright rightctrl rctrl controlright
            controll controlr ctrll ctrlr""",
        "shift": "shiftleft leftshift lshift shiftright rightshift rshift shiftl shiftr",
        "alt": """altleft leftalt lalt option optionleft altright rightalt ralt optionright
            altl altr""",
        "super": """win windows cmd command meta winleft superleft superright rightsuper winright
            rightwin rwin superl superr metal metar hyper""",
        "enter": "return ret numenter kpenter numpadenter execute",
        "esc": "escape",
        "tab": "tabulator",
        "space": "spacebar blank",
        "altgr": "altgraph",
        "+": "plus",
        "-": "minus hyphen",
        "=": "equal equals",
        "backspace": "bksp bs back",
        "delete": "del",
        "insert": "ins",
        "home": "pos1",
        "pageup": "pgup prior",
        "pagedown": "pgdn pgdown next",
        "up": "uparrow arrowup",
        "down": "downarrow arrowdown",
        "left": "leftarrow arrowleft",
        "right": "rightarrow arrowright",
        "print": "printscreen prtsc prtscr prntscrn sysrq",
        "pause": "break pausebreak",
    }.items()
    for spelling in spellings.split()
}
_SHIFTS: Final = frozenset({"shift", "altgr"})
MODIFIERS: Final = frozenset({"ctrl", "shift", "alt", "super", "altgr"})
_NAVIGATION: Final = frozenset({"up", "down", "left", "right", "home", "end", "pageup", "pagedown",
    "tab", "esc", "capslock", "numlock", "scrolllock"})  # fmt: skip

Chord = frozenset[str]


def _chords(text: str) -> tuple[Chord, ...]:
    return tuple(frozenset(chord.split("+")) for chord in text.split())


_FORBIDDEN: Final = (
    *_chords("ctrl+alt+delete ctrl+alt+backspace alt+print"),
    *(frozenset({"ctrl", "alt", f"f{n}"}) for n in range(1, 13)),
)
_GRAVE: Final[tuple[tuple[Chord, str], ...]] = tuple(
    (chord, reason)
    for text, reason in (
        ("shift+delete", worded("it can delete for good")),
        ("ctrl+w ctrl+q ctrl+f4 alt+f4 super+q", worded("it can close the window or the program")),
        ("super+r ctrl+alt+t alt+f2 ctrl+esc", worded("it opens a place for commands")),
        ("super+l ctrl+alt+l ctrl+alt+q", worded("it can lock or end the session")),
        ("ctrl+shift+n ctrl+shift+p", worded("it opens a private window or a command list")),
        ("ctrl+enter alt+enter super+enter", worded("it can send what was written")),
        ("ctrl+d", worded("it can delete, or end the input")),
        ("ctrl+delete ctrl+backspace", worded("it can delete more than one letter")),
        ("print", worded("it can start a tool that shares pictures of the screen")),
        (
            "f12 ctrl+shift+i ctrl+shift+j ctrl+shift+k",
            worded("it opens tools in which text becomes code"),
        ),
        ("alt+space", worded("it opens the menu of the window, and a letter then closes it")),
        ("sleep", worded("it can put the computer to sleep")),
    )
    for chord in _chords(text)
)
_SUPER_EASY: Final = frozenset(_chords("super+c super+v super+x super+a super+z super+f"))
"""What macOS calls Command is named Super here; these are its plain editing keys."""
_EASY: Final = frozenset(
    _chords(
        "ctrl+c ctrl+a ctrl+z ctrl+y ctrl+shift+z ctrl+f ctrl+g ctrl+l ctrl+t ctrl+n ctrl+tab"
        " ctrl+shift+tab ctrl+0 ctrl++ ctrl+- ctrl+= ctrl+b ctrl+i ctrl+u ctrl+k ctrl+insert"
        " backspace delete shift+backspace alt+tab alt+shift+tab alt+left alt+right f1 f3 shift+f3 f6 f11 alt"
    )
)


def key_name(written: str) -> str:
    """Return the folded name of a key: `Return` -> `enter`, `Page Up` -> `pageup`."""
    bare = written.strip() or written[:1]
    if len(bare) == 1:
        return {" ": "space", "\t": "tab", "\n": "enter", "\r": "enter"}.get(bare, bare.lower())
    squeezed = "".join(c for c in bare.lower() if c not in " _-")
    return _SAME.get(squeezed, squeezed)


def chord_risk(chord: Chord) -> tuple[RiskLevel, str]:
    """Return the level of folded keys pressed together, and the reason if there is one."""
    if any(forbidden <= chord for forbidden in _FORBIDDEN):
        return RiskLevel.R4, worded("these keys belong to the system")
    if "pause" in chord:
        return RiskLevel.R4, worded("this key stops me")
    if chord == {"super"}:
        return RiskLevel.R3, worded("it opens the start menu")
    for grave, reason in _GRAVE:
        if grave <= chord:
            return RiskLevel.R3, reason
    if _is_of_the_desktop(chord):
        return RiskLevel.R3, worded("the desktop may have given these keys any meaning")
    if "enter" in chord:
        return RiskLevel.R2, worded("Enter can submit or set off something")
    if chord in _EASY or _only_moves(chord) or _only_types(chord) or chord <= MODIFIERS:
        return RiskLevel.R1, ""
    return RiskLevel.R2, worded("these keys can have an effect")


def presses_enter(chord: Chord) -> bool:
    """Tell whether the chord submits or sets off what has the focus."""
    return "enter" in chord


def types_something(chord: Chord) -> bool:
    """Tell whether the chord writes a character, pastes or deletes."""
    return _only_types(chord) or bool(
        chord & {"enter", "delete", "backspace", "insert", "cut", "paste"} or {"ctrl", "v"} <= chord
    )


def _is_of_the_desktop(chord: Chord) -> bool:
    """Tell whether the desktop and not the program answers: Super, or Ctrl+Alt, with a key."""
    is_held = "super" in chord or {"ctrl", "alt"} <= chord
    return is_held and chord not in _SUPER_EASY and not chord - MODIFIERS <= _NAVIGATION


def _only_moves(chord: Chord) -> bool:
    return bool(chord & _NAVIGATION) and chord <= _NAVIGATION | {"ctrl", "shift"}


def _only_types(chord: Chord) -> bool:
    keys = chord - _SHIFTS
    return bool(keys) and all(len(key) == 1 or key == "space" or _is_pad_digit(key) for key in keys)


def _is_pad_digit(key: str) -> bool:
    return key.startswith(("num", "kp")) and key not in {"numlock"}
