"""One question from showing the numbered candidates to the answer."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QCursor

from app.overlay.approval_session import CALM_MS, SessionOptions
from app.overlay.choice_card import ChoiceCard
from app.overlay.machine import CardMachine
from app.overlay.picture import OverlayPicture
from app.overlay.placement import place_card
from app.overlay.requests import AskChoice
from app.overlay.scenery import Scenery
from app.overlay.shapes import Box
from app.overlay.stage import Stage
from app.widgets.announce import announce
from app.widgets.theme import Theme
from automation.core.proposal import RiskLevel
from automation.core.wording import short_name


class ChoiceSession(QObject):
    """Lives while its card is up. UI thread. Choosing approves nothing: the action is asked next."""

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
        window = asked.observation.active_window
        app = short_name(window.app, 32) if window else ""
        self._card = ChoiceCard(theme, asked.question, options.mark, app, is_solid=stage.is_solid)
        self._machine = CardMachine(RiskLevel.R0, options.timing, now())
        self._has_ended = False
        self._is_hidden = False
        self._picture: OverlayPicture | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(CALM_MS)
        self._timer.timeout.connect(self._tick)
        self._card.chosen.connect(self._choose)
        self._card.none_pressed.connect(lambda: self._end(None))

    @property
    def card(self) -> ChoiceCard:
        """The window with the rows."""
        return self._card

    @property
    def picture(self) -> OverlayPicture | None:
        """What the picture of this card is painted from."""
        return self._picture

    def is_armed(self) -> bool:
        """Tell whether a choice would count."""
        return self._machine.is_armed(self._now())

    def open(self, occupied: tuple[Box, ...] = ()) -> None:
        """Show numbers and card."""
        candidates = self._asked.question.candidates[:99]
        drawn = self._scenery.candidates(candidates)
        self._stage.set_marks(drawn)
        observation = self._asked.observation
        points = [candidate.box.center for candidate in candidates if candidate.has_place]
        window = observation.active_window
        home = window.rect.center if window else observation.pointer
        view = self._scenery.view_at(points[0] if points else home)
        scene = self._scenery.scene(view, drawn, points, window, occupied)
        body = self._card.measured()
        corner = place_card(body.width(), body.height(), scene)
        self._stage.show_window(self._card, view, corner)
        self._stage.watch(self._card)
        is_inside = self._card.geometry().contains(QCursor.pos())
        self._machine = CardMachine(
            RiskLevel.R0, self._options.timing, self._now(), is_pointer_inside=is_inside
        )
        self._card.conceal_mark(is_concealed=True)
        image = self._card.grab().toImage()
        self._card.conceal_mark(is_concealed=False)
        place = corner.moved(-self._card.margin, -self._card.margin)
        self._picture = OverlayPicture(observation.frame, drawn, view, image, place)
        announce(self._card, self._asked.question.text, is_urgent=True)
        self._timer.start()
        self._tick()

    def on_chord(self, name: str) -> None:
        """React to a chord of the card."""
        if name.startswith("pick."):
            self._choose(int(name.removeprefix("pick.")))
        elif name == "reject":
            self._end(None)
        elif name == "show":
            self._is_hidden = not self._is_hidden
            self._stage.set_peeking(is_peeking=self._is_hidden)
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
        self._machine.cover(self._now(), is_covered=self._stage.look_for_cover())
        if number in numbers and not self._is_hidden and self._machine.is_armed(self._now()):
            self._end(number)

    def _tick(self) -> None:
        now = self._now()
        self._card.set_seconds_left(self._machine.seconds_left(now))
        if self._machine.seconds_left(now) <= 0:
            self._end(None)

    def _end(self, number: int | None) -> None:
        if not self._has_ended:
            self._has_ended = True
            self._close()
            self.ended.emit(number)

    def _close(self) -> None:
        self._timer.stop()
        self._stage.watch(None)
        self._stage.set_marks({})
        self._stage.remove_window(self._card)
