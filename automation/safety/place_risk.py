"""What a control can do because of where it stands, when its own label tells nothing.

A button of a page, of a call or of an account says "Next" and does what the text beside it means. Only
what a policy chose is judged here; whose own words name a control has read what stands there.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from automation.core.actions import Action, Window
from automation.core.proposal import RiskLevel
from automation.safety import text_rules
from automation.safety.app_kinds import AppKind
from automation.safety.base_risk import ENTRY_ROLES, SWITCH_ROLES, Finding, chords_of
from automation.safety.chords import MODIFIERS
from automation.safety.effects import presses, sets_off, submits, takes_text, types_into
from automation.safety.evidence import Evidence
from automation.safety.words import Use, danger_words, is_in_known_script, split_words, word_count

R2, R3 = RiskLevel.R2, RiskLevel.R3

CONTROL_ROLES: Final = frozenset({"button", "toggle", "menu_item", "checkbox", "radio"})
_UNTOLD: Final = CONTROL_ROLES | {"icon", "image", "text", ""}
"""Roles under which a control may go that the tree does not know."""
_ACTING: Final = frozenset({AppKind.BROWSER, AppKind.CHAT, AppKind.MAIL, AppKind.FILES})
"""Programs in which a control reaches other people, other machines or files."""
LONGEST_NO: Final = 3
"""Longest refusal in words: "Not right now"."""
LONGEST_ANSWER: Final = 2
"""Longest answer in words that says nothing of what it does: "Looks good"."""
LONGEST_EFFECT: Final = 2
"""Longest label, in words, of an effect that is known: "Save draft"."""
_FOR_VALUES: Final = frozenset(
    """what which who whose where when how was welche welcher welches wer wessen wo wann wie quel quelle
    qui quand combien cual cuál que qué quien quién donde dónde cuando cuándo cuanto cuánto quale chi dove
    quando quanto qual quem onde wat welk welke wie waar wanneer hoeveel""".split()  # noqa: SIM905
)
"""Words that begin a question which a field answers, and no yes."""
_TALKING: Final = frozenset({AppKind.CHAT, AppKind.MAIL, AppKind.CALL})


def place_rule(action: Action, evidence: Evidence) -> Iterator[Finding]:
    """Judge a control by what its window is and by what is written beside it."""
    if isinstance(action, Window):
        if action.op == "close" and text_rules.is_unsaved(evidence.title):
            yield Finding(R3, "the window's title says that something is not saved")
        return
    if evidence.origin == "user":
        if presses(action, evidence) and _answers_only(evidence):
            yield from _asked_beside(evidence)
            if not (evidence.takes_value and _asks_for_value(evidence)):
                yield from _unknown_question(evidence)
        return
    yield from _in_call(action, evidence)
    if sets_off(action, evidence) and evidence.role not in ENTRY_ROLES:
        yield from _answered(evidence)
        yield from _set_off(evidence)
        yield from _signs(evidence)
    elif AppKind.ACCOUNT in evidence.kinds and submits(action, evidence):
        yield Finding(R3, "Enter can change an account")


def _answered(evidence: Evidence) -> Iterator[Finding]:
    labels = _labels(evidence)
    if evidence.role not in _UNTOLD:
        return
    if is_answer(labels):
        yield from _told_beside(evidence)
    if not _only_looks(labels) or any(map(_is_plain_no, labels)):
        yield from _unknown_question(evidence)


def _set_off(evidence: Evidence) -> Iterator[Finding]:
    """Judge a control whose label does not say that it only shows something."""
    labels = _labels(evidence)
    if evidence.role not in CONTROL_ROLES or _only_looks(labels):
        return
    if AppKind.ACCOUNT in evidence.kinds:
        yield Finding(R3, "this page holds the settings of an account or of a running system")
    if evidence.kinds & _ACTING and not _only_chooses(evidence):
        is_known = bool(labels) and all(map(_has_plain_effect, labels))
        level = R3 if AppKind.BROWSER in evidence.kinds and not is_known else R2
        yield Finding(level, "what this control does is not known, and it can reach far")
    if not all(map(is_in_known_script, labels)):
        yield Finding(R2, "its label is in a script that I know no words of")


def _only_chooses(evidence: Evidence) -> bool:
    """Tell whether the tree says that a macro's target only takes a value: a switch, a listed choice.

    A step of a macro is one that its user made or has read, and an untrusted one is raised anyway. A
    model's reading of a page is neither.
    """
    is_switch = evidence.role in SWITCH_ROLES and "checkable" in evidence.states
    return evidence.origin == "macro" and (is_switch or evidence.is_choice)


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


def _asks_for_value(evidence: Evidence) -> bool:
    """Tell whether all that a dialog asks begins as a question for a name, a number or a time."""
    asked = [q for text in evidence.question for q in text_rules.questions(text)]
    return all(next(iter(split_words(text)), "") in _FOR_VALUES for text in asked)


def _unknown_question(evidence: Evidence) -> Iterator[Finding]:
    """Judge an answer to a question in which no word is known: nobody tells what a yes does."""
    asked = [q for text in evidence.question for q in text_rules.questions(text)]
    if asked and not any(danger_words(text) for text in asked):
        yield Finding(R3, "the dialog asks something that I know no word of")


def _told_beside(evidence: Evidence) -> Iterator[Finding]:
    """Read an answer together with the texts beside it: "Next" below a sum of money pays it."""
    for text in (evidence.title, *evidence.beside):
        for hit in (*danger_words(text), *danger_words(text, "ask")):
            if hit.meaning.level >= R3:
                yield Finding(R3, f'beside it stands "{hit.word}": {hit.meaning.reason}')
        if text_rules.names_price(text):
            yield Finding(R3, "an amount of money stands beside it")


def _answers_only(evidence: Evidence) -> bool:
    """Tell whether the target's name says yes, no or go on, and not what that does."""
    labels = _labels(evidence)
    if evidence.role not in _UNTOLD or not labels:
        return False
    return all(word_count(x) <= LONGEST_ANSWER and is_bare_answer(x) for x in labels)


def is_bare_answer(label: str) -> bool:
    """Tell whether the label is an answer or a number and names no effect that is hard to undo."""
    is_grave = any(hit.meaning.level >= R3 for hit in danger_words(label))
    return not is_grave and (label.strip().isdigit() or bool(danger_words(label, "answer")))


def _asked_beside(evidence: Evidence) -> Iterator[Finding]:
    """Read a bare answer together with the page's request or the sum beside it."""
    for text in (evidence.title, *evidence.beside):
        for hit in danger_words(text, "ask"):
            yield Finding(R3, f'beside it stands "{hit.word}": {hit.meaning.reason}')
    if any(map(text_rules.names_price, evidence.beside)):
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


def is_answer(labels: Iterable[str]) -> bool:
    """Tell whether something that the target is called is an answer, a number or an effect."""
    return any(x.strip().isdigit() or danger_words(x, "answer") or danger_words(x) for x in labels)


def _only_looks(labels: tuple[str, ...]) -> bool:
    """Tell whether everything that names the target only shows something, or refuses."""
    return bool(labels) and all(_begins(label, "look") or _is_no(label) for label in labels)


def _begins(label: str, use: Use) -> bool:
    """Tell whether the label begins with such a word: "Back to top", not "Roll it back"."""
    words = split_words(label)
    hits = ((n, hit) for n in (1, 2, 3) for hit in danger_words(" ".join(words[:n]), use))
    return any(len(hit.word.split()) == n for n, hit in hits)


def _has_plain_effect(label: str) -> bool:
    """Tell whether the label is an effect and at most one thing: "Save draft", not "Call in sick"."""
    return word_count(label) <= LONGEST_EFFECT and _begins(label, "press")


def _is_plain_no(label: str) -> bool:
    """Tell whether the label says no to a question, where others only leave it open."""
    is_no = danger_words(label, "no") and danger_words(label, "answer")
    return bool(is_no) and not danger_words(label, "cancel")


def _is_no(label: str) -> bool:
    return word_count(label) <= LONGEST_NO and _begins(label, "no")
