"""The chip that says who decides; pressed, it offers the others."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget

from app.chat.painting import LINE
from app.modelpage.wording import decider
from app.widgets.theme import Theme
from automation.core.engine import EngineStatus
from automation.core.events import PolicyName

HEIGHT: Final = 28
TEXT_LEFT: Final = 34
GAP: Final = 6
POLICIES: Final[tuple[tuple[PolicyName, str, str], ...]] = (
    ("auto", "Auto", "commands take what names things, the model takes goals"),
    ("commands", "Commands", "only instructions that name what is on the screen"),
    ("holotron", "Model", "the model decides every step"),
)


class PolicyChip(QAbstractButton):
    """Owned by the window's head."""

    chosen = Signal(str)
    """A `PolicyName`."""

    def __init__(self, theme: Theme, policy: PolicyName, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._policy: PolicyName = policy
        self._status = EngineStatus()
        self._has_second = True
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.actions_of: dict[PolicyName, QAction] = {}
        self.menu = self._made_menu()
        self.clicked.connect(lambda: self.menu.popup(self.mapToGlobal(self.rect().bottomLeft())))
        theme.changed.connect(self.update)
        self._say()

    def _made_menu(self) -> QMenu:
        menu = QMenu("Who decides", self)
        group = QActionGroup(menu)
        for policy, word, sentence in POLICIES:
            action = menu.addAction(f"{word}: {sentence}")
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, p=policy: self._choose(p))
            group.addAction(action)
            self.actions_of[policy] = action
        return menu

    @property
    def policy(self) -> PolicyName:
        """Who takes the next task."""
        return self._policy

    def set_policy(self, policy: PolicyName) -> None:
        """Show another choice; tells nobody."""
        if policy != self._policy:
            self._policy = policy
            self._say()

    def _choose(self, policy: PolicyName) -> None:
        if policy != self._policy:
            self.set_policy(policy)
            self.chosen.emit(policy)

    def show_engine(self, status: EngineStatus) -> None:
        """Show which model there is."""
        if decider(self._policy, status) != decider(self._policy, self._status):
            self._status = status
            self._say()
        self._status = status

    def _say(self) -> None:
        self.actions_of[self._policy].setChecked(True)
        name, second = decider(self._policy, self._status)
        sentence = next(said for policy, _, said in POLICIES if policy == self._policy)
        self.setAccessibleName(f"Decides: {name}, {second}")
        self.setToolTip(f"Who decides: {sentence}")
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
        name, second = decider(self._policy, self._status)
        parts = []
        for text, is_bold in ((name, True), (second if has_second else "", False)):
            font = self._theme.font("small_bold" if is_bold else "small")
            if text:
                width = QFontMetricsF(font).horizontalAdvance(text) + 1
                parts.append((text, width, is_bold))
        return tuple(parts)

    def sizeHint(self) -> QSize:
        """Return the size of icon and words."""
        return QSize(self.width_with(self._has_second), HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint icon and words, and the ring of the focus."""
        theme = self._theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            is_hot = self.isEnabled() and (self.underMouse() or self.isDown())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accentSoft" if is_hot else "sunken"))
            painter.drawRoundedRect(QRectF(self.rect()), 8, 8)
            theme.paint_icon(painter, "monitor", QRectF(10, self.height() / 2 - 8, 16, 16), "text2")
            x = float(TEXT_LEFT)
            for text, width, is_bold in self._parts(has_second=self._has_second):
                painter.setFont(theme.font("small_bold" if is_bold else "small"))
                is_dim = not is_bold or not self.isEnabled()
                painter.setPen(theme.color("text2" if is_dim else "text"))
                painter.drawText(QRectF(x, 0, width, self.height()), LINE, text)
                x += width + GAP
            if self.hasFocus():
                painter.setPen(QPen(theme.color("accent"), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)
