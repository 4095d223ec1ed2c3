"""Opens the window: one instance per display, first paint before anything heavy is loaded."""

import contextlib
import sys
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QSocketNotifier
    from PySide6.QtWidgets import QApplication

    from app.folders import Folders
    from app.run_lock import RunLock

EXIT_ENVIRONMENT = 9
FIRST_ANSWERS_S: Final = 20.0
"""How long the first window may take to start, or to end, while a second start waits for it."""
LOOK_S: Final = 0.1


def open_window() -> int:
    """Show the window until the user quits; a second start brings the first one's to the front.

    Returns:
        The exit status; 9 when there is no display, or the first one does not answer.
    """
    from setproctitle import setproctitle

    from app.command_log import log_in_lines
    from app.folders import user_folders
    from app.memory import return_large_blocks
    from app.switch_interval import switch_often
    from automation.core.errors import AssistantError

    setproctitle("deskhand")
    return_large_blocks()  # a window may be open for weeks
    switch_often()  # runs, plays and openings work beside the thread that paints
    log_in_lines()
    try:
        check_display()
        folders = user_folders()
        folders.create()
        lock = _only_window(folders.runtime)
        if lock is None:
            return 0
        with contextlib.closing(lock):
            return _show(folders)
    except AssistantError as error:
        sys.stderr.write(f"deskhand: {error}\n")
        return EXIT_ENVIRONMENT


def _only_window(runtime: "Path") -> "RunLock | None":
    """Return the lock of the one window of this display, held; None when another came forward.

    Raises:
        DesktopBusy: there is another, and it neither answers nor ends.
    """
    from app.control import ask
    from app.run_lock import DesktopBusy, RunLock

    until_s = time.monotonic() + FIRST_ANSWERS_S
    while True:
        lock = RunLock(runtime, role="window")
        try:
            lock.__enter__()
        except DesktopBusy as busy:
            is_late = time.monotonic() > until_s
            pid = busy.owner
        else:
            return lock
        with contextlib.suppress(OSError, ValueError):
            if ask(runtime, "show", role="window") is not None:
                return None
        if is_late:
            message = (
                f"deskhand is open on this display already (process {pid}) and does not answer; "
                f"end it with: kill {pid}, then start again"
            )
            raise DesktopBusy(message, pid)
        time.sleep(LOOK_S)


def _show(folders: "Folders") -> int:
    from app.application import Application
    from app.command_log import ErrorFile
    from app.control import ControlServer
    from app.settings import SettingsFile
    from app.widgets.own_application import OwnApplication
    from app.widgets.theme import Theme

    settings, note = SettingsFile(folders.settings_file).load()
    qt = OwnApplication(sys.argv[:1])
    qt.setApplicationName("deskhand")
    qt.setQuitOnLastWindowClosed(False)
    theme = Theme(settings.theme)
    theme.apply(qt)
    application = Application(qt, theme, folders, settings, note)
    application.ending.connect(lambda: qt.exit())
    ErrorFile(folders.data, application.error_kept.emit).hear()
    wakeup = _quit_on_signals(qt)
    application.open()
    server = ControlServer(folders.runtime, application.answer_second_start, role="window")
    server.start()
    status = qt.exec()
    wakeup.setEnabled(False)
    server.close()
    return status


def _quit_on_signals(qt: "QApplication") -> "QSocketNotifier":
    """Quit in order on SIGINT, SIGTERM and SIGHUP: release everything, close the records."""
    import signal
    import socket

    from PySide6.QtCore import QSocketNotifier

    reader, writer = socket.socketpair()
    for end in (reader, writer):
        end.setblocking(False)
    signal.set_wakeup_fd(writer.detach())
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    notifier = QSocketNotifier(reader.detach(), QSocketNotifier.Type.Read, qt)
    notifier.activated.connect(lambda *_: qt.exit())  # quit() asks each window first
    return notifier


def check_display() -> None:
    """Prove that a display answers: Qt ends the whole process when none does.

    Raises:
        NoDisplay: there is none; says what to do.
    """
    if sys.platform == "linux":
        from automation.desktop import xserver

        xserver.connect().disconnect()
