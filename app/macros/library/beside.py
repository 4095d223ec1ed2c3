"""What a macro has beside its folder: how plays went, what was filled in, repairs, key, schedule. No Qt.

All of it belongs to the folder. A macro that is removed takes it along, in a file of its own folder:
no later macro of that folder gets it, and bringing the macro back brings all of it back.
"""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from app.macro_repairs import RepairShelf
from app.macro_schedule_systemd import UserUnits
from app.macro_schedule_units import Units, environment, stem
from app.macros.library.last_values import FILE as VALUES
from app.macros.library.last_values import Filled, LastValues
from automation.core.errors import MacroError
from automation.macros.files import FileError, flush_folder, read_whole, write_whole
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
    repairs = RepairShelf(data).place(slug)
    with contextlib.suppress(OSError):
        repairs.replace(kept / REPAIRS)
    return forget(data, slug)


def forget(data: Path, slug: str) -> str:
    """Drop what is known of a macro that has this folder no more; return what could not be dropped."""
    LastValues(data / VALUES).forget(slug)
    shutil.rmtree(RepairShelf(data).place(slug), ignore_errors=True)
    try:
        health_file(data, slug).unlink(missing_ok=True)
        if any(_schedule(slug)):
            UserUnits().remove(stem(slug))
    except OSError as error:
        return f" What is known of its plays could not be deleted: {error.strerror or error}."
    except MacroError as error:
        return f" It is still scheduled: {error}."
    return ""


def bring_back(data: Path, folder: Path) -> tuple[str, str]:
    """Put everything back that a macro took along, now that its folder is in the library again.

    Returns:
        The chord that played it, and what could not be brought back, in sentences; each may be empty.
    """
    try:
        found = msgspec.json.decode(read_whole(folder / ALONG, _MOST_BYTES), type=Beside)
    except FileNotFoundError:
        return "", ""
    except (OSError, MacroError, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return "", f" Its key, its schedule and its last values are lost: {error}."
    slug, problem = folder.name, ""
    if found.filled != Filled():
        LastValues(data / VALUES).put(slug, found.filled)
    with contextlib.suppress(OSError):
        shutil.rmtree(RepairShelf(data).place(slug), ignore_errors=True)
        (folder / REPAIRS).replace(RepairShelf(data).place(slug))
    try:
        if found.health != Health():
            keep_health(data, slug, found.health)
        if found.timer and found.service:
            UserUnits().put(Units(stem(slug), found.timer, found.service))
    except MacroError as error:
        problem = f" Not all that belongs to it could be brought back: {error}."
    with contextlib.suppress(OSError):
        (folder / ALONG).unlink(missing_ok=True)
        flush_folder(folder)
    return found.key, problem


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
