"""From the picture of one line to its text, with the place of every letter."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from automation.core.observation import Pixels
from automation.desktop.elements.ocr_detect import normalised
from automation.desktop.elements.ocr_models import Floats

HEIGHT_PX: Final = 48
"""The recogniser's own line height."""
MIN_WIDTH_PX: Final = 48
WIDTH_STEP: Final = 8
"""One time step of the recogniser."""
MAX_WIDTH_PX: Final = 3200


@dataclass(frozen=True, slots=True)
class Reading:
    """What one line says."""

    text: str
    confidence: float
    """Mean likelihood of its letters, 0..1."""
    edges: tuple[float, ...] = ()
    """Where each letter begins, and where the last one ends, as parts (0..1) of the width."""


NOTHING: Final = Reading("", 0.0)


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
        filled: part of the width that is picture and not padding.
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
