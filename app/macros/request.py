"""Reads what a play needs before it begins: its table, its values, its secrets, and what was played before.

What was filled in before the last run of each macro is kept, so that it stands in the form again: never
what was given for a secret, not even its name, and nothing where the user keeps no runs.
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import msgspec
from msgspec import Struct

from app.macros.play_request import (
    NeedsValues,
    Played,
    PlayRequest,
    Refusal,
    RowsBefore,
    looked_over,
    rows_before,
)
from automation.core.errors import MacroError, SecretsError
from automation.core.events import ApproveMode
from automation.core.files import write_whole
from automation.core.proposal import Outcome
from automation.core.secrets import no_such_secret
from automation.core.text import visible_text
from automation.macros import macro as grammar
from automation.macros.library import Library
from automation.macros.macro import Macro, Param
from automation.macros.macro_files import locked, read_json
from automation.macros.play.health import health_file, read_health
from automation.macros.play.linking import Linked
from automation.macros.play.program import Part, part_of
from automation.macros.play.report import Report, read_report, report_file
from automation.macros.play.rows import (
    Rows,
    default_words,
    fillable,
    goes_once,
    needed_values,
    rows_for,
)
from automation.macros.play.values import (
    Asked,
    BadValue,
    Scope,
    Table,
    Wanted,
    open_table,
    scope_for,
)
from automation.macros.trust import digest
from automation.macros.walk import walk

if TYPE_CHECKING:
    from collections.abc import Collection


def played_by(data: Path, run: str, library: Library) -> tuple[Played, Report]:
    """Return which macro a run has played, and its report.

    Raises:
        MacroError: there is no report, it does not say which macro, or that is gone.
    """
    report = read_report(report_file(data, run))
    folder = report.folder or _by_its_steps(report, library)
    return Played(library.at(folder).name, report.macro, report.digest), report


def _content(library: Library, folder: str) -> str:
    kept = library.open_at(library.at(folder))
    return digest(kept.macro, kept.image)


def _by_its_steps(report: Report, library: Library) -> str:
    """Return the folder for a report of before, which has folders with its steps alone.

    Another macro may have its name, so it is the one only while its content is the same.

    Raises:
        MacroError: nothing says which one it was.
    """
    own = {step.folder for step in report.steps if step.macro == report.macro and step.folder}
    for folder in own:
        if _content(library, folder) == report.digest:
            return folder
    raise MacroError(
        f"the report of the run {report.run} does not say which macro was played, and none that its "
        "steps name is as it was; look for it with deskhand macro list"
    )


class PastPlays:
    """Knows the last play as it was wanted, and older ones by their reports. Used by one thread."""

    NOT_KEPT: Final = (
        "Nobody knows any more which macro this was: its report or the macro is gone. Look for it in "
        "Macros."
    )

    def __init__(self, data: Path) -> None:
        self._data = data
        self._last: tuple[str, PlayRequest, Played] | None = None
        """The run, what was wanted of it, and what it has played."""

    def over(self, run: str, request: PlayRequest, played: Played, report: Report | None) -> None:
        """Keep a play that is over as the last one."""
        if request.rows is not None:
            request = looked_over(request, rows_before(report))
        self._last = (run, request, played)

    def last(self, run: str, approve: ApproveMode) -> tuple[PlayRequest, Played] | None:
        """Return the last play with everything as it was, and what it has played; None for another run.

        One that came to rows of a table asks where to begin, with the row to go on at filled in.
        """
        if self._last is None or self._last[0] != run:
            return None
        _run, request, played = self._last
        return replace(request, approve=approve), played

    def older(self, run: str, approve: ApproveMode, library: Library) -> tuple[PlayRequest, Played]:
        """Return an older play by its report, and what it has played: no values are known of it.

        Raises:
            MacroError: there is no report, it does not say which macro, or that is gone.
        """
        played, report = played_by(self._data, run, library)
        before = rows_before(report)
        if before is not None:
            is_last = read_health(self._data, played.folder).last_id == run
            before = replace(before, is_last=is_last)
        return looked_over(PlayRequest(played.folder, approve=approve), before), played

    def recent(self) -> tuple[str, ...]:
        """Return the folders' names of macros that were played, the last one first."""
        found: list[tuple[int, str]] = []
        with contextlib.suppress(OSError):
            for file in list(health_file(self._data, "x").parent.glob("*.json")):
                with contextlib.suppress(OSError):  # removed meanwhile
                    found.append((file.stat().st_mtime_ns, file.stem))
        return tuple(slug for _, slug in sorted(found, reverse=True))

    @staticmethod
    def meant(request: PlayRequest, played: Played, library: Library) -> tuple[PlayRequest, str]:
        """Return what is played for a macro of before, and its name where it was edited since, else none.

        The macro of its folder counts as edited only while it is called as it was. Under another name
        it is the same one with the very same steps; else another took the folder, and the one that is
        meant is looked for where it was brought back.

        Raises:
            MacroError: nobody knows which one it was, or it cannot be read.
        """
        kept = library.open_at(library.at(played.folder))
        request = replace(request, folder=played.folder)
        if digest(kept.macro, kept.image) == played.content:
            return request, ""
        named = msgspec.structs.replace(kept.macro, name=played.name)
        if named == kept.macro or digest(named, kept.image) == played.content:
            return request, visible_text(kept.macro.name)
        for entry in library.entries():
            if entry.name == played.name:  # its content is of its name too
                with contextlib.suppress(MacroError):
                    if _content(library, entry.slug) == played.content:
                        return replace(request, folder=entry.slug), ""
        raise MacroError(PastPlays.NOT_KEPT)


def last_rows(data: Path, folder: str) -> RowsBefore | None:
    """Return what the last play of a macro did of its rows, if it did not end as it should.

    Args:
        data: folder where reports and health are kept.
    """
    run = read_health(data, folder).last_id
    try:
        before = rows_before(read_report(report_file(data, run))) if run else None
    except MacroError:  # removed, or kept by another version
        return None
    return before if before is not None and not before.is_over else None


_FILE = "what was filled in"


def columns_of_row(linked: Linked, part: Part) -> tuple[str, ...] | None:
    """Return the columns that a part of the main macro uses, in the macro's order.

    None where one row of them cannot stand for the table: the part goes over none, or a macro that is
    called may go over it, whose columns the part does not tell.
    """
    called = (source for source in linked.all if source is not linked.main)
    if not part.has_rows or any(
        isinstance(one.step, grammar.ForEach) for source in called for one in walk(source.macro)
    ):
        return None
    return tuple(name for name in linked.main.macro.columns if name in part.in_rows)


def row_needed(linked: Linked, request: PlayRequest) -> Mapping[str, str] | None:
    """Return the row that stands for the table; None where there is a table, or one must be given.

    A single step that is tried out and uses nothing of a row needs neither.
    """
    is_one_step = request.by == "editor" and bool(request.from_step)
    if request.row is not None or not is_one_step or request.from_step != request.to_step:
        return request.row
    part = part_of(linked, request.from_step, request.to_step)
    is_bare = columns_of_row(linked, part) is not None and not part.in_rows
    return {} if is_bare else None


def one_row(linked: Linked, row: Mapping[str, str]) -> Rows:
    """Return how a macro is played over one row; columns that it does not give are empty there.

    Raises:
        Refusal: it gives what is no column.
        BadTable: a value cannot stand where it is used.
    """
    columns = tuple(dict.fromkeys(name for source in linked.all for name in source.macro.columns))
    unknown = next((name for name in row if name not in columns), None)
    if unknown is not None:
        known = ", ".join(columns) or "none"
        told = visible_text(unknown)
        raise Refusal(Outcome.USAGE, f"the macro has no column {told}; its columns are: {known}")
    cells = tuple(row.get(name, "") for name in columns)
    rows = rows_for(linked, Table(columns, (cells,)), _FILE)
    return replace(rows, unfilled={})  # parameters were asked for beside it: nothing is left out


SecretNames = Callable[[], "Collection[str]"]
"""Returns the names of the stored secrets; raises `SecretsError`."""


def stored_names(*, may_prompt: bool = False) -> tuple[str, ...]:
    """Return the names of the secrets that the keyring has, which may ask the user to open it.

    Raises:
        SecretsError: the keyring cannot be used.
    """
    from automation.desktop import secrets  # noqa: PLC0415  # only where a secret is named

    return tuple(entry.name for entry in secrets.entries(may_prompt=may_prompt))


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
        raise Refusal(
            Outcome.USAGE,
            f"{rows.note}. Nobody attends this play: rename the column or take it out",
        )
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
        raise NeedsValues(
            Outcome.USAGE,
            "rows of its table were done before; say where to begin",
            Asked(()),
            needs_rows=False,
        )


def scope_of(linked: Linked, request: PlayRequest, table: Table | None) -> Scope:
    """Return the values of a play.

    Args:
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
        raise NeedsValues(
            Outcome.USAGE,
            scope.sentence + _or_column(linked, request, scope),
            scope,
            needs_rows=needs_rows,
        )
    if needs_rows:
        raise NeedsValues(
            Outcome.FAILED,
            f"the macro “{visible_text(macro.name)}” goes over a table; give one with --rows",
            Asked(()),
            needs_rows=True,
        )
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
        raise Refusal(
            Outcome.USAGE,
            f"row {row[0]}: what the column {row[1]} names is no stored secret; write names there, "
            "as deskhand secret list shows them",
        )


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
        raise Refusal(
            Outcome.USAGE,
            f"{twice} has a value by --param {twice}=... and another in each row of "
            f"{request.rows}, in the column {twice}; leave one of the two out",
        )


_INSTEAD: Final = "say with --from-row where to begin"


def rows_left(request: PlayRequest, rows: Rows | None, data: Path) -> tuple[int, ...]:
    """Return the rows that a play does, in their order; empty for all from the first one on.

    Args:
        rows: the table with the macros; None for a play without one.
        data: folder where reports and health are kept.

    Raises:
        Refusal: only the rows that are left are wanted, and nobody knows them, or there are none.
    """
    if not request.failed_rows:
        return ()
    if rows is None or not rows.digest:
        _refuse("--failed-rows does rows of a table; give it with --rows")
    if request.from_row != 1 or request.from_step or request.to_step:
        _refuse(
            "--failed-rows names the rows, and all of their steps are done; leave out --from-row, "
            "--from-step and --to-step"
        )
    if not goes_once(rows.linked):
        _refuse(
            f"the macro goes over its table more than once, so that a row may have failed in a part; {_INSTEAD}"
        )
    left = _left_of(_last_report(data, request.folder), rows.digest)
    if not left:
        _refuse("no row is left: the last play did all that it was to do")
    return left


def _last_report(data: Path, folder: str) -> Report:
    health = read_health(data, folder)
    run = health.last_id
    if health.is_rows_unknown:
        _refuse(
            "nothing was kept of the last play over a table, which was cut off or was to leave no "
            f"trace; {_INSTEAD}"
        )
    if not run:
        _refuse(f"no play of this macro is known that rows could have failed in; {_INSTEAD}")
    try:
        return read_report(report_file(data, run))
    except MacroError as error:
        raise Refusal(
            Outcome.USAGE, f"what the last play did is not known, {error}; {_INSTEAD}"
        ) from error


def _left_of(report: Report, digest: str) -> tuple[int, ...]:
    if not report.table_digest:
        _refuse(f"the last play of this macro went over no table that is known; {_INSTEAD}")
    if report.table_digest != digest:
        _refuse(f"the table is not what it was at the last play of this macro; {_INSTEAD}")
    if report.rows_left is None:
        _refuse(
            "the last play was of a part of the macro or of the table, and says nothing of all rows; "
            f"{_INSTEAD}"
        )
    return report.rows_left


def _refuse(message: str) -> NoReturn:
    raise Refusal(Outcome.USAGE, message)


FILE: Final = "macro-values.json"
MOST_MACROS: Final = 200
"""Those that were played longest ago go first."""
MOST_CHARS: Final = 2_000
"""A longer value is typed again or comes from a table."""
_MOST_BYTES: Final = 8 * 1024 * 1024


class Filled(Struct, frozen=True, forbid_unknown_fields=True):
    """What was filled in for one macro."""

    values: dict[str, str] = {}
    rows: str = ""
    """Path of the table; empty for none."""


class LastValues:
    """A private file of ours. It only saves typing: what cannot be read or written is no harm."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def of(self, slug: str) -> Filled:
        """Return what was filled in for the macro of this folder."""
        return self._all().get(slug, Filled())

    def keep(self, slug: str, macro: Macro, values: Mapping[str, str], rows: Path | None) -> None:
        """Remember what was filled in, for columns too; secrets are left out."""
        kept = {
            name: value
            for name, value in values.items()
            if name in (*macro.params, *macro.columns)
            and (name not in macro.params or macro.params[name].type != "secret")
            and len(value) <= MOST_CHARS
        }
        if kept or rows is not None:
            self.put(slug, Filled(kept, str(rows) if rows is not None else ""))
        else:
            self.forget(slug)

    def keep_play(self, slug: str, macro: Macro, request: PlayRequest, *, is_part: bool) -> None:
        """Remember what a play was given, and what it was not asked for as it was remembered.

        Args:
            is_part: some of its steps are played only, which need not use every value.
        """
        before = self.of(slug)
        is_rest_kept = is_part or request.rows is not None
        values = {
            **(before.values if is_rest_kept else {}),
            **request.values,
            **(request.row or {}),
        }
        rows = request.rows.absolute() if request.rows is not None else None
        if rows is None and is_part and before.rows:
            rows = Path(before.rows)
        self.keep(slug, macro, values, rows)

    def put(self, slug: str, filled: Filled) -> None:
        """Remember what was filled in as it was remembered before."""
        with self._alone():
            every = {name: known for name, known in self._all().items() if name != slug}
            self._write(dict(list({**every, slug: filled}.items())[-MOST_MACROS:]))

    @property
    def folders(self) -> frozenset[str]:
        """The macros for which something is remembered, by folder."""
        return frozenset(self._all())

    @property
    def count(self) -> int:
        """For how many macros something is remembered."""
        return len(self._all())

    def forget(self, slug: str) -> None:
        """Forget what was filled in for this macro; all of it where nobody can tell whose is whose."""
        with self._alone():
            every = self._read()
            if every is None:
                with contextlib.suppress(OSError):
                    self._file.unlink(missing_ok=True)
            elif every.pop(slug, None) is not None:
                self._write(every)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads and processes away between reading and writing: none undoes the other."""
        with contextlib.ExitStack() as held:
            with contextlib.suppress(OSError):
                held.enter_context(locked(self._file.with_name(f".{self._file.name}.lock")))
            yield

    def _all(self) -> dict[str, Filled]:
        return self._read() or {}

    def _read(self) -> dict[str, Filled] | None:
        """Return what is remembered; None where the file is there and cannot be used."""
        try:
            return read_json(self._file, _MOST_BYTES, dict[str, Filled])
        except FileNotFoundError:
            return {}
        except (OSError, MacroError):
            return None

    def _write(self, every: Mapping[str, Filled]) -> None:
        with contextlib.suppress(OSError):
            write_whole(self._file, msgspec.json.encode(every))
