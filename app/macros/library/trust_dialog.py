"""The window in which a macro is read before it is trusted: all of it, and this very content."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.macros.library.reading import Reading
from app.macros.library.reading_view import ReadingView
from app.widgets.buttons import Button
from app.widgets.flow import Flow
from app.widgets.labels import Label
from app.widgets.theme import Theme
from automation.core.visible import visible_text

SIZE: Final = (720, 640)
SMALLEST: Final = (420, 400)
MEANING: Final = (
    "A trusted macro runs in the mode that you choose, without a question for each step; what is "
    "hard to undo is still asked. Trust is for exactly what you read: any change ends it."
)


class SearchField(QLineEdit):
    """Enter goes on to the next place, Shift+Enter back."""

    on_pressed = Signal(bool)
    """Whether it goes back."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on or back."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.on_pressed.emit(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            event.accept()
            return
        super().keyPressEvent(event)


class TrustDialog(QWidget):
    """A window of its own, not modal; closes itself."""

    trust_pressed = Signal(object)
    """The `Reading`."""
    step_by_step_pressed = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, reading: Reading, *, is_for_run: bool = False) -> None:
        """Show a macro.

        Args:
            theme: colours and fonts.
            reading: what is read.
            is_for_run: a run waits for it, which could also be asked about step by step.
        """
        super().__init__(None, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Read {reading.name}")
        self.setWindowIcon(theme.icon("logo", "accent", 32))
        self.setMinimumSize(*SMALLEST)
        self.resize(*SIZE)
        self._theme, self._reading = theme, reading
        self.view = ReadingView(theme)
        self.search = SearchField()
        self.search.setPlaceholderText("Search in it")
        self.search.setAccessibleName("Search in it")
        self.search.setToolTip("Search in it (Ctrl+F); Enter goes on, Shift+Enter goes back")
        self._hits = Label(theme, "", "small", "dim")
        self._progress = Label(theme, "", "small", "dim", wraps=True)
        words = "Trust and play" if is_for_run else "Trust"
        self.trust = Button(theme, words, icon="shield", kind="primary")
        self.go_on = Button(theme, "Show what I have not seen", icon="down", keys="Space")
        self.step_by_step = Button(theme, "Play step by step", icon="hand")
        self.step_by_step.setVisible(is_for_run)
        self.leave = Button(theme, "Close", keys="Escape")
        self._lay_out()
        self._connect()
        self.view.show_lines(reading.lines)
        self._say_progress()
        self.view.setFocus()

    def _lay_out(self) -> None:
        theme, reading = self._theme, self._reading
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 12)
        column.setSpacing(8)
        column.addWidget(Label(theme, f"Read “{reading.name}”", "heading", wraps=True))
        column.addWidget(Label(theme, MEANING, "body", "dim", wraps=True))
        column.addWidget(Label(theme, self._about(), "small", "dim", wraps=True))
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.search, 1)
        line.addWidget(self._hits)
        column.addLayout(line)
        column.addWidget(self.view, 1)
        column.addWidget(self._progress)
        column.addWidget(Flow((self.trust, self.go_on, self.step_by_step, self.leave), 8, 8))

    def _about(self) -> str:
        reading = self._reading
        said = f"It was {reading.origin}, by what its file says. A filled mark presses, types or starts something; an empty one only looks or waits."
        if reading.calls:
            names = ", ".join(f"“{visible_text(name)}”" for name in reading.calls)
            said += f" It runs {names}, not trusted, which is to be read by itself."
        return said

    def _connect(self) -> None:
        self.view.seen_more.connect(
            self._say_progress, Qt.ConnectionType.QueuedConnection
        )  # not while it paints
        self.search.textChanged.connect(self._on_searched)
        self.search.on_pressed.connect(self._find)
        self.trust.clicked.connect(self._on_trust)
        self.go_on.clicked.connect(self.view.show_unseen)
        self.step_by_step.clicked.connect(self._on_step_by_step)
        self.leave.clicked.connect(self.close)
        on = QShortcut(QKeySequence("Space"), self.view)
        on.setContext(Qt.ShortcutContext.WidgetShortcut)
        on.activated.connect(self.view.show_unseen)
        QShortcut(QKeySequence("Esc"), self).activated.connect(self.close)
        QShortcut(QKeySequence("Ctrl+F"), self).activated.connect(self._to_search)

    @property
    def progress(self) -> str:
        """How much was seen, in a sentence."""
        return self._progress.text()

    def _say_progress(self) -> None:
        seen, count = self.view.counts
        is_read = self.view.is_read
        self.trust.setEnabled(is_read)
        self.go_on.setEnabled(not is_read)
        self._progress.setText(
            f"You have seen all {count:,} lines."
            if is_read
            else f"You have seen {seen:,} of {count:,} lines. It can be trusted when you have seen all."
        )

    def _to_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _on_searched(self, words: str) -> None:
        self.view.forget_hits()
        count = self.view.hits(words)
        self._hits.setText("" if not words else "not there" if not count else f"{count:,} there")
        if count:
            self.view.begin_search()
            self._find(is_back=False)

    def _find(self, is_back: bool) -> None:
        self.view.find_next(self.search.text(), backwards=is_back)

    def _on_trust(self) -> None:
        if self.view.is_read:
            self.trust_pressed.emit(self._reading)
            self.close()

    def _on_step_by_step(self) -> None:
        self.step_by_step_pressed.emit()
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell whoever opened it."""
        super().closeEvent(event)
        self.closed.emit()
