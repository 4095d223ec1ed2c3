"""The app's end of one executor process: starts it, reads what it says, ends it."""

import logging
import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from automation.core.errors import ExecutorGone
from automation.desktop.input.channel import app_channel
from automation.desktop.input.protocol import (
    ChordPressed,
    Disarmed,
    Event,
    Failed,
    Hello,
    Killed,
    Ready,
    Report,
    Request,
    Takeover,
)
from automation.desktop.input.pychild import argv_of

_LOG = logging.getLogger(__name__)

START_S: Final = 20.0
END_S: Final = 4.0

Inbox = queue.SimpleQueue[Report | None]
"""Where the reports for one request arrive; None when the process is gone."""

GONE: Final = (
    "the process that sends input ended; everything it held was released. "
    "Nothing more is sent until it is started again"
)


NO_START: Final = "the process that sends input did not start"


def _started(
    state_folder: Path, environ: Mapping[str, str]
) -> tuple["subprocess.Popen[bytes]", socket.socket]:
    """Start the process and return it with our end of the socket.

    Raises:
        ExecutorGone: the system refuses a socket or a process.
    """
    try:
        ours, theirs = socket.socketpair()
    except OSError as error:
        raise ExecutorGone(_refused(error)) from error
    with theirs:
        arguments = ("--fd", str(theirs.fileno()), "--state", str(state_folder))
        try:
            process = subprocess.Popen(
                argv_of("automation.desktop.input.executor", *arguments),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=dict(environ),
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        except BaseException as error:
            ours.close()
            if isinstance(error, OSError):
                raise ExecutorGone(_refused(error)) from error
            raise
    return process, ours


def _refused(error: OSError) -> str:
    return (
        f"{NO_START}: the system says “{error.strerror or error}”; close a program, then try again"
    )


class ExecutorLink:
    """One life of the executor process. Owns the process, the socket and the reader thread."""

    def __init__(
        self,
        hello: Hello,
        state_folder: Path,
        environ: Mapping[str, str],
        on_event: Callable[[Event], None],
        on_gone: Callable[[str], None],
    ) -> None:
        """Start the process and wait until it hears the kill key.

        Raises:
            ExecutorGone: it did not start; the message says why.
        """
        if sys.platform in ("win32", "darwin"):
            # Nothing there hears the kill key or tells the windows, and without them nothing is sent.
            message = f"input can be sent on X11 only so far, this is {sys.platform}"
            raise ExecutorGone(message)
        self._on_event = on_event
        self._on_gone = on_gone
        self._seq = count(1)
        self._lock = threading.Lock()
        self._is_closing = False
        self._is_gone = False
        self._greeting: Inbox = queue.SimpleQueue()
        self._inboxes: dict[int, Inbox] = {0: self._greeting}
        self._process, ours = _started(state_folder, environ)
        self._channel = app_channel(ours)
        self._reader = threading.Thread(target=self._read, name="executor-reader", daemon=True)
        try:
            self._reader.start()
        except BaseException as error:  # it says so in a plain RuntimeError
            self._channel.close()
            self._process.wait()
            message = (
                f"{NO_START}: {str(error) or type(error).__name__}; close a program, then try again"
            )
            raise ExecutorGone(message) from error
        self.ready = self._greet(hello)

    @property
    def is_alive(self) -> bool:
        """Tell whether the process still talks to us."""
        return not self._is_gone

    def open_inbox(self) -> tuple[int, Inbox]:
        """Return a sequence number and the inbox for its reports."""
        inbox: Inbox = queue.SimpleQueue()
        with self._lock:
            seq = next(self._seq)
            self._inboxes[seq] = inbox
            if self._is_gone:
                inbox.put(None)
        return seq, inbox

    def close_inbox(self, seq: int) -> None:
        """Forget a request; a late report to it is dropped."""
        with self._lock:
            self._inboxes.pop(seq, None)

    def send(self, request: Request) -> None:
        """Send a request.

        Raises:
            ExecutorGone: the process is gone.
        """
        with self._lock:
            try:
                self._channel.send(request)
            except ExecutorGone as error:
                raise ExecutorGone(GONE) from error

    def kill(self) -> None:
        """End a process that hangs; its dead-man releases what it held."""
        self._process.kill()

    def close(self) -> None:
        """Let the process release everything and end; kill it if it does not."""
        self._is_closing = True
        self._channel.close()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            _LOG.warning("the executor did not end by itself and is killed")
            self._process.kill()
            self._process.wait()
        if threading.current_thread() is not self._reader:
            self._reader.join(END_S)

    def _greet(self, hello: Hello) -> Ready:
        try:
            self.send(hello)
            answer = self._greeting.get(timeout=START_S)
        except (queue.Empty, ExecutorGone):
            answer = None
        if isinstance(answer, Ready):
            return answer
        why = answer.message if isinstance(answer, Failed) else "it ended or hung at its start"
        self.close()
        message = f"{NO_START}: {why}"
        raise ExecutorGone(message)

    def _read(self) -> None:
        try:
            while (report := self._channel.receive()) is not None:
                self._deliver(report)
        except (ValueError, msgspec.DecodeError):
            # Our own end of the stream may cut a report in two, while the executor still lets go.
            if not self._is_closing:
                _LOG.exception("the executor does not follow the protocol; it is ended")
                self._process.kill()
        except BaseException:  # noqa: BLE001 - a listener failed: nobody would hear of the kill key any more
            _LOG.exception("what the executor says could not be taken; it is ended")
            self._process.kill()
        finally:
            self._lose()

    def _deliver(self, report: Report) -> None:
        match report:
            case ChordPressed() | Takeover() | Killed() | Disarmed():
                self._on_event(report)
            case Ready():
                self._greeting.put(report)
            case _:
                with self._lock:
                    inbox = self._inboxes.get(report.seq)
                if inbox is not None:
                    inbox.put(report)

    def _lose(self) -> None:
        with self._lock:
            self._is_gone = True
            inboxes = tuple(self._inboxes.values())
        for inbox in inboxes:
            inbox.put(None)
        if not self._is_closing:
            self._on_gone(GONE)
