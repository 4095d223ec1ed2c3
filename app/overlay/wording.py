"""The words on marks and cards: ours, one whole sentence each, with named places.

Names of things come from the screen and are data: hidden characters are made visible and long
names are cut, so that a name can neither deceive nor push our words away.
"""

from typing import Final

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
from automation.core.proposal import Proposal
from automation.safety.redaction import visible_text

TIMES: Final = "\u00d7"
"""The sign before a count."""
NAME_CHARS: Final = 60
"""Longest name in a title."""

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
_HOLD_VERBS: Final = {
    "send": "send",
    "delete": "delete",
    "remove": "remove",
    "pay": "pay",
    "buy": "buy",
    "order": "order",
    "submit": "submit",
    "publish": "publish",
    "post": "post",
    "erase": "erase",
    "format": "format",
    "discard": "discard",
    "uninstall": "uninstall",
    "overwrite": "overwrite",
}
"""First word of a button's name that we say ourselves on the button that is held."""
_CLICKS: Final = {
    ("left", 1): "Click",
    ("left", 2): "Double-click",
    ("left", 3): "Triple-click",
    ("right", 1): "Right-click",
    ("middle", 1): "Middle-click",
    ("back", 1): "Press the back button on",
    ("forward", 1): "Press the forward button on",
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


def quoted(name: str) -> str:
    """Return the name of a thing in quotation marks."""
    return f"“{short_name(name)}”"


def press_words(intent: Click | Move | ButtonDown | ButtonUp) -> str:
    """Return what the tag beside a press says; empty for a plain click or a move."""
    if isinstance(intent, Move):
        return ""
    named = "" if intent.button == "left" else intent.button
    if isinstance(intent, ButtonDown):
        return f"{named} hold".strip()
    if isinstance(intent, ButtonUp):
        return f"{named} let go".strip()
    times = f"{TIMES}{intent.count}" if intent.count > 1 else ""
    return f"{named} {times}".strip()


def title(proposal: Proposal) -> str:
    """Return verb and thing: what is going to happen."""
    intent: Action | Check = proposal.intent
    thing = _thing(proposal)
    match intent:
        case Click():
            times = f", {intent.count} times" if intent.count > 3 else ""
            path = "".join(f", then {quoted(name)}" for name in proposal.leads_to)
            verb = _CLICKS.get((intent.button, min(intent.count, 3))) or "Click"
            return f"{verb} {thing}{times}{path}"
        case Move():
            return f"Move the pointer to {thing}"
        case ButtonDown():
            return f"Hold the {intent.button} button down on {thing}"
        case ButtonUp():
            return f"Let the {intent.button} button go on {thing}"
        case Drag():
            return f"Drag to {_destination(proposal, intent)}"
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


def question_title(proposal: Proposal) -> str:
    """Return the title as a question, for what is hard to undo."""
    return f"{title(proposal)}?"


def hold_verb(proposal: Proposal) -> str:
    """Return the verb on the button that is held: `Hold to send`, `Hold to type`."""
    name = proposal.element.name if proposal.element else ""
    first = name.split()[0].lower() if name.split() else ""
    if isinstance(proposal.intent, Click) and first in _HOLD_VERBS:
        return _HOLD_VERBS[first]
    match proposal.intent:
        case Click():
            return "click"
        case Write():
            return "type"
        case Drag():
            return "drag"
        case Hotkey() | KeyDown() | KeyUp() | HoldAndTap():
            return "press"
        case Window(op="close"):
            return "close"
        case Launch():
            return "start"
        case Clipboard():
            return "paste" if proposal.intent.op == "paste" else "do it"
        case _:
            return "do it"


def pixel_words(proposal: Proposal) -> str:
    """Return where the action happens, in device pixels; empty when it has no place."""
    match proposal.intent:
        case Click() | Move() | ButtonDown() | ButtonUp():
            point = proposal.intent.at.point
            return f"Pixel {point.x}, {point.y}."
        case Drag():
            first, last = proposal.intent.path[0], proposal.intent.path[-1]
            seconds = proposal.intent.duration_s
            return f"Press at {first.x}, {first.y}, let go at {last.x}, {last.y}, in {seconds:g} s."
        case Scroll() | Write():
            aim = proposal.intent.at
            return f"Pixel {aim.point.x}, {aim.point.y}." if aim else ""
        case _:
            return ""


def text_note(intent: Write, old: str | None) -> str:
    """Return the facts about a text to be typed: length, line breaks, Enter, what stands there."""
    breaks = intent.text.count("\n")
    length = text_length(intent.text)
    if breaks:
        length += ", 1 line break" if breaks == 1 else f", {breaks} line breaks"
    enter = "Enter is pressed after it." if intent.press_enter else "Enter is not pressed."
    sentences = [f"{length}.", enter]
    if intent.overwrite:
        sentences.append("What stands there is replaced.")
    elif old:
        sentences.append("It is added to what stands there.")
    elif old == "":
        sentences.append("The field is empty now.")
    return " ".join(sentences)


def _thing(proposal: Proposal) -> str:
    if proposal.element is not None and proposal.element.name.strip():
        return quoted(proposal.element.name)
    match proposal.intent:
        case Click() | Move() | ButtonDown() | ButtonUp():
            aim = proposal.intent.at
        case Scroll() | Write() if proposal.intent.at is not None:
            aim = proposal.intent.at
        case _:
            return ""
    if aim.element is not None and aim.element.name.strip():
        return quoted(aim.element.name)
    return _at(aim.point)


def _destination(proposal: Proposal, intent: Drag) -> str:
    if proposal.destination is not None and proposal.destination.name.strip():
        return quoted(proposal.destination.name)
    if intent.destination is not None and intent.destination.name.strip():
        return quoted(intent.destination.name)
    return _at(intent.path[-1])


def _at(point: ScreenPoint) -> str:
    return f"{point.x}, {point.y}"


def _window_title(intent: Window) -> str:
    if intent.op == "next":
        return "Switch to the next window"
    return f"{_WINDOW_VERBS[intent.op]} {quoted(intent.title or 'the window')}"
