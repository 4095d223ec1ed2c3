"""From the picture of one line to its text, with the place of every letter."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from automation.core.observation import Pixels
from automation.desktop.elements.ocr_detect import INK_LEVELS, normalised
from automation.desktop.elements.ocr_models import Floats

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
