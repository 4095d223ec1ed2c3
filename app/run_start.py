"""How a run without the window begins: settings, lock, the way for a stop, records and executor. No Qt."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from app.composition import Desk, open_desk
from app.control import ControlServer, only_stop
from app.cut_off_runs import cut_off_in_terminal
from app.folders import Folders
from app.history_limits import limits_of
from app.run_lock import TAKEN, DesktopBusy, RunLock
from app.settings import Settings, SettingsFile
from automation.core.errors import (
    AssistantError,
    CaptureError,
    InputError,
    RecordError,
    SettingsError,
)
from automation.core.events import RunEvent
from automation.core.ports import Listener
from automation.core.proposal import Finish, Outcome
from automation.core.stopping import StopToken

_ENVIRONMENT: Final = (DesktopBusy, CaptureError, InputError, RecordError, SettingsError)


def not_begun(error: AssistantError) -> Finish:
    """Return how a run ends that could not be begun."""
    is_around = isinstance(error, _ENVIRONMENT)
    return Finish(Outcome.ENVIRONMENT if is_around else Outcome.FAILED, str(error))


def settings_in(folders: Folders) -> Settings:
    """Return the user's settings; what is wrong with their file is told on standard error."""
    settings, sentence = SettingsFile(folders.settings_file).load()
    if sentence:
        sys.stderr.write(sentence + "\n")
    return settings


@contextlib.contextmanager
def desk_for_run(folders: Folders, settings: Settings, stop: StopToken) -> Iterator[Desk]:
    """Yield the desk for one run, with the display held and within reach of `deskhand stop`.

    After a run that ended well, what the user keeps no longer is deleted.

    Raises:
        AssistantError: another run holds the display, or the desk cannot be opened.
    """
    with (
        RunLock(folders.runtime, on_lost=lambda: stop.stop(TAKEN)),
        _reachable(folders.runtime, stop) as opened,
        open_desk(folders, settings, has_cards=False) as desk,
    ):
        opened.append(desk)
        for sentence in filter(None, (desk.store.notice, cut_off_in_terminal(desk.store))):
            sys.stderr.write(sentence + "\n")
        yield desk
        with contextlib.suppress(AssistantError):  # the run has ended well whatever this does
            desk.store.sweep(limits_of(settings.keeping))


def while_read(speak: Listener, stop: StopToken) -> Listener:
    """Return a listener that stops the run when nobody reads our lines any more."""

    def _listen(happening: RunEvent) -> None:
        try:
            speak(happening)
        except BrokenPipeError:
            stop.stop("signal")
            # Python flushes standard output as it exits; that must not fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    return _listen


@contextlib.contextmanager
def _reachable(runtime: Path, stop: StopToken) -> Iterator[list[Desk]]:
    """Let `deskhand stop` reach the run, also before its desk is open; yields where that goes."""
    opened: list[Desk] = []

    def _halt() -> None:
        stop.stop("user")
        for desk in opened:
            desk.halt()

    server = ControlServer(runtime, only_stop(_halt))
    server.start()
    try:
        yield opened
    finally:
        server.close()
