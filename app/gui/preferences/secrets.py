"""Secrets that are typed by name: what they are called and which program each is for, never more."""

from collections.abc import Callable

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.gui.background import Background
from app.gui.preferences.editor import rule
from app.gui.widgets.buttons import AskingTwice, Button
from app.gui.widgets.labels import ElidedLabel, Label
from app.gui.widgets.theme import Theme
from app.settings import MAX_VALUE_CHARS, only_for, scope_words
from automation.core.secrets import SecretEntry, is_secret_name, reference
from automation.desktop import secrets

ANY_FIELD = "Any password field; asked each time"


class SecretList(QWidget):
    """Owned by the settings window. The keyring is asked on a thread: its own dialog may come up."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.name = self._field("Name, such as mail", "Name of the secret")
        self.value = self._field("The secret", "The secret; it is not shown")
        self.value.setEchoMode(QLineEdit.EchoMode.Password)
        self.program = self._field("Program, or any", "Program it is for")
        self.button = Button(theme, "Keep secret", icon="plus")
        self.button.clicked.connect(self._keep)
        self._problem = Label(theme, "", "small", "r3", wraps=True)
        self._problem.setVisible(False)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        line = QHBoxLayout()
        line.setSpacing(8)
        for field in (self.name, self.value, self.program):
            line.addWidget(field, 1)
        line.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(line)
        column.addWidget(self._problem)
        column.addLayout(self._rows)
        self._background = Background(self, "keyring")
        self._is_read = False

    @property
    def problem(self) -> str:
        """What could not be done."""
        return self._problem.text()

    def showEvent(self, event: QShowEvent) -> None:
        """Read the names when they are first seen: a locked keyring asks for its password then."""
        super().showEvent(event)
        if not self._is_read:
            self._is_read = True
            self._ask(lambda: None)

    def _field(self, hint: str, name: str) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(hint)
        field.setAccessibleName(name)
        field.returnPressed.connect(self._keep)
        return field

    def _keep(self) -> None:
        name, value = self.name.text().strip(), self.value.text()
        program = self.program.text().strip()
        paths, problem = only_for([program] if program else [])
        problem = problem or _problem_of(name, value)
        if problem:
            self._say(problem)
            return
        self.value.clear()
        self.name.clear()
        self.program.clear()
        self._ask(lambda: secrets.keep(name, value, paths))

    def _remove(self, name: str) -> None:
        self._ask(lambda: secrets.remove(name))

    def _ask(self, change: Callable[[], None]) -> None:
        """Change the keyring and read the names again, on a thread of its own."""
        self.button.setEnabled(False)

        def work() -> tuple[SecretEntry, ...]:
            change()
            return secrets.entries(may_prompt=True)

        self._background.run(work, self._show, self._show_problem)

    def _show_problem(self, problem: str) -> None:
        self.button.setEnabled(True)
        self._say(f"{problem[:1].upper()}{problem[1:]}".rstrip(".") + ".")

    def _show(self, entries: tuple[SecretEntry, ...]) -> None:
        self.button.setEnabled(True)
        self._say("")
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        if not entries:
            text = "No secret yet. Add one, then write its name in a task and I type it."
            self._rows.addWidget(Label(self._theme, text, "small", "dim", wraps=True))
        for entry in entries:
            self._rows.addWidget(rule())
            self._rows.addWidget(self._row(entry))

    def _row(self, entry: SecretEntry) -> QFrame:
        row = QFrame()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 8, 0, 8)
        line.setSpacing(12)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(ElidedLabel(self._theme, reference(entry.name), "bold"))
        where = scope_words(entry, ANY_FIELD)
        words.addWidget(ElidedLabel(self._theme, where, "mono", "dim"))
        line.addLayout(words, 1)
        line.addWidget(self._removal(entry.name))
        return row

    def _removal(self, name: str) -> AskingTwice:
        """Return what removes a secret: nobody can bring it back, so that one press only asks."""
        theme = self._theme
        ask = Button(theme, "", icon="trash", kind="flat", size="compact")
        ask.setAccessibleName(f"Remove the secret {name}")
        ask.setToolTip(f"Remove {name} from the system keyring; asks once more")
        yes = Button(theme, "Remove for good", icon="trash", kind="danger", size="compact")
        yes.setAccessibleName(f"Remove the secret {name} for good")
        no = Button(theme, "Keep", size="compact")
        no.setAccessibleName(f"Keep the secret {name}")
        removal = AskingTwice(ask, yes, no)
        removal.confirmed.connect(lambda: self._remove(name))
        return removal

    def _say(self, problem: str) -> None:
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))


def _problem_of(name: str, value: str) -> str:
    if not is_secret_name(name):
        return "The name takes letters, digits, dots, dashes and underscores, up to 60."
    if len(value) > MAX_VALUE_CHARS:
        return f"The secret is longer than {MAX_VALUE_CHARS} characters. Nothing was stored."
    problem = secrets.value_problem(value)
    return f"{problem[:1].upper()}{problem[1:]}." if problem else ""
