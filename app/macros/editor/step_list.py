"""The list of steps: many can be selected, the grip moves them, within blocks and between them."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QSizePolicy

from app.macros.editor.columns import INDENT, Columns
from app.macros.editor.delegate import StepDelegate
from app.macros.editor.model import StepModel
from app.macros.editor.places import spots_at
from app.macros.editor.thumbnails import Thumbnails
from app.widgets.theme import Theme
from automation.macros.editing.document import Document
from automation.macros.editing.rows import Change, Spot

Index = QModelIndex | QPersistentModelIndex

_DRAG_PX: Final = 4
"""So far the pointer goes before a press on the grip is a drag."""
_EDGE_PX: Final = 28
"""So near to an edge a drag scrolls the list."""
_SCROLL_MS: Final = 30


class StepList(QListView):
    """Owned by the editor window; it says what is wanted and changes nothing itself."""

    chosen = Signal()
    """Another step is current, or other steps are selected."""
    moved = Signal(object, object)
    """Ids of steps, in their order, and the `Spot` where they were dropped."""
    opened = Signal()
    """Enter or a double click: the user wants to edit the step."""

    def __init__(
        self, theme: Theme, document: Document, model: StepModel, thumbnails: Thumbnails
    ) -> None:
        super().__init__()
        self._theme = theme
        self._document = document
        self._rows = model
        self._painter = StepDelegate(theme, thumbnails, self)
        self._pressed: QPoint | None = None
        self._drop: tuple[int, int, Spot] | None = None
        self._scrolling = QTimer(self)
        self._scrolling.setInterval(_SCROLL_MS)
        self._scrolling.timeout.connect(self._scroll_on)
        self.setModel(model)
        self.setItemDelegate(self._painter)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName("Steps")
        self.verticalScrollBar().setSingleStep(24)
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self.selectionModel().currentChanged.connect(lambda *_: self.chosen.emit())
        self.selectionModel().currentChanged.connect(self._reframe)
        self.doubleClicked.connect(lambda _: self.opened.emit())
        thumbnails.loaded.connect(lambda _: self.viewport().update())
        theme.changed.connect(self._on_theme)
        self._keep_digits()

    @property
    def steps(self) -> StepModel:
        """What is shown."""
        return self._rows

    @property
    def painter_of_rows(self) -> StepDelegate:
        """What paints the rows."""
        return self._painter

    def columns(self) -> Columns:
        """Return the columns at this width."""
        return self._painter.columns(self.viewport().width())

    def selected(self) -> tuple[str, ...]:
        """Return the ids of the selected steps, in their order."""
        ranges = sorted(
            (one.top(), one.bottom() + 1) for one in self.selectionModel().selection().toList()
        )
        return tuple(one for first, end in ranges for one in self._rows.ids(first, end))

    def current(self) -> str:
        """Return the id of the current step; empty for none."""
        row = self._rows.row(self.currentIndex().row())
        return row.id if row is not None else ""

    def select(self, ids: Sequence[str]) -> None:
        """Select steps and bring the first into view."""
        places = sorted(map(self._document.row_of, self._document.present(ids)))
        if not places:
            return
        flags = QItemSelectionModel.SelectionFlag
        chosen = QItemSelection()
        start = before = places[0]
        for place in (*places[1:], -1):
            if place != before + 1:
                chosen.select(self._rows.index(start), self._rows.index(before))
                start = place
            before = place
        selection = self.selectionModel()
        selection.select(chosen, flags.ClearAndSelect)
        selection.setCurrentIndex(self._rows.index(places[0]), flags.NoUpdate)
        self.scrollTo(self._rows.index(places[0]))

    def take(self, change: Change) -> None:
        """Show what an edit did, and select what it is about."""
        self._rows.take(change)
        self._keep_digits()
        self.select(change.select)
        self.chosen.emit()

    def minimumSizeHint(self) -> QSize:
        """Return a size that a layout may go down to."""
        return QSize(240, self._height(1))

    def sizeHint(self) -> QSize:
        """Return the size that shows every row."""
        return QSize(600, self._height(self._rows.rowCount()))

    def dataChanged(  # noqa: N802  # Qt's name
        self, first: Index, last: Index, roles: Sequence[int] = ()
    ) -> None:
        """Paint anew, and lay nothing out: all rows are as high."""
        QAbstractItemView.dataChanged(self, first, last, roles)

    def updateGeometries(self) -> None:  # noqa: N802  # Qt's name
        """Be no higher than the rows."""
        super().updateGeometries()
        height = self._height(self._rows.rowCount())
        if height != self.maximumHeight():
            self.setMaximumHeight(height)
            self.updateGeometry()

    def _height(self, most: int) -> int:
        """Return the height of so many rows; of none a line that keeps the keyboard."""
        return max(1, min(most, self._rows.rowCount()) * self._painter.row_height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the head that the columns are others."""
        super().resizeEvent(event)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter; else move as lists do. A letter does not search: it would be in the way."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
            return
        is_arrow = event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and not event.modifiers()
        if is_arrow and not self.selectionModel().hasSelection() and self.current():
            self.select([self.current()])  # the ring stands there already, and nothing is chosen
            return
        if event.key() == Qt.Key.Key_Escape and self._drop is not None:
            self._end_drag()
            return
        super().keyPressEvent(event)

    def keyboardSearch(self, _words: str) -> None:  # noqa: N802  # Qt's name
        """Search nothing."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the selected steps at a grip; else select as lists do."""
        place = event.position().toPoint()
        index = self.indexAt(place)
        is_left = event.button() is Qt.MouseButton.LeftButton
        self._pressed = None
        if is_left and index.isValid() and self._is_grip(index, event.position()):
            self._pressed = place
            if self.selectionModel().isSelected(index):
                return  # what is selected moves together
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show where the steps would go."""
        place = event.position().toPoint()
        if self._pressed is not None:
            if self._drop is None and (place - self._pressed).manhattanLength() < _DRAG_PX:
                return
            self._aim(place)
            near = min(place.y(), self.viewport().height() - place.y()) < _EDGE_PX
            if near and not self._scrolling.isActive():
                self._scrolling.start()
            elif not near:
                self._scrolling.stop()
            return
        index = self.indexAt(place)
        over = index.isValid() and self._is_grip(index, event.position())
        shape = Qt.CursorShape.OpenHandCursor if over else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the steps; a press on the grip that did not move selects its step alone."""
        if self._pressed is None:
            super().mouseReleaseEvent(event)
            return
        drop, index = self._drop, self.indexAt(self._pressed)
        self._end_drag()
        if drop is not None:
            self.moved.emit(self.selected(), drop[2])
        elif index.isValid():
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect)

    def _is_grip(self, index: QModelIndex, place: QPointF) -> bool:
        rect = QRectF(self.visualRect(index))
        return self._painter.grip_area(rect).contains(place)

    def _aim(self, place: QPoint) -> None:
        """Note the place between two rows that is nearest, in the block that the indent says."""
        height = self._painter.row_height
        offset = place.y() + self.verticalOffset()
        gap = max(0, min(self._rows.rowCount(), round(offset / height)))
        spots = spots_at(self._document, gap)
        if not spots:
            return
        left = self.columns().thumb
        wanted = 1 + round((place.x() - left) / INDENT)
        depth, spot = min(spots, key=lambda one: (abs(one[0] - wanted), -one[0]))
        self._drop = (gap, depth, spot)
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        self.viewport().update()

    def _scroll_on(self) -> None:
        place = self.viewport().mapFromGlobal(self.cursor().pos())
        bar = self.verticalScrollBar()
        before = bar.value()
        bar.setValue(before + (16 if place.y() > self.viewport().height() / 2 else -16))
        if bar.value() == before:
            self._scrolling.stop()
        self._aim(place)

    def _end_drag(self) -> None:
        self._pressed = self._drop = None
        self._scrolling.stop()
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the keyboard; no step becomes current by that alone.

        Qt makes the first row current then, which would be framed beside a side that shows the macro.
        """
        had_current = self.currentIndex().isValid()
        super().focusInEvent(event)
        if not had_current:
            self.selectionModel().clearCurrentIndex()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, then the line where dragged steps would go."""
        super().paintEvent(event)
        if self.hasFocus() and not self.currentIndex().isValid():
            self._paint_focus()
        if self._drop is None:
            return
        gap, depth, _spot = self._drop
        y = gap * self._painter.row_height - self.verticalOffset() - 1
        x = self.columns().thumb + INDENT * (depth - 1)
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.color("accent"), 2))
            y = max(1, min(self.viewport().height() - 1, y))
            painter.drawLine(QPointF(x, y), QPointF(self.viewport().width() - 8, y))
            painter.setBrush(self._theme.color("accent"))
            painter.drawEllipse(QPointF(x, y), 3.0, 3.0)

    def _reframe(self, current: QModelIndex, before: QModelIndex) -> None:
        """Paint all of it where the frame goes from the list to a row or back; Qt paints those rows."""
        if current.isValid() is not before.isValid():
            self.viewport().update()

    def _paint_focus(self) -> None:
        """Frame the whole list: it has the keyboard, and no row can show that."""
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.color("accent"), 2))
            painter.drawRoundedRect(QRectF(self.viewport().rect()).adjusted(2, 2, -2, -2), 7, 7)

    def _keep_digits(self) -> None:
        """Keep room for the longest number among some rows; deep ones are drawn over the gap."""
        count = self._rows.rowCount()
        sample = {*range(min(200, count)), count - 1}
        rows = (self._rows.row(place) for place in sample)
        longest = max((len(row.number) for row in rows if row is not None), default=2)
        self._painter.set_digits(min(6, longest))

    def _on_theme(self) -> None:
        self._painter.forget_pictures()
        self.viewport().update()
