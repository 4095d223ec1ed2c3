"""The head of the window: what is being done, who decides, how it is approved."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QWidget

from app.widgets.buttons import Button
from app.widgets.labels import ElidedLabel
from app.widgets.theme import Theme
from app.window.policy_chip import PolicyChip
from automation.core.engine import EngineStatus
from automation.core.events import ApproveMode, PolicyName

HEIGHT: Final = 52
TITLE_ROOM: Final = 180
"""The title keeps so much before the chip drops its second words, and then goes."""
MODES: Final[tuple[tuple[ApproveMode, str, str], ...]] = (
    ("ask", "Ask", "every action is shown and waits for you"),
    ("assist", "Assist", "what is easy to undo runs in apps that you allowed"),
    ("auto", "Auto", "what you or a trusted macro name runs; of a goal what is easy to undo"),
)


class Head(QFrame):
    """Owned by the main window."""

    menu_pressed = Signal()
    mode_chosen = Signal(str)
    policy_chosen = Signal(str)
    macros_pressed = Signal()
    model_pressed = Signal()
    promises_pressed = Signal()
    settings_pressed = Signal()
    key_map_pressed = Signal()
    quit_pressed = Signal()

    def __init__(
        self, theme: Theme, mode: ApproveMode, policy: PolicyName, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "top")
        self.setMinimumHeight(HEIGHT)
        self._theme = theme
        self._mode: ApproveMode = mode
        self.menu = Button(theme, "", icon="sidebar", kind="flat", size="compact")
        self.menu.setAccessibleName("Runs")
        self.menu.setToolTip("Runs (F6)")
        self.menu.clicked.connect(self.menu_pressed)
        self.menu.hide()
        self._title = ElidedLabel(theme, "New task", "title")
        self._title.setMinimumWidth(48)
        self.chip = PolicyChip(theme, policy)
        self.chip.chosen.connect(self.policy_chosen)
        self._mode_button = Button(theme, "", icon="eye", kind="chip", size="compact")
        self._mode_menu = self._make_mode_menu()
        self._mode_button.clicked.connect(lambda: self._drop(self._mode_menu, self._mode_button))
        self._more = Button(theme, "", icon="more", kind="flat", size="compact")
        self._more.setAccessibleName("More")
        self._more.setToolTip("More")
        self._more_menu = self._make_more_menu()
        self._more.clicked.connect(lambda: self._drop(self._more_menu, self._more))
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 4, 16, 4)
        row.setSpacing(8)
        row.addWidget(self.menu)
        row.addWidget(self._title, 1)
        for widget in (self.chip, self._mode_button, self._more):
            row.addWidget(widget)
        self._say_mode()

    def _make_mode_menu(self) -> QMenu:
        menu = QMenu(self)
        self._actions: dict[ApproveMode, QAction] = {}
        group = QActionGroup(menu)
        for mode, word, sentence in MODES:
            action = menu.addAction(f"{word}: {sentence}")
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, m=mode: self.set_mode(m))
            group.addAction(action)
            self._actions[mode] = action
        return menu

    def _make_more_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addMenu(self.chip.menu)  # the chip goes where there is no room for it
        for text, keys, signal in (
            ("Macros", "Ctrl+2", self.macros_pressed),
            ("Model", "Ctrl+4", self.model_pressed),
            ("Promises", "Ctrl+5", self.promises_pressed),
            ("Key map", "Ctrl+/", self.key_map_pressed),
            ("Settings", "Ctrl+,", self.settings_pressed),
            ("Quit", "Ctrl+Q", self.quit_pressed),
        ):
            # The window owns the shortcut; the menu only names it.
            menu.addAction(f"{text}\t{keys}").triggered.connect(signal)
        return menu

    def _drop(self, menu: QMenu, button: Button) -> None:
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    @property
    def mode(self) -> ApproveMode:
        """How the next task is approved."""
        return self._mode

    def set_mode(self, mode: ApproveMode) -> None:
        """Choose how the next task is approved."""
        if mode != self._mode:
            self._mode = mode
            self._say_mode()
            self.mode_chosen.emit(mode)

    def _say_mode(self) -> None:
        self._actions[self._mode].setChecked(True)
        word, sentence = next((w, s) for m, w, s in MODES if m == self._mode)
        self._mode_button.setText(f"Mode: {word}")
        self._mode_button.setAccessibleName(f"Mode: {word}")
        self._mode_button.setToolTip(f"{word}: {sentence}")
        self._mode_button.updateGeometry()

    def set_busy(self, *, is_busy: bool) -> None:
        """Keep the mode and who decides while a run lives: it has its own."""
        for widget in (self._mode_button, self.chip, self.chip.menu):
            widget.setEnabled(not is_busy)

    def show_engine(self, status: EngineStatus) -> None:
        """Show which model there is."""
        self.chip.show_engine(status)
        self._fit(self.width())

    def set_policy(self, policy: PolicyName) -> None:
        """Show who takes the next task."""
        self.chip.set_policy(policy)
        self._fit(self.width())

    def set_title(self, title: str) -> None:
        """Say what the page shows."""
        self._title.set_whole_text(title.replace("\n", " "))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Drop second words when narrow."""
        super().resizeEvent(event)
        self._fit(event.size().width())

    def _fit(self, width: int) -> None:
        others = sum(w.sizeHint().width() + 8 for w in (self._mode_button, self._more)) + 64
        room = width - others
        whole, short = self.chip.width_with(True), self.chip.width_with(False)
        self.chip.set_has_second(room >= whole + TITLE_ROOM)
        self.chip.setVisible(room >= short + TITLE_ROOM)
