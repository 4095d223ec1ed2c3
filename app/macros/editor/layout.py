"""Where the parts of the editor's window stand."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.macros.editor.list_head import ListHead
from app.macros.editor.side import Side
from app.widgets.theme import Theme

if TYPE_CHECKING:
    from app.macros.editor.window import EditorWindow


def lay_out(window: "EditorWindow", theme: Theme, empty: QWidget) -> Side:
    """Put the parts into the window; return where its inspector stands.

    Args:
        window: has the parts.
        theme: colours and fonts.
        empty: stands in place of the rows while there are none.
    """
    body = QWidget()
    middle = QHBoxLayout(body)
    middle.setContentsMargins(0, 0, 0, 0)
    middle.setSpacing(0)
    middle.addWidget(_left(window, _card(window, theme, empty)), 1)
    side = Side(window, body, middle, window.inspector, window.toolbar.height())
    whole = QVBoxLayout(window)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.setSpacing(0)
    whole.addWidget(window.toolbar)
    whole.addWidget(body, 1)
    whole.addWidget(window.notice)
    return side


def _card(window: "EditorWindow", theme: Theme, empty: QWidget) -> QFrame:
    """Return the box around the list, no higher than its rows."""
    card = QFrame()
    card.setProperty("kind", "card")
    card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
    inner = QVBoxLayout(card)
    inner.setContentsMargins(1, 1, 1, 1)
    inner.setSpacing(0)
    inner.addWidget(ListHead(theme, window.rows))
    inner.addWidget(window.rows, 1)
    inner.addWidget(empty)
    return card


def _left(window: "EditorWindow", card: QWidget) -> QWidget:
    steps = QVBoxLayout()
    steps.setContentsMargins(16, 0, 16, 10)
    steps.setSpacing(10)
    steps.addWidget(card, 10_000)
    steps.addWidget(window.add_step)
    steps.addStretch(1)
    main = QWidget()
    left = QVBoxLayout(main)
    left.setContentsMargins(0, 0, 0, 0)
    left.setSpacing(0)
    left.addWidget(window.health)
    left.addWidget(window.params)
    left.addWidget(window.find_line)
    left.addLayout(steps, 1)
    return main
