"""Keeps the end of a list in view while its room changes, unless somebody scrolled away from it."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QScrollBar


class _Staying(QObject):
    """Owned by its scroll bar; UI thread."""

    def __init__(self, bar: QScrollBar) -> None:
        super().__init__(bar)
        self._bar, self._is_at_end = bar, True
        bar.valueChanged.connect(self._on_moved)
        bar.rangeChanged.connect(self._on_room)

    def _on_moved(self, value: int) -> None:
        self._is_at_end = value >= self._bar.maximum()

    def _on_room(self, _least: int, most: int) -> None:
        if self._is_at_end:
            self._bar.setValue(most)


def stay_at_end(bar: QScrollBar) -> None:
    """Show the end for as long as it was shown before; what is scrolled back to it follows again."""
    _Staying(bar)
