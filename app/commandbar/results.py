"""The rows below the field of the command bar, painted by one widget."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.chat.painting import draw_line, draw_runs
from app.chat.rows import bold_runs
from app.commandbar.choices import Choice
from app.widgets.keycaps import caps_width, paint_caps
from app.widgets.theme import Theme

ROW_HEIGHT: Final = 44
HEADING_HEIGHT: Final = 30
PADDING: Final = 6
ICONS: Final = {"run": "pointer", "show": "eye", "macro": "macro", "history": "clock"}
HEADINGS: Final = {"macro": "Macros", "history": "History"}


class Results(QWidget):
    """Shows the choices and which one Enter would take, if any."""

    taken = Signal(object)
    """A `Choice` that was clicked."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._choices: tuple[Choice, ...] = ()
        self._current = -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("What I can do with it")
        theme.changed.connect(self.update)

    @property
    def current(self) -> Choice | None:
        """The choice that Enter would take; None when only the text itself would be sent."""
        return self._choices[self._current] if self._current >= 0 else None

    def show_choices(self, choices: tuple[Choice, ...], *, is_first_meant: bool) -> None:
        """Show these choices.

        What the text does not say as a whole, an old task or a macro that merely holds its words, is
        never current before the user goes to it.
        """
        self._choices = choices
        self._current = 0 if choices and is_first_meant else -1
        self.setFixedHeight(self.sizeHint().height())
        self._describe()

    def move_by(self, rows: int) -> None:
        """Go up or down, round the ends."""
        if self._choices:
            start = self._current if self._current >= 0 or rows > 0 else 0
            self._current = (start + rows) % len(self._choices)
            self._describe()
            self._announce()

    def _describe(self) -> None:
        current = self.current
        self.setAccessibleDescription(f"{current.label} {current.hint}".strip() if current else "")
        self.update()

    def _announce(self) -> None:
        """The keyboard stays in the field: a screen reader hears of the row only this way."""
        if QAccessible.isActive():
            event = QAccessibleAnnouncementEvent(self, self.accessibleDescription())
            QAccessible.updateAccessibility(event)

    def _tops(self) -> list[int]:
        """Return where each row begins; the first macro and old task leave room for a heading."""
        tops, y, last = [], PADDING, ""
        for choice in self._choices:
            if choice.kind in HEADINGS and last != choice.kind:
                y += HEADING_HEIGHT
            tops.append(y)
            y, last = y + ROW_HEIGHT, choice.kind
        return tops

    def sizeHint(self) -> QSize:
        """Return 44 px a row and 30 for a heading."""
        tops = self._tops()
        return QSize(600, tops[-1] + ROW_HEIGHT + PADDING if tops else 0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the row under the pointer."""
        y = event.position().y()
        for top, choice in zip(self._tops(), self._choices, strict=True):
            if top <= y < top + ROW_HEIGHT:
                self.taken.emit(choice)
                return

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint all rows."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            last = ""
            for row, (top, choice) in enumerate(zip(self._tops(), self._choices, strict=True)):
                if choice.kind in HEADINGS and last != choice.kind:
                    self._paint_heading(painter, top - HEADING_HEIGHT, HEADINGS[choice.kind])
                area = QRectF(8, top, self.width() - 16, ROW_HEIGHT)
                self._paint_row(painter, area, choice, is_current=row == self._current)
                last = choice.kind

    def _paint_heading(self, painter: QPainter, top: int, text: str) -> None:
        area = QRectF(20, top + 4, self.width() - 40, HEADING_HEIGHT - 4)
        theme = self._theme
        draw_line(painter, area, text, theme.font("caption_bold"), theme.color("text2"))

    def _paint_row(
        self, painter: QPainter, area: QRectF, choice: Choice, *, is_current: bool
    ) -> None:
        theme = self._theme
        if is_current:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accentSoft"))
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), 8, 8)
        icon = QRectF(area.left() + 12, area.center().y() - 8, 16, 16)
        theme.paint_icon(painter, ICONS[choice.kind], icon, "accentText" if is_current else "text2")
        right = area.right() - 12
        if choice.keys:
            right -= caps_width(theme, choice.keys)
            paint_caps(painter, theme, choice.keys, QPointF(right, area.center().y()))
        small = theme.font("small")
        room = QRectF(icon.right() + 8, area.top(), right - icon.right() - 24, area.height())
        hint_width = (
            QFontMetricsF(small).horizontalAdvance(choice.hint) + 10 if choice.hint else 0.0
        )
        label = QRectF(room)
        wanted = self._label_width(choice)
        label.setWidth(min(wanted, max(room.width() - hint_width, room.width() / 2)))
        draw_runs(painter, label, bold_runs(choice.label), theme, theme.color("text"))
        hint = QRectF(label.right() + 8, area.top(), room.right() - label.right(), area.height())
        draw_line(painter, hint, choice.hint, small, theme.color("text2"))

    def _label_width(self, choice: Choice) -> float:
        fonts = {
            is_bold: self._theme.font("bold" if is_bold else "body") for is_bold in (True, False)
        }
        return 2 + sum(
            QFontMetricsF(fonts[is_bold]).horizontalAdvance(text)
            for text, is_bold in bold_runs(choice.label)
        )
