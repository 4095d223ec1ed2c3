"""What of an instruction is meant for a password field, before any screen was looked at."""

import re
from typing import Final

from automation.commands.forms import Assign, Form, Inside, Once, Point, Type
from automation.commands.grammar import parse
from automation.core.concealing import names_password, spoken_passwords
from automation.core.secrets import holds_reference

_FIELD_WORD: Final = re.compile(r"\s+(?:field|box|input|entry)$", re.IGNORECASE)
_ELSEWHERE: Final = re.compile(
    r"\b(?:forgot|forgotten|lost|reset|change|show|hide)\b", re.IGNORECASE
)


def meant_for_passwords(task: str) -> tuple[str, ...]:
    """Return the texts of a task that its own words put into a password field.

    Such a step is refused in any case; this is for what tells and keeps the task meanwhile.
    """
    typed, is_in_field = [], False
    for clause in parse(task).clauses:
        typed += [text for form in clause.forms if (text := _typed(form, is_in_field=is_in_field))]
        is_in_field = any(_leads_to_password(form) for form in clause.forms)
    found = (*typed, *spoken_passwords(task))
    return tuple(dict.fromkeys(text for text in found if not holds_reference(text)))


def _leads_to_password(form: Form) -> bool:
    """Tell whether the focus is in a password field afterwards: `click the new password field`.

    `Password manager` and `Forgot password?` lead elsewhere.
    """
    if isinstance(form, Inside | Once):
        return _leads_to_password(form.form)
    if not isinstance(form, Point):
        return False
    words = _FIELD_WORD.sub("", form.target.text)
    return (
        names_password(words)
        and not names_password(words.rpartition(" ")[0])
        and not _ELSEWHERE.search(words)
    )


def _typed(form: Form, *, is_in_field: bool) -> str:
    match form:
        case Type(target=None) if is_in_field:
            return form.text
        case Type(target=target) if target is not None and names_password(target.text):
            return form.text
        case Inside() | Once():
            return _typed(form.form, is_in_field=is_in_field)
        case Assign() if names_password(form.target.text):
            return form.value
        case _:
            return ""
