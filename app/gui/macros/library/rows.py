"""The macros as a list: what each row tells, how it is read beside the UI thread, and how it is painted.

The list itself comes from the library's own index and is quick; what only the macro's file tells (its
first steps, its picture, whether it is trusted) is read for the rows that are looked at.
"""

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.gui import tr
from app.gui.chat.paint import draw_line, line_height
from app.gui.widgets.buttons import caps_width, paint_caps
from app.gui.widgets.pictures import paint_boxed
from app.gui.widgets.theme import Theme, draw_box
from app.macros.changes import Changes, is_trusted
from automation.core.errors import MacroError
from automation.core.text import visible_text
from automation.macros import macro as grammar
from automation.macros.images import size_px
from automation.macros.library import Entry, Kept
from automation.macros.listing import listing
from automation.macros.macro import Macro, Target
from automation.macros.package import EVENTS
from automation.macros.play import health as played
from automation.macros.play.health import Health, read_health
from automation.macros.walk import targets, walk

FIRST_STEPS: Final = 3
State = Literal["never", "green", "not_green"]


@dataclass(frozen=True, slots=True)
class Card:
    """One row: what the index and the line of health tell."""

    slug: str
    """Name of its folder; stays whatever the macro is called."""
    name: str
    """As the file has it; `title` is what people see."""
    about: str
    steps: int
    by: str
    params: tuple[str, ...] = ()
    changed_s: float = 0.0
    """When its file was last written, seconds since 1970."""
    problem: str = ""
    """Why it cannot be read; empty when it can."""
    health: Health = field(default_factory=Health)
    key: str = ""
    """The chord that starts it; empty for none."""
    is_double: bool = False
    """Another macro is called so too: only their folders tell them apart."""

    @property
    def title(self) -> str:
        """The name, invisible characters as marks."""
        return visible_text(self.name)

    @property
    def state(self) -> State:
        """How its last replay went."""
        if not self.health.runs:
            return "never"
        is_green = self.health.last_green == self.health.last_run
        return "green" if is_green else "not_green"

    def has_words(self, words: str) -> bool:
        """Tell whether a search finds it; `words` are folded."""
        return not words or any(
            words in text.casefold() for text in (self.name, self.about, *self.params)
        )


@dataclass(frozen=True, slots=True)
class Detail:
    """What the macro's own file tells."""

    first: tuple[str, ...] = ()
    """Its first steps in words."""
    trusted: bool = False
    has_rows: bool = False
    """It goes over a table."""
    has_recording: bool = False
    note: str = ""
    """That the file was damaged and the one before is shown."""
    problem: str = ""
    image: bytes = b""
    """PNG of the first target; empty where there is none."""
    press: tuple[int, int] | None = None
    """The pixel of the picture that is pressed; None takes its middle."""


def read_cards(changes: Changes, keys: Mapping[str, str]) -> tuple[Card, ...]:
    """Return a card for each macro, by name.

    Args:
        keys: the chord of each macro that has one, by the macro's folder.
    """
    return tuple(_card(changes.data, entry, keys) for entry in changes.library.entries())


def _card(data: Path, entry: Entry, keys: Mapping[str, str]) -> Card:
    return Card(
        slug=entry.slug,
        name=entry.name,
        about=visible_text(entry.about),
        steps=entry.steps,
        by=entry.by,
        params=entry.params,
        changed_s=entry.changed_s,
        problem=entry.problem,
        health=read_health(data, entry.slug),
        key=keys.get(entry.slug, ""),
        is_double=entry.is_double,
    )


def read_detail(changes: Changes, slug: str) -> Detail:
    """Return what a macro's file tells; what is wrong with it is told, not raised."""
    try:
        kept = changes.open_at(slug)
    except MacroError as error:
        return Detail(problem=visible_text(str(error)))
    macro = kept.macro
    steps = [line.text for line in listing(macro) if line.do != "param" and not line.is_off]
    image, press = _picture(kept)
    return Detail(
        first=tuple(steps[:FIRST_STEPS]),
        trusted=is_trusted(macro, kept.image, changes.book),
        has_rows=goes_over_rows(macro),
        has_recording=(kept.folder / EVENTS).is_file(),
        note=kept.note,
        image=image,
        press=press,
    )


def goes_over_rows(macro: Macro) -> bool:
    """Tell whether the macro itself does steps once for each row of a table."""
    return any(isinstance(walked.step, grammar.ForEach) for walked in walk(macro))


def _picture(kept: Kept) -> tuple[bytes, tuple[int, int] | None]:
    target = _first_target(kept.macro)
    if target is None or target.image is None:
        return b"", None
    with contextlib.suppress(MacroError):
        data = kept.image(target.image)
        size_px(data)
        return data, target.press
    return b"", None


def _first_target(macro: Macro) -> Target | None:
    """Return the first target that has a picture, of the steps that are replayed."""
    for walked in walk(macro):
        if walked.is_off:
            continue
        for _path, target in targets(walked.step):
            if target.image is not None:
                return target
    return None


_AGO: Final = (
    (86_400, tr("1 day ago"), tr("{0} days ago")),
    (3_600, tr("1 hour ago"), tr("{0} hours ago")),
    (60, tr("1 minute ago"), tr("{0} minutes ago")),
    (0, tr("just now"), tr("just now")),
)


def ago(moment: str, now: datetime) -> str:
    """Return how long a moment (ISO 8601) lies back, in the window's language."""
    return played.ago(moment, now, _AGO, tr("at some time"))


def health_words(card: Card, now: datetime) -> str:
    """Return how its replays went, in a few words: `last went well 2 days ago`."""
    health = card.health
    if card.state == "never":
        return tr("never played")
    if card.state == "green":
        return tr("last went well {0}").format(ago(health.last_green, now))
    well = (
        tr("last went well {0}").format(ago(health.last_green, now))
        if health.last_green
        else tr("none has gone well yet")
    )
    seen = tr("came to its end, but not all of it could be seen")
    end = seen if health.is_unseen else tr("did not go well")
    return tr("last play {0} ({1}), {2}").format(end, ago(health.last_run, now), well)


def what_words(card: Card, detail: Detail | None) -> str:
    """Return what it does: the user's words for it, else its first steps."""
    if card.problem:
        return tr("It cannot be read: {0}").format(visible_text(card.problem))
    if detail is not None and detail.problem:
        return tr("It cannot be read: {0}").format(detail.problem)
    if card.about.strip():
        return card.about
    if detail is None:
        return ""
    return "; ".join(words[:1].upper() + words[1:] for words in detail.first) or tr(
        "It has no steps."
    )


def size_words(card: Card, detail: Detail | None) -> str:
    """Return how much it is and what it asks for: `12 steps · asks for vendor, amount · a table`."""
    if card.problem:
        return ""
    parts = [tr("1 step") if card.steps == 1 else tr("{0:,} steps").format(card.steps)]
    if card.params:
        some = ", ".join(card.params[:3])
        parts.append(tr("asks for {0}").format(some) + (" …" if len(card.params) > 3 else ""))
    if detail is not None and detail.has_rows:
        parts.append(tr("goes over a table"))
    return " · ".join(parts)


def spoken(card: Card, detail: Detail | None, now: datetime) -> str:
    """Return the whole row in one sentence, for who listens to it."""
    parts = [card.title, what_words(card, detail), size_words(card, detail)]
    if not card.problem:
        parts.append(health_words(card, now))
        if detail is not None and not detail.problem:
            parts.append(tr("trusted") if detail.trusted else tr("not trusted"))
    parts.append(tr("key {0}").format(card.key) if card.key else "")
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def told_of(card: Card | None, detail: Detail | None) -> str:
    """Return what the row has no room for: what is wrong with it, or that it is not the only one."""
    if card is None:
        return ""
    problem = card.problem or (detail.problem if detail is not None else "")
    if problem:
        return tr("It cannot be read, so it can only be removed here: {0}").format(
            visible_text(problem)
        )
    if detail is not None and detail.note:
        return f"{detail.note[:1].upper()}{detail.note[1:]}."
    if card.is_double:
        return tr(
            "Another macro is called “{0}” too; this one lies in the folder {1}. Rename one of "
            "them."
        ).format(card.title, card.slug)
    return ""


MOST_PX: Final = (320, 160)
"""Twice a row's picture at twice its size; what is larger is cut round what is pressed."""


@dataclass(frozen=True, slots=True, eq=False)
class CardPicture:
    """A piece of a target's picture."""

    image: QImage
    press: QPoint
    """What is to be in the middle, in pixels of the piece."""


def picture_of(detail: Detail) -> CardPicture | None:
    """Return what a row shows of its first target; None where there is no picture, or a damaged one."""
    if not detail.image:
        return None
    whole = QImage.fromData(detail.image)
    if whole.isNull():
        return None
    press = QPoint(*detail.press) if detail.press is not None else whole.rect().center()
    width, height = min(MOST_PX[0], whole.width()), min(MOST_PX[1], whole.height())
    left = max(0, min(whole.width() - width, press.x() - width // 2))
    top = max(0, min(whole.height() - height, press.y() - height // 2))
    return CardPicture(whole.copy(QRect(left, top, width, height)), press - QPoint(left, top))


ROW_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1
MOST_DETAILS: Final = 200
"""Some 30 KB each with the picture; a window shows about ten rows."""
Order = Literal["name", "played"]
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True, eq=False)
class CardRow:
    """What the delegate paints."""

    card: Card
    detail: Detail | None
    """None until it was read."""
    picture: CardPicture | None
    now: datetime


class CardList(QAbstractListModel):
    """Owned by the page. UI thread."""

    def __init__(self, now: Callable[[], datetime], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._now = now
        self._cards: tuple[Card, ...] = ()
        self._shown: list[Card] = []
        self._places: dict[str, int] = {}
        self._wanted = ""
        self._order: Order = "name"
        self._details: OrderedDict[str, tuple[Detail, CardPicture | None]] = OrderedDict()

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every macro, also those that a search leaves out."""
        return self._cards

    def show(self, cards: Sequence[Card]) -> None:
        """Show these; what was read of the others' files is kept until it is read anew."""
        before = {card.slug: card for card in self._cards}
        self._cards = tuple(cards)
        for card in self._cards:
            old = before.get(card.slug)
            if old is None or (old.changed_s, old.name) != (card.changed_s, card.name):
                self._details.pop(card.slug, None)
        self._renew()

    def search(self, words: str) -> None:
        """Show only macros that have these words; empty shows all."""
        self._wanted = words.strip().casefold()
        self._renew()

    def sort_by(self, order: Order) -> None:
        """Sort by name, or the one that was played last first."""
        self._order = order
        self._renew()

    def put(self, slug: str, detail: Detail, picture: CardPicture | None) -> None:
        """Show what the macro's file tells."""
        self._details.pop(slug, None)
        self._details[slug] = (detail, picture)
        while len(self._details) > MOST_DETAILS:
            self._details.popitem(last=False)
        index = self.row_of(slug)
        if index.isValid():
            self.dataChanged.emit(index, index)

    def forget_details(self) -> None:
        """Read what rows show besides anew when they are looked at: trust may have changed."""
        self._details.clear()

    def detail(self, slug: str) -> Detail | None:
        """Return what was read of a macro's file; None while it was not."""
        found = self._details.get(slug)
        return found[0] if found else None

    def row_of(self, slug: str) -> QModelIndex:
        """Return where a macro stands; not valid when it is not shown."""
        return self.index(self._places[slug]) if slug in self._places else QModelIndex()

    def _renew(self) -> None:
        self.beginResetModel()
        self._shown = [card for card in self._cards if card.has_words(self._wanted)]
        if self._order == "played":
            self._shown.sort(key=lambda card: card.health.last_run, reverse=True)
        self._places = {card.slug: place for place, card in enumerate(self._shown)}
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many are shown."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:  # noqa: ANN401
        """Return a row, or its words."""
        if not index.isValid():
            return None
        card = self._shown[index.row()]
        detail, picture = self._details.get(card.slug, (None, None))
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return card.title
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(card, detail, self._now())
            case Qt.ItemDataRole.ToolTipRole:
                return _hint(card, detail, self._now())
            case _ if role == ROW_ROLE:
                return CardRow(card, detail, picture, self._now())
        return None


def _hint(card: Card, detail: Detail | None, now: datetime) -> str:
    lines = [card.title, what_words(card, detail)]
    if not card.problem:
        lines.append(health_words(card, now))
        lines.append(card.health.line(now) if card.health.runs else "")
    return "\n".join(line for line in lines if line)


ROW_HEIGHT: Final = 84
PICTURE: Final = (112, 56)
SMALL_PICTURE: Final = (64, 40)
NARROW_BELOW: Final = 560
BADGE_HEIGHT: Final = 22
ICON: Final = 14
HEALTH_LOOKS: Final[dict[State, tuple[str, str]]] = {
    "never": ("clock", "text3"),
    "green": ("check", "ok"),
    "not_green": ("dash", "r2"),
}
"""Icon and colour for how the last replay went; the words stand beside them."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A word in a box of its own."""

    words: str
    icon: str
    ink: str
    soft: str


TRUSTED: Final = Badge(tr("Trusted"), "check", "ok", "okSoft")
NOT_TRUSTED: Final = Badge(tr("Not trusted"), "hand", "r2", "r2Soft")


class CardDelegate(QStyledItemDelegate):
    """Owned by the page's list."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return 84 px a row, more with larger text."""
        theme = self._theme
        text = line_height(theme.font("bold")) + 2 * line_height(theme.font("small")) + 8
        return QSize(200, max(ROW_HEIGHT, round(text + 24)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, CardRow):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        rect = QRectF(option.rect).adjusted(1, 2, -1, -2)
        self._paint_ground(painter, option, rect)
        is_narrow = rect.width() < NARROW_BELOW
        self._paint_picture(painter, rect, row, SMALL_PICTURE if is_narrow else PICTURE)
        left = rect.left() + 12 + (SMALL_PICTURE if is_narrow else PICTURE)[0] + 14
        self._paint_words(
            painter, QRectF(left, rect.top(), rect.right() - left - 12, rect.height()), row
        )
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRectF) -> None:
        theme = self._theme
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        is_hot = bool(option.state & QStyle.StateFlag.State_MouseOver)
        ground = "accentSoft" if is_selected else "sunken" if is_hot else "surface"
        line = theme.color("accent" if is_selected else "line")
        draw_box(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), 8, theme.color(ground), line)
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_box(painter, rect.adjusted(1, 1, -1, -1), 7, None, theme.color("accent"), 2)

    def _paint_picture(
        self, painter: QPainter, rect: QRectF, row: CardRow, size: tuple[int, int]
    ) -> None:
        width, height = size
        area = QRectF(rect.left() + 12, rect.center().y() - height / 2, width, height)
        image = focus = None
        if row.picture is not None:
            image, focus = row.picture.image, QPointF(row.picture.press)
        icon, token = ("warning", "r3") if _problem(row) else ("macro", "text3")
        is_known = row.detail is not None or row.card.problem
        paint_boxed(painter, self._theme, area, image, focus, icon if is_known else "", token)

    def _paint_words(self, painter: QPainter, area: QRectF, row: CardRow) -> None:
        theme, card = self._theme, row.card
        bold, small = theme.font("bold"), theme.font("small", tabular=True)
        heights = (line_height(bold), line_height(small), line_height(small))
        top = area.center().y() - (sum(heights) + 8) / 2
        lines = [
            QRectF(area.left(), top + sum(heights[:at]) + 4 * at, area.width(), height)
            for at, height in enumerate(heights)
        ]
        right = self._paint_marks(painter, lines[0], row)
        lines[0].setRight(right)
        draw_line(painter, lines[0], card.title, bold, theme.color("text"))
        what = what_words(card, row.detail)
        draw_line(painter, lines[1], what, small, theme.color("r3" if _problem(row) else "text2"))
        if not card.problem:
            self._paint_health(painter, lines[2], row)

    def _paint_health(self, painter: QPainter, area: QRectF, row: CardRow) -> None:
        theme, small = self._theme, self._theme.font("small", tabular=True)
        icon, token = HEALTH_LOOKS[row.card.state]
        place = QRectF(area.left(), area.center().y() - ICON / 2, ICON, ICON)
        theme.paint_icon(painter, icon, place, token)
        area = area.adjusted(ICON + 6, 0, 0, 0)
        words = health_words(row.card, row.now)
        words = words[:1].upper() + words[1:]
        taken = draw_line(painter, area, words, small, theme.color(token))
        rest = area.adjusted(taken, 0, 0, 0)
        draw_line(
            painter, rest, f" · {size_words(row.card, row.detail)}", small, theme.color("text3")
        )

    def _paint_marks(self, painter: QPainter, line: QRectF, row: CardRow) -> float:
        """Paint key and trust at the right end; return where the name must end."""
        theme, right = self._theme, line.right()
        if row.detail is not None and not _problem(row):
            badge = TRUSTED if row.detail.trusted else NOT_TRUSTED
            right = self._paint_badge(painter, right, line.center().y(), badge) - 8
        if row.card.key:
            right -= caps_width(theme, row.card.key)
            paint_caps(painter, theme, row.card.key, QPointF(round(right), line.center().y()), None)
            right -= 8
        return right - 4

    def _paint_badge(self, painter: QPainter, right: float, middle: float, badge: Badge) -> float:
        theme, font = self._theme, self._theme.font("caption_bold")
        width = QFontMetricsF(font).horizontalAdvance(badge.words) + ICON + 6 + 14
        height = max(float(BADGE_HEIGHT), line_height(font) + 6)
        box = QRectF(right - width, middle - height / 2, width, height)
        draw_box(painter, box, 4, theme.color(badge.soft))
        icon = QRectF(box.left() + 7, middle - ICON / 2, ICON, ICON)
        theme.paint_icon(painter, badge.icon, icon, badge.ink)
        words = box.adjusted(7 + ICON + 6, 0, 0, 0)
        draw_line(painter, words, badge.words, font, theme.color(badge.ink))
        return box.left()


def _problem(row: CardRow) -> bool:
    return bool(row.card.problem or (row.detail is not None and row.detail.problem))
