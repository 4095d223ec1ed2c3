"""Calibrations on disk: one small JSON file a checkpoint, in our own data folder."""

import os
import re
import tempfile
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from automation.core.errors import Damaged, RecordError
from model.calibrate.calibration import Calibration

FOLDER: Final = "calibrations"
VERSION: Final = 1
MAX_FILE_BYTES: Final = 256 * 1024
"""A calibration takes about 4 KB."""

_KEY: Final = re.compile(r"[0-9a-f]{64}")


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    checkpoint: str
    calibration: Calibration


def store(calibration: Calibration, checkpoint: str, data: Path) -> Path:
    """Write a calibration durably, whole or not at all, private to the user.

    Args:
        calibration: what was found.
        checkpoint: SHA-256, hex, that names the checkpoint's bytes.
        data: our data folder.

    Raises:
        RecordError: it could not be written; an older one is untouched.
    """
    path = _place(checkpoint, data)
    content = msgspec.json.encode(_File(VERSION, checkpoint, calibration))
    beside = ""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        number, beside = tempfile.mkstemp(dir=path.parent, prefix=".calibration-")  # mode 0600
        with os.fdopen(number, "wb") as file:
            file.write(msgspec.json.format(content, indent=1))
            file.flush()
            os.fsync(file.fileno())
        Path(beside).replace(path)
    except OSError as error:
        if beside:
            Path(beside).unlink(missing_ok=True)
        message = f"the calibration was not kept: {error.strerror or error} at {path}; make room"
        raise RecordError(message) from error
    return path


def recall(checkpoint: str, data: Path) -> Calibration | None:
    """Return what is known of a checkpoint; None when it was never calibrated.

    Raises:
        Damaged: the file is not what `store` wrote; says so and how to make a new one.
    """
    path = _place(checkpoint, data)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _damaged(path, error.strerror or str(error)) from error
    if len(content) > MAX_FILE_BYTES:
        raise _damaged(path, f"it has more than {MAX_FILE_BYTES} bytes")
    try:
        found = msgspec.json.decode(content, type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damaged(path, str(error)) from error
    if found.version != VERSION or found.checkpoint != checkpoint:
        raise _damaged(path, f"it is version {found.version} of {found.checkpoint[:8]}...")
    if found.calibration.hits != sum(point.is_hit for point in found.calibration.points):
        raise _damaged(path, "its hits are not those of its points")
    return found.calibration


def _place(checkpoint: str, data: Path) -> Path:
    assert _KEY.fullmatch(checkpoint), f"{checkpoint!r}: a SHA-256 in hex is expected"
    return data / FOLDER / f"{checkpoint}.json"


def _damaged(path: Path, found: str) -> Damaged:
    return Damaged(f"{path} cannot be used: {found}; calibrate the model again")
