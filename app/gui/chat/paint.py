"""Pieces that the chat's rows are painted with: wrapped text in two weights, crops, and what a model writes."""

from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPixmap,
    QTextLayout,
    QTextOption,
    QTransform,
)

from app.gui import tr
from app.gui.chat.model import Picture
from app.gui.chat.rows import Run, WordsRow
from app.gui.widgets.labels import layout_runs
from app.gui.widgets.pictures import draw_marks, paint_risk_mark, risk_token
from app.gui.widgets.theme import Step, Theme, draw_box
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import RiskLevel

MAX_CROP_ZOOM: Final = 2.0
RISK_MARK: Final = 11
FRAME_SHARE: Final = 0.85
"""The frame round a target fills at most this share of the crop's width."""
CROP_CACHE: Final = 32
"""Some 100 KB each; a window shows about ten."""
WRAP: Final = int(Qt.TextFlag.TextWordWrap)
LINE: Final = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextSingleLine)


def line_height(font: QFont) -> float:
    """Return the height of one line of a font."""
    return QFontMetricsF(font).height()


def draw_line(painter: QPainter, rect: QRectF, text: str, font: QFont, color: QColor) -> float:
    """Draw one line, elided at the end; return the width that it took."""
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(
        text.replace("\n", " "), Qt.TextElideMode.ElideRight, max(0.0, rect.width())
    )
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(rect, LINE, shown)
    return metrics.horizontalAdvance(shown)


def draw_runs(
    painter: QPainter, rect: QRectF, runs: Sequence[Run], theme: Theme, color: QColor
) -> None:
    """Draw a sentence in one line, bold pieces in the bold font, elided at the end."""
    x = rect.left()
    painter.setPen(color)
    for text, is_bold in runs:
        font = theme.font("bold" if is_bold else "body")
        metrics = QFontMetricsF(font)
        whole = text.replace("\n", " ")
        shown = metrics.elidedText(whole, Qt.TextElideMode.ElideRight, rect.right() - x)
        painter.setFont(font)
        width = metrics.horizontalAdvance(shown)
        painter.drawText(QRectF(x, rect.top(), max(width, 1.0) + 1, rect.height()), LINE, shown)
        x += width
        if shown != whole or x >= rect.right():
            return


def draw_risk(painter: QPainter, level: RiskLevel, center: QPointF, theme: Theme) -> None:
    """Draw the 11 px mark of a risk level."""
    area = QRectF(0, 0, RISK_MARK, RISK_MARK)
    area.moveCenter(center)
    paint_risk_mark(painter, level, area, theme.color(risk_token(level)), theme.color("surface"))


@dataclass(frozen=True, slots=True)
class CropLook:
    """What is drawn on a crop, and how large it is; positions in desktop pixels."""

    key: str
    size: tuple[int, int]
    level: RiskLevel
    box: Rect | None = None
    point: ScreenPoint | None = None
    """The pixel that is marked."""
    old_point: ScreenPoint | None = None
    has_hairlines: bool = False
    aim: ScreenPoint | None = None
    """What is in the middle where there is neither box nor mark."""

    @property
    def center(self) -> ScreenPoint | None:
        """What is in the middle."""
        return self.box.center if self.box is not None else self.point or self.aim

    @property
    def zoom(self) -> float:
        """Logical pixels per pixel of the picture: the frame fills its share, at most twice."""
        if self.box is None or self.box.w <= 0 or self.box.h <= 0:
            return MAX_CROP_ZOOM
        width = FRAME_SHARE * self.size[0] / (self.box.w + 10)
        return min(MAX_CROP_ZOOM, width, FRAME_SHARE * self.size[1] / (self.box.h + 6))


class Crops:
    """Crops drawn once per look, theme and scale. Owned by the delegate."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._drawn: OrderedDict[tuple[CropLook, float, bool], QPixmap] = OrderedDict()

    def forget(self) -> None:
        """Draw everything anew: other pictures go by the same names."""
        self._drawn.clear()

    def paint(
        self, painter: QPainter, corner: QPointF, look: CropLook, picture: Picture | None
    ) -> None:
        """Paint a crop at a corner; a sunken box until its picture is there."""
        ratio = painter.device().devicePixelRatioF()
        if picture is None or look.center is None:
            area = QRectF(corner, QSize(*look.size).toSizeF())
            draw_box(painter, area, 4, self._theme.color("sunken"))
            return
        key = (look, ratio, self._theme.is_dark)
        pixmap = self._drawn.get(key)
        if pixmap is None:
            pixmap = self._drawn[key] = _drawn(self._theme, look, picture, ratio)
            while len(self._drawn) > CROP_CACHE:
                self._drawn.popitem(last=False)
        snapped = QPointF(round(corner.x() * ratio) / ratio, round(corner.y() * ratio) / ratio)
        painter.drawPixmap(snapped, pixmap)


def _drawn(theme: Theme, look: CropLook, picture: Picture, ratio: float) -> QPixmap:
    width, height = look.size
    pixmap = QPixmap(round(width * ratio), round(height * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(0, 0, width, height)
        outline = QPainterPath()
        outline.addRoundedRect(area, 4, 4)
        painter.fillPath(outline, theme.color("sunken"))
        to_area = _place(look)
        _fill(painter, outline, picture, to_area, look.zoom * ratio)
        painter.setClipRect(area.adjusted(1, 1, -1, -1))
        draw_marks(
            painter, area, to_area, theme.color(risk_token(look.level)), QColor("white"),
            box=look.box, point=look.point, old_point=look.old_point,
            has_hairlines=look.has_hairlines,
        )  # fmt: skip
        painter.setClipping(False)
        edge = area.adjusted(0.5, 0.5, -0.5, -0.5)
        draw_box(painter, edge, 3.5, outline=theme.color("line"))
    return pixmap


def _place(look: CropLook) -> QTransform:
    """Map desktop pixels into the crop, the middle of the target's pixel to its middle."""
    center = look.center or ScreenPoint(0, 0)
    to_area = QTransform()
    to_area.translate(look.size[0] / 2, look.size[1] / 2)
    to_area.scale(look.zoom, look.zoom)
    return to_area.translate(-(center.x + 0.5), -(center.y + 0.5))


def _fill(
    painter: QPainter, outline: QPainterPath, picture: Picture, to_area: QTransform, zoom: float
) -> None:
    """Fill with the picture as a texture: the edge of a clip path would not be smooth."""
    image, shown = picture
    covered = QPainterPath()
    covered.addRect(to_area.mapRect(QRectF(shown.x, shown.y, shown.w, shown.h)))
    texture, shrink = image, QTransform()
    if zoom < 1:  # averaged once: a texture that is only sampled loses thin strokes
        texture = image.scaled(
            max(1, round(image.width() * zoom)),
            max(1, round(image.height() * zoom)),
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        shrink.scale(image.width() / texture.width(), image.height() / texture.height())
    brush = QBrush(QImage(texture))
    brush.setTransform(shrink * QTransform.fromTranslate(shown.x, shown.y) * to_area)
    painter.fillPath(outline.intersected(covered), brush)


LIVE_LINES: Final = 3
"""Lines of live text. Never more and never less, so that writing moves nothing."""
INDENT: Final = 36
FOLD_ICON: Final = 14
GAP: Final = 2
REACH: Final = 2_000
"""Letters before the end of a text that are broken into lines when it is met for the first time."""
LINE_BREAK: Final = "\u2028"
"""What ends a line within the one paragraph that a layout is."""
CARET: Final = 2
FONT: Final[Step] = "small"


class TailLines:
    """The last lines of a text that grows at its end; only its last line is broken anew."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._text = ""
        self._width = 0.0
        self._open_at = 0
        """Where the last line begins."""
        self._lines: deque[str] = deque(maxlen=LIVE_LINES)

    def lines(self, text: str, width: float) -> tuple[str, ...]:
        """Return the last lines of a text broken at a width in logical pixels."""
        if width != self._width or not text.startswith(self._text):
            self._open_at, self._width = max(0, len(text) - REACH), width
            self._lines.clear()
        if text != self._text or not self._lines:
            if self._lines:
                self._lines.pop()
            self._text = text
            self._break(text[self._open_at :])
        return tuple(self._lines)

    def _break(self, rest: str) -> None:
        layout = QTextLayout(rest.replace("\n", LINE_BREAK), self._theme.font(FONT))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        units = rest.encode("utf-16-le", "surrogatepass")
        start = 0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(self._width)
            start = line.textStart()
            end = start + line.textLength()
            self._lines.append(units[2 * start : 2 * end].decode("utf-16-le", "replace").rstrip())
        layout.endLayout()
        self._open_at += len(units[: 2 * start].decode("utf-16-le", "replace"))


class WordsPainter:
    """Owned by the delegate; there is one live row at most."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._tail = TailLines(theme)

    def height(self, row: WordsRow, width: int) -> int:
        """Return the row's height at a width; a live row's never depends on its words."""
        head = max(24.0, line_height(self._theme.font("small_bold")) + 4)
        if not row.is_open:
            return round(head)
        if row.is_live:
            return round(head + LIVE_LINES * self._line() + GAP)
        return round(head + GAP + self._layout(row.whole, width).boundingRect().height())

    def fold_area(self, body: QRectF) -> QRectF:
        """Return where a press folds or unfolds the row."""
        height = max(28.0, line_height(self._theme.font("small_bold")) + 4)
        return QRectF(body.left(), body.top(), body.width(), height)

    def paint(self, painter: QPainter, body: QRectF, row: WordsRow) -> None:
        """Paint the row into its rectangle."""
        theme = self._theme
        bold = theme.font("small_bold")
        head = QRectF(body.left(), body.top(), body.width(), max(24.0, line_height(bold) + 4))
        icon = QRectF(head.left() + 5, head.center().y() - FOLD_ICON / 2, FOLD_ICON, FOLD_ICON)
        theme.paint_icon(painter, "down" if row.is_open else "right", icon, "text3")
        left = head.adjusted(INDENT, 0, 0, 0)
        taken = draw_line(painter, left, _title(row), bold, theme.color("text2"))
        if not row.is_open:
            rest = left.adjusted(taken + 8, 0, 0, 0)
            words = row.shown if row.is_live else row.whole
            draw_line(painter, rest, words[:400], theme.font(FONT), theme.color("text3"))
            return
        top = head.bottom() + GAP
        painter.setPen(theme.color("text3" if row.is_live and not row.answer else "text2"))
        if row.is_live:
            self._paint_live(painter, QPointF(left.left(), top), row, left.width())
        else:
            self._layout(row.whole, round(body.width())).draw(painter, QPointF(left.left(), top))

    def _paint_live(self, painter: QPainter, at: QPointF, row: WordsRow, width: float) -> None:
        font, height = self._theme.font(FONT), self._line()
        painter.setFont(font)
        lines = self._tail.lines(row.shown, max(40.0, width - 4))
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        for number, line in enumerate(lines):
            area = QRectF(at.x(), at.y() + number * height, width, height)
            painter.drawText(area, flags, line.replace(LINE_BREAK, ""))
        last = lines[-1].replace(LINE_BREAK, "") if lines else ""
        x = at.x() + QFontMetricsF(font).horizontalAdvance(last) + 2
        y = at.y() + max(0, len(lines) - 1) * height
        caret = QRectF(round(x), round(y) + 2, CARET, height - 4)
        painter.fillRect(caret, self._theme.color("accent"))

    def _line(self) -> float:
        return line_height(self._theme.font(FONT)) + 1

    def _layout(self, text: str, width: int) -> QTextLayout:
        room = max(40.0, width - INDENT)
        return layout_runs(self._theme, [(text.replace("\n", LINE_BREAK), False)], room, FONT, FONT)


def _title(row: WordsRow) -> str:
    if not row.is_live:
        return tr("The model wrote")
    return tr("The model writes") if row.answer else tr("The model thinks")
