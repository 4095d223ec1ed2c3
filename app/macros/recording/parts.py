"""The parts of the recording's panel: its head, its list, what can be put in, and its foot."""

from typing import Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QListView, QVBoxLayout

from app.macros.recording.delegate import RecordedDelegate
from app.macros.recording.forms import ENTRIES, EntryKind
from app.macros.recording.model import RecordedModel
from app.macros.recording.rows import clock
from app.macros.recording.staying import stay_at_end
from app.macros.recording.words import TEXT_EVERYWHERE, TEXT_EVERYWHERE_MEANS
from app.widgets.buttons import Button
from app.widgets.checkbox import CheckBox
from app.widgets.labels import ElidedLabel, Label
from app.widgets.theme import Theme

_EDGE: Final = 12
_INDENT: Final = 24
"""As far as the words beside a check box."""


class Head(QFrame):
    """What goes on, for how long, and Undo; the window is moved by it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "top")
        self._theme = theme
        self._sign = ("wait", "text3")
        self._grip: QPoint | None = None
        self._dot = QLabel()
        self._dot.setFixedSize(16, 16)
        self._title = ElidedLabel(theme, "", "bold")
        self._time = Label(theme, "0:00", "body", "dim")
        self._time.setFont(theme.font("body", tabular=True))
        self.undo = Button(theme, "Undo last", icon="undo", kind="flat", size="compact")
        line = QHBoxLayout(self)
        line.setContentsMargins(_EDGE, 8, 6, 8)
        line.setSpacing(8)
        for part in (self._dot, self._title, self._time, self.undo):
            line.addWidget(part)
        self.setCursor(Qt.CursorShape.SizeAllCursor)
        self.undo.setCursor(Qt.CursorShape.ArrowCursor)
        theme.changed.connect(self._paint_dot)
        self._paint_dot()

    @property
    def title(self) -> str:
        """What goes on, in words."""
        return self._title.accessibleName()

    @property
    def time(self) -> str:
        """How long it was recorded, as it is shown."""
        return self._time.text()

    def show_state(self, icon: str, token: str, words: str) -> None:
        """Show what goes on, with a sign in a token's colour."""
        self._sign = (icon, token)
        self._title.set_whole_text(words)
        self._paint_dot()

    def show_time(self, seconds: float) -> None:
        """Show how long it was recorded."""
        self._time.setText(clock(seconds))

    def _paint_dot(self) -> None:
        icon, token = self._sign
        self._dot.setPixmap(self._theme.pixmap(icon, token, 16, self.devicePixelRatioF()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the window by its head."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._grip = event.globalPosition().toPoint() - self.window().pos()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the window with the pointer."""
        if self._grip is not None:
            self.window().move(event.globalPosition().toPoint() - self._grip)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of the window."""
        del event
        self._grip = None


class InsertRow(QFrame):
    """What can be put in after what was done so far."""

    wanted = Signal(str)
    """Which kind."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "baseline")
        line = QHBoxLayout(self)
        line.setContentsMargins(_EDGE, 8, _EDGE, 8)
        line.setSpacing(6)
        line.addWidget(Label(theme, "Put in", "small", "dim"))
        self.buttons: dict[EntryKind, Button] = {}
        for kind, entry in ENTRIES.items():
            button = Button(theme, entry.button, icon=entry.icon, kind="chip", size="compact")
            button.setToolTip(entry.question)
            button.setAccessibleDescription(entry.question)
            button.clicked.connect(lambda _=False, kind=kind: self.wanted.emit(kind))
            line.addWidget(button)
            self.buttons[kind] = button
        line.addStretch(1)


class Foot(QFrame):
    """What is left out, and whether text is, then Pause and Finish."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("kind", "foot")
        self.left_out = Label(theme, "", "caption", "faint", wraps=True)
        self.text_everywhere = CheckBox(theme, TEXT_EVERYWHERE)
        self.text_everywhere.setToolTip(TEXT_EVERYWHERE_MEANS)
        self.text_everywhere.setAccessibleDescription(TEXT_EVERYWHERE_MEANS)
        self._meaning = Label(theme, TEXT_EVERYWHERE_MEANS, "caption", "faint", wraps=True)
        self.pause = Button(theme, "Pause", icon="pause", size="compact")
        self.finish = Button(theme, "Finish", icon="stop", kind="primary", size="compact")
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.pause)
        line.addStretch(1)
        line.addWidget(self.finish)
        column = QVBoxLayout(self)
        column.setContentsMargins(_EDGE, 8, _EDGE, _EDGE)
        column.setSpacing(8)
        self._meaning.setContentsMargins(_INDENT, 0, 0, 0)
        choice = QVBoxLayout()
        choice.setSpacing(0)
        for part in (self.text_everywhere, self._meaning):
            choice.addWidget(part)
        column.addWidget(self.left_out)
        column.addLayout(choice)
        column.addLayout(line)

    def show_paused(self, *, is_paused: bool) -> None:
        """Offer to go on, or to pause."""
        words = "Go on" if is_paused else "Pause"
        self.pause.setText(words)
        self.pause.setAccessibleName(words)
        self.pause.set_icon_name("record" if is_paused else "pause")


def steps_view(theme: Theme, rows: RecordedModel) -> QListView:
    """Return the list of what was done so far; it is read, nothing in it is chosen."""
    shown = QListView()
    shown.setModel(rows)
    shown.setItemDelegate(RecordedDelegate(theme, shown))
    shown.setFrameShape(QListView.Shape.NoFrame)
    shown.setUniformItemSizes(True)
    shown.setSelectionMode(QListView.SelectionMode.NoSelection)
    shown.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    shown.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    shown.setAccessibleName("Steps recorded so far")
    theme.changed.connect(shown.viewport().update)
    stay_at_end(shown.verticalScrollBar())
    return shown
