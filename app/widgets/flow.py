"""Puts widgets side by side and breaks the row where the next one does not fit."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class Flow(QWidget):
    """Rows from the left, each as high as its highest widget; the others stand in its middle.

    A widget and no `QLayout`: a layout of Python's own shares its items with Qt and crashes.
    """

    def __init__(
        self, widgets: Sequence[QWidget], gap: int, line_gap: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._widgets = tuple(widgets)
        self._gap = gap
        self._line_gap = line_gap
        for widget in self._widgets:
            widget.setParent(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """Say that the height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows."""
        return self._arrange(width, is_real=False)

    def sizeHint(self) -> QSize:
        """Return the size of one row."""
        sizes = [widget.sizeHint() for widget in self._shown()]
        width = sum(size.width() for size in sizes) + self._gap * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSizeHint(self) -> QSize:
        """Return a width that a layout may go down to."""
        return QSize(120, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the rows anew."""
        super().resizeEvent(event)
        self._arrange(event.size().width(), is_real=True)

    def rearrange(self) -> None:
        """Break the rows anew after a widget was hidden, shown or changed."""
        self.updateGeometry()
        self._arrange(self.width(), is_real=True)

    def _shown(self) -> list[QWidget]:
        """Return the widgets that were not hidden; before the first show none counts as hidden."""
        explicit = Qt.WidgetAttribute.WA_WState_ExplicitShowHide
        return [w for w in self._widgets if not (w.isHidden() and w.testAttribute(explicit))]

    def _arrange(self, room: int, *, is_real: bool) -> int:
        """Break the widgets into rows and, if it is real, place them; return the height."""
        top = used = 0
        row: list[tuple[QWidget, int]] = []
        for widget in self._shown():
            width = min(widget.sizeHint().width(), room)
            if row and used + self._gap + width > room:
                top += self._place(row, top, is_real=is_real) + self._line_gap
                row, used = [], 0
            used += width + (self._gap if row else 0)
            row.append((widget, width))
        return top + self._place(row, top, is_real=is_real)

    def _place(self, row: list[tuple[QWidget, int]], top: int, *, is_real: bool) -> int:
        heights = [
            widget.heightForWidth(width)
            if widget.hasHeightForWidth()
            else widget.sizeHint().height()
            for widget, width in row
        ]
        height, left = max(heights, default=0), 0
        for (widget, width), own in zip(row, heights, strict=True):
            if is_real:
                widget.setGeometry(left, top + (height - own) // 2, width, own)
            left += width + self._gap
        return height
