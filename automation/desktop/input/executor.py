"""The executor process: the only one of ours that sends input.

    python -m automation.desktop.input.executor --fd N --state DIR

The main thread reads requests, the hands thread looks and sends, the listener thread hears the
user, the reporter thread answers, and a socket of its own takes the word stop. Nobody who stops
waits for the hands: what is noted as held is released at once, and again by the hands. The end of
the stream, SIGTERM and SIGINT all mean: release everything and end.
"""

import argparse
import logging
import os
import queue
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final, assert_never

import msgspec
import xcffib
from setproctitle import setproctitle

from automation.core.errors import AssistantError, ExecutorGone, InputError, Refused, Stopped
from automation.core.geometry import ScreenPoint
from automation.core.process import keep_private, leave
from automation.core.text import LEVEL, OneLine, parts_of
from automation.desktop.input.kill_switch import Announced, InputEvent
from automation.desktop.input.listener import Listener
from automation.desktop.input.protocol import (
    PROTOCOL_VERSION,
    BeginRun,
    Channel,
    ChordPressed,
    Disarmed,
    Done,
    EndRun,
    Execute,
    Failed,
    Grab,
    Grabbed,
    Heartbeat,
    Hello,
    KillCause,
    Killed,
    Ok,
    Prepare,
    PreparedReply,
    Pressed,
    Progress,
    Ready,
    RefusedReply,
    ReleaseAll,
    Reply,
    Report,
    Request,
    Stop,
    Takeover,
    Ungrab,
    Word,
    executor_channel,
)
from automation.desktop.input.rig import Rig
from automation.desktop.input.session import Session
from automation.desktop.input.stop_socket import TITLE, Answer, WordServer, forget_dead, socket_name

_ENDING: Final = (signal.SIGTERM, signal.SIGINT)


def end_on_signals(stream: socket.socket) -> None:
    """Have SIGTERM and SIGINT raise `Stopped` on the main thread, which may be reading `stream`.

    Called there, once. Python handles a signal on the main thread alone: if another thread was
    interrupted, as after SIGSTOP and SIGCONT, that one goes on waiting for the app. So a thread of its
    own ends that wait.
    """
    told, tell = os.pipe()  # for as long as the process lives
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    for number in _ENDING:
        signal.signal(number, _stop)
    threading.Thread(target=_wake, args=(told, stream), name="signals", daemon=True).start()


def _wake(told: int, stream: socket.socket) -> None:
    """End the main thread's wait at each of these signals; what is to be said to the app can still be said."""
    while number := os.read(told, 1):
        if number[0] in _ENDING:
            with suppress(OSError):  # it is closed: the main thread ends already
                stream.shutdown(socket.SHUT_RD)


def _stop(number: int, frame: FrameType | None) -> None:
    del number, frame
    # A second signal must not end the releasing.
    for each in _ENDING:
        signal.signal(each, signal.SIG_IGN)
    raise Stopped("signal")


_LOG = logging.getLogger(__name__)

PROGRESS_EVERY_S: Final = 0.03
FLUSH_S: Final = 0.5


def _refused(seq: int, error: Refused) -> RefusedReply:
    return RefusedReply(seq, error.reason, str(error), parts_of(error.words))


class Reporter:
    """Sends reports to the app, from any thread, without making the hands or the ears wait for it.

    A frozen app does not read; what is sent then piles up here and not in a call that holds a key
    down.
    """

    def __init__(self, channel: Channel[Request]) -> None:
        self._channel = channel
        self._queue: queue.SimpleQueue[Report | None] = queue.SimpleQueue()
        self._last_progress_s = 0.0
        self._thread = threading.Thread(target=self._serve, name="reporter", daemon=True)
        self._thread.start()

    def send(self, report: Report) -> None:
        """Send a report as soon as the app takes it."""
        self._queue.put(report)

    def progress(self, seq: int, done: int, total: int) -> None:
        """Send how far an action is, at most every 30 ms and at its end."""
        now_s = time.monotonic()
        if done >= total or now_s - self._last_progress_s >= PROGRESS_EVERY_S:
            self._last_progress_s = now_s
            self.send(Progress(seq, done, total))

    def close(self) -> None:
        """Give what is queued a moment to go out."""
        self._queue.put(None)
        self._thread.join(FLUSH_S)

    def _serve(self) -> None:
        while (report := self._queue.get()) is not None:
            try:
                self._channel.send(report)
            except Exception as error:  # noqa: BLE001 - the thread's top frame
                if not isinstance(error, ExecutorGone):  # the app may just have ended
                    _LOG.warning("a report cannot be sent: %s", type(error).__name__)
                self._channel.close()  # hands that cannot say what they do must not go on
                return


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
    """The thread that looks and sends: it owns the rig and works its jobs off in their order."""

    def __init__(
        self,
        hello: Hello,
        announced: Announced,
        check_armed: Callable[[], None],
        reporter: Reporter,
        state_folder: Path,
    ) -> None:
        """Start the thread and wait until its rig is connected."""
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

        What comes of it tells whether everything is up, once the display has said so to the hands.
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
            match job:
                case BeginRun():
                    self._rig.begin_run(job)
                    return Ok(job.seq)
                case Prepare():
                    return PreparedReply(job.seq, self.session.prepare(job.action))
                case Execute():
                    report = partial(self._reporter.progress, job.seq)
                    ask = partial(self._reporter.send, Pressed(job.seq)) if job.is_held else None
                    execution = self.session.execute(job.nonce, job.approval, report, ask)
                    return Done(job.seq, execution)
                case ReleaseAll():
                    self.session.release_all()
                    return Ok(job.seq)
                case _:
                    assert_never(job)
        except Refused as error:
            return _refused(job.seq, error)
        except xcffib.ConnectionException:
            _LOG.warning("a request failed: the display is gone")
            return Failed(job.seq, DISPLAY_GONE)
        except (AssistantError, OSError, xcffib.XcffibException) as error:
            _LOG.warning("a request failed: %s", type(error).__name__)
            return Failed(job.seq, str(error) or type(error).__name__)
        except Exception as error:  # noqa: BLE001 - the thread's top frame
            _LOG.exception("an error that nobody foresaw")
            return Failed(job.seq, f"internal error in the executor: {type(error).__name__}")


MOST_LINES: Final = 1000
"""Lines that may wait; beyond that the newest is dropped."""
_STDERR: Final = 2


class OpenLog(logging.Handler):
    """A log that never makes its writer wait: it queues lines, and a thread of its own writes them.

    The executor shares its standard error with the app, and whoever reads that may have stopped: a
    plain write would then hold up the hands, or the listener, for good.
    """

    def __init__(self, title: str, descriptor: int = _STDERR) -> None:
        super().__init__(LEVEL)
        self.setFormatter(OneLine(title))
        self._descriptor = descriptor
        self._lines: queue.Queue[bytes | None] = queue.Queue(MOST_LINES)
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue the record."""
        try:
            self._lines.put_nowait((self.format(record) + "\n").encode(errors="replace"))
        except queue.Full:
            return
        except Exception:  # noqa: BLE001 - as every handler does: a log may not fail
            self.handleError(record)

    def finish(self, seconds: float) -> None:
        """Give what is queued a moment to go out."""
        try:
            self._lines.put_nowait(None)
        except queue.Full:
            return
        self._thread.join(seconds)

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                os.write(self._descriptor, line)
            except OSError:  # nobody reads it any more
                return


SWITCH_S: Final = 0.0005
"""How long one thread may keep the interpreter from another; the default is ten times as much."""
END_S: Final = 3.0
RELEASE_S: Final = 1.0
"""How long whoever stops is kept for the hands' word that everything is up."""
LOG_S: Final = 0.2


class Executor:
    """Ties the threads together; lives on the main thread, its `on_` methods on the listener's."""

    def __init__(self, channel: Channel[Request], state_folder: Path) -> None:
        self._channel = channel
        self._state_folder = state_folder
        self._reporter = Reporter(channel)
        self._listener: Listener | None = None
        self._hands: HandsThread | None = None
        self._words: WordServer | None = None

    def run(self) -> int:
        """Serve until the app is gone or the system asks us to end; return the exit status."""
        try:
            hello = self._channel.receive()
            if hello is None:
                return 0
            self._open(hello)
            while (request := self._channel.receive()) is not None:
                self._serve(request)
        except Stopped:
            _LOG.info("asked to end")
        except (AssistantError, ValueError, msgspec.DecodeError) as error:
            self._reporter.send(Failed(0, str(error)))
            return 1
        except Exception as error:  # noqa: BLE001 - the top frame
            _LOG.exception("an error that nobody foresaw")
            self._reporter.send(Failed(0, f"internal error: {type(error).__name__}: {error}"))
            return 1
        finally:
            self._end()
        return 0

    def on_kill(self, chord: str) -> None:
        """Stop at once; from any thread."""
        self._halt("kill_key", chord)

    def on_corner(self) -> None:
        """Stop as the kill key does."""
        self._halt("corner", "stop corner")

    def _halt(self, cause: KillCause, words: str) -> "Future[bool]":
        """End everything; returns whether all is up, once that is known."""
        released: Future[bool] = Future()
        hands = self._hands
        if hands is not None:
            hands.session.kill(cause)
        heard_s = time.monotonic()
        if hands is not None:
            released = hands.let_go()
        else:
            released.set_result(True)  # nobody has pressed anything yet
        self._reporter.send(Killed(words, cause, heard_s))
        return released

    def on_word(self, word: str) -> Answer:
        """Answer the stop socket, on a thread of its own."""
        hands = self._hands
        is_busy = hands is not None and hands.is_busy
        if word == "status":
            return {"busy": is_busy, "pid": os.getpid()}
        if word != "stop":
            return {"error": f"unknown word {word!r}; expected stop or status"}
        released = self._halt("user", "deskhand stop")
        try:
            is_released = released.result(RELEASE_S)
        except TimeoutError:
            is_released = False
        return {"stopped": True, "busy": is_busy, "released": is_released}

    def on_chord(self, name: str) -> None:
        """Tell the app."""
        self._reporter.send(ChordPressed(name))

    def on_user(self, event: InputEvent, pointer: Callable[[], ScreenPoint]) -> None:
        """End the action that the user interferes with."""
        by = self._hands.session.hear_user(event, pointer) if self._hands is not None else None
        if by is not None:
            self._reporter.send(Takeover(by))

    def on_ours(self, event: InputEvent) -> None:
        """Note how far our own pointer came."""
        if self._hands is not None:
            self._hands.session.hear_ours(event)

    def on_disarmed(self, message: str) -> None:
        """Nothing goes on without a kill key."""
        if self._hands is not None:
            self._hands.session.stop("gone")
            self._hands.let_go()
        self._reporter.send(Disarmed(message))

    def _open(self, hello: Request) -> None:
        if not isinstance(hello, Hello) or hello.version != PROTOCOL_VERSION:
            found = f"version {hello.version}" if isinstance(hello, Hello) else "no hello"
            raise ValueError(
                f"the app speaks another protocol: found {found}, "
                f"expected version {PROTOCOL_VERSION}; restart the assistant"
            )
        announced = Announced()
        self._listener = Listener(None, hello.kill_keys, announced, self, hello.stop_corner)
        self._hands = HandsThread(
            hello, announced, self._listener.check_armed, self._reporter, self._state_folder
        )
        self._words = self._listening()
        self._reporter.send(
            Ready(PROTOCOL_VERSION, os.getpid(), self._hands.deadman_pid, is_armed=True)
        )

    def _listening(self) -> WordServer:
        """Open the stop socket: it works whatever the app and its files are doing."""
        forget_dead(self._state_folder, os.environ)
        words = WordServer(self._state_folder, socket_name(os.environ, os.getpid()), self.on_word)
        try:
            words.start()
        except OSError as error:
            raise InputError(
                f"`deskhand stop` could not be made to work: {error.strerror or error}. "
                f"Check the folder {self._state_folder}"
            ) from error
        return words

    def _serve(self, request: Request) -> None:
        hands, listener = self._hands, self._listener
        assert hands is not None, "opened before the first request"
        assert listener is not None, "opened before the first request"
        match request:
            case Stop():
                hands.session.stop("user")
                hands.let_go()
            case Word():
                hands.session.answer(request.nonce, may_type=request.may_type)
            case Heartbeat():
                self._reporter.send(request)
            case Grab() | Ungrab():
                self._change_chords(request, listener)
            case BeginRun():
                self._begin_run(request, hands, listener)
            case EndRun():
                listener.forget_corner()
            case Prepare() | Execute() | ReleaseAll():
                hands.put(request)
            case Hello():
                raise ValueError("hello came twice")
            case _:
                assert_never(request)

    def _begin_run(self, request: BeginRun, hands: HandsThread, listener: Listener) -> None:
        """Let a run begin only when the user can end it: by key, by corner and by word."""
        try:
            listener.check_armed()
            listener.watch_corner()
            if self._words is not None:
                self._words.ensure()
        except Refused as error:
            self._reporter.send(_refused(request.seq, error))
        except OSError as error:
            message = (
                f"`deskhand stop` does not work ({error.strerror or error}); no run begins without "
                f"it. Check the folder {self._state_folder}"
            )
            self._reporter.send(RefusedReply(request.seq, "no_kill_key", message))
        else:
            hands.put(request)

    def _change_chords(self, request: Grab | Ungrab, listener: Listener) -> None:
        try:
            if isinstance(request, Grab):
                self._reporter.send(Grabbed(request.seq, listener.grab(request.chords)))
            else:
                listener.ungrab(request.names)
                self._reporter.send(Ok(request.seq))
        except AssistantError as error:
            self._reporter.send(Failed(request.seq, str(error)))

    def _end(self) -> None:
        is_quiet = self._hands is None or self._hands.close(END_S)
        if self._words is not None:
            self._words.close()
        if self._listener is not None:
            self._listener.close()
        self._reporter.close()
        self._channel.close()
        if not is_quiet:
            # The hands hang in the display: the dead-man releases as soon as we are gone.
            os._exit(1)


def main() -> int:
    """Run the executor on the descriptor that the app passed."""
    keep_private()
    setproctitle(TITLE)
    log = OpenLog(TITLE)
    logging.basicConfig(handlers=[log])
    sys.setswitchinterval(SWITCH_S)
    options = _options()
    stream = socket.socket(fileno=options.fd)
    end_on_signals(stream)
    status = Executor(executor_channel(stream), options.state).run()
    log.finish(LOG_S)
    return status


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=TITLE)
    parser.add_argument("--fd", type=int, required=True, help="the socket to the app")
    parser.add_argument("--state", type=Path, required=True, help="folder for the ledger")
    return parser.parse_args()


if __name__ == "__main__":
    leave(main())
