"""Gives each step of a list the window that the list names at its end: `tick A and press B in Mousepad`.

Steps of one kind are a list, and what stands before `then`, a full stop or a new line is no part of
it. Nor is what carries something from one window to another, or goes to where the keyboard is:
copy, paste, chords, text.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from automation.commands.clause import CONTEXT_START, Clause
from automation.commands.forms import (
    Choose,
    Expand,
    Form,
    Inside,
    Path,
    Phrase,
    Point,
    Press,
    Switch,
)

_CHORD: Final = re.compile(r"\S\s*\+\s*\S")


def with_shared_windows(clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses, each one of a list also as a step in the window that the list names."""
    kept: list[Clause] = []
    shared: tuple[Phrase, ...] = ()
    later: tuple[Form, ...] = ()
    for clause in reversed(clauses):
        own = tuple(form for form in clause.forms if isinstance(form, Inside))
        steps = tuple(form.form for form in own) or clause.forms
        is_placed_first = CONTEXT_START.match(clause.source) is not None
        if own and not is_placed_first:
            shared, later = tuple(dict.fromkeys(form.where for form in own)), ()
        kinds = {_kind(form) for form in (*steps, *later)}
        if is_placed_first or len(kinds) != 1 or None in kinds:
            shared = ()
        if shared and not own:
            inside = (Inside(where, form, later) for where in shared for form in clause.forms)
            clause = replace(clause, forms=(*clause.forms, *inside))
        kept.append(clause)
        later = (*steps[:1], *later)
        shared = shared if clause.joint in ("and", "comma") else ()
    return kept[::-1]


def _kind(form: Form) -> str | None:
    """Return what a step of a list does to the thing that it names; None where it is no such step."""
    match form:
        case Point():
            return form.button
        case Press():
            return None if _CHORD.search(form.text) else "left"
        case Switch() | Choose() | Expand() | Path():
            return "left"
        case _:
            return None
