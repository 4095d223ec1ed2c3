"""The page of macros: the list, its search, and what can be done with the one that is chosen.

Its file dialogs are not modal, so that Stop stays in reach.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QLineEdit,
    QListView,
    QMenu,
    QStackedWidget,
    QWidget,
)

from app.gui import tr
from app.gui.background import timer
from app.gui.macros.library.bars import AskBar, NoticeBar
from app.gui.macros.library.rows import (
    ROW_ROLE,
    Card,
    CardDelegate,
    CardList,
    CardRow,
    Detail,
    Order,
    told_of,
)
from app.gui.preferences.editor import DropBox
from app.gui.widgets.buttons import Button
from app.gui.widgets.buttons import words_of as chord_words
from app.gui.widgets.inputs import ask_folder, show_dialog
from app.gui.widgets.labels import ElidedLabel, Label
from app.gui.widgets.layout import Flow, Framed, column, row
from app.gui.widgets.theme import Theme


class Action(Enum):
    """Something to do with one macro."""

    PLAY = "play"
    AT_ONCE = "at-once"
    EDIT = "edit"
    RENAME = "rename"
    DUPLICATE = "duplicate"
    EXPORT = "export"
    TRUST = "trust"
    KEY = "key"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Look:
    """How an act stands on a button and in a menu."""

    words: str
    icon: str
    keys: str = ""
    """As Qt writes it, and as the caps show it."""


LOOKS: Final[dict[Action, Look]] = {
    Action.PLAY: Look(tr("Play"), "play", "Return"),
    Action.AT_ONCE: Look(tr("Play at once"), "play", "Shift+Return"),
    Action.EDIT: Look(tr("Edit"), "edit", "E"),
    Action.RENAME: Look(tr("Rename"), "text", "F2"),
    Action.DUPLICATE: Look(tr("Duplicate"), "copy", "Ctrl+D"),
    Action.EXPORT: Look(tr("Export …"), "export", ""),
    Action.TRUST: Look(tr("Trust …"), "shield", "T"),
    Action.KEY: Look(tr("Key …"), "keyboard", "K"),
    Action.REMOVE: Look(tr("Remove"), "trash", "Delete"),
}
ALWAYS: Final = (Action.PLAY, Action.EDIT)
"""They have a button however narrow the window is; the others go into a menu."""
_OF_ANY: Final = frozenset({Action.REMOVE})
"""What can be done with a macro that cannot be read."""


def words_of(act: Action, detail: Detail | None) -> str:
    """Return what the act is called for this macro."""
    if act is Action.TRUST and detail is not None and detail.trusted:
        return tr("Untrust")
    return LOOKS[act].words


def can(act: Action, card: Card | None, detail: Detail | None) -> bool:
    """Tell whether the act can be done with this macro; with none nothing can."""
    return not why_not(act, card, detail)


def why_not(act: Action, card: Card | None, detail: Detail | None) -> str:
    """Return why the act cannot be done with this macro, in a sentence; empty where it can."""
    if card is None:
        return tr("No macro is chosen.")
    is_readable = not card.problem and not (detail is not None and detail.problem)
    if not is_readable and act not in _OF_ANY:
        return tr("The macro cannot be read.")
    if act is Action.AT_ONCE and not card.params:
        return tr("The macro asks for nothing: Play begins at once.")
    return ""


WIDE_FROM: Final = 860
"""Below this width only the acts that are always there have a button of their own."""


class ChosenBar(Framed):
    """Owned by the page."""

    pressed = Signal(object)
    """An `Action`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("baseline")
        self._theme = theme
        self._card: Card | None = None
        self._detail: Detail | None = None
        self._name = ElidedLabel(theme, "", "bold")
        self.told = Label(theme, "", "small", "dim", wraps=True)
        self.buttons: dict[Action, Button] = {}
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.more = Button(theme, tr("More"), icon="more", size="compact")
        self.more.clicked.connect(self._drop)
        for act in (
            Action.PLAY,
            Action.EDIT,
            Action.RENAME,
            Action.DUPLICATE,
            Action.TRUST,
            Action.REMOVE,
        ):
            look = LOOKS[act]
            is_first = act is Action.PLAY
            button = Button(
                theme, look.words, icon=look.icon, keys=look.keys if act in ALWAYS else "",
                kind="primary" if is_first else "plain", size="compact",
            )  # fmt: skip
            button.clicked.connect(lambda _=False, act=act: self.pressed.emit(act))
            self.buttons[act] = button
        line = row(*self.buttons.values(), self.more, None, gap=8)
        self._column = column(self._name, self.told, line, gap=6, into=self)
        self.set_margin(16)

    def show_macro(self, card: Card | None, detail: Detail | None, told: str) -> None:
        """Show what is chosen.

        Args:
            card: the macro; None hides the bar.
            detail: what its file tells; None while it is not read.
            told: what cannot be seen in its row: why it cannot be read, or a note; else empty.
        """
        self._card, self._detail = card, detail
        self.setVisible(card is not None)
        if card is None:
            return
        self._name.set_whole_text(card.title)
        self.told.tell(told)
        for act, button in self.buttons.items():
            words = words_of(act, detail)
            button.setText(words)
            button.setAccessibleName(f"{words}: {card.title}")
            why = why_not(act, card, detail)
            button.setEnabled(not why)
            keys = chord_words(LOOKS[act].keys)
            button.setToolTip(why or (f"{words} ({keys})" if keys else words))
            button.setAccessibleDescription(why or keys)
            button.updateGeometry()
        self._fit(self.width())

    def set_margin(self, margin: int) -> None:
        """Stand so far from the page's sides."""
        self._column.setContentsMargins(margin, 10, margin, 12)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the rarer acts into the menu where it is narrow."""
        super().resizeEvent(event)
        self._fit(event.size().width())

    def _fit(self, width: int) -> None:
        need = sum(b.sizeHint().width() + 8 for b in (*self.buttons.values(), self.more)) + 48
        is_wide = width >= max(WIDE_FROM, need)
        for act, button in self.buttons.items():
            button.setVisible(is_wide or act in ALWAYS)

    def fill(self, menu: QMenu) -> None:
        """Put every act of the chosen macro into a menu."""
        menu.clear()
        menu.setToolTipsVisible(True)
        for act, look in LOOKS.items():
            if act is Action.REMOVE:
                menu.addSeparator()
            words = words_of(act, self._detail)
            why = why_not(act, self._card, self._detail)
            # Qt tells a screen reader nothing of a menu's row but its text.
            said = f"{words} ({why[:1].lower()}{why[1:].rstrip('.')})" if why else words
            action = QAction(self._theme.icon(look.icon), f"{said}\t{chord_words(look.keys)}", menu)
            action.setEnabled(not why)
            action.setToolTip(why or words)
            action.triggered.connect(lambda _=False, act=act: self.pressed.emit(act))
            menu.addAction(action)

    def _fill_menu(self) -> None:
        self.fill(self.menu)

    def _drop(self) -> None:
        self._fill_menu()
        corner = self.more.mapToGlobal(self.more.rect().topLeft())
        self.menu.popup(corner - QPoint(0, self.menu.sizeHint().height()))


TITLE = tr("No macros yet.")
WORDS = tr(
    "A macro is a task that you can read, change and play again without a model. Record one while "
    "you do it, or do a task in the chat and press Save as macro when it went well."
)


class EmptyPage(QWidget):
    """Owned by the page of macros."""

    record_pressed = Signal()
    import_pressed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.record = Button(theme, tr("Record the first one"), icon="record", kind="primary")
        self.record.clicked.connect(self.record_pressed)
        self.bring = Button(theme, tr("Import a file"), icon="import")
        self.bring.clicked.connect(self.import_pressed)
        words = Label(theme, WORDS, "body", "dim", wraps=True)
        inner = QWidget()
        inner.setMaximumWidth(560)
        title = Label(theme, TITLE, "title", wraps=True)
        buttons = Flow((self.record, self.bring), 8, 8)
        column(title, words, 8, buttons, gap=8, into=inner)
        column(inner, None, margins=(0, 24, 0, 0), into=self)


EXPORTS = {"Macro in one file (*.zip)": "zip", "Python script (*.py)": "py"}
"""What a macro can be exported as, and how such a file ends."""
KINDS = tr("Macros (*.zip *.yaml *.pmr *.json);;All files (*)")


def ask_macro_file(parent: QWidget, chosen: Callable[[str], None]) -> None:
    """Ask for a macro to import: a zip, a macro.yaml or a file of PyMacroRecord."""
    dialog = QFileDialog(parent, tr("Import a macro"), str(Path.home()), KINDS)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    show_dialog(dialog, chosen)


def ask_macro_folder(parent: QWidget, chosen: Callable[[str], None]) -> None:
    """Ask for the folder of a macro to import."""
    ask_folder(parent, tr("Import the macro in this folder"), str(Path.home()), chosen)


def ask_export(parent: QWidget, name: str, chosen: Callable[[str], None]) -> None:
    """Ask where a zip or a script is to be written; the dialog asks before a file is replaced."""
    kinds = ";;".join(EXPORTS)
    dialog = QFileDialog(parent, tr("Export to"), str(Path.home() / name), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)

    def take_kind(kind: str) -> None:
        suffix = EXPORTS[kind]
        dialog.setDefaultSuffix(suffix)
        written = next(iter(dialog.selectedFiles()), name)
        dialog.selectFile(f"{Path(written).stem}.{suffix}")  # the other kind's ending would stay

    dialog.selectFile(name)
    take_kind(next(iter(EXPORTS)))
    dialog.filterSelected.connect(take_kind)
    show_dialog(dialog, chosen)


class MacroListView(QListView):
    """Owned by the page; its keys do with the chosen macro what the buttons do."""

    pressed_act = Signal(object)
    """An `Action` for the macro that is chosen."""

    def __init__(self, theme: Theme, rows: CardList) -> None:
        super().__init__()
        self.setModel(rows)
        self.setItemDelegate(CardDelegate(theme, self))
        self.setAccessibleName(tr("Macros"))
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.doubleClicked.connect(lambda _index: self.pressed_act.emit(Action.EDIT))
        for act, look in LOOKS.items():
            if look.keys:
                chord = QShortcut(QKeySequence(look.keys), self)
                chord.setContext(Qt.ShortcutContext.WidgetShortcut)
                chord.activated.connect(lambda act=act: self.pressed_act.emit(act))


ORDERS: Final = (("name", tr("By name")), ("played", tr("Last played")))
SETTLE_MS: Final = 40
"""Rows that came into view are read for after so long: those that fly past are not."""
NARROW_BELOW: Final = 620
LOADING: Final = tr("Looking at your macros")
NONE_FOUND: Final = tr("No macro has these words.")


class LibraryPage(QWidget):
    """Driven by plain values; UI thread. Presses leave as signals."""

    act_pressed = Signal(object, str)
    """An `Action`, and the folder's name of the macro that it is for."""
    record_pressed = Signal()
    import_file_pressed = Signal()
    import_folder_pressed = Signal()
    detail_wanted = Signal(str)
    """The folder's name of a macro whose row is seen."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._is_read = False
        self.rows = CardList(lambda: datetime.now().astimezone(), self)
        self.search = self._search_field()
        self.order = DropBox(theme, ORDERS, "name", self._on_order)
        self.order.setAccessibleName(tr("Sort"))
        self.bring = Button(theme, tr("Import"), icon="import")
        self.bring.setToolTip(
            tr("Take in a zip, a folder or a macro of PyMacroRecord; nothing runs")
        )
        self._bring_menu = self._import_menu()
        self.bring.clicked.connect(self._drop_import)
        self.record = Button(theme, tr("Record new"), icon="record", kind="primary")
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
        self._seen = timer(self, SETTLE_MS, self._want_details)
        self._connect()
        self._show_chosen()

    def _search_field(self) -> QLineEdit:
        field = QLineEdit()
        field.setObjectName("search")
        field.setPlaceholderText(tr("Search macros"))
        field.setAccessibleName(tr("Search macros"))
        field.setToolTip(tr("Search macros (Ctrl+F)"))
        field.setMinimumWidth(120)
        self._search_icon = field.addAction(
            self._theme.icon("search"), QLineEdit.ActionPosition.LeadingPosition
        )
        return field

    def _import_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(tr("A file: zip, macro.yaml or PyMacroRecord")).triggered.connect(
            self.import_file_pressed
        )
        menu.addAction(tr("A folder")).triggered.connect(self.import_folder_pressed)
        return menu

    def _lay_out(self) -> None:
        self._tools = QWidget()
        row((self.search, 1), self.order, self.bring, self.record, gap=8, into=self._tools)
        self._upper = column(self._tools, self.left_over, self.notice, (self._middle, 1), gap=12)
        column((self._upper, 1), self.ask, self.chosen, gap=0, into=self)
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
            chosen: folder's name of the one to choose; empty keeps the choice.
        """
        self._is_read = True
        wanted = chosen or self._chosen_slug
        place = self.list.currentIndex().row()
        self.rows.show(cards)
        self._choose(wanted, place)

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

    def _press(self, act: Action) -> None:
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
        for place in range(last, first - 1, -1):
            found = self.rows.index(place).data(ROW_ROLE)
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
        self.bring.setText("" if is_narrow else tr("Import"))
        self.bring.setAccessibleName(tr("Import"))
        self.record.setText(tr("Record") if is_narrow else tr("Record new"))
        self.record.setAccessibleName(tr("Record new"))
        for button in (self.bring, self.record):
            button.updateGeometry()
        self._seen.start()

    def _on_theme_changed(self) -> None:
        self._search_icon.setIcon(self._theme.icon("search"))
        self.list.viewport().update()
