"""May a text go where the keyboard is? Letters that nothing takes as text press what they are short for.

In a question a letter is an answer (Y for Yes), in a list it chooses, on a page it is a command. So a
text is sent only where something takes it, by what the accessibility tree says has the keyboard; a
terminal takes everything. Where no tree tells, the window must have been meant for it: this run pressed
a place in it or brought it up, or the user or the macro named it.
"""

from enum import Enum, auto
from typing import Final

from automation.core.actions import Action, Write
from automation.core.wording import quoted, unnamed
from automation.safety.evidence import AppKind, Evidence
from automation.safety.risk_rules import takes_text
from automation.screen.roles import LISTED
from resources.role_words import role_words


class Astray(Enum):
    """Why a text would go astray."""

    NO_ENTRY = auto()
    """What has the keyboard is known, and it takes no text."""
    PRESSED = auto()
    """The place that is pressed first is known, and it takes no text."""
    UNKNOWN = auto()
    """Nothing tells what has the keyboard, and nobody meant this window."""


TELLS_NOTHING: Final = frozenset({"", "window", "group", "canvas", "document"})
"""Roles of what may draw anything in itself, an editor too."""
_TAKES_ALL: Final = frozenset({AppKind.TERMINAL, AppKind.LAUNCHER})
"""Programs whose window is one line of input."""
_PRESSED: Final = frozenset(
    {
        "button", "toggle", "checkbox", "radio", "link", "menu", "menu_item", "tab", "slider",
        "column_header", "scrollbar",
    }
)  # fmt: skip
"""What a click sets off: what has the keyboard afterwards nobody knows."""


def astray(action: Action, evidence: Evidence) -> Astray | None:
    """Return why a text must not be sent there; None where it may, and for what is no text."""
    is_fixed = "read_only" in evidence.states and "editable" not in evidence.states
    if not isinstance(action, Write) or (takes_text(evidence) and not is_fixed):
        return None
    if action.at is not None:
        return Astray.PRESSED if evidence.role in _PRESSED else None
    is_page = evidence.role == "document" and AppKind.BROWSER in evidence.kinds
    if evidence.role not in TELLS_NOTHING or is_page or "modal" in evidence.states:
        return Astray.NO_ENTRY
    if evidence.kinds & _TAKES_ALL or evidence.is_window_meant:
        return None
    return Astray.UNKNOWN


def may_hold_editor(why: Astray, evidence: Evidence) -> bool:
    """Tell whether a text would be taken there after all, if a text cursor is seen to blink in it."""
    if why is Astray.UNKNOWN:
        return evidence.role in TELLS_NOTHING
    return why is Astray.NO_ENTRY and evidence.role in LISTED and "focused" in evidence.states


def astray_words(why: Astray, evidence: Evidence) -> str:
    """Say why a text was not sent, and what helps."""
    name = evidence.name.strip()[:80]
    kind = role_words(evidence.role) if evidence.role else ""
    element = evidence.element
    nameless = unnamed(kind, element.box.center) if kind and element is not None else "something"
    held = f"the {kind} {quoted(name)}" if kind and name else nameless
    match why:
        case Astray.NO_ENTRY:
            said = f"The keyboard is on {held}, which takes no text: letters could press it."
        case Astray.PRESSED:
            said = f"{held[:1].upper()}{held[1:]} takes no text: a click would press it."
        case Astray.UNKNOWN:
            window = quoted(evidence.title[:80]) if evidence.title else "this window"
            said = (
                f"Nothing tells whether what has the keyboard in {window} takes text, and letters "
                "could press something."
            )
    return f"{said} Click a field first, or say into which field or window. Nothing was typed."
