"""The rows about the main job: what it cannot do without here, and what it does worse.

The rows are made from frozen facts, so that every row is tested with invented ones; the facts are
gathered each on its own, and never raise.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from app.doctor_row import Row, Status
from app.folders import Folders
from app.settings import Settings, SettingsFile
from automation.agent.closing import WAKE_COMMAND
from automation.core.errors import AssistantError
from automation.desktop.capture.grabber import ScreenGrabber
from automation.desktop.elements.connection import AccessibilityBus
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.elements.waking import Ask, is_awake
from automation.desktop.input.backends import open_backend
from automation.desktop.secrets.book import secret_service_problem
from automation.desktop.session import Session

QT_TIMEOUT_S: Final = 20
QT_PROBE: Final = (
    "from PySide6.QtWidgets import QApplication, QSystemTrayIcon\n"
    "app = QApplication([])\n"
    "print('tray' if QSystemTrayIcon.isSystemTrayAvailable() else 'none')"
)
APT: Final = "sudo apt-get install"


@dataclass(frozen=True, slots=True)
class JobFacts:
    """What was found of what the main job needs; an empty problem means that it works."""

    python: str
    session: Session
    qt_problem: str = ""
    has_tray: bool = False
    capture: str = ""
    """Size of the desktop, or empty when it cannot be captured."""
    capture_problem: str = ""
    input_name: str = ""
    input_problem: str = ""
    tree_problem: str = ""
    tree_hints: tuple[str, ...] = ()
    is_awake: bool = True
    """The session's programs are told to show themselves, by whomever."""
    wake_programs: Literal["unsaid", "on", "off"] = "unsaid"
    ocr_problem: str = ""
    is_locked: bool = False
    folder_problem: str = ""
    settings_problem: str = ""
    trust_problem: str = ""
    keyring_problem: str = ""
    has_pyautogui: bool = True
    has_tkinter: bool = True
    pyautogui_chosen: bool = False
    missing_demo_programs: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    """What is kept of errors that nobody caught, a line each, oldest first."""
    errors_file: str = ""


def job_rows(facts: JobFacts) -> tuple[Row, ...]:
    """Return one row per thing, in the order in which one would mend them."""
    has_display = not facts.session.problem
    of_display = (_window_manager(facts.session), _compositor(facts.session), *_lock(facts))
    return (
        Row("python", "ok", facts.python),
        _display(facts.session),
        _qt(facts),
        _capture(facts),
        _input(facts),
        *(of_display if has_display else ()),
        _tree(facts),
        *_sleepers(facts),
        _ocr(facts),
        _files(facts),
        _settings(facts),
        *_trust(facts),
        _keyring(facts),
        _pyautogui(facts),
        _demo(facts),
        _errors(facts),
    )


def _errors(facts: JobFacts) -> Row:
    if not facts.errors:
        return Row("errors", "ok", f"none kept in {facts.errors_file}".removesuffix(" in "))
    count = len(facts.errors)
    found = f"{count} kept in {facts.errors_file}, the last: {facts.errors[-1]}"
    meaning = "a part of the window failed; nothing typed is in that file"
    return Row("errors", "warn", found, meaning, f"report them, then: rm {facts.errors_file}")


def _display(session: Session) -> Row:
    if session.problem:
        return Row("display", "fail", session.problem, "the main job cannot run", "deskhand demo")
    return Row("display", "ok", f"{session.kind} {session.display}".strip())


def _qt(facts: JobFacts) -> Row:
    if facts.qt_problem:
        fix = f"{APT} libxcb-cursor0 libxkbcommon-x11-0 libegl1 libgl1"
        return Row("window toolkit", "fail", facts.qt_problem, "no window opens", fix)
    return Row("window toolkit", "ok", "Qt loads its plugin")


def _capture(facts: JobFacts) -> Row:
    if facts.capture_problem:
        meaning = "nothing can be seen, so nothing can be done"
        return Row("screen capture", "fail", facts.capture_problem, meaning, "see display")
    return Row("screen capture", "ok", facts.capture)


def _input(facts: JobFacts) -> Row:
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


def _tree(facts: JobFacts) -> Row:
    if facts.tree_problem:
        meaning = "things are found by reading the picture only: slower, and icons have no name"
        fix = f"{APT} at-spi2-core dbus, then log in again"
        return Row("accessibility", "warn", facts.tree_problem, meaning, fix)
    return Row("accessibility", "ok", "answers", " ".join(facts.tree_hints))


def _sleepers(facts: JobFacts) -> tuple[Row, ...]:
    """Return what the user has chosen about programs that show nothing until they are told to."""
    name = "sleeping programs"
    if facts.tree_problem:
        return ()
    meaning = (
        "fields, lists and boxes of Chromium, Electron and Qt programs cannot be read, only text"
    )
    if facts.wake_programs == "on":
        woken = "Chromium, Electron and Qt 5 programs that were open before need a new start"
        return (Row(name, "ok", "woken, as you chose", woken, "deskhand doctor --wake off"),)
    if facts.is_awake:
        pages = "pages of Chromium and Electron stay asleep, the rest can be read"
        return (Row(name, "ok", "the desktop wakes them", pages, WAKE_COMMAND),)
    if facts.wake_programs == "off":
        return (Row(name, "ok", "left alone, as you chose", meaning, WAKE_COMMAND),)
    fix = f"{WAKE_COMMAND} (it costs them memory and time), or --wake off"
    return (Row(name, "warn", "left alone until you choose", meaning, fix),)


def _ocr(facts: JobFacts) -> Row:
    if facts.ocr_problem:
        meaning = "text that programs do not name cannot be found"
        return Row(
            "text reading", "warn", facts.ocr_problem, meaning, "pip install 'deskhand[ocr]'"
        )
    return Row("text reading", "ok", "models are in place, nothing is downloaded")


def _files(facts: JobFacts) -> Row:
    if facts.folder_problem:
        meaning = "runs cannot be kept, so none can start"
        return Row("files", "fail", facts.folder_problem, meaning, "set DESKHAND_HOME")
    return Row("files", "ok", "can be written")


def _settings(facts: JobFacts) -> Row:
    if facts.settings_problem:
        return Row(
            "settings",
            "warn",
            facts.settings_problem,
            "what you had forbidden may be unknown",
            "Settings",
        )
    return Row("settings", "ok", "read")


def _trust(facts: JobFacts) -> tuple[Row, ...]:
    if not facts.trust_problem:
        return ()
    meaning = "each step of every macro is asked about, and no schedule plays"
    return (
        Row("trusted macros", "warn", facts.trust_problem, meaning, "deskhand macro trust NAME"),
    )


def _pyautogui(facts: JobFacts) -> Row:
    if not facts.has_pyautogui:
        status: Status = "fail" if facts.pyautogui_chosen else "ok"
        meaning = "" if status == "ok" else "it is the chosen input backend"
        return Row("pyautogui", status, "not installed", meaning, "pip install 'deskhand[input]'")
    if not facts.has_tkinter:
        status = "fail" if facts.pyautogui_chosen else "ok"
        found = "installed, but tkinter is missing and it ends the process without it"
        return Row("pyautogui", status, found, "used on Windows and macOS", f"{APT} python3-tk")
    return Row("pyautogui", "ok", "installed", "used on Windows and macOS, selectable on X11")


def _demo(facts: JobFacts) -> Row:
    if facts.missing_demo_programs:
        missing = " ".join(facts.missing_demo_programs)
        meaning = "the demo cannot open a desktop of its own"
        return Row("private desktop", "warn", f"missing: {missing}", meaning, "./run demo")
    return Row("private desktop", "ok", "Xvfb and openbox are installed")


def _lock(facts: JobFacts) -> tuple[Row, ...]:
    if not facts.is_locked:
        return ()
    meaning = "nothing is seen or done while it is locked"
    return (Row("screen lock", "warn", "the screen is locked", meaning, "unlock it"),)


def _keyring(facts: JobFacts) -> Row:
    if facts.keyring_problem:
        meaning = "a password cannot be typed for you by its name, such as ${secret:mail}"
        return Row("keyring", "warn", facts.keyring_problem, meaning, f"{APT} gnome-keyring")
    return Row("keyring", "ok", "answers")


def problem_of(work: Callable[[], object]) -> str:
    """Return the sentence of the error that the work raises; empty when it works."""
    try:
        work()
    except (AssistantError, OSError) as error:
        return str(error)
    return ""


def gather_job(
    session: Session, settings: Settings, folder_problem: str, settings_problem: str
) -> JobFacts:
    """Look at this machine; takes a second, for the start of Qt."""
    blind = "needs a display" if session.problem else ""
    capture, capture_problem = ("", blind) if blind else _capture_facts()
    name, input_problem = ("", blind) if blind else _input_facts(settings)
    awake: list[bool] = []

    async def peek(ask: Ask) -> None:
        awake.append(await is_awake(ask))

    reader = DesktopReader(bus=AccessibilityBus(on_begin=peek))
    status = reader.status()
    reader.close()
    qt_problem, has_tray = _qt_facts(session)
    return JobFacts(
        python=f"{sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}",
        session=session,
        qt_problem=qt_problem,
        has_tray=has_tray,
        capture=capture,
        capture_problem=capture_problem,
        input_name=name,
        input_problem=input_problem,
        tree_problem=status.tree_problem,
        tree_hints=status.hints,
        is_awake=all(awake),
        wake_programs=settings.wake_programs,
        ocr_problem=ocr_problem(),
        folder_problem=folder_problem,
        settings_problem=settings_problem,
        keyring_problem=secret_service_problem(),
        has_pyautogui=importlib.util.find_spec("pyautogui") is not None,
        has_tkinter=importlib.util.find_spec("tkinter") is not None,
        pyautogui_chosen=settings.backend == "pyautogui",
        missing_demo_programs=tuple(p for p in ("Xvfb", "openbox") if shutil.which(p) is None),
    )


def read_settings(folders: Folders) -> tuple[Settings, str, str]:
    """Return the settings, what is wrong with the folders, and what is wrong with the file."""
    folder_problem = problem_of(folders.create)
    if folder_problem:
        return Settings(), folder_problem, ""
    settings, sentence = SettingsFile(folders.settings_file).load()
    return settings, "", sentence


def _qt_facts(session: Session) -> tuple[str, bool]:
    """Return why Qt does not start, and whether the desktop has a tray."""
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
        return f"Qt did not start within {QT_TIMEOUT_S} s", False
    if probe.returncode == 0:
        return "", probe.stdout.strip() == "tray"
    lines = [line.strip() for line in probe.stderr.splitlines() if line.strip()]
    return (lines[0] if lines else f"Qt ended with status {probe.returncode}"), False


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


def ocr_problem() -> str:
    """Return which packages for reading text are missing; empty when none is."""
    missing = [n for n in ("rapidocr", "onnxruntime") if importlib.util.find_spec(n) is None]
    return f"not installed: {', '.join(missing)}" if missing else ""
