"""Add a step: from a menu of kinds, or by a command typed as one would say it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from app.macros.editor.blank_steps import KINDS
from app.macros.editor.command_steps import NoStep, steps_of
from app.widgets.buttons import Button
from app.widgets.error_box import ErrorBox
from app.widgets.theme import Theme
from automation.macros.macro import Step

HINT = "Type a command, record it, or pick it on the screen."


class AddStep(QWidget):
    """Says which steps are wanted; where they go is the window's to know."""

    wanted = Signal(object)
    """A tuple of steps."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.problem = ErrorBox(theme)
        self.button = Button(theme, "Add step", icon="plus", size="compact")
        self.button.clicked.connect(self._open)
        self.menu = self._made_menu()
        self.line = QLineEdit()
        self.line.setFont(theme.font("small"))
        self.line.setPlaceholderText(HINT)
        self.line.setAccessibleName("Command for another step")
        self.line.setAccessibleDescription("click Save, write Anna into Name, press Ctrl+S")
        self.line.returnPressed.connect(self._on_command)
        self.line.textEdited.connect(lambda _: self.problem.show_problem(""))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.button)
        row.addWidget(self.line, 1)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(8)
        lines.addLayout(row)
        lines.addWidget(self.problem)

    def _made_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAccessibleName("Kinds of steps")
        for place, group in enumerate(KINDS):
            if place:
                menu.addSeparator()
            for kind in group:
                action = menu.addAction(self._theme.icon(kind.icon), kind.words)
                action.triggered.connect(lambda _=False, step=kind.step: self._want((step,)))
        return menu

    def _want(self, steps: tuple[Step, ...]) -> None:
        self.problem.show_problem("")
        self.wanted.emit(steps)

    def _open(self) -> None:
        self.menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))

    def _on_command(self) -> None:
        words = self.line.text().strip()
        if not words:
            return
        try:
            steps = steps_of(words)
        except NoStep as error:
            self.problem.show_problem(str(error))
            return
        self.line.clear()
        self._want(steps)
