"""The status pill: what the run is doing, and Stop, always in view while a run lives."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.gui import tr
from app.gui.overlay.card_widgets import CardWindow, Chrome
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import ElidedLabel, Icon, Label
from app.gui.widgets.layout import row
from app.gui.widgets.theme import Theme
from automation.core.proposal import Candidate

HEIGHT: Final = 36
_NOTE_PX: Final = 260
_WORDS_PX: Final = 320
"""Always the same: a pill that grows with every word cannot be read."""


@dataclass(frozen=True, slots=True)
class PillStatus:
    """What the pill says."""

    state: str
    """In words: Looking, Waiting for you, Working in Ledger."""
    note: str = ""
    """Step and mode, or what was asked."""
    icon: str = "eye"
    tone: str = "accent"
    """Token of the icon's colour."""
    host: str = ""
    """The server that pictures go to; empty when nothing leaves this computer."""
    is_over: bool = False
    """The run has ended: there is nothing to stop, and the window tells more."""


def question_status(candidates: Sequence[Candidate], note: str) -> PillStatus:
    """Return what the pill says of a question: which thing on the screen, or one in words."""
    is_choice = any(candidate.has_place for candidate in candidates)
    return PillStatus(tr("Which one?") if is_choice else tr("A question"), note, "question", "r2")


class Pill(CardWindow):
    """36 high at the top of the run's monitor."""

    stop_pressed = Signal()
    open_pressed = Signal()

    def __init__(self, theme: Theme, *, is_solid: bool, stop_key: str = "Pause") -> None:
        super().__init__(theme, is_solid=is_solid, chrome=Chrome(radius=HEIGHT / 2))
        self.setObjectName("status-pill")
        self.status = PillStatus(tr("Ready"))
        """What is shown."""
        holder = QWidget()
        holder.setFixedHeight(HEIGHT - 2)
        self._icon = Icon(theme, self.status.icon, self.status.tone)
        self._state = Label(theme, "", "small_bold")
        self._note = ElidedLabel(theme, "", "small", "dim")
        self.words = ElidedLabel(theme, "", "small", "dim", mode=Qt.TextElideMode.ElideLeft)
        self.words.setFixedWidth(_WORDS_PX)
        self.words.hide()
        self._host = Label(theme, "", "small_bold", "r3")
        stop = Button(theme, tr("Stop"), icon="stop", kind="stop", size="pill", keys=stop_key)
        stop.setFocusPolicy(stop.focusPolicy().NoFocus)
        stop.clicked.connect(self.stop_pressed)
        self.stop_button = stop
        self.open_button = Button(theme, tr("Open"), icon="window", size="pill")
        self.open_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.open_button.clicked.connect(self.open_pressed)
        self.open_button.hide()
        parts = (self._icon, self._state, self._note, self.words, self._host)
        margins = (13, 0, 4, 0)
        self._row = row(*parts, stop, self.open_button, gap=10, margins=margins, into=holder)
        self.column.addWidget(holder)

    def set_status(self, status: PillStatus) -> None:
        """Show another state."""
        self.status = status
        self._state.setText(status.state)
        self._note.setMaximumWidth(_NOTE_PX)
        self._note.set_whole_text(status.note)
        self._note.setVisible(bool(status.note))
        self._host.tell(status.host)
        self.stop_button.setVisible(not status.is_over)
        self.open_button.setVisible(status.is_over)
        self.setAccessibleName(f"{status.state} {status.note}".strip())
        self._icon.show_icon(status.icon, status.tone)
        self._fit()

    def set_words(self, words: str) -> bool:
        """Show the end of what the model says; tell whether the pill is of another size then."""
        self.words.set_whole_text(words)
        if bool(words) != self.words.isHidden():
            return False
        self.words.setVisible(bool(words))
        self._fit()
        return True

    def _fit(self) -> None:
        self._row.invalidate()
        self._row.activate()
        self.fit()
