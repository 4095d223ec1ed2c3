"""The picture of what the user saw: the clean observation with marks and card painted on it.

No second grab is made, and the user's secret mark is never in it.
"""

from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from app.overlay.monitor_map import MonitorMap
from app.overlay.paint import MarkPainter
from app.overlay.scenery import Marks
from app.overlay.shapes import Spot
from app.widgets.crop import frame_image
from app.widgets.theme import Theme
from automation.core.observation import Frame


@dataclass(frozen=True, slots=True, eq=False)
class OverlayPicture:
    """Everything that one picture is painted from; painting may happen on any thread."""

    frame: Frame
    marks: Marks
    view: MonitorMap
    """The monitor that the card stands on."""
    card: QImage | None = None
    corner: Spot = field(default_factory=lambda: Spot(0, 0))
    """Top left corner of the card's image in logical pixels of that monitor."""

    def painted(self, theme: Theme) -> Frame:
        """Return the picture in device pixels, of the same size and place as the observation."""
        image = frame_image(self.frame)
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            for view, shapes in self.marks.items():
                self._enter(painter, view)
                MarkPainter(painter, theme).paint(shapes)
            if self.card is not None:
                self._enter(painter, self.view)
                painter.drawImage(QPointF(self.corner.x, self.corner.y), self.card)
        return Frame(_pixels(image), self.frame.origin, self.frame.t_mono_s)

    def _enter(self, painter: QPainter, view: MonitorMap) -> None:
        """Paint in logical pixels of a monitor from here on."""
        painter.resetTransform()
        origin = self.frame.origin
        painter.translate(view.rect.x - origin.x, view.rect.y - origin.y)
        painter.scale(view.ratio, view.ratio)


def _pixels(image: QImage) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return an (H, W, 4) uint8 array, B, G, R, X, with memory of its own."""
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return rows[:, : image.width() * 4].reshape(image.height(), image.width(), 4).copy()
