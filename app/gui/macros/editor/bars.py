"""The bars round the editor's steps: toolbar, health, notices at the lower edge, and the inspector's place."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.gui import tr
from app.gui.chat.paint import draw_line
from app.gui.macros.editor.inspector import WIDTH, Inspector
from app.gui.macros.library.rows import ago
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import ElidedLabel, Icon, Label, announce
from app.gui.widgets.layout import Framed, row
from app.gui.widgets.theme import PaintedButton, Theme, draw_box
from automation.macros.play.health import Health
from automation.macros.play.report import Report

_COUNTED: Final = (
    (tr("Accessibility"), ("tree",), True),
    ("picture", ("image_near", "image"), True),
    ("text", ("text",), True),
    ("landmarks", ("landmarks",), False),
    ("model", ("model",), True),
    ("you", ("user",), False),
)
"""The word, the rungs that count as it, whether a zero is told."""


def green_words(health: Health, now: datetime) -> str:
    """Return when a play of the macro went well last, each step done as it is written."""
    if not health.runs:
        return tr("Never played.")
    if health.is_unseen:
        return tr("Finished {0}; not every step could be verified.").format(
            ago(health.last_run, now)
        )
    if not health.last_green:
        return tr("Never completed.")
    return tr("Last went well {0}.").format(ago(health.last_green, now))


def rung_words(health: Health) -> str:
    """Return how the last run found the targets: `Accessibility 5, picture 2, text 1, model 0`."""
    if not health.runs:
        return tr("Run it once to see how each target is found.")
    told = []
    for word, rungs, is_always in _COUNTED:
        count = sum(health.rungs.get(rung, 0) for rung in rungs)
        if count or is_always:
            told.append(f"{word} {count}")
    return ", ".join(told)


def time_words(report: Report | None) -> str:
    """Return how long the last run took, as far as its report lists the steps; else nothing."""
    if report is None or not report.steps or report.left_out:
        return ""
    seconds = sum(step.ms for step in report.steps) / 1000
    searching = sum(step.find_ms for step in report.steps) / 1000
    if seconds >= 60:
        return tr("{0}:{1:02} · {2:.1f} s looking for targets").format(
            int(seconds // 60), int(seconds % 60), searching
        )
    return tr("{0:.1f} s · {1:.1f} s looking for targets").format(seconds, searching)


class HealthLine(Framed):
    """One line below the toolbar."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("top")
        self.health = Health()
        """What is shown."""
        self._mark = Icon(theme, "")
        self._green = Label(theme, "", "small_bold")
        self._rungs = ElidedLabel(theme, "", "small", "dim")
        self._time = Label(theme, "", "small", "dim")
        parts = (self._mark, 12, self._green, (self._rungs, 1), self._time)
        row(*parts, gap=4, margins=(16, 10, 16, 10), into=self)
        self.show_health(Health(), None)

    def show_health(self, health: Health, report: Report | None) -> None:
        """Show what is known; the report of the last run is None when it is not at hand."""
        self.health = health
        self._green.setText(green_words(health, datetime.now(UTC)))
        self._rungs.set_whole_text(rung_words(health))
        self._time.setText(time_words(report))
        parts = (self._green.text(), rung_words(health), time_words(report))
        self.setAccessibleName(" ".join(part for part in parts if part))
        if not health.runs:
            self._mark.show_icon("question", "text3")
        elif health.last_green and health.last_green == health.last_run:
            self._mark.show_icon("check", "ok")
        else:
            self._mark.show_icon("dash", "r2")


Offer = tuple[str, str, Callable[[], None]]
"""A button: its words, its kind, what it does."""


class Notice(Framed):
    """Hidden while there is nothing to say; Esc takes a question away."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("baseline")
        self._theme = theme
        self._words = Label(theme, "", "small", wraps=True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._row = row((self._words, 1), gap=8, margins=(16, 8, 16, 8), into=self)
        self.buttons: list[Button] = []
        self.hide()

    @property
    def words(self) -> str:
        """What is said; empty when nothing is."""
        return "" if self.isHidden() else self._words.text()

    @property
    def is_asking(self) -> bool:
        """Tell whether one of several buttons has to be pressed."""
        return not self.isHidden() and len(self.buttons) > 1

    def say(self, words: str, *, is_error: bool = False) -> None:
        """Say something; a question that stands there goes away."""
        close: Offer = (tr("Close"), "flat", self.hide)
        self._show(words, [close], is_error=is_error)

    def ask(self, words: str, offers: Sequence[Offer]) -> None:
        """Ask something; the first button gets the focus."""
        self._show(words, offers, is_error=False)
        self.buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, words: str, offers: Sequence[Offer], *, is_error: bool) -> None:
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._words.setText(words)
        self._words.set_tone("r3" if is_error else "")
        self.setAccessibleName(words)
        self.buttons = [self._button(offer) for offer in offers]
        self.show()
        announce(self, words, is_urgent=is_error)

    def _button(self, offer: Offer) -> Button:
        words, kind, do = offer
        button = Button(self._theme, words, kind=kind, size="compact")  # type: ignore[arg-type]  # one of its kinds
        button.clicked.connect(do)
        self._row.addWidget(button)
        return button

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Esc: nothing was chosen."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)


WIDE_FROM: Final = 1100


class Side(QObject):
    """Owned by the window."""

    folded = Signal(bool)
    """Whether a button opens the inspector."""

    def __init__(
        self, window: QWidget, body: QWidget, line: QHBoxLayout, inspector: Inspector
    ) -> None:
        """Put the inspector at the end of a line.

        Args:
            line: the layout that it stands in where there is room.
        """
        super().__init__(window)
        self._body = body
        self._line = line
        self._inspector = inspector
        self._is_folded = False
        line.addWidget(inspector)

    def fit(self, size: QSize) -> None:
        """Fold or unfold for a size of the window."""
        should_fold = size.width() < WIDE_FROM
        if should_fold and not self._is_folded:
            self._line.removeWidget(self._inspector)
            self._inspector.setAutoFillBackground(True)
            self._inspector.hide()
        elif self._is_folded and not should_fold:
            self._line.addWidget(self._inspector)
            self._inspector.show()
        if should_fold != self._is_folded:
            self._is_folded = should_fold
            self._inspector.close_button.setVisible(should_fold)
            self.folded.emit(should_fold)
        self._place()

    def _place(self) -> None:
        if self._is_folded:
            body = self._body.size()
            self._inspector.setGeometry(body.width() - WIDTH, 0, WIDTH, body.height())

    def toggle(self) -> None:
        """Open or close it."""
        if self._is_folded and not self._inspector.isHidden():
            self.close()
        else:
            self.open()

    def open(self) -> None:
        """Show it and give it the keyboard."""
        self.reveal()
        self._inspector.focus_first()

    def reveal(self) -> None:
        """Show it; the keyboard stays where it is."""
        if self._is_folded:
            self._place()
            self._inspector.show()
            self._inspector.raise_()

    def close(self) -> None:
        """Put it away, if it floats."""
        if self._is_folded:
            self._inspector.hide()


HEIGHT: Final = 52
_LEAST_NAME: Final = 120


class TrustMark(PaintedButton):
    """Trusted or not, as shape and word; a press on the latter asks to read and trust it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.is_trusted = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_trusted(is_trusted=False)

    def set_trusted(self, *, is_trusted: bool) -> None:
        """Show whether this very content is trusted."""
        self.is_trusted = is_trusted
        self.setText(tr("Trusted") if is_trusted else tr("Not trusted"))
        self.setAccessibleName(self.text())
        tip = "" if is_trusted else tr("Each step is asked about. Press to read it and trust it.")
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

    def _paint(self, painter: QPainter) -> None:
        color = self._theme.color
        token, icon = ("ok", "check") if self.is_trusted else ("r2", "shield")
        area = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
        outline = color("accent") if self.hasFocus() else None
        draw_box(painter, area, 4, color(f"{token}Soft"), outline)
        place = QRectF(area.topLeft() + QPointF(7, 4), QSizeF(14, 14))
        self._theme.paint_icon(painter, icon, place, token)
        words = area.adjusted(7 + 14 + 6, 0, 0, 0)
        draw_line(painter, words, self.text(), self._theme.font("small"), color(token))


class Toolbar(Framed):
    """Owned by the window, which decides what a press does."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__("top")
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName(tr("Toolbar"))
        self._theme = theme
        self.name = ElidedLabel(theme, name, "title")
        self.trust = TrustMark(theme)
        self.state = Label(theme, "", "small", "r2")
        self.undo = _button(theme, "", "undo", tr("Undo"), kind="flat")
        self.redo = _button(theme, "", "redo", tr("Redo"), kind="flat")
        self.save = _button(theme, tr("Save"), "", tr("Save"), keys="")
        self.record = _button(theme, tr("Record here"), "record", tr("Record here"))
        self.test = _button(theme, tr("Test step"), "eye", tr("Test this step"), keys="F6")
        self.from_here = _button(theme, tr("From here"), "play", tr("Run from here"), keys="F7")
        self.run = _button(theme, tr("Run"), "play", tr("Run"), keys="F5", kind="primary")
        self.details = _button(theme, "", "sidebar", tr("Details of the step"), kind="flat")
        self.more = _button(theme, "", "more", tr("More"), kind="flat")
        self._words = {
            self.record: tr("Record here"),
            self.test: tr("Test step"),
            self.from_here: tr("From here"),
        }
        parts = (self.name, self.trust, self.state, None, *self.buttons())
        row(*parts, gap=8, margins=(16, 0, 16, 0), into=self)
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
