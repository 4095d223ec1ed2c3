"""One run and one window per display: who holds it, and how another process stops it or brings it forward.

Locks are advisory ones that the kernel drops when a holder dies. Their files lie in the folder of one
user or of one `DESKHAND_HOME`, and two of those on the same display would work the same mouse. So a run
also owns a selection of the display, the one place that both can see; the server gives it up when its
owner dies. Any client may take the selection, or destroy the window that owns it. The owner hears of
that and has to stop; until it has, its window carries a mark that keeps others away, so that a thief who
dies at once does not let a second run begin beside the first.

The control socket lies in the user's private runtime folder, mode 0600, same user only. That of a run can
stop it, and neither start nor approve anything. It is there while a run is: that somebody listens says
that something runs, whether or not the process finds time to answer. That of the window asks for it, and
hands it a task of the command line (`app.hand_over`), under the very rules of the command line.
"""

import contextlib
import fcntl
import logging
import os
import selectors
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Protocol, Self

import xcffib
import xcffib.xproto

from automation.core import process
from automation.core.errors import AssistantError, NoDisplay, SettingsError
from automation.core.files import open_private
from automation.core.text import worded
from automation.desktop.input.stop_socket import (
    REPLY_TIMEOUT_S,
    Answer,
    Errand,
    Handler,
    Role,
    WordServer,
    ask_word,
    role_socket,
)
from automation.desktop.x11 import atom, connect, root_of

log = logging.getLogger(__name__)

SELECTION: Final = "_DESKHAND_RUN"
"""The selection, and the mark on the window of who owns or owned it."""
_PID: Final = "_NET_WM_PID"
"""Property of a window that names its process (Extended Window Manager Hints, section 5)."""
_FOLDER: Final = "_DESKHAND_RUNTIME"
"""Property of the same window: the folder in which this run listens for `deskhand stop`."""
_MOST_WORDS: Final = 4096
"""Longest path that is read, in units of four bytes: four times what Linux takes."""
_CARDINAL: Final = xcffib.xproto.Atom.CARDINAL
DYING_S: Final = 3.0
"""How long the server may take to notice that a killed owner is gone."""
_LOOK_S: Final = 0.02


class DisplayTaken(Exception):
    """Another process owns the selection; its number is the argument, `unknown` if it hides it."""


class DisplayClaim:
    """Owns the selection until `release`, or until the process ends.

    A thread of its own sleeps on the connection, and tells once when the selection is lost.
    """

    def __init__(self, connection: xcffib.Connection, on_lost: Callable[[], None]) -> None:
        self._connection = connection
        self._selection = atom(connection, SELECTION)
        self._on_lost = on_lost
        self._reader, self._writer = socket.socketpair()
        self._watcher = threading.Thread(target=self._watch, name="display-claim", daemon=True)
        self._watcher.start()

    @classmethod
    def take(cls, runtime: Path, on_lost: Callable[[], None]) -> Self | None:
        """Own the selection of the display of this process; None where no X server answers.

        Args:
            runtime: where this run listens for a stop.
            on_lost: called on a thread of the claim when somebody took it away.

        Raises:
            DisplayTaken: another process owns it.
        """
        try:
            connection = connect()
        except NoDisplay:
            return None
        try:
            _own(connection, runtime)
        except xcffib.XcffibException:
            connection.disconnect()
            return None
        except BaseException:
            connection.disconnect()
            raise
        return cls(connection, on_lost)

    def release(self) -> None:
        """Give the selection up."""
        self._writer.close()
        self._watcher.join()
        self._reader.close()
        with contextlib.suppress(xcffib.XcffibException):  # broken already
            self._connection.disconnect()

    def _watch(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._reader, selectors.EVENT_READ)
            selector.register(self._connection.get_file_descriptor(), selectors.EVENT_READ)
            while not self._is_lost():
                ready = [key.fileobj for key, _ in selector.select()]
                if self._reader in ready:
                    return
        log.warning("the claim of the display was taken away")
        self._on_lost()

    def _is_lost(self) -> bool:
        while True:
            try:
                event = self._connection.poll_for_event()
            except xcffib.XcffibException:  # the connection was closed: so was the claim
                return True
            except LookupError:  # any client may send what is no event at all
                continue
            match event:
                case None:
                    return False
                case xcffib.xproto.DestroyNotifyEvent():
                    return True
                case xcffib.xproto.SelectionClearEvent() if event.selection == self._selection:
                    return True


def runtimes_on_display() -> tuple[Path, ...]:
    """Return the folders in which runs on the display of this process listen, as they say; may block.

    Raises:
        NoDisplay: there is no display, or it does not answer.
    """
    connection = connect()
    try:
        name, core = atom(connection, _FOLDER), connection.core
        windows = core.QueryTree(root_of(connection)).reply().children
        kind = xcffib.xproto.Atom.STRING
        asked = [core.GetProperty(False, w, name, kind, 0, _MOST_WORDS) for w in windows]
        found = []
        for cookie in asked:
            with contextlib.suppress(xcffib.xproto.WindowError):  # it is gone by now
                if path := bytes(cookie.reply().value.raw):
                    found.append(Path(os.fsdecode(path)))
        return tuple(dict.fromkeys(found))
    except xcffib.XcffibException as error:
        raise NoDisplay(f"the display stopped answering ({type(error).__name__})") from error
    finally:
        connection.disconnect()


def _own(connection: xcffib.Connection, runtime: Path) -> None:
    selection, window = atom(connection, SELECTION), _window(connection, runtime)
    until_s = time.monotonic() + DYING_S
    while (owner := _try(connection, selection, window)) != window:
        pid = _pid_of(connection, owner)
        if pid is None or Path(f"/proc/{pid}").exists() or time.monotonic() > until_s:
            raise DisplayTaken(str(pid or "unknown"))
        time.sleep(_LOOK_S)


def _try(connection: xcffib.Connection, selection: int, window: int) -> int:
    """Own the selection if nobody does or did; return whose it is then."""
    core = connection.core
    core.GrabServer()  # nobody comes between the look and the taking
    try:
        owner = int(core.GetSelectionOwner(selection).reply().owner)
        owner = owner or _marked(connection, selection)
        if owner:
            return owner
        core.SetSelectionOwner(window, selection, xcffib.xproto.Time.CurrentTime)
        _put(connection, window, selection)
        return int(core.GetSelectionOwner(selection).reply().owner)
    finally:
        core.UngrabServer()
        connection.flush()


def _marked(connection: xcffib.Connection, mark: int) -> int:
    """Return a window of somebody who owned the selection and has not given up; 0 for none."""
    core = connection.core
    windows = core.QueryTree(root_of(connection)).reply().children
    asked = [(int(w), core.GetProperty(False, w, mark, _CARDINAL, 0, 1)) for w in windows]
    found = 0
    for window, cookie in asked:
        try:
            if cookie.reply().value_len:
                found = window
        except xcffib.xproto.WindowError:  # gone before the server was grabbed
            continue
    return found


def _window(connection: xcffib.Connection, runtime: Path) -> int:
    """Make a window that is never shown, and say whose it is and where its run listens."""
    window = int(connection.generate_id())
    kind, event_mask = xcffib.xproto.WindowClass.InputOnly, xcffib.xproto.CW.EventMask
    place = (window, root_of(connection), -1, -1, 1, 1, 0, kind, 0)
    heard = xcffib.xproto.EventMask.StructureNotify
    connection.core.CreateWindow(0, *place, event_mask, [heard])
    _put(connection, window, atom(connection, _PID))
    path, mode = os.fsencode(runtime.absolute()), xcffib.xproto.PropMode.Replace
    folder, text = atom(connection, _FOLDER), xcffib.xproto.Atom.STRING
    connection.core.ChangeProperty(mode, window, folder, text, 8, len(path), path)
    return window


def _put(connection: xcffib.Connection, window: int, name: int) -> None:
    """Write the number of this process on a window."""
    mode = xcffib.xproto.PropMode.Replace
    connection.core.ChangeProperty(mode, window, name, _CARDINAL, 32, 1, [os.getpid()])


def _pid_of(connection: xcffib.Connection, window: int) -> int | None:
    """Return the process of a window as it says; None when it is gone or does not say."""
    try:
        reply = connection.core.GetProperty(
            False, window, atom(connection, _PID), _CARDINAL, 0, 1
        ).reply()
    except xcffib.xproto.WindowError:
        return None
    found = reply.value.to_atoms() if reply.value_len else ()
    return int(found[0]) if found else None


TAKEN: Final = "display_taken"
"""Cause of a stop: another program took the claim of the display."""


class DesktopBusy(AssistantError):
    """Another run holds this display.

    `owner` is the number of its process, as far as it is known.
    """

    def __init__(self, message: str, owner: str = "unknown") -> None:
        super().__init__(message)
        self.owner = owner


def display_key() -> str:
    """Return a short name for the display of this process, safe in a file name.

    However it is written, `:0`, `:0.0` or `unix:0`, one display has one name.
    """
    return process.display_key(os.environ)


class RunLock:
    """Held while a run (or, as `window`, the window's process) lives; a context manager."""

    def __init__(
        self, runtime: Path, *, role: str = "run", on_lost: Callable[[], None] = lambda: None
    ) -> None:
        """Prepare without taking it.

        Args:
            on_lost: called on another thread when another program took the display away.
        """
        self._on_lost = on_lost
        self.is_lost = False
        self._path = runtime / f"{role}-{display_key()}.lock"
        self._is_run = role == "run"
        self._file: IO[str] | None = None
        self._claim: DisplayClaim | None = None

    def __enter__(self) -> Self:
        """Take the lock.

        Raises:
            DesktopBusy: another process runs a task on this display.
            SettingsError: the lock's file cannot be made.
        """
        try:
            handle = open_private(self._path, os.O_RDWR | os.O_CREAT)
        except OSError as error:
            raise SettingsError(
                worded(
                    "cannot use {0}: {1}; check that the folder is yours",
                    str(self._path),
                    error.strerror,
                )
            ) from error
        file = os.fdopen(handle, "r+", encoding="ascii")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = file.read(20).strip() or "unknown"
            file.close()
            raise DesktopBusy(_busy(owner), owner) from None
        try:
            self._claim = DisplayClaim.take(self._path.parent, self._lose) if self._is_run else None
        except DisplayTaken as taken:
            file.close()
            more = worded(
                "{0}; it may have another DESKHAND_HOME or be of another user", str(taken)
            )
            message = _busy(more)
            raise DesktopBusy(message, str(taken)) from None
        with contextlib.suppress(OSError):  # a full disk: the lock holds without the number
            os.ftruncate(handle, 0)
            os.write(handle, str(os.getpid()).encode())
        self._file = file
        return self

    def _lose(self) -> None:
        self.is_lost = True
        self._on_lost()

    def close(self) -> None:
        """Let it go; may be called twice."""
        if self._claim is not None:
            self._claim.release()
            self._claim = None
        if self._file is not None:
            self._file.close()
            self._file = None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _busy(owner: str) -> str:
    return worded(
        "another run holds this desktop (process {0}). Wait for it, or end it with: deskhand stop",
        owner,
    )


def socket_name(role: Role = "run") -> str:
    """Return the socket's file name for this process's display."""
    return role_socket(os.environ, role)


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

    def __init__(
        self, runtime: Path, handler: Handler, *, role: Role = "run", take: Errand | None = None
    ) -> None:
        """Prepare without listening; `take` is given the tasks that the command line hands over."""
        self._runtime = runtime
        self._server = WordServer(runtime, socket_name(role), handler, take)

    def start(self) -> None:
        """Bind and listen; the caller holds the lock that makes it the only server.

        Raises:
            SettingsError: the socket cannot be made.
        """
        try:
            self._server.start()
        except OSError as error:
            raise SettingsError(
                worded(
                    "`deskhand stop` could not be made to work: {0}. Check the folder {1}",
                    error.strerror or str(error),
                    str(self._runtime),
                )
            ) from error

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


class Stops(Protocol):
    """Stops the run of this process; from any thread."""

    def __call__(self, cause: str = "user") -> None:
        """Stop it, for this cause."""
        ...


class RunHold:
    """Taken before a run, given back after it; may be given back twice. UI thread."""

    def __init__(self, runtime: Path, stop: Stops) -> None:
        """Prepare without taking anything.

        Args:
            stop: stops the run; called in the threads of the socket and of the display's claim.
        """
        self._runtime = runtime
        self._stop = stop
        self._lock: RunLock | None = None
        self._control: ControlServer | None = None

    def take(self) -> None:
        """Hold the desktop.

        Raises:
            AssistantError: another run holds it, or the socket cannot be made; nothing is held.
        """
        lock = RunLock(self._runtime, on_lost=lambda: self._stop(TAKEN))
        control = ControlServer(self._runtime, only_stop(self._stop))
        lock.__enter__()
        try:
            control.start()
        except BaseException:
            control.close()
            lock.__exit__(None, None, None)
            raise
        self._lock, self._control = lock, control

    @property
    def is_lost(self) -> bool:
        """Tell whether another program took the display away since `take`."""
        return self._lock is not None and self._lock.is_lost

    def give_back(self) -> None:
        """Let the desktop go."""
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._lock is not None:
            self._lock.__exit__(None, None, None)
            self._lock = None
