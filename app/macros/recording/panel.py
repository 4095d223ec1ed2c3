"""The panel beside a recording: what was done so far, and what can be done about it.

It is always in view and takes the keyboard only while something is written into it. Plain and
square: a shadow's transparent edge would be part of the window, and presses there would be ours.
"""

from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.macros.recording.forms import EntryForm, EntryKind, NameForm
from app.macros.recording.model import RecordedModel
from app.macros.recording.parts import Foot, Head, InsertRow, steps_view
from app.macros.recording.words import left_out
from app.overlay.card_window import CardWindow
from app.overlay.focus import FocusKeeper
from app.overlay.lending import KeyboardLoan
from app.overlay.stacking import WindowServer
from app.widgets.announce import announce
from app.widgets.labels import Label
from app.widgets.theme import Theme

SIZE: Final = QSize(392, 480)
EDGE_PX: Final = 16
"""Between the panel and the screen's edge at first, logical pixels."""
ABOVE_MS: Final = 500
"""How often the panel is put above what has come in front of it."""
EMPTY: Final = "Do the task as you always do. Each step shows up here."
STARTING: Final = "Getting ready. Begin when the dot is red."


class RecordingPanel(CardWindow):
    """Owned by the recording's control; UI thread."""

    pause_pressed = Signal()
    undo_pressed = Signal()
    text_everywhere_changed = Signal(bool)
    finish_pressed = Signal()
    entry_wanted = Signal(str)
    """What kind of thing is to be put in; `open_entry` asks for it."""
    entry_added = Signal(str, str)
    """The kind of what is to be put in, and what was written."""
    saved = Signal(str)
    discarded = Signal()
    keyboard_back = Signal()
    """The panel had the keyboard and has given it back."""

    def __init__(self, theme: Theme, server: WindowServer, keeper: FocusKeeper) -> None:
        super().__init__(theme, is_solid=True)
        self.setObjectName("recording-panel")
        self.setWindowTitle("Recording a macro")
        self.setAccessibleName("Recording a macro")
        self._server = server
        self._loan = KeyboardLoan(self, keeper, self, follows_user=True)
        self._has_keyboard = False
        self._what, self._has_terminal = "Recording", False
        self.rows = RecordedModel(self)
        self.head, self.inserts, self.foot = Head(theme), InsertRow(theme), Foot(theme)
        self.entry, self.name = EntryForm(theme), NameForm(theme)
        self.list = steps_view(theme, self.rows)
        self._empty = Label(theme, EMPTY, "body", "dim", wraps=True)
        self._note = Label(theme, "", "small", "r2", wraps=True)
        self._build()
        self._connect()
        self._above = QTimer(self)
        self._above.setInterval(ABOVE_MS)
        self._above.timeout.connect(self._keep_above)
        self.setFixedSize(SIZE)

    def _build(self) -> None:
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setContentsMargins(24, 0, 24, 0)
        self._note.setContentsMargins(12, 6, 12, 6)
        self.column.addWidget(self.head)
        self.column.addWidget(self._empty, 1)
        self.column.addWidget(self.list, 1)
        for part in (self._note, self.inserts, self.foot, self.entry, self.name):
            self.column.addWidget(part)
        for later in (self._note, self.list, self.entry, self.name):
            later.hide()

    def _connect(self) -> None:
        self.head.undo.clicked.connect(self.undo_pressed)
        self.foot.text_everywhere.toggled.connect(self._on_text_everywhere)
        self.foot.pause.clicked.connect(self.pause_pressed)
        self.foot.finish.clicked.connect(self.finish_pressed)
        self.inserts.wanted.connect(self.entry_wanted)
        self.entry.added.connect(self.entry_added)
        self.entry.cancelled.connect(self.close_entry)
        self.entry.keyboard_wanted.connect(lambda: self._take_keyboard(self.entry.field))
        self.name.keyboard_wanted.connect(lambda: self._take_keyboard(self.name.field))
        self.name.saved.connect(self.saved)
        self.name.discarded.connect(self.discarded)
        self.rows.rowsInserted.connect(self._on_rows)
        self.rows.rowsRemoved.connect(self._on_rows)
        self.rows.modelReset.connect(self._on_rows)

    def open(self, title: str, *, has_terminal: bool, pause_keys: str, stop_keys: str) -> None:
        """Show an empty panel that gets ready.

        Args:
            title: what is recorded, in a word or two.
            has_terminal: deskhand was started from a terminal, which then counts as ours.
            pause_keys: chord that pauses; empty for none.
            stop_keys: chord that ends it; empty for none.
        """
        self._what, self._has_terminal = title, has_terminal
        self.foot.text_everywhere.setChecked(False)
        self._say_left_out()
        self.foot.pause.set_keys(pause_keys)
        self.foot.finish.set_keys(stop_keys)
        self.say("")
        self._show_parts(is_over=False)
        self._empty.setText(STARTING)
        self._enable(is_on=False)
        self.head.show_state("wait", "text3", "Getting ready")
        self.head.show_time(0)
        self._appear()

    def begin(self) -> None:
        """Show that what is done is recorded."""
        self._empty.setText(EMPTY)
        self._enable(is_on=True)
        self.show_paused(is_paused=False)
        announce(self, "Recording.", is_urgent=True)

    def show_paused(self, *, is_paused: bool) -> None:
        """Show whether what is done is left out."""
        self.foot.show_paused(is_paused=is_paused)
        if is_paused:
            self.head.show_state("pause", "r2", "Paused: nothing is recorded")
            announce(self, "Paused.", is_urgent=True)
        else:
            self.head.show_state("record", "r3", self._what)

    def say(self, sentence: str) -> None:
        """Show a sentence above the buttons; empty shows none."""
        self._note.setText(sentence)
        self._note.setVisible(bool(sentence))
        if sentence:
            announce(self, sentence)

    @property
    def has_keyboard(self) -> bool:
        """Tell whether something is written into the panel."""
        return self._has_keyboard

    @property
    def note(self) -> str:
        """The sentence that is shown."""
        return self._note.text()

    def open_entry(self, kind: EntryKind) -> None:
        """Ask for what is to be put in."""
        self.entry.ask(kind)
        self.inserts.hide()
        self.foot.hide()
        self.entry.show()
        self._take_keyboard(self.entry.field)

    def show_refusal(self, sentence: str) -> None:
        """Say why something could not be put in or taken back, where it was asked for."""
        if self.entry.isVisible():
            self.entry.show_problem(sentence)
        else:
            self.say(sentence)

    def close_entry(self) -> None:
        """Ask no more, and give the keyboard back."""
        self._show_parts(is_over=False)
        self._give_back()

    def wait_for_end(self) -> None:
        """Show that the recording is being ended."""
        self._give_back()
        for part in (self.entry, self.inserts, self.foot):
            part.hide()
        self.head.undo.setEnabled(False)
        self.head.show_state("wait", "text3", "Finishing")

    def ask_name(self, summary: str, name: str, *, is_empty: bool) -> None:
        """Ask what becomes of a recording that is over; an empty one can only be closed."""
        self.head.undo.setEnabled(False)
        self.head.show_state("info" if is_empty else "check", "text2", "Recorded")
        self.name.ask(summary, name, is_empty=is_empty)
        self._show_parts(is_over=True)
        if not self.isVisible():
            self._appear()
        self._take_keyboard(self.name.close_button if is_empty else self.name.field)

    def put_away(self) -> None:
        """Close the panel and give the keyboard back."""
        self._above.stop()
        self._give_back()
        self.hide()

    def _appear(self) -> None:
        room = QGuiApplication.primaryScreen().availableGeometry()
        corner = QPoint(self.width() + EDGE_PX, self.height() + EDGE_PX)
        self.move(room.bottomRight() - corner)
        self.show()
        self._keep_above()
        self._above.start()

    def _take_keyboard(self, field: QWidget) -> None:
        self._has_keyboard = True
        self._loan.take(lambda: field.setFocus(Qt.FocusReason.OtherFocusReason))

    def _give_back(self) -> None:
        if self._has_keyboard:
            self._has_keyboard = False
            self._loan.give_back(self.keyboard_back.emit)

    def _show_parts(self, *, is_over: bool) -> None:
        self.entry.hide()
        self.name.setVisible(is_over)
        self.inserts.setVisible(not is_over)
        self.foot.setVisible(not is_over)

    def _enable(self, *, is_on: bool) -> None:
        foot = (
            self.foot.pause, self.foot.finish, self.head.undo, self.foot.text_everywhere,
        )  # fmt: skip
        for button in (*foot, *self.inserts.buttons.values()):
            button.setEnabled(is_on)

    def _say_left_out(self) -> None:
        has_text = self.foot.text_everywhere.isChecked()
        self.foot.left_out.setText(left_out(has_terminal=self._has_terminal, has_text=has_text))

    def _on_text_everywhere(self, is_on: bool) -> None:
        self._say_left_out()
        self.text_everywhere_changed.emit(is_on)

    def _on_rows(self) -> None:
        has_rows = self.rows.count > 0
        self.list.setVisible(has_rows)
        self._empty.setVisible(not has_rows)
        if has_rows:
            QTimer.singleShot(0, self.list, self.list.scrollToBottom)

    def _keep_above(self) -> None:
        if self.isVisible():
            self._server.keep_above((int(self.winId()),))
