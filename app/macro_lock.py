"""Is the screen locked? Asked before a play that nobody attends, during it, and of one that was cut off.

The executor has eyes of its own, and sends nothing to a screen that it knows to be locked. No Qt.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from app.locker_programs import locker_runs
from app.told_lock import ask_lock
from automation.agent.outcomes import LOCKED
from automation.core.errors import AssistantError, Stopped
from automation.core.events import Task
from automation.core.observation import Observation
from automation.core.ports import History, Policy
from automation.core.proposal import Decision
from automation.core.stopping import StopToken
from automation.desktop.input.presence import LEAST_LOCK, is_locker
from automation.desktop.windows_x11 import X11Windows

EVERY_S: Final = 2.0
UNKNOWN_LOOKS: Final = 2
"""Looks in a row that leave it unknown, after which a play ends: a service may be slow once."""
CLOSE_S: Final = 15.0
IS_LOCKED: Final = "the screen is locked; a macro never runs over a locked screen"
WAS_LOCKED: Final = "the screen was locked"
NOT_KNOWN: Final = "it is not known whether the screen was locked"
NOT_KNOWN_YET: Final = "it is not known whether the screen is locked"


@dataclass(frozen=True, slots=True)
class Lock:
    """What is known of a lock."""

    is_locked: bool = False
    is_told: bool = True
    """A service of the desktop tells of locks; else only known lockers can be found."""
    silent: tuple[str, ...] = ()
    """Services that are there and leave it unknown."""

    @property
    def problem(self) -> str:
        """Why nothing may begin; empty where the screen is known to be open."""
        if self.is_locked:
            return IS_LOCKED
        if not self.silent:
            return ""
        return (
            f"{NOT_KNOWN_YET}: {self._silence}. A macro that nobody "
            "attends begins over an open screen only; try again, or start it without --unattended"
        )

    @property
    def cause(self) -> str:
        """Why a play ends that is under way; empty where it goes on."""
        if self.is_locked:
            return WAS_LOCKED
        return f"{NOT_KNOWN}: {self._silence}" if self.silent else ""

    @property
    def _silence(self) -> str:
        names = ", ".join(self.silent)
        return f"{names} {'does' if len(self.silent) == 1 else 'do'} not answer"


def look_for_lock() -> Lock:
    """Look for windows and programs of lockers, and ask who tells of locks.

    Raises:
        CaptureError: there is no display.
    """
    windows = X11Windows()
    try:
        if any(is_locker(window) for window in windows.large_popups(*LEAST_LOCK)):
            return Lock(is_locked=True)
    finally:
        windows.close()
    if locker_runs():
        return Lock(is_locked=True)
    told = ask_lock()
    return Lock(told.is_locked, told.is_told, told.silent)


class LockLook:
    """Looks again and again while a play lives, on a thread of its own."""

    def __init__(
        self,
        look: Callable[[], Lock] = look_for_lock,
        *,
        every_s: float = EVERY_S,
        is_attended: bool = False,
    ) -> None:
        """Prepare; nothing is looked at.

        Args:
            look: looks once.
            every_s: between two looks.
            is_attended: somebody is there, who may take over: only a lock that is found counts, and
                none that nobody knows of.
        """
        self._look = look
        self._every_s = every_s
        self._is_attended = is_attended
        self._is_over = threading.Event()
        self._thread: threading.Thread | None = None
        self.cause = ""
        """Why the play ends; empty while the screen is open. Stays what it was first."""

    def start(self) -> None:
        """Begin to look."""
        self._thread = threading.Thread(target=self._follow, name="lock look", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread; a look that is under way is waited for."""
        self._is_over.set()
        if self._thread is not None:
            self._thread.join(CLOSE_S)

    def ask(self) -> str:
        """Look at once, unless it is known already, and return why the play ended."""
        if not self.cause:
            self.cause = self._found().cause
        return self.cause

    def true_cause(self, cause: str) -> str:
        """Return why the play was stopped, as `Stopped` has it.

        The executor hears a press of whoever locks the screen, and calls it a takeover.
        """
        if cause == LOCKED:
            self.cause = WAS_LOCKED
        elif cause != "takeover" or not self.ask():
            return cause
        return self.stop_cause

    @property
    def stop_cause(self) -> str:
        """Why the play ends, as `Stopped` has it; meaningful only when there is a `cause`."""
        return f"{LOCKED}: {self.cause}"

    def over(self, policy: Policy) -> "UnlockedOnly":
        """Return the policy so that it decides nothing once the screen is locked."""
        return UnlockedOnly(policy, self)

    def _follow(self) -> None:
        unknown = 0
        while not (self.cause or self._is_over.wait(self._every_s)):
            found = self._found()
            unknown = unknown + 1 if found.silent else 0
            if found.is_locked or unknown >= UNKNOWN_LOOKS:
                self.cause = found.cause

    def _found(self) -> Lock:
        found = self._looked()
        return Lock(found.is_locked, found.is_told) if self._is_attended else found

    def _looked(self) -> Lock:
        try:
            return self._look()
        except AssistantError:  # nobody knows what became of the screen
            return Lock(silent=("the display",))
        except Exception as error:  # noqa: BLE001  # unseen, a play would go on
            return Lock(silent=(f"the look for a lock ({type(error).__name__})",))


class UnlockedOnly:
    """Implements `core.ports.Policy`: another one, which stops once the screen is locked."""

    def __init__(self, policy: Policy, look: LockLook) -> None:
        self._policy = policy
        self._look = look

    @property
    def name(self) -> str:
        """As the policy's."""
        return self._policy.name

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Return what the policy decides.

        Raises:
            Stopped: the screen was locked, or nobody tells of locks any more.
        """
        if self._look.cause:
            raise Stopped(self._look.stop_cause)
        return self._policy.propose(task, history, observation, stop)
