"""The part of the form before a run that chooses a table: file, first rows, where to begin, what a failed row does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QTableView,
    QWidget,
)

from app.gui import tr
from app.gui.preferences.editor import DropBox, NumberBox
from app.gui.widgets.buttons import Button
from app.gui.widgets.inputs import CheckBox, show_dialog
from app.gui.widgets.labels import ElidedLabel, ErrorBox, Label
from app.gui.widgets.layout import Framed, column, row
from app.gui.widgets.theme import Theme
from app.macros.play_request import RowsBefore
from automation.core.text import visible_text
from automation.macros.play.values import MAX_ROWS, Table

SHOWN_ROWS: Final = 5
Index = QModelIndex | QPersistentModelIndex


class PreviewModel(QAbstractTableModel):
    """The first rows of a table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[str, ...] = ()
        self._rows: tuple[tuple[str, ...], ...] = ()

    def show(self, table: Table) -> None:
        """Show the first rows of this table."""
        self.beginResetModel()
        self._columns, self._rows = table.columns, table.rows[:SHOWN_ROWS]
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many rows are shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many columns the macro uses."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:  # noqa: ANN401
        """Return a cell, invisible characters as marks."""
        if not index.isValid() or role not in (
            int(Qt.ItemDataRole.DisplayRole),
            int(Qt.ItemDataRole.ToolTipRole),
        ):
            return None
        return visible_text(self._rows[index.row()][index.column()])

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = int(Qt.ItemDataRole.DisplayRole),
    ) -> Any:  # noqa: ANN401
        """Return the name of a column, or the number of a row."""
        if role != int(Qt.ItemDataRole.DisplayRole):
            return None
        is_column = orientation == Qt.Orientation.Horizontal
        return self._columns[section] if is_column else str(section + 1)


def preview_of(theme: Theme, model: PreviewModel) -> QTableView:
    """Return what shows the first rows; the keyboard goes past its cells."""
    view = QTableView()
    view.setModel(model)
    view.setProperty("kind", "boxed")
    view.setAccessibleName(tr("First rows of the table"))
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setFont(theme.font("small"))
    view.setTabKeyNavigation(False)
    header = view.horizontalHeader()
    header.setStretchLastSection(True)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setFont(theme.font("small_bold"))
    view.verticalHeader().hide()
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return view


MARKS: Final = (
    ("", tr("Separator: automatic")),
    (",", tr("Separator: comma")),
    (";", tr("Separator: semicolon")),
    ("tab", tr("Separator: tab")),
    ("|", tr("Separator: bar")),
)
_NONE: Final = tr("No table chosen")


@dataclass(frozen=True, slots=True)
class TableChoice:
    """What was chosen."""

    rows: Path
    delimiter: str
    """As a request to play has it: a mark, `tab`, or empty to find it out."""
    from_row: int
    keep_going: bool


class TableCard(Framed):
    """Owned by the form; the table is read by somebody else, off the UI thread."""

    table_wanted = Signal(object, str)
    """A path and what stands between cells: `show_table` or `show_problem` answers."""
    changed = Signal()

    def __init__(
        self,
        theme: Theme,
        columns: Sequence[str],
        fills: Sequence[str] = (),
        *,
        is_needed: bool = True,
        before: RowsBefore | None = None,
        from_step: str = "",
    ) -> None:
        """Ask for a table.

        Args:
            columns: those that must be in it.
            fills: names that a column fills, if there is one called so.
            from_step: id of the step that is begun with; empty for the first.
        """
        super().__init__("card")
        self._theme = theme
        self._path: Path | None = None
        self._table: Table | None = None
        self._before, self._from_step = before, from_step
        self._first_row = 1
        self._is_new = False
        """The file was chosen and not shown yet: where to begin is not the user's word so far."""
        self._file = ElidedLabel(theme, _NONE, "body", mode=Qt.TextElideMode.ElideMiddle)
        self.choose = Button(
            theme, tr("Choose a CSV file"), icon="folder", size="compact", takes_enter=False
        )
        self.choose.clicked.connect(self._on_choose)
        self.leave_out = Button(theme, tr("Remove"), size="compact", kind="flat")
        self.leave_out.clicked.connect(self._on_leave_out)
        self.leave_out.hide()
        self._is_needed = is_needed
        self.marks = DropBox(theme, MARKS, "", lambda _: self._ask())
        self.marks.setAccessibleName(tr("What stands between cells"))
        self._told = Label(theme, "", "small", "dim", wraps=True)
        self.note = Label(theme, "", "small", "r2", wraps=True)
        self.note.hide()
        self.problem = ErrorBox(theme)
        self._model = PreviewModel(self)
        self.preview = preview_of(theme, self._model)
        self.from_row = NumberBox(theme, (1, MAX_ROWS), 1, lambda _: self.changed.emit())
        self.from_row.setAccessibleName(tr("Begin with row"))
        self.done = Label(theme, "", "small", "dim", wraps=True)
        self.done.hide()
        self.keep_going = CheckBox(theme, tr("Go on with the next row when one fails"))
        title = Label(theme, tr("Table") if is_needed else tr("Table, if you have one"), "bold")
        said = _hint(columns, fills, is_needed=is_needed)
        hint = Label(theme, said, "small", "dim", wraps=True)
        file = row((self._file, 1), self.choose, self.leave_out, gap=8)
        self._more = self._rest(theme)
        self._more.hide()
        parts = (title, hint, file, self.problem, self._more)
        column(*parts, gap=8, margins=(16, 12, 16, 14), into=self)

    def _rest(self, theme: Theme) -> QWidget:
        """Return what makes sense once a file is chosen."""
        rest = QWidget()
        marks = (self.marks, 0, Qt.AlignmentFlag.AlignLeft)
        begin = row(Label(theme, tr("Begin with row")), self.from_row, None, gap=8)
        shown = (self._told, self.preview, self.note, marks)
        column(*shown, begin, self.done, self.keep_going, gap=8, into=rest)
        return rest

    @property
    def choice(self) -> TableChoice | None:
        """What was chosen; None while there is no table that can be used."""
        if self._path is None or self._table is None:
            return None
        mark = str(self.marks.currentData() or "")
        return TableChoice(self._path, mark, self.from_row.value(), self.keep_going.isChecked())

    @property
    def filled(self) -> tuple[str, ...]:
        """The names that its columns fill; none while there is no table that can be used."""
        return self._table.filled if self._table is not None else ()

    @property
    def is_missing(self) -> bool:
        """Tell whether nothing can be played as it stands: no table, or one that cannot be used."""
        return self.choice is None and (self._is_needed or self._path is not None)

    def use(self, path: Path, first_row: int = 1) -> None:
        """Take this file; begin with that row where nothing was done of it before."""
        self._path, self._first_row, self._is_new = path, first_row, True
        self.leave_out.setVisible(not self._is_needed)
        self._file.set_whole_text(str(path))
        self._ask()

    def show_table(self, path: Path, table: Table, note: str = "") -> None:
        """Show the first rows of the table that was asked for, and what of it is not used."""
        if path != self._path:
            return
        self._table = table
        count = len(table)
        said = tr("1 row") if count == 1 else tr("{0:,} rows").format(count)
        self._told.setText(
            tr("{0}; the first {1}:").format(said, SHOWN_ROWS) if count > SHOWN_ROWS else f"{said}:"
        )
        self.problem.show_problem("")
        self.note.tell(f"{note[:1].upper()}{note[1:]}." if note else "")
        self._model.show(table)
        self.from_row.setMaximum(max(1, count))
        self._begin(path, count)
        self.preview.resizeColumnsToContents()
        header = self.preview.horizontalHeader().sizeHint().height()
        rows = sum(self.preview.rowHeight(row) for row in range(self._model.rowCount()))
        bar = self.preview.horizontalScrollBar()
        self.preview.setFixedHeight(header + rows + 6 + (12 if bar.maximum() > 0 else 0))
        self.preview.show()
        self._told.show()
        self._more.show()
        self.changed.emit()

    def _begin(self, path: Path, count: int) -> None:
        """Tell what was done of the rows of this file, and begin behind that."""
        before = self._before if self._before is not None and self._before.is_of(path) else None
        step = self._from_step
        words = before.words(step, count) if before is not None else ""
        self.done.tell(words)
        self.done.set_tone("r2" if before and before.does_again(step, count) else "dim")
        self.from_row.setAccessibleDescription(words)
        if self._is_new:
            start = before.start(step, count) if before is not None else 0
            self.from_row.setValue(start or (self._first_row if self._first_row <= count else 1))
        self._is_new = False

    def show_problem(self, path: Path, sentence: str) -> None:
        """Say why the table that was asked for cannot be used."""
        if path != self._path:
            return
        self._table = None
        self.problem.show_problem(f"{sentence[:1].upper()}{sentence[1:]}")
        self.preview.hide()
        self.note.hide()
        self._told.hide()
        self._more.show()
        self.changed.emit()

    def need(self) -> None:
        """Say that a table is needed."""
        if self._path is None:
            self.problem.show_problem(tr("It goes over a table: choose one."))
            self.choose.setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask(self) -> None:
        self._table = None
        if self._path is not None:
            self.table_wanted.emit(self._path, str(self.marks.currentData() or ""))
        self.changed.emit()

    def _on_leave_out(self) -> None:
        """Play without a table after all."""
        self._path = self._table = None
        self._file.set_whole_text(_NONE)
        self.problem.show_problem("")
        self._more.hide()
        self.leave_out.hide()
        self.choose.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def _on_choose(self) -> None:
        start = str(self._path.parent) if self._path else str(Path.home())
        ask_table(self.window(), start, lambda chosen: self.use(Path(chosen)))


def _hint(columns: Sequence[str], fills: Sequence[str], *, is_needed: bool) -> str:
    """Return what the table is for, and what its columns should be called."""
    some = ", ".join(fills)
    if not is_needed and not columns:
        return tr(
            "With a table all of it is done once for each row. Columns that fill values: {0}"
        ).format(some)
    needed = ", ".join(columns) or (tr("none in particular") if not fills else "")
    parts = [tr("Columns that it uses: {0}").format(needed)] if needed else []
    parts += [tr("Columns that may fill values: {0}").format(some)] if fills else []
    use = (
        tr("Each row is one round") if is_needed else tr("A table may give a row's values instead")
    )
    return ". ".join((use, *parts))


def ask_table(parent: QWidget, start: str, chosen: Callable[[str], None]) -> None:
    """Open a dialog for a table; it is not modal, so that Stop stays in reach."""
    dialog = QFileDialog(
        parent, tr("Table"), start, tr("Tables (*.csv *.tsv *.txt);;All files (*)")
    )
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    show_dialog(dialog, chosen)
