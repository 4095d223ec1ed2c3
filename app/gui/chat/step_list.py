"""The list of a chat's rows, and the buttons of the last one: a waiting step, an open question, an offer.

It is read with the arrow keys, and follows new steps while it is at its end.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSizePolicy,
    QStyleOptionViewItem,
    QWidget,
)

from app.gui import tr
from app.gui.chat.delegate import CHOICE_GAP, ChatDelegate, KeepCard, Offer
from app.gui.chat.model import ROW_ROLE, ChatModel
from app.gui.chat.rows import AskRow, KeepRow, OfferRow, Row, StepRow, WordsRow
from app.gui.commands import Commands
from app.gui.widgets.buttons import Button
from app.gui.widgets.layout import column, row
from app.gui.widgets.own_application import READS_ROWS
from app.gui.widgets.theme import Theme
from automation.core.proposal import RiskLevel

ARMING_MS: Final = 500
"""Accept is dead for so long after it appeared, so that a press meant for something else is lost."""
MOST_KEYS: Final = 9


class StepActions(QWidget):
    """Accept and Reject, beside the card that the overlay shows.

    What is hard to undo is accepted on the card only. It decides nothing: the command is handed to
    the card, which has its own conditions.
    """

    def __init__(self, theme: Theme, waiting: StepRow, commands: Commands) -> None:
        super().__init__()
        self.accept = Button(theme, tr("Accept"), icon="check", kind="primary", keys="Enter")
        self.accept.setEnabled(False)
        self.accept.clicked.connect(commands.accept)
        self.reject = Button(theme, tr("Reject"), icon="close", keys="Delete")
        self.reject.clicked.connect(commands.reject)
        row(self.accept, self.reject, None, gap=8, into=self)
        if waiting.level is not None and waiting.level < RiskLevel.R3:
            QTimer.singleShot(ARMING_MS, self.accept, lambda: self.accept.setEnabled(True))
        else:
            self.accept.hide()


class Choices(QWidget):
    """One button per numbered answer."""

    def __init__(self, theme: Theme, asked: AskRow, commands: Commands) -> None:
        super().__init__()
        self.buttons = []
        for number, words in asked.choices:
            button = Button(theme, words, keys=str(number) if number <= MOST_KEYS else "")
            button.setAccessibleName(f"{number}: {words}")
            button.clicked.connect(lambda _=False, n=number: commands.choose.emit(n))
            self.buttons.append(button)
        column(*(row(button, None) for button in self.buttons), gap=CHOICE_GAP, into=self)


BAR_GAP: Final = 4
"""Between the rows and the scroll bar."""
BAR_WIDTH: Final = 12
FOLD_KEYS: Final = (Qt.Key.Key_Left, Qt.Key.Key_Right)
SLACK_PX: Final = 8
"""So near to the end counts as being there."""

Index = QModelIndex | QPersistentModelIndex


class StepList(QListView):
    """Owned by a chat page. As high as its rows while they fit, so that the last one is lowest."""

    keep_pressed = Signal(object, str, object)
    """A `KeepRow`, the name for the macro, and the names of the texts that it asks for."""

    def __init__(
        self, theme: Theme, model: ChatModel, commands: Commands, *, is_live: bool
    ) -> None:
        super().__init__()
        self._commands = commands
        self._theme = theme
        self._rows = model
        self._is_live = is_live
        self._sticks = True
        self._controls: tuple[Row, QModelIndex, QWidget] | None = None
        self._painter = ChatDelegate(theme, self)
        self.setModel(model)
        self.setItemDelegate(self._painter)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(tr("Steps"))
        self.setProperty(READS_ROWS, True)
        self.setTabKeyNavigation(False)
        self.setViewportMargins(0, 0, BAR_GAP + BAR_WIDTH, 0)
        bar = self.verticalScrollBar()
        bar.setSingleStep(24)
        bar.valueChanged.connect(self._on_scrolled)
        bar.rangeChanged.connect(self._on_range_changed)
        theme.changed.connect(self.viewport().update)
        model.rowsInserted.connect(self._renew_controls)
        model.rowsRemoved.connect(self._renew_controls)
        model.modelReset.connect(self._on_reset)

    def minimumSizeHint(self) -> QSize:
        """Return a size that a layout may go down to."""
        return QSize(200, 60)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask the delegate for new heights when the width changed."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()

    def updateGeometries(self) -> None:  # noqa: N802  # Qt's name
        """Be no higher than the rows, once they are laid out."""
        super().updateGeometries()
        height = max(1, self.contentsSize().height())
        if height != self.maximumHeight():
            self.setMaximumHeight(height)
        self._place_controls()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy a sentence; answer what waits; else move as lists do."""
        current = self.currentIndex()
        if event.matches(QKeySequence.StandardKey.Copy) and current.isValid():
            QGuiApplication.clipboard().setText(str(current.data()))
            return
        if current.isValid() and self._fold(current, event.key()):
            return
        if event.isAutoRepeat() or not self._answer(event.key()):
            super().keyPressEvent(event)

    def _fold(self, index: QModelIndex, key: int) -> bool:
        """Show the model's words of a row with Right, and put them away with Left."""
        row = index.data(ROW_ROLE)
        if key not in FOLD_KEYS or not isinstance(row, StepRow | WordsRow):
            return False
        if row.is_open != (key == Qt.Key.Key_Right):
            self._rows.toggle(index)
        return True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Fold or unfold the model's words where the mark for it was pressed."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and index.isValid():
            rect = QRectF(self.visualRect(index))
            if self._painter.fold_area(index, rect).contains(event.position()):
                self._rows.toggle(index)

    def _answer(self, key: int) -> bool:
        """Take the plain keys of the row that waits; they work only while the list has focus."""
        widget = self._controls[2] if self._controls else None
        if isinstance(widget, Choices):
            number = key - int(Qt.Key.Key_0)
            if 1 <= number <= min(MOST_KEYS, len(widget.buttons)):
                widget.buttons[number - 1].click()
                return True
        if isinstance(widget, KeepCard) and key == Qt.Key.Key_S:
            widget.save.click()
            return True
        if isinstance(widget, StepActions):
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                widget.accept.click()
                return True
            if key == Qt.Key.Key_Delete:
                widget.reject.click()
                return True
        return False

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the last row, which is the newest."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._rows.rowCount():
            self.setCurrentIndex(self._rows.index(self._rows.rowCount() - 1))

    def _on_scrolled(self, value: int) -> None:
        self._sticks = value >= self.verticalScrollBar().maximum() - SLACK_PX
        self._place_controls()

    def _on_range_changed(self, _least: int, most: int) -> None:
        # The bar's place is kept free, so that rows are as wide with it as without.
        self.setViewportMargins(0, 0, BAR_GAP if most > 0 else BAR_GAP + BAR_WIDTH, 0)
        if self._sticks and self._is_live:
            self.verticalScrollBar().setValue(most)

    def _on_reset(self) -> None:
        self._painter.card.crops.forget()
        self._sticks = True
        self._renew_controls()

    def dataChanged(  # noqa: N802  # Qt's name
        self, first: Index, last: Index, roles: Sequence[int] = ()
    ) -> None:
        """Lay all rows out anew only where a row's height changed: streaming must not.

        `QListView` would do it for every change, which takes 10 ms with 1,000 rows.
        """
        above = self._rows.index(first.row() - 1)  # its gap depends on the row below it
        if all(self._is_laid_out(index) for index in (first, above) if index.isValid()):
            QAbstractItemView.dataChanged(self, first, last, roles)
        else:
            super().dataChanged(first, last, roles)
        self._renew_controls()

    def _is_laid_out(self, index: Index) -> bool:
        """Tell whether a row got the height that it wants; `visualRect` only asks the delegate."""
        option = QStyleOptionViewItem()
        option.rect = self.visualRect(index)
        below = self._rows.index(index.row() + 1)
        end = self.contentsSize().height() - self.verticalOffset()
        bottom = self.visualRect(below).top() if below.isValid() else end
        return bottom - option.rect.top() == self._painter.sizeHint(option, index).height()

    def _renew_controls(self) -> None:
        """Put real buttons on the last row when it waits, and only there."""
        last = self._rows.index(self._rows.rowCount() - 1)
        row = last.data(ROW_ROLE) if last.isValid() else None
        if not self._is_live and not isinstance(row, KeepRow | OfferRow):
            row = None  # what waited then waits no more
        if self._controls is not None:
            if self._controls[0] == row:
                self._controls = (row, last, self._controls[2])  # a row above it may have come
                return
            self._let_go(self._controls[2])
            self._controls = None
        widget = self._made_controls(row)
        if row is not None and widget is not None:
            widget.setParent(self.viewport())
            self._controls = (row, last, widget)
            self._place_controls()

    def _let_go(self, widget: QWidget) -> None:
        """Take controls away; the focus stays here and does not go round the window."""
        focused = self.window().focusWidget()
        if focused is not None and widget.isAncestorOf(focused):
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        widget.hide()
        widget.deleteLater()

    def _made_controls(self, row: Row | None) -> QWidget | None:
        if isinstance(row, StepRow) and row.state == "waiting":
            return StepActions(self._theme, row, self._commands)
        if isinstance(row, AskRow) and row.is_open and row.choices:
            return Choices(self._theme, row, self._commands)
        if isinstance(row, OfferRow):
            offer = Offer(self._theme, row)
            offer.said.connect(self._commands.send)
            offer.button.clicked.connect(lambda: self._take_offer(row))
            offer.leave.clicked.connect(lambda: self._commands.wake.emit(False))
            return offer
        if isinstance(row, KeepRow):
            card = KeepCard(self._theme, row)
            card.save_pressed.connect(lambda name, asked: self.keep_pressed.emit(row, name, asked))
            return card
        return None

    def focus_card(self) -> None:
        """Go to the card at the end, if there is one: its name is what is changed most."""
        widget = self._controls[2] if self._controls else None
        if isinstance(widget, KeepCard):
            self.scrollToBottom()
            widget.name.setFocus()
            widget.name.selectAll()

    def _take_offer(self, row: OfferRow) -> None:
        if row.leave:
            self._commands.wake.emit(True)
        elif row.edits:
            self._commands.edit_macro.emit(row.edits)
        else:
            self._commands.load_model.emit()

    def _place_controls(self) -> None:
        if self._controls is None:
            return
        _, index, widget = self._controls
        rect = QRectF(self.visualRect(index))
        widget.setGeometry(self._painter.controls(index, rect).toRect())
        widget.show()
