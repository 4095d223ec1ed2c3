"""The list of macros as it is seen and used by keys."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QListView

from app.macros.library.acts import LOOKS, Act
from app.macros.library.card_delegate import CardDelegate
from app.macros.library.card_list import CardList
from app.widgets.theme import Theme


class MacroListView(QListView):
    """Owned by the page; its keys do with the chosen macro what the buttons do."""

    pressed_act = Signal(object)
    """An `Act` for the macro that is chosen."""

    def __init__(self, theme: Theme, rows: CardList) -> None:
        super().__init__()
        self.setModel(rows)
        self.setItemDelegate(CardDelegate(theme, self))
        self.setAccessibleName("Macros")
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.doubleClicked.connect(lambda _index: self.pressed_act.emit(Act.EDIT))
        for act, look in LOOKS.items():
            if look.keys:
                chord = QShortcut(QKeySequence(look.keys), self)
                chord.setContext(Qt.ShortcutContext.WidgetShortcut)
                chord.activated.connect(lambda act=act: self.pressed_act.emit(act))
