"""Calibrates a checkpoint folder with the model of this process, and keeps what was found.

Asks a checkpoint for the drawn targets until one way of asking gives answers that fit.

Calibrations on disk: one small JSON file a checkpoint, in our own data folder.

Answers kept while a checkpoint is calibrated, so that a stop costs one question and not hours.

One small file a checkpoint, whole after every answer, in our own data folder. It is used only for
the same question about the same picture, of a model that runs in the same way, and goes as soon as
the calibration is kept. A file that cannot be read or written costs the answers and nothing else.

A picture of a calibration for people: where the targets were, and where the answers went.
"""

import hashlib
import logging
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import msgspec
from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from automation.core import files
from automation.core.engine import EngineStatus, LoadProgress
from automation.core.errors import Damaged, GenerationError, RecordError
from automation.core.timing import StopToken
from model.calibrate.scoring import (
    SPACES,
    Calibration,
    CalibrationPoint,
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
from model.prompt.profile import DEFAULT, Profile, profile
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

    Args:
        asker: the checkpoint.
        profile: whose question is asked.
        screens: what is asked about.
        progress: told after every question.
        stop: checked before every question.

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


REMEDY: Final = (
    " Its clicks are not used. Choose how it is spoken to in Settings, Who decides, and calibrate "
    "again; or name what you see, which needs no model."
)


def _has_hit(samples: Sequence[Sample]) -> bool:
    return any(scored(samples, space).hits for space in SPACES)


def _calibration(verdict: Verdict, way: _Way, profile: Profile) -> Calibration:
    remedy = "" if verdict.fits else REMEDY
    return Calibration(
        space=verdict.best.space if verdict.fits else None,
        thinking=way.thinking,
        profile=profile.name,
        points=verdict.best.points,
        hits=verdict.best.hits,
        median_error_px=verdict.best.median_error_px,
        sentence=verdict.sentence + remedy,
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
    """Write a calibration durably, whole or not at all, private to the user.

    Args:
        calibration: what was found.
        checkpoint: SHA-256, hex, that names the checkpoint's bytes.
        data: our data folder.

    Raises:
        RecordError: it could not be written; an older one is untouched.
    """
    path = _place(checkpoint, data)
    content = msgspec.json.encode(_CalibrationFile(VERSION, checkpoint, calibration))
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
    profile_name: str = DEFAULT,
    engine: ModelEngine | None = None,
) -> Calibration:
    """Load a checkpoint, find out which coordinates it writes, and keep that.

    Args:
        folder: the checkpoint.
        data_folder: our data folder.
        progress: told of loading in bytes, then of the questions.
        stop: heard while loading and while asking; the next time it goes on from there.
        device: where it runs.
        profile_name: whose question is asked.
        engine: loads and asks; None for one of its own, which is closed at the end.

    Raises:
        LoadError: the folder is broken, changed, hostile or of another kind.
        ModelError: it cannot be run here.
        SettingsError: there is no such profile.
        RecordError: what was found could not be kept.
        Stopped: a stop was asked for.
    """
    contract, spec = profile(profile_name), read_spec(folder)
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
    """Find out which coordinates a loaded checkpoint writes, and keep that.

    Args:
        engine: has loaded it.
        spec: what the checkpoint says of itself.
        contract: whose question is asked.
        data_folder: our data folder.
        progress: told after every question.
        stop: checked before every question; answers are kept for the next time.
        screens: what is asked about; None for screens that tell every space apart.

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


PANEL_PX: Final = 300
"""Longer side of a panel; there is one for every size of screen."""
_MARGIN_PX: Final = 12
_CAPTION_PX: Final = 20
_DOT_PX: Final = 4

_PAPER, _SHEET, _EDGE, _INK = (245, 246, 248), (255, 255, 255), (150, 156, 168), (40, 44, 52)
_MET, _MISSED = (22, 128, 76), (196, 52, 44)
"""Colours, red, green, blue. A miss is told from a hit by its cross as well."""


def picture(calibration: Calibration) -> Image.Image:
    """Return an RGB picture: a panel a screen, targets as boxes, answers as dots or crosses.

    Answers are placed by the space that fits, or by the one that came closest.
    """
    sizes = list(dict.fromkeys((p.width_px, p.height_px) for p in calibration.points))
    step = PANEL_PX + _MARGIN_PX
    sheet = Image.new(
        "RGB", (_MARGIN_PX + step * max(1, len(sizes)), 2 * _MARGIN_PX + _CAPTION_PX + PANEL_PX)
    )
    draw = ImageDraw.Draw(sheet)
    draw.rectangle((0, 0, *sheet.size), fill=_PAPER)
    for place, size in enumerate(sizes):
        shown = [p for p in calibration.points if (p.width_px, p.height_px) == size]
        _panel(draw, (_MARGIN_PX + place * step, _MARGIN_PX + _CAPTION_PX), size, shown)
    return sheet


def _panel(
    draw: ImageDraw.ImageDraw,
    corner: tuple[int, int],
    size: tuple[int, int],
    points: list[CalibrationPoint],
) -> None:
    scale = PANEL_PX / max(size)
    left, top = corner
    caption = f"{size[0]} x {size[1]}: {sum(p.is_hit for p in points)} of {len(points)}"
    draw.text((left, top - _CAPTION_PX), caption, fill=_INK, font=ImageFont.load_default(13))
    edges = (left, top, left + size[0] * scale, top + size[1] * scale)
    draw.rectangle(edges, fill=_SHEET, outline=_EDGE)
    for point in points:
        box, colour = point.box, _MET if point.is_hit else _MISSED
        outline = (box.x, box.y, box.right, box.bottom)
        placed = [corner[n % 2] + edge * scale for n, edge in enumerate(outline)]
        draw.rectangle(placed, outline=colour, width=2)
        if point.at_px is not None:
            at = (left + point.at_px[0] * scale, top + point.at_px[1] * scale)
            middle = ((placed[0] + placed[2]) / 2, (placed[1] + placed[3]) / 2)
            draw.line((*middle, *at), fill=colour)
            _mark(draw, at, colour, is_hit=point.is_hit)


def _mark(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    colour: tuple[int, int, int],
    *,
    is_hit: bool,
) -> None:
    x, y = at
    box = (x - _DOT_PX, y - _DOT_PX, x + _DOT_PX, y + _DOT_PX)
    if is_hit:
        draw.ellipse(box, fill=colour)
        return
    draw.line((box[0], box[1], box[2], box[3]), fill=colour, width=2)
    draw.line((box[0], box[3], box[2], box[1]), fill=colour, width=2)
