"""The faults of the soak: each happens to an application that is at work, and is put right again."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from automation.desktop.virtual import VirtualDesktop
from tests.proof.growth_parts import children_of, title_of
from tests.proof.proof import ROOT
from tests.proof.soak_window import END_S, User, WatchedApp

if TYPE_CHECKING:
    from collections.abc import Callable

CLOSE = "close window"
ENDED_WELL = "closed the window, which ended with 0"
"""What is said of that when all is as it should be."""


class Faults:
    """Does harm to one application on one desktop; every fault returns what it did, for the log."""

    def __init__(self, desktop: VirtualDesktop, application: WatchedApp, user: User) -> None:
        """Take what is to be harmed, and who sits before it."""
        self._desktop = desktop
        self._app = application
        self._user = user
        self.environ = application.environ
        self.xdotool = user.xdotool
        self.all: dict[str, Callable[[], str]] = {
            "kill executor": self._kill_executor,
            "kill dead-man": self._kill_deadman,
            "freeze dead-man": self._freeze_deadman,
            "kill target": self._kill_target,
            "kill accessibility": self._kill_accessibility,
            "stop key": self._stop_key,
            "stop command": self._stop_command,
            "stop button": self._stop_button,
            "stop on the pill": self._stop_on_the_pill,
            "take over the mouse": self._take_over,
            "freeze target": self._freeze_target,
            "other layout": self._other_layout,
            "damaged settings": self._damaged_settings,
            "second start": self._second_start,
            "minimise window": self._minimise_window,
            "full disk": self._full_disk,
        }
        self.ends: dict[str, Callable[[], str]] = {
            CLOSE: self._close_window,
            "kill application": self._kill_application,
        }
        """Those that end the application, which is then opened again."""

    def command(self, *arguments: str, seconds: float = 60) -> subprocess.CompletedProcess[str]:
        """Run the command line beside the application."""
        return subprocess.run(
            [sys.executable, "-m", "app.main", *arguments],
            cwd=ROOT,
            env=self.environ,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )

    def raise_window(self, title: str) -> None:
        """Bring the window with this title to the front, if there is one."""
        if (window := self._window(title)) is not None:
            self.xdotool("windowactivate", window, "sleep", "0.3")

    def press_in(self, title: str, place: tuple[int, int]) -> None:
        """Press where a window has a place, in its own pixels, if there is such a window."""
        if (window := self._window(title)) is not None:
            x, y = map(str, place)
            self.xdotool("mousemove", "--window", window, x, y, "sleep", "0.3", "click", "1")

    def _window(self, title: str) -> str | None:
        """Return the window that the window manager knows by this title.

        Not by `xdotool search`, which asks every window there is and ends when one goes meanwhile.
        """
        listed = subprocess.run(
            ["wmctrl", "-l"], env=self.environ, capture_output=True, text=True, check=False,
            timeout=60,
        ).stdout  # fmt: skip
        words = (line.split(maxsplit=3) for line in listed.splitlines())
        return next((found[0] for found in words if found[3:] == [title]), None)

    def _child(self, word: str) -> int | None:
        """Return a process of the application whose title has the word, grandchildren too."""
        found = children_of(self._app.process.pid)
        found += [pid for child in found for pid in children_of(child)]
        found += list(self._desktop.processes())
        return next((pid for pid in found if word in title_of(pid)), None)

    def _kill(self, word: str) -> str:
        pid = self._child(word)
        if pid is None:
            return f"no {word} was there"
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        return f"killed {word}"

    def _kill_executor(self) -> str:
        return self._kill("deskhand-executor")

    def _kill_deadman(self) -> str:
        return self._kill("deskhand-deadman")

    def _kill_accessibility(self) -> str:
        """Programs do not come back to a new registry by themselves, so the form starts anew too."""
        said = self._kill("at-spi2-registryd")
        return f"{said}; {self._kill_target()}"

    def _kill_target(self) -> str:
        self._app.form.kill()
        self._app.form.wait()
        self._app.start_form()
        return "killed the form and started another"

    def _stop_key(self) -> str:
        self.xdotool("key", "Pause")
        return "pressed Pause"

    def _stop_command(self) -> str:
        done = self.command("stop", "--json")
        return f"deskhand stop: {done.returncode}"

    def _stop_button(self) -> str:
        was_there = self._user.press_stop("stop")
        return "pressed the window's Stop" if was_there else "no Stop showed in the window"

    def _stop_on_the_pill(self) -> str:
        was_there = self._user.press_stop("pill")
        return "pressed Stop on the pill" if was_there else "no pill showed"

    def _close_window(self) -> str:
        """Without a tray, as here, the program ends with its window; a second start brings it back."""
        life = self._app.life
        life.is_meant_to_end = True
        self._user.close_window()
        try:
            life.process.wait(END_S)
        except subprocess.TimeoutExpired:
            life.is_meant_to_end = False
            return "closed the window, and the application goes on"
        status = life.close()
        self._app.open_again()
        return f"closed the window, which ended with {status}, and opened it again"

    def _kill_application(self) -> str:
        life = self._app.life
        life.is_meant_to_end = True
        life.process.kill()
        life.close()
        self._app.open_again()
        return "killed the application and opened it again"

    def _take_over(self) -> str:
        for x, y in ((300, 300), (700, 500), (900, 200)):
            self.xdotool("mousemove", str(x), str(y))
        return "moved the pointer"

    def _freeze_target(self) -> str:
        self._app.form.send_signal(signal.SIGSTOP)
        try:
            time.sleep(3)
        finally:
            self._app.form.send_signal(signal.SIGCONT)
        return "froze the form for 3 s"

    def _other_layout(self) -> str:
        for layout in ("de", "us"):
            subprocess.run(["setxkbmap", layout], env=self.environ, check=False, timeout=20)
        return "changed the layout twice"

    def _damaged_settings(self) -> str:
        paths = list(self._app.home.rglob("settings*.json"))
        for path in paths:
            path.write_bytes(path.read_bytes()[:-5] + b"\xff\x00")
        listed = self.command("history", "--json")
        return f"damaged {len(paths)} settings, history: {listed.returncode}"

    def _second_start(self) -> str:
        second = subprocess.run(
            [sys.executable, "-m", "app.main"],
            cwd=ROOT, env=self.environ, capture_output=True, timeout=60, check=False,
        )  # fmt: skip
        return f"a second start ended with {second.returncode}"

    def _minimise_window(self) -> str:
        if (window := self._window("deskhand")) is not None:
            self.xdotool("windowminimize", window)
        return "minimised the window"

    def _full_disk(self) -> str:
        """No file of the application grows for a while: each write fails, none is cut in half."""
        pid = self._app.process.pid
        soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard))
        try:
            time.sleep(3)
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))
        return "let no file grow for 3 s"

    def _freeze_deadman(self) -> str:
        pid = self._child("deskhand-deadman")
        if pid is None:
            return "no dead-man was there"
        os.kill(pid, signal.SIGSTOP)
        try:
            time.sleep(3)
        finally:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        return "froze the dead-man for 3 s"


def kept_steps(home: Path) -> dict[str, int]:
    """Return how many steps of every run are kept, as the product lists them."""
    listed = subprocess.run(
        [sys.executable, "-m", "app.main", "history", "--all", "--json"],
        cwd=ROOT, env={**os.environ, "DESKHAND_HOME": str(home)},
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    lines = [json.loads(line) for line in listed.stdout.splitlines()]
    return {line["run"]: line["steps"] for line in lines if line["event"] == "run"}
