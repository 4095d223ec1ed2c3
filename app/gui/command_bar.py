"""The command bar: opened by a global key over any program, takes one task, gives the keyboard back.

Its window is override-redirect, so that it opens at once, over full-screen windows, and without a window
manager. It takes the keyboard because the user asked for it.
"""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCursor,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from app.gui import tr
from app.gui.chat.paint import draw_line, draw_runs
from app.gui.chat.rows import bold_runs
from app.gui.command_bar_words import BarMacro, Choice, offer
from app.gui.overlay.card_widgets import CardWindow
from app.gui.overlay.x11 import WindowServer, open_focus_keeper, open_window_server
from app.gui.widgets.buttons import KeyCaps, caps_width, paint_caps
from app.gui.widgets.labels import ElidedLabel, Icon, Label, announce
from app.gui.widgets.layout import Framed, Part, row, rule
from app.gui.widgets.theme import Theme
from automation.commands.policy import CommandsPolicy


class BarField(QLineEdit):
    """Owned by the bar's window."""

    moved = Signal(int)
    """Up or down by so many rows."""
    left = Signal()
    entered = Signal(bool)
    """Enter; True with Shift."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.completion = ""
        self.setProperty("kind", "bare")
        self.setFrame(False)
        font = theme.font("title")
        font.setWeight(font.Weight.Normal)
        self.setFont(font)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of the bar; everything else is text."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(-1 if key == Qt.Key.Key_Up else 1)
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, is_next: bool) -> bool:  # noqa: N802  # Qt's name and type
        """Let Tab take the completion; it never leaves the field."""
        if is_next and self.completion:
            self.setText(self.text() + self.completion)
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, then the completion behind it."""
        super().paintEvent(event)
        if not self.completion or self.cursorPosition() != len(self.text()):
            return
        with QPainter(self) as painter:
            painter.setFont(self.font())
            painter.setPen(self._theme.color("text3"))
            left = self.cursorRect().center().x() + 1
            room = QRectF(left, 0, self.width() - left, self.height())
            align = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
            shown = QFontMetricsF(self.font()).elidedText(
                self.completion, Qt.TextElideMode.ElideRight, room.width()
            )
            painter.drawText(room, align, shown)


ROW_HEIGHT: Final = 44
HEADING_HEIGHT: Final = 30
PADDING: Final = 6
ICONS: Final = {"run": "pointer", "show": "eye", "macro": "macro", "history": "clock"}
HEADINGS: Final = {"macro": tr("Macros"), "history": tr("History")}


class Results(QWidget):
    """Shows the choices and which one Enter would take, if any."""

    taken = Signal(object)
    """A `Choice` that was clicked."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._choices: tuple[Choice, ...] = ()
        self._current = -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("What I can do with it"))
        theme.changed.connect(self.update)

    @property
    def current(self) -> Choice | None:
        """The choice that Enter would take; None when only the text itself would be sent."""
        return self._choices[self._current] if self._current >= 0 else None

    def show_choices(self, choices: tuple[Choice, ...], *, is_first_meant: bool) -> None:
        """Show these choices.

        What the text does not say as a whole, an old task or a macro that merely holds its words, is
        never current before the user goes to it.
        """
        self._choices = choices
        self._current = 0 if choices and is_first_meant else -1
        self.setFixedHeight(self.sizeHint().height())
        self._describe()

    def move_by(self, rows: int) -> None:
        """Go up or down, round the ends."""
        if self._choices:
            start = self._current if self._current >= 0 or rows > 0 else 0
            self._current = (start + rows) % len(self._choices)
            self._describe()
            self._announce()

    def _describe(self) -> None:
        current = self.current
        self.setAccessibleDescription(f"{current.label} {current.hint}".strip() if current else "")
        self.update()

    def _announce(self) -> None:
        """The keyboard stays in the field: a screen reader hears of the row only this way."""
        announce(self, self.accessibleDescription())

    def _tops(self) -> list[int]:
        """Return where each row begins; the first macro and old task leave room for a heading."""
        tops, y, last = [], PADDING, ""
        for choice in self._choices:
            if choice.kind in HEADINGS and last != choice.kind:
                y += HEADING_HEIGHT
            tops.append(y)
            y, last = y + ROW_HEIGHT, choice.kind
        return tops

    def sizeHint(self) -> QSize:
        """Return 44 px a row and 30 for a heading."""
        tops = self._tops()
        return QSize(600, tops[-1] + ROW_HEIGHT + PADDING if tops else 0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the row under the pointer."""
        y = event.position().y()
        for top, choice in zip(self._tops(), self._choices, strict=True):
            if top <= y < top + ROW_HEIGHT:
                self.taken.emit(choice)
                return

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint all rows."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            last = ""
            for row, (top, choice) in enumerate(zip(self._tops(), self._choices, strict=True)):
                if choice.kind in HEADINGS and last != choice.kind:
                    self._paint_heading(painter, top - HEADING_HEIGHT, HEADINGS[choice.kind])
                area = QRectF(8, top, self.width() - 16, ROW_HEIGHT)
                self._paint_row(painter, area, choice, is_current=row == self._current)
                last = choice.kind

    def _paint_heading(self, painter: QPainter, top: int, text: str) -> None:
        area = QRectF(20, top + 4, self.width() - 40, HEADING_HEIGHT - 4)
        theme = self._theme
        draw_line(painter, area, text, theme.font("caption_bold"), theme.color("text2"))

    def _paint_row(
        self, painter: QPainter, area: QRectF, choice: Choice, *, is_current: bool
    ) -> None:
        theme = self._theme
        if is_current:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accentSoft"))
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), 8, 8)
        icon = QRectF(area.left() + 12, area.center().y() - 8, 16, 16)
        theme.paint_icon(painter, ICONS[choice.kind], icon, "accentText" if is_current else "text2")
        right = area.right() - 12
        if choice.keys:
            right -= caps_width(theme, choice.keys)
            paint_caps(painter, theme, choice.keys, QPointF(right, area.center().y()))
        small = theme.font("small")
        room = QRectF(icon.right() + 8, area.top(), right - icon.right() - 24, area.height())
        hint_width = (
            QFontMetricsF(small).horizontalAdvance(choice.hint) + 10 if choice.hint else 0.0
        )
        label = QRectF(room)
        wanted = self._label_width(choice)
        label.setWidth(min(wanted, max(room.width() - hint_width, room.width() / 2)))
        draw_runs(painter, label, bold_runs(choice.label), theme, theme.color("text"))
        hint = QRectF(label.right() + 8, area.top(), room.right() - label.right(), area.height())
        draw_line(painter, hint, choice.hint, small, theme.color("text2"))

    def _label_width(self, choice: Choice) -> float:
        fonts = {
            is_bold: self._theme.font("bold" if is_bold else "body") for is_bold in (True, False)
        }
        return 2 + sum(
            QFontMetricsF(fonts[is_bold]).horizontalAdvance(text)
            for text, is_bold in bold_runs(choice.label)
        )


WIDTH: Final = 720
SIDE_ROOM: Final = 32
"""What stays free beside the bar on a small monitor."""
TOP_SHARE: Final = 0.15
NOT_NOW: Final = tr("Not now")
BAR_FLAGS: Final = (
    Qt.WindowType.Tool
    | Qt.WindowType.FramelessWindowHint
    | Qt.WindowType.WindowStaysOnTopHint
    | Qt.WindowType.X11BypassWindowManagerHint
)


class BarWindow(CardWindow):
    """Made by `CommandBar`; hidden and shown again."""

    def __init__(self, theme: Theme, bar: "CommandBar", *, is_solid: bool) -> None:
        super().__init__(theme, is_solid=is_solid)
        self._bar = bar
        self.setWindowFlags(BAR_FLAGS)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, on=False)
        self.setAttribute(Qt.WidgetAttribute.WA_X11DoNotAcceptFocus, on=False)
        self.setWindowTitle(tr("deskhand command bar"))
        self.setAccessibleName(tr("Command bar"))
        self._history: tuple[str, ...] = ()
        self._macros: tuple[BarMacro, ...] = ()
        self.results = Results(theme)
        self.results.taken.connect(self._take)
        self.field = BarField(theme)
        self.field.setPlaceholderText(tr("Say what to do"))
        self.field.setAccessibleName(tr("Command"))
        self.field.textChanged.connect(self._on_text_changed)
        self.field.moved.connect(self.results.move_by)
        self.field.left.connect(self.dismiss)
        self.field.entered.connect(self._on_entered)
        self._who = Label(theme, "", "small_bold", "accent")
        self._policy = ElidedLabel(theme, "", "small", "dim")
        self._tab = KeyCaps(theme, "Tab")
        policy = self._tab.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._tab.setSizePolicy(policy)
        logo = Icon(theme, "logo", "accentText", 22)
        foot = Framed("foot")
        keys: list[Part] = []
        for chords, word in (
            (("Up", "Down"), tr("choose")),
            (("Tab",), tr("complete")),
            (("Escape",), tr("back to the app")),
        ):
            keys += [KeyCaps(theme, chord) for chord in chords]
            keys += [Label(theme, word, "small", "dim"), 10]
        row(*keys, None, gap=6, margins=(14, 7, 14, 7), into=foot)
        for part in (
            row(logo, (self.field, 1), self._tab, gap=12, margins=(16, 14, 16, 6)),
            row(self._who, (self._policy, 1), gap=6, margins=(16, 2, 16, 10)),
        ):
            self.column.addLayout(part)
        for widget in (rule(), self.results, foot):
            self.column.addWidget(widget)

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
            self._bar.dismissed.emit()

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
        found = offer(text, self._history, self._bar.preview, self._macros)
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
            self._bar.macro_sent.emit(choice.text, dict(choice.values), is_dry)

    def _send(self, task: str, *, is_dry: bool) -> None:
        if not self._refuses():
            self.hide()
            self._bar.task_sent.emit(task, is_dry)

    def _refuses(self) -> bool:
        """Say here why nothing can begin at this moment; what was typed stays."""
        why = self._bar.refusal()
        if why:
            self._who.setText(NOT_NOW)
            self._policy.set_whole_text(why)
            announce(self.field, f"{NOT_NOW}: {why}", is_urgent=True)
        return bool(why)


class CommandBar(QObject):
    """One instance for the life of the application. UI thread.

    Whether windows can be translucent is known when the bar opens, so its window is made anew when
    a compositor came or went.
    """

    task_sent = Signal(str, bool)
    """The task, and whether it is only to be shown (dry run)."""
    macro_sent = Signal(str, object, bool)
    """The folder's name of a macro, its values by parameter, and whether it is only to be shown."""
    dismissed = Signal()

    def __init__(
        self,
        theme: Theme,
        *,
        history: Callable[[], Sequence[str]],
        preview: Callable[[str], Sequence[str]] = CommandsPolicy.preview,
        macros: Callable[[], Sequence[BarMacro]] = tuple,
        refusal: Callable[[], str] = str,
        server: WindowServer | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Prepare the bar without showing anything.

        Args:
            preview: the sentences of what the built-in commands would do; empty when they cannot.
            macros: what can be played, what fits best first.
            refusal: why nothing can begin at this moment, in a sentence; empty when something can.
            server: tells whether a compositor runs; None asks the one that Qt uses.
        """
        super().__init__(parent)
        self._theme = theme
        self.preview = preview
        self._history_of = history
        self._macros_of = macros
        self.refusal = refusal
        self._focus = open_focus_keeper()
        for left in (self.task_sent, self.macro_sent, self.dismissed):
            left.connect(self._focus.restore)
        self._server = server if server is not None else open_window_server()
        self._window: BarWindow | None = None
        self._is_solid = False

    @property
    def window(self) -> BarWindow:
        """The window; made when it is first needed."""
        if self._window is None:
            self._window = BarWindow(self._theme, self, is_solid=self._is_solid)
        return self._window

    @property
    def is_open(self) -> bool:
        """Tell whether the bar is on the screen."""
        return self._window is not None and self._window.isVisible()

    def open(self) -> None:
        """Show the bar, empty, and take the keyboard; an open bar keeps its text."""
        self._focus.save()
        if self.is_open:
            self.window.activateWindow()
            return
        is_solid = not self._server.has_compositor()
        if is_solid != self._is_solid and self._window is not None:
            self._window.deleteLater()
            self._window = None
        self._is_solid = is_solid
        self.window.open(self._history_of(), self._macros_of())
