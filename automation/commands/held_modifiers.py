"""Puts `hold Ctrl and click X` together to one clause, so that nothing stays held down."""

from dataclasses import replace

from automation.commands.clause import Clause
from automation.commands.forms import Form, Hold, Inside, Once, Point, Press
from automation.commands.pointing_verbs import MODIFIERS
from automation.commands.targets import phrase
from automation.commands.words import Quotes
from automation.core.actions import Modifier


def with_held_modifiers(clauses: list[Clause], quotes: Quotes) -> list[Clause]:
    """Return the clauses with each held modifier in the step that it is held for."""
    kept: list[Clause] = []
    held: Modifier | None = None
    for clause in clauses:
        joined = None
        if kept and kept[-1].forms and clause.forms:
            before = kept[-1].forms[0]
            joined = _as_chord(before, clause, quotes) or _as_click(before, clause)
        if joined is not None:
            held = _held_by(joined.forms[0])
        elif held is not None and clause.is_inherited and clause.joint in ("and", "comma"):
            # The key is held for all that one verb names.
            clause = replace(clause, forms=tuple(_held(form, held) for form in clause.forms))
        else:
            held = None
        if joined is None:
            kept.append(clause)
        else:
            kept[-1] = joined
    return kept


def _as_chord(before: Form, clause: Clause, quotes: Quotes) -> Clause | None:
    """Read `press Ctrl and S` and `hold Alt and press F4` as one chord; None for anything else."""
    first = clause.forms[0]
    held = before.key if isinstance(before, Hold) and before.down else ""
    held = before.text if isinstance(before, Press) and clause.joint == "and" else held
    if not held or not isinstance(first, Press):
        return None
    if not all(part.strip().casefold() in MODIFIERS for part in held.split("+")):
        return None
    forms = tuple(_chord(held, form, quotes) for form in clause.forms)
    return replace(clause, forms=forms, is_inherited=False)


def _chord(held: str, form: Form, quotes: Quotes) -> Form:
    if isinstance(form, Inside | Once):
        return replace(form, form=_chord(held, form.form, quotes))
    if not isinstance(form, Press):
        return form
    text = f"{held}+{form.text}"
    return Press(text, phrase(text, quotes) or form.target, form.repeat, is_key=True)


def _as_click(before: Form, clause: Clause) -> Clause | None:
    """Read `hold Ctrl and click X` as a click with Ctrl; None for anything else."""
    modifier, first = None, clause.forms[0]
    if isinstance(before, Hold) and before.down:
        modifier = MODIFIERS.get(before.key.casefold())
    elif isinstance(before, Press) and clause.joint == "and":
        modifier = MODIFIERS.get(before.text.casefold())
    if modifier is None or not isinstance(first, Point) or first.button is None:
        return None
    forms = tuple(_held(form, modifier) for form in clause.forms)
    return replace(clause, forms=forms, is_inherited=False)


def _held_by(form: Form) -> Modifier | None:
    if isinstance(form, Inside | Once):
        return _held_by(form.form)
    return form.modifiers[-1] if isinstance(form, Point) and form.modifiers else None


def _held(form: Form, modifier: Modifier) -> Form:
    if isinstance(form, Inside | Once):
        return replace(form, form=_held(form.form, modifier))
    return replace(form, modifiers=(*form.modifiers, modifier)) if isinstance(form, Point) else form
