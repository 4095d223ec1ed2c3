"""The macros as a list: searched, sorted, and what each row shows besides as far as it was read."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.macros.library.card_picture import CardPicture
from app.macros.library.cards import Card, Detail, health_words, spoken, what_words

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
