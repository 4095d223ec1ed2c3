"""The editor's toolbar: name, trust, undo and redo, and what runs; words go where room is short."""

from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QSizePolicy, QWidget

from app.widgets.buttons import Button
from app.widgets.labels import ElidedLabel, Label
from app.widgets.theme import Theme

HEIGHT: Final = 52
_LEAST_NAME: Final = 120


class TrustMark(QAbstractButton):
    """Trusted or not, as shape and word; a press on the latter asks to read and trust it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._is_trusted = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_trusted(is_trusted=False)
        theme.changed.connect(self.update)

    @property
    def is_trusted(self) -> bool:
        """What is shown."""
        return self._is_trusted

    def set_trusted(self, *, is_trusted: bool) -> None:
        """Show whether this very content is trusted."""
        self._is_trusted = is_trusted
        self.setText("Trusted" if is_trusted else "Not trusted")
        self.setAccessibleName(self.text())
        tip = "" if is_trusted else "Each step is asked about. Press to read it and trust it."
        self.setToolTip(tip)
        self.setAccessibleDescription(tip)
        policy = Qt.FocusPolicy.NoFocus if is_trusted else Qt.FocusPolicy.TabFocus
        self.setFocusPolicy(policy)
        shape = Qt.CursorShape.ArrowCursor if is_trusted else Qt.CursorShape.PointingHandCursor
        self.setCursor(shape)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of icon and word."""
        width = QFontMetricsF(self._theme.font("small")).horizontalAdvance(self.text())
        return QSize(round(width) + 8 + 14 + 6 + 9, 22)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the badge."""
        color = self._theme.color
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            token = "ok" if self._is_trusted else "r2"
            painter.setPen(color("accent") if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(color(f"{token}Soft"))
            area = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(area, 4, 4)
            icon = area.adjusted(7, 4, 0, 0)
            icon.setSize(QSize(14, 14).toSizeF())
            name = "check" if self._is_trusted else "shield"
            self._theme.paint_icon(painter, name, icon, token)
            painter.setFont(self._theme.font("small"))
            painter.setPen(color(token))
            words = area.adjusted(7 + 14 + 6, 0, 0, 0)
            painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), self.text())


class Toolbar(QFrame):
    """Owned by the window, which decides what a press does."""

    narrow = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setProperty("kind", "top")
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName("Toolbar")
        self._theme = theme
        self.name = ElidedLabel(theme, name, "title")
        self.trust = TrustMark(theme)
        self.state = Label(theme, "", "small", "r2")
        self.undo = _button(theme, "", "undo", "Undo", kind="flat")
        self.redo = _button(theme, "", "redo", "Redo", kind="flat")
        self.save = _button(theme, "Save", "", "Save", keys="")
        self.record = _button(theme, "Record here", "record", "Record here")
        self.test = _button(theme, "Test step", "eye", "Test this step", keys="F6")
        self.from_here = _button(theme, "From here", "play", "Run from here", keys="F7")
        self.run = _button(theme, "Run", "play", "Run", keys="F5", kind="primary")
        self.details = _button(theme, "", "sidebar", "Details of the step", kind="flat")
        self.more = _button(theme, "", "more", "More", kind="flat")
        self._words = {
            self.record: "Record here",
            self.test: "Test step",
            self.from_here: "From here",
        }
        self._lay_out()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        row.addWidget(self.name)
        row.addWidget(self.trust)
        row.addWidget(self.state)
        row.addStretch(1)
        for button in self.buttons():
            row.addWidget(button)
        self.name.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.details.hide()
        self.state.hide()

    def buttons(self) -> tuple[Button, ...]:
        """Return the buttons in their order."""
        return (
            self.undo,
            self.redo,
            self.save,
            self.record,
            self.test,
            self.from_here,
            self.run,
            self.details,
            self.more,
        )

    def show_state(self, words: str) -> None:
        """Say that something is not saved, or not safe; empty says nothing."""
        self.state.setText(words)
        self.state.setAccessibleName(words)
        self.state.setVisible(bool(words))
        self.save.setEnabled(bool(words))
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find room."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self.fit)

    def fit(self) -> None:
        """Take the words of buttons away from the left until the name has room."""
        for button, words in self._words.items():
            button.setText(words)
        for button in self._words:
            if self._needed() <= self.width():
                break
            button.setText("")
        for button in self._words:
            button.updateGeometry()

    def _needed(self) -> int:
        shown = [one for one in self.buttons() if not one.isHidden()]
        name = min(self.name.sizeHint().width(), 2 * _LEAST_NAME)
        rest: list[QWidget] = [self.trust, *([] if self.state.isHidden() else [self.state])]
        width = sum(one.sizeHint().width() for one in (*shown, *rest))
        return width + name + 8 * (len(shown) + len(rest) + 1) + 32


def _button(
    theme: Theme, text: str, icon: str, name: str, *, keys: str = "", kind: str = "plain"
) -> Button:
    button = Button(theme, text, icon=icon, kind=kind, size="compact", keys=keys)  # type: ignore[arg-type]  # one of its kinds
    button.setAccessibleName(name)
    if not text:
        button.setToolTip(name)
    return button
