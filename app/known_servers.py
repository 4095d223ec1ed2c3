"""What the data folder keeps of model servers: what a model there was found to do.

One record for each address and model; what it says holds for one version of both (`Probed.digest`), so that a
server that changed gets a new one. Nothing is lost with it: whatever cannot be read is found out anew.
"""

import hashlib
import logging
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from automation.core import files
from automation.core.errors import RecordError
from model.calibrate.endpoint import EndpointCalibration
from model.server.probe import VERSION, Probed

log = logging.getLogger(__name__)

FOLDER: Final = "servers"
MAX_KEPT_BYTES: Final = 64 * 1024
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
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
        log.warning("what was found of a model server is not used: %s", type(error).__name__)
        return None
    is_this = (known.version, known.base, known.found.model) == (VERSION, base, model)
    return known if is_this else None


def _place(base: str, model: str, data: Path) -> Path:
    name = hashlib.sha256(f"{base}\n{model}".encode("utf-8", "replace")).hexdigest()
    return data / FOLDER / f"{name}.json"
