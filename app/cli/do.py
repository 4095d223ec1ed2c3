"""`deskhand do`: runs one task from the command line."""

import argparse
import contextlib
import logging
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from app.cli.ask import JsonConfirmer, LineSource, TerminalConfirmer, asks_here, lines_of
from app.cli.output import LineWriter, PlainWriter, TaskRefused, checked_task, end_fields
from app.desk import Desk
from app.executor_host import own_pids
from app.model_host import NO_FOLDER
from app.run_options import Brought, keep_under
from app.run_start import desk_for_run, not_begun, settings_in, while_read
from app.settings import Folders, Settings, user_folders
from app.wake_choice import front_sleeper, keep_choice
from automation.agent.outcomes import unforeseen
from automation.core.errors import AssistantError, Stopped
from automation.core.events import Ended, RunEvent, Task
from automation.core.ports import Confirmer, Listener
from automation.core.proposal import EXIT_CODES, Outcome
from automation.core.timing import StopToken

log = logging.getLogger(__name__)

SIGNAL_BASE: Final = 128
"""A process that a signal ended reports 128 + its number (the shell's convention)."""
_END: Final = b"\0"
MAX_STDIN_CHARS: Final = 1_000_000
NO_REMOTE: Final = "this version cannot use a model server; use --policy holotron, or commands and name what you see"


def do(arguments: argparse.Namespace) -> int:
    """Run the task and return its exit status; every way out says one sentence."""
    speaker = _Speaker(is_json=arguments.json)
    try:
        text = sys.stdin.read(MAX_STDIN_CHARS) if arguments.task == "-" else arguments.task
        task_text = checked_task(text)
        human = _human(arguments)
        speaker.expect(human)
    except UnicodeDecodeError as error:
        return speaker.fail(Outcome.USAGE, f"the task is not UTF-8 text ({error.reason})")
    except TaskRefused as error:
        return speaker.fail(Outcome.USAGE, str(error))
    if arguments.policy == "remote":
        return speaker.fail(Outcome.ENVIRONMENT, NO_REMOTE)
    return _attempt(arguments, task_text, human, speaker)


def run_brought(
    arguments: argparse.Namespace, text: str, brought: Brought, listener: Listener
) -> int:
    """Run a policy that a command brings; it is asked about, told and stopped as any task is.

    Args:
        arguments: as for `do`; `task` is not read.
        text: the task in words.
        brought: who decides.
        listener: told of everything, and writes it.
    """
    speaker = _Speaker(is_json=arguments.json)
    try:
        human = _human(arguments)
    except TaskRefused as error:
        return speaker.fail(Outcome.USAGE, str(error))
    speaker.listener = listener
    return _attempt(arguments, text, human, speaker, brought)


def _attempt(
    arguments: argparse.Namespace,
    text: str,
    human: Confirmer | None,
    speaker: "_Speaker",
    brought: Brought | None = None,
) -> int:
    try:
        return _run(arguments, text, human, speaker, brought)
    except AssistantError as error:
        finish = not_begun(error)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the top frame; a panic of a Rust library is no Exception
        log.exception("the task could not be run")
        finish = unforeseen(error)
    return speaker.fail(finish.outcome, finish.message)


def _run(
    arguments: argparse.Namespace,
    text: str,
    human: Confirmer | None,
    speaker: "_Speaker",
    brought: Brought | None,
) -> int:
    stop = StopToken()
    folders = user_folders()
    folders.create()
    settings = with_model(settings_in(folders), arguments.model)
    task = _task(arguments, text, settings)
    if task.policy == "holotron" and not settings.model.folder:
        return speaker.fail(Outcome.ENVIRONMENT, NO_FOLDER)
    with stoppable(stop) as caught, desk_for_run(folders, settings, stop) as desk:
        if isinstance(human, TerminalConfirmer) and task.approve == "ask":
            _ask_about_sleepers(folders, settings, desk, human, stop)
        listener = while_read(_heard_by(human, speaker.listener), stop)
        ended = desk.run(task, human, listener, stop, brought=brought)
    return SIGNAL_BASE + caught[0] if caught else EXIT_CODES[ended.outcome]


def _ask_about_sleepers(
    folders: Folders, settings: Settings, desk: Desk, human: TerminalConfirmer, stop: StopToken
) -> None:
    """Ask once whether sleeping programs are woken, where the window in front belongs to one."""
    found = front_sleeper(settings, own_pids())
    if found is None:
        return
    with contextlib.suppress(Stopped):  # the run ends by it
        is_yes = human.says_yes(f"{found.title}\n{found.words}\nWake such programs?", stop)
        if is_yes is not None:
            kept, problem = keep_choice(folders, "on" if is_yes else "off")
            if problem:
                sys.stderr.write(f"deskhand: your choice is kept, but {problem}\n")
            desk.set_settings(kept)


class _Speaker:
    """Writes JSON lines or words; also says how a run ended that never began."""

    def __init__(self, *, is_json: bool) -> None:
        self._lines = LineWriter(sys.stdout) if is_json else None
        self.listener: Listener = self._lines or PlainWriter(sys.stdout)

    def expect(self, human: Confirmer | None) -> None:
        """Ask in words that are true for who answers."""
        if self._lines is None:
            can_answer = isinstance(human, TerminalConfirmer)
            self.listener = PlainWriter(sys.stdout, can_answer=can_answer)

    def fail(self, outcome: Outcome, message: str) -> int:
        sys.stderr.write(f"deskhand: {message}\n")
        if self._lines is not None:
            self._lines.write("end", "", end_fields(Ended("", outcome, message, 0)))
        return EXIT_CODES[outcome]


def _human(arguments: argparse.Namespace) -> Confirmer | None:
    """Return who can be asked; by lines only under `ask`, so that all else ends and never waits."""
    if asks_on_terminal(arguments):
        return TerminalConfirmer(lines_of(sys.stdin), sys.stdout)
    if arguments.approve != "ask":
        return None
    if arguments.json and arguments.task != "-":
        return JsonConfirmer(LineSource(sys.stdin), lambda text: _complain(text))
    message = (
        "--approve ask needs somebody to ask: run it on a terminal, or with --json and decisions "
        "on standard input, or choose --approve assist, auto or dry-run"
    )
    raise TaskRefused(message)


def asks_on_terminal(arguments: argparse.Namespace) -> bool:
    """Tell whether what a run must ask is asked on the terminal; never of a play that nobody attends."""
    if arguments.json or arguments.task == "-" or getattr(arguments, "unattended", False):
        return False
    return asks_here(arguments.approve)


def _heard_by(human: Confirmer | None, speak: Listener) -> Listener:
    """Return a listener that also tells who decides by lines which step waits."""
    if not isinstance(human, JsonConfirmer):
        return speak
    decider = human

    def _listen(happening: RunEvent) -> None:
        decider.saw(happening)
        speak(happening)

    return _listen


def _complain(text: str) -> None:
    sys.stderr.write(f"deskhand: {text}\n")


def with_model(settings: Settings, folder: str | None) -> Settings:
    """Return the settings with the model that the command line names, for this run only."""
    if folder is None:
        return settings
    model = msgspec.structs.replace(settings.model, folder=str(Path(folder).absolute()))
    return msgspec.structs.replace(settings, model=model)


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


@contextlib.contextmanager
def stoppable(stop: StopToken) -> Iterator[list[int]]:
    """Turn SIGINT, SIGTERM and SIGHUP into a stop; yields the list of those that came.

    A thread of its own stops the run: a handler runs in the main thread, which may hold the very
    lock that the stop needs, or be inside a library for seconds.
    """
    caught: list[int] = []
    reader, writer = socket.socketpair()
    writer.setblocking(False)

    def _watch() -> None:
        while number := reader.recv(1)[0]:
            caught.append(number)
            stop.stop("signal")

    watcher = threading.Thread(target=_watch, name="signals", daemon=True)
    watcher.start()
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, lambda *_: None) for number in numbers}
    before_fd = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
    try:
        yield caught
    finally:
        signal.set_wakeup_fd(before_fd)
        for number, handler in before.items():
            signal.signal(number, handler)
        writer.setblocking(True)
        writer.send(_END)
        watcher.join()
        for end in (reader, writer):
            end.close()
