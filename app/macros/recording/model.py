"""The live list of a recording: rows by their number, the newest last."""

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.macros.recording.rows import RecordedRow, row_of, target_of
from automation.macros.macro import Step
from automation.macros.recording.recorded import Happening, Removed

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

    @property
    def troubled(self) -> int:
        """How many of them a replay would leave out."""
        return sum(bool(row.trouble) for row in self._rows)

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
