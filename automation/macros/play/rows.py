"""A table and the macro that is played over it: what a column fills, and a macro that is done for each row."""

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

import msgspec

from automation.core.text import visible_text
from automation.core.wording import quoted
from automation.macros import macro as grammar
from automation.macros.macro import Param, Step
from automation.macros.play.linking import Linked
from automation.macros.play.program import Part, names_of_rows
from automation.macros.play.values import BadTable, Table, for_macros, unused_columns
from automation.macros.walk import walk

_ID: Final = "each-row"
_MOST_NAMED: Final = 5


@dataclass(frozen=True, slots=True)
class Rows:
    """A table as a play goes over it."""

    linked: Linked
    """The macros of the play: what goes over no table by itself is done once for each row."""
    table: Table
    note: str = ""
    """What of the table is not used, in a sentence; empty where all of it is."""
    unfilled: Mapping[str, Param] = field(default_factory=dict)
    """The main macro's parameters that the rows use and no column fills."""
    digest: str = ""
    """Of the table as it stands in its file; empty for one from nowhere."""


def over_rows(linked: Linked) -> Linked:
    """Return what is played with a table: as it is, or all of it once for each row.

    A macro that has a for_each, or calls one that has, stays as it is.
    """
    if linked.has_rows:
        return linked
    main = linked.main.macro
    taken = {walked.step.id for walked in walk(main)}
    free = next(i for n in count(1) if (i := _ID if n == 1 else f"{_ID}-{n}") not in taken)
    block = grammar.ForEach(id=free, steps=main.steps)
    return replace(
        linked,
        main=replace(
            linked.main, macro=msgspec.structs.replace(main, steps=(block,)), rows_block=free
        ),
    )


def goes_once(linked: Linked) -> bool:
    """Return whether a whole play goes over the table once, whatever its conditions say."""
    return _tables(linked.main.macro.steps, linked, {}) == 1


def _tables(steps: Sequence[Step], linked: Linked, known: dict[str, int]) -> int:
    """Return how often steps go over the table at most; 2 stands for more too."""
    count = 0
    for step in steps:
        if step.off:
            continue
        match step:
            case grammar.ForEach():
                count += 1
            case grammar.If():
                branches = (step.then, step.otherwise)
                count += max(_tables(branch, linked, known) for branch in branches)
            case grammar.Repeat():
                count += step.times * _tables(step.steps, linked, known)
            case grammar.Group():
                count += _tables(step.steps, linked, known)
            case grammar.Call():
                key, called = linked.key(step.macro), linked.called(step.macro).macro
                if key not in known:
                    known[key] = _tables(called.steps, linked, known)
                count += known[key]
            case _:
                pass
    return min(count, 2)


def fillable(linked: Linked) -> Mapping[str, Param]:
    """Return the main macro's parameters that its rows use: a column of their name fills them."""
    macro = linked.main.macro
    used = names_of_rows(macro, in_rows=True)
    return {name: param for name, param in macro.params.items() if name in used}


def needed_values(linked: Linked, part: Part, table: Table | None) -> frozenset[str]:
    """Return the parameters that must have a value, however it comes, before the first row."""
    filled = frozenset(table.filled if table else ())
    return part.names - (filled - part.outside)


def rows_for(linked: Linked, table: Table, file: str) -> Rows:
    """Return how a macro is played over a table.

    Raises:
        BadTable: the table has no rows, nothing that the macro uses, lacks a column, or holds a cell
            that cannot stand where it is used.
    """
    if not table.rows:
        raise BadTable(f"{file} has a heading and no rows below it, so there is nothing to play")
    over = over_rows(linked)
    macros = [source.macro for source in over.all]
    params = fillable(over)
    used = for_macros(table, macros, file, params)
    if not linked.has_rows and not used.columns:
        raise BadTable(_nothing_used(linked, table, file))
    unfilled = {name: param for name, param in params.items() if name not in used.filled}
    note = unused_words(unused_columns(table, used), file)
    return Rows(over, used, note, unfilled, table.digest)


def _nothing_used(linked: Linked, table: Table, file: str) -> str:
    macro = linked.main.macro
    name, there = visible_text(macro.name), visible_text(", ".join(table.columns))
    known = ", ".join(fillable(over_rows(linked)))
    if not known:
        return (
            f"the macro “{name}” uses no parameters that {file} could fill (its columns are: "
            f"{there}); put {{{{name}}}} into a step and declare the name under params, or play it "
            "without a table"
        )
    return (
        f"no column of {file} fills a value of the macro “{name}”: its parameters are {known}, the "
        f"columns are {there}; give a column the name of a parameter, or play it without a table"
    )


def unused_words(names: tuple[str, ...], file: str) -> str:
    """Say which columns of a file nothing uses; empty where all are used."""
    if not names:
        return ""
    some = visible_text(", ".join(names[:_MOST_NAMED]))
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    word = "the column" if len(names) == 1 else "the columns"
    return f"nothing uses {word} {some}{more} of {file}; a column fills what the macro calls by its name"


def default_words(unfilled: Mapping[str, Param], given: Container[str]) -> str:
    """Say which parameters have their default in every row, and what that is; empty for none.

    Args:
        unfilled: `Rows.unfilled`.
        given: parameters that were given a value; those are no surprise.
    """
    return _unfilled_words(
        {
            name: quoted(param.default) if param.default else "an empty text"
            for name, param in unfilled.items()
            if param.default is not None and name not in given
        }
    )


def field_words(unfilled: Collection[str]) -> str:
    """Say which parameters have one value in every row, to who sees their fields; empty for none."""
    return _unfilled_words(dict.fromkeys(unfilled, "what its field holds"))


def _unfilled_words(values: Mapping[str, str]) -> str:
    told = [f"{name} has no column: {value} is used in every row" for name, value in values.items()]
    more = len(told) - _MOST_NAMED
    rest = (f"{more} more {'has' if more == 1 else 'have'} none either",) if more > 0 else ()
    return "; ".join((*told[:_MOST_NAMED], *rest))
