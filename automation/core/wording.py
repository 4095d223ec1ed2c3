"""Words for actions, risks and receipts: ours, said the same way wherever they are shown.

Names of things come from the screen and are data: hidden characters are made visible and long
names are cut, so that a name can neither deceive nor push our words away.
"""

from collections.abc import Callable, Sequence
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
from automation.core.text import filled, template, visible_text, worded
from resources.role_words import role_words

RISK_WORDS: Final[dict[RiskLevel, str]] = {
    RiskLevel.R0: worded("Only looks"),
    RiskLevel.R1: worded("Easy to undo"),
    RiskLevel.R2: worded("Has an effect"),
    RiskLevel.R3: worded("Hard to undo"),
    RiskLevel.R4: worded("Not allowed"),
}
RECEIPT_WORDS: Final[dict[ReceiptKind, str]] = {
    "effect_seen": worded("Effect seen"),
    "landed": worded("Landed, effect not seen"),
    "not_seen": worded("Not seen"),
    "denied": worded("Did not happen"),
}
EFFECTS_WORDS: Final[dict[Effects, str]] = {
    Effects.VERIFIED: worded("verified"),
    Effects.UNSEEN: worded("done, effect not seen"),
    Effects.NONE: worded("stopped before any effect"),
    Effects.UNCERTAIN: worded("uncertain"),
}
assert RECEIPT_WORDS.keys() == set(get_args(ReceiptKind)), "every receipt has a word"

_NEXT_LINE: Final = "\n    "

NAME_CHARS: Final = 60
"""Longest name of a thing in a sentence of ours."""
DONE_WORDS: Final = {"en": "Done.", "de": "Fertig."}
"""How the message of a run that is done begins, by the language of its instruction."""
NOTHING_SENT: Final = worded("Nothing was sent.")
NAMELESS: Final = worded("Without a name")
"""What stands for a name in a list of things, where kind and place are told beside it."""

CLICKS: Final = {
    ("left", 1): template("Click {0}"),
    ("left", 2): template("Double-click {0}"),
    ("left", 3): template("Triple-click {0}"),
    ("right", 1): template("Right-click {0}"),
    ("middle", 1): template("Middle-click {0}"),
    ("back", 1): template("Press the back button on {0}"),
    ("forward", 1): template("Press the forward button on {0}"),
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
_HELD_CLICKS: Final = {
    ("left", 1): template("{0}+click {1}"),
    ("left", 2): template("{0}+double-click {1}"),
    ("left", 3): template("{0}+triple-click {1}"),
    ("right", 1): template("{0}+right-click {1}"),
    ("middle", 1): template("{0}+middle-click {1}"),
}
WINDOW_ACTS: Final = {
    "activate": template("Switch to {0}"),
    "close": template("Close {0}"),
    "minimise": template("Minimise {0}"),
    "maximise": template("Maximise {0}"),
}
SCROLLS: Final = {
    "up": template("Scroll up {0}"),
    "down": template("Scroll down {0}"),
    "left": template("Scroll left {0}"),
    "right": template("Scroll right {0}"),
}
_SILENT: Final[dict[type, str]] = {
    Shown: worded("Check what is on the screen"),
    Equals: worded("Check what a field holds"),
    Checked: worded("Check whether a box is on"),
    WindowTitle: worded("Check a window's title"),
    Plan: worded("Show a plan"),
    Ask: worded("Ask a question"),
    Answer: worded("End the task"),
}
_BUTTONS: Final = {
    "left": worded("left"),
    "right": worded("right"),
    "middle": worded("middle"),
    "back": worded("back"),
    "forward": worded("forward"),
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
    return worded("1 character") if len(text) == 1 else worded("{0} characters", len(text))


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
    if verb == "asks":
        if not lines:
            return worded("The model asks nothing more.")
        return worded("The model asks: “{0}”", _NEXT_LINE.join(lines))
    if not lines:
        return worded("The model says nothing more.")
    return worded("The model says: “{0}”", _NEXT_LINE.join(lines))


def quoted(name: str) -> str:
    """Return the name of a thing in quotation marks."""
    return worded("“{0}”", short_name(name))


def quoted_whole(text: str) -> str:
    """Return a text of any length in quotation marks, with a mark for what would not be seen."""
    return f"“{visible_text(text)}”"


def kind_words(role: str) -> str:
    """Return a role as people say it: `menu item`, `drop-down list`; empty for none."""
    return filled(role_words(role))


def unnamed(role: str, place: ScreenPoint, beside: str = "") -> str:
    """Return what is said for the name of a thing that has none: its kind and its place.

    Args:
        beside: where it is in words (`below “Street”`); empty tells the pixel.
    """
    kind = kind_words(role) if role else worded("thing")
    if beside:
        return worded("the {0} without a name {1}", kind, beside)
    return worded("the {0} without a name at {1}, {2}", kind, place.x, place.y)


def repeated(words: str, count: int) -> str:
    """Return what is done so often; as it is for once."""
    return words if count == 1 else worded("{0}, {1} times", words, count)


def several(words: str, count: int) -> str:
    """Return what is done so often; as it is for once."""
    return worded("{0} {1} times", words, count) if count > 1 else words


def click_words(button: str, count: int, modifiers: Sequence[str], thing: str) -> str:
    """Return the sentence of a click: `Ctrl+click “Save”`, `Double-click “Save”`."""
    if not modifiers:
        return filled(CLICKS.get((button, count), CLICKS["left", 1]), thing)
    held = "+".join(name.capitalize() for name in modifiers)
    return filled(_HELD_CLICKS.get((button, count), _HELD_CLICKS["left", 1]), held, thing)


def action_words(intent: Action | Check, thing: str, destination: str = "") -> str:
    """Return verb and thing: what is going to happen, in one short phrase.

    Args:
        thing: what it is aimed at, quoted if it is a name; may be empty for keys and text.
    """
    match intent:
        case Click():
            way = CLICKS.get((intent.button, min(intent.count, 3)), CLICKS["left", 1])
            return repeated(filled(way, thing), intent.count if intent.count > 3 else 1)
        case Move():
            return worded("Move the pointer to {0}", thing)
        case ButtonDown():
            return worded("Hold the {0} button down on {1}", _BUTTONS[intent.button], thing)
        case ButtonUp():
            return worded("Let the {0} button go on {1}", _BUTTONS[intent.button], thing)
        case Drag():
            return worded("Drag to {0}", destination)
        case Scroll():
            amount = intent.amount
            lines = worded("1 line") if amount == 1 else worded("{0} lines", amount)
            return filled(SCROLLS[intent.direction], lines)
        case Write():
            return worded("Write in {0}", thing) if thing else worded("Write where the cursor is")
        case Window():
            return _window_title(intent)
        case Launch():
            return worded("Start {0}", quoted(intent.name or intent.desktop_id))
        case _:
            return _keys_title(intent)


def _keys_title(intent: Action | Check) -> str:
    match intent:
        case Hotkey():
            return repeated(worded("Press {0}", chord_words(intent.keys)), intent.repeat)
        case KeyDown():
            return worded("Hold {0} down", shown_key(intent.key))
        case KeyUp():
            return worded("Let {0} go", shown_key(intent.key))
        case HoldAndTap():
            tapped = ", ".join(map(shown_key, intent.tap))
            return worded("Hold {0}, tap {1}", chord_words(intent.hold), tapped)
        case Wait():
            return worded("Wait {0:g} s", intent.seconds)
        case Clipboard():
            words = {"copy": worded("Copy"), "paste": worded("Paste"), "cut": worded("Cut")}
            return words.get(intent.op) or worded("Put text on the clipboard")
        case _:
            return _SILENT.get(type(intent)) or worded("Act")


def _window_title(intent: Window) -> str:
    if intent.op == "next":
        return worded("Switch to the next window")
    return filled(WINDOW_ACTS[intent.op], quoted(intent.title or "the window"))


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
    name = quoted(other.name) if other.name else worded("another {0}", kind_words(other.role))
    said = worded("the press went to {0}, which had come to its place", name)
    return Receipt("denied", said, code="went_elsewhere")


SLIPPED: Final = worded("it moved away while the button was down")
"""The note of a click whose press went out before its target moved, and its release after."""
KEPT_AWAY: Final = "elsewhere"
"""The cause of a text of which nothing was typed, since another field had the keyboard after the press."""
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


MOST_NEXT: Final = 3
"""Of so many steps that follow it is said what they are."""


def next_words(sentences: Sequence[str], say: Callable[[str], str] = str) -> tuple[str, int]:
    """Return what the next steps are, in one line, and how many more there are.

    Args:
        say: returns a sentence in the language of who reads it.
    """
    told = [short_name(_inside(one, say(one)), 80) for one in sentences[:MOST_NEXT]]
    return ", ".join(told), len(sentences) - len(told)


def _inside(sentence: str, said: str) -> str:
    """Return an English sentence as it stands within a line; one of another language as it is."""
    return said[:1].lower() + said[1:] if said == sentence else said
