"""Values for a macro's names, and the table that it is run over: a CSV file, bounded, its columns by name.

A value is data. `{{x}}` inside one is not looked at again, a reference to a secret in one is typed as
it stands, and a `*` in one never widens the title of a window that it is put into. Of a table a cell is
the text that stands in the file, without the blanks around it: nothing is guessed of numbers, dates or
formulas. A column fills the parameter of its name, and holds what that parameter may be.
"""

import codecs
import csv
import io
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from automation.core.errors import MacroError
from automation.core.secrets import BEGIN, ESCAPED, literal, reference, secret_name
from automation.macros import macro as grammar
from automation.macros.macro import Macro, Param, Step, branches
from automation.macros.macro_files import read_given
from automation.macros.walk import (
    FIXED,
    Name,
    OddPlaceholder,
    fill,
    names,
    only_name,
    pieces,
    sound_names,
    texts,
    value_problem,
    walk,
    with_texts,
)

MAX_VALUE_CHARS: Final = 20_000
_REFUSED: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""No keyboard types these, and no text on the screen holds them."""
STAR_PROBLEM: Final = "it holds *, which in the title of a window stands for anything"
"""Why a value cannot stand in the title of a window."""


class BadValue(MacroError):
    """A value cannot be used where the macro uses it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One line of the form that is filled in before a run."""

    name: str
    question: str
    param: Param
    problem: str = ""
    """What is wrong with the value that was given; empty when none was."""

    @property
    def missing(self) -> str:
        """What is said where no value was given."""
        return "no secret was named" if self.param.type == "secret" else "no value was given"


@dataclass(frozen=True, slots=True)
class Asked:
    """What must be filled in before the macro can run, all of it at once."""

    wanted: tuple[Wanted, ...]

    @property
    def sentence(self) -> str:
        """Every line of the form in one sentence, for who cannot show a form."""
        told = [f"{w.name}: {w.problem or w.missing}" for w in self.wanted]
        return ". ".join(("; ".join(told), *self._how_values(), *self._how_secrets()))

    def _how_values(self) -> tuple[str, ...]:
        plain = [one.name for one in self.wanted if one.param.type != "secret"]
        if not plain:
            return ()
        which = "each" if len(plain) == len(self.wanted) else ", ".join(plain)
        return (f"Give {which} with --param NAME=VALUE",)

    def _how_secrets(self) -> tuple[str, ...]:
        name = next((one.name for one in self.wanted if one.param.type == "secret"), "")
        if not name:
            return ()
        return (
            f"Give the name of a stored secret with --param {name}=NAME, never the secret itself: "
            "deskhand secret list shows the names, deskhand secret set NAME stores one",
        )


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that have a value at one place of a run."""

    texts: Mapping[str, str] = field(default_factory=dict)
    secrets: frozenset[str] = frozenset()
    """Names whose value is the name of a secret."""

    def with_row(self, row: Mapping[str, str]) -> "Scope":
        """Return the scope inside a row of the table; a cell for a secret is a secret's name too."""
        return Scope({**self.texts, **row}, self.secrets)


def scope_for(
    macro: Macro, given: Mapping[str, str], needed: Container[str] | None = None
) -> Scope | Asked:
    """Return the values for a run, or the form for what is missing or wrong.

    Args:
        needed: parameters that the run uses, if it is not the whole macro's; others may be missing.
    """
    unknown = [name for name in given if name not in macro.params]
    if unknown:
        known = ", ".join(macro.params) or "none"
        raise BadValue(f"the macro has no parameter {unknown[0]}; its parameters are: {known}")
    used, wanted = dict[str, str](), list[Wanted]()
    for name, param in macro.params.items():
        value = given.get(name, param.default)
        problem = "" if value is None else _problem(macro, name, param, value)
        if value is None and needed is not None and name not in needed:
            continue
        if value is None or problem:
            wanted.append(Wanted(name, param.ask or name, param, problem))
        else:
            used[name] = value
    secrets = frozenset(name for name, param in macro.params.items() if param.type == "secret")
    return Asked(tuple(wanted)) if wanted else Scope(used, secrets)


def _problem(macro: Macro, name: str, param: Param, value: str) -> str:
    return value_problem(param, value) or text_problem(value) or title_problem(macro, name, value)


def text_problem(value: str) -> str:
    """Return why a value can be typed nowhere; empty when it can be."""
    if len(value) > MAX_VALUE_CHARS:
        return f"it has {len(value):,} characters, expected at most {MAX_VALUE_CHARS:,}"
    return "it holds a control character" if _REFUSED.search(value) else ""


def title_problem(macro: Macro, name: str, value: str) -> str:
    """Return why a value cannot stand in the titles of windows that use it; empty when it can."""
    return STAR_PROBLEM if "*" in value and name in title_names(macro) else ""


def title_names(macro: Macro) -> frozenset[str]:
    """Return the names that stand in titles of windows; walks through the whole macro."""
    return frozenset(
        name
        for walked in walk(macro)
        for path, text in texts(walked.step)
        if path[-1] in ("window", "title") and not isinstance(walked.step, grammar.Group)
        for name in sound_names(text)
    )


def scope_of_call(macro: Macro, values: Mapping[str, str], caller: Scope) -> Scope:
    """Return the scope of a macro that is called: its own parameters and nothing else."""
    given = {name: _filled(text, caller) for name, text in values.items()}
    made = scope_for(macro, given)
    if isinstance(made, Asked):
        told = "; ".join(f"{w.name}: {w.problem or 'no value is given'}" for w in made.wanted)
        raise BadValue(f"the macro “{macro.name}” cannot be called: {told}")
    return made


def filled(step: Step, scope: Scope) -> Step:
    """Return the step with every name in its texts replaced; inner steps are left as they are.

    Text to type comes out as an action takes it: one reference to a secret, or text without any.
    """
    as_they_are = {*branches(step), "values"}  # a called macro's scope is made of its values
    if isinstance(step, grammar.Group):
        as_they_are.add("title")
    fields = {
        name: with_texts(getattr(step, name), partial(_put, scope), name)
        for name in step.__struct_fields__
        if name not in as_they_are
    }
    if isinstance(step, grammar.Type):
        fields["text"] = typed(step.text, scope)
    return msgspec.structs.replace(step, **fields)


def filled_condition(condition: grammar.Condition, scope: Scope) -> grammar.Condition:
    """Return the condition with every name in its texts replaced.

    Raises:
        BadValue: as for `filled`.
    """
    return with_texts(condition, partial(_put, scope))


def typed(text: str, scope: Scope) -> str:
    """Return text as `actions.Write` takes it, with the values in it.

    What a value and the words around it come to together is no reference to a secret either.
    """
    if secret_name(text):
        return text
    if (name := only_name(text)) in scope.secrets:
        return reference(scope.texts[name])
    parts = (
        scope.texts.get(piece.name) if isinstance(piece, Name) else literal(piece)
        for piece in _pieces(text)
    )
    plain = "".join(part if part is not None else _missing(text) for part in parts)
    return plain.replace(BEGIN, ESCAPED)


def values_in(text: str, scope: Scope) -> Iterator[str]:
    """Yield the values that are put into a text."""
    for name in names(text):
        if name in scope.texts:
            yield scope.texts[name]


def _pieces(text: str) -> tuple[str | Name, ...]:
    try:
        return pieces(text)
    except OddPlaceholder as odd:
        raise BadValue(f"{odd} begins no name of a parameter; write {{{{name}}}}") from odd


def _missing(text: str) -> str:
    raise BadValue(f"a name in “{text[:60]}” has no value here")


def _filled(text: str, scope: Scope) -> str:
    try:
        return fill(text, scope.texts)
    except (KeyError, OddPlaceholder):
        _pieces(text)
        return _missing(text)


def _put(scope: Scope, text: str, field: str) -> str:
    """Return a text with the names in it replaced."""
    if field in FIXED or "{{" not in text:
        return text
    if field in ("window", "title") and any("*" in v for v in values_in(text, scope)):
        raise BadValue(f"a value for “{text[:60]}” holds *, which stands for anything there")
    return _filled(text, scope)


MAX_TABLE_BYTES: Final = 32 * 1024 * 1024
MAX_ROWS: Final = 100_000
MAX_COLUMNS: Final = 200
DELIMITERS: Final = (",", ";", "\t", "|")
_MARK_NAMES: Final = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_TOLD_DELIMITER: Final = re.compile(r"sep=([,;\t|])[ \t]*(?:\r\n|\n|\r|$)", re.IGNORECASE)


class BadTable(MacroError):
    """A table cannot be read, or lacks what the macro needs."""


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a table; row 1 is the first below the heading."""

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    filled: tuple[str, ...] = ()
    """Columns that fill parameters of the main macro."""

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def digest(self) -> str:
        """Return what tells it from any other table: of all that stands in it."""
        return sha256(msgspec.msgpack.encode((self.columns, self.rows))).hexdigest()

    def row(self, number: int) -> Mapping[str, str]:
        """Return the values of a row, counted from 1, by column."""
        return dict(zip(self.columns, self.rows[number - 1], strict=True))


def open_table(path: Path, delimiter: str = "") -> Table:
    """Read a CSV file."""
    try:
        data = read_given(path, MAX_TABLE_BYTES)
    except OSError as error:
        raise BadTable(f"cannot read the table {path}: {error.strerror or error}") from error
    return read_table(data, delimiter, str(path))


def read_table(data: bytes, delimiter: str = "", file: str = "the table") -> Table:
    """Read CSV in UTF-8, or in UTF-16 with a byte order mark.

    A first line such as `sep=;`, which spreadsheets write and understand, names the delimiter.

    Args:
        delimiter: what stands between cells; empty finds it out from the heading.

    Raises:
        BadTable: as `open_table`.
    """
    if len(data) > MAX_TABLE_BYTES:
        raise BadTable(f"{file} is larger than {MAX_TABLE_BYTES // 2**20} MiB; split it")
    text = _decoded(data, file)
    if "\0" in text:
        raise BadTable(f"{file} holds a NUL character; save it as CSV in UTF-8")
    told = _TOLD_DELIMITER.match(text)
    begins_at = told.end() if told else 0
    mark = delimiter or (told[1] if told else found_delimiter(text, file))
    try:
        return _table(text[begins_at:], mark, file, lines_before=1 if told else 0)
    except TypeError as error:
        raise BadTable(f"{file} cannot be read with {mark!r} between its cells: {error}") from error


def _decoded(data: bytes, file: str) -> str:
    is_utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if is_utf16 else "utf-8").lstrip("\ufeff")
    except UnicodeDecodeError as error:
        if is_utf16:
            message = f"{file} begins as UTF-16 and is not; save it as CSV in UTF-8"
        else:
            line = data[: error.start].count(b"\n") + 1
            message = f"{file}, line {line}: this is not UTF-8; save it as CSV in UTF-8"
        raise BadTable(message) from error


def _table(text: str, mark: str, file: str, lines_before: int) -> Table:
    rows = _rows(text, mark, file, lines_before)
    _line, heading = next(rows, (0, []))
    columns = tuple(cell.strip() for cell in heading)
    while columns and not columns[-1]:
        columns = columns[:-1]  # a cell there is one too many, and is told with its line
    _check_heading(columns, file)
    found: list[tuple[str, ...]] = []
    for line, row in rows:
        if len(row) > len(columns) and not any(cell.strip() for cell in row[len(columns) :]):
            row = row[: len(columns)]  # spreadsheets leave delimiters at the end
        if len(row) != len(columns):
            raise BadTable(f"{file}, line {line}: {len(row)} cells, expected {len(columns)}")
        if len(found) == MAX_ROWS:
            raise BadTable(f"{file} has more than {MAX_ROWS:,} rows; split it")
        found.append(tuple(_cell(cell, file, line) for cell in row))
    return Table(columns, tuple(found))


def _rows(
    text: str, mark: str, file: str, lines_before: int = 0
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, each with the line at which it ends."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    line = lines_before
    try:
        for row in reader:
            line = lines_before + reader.line_num
            if any(cell.strip() for cell in row):
                yield line, row
    except csv.Error as error:  # an open quotation mark is noticed only lines below it
        raise BadTable(
            f"{file} is no CSV from line {line + 1} on: {error}; look at its quotation marks there, "
            "and at the delimiter"
        ) from error


def _check_heading(columns: tuple[str, ...], file: str) -> None:
    if not columns:
        raise BadTable(f"{file} is empty, expected a heading with the names of the columns")
    if len(columns) > MAX_COLUMNS:
        raise BadTable(f"{file} has {len(columns)} columns, expected at most {MAX_COLUMNS}")
    if "" in columns:
        raise BadTable(
            f"{file}: column {columns.index('') + 1} of the heading has no name; give it one, "
            "or take the column out"
        )
    twice = next((name for place, name in enumerate(columns) if name in columns[:place]), None)
    if twice:
        raise BadTable(f"{file}: the column {twice} stands twice in the heading")


def _cell(text: str, file: str, line: int) -> str:
    value = text.strip().replace("\r\n", "\n").replace("\r", "\n")
    if len(value) > MAX_VALUE_CHARS or text_problem(value):
        raise BadTable(f"{file}, line {line}: a cell cannot be used, {text_problem(value)}")
    return value


def found_delimiter(text: str, file: str = "the table") -> str:
    """Return what stands between cells: the only mark that cuts the heading; a comma where none does.

    How the rows are cut says nothing: they may hold any of the marks within their cells, and a wrong
    guess would type half a cell.
    """
    found = []
    for mark in DELIMITERS:
        try:
            _line, cells = next(_rows(text, mark, file), (0, []))
        except BadTable:  # quotation marks that no delimiter of this kind follows
            continue
        if len(cells) > 1 and not any('"' in cell for cell in cells):
            found.append(mark)
    if len(found) > 1:
        names = " or ".join(_MARK_NAMES[mark] for mark in found)
        raise BadTable(
            f"{file}: its heading can be cut at {names}, and it cannot be told which of them stands "
            "between cells; choose it (--delimiter), or put such names in quotation marks"
        )
    return found[0] if found else ","


def for_macros(
    table: Table,
    macros: Sequence[Macro],
    file: str = "the table",
    params: Mapping[str, Param] = MappingProxyType({}),
) -> Table:
    """Return the table with the columns that the macros use, by their names there.

    Args:
        macros: the main macro first; what they declare as columns must be there.
    """
    declared = tuple(dict.fromkeys(name for macro in macros for name in macro.columns))
    places = {name: _place(table, name, file) for name in (*declared, *params)}
    missing = [name for name in declared if places[name] is None]
    if missing:
        there = ", ".join(table.columns) or "none"
        word = "column" if len(missing) == 1 else "columns"
        raise BadTable(f"{file} lacks the {word} {', '.join(missing)}; its columns are: {there}")
    known = {name: place for name, place in places.items() if place is not None}
    rows = tuple(tuple(row[place] for place in known.values()) for row in table.rows)
    filled = tuple(name for name in params if name in known)
    used = Table(tuple(known), rows, filled)
    _check_titles(used.columns, rows, macros, file)
    for name in filled:
        _check_cells(used, name, params[name], file)
    return used


def unused_columns(table: Table, used: Table) -> tuple[str, ...]:
    """Return the columns of a table that are not among those which `for_macros` took of it."""
    names = frozenset(_plain(name) for name in used.columns)
    return tuple(name for name in table.columns if _plain(name) not in names)


def _place(table: Table, name: str, file: str) -> int | None:
    """Return where the column of a name stands; None where there is none."""
    if name in table.columns:
        return table.columns.index(name)
    found = [place for place, one in enumerate(table.columns) if _plain(one) == name]
    if len(found) > 1:
        both = " and ".join(f"“{table.columns[place]}”" for place in found)
        raise BadTable(f"{file}: {both} both mean the column {name}; rename one of them")
    return found[0] if found else None


def _check_cells(table: Table, name: str, param: Param, file: str) -> None:
    place = table.columns.index(name)
    for number, row in enumerate(table.rows, 1):
        if problem := value_problem(param, row[place]):
            raise BadTable(f"{file}, row {number}: {name} cannot be used, {problem}")


def _check_titles(
    names: Sequence[str], rows: Sequence[Sequence[str]], macros: Sequence[Macro], file: str
) -> None:
    titled = frozenset(name for macro in macros for name in title_names(macro))
    for place, name in enumerate(names):
        if name not in titled:
            continue
        for number, row in enumerate(rows, 1):
            if "*" in row[place]:
                raise BadTable(f"{file}, row {number}: {name} cannot be used, {STAR_PROBLEM}")


def _plain(name: str) -> str:
    """Return a column's name as it is compared: `Vendor Name` is `vendor_name`."""
    return "_".join(name.casefold().replace("-", " ").replace("_", " ").split())
