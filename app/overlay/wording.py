"""The words on marks and cards: ours, one whole sentence each, with named places.

Names of things come from the screen and are data: hidden characters are made visible and long
names are cut, so that a name can neither deceive nor push our words away.
"""

from typing import Final

from automation.core.actions import (
    ButtonDown,
    ButtonUp,
    Click,
    Clipboard,
    Drag,
    Element,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Launch,
    Move,
    Scroll,
    Window,
    Write,
)
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Proposal
from automation.core.secrets import literal, secret_name
from automation.core.wording import action_words, quoted, text_length

TIMES: Final = "\u00d7"
"""The sign before a count."""
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
    intent = proposal.intent
    destination = _destination(proposal, intent) if isinstance(intent, Drag) else ""
    path = "".join(f", then {quoted(name)}" for name in proposal.leads_to)
    return action_words(intent, _thing(proposal), destination) + path


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
    length = (
        "Typed by name, not shown"
        if secret_name(intent.text)
        else text_length(literal(intent.text))
    )
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
    return _named(aim.element) or _at(aim.point)


def _destination(proposal: Proposal, intent: Drag) -> str:
    if proposal.destination is not None and proposal.destination.name.strip():
        return quoted(proposal.destination.name)
    return _named(intent.destination) or _at(intent.path[-1])


def _named(element: Element | None) -> str:
    """Return the name that the screen gave; what a model calls a thing is no name of it."""
    if element is None or element.source == "model" or not element.name.strip():
        return ""
    return quoted(element.name)


def _at(point: ScreenPoint) -> str:
    return f"{point.x}, {point.y}"
