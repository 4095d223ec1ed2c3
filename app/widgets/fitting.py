"""How large a window of ours may open: whole on its screen, frame and all."""

from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

FRAME_HEIGHT: Final = 40
"""What a title bar takes of the screen; no window can ask before it is shown."""


def fit_to_screen(window: QWidget) -> None:
    """Make a window that was not shown yet no larger than what its screen has room for."""
    room = window.screen().availableSize() - QSize(0, FRAME_HEIGHT)
    window.resize(window.size().boundedTo(room))
