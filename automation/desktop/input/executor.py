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
import socket
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Final, assert_never

import msgspec
from setproctitle import setproctitle

from automation.core.errors import AssistantError, InputError, Refused, Stopped
from automation.core.geometry import ScreenPoint
from automation.core.umask import keep_private
from automation.desktop.input.channel import Channel, executor_channel
from automation.desktop.input.ending import end_on_signals
from automation.desktop.input.hands import HandsThread
from automation.desktop.input.listener import Listener
from automation.desktop.input.open_log import OpenLog
from automation.desktop.input.ours import Announced, InputEvent
from automation.desktop.input.protocol import (
    PROTOCOL_VERSION,
    BeginRun,
    ChordPressed,
    Disarmed,
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
    Ready,
    RefusedReply,
    ReleaseAll,
    Request,
    Stop,
    Takeover,
    Ungrab,
)
from automation.desktop.input.reporter import Reporter
from automation.desktop.input.stop_socket import TITLE, forget_dead, socket_name
from automation.desktop.input.word_socket import Answer, WordServer

_LOG = logging.getLogger(__name__)

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
            message = (
                f"the app speaks another protocol: found {found}, "
                f"expected version {PROTOCOL_VERSION}; restart the assistant"
            )
            raise ValueError(message)
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
            message = (
                f"`deskhand stop` could not be made to work: {error.strerror or error}. "
                f"Check the folder {self._state_folder}"
            )
            raise InputError(message) from error
        return words

    def _serve(self, request: Request) -> None:
        hands, listener = self._hands, self._listener
        assert hands is not None, "opened before the first request"
        assert listener is not None, "opened before the first request"
        match request:
            case Stop():
                hands.session.stop("user")
                hands.let_go()
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
                message = "hello came twice"
                raise ValueError(message)
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
            self._reporter.send(RefusedReply(request.seq, error.reason, str(error)))
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
    raise SystemExit(main())
