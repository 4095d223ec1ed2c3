"""The model of this process: made when it is first needed, set up from the user's settings.

The one place besides `composition` that imports `model`, and only inside functions: the window
opens without it.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.modelpage.wording import progress_words
from app.settings import ModelSettings
from automation.core.engine import EngineStatus, LoadProgress
from automation.core.errors import LoadError, ModelError
from automation.core.stopping import StopToken

if TYPE_CHECKING:
    from model.calibrate.calibration import Calibration
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
        return EngineStatus() if self._engine is None else self._engine.status

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
            self._loaded = options
            self._made().load(options)

    def eject(self) -> None:
        """Let go of the model; a load that goes on is stopped."""
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
        if found is not None and not found.is_usable:
            message = f"{found.sentence} Run the point test again, or choose another profile."
            raise ModelError(message)
        self._wait_for(options, stop, tell)
        engine = self._made()
        return Ready(engine, spec, profile, self._thinks(profile, found))

    def _wait_for(
        self, options: "LoadOptions", stop: StopToken, tell: Callable[[str], None]
    ) -> None:
        with self._lock:
            engine = self._made()
            if self._loaded == options and engine.status.state in ("ready", "working"):
                return
            unlisten = engine.listen(lambda status: _tell_loading(status.loading, tell))
            self._loaded = options
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
            coordinates=f"{_SPACES[profile.space]}, {known}",
        )

    def _contract(self, folder: Path) -> "tuple[ModelSpec, Profile, Calibration | None]":
        from model.calibrate.keeping import recall
        from model.checkpoint.reading import read_spec
        from model.prompt.profiles.catalogue import DEFAULT, profile

        if not folder.is_dir():
            message = f"there is no folder {folder}; choose the one that holds config.json"
            raise LoadError(message)
        spec = read_spec(folder)
        named = self._settings.profile
        chosen = profile(DEFAULT if named == "auto" else named)
        chosen = chosen.with_images(self._settings.images_kept)
        found = recall(spec.fingerprint, self._data)
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
        for listener in tuple(self._listeners):
            listener(status)

    def close(self) -> None:
        """Let go of the model and end its thread."""
        with self._lock:
            engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()


_SPACES: Final = {
    "norm_1000": "0..1000",
    "fraction": "0..1",
    "source_px": "screen pixels",
    "canvas_px": "picture pixels",
}


def _tell_loading(progress: LoadProgress | None, tell: Callable[[str], None]) -> None:
    if progress is not None:
        tell(progress_words(progress))
