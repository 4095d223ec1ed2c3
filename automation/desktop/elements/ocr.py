"""Reading text off pictures of the screen, on a CPU, with nothing fetched and nothing kept on disk.

A detector finds the boxes of lines; they are upright, as text on screens is. A recogniser reads each line,
with the place of every letter. An unchanged line is not read twice. Passwords are painted over first, and
each line knows its window. Measured on two cores at 1920 x 1080: see `tests/benchmarks/ocr.py`.

The two networks travel inside the wheel of rapidocr, which is not imported: other parts of it fetch files
at run time. Nothing here ever does.
"""

import hashlib
import importlib.util
import logging
import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from automation.core.errors import AssistantError
from automation.core.geometry import Rect
from automation.core.observation import Frame, Observation, Pixels, ScreenElement
from automation.desktop.elements import nodes

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


Floats = npt.NDArray[np.float32]

DETECTOR: Final = "PP-OCRv6_det_small.onnx"
RECOGNISER: Final = "PP-OCRv6_rec_small.onnx"
SHA256: Final = {
    DETECTOR: "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    RECOGNISER: "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
}
"""Source: the wheel of rapidocr 3.10.0."""
DETECTOR_THREADS: Final = 2
"""One picture at a time, so the runtime may use both cores: 76 ms for 1152 x 640, one thread 127."""
RECOGNISER_THREADS: Final = 1
"""Several lines at a time on threads of ours, one each."""
_SILENT: Final = "ORT_DISABLE_TELEMETRY"
"""Heard once, when the runtime is loaded; its function of the same purpose comes after a first event
and leaves the uploader alive. Source: `Privacy.md` in the wheel of onnxruntime 1.31.1."""
INSTALL_HINT: Final = "install it with: pip install rapidocr==3.10.0 onnxruntime"


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """The folder with the networks, or what is wrong with it."""

    folder: Path | None
    problem: str = ""


class Models:
    """The loaded networks; safe to run from several threads."""

    def __init__(self, folder: Path) -> None:
        """Load both; takes 0.2 to 0.6 s and some 100 MB."""
        self._detector = _session(folder / DETECTOR, DETECTOR_THREADS)
        self._recogniser = _session(folder / RECOGNISER, RECOGNISER_THREADS)
        listed = self._recogniser.get_modelmeta().custom_metadata_map["character"].splitlines()
        self.characters: Final = ("", *listed, " ")
        """What each class of the recogniser stands for; class 0 is the blank."""

    def text_likelihood(self, picture: Floats) -> Floats:
        """Return for each pixel how likely it is text.

        Args:
            picture: (1, 3, H, W), B, G, R in -1..1; H and W multiples of 32.

        Returns:
            (H, W), 0..1.
        """
        result: Floats = self._detector.run(None, {"x": picture})[0][0, 0]
        return result

    def character_likelihood(self, line: Floats) -> Floats:
        """Return for each time step how likely each character class is.

        Args:
            line: (1, 3, 48, W), B, G, R in -1..1.

        Returns:
            (W / 8, classes), 0..1.
        """
        result: Floats = self._recogniser.run(None, {"x": line})[0][0]
        return result


def find_files() -> ModelFiles:
    """Find the networks without loading anything."""
    for package in ("rapidocr", "onnxruntime", "cv2"):
        if importlib.util.find_spec(package) is None:
            return ModelFiles(None, f"OCR is not installed ({package} is missing); {INSTALL_HINT}")
    spec = importlib.util.find_spec("rapidocr")
    places = spec.submodule_search_locations if spec else None
    folder = Path(next(iter(places or [""]))) / "models"
    for name in SHA256:
        if not (folder / name).is_file():
            message = f"the OCR model {name} is not in {folder}; {INSTALL_HINT}"
            return ModelFiles(None, message)
    return ModelFiles(folder)


def checked(files: ModelFiles) -> ModelFiles:
    """Compare the networks with the tested ones; reads 31 MB."""
    if files.folder is None:
        return files
    for name, expected in SHA256.items():
        found = hashlib.sha256((files.folder / name).read_bytes()).hexdigest()
        if found != expected:
            message = (
                f"the OCR model {name} has SHA-256 {found[:12]}..., expected {expected[:12]}...; "
                f"it will not be loaded: {INSTALL_HINT}"
            )
            return ModelFiles(None, message)
    return files


def _session(path: Path, threads: int) -> "InferenceSession":
    os.environ[_SILENT] = "1"  # else it tells its maker of each use, over the network
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # A waiting thread that spins takes a core from whoever else works here.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Patterns are kept for each shape of input; lines differ in width, so they cost 65 MB for nothing.
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


TEXT_LIKELIHOOD: Final = 0.3
BOX_LIKELIHOOD: Final = 0.5
GROWTH: Final = 1.6
"""The map shows lines shrunk; this undoes it. Source: the model's published settings (0.3, 0.5, 1.6)."""
MIN_SIDE_PX: Final = 3
STEP: Final = 32
"""The detector wants sides that are multiples of this."""
FULL_HD_PX: Final = 1_800_000
HD_PX: Final = 700_000
WIDE_GAP: Final = 1.0
"""Empty columns as wide as this many line heights part two widgets, not two words."""
MIN_MARGIN_PX: Final = 4
"""Empty pixels left around trimmed text; with 2 or 1 the recogniser misreads more."""
INK_LEVELS: Final = 28
"""Difference (0..255) from the row's usual colour from which a pixel counts as ink."""


def detector_scale(width: int, height: int) -> float:
    """Return by how much a picture may be shrunk before its text is looked for.

    Measured on 9 to 13 px labels: 0.6 finds as many as 1.0, 0.5 loses 0.6 %, 0.4 a quarter.
    """
    area = width * height
    if area >= FULL_HD_PX:
        return 0.6
    return 0.75 if area >= HD_PX else 1.0


def detector_input(pixels: Pixels, scale: float) -> tuple[Floats, float, float]:
    """Return the detector's input and the exact scale of x and y.

    Args:
        pixels: (H, W, 4) BGRX.
    """
    import cv2

    height, width = pixels.shape[:2]
    w = max(STEP, round(width * scale / STEP) * STEP)
    h = max(STEP, round(height * scale / STEP) * STEP)
    colours = np.ascontiguousarray(pixels[:, :, :3])
    small = cv2.resize(
        colours, (w, h), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    )
    return normalised(small), w / width, h / height


def normalised(colours: npt.NDArray[Any]) -> Floats:
    """Return (1, 3, H, W) in -1..1 for an (H, W, 3) picture of 0..255."""
    planes: Floats = colours.transpose(2, 0, 1)[None].astype(np.float32)
    planes *= np.float32(1 / 127.5)
    planes -= np.float32(1)
    return np.ascontiguousarray(planes)


def line_boxes(likelihood: Floats, scale_x: float, scale_y: float, bounds: Rect) -> list[Rect]:
    """Return the boxes of lines in the picture's own pixels, in reading order.

    Args:
        likelihood: (h, w) of the detector, at scale_x, scale_y of the picture.
        scale_x: detector pixels per picture pixel.
        scale_y: detector pixels per picture pixel.
    """
    import cv2

    mask = cv2.dilate((likelihood > TEXT_LIKELIHOOD).astype(np.uint8), np.ones((2, 2), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes: list[Rect] = []
    for x, y, w, h, _area in stats[1:].tolist():
        if min(w, h) < MIN_SIDE_PX:
            continue
        if float(likelihood[y : y + h, x : x + w].mean()) < BOX_LIKELIHOOD:
            continue
        margin = w * h * GROWTH / (2 * (w + h))
        left, top = round((x - margin) / scale_x), round((y - margin) / scale_y)
        right, bottom = round((x + w + margin) / scale_x), round((y + h + margin) / scale_y)
        boxes.append(Rect(left, top, right - left, bottom - top).intersection(bounds))
    return in_reading_order([box for box in boxes if box.area])


def in_reading_order(boxes: list[Rect]) -> list[Rect]:
    """Sort by rows, then from left to right; boxes that overlap by half their height share a row."""
    rows: list[list[Rect]] = []
    for box in sorted(boxes, key=lambda b: (b.center.y, b.x)):
        last = rows[-1][-1] if rows else None
        if last is not None and abs(last.center.y - box.center.y) * 2 < min(last.h, box.h):
            rows[-1].append(box)
        else:
            rows.append([box])
    return [box for row in rows for box in sorted(row, key=lambda b: b.x)]


def tightened(pixels: Pixels, box: Rect) -> list[Rect]:
    """Cut a line at wide gaps and trim it to its ink.

    A menu bar or a row of buttons is often found as one line. Trimmed lines fill the recogniser's
    height with larger letters: exact readings of 9 to 13 px labels rose from 95.3 to 98.8 %, for
    a sixth more time.

    Args:
        pixels: (H, W, 4) of the whole picture.
        box: in the picture's pixels.
    """
    crop = pixels[box.y : box.bottom, box.x : box.right, :3].astype(np.int16)
    usual = np.median(crop, axis=1, keepdims=True)
    ink = np.abs(crop - usual).max(axis=2) > INK_LEVELS
    columns = np.flatnonzero(ink.any(axis=0))
    if columns.size == 0:
        return [box]
    cuts = np.flatnonzero(np.diff(columns) > WIDE_GAP * box.h)
    starts = [int(columns[0]), *(int(columns[i + 1]) for i in cuts)]
    ends = [*(int(columns[i]) + 1 for i in cuts), int(columns[-1]) + 1]
    parts: list[Rect] = []
    for start, end in zip(starts, ends, strict=True):
        rows = np.flatnonzero(ink[:, start:end].any(axis=1))
        top, bottom = int(rows[0]), int(rows[-1]) + 1
        margin = max(MIN_MARGIN_PX, (bottom - top) // 3)
        part = Rect(box.x + start, box.y + top, end - start, bottom - top)
        parts.append(part.grown(margin).intersection(box))
    return parts


HEIGHT_PX: Final = 48
"""The recogniser's own line height."""
MIN_WIDTH_PX: Final = 48
WIDTH_STEP: Final = 8
"""One time step of the recogniser."""
MAX_WIDTH_PX: Final = 3200


UNDERLINE_PX: Final = 2
"""Most height of a line drawn below a letter; at larger scales an eighteenth of the crop's height."""
LEAST_UNDERLINE_PX: Final = 4
TALL: Final = 0.25
"""Part of the crop's height from which a shape counts as a letter that stands on the base line."""
STANDS_HIGHER: Final = 5
"""One in so many letters may end above the base line; most others end on it, or go on below it."""


GROUND_ROWS: Final = 3
"""Rows above and below one whose colours tell what is behind it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one line says."""

    text: str
    confidence: float
    """Mean likelihood of its letters, 0..1."""
    edges: tuple[float, ...] = ()
    """Where each letter begins, and where the last one ends, as parts (0..1) of the width."""


NOTHING: Final = Reading("", 0.0)


def without_underlines(crop: Pixels) -> Pixels:
    """Return the picture of one line without the lines drawn below letters.

    Menus and buttons underline the letter that is their shortcut: "File" is read as "Eile" otherwise.
    What goes on below a letter (g, p, y) is narrower at the base line, or higher. An underscore has
    nothing above it and stays.

    Args:
        crop: (h, w, 4) BGRX; not written to.
    """
    import cv2

    colours = crop[:, :, :3].astype(np.int16)
    usual = _ground(colours)
    ink = np.abs(colours - usual).max(axis=2) > INK_LEVELS
    height = crop.shape[0]
    shapes = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)[2].tolist()
    ends = sorted(y + h for _, y, _, h, _ in shapes[1:] if h >= TALL * height)
    ends = [end for end in ends if end > height // 2]
    base = ends[len(ends) // STANDS_HIGHER] if ends else height
    if ends.count(base) < 2 and base + 1 in ends:
        return crop  # letters that hang together: it may lie below the base line
    thick = max(UNDERLINE_PX, height // 18)
    bare: Pixels | None = None
    for top in range(base, min(base + thick + 1, height)):
        for left, right in _runs(ink[top]):
            over, below = ink[base:top, left:right], ink[top : top + thick + 1, left:right]
            is_line = right - left >= LEAST_UNDERLINE_PX and not over.any()
            if not is_line or below.all(axis=1).sum() > thick or below[-1].any():
                continue
            if ink[:base, left:right].any(axis=0).mean() > 0.5:
                bare = crop.copy() if bare is None else bare
                bare[top : top + thick, left:right, :3] = usual[top : top + thick]
    return crop if bare is None else bare


def _ground(colours: npt.NDArray[np.int16]) -> npt.NDArray[np.float64]:
    """Return the colour behind the letters in each row, (h, 1, 3).

    The usual one of a row is that of its letters where they have a long stroke: rows around tell.
    """
    usual = np.median(colours, axis=1, keepdims=True)
    padded = np.pad(usual, ((GROUND_ROWS, GROUND_ROWS), (0, 0), (0, 0)), mode="edge")
    shifted = [padded[at : at + len(usual)] for at in range(2 * GROUND_ROWS + 1)]
    ground: npt.NDArray[np.float64] = np.median(np.stack(shifted), axis=0)
    return ground


def _runs(row: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return where inked pixels that touch begin and end in one row."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], row, [False]))))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def recogniser_input(crop: Pixels) -> tuple[Floats, float]:
    """Return the recogniser's input for one line, and the part of its width that is picture.

    Args:
        crop: (h, w, 4) BGRX.
    """
    import cv2

    height, width = crop.shape[:2]
    w = min(MAX_WIDTH_PX, max(1, round(width * HEIGHT_PX / height)))
    colours = cv2.resize(np.ascontiguousarray(crop[:, :, :3]), (w, HEIGHT_PX))
    padded = max(MIN_WIDTH_PX, -(-w // WIDTH_STEP) * WIDTH_STEP)
    line = np.zeros((1, 3, HEIGHT_PX, padded), np.float32)
    line[:, :, :, :w] = normalised(colours)
    return line, w / padded


def decode(likelihood: Floats, characters: Sequence[str], filled: float) -> Reading:
    """Read a line off the recogniser's answer: best class per step, repeats and blanks dropped.

    Args:
        likelihood: (steps, classes).
        characters: what the classes stand for; class 0 is the blank.
    """
    best = likelihood.argmax(axis=1)
    changed = np.concatenate(([True], best[1:] != best[:-1]))
    steps = np.flatnonzero(changed & (best != 0))
    if steps.size == 0:
        return NOTHING
    letters = [characters[int(best[step])] for step in steps]
    sure = float(likelihood[steps, best[steps]].mean())
    places = _spans(best, steps) / (len(best) * filled)
    return _stripped(letters, sure, places)


def _spans(best: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """Return the middle of each letter's run of steps."""
    middles = []
    for step in steps:
        end = int(step)
        while end + 1 < len(best) and best[end + 1] == best[step]:
            end += 1
        middles.append((int(step) + end + 1) / 2)
    return np.asarray(middles)


def _stripped(letters: list[str], confidence: float, middles: np.ndarray) -> Reading:
    """Return the reading without spaces at its ends, with edges halfway between letters."""
    kept = [i for i, letter in enumerate(letters) if not letter.isspace()]
    if not kept:
        return NOTHING
    first, last = kept[0], kept[-1]
    halves = ((middles[1:] + middles[:-1]) / 2).tolist()
    inner = halves[first:last]
    start = max(0.0, 2 * middles[first] - halves[first]) if inner else 0.0
    end = min(1.0, 2 * middles[last] - halves[last - 1]) if inner else 1.0
    edges = [start]
    for letter, edge in zip(letters[first : last + 1], [*inner, end], strict=True):
        # One class may stand for several code points; they share its place.
        edges += [edge] * len(letter)
    return Reading("".join(letters[first : last + 1]), confidence, tuple(edges))


MAX_CACHED_LINES: Final = 5000
"""Some fifty full screens; about 2 MB."""


class CropCache:
    """Least recently used lines go first; safe from several threads, holds no pixels."""

    def __init__(self, limit: int = MAX_CACHED_LINES) -> None:
        """Create an empty cache for `limit` lines."""
        self._limit = limit
        self._lock = threading.Lock()
        self._readings: OrderedDict[bytes, Reading] = OrderedDict()

    def get(self, key: bytes) -> Reading | None:
        """Return a reading and mark it as used; None when the line was not read."""
        with self._lock:
            reading = self._readings.get(key)
            if reading is not None:
                self._readings.move_to_end(key)
            return reading

    def put(self, key: bytes, reading: Reading) -> None:
        """Keep a reading."""
        with self._lock:
            self._readings[key] = reading
            self._readings.move_to_end(key)
            while len(self._readings) > self._limit:
                self._readings.popitem(last=False)

    def clear(self) -> None:
        """Forget everything that was read."""
        with self._lock:
            self._readings.clear()

    def __len__(self) -> int:
        with self._lock:
            return len(self._readings)


def crop_key(crop: Pixels) -> bytes:
    """Return a digest of a line's shape and visible channels."""
    digest = hashlib.blake2b(repr(crop.shape[:2]).encode(), digest_size=16)
    digest.update(np.ascontiguousarray(crop[:, :, :3]).tobytes())
    return digest.digest()


WORKERS: Final = 2
"""Lines read side by side; with one network thread each this beats batches and more threads."""
IDLE_S: Final = 300.0
"""After this long without a question the networks (some 280 MB) are given back."""
MIN_CONFIDENCE: Final = 0.5
MAX_LINES: Final = 1000


class Ocr:
    """Reads lines of text; loads on first use, unloads when idle. Safe from several threads."""

    def __init__(self, *, idle_s: float = IDLE_S, files: ModelFiles | None = None) -> None:
        """Create a reader that has loaded nothing.

        Args:
            files: where the networks are; None looks for them.
        """
        self._idle_s = idle_s
        self._lock = threading.RLock()
        self._files = files or find_files()
        self._models: Models | None = None
        self._workers: ThreadPoolExecutor | None = None
        self._timer: threading.Timer | None = None
        self._cache = CropCache()

    @property
    def problem(self) -> str:
        """What is missing and how to mend it; empty when OCR works."""
        return self._files.problem

    @property
    def is_loaded(self) -> bool:
        """Tell whether the networks are in memory."""
        return self._models is not None

    def lines(self, frame: Frame) -> Sequence[ScreenElement]:
        """Return the lines of text on the picture, in reading order, boxes in desktop pixels.

        Returns an empty sequence when OCR is not installed; `problem` says why.
        """
        with self._lock:
            models = self._loaded()
            if models is None or frame.rect.area == 0:
                return ()
            boxes = _find(models, frame.pixels)
            readings = self._read(models, frame.pixels, boxes)
            self._restart_timer()
        found = (_element(frame, box, r) for box, r in zip(boxes, readings, strict=True))
        return [element for element in found if element is not None]

    def warm_up(self) -> None:
        """Load the networks, so that the first question is quick; takes 0.2 to 0.6 s."""
        with self._lock:
            if self._loaded() is not None:
                self._restart_timer()

    def unload(self) -> None:
        """Give the networks and the worker threads back; the next question loads them again."""
        with self._lock:
            self._models = None
            if self._workers is not None:
                self._workers.shutdown(wait=True)
                self._workers = None

    def close(self) -> None:
        """Unload, stop the idle timer and forget what was read."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            self.unload()
            self._cache.clear()

    def _loaded(self) -> Models | None:
        if self._models is not None:
            return self._models
        if self._files.folder is None:
            return None
        self._files = checked(self._files)
        if self._files.folder is None:
            logging.getLogger(__name__).error("%s", self._files.problem)
            return None
        self._models = Models(self._files.folder)
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="ocr")
        return self._models

    def _read(self, models: Models, pixels: Pixels, boxes: Sequence[Rect]) -> list[Reading]:
        if self._workers is None:
            raise AssistantError("OCR was asked to read without its worker threads; load it first")
        crops = [pixels[box.y : box.bottom, box.x : box.right] for box in boxes]
        return list(self._workers.map(lambda crop: self._reading(models, crop), crops))

    def _reading(self, models: Models, crop: Pixels) -> Reading:
        key = crop_key(crop)
        known = self._cache.get(key)
        if known is not None:
            return known
        line, filled = recogniser_input(without_underlines(crop))
        reading = decode(models.character_likelihood(line), models.characters, filled)
        self._cache.put(key, reading)
        return reading

    def _restart_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(self._idle_s, self.unload)
        self._timer.daemon = True
        self._timer.start()


def _find(models: Models, pixels: Pixels) -> list[Rect]:
    """Return the boxes of lines in the picture's own pixels, cut at wide gaps and trimmed."""
    height, width = pixels.shape[:2]
    scale = detector_scale(width, height)
    picture, scale_x, scale_y = detector_input(pixels, scale)
    likelihood = models.text_likelihood(picture)
    bounds = Rect(0, 0, width, height)
    boxes = line_boxes(likelihood, scale_x, scale_y, bounds)
    return [part for box in boxes[:MAX_LINES] for part in tightened(pixels, box)]


def _element(frame: Frame, box: Rect, reading: Reading) -> ScreenElement | None:
    if reading == NOTHING or reading.confidence < MIN_CONFIDENCE:
        return None
    left = frame.origin.x + box.x
    edges = tuple(left + round(edge * box.w) for edge in reading.edges)
    return ScreenElement(
        name=reading.text,
        role="text",
        box=Rect(left, frame.origin.y + box.y, box.w, box.h),
        source="ocr",
        confidence=reading.confidence,
        edges=edges,
    )


class TextReader(Protocol):
    """Reads lines of text from a picture; the real one is `ocr.Ocr`."""

    def lines(self, frame: Frame) -> Sequence[ScreenElement]:
        """Return the lines of text on the picture, boxes in desktop pixels."""

    def warm_up(self) -> None:
        """Load what is needed, so that the first reading is quick."""

    def close(self) -> None:
        """Give memory and threads back."""

    @property
    def problem(self) -> str:
        """What is missing and how to mend it; empty when it works."""


def lines_on(
    frame: Frame, reader: TextReader, secrets: Sequence[Rect], observation: Observation
) -> list[ScreenElement]:
    """Return the lines of text on the picture, each with the window that it stands in."""
    lines = reader.lines(_painted_over(frame, secrets))
    return [_in_window(line, observation) for line in lines]


def _painted_over(frame: Frame, boxes: Sequence[Rect]) -> Frame:
    """Return the picture with the boxes grey; the original is not touched."""
    hit = [frame.rect.intersection(box) for box in boxes]
    if not any(box.area for box in hit):
        return frame
    pixels = frame.pixels.copy()
    for box in hit:
        top, left = box.y - frame.origin.y, box.x - frame.origin.x
        pixels[top : top + box.h, left : left + box.w] = 128
    return replace(frame, pixels=pixels)


def _in_window(line: ScreenElement, observation: Observation) -> ScreenElement:
    window = nodes.window_at(observation, line.box.center)
    if window is None:
        return line
    return replace(line, window_id=window.window_id, window_title=window.title)
