"""What the data folder keeps of model servers: what a model there was found to do, and who asks it now.

One record for each address and model; what it says holds for one version of both (`Probed.digest`), so that a
server that changed gets a new one. Nothing is lost with it: whatever cannot be read is found out anew.

A run that asks a server holds a lock on a small file as long as it does so. By these files the runs of all
processes that share the folder are counted; the lock of one that was killed goes with its process.
"""

import hashlib
import logging
import os
import threading
import time
import uuid
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from automation.core import files
from automation.core.errors import RecordError
from automation.core.timing import StopToken
from automation.records.rows import LiveLock, hold
from model.calibrate.endpoint import EndpointCalibration
from model.server.probe import VERSION, Probed

log = logging.getLogger(__name__)

FOLDER: Final = "servers"
MAX_KEPT_BYTES: Final = 64 * 1024
RUNS: Final = f"{FOLDER}/runs"
RETRY_S: Final = 60.0
"""For so long a server that did not answer comes after those that nobody has found silent."""
CHOOSING_S: Final = 1.0
"""So long a run waits for a process that chooses a server, and then chooses without counting."""
LOOK_S: Final = 0.02
_IN_TURN: Final = threading.Lock()
"""Runs of one process choose one after the other."""
OLD_CALIBRATIONS: Final = "calibrations/*.server.json"
"""Where what calibration found stood before it stood here; those files are taken away."""


class Known(Struct, frozen=True, forbid_unknown_fields=True):
    """What was found of one model at one address. Can be kept as JSON."""

    base: str
    """The address, as `Address.base` has it."""
    found: Probed
    points: EndpointCalibration | None = None
    """None until the model was calibrated there."""
    version: int = VERSION


def keep(known: Known, data: Path) -> None:
    """Keep a record privately below the data folder, in place of the older one.

    Raises:
        RecordError: it could not be written; the older one is untouched.
    """
    path = _place(known.base, known.found.model, data)
    try:
        files.private_folder(path.parent)
        files.write_whole(path, msgspec.json.encode(known))
    except OSError as error:
        raise RecordError(
            f"what was found of the model server was not kept: {error.strerror or error} at {path}; make room"
        ) from error
    for old in data.glob(OLD_CALIBRATIONS):
        with suppress(OSError):
            old.unlink()


def kept(base: str, model: str, data: Path) -> Known | None:
    """Return what is known of a model at an address; None where nothing is, or it cannot be read."""
    try:
        content = files.read(_place(base, model, data), MAX_KEPT_BYTES)
        known = msgspec.json.decode(content, type=Known)
        if known.points is not None:
            str(known.points.sentence)  # one of another release is not known here
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError, LookupError) as error:  # msgspec's are ValueErrors
        log.warning("what was found of a model server is not used: %s", type(error).__name__)
        return None
    is_this = (known.version, known.base, known.found.model) == (VERSION, base, model)
    return known if is_this else None


def note_silent(base: str, data: Path) -> None:
    """Note that a server did not answer just now."""
    with suppress(OSError):
        files.private_folder(data / FOLDER)
        _silence(base, data).write_bytes(b"")


def note_answer(base: str, data: Path) -> None:
    """Note that a server answers."""
    with suppress(OSError):
        _silence(base, data).unlink(missing_ok=True)


def is_silent(base: str, data: Path) -> bool:
    """Tell whether a server did not answer when it was asked last, a short time ago."""
    try:
        ago_s = time.time() - _silence(base, data).stat().st_mtime
    except OSError:
        return False
    return 0 <= ago_s < RETRY_S


@dataclass(frozen=True, slots=True)
class Use:
    """That a run asks a server; other runs see it until it is released or the process ends."""

    base: str
    lock: LiveLock | None
    """None where the data folder cannot be written: then nobody sees it."""

    def release(self) -> None:
        """Tell that the run asks it no more; may be called twice."""
        if self.lock is not None:
            self.lock.release()


def take(bases: Sequence[str], data: Path, stop: StopToken) -> Use:
    """Take the server that answers, as far as is known, with the fewest runs; the first of equals.

    Raises:
        Stopped: a stop was asked for.
    """
    while not _IN_TURN.acquire(timeout=LOOK_S):
        stop.check()
    try:
        return _take(bases, data, stop)
    finally:
        _IN_TURN.release()


def _take(bases: Sequence[str], data: Path, stop: StopToken) -> Use:
    runs = data / RUNS
    try:
        files.private_folder(data / FOLDER)
        choosing = _locked(data / FOLDER / "choosing", stop)
    except OSError:
        return Use(_best(bases, Counter(), data), None)
    try:
        base = _best(bases, _counted(runs), data)
        return Use(base, hold(runs, f"{_digest(base)}-{uuid.uuid4().hex}"))
    except RecordError:
        return Use(_best(bases, Counter(), data), None)
    finally:
        os.close(choosing)


def _locked(path: Path, stop: StopToken) -> int:
    """Return the descriptor of a file whose lock is had; another process is waited for a moment.

    Raises:
        OSError: there is none, or another process still has it.
        Stopped: a stop was asked for.
    """
    end_s = time.monotonic() + CHOOSING_S
    while True:
        stop.check()
        try:
            return files.open_locked(path)
        except BlockingIOError:
            if time.monotonic() > end_s:
                raise
        stop.wait(LOOK_S)


def _best(bases: Sequence[str], counted: Counter[str], data: Path) -> str:
    return min(bases, key=lambda base: (is_silent(base, data), counted[_digest(base)]))


def _counted(runs: Path) -> Counter[str]:
    """Return how many runs ask each server, by its digest; what a killed process left is taken away.

    Raises:
        RecordError: the folder cannot be used.
    """
    counted: Counter[str] = Counter()
    for path in runs.glob("*.lock"):
        lock = hold(runs, path.stem)
        if lock is None:
            counted[path.stem.partition("-")[0]] += 1
        else:
            lock.release()
    return counted


def _silence(base: str, data: Path) -> Path:
    return data / FOLDER / f"{_digest(base)}.silent"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _place(base: str, model: str, data: Path) -> Path:
    name = _digest(f"{base}\n{model}")
    return data / FOLDER / f"{name}.json"
