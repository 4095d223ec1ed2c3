"""The head of the model page: the state in words, the memory, and what can be done about it."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.modelpage.memory_bar import MemoryBar
from app.modelpage.progress import Progress
from app.modelpage.wording import headline, is_loaded, progress_words, share_done
from app.widgets.announce import announce
from app.widgets.buttons import Button
from app.widgets.error_box import ErrorBox
from app.widgets.flow import Flow
from app.widgets.labels import ElidedLabel, Label
from app.widgets.theme import Theme
from automation.core.engine import EngineState, EngineStatus


@dataclass(frozen=True, slots=True)
class Buttons:
    """Which buttons a state shows; all of them need that nothing is in the way."""

    load: bool = False
    choose: bool = False
    weights: bool = False
    calibrate: bool = False
    eject: bool = False


BUTTONS: Final[dict[EngineState, Buttons]] = {
    "empty": Buttons(load=True, choose=True, weights=True),
    "failed": Buttons(load=True, choose=True, weights=True),
    "loading": Buttons(),
    "ready": Buttons(calibrate=True, eject=True),
    "working": Buttons(calibrate=True, eject=True),
}


class StateCard(QFrame):
    """Owned by the model page; decides nothing."""

    load_pressed = Signal()
    choose_pressed = Signal()
    weights_pressed = Signal()
    calibrate_pressed = Signal()
    eject_pressed = Signal()
    cancel_pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self._status = EngineStatus()
        self._folder = ""
        self._icon = QLabel()
        self._icon.setFixedSize(QSize(16, 16))
        self._title = Label(theme, "", "title", wraps=True)
        self._rest = Label(theme, "", "small", "dim", wraps=True)
        self._path = ElidedLabel(theme, "", "mono", "dim", mode=Qt.TextElideMode.ElideMiddle)
        self._said = ("", False)
        self.problem = ErrorBox(theme)
        self.note = Label(theme, "", "small", wraps=True)
        self.progress = Progress(theme)
        self.progress.cancel_pressed.connect(self.cancel_pressed)
        self._memory = MemoryBar(theme)
        self.load = self._button("Load model", "chip", self.load_pressed)
        self.weights = self._button("Get the weights", "import", self.weights_pressed)
        self.choose = self._button("Choose folder", "folder", self.choose_pressed)
        self.calibrate = self._button("Calibrate", "target", self.calibrate_pressed)
        self.calibrate.setToolTip("Finds out in a minute how the model tells places")
        self.eject = self._button("Eject", "close", self.eject_pressed)
        self._actions = Flow(self.buttons, 8, 8)
        self._lay_out()
        theme.changed.connect(self._paint_icon)
        self.show_state(self._status, "")

    def _button(self, text: str, icon: str, signal: object) -> Button:
        button = Button(self._theme, text, icon=icon)
        button.clicked.connect(signal)
        return button

    @property
    def buttons(self) -> tuple[Button, ...]:
        """All buttons but Cancel, in reading order."""
        return (self.load, self.weights, self.choose, self.calibrate, self.eject)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._icon)
        head.addWidget(self._title, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 16)
        column.setSpacing(8)
        column.addLayout(head)
        for widget in (
            self._rest,
            self._path,
            self.problem,
            self.note,
            self.progress,
            self._memory,
            self._actions,
        ):
            column.addWidget(widget)

    def show_state(self, status: EngineStatus, folder: str) -> None:
        """Show what is loaded, and the folder that would be."""
        held = self.window().focusWidget()  # before anything hides: Qt moves the focus at once
        is_new_state = status.state != self._status.state
        self._status, self._folder = status, folder
        said = headline(status)
        self._title.setText(said.title)
        self._rest.setText(said.rest)
        self._rest.setVisible(bool(said.rest))
        self._path.set_whole_text(folder)
        self._path.setVisible(bool(folder) and not is_loaded(status))
        self._show_said()
        self._show_progress(status)
        self._memory.show_memory(status.memory)
        self._memory.setVisible(status.memory.used > 0)
        self._show_buttons(status)
        self._keep_focus(held)
        self._paint_icon()
        if is_new_state and self.isVisible():
            words = f"{said.title}. {status.problem}" if status.problem else said.title
            announce(self, words, is_urgent=status.state == "failed")

    def show_note(self, text: str, *, is_error: bool) -> None:
        """Say what came of a press; empty takes it away. A failure of the model goes before it."""
        self._said = (text, is_error)
        self._show_said()
        if text and self.isVisible():
            announce(self, text, is_urgent=is_error)

    def _show_said(self) -> None:
        text, is_error = self._said
        problem = self._status.problem if self._status.state == "failed" else ""
        self.problem.show_problem(problem or (text if is_error else ""))
        self.note.setText("" if is_error else text)
        self.note.setVisible(bool(self.note.text()))

    def _show_progress(self, status: EngineStatus) -> None:
        loading = status.loading
        if loading is not None:
            self.progress.show_progress(progress_words(loading), share_done(loading))
        elif status.state == "loading":
            self.progress.show_progress("Getting ready", None)
        self.progress.setVisible(loading is not None or status.state == "loading")

    def _show_buttons(self, status: EngineStatus) -> None:
        shown = BUTTONS[status.state]
        is_free = status.state != "working" and status.loading is None
        self.load.setText("Try again" if status.state == "failed" else "Load model")
        self.load.setAccessibleName(self.load.text())
        self.load.set_kind("primary")
        self.weights.set_kind("plain" if self._folder else "primary")
        self.load.setVisible(shown.load and bool(self._folder))
        self.choose.setVisible(shown.choose)
        self.weights.setVisible(shown.weights)
        for button, is_shown in ((self.calibrate, shown.calibrate), (self.eject, shown.eject)):
            button.setVisible(is_shown)
            button.setEnabled(is_free)
        self._actions.setVisible(shown != Buttons())
        self._actions.rearrange()

    def _keep_focus(self, held: QWidget | None) -> None:
        """Keep the focus on this card when what had it cannot have it any longer."""
        first = self.first_control()
        self.setFocusProxy(first)
        if held is None or not self.isAncestorOf(held):
            return
        if held is self._title or not held.isVisibleTo(self) or not held.isEnabled():
            first.setFocus()

    def first_control(self) -> QWidget:
        """Return what should have the focus when the page is shown; the title for want of more."""
        usable = (button for button in self.buttons if not button.isHidden() and button.isEnabled())
        if not self.progress.isHidden():
            return self.progress.cancel
        return next(usable, self._title)

    def _paint_icon(self) -> None:
        said = headline(self._status)
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(self._theme.pixmap(said.icon, said.token, 16, ratio))
