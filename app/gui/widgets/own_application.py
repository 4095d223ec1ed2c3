"""Our Qt application: its windows take orders from devices alone, and are read by name alone.

Whoever may talk to the accessibility bus needs no display: by Qt's own interfaces it presses our
buttons, ticks our boxes and writes into our fields. So every widget of ours gets an interface that
says what it is and what it is called, and offers nothing to do. And an input event that another X
client sends to a window, instead of a device to the display, carries a mark of the X server's
(`send_event`), which nobody can take off: such events are dropped before Qt sees them.

`interface_cast` returns a null `VoidPtr`: None or 0 end the process (PySide6 6.11). The factory is
installed after the application is made, or Qt's own goes first.
"""

import ctypes
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray, QLoggingCategory, QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAccessibleWidget,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)
from shiboken6 import VoidPtr

Role = QAccessible.Role

SECRET: Final = "isSecret"
"""Name of a property: what stands in the widget is for eyes alone."""
READS_ROWS: Final = "readsRows"
"""Name of a property: all rows of a list are read, as its description."""
QUIET_BRIDGE: Final = "qt.accessibility.atspi.warning=false"
"""Qt's bridge to screen readers writes a line each time that one asks for a thing that has gone
meanwhile ("Could not find accessible on path"), or for an interface that a thing does not have.
Both are ordinary: whoever walks the tree gets an error as its answer, and our window changes as it
is walked (Qt 6.11, seen with a walker that asks all things for all that they have). What is wrong
with our own widgets Qt says in `qt.accessibility.core`. `QT_LOGGING_RULES` of the environment goes
before this."""
_NOTHING: Final = VoidPtr(0)
_SENT: Final = 0x80
"""In the first byte of an X event: a client sent it."""
_INPUT_EVENTS: Final = frozenset(range(2, 9))
"""KeyPress to LeaveNotify. What XInput tells of devices cannot be sent by clients at all."""
_ROLES: Final[tuple[tuple[type[QWidget], QAccessible.Role], ...]] = (
    (QDialog, Role.Dialog),
    (QComboBox, Role.ComboBox),
    (QAbstractButton, Role.Button),
    (QLineEdit, Role.EditableText),
    (QPlainTextEdit, Role.EditableText),
    (QTextEdit, Role.EditableText),
    (QAbstractItemView, Role.List),
    (QTabBar, Role.PageTabList),
    (QMenu, Role.PopupMenu),
    (QLabel, Role.StaticText),
)


class ReadByName(QAccessibleWidget):
    """What the accessibility bus gets of a widget: role, name, place and children; no way to act.

    The name of a field ends with what stands in it, that of a list with its current row.
    """

    def interface_cast(self, _kind: QAccessible.InterfaceType) -> int:
        """Have no further interface: no action, no value, no selection, no text to write into."""
        return _NOTHING  # type: ignore[return-value] # a plain 0 or None ends the process

    def child(self, index: int) -> QAccessibleInterface:
        """Return a child widget; Qt also asks for rows of lists and menus, which are read here."""
        found: QAccessibleInterface | None = super().child(index)
        return self if found is None else found

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name, or what else Qt knows of the widget."""
        widget = self.widget()
        is_read = kind is QAccessible.Text.Description and widget is not None
        if is_read and isinstance(widget, QAbstractItemView) and widget.property(READS_ROWS):
            return "\n".join(_rows_of(widget))
        if kind is not QAccessible.Text.Name or widget is None:
            return super().text(kind)
        own = widget.accessibleName()
        said = "" if widget.property(SECRET) else _what_it_says(widget)
        if isinstance(widget, QLabel | QAbstractButton) and own:
            return own
        return ": ".join(part for part in (own, said) if part) or super().text(kind)

    def state(self) -> QAccessible.State:
        """Add what is ticked, and that passwords are."""
        state, widget = super().state(), self.widget()
        if isinstance(widget, QAbstractButton) and widget.isCheckable():
            state.checkable, state.checked = True, widget.isChecked()
        if isinstance(widget, QLineEdit) and widget.echoMode() is not QLineEdit.EchoMode.Normal:
            state.passwordEdit = True
        return state


class OnlyDevices(QAbstractNativeEventFilter):
    """Drops keys, presses and movements that an X client sent to a window of ours."""

    def nativeEventFilter(  # noqa: N802 - Qt's name
        self, kind: QByteArray | bytes | bytearray | memoryview, message: int
    ) -> object:
        """Tell Qt to forget what no device has sent."""
        if kind != b"xcb_generic_event_t":
            return False, 0
        first = ctypes.string_at(int(message), 1)[0]
        return bool(first & _SENT) and first & ~_SENT in _INPUT_EVENTS, 0


class OwnApplication(QApplication):
    """The one Qt application of a process: every process of ours that has windows makes this one."""

    def __init__(self, arguments: Sequence[str]) -> None:
        QLoggingCategory.setFilterRules(QUIET_BRIDGE)
        super().__init__(list(arguments))
        offer_nothing()
        self._only_devices = OnlyDevices()  # Qt does not own it
        self.installNativeEventFilter(self._only_devices)


def offer_nothing() -> None:
    """Let widgets be read by name alone; after the application was made, whose own way goes first."""
    QAccessible.installFactory(_interface_of)


def _interface_of(_class: str, thing: QObject) -> QAccessibleInterface | None:
    return ReadByName(thing, _role_of(thing)) if isinstance(thing, QWidget) else None


def _role_of(widget: QWidget) -> QAccessible.Role:
    if isinstance(widget, QAbstractButton) and widget.isCheckable():
        return Role.CheckBox
    found = (role for kind, role in _ROLES if isinstance(widget, kind))
    return next(found, Role.Window if widget.isWindow() else Role.Grouping)


def _rows_of(view: QAbstractItemView) -> list[str]:
    model = view.model()
    return [str(model.index(row, 0).data() or "") for row in range(model.rowCount())]


def _what_it_says(widget: QWidget) -> str:
    """Return the words that a widget shows, as far as its kind has any."""
    match widget:
        case QLabel() | QAbstractButton():
            return widget.text()
        case QLineEdit():
            is_open = widget.echoMode() is QLineEdit.EchoMode.Normal
            return widget.text() if is_open else ""
        case QPlainTextEdit() | QTextEdit():
            return widget.toPlainText()
        case QComboBox():
            return widget.currentText()
        case QTabBar():
            return widget.tabText(widget.currentIndex())
        case QMenu():
            action = widget.activeAction()
            return action.text() if action is not None else ""
        case QAbstractItemView():
            return str(widget.currentIndex().data() or "")
    parent = widget.parentWidget()
    if isinstance(parent, QAbstractItemView) and parent.viewport() is widget:
        return str(parent.currentIndex().data() or "")
    return ""
