"""Check boxes and radio buttons whose words may wrap, and dialogs for files that stop nothing else."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from app.gui.widgets.theme import PaintedButton, Theme, draw_box, wrap

_BOX: Final = 16
_GAP: Final = 8
_FLAGS: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft)


class CheckBox(PaintedButton):
    """On or off, with a sentence beside it."""

    _ink = "text2"

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__(theme, text)
        self.setCheckable(True)
        self.setFont(theme.font("small"))
        wrap(self)

    def heightForWidth(self, width: int) -> int:
        """Return the height of the wrapped words, at least the smallest target of 28."""
        return max(28, self._words(width).height() + 4)

    def sizeHint(self) -> QSize:
        """Return the size of the words in one line."""
        width = QFontMetrics(self.font()).horizontalAdvance(self.text()) + _BOX + _GAP + 2
        return QSize(width, 28)

    def minimumSizeHint(self) -> QSize:
        """Return a width that a layout may go down to."""
        return QSize(120, 28)

    def _paint(self, painter: QPainter) -> None:
        color = self._theme.color
        box = QRectF(0.75, (self.height() - _BOX) / 2 + 0.75, _BOX - 1.5, _BOX - 1.5)
        self._paint_mark(painter, box)
        painter.setFont(self.font())
        painter.setPen(color(self._ink if self.isEnabled() else "text3"))
        words = self._words(self.width())
        words.moveTop((self.height() - words.height()) // 2)
        painter.drawText(words, _FLAGS, self.text())

    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        color = self._theme.color
        outline = color("accent" if self.isChecked() or self.hasFocus() else "ctl")
        ground = color("accent" if self.isChecked() else "surface")
        draw_box(painter, box, 4, ground, outline, 2 if self.hasFocus() else 1.5)
        if self.isChecked():
            icon = QRectF(box.left() + 0.25, box.top() + 0.25, 14, 14)
            self._theme.paint_icon(painter, "tick", icon, color("onAccent"))

    def _words(self, width: int) -> QRect:
        left = _BOX + _GAP
        metrics = QFontMetrics(self.font())
        room = QRect(left, 0, max(40, width - left), 10_000)
        return metrics.boundingRect(room, _FLAGS, self.text())


class RadioButton(CheckBox):
    """One of several choices that exclude each other; put them into a `QButtonGroup`."""

    _ink = "text"

    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        color = self._theme.color
        outline = color("accent" if self.isChecked() or self.hasFocus() else "ctl")
        draw_box(painter, box, _BOX / 2, color("surface"), outline, 2 if self.hasFocus() else 1.5)
        if self.isChecked():
            inner = box.adjusted(3.5, 3.5, -3.5, -3.5)
            draw_box(painter, inner, _BOX / 2, color("accent"))


def ask_folder(parent: QWidget, title: str, start: str, chosen: Callable[[str], None]) -> None:
    """Open a dialog for a folder; `chosen` is not called when the user cancels."""
    dialog = QFileDialog(parent, title, start)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    show_dialog(dialog, chosen)


def show_dialog(dialog: QFileDialog, chosen: Callable[[str], None]) -> None:
    """Show a dialog that is not modal, so that Stop stays in reach; as `ask_folder`."""
    dialog.setModal(False)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(chosen)
    # Qt does not say what the list of names is that opens while one is written. It has the pointer
    # and the keyboard then: the executor must know it, or its presses for others would end there.
    for field in dialog.findChildren(QLineEdit):
        completer = field.completer()
        names = completer.popup() if completer is not None else None
        if names is not None:
            names.setAttribute(Qt.WidgetAttribute.WA_X11NetWmWindowTypeCombo)
    dialog.show()
