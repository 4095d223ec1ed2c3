"""What the user does beside the card: keys that are down, and a pointer that moved."""

from PySide6.QtGui import QCursor

from app.overlay.stage import Stage


class UserTouch:
    """Begins when the card is made; owned by its session, UI thread."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._pointer = QCursor.pos()
        self._keys_at_open = stage.server.keys_down()
        self._stale_keys = self._keys_at_open
        """Down since before the card was up: by the assistant perhaps, so they approve nothing."""

    @property
    def is_there(self) -> bool:
        """Tell whether the pointer moved since, or a key is down that was not."""
        keys = self._stage.server.keys_down() - self._keys_at_open
        return QCursor.pos() != self._pointer or bool(keys)

    def look(self) -> None:
        """Note which keys came up: pressed again they count."""
        self._stale_keys &= self._stage.server.keys_down()

    def is_chord_down(self, chord: str) -> bool:
        """Tell whether the keys of a chord are held, all of them pressed since."""
        return self._stage.server.is_chord_down(chord, self._stale_keys)
