"""`deskhand macro play`: plays a macro from the command line, with values, rows and a report. No Qt."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Final

import msgspec

from app.do_command import asks_on_terminal, run_brought
from app.folders import user_folders
from app.jsonlines import Line, LineWriter, end_fields, step_fields
from app.macro_command import library, trust_book
from app.macro_lock import LockLook
from app.macro_nobody import NobodyAsked
from app.macro_performance import Performance, PlayRequest, Refusal
from app.macro_repairs import RepairShelf
from app.macro_repairs_command import pictures
from app.macro_sources import library_of
from app.macros.library.last_values import FILE as VALUES
from app.macros.library.last_values import LastValues
from app.plain import PlainWriter
from app.room import check_room
from app.run_terms import Askable, Brought
from app.settings import SettingsFile
from automation.core.errors import MacroError
from automation.core.events import Ended, Proposed, RunEvent, Stepped
from automation.core.ports import ElementReader, Listener, Policy
from automation.core.proposal import EXIT_CODES, Outcome
from automation.core.visible import visible_text
from automation.macros.library import Library
from automation.macros.player.report import Report


def play(arguments: argparse.Namespace, look: LockLook | None = None) -> int:
    """Play a macro to its end and return the exit status; every way out says one sentence.

    Args:
        arguments: of the command line.
        look: looks for a lock while nobody attends the play, and ends it; None where somebody does.
    """
    check_room()
    try:
        performance = _performance(arguments)
    except Refusal as error:
        return _fail(arguments, error.outcome, str(error))
    except MacroError as error:
        return _fail(arguments, Outcome.FAILED, str(error))
    limits = performance.brought.limits
    arguments.max_steps, arguments.timeout = limits.steps, limits.wall_s
    _remember(performance)
    write = _writer(arguments, performance)
    if performance.note:
        sys.stderr.write(f"deskhand: {performance.note}\n")
        if isinstance(write, _Lines):
            write.write("note", "", {"message": performance.note})
    listener = _Followed(performance, write)
    asked = look or LockLook(is_attended=True)
    may_load = arguments.model is not None
    brought = replace(performance.brought, true_cause=asked.true_cause, may_load=may_load)
    if look is not None:
        brought = _under(look, brought)
    return run_brought(arguments, performance.text, brought, listener)


def _remember(performance: Performance) -> None:
    """Remember the values that somebody has written here, as the form does; what is never kept is not."""
    request = performance.request
    is_given = bool(request.values) or request.rows is not None
    if request.by == "cli" and is_given and performance.task.keep != "nothing":
        is_part = bool(request.from_step or request.to_step)
        last = LastValues(user_folders().data / VALUES)
        last.keep_play(request.folder, performance.macro, request, is_part=is_part)


def _under(look: LockLook, brought: Brought) -> Brought:
    """Return what is brought so that it ends once the screen is locked."""

    def bring(reader: ElementReader, model: Askable | None = None) -> Policy:
        return look.over(brought.policy(reader, model))

    return replace(brought, policy=bring)


def _performance(arguments: argparse.Namespace) -> Performance:
    folders, shelf = user_folders(), library()
    settings, _sentence = SettingsFile(folders.settings_file).load()
    request = _request(arguments, _folder(shelf, arguments))
    return Performance(request, shelf, trust_book(), settings=settings, data=folders.data)


def _folder(shelf: Library, arguments: argparse.Namespace) -> Path:
    """Return the folder of the macro that is meant; a schedule means its folder and no other.

    Raises:
        MacroError: there is none.
    """
    name = arguments.name
    return shelf.at(name) if arguments.unattended else shelf.folder(name)


def _request(arguments: argparse.Namespace, folder: Path) -> PlayRequest:
    return PlayRequest(
        folder.name,
        values=_values(arguments.param),
        rows=Path(arguments.rows) if arguments.rows else None,
        delimiter=arguments.delimiter,
        from_row=arguments.from_row,
        failed_rows=arguments.failed_rows,
        keep_going=arguments.keep_going,
        from_step=arguments.from_step,
        to_step=arguments.to_step,
        breakpoints=arguments.breakpoints,
        speed=arguments.speed or None,
        approve=arguments.approve,
        has_terminal=asks_on_terminal(arguments),
        max_steps=arguments.max_steps,
        timeout_s=arguments.timeout,
        keep=arguments.keep,
        by="schedule" if arguments.unattended else "cli",
    )


def _values(given: Sequence[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign:
            message = f"found --param {text!r}, expected NAME=VALUE"
            raise Refusal(Outcome.USAGE, message)
        values[name] = value
    return values


def _fail(arguments: argparse.Namespace, outcome: Outcome, message: str) -> int:
    sys.stderr.write(f"deskhand: {message}\n")
    if arguments.json:
        LineWriter(sys.stdout).write("end", "", end_fields(Ended("", outcome, message, 0)))
    return EXIT_CODES[outcome]


def _writer(arguments: argparse.Namespace, performance: Performance) -> Listener:
    if arguments.json:
        return _Lines(performance)
    can_answer = performance.request.has_terminal
    plain = PlainWriter(
        sys.stdout, can_answer=can_answer, number_of=lambda _proposed: performance.in_hand.number
    )
    return _Words(performance, plain)


class _Followed:
    """Lets the play hear first, so that what it kept can be told."""

    def __init__(self, performance: Performance, write: Listener) -> None:
        self._performance = performance
        self._write = write
        self._nobody = NobodyAsked(may_ask=performance.request.has_terminal)

    def __call__(self, happening: RunEvent) -> None:
        """Tell both of an event of the run."""
        self._performance.listen(happening)
        if isinstance(happening, Ended) and self._performance.problem:
            sys.stderr.write(f"deskhand: {self._performance.problem}\n")
        self._write(self._nobody.told(happening))


_OF_A_ROW: Final = frozenset({"proposal", "confirmation", "step", "question", "end"})
"""Lines that name the row which is being done."""


class _Lines(LineWriter):
    """Writes a run's lines, with row, rung and score for its steps and the report at its end."""

    def __init__(self, performance: Performance) -> None:
        super().__init__(sys.stdout)
        self._performance = performance

    def write(self, name: str, run: str, fields: Line) -> None:
        """Write one line; in a row of the table it names that."""
        row = self._performance.in_hand.row if name in _OF_A_ROW else 0
        super().write(name, run, {"row": row, **fields} if row else fields)

    def __call__(self, happening: RunEvent) -> None:
        """Write the line for an event of the run."""
        match happening:
            case Stepped():
                fields = step_fields(happening.record)
                if found := self._performance.in_hand.found:
                    fields |= {"rung": found[0], "score": round(found[1], 4)}
                if tried := self._performance.in_hand.tried:
                    fields |= {"tried": msgspec.to_builtins(tried)}
                self.write("step", happening.run, fields)
            case Ended():
                path = self._performance.report_path
                report = str(path) if path is not None else ""
                fields = end_fields(happening, report=report)
                fields |= _times(self._performance.report)
                self.write("end", happening.run, fields)
            case _:
                super().__call__(happening)


def _times(report: Report | None) -> Line:
    """Return how long the play took, and what of it the programs; nothing where nobody knows."""
    if report is None or not report.ratio:
        return {}
    return {"used_ms": report.used_ms, "apps_ms": report.apps_ms, "ratio": report.ratio}


class _Words:
    """Writes a run for people, and after its end what may be kept of it."""

    def __init__(self, performance: Performance, plain: PlainWriter) -> None:
        self._performance = performance
        self._plain = plain
        self._row = 0

    def __call__(self, happening: RunEvent) -> None:
        """Write the line for an event of the run; of a table, each row that begins."""
        row = self._performance.in_hand.row
        if isinstance(happening, Proposed) and row not in (0, self._row):
            self._row = row
            sys.stdout.write(f"Row {row} of {self._performance.rows}\n")
        self._plain(happening)
        if not isinstance(happening, Ended):
            return
        if words := self._performance.pace:
            sys.stdout.write(f"{words}\n")
        _offer(self._performance)
        if self._performance.report_path is not None:
            sys.stdout.write(f"Report: {self._performance.report_path}\n")


def _offer(performance: Performance) -> None:
    """Say what was repaired, where both pictures lie, and how it is kept."""
    if performance.problem or not performance.waiting_repairs:
        return
    data = user_folders().data
    waiting, shelf = RepairShelf(data), library_of(data)
    for one in performance.waiting_repairs:
        sys.stdout.write(f"{visible_text(one.words)}; the macro is as it was.\n")
        paths = zip(("before", "now"), pictures(one, waiting, shelf), strict=True)
        sys.stdout.writelines(f"  {what}: {path}\n" for what, path in paths if path)
    for folder in dict.fromkeys(one.folder for one in performance.waiting_repairs):
        said = f"deskhand macro repairs {quote(folder)} --all"
        sys.stdout.write(f"Keep what was found: {said}, or --accept STEP for one of them.\n")
