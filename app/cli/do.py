"""`deskhand do` and `deskhand script`: run one task, or a Python script of the user's, from the command line."""

import argparse
import contextlib
import logging
import os
import runpy
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.ask import JsonConfirmer, LineSource, TerminalConfirmer, lines_of
from app.cli.output import Ending, Speaker
from app.hand_over import SIGNAL_BASE, asks_here
from app.long_work import check_room
from app.run_lines import PlainWriter, complain
from app.run_options import NO_FOLDER, Brought, keep_under
from app.run_start import (
    Begun,
    desk_for_run,
    not_begun,
    settings_in,
    stoppable,
    while_read,
    with_model,
)
from app.settings import Folders, Settings, user_folders
from app.task_text import TaskRefused, checked_task
from automation.agent.outcomes import unforeseen
from automation.core.errors import AssistantError, SettingsError, Stopped
from automation.core.events import Task
from automation.core.ports import Confirmer, Listener
from automation.core.proposal import EXIT_CODES, Outcome
from automation.core.timing import StopToken

if TYPE_CHECKING:
    from app.desk import Desk

log = logging.getLogger(__name__)

MAX_STDIN_CHARS: Final = 1_000_000


def do(arguments: argparse.Namespace) -> int:
    """Run the task and return its exit status; every way out says one sentence."""
    check_room()
    speaker = Speaker(is_json=arguments.json)
    try:
        text = sys.stdin.read(MAX_STDIN_CHARS) if arguments.task == "-" else arguments.task
        task_text = checked_task(text)
        human = _human(arguments)
    except UnicodeDecodeError as error:
        message = f"the task is not UTF-8 text ({error.reason})"
        return speaker.end(Ending(message, Outcome.USAGE))
    except TaskRefused as error:
        return speaker.end(Ending(str(error), Outcome.USAGE))
    plain = PlainWriter(sys.stdout, can_answer=isinstance(human, TerminalConfirmer))
    listener: Listener = speaker.lines if arguments.json else plain
    return _attempt(arguments, task_text, human, speaker, listener)


def run_brought(
    arguments: argparse.Namespace, text: str, brought: Brought, listener: Listener
) -> int:
    """Run a policy that a command brings; it is asked about, told and stopped as any task is.

    Args:
        arguments: as for `do`; `task` is not read.
        listener: told of everything, and writes it.
    """
    speaker = Speaker(is_json=arguments.json)
    try:
        human = _human(arguments)
    except TaskRefused as error:
        return speaker.end(Ending(str(error), Outcome.USAGE))
    return _attempt(arguments, text, human, speaker, listener, brought)


def _attempt(
    arguments: argparse.Namespace,
    text: str,
    human: Confirmer | None,
    speaker: Speaker,
    listener: Listener,
    brought: Brought | None = None,
) -> int:
    begun = Begun(listener)
    try:
        return _run(arguments, text, human, begun, brought)
    except AssistantError as error:
        finish = not_begun(error)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the top frame; a panic of a Rust library is no Exception
        log.exception("the task could not be run")
        finish = unforeseen(error)
    return speaker.end(Ending(finish.message, finish.outcome, effects=begun.effects))


def _run(
    arguments: argparse.Namespace,
    text: str,
    human: Confirmer | None,
    speak: Listener,
    brought: Brought | None,
) -> int:
    stop = StopToken()
    folders = user_folders()
    folders.create()
    settings = with_model(
        settings_in(folders),
        arguments.model,
        getattr(arguments, "server", None),
        getattr(arguments, "server_model", None),
    )
    task = _task(arguments, text, settings)
    if task.policy == "holotron" and not settings.model.folder:
        raise SettingsError(NO_FOLDER)
    if task.policy == "remote" and not settings.model.server.url:
        from model.server.asking import message  # most runs ask for none

        raise SettingsError(str(message("no_server")))
    with stoppable(stop) as caught, desk_for_run(folders, settings, stop) as desk:
        if isinstance(human, TerminalConfirmer) and task.approve == "ask":
            _ask_about_sleepers(folders, settings, desk, human, stop)
        heard = (human.saw,) if isinstance(human, JsonConfirmer) else ()
        listener = while_read(stop, *heard, speak)
        ended = desk.run(task, human, listener, stop, brought=brought)
    return SIGNAL_BASE + caught[0] if caught else EXIT_CODES[ended.outcome]


def _ask_about_sleepers(
    folders: Folders, settings: Settings, desk: "Desk", human: TerminalConfirmer, stop: StopToken
) -> None:
    """Ask once whether sleeping programs are woken, where the window in front belongs to one."""
    from app.front import front_sleeper, keep_choice  # noqa: PLC0415  # loads what reads windows

    found = front_sleeper(settings)
    if found is None:
        return
    with contextlib.suppress(Stopped):  # the run ends by it
        is_yes = human.says_yes(f"{found.title}\n{found.words}\nWake such programs?", stop)
        if is_yes is not None:
            kept, problem = keep_choice(folders, "on" if is_yes else "off")
            if problem:
                complain(f"your choice is kept, but {problem}")
            desk.set_settings(kept)


def _human(arguments: argparse.Namespace) -> Confirmer | None:
    """Return who can be asked; by lines only under `ask`, so that all else ends and never waits."""
    if asks_on_terminal(arguments):
        return TerminalConfirmer(lines_of(sys.stdin), sys.stdout)
    if arguments.approve != "ask":
        return None
    if arguments.json and arguments.task != "-":
        return JsonConfirmer(LineSource(sys.stdin), complain)
    raise TaskRefused(
        "--approve ask needs somebody to ask: run it on a terminal, or with --json and decisions "
        "on standard input, or choose --approve assist, auto or dry-run"
    )


def asks_on_terminal(arguments: argparse.Namespace) -> bool:
    """Tell whether what a run must ask is asked on the terminal; never of a play that nobody attends."""
    if arguments.json or arguments.task == "-" or getattr(arguments, "unattended", False):
        return False
    return asks_here(arguments.approve)


def _task(arguments: argparse.Namespace, text: str, settings: Settings) -> Task:
    return Task(
        text=text,
        policy=arguments.policy,
        approve=arguments.approve,
        max_steps=arguments.max_steps or settings.budgets.steps,
        timeout_s=arguments.timeout or settings.budgets.wall_s,
        pick=arguments.pick,
        keep=keep_under(settings, arguments.keep),
    )


EXIT_INTERRUPTED: Final = 130
"""128 + SIGINT, as the shell reports it."""


def script(arguments: argparse.Namespace) -> int:
    """Run the file and return its exit status; what it raises is told as Python tells it."""
    file = Path(arguments.file).absolute()
    if not file.is_file():
        complain(f"there is no file {file}")
        return EXIT_CODES[Outcome.USAGE]
    sys.argv = [str(file), *arguments.arguments]
    sys.path.append(os.fspath(file.parent))  # what lies there replaces no module of ours
    try:
        runpy.run_path(str(file), run_name="__main__")
    except SystemExit as leaving:
        return _status(leaving.code)
    except BaseException as error:  # noqa: BLE001 - as the interpreter's own top frame
        sys.excepthook(type(error), error, error.__traceback__)
        is_interrupted = isinstance(error, KeyboardInterrupt)
        return EXIT_INTERRUPTED if is_interrupted else EXIT_CODES[Outcome.ERROR]
    return 0


def _status(code: object) -> int:
    """Return what Python itself makes of an exit code."""
    if code is None:
        return 0
    if isinstance(code, int):
        return code
    sys.stderr.write(f"{code}\n")
    return EXIT_CODES[Outcome.ERROR]
