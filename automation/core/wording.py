"""Words for actions, risks and receipts: ours, said the same way wherever they are shown.

Names of things come from the screen and are data: hidden characters are made visible and long
names are cut, so that a name can neither deceive nor push our words away.
"""

from typing import Final, get_args

from automation.core.actions import (
    Action,
    Answer,
    Ask,
    ButtonDown,
    ButtonUp,
    Check,
    Checked,
    Click,
    Clipboard,
    Drag,
    Equals,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Launch,
    Move,
    Plan,
    Scroll,
    Shown,
    Wait,
    Window,
    WindowTitle,
    Write,
)
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Effects, ReceiptKind, RiskLevel
from automation.core.visible import visible_text

RISK_WORDS: Final[dict[RiskLevel, str]] = {
    RiskLevel.R0: "Only looks",
    RiskLevel.R1: "Easy to undo",
    RiskLevel.R2: "Has an effect",
    RiskLevel.R3: "Hard to undo",
    RiskLevel.R4: "Not allowed",
}
RECEIPT_WORDS: Final[dict[ReceiptKind, str]] = {
    "effect_seen": "Effect seen",
    "landed": "Landed, effect not seen",
    "not_seen": "Not seen",
    "denied": "Did not happen",
}
EFFECTS_WORDS: Final[dict[Effects, str]] = {
    Effects.VERIFIED: "verified",
    Effects.UNSEEN: "done, effect not seen",
    Effects.NONE: "stopped before any effect",
    Effects.UNCERTAIN: "uncertain",
}
assert RECEIPT_WORDS.keys() == set(get_args(ReceiptKind)), "every receipt has a word"

_NEXT_LINE: Final = "\n    "

NAME_CHARS: Final = 60
"""Longest name of a thing in a sentence of ours."""
NAMELESS: Final = "Without a name"
"""What stands for a name in a list of things, where kind and place are told beside it."""

CLICK_VERBS: Final = {
    ("left", 1): "Click",
    ("left", 2): "Double-click",
    ("left", 3): "Triple-click",
    ("right", 1): "Right-click",
    ("middle", 1): "Middle-click",
    ("back", 1): "Press the back button on",
    ("forward", 1): "Press the forward button on",
}
_KEYS: Final = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "escape": "Esc",
    "return": "Enter",
    "control": "Ctrl",
    "backspace": "Backspace",
    "page_up": "Page Up",
    "page_down": "Page Down",
}
_WINDOW_VERBS: Final = {
    "activate": "Switch to",
    "close": "Close",
    "minimise": "Minimise",
    "maximise": "Maximise",
}
_SILENT: Final[dict[type, str]] = {
    Shown: "Check what is on the screen",
    Equals: "Check what a field holds",
    Checked: "Check whether a box is on",
    WindowTitle: "Check a window's title",
    Plan: "Show a plan",
    Ask: "Ask a question",
    Answer: "End the task",
}


def shown_key(name: str) -> str:
    """Return a key's name as it is written on a cap."""
    known = _KEYS.get(name.lower())
    if known is not None:
        return known
    return name.upper() if len(name) == 1 else name[:1].upper() + name[1:].replace("_", " ")


def chord_words(keys: tuple[str, ...]) -> str:
    """Return keys pressed together, joined by plus signs."""
    return "+".join(shown_key(key) for key in keys)


def text_length(text: str) -> str:
    """Return the length of a text in words."""
    return "1 character" if len(text) == 1 else f"{len(text)} characters"


def one_line(text: str) -> str:
    """Return a text on one line, with what would not be seen made visible."""
    return visible_text(text.replace("\r\n", "\n")).replace("\n", " ")


def short_name(name: str, limit: int = NAME_CHARS) -> str:
    """Return the name of a thing as it may stand in our sentences."""
    shown = " ".join(one_line(name).split())
    return shown if len(shown) <= limit else shown[: limit - 1].rstrip() + "…"


def told_by_model(verb: str, text: str) -> str:
    """Return words of a model's set apart from ours: quoted, every further line of them indented.

    Args:
        verb: `says` or `asks`.
        text: of the model's, of any length.
    """
    lines = [visible_text(line) for line in text.strip().splitlines()]
    if not lines:
        return f"The model {verb} nothing more."
    return f"The model {verb}: “{_NEXT_LINE.join(lines)}”"


def quoted(name: str) -> str:
    """Return the name of a thing in quotation marks."""
    return f"“{short_name(name)}”"


def unnamed(role: str, place: ScreenPoint) -> str:
    """Return what is said for the name of a thing that has none: its kind and its place."""
    kind = role.replace("_", " ") or "thing"
    return f"the {kind} without a name at {place.x}, {place.y}"


def action_words(intent: Action | Check, thing: str, destination: str = "") -> str:
    """Return verb and thing: what is going to happen, in one short phrase.

    Args:
        intent: the action or check.
        thing: what it is aimed at, quoted if it is a name; may be empty for keys and text.
        destination: where a drag ends, in the same way.
    """
    match intent:
        case Click():
            times = f", {intent.count} times" if intent.count > 3 else ""
            verb = CLICK_VERBS.get((intent.button, min(intent.count, 3))) or "Click"
            return f"{verb} {thing}{times}"
        case Move():
            return f"Move the pointer to {thing}"
        case ButtonDown():
            return f"Hold the {intent.button} button down on {thing}"
        case ButtonUp():
            return f"Let the {intent.button} button go on {thing}"
        case Drag():
            return f"Drag to {destination}"
        case Scroll():
            amount = "1 line" if intent.amount == 1 else f"{intent.amount} lines"
            return f"Scroll {intent.direction} {amount}"
        case Write():
            return f"Write in {thing}" if thing else "Write where the cursor is"
        case Window():
            return _window_title(intent)
        case Launch():
            return f"Start {quoted(intent.name or intent.desktop_id)}"
        case _:
            return _keys_title(intent)


def _keys_title(intent: Action | Check) -> str:
    match intent:
        case Hotkey():
            times = "" if intent.repeat == 1 else f", {intent.repeat} times"
            return f"Press {chord_words(intent.keys)}{times}"
        case KeyDown():
            return f"Hold {shown_key(intent.key)} down"
        case KeyUp():
            return f"Let {shown_key(intent.key)} go"
        case HoldAndTap():
            return f"Hold {chord_words(intent.hold)}, tap {', '.join(map(shown_key, intent.tap))}"
        case Wait():
            return f"Wait {intent.seconds:g} s"
        case Clipboard():
            words = {"copy": "Copy", "paste": "Paste", "cut": "Cut"}
            return words.get(intent.op, "Put text on the clipboard")
        case _:
            return _SILENT.get(type(intent), "Act")


def _window_title(intent: Window) -> str:
    if intent.op == "next":
        return "Switch to the next window"
    return f"{_WINDOW_VERBS[intent.op]} {quoted(intent.title or 'the window')}"
