"""What doctor looks at: the main job, the place of the records, the ways to stop, and screen locks.

A row is one line of what was found, under the topic it is about. Rows are made from frozen facts, so
that every row is tested with invented ones; the facts are gathered each on its own, and never raise.
The ways to stop are tried, with an executor of our own that sends nothing.
"""

import importlib.util
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from app.doctor.model import meaning_problem
from app.doctor.rows import Row, Status, StopFacts
from app.macros.screen_lock import Answer, ToldLock, ask_lock
from app.settings import Folders, Settings, SettingsFile
from automation.agent.loop import WAKE_COMMAND
from automation.core.errors import AssistantError
from automation.core.text import joined, worded
from automation.desktop.capture import ScreenGrabber
from automation.desktop.elements.bus import AccessibilityBus
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.elements.waking import Ask, is_awake
from automation.desktop.input.backend_x11 import open_backend
from automation.desktop.input.client import ExecutorClient, ExecutorOptions
from automation.desktop.secrets import secret_service_problem
from automation.desktop.session import Session

LOW_DISK_BYTES: Final = 200_000_000
MOUNTS: Final = Path("/proc/self/mountinfo")
_NETWORK: Final = re.compile(
    r"nfs\d?|cifs|smb\w*|ncpfs|afs|9p|ceph|glusterfs|lustre|gpfs|davfs2?|fuse\.(sshfs|\w*s3\w*|gvfs\S*|davfs2?|rclone|glusterfs)"
)
_MEMORY: Final = frozenset({"tmpfs", "ramfs"})
_NO_SYNC: Final = frozenset({"volatile", "nobarrier", "barrier=0"})
"""Mount options with which "it is on disk" is said before it is."""
_COPIED: Final = re.compile(r"dropbox|onedrive|nextcloud|owncloud|google ?drive|icloud", re.I)
CLOCK_SLACK_S: Final = 86_400.0
"""Files unpacked in another time zone may seem to be some hours old or young."""


@dataclass(frozen=True, slots=True)
class DiskFacts:
    """What was found of the place for our files."""

    kind: str = ""
    """Name of the file system, as the kernel has it; empty when it is not known."""
    options: tuple[str, ...] = ()
    sync_problem: str = ""
    """Why a file could not be written through to the disk."""
    exposed: tuple[str, ...] = ()
    """Names of our files and folders that others may read or write."""
    foreign: tuple[str, ...] = ()
    """Names of our files and folders that belong to another user."""
    copied_by: str = ""
    """The folder of a service that copies what lies in it to other computers."""
    clock_behind_s: float = 0.0
    """How far the clock stands before the time when this program was installed."""
    free_bytes: int = LOW_DISK_BYTES


def gather_disk(folders: Folders) -> DiskFacts:
    """Look at the place for our files; a file is written, synced and removed in it."""
    kind, options = mount_of(folders.data, _read_mounts())
    own = [folders.data, folders.config, *_kept_files(folders.data), *_kept_files(folders.config)]
    infos = [(path.name, info) for path in own if (info := _info(path)) is not None]
    installed_s = Path(__file__).stat().st_mtime
    return DiskFacts(
        kind=kind,
        options=options,
        sync_problem=_sync_problem(folders.data),
        exposed=tuple(name for name, info in infos if stat.S_IMODE(info.st_mode) & 0o077),
        foreign=tuple(name for name, info in infos if info.st_uid != os.getuid()),
        copied_by=next((part for part in folders.data.parts if _COPIED.search(part)), ""),
        clock_behind_s=max(0.0, installed_s - time.time()),
        free_bytes=shutil.disk_usage(folders.data).free,
    )


def mount_of(folder: Path, mounts: str) -> tuple[str, tuple[str, ...]]:
    """Return the file system and the mount options of a folder."""
    path = str(folder.resolve())
    best = ""
    found: tuple[str, tuple[str, ...]] = ("", ())
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        fields, super_fields = before.split(" "), after.split(" ")
        if len(fields) < 6 or len(super_fields) < 3:
            continue
        place = _unescaped(fields[4])
        is_inside = path == place or path.startswith(place.rstrip("/") + "/")
        if is_inside and len(place) >= len(best):
            options = (*fields[5].split(","), *super_fields[2].split(","))
            best, found = place, (super_fields[0], tuple(options))
    return found


def _unescaped(text: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda m: chr(int(m[1], 8)), text)


def _read_mounts() -> str:
    try:
        return MOUNTS.read_text(errors="replace")
    except OSError:
        return ""


def _kept_files(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _info(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except OSError:
        return None


def _sync_problem(folder: Path) -> str:
    """Return why a file cannot be written through in the folder; empty when it can."""
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor-") as file:
            file.write(b"doctor")
            file.flush()
            os.fsync(file.fileno())
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def disk_rows(facts: DiskFacts) -> tuple[Row, ...]:
    """Return the rows: where, who, how much, when."""
    return (_place(facts), _access(facts), *_copied(facts), _room(facts), *_clock(facts))


def _place(facts: DiskFacts) -> Row:
    name, elsewhere = worded("file system"), worded("set DESKHAND_HOME to a folder on a local disk")
    if facts.sync_problem:
        found = worded("a file could not be written through: {0}", facts.sync_problem)
        meaning = worded("a run may lose steps when the power goes")
        return _warn(name, found, meaning, elsewhere)
    unsafe = sorted(_NO_SYNC & set(facts.options))
    if unsafe:
        found = worded("{0} with {1}", facts.kind, ", ".join(unsafe))
        meaning = worded("it says that a file is on disk before it is; a power cut loses steps")
        return _warn(name, found, meaning, elsewhere)
    if _NETWORK.fullmatch(facts.kind):
        meaning = worded(
            "the disk of another computer: locks and order of writes are not kept for sure"
        )
        return _warn(name, worded("{0}, over the network", facts.kind), meaning, elsewhere)
    if facts.kind in _MEMORY:
        meaning = worded("it lies in memory: all runs are gone after a restart")
        return _warn(name, facts.kind, meaning, elsewhere)
    if facts.kind == "overlay":
        meaning = worded("the layer of a container: all runs are gone with the container")
        return _warn(name, "overlay", meaning, worded("set DESKHAND_HOME to a mounted volume"))
    return Row(name, "ok", facts.kind or worded("not known, writes come through"), topic="storage")


def _access(facts: DiskFacts) -> Row:
    if facts.foreign:
        found = worded("not yours: {0}", _some(facts.foreign))
        return _warn(
            worded("access"),
            found,
            worded("another user can change your records"),
            worded("chown them to you"),
        )
    if facts.exposed:
        found = worded("open to others: {0}", _some(facts.exposed))
        meaning = worded("other users of this computer can read what was on your screen")
        return _warn(
            worded("access"), found, meaning, worded("chmod -R go= the data and settings folders")
        )
    return Row(worded("access"), "ok", worded("only you"), topic="storage")


def _copied(facts: DiskFacts) -> tuple[Row, ...]:
    if not facts.copied_by:
        return ()
    meaning = worded("the service of that folder copies pictures of your screen to other computers")
    fix = worded("set DESKHAND_HOME to a folder outside it")
    return (
        Row(
            worded("copies"),
            "warn",
            worded("the records lie in {0}", facts.copied_by),
            meaning,
            fix,
            "network",
        ),
    )


def _room(facts: DiskFacts) -> Row:
    found = worded("{0:,} MB free", facts.free_bytes // 1_000_000)
    if facts.free_bytes < LOW_DISK_BYTES:
        meaning = worded("a step takes 1-2 MB; a run pauses when the disk is full")
        return _warn(
            worded("room"), found, meaning, worded("free {0} MB", LOW_DISK_BYTES // 1_000_000)
        )
    return Row(worded("room"), "ok", found, topic="storage")


def _clock(facts: DiskFacts) -> tuple[Row, ...]:
    if facts.clock_behind_s <= CLOCK_SLACK_S:
        return ()
    found = worded(
        "stands {0:.0f} days before this program was installed", facts.clock_behind_s / 86_400
    )
    meaning = worded("the history shows wrong days; nothing else rests on it")
    return (
        _warn(worded("clock"), found, meaning, worded("set the clock: timedatectl set-ntp true")),
    )


def _some(names: tuple[str, ...]) -> str:
    named = ", ".join(names[:3])
    return worded("{0} and {1} more", named, len(names) - 3) if len(names) > 3 else named


def _warn(name: str, found: str, meaning: str, fix: str) -> Row:
    return Row(name, "warn", found, meaning, fix, topic="storage")


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
    meaning_problem: str = ""
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
        _row_of(
            "window toolkit", "fail", facts.qt_problem, "no window opens",
            f"{APT} libxcb-cursor0 libxkbcommon-x11-0 libegl1 libgl1", "Qt loads its plugin",
        ),
        _row_of(
            "screen capture", "fail", facts.capture_problem,
            "nothing can be seen, so nothing can be done", "see display", facts.capture,
        ),
        _row_of(
            "mouse and keyboard", "fail", facts.input_problem,
            "nothing can be clicked or typed", "see display", facts.input_name,
        ),
        *(of_display if has_display else ()),
        _tree(facts),
        *_sleepers(facts),
        _row_of(
            "text reading", "warn", facts.ocr_problem,
            "text that programs do not name cannot be found", "pip install 'deskhand[ocr]'",
            "models are in place, nothing is downloaded",
        ),
        _row_of(
            "meaning of words", "warn", facts.meaning_problem,
            "only what you call by its name is found", "run packaging/setup.sh run again",
            "the sentence encoder is in place, nothing is downloaded",
        ),
        _row_of(
            "files", "fail", facts.folder_problem, "runs cannot be kept, so none can start", "set DESKHAND_HOME",
            "can be written",
        ),
        _row_of(
            "settings", "warn", facts.settings_problem,
            "what you had forbidden may be unknown", "Settings", "read",
        ),
        *_trust(facts),
        _row_of(
            "keyring", "warn", facts.keyring_problem,
            "a password cannot be typed for you by its name, such as ${secret:mail}",
            f"{APT} gnome-keyring", "answers",
        ),
        _pyautogui(facts),
        _demo(facts),
        _errors(facts),
    )  # fmt: skip


def _row_of(name: str, broken: Status, problem: str, meaning: str, fix: str, works: str) -> Row:
    """Return a row that says what works, or what is wrong, what that means and what mends it."""
    if problem:
        return Row(name, broken, problem, meaning, fix)
    return Row(name, "ok", works)


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
        meaning_problem=meaning_problem(),
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


NAME: Final = worded("screen locks")


def gather_locks(session: Session) -> ToldLock | None:
    """Ask who tells of locks: hundredths of a second, more where a service is silent. None without a display."""
    return None if session.kind == "none" else ask_lock()


def lock_rows(told: ToldLock | None) -> tuple[Row, ...]:
    """Return the row; none where nobody was asked."""
    if told is None:
        return ()
    if told.silent:
        return (_silent(told.silent),)
    if not told.is_told:
        return (_untold(),)
    names = (name for name, answer in told.answers.items() if answer is not Answer.ABSENT)
    return (_lock_row("ok", worded("told by {0}", joined(worded(" and "), names))),)


def _silent(names: tuple[str, ...]) -> Row:
    who = joined(worded(" and "), names)
    found = worded("{0} does not answer", who)
    if len(names) > 1:
        found = worded("{0} do not answer", who)
    meaning = worded(
        "a lock that nobody else tells of is not noticed while a task runs, and a macro does not begin by itself"
    )
    fix = worded("log out and in again, so that the desktop's services start anew")
    return _lock_row("warn", found, meaning, fix)


def _untold() -> Row:
    meaning = worded(
        "only known lockers are looked for; a lock by any other program is not noticed"
    )
    fix = worded(
        "lock with i3lock, slock or xsecurelock, which are known, or start a screen saver that reports to the desktop when it locks"
    )
    return _lock_row("warn", worded("no service of this desktop tells of them"), meaning, fix)


def _lock_row(status: Status, found: str, meaning: str = "", fix: str = "") -> Row:
    return Row(NAME, status, found, meaning, fix, topic="approval")


CORNERS: Final = {
    "off": worded("off, as you set it"),
    "top_left": worded("top left"),
    "top_right": worded("top right"),
    "bottom_left": worded("bottom left"),
    "bottom_right": worded("bottom right"),
}


def stop_rows(facts: StopFacts) -> tuple[Row, ...]:
    """Return a row for each way to stop."""
    return (_key(facts), _tray(facts), _command(facts), _corner(facts), _deadman(facts))


def _key(facts: StopFacts) -> Row:
    twice = {"Escape Escape": worded("Esc twice")}
    keys = joined(worded(" or "), (twice.get(key, key) for key in facts.keys))
    if facts.key_problem:
        meaning = worded("{0} cannot stop a run, so none can start", keys)
        return _row(
            worded("stop key"),
            "fail",
            facts.key_problem,
            meaning,
            worded("choose another key in Settings"),
        )
    if facts.remote:
        meaning = worded("it has to come over that connection, and not at all once it is cut")
        fix = worded("keep a terminal on this computer ready: deskhand stop")
        return _row(
            worded("stop key"),
            "warn",
            worded("{0}, from far away ({1})", keys, facts.remote),
            meaning,
            fix,
        )
    if facts.shared_keys:
        shared = ", ".join(facts.shared_keys)
        return _row(
            worded("stop key"), "ok", worded("{0}; {1} does something elsewhere too", keys, shared)
        )
    return _row(worded("stop key"), "ok", keys)


def _tray(facts: StopFacts) -> Row:
    if facts.has_tray:
        return _row(worded("tray"), "ok", worded("its icon has Stop"))
    meaning = worded("Stop is in the window and in the pill on the screen only")
    return _row(
        worded("tray"),
        "warn",
        worded("this desktop has none"),
        meaning,
        worded("start a panel that has a tray"),
    )


def _command(facts: StopFacts) -> Row:
    if not facts.command_problem:
        return _row("deskhand stop", "ok", worded("can be reached from any terminal of yours"))
    meaning = worded("a terminal cannot stop a run")
    fix = worded("set DESKHAND_HOME to a folder on a local disk")
    return _row(
        "deskhand stop",
        "warn",
        worded("no socket: {0}", facts.command_problem),
        meaning,
        fix,
    )


def _corner(facts: StopFacts) -> Row:
    return _row(worded("screen corner"), "ok", CORNERS.get(facts.corner, facts.corner))


def _deadman(facts: StopFacts) -> Row:
    if facts.has_deadman:
        return _row(
            worded("dead-man"),
            "ok",
            worded("lets go of every key when another process of ours dies"),
        )
    meaning = worded("a key may stay down when the executor is killed")
    return _row(
        worded("dead-man"),
        "warn",
        worded("did not start"),
        meaning,
        worded("press and release that key yourself"),
    )


def _row(name: str, status: Status, found: str, meaning: str = "", fix: str = "") -> Row:
    return Row(name, status, found, meaning, fix, topic="stop")


PROBE: Final = "doctor"


def gather_stop(settings: Settings, folders: Folders, remote: str) -> StopFacts:
    """Try the ways to stop; takes a second, most of it the start of an executor."""
    problem, shared, has_deadman = _try_executor(settings)
    return StopFacts(
        keys=settings.keys.stop,
        key_problem=problem,
        shared_keys=shared,
        has_deadman=has_deadman,
        command_problem=_command_problem(folders.runtime),
        corner=settings.stop_corner,
        remote=remote,
    )


def _try_executor(settings: Settings) -> tuple[str, tuple[str, ...], bool]:
    """Start an executor; return why its stop key is not heard, keys of others, and its dead-man."""
    with tempfile.TemporaryDirectory(prefix="deskhand-doctor-") as folder:
        options = ExecutorOptions(
            state_folder=Path(folder), kill_keys=settings.keys.stop, backend=settings.backend
        )
        client = ExecutorClient(options)
        try:
            ready = client.start()
            single = {f"{PROBE}.{key}": key for key in settings.keys.stop if " " not in key}
            taken = {conflict.name.partition(".")[2] for conflict in client.grab(single)}
        except AssistantError as error:
            return str(error), (), False
        finally:
            client.close()
    problem = "" if ready.is_armed else "the key is not heard"
    shared = tuple(key for key in settings.keys.stop if key in taken)
    return problem, shared, ready.deadman_pid > 0 or sys.platform != "linux"


def _command_problem(runtime: Path) -> str:
    """Return why no socket can be made in the folder; empty when one can."""
    try:
        handle = os.open(runtime, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        return error.strerror or str(error)
    path = Path(f"/proc/self/fd/{handle}/{PROBE}-{os.getpid()}.sock")
    try:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
        path.unlink()
    except OSError as error:
        return error.strerror or str(error)
    finally:
        os.close(handle)
    return ""
