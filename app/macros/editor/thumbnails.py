"""Pictures of targets: read and unpacked off the UI thread, as rows come into view, few kept."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage

from app.chat.crop_shelf import Picture
from automation.core.errors import AssistantError
from automation.core.geometry import Rect

log = logging.getLogger(__name__)

ReadImage = Callable[[str], bytes]
"""Returns the file of a picture by its path; raises an AssistantError when it cannot."""
KEPT: Final = 128
"""Some 40 KB each; a window shows about a dozen."""
_WAITING: Final = 48
"""More rows than are in view at once: what was asked for before them has scrolled away."""


class Thumbnails(QObject):
    """Lives in the UI thread and owns one worker; `close` it."""

    loaded = Signal(str)
    """The path of a picture that is there from here on; in the UI thread."""
    _found = Signal(str, object)

    def __init__(self, read: ReadImage, parent: QObject | None = None) -> None:
        """Read pictures with `read`, which is called in the worker's thread."""
        super().__init__(parent)
        self._read = read
        self._kept: OrderedDict[str, Picture | None] = OrderedDict()
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._loading = ""
        self._lock = threading.Lock()
        self._is_closed = False
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="macro-pictures")
        self._found.connect(self._on_found, Qt.ConnectionType.QueuedConnection)

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, path: str | None) -> Picture | None:
        """Return a picture; None while it is on its way, and for one that cannot be read."""
        if not path or self._is_closed:
            return None
        if path in self._kept:
            self._kept.move_to_end(path)
            return self._kept[path]
        with self._lock:
            if path == self._loading:
                return None
            is_asked = path in self._waiting
            self._waiting[path] = None
            self._waiting.move_to_end(path)
            while len(self._waiting) > _WAITING:
                self._waiting.popitem(last=False)
        if not is_asked:
            self._worker.submit(self._load_next)
        return None

    def forget(self, path: str) -> None:
        """Read a picture anew when it is asked for."""
        self._kept.pop(path, None)

    def _load_next(self) -> None:
        """Load what was asked for last: that is what is looked at."""
        with self._lock:
            if not self._waiting:
                return
            path, _ = self._waiting.popitem(last=True)
            self._loading = path
        picture = None
        try:
            picture = _picture(QImage.fromData(self._read(path)))
        except AssistantError as error:
            log.warning("a picture of a macro cannot be shown: %s", type(error).__name__)
        except Exception:  # the worker's top frame: its future is read by nobody
            log.exception("a picture of a macro cannot be shown")
        self._found.emit(path, picture)

    def _on_found(self, path: str, picture: Picture | None) -> None:
        if self._is_closed:
            return
        with self._lock:
            if self._loading == path:
                self._loading = ""
        self._kept[path] = picture
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self.loaded.emit(path)

    def close(self) -> None:
        """End the worker."""
        self._is_closed = True
        self._worker.shutdown(wait=True, cancel_futures=True)


def _picture(image: QImage) -> Picture | None:
    if image.isNull():
        return None
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    return plain, Rect(0, 0, plain.width(), plain.height())
