"""`deskhand demo`: the main job on a form of ours and an editor, with a report at the end.

On a desktop that somebody uses, that person accepts each action. Without a display a private desktop is
opened and a stand-in user presses the real keys; the report says so. The stand-in is another client of
the display, so that its keys travel the way a person's do: through the server, past the "ours" rule,
into the card. It never runs on a desktop that somebody uses.
"""

import argparse
import contextlib
import json
import logging
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from xcffib.xproto import CW

from app.desk import Desk, open_desk
from app.gui.application import check_display
from app.gui.background import Background
from app.gui.overlay.approval import MENU_ACCEPT
from app.gui.overlay.confirmer import OverlayConfirmer
from app.gui.runs import AgentThread
from app.gui.widgets.own_application import OwnApplication
from app.gui.widgets.theme import Theme
from app.run_lines import LineWriter, PlainWriter, complain, end_fields
from app.run_lock import TAKEN, ControlServer, RunLock, only_stop
from app.run_start import picture_source, settings_in
from app.settings import Folders, Settings, shown_chord, user_folders
from automation.core.errors import AssistantError, CaptureError
from automation.core.events import Confirmed, Ended, Proposed, RunEvent, Task
from automation.core.observation import open_menus
from automation.core.ports import Listener
from automation.core.proposal import EXIT_CODES, Outcome
from automation.core.timing import StopToken
from automation.desktop.input.backend_x11 import open_backend
from automation.desktop.input.keys import parse_chord
from automation.desktop.input.plan import KeyEvent
from automation.desktop.virtual import VirtualDesktop
from automation.desktop.windows_x11 import X11Windows
from automation.desktop.x11 import root_of
from automation.records.report import html_report
from automation.records.store import Store


class Answers:
    """Hears the demo's runs, counts what became of the cards, and passes every event on."""

    def __init__(self, listener: Listener, settings: Settings) -> None:
        self._listener = listener
        self._settings = settings
        self._decided = 0
        self.ran_out = 0
        """Cards that nobody answered in time."""

    @property
    def beginning(self) -> str:
        """What to know before the first card."""
        keys, wait_s = self._settings.keys, self._settings.approval.expiry_s
        return (
            "Each step waits for you: a card beside the window says what it does. "
            f"{shown_chord(keys.accept)} accepts it, {shown_chord(keys.reject)} rejects it, and its buttons do "
            f"too. A card waits {wait_s:g} s."
        )

    @property
    def nobody_came(self) -> bool:
        """Tell whether cards ran out and none was ever decided on."""
        return self.ran_out > 0 and not self._decided

    @property
    def end(self) -> str:
        """Why nothing was done, where nobody decided on any card; empty otherwise."""
        if not self.nobody_came:
            return ""
        times = "The card ran out" if self.ran_out == 1 else f"{self.ran_out} cards ran out"
        return (
            f"Nobody accepted a step: {times}. Run it again and accept each step with "
            f"{shown_chord(self._settings.keys.accept)}, or unset DISPLAY to see it on a private desktop."
        )

    def __call__(self, happening: RunEvent) -> None:
        """Count an answer; say that a card ran out."""
        self._listener(happening)
        if not isinstance(happening, Confirmed) or happening.confirmation.by != "user":
            return
        if happening.confirmation.verdict == "expired":
            self.ran_out += 1
        else:
            self._decided += 1


log = logging.getLogger(__name__)

FORM_TITLE: Final = "Library card"
FORM_TASK: Final = (
    'type "Ada Lovelace" into Name, type "ada@example.org" into E-mail, '
    "choose Northside in Branch, check Large print, click Save card, "
    'verify that "Saved: Ada Lovelace" is shown'
)
SAVED: Final = "Ada Lovelace, Northside, large print"
NOTE: Final = "Written by deskhand: grüße, naïve café, 東京, 42 €"
EDITOR_TASK: Final = f'type "{NOTE}", then press Ctrl+S'
PRIVATE_SIZE: Final = (1280, 800)
WINDOW_WAIT_S: Final = 20.0
FILE_WAIT_S: Final = 5.0
BACKGROUND: Final = 0x5E727A
"""Red, green, blue of the private desktop: a grey that both themes stand out on."""
POLL_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class Part:
    """One task of the demo, and how its effect was checked outside the assistant."""

    name: str
    task: str
    ended: Ended
    check: str
    """What the application itself says: its log, or the file on disk."""
    is_right: bool


def demo(arguments: argparse.Namespace) -> int:
    """Run the demo and return its exit status."""
    lines = LineWriter(sys.stdout) if arguments.json else None
    try:
        folders = user_folders()
        folders.create()
        out = _out_folder(arguments.out, folders)
        settings = settings_in(folders)
        answers = Answers(lines or PlainWriter(sys.stdout), settings)
        with _desktop() as is_private:
            if not is_private:
                (sys.stdout if lines is None else sys.stderr).write(f"{answers.beginning}\n")
            parts, report = _run(folders, out, settings, answers, is_private=is_private)
    except AssistantError as error:
        complain(error)
        if lines is not None:
            lines.write("end", "", end_fields(Ended("", Outcome.ENVIRONMENT, str(error), 0)))
        return EXIT_CODES[Outcome.ENVIRONMENT]
    ended = _verdict(parts, answers.end)
    if lines is not None:
        lines.write("end", "", end_fields(ended, report=str(report)))
    else:
        for part in parts:
            sys.stdout.write(f"{part.name}: {part.check}\n")
        sys.stdout.write(f"{ended.message}\nReport: {report}\n")
    return EXIT_CODES[ended.outcome]


def _out_folder(wanted: str | None, folders: Folders) -> Path:
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    out = Path(wanted) if wanted else folders.data / "demo" / stamp
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CaptureError(
            f"cannot make the folder {out}: {error.strerror or error}; choose another --out"
        ) from error
    return out.absolute()


def _verdict(parts: list[Part], why: str = "") -> Ended:
    """Return how the demo ended; `why` says what no part can know."""
    steps = sum(part.ended.steps for part in parts)
    wrong = next((p for p in parts if p.ended.outcome is not Outcome.DONE or not p.is_right), None)
    if wrong is None:
        done = "Done. Every effect was also checked from the application's side."
        return Ended("", Outcome.DONE, done, steps)
    is_done = wrong.ended.outcome is Outcome.DONE
    outcome = Outcome.UNVERIFIED if is_done else wrong.ended.outcome
    said = f"{wrong.name}: {wrong.ended.message} {why or wrong.check}"
    return Ended("", outcome, said, steps)


@contextlib.contextmanager
def _desktop() -> Iterator[bool]:
    """Yield False on the user's desktop; else open a private one and yield True.

    Raises:
        NoDisplay: the one that the environment names does not answer.
    """
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        check_display()
        yield False
        return
    kept = dict(os.environ)
    home = kept.get("DESKHAND_HOME")
    with VirtualDesktop.start(size=PRIVATE_SIZE) as desktop:
        os.environ.update(desktop.env)
        paint_background(desktop)
        if home:
            os.environ["DESKHAND_HOME"] = home
        try:
            yield True
        finally:
            os.environ.clear()
            os.environ.update(kept)


def paint_background(desktop: VirtualDesktop) -> None:
    """Give the empty desktop a colour, so that windows stand out on the pictures."""
    connection = desktop.connect()
    root = root_of(connection)
    connection.core.ChangeWindowAttributes(root, CW.BackPixel, [BACKGROUND])
    connection.core.ClearArea(False, root, 0, 0, 0, 0)
    connection.flush()
    connection.disconnect()


def _run(
    folders: Folders, out: Path, settings: Settings, answers: Answers, *, is_private: bool
) -> tuple[list[Part], Path]:

    session = DemoSession(folders, settings, answers, is_private=is_private)
    parts: list[Part] = []

    def _work(stop: StopToken) -> None:
        with tempfile.TemporaryDirectory(prefix="deskhand-demo-") as scratch:
            parts.append(_form(session, Path(scratch), settings, stop))
            may_go_on = not stop.is_set and not answers.nobody_came
            if may_go_on and shutil.which("mousepad"):
                parts.append(_editor(session, Path(scratch), settings, stop))

    session.run(_work)
    report = out / "report.html"
    report.write_text(session.report([part.ended.run for part in parts]), encoding="utf-8")
    return parts, report


def _task(text: str, settings: Settings) -> Task:
    return Task(text, policy="commands", approve="ask", max_steps=settings.budgets.steps)


@contextlib.contextmanager
def _program(argv: list[str]) -> Iterator["subprocess.Popen[bytes]"]:
    program = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield program
    finally:
        program.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            program.wait(timeout=5)
        if program.poll() is None:
            program.kill()
            program.wait()


def wait_for_window(title: str, program: "subprocess.Popen[bytes]") -> None:
    """Wait for a window whose title contains the text, and activate it."""
    windows = X11Windows()
    try:
        deadline = time.monotonic() + WINDOW_WAIT_S
        while time.monotonic() < deadline and program.poll() is None:
            found = [w for w in windows.windows() if title in w.title and not w.is_minimised]
            if found:
                windows.activate(found[0].window_id)
                return
            time.sleep(POLL_S)
    finally:
        windows.close()
    raise CaptureError(
        f"the window {title!r} did not open within {WINDOW_WAIT_S:g} s; see: deskhand doctor"
    )


def _form(session: "DemoSession", scratch: Path, settings: Settings, stop: StopToken) -> Part:
    record = scratch / "form.jsonl"
    argv = [sys.executable, "-m", "app.gui.demo_form", "--log", str(record)]
    with _program(argv) as program:
        wait_for_window(FORM_TITLE, program)
        ended = session.do(_task(FORM_TASK, settings), stop)
    text = record.read_text(encoding="utf-8") if record.exists() else ""
    saved = [
        entry["value"]
        for line in text.splitlines()
        if (entry := json.loads(line))["field"] == "saved"
    ]
    is_right = saved == [SAVED]
    check = f"the form itself logged: {saved[0]}" if saved else "the form itself logged no save"
    return Part("Form", FORM_TASK, ended, check, is_right)


def _editor(session: "DemoSession", scratch: Path, settings: Settings, stop: StopToken) -> Part:
    note = scratch / "note.txt"
    note.write_text("", encoding="utf-8")
    with _program(["mousepad", "--disable-server", str(note)]) as program:
        wait_for_window(note.name, program)
        ended = session.do(_task(EDITOR_TASK, settings), stop)
        deadline = time.monotonic() + FILE_WAIT_S
        while time.monotonic() < deadline and not note.read_text(encoding="utf-8"):
            time.sleep(POLL_S)
    written = note.read_text(encoding="utf-8").strip()
    is_right = written == NOTE
    check = f"the file on disk holds: {written}" if written else "the file on disk is empty"
    return Part("Editor", EDITOR_TASK, ended, check, is_right)


READING_S: Final = 0.9
"""How long it looks at a card before the first press: longer than the arming time."""
AGAIN_S: Final = 1.0
HOLD_S: Final = 0.05


class StandIn:
    """A listener of the loop that accepts every card; owns one thread and one connection."""

    def __init__(self, accept_chord: str) -> None:
        self._chord = accept_chord
        self._is_wanted = threading.Event()
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._work, name="stand-in", daemon=True)
        self._thread.start()

    def __call__(self, happening: RunEvent) -> None:
        """Press from a proposal on until it is decided."""
        match happening:
            case Proposed():
                self._is_wanted.set()
            case Confirmed():
                self._is_wanted.clear()
            case _:
                return

    def close(self) -> None:
        """Press no more."""
        self._is_closed.set()
        self._is_wanted.set()
        self._thread.join()

    def _work(self) -> None:
        backend = open_backend()
        windows = X11Windows(own_pids=frozenset({os.getpid()}))
        try:
            while self._next():
                keys = parse_chord(self._chord_now(windows))
                codes = [backend.key_code(key) for key in keys]
                self._press(lambda code, is_down: backend.send(KeyEvent(code, is_down)), codes)
        except AssistantError:
            log.exception("the stand-in user cannot press keys")
        finally:
            backend.close()
            windows.close()

    def _chord_now(self, windows: X11Windows) -> str:
        """Return the chord that the card names: another one while a menu is open."""
        return MENU_ACCEPT if open_menus(windows.windows()) else self._chord

    def _next(self) -> bool:
        """Wait for a card and look at it; False when closed."""
        self._is_wanted.wait()
        self._is_closed.wait(READING_S)
        while not self._is_closed.is_set() and not self._is_wanted.is_set():
            self._is_wanted.wait()
            self._is_closed.wait(READING_S)
        return not self._is_closed.is_set()

    def _press(self, send: Callable[[int | str, bool], None], codes: list[int | str]) -> None:
        for code in codes:
            send(code, True)
        self._is_closed.wait(HOLD_S)
        for code in reversed(codes):
            send(code, False)
        self._is_closed.wait(AGAIN_S if self._is_wanted.is_set() else 0)


STAND_IN_NOTE: Final = (
    "This ran on a private desktop without a person: a stand-in pressed the real keys "
    "that accept a card. On your desktop you decide."
)


class DemoSession:
    """Made on the main thread; `run` blocks there while the work goes on in another."""

    def __init__(
        self, folders: Folders, settings: Settings, listener: Listener, *, is_private: bool
    ) -> None:
        self._folders = folders
        self._settings = settings
        self._listener = listener
        self._is_private = is_private
        self._qt = OwnApplication(sys.argv[:1])
        self._theme = Theme(settings.theme)
        self._theme.apply(self._qt)
        self._desk: Desk | None = None
        self._overlay: OverlayConfirmer | None = None
        self._background = Background(self._qt, "demo")
        self._ends: queue.SimpleQueue[Ended] = queue.SimpleQueue()
        self._stand_in: StandIn | None = None
        self._agent: AgentThread | None = None
        self._stop = StopToken()

    def run(self, work: Callable[[StopToken], None]) -> None:
        """Call `work` on a thread while this one shows the overlay.

        Raises:
            AssistantError: what the work raised, or the desktop cannot be worked.
        """
        self._qt.setQuitOnLastWindowClosed(False)
        failure: list[AssistantError] = []

        def _work() -> None:
            try:
                work(self._stop)
            except AssistantError as error:
                failure.append(error)
            except Exception as error:  # the thread's top frame
                log.exception("the demo ended by an internal error")
                failure.append(AssistantError(f"an error of mine ended the demo: {error}"))
            finally:
                self._background.run_on_main(self._qt.quit)

        lock = RunLock(self._folders.runtime, on_lost=lambda: self._on_stop(TAKEN))
        with lock, open_desk(self._folders, self._settings) as desk:
            self._open(desk)
            server = ControlServer(self._folders.runtime, only_stop(self._on_stop))
            server.start()
            self._background.run(_work)
            self._qt.exec()
            self._background.join()
            server.close()
            if self._stand_in is not None:
                self._stand_in.close()
            if self._agent is not None:
                self._agent.join()
        if failure:
            raise failure[0]

    def _open(self, desk: Desk) -> None:
        self._desk = desk
        overlay = OverlayConfirmer(self._theme, self._settings, desk.executor)
        overlay.stop_pressed.connect(self._on_stop)
        self._overlay = overlay
        desk.executor.listen(
            on_chord=overlay.on_chord, on_disarmed=lambda sentence: self._on_stop()
        )
        if self._is_private:
            self._stand_in = StandIn(self._settings.keys.accept)
        self._agent = AgentThread(desk, overlay, self._take, overlay.veil)

    def _take(self, happening: RunEvent) -> None:
        """Called on the agent thread."""
        if self._overlay is not None:
            self._background.run_on_main(partial(self._overlay.show_progress, happening))
        if isinstance(happening, Ended):
            self._ends.put(happening)
            return
        self._listener(happening)
        if self._stand_in is not None:
            self._stand_in(happening)

    def _on_stop(self, cause: str = "user") -> None:
        self._stop.stop(cause)
        if self._agent is not None:
            self._agent.stop(cause)

    def do(self, task: Task, stop: StopToken) -> Ended:
        """Run one task and wait for its end; called on the demo's own thread."""
        stop.check()
        if self._agent is None:
            raise AssistantError("the demo has not been opened")
        self._agent.start(task)
        ended = self._ends.get()
        self._agent.wait()
        return ended

    def report(self, runs: Sequence[str]) -> str:
        """Return the report of these runs as one HTML page."""
        note = STAND_IN_NOTE if self._is_private else ""
        store = Store(self._folders.data)
        try:
            found = [(store.run(run), store.steps(run)) for run in runs]
            return html_report(found, picture_source(store), note=note)
        finally:
            store.close()
