"""Under a run that went well: what it would be called as a macro, and which texts it would ask for."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeySequence, QPainter, QPaintEvent, QPen, QShortcut
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.chat.rows import MOST_CHIPS, KeepRow, KeepText
from app.widgets.buttons import Button
from app.widgets.flow import Flow
from app.widgets.labels import Label
from app.widgets.theme import Theme
from automation.core.visible import visible_text

NAME_CHARS: Final = 100
"""As many as a macro's name may have (`macros.macro.MacroName`)."""
SAVE_KEYS: Final = "Ctrl+S"
_CHIP_HEIGHT: Final = 28
_PAD: Final = 10
_MARK: Final = 14
_GAP: Final = 6
_TEXT_PX: Final = 180
"""Of a typed text; the rest is in the tooltip."""


class TextChip(QAbstractButton):
    """A text that was typed; checked, it becomes a field that the macro asks for."""

    def __init__(self, theme: Theme, text: KeepText) -> None:
        super().__init__()
        self._theme = theme
        self.text_of = text
        self._shown = visible_text(text.text)
        self.setCheckable(True)
        self.setChecked(text.is_asked)
        self.setAccessibleName(f"Ask for {text.name}, which was {self._shown}")
        self.setToolTip(self._shown)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the size that shows the name and the beginning of the text."""
        name, text = self._widths()
        return QSize(round(2 * _PAD + _MARK + 2 * _GAP + name + text), _CHIP_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return the size hint."""
        return self.sizeHint()

    def _widths(self) -> tuple[float, float]:
        bold = QFontMetricsF(self._theme.font("small_bold"))
        plain = QFontMetricsF(self._theme.font("small"))
        text = min(_TEXT_PX, plain.horizontalAdvance(self._shown) + 2)
        return bold.horizontalAdvance(self.text_of.name) + 1, text

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint mark, name and text."""
        theme = self._theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            is_on = self.isChecked()
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            outline = theme.color("accent" if self.hasFocus() else "ctl")
            bare = Qt.PenStyle.NoPen if is_on and not self.hasFocus() else QPen(outline, 1.5)
            painter.setPen(bare)
            painter.setBrush(theme.color("accentSoft" if is_on else "surface"))
            painter.drawRoundedRect(box, 8, 8)
            x, middle = box.left() + _PAD - 1, box.center().y()
            mark = QRectF(round(x), round(middle - _MARK / 2), _MARK, _MARK)
            theme.paint_icon(painter, "check" if is_on else "plus", mark, self._ink("accentText"))
            name, text = self._widths()
            x += _MARK + _GAP
            flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
            painter.setFont(theme.font("small_bold"))
            painter.setPen(theme.color(self._ink("text")))
            painter.drawText(QRectF(x, 0, name, self.height()), flags, self.text_of.name)
            x += name + _GAP
            painter.setFont(theme.font("small"))
            painter.setPen(theme.color(self._ink("text2")))
            metrics = QFontMetricsF(theme.font("small"))
            shown = metrics.elidedText(self._shown, Qt.TextElideMode.ElideRight, text)
            painter.drawText(QRectF(x, 0, text, self.height()), flags, shown)

    def _ink(self, token: str) -> str:
        return token if self.isEnabled() else "text3"


class KeepCard(QFrame):
    """Stands in the chat's last row."""

    save_pressed = Signal(str, object)
    """The macro's name, and the names of the texts that it is to ask for, a frozenset."""

    def __init__(self, theme: Theme, row: KeepRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self.setAccessibleName("Keep it as a macro?")
        self.chips = [TextChip(theme, text) for text in row.texts[:MOST_CHIPS]]
        self.name = QLineEdit(row.name)
        self.name.setMaxLength(NAME_CHARS)
        self.name.setAccessibleName("Name of the macro")
        self.name.setPlaceholderText("Name of the macro")
        self.name.setMinimumWidth(120)
        words = "Saving" if row.is_busy else "Save as macro"
        self.save = Button(theme, words, icon="macro", kind="primary", keys=SAVE_KEYS)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 16)
        column.setSpacing(8)
        column.addWidget(Label(theme, "Keep it as a macro?", "bold"))
        column.addWidget(Label(theme, _sentence(row), "small", "dim", wraps=True))
        if self.chips:
            column.addWidget(Flow(self.chips, 8, 8))
        column.addSpacing(4)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.name, 1)
        line.addWidget(self.save)
        column.addLayout(line)
        if row.problem:
            column.addWidget(Label(theme, row.problem, "small", "r3", wraps=True))
        for control in (self.name, self.save, *self.chips):
            control.setEnabled(not row.is_busy)
        self.name.textChanged.connect(self._on_name)
        self.name.returnPressed.connect(self._press)
        self.save.clicked.connect(self._press)
        QShortcut(QKeySequence(SAVE_KEYS), self).activated.connect(self._press)

    def height_at(self, width: int) -> int:
        """Return the height that all of it needs at a width, in logical pixels; before it is shown."""
        for child in self.findChildren(QWidget):
            child.ensurePolished()  # the style sheet's sizes count from then on
        return self._column.totalHeightForWidth(width)

    def _on_name(self, text: str) -> None:
        self.save.setEnabled(bool(text.strip()))

    def _press(self) -> None:
        if self.save.isEnabled():
            asked = frozenset(chip.text_of.name for chip in self.chips if chip.isChecked())
            self.save_pressed.emit(self.name.text().strip(), asked)


def _sentence(row: KeepRow) -> str:
    if not row.texts:
        return "It replays without a model."
    return "It replays without a model. These texts become fields that it asks for:"
