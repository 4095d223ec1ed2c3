"""What a step acts on: its picture, the ways to find it, and the words that it is looked for by."""

from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import Final

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QTransform,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui import tr
from app.gui.chat.model import Picture
from app.gui.chat.paint import draw_line
from app.gui.macros.editor.fields import Labelled, LineField, heading
from app.gui.macros.editor.rows import Way, in_picture, pressed_at, ways_of
from app.gui.macros.editor.step_list import Thumbnails
from app.gui.preferences.editor import DropBox
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import Label
from app.gui.widgets.layout import Flow, Part, column
from app.gui.widgets.theme import Painted, Theme, draw_box
from automation.core.geometry import ScreenPoint
from automation.macros.macro import Mismatch, Step, Target
from automation.macros.play.report import StepReport
from resources.role_words import role_named, role_words

HEIGHT: Final = 120
_MOST_ZOOM: Final = 4.0
_FAR_PX: Final = 10
_ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class PictureView(Painted):
    """Shows a picture; while picking, a press or the arrow keys choose the pixel."""

    picked = Signal(object)
    """A `ScreenPoint` in pixels of the picture."""
    ended = Signal()
    """Picking is over, with or without a pixel."""

    def __init__(self, theme: Theme, height: int = HEIGHT) -> None:
        super().__init__(theme, name=tr("The target on its stored picture"))
        self._height = height
        self._picture: Picture | None = None
        self._target: Target | None = None
        self._point: ScreenPoint | None = None
        self._is_picking = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        """Return the size in which most pictures fill the width of the inspector."""
        return QSize(304, self._height)

    @property
    def is_picking(self) -> bool:
        """Tell whether a press chooses a pixel."""
        return self._is_picking

    def show_picture(self, picture: Picture | None, target: Target | None) -> None:
        """Show a picture, or with None that there is none yet."""
        self._picture, self._target = picture, target
        if not self._is_picking:
            self._point = None
        self.update()

    def pick(self) -> None:
        """Let the next press or Enter choose the pixel."""
        if self._picture is None or self._target is None:
            return
        self._is_picking = True
        self._point = in_picture(self._target, self._size()).press
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setFocus()
        self.update()

    def stop(self) -> None:
        """Choose nothing."""
        if not self._is_picking:
            return
        self._is_picking = False
        self._point = None
        self.unsetCursor()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.update()
        self.ended.emit()

    def _size(self) -> tuple[int, int]:
        return (self._picture[1].w, self._picture[1].h) if self._picture else (1, 1)

    def _to_view(self) -> QTransform:
        width, height = self._size()
        zoom = min(self.width() / width, self.height() / height, _MOST_ZOOM)
        to_view = QTransform()
        to_view.translate((self.width() - width * zoom) / 2, (self.height() - height * zoom) / 2)
        return to_view.scale(zoom, zoom)

    def _pixel(self, place: QPointF) -> ScreenPoint:
        inverse, _ = self._to_view().inverted()
        found = inverse.map(place)
        width, height = self._size()
        x, y = max(0, min(width - 1, int(found.x()))), max(0, min(height - 1, int(found.y())))
        return ScreenPoint(x, y)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the pixel under the pointer; it can be dragged until it is let go."""
        self._follow(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the chosen pixel."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._follow(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the pixel."""
        if self._is_picking and event.button() is Qt.MouseButton.LeftButton:
            self._follow(event)
            self._take()

    def _follow(self, event: QMouseEvent) -> None:
        if self._is_picking:
            self._point = self._pixel(event.position())
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the pixel with the arrows, ten with Shift; Enter takes it, Esc leaves all as it is."""
        if not self._is_picking or self._point is None:
            super().keyPressEvent(event)
            return
        key = Qt.Key(event.key())
        if key in _ARROWS:
            far = _FAR_PX if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            dx, dy = _ARROWS[key]
            width, height = self._size()
            x = max(0, min(width - 1, self._point.x + far * dx))
            y = max(0, min(height - 1, self._point.y + far * dy))
            self._point = ScreenPoint(x, y)
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take()
        elif key == Qt.Key.Key_Escape:
            self.stop()

    def _take(self) -> None:
        point = self._point
        self.stop()
        if point is not None:
            self.picked.emit(point)

    def _paint(self, painter: QPainter) -> None:
        """Paint the picture on a sunken box, then the marks."""
        color = self._theme.color
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(self.rect())
        draw_box(painter, area, 4, color("sunken"))
        if self._picture is not None and self._target is not None:
            self._paint_picture(painter, area)
        else:
            self._theme.paint_icon(painter, "eye-off", _middle(area), "text3")
        edge, outline = (
            area.adjusted(0.5, 0.5, -0.5, -0.5),
            "accent" if self._is_picking else "line",
        )
        draw_box(painter, edge, 4, None, color(outline), 2 if self._is_picking else 1)

    def _paint_picture(self, painter: QPainter, area: QRectF) -> None:
        assert self._picture is not None
        assert self._target is not None
        to_view = self._to_view()
        image, rect = self._picture
        shown = to_view.mapRect(QRectF(0, 0, rect.w, rect.h))
        brush = QBrush(image)
        brush.setTransform(to_view)
        painter.setBrush(brush)  # a texture: the edge of a clip path would not be smooth
        painter.drawRoundedRect(shown, 4, 4)
        found = in_picture(self._target, self._size())
        point = self._point or found.press
        middle = to_view.map(QPointF(point.x + 0.5, point.y + 0.5))
        frame = None
        if found.box is not None:
            box = QRectF(found.box.x, found.box.y, found.box.w, found.box.h)
            frame = to_view.mapRect(box).adjusted(-3, -3, 3, 3)
        painter.setClipRect(area.adjusted(1, 1, -1, -1))
        self._paint_marks(painter, shown, frame, middle)
        painter.setClipping(False)

    def _paint_marks(
        self, painter: QPainter, shown: QRectF, frame: QRectF | None, middle: QPointF
    ) -> None:
        color = self._theme.color("r1")
        inner = frame or QRectF(middle.x() - 12, middle.y() - 12, 24, 24)
        x, y = round(middle.x()) + 0.5, round(middle.y()) + 0.5
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (QPen(QColor(255, 255, 255, 153), 3), QPen(color, 1)):
            painter.setPen(pen)
            painter.drawLine(QPointF(shown.left(), y), QPointF(inner.left() - 2, y))
            painter.drawLine(QPointF(inner.right() + 2, y), QPointF(shown.right(), y))
            painter.drawLine(QPointF(x, shown.top()), QPointF(x, inner.top() - 2))
            painter.drawLine(QPointF(x, inner.bottom() + 2), QPointF(x, shown.bottom()))
        if frame is not None:
            for pen in (QPen(QColor("white"), 4.5), QPen(color, 2)):
                painter.setPen(pen)
                painter.drawRoundedRect(frame, 4, 4)
        painter.setPen(QPen(QColor("white"), 1.5))
        painter.setBrush(color)
        painter.drawEllipse(middle, 4.0, 4.0)


def _middle(area: QRectF) -> QRectF:
    icon = QRectF(0, 0, 16, 16)
    icon.moveCenter(area.center())
    return icon.toRect().toRectF()


ROW: Final = 30
_NUMBER: Final = 20
_GAP: Final = 8


class WaysList(Painted):
    """Painted; its accessible name is the whole list in words."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._ways: tuple[Way, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_ways(self, ways: Sequence[Way]) -> None:
        """Show other ways."""
        self._ways = tuple(ways)
        told = (
            f"{n}: {way.name}, {way.evidence}" + (f", {way.state}" if way.state else "")
            for n, way in enumerate(self._ways, 1)
        )
        self.setAccessibleName(tr("Ways to find it: ") + "; ".join(told))
        self.setToolTip("\n".join(f"{way.name}: {way.evidence}" for way in self._ways))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of all lines."""
        return QSize(304, self._row() * len(self._ways))

    def minimumSizeHint(self) -> QSize:
        """Return a size that a layout may go down to."""
        return QSize(200, self._row() * len(self._ways))

    def _row(self) -> int:
        line = QFontMetricsF(self._theme.font("small")).height()
        return max(ROW, round(line) + 12)

    def _paint(self, painter: QPainter) -> None:
        small = QFontMetricsF(self._theme.font("small"))
        names = max((small.horizontalAdvance(way.name) for way in self._ways), default=0.0)
        for n, way in enumerate(self._ways):
            rect = QRectF(0, n * self._row(), self.width(), self._row() - 1)
            self._paint_way(painter, n + 1, way, rect, names)
            line = QRectF(0, rect.bottom(), rect.width(), 1)
            painter.fillRect(line, self._theme.color("line"))

    def _paint_way(
        self, painter: QPainter, number: int, way: Way, rect: QRectF, names: float
    ) -> None:
        theme, color = self._theme, self._theme.color
        small, bold, caption = (
            theme.font("small"),
            theme.font("caption_bold"),
            theme.font("caption"),
        )
        number_font = theme.font("caption", tabular=True)
        draw_line(painter, rect, str(number), number_font, color("text3"))
        draw_line(painter, rect.adjusted(_NUMBER, 0, 0, 0), way.name, small, color("text"))
        state_w = ceil(QFontMetricsF(bold).horizontalAdvance(way.state))
        token = {"faint": "text3", "": "text2"}.get(way.tone, way.tone)
        right = rect.adjusted(rect.width() - state_w, 0, 0, 0)
        draw_line(painter, right, way.state, bold, color(token))
        gap = _GAP if way.state else 0
        rest = rect.adjusted(_NUMBER + names + _GAP, 0, -state_w - gap, 0)
        draw_line(painter, rest, way.evidence, caption, color("text2"))


PARTS: Final = (("target", tr("From")), ("to", tr("To")))
_WORDS: Final = (
    ("name", tr("Name"), tr("its accessible name")),
    ("label", tr("Label"), tr("the text beside a field")),
    ("text", tr("Text on it"), tr("what can be read")),
    ("role", tr("Kind"), tr("button, field, ...")),
    ("row", tr("In the row of"), tr("texts of the row, with ; between")),
    ("within", tr("Within"), tr("a dialog, a group")),
    ("window", tr("Window"), tr("title, * for any words")),
    ("app", tr("Program"), tr("its file name")),
    ("about", tr("For a model"), tr("described in words")),
)
PICK: Final = tr("Click the picture, or use the arrows and Enter. Esc leaves it.")


class TargetForm(QWidget):
    """Of a step with two targets it shows one at a time."""

    edited = Signal(str, object)
    """The part (`target` or `to`) and its `Target` as it should be."""
    pick_wanted = Signal(str)
    """The part that is to be picked on the live screen."""

    def __init__(self, theme: Theme, thumbnails: Thumbnails, step: Step) -> None:
        super().__init__()
        self._theme = theme
        self._thumbnails = thumbnails
        self._step = step
        self._report: StepReport | None = None
        self._mismatch: Mismatch = "ask_model"
        self._part = "target"
        self.picture = PictureView(theme)
        self.on_screen = Button(theme, tr("Pick on screen"), icon="pointer", size="compact")
        self.on_picture = Button(theme, tr("Pick on picture"), icon="monitor", size="compact")
        self._said = Label(theme, PICK, "caption", "dim", wraps=True)
        self._said.hide()
        self._ways = WaysList(theme)
        self._fold = Button(theme, tr("What it is looked for by"), icon="right", kind="link")
        self._fold.setCheckable(True)
        self._words = QWidget()
        self._words.hide()
        self._fields: dict[str, LineField] = {}
        self._lay_out()
        self.on_screen.clicked.connect(lambda: self.pick_wanted.emit(self._part))
        self.on_picture.clicked.connect(self._on_pick)
        self.picture.picked.connect(self._on_picked)
        self.picture.ended.connect(lambda: self._said.hide())
        self._fold.toggled.connect(self._on_folded)
        self._refresh()

    def _lay_out(self) -> None:
        ends: list[Part] = []
        if hasattr(self._step, "to"):
            parts = DropBox(self._theme, PARTS, "target", self._on_part)
            parts.setAccessibleName(tr("Which end of the drag"))
            ends = [Labelled(self._theme, tr("End of the drag"), parts)]
        picks = Flow([self.on_screen, self.on_picture], 8, 8)
        ways = heading(self._theme, tr("Ways to find it, in this order"))
        looked_for = (self._fold, self._words)
        column(
            *ends, self.picture, self._said, picks, ways, self._ways, *looked_for, gap=8, into=self
        )

    def _fill_words(self) -> None:
        """Make the fields when they are first looked at: most steps are only passed by."""
        inner = column(gap=6, into=self._words)
        for name, word, hint in _WORDS:
            field = LineField(self._theme, word, "", partial(self._put, name), hint=hint)
            self._fields[name] = field
            inner.addWidget(Labelled(self._theme, word, field))

    def commit(self) -> None:
        """Put what is written and not yet taken."""
        for field in self._fields.values():
            field.commit()

    def target(self) -> Target | None:
        """Return the target that is shown; None where the step has none yet."""
        found = getattr(self._step, self._part, None)
        return found if isinstance(found, Target) else None

    def show_state(self, step: Step, report: StepReport | None, mismatch: Mismatch) -> None:
        """Show another state of the same step, and how the last run found its target."""
        self._step, self._report, self._mismatch = step, report, mismatch
        self._refresh()

    def refresh_picture(self) -> None:
        """Show the picture once it was read."""
        target = self.target()
        path = target.image if target is not None else None
        picture = self._thumbnails.get(path)
        self.picture.show_picture(picture, target)
        self.on_picture.setEnabled(picture is not None)
        why = "" if picture is not None else tr("There is no stored picture of it")
        self.on_picture.setToolTip(why)

    def _refresh(self) -> None:
        target = self.target()
        self.refresh_picture()
        report = self._report if self._part == "target" else None
        ways = ways_of(target, self._mismatch, report, risk=self._step.risk) if target else ()
        self._ways.show_ways(ways)
        for name, field in self._fields.items():
            value = getattr(target, name) if target is not None else ""
            field.show_value(_shown(name, value))

    def _on_part(self, part: str) -> None:
        self.picture.stop()
        self._part = part
        self._refresh()

    def _on_folded(self, is_open: bool) -> None:
        self._fold.set_icon_name("down" if is_open else "right")
        if is_open and not self._fields:
            self._fill_words()
            self._refresh()
        self._words.setVisible(is_open)

    def _on_pick(self) -> None:
        self.picture.pick()
        self._said.setVisible(self.picture.is_picking)

    def _on_picked(self, point: ScreenPoint) -> None:
        target = self.target()
        picture = self._thumbnails.get(target.image) if target is not None else None
        if target is None or picture is None:
            return
        size = (picture[1].w, picture[1].h)
        self.edited.emit(self._part, pressed_at(target, size, point))

    def _put(self, name: str, text: str) -> None:
        target = self.target() or Target()
        self.edited.emit(self._part, msgspec.structs.replace(target, **{name: _meant(name, text)}))


def _shown(name: str, value: str | tuple[str, ...]) -> str:
    """Return what a field shows of a part of the target."""
    if isinstance(value, tuple):
        return "; ".join(value)
    return role_words(value) if name == "role" else value


def _meant(name: str, text: str) -> str | tuple[str, ...]:
    """Return the part of the target that the text of a field stands for."""
    if name == "row":
        return tuple(part.strip() for part in text.split(";") if part.strip())
    return role_named(text) if name == "role" else text.strip()
