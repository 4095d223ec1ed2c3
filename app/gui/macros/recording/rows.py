"""The live list of a recording: its steps as frozen values, and how each is painted with why it is left out."""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QImage, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.gui import tr
from app.gui.chat.paint import draw_line, line_height
from app.gui.macros.editor.rows import icon_of, target_of
from app.gui.widgets.pictures import paint_boxed
from app.gui.widgets.theme import Theme
from automation.core.errors import MacroError
from automation.core.hand_events import PAUSED, RESUMED
from automation.core.text import as_sentence
from automation.macros.listing import step_words
from automation.macros.macro import Step
from automation.macros.record.raw_file import unpacked
from automation.macros.record.session import Happening, Recording, Removed


@dataclass(frozen=True, slots=True)
class RecordedRow:
    """One line of the list."""

    n: int
    """Its number in the recording; one that was undone leaves a gap."""
    icon: str
    words: str
    place: str = ""
    """The window that it was done in."""
    trouble: str = ""
    """Why a replay would leave it out; empty when it would not."""
    image: bytes | None = None
    """PNG file of the target; None when there is none."""


def row_of(n: int, step: Step, image: bytes | None) -> RecordedRow:
    """Return the line for a step: what was done first, where it was done below."""
    target = target_of(step)
    bare = step
    if target is not None:
        nowhere = msgspec.structs.replace(target, window="", app="")
        bare = msgspec.structs.replace(step, target=nowhere)
    words = step_words(bare)
    place = (target.window or target.app) if target is not None else ""
    trouble = step.comment if step.off else ""
    return RecordedRow(n, icon_of(step), words[:1].upper() + words[1:], place, trouble, image)


def clock(seconds: float) -> str:
    """Return a length of time as minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d}"


ROW_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1
Index = QModelIndex | QPersistentModelIndex


class RecordedModel(QAbstractListModel):
    """Owned by the panel; UI thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numbers: list[int] = []
        self._rows: list[RecordedRow] = []
        self._image: Callable[[str], bytes | None] = lambda path: None

    @property
    def count(self) -> int:
        """How many steps are in the list."""
        return len(self._rows)

    def clear(self, image: Callable[[str], bytes | None]) -> None:
        """Begin an empty list; `image` returns the file of a picture by its path."""
        self.beginResetModel()
        self._numbers, self._rows, self._image = [], [], image
        self.endResetModel()

    def show(self, steps: tuple[Step, ...], image: Callable[[str], bytes | None]) -> None:
        """Show a list of steps that is not being recorded any more."""
        self.clear(image)
        self.beginResetModel()
        self._numbers = list(range(len(steps)))
        self._rows = [self._made(n, step) for n, step in enumerate(steps)]
        self.endResetModel()

    def take(self, happening: Happening) -> None:
        """Show a change of the list."""
        at = bisect_left(self._numbers, happening.n)
        is_there = at < len(self._numbers) and self._numbers[at] == happening.n
        if isinstance(happening, Removed):
            if is_there:
                self._remove(at)
            return
        row = self._made(happening.n, happening.step)
        if is_there:
            self._rows[at] = row
            self.dataChanged.emit(self.index(at), self.index(at))
            return
        self.beginInsertRows(QModelIndex(), at, at)
        self._numbers.insert(at, happening.n)
        self._rows.insert(at, row)
        self.endInsertRows()

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of steps."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Return a row, or its words for people who hear them."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return ". ".join(part for part in (row.words, row.place, row.trouble) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (row.words, row.place, row.trouble) if part)
        return None

    def _made(self, n: int, step: Step) -> RecordedRow:
        target = target_of(step)
        path = target.image if target is not None else None
        return row_of(n, step, self._image(path) if path else None)

    def _remove(self, at: int) -> None:
        self.beginRemoveRows(QModelIndex(), at, at)
        del self._numbers[at]
        del self._rows[at]
        self.endRemoveRows()


PICTURE: Final = QSize(80, 32)
"""Half of what a recording keeps of a target."""
_PAD: Final = 8
_CACHED: Final = 64
"""Pictures; a panel shows about eight rows."""


class RecordedDelegate(QStyledItemDelegate):
    """Owned by the panel's list."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._images: OrderedDict[bytes, QImage] = OrderedDict()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return two lines' height: all rows are as high."""
        del index
        lines = line_height(self._theme.font("body")) + line_height(self._theme.font("small"))
        return QSize(option.rect.width(), round(max(PICTURE.height(), lines + 2)) + 2 * _PAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row."""
        row: RecordedRow = index.data(ROW_ROLE)
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.fillRect(rect, self._theme.color("accentSoft"))
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        self._paint_picture(painter, rect, row)
        self._paint_words(painter, rect, row)
        painter.restore()

    def _paint_picture(self, painter: QPainter, rect: QRectF, row: RecordedRow) -> None:
        box = QRectF(rect.left() + _PAD, 0, PICTURE.width(), PICTURE.height())
        box.moveTop(rect.center().y() - PICTURE.height() / 2)
        image = self._image(row.image) if row.image else None
        paint_boxed(painter, self._theme, box, image, None, row.icon, "text3")

    def _paint_words(self, painter: QPainter, rect: QRectF, row: RecordedRow) -> None:
        theme = self._theme
        left = rect.left() + 2 * _PAD + PICTURE.width() + 2
        body, small = theme.font("body"), theme.font("small")
        below = row.trouble or row.place
        height = line_height(body) + (line_height(small) + 2 if below else 0)
        top = rect.center().y() - height / 2
        width = rect.right() - _PAD - left
        first = QRectF(left, top, width, line_height(body))
        draw_line(painter, first, row.words, body, theme.color("text"))
        if below:
            second = QRectF(left, first.bottom() + 2, width, line_height(small))
            ink = theme.color("r2" if row.trouble else "text2")
            words = tr("Left out: {0}").format(row.trouble) if row.trouble else below
            draw_line(painter, second, words, small, ink)

    def _image(self, data: bytes) -> QImage:
        found = self._images.get(data)
        if found is None:
            found = self._images[data] = QImage.fromData(data)
            while len(self._images) > _CACHED:
                self._images.popitem(last=False)
        return found


def lasted_s(events: bytes | None) -> float:
    """Return the seconds from the first event to the last; 0 where no events can be read."""
    if events is None:
        return 0.0
    try:
        found = unpacked(events)
    except MacroError:
        return 0.0
    if not len(found):
        return 0.0
    times, kinds = found["t_us"], found["kind"]
    total_us, begin_us, is_paused = 0, int(times[0]), False
    for at in ((kinds == PAUSED) | (kinds == RESUMED)).nonzero()[0]:
        if not is_paused:
            total_us += int(times[at]) - begin_us
        is_paused, begin_us = bool(kinds[at] == PAUSED), int(times[at])
    if not is_paused:
        total_us += int(times[-1]) - begin_us
    return max(total_us, 0) / 1e6


TEXT_EVERYWHERE: Final = tr("Record text everywhere")
TEXT_EVERYWHERE_MEANS: Final = tr(
    "Also where nothing tells whether it is a password, as in terminals. Pause before you type one."
)
HOW_TO_ALLOW: Final = tr("To have it recorded there too, tick “{0}”.").format(TEXT_EVERYWHERE)


def left_out(*, has_terminal: bool, has_text: bool = False) -> str:
    """Return what is not recorded, in a sentence.

    Args:
        has_terminal: deskhand was started from a terminal, which then counts as ours.
        has_text: text is recorded too where nothing tells whether it is a password.
    """
    terminal = tr(", the terminal that started it") if has_terminal else ""
    text = (
        tr("what password fields get")
        if has_text
        else tr("passwords, text where nothing tells whether it is one")
    )
    return tr("Left out: {0}, deskhand's windows{1}, windows you keep private.").format(
        text, terminal
    )


def summary(recording: Recording, *, was_cut_off: bool, why: str) -> str:
    """Return what a recording came to, and why it is over where that was not asked for."""
    steps = recording.macro.steps
    count, off = len(steps), sum(step.off for step in steps)
    said = (
        (tr("1 step") if count == 1 else tr("{0} steps").format(count))
        if count
        else tr("Nothing was recorded.")
    )
    if was_cut_off:
        said = tr("A recording was cut off: {0}. Keep it?").format(said) if count else said
    elif count:
        said = tr("{0} recorded.").format(said)
    if off:
        said += tr(" {0} cannot be replayed yet; the editor shows why.").format(off)
    return f"{said} {as_sentence(why)}".strip()
