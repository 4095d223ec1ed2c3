"""Reading text off pictures of the screen, on a CPU, with nothing fetched and nothing kept on disk.

Measured on two cores at 1920 x 1080: see `tests/benchmarks/ocr.py`.
"""

import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from automation.core.errors import AssistantError
from automation.core.geometry import Rect
from automation.core.observation import Frame, Pixels, ScreenElement
from automation.desktop.elements import ocr_detect
from automation.desktop.elements.crop_cache import CropCache, crop_key
from automation.desktop.elements.ocr_models import ModelFiles, Models, checked, find_files
from automation.desktop.elements.ocr_recognise import (
    NOTHING,
    Reading,
    decode,
    recogniser_input,
    without_underlines,
)

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
            idle_s: seconds without a question after which the networks are given back.
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
            message = "OCR was asked to read without its worker threads; load it first"
            raise AssistantError(message)
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
    scale = ocr_detect.detector_scale(width, height)
    picture, scale_x, scale_y = ocr_detect.detector_input(pixels, scale)
    likelihood = models.text_likelihood(picture)
    bounds = Rect(0, 0, width, height)
    boxes = ocr_detect.line_boxes(likelihood, scale_x, scale_y, bounds)
    return [part for box in boxes[:MAX_LINES] for part in ocr_detect.tightened(pixels, box)]


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
