import threading
from dataclasses import replace

import msgspec
import pytest

from app.model_host import NO_FOLDER, ModelHost
from app.settings import ModelSettings
from automation.core.errors import LoadError, ModelError, Stopped
from automation.core.stopping import StopToken
from model.calibrate.calibration import Calibration
from model.calibrate.keeping import store
from model.calibrate.screens import screens_for
from model.checkpoint.manifest import verify
from model.checkpoint.reading import read_spec
from model.checkpoint.tiny import write_tiny_checkpoint
from tests.desktop.drawn_windows import wait_for


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
        host.ready(StopToken(), lambda words: None)
    told = []
    host.listen(told.append)
    host.load()
    assert (told[-1].state, told[-1].problem) == ("failed", NO_FOLDER)


def test_a_folder_that_is_gone_is_named(tmp_path):
    host = ModelHost(tmp_path, ModelSettings(folder=str(tmp_path / "gone")))
    with pytest.raises(LoadError, match="gone"):
        host.ready(StopToken(), lambda words: None)


def test_it_loads_once_and_tells_how_far(host):
    words = []
    first = host.ready(StopToken(), words.append)
    assert host.status.state == "ready"
    assert any(said.startswith("Loading weights") for said in words)
    words.clear()
    assert host.ready(StopToken(), words.append).engine is first.engine
    assert words == []
    assert host.status.coordinates.endswith("(0..1000), assumed")


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
    ready = host.ready(StopToken(), lambda words: None)
    assert (ready.profile.space, ready.thinking) == ("fraction", True)
    assert host.status.coordinates.endswith("calibrated")


def test_a_model_whose_numbers_mean_nothing_known_is_not_used(host, folder, tmp_path):
    known(folder, tmp_path, None)
    with pytest.raises(ModelError, match="Found in a test"):
        host.ready(StopToken(), lambda words: None)


def test_the_users_word_on_thinking_counts(host, settings):
    host.set_settings(msgspec.structs.replace(settings, thinking="on"))
    assert host.ready(StopToken(), lambda words: None).thinking


def test_the_number_of_pictures_is_the_users(host, settings):
    host.set_settings(msgspec.structs.replace(settings, images_kept=1))
    assert host.ready(StopToken(), lambda words: None).profile.images.most == 1


def test_a_stop_ends_the_waiting_for_a_load(host):
    stop = StopToken()
    stop.stop("user")
    with pytest.raises(Stopped):
        host.ready(stop, lambda words: None)


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
    asking = threading.Event()
    host.listen(
        lambda status: asking.set() if status.loading and "places" in status.loading.doing else None
    )
    result = []

    def test():
        try:
            host.calibrate(StopToken())
        except Stopped:
            result.append("stopped")

    thread = threading.Thread(target=test)
    thread.start()
    assert asking.wait(30)
    host.cancel()
    thread.join(20)
    assert result == ["stopped"]
    assert host.status.state == "ready"
    assert host.status.coordinates.endswith("assumed")
