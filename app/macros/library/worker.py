"""One thread beside the UI thread: it reads and writes macros, one thing after the other."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from app.macros.library.card_picture import CardPicture, picture_of
from app.macros.library.cards import Detail
from automation.core.errors import AssistantError

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
