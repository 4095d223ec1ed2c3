"""Secrets that are typed by name: what they are called and which program each is for, never more."""

from collections.abc import Callable

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.gui import tr
from app.gui.background import Background
from app.gui.preferences.editor import EntryList
from app.gui.widgets.buttons import AskingTwice, Button
from app.gui.widgets.layout import row
from app.gui.widgets.theme import Theme
from app.settings import MAX_VALUE_CHARS, only_for, scope_words
from automation.core.secrets import SecretEntry, is_secret_name, reference
from automation.desktop import secrets

ANY_FIELD = tr("Any password field; asked each time")


class SecretList(EntryList):
    """Owned by the settings window. The keyring is asked on a thread: its own dialog may come up."""

    def __init__(self, theme: Theme) -> None:
        self.name = _field(tr("Name, such as mail"), tr("Name of the secret"))
        self.value = _field(tr("The secret"), tr("The secret; it is not shown"))
        self.value.setEchoMode(QLineEdit.EchoMode.Password)
        self.program = _field(tr("Program, or any"), tr("Program it is for"))
        self.button = Button(theme, tr("Keep secret"), icon="plus")
        fields = ((field, 1) for field in (self.name, self.value, self.program))
        super().__init__(theme, row(*fields, self.button, gap=8))
        self.button.clicked.connect(self._keep)
        for field in (self.name, self.value, self.program):
            field.returnPressed.connect(self._keep)
        self._background = Background(self, "keyring")
        self._is_read = False

    def showEvent(self, event: QShowEvent) -> None:
        """Read the names when they are first seen: a locked keyring asks for its password then."""
        super().showEvent(event)
        if not self._is_read:
            self._is_read = True
            self._ask(lambda: None)

    def _keep(self) -> None:
        name, value = self.name.text().strip(), self.value.text()
        program = self.program.text().strip()
        paths, problem = only_for([program] if program else [])
        problem = problem or _problem_of(name, value)
        if problem:
            self._say(problem)
            return
        for field in (self.name, self.value, self.program):
            field.clear()
        self._ask(lambda: secrets.keep(name, value, paths))

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
        text = tr("No secret yet. Add one, then write its name in a task and I type it.")
        self._show_entries([self._secret(entry) for entry in entries], text)

    def _secret(self, entry: SecretEntry) -> QWidget:
        where = scope_words(entry, ANY_FIELD)
        return self._entry(reference(entry.name), where, self._removal(entry.name))

    def _removal(self, name: str) -> AskingTwice:
        """Return what removes a secret: nobody can bring it back, so that one press only asks."""
        theme = self._theme
        ask = Button(theme, "", icon="trash", kind="flat", size="compact")
        ask.setAccessibleName(tr("Remove the secret {0}").format(name))
        ask.setToolTip(tr("Remove {0} from the system keyring; asks once more").format(name))
        yes = Button(theme, tr("Remove for good"), icon="trash", kind="danger", size="compact")
        yes.setAccessibleName(tr("Remove the secret {0} for good").format(name))
        no = Button(theme, tr("Keep"), size="compact")
        no.setAccessibleName(tr("Keep the secret {0}").format(name))
        removal = AskingTwice(ask, yes, no)
        removal.confirmed.connect(lambda: self._ask(lambda: secrets.remove(name)))
        return removal


def _field(hint: str, name: str) -> QLineEdit:
    field = QLineEdit()
    field.setPlaceholderText(hint)
    field.setAccessibleName(name)
    return field


def _problem_of(name: str, value: str) -> str:
    if not is_secret_name(name):
        return tr("The name takes letters, digits, dots, dashes and underscores, up to 60.")
    if len(value) > MAX_VALUE_CHARS:
        return tr("The secret is longer than {0} characters. Nothing was stored.").format(
            MAX_VALUE_CHARS
        )
    problem = secrets.value_problem(value)
    return f"{problem[:1].upper()}{problem[1:]}." if problem else ""
