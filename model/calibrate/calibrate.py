"""Finds out which coordinates a checkpoint writes, by asking it for drawn targets, and keeps the answer.

One way of asking after the other, until one gives answers that fit. Kept are, in our own data folder:
the calibration, one JSON file a checkpoint; and while it is made every answer, so that a stop costs
one question and not hours. An answer is used again only for the same question about the same picture,
of a model that runs in the same way. A file of answers that cannot be read or written costs the
answers and nothing else.
"""

import hashlib
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from automation.core import files
from automation.core.errors import Damaged, GenerationError, RecordError
from automation.core.generation import EngineStatus, LoadProgress
from automation.core.timing import StopToken
from model.calibrate.scoring import (
    SPACES,
    Calibration,
    Sample,
    Verdict,
    judged,
    point_in,
    scored,
)
from model.calibrate.screens import Screen, screens_for
from model.checkpoint.manifest import verify_quickly
from model.checkpoint.read import read_spec
from model.inference.engine import ModelEngine
from model.inference.options import DecodeSettings, LoadOptions, Request
from model.network.device import DeviceChoice, Override
from model.prompt.conversation import Conversation, Message, SourceImage
from model.prompt.profile import DEFAULTS, Profile, profile
from model.server.asking import message
from model.spec import CoordinateSpace, ModelSpec

HOPELESS_AFTER: Final = 4
"""Questions without a hit in any space after which a way of asking is given up. A model that meets
seven of ten targets misses four in a row once in a hundred times, and is asked in other ways then."""

AskProgress = Callable[[int, int], None]
"""Called with (done, most) questions; there are fewer of them as soon as a space fits."""


class Asker(Protocol):
    """A checkpoint that can be asked about a picture."""

    def ask(self, image: SourceImage, question: str, *, thinking: bool) -> str:
        """Return the answer without the thinking.

        Raises:
            GenerationError: what came is no reply; it counts as an answer without a point.
            Stopped: a stop was asked for.
        """
        ...


@dataclass(frozen=True, slots=True)
class _Way:
    """One way of asking."""

    thinking: bool
    space: CoordinateSpace
    """What the question says that the numbers mean; a model may know better."""


def calibrate(
    asker: Asker,
    profile: Profile,
    screens: Sequence[Screen],
    *,
    progress: AskProgress,
    stop: StopToken,
) -> Calibration:
    """Find out which coordinates the checkpoint writes.

    The profile's own question comes first, in its own thinking mode; most checkpoints need no
    more. If nothing fits, the other mode and other questions follow.

    Raises:
        Stopped: a stop was asked for; nothing was found out.
    """
    ways = list(_ways(profile))
    each = sum(len(screen.targets) for screen in screens)
    closest: tuple[Verdict, _Way] | None = None
    for place, way in enumerate(ways):
        done, most = place * each, len(ways) * each
        samples: list[Sample] = []
        for sample in _asked(asker, profile, screens, way, stop):
            samples.append(sample)
            progress(done + len(samples), most)
            if len(samples) == HOPELESS_AFTER and not _has_hit(samples):
                break
        verdict = judged(samples)
        if verdict.fits:
            return _calibration(verdict, way, profile)
        if closest is None or verdict.best.hits > closest[0].best.hits:
            closest = verdict, way
    assert closest is not None, "there is at least one way of asking"
    return _calibration(*closest, profile)


def _ways(profile: Profile) -> Iterator[_Way]:
    others = [space for space in SPACES if space != profile.space]
    for space in (profile.space, *others):
        for thinking in (profile.thinking, not profile.thinking):
            yield _Way(thinking, space)


def _asked(
    asker: Asker, profile: Profile, screens: Sequence[Screen], way: _Way, stop: StopToken
) -> Iterator[Sample]:
    """Ask for every target; those of one screen together, since its picture is read once then."""
    for screen in screens:
        for target in screen.targets:
            stop.check()
            question = profile.with_space(way.space).locating_question(target.description)
            try:
                answer = asker.ask(screen.image, question, thinking=way.thinking)
            except GenerationError as error:
                answer = error.written
            yield Sample(screen.image.plan, target, answer, point_in(answer))


def _has_hit(samples: Sequence[Sample]) -> bool:
    return any(scored(samples, space).hits for space in SPACES)


def _calibration(verdict: Verdict, way: _Way, profile: Profile) -> Calibration:
    said = verdict.sentence if verdict.fits else message("no_points_used", why=verdict.sentence)
    return Calibration(
        space=verdict.best.space if verdict.fits else None,
        thinking=way.thinking,
        profile=profile.name,
        points=verdict.best.points,
        hits=verdict.best.hits,
        median_error_px=verdict.best.median_error_px,
        sentence=str(said),
    )


FOLDER: Final = "calibrations"
VERSION: Final = 1
MAX_KEPT_BYTES: Final = 256 * 1024
"""A calibration takes about 4 KB."""

_KEY: Final = re.compile(r"[0-9a-f]{64}")


class _CalibrationFile(Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    checkpoint: str
    calibration: Calibration


def store(calibration: Calibration, checkpoint: str, data: Path) -> Path:
    """Write a calibration, durably and privately, by the checkpoint's SHA-256 in hex; return where.

    Raises:
        RecordError: it could not be written; an older one is untouched.
    """
    path = _place(checkpoint, data)
    content = msgspec.json.encode(_CalibrationFile(VERSION, checkpoint, calibration))
    try:
        files.private_folder(path.parent)
        files.write_whole(path, msgspec.json.format(content, indent=1))
    except OSError as error:
        raise RecordError(
            f"the calibration was not kept: {error.strerror or error} at {path}; make room"
        ) from error
    return path


def recall(checkpoint: str, data: Path) -> Calibration | None:
    """Return what is known of a checkpoint; None when it was never calibrated.

    Raises:
        Damaged: the file is not what `store` wrote; says so and how to make a new one.
    """
    path = _place(checkpoint, data)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_KEPT_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _damaged(path, error.strerror or str(error)) from error
    if len(content) > MAX_KEPT_BYTES:
        raise _damaged(path, f"it has more than {MAX_KEPT_BYTES} bytes")
    try:
        found = msgspec.json.decode(content, type=_CalibrationFile)
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


log = logging.getLogger(__name__)

MAX_FILE_BYTES: Final = 1 << 20
"""A hundred answers take about 20 KB."""


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    answers: dict[str, str]
    """By the digest of what was asked."""


class Resuming:
    """An asker that does not ask again what the same model has answered before a stop."""

    def __init__(self, asker: Asker, checkpoint: str, data: Path, status: EngineStatus) -> None:
        """Read what is known of a model that runs like this; in another precision it answers otherwise."""
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
            files.private_folder(self._path.parent)
            files.write_whole(self._path, msgspec.json.encode(_File(VERSION, self._answers)))
        except (OSError, ValueError) as error:  # no room; or text that is no Unicode
            log.warning("an answer of the point test was not kept: %s", type(error).__name__)


def _read(path: Path) -> dict[str, str]:
    try:
        found = msgspec.json.decode(files.read(path, MAX_FILE_BYTES), type=_File)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
        log.warning("the answers of an earlier point test are not used: %s", type(error).__name__)
        return {}
    return dict(found.answers) if found.version == VERSION else {}


DOING: Final = "Asking for places"

ANSWER_TOKENS: Final = 64
"""A point takes about 20, with a sentence around it twice that."""
THINKING_TOKENS: Final = 768
"""Room for a thought before the answer."""

Progress = Callable[[LoadProgress], None]


class EngineAsker:
    """Asks the loaded model. Waits for every answer: not for the window's thread."""

    def __init__(self, engine: ModelEngine, stop: StopToken) -> None:
        self._engine = engine
        self._stop = stop

    def ask(self, image: SourceImage, question: str, *, thinking: bool) -> str:
        """Return the answer without the thinking, the most likely one.

        It is free text: a schema would press the numbers into the range that is in question.

        Raises:
            GenerationError: the network's output is no reply.
            Stopped: a stop was asked for.
        """
        conversation = Conversation((Message("user", question, (image,)),), thinking)
        most = ANSWER_TOKENS + (THINKING_TOKENS if thinking else 0)
        request = Request(conversation, settings=DecodeSettings(max_new_tokens=most))
        return self._engine.propose(request, stop=self._stop).text


def run_calibration(
    folder: Path,
    data_folder: Path,
    *,
    progress: Progress,
    stop: StopToken,
    device: DeviceChoice = "auto",
    profile_name: str = "",
    engine: ModelEngine | None = None,
) -> Calibration:
    """Load a checkpoint, find out which coordinates it writes, and keep that.

    Without an `engine` one is made and closed at the end; without a `profile_name` it is asked as its
    family is. `progress` hears of loading in bytes, then of
    the questions. After a stop the next call goes on from there.

    Raises:
        LoadError: the folder is broken, changed, hostile or of another kind.
        ModelError: it cannot be run here.
        SettingsError: there is no such profile.
        RecordError: what was found could not be kept.
        Stopped: a stop was asked for.
    """
    named = profile(profile_name) if profile_name else None
    spec = read_spec(folder)
    contract = named or profile(DEFAULTS[spec.family])
    used = engine or ModelEngine()
    options = LoadOptions(
        folder=folder,
        data=data_folder,
        style=contract.style_name,
        where=Override(device=device),
    )
    unlisten = used.listen(
        lambda status: progress(status.loading) if status.loading is not None else None
    )
    try:
        used.load(options).result(stop)
        found = calibrate_loaded(
            used,
            spec,
            contract,
            data_folder,
            progress=lambda done, most: progress(LoadProgress(done, most, DOING)),
            stop=stop,
        )
    finally:
        unlisten()
        if engine is None:
            used.close()
    return found


def calibrate_loaded(
    engine: ModelEngine,
    spec: ModelSpec,
    contract: Profile,
    data_folder: Path,
    *,
    progress: AskProgress,
    stop: StopToken,
    screens: Sequence[Screen] | None = None,
) -> Calibration:
    """Find out which coordinates a loaded checkpoint writes, and keep that; a stop keeps its answers.

    Raises:
        LoadError: its files changed since they were loaded.
        RecordError: what was found could not be kept.
        Stopped: a stop was asked for.
    """
    checked = verify_quickly(spec, data_folder, progress=lambda _: None, stop=stop)
    digest = checked.manifest.digest
    asker = Resuming(EngineAsker(engine, stop), digest, data_folder, engine.status)
    found = calibrate(
        asker, contract, screens or screens_for(spec.image), progress=progress, stop=stop
    )
    store(found, digest, data_folder)
    asker.forget()
    return found
