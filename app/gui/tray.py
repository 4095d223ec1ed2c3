"""The tray icon: shows the state as a shape, stops a run from anywhere, and starts a macro.

A panel works it over the session bus, and so may any process of the user's. So nothing here accepts,
lets a paused run go on, begins a recording or a run that asks nothing: such rows lead to the window,
where a key or the mouse decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from app.gui import tr
from app.gui.background import timer
from app.gui.chat.panel import FLAGS_OF, LOOKS
from app.gui.commands import Commands
from app.gui.widgets.pictures import paint_risk_mark
from app.gui.widgets.theme import Theme
from automation.core.proposal import RiskLevel
from automation.core.text import visible_text

MOST: Final = 9
NAME_CHARS: Final = 48
TITLE: Final = tr("Macros")
BUSY: Final = tr("A task is running: stop it to play a macro")
NONE: Final = tr("No macro has a key or was played yet")
ASKED: Final = tr("Played from here, each step is asked about")


@dataclass(frozen=True, slots=True)
class MenuMacro:
    """One macro of the menu."""

    slug: str
    """Name of its folder."""
    name: str
    key: str = ""
    """The chord that plays it; empty where there is none."""


class MacroMenu(QMenu):
    """Owned by the tray. A row says how macros are played from here, or why none can be."""

    macro_pressed = Signal(str)
    """Name of the macro's folder."""
    all_pressed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(TITLE)
        self._theme = theme
        self.setIcon(theme.icon("macro", "text2"))
        self._reason = self.addAction("")
        self._reason.setEnabled(False)
        self._rule = self.addSeparator()
        everything = self.addAction(theme.icon("list", "text2"), tr("All macros, and recording…"))
        everything.triggered.connect(self.all_pressed)
        self._rows: list[QAction] = []
        self._is_busy = False
        self.show_macros(())

    def show_macros(self, macros: Sequence[MenuMacro]) -> None:
        """List these, at most nine."""
        for row in self._rows:
            self.removeAction(row)
            row.deleteLater()
        self._rows = [self._row(macro) for macro in macros[:MOST]]
        self.insertActions(self._rule, self._rows)
        self._tell()

    def show_busy(self, is_busy: bool) -> None:
        """Let nothing be played while a run lives, and say so."""
        self._is_busy = is_busy
        self._tell()

    def _row(self, macro: MenuMacro) -> QAction:
        name = visible_text(macro.name)
        if len(name) > NAME_CHARS:
            name = name[: NAME_CHARS - 1].rstrip() + "…"
        # A tray shows no shortcuts, and takes "&" for the mark of a letter.
        text = f"{name}  ({macro.key})" if macro.key else name
        row = QAction(self._theme.icon("play", "text2"), text.replace("&", "&&"), self)
        row.triggered.connect(lambda: self.macro_pressed.emit(macro.slug))
        return row

    def _tell(self) -> None:
        self._reason.setText(BUSY if self._is_busy else ASKED if self._rows else NONE)
        for action in self._rows:
            action.setEnabled(not self._is_busy)


SIZES: Final = (16, 22, 24, 32, 44)
READY: Final = tr("Ready")
NOT_READY: Final = "not_ready"
"""The state in which no run can start, because the stop key is not heard."""
DONE_MS: Final = 10_000
TELL_MS: Final = 8_000
BADGE: Final = 0.56
"""Share of the icon's side that the state's shape takes, at the lower right."""
INK: Final = "#1B2022"
RIM_INK: Final = "#F4F6F4"
"""The two that every panel is told from by one; neither follows the theme, which is our windows' alone."""
RIM: Final = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1))
SHAPES: Final = {
    "loading": ("dots", "text2"),
    "observing": ("dots", "accent"),
    "deciding": ("dots", "accent"),
    "verifying": ("dots", "accent"),
    "asking": ("diamond", "r2"),
    "confirming": ("diamond", "r2"),
    "executing": ("pointer", "accent"),
    "paused": ("pause", "text2"),
    "done": ("check", "ok"),
    NOT_READY: ("triangle", "r3"),
}


class Tray(QObject):
    """Owned by the application; absent where the desktop has no tray."""

    window_wanted = Signal()
    bar_wanted = Signal()
    settings_wanted = Signal()
    quit_wanted = Signal()
    macro_pressed = Signal(str)
    """A macro is to be played step by step: the name of its folder."""
    macros_wanted = Signal()

    def __init__(
        self, theme: Theme, commands: Commands | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.commands = commands or Commands(self)
        self._state = ""
        self._problem = ""
        self._icon = QSystemTrayIcon(self)
        self._menu = QMenu()
        self._row = self._menu.addAction(READY)
        self._row.setEnabled(False)
        self._menu.addSeparator()
        self._show = self._action(tr("Show on screen"), "eye", self.commands.show_card)
        self._pause = self._action(tr("Pause"), "pause", self.commands.pause)
        self._go_on = self._action(tr("Go on in the window…"), "window", self.window_wanted)
        self._stop = self._action(tr("Stop"), "stop", self.commands.stop, "r3")
        self._menu.addSeparator()
        self._action(tr("Command bar"), "search", self.bar_wanted)
        self._macros = MacroMenu(theme)
        self._macros.macro_pressed.connect(self.macro_pressed)
        self._macros.all_pressed.connect(self.macros_wanted)
        self._menu.addMenu(self._macros)
        self._action(tr("Open deskhand"), "window", self.window_wanted)
        self._action(tr("Settings"), "gear", self.settings_wanted)
        self._menu.addSeparator()
        self._action(tr("Quit"), "power", self.quit_wanted)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._on_activated)
        self._calm = timer(self, DONE_MS, lambda: self.show_state(""))
        theme.changed.connect(self._repaint)
        self.show_state("")

    def _action(
        self, text: str, icon: str, signal: SignalInstance, token: str = "text2"
    ) -> QAction:
        action = self._menu.addAction(self._theme.icon(icon, token), text)
        action.triggered.connect(signal)
        return action

    def show(self) -> bool:
        """Show the icon; False where the desktop has no tray."""
        if not QSystemTrayIcon.isSystemTrayAvailable():
            return False
        self._icon.show()
        return True

    def tell(self, title: str, text: str) -> None:
        """Say something beside the icon."""
        self._icon.showMessage(title, text, self._theme.icon("logo", "accent", 32), TELL_MS)

    @property
    def is_shown(self) -> bool:
        """Tell whether the icon is in a tray."""
        return self._icon.isVisible()

    def show_macros(self, macros: Sequence[MenuMacro]) -> None:
        """Offer these macros, those that come first first."""
        self._macros.show_macros(macros)

    def show_problem(self, sentence: str) -> None:
        """Show that no run can start, and why; empty when one can."""
        self._problem = sentence
        self._repaint()

    def show_state(self, state: str, detail: str = "") -> None:
        """Show a state of the run, and a fact of it; empty when nothing runs.

        A run that is done is shown so for ten seconds.
        """
        self._state = state
        self._calm.stop()
        if state == "done":
            self._calm.start()
        flags = FLAGS_OF.get(state)
        word = LOOKS[state].word if state in LOOKS else READY
        self._row.setText(f"{word}: {detail}" if detail else word)
        can_stop = flags is not None and flags.can_stop
        self._stop.setEnabled(can_stop)
        self._macros.show_busy(can_stop)
        self._show.setVisible(state == "confirming")
        self._pause.setVisible(flags is not None and flags.can_pause)
        self._go_on.setVisible(flags is not None and flags.can_resume)
        self._repaint()

    def _repaint(self) -> None:
        is_at_rest = not self._state or self._state not in SHAPES
        state = NOT_READY if self._problem and is_at_rest else self._state
        self._icon.setToolTip(f"deskhand: {self._problem or self._row.text()}")
        icon = QIcon()
        for size in SIZES:
            icon.addPixmap(self._pixmap(state, size))
        self._icon.setIcon(icon)

    def _pixmap(self, state: str, size: int) -> QPixmap:
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            name = "monitor" if state in SHAPES else "logo"
            self._paint_outlined(painter, name, size)
            if state in SHAPES:
                self._paint_badge(painter, *SHAPES[state], size)
        return pixmap

    def _paint_outlined(self, painter: QPainter, name: str, size: int) -> None:
        """Paint the icon with a light rim round it: a panel is dark or light, and nobody tells which."""
        rim = max(1.0, size / 16)
        for dx, dy in RIM:
            place = QRectF(dx * rim, dy * rim, size, size)
            self._theme.paint_icon(painter, name, place, QColor(RIM_INK))
        self._theme.paint_icon(painter, name, QRectF(0, 0, size, size), QColor(INK))

    def _paint_badge(self, painter: QPainter, shape: str, token: str, size: int) -> None:
        """Cut a gap of one pixel out of the outline, then draw the shape into it."""
        side = round(size * BADGE)
        badge = QRectF(size - side, size - side, side, side)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
        painter.fillRect(badge.adjusted(-1, -1, 0, 0), QColor(0, 0, 0))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        color, on = self._theme.color(token), self._theme.color("bg")
        rim = max(1.0, size / 22)
        match shape:
            case "dots":
                radius = max(1.0, size / 14)
                self._paint_dots(painter, QColor(RIM_INK), badge, radius + rim)
                self._paint_dots(painter, color, badge, radius)
            case "triangle":
                paint_risk_mark(painter, RiskLevel.R3, badge, color, on)
            case "diamond":
                paint_risk_mark(painter, RiskLevel.R2, badge, color, on)
                bar = QRectF(0, 0, side / 9, side * 0.32)
                bar.moveCenter(badge.center() - QPointF(0, side * 0.08))
                painter.fillRect(bar, on)
                bar.setHeight(side / 9)
                bar.moveCenter(badge.center() + QPointF(0, side * 0.2))
                painter.fillRect(bar, on)
            case _:
                for dx, dy in RIM:
                    place = badge.translated(dx * rim, dy * rim)
                    self._theme.paint_icon(painter, shape, place, QColor(RIM_INK))
                self._theme.paint_icon(painter, shape, badge, color)

    def _paint_dots(self, painter: QPainter, color: QColor, badge: QRectF, radius: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        for number, opacity in enumerate((1.0, 0.9, 0.8)):
            color.setAlphaF(opacity)
            painter.setBrush(color)
            x = badge.left() + radius + number * (badge.width() - 2 * radius) / 2
            painter.drawEllipse(QPointF(x, badge.center().y() + radius), radius, radius)

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.MiddleClick:
            self.commands.stop.emit()
        elif reason == QSystemTrayIcon.ActivationReason.Trigger:
            self.window_wanted.emit()
