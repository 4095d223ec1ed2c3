"""`deskhand doctor`: what works here, what does not, and one command each to mend it.

The rows are made from a frozen `Facts`, so that every row is tested with invented facts; the
facts are gathered by `gather`, each on its own, and never raise.
"""

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from app.doctor_model import ModelFacts, gather_model, model_rows
from app.doctor_row import Row, Status
from app.folders import user_folders
from app.jsonlines import LineWriter
from app.settings import Settings, SettingsFile
from automation.core.errors import AssistantError
from automation.desktop.capture.grabber import ScreenGrabber
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.input.backends import open_backend
from automation.desktop.session import Session, read_session

EXIT_OK: Final = 0
EXIT_ENVIRONMENT: Final = 9
LOW_DISK_BYTES: Final = 200_000_000
QT_TIMEOUT_S: Final = 20
QT_PROBE: Final = "from PySide6.QtWidgets import QApplication; QApplication([])"
APT: Final = "sudo apt-get install"


@dataclass(frozen=True, slots=True)
class Facts:
    """What was found on this machine; an empty problem means that it works."""

    python: str
    session: Session
    qt_problem: str = ""
    capture: str = ""
    """Size of the desktop, or empty when it cannot be captured."""
    capture_problem: str = ""
    input_name: str = ""
    input_problem: str = ""
    tree_problem: str = ""
    tree_hints: tuple[str, ...] = ()
    ocr_problem: str = ""
    folder_problem: str = ""
    free_bytes: int = 0
    settings_problem: str = ""
    has_pyautogui: bool = True
    has_tkinter: bool = True
    pyautogui_chosen: bool = False
    missing_demo_programs: tuple[str, ...] = ()
    model: ModelFacts = field(default_factory=ModelFacts)


def rows(facts: Facts) -> tuple[Row, ...]:
    """Return one row per thing, in the order in which one would mend them."""
    has_display = not facts.session.problem
    of_display = (_window_manager(facts.session), _compositor(facts.session))
    return (
        Row("python", "ok", facts.python),
        _display(facts.session),
        _qt(facts),
        _capture(facts),
        _input(facts),
        *(of_display if has_display else ()),
        _tree(facts),
        _ocr(facts),
        _files(facts),
        _settings(facts),
        _pyautogui(facts),
        _demo(facts),
        *model_rows(facts.model),
    )


def _display(session: Session) -> Row:
    if session.problem:
        return Row("display", "fail", session.problem, "the main job cannot run", "deskhand demo")
    return Row("display", "ok", f"{session.kind} {session.display}".strip())


def _qt(facts: Facts) -> Row:
    if facts.qt_problem:
        fix = f"{APT} libxcb-cursor0 libxkbcommon-x11-0 libegl1 libgl1"
        return Row("window toolkit", "fail", facts.qt_problem, "no window opens", fix)
    return Row("window toolkit", "ok", "Qt loads its plugin")


def _capture(facts: Facts) -> Row:
    if facts.capture_problem:
        meaning = "nothing can be seen, so nothing can be done"
        return Row("screen capture", "fail", facts.capture_problem, meaning, "see display")
    return Row("screen capture", "ok", facts.capture)


def _input(facts: Facts) -> Row:
    if facts.input_problem:
        meaning = "nothing can be clicked or typed"
        return Row("mouse and keyboard", "fail", facts.input_problem, meaning, "see display")
    return Row("mouse and keyboard", "ok", facts.input_name)


def _window_manager(session: Session) -> Row:
    if session.window_manager is None:
        meaning = "windows cannot be switched, minimised or maximised; the rest works"
        return Row("window manager", "warn", "none runs", meaning, f"{APT} openbox; openbox &")
    return Row("window manager", "ok", session.window_manager or "runs")


def _compositor(session: Session) -> Row:
    if not session.has_compositor:
        meaning = "marks on the screen are drawn as opaque bars; nothing is lost"
        return Row("compositor", "ok", "none runs", meaning)
    return Row("compositor", "ok", "runs")


def _tree(facts: Facts) -> Row:
    if facts.tree_problem:
        meaning = "things are found by reading the picture only: slower, and icons have no name"
        fix = f"{APT} at-spi2-core dbus, then log in again"
        return Row("accessibility", "warn", facts.tree_problem, meaning, fix)
    return Row("accessibility", "ok", "answers", " ".join(facts.tree_hints))


def _ocr(facts: Facts) -> Row:
    if facts.ocr_problem:
        meaning = "text that programs do not name cannot be found"
        return Row(
            "text reading", "warn", facts.ocr_problem, meaning, "pip install 'deskhand[ocr]'"
        )
    return Row("text reading", "ok", "models are in place, nothing is downloaded")


def _files(facts: Facts) -> Row:
    if facts.folder_problem:
        meaning = "runs cannot be kept, so none can start"
        return Row("files", "fail", facts.folder_problem, meaning, "set DESKHAND_HOME")
    free_mb = facts.free_bytes // 1_000_000
    if facts.free_bytes < LOW_DISK_BYTES:
        fix = f"free {LOW_DISK_BYTES // 1_000_000} MB"
        return Row("files", "warn", f"{free_mb} MB free", "a run needs 1-2 MB a step", fix)
    return Row("files", "ok", f"{free_mb:,} MB free")


def _settings(facts: Facts) -> Row:
    if facts.settings_problem:
        return Row("settings", "warn", facts.settings_problem, "defaults are in use", "Settings")
    return Row("settings", "ok", "read")


def _pyautogui(facts: Facts) -> Row:
    if not facts.has_pyautogui:
        status: Status = "fail" if facts.pyautogui_chosen else "ok"
        meaning = "" if status == "ok" else "it is the chosen input backend"
        return Row("pyautogui", status, "not installed", meaning, "pip install 'deskhand[input]'")
    if not facts.has_tkinter:
        status = "fail" if facts.pyautogui_chosen else "ok"
        found = "installed, but tkinter is missing and it ends the process without it"
        return Row("pyautogui", status, found, "used on Windows and macOS", f"{APT} python3-tk")
    return Row("pyautogui", "ok", "installed", "used on Windows and macOS, selectable on X11")


def _demo(facts: Facts) -> Row:
    if facts.missing_demo_programs:
        missing = " ".join(facts.missing_demo_programs)
        meaning = "the demo cannot open a desktop of its own"
        return Row("private desktop", "warn", f"missing: {missing}", meaning, "./run demo")
    return Row("private desktop", "ok", "Xvfb and openbox are installed")


def _problem_of(work: Callable[[], object]) -> str:
    """Return the sentence of the error that the work raises; empty when it works."""
    try:
        work()
    except (AssistantError, OSError) as error:
        return str(error)
    return ""


def _qt_problem(session: Session) -> str:
    environ = dict(os.environ)
    if session.problem:
        environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        probe = subprocess.run(
            [sys.executable, "-c", QT_PROBE],
            env=environ,
            capture_output=True,
            text=True,
            timeout=QT_TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"Qt did not start within {QT_TIMEOUT_S} s"
    if probe.returncode == 0:
        return ""
    lines = [line.strip() for line in probe.stderr.splitlines() if line.strip()]
    return lines[0] if lines else f"Qt ended with status {probe.returncode}"


def _capture_facts() -> tuple[str, str]:
    try:
        grabber = ScreenGrabber()
        rect = grabber.grab().rect
        monitors = len(grabber.monitor_rects())
        grabber.close()
    except AssistantError as error:
        return "", str(error)
    return f"{rect.w} x {rect.h} px, {monitors} monitor{'s' if monitors != 1 else ''}", ""


def _input_facts(settings: Settings) -> tuple[str, str]:
    try:
        backend = open_backend(settings.backend)
        name = backend.name
        backend.close()
    except AssistantError as error:
        return "", str(error)
    return name, ""


def gather() -> Facts:
    """Look at this machine; nothing is changed but the folders of our own."""
    session = read_session()
    folders = user_folders()
    folder_problem = _problem_of(folders.create)
    settings, settings_problem = (
        (Settings(), "") if folder_problem else SettingsFile(folders.settings_file).load()
    )
    blind = "needs a display" if session.problem else ""
    capture, capture_problem = ("", blind) if blind else _capture_facts()
    name, input_problem = ("", blind) if blind else _input_facts(settings)
    status = DesktopReader().status()
    free_bytes = 0 if folder_problem else shutil.disk_usage(folders.data).free
    return Facts(
        python=f"{sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}",
        session=session,
        qt_problem=_qt_problem(session),
        capture=capture,
        capture_problem=capture_problem,
        input_name=name,
        input_problem=input_problem,
        tree_problem=status.tree_problem,
        tree_hints=status.hints,
        ocr_problem=_ocr_problem(),
        folder_problem=folder_problem,
        free_bytes=free_bytes,
        settings_problem=settings_problem,
        has_pyautogui=importlib.util.find_spec("pyautogui") is not None,
        has_tkinter=importlib.util.find_spec("tkinter") is not None,
        pyautogui_chosen=settings.backend == "pyautogui",
        missing_demo_programs=tuple(p for p in ("Xvfb", "openbox") if shutil.which(p) is None),
        model=gather_model(settings.model, free_bytes),
    )


def _ocr_problem() -> str:
    missing = [n for n in ("rapidocr", "onnxruntime") if importlib.util.find_spec(n) is None]
    return f"not installed: {', '.join(missing)}" if missing else ""


def exit_status(found: tuple[Row, ...]) -> int:
    """Return 0 if the main job can run here, else 9."""
    return EXIT_ENVIRONMENT if any(row.status == "fail" for row in found) else EXIT_OK


def doctor(arguments: argparse.Namespace) -> int:
    """Look, say what was found, and return the exit status."""
    found = rows(gather())
    if arguments.json:
        writer = LineWriter(sys.stdout)
        for row in found:
            fields = {
                "name": row.name,
                "status": row.status,
                "found": _without_names(row.found),
                "meaning": row.meaning,
                "fix": _without_names(row.fix),
            }
            writer.write("doctor", "", fields)
    else:
        sys.stdout.write(as_text(found))
    return exit_status(found)


def _without_names(text: str) -> str:
    """Return the text without the user's home folder, so that it can go into a report."""
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text


def as_text(found: tuple[Row, ...]) -> str:
    """Return the rows as aligned lines for a person."""
    signs = {"ok": "ok  ", "warn": "note", "fail": "FAIL"}
    width = max(len(row.name) for row in found)
    lines = []
    for row in found:
        lines.append(f"{signs[row.status]}  {row.name:<{width}}  {row.found}")
        if row.status != "ok":
            if row.meaning:
                lines.append(f"{'':<{width + 8}}{row.meaning}")
            if row.fix:
                lines.append(f"{'':<{width + 8}}to mend it: {row.fix}")
    is_ready = exit_status(found) == EXIT_OK
    lines.append("")
    lines.append("Ready." if is_ready else "Not ready: mend what says FAIL.")
    return "\n".join(lines) + "\n"
