"""A card on the stage: where it stands, that it can be looked behind, and the picture kept of it."""

from PySide6.QtGui import QCursor

from app.overlay.approval_card import ApprovalCard
from app.overlay.choice_card import ChoiceCard
from app.overlay.monitor_map import MonitorMap
from app.overlay.picture import OverlayPicture
from app.overlay.placement import Scene, place_card
from app.overlay.scenery import Marks
from app.overlay.shapes import Spot
from app.overlay.stage import Stage
from automation.core.observation import Frame


class ShownCard:
    """Owned by the session of its card; UI thread."""

    def __init__(self, card: ApprovalCard | ChoiceCard, stage: Stage, view: MonitorMap) -> None:
        self._card = card
        self._stage = stage
        self._view = view
        self._corner = Spot(0, 0)
        self._picture: OverlayPicture | None = None
        self._is_hidden = False

    @property
    def is_hidden(self) -> bool:
        """Tell whether the user looks behind it; then it cannot be accepted."""
        return self._is_hidden

    @property
    def picture(self) -> OverlayPicture | None:
        """What the picture of this card is painted from, once it was kept."""
        return self._picture

    def stand(self, scene: Scene) -> bool:
        """Show the card at its place in the scene; tell whether the pointer is over it there."""
        body = self._card.measured()
        self._corner = place_card(body.width(), body.height(), scene)
        self._stage.show_window(self._card, self._view, self._corner)
        self._stage.watch(self._card)
        return self._card.geometry().contains(QCursor.pos())

    def keep_inside(self) -> None:
        """Stay inside the monitor with another size."""
        self._stage.keep_inside(self._card, self._corner)

    def toggle(self) -> None:
        """Hide the card and the marks to look behind them, or show them again."""
        self._is_hidden = not self._is_hidden
        self._stage.set_peeking(is_peeking=self._is_hidden)

    def keep_picture(self, frame: Frame, marks: Marks) -> None:
        """Take the card's picture, once, without the user's mark.

        Args:
            frame: the observation that the card was made for.
            marks: what stands on the screen beside the card.
        """
        if self._picture is not None:
            return
        self._card.conceal_mark(is_concealed=True)
        image = self._card.grab().toImage()
        self._card.conceal_mark(is_concealed=False)
        corner = self._corner.moved(-self._card.margin, -self._card.margin)
        self._picture = OverlayPicture(frame, marks, self._view, image, corner)

    def remove(self) -> None:
        """Take card and marks off the screen for good."""
        self._stage.watch(None)
        self._stage.set_marks({})
        self._stage.remove_window(self._card)
