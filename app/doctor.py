"""`deskhand doctor`: what works here, what does not, and one command each to mend it.

What the main job needs, what each of the seven promises rests on, and what a model needs. The rows
are made from frozen `Facts`; the facts are gathered at once by a few threads, and never raise.
"""

import argparse
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from app.command_log import errors_file, kept_errors
from app.doctor_job import JobFacts, gather_job, job_rows, read_settings
from app.doctor_locks import gather_locks
from app.doctor_model import ModelFacts, gather_model, model_rows
from app.doctor_promises import PromiseFacts, gather_promises, promise_rows
from app.doctor_row import Row
from app.doctor_stop import StopFacts
from app.doctor_text import as_text
from app.doctor_try import gather_stop
from app.folders import user_folders
from app.jsonlines import LineWriter
from app.macro_sources import trust_of
from app.wake_choice import keep_choice
from automation.desktop.session import read_session
from automation.desktop.surroundings import read_surroundings

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
            sys.stderr.write(f"deskhand: your choice is kept, but {problem}\n")
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
