"""Calibrates a checkpoint folder with the model of this process, and keeps what was found."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from automation.core.engine import LoadProgress
from automation.core.stopping import StopToken
from model.calibrate.asking import Progress as AskedProgress
from model.calibrate.asking import calibrate
from model.calibrate.calibration import Calibration
from model.calibrate.keeping import store
from model.calibrate.resuming import Resuming
from model.calibrate.screens import Screen, screens_for
from model.checkpoint.manifest import verify_quickly
from model.checkpoint.reading import read_spec
from model.core.spec import ModelSpec
from model.inference.engine import ModelEngine
from model.inference.options import DecodeSettings, LoadOptions, Request
from model.network.device import DeviceChoice, Override
from model.prompt.conversation import Conversation, Message, SourceImage
from model.prompt.profiles.catalogue import DEFAULT, profile
from model.prompt.profiles.profile import Profile

DOING: Final = "Asking for places"

ANSWER_TOKENS: Final = 64
"""A point takes about 20, with a sentence around it twice that."""
THINKING_TOKENS: Final = 768
"""Room for a thought before the answer."""

Progress = Callable[[LoadProgress], None]


class EngineAsker:
    """Asks the loaded model. Waits for every answer: not for the window's thread."""

    def __init__(self, engine: ModelEngine, stop: StopToken) -> None:
        self._engine = engine
        self._stop = stop

    def ask(self, image: SourceImage, question: str, *, thinking: bool) -> str:
        """Return the answer without the thinking, the most likely one.

        It is free text: a schema would press the numbers into the range that is in question.

        Raises:
            GenerationError: the network's output is no reply.
            Stopped: a stop was asked for.
        """
        conversation = Conversation((Message("user", question, (image,)),), thinking)
        most = ANSWER_TOKENS + (THINKING_TOKENS if thinking else 0)
        request = Request(conversation, settings=DecodeSettings(max_new_tokens=most))
        return self._engine.propose(request, stop=self._stop).text


def run_calibration(
    folder: Path,
    data_folder: Path,
    *,
    progress: Progress,
    stop: StopToken,
    device: DeviceChoice = "auto",
    profile_name: str = DEFAULT,
    engine: ModelEngine | None = None,
) -> Calibration:
    """Load a checkpoint, find out which coordinates it writes, and keep that.

    Args:
        folder: the checkpoint.
        data_folder: our data folder.
        progress: told of loading in bytes, then of the questions.
        stop: heard while loading and while asking; the next time it goes on from there.
        device: where it runs.
        profile_name: whose question is asked.
        engine: loads and asks; None for one of its own, which is closed at the end.

    Raises:
        LoadError: the folder is broken, changed, hostile or of another kind.
        ModelError: it cannot be run here.
        SettingsError: there is no such profile.
        RecordError: what was found could not be kept.
        Stopped: a stop was asked for.
    """
    contract, spec = profile(profile_name), read_spec(folder)
    used = engine or ModelEngine()
    options = LoadOptions(
        folder=folder,
        data=data_folder,
        style=contract.style_name,
        where=Override(device=device),
    )
    unlisten = used.listen(
        lambda status: progress(status.loading) if status.loading is not None else None
    )
    try:
        used.load(options).result(stop)
        found = calibrate_loaded(
            used,
            spec,
            contract,
            data_folder,
            progress=lambda done, most: progress(LoadProgress(done, most, DOING)),
            stop=stop,
        )
    finally:
        unlisten()
        if engine is None:
            used.close()
    return found


def calibrate_loaded(
    engine: ModelEngine,
    spec: ModelSpec,
    contract: Profile,
    data_folder: Path,
    *,
    progress: AskedProgress,
    stop: StopToken,
    screens: Sequence[Screen] | None = None,
) -> Calibration:
    """Find out which coordinates a loaded checkpoint writes, and keep that.

    Args:
        engine: has loaded it.
        spec: what the checkpoint says of itself.
        contract: whose question is asked.
        data_folder: our data folder.
        progress: told after every question.
        stop: checked before every question; answers are kept for the next time.
        screens: what is asked about; None for screens that tell every space apart.

    Raises:
        LoadError: its files changed since they were loaded.
        RecordError: what was found could not be kept.
        Stopped: a stop was asked for.
    """
    checked = verify_quickly(spec, data_folder, progress=lambda _: None, stop=stop)
    digest = checked.manifest.digest
    asker = Resuming(EngineAsker(engine, stop), digest, data_folder, engine.status)
    found = calibrate(
        asker, contract, screens or screens_for(spec.image), progress=progress, stop=stop
    )
    store(found, digest, data_folder)
    asker.forget()
    return found
