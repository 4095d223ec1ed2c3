"""The whole application in a process of its own, worked as a person works it: by keys, card by card."""

import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager

from automation.desktop.windows_x11 import X11Windows
from tests.desktop.command_rig import ROOT, Form
from tests.kit.loaded import LoadedPython
from tests.kit.waiting import wait_for

BAR = "deskhand command bar"
ACCEPT, ACCEPT_OVER_A_MENU = "ctrl+shift+Return", "ctrl+shift+F9"
REJECT = "ctrl+shift+BackSpace"
PILL_PX = 60
"""The pill, which tells of a run all the time, is lower than this, and every card is higher."""
READ_S = 0.7
"""What a person takes to read a card, which takes presses half a second after it came."""
PATIENCE_S = 20.0
"""How long somebody who knows that the machine is busy waits for a card to go before pressing again."""
BAR_S = 8.0
"""The same for the command bar, whose key may be pressed before anybody hears it."""
TASK_S = 120.0
READY_S, END_S = 150.0, 60.0
"""A busy machine takes a minute to load the program twice, and to end it."""


class Application:
    """The window's process, driven by keys that another client of the display sends."""

    def __init__(self, home):
        self._database = home / "data" / "history.db"
        self.process = LoadedPython(
            [sys.executable, "-m", "app.main"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._windows = X11Windows()
        self._complaints = None

    def window(self, title="deskhand"):
        """Return the window of this title, none of the overlay's; None when it is not shown."""
        found = (w for w in self._windows.windows() if w.title == title and not w.is_minimised)
        return next((w for w in found if not self._is_overlay(w)), None)

    def card(self):
        """Return the card that waits for an answer; None when there is none."""
        return next((w for w in self._windows.windows() if self._is_card(w)), None)

    def pill(self):
        """Return the small window that says what a run does, or how it ended; None without one."""
        found = (w for w in self._windows.windows() if self._is_overlay(w))
        return next((w for w in found if not self._is_card(w)), None)

    def in_front(self):
        """Return the window that has the focus."""
        return next((w for w in self._windows.windows() if w.is_active), None)

    def _is_card(self, window):
        return self._is_overlay(window) and window.rect.h > PILL_PX

    def _is_overlay(self, window):
        return window.is_popup and window.title == "deskhand" and window.pid == self.process.pid

    def is_ready(self):
        """Tell whether the window is up, has the focus, and its executor answers."""
        window = self.window()
        if window is None or not self.executors() or not self._has_history():
            return False
        if not window.is_active:  # the form may have come up after it
            subprocess.run(["xdotool", "windowactivate", str(window.window_id)], check=False)
        return window.is_active

    def executors(self):
        """Return the process ids of the executors of this application."""
        children = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(self.process.pid)],
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        return [
            int(line.split()[0]) for line in children.splitlines() if "deskhand-executor" in line
        ]

    def outcomes(self):
        """Return how the runs of the history ended, oldest first; None for one that lives."""
        with self._history() as history:
            return [row[0] for row in history.execute("SELECT outcome FROM run ORDER BY id")]

    def _history(self):
        """Open the history; while it is being made or written, wait as long as a busy machine takes."""
        return closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True, timeout=READY_S))

    def _has_history(self):
        """Tell whether the history is there with its tables, which are made after the file."""
        if not self._database.exists():
            return False
        with self._history() as history:
            named = "SELECT count(*) FROM sqlite_master WHERE name IN ('run', 'step', 'intent')"
            return history.execute(named).fetchone() == (3,)

    def told(self):
        """Return what the history and the screen say, for whoever reads of a failure."""
        with self._history() as history:
            runs = history.execute("SELECT task, outcome, message FROM run ORDER BY id").fetchall()
            steps = history.execute("SELECT n, sentence, verdict, receipt FROM step").fetchall()
            intents = history.execute("SELECT n, kind, risk, state FROM intent").fetchall()
        windows = "\n".join(map(str, self._windows.windows()))
        return f"runs {runs}\nsteps {steps}\nintents {intents}\nwindows\n{windows}"

    def click(self, x, y):
        """Press the left button at a pixel."""
        subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)

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
            w.is_popup and not (w.is_tooltip or w.is_bar) and w.pid != own
            for w in self._windows.windows()
        )

    def open_bar(self):
        """Open the command bar by its key, which nobody hears until the executor has grabbed it.

        It is shown before the keyboard is its own: what is typed meanwhile is another window's.
        """

        def _opened():
            self.press("ctrl+alt+space")
            # A second press would close it again.
            return self._within(BAR_S, lambda: self.window(BAR))

        def _has_keyboard():
            focus = self._windows.focus()
            return focus is not None and focus.title == BAR

        wait_for(_opened, TASK_S)
        wait_for(_has_keyboard, TASK_S)

    def accept_until(self, is_true):
        """Accept every card that comes until something is true.

        Only while there is one: a key that comes as the assistant acts is the user taking over.
        """

        until_s = time.monotonic() + TASK_S
        while not is_true():
            assert time.monotonic() < until_s, f"it did not come: {self.told()}"
            if self.card() is not None:
                self.answer(lambda: self.press(self._accept_key()))
            time.sleep(0.02)

    def answer(self, press):
        """Answer the card that is up, and wait a while until it is gone."""
        card = self.card()
        time.sleep(READ_S)
        press()
        self._within(PATIENCE_S, lambda: self._is_gone(card))

    def _is_gone(self, card):
        now = self.card()
        return now is None or card is None or now.window_id != card.window_id

    def _accept_key(self):
        return ACCEPT_OVER_A_MENU if self.has_open_menu() else ACCEPT

    def _within(self, seconds, is_true):
        until_s = time.monotonic() + seconds
        while not (found := is_true()) and time.monotonic() < until_s:
            time.sleep(0.02)
        return bool(found)

    def close(self):
        """End it as a session manager would; return its status and what it complained of."""
        if self._complaints is None:
            if self.process.poll() is None:
                self.process.send_signal(signal.SIGTERM)
            self._windows.close()
            try:
                _, self._complaints = self.process.communicate(timeout=END_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                raise
        return self.process.returncode, self._complaints


@contextmanager
def stage(home, folder):
    """Open the form and the application, and wait until both are ready; put them away in the end."""
    with closing(Form(folder / "form.jsonl")) as form, closing(Application(home)) as application:
        wait_for(lambda: application.window("Library card"), READY_S)
        wait_for(application.is_ready, READY_S)
        yield application, form
