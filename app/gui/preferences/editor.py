"""The settings while they are edited, and their controls: every change is a whole new value, handed over at once."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QSpinBox,
    QStyle,
    QStyleOptionSpinBox,
    QWidget,
)

from app.gui import tr
from app.gui.widgets.labels import ElidedLabel, Label, Problem
from app.gui.widgets.layout import Part, column, empty, row, rule
from app.gui.widgets.theme import PaintedButton, Theme, draw_box
from app.settings import Keys, ModelSettings, Settings, shown_chord

ARROW: Final = 12
TEXT_MARGIN: Final = 9


class DropBox(QComboBox):
    """A choice of words. The wheel scrolls the page and never changes what stands here."""

    def __init__(
        self,
        theme: Theme,
        choices: Sequence[tuple[str, str]],
        value: str,
        put: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._theme = theme
        for key, word in choices:
            self.addItem(word, key)
        self.setCurrentIndex(max(0, self.findData(value)))
        self.currentIndexChanged.connect(lambda _: put(self.currentData()))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words, then an arrow: the stylesheet takes the style's own away."""
        super().paintEvent(event)
        with QPainter(self) as painter:
            middle = self.height() / 2
            area = QRectF(self.width() - ARROW - 10, middle - ARROW / 2, ARROW, ARROW)
            self._theme.paint_icon(painter, "down", area, "text2" if self.isEnabled() else "text3")


class _Calm:
    """What both number boxes share: the wheel scrolls the page, and the arrows are the theme's."""

    _theme: Theme

    def _dress(self: Any) -> None:  # one of the boxes below
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(TEXT_MARGIN, 0, 0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def paintEvent(self: Any, event: QPaintEvent) -> None:  # as above
        """Paint the arrows over the box."""
        super().paintEvent(event)  # type: ignore[misc]  # of Qt's box
        option = QStyleOptionSpinBox()
        self.initStyleOption(option)
        up, down = QStyle.SubControl.SC_SpinBoxUp, QStyle.SubControl.SC_SpinBoxDown
        whole = QStyle.ComplexControl.CC_SpinBox
        with QPainter(self) as painter:
            for name, part in (("up", up), ("down", down)):
                place: QRect = self.style().subControlRect(whole, option, part, self)
                area = QRectF(0, 0, 10, 10)
                area.moveCenter(QRectF(place).center())
                self._theme.paint_icon(painter, name, area, "text2")


class NumberBox(_Calm, QSpinBox):
    """A whole number within bounds."""

    def __init__(
        self, theme: Theme, bounds: tuple[int, int], value: int, put: Callable[[int], object]
    ) -> None:
        super().__init__()
        self._theme = theme
        self.setRange(*bounds)
        self.setValue(value)
        self._dress()
        self.valueChanged.connect(put)


class SecondsBox(_Calm, QDoubleSpinBox):
    """Seconds within bounds, in tenths."""

    def __init__(
        self,
        theme: Theme,
        bounds: tuple[float, float],
        value: float,
        put: Callable[[float], object],
    ) -> None:
        super().__init__()
        self._theme = theme
        self.setRange(*bounds)
        self.setDecimals(1)
        self.setSingleStep(0.1 if bounds[1] <= 5 else 1.0)
        self.setSuffix(" s")
        self.setValue(value)
        self._dress()
        self.valueChanged.connect(lambda number: put(round(number, 1)))


class Switch(PaintedButton):
    """On or off; takes effect at once."""

    def __init__(self, theme: Theme, value: bool, put: Callable[[bool], object]) -> None:
        super().__init__(theme)
        self.setCheckable(True)
        self.setChecked(value)
        self.toggled.connect(put)
        self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        """Return a size that a finger hits too."""
        return QSize(44, 28)

    def _paint(self, painter: QPainter) -> None:
        color, is_on = self._theme.color, self.isChecked()
        track = QRectF(4, 4, 36, 20)
        ground, edge = ("accent", "accent") if is_on else ("sunken", "ctl")
        inside = track.adjusted(0.5, 0.5, -0.5, -0.5)
        draw_box(painter, inside, 9.5, color(ground), color(edge))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color("surface" if is_on else "ctl"))
        x = track.right() - 10 if is_on else track.left() + 10
        painter.drawEllipse(QPointF(x, track.center().y()), 6.5, 6.5)
        if self.hasFocus():
            self._theme.draw_focus(painter, QRectF(self.rect()), 12)


KEY_WORDS = {
    "stop": tr("Stop"),
    "command_bar": tr("Command bar"),
    "record_pause": tr("Pause a recording"),
    "accept": tr("Accept the card"),
    "change": tr("Change the card"),
    "reject": tr("Reject the card"),
    "hold": tr("Hold to accept what is hard to undo"),
    "show": tr("Show or hide the card"),
}


class SettingsEditor(QObject):
    """Owned by the settings window."""

    changed = Signal(object)
    """The new `Settings`."""
    wipe_wanted = Signal()
    """The user wants the whole history gone, and was asked once more."""
    wiped = Signal(str)
    """How that went, in a sentence."""

    def __init__(
        self, settings: Settings, chord_problem: Callable[[str], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.settings = settings
        self._chord_problem = chord_problem

    def use(self, settings: Settings) -> None:
        """Have these settings from here on."""
        if settings != self.settings:
            self.settings = settings
            self.changed.emit(settings)

    def value(self, key: str) -> Any:  # noqa: ANN401  # whatever the setting holds
        """Return a setting by its name, such as `theme` or `approval.mode`."""
        group, dot, name = key.rpartition(".")
        return getattr(getattr(self.settings, group) if dot else self.settings, name)

    def put(self, key: str, value: object) -> None:
        """Change one setting."""
        group, dot, name = key.rpartition(".")
        if dot:
            value = msgspec.structs.replace(getattr(self.settings, group), **{name: value})
        self.use(msgspec.structs.replace(self.settings, **{group or name: value}))

    def key_text(self, name: str) -> str:
        """Return a chord as it is shown and typed; several with commas."""
        value = self.value(f"keys.{name}")
        return shown_chord(", ".join(value) if isinstance(value, tuple) else value)

    def put_key(self, name: str, text: str) -> str:
        """Change a chord; return in a sentence why it cannot be, empty when it was changed."""
        chords = tuple(part.strip() for part in text.split(",") if part.strip())
        if not chords:
            return tr("A key is needed here.")
        if name != "stop" and len(chords) > 1:
            return tr("Only one chord works here.")
        for chord in chords:
            if problem := self._chord_problem(chord) or self._taken(name, chord):
                return problem
        if shown_chord(", ".join(chords)) != self.key_text(name):
            self.put(f"keys.{name}", chords if name == "stop" else chords[0])
        return ""

    def _taken(self, name: str, chord: str) -> str:
        keys: Keys = self.settings.keys
        for other, words in KEY_WORDS.items():
            value = getattr(keys, other)
            used = value if isinstance(value, tuple) else (value,)
            wanted = shown_chord(chord).casefold()
            if other != name and wanted in {shown_chord(one).casefold() for one in used}:
                return tr("{0} is used for: {1}. Choose another.").format(shown_chord(chord), words)
        return ""

    def reset(self) -> Settings:
        """Go back to the first settings, but keep what the user owns; return what was before."""
        before = self.settings
        model = ModelSettings(folder=before.model.folder)
        self.use(Settings(apps=before.apps, mark=before.mark, model=model))
        return before


SIDE_BY_SIDE_FROM = 520
"""Below this width the control goes under its sentence."""


class SettingRow(QFrame):
    """The control is named by the row for screen readers."""

    def __init__(self, theme: Theme, name: str, sentence: str, control: QWidget) -> None:
        super().__init__()
        self.control = control
        control.setAccessibleName(name)
        control.setAccessibleDescription(sentence)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(24)
        said = [Label(theme, sentence, "small", "dim", wraps=True)] if sentence else []
        words = column(Label(theme, name, "bold"), *said, gap=2)
        self._line.addLayout(words, 1)
        self._line.addWidget(
            control, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        )
        self.problem = Problem(theme)
        column(self._line, self.problem, gap=6, margins=(0, 12, 0, 12), into=self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the control under its sentence where it is narrow."""
        super().resizeEvent(event)
        is_wide = event.size().width() >= SIDE_BY_SIDE_FROM
        direction = (
            QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom
        )
        if direction != self._line.direction():
            self._line.setDirection(direction)
            self._line.setSpacing(24 if is_wide else 8)
            side = Qt.AlignmentFlag.AlignRight if is_wide else Qt.AlignmentFlag.AlignLeft
            self._line.setAlignment(self.control, side | Qt.AlignmentFlag.AlignVCenter)


class EntryList(QWidget):
    """What was added by the line above it, an entry a row; a problem stands between."""

    def __init__(self, theme: Theme, line: QHBoxLayout) -> None:
        super().__init__()
        self._theme = theme
        self.problem = Problem(theme)
        self._rows = column(gap=0)
        column(line, self.problem, self._rows, gap=8, into=self)

    def _show_entries(self, entries: Sequence[QWidget], otherwise: str) -> None:
        """Show these, or say what stands for none."""
        self.problem.tell("")
        empty(self._rows)
        if not entries:
            self._rows.addWidget(Label(self._theme, otherwise, "small", "dim", wraps=True))
        for entry in entries:
            self._rows.addWidget(rule())
            self._rows.addWidget(entry)

    def _entry(self, name: str, where: str, *controls: Part) -> QFrame:
        head, below = (
            ElidedLabel(self._theme, name, "bold"),
            ElidedLabel(self._theme, where, "mono", "dim"),
        )
        made = QFrame()
        words = (column(head, below, gap=0), 1)
        row(words, *controls, gap=12, margins=(0, 8, 0, 8), into=made)
        return made
