"""What would be fetched: size, licence and place, to be accepted before anything is."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.modelpage.weights import WeightsStatus, get_words, room_problem, size_words
from app.modelpage.wording import file_gb
from app.widgets.buttons import Button
from app.widgets.checkbox import CheckBox
from app.widgets.error_box import ErrorBox
from app.widgets.flow import Flow
from app.widgets.labels import ElidedLabel, Label
from app.widgets.theme import Theme

LICENCE_HEIGHT = 200


class OfferCard(QFrame):
    """Owned by the page for getting the weights; the button works once the licence is accepted."""

    get_pressed = Signal()
    place_pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self._status = WeightsStatus()
        self._size = Label(theme, "", "body", wraps=True)
        self._licence = Label(theme, "", "body", wraps=True)
        self._folder = ElidedLabel(theme, "", "mono", mode=Qt.TextElideMode.ElideMiddle)
        self._free = Label(theme, "", "body", wraps=True)
        self.read = Button(theme, "Read the licence", icon="file", size="compact")
        self.read.clicked.connect(self._on_read)
        self.place = Button(theme, "Change the folder", icon="folder", size="compact")
        self.place.clicked.connect(self.place_pressed)
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setAccessibleName("Licence")
        self._text.setFont(theme.font("small"))
        self._text.setFixedHeight(LICENCE_HEIGHT)
        self._text.setTabChangesFocus(True)
        self._text.hide()
        self.accept = CheckBox(theme, "I have read the licence and accept it.")
        self.accept.toggled.connect(self._say_whether)
        self._problem = ErrorBox(theme)
        self.get = Button(theme, "", icon="import", kind="primary")
        self.get.clicked.connect(self.get_pressed)
        self._tools = Flow((self.read, self.place), 8, 8)
        self._lay_out()
        self.show_offer(self._status)

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        rows = (
            ("Size", self._size),
            ("Licence", self._licence),
            ("Folder", self._folder),
            ("Free there", self._free),
        )
        for number, (name, value) in enumerate(rows):
            grid.addWidget(Label(self._theme, name, "body", "dim"), number, 0)
            grid.addWidget(value, number, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 16)
        column.setSpacing(12)
        column.addLayout(grid)
        for widget in (self._tools, self._text, self._problem, self.accept):
            column.addWidget(widget)
        column.addWidget(self.get, 0, Qt.AlignmentFlag.AlignLeft)

    def show_offer(self, status: WeightsStatus) -> None:
        """Show what would be fetched, and where to."""
        offer = status.offer
        if offer is None or offer != self._status.offer:
            self.accept.setChecked(False)
        self._status = status
        self._size.setText(size_words(offer) if offer is not None else "")
        self._licence.setText(offer.licence if offer is not None else "")
        self._folder.set_whole_text(status.folder)
        free = status.free_bytes
        self._free.setText("not known" if free is None else f"{file_gb(free)} GB")
        text = offer.licence_text if offer is not None else ""
        if text != self._text.toPlainText():
            self._text.setPlainText(text)
        self.read.setVisible(bool(text))
        self._tools.rearrange()
        self._problem.show_problem(room_problem(status))
        words = get_words(status)
        self.get.setText(words)
        self.get.setAccessibleName(words)
        self.get.updateGeometry()
        self._say_whether()

    @property
    def problem(self) -> str:
        """Why it cannot be fetched to this folder, in a sentence."""
        return self._problem.words

    def _say_whether(self) -> None:
        has_room = not room_problem(self._status)
        self.get.setEnabled(self.accept.isChecked() and has_room)
        self.get.setToolTip("" if self.accept.isChecked() else "Accept the licence first")

    def _on_read(self) -> None:
        is_open = self._text.isHidden()
        self._text.setVisible(is_open)
        words = "Close the licence" if is_open else "Read the licence"
        self.read.setText(words)
        self.read.setAccessibleName(words)
        self._tools.rearrange()
