"""What the window shows before the first task: one question, one field, three examples."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.chat.composer import Composer
from app.chat.transcript import LEAVE, WAKE
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


class Hint(QFrame):
    """A sentence that is worth knowing before a task is given, and one button."""

    pressed = Signal()

    def __init__(
        self, theme: Theme, icon: str, token: str, button: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self._look = (icon, token)
        self._icon = QLabel()
        self._icon.setFixedSize(QSize(16, 16))
        self._title = Label(theme, "", "bold", wraps=True)
        self._rest = Label(theme, "", "body", "dim", wraps=True)
        self.button = Button(theme, button, size="compact")
        self.button.clicked.connect(self.pressed)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(12)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        text = QVBoxLayout()
        text.setSpacing(2)
        text.addWidget(self._title)
        text.addWidget(self._rest)
        row.addLayout(text, 1)
        self.buttons = QVBoxLayout()
        self.buttons.setSpacing(6)
        self.buttons.addWidget(self.button)
        row.addLayout(self.buttons)
        row.setAlignment(self.buttons, Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self._paint_icon)
        self._paint_icon()

    @property
    def words(self) -> str:
        """What it says."""
        return f"{self._title.text()} {self._rest.text()}"

    def say(self, title: str, rest: str) -> None:
        """Say this; an empty title hides the card."""
        self._title.setText(title)
        self._rest.setText(rest)
        self.setVisible(bool(title))

    def _paint_icon(self) -> None:
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(self._theme.pixmap(*self._look, 16, ratio))


class WakeHint(Hint):
    """Asks whether sleeping programs are woken; its first button is yes, the other one no."""

    chosen = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "eye", "text2", WAKE, parent)
        self.leave = Button(theme, LEAVE, size="compact")
        self.pressed.connect(lambda: self.chosen.emit(True))
        self.leave.clicked.connect(lambda: self.chosen.emit(False))
        self.buttons.addWidget(self.leave)


class ModelHint(Hint):
    """One line on what is missing without a model, and the button that mends it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "chip", "text2", "Load model", parent)
        self.show_engine(EngineStatus())

    def show_engine(self, status: EngineStatus) -> None:
        """Say what is missing; nothing is once a model is loaded."""
        self.say(*_missing_words(status))
        self.button.setText("Show" if status.state == "loading" else "Load model")
        self.button.setAccessibleName(self.button.text())
        self.button.updateGeometry()
        self.setVisible(not is_loaded(status))


def _missing_words(status: EngineStatus) -> tuple[str, str]:
    name = status.name or UNNAMED
    match status.state:
        case "loading":
            loading = status.loading
            words = progress_words(loading) if loading else "Getting ready"
            return f"{name} is being loaded.", words
        case "failed":
            return f"{name} is not loaded.", status.problem
        case _:
            return (
                "No model is loaded.",
                "Commands work: name things that are on the screen. "
                "Goals such as “file this invoice” need the main model.",
            )


class IdlePage(QWidget):
    """Owned by the main window; says what can be asked and what cannot."""

    sent = Signal(str)
    load_pressed = Signal()
    promises_pressed = Signal()
    wake_chosen = Signal(bool)
    """Whether sleeping programs are woken."""

    def __init__(
        self, theme: Theme, *, stop_key: str, examples: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._commands = tuple(examples)
        self._shown: tuple[str, ...] = ()
        self.composer = Composer(theme, COMMAND_HINT)
        self.composer.sent.connect(self.sent)
        self.hint = ModelHint(theme, self)  # with a parent: it shows itself
        self.hint.pressed.connect(self.load_pressed)
        self.notice = Hint(theme, "shield", "r2", "Show")
        self.notice.pressed.connect(self.promises_pressed)
        self.notice.hide()
        self.waking = self._made_wake_hint()
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
        lines.addSpacing(12)
        lines.addWidget(self.waking)
        lines.addSpacing(12)
        lines.addWidget(self.notice)
        lines.addStretch(4)
        inner = QWidget()
        page = QHBoxLayout(inner)
        page.setContentsMargins(24, 24, 24, 24)
        page.addStretch(1)
        page.addWidget(column, 100)
        page.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)
        self.show_engine(EngineStatus(), "auto")

    def show_engine(self, status: EngineStatus, policy: PolicyName) -> None:
        """Fit what is asked for and the examples to whoever decides."""
        self.hint.show_engine(status)
        takes_goals = is_loaded(status) and policy != "commands"
        self.composer.set_hint(GOAL_HINT if takes_goals else COMMAND_HINT)
        self._said.set_runs(((GOALS_SAID if takes_goals else COMMANDS_SAID, False),))
        self._promise.rearrange()
        self._show_examples(examples_for(policy, status, self._commands))

    def show_notice(self, title: str, rest: str) -> None:
        """Tell of promises that this computer weakens; an empty title tells nothing."""
        self.notice.say(title, rest)

    def ask_to_wake(self, title: str, rest: str) -> None:
        """Ask whether sleeping programs are woken; an empty title asks nothing."""
        self.waking.say(title, rest)

    def _made_wake_hint(self) -> WakeHint:
        hint = WakeHint(self._theme)
        hint.chosen.connect(self.wake_chosen)
        hint.hide()
        return hint

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
