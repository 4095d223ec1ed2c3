import shutil
import threading
from dataclasses import replace

import msgspec
import pytest

from app.model_host import EXCHANGED, NO_FOLDER, ModelHost, ModelLease
from app.settings import ModelSettings
from automation.core.errors import Damaged, LoadError, ModelError, Stopped
from automation.core.generation import LoadProgress
from automation.core.timing import StopToken
from model.calibrate.calibrate import store
from model.calibrate.scoring import Calibration
from model.calibrate.screens import screens_for
from model.checkpoint import read
from model.checkpoint.manifest import verify
from model.checkpoint.read import read_spec
from model.checkpoint.tiny import write_tiny_checkpoint
from model.checkpoint.tiny_qwen import write_tiny_qwen
from model.inference.options import DecodeSettings, Request
from model.prompt.conversation import Conversation, Message
from tests.kit.waiting import wait_for


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("checkpoint") / "tiny"
    write_tiny_checkpoint(folder)
    return folder


@pytest.fixture
def settings(folder):
    return ModelSettings(folder=str(folder), device="cpu")


@pytest.fixture
def host(settings, tmp_path):
    host = ModelHost(tmp_path, settings)
    yield host
    host.close()


def known(folder, data, space, *, thinking=False):
    found = Calibration(space, thinking, "holotron-12b", (), 0, None, "Found in a test.")
    checked = verify(read_spec(folder), data, progress=lambda _: None, stop=StopToken())
    store(found, checked.manifest.digest, data)


def test_without_a_folder_it_says_what_to_do(tmp_path):
    host = ModelHost(tmp_path, ModelSettings())
    assert not host.is_set_up
    with pytest.raises(ModelError, match="Ctrl\\+4"):
        host.ready(StopToken(), lambda progress: None)
    told = []
    host.listen(told.append)
    host.load()
    assert (told[-1].state, told[-1].problem) == ("failed", NO_FOLDER)


def test_a_folder_that_is_gone_is_named(tmp_path):
    host = ModelHost(tmp_path, ModelSettings(folder=str(tmp_path / "gone")))
    with pytest.raises(LoadError, match="gone"):
        host.ready(StopToken(), lambda progress: None)


def test_it_loads_once_and_tells_how_far(host):
    told = []
    host.ready(StopToken(), told.append)
    assert host.status.state == "ready"
    assert "Loading weights" in {progress.doing for progress in told}
    told.clear()
    host.ready(StopToken(), told.append)
    assert told == []
    assert host.status.coordinates.endswith("(0..1000), assumed")


def test_a_folder_of_another_family_is_spoken_to_as_that_family_is(tmp_path):
    write_tiny_qwen(tmp_path / "qwen")
    host = ModelHost(tmp_path, ModelSettings(folder=str(tmp_path / "qwen"), device="cpu"))
    try:
        ready = host.ready(StopToken(), lambda progress: None)
        assert (ready.spec.family, ready.profile.name, ready.thinking) == (
            "qwen3_5",
            "holo3.1",
            False,
        )
        assert host.status.coordinates.endswith("(0..1000), assumed")
        request = Request(
            Conversation((Message("user", "Hello"),)), settings=DecodeSettings(max_new_tokens=3)
        )
        assert len(ready.engine.propose(request, stop=StopToken()).new_ids) == 3
    finally:
        host.close()


def test_who_must_not_load_gets_the_model_only_while_it_is_loaded(host, settings, tmp_path):
    assert not host.is_loaded
    for _ in range(2):
        with pytest.raises(ModelError, match="no model is loaded"):
            host.ready(StopToken(), lambda progress: None, may_load=False)
    assert host.status.state == "empty"
    host.ready(StopToken(), lambda progress: None)
    assert host.is_loaded
    host.ready(StopToken(), lambda progress: None, may_load=False)

    other = tmp_path / "other"
    shutil.copytree(settings.folder, other)
    host.set_settings(msgspec.structs.replace(settings, folder=str(other)))
    assert not host.is_loaded
    host.set_settings(msgspec.structs.replace(settings, folder=""))
    assert not host.is_loaded
    host.set_settings(settings)
    assert host.is_loaded
    host.eject()
    assert not host.is_loaded


def test_the_model_page_can_load_and_eject(host):
    states = []
    host.listen(lambda status: states.append(status.state))
    host.load()
    wait_for(lambda: host.status.state == "ready")
    host.eject()
    wait_for(lambda: host.status.state == "empty")
    assert states[0] == "loading"


def test_what_the_point_test_found_is_spoken(host, folder, tmp_path):
    known(folder, tmp_path, "fraction", thinking=True)
    ready = host.ready(StopToken(), lambda progress: None)
    assert (ready.profile.space, ready.thinking) == ("fraction", True)
    assert host.status.coordinates.endswith("calibrated")


def test_a_model_whose_numbers_mean_nothing_known_is_not_used(host, folder, tmp_path):
    known(folder, tmp_path, None)
    with pytest.raises(ModelError, match="Found in a test"):
        host.ready(StopToken(), lambda progress: None)


def test_the_users_word_on_thinking_counts(host, settings):
    host.set_settings(msgspec.structs.replace(settings, thinking="on"))
    assert host.ready(StopToken(), lambda progress: None).thinking


def test_the_number_of_pictures_is_the_users(host, settings):
    host.set_settings(msgspec.structs.replace(settings, images_kept=1))
    assert host.ready(StopToken(), lambda progress: None).profile.images.most == 1


def test_a_stop_ends_the_waiting_for_a_load(host):
    stop = StopToken()
    stop.stop("user")
    with pytest.raises(Stopped):
        host.ready(stop, lambda progress: None)


def test_a_random_model_fits_no_space_and_that_is_kept(host, folder):
    told = []
    host.listen(lambda status: told.append(status.loading))
    [screen, *_] = screens_for(read_spec(folder).image)
    found = host.calibrate(StopToken(), [replace(screen, targets=screen.targets[:1])])
    assert not found.is_usable
    assert any(one and one.doing.startswith("Asking for places") for one in told)
    assert host.status.coordinates == "none fits, calibrated"
    assert host.status.loading is None


def test_a_point_test_can_be_cancelled_and_leaves_nothing(host):
    asking, is_cancelled, result = threading.Event(), threading.Event(), []

    def hold(status):
        if status.loading and "places" in status.loading.doing:
            asking.set()
            assert is_cancelled.wait(60)  # else it may be over by then

    host.listen(hold)

    def test():
        try:
            host.calibrate(StopToken())
        except Stopped:
            result.append("stopped")

    thread = threading.Thread(target=test)
    thread.start()
    assert asking.wait(60)
    host.cancel()
    is_cancelled.set()
    thread.join(60)
    assert result == ["stopped"]
    assert host.status.state == "ready"
    assert host.status.coordinates.endswith("assumed")


HELD = LoadProgress(1, 2, "Loading weights")


@pytest.fixture
def slow(monkeypatch):
    """Loading waits until `go_on` is set; `loads` counts how often it began."""

    class Slow:
        loads = 0
        go_on = threading.Event()
        begun = threading.Event()

        def __call__(self, options, *, progress, stop):
            Slow.loads += 1
            progress(HELD)
            Slow.begun.set()
            while not Slow.go_on.is_set():
                stop.wait(0.01)
            return real(options, progress=progress, stop=stop)

    from model.inference import engine

    real = engine._open_real
    loader = Slow()
    Slow.go_on.clear()
    Slow.begun.clear()
    monkeypatch.setattr(engine, "_open_real", loader)
    return loader


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("~nobody-of-that-name/x", "choose another one"),
        ("x" * 300, "choose another one"),
        ("gone", "there is no folder"),
    ],
)
def test_a_folder_that_cannot_be_asked_about_is_told_and_not_raised(tmp_path, name, problem):
    host = ModelHost(tmp_path, ModelSettings(folder=name))
    told = []
    host.listen(told.append)
    host.load()
    assert told[-1].state == "failed"
    assert problem in told[-1].problem


def test_a_profile_that_does_not_exist_is_told_and_not_raised(settings, tmp_path):
    host = ModelHost(tmp_path, msgspec.structs.replace(settings, profile="none-such"))
    told = []
    host.listen(told.append)
    host.load()
    assert "there is no profile 'none-such'" in told[-1].problem


def test_no_file_of_the_checkpoint_is_read_on_the_thread_that_asks_for_a_load(host, monkeypatch):
    readers = []
    real = read.read_object

    def noted(*arguments):
        readers.append(threading.current_thread().name)
        return real(*arguments)

    monkeypatch.setattr(read, "read_object", noted)
    host.load()
    wait_for(lambda: host.status.state == "ready")
    assert set(readers) == {"deskhand-engine"}


def test_the_folder_is_read_once_however_many_runs_there_are(host, monkeypatch):
    reads = []
    real = read.read_spec
    monkeypatch.setattr(
        "app.model_host.read_spec", lambda folder: reads.append(folder) or real(folder)
    )
    for _ in range(3):
        host.ready(StopToken(), lambda progress: None)
    assert len(reads) == 1


def damage(folder, data):
    known(folder, data, "fraction")
    [file] = (data / "calibrations").iterdir()
    file.write_text("{")


def test_a_damaged_calibration_refuses_a_run_and_not_the_load_that_mends_it(host, folder, tmp_path):
    damage(folder, tmp_path)
    with pytest.raises(Damaged, match="calibrate the model again"):
        host.ready(StopToken(), lambda progress: None)
    host.load()
    wait_for(lambda: host.status.state == "ready")
    [screen, *_] = screens_for(read_spec(folder).image)
    host.calibrate(StopToken(), [replace(screen, targets=screen.targets[:1])])
    with pytest.raises(ModelError, match="calibrate again"):
        host.ready(StopToken(), lambda progress: None)


def test_what_is_known_of_the_same_bytes_elsewhere_counts_in_the_first_run(
    folder, settings, tmp_path
):
    known(folder, tmp_path, "fraction")
    moved = tmp_path / "moved"
    shutil.copytree(folder, moved)
    host = ModelHost(tmp_path, msgspec.structs.replace(settings, folder=str(moved)))
    ready = host.ready(StopToken(), lambda progress: None)
    host.close()
    assert ready.profile.space == "fraction"


def test_a_run_waits_for_the_load_that_goes_on_and_begins_no_other(host, slow):
    host.load()
    assert slow.begun.wait(60)
    result = []
    run = threading.Thread(
        target=lambda: result.append(host.ready(StopToken(), lambda progress: None))
    )
    run.start()
    host.load()
    slow.go_on.set()
    run.join(60)
    assert len(result) == 1
    assert slow.loads == 1


def test_stopping_a_run_that_waits_leaves_the_load_of_somebody_else(host, slow):
    host.load()
    assert slow.begun.wait(60)
    stop = StopToken()
    threading.Timer(0.1, stop.stop).start()
    with pytest.raises(Stopped):
        host.ready(stop, lambda progress: None)
    slow.go_on.set()
    wait_for(lambda: host.status.state == "ready")
    assert slow.loads == 1


def test_cancelling_a_load_ends_the_run_that_waits_for_it(host, slow):
    ended = []

    def run():
        try:
            host.ready(StopToken(), lambda progress: None)
        except Stopped:
            ended.append("stopped")

    thread = threading.Thread(target=run)
    thread.start()
    assert slow.begun.wait(60)
    host.cancel()
    thread.join(60)
    assert ended == ["stopped"]


REQUEST = Request(Conversation((Message("user", "hello"),)), settings=DecodeSettings(2))


def test_a_run_never_speaks_to_a_model_that_was_loaded_after_it_began(
    host, folder, settings, tmp_path
):
    lease = host.ready(StopToken(), lambda progress: None).engine
    lease.propose(REQUEST, stop=StopToken())
    other = tmp_path / "other"
    write_tiny_checkpoint(other, seed=2)
    host.set_settings(msgspec.structs.replace(settings, folder=str(other)))
    host.load()
    wait_for(lambda: host.status.state == "ready")
    lease.anticipate(REQUEST.conversation)
    with pytest.raises(ModelError, match="in the middle of this run") as caught:
        lease.propose(REQUEST, stop=StopToken())
    assert str(caught.value) == EXCHANGED


def test_a_model_that_is_exchanged_under_a_reply_gives_none():
    held = [True]

    class Engine:
        def propose(self, request, *, stop, on_event=None):
            held[0] = False
            return "a reply of another model"

    with pytest.raises(ModelError, match="in the middle of this run"):
        ModelLease(Engine(), lambda: held[0]).propose(REQUEST, stop=StopToken())


def test_one_point_test_at_a_time_and_no_run_beside_it(host, slow):
    first = StopToken()
    ended = []

    def test():
        try:
            host.calibrate(first)
        except Stopped:
            ended.append("stopped")

    thread = threading.Thread(target=test)
    thread.start()
    assert slow.begun.wait(60)
    with pytest.raises(ModelError, match="point test uses the model"):
        host.calibrate(StopToken())
    with pytest.raises(ModelError, match="point test uses the model"):
        host.ready(StopToken(), lambda progress: None)
    assert not first.is_set
    host.cancel()
    thread.join(60)
    assert ended == ["stopped"]


def test_closing_in_the_middle_of_a_point_test_makes_no_second_engine(host, slow):
    ended = []

    def test():
        try:
            host.calibrate(StopToken())
        except Stopped:
            ended.append("stopped")

    thread = threading.Thread(target=test)
    thread.start()
    assert slow.begun.wait(60)
    host.close()
    thread.join(60)
    assert ended == ["stopped"]
    assert host._engine is None
    with pytest.raises(ModelError, match="start deskhand again"):
        host.ready(StopToken(), lambda progress: None)
