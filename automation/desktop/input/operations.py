"""Actions that go by a request and not by mouse and keyboard: windows, programs, clipboard."""

from collections.abc import Callable
from typing import Protocol, assert_never

from automation.core.actions import Action, Clipboard, Launch, Window
from automation.core.errors import Refused
from automation.desktop.input.display import Display


class Launcher(Protocol):
    """Starts desktop entries."""

    def launch(self, desktop_id: str) -> int:
        """Start the entry and return the process id."""
        ...

    def check_foreign(self, desktop_id: str) -> None:
        """Refuse an entry that would start this assistant."""
        ...


ClipboardSetter = Callable[[str], None]

Operation = Window | Launch | Clipboard


class Operations:
    """Carries out one request at a time. Owned by the thread that owns the emitter."""

    def __init__(
        self, display: Display, launcher: Launcher, set_clipboard: ClipboardSetter | None
    ) -> None:
        self._display = display
        self._launcher = launcher
        self._set_clipboard = set_clipboard

    def check(self, action: Action) -> None:
        """Refuse what may not run at all, before anybody is asked.

        Raises:
            Refused: `own_window`.
        """
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
            message = "there is no other window to switch to"
            raise Refused("bad_target", message)
        return others[0].window_id

    def _fill_clipboard(self, text: str) -> str:
        if self._set_clipboard is None:
            message = "text cannot be put on the clipboard here; type it instead"
            raise Refused("unsupported", message)
        self._set_clipboard(text)
        return f"{len(text)} characters are on the clipboard"


def is_operation(action: object) -> bool:
    """Tell whether the action goes by a request."""
    return isinstance(action, Window | Launch) or (
        isinstance(action, Clipboard) and action.op == "set"
    )
