"""Paints the chat's rows: bubbles, step cards that share one outlined box, and figures."""

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QTextLayout
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.chat.keep_card import KeepCard
from app.chat.model import ROW_ROLE, ChatModel
from app.chat.painting import WRAP, line_height
from app.chat.rows import (
    AskRow,
    FiguresRow,
    KeepRow,
    OfferRow,
    Row,
    SayRow,
    StepRow,
    UserRow,
    WordsRow,
    clock,
)
from app.chat.step_card import RADIUS, Place, StepCard
from app.chat.words import WordsPainter
from app.widgets.labels import layout_runs
from app.widgets.theme import Theme

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
        self._card = StepCard(theme)
        self._words = WordsPainter(theme)
        self._heights: dict[tuple[Row, int, bool], int] = {}

    @property
    def card(self) -> StepCard:
        """What paints the steps."""
        return self._card

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
                return self._card.height(row, width)
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
                return CHOICE_HEIGHT
            case KeepRow():
                return self._keep_height(row, width)
            case FiguresRow():
                return round(self._figures_height()) * (2 if self._is_broken(row, width) else 1)

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
            return self._card.actions(row, body)
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
        return self._card.fold_area(row, body) if isinstance(row, StepRow) else QRectF()

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
                self._card.paint(painter, rect, row, picture, place)
            case WordsRow():
                self._words.paint(painter, rect, row)
            case FiguresRow():
                self._paint_figures(painter, rect, row)
        if has_focus and not isinstance(row, StepRow):
            painter.setPen(QPen(self._theme.color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.ring(row, rect), RADIUS, RADIUS)
        painter.restore()

    def ring(self, row: Row, body: QRectF) -> QRectF:
        """Return where the focus is shown: round what the row shows, and round nothing empty."""
        shown = self._bubble(row, body) if isinstance(row, UserRow) else body
        return shown.adjusted(1, 1, -1, -1)

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
            self._paint_error_box(painter, rect)
            at = QPointF(rect.left() + INDENT + 4, rect.top() + 12)
            first = line_height(theme.font("body"))
            icon = QRectF(rect.left() + 14, at.y() + (first - 16) / 2, 16, 16)
            theme.paint_icon(painter, "warning", icon, "r3")
        else:
            badge = QRectF(rect.left() + 0.5, rect.top() + 0.5, 23, 23)
            painter.setPen(QPen(theme.color("line"), 1))
            painter.setBrush(theme.color("surface"))
            painter.drawRoundedRect(badge, 6, 6)
            theme.paint_icon(painter, "logo", badge.adjusted(4, 4, -3, -3), "accent")
            at = QPointF(rect.left() + INDENT, rect.top() + 3)
        painter.setPen(theme.color("text"))
        layout.draw(painter, at)

    def _paint_error_box(self, painter: QPainter, rect: QRectF) -> None:
        box = rect.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.setBrush(self._theme.color("surface"))
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        inside, strip = QPainterPath(), QPainterPath()
        inside.addRoundedRect(box, RADIUS, RADIUS)
        strip.addRect(QRectF(rect.left(), rect.top(), 3.5, rect.height()))
        painter.fillPath(inside.intersected(strip), self._theme.color("r3"))

    def _paint_figures(self, painter: QPainter, rect: QRectF, row: FiguresRow) -> None:
        theme = self._theme
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("surface"))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
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
        theme = self._theme
        large, small = theme.font("heading", tabular=True), theme.font("small")
        height = line_height(large)
        painter.setFont(large)
        painter.setPen(theme.color("text"))
        painter.drawText(QRectF(at.x(), at.y(), 400, height), 0, figure)
        painter.setFont(small)
        painter.setPen(theme.color("text2"))
        painter.drawText(QRectF(at.x(), at.y() + height + 2, 400, line_height(small)), 0, label)
        figure_width = QFontMetricsF(large).horizontalAdvance(figure)
        return max(figure_width, QFontMetricsF(small).horizontalAdvance(label))


def _figures(row: FiguresRow) -> tuple[tuple[str, str], ...]:
    waiting = f"in all, {clock(row.waiting_s)} waiting for you" if row.waiting_s >= 1 else "in all"
    steps = "step" if row.steps == 1 else "steps"
    if row.is_dry:
        return ((str(row.steps), f"{steps} shown"), ("0", "sent"), (clock(row.seconds), waiting))
    return (
        (str(row.steps), f"{steps} done"),
        (clock(row.seconds), waiting),
        (f"{row.seen} of {row.steps}", "effects seen"),
        (str(row.asked), "time asked" if row.asked == 1 else "times asked"),
    )


def _row_at(index: Index, offset: int) -> Row | None:
    row: Row | None = index.model().index(index.row() + offset, 0).data(ROW_ROLE)
    return row


def _follows_step(index: Index) -> bool:
    return index.row() > 0 and isinstance(_row_at(index, -1), StepRow)


def _is_joined(index: Index) -> bool:
    """Tell whether the next row continues this row's box."""
    return isinstance(index.data(ROW_ROLE), StepRow) and isinstance(_row_at(index, 1), StepRow)
