"""The page of macros: the list, its search, and what is done with the one that is chosen."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.macros.library.acts import Act, can
from app.macros.library.bars import AskBar, NoticeBar
from app.macros.library.card_list import ROW_ROLE, CardList, CardRow, Order
from app.macros.library.card_picture import CardPicture
from app.macros.library.cards import Card, Detail, told_of
from app.macros.library.chosen_bar import ChosenBar
from app.macros.library.empty_page import EmptyPage
from app.macros.library.list_view import MacroListView
from app.preferences.controls import DropBox
from app.widgets.buttons import Button
from app.widgets.labels import Label
from app.widgets.theme import Theme

ORDERS: Final = (("name", "By name"), ("played", "Last played"))
SETTLE_MS: Final = 40
"""Rows that came into view are read for after so long: those that fly past are not."""
NARROW_BELOW: Final = 620
LOADING: Final = "Looking at your macros"
NONE_FOUND: Final = "No macro has these words."


class LibraryPage(QWidget):
    """Driven by plain values; UI thread. Presses leave as signals."""

    act_pressed = Signal(object, str)
    """An `Act`, and the folder's name of the macro that it is for."""
    record_pressed = Signal()
    import_file_pressed = Signal()
    import_folder_pressed = Signal()
    detail_wanted = Signal(str)
    """The folder's name of a macro whose row is seen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_read = False
        self.rows = CardList(lambda: datetime.now().astimezone(), self)
        self.search = self._search_field()
        self.order = DropBox(theme, ORDERS, "name", self._on_order)
        self.order.setAccessibleName("Sort")
        self.bring = Button(theme, "Import", icon="import")
        self.bring.setToolTip("Take in a zip, a folder or a macro of PyMacroRecord; nothing runs")
        self._bring_menu = self._import_menu()
        self.bring.clicked.connect(self._drop_import)
        self.record = Button(theme, "Record new", icon="record", kind="primary")
        self.record.clicked.connect(self.record_pressed)
        self.left_over = NoticeBar(theme)
        self.notice = NoticeBar(theme)
        for bar in (self.left_over, self.notice):
            bar.left.connect(self.focus_first)
        self.list = MacroListView(theme, self.rows)
        self.list.pressed_act.connect(self._press)
        self.list.customContextMenuRequested.connect(self._on_context)
        self._words = Label(theme, LOADING, "body", "dim", wraps=True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.empty = EmptyPage(theme)
        self.empty.record_pressed.connect(self.record_pressed)
        self.empty.import_pressed.connect(self.import_file_pressed)
        self._middle = QStackedWidget()
        for page in (self._words, self.list, self.empty):
            self._middle.addWidget(page)
        self.ask = AskBar(theme)
        self.ask.opened.connect(self._show_chosen)
        self.ask.closed.connect(self._on_asked)
        self.chosen = ChosenBar(theme)
        self.chosen.pressed.connect(self._press)
        self._lay_out()
        self._seen = QTimer(self)
        self._seen.setSingleShot(True)
        self._seen.setInterval(SETTLE_MS)
        self._seen.timeout.connect(self._want_details)
        self._connect()
        self._show_chosen()

    def _search_field(self) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName("search")
        field.setPlaceholderText("Search macros")
        field.setAccessibleName("Search macros")
        field.setToolTip("Search macros (Ctrl+F)")
        field.setMinimumWidth(120)
        self._search_icon = field.addAction(
            self._theme.icon("search"), QLineEdit.ActionPosition.LeadingPosition
        )
        return field

    def _import_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction("A file: zip, macro.yaml or PyMacroRecord").triggered.connect(
            self.import_file_pressed
        )
        menu.addAction("A folder").triggered.connect(self.import_folder_pressed)
        return menu

    def _lay_out(self) -> None:
        self._tools = QWidget()
        line = QHBoxLayout(self._tools)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.search, 1)
        for widget in (self.order, self.bring, self.record):
            line.addWidget(widget)
        self._upper = QVBoxLayout()
        self._upper.setSpacing(12)
        self._upper.addWidget(self._tools)
        self._upper.addWidget(self.left_over)
        self._upper.addWidget(self.notice)
        self._upper.addWidget(self._middle, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self._upper, 1)
        whole.addWidget(self.ask)
        whole.addWidget(self.chosen)
        self.setFocusProxy(self.list)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._on_searched)
        self.search.returnPressed.connect(self._to_list)
        self.list.verticalScrollBar().valueChanged.connect(lambda _: self._seen.start())
        self.rows.modelReset.connect(self._seen.start)
        self.list.selectionModel().currentChanged.connect(self._show_chosen)
        self.rows.dataChanged.connect(self._show_chosen)
        self._theme.changed.connect(self._on_theme_changed)

    @property
    def card(self) -> Card | None:
        """The macro that is chosen; None for none."""
        row = self.list.currentIndex().data(ROW_ROLE)
        return row.card if isinstance(row, CardRow) else None

    def show_cards(self, cards: Sequence[Card], chosen: str = "") -> None:
        """Show these macros.

        Args:
            cards: all there are.
            chosen: folder's name of the one to choose; empty keeps the choice.
        """
        self._is_read = True
        wanted = chosen or self._chosen_slug
        place = self.list.currentIndex().row()
        self.rows.show(cards)
        self._choose(wanted, place)

    def show_detail(self, slug: str, detail: Detail, picture: CardPicture | None) -> None:
        """Show what a macro's file tells."""
        self.rows.put(slug, detail, picture)

    def forget_details(self) -> None:
        """Read what the rows that are seen show anew."""
        self.rows.forget_details()
        self._seen.start()

    def focus_first(self) -> None:
        """Put the focus where the page begins: its list, or how the first macro comes."""
        is_empty = self._middle.currentWidget() is self.empty
        first: QWidget = self.empty.record if is_empty else self.list
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_in_middle(self, page: QWidget) -> None:
        """Show the list or what stands for it; the focus does not leave with what gives way."""
        focused = self.window().focusWidget()
        had_focus = focused is not None and self._middle.isAncestorOf(focused)
        self._middle.setCurrentWidget(page)
        if had_focus:
            self.focus_first()

    def focus_search(self) -> None:
        """Put the caret into the field."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    @property
    def _chosen_slug(self) -> str:
        return self.card.slug if self.card is not None else ""

    def _choose(self, slug: str, place: int) -> None:
        """Choose a macro; where it is gone the one in its place."""
        index = self.rows.row_of(slug)
        if not index.isValid() and self.rows.rowCount():
            index = self.rows.index(min(max(0, place), self.rows.rowCount() - 1))
        if index.isValid():
            self.list.setCurrentIndex(index)
            self.list.scrollTo(index)
        self._show_middle()
        self._show_chosen()

    def _show_middle(self) -> None:
        if not self._is_read:
            self._words.setText(LOADING)
            self._show_in_middle(self._words)
        elif not self.rows.cards:
            self._show_in_middle(self.empty)
        elif not self.rows.rowCount():
            self._words.setText(NONE_FOUND)
            self._show_in_middle(self._words)
        else:
            self._show_in_middle(self.list)
        self._tools.setVisible(self._middle.currentWidget() is not self.empty)

    def _show_chosen(self) -> None:
        card = self.card if self._middle.currentWidget() is self.list else None
        detail = self.rows.detail(card.slug) if card is not None else None
        is_asking = not self.ask.isHidden()
        self.chosen.show_macro(None if is_asking else card, detail, told_of(card, detail))

    def _on_asked(self) -> None:
        self._show_chosen()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _press(self, act: Act) -> None:
        card = self.card
        if card is None or not can(act, card, self.rows.detail(card.slug)):
            return
        self.act_pressed.emit(act, card.slug)

    def _on_context(self, at: QPoint) -> None:
        index = self.list.indexAt(at)
        if not index.isValid():
            return
        self.list.setCurrentIndex(index)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.chosen.fill(menu)
        menu.popup(self.list.viewport().mapToGlobal(at))

    def _on_searched(self, words: str) -> None:
        slug, place = self._chosen_slug, self.list.currentIndex().row()
        self.rows.search(words)
        self._choose(slug, place)

    def _on_order(self, order: str) -> None:
        slug = self._chosen_slug
        wanted: Order = "played" if order == "played" else "name"
        self.rows.sort_by(wanted)
        self._choose(slug, 0)

    def _to_list(self) -> None:
        if self.rows.rowCount():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _drop_import(self) -> None:
        self._bring_menu.popup(self.bring.mapToGlobal(self.bring.rect().bottomLeft()))

    def _want_details(self) -> None:
        """Ask for what the rows in view show besides, the uppermost last: it comes first then."""
        if not self.isVisible() or not self.rows.rowCount():
            return
        area = self.list.viewport().rect()
        first, last = self._row_at(area.top() + 1, 0), self._row_at(area.bottom(), -1)
        for row in range(last, first - 1, -1):
            found = self.rows.index(row).data(ROW_ROLE)
            if isinstance(found, CardRow) and found.detail is None:
                self.detail_wanted.emit(found.card.slug)

    def _row_at(self, y: int, beyond: int) -> int:
        index: QModelIndex = self.list.indexAt(QPoint(self.list.viewport().width() // 2, y))
        return index.row() if index.isValid() else beyond % self.rows.rowCount()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep smaller margins and shorter words where it is narrow."""
        super().resizeEvent(event)
        is_narrow = event.size().width() < NARROW_BELOW
        margin = 16 if is_narrow else 24
        self._upper.setContentsMargins(margin, 16, margin, 12)
        self.ask.set_margin(margin)
        self.chosen.set_margin(margin)
        self.order.setVisible(not is_narrow)
        self.bring.setText("" if is_narrow else "Import")
        self.bring.setAccessibleName("Import")
        self.record.setText("Record" if is_narrow else "Record new")
        self.record.setAccessibleName("Record new")
        for button in (self.bring, self.record):
            button.updateGeometry()
        self._seen.start()

    def _on_theme_changed(self) -> None:
        self._search_icon.setIcon(self._theme.icon("search"))
        self.list.viewport().update()
