"""What of an instruction is meant for a password field, told before any screen was looked at."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from automation.commands.forms import (
    Assign,
    Bare,
    Choose,
    Drag,
    Expect,
    Fact,
    Focus,
    Form,
    Insert,
    Inside,
    Once,
    Open,
    OpenFile,
    Part,
    Phrase,
    Press,
    Rewrite,
    Tell,
    Transfer,
    Turn,
    TurnUntil,
    Type,
    Visit,
    WindowOp,
    phrases_of,
)
from automation.commands.read.grammar import Clause, Instruction, parse
from automation.core.secrets import holds_reference, names_password, spoken_passwords

_FIELD_WORD: Final = re.compile(r"\s+(?:field|box|input|entry|prompt)$", re.IGNORECASE)

_NO_FIELD: Final = re.compile(
    r"\b(?:forgot|forgotten|lost|reset|change|show|hide)\b", re.IGNORECASE
)

_UNTIL: Final = re.compile(r"\b(?:until|bis)\b.*", re.IGNORECASE)

_SAME: Final = re.compile(
    r"(?:in(?:to|side)? )?(?:it|this|that|there|here|es|dort|dorthin|da|darauf|hinein|(?:the|that|das) (?:field|box|feld))",
    re.IGNORECASE,
)
"""Words for the thing that was meant last."""


def leads_to_password(form: Form) -> bool:
    """Tell whether the focus is in a password field afterwards: `click the new password field`.

    `Password manager` and `Forgot password?` lead elsewhere.
    """
    match form:
        case Inside():
            return _is_password_field(form.where) or leads_to_password(form.form)
        case Once():
            return leads_to_password(form.form)
        case TurnUntil():
            return _is_password_field(Phrase(form.text, ()))
        case Press() if (until := _UNTIL.search(form.text)) and names_password(until.group()):
            return True
        case _:
            return any(map(_is_password_field, phrases_of(form)))


def leads_elsewhere(form: Form) -> bool:
    """Tell whether the focus is surely in something else afterwards: keys and waiting move it nowhere."""
    match form:
        case Inside() | Once():
            return leads_elsewhere(form.form)
        case Press(on=None) | Bare() | Turn() | Expect() | Tell() | Fact():
            return False
        case Focus() | Open() | WindowOp() | Visit() | OpenFile():
            return True
        case _:
            targets = [target.text for target in phrases_of(form)]
            return bool(targets) and not any(
                names_password(words) or _SAME.fullmatch(words) for words in targets
            )


def put_into_password(form: Form, *, is_in_field: bool) -> str:
    """Return the text that a form puts into a password field, or into the one in use if that is one."""
    match form:
        case Inside(where=where):
            is_there = is_in_field or _is_password_field(where)
            return put_into_password(form.form, is_in_field=is_there)
        case Once():
            return put_into_password(form.form, is_in_field=is_in_field)
        case Type(text=text, target=target) | Assign(value=text, target=target):
            pass
        case Insert(text=text, where=target) | Rewrite(text=text, where=target):
            pass
        case Transfer(part=Part(words=text), to=target):
            pass
        case Drag(origin=Phrase(text=text), destination=Phrase() as target):
            pass
        case Choose(option=Phrase(text=text), target=target) if not _EVERYTHING.fullmatch(text):
            pass
        case _:
            return ""
    if target is None and (told := _TOLD_LATE.fullmatch(text)) and names_password(told[2]):
        return told[1]
    if target is None or _SAME.fullmatch(target.text):
        return text if is_in_field else ""
    return text if names_password(target.text) else ""


_EVERYTHING: Final = re.compile("all|alles?|everything", re.IGNORECASE)
"""What `select all in Password` chooses, which is no text."""

_TOLD_LATE: Final = re.compile(
    r"(.+?),?(?:\s+(?:there|dort))?\s+"
    r"(?:(?:after|once|when|while|as soon as|nachdem|sobald|wenn|während)\s+(.+))",
    re.IGNORECASE,
)
"""Words for a text before those that tell where it goes: `type X there after clicking Y`."""


def _is_password_field(target: Phrase) -> bool:
    told = (target.text, *(reading.label for reading in target.readings))
    return any(
        names_password(words)
        and not names_password(words.rpartition(" ")[0])
        and not _NO_FIELD.search(words)
        for words in (_FIELD_WORD.sub("", words) for words in told)
    )


_JOINT: Final = re.compile(r"[;,]\s+|\s+(?:and|then|und|dann|danach)\s+", re.IGNORECASE)

_PASTED: Final = re.compile(
    r"(?:paste|insert|put|füge?|setze?|kopiere?)\s+(?:in\s+)?(.+?)(?:\s+(?:ein|in|there))?\s*",
    re.IGNORECASE,
)
"""Words for a text that is to come into the field in use, as no step of ours does it."""


_PINNING: Final = re.compile(
    r"(?P<joint>^|[.;,]\s+|\b(?:and|then)\s+)(?:please\s+)?pin\s+(?=(?:this|that|his|her|our|your|[^\W\d_]+['\u2019]s)\s+[^\W\d_]{3})",
    re.IGNORECASE,
)
"""`pin Milo's message`: a verb, and nobody's number."""


def meant_for_passwords(task: str) -> tuple[str, ...]:
    """Return the texts of a task that its own words put into a password field.

    Such a step is refused in any case; this is for what tells and keeps the task meanwhile, and for what
    a model server is not told.
    """
    typed, is_in_field = [], False
    instruction = parse(task)
    for clause in _taken_apart(instruction):
        is_no_verb = clause.is_inherited or clause.is_bare
        pasted = _PASTED.fullmatch(clause.source.strip()) if is_no_verb else None
        if is_in_field and pasted is not None:
            typed.append(instruction.quotes.plain(pasted.group(1)))
        typed += [put_into_password(form, is_in_field=is_in_field) for form in clause.forms]
        if any(map(leads_to_password, clause.forms)):
            is_in_field = True
        elif not is_no_verb and all(map(leads_elsewhere, clause.forms)):
            is_in_field = False
    found = (*typed, *spoken_passwords(_PINNING.sub(r"\g<joint>", task)))
    return tuple(dict.fromkeys(text for text in found if text and not holds_reference(text)))


def _taken_apart(instruction: Instruction) -> Iterator[Clause]:
    """Return the clauses; one that nobody understands is taken apart at its joints."""
    for clause in instruction.clauses:
        parts = _JOINT.split(clause.source) if clause.is_bare else []
        for part in parts if len(parts) > 1 else ():
            apart = parse(instruction.quotes.written(part))
            yield from (replace(c, source=apart.quotes.written(c.source)) for c in apart.clauses)
        if len(parts) < 2:
            yield clause
