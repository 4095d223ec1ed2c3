"""What of an instruction is meant for a password field, before any screen was looked at."""

from automation.commands.forms import Assign, Form, Type
from automation.commands.grammar import parse
from automation.core.concealing import names_password, spoken_passwords
from automation.core.secrets import holds_reference


def meant_for_passwords(task: str) -> tuple[str, ...]:
    """Return the texts of a task that its own words put into a password field.

    Such a step is refused in any case; this is for what tells and keeps the task meanwhile.
    """
    forms = (form for clause in parse(task).clauses for form in clause.forms)
    typed = (text for form in forms if (text := _typed(form)))
    found = (*typed, *spoken_passwords(task))
    return tuple(dict.fromkeys(text for text in found if not holds_reference(text)))


def _typed(form: Form) -> str:
    match form:
        case Type(target=target) if target is not None and names_password(target.text):
            return form.text
        case Assign() if names_password(form.target.text):
            return form.value
        case _:
            return ""
