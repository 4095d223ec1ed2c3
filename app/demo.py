"""`deskhand demo`: the main job on a form of ours and an editor, with a report at the end.

On a desktop that somebody uses, that person accepts each action. Without a display a private
desktop is opened and a stand-in user presses the real keys; the report says so.
"""

import argparse
import contextlib
import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.demo_answers import Answers
from app.folders import Folders, user_folders
from app.jsonlines import LineWriter, end_fields
from app.plain import PlainWriter
from app.settings import Settings
from automation.core.errors import AssistantError, CaptureError
from automation.core.events import Ended, Task
from automation.core.proposal import EXIT_CODES, Outcome
from automation.core.stopping import StopToken

if TYPE_CHECKING:
    from app.demo_session import DemoSession
    from automation.desktop.virtual import VirtualDesktop

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
    from app.run_start import settings_in

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
        sys.stderr.write(f"deskhand: {error}\n")
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
        message = f"cannot make the folder {out}: {error.strerror or error}; choose another --out"
        raise CaptureError(message) from error
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
    from app.window_start import check_display

    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        check_display()
        yield False
        return
    from automation.desktop.virtual import VirtualDesktop

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


def paint_background(desktop: "VirtualDesktop") -> None:
    """Give the empty desktop a colour, so that windows stand out on the pictures."""
    from xcffib.xproto import CW

    from automation.desktop.xserver import root_of

    connection = desktop.connect()
    root = root_of(connection)
    connection.core.ChangeWindowAttributes(root, CW.BackPixel, [BACKGROUND])
    connection.core.ClearArea(False, root, 0, 0, 0, 0)
    connection.flush()
    connection.disconnect()


def _run(
    folders: Folders, out: Path, settings: Settings, answers: Answers, *, is_private: bool
) -> tuple[list[Part], Path]:
    from app.demo_session import DemoSession

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
    from automation.desktop.windows_x11 import X11Windows

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
    message = f"the window {title!r} did not open within {WINDOW_WAIT_S:g} s; see: deskhand doctor"
    raise CaptureError(message)


def _form(session: "DemoSession", scratch: Path, settings: Settings, stop: StopToken) -> Part:
    record = scratch / "form.jsonl"
    argv = [sys.executable, "-m", "app.demo_form", "--log", str(record)]
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
