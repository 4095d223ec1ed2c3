"""Controls of the settings: choices, numbers and switches that show what they are."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QSpinBox,
    QStyle,
    QStyleOptionSpinBox,
    QWidget,
)

from app.widgets.theme import Theme

ARROW: Final = 12
TEXT_MARGIN: Final = 9


class DropBox(QComboBox):
    """A choice of words. The wheel scrolls the page and never changes what stands here."""

    def __init__(
        self,
        theme: Theme,
        choices: Sequence[tuple[str, str]],
        value: str,
        put: Callable[[str], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        for key, word in choices:
            self.addItem(word, key)
        self.setCurrentIndex(max(0, self.findData(value)))
        self.currentIndexChanged.connect(lambda _: put(self.currentData()))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words, then an arrow: the stylesheet takes the style's own away."""
        super().paintEvent(event)
        with QPainter(self) as painter:
            middle = self.height() / 2
            area = QRectF(self.width() - ARROW - 10, middle - ARROW / 2, ARROW, ARROW)
            self._theme.paint_icon(painter, "down", area, "text2" if self.isEnabled() else "text3")


def _paint_arrows(box: QAbstractSpinBox, theme: Theme, option: QStyleOptionSpinBox) -> None:
    with QPainter(box) as painter:
        for name, part in (
            ("up", QStyle.SubControl.SC_SpinBoxUp),
            ("down", QStyle.SubControl.SC_SpinBoxDown),
        ):
            complex_control = QStyle.ComplexControl.CC_SpinBox
            place: QRect = box.style().subControlRect(complex_control, option, part, box)
            area = QRectF(0, 0, 10, 10)
            area.moveCenter(QRectF(place).center())
            theme.paint_icon(painter, name, area, "text2")


class NumberBox(QSpinBox):
    """A whole number within bounds."""

    def __init__(
        self, theme: Theme, bounds: tuple[int, int], value: int, put: Callable[[int], None]
    ) -> None:
        super().__init__()
        self._theme = theme
        self.setRange(*bounds)
        self.setValue(value)
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(TEXT_MARGIN, 0, 0, 0)
        self.valueChanged.connect(put)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the arrows over the box."""
        super().paintEvent(event)
        option = QStyleOptionSpinBox()
        self.initStyleOption(option)
        _paint_arrows(self, self._theme, option)


class SecondsBox(QDoubleSpinBox):
    """Seconds within bounds, in tenths."""

    def __init__(
        self, theme: Theme, bounds: tuple[float, float], value: float, put: Callable[[float], None]
    ) -> None:
        super().__init__()
        self._theme = theme
        self.setRange(*bounds)
        self.setDecimals(1)
        self.setSingleStep(0.1 if bounds[1] <= 5 else 1.0)
        self.setSuffix(" s")
        self.setValue(value)
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(TEXT_MARGIN, 0, 0, 0)
        self.valueChanged.connect(lambda number: put(round(number, 1)))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the arrows over the box."""
        super().paintEvent(event)
        option = QStyleOptionSpinBox()
        self.initStyleOption(option)
        _paint_arrows(self, self._theme, option)


class Switch(QAbstractButton):
    """On or off; takes effect at once."""

    def __init__(
        self, theme: Theme, value: bool, put: Callable[[bool], None]
    ) -> None:  # the control's own value
        super().__init__()
        self._theme = theme
        self.setCheckable(True)
        self.setChecked(value)
        self.toggled.connect(put)
        self.setFixedSize(self.sizeHint())
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return a size that a finger hits too."""
        return QSize(44, 28)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the track, the knob, and the ring of the focus."""
        color = self._theme.color
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            track = QRectF(4, 4, 36, 20)
            is_on = self.isChecked()
            painter.setPen(QPen(color("accent" if is_on else "ctl"), 1))
            painter.setBrush(color("accent" if is_on else "sunken"))
            painter.drawRoundedRect(track.adjusted(0.5, 0.5, -0.5, -0.5), 9.5, 9.5)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color("surface" if is_on else "ctl"))
            x = track.right() - 10 if is_on else track.left() + 10
            painter.drawEllipse(QPointF(x, track.center().y()), 6.5, 6.5)
            if self.hasFocus():
                painter.setPen(QPen(color("accent"), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 12, 12)
