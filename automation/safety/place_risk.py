"""What a control can do because of where it stands, when its own label tells nothing.

A button of a page, of a call or of an account says "Next" and does what the text beside it means. Only
what a policy chose is judged here; whose own words name a control has read what stands there.
"""

from collections.abc import Iterator
from typing import Final

from automation.core.actions import Action, Window
from automation.core.proposal import RiskLevel
from automation.safety import text_rules
from automation.safety.app_kinds import AppKind
from automation.safety.base_risk import ENTRY_ROLES, Finding, chords_of
from automation.safety.chords import MODIFIERS
from automation.safety.effects import presses, sets_off, submits, takes_text, types_into
from automation.safety.evidence import Evidence
from automation.safety.words import danger_words, is_in_known_script

R2, R3 = RiskLevel.R2, RiskLevel.R3

CONTROL_ROLES: Final = frozenset({"button", "toggle", "menu_item", "checkbox", "radio"})
_UNTOLD: Final = CONTROL_ROLES | {"icon", "image", "text", ""}
"""Roles under which a control may go that the tree does not know."""
_ACTING: Final = frozenset({AppKind.BROWSER, AppKind.CHAT, AppKind.MAIL, AppKind.FILES})
"""Programs in which a control reaches other people, other machines or files."""
_TALKING: Final = frozenset({AppKind.CHAT, AppKind.MAIL, AppKind.CALL})


def place_rule(action: Action, evidence: Evidence) -> Iterator[Finding]:
    """Judge a control by what its window is and by what is written beside it."""
    if isinstance(action, Window):
        if action.op == "close" and text_rules.is_unsaved(evidence.title):
            yield Finding(R3, "the window's title says that something is not saved")
        return
    if evidence.origin == "user":
        return
    yield from _in_call(action, evidence)
    if not sets_off(action, evidence) or evidence.role in ENTRY_ROLES:
        yield from _entered(action, evidence)
        return
    labels = _labels(evidence)
    if evidence.role in _UNTOLD and _is_answer(labels):
        yield from _told_beside(evidence)
    if evidence.role in CONTROL_ROLES and not _only_looks(labels):
        if AppKind.ACCOUNT in evidence.kinds:
            yield Finding(R3, "this page holds the settings of an account or of a running system")
        if evidence.kinds & _ACTING:
            yield Finding(R2, "what a control does there can reach further than this screen")
        if not all(map(is_in_known_script, labels)):
            yield Finding(R2, "its label is in a script that I know no words of")
    yield from _signs(evidence)


def _in_call(action: Action, evidence: Evidence) -> Iterator[Finding]:
    if AppKind.CALL not in evidence.kinds:
        return
    is_control = presses(action, evidence) and evidence.role in _UNTOLD
    if is_control and not _only_looks(_labels(evidence)):
        yield Finding(R3, "in a call it can switch the microphone, the camera or the screen")
    is_key = bool(chords_of(action, evidence.held_keys)) and not takes_text(evidence)
    if is_key and (types_into(action, evidence) or _acts(action, evidence)):
        yield Finding(R3, "in a call keys can switch the microphone, the camera or the screen")


def _acts(action: Action, evidence: Evidence) -> bool:
    return any(chord & (MODIFIERS - {"shift"}) for chord in chords_of(action, evidence.held_keys))


def _entered(action: Action, evidence: Evidence) -> Iterator[Finding]:
    if AppKind.ACCOUNT in evidence.kinds and submits(action, evidence):
        yield Finding(R3, "Enter can change an account")


def _told_beside(evidence: Evidence) -> Iterator[Finding]:
    """Read an answer together with the texts beside it: "Next" below a sum of money pays it."""
    for text in evidence.beside:
        for hit in (*danger_words(text), *danger_words(text, "ask")):
            if hit.meaning.level >= R3:
                yield Finding(R3, f'beside it stands "{hit.word}": {hit.meaning.reason}')
        if text_rules.names_price(text):
            yield Finding(R3, "an amount of money stands beside it")


def _signs(evidence: Evidence) -> Iterator[Finding]:
    """Judge a control that shows a picture and says no word."""
    labels = _labels(evidence)
    if not labels or not all(map(text_rules.is_sign, labels)):
        return
    reaches = evidence.kinds & _TALKING
    yield Finding(R3 if reaches else R2, "it shows a sign, and no word tells what it does")


def _labels(evidence: Evidence) -> tuple[str, ...]:
    return tuple(x for x in (evidence.name, *evidence.seen_labels) if x.strip())


def _is_answer(labels: tuple[str, ...]) -> bool:
    """Tell whether something that the target is called is an answer, a number or an effect."""
    return any(x.strip().isdigit() or danger_words(x, "answer") or danger_words(x) for x in labels)


def _only_looks(labels: tuple[str, ...]) -> bool:
    """Tell whether everything that names the target only shows something, or refuses."""
    return bool(labels) and all(danger_words(x, "look") or danger_words(x, "no") for x in labels)
