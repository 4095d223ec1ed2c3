"""Opens the window: one instance per display, first paint before anything heavy is loaded."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import QSocketNotifier
    from PySide6.QtWidgets import QApplication

EXIT_ENVIRONMENT = 9


def open_window() -> int:
    """Show the window until the user quits; a second start brings the first one's to the front.

    Returns:
        The exit status; 9 when there is no display.
    """
    from setproctitle import setproctitle

    from app.control import ControlServer, ask
    from app.folders import user_folders
    from app.run_lock import DesktopBusy, RunLock
    from app.settings import SettingsFile
    from automation.core.errors import AssistantError

    setproctitle("deskhand")
    try:
        _check_display()
        folders = user_folders()
        folders.create()
        with RunLock(folders.runtime, role="window"):
            settings, note = SettingsFile(folders.settings_file).load()
            from PySide6.QtWidgets import QApplication

            from app.application import Application
            from app.widgets.theme import Theme

            qt = QApplication(sys.argv[:1])
            qt.setApplicationName("deskhand")
            qt.setQuitOnLastWindowClosed(False)
            theme = Theme(settings.theme)
            theme.apply(qt)
            application = Application(qt, theme, folders, settings, note)
            wakeup = _quit_on_signals(qt)
            application.open()
            server = ControlServer(folders.runtime, application.answer_second_start, role="window")
            server.start()
            status = qt.exec()
            wakeup.setEnabled(False)
            server.close()
            return status
    except DesktopBusy:
        ask(user_folders().runtime, "show", role="window")
        return 0
    except AssistantError as error:
        sys.stderr.write(f"deskhand: {error}\n")
        return EXIT_ENVIRONMENT


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
    notifier.activated.connect(qt.quit)
    return notifier


def _check_display() -> None:
    """Prove that a display answers: Qt ends the whole process when none does.

    Raises:
        NoDisplay: there is none; says what to do.
    """
    if sys.platform == "linux":
        from automation.desktop import xserver

        xserver.connect().disconnect()
