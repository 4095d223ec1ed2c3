"""Gives each step of a list the window that the list names at its end: `tick A and press B in Mousepad`.

Steps of one kind are a list, and what stands before `then`, a full stop or a new line is no part of
it. Nor is what carries something from one window to another, or goes to where the keyboard is:
copy, paste, chords, text. Chords that share one verb with what follows are: `press Ctrl+A and Delete
in Mousepad`; not those that copy, cut or go to another window.
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
_LEAVING: Final = frozenset({"alt", "super", "win", "windows", "meta", "cmd", "command"})
"""Modifiers of chords that may go to another window."""
_TAKING: Final = frozenset({"c", "x", "ins", "insert", "del", "delete"})
"""Keys that, with modifiers, may take something along from the window in front."""
_PICTURES: Final = frozenset({"print", "print screen", "printscreen", "prtsc", "prtscn"})
"""Keys that take a picture of it, with modifiers or without."""


def with_shared_windows(clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses, each one of a list also as a step in the window that the list names."""
    kept: list[Clause] = []
    shared: tuple[Phrase, ...] = ()
    later: tuple[Form, ...] = ()
    kinds: set[str | None] = set()
    is_one_verb = False
    for clause in reversed(clauses):
        own = tuple(form for form in clause.forms if isinstance(form, Inside))
        steps = tuple(form.form for form in own) or clause.forms
        is_placed_first = CONTEXT_START.match(clause.source) is not None
        if own and not is_placed_first:
            shared, later = tuple(dict.fromkeys(form.where for form in own)), ()
            kinds, is_one_verb = set(), clause.is_inherited
        kinds |= {_kind(form, is_one_verb, is_last=bool(own)) for form in steps}
        if is_placed_first or len(kinds) != 1 or None in kinds:
            shared = ()
        if shared and not own:
            inside = (Inside(where, form, later) for where in shared for form in clause.forms)
            clause = replace(clause, forms=(*clause.forms, *inside))
        kept.append(clause)
        later = (*steps[:1], *later)
        is_one_verb = clause.is_inherited
        shared = shared if clause.joint in ("and", "comma") else ()
    return kept[::-1]


def with_shared_lists(clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses, each entry also as one of the list that the last names: `select a, b in Tags`."""
    kept: list[Clause] = []
    shared: Phrase | None = None
    for clause in reversed(clauses):
        own = next((f.target for f in clause.forms if isinstance(f, Choose) and f.target), None)
        plain = [f for f in clause.forms if isinstance(f, Choose) and f.target is None]
        if own is not None:
            shared = own if clause.is_inherited else None
        elif shared is not None and plain:
            inside = tuple(replace(form, target=shared) for form in plain)
            clause = replace(clause, forms=(*inside, *clause.forms))
            shared = shared if clause.is_inherited else None
        else:
            shared = None
        kept.append(clause)
    return kept[::-1]


def _kind(form: Form, is_one_verb: bool, *, is_last: bool) -> str | None:
    """Return what a step of a list does to the thing that it names; None where it is no such step."""
    match form:
        case Point():
            return form.button
        case Press():
            is_part = is_last or _stays(form.text)
            return "left" if is_part and (is_one_verb or not _CHORD.search(form.text)) else None
        case Switch() | Choose() | Expand() | Path():
            return "left"
        case _:
            return None


def _stays(keys: str) -> bool:
    """Tell whether a key or chord neither takes something along nor goes to another window."""
    *modifiers, key = (part.strip() for part in keys.casefold().split("+"))
    if key in _PICTURES or not _LEAVING.isdisjoint(modifiers):
        return False
    return not (modifiers and key in _TAKING)
