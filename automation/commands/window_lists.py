"""Gives each step of a list the window that the list names at its end: `tick A and press B in Mousepad`.

What stands before `then`, a full stop or a new line is no part of that list, nor are copy and paste,
which carry something from one window to another.
"""

from collections.abc import Sequence
from dataclasses import replace

from automation.commands.clause import Clause
from automation.commands.forms import Inside, Phrase
from automation.commands.said_windows import is_listed


def with_shared_windows(clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses, each one of a list also as a step in the window that the list names."""
    kept: list[Clause] = []
    shared: tuple[Phrase, ...] = ()
    for clause in reversed(clauses):
        own = tuple(dict.fromkeys(f.where for f in clause.forms if isinstance(f, Inside)))
        if not all(is_listed(f.form if isinstance(f, Inside) else f) for f in clause.forms):
            shared = ()
        elif own:
            shared = own
        inside = tuple(Inside(where, form) for where in shared for form in clause.forms)
        kept.append(clause if own else replace(clause, forms=(*clause.forms, *inside)))
        shared = shared if clause.joint in ("and", "comma") else ()
    return kept[::-1]
