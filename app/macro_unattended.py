"""`deskhand macro play --unattended`: begins only over a desktop that nobody uses and nobody locked. No Qt.

The executor looks for a lock again before every action; here it is looked at before anything begins.
"""

import argparse
import sys
import time
from collections.abc import Callable
from typing import Final, Protocol

import xcffib.screensaver

from app.command_speaker import Ending, Speaker
from app.control import ask
from app.desktop_notice import notify
from app.folders import user_folders
from app.macro_command import library
from app.told_lock import is_told_locked
from automation.core.errors import CaptureError
from automation.core.proposal import EXIT_CODES, Outcome
from automation.core.visible import visible_text
from automation.desktop import xserver
from automation.desktop.input.presence import LEAST_LOCK, is_locker
from automation.desktop.surroundings import read_surroundings
from automation.desktop.windows_x11 import X11Windows

POLL_S: Final = 5.0
LOCKED: Final = "the screen is locked; a macro never runs over a locked screen"
BUSY: Final = "another run holds this desktop"
UNKNOWN_IDLE: Final = (
    "this display does not tell when mouse and keyboard were used last (it lacks MIT-SCREEN-SAVER); "
    "to begin without knowing that, add --idle 0"
)
_SIGNALS: Final = 128


class Desktop(Protocol):
    """What is asked before a macro begins by itself."""

    def is_locked(self) -> bool:
        """Tell whether the screen is locked."""
        ...

    def is_busy(self) -> bool:
        """Tell whether a run lives."""
        ...

    def idle_s(self) -> float | None:
        """Return the seconds since mouse or keyboard were used; None where nobody knows."""
        ...


class ThisDesktop:
    """Implements `Desktop` for the display of this process."""

    def is_locked(self) -> bool:
        """Tell whether the screen is locked.

        Raises:
            CaptureError: there is no display.
        """
        windows = X11Windows()
        try:
            if any(is_locker(window) for window in windows.large_popups(*LEAST_LOCK)):
                return True
        finally:
            windows.close()
        return is_told_locked() or read_surroundings().is_locked

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
        connection = xserver.connect()
        try:
            server = connection(xcffib.screensaver.key)
            told = server.QueryInfo(xserver.root_of(connection)).reply()
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
        problem = wait_until_free(ThisDesktop(), arguments.idle, arguments.wait)
    except CaptureError as error:
        problem = str(error)
    if problem:
        return speaker.end(Ending(f"nothing was played: {problem}", Outcome.ENVIRONMENT))
    from app.macro_play import play  # noqa: PLC0415 - a run, which brings the desktop

    wanted = arguments.name
    arguments.name = _name_of(wanted)
    status = play(arguments)
    if status not in (0, EXIT_CODES[Outcome.STOPPED]) and status < _SIGNALS:
        _tell(wanted, arguments.name, status)
    return status


def wait_until_free(
    desktop: Desktop,
    idle_s: float,
    wait_s: float,
    sleep: Callable[[float], None] = time.sleep,
    now_s: Callable[[], float] = time.monotonic,
) -> str:
    """Wait until nobody works and no run lives.

    Args:
        desktop: is asked.
        idle_s: how long mouse and keyboard must have rested.
        wait_s: after so long it is given up.
        sleep: waits.
        now_s: a clock that only goes forward.

    Returns:
        Why nothing may begin; empty when it may. A locked screen is not waited for: whoever
        unlocks it wants to work.

    Raises:
        CaptureError: there is no display.
    """
    deadline_s = now_s() + wait_s
    is_told = False
    while True:
        if desktop.is_locked():
            return LOCKED
        rests_s = desktop.idle_s() if idle_s > 0 else idle_s
        if rests_s is None:
            return UNKNOWN_IDLE
        is_busy = desktop.is_busy()
        if not is_busy and rests_s >= idle_s:
            return ""
        why = BUSY if is_busy else f"mouse or keyboard were used {rests_s:.0f} s ago"
        left_s = deadline_s - now_s()
        if left_s <= 0:
            return f"{why}, and it was waited for {wait_s:g} s"
        if not is_told:
            sys.stderr.write(f"deskhand: {why}; waiting up to {wait_s:g} s\n")
            is_told = True
        sleep(min(left_s, POLL_S))


def _name_of(name: str) -> str:
    """Return the name of the macro in the folder called so: a schedule means the folder."""
    found = (one for one in library().entries() if one.slug == name and not one.problem)
    return next((one.name for one in found), name)


def _tell(wanted: str, name: str, status: int) -> None:
    """Show that a scheduled macro did not come to its end: nobody reads its standard error."""
    text = f"“{visible_text(name)}” ended with {status}. See deskhand history, or run: journalctl --user -t deskhand"
    if status == EXIT_CODES[Outcome.BLOCKED]:
        text = (
            f"“{visible_text(name)}” is not trusted as it is, or a step needed your decision. "
            f"Look at it: deskhand macro show {wanted}"
        )
    notify("A scheduled macro was not played to its end", text)
