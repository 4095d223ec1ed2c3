"""`deskhand macro play`: plays a macro with values, rows and a report, also at a time when nobody attends.

With `--unattended` it begins only over a desktop that nobody uses and nobody locked. The executor looks
for a lock again before every action; here it is looked at before anything begins.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote
from typing import Final

import msgspec
import xcffib.screensaver

from app.cli.do import asks_on_terminal, run_brought
from app.cli.macro import library, trust_book
from app.cli.macro_schedule import pictures
from app.cli.output import Ending, Speaker
from app.long_work import check_room
from app.macros.library import library_of
from app.macros.play import MacroRun, UnattendedHint
from app.macros.play_request import PlayRequest, Refusal
from app.macros.repairs import RepairShelf
from app.macros.request import FILE as VALUES
from app.macros.request import LastValues
from app.macros.screen_lock import Lock, LockLook, look_for_lock
from app.notifications import notify
from app.run_lines import Line, LineWriter, PlainWriter, complain, end_fields, step_fields
from app.run_lock import ask
from app.run_options import Askable, Brought
from app.settings import SettingsFile, user_folders
from automation.agent.outcomes import LOCKED
from automation.core.errors import CaptureError, MacroError
from automation.core.events import Ended, Proposed, RunEvent, Stepped
from automation.core.ports import ElementReader, Listener, Policy
from automation.core.proposal import EXIT_CODES, Outcome
from automation.core.text import visible_text
from automation.desktop import x11
from automation.desktop.input.grabs import KeyboardProbe
from automation.macros.library import Library
from automation.macros.play.report import Report


def play(arguments: argparse.Namespace) -> int:
    """Play a macro, with `--unattended` once nobody works, and return the exit status."""
    return play_unattended(arguments) if arguments.unattended else _play(arguments)


def _play(arguments: argparse.Namespace, look: LockLook | None = None) -> int:
    """Play a macro to its end and return the exit status; every way out says one sentence.

    Args:
        look: looks for a lock while nobody attends the play, and ends it; None where somebody does.
    """
    check_room()
    try:
        macro_run = _macro_run(arguments)
    except (Refusal, MacroError) as error:
        outcome = error.outcome if isinstance(error, Refusal) else Outcome.FAILED
        return Speaker(is_json=arguments.json).end(Ending(str(error), outcome))
    limits = macro_run.brought.limits
    arguments.max_steps, arguments.timeout = limits.steps, limits.wall_s
    _remember(macro_run)
    write = _writer(arguments, macro_run)
    if macro_run.note:
        complain(macro_run.note)
        if isinstance(write, _Lines):
            write.write("note", "", {"message": macro_run.note})
    listener = _Followed(macro_run, write)
    asked = look or LockLook(is_attended=True)
    may_load = arguments.model is not None
    brought = replace(macro_run.brought, true_cause=asked.true_cause, may_load=may_load)
    if look is not None:
        brought = _under(look, brought)
    return run_brought(arguments, macro_run.text, brought, listener)


def _remember(macro_run: MacroRun) -> None:
    """Remember the values that somebody has written here, as the form does; what is never kept is not."""
    request = macro_run.request
    is_given = bool(request.values) or request.rows is not None
    if request.by == "cli" and is_given and macro_run.task.keep != "nothing":
        is_part = bool(request.from_step or request.to_step)
        last = LastValues(user_folders().data / VALUES)
        last.keep_play(request.folder, macro_run.macro, request, is_part=is_part)


def _under(look: LockLook, brought: Brought) -> Brought:
    """Return what is brought so that it ends once the screen is locked."""

    def bring(reader: ElementReader, model: Askable | None = None) -> Policy:
        return look.over(brought.policy(reader, model))

    return replace(brought, policy=bring)


def _macro_run(arguments: argparse.Namespace) -> MacroRun:
    folders, shelf = user_folders(), library()
    settings, _sentence = SettingsFile(folders.settings_file).load()
    request = _request(arguments, _folder(shelf, arguments))
    return MacroRun(request, shelf, trust_book(), settings=settings, data=folders.data)


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
            raise Refusal(Outcome.USAGE, f"found --param {text!r}, expected NAME=VALUE")
        values[name] = value
    return values


def _writer(arguments: argparse.Namespace, macro_run: MacroRun) -> Listener:
    if arguments.json:
        return _Lines(macro_run)
    can_answer = macro_run.request.has_terminal
    plain = PlainWriter(
        sys.stdout, can_answer=can_answer, number_of=lambda _proposed: macro_run.status.number
    )
    return _Words(macro_run, plain)


class _Followed:
    """Lets the play hear first, so that what it kept can be told."""

    def __init__(self, macro_run: MacroRun, write: Listener) -> None:
        self._macro_run = macro_run
        self._write = write
        self._hint = UnattendedHint(may_ask=macro_run.request.has_terminal)

    def __call__(self, happening: RunEvent) -> None:
        """Tell both of an event of the run."""
        self._macro_run.listen(happening)
        if isinstance(happening, Ended) and self._macro_run.problem:
            complain(self._macro_run.problem)
        self._write(self._hint.with_hint(happening))


_OF_A_ROW: Final = frozenset({"proposal", "confirmation", "step", "question", "end"})
"""Lines that name the row which is being done."""


class _Lines(LineWriter):
    """Writes a run's lines, with row, rung and score for its steps and the report at its end."""

    def __init__(self, macro_run: MacroRun) -> None:
        super().__init__(sys.stdout)
        self._macro_run = macro_run

    def write(self, name: str, run: str, fields: Line) -> None:
        """Write one line; in a row of the table it names that."""
        row = self._macro_run.status.row if name in _OF_A_ROW else 0
        super().write(name, run, {"row": row, **fields} if row else fields)

    def __call__(self, happening: RunEvent) -> None:
        """Write the line for an event of the run."""
        match happening:
            case Stepped():
                fields = step_fields(happening.record)
                if found := self._macro_run.status.found:
                    fields |= {"rung": found[0], "score": round(found[1], 4)}
                if tried := self._macro_run.status.tried:
                    fields |= {"tried": msgspec.to_builtins(tried)}
                self.write("step", happening.run, fields)
            case Ended():
                path = self._macro_run.report_path
                report = str(path) if path is not None else ""
                fields = end_fields(happening, report=report)
                fields |= _times(self._macro_run.report)
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

    def __init__(self, macro_run: MacroRun, plain: PlainWriter) -> None:
        self._macro_run = macro_run
        self._plain = plain
        self._row = 0

    def __call__(self, happening: RunEvent) -> None:
        """Write the line for an event of the run; of a table, each row that begins."""
        row = self._macro_run.status.row
        if isinstance(happening, Proposed) and row not in (0, self._row):
            self._row = row
            sys.stdout.write(f"Row {row} of {self._macro_run.rows}\n")
        self._plain(happening)
        if not isinstance(happening, Ended):
            return
        if words := self._macro_run.pace:
            sys.stdout.write(f"{words}\n")
        _offer(self._macro_run)
        if self._macro_run.report_path is not None:
            sys.stdout.write(f"Report: {self._macro_run.report_path}\n")


def _offer(macro_run: MacroRun) -> None:
    """Say what was repaired, where both pictures lie, and how it is kept."""
    if macro_run.problem or not macro_run.waiting_repairs:
        return
    data = user_folders().data
    waiting, shelf = RepairShelf(data), library_of(data)
    for one in macro_run.waiting_repairs:
        sys.stdout.write(f"{visible_text(one.words)}; the macro is as it was.\n")
        paths = zip(("before", "now"), pictures(one, waiting, shelf), strict=True)
        sys.stdout.writelines(f"  {what}: {path}\n" for what, path in paths if path)
    for folder in dict.fromkeys(one.folder for one in macro_run.waiting_repairs):
        said = f"deskhand macro repairs {quote(folder)} --all"
        sys.stdout.write(f"Keep what was found: {said}, or --accept STEP for one of them.\n")


POLL_S: Final = 5.0
BUSY: Final = "another run holds this desktop"
UNKNOWN_IDLE: Final = (
    "this display does not tell when mouse and keyboard were used last (it lacks MIT-SCREEN-SAVER); "
    "to begin without knowing that, add --idle 0"
)
NOBODY_TELLS: Final = (
    "no service of this desktop tells of a locked screen; windows and programs of known lockers and a "
    "held keyboard were looked for, and there are none"
)
HELD: Final = (
    "another program holds the keyboard, as a screen locker does, and no service of this desktop "
    "tells whether the screen is locked"
)
_SIGNALS: Final = 128


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why a macro may not begin by itself."""

    why: str
    """In a sentence."""
    cause: str = ""
    """`locked` where it is a lock, or nobody knows whether there is one."""


class ThisDesktop:
    """What is asked of this display before a macro begins by itself."""

    def lock(self) -> Lock:
        """Look for a lock, and ask who tells of one.

        Raises:
            CaptureError: there is no display.
        """
        return look_for_lock()

    def is_keyboard_held(self) -> bool:
        """Tell whether a program has grabbed the keyboard, as every locker of X11 does.

        Raises:
            CaptureError: there is no display.
        """
        connection = x11.connect()
        try:
            return KeyboardProbe(connection).is_taken()
        finally:
            connection.disconnect()

    def is_busy(self) -> bool:
        """Tell whether a run lives: one that does not answer lives too."""
        try:
            return ask(user_folders().runtime, "status") is not None
        except (OSError, ValueError):
            return True

    def idle_s(self) -> float | None:
        """Return the seconds since mouse or keyboard were used; None where nobody knows.

        Raises:
            CaptureError: there is no display.
        """
        connection = x11.connect()
        try:
            server = connection(xcffib.screensaver.key)
            told = server.QueryInfo(x11.root_of(connection)).reply()
        except xcffib.XcffibException:
            return None
        finally:
            connection.disconnect()
        return float(told.ms_since_user_input) / 1000


def play_unattended(arguments: argparse.Namespace) -> int:
    """Play a macro once nobody works, and return the exit status; every way out says one sentence."""
    speaker = Speaker(is_json=arguments.json)
    if arguments.approve not in ("assist", "auto"):
        message = "nobody can be asked: choose --approve assist or auto with --unattended"
        return speaker.end(Ending(message, Outcome.USAGE))
    try:
        found = wait_until_free(ThisDesktop(), arguments.idle, arguments.wait)
    except CaptureError as error:
        found = Hindrance(str(error))
    if found is not None:
        said = f"nothing was played: {found.why}"
        more = {"cause": found.cause} if found.cause else {}
        return speaker.end(Ending(said, Outcome.ENVIRONMENT, more=more))

    look = LockLook()
    look.start()
    try:
        status = _play(arguments, look)
    finally:
        look.close()
    if look.why or (status not in (0, EXIT_CODES[Outcome.STOPPED]) and status < _SIGNALS):
        _tell(arguments.name, _name_of(arguments.name), status, look.why)
    return status


def wait_until_free(
    desktop: ThisDesktop,
    idle_s: float,
    wait_s: float,
    sleep: Callable[[float], None] = time.sleep,
    now_s: Callable[[], float] = time.monotonic,
) -> Hindrance | None:
    """Wait until nobody works and no run lives.

    Args:
        idle_s: how long mouse and keyboard must have rested.
        now_s: a clock that only goes forward.

    Returns:
        Why nothing may begin; None when it may. A locked screen is not waited for: whoever
        unlocks it wants to work. One of which nobody knows counts as locked.

    Raises:
        CaptureError: there is no display.
    """
    deadline_s = now_s() + wait_s
    is_told = False
    while True:
        lock = desktop.lock()
        if lock.problem:
            return Hindrance(lock.problem, LOCKED)
        if not lock.is_told and desktop.is_keyboard_held():
            return Hindrance(HELD, LOCKED)
        rests_s = desktop.idle_s() if idle_s > 0 else idle_s
        if rests_s is None:
            return Hindrance(UNKNOWN_IDLE)
        is_busy = desktop.is_busy()
        if not is_busy and rests_s >= idle_s:
            if not lock.is_told:
                complain(NOBODY_TELLS)
            return None
        why = BUSY if is_busy else f"mouse or keyboard were used {rests_s:.0f} s ago"
        left_s = deadline_s - now_s()
        if left_s <= 0:
            return Hindrance(f"{why}, and it was waited for {wait_s:g} s")
        if not is_told:
            complain(f"{why}; waiting up to {wait_s:g} s")
            is_told = True
        sleep(min(left_s, POLL_S))


def _name_of(name: str) -> str:
    """Return what the macro in the folder called so is called: a schedule means the folder."""
    found = (one for one in library().entries() if one.slug == name)
    return next((one.name for one in found), name)


def _tell(wanted: str, name: str, status: int, why: str) -> None:
    """Show that a scheduled macro did not come to its end: nobody reads its standard error."""
    shown = visible_text(name)
    text = f"“{shown}” ended with {status}. See deskhand history, or run: journalctl --user -t deskhand"
    if why:
        text = f"“{shown}” was stopped, because {why}. See deskhand history for how far it came"
    elif status == EXIT_CODES[Outcome.BLOCKED]:
        text = (
            f"“{shown}” is not trusted as it is, or a step needed your decision. "
            f"Look at it: deskhand macro show {wanted}"
        )
    notify("A scheduled macro was not played to its end", text)
