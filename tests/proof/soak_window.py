"""The application of the soak and the user at its window: what is asked of it is typed and pressed."""

import json
import queue
import subprocess
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from automation.desktop.virtual import VirtualDesktop
from tests.proof.growth_parts import DrivenApp

READY_S = 90.0
"""A busy machine takes most of a minute to start the program and its executor."""
ANSWER_S = 30.0
END_S = 60.0
_LOOK_S = 0.05
_AGAIN_S = 3.0
"""When a window that was asked to come forward and has not is asked again."""
_SHOWN_S = 10.0
_TAKEN_S = 2.0
"""When a person who has pressed Stop, and still sees it, presses again."""
_TRIES = 4
AUTO = {"approval": {"mode": "auto"}}


class Life:
    """One process of the application, from its start to its end, and what it tells."""

    def __init__(self, process: subprocess.Popen[str], told: Counter[str]) -> None:
        """Listen to a process.

        Args:
            process: the application's.
            told: gets a count for each step that it tells of, by run.
        """
        self.process = process
        self.is_meant_to_end = False
        """The user closes it, or somebody kills it: its end is no problem."""
        self._told = told
        self._heard: queue.SimpleQueue[dict | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[dict | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def is_over(self) -> bool:
        """Tell whether the process has ended."""
        return self.process.poll() is not None

    def next(self, event: str, seconds: float) -> dict | None:
        """Return the next word of this kind, None when the process ends before.

        Raises:
            TimeoutError: it says nothing of the kind, and lives.
        """
        until_s = time.monotonic() + seconds
        try:
            while heard := self._heard.get(timeout=max(0.0, until_s - time.monotonic())):
                if heard["event"] == event:
                    return heard
        except queue.Empty:
            raise TimeoutError(f"no {event} within {seconds:.0f} s") from None
        self._heard.put(None)  # whoever asks again hears of the end too
        return None

    def where(self) -> dict | None:
        """Return what a person sees of the window; None when it is gone or does not answer."""
        with suppress(OSError, queue.Empty, ValueError):
            self.process.stdin.write("where\n")
            self.process.stdin.flush()
            return self._answers.get(timeout=ANSWER_S)
        return None

    def close(self) -> int:
        """Wait for the end of a process that was told to end; return its status."""
        with suppress(OSError):
            self.process.stdin.close()
        try:
            status = self.process.wait(END_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            status = -1
        self._reader.join(ANSWER_S)
        self.process.stdout.close()
        return status

    def _read(self) -> None:
        for line in self.process.stdout:
            with suppress(ValueError):  # half a line: it was killed
                said = json.loads(line)
                if said["event"] == "where":
                    self._answers.put(said)
                    continue
                if said["event"] == "stepped":
                    self._told[said["run"]] += 1
                self._heard.put(said)
        self._heard.put(None)
        self._answers.put(None)


class WatchedApp(DrivenApp):
    """The application with tasks in its chat panel; it may be closed and opened again."""

    program = "tests.proof.soak_app"

    def __init__(self, desktop: VirtualDesktop, scratch: Path) -> None:
        """Start it, in the mode that asks for nothing that is easy to undo."""
        self.told: Counter[str] = Counter()
        """Steps that it told of, by run."""
        super().__init__(desktop, scratch)
        self.life = Life(self.process, self.told)

    def started(self) -> subprocess.Popen[str]:
        """Start a process, with settings that a fault may have taken from it."""
        config = self.home / "config"
        config.mkdir(mode=0o700, exist_ok=True)
        settings = config / "settings.json"
        with suppress(OSError, ValueError):
            kept = json.loads(settings.read_bytes())
            if kept["approval"]["mode"] == "auto":
                return super().started()
        settings.unlink(missing_ok=True)
        settings.write_text(json.dumps(AUTO), encoding="ascii")
        settings.chmod(0o600)
        return super().started()

    def open_again(self) -> None:
        """Start the application after its process has ended."""
        self.process = self.started()
        self.life = Life(self.process, self.told)

    def close(self) -> int:
        """End it and the form; return the application's status."""
        status = self.life.close()
        self.form.terminate()
        self.form.wait()
        self._connection.disconnect()
        return status


class User:
    """Who sits before the window."""

    def __init__(self, application: WatchedApp) -> None:
        """Take whose window it is."""
        self._app = application

    def xdotool(self, *arguments: str) -> None:
        """Move the mouse and press keys as a user does who sits at the machine."""
        argv = ["xdotool", *arguments]
        subprocess.run(argv, env=self._app.environ, check=False, timeout=60)

    def write(self, task: str) -> dict | None:
        """Type a task into the chat panel's field and send it; return what the window was given.

        A person who types sees it when another window, a program that starts, takes the keyboard, be it
        with the last key, and types again. None when the application is gone.

        Raises:
            TimeoutError: the window does not come, or takes no text.
        """
        life = self._app.life
        for _ in range(_TRIES):
            here = self._before_it(life)
            if here is None:
                return None
            self._press(here["field"])
            self.xdotool("key", "ctrl+a")
            self.xdotool("type", "--delay", "8", task)
            here = life.where()
            if here is not None and here["is_active"] and here["text"] == task:
                self.xdotool("key", "Return")
                try:
                    return life.next("sent", ANSWER_S)
                except TimeoutError:
                    here = life.where()
                    if here is None or here["text"] != task:
                        raise
        raise TimeoutError(f"the window takes no text: {here}")

    def press_stop(self, name: str) -> bool:
        """Press a stop button that shows, bringing the window forward for its own; tell if there was one.

        The assistant may have put the pointer elsewhere between the movement and the press: then the
        run says that it paused for the movement, and a person presses again. Any other run has to end.

        Args:
            name: `stop` for the window's, `pill` for that of the pill over everything.
        """
        until_s, again_s = time.monotonic() + _SHOWN_S, 0.0
        life = self._app.life
        here = life.where()
        if here is not None and name == "stop" and not here["is_idle"]:
            self._bring_forward(here)
        was_pressed = False
        while here is not None and not here["is_idle"] and time.monotonic() < until_s:
            may_press = not was_pressed or here["state"] == "paused"
            if here[name] is not None and may_press and time.monotonic() > again_s:
                self._press(here[name])
                was_pressed, again_s = True, time.monotonic() + _TAKEN_S
            time.sleep(_LOOK_S)
            here = life.where()
        return was_pressed

    def close_window(self) -> None:
        """Close the window as its title bar does."""
        here = self._app.life.where()
        if here is not None:
            argv = ["wmctrl", "-i", "-c", hex(here["window"])]
            subprocess.run(argv, env=self._app.environ, check=False, timeout=60)

    def _before_it(self, life: Life) -> dict | None:
        """Return what shows once nothing runs and the window has the keyboard."""
        until_s, again_s = time.monotonic() + READY_S, 0.0
        while (here := life.where()) is not None:
            if here["is_idle"] and here["is_active"] and here["field"] is not None:
                return here
            if time.monotonic() > until_s:
                raise TimeoutError(f"the window takes no task: {here}")
            if here["is_idle"] and time.monotonic() > again_s:
                again_s = time.monotonic() + _AGAIN_S
                self._bring_forward(here)
            time.sleep(_LOOK_S)
        return None

    def _bring_forward(self, here: dict) -> None:
        if here["is_active"]:  # another page shows
            self.xdotool("key", "ctrl+l")
        else:
            self.xdotool("windowactivate", str(here["window"]))

    def _press(self, place: list[int]) -> None:
        self.xdotool("mousemove", *map(str, place), "click", "1")
