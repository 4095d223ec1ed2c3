"""Keeping a finished run as a macro: what it would be called and ask for, then the macro itself."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal

from app.chat.keep_card import MOST_CHIPS
from app.chat.rows import KeepRow, KeepText, OfferRow, SayRow
from app.settings_keeper import SettingsKeeper
from automation.core.errors import AssistantError
from automation.core.events import Ended, RunEvent, Started
from automation.core.proposal import Outcome
from automation.core.visible import visible_text

if TYPE_CHECKING:
    from app.chat.model import ChatModel
    from app.settings import Settings
    from automation.macros.compile.finished import Compiled
    from automation.records.store import Store

log = logging.getLogger(__name__)

WORTH_KEEPING: Final = frozenset({Outcome.DONE, Outcome.PARTIAL, Outcome.UNVERIFIED})
"""Ends after which a run is worth a macro."""
_NAME_CHARS: Final = 60
_MOST_TOLD: Final = 3
"""Sentences about what was left out; the editor shows the rest."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What came of keeping a run."""

    run: str
    name: str
    folder: str
    """Name of the macro's folder."""
    said: str


@dataclass(frozen=True, slots=True)
class _NotKept:
    run: str
    problem: str


_Result = KeepRow | _Kept | _NotKept


class MacroSaver(QObject):
    """Owned by the application; UI thread. It reads and writes on threads of its own."""

    said = Signal(str, bool)
    """A sentence for the window, and whether it is an error."""
    kept = Signal(str)
    """A macro was made, of this name."""
    _ready = Signal(object)

    def __init__(
        self, chat: "ChatModel", data: Path, keeper: SettingsKeeper, parent: QObject
    ) -> None:
        """Prepare; nothing is read.

        Args:
            chat: where the offer stands, and what came of it.
            data: folder of the user's macros and of what is trusted.
            keeper: the settings in force.
            parent: owns this.
        """
        super().__init__(parent)
        self._chat = chat
        self._data = data
        self._keeper = keeper
        self._store: Store | None = None
        self._run = ""
        """The run that began last."""
        self._is_own = False
        """It was no macro's."""
        self._workers: list[threading.Thread] = []
        self._ready.connect(self._on_ready, Qt.ConnectionType.QueuedConnection)

    def use(self, store: "Store") -> None:
        """Read runs from this store."""
        self._store = store

    def take(self, happening: RunEvent) -> None:
        """Follow the window's runs; one that went well is offered to be kept."""
        if isinstance(happening, Started):
            task = happening.task
            self._run = happening.run
            self._is_own = task.policy != "macro" and task.approve != "dry-run"
        elif isinstance(happening, Ended) and happening.run and happening.run == self._run:
            is_worth = happening.outcome in WORTH_KEEPING and happening.steps > 0
            if self._is_own and is_worth and self._store is not None:
                store, run = self._store, happening.run
                self._begin(lambda: self._offer(store, run))

    def save(self, run: str, name: str, asked: frozenset[str]) -> None:
        """Keep a run as a macro of this name that asks for these texts, by the parameters' names."""
        store, settings = self._store, self._keeper.current
        if store is not None:
            self._begin(lambda: self._keep(store, settings, run, name, asked))

    def close(self) -> None:
        """Wait for what is being read or written; before the store closes."""
        for worker in self._workers:
            worker.join()

    def _begin(self, work: Callable[[], _Result | None]) -> None:
        self._workers = [worker for worker in self._workers if worker.is_alive()]
        worker = threading.Thread(target=self._work, args=(work,), name="macro-saver", daemon=True)
        self._workers.append(worker)
        worker.start()

    def _work(self, work: Callable[[], _Result | None]) -> None:
        try:
            result = work()
        except Exception:  # the thread's top frame: keep the window alive
            log.exception("the run could not be looked at for a macro")
            return
        if result is not None:
            self._ready.emit(result)

    def _offer(self, store: "Store", run: str) -> KeepRow | None:
        """Return the offer; None for a run that no macro can be made of.

        Without pictures: what was typed where is in the records, and the offer is there at once.
        """
        from app.macro_compile import compiled_run  # noqa: PLC0415  # not needed for a start
        from app.macro_sources import library_of  # noqa: PLC0415  # the same

        try:
            compiled = compiled_run(store, run, "-", None, has_pictures=False)
            taken = [entry.name for entry in library_of(self._data).entries()]
        except AssistantError:  # nothing of it was kept, or it is gone
            return None
        if not compiled.macro.steps:
            return None
        texts = tuple(KeepText(one.name, one.text) for one in compiled.proposals[:MOST_CHIPS])
        return KeepRow(run, free_name(store.run(run).task, taken), texts)

    def _keep(
        self, store: "Store", settings: "Settings", run: str, name: str, asked: frozenset[str]
    ) -> _Kept | _NotKept:
        from app.macro_compile import (  # noqa: PLC0415  # not needed for a start
            compiled_run,
            keep,
            refuse_taken,
            text_reader,
        )
        from app.macro_sources import library_of, trust_of  # noqa: PLC0415  # the same

        shelf, book = library_of(self._data), trust_of(self._data)
        try:
            refuse_taken(shelf, name)
            offered = compiled_run(store, run, name, None, has_pictures=False).proposals
            texts = {one.text: one.name for one in offered if one.name in asked}
            with text_reader(settings) as read:
                compiled = compiled_run(store, run, name, read)
            chosen = [
                replace(one, name=texts[one.text])
                for one in compiled.proposals
                if one.text in texts
            ]
            folder = keep(compiled, chosen, shelf, book)
        except AssistantError as error:
            return _NotKept(run, f"Not kept: {error}")
        except Exception as error:  # whatever it is, the offer must not stay grey
            log.exception("the run could not be kept as a macro")
            return _NotKept(run, f"Not kept, by an error of mine ({type(error).__name__}).")
        return _Kept(run, name, folder.name, _words(compiled))

    def _on_ready(self, result: _Result) -> None:
        match result:
            case KeepRow():
                if result.run == self._run:
                    self._chat.offer_to_keep(result)
            case _NotKept():
                if not self._chat.not_kept(result.run, result.problem):
                    self.said.emit(result.problem, True)
            case _Kept():
                said = f"“{visible_text(result.name)}” {result.said}"
                offer = OfferRow("Edit", edits=result.folder)
                if not self._chat.kept(result.run, SayRow(said, "Kept."), offer):
                    self.said.emit(f"Kept. {said}", False)
                self.kept.emit(result.name)


def free_name(task: str, taken: list[str]) -> str:
    """Return a name for the macro of a task: its beginning, told apart from those that there are."""
    from automation.macros.codec import is_keepable  # noqa: PLC0415  # not needed for a start
    from automation.macros.naming import same_name  # noqa: PLC0415  # the same

    words = " ".join("".join(c if is_keepable(c) else " " for c in task).split())
    if len(words) > _NAME_CHARS:
        words = words[:_NAME_CHARS].rpartition(" ")[0] or words[:_NAME_CHARS]
    plain = words.rstrip(" .,;:!?") or "Macro"
    name = base = plain[0].upper() + plain[1:]
    known, number = {same_name(one) for one in taken}, 2
    while same_name(name) in known:
        name, number = f"{base} {number}", number + 1
    return name


def _words(compiled: "Compiled") -> str:
    """Return what was kept, and what the user should look at."""
    count = len(compiled.macro.steps)
    told = [f"has {count} {'step' if count == 1 else 'steps'} and is in your macros."]
    more = [dropped.sentence for dropped in compiled.dropped] + list(compiled.notes)
    told += [visible_text(sentence) for sentence in more[:_MOST_TOLD]]
    if len(more) > _MOST_TOLD:
        told.append(f"{len(more) - _MOST_TOLD} more are told in the editor.")
    return "\n".join(told)
