"""The command bar's window: it takes the keyboard because the user asked for it.

Override-redirect, so that it opens at once, over full-screen windows, and without a window manager.
"""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel

from app.commandbar.choices import Choice, offer
from app.commandbar.field import BarField
from app.commandbar.macro_words import BarMacro
from app.commandbar.results import Results
from app.overlay.card_window import CardWindow
from app.widgets.announce import announce
from app.widgets.keycaps import KeyCaps
from app.widgets.labels import ElidedLabel, Label
from app.widgets.theme import Theme

WIDTH: Final = 720
SIDE_ROOM: Final = 32
"""What stays free beside the bar on a small monitor."""
TOP_SHARE: Final = 0.15
NOT_NOW: Final = "Not now"
BAR_FLAGS: Final = (
    Qt.WindowType.Tool
    | Qt.WindowType.FramelessWindowHint
    | Qt.WindowType.WindowStaysOnTopHint
    | Qt.WindowType.X11BypassWindowManagerHint
)


class BarWindow(CardWindow):
    """Made by `CommandBar`; hidden and shown again."""

    task_sent = Signal(str, bool)
    macro_sent = Signal(str, object, bool)
    dismissed = Signal()

    def __init__(
        self,
        theme: Theme,
        preview: Callable[[str], Sequence[str]],
        refusal: Callable[[], str],
        *,
        is_solid: bool,
    ) -> None:
        super().__init__(theme, is_solid=is_solid)
        self.setWindowFlags(BAR_FLAGS)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, on=False)
        self.setAttribute(Qt.WidgetAttribute.WA_X11DoNotAcceptFocus, on=False)
        self.setWindowTitle("deskhand command bar")
        self.setAccessibleName("Command bar")
        self._preview = preview
        self._refusal = refusal
        self._history: tuple[str, ...] = ()
        self._macros: tuple[BarMacro, ...] = ()
        self.results = Results(theme)
        self.results.taken.connect(self._take)
        self.field = BarField(theme)
        self.field.setPlaceholderText("Say what to do")
        self.field.setAccessibleName("Command")
        self.field.textChanged.connect(self._on_text_changed)
        self.field.moved.connect(self.results.move_by)
        self.field.left.connect(self.dismiss)
        self.field.entered.connect(self._on_entered)
        self._who = Label(theme, "", "small_bold", "accent")
        self._policy = ElidedLabel(theme, "", "small", "dim")
        self._tab = KeyCaps(theme, "Tab")
        self._logo = QLabel()
        self._lay_out()
        self._paint_logo()
        theme.changed.connect(self._paint_logo)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(16, 14, 16, 6)
        top.setSpacing(12)
        top.addWidget(self._logo)
        top.addWidget(self.field, 1)
        policy = self._tab.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._tab.setSizePolicy(policy)
        top.addWidget(self._tab)
        who = QHBoxLayout()
        who.setContentsMargins(16, 2, 16, 10)
        who.setSpacing(6)
        who.addWidget(self._who)
        who.addWidget(self._policy, 1)
        rule = QFrame()
        rule.setProperty("kind", "rule")
        self.column.addLayout(top)
        self.column.addLayout(who)
        self.column.addWidget(rule)
        self.column.addWidget(self.results)
        self.column.addWidget(self._foot())

    def _foot(self) -> QFrame:
        foot = QFrame()
        foot.setProperty("kind", "foot")
        keys = QHBoxLayout(foot)
        keys.setContentsMargins(14, 7, 14, 7)
        keys.setSpacing(6)
        for chords, word in (
            (("Up", "Down"), "choose"),
            (("Tab",), "complete"),
            (("Escape",), "back to the app"),
        ):
            for chord in chords:
                keys.addWidget(KeyCaps(self.theme, chord))
            keys.addWidget(Label(self.theme, word, "small", "dim"))
            keys.addSpacing(10)
        keys.addStretch(1)
        return foot

    def _paint_logo(self) -> None:
        pixmap = self.theme.pixmap("logo", "accentText", 22, self.devicePixelRatioF())
        self._logo.setPixmap(pixmap)

    def open(self, history: Sequence[str], macros: Sequence[BarMacro] = ()) -> None:
        """Show the bar, empty, on the monitor with the pointer, and take the keyboard."""
        self._history, self._macros = tuple(history), tuple(macros)
        self.field.clear()
        self._on_text_changed("")
        screen = QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()
        area = screen.geometry()
        self.setFixedWidth(min(WIDTH, area.width() - SIDE_ROOM) + 2 * self.margin)
        self.measured()
        left = area.left() + (area.width() - self.width()) // 2
        top = area.top() + round(area.height() * TOP_SHARE) - self.margin
        self.move(QPoint(left, max(area.top() - self.margin, top)))
        self.show()
        self.raise_()
        self.activateWindow()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def dismiss(self) -> None:
        """Go away without a task."""
        if self.isVisible():
            self.hide()
            self.dismissed.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Go away when another window takes the focus."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            # After the events of this moment: a key grab takes the focus and gives it back.
            QTimer.singleShot(0, self, self._dismiss_unless_active)

    def _dismiss_unless_active(self) -> None:
        if not self.isActiveWindow():
            self.dismiss()

    def _on_text_changed(self, text: str) -> None:
        found = offer(text, self._history, self._preview, self._macros)
        self.field.completion = found.completion
        self._tab.setVisible(bool(found.completion))
        self._who.setText(found.who)
        self._policy.set_whole_text(found.policy)
        self.results.show_choices(found.choices, is_first_meant=found.is_runnable)
        self.fit()
        self.field.update()

    def _on_entered(self, is_dry: bool) -> None:  # what the signal carries
        choice = self.results.current
        if choice is not None:
            self._take(choice, is_dry=is_dry)
        elif text := self.field.text().strip():
            self._send(text, is_dry=is_dry)  # the window then says why it cannot be done

    def _take(self, choice: Choice, *, is_dry: bool = False) -> None:
        if choice.kind != "macro":
            self._send(choice.text, is_dry=is_dry or choice.kind == "show")
        elif not choice.problem and not self._refuses():
            self.hide()
            self.macro_sent.emit(choice.text, dict(choice.values), is_dry)

    def _send(self, task: str, *, is_dry: bool) -> None:
        if not self._refuses():
            self.hide()
            self.task_sent.emit(task, is_dry)

    def _refuses(self) -> bool:
        """Say here why nothing can begin at this moment; what was typed stays."""
        why = self._refusal()
        if why:
            self._who.setText(NOT_NOW)
            self._policy.set_whole_text(why)
            announce(self.field, f"{NOT_NOW}: {why}", is_urgent=True)
        return bool(why)
