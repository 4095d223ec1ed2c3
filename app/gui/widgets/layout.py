"""How large and where our windows open, how they make room and come back, and how their pages scroll."""

import contextlib
import json
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final, TypeVar

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from automation.core.files import write_whole

MARGIN = 24
NARROW_MARGIN = 16
NARROW_BELOW = 900


L = TypeVar("L", bound=QBoxLayout)
Margins = tuple[int, int, int, int]
"""Left, top, right, bottom."""
Item = QWidget | QLayout | None
Part = Item | int | tuple[Item, int] | tuple[QWidget, int, Qt.AlignmentFlag]
"""What stands in a row: a widget or layout, perhaps with stretch and alignment; None stretches; a number is a gap."""


def row(
    *parts: Part, gap: int = -1, margins: Margins = (0, 0, 0, 0), into: QWidget | None = None
) -> QHBoxLayout:
    """Return a layout with the parts side by side, of a widget or to be put into another one."""
    made = QHBoxLayout() if into is None else QHBoxLayout(into)
    return _filled(made, parts, gap, margins)


def column(
    *parts: Part, gap: int = -1, margins: Margins = (0, 0, 0, 0), into: QWidget | None = None
) -> QVBoxLayout:
    """Return a layout with the parts one below the other, as `row`."""
    made = QVBoxLayout() if into is None else QVBoxLayout(into)
    return _filled(made, parts, gap, margins)


def _filled(layout: L, parts: Sequence[Part], gap: int, margins: Margins) -> L:
    layout.setContentsMargins(*margins)
    layout.setSpacing(gap)
    for part in parts:
        match part:
            case QWidget():
                layout.addWidget(part)
            case QLayout():
                layout.addLayout(part)
            case None:
                layout.addStretch(1)
            case int():
                layout.addSpacing(part)
            case (QWidget() as widget, stretch, *alignment):
                layout.addWidget(widget, stretch, *alignment)
            case (QLayout() as inner, stretch):
                layout.addLayout(inner, stretch)
            case (_, stretch):
                layout.addStretch(stretch)
    return layout


def empty(layout: QLayout) -> None:
    """Take all widgets of a layout away."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


class Framed(QFrame):
    """A frame that the stylesheet dresses as its kind says."""

    def __init__(self, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", kind)


def rule() -> QFrame:
    """Return a hairline."""
    return Framed("rule")


def scrolled(inner: QWidget, area: QScrollArea | None = None) -> QScrollArea:
    """Return an area that scrolls a widget up and down only, and takes no focus."""
    area = area or QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inner)
    return area


def centred(middle: QWidget, margins: Margins = (0, 0, 0, 0)) -> QWidget:
    """Return a widget with another one in its middle, as wide as that may be."""
    around = QWidget()
    row(None, (middle, 10_000), None, gap=0, margins=margins, into=around)
    return around


class ColumnPage(QScrollArea):
    """Holds widgets one below the other; the last ones keep their height."""

    def __init__(self, name: str, widgets: Sequence[QWidget], widest: int) -> None:
        super().__init__()
        page = QWidget()
        page.setMaximumWidth(widest + 2 * MARGIN)
        self._lines = column(*widgets, None, gap=12, into=page)
        scrolled(centred(page), self)
        self.setAccessibleName(name)
        self._keep_margins(self.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep smaller margins where it is narrow."""
        super().resizeEvent(event)
        self._keep_margins(event.size().width())

    def _keep_margins(self, width: int) -> None:
        margin = NARROW_MARGIN if width < NARROW_BELOW else MARGIN
        self._lines.setContentsMargins(margin, margin, margin, margin)


FRAME_HEIGHT: Final = 40
"""What a title bar takes of the screen; no window can ask before it is shown."""
PLACES_NAME: Final = "windows.json"
CASCADE: Final = QPoint(32, 32)
"""Between two windows that would open at one place."""


def fit_to_screen(window: QWidget) -> None:
    """Make a window that was not shown yet no larger than what its screen has room for."""
    room = window.screen().availableSize() - QSize(0, FRAME_HEIGHT)
    window.resize(window.size().boundedTo(room))


def asked_from() -> QWidget | None:
    """Return the window of ours that the user works in at this moment."""
    window = QApplication.activeWindow()
    return window if window is not None and _is_plain(window) else None


def show_over(window: QWidget, owner: QWidget | None = None) -> None:
    """Show a window that the user has just asked for, in front of the one that it was asked from.

    The window manager keeps it over that one and puts both away together. A window that was placed
    before, by its user or by `PlaceKeeper`, stays where it is.

    Args:
        owner: the window that it was asked from; None takes the one that the user works in.
    """
    owner = owner if owner is not None and isValid(owner) else asked_from()
    if not window.isVisible() and owner is not None and owner is not window:
        window.winId()  # there is no native window to speak of before
        window.windowHandle().setTransientParent(owner.windowHandle())
        if not window.testAttribute(Qt.WidgetAttribute.WA_Moved):
            fit_to_screen(window)
            room = owner.screen().availableGeometry()
            rect = window.rect()
            rect.moveCenter(owner.frameGeometry().center())
            left = max(room.left(), min(rect.left(), room.right() - rect.width()))
            top = max(room.top() + FRAME_HEIGHT, min(rect.top(), room.bottom() - rect.height()))
            window.move(left, top - FRAME_HEIGHT)
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()


def _is_plain(window: QWidget) -> bool:
    """Tell whether the window manager knows the window: it is no menu and none of the overlay."""
    is_managed = not window.windowFlags() & Qt.WindowType.X11BypassWindowManagerHint
    return is_managed and window.windowType() in (Qt.WindowType.Window, Qt.WindowType.Dialog)


class PlaceKeeper(QObject):
    """Keeps size and place of one window in a file, from when it is closed to its next opening.

    Owned by the window. Nothing is said of a file that cannot be read or written: the window then
    opens as it does for the first time.
    """

    def __init__(self, window: QWidget, data: Path, name: str) -> None:
        """Give the window the size and place that it had."""
        super().__init__(window)
        self._window, self._file, self._name = window, data / PLACES_NAME, name
        kept = _kept(self._file).get(name, "")
        if kept and window.restoreGeometry(QByteArray.fromBase64(kept.encode())):
            others = [
                w for w in QApplication.topLevelWidgets() if w is not window and w.isVisible()
            ]
            while any(window.pos() == other.pos() for other in others):
                window.move(window.pos() + CASCADE)
        window.installEventFilter(self)
        application = QApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.keep)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the place as the window goes."""
        if watched is self._window and event.type() == QEvent.Type.Close:
            self.keep()
        return False

    def keep(self) -> None:
        """Write down where the window is."""
        if not self._window.testAttribute(Qt.WidgetAttribute.WA_WState_Created):
            return
        told = self._window.saveGeometry().toBase64().toStdString()
        places = _kept(self._file)
        if places.get(self._name) != told:
            _keep(self._file, {**places, self._name: told})


def is_first_time(data: Path, name: str) -> bool:
    """Tell whether this is asked for the first time of a thing that is said once; note that it was."""
    kept = _kept(data / PLACES_NAME)
    if name in kept:
        return False
    _keep(data / PLACES_NAME, {**kept, name: "said"})
    return True


def _kept(file: Path) -> dict[str, str]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {name: value for name, value in found.items() if isinstance(value, str)}


def _keep(file: Path, values: dict[str, str]) -> None:
    with contextlib.suppress(OSError):
        write_whole(file, json.dumps(values).encode())


class Flow(QWidget):
    """Rows from the left, each as high as its highest widget; the others stand in its middle.

    A widget and no `QLayout`: a layout of Python's own shares its items with Qt and crashes.
    """

    def __init__(self, widgets: Sequence[QWidget], gap: int, line_gap: int) -> None:
        super().__init__()
        self._widgets = tuple(widgets)
        self._gap = gap
        self._line_gap = line_gap
        for widget in self._widgets:
            widget.setParent(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

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
            w.heightForWidth(width) if w.hasHeightForWidth() else w.sizeHint().height()
            for w, width in row
        ]
        height, left = max(heights, default=0), 0
        for (widget, width), own in zip(row, heights, strict=True):
            if is_real:
                widget.setGeometry(left, top + (height - own) // 2, width, own)
            left += width + self._gap
        return height


class OwnWindows:
    """Minimises the windows that the window manager knows; UI thread. Overlays are not touched."""

    def __init__(self) -> None:
        self._put_aside: list[QWidget] = []

    def put_aside(self, but: Collection[QWidget] = ()) -> None:
        """Minimise every window of ours that can be seen."""
        for widget in QApplication.topLevelWidgets():
            if widget not in but and _is_in_the_way(widget) and widget not in self._put_aside:
                self._put_aside.append(widget)
                widget.setWindowState(widget.windowState() | Qt.WindowState.WindowMinimized)

    def bring_back(self, front: QWidget | None = None) -> None:
        """Show them again as large as they were; only `front` asks for the keyboard."""
        living = [widget for widget in self._put_aside if isValid(widget) and widget.isVisible()]
        self._put_aside.clear()
        for widget in living:
            if widget is not front:
                _restore(widget, takes_keyboard=False)
        if front is not None and front in living:
            _restore(front, takes_keyboard=True)


def _is_in_the_way(widget: QWidget) -> bool:
    return _is_plain(widget) and widget.isVisible() and not widget.isMinimized()


def _restore(widget: QWidget, *, takes_keyboard: bool) -> None:
    widget.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not takes_keyboard)
    widget.setWindowState(widget.windowState() & ~Qt.WindowState.WindowMinimized)
    if takes_keyboard:
        widget.raise_()
        widget.activateWindow()
