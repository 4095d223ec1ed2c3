"""What an action can set off, write or drop, whatever its target is called."""

from automation.core.actions import (
    Action,
    ButtonDown,
    ButtonUp,
    Click,
    Clipboard,
    Drag,
    HoldAndTap,
    Hotkey,
    KeyDown,
    Move,
    Write,
)
from automation.safety import text_rules
from automation.safety.base_risk import ENTRY_ROLES, chords_of
from automation.safety.chords import presses_enter, types_something
from automation.safety.evidence import Evidence


def takes_text(evidence: Evidence) -> bool:
    """Tell whether the target is known to be a place for text, where letters are only letters."""
    return evidence.role in ENTRY_ROLES or "editable" in evidence.states


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
