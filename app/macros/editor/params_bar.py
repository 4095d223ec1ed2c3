"""What the macro asks for: a chip for each parameter and column, and the form of one of them."""

from itertools import pairwise

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.macros.editor.param_chip import ParamChip
from app.macros.editor.param_form import TYPE_WORDS, ParamForm
from app.widgets.buttons import Button
from app.widgets.error_box import ErrorBox
from app.widgets.flow import Flow
from app.widgets.labels import Label
from app.widgets.theme import Theme
from automation.core.errors import MacroError
from automation.macros.editing.document import Document
from automation.macros.macro import Macro, Param


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
        self.add = Button(theme, "Add", icon="plus", kind="flat", size="compact")
        self.add.setAccessibleName("Add a parameter")
        self.add.clicked.connect(lambda: self._open("", Param()))
        self.table = Button(theme, "Columns", icon="list", kind="flat", size="compact")
        self.table.setCheckable(True)
        self.table.setAccessibleName("Columns of the table")
        self.table.toggled.connect(self._on_columns)
        self.columns = QLineEdit()
        self.columns.setFont(theme.font("small"))
        self.columns.setAccessibleName("Columns of the table, with ; between")
        self.columns.setPlaceholderText(
            "Columns that a table must have, with ; between: item; price"
        )
        self.columns.editingFinished.connect(self._put_columns)
        self.columns.hide()
        self.run_table = Button(theme, "Run over a table", icon="list", kind="flat", size="compact")
        self.run_table.clicked.connect(self.table_wanted)
        self._chips = QWidget()
        self._row = QHBoxLayout()
        self._lines = QVBoxLayout(self)
        self._lay_out()
        self.refresh()

    def _lay_out(self) -> None:
        self._row.setSpacing(8)
        self._row.addWidget(Label(self._theme, "Asks for", "caption_bold", "faint"))
        self._row.addWidget(self._chips, 1)
        self._row.addWidget(self.table)
        self._row.addWidget(self.run_table)
        self._lines.setContentsMargins(16, 10, 16, 10)
        self._lines.setSpacing(8)
        self._lines.addLayout(self._row)
        self._lines.addWidget(self.columns)
        self._lines.addWidget(self.problem)

    def chips(self) -> list[ParamChip]:
        """Return the chips in their order."""
        return self._chips.findChildren(ParamChip)

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
        chips: list[QWidget] = []
        for name, param in macro.params.items():
            chip = ParamChip(self._theme, name, TYPE_WORDS[param.type])
            chip.clicked.connect(lambda _=False, name=name: self._open_known(name))
            chips.append(chip)
        for name in macro.columns:
            chip = ParamChip(self._theme, name, "column")
            chip.setAccessibleName(f"Column {name}")
            chip.clicked.connect(lambda: self.table.setChecked(True))
            chips.append(chip)
        old = self._chips
        self.add.setParent(None)
        self._chips = Flow([*chips, self.add], 8, 6)
        self._row.replaceWidget(old, self._chips)
        self.add.show()
        old.deleteLater()
        order = [*chips, self.add, self.table, self.run_table, self.columns]
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
            message = "A parameter needs a name, such as vendor. Write one."
            raise MacroError(message)
        if not before and name in self._document.macro.params:
            message = f"There is a parameter called {name} already. Take another name."
            raise MacroError(message)
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
