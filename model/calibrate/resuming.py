"""Answers kept while a checkpoint is calibrated, so that a stop costs one question and not hours.

One small file a checkpoint, whole after every answer, in our own data folder. It is used only for
the same question about the same picture, of a model that runs in the same way, and goes as soon as
the calibration is kept. A file that cannot be read or written costs the answers and nothing else.
"""

import hashlib
import logging
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from automation.core.engine import EngineStatus
from automation.records import private
from model.calibrate.asking import Asker
from model.calibrate.keeping import FOLDER
from model.prompt.conversation import SourceImage

log = logging.getLogger(__name__)

VERSION: Final = 1
MAX_FILE_BYTES: Final = 1 << 20
"""A hundred answers take about 20 KB."""


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    answers: dict[str, str]
    """By the digest of what was asked."""


class Resuming:
    """An asker that does not ask again what the same model has answered before a stop."""

    def __init__(self, asker: Asker, checkpoint: str, data: Path, status: EngineStatus) -> None:
        """Read what is known.

        Args:
            asker: the checkpoint.
            checkpoint: SHA-256, hex, that names the checkpoint's bytes.
            data: our data folder.
            status: how the model runs; in another precision it answers otherwise.
        """
        self._asker = asker
        self._path = data / FOLDER / f"{checkpoint}.answers.json"
        self._way = f"{status.device}\n{status.dtype}\n{status.quantization}"
        self._answers = _read(self._path)

    def ask(self, image: SourceImage, question: str, *, thinking: bool) -> str:
        """Return the answer without the thinking, from the disk where it is there.

        Raises:
            GenerationError: what came is no reply; it is asked again the next time.
            Stopped: a stop was asked for; what was answered stays.
        """
        key = self._key(image, question, thinking=thinking)
        known = self._answers.get(key)
        if known is None:
            known = self._answers[key] = self._asker.ask(image, question, thinking=thinking)
            self._write()
        return known

    def forget(self) -> None:
        """Delete the answers: what they were for is kept."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            log.warning("the answers of the point test stay: %s", type(error).__name__)

    def _key(self, image: SourceImage, question: str, *, thinking: bool) -> str:
        seen = hashlib.sha256(image.pixels.tobytes())
        seen.update(f"{image.pixels.shape}\n{thinking}\n{self._way}\n{question}".encode())
        return seen.hexdigest()

    def _write(self) -> None:
        try:
            private.private_folder(self._path.parent)
            private.write_whole(self._path, msgspec.json.encode(_File(VERSION, self._answers)))
        except (OSError, ValueError) as error:  # no room; or text that is no Unicode
            log.warning("an answer of the point test was not kept: %s", type(error).__name__)


def _read(path: Path) -> dict[str, str]:
    try:
        found = msgspec.json.decode(private.read(path, MAX_FILE_BYTES), type=_File)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
        log.warning("the answers of an earlier point test are not used: %s", type(error).__name__)
        return {}
    return dict(found.answers) if found.version == VERSION else {}
