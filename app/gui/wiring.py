"""Who is connected to whom in the window's process: one class for each part that window, tray, bar and desk share."""

import contextlib
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from app.doctor.rows import StopFacts
from app.gui import spoken, tr
from app.gui.background import Background, DataWatcher, timer
from app.gui.commands import Commands
from app.gui.macros.control import MacroControl
from app.gui.macros.keep_run import MacroSaver
from app.gui.model_page.weights import WeightsGetter
from app.gui.preferences.keeper import SettingsKeeper
from app.gui.runs import RunStarter
from app.gui.tray import Tray
from app.gui.widgets.layout import OwnWindows, PlaceKeeper, fit_to_screen
from app.gui.widgets.theme import Theme
from app.gui.window.main_window import MainWindow
from app.gui.window.sidebar import RunEntry
from app.long_work import LongWork
from app.settings import Folders
from app.task_text import is_script_run, short_name
from automation.core.errors import RecordError, Stopped
from automation.core.events import Asked, Confirmed, Ended, Proposed, RunEvent, Started, Working
from automation.core.ports import Sleep
from automation.core.proposal import Outcome
from automation.core.timing import StopToken

if TYPE_CHECKING:
    from app.desk import Desk
    from app.doctor.promises import PromiseFacts
    from app.executor_host import ExecutorHost
    from app.front import FrontSleeper, FrontWindow
    from app.gui.chat.pages import PastPanel
    from app.gui.command_bar import CommandBar
    from app.gui.command_bar_words import BarMacro
    from app.gui.model_page.page import ModelPage
    from app.gui.model_page.server_control import ServerControl
    from app.gui.model_page.weights import WeightsStatus
    from app.gui.overlay.confirmer import OverlayConfirmer
    from app.gui.window.pages import ModelPages, PromisePages
    from app.model_host import ModelHost
    from app.settings import ModelSettings
    from automation.agent.parts import PauseGate
    from automation.core.generation import EngineStatus
    from automation.records.rows import RunInfo
    from automation.records.store import Store
    from model.network.offers import Offer


LOOK_AGAIN_MS: Final = 2000
LOOK_JOIN_S: Final = 3.0
"""Seconds that closing waits for a look that is under way."""


class PromiseControl(QObject):
    """Owned by the application; UI thread. The ways to stop are told by the application."""

    def __init__(
        self, pages: "PromisePages", commands: Commands, folders: Folders, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._background = Background(self, "promises")
        self._pages = pages
        self._folders = folders
        self._facts: PromiseFacts | None = None
        self._stop: StopFacts | None = None
        commands.look.connect(self.look)

    def look(self) -> None:
        """Look at this computer; what is found comes later."""
        if not self._background.is_busy:
            self._background.run(self._look, self._on_facts)

    def _look(self) -> "PromiseFacts":
        from app.doctor.promises import look_round  # noqa: PLC0415  # not needed for a start

        return look_round(self._folders)

    def show_stop(self, stop: "StopFacts") -> None:
        """Take over which ways to stop work."""
        self._stop = stop
        self._show()

    def _on_facts(self, facts: "PromiseFacts") -> None:
        self._facts = facts
        self._show()

    def _show(self) -> None:
        """Show the rows once both halves are known."""
        from app.doctor.promises import promise_rows  # noqa: PLC0415  # loaded by the look

        if self._facts is not None and self._stop is not None:
            stop = replace(self._stop, remote=self._facts.around.remote)
            self._pages.show_rows(promise_rows(replace(self._facts, stop=stop)))

    def close(self) -> None:
        """Wait for a look that is under way."""
        self._background.join(LOOK_JOIN_S)


BAR_CHORD: Final = "command_bar"


class BarControl(QObject):
    """Owned by the application; UI thread, but for `want`."""

    task_sent = Signal(str, bool)
    """A task, and whether it is only to be shown."""
    macro_sent = Signal(str, object, bool)
    """The folder's name of a macro, its values by parameter, and whether it is only to be shown."""

    def __init__(
        self, theme: Theme, recent_tasks: Callable[[], Sequence[str]], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._recent_tasks = recent_tasks
        self.macros: Callable[[], Sequence[BarMacro]] = tuple
        """Returns what can be played; set before the bar opens."""
        self.refusal: Callable[[], str] = str
        """Returns why no run can begin at this moment; empty when one can."""
        self._bar: CommandBar | None = None
        self.key = ""
        """The chord that opens it now; empty while there is none."""
        self._background = Background(self, "bar")

    def grab(self, executor: "ExecutorHost", chord: str) -> str:
        """Listen to the bar's key; return a sentence when it cannot be had."""
        executor.ungrab_chords(BAR_CHORD)
        problem = executor.grab_chords({BAR_CHORD: chord})
        self.key = "" if problem else chord
        return problem

    def want(self) -> None:
        """Open the bar; from any thread."""
        self._background.run_on_main(self.open)

    def open(self) -> None:
        """Open the bar over whatever has the focus."""
        if self._bar is None:
            self._bar = self._made()
        self._bar.open()

    def _made(self) -> "CommandBar":
        from app.gui.command_bar import CommandBar  # noqa: PLC0415  # the desk's opening loads it

        bar = CommandBar(
            self._theme,
            history=self._recent_tasks,
            macros=lambda: self.macros(),
            refusal=lambda: self.refusal(),
        )
        bar.task_sent.connect(self.task_sent)
        bar.macro_sent.connect(self.macro_sent)
        return bar


class HeardKeys(QObject):
    """Owned by the application; UI thread, but for `disarm`."""

    def __init__(
        self,
        window: MainWindow,
        tray: Tray,
        bar: BarControl,
        promises: PromiseControl,
        keeper: SettingsKeeper,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._tray = tray
        self._bar = bar
        self._promises = promises
        self._keeper = keeper
        self._executor: ExecutorHost | None = None
        self._background = Background(self, "keys")

    def use(self, executor: "ExecutorHost") -> None:
        """Hear keys with this executor."""
        self._executor = executor
        self.grab()

    def grab(self) -> None:
        """Listen to the key of the command bar that the settings name."""
        if self._executor is None:
            return
        problem = self._bar.grab(self._executor, self._keeper.current.keys.command_bar)
        self.show()
        if problem:
            self._window.say(
                tr("{0} Choose another key in Settings.").format(problem), is_error=True
            )

    def show(self) -> None:
        """Show the keys that are heard now, or why they are not."""
        executor = self._executor
        if executor is not None:
            self._window.foot.show_keys(
                stop=executor.stop_key, bar=self._bar.key, problem=executor.stop_problem
            )
            self._tell_of_stop(executor.stop_problem)

    def show_unavailable(self, problem: str) -> None:
        """Show that no key is heard, for this reason."""
        self._window.foot.show_keys(stop="", bar="", problem=problem)
        self._tell_of_stop(problem)

    def disarm(self, sentence: str) -> None:
        """Show that the stop key is heard no more; from any thread."""
        self._background.run_on_main(lambda: self._on_disarmed(sentence))

    def _on_disarmed(self, sentence: str) -> None:
        chord = self._keeper.current.keys.command_bar
        self._window.foot.show_keys(stop="", bar=chord, problem=sentence)
        self._tray.show_problem(sentence)
        self._tell_of_stop(sentence)

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


class MacroParts(QObject):
    """Owned by the application; UI thread, but for `forget`."""

    def __init__(
        self,
        window: MainWindow,
        folders: Folders,
        runs: RunStarter,
        keeper: SettingsKeeper,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.control = MacroControl(folders.data, runs, keeper, self)
        runs.others = self.control.others
        self.saver = MacroSaver(window.chat.model, folders.data, keeper, self)
        window.macros.use(
            folders.data, self.control, lambda: keeper.current.keeping.runs != "nothing"
        )
        self.control.timed.connect(window.chat.model.say)
        self.saver.kept.connect(lambda name: self.control.changed.emit())
        window.commands.keep_run.connect(self.saver.save)
        window.commands.edit_macro.connect(self.control.editor_wanted)
        window.commands.play_again.connect(lambda run: self.control.play_again(run, window.mode))
        window.past.page_made.connect(self._take_past)

    def _take_past(self, panel: "PastPanel") -> None:
        self.saver.show_in(panel.model)
        panel.opened.connect(self.saver.judge)
        self.saver.judged.connect(panel.show_keepable)

    def use(self, desk: "Desk") -> None:
        """Have hands and a history from here on."""
        self.saver.use(desk.store)

    def take(self, happening: RunEvent) -> None:
        """Follow the window's runs, once the window has shown what happened."""
        self.control.take(happening)
        self.saver.take(happening)

    def close(self) -> None:
        """Wait for what is being read or written; before the store closes."""
        self.control.close()
        self.saver.close()


log = logging.getLogger(__name__)

WEIGHTS_FOLDER: Final = "models/holotron-12b"
"""Where the weights go when the user names no other place, below the data folder."""

JOIN_S: Final = 5.0
"""Seconds that closing waits for a point test, which ends between two tokens."""


class ModelControl(QObject):
    """Owned by the application; UI thread."""

    settings_changed = Signal(object)
    """Other `ModelSettings`: to be kept."""

    def __init__(
        self,
        pages: "ModelPages",
        settings: "ModelSettings",
        folders: Folders,
        parent: QObject,
        *,
        theme: Theme,
    ) -> None:
        super().__init__(parent)
        self._pages = pages
        self._theme = theme
        self._settings = settings
        self._folders = folders
        self._data = folders.data
        self._servers: ServerControl | None = None
        """Made with the page that shows it."""
        self._works: dict[str, LongWork] = {}
        """What `deskhand stop` can end just now, by name."""
        self._host: ModelHost | None = None
        self._background = Background(self, "calibration")
        self._early: Callable[[ModelHost], None] | None = None
        """What was pressed before there was a host."""
        on_main = self._background.run_on_main
        self._getter = WeightsGetter(
            lambda status: on_main(partial(self._on_weights, status)),
            unfit=self._unfit,
            best=self._best,
        )
        wishes, getter = pages.wishes, self._getter
        wishes.load.connect(self._load)
        wishes.eject.connect(lambda: self._with_host(lambda host: host.eject()))
        wishes.cancel.connect(lambda: self._with_host(lambda host: host.cancel()))
        wishes.calibrate.connect(lambda: self._with_host(self._begin_test))
        wishes.choose.connect(lambda folder: self._keep(folder=folder))
        wishes.weights.connect(lambda: getter.show(self._data / WEIGHTS_FOLDER))
        for named, work in (
            (wishes.place, getter.show),
            (wishes.ask, getter.ask),
            (wishes.get, getter.get),
        ):
            named.connect(lambda folder, work=work: work(Path(folder)))
        wishes.pause.connect(getter.pause)
        wishes.resume.connect(getter.resume)
        wishes.stop_getting.connect(getter.stop)
        pages.page_made.connect(self._join_servers)
        pages.show_folder(settings.folder)

    def use(self, host: "ModelHost") -> None:
        """Take the host once the desktop is ready, and load at start if the user wants that."""
        self._host = host
        host.set_settings(self._settings)  # they may have changed while the desktop got ready
        on_main = self._background.run_on_main
        host.listen(lambda status: on_main(partial(self._on_status, status)))
        self._pages.show_status(host.status)
        early, self._early = self._early, None
        if early is not None:
            early(host)
        elif self._settings.load_at_start and host.is_set_up:
            host.load()

    def set_settings(self, settings: "ModelSettings") -> None:
        """Use other settings from the next load on."""
        self._settings = settings
        if self._servers is not None:
            self._servers.set_settings(settings)

    def _join_servers(self, page: "ModelPage") -> None:
        from app.gui.model_page.server_control import ServerControl  # noqa: PLC0415  # not for a start

        self._servers = ServerControl(
            page, self._theme, self._settings, self._folders, self, heard=self._heard
        )
        self._servers.settings_changed.connect(self._take_settings)

    def _take_settings(self, settings: "ModelSettings") -> None:
        self._settings = settings
        self.settings_changed.emit(settings)

    def close(self) -> None:
        """End what this started."""
        if self._servers is not None:
            self._servers.close()
        self._getter.close()
        if self._host is not None:
            self._host.cancel()
        self._background.join(JOIN_S)
        for name in tuple(self._works):
            self._works.pop(name).__exit__(None, None, None)

    def _unfit(self, stored_bytes: int) -> str:
        from app.doctor.model import unfit_here  # noqa: PLC0415  # not needed for a start

        return unfit_here(stored_bytes, self._settings)

    def _best(self) -> "Offer | None":
        from app.doctor.model import offered_here  # noqa: PLC0415  # not needed for a start

        return offered_here(self._settings)

    def _load(self, folder: str) -> None:
        if folder != self._settings.folder:
            self._keep(folder=folder)
        self._with_host(lambda host: host.load())

    def _keep(self, **changes: object) -> None:
        self._settings = msgspec.structs.replace(self._settings, **changes)
        self._pages.show_folder(self._settings.folder)
        self.settings_changed.emit(self._settings)

    def _with_host(self, work: "Callable[[ModelHost], None]") -> None:
        if self._host is None:
            self._early = work
            return
        work(self._host)

    def _begin_test(self, host: "ModelHost") -> None:
        if not self._background.is_busy:
            self._background.run(
                lambda: self._calibrated(host),
                lambda told: self._pages.show_note(told[0], is_error=told[1]),
                lambda problem: self._pages.show_note(problem, is_error=True),
            )

    def _calibrated(self, host: "ModelHost") -> tuple[str, bool]:
        """Return what came of a point test in a sentence, and whether that is an error."""
        stop = StopToken()
        try:
            with self._heard("point test", stop):
                found = host.calibrate(stop)
        except Stopped:
            return tr("The point test was cancelled. What was known stays."), False
        return found.sentence, not found.is_usable

    @contextlib.contextmanager
    def _heard(self, name: str, stop: StopToken) -> Iterator[None]:
        """Let `deskhand stop` reach what goes on meanwhile; it goes on where that cannot be."""
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(LongWork(self._folders.runtime, name, stop.stop))
            except OSError as error:
                log.warning("deskhand stop does not reach this work: %s", type(error).__name__)
            yield

    def _let_hear(self, name: str, stop: "Callable[[], None]", *, is_on: bool) -> None:
        """Begin or end to let `deskhand stop` reach work that is told by its status."""
        if not is_on:
            work = self._works.pop(name, None)
            if work is not None:
                work.__exit__(None, None, None)
        elif name not in self._works:
            self._works[name] = work = LongWork(self._folders.runtime, name, stop)
            try:
                work.__enter__()
            except OSError as error:
                log.warning("deskhand stop does not reach this work: %s", type(error).__name__)

    def _on_status(self, status: "EngineStatus") -> None:
        self._pages.show_status(status)
        host = self._host
        if host is not None:
            self._let_hear("model load", host.cancel, is_on=status.state == "loading")

    def _on_weights(self, status: "WeightsStatus") -> None:
        self._pages.show_weights(status)
        is_on = status.state in ("running", "paused")
        self._let_hear("weights download", self._getter.stop, is_on=is_on)
        if status.state == "done":
            self._keep(folder=status.folder)


HISTORY_LIMIT: Final = 500


class PastRuns(QObject):
    """Owned by the application; UI thread."""

    def __init__(self, window: MainWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._store: Store | None = None
        self._shown: list[RunEntry] = []
        self._watcher: DataWatcher | None = None
        window.commands.open_run.connect(self._open)
        window.commands.pin.connect(self._pin)

    def use(self, store: "Store", data: Path | None = None) -> None:
        """Show the runs of this store from here on.

        Args:
            data: its folder, to show what other processes run too; None shows what this one is told.
        """
        from automation.records.store import DATABASE  # noqa: PLC0415  # the desk has brought it

        self._store = store
        self.show()
        if data is not None:
            files = (data / DATABASE, data / f"{DATABASE}-wal")
            self._watcher = DataWatcher(
                self._window, files, self, is_busy=lambda: self._window.is_busy
            )
            self._watcher.changed.connect(self._show_others)

    def close(self) -> None:
        """Show no store any more."""
        self._store = None

    def show(self) -> None:
        """List the runs as they are."""
        if self._store is not None:
            self._shown = [_entry(run) for run in self._store.runs(HISTORY_LIMIT)]
            self._window.sidebar.show_runs(self._shown)

    def show_left(self) -> None:
        """List the runs that are left, and let the window forget all others."""
        if self._store is not None:
            self.show()
            self._window.keep_only({run.run for run in self._store.runs(None)})

    def _show_others(self) -> None:
        """List the runs anew where another process began, ended or wiped one; a step changes nothing."""
        try:
            found = [_entry(run) for run in self._store.runs(HISTORY_LIMIT)] if self._store else []
            if self._store is not None and found != self._shown:
                self.show_left()
        except RecordError:  # being written or wiped; the next change is looked at again
            return

    def tasks(self) -> Sequence[str]:
        """Return what the user asked for, newest first, as far as it was kept and can be asked for again."""
        if self._store is None:
            return ()
        return [
            run.task
            for run in self._store.runs(HISTORY_LIMIT, of_programs=False)
            if run.is_kept and not is_script_run(run.policy, run.task)
        ]

    def _open(self, run: str) -> None:
        store = self._store
        if store is None:
            return
        try:
            self._window.past.show_run(store.run(run), store.steps(run), store.picture)
        except RecordError as error:
            self._window.say(str(error), is_error=True)

    def _pin(self, run: str, is_pinned: bool) -> None:
        if self._store is None:
            return
        try:
            self._store.pin(run, is_pinned=is_pinned)
        except RecordError as error:
            self._window.say(tr("Not changed: {0}").format(error), is_error=True)
            return
        self._window.past.show_pin(run, is_pinned=is_pinned)
        self.show()


def _entry(run: "RunInfo") -> RunEntry:
    outcome = str(run.outcome or "")
    name = short_name(run.policy, run.task)
    return RunEntry(
        run.run, run.task, outcome, run.started_utc, run.approve, run.is_pinned, name,
        run.unseen,
    )  # fmt: skip


class WindowPlace:
    """Owned by the application; UI thread."""

    def __init__(self, window: MainWindow, data: Path | None = None) -> None:
        """Take the window.

        Args:
            data: folder in which its size and place are kept; None keeps neither.
        """
        self._window = window
        self._data = data
        self._others = OwnWindows()
        self._is_hidden_by_run = False

    def open(self) -> None:
        """Show the window for the first time, as it was left, and no larger than the screen."""
        if self._data is not None:
            PlaceKeeper(self._window, self._data, "main")
        fit_to_screen(self._window)
        self._window.show()

    def bring_forward(self) -> None:
        """Bring the window to the front because the user asked for it."""
        self._is_hidden_by_run = False
        self._others.bring_back()
        self._window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, False)
        self._window.showNormal()
        self._window.raise_()
        self._window.activateWindow()

    def get_out_of_the_way(self) -> None:
        """Minimise our windows: they must neither cover the target nor hold the focus.

        A menu of ours that is open would get every key.
        """
        while (menu := QApplication.activePopupWidget()) is not None and menu.close():
            pass
        if self._is_shown():
            self._is_hidden_by_run = True
            self._window.showMinimized()
        self._others.put_aside(but=(self._window,))

    def come_back(self, *, stays_behind: bool) -> bool:
        """Show what made room for a run; it takes no focus. Tell whether the window can be seen.

        Args:
            stays_behind: the run has brought up what the user wants to see.
        """
        if stays_behind:
            return not self._is_hidden_by_run and self._is_shown()
        self._others.bring_back()
        if self._is_hidden_by_run:
            self._is_hidden_by_run = False
            self._window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
            self._window.showNormal()
            self._window.focus_field()
        return self._is_shown()

    def _is_shown(self) -> bool:
        return self._window.isVisible() and not self._window.isMinimized()


OUT_OF_THE_WAY_MS: Final = 200
"""How long a window manager takes to minimise a window, with room to spare."""


class RunButtons(QObject):
    """Owned by the application; UI thread."""

    def __init__(
        self,
        commands: Commands,
        place: WindowPlace,
        stop: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._place = place
        self._gate: PauseGate | None = None
        self._overlay: OverlayConfirmer | None = None
        commands.stop.connect(stop)
        commands.pause.connect(self._pause)
        commands.show_card.connect(place.get_out_of_the_way)
        commands.resume.connect(self._go_on)
        commands.accept.connect(lambda: self._answer("accept"))
        commands.reject.connect(lambda: self._answer("reject"))
        commands.choose.connect(lambda number: self._answer(f"pick.{number}"))

    def use(self, gate: "PauseGate", overlay: "OverlayConfirmer") -> None:
        """Press this gate and these cards from here on."""
        self._gate, self._overlay = gate, overlay

    def _tell_card(self, name: str) -> None:
        """Press a key of the card from the window; arming and risk count as for the card itself."""
        session = self._overlay.director.session if self._overlay is not None else None
        if session is not None:
            session.on_chord(name)

    def _pause(self) -> None:
        if self._gate is not None:
            self._gate.pause()

    def _go_on(self) -> None:
        self._place.get_out_of_the_way()
        if self._gate is not None:
            self._gate.resume()

    def _answer(self, name: str) -> None:
        """Answer once the window is out of the way: it may cover what the run looks at next."""
        self._place.get_out_of_the_way()
        QTimer.singleShot(OUT_OF_THE_WAY_MS, partial(self._tell_card, name))


ANSWER_MS: Final = 100
"""A press is answered within this time; a macro that is read sooner shows its run or its question."""
UNSEEN_MS: Final = 5_000
"""A question that waits for so long while the window is away is told of by a notification."""
WAITING: Final = tr("Waiting for you")
WAITS: Final = tr("The task waits for your answer: on its card, or in the window of deskhand.")


class RunIndicators(QObject):
    """Owned by the application; UI thread."""

    def __init__(
        self,
        runs: RunStarter,
        control: MacroControl,
        tray: Tray,
        is_in_sight: Callable[[], bool],
        parent: QObject,
    ) -> None:
        """Follow what begins.

        Args:
            runs: tells when a run is accepted, before its hands are ready and a picture is taken, and
                when one that waited for them is dropped.
            control: tells while a macro is read that is to be played.
            is_in_sight: tells whether the user looks at the window, which shows questions too.
        """
        super().__init__(parent)
        self._runs = runs
        self._tray = tray
        self._overlay: OverlayConfirmer | None = None
        self._background = Background(self, "notice")
        self._is_announced = False
        """Pill and tray tell of what may yet come to no run."""
        self._answer = timer(self, ANSWER_MS, self._announce)
        self._is_in_sight = is_in_sight
        self._has_notified = False
        """The open question was told of; it may be asked anew many times before it is answered."""
        self._unseen = timer(self, UNSEEN_MS, self._notify)
        runs.accepted.connect(self._announce)
        runs.dropped.connect(self._take_back)
        control.reading.connect(self._on_reading)

    def use(self, overlay: "OverlayConfirmer") -> None:
        """Have a pill from here on."""
        self._overlay = overlay

    def take(self, happening: RunEvent) -> None:
        """Show an event of the run."""
        self._is_announced = False
        if self._overlay is not None:
            self._overlay.show_progress(happening)
        self._watch_question(happening)
        match happening:
            case Started():
                self._tray.show_state("observing")
            case Proposed():
                self._tray.show_state("confirming")
            case Working():
                self._tray.show_state(happening.state)
            case Ended():
                self._tray.show_state("done" if happening.outcome is Outcome.DONE else "")
            case _:
                pass

    def show_end(self, ended: Ended) -> None:
        """Show how a run ended where the window does not come back to say so."""
        if self._overlay is not None:
            self._overlay.show_end(ended)

    def _watch_question(self, happening: RunEvent) -> None:
        """Have an open question told of once, if nobody answers it."""
        match happening:
            case Proposed() if self._has_notified:
                pass
            case Proposed() | Asked():
                self._unseen.start()
            case Confirmed():
                self._unseen.stop()
                self._has_notified &= happening.confirmation.verdict == "expired"
            case Working(state="asking" | "confirming"):
                pass
            case Working(state="executing") | Ended():
                self._unseen.stop()
                self._has_notified = False
            case Working():
                self._unseen.stop()
            case _:
                pass

    def _notify(self) -> None:
        if self._is_in_sight():
            return
        from app.notifications import notify  # noqa: PLC0415  # not needed for a start

        self._has_notified = True
        self._background.run(lambda: notify(WAITING, WAITS))

    def _on_reading(self, is_reading: bool) -> None:
        if is_reading:
            self._answer.start()
            return
        self._answer.stop()
        self._take_back()

    def _take_back(self) -> None:
        """Tell of nothing any more, unless it has begun or still waits to."""
        if self._is_announced and not self._runs.is_running:
            self._is_announced = False
            self._tray.show_state("")
            if self._overlay is not None:
                self._overlay.show_nothing()

    def _announce(self) -> None:
        """Tell that something begins, and can be stopped."""
        self._answer.stop()
        self._is_announced = True
        self._tray.show_state("loading")
        if self._overlay is not None:
            self._overlay.show_beginning()


WOKEN: Final = tr(
    "Such programs are woken from now on. Browsers that are open have to be closed and opened again. "
    "You can change this in Settings."
)


LEFT: Final = tr("Such programs are left asleep. You can change this in Settings.")


KEPT_BUT: Final = tr("Your choice is kept, but {0}.")


_ASKED_AFTER: Final = (str(Sleep.UNTIL_WOKEN), str(Sleep.UNTIL_NEW_START))


class FrontControl(QObject):
    """Owned by the application; shows on the first page what can be said of the window in front. UI thread."""

    def __init__(self, window: "MainWindow", keeper: SettingsKeeper, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._keeper = keeper
        self._background = Background(self, "front window")
        self._demo: subprocess.Popen[bytes] | None = None
        self._shown: tuple[str, ...] = ()
        window.came_to_front.connect(self.look)
        self._again = timer(self, LOOK_AGAIN_MS, self.look)
        window.commands.demo.connect(self._try_demo)

    def look(self) -> None:
        """Look which window was in front; what is found comes later."""
        window = self._window
        if window.page is window.idle and not self._background.is_busy:
            self._background.run(self._look, self._on_found)

    def _look(self) -> "FrontWindow | None":
        from app.front import front_window  # noqa: PLC0415  # not needed for a start

        return front_window(self._keeper.current, spoken())

    def _on_found(self, found: "FrontWindow | None") -> None:
        title, sayings = (found.title, found.sayings) if found is not None else ("", ())
        # A program that has just started tells more a moment later.
        before, self._shown = self._shown, (title, *sayings)
        if before != self._shown:
            self._again.start()
        self._window.idle.show_front(title, sayings)

    def _try_demo(self) -> None:
        """Open the form of the demo, and fill it as a task that asks at each step."""
        self.close()
        argv = [sys.executable, "-m", "app.gui.demo_form"]
        # Qt tells its controls only where somebody listened as it started: here nobody may have yet.
        environment = os.environ | {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
        form = self._demo = subprocess.Popen(argv, env=environment, stderr=subprocess.DEVNULL)

        def wait() -> str:
            from app.gui.demo import FORM_TASK, FORM_TITLE, wait_for_window  # noqa: PLC0415  # not needed for a start

            wait_for_window(FORM_TITLE, form)
            return FORM_TASK

        self._background.run(wait, self._window.commands.send.emit, self._on_no_form)

    def _on_no_form(self, why: str) -> None:
        self._window.say(why, is_error=True)

    def close(self) -> None:
        """Close the form of the demo with the program."""
        if self._demo is not None and self._demo.poll() is None:
            self._demo.terminate()
            self._demo.wait()


class WakeControl(QObject):
    """Owned by the application; UI thread."""

    chosen = Signal()
    """The user has chosen: the settings in force are others."""

    def __init__(self, window: "MainWindow", keeper: SettingsKeeper, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._keeper = keeper
        self._background = Background(self, "sleepers")
        window.commands.wake.connect(self._on_chosen)
        window.came_to_front.connect(self.look)

    @property
    def _is_unsaid(self) -> bool:
        return self._keeper.current.wake_programs == "unsaid"

    def look(self) -> None:
        """Look whether the program in front sleeps; what is found comes later."""
        if self._is_unsaid and not self._background.is_busy and not self._window.is_busy:
            self._background.run(self._look, self._on_found)

    def _look(self) -> "FrontSleeper | None":
        from app.front import front_sleeper  # noqa: PLC0415  # not needed for a start

        return front_sleeper(self._keeper.current)

    def take(self, happening: RunEvent) -> None:
        """Ask in the chat after a run that found too little for that reason."""
        if isinstance(happening, Ended) and happening.cause in _ASKED_AFTER and self._is_unsaid:
            self._window.chat.model.offer_to_wake()

    def _on_found(self, found: "FrontSleeper | None") -> None:
        if found is not None and self._is_unsaid:
            self._window.idle.waking.say(found.title, found.words)
        else:
            self._window.idle.waking.say("", "")

    def _on_chosen(self, is_on: bool) -> None:
        self._keeper.keep(wake_programs="on" if is_on else "off")
        self.settle()
        self.chosen.emit()

    def settle(self) -> None:
        """Take the question away once the user has chosen, here or in Settings."""
        if not self._is_unsaid:
            is_on = self._keeper.current.wake_programs == "on"
            self._window.idle.waking.say("", "")
            self._window.chat.model.drop_wake_offer(WOKEN if is_on else LEFT)

    def tell_problem(self, problem: str) -> None:
        """Say, where the choice was made, what is in the way of it; any thread."""
        self._background.run_on_main(lambda: self._on_problem(problem))

    def _on_problem(self, problem: str) -> None:
        sentence = KEPT_BUT.format(problem)
        if not self._keeper.show_notice(sentence):
            self._window.say(sentence, is_error=True)

    def close(self) -> None:
        """Wait for a look that is under way."""
        self._background.join(LOOK_JOIN_S)
