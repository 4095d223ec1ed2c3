"""The control socket: how `deskhand stop` and a second start reach the process that runs a task.

A Unix socket in the user's private runtime folder, mode 0600, same user only. It can stop a run
and ask for the window; it can neither start nor approve anything. It is there while a run is:
that somebody listens says that something runs, whether or not the process finds time to answer.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from app.run_lock import display_key
from automation.core.errors import SettingsError
from automation.desktop.input.word_socket import (
    REPLY_TIMEOUT_S,
    Answer,
    Handler,
    WordServer,
    ask_word,
)

__all__ = ["Answer", "ControlServer", "Handler", "ask", "only_stop", "socket_name"]

Role = Literal["run", "window"]
"""Who listens: the process that runs a task, or the one that shows the window."""


def socket_name(role: Role = "run") -> str:
    """Return the socket's file name for this process's display."""
    return f"{role}-{display_key()}.sock"


def only_stop(stop: Callable[[], object]) -> Handler:
    """Return a handler that knows the word `stop`, and calls this for it."""

    def _handle(word: str) -> Answer:
        if word != "stop":
            return {"error": f"unknown word {word!r}; expected stop"}
        stop()
        return {"running": True}

    return _handle


class ControlServer:
    """Answers on threads of its own, so that a stop works while every other thread is busy."""

    def __init__(self, runtime: Path, handler: Handler, *, role: Role = "run") -> None:
        self._runtime = runtime
        self._server = WordServer(runtime, socket_name(role), handler)

    def start(self) -> None:
        """Bind and listen; the caller holds the lock that makes it the only server.

        Raises:
            SettingsError: the socket cannot be made.
        """
        try:
            self._server.start()
        except OSError as error:
            message = (
                f"`deskhand stop` could not be made to work: {error.strerror or error}. "
                f"Check the folder {self._runtime}"
            )
            raise SettingsError(message) from error

    def close(self) -> None:
        """Stop listening and remove the socket."""
        self._server.close()


def ask(
    runtime: Path, word: str, *, role: Role = "run", timeout_s: float = REPLY_TIMEOUT_S
) -> Answer | None:
    """Send one word to the process that listens in this role on this display.

    Returns:
        Its answer; None when nobody listens.

    Raises:
        TimeoutError: it listens and does not answer.
        OSError: the socket is not ours.
        ValueError: the answer is none of ours.
    """
    return ask_word(runtime, socket_name(role), word, timeout_s=timeout_s)
