"""The model of this process: made when it is first needed, set up from the user's settings.

The one place besides `composition` that imports `model`, and only inside functions: the window
opens without it.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.modelpage.wording import progress_words
from app.settings import ModelSettings
from automation.core.engine import EngineStatus, LoadProgress
from automation.core.errors import LoadError, ModelError
from automation.core.stopping import StopToken

if TYPE_CHECKING:
    from model.calibrate.calibration import Calibration
    from model.calibrate.screens import Screen
    from model.core.spec import ModelSpec
    from model.inference.engine import ModelEngine
    from model.inference.options import LoadOptions
    from model.prompt.profiles.profile import Profile

NO_FOLDER: Final = (
    "No model is set up. Choose its folder on the Model page (Ctrl+4), or name it with --model."
)
StatusListener = Callable[[EngineStatus], None]


@dataclass(frozen=True, slots=True)
class Ready:
    """A loaded model and the contract it is spoken to in."""

    engine: "ModelEngine"
    spec: "ModelSpec"
    profile: "Profile"
    thinking: bool


class ModelHost:
    """Owned by the process; every method but `ready` and `close` returns at once, on any thread."""

    def __init__(self, data: Path, settings: ModelSettings) -> None:
        self._data = data
        self._settings = settings
        self._engine: ModelEngine | None = None
        self._loaded: LoadOptions | None = None
        self._coordinates = ""
        """What is known of the loaded model's numbers; may change while it is loaded."""
        self._asking: LoadProgress | None = None
        """How far the point test has come; None while there is none."""
        self._test: StopToken | None = None
        self._listeners: list[StatusListener] = []
        self._lock = threading.RLock()

    def set_settings(self, settings: ModelSettings) -> None:
        """Use other settings from the next load on."""
        self._settings = settings

    @property
    def is_set_up(self) -> bool:
        """Tell whether the user has named a folder; nothing is known of what lies in it."""
        return bool(self._settings.folder)

    @property
    def status(self) -> EngineStatus:
        """What is loaded and what it does."""
        return EngineStatus() if self._engine is None else self._shown(self._engine.status)

    def listen(self, listener: StatusListener) -> None:
        """Tell a listener every new status, in the engine's thread."""
        with self._lock:
            self._listeners.append(listener)

    def load(self) -> None:
        """Begin to load what the settings name; progress and outcome are told to the listeners."""
        try:
            options = self._options()
        except ModelError as error:
            self._tell(EngineStatus(state="failed", problem=str(error)))
            return
        with self._lock:
            self._loaded, self._coordinates = options, options.coordinates
            self._made().load(options)

    def cancel(self) -> None:
        """End a load or a point test."""
        if self._test is not None:
            self._test.stop("user")
        elif self.status.state == "loading":
            self.eject()

    def eject(self) -> None:
        """Let go of the model; a load that goes on is stopped."""
        if self._test is not None:
            self._test.stop("user")
        with self._lock:
            self._loaded = None
            if self._engine is not None:
                self._engine.eject()

    def ready(self, stop: StopToken, tell: Callable[[str], None]) -> Ready:
        """Return the model, loaded first if it is not; waits for that.

        Args:
            stop: ends the waiting and the loading.
            tell: told in a few words how far it is; called on another thread.

        Raises:
            ModelError: no folder is named, or what it holds cannot be loaded; says why.
            Stopped: a stop was asked for.
        """
        options = self._options()
        spec, profile, found = self._contract(options.folder)
        if self._test is not None:
            message = "The point test uses the model. Wait for its end, or cancel it."
            raise ModelError(message)
        if found is not None and not found.is_usable:
            message = f"{found.sentence} Run the point test again, or choose another profile."
            raise ModelError(message)
        self._wait_for(options, stop, tell)
        engine = self._made()
        return Ready(engine, spec, profile, self._thinks(profile, found))

    def calibrate(
        self, stop: StopToken, screens: "Sequence[Screen] | None" = None
    ) -> "Calibration":
        """Find out which coordinates the model writes, and keep that; waits for it.

        Args:
            stop: ends it, as `cancel` does.
            screens: what is asked about; None for screens that tell every space apart.

        Raises:
            ModelError: the model cannot be loaded or asked.
            RecordError: what was found could not be kept.
            Stopped: it was cancelled; what was known stays.
        """
        from model.calibrate.asking import calibrate
        from model.calibrate.calibration import SPACE_NAMES
        from model.calibrate.keeping import store
        from model.calibrate.running import EngineAsker
        from model.calibrate.screens import screens_for
        from model.checkpoint.manifest import verify_quickly

        options = self._options()
        spec, profile, _ = self._contract(options.folder)
        self._test = stop
        try:
            self._wait_for(options, stop, lambda words: None)
            found = calibrate(
                EngineAsker(self._made(), stop),
                profile,
                screens or screens_for(spec.image),
                progress=self._asked,
                stop=stop,
            )
            checked = verify_quickly(spec, self._data, progress=lambda _: None, stop=stop)
            store(found, checked.manifest.digest, self._data)
            space = SPACE_NAMES[found.space] if found.space else "none fits"
            self._coordinates = f"{space}, calibrated"
        finally:
            self._test = self._asking = None
            self._tell(self._made().status)
        return found

    def _asked(self, done: int, most: int) -> None:
        self._asking = LoadProgress(0, 0, f"Asking for places, {done} of {most}")
        self._tell(self._made().status)

    def _shown(self, status: EngineStatus) -> EngineStatus:
        """Return the engine's status with what only this host knows."""
        if status.state not in ("ready", "working"):
            return status
        return replace(
            status, coordinates=self._coordinates, loading=self._asking or status.loading
        )

    def _wait_for(
        self, options: "LoadOptions", stop: StopToken, tell: Callable[[str], None]
    ) -> None:
        with self._lock:
            engine = self._made()
            is_there = engine.status.state in ("ready", "working")
            if is_there and self._loaded is not None and _is_same_load(self._loaded, options):
                return
            unlisten = engine.listen(lambda status: _tell_loading(status.loading, tell))
            self._loaded, self._coordinates = options, options.coordinates
            job = engine.load(options)
        try:
            job.result(stop)
        finally:
            unlisten()

    def _thinks(self, profile: "Profile", found: "Calibration | None") -> bool:
        match self._settings.thinking:
            case "on":
                return True
            case "off":
                return False
            case _:
                return profile.thinking if found is None else found.thinking

    def _options(self) -> "LoadOptions":
        from model.calibrate.calibration import SPACE_NAMES
        from model.inference.options import LoadOptions
        from model.network.device import Override

        if not self._settings.folder:
            raise ModelError(NO_FOLDER)
        folder = Path(self._settings.folder).expanduser()
        _, profile, found = self._contract(folder)
        known = "assumed" if found is None else "calibrated"
        return LoadOptions(
            folder=folder,
            data=self._data,
            style=profile.style_name,
            where=Override(device=self._settings.device, quantization=self._settings.quantization),
            coordinates=f"{SPACE_NAMES[profile.space]}, {known}",
        )

    def _contract(self, folder: Path) -> "tuple[ModelSpec, Profile, Calibration | None]":
        from model.calibrate.keeping import recall
        from model.checkpoint.manifest import remembered
        from model.checkpoint.reading import read_spec
        from model.prompt.profiles.catalogue import DEFAULT, profile

        if not folder.is_dir():
            message = f"there is no folder {folder}; choose the one that holds config.json"
            raise LoadError(message)
        spec = read_spec(folder)
        named = self._settings.profile
        chosen = profile(DEFAULT if named == "auto" else named)
        chosen = chosen.with_images(self._settings.images_kept)
        manifest = remembered(spec.folder, self._data)
        found = recall(manifest.digest, self._data) if manifest else None
        if found is not None and found.space is not None and found.profile == chosen.name:
            chosen = chosen.with_space(found.space)
        return spec, chosen, found if found is not None and found.profile == chosen.name else None

    def _made(self) -> "ModelEngine":
        from model.inference.engine import ModelEngine

        with self._lock:
            if self._engine is None:
                self._engine = ModelEngine()
                self._engine.listen(self._tell)
            return self._engine

    def _tell(self, status: EngineStatus) -> None:
        shown = self._shown(status)
        for listener in tuple(self._listeners):
            listener(shown)

    def close(self) -> None:
        """Let go of the model and end its thread."""
        with self._lock:
            engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()


def profile_names() -> tuple[str, ...]:
    """Return the names of the contracts that a model may be spoken to in."""
    from model.prompt.profiles.catalogue import all_profiles

    return tuple(profile.name for profile in all_profiles())


def _is_same_load(loaded: "LoadOptions", wanted: "LoadOptions") -> bool:
    """Tell whether what is loaded will do; what its numbers mean does not change its weights."""
    return replace(loaded, coordinates="") == replace(wanted, coordinates="")


def _tell_loading(progress: LoadProgress | None, tell: Callable[[str], None]) -> None:
    if progress is not None:
        tell(progress_words(progress))
