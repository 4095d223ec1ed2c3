import dataclasses
import stat

import pytest

from automation.core.engine import Completion, EngineStatus, LoadProgress, Memory, StepStats
from automation.core.errors import LoadError, SettingsError, Stopped
from automation.core.timing import StopToken
from model.calibrate.calibrate import (
    ANSWER_TOKENS,
    DOING,
    FOLDER,
    THINKING_TOKENS,
    EngineAsker,
    recall,
    run_calibration,
)
from model.calibrate.screens import screens_for
from model.checkpoint.manifest import remembered
from model.checkpoint.read import read_spec
from model.checkpoint.tiny import write_tiny_checkpoint
from model.inference.engine import ModelEngine
from tests.unit.model.calibrate.simulated import SCREENS, Simulated


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("checkpoint")
    write_tiny_checkpoint(folder)
    return folder


class Speaking:
    """A loaded model that knows the screens; stands in the real engine's thread."""

    facts = EngineStatus(state="ready")

    def __init__(self, space, spec):
        self.space = space
        self.screens = {screen.image.plan: screen for screen in screens_for(spec.image)}
        self.requests = []
        self.released = False

    def reply(self, request, *, stop, on_event, asked_s):
        self.requests.append(request)
        (message,) = request.conversation.messages
        (image,) = message.images
        screen = dataclasses.replace(self.screens[image.plan], image=image)
        text = Simulated(self.space, [screen]).ask(image, message.text, thinking=False)
        return Completion(text, "a thought with (1, 2)", "stop", (), StepStats())

    def tidy(self):
        pass

    def prepare(self, conversation, *, stop):
        raise NotImplementedError

    def memory(self):
        return Memory()

    def release(self):
        self.released = True


class Opening:
    """Loads a speaking model; keeps what it was asked to load."""

    def __init__(self, space):
        self.space = space

    def __call__(self, options, *, progress, stop):
        self.options = options
        progress(LoadProgress(0, 10, "Loading weights"))
        progress(LoadProgress(10, 10, "Loading weights"))
        self.model = Speaking(self.space, read_spec(options.folder))
        return self.model


@pytest.fixture
def opening():
    return Opening("source_px")


@pytest.fixture
def engine(opening):
    engine = ModelEngine(opening)
    yield engine
    engine.close()


def test_a_folder_is_loaded_asked_and_its_space_is_kept(folder, tmp_path, engine, opening):
    told = []
    found = run_calibration(
        folder, tmp_path, progress=told.append, stop=StopToken(), device="cpu", engine=engine
    )
    assert found.space == "source_px"
    digest = remembered(folder, tmp_path).digest
    assert recall(digest, tmp_path) == found
    assert opening.options.folder == folder
    assert opening.options.where.device == "cpu"
    assert [p.doing for p in told if p.doing == "Loading weights"]
    assert told[-1] == LoadProgress(12, 96, DOING)


def test_the_answers_are_free_text_and_the_most_likely(folder, tmp_path, engine, opening):
    run_calibration(
        folder, tmp_path, progress=lambda _: None, stop=StopToken(), engine=engine, device="cpu"
    )
    for request in opening.model.requests:
        assert request.shape is None
        assert request.settings.sampling.temperature == 0
        assert request.settings.max_new_tokens == ANSWER_TOKENS
        assert not request.conversation.thinking


def test_thinking_gets_room_of_its_own():
    class Recording:
        def propose(self, request, *, stop):
            self.request = request
            return Completion("(1, 2)", "hm", "stop", (), StepStats())

    recording = Recording()
    EngineAsker(recording, StopToken()).ask(SCREENS[0].image, "Where?", thinking=True)
    assert recording.request.conversation.thinking
    assert recording.request.settings.max_new_tokens == ANSWER_TOKENS + THINKING_TOKENS


def test_a_lent_engine_keeps_its_model_and_is_no_longer_listened_to(
    folder, tmp_path, engine, opening
):
    told = []
    run_calibration(
        folder, tmp_path, progress=told.append, stop=StopToken(), engine=engine, device="cpu"
    )
    assert not opening.model.released
    before = len(told)
    engine.load(opening.options).result()
    assert len(told) == before


def stopped_after(questions, folder, data, engine):
    stop = StopToken()

    def progress(told):
        if told.doing == DOING and told.done_bytes == questions:
            stop.stop()

    with pytest.raises(Stopped):
        run_calibration(folder, data, progress=progress, stop=stop, engine=engine, device="cpu")


def test_a_stopped_calibration_goes_on_from_there(folder, tmp_path, engine, opening):
    stopped_after(5, folder, tmp_path, engine)
    digest = remembered(folder, tmp_path).digest
    assert recall(digest, tmp_path) is None
    (kept,) = (tmp_path / FOLDER).iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    asked_before = len(opening.model.requests)
    found = run_calibration(
        folder, tmp_path, progress=lambda _: None, stop=StopToken(), engine=engine, device="cpu"
    )
    assert (asked_before, len(opening.model.requests)) == (5, 12 - 5)
    assert found.space == "source_px"
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == [f"{digest}.json"]


def test_it_is_asked_anew_once_it_was_kept(folder, tmp_path, engine, opening):
    for _ in range(2):
        run_calibration(
            folder, tmp_path, progress=lambda _: None, stop=StopToken(), engine=engine, device="cpu"
        )
        assert len(opening.model.requests) == 12


def test_a_folder_or_profile_that_is_none_is_refused_before_anything_is_loaded(tmp_path):
    with pytest.raises(LoadError):
        run_calibration(tmp_path, tmp_path, progress=lambda _: None, stop=StopToken())
    with pytest.raises(SettingsError):
        run_calibration(
            tmp_path, tmp_path, progress=lambda _: None, stop=StopToken(), profile_name="gpt"
        )


def test_a_random_network_is_asked_for_real_until_it_is_stopped(folder, tmp_path):
    stop, answered = StopToken(), []

    def progress(told):
        if told.doing == DOING:
            answered.append(told)
            stop.stop()

    with pytest.raises(Stopped):
        run_calibration(folder, tmp_path, progress=progress, stop=stop, device="cpu")
    assert len(answered) == 1
    assert recall(remembered(folder, tmp_path).digest, tmp_path) is None
