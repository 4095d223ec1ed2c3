"""The level of each kind of action when nothing grave is known about its target."""

from dataclasses import dataclass
from typing import Final

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
from automation.safety.chords import Chord, chord_risk, key_name
from automation.safety.evidence import Evidence

R0, R1, R2 = RiskLevel.R0, RiskLevel.R1, RiskLevel.R2

SWITCH_ROLES: Final = frozenset({"checkbox", "radio"})
"""A toggle is one only if it can be checked: calculators give their digits that role."""
ENTRY_ROLES: Final = frozenset({"field", "password", "spinner", "terminal"})
FILE_ROLES: Final = frozenset({"list_item", "tree_item", "cell", "row", "icon", "image", "canvas"})


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule says."""

    level: RiskLevel
    reason: str = ""
    needs: str = ""
    is_new_ground: bool = False
    """See `Risk.is_new_ground`."""


_BY_KIND: Final[dict[type[Action], Finding]] = {
    Move: Finding(R0),
    Wait: Finding(R0),
    Plan: Finding(R0),
    Ask: Finding(R0),
    Answer: Finding(R0),
    Scroll: Finding(R1),
    ButtonDown: Finding(R1),
    ButtonUp: Finding(R2, "something may be dropped here"),
    Drag: Finding(R2, "something is moved"),
    KeyUp: Finding(R1),
    Launch: Finding(R2, "a program is started"),
}


def base_risk(action: Action, evidence: Evidence) -> Finding:
    """Return the level of the kind of action; only the target's own kind is looked at."""
    match action:
        case Click():
            return _click(action, evidence)
        case Write():
            return Finding(R2, "Enter submits it") if action.press_enter else Finding(R1)
        case Hotkey() | KeyDown() | HoldAndTap():
            return _keys(action, evidence)
        case Window():
            return Finding(R2, "a window is closed") if action.op == "close" else Finding(R1)
        case Move() if evidence.has_button_down:
            return Finding(R2, "something is dragged")
        case Clipboard():
            return Finding(R1) if action.op == "copy" else Finding(R2, "the clipboard is used")
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
        return Finding(R2, "a middle click can paste or open something")
    if action.button in ("back", "forward"):
        return Finding(R2, "the page is left")
    if evidence.role == "link":
        return Finding(R2, "a link is opened")
    if evidence.role in SWITCH_ROLES or evidence.states & {"checkable", "checked"}:
        return Finding(R2, "a setting is changed")
    if action.count >= 2 and evidence.role in FILE_ROLES:
        return Finding(R2, "it is opened")
    return Finding(R1)


def _keys(action: Action, evidence: Evidence) -> Finding:
    findings = [Finding(*chord_risk(c)) for c in chords_of(action, evidence.held_keys)]
    if evidence.role not in ENTRY_ROLES and "editable" not in evidence.states:
        acting = [c for c in chords_of(action, evidence.held_keys) if {"delete", "space"} & c]
        findings += [Finding(R2, "it acts on what is selected") for _ in acting]
    return max(findings, key=lambda finding: finding.level)
