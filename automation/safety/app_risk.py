"""Programs in which the same action weighs more: terminals, mail, file managers, banks."""

import re
from collections.abc import Iterator
from typing import Final

from automation.core.actions import (
    Action,
    ButtonUp,
    Click,
    Clipboard,
    Drag,
    Launch,
    Move,
    Scroll,
    Window,
    Write,
)
from automation.core.proposal import RiskLevel
from automation.safety.app_kinds import AppKind
from automation.safety.base_risk import ENTRY_ROLES, SWITCH_ROLES, Finding, chords_of
from automation.safety.effects import (
    deletes_selection,
    presses,
    sets_off,
    submits,
    takes_text,
    types_into,
    writes_letters,
)
from automation.safety.evidence import Evidence

R2, R3 = RiskLevel.R2, RiskLevel.R3

_BRITTLE: Final = frozenset({AppKind.PACKAGES, AppKind.REMOTE, AppKind.BANK, AppKind.DISKS})
_WRITERS: Final = frozenset({AppKind.CHAT, AppKind.MAIL})
_CONSOLES: Final = frozenset({AppKind.TERMINAL, AppKind.CONSOLE})
_CONSOLE_NAME: Final = re.compile(
    r"\b(?:terminal|console|konsole|konsola|shell|repl)\b", re.IGNORECASE
)
_FUNCTION_KEY: Final = re.compile(r"f\d{1,2}")
_RUN_WORDS: Final = ("run", "debug", "start without", "execute")
_EDIT_KEYS: Final = (
    {"ctrl", "x"}, {"ctrl", "v"}, {"cut"}, {"paste"}, {"delete"}, {"ctrl", "z"}, {"ctrl", "y"}, {"f2"},
)  # fmt: skip
_RUN_KEYS: Final = frozenset({"f5", "f9", "f10"})


def app_rule(action: Action, evidence: Evidence) -> Iterator[Finding]:
    """Judge the action by the kind of program that it goes to."""
    if isinstance(action, Launch | Window) or _only_looks(action, evidence):
        return
    yield from _typing(action, evidence)
    yield from _mail(action, evidence)
    kinds = evidence.kinds
    if AppKind.FILES in kinds and _changes_files(action, evidence):
        yield Finding(R3, "it can move or delete files")
    for kind in sorted(kinds & _BRITTLE):
        yield Finding(R3, f"this is a {kind.value} window")
    if AppKind.SETTINGS in kinds:
        is_grave = types_into(action, evidence) or _is_switch(action, evidence)
        yield Finding(R3 if is_grave else R2, "this changes system settings")
    if AppKind.IDE in kinds and _runs_code(action, evidence):
        yield Finding(R3, "it can run code")


def _typing(action: Action, evidence: Evidence) -> Iterator[Finding]:
    kinds, types = evidence.kinds, types_into(action, evidence)
    types_there = types or _is_function_key(action, evidence)
    if types_there and (kinds & _CONSOLES or _is_console(evidence)):
        yield Finding(R3, "it goes to a terminal")
    if AppKind.LAUNCHER in kinds and types:
        yield Finding(R3, "it goes to a launcher, which can start anything")
    if AppKind.PANEL in kinds and (types or sets_off(action, evidence)):
        yield Finding(R3, "a panel or a notification can start or answer anything")


def _mail(action: Action, evidence: Evidence) -> Iterator[Finding]:
    if not evidence.kinds & _WRITERS:
        return
    if submits(action, evidence):
        yield Finding(R3, "Enter can send the message")
    if _is_shortcut(action, evidence):
        yield Finding(R3, "a letter outside of a text is a command there")


def keys_rule(action: Action, evidence: Evidence) -> Iterator[Finding]:
    """Judge keys and text that go where nobody knows of a place for text.

    Whose own words name the step has looked where it goes.
    """
    if evidence.origin == "user":
        return
    if deletes_selection(action, evidence):
        yield Finding(R3, "Delete can remove what is selected")
    if isinstance(action, Write) and action.overwrite and "multi_line" in evidence.states:
        yield Finding(R2, "it replaces a whole text")
    if evidence.role == "cell" and {"ctrl", "-"} in chords_of(action, evidence.held_keys):
        yield Finding(R2, "it can delete rows")
    if not takes_text(evidence) and writes_letters(action, evidence):
        yield Finding(R2, "no text field is known to have the focus, and letters can be commands")


def _only_looks(action: Action, evidence: Evidence) -> bool:
    return isinstance(action, Scroll) or (isinstance(action, Move) and not evidence.has_button_down)


def _is_function_key(action: Action, evidence: Evidence) -> bool:
    """Tell whether a function key is pressed, which programs in a terminal act on."""
    chords = chords_of(action, evidence.held_keys)
    return any(_FUNCTION_KEY.fullmatch(key) for chord in chords for key in chord)


def _is_console(evidence: Evidence) -> bool:
    """Tell whether the target is a place for commands inside another program."""
    if evidence.role == "terminal":
        return True
    names = (evidence.name, *evidence.called)
    return evidence.role in ENTRY_ROLES and any(_CONSOLE_NAME.search(name) for name in names)


def _is_shortcut(action: Action, evidence: Evidence) -> bool:
    return bool(evidence.role) and writes_letters(action, evidence) and not takes_text(evidence)


def _is_switch(action: Action, evidence: Evidence) -> bool:
    roles = SWITCH_ROLES | {"button", "toggle"}
    return presses(action, evidence) and evidence.role in roles


def _changes_files(action: Action, evidence: Evidence) -> bool:
    is_drag = isinstance(action, Drag | ButtonUp) or (
        isinstance(action, Move) and evidence.has_button_down
    )
    if is_drag or (isinstance(action, Clipboard) and action.op in ("cut", "paste")):
        return True
    chords = chords_of(action, evidence.held_keys)
    return any(keys <= chord for chord in chords for keys in _EDIT_KEYS)


def _runs_code(action: Action, evidence: Evidence) -> bool:
    if isinstance(action, Click):
        said = " ".join((evidence.name, *evidence.seen_labels, *evidence.called)).casefold()
        return any(word in said for word in _RUN_WORDS)
    return any(chord & _RUN_KEYS for chord in chords_of(action, evidence.held_keys))
