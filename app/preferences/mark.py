"""The user's secret mark: how it looks, and how it is changed."""

from typing import Final

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.overlay.secret_mark import SecretMark, mark_from, new_mark, paint_mark
from app.preferences.editor import SettingsEditor
from app.widgets.buttons import Button
from app.widgets.own_application import SECRET
from app.widgets.theme import Theme

PICTURE: Final = 44
MOST_LETTERS: Final = 40


class MarkPicture(QWidget):
    """The picture of a mark."""

    def __init__(self, mark: SecretMark) -> None:
        super().__init__()
        self._mark = mark
        self.setFixedSize(QSize(PICTURE, PICTURE))
        self.setAccessibleName("Your mark, for eyes alone")
        self.set_mark(mark)

    def set_mark(self, mark: SecretMark) -> None:
        """Show another mark."""
        self._mark = mark
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the mark."""
        with QPainter(self) as painter:
            paint_mark(painter, self._mark, QRectF(self.rect()))


class MarkEditor(QWidget):
    """The mark, a field for its words, and a button that draws another."""

    def __init__(self, theme: Theme, editor: SettingsEditor) -> None:
        super().__init__()
        self._editor = editor
        self._mark = mark_from(editor.settings.mark) or new_mark()
        self._picture = MarkPicture(self._mark)
        self.words = QLineEdit(self._mark.words)
        self.words.setMaxLength(MOST_LETTERS)
        self.words.setAccessibleName("Words of your mark")
        self.words.setProperty(SECRET, True)
        self.words.setMinimumWidth(180)
        self.words.editingFinished.connect(self._on_words)
        self.again = Button(theme, "Draw another", icon="refresh")
        self.again.clicked.connect(self._on_again)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self._picture)
        line.addWidget(self.words)
        line.addWidget(self.again)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(line)

    def _on_words(self) -> None:
        words = " ".join(self.words.text().split())
        if words:
            self._put(SecretMark(self._mark.color, self._mark.sign, words))
        self.words.setText(self._mark.words)

    def _on_again(self) -> None:
        self._put(new_mark())
        self.words.setText(self._mark.words)

    def _put(self, mark: SecretMark) -> None:
        self._mark = mark
        self._picture.set_mark(mark)
        self._editor.put_field("mark", mark.text)
