"""How a run without the window begins: settings, lock, signals, the way for a stop, records and executor.

Besides: what is said at a start of the runs that a crash cut off.
"""

import contextlib
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from app.executor_host import ExecutorHost
from app.long_work import check_room
from app.run_lock import TAKEN, ControlServer, DesktopBusy, RunLock, only_stop
from app.settings import Folders, Settings, SettingsFile, limits_of, user_folders
from automation.agent.outcomes import unforeseen
from automation.core.errors import (
    AssistantError,
    CaptureError,
    Damaged,
    InputError,
    PictureGone,
    RecordError,
    SettingsError,
)
from automation.core.events import Ended, RunEvent, Started, Task
from automation.core.ports import Confirmer, Listener
from automation.core.proposal import Effects, Finish, Outcome
from automation.core.timing import StopToken
from automation.core.wording import quoted
from automation.records.removal import CUT_OFF

if TYPE_CHECKING:
    from app.desk import Desk
    from automation.records.rows import RunInfo
    from automation.records.store import Store

log = logging.getLogger(__name__)

_ENVIRONMENT: Final = (DesktopBusy, CaptureError, InputError, RecordError, SettingsError)


def not_begun(error: AssistantError) -> Finish:
    """Return how a run ends that could not be begun."""
    is_around = isinstance(error, _ENVIRONMENT)
    return Finish(Outcome.ENVIRONMENT if is_around else Outcome.FAILED, error.words)


def settings_in(folders: Folders) -> Settings:
    """Return the user's settings; what is wrong with their file is told on standard error."""
    settings, sentence = SettingsFile(folders.settings_file).load()
    if sentence:
        sys.stderr.write(sentence + "\n")
    return settings


@contextlib.contextmanager
def desk_for_run(folders: Folders, settings: Settings, stop: StopToken) -> Iterator["Desk"]:
    """Yield the desk for one run, with the display held and within reach of `deskhand stop`.

    After a run that ended well, what the user keeps no longer is deleted.

    Raises:
        AssistantError: another run holds the display, or the desk cannot be opened.
    """
    with (
        RunLock(folders.runtime, on_lost=lambda: stop.stop(TAKEN)),
        _reachable(folders.runtime, stop) as opened,
        _opened_desk(folders, settings) as desk,
    ):
        opened.append(desk)
        for sentence in filter(None, (desk.store.notice, cut_off_in_terminal(desk.store))):
            sys.stderr.write(sentence + "\n")
        yield desk
        with contextlib.suppress(AssistantError):  # the run has ended well whatever this does
            desk.store.sweep(limits_of(settings.keeping))


class Begun:
    """A listener that knows whether a run has begun: of one that breaks off then, nobody knows what it did."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._has_begun = False

    def __call__(self, happening: RunEvent) -> None:
        """Hand an event on."""
        self._has_begun = self._has_begun or isinstance(happening, Started)
        self._listener(happening)

    @property
    def effects(self) -> Effects:
        """What is known of the effects of a run that was not ended as runs are."""
        return Effects.UNCERTAIN if self._has_begun else Effects.NONE


def run_alone(
    task_of: Callable[[Settings], Task],
    human: Confirmer | None,
    listener: Listener,
    stop: StopToken,
    guests: frozenset[int] = frozenset(),
) -> Ended:
    """Run a task in this process and thread, and return how it ended; raises nothing for a run that fails.

    Args:
        task_of: returns the task under these settings.
        human: who is asked; None blocks what the rules leave open.
        guests: as for `Desk.run`.
    """
    begun = Begun(listener)
    try:
        check_room()
        folders = user_folders()
        folders.create()
        settings = settings_in(folders)
        task = task_of(settings)
        with desk_for_run(folders, settings, stop) as desk:
            return desk.run(task, human, begun, stop, guests=guests)
    except AssistantError as error:
        finish = not_begun(error)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the top frame; a panic of a Rust library is no Exception
        log.exception("the task could not be run")
        finish = unforeseen(error)
    return Ended("", finish.outcome, finish.message, 0, effects=begun.effects)


def while_read(stop: StopToken, *listeners: Listener) -> Listener:
    """Return a listener that tells all of these, and stops the run when nobody reads our lines any more."""

    def _listen(happening: RunEvent) -> None:
        try:
            for listener in listeners:
                listener(happening)
        except BrokenPipeError:
            stop.stop("signal")
            # Python flushes standard output as it exits; that must not fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    return _listen


def _opened_desk(folders: Folders, settings: Settings) -> "Desk":
    """Return the desk; what it needs is loaded while the executor starts, which takes as long."""
    executor = ExecutorHost(folders, settings, has_cards=False)
    executor.start_early()
    try:
        from app.desk import open_desk  # noqa: PLC0415
    except BaseException:
        executor.close()
        raise
    return open_desk(folders, settings, executor)


@contextlib.contextmanager
def _reachable(runtime: Path, stop: StopToken) -> Iterator[list["Desk"]]:
    """Let `deskhand stop` reach the run, also before its desk is open; yields where that goes."""
    opened: list[Desk] = []

    def _halt() -> None:
        stop.stop("user")
        for desk in opened:
            desk.executor.stop()

    server = ControlServer(runtime, only_stop(_halt))
    server.start()
    try:
        yield opened
    finally:
        server.close()


_END: Final = b"\0"


def with_model(
    settings: Settings,
    folder: str | None,
    servers: Sequence[str] | None = None,
    server_model: str | None = None,
) -> Settings:
    """Return the settings with the model that the command line names, for this run only.

    Raises:
        SettingsError: a server's address is none.
    """
    model = settings.model
    if folder is not None:
        model = msgspec.structs.replace(model, folder=str(Path(folder).absolute()), where="here")
    if servers or server_model is not None:
        from app.model_server import with_server  # noqa: PLC0415  # most runs name none

        try:
            chosen = with_server(model.server, servers, server_model)
        except AssistantError as error:
            raise SettingsError(str(error)) from error
        model = msgspec.structs.replace(model, server=chosen, where="server")
    return msgspec.structs.replace(settings, model=model)


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


def picture_source(store: "Store") -> Callable[[str], bytes | None]:
    """Return how a report gets its pictures: one that is missing or damaged is left out."""

    def _picture(address: str) -> bytes | None:
        try:
            return store.picture(address)
        except (Damaged, PictureGone):
            return None

    return _picture


NAMED: Final = 3
"""Tasks that are named; of the others only the number is said."""


IN_THE_WINDOW: Final = "See the list of runs."


def cut_off_runs(store: "Store", look: str = IN_THE_WINDOW) -> str:
    """Return what to say of the runs that this store found cut off; empty where there is nothing.

    Args:
        look: a sentence that says where they are shown.
    """
    runs = _runs(store)
    if not runs:
        return ""
    were = "was" if len(runs) == 1 else "were"
    return (
        f"{_tasks(runs)} {were} cut off: deskhand closed unexpectedly. "
        f"{_state(store, runs)}. {look}"
    )


def cut_off_in_terminal(store: "Store") -> str:
    """Return the same for a terminal, with the command that shows them."""
    runs = _runs(store)
    one = f" --run {runs[0].run}" if len(runs) == 1 else ""
    return cut_off_runs(store, f"See: deskhand history{one}")


def _runs(store: "Store") -> "list[RunInfo]":
    """Return those that are still there: a wipe may have taken some."""
    found = []
    for run in store.recovered:
        try:
            found.append(store.run(run))
        except RecordError:
            continue
    return found


def _tasks(runs: "list[RunInfo]") -> str:
    named = [quoted(run.task) if run.is_kept else "a task that is not kept" for run in runs[:NAMED]]
    if more := len(runs) - len(named):
        named.append("1 more task" if more == 1 else f"{more} more tasks")
    *before, last = named
    words = f"{', '.join(before)} and {last}" if before else last
    return words[:1].upper() + words[1:] if words.startswith("a task") else words


def _state(store: "Store", runs: "list[RunInfo]") -> str:
    try:
        counts = [_steps(store, run) for run in runs]
    except RecordError:  # a step that cannot be read: the run's own page says so
        return "Nothing is held down"
    done, unknown = (sum(count) for count in zip(*counts, strict=True))
    words = {0: "No step was done", 1: "1 step was done"}.get(done, f"{done} steps were done")
    doubt = f", and of {unknown} more it is not known" if unknown else ""
    return f"{words}{doubt}; nothing is held down"


def _steps(store: "Store", run: "RunInfo") -> tuple[int, int]:
    """Return how many steps of a run were done, and of how many nobody saw what became of them."""
    if not run.is_kept:
        return run.steps, 0
    steps = store.steps(run.run)
    unknown = sum(step.receipt.detail == CUT_OFF for step in steps)
    return sum(step.was_done for step in steps) - unknown, unknown
