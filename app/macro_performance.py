"""One play of a macro, as window and command line do it: what is played, how far, and what is kept. No Qt.

Everything is read and checked before anything begins. The agent thread calls `brought` and `listen`;
what they leave behind is read when the run is over.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import structs

from app.macro_in_hand import StepInHand
from app.macro_needs import (
    SecretNames,
    check_secrets,
    check_seen,
    note_of,
    rows_of,
    scope_of,
    stored_names,
)
from app.macro_repairs import KeptRepair, RepairShelf, target_in
from app.macro_request import NeedsValues, NotTrusted, PlayRequest, Refusal
from app.macro_rows_before import in_the_window
from app.macro_rows_left import rows_left
from app.macro_sources import linked_macro
from app.macro_tools import tools_for
from app.run_names import play_text
from app.run_terms import Askable, Brought, budgets_of_known, keep_under
from app.settings import Settings
from automation.core.errors import MacroError
from automation.core.events import Ended, Keep, RunEvent, Started, Task
from automation.core.ports import ElementReader, Policy
from automation.core.proposal import Outcome
from automation.core.visible import visible_text
from automation.macros.library import Library
from automation.macros.macro import Target
from automation.macros.player.health import begin_rows, take_run
from automation.macros.player.limits import most_actions
from automation.macros.player.play import Play
from automation.macros.player.pointing import Pointer
from automation.macros.player.policy import MacroPolicy
from automation.macros.player.repair import Repair, Repairer
from automation.macros.player.report import (
    Report,
    StepReport,
    keep_report,
    pace_words,
)
from automation.macros.player.values import Scope
from automation.macros.trust import TrustBook

if TYPE_CHECKING:
    from automation.core.clock import Clock
    from automation.desktop.input.protocol import Budgets

__all__ = ["NeedsValues", "NotTrusted", "Performance", "PlayRequest", "Refusal"]

_SOMEBODY: Final = frozenset({"window", "key", "tray", "bar", "editor"})
"""Started by somebody who sees the window, and can be asked whatever the steps' approval is."""

OnStep = Callable[[StepReport], None]
RepairerFor = Callable[[ElementReader], Repairer | None]
"""Returns who is asked for a step that no longer matches; called in the agent thread."""


class Performance:
    """One play. Made where reading may take a while; then the agent thread's, and read at its end."""

    def __init__(
        self,
        request: PlayRequest,
        shelf: Library,
        book: TrustBook,
        *,
        settings: Settings,
        data: Path,
        on_step: OnStep = lambda step: None,
        repairer: RepairerFor = lambda reader: None,
        pointer: Callable[[], Pointer | None] = lambda: None,
        secrets: SecretNames = stored_names,
    ) -> None:
        """Read and check everything that the run needs.

        Args:
            request: what is wanted.
            shelf: the user's macros.
            book: what the user trusts.
            settings: limits, words of danger and what is kept.
            data: folder where reports and health are kept.
            on_step: told of each step that is over, in the agent thread.
            repairer: who is asked for a step that no longer matches.
            pointer: returns what somebody at the window shows a target with; called as `repairer` is.
            secrets: tells which secrets are stored; asked only where the play names one.

        Raises:
            NeedsValues: a value or the table is missing, a value cannot be used, or the form is to be
                seen first.
            NotTrusted: it may not run in this mode.
            Refusal: a value or column is none of the macro's.
            MacroError: a macro cannot be read or is not replayed, or there is no such step or row.
        """
        self.request = request
        self._settings, self._data, self._book = settings, data, book
        self._on_step, self._repairer, self._pointer = on_step, repairer, pointer
        kept = shelf.open_at(shelf.at(request.folder))
        self._slug = kept.folder.name
        self.macro = kept.macro
        """The macro that is played, without those that it calls."""
        self._linked = linked_macro(kept, shelf, book)
        self._check_trust()
        check_seen(request)
        rows = rows_of(self._linked, request)
        self._linked = rows.linked if rows else self._linked
        self._table = rows.table if rows else None
        self._table_digest = rows.digest if rows else ""
        self._only_rows = rows_left(request, rows, data)
        scope = scope_of(self._linked, request, self._table)
        self._play = self._checked_play(scope)
        check_secrets(self._linked, scope, self._table, secrets)
        self.note = note_of(rows, request) if rows else ""
        """What of the table is not used, and what it leaves to a default; empty for neither."""
        self._policy: MacroPolicy | None = None
        self._clock: Clock | None = None
        self._started = ""
        self._report: Report | None = None
        self.in_hand = StepInHand(self._linked.main)
        """Tells of the step that is being done."""
        self.name = self._linked.main.macro.name
        self.text = play_text(visible_text(self.name))
        meant = self._linked.apps if self._linked.is_trusted else frozenset()
        self.brought = Brought(
            self._bring, self._limits(), named_apps=meant, is_trusted_macro=self._linked.is_trusted
        )
        self.report_path: Path | None = None
        """Where the report is kept; None while it is not."""
        self.waiting_repairs: tuple[KeptRepair, ...] = ()
        """What the run has repaired, as it waits for the user's word."""
        self.problem = ""
        """Why report or health could not be kept; empty when they were."""
        self.ended: Ended | None = None
        """How the run ended; None before that."""

    @property
    def content(self) -> str:
        """The digest of the macro as it is played, without those that it calls."""
        return self._linked.main.digest

    @property
    def task(self) -> Task:
        """The task as the run and the history have it."""
        limits = self.brought.limits
        return Task(
            self.text,
            policy="macro",
            approve=self.request.approve,
            max_steps=limits.steps,
            timeout_s=limits.wall_s,
            keep=self._keep,
        )

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """What was found in another way than recorded, in order; kept only if accepted."""
        return tuple(self._policy.repairs) if self._policy is not None else ()

    @property
    def report(self) -> Report | None:
        """What the run did; None before its end."""
        return self._report

    @property
    def pace(self) -> str:
        """How long the run took, in a sentence; empty before its end, and where nobody knows."""
        was_asked = self._policy is not None and self._policy.spent.waited.all_s > 0
        return pace_words(self._report, was_asked=was_asked)

    @property
    def rows(self) -> int:
        """How many rows the table has; 0 without one."""
        return len(self._table) if self._table is not None else 0

    def listen(self, event: RunEvent) -> None:
        """Follow the run; at its end keep its report and the macro's health."""
        if isinstance(event, Started):
            self._started = _now()
            self._rows_begin()
        if self._policy is not None and self._clock is not None:
            self._policy.spent.waited.hear(event, self._clock.now_s())
        if isinstance(event, Ended):
            self._end(event)

    @property
    def _keep(self) -> Keep:
        return keep_under(self._settings, self.request.keep)

    def _check_trust(self) -> None:
        """Let an untrusted macro run step by step only, whatever the mode says."""
        if not self._linked.is_trusted and self.request.approve not in ("ask", "dry-run"):
            first = next(one for one in self._linked.all if not one.is_trusted)
            raise NotTrusted(self._linked.untrusted, first.folder, self._book.problem)

    def _checked_play(self, scope: Scope) -> Play:
        """Return what is played; what is wrong with it is said before anything begins."""
        request = self.request
        play = Play(
            linked=self._linked,
            scope=scope,
            table=self._table,
            first_row=request.from_row,
            only_rows=self._only_rows,
            on_row_failure="next" if request.keep_going else "stop",
            start_at=request.from_step,
            stop_after=request.to_step,
        )
        play.program()
        return play

    def _limits(self) -> "Budgets":
        request, rows = self.request, self.rows
        return budgets_of_known(
            self._settings,
            actions=most_actions(self._linked, rows),
            rows=rows,
            max_steps=request.max_steps,
            timeout_s=request.timeout_s,
        )

    @property
    def _is_attended(self) -> bool:
        request = self.request
        return request.approve == "ask" or request.has_terminal or request.by in _SOMEBODY

    def _bring(self, reader: ElementReader, model: Askable | None = None) -> Policy:
        request, meant = self.request, self.brought.named_apps
        tools = tools_for(reader, model, self._settings, meant)
        tools = replace(
            tools,
            repairer=self._repairer(reader) or tools.repairer,
            speed=request.speed or self._linked.main.macro.speed,
            is_attended=self._is_attended,
            breaks=request.breakpoints,
        )
        if request.by in _SOMEBODY:
            tools = replace(
                tools,
                pointer=self._pointer(),
                way_words=lambda way: in_the_window(way, self.rows),
                rows_left_words="",
            )
        self._clock = tools.clock
        self._policy = MacroPolicy(self._play, tools, self._on_step)
        self.in_hand.follow(self._policy)
        return self._policy

    def _rows_begin(self) -> None:
        """Note that rows may be done: what the last play has left of them is not known until the end."""
        is_test = self._play.start_at and self._play.start_at == self._play.stop_after
        if self.request.rows is None or self.request.approve == "dry-run" or is_test:
            return
        try:
            begin_rows(self._data, self._slug)
        except MacroError as error:
            self.problem = str(error)

    def _end(self, ended: Ended) -> None:
        """Make the report, and keep it; the run has ended well whatever comes of that."""
        self.ended = ended
        if self._policy is None or not ended.run:
            return
        if ended.outcome not in (Outcome.DONE, Outcome.PARTIAL):
            self._policy.unfinished(ended.message)
        reporter, outcome = self._policy.reporter, str(ended.outcome)
        started = self._started or _now()
        report = reporter.report(ended.run, started, outcome, ended.message, self._spent())
        self._report = self._with_table(report, self._policy)
        if self._keep == "nothing":
            return
        try:
            self.report_path = keep_report(self._data, self._report)
            waiting = RepairShelf(self._data)
            self.waiting_repairs = waiting.take(self._report, self.repairs, self._target)
            part = self._play.start_at, self._play.stop_after
            take_run(self._data, self._slug, self._report, part)
        except MacroError as error:
            self.problem = str(error)

    def _with_table(self, report: Report, policy: MacroPolicy) -> Report:
        """Return the report with the table that was gone over, so that another play goes on there."""
        if self.request.rows is None:
            return report
        table = str(self.request.rows.absolute())
        return structs.replace(
            report,
            table=table,
            table_rows=self.rows,
            table_digest=self._table_digest,
            rows_left=policy.rows_left,
            resume_step=policy.resume_step,
        )

    def _spent(self) -> tuple[float, float]:
        """Return how long the play took and the programs' part."""
        if self._policy is None or self._clock is None:
            return 0.0, 0.0
        spent = self._policy.spent
        return spent.used_ms(self._clock.now_s()), spent.apps_ms

    def _target(self, folder: str, key: str) -> Target | None:
        found = next((one.macro for one in self._linked.all if one.folder == folder), None)
        return target_in(found, key) if found is not None else None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
