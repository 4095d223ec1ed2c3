"""`deskhand history wipe`: takes away what the user wants gone, after a question."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from app.folders import user_folders
from app.jsonlines import LineWriter
from app.macro_traces import Traces, forget_all, forget_gone
from automation.core.errors import MacroError, RecordError
from automation.records.ledger import utc_text
from automation.records.store import Store
from automation.records.wiping import HONEST, Wiped, Wish

EXIT_OK = 0
EXIT_USAGE = 2
EXIT_REJECTED = 7


def wipe(store: Store, arguments: argparse.Namespace) -> int:
    """Wipe what the arguments choose; returns the exit status.

    Raises:
        RecordError: a run lives, or it could not be finished; says what to do.
    """
    wish, words = _wish(store, arguments)
    if not arguments.yes:
        if arguments.json or not sys.stdin.isatty():
            sys.stderr.write("deskhand: nobody can be asked here; add --yes to wipe at once\n")
            return EXIT_USAGE
        sys.stdout.write(f"This wipes {words}. It cannot be undone. {HONEST}\nType yes to wipe: ")
        sys.stdout.flush()
        if sys.stdin.readline().strip().casefold() != "yes":
            sys.stdout.write("Nothing was wiped.\n")
            return EXIT_REJECTED
    wiped, traces = wipe_all_of(store, user_folders().data, wish)
    if arguments.json:
        fields = {
            "runs": wiped.runs,
            "pictures": wiped.pictures,
            "files": list(wiped.files),
            "left": list(wiped.left),
            "reports": traces.reports,
            "values": traces.values,
            "repairs": traces.repairs,
            "message": sentence(wiped, traces),
        }
        LineWriter(sys.stdout).write("wipe", wish.run, fields)
    else:
        sys.stdout.write(sentence(wiped, traces) + "\n")
    return EXIT_OK


def wipe_all_of(store: Store, data: Path, wish: Wish) -> tuple[Wiped, Traces]:
    """Wipe runs, and what plays of macros among them left beside the history.

    Args:
        store: the history.
        data: folder of the user's data.
        wish: what is to go.

    Raises:
        RecordError: a run lives, or it could not be finished; says what to do.
    """
    wiped = store.wipe(wish)
    try:
        traces = forget_all(data) if wish.is_all else forget_gone(data, store, is_wish=True)
    except MacroError as error:
        message = (
            f"the runs are wiped, but not all that plays of macros left: {error}. Wipe once more"
        )
        raise RecordError(message) from error
    return wiped, traces


def sentence(wiped: Wiped, traces: Traces) -> str:
    """Say what was wiped and what a wipe cannot reach."""
    said = f"Wiped: {_count(wiped.runs, 'run')}, {_count(wiped.pictures, 'picture')}"
    if wiped.files:
        said += f", {', '.join(wiped.files)}"
    said += f". {traces.sentence}".rstrip()
    if wiped.left:
        said += (
            f" These copies are still there and may hold it too: {', '.join(wiped.left)}; "
            "wiping everything takes them away."
        )
    return f"{said} {HONEST}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _wish(store: Store, arguments: argparse.Namespace) -> tuple[Wish, str]:
    """Return what is to go, and the same in words."""
    if arguments.all:
        return Wish(is_all=True), (
            "every run, pinned ones too, every picture, all backups of the history, and what plays of macros left: "
            "reports, the values filled in last, repairs that wait, how they went"
        )
    if arguments.wipe_run is not None:
        run = store.run(arguments.wipe_run)
        task = run.task.replace("\n", " ")
        return Wish(run=run.run), f"the run {run.run} ({task[:60]})"
    day = arguments.before
    return Wish(before_utc=before_utc(day)), f"every run before {day}, pinned ones excepted"


def before_utc(day: str) -> str:
    """Return the beginning of a day here, as the history writes times.

    Raises:
        RecordError: it is no day.
    """
    try:
        begins = datetime.strptime(day, "%Y-%m-%d").astimezone()
    except ValueError as error:
        message = f"found {day!r}, expected a day such as 2026-01-31"
        raise RecordError(message) from error
    return utc_text(begins.astimezone(UTC))


def pin(store: Store, arguments: argparse.Namespace) -> int:
    """Keep a run whatever its age, or let it go with the others; returns the exit status."""
    run = store.run(arguments.pin_run)
    store.pin(run.run, is_pinned=not arguments.off)
    words = "goes with the others in its time" if arguments.off else "is kept, with its pictures"
    sys.stdout.write(f"The run {run.run} {words}.\n")
    return EXIT_OK
