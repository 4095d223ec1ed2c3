"""The model of this process: one thread that owns network, session and device, and does jobs in order.

Every method may be called from any thread; all but `propose` and `close` return at once. Importing
this module loads neither torch nor transformers: the thread does, with the first checkpoint. Listeners
are not told too often, and never at the cost of a reply.
"""

import gc
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from automation.core.errors import AssistantError, ModelError, Stopped
from automation.core.generation import Completion, EngineStatus, GenerationEvent, LoadProgress
from automation.core.timing import StopToken
from model.inference.jobs import Job, JobStop, JobThread, Result
from model.inference.options import LoadOptions, Request

if TYPE_CHECKING:
    from model.inference.resident import Resident
    from model.prompt.conversation import Conversation


@contextmanager
def gc_paused() -> Iterator[None]:
    """Turn the garbage collector off for a while; what the first time has made is never looked at again.

    Importing torch and transformers makes 350,000 objects. Each full collection over them takes
    0.5 to 0.8 s (2 cores under load, 2026-11), in which no thread runs Python: four of them while
    importing, and one whenever the window has made enough objects of its own.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if gc.get_freeze_count() == 0:
            gc.freeze()
        if was_enabled:
            gc.enable()


PROGRESS_S: Final = 0.05
"""Seconds between two reports of the same phase of loading."""

_log = logging.getLogger(__name__)


class SafeListener:
    """Passes events on until the listener fails: a window that closes must not cost the model."""

    def __init__(self, listener: Callable[[GenerationEvent], None]) -> None:
        self._listener = listener

    def __call__(self, event: GenerationEvent) -> None:
        """Pass an event on."""
        try:
            self._listener(event)
        except Exception:  # noqa: BLE001 - whatever it is, the reply goes on
            _log.exception("a listener to a reply failed; it hears no more of it")
            self._listener = ignore


class Throttle:
    """Passes progress on a few times a second, and every change of phase at once."""

    def __init__(self, listener: Callable[[LoadProgress], None]) -> None:
        self._listener = listener
        self._doing = ""
        self._told_s = 0.0

    def __call__(self, progress: LoadProgress) -> None:
        """Pass progress on if it is due."""
        is_due = time.monotonic() - self._told_s >= PROGRESS_S
        is_end = progress.done_bytes == progress.total_bytes
        if is_due or is_end or progress.doing != self._doing:
            self._doing, self._told_s = progress.doing, time.monotonic()
            self._listener(progress)


def ignore(_event: GenerationEvent) -> None:
    """Listen to nothing."""


Loader = Callable[..., "Resident"]
"""Opens a checkpoint, in the engine's thread; called as `open_resident` is."""

StatusListener = Callable[[EngineStatus], None]
"""Called with every status, in the thread that caused it; must return at once."""


class CurrentStatus:
    """Holds the newest status. Read from any thread, written by the engine's."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._status = EngineStatus()
        self._listeners: list[StatusListener] = []

    @property
    def status(self) -> EngineStatus:
        """The newest status."""
        return self._status

    def listen(self, listener: StatusListener) -> Callable[[], None]:
        """Tell a listener every status from now on; return how to stop that."""
        with self._lock:
            self._listeners.append(listener)

        def stop_listening() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return stop_listening

    def put(self, status: EngineStatus) -> None:
        """Replace the status and tell it."""
        with self._lock:
            self._status = status
            listeners = tuple(self._listeners)
        for listener in listeners:
            try:
                listener(status)
            except Exception:  # noqa: BLE001 - a window that closes must not end the engine
                _log.exception("a listener to the engine's status failed")


CLOSE_S: Final = 5.0
"""Seconds that closing waits for the thread."""


class ModelEngine:
    """Loads a checkpoint and answers with it. One a process; made and closed by the application."""

    def __init__(self, loader: Loader | None = None) -> None:
        """Prepare; nothing is loaded and no thread runs."""
        self._loader = loader or _open_real
        self._thread = JobThread("deskhand-engine")
        self._board = CurrentStatus()
        self._lock = threading.Lock()
        self._loads: list[Job[Any]] = []
        self._aheads: list[Job[Any]] = []
        self._replies: list[Job[Any]] = []
        self._model: Resident | None = None
        """Touched by the engine's thread only."""

    @property
    def status(self) -> EngineStatus:
        """What is loaded and what it does."""
        return self._board.status

    def listen(self, listener: StatusListener) -> Callable[[], None]:
        """Tell a listener every new status, in the engine's thread; return how to stop that."""
        return self._board.listen(listener)

    def load(self, options: LoadOptions) -> Job[None]:
        """Load a checkpoint in place of what is loaded; progress and outcome are in the status.

        Whoever wants to wait calls `result` of what is returned, never in the window's thread.
        """
        self._take_back(self._loads, self._aheads, self._replies)
        return self._begin(Job(lambda stop: self._load(options, stop)), self._loads)

    def eject(self) -> Job[None]:
        """Let go of the model and of its memory; a load in progress is stopped."""
        self._take_back(self._loads, self._aheads, self._replies)
        return self._begin(Job(lambda _stop: self._eject()), [])

    def propose(
        self,
        request: Request,
        *,
        stop: StopToken,
        on_event: Callable[[GenerationEvent], None] | None = None,
    ) -> Completion:
        """Return the reply to a conversation. Waits: never to be called in the window's thread.

        Args:
            stop: Heard within 200 ms.
            on_event: Called in the engine's thread with text and progress; must return at once.

        Raises:
            Stopped: the session keeps what was read of the conversation; inside a pass, what its newest
                snapshot holds of it.
            GenerationError: what the network computes is no reply.
            OutOfMemory: the device is full; the session was emptied.
            ModelError: no model is loaded, or the device failed; then the status says so.
        """
        self._take_back(self._aheads)
        asked_s = time.perf_counter()
        listener = ignore if on_event is None else SafeListener(on_event)
        job = Job(lambda inner: self._reply(request, inner, listener, asked_s), stop)
        return self._begin(job, self._replies).result(stop)

    def anticipate(self, conversation: "Conversation") -> None:
        """Read a conversation while nobody waits; a reply to one that begins like it begins sooner.

        A reply that is asked for meanwhile begins at what a stop keeps, and reads the rest.
        """
        self._take_back(self._aheads)
        self._begin(Job(lambda stop: self._prepare(conversation, stop)), self._aheads)

    def cancel(self) -> None:
        """Take back what is read ahead, and end a reply that is being written as `cancelled`."""
        self._take_back(self._aheads, self._replies)

    def close(self) -> None:
        """Stop everything and let go of the model; the thread ends."""
        self.eject()
        if not self._thread.close(CLOSE_S):
            _log.warning("the engine's thread did not end within %.0f s", CLOSE_S)

    def _begin(self, job: Job[Result], place: "list[Job[Any]]") -> Job[Result]:
        with self._lock:
            place[:] = [other for other in place if not other.is_over]
            place.append(job)
        return self._thread.add(job)

    def _take_back(self, *places: "list[Job[Any]]") -> None:
        with self._lock:
            jobs = [job for place in places for job in place]
        for job in jobs:
            job.take_back()

    def _load(self, options: LoadOptions, stop: JobStop) -> None:
        self._drop()
        begun = EngineStatus(
            state="loading", name=options.folder.name, loading=LoadProgress(0, 0, "Starting")
        )
        self._board.put(begun)
        told = Throttle(lambda progress: self._board.put(replace(begun, loading=progress)))
        try:
            self._model = self._loader(options, progress=told, stop=stop)
            facts = self._model.facts
        except Stopped:
            self._eject()
            raise
        except BaseException as error:  # a panic of a Rust library is no Exception
            self._drop()
            problem = _sentence(error, "the model could not be loaded")
            self._board.put(EngineStatus(state="failed", name=begun.name, problem=problem))
            if isinstance(error, AssistantError):
                raise
            raise ModelError(problem) from error
        self._board.put(facts)

    def _eject(self) -> None:
        self._drop()
        self._board.put(EngineStatus())

    def _drop(self) -> None:
        """Let go of the model; its memory is free on return."""
        model, self._model = self._model, None
        if model is not None:
            model.release()

    def _reply(
        self,
        request: Request,
        stop: JobStop,
        on_event: Callable[[GenerationEvent], None],
        asked_s: float,
    ) -> Completion:
        model = self._loaded()
        self._board.put(replace(self.status, state="working"))
        with self._guarded():
            completion = model.reply(request, stop=stop, on_event=on_event, asked_s=asked_s)
            self._board.put(replace(self.status, last=completion.stats, memory=model.memory()))
        self._thread.add(Job(lambda _stop: self._tidy()))
        return completion

    def _prepare(self, conversation: "Conversation", stop: JobStop) -> None:
        try:
            with self._guarded():
                self._loaded().prepare(conversation, stop=stop)
        except AssistantError as error:  # nobody waits for this job
            _log.warning("a conversation could not be read ahead: %s", type(error).__name__)
            return
        self._tidy()

    def _tidy(self) -> None:
        if self._model is not None:
            with self._guarded():
                self._model.tidy()

    def _loaded(self) -> "Resident":
        if self._model is None:
            raise ModelError(
                self.status.problem or "no model is loaded; load one on the Model page"
            )
        return self._model

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Leave the state `ready`, or `failed` where the device or our own code failed."""
        try:
            yield
        except (Stopped, AssistantError):
            self._rest()
            raise
        except BaseException as error:  # a panic of a Rust library is no Exception
            _log.exception("the model failed")
            name = self.status.name
            self._drop()
            problem = _sentence(error, "the model stopped")
            self._board.put(EngineStatus(state="failed", name=name, problem=problem))
            raise ModelError(problem) from error
        self._rest()

    def _rest(self) -> None:
        if self.status.state == "working":
            self._board.put(replace(self.status, state="ready"))


def _sentence(error: BaseException, what: str) -> str:
    """Return what to tell a person; an error of ours says it itself."""
    if isinstance(error, AssistantError):
        return str(error)
    lines = str(error).strip().splitlines()
    cause = lines[0] if lines else type(error).__name__
    return f"{what}: {cause}. Load it again; if that fails too, start deskhand again."


def _open_real(
    options: LoadOptions, *, progress: Callable[[LoadProgress], None], stop: StopToken
) -> "Resident":
    """Open a checkpoint; the first time, imports take seconds."""
    with gc_paused():
        try:
            from model.inference.resident import open_resident  # noqa: PLC0415
        except ImportError as error:
            raise ModelError(
                f"the model's runtime cannot be used here: {error}; run packaging/setup.sh local"
            ) from error
        return open_resident(options, progress=progress, stop=stop)
