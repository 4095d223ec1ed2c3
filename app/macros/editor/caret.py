"""Where somebody writes: remembered before a form is made anew, and given back in the one that follows."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget


@dataclass(frozen=True, slots=True)
class Caret:
    """The field that has the keyboard, and where in its text."""

    name: str
    """Accessible name of the field; empty for none."""
    anchor: int = 0
    """Where the selection was begun, in characters; the position itself where nothing is selected."""
    position: int = 0


def caret_of(widget: QWidget | None) -> Caret:
    """Return where somebody writes.

    Args:
        widget: what has the keyboard; None for nothing.
    """
    if widget is None:
        return Caret("")
    name = widget.accessibleName()
    if isinstance(widget, QPlainTextEdit):
        cursor = widget.textCursor()
        return Caret(name, cursor.anchor(), cursor.position())
    if (line := _line_of(widget)) is not None:
        position = line.cursorPosition()
        ends = (line.selectionStart(), line.selectionEnd())
        far = ends[1] if position == ends[0] else ends[0]
        return Caret(name, far if line.hasSelectedText() else position, position)
    return Caret(name)


def give_back(caret: Caret, within: QWidget) -> None:
    """Give the keyboard to the field of that name, as far as there is one and its text is as long."""
    for widget in within.findChildren(QWidget) if caret.name else ():
        if widget.accessibleName() == caret.name and _takes_keys(widget):
            widget.setFocus()
            _place(caret, widget)
            return


def _place(caret: Caret, widget: QWidget) -> None:
    if isinstance(widget, QPlainTextEdit):
        cursor, end = widget.textCursor(), widget.document().characterCount() - 1
        cursor.setPosition(min(caret.anchor, end))
        cursor.setPosition(min(caret.position, end), cursor.MoveMode.KeepAnchor)
        widget.setTextCursor(cursor)
    elif (line := _line_of(widget)) is not None:
        end = len(line.text())
        anchor, position = min(caret.anchor, end), min(caret.position, end)
        line.setCursorPosition(position)
        if anchor != position:
            line.setSelection(anchor, position - anchor)


def _line_of(widget: QWidget) -> QLineEdit | None:
    """Return the line that is written in: a number has one inside."""
    return widget if isinstance(widget, QLineEdit) else widget.findChild(QLineEdit)


def _takes_keys(widget: QWidget) -> bool:
    return widget.focusPolicy() != Qt.FocusPolicy.NoFocus
