"""Icons: SVG text from the resources, tinted and rendered once per name, size, colour and scale."""

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer


@cache
def svg_text(name: str) -> str:
    """Return the drawing of an icon.

    Raises:
        KeyError: there is no icon of this name.
    """
    path = files("resources") / "icons" / f"{name}.svg"
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        message = f"there is no icon called {name!r} in resources/icons"
        raise KeyError(message) from None


def icon_names() -> tuple[str, ...]:
    """Return the names of all icons, sorted."""
    folder = files("resources") / "icons"
    return tuple(sorted(p.name[:-4] for p in folder.iterdir() if p.name.endswith(".svg")))


class IconCache:
    """Rendered icons. UI thread; lives and dies with the theme."""

    def __init__(self) -> None:
        self._pixmaps: dict[tuple[str, int, str, float], QPixmap] = {}

    def pixmap(self, name: str, color: QColor, size: int = 16, ratio: float = 1.0) -> QPixmap:
        """Return the icon at `size` logical pixels for a screen of this scale."""
        key = (name, size, color.name(QColor.NameFormat.HexArgb), ratio)
        if key not in self._pixmaps:
            self._pixmaps[key] = _rendered(name, color, size, ratio)
        return self._pixmaps[key]

    def icon(self, name: str, color: QColor, disabled: QColor, size: int = 16) -> QIcon:
        """Return a QIcon with the sizes for scale 1 and 2, enabled and disabled."""
        icon = QIcon()
        for ratio in (1.0, 2.0):
            icon.addPixmap(self.pixmap(name, color, size, ratio), QIcon.Mode.Normal)
            icon.addPixmap(self.pixmap(name, disabled, size, ratio), QIcon.Mode.Disabled)
        return icon

    def paint(self, painter: QPainter, name: str, color: QColor, rect: QRectF) -> None:
        """Paint the icon into a rectangle, sharp on the painter's device."""
        ratio = painter.device().devicePixelRatioF()
        pixmap = self.pixmap(name, color, round(rect.width()), ratio)
        painter.drawPixmap(rect, pixmap, QRectF(pixmap.rect()))


def _rendered(name: str, color: QColor, size: int, ratio: float) -> QPixmap:
    pixels = round(size * ratio)
    pixmap = QPixmap(QSize(pixels, pixels))
    pixmap.fill(Qt.GlobalColor.transparent)
    tinted = svg_text(name).replace("currentColor", color.name(QColor.NameFormat.HexRgb))
    with QPainter(pixmap) as painter:
        painter.setOpacity(color.alphaF())
        QSvgRenderer(QByteArray(tinted.encode())).render(painter, QRectF(0, 0, pixels, pixels))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
