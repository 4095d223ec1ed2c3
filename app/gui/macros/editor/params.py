"""What the macro asks for: a chip for each parameter and column, and the form of one of them."""

from itertools import pairwise
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QGridLayout,
    QLineEdit,
    QSizePolicy,
    QWidget,
)

from app.gui import tr
from app.gui.chat.paint import draw_line
from app.gui.preferences.editor import DropBox
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import ErrorBox, Label
from app.gui.widgets.layout import Flow, Framed, column, row
from app.gui.widgets.theme import PaintedButton, Theme, draw_box
from automation.core.errors import MacroError
from automation.macros.edit.document import Document
from automation.macros.macro import Macro, Param
from automation.macros.walk import number_of

_HEIGHT: Final = 28
_PADDING: Final = 10
_GAP: Final = 6
_WIDEST: Final = 220


class ParamChip(PaintedButton):
    """Cut where the name is very long; its whole words are its accessible name."""

    def __init__(self, theme: Theme, name: str, kind: str) -> None:
        super().__init__(theme)
        self.name, self._kind = name, kind
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        what = tr("Column") if kind == "column" else tr("Parameter")
        self.setAccessibleName(f"{what} {name}, {kind}")
        self.setToolTip(tr("Change {0}").format(name))

    def sizeHint(self) -> QSize:
        """Return the size of both words."""
        name = QFontMetricsF(self._theme.font("small_bold")).horizontalAdvance(self.name)
        kind = QFontMetricsF(self._theme.font("small")).horizontalAdvance(self._kind)
        width = min(_WIDEST, name) + _GAP + kind + 2 * _PADDING + 2
        return QSize(round(width), _HEIGHT)

    def _paint(self, painter: QPainter) -> None:
        color = self._theme.color
        ground = color("accentSoft" if self.underMouse() else "sunken")
        outline = color("accent") if self.hasFocus() else None
        draw_box(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, ground, outline, 2)
        bold = self._theme.font("small_bold")
        area = QRectF(self.rect()).adjusted(_PADDING, 0, -_PADDING, 0)
        area.setWidth(min(area.width(), _WIDEST))
        taken = draw_line(painter, area, self.name, bold, color("text"))
        area.setLeft(area.left() + taken + _GAP)
        area.setRight(self.rect().right())
        draw_line(painter, area, self._kind, self._theme.font("small"), color("text2"))


TYPES: Final = (
    ("text", tr("text")),
    ("number", tr("number")),
    ("choice", tr("choice")),
    ("yes_no", tr("yes or no")),
    ("secret", tr("secret")),
)
TYPE_WORDS: Final = dict(TYPES)


class ParamForm(Framed):
    """Stands below the bar while a parameter is added or changed; Esc leaves everything as it is."""

    kept = Signal(str, str, object)
    """The name before (empty for another one), the name, the `Param`."""
    removed = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, name: str, param: Param) -> None:
        super().__init__("card")
        self._theme = theme
        self._before = name
        self.name = _line(theme, tr("Name"), name, tr("small letters, digits, _"), 40)
        self._type = param.type
        self.type = DropBox(theme, TYPES, param.type, self._on_type)
        self.type.setAccessibleName(tr("Type"))
        self._type_label = Label(theme, tr("Type"), "small", "dim")
        self.ask = _line(theme, tr("Question"), param.ask, tr("the name when empty"), 500)
        self.default = _line(theme, tr("Default"), param.default or "", "none", 60_000)
        self.choices = _line(
            theme, tr("Choices"), "; ".join(param.choices), tr("with ; between"), 60_000
        )
        self.least = _line(theme, tr("Least"), _number(param.least), "none", 30)
        self.most = _line(theme, tr("Most"), _number(param.most), "none", 30)
        self.problem = ErrorBox(theme)
        self.keep = Button(theme, tr("Save"), kind="primary", size="compact")
        self.leave = Button(theme, tr("Cancel"), kind="flat", size="compact")
        self.remove = Button(theme, tr("Remove"), icon="trash", kind="flat", size="compact")
        self.remove.setVisible(bool(name))
        self.keep.clicked.connect(self._on_keep)
        self.leave.clicked.connect(self.left)
        self.remove.clicked.connect(lambda: self.removed.emit(self._before))
        self._rows: list[tuple[Label, QLineEdit, frozenset[str]]] = []
        self._lay_out()
        self._on_type(param.type)
        self._at_first = self._written()

    @property
    def is_changed(self) -> bool:
        """Tell whether something else is written than at first."""
        return self._written() != self._at_first

    def _written(self) -> tuple[str, ...]:
        return (self._type, *(field.text() for _label, field, _types in self._rows))

    def commit(self) -> str:
        """Keep what is written; return why it cannot be, empty when it was. A form as it was is left."""
        if not self.is_changed:
            return ""
        self._on_keep()
        if self.problem.words:
            self._first_wrong().setFocus()
        return self.problem.words

    def _first_wrong(self) -> QLineEdit:
        """Return the field with a bound that is no number; else the name."""
        for field in (self.least, self.most) if self._type == "number" else ():
            if field.text().strip() and number_of(field.text().strip()) is None:
                return field
        return self.name

    def _lay_out(self) -> None:
        grid = self._grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(8)
        whole = frozenset(TYPE_WORDS)
        number = frozenset({"number"})
        lines = (
            (self.name, whole),
            (self.ask, whole),
            (self.default, whole - {"secret"}),
            (self.choices, frozenset({"choice"})),
            (self.least, number),
            (self.most, number),
        )
        for field, types in lines:
            label = Label(self._theme, field.accessibleName(), "small", "dim")
            label.setBuddy(field)
            self._rows.append((label, field, types))
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        buttons = row(self.keep, self.leave, None, self.remove, gap=8)
        column(grid, self.problem, buttons, gap=10, margins=(16, 12, 16, 12), into=self)

    def param(self) -> Param:
        """Return what is written, as far as the type has it.

        Raises:
            ValueError: a bound is no number.
        """
        is_number = self._type == "number"
        choices = [one.strip() for one in self.choices.text().split(";") if one.strip()]
        default = self.default.text()
        return Param(
            type=self._type,
            ask=self.ask.text().strip(),
            default=default if default and self._type != "secret" else None,
            choices=tuple(choices) if self._type == "choice" else (),
            least=_bound(tr("Least"), self.least.text()) if is_number else None,
            most=_bound(tr("Most"), self.most.text()) if is_number else None,
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep with Enter, leave with Esc."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_keep()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _on_type(self, kind: str) -> None:
        self._type = kind  # type: ignore[assignment]  # one of TYPES
        shown: list[tuple[QWidget, QWidget]] = []
        for label, field, types in self._rows:
            for widget in (label, field):
                self._grid.removeWidget(widget)
                widget.setVisible(kind in types)
            if kind in types:
                shown.append((label, field))
            if field is self.name:
                shown.append((self._type_label, self.type))
        for place, (word, control) in enumerate(shown):  # two in a row, without holes
            self._grid.addWidget(word, place // 2, 2 * (place % 2))
            self._grid.addWidget(control, place // 2, 2 * (place % 2) + 1)

    def _on_keep(self) -> None:
        try:
            param = self.param()
        except ValueError as error:
            self.problem.show_problem(str(error))
            return
        self.problem.show_problem("")  # whoever hears of it may say what is wrong
        self.kept.emit(self._before, self.name.text().strip(), param)


def _line(theme: Theme, name: str, value: str, hint: str, limit: int) -> QLineEdit:
    field = QLineEdit(value)
    field.setFont(theme.font("small"))
    field.setMaxLength(limit)
    field.setPlaceholderText(hint)
    field.setAccessibleName(name)
    return field


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.15g}"


def _bound(name: str, text: str) -> float | None:
    if not text.strip():
        return None
    found = number_of(text.strip())
    if found is None:
        raise ValueError(
            f"{name}: “{text}” is no number. Write one such as 12 or 0.5, or leave it empty."
        )
    return found


class ParamsBar(QWidget):
    """Edits go into the document; what it refuses is told here."""

    table_wanted = Signal()
    """The user wants to run the macro over the rows of a table."""

    def __init__(self, theme: Theme, document: Document) -> None:
        super().__init__()
        self._theme = theme
        self._document = document
        self._shown: Macro | None = None
        self.form: ParamForm | None = None
        self.problem = ErrorBox(theme)
        self.add = Button(theme, tr("Add"), icon="plus", kind="flat", size="compact")
        self.add.setAccessibleName(tr("Add a parameter"))
        self.add.clicked.connect(lambda: self._open("", Param()))
        self.table = Button(theme, tr("Columns"), icon="list", kind="flat", size="compact")
        self.table.setCheckable(True)
        self.table.setAccessibleName(tr("Columns of the table"))
        self.table.toggled.connect(self._on_columns)
        self.columns = QLineEdit()
        self.columns.setFont(theme.font("small"))
        self.columns.setAccessibleName(tr("Columns of the table, with ; between"))
        self.columns.setPlaceholderText(
            tr("Columns that a table must have, with ; between: item; price")
        )
        self.columns.editingFinished.connect(self._put_columns)
        self.columns.hide()
        self.run_table = Button(
            theme, tr("Run over a table"), icon="list", kind="flat", size="compact"
        )
        self.run_table.clicked.connect(self.table_wanted)
        self.chips: list[ParamChip] = []
        self._chips = QWidget()
        said = Label(theme, tr("Asks for"), "caption_bold", "faint")
        self._row = row(said, (self._chips, 1), self.table, self.run_table, gap=8)
        parts = (self._row, self.columns, self.problem)
        self._lines = column(*parts, gap=8, margins=(16, 10, 16, 10), into=self)
        self.refresh()

    def commit(self, *, is_leaving: bool = False) -> str:
        """Take what is written in the columns and in an open form.

        Args:
            is_leaving: nobody can write it anew: columns that cannot be taken hold up no form.

        Returns:
            Why that cannot be; empty when it was. The field has the keyboard then.
        """
        self._put_columns()
        if self.problem.words and not is_leaving:
            self.table.setChecked(True)
            self.columns.setFocus()
            return self.problem.words
        return self.form.commit() if self.form is not None else ""

    def refresh(self) -> None:
        """Show what the document has; does nothing where that is the same."""
        macro = self._document.macro
        before = self._shown
        if before is not None and (before.params, before.columns) == (macro.params, macro.columns):
            return
        self._shown = macro
        self.chips = []
        for name, param in macro.params.items():
            chip = ParamChip(self._theme, name, TYPE_WORDS[param.type])
            chip.clicked.connect(lambda _=False, name=name: self._open_known(name))
            self.chips.append(chip)
        for name in macro.columns:
            chip = ParamChip(self._theme, name, "column")
            chip.setAccessibleName(tr("Column {0}").format(name))
            chip.clicked.connect(lambda: self.table.setChecked(True))
            self.chips.append(chip)
        old = self._chips
        self.add.setParent(None)
        self._chips = Flow([*self.chips, self.add], 8, 6)
        self._row.replaceWidget(old, self._chips)
        self.add.show()
        old.deleteLater()
        order = [*self.chips, self.add, self.table, self.run_table, self.columns]
        for one, behind in pairwise(order):  # chips are made later than what stands behind them
            self.setTabOrder(one, behind)
        self.run_table.setVisible(bool(macro.columns))
        if not self.columns.hasFocus():
            self.columns.setText("; ".join(macro.columns))

    def _open_known(self, name: str) -> None:
        param = self._document.macro.params.get(name)
        if param is not None:
            self._open(name, param)

    def _open(self, name: str, param: Param) -> None:
        if self.form is not None and self.form.commit():
            return  # it says what is wrong with what was written there
        self._close()
        form = ParamForm(self._theme, name, param)
        form.kept.connect(self._on_kept)
        form.removed.connect(self._on_removed)
        form.left.connect(self._close)
        self.form = form
        self._lines.insertWidget(1, form)
        form.show()
        form.name.setFocus()

    def _close(self) -> None:
        if self.form is not None:
            form, self.form = self.form, None
            self._lines.removeWidget(form)
            form.hide()
            form.deleteLater()
            self.add.setFocus()

    def _on_kept(self, before: str, name: str, param: Param) -> None:
        if self.form is None:
            return
        try:
            self._keep(before, name, param)
        except MacroError as error:
            self.form.problem.show_problem(str(error))
            return
        self._close()

    def _keep(self, before: str, name: str, param: Param) -> None:
        if not name:
            raise MacroError("A parameter needs a name, such as vendor. Write one.")
        if not before and name in self._document.macro.params:
            raise MacroError(f"There is a parameter called {name} already. Take another name.")
        if before and before != name:
            self._document.rename_param(before, name)
        if self._document.macro.params.get(name) != param:
            self._document.set_param(name, param)

    def _on_removed(self, name: str) -> None:
        if self.form is None:
            return
        try:
            self._document.set_param(name, None)
        except MacroError as error:
            self.form.problem.show_problem(str(error))
            return
        self._close()

    def _on_columns(self, is_open: bool) -> None:
        self.columns.setVisible(is_open)
        if is_open:
            self.columns.setFocus()

    def _put_columns(self) -> None:
        names = [one.strip() for one in self.columns.text().split(";") if one.strip()]
        self.problem.show_problem("")
        if tuple(names) == self._document.macro.columns:
            return
        try:
            self._document.set_header(columns=names)
        except MacroError as error:
            self.problem.show_problem(str(error))
