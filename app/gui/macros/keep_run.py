"""Keeping runs as macros in the window: the offer under a run, what is asked for, and what came of it."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from app.gui.background import Background
from app.gui.chat.rows import MOST_CHIPS, KeepRow, KeepText, OfferRow, SayRow
from app.gui.preferences.keeper import SettingsKeeper
from automation.core.errors import AssistantError
from automation.core.events import Ended, RunEvent, Started
from automation.core.proposal import Outcome
from automation.core.text import visible_text

if TYPE_CHECKING:
    from app.gui.chat.model import ChatModel
    from app.macros.compile import Kept, NotKept, SaveRequest
    from app.settings import Settings
    from automation.records.store import Store


log = logging.getLogger(__name__)

WORTH_KEEPING: Final = frozenset({Outcome.DONE, Outcome.PARTIAL, Outcome.UNVERIFIED})
"""Ends after which a run is worth a macro; a past one is kept whatever its end, if that is wanted."""
CLOSE_S: Final = 8.0
"""Reading the pictures of a long run takes longer; then it is given up at the end."""


def _notify(title: str, text: str) -> None:
    from app.notifications import notify  # noqa: PLC0415  # not needed for a start

    notify(title, text)


class MacroSaver(QObject):
    """Owned by the application; UI thread. It reads and writes on threads of its own."""

    said = Signal(str, bool)
    """A sentence for the window, and whether it is an error."""
    kept = Signal(str)
    """A macro was made, of this name."""
    judged = Signal(str, object)
    """A past run, and its `KeepRow`, or in a sentence why no macro can be made of it."""

    def __init__(
        self,
        chat: "ChatModel",
        data: Path,
        keeper: SettingsKeeper,
        parent: QObject,
        tell: Callable[[str, str], None] = _notify,
    ) -> None:
        """Prepare; nothing is read.

        Args:
            chat: where the offer stands, and what came of it.
            data: folder of the user's macros and of what is trusted.
            tell: shows a title and a sentence to a user whose window is gone.
        """
        super().__init__(parent)
        self._chats = [chat]
        self._data = data
        self._keeper = keeper
        self._tell = tell
        self._store: Store | None = None
        self._run = ""
        """The run that began last."""
        self._is_own = False
        """It was no macro's."""
        self._past = ""
        """The past run that was judged last."""
        self._background = Background(self, "macro-saver")
        self._wishes: list[SaveRequest] = []

    def use(self, store: "Store") -> None:
        """Read runs from this store."""
        self._store = store

    def show_in(self, chat: "ChatModel") -> None:
        """Tell here too what came of keeping a run whose offer stands there."""
        self._chats.append(chat)

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
                self._background.run(lambda: self._offer(store, run), self._on_offered, _unread)

    def judge(self, run: str) -> None:
        """Find out whether a macro can be made of a past run; `judged` tells."""
        self._past, store = run, self._store
        if store is not None:
            self._background.run(lambda: self._offer(store, run), self._on_looked_at, _unread)

    def save(self, run: str, name: str, asked: frozenset[str]) -> None:
        """Keep a run as a macro of this name that asks for these texts, by the parameters' names."""
        from app.macros.compile import SaveRequest  # noqa: PLC0415  # not needed for a start

        store, settings, wish = self._store, self._keeper.current, SaveRequest(name)
        if store is not None:
            self._wishes.append(wish)
            self._background.run(
                lambda: self._keep(store, settings, run, wish, asked), self._on_done, _unread
            )

    def close(self) -> None:
        """Wait for what is being read or kept, but not for long; tell what is lost.

        Before the store closes.
        """
        self._background.join(CLOSE_S)
        lost = [wish.name for wish in self._wishes if wish.give_up()]
        if lost:
            log.warning("%d runs were not made into macros before the end", len(lost))
            self._tell("Not kept as a macro", _lost(lost))

    def _offer(self, store: "Store", run: str) -> "KeepRow | NotKept":
        from app.macros.compile import NotKept, offer_of  # noqa: PLC0415  # not needed for a start

        found = offer_of(store, self._data, run)
        if isinstance(found, NotKept):
            return found
        texts = tuple(KeepText(name, text) for name, text in found.texts[:MOST_CHIPS])
        return KeepRow(found.run, found.name, texts)

    def _keep(
        self,
        store: "Store",
        settings: "Settings",
        run: str,
        wish: "SaveRequest",
        asked: frozenset[str],
    ) -> "Kept | NotKept":
        from app.macros.compile import (  # noqa: PLC0415  # not needed for a start
            NotKept,
            TooLate,
            keep_run,
        )

        try:
            return keep_run(store, self._data, settings, run, wish, asked)
        except TooLate:
            raise
        except AssistantError as error:
            wish.end()
            return NotKept(run, f"Not kept: {error}")
        except Exception as error:  # whatever it is, the offer must not stay grey
            wish.end()
            log.exception("the run could not be kept as a macro")
            return NotKept(run, f"Not kept, by an error of mine ({type(error).__name__}).")

    def _on_offered(self, offer: "KeepRow | NotKept") -> None:
        if isinstance(offer, KeepRow) and offer.run == self._run:
            self._chats[0].offer_to_keep(offer)

    def _on_looked_at(self, offer: "KeepRow | NotKept") -> None:
        if offer.run == self._past:
            self.judged.emit(offer.run, offer if isinstance(offer, KeepRow) else offer.problem)

    def _on_done(self, found: "Kept | NotKept") -> None:
        from app.macros.compile import Kept  # noqa: PLC0415  # not needed for a start

        self._wishes = [wish for wish in self._wishes if not wish.is_over]
        if isinstance(found, Kept):
            self._tell_kept(found)
        elif not any(chat.not_kept(found.run, found.problem) for chat in self._chats):
            self.said.emit(found.problem, True)

    def _tell_kept(self, found: "Kept") -> None:
        said = f"“{visible_text(found.name)}” {found.said}"
        row, offer = SayRow(said, "Kept."), OfferRow("Edit", edits=found.folder)
        if not any(chat.kept(found.run, row, offer) for chat in self._chats):
            self.said.emit(f"Kept. {said}", False)
        self.kept.emit(found.name)
        if found.run == self._past:
            self.judge(found.run)  # its name is taken by this time


def _unread(_problem: str) -> None:
    """Tell nothing: it was given up at the end, which has told it, or the log has why."""


def _lost(names: Sequence[str]) -> str:
    """Say what was given up, and how it is had all the same."""
    told = ", ".join(f"“{visible_text(name)}”" for name in names)
    return (
        f"{told} {'was' if len(names) == 1 else 'were'} still being made when deskhand ended. The run "
        "is in the history: open it there and press Save as macro."
    )
