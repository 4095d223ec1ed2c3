"""The stop socket: how `deskhand stop` reaches the process that sends input, past the app.

Each executor listens in its state folder under its display and process number. It can be told to
stop and to say how it is, and nothing else. Whoever stops hears whether everything is up.
"""

import contextlib
import errno
import json
import logging
import os
import signal
import socket
import stat
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from automation.core.process import display_key

log = logging.getLogger(__name__)

REPLY_TIMEOUT_S: Final = 3.0
MAX_REQUEST_BYTES: Final = 4096
MAX_SOCKET_PATH: Final = 100
"""Unix socket paths end at 107 bytes on Linux (unix(7)); longer ones go through /proc/self/fd."""
MAX_CALLERS: Final = 16
"""Callers at once; each has a thread, so that one who says nothing keeps nobody else waiting."""
ACCEPT_AGAIN_S: Final = 0.05
SOCKET_MODE: Final = 0o600
_CREDENTIALS: Final = struct.Struct("3i")
"""Process, user and group of the other end (unix(7), SO_PEERCRED)."""

Answer = dict[str, object]
Handler = Callable[[str], Answer]
Errand = Callable[[Answer, socket.socket], None]
"""Does what a longer request asks for, on the thread of its connection."""
ERRAND: Final = "task"
MAX_ERRAND_BYTES: Final = 300_000
"""Room for the longest task, each character of it written as an escape."""


class WordServer:
    """A private Unix socket that takes one word and answers it: stop, status, show.

    Same user only: the folder is private and no link, the socket has mode 0600, and both ends ask the
    kernel who the other one is. Nothing but a word can be said, so nothing can be started or approved;
    unless there is who takes errands, as in the window alone.
    """

    def __init__(
        self, folder: Path, name: str, handler: Handler, take: Errand | None = None
    ) -> None:
        """Prepare without listening.

        Args:
            take: is given what asks for `ERRAND`, and the connection while it lasts; None takes none.
        """
        self._folder = folder
        self._name = name
        self._handler = handler
        self._take = take
        self._socket: socket.socket | None = None
        self._inode = 0
        self._is_wanted = False
        self._thread: threading.Thread | None = None
        self._callers = threading.BoundedSemaphore(MAX_CALLERS)

    def start(self) -> None:
        """Listen, in the place of whatever lies there under this name."""
        self._is_wanted = True
        _check_private(self._folder)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._inode = self._place(listener)
        except OSError:
            listener.close()
            raise
        self._socket = listener
        self._thread = threading.Thread(
            target=self._serve, args=(listener,), name="words", daemon=True
        )
        self._thread.start()

    def _place(self, listener: socket.socket) -> int:
        """Bind and listen under a passing name: under its own nobody finds it half made."""
        passing = f".{self._name}-{os.getpid()}"
        path = self._folder / passing
        path.unlink(missing_ok=True)
        with _address(self._folder, passing) as address:
            listener.bind(address)
        try:
            path.chmod(SOCKET_MODE)
            listener.listen(MAX_CALLERS)
            path.replace(self._folder / self._name)
        except OSError:
            path.unlink(missing_ok=True)
            raise
        return (self._folder / self._name).lstat().st_ino

    @property
    def is_reachable(self) -> bool:
        """Tell whether the file under our name is still our socket."""
        try:
            return (self._folder / self._name).lstat().st_ino == self._inode
        except OSError:
            return False

    def ensure(self) -> None:
        """Listen anew if somebody removed or replaced the file."""
        if self._is_wanted and not self.is_reachable:
            log.warning("the socket %s was gone and is made again", self._name)
            self._stop_listening()
            self.start()

    def close(self) -> None:
        """Stop listening and remove the socket."""
        self._is_wanted = False
        self._stop_listening()

    def _stop_listening(self) -> None:
        listener, self._socket = self._socket, None
        if listener is None:
            return
        if self.is_reachable:
            (self._folder / self._name).unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(REPLY_TIMEOUT_S)

    def _serve(self, listener: socket.socket) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                if self._socket is not listener:
                    return
                # Too many files are open, or memory is short: the caller stays in the queue until then.
                threading.Event().wait(ACCEPT_AGAIN_S)
                continue
            self._callers.acquire()
            try:
                threading.Thread(
                    target=self._attend, args=(connection,), name="word", daemon=True
                ).start()
            except RuntimeError:  # no thread to be had: answer in this one
                self._attend(connection)

    def _attend(self, connection: socket.socket) -> None:
        try:
            with connection:
                connection.settimeout(REPLY_TIMEOUT_S)
                self._answer(connection)
        except (OSError, ValueError, RecursionError) as error:
            log.warning("a request to a socket was dropped: %s", type(error).__name__)
        except Exception:  # a stop must still work after a handler that failed
            log.exception("a request to a socket failed")
        finally:
            self._callers.release()

    def _answer(self, connection: socket.socket) -> None:
        if peer_uid(connection) != os.getuid():
            connection.sendall(b'{"error": "not your socket"}\n')
            return
        most = MAX_REQUEST_BYTES if self._take is None else MAX_ERRAND_BYTES
        request = json.loads(_read_line(connection, most))
        word = request.get("do") if isinstance(request, dict) else None
        if word == ERRAND and self._take is not None:
            self._take(request, connection)
            return
        answer: Answer = (
            self._handler(word) if isinstance(word, str) else {"error": "expected {'do': word}"}
        )
        connection.sendall(json.dumps(answer).encode() + b"\n")


def ask_word(
    folder: Path, name: str, word: str, *, timeout_s: float = REPLY_TIMEOUT_S
) -> Answer | None:
    """Send one word to the process that listens under this name.

    Returns:
        Its answer; None when nobody listens, or whoever did ended instead of answering.

    Raises:
        TimeoutError: somebody listens and does not answer in time.
        OSError: the socket is somebody else's, or cannot be spoken to.
        ValueError: the answer is none of ours.
    """
    try:
        with called(folder, name, timeout_s) as client:
            client.sendall(json.dumps({"do": word}).encode() + b"\n")
            line = _read_line(client)
            answer = json.loads(line) if line else None
    except (FileNotFoundError, ConnectionError, NotADirectoryError):
        return None
    except RecursionError as error:
        raise ValueError("the answer is nested without end") from error
    except BlockingIOError as error:
        # A full queue of callers, told at once although a time was set (unix(7)).
        raise TimeoutError("too many callers wait already") from error
    return answer if isinstance(answer, dict) else None


@contextlib.contextmanager
def called(folder: Path, name: str, timeout_s: float) -> Iterator[socket.socket]:
    """Yield a connection to the process of this user that listens under this name.

    Raises:
        FileNotFoundError: nobody does; so are all that `ask_word` takes for nobody.
        PermissionError: the socket is somebody else's, or another user answers it.
        OSError: it cannot be spoken to, or not in time.
    """
    found = (folder / name).lstat()
    if not stat.S_ISSOCK(found.st_mode) or found.st_uid != os.getuid():
        raise PermissionError(f"{folder / name} is not a socket of yours; remove it")
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.settimeout(timeout_s)
    with client:
        with _address(folder, name) as address:
            client.connect(address)
        if peer_uid(client) != os.getuid():
            raise PermissionError(f"{folder / name} is answered by another user; remove it")
        yield client


def peer_uid(connection: socket.socket) -> int:
    """Return the user who made the other end, as the kernel knows it."""
    return _peer(connection)[1]


def peer_pid(connection: socket.socket) -> int:
    """Return the process that made the other end, as the kernel knows it."""
    return _peer(connection)[0]


def _peer(connection: socket.socket) -> tuple[int, int, int]:
    packed = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    pid, user, group = _CREDENTIALS.unpack(packed)
    return pid, user, group


def _check_private(folder: Path) -> None:
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        raise NotADirectoryError(
            errno.ENOTDIR, f"{folder} is no folder, or a link to one; expected a folder of your own"
        )
    if found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise PermissionError(
            errno.EPERM,
            f"{folder} is not yours alone (user {found.st_uid}, mode "
            f"{stat.S_IMODE(found.st_mode):o}); make it private: chmod 700 {folder}",
        )


@contextlib.contextmanager
def _address(folder: Path, name: str) -> Iterator[str]:
    path = folder / name
    if len(os.fsencode(path)) <= MAX_SOCKET_PATH:
        yield str(path)
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{handle}/{name}"
    finally:
        os.close(handle)


def _read_line(connection: socket.socket, most: int = MAX_REQUEST_BYTES) -> bytes:
    data = b""
    while not data.endswith(b"\n"):
        part = connection.recv(most)
        data += part
        if not part:
            break
        if len(data) > most:
            raise ValueError(f"found more than {most} bytes")
    return data


Role = Literal["run", "window"]
"""Who listens: the process that runs a task, or the one that shows the window."""


def role_socket(environ: Mapping[str, str], role: Role) -> str:
    """Return the file name of the socket of a run or a window on this display."""
    return f"{role}-{display_key(environ)}.sock"


TITLE: Final = "deskhand-executor"
ANSWER_S: Final = 2.0
"""An executor that takes longer hangs, or is frozen: it is ended, and its dead-man lets go."""
DEATH_S: Final = 3.0
"""The dead-man is done 0.2 s after a death; a busy machine gets more."""
_POLL_S: Final = 0.01


@dataclass(frozen=True, slots=True)
class Stopped:
    """What became of one executor."""

    pid: int
    is_released: bool
    """Everything that it held is up: the display said so, or its dead-man has finished."""
    was_busy: bool = False
    """An action was being sent."""
    was_ended: bool = False
    """It did not answer and was killed."""


def socket_name(environ: Mapping[str, str], pid: int) -> str:
    """Return the file name of this executor's stop socket."""
    return f"{_start(environ)}{pid}.sock"


def stop_executors(
    folder: Path, environ: Mapping[str, str], *, answer_s: float = ANSWER_S
) -> tuple[Stopped, ...]:
    """Stop every executor of this folder on this display; forget those that are dead.

    Raises:
        OSError: a socket there is not ours.
        ValueError: an answer is none of ours.
    """
    found = []
    for path in sorted(folder.glob(f"{_start(environ)}*.sock")):
        number = path.name.removeprefix(_start(environ)).removesuffix(".sock")
        if number.isdecimal():
            stopped = _stop(folder, path.name, int(number), environ, answer_s)
            if stopped is not None:
                found.append(stopped)
    return tuple(found)


def forget_dead(folder: Path, environ: Mapping[str, str]) -> None:
    """Remove the sockets of executors that are gone without an end."""
    for path in folder.glob(f"{_start(environ)}*.sock"):
        number = path.name.removeprefix(_start(environ)).removesuffix(".sock")
        if number.isdecimal() and not Path(f"/proc/{number}").exists():
            path.unlink(missing_ok=True)


def _stop(
    folder: Path, name: str, pid: int, environ: Mapping[str, str], answer_s: float
) -> Stopped | None:
    try:
        answer = ask_word(folder, name, "stop", timeout_s=answer_s)
    except TimeoutError:
        return _end(folder, pid, environ)
    if answer is None:
        (folder / name).unlink(missing_ok=True)
        return _ended(folder, pid, environ)
    return Stopped(
        pid,
        is_released=answer.get("released") is True,
        was_busy=answer.get("busy") is True,
    )


def _end(folder: Path, pid: int, environ: Mapping[str, str]) -> Stopped:
    """Kill an executor that does not answer, and wait until its dead-man is done."""
    if not _is_executor(pid):
        return Stopped(pid, is_released=False)
    os.kill(pid, signal.SIGKILL)
    return Stopped(pid, is_released=_is_over(_ledger(folder, pid, environ)), was_ended=True)


def _ended(folder: Path, pid: int, environ: Mapping[str, str]) -> Stopped | None:
    """Return what became of an executor that ends by itself; None for one that is long gone."""
    ledger = _ledger(folder, pid, environ)
    return Stopped(pid, is_released=_is_over(ledger)) if ledger.exists() else None


def _ledger(folder: Path, pid: int, environ: Mapping[str, str]) -> Path:
    # Loads all that plans input, for which whoever only asks a window would wait.
    from automation.desktop.input.ledger import ledger_path  # noqa: PLC0415

    return ledger_path(folder, environ.get("DISPLAY", ""), pid)


def _is_over(ledger: Path) -> bool:
    """Wait until the executor or its dead-man has let go of everything and removed the ledger."""
    deadline_s = time.monotonic() + DEATH_S
    while ledger.exists() and time.monotonic() < deadline_s:
        time.sleep(_POLL_S)
    return not ledger.exists()


def _is_executor(pid: int) -> bool:
    try:
        title = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
    return title.rstrip(b"\0 ").decode(errors="replace") == TITLE


def _start(environ: Mapping[str, str]) -> str:
    return f"executor-{display_key(environ)}-"
