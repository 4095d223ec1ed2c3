"""Readings of lines by their pixels: an unchanged line is not read twice."""

import hashlib
import threading
from collections import OrderedDict
from typing import Final

import numpy as np

from automation.core.observation import Pixels
from automation.desktop.elements.ocr_recognise import Reading

MAX_LINES: Final = 5000
"""Some fifty full screens; about 2 MB."""


class CropCache:
    """Least recently used lines go first; safe from several threads, holds no pixels."""

    def __init__(self, limit: int = MAX_LINES) -> None:
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
