"""Tells whether the screen is locked: before a play that nobody attends, during it, and of one that was cut off.

The executor has eyes of its own, and sends nothing to a screen that it knows to be locked
(`automation.desktop.input.lock_watch`). Before a play begins by itself more is asked: lockers are looked
up among the processes, and a service that is there and does not answer leaves it unknown.

Who should know of a lock and is silent counts as locked: nobody attends. What cron or ssh starts has a
login session of its own, so the sessions of its display are asked. The executor's own watch forgives
silence: there somebody approved.
"""

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from dbus_fast import BusType
from dbus_fast.aio import MessageBus
from dbus_fast.errors import InvalidAddressError

from automation.agent.outcomes import LOCKED
from automation.core.errors import AssistantError, Halt, Stopped
from automation.core.events import Task
from automation.core.observation import Observation
from automation.core.ports import History, Policy
from automation.core.process import canonical
from automation.core.proposal import Decision
from automation.core.timing import StopToken
from automation.desktop import session
from automation.desktop.input.targets import LEAST_LOCK, is_locker
from automation.desktop.session import ERRORS, LOGIND, SAVERS, SilentService
from automation.desktop.windows_x11 import X11Windows

PROGRAMS: Final = frozenset({"i3lock", "slock", "swaylock", "xlock", "xsecurelock", "xtrlock"})
"""Lockers that run only while the screen is locked, by process name; others are known by a window."""
_PROC: Final = Path("/proc")


def locker_runs(environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether one of the user's runs on the display of this environment.

    One that tells nobody its display, as a program with more rights than its user does, counts.
    """
    display = canonical(environ.get("DISPLAY", ""))
    return any(theirs is None or canonical(theirs) == display for theirs in _displays(os.getuid()))


def _displays(user: int) -> Iterator[str | None]:
    """Yield the display of each locker of a user's; None where nobody tells."""
    for folder in _PROC.glob("[0-9]*"):
        try:
            if (folder / "comm").read_text(errors="replace").strip() not in PROGRAMS:
                continue
            if _user_of(folder) == user:
                yield _display_of(folder)
        except OSError:  # it ended meanwhile
            continue


def _user_of(folder: Path) -> int:
    """Return who started a process: its real user, since many a locker has root's rights."""
    status = (folder / "status").read_text(errors="replace")
    line = next(line for line in status.splitlines() if line.startswith("Uid:"))
    return int(line.split()[1])


def _display_of(folder: Path) -> str | None:
    try:
        words = (folder / "environ").read_bytes().split(b"\0")
    except PermissionError:
        return None
    found = (word for word in words if word.startswith(b"DISPLAY="))
    named = next(found, None)
    return named.partition(b"=")[2].decode(errors="replace") if named is not None else None


WHOLE_S: Final = 12.0
"""For all questions together: those to the login service follow one another."""
_NO_BUS: Final = (FileNotFoundError, ConnectionRefusedError, KeyError)
"""No socket, nobody behind it, and no address either."""


class Answer(Enum):
    """What one service comes to."""

    LOCKED = "locked"
    OPEN = "open"
    ABSENT = "absent"
    """It is not there, or tells nothing of locks."""
    SILENT = "silent"
    """It is there, and does not answer or not in a way that can be read."""


@dataclass(frozen=True, slots=True)
class ToldLock:
    """What the services of the desktop say, by their names."""

    answers: Mapping[str, Answer]

    @property
    def is_locked(self) -> bool:
        """Tell whether anybody says that the screen is locked."""
        return Answer.LOCKED in self.answers.values()

    @property
    def is_told(self) -> bool:
        """Tell whether anybody here says anything of locks."""
        return any(answer is not Answer.ABSENT for answer in self.answers.values())

    @property
    def silent(self) -> tuple[str, ...]:
        """Who is there and leaves it unknown."""
        return tuple(name for name, answer in self.answers.items() if answer is Answer.SILENT)


def ask_lock() -> ToldLock:
    """Ask the login service and the screen savers; takes some hundredths of a second, `WHOLE_S` at most."""
    return asyncio.run(_everybody())


async def _everybody() -> ToldLock:
    asked = asyncio.gather(_of(BusType.SYSTEM), _of(BusType.SESSION))
    try:
        system, session = await asyncio.wait_for(asked, WHOLE_S)
    except TimeoutError:
        return ToldLock({LOGIND: Answer.SILENT})
    return ToldLock({**system, **session})


async def _of(kind: BusType) -> dict[str, Answer]:
    """Return what the services of one bus say; a bus that is there and fails is silent itself."""
    try:
        bus = await asyncio.wait_for(_connected(kind), session.ANSWER_S)
    except _NO_BUS:
        return {}
    except InvalidAddressError:
        return {f"the {kind.name.lower()} bus": Answer.SILENT} if _is_named(kind) else {}
    except ERRORS:
        return {f"the {kind.name.lower()} bus": Answer.SILENT}
    try:
        if kind is BusType.SYSTEM:
            return {LOGIND: await _answer(bus, LOGIND)}
        found = await asyncio.gather(*(_answer(bus, name) for name in SAVERS))
        return dict(zip(SAVERS, found, strict=True))
    finally:
        bus.disconnect()
        with contextlib.suppress(*ERRORS):
            await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]  # the library's own


async def _connected(kind: BusType) -> MessageBus:
    return await MessageBus(bus_address=_address(kind), bus_type=kind).connect()


def _is_named(kind: BusType) -> bool:
    return bool(os.environ.get(f"DBUS_{kind.name}_BUS_ADDRESS"))


def _address(kind: BusType) -> str | None:
    """Return where the user's session bus is, which cron does not tell; None leaves it to the library."""
    if kind is BusType.SYSTEM or _is_named(kind):
        return None
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
    socket = Path(runtime) / "bus"
    return f"unix:path={socket}" if socket.exists() else None


async def _answer(bus: MessageBus, name: str) -> Answer:
    try:
        told = await session.says_locked(bus, name)
    except SilentService:
        return Answer.SILENT
    if told is None:
        return Answer.ABSENT
    return Answer.LOCKED if told else Answer.OPEN


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
    def why(self) -> str:
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
            is_attended: somebody is there, who may take over: only a lock that is found counts, and
                none that nobody knows of.
        """
        self._look = look
        self._every_s = every_s
        self._is_attended = is_attended
        self._is_over = threading.Event()
        self._thread: threading.Thread | None = None
        self.why = ""
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
        if not self.why:
            self.why = self._found().why
        return self.why

    def true_cause(self, halt: Halt) -> Halt:
        """Return why the play was stopped.

        The executor hears a press of whoever locks the screen, and calls it a takeover.
        """
        if halt == Halt(LOCKED):
            self.why = WAS_LOCKED
        elif halt.cause != "takeover" or not self.ask():
            return halt
        return Halt(LOCKED, self.why)

    def over(self, policy: Policy) -> "UnlockedOnly":
        """Return the policy so that it decides nothing once the screen is locked."""
        return UnlockedOnly(policy, self)

    def _follow(self) -> None:
        unknown = 0
        while not (self.why or self._is_over.wait(self._every_s)):
            found = self._found()
            unknown = unknown + 1 if found.silent else 0
            if found.is_locked or unknown >= UNKNOWN_LOOKS:
                self.why = found.why

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
        if self._look.why:
            raise Stopped(LOCKED, self._look.why)
        return self._policy.propose(task, history, observation, stop)
