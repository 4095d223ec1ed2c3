"""The list of steps: model, painting, pictures and head. An edit touches only the rows that it changed.

Many steps can be selected; the grip moves them, within blocks and between them. Pictures of targets are
read and unpacked off the UI thread as rows come into view, and few are kept.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    QStringListModel,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.gui import tr
from app.gui.background import LatestFirst, Worker, timer
from app.gui.chat.model import Picture
from app.gui.chat.paint import CropLook, Crops, draw_line
from app.gui.macros.editor.rows import (
    GRIP,
    ICON,
    INDENT,
    MARK,
    PADDING_LEFT,
    THUMB,
    Columns,
    Look,
    Mark,
    Piece,
    RowView,
    RunStates,
    columns,
    in_picture,
    spots_at,
    view_of,
)
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import Label, paint_dots
from app.gui.widgets.layout import column, row
from app.gui.widgets.pictures import paint_risk_mark
from app.gui.widgets.theme import Painted, Step, Theme, draw_box
from automation.core.geometry import Rect
from automation.core.proposal import RiskLevel
from automation.macros.edit.document import Document
from automation.macros.edit.tree import Change, Row, Spot

ROW_ROLE: Final = int(Qt.ItemDataRole.UserRole)
VIEW_ROLE: Final = ROW_ROLE + 1
_KEPT: Final = 512
"""Views of rows that are kept: some fifty screens of them."""

Index = QModelIndex | QPersistentModelIndex


class StepModel(QStringListModel):
    """Reads the document and never changes it. UI thread.

    The document is changed before it tells; so the rows that Qt knows of are kept here, by id. How
    many there are Qt knows by itself, from strings that are empty: a view asks for it ten times for
    each of 10,000 rows when it lays them out, and each answer from here would take microseconds.
    """

    def __init__(
        self, document: Document, states: RunStates, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._states = states
        self._ids = document.ids()
        self._fresh: list[str] = []
        self.setStringList([""] * len(self._ids))
        self.rowsInserted.connect(self._on_inserted)  # before any view is told
        self.rowsRemoved.connect(self._on_removed)
        self._views: OrderedDict[str, tuple[Row, RowView]] = OrderedDict()

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return a row, how it looks, its sentence, or why the last run stopped there."""
        row = self.row(index.row())
        if row is None:
            return None
        match role:
            case _ if role == ROW_ROLE:
                return row
            case _ if role == VIEW_ROLE:
                return self._view(row)
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._view(row).spoken
            case Qt.ItemDataRole.ToolTipRole:
                return self._view(row).trouble or None  # the row has room for its beginning
            case _:
                return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that a row can be selected and nothing else."""
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usual | Qt.ItemFlag.ItemNeverHasChildren if index.isValid() else Qt.ItemFlag(0)

    def ids(self, first: int, end: int) -> list[str]:
        """Return the ids of the rows [first, end) whose steps are there."""
        return self._document.present(self._ids[first:end])

    def row(self, place: int) -> Row | None:
        """Return a row by its place; None where there is none."""
        if not 0 <= place < len(self._ids) or not self._document.has(self._ids[place]):
            return None
        return self._document.rows[self._document.row_of(self._ids[place])]

    def _view(self, row: Row) -> RowView:
        known = self._views.get(row.id)
        if known is not None and _is_same(known[0], row):
            return known[1]
        view = view_of(row, self._states)
        self._views[row.id] = (row, view)
        if len(self._views) > _KEPT:
            self._views.popitem(last=False)
        return view

    def take(self, change: Change) -> None:
        """Tell Qt what an edit did."""
        both = min(change.removed, change.inserted)
        fresh = self._document.ids(change.first, change.first + change.inserted)
        self._ids[change.first : change.first + both] = fresh[:both]
        first = change.first + both
        if change.removed > both:
            self.removeRows(first, change.removed - both)
        elif change.inserted > both:
            self._fresh = fresh[both:]
            self.insertRows(first, len(self._fresh))
        self._all_changed()  # numbers behind the place and blocks around it are others too

    def _on_inserted(self, _parent: QModelIndex, first: int, _last: int) -> None:
        self._ids[first:first] = self._fresh

    def _on_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        del self._ids[first : last + 1]

    def refresh(self, ids: Iterable[str]) -> None:
        """Show the state of steps anew: they ran, or something was offered for them."""
        for step_id in ids:
            self._views.pop(step_id, None)
            if self._document.has(step_id):
                index = self.index(self._document.row_of(step_id))
                self.dataChanged.emit(index, index)

    def _all_changed(self) -> None:
        if self._ids:
            self.dataChanged.emit(self.index(0), self.index(len(self._ids) - 1))


def _is_same(known: Row, row: Row) -> bool:
    """Tell whether two rows look alike; steps are frozen, so the same one says the same."""
    return (
        known.step is row.step
        and known.number == row.number
        and known.is_off == row.is_off
        and known.depth == row.depth
        and known.branch == row.branch
    )


ReadImage = Callable[[str], bytes]
"""Returns the file of a picture by its path; raises an AssistantError when it cannot."""
KEPT: Final = 128
"""Some 40 KB each; a window shows about a dozen."""
_WAITING: Final = 48
"""More rows than are in view at once: what was asked for before them has scrolled away."""


class Thumbnails(QObject):
    """Lives in the UI thread and owns one worker; `close` it."""

    loaded = Signal(str)
    """The path of a picture that is there from here on; in the UI thread."""

    def __init__(self, read: ReadImage, parent: QObject | None = None) -> None:
        """Read pictures with `read`, which is called in the worker's thread."""
        super().__init__(parent)
        self._kept: OrderedDict[str, Picture | None] = OrderedDict()
        self._is_closed = False
        self._worker = Worker(self, "macro-pictures")
        self._reading = LatestFirst(
            self._worker,
            lambda path: _picture(QImage.fromData(read(path))),
            self._on_found,
            lambda path, _problem: self._on_found(path, None),
            _WAITING,
        )

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, path: str | None) -> Picture | None:
        """Return a picture; None while it is on its way, and for one that cannot be read."""
        if not path or self._is_closed:
            return None
        if path in self._kept:
            self._kept.move_to_end(path)
            return self._kept[path]
        if path != self._reading.at:
            self._reading.ask(path)
        return None

    def _on_found(self, path: str, picture: Picture | None) -> None:
        self._kept[path] = picture
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self.loaded.emit(path)

    def close(self) -> None:
        """End the worker."""
        self._is_closed = True
        self._worker.close()


def _picture(image: QImage) -> Picture | None:
    if image.isNull():
        return None
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    return plain, Rect(0, 0, plain.width(), plain.height())


PADDING: Final = 8
_OFF: Final = 0.55
_MARKS: Final[dict[Mark, tuple[RiskLevel, str]]] = {
    "known": (RiskLevel.R1, "accent"),
    "lower": (RiskLevel.R2, "r2"),
    "failed": (RiskLevel.R3, "r3"),
    "open": (RiskLevel.R0, "r0"),
}
_FONTS: Final[dict[Look, Step]] = {"plain": "body", "name": "bold", "param": "mono"}
_DEEPEST: Final = 8
"""Deeper blocks are not set in further: the sentence needs the room."""


class StepDelegate(QStyledItemDelegate):
    """Owned by the step list; all rows are as high."""

    def __init__(self, theme: Theme, thumbnails: Thumbnails, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._thumbnails = thumbnails
        self.crops = Crops(theme)
        self._digits = 2
        self._columns: tuple[tuple[int, int, bool], Columns] | None = None

    @property
    def row_height(self) -> int:
        """Height of a row in logical pixels: the picture, or three lines of words."""
        body = QFontMetricsF(self._theme.font("body")).height()
        caption = QFontMetricsF(self._theme.font("caption")).height()
        two, three = body + caption + 2 + 2 * PADDING, body + 2 * caption + 2 + PADDING / 2
        return round(max(THUMB[1] + 2 * PADDING, two, three)) + 1

    def set_digits(self, digits: int) -> None:
        """Keep room for numbers of so many letters."""
        self._digits = digits

    def columns(self, width: int) -> Columns:
        """Return the columns at a width."""
        key = (width, self._digits, self._theme.is_dark)
        if self._columns is None or self._columns[0] != key:
            self._columns = (key, columns(self._theme, width, self._digits))
        return self._columns[1]

    def grip_area(self, rect: QRectF) -> QRectF:
        """Return where a row is taken hold of, for a row's rectangle."""
        return QRectF(rect.left(), rect.top(), PADDING_LEFT + GRIP + 4, rect.height())

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of any row."""
        return QSize(max(200, option.rect.width()), self.row_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        view = index.data(VIEW_ROLE)
        if not isinstance(view, RowView):
            return
        rect = QRectF(option.rect)
        place = self.columns(round(rect.width()))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, rect, option, view, is_last=_is_last(index))
        painter.setOpacity(_OFF if view.is_off else 1.0)
        painter.translate(rect.topLeft())
        height = rect.height() - 1
        self._paint_lead(painter, view, place, height)
        left = place.thumb + INDENT * (min(view.depth, _DEEPEST) - 1)
        self._paint_picture(painter, view, QPointF(left, (height - THUMB[1]) / 2))
        self._paint_words(painter, view, left + THUMB[0] + 12, place.words_end, height)
        self._paint_end(painter, view, place, height)
        painter.restore()

    def _paint_ground(
        self,
        painter: QPainter,
        rect: QRectF,
        option: QStyleOptionViewItem,
        view: RowView,
        *,
        is_last: bool,
    ) -> None:
        color, state = self._theme.color, option.state
        ground = ""
        if state & QStyle.StateFlag.State_Selected:
            ground = "accentSoft"
        elif state & QStyle.StateFlag.State_MouseOver:
            ground = "sunken"
        path = QPainterPath()
        if is_last:  # the corners of the box around the list
            path.addRoundedRect(rect.adjusted(0, -8, 0, 0), 7, 7)
        else:
            path.addRect(rect)
        if ground:
            painter.save()
            painter.setClipRect(rect)
            painter.fillPath(path, color(ground))
            painter.restore()
        if view.is_running:
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), color("accent"))
        if not is_last:
            line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
            painter.fillRect(line, color("line"))
        if state & QStyle.StateFlag.State_HasFocus:
            draw_box(painter, rect.adjusted(2, 1, -2, -2), 6, None, color("accent"), 2)

    def _paint_lead(self, painter: QPainter, view: RowView, place: Columns, height: float) -> None:
        grip = QRectF(PADDING_LEFT, round((height - GRIP) / 2), GRIP, GRIP)
        self._theme.paint_icon(painter, "grip", grip, "text3")
        number = QRectF(place.number.left(), 0, place.number.width(), height)
        if view.is_breakpoint:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("r3"))
            painter.drawEllipse(number.center(), 5.0, 5.0)
            return
        painter.setFont(self._theme.font("caption", tabular=True))
        painter.setPen(self._theme.color("text3"))
        painter.drawText(number, int(Qt.AlignmentFlag.AlignCenter), view.number)

    def _paint_picture(self, painter: QPainter, view: RowView, corner: QPointF) -> None:
        target = view.target
        if target is None or target.image is None:
            area = QRectF(corner, QSize(*THUMB).toSizeF())
            color = self._theme.color
            edge = area.adjusted(0.5, 0.5, -0.5, -0.5)
            draw_box(painter, edge, 4, color("sunken"), color("line"))
            icon = QRectF(0, 0, 16, 16)
            icon.moveCenter(area.center())
            self._theme.paint_icon(painter, view.icon, icon.toRect().toRectF(), "text3")
            return
        picture = self._thumbnails.get(target.image)
        level = _MARKS[view.mark][0] if view.mark in ("lower", "failed") else RiskLevel.R1
        look = CropLook(target.image, THUMB, level)
        if picture is not None:
            size = (picture[1].w, picture[1].h)
            found = in_picture(target, size)
            point = found.press if view.icon == "pointer" else None
            look = CropLook(
                target.image, THUMB, level, found.box, found.press if found.box is None else point
            )
        self.crops.paint(painter, corner, look, picture)

    def _paint_words(
        self, painter: QPainter, view: RowView, left: float, right: float, height: float
    ) -> None:
        theme = self._theme
        body = QFontMetricsF(theme.font("body")).height()
        caption = QFontMetricsF(theme.font("caption")).height()
        lines = [(view.second, "text2"), (view.trouble, "r3")]
        lines = [(words, token) for words, token in lines if words]
        top = round((height - body - len(lines) * caption - bool(lines)) / 2)
        icon = QRectF(left, round(top + (body - ICON) / 2), ICON, ICON)
        self._theme.paint_icon(painter, view.icon, icon, "text3")
        x = left + ICON + 8
        self._paint_pieces(painter, view.pieces, QRectF(x, top, right - x, body))
        for number, (words, token) in enumerate(lines):
            line = QRectF(x, top + body + 1 + number * caption, right - x, caption)
            if view.is_running:
                paint_dots(painter, theme.color("accent"), QPointF(x, line.center().y()))
                line.setLeft(x + 30)
            draw_line(painter, line, words, theme.font("caption"), theme.color(token))

    def _paint_pieces(self, painter: QPainter, pieces: tuple[Piece, ...], rect: QRectF) -> None:
        x = rect.left()
        for piece in pieces:
            font = self._theme.font(_FONTS[piece.look])
            metrics = QFontMetricsF(font)
            room = rect.right() - x
            shown = metrics.elidedText(piece.text, Qt.TextElideMode.ElideRight, room)
            width = metrics.horizontalAdvance(shown)
            painter.setFont(font)
            painter.setPen(self._theme.color("accentText" if piece.look == "param" else "text"))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
            painter.drawText(QRectF(x, rect.top(), width + 2, rect.height()), int(flags), shown)
            x += width
            if shown != piece.text or x >= rect.right():
                return

    def _paint_end(self, painter: QPainter, view: RowView, place: Columns, height: float) -> None:
        theme = self._theme
        if place.has_found and view.mark:
            level, token = _MARKS[view.mark]
            area = QRectF(place.mark, (height - MARK) / 2, MARK, MARK)
            paint_risk_mark(painter, level, area, theme.color(token), theme.color("surface"))
        caption = theme.font("caption", tabular=True)
        if place.has_found and view.found_by:
            line = QRectF(place.found.left(), 0, place.found.width(), height)
            token = {"lower": "r2", "failed": "r3"}.get(view.mark, "text2")
            draw_line(painter, line, view.found_by, caption, theme.color(token))
        if place.has_ms and view.ms:
            painter.setFont(caption)
            painter.setPen(theme.color("text2"))
            line = QRectF(place.ms.left(), 0, place.ms.width(), height)
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(line, int(flags), view.ms)


def _is_last(index: Index) -> bool:
    return index.row() == index.model().rowCount() - 1


class EmptySteps(QWidget):
    """The list keeps the keyboard: steps can be pasted into it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.record = Button(theme, tr("Record here"), icon="record", size="compact")
        how = tr(
            "Record them, add them below by a command or from the menu, or paste them (Ctrl+V)."
        )
        title = Label(theme, tr("No steps yet"), "bold")
        said = Label(theme, how, "small", "dim", wraps=True)
        button = row(self.record, None, margins=(0, 6, 0, 0))
        column(title, said, button, gap=6, margins=(16, 16, 16, 16), into=self)


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
        self._scrolling = timer(self, _SCROLL_MS, self._scroll_on, repeats=True)
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
        self.setAccessibleName(tr("Steps"))
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
            edge = QRectF(self.viewport().rect()).adjusted(2, 2, -2, -2)
            draw_box(painter, edge, 7, None, self._theme.color("accent"), 2)

    def _keep_digits(self) -> None:
        """Keep room for the longest number among some rows; deep ones are drawn over the gap."""
        count = self._rows.rowCount()
        sample = {*range(min(200, count)), count - 1}
        rows = (self._rows.row(place) for place in sample)
        longest = max((len(row.number) for row in rows if row is not None), default=2)
        self._painter.set_digits(min(6, longest))

    def _on_theme(self) -> None:
        self._painter.crops.forget()
        self.viewport().update()


class ListHead(Painted):
    """The names of the columns."""

    def __init__(self, theme: Theme, rows: StepList) -> None:
        super().__init__(theme, name=tr("Columns: step, found by, milliseconds"))
        self._list = rows
        self.setFixedHeight(30)

    def _paint(self, painter: QPainter) -> None:
        """Paint the names where the rows have their columns, and a line below."""
        place = self._list.columns()
        painter.setFont(self._theme.font("caption_bold"))
        painter.setPen(self._theme.color("text3"))
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        height = self.height() - 1
        painter.drawText(QRectF(place.words, 0, 200, height), middle, tr("Step"))
        if place.has_found:
            area = QRectF(place.found.left(), 0, place.found.width(), height)
            painter.drawText(area, middle, tr("Found by"))
        if place.has_ms:
            right = middle | int(Qt.AlignmentFlag.AlignRight)
            painter.drawText(QRectF(place.ms.left(), 0, place.ms.width(), height), right, "ms")
        line = QRectF(0, height, self.width(), 1)
        painter.fillRect(line, self._theme.color("line"))
