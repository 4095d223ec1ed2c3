"""The panel beside a recording: what was done so far, and what can be done about it.

It is always in view and takes the keyboard only while something is written into it. Plain and square: a
shadow's transparent edge would be part of the window, and presses there would be ours.
"""

from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QListView,
    QScrollBar,
    QWidget,
)

from app.gui import tr
from app.gui.background import timer
from app.gui.macros.recording.rows import (
    TEXT_EVERYWHERE,
    TEXT_EVERYWHERE_MEANS,
    RecordedDelegate,
    RecordedModel,
    clock,
    left_out,
)
from app.gui.overlay.approval import KeyboardLoan
from app.gui.overlay.card_widgets import CardWindow
from app.gui.overlay.x11 import FocusKeeper, WindowServer
from app.gui.widgets.buttons import AskingTwice, Button
from app.gui.widgets.inputs import CheckBox
from app.gui.widgets.labels import ElidedLabel, Icon, Label, Problem, announce
from app.gui.widgets.layout import Framed, column, row
from app.gui.widgets.theme import Theme

EntryKind = Literal["check", "wait", "value", "secret"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be put in, in words."""

    button: str
    icon: str
    question: str
    hint: str
    note: str


ENTRIES: Final[dict[EntryKind, Entry]] = {
    "check": Entry(
        tr("Check"), "check-square", tr("Go on only if this text is shown"), tr("Text on the screen"),
        tr("Looked for in the window in front and its menus, for 5 s."),
    ),
    "wait": Entry(
        tr("Wait"), "wait", tr("Wait so many seconds"), tr("Seconds"),
        tr("A replay waits for what each step needs by itself: this is for what nothing on the "
        "screen tells."),
    ),
    "value": Entry(
        tr("Value"), "edit", tr("Type a value that is asked for at the start"), tr("Name, such as customer"),
        tr("It is typed where the focus is. To go on here, pause and type a sample yourself."),
    ),
    "secret": Entry(
        tr("Secret"), "lock", tr("Type a secret from Settings"), tr("Name of the secret"),
        tr("Only its name is kept in the macro. It is typed into password fields only."),
    ),
}  # fmt: skip


FORM_MARGINS: Final = (12, 10, 12, 12)


class EntryForm(Framed):
    """Asks for one line; Enter adds it, Esc leaves it."""

    added = Signal(str, str)
    """The kind and what was written."""
    cancelled = Signal()
    keyboard_wanted = Signal()
    """Something must be written before it goes on."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("foot")
        self._kind: EntryKind = "check"
        self._question = Label(theme, "", "bold", wraps=True)
        self._note = Label(theme, "", "caption", "faint", wraps=True)
        self.problem = Problem(theme)
        self.field = QLineEdit()
        self.field.setMaxLength(500)
        self.field.returnPressed.connect(self._add)
        self.add = Button(theme, tr("Add"), kind="primary", size="compact")
        self.cancel = Button(theme, tr("Cancel"), kind="flat", size="compact")
        self.add.clicked.connect(self._add)
        self.cancel.clicked.connect(self.cancelled)
        parts = (self._question, self.field, self.problem, self._note)
        buttons = row(None, self.cancel, self.add, gap=8)
        column(*parts, buttons, gap=8, margins=FORM_MARGINS, into=self)

    def ask(self, kind: EntryKind) -> None:
        """Ask for one kind of thing."""
        self._kind, entry = kind, ENTRIES[kind]
        self._question.setText(entry.question)
        self._note.setText(entry.note)
        self.field.setPlaceholderText(entry.hint)
        self.field.setAccessibleName(entry.question)
        self.field.clear()
        self.show_problem("")

    def show_problem(self, sentence: str) -> None:
        """Say why what was written cannot be put in; empty says nothing."""
        self.problem.tell(sentence)
        self.add.setEnabled(True)

    def _add(self) -> None:
        text = self.field.text().strip()
        if not text:
            self.show_problem(tr("Write something first."))
            self.keyboard_wanted.emit()
            return
        if self.add.isEnabled():
            self.add.setEnabled(False)  # until it was put in or refused
            self.added.emit(self._kind, text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
            return
        super().keyPressEvent(event)


class NameForm(Framed):
    """What becomes of a recording that is over: a name and Save, or Discard."""

    saved = Signal(str)
    discarded = Signal()
    keyboard_wanted = Signal()
    """A name must be written before it goes on."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("foot")
        self.summary = Label(theme, "", "bold", wraps=True)
        self.problem = Problem(theme)
        self.field = QLineEdit()
        self.field.setMaxLength(100)
        self.field.setPlaceholderText(tr("Name of the macro"))
        self.field.setAccessibleName(tr("Name of the macro"))
        self.field.returnPressed.connect(self._save)
        self.save = Button(theme, tr("Save macro"), kind="primary", size="compact")
        self.save.clicked.connect(self._save)
        self.discard = Button(theme, tr("Discard"), icon="trash", kind="flat", size="compact")
        self._asks = AskingTwice(
            self.discard,
            Button(theme, tr("Discard it"), kind="danger", size="compact"),
            Button(theme, tr("Keep it"), size="compact"),
        )
        self._asks.confirmed.connect(self.discarded)
        self.close_button = Button(theme, tr("Close"), size="compact")
        self.close_button.clicked.connect(self.discarded)
        buttons = row(None, self._asks, self.close_button, self.save, gap=8)
        parts = (self.summary, self.field, self.problem, buttons)
        column(*parts, gap=8, margins=FORM_MARGINS, into=self)

    def ask(self, summary: str, name: str, *, is_empty: bool) -> None:
        """Ask what the macro is called; an empty recording can only be closed."""
        self.summary.setText(summary)
        self.field.setText(name)
        self.problem.tell("")
        for part in (self.field, self.save, self._asks):
            part.setVisible(not is_empty)
        self.close_button.setVisible(is_empty)

    def _save(self) -> None:
        name = self.field.text().strip()
        if not name:
            self.problem.tell(tr("Give the macro a name."))
            self.keyboard_wanted.emit()
            return
        self.saved.emit(name)


class _Staying(QObject):
    """Owned by its scroll bar; UI thread."""

    def __init__(self, bar: QScrollBar) -> None:
        super().__init__(bar)
        self._bar, self._is_at_end = bar, True
        bar.valueChanged.connect(self._on_moved)
        bar.rangeChanged.connect(self._on_room)

    def _on_moved(self, value: int) -> None:
        self._is_at_end = value >= self._bar.maximum()

    def _on_room(self, _least: int, most: int) -> None:
        if self._is_at_end:
            self._bar.setValue(most)


def stay_at_end(bar: QScrollBar) -> None:
    """Show the end for as long as it was shown before; what is scrolled back to it follows again."""
    _Staying(bar)


_EDGE: Final = 12
_INDENT: Final = 24
"""As far as the words beside a check box."""


class Head(Framed):
    """What goes on, for how long, and Undo; the window is moved by it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("top")
        self._grip: QPoint | None = None
        self._dot = Icon(theme, "wait", "text3")
        self.title = ElidedLabel(theme, "", "bold")
        self.time = Label(theme, "0:00", "body", "dim")
        self.time.setFont(theme.font("body", tabular=True))
        self.undo = Button(theme, tr("Undo last"), icon="undo", kind="flat", size="compact")
        parts = (self._dot, self.title, self.time, self.undo)
        row(*parts, gap=8, margins=(_EDGE, 8, 6, 8), into=self)
        self.setCursor(Qt.CursorShape.SizeAllCursor)
        self.undo.setCursor(Qt.CursorShape.ArrowCursor)

    def show_state(self, icon: str, token: str, words: str) -> None:
        """Show what goes on, with a sign in a token's colour."""
        self._dot.show_icon(icon, token)
        self.title.set_whole_text(words)

    def show_time(self, seconds: float) -> None:
        """Show how long it was recorded."""
        self.time.setText(clock(seconds))

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


class InsertRow(Framed):
    """What can be put in after what was done so far."""

    wanted = Signal(str)
    """Which kind."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("baseline")
        self.buttons: dict[EntryKind, Button] = {}
        for kind, entry in ENTRIES.items():
            button = Button(theme, entry.button, icon=entry.icon, kind="chip", size="compact")
            button.setToolTip(entry.question)
            button.setAccessibleDescription(entry.question)
            button.clicked.connect(lambda _=False, kind=kind: self.wanted.emit(kind))
            self.buttons[kind] = button
        parts = (Label(theme, tr("Add"), "small", "dim"), *self.buttons.values(), None)
        row(*parts, gap=6, margins=(_EDGE, 8, _EDGE, 8), into=self)


class Foot(Framed):
    """What is left out, and whether text is, then Pause and Finish."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("foot")
        self.left_out = Label(theme, "", "caption", "faint", wraps=True)
        self.text_everywhere = CheckBox(theme, TEXT_EVERYWHERE)
        self.text_everywhere.setToolTip(TEXT_EVERYWHERE_MEANS)
        self.text_everywhere.setAccessibleDescription(TEXT_EVERYWHERE_MEANS)
        self._meaning = Label(theme, TEXT_EVERYWHERE_MEANS, "caption", "faint", wraps=True)
        self.pause = Button(theme, tr("Pause"), icon="pause", size="compact")
        self.finish = Button(theme, tr("Finish"), icon="stop", kind="primary", size="compact")
        self._meaning.setContentsMargins(_INDENT, 0, 0, 0)
        choice = column(self.text_everywhere, self._meaning, gap=0)
        buttons = row(self.pause, None, self.finish, gap=8)
        parts = (self.left_out, choice, buttons)
        column(*parts, gap=8, margins=(_EDGE, 8, _EDGE, _EDGE), into=self)

    def show_paused(self, *, is_paused: bool) -> None:
        """Offer to go on, or to pause."""
        words = tr("Go on") if is_paused else tr("Pause")
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
    shown.setAccessibleName(tr("Steps recorded so far"))
    theme.changed.connect(shown.viewport().update)
    stay_at_end(shown.verticalScrollBar())
    return shown


SIZE: Final = QSize(392, 480)
EDGE_PX: Final = 16
"""Between the panel and the screen's edge at first, logical pixels."""
ABOVE_MS: Final = 500
"""How often the panel is put above what has come in front of it."""
EMPTY: Final = tr("Do the task as you always do. Each step shows up here.")
STARTING: Final = tr("Getting ready. Begin when the dot is red.")


class RecordingPanel(CardWindow):
    """Owned by the recording's control, which hears its parts; UI thread."""

    keyboard_back = Signal()
    """The panel had the keyboard and has given it back."""

    def __init__(self, theme: Theme, server: WindowServer, keeper: FocusKeeper) -> None:
        super().__init__(theme, is_solid=True)
        self.setObjectName("recording-panel")
        self.setWindowTitle(tr("Recording a macro"))
        self.setAccessibleName(tr("Recording a macro"))
        self._server = server
        self._loan = KeyboardLoan(self, keeper, self, follows_user=True)
        self._has_keyboard = False
        self._what, self._has_terminal = tr("Recording"), False
        self.rows = RecordedModel(self)
        self.head, self.inserts, self.foot = Head(theme), InsertRow(theme), Foot(theme)
        self.entry, self.name = EntryForm(theme), NameForm(theme)
        self.list = steps_view(theme, self.rows)
        self._empty = Label(theme, EMPTY, "body", "dim", wraps=True)
        self.note = Label(theme, "", "small", "r2", wraps=True)
        self._build()
        self._connect()
        self._above = timer(self, ABOVE_MS, self._keep_above, repeats=True)
        self.setFixedSize(SIZE)

    def _build(self) -> None:
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setContentsMargins(24, 0, 24, 0)
        self.note.setContentsMargins(12, 6, 12, 6)
        self.column.addWidget(self.head)
        self.column.addWidget(self._empty, 1)
        self.column.addWidget(self.list, 1)
        for part in (self.note, self.inserts, self.foot, self.entry, self.name):
            self.column.addWidget(part)
        for later in (self.note, self.list, self.entry, self.name):
            later.hide()

    def _connect(self) -> None:
        self.foot.text_everywhere.toggled.connect(self._say_left_out)
        self.entry.cancelled.connect(self.close_entry)
        self.entry.keyboard_wanted.connect(lambda: self._take_keyboard(self.entry.field))
        self.name.keyboard_wanted.connect(lambda: self._take_keyboard(self.name.field))
        self.rows.rowsInserted.connect(self._on_rows)
        self.rows.rowsRemoved.connect(self._on_rows)
        self.rows.modelReset.connect(self._on_rows)

    def open(self, title: str, *, has_terminal: bool, pause_keys: str, stop_keys: str) -> None:
        """Show an empty panel that gets ready.

        Args:
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
        self.head.show_state("wait", "text3", tr("Getting ready"))
        self.head.show_time(0)
        self._appear()

    def begin(self) -> None:
        """Show that what is done is recorded."""
        self._empty.setText(EMPTY)
        self._enable(is_on=True)
        self.show_paused(is_paused=False)
        announce(self, tr("Recording."), is_urgent=True)

    def show_paused(self, *, is_paused: bool) -> None:
        """Show whether what is done is left out."""
        self.foot.show_paused(is_paused=is_paused)
        if is_paused:
            self.head.show_state("pause", "r2", tr("Paused: nothing is recorded"))
            announce(self, tr("Paused."), is_urgent=True)
        else:
            self.head.show_state("record", "r3", self._what)

    def say(self, sentence: str) -> None:
        """Show a sentence above the buttons; empty shows none."""
        self.note.tell(sentence)
        if sentence:
            announce(self, sentence)

    @property
    def has_keyboard(self) -> bool:
        """Tell whether something is written into the panel."""
        return self._has_keyboard

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
        self.head.show_state("wait", "text3", tr("Finishing"))

    def ask_name(self, summary: str, name: str, *, is_empty: bool) -> None:
        """Ask what becomes of a recording that is over; an empty one can only be closed."""
        self.head.undo.setEnabled(False)
        self.head.show_state("info" if is_empty else "check", "text2", tr("Recorded"))
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

    def _on_rows(self) -> None:
        has_rows = self.rows.count > 0
        self.list.setVisible(has_rows)
        self._empty.setVisible(not has_rows)
        if has_rows:
            QTimer.singleShot(0, self.list, self.list.scrollToBottom)

    def _keep_above(self) -> None:
        if self.isVisible():
            self._server.keep_above((int(self.winId()),))
