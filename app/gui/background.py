"""Work beside the UI thread, and the way back into it.

Everything that another thread tells the window arrives by a queued signal of an object that belongs to
whoever is told: nothing arrives once that is gone.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from automation.core.errors import AssistantError

log = logging.getLogger(__name__)

T = TypeVar("T")
Failed = Callable[[str], object]
UNFORESEEN: Final = (
    "That failed for a reason nobody foresaw; nothing more is known than the log has."
)


class Background(QObject):
    """For one owner, each work on a thread of its own. UI thread, but for `run_on_main`."""

    _posted = Signal(object)

    def __init__(self, owner: QObject | None, name: str) -> None:
        """Start nothing; `name` is what the threads are called."""
        super().__init__(owner)
        self._name = name
        self._threads: list[threading.Thread] = []
        self._posted.connect(self._call, Qt.ConnectionType.QueuedConnection)

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
        with contextlib.suppress(RuntimeError):  # the owner is gone
            self._posted.emit(call)

    def join(self, timeout_s: float | None = None) -> None:
        """Wait for what goes on; None waits as long as that takes."""
        deadline_s = None if timeout_s is None else time.monotonic() + timeout_s
        for thread in self._threads:
            left_s = None if deadline_s is None else max(0.0, deadline_s - time.monotonic())
            thread.join(left_s)

    def _work(
        self, work: Callable[[], T], then: Callable[[T], object], failed: Failed | None
    ) -> None:
        self.run_on_main(_answered(work, then, failed))

    def _call(self, call: Callable[[], object]) -> None:
        call()


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

    def close(self) -> None:
        """End the thread; what waits is dropped unless it is needed, what is being written is written."""
        self._is_open = False
        for waiting in tuple(self._droppable):
            waiting.cancel()
        self._thread.shutdown(wait=True)


def _answered(
    work: Callable[[], T], then: Callable[[T], object], failed: Failed | None
) -> Callable[[], object]:
    """Do the work and return what is to be called with what came of it."""
    try:
        return partial(then, work())
    except AssistantError as error:
        if failed is None:
            raise
        return partial(failed, str(error))
    except Exception:  # a thread's top frame: say it, keep the window alive
        if failed is None:
            raise
        log.exception("work beside the window failed")
        return partial(failed, UNFORESEEN)
