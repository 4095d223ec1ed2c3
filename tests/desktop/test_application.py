"""The whole application as a person uses it: window, card, keys, bar, tray-less quit."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from automation.desktop.windows_x11 import X11Windows
from tests.desktop.command_rig import ROOT, Form, command, wait_until

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(180)]

ACCEPT = "ctrl+shift+Return"
REJECT = "ctrl+shift+BackSpace"


class Application:
    """The window's process, driven by keys that another client of the display sends."""

    def __init__(self, home):
        self._database = home / "data" / "history.db"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "app.main"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._windows = X11Windows()

    def window(self, title="deskhand"):
        """Return the application's window of this title; None when it is not shown."""
        found = (w for w in self._windows.windows() if w.title == title)
        return next((w for w in found if not w.is_minimised), None)

    def is_ready(self):
        """Tell whether the window is up, has the focus, and its executor answers."""
        window = self.window()
        if window is None or not self.executors() or not self._database.exists():
            return False
        if not window.is_active:  # the form may have come up after it
            subprocess.run(["xdotool", "windowactivate", str(window.window_id)], check=False)
        return window.is_active

    def executors(self):
        """Return the executor processes of this application."""
        children = subprocess.run(
            ["ps", "-o", "args=", "--ppid", str(self.process.pid)],
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        return [line for line in children.splitlines() if "deskhand-executor" in line]

    def executor_pid(self):
        """Return the process id of the executor."""
        argv = ["pgrep", "-f", "-P", str(self.process.pid), "deskhand-executor"]
        return int(subprocess.run(argv, capture_output=True, text=True, check=True).stdout)

    def outcomes(self):
        """Return how the runs of the history ended, oldest first; None for one that lives."""
        connection = sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)
        rows = connection.execute("SELECT outcome FROM run ORDER BY id").fetchall()
        connection.close()
        return [row[0] for row in rows]

    def press(self, *chords):
        """Press chords as a person would."""
        subprocess.run(["xdotool", "key", *chords], check=True)

    def write(self, text):
        """Type where the focus is."""
        subprocess.run(["xdotool", "type", "--delay", "8", text], check=True)

    def has_open_menu(self):
        """Tell whether another program's menu is open."""
        own = self.process.pid
        return any(
            w.is_popup and not w.is_tooltip and w.pid != own for w in self._windows.windows()
        )

    def pause(self):
        """Give the application the time that a person takes between two presses."""
        subprocess.run(["sleep", "0.3"], check=True)

    def open_bar(self):
        """Open the command bar by its key, which nobody hears until the executor has grabbed it."""

        def _opened():
            self.press("ctrl+alt+space")
            return any(self._has_bar() for _ in range(20))  # a second press would close it again

        wait_until(_opened)

    def _has_bar(self):
        self.pause()
        return self.window("deskhand command bar") is not None

    def accept_until(self, is_true):
        """Accept every card that comes until something is true."""

        def _pressed():
            if is_true():
                return True
            self.press(ACCEPT)
            self.pause()
            return False

        wait_until(_pressed, 40)

    def close(self):
        """End it as a session manager would; return its status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        _, complaints = self.process.communicate(timeout=20)
        self._windows.close()
        return self.process.returncode, complaints


@pytest.fixture
def stage(desktop, fresh_home, tmp_path):
    form = Form(tmp_path / "form.jsonl")
    application = Application(fresh_home)
    wait_until(lambda: application.window("Library card"))
    wait_until(application.is_ready, 40)
    yield application, form
    application.close()
    form.close()


def test_a_typed_task_is_shown_accepted_by_keys_and_done(stage):
    application, form = stage
    application.write('type "Ada" into Name, check Large print, click Save card')
    application.press("Return")
    application.accept_until(lambda: form.said("saved"))
    assert form.said("saved") == ["Ada, Harbour, large print"]
    wait_until(lambda: application.outcomes() == ["done"])
    wait_until(lambda: application.window() is not None)


def test_a_rejected_card_sends_nothing(stage):
    application, form = stage
    application.write("click Save card")
    application.press("Return")
    wait_until(lambda: application.outcomes() == [None])

    def _rejected():
        application.press(REJECT, "Return")
        subprocess.run(["sleep", "0.4"], check=True)
        return application.outcomes() == ["rejected"]

    wait_until(_rejected, 30)
    assert form.said("saved") == []


def test_the_stop_key_takes_the_card_away(stage):
    application, form = stage
    application.write("click Save card")
    application.press("Return")
    wait_until(lambda: application.outcomes() == [None])
    application.press("Pause")
    wait_until(lambda: application.outcomes() == ["stopped"])
    assert form.said("saved") == []


def test_the_command_bar_opens_over_another_app_and_keeps_every_letter(stage):
    application, form = stage
    subprocess.run(["wmctrl", "-a", "Library card"], check=True)
    wait_until(lambda: application.window("Library card").is_active)

    application.open_bar()
    application.write("type a b c into Name")
    application.press("Return")
    application.accept_until(lambda: form.said("name"))
    wait_until(lambda: application.outcomes() == ["done"])
    assert form.said("name")[-1] == "a b c"


def test_an_executor_that_is_killed_ends_the_run_and_the_next_one_works(stage):
    application, form = stage
    application.write("click Save card")
    application.press("Return")
    wait_until(lambda: application.outcomes() == [None])
    os.kill(application.executor_pid(), signal.SIGKILL)
    wait_until(lambda: application.outcomes() == ["failed"])
    wait_until(lambda: application.window() is not None and application.executors())

    application.open_bar()  # the new executor listens to its key
    application.write("click Save card")
    application.press("Return")
    application.accept_until(lambda: form.said("saved"))
    wait_until(lambda: application.outcomes() == ["failed", "done"])


def test_a_second_start_brings_the_first_window_back(stage):
    application, _ = stage
    subprocess.run(["xdotool", "getactivewindow", "windowminimize"], check=True)
    wait_until(lambda: application.window() is None)
    second = subprocess.run([sys.executable, "-m", "app.main"], cwd=ROOT, timeout=30, check=False)
    assert second.returncode == 0
    wait_until(lambda: application.window() is not None)


def test_stop_from_the_command_line_reaches_the_window(stage):
    application, _ = stage
    application.write("click Save card")
    application.press("Return")
    wait_until(lambda: application.outcomes() == [None])
    status, lines, _ = command("stop", "--json")
    assert (status, lines[0]["running"]) == (0, True)
    wait_until(lambda: application.outcomes() == ["stopped"])


def test_an_end_by_signal_in_the_middle_of_a_run_closes_everything(stage):
    application, _ = stage
    application.write("click Save card")
    application.press("Return")
    wait_until(lambda: application.outcomes() == [None])
    status, complaints = application.close()
    assert status == 0
    assert application.outcomes() == ["stopped"]
    assert "Traceback" not in complaints
    assert list((Path(os.environ["DESKHAND_HOME"]) / "runtime").glob("*.sock")) == []
    assert application.executors() == []
