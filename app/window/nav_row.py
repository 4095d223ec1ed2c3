"""A row at the foot of the sidebar that leads to a page: icon, name, and a few words of its state."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.chat.painting import draw_line, line_height
from app.widgets.theme import Theme

HEIGHT: Final = 40
TEXT_LEFT: Final = 32


class NavRow(QAbstractButton):
    """Owned by the sidebar."""

    def __init__(
        self, theme: Theme, name: str, icon: str, keys: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon
        self._keys = keys
        self._state = ""
        self.is_current = False
        """Its page is the one that shows."""
        self.setText(name)
        self.setToolTip(f"{name} ({keys})")
        self.setAccessibleName(name)
        self.setAccessibleDescription(keys)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def state(self) -> str:
        """The words on the right."""
        return self._state

    def set_state(self, state: str) -> None:
        """Show a few words on the right."""
        if state != self._state:
            self._state = state
            self.setAccessibleName(f"{self.text()}, {state}")
            self.update()

    def set_current(self, is_current: bool) -> None:
        """Show whether its page is the one that shows."""
        if is_current != self.is_current:
            self.is_current = is_current
            self.setAccessibleDescription(f"{self._keys}, shown now" if is_current else self._keys)
            self.update()

    def sizeHint(self) -> QSize:
        """Return 40 px a row, more with larger text."""
        return QSize(120, max(HEIGHT, round(line_height(self._theme.font("body")) + 16)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint icon, name and state."""
        theme, rect = self._theme, QRectF(self.rect())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.is_current or self.underMouse() or self.isDown():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("line"))
                painter.drawRoundedRect(rect, 8, 8)
            icon = QRectF(rect.left() + 8, rect.center().y() - 8, 16, 16)
            theme.paint_icon(painter, self._icon_name, icon, "text2")
            small = theme.font("small", tabular=True)
            width = QFontMetricsF(small).horizontalAdvance(self._state) + 1
            room = rect.width() - TEXT_LEFT - 16
            name = QRectF(rect.left() + TEXT_LEFT, rect.top(), room, rect.height())
            taken = draw_line(painter, name, self.text(), theme.font("body"), theme.color("text"))
            width = min(width, room - taken - 8)
            state = QRectF(rect.right() - 8 - width, rect.top(), width, rect.height())
            draw_line(painter, state, self._state, small, theme.color("text3"))
            if self.hasFocus():
                painter.setPen(QPen(theme.color("accent"), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 7, 7)
