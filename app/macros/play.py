"""One play of a macro, for window and command line: what is played, how far it is, and what is kept of it.

Everything is read and checked before anything begins. The agent thread calls `brought` and `listen`;
what they leave behind is read when the run is over. A play proposes more than its macro has steps: it
brings up a window, gives a field the keyboard, has an effect checked. Those have no number.

A model that is asked for a step which no longer matches is asked to point, not to act: of its answer
only a place is taken, and what the step does there stays what the macro says. Texts that the step types
are not told to it.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import structs

from app.macros.library import linked_macro
from app.macros.play_request import LEVEL, NotTrusted, PlayRequest, in_the_window
from app.macros.repairs import KeptRepair, RepairShelf, target_in
from app.macros.request import (
    SecretNames,
    check_secrets,
    check_seen,
    note_of,
    rows_left,
    rows_of,
    scope_of,
    stored_names,
)
from app.run_options import Askable, Brought, budgets_of_known, keep_under
from app.settings import Settings
from app.task_text import play_text
from automation.agent.evidence_collector import EvidenceCollector, PasswordPlaces
from automation.core import actions
from automation.core.actions import Action, Aim
from automation.core.errors import AssistantError, MacroError
from automation.core.events import Confirmed, Ended, Keep, Proposed, RunEvent, Started, Task
from automation.core.geometry import Rect
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.ports import ElementReader, History, Policy
from automation.core.proposal import Decision, Finish, Outcome, Proposal, Question, Risk, RiskLevel
from automation.core.text import visible_text
from automation.core.timing import StopToken, SystemClock
from automation.desktop.monitors import ModalWindows
from automation.macros import macro as grammar
from automation.macros.find.finder import LadderFinder
from automation.macros.found import Found, Tried
from automation.macros.library import Library
from automation.macros.macro import Step, Target
from automation.macros.play.conditions import target_words
from automation.macros.play.health import begin_rows, read_health, take_run
from automation.macros.play.linking import Source
from automation.macros.play.policy import MacroPolicy, Play, most_actions
from automation.macros.play.repair import MissingTarget, NoAnswer, Pointer, Repair, Repairer
from automation.macros.play.report import (
    Report,
    StepReport,
    TriedRung,
    keep_report,
    pace_words,
    tried_rungs,
)
from automation.macros.play.step_context import Assess, PlayServices
from automation.macros.play.step_machine import StepRun
from automation.macros.play.values import Scope
from automation.macros.trust import TrustBook
from automation.safety.risk import assess

if TYPE_CHECKING:
    from automation.core.timing import Clock
    from automation.desktop.input.protocol import Budgets


class StepStatus:
    """What can be told of the step that a play is at; used by the agent thread.

    A play proposes more than its macro has steps: it brings up a window, gives a field the keyboard, has
    an effect checked. Those have no number, so that each step stands once under its own.
    """

    def __init__(self, main: Source) -> None:
        self._main = main
        self._numbers = main.numbers
        self._policy: MacroPolicy | None = None

    def follow(self, policy: MacroPolicy) -> None:
        """Tell of the steps of this policy from here on."""
        self._policy = policy

    @property
    def _step(self) -> StepRun | None:
        return self._policy.current_step if self._policy is not None else None

    @property
    def number(self) -> str:
        """The number of the step that is proposed, as the editor has it.

        Empty for what only readies it or says what came of it, and in a macro that is called.
        """
        step = self._step
        if step is None or step.place.source is not self._main or not step.is_itself:
            return ""
        return self._numbers.get(step.place.step.id, "")

    @property
    def row(self) -> int:
        """The row of the table that is being done, from 1; 0 outside rows."""
        return self._policy.row if self._policy is not None else 0

    @property
    def found(self) -> tuple[str, float] | None:
        """Rung and score of the step; None where nothing was found for it."""
        step = self._step
        if step is None or step.log.rung is None:
            return None
        return step.log.rung, step.log.score

    @property
    def tried(self) -> tuple[TriedRung, ...]:
        """The rungs that did not find the target of the step, each with its reason."""
        step = self._step
        return tried_rungs(step.log) if step is not None else ()


def judge(
    reader: ElementReader, danger_words: tuple[str, ...], named_apps: frozenset[str]
) -> Assess:
    """Return the rules' own verdict on a step of a macro before it is proposed.

    Judges as the loop will, without its memory: it only ever asks for more care.

    Args:
        named_apps: programs that the macro is for (`Parts`): the second of them is no new ground.
    """
    task, clock = Task("", "macro"), SystemClock()
    collector = EvidenceCollector(
        reader, task, lambda: "macro", clock, danger_words, named_apps=named_apps
    )

    def verdict(proposal: Proposal, observation: Observation) -> RiskLevel:
        collector.saw(observation)
        return assess(proposal.intent, collector.of(proposal, observation)).level

    return verdict


BY_HAND: Final = (
    "Trust in a macro lifts no rule. Play it with --approve ask to accept the step yourself"
)
AND_ALONE: Final = (
    f"{BY_HAND}, or let its program do such steps without you: Settings, Apps, “{LEVEL}” "
    "(a program that an interpreter runs is always asked about)."
)
NEVER_ALONE: Final = f"{BY_HAND}: such a step never runs without you."
_IN_FRONT: Final = (
    "or begin the play while that program has the keyboard (sleep 5; deskhand macro play ... leaves "
    "time to go there): the program in front at the beginning is no new one"
)
IN_FRONT: Final = f"{BY_HAND}, {_IN_FRONT}. No setting allows it."
NAMED_OR_IN_FRONT: Final = (
    f"{BY_HAND}, name the program in the step's target (app: NAME) and trust the macro again, "
    f"{_IN_FRONT}. No setting allows it."
)
UNANSWERED: Final = (
    "Play it on a terminal and answer there, or with --json and a standard input that stays open, and "
    "write a decision for each step that waits."
)


class UnattendedHint:
    """Follows one play, and says what to do where it ended because nobody was there to ask."""

    def __init__(self, *, may_ask: bool = False) -> None:
        """Follow a play.

        Args:
            may_ask: somebody can be asked on a terminal; under `ask` somebody can always be asked.
        """
        self._risk: Risk | None = None
        self._is_blocked, self._may_ask = False, may_ask

    def with_hint(self, event: RunEvent) -> RunEvent:
        """Return the event; an end that came because nobody could be asked gets its remedy."""
        match event:
            case Started():
                self._may_ask |= event.task.approve == "ask"
            case Proposed():
                self._risk, self._is_blocked = event.risk, False
            case Confirmed():
                self._is_blocked = event.confirmation.by == "rule:nobody"
            case Ended(outcome=Outcome.BLOCKED) if self._is_blocked and self._risk is not None:
                remedy = UNANSWERED if self._may_ask else _remedy(self._risk)
                return replace(event, suggestions=(*event.suggestions, remedy))
        return event


def _remedy(risk: Risk) -> str:
    if risk.level > RiskLevel.R2:
        return NEVER_ALONE
    if not risk.is_new_ground:
        return AND_ALONE
    return {"told": NAMED_OR_IN_FRONT, "untold": IN_FRONT}.get(risk.first_step, NEVER_ALONE)


FindModal = Callable[[Sequence[int]], Collection[int]]
"""Returns those of some windows that are modal, by id."""


class ModalReader:
    """Implements `core.ports.ElementReader`: the same answers, with dialogs marked as modal.

    Qt tells the tree nothing of them. Used by the thread of the reader that it asks.
    """

    def __init__(self, reader: ElementReader, find_modal: FindModal | None = None) -> None:
        self._find_modal = find_modal or ModalWindows()
        self._read_tree = reader.tree
        self.text, self.at = reader.text, reader.at
        self.refreshed, self.focused = reader.refreshed, reader.focused

    def tree(
        self, observation: Observation, *, whole_screen: bool = False
    ) -> Sequence[ScreenElement]:
        """Return the tree's elements; a modal window that has no dialog in the tree is one."""
        found = self._read_tree(observation, whole_screen=whole_screen)
        modal = self._modal(observation)
        if not modal:
            return found
        marked = [_marked(e) if e.window_id in modal and e.role == "dialog" else e for e in found]
        told = {e.window_id for e in marked if "modal" in e.states}
        untold = [w for w in modal.values() if w.window_id not in told]
        return [*marked, *map(_dialog, untold)] if whole_screen else marked

    def _modal(self, observation: Observation) -> dict[int, WindowInfo]:
        """Return the modal windows of programs that show more than one, by id."""
        shown = [w for w in observation.windows if not (w.is_own or w.is_popup or w.is_minimised)]
        times = Counter(w.pid for w in shown if w.pid)
        several = {w.window_id: w for w in shown if times[w.pid] > 1}
        found = self._find_modal(tuple(several)) if several else ()
        return {window_id: several[window_id] for window_id in found if window_id in several}


def _marked(element: ScreenElement) -> ScreenElement:
    return replace(element, states=element.states | {"modal"})


def _dialog(window: WindowInfo) -> ScreenElement:
    return ScreenElement(
        window.title, "dialog", window.rect, "window", frozenset({"modal", "showing"}),
        window_id=window.window_id, window_title=window.title,
    )  # fmt: skip


_TYPED_INTO: type[ElementReader] = ModalReader


_MOST_CHARS: Final = 300
"""Of a text that a macro or the screen tells: enough for a name, too little for a story."""
_POINT: Final = Rect(0, 0, 24, 16)
"""What a press means where the tree tells of nothing: about the smallest thing that has a text."""


class ModelRepairer:
    """Implements `Repairer` with a policy that looks at the screen; used by the agent thread.

    The model is asked to point, not to act: of its answer only a place is taken, and what the step does
    there stays what the macro says. Texts that the step types are not told to it. The place is never out
    of the step's window or row, and none is asked for what has an effect or types a secret. What the model
    showed is kept when the user accepts it. No model is loaded for that, unless the play was begun with
    one.
    """

    def __init__(self, model: Askable, reader: ElementReader) -> None:
        self._model = model
        self._reader = reader

    @property
    def is_there(self) -> bool:
        """Return whether the model may be asked at this moment."""
        return self._model.is_there()

    def repair(
        self, wanted: MissingTarget, observation: Observation, stop: StopToken
    ) -> Found | NoAnswer:
        """Return where the model points, or in a sentence why it gave no place.

        Raises:
            Stopped: a stop was asked for.
        """
        stop.check()
        began_s = time.perf_counter()
        task = Task(words_for(wanted), "holotron", max_steps=1)
        try:
            decision = self._model.opened(stop).propose(task, History(), observation, stop)
        except AssistantError as error:
            return NoAnswer(f"The model could not be asked: {error}")
        stop.check()
        aim = _aim_of(decision, wanted)
        if aim is None or not isinstance(decision, Proposal):
            return NoAnswer(_silence(decision))
        ms = 1000 * (time.perf_counter() - began_s)
        return self._found(aim, decision, observation, ms)

    def _found(self, aim: Aim, decision: Proposal, seen: Observation, ms: float) -> Found:
        element = _at(decision, aim, wants=self._reader.at(seen, aim.point))
        window = seen.window_at(aim.point)
        known = element.window_id if element is not None else 0
        return Found(
            point=aim.point,
            box=element.box if element is not None else _POINT.around(aim.point),
            rung="model",
            score=0.0,  # the model does not tell how sure it is
            element=element,
            window_id=known or (window.window_id if window is not None else 0),
            tried=(Tried("model", ms, matches=1, note=decision.evidence),),
        )


def words_for(wanted: MissingTarget) -> str:
    """Return the task that asks for one click on what a step means."""
    target = wanted.target
    lines = [
        "Do exactly one click, and nothing else: " + _wish(wanted) + ".",
        *_told(target),
        f"It was not found as it was recorded: {_short(wanted.why)}",
        "It may have another name or place by now. If nothing on the screen is it, say so and do nothing.",
    ]
    return "\n".join(lines)


def _wish(wanted: MissingTarget) -> str:
    """Return what is to be pointed at; never what would be typed there."""
    called = _short(target_words(wanted.target))
    match wanted.step:
        case grammar.Type() | grammar.Keys():
            return f"click {called}, so that it gets the keyboard"
        case grammar.Drag() if wanted.part == "to":
            return f"click {called}, where something will be dropped"
        case grammar.Scroll():
            return f"click {called}, which will be scrolled"
        case _:
            return f"click {called}"


def _told(target: Target) -> list[str]:
    """Return what the macro knows of a target, a line for each."""
    facts = {
        "Described as": target.about,
        "Its name was": target.name,
        "The text beside it was": target.label,
        "On it could be read": target.text,
        "It stood in": target.within,
        "In the row that shows": ", ".join(target.row),
        "In the window": target.window,
    }
    return [f"{what}: {_short(text)}" for what, text in facts.items() if text.strip()]


def _short(text: str) -> str:
    line = " ".join(visible_text(text).split())
    return line if len(line) <= _MOST_CHARS else f"{line[: _MOST_CHARS - 1]}…"


def _aim_of(decision: Decision, wanted: MissingTarget) -> Aim | None:
    """Return the place of an answer that points, in the way that fits the step; None for others."""
    if not isinstance(decision, Proposal) or not isinstance(decision.intent, Action):
        return None
    match decision.intent:
        case actions.Click() as click if _is_like(click, wanted.step):
            return click.at
        case actions.Move() as move if isinstance(wanted.step, grammar.Move):
            return move.at
        case actions.Scroll() as scroll if isinstance(wanted.step, grammar.Scroll):
            return scroll.at
        case actions.Write() as write if isinstance(wanted.step, grammar.Type):
            return write.at
        case _:
            return None


def _is_like(click: actions.Click, step: Step) -> bool:
    """Return whether a click is the plain one that was asked for, or the step's own kind of click."""
    if not click.modifiers and (click.button, click.count) == ("left", 1):
        return True
    own = step if isinstance(step, grammar.Click) else None
    return own is not None and (click.button, click.count, click.modifiers) == (
        own.button, own.count, own.modifiers,
    )  # fmt: skip


def _at(decision: Proposal, aim: Aim, *, wants: ScreenElement | None) -> ScreenElement | None:
    """Return the thing that an answer points at, as the screen tells of it."""
    own = decision.element
    if own is not None and own.source == "tree" and own.box.contains(aim.point):
        return own
    return wants


def _silence(decision: Decision) -> str:
    """Return why an answer gives no place."""
    match decision:
        case Finish(message=said) | Question(text=said) if said.strip():
            return f"The model does not know it: {_short(said)}"
        case Proposal():
            return "The model does not know it: it wanted to do something else"
        case _:
            return "The model does not know it"


_TYPED: type[Repairer] = ModelRepairer


def services_for(
    reader: ElementReader,
    model: Askable | None,
    settings: Settings,
    named_apps: frozenset[str] = frozenset(),
) -> PlayServices:
    """Return what the steps of a macro or a script work with; the caller replaces what differs.

    At full speed, and watched by somebody.
    """
    seen = ModalReader(reader)
    return PlayServices(
        finder=LadderFinder(seen),
        reader=seen,
        clock=SystemClock(),
        assess=judge(reader, settings.extra_danger_words, named_apps),
        passwords=PasswordPlaces(reader).boxes,
        repairer=ModelRepairer(model, reader) if model is not None else None,
    )


_SOMEBODY: Final = frozenset({"window", "key", "tray", "bar", "editor"})
"""Started by somebody who sees the window, and can be asked whatever the steps' approval is."""

OnStep = Callable[[StepReport], None]
RepairerFor = Callable[[ElementReader], Repairer | None]
"""Returns who is asked for a step that no longer matches; called in the agent thread."""


class MacroRun:
    """One play of a macro, from what was asked for to its report.

    Made where reading may take a while; then the agent thread's, and read at its end.
    """

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
        self.status = StepStatus(self._linked.main)
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
    def is_proved(self) -> bool:
        """Whether a whole play of exactly this content was seen to come to its end check, and to pass it."""
        return read_health(self._data, self._slug).proved == self._linked.content

    @property
    def has_end_check(self) -> bool:
        """Whether a play can prove it."""
        return self._linked.has_end_check

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
        was_asked = self._policy is not None and self._policy.timer.waited.all_s > 0
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
            self._policy.timer.waited.hear(event, self._clock.now_s())
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
        services = services_for(reader, model, self._settings, meant)
        services = replace(
            services,
            repairer=self._repairer(reader) or services.repairer,
            speed=request.speed or self._linked.main.macro.speed,
            is_attended=self._is_attended,
            breaks=request.breakpoints,
        )
        if request.by in _SOMEBODY:
            services = replace(
                services,
                pointer=self._pointer(),
                resume_words=lambda point: in_the_window(point, self.rows),
                rows_left_words="",
            )
        self._clock = services.clock
        self._policy = MacroPolicy(self._play, services, self._on_step)
        self.status.follow(self._policy)
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
        report = reporter.report(ended.run, started, outcome, ended.message, self._times())
        report = structs.replace(report, effects=str(ended.effects))
        self._report = self._with_table(report, self._policy)
        if self._keep == "nothing":
            return
        try:
            self.report_path = keep_report(self._data, self._report)
            waiting = RepairShelf(self._data)
            self.waiting_repairs = waiting.take(self._report, self.repairs, self._target)
            part = self._play.start_at, self._play.stop_after
            checked = self._linked.content if self._linked.has_end_check else ""
            take_run(self._data, self._slug, self._report, part, checked)
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

    def _times(self) -> tuple[float, float]:
        """Return how long the play took and the programs' part, in milliseconds."""
        if self._policy is None or self._clock is None:
            return 0.0, 0.0
        timer = self._policy.timer
        return timer.used_ms(self._clock.now_s()), timer.apps_ms

    def _target(self, folder: str, key: str) -> Target | None:
        found = next((one.macro for one in self._linked.all if one.folder == folder), None)
        return target_in(found, key) if found is not None else None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
