"""The control socket: how `deskhand stop` and a second start reach the process that runs a task.

A Unix socket in the user's private runtime folder, mode 0600, same user only. It can stop a run
and ask for the window; it can neither start nor approve anything.
"""

import contextlib
import json
import logging
import os
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal

from app.folders import PRIVATE_FILE_MODE
from app.run_lock import display_key
from automation.core.errors import SettingsError

log = logging.getLogger(__name__)

REPLY_TIMEOUT_S: Final = 3.0
MAX_REQUEST_BYTES: Final = 4096
MAX_SOCKET_PATH: Final = 100
"""Unix socket paths end at 107 bytes on Linux (unix(7)); longer ones go through /proc/self/fd."""

Role = Literal["run", "window"]
"""Who listens: the process that runs a task, or the one that shows the window."""
Answer = dict[str, object]
Handler = Callable[[str], Answer]


@contextlib.contextmanager
def _address(folder: Path, name: str) -> Iterator[str]:
    path = folder / name
    if len(os.fsencode(path)) <= MAX_SOCKET_PATH:
        yield str(path)
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{handle}/{name}"
    finally:
        os.close(handle)


def socket_name(role: Role = "run") -> str:
    """Return the socket's file name for this process's display."""
    return f"{role}-{display_key()}.sock"


class ControlServer:
    """Answers on its own thread, so that a stop works while every other thread is busy."""

    def __init__(self, runtime: Path, handler: Handler, *, role: Role = "run") -> None:
        self._runtime = runtime
        self._handler = handler
        self._name = socket_name(role)
        self._socket: socket.socket | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Bind and listen; the caller holds the lock that makes it the only server.

        Raises:
            SettingsError: the socket cannot be made.
        """
        try:
            listener = self._listening()
        except OSError as error:
            message = (
                f"`deskhand stop` could not be made to work: {error.strerror or error}. "
                f"Check the folder {self._runtime}"
            )
            raise SettingsError(message) from error
        self._socket = listener
        self._thread = threading.Thread(target=self._serve, name="control", daemon=True)
        self._thread.start()

    def _listening(self) -> socket.socket:
        path = self._runtime / self._name
        path.unlink(missing_ok=True)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with _address(self._runtime, self._name) as address:
                listener.bind(address)
            path.chmod(PRIVATE_FILE_MODE)
            listener.listen(8)
        except OSError:
            listener.close()
            raise
        return listener

    def close(self) -> None:
        """Stop listening and remove the socket."""
        if self._socket is None:
            return
        (self._runtime / self._name).unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        if self._thread is not None:
            self._thread.join(REPLY_TIMEOUT_S)
        self._socket = None

    def _serve(self) -> None:
        listener = self._socket
        while listener is not None:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(REPLY_TIMEOUT_S)
                try:
                    self._answer(connection)
                except (OSError, ValueError, RecursionError) as error:
                    log.warning("a control request was dropped: %s", error)
                except Exception:  # a stop must still work after a handler that failed
                    log.exception("a control request failed")

    def _answer(self, connection: socket.socket) -> None:
        if not _is_same_user(connection):
            connection.sendall(b'{"error": "not your socket"}\n')
            return
        request = json.loads(_read_line(connection))
        word = request.get("do") if isinstance(request, dict) else None
        answer: Answer = (
            self._handler(word) if isinstance(word, str) else {"error": "expected {'do': word}"}
        )
        connection.sendall(json.dumps(answer).encode() + b"\n")


def _is_same_user(connection: socket.socket) -> bool:
    packed = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    _, uid, _ = struct.unpack("3i", packed)
    return int(uid) == os.getuid()


def _read_line(connection: socket.socket) -> bytes:
    data = b""
    while not data.endswith(b"\n"):
        part = connection.recv(MAX_REQUEST_BYTES)
        data += part
        if not part:
            break
        if len(data) > MAX_REQUEST_BYTES:
            message = f"found more than {MAX_REQUEST_BYTES} bytes"
            raise ValueError(message)
    return data


def ask(runtime: Path, word: str, *, role: Role = "run") -> Answer | None:
    """Send one word to the process that listens in this role on this display.

    Returns:
        Its answer; None when nobody listens.
    """
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.settimeout(REPLY_TIMEOUT_S)
    try:
        with client, _address(runtime, socket_name(role)) as address:
            client.connect(address)
            client.sendall(json.dumps({"do": word}).encode() + b"\n")
            answer = json.loads(_read_line(client))
    except (FileNotFoundError, ConnectionError, NotADirectoryError):
        return None
    return answer if isinstance(answer, dict) else None
