"""The form before a run: a field for each value that the macro asks for, and its table.

What may stand in a field is decided where a run decides it (`player.values`, `player.tables`).
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.macro_request import PlayRequest
from app.macros.library.prepared import Prepared
from app.macros.library.table_card import TableCard, TableChoice
from app.macros.library.value_fields import ValueField
from app.widgets.buttons import Button
from app.widgets.column_page import ColumnPage
from app.widgets.labels import Label
from app.widgets.theme import Theme
from automation.macros.player.values import (
    Asked,
    Wanted,
    scope_for,
    text_problem,
    title_problem,
)

SIZE: Final = (560, 620)
SMALLEST: Final = (420, 320)
WIDEST: Final = 640


class ValuesForm(QWidget):
    """A window of its own: a run that a key started needs it too. UI thread; closes itself."""

    play_pressed = Signal(object)
    """The request with everything filled in."""
    table_wanted = Signal(object, str)
    closed = Signal()

    def __init__(
        self, theme: Theme, prepared: Prepared, request: PlayRequest, asked: Asked
    ) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(prepared.heading.replace("“", "").replace("”", ""))
        self.setWindowIcon(theme.icon("logo", "accent", 32))
        self.setMinimumSize(*SMALLEST)
        self.resize(*SIZE)
        self._theme, self._prepared, self._request = theme, prepared, request
        self.fields = tuple(
            ValueField(theme, one, param, _first_value(prepared, request, one))
            for one, param in prepared.asked.items()
        )
        self.table = (
            TableCard(
                theme,
                prepared.columns,
                prepared.fills,
                is_needed=prepared.needs_rows,
                before=prepared.before,
                from_step=request.from_step,
            )
            if prepared.has_rows or prepared.may_have_rows
            else None
        )
        self._problem = Label(theme, "", "small", "r3", wraps=True)
        self._problem.hide()
        self.play = Button(theme, "Play", icon="play", kind="primary", keys="Return")
        self.leave = Button(theme, "Leave", keys="Escape")
        self._lay_out(prepared.heading)
        self._connect()
        for wanted in asked.wanted:
            if wanted.problem:
                self._field(wanted.name).set_problem(wanted.problem)
        self._begin(asked)

    def _lay_out(self, title: str) -> None:
        theme = self._theme
        said = "Fill in what it asks for. Nothing is typed before you press Play."
        parts: list[QWidget] = [
            Label(theme, title, "heading", wraps=True),
            Label(theme, said, "body", "dim", wraps=True),
            *self.fields,
        ]
        if self.table is not None:
            parts.append(self.table)
        foot = QFrame()
        foot.setProperty("kind", "baseline")
        row = QHBoxLayout(foot)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(8)
        row.addWidget(self._problem, 1)
        row.addStretch(0)
        row.addWidget(self.leave)
        row.addWidget(self.play)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(ColumnPage("Values", parts, WIDEST), 1)
        column.addWidget(foot)

    def _connect(self) -> None:
        self.play.clicked.connect(self._on_play)
        self.leave.clicked.connect(self.close)
        QShortcut(QKeySequence("Esc"), self).activated.connect(self.close)
        for field in self.fields:
            field.entered.connect(self._on_entered)
            field.changed.connect(lambda field=field: self._check(field))
        if self.table is not None:
            self.table.table_wanted.connect(self.table_wanted)
            self.table.changed.connect(self._on_table)

    def _begin(self, asked: Asked) -> None:
        """Put the caret where something is missing; where nothing is, Enter plays."""
        missing = {wanted.name for wanted in asked.wanted}
        missing |= {field.name for field in self.fields if field.value is None}
        first = next((field for field in self.fields if field.name in missing), None)
        if first is not None:
            first.control.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.table is not None and self.table.is_missing:
            self.table.choose.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.play.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_table(self) -> None:
        """Leave to the table what its columns fill."""
        filled = frozenset(self.table.filled if self.table is not None else ())
        has_table = self.table is not None and self.table.choice is not None
        given = filled - self._prepared.outside | (self._row_names if has_table else frozenset())
        for field in self.fields:
            field.set_filled(is_filled=field.name in given)
        self._say("")
        is_lacking = self.table is None or self.table.is_missing or bool(self._wrong())
        if not is_lacking and self.table is not None and self.table.choose.hasFocus():
            self.play.setFocus(Qt.FocusReason.OtherFocusReason)

    def begin_table(self) -> None:
        """Look at the table that was used last, if it is still there; after `table_wanted` is heard."""
        before = self._prepared.filled.rows if self._prepared.has_rows else ""
        rows = self._request.rows or (Path(before) if before else None)
        if self.table is not None and rows is not None and rows.is_file():
            wanted = self._request
            marks = self.table.marks
            marks.setCurrentIndex(max(0, marks.findData(wanted.delimiter)))
            self.table.keep_going.setChecked(wanted.keep_going)
            self.table.use(rows, wanted.from_row)

    @property
    def wants_secrets(self) -> bool:
        """Tell whether names of secrets are to be offered."""
        return any(field.param.type == "secret" for field in self.fields)

    @property
    def problem(self) -> str:
        """What is said beside the buttons."""
        return self._problem.text()

    def show_secrets(self, names: tuple[str, ...], problem: str = "") -> None:
        """Offer the secrets that the keyring has, or say why there are none."""
        for field in self.fields:
            field.show_secrets(names, problem)

    def _field(self, name: str) -> ValueField:
        return next(field for field in self.fields if field.name == name)

    @property
    def _asked_here(self) -> tuple[ValueField, ...]:
        """The fields whose values no row of the table gives."""
        return tuple(field for field in self.fields if not field.is_filled)

    @property
    def _row_names(self) -> frozenset[str]:
        """The columns that have a field here."""
        prepared = self._prepared
        return frozenset(prepared.row or ()) - frozenset(prepared.params)

    def _given(self) -> Mapping[str, str]:
        return {field.name: field.value for field in self._asked_here if field.value is not None}

    def _values(self) -> Mapping[str, str]:
        return {name: value for name, value in self._given().items() if name not in self._row_names}

    def _row(self) -> Mapping[str, str] | None:
        """Return the row that is filled in; None where a table is chosen or must be."""
        if self._prepared.row is None or (self.table is not None and self.table.choice is not None):
            return None
        return {name: value for name, value in self._given().items() if name in self._row_names}

    def _wrong(self) -> dict[str, Wanted]:
        macro, here, row = self._prepared.macro, self._asked_here, self._row_names
        needed = frozenset(field.name for field in here) - row
        found = scope_for(macro, self._values(), needed)
        wrong = {one.name: one for one in found.wanted} if isinstance(found, Asked) else {}
        for field in here:
            value = field.value if field.name in row else None
            if value and (
                problem := text_problem(value) or title_problem(macro, field.name, value)
            ):
                wrong[field.name] = Wanted(field.name, field.name, field.param, problem)
        for field in here:  # a field that was emptied does not mean what the file says
            if field.value is None and field.name not in wrong:
                wrong[field.name] = Wanted(field.name, field.name, field.param)
        return wrong

    def _check(self, field: ValueField) -> None:
        """Say what is wrong with what was put in just here; a missing value is said on Play."""
        wanted = self._wrong().get(field.name)
        field.set_problem(wanted.problem if wanted is not None else "")
        self._say("")

    def _on_entered(self) -> None:
        """Go to the next field, from the last one on to the run."""
        fields = [field.control for field in self._asked_here]
        at = next((n for n, control in enumerate(fields) if control.hasFocus()), len(fields) - 1)
        if at + 1 < len(fields):
            fields[at + 1].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self._on_play()

    def _on_enter(self) -> None:
        """Do what Enter does where the field or button with the focus takes none."""
        if self.leave.hasFocus():
            self.close()
        elif any(field.control.hasFocus() for field in self._asked_here):
            self._on_entered()
        else:
            self._on_play()

    def _on_play(self) -> None:
        wrong = self._wrong()
        for field in self.fields:
            wanted = wrong.get(field.name)
            field.set_problem("" if wanted is None else wanted.problem or field.missing)
        if wrong:
            first = self._field(next(field.name for field in self.fields if field.name in wrong))
            first.control.setFocus(Qt.FocusReason.OtherFocusReason)
            count = "1 value is" if len(wrong) == 1 else f"{len(wrong)} values are"
            self._say(f"{count} missing or cannot be used.")
            return
        request = replace(self._request, values=dict(self._values()), row=self._row(), before=None)
        if self.table is not None:
            if self.table.is_missing:
                self.table.need()
                self._say("A table is missing.")
                return
            request = _over(request, self.table.choice)
        self.play_pressed.emit(request)
        self.close()

    def _say(self, sentence: str) -> None:
        self._problem.setText(sentence)
        self._problem.setVisible(bool(sentence))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter play, as Play shows it, wherever nothing else takes it; from Leave it leaves."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_enter()
            return
        super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell whoever opened it."""
        super().closeEvent(event)
        self.closed.emit()


def _over(request: PlayRequest, choice: TableChoice | None) -> PlayRequest:
    """Return the request with the table that was chosen; without one where none was."""
    if choice is None:
        return replace(request, rows=None)
    return replace(
        request,
        rows=choice.rows,
        delimiter=choice.delimiter,
        from_row=choice.from_row,
        keep_going=choice.keep_going,
    )


def _first_value(prepared: Prepared, request: PlayRequest, name: str) -> str:
    """Return what stands in a field at first: what was given, filled in last, or is the file's."""
    if name in request.values:
        return request.values[name]
    if name in prepared.filled.values:
        return prepared.filled.values[name]
    return prepared.asked[name].default or ""
