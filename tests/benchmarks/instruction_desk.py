"""A desktop for measuring instructions: real programs, the real loop, and what each program says."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from app.desk import open_desk
from app.settings import Settings, user_folders
from automation.core.actions import Click, Drag, Write
from automation.core.events import Ended, Stepped, Task
from automation.core.timing import StopToken
from automation.desktop.windows_x11 import X11Windows
from tests.benchmarks.targets.web_page import Page
from tests.fakes.fake_confirmer import Accepting
from tests.kit.web import chromium

TARGETS = Path(__file__).parent / "targets"
APP_S = 40.0
EFFECT_S = 4.0


def wait_for(condition, seconds):
    """Poll until the condition holds; return its last value."""
    deadline = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return value


class InstructionDesk:
    """One private desktop with its programs; runs instructions and keeps what was pressed."""

    def __init__(self, desktop, folder):
        self.desktop, self.folder = desktop, Path(folder)
        self.windows = X11Windows(desktop.display)
        self.desk = open_desk(_folders(self.folder), Settings())
        self.desk.warm_up()
        self.page = Page()
        self.log = self.folder / "qt.log"
        self.files = self.folder / "files"
        self.steps = []
        self._log_seen = self._events_seen = 0

    def close(self):
        self.desk.close()
        self.page.close()
        self.windows.close()

    def run(self, text):
        """Run an instruction and return how it ended; `steps` holds its steps."""
        self.steps = []
        events = []

        def listen(event):
            events.append(event)
            if isinstance(event, Stepped):
                self.steps.append(event.record)

        task = Task(text, policy="commands", approve="ask", timeout_s=60.0)
        ended = self.desk.run(task, Accepting(), listen, StopToken())
        assert isinstance(ended, Ended)
        return ended

    def pressed(self):
        """Return the names of what the steps pressed, dragged from and typed into."""
        names = []
        for step in self.steps:
            if step.execution is None or not step.execution.events_sent:
                continue
            match step.action:
                case Click() as click:
                    names.append(click.at.element.name if click.at.element else "a pixel")
                case Drag() as drag:
                    names += [e.name for e in (drag.origin, drag.destination) if e]
                case Write(at=at) if at is not None:
                    names.append(at.element.name if at.element else "a pixel")
        return names

    def titles(self):
        return [w.title for w in self.windows.windows() if not w.is_popup]

    def active_title(self):
        return next((w.title for w in self.windows.windows() if w.is_active), "")

    @contextmanager
    def program(self, argv, title, **env):
        """Start a program, bring its window to the front, end it afterwards."""
        process = self.desktop.spawn(argv, **env)
        assert wait_for(lambda: self._window(title), APP_S), f"no window {title!r}: {self.titles()}"
        time.sleep(2.0)
        self.raise_window(title)
        try:
            yield process
        finally:
            process.terminate()
            process.wait(10)
            wait_for(lambda: not self._window(title), 5)

    def raise_window(self, title):
        window = self._window(title)
        if window is not None and not window.is_active:
            self.windows.activate(window.window_id)
            wait_for(lambda: title in self.active_title(), 5)

    def _window(self, title):
        found = (w for w in self.windows.windows() if title in w.title and not w.is_popup)
        return next(found, None)

    def begin(self):
        """Forget what the programs told so far."""
        self._log_seen, self._events_seen = len(self.logged()), len(self.page.events)

    def fresh_log(self):
        return self.logged()[self._log_seen :]

    def fresh_events(self):
        return self.page.events[self._events_seen :]

    def calculator_shows(self):
        """Return the number that the calculator puts on the clipboard."""
        self.xdotool("key", "ctrl+c")
        time.sleep(0.1)
        return self.clipboard().strip()

    def made(self, name):
        """Tell whether the shell in the terminal made this file; it starts in our folder."""
        return Path(name).exists() and Path(name).unlink() is None

    def is_maximised(self, title):
        window = self._window(title)
        screen = self.desktop.connect().get_setup().roots[0]
        return window is not None and window.rect.w >= screen.width_in_pixels - 4

    @contextmanager
    def programs(self, name):
        """Start what the cases of one program need."""
        match name:
            case "two":
                with self.mousepad("letter.txt"), self.galculator():
                    self.raise_window("letter.txt")
                    yield
            case "mousepad":
                with self.mousepad("notes.txt"):
                    yield
            case _:
                with getattr(self, name)():
                    yield

    def logged(self):
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []

    def clipboard(self):
        """Return the clipboard's text."""
        found = subprocess.run(
            ["xclip", "-selection", "clipboard", "-o"],
            env=self.desktop.env,
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        )
        return found.stdout

    def xdotool(self, *words):
        subprocess.run(["xdotool", *words], env=self.desktop.env, check=False, timeout=10)

    def qt(self):
        self.log.write_text("")
        argv = [sys.executable, str(TARGETS / "qt_window.py"), str(self.log)]
        return self.program(argv, "Booking desk", QT_QPA_PLATFORM="xcb")

    def chromium(self):
        argv = chromium(self.folder, "--window-size=1200,760", self.page.address, placed=False)
        return self.program(argv, "Holiday houses")

    def mousepad(self, name):
        self.files.mkdir(exist_ok=True)
        path = self.files / name
        path.write_text("")
        return self.program(["mousepad", "--disable-server", str(path)], name)

    def file_manager(self):
        shown = self.folder / "house"
        (shown / "Pictures").mkdir(parents=True, exist_ok=True)
        for name in ("report.txt", "notes.md", "plan.txt"):
            (shown / name).write_text(name)
        return self.program(["pcmanfm", "--no-desktop", str(shown)], "house")

    def galculator(self):
        return self.program(["galculator"], "galculator")

    def xterm(self):
        return self.program(["xterm", "-fa", "Monospace", "-fs", "11", "-e", "sh"], "sh")


def _folders(folder):
    os.environ["DESKHAND_HOME"] = str(folder / "deskhand")
    folders = user_folders()
    folders.create()
    return folders
