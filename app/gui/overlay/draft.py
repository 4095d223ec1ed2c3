"""The dashed mark and the small card while a model still writes what it is going to do.

Nothing here can be accepted: there is no action, no button and no key, only a place to look at.
"""

import math
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.gui import tr, tr_said
from app.gui.background import timer
from app.gui.overlay.card_widgets import SIDE, CardWindow, Head
from app.gui.overlay.placement import place_card
from app.gui.overlay.requests import target_points
from app.gui.overlay.scenery import Scenery
from app.gui.overlay.secret_mark import SecretMark
from app.gui.overlay.shapes import Box
from app.gui.overlay.stage import Stage
from app.gui.widgets.labels import Dots, Label
from app.gui.widgets.layout import column, row, rule
from app.gui.widgets.theme import Theme
from automation.core.actions import Aim, Click
from automation.core.events import Draft
from automation.core.proposal import Proposal, Risk, RiskLevel
from automation.core.wording import short_name

WIDTH: Final = 328
_NOTE: Final = tr("Still being decided. The mark may move, and nothing can be accepted yet.")


class ProvisionalCard(CardWindow):
    """Shows where the model is about to act. Has no button and takes no key."""

    def __init__(self, theme: Theme, mark: SecretMark, app: str, *, is_solid: bool) -> None:
        super().__init__(theme, is_solid=is_solid)
        self.setObjectName("provisional-card")
        body = QWidget()
        body.setFixedWidth(WIDTH)
        self._sentence = Label(theme, "", "title", "dim")
        head = row(Dots(theme), (self._sentence, 1), gap=8)
        note = Label(theme, _NOTE, "small", "dim", wraps=True)
        column(head, note, gap=10, margins=(SIDE, 12, SIDE, 12), into=body)
        for part in (Head(theme, mark, app), rule(), body):
            self.column.addWidget(part)
        self.fit()

    def set_sentence(self, sentence: str) -> None:
        """Show what is known so far."""
        self._sentence.setText(short_name(sentence, 32))


PACE_S: Final = 0.25
"""The mark may jump at most four times a second."""
_UNKNOWN: Final = Risk(RiskLevel.R1)
"""A draft is not assessed: it has the accent's colour, and no sign of any level."""


class DraftSession(QObject):
    """Shows one draft after the other until the reply is written. UI thread."""

    def __init__(
        self,
        stage: Stage,
        theme: Theme,
        mark: SecretMark,
        *,
        now: Callable[[], float],
        occupied: Callable[[], tuple[Box, ...]],
        parent: QObject | None = None,
    ) -> None:
        """Prepare; `occupied` tells where something of ours stands already."""
        super().__init__(parent)
        self._stage = stage
        self._theme = theme
        self._mark = mark
        self._now = now
        self._occupied = occupied
        self.card: ProvisionalCard | None = None
        """The small card while a draft is shown."""
        self._shown_s = -math.inf
        self._next: Draft | None = None
        self._timer = timer(self, 0, self._on_time)

    def set_mark(self, mark: SecretMark) -> None:
        """Show another mark of the user's from the next draft on."""
        self._mark = mark

    def show(self, draft: Draft) -> None:
        """Show a draft, at once or as soon as the mark may jump again."""
        wait_s = self._shown_s + PACE_S - self._now()
        if wait_s > 0:
            self._next = draft
            self._timer.start(math.ceil(wait_s * 1000))
            return
        self._next = None
        self._shown_s = self._now()
        self._draw(draft)

    def end(self) -> None:
        """Take mark and card away."""
        self._timer.stop()
        self._next = None
        if self.card is not None:
            self._stage.set_marks({})
            self._drop_card()

    def _on_time(self) -> None:
        if self._next is not None:
            self.show(self._next)

    def _draw(self, draft: Draft) -> None:
        scenery = Scenery(self._theme, draft.observation)
        sketch = Proposal(Click(Aim(draft.point)), sentence=draft.words)
        drawn = scenery.marks(sketch, _UNKNOWN, is_provisional=True)
        self._stage.set_marks(drawn, turns=True)
        window = scenery.window_of(sketch)
        self._drop_card()  # another window may have another name
        app = short_name(window.app, 32) if window else ""
        card = ProvisionalCard(self._theme, self._mark, app, is_solid=self._stage.is_solid)
        card.set_sentence(tr_said(draft.words))
        view, points = scenery.view_of(sketch), target_points(sketch)
        scene = scenery.scene(view, drawn, points, window, self._occupied())
        body = card.measured()
        self._stage.show_window(card, view, place_card(body.width(), body.height(), scene))
        self.card = card

    def _drop_card(self) -> None:
        if self.card is not None:
            self._stage.remove_window(self.card)
            self.card = None
