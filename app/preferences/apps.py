"""What each program may: rows by the program's own path, never by a window title."""

from pathlib import Path
from typing import Final, get_args

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.preferences.controls import DropBox
from app.preferences.editor import SettingsEditor
from app.preferences.rows import rule
from app.program_path import permission_key, program_path
from app.settings import Permission
from app.widgets.buttons import Button
from app.widgets.labels import ElidedLabel, Label
from app.widgets.theme import Theme

WORDS: Final[dict[Permission, str]] = {
    "ask": "Ask each time",
    "allow_r1": "Easy-to-undo steps",
    "allow_r2": "Also what has an effect",
    "never_touch": "Never touch",
    "never_look": "Never look",
}
CHOICES: Final = tuple((permission, WORDS[permission]) for permission in get_args(Permission))


class AppList(QWidget):
    """Owned by the settings window."""

    def __init__(self, theme: Theme, editor: SettingsEditor) -> None:
        super().__init__()
        self._theme = theme
        self._editor = editor
        self.field = QLineEdit()
        self.field.setPlaceholderText("Program, such as /usr/bin/xterm")
        self.field.setAccessibleName("Program to add")
        self.field.returnPressed.connect(self._add)
        self._button = Button(theme, "Add app", icon="plus")
        self._button.clicked.connect(self._add)
        self._problem = Label(theme, "", "small", "r3", wraps=True)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.field, 1)
        line.addWidget(self._button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(line)
        column.addWidget(self._problem)
        column.addLayout(self._rows)
        self._fill()

    @property
    def problem(self) -> str:
        """What is wrong with the program that was to be added."""
        return self._problem.text()

    def _add(self) -> None:
        path, problem = program_path(self.field.text())
        self._say(problem)
        if path:
            self.field.clear()
            self._put(permission_key(path), "ask")

    def _say(self, problem: str) -> None:
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def _put(self, path: str, permission: Permission | None) -> None:
        apps = {**self._editor.settings.apps}
        is_known = path in apps
        if permission is None:
            apps.pop(path, None)
        else:
            apps[path] = permission
        self._editor.put_field("apps", apps)
        if permission is None or not is_known:
            self._fill()

    def _fill(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        apps = self._editor.settings.apps
        self._say("")
        if not apps:
            text = "No app is here yet, so every one is asked about. Add one to allow or forbid it."
            self._rows.addWidget(Label(self._theme, text, "small", "dim", wraps=True))
        for path, permission in sorted(apps.items(), key=lambda app: Path(app[0]).name.lower()):
            self._rows.addWidget(rule())
            self._rows.addWidget(self._row(path, permission))

    def _row(self, path: str, permission: Permission) -> QFrame:
        name = Path(path).name
        row = QFrame()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 8, 0, 8)
        line.setSpacing(12)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(ElidedLabel(self._theme, name, "bold"))
        words.addWidget(ElidedLabel(self._theme, path, "mono", "dim"))
        line.addLayout(words, 1)
        may = DropBox(self._theme, CHOICES, permission, lambda p: self._on_chosen(path, p))
        may.setAccessibleName(f"{name} may")
        line.addWidget(may)
        remove = Button(self._theme, "", icon="trash", kind="flat", size="compact")
        remove.setAccessibleName(f"Remove {name}")
        remove.setToolTip(f"Remove {name}: it is asked about again")
        remove.clicked.connect(lambda: self._put(path, None))
        line.addWidget(remove)
        return row

    def _on_chosen(self, path: str, word: str) -> None:
        for permission in WORDS:
            if permission == word:
                self._put(path, permission)
