"""What is written on a target, around it and under it: words and places that make a press hard to undo.

A button of a page, of a call or of an account says "Next" and does what the text beside it means. Only
what a policy chose is judged by where it stands; whose own words name a control has read what stands there.
In terminals, mail, file managers and banks the same action weighs more.

A word of danger counts where it labels what is pressed, together with what a press does there. A button,
a link or an entry of a menu acts, and what nobody knows may. A box is set: "Book the train" on it books
nothing, "Send newsletter" is asked about where it is ticked or unticked, since which button puts it into
effect is not known. A tab, a fold, a heading of a column or an entry of a list is opened or chosen, and
what is carried elsewhere is not pressed. The word list tells which words that is true of; of whatever role
a page gives a thing that a model chose, it is true of none. A field for
searching sends off its own form or landmark only; where the tree tells neither, every button near it
counts. A program's own name is left out of an About box and of a notice that asks nothing, never out of
a question: "Delete Files" may be both.
"""

import re
from collections.abc import Iterable, Iterator
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
from automation.core.text import filled, worded
from automation.safety import text_rules
from automation.safety.danger_words import (
    Does,
    Use,
    calls_off,
    danger_words,
    hides_direction,
    is_in_known_script,
    only_names,
    says,
    split_words,
    word_count,
    words_of_doing,
)
from automation.safety.evidence import AppKind, Evidence
from automation.safety.key_risk import MODIFIERS
from automation.safety.risk_rules import (
    FILE_ROLES,
    Finding,
    breaks_lines,
    chords_of,
    deletes_selection,
    drops,
    handles_text,
    may_answer,
    opens,
    presses,
    sets_off,
    submits,
    takes_text,
    types_into,
    types_secret,
    writes_letters,
)
from automation.screen.roles import BOXES, BUTTONS, CELLS, ROWS, TWO_STATES, TYPED_FIELDS

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
            yield Finding(R3, worded("the window's title says that something is not saved"))
        return
    if evidence.origin == "user":
        if presses(action, evidence) and _answers_only(evidence):
            yield from _asked_beside(evidence)
            if not (evidence.takes_value and _asks_for_value(evidence)):
                yield from _unknown_question(evidence)
        return
    yield from _in_call(action, evidence)
    if sets_off(action, evidence) and evidence.role not in TYPED_FIELDS:
        yield from _answered(evidence)
        yield from _set_off(evidence)
        yield from _signs(evidence)
    elif AppKind.ACCOUNT in evidence.kinds and submits(action, evidence):
        yield Finding(R3, worded("Enter can change an account"))


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
        yield Finding(
            R3, worded("this page holds the settings of an account or of a running system")
        )
    if evidence.kinds & _ACTING and not _only_chooses(evidence):
        is_known = bool(labels) and all(map(_has_plain_effect, labels))
        level = R3 if AppKind.BROWSER in evidence.kinds and not is_known else R2
        yield Finding(level, worded("what this control does is not known, and it can reach far"))
    if not all(map(is_in_known_script, labels)):
        yield Finding(R2, worded("its label is in a script that I know no words of"))


def _only_chooses(evidence: Evidence) -> bool:
    """Tell whether the tree says that a macro's target only takes a value: a switch, a listed choice.

    A step of a macro is one that its user made or has read, and an untrusted one is raised anyway. A
    model's reading of a page is neither.
    """
    is_switch = evidence.role in BOXES and "checkable" in evidence.states
    return evidence.origin == "macro" and (is_switch or evidence.is_choice)


def _in_call(action: Action, evidence: Evidence) -> Iterator[Finding]:
    if AppKind.CALL not in evidence.kinds:
        return
    is_control = presses(action, evidence) and evidence.role in _UNTOLD
    if is_control and not _only_looks(_labels(evidence)):
        yield Finding(
            R3, worded("in a call it can switch the microphone, the camera or the screen")
        )
    is_key = bool(chords_of(action, evidence.held_keys)) and not takes_text(evidence)
    if is_key and (types_into(action, evidence) or _acts(action, evidence)):
        yield Finding(
            R3, worded("in a call keys can switch the microphone, the camera or the screen")
        )


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
        yield Finding(R3, worded("the dialog asks something that I know no word of"))


def _told_beside(evidence: Evidence) -> Iterator[Finding]:
    """Read an answer together with the texts beside it: "Next" below a sum of money pays it."""
    for text in (evidence.title, *evidence.beside):
        for hit in (*danger_words(text), *danger_words(text, "ask")):
            if hit.meaning.level >= R3:
                yield Finding(
                    R3, worded('beside it stands "{0}": {1}', hit.word, hit.meaning.reason)
                )
        if text_rules.names_price(text):
            yield Finding(R3, worded("an amount of money stands beside it"))


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
            yield Finding(R3, worded('beside it stands "{0}": {1}', hit.word, hit.meaning.reason))
    if any(map(text_rules.names_price, evidence.beside)):
        yield Finding(R3, worded("an amount of money stands beside it"))


def _signs(evidence: Evidence) -> Iterator[Finding]:
    """Judge a control that shows a picture and says no word."""
    labels = _labels(evidence)
    if not labels or not all(map(text_rules.is_sign, labels)):
        return
    reaches = evidence.kinds & _TALKING
    yield Finding(R3 if reaches else R2, worded("it shows a sign, and no word tells what it does"))


def _labels(evidence: Evidence) -> tuple[str, ...]:
    return tuple(x for x in (evidence.name, *evidence.seen_labels) if x.strip())


def is_answer(labels: Iterable[str], does: Does = "acts") -> bool:
    """Tell whether something that the target is called is an answer, a number or an effect."""
    return any(
        x.strip().isdigit() or danger_words(x, "answer") or danger_words(x, does=does)
        for x in labels
    )


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


_DOCUMENT_NAME: Final = re.compile(
    r"\S{1,60}\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|txt|csv|rtf|png|jpe?g)(?!\S)", re.IGNORECASE
)
"""The last word of a document's name; where the name begins nobody can tell."""
_QUOTED: Final = re.compile(
    '"[^"]+"|\u201c[^\u201d]+\u201d|\u201e[^\u201c\u201d]+[\u201c\u201d]|\u00ab[^\u00bb]+\u00bb'
)

CONTENT_WORDS: Final = 5
"""Longest label, in words, that counts on things that show content: rows, cells, plain text."""
_ROW_ROLES: Final = frozenset({"list_item", "tree_item", "cell", "row", "icon", "image"})
_CONTENT_ROLES: Final = _ROW_ROLES | {"text", "label", "heading", "status", ""}
_MENU_ROLES: Final = frozenset({"menu", "tab", "column_header", "row_header"})
CHOICE_ROLES: Final = frozenset(
    {"checkbox", "radio", "tab", "menu", "combo", "field", "spinner", "slider", "list_item",
     "tree_item", "cell", "row", "column_header", "row_header"}
)  # fmt: skip
"""Parts of a dialog that hold what an answer then takes."""
_OPENERS: Final = frozenset({"combo"})
_SET_ROLES: Final = BOXES | {"slider", "spinner"}
_OPENED_ROLES: Final = ROWS | CELLS | {"tab", "combo", "column_header"}
_READER: Final = frozenset(
    """i we my our me ich wir mein meine meinen man je mon yo""".split()  # noqa: SIM905
)
"""Words for oneself: who asks is the reader and not the program."""
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
    is_carried = _is_carried(action, evidence)
    labels = (evidence.destination_name,) if is_carried else _pressed_labels(evidence, on_screen)
    for label in () if evidence.is_sorted else labels:
        yield from _labelled(label, action, evidence)
    if evidence.role in TYPED_FIELDS:
        return
    yield from _described(evidence, _does(action, evidence))
    if evidence.shows:
        yield Finding(
            R3, worded('it is called "{0}" and shows "{1}"', evidence.name, evidence.shows)
        )
    if not is_carried:
        yield from _acts_on(evidence, _does(action, evidence))
    yield from _named(evidence)
    yield from _unnamed(evidence, has_name=any(label.strip() for label in on_screen))
    if opens(action, evidence) and any(text_rules.is_runnable(label) for label in on_screen):
        yield Finding(R3, worded("it opens a file that can be a program"))


def _labelled(label: str, action: Action, evidence: Evidence) -> Iterator[Finding]:
    """Judge one label by its words and by what a press does there."""
    if _is_content(label, action, evidence) or _names_program(label, evidence):
        return
    if _is_asked_by_reader(label, evidence):
        return
    for hit in danger_words(_own_words(label, evidence), does=_does(action, evidence)):
        if not (hit.meaning.is_menu_word and _only_opens(evidence, label)):
            yield Finding(hit.meaning.level, worded('"{0}": {1}', hit.word, hit.meaning.reason))
    if hides_direction(label):
        yield Finding(R3, worded("its label forces a direction of writing and may read otherwise"))


def _does(action: Action, evidence: Evidence) -> Does:
    """Return what a single press does to the target, by its role, where the user's words name it."""
    is_press = isinstance(action, Click) and action.count == 1 and action.button == "left"
    if not is_press or evidence.origin == "model":
        return "acts"
    if evidence.role in _SET_ROLES:
        return "sets"
    # The arrow of a button called "Send" may open a menu, and the rest of the button sends.
    is_fold = _is_fold(evidence) and word_count(evidence.name) > 1
    is_opened = evidence.role in _OPENED_ROLES or evidence.is_choice or is_fold
    return "opens" if is_opened else "acts"


def _is_fold(evidence: Evidence) -> bool:
    return bool(evidence.states & {"expandable", "expanded"})


def _is_asked_by_reader(label: str, evidence: Evidence) -> bool:
    """Tell whether the label of a fold is a question that the reader has: what opens is the answer."""
    if evidence.origin == "model" or not _is_fold(evidence) or not text_rules.questions(label):
        return False
    words = split_words(label)
    return bool(_FOR_VALUES.intersection(words[:1]) or _READER.intersection(words))


def _is_carried(action: Action, evidence: Evidence) -> bool:
    """Tell whether the target is content that is let go over another thing, which alone is acted on."""
    is_card = evidence.role in _CONTENT_ROLES and evidence.origin != "model"
    place = evidence.destination_name
    return isinstance(action, Drag) and is_card and bool(place) and place != evidence.name


def _described(evidence: Evidence, does: Does) -> Iterator[Finding]:
    """Judge a control by what its program says of it besides its name."""
    for hit in (hit for text in evidence.described for hit in words_of_doing(text, does)):
        if not (hit.meaning.is_menu_word and _only_opens(evidence, evidence.name)):
            reason = worded(
                'its program describes it with "{0}": {1}', hit.word, hit.meaning.reason
            )
            yield Finding(hit.meaning.level, reason)


def _acts_on(evidence: Evidence, does: Does) -> Iterator[Finding]:
    """Judge a control by the things that it names: a sum of money, a right, what it calls off.

    A single such word is a heading or a tab ("Keys"), a link without a verb leads to a page; a switch
    is named after what it switches, and a fold after what it holds.
    """
    is_switch = evidence.role in TWO_STATES
    for label in (evidence.name, *evidence.seen_labels, *evidence.called):
        if evidence.role not in _PRICED or word_count(label) > LONGEST_CONTROL:
            continue
        if _is_asked_by_reader(label, evidence):
            continue
        if text_rules.names_price(label):
            yield Finding(R3, worded("it names an amount of money"))
        if word := calls_off(label):
            yield Finding(R3, worded('"{0}": it calls something off', word))
        is_named_thing = evidence.role == "link" and not danger_words(label)
        is_control = evidence.role in _PRESSED_ROLES and word_count(label) > 1
        if is_switch or (is_control and not is_named_thing):
            for hit in danger_words(_own_words(label, evidence), "control", does):
                yield Finding(hit.meaning.level, worded('"{0}": {1}', hit.word, hit.meaning.reason))


def drop_rule(action: Action, evidence: Evidence) -> Iterator[Finding]:
    """Judge what something is let go over."""
    if drops(action, evidence):
        labels = (evidence.destination_name, *evidence.dropped_on)
        if evidence.crosses_programs:
            yield Finding(R3, worded("it takes something from one program to another"))
        yield from _words(labels, "drop")
        if not evidence.is_sorted:
            yield from _words(labels, "press")


def question_rule(action: Action, evidence: Evidence) -> Iterator[Finding]:
    """Judge an answer to a dialog by what the dialog says, unless the answer is a refusal."""
    by_mouse = presses(action, evidence)
    if not (by_mouse or may_answer(action, evidence)):
        return
    if by_mouse and _chooses(action, evidence):
        return
    if not _refuses(action, evidence):
        for text in evidence.question:
            for hit in (*danger_words(text), *danger_words(text, "ask")):
                if hit.meaning.level >= R3:
                    yield Finding(
                        R3, worded('the dialog says "{0}": {1}', hit.word, hit.meaning.reason)
                    )
            if text_rules.names_price(text):
                yield Finding(R3, worded("the dialog names an amount of money"))
    yield from _turned(evidence)
    if by_mouse:
        return
    no_use = _NEVER_BY_A_BREAK if breaks_lines(action, evidence) else frozenset()
    yield from _words(evidence.may_press, "press", least=R3, but=no_use)


_NEVER_BY_A_BREAK: Final = frozenset(
    {"delete", "discard", "uninstall", "power", "overwrite", "revoke", "trash_can"}
)
"""Meanings of buttons that a line break in a large field never presses: in a chat it sends at most."""


def _chooses(action: Action, evidence: Evidence) -> bool:
    """Tell whether what is pressed takes a value in a dialog and answers nothing.

    Only where the user, or a macro that somebody has read, names it: a model may be told any role.
    """
    labels = [x for x in (evidence.name, *evidence.seen_labels) if x.strip()]
    is_choice = evidence.origin != "model" and evidence.role in CHOICE_ROLES
    return is_choice and not is_answer(labels, _does(action, evidence))


def _turned(evidence: Evidence) -> Iterator[Finding]:
    """Judge a no to a question that is turned round: "Keep your changes?", "Cancel your flight?"."""
    asked = [q for text in evidence.question for q in text_rules.questions(text)]
    labels = [x for x in (evidence.name, *evidence.seen_labels) if x.strip()]
    for text in asked:
        for label in labels:
            is_cancel = bool(danger_words(label, "cancel"))
            is_no = bool(danger_words(label, "no") and danger_words(label, "answer"))
            if is_cancel and danger_words(text, "cancel"):
                yield Finding(R3, worded("the dialog asks whether to call something off"))
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
        yield Finding(R3, worded("this is the frame of a window, with the button that closes it"))


def _words(
    labels: tuple[str, ...], use: Use, least: RiskLevel = R2, but: frozenset[str] = frozenset()
) -> Iterator[Finding]:
    for hit in (hit for label in labels for hit in danger_words(label, use)):
        if hit.meaning.level >= least and hit.meaning.name not in but:
            yield Finding(hit.meaning.level, worded('"{0}": {1}', hit.word, hit.meaning.reason))


def _pressed_labels(evidence: Evidence, on_screen: tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels that count: on a field for text only what the picture shows on no field."""
    if evidence.role not in TYPED_FIELDS:
        return (*on_screen, *evidence.called)
    return () if "editable" in evidence.states else evidence.seen_labels


def _named(evidence: Evidence) -> Iterator[Finding]:
    """Judge what the same instruction presses next, and words of the user's own."""
    for name in evidence.leads_to:
        for hit in danger_words(name, "press"):
            is_asked = hit.meaning.is_menu_word and _asks_first(name, evidence)
            if hit.meaning.level >= R2 and not is_asked:
                yield Finding(hit.meaning.level, worded('"{0}": {1}', hit.word, hit.meaning.reason))
    labels = (evidence.name, *evidence.seen_labels, *evidence.called, *evidence.leads_to)
    for word in evidence.extra_words:
        if any(says(label, word) for label in labels):
            yield Finding(R3, worded('"{0}": you want to be asked about it', word))


def _unnamed(evidence: Evidence, *, has_name: bool) -> Iterator[Finding]:
    if has_name:
        return
    if "default" in evidence.states:
        yield Finding(R3, worded("it is the main button of a dialog and its name is not known"))
    elif "modal" in evidence.states or (evidence.question and evidence.role in _PRESSED_ROLES):
        yield Finding(R3, worded("it is in a dialog and its name is not known"))
    elif evidence.origin != "user" and evidence.role in _PRESSED_ROLES:
        yield Finding(R2, worded("it has no name"))


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
    """Return a label without the words that are not its own: those of a file's name, and what a row quotes.

    'Wait for "Reply received"' replies to nobody, and “Star policy.pdf” is about no policy.
    """
    if evidence.origin == "model":
        return label
    label = _DOCUMENT_NAME.sub(" ", label)
    return _QUOTED.sub(" ", label) if evidence.role in _ROW_ROLES else label


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


_BRITTLE: Final = frozenset({AppKind.PACKAGES, AppKind.REMOTE, AppKind.BANK, AppKind.DISKS})
_WRITERS: Final = frozenset({AppKind.CHAT, AppKind.MAIL})
_CONSOLES: Final = frozenset({AppKind.TERMINAL, AppKind.CONSOLE})
_CONSOLE_NAME: Final = re.compile(
    r"\b(?:terminal|console|konsole|konsola|shell|repl)\b", re.IGNORECASE
)
_FUNCTION_KEY: Final = re.compile(r"f\d{1,2}")
_RUN_WORDS: Final = ("run", "debug", "start without", "execute")
_EDIT_KEYS: Final = ({"ctrl", "x"}, {"cut"}, {"delete"}, {"ctrl", "z"}, {"ctrl", "y"})
_ADDING_KEYS: Final = ({"ctrl", "v"}, {"paste"}, {"f2"})
"""What adds a file, or asks for another name of it: where the user says so himself, nothing is lost."""
_RUN_KEYS: Final = frozenset({"f5", "f9", "f10"})


def app_rule(action: Action, evidence: Evidence) -> Iterator[Finding]:
    """Judge the action by the kind of program that it goes to."""
    if isinstance(action, Launch | Window) or _app_only_looks(action, evidence):
        return
    yield from _typing(action, evidence)
    yield from _mail(action, evidence)
    kinds = evidence.kinds
    if AppKind.FILES in kinds and _changes_files(action, evidence):
        yield Finding(R3, worded("it can move or delete files"))
    for kind in sorted(kinds & _BRITTLE):
        yield Finding(R3, worded("this is a {0} window", filled(kind.value)))
    if AppKind.SETTINGS in kinds:
        is_grave = types_into(action, evidence) or _is_switch(action, evidence)
        yield Finding(R3 if is_grave else R2, worded("this changes system settings"))
    if AppKind.IDE in kinds and _runs_code(action, evidence):
        yield Finding(R3, worded("it can run code"))


def _typing(action: Action, evidence: Evidence) -> Iterator[Finding]:
    kinds, types = evidence.kinds, types_into(action, evidence)
    types_there = types or _is_function_key(action, evidence)
    if types_there and (kinds & _CONSOLES or _is_console(evidence)):
        yield Finding(R3, worded("it goes to a terminal"))
    if AppKind.LAUNCHER in kinds and types:
        yield Finding(R3, worded("it goes to a launcher, which can start anything"))
    if AppKind.PANEL in kinds and (types or sets_off(action, evidence)):
        yield Finding(R3, worded("a panel or a notification can start or answer anything"))


def _mail(action: Action, evidence: Evidence) -> Iterator[Finding]:
    if not evidence.kinds & _WRITERS:
        return
    if submits(action, evidence):
        yield Finding(R3, worded("Enter can send the message"))
    if bool(evidence.role) and writes_letters(action, evidence) and not takes_text(evidence):
        yield Finding(R3, worded("a letter outside of a text is a command there"))


def keys_rule(action: Action, evidence: Evidence) -> Iterator[Finding]:
    """Judge keys and text that go where nobody knows of a place for text.

    Whose own words name the step has looked where it goes.
    """
    if evidence.origin == "user":
        return
    if deletes_selection(action, evidence):
        yield Finding(R3, worded("Delete can remove what is selected"))
    if isinstance(action, Write) and action.overwrite and "multi_line" in evidence.states:
        yield Finding(R2, worded("it replaces a whole text"))
    if evidence.role == "cell" and {"ctrl", "-"} in chords_of(action, evidence.held_keys):
        yield Finding(R2, worded("it can delete rows"))
    if not takes_text(evidence) and writes_letters(action, evidence):
        yield Finding(
            R2, worded("no text field is known to have the focus, and letters can be commands")
        )


def _app_only_looks(action: Action, evidence: Evidence) -> bool:
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
    return evidence.role in TYPED_FIELDS and any(_CONSOLE_NAME.search(name) for name in names)


def _is_switch(action: Action, evidence: Evidence) -> bool:
    roles = BOXES | BUTTONS
    return presses(action, evidence) and evidence.role in roles


def _changes_files(action: Action, evidence: Evidence) -> bool:
    is_drag = isinstance(action, Drag | ButtonUp) or (
        isinstance(action, Move) and evidence.has_button_down
    )
    is_own = evidence.origin == "user"
    grave = ("cut",) if is_own else ("cut", "paste")
    if is_drag or (isinstance(action, Clipboard) and action.op in grave):
        return True
    chords = chords_of(action, evidence.held_keys)
    keys = _EDIT_KEYS if is_own else (*_EDIT_KEYS, *_ADDING_KEYS)
    return any(each <= chord for chord in chords for each in keys)


def _runs_code(action: Action, evidence: Evidence) -> bool:
    if isinstance(action, Click):
        said = " ".join((evidence.name, *evidence.seen_labels, *evidence.called)).casefold()
        return any(word in said for word in _RUN_WORDS)
    return any(chord & _RUN_KEYS for chord in chords_of(action, evidence.held_keys))
