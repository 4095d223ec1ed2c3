"""The rows about promise 2: which ways to stop work here. Found out by trying them.

An executor of our own is started and asked, in a folder of its own: it sends nothing.
"""

import os
import socket
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.doctor_row import Row, Status
from app.folders import Folders
from app.settings import Settings
from automation.core.errors import AssistantError
from automation.desktop.input.client import ExecutorClient, ExecutorOptions

PROBE: Final = "doctor"
CORNERS: Final = {
    "off": "off, as you set it",
    "top_left": "top left",
    "top_right": "top right",
    "bottom_left": "bottom left",
    "bottom_right": "bottom right",
}


@dataclass(frozen=True, slots=True)
class StopFacts:
    """What was found of the ways to stop; an empty problem means that the way works."""

    keys: tuple[str, ...] = ("Pause", "Escape Escape")
    key_problem: str = ""
    shared_keys: tuple[str, ...] = ()
    """Stop keys that another program listens to as well."""
    has_deadman: bool = True
    has_tray: bool = True
    command_problem: str = ""
    """Why `deskhand stop` would not reach us."""
    corner: str = "top_left"
    remote: str = ""
    """By what the desktop is shown on another computer; the key has to come from there."""


def gather_stop(settings: Settings, folders: Folders, remote: str) -> StopFacts:
    """Try the ways to stop; takes a second, most of it the start of an executor.

    Args:
        settings: the user's.
        folders: must exist.
        remote: by what the desktop is shown elsewhere; empty when it is not.
    """
    problem, shared, has_deadman = _try_executor(settings)
    return StopFacts(
        keys=settings.keys.stop,
        key_problem=problem,
        shared_keys=shared,
        has_deadman=has_deadman,
        command_problem=_command_problem(folders.runtime),
        corner=settings.stop_corner,
        remote=remote,
    )


def _try_executor(settings: Settings) -> tuple[str, tuple[str, ...], bool]:
    """Start an executor; return why its stop key is not heard, keys of others, and its dead-man."""
    with tempfile.TemporaryDirectory(prefix="deskhand-doctor-") as folder:
        options = ExecutorOptions(
            state_folder=Path(folder), kill_keys=settings.keys.stop, backend=settings.backend
        )
        client = ExecutorClient(options)
        try:
            ready = client.start()
            single = {f"{PROBE}.{key}": key for key in settings.keys.stop if " " not in key}
            taken = {conflict.name.partition(".")[2] for conflict in client.grab(single)}
        except AssistantError as error:
            return str(error), (), False
        finally:
            client.close()
    problem = "" if ready.is_armed else "the key is not heard"
    shared = tuple(key for key in settings.keys.stop if key in taken)
    return problem, shared, ready.deadman_pid > 0 or sys.platform != "linux"


def _command_problem(runtime: Path) -> str:
    """Return why no socket can be made in the folder; empty when one can."""
    try:
        handle = os.open(runtime, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        return error.strerror or str(error)
    path = Path(f"/proc/self/fd/{handle}/{PROBE}-{os.getpid()}.sock")
    try:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
        path.unlink()
    except OSError as error:
        return error.strerror or str(error)
    finally:
        os.close(handle)
    return ""


def stop_rows(facts: StopFacts) -> tuple[Row, ...]:
    """Return a row for each way to stop."""
    return (_key(facts), _tray(facts), _command(facts), _corner(facts), _deadman(facts))


def _key(facts: StopFacts) -> Row:
    words = " or ".join(key.replace("Escape Escape", "Esc twice") for key in facts.keys)
    if facts.key_problem:
        meaning = f"{words} cannot stop a run, so none can start"
        return _row(
            "stop key", "fail", facts.key_problem, meaning, "choose another key in Settings"
        )
    if facts.remote:
        meaning = "it has to come over that connection, and not at all once it is cut"
        fix = "keep a terminal on this computer ready: deskhand stop"
        return _row("stop key", "warn", f"{words}, from far away ({facts.remote})", meaning, fix)
    if facts.shared_keys:
        shared = ", ".join(facts.shared_keys)
        return _row("stop key", "ok", f"{words}; {shared} does something elsewhere too")
    return _row("stop key", "ok", words)


def _tray(facts: StopFacts) -> Row:
    if facts.has_tray:
        return _row("tray", "ok", "its icon has Stop")
    meaning = "Stop is in the window and in the pill on the screen only"
    return _row("tray", "warn", "this desktop has none", meaning, "start a panel that has a tray")


def _command(facts: StopFacts) -> Row:
    if not facts.command_problem:
        return _row("deskhand stop", "ok", "can be reached from any terminal of yours")
    meaning = "a terminal cannot stop a run"
    fix = "set DESKHAND_HOME to a folder on a local disk"
    return _row("deskhand stop", "warn", f"no socket: {facts.command_problem}", meaning, fix)


def _corner(facts: StopFacts) -> Row:
    return _row("screen corner", "ok", CORNERS.get(facts.corner, facts.corner))


def _deadman(facts: StopFacts) -> Row:
    if facts.has_deadman:
        return _row("dead-man", "ok", "lets go of every key when another process of ours dies")
    meaning = "a key may stay down when the executor is killed"
    return _row("dead-man", "warn", "did not start", meaning, "press and release that key yourself")


def _row(name: str, status: Status, found: str, meaning: str = "", fix: str = "") -> Row:
    return Row(name, status, found, meaning, fix, topic="stop")
