"""Type steps from the application's font, so that the size that the user chose is kept."""

from typing import Final, Literal

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QGuiApplication

Step = Literal[
    "display",
    "heading",
    "title",
    "body",
    "bold",
    "small",
    "small_bold",
    "caption",
    "caption_bold",
    "mono",
]

SMALLEST_PX: Final = 12
DEFAULT_POINTS: Final = 10.5
"""Body size on a desktop that names no font: 14 px at 96 dpi."""

_STEPS: Final[dict[Step, tuple[int, QFont.Weight]]] = {
    "display": (14, QFont.Weight.DemiBold),
    "heading": (6, QFont.Weight.DemiBold),
    "title": (2, QFont.Weight.DemiBold),
    "body": (0, QFont.Weight.Normal),
    "bold": (0, QFont.Weight.DemiBold),
    "small": (-1, QFont.Weight.Normal),
    "small_bold": (-1, QFont.Weight.DemiBold),
    "caption": (-2, QFont.Weight.Normal),
    "caption_bold": (-2, QFont.Weight.DemiBold),
    "mono": (-2, QFont.Weight.Normal),
}


def desktop_font() -> QFont:
    """Return the desktop's font; at 10.5 pt where Qt only has its own fallback of 9 pt."""
    font = QGuiApplication.font()
    is_fallback = font.family() in ("Sans Serif", "Sans", "") and font.pointSize() == 9
    if is_fallback:
        font.setPointSizeF(DEFAULT_POINTS)
    return font


class Typography:
    """The ten steps for one application font. Owned by the theme; UI thread."""

    def __init__(self, body: QFont) -> None:
        self._body = QFont(body)
        self._body_px = QFontInfo(body).pixelSize()
        self._fonts: dict[tuple[Step, bool], QFont] = {}

    def font(self, step: Step, *, tabular: bool = False) -> QFont:
        """Return the font of a step; `tabular` gives all digits the same width."""
        key = (step, tabular)
        if key not in self._fonts:
            self._fonts[key] = self._made(step, tabular=tabular)
        return QFont(self._fonts[key])

    def _made(self, step: Step, *, tabular: bool) -> QFont:
        difference, weight = _STEPS[step]
        is_mono = step == "mono"
        font = (
            QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont) if is_mono else self._body
        )
        font = QFont(font)
        font.setPixelSize(max(SMALLEST_PX, self._body_px + difference))
        font.setWeight(weight)
        if tabular:
            font.setFeature(QFont.Tag("tnum"), 1)
        return font
