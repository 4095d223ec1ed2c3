"""What was filled in before the last run of each macro, so that it stands in the form again. No Qt.

Never what was given for a secret, not even its name. Who keeps no runs keeps none of this either.
"""

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from app.macro_request import PlayRequest
from automation.core.errors import MacroError
from automation.macros.files import locked, read_whole, write_whole
from automation.macros.macro import Macro

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
            slug: name of the macro's folder.
            macro: what is played.
            request: what is wanted of it.
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
            data = read_whole(self._file, _MOST_BYTES)
            return msgspec.json.decode(data, type=dict[str, Filled])
        except FileNotFoundError:
            return {}
        except (OSError, MacroError, msgspec.MsgspecError, UnicodeError, RecursionError):
            return None

    def _write(self, every: Mapping[str, Filled]) -> None:
        with contextlib.suppress(OSError):
            write_whole(self._file, msgspec.json.encode(every))
