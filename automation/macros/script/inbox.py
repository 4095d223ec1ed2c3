"""Where a script's thread hands one step after the other to the agent thread, and waits for each."""

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from automation.core.events import Ended
from automation.core.proposal import Outcome
from automation.core.stopping import StopToken
from automation.macros.macro import If, Step
from automation.macros.player.report import StepReport
from automation.macros.player.values import Scope
from automation.macros.script.errors import error_of

POLL_S: Final = 0.02
"""How often who waits for the script's next step looks whether the run was stopped."""


@dataclass(frozen=True, slots=True)
class DoStep:
    """Do one step."""

    step: Step
    scope: Scope
    row: int = 0
    leads_to: tuple[str, ...] = ()
    """Names of menu items that the next steps press; approved together with this one."""


@dataclass(frozen=True, slots=True)
class AskWhether:
    """Tell whether a condition holds; nothing is sent."""

    step: If
    scope: Scope
    row: int = 0


@dataclass(frozen=True, slots=True)
class BeginRow:
    """The script goes over to a row of its table."""

    row: int


@dataclass(frozen=True, slots=True)
class EndRow:
    """The script is done with a row."""

    row: int


@dataclass(frozen=True, slots=True)
class EndRun:
    """The script is over; without an outcome it came to its end."""

    outcome: Outcome | None = None
    message: str = ""


Request = DoStep | AskWhether | BeginRow | EndRow | EndRun


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A step was not done; the script may go on in another way."""

    outcome: Outcome
    message: str


Reply = StepReport | GaveUp | bool | None


@dataclass(frozen=True, slots=True)
class _Ticket:
    request: Request
    reply: "queue.SimpleQueue[Reply | Ended]" = field(default_factory=queue.SimpleQueue)


class Inbox:
    """One request at a time. `ask` is for the script's threads; `next` and `reply` for the agent's."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.began = threading.Event()
        """Set when the run takes requests, or is over without having taken any."""
        self._clock = clock
        self._tickets: queue.SimpleQueue[_Ticket] = queue.SimpleQueue()
        self._alone = threading.Lock()
        self._lock = threading.Lock()
        self._waiting: _Ticket | None = None
        self._ended: Ended | None = None

    @property
    def ended(self) -> Ended | None:
        """How the run ended; None before that."""
        return self._ended

    def ask(self, request: Request) -> Reply:
        """Hand a request over and wait for what comes of it.

        Raises:
            ScriptError: the run is over.
            ScriptStopped: it was stopped.
        """
        with self._alone:
            ticket = _Ticket(request)
            with self._lock:
                if self._ended is None:
                    self._waiting = ticket
                    self._tickets.put(ticket)
                else:
                    ticket.reply.put(self._ended)
            reply = ticket.reply.get()
        if isinstance(reply, Ended):
            raise error_of(reply.outcome, reply.message)
        return reply

    def next(self, stop: StopToken) -> tuple[Request, float]:
        """Return the next request, and the seconds that the script took for it.

        Raises:
            Stopped: the run was stopped meanwhile.
        """
        since_s = self._clock()
        while True:
            stop.check()
            try:
                ticket = self._tickets.get(timeout=POLL_S)
            except queue.Empty:
                continue
            return ticket.request, self._clock() - since_s

    def reply(self, answer: Reply) -> None:
        """Let the script go on; heard by nobody when it went away meanwhile."""
        with self._lock:
            ticket, self._waiting = self._waiting, None
        if ticket is not None:
            ticket.reply.put(answer)

    def over(self, ended: Ended) -> None:
        """The run has ended: tell who waits, and whoever asks from here on."""
        with self._lock:
            self._ended = ended
            ticket, self._waiting = self._waiting, None
        if ticket is not None:
            ticket.reply.put(ended)
        self.began.set()
