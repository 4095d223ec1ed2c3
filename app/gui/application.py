"""The window's process, in the order of its start: one instance per display, first paint, then everything else.

`open_window` shows the main window. Beside it a thread loads and opens the desk (`DeskOpening`), and
`Application` joins the parts once that is there. Large blocks go back to the system when they are
freed: a screenshot is megabytes, a run makes many.
"""

import contextlib
import ctypes
import gc
import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal
from PySide6.QtWidgets import QApplication
from setproctitle import setproctitle

from app.error_log import ErrorFile, log_in_lines
from app.gui import let_qt_speak, spoken, tr, tr_said
from app.gui.background import Background
from app.gui.macros.making import MacroWindows
from app.gui.macros.start import MacroStarter
from app.gui.preferences.keeper import SettingsKeeper
from app.gui.runs import AgentThread, Errands, HistoryControl, Job, RunStarter
from app.gui.tray import Tray
from app.gui.widgets.layout import is_first_time
from app.gui.widgets.own_application import OwnApplication
from app.gui.widgets.theme import Theme
from app.gui.window.main_window import MainWindow
from app.gui.wiring import (
    BAR_CHORD,
    BarControl,
    FrontControl,
    HeardKeys,
    MacroParts,
    ModelControl,
    PastRuns,
    PromiseControl,
    RunButtons,
    RunIndicators,
    WakeControl,
    WindowPlace,
)
from app.run_lock import ControlServer, DesktopBusy, RunLock, ask
from app.settings import Folders, ModelSettings, Settings, SettingsFile, user_folders
from app.task_text import TaskRefused, checked_task
from automation.core.errors import AssistantError
from automation.core.events import ApproveMode, Ended, RunEvent, Task
from automation.desktop import x11
from automation.desktop.input.stop_socket import Answer

if TYPE_CHECKING:
    from app.desk import Desk
    from app.gui.overlay.confirmer import OverlayConfirmer


class DeskOpening(QObject):
    """Owned by the application; UI thread."""

    opened = Signal(object)
    """The desk, or a sentence that says why there is none; never after `close`."""

    def __init__(
        self, folders: Folders, settings: Callable[[], Settings], parent: QObject | None = None
    ) -> None:
        """Prepare without loading anything.

        Args:
            folders: where the desk keeps what it keeps.
            settings: returns the settings of the moment; called on the opening's own thread.
        """
        super().__init__(parent)
        self._folders = folders
        self._settings = settings
        self._lock = threading.Lock()
        self._is_over = False
        self._waiting: Desk | None = None
        """Opened, and not handed over yet."""
        self._background = Background(self, "starter")

    def begin(self) -> None:
        """Open the desk on a thread of its own; not after the end."""
        if not self._is_over:
            self._background.run(self._open)

    def close(self) -> None:
        """Hand nothing over any more; wait for nothing."""
        with self._lock:
            self._is_over = True
            desk, self._waiting = self._waiting, None
        if desk is not None:
            desk.close()

    def _open(self) -> None:
        """Load what the window did not need, and start the executor."""
        from app.desk import open_desk  # names concrete classes

        for later in ("app.gui.overlay.confirmer", "app.gui.command_bar"):
            import_module(later)  # the bar's key is to find the bar loaded

        try:
            desk = open_desk(self._folders, self._settings())
        except AssistantError as error:
            self._tell(str(error), None)
            return
        if not self._tell(desk, desk):
            desk.close()

    def _tell(self, found: "Desk | str", desk: "Desk | None") -> bool:
        """Let the UI thread have what was found; tell whether it still wants it."""
        with self._lock:  # after the end this object may be gone
            if self._is_over:
                return False
            self._waiting = desk
            self._background.run_on_main(lambda: self._hand_over(found))
            return True

    def _hand_over(self, found: "Desk | str") -> None:
        with self._lock:
            self._waiting = None
            is_over = self._is_over
        if not is_over:
            self.opened.emit(found)


log = logging.getLogger(__name__)

EXAMPLES: Final = (
    tr("click File, then New"),
    tr('type "hello" into Name'),
    tr('wait until "Saved" appears'),
)
IN_TRAY: Final = tr("deskhand is still there")
IN_TRAY_WORDS: Final = tr(
    "Its window is closed, its keys work on. Open it by its icon in the tray; Quit stands in the menu of the icon."
)
UNWIND_MS: Final = 100
"""What the agent thread takes to give the desktop back after it has told of the end."""


class Application(QObject):
    """Owns everything that lives as long as the process. UI thread."""

    ending = Signal()
    """It is to end: whoever runs the event loop leaves it."""

    def __init__(
        self, qt: QApplication, theme: Theme, folders: Folders, settings: Settings, note: str
    ) -> None:
        super().__init__(qt)
        self._qt = qt
        self._theme = theme
        self._folders = folders
        self._keeper = SettingsKeeper(
            theme, SettingsFile(folders.settings_file), settings, self, folders.data
        )
        self._opening = DeskOpening(folders, lambda: self._keeper.current, self)
        self._desk: Desk | None = None
        self._overlay: OverlayConfirmer | None = None
        self.window = MainWindow(theme, settings, EXAMPLES)
        self._place = WindowPlace(self.window, folders.data)
        self._runs = RunStarter(folders.runtime, self._place.get_out_of_the_way, self)
        self._past = PastRuns(self.window, self)
        self._background = Background(self, "application")
        self.errands = Errands(
            self._runs,
            SettingsFile(folders.settings_file),
            lambda: self._keeper.current,
            self._background,
        )
        self._bar = BarControl(theme, self._past.tasks, self)
        self._bar.refusal = lambda: self._runs.refusal
        self._models = ModelControl(self.window.models, settings.model, folders, self, theme=theme)
        self._promises = PromiseControl(self.window.promises, self.window.commands, folders, self)
        self._waking = WakeControl(self.window, self._keeper, self)
        self._front = FrontControl(self.window, self._keeper, self)
        self._history = HistoryControl(settings.keeping, folders.data, self)
        self._tray = Tray(theme, self.window.commands, self)
        self._keys = HeardKeys(
            self.window, self._tray, self._bar, self._promises, self._keeper, self
        )
        self._buttons = RunButtons(self.window.commands, self._place, self.stop, self)
        self.macros = MacroParts(self.window, folders, self._runs, self._keeper, self)
        self._making = MacroWindows(
            theme, folders, self._keeper, lambda: self.window.mode, self.macros.control, self
        )
        self._starting = MacroStarter(
            self.macros.control, folders, self._keeper, lambda: self.window.mode, self
        )
        self._making.kept.connect(self.window.macros.show_kept)
        self._starting.join(self._tray, self._bar)
        self._signs = RunIndicators(
            self._runs, self.macros.control, self._tray, self.window.isActiveWindow, self
        )
        self._connect()
        self._connect_window()
        self._connect_tray()
        if note:
            self.window.say(note, is_error=True)

    def _connect(self) -> None:
        self._opening.opened.connect(self._on_desk_ready)
        keeper = self._keeper
        keeper.changed.connect(self._on_settings_changed)
        self._waking.chosen.connect(self._use_settings)
        keeper.wipe = self._history.wipe_all
        keeper.failed.connect(lambda sentence: self._say(sentence, is_error=True))
        for part in (self._runs, self.macros.control, self.macros.saver):
            part.said.connect(lambda text, is_error: self._say(text, is_error=is_error))
        self._history.said.connect(self._on_history_said)
        self._history.changed.connect(self._past.show_left)
        self._bar.task_sent.connect(self._on_bar_task)
        self._models.settings_changed.connect(self._on_model_settings)
        self._qt.aboutToQuit.connect(self._close)

    def _connect_window(self) -> None:
        window, keeper = self.window, self._keeper
        window.commands.send.connect(lambda text: self.start(text, window.mode))
        window.commands.settings.connect(keeper.open)
        window.commands.mode.connect(keeper.keep_mode)
        window.commands.policy.connect(self._on_policy_chosen)
        window.promises.seen.connect(lambda names: keeper.keep(promises_seen=names))
        window.macros.use_keys(self._starting)
        for show in (self._place.bring_forward, window.macros.open):
            self._starting.library_wanted.connect(show)
        window.commands.quit.connect(self._quit)
        window.closed.connect(self._on_window_closed)

    def _connect_tray(self) -> None:
        tray, place = self._tray, self._place
        tray.window_wanted.connect(place.bring_forward)
        tray.bar_wanted.connect(self._bar.open)
        tray.settings_wanted.connect(self._keeper.open)
        tray.quit_wanted.connect(self._quit)

    def _say(self, sentence: str, *, is_error: bool) -> None:
        self.window.say(sentence, is_error=is_error)

    def open(self) -> None:
        """Show the window, then get the hands ready without making anyone wait."""
        self._place.open()
        QTimer.singleShot(0, self._start_services)

    def _start_services(self) -> None:
        self._tray.show()
        self._promises.look()
        self._opening.begin()

    def _on_desk_ready(self, found: "Desk | str") -> None:
        gc.enable()  # off since `app.main.program`
        if isinstance(found, str):
            self._keys.show_unavailable(found)
            self._runs.set_unavailable(found)
            return
        from app.gui.overlay.confirmer import OverlayConfirmer

        self._desk = found
        found.waking_problem = self._waking.tell_problem
        overlay = OverlayConfirmer(self._theme, self._keeper.current, found.executor, parent=self)
        overlay.stop_pressed.connect(self.stop)
        overlay.window_wanted.connect(self._place.bring_forward)
        self._overlay = overlay
        self._buttons.use(found.executor.gate, overlay)
        self._signs.use(overlay)
        self._keep_mark(overlay)
        found.executor.listen(
            on_chord=self._on_chord, on_disarmed=self._keys.disarm, on_killed=self._on_killed
        )
        self._models.use(found.models)
        self._history.use(found.store)
        self.macros.use(found)
        self._keys.use(found.executor)
        self._starting.listen(found.executor)
        self._making.use(overlay)
        self._past.use(found.store, self._folders.data)
        self._runs.use(AgentThread(found, overlay, self._post, overlay.veil))

    def _keep_mark(self, overlay: "OverlayConfirmer") -> None:
        """Write the user's mark down when it was drawn just now."""
        if not self._keeper.current.mark:
            self._keeper.keep(mark=overlay.mark.text)

    def _on_chord(self, name: str) -> None:
        """Called in the executor client's thread."""
        if name == BAR_CHORD:
            self._bar.want()
        elif not self._starting.hear(name) and self._overlay is not None:
            self._overlay.on_chord(name)

    def _on_bar_task(self, text: str, is_dry: bool) -> None:
        self.start(text, "dry-run" if is_dry else self.window.mode)

    def start(self, text: str, mode: ApproveMode) -> None:
        """Begin a run, or say why not."""
        settings = self._keeper.current
        try:
            task = Task(
                checked_task(text),
                policy=self.window.policy,
                approve=mode,
                max_steps=settings.budgets.steps,
                timeout_s=settings.budgets.wall_s,
                keep=settings.keeping.runs,
                language=spoken(),
            )
        except TaskRefused as error:
            self.window.say(tr_said(error.words), is_error=True)
            return
        self._runs.start(Job(task))

    def answer_second_start(self, word: str) -> Answer:
        """Bring the window to the front for a second start; called in the control thread."""
        if word == "show":
            self._background.run_on_main(self._place.bring_forward)
            return {"shown": True}
        return {"error": f"unknown word {word!r}; expected show"}

    def stop(self, cause: str = "user") -> None:
        """Stop whatever runs; safe from any thread."""
        self.macros.control.forget()
        self._runs.stop(cause)

    def tell_error(self, sentence: str) -> None:
        """Say that an error which nobody caught was kept; from any thread."""
        self._background.run_on_main(lambda: self._say(tr_said(sentence), is_error=True))

    def _on_killed(self, cause: str) -> None:
        """Stop what has yet to become a run too: a stop key was pressed. In the executor client's thread."""
        self._background.run_on_main(lambda: self.stop(cause))

    def _post(self, happening: RunEvent) -> None:
        """Called in the agent thread."""
        self._background.run_on_main(lambda: self._on_happened(happening))

    def _on_happened(self, happening: RunEvent) -> None:
        self.window.take(happening)
        self._signs.take(happening)
        self._waking.take(happening)
        if isinstance(happening, Ended):
            self._runs.over()
            if not self._place.come_back(stays_behind=happening.has_brought_up):
                self._signs.show_end(happening)
            QTimer.singleShot(UNWIND_MS, self._use_settings)
            self._past.show()
        self.macros.take(happening)

    def _on_history_said(self, sentence: str, is_error: bool) -> None:
        if not self._keeper.tell(sentence):
            self.window.say(sentence, is_error=is_error)

    def _on_policy_chosen(self, policy: str) -> None:
        self._on_model_settings(replace(self._keeper.current.model, policy=policy))

    def _on_model_settings(self, model: ModelSettings) -> None:
        host = self._keeper.current.model.host
        self._keeper.keep(model=model)
        self.window.show_model_settings(model)
        self._models.set_settings(model)
        if model.host != host:
            self._promises.look()
        self._use_settings()

    def _on_settings_changed(self, before: Settings) -> None:
        settings = self._keeper.current
        self._theme.set_choice(settings.theme)
        self.window.set_settings(settings)
        self._waking.settle()
        self._models.set_settings(settings.model)
        self._history.set_keeping(settings.keeping)
        if self._overlay is not None:
            self._overlay.set_settings(settings)
        self._use_settings()
        if before.keys != settings.keys:
            self._starting.listen(self._desk.executor if self._desk is not None else None)
            self._keys.grab()

    def _use_settings(self) -> None:
        """Let the hands have the settings; what they cannot take during a run they take after it."""
        if self._desk is not None:
            self._desk.set_settings(self._keeper.current)
            self._keys.show()

    def _on_window_closed(self) -> None:
        if self._tray.is_shown:
            if is_first_time(self._folders.data, "closed_to_tray"):
                self._tray.tell(IN_TRAY, IN_TRAY_WORDS)
        elif not self._quit():
            QTimer.singleShot(0, self, self.window.show)

    def _quit(self) -> bool:
        """End, unless an editor holds what cannot be taken: then it is in front and says so.

        Edits stay in their drafts. Qt's own `quit` would have each window closed first, and an
        editor that asks what becomes of its edits would hold the end up.
        """
        may_end = self._making.may_end()
        if may_end:
            self.ending.emit()
        return may_end

    def _close(self) -> None:
        self._opening.close()
        self._runs.join()
        self._making.close()
        self.window.close_pictures()
        self._models.close()
        self._promises.close()
        self._waking.close()
        self._front.close()
        self._runs.over()
        self.macros.close()
        self._history.close()
        self._past.close()
        desk, self._desk = self._desk, None  # what still waits in the event loop finds none
        if desk is not None:
            # Whoever took what the executor hears may be deleted before its last word is read.
            desk.executor.listen(on_chord=lambda name: None, on_disarmed=lambda sentence: None)
            desk.close()


LARGE_BYTES: Final = 1 << 20
"""A 1280 x 800 frame has 4 MB, its row of tiles one; what is smaller is better kept by the allocator."""
_M_MMAP_THRESHOLD: Final = -3
"""Number of the option in glibc's malloc.h; see mallopt(3)."""


def return_large_blocks() -> bool:
    """Let every block of `LARGE_BYTES` or more be mapped by itself, and so unmapped when freed.

    glibc raises its own threshold to the size of each such block that is freed, up to 32 MB
    (mallopt(3), "dynamic mmap threshold"): from then on frames come from heaps, between small things
    that live longer, and the process holds on to tens of megabytes for no use.

    Returns:
        Whether the C library took it; others than glibc know no such option.
    """
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(_M_MMAP_THRESHOLD, LARGE_BYTES) == 1


SWITCH_S: Final = 0.0005
"""Python's own value is 5 ms (sys.setswitchinterval), and the thread that paints lets the interpreter
go at every call into Qt: beside a thread that reads a macro of 10,000 steps, a small card of 90 such
calls took 0.4 s to come up. With this it takes less than 0.03 s, and the reading a tenth longer."""


def switch_often() -> None:
    """Let threads take turns every `SWITCH_S` seconds, in this process."""
    sys.setswitchinterval(SWITCH_S)


EXIT_ENVIRONMENT = 9
FIRST_ANSWERS_S: Final = 20.0
"""How long the first window may take to start, or to end, while a second start waits for it."""
LOOK_S: Final = 0.1


def open_window() -> int:
    """Show the window until the user quits; a second start brings the first one's to the front.

    Returns:
        The exit status; 9 when there is no display, or the first one does not answer.
    """
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


def _only_window(runtime: Path) -> RunLock | None:
    """Return the lock of the one window of this display, held; None when another came forward.

    Raises:
        DesktopBusy: there is another, and it neither answers nor ends.
    """
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
            raise DesktopBusy(
                f"deskhand is open on this display already (process {pid}) and does not answer; "
                f"end it with: kill {pid}, then start again",
                pid,
            )
        time.sleep(LOOK_S)


def _show(folders: Folders) -> int:
    settings, note = SettingsFile(folders.settings_file).load()
    qt = OwnApplication(sys.argv[:1])
    qt.setApplicationName("deskhand")
    qt.setQuitOnLastWindowClosed(False)
    let_qt_speak()
    theme = Theme(settings.theme)
    theme.apply(qt)
    application = Application(qt, theme, folders, settings, note)
    application.ending.connect(lambda: qt.exit())
    ErrorFile(folders.data, application.tell_error).hear()
    wakeup = _quit_on_signals(qt)
    application.open()
    server = ControlServer(
        folders.runtime,
        application.answer_second_start,
        role="window",
        take=application.errands.take,
    )
    server.start()
    status = qt.exec()
    wakeup.setEnabled(False)
    server.close()
    return status


def _quit_on_signals(qt: QApplication) -> QSocketNotifier:
    """Quit in order on SIGINT, SIGTERM and SIGHUP: release everything, close the records."""
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
        x11.connect().disconnect()
