"""The running application: wires window, bar, tray, overlay and agent thread together."""

import logging
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from app.agent_thread import AgentThread, DeskRunner
from app.bar_control import BAR_CHORD, BarControl
from app.bridge import Bridge
from app.control import Answer
from app.doctor_stop import StopFacts
from app.folders import Folders
from app.history_control import HistoryControl
from app.model_control import ModelControl
from app.promise_control import PromiseControl
from app.run_hold import RunHold
from app.run_lock import TAKEN
from app.settings import ModelSettings, Settings, SettingsFile
from app.settings_keeper import SettingsKeeper
from app.task_text import TaskRefused, checked_task
from app.tray import Tray
from app.widgets.theme import Theme
from app.window.main_window import MainWindow
from app.window.run_list import RunEntry
from app.window_place import WindowPlace
from automation.core.errors import AssistantError, RecordError
from automation.core.events import ApproveMode, Ended, Proposed, RunEvent, Started, Task, Working
from automation.core.proposal import Outcome

if TYPE_CHECKING:
    from app.composition import Desk
    from app.confirmer import OverlayConfirmer

log = logging.getLogger(__name__)

EXAMPLES: Final = (
    "click File, then New",
    'type "hello" into Name',
    'wait until "Saved" appears',
)
OUT_OF_THE_WAY_MS: Final = 200
"""How long a window manager takes to minimise a window, with room to spare."""
HISTORY_LIMIT: Final = 500
UNWIND_MS: Final = 100
"""What the agent thread takes to give the desktop back after it has told of the end."""


class Application(QObject):
    """Owns everything that lives as long as the process. UI thread."""

    _desk_ready = Signal(object)
    _window_wanted = Signal()
    _disarmed = Signal(str)

    def __init__(
        self, qt: QApplication, theme: Theme, folders: Folders, settings: Settings, note: str
    ) -> None:
        super().__init__(qt)
        self._qt = qt
        self._theme = theme
        self._folders = folders
        self._keeper = SettingsKeeper(theme, SettingsFile(folders.settings_file), settings, self)
        self._desk: Desk | None = None
        self._hold = RunHold(folders.runtime, self.stop)
        self._early: Task | None = None
        """A task that was given before there was anybody to do it."""
        self._problem = ""
        """Why there will be nobody; empty while that is not known."""
        self.window = MainWindow(theme, settings, EXAMPLES)
        self._place = WindowPlace(self.window)
        self._bridge = Bridge(self)
        self._bridge.happened.connect(self._on_happened)
        self._bar = BarControl(theme, self._recent_tasks, self)
        self._overlay: OverlayConfirmer | None = None
        self._agent: AgentThread | None = None
        self._models = ModelControl(
            self.window.models, settings.model, folders.data, self, runtime=folders.runtime
        )
        self._promises = PromiseControl(self.window.promises, folders, self)
        self._history = HistoryControl(settings.keeping, self)
        self._tray = Tray(theme, self)
        self._connect()
        if note:
            self.window.say(note, is_error=True)

    def _connect(self) -> None:
        queued = Qt.ConnectionType.QueuedConnection
        self._desk_ready.connect(self._on_desk_ready, queued)
        self._window_wanted.connect(self._place.bring_forward, queued)
        self._disarmed.connect(self._on_disarmed, queued)
        window, tray, place, keeper = self.window, self._tray, self._place, self._keeper
        keeper.changed.connect(self._on_settings_changed)
        keeper.wipe_wanted.connect(self._history.wipe_all)
        keeper.failed.connect(lambda sentence: window.say(sentence, is_error=True))
        window.task_sent.connect(lambda text: self.start(text, window.mode))
        self._bar.task_sent.connect(self._on_bar_task)
        window.stop_pressed.connect(self.stop)
        window.settings_pressed.connect(keeper.open)
        window.mode_chosen.connect(keeper.keep_mode)
        window.policy_chosen.connect(self._on_policy_chosen)
        window.promises.seen.connect(lambda names: keeper.keep(promises_seen=names))
        self._models.settings_changed.connect(self._on_model_settings)
        window.run_chosen.connect(self._show_run)
        window.pin_pressed.connect(self._pin)
        self._history.said.connect(self._on_history_said)
        self._history.changed.connect(self._show_runs)
        window.pause_pressed.connect(self._pause)
        window.resume_pressed.connect(self._go_on)
        window.accept_pressed.connect(self._accept_from_window)
        window.reject_pressed.connect(lambda: self._tell_card("reject"))
        window.show_pressed.connect(place.get_out_of_the_way)
        window.choice_made.connect(lambda number: self._tell_card(f"pick.{number}"))
        window.quit_pressed.connect(self._qt.quit)
        window.closed.connect(self._on_window_closed)
        tray.window_wanted.connect(place.bring_forward)
        tray.bar_wanted.connect(self._bar.open)
        tray.settings_wanted.connect(keeper.open)
        tray.stop_pressed.connect(self.stop)
        tray.quit_wanted.connect(self._qt.quit)
        tray.pause_pressed.connect(self._pause)
        tray.resume_pressed.connect(self._go_on)
        tray.show_pressed.connect(place.get_out_of_the_way)
        self._qt.aboutToQuit.connect(self._close)

    def open(self) -> None:
        """Show the window, then get the hands ready without making anyone wait."""
        self._place.open()
        QTimer.singleShot(0, self._start_services)

    def _start_services(self) -> None:
        self._tray.show()
        self._promises.look()
        threading.Thread(target=self._open_desk, name="starter", daemon=True).start()

    def _open_desk(self) -> None:
        """Load what the window did not need, on a thread of its own, and start the executor."""
        import app.commandbar.bar  # the bar's key is to find it loaded
        import app.confirmer  # noqa: F401
        from app.composition import open_desk

        try:
            desk = open_desk(self._folders, self._keeper.current)
        except AssistantError as error:
            self._desk_ready.emit(str(error))
            return
        self._desk_ready.emit(desk)

    def _on_desk_ready(self, found: "Desk | str") -> None:
        if isinstance(found, str):
            self.window.foot.show_keys(stop="", bar="", problem=found)
            self._tell_of_stop(found)
            self._problem = found
            if self._early is not None:
                self.window.say(found, is_error=True)
            return
        from app.confirmer import OverlayConfirmer

        self._desk = found
        overlay = OverlayConfirmer(self._theme, self._keeper.current, found, parent=self)
        overlay.stop_pressed.connect(self.stop)
        self._overlay = overlay
        self._keep_mark(overlay)
        runner = DeskRunner(found, overlay.veil)
        self._agent = AgentThread(lambda: runner, overlay, self._bridge.post)
        found.listen(on_chord=self._on_chord, on_disarmed=self._disarmed.emit)
        self._models.use(found.models)
        self._history.use(found.store)
        self._grab_bar_key()
        self._show_runs()
        early, self._early = self._early, None
        if early is not None:
            self._begin(self._agent, early)

    def _keep_mark(self, overlay: "OverlayConfirmer") -> None:
        """Write the user's mark down when it was drawn just now."""
        if not self._keeper.current.mark:
            self._keeper.keep(mark=overlay.mark.text)

    def _grab_bar_key(self) -> None:
        if self._desk is None:
            return
        problem = self._bar.grab(self._desk, self._keeper.current.keys.command_bar)
        self._show_keys()
        if problem:
            self.window.say(f"{problem} Choose another key in Settings.", is_error=True)

    def _show_keys(self) -> None:
        """Show the keys that are heard now, or why they are not."""
        desk = self._desk
        if desk is not None:
            self.window.foot.show_keys(
                stop=desk.stop_key, bar=self._bar.key, problem=desk.stop_problem
            )
            self._tell_of_stop(desk.stop_problem)

    def _tell_of_stop(self, problem: str) -> None:
        """Let the page of promises know which ways to stop work."""
        settings = self._keeper.current
        self._promises.show_stop(
            StopFacts(
                keys=settings.keys.stop,
                key_problem=problem,
                has_tray=self._tray.is_shown,
                corner=settings.stop_corner,
            )
        )

    def _on_disarmed(self, sentence: str) -> None:
        self.window.foot.show_keys(
            stop="", bar=self._keeper.current.keys.command_bar, problem=sentence
        )
        self._tray.show_problem(sentence)
        self._tell_of_stop(sentence)

    def _on_chord(self, name: str) -> None:
        """Called in the executor client's thread."""
        if name == BAR_CHORD:
            self._bar.want()
        elif self._overlay is not None:
            self._overlay.on_chord(name)

    def _on_bar_task(self, text: str, is_dry: bool) -> None:
        self.start(text, "dry-run" if is_dry else self.window.mode)

    def start(self, text: str, mode: ApproveMode) -> None:
        """Begin a run, or say why not."""
        try:
            task = Task(
                checked_task(text),
                policy=self.window.policy,
                approve=mode,
                max_steps=self._keeper.current.budgets.steps,
                timeout_s=self._keeper.current.budgets.wall_s,
                keep=self._keeper.current.keeping.runs,
            )
        except TaskRefused as error:
            self.window.say(str(error), is_error=True)
            return
        if self._agent is None or self._desk is None:
            self._early = task
            words = self._problem or "I am getting ready and begin in a moment."
            self.window.say(words, is_error=bool(self._problem))
            return
        self._begin(self._agent, task)

    def _begin(self, agent: AgentThread, task: Task) -> None:
        if agent.is_running:
            self.window.say("A task is running. Stop it first.", is_error=True)
            return
        try:
            self._hold.take()
        except AssistantError as error:
            self.window.say(str(error), is_error=True)
            return
        self._place.get_out_of_the_way()
        agent.start(task)
        if self._hold.is_lost:  # before there was a run to stop
            self.stop(TAKEN)

    def answer_second_start(self, word: str) -> Answer:
        """Bring the window to the front for a second start; called in the control thread."""
        if word == "show":
            self._window_wanted.emit()
            return {"shown": True}
        return {"error": f"unknown word {word!r}; expected show"}

    def stop(self, cause: str = "user") -> None:
        """Stop whatever runs; safe from any thread."""
        self._early = None
        if self._agent is not None:
            self._agent.stop(cause)

    def _on_happened(self, happening: RunEvent) -> None:
        self.window.take(happening)
        if self._overlay is not None:
            self._overlay.show_progress(happening)
        match happening:
            case Started():
                self._tray.show_state("observing")
            case Proposed():
                self._tray.show_state("confirming")
            case Working():
                self._tray.show_state(happening.state)
            case Ended():
                self._tray.show_state("done" if happening.outcome is Outcome.DONE else "")
                self._hold.give_back()
                self._place.come_back()
                QTimer.singleShot(UNWIND_MS, self._use_settings)
                self._show_runs()
            case _:
                return

    def _on_history_said(self, sentence: str, is_error: bool) -> None:
        if not self._keeper.tell(sentence):
            self.window.say(sentence, is_error=is_error)

    def _show_runs(self) -> None:
        if self._desk is not None:
            self.window.show_runs(self._entries())

    def _entries(self) -> Sequence[RunEntry]:
        if self._desk is None:
            return ()
        return [
            RunEntry(
                run.run,
                run.task,
                str(run.outcome or ""),
                run.started_utc,
                run.approve,
                run.is_pinned,
            )
            for run in self._desk.store.runs(HISTORY_LIMIT)
        ]

    def _recent_tasks(self) -> Sequence[str]:
        if self._desk is None:
            return ()
        return [run.task for run in self._desk.store.runs(HISTORY_LIMIT) if run.is_kept]

    def _on_policy_chosen(self, policy: str) -> None:
        self._on_model_settings(replace(self._keeper.current.model, policy=policy))

    def _on_model_settings(self, model: ModelSettings) -> None:
        self._keeper.keep(model=model)
        self._models.set_settings(model)
        self._use_settings()

    def _tell_card(self, name: str) -> None:
        """Press a key of the card from the window; arming and risk count as for the card itself."""
        if self._overlay is not None:
            self._overlay.director.on_chord(name)

    def _pause(self) -> None:
        if self._desk is not None:
            self._desk.gate.pause()

    def _go_on(self) -> None:
        self._place.get_out_of_the_way()
        if self._desk is not None:
            self._desk.gate.resume()

    def _accept_from_window(self) -> None:
        """Accept once the window is out of the way: it may cover what is to be pressed."""
        self._place.get_out_of_the_way()
        QTimer.singleShot(OUT_OF_THE_WAY_MS, lambda: self._tell_card("accept"))

    def _show_run(self, run: str) -> None:
        if self._desk is None:
            return
        store = self._desk.store
        try:
            self.window.show_past(store.run(run), store.steps(run), store.picture)
        except RecordError as error:
            self.window.say(str(error), is_error=True)

    def _pin(self, run: str, is_pinned: bool) -> None:
        if self._desk is None:
            return
        try:
            self._desk.store.pin(run, is_pinned=is_pinned)
        except RecordError as error:
            self.window.say(f"Not changed: {error}", is_error=True)
            return
        self.window.show_pin(run, is_pinned=is_pinned)
        self._show_runs()

    def _on_settings_changed(self, before: Settings) -> None:
        settings = self._keeper.current
        self._theme.set_choice(settings.theme)
        self.window.set_settings(settings)
        self._models.set_settings(settings.model)
        self._history.set_keeping(settings.keeping)
        if self._overlay is not None:
            self._overlay.set_settings(settings)
        self._use_settings()
        if before.keys != settings.keys:
            self._grab_bar_key()

    def _use_settings(self) -> None:
        """Let the hands have the settings; what they cannot take during a run they take after it."""
        if self._desk is not None:
            self._desk.set_settings(self._keeper.current)
            self._show_keys()

    def _on_window_closed(self) -> None:
        if not self._tray.is_shown:
            self._qt.quit()

    def _close(self) -> None:
        if self._agent is not None:
            self._agent.join()
        self.window.close_pictures()
        self._models.close()
        self._promises.close()
        self._hold.give_back()
        self._history.close()
        if self._desk is not None:
            self._desk.close()
