"""The run under a script: the loop on a thread of its own, everything else as under `deskhand do`.

The script's thread begins it and hands steps over; the agent thread opens the desk, runs and closes it.
Whatever the script does, the run ends and nothing is held down.
"""

import argparse
import contextlib
import hashlib
import logging
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

from app.ask import JsonConfirmer, TerminalConfirmer, lines_of
from app.hand_over import SIGNAL_BASE, asks_here
from app.long_work import check_room
from app.macros.play import services_for
from app.run_lines import LineWriter, PlainWriter, complain, end_fields, step_fields
from app.run_options import Askable, Brought, budgets_of_known, keep_under
from app.run_start import (
    desk_for_run,
    not_begun,
    run_alone,
    settings_in,
    stoppable,
    while_read,
    with_model,
)
from app.settings import Settings, user_folders
from app.task_text import TaskRefused, checked_task, task_text
from automation.agent.outcomes import unforeseen
from automation.core.errors import AssistantError, MacroError
from automation.core.events import ApproveMode, Ended, Keep, RunEvent, Started, Stepped, Task
from automation.core.ports import Confirmer, ElementReader, Policy
from automation.core.proposal import Outcome
from automation.core.text import visible_text
from automation.core.timing import StopToken
from automation.macros.macro import Macro, Param
from automation.macros.play.linking import Source
from automation.macros.play.report import keep_report
from automation.macros.play.rows import unused_words
from automation.macros.play.values import Table, for_macros, open_table, unused_columns
from automation.macros.script.calls import Pictures
from automation.macros.script.parameters import Unusable
from automation.macros.script.policy import (
    EndRun,
    Inbox,
    Reply,
    Request,
    ScriptError,
    ScriptPolicy,
    ScriptStopped,
    error_of,
)
from automation.screen.refs import Listing

UsualMismatch = Literal["ask_model", "ask_me", "retry", "skip", "stop"]
"""What is done where a step does not fit and says nothing itself."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a script is run."""

    file: Path
    """The script's own file: its folder holds the pictures."""
    approve: ApproveMode = "ask"
    is_json: bool = False
    max_steps: int | None = None
    """As the user wants it; None takes the larger of the settings' and what the script needs."""
    needed_steps: int = 0
    timeout_s: float | None = None
    rows: int = 0
    """Rows that it goes over: each may take as long as the settings let a run."""
    keep: Keep | None = None
    speed: float = 10.0
    on_mismatch: UsualMismatch = "ask_model"
    model: str = ""
    """Folder of a model that may be loaded to be asked; empty for none."""
    breaks: bool = False
    first_row: int = 1


def script_arguments(doc: str | None = None, *, has_rows: bool = False) -> argparse.ArgumentParser:
    """Return a parser with what every script understands; add the script's own arguments to it.

    Args:
        doc: what `--help` says of the script.
    """
    parser = argparse.ArgumentParser(
        prog=Path(sys.argv[0]).name,
        description=_described(doc),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    own = parser.add_argument_group("of deskhand")
    own.add_argument(
        "--approve", choices=("ask", "assist", "auto", "dry-run"), default="ask",
        help="ask: every step (default); assist: what your settings allow runs; auto: what is easy "
        "to undo runs; dry-run: show, send nothing. What is hard to undo is always asked about",
    )  # fmt: skip
    own.add_argument("--json", action="store_true", help="write JSON lines, as deskhand do does")
    own.add_argument(
        "--speed", type=_between(float, 0.1, 10), metavar="N",
        help="0.1 to 10: below 10 the recorded pauses count, divided by it",
    )  # fmt: skip
    own.add_argument(
        "--breakpoints", action="store_true", help="ask before steps that have a breakpoint"
    )
    own.add_argument("--keep", choices=("all", "nothing"), help="what the history keeps of it")
    own.add_argument(
        "--max-steps", type=_between(int, 1, 100_000), metavar="N", help="end after so many actions"
    )
    own.add_argument(
        "--timeout",
        type=_between(float, 1, 86_400),
        metavar="S",
        help="end after so many seconds of work",
    )
    if has_rows:
        _add_rows(parser.add_argument_group("its table"))
    return parser


def _described(doc: str | None) -> str | None:
    """Return a description that argparse shows as it stands: it fills one in that holds `%(prog)`."""
    return doc.replace("%", "%%") if doc is not None and "%(prog)" in doc else doc


def _add_rows(group: "argparse._ArgumentGroup") -> None:
    group.add_argument("--rows", metavar="FILE.csv", required=True, help="the table to go over")
    group.add_argument(
        "--delimiter", metavar="C", default="", choices=("", ",", ";", "|", "tab"),
        help="what stands between cells: , ; | or tab (default: found out)",
    )  # fmt: skip
    group.add_argument(
        "--from-row", type=_between(int, 1, 100_000), metavar="N", default=1,
        help="begin with this row (from 1)",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fill:
    """An option that a column of the table may give for each row instead."""

    column: str
    read: Callable[[str], object] = str
    """As argparse takes it: raises `Unusable`."""
    default: object = None
    dest: str = ""
    """What the option is called among the given ones; empty for the column's name."""
    is_needed: bool = False
    """It must have a value outside the rows too."""

    @property
    def option(self) -> str:
        """Return the name among the given ones."""
        return self.dest or self.column


def read_table(given: argparse.Namespace, *wanted: str | Fill) -> Table:
    """Return the table that the command line names, with these columns in this order.

    An option that no column gives gets its default in `given`.

    Raises:
        MacroError: it cannot be read, lacks a column or the row to begin with, holds a cell that is
            no such value, or gives what an option gives too.
    """
    file = str(given.rows)
    whole = open_table(Path(file), {"tab": "\t"}.get(given.delimiter, given.delimiter))
    columns = tuple(one for one in wanted if isinstance(one, str))
    fills = {one.column: one for one in wanted if isinstance(one, Fill)}
    script = Macro(deskhand=1, name="script", columns=columns)
    table = for_macros(whole, [script], file, dict.fromkeys(fills, Param()))
    for one in fills.values():
        _fill(given, one, table)
    if note := unused_words(unused_columns(whole, table), file):
        complain(note)
    if given.from_row != 1 and given.from_row > len(table):
        raise Unusable(f"there is no row {given.from_row}; the table has {len(table)} rows")
    return table


def _fill(given: argparse.Namespace, one: Fill, table: Table) -> None:
    """Check what gives a value: the option, or a column that holds one in each row."""
    is_column, is_given = one.column in table.filled, getattr(given, one.option) is not None
    if is_column and is_given and not one.is_needed:
        raise Unusable(
            f"{one.column} has a value by its option and another in each row of {given.rows}, in "
            f"the column {one.column}; leave one of the two out"
        )
    if not is_given:
        if one.default is None and (one.is_needed or not is_column):
            message = f"{one.column}: no value was given; give its option"
            message += "" if one.is_needed else f", or {given.rows} a column called {one.column}"
            raise Unusable(message)
        setattr(given, one.option, one.default)
    if is_column:
        _check_cells(one, table, given.rows)


def _check_cells(one: Fill, table: Table, file: str) -> None:
    place = table.columns.index(one.column)
    for number, row in enumerate(table.rows, 1):
        try:
            one.read(row[place])
        except Unusable as error:
            raise Unusable(f"{file}, row {number}: {one.column} cannot be used, {error}") from error


def _between(kind: type[int] | type[float], least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            number = kind(text)
        except ValueError:
            number = kind(least) - 1
        if not least <= number <= most:
            word = "a whole number" if kind is int else "a number"
            raise argparse.ArgumentTypeError(
                f"found {text!r}, expected {word} from {least:g} to {most:g}"
            )
        return number

    return read


NOBODY = (
    "--approve ask needs somebody to ask: run it on a terminal, or with --json and decisions on "
    "standard input, or choose --approve assist, auto or dry-run"
)


class ScriptVoice:
    """A listener of the loop, on the agent thread; at the end it keeps the run's report."""

    def __init__(
        self, plan: Plan, policy: Callable[[], ScriptPolicy | None], stop: StopToken
    ) -> None:
        """Take what is run.

        Args:
            policy: returns the run's policy once there is one.
            stop: ends the run when nobody reads what is told.
        """
        self._listen = while_read(stop, self._tell)
        self._plan = plan
        self._policy = policy
        self._has_terminal = not plan.is_json and asks_here(plan.approve)
        self._plain = PlainWriter(sys.stdout, can_answer=self._has_terminal)
        self._lines = LineWriter(sys.stdout) if plan.is_json else None
        self._decider: JsonConfirmer | None = None
        self._data: Path | None = None
        self._started = ""

    def human(self) -> Confirmer | None:
        """Return who is asked; by lines only under `ask`, so that all else ends and never waits.

        Raises:
            ScriptError: nobody can be asked here.
        """
        if self._has_terminal:
            return TerminalConfirmer(lines_of(sys.stdin), sys.stdout)
        if self._plan.approve != "ask":
            return None
        if self._lines is not None:
            self._decider = JsonConfirmer(lines_of(sys.stdin), complain)
            return self._decider
        raise error_of(Outcome.USAGE, NOBODY)

    def keep_in(self, data: Path | None) -> None:
        """Keep the report in this folder; with None keep none."""
        self._data = data

    def __call__(self, happening: RunEvent) -> None:
        """Write the line for an event of the run; without a reader the run is stopped."""
        self._listen(happening)

    def _tell(self, happening: RunEvent) -> None:
        if self._decider is not None:
            self._decider.saw(happening)
        match happening:
            case Started():
                self._started = datetime.now(UTC).isoformat(timespec="seconds")
                self._say(happening)
            case Stepped() if self._lines is not None:
                fields = step_fields(happening.record)
                policy = self._policy()
                step = policy.current_step if policy is not None else None
                if step is not None and step.log.rung is not None:
                    fields |= {"rung": step.log.rung, "score": round(step.log.score, 4)}
                self._lines.write("step", happening.run, fields)
            case Ended():
                self._end(happening, self._report(happening))
            case _:
                self._say(happening)

    def never_began(self, ended: Ended) -> None:
        """Say why there was no run."""
        complain(ended.message)
        if self._lines is not None:
            self._lines.write("end", "", end_fields(ended))

    def _say(self, happening: RunEvent) -> None:
        (self._lines or self._plain)(happening)

    def _end(self, ended: Ended, report: str) -> None:
        if self._lines is not None:
            self._lines.write("end", ended.run, end_fields(ended, report=report))
            return
        self._plain(ended)
        if report:
            sys.stdout.write(f"Report: {report}\n")

    def _report(self, ended: Ended) -> str:
        """Keep the report and return its file; empty when none is kept."""
        policy = self._policy()
        if policy is None or not ended.run:
            return ""
        if ended.outcome not in (Outcome.DONE, Outcome.PARTIAL):
            policy.unfinished(ended.message)
        if self._data is None:
            return ""
        started = self._started or datetime.now(UTC).isoformat(timespec="seconds")
        report = policy.reporter.report(ended.run, started, str(ended.outcome), ended.message)
        try:
            return str(keep_report(self._data, report))
        except MacroError as error:
            complain(error)
            return ""


log = logging.getLogger(__name__)

_MOST_NAME_CHARS: Final = 100
_ENDING: Final = (signal.SIGTERM, signal.SIGHUP)
NOT_BEGUN: Final = "a step needs a run: use `with Hand(...) as hand:`"


class Interrupted(SystemExit):
    """A signal ended the script."""


class ScriptRun:
    """One run of one script. Made, begun and ended by the script's main thread."""

    def __init__(self, plan: Plan, pictures: Pictures) -> None:
        self._plan = plan
        self._pictures = pictures
        self._inbox = Inbox()
        self._stop = StopToken()
        self._policy: ScriptPolicy | None = None
        # Should a script leave it running: the process ends, and the executor lets go of everything.
        self._thread = threading.Thread(target=self._work, name="agent", daemon=True)
        self._signals = contextlib.ExitStack()
        self._is_begun = False

    def ask(self, request: Request) -> Reply:
        """Hand a request of the script over and return what came of it.

        Raises:
            RuntimeError: the run was not begun.
            ScriptError: the run is over.
            ScriptStopped: it was stopped.
        """
        if not self._is_begun:
            raise RuntimeError(NOT_BEGUN)
        return self._inbox.ask(request)

    def begin(self) -> None:
        """Begin the run; returns when it takes steps.

        Raises:
            RuntimeError: it was begun before, or this is not the main thread.
            ScriptError: it cannot begin.
        """
        if self._is_begun or threading.current_thread() is not threading.main_thread():
            raise RuntimeError("a Hand serves one run, which begins on the main thread")
        self._is_begun = True
        self._signals.enter_context(heeded(self._stop))
        try:
            self._thread.start()
            self._inbox.began.wait()
        except BaseException as error:
            self.end(EndRun(), error)
            raise
        ended = self._inbox.ended
        if ended is not None:
            self._settle()
            raise error_of(ended.outcome, ended.message)

    def end(self, request: EndRun, error: BaseException | None) -> Ended:
        """End the run and return how it ended.

        Args:
            error: what it ended with; an interruption stops the run at once.
        """
        _hold_signals()
        if isinstance(error, KeyboardInterrupt | Interrupted) or self._stop.is_set:
            self._stop.stop("signal")
        else:
            with contextlib.suppress(ScriptError, ScriptStopped):
                self._inbox.ask(request)
        self._settle()
        ended = self._inbox.ended
        assert ended is not None, "the thread says how it ended before it ends"
        return ended

    def _settle(self) -> None:
        self._thread.join()
        self._signals.close()

    def _work(self) -> None:
        """Run on the agent thread; whatever happens, the script is told."""
        ended = Ended("", Outcome.ERROR, "The run could not be begun.", 0)
        voice: ScriptVoice | None = None
        try:
            voice = ScriptVoice(self._plan, lambda: self._policy, self._stop)
            ended = self._run(voice)
        except ScriptError as error:
            ended = Ended("", error.outcome, str(error), 0)
        except AssistantError as error:
            finish = not_begun(error)
            ended = Ended("", finish.outcome, finish.message, 0)
        except BaseException as error:  # the thread's top frame
            log.exception("the script could not be run")
            finish = unforeseen(error)
            ended = Ended("", finish.outcome, finish.message, 0)
        finally:
            if voice is not None and not ended.run:
                voice.never_began(ended)
            self._inbox.over(ended)

    def _run(self, voice: ScriptVoice) -> Ended:
        check_room()
        folders = user_folders()
        folders.create()
        settings = with_model(settings_in(folders), self._plan.model or None)
        human = voice.human()
        brought = self._brought(settings, is_attended=human is not None)
        task = self._task(settings, brought)
        voice.keep_in(folders.data if task.keep != "nothing" else None)
        with desk_for_run(folders, settings, self._stop) as desk:
            return desk.run(task, human, voice, self._stop, brought=brought)

    def _brought(self, settings: Settings, *, is_attended: bool) -> Brought:
        plan = self._plan
        limits = budgets_of_known(
            settings,
            actions=plan.needed_steps,
            rows=plan.rows,
            max_steps=plan.max_steps,
            timeout_s=plan.timeout_s,
        )

        def bring(reader: ElementReader, model: Askable | None = None) -> Policy:
            tools = replace(
                services_for(reader, model, settings),
                speed=plan.speed,
                is_attended=is_attended,
                breaks=plan.breaks,
            )
            self._policy = ScriptPolicy(self._source(), self._inbox, tools)
            return self._policy

        return Brought(bring, limits, may_load=bool(plan.model))

    def _source(self) -> Source:
        plan = self._plan
        with contextlib.suppress(OSError):
            content = hashlib.sha256(plan.file.read_bytes()).hexdigest()
            return Source(_nameless(plan), self._pictures, is_trusted=True, digest=content)
        return Source(_nameless(plan), self._pictures, is_trusted=True)

    def _task(self, settings: Settings, brought: Brought) -> Task:
        return Task(
            task_text(visible_text(self._plan.file.name)),
            policy="macro",
            approve=self._plan.approve,
            max_steps=brought.limits.steps,
            timeout_s=brought.limits.wall_s,
            keep=keep_under(settings, self._plan.keep),
        )


def _nameless(plan: Plan) -> Macro:
    """Return the macro without steps that a script's steps belong to."""
    name = visible_text(plan.file.name)[:_MOST_NAME_CHARS]
    return Macro(deskhand=1, name=name, on_mismatch=plan.on_mismatch)


@contextlib.contextmanager
def heeded(stop: StopToken) -> Iterator[None]:
    """Stop the run on a signal, at once, and interrupt the script as Python does."""

    def _leave(number: int, _frame: object) -> None:
        raise Interrupted(SIGNAL_BASE + number)

    with stoppable(stop):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for number in _ENDING:
            signal.signal(number, _leave)
        yield


TaskPolicy = Literal["auto", "commands", "holotron", "remote"]
"""Who decides a task; `auto` takes what is there."""


def run_task(
    text: str, *, approve: ApproveMode = "ask", policy: TaskPolicy = "auto",
    max_steps: int | None = None, timeout_s: float | None = None, pick: int | None = None,
    keep: Keep | None = None, heard: Callable[[RunEvent], None] | None = None,
) -> Ended:  # fmt: skip
    """Run a task in plain words to its end, as `deskhand do` does, and return how it ended.

    A task that was not done is no error: `outcome` says how it ended, `effects` what is known of what
    it sent. What was asked is asked on the terminal.

    Args:
        approve: as on the command line.
        max_steps: actions after which it ends; None takes the settings'.
        timeout_s: seconds of work after which it ends; None takes the settings'.
        pick: the number that answers its first question.
        keep: what the history keeps; None takes the settings'.
        heard: called with each event while it runs, on this thread; what it raises stops the run and
            is raised here.

    Raises:
        ScriptError: it is no task, or it asks about every step and nobody can be asked here.
        KeyboardInterrupt: Ctrl+C stopped it.
    """
    try:
        words = checked_task(text)
    except TaskRefused as error:
        raise error_of(Outcome.USAGE, str(error)) from error
    has_terminal = asks_here(approve)
    if approve == "ask" and not has_terminal:
        raise error_of(Outcome.USAGE, NOBODY)
    human = TerminalConfirmer(lines_of(sys.stdin), sys.stdout) if has_terminal else None
    stop, raised = StopToken(), list[BaseException]()
    plain = PlainWriter(sys.stdout, can_answer=True) if has_terminal else None

    def listen(happening: RunEvent) -> None:
        if plain is not None:
            plain(happening)
        if heard is not None and not raised:
            try:
                heard(happening)
            except BaseException as error:  # noqa: BLE001 - the script's own, raised there again
                raised.append(error)
                stop.stop("signal")

    def task_of(settings: Settings) -> Task:
        return Task(
            words,
            policy=policy,
            approve=approve,
            max_steps=max_steps or settings.budgets.steps,
            timeout_s=timeout_s or settings.budgets.wall_s,
            pick=pick,
            keep=keep_under(settings, keep),
        )

    with _stopped_by_signals(stop) as caught:
        ended = run_alone(task_of, human, while_read(stop, listen), stop)
    if raised:
        raise raised[0]
    if caught:
        raise (
            KeyboardInterrupt
            if caught[0] == signal.SIGINT
            else Interrupted(SIGNAL_BASE + caught[0])
        )
    return ended


def look(window: str = "") -> Listing:
    """Return what a window has, by short names; a task may say them: `run_task("click e14")`.

    Nothing is sent and no window is raised. A thing keeps its name from look to look; `changes` tells
    what is different between two.

    Args:
        window: words of its title, or its program; empty for the window in front.

    Raises:
        ScriptError: no such window is there, several are, it is never to be looked at, or the screen
            cannot be seen.
    """
    from app.look import NoLook  # noqa: PLC0415 - brings the desktop
    from app.look import look as take_look  # noqa: PLC0415

    folders = user_folders()
    folders.create()
    try:
        return take_look(folders, settings_in(folders), StopToken(), window=window).listing
    except NoLook as error:
        raise error_of(error.outcome, str(error)) from error
    except AssistantError as error:
        raise error_of(not_begun(error).outcome, str(error)) from error


@contextlib.contextmanager
def _stopped_by_signals(stop: StopToken) -> Iterator[list[int]]:
    """Turn signals into a stop, where that can be: Python takes handlers from its main thread alone."""
    if threading.current_thread() is not threading.main_thread():
        yield []
        return
    with stoppable(stop) as caught:
        yield caught


def _hold_signals() -> None:
    """Let no signal cut the ending short; each still stops the run."""
    for number in (signal.SIGINT, *_ENDING):
        signal.signal(number, lambda *_: None)
