"""Words for actions, risks and receipts: ours, said the same way wherever they are shown.

Names of things come from the screen and are data: hidden characters are made visible and long
names are cut, so that a name can neither deceive nor push our words away.
"""

from collections.abc import Sequence
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
from automation.core.observation import Observation, ScreenElement
from automation.core.ports import ElementReader
from automation.core.proposal import Effects, Receipt, ReceiptKind, RiskLevel
from automation.core.text import visible_text

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
DONE_WORDS: Final = {"en": "Done.", "de": "Fertig."}
"""How the message of a run that is done begins, by the language of its instruction."""
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
    """
    lines = [visible_text(line) for line in text.strip().splitlines()]
    if not lines:
        return f"The model {verb} nothing more."
    return f"The model {verb}: “{_NEXT_LINE.join(lines)}”"


def quoted(name: str) -> str:
    """Return the name of a thing in quotation marks."""
    return f"“{short_name(name)}”"


def unnamed(role: str, place: ScreenPoint, beside: str = "") -> str:
    """Return what is said for the name of a thing that has none: its kind and its place.

    Args:
        beside: where it is in words (`below “Street”`); empty tells the pixel.
    """
    kind = role.replace("_", " ") or "thing"
    return f"the {kind} without a name {beside or f'at {place.x}, {place.y}'}"


def action_words(intent: Action | Check, thing: str, destination: str = "") -> str:
    """Return verb and thing: what is going to happen, in one short phrase.

    Args:
        thing: what it is aimed at, quoted if it is a name; may be empty for keys and text.
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


def landed_on(
    reader: ElementReader,
    action: Click,
    aimed: ScreenElement | None,
    after: Observation,
    holders: Sequence[ScreenElement],
) -> ScreenElement | None:
    """Return what took a press in place of what it was aimed at; None where nothing tells of that.

    A program may lay its window out anew in the few milliseconds in which it has not yet drawn
    that: the last picture before the press shows what is no more there. Only what the press did
    tells afterwards.

    A press gives the keyboard to what it goes to. So it went to another thing where that has just
    got the keyboard, lies under the point, and what was aimed at lies elsewhere and has not got it.
    """
    if aimed is None or action.button != "left":
        return None
    point, now = action.at.point, reader.refreshed(aimed)
    if now is None or (now.role, now.name) != (aimed.role, aimed.name):
        return None
    if "focused" in now.states or "showing" not in now.states or now.box.contains(point):
        return None
    had_it = {one.handle for one in holders if "focused" in one.states}
    taken = reader.focused(after)
    if taken is None or taken.handle in {aimed.handle, *had_it}:
        return None
    is_inside = taken.box.contains(now.box.center)  # a page or a list that holds what was aimed at
    return taken if taken.box.contains(point) and not is_inside else None


def landing_receipt(other: ScreenElement) -> Receipt:
    """Return what is told of a press that went to another thing."""
    name = quoted(other.name) if other.name else f"another {other.role}"
    said = f"the press went to {name}, which had come to its place"
    return Receipt("denied", said, code="went_elsewhere")


SLIPPED: Final = "it moved away while the button was down"
"""The note of a click whose press went out before its target moved, and its release after."""
ON_RELEASE: Final = frozenset({"button", "link", "checkbox", "radio", "toggle"})
"""Kinds of things that act when the mouse button is let go over them."""
_GREYED: Final = frozenset({"button", "toggle", "menu_item", "link", "tab"})
"""Kinds of things that say whether they can be pressed."""


def is_greyed(aimed: ScreenElement) -> bool:
    """Tell whether the tree says that a thing takes no presses."""
    return aimed.source == "tree" and aimed.role in _GREYED and "enabled" not in aimed.states


def slipped_away(now: ScreenElement, point: ScreenPoint) -> bool:
    """Tell whether a thing lies elsewhere than it was pressed and has not got the keyboard by that.

    What takes the keyboard when it is pressed, and has it not, was not under the press.
    """
    is_elsewhere = "showing" in now.states and not now.box.contains(point)
    return is_elsewhere and "focusable" in now.states and "focused" not in now.states


def takes_keyboard(element: ScreenElement) -> bool:
    """Tell whether the tree says that a thing has not the keyboard and can get it."""
    is_told = element.source == "tree" and "focusable" in element.states
    return is_told and "focused" not in element.states


def took_keyboard(now: ScreenElement, holders: Sequence[ScreenElement]) -> bool:
    """Tell whether a thing has the keyboard and had it not before the press."""
    had = any(one.handle == now.handle and "focused" in one.states for one in holders)
    return "focused" in now.states and not had
