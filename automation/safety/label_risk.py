"""What is written on a target, around it and under it: words that make a press hard to undo."""

import re
from collections.abc import Iterator
from typing import Final

from automation.core.actions import Action, Click, Write
from automation.core.proposal import RiskLevel
from automation.safety import text_rules
from automation.safety.app_kinds import AppKind
from automation.safety.base_risk import ENTRY_ROLES, FILE_ROLES, Finding
from automation.safety.effects import (
    drops,
    handles_text,
    may_answer,
    opens,
    presses,
    sets_off,
    submits,
    takes_text,
)
from automation.safety.evidence import Evidence
from automation.safety.lookalikes import hides_direction
from automation.safety.place_risk import is_answer
from automation.safety.secret_rules import types_secret
from automation.safety.words import (
    Use,
    calls_off,
    danger_words,
    only_names,
    says,
    word_count,
    words_of_doing,
)

R2, R3 = RiskLevel.R2, RiskLevel.R3
_QUOTED: Final = re.compile(
    '"[^"]+"|\u201c[^\u201d]+\u201d|\u201e[^\u201c\u201d]+[\u201c\u201d]|\u00ab[^\u00bb]+\u00bb'
)

CONTENT_WORDS: Final = 5
"""Longest label, in words, that counts on things that show content: rows, cells, plain text."""
_ROW_ROLES: Final = frozenset({"list_item", "tree_item", "cell", "row", "icon", "image"})
_CONTENT_ROLES: Final = _ROW_ROLES | {"text", "label", "heading", "status", ""}
_MENU_ROLES: Final = frozenset({"menu", "tab", "column_header", "row_header"})
_SWITCHES: Final = frozenset({"toggle", "checkbox", "radio"})
CHOICE_ROLES: Final = frozenset(
    {"checkbox", "radio", "tab", "menu", "combo", "field", "spinner", "slider", "list_item",
     "tree_item", "cell", "row", "column_header", "row_header"}
)  # fmt: skip
"""Parts of a dialog that hold what an answer then takes."""
_OPENERS: Final = frozenset({"combo"})
_PRICED: Final = frozenset(
    {"button", "toggle", "menu_item", "checkbox", "radio", "link", "text", ""}
)
LONGEST_CONTROL: Final = 12
"""Longest label, in words, that is read as the name of a control and not as a text."""
_PRESSED_ROLES: Final = frozenset({"button", "toggle", "link", "menu_item", "checkbox", "radio"})


def label_rule(action: Action, evidence: Evidence) -> Iterator[Finding]:
    """Judge the target by what it is called: by the tree, by the picture, by the policy."""
    if not sets_off(action, evidence):
        return
    on_screen = (evidence.name, *evidence.seen_labels, evidence.destination_name)
    for label in _pressed_labels(evidence, on_screen):
        if _is_content(label, action, evidence) or _names_program(label, evidence):
            continue
        for hit in danger_words(_own_words(label, evidence)):
            if not (hit.meaning.is_menu_word and _only_opens(evidence, label)):
                yield Finding(hit.meaning.level, f'"{hit.word}": {hit.meaning.reason}')
        if hides_direction(label):
            yield Finding(R3, "its label forces a direction of writing and may read otherwise")
    if evidence.role in ENTRY_ROLES:
        return
    yield from _described(evidence)
    if evidence.shows:
        yield Finding(R3, f'it is called "{evidence.name}" and shows "{evidence.shows}"')
    yield from _acts_on(evidence)
    yield from _named(evidence)
    yield from _unnamed(evidence, has_name=any(label.strip() for label in on_screen))
    if opens(action, evidence) and any(text_rules.is_runnable(label) for label in on_screen):
        yield Finding(R3, "it opens a file that can be a program")


def _described(evidence: Evidence) -> Iterator[Finding]:
    """Judge a control by what its program says of it besides its name."""
    for hit in (hit for text in evidence.described for hit in words_of_doing(text)):
        if not (hit.meaning.is_menu_word and _only_opens(evidence, evidence.name)):
            reason = f'its program describes it with "{hit.word}": {hit.meaning.reason}'
            yield Finding(hit.meaning.level, reason)


def _acts_on(evidence: Evidence) -> Iterator[Finding]:
    """Judge a control by the things that it names: a sum of money, a right, what it calls off.

    A single such word is a heading or a tab ("Keys"), a link without a verb leads to a page; a switch
    is named after what it switches.
    """
    is_switch = evidence.role in _SWITCHES
    for label in (evidence.name, *evidence.seen_labels, *evidence.called):
        if evidence.role not in _PRICED or word_count(label) > LONGEST_CONTROL:
            continue
        if text_rules.names_price(label):
            yield Finding(R3, "it names an amount of money")
        if word := calls_off(label):
            yield Finding(R3, f'"{word}": it calls something off')
        is_named_thing = evidence.role == "link" and not danger_words(label)
        is_control = evidence.role in _PRESSED_ROLES and word_count(label) > 1
        if is_switch or (is_control and not is_named_thing):
            yield from _words((label,), "control")


def drop_rule(action: Action, evidence: Evidence) -> Iterator[Finding]:
    """Judge what something is let go over."""
    if drops(action, evidence):
        labels = (evidence.destination_name, *evidence.dropped_on)
        if evidence.crosses_programs:
            yield Finding(R3, "it takes something from one program to another")
        yield from _words(labels, "drop")
        yield from _words(labels, "press")


def question_rule(action: Action, evidence: Evidence) -> Iterator[Finding]:
    """Judge an answer to a dialog by what the dialog says, unless the answer is a refusal."""
    by_mouse = presses(action, evidence)
    if not (by_mouse or may_answer(action, evidence)):
        return
    if by_mouse and _chooses(evidence):
        return
    if not _refuses(action, evidence):
        for text in evidence.question:
            for hit in (*danger_words(text), *danger_words(text, "ask")):
                if hit.meaning.level >= R3:
                    yield Finding(R3, f'the dialog says "{hit.word}": {hit.meaning.reason}')
            if text_rules.names_price(text):
                yield Finding(R3, "the dialog names an amount of money")
    yield from _turned(evidence)
    if by_mouse:
        return
    yield from _words(evidence.may_press, "press", least=R3)


def _chooses(evidence: Evidence) -> bool:
    """Tell whether what is pressed takes a value in a dialog and answers nothing.

    Only where the user, or a macro that somebody has read, names it: a model may be told any role.
    """
    labels = [x for x in (evidence.name, *evidence.seen_labels) if x.strip()]
    return evidence.origin != "model" and evidence.role in CHOICE_ROLES and not is_answer(labels)


def _turned(evidence: Evidence) -> Iterator[Finding]:
    """Judge a no to a question that is turned round: "Keep your changes?", "Cancel your flight?"."""
    asked = [q for text in evidence.question for q in text_rules.questions(text)]
    labels = [x for x in (evidence.name, *evidence.seen_labels) if x.strip()]
    for text in asked:
        for label in labels:
            is_cancel = bool(danger_words(label, "cancel"))
            is_no = bool(danger_words(label, "no") and danger_words(label, "answer"))
            if is_cancel and danger_words(text, "cancel"):
                yield Finding(R3, "the dialog asks whether to call something off")
            elif is_no and not is_cancel and not danger_words(label, "keep"):
                yield from _words((text,), "keep")


def field_rule(action: Action, evidence: Evidence) -> Iterator[Finding]:
    """Judge text by what the field that takes it is called."""
    if not handles_text(action, evidence) or types_secret(action) or not takes_text(evidence):
        return
    yield from _words((evidence.name, *evidence.called), "field")


def frame_rule(action: Action, evidence: Evidence) -> Iterator[Finding]:
    """Judge a press on a window's frame, whose buttons have no names."""
    if evidence.is_frame and (presses(action, evidence) or isinstance(action, Click | Write)):
        yield Finding(R3, "this is the frame of a window, with the button that closes it")


def _words(labels: tuple[str, ...], use: Use, least: RiskLevel = R2) -> Iterator[Finding]:
    for hit in (hit for label in labels for hit in danger_words(label, use)):
        if hit.meaning.level >= least:
            yield Finding(hit.meaning.level, f'"{hit.word}": {hit.meaning.reason}')


def _pressed_labels(evidence: Evidence, on_screen: tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels that count: on a field for text only what the picture shows on no field."""
    if evidence.role not in ENTRY_ROLES:
        return (*on_screen, *evidence.called)
    return () if "editable" in evidence.states else evidence.seen_labels


def _named(evidence: Evidence) -> Iterator[Finding]:
    """Judge what the same instruction presses next, and words of the user's own."""
    for name in evidence.leads_to:
        for hit in danger_words(name, "press"):
            is_asked = hit.meaning.is_menu_word and _asks_first(name, evidence)
            if hit.meaning.level >= R2 and not is_asked:
                yield Finding(hit.meaning.level, f'"{hit.word}": {hit.meaning.reason}')
    labels = (evidence.name, *evidence.seen_labels, *evidence.called, *evidence.leads_to)
    for word in evidence.extra_words:
        if any(says(label, word) for label in labels):
            yield Finding(R3, f'"{word}": you want to be asked about it')


def _unnamed(evidence: Evidence, *, has_name: bool) -> Iterator[Finding]:
    if has_name:
        return
    if "default" in evidence.states:
        yield Finding(R3, "it is the main button of a dialog and its name is not known")
    elif "modal" in evidence.states or (evidence.question and evidence.role in _PRESSED_ROLES):
        yield Finding(R3, "it is in a dialog and its name is not known")
    elif evidence.origin != "user" and evidence.role in _PRESSED_ROLES:
        yield Finding(R2, "it has no name")


def _refuses(action: Action, evidence: Evidence) -> bool:
    """Tell whether everything that names the target says no; Enter in a field answers yes."""
    if submits(action, evidence) and takes_text(evidence):
        return False
    labels = [x for x in (evidence.name, *evidence.seen_labels) if x.strip()]
    return bool(labels) and all(danger_words(label, "no") for label in labels)


def _is_content(label: str, action: Action, evidence: Evidence) -> bool:
    """Tell whether the label is what somebody wrote rather than the name of a control.

    Where a model chose the target, only rows of lists count as content: a long line of plain text
    may be a button that the tree does not know.
    """
    roles = _CONTENT_ROLES | {"tab"} if evidence.origin == "user" else _ROW_ROLES
    if evidence.role not in roles:
        return False
    is_selection = isinstance(action, Click) and action.count == 1 and evidence.role in FILE_ROLES
    in_files = AppKind.FILES in evidence.kinds and is_selection
    return in_files or word_count(label) > CONTENT_WORDS


def _names_program(label: str, evidence: Evidence) -> bool:
    """Tell whether the label is the program's name and a word like "About": "About Order Desk"."""
    names = evidence.program_names if evidence.origin == "user" else ()
    return only_names(label, names, has_more=True)


def _own_words(label: str, evidence: Evidence) -> str:
    """Return a row's label without what it quotes: 'Wait for "Reply received"' replies to nobody."""
    is_cited = evidence.origin != "model" and evidence.role in _ROW_ROLES
    return _QUOTED.sub(" ", label) if is_cited else label


def _asks_first(label: str, evidence: Evidence) -> bool:
    """Tell whether the name of a menu's entry says that a dialog comes first; a page's says nothing."""
    is_told = evidence.origin != "model" and AppKind.BROWSER not in evidence.kinds
    return is_told and label.rstrip().endswith(("...", "…"))


def _only_opens(evidence: Evidence, label: str) -> bool:
    """Tell whether a press shows a menu, a list or a dialog first: "Replace…" replaces nothing yet."""
    if evidence.origin == "user" and evidence.role in _OPENERS:
        return True
    is_opener = evidence.role in _MENU_ROLES or (
        evidence.role == "menu_item" and _asks_first(label, evidence)
    )
    return is_opener and AppKind.BROWSER not in evidence.kinds
