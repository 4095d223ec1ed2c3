"""The user's macros and what lies beside them: how plays went, what was filled in, repairs, key, schedule.

All of that belongs to the folder. A macro that is removed takes it along, in a file of its own folder:
no later macro of that folder gets it, and bringing the macro back brings all of it back. A wipe of the
history takes what plays left (reports, values, repairs, health); the macros, keys, schedules and what
the user trusts stay.
"""

import contextlib
import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.macros.keys import FILE as KEYS
from app.macros.keys import KeysFile
from app.macros.repairs import REPAIRS_FOLDER as REPAIRS
from app.macros.repairs import RepairShelf
from app.macros.request import FILE as VALUES
from app.macros.request import Filled, LastValues
from app.macros.schedule import Units, UserUnits, environment, moved, stem
from app.settings import user_folders
from automation.core.errors import MacroError, RecordError, SettingsError
from automation.core.files import flush_folder, private_folder, write_whole
from automation.core.observation import Frame
from automation.core.process import runtime_folder
from automation.macros.images import decode
from automation.macros.library import REMOVED, Kept, Library
from automation.macros.macro_files import as_file_error, read_json, read_whole
from automation.macros.play.health import Health, health_file, keep_health, read_health
from automation.macros.play.linking import Linked, Source, link
from automation.macros.play.report import FOLDER as REPORTS
from automation.macros.play.report import MOST_REPORT_BYTES
from automation.macros.trust import TrustBook, digest
from automation.records.removal import HONEST, Wiped, Wish
from automation.records.store import Store

_CACHED: Final = 64
"""Pictures that are kept unpacked; each is about 160 x 64."""


def library_of(data: Path) -> Library:
    """Return the macros that are kept in the user's data folder.

    A macro that is made gets nothing of one that had its folder and was deleted by hand; where that
    cannot be dropped it is not made. Else the timer or the key of the other one would play it.
    """

    def forget(slug: str) -> None:

        if problem := forget_all(data, slug):
            raise MacroError(
                f"nothing was kept: a macro that was deleted by hand had the folder {slug}, and not "
                f"all that belonged to it can be dropped.{problem} Mend that, or take another name"
            )

    return Library(data / "macros", forget)


def trust_of(data: Path) -> TrustBook:
    """Return what the user trusts, as the data folder has it."""
    return TrustBook(data / "macros-trusted.json")


class LibraryImages:
    """Implements `automation.macros.found.Images` for a macro of the library, with the pictures that were trusted."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._frames: dict[str, Frame] = {}
        self._marks: dict[str, bytes] = {}

    def read(self, path: str) -> bytes:
        """Return the file of a picture, the same at every call.

        Raises:
            MacroError: it is missing, or another one than before.
        """
        data = self._kept.image(path)
        mark = hashlib.sha256(data).digest()
        if self._marks.setdefault(path, mark) != mark:
            raise MacroError(
                f"the picture {path} was changed while the macro was played; play it again"
            )
        return data

    def image(self, path: str) -> Frame:
        """Return the picture of this path.

        Raises:
            MacroError: it is missing or cannot be read.
        """
        if path not in self._frames:
            if len(self._frames) >= _CACHED:
                self._frames.pop(next(iter(self._frames)))
            self._frames[path] = decode(self.read(path))
        return self._frames[path]


def linked_macro(kept: Kept, shelf: Library, book: TrustBook) -> Linked:
    """Return a macro with everything that it calls.

    Raises:
        MacroError: one of them cannot be read, is not replayed, or is not what was saved last.
    """
    return link(_source(kept, book), lambda name: _source(shelf.open_called(name), book))


def _source(kept: Kept, book: TrustBook) -> Source:
    if kept.note:  # what would be played is not what was saved last
        raise MacroError(
            f"{kept.note}. Look at it first: deskhand macro show {quote(kept.folder.name)}"
        )
    images = LibraryImages(kept)
    content = digest(kept.macro, images.read)
    return Source(kept.macro, images, book.is_trusted(content), content, kept.folder.name)


ALONG: Final = ".beside.json"
KEPT_REPAIRS: Final = ".repairs"
_MOST_BYTES: Final = 8 * 1024 * 1024


class Sidecar(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is written down of it; the repairs are moved as they are."""

    v: Literal[1] = 1
    health: Health = Health()
    filled: Filled = Filled()
    key: str = ""
    """The chord that played it; empty for none."""
    timer: str = ""
    """Text of the unit that started it at set times; empty for none."""
    service: str = ""


@contextlib.contextmanager
def noted(data: Path, folder: Path, key: str) -> Iterator[None]:
    """Write down in a macro's folder what it has beside it, before the folder is moved.

    Nothing is taken from its place by that; what was written goes where the folder cannot be moved.

    Args:
        key: the chord that plays it; empty for none.

    Raises:
        MacroError: it cannot be written.
    """
    slug = folder.name
    timer, service = _schedule(slug)
    health, filled = read_health(data, slug), LastValues(data / VALUES).of(slug)
    found = Sidecar(1, health, filled, key, timer, service)
    with as_file_error(folder / ALONG, "write"):
        write_whole(folder / ALONG, msgspec.json.encode(found))
    try:
        yield
    except MacroError:
        (folder / ALONG).unlink(missing_ok=True)
        raise


def take_along(data: Path, slug: str, kept: Path) -> str:
    """Take what a macro had from its places, now that its folder is gone from the library.

    Args:
        kept: where its folder is.

    Returns:
        What could not be taken away, in sentences; empty when all is.
    """
    repairs, problem = RepairShelf(data).place(slug), ""
    try:
        _move(repairs, kept / KEPT_REPAIRS)
    except OSError as error:
        problem = (
            f" What was repaired in its plays could not be taken along and is left in {repairs}: "
            f"{error.strerror or error}."
        )
    return problem + _forget_records(data, slug)


def forget(data: Path, slug: str) -> str:
    """Drop what is known of a macro that has this folder no more; return what could not be dropped."""
    shutil.rmtree(RepairShelf(data).place(slug), ignore_errors=True)
    return _forget_records(data, slug)


def forget_all(data: Path, slug: str) -> str:
    """Drop the key too, for a folder that is about to be another macro's; return as `forget` does."""
    problem, folders = forget(data, slug), user_folders()
    if folders.data != data:  # the keys of somebody else's macros
        return problem
    keys = KeysFile(folders.settings_file.with_name(KEYS))
    if slug not in (keys.written() or ()):
        return problem
    chords, _sentence = keys.load()
    chords.pop(slug, None)
    try:
        keys.save(chords)
    except SettingsError as error:
        return f"{problem} The key of the macro that was there before is left: {error}."
    return problem


def _forget_records(data: Path, slug: str) -> str:
    LastValues(data / VALUES).forget(slug)
    try:
        health_file(data, slug).unlink(missing_ok=True)
        if any(_schedule(slug)):
            UserUnits().remove(stem(slug))
    except OSError as error:
        return f" What is known of its plays could not be deleted: {error.strerror or error}."
    except MacroError as error:
        return f" It is still scheduled: {error}."
    return ""


def bring_back(data: Path, folder: Path, before: str = "") -> tuple[str, str]:
    """Put everything back that a macro took along, now that its folder is in the library again.

    What cannot be put back stays in the macro's folder.

    Args:
        before: the name that its folder had; empty where it has that again.

    Returns:
        The chord that played it, and what could not be brought back, in sentences; each may be empty.
    """
    try:
        found = read_json(folder / ALONG, _MOST_BYTES, Sidecar)
    except FileNotFoundError:
        return "", ""
    except (OSError, MacroError) as error:
        return "", f" Its key, its schedule and its last values are lost: {error}."
    slug = folder.name
    left = forget(data, slug)  # of one that had this folder meanwhile, deleted by hand
    parts = (_put_values, _put_repairs, _put_health, _put_schedule)
    tried = (_tried(put, data, folder, before or slug, found) for put in parts)
    if problems := [one for one in tried if one]:
        said = "; ".join(problems)
        return found.key, (
            f"{left} Not all that belongs to it could be brought back: {said}. What is left is kept in "
            f"{folder / ALONG}."
        )
    with contextlib.suppress(OSError):
        (folder / ALONG).unlink(missing_ok=True)
        flush_folder(folder)
    return found.key, left


_Put = Callable[[Path, Path, str, Sidecar], None]
"""Puts one part back: the user's data, the macro's folder, the name that it had, what was noted."""


def _tried(put: _Put, data: Path, folder: Path, before: str, found: Sidecar) -> str:
    """Return why a part could not be put back; empty when it is."""
    try:
        put(data, folder, before, found)
    except OSError as error:
        return f"{error.strerror or error}"
    except MacroError as error:
        return str(error)
    return ""


def _put_values(data: Path, folder: Path, _before: str, found: Sidecar) -> None:
    values = LastValues(data / VALUES)
    if found.filled == Filled():
        return
    values.put(folder.name, found.filled)
    if values.of(folder.name) != found.filled:  # it says nothing of what it cannot write
        raise MacroError(
            f"the values that were filled in last cannot be written to {data / VALUES}"
        )


def _put_repairs(data: Path, folder: Path, before: str, _found: Sidecar) -> None:
    shelf = RepairShelf(data)
    _move(folder / KEPT_REPAIRS, shelf.place(folder.name))
    if before != folder.name:
        shelf.adopt(folder.name)


def _put_health(data: Path, folder: Path, _before: str, found: Sidecar) -> None:
    if found.health != Health():
        keep_health(data, folder.name, found.health)


def _put_schedule(_data: Path, folder: Path, before: str, found: Sidecar) -> None:
    if found.timer and found.service:
        units = Units(stem(before), found.timer, found.service)
        UserUnits().put(moved(units, before, folder.name))


def _move(source: Path, to: Path) -> None:
    """Move a folder, onto another disk too; where there is none nothing is moved.

    Raises:
        OSError: it is where it was, whole.
    """
    if not source.is_dir():
        return
    private_folder(to.parent)
    if to.exists():
        shutil.rmtree(to)
    try:
        source.replace(to)
    except OSError:
        try:
            shutil.copytree(source, to)
        except OSError:
            shutil.rmtree(to, ignore_errors=True)
            raise
        shutil.rmtree(source, ignore_errors=True)


def _schedule(slug: str) -> tuple[str, str]:
    """Return both units of a macro; empty where it is not scheduled for this folder of data."""
    units = UserUnits().folder
    try:
        timer, service = (
            read_whole(units / f"{stem(slug)}.{kind}", _MOST_BYTES).decode()
            for kind in ("timer", "service")
        )
    except (OSError, UnicodeError, MacroError):
        return "", ""
    home = os.environ.get("DESKHAND_HOME", "")
    own = environment("DESKHAND_HOME", str(Path(home).expanduser().absolute())) if home else ""
    is_own = own in service if own else 'Environment="DESKHAND_HOME=' not in service
    return (timer, service) if is_own else ("", "")


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
    with as_file_error(data, "delete all that plays of macros left in"):
        for file in gone:
            file.unlink(missing_ok=True)
        if gone:
            flush_folder(data / REPORTS)
    return Traces(len(gone), values, repairs)


def forget_all_traces(data: Path) -> Traces:
    """Delete everything that plays left, with what removed macros have taken along.

    Raises:
        MacroError: something cannot be deleted.
    """
    reports = tuple((data / REPORTS).glob("*.json"))
    found = Traces(len(reports), LastValues(data / VALUES).count, len(tuple(_waiting(data))))
    with as_file_error(data, "delete all that plays of macros left in"):
        for file in (*reports, *(data / REPORTS / _HEALTH).glob("*.json"), data / VALUES):
            file.unlink(missing_ok=True)
        for folder in _folders_in(data / REPAIRS):
            shutil.rmtree(folder)
        for folder in _folders_in(data / "macros" / REMOVED):
            _thin(folder / ALONG)
            shutil.rmtree(folder / KEPT_REPAIRS, ignore_errors=True)
        for folder in (data / REPORTS, data):
            if folder.is_dir():
                flush_folder(folder)
    return found


def _thin(along: Path) -> None:
    """Leave what a removed macro needs to be started again as before, and nothing of its plays."""
    if not along.exists():
        return
    try:
        found = read_json(along, MOST_REPORT_BYTES, Sidecar)
    except MacroError:
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
        return read_json(file, MOST_REPORT_BYTES, _Played)
    except (OSError, MacroError):
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


def wipe_all_of(store: Store, data: Path, wish: Wish) -> tuple[Wiped, Traces]:
    """Wipe runs, and what plays of macros among them left beside the history; with all, the names of looks too.

    Raises:
        RecordError: a run lives, or it could not be finished; says what to do.
    """
    from app.last_look import forget_looks  # noqa: PLC0415 - loads what reads sentences

    wiped = store.wipe(wish)
    try:
        traces = forget_all_traces(data) if wish.is_all else forget_gone(data, store, is_wish=True)
        if wish.is_all:
            forget_looks(runtime_folder())
    except OSError as error:
        raise RecordError(
            f"the runs are wiped, but not what the last look has named: {error}. Wipe once more"
        ) from error
    except MacroError as error:
        raise RecordError(
            f"the runs are wiped, but not all that plays of macros left: {error}. Wipe once more"
        ) from error
    return wiped, traces


def wipe_text(wiped: Wiped, traces: Traces) -> str:
    """Say what was wiped and what a wipe cannot reach."""
    said = f"Wiped: {_count(wiped.runs, 'run')}, {_count(wiped.pictures, 'picture')}"
    if wiped.files:
        said += f", {', '.join(wiped.files)}"
    said += f". {traces.sentence}".rstrip()
    if wiped.left:
        said += (
            f" These copies are still there and may hold it too: {', '.join(wiped.left)}; "
            "wiping everything takes them away."
        )
    return f"{said} {HONEST}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
