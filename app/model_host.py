"""The model of this process: set up from the user's settings, made when it is first needed.

Which folder and contract the settings and the calibration name; the host, which loads and tests; and
the lease by which one run uses what was loaded for it, and nothing that came after it.
The window opens without this module.
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from app.long_work import Pace
from app.run_options import NO_FOLDER
from app.settings import ModelSettings
from automation.core.errors import AssistantError, Damaged, LoadError, ModelError
from automation.core.generation import Completion, EngineStatus, GenerationEvent, LoadProgress
from automation.core.timing import StopToken
from model.calibrate.calibrate import calibrate_loaded, recall
from model.calibrate.scoring import Calibration
from model.calibrate.screens import Screen
from model.checkpoint.manifest import remembered
from model.checkpoint.read import family_of, read_spec
from model.inference.engine import ModelEngine
from model.inference.jobs import Job
from model.inference.options import LoadOptions, Request
from model.network.device import Override
from model.prompt.conversation import Conversation
from model.prompt.profile import DEFAULT, DEFAULTS, Profile, all_profiles, profile
from model.server.asking import message
from model.spec import ModelSpec


def profile_names() -> tuple[str, ...]:
    """Return the names of the contracts that a model may be spoken to in."""
    return tuple(profile.name for profile in all_profiles())


def named_folder(settings: ModelSettings) -> Path:
    """Return the folder that the user named.

    Raises:
        ModelError: none is named.
        LoadError: there is none.
    """
    if not settings.folder:
        raise ModelError(NO_FOLDER)
    try:
        folder = Path(settings.folder).expanduser()
        is_there = folder.is_dir()
    except (OSError, RuntimeError) as error:  # no permission, a name too long, no such user
        raise LoadError(
            f"the folder {settings.folder} cannot be used: {error}; choose another one"
        ) from error
    if not is_there:
        raise LoadError(f"there is no folder {folder}; choose the one that holds config.json")
    return folder


def chosen_profile(settings: ModelSettings) -> Profile:
    """Return the contract that the user chose, before calibration has a say; else that of the family.

    Raises:
        SettingsError: there is no such profile.
    """
    name = settings.profile
    if name == "auto":
        try:
            name = DEFAULTS[family_of(named_folder(settings))]
        except AssistantError:  # whoever loads the folder says what is wrong with it
            name = DEFAULT
    return profile(name).with_images(settings.images_kept)


def load_options(settings: ModelSettings, data: Path) -> LoadOptions:
    """Return how the model of the settings is loaded.

    Raises:
        ModelError: no folder is named.
        LoadError: there is none.
        SettingsError: there is no such profile.
    """
    return LoadOptions(
        folder=named_folder(settings),
        data=data,
        style=None if settings.profile == "auto" else profile(settings.profile).style_name,
        where=Override(device=settings.device, quantization=settings.quantization),
        has_graphs=settings.graphs == "auto",
    )


def found_of(chosen: Profile, folder: Path, data: Path) -> Calibration | None:
    """Return what calibration found of a folder's bytes; None when they are not known yet.

    Raises:
        Damaged: what was found cannot be read.
        LoadError: what is remembered of the folder cannot be read.
    """
    manifest = remembered(folder, data)
    found = recall(manifest.digest, data) if manifest else None
    return found if found is not None and found.profile == chosen.name else None


def coordinates_of(chosen: Profile, folder: Path, data: Path) -> str:
    """Return what is known of the model's numbers, for people."""
    try:
        found = found_of(chosen, folder, data)
    except Damaged:  # a run is refused for it; loading must go on, or nobody could calibrate anew
        found = None
    if found is None:
        return f"{message(chosen.space)}, assumed"
    space = str(message(found.space)) if found.space else "none fits"
    return f"{space}, calibrated"


def thinks(settings: ModelSettings, chosen: Profile, found: Calibration | None) -> bool:
    """Tell whether the model thinks before it answers: the user's word counts first."""
    match settings.thinking:
        case "on":
            return True
        case "off":
            return False
        case _:
            return chosen.thinking if found is None else found.thinking


EXCHANGED: Final = (
    "The model was ejected, or another one loaded, in the middle of this run. "
    "Load the one that you want and start the task again."
)


class ModelLease:
    """Serves one run, on its thread. The engine belongs to the host, which may load something else.

    A run speaks the contract of the checkpoint that it began with: another one would read its
    prompts otherwise, and its coordinates would mean other pixels.
    """

    def __init__(self, engine: ModelEngine, is_held: Callable[[], bool]) -> None:
        """Prepare.

        Args:
            is_held: tells whether it still is what was loaded for this run; any thread.
        """
        self._engine = engine
        self._is_held = is_held

    def propose(
        self,
        request: Request,
        *,
        stop: StopToken,
        on_event: Callable[[GenerationEvent], None] | None = None,
    ) -> Completion:
        """Return the reply to a conversation.

        Raises:
            ModelError: the model was exchanged, before the reply or under it; or it failed.
            GenerationError: what the network computes is no reply.
            Stopped: a stop was asked for.
        """
        self._check()
        completion = self._engine.propose(request, stop=stop, on_event=on_event)
        self._check()
        return completion

    def anticipate(self, conversation: Conversation) -> None:
        """Read a conversation while nobody waits; nothing where the model was exchanged."""
        if self._is_held():
            self._engine.anticipate(conversation)

    def _check(self) -> None:
        if not self._is_held():
            raise ModelError(EXCHANGED)


TESTED: Final = "The point test uses the model. Wait for its end, or cancel it."
NOT_LOADED: Final = "no model is loaded; load it on the Model page (Ctrl+4)"
LOOK_S: Final = 0.02
"""Seconds between two looks at a load that somebody else began."""

StatusListener = Callable[[EngineStatus], None]


@dataclass(frozen=True, slots=True)
class Ready:
    """A loaded model and the contract it is spoken to in."""

    engine: ModelLease
    spec: ModelSpec
    profile: Profile
    thinking: bool
    is_calibrated: bool = False
    """The point test has found out how this very checkpoint writes places."""


@dataclass(frozen=True, slots=True, eq=False)
class _Load:
    """A load that was begun; stands for what came of it until something else is loaded."""

    options: LoadOptions
    job: Job[None]


class ModelHost:
    """Owned by the process; all but `ready`, `calibrate` and `close` return at once, on any thread.

    No file of the checkpoint is read on the caller's thread but by the first two of these: parsing
    an official tokenizer.json takes more than a second.
    """

    def __init__(self, data: Path, settings: ModelSettings) -> None:
        self._data = data
        self._settings = settings
        self._engine: ModelEngine | None = None
        self._load: _Load | None = None
        self._read: tuple[_Load, ModelSpec] | None = None
        """What the folder of a load is; read once for each."""
        self._known: str | None = ""
        """What is known of the loaded model's numbers; may change while it is loaded. None until it is."""
        self._spoken_by = settings
        """By which what is loaded was loaded."""
        self._asking: LoadProgress | None = None
        """How far the point test has come; None while there is none."""
        self._test: StopToken | None = None
        self._is_closed = False
        self._listeners: list[StatusListener] = []
        self._lock = threading.RLock()

    def set_settings(self, settings: ModelSettings) -> None:
        """Use other settings from the next load on."""
        self._settings = settings

    @property
    def is_set_up(self) -> bool:
        """Tell whether the user wants a model here and has named its folder; what lies in it is not known."""
        return bool(self._settings.folder) and self._settings.where != "none"

    @property
    def is_loaded(self) -> bool:
        """Tell whether what the settings name is loaded and may be asked; any thread."""
        engine, load, settings = self._engine, self._load, self._settings
        if engine is None or load is None or self._test is not None:
            return False
        try:
            return self._stands(load, self._options(settings), engine)
        except AssistantError:  # what the settings name by now cannot be loaded
            return False

    @property
    def status(self) -> EngineStatus:
        """What is loaded and what it does."""
        engine = self._engine
        return EngineStatus() if engine is None else self._shown(engine.status)

    def listen(self, listener: StatusListener) -> None:
        """Tell a listener every new status, in the engine's thread."""
        with self._lock:
            self._listeners.append(listener)

    def load(self) -> None:
        """Begin to load what the settings name; progress and outcome are told to the listeners."""
        settings = self._settings
        try:
            self._begin(self._options(settings), settings)
        except AssistantError as error:
            self._tell(EngineStatus(state="failed", problem=str(error)))

    def cancel(self) -> None:
        """End a load or a point test."""
        test, load = self._test, self._load
        if test is not None:
            test.stop("user")
        elif load is not None and not load.job.is_over:
            self.eject()

    def eject(self) -> None:
        """Let go of the model; a load that goes on is stopped."""
        test = self._test
        if test is not None:
            test.stop("user")
        with self._lock:
            self._load = self._read = None
            if self._engine is not None:
                self._engine.eject()

    def ready(
        self, stop: StopToken, tell: Callable[[LoadProgress], None], *, may_load: bool = True
    ) -> Ready:
        """Return the model, loaded first if it is not; waits for that.

        Args:
            stop: ends the waiting, and the loading if it began here.
            tell: told how far it is; called on another thread.
            may_load: without it a model that is not loaded is an error.

        Raises:
            ModelError: no folder is named, or what it holds cannot or must not be loaded; says why.
            SettingsError: there is no such profile.
            Damaged: what the point test found cannot be read.
            Stopped: a stop was asked for, or the load was cancelled.
        """
        settings = self._settings
        options = self._options(settings)
        if self._test is not None:
            raise ModelError(TESTED)
        self._spoken(settings, options.folder)  # refused before gigabytes are read for nothing
        load = self._wait_for(options, settings, stop, tell, may_load=may_load)
        # Again: the bytes of a folder that was never loaded before are known by now.
        chosen, found = self._spoken(settings, options.folder)
        lease = ModelLease(self._made(), lambda: self._load is load)
        thinking = thinks(settings, chosen, found)
        return Ready(lease, self._spec(load), chosen, thinking, is_calibrated=found is not None)

    def calibrate(self, stop: StopToken, screens: Sequence[Screen] | None = None) -> Calibration:
        """Find out which coordinates the model writes, and keep that; waits for it.

        Args:
            stop: ends it, as `cancel` does.
            screens: what is asked about; None for screens that tell every space apart.

        Raises:
            ModelError: the model cannot be loaded or asked, or is being tested.
            SettingsError: there is no such profile.
            RecordError: what was found could not be kept.
            Stopped: it was cancelled; what was known stays, and the next one goes on from there.
        """
        settings = self._settings
        options, chosen = self._options(settings), chosen_profile(settings)
        with self._lock:
            if self._test is not None:
                raise ModelError(TESTED)
            self._test = stop
        try:
            load = self._wait_for(options, settings, stop, lambda words: None)
            pace = Pace()
            found = calibrate_loaded(
                self._made(),
                self._spec(load),
                chosen,
                self._data,
                progress=lambda done, most: self._asked(done, most, pace),
                stop=stop,
                screens=screens,
            )
            self._known = coordinates_of(chosen, options.folder, self._data)
        finally:
            self._test = self._asking = None
            self._tell_anew()
        return found

    def _asked(self, done: int, most: int, pace: Pace) -> None:
        left = pace.words(done, most)
        words = f"Asking for places, {done} of {most}"
        self._asking = LoadProgress(0, 0, f"{words}, {left} at most" if left else words)
        self._tell_anew()

    def _shown(self, status: EngineStatus) -> EngineStatus:
        """Return the engine's status with what only this host knows."""
        if status.state not in ("ready", "working"):
            return status
        known = self._known or ""
        return replace(status, coordinates=known, loading=self._asking or status.loading)

    def _begin(
        self, options: LoadOptions, settings: ModelSettings, *, may_load: bool = True
    ) -> tuple[_Load, bool]:
        """Return the load of these options, and whether it was begun by this call."""
        with self._lock:
            engine, load = self._made(), self._load
            if load is not None and load.options == options:
                is_there = self._stands(load, options, engine)
                if is_there or (may_load and not load.job.is_over):
                    return load, False
            if not may_load:
                raise ModelError(NOT_LOADED)
            self._known, self._spoken_by = None, settings
            self._load = _Load(options, engine.load(options))
            return self._load, True

    def _wait_for(
        self,
        options: LoadOptions,
        settings: ModelSettings,
        stop: StopToken,
        tell: Callable[[LoadProgress], None],
        *,
        may_load: bool = True,
    ) -> _Load:
        def hear(status: EngineStatus) -> None:
            if status.loading is not None:
                tell(status.loading)

        stop.check()  # a load may be over before anybody looks at the stop
        unlisten = self._made().listen(hear)
        try:
            load, is_ours = self._begin(options, settings, may_load=may_load)
            if is_ours:
                load.job.result(stop)
            while not load.job.is_over:  # somebody else's: a stop of ours must not end it
                stop.wait(LOOK_S)
            load.job.result()
        finally:
            unlisten()
        return load

    @staticmethod
    def _stands(load: _Load, options: LoadOptions, engine: ModelEngine) -> bool:
        """Tell whether a load is of these options, and the engine holds what came of it."""
        return load.options == options and engine.status.state in ("ready", "working")

    def _spec(self, load: _Load) -> ModelSpec:

        read = self._read
        if read is None or read[0] is not load:
            read = self._read = (load, read_spec(load.options.folder))
        return read[1]

    def _options(self, settings: ModelSettings) -> LoadOptions:
        return load_options(settings, self._data)

    def _spoken(self, settings: ModelSettings, folder: Path) -> tuple[Profile, Calibration | None]:
        """Return the contract by which a run speaks to the model in a folder."""
        chosen = chosen_profile(settings)
        found = found_of(chosen, folder, self._data)
        if found is None:
            return chosen, None
        if found.space is None:
            raise ModelError(found.sentence)
        return chosen.with_space(found.space), found

    def _made(self) -> ModelEngine:

        with self._lock:
            if self._is_closed:
                raise ModelError("the model's engine was closed; start deskhand again")
            if self._engine is None:
                self._engine = ModelEngine()
                self._engine.listen(self._tell)
            return self._engine

    def _tell_anew(self) -> None:
        engine = self._engine
        if engine is not None:
            self._tell(engine.status)

    def _learn(self, status: EngineStatus) -> None:
        """Find out what is known of the numbers of a model that was just loaded; in the engine's thread."""
        load = self._load
        if self._known is None and load is not None and status.state == "ready":
            self._known = ""  # what cannot be read is an error where it is needed
            with suppress(AssistantError):
                chosen = chosen_profile(self._spoken_by)
                self._known = coordinates_of(chosen, load.options.folder, self._data)

    def _tell(self, status: EngineStatus) -> None:
        self._learn(status)
        shown = self._shown(status)
        for listener in tuple(self._listeners):
            listener(shown)

    def close(self) -> None:
        """Let go of the model and end its thread; nothing is loaded after it."""
        with self._lock:
            self._is_closed = True
            engine, self._engine = self._engine, None
            test = self._test
        if test is not None:
            test.stop("user")
        if engine is not None:
            engine.close()
