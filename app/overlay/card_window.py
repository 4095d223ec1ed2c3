"""The window that cards and the pill are painted on: rounded with a shadow, or plain and opaque.

Qt's own shadow effect redraws everything under it, so the shadow is painted once per size.
"""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QCloseEvent, QColor, QMoveEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.overlay.layer import as_overlay
from app.widgets.theme import Theme
from automation.core.geometry import Rect

SHADOW_MARGIN: Final = 32
_LAYERS: Final = 32
"""Rounded rectangles that one shadow is painted with."""


@dataclass(frozen=True, slots=True)
class Chrome:
    """How the window's edge looks."""

    radius: float = 12.0
    outline: str = "ctl"
    outline_width: float = 1.0


class CardWindow(QWidget):
    """A window of the overlay that takes clicks and, until it is asked to, no focus."""

    def __init__(self, theme: Theme, *, is_solid: bool, chrome: Chrome | None = None) -> None:
        super().__init__()
        self._theme = theme
        self._is_solid = is_solid
        self._chrome = chrome or Chrome()
        self._shadow: tuple[QSize, float, QPixmap] | None = None
        self._fitted = QSize()
        as_overlay(self, takes_clicks=True)
        if not is_solid:
            self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self._dress()
        theme.changed.connect(self._on_theme_changed)
        layout = QVBoxLayout(self)
        edge = self.margin + round(self._chrome.outline_width)
        layout.setContentsMargins(edge, edge, edge, edge)
        layout.setSpacing(0)
        self.column = layout

    @property
    def theme(self) -> Theme:
        """The colours and fonts in use."""
        return self._theme

    @property
    def margin(self) -> int:
        """Transparent pixels on each side that hold the shadow; 0 without a compositor."""
        return 0 if self._is_solid else SHADOW_MARGIN

    @property
    def body_rect(self) -> QRect:
        """The visible part of the window, in its own logical pixels."""
        margin = self.margin
        return self.rect().adjusted(margin, margin, -margin, -margin)

    def measured(self) -> QSize:
        """Return the size of the visible part as it will be shown.

        Qt applies fonts and stylesheet only when a window is shown; here they are applied before,
        so that the card can be placed by its true size.
        """
        for part in (self, *self.findChildren(QWidget)):
            part.ensurePolished()
            layout = part.layout()
            if layout is not None:
                layout.invalidate()
            part.updateGeometry()
        self.fit()
        return QSize(self.width() - 2 * self.margin, self.height() - 2 * self.margin)

    def fit(self) -> None:
        """Take the size that the content asks for."""
        self.column.activate()
        self.resize(self.sizeHint())
        self._fitted = self.size()

    @property
    def fitted(self) -> QSize:
        """The size that it was given last; another program may have given it another one since."""
        return self._fitted

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stay: a card ends by an answer, and the pill with its run."""
        event.ignore()

    def set_chrome(self, chrome: Chrome) -> None:
        """Change outline and corners."""
        self._chrome = chrome
        self._shadow = None
        self.update()

    def input_rect(self) -> Rect:
        """Return the part that takes clicks, in device pixels of the window as it was fitted."""
        ratio, margin = self.devicePixelRatioF(), self.margin
        body = QRect(QPoint(0, 0), self._fitted).adjusted(margin, margin, -margin, -margin)
        return Rect(
            round(body.x() * ratio),
            round(body.y() * ratio),
            round(body.width() * ratio),
            round(body.height() * ratio),
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint shadow, background and outline."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, not self._is_solid)
            chrome, body = self._chrome, QRectF(self.body_rect)
            if not self._is_solid:
                painter.drawPixmap(0, 0, self._shadow_pixmap())
            inset = chrome.outline_width / 2
            radius = 0.0 if self._is_solid else chrome.radius
            painter.setPen(QPen(self._theme.color(chrome.outline), chrome.outline_width))
            painter.setBrush(self._theme.color("surface"))
            rect = body.adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(rect, radius, radius)
            self.paint_body(painter, body)

    def paint_body(self, painter: QPainter, body: QRectF) -> None:
        """Paint what lies under the children; for subclasses."""

    def moveEvent(self, event: QMoveEvent) -> None:
        """Keep the base behaviour; subclasses learn of movement here."""
        super().moveEvent(event)

    def _dress(self) -> None:
        """Own palette and stylesheet: the application's would tint a masked window too."""
        palette = self._theme.palette()
        palette.setColor(palette.ColorRole.Window, self._theme.color("surface"))
        self.setPalette(palette)
        corner = 0 if self._is_solid else round(self._chrome.radius - self._chrome.outline_width)
        self.setStyleSheet(
            f'{self._theme.qss()}\nQFrame[kind="foot"] {{ border-bottom-left-radius: {corner}px;'
            f" border-bottom-right-radius: {corner}px; }}"
        )

    def _on_theme_changed(self) -> None:
        self._shadow = None
        self._dress()
        self.update()

    def _shadow_pixmap(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        if self._shadow is None or self._shadow[:2] != (self.size(), ratio):
            pixmap = QPixmap(self.size() * ratio)
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            with QPainter(pixmap) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                _paint_shadow(painter, QRectF(self.body_rect), self._chrome.radius, self._theme)
            self._shadow = (self.size(), ratio, pixmap)
        return self._shadow[2]


def _paint_shadow(painter: QPainter, body: QRectF, radius: float, theme: Theme) -> None:
    """Paint a wide and a tight shadow: faint rounded boxes that add up to a soft edge."""
    painter.setPen(Qt.PenStyle.NoPen)
    for offset, reach, share in ((9.0, 22.0, 0.7), (2.0, 5.0, 0.6)):
        color = QColor(theme.color("shadow"))
        color.setAlphaF(color.alphaF() * share / _LAYERS)
        painter.setBrush(color)
        for n in range(_LAYERS):
            u = 2 * n / (_LAYERS - 1) - 1
            grow = reach * (u + u**3) / 2  # most boxes end near the edge, as a blur's would
            box = body.adjusted(-grow, -grow, grow, grow).translated(QPointF(0, offset))
            corner = max(2.0, radius + grow)
            painter.drawRoundedRect(box, corner, corner)
