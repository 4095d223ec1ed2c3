"""What a macro has beside its folder: how plays went, what was filled in, repairs, key, schedule. No Qt.

All of it belongs to the folder. A macro that is removed takes it along, in a file of its own folder:
no later macro of that folder gets it, and bringing the macro back brings all of it back.
"""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from app.folders import user_folders
from app.macro_repairs import RepairShelf
from app.macro_schedule_systemd import UserUnits
from app.macro_schedule_units import Units, environment, moved, stem
from app.macros.keys import FILE as KEYS
from app.macros.keys import KeysFile
from app.macros.library.last_values import FILE as VALUES
from app.macros.library.last_values import Filled, LastValues
from automation.core.errors import MacroError, SettingsError
from automation.macros.files import FileError, flush_folder, private_folder, read_whole, write_whole
from automation.macros.player.health import Health, health_file, keep_health, read_health

ALONG: Final = ".beside.json"
REPAIRS: Final = ".repairs"
_MOST_BYTES: Final = 8 * 1024 * 1024


class Beside(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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
        data: folder of the user's data.
        folder: of the macro.
        key: the chord that plays it; empty for none.

    Raises:
        MacroError: it cannot be written.
    """
    slug = folder.name
    timer, service = _schedule(slug)
    health, filled = read_health(data, slug), LastValues(data / VALUES).of(slug)
    found = Beside(1, health, filled, key, timer, service)
    try:
        write_whole(folder / ALONG, msgspec.json.encode(found))
    except OSError as error:
        raise FileError(folder / ALONG, "write", error) from error
    try:
        yield
    except MacroError:
        (folder / ALONG).unlink(missing_ok=True)
        raise


def take_along(data: Path, slug: str, kept: Path) -> str:
    """Take what a macro had from its places, now that its folder is gone from the library.

    Args:
        data: folder of the user's data.
        slug: the name that its folder had.
        kept: where its folder is.

    Returns:
        What could not be taken away, in sentences; empty when all is.
    """
    repairs, problem = RepairShelf(data).place(slug), ""
    try:
        _move(repairs, kept / REPAIRS)
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
        data: folder of the user's data.
        folder: of the macro.
        before: the name that its folder had; empty where it has that again.

    Returns:
        The chord that played it, and what could not be brought back, in sentences; each may be empty.
    """
    try:
        found = msgspec.json.decode(read_whole(folder / ALONG, _MOST_BYTES), type=Beside)
    except FileNotFoundError:
        return "", ""
    except (OSError, MacroError, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
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


_Put = Callable[[Path, Path, str, Beside], None]
"""Puts one part back: the user's data, the macro's folder, the name that it had, what was noted."""


def _tried(put: _Put, data: Path, folder: Path, before: str, found: Beside) -> str:
    """Return why a part could not be put back; empty when it is."""
    try:
        put(data, folder, before, found)
    except OSError as error:
        return f"{error.strerror or error}"
    except MacroError as error:
        return str(error)
    return ""


def _put_values(data: Path, folder: Path, _before: str, found: Beside) -> None:
    values = LastValues(data / VALUES)
    if found.filled == Filled():
        return
    values.put(folder.name, found.filled)
    if values.of(folder.name) != found.filled:  # it says nothing of what it cannot write
        message = f"the values that were filled in last cannot be written to {data / VALUES}"
        raise MacroError(message)


def _put_repairs(data: Path, folder: Path, before: str, _found: Beside) -> None:
    shelf = RepairShelf(data)
    _move(folder / REPAIRS, shelf.place(folder.name))
    if before != folder.name:
        shelf.adopt(folder.name)


def _put_health(data: Path, folder: Path, _before: str, found: Beside) -> None:
    if found.health != Health():
        keep_health(data, folder.name, found.health)


def _put_schedule(_data: Path, folder: Path, before: str, found: Beside) -> None:
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
