"""The inspector: what is to know and to change of the selected step, of several, or of the whole macro."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QSlider,
    QWidget,
)

from app.gui import tr, tr_said
from app.gui.chat.model import Picture
from app.gui.macros.editor.actions import Actions, EditorRequests
from app.gui.macros.editor.fields import Labelled, TextField, heading
from app.gui.macros.editor.rows import FOUND_BY, MISMATCH_WORDS, RunStates, name_of
from app.gui.macros.editor.step_form import StepForm
from app.gui.macros.editor.step_list import Thumbnails
from app.gui.macros.editor.target_form import PictureView, TargetForm
from app.gui.preferences.editor import DropBox
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import ElidedLabel, ErrorBox, Label, Run, RunsLabel
from app.gui.widgets.layout import Flow, Framed, Part, column, row
from app.gui.widgets.pictures import RiskMark, frame_image
from app.gui.widgets.theme import Theme
from automation.core.errors import MacroError
from automation.core.geometry import Rect
from automation.core.proposal import RiskLevel
from automation.core.wording import kind_words, quoted
from automation.macros.edit.document import Document
from automation.macros.edit.session import EditSession
from automation.macros.macro import Mismatch, Step, Target
from automation.macros.play.repair import Repair
from automation.macros.play.report import StepReport, TriedRung
from automation.macros.problems import Problem


@dataclass(frozen=True, slots=True)
class Caret:
    """The field that has the keyboard, and where in its text."""

    name: str
    """Accessible name of the field; empty for none."""
    anchor: int = 0
    """Where the selection was begun, in characters; the position itself where nothing is selected."""
    position: int = 0


def caret_of(widget: QWidget | None) -> Caret:
    """Return where somebody writes.

    Args:
        widget: what has the keyboard; None for nothing.
    """
    if widget is None:
        return Caret("")
    name = widget.accessibleName()
    if isinstance(widget, QPlainTextEdit):
        cursor = widget.textCursor()
        return Caret(name, cursor.anchor(), cursor.position())
    if (line := _line_of(widget)) is not None:
        position = line.cursorPosition()
        ends = (line.selectionStart(), line.selectionEnd())
        far = ends[1] if position == ends[0] else ends[0]
        return Caret(name, far if line.hasSelectedText() else position, position)
    return Caret(name)


def give_back(caret: Caret, within: QWidget) -> None:
    """Give the keyboard to the field of that name, as far as there is one and its text is as long."""
    for widget in within.findChildren(QWidget) if caret.name else ():
        if widget.accessibleName() == caret.name and _takes_keys(widget):
            widget.setFocus()
            _place_caret(caret, widget)
            return


def _place_caret(caret: Caret, widget: QWidget) -> None:
    if isinstance(widget, QPlainTextEdit):
        cursor, end = widget.textCursor(), widget.document().characterCount() - 1
        cursor.setPosition(min(caret.anchor, end))
        cursor.setPosition(min(caret.position, end), cursor.MoveMode.KeepAnchor)
        widget.setTextCursor(cursor)
    elif (line := _line_of(widget)) is not None:
        end = len(line.text())
        anchor, position = min(caret.anchor, end), min(caret.position, end)
        line.setCursorPosition(position)
        if anchor != position:
            line.setSelection(anchor, position - anchor)


def _line_of(widget: QWidget) -> QLineEdit | None:
    """Return the line that is written in: a number has one inside."""
    return widget if isinstance(widget, QLineEdit) else widget.findChild(QLineEdit)


def _takes_keys(widget: QWidget) -> bool:
    return widget.focusPolicy() != Qt.FocusPolicy.NoFocus


def last_run_words(report: StepReport | None) -> str:
    """Return it in a line or two; empty before the first run.

    Args:
        report: what became of the step at its last turn.
    """
    if report is None:
        return ""
    tried = "; ".join(map(_tried_words, report.tried))
    before = tr("Before it") if report.rung else tr("Tried")
    lines = [
        tr("Last run: {0}").format(_end_words(report)),
        report.message if report.state == "failed" else "",
        f"{before}: {tried}." if tried else "",
        tr("What was done about it: {0}.").format(", ".join(report.handled))
        if report.handled
        else "",
    ]
    return "\n".join(filter(None, lines))


def _end_words(report: StepReport) -> str:
    match report.state:
        case "skipped":
            return tr("left out.")
        case "failed":
            found = (
                tr("found by {0}, ").format(FOUND_BY.get(report.rung, report.rung))
                if report.rung
                else ""
            )
            return tr("{0}failed after {1}.").format(found, duration(report.ms))
        case _ if report.rung:
            sure = tr("{0:.0f} % sure, ").format(100 * report.score) if report.score else ""
            found = FOUND_BY.get(report.rung, report.rung)
            return tr("found by {0}, {1}{2:,.0f} ms.").format(found, sure, report.find_ms)
        case _:
            return tr("done in {0}.").format(duration(report.ms))


def _tried_words(one: TriedRung) -> str:
    name = FOUND_BY.get(one.rung, one.rung)
    end = tr(" (where the drag ends)") if one.part else ""
    return tr("{0}{1}: {2}, {3:,.0f} ms").format(name, end, one.why, one.ms)


def duration(ms: float) -> str:
    """Return a time as people say it: `250 ms`, `10.2 s`."""
    return tr("{0:,.0f} ms").format(ms) if ms < 1000 else f"{ms / 1000:,.1f} s"


MOST_TOLD: Final = 8


@dataclass(frozen=True, slots=True)
class Told:
    """One problem in the words of the list."""

    words: str
    step_id: str = ""
    """The step that it is about; empty for the macro as a whole."""
    number: str = ""
    """That step's, as the list shows it."""
    is_note: bool = False
    """The macro can be played all the same."""


def problems_told(session: EditSession) -> tuple[Told, ...]:
    """Return what the last check found, of the macro first, then by row; see `EditSession.problems`."""
    document = session.document
    by_step = [(one, problem) for one in document.ids() for problem in session.problems_of(one)]
    every = session.problems()
    whole = every[: len(every) - len(by_step)]
    found = [
        Told(str(problem), is_note=problem.is_note)
        for problem in whole
        if document.rows or problem.where != "steps"
    ]
    for step_id, problem in by_step:
        if len(found) < MOST_TOLD:
            number = document.rows[document.row_of(step_id)].number
            found.append(
                Told(_words(problem, step_id, number), step_id, number, is_note=problem.is_note)
            )
        else:
            found.append(Told("", step_id, is_note=problem.is_note))
    return tuple(found)


def _words(problem: Problem, step_id: str, number: str) -> str:
    """Return it with the number that the user sees in place of the step's id."""
    place = problem.where.removeprefix(f"step {step_id}").removeprefix(": ")
    said = (
        tr("Step {0}: {1}: {2}").format(number, place, problem.reason)
        if place
        else tr("Step {0}: {1}").format(number, problem.reason)
    )
    return f"{said}; {problem.advice}" if problem.advice else said


class ProblemRows(QWidget):
    """Of many only the first are told; mended, they make room for the others."""

    show_pressed = Signal(str)
    """Id of the step that is to be shown."""

    def __init__(self, theme: Theme, problems: Sequence[Told]) -> None:
        super().__init__()
        self.buttons: list[Button] = []
        lines: list[Part] = [heading(theme, tr("To look at"))]
        for told in problems[:MOST_TOLD]:
            parts: list[Part] = [(Label(theme, told.words, "small", "dim", wraps=True), 1)]
            if told.step_id:
                parts.append((self._button(theme, told), 0, Qt.AlignmentFlag.AlignTop))
            lines.append(row(*parts, gap=8))
        if len(problems) > MOST_TOLD:
            rest = tr("and {0:,} more").format(len(problems) - MOST_TOLD)
            lines.append(Label(theme, rest, "small", "faint"))
        column(*lines, gap=8, into=self)

    def _button(self, theme: Theme, told: Told) -> Button:
        button = Button(theme, tr("Show"), kind="flat", size="compact")
        button.setAccessibleName(tr("Show step {0}").format(told.number))
        button.clicked.connect(lambda: self.show_pressed.emit(told.step_id))
        self.buttons.append(button)
        return button


SPEEDS: Final = (0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""Places of the slider; the last goes on as soon as the conditions allow."""


def speed_words(speed: float) -> str:
    """Return a speed as people say it."""
    if speed >= SPEEDS[-1]:
        return tr("As fast as conditions allow")
    return tr("{0:g}x the recorded pace").format(speed)


class MacroPage(QWidget):
    """Shown in the inspector; edits go into the document."""

    def __init__(
        self,
        theme: Theme,
        document: Document,
        problems: Sequence[Told] = (),
        told: Sequence[str] = (),
    ) -> None:
        """Show a macro.

        Args:
            told: what was told when it was made.
        """
        super().__init__()
        self._document = document
        self._refusal = ""
        macro = document.macro
        self.about = TextField(
            theme, tr("About"), macro.about, self._put_about, hint=tr("What it does")
        )
        self.speed = QSlider(Qt.Orientation.Horizontal)
        self.speed.setRange(0, len(SPEEDS) - 1)
        self.speed.setPageStep(1)
        self.speed.setValue(_place(macro.speed))
        self.speed.setAccessibleName(tr("Speed"))
        self._said = Label(theme, speed_words(macro.speed), "small", "dim")
        self.speed.setAccessibleDescription(speed_words(macro.speed))
        self.speed.valueChanged.connect(self._put_speed)
        choices = [(key, word) for key, word in MISMATCH_WORDS.items() if key != "default"]
        self.mismatch = DropBox(theme, choices, macro.on_mismatch, self._put_mismatch)
        self.problem = ErrorBox(theme)
        lines = column(
            Labelled(theme, tr("About"), self.about, below=True),
            Labelled(theme, tr("Speed"), self.speed, below=True),
            self._said,
            Labelled(theme, tr("If a step does not match"), self.mismatch, below=True),
            self.problem,
            gap=10,
            into=self,
        )
        self.problems = ProblemRows(theme, problems) if problems else None
        if self.problems is not None:
            lines.addWidget(self.problems)
        if told:
            lines.addWidget(heading(theme, tr("When it was made")))
            words = "\n".join(f"• {one}" for one in told)
            self.told = Label(theme, words, "small", "dim", wraps=True)
            lines.addWidget(self.told)

    def commit(self) -> str:
        """Put what is written and not yet taken; return why that cannot be, empty when it was."""
        self._refusal = ""
        self.about.commit()
        if self._refusal:
            self.about.setFocus()
        return self._refusal

    def _put_about(self, text: str) -> None:
        self._set(lambda: self._document.set_header(about=text))

    def _put_speed(self, place: int) -> None:
        speed = SPEEDS[place]
        self._said.setText(speed_words(speed))
        self.speed.setAccessibleDescription(speed_words(speed))
        self._set(lambda: self._document.set_header(speed=speed, key="speed"))

    def _put_mismatch(self, value: str) -> None:
        self._set(lambda: self._document.set_header(on_mismatch=value))  # type: ignore[arg-type]  # from our list

    def _set(self, change: Callable[[], None]) -> None:
        try:
            change()
            self.problem.show_problem("")
        except MacroError as error:
            self._refusal = str(error)
            self.problem.show_problem(self._refusal)


def _place(speed: float) -> int:
    return min(range(len(SPEEDS)), key=lambda place: abs(SPEEDS[place] - speed))


_SMALL: Final = QSize(128, 56)


def repair_words(old: Target | None, repair: Repair) -> tuple[Run, ...]:
    """Return what is different now, in a sentence."""
    before = name_of(old) if old is not None else ""
    after = name_of(repair.target)
    if before and after and before != after:
        role = old.role if old is not None else ""
        what = tr_said(kind_words(role)) or tr("target")
        return (
            (tr("The {0} was renamed. ").format(what), True),
            (tr("It is now {0}.").format(tr_said(quoted(after))), False),
        )
    how = FOUND_BY.get(repair.found.rung, repair.found.rung)
    return ((tr("It was found in another way. "), True), (tr("Last run: {0}.").format(how), False))


class RepairCard(Framed):
    """Nothing of it is kept unless Keep is pressed."""

    def __init__(
        self,
        theme: Theme,
        repair: Repair,
        old: Target | None,
        old_picture: Picture | None,
        requests: EditorRequests,
    ) -> None:
        super().__init__("waiting")
        self.repair = repair
        runs = repair_words(old, repair)
        mark = RiskMark(theme, RiskLevel.R2)
        renamed = old is not None and name_of(old) != name_of(repair.target) and name_of(old)
        self.keep = Button(theme, tr("Keep new name") if renamed else tr("Keep"), size="compact")
        self.leave = Button(theme, tr("Leave"), kind="flat", size="compact")
        self.keep.clicked.connect(lambda: requests.keep_repair.emit(repair))
        self.leave.clicked.connect(lambda: requests.leave_repair.emit(repair))
        self.old = _picture(theme, tr("As it was recorded"))
        self.old.show_picture(old_picture, old)
        fresh = _picture(theme, tr("As it is now"))
        fresh.show_picture(_frame(repair), repair.target)
        said = RunsLabel(theme, runs, "small", "small_bold")
        buttons = row(self.keep, self.leave, None, gap=4)
        lines = column(said, _side_by_side(theme, self.old, fresh), buttons, gap=8)
        top = (mark, 0, Qt.AlignmentFlag.AlignTop)
        row(top, (lines, 1), gap=8, margins=(12, 10, 12, 10), into=self)
        self.setAccessibleName("".join(text for text, _ in runs))


def _picture(theme: Theme, name: str) -> PictureView:
    view = PictureView(theme, _SMALL.height())
    view.setAccessibleName(name)
    view.setMinimumWidth(100)
    return view


def _side_by_side(theme: Theme, old: QWidget, fresh: QWidget) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(4)
    for place, (word, view) in enumerate(((tr("Recorded"), old), (tr("Now"), fresh))):
        grid.addWidget(view, 0, place)
        grid.addWidget(Label(theme, word, "caption", "dim"), 1, place)
        grid.setColumnStretch(place, 1)
    return grid


def _frame(repair: Repair) -> Picture | None:
    image = frame_image(repair.picture)
    if image.isNull():
        return None
    return image, Rect(0, 0, image.width(), image.height())


class SideBody(QScrollArea):
    """Owned by the inspector. Keeps the room beside the fields, with a scroll bar and without."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.verticalScrollBar().rangeChanged.connect(lambda *_: self._on_range())

    def replace(self, widgets: Sequence[QWidget]) -> None:
        """Show these, and nothing of before."""
        body = QWidget()
        self._margins(column(*widgets, None, gap=12, into=body))
        before = self.takeWidget()
        if before is not None:  # one of its fields may be what calls us
            before.hide()
            before.deleteLater()
        self.setWidget(body)
        body.show()

    def focus_first(self) -> None:
        """Give the keyboard to the first field."""
        for field in self.findChildren(QWidget):
            if field.focusPolicy() == Qt.FocusPolicy.StrongFocus and field.isVisible():
                field.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def _margins(self, lines: QLayout) -> None:
        has_bar = self.verticalScrollBar().maximum() > 0
        lines.setContentsMargins(16, 4, 4 if has_bar else 16, 16)

    def _on_range(self) -> None:
        body = self.widget()
        lines = body.layout() if body is not None else None
        if lines is not None:
            self._margins(lines)


WIDTH: Final = 336
_BLOCKS: Final = ("steps", "then", "otherwise")


class Inspector(Framed):
    """Owned by the window; edits go into the document, everything else is a request."""

    close_wanted = Signal()
    """It floats over the list and is to go away."""

    def __init__(
        self,
        theme: Theme,
        document: Document,
        states: RunStates,
        thumbnails: Thumbnails,
        requests: EditorRequests,
        macros: Sequence[str] = (),
        problems_of: Callable[[str], Sequence[str]] = lambda _id: (),
    ) -> None:
        super().__init__("aside")
        self._problems_of, self._requests = problems_of, requests
        self.setFixedWidth(WIDTH)
        self.setAccessibleName(tr("The selected step"))
        self._theme = theme
        self._document = document
        self._states = states
        self._thumbnails = thumbnails
        self._macros = tuple(macros)
        self._shown: Step | None = None
        self._is_editing = False
        self._refusal = ""
        """Why the document did not take what was written last."""
        self.target_form: TargetForm | None = None
        self.form: StepForm | None = None
        self.cards: list[RepairCard] = []
        self.page: QWidget | None = None
        self._title = Label(theme, "", "title")
        self._id = ElidedLabel(theme, "", "mono", "faint")
        self._id.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.close_button = Button(theme, icon="close", kind="flat", size="compact")
        self.close_button.setAccessibleName(tr("Close the details"))
        self.close_button.clicked.connect(self.close_wanted)
        self.close_button.hide()
        self.problem = ErrorBox(theme)
        self._lay_out()
        thumbnails.loaded.connect(self._on_picture)

    def _lay_out(self) -> None:
        parts = (self._title, (self._id, 1), self.close_button)
        head = row(*parts, gap=8, margins=(16, 14, 16, 6))
        self._scroll = SideBody()
        column(head, (self._scroll, 1), gap=0, margins=(1, 0, 0, 0), into=self)

    @property
    def shown(self) -> str:
        """Id of the step that is shown; empty for none."""
        return self._shown.id if self._shown is not None else ""

    def commit(self, *, is_leaving: bool = False) -> str:
        """Take what is written in a field and not yet put.

        Args:
            is_leaving: the fields go away: one that cannot be taken holds up no other.

        Returns:
            Why that cannot be; empty when it was. The field has the keyboard then, unless it goes away.
        """
        self._refusal = ""
        if self.target_form is not None:
            self.target_form.commit()
        wrong = self.form.commit(is_leaving=is_leaving) if self.form is not None else ""
        if isinstance(self.page, MacroPage):
            wrong = self.page.commit()
        return wrong or self._refusal

    def show_page(self, title: str, page: QWidget) -> None:
        """Show something else than one step; the same page under another title keeps the focus."""
        if page is self.page:
            self._title.setText(title)
            return
        self.commit()
        self._shown = None
        self._forget()
        self.page = page
        self._title.setText(title)
        self._id.set_whole_text("")
        self._scroll.replace([page])

    def forget_page(self) -> None:
        """Let the next page be made anew."""
        self.page = None

    def has_focus(self) -> bool:
        """Tell whether one of its fields has the keyboard."""
        focus = self.focusWidget()
        return focus is not None and focus.hasFocus()

    def focus_first(self) -> None:
        """Give the keyboard to the first field."""
        self._scroll.focus_first()

    def show_step(self, number: str, step: Step) -> None:
        """Show a step; the same one in another state keeps its fields and the focus."""
        self._title.setText(tr("Step {0}").format(number))
        self._id.set_whole_text(step.id)
        if self._shown is not None and self._shown.id == step.id:
            if self._is_editing or _same(self._shown, step):
                self._take(step)
            else:  # a key or an undo changed it while a field may be half written
                self.refresh()
            return
        if self._shown is not None:
            self.commit()
        self._forget()
        self._shown = step
        self._scroll.replace(self._made(step))

    def refresh(self) -> None:
        """Show the same step anew, with its last run and repairs; the caret stays where it is.

        What is half written is taken; where it cannot be, the field shows what stands, and why is told.
        """
        if self._shown is None or not self._document.has(self._shown.id):
            return
        caret = caret_of(self.focusWidget() if self.has_focus() else None)
        wrong = self.commit(is_leaving=True)
        self._forget()
        self._shown = self._document.step(self._shown.id)
        self._scroll.replace(self._made(self._shown))
        if wrong:
            self.problem.show_problem(wrong)
        give_back(caret, self)

    def _made(self, step: Step) -> list[QWidget]:
        widgets: list[QWidget] = []
        if hasattr(step, "target"):
            self.target_form = TargetForm(self._theme, self._thumbnails, step)
            self._show_state(step)
            self.target_form.edited.connect(self._on_target)
            self.target_form.pick_wanted.connect(self._on_pick)
            widgets.append(self.target_form)
        if words := last_run_words(self._states.reports.get(step.id)):
            widgets.append(Label(self._theme, words, "caption", "dim", wraps=True))
        for repair in self._states.repairs_of(step.id):
            old = getattr(step, repair.part, None)
            old = old if isinstance(old, Target) else None
            picture = self._thumbnails.get(repair.old_image)
            card = RepairCard(self._theme, repair, old, picture, self._requests)
            self.cards.append(card)
            widgets.append(card)
        names = (*self._document.macro.params, *self._document.macro.columns)
        self.form = StepForm(self._theme, step, names, self._macros)
        self.form.edited.connect(self._on_edited)
        self.problem = ErrorBox(self._theme)
        self.form.wrong.connect(self.problem.show_problem)
        self.problem.show_problem("\n".join(self._problems_of(step.id)))
        return [*widgets, self.problem, self.form]

    def show_problems(self) -> None:
        """Tell at the step that is shown what a check has found in it."""
        shown = self._shown
        if shown is not None and self.form is not None and (found := self._problems_of(shown.id)):
            self.problem.show_problem("\n".join(found))

    def _forget(self) -> None:
        self.page = None
        self.target_form = None
        self.form = None
        self.cards = []

    def _take(self, step: Step) -> None:
        self._shown = step
        if self.form is not None:
            self.form.take(step)
        self._show_state(step)

    def _show_state(self, step: Step) -> None:
        if self.target_form is not None:
            report = self._states.reports.get(step.id)
            self.target_form.show_state(step, report, self._mismatch(step))

    def _mismatch(self, step: Step) -> Mismatch:
        own = step.on_mismatch
        return self._document.macro.on_mismatch if own == "default" else own

    def _on_edited(self, step: Step, name: str, key: str) -> None:
        self._put(step.id, name, getattr(step, name), key)

    def _on_target(self, part: str, target: Target) -> None:
        if self._shown is not None:
            self._put(self._shown.id, part, target, "")

    def _put(self, step_id: str, name: str, value: object, key: str) -> None:
        """Change one part of a step: a form may be older than what the document has."""
        if self._document.has(step_id):
            standing = self._document.step(step_id)
            if hasattr(standing, name):
                self._change(msgspec.structs.replace(standing, **{name: value}), key)

    def _change(self, step: Step, key: str) -> None:
        """Put an edit into the document, or say why it cannot be."""
        self._is_editing = True
        try:
            self._document.change(step, key=key)
            self._take(self._document.step(step.id))  # what is expected may have gone with it
            self.problem.show_problem("\n".join(self._problems_of(step.id)))
        except MacroError as error:
            if self.form is not None:
                self.form.take(self._document.step(step.id))
            self.refresh()  # the fields show what stands
            self._refusal = str(error)
            self.problem.show_problem(str(error))
        finally:
            self._is_editing = False

    def _on_pick(self, part: str) -> None:
        self.commit()
        self._requests.pick.emit(self.shown, part)

    def _on_picture(self, path: str) -> None:
        if self._shown is None:
            return
        if self.target_form is not None:
            self.target_form.refresh_picture()
        for card in self.cards:
            if card.repair.old_image == path:
                old = getattr(self._shown, card.repair.part, None)
                target = old if isinstance(old, Target) else None
                card.old.show_picture(self._thumbnails.get(path), target)


def _same(first: Step, second: Step) -> bool:
    """Tell whether two states of a step differ at most in what is inside a block."""
    if type(first) is not type(second):
        return False
    names = (name for name in first.__struct_fields__ if name not in _BLOCKS)
    return all(getattr(first, name) == getattr(second, name) for name in names)


_OFFERED: Final[tuple[tuple[str, str], ...]] = (
    ("group", "folder"),
    ("duplicate", "copy"),
    ("off", "eye-off"),
    ("breakpoint", "pause"),
    ("up", "up"),
    ("down", "down"),
    ("copy", "clipboard"),
    ("remove", "trash"),
)


class SeveralPage(QWidget):
    """Shown in the inspector; the buttons do what keys and menus do."""

    def __init__(self, theme: Theme, actions: Actions) -> None:
        super().__init__()
        self.buttons = [self._button(theme, actions, *one) for one in _OFFERED]
        words = tr("What is done by button, key or menu is done to all of them.")
        said = Label(theme, words, "small", "dim", wraps=True)
        column(said, Flow(self.buttons, 8, 8), gap=12, into=self)

    def _button(self, theme: Theme, actions: Actions, name: str, icon: str) -> Button:
        action = actions[name]
        words = tr("Breakpoint") if name == "breakpoint" else action.text()
        button = Button(theme, words, icon=icon, size="compact")
        button.setToolTip(f"{action.text()} ({action.shortcut().toString()})")
        button.clicked.connect(action.trigger)
        return button
