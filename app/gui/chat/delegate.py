"""Paints the chat's rows: bubbles, step cards that share one outlined box, figures, and the card under a run."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeySequence,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QShortcut,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.gui import tr, tr_said
from app.gui.chat.model import ROW_ROLE, ChatModel, Picture
from app.gui.chat.paint import (
    WRAP,
    CropLook,
    Crops,
    WordsPainter,
    draw_line,
    draw_risk,
    draw_runs,
    line_height,
)
from app.gui.chat.rows import (
    EFFECTS_SAID,
    MOST_CHIPS,
    AskRow,
    FiguresRow,
    KeepRow,
    KeepText,
    OfferRow,
    Row,
    SayRow,
    StepRow,
    UserRow,
    WordsRow,
    bold_runs,
    clock,
)
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import Label, layout_runs, paint_dots
from app.gui.widgets.layout import Flow, Framed, column, row
from app.gui.widgets.pictures import badge_width, claim_head, paint_badge, risk_token
from app.gui.widgets.theme import PaintedButton, Theme, draw_box
from automation.core.proposal import ReceiptKind, RiskLevel
from automation.core.text import visible_text
from automation.core.wording import RECEIPT_WORDS

NAME_CHARS: Final = 100
"""As many as a macro's name may have (`macros.macro.MacroName`)."""
SAVE_KEYS: Final = "Ctrl+S"
_CHIP_HEIGHT: Final = 28
_PAD: Final = 10
_MARK: Final = 14
_GAP: Final = 6
_TEXT_PX: Final = 180
"""Of a typed text; the rest is in the tooltip."""


class TextChip(PaintedButton):
    """A text that was typed; checked, it becomes a field that the macro asks for."""

    def __init__(self, theme: Theme, text: KeepText) -> None:
        super().__init__(theme)
        self.text_of = text
        self._shown = visible_text(text.text)
        self.setCheckable(True)
        self.setChecked(text.is_asked)
        self.setAccessibleName(tr("Ask for {0}, which was {1}").format(text.name, self._shown))
        self.setToolTip(self._shown)

    def sizeHint(self) -> QSize:
        """Return the size that shows the name and the beginning of the text."""
        name, text = self._widths()
        return QSize(round(2 * _PAD + _MARK + 2 * _GAP + name + text), _CHIP_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return the size hint."""
        return self.sizeHint()

    def _widths(self) -> tuple[float, float]:
        bold = QFontMetricsF(self._theme.font("small_bold"))
        plain = QFontMetricsF(self._theme.font("small"))
        text = min(_TEXT_PX, plain.horizontalAdvance(self._shown) + 2)
        return bold.horizontalAdvance(self.text_of.name) + 1, text

    def _paint(self, painter: QPainter) -> None:
        theme, is_on = self._theme, self.isChecked()
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        outline = theme.color("accent" if self.hasFocus() else "ctl")
        ground = theme.color("accentSoft" if is_on else "surface")
        draw_box(painter, box, 8, ground, outline if self.hasFocus() or not is_on else None, 1.5)
        x, middle = box.left() + _PAD - 1, box.center().y()
        mark = QRectF(round(x), round(middle - _MARK / 2), _MARK, _MARK)
        theme.paint_icon(painter, "check" if is_on else "plus", mark, self._ink("accentText"))
        name, text = self._widths()
        x += _MARK + _GAP
        bold, small = theme.font("small_bold"), theme.font("small")
        area = QRectF(x, 0, name, self.height())
        draw_line(painter, area, self.text_of.name, bold, theme.color(self._ink("text")))
        area = QRectF(x + name + _GAP, 0, text, self.height())
        draw_line(painter, area, self._shown, small, theme.color(self._ink("text2")))

    def _ink(self, token: str) -> str:
        return token if self.isEnabled() else "text3"


class Offer(Flow):
    """Stands in the chat's last row: buttons for what can be said now, and for what can be done besides."""

    said = Signal(str)
    """An instruction that is to be carried out."""

    def __init__(self, theme: Theme, offer: OfferRow) -> None:
        icon = "edit" if offer.edits else "" if offer.leave else "chip"
        self.button = Button(theme, offer.text, icon=icon)
        self.leave = Button(theme, offer.leave)
        self.sayings = [Button(theme, said) for said in offer.sayings]
        super().__init__((*self.sayings, self.button, self.leave), CHOICE_GAP, CHOICE_GAP)
        for button, said in zip(self.sayings, offer.sayings, strict=True):
            button.clicked.connect(lambda _=False, text=said: self.said.emit(text))
        self.button.setVisible(bool(offer.text))
        self.leave.setVisible(bool(offer.leave))

    def height_at(self, width: int) -> int:
        """Return the height that all of it needs at a width, in logical pixels; before it is shown."""
        for child in self.findChildren(QWidget):
            child.ensurePolished()
        return self.heightForWidth(width)


class KeepCard(Framed):
    """Stands in the chat's last row."""

    save_pressed = Signal(str, object)
    """The macro's name, and the names of the texts that it is to ask for, a frozenset."""

    def __init__(self, theme: Theme, row_of: KeepRow) -> None:
        super().__init__("card")
        self.setAccessibleName(tr("Keep it as a macro?"))
        self.chips = [TextChip(theme, text) for text in row_of.texts[:MOST_CHIPS]]
        self.name = QLineEdit(row_of.name)
        self.name.setMaxLength(NAME_CHARS)
        self.name.setAccessibleName(tr("Name of the macro"))
        self.name.setPlaceholderText(tr("Name of the macro"))
        self.name.setMinimumWidth(120)
        words = tr("Saving") if row_of.is_busy else tr("Save as macro")
        self.save = Button(theme, words, icon="macro", kind="primary", keys=SAVE_KEYS)
        said = tr("It replays without a model.")
        if row_of.texts:
            said += tr(" These texts become fields that it asks for:")
        parts = [Label(theme, tr("Keep it as a macro?"), "bold")]
        parts.append(Label(theme, said, "small", "dim", wraps=True))
        chips = [Flow(self.chips, 8, 8)] if self.chips else []
        line = row((self.name, 1), self.save, gap=8)
        problem = row_of.problem
        told = [Label(theme, problem, "small", "r3", wraps=True)] if problem else []
        margins = (16, 14, 16, 16)
        self._column = column(*parts, *chips, 4, line, *told, gap=8, margins=margins, into=self)
        for control in (self.name, self.save, *self.chips):
            control.setEnabled(not row_of.is_busy)
        self.name.textChanged.connect(lambda text: self.save.setEnabled(bool(text.strip())))
        self.name.returnPressed.connect(self._press)
        self.save.clicked.connect(self._press)
        QShortcut(QKeySequence(SAVE_KEYS), self).activated.connect(self._press)

    def height_at(self, width: int) -> int:
        """Return the height that all of it needs at a width, in logical pixels; before it is shown."""
        for child in self.findChildren(QWidget):
            child.ensurePolished()  # the style sheet's sizes count from then on
        return self._column.totalHeightForWidth(width)

    def _press(self) -> None:
        if self.save.isEnabled():
            asked = frozenset(chip.text_of.name for chip in self.chips if chip.isChecked())
            self.save_pressed.emit(self.name.text().strip(), asked)


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
    "dry": ("eye", "text2", tr("Shown, not sent")),
    "rejected": ("close", "text2", tr("You rejected it")),
    "expired": ("clock", "text2", tr("Nobody answered")),
    "stopped": ("stop", "text2", tr("Stopped")),
    "blocked": ("blocked", "r4", tr("Not allowed")),
    "finished": ("question", "r0", tr("Not seen")),
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
            self._theme.draw_focus(painter, body.adjusted(1, 1, -1, -1), RADIUS - 2)

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
        draw_line(painter, said, claim_head(row.claimed_by), head, theme.color("text2"))
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
            word = tr_said(RECEIPT_WORDS[row.receipt])
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
        ground = theme.color("r4Soft" if row.state == "blocked" else "surface")
        draw_box(painter, box, RADIUS, ground, theme.color("line"))
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
        if fades:
            inside = QPainterPath()
            inside.addRoundedRect(box, RADIUS, RADIUS)
            soft = self._theme.color("accentSoft")
            end = QColor(soft)
            end.setAlphaF(0.0)  # the same colour: a gradient to "transparent" runs through grey
            fade = QLinearGradient(body.left(), 0, body.left() + body.width() * 0.55, 0)
            fade.setColorAt(0, soft)
            fade.setColorAt(1, end)
            painter.fillPath(inside, fade)
        _paint_strip(painter, box, QRectF(body.left(), body.top(), BAR + 0.5, body.height()), color)


def _paint_strip(painter: QPainter, box: QRectF, strip: QRectF, color: QColor) -> None:
    """Fill the part of a box with round corners that lies in the strip."""
    inside, part = QPainterPath(), QPainterPath()
    inside.addRoundedRect(box, RADIUS, RADIUS)
    part.addRect(strip)
    painter.fillPath(inside.intersected(part), color)


def _crop_size(row: StepRow, width: int) -> tuple[int, int]:
    if not row.crop_key:
        return (0, 0)
    is_large = row.state == "waiting" and width >= LARGE_FROM_WIDTH
    return LARGE_CROP if is_large else SMALL_CROP


Index = QModelIndex | QPersistentModelIndex

GAP: Final = 12
"""Space below a row that is not followed by a card of the same box."""
TOP: Final = 16
"""Space above the first row."""
BUBBLE_SHARE: Final = 0.78
INDENT: Final = 36
ERROR_INDENT: Final = 16
CHOICE_HEIGHT: Final = 32
CHOICE_GAP: Final = 8
MOST_HEIGHTS: Final = 20_000


class ChatDelegate(QStyledItemDelegate):
    """Owned by the chat list; holds no rows, only their heights."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.card = StepCard(theme)
        self._words = WordsPainter(theme)
        self._heights: dict[tuple[Row, int, bool], int] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the row's height at the list's width."""
        width = option.rect.width() or 600
        row = index.data(ROW_ROLE)
        top = TOP if index.row() == 0 else 0
        if isinstance(row, WordsRow) and row.is_live:  # every word would be kept here
            return QSize(width, self._words.height(row, width) + GAP + top)
        key = (row, width, _is_joined(index))
        height = self._heights.get(key)
        if height is None:
            if len(self._heights) > MOST_HEIGHTS:
                self._heights.clear()
            height = self._heights[key] = self._height(row, width) + (0 if key[2] else GAP)
        return QSize(width, height + top)

    def _height(self, row: Row, width: int) -> int:
        match row:
            case StepRow():
                return self.card.height(row, width)
            case UserRow():
                return round(self._bubble_text(row, width).height()) + 20
            case SayRow():
                return self._say_height(row, width)
            case AskRow():
                height = self._say_height(SayRow(row.text), width)
                if not row.is_open:
                    return height
                return height + len(row.choices) * (CHOICE_HEIGHT + CHOICE_GAP) + CHOICE_GAP
            case WordsRow():
                return self._words.height(row, width)
            case OfferRow():
                return self._offer_height(row, width)
            case KeepRow():
                return self._keep_height(row, width)
            case FiguresRow():
                return round(self._figures_height()) * (2 if self._is_broken(row, width) else 1)

    def _offer_height(self, row: OfferRow, width: int) -> int:
        offer = Offer(self._theme, row)
        height = offer.height_at(width - INDENT)
        offer.deleteLater()
        return max(CHOICE_HEIGHT, height)

    def _keep_height(self, row: KeepRow, width: int) -> int:
        card = KeepCard(self._theme, row)
        height = card.height_at(width)
        card.deleteLater()
        return height

    def _say_height(self, row: SayRow, width: int) -> int:
        layout = self._say_layout(row, width)
        text = layout.boundingRect().height()
        return round(text + 24) if row.is_error else max(28, round(text + 6))

    def _figures_height(self) -> float:
        theme = self._theme
        return 32 + line_height(theme.font("heading")) + line_height(theme.font("small"))

    def body(self, index: Index, rect: QRectF) -> QRectF:
        """Return the part of a row's rectangle that the row itself takes."""
        top = TOP if index.row() == 0 else 0
        return rect.adjusted(0, top, 0, 0 if _is_joined(index) else -GAP)

    def controls(self, index: Index, rect: QRectF) -> QRectF:
        """Return where the buttons of a waiting step or an open question stand in its row."""
        row, body = index.data(ROW_ROLE), self.body(index, rect)
        if isinstance(row, StepRow):
            return self.card.actions(row, body)
        if isinstance(row, KeepRow):
            return body
        if isinstance(row, OfferRow):
            return body.adjusted(INDENT, 0, 0, 0)
        height = len(row.choices) * (CHOICE_HEIGHT + CHOICE_GAP) if isinstance(row, AskRow) else 0
        return QRectF(body.left() + INDENT, body.bottom() - height, body.width() - INDENT, height)

    def fold_area(self, index: Index, rect: QRectF) -> QRectF:
        """Return where a press folds or unfolds the model's words; empty without any."""
        row, body = index.data(ROW_ROLE), self.body(index, rect)
        if isinstance(row, WordsRow):
            return self._words.fold_area(body)
        return self.card.fold_area(row, body) if isinstance(row, StepRow) else QRectF()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row, rect = index.data(ROW_ROLE), self.body(index, QRectF(option.rect))
        has_focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        match row:
            case UserRow():
                self._paint_user(painter, rect, row)
            case SayRow():
                self._paint_say(painter, rect, row)
            case AskRow():
                self._paint_say(painter, rect, SayRow(row.text))
            case StepRow():
                model = self._model()
                picture = model.crop(row.crop_key) if model is not None and row.crop_key else None
                place = Place(not _follows_step(index), not _is_joined(index), has_focus)
                self.card.paint(painter, rect, row, picture, place)
            case WordsRow():
                self._words.paint(painter, rect, row)
            case FiguresRow():
                self._paint_figures(painter, rect, row)
        if has_focus and not isinstance(row, StepRow):
            self._theme.draw_focus(painter, self.ring(row, rect), RADIUS)
        painter.restore()

    def ring(self, row: Row, body: QRectF) -> QRectF:
        """Return where the focus is shown: round what the row shows, and round nothing empty."""
        return self._bubble(row, body) if isinstance(row, UserRow) else body

    def _model(self) -> ChatModel | None:
        view = self.parent()
        model = view.model() if isinstance(view, QAbstractItemView) else None
        return model if isinstance(model, ChatModel) else None

    def _bubble_text(self, row: UserRow, width: float) -> QRectF:
        metrics = QFontMetricsF(self._theme.font("body"))
        widest = max(40.0, width * BUBBLE_SHARE - 32)
        return metrics.boundingRect(QRectF(0, 0, widest, 1e5), WRAP, row.text)

    def _bubble(self, row: UserRow, rect: QRectF) -> QRectF:
        text = self._bubble_text(row, rect.width())
        width = text.width() + 34
        return QRectF(rect.right() - width, rect.top(), width, text.height() + 20)

    def _paint_user(self, painter: QPainter, rect: QRectF, row: UserRow) -> None:
        bubble = self._bubble(row, rect)
        path = QPainterPath()
        path.addRoundedRect(bubble, 12, 12)
        corner = QPainterPath()
        corner.addRoundedRect(QRectF(bubble.right() - 16, bubble.bottom() - 16, 16, 16), 4, 4)
        painter.fillPath(path.united(corner), self._theme.color("accentSoft"))
        painter.setPen(self._theme.color("text"))
        painter.setFont(self._theme.font("body"))
        painter.drawText(bubble.adjusted(16, 10, -16, -10), WRAP, row.text)

    def _say_layout(self, row: SayRow, width: float) -> QTextLayout:
        indent = INDENT + ERROR_INDENT if row.is_error else INDENT
        runs = ((f"{row.head} ", True), (row.text, False)) if row.head else ((row.text, False),)
        # A line break ends a paragraph, and a layout is one paragraph.
        broken = tuple((text.replace("\n", "\u2028"), is_bold) for text, is_bold in runs)
        return layout_runs(self._theme, broken, max(40.0, width - indent), "body", "bold")

    def _paint_say(self, painter: QPainter, rect: QRectF, row: SayRow) -> None:
        theme = self._theme
        layout = self._say_layout(row, rect.width())
        if row.is_error:
            box = self._paint_plate(painter, rect)
            strip = QRectF(rect.left(), rect.top(), 3.5, rect.height())
            _paint_strip(painter, box, strip, theme.color("r3"))
            at = QPointF(rect.left() + INDENT + 4, rect.top() + 12)
            first = line_height(theme.font("body"))
            icon = QRectF(rect.left() + 14, at.y() + (first - 16) / 2, 16, 16)
            theme.paint_icon(painter, "warning", icon, "r3")
        else:
            badge = QRectF(rect.left() + 0.5, rect.top() + 0.5, 23, 23)
            draw_box(painter, badge, 6, theme.color("surface"), theme.color("line"))
            theme.paint_icon(painter, "logo", badge.adjusted(4, 4, -3, -3), "accent")
            at = QPointF(rect.left() + INDENT, rect.top() + 3)
        painter.setPen(theme.color("text"))
        layout.draw(painter, at)

    def _paint_plate(self, painter: QPainter, rect: QRectF) -> QRectF:
        box = rect.adjusted(0.5, 0.5, -0.5, -0.5)
        draw_box(painter, box, RADIUS, self._theme.color("surface"), self._theme.color("line"))
        return box

    def _paint_figures(self, painter: QPainter, rect: QRectF, row: FiguresRow) -> None:
        self._paint_plate(painter, rect)
        is_broken = self._is_broken(row, rect.width())
        x, y = rect.left() + 16, rect.top() + 14
        for number, (figure, label) in enumerate(_figures(row)):
            if number == 2 and is_broken:
                x, y = rect.left() + 16, y + self._figures_height() - 8
            x += self._figure(painter, QPointF(x, y), figure, label) + 24

    def _is_broken(self, row: FiguresRow, width: float) -> bool:
        """Tell whether the figures need two lines."""
        large = QFontMetricsF(self._theme.font("heading", tabular=True))
        small = QFontMetricsF(self._theme.font("small"))
        widths = [
            max(large.horizontalAdvance(figure), small.horizontalAdvance(label)) + 24
            for figure, label in _figures(row)
        ]
        return sum(widths) + 8 > width

    def _figure(self, painter: QPainter, at: QPointF, figure: str, label: str) -> float:
        theme, y = self._theme, at.y()
        widths = []
        for words, font, token in (
            (figure, theme.font("heading", tabular=True), "text"),
            (label, theme.font("small"), "text2"),
        ):
            height = line_height(font)
            area = QRectF(at.x(), y, 400, height)
            widths.append(draw_line(painter, area, words, font, theme.color(token)))
            y += height + 2
        return max(widths)


def _figures(row: FiguresRow) -> tuple[tuple[str, str], ...]:
    waiting = (
        tr("in all, {0} waiting for you").format(clock(row.waiting_s))
        if row.waiting_s >= 1
        else tr("in all")
    )
    steps = tr("step") if row.steps == 1 else tr("steps")
    seen = tr("effects seen")
    if row.effects is not None:
        seen = f"{seen}: {EFFECTS_SAID[row.effects]}"
    if row.is_dry:
        return (
            (str(row.steps), tr("{0} shown").format(steps)),
            ("0", tr("sent")),
            (clock(row.seconds), waiting),
        )
    return (
        (str(row.steps), tr("{0} done").format(steps)),
        (clock(row.seconds), waiting),
        (tr("{0} of {1}").format(row.seen, row.steps), seen),
        (str(row.asked), tr("time asked") if row.asked == 1 else tr("times asked")),
    )


def _row_at(index: Index, offset: int) -> Row | None:
    row: Row | None = index.model().index(index.row() + offset, 0).data(ROW_ROLE)
    return row


def _follows_step(index: Index) -> bool:
    return index.row() > 0 and isinstance(_row_at(index, -1), StepRow)


def _is_joined(index: Index) -> bool:
    """Tell whether the next row continues this row's box."""
    return isinstance(index.data(ROW_ROLE), StepRow) and isinstance(_row_at(index, 1), StepRow)
