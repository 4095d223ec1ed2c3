"""What plays of macros leave beside the history and that goes with it: reports, values, repairs, health. No Qt.

The macros themselves, their keys and schedules, and what the user trusts are no traces: they stay.
"""

import contextlib
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.macro_repairs import FOLDER as REPAIRS
from app.macro_repairs import RepairShelf
from app.macros.library.beside import ALONG, Beside
from app.macros.library.beside import REPAIRS as REPAIRS_ALONG
from app.macros.library.last_values import FILE as VALUES
from app.macros.library.last_values import Filled, LastValues
from automation.core.errors import MacroError
from automation.macros.files import FileError, flush_folder, read_whole, write_whole
from automation.macros.library import REMOVED
from automation.macros.player.health import Health
from automation.macros.player.report import FOLDER as REPORTS
from automation.macros.player.report import MOST_REPORT_BYTES
from automation.records.store import Store

_HEALTH: Final = "health"


@dataclass(frozen=True, slots=True)
class Traces:
    """How much went."""

    reports: int = 0
    values: int = 0
    """Macros whose last values were forgotten."""
    repairs: int = 0

    @property
    def sentence(self) -> str:
        """What went, in a sentence; empty when nothing did."""
        counted = (
            (self.reports, "report"),
            (self.repairs, "repair that waited"),
            (self.values, "macro's last values"),
        )
        told = [
            f"{number} {one if number == 1 else _MANY[one]}" for number, one in counted if number
        ]
        return f"Of macros went: {', '.join(told)}." if told else ""


_MANY: Final = {
    "report": "reports",
    "repair that waited": "repairs that waited",
    "macro's last values": "macros' last values",
}


class _Step(Struct, frozen=True):
    folder: str = ""


class _Played(Struct, frozen=True):
    """Which macros a report is of; everything else of it is passed over."""

    steps: tuple[_Step, ...] = ()

    @property
    def folders(self) -> frozenset[str]:
        """Names of their folders."""
        return frozenset(step.folder for step in self.steps if step.folder)


def forget_gone(data: Path, store: Store, *, is_wish: bool) -> Traces:
    """Delete what plays left whose runs are in the history no more.

    Args:
        data: folder of the user's data.
        store: the history.
        is_wish: the user wiped these runs: what was filled in last goes too, whichever play it is
            of. Of what only became old it stays while a later play of the macro is known.

    Raises:
        MacroError: something cannot be deleted.
    """
    files = tuple((data / REPORTS).glob("*.json"))
    waiting = tuple(_waiting(data))
    # After the files: a play that begins meanwhile is in the history before it has a report.
    known = {info.run for info in store.runs(None)}
    gone = [file for file in files if file.stem not in known]
    shelf = RepairShelf(data)
    is_told = not any(shelf.is_damaged(folder.name) for folder in _folders_in(data / REPAIRS))
    if not gone and is_told and all(run in known for _, run in waiting):
        return Traces()
    played = _folders(gone)
    if is_wish and any(_played(file) is None for file in gone):
        played |= LastValues(data / VALUES).folders  # nobody can tell whose values these were
    if not is_wish:
        played -= _folders(file for file in files if file.stem in known)
    repairs = _drop_repairs(data, known)
    values = sum(_forget_values(data, slug) for slug in sorted(played))
    with _told(data):
        for file in gone:
            file.unlink(missing_ok=True)
        if gone:
            flush_folder(data / REPORTS)
    return Traces(len(gone), values, repairs)


def forget_all(data: Path) -> Traces:
    """Delete everything that plays left, with what removed macros have taken along.

    Raises:
        MacroError: something cannot be deleted.
    """
    reports = tuple((data / REPORTS).glob("*.json"))
    found = Traces(len(reports), LastValues(data / VALUES).count, len(tuple(_waiting(data))))
    with _told(data):
        for file in (*reports, *(data / REPORTS / _HEALTH).glob("*.json"), data / VALUES):
            file.unlink(missing_ok=True)
        for folder in _folders_in(data / REPAIRS):
            shutil.rmtree(folder)
        for folder in _folders_in(data / "macros" / REMOVED):
            _thin(folder / ALONG)
            shutil.rmtree(folder / REPAIRS_ALONG, ignore_errors=True)
        for folder in (data / REPORTS, data):
            if folder.is_dir():
                flush_folder(folder)
    return found


def _thin(along: Path) -> None:
    """Leave what a removed macro needs to be started again as before, and nothing of its plays."""
    if not along.exists():
        return
    try:
        found = msgspec.json.decode(read_whole(along, MOST_REPORT_BYTES), type=Beside)
    except (MacroError, msgspec.MsgspecError, UnicodeError, RecursionError):
        along.unlink()
        return
    bare = replace(found, health=Health(), filled=Filled())
    write_whole(along, msgspec.json.encode(bare))


def _folders(files: Iterable[Path]) -> frozenset[str]:
    told = (_played(file) for file in files)
    return frozenset().union(*(one.folders for one in told if one is not None))


def _played(file: Path) -> _Played | None:
    """Return which macros a report is of; None for a damaged one, which is deleted as it is."""
    try:
        return msgspec.json.decode(read_whole(file, MOST_REPORT_BYTES), type=_Played)
    except (OSError, MacroError, msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _waiting(data: Path) -> Iterator[tuple[str, str]]:
    """Yield the folder and the run of each repair that waits."""
    shelf = RepairShelf(data)
    for folder in _folders_in(data / REPAIRS):
        yield from ((folder.name, one.run) for one in shelf.of(folder.name))


def _drop_repairs(data: Path, known: set[str]) -> int:
    shelf, dropped = RepairShelf(data), 0
    for folder in _folders_in(data / REPAIRS):
        if shelf.is_damaged(folder.name):  # their runs may be gone: nobody can tell
            shelf.drop(folder.name, ())
            continue
        gone = [one for one in shelf.of(folder.name) if one.run not in known]
        if gone:
            shelf.drop(folder.name, gone)
        dropped += len(gone)
    return dropped


def _forget_values(data: Path, slug: str) -> bool:
    values = LastValues(data / VALUES)
    is_known = values.of(slug) != Filled()
    values.forget(slug)
    return is_known


def _folders_in(root: Path) -> tuple[Path, ...]:
    with contextlib.suppress(OSError):
        return tuple(path for path in sorted(root.iterdir()) if path.is_dir())
    return ()


@contextlib.contextmanager
def _told(data: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FileError(data, "delete all that plays of macros left in", error) from error
