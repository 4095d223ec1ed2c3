"""What an action can set off, write or drop, whatever its target is called, and where a text may go.

An action has the level of its kind where nothing grave is known about its target. Typing a secret of the
user's takes a field that hides it, or a program that it is meant for.

Letters that nothing takes as text press what they are short for: in a question a letter is an answer (Y for
Yes), in a list it chooses, on a page it is a command. So a text is sent only where something takes it, by
what the accessibility tree says has the keyboard; a terminal takes everything. Where no tree tells, the
window must have been meant for it: this run pressed a place in it or brought it up, or the user or the
macro named it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Literal

from automation.core.actions import (
    Action,
    Answer,
    Ask,
    ButtonDown,
    ButtonUp,
    Click,
    Clipboard,
    Drag,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Launch,
    Move,
    Plan,
    Scroll,
    Wait,
    Window,
    Write,
)
from automation.core.proposal import RiskLevel
from automation.core.secrets import holds_reference, no_such_secret, secret_name
from automation.core.text import worded
from automation.core.wording import kind_words, quoted, unnamed
from automation.safety import text_rules
from automation.safety.evidence import AppKind, Evidence, SecretUse
from automation.safety.key_risk import Chord, chord_risk, key_name, presses_enter, types_something
from automation.screen.roles import BOXES, LISTED, TYPED_FIELDS

R0, R1, R2, R3, R4 = RiskLevel

FILE_ROLES: Final = frozenset({"list_item", "tree_item", "cell", "row", "icon", "image", "canvas"})


_NEW_FOLDER: Final = {"ctrl", "shift", "n"}
"""Everywhere else these keys open a private window."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule says."""

    level: RiskLevel
    reason: str = ""
    needs: str = ""
    is_new_ground: bool = False
    """See `Risk.is_new_ground`."""
    first_step: Literal["", "told", "untold"] = ""
    """See `Risk.first_step`."""


_BY_KIND: Final[dict[type[Action], Finding]] = {
    Move: Finding(R0),
    Wait: Finding(R0),
    Plan: Finding(R0),
    Ask: Finding(R0),
    Answer: Finding(R0),
    Scroll: Finding(R1),
    ButtonDown: Finding(R1),
    ButtonUp: Finding(R2, worded("something may be dropped here")),
    Drag: Finding(R2, worded("something is moved")),
    KeyUp: Finding(R1),
    Launch: Finding(R2, worded("a program is started")),
}


def base_risk(action: Action, evidence: Evidence) -> Finding:
    """Return the level of the kind of action; only the target's own kind is looked at."""
    match action:
        case Click():
            return _click(action, evidence)
        case Write():
            return Finding(R2, worded("Enter submits it")) if action.press_enter else Finding(R1)
        case Hotkey() | KeyDown() | HoldAndTap():
            return _keys(action, evidence)
        case Window():
            return (
                Finding(R2, worded("a window is closed")) if action.op == "close" else Finding(R1)
            )
        case Move() if evidence.has_button_down:
            return Finding(R2, worded("something is dragged"))
        case Clipboard():
            return (
                Finding(R1) if action.op == "copy" else Finding(R2, worded("the clipboard is used"))
            )
        case _:
            return _BY_KIND[type(action)]


def chords_of(action: Action, held: Chord = frozenset()) -> tuple[Chord, ...]:
    """Return every set of keys that is down together while the action runs, folded."""
    match action:
        case Hotkey():
            return (held | {key_name(key) for key in action.keys},)
        case KeyDown() | KeyUp():
            return (held | {key_name(action.key)},)
        case HoldAndTap():
            hold = held | {key_name(key) for key in action.hold}
            return tuple(hold | {key_name(key)} for key in action.tap)
        case _:
            return ()


def _click(action: Click, evidence: Evidence) -> Finding:
    if action.button == "middle":
        return Finding(R2, worded("a middle click can paste or open something"))
    if action.button in ("back", "forward"):
        return Finding(R2, worded("the page is left"))
    if evidence.role == "link":
        return Finding(R2, worded("a link is opened"))
    if evidence.role in BOXES or evidence.states & {"checkable", "checked"}:
        return Finding(R2, worded("a setting is changed"))
    if action.count >= 2 and evidence.role in FILE_ROLES:
        return Finding(R2, worded("it is opened"))
    return Finding(R1)


def _keys(action: Action, evidence: Evidence) -> Finding:
    is_in_files = AppKind.FILES in evidence.kinds and evidence.origin == "user"
    findings = [
        Finding(R2, worded("a folder is made"))
        if is_in_files and chord == _NEW_FOLDER
        else Finding(*chord_risk(chord))
        for chord in chords_of(action, evidence.held_keys)
    ]
    if evidence.role not in TYPED_FIELDS and "editable" not in evidence.states:
        acting = [c for c in chords_of(action, evidence.held_keys) if {"delete", "space"} & c]
        findings += [Finding(R2, worded("it acts on what is selected")) for _ in acting]
    return max(findings, key=lambda finding: finding.level)


def takes_text(evidence: Evidence) -> bool:
    """Tell whether the target is known to be a place for text, where letters are only letters."""
    return evidence.role in TYPED_FIELDS or "editable" in evidence.states


def presses(action: Action, evidence: Evidence) -> bool:
    """Tell whether the action presses or lets go of a mouse button on something."""
    if isinstance(action, Move):
        return evidence.has_button_down
    if isinstance(action, Click):
        return action.button != "right"
    return isinstance(action, ButtonDown | ButtonUp | Drag)


def sets_off(action: Action, evidence: Evidence) -> bool:
    """Tell whether the action can press what it points at, or what has the focus."""
    if presses(action, evidence):
        return True
    if isinstance(action, Write) and action.at is None and " " in action.text:
        return True  # a blank presses a button that has the focus
    chords = chords_of(action, evidence.held_keys)
    return any({"enter", "space"} & chord for chord in chords)


def submits(action: Action, evidence: Evidence) -> bool:
    """Tell whether the action presses Enter, by a key or within a text."""
    if isinstance(action, Write):
        return submits_text(action)
    return any(presses_enter(chord) for chord in chords_of(action, evidence.held_keys))


def submits_text(action: Write) -> bool:
    """Tell whether a text ends with Enter or holds one."""
    return action.press_enter or text_rules.has_line_break(action.text)


def breaks_lines(action: Action, evidence: Evidence) -> bool:
    """Tell whether the Enter keys of a text are line breaks of a field that is known to have many lines."""
    return (
        isinstance(action, Write)
        and not action.press_enter
        and "multi_line" in evidence.states
        and takes_text(evidence)
    )


def may_answer(action: Action, evidence: Evidence) -> bool:
    """Tell whether keys can answer a dialog or choose from a menu: Enter, a blank, a letter."""
    if submits(action, evidence):
        return True
    if takes_text(evidence):
        return any("alt" in chord for chord in chords_of(action, evidence.held_keys))
    if isinstance(action, Write):
        return True
    chords = chords_of(action, evidence.held_keys)
    return any(types_something(c) or "alt" in c for c in chords)


def types_into(action: Action, evidence: Evidence) -> bool:
    """Tell whether the action can put anything but plain movement into a line of input."""
    match action:
        case Write() | Clipboard(op="paste") | Click(button="middle"):
            return True
        case Hotkey() | KeyDown() | HoldAndTap():
            chords = chords_of(action, evidence.held_keys)
            return any(types_something(c) or len(c) > 1 for c in chords)
        case _:
            return False


def writes_letters(action: Action, evidence: Evidence) -> bool:
    """Tell whether the action types characters, as text or key by key."""
    if isinstance(action, Write):
        return bool(action.text)
    chords = chords_of(action, evidence.held_keys)
    rests = [chord - {"shift", "altgr"} for chord in chords]
    return any(rest and all(len(key) == 1 for key in rest) for rest in rests)


def handles_text(action: Action, evidence: Evidence) -> bool:
    """Tell whether the action puts text into the target or takes it out."""
    match action:
        case Write() | Clipboard(op="paste" | "copy" | "cut"):
            return True
        case Hotkey() | KeyDown() | HoldAndTap():
            chords = chords_of(action, evidence.held_keys)
            return any(
                (types_something(c) and not presses_enter(c)) or {"ctrl", "c"} <= c for c in chords
            )
        case _:
            return False


def opens(action: Action, evidence: Evidence) -> bool:
    """Tell whether the action opens what is listed rather than selecting it."""
    is_double = isinstance(action, Click) and action.count >= 2
    return is_double or submits(action, evidence)


def drops(action: Action, evidence: Evidence) -> bool:
    """Tell whether something may be let go over another thing."""
    is_hanging = isinstance(action, Move) and evidence.has_button_down
    return is_hanging or isinstance(action, Drag | ButtonUp)


def deletes_selection(action: Action, evidence: Evidence) -> bool:
    """Tell whether the Delete key goes to something that is no text."""
    if takes_text(evidence):
        return False
    return any("delete" in chord for chord in chords_of(action, evidence.held_keys))


def misplaced(action: Action) -> bool:
    """Tell whether the action has a reference where none is ever replaced."""
    return isinstance(action, Clipboard) and holds_reference(action.text)


def types_secret(action: Action) -> bool:
    """Tell whether what the action types is a reference and nothing else."""
    return isinstance(action, Write) and bool(secret_name(action.text))


def judged_secret(
    action: Action, use: SecretUse | None, kinds: frozenset[AppKind], *, is_explicit: bool
) -> Iterator[Finding]:
    """Judge an action that types a secret; nothing for any other."""
    if misplaced(action):
        yield Finding(
            R4, worded("a secret is only typed"), worded("Say into which field it is to be typed.")
        )
    if not types_secret(action):
        return
    if use is None or not use.is_known:
        reason = (use.problem if use else "") or no_such_secret(use.name if use else "")
        yield Finding(R4, reason, "Nothing was typed.")
        return
    forbidden = _forbidden(use)
    yield forbidden or _allowed(use, is_page=AppKind.BROWSER in kinds, is_explicit=is_explicit)


def _forbidden(use: SecretUse) -> Finding | None:
    """Return why the secret may not be typed there; None when it may."""
    what = worded("the secret {0}", quoted(use.name))
    yourself = worded("Type it yourself, then press Go on.")
    if use.is_limited and not use.is_for_program:
        return Finding(R4, worded("{0} is not for this program", what), yourself)
    if use.field == "readable":
        return Finding(
            R4, worded("this field shows what is typed, and {0} would be seen", what), yourself
        )
    if use.field == "unknown" and not use.is_for_program:
        return Finding(R4, _may_be_seen(what), yourself)
    return None


def _allowed(use: SecretUse, *, is_page: bool, is_explicit: bool) -> Finding:
    """Return how much care it takes: only a field of the meant program needs no look of yours."""
    what = worded("the secret {0}", quoted(use.name))
    if use.field == "unknown":
        return Finding(R3, _may_be_seen(what))
    if is_page:
        return Finding(R3, worded("{0} goes to the page that is open: look at its address", what))
    if not use.is_for_program:
        return Finding(R3, worded("{0} may go into any program: look whose field it is", what))
    if not is_explicit:
        return Finding(R3, worded("{0} is typed where the model chose", what))
    return Finding(R2, worded("{0} is typed", what))


def _may_be_seen(what: str) -> str:
    return worded("this is not known to be a password field, and {0} may be seen", what)


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
    kind = kind_words(evidence.role) if evidence.role else ""
    element = evidence.element
    held: str = worded("something")
    if kind and name:
        held = worded("the {0} {1}", kind, quoted(name))
    elif kind and element is not None:
        held = unnamed(evidence.role, element.box.center)
    match why:
        case Astray.NO_ENTRY:
            said = worded(
                "The keyboard is on {0}, which takes no text: letters could press it.", held
            )
        case Astray.PRESSED:
            said = worded("A click would press {0}, which takes no text.", held)
        case Astray.UNKNOWN:
            window = quoted(evidence.title[:80]) if evidence.title else worded("this window")
            said = worded(
                "Nothing tells whether what has the keyboard in {0} takes text, and letters could "
                "press something.",
                window,
            )
    return worded(
        "{0} Click a field first, or say into which field or window. Nothing was typed.", said
    )
