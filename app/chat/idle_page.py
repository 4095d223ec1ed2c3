"""What the window shows before the first task: one question, one field, three examples."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.chat.composer import Composer
from app.modelpage.wording import UNNAMED, is_loaded, progress_words
from app.widgets.buttons import Button
from app.widgets.flow import Flow
from app.widgets.keycaps import KeyCaps
from app.widgets.labels import Label, RunsLabel
from app.widgets.theme import Theme
from automation.core.engine import EngineStatus
from automation.core.events import PolicyName

COLUMN_WIDTH: Final = 720
COMMAND_HINT: Final = 'Click Save, then type "March" into Note'
GOAL_HINT: Final = "Say what should be done"
GOALS: Final = (
    "Open the newest PDF in Downloads",
    "Turn on dark mode in the settings",
    "Work out 17.5 % of 240 in the calculator",
)
"""Examples that need a model."""
COMMANDS_SAID: Final = "Name what you see."
GOALS_SAID: Final = "Say what you want."


def examples_for(
    policy: PolicyName, status: EngineStatus, commands: Sequence[str]
) -> tuple[str, ...]:
    """Return three examples that work with whoever decides."""
    if not is_loaded(status) or policy == "commands":
        return tuple(commands)
    return GOALS if policy == "holotron" else (*GOALS[:2], *commands[:1])


class ModelHint(QFrame):
    """One line on what is missing without a model, and the button that mends it."""

    load_pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self._icon = QLabel()
        self._icon.setFixedSize(QSize(16, 16))
        self._title = Label(theme, "", "bold", wraps=True)
        self._rest = Label(theme, "", "body", "dim", wraps=True)
        self.load = Button(theme, "Load model", size="compact")
        self.load.clicked.connect(self.load_pressed)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(12)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        text = QVBoxLayout()
        text.setSpacing(2)
        text.addWidget(self._title)
        text.addWidget(self._rest)
        row.addLayout(text, 1)
        row.addWidget(self.load, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self._paint_icon)
        self._paint_icon()
        self.show_engine(EngineStatus())

    @property
    def words(self) -> str:
        """What it says."""
        return f"{self._title.text()} {self._rest.text()}"

    def show_engine(self, status: EngineStatus) -> None:
        """Say what is missing; nothing is once a model is loaded."""
        name = status.name or UNNAMED
        match status.state:
            case "loading":
                loading = status.loading
                self._title.setText(f"{name} is being loaded.")
                self._rest.setText(progress_words(loading) if loading else "Getting ready")
            case "failed":
                self._title.setText(f"{name} is not loaded.")
                self._rest.setText(status.problem)
            case _:
                self._title.setText("No model is loaded.")
                self._rest.setText(
                    "Commands work: name things that are on the screen. "
                    "Goals such as “file this invoice” need the main model."
                )
        self.load.setText("Show" if status.state == "loading" else "Load model")
        self.load.setAccessibleName(self.load.text())
        self.load.updateGeometry()
        self.setVisible(not is_loaded(status))

    def _paint_icon(self) -> None:
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(self._theme.pixmap("chip", "text2", 16, ratio))


class IdlePage(QWidget):
    """Owned by the main window; says what can be asked and what cannot."""

    sent = Signal(str)
    load_pressed = Signal()

    def __init__(
        self, theme: Theme, *, stop_key: str, examples: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._commands = tuple(examples)
        self._shown: tuple[str, ...] = ()
        self.composer = Composer(theme, COMMAND_HINT)
        self.composer.sent.connect(self.sent)
        self.hint = ModelHint(theme)
        self.hint.load_pressed.connect(self.load_pressed)
        self._said = RunsLabel(theme, ((COMMANDS_SAID, False),), tone="dim")
        self._promise = self._made_promise(stop_key)
        self._examples = QVBoxLayout()
        column = QWidget()
        column.setMaximumWidth(COLUMN_WIDTH)
        lines = QVBoxLayout(column)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addStretch(3)
        lines.addWidget(Label(self._theme, "What should I do?", "display"))
        lines.addSpacing(6)
        lines.addWidget(self._promise)
        lines.addSpacing(20)
        lines.addWidget(self.composer)
        lines.addSpacing(12)
        lines.addLayout(self._examples)
        lines.addSpacing(28)
        lines.addWidget(self.hint)
        lines.addStretch(4)
        page = QHBoxLayout(self)
        page.setContentsMargins(24, 24, 24, 24)
        page.addStretch(1)
        page.addWidget(column, 100)
        page.addStretch(1)
        self.show_engine(EngineStatus(), "auto")

    def show_engine(self, status: EngineStatus, policy: PolicyName) -> None:
        """Fit what is asked for and the examples to whoever decides."""
        self.hint.show_engine(status)
        takes_goals = is_loaded(status) and policy != "commands"
        self.composer.set_hint(GOAL_HINT if takes_goals else COMMAND_HINT)
        self._said.set_runs(((GOALS_SAID if takes_goals else COMMANDS_SAID, False),))
        self._promise.rearrange()
        self._show_examples(examples_for(policy, status, self._commands))

    def _made_promise(self, stop_key: str) -> Flow:
        def said(words: str) -> QWidget:
            return RunsLabel(self._theme, ((words, False),), tone="dim")

        caps = [KeyCaps(self._theme, press) for press in stop_key.split()]
        before = said("I show every action before it happens, and")
        return Flow([self._said, before, *caps, said("stops me at any moment.")], 6, 4)

    def _show_examples(self, examples: tuple[str, ...]) -> None:
        if examples == self._shown:
            return
        self._shown = examples
        while (item := self._examples.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        buttons = []
        for example in examples:
            button = Button(self._theme, example, size="compact")
            button.setToolTip("Put this into the field")
            button.clicked.connect(lambda _=False, text=example: self._take(text))
            buttons.append(button)
        self._examples.addWidget(Flow(buttons, 8, 8))

    def _take(self, example: str) -> None:
        self.composer.set_text(example)
        self.composer.setFocus()
