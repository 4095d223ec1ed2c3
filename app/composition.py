"""The one place that names concrete classes: what a process needs to run tasks on a desktop."""

import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Final, Self

from app.chord_text import key_chord
from app.folders import Folders
from app.model_host import ModelHost
from app.own_processes import own_pids
from app.run_terms import Brought, budgets, heard_at_start, rules
from app.run_voice import RunVoice
from app.settings import Settings
from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.agent.pausing import PauseGate
from automation.commands.policy import CommandsPolicy
from automation.commands.secrecy import meant_for_passwords
from automation.core.errors import AssistantError, ExecutorGone, InputError, PolicyError
from automation.core.events import Ended, Task
from automation.core.observation import WindowInfo
from automation.core.ports import Confirmer, Listener, Policy
from automation.core.stopping import StopToken
from automation.desktop.capture.grabber import ScreenGrabber
from automation.desktop.capture.veil import Veil
from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.input.client import ExecutorClient, ExecutorOptions
from automation.desktop.input.killswitch import DOUBLE_TAP_S
from automation.desktop.input.ledger import left_behind
from automation.desktop.input.protocol import (
    ChordPressed,
    Disarmed,
    Event,
    Killed,
    Takeover,
)
from automation.desktop.launcher import Launcher
from automation.desktop.screen import DesktopScreen
from automation.desktop.secrets.book import find as find_secret
from automation.desktop.windows_x11 import X11Windows
from automation.records.store import Store
from automation.safety.approval import RuledConfirmer
from automation.safety.receipts import EffectVerifier
from automation.safety.rules import Permission

log = logging.getLogger(__name__)

DEADMAN_S: Final = 1.0
"""A dead-man that lives has let go long before: it takes 0.2 s."""
SAME_MOMENT_S: Final = DOUBLE_TAP_S + 0.1
"""How long after a takeover a stop key still is what was meant: its second press, and the way here."""
TOOK_OVER: Final = "you moved the mouse or pressed a key"


class Desk:
    """Executor, records and eyes of one process. Made once; one run at a time.

    `run` is called on the agent thread; `halt`, `grab_chords` and `close` from any.
    """

    def __init__(self, folders: Folders, settings: Settings, store: Store) -> None:
        self.folders = folders
        self.store = store
        self.models = ModelHost(folders.data, settings.model)
        self.gate = PauseGate()
        self.stop_problem = ""
        """Why the stop key is not heard, in a sentence; empty while it is."""
        self._settings = settings
        self._built_with = settings
        self._chords: dict[str, str] = {}
        self._starting = threading.Lock()
        self._is_deaf = False
        self._own_pids = own_pids()
        self._stop: StopToken | None = None
        self._killed = threading.Event()
        self._killed_by = ""
        self._pausable = False
        self._on_chord: Callable[[str], None] = lambda name: None
        self._on_disarmed: Callable[[str], None] = lambda sentence: None
        self._reader: DesktopReader | None = None
        self._executor = self._client(settings)

    def _client(self, settings: Settings) -> ExecutorClient:
        self._built_with = settings
        options = ExecutorOptions(
            state_folder=self.folders.runtime,
            own_pids=tuple(self._own_pids - {os.getpid()}),
            budgets=budgets(settings),
            kill_keys=settings.keys.stop,
            backend=settings.backend,
            stop_corner=settings.stop_corner,
        )
        return ExecutorClient(options, on_event=self._on_event, on_gone=self._on_gone)

    @property
    def stop_key(self) -> str:
        """The kill key that the executor listens for; its first if there are several."""
        return self._built_with.keys.stop[0]

    def start(self) -> None:
        """Start the executor if it does not run, is deaf, or has other keys than the user's.

        A fresh one listens to the chords that the last one listened to.

        Raises:
            ExecutorGone: it cannot start here; says why.
        """
        with self._starting:  # settings may change on the UI thread while a run begins
            built, wanted = self._built_with, self._settings
            is_old = heard_at_start(built) != heard_at_start(wanted)
            if is_old or self._is_deaf:
                self._executor.close()
                self._executor = self._client(wanted)
                self._is_deaf = False
            is_fresh = not self._executor.is_running
            ready = self._executor.start()
            if is_fresh and self._chords:
                self.grab_chords(dict(self._chords))
            self.stop_problem = (
                "" if ready.is_armed else "The stop key is not heard, so no run can start."
            )

    def listen(
        self,
        *,
        on_chord: Callable[[str], None],
        on_disarmed: Callable[[str], None],
    ) -> None:
        """Hand over what the executor hears; both are called on its reader's thread."""
        self._on_chord, self._on_disarmed = on_chord, on_disarmed

    def _on_event(self, event: Event) -> None:
        match event:
            case ChordPressed():
                self._on_chord(event.name)
            case Killed():
                self._killed_by = event.cause
                self._killed.set()
                self._stop_run(event.cause)
            case Takeover():
                if self._pausable:
                    self.gate.pause(TOOK_OVER)
                else:
                    self._stop_run("takeover")
            case Disarmed():
                self._is_deaf = True
                self.stop_problem = event.message
                self._on_disarmed(event.message)

    def _on_gone(self, sentence: str) -> None:
        log.warning("the executor is gone: %s", sentence)
        self.stop_problem = sentence
        self._stop_run("executor_gone")
        self._on_disarmed(sentence)
        threading.Thread(target=self._let_go_for_the_dead, name="let-go", daemon=True).start()

    def _let_go_for_the_dead(self) -> None:
        """Start another executor if the dead-man died with the last one: it lets go as it starts."""
        display = os.environ.get("DISPLAY", "")
        deadline_s = time.monotonic() + DEADMAN_S
        while left_behind(self.folders.runtime, display):
            if time.monotonic() > deadline_s:
                with contextlib.suppress(AssistantError):  # no display: then nothing is down
                    self.start()
                return
            time.sleep(0.05)

    def _stop_run(self, cause: str) -> None:
        if self._stop is not None:
            self._stop.stop(cause)

    def _true_cause(self, cause: str) -> str:
        """Return why the run was stopped; a stop key soon after a takeover was meant all along."""
        if cause == "takeover" and self._killed.wait(SAME_MOMENT_S):
            return self._killed_by
        return cause

    def halt(self) -> None:
        """Stop sending input now."""
        with contextlib.suppress(ExecutorGone):  # it let go of everything as it ended
            self._executor.stop()

    def grab_chords(self, chords: dict[str, str]) -> str:
        """Listen to global chords; return a sentence for those that are taken, else empty."""
        self._chords |= chords
        try:
            conflicts = self._executor.grab(chords)
        except InputError as error:
            return str(error)
        return " ".join(conflict.message for conflict in conflicts)

    def ungrab_chords(self, *names: str) -> None:
        """Give chords back."""
        for name in names:
            self._chords.pop(name, None)
        with contextlib.suppress(InputError):  # the executor is gone and holds none
            self._executor.ungrab(*names)

    def set_settings(self, settings: Settings) -> None:
        """Use other settings from the next run on; restarts the executor for other keys.

        While a run lives, the old keys go on being heard until its end.
        """
        self._settings = settings
        self.models.set_settings(settings.model)
        if self._stop is not None:
            return
        try:
            self.start()
        except AssistantError as error:
            self.stop_problem = str(error)
            self._on_disarmed(self.stop_problem)

    def run(
        self,
        task: Task,
        human: Confirmer | None,
        listener: Listener,
        stop: StopToken,
        *,
        veil: Veil | None = None,
        can_pause: bool = False,
        brought: Brought | None = None,
    ) -> Ended:
        """Run a task to its end in the calling thread.

        Args:
            task: what the user asked for.
            human: who is asked; None blocks what the rules leave open.
            listener: told of everything that happens.
            stop: ends the run.
            veil: windows of ours that must not be on a picture.
            can_pause: somebody can let a paused run go on; else a takeover stops it.
            brought: who decides, with limits of its own; None takes the task's policy.

        Raises:
            AssistantError: the run could not begin (no display, no executor).
        """
        self.gate.resume()
        self._pausable = can_pause
        self._killed.clear()
        # Before the executor starts: a kill key pressed meanwhile is for this run.
        self._stop = stop
        try:
            self.start()
            self._executor.begin_run(brought.limits if brought else budgets(self._settings))
            with self._eyes(veil) as (screen, windows):
                _leave_own_window(windows)
                reader = self._read()
                ruled = rules(self._settings)
                voice = RunVoice(listener, screen.bare)
                policy = brought.policy(reader) if brought else self._policy(task, reader, voice)
                parts = Parts(
                    screen=screen,
                    policy=policy,
                    confirmer=RuledConfirmer(
                        task.approve, ruled, human, is_explicit=lambda: policy.name == "commands"
                    ),
                    executor=self._executor,
                    verifier=EffectVerifier(reader, screen),
                    reader=reader,
                    open_log=self.store.new_run,
                    danger_words=self._settings.extra_danger_words,
                    find_secret=find_secret,
                    spoken_secrets=meant_for_passwords,
                    true_cause=self._true_cause,
                )
                gate = self.gate if can_pause else None
                return Loop(parts, listener=voice, gate=gate).run(task, stop)
        finally:
            self._executor.end_run()
            self._stop = None
            self._revive()

    def _revive(self) -> None:
        """Start an executor that went during the run.

        The next one releases what a dead-man that was killed with it could not, and hears the keys.
        """
        if not self._executor.is_running:
            try:
                self.start()
            except AssistantError as error:
                log.warning("the executor could not be started again: %s", type(error).__name__)

    def _policy(self, task: Task, reader: DesktopReader, voice: RunVoice) -> Policy:
        """Return who decides this run; a model is loaded when its first step is asked for."""
        from model.auto import AutoPolicy, LatePolicy

        commands = commands_policy(reader)
        match task.policy:
            case "commands":
                return commands
            case "holotron":
                return LatePolicy("holotron", lambda stop: self._model(task, reader, voice, stop))
            case "auto":
                return AutoPolicy(
                    commands,
                    lambda stop: (
                        self._model(task, reader, voice, stop) if self.models.is_set_up else None
                    ),
                )
            case other:
                message = f"the policy {other} cannot be used here; use commands or holotron"
                raise PolicyError(message)

    def _model(self, task: Task, reader: DesktopReader, voice: RunVoice, stop: StopToken) -> Policy:
        from model.policy.holotron import HolotronPolicy, Manner

        ready = self.models.ready(stop, voice.loading)
        manner = Manner(
            profile=ready.profile,
            image=ready.spec.image,
            thinking=ready.thinking,
            view=self._settings.model.view,
            is_calibrated=ready.is_calibrated,
        )
        return HolotronPolicy(ready.engine, manner, reader, read_key=key_chord, voice=voice)

    @contextlib.contextmanager
    def _eyes(self, veil: Veil | None) -> Iterator[tuple[DesktopScreen, X11Windows]]:
        windows = X11Windows(own_pids=self._own_pids)
        try:
            grabber = ScreenGrabber()
            try:
                reader = self._read()
                screen = DesktopScreen(
                    grabber, windows, veil=veil, is_private=self._is_private,
                    find_secrets=reader.secret_boxes,
                )  # fmt: skip
                yield screen, windows
            finally:
                grabber.close()
        finally:
            windows.close()

    def _read(self) -> DesktopReader:
        if self._reader is None:
            ocr = Ocr() if self._settings.use_ocr else None
            self._reader = DesktopReader(
                own_pids=self._own_pids, ocr=ocr, is_private=self._is_private
            )
        return self._reader

    def _is_private(self, window: WindowInfo) -> bool:
        """Tell whether the user never wants the window looked at, by the settings of this moment."""
        return rules(self._settings).permission(window) == Permission.NEVER_LOOK

    def warm_up(self) -> None:
        """Load what the first task would wait for: the accessibility bus and the OCR models."""
        self._read().warm_up()

    def close(self) -> None:
        """End the executor and close the records."""
        self._executor.close()
        self.models.close()
        if self._reader is not None:
            self._reader.close()
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def open_desk(folders: Folders, settings: Settings) -> Desk:
    """Open the records and start the executor.

    Raises:
        AssistantError: the records or the display cannot be used; says what to do.
    """
    desk = Desk(folders, settings, Store(folders.data))
    try:
        desk.start()
    except BaseException:
        desk.close()
        raise
    return desk


def commands_policy(reader: DesktopReader) -> CommandsPolicy:
    """Return a policy for one run of explicit instructions."""
    return CommandsPolicy(reader, Launcher(), key_chord)


def _leave_own_window(windows: X11Windows) -> None:
    """Give the focus to the topmost window of the user's when one of ours has it."""
    found = windows.windows()
    if not any(window.is_own and window.is_active for window in found):
        return
    for window in found:
        if not (window.is_own or window.is_minimised or window.is_popup):
            windows.activate(window.window_id)
            return


def preview(text: str) -> Sequence[str]:
    """Return the sentences of what the built-in commands would do; empty when they cannot."""
    return CommandsPolicy.preview(text)
