"""What a replay did, step by step and row by row, as JSON that a program can read.

It tells what a step does in the macro's own words, without the values that were put in; only what
was looked for and not seen may name one. What was left out is named at the end. With each proposal
goes what follows it: the next sentences, and the way through a menu.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from automation.core import actions
from automation.core.errors import MacroError
from automation.core.files import private_folder, write_whole
from automation.core.proposal import (
    Decision,
    Finish,
    Later,
    Outcome,
    Proposal,
    Question,
    StepRecord,
)
from automation.core.text import as_english
from automation.core.timing import Waited
from automation.core.wording import quoted
from automation.macros import macro as grammar
from automation.macros.found import RUNGS, Tried
from automation.macros.macro import kind_of
from automation.macros.macro_files import as_file_error, read_whole
from automation.macros.play.linking import Source
from automation.macros.play.mismatch import GiveUp
from automation.macros.play.program import Place, Program
from automation.macros.play.step_context import StepLog
from automation.macros.play.step_machine import ConditionRun, StepRun
from automation.macros.play.values import BadValue, filled
from automation.macros.play.wording import step_words

_UPCOMING: Final = 20


def with_upcoming(proposal: Proposal, place: Place, program: Program) -> Proposal:
    """Return the proposal with what follows; a menu's way is approved as a whole."""
    following = program.upcoming(_UPCOMING)
    sentences = tuple(_words(one) for one in following)
    if isinstance(proposal.intent, actions.Window) and not isinstance(place.step, grammar.Window):
        return replace(proposal, upcoming=(_words(place), *sentences))  # the step itself follows
    way = menu_way(place.step, (one.step for one in following))
    return replace(proposal, upcoming=sentences, leads_to=way)


def not_shown(place: Place, program: Program, gave_up: GiveUp) -> str:
    """Return what a dry run cannot show, and why: mostly the steps before it were not sent."""
    later = (place, *program.upcoming(_UPCOMING))
    told = " Then ".join(f"{_words(one)}." for one in later)
    if gave_up.is_there:
        return f"{gave_up.sentence.rstrip('.')}. What follows: {told}"
    return f"What follows is not on the screen yet: {told}"


def _words(place: Place) -> str:
    try:
        return step_words(filled(place.step, place.scope))
    except BadValue:
        return step_words(place.step)


def menu_way(step: grammar.Step, following: Iterable[grammar.Step]) -> tuple[str, ...]:
    """Return the names of menu items that the steps after a click press, one after the other.

    An open menu holds keyboard and mouse, so that nobody can be asked while it is open.
    """
    if not isinstance(step, grammar.Click):
        return ()
    names: list[str] = []
    for one in following:
        if not isinstance(one, grammar.Click) or one.target.role != "menu_item":
            break
        is_plain = one.button == "left" and one.count == 1 and not one.modifiers
        name = one.target.name or one.target.text
        if not is_plain or not name or "{{" in name:
            break
        names.append(name)
    return tuple(names)


MOST_STEPS: Final = 50_000
"""Steps that a report lists one by one; those that failed are always listed."""
MOST_REPORT_BYTES: Final = 64 * 1024 * 1024
FOLDER: Final = "macro-runs"
_HANDLED_CHARS: Final = 2000

StepState = Literal["done", "skipped", "failed", "dry_run"]
Count = Annotated[int, Meta(ge=0)]


class TriedRung(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rung that did not find a step's target at the last look."""

    rung: str
    why: str
    """In a few words."""
    ms: float = 0.0
    part: str = ""
    """`to` for where a drag ends; empty for the target."""


class StepReport(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What became of one step at one turn."""

    id: str
    do: str
    macro: str
    state: StepState
    sentence: str
    row: Count = 0
    rung: str = ""
    score: float = 0.0
    find_ms: float = 0.0
    ms: float = 0.0
    """From its beginning to its end, waits and questions included."""
    effect: str = ""
    handled: tuple[str, ...] = ()
    """What was done about mismatches, in order."""
    message: str = ""
    n: Count = 0
    """Number of the run's step that did it; 0 when none was proposed."""
    repaired: bool = False
    tried: tuple[TriedRung, ...] = ()
    """The rungs before the one that matched, in their order; all of them where none did."""
    folder: str = ""
    """Name of the macro's folder in the library; `macro` is what it was called."""


class RowReport(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What became of one row."""

    row: Count
    state: Literal["done", "failed", "open"]
    message: str = ""
    step: str = ""
    """Id of the step at which it failed."""
    ms: float = 0.0


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole replay."""

    v: Literal[1]
    macro: str
    digest: str
    run: str
    started: str
    """UTC, ISO 8601."""
    outcome: str
    message: str
    steps: tuple[StepReport, ...]
    counts: dict[str, int]
    """Steps by state, all of them."""
    rungs: dict[str, int]
    """Steps by the rung that found their target, all of them."""
    model_calls: int = 0
    rows: tuple[RowReport, ...] = ()
    resume_row: int = 0
    """The row to go on with: `--from-row`; 0 when none is open or has failed."""
    resume_step: str | None = None
    """The step to begin with besides: `--from-step`; empty for the first of all, None where no play
    goes on over the rows or nobody knows."""
    table: str = ""
    """Path of the file of the rows; empty without one."""
    table_rows: Count = 0
    """How many rows it had."""
    table_digest: str = ""
    """Of what stood in it."""
    rows_left: tuple[int, ...] | None = None
    """Rows that were to be done and failed or were not come to; None where that says nothing, as of a
    play of a part, or one that goes over the table more than once."""
    left_out: int = 0
    """Steps that are counted and not listed."""
    used_ms: float = 0.0
    """How long the play took, without the user's answers and pauses replayed as recorded; 0 where
    that is not known, as of one that was paused."""
    apps_ms: float = 0.0
    """What of it went into the programs: input sent, its effect and a still screen waited for, waits."""
    folder: str = ""
    """Name of the macro's folder in the library; empty in a report that was kept without it."""
    effects: str = ""
    """What is known of the effects of all that it sent (`Effects`); empty where that was not written down."""

    @property
    def ratio(self) -> float:
        """Return `used_ms` as a multiple of `apps_ms`; 0 where nobody knows."""
        return round(self.used_ms / self.apps_ms, 2) if self.used_ms and self.apps_ms else 0.0

    @property
    def is_green(self) -> bool:
        """Return whether every step was done as it is written, and the run says done."""
        rest = {state: n for state, n in self.counts.items() if state != "done" and n}
        return self.outcome == "done" and not rest and self.counts.get("done", 0) > 0


class Reporter:
    """Collects what a run did; owned by the agent thread."""

    def __init__(self, macro: str, digest: str, folder: str = "") -> None:
        self._macro, self._folder = macro, folder
        self._digest = digest
        self._steps: list[StepReport] = []
        self._rows: dict[int, RowReport] = {}
        self._row_since_s: dict[int, float] = {}
        self._row = 0
        self._counts: Counter[str] = Counter()
        self._rungs: Counter[str] = Counter()
        self._left_out = 0
        self.model_calls = 0
        self.has_failed_before = False
        """A row failed in a table that was gone over before the current one."""

    def step(self, step: StepReport) -> None:
        """Add a step that is over."""
        self._counts[step.state] += 1
        if step.rung:
            self._rungs[step.rung] += 1
        if len(self._steps) >= MOST_STEPS and step.state != "failed":
            self._left_out += 1
            return
        handled = tuple(word[:_HANDLED_CHARS] for word in step.handled)
        self._steps.append(msgspec.structs.replace(step, handled=handled))

    def row_begins(self, row: int, now_s: float) -> None:
        """Open a row; one that failed where the table was gone over before stays failed."""
        if row <= self._row:
            self.has_failed_before = bool(self.failed_rows)
        self._row, self._row_since_s[row] = row, now_s
        if not self._has_failed(row):
            self._rows[row] = RowReport(row, "open")

    def row_ends(self, row: int, now_s: float) -> None:
        """Close a row that did not fail."""
        if self._rows[row].state == "open":
            self._rows[row] = RowReport(row, "done", ms=self._row_ms(row, now_s))

    def row_fails(self, row: int, step: str, message: str, now_s: float) -> None:
        """Close a row that failed; the first reason is kept."""
        if self._has_failed(row):
            return
        self._rows[row] = RowReport(row, "failed", message, step, self._row_ms(row, now_s))

    def _has_failed(self, row: int) -> bool:
        return row in self._rows and self._rows[row].state == "failed"

    def _row_ms(self, row: int, now_s: float) -> float:
        return round(1000 * (now_s - self._row_since_s.get(row, now_s)), 1)

    @property
    def failed_rows(self) -> tuple[int, ...]:
        """Return the rows that failed."""
        return tuple(row.row for row in self._rows.values() if row.state == "failed")

    @property
    def done_rows(self) -> frozenset[int]:
        """Return the rows that were done."""
        return frozenset(row.row for row in self._rows.values() if row.state == "done")

    @property
    def counts(self) -> Mapping[str, int]:
        """Return how many steps ended in each state."""
        return self._counts

    @property
    def rungs(self) -> Mapping[str, int]:
        """Return how many steps each rung found."""
        return self._rungs

    def report(
        self,
        run: str,
        started: str,
        outcome: str,
        message: str,
        spent: tuple[float, float] = (0, 0),
    ) -> Report:
        """Return the report of the run as it ended.

        Args:
            started: UTC, ISO 8601.
            spent: milliseconds that it took, and what of it the programs took; 0 where not known.
        """
        unfinished = [row.row for row in self._rows.values() if row.state != "done"]
        return Report(
            v=1,
            macro=self._macro,
            folder=self._folder,
            digest=self._digest,
            run=run,
            started=started,
            outcome=outcome,
            message=message,
            steps=tuple(self._steps),
            counts=dict(self._counts),
            rungs={rung: self._rungs[rung] for rung in RUNGS if self._rungs[rung]},
            model_calls=self.model_calls,
            rows=tuple(self._rows.values()),
            resume_row=unfinished[0] if unfinished else 0,
            left_out=self._left_out,
            used_ms=round(spent[0], 1),
            apps_ms=round(spent[1], 1),
        )


class PlayTimer:
    """Measures how long a play took and what of it the programs took, in milliseconds.

    The programs' part: input is sent as fast as they take it, then their effect and a still screen are
    waited for, and whatever a step says that it waits for. deskhand's part is the rest: looks, searches,
    judging, and the record. Nobody's are pauses that only slow the play, and all waiting for the user:
    cards whatever became of them, questions, pointing at a target, and a pause until the run may go on.

    What is looked at while a program is waited for cannot be told from the waiting: where the machine is
    busy, the programs' part is more than they need by themselves. `tests/benchmarks/macro_speed.py`
    measures that beside a script that knows every place. Owned by the agent thread.
    """

    def __init__(self) -> None:
        self._began_s: float | None = None
        self._left_s = 0.0
        self._last: Decision | None = None
        self._nobodys_ms = 0.0
        self._cards_s = self._others_s = 0.0
        self.waited = Waited()
        """For how long the user was waited for; told the run's events by whoever hears them."""
        self.apps_ms = 0.0
        """What the programs took."""

    def begin_turn(self, now_s: float, record: StepRecord | None) -> None:
        """Count the time since the last turn as the programs', the user's or ours."""
        if self._began_s is None:
            self._began_s = now_s
        since_ms = 1000 * (now_s - self._left_s)
        cards_ms, others_ms = self._unsaid_ms()
        self._cards_s, self._others_s = self.waited.cards_s, self.waited.others_s
        match self._last:
            case Question():
                self._nobodys_ms += since_ms
            case Later(is_pacing=True):
                self._nobodys_ms += since_ms
            case Later():
                self.apps_ms += since_ms - others_ms
                self._nobodys_ms += others_ms
            case _:
                self._nobodys_ms += others_ms + _card_ms(record, cards_ms)
                if record is not None and record.execution is not None:
                    self.apps_ms += record.timings.execute + record.timings.verify

    def idle(self, seconds: float) -> None:
        """Do not count these seconds: the user was waited for within the turn."""
        self._nobodys_ms += 1000 * seconds

    def end_turn(self, now_s: float, decision: Decision) -> None:
        """Note when and how the player has decided."""
        self._left_s, self._last = now_s, decision

    def used_ms(self, now_s: float) -> float:
        """Return how long the play has taken, without what is nobody's."""
        if self._began_s is None:
            return 0.0
        return 1000 * (now_s - self._began_s) - self._nobodys_ms - sum(self._unsaid_ms())

    def _unsaid_ms(self) -> tuple[float, float]:
        """Return what was waited before cards, and else, since the player was asked last."""
        waited = self.waited
        return 1000 * (waited.cards_s - self._cards_s), 1000 * (waited.others_s - self._others_s)


def _card_ms(record: StepRecord | None, heard_ms: float) -> float:
    """Return how long a card was up: to the point where a step came of it."""
    if record is None:
        return heard_ms
    return record.timings.confirm if record.confirmation.by == "user" else 0.0


def pace_words(report: Report | None, *, was_asked: bool) -> str:
    """Say how long a play took, and what of it the programs; empty where nobody knows."""
    if report is None or not report.ratio:
        return ""
    used_s, apps_s = report.used_ms / 1000, report.apps_ms / 1000
    took = f"It took {used_s:.1f} s{' without your answers' if was_asked else ''}"
    return f"{took}; {apps_s:.1f} s of it went into sending and waiting for the programs."


def report_file(data: Path, run: str) -> Path:
    """Return where the report of a run is kept: beside the runs' records, by the run's id."""
    return data / FOLDER / f"{run}.json"


def keep_report(data: Path, report: Report) -> Path:
    """Write a report and return its file."""
    file = report_file(data, report.run)
    with as_file_error(file, "write the report"):
        private_folder(file.parent)
        write_whole(file, _pretty(report))
    return file


def read_report(file: Path) -> Report:
    """Return a report that was kept."""
    with as_file_error(file, "read the report"):
        data = read_whole(file, MOST_REPORT_BYTES)
    try:
        return msgspec.json.decode(data, type=Report)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise MacroError(f"{file} is no report of a macro: {error}") from error


def _pretty(report: Report) -> bytes:
    plain = msgspec.to_builtins(report, enc_hook=as_english)
    return (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode()


_MOST_NAMED: Final = 5
_MOST_WHY: Final = 160


def step_name(place: Place, main: Source) -> str:
    """Return what a step is called in the word on a run's end: `Step 4 (save), row 2`."""
    number = place.source.numbers[place.step.id]
    of = f" of {quoted(place.source.macro.name)}" if place.source is not main else ""
    row = f", row {place.row}" if place.row else ""
    return f"Step {number}{of} ({place.step.id}){row}"


@dataclass(slots=True)
class LeftOut:
    """What a macro let go on without; owned by the agent thread."""

    steps: Counter[str] = field(default_factory=Counter)
    """Sentences of steps that were not done."""
    unseen: Counter[str] = field(default_factory=Counter)
    """Sentences of what should have been seen and was not: no word of success covers it."""

    def add(self, place: Place, run: StepRun, gave_up: GiveUp | None) -> None:
        """Count a step that was left out, or whose effect was."""
        words = f"{step_words(place.step)} ({place.step.id})"
        if gave_up is not None and gave_up.outcome is Outcome.UNVERIFIED:
            self.unseen[words] += 1
        elif gave_up is not None:
            self.steps[words] += 1
        elif run.log.is_effect_left_out:
            self.unseen[f"the effect of {words}"] += 1

    @property
    def sentence(self) -> str:
        """Return what was left out; empty when nothing was."""
        unseen = _named("thing was not seen", "things were not seen", self.unseen)
        steps = _named("step was left out", "steps were left out", self.steps)
        return " ".join(filter(None, (unseen, steps)))


def end_of(reporter: Reporter, left_out: LeftOut, way: str = "") -> Finish:
    """Return the end of a run that came to its last step."""
    failed, rest = reporter.failed_rows, left_out.sentence
    if failed:
        shown = ", ".join(str(row) for row in failed[:10])
        more = f" and {len(failed) - 10} more" if len(failed) > 10 else ""
        word = "row" if len(failed) == 1 else "rows"
        said = f"{len(failed)} {word} failed: {shown}{more}. The others were done."
        return Finish(Outcome.PARTIAL, " ".join(filter(None, (said, rest, way))))
    if left_out.unseen:
        return Finish(Outcome.PARTIAL, f"Done in part. {rest}")
    return Finish(Outcome.DONE, f"Done. {rest}".strip())


def _named(one: str, several: str, words: Counter[str]) -> str:
    if not words:
        return ""
    count = words.total()
    told = [f"{word}, {times} times" if times > 1 else word for word, times in words.items()]
    more = f" and {len(told) - _MOST_NAMED} more" if len(told) > _MOST_NAMED else ""
    return f"{count} {one if count == 1 else several}: {'; '.join(told[:_MOST_NAMED])}{more}."


def step_report(
    place: Place,
    run: StepRun | ConditionRun | None,
    state: StepState,
    message: str,
    *,
    n: int,
    ms: float,
) -> StepReport:
    """Return what the report tells of a step, in the macro's own words, without values."""
    log = run.log if isinstance(run, StepRun) else StepLog()
    written = step_words(place.step)
    if isinstance(run, StepRun):
        message = message.replace(run.sentence, written)
    return StepReport(
        id=place.step.id,
        do=kind_of(place.step),
        macro=place.source.macro.name,
        state=state,
        sentence=str(written),
        row=place.row,
        rung=log.rung or "",
        score=round(log.score, 4),
        find_ms=round(log.find_ms, 1),
        ms=round(ms, 1),
        effect=log.effect,
        handled=tuple(run.handler.history) if run else (),
        message=message,
        n=n,
        repaired=bool(log.repairs),
        tried=tried_rungs(log),
        folder=place.source.folder,
    )


def tried_rungs(log: StepLog) -> tuple[TriedRung, ...]:
    """Return the rungs that did not find a step's targets, each with its reason and time."""
    return tuple(
        TriedRung(one.rung, _why(one), round(one.ms, 1), "" if part == "target" else part)
        for part, rungs in log.tried.items()
        for one in rungs
    )


def _why(one: Tried) -> str:
    """Return why a rung was not taken, in a few words."""
    if one.note:
        return one.note[:_MOST_WHY]
    if one.matches > 1:
        return f"{one.matches} that are equally good"
    return "what it finds may not be taken" if one.matches else "nothing found"
