"""The rows of a document as Qt's list model: an edit touches only the rows that it changed."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.macros.editor.row_view import RowView, view_of
from app.macros.editor.run_states import RunStates
from automation.macros.editing.document import Document
from automation.macros.editing.rows import Change, Row

ROW_ROLE: Final = int(Qt.ItemDataRole.UserRole)
VIEW_ROLE: Final = ROW_ROLE + 1
_KEPT: Final = 512
"""Views of rows that are kept: some fifty screens of them."""

Index = QModelIndex | QPersistentModelIndex


class StepModel(QAbstractListModel):
    """Reads the document and never changes it. UI thread.

    The document is changed before it tells; so the rows that Qt knows of are kept here, by id.
    """

    def __init__(
        self, document: Document, states: RunStates, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._states = states
        self._ids = [row.id for row in document.rows]
        self._views: OrderedDict[str, tuple[Row, RowView]] = OrderedDict()

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of rows."""
        return 0 if parent is not None and parent.isValid() else len(self._ids)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return a row, how it looks, or its sentence."""
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
            case _:
                return None

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
        rows = self._document.rows
        fresh = [rows[n].id for n in range(change.first, change.first + change.inserted)]
        self._ids[change.first : change.first + both] = fresh[:both]
        first = change.first + both
        if change.removed > both:
            last = change.first + change.removed - 1
            self.beginRemoveRows(QModelIndex(), first, last)
            del self._ids[first : last + 1]
            self.endRemoveRows()
        elif change.inserted > both:
            self.beginInsertRows(QModelIndex(), first, change.first + change.inserted - 1)
            self._ids[first:first] = fresh[both:]
            self.endInsertRows()
        self._all_changed()  # numbers behind the place and blocks around it are others too

    def refresh(self, ids: Iterable[str]) -> None:
        """Show the state of steps anew: they ran, or something was offered for them."""
        for step_id in ids:
            self._views.pop(step_id, None)
            if self._document.has(step_id):
                index = self.index(self._document.row_of(step_id))
                self.dataChanged.emit(index, index)

    def refresh_all(self) -> None:
        """Show the state of every step anew."""
        self._views.clear()
        self._all_changed()

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
