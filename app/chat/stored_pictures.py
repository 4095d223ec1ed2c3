"""Loads the pictures of a stored run off the UI thread, one after the other, as they come into view."""

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage

from app.chat.crop_shelf import Picture
from app.chat.model import reach_of
from automation.core.errors import AssistantError
from automation.core.geometry import Rect, ScreenPoint

log = logging.getLogger(__name__)

ReadPicture = Callable[[str], bytes]
"""Returns a PNG by its address in the store; raises an AssistantError when it cannot."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which piece of which stored picture a row shows; the picture's corner is the desktop's."""

    address: str
    box: Rect | None
    point: ScreenPoint | None


class StoredPictures(QObject):
    """Lives in the UI thread and owns one worker; `close` it."""

    loaded = Signal(str, object)
    """The key that was asked for, and its `Picture`; in the UI thread."""
    lost = Signal(str)
    """The key of a picture that is gone or cannot be read."""
    _found = Signal(int, str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="thumbnails")
        self._read: ReadPicture | None = None
        self._wanted: Mapping[str, Wanted] = {}
        self._asked: set[str] = set()
        self._turn = 0
        self._found.connect(self._on_found, Qt.ConnectionType.QueuedConnection)

    def serve(self, wanted: Mapping[str, Wanted], read: ReadPicture) -> None:
        """Serve another run from here on; what was asked for before is dropped."""
        self._turn += 1
        self._read, self._wanted, self._asked = read, wanted, set()

    def forget(self) -> None:
        """Serve no run any more."""
        self._turn += 1
        self._read, self._wanted, self._asked = None, {}, set()

    def ask(self, key: str) -> None:
        """Load a picture unless that was asked for before."""
        if key in self._asked or key not in self._wanted or self._read is None:
            return
        self._asked.add(key)
        self._worker.submit(self._load, self._turn, key, self._wanted[key], self._read)

    def _load(self, turn: int, key: str, wanted: Wanted, read: ReadPicture) -> None:
        if turn != self._turn:
            return
        picture = None
        try:
            picture = _piece(QImage.fromData(read(wanted.address)), wanted)
        except AssistantError as error:
            log.warning("a picture of the history cannot be shown: %s", type(error).__name__)
        except Exception:  # the worker's top frame: its future is read by nobody
            log.exception("a picture of the history cannot be shown")
        self._found.emit(turn, key, picture)

    def _on_found(self, turn: int, key: str, picture: Picture | None) -> None:
        if turn != self._turn:
            return
        if picture is None:
            self.lost.emit(key)
        else:
            self.loaded.emit(key, picture)

    def close(self) -> None:
        """End the worker."""
        self._turn += 1
        self._worker.shutdown(wait=True, cancel_futures=True)


def _piece(image: QImage, wanted: Wanted) -> Picture | None:
    reach = reach_of(wanted.box, wanted.point)
    if image.isNull() or reach is None:
        return None
    part = reach.intersection(Rect(0, 0, image.width(), image.height()))
    if part.area == 0:
        return None
    piece = image.copy(part.x, part.y, part.w, part.h)
    return piece.convertToFormat(QImage.Format.Format_RGB32), part
