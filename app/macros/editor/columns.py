"""The columns of the step list: shared by the head and the rows, fewer where room is short."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

from app.macros.editor.ways import FOUND_BY
from app.widgets.theme import Theme

GRIP: Final = 14
THUMB: Final = (80, 40)
PADDING_LEFT: Final = 6
PADDING_RIGHT: Final = 14
GAP: Final = 12
INDENT: Final = 20
ICON: Final = 15
MARK: Final = 11
LEAST_WORDS: Final = 300
"""Room that the sentence keeps before a column goes."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Left edges and widths in logical pixels, from the left edge of the row."""

    number: QRectF
    thumb: float
    words: float
    words_end: float
    mark: float
    """Left of the mark; negative where the column is left out."""
    found: QRectF
    ms: QRectF
    has_found: bool
    has_ms: bool


def columns(theme: Theme, width: float, digits: int) -> Columns:
    """Return the columns for a width of the list.

    Args:
        theme: for its fonts.
        width: of the whole row.
        digits: letters of the longest number of a step.
    """
    caption = QFontMetricsF(theme.font("caption", tabular=True))
    number_w = max(16.0, caption.horizontalAdvance("0" * max(2, digits)) + 2)
    widest = max(caption.horizontalAdvance(word) for word in (*FOUND_BY.values(), "did not match"))
    found_w, ms_w = max(120.0, widest + 4), max(42.0, caption.horizontalAdvance("00,000") + 2)
    number_x = PADDING_LEFT + GRIP + GAP
    thumb = number_x + number_w + GAP
    words = thumb + THUMB[0] + GAP
    end = width - PADDING_RIGHT
    has_ms = end - ms_w - found_w - MARK - 3 * GAP - words >= LEAST_WORDS
    has_found = end - found_w - MARK - 2 * GAP - words >= LEAST_WORDS
    ms_x = end - ms_w
    found_x = (ms_x - GAP if has_ms else end) - found_w
    mark = found_x - GAP - MARK
    return Columns(
        number=QRectF(number_x, 0, number_w, 0),
        thumb=thumb,
        words=words,
        words_end=(mark if has_found else end) - GAP,
        mark=mark if has_found else -1.0,
        found=QRectF(found_x, 0, found_w, 0),
        ms=QRectF(ms_x, 0, ms_w, 0),
        has_found=has_found,
        has_ms=has_ms,
    )
