"""What a play needs before it begins: its table, its values, and the secrets that they name. No Qt."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from app.macro_one_row import one_row, row_needed
from app.macro_request import NeedsValues, PlayRequest, Refusal
from automation.core.errors import MacroError, SecretsError
from automation.core.proposal import Outcome
from automation.core.secrets import no_such_secret
from automation.core.visible import visible_text
from automation.macros.macro import Param
from automation.macros.player.each_row import (
    Rows,
    default_words,
    fillable,
    needed_values,
    rows_for,
)
from automation.macros.player.linking import Linked
from automation.macros.player.part import part_of
from automation.macros.player.tables import Table, open_table
from automation.macros.player.values import Asked, BadValue, Scope, Wanted, scope_for

if TYPE_CHECKING:
    from collections.abc import Collection

SecretNames = Callable[[], "Collection[str]"]
"""Returns the names of the stored secrets; raises `SecretsError`."""


def stored_names() -> "Collection[str]":
    """Return the names of the secrets that the keyring has.

    Raises:
        SecretsError: the keyring cannot be used.
    """
    from automation.desktop.secrets import book  # noqa: PLC0415  # only where a secret is named

    return frozenset(entry.name for entry in book.entries())


def rows_of(linked: Linked, request: PlayRequest) -> Rows | None:
    """Return the table of a play with what it does to the macros; None for a play without one.

    Raises:
        Refusal: it cannot be read, or has nothing that the macro uses; where nobody is there to see
            it, also that it has a column which nothing uses.
    """
    delimiter = {"tab": "\t"}.get(request.delimiter, request.delimiter)
    try:
        if request.rows is None:
            row = row_needed(linked, request)
            return one_row(linked, row) if row is not None else None
        rows = rows_for(linked, open_table(request.rows, delimiter), str(request.rows))
    except MacroError as error:
        raise Refusal(Outcome.USAGE, str(error)) from error
    if rows.note and request.by == "schedule":
        message = f"{rows.note}. Nobody attends this play: rename the column or take it out"
        raise Refusal(Outcome.USAGE, message)
    return rows


def note_of(rows: Rows, request: PlayRequest) -> str:
    """Say what of the table is not used, and what it leaves to a default; empty for neither."""
    unfilled = rows.unfilled
    if request.from_step or request.to_step:
        used = part_of(rows.linked, request.from_step, request.to_step).names
        unfilled = {name: param for name, param in unfilled.items() if name in used}
    return "; ".join(filter(None, (rows.note, default_words(unfilled, request.values))))


def check_seen(request: PlayRequest) -> None:
    """Have the form shown first where a play repeats one that did rows: they may be done again.

    Raises:
        NeedsValues: it was not shown yet.
    """
    if request.before is not None:
        message = "rows of its table were done before; say where to begin"
        raise NeedsValues(Outcome.USAGE, message, Asked(()), needs_rows=False)


def scope_of(linked: Linked, request: PlayRequest, table: Table | None) -> Scope:
    """Return the values of a play.

    Args:
        linked: the macros as they are played.
        request: what is wanted.
        table: what it goes over; None for none.

    Raises:
        NeedsValues: a value or the table is missing, or a value cannot be used.
        Refusal: a value is none of the macro's, or a column of the table gives it too.
    """
    macro = linked.main.macro
    is_part = bool(request.from_step or request.to_step)
    part = part_of(linked, request.from_step, request.to_step)
    needs_rows = table is None and (part.has_rows if is_part else linked.has_rows)
    filled = frozenset(table.filled if table is not None else ()) - part.outside
    _check_once(request, filled)
    needed = needed_values(linked, part, table) if is_part else frozenset(macro.params) - filled
    try:
        scope = scope_for(macro, request.values, needed)
    except BadValue as error:
        raise Refusal(Outcome.USAGE, str(error)) from error
    if isinstance(scope, Asked):
        message = scope.sentence + _or_column(linked, request, scope)
        raise NeedsValues(Outcome.USAGE, message, scope, needs_rows=needs_rows)
    if needs_rows:
        message = f"the macro “{visible_text(macro.name)}” goes over a table; give one with --rows"
        raise NeedsValues(Outcome.FAILED, message, Asked(()), needs_rows=True)
    return scope


def _or_column(linked: Linked, request: PlayRequest, asked: Asked) -> str:
    """Say that the table may give what is missing, where it may."""
    known = fillable(linked)
    names = [one.name for one in asked.wanted if one.name in known and not one.problem]
    if request.rows is None or not names:
        return ""
    word = "a column" if len(names) == 1 else "columns"
    return f"; or give {request.rows} {word} called {', '.join(names)}"


def check_secrets(
    linked: Linked, scope: Scope, table: Table | None, names: SecretNames = stored_names
) -> None:
    """Refuse a play that names a secret which is not stored, before anything is sent.

    Raises:
        NeedsValues: a parameter names none of them.
        Refusal: a cell names none of them, or the keyring cannot be asked.
    """
    named = dict(_named(scope))
    cells = dict(_cells(scope, table))
    if not named and not cells:
        return
    try:
        known = names()
    except SecretsError as error:
        raise Refusal(Outcome.FAILED, str(error)) from error
    params = linked.main.macro.params
    wrong = tuple(
        Wanted(name, params[name].ask or name, params[name], _not_stored(params[name], secret))
        for name, secret in named.items()
        if secret not in known
    )
    if wrong:
        asked = Asked(wrong)
        raise NeedsValues(Outcome.USAGE, asked.sentence, asked, needs_rows=False)
    row = next(((row, name) for (row, name), secret in cells.items() if secret not in known), None)
    if row is not None:
        message = (
            f"row {row[0]}: what the column {row[1]} names is no stored secret; write names there, "
            "as deskhand secret list shows them"
        )
        raise Refusal(Outcome.USAGE, message)


def _not_stored(param: Param, secret: str) -> str:
    """Say that a secret is not stored; what was given is not repeated, it may be the secret itself."""
    if secret == param.default:
        return no_such_secret(secret)
    return "what was given names no stored secret; deskhand secret list shows their names"


def _named(scope: Scope) -> Iterator[tuple[str, str]]:
    for name in sorted(scope.secrets):
        if name in scope.texts:
            yield name, scope.texts[name]


def _cells(scope: Scope, table: Table | None) -> Iterator[tuple[tuple[int, str], str]]:
    """Yield what the cells name that fill parameters for secrets, by row and parameter."""
    if table is None:
        return
    places = [(table.columns.index(one), one) for one in table.filled if one in scope.secrets]
    for number, row in enumerate(table.rows, 1):
        for place, name in places:
            yield (number, name), row[place]


def _check_once(request: PlayRequest, filled: frozenset[str]) -> None:
    """Refuse a value that the table gives too: one of the two is not what is meant."""
    twice = next((name for name in request.values if name in filled), None)
    if twice is not None:
        message = (
            f"{twice} has a value by --param {twice}=... and another in each row of "
            f"{request.rows}, in the column {twice}; leave one of the two out"
        )
        raise Refusal(Outcome.USAGE, message)
