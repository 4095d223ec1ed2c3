"""The macro as a whole, where no step is selected: what it is about, how fast, what on a mismatch."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSlider, QVBoxLayout, QWidget

from app.macros.editor.fields import TextField
from app.macros.editor.labelled import Labelled, heading
from app.macros.editor.problem_rows import ProblemRows, Told
from app.macros.editor.sentences import MISMATCH_WORDS
from app.preferences.controls import DropBox
from app.widgets.error_box import ErrorBox
from app.widgets.labels import Label
from app.widgets.theme import Theme
from automation.core.errors import MacroError
from automation.macros.editing.document import Document

SPEEDS: Final = (0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""Places of the slider; the last goes on as soon as the conditions allow."""


def speed_words(speed: float) -> str:
    """Return a speed as people say it."""
    if speed >= SPEEDS[-1]:
        return "As fast as conditions allow"
    return f"{speed:g}x the recorded pace"


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
            theme: colours and fonts.
            document: the macro.
            problems: what the checks say of it.
            told: what was told when it was made.
        """
        super().__init__()
        self._document = document
        self._refusal = ""
        macro = document.macro
        self.about = TextField(theme, "About", macro.about, self._put_about, hint="What it does")
        self.speed = QSlider(Qt.Orientation.Horizontal)
        self.speed.setRange(0, len(SPEEDS) - 1)
        self.speed.setPageStep(1)
        self.speed.setValue(_place(macro.speed))
        self.speed.setAccessibleName("Speed")
        self._said = Label(theme, speed_words(macro.speed), "small", "dim")
        self.speed.setAccessibleDescription(speed_words(macro.speed))
        self.speed.valueChanged.connect(self._put_speed)
        choices = [(key, word) for key, word in MISMATCH_WORDS.items() if key != "default"]
        self.mismatch = DropBox(theme, choices, macro.on_mismatch, self._put_mismatch)
        self.problem = ErrorBox(theme)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(10)
        lines.addWidget(Labelled(theme, "About", self.about, below=True))
        lines.addWidget(Labelled(theme, "Speed", self.speed, below=True))
        lines.addWidget(self._said)
        lines.addWidget(Labelled(theme, "If a step does not match", self.mismatch, below=True))
        lines.addWidget(self.problem)
        self.problems = ProblemRows(theme, problems) if problems else None
        if self.problems is not None:
            lines.addWidget(self.problems)
        if told:
            lines.addWidget(heading(theme, "When it was made"))
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
