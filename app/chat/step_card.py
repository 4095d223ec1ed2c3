"""Paints one step: rail, crop, sentence, receipt, seconds; larger while it waits for the user."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QTextLayout

from app.chat.crop_shelf import Picture
from app.chat.painting import CropLook, Crops, draw_line, draw_risk, draw_runs, line_height
from app.chat.rows import StepRow, bold_runs
from app.widgets.dots import paint_dots
from app.widgets.labels import layout_runs
from app.widgets.risk import badge_width, paint_badge, risk_token
from app.widgets.theme import Theme
from automation.core.proposal import ReceiptKind, RiskLevel
from automation.core.wording import RECEIPT_WORDS

HEIGHT: Final = 77
RADIUS: Final = 8.0
RAIL: Final = 44
PADDING: Final = 10.0
SMALL_CROP: Final = (112, 56)
LARGE_CROP: Final = (216, 112)
LARGE_FROM_WIDTH: Final = 560
ICON: Final = 16
TEXT_INDENT: Final = 24
ACTIONS_HEIGHT: Final = 32
BADGE_HEIGHT: Final = 22
BAR: Final = 3.0
FOLD: Final = 28
WORDS_INDENT: Final = 12

ICONS: Final = {
    "click": "pointer",
    "move": "pointer",
    "button_down": "pointer",
    "button_up": "pointer",
    "drag": "drag",
    "scroll": "scroll",
    "write": "text",
    "hotkey": "keyboard",
    "key_down": "keyboard",
    "key_up": "keyboard",
    "hold_and_tap": "keyboard",
    "wait": "wait",
    "window": "window",
    "launch": "launch",
    "clipboard": "clipboard",
    "shown": "check-square",
    "equals": "check-square",
    "checked": "check-square",
    "window_title": "check-square",
}
RECEIPT_LOOKS: Final[dict[ReceiptKind, tuple[str, str]]] = {
    "effect_seen": ("check", "ok"),
    "landed": ("dash", "text2"),
    "not_seen": ("question", "r2"),
    "denied": ("close", "r3"),
}
STATE_LOOKS: Final = {
    "dry": ("eye", "text2", "Shown, not sent"),
    "rejected": ("close", "text2", "You rejected it"),
    "expired": ("clock", "text2", "Nobody answered"),
    "stopped": ("stop", "text2", "Stopped"),
    "blocked": ("blocked", "r4", "Not allowed"),
    "finished": ("question", "r0", "Not seen"),
}
DIM: Final = ("rejected", "stopped", "expired", "deciding")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card stands in the box that the steps of a run share."""

    is_first: bool
    is_last: bool
    has_focus: bool = False


class StepCard:
    """Owned by the delegate; holds no rows."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.crops = Crops(theme)

    def height(self, row: StepRow, width: int) -> int:
        """Return the card's height at a width; larger text makes it higher, crops keep their size."""
        body, small = (line_height(self._theme.font(step)) for step in ("body", "small"))
        lines = body + 4 + small
        if row.state != "waiting":
            closed = max(HEIGHT, round(lines + 2 * PADDING + 8))
            if not (row.words and row.is_open):
                return closed
            return closed + round(self._words_layout(row, width).boundingRect().height() + PADDING)
        lines += 8 + BADGE_HEIGHT
        if row.claim:
            lines += 8 + line_height(self._theme.font("caption_bold")) + small
        crop = _crop_size(row, width)[1]
        return round(max(lines, crop) + 3 * PADDING + ACTIONS_HEIGHT + 4)

    def fold_area(self, row: StepRow, body: QRectF) -> QRectF:
        """Return where a press shows or hides what the model wrote; empty where nothing is."""
        if not row.words or row.state == "waiting":
            return QRectF()
        top = body.top() + PADDING + line_height(self._theme.font("body"))
        return QRectF(body.right() - 16 - FOLD, top, FOLD, FOLD)

    def _words_layout(self, row: StepRow, width: float) -> QTextLayout:
        room = max(40.0, width - RAIL - 16 - WORDS_INDENT)
        text = row.words.replace("\n", "\u2028")
        return layout_runs(self._theme, [(text, False)], room, "small", "small_bold")

    def _paint_model_words(self, painter: QPainter, body: QRectF, row: StepRow) -> None:
        fold = self.fold_area(row, body)
        if fold.isEmpty():
            return
        icon = QRectF(0, 0, 14, 14)
        icon.moveCenter(fold.center())
        self._theme.paint_icon(painter, "up" if row.is_open else "down", icon, "text3")
        if not row.is_open:
            return
        layout = self._words_layout(row, body.width())
        height = layout.boundingRect().height()
        at = QPointF(body.left() + RAIL, body.bottom() - PADDING - height)
        painter.fillRect(QRectF(at.x(), at.y(), 2, height), self._theme.color("line"))
        painter.setPen(self._theme.color("text2"))
        layout.draw(painter, at + QPointF(WORDS_INDENT, 0))

    def actions(self, row: StepRow, body: QRectF) -> QRectF:
        """Return where the buttons of a waiting card stand."""
        top = body.bottom() - ACTIONS_HEIGHT - PADDING - 2
        return QRectF(body.left() + RAIL, top, body.width() - RAIL - 16, ACTIONS_HEIGHT)

    def paint(
        self, painter: QPainter, body: QRectF, row: StepRow, picture: Picture | None, place: Place
    ) -> None:
        """Paint the card into its rectangle."""
        self._paint_box(painter, body, row, place)
        self._paint_rail(painter, body, row)
        left = body.left() + RAIL
        if row.crop_key:
            size = _crop_size(row, round(body.width()))
            look = CropLook(
                key=row.crop_key,
                size=size,
                level=row.level or RiskLevel.R0,
                box=row.box,
                point=None if row.kind == "write" else row.point,
                old_point=row.moved_from,
                has_hairlines=row.state == "waiting",
                aim=row.point,
            )
            self.crops.paint(painter, QPointF(left, body.top() + PADDING + 0.5), look, picture)
            left += size[0] + 14
        self._paint_words(
            painter, QRectF(left, body.top(), body.right() - left, body.height()), row
        )
        self._paint_model_words(painter, body, row)
        if place.has_focus:
            painter.setPen(QPen(self._theme.color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(body.adjusted(2, 2, -2, -2), RADIUS - 2, RADIUS - 2)

    def _paint_rail(self, painter: QPainter, body: QRectF, row: StepRow) -> None:
        font = self._theme.font("small", tabular=True)
        painter.setFont(font)
        painter.setPen(self._theme.color("text3"))
        height = line_height(font)
        number = QRectF(body.left() + 8, body.top() + PADDING, 30, height)
        painter.drawText(number, Qt.AlignmentFlag.AlignCenter, str(row.n))
        if row.level is not None:
            center = QPointF(number.center().x(), number.bottom() + 13)
            draw_risk(painter, row.level, center, self._theme)

    def _paint_words(self, painter: QPainter, area: QRectF, row: StepRow) -> None:
        theme = self._theme
        body = line_height(theme.font("body"))
        top = area.top() + PADDING + 1
        right = area.right() - 16 - self._paint_seconds(painter, area, row, top, body)
        icon = ICONS.get(row.kind, "eye")
        place = QRectF(area.left(), top + (body - ICON) / 2, ICON, ICON)
        theme.paint_icon(painter, icon, place, "text2")
        left = area.left() + TEXT_INDENT
        ink = theme.color("text2" if row.state in DIM else "text")
        draw_runs(
            painter, QRectF(left, top, right - left, body), bold_runs(row.sentence), theme, ink
        )
        small = line_height(theme.font("small"))
        fold = FOLD if row.words and row.state != "waiting" else 0
        second = QRectF(area.left(), top + body + 4, area.width() - 16 - fold, small)
        if row.state == "waiting":
            self._paint_evidence(painter, second, row)
        else:
            self._paint_receipt(painter, second, row)

    def _paint_seconds(
        self, painter: QPainter, area: QRectF, row: StepRow, top: float, height: float
    ) -> float:
        """Paint how long it took; return the room that it takes."""
        if row.seconds is None:
            return 0.0
        painter.setFont(self._theme.font("small", tabular=True))
        painter.setPen(self._theme.color("text2"))
        flags = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        words = f"{row.seconds:.1f} s"
        painter.drawText(QRectF(area.right() - 136, top, 120, height), flags, words)
        return painter.fontMetrics().horizontalAdvance(words) + 12.0

    def _paint_evidence(self, painter: QPainter, line: QRectF, row: StepRow) -> None:
        theme = self._theme
        draw_line(painter, line, row.detail, theme.font("small"), theme.color("text2"))
        top = line.bottom() + 8
        if row.level is not None and badge_width(theme, row.level) <= line.width():
            paint_badge(painter, theme, row.level, QPointF(line.left(), top))
        if not row.claim:
            return
        top += BADGE_HEIGHT + 8
        head, small = theme.font("caption_bold"), theme.font("small")
        first, second = line_height(head), line_height(small)
        painter.fillRect(QRectF(line.left(), top, 2, first + second), theme.color("line"))
        words = line.adjusted(12, 0, 0, 0)
        said = QRectF(words.left(), top, words.width(), first)
        draw_line(painter, said, "The model says", head, theme.color("text2"))
        claim = QRectF(words.left(), top + first, words.width(), second)
        draw_line(painter, claim, row.claim, small, theme.color("text2"))

    def _paint_receipt(self, painter: QPainter, line: QRectF, row: StepRow) -> None:
        theme = self._theme
        left = line.left() + TEXT_INDENT
        middle = line.center().y()
        small, dim = theme.font("small"), theme.color("text2")
        if row.state in ("deciding", "running"):
            paint_dots(painter, theme.color("accent"), QPointF(line.left() - 2, middle))
            rest = QRectF(left, line.top(), line.right() - left, line.height())
            draw_line(painter, rest, row.detail, small, dim)
            return
        if row.receipt is not None:
            icon, token = RECEIPT_LOOKS[row.receipt]
            word = RECEIPT_WORDS[row.receipt]
        else:
            icon, token, word = STATE_LOOKS[row.state]
        theme.paint_icon(painter, icon, QRectF(line.left() + 1, middle - 7, 14, 14), token)
        rest = QRectF(left, line.top(), line.right() - left, line.height())
        taken = draw_line(painter, rest, word, theme.font("small_bold"), theme.color(token))
        if row.detail:
            draw_line(painter, rest.adjusted(taken + 6, 0, 0, 0), f"· {row.detail}", small, dim)

    def _paint_box(self, painter: QPainter, body: QRectF, row: StepRow, place: Place) -> None:
        """Draw a box that reaches past the card where another card follows, and clip it."""
        theme = self._theme
        painter.save()
        painter.setClipRect(body)
        top = 0.5 if place.is_first else -RADIUS
        box = body.adjusted(0.5, top, -0.5, -0.5 if place.is_last else RADIUS)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("r4Soft" if row.state == "blocked" else "surface"))
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        if not place.is_first:
            y = body.top() + 0.5
            painter.drawLine(QPointF(body.left(), y), QPointF(body.right(), y))
        if row.state == "running":
            self._paint_bar(painter, body, box, theme.color("accent"), fades=True)
        elif row.state == "waiting" and row.level is not None:
            self._paint_bar(painter, body, box, theme.color(risk_token(row.level)), fades=False)
        painter.restore()

    def _paint_bar(
        self, painter: QPainter, body: QRectF, box: QRectF, color: QColor, *, fades: bool
    ) -> None:
        inside = QPainterPath()
        inside.addRoundedRect(box, RADIUS, RADIUS)
        if fades:
            soft = self._theme.color("accentSoft")
            end = QColor(soft)
            end.setAlphaF(0.0)  # the same colour: a gradient to "transparent" runs through grey
            fade = QLinearGradient(body.left(), 0, body.left() + body.width() * 0.55, 0)
            fade.setColorAt(0, soft)
            fade.setColorAt(1, end)
            painter.fillPath(inside, fade)
        strip = QPainterPath()
        strip.addRect(QRectF(body.left(), body.top(), BAR + 0.5, body.height()))
        painter.fillPath(inside.intersected(strip), color)


def _crop_size(row: StepRow, width: int) -> tuple[int, int]:
    if not row.crop_key:
        return (0, 0)
    is_large = row.state == "waiting" and width >= LARGE_FROM_WIDTH
    return LARGE_CROP if is_large else SMALL_CROP
