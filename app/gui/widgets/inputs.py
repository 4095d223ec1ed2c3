"""A check box whose words may wrap, and dialogs for files that stop nothing else."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QLineEdit, QSizePolicy, QWidget

from app.gui.widgets.theme import Theme

_BOX: Final = 16
_GAP: Final = 8
_FLAGS: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft)


class CheckBox(QAbstractButton):
    """On or off, with a sentence beside it."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setCheckable(True)
        self.setText(text)
        self.setAccessibleName(text)
        self.setFont(theme.font("small"))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    def hasHeightForWidth(self) -> bool:
        """Say that the height follows from the width."""
        return True

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

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint box and words."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            color = self._theme.color
            box = QRectF(0.75, (self.height() - _BOX) / 2 + 0.75, _BOX - 1.5, _BOX - 1.5)
            outline = color("accent") if self.isChecked() or self.hasFocus() else color("ctl")
            painter.setPen(QPen(outline, 2 if self.hasFocus() else 1.5))
            painter.setBrush(color("accent") if self.isChecked() else color("surface"))
            painter.drawRoundedRect(box, 4, 4)
            if self.isChecked():
                corner = box.topLeft() - QPointF(0.25, 0.25)
                icon = QRectF(corner.x() + 0.5, corner.y() + 0.5, 14, 14)
                self._theme.paint_icon(painter, "tick", icon, color("onAccent"))
            painter.setFont(self.font())
            painter.setPen(color("text2") if self.isEnabled() else color("text3"))
            words = self._words(self.width())
            words.moveTop((self.height() - words.height()) // 2)
            painter.drawText(words, _FLAGS, self.text())

    def _words(self, width: int) -> QRect:
        left = _BOX + _GAP
        metrics = QFontMetrics(self.font())
        room = QRect(left, 0, max(40, width - left), 10_000)
        return metrics.boundingRect(room, _FLAGS, self.text())


def ask_folder(parent: QWidget, title: str, start: str, chosen: Callable[[str], None]) -> None:
    """Open a dialog for a folder.

    Args:
        start: the folder that is shown first; empty for the last one.
        chosen: called with the folder; not called when the user cancels.
    """
    dialog = QFileDialog(parent, title, start)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    show_dialog(dialog, chosen)


def show_dialog(dialog: QFileDialog, chosen: Callable[[str], None]) -> None:
    """Show a dialog that is not modal, so that Stop stays in reach.

    Args:
        chosen: called with what was chosen; not called when the user cancels.
    """
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
