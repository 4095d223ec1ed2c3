"""Finds out which ways to stop work, by trying them: an executor of our own that sends nothing."""

import os
import socket
import sys
import tempfile
from pathlib import Path
from typing import Final

from app.doctor_stop import StopFacts
from app.folders import Folders
from app.settings import Settings
from automation.core.errors import AssistantError
from automation.desktop.input.client import ExecutorClient, ExecutorOptions

PROBE: Final = "doctor"


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
