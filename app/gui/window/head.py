"""The head of the window: what is being done, who decides, how it is approved."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QAction, QActionGroup, QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from app.gui import tr
from app.gui.chat.paint import LINE
from app.gui.commands import Commands
from app.gui.model_page.wording import NO_SERVER, Served, decider
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import ElidedLabel
from app.gui.widgets.layout import Framed, row
from app.gui.widgets.theme import PaintedButton, Theme, draw_box
from automation.core.events import ApproveMode, PolicyName
from automation.core.generation import EngineStatus

CHIP_HEIGHT: Final = 28
TEXT_LEFT: Final = 34
GAP: Final = 6
POLICIES: Final[tuple[tuple[PolicyName, str, str], ...]] = (
    ("auto", tr("Auto"), tr("simple commands need no AI model, everything else goes to it")),
    ("commands", tr("Commands"), tr("only instructions that name what is on the screen")),
    ("holotron", tr("Model"), tr("the model decides every step")),
)


C = TypeVar("C", bound=str)


def choice_menu(
    menu: QMenu, choices: Sequence[tuple[C, str, str]], choose: Callable[[C], object]
) -> dict[C, QAction]:
    """Fill a menu with choices of which one holds; return their actions."""
    group, made = QActionGroup(menu), {}
    for choice, word, sentence in choices:
        action = made[choice] = menu.addAction(f"{word}: {sentence}")
        action.setCheckable(True)
        action.triggered.connect(lambda _=False, c=choice: choose(c))
        group.addAction(action)
    return made


def drop(menu: QMenu, button: QWidget) -> None:
    """Open a menu below a button."""
    menu.popup(button.mapToGlobal(button.rect().bottomLeft()))


def _named(policy: PolicyName) -> PolicyName:
    """Return what is chosen in the menu, which has one word for every model."""
    return "holotron" if policy == "remote" else policy


class PolicyChip(PaintedButton):
    """Owned by the window's head."""

    def __init__(self, theme: Theme, commands: Commands, policy: PolicyName) -> None:
        super().__init__(theme)
        self._commands = commands
        self.policy: PolicyName = _named(policy)
        """Who takes the next task; `holotron` is the model, wherever it runs."""
        self._status = EngineStatus()
        self._served = NO_SERVER
        self._has_second = True
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.menu = QMenu(tr("Who decides"), self)
        self.actions_of = choice_menu(self.menu, POLICIES, self._choose)
        self.clicked.connect(lambda: drop(self.menu, self))
        self._say()

    def set_policy(self, policy: PolicyName) -> None:
        """Show another choice; tells nobody."""
        policy = _named(policy)
        if policy != self.policy:
            self.policy = policy
            self._say()

    def _choose(self, policy: PolicyName) -> None:
        if policy != self.policy:
            self.set_policy(policy)
            self._commands.policy.emit(policy)

    def show_engine(self, status: EngineStatus) -> None:
        """Show which model there is."""
        if decider(self.policy, status) != decider(self.policy, self._status):
            self._status = status
            self._say()
        self._status = status

    def show_server(self, served: Served) -> None:
        """Show which model on a server takes goals."""
        if served != self._served:
            self._served = served
            self._say()

    def _say(self) -> None:
        self.actions_of[self.policy].setChecked(True)
        name, second = decider(self.policy, self._status, self._served)
        sentence = next(said for policy, _, said in POLICIES if policy == self.policy)
        self.setAccessibleName(tr("Decides: {0}, {1}").format(name, second))
        self.setToolTip(tr("Who decides: {0}").format(sentence))
        self.updateGeometry()
        self.update()

    def set_has_second(self, has_second: bool) -> None:  # a property's setter
        """Show or drop the second words."""
        if has_second != self._has_second:
            self._has_second = has_second
            self.updateGeometry()
            self.update()

    def width_with(self, has_second: bool) -> int:  # the property's value
        """Return the width with or without the second words."""
        parts = self._parts(has_second=has_second)
        return round(TEXT_LEFT + sum(width + GAP for _, width, _ in parts) + 4)

    def _parts(self, *, has_second: bool) -> tuple[tuple[str, float, bool], ...]:
        name, second = decider(self.policy, self._status, self._served)
        parts = []
        for text, is_bold in ((name, True), (second if has_second else "", False)):
            font = self._theme.font("small_bold" if is_bold else "small")
            if text:
                width = QFontMetricsF(font).horizontalAdvance(text) + 1
                parts.append((text, width, is_bold))
        return tuple(parts)

    def sizeHint(self) -> QSize:
        """Return the size of icon and words."""
        return QSize(self.width_with(self._has_second), CHIP_HEIGHT)

    def _paint(self, painter: QPainter) -> None:
        theme, rect = self._theme, QRectF(self.rect())
        draw_box(painter, rect, 8, theme.color("accentSoft" if self.is_hot else "sunken"))
        icon = "globe" if self._served.is_away and self.policy != "commands" else "monitor"
        theme.paint_icon(painter, icon, QRectF(10, self.height() / 2 - 8, 16, 16), "text2")
        x = float(TEXT_LEFT)
        for text, width, is_bold in self._parts(has_second=self._has_second):
            painter.setFont(theme.font("small_bold" if is_bold else "small"))
            is_dim = not is_bold or not self.isEnabled()
            painter.setPen(theme.color("text2" if is_dim else "text"))
            painter.drawText(QRectF(x, 0, width, self.height()), LINE, text)
            x += width + GAP
        if self.hasFocus():
            theme.draw_focus(painter, rect)


HEIGHT: Final = 52
TITLE_ROOM: Final = 180
"""The title keeps so much before the chip drops its second words, and then goes."""
MODES: Final[tuple[tuple[ApproveMode, str, str], ...]] = (
    ("ask", tr("Ask"), tr("every action is shown and waits for you")),
    ("assist", tr("Assist"), tr("what is easy to undo runs in apps that you allowed")),
    (
        "auto",
        tr("Auto"),
        tr("what you or a trusted macro name runs; of a goal what is easy to undo"),
    ),
)


class Head(Framed):
    """Owned by the main window."""

    def __init__(
        self, theme: Theme, commands: Commands, mode: ApproveMode, policy: PolicyName
    ) -> None:
        super().__init__("top")
        self.setMinimumHeight(HEIGHT)
        self._commands = commands
        self.mode: ApproveMode = mode
        """How the next task is approved."""
        self.menu = Button(theme, "", icon="sidebar", kind="flat", size="compact")
        self.menu.setAccessibleName(tr("Runs"))
        self.menu.setToolTip(tr("Runs (F6)"))
        self.menu.hide()
        self._title = ElidedLabel(theme, tr("New task"), "title")
        self._title.setMinimumWidth(48)
        self.chip = PolicyChip(theme, commands, policy)
        self._mode_button = Button(theme, "", icon="eye", kind="chip", size="compact")
        self._mode_menu = QMenu(self)
        self._actions = choice_menu(self._mode_menu, MODES, self.set_mode)
        self._mode_button.clicked.connect(lambda: drop(self._mode_menu, self._mode_button))
        self._more = Button(theme, "", icon="more", kind="flat", size="compact")
        self._more.setAccessibleName(tr("More"))
        self._more.setToolTip(tr("More"))
        self._more_menu = self._make_more_menu()
        self._more.clicked.connect(lambda: drop(self._more_menu, self._more))
        buttons = (self.chip, self._mode_button, self._more)
        row(self.menu, (self._title, 1), *buttons, gap=8, margins=(24, 4, 16, 4), into=self)
        self._say_mode()

    def _make_more_menu(self) -> QMenu:
        menu, commands = QMenu(self), self._commands
        menu.addMenu(self.chip.menu)  # the chip goes where there is no room for it
        for text, keys, signal in (
            (tr("Macros"), "Ctrl+2", commands.macros),
            (tr("Model"), "Ctrl+4", commands.model),
            (tr("Promises"), "Ctrl+5", commands.promises),
            (tr("Help"), "F1", commands.help),
            (tr("Key map"), "Ctrl+/", commands.key_map),
            (tr("Settings"), "Ctrl+,", commands.settings),
            (tr("Quit"), "Ctrl+Q", commands.quit),
        ):
            # The window owns the shortcut; the menu only names it.
            menu.addAction(f"{text}\t{keys}").triggered.connect(signal)
        return menu

    def set_mode(self, mode: ApproveMode) -> None:
        """Choose how the next task is approved."""
        if mode != self.mode:
            self.mode = mode
            self._say_mode()
            self._commands.mode.emit(mode)

    def _say_mode(self) -> None:
        self._actions[self.mode].setChecked(True)
        word, sentence = next((w, s) for m, w, s in MODES if m == self.mode)
        self._mode_button.say(tr("Mode: {0}").format(word))
        self._mode_button.setToolTip(f"{word}: {sentence}")

    def set_busy(self, *, is_busy: bool) -> None:
        """Keep the mode and who decides while a run lives: it has its own."""
        for widget in (self._mode_button, self.chip, self.chip.menu):
            widget.setEnabled(not is_busy)

    def show_engine(self, status: EngineStatus) -> None:
        """Show which model there is."""
        self.chip.show_engine(status)
        self._fit(self.width())

    def show_server(self, served: Served) -> None:
        """Show which model on a server takes goals."""
        self.chip.show_server(served)
        self._fit(self.width())

    def set_policy(self, policy: PolicyName) -> None:
        """Show who takes the next task."""
        self.chip.set_policy(policy)
        self._fit(self.width())

    def set_title(self, title: str) -> None:
        """Say what the page shows."""
        self._title.set_whole_text(title.replace("\n", " "))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Drop second words when narrow."""
        super().resizeEvent(event)
        self._fit(event.size().width())

    def _fit(self, width: int) -> None:
        others = sum(w.sizeHint().width() + 8 for w in (self._mode_button, self._more)) + 64
        room = width - others
        whole, short = self.chip.width_with(True), self.chip.width_with(False)
        self.chip.set_has_second(room >= whole + TITLE_ROOM)
        self.chip.setVisible(room >= short + TITLE_ROOM)
