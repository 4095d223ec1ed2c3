"""The thread that looks and sends: it owns the rig and works its jobs off one by one."""

import logging
import queue
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, assert_never

import xcffib

from automation.core.errors import AssistantError, Refused
from automation.desktop.input.ours import Announced
from automation.desktop.input.protocol import (
    BeginRun,
    Done,
    Execute,
    Failed,
    Hello,
    Ok,
    Prepare,
    PreparedReply,
    RefusedReply,
    ReleaseAll,
    Reply,
)
from automation.desktop.input.reporter import Reporter
from automation.desktop.input.rig import Rig
from automation.desktop.input.session import ArmedCheck, Session

_LOG = logging.getLogger(__name__)

DISPLAY_GONE: Final = (
    "the display stopped answering; its server ended or closed our connection, and holds nothing "
    "down. Log in again, then start the task again"
)
OPEN_S: Final = 15.0


@dataclass(frozen=True, slots=True, eq=False)
class _LetGo:
    """A release that no request asked for."""

    is_done: Future[bool] = field(default_factory=Future)


Job = BeginRun | Prepare | Execute | ReleaseAll


class HandsThread:
    """The thread's handle. Jobs run in the order in which they were put."""

    def __init__(
        self,
        hello: Hello,
        announced: Announced,
        check_armed: ArmedCheck,
        reporter: Reporter,
        state_folder: Path,
    ) -> None:
        """Start the thread and wait until its rig is connected.

        Raises:
            NoDisplay: the display does not answer.
            InputError: the display takes no input.
        """
        self._reporter = reporter
        self._jobs: queue.SimpleQueue[Job | _LetGo | None] = queue.SimpleQueue()
        rig: Future[Rig] = Future()

        def serve() -> None:
            try:
                rig.set_result(Rig(hello, announced, check_armed, state_folder, reporter.send))
            except BaseException as error:  # noqa: BLE001 - raised again where the rig is awaited
                rig.set_exception(error)
                return
            try:
                self._work()
            finally:
                self._rig.close()

        self._thread = threading.Thread(target=serve, name="hands", daemon=True)
        self._thread.start()
        self._rig = rig.result(OPEN_S)

    @property
    def session(self) -> Session:
        """The session; `stop`, `kill` and the `hear_` methods may be called from any thread."""
        return self._rig.session

    @property
    def deadman_pid(self) -> int:
        """Process id of the dead-man."""
        return self._rig.deadman_pid

    def put(self, job: Job) -> None:
        """Queue a job; its reply goes to the reporter."""
        self._jobs.put(job)

    @property
    def is_busy(self) -> bool:
        """Tell whether an action is being sent."""
        return self.session.is_busy

    def let_go(self) -> "Future[bool]":
        """Release what is held at once, from any thread, and have the hands do it too.

        Returns:
            Whether everything is up, once the hands have come to it and the display has said so.
        """
        self._rig.let_go()
        job = _LetGo()
        self._jobs.put(job)
        return job.is_done

    def close(self, seconds: float) -> bool:
        """Stop, release and end the thread; False when it did not end in time."""
        self.session.stop("gone")
        self._jobs.put(None)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if isinstance(job, _LetGo):
                job.is_done.set_result(isinstance(self._answer(ReleaseAll(0)), Ok))
            else:
                self._reporter.send(self._answer(job))
            self._rig.tidy()

    def _answer(self, job: Job) -> Reply:
        try:
            return self._carry_out(job)
        except Refused as error:
            return RefusedReply(job.seq, error.reason, str(error))
        except xcffib.ConnectionException:
            _LOG.warning("a request failed: the display is gone")
            return Failed(job.seq, DISPLAY_GONE)
        except (AssistantError, OSError, xcffib.XcffibException) as error:
            _LOG.warning("a request failed: %s", type(error).__name__)
            return Failed(job.seq, str(error) or type(error).__name__)
        except Exception as error:  # noqa: BLE001 - the thread's top frame
            _LOG.exception("an error that nobody foresaw")
            return Failed(job.seq, f"internal error in the executor: {type(error).__name__}")

    def _carry_out(self, job: Job) -> Reply:
        match job:
            case BeginRun():
                self._rig.begin_run(job.budgets)
                return Ok(job.seq)
            case Prepare():
                return PreparedReply(job.seq, self.session.prepare(job.action))
            case Execute():
                report = partial(self._reporter.progress, job.seq)
                return Done(job.seq, self.session.execute(job.nonce, job.approval, report))
            case ReleaseAll():
                self.session.release_all()
                return Ok(job.seq)
            case _:
                assert_never(job)
