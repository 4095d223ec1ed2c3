"""`deskhand macro play --unattended`: begins only over a desktop that nobody uses and nobody locked. No Qt.

The executor looks for a lock again before every action; here it is looked at before anything begins.
"""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import xcffib.screensaver

from app.command_speaker import Ending, Speaker
from app.control import ask
from app.desktop_notice import notify
from app.folders import user_folders
from app.macro_command import library
from app.macro_lock import Lock, LockLook, look_for_lock
from automation.agent.outcomes import LOCKED
from automation.core.errors import CaptureError
from automation.core.proposal import EXIT_CODES, Outcome
from automation.core.visible import visible_text
from automation.desktop import xserver
from automation.desktop.input.secure_input import KeyboardProbe

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


class Desktop(Protocol):
    """What is asked before a macro begins by itself."""

    def lock(self) -> Lock:
        """Look for a lock, and ask who tells of one."""
        ...

    def is_keyboard_held(self) -> bool:
        """Tell whether a program has grabbed the keyboard, as every locker of X11 does."""
        ...

    def is_busy(self) -> bool:
        """Tell whether a run lives."""
        ...

    def idle_s(self) -> float | None:
        """Return the seconds since mouse or keyboard were used; None where nobody knows."""
        ...


class ThisDesktop:
    """Implements `Desktop` for the display of this process."""

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
        connection = xserver.connect()
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
        found = wait_until_free(ThisDesktop(), arguments.idle, arguments.wait)
    except CaptureError as error:
        found = Hindrance(str(error))
    if found is not None:
        said = f"nothing was played: {found.why}"
        more = {"cause": found.cause} if found.cause else {}
        return speaker.end(Ending(said, Outcome.ENVIRONMENT, more=more))
    from app.macro_play import play  # noqa: PLC0415 - a run, which brings the desktop

    look = LockLook()
    look.start()
    try:
        status = play(arguments, look)
    finally:
        look.close()
    if look.cause or (status not in (0, EXIT_CODES[Outcome.STOPPED]) and status < _SIGNALS):
        _tell(arguments.name, _name_of(arguments.name), status, look.cause)
    return status


def wait_until_free(
    desktop: Desktop,
    idle_s: float,
    wait_s: float,
    sleep: Callable[[float], None] = time.sleep,
    now_s: Callable[[], float] = time.monotonic,
) -> Hindrance | None:
    """Wait until nobody works and no run lives.

    Args:
        desktop: is asked.
        idle_s: how long mouse and keyboard must have rested.
        wait_s: after so long it is given up.
        sleep: waits.
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
                sys.stderr.write(f"deskhand: {NOBODY_TELLS}\n")
            return None
        why = BUSY if is_busy else f"mouse or keyboard were used {rests_s:.0f} s ago"
        left_s = deadline_s - now_s()
        if left_s <= 0:
            return Hindrance(f"{why}, and it was waited for {wait_s:g} s")
        if not is_told:
            sys.stderr.write(f"deskhand: {why}; waiting up to {wait_s:g} s\n")
            is_told = True
        sleep(min(left_s, POLL_S))


def _name_of(name: str) -> str:
    """Return what the macro in the folder called so is called: a schedule means the folder."""
    found = (one for one in library().entries() if one.slug == name)
    return next((one.name for one in found), name)


def _tell(wanted: str, name: str, status: int, cause: str) -> None:
    """Show that a scheduled macro did not come to its end: nobody reads its standard error."""
    shown = visible_text(name)
    text = f"“{shown}” ended with {status}. See deskhand history, or run: journalctl --user -t deskhand"
    if cause:
        text = f"“{shown}” was stopped, because {cause}. See deskhand history for how far it came"
    elif status == EXIT_CODES[Outcome.BLOCKED]:
        text = (
            f"“{shown}” is not trusted as it is, or a step needed your decision. "
            f"Look at it: deskhand macro show {wanted}"
        )
    notify("A scheduled macro was not played to its end", text)
