"""What the checks found in a macro: a line each, and for a step a button that shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.macros.editor.labelled import heading
from app.widgets.buttons import Button
from app.widgets.labels import Label
from app.widgets.theme import Theme
from automation.macros.editing.session import EditSession
from automation.macros.problems import Problem

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
        f"Step {number}: {place}: {problem.reason}" if place else f"Step {number}: {problem.reason}"
    )
    return f"{said}; {problem.advice}" if problem.advice else said


class ProblemRows(QWidget):
    """Of many only the first are told; mended, they make room for the others."""

    show_pressed = Signal(str)
    """Id of the step that is to be shown."""

    def __init__(self, theme: Theme, problems: Sequence[Told]) -> None:
        super().__init__()
        self.buttons: list[Button] = []
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(8)
        lines.addWidget(heading(theme, "To look at"))
        for told in problems[:MOST_TOLD]:
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(Label(theme, told.words, "small", "dim", wraps=True), 1)
            if told.step_id:
                row.addWidget(self._button(theme, told), 0, Qt.AlignmentFlag.AlignTop)
            lines.addLayout(row)
        if len(problems) > MOST_TOLD:
            rest = f"and {len(problems) - MOST_TOLD:,} more"
            lines.addWidget(Label(theme, rest, "small", "faint"))

    def _button(self, theme: Theme, told: Told) -> Button:
        button = Button(theme, "Show", kind="flat", size="compact")
        button.setAccessibleName(f"Show step {told.number}")
        button.clicked.connect(lambda: self.show_pressed.emit(told.step_id))
        self.buttons.append(button)
        return button
