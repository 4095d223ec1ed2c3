"""Actions that go by a request and not by mouse and keyboard: windows, programs, clipboard."""

import logging
import os
import select
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, assert_never

import xcffib
import xcffib.xproto

from automation.core.actions import Action, Clipboard, Launch, Window
from automation.core.errors import InputError, Refused
from automation.core.text import worded
from automation.desktop.input.targets import Display
from automation.desktop.launcher import Launcher
from automation.desktop.x11 import atom, connect, root_of

_LOG = logging.getLogger(__name__)

TAKE_S: Final = 2.0
_TARGETS: Final = ("UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "TEXT")
REQUEST_OVERHEAD_BYTES: Final = 64


class ClipboardOwner:
    """Owns the clipboard selection of an X display and hands the text to whoever pastes.

    Owning needs a thread that answers, which starts with the first text; it is on the clipboard for as
    long as the executor lives or until another program takes the selection.
    """

    def __init__(self, display: str | None = None) -> None:
        self._display = display
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._content = b""
        self._is_closing = False

    def set_text(self, text: str) -> None:
        """Put text on the clipboard.

        Raises:
            InputError: the text is longer than one transfer, or another program keeps the clipboard.
            NoDisplay: the display does not answer.
        """
        content = text.encode()
        if self._thread is None:
            self._open()
        limit = self._connection.get_maximum_request_length() * 4 - REQUEST_OVERHEAD_BYTES
        if len(content) > limit:
            raise InputError(
                f"the text has {len(content)} bytes; the clipboard takes {limit} at once"
            )
        with self._lock:
            self._content = content
        core = self._connection.core
        core.SetSelectionOwner(self._window, self._clipboard, xcffib.CurrentTime)
        if core.GetSelectionOwner(self._clipboard).reply().owner != self._window:
            raise InputError("another program keeps the clipboard; try again")
        self._wake()

    def close(self) -> None:
        """Give the clipboard and the connection back."""
        if self._thread is None:
            return
        self._is_closing = True
        self._wake()
        self._thread.join(TAKE_S)
        self._connection.disconnect()

    def _open(self) -> None:
        self._connection = connect(self._display)
        core: Any = self._connection.core
        self._window = self._connection.generate_id()
        root = root_of(self._connection)
        only_input = xcffib.xproto.WindowClass.InputOnly
        core.CreateWindow(0, self._window, root, -1, -1, 1, 1, 0, only_input, 0, 0, [])
        self._clipboard = atom(self._connection, "CLIPBOARD")
        self._list_atom = atom(self._connection, "TARGETS")
        self._targets = {atom(self._connection, name): name for name in _TARGETS}
        self._wake_reader, self._wake_writer = os.pipe()
        os.set_blocking(self._wake_reader, False)
        self._thread = threading.Thread(target=self._serve, name="clipboard", daemon=True)
        self._thread.start()

    def _wake(self) -> None:
        os.write(self._wake_writer, b"x")

    def _serve(self) -> None:
        try:
            self._answer_all()
        except xcffib.XcffibException as error:
            _LOG.warning("the clipboard is lost with the display: %s", type(error).__name__)

    def _answer_all(self) -> None:
        descriptors = [self._connection.get_file_descriptor(), self._wake_reader]
        while not self._is_closing:
            while (event := self._next_event()) is not None:
                if isinstance(event, xcffib.xproto.SelectionRequestEvent):
                    self._answer(event)
            select.select(descriptors, [], [])
            with suppress(BlockingIOError):
                os.read(self._wake_reader, 4096)

    def _next_event(self) -> Any | None:  # noqa: ANN401 - the library has no common event type
        while True:
            # The asking window may be gone when the answer arrives.
            with suppress(xcffib.ProtocolException):
                return self._connection.poll_for_event()

    def _answer(self, request: xcffib.xproto.SelectionRequestEvent) -> None:
        core: Any = self._connection.core
        place = request.property or request.target
        if request.target == self._list_atom:
            names = [self._list_atom, *self._targets]
            core.ChangeProperty(
                0, request.requestor, place, xcffib.xproto.Atom.ATOM, 32, len(names), names
            )
        elif request.target in self._targets:
            with self._lock:
                content = self._content
            if self._targets[request.target] == "STRING":
                content = content.decode().encode("latin-1", errors="replace")
            core.ChangeProperty(
                0, request.requestor, place, request.target, 8, len(content), content
            )
        else:
            place = xcffib.NONE
        notice = xcffib.xproto.SelectionNotifyEvent.synthetic(
            request.time, request.requestor, request.selection, request.target, place
        )
        core.SendEvent(False, request.requestor, 0, notice.pack())
        self._connection.flush()


Operation = Window | Launch | Clipboard


class Operations:
    """Carries out one request at a time. Owned by the thread that owns the emitter."""

    def __init__(
        self, display: Display, launcher: Launcher, set_clipboard: Callable[[str], None] | None
    ) -> None:
        self._display = display
        self._launcher = launcher
        self._set_clipboard = set_clipboard

    def check(self, action: Action) -> None:
        """Refuse what would start this assistant, before anybody is asked."""
        if isinstance(action, Launch):
            self._launcher.check_foreign(action.desktop_id)

    def run(self, action: Operation) -> str:
        """Carry the action out and return a note; empty when there is nothing to say.

        Raises:
            Refused: this system cannot do it, or the window is not there any more.
            InputError: the window system refused.
        """
        match action:
            case Window():
                self._act_on_window(action)
                return ""
            case Launch():
                return f"started process {self._launcher.launch(action.desktop_id)}"
            case Clipboard():
                return self._fill_clipboard(action.text)
            case _:
                assert_never(action)

    def _act_on_window(self, action: Window) -> None:
        windows = self._display.windows
        match action.op:
            case "activate":
                windows.activate(action.window_id)
            case "close":
                windows.close_window(action.window_id)
            case "minimise":
                windows.minimise(action.window_id)
            case "maximise":
                windows.maximise(action.window_id)
            case "next":
                windows.activate(self._next_window())

    def _next_window(self) -> int:
        """Return the window that the user would reach with one switch: the second from the top."""
        candidates = [
            window
            for window in self._display.windows.windows()
            if not (window.is_popup or window.is_minimised or self._display.is_own(window))
        ]
        others = [window for window in candidates if not window.is_active]
        if not others:
            raise Refused("bad_target", worded("there is no other window to switch to"))
        return others[0].window_id

    def _fill_clipboard(self, text: str) -> str:
        if self._set_clipboard is None:
            raise Refused(
                "unsupported", worded("text cannot be put on the clipboard here; type it instead")
            )
        self._set_clipboard(text)
        return f"{len(text)} characters are on the clipboard"


def is_operation(action: object) -> bool:
    """Tell whether the action goes by a request."""
    return isinstance(action, Window | Launch) or (
        isinstance(action, Clipboard) and action.op == "set"
    )
