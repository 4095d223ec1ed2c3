"""`deskhand macro play`: runs a macro from the command line, with values, rows and a report. No Qt."""

import argparse
import hashlib
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import Final

from app.do_command import run_brought
from app.folders import user_folders
from app.jsonlines import LineWriter, end_fields, step_fields
from app.macro_command import library, trust_book
from app.macro_judge import Judge
from app.plain import PlainWriter
from app.room import check_room
from app.run_terms import Brought, budgets
from app.settings import SettingsFile
from automation.core.clock import SystemClock
from automation.core.errors import AssistantError, MacroError
from automation.core.events import Ended, RunEvent, Started, Stepped
from automation.core.observation import Frame
from automation.core.ports import ElementReader, Policy
from automation.core.proposal import EXIT_CODES, Outcome
from automation.core.visible import visible_text
from automation.desktop.input.protocol import Budgets
from automation.macros.finder.ladder import LadderFinder
from automation.macros.images import decode
from automation.macros.library import Kept, Library
from automation.macros.player.health import keep_health, read_health
from automation.macros.player.limits import most_actions
from automation.macros.player.linking import Linked, Source, link
from automation.macros.player.moments import Tools
from automation.macros.player.policy import MacroPolicy, Play
from automation.macros.player.report import keep_report, report_file
from automation.macros.player.tables import Table, for_macros, open_table
from automation.macros.player.values import Asked, BadValue, Scope, scope_for
from automation.macros.trust import TrustBook, digest

LONGEST_S: Final = 86_400.0
_CACHED: Final = 64
"""Pictures that are kept unpacked; each is about 160 x 64."""


class Refusal(AssistantError):
    """The command cannot begin; nothing was sent."""

    def __init__(self, outcome: Outcome, message: str) -> None:
        super().__init__(message)
        self.outcome = outcome


class LibraryImages:
    """Implements `found.Images` for a macro of the library, with the pictures that were trusted."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._frames: dict[str, Frame] = {}
        self._marks: dict[str, bytes] = {}

    def read(self, path: str) -> bytes:
        """Return the file of a picture, the same at every call.

        Raises:
            MacroError: it is missing, or another one than before.
        """
        data = self._kept.image(path)
        mark = hashlib.sha256(data).digest()
        if self._marks.setdefault(path, mark) != mark:
            message = f"the picture {path} was changed while the macro was played; play it again"
            raise MacroError(message)
        return data

    def image(self, path: str) -> Frame:
        """Return the picture of this path.

        Raises:
            MacroError: it is missing or cannot be read.
        """
        if path not in self._frames:
            if len(self._frames) >= _CACHED:
                self._frames.pop(next(iter(self._frames)))
            self._frames[path] = decode(self.read(path))
        return self._frames[path]


def play(arguments: argparse.Namespace) -> int:
    """Play a macro to its end and return the exit status; every way out says one sentence."""
    check_room()
    try:
        performance = _Performance(arguments, library(), trust_book())
    except Refusal as error:
        return _fail(arguments, error.outcome, str(error))
    except MacroError as error:
        return _fail(arguments, Outcome.FAILED, str(error))
    return performance.run()


def _fail(arguments: argparse.Namespace, outcome: Outcome, message: str) -> int:
    sys.stderr.write(f"deskhand: {message}\n")
    if arguments.json:
        LineWriter(sys.stdout).write("end", "", end_fields(Ended("", outcome, message, 0)))
    return EXIT_CODES[outcome]


class _Performance:
    """One run of the command: what is played, who listens, what is kept of it."""

    def __init__(self, arguments: argparse.Namespace, shelf: Library, book: TrustBook) -> None:
        """Read everything that the run needs.

        Raises:
            Refusal: a value or column is missing, or the macro may not run in this mode.
            MacroError: a macro cannot be read, or is not replayed.
        """
        self._arguments = arguments
        self._data = user_folders().data
        kept = shelf.open(arguments.name)
        self._slug = kept.folder.name
        self._linked = link(_source(kept, book), lambda name: _source(shelf.open(name), book))
        self._check_trust()
        self._scope = _scope(self._linked, arguments.param)
        self._table = _table(self._linked, arguments)
        self._settings = SettingsFile(user_folders().settings_file).load()[0]
        self._policy: MacroPolicy | None = None
        self._started = ""
        self._play = self._made()
        self._lines = _PlayLines(self) if arguments.json else None
        can_answer = sys.stdin.isatty() and arguments.approve == "ask"
        self._plain = PlainWriter(sys.stdout, can_answer=can_answer)

    def _check_trust(self) -> None:
        """Let an untrusted macro run step by step only, whatever the mode says."""
        if self._linked.is_trusted or self._arguments.approve == "dry-run":
            return
        names = ", ".join(f"“{visible_text(name)}”" for name in self._linked.untrusted)
        if self._arguments.approve != "ask":
            message = (
                f"{names} is not trusted, so each step is asked about: use --approve ask, or read "
                "it with deskhand macro show and then trust it with deskhand macro trust"
            )
            raise Refusal(Outcome.BLOCKED, message)

    def _made(self) -> Play:
        arguments = self._arguments
        play = Play(
            linked=self._linked,
            scope=self._scope,
            table=self._table,
            first_row=arguments.from_row,
            on_row_failure="next" if arguments.keep_going else "stop",
            start_at=arguments.from_step,
            stop_after=arguments.to_step,
        )
        MacroPolicy(play, self._tools(None))  # says what is wrong before anything begins
        return play

    def _tools(self, reader: ElementReader | None) -> Tools:
        words = self._settings.extra_danger_words
        return Tools(
            finder=LadderFinder(reader),  # type: ignore[arg-type]  # None is never looked with
            reader=reader,  # type: ignore[arg-type]  # the same
            clock=SystemClock(),
            assess=Judge(reader, words) if reader is not None else None,
            speed=self._arguments.speed or self._linked.main.macro.speed,
            is_attended=self._arguments.approve == "ask",
            breaks=self._arguments.breakpoints,
        )

    def run(self) -> int:
        """Play it, keep the report, and return the exit status."""
        arguments, rows = self._arguments, len(self._table) if self._table else 0
        limits = self._limits(rows)
        arguments.max_steps, arguments.timeout = limits.steps, limits.wall_s
        text = f"Play the macro “{visible_text(self._linked.main.macro.name)}”"
        return run_brought(arguments, text, Brought(self._bring, limits), self._listen)

    def _limits(self, rows: int) -> Budgets:
        """Return what the macro can come to as the run's limits; the user's word goes first."""
        usual, arguments = budgets(self._settings), self._arguments
        steps = arguments.max_steps or max(usual.steps, most_actions(self._linked, rows))
        wall_s = arguments.timeout or min(usual.wall_s * max(1, rows), LONGEST_S)
        return Budgets(
            steps=steps,
            wall_s=wall_s,
            chars=usual.chars,
            pointer_events_per_s=usual.pointer_events_per_s,
            key_events_per_s=usual.key_events_per_s,
        )

    def _bring(self, reader: ElementReader) -> Policy:
        self._policy = MacroPolicy(self._play, self._tools(reader))
        return self._policy

    def _listen(self, happening: RunEvent) -> None:
        if isinstance(happening, Started):
            self._started = datetime.now(UTC).isoformat(timespec="seconds")
        if isinstance(happening, Ended):
            self._keep(happening)
        (self._lines or self._plain)(happening)
        if isinstance(happening, Ended) and self._lines is None:
            self._tell_more(happening)

    def _keep(self, ended: Ended) -> None:
        """Write the report and the line of health; the run has ended well whatever comes of it."""
        if self._policy is None or not ended.run:
            return
        if ended.outcome not in (Outcome.DONE, Outcome.PARTIAL):
            self._policy.unfinished(ended.message)
        started = self._started or datetime.now(UTC).isoformat(timespec="seconds")
        report = self._policy.reporter.report(ended.run, started, str(ended.outcome), ended.message)
        if (self._arguments.keep or self._settings.keeping.runs) == "nothing":
            return
        try:
            keep_report(self._data, report)
            health = read_health(self._data, self._slug)
            keep_health(self._data, self._slug, health.after(report))
        except MacroError as error:
            sys.stderr.write(f"deskhand: {error}\n")

    def report_of(self, run: str) -> str:
        """Return the path of the run's report; empty where none is kept."""
        file = report_file(self._data, run)
        return str(file) if run and file.exists() else ""

    def found(self, n: int) -> tuple[str, float] | None:
        """Return rung and score of the step that is in hand; None where nothing was found for it."""
        step = self._policy.run_in_hand if self._policy is not None else None
        if step is None or step.notes.rung is None:
            return None
        return step.notes.rung, step.notes.score

    def _tell_more(self, ended: Ended) -> None:
        if self._policy is None:
            return
        for repair in self._policy.repairs:
            sys.stdout.write(
                f"Step {repair.step_id} was found {_HOW[repair.found.rung]}; the macro is as it was. "
                "Change its target in macro.yaml, or record the step again, to keep that.\n"
            )
        if path := self.report_of(ended.run):
            sys.stdout.write(f"Report: {path}\n")


_HOW: Final = {"model": "by the model", "user": "where you showed it"}


class _PlayLines(LineWriter):
    """Writes a run's lines, with rung and score for its steps and the report at its end."""

    def __init__(self, performance: _Performance) -> None:
        super().__init__(sys.stdout)
        self._performance = performance

    def __call__(self, happening: RunEvent) -> None:
        """Write the line for an event of the run."""
        match happening:
            case Stepped():
                fields = step_fields(happening.record)
                if found := self._performance.found(happening.record.n):
                    fields |= {"rung": found[0], "score": round(found[1], 4)}
                self.write("step", happening.run, fields)
            case Ended():
                report = self._performance.report_of(happening.run)
                self.write("end", happening.run, end_fields(happening, report=report))
            case _:
                super().__call__(happening)


def _source(kept: Kept, book: TrustBook) -> Source:
    if kept.note:  # what would be played is not what was saved last
        name = visible_text(kept.macro.name)
        message = f"{kept.note}. Look at it first: deskhand macro show {quote(name)}"
        raise MacroError(message)
    images = LibraryImages(kept)
    content = digest(kept.macro, images.read)
    return Source(kept.macro, images, book.is_trusted(content), content)


def _scope(linked: Linked, given: Sequence[str]) -> Scope:
    values: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign:
            message = f"found --param {text!r}, expected NAME=VALUE"
            raise Refusal(Outcome.USAGE, message)
        values[name] = value
    try:
        scope = scope_for(linked.main.macro, values)
    except BadValue as error:
        raise Refusal(Outcome.USAGE, str(error)) from error
    if isinstance(scope, Asked):
        raise Refusal(Outcome.USAGE, scope.sentence)
    return scope


def _table(linked: Linked, arguments: argparse.Namespace) -> Table | None:
    if not arguments.rows:
        return None
    if not linked.has_rows:
        message = f"the macro “{visible_text(linked.main.macro.name)}” goes over no table; leave --rows out"
        raise Refusal(Outcome.USAGE, message)
    delimiter = {"tab": "\t"}.get(arguments.delimiter, arguments.delimiter)
    try:
        table = open_table(Path(arguments.rows), delimiter)
        macros = [source.macro for source in linked.all]
        return for_macros(table, macros, arguments.rows)
    except MacroError as error:
        raise Refusal(Outcome.USAGE, str(error)) from error
