"""A parameter as a chip: its name bold, its type beside it; a press changes it."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from app.widgets.theme import Theme

_HEIGHT: Final = 28
_PADDING: Final = 10
_GAP: Final = 6
_WIDEST: Final = 220


class ParamChip(QAbstractButton):
    """Cut where the name is very long; its whole words are its accessible name."""

    def __init__(self, theme: Theme, name: str, kind: str) -> None:
        super().__init__()
        self._theme = theme
        self.name = name
        self._kind = kind
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        what = "Column" if kind == "column" else "Parameter"
        self.setAccessibleName(f"{what} {name}, {kind}")
        self.setToolTip(f"Change {name}")
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the size of both words."""
        name = QFontMetricsF(self._theme.font("small_bold")).horizontalAdvance(self.name)
        kind = QFontMetricsF(self._theme.font("small")).horizontalAdvance(self._kind)
        width = min(_WIDEST, name) + _GAP + kind + 2 * _PADDING + 2
        return QSize(round(width), _HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the chip."""
        color = self._theme.color
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            has_focus = self.hasFocus()
            painter.setPen(QPen(color("accent"), 2) if has_focus else Qt.PenStyle.NoPen)
            painter.setBrush(color("accentSoft" if self.underMouse() else "sunken"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)
            bold, plain = self._theme.font("small_bold"), self._theme.font("small")
            flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
            metrics = QFontMetricsF(bold)
            shown = metrics.elidedText(self.name, Qt.TextElideMode.ElideRight, _WIDEST)
            area = QRectF(self.rect()).adjusted(_PADDING, 0, -_PADDING, 0)
            painter.setFont(bold)
            painter.setPen(color("text"))
            painter.drawText(area, flags, shown)
            area.setLeft(area.left() + metrics.horizontalAdvance(shown) + _GAP)
            painter.setFont(plain)
            painter.setPen(color("text2"))
            painter.drawText(area, flags, self._kind)
