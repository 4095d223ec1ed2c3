"""Keeping runs as macros in the window: the offer under a run, what is asked for, and what came of it."""

import logging
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from app.gui import tr
from app.gui.background import Background
from app.gui.chat.rows import MOST_CHIPS, KeepRow, KeepText, OfferRow, SayRow
from app.gui.preferences.keeper import SettingsKeeper
from automation.core.events import Ended, RunEvent, Started
from automation.core.proposal import Outcome
from automation.core.text import visible_text

if TYPE_CHECKING:
    from app.gui.chat.model import ChatModel
    from app.macros.compile import Kept, RunKeeper, SaveRequest
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
        """It was no macro's, and the user asked for it."""
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
            is_tried = task.policy != "macro" and task.approve != "dry-run"
            self._is_own = is_tried and not task.asked_by
        elif isinstance(happening, Ended) and happening.run and happening.run == self._run:
            is_worth = happening.outcome in WORTH_KEEPING and happening.steps > 0
            if self._is_own and is_worth and self._store is not None:
                run = happening.run
                self._background.run(lambda: self._offer(run), self._on_offered, _unread)

    def judge(self, run: str) -> None:
        """Find out whether a macro can be made of a past run; `judged` tells."""
        self._past = run
        if self._store is not None:
            self._background.run(
                lambda: self._offer(run), lambda found: self._on_looked_at(run, found), _unread
            )

    def save(self, run: str, name: str, asked: frozenset[str]) -> None:
        """Keep a run as a macro of this name that asks for these texts, by the parameters' names."""
        settings = self._keeper.current
        if self._store is not None:
            keeper = self._run_keeper
            wish = keeper.wish(name)
            self._wishes.append(wish)
            self._background.run(
                lambda: keeper.keep(settings, run, wish, asked),
                lambda found: self._on_done(run, found),
                _unread,
            )

    def close(self) -> None:
        """Wait for what is being read or kept, but not for long; tell what is lost.

        Before the store closes.
        """
        self._background.join(CLOSE_S)
        lost = [wish.name for wish in self._wishes if wish.give_up()]
        if lost:
            log.warning("%d runs were not made into macros before the end", len(lost))
            self._tell(tr("Not kept as a macro"), _lost(lost))

    @cached_property
    def _run_keeper(self) -> "RunKeeper":
        from app.macros.compile import RunKeeper  # noqa: PLC0415  # not needed for a start

        assert self._store is not None, "no run is asked for before there is a history"
        return RunKeeper(self._store, self._data)

    def _offer(self, run: str) -> KeepRow | str:
        found = self._run_keeper.offer(run)
        if isinstance(found, str):
            return found
        texts = tuple(KeepText(name, text) for name, text in found.texts[:MOST_CHIPS])
        return KeepRow(found.run, found.name, texts)

    def _on_offered(self, offer: KeepRow | str) -> None:
        if isinstance(offer, KeepRow) and offer.run == self._run:
            self._chats[0].offer_to_keep(offer)

    def _on_looked_at(self, run: str, offer: KeepRow | str) -> None:
        if run == self._past:
            self.judged.emit(run, offer)

    def _on_done(self, run: str, found: "Kept | str") -> None:
        self._wishes = [wish for wish in self._wishes if not wish.is_over]
        if not isinstance(found, str):
            self._tell_kept(found)
        elif not any(chat.not_kept(run, found) for chat in self._chats):
            self.said.emit(found, True)

    def _tell_kept(self, found: "Kept") -> None:
        said = f"“{visible_text(found.name)}” {found.said}"
        row, offer = SayRow(said, tr("Saved.")), OfferRow(tr("Edit"), edits=found.folder)
        if not any(chat.kept(found.run, row, offer) for chat in self._chats):
            self.said.emit(tr("Saved. {0}").format(said), False)
        self.kept.emit(found.name)
        if found.run == self._past:
            self.judge(found.run)  # its name is taken by this time


def _unread(_problem: str) -> None:
    """Tell nothing: it was given up at the end, which has told it, or the log has why."""


def _lost(names: Sequence[str]) -> str:
    """Say what was given up, and how it is had all the same."""
    told = ", ".join(f"“{visible_text(name)}”" for name in names)
    return tr(
        "{0} {1} still being made when deskhand ended. The run is in the history: open it "
        "there and press Save as macro."
    ).format(told, tr("was") if len(names) == 1 else tr("were"))
