"""The settings while they are edited, and their controls: every change is a whole new value, handed over at once."""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QBoxLayout,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QSpinBox,
    QStyle,
    QStyleOptionSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.gui.widgets.labels import Label
from app.gui.widgets.theme import Theme
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
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
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


def _paint_arrows(box: QAbstractSpinBox, theme: Theme, option: QStyleOptionSpinBox) -> None:
    with QPainter(box) as painter:
        for name, part in (
            ("up", QStyle.SubControl.SC_SpinBoxUp),
            ("down", QStyle.SubControl.SC_SpinBoxDown),
        ):
            complex_control = QStyle.ComplexControl.CC_SpinBox
            place: QRect = box.style().subControlRect(complex_control, option, part, box)
            area = QRectF(0, 0, 10, 10)
            area.moveCenter(QRectF(place).center())
            theme.paint_icon(painter, name, area, "text2")


class NumberBox(QSpinBox):
    """A whole number within bounds."""

    def __init__(
        self, theme: Theme, bounds: tuple[int, int], value: int, put: Callable[[int], None]
    ) -> None:
        super().__init__()
        self._theme = theme
        self.setRange(*bounds)
        self.setValue(value)
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(TEXT_MARGIN, 0, 0, 0)
        self.valueChanged.connect(put)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the arrows over the box."""
        super().paintEvent(event)
        option = QStyleOptionSpinBox()
        self.initStyleOption(option)
        _paint_arrows(self, self._theme, option)


class SecondsBox(QDoubleSpinBox):
    """Seconds within bounds, in tenths."""

    def __init__(
        self, theme: Theme, bounds: tuple[float, float], value: float, put: Callable[[float], None]
    ) -> None:
        super().__init__()
        self._theme = theme
        self.setRange(*bounds)
        self.setDecimals(1)
        self.setSingleStep(0.1 if bounds[1] <= 5 else 1.0)
        self.setSuffix(" s")
        self.setValue(value)
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(TEXT_MARGIN, 0, 0, 0)
        self.valueChanged.connect(lambda number: put(round(number, 1)))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the arrows over the box."""
        super().paintEvent(event)
        option = QStyleOptionSpinBox()
        self.initStyleOption(option)
        _paint_arrows(self, self._theme, option)


class Switch(QAbstractButton):
    """On or off; takes effect at once."""

    def __init__(
        self, theme: Theme, value: bool, put: Callable[[bool], None]
    ) -> None:  # the control's own value
        super().__init__()
        self._theme = theme
        self.setCheckable(True)
        self.setChecked(value)
        self.toggled.connect(put)
        self.setFixedSize(self.sizeHint())
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return a size that a finger hits too."""
        return QSize(44, 28)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the track, the knob, and the ring of the focus."""
        color = self._theme.color
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            track = QRectF(4, 4, 36, 20)
            is_on = self.isChecked()
            painter.setPen(QPen(color("accent" if is_on else "ctl"), 1))
            painter.setBrush(color("accent" if is_on else "sunken"))
            painter.drawRoundedRect(track.adjusted(0.5, 0.5, -0.5, -0.5), 9.5, 9.5)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color("surface" if is_on else "ctl"))
            x = track.right() - 10 if is_on else track.left() + 10
            painter.drawEllipse(QPointF(x, track.center().y()), 6.5, 6.5)
            if self.hasFocus():
                painter.setPen(QPen(color("accent"), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 12, 12)


KEY_WORDS = {
    "stop": "Stop",
    "command_bar": "Command bar",
    "record_pause": "Pause a recording",
    "accept": "Accept the card",
    "change": "Change the card",
    "reject": "Reject the card",
    "hold": "Hold to accept what is hard to undo",
    "show": "Show or hide the card",
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

    def put(self, settings: Settings) -> None:
        """Use these settings from here on."""
        if settings != self.settings:
            self.settings = settings
            self.changed.emit(settings)

    def put_field(self, name: str, value: object) -> None:
        """Change one setting."""
        self.put(msgspec.structs.replace(self.settings, **{name: value}))

    def put_approval(self, name: str, value: object) -> None:
        """Change one setting of the approval."""
        self.put_field("approval", msgspec.structs.replace(self.settings.approval, **{name: value}))

    def put_model(self, name: str, value: object) -> None:
        """Change one choice about the model."""
        self.put_field("model", msgspec.structs.replace(self.settings.model, **{name: value}))

    def put_keeping(self, name: str, value: object) -> None:
        """Change how long the history stays."""
        self.put_field("keeping", msgspec.structs.replace(self.settings.keeping, **{name: value}))

    def put_budget(self, name: str, value: object) -> None:
        """Change one limit."""
        self.put_field("budgets", msgspec.structs.replace(self.settings.budgets, **{name: value}))

    def key_text(self, name: str) -> str:
        """Return a chord as it is shown and typed; several with commas."""
        value = getattr(self.settings.keys, name)
        return shown_chord(", ".join(value) if isinstance(value, tuple) else value)

    def put_key(self, name: str, text: str) -> str:
        """Change a chord; return in a sentence why it cannot be, empty when it was changed."""
        chords = tuple(part.strip() for part in text.split(",") if part.strip())
        if not chords:
            return "A key is needed here."
        if name != "stop" and len(chords) > 1:
            return "Only one chord works here."
        for chord in chords:
            if problem := self._chord_problem(chord) or self._taken(name, chord):
                return problem
        value = chords if name == "stop" else chords[0]
        if shown_chord(", ".join(chords)) == self.key_text(name):
            return ""
        self.put_field("keys", msgspec.structs.replace(self.settings.keys, **{name: value}))
        return ""

    def _taken(self, name: str, chord: str) -> str:
        keys: Keys = self.settings.keys
        for other, words in KEY_WORDS.items():
            value = getattr(keys, other)
            used = value if isinstance(value, tuple) else (value,)
            if other != name and any(_same(chord, one) for one in used):
                return f"{shown_chord(chord)} is used for: {words}. Choose another."
        return ""

    def reset(self) -> Settings:
        """Go back to the first settings, but keep what the user owns; return what was before."""
        before = self.settings
        model = ModelSettings(folder=before.model.folder)
        self.put(Settings(apps=before.apps, mark=before.mark, model=model))
        return before


def _same(chord: str, other: str) -> bool:
    return shown_chord(chord).casefold() == shown_chord(other).casefold()


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
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(Label(theme, name, "bold"))
        if sentence:
            words.addWidget(Label(theme, sentence, "small", "dim", wraps=True))
        self._line.addLayout(words, 1)
        self._line.addWidget(
            control, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        )
        self._problem = Label(theme, "", "small", "r3", wraps=True)
        self._problem.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(6)
        column.addLayout(self._line)
        column.addWidget(self._problem)

    def set_problem(self, sentence: str) -> None:
        """Say what is wrong with what stands in the control; empty when nothing is."""
        self._problem.setText(sentence)
        self._problem.setVisible(bool(sentence))

    @property
    def problem(self) -> str:
        """What is wrong, in a sentence."""
        return self._problem.text()

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


def rule() -> QFrame:
    """Return a hairline."""
    line = QFrame()
    line.setProperty("kind", "rule")
    return line
