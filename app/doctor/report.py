"""`deskhand doctor`: what works here, what does not, and one command each to mend it, in 80 columns.

What the main job needs, what each of the seven promises rests on, and what a model needs. The rows
are made from frozen `Facts`; the facts are gathered at once by a few threads, and never raise.
"""

import argparse
import shutil
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from app.doctor.checks import (
    JobFacts,
    gather_job,
    gather_locks,
    gather_stop,
    job_rows,
    read_settings,
)
from app.doctor.model import ModelFacts, gather_model, model_rows
from app.doctor.promises import PromiseFacts, gather_promises, promise_rows
from app.doctor.rows import TITLES, Row, Status, StopFacts, as_sentence, weakened
from app.error_log import errors_file, kept_errors
from app.front import keep_choice
from app.macros.library import trust_of
from app.run_lines import LineWriter, complain
from app.settings import user_folders
from automation.desktop.session import read_session, read_surroundings

WIDTH: Final = 80
SIGNS: Final[dict[Status, str]] = {"ok": "ok  ", "warn": "note", "fail": "FAIL"}
NAME_LEFT: Final = 2
FOUND_LEFT: Final = 28
DETAIL_LEFT: Final = 8


def as_text(rows: tuple[Row, ...], *, is_ready: bool) -> str:
    """Return the rows under their topics, and what follows from them.

    What is well takes a line; the rest says what was found, what it means and what to do.
    """
    parts = []
    for topic, title in TITLES.items():
        lines = [line for row in rows if row.topic == topic for line in _lines(row)]
        if lines:
            parts.append("\n".join((title, *lines)))
    parts.append("\n".join(_end(rows, is_ready=is_ready)))
    return "\n\n".join(parts) + "\n"


def _lines(row: Row) -> list[str]:
    head = f"{'':{NAME_LEFT}}{SIGNS[row.status]}  {row.name}"
    if row.status == "ok":
        return _wrapped(f"{head:<{FOUND_LEFT - 1}} ", row.found, FOUND_LEFT)
    told = [head, *_wrapped("", as_sentence(row.found), DETAIL_LEFT)]
    if row.meaning:
        told += _wrapped("", as_sentence(row.meaning), DETAIL_LEFT)
    if row.fix:
        told += _wrapped("", f"What helps: {row.fix}", DETAIL_LEFT)
    return told


def _wrapped(head: str, text: str, left: int) -> list[str]:
    """Return the text from a column on; words of commands and paths are never broken."""
    indent = " " * left
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=head or indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [head.rstrip()]


def _end(rows: tuple[Row, ...], *, is_ready: bool) -> list[str]:
    numbers = weakened(rows)
    lines = ["Ready." if is_ready else "Not ready: mend what says FAIL."]
    if len(numbers) == 1:
        lines.append(f"Promise {numbers[0]} is weaker here; its notes say what to do.")
    elif numbers:
        *most, last = map(str, numbers)
        lines.append(
            f"Promises {', '.join(most)} and {last} are weaker here; their notes say what to do."
        )
    else:
        lines.append("All seven promises hold here.")
    return lines


EXIT_OK: Final = 0
EXIT_ENVIRONMENT: Final = 9


@dataclass(frozen=True, slots=True)
class Facts:
    """What was found on this machine."""

    job: JobFacts
    promises: PromiseFacts
    model: ModelFacts = field(default_factory=ModelFacts)


def rows(facts: Facts) -> tuple[Row, ...]:
    """Return one row per thing: the main job, the promises, the model."""
    return (
        *job_rows(facts.job),
        *promise_rows(facts.promises),
        *model_rows(facts.model),
    )


def gather() -> Facts:
    """Look at this machine; nothing is changed but the folders of our own."""
    session, around = read_session(), read_surroundings()
    folders = user_folders()
    settings, folder_problem, settings_problem = read_settings(folders)
    free_bytes = 0 if folder_problem else shutil.disk_usage(folders.data).free
    with ThreadPoolExecutor(max_workers=4) as pool:
        model = pool.submit(gather_model, settings.model, free_bytes)
        of_job = pool.submit(gather_job, session, settings, folder_problem, settings_problem)
        of_locks = pool.submit(gather_locks, session)
        can_stop = not session.problem and not folder_problem
        of_stop = pool.submit(gather_stop, settings, folders, around.remote) if can_stop else None
        job = of_job.result()
        stop = StopFacts() if of_stop is None else of_stop.result()
        promises = replace(
            gather_promises(session, around, folders, folder_problem),
            server=settings.model.away,
            stop=replace(stop, has_tray=job.has_tray),
            tree_problem=job.tree_problem,
            ocr_problem=job.ocr_problem,
            locks=of_locks.result(),
        )
        job = replace(
            job,
            is_locked=around.is_locked,
            trust_problem=trust_of(folders.data).problem,
            errors=kept_errors(folders.data),
            errors_file=str(errors_file(folders.data)),
        )
        return Facts(job, promises, model.result())


def exit_status(found: tuple[Row, ...]) -> int:
    """Return 0 if the main job can run here, else 9."""
    return EXIT_ENVIRONMENT if any(row.status == "fail" for row in found) else EXIT_OK


def doctor(arguments: argparse.Namespace) -> int:
    """Remember a choice, look, say what was found, and return the exit status."""
    if arguments.wake is not None:
        _, problem = keep_choice(user_folders(), arguments.wake)
        if problem:
            complain(f"your choice is kept, but {problem}")
    found = rows(gather())
    if arguments.json:
        writer = LineWriter(sys.stdout)
        for row in found:
            fields = {
                "name": row.name,
                "status": row.status,
                "found": _without_names(row.found),
                "meaning": row.meaning,
                "fix": _without_names(row.fix),
                "topic": row.topic,
            }
            writer.write("doctor", "", fields)
    else:
        sys.stdout.write(as_text(found, is_ready=exit_status(found) == EXIT_OK))
    return exit_status(found)


def _without_names(text: str) -> str:
    """Return the text without the user's home folder, so that it can go into a report."""
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text
