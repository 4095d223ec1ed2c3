"""The picture of a row: unpacked beside the UI thread, no larger than a row can show."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage

from app.macros.library.cards import Detail

MOST_PX: Final = (320, 160)
"""Twice a row's picture at twice its size; what is larger is cut round what is pressed."""


@dataclass(frozen=True, slots=True, eq=False)
class CardPicture:
    """A piece of a target's picture."""

    image: QImage
    press: QPoint
    """What is to be in the middle, in pixels of the piece."""


def picture_of(detail: Detail) -> CardPicture | None:
    """Return what a row shows of its first target; None where there is no picture, or a damaged one."""
    if not detail.image:
        return None
    whole = QImage.fromData(detail.image)
    if whole.isNull():
        return None
    press = QPoint(*detail.press) if detail.press is not None else whole.rect().center()
    width, height = min(MOST_PX[0], whole.width()), min(MOST_PX[1], whole.height())
    left = max(0, min(whole.width() - width, press.x() - width // 2))
    top = max(0, min(whole.height() - height, press.y() - height // 2))
    return CardPicture(whole.copy(QRect(left, top, width, height)), press - QPoint(left, top))
