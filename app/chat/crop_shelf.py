"""The pictures of the chat's targets: the newest as they are, older ones packed.

A picture takes 400 KB, packed about 10 KB: a day's steps must not fill the memory.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage

from automation.core.geometry import Rect

CROP_LIMIT: Final = 300
UNPACKED: Final = 12
"""More than a window shows at once."""
_QUICK: Final = 80
"""Of Qt's 0..100 for PNG: 80 packs at the quickest level that packs at all (zlib 1)."""

Picture = tuple[QImage, Rect]
"""A piece of a picture of the screen, and the desktop pixels that it shows."""


class CropShelf:
    """Keeps pictures by name and forgets the oldest. UI thread."""

    def __init__(self) -> None:
        self._fresh: OrderedDict[str, Picture] = OrderedDict()
        self._packed: OrderedDict[str, tuple[QByteArray, Rect]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._fresh) + len(self._packed)

    def put(self, key: str, picture: Picture) -> None:
        """Keep a picture; one of the same name gives way."""
        self._packed.pop(key, None)
        self._fresh.pop(key, None)
        self._fresh[key] = picture
        while len(self._fresh) > UNPACKED:
            old, (image, rect) = self._fresh.popitem(last=False)
            self._packed[old] = (_packed(image), rect)
        while len(self) > CROP_LIMIT:
            self._packed.popitem(last=False)

    def get(self, key: str) -> Picture | None:
        """Return a picture; None when it is not there."""
        if key in self._fresh:
            return self._fresh[key]
        found = self._packed.get(key)
        return None if found is None else (QImage.fromData(found[0]), found[1])

    def keep_only(self, is_kept: Callable[[str], bool]) -> None:
        """Forget the pictures whose names are not kept."""
        for shelf in (self._fresh, self._packed):
            for key in [key for key in shelf if not is_kept(key)]:
                del shelf[key]

    def clear(self) -> None:
        """Forget all."""
        self._fresh.clear()
        self._packed.clear()


def _packed(image: QImage) -> QByteArray:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", _QUICK)  # type: ignore[call-overload]  # bytes fail at run time
    return data
