"""Wires one run: screen, reader, policy, rules, executor and records. The one place that names concrete classes."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import replace
from functools import cache, partial
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from app.ask import AskedInFront, TerminalConfirmer
from app.executor_host import ExecutorHost
from app.last_look import LastLook
from app.long_work import progress_words
from app.run_options import Askable, Brought, budgets, rules, task_under
from app.settings import AWAKE, Folders, ServerSettings, Settings, key_chord
from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.commands.do.context import Recall
from automation.commands.do.pointing import answering, numbers_asked, picked
from automation.commands.find.screen_view import Refs
from automation.commands.forms import Form
from automation.commands.policy import CommandsPolicy
from automation.commands.read.by_values import meant_for_passwords
from automation.commands.read.things import Alike
from automation.commands.talk import talk_of
from automation.commands.targets import form_of_step
from automation.core.actions import Goal
from automation.core.errors import Halt, PolicyError, RecordError
from automation.core.events import (
    Draft,
    Drafted,
    Ended,
    Planned,
    RunEvent,
    SentTo,
    Started,
    Streamed,
    Task,
    Working,
)
from automation.core.generation import LoadProgress, TextDelta
from automation.core.observation import ScreenElement, WindowInfo
from automation.core.ports import Confirmer, Listener, Policy
from automation.core.proposal import Outcome
from automation.core.timing import StopToken, SystemClock
from automation.desktop.capture import ScreenGrabber, Veil
from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import SAME_LOOK_S, DesktopReader
from automation.desktop.elements.waking import see_to_choice, waking_bus
from automation.desktop.launcher import Launcher
from automation.desktop.screen import DesktopScreen
from automation.desktop.secrets import find as find_secret
from automation.desktop.windows_x11 import X11Windows
from automation.records.store import Store
from automation.safety.receipts import EffectVerifier
from automation.safety.rules import Permission, RuledConfirmer
from model.auto import AutoPolicy, LatePolicy

if TYPE_CHECKING:
    from app.model_host import ModelHost
    from app.served_model import ServedPolicy
    from model.server.address import Address

BareScreen = Callable[[StopToken], AbstractContextManager[object]]
"""Has nothing of ours on the screen meanwhile (`DesktopScreen.bare`)."""


class ModelEvents:
    """Passes the events of a run on, and turns what a model says meanwhile into some."""

    def __init__(self, listener: Listener, bare: BareScreen = nullcontext) -> None:
        self._listener = listener
        self._bare = bare
        self._run = ""
        self._has_draft = False
        self._hosts: list[str] = []
        self.at_end = ExitStack()
        """What the run lets go of when it is over."""

    def __call__(self, happening: RunEvent) -> None:
        """Pass an event on; the first one names the run."""
        if isinstance(happening, Started):
            self._run = happening.run
        self._listener(happening)

    def loading(self, progress: LoadProgress) -> None:
        """Tell how far loading is; called on the engine's thread."""
        words = progress_words(progress)
        self._listener(Working(self._run, "loading", words, progress.doing))

    def preparing(self, words: str) -> None:
        """Tell what is being found out of a model on a server; called on the agent's thread."""
        self._listener(Working(self._run, "loading", words, words))

    def reading(self, words: str) -> None:
        """Tell how far the prompt is read; called on the engine's thread."""
        self._listener(Working(self._run, "deciding", words))

    def said(self, delta: TextDelta) -> None:
        """Tell some more of what the model writes; called on the engine's thread."""
        self._listener(Streamed(self._run, delta.text, delta.kind))

    def drafted(self, draft: Draft) -> None:
        """Tell where the model is about to act; called on the engine's thread."""
        self._has_draft = True
        self._listener(Drafted(self._run, draft))

    def decided(self, stop: StopToken) -> None:
        """Take a draft back and return when no mark of it is left on the screen.

        The executor looks at the target next: it must not see our mark there.

        Raises:
            CaptureError: the mark may still be on the screen.
            Stopped: a stop was asked for.
        """
        if self._has_draft:
            with self._bare(stop):
                self._take_back()

    def planned(self, goals: tuple[Goal, ...], note: str) -> None:
        """Tell the model's plan, or a note of its."""
        self._listener(Planned(self._run, goals, note))

    def sends_to(
        self,
        host: str,
        passed_over: tuple[str, ...] = (),
        left_out: tuple[str, ...] = (),
        *,
        is_here: bool,
    ) -> tuple[str, str]:
        """Tell to which host the model's questions go from here on; return the run and all of its hosts.

        What the model of another host has begun to say is void.
        """
        if self._hosts:
            self.again("Asking another server")
        if host not in self._hosts:
            self._hosts.append(host)
        self._listener(SentTo(self._run, host, is_here, passed_over, left_out))
        return self._run, ", ".join(self._hosts)

    def again(self, why: str = "") -> None:
        """Tell that the model is asked again and why; what it said before is void."""
        if self._has_draft:
            self._take_back()
        self._listener(Working(self._run, "observing", why or "Asking again: that was no step"))

    def _take_back(self) -> None:
        self._has_draft = False
        self._listener(Drafted(self._run, None))


_RECENT_RUNS: Final = 20
"""Among so many the last one is looked for that was no talk."""


class Desk:
    """Executor, records and eyes of one process. Made once; one run at a time.

    `run` is called on the agent thread; what `executor` has and `close` from any.
    """

    def __init__(
        self,
        folders: Folders,
        settings: Settings,
        store: Store,
        executor: ExecutorHost | None = None,
    ) -> None:
        """Take who sends input; without one it is made, for a window whose cards ask the user."""
        self.folders = folders
        self.store = store
        self.executor = executor or ExecutorHost(folders, settings)
        """Sends input, listens to keys, and stops; from any thread."""
        self._settings = settings
        self._models: ModelHost | None = None
        self._reader: DesktopReader | None = None
        self._waking = threading.Lock()
        self.waking_problem: Callable[[str], None] = lambda problem: None
        """Told, on a thread of its own, what is in the way of the user's choice on sleeping programs."""

    @property
    def models(self) -> "ModelHost":
        """The model of this process; what it needs is loaded when it is first asked for."""
        if self._models is None:
            from app.model_host import ModelHost  # most runs ask for none

            self._models = ModelHost(self.folders.data, self._settings.model)
        return self._models

    def set_settings(self, settings: Settings) -> None:
        """Use other settings from the next run on; restarts the executor for other keys.

        While a run lives, the old keys go on being heard until its end.
        """
        before, self._settings = self._settings, settings
        if self._models is not None:
            self._models.set_settings(settings.model)
        if before.wake_programs != settings.wake_programs:
            self._see_to_waking()
        self.executor.set_settings(settings)

    def _see_to_waking(self) -> None:
        """Switch on or put back what makes programs show themselves, as the user has chosen just now."""

        def see_to_it() -> None:
            # One at a time, each by the choice of that moment: the last choice counts.
            with self._waking:
                found = see_to_choice(self.folders.data / AWAKE, is_wanted=self._wants_waking())
            if found:
                self.waking_problem(found)

        threading.Thread(target=see_to_it, name="waking", daemon=True).start()

    def _wants_waking(self) -> bool:
        return self._settings.wake_programs == "on"

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
        guests: frozenset[int] = frozenset(),
    ) -> Ended:
        """Run a task to its end in the calling thread.

        Args:
            human: who is asked; None blocks what the rules leave open.
            listener: told of everything that happens.
            veil: windows of ours that must not be on a picture.
            can_pause: somebody can let a paused run go on; else a takeover stops it.
            brought: who decides, with limits of its own; None takes the task's policy.
            guests: as for `ExecutorHost.running`.

        Raises:
            AssistantError: the run could not begin (no display, no executor).
        """
        task = self._meant(task_under(self._settings, task))
        limits = brought.limits if brought else budgets(self._settings)
        with (
            self.executor.running(stop, limits, can_pause=can_pause, guests=guests),
            self._eyes(veil) as (screen, windows),
        ):
            asker = _asked_in_front(human, windows, screen, guests)
            _leave_own_window(windows)
            reader = self._read()
            ruled = rules(self._settings)
            voice = ModelEvents(listener, screen.bare)
            policy = self._policy_of(task, brought, reader, voice)
            parts = Parts(
                screen=screen,
                policy=policy,
                confirmer=RuledConfirmer(
                    task.approve,
                    ruled,
                    asker,
                    is_explicit=lambda: policy.name == "commands" and not task.asked_by,
                    is_trusted_macro=brought is not None and brought.is_trusted_macro,
                ),
                executor=self.executor.client,
                verifier=EffectVerifier(reader, screen),
                reader=reader,
                windows=windows.windows,
                is_mouse_taken=windows.is_mouse_taken,
                open_log=self.store.new_run,
                danger_words=self._settings.extra_danger_words,
                find_secret=find_secret,
                spoken_secrets=meant_for_passwords,
                true_cause=self._true_cause(brought),
                named_apps=brought.named_apps if brought else frozenset(),
            )
            gate = self.executor.gate if can_pause else None
            with voice.at_end:
                return Loop(parts, listener=voice, gate=gate).run(task, stop)

    def _meant(self, task: Task) -> Task:
        """Return the task; for “do it again” that of the run before, if it was kept and no macro's.

        “The second one” answers the question with which the run before ended; after one that put numbers on
        things a sentence may say a number.
        """
        if task.asked_by:  # what the user said before is no business of another program
            return task
        talk = talk_of(task.text) if task.policy != "macro" else None
        is_answer = talk is not None and talk.kind in ("again", "pick")
        if task.policy == "macro" or not (is_answer or any(c.isdigit() for c in task.text)):
            return task
        own = self.store.runs(_RECENT_RUNS, of_programs=False)
        last = next((run for run in own if talk_of(run.task) is None), None)
        if last is None or not last.is_kept or last.policy == "macro":
            return task
        if talk is not None and talk.kind == "again":
            return replace(task, text=last.task)
        if last.outcome is not Outcome.AMBIGUOUS or task.pick is not None:
            return task
        numbers = numbers_asked(last.task)
        if talk is not None and talk.kind == "pick":
            return picked(task, numbers, last.task, talk.number) if talk.number > 0 else task
        return answering(task, numbers, last.task) if numbers is not None else task

    def _recall(self, words: str, app: str, title: str) -> tuple[str, ScreenElement] | None:
        """Return what was chosen last time for these words in that window; nothing where it cannot be read."""
        with contextlib.suppress(RecordError):
            step = self.store.answer(words, app, title)
            if step is not None and step.proposal.answered and step.proposal.element:
                return step.proposal.answered.told, step.proposal.element
        return None

    def _true_cause(self, brought: Brought | None) -> Callable[[Halt], Halt]:
        if brought is None:
            return self.executor.true_cause
        return lambda halt: brought.true_cause(self.executor.true_cause(halt))

    def _policy_of(
        self, task: Task, brought: Brought | None, reader: DesktopReader, voice: ModelEvents
    ) -> Policy:
        if brought is None:
            return self._policy(task, reader, voice)
        return brought.policy(reader, self._askable(task, brought, reader, voice))

    def _askable(
        self, task: Task, brought: Brought, reader: DesktopReader, voice: ModelEvents
    ) -> Askable:
        """Return the model for who asks it one thing: as a rule only while it is loaded."""
        may_load, models = brought.may_load, self.models
        return Askable(
            partial(self._model, task, reader, voice, may_load=may_load),
            lambda: models.is_loaded or (may_load and models.is_set_up),
        )

    def _policy(self, task: Task, reader: DesktopReader, voice: ModelEvents) -> Policy:
        """Return who decides this run; a model is loaded when its first step is asked for."""
        looked = LastLook(self.folders.runtime).refs
        if task.step is not None:
            refs = looked()
            return _carried_out(reader, [form_of_step(task.step, refs.book)], refs)
        asks_model = task.policy == "auto" and self._has_model()
        commands = commands_policy(reader, self._recall, looked, by_meaning=not asks_model)
        match task.policy:
            case "commands":
                return commands
            case "holotron":
                return LatePolicy("holotron", lambda stop: self._model(task, reader, voice, stop))
            case "remote":
                return LatePolicy("remote", lambda stop: self._remote(reader, voice))
            case "auto":
                return AutoPolicy(commands, partial(self._for_goals, task, reader, voice))
            case other:
                raise PolicyError(
                    f"the policy {other} cannot be used here; use commands, holotron or remote"
                )

    def _has_model(self) -> bool:
        """Tell whether a goal, or words that name nothing, can be given to a model."""
        chosen = self._settings.model
        is_served = chosen.where == "server"
        return bool(chosen.server.url) if is_served else self.models.is_set_up

    def _for_goals(
        self, task: Task, reader: DesktopReader, voice: ModelEvents, stop: StopToken
    ) -> Policy | None:
        """Return who takes a goal, by the user's choice where the model runs; None where none is set up."""
        if not self._has_model():
            return None
        is_served = self._settings.model.where == "server"
        return self._remote(reader, voice) if is_served else self._model(task, reader, voice, stop)

    def _remote(self, reader: DesktopReader, voice: ModelEvents) -> "ServedPolicy":
        """Return the policy of the chosen model servers."""
        from app.served_model import ServedPolicy, served_policy  # most runs ask for none

        model, carry_out = self._settings.model, partial(_carried_out, reader)

        def made(server: ServerSettings, language: str, stop: StopToken) -> Policy:
            return served_policy(
                server, self.folders, reader, carry_out, voice, stop,
                images_kept=model.images_kept, language=language,
            )  # fmt: skip

        def told(
            address: "Address", passed_over: tuple[str, ...], left_out: tuple[str, ...]
        ) -> None:
            run, hosts = voice.sends_to(
                address.host, passed_over, left_out, is_here=address.is_here
            )
            self.store.note_host(run, hosts)

        return ServedPolicy(model.server, self.folders, made, told, voice.at_end)

    def _model(
        self,
        task: Task,
        reader: DesktopReader,
        voice: ModelEvents,
        stop: StopToken,
        *,
        may_load: bool = True,
    ) -> Policy:
        ready = self.models.ready(stop, voice.loading, may_load=may_load)
        from model.policy import HolotronPolicy, Manner  # most runs ask for none

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
        windows = X11Windows(own_pids=frozenset(self.executor.own_pids))
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
                own_pids=self.executor.own_pids,
                bus=waking_bus(self.folders.data / AWAKE, self._wants_waking),
                ocr=ocr,
                is_private=self._is_private,
                keep_s=SAME_LOOK_S,
                may_wake=self._wants_waking,
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
        self.executor.close()
        if self._models is not None:
            self._models.close()
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


def open_desk(folders: Folders, settings: Settings, executor: ExecutorHost | None = None) -> Desk:
    """Open the records and start the executor.

    Raises:
        AssistantError: the records or the display cannot be used; says what to do.
    """
    try:
        desk = Desk(folders, settings, Store(folders.data), executor)
    except BaseException:
        if executor is not None:
            executor.close()
        raise
    try:
        desk.executor.start()
    except BaseException:
        desk.close()
        raise
    return desk


def commands_policy(
    reader: DesktopReader, recall: Recall, looked: Callable[[], Refs], *, by_meaning: bool = True
) -> CommandsPolicy:
    """Return a policy for one run of explicit instructions.

    Args:
        by_meaning: words that name nothing are taken for what they mean; else a model is asked about them.
    """
    alike = meanings if by_meaning else _no_meanings
    return CommandsPolicy(reader, Launcher(), key_chord, recall, looked, alike)


def _no_meanings() -> None:
    return None


@cache
def meanings() -> Alike | None:
    """Return what compares words by what they mean, loaded once; None where it is not usable, which `doctor` tells."""
    try:
        from model.text_encoder import TextEncoder, folder_of

        folder = folder_of()
        return TextEncoder(folder).alike if folder is not None else None
    except (ImportError, OSError, ValueError):
        return None


def _carried_out(reader: DesktopReader, forms: Sequence[Form], refs: Refs) -> Policy:
    """Return a policy that does what another policy, or another program, decided."""
    return CommandsPolicy.of_forms(forms, reader, refs, apps=Launcher(), is_key=key_chord)


def _asked_in_front(
    human: Confirmer | None, windows: X11Windows, screen: DesktopScreen, guests: frozenset[int]
) -> Confirmer | None:
    """Have a question in a terminal asked with its window in front.

    The terminal is the window of ours, or of the guests, that has the focus as the run begins, else the
    topmost one.
    """
    if not isinstance(human, TerminalConfirmer):
        return human
    shown = [w for w in windows.windows() if w.is_own and not w.is_popup]
    own = [w for w in shown if not guests or w.pid in guests]
    terminal = next((w for w in own if w.is_active), next(iter(own), None))
    if terminal is None:  # on the console, or by ssh
        return human
    return AskedInFront(
        human, terminal.window_id, windows, lambda: screen.observe_now().frame, SystemClock()
    )


def _leave_own_window(windows: X11Windows) -> None:
    """Give the focus to the topmost window of the user's when one of ours has it."""
    found = windows.windows()
    if not any(window.is_own and window.is_active for window in found):
        return
    for window in found:
        if not (window.is_own or window.is_minimised or window.is_popup):
            windows.activate(window.window_id)
            return
