"""The last words of a model on the status pill: the window is out of the way while it decides."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer

from app.chat.model_words import readable
from automation.core.events import Streamed
from automation.core.visible import visible_text

TURN_MS: Final = 100
"""The pill changes so often at most, however fast words come."""
MOST_SHOWN: Final = 120
MOST_KEPT: Final = 20_000
"""Characters of one reply that are read for its sentences."""


class PillWords(QObject):
    """Collects what is streamed and shows its end now and then. UI thread."""

    def __init__(self, show: Callable[[str], None], parent: QObject) -> None:
        """Prepare; nothing is shown.

        Args:
            show: called with the words, in quotation marks; empty takes them away.
            parent: Qt's owner.
        """
        super().__init__(parent)
        self._show = show
        self._said = {"thinking": "", "answer": ""}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TURN_MS)
        self._timer.timeout.connect(self._tell)

    def take(self, piece: Streamed) -> None:
        """Take some more of what the model writes."""
        whole = self._said[piece.kind] + piece.text
        # Thinking counts by its end, a reply by its beginning, where its sentences are.
        self._said[piece.kind] = (
            whole[-MOST_SHOWN * 2 :] if piece.kind == "thinking" else whole[:MOST_KEPT]
        )
        if not self._timer.isActive():
            self._timer.start()

    def clear(self) -> None:
        """Take the words away: they led to a step, or are void."""
        self._timer.stop()
        self._said = dict.fromkeys(self._said, "")
        self._show("")

    def _tell(self) -> None:
        words = " ".join((readable(self._said["answer"]) or self._said["thinking"]).split())
        self._show(f"“{visible_text(words[-MOST_SHOWN:])}”" if words else "")
