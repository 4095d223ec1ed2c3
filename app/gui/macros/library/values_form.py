"""The form before a run: a field for each value that the macro asks for, and its table.

What may stand in a field is decided where a run decides it (`automation.macros.play.values`).
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from app.gui import tr, tr_said
from app.gui.macros.library.table import TableCard, TableChoice
from app.gui.preferences.editor import DropBox
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import Label, Problem
from app.gui.widgets.layout import ColumnPage, Framed, column, row
from app.gui.widgets.theme import Theme
from app.macros.play_request import PlayRequest, RowsBefore
from app.macros.request import Filled
from automation.core.text import as_sentence, visible_text
from automation.macros.macro import Macro, Param
from automation.macros.play.linking import Linked
from automation.macros.play.program import names_of_rows
from automation.macros.play.rows import fillable, over_rows
from automation.macros.play.values import Asked, Wanted, scope_for, text_problem, title_problem
from automation.macros.play.wording import step_words
from automation.macros.walk import YES_NO, walk


@dataclass(frozen=True, slots=True)
class Prepared:
    """What the form shows, read beforehand."""

    slug: str
    macro: Macro
    linked: Linked
    """It and all that it calls: their columns must be in the table."""
    has_rows: bool
    """What is to run goes over a table."""
    filled: Filled = dataclasses.field(default_factory=Filled)
    """What was filled in before the last run."""
    needed: frozenset[str] | None = None
    """Parameters and columns of the part that is to run; None for the whole macro."""
    row: tuple[str, ...] | None = None
    """Columns of that part that may be filled in as one row; None where a table must be chosen."""
    before: RowsBefore | None = None
    """What was done of a table's rows before; None where there is nothing to go on with."""
    title: str = ""
    """What is done, where it is not the whole macro that is played."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the macros use."""
        macros = [source.macro for source in self.linked.all]
        return tuple(dict.fromkeys(name for macro in macros for name in macro.columns))

    @property
    def fills(self) -> tuple[str, ...]:
        """The parameters that a column of their name fills."""
        return tuple(fillable(over_rows(self.linked)))

    @property
    def outside(self) -> frozenset[str]:
        """Parameters that must have a value besides what a row gives."""
        return names_of_rows(over_rows(self.linked).main.macro, in_rows=False)

    @property
    def may_have_rows(self) -> bool:
        """Tell whether all of it can be done once for each row of a table."""
        return self.needed is None and not self.linked.has_rows and bool(self.fills)

    @property
    def needs_rows(self) -> bool:
        """Tell whether nothing can be played without a table."""
        return self.has_rows and self.row is None

    @property
    def heading(self) -> str:
        """What the form is for, in a line."""
        return self.title or tr("Play “{0}”").format(visible_text(self.macro.name))

    @property
    def asked(self) -> Mapping[str, Param]:
        """What has a field: parameters, then the columns of the row that may be filled in."""
        return {**{name: Param(ask=name) for name in self.row or ()}, **self.params}

    @property
    def params(self) -> Mapping[str, Param]:
        """The parameters that are asked for."""
        known = self.macro.params
        if self.needed is None:
            return known
        return {name: param for name, param in known.items() if name in self.needed}


def part_title(macro: Macro, first: str, last: str) -> str:
    """Return what is done with a part of a macro; empty for the whole of it.

    Args:
        first: id of the step that it begins with; empty for the first.
        last: id of the step that it ends with; empty for the last.
    """
    wanted = first or last
    step = next((one.step for one in walk(macro) if wanted and one.step.id == wanted), None)
    if step is None:
        return ""
    if first == last:
        done = tr("Test step")
    else:
        done = (
            tr("Run from here") if not last else tr("Run to here") if not first else tr("Run from")
        )
    return f"{done}: {visible_text(tr_said(step_words(step)))}"


MOST_LINES: Final = 5
VERTICAL_PAD: Final = 10
"""Border, padding of the stylesheet and the document's own margin."""
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
CHOOSE: Final = tr("Choose one")
FROM_TABLE: Final = tr("Each row of the table gives it")
MISSING: Final = tr("It needs a value")
NO_SECRET: Final = tr(
    "No secret is stored yet; add one in Settings, under Secrets, or with deskhand secret set NAME"
)
LOOKING: Final = tr("Looking in the keyring")


class Control(Protocol):
    """What a value is put into."""

    def text(self) -> str:
        """Return the value; empty when there is none."""
        ...


class TextBox(QPlainTextEdit):
    """A field for text that keeps its line breaks. Enter goes on, Shift+Enter breaks the line."""

    entered = Signal()

    def __init__(self, theme: Theme, value: str) -> None:
        super().__init__()
        self.setFont(theme.font("body"))
        self.setTabChangesFocus(True)
        self.setPlainText(value)
        self.textChanged.connect(self._fit)
        self._fit()

    def text(self) -> str:
        """Return the value."""
        return self.toPlainText()

    def sizeHint(self) -> QSize:
        """Return the size of the lines that there are, at most five."""
        lines = min(MOST_LINES, max(1, round(self.document().size().height())))
        height = QFontMetricsF(self.font()).lineSpacing() * lines + 2 * VERTICAL_PAD
        return QSize(200, max(32, round(height)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter go on."""
        has_shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in _ENTER and not has_shift:
            self.entered.emit()
            event.accept()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the wrapped lines."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        is_long = round(self.document().size().height()) > MOST_LINES
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if is_long else policy.ScrollBarAlwaysOff
        )
        self.setFixedHeight(self.sizeHint().height())


class ChoiceBox(DropBox):
    """One of some words; nothing is chosen until somebody does."""

    chosen = Signal()

    def __init__(self, theme: Theme, choices: tuple[str, ...], value: str) -> None:
        words = [("", CHOOSE), *((choice, visible_text(choice)) for choice in choices)]
        super().__init__(theme, words, value, lambda _: self.chosen.emit())
        self.setSizeAdjustPolicy(DropBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(16)

    def text(self) -> str:
        """Return the word; empty while none is chosen."""
        return str(self.currentData() or "")


class SecretBox(ChoiceBox):
    """The name of a stored secret; what it is comes nowhere near this form."""

    def __init__(self, theme: Theme, value: str) -> None:
        super().__init__(theme, (value,) if value else (), value)
        self.setItemText(0, LOOKING)

    def show_names(self, names: tuple[str, ...]) -> None:
        """Offer the names that the keyring has; one that was chosen before stays chosen."""
        before = self.text()
        self.blockSignals(True)
        self.clear()
        self.addItem(CHOOSE if names else tr("No secret is stored yet"), "")
        for name in names:
            self.addItem(name, name)
        self.setCurrentIndex(max(0, self.findData(before)))
        self.blockSignals(False)
        self.update()


class ValueField(QWidget):
    """A question, its field, and what is wrong with what stands there."""

    changed = Signal()
    entered = Signal()
    """Enter was pressed in it."""

    def __init__(self, theme: Theme, name: str, param: Param, value: str) -> None:
        super().__init__()
        self.name, self.param = name, param
        question = visible_text(param.ask) or name
        self.control, keeps = _made(theme, param, value)
        self.control.setAccessibleName(question)
        hint = _hint(param)
        self.control.setAccessibleDescription(hint)
        title = Label(theme, question, "bold", wraps=True)
        title.setBuddy(self.control)
        title.setToolTip(name)
        self.problem = Problem(theme)
        self._from_table = Label(theme, FROM_TABLE, "small", "dim", wraps=True)
        self._from_table.hide()
        hints = [Label(theme, hint, "small", "dim", wraps=True)] if hint else []
        column(title, *hints, self.control, self._from_table, self.problem, gap=4, into=self)
        self._value: Control = keeps
        self._missing = MISSING
        self._connect()

    def _connect(self) -> None:
        control = self.control
        if isinstance(control, ChoiceBox):
            control.chosen.connect(self.changed)
        elif isinstance(control, TextBox):
            control.textChanged.connect(self.changed)
            control.entered.connect(self.entered)
        elif isinstance(control, QLineEdit):
            control.textChanged.connect(self.changed)
            control.returnPressed.connect(self.entered)

    @property
    def value(self) -> str | None:
        """What was filled in; None where nothing was and nothing stands for that."""
        text = self._value.text()
        if text or (self.param.type == "text" and self.param.default is not None):
            return text
        return None

    @property
    def is_filled(self) -> bool:
        """Tell whether the table gives the value."""
        return not self.control.isEnabled()

    def set_filled(self, *, is_filled: bool) -> None:
        """Leave the value to the table, or take it from here again."""
        self.control.setEnabled(not is_filled)
        self._from_table.setVisible(is_filled)
        if is_filled:
            self.set_problem("")

    def set_problem(self, sentence: str) -> None:
        """Say what is wrong; empty when nothing is."""
        self.problem.tell(as_sentence(sentence))

    @property
    def missing(self) -> str:
        """What is said when nothing was filled in."""
        return self._missing

    def show_secrets(self, names: tuple[str, ...], problem: str) -> None:
        """Offer these secrets where one is asked for, or say why there are none."""
        if isinstance(self.control, SecretBox):
            self.control.show_names(names)
            self._missing = MISSING if names else problem or NO_SECRET
            self.set_problem("" if names else self._missing)


def _made(theme: Theme, param: Param, value: str) -> tuple[QWidget, Control]:
    match param.type:
        case "choice":
            box = ChoiceBox(theme, param.choices, value)
            return box, box
        case "yes_no":
            box = ChoiceBox(theme, YES_NO, value)
            return box, box
        case "secret":
            secret = SecretBox(theme, value)
            return secret, secret
        case "number":
            line = QLineEdit(value)
            line.setFont(theme.font("body", tabular=True))
            return line, line
        case _:
            text = TextBox(theme, value)
            return text, text


def _hint(param: Param) -> str:
    """Return what is expected, where the field does not show it."""
    match param.type:
        case "number":
            return _bounds(param)
        case "secret":
            return tr("The name of a secret in your keyring; the secret itself never comes here.")
        case _:
            return ""


def _bounds(param: Param) -> str:
    match param.least, param.most:
        case None, None:
            return tr("A number")
        case least, None:
            return tr("A number, at least {0:g}").format(least)
        case None, most:
            return tr("A number, at most {0:g}").format(most)
        case least, most:
            return tr("A number from {0:g} to {1:g}").format(least, most)


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
        self.problem = Problem(theme)
        self.play = Button(theme, tr("Play"), icon="play", kind="primary", keys="Return")
        self.leave = Button(theme, tr("Leave"), keys="Escape")
        self._lay_out(prepared.heading)
        self._connect()
        for wanted in asked.wanted:
            if wanted.problem:
                self._field(wanted.name).set_problem(wanted.problem)
        self._begin(asked)

    def _lay_out(self, title: str) -> None:
        theme = self._theme
        said = tr("Fill in what it asks for. Nothing is typed before you press Play.")
        parts: list[QWidget] = [
            Label(theme, title, "heading", wraps=True),
            Label(theme, said, "body", "dim", wraps=True),
            *self.fields,
        ]
        if self.table is not None:
            parts.append(self.table)
        foot = Framed("baseline")
        ends = ((self.problem, 1), (None, 0), self.leave, self.play)
        row(*ends, gap=8, margins=(16, 12, 16, 12), into=foot)
        column((ColumnPage(tr("Values"), parts, WIDEST), 1), foot, gap=0, into=self)

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
        self.problem.tell("")
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
        self.problem.tell("")

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
            count = tr("1 value is") if len(wrong) == 1 else tr("{0} values are").format(len(wrong))
            self.problem.tell(tr("{0} missing or cannot be used.").format(count))
            return
        request = replace(self._request, values=dict(self._values()), row=self._row(), before=None)
        if self.table is not None:
            if self.table.is_missing:
                self.table.need()
                self.problem.tell(tr("A table is missing."))
                return
            request = _over(request, self.table.choice)
        self.play_pressed.emit(request)
        self.close()

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
