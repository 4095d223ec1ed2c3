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
from tests.proof.growth_parts import DrivenApp, children_of, title_of
from tests.proof.proof import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable


class Faults:
    """Does harm to one application on one desktop; every fault returns what it did, for the log."""

    def __init__(self, desktop: VirtualDesktop, application: DrivenApp) -> None:
        """Take what is to be harmed."""
        self._desktop = desktop
        self._app = application
        self.environ = {
            **desktop.env,
            "DESKHAND_HOME": str(application.home),
            "PYTHONPATH": str(ROOT),
        }
        self.all: dict[str, Callable[[], str]] = {
            "kill executor": self._kill_executor,
            "kill dead-man": self._kill_deadman,
            "freeze dead-man": self._freeze_deadman,
            "kill target": self._kill_target,
            "kill accessibility": self._kill_accessibility,
            "stop key": self._stop_key,
            "stop command": self._stop_command,
            "take over the mouse": self._take_over,
            "freeze target": self._freeze_target,
            "other layout": self._other_layout,
            "damaged settings": self._damaged_settings,
            "second start": self._second_start,
            "minimise window": self._minimise_window,
            "full disk": self._full_disk,
        }

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

    def xdotool(self, *arguments: str) -> None:
        """Move the mouse and press keys as a user does who sits at the machine."""
        subprocess.run(["xdotool", *arguments], env=self.environ, check=False, timeout=20)

    def raise_window(self, title: str) -> None:
        """Bring the window with this title to the front, if there is one."""
        self.xdotool("search", "--name", f"^{title}$", "windowactivate", "sleep", "0.3")

    def press_in(self, title: str, place: tuple[int, int]) -> None:
        """Press where a window has a place, in its own pixels, if there is such a window."""
        self.xdotool(
            "search", "--name", f"^{title}$",
            "mousemove", "--window", "%1", str(place[0]), str(place[1]), "sleep", "0.3", "click", "1",
        )  # fmt: skip

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
        self.xdotool("search", "--name", "^deskhand$", "windowminimize")
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


def outcomes(home: Path) -> list[tuple[str, str]]:
    """Return (run, outcome) of every run of the history, newest first, as the product lists them."""
    listed = subprocess.run(
        [sys.executable, "-m", "app.main", "history", "--all", "--json"],
        cwd=ROOT, env={**os.environ, "DESKHAND_HOME": str(home)},
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    lines = [json.loads(line) for line in listed.stdout.splitlines()]
    return [(line["run"], line["outcome"]) for line in lines if line["event"] == "run"]
