"""The head of the window: what is being done, who decides, how it is approved."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QWidget

from app.chat.painting import LINE
from app.widgets.buttons import Button
from app.widgets.labels import ElidedLabel
from app.widgets.theme import Theme
from automation.core.events import ApproveMode

HEIGHT: Final = 52
TITLE_ROOM: Final = 180
"""The title keeps so much before the chip drops its second words, and then goes."""
MODES: Final[tuple[tuple[ApproveMode, str, str], ...]] = (
    ("ask", "Ask", "every action is shown and waits for you"),
    ("assist", "Assist", "what is easy to undo runs in apps that you allowed"),
    ("auto", "Auto", "runs by itself, except what is hard to undo"),
)


class PolicyChip(QWidget):
    """Says who decides and where; it cannot be pressed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._has_second = True
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Decides: Commands, on this computer")
        self.setToolTip("Explicit instructions are carried out without a model.")
        theme.changed.connect(self.update)

    def set_has_second(self, has_second: bool) -> None:  # a property's setter
        """Show or drop the second words."""
        if has_second != self._has_second:
            self._has_second = has_second
            self.updateGeometry()
            self.update()

    def width_with(self, has_second: bool) -> int:  # the property's value
        """Return the width with or without the second words."""
        parts = self._parts(has_second=has_second)
        return round(34 + sum(w + 6 for _, w, _ in parts) + 4)

    def _parts(self, *, has_second: bool) -> tuple[tuple[str, float, bool], ...]:
        second = "on this computer" if has_second else ""
        parts = []
        for text, is_bold in (("Commands", True), (second, False)):
            font = self._theme.font("small_bold" if is_bold else "small")
            if text:
                width = QFontMetricsF(font).horizontalAdvance(text) + 1
                parts.append((text, width, is_bold))
        return tuple(parts)

    def sizeHint(self) -> QSize:
        """Return the size of icon and words."""
        return QSize(self.width_with(self._has_second), 28)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint icon and words."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("sunken"))
        painter.drawRoundedRect(QRectF(self.rect()), 8, 8)
        theme.paint_icon(painter, "monitor", QRectF(10, self.height() / 2 - 8, 16, 16), "text2")
        x = 34.0
        for text, width, is_bold in self._parts(has_second=self._has_second):
            painter.setFont(theme.font("small_bold" if is_bold else "small"))
            painter.setPen(theme.color("text" if is_bold else "text2"))
            painter.drawText(QRectF(x, 0, width, self.height()), LINE, text)
            x += width + 6
        painter.end()


class Head(QFrame):
    """Owned by the main window."""

    menu_pressed = Signal()
    mode_chosen = Signal(str)
    settings_pressed = Signal()
    key_map_pressed = Signal()
    quit_pressed = Signal()

    def __init__(self, theme: Theme, mode: ApproveMode, parent: QWidget | None = None) -> None:
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
        self._chip = PolicyChip(theme)
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
        for widget in (self._chip, self._mode_button, self._more):
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
        for text, keys, signal in (
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
        """Keep the mode while a run lives: it has its own."""
        self._mode_button.setEnabled(not is_busy)

    def set_title(self, title: str) -> None:
        """Say what the page shows."""
        self._title.set_whole_text(title.replace("\n", " "))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Drop second words when narrow."""
        super().resizeEvent(event)
        others = sum(w.sizeHint().width() + 8 for w in (self._mode_button, self._more)) + 64
        room = event.size().width() - others
        whole, short = self._chip.width_with(True), self._chip.width_with(False)
        self._chip.set_has_second(room >= whole + TITLE_ROOM)
        self._chip.setVisible(room >= short + TITLE_ROOM)
