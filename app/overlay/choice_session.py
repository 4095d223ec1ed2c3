"""One question from showing the numbered candidates to the answer."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.overlay.approval_session import SessionOptions
from app.overlay.choice_card import ChoiceCard
from app.overlay.machine import CardMachine
from app.overlay.picture import OverlayPicture
from app.overlay.requests import AskChoice
from app.overlay.scenery import Scenery
from app.overlay.shapes import Box
from app.overlay.shown_card import ShownCard
from app.overlay.stage import Stage
from app.widgets.announce import announce
from app.widgets.theme import Theme
from automation.core.proposal import RiskLevel
from automation.core.wording import short_name


class ChoiceSession(QObject):
    """Lives while its card is up, until somebody answers. UI thread.

    Choosing approves nothing: the action is asked next.
    """

    ended = Signal(object)
    """The chosen number, or None; card and marks are off the screen by then."""

    def __init__(
        self,
        asked: AskChoice,
        stage: Stage,
        theme: Theme,
        options: SessionOptions,
        *,
        now: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._asked = asked
        self._stage = stage
        self._now = now
        self._options = options
        self._scenery = Scenery(theme, asked.observation)
        self._candidates = asked.question.candidates[:99]
        self._points = [
            candidate.box.center for candidate in self._candidates if candidate.has_place
        ]
        window = asked.observation.active_window
        home = window.rect.center if window else asked.observation.pointer
        self._view = self._scenery.view_at(self._points[0] if self._points else home)
        app = short_name(window.app, 32) if window else ""
        self._card = ChoiceCard(theme, asked.question, options.mark, app, is_solid=stage.is_solid)
        self._machine = CardMachine(RiskLevel.R0, options.timing, now())
        self._has_ended = False
        self._shown = ShownCard(self._card, stage, self._view)
        self._card.chosen.connect(self._choose)
        self._card.none_pressed.connect(lambda: self._end(None))

    @property
    def card(self) -> ChoiceCard:
        """The window with the rows."""
        return self._card

    @property
    def picture(self) -> OverlayPicture | None:
        """What the picture of this card is painted from."""
        return self._shown.picture

    def is_armed(self) -> bool:
        """Tell whether a choice would count."""
        return self._machine.is_armed(self._now())

    def open(self, occupied: tuple[Box, ...] = ()) -> None:
        """Show numbers and card."""
        observation = self._asked.observation
        drawn = self._scenery.candidates(self._candidates)
        self._stage.set_marks(drawn)
        window = observation.active_window
        scene = self._scenery.scene(self._view, drawn, self._points, window, occupied)
        is_inside = self._shown.stand(scene)
        self._machine = CardMachine(
            RiskLevel.R0, self._options.timing, self._now(), is_pointer_inside=is_inside
        )
        self._shown.keep_picture(observation.frame, drawn)
        announce(self._card, self._card.accessibleName(), is_urgent=True)

    def on_chord(self, name: str) -> None:
        """React to a chord of the card."""
        if name.startswith("pick."):
            self._choose(int(name.removeprefix("pick.")))
        elif name == "reject":
            self._end(None)
        elif name == "show":
            self._shown.toggle()
            self._machine.move(self._now())

    def withdraw(self) -> None:
        """Take everything away without an answer."""
        if not self._has_ended:
            self._has_ended = True
            self._close()

    def stop(self) -> None:
        """End without a choice."""
        self._end(None)

    def _choose(self, number: int) -> None:
        numbers = {candidate.n for candidate in self._asked.question.candidates}
        self._machine.cover(self._now(), is_covered=not self._stage.stands())
        if number in numbers and not self._shown.is_hidden and self._machine.is_armed(self._now()):
            self._end(number)

    def _end(self, number: int | None) -> None:
        if not self._has_ended:
            self._has_ended = True
            self._close()
            self.ended.emit(number)

    def _close(self) -> None:
        self._shown.remove()
