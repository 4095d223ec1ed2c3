"""The window's side of the demo: Qt's event loop, the overlay, and runs on the agent thread."""

import logging
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Final

from app.agent_thread import AgentThread, DeskRunner
from app.bridge import Bridge
from app.composition import Desk, open_desk
from app.confirmer import OverlayConfirmer
from app.control import ControlServer, only_stop
from app.folders import Folders
from app.history_command import picture_source
from app.run_lock import TAKEN, RunLock
from app.settings import Settings
from app.stand_in import StandIn
from app.widgets.own_application import OwnApplication
from app.widgets.theme import Theme
from automation.core.errors import AssistantError
from automation.core.events import Ended, RunEvent, Task
from automation.core.ports import Listener
from automation.core.stopping import StopToken
from automation.records.export import html_report
from automation.records.store import Store

log = logging.getLogger(__name__)

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
        self._bridge = Bridge()
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
                self._bridge.post_quit()

        lock = RunLock(self._folders.runtime, on_lost=lambda: self._on_stop(TAKEN))
        with lock, open_desk(self._folders, self._settings) as desk:
            self._open(desk)
            server = ControlServer(self._folders.runtime, only_stop(self._on_stop))
            server.start()
            thread = threading.Thread(target=_work, name="demo", daemon=True)
            thread.start()
            self._qt.exec()
            thread.join()
            server.close()
            if self._stand_in is not None:
                self._stand_in.close()
            if self._agent is not None:
                self._agent.join()
        if failure:
            raise failure[0]

    def _open(self, desk: Desk) -> None:
        self._desk = desk
        overlay = OverlayConfirmer(self._theme, self._settings, desk)
        overlay.stop_pressed.connect(self._on_stop)
        self._overlay = overlay
        self._bridge.happened.connect(overlay.show_progress)
        self._bridge.quit_wanted.connect(self._qt.quit)
        desk.listen(on_chord=overlay.on_chord, on_disarmed=lambda sentence: self._on_stop())
        if self._is_private:
            self._stand_in = StandIn(self._settings.keys.accept)
        runner = DeskRunner(desk, overlay.veil)
        self._agent = AgentThread(lambda: runner, overlay, self._take)

    def _take(self, happening: RunEvent) -> None:
        """Called on the agent thread."""
        self._bridge.post(happening)
        if isinstance(happening, Ended):
            self._ends.put(happening)
            return
        self._listener(happening)
        if self._stand_in is not None:
            self._stand_in(happening)

    def stop(self) -> None:
        """Stop the run; may be called from any thread."""
        self._on_stop()

    def _on_stop(self, cause: str = "user") -> None:
        self._stop.stop(cause)
        if self._agent is not None:
            self._agent.stop(cause)

    def do(self, task: Task, stop: StopToken) -> Ended:
        """Run one task and wait for its end; called on the demo's own thread."""
        stop.check()
        if self._agent is None:
            message = "the demo has not been opened"
            raise AssistantError(message)
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
