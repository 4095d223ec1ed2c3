"""The dashed mark and the small card while a proposal is still being decided."""

from typing import Final

from PySide6.QtCore import QObject

from app.overlay.placement import place_card
from app.overlay.provisional_card import ProvisionalCard
from app.overlay.requests import ShowDraft
from app.overlay.scenery import Scenery
from app.overlay.secret_mark import SecretMark
from app.overlay.shapes import Box
from app.overlay.stage import Stage
from app.overlay.wording import title
from app.widgets.theme import Theme
from automation.core.wording import short_name

PACE_S: Final = 0.25
"""The mark may jump at most four times a second."""


class DraftSession(QObject):
    """Shows one draft after the other until the real card comes. UI thread."""

    def __init__(
        self, stage: Stage, theme: Theme, mark: SecretMark, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._stage = stage
        self._theme = theme
        self._mark = mark
        self._card: ProvisionalCard | None = None
        self._shown_s = float("-inf")

    def show(self, draft: ShowDraft, now: float, occupied: tuple[Box, ...]) -> None:
        """Show a draft, unless the last one has only just come."""
        if now - self._shown_s < PACE_S:
            return
        self._shown_s = now
        scenery = Scenery(self._theme, draft.observation)
        drawn = scenery.marks(draft.proposal, draft.risk, is_provisional=True)
        self._stage.set_marks(drawn, turns=True)
        window = scenery.window_of(draft.proposal)
        if self._card is None:
            app = short_name(window.app, 32) if window else ""
            self._card = ProvisionalCard(
                self._theme, self._mark, app, is_solid=self._stage.is_solid
            )
        self._card.set_sentence(title(draft.proposal))
        view = scenery.view_of(draft.proposal)
        points = scenery.points_of(draft.proposal)
        scene = scenery.scene(view, drawn, points, window, occupied)
        body = self._card.measured()
        self._stage.show_window(self._card, view, place_card(body.width(), body.height(), scene))

    def end(self) -> None:
        """Take mark and card away."""
        if self._card is not None:
            self._stage.remove_window(self._card)
            self._card = None
            self._stage.set_marks({})
