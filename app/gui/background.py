"""One thread beside the UI thread: it reads and writes macros, one thing after the other.

The one way from the agent thread to the UI thread: a queued signal that carries a frozen value.

Notices what another process wrote into the user's data: a play on a terminal, a timer's, a second window's.

Nobody tells of it: a run belongs to the process that runs it. So the files are looked at, by their
time and size alone, while the window is shown; what changed is read by whoever hears of it.

Our own windows out of the way while the user's desktop is worked or shown, and back as they were.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.gui.macros.library.rows import CardPicture, Detail, picture_of
from automation.core.errors import AssistantError
from automation.core.events import RunEvent


class Bridge(QObject):
    """Lives in the UI thread; `post` may be called from any thread."""

    happened = Signal(object)
    """A `RunEvent`, delivered in the UI thread in the order of posting."""
    quit_wanted = Signal()
    """The work is over; delivered in the UI thread."""
    _posted = Signal(object)
    _quit_posted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        queued = Qt.ConnectionType.QueuedConnection
        self._posted.connect(self.happened, queued)
        self._quit_posted.connect(self.quit_wanted, queued)

    def post(self, happening: RunEvent) -> None:
        """Hand an event of the run over to the UI thread."""
        self._posted.emit(happening)

    def post_quit(self) -> None:
        """Say that the work is over."""
        self._quit_posted.emit()


LOOK_MS: Final = 2000
"""A look is one `stat` a file, some microseconds."""

Stamp = tuple[int, int] | None


class Elsewhere(QObject):
    """Looks at files while a widget is shown. UI thread."""

    changed = Signal()
    """One of the files is another than at the last look."""

    def __init__(
        self,
        shown: QWidget,
        files: Sequence[Path],
        parent: QObject,
        *,
        is_busy: Callable[[], bool] = bool,
    ) -> None:
        """Take the files as they are for known.

        Args:
            shown: nothing is looked at while this is hidden.
            files: files and folders; one that is missing may come.
            parent: owns this.
            is_busy: tells that a run of this process writes them; then the look is made later.
        """
        super().__init__(parent)
        self._files = tuple(files)
        self._is_busy = is_busy
        self._known = self._stamps()
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
        if shown.isVisible():
            self._timer.start()
        shown.installEventFilter(self)

    def look(self) -> None:
        """Look at once."""
        if self._is_busy():
            return
        found = self._stamps()
        if found != self._known:
            self._known = found
            self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Begin and end with the widget that is shown; nothing is kept from it."""
        if event.type() == QEvent.Type.Show:
            self.look()
            self._timer.start()
        elif event.type() == QEvent.Type.Hide:
            self._timer.stop()
        return False

    def _stamps(self) -> tuple[Stamp, ...]:
        return tuple(_stamp(file) for file in self._files)


def _stamp(file: Path) -> Stamp:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


log = logging.getLogger(__name__)

T = TypeVar("T")
MOST_WAITING: Final = 40
"""Rows that wait to be read; those that were scrolled past longest ago are left out."""
UNFORESEEN: Final = (
    "That failed for a reason nobody foresaw; nothing more is known than the log has."
)


class Worker(QObject):
    """Lives in the UI thread and owns one thread; `close` it. What comes of work arrives queued."""

    _ended = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="macros")
        self._is_open = True
        self._droppable: set[Future[None]] = set()
        """What waits and may be left undone when this closes."""
        self._ended.connect(lambda then, found: then(found), Qt.ConnectionType.QueuedConnection)

    def do(
        self,
        work: Callable[[], T],
        then: Callable[[T], None],
        failed: Callable[[str], None],
        *,
        is_needed: bool = False,
    ) -> None:
        """Do work on the thread; both others are called in the UI thread.

        Args:
            work: must touch nothing of Qt's but values.
            then: gets what came of it.
            failed: gets a sentence that says why nothing did.
            is_needed: it belongs to what the user has done already, and is done before this closes.
        """
        if not self._is_open:
            return
        waiting = self._thread.submit(self._run, work, then, failed)
        if not is_needed:
            self._droppable.add(waiting)
            waiting.add_done_callback(self._droppable.discard)

    def _run(
        self, work: Callable[[], Any], then: Callable[[Any], None], failed: Callable[[str], None]
    ) -> None:
        try:
            found = work()
        except AssistantError as error:
            self._tell(failed, str(error))
        except Exception:  # the thread's top frame: its future is read by nobody
            log.exception("work on the macros failed")
            self._tell(failed, UNFORESEEN)
        else:
            self._tell(then, found)

    def _tell(self, then: Callable[[Any], None], found: object) -> None:
        if self._is_open:
            self._ended.emit(then, found)

    def close(self) -> None:
        """End the thread; what waits is dropped unless it is needed, what is being written is written."""
        self._is_open = False
        for waiting in tuple(self._droppable):
            waiting.cancel()
        self._thread.shutdown(wait=True)


class Details(QObject):
    """Reads what rows show beyond the list, those asked for last first. UI thread."""

    found = Signal(str, object, object)
    """The slug, its `Detail`, and its `CardPicture` or None."""

    def __init__(self, worker: Worker, read: Callable[[str], Detail]) -> None:
        super().__init__(worker)
        self._worker = worker
        self._read = read
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._is_reading = False

    def ask(self, slug: str) -> None:
        """Read this one next."""
        self._waiting.pop(slug, None)
        self._waiting[slug] = None
        while len(self._waiting) > MOST_WAITING:
            self._waiting.popitem(last=False)
        self._go_on()

    def _go_on(self) -> None:
        if self._is_reading or not self._waiting:
            return
        self._is_reading = True
        slug, _ = self._waiting.popitem(last=True)
        read = self._read
        self._worker.do(
            lambda: _with_picture(read(slug)),
            lambda found: self._on_read(slug, *found),
            lambda problem: self._on_read(slug, Detail(problem=problem), None),
        )

    def _on_read(self, slug: str, detail: Detail, picture: CardPicture | None) -> None:
        self._is_reading = False
        self.found.emit(slug, detail, picture)
        self._go_on()


def _with_picture(detail: Detail) -> tuple[Detail, CardPicture | None]:
    return detail, picture_of(detail)


class OwnWindows:
    """Minimises the windows that the window manager knows; UI thread. Overlays are not touched."""

    def __init__(self) -> None:
        self._put_aside: list[QWidget] = []

    @property
    def are_aside(self) -> bool:
        """Tell whether there is a window to bring back."""
        return bool(self._put_aside)

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
    is_managed = not widget.windowFlags() & Qt.WindowType.X11BypassWindowManagerHint
    is_window = widget.windowType() in (Qt.WindowType.Window, Qt.WindowType.Dialog)
    return is_managed and is_window and widget.isVisible() and not widget.isMinimized()


def _restore(widget: QWidget, *, takes_keyboard: bool) -> None:
    widget.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not takes_keyboard)
    widget.setWindowState(widget.windowState() & ~Qt.WindowState.WindowMinimized)
    if takes_keyboard:
        widget.raise_()
        widget.activateWindow()
