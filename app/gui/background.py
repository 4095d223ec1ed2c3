"""What happens beside the UI thread: work on other threads, what other processes wrote, and the way back.

Everything that another thread hands over is called in the UI thread, in order, unless whoever is told is
gone by then.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Final, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.gui import spoken, tr
from automation.core.errors import AssistantError

log = logging.getLogger(__name__)

T = TypeVar("T")
Failed = Callable[[str], object]
UNFORESEEN: Final = tr(
    "That failed for a reason nobody foresaw; nothing more is known than the log has."
)


def timer(
    owner: QObject, milliseconds: int, work: Callable[[], object], *, repeats: bool = False
) -> QTimer:
    """Return a timer that is not started and calls this once, or again and again."""
    made = QTimer(owner)
    made.setSingleShot(not repeats)
    made.setInterval(milliseconds)
    made.timeout.connect(work)
    return made


class _Life:
    """Whether the owner of some work is there still. UI thread."""

    goes_on = True

    def end(self) -> None:
        """Note that it was taken apart."""
        self.goes_on = False


class _Dispatcher(QObject):
    """Calls in the UI thread what other threads hand over. One for the process, never taken apart.

    A thread that emits a signal of an object which the UI thread takes apart ends the process.
    """

    posted = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self.posted.connect(self._call, Qt.ConnectionType.QueuedConnection)

    def _call(self, life: _Life, call: Callable[[], object]) -> None:
        if life.goes_on:
            call()


@cache
def _dispatcher() -> _Dispatcher:
    return _Dispatcher()


class Background:
    """For one owner, each work on a thread of its own. UI thread, but for `run_on_main`."""

    def __init__(self, owner: QObject | None, name: str) -> None:
        """Start nothing; `name` is what the threads are called."""
        self._name = name
        self._threads: list[threading.Thread] = []
        self._life = _Life()
        if owner is not None:
            owner.destroyed.connect(self._life.end, Qt.ConnectionType.DirectConnection)
        _dispatcher()  # made in the UI thread

    @property
    def is_busy(self) -> bool:
        """Tell whether some work goes on."""
        return any(thread.is_alive() for thread in self._threads)

    def run(
        self,
        work: Callable[[], T],
        then: Callable[[T], object] = lambda _found: None,
        failed: Failed | None = None,
    ) -> None:
        """Begin work; `then` gets what came of it, in the UI thread.

        Args:
            work: must touch nothing of Qt's but values.
            then: called in the UI thread.
            failed: called there instead with a sentence that says why nothing came of it; None leaves
                an error to whoever hears of those that nobody caught.
        """
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        thread = threading.Thread(
            target=self._work, args=(work, then, failed), name=self._name, daemon=True
        )
        self._threads.append(thread)
        thread.start()

    def run_on_main(self, call: Callable[[], object]) -> None:
        """Call this in the UI thread, after what was handed over before; from any thread."""
        dispatcher = _dispatcher()
        try:
            dispatcher.posted.emit(self._life, call)
        except RuntimeError:
            # Qt takes everything apart as the program ends; a thread that is late has nobody left to tell.
            if isValid(dispatcher):
                raise

    def join(self, timeout_s: float | None = None) -> None:
        """Wait for what goes on; None waits as long as that takes."""
        deadline_s = None if timeout_s is None else time.monotonic() + timeout_s
        for thread in self._threads:
            left_s = None if deadline_s is None else max(0.0, deadline_s - time.monotonic())
            thread.join(left_s)

    def end(self, timeout_s: float | None = None) -> None:
        """Wait for what goes on, and tell nothing of it any more: what shows it may be gone before its owner."""
        self._life.end()
        self.join(timeout_s)

    def _work(
        self, work: Callable[[], T], then: Callable[[T], object], failed: Failed | None
    ) -> None:
        self.run_on_main(_answered(work, then, failed))


class Worker(QObject):
    """For one owner, one work after the other on one thread; `close` it. UI thread."""

    def __init__(self, owner: QObject | None = None, name: str = "macros") -> None:
        super().__init__(owner)
        self._answers = Background(self, name)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._is_open = True
        self._droppable: set[Future[None]] = set()
        """What waits and may be left undone when this closes."""

    def do(
        self,
        work: Callable[[], T],
        then: Callable[[T], object],
        failed: Failed,
        *,
        is_needed: bool = False,
    ) -> None:
        """Do work once what came before is done; as `Background.run`.

        Args:
            work: must touch nothing of Qt's but values.
            then: gets what came of it, in the UI thread.
            failed: gets there a sentence that says why nothing did.
            is_needed: it belongs to what the user has done already, and is done before this closes.
        """
        if not self._is_open:
            return
        waiting = self._thread.submit(self._work, work, then, failed)
        if not is_needed:
            self._droppable.add(waiting)
            waiting.add_done_callback(self._droppable.discard)

    def _work(self, work: Callable[[], T], then: Callable[[T], object], failed: Failed) -> None:
        answer = _answered(work, then, failed)
        if self._is_open:
            self._answers.run_on_main(answer)

    def close(self, *, wait: bool = True) -> None:
        """End the thread; what waits is dropped unless it is needed, what is being written is written."""
        self._is_open = False
        for waiting in tuple(self._droppable):
            waiting.cancel()
        self._thread.shutdown(wait=wait)


class LatestFirst:
    """Has a worker do what is asked for by keys, the last one first: that is what is looked at. UI thread."""

    def __init__(
        self,
        worker: Worker,
        work: Callable[[str], T],
        then: Callable[[str, T], object],
        failed: Callable[[str, str], object],
        most: int,
    ) -> None:
        """Prepare; `then` and `failed` get the key. Of more than `most` keys the oldest are left out."""
        self._worker, self._work, self._most = worker, work, most
        self._then, self._failed = then, failed
        self._waiting: dict[str, None] = {}
        self.at = ""
        """What is being done; empty for nothing."""

    def ask(self, key: str) -> None:
        """Do this one next; once more if it is being done, since what it is about may have changed."""
        self._waiting.pop(key, None)
        self._waiting[key] = None
        if len(self._waiting) > self._most:
            del self._waiting[next(iter(self._waiting))]
        self._go_on()

    def _go_on(self) -> None:
        if self.at or not self._waiting:
            return
        key = self.at = self._waiting.popitem()[0]
        self._worker.do(
            partial(self._work, key),
            partial(self._over, key, self._then),
            partial(self._over, key, self._failed),
        )

    def _over(self, key: str, answer: Callable[[str, T], object], found: T) -> None:
        self.at = ""
        answer(key, found)
        self._go_on()


def _answered(
    work: Callable[[], T], then: Callable[[T], object], failed: Failed | None
) -> Callable[[], object]:
    """Do the work and return what is to be called with what came of it."""
    try:
        return partial(then, work())
    except AssistantError as error:
        if failed is None:
            raise
        log.warning("work beside the window ended by %s", type(error).__name__)
        return partial(failed, error.in_language(spoken()))
    except Exception:  # a thread's top frame: say it, keep the window alive
        if failed is None:
            raise
        log.exception("work beside the window failed")
        return partial(failed, UNFORESEEN)


LOOK_MS: Final = 2000
"""A look is one `stat` a file, some microseconds."""


Stamp = tuple[int, int] | None


class DataWatcher(QObject):
    """Notices what another process wrote into the user's data, while a widget is shown. UI thread.

    Nobody tells of a play on a terminal, a timer's, a second window's: a run belongs to the process that
    runs it. So the files are looked at, by their time and size alone; what changed is read by whoever
    hears of it.
    """

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
            files: files and folders; one that is missing may come.
            is_busy: tells that a run of this process writes them; then the look is made later.
        """
        super().__init__(parent)
        self._files = tuple(files)
        self._is_busy = is_busy
        self._known = self._stamps()
        self._timer = timer(self, LOOK_MS, self.look, repeats=True)
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
