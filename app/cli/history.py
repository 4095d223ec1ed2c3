"""`deskhand history`: shows what was done, exports it, and wipes it after a question."""

import argparse
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path

from app.cli.output import fitted
from app.macros.library import wipe_all_of, wipe_text
from app.run_lines import LineWriter, complain, receipt_words, step_fields
from app.run_start import cut_off_in_terminal, picture_source
from app.settings import user_folders
from automation.core.errors import AssistantError, RecordError
from automation.core.proposal import REFUSED, Effects
from automation.core.timing import local_time
from automation.core.wording import EFFECTS_WORDS, one_line, quoted
from automation.records.removal import HONEST, Wish
from automation.records.report import html_report, jsonl
from automation.records.rows import RunInfo, utc_text
from automation.records.store import Store

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
            return complain("nobody can be asked here; add --yes to wipe at once", EXIT_USAGE)
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
            "message": wipe_text(wiped, traces),
        }
        LineWriter(sys.stdout).write("wipe", wish.run, fields)
    else:
        sys.stdout.write(wipe_text(wiped, traces) + "\n")
    return EXIT_OK


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
        raise RecordError(f"found {day!r}, expected a day such as 2026-01-31") from error
    return utc_text(begins.astimezone(UTC))


def pin(store: Store, arguments: argparse.Namespace) -> int:
    """Keep a run whatever its age, or let it go with the others; returns the exit status."""
    run = store.run(arguments.pin_run)
    store.pin(run.run, is_pinned=not arguments.off)
    words = "goes with the others in its time" if arguments.off else "is kept, with its pictures"
    sys.stdout.write(f"The run {run.run} {words}.\n")
    return EXIT_OK


EXIT_FAILED = 8


def history(arguments: argparse.Namespace) -> int:
    """List runs, show one, or export; returns the exit status."""
    try:
        folders = user_folders()
        folders.create()
        store = Store(folders.data)
    except AssistantError as error:
        return complain(error, EXIT_FAILED)
    for sentence in filter(None, (store.notice, cut_off_in_terminal(store))):
        complain(sentence)
    try:
        if arguments.history_command == "export":
            return _export(store, arguments)
        if arguments.history_command == "wipe":
            return wipe(store, arguments)
        if arguments.history_command == "pin":
            return pin(store, arguments)
        if arguments.run is not None:
            return _show(store, arguments.run, is_json=arguments.json)
        return _list(store, arguments)
    except RecordError as error:
        return complain(error, EXIT_FAILED)
    finally:
        store.close()


def _list(store: Store, arguments: argparse.Namespace) -> int:
    """Write a line a run, whole unless a person reads it: a terminal would break a long line."""
    writer = LineWriter(sys.stdout)
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for run in _newest(store, arguments):
        if arguments.json:
            fields = {
                "started": run.started_utc,
                "task": run.task,
                "policy": run.policy,
                "outcome": _outcome(run),
                "effects": str(run.effects or ""),
                "unseen": run.unseen,
                "steps": run.steps,
                "pinned": run.is_pinned,
                "asked_by": run.asked_by,
                "host": run.host,
            }
            writer.write("run", run.run, fields)
        else:
            pin = "pinned: " if run.is_pinned else ""
            doubt = f"{_doubt(run)}: " if _doubt(run) else ""
            ended = f"{_when(run)}  {_outcome(run):<12}"
            by = f"{one_line(run.asked_by)}: " if run.asked_by else ""
            line = f"{run.run}  {ended} {pin}{doubt}{by}{one_line(run.task)}"
            sys.stdout.write((line if columns is None else fitted(line, columns)) + "\n")
    return EXIT_OK


def _newest(store: Store, arguments: argparse.Namespace) -> list[RunInfo]:
    """Return so many runs, newest first, and say where older ones are left out."""
    limit, outcomes = arguments.limit, REFUSED if arguments.refused else ()
    if limit is None:
        return list(store.runs(None, outcomes=outcomes))
    runs = store.runs(limit + 1, outcomes=outcomes)
    if len(runs) > limit:
        sys.stderr.write(
            f"deskhand: these are the newest {limit} runs; 'history --all' takes the older too\n"
        )
    return list(runs[:limit])


def _when(run: RunInfo) -> str:
    """Return when a run began, in this computer's time; JSON has it in UTC."""
    then = local_time(run.started_utc)
    return f"{then:%Y-%m-%d %H:%M}" if then is not None else run.started_utc


def _outcome(run: RunInfo) -> str:
    return str(run.outcome or "running")


def _doubt(run: RunInfo) -> str:
    """Return what is known of the effects of a run that somebody should look at; else empty."""
    is_doubtful = run.effects in (Effects.UNSEEN, Effects.UNCERTAIN)
    return EFFECTS_WORDS[run.effects] if run.effects is not None and is_doubtful else ""


def _show(store: Store, run_id: str, *, is_json: bool) -> int:
    run = store.run(run_id)
    writer = LineWriter(sys.stdout)
    if not is_json:
        sys.stdout.write(f"{run.task}\n{_when(run)}  {_outcome(run)}: {run.message}\n")
        if run.asked_by:
            sys.stdout.write(f"Asked for by the program {quoted(run.asked_by)}.\n")
        if run.host:
            sys.stdout.write(f"Its model ran on {run.host}: what it was told went there.\n")
        if run.effects is not None:
            sys.stdout.write(f"Effects: {EFFECTS_WORDS[run.effects]}.\n")
        if run.is_pinned:
            sys.stdout.write("Pinned: it stays, with its pictures, whatever its age.\n")
        if run.pictures_note:
            sys.stdout.write(f"{run.pictures_note}\n")
    for record in store.steps(run.run):
        if is_json:
            writer.write("step", run.run, step_fields(record))
        else:
            sys.stdout.write(f"{record.n:>3}  {record.proposal.sentence}\n")
            sys.stdout.write(f"     {receipt_words(record)}\n")
    return EXIT_OK


def _export(store: Store, arguments: argparse.Namespace) -> int:
    wanted = arguments.export_run or arguments.run
    runs = [store.run(wanted)] if wanted is not None else _newest(store, arguments)
    if not runs:
        return complain("there is nothing to export yet", EXIT_OK)
    text = _as_html(store, runs) if arguments.format == "html" else _as_lines(store, runs)
    if arguments.out is None:
        _write_bytes(text.encode())
        return EXIT_OK
    try:
        Path(arguments.out).write_text(text, encoding="utf-8")
    except OSError as error:
        return complain(f"cannot write {arguments.out}: {error.strerror or error}", EXIT_FAILED)
    return EXIT_OK


def _write_bytes(file: bytes) -> None:
    """Write a file to standard output: it is UTF-8 whatever the terminal's encoding is."""
    sys.stdout.flush()
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:  # a stand-in for the stream that takes text alone
        sys.stdout.write(file.decode())
    else:
        binary.write(file)


def _as_html(store: Store, runs: list[RunInfo]) -> str:
    steps = [(store.run(run.run), store.steps(run.run)) for run in runs]
    return html_report(steps, picture_source(store))


def _as_lines(store: Store, runs: list[RunInfo]) -> str:
    lines = (line for run in runs for line in jsonl(run, store.steps(run.run)))
    return b"".join(lines).decode()
