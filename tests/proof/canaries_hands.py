"""A recorder on paper: the real one, on a desk's windows, in a desk's time, and the user it listens to."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import app.macros.record as recording
from app.macros.record import LiveRecording, Told
from app.settings import Folders, Settings
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.keys import char_for_keysym
from automation.desktop.input.kill_switch import InputEvent
from automation.desktop.recording import listen, look, recorder
from automation.desktop.recording.listen import KeyFocus
from automation.desktop.recording.privacy import PasswordFields
from automation.safety.rules import Permission
from tests.fakes.keyboards import CONTROL, SHIFT, keyboard
from tests.proof.canaries_desk import VAULT, PaperOcr
from tests.proof.canaries_program import HandsDesk, recorded_reader

KEYS = keyboard("us")
NAMED = {"backspace": 22, "tab": 23, "enter": 36}
SETTINGS = Settings(apps={VAULT: Permission.NEVER_LOOK})


class DeskFocus(KeyFocus):
    """Follows the keyboard on a desk."""

    def __init__(self, connection, windows) -> None:
        self._windows = windows
        self.window, self.window_id = None, -1
        self.follow()

    def _active(self) -> int:
        return self._windows.focused or 0


class Hand:
    """The user; its doings are generators that yield the seconds until they go on."""

    def __init__(self, desk: HandsDesk, live: LiveRecording, dice) -> None:
        self._desk, self._dice = desk, dice
        self._hears = live._recorder.hands.on_user
        self._haste_s = dice.choice((0.02, 0.06, 0.06, 0.2))

    def click(self, box: Rect) -> Iterator[float]:
        """Go there, rest and press, as a hand does."""
        at = ScreenPoint(
            self._dice.randrange(box.x + 2, box.right - 2),
            self._dice.randrange(box.y + 2, box.bottom - 2),
        )
        self._send("pointer", point=at)
        yield self._dice.uniform(0.15, 0.6)
        self._send("button", 1, is_down=True)
        self._desk.press(at)
        yield self._dice.uniform(0.03, 0.12)
        self._send("button", 1)
        yield self._dice.choice((0.1, 0.3, 0.6, 1.5))

    def type(self, text: str) -> Iterator[float]:
        for char in text:
            code, needs_shift = STROKES[char]
            if needs_shift:
                self._send("key", SHIFT, is_down=True)
                yield self._dice.uniform(0.005, 0.02)
            yield from self._stroke(code, char)
            if needs_shift:
                self._send("key", SHIFT)
            yield self._dice.uniform(0.3, 1.7) * self._haste_s

    def tap(self, name: str) -> Iterator[float]:
        yield from self._stroke(NAMED[name], "", name)
        yield self._dice.choice((0.02, 0.1, 0.4))

    def paste(self) -> Iterator[float]:
        self._send("key", CONTROL, is_down=True)
        yield 0.03
        yield from self._stroke(STROKES["v"][0], "", "paste")
        self._send("key", CONTROL)
        yield 0.2

    def rest(self) -> Iterator[float]:
        yield self._dice.choice((0.2, 1.0, 2.0, 3.5))

    def _stroke(self, code: int, char: str, name: str = "") -> Iterator[float]:
        t_us = self._desk.clock.monotonic_ns() // 1000
        self._send("key", code, is_down=True)
        self._desk.pass_key(t_us, char, name)
        yield self._dice.uniform(0.01, 0.06)
        self._send("key", code)

    def _send(self, kind, code=0, *, is_down=False, point=None) -> None:
        event = InputEvent(kind, code, is_down=is_down, point=point)
        self._hears(event, self._desk.pointer)


@contextmanager
def recorded(
    desk: HandsDesk, folder: Path, told: Told, *, is_guarded: bool
) -> Iterator[LiveRecording]:
    """Record a desk from here on; with the guards off, as if there were nothing to keep back."""
    folders = Folders(folder / "config", folder / "data", folder / "runtime")
    folders.create()
    with ExitStack() as stack:
        for module, name, stand_in in _stand_ins(desk):
            stack.enter_context(mock.patch.object(module, name, stand_in))
        if not is_guarded:
            _take_guards_off(stack)
        live = LiveRecording(folders, SETTINGS, told)
        try:
            live.wait_ready()
            yield live
        finally:
            live.hush()


def _stand_ins(desk: HandsDesk) -> list[tuple[object, str, object]]:
    clock = desk.clock
    windows = lambda display, own_pids=(): desk.recorded_windows()  # noqa: E731
    connection = mock.MagicMock()
    found = [(module, "X11Windows", windows) for module in (look, listen, look, listen)]
    found += [(m, "time", clock) for m in (recording, look, look, listen, recorder, recorder)]
    found += [(m, "threading", clock.threading) for m in (look, listen, recorder, recorder)]
    found += [(m, "queue", clock.queue) for m in (recorder, recorder)]
    found += [(m, "be_quiet", lambda: None) for m in (look, listen, recorder, recorder)]
    found += [(m, "connect", lambda display: connection) for m in (look, listen)]
    probe = SimpleNamespace(is_taken=lambda: False)
    keymap = SimpleNamespace(read=lambda: KEYS)
    ears = SimpleNamespace(grab=lambda chords: (), close=lambda: None)
    return [
        *found,
        (look, "KeyboardProbe", lambda connection: probe),
        (listen, "ScreenGrabber", lambda display: desk),
        (listen, "KeymapReader", lambda connection: keymap),
        (listen, "KeyFocus", DeskFocus),
        (listen, "Listener", lambda *arguments: ears),
        (recording, "DesktopReader", recorded_reader(desk)),
        (recording, "Ocr", lambda: PaperOcr(desk.canaries)),
        (recording, "own_pids", lambda: frozenset({1})),
    ]


def _take_guards_off(stack: ExitStack) -> None:
    """Tell nobody of password fields, nor of what the user never wants looked at."""
    tell = look.Scout._tell

    def told(self, look) -> None:
        tell(self, replace(look, is_secret=False, is_told=True, secret_boxes=()))

    stack.enter_context(mock.patch.object(LiveRecording, "_is_private", return_value=False))
    stack.enter_context(mock.patch.object(look.Scout, "_tell", told))
    stack.enter_context(
        mock.patch.object(PasswordFields, "as_they_are", lambda self, elements, windows: elements)
    )


def _strokes() -> dict[str, tuple[int, bool]]:
    """Return which key gives a character, and whether with Shift."""
    found: dict[str, tuple[int, bool]] = {}
    for shift in (0, 1):
        for code in range(8, 90):
            char = char_for_keysym(KEYS.row(code).keysym(0, shift))
            found.setdefault(char, (code, bool(shift)))
    return found


STROKES = _strokes()
