import threading
from dataclasses import replace
from pathlib import Path

import pytest

from app.gui.model_page.weights import WeightsGetter, host_name
from model.checkpoint.tiny import write_tiny_checkpoint
from model.network.offers import HOLO31_4B
from tests.fakes.fake_hub import REPO, FakeHub, served
from tests.kit.waiting import wait_for


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hub") / "tiny"
    write_tiny_checkpoint(folder)
    return folder


@pytest.fixture
def hub(files):
    with served(FakeHub.of_folder(files)) as serving:
        yield serving


@pytest.fixture
def told():
    return []


@pytest.fixture
def getter(hub, told):
    getter = WeightsGetter(told.append, repo=REPO, endpoint=hub.address)
    yield getter
    getter.close()


def ended(getter):
    wait_for(lambda: not getter.is_running)


def test_showing_the_place_asks_nobody(getter, hub, told, tmp_path):
    getter.show(tmp_path / "not" / "there")
    assert (told[-1].state, told[-1].folder) == ("unasked", str(tmp_path / "not" / "there"))
    assert told[-1].free_bytes > 0
    assert told[-1].host == host_name() != ""
    assert hub.requests == []


def test_size_and_licence_are_asked_before_anything_is_fetched(getter, hub, told, tmp_path):
    getter.ask(tmp_path / "weights")
    ended(getter)
    offer = told[-1].offer
    assert told[-1].state == "offered"
    assert offer.licence == "mit"
    assert offer.size_bytes > 1_000_000
    assert len(hub.requests) == 1
    assert not (tmp_path / "weights").exists()


def test_what_would_not_run_here_is_known_before_anything_is_fetched(hub, told, tmp_path):
    getter = WeightsGetter(
        told.append, repo=REPO, endpoint=hub.address, unfit=lambda size: f"{size > 1_000_000}"
    )
    getter.ask(tmp_path / "weights")
    ended(getter)
    assert told[-1].offer.unfit == "True"
    assert len(hub.requests) == 1


def test_what_suits_this_computer_best_is_asked_for_under_its_own_name(hub, told, tmp_path):
    best = replace(HOLO31_4B, repo=REPO)
    getter = WeightsGetter(told.append, endpoint=hub.address, best=lambda: best)
    getter.show(tmp_path / "holotron-12b")
    getter.ask(tmp_path / "holotron-12b")
    ended(getter)
    assert (told[0].name, told[-1].name) == ("", "Holo3.1-4B")
    assert (told[-1].state, told[-1].folder) == ("offered", str(tmp_path / "holo3.1-4b"))
    getter.ask(tmp_path / "chosen")
    ended(getter)
    assert (told[-1].name, told[-1].folder) == ("Holo3.1-4B", str(tmp_path / "chosen"))


def test_a_repository_that_was_named_is_asked_for_under_its_own_name(getter, told, tmp_path):
    getter.show(tmp_path / "weights")
    getter.ask(tmp_path / "weights")
    ended(getter)
    assert (told[0].name, told[-1].name) == ("", REPO.rpartition("/")[2])
    assert told[-1].folder == str(tmp_path / "weights")


def test_the_weights_come_with_progress_and_can_be_read(getter, told, tmp_path):
    getter.get(tmp_path / "weights")
    ended(getter)
    assert told[-1].state == "done", told[-1].problem
    assert (tmp_path / "weights" / "config.json").is_file()
    done = [status.done_bytes for status in told if status.state == "running"]
    assert done == sorted(done)
    assert done[-1] > 1_000_000


def test_a_pause_holds_it_and_a_stop_keeps_what_came(getter, hub, told, tmp_path):
    hub.held = "model-00001-of-00003.safetensors"
    getter.get(tmp_path / "weights")
    assert hub.half_sent.wait(60)
    wait_for(lambda: told[-1].done_bytes > 0)
    getter.pause()
    hub.go_on.set()
    assert told[-1].state == "paused"
    getter.stop()
    ended(getter)
    assert told[-1].state == "offered"
    getter.get(tmp_path / "weights")
    ended(getter)
    assert told[-1].state == "done"


def test_what_was_paused_goes_on_where_it_was(getter, hub, told, tmp_path):
    hub.held = "model-00001-of-00003.safetensors"
    getter.get(tmp_path / "weights")
    assert hub.half_sent.wait(60)
    wait_for(lambda: told[-1].done_bytes > 0)
    getter.pause()
    getter.show(tmp_path / "elsewhere")
    assert (told[-1].state, getter.is_running) == ("paused", True)
    hub.go_on.set()
    getter.resume()
    assert told[-1].state == "running"
    wait_for(lambda: told[-1].state == "done")
    first, *more = hub.asked_for(hub.held)
    assert (first, len(more), more[0] > 0) == (0, 1, True)
    assert hub.asked_for("config.json") == [0]


def test_a_pause_that_is_pressed_while_the_size_is_asked_does_nothing(getter, hub, told, tmp_path):
    getter.ask(tmp_path / "weights")
    ended(getter)
    getter.pause()
    getter.resume()
    assert told[-1].state == "offered"


def test_a_hub_that_cannot_be_reached_is_said(told, tmp_path):
    getter = WeightsGetter(told.append, repo=REPO, endpoint="http://127.0.0.1:9")
    getter.ask(tmp_path)
    ended(getter)
    assert told[-1].state == "failed"
    assert told[-1].problem


def test_a_failed_download_says_why_and_keeps_the_offer(getter, hub, told, tmp_path):
    name = "model-00002-of-00003.safetensors"
    hub.sent[name] = bytes(len(hub.files[name]))
    getter.get(Path(tmp_path / "weights"))
    ended(getter)
    assert told[-1].state == "failed"
    assert name in told[-1].problem
    assert told[-1].offer is not None


def test_a_folder_that_cannot_be_written_to_is_said_with_what_to_do(getter, told, tmp_path):
    (tmp_path / "file").write_text("in the way")
    getter.get(tmp_path / "file" / "weights")
    ended(getter)
    assert told[-1].state == "failed"
    assert "Not a directory" in told[-1].problem
    assert "choose another" in told[-1].problem


class PausedMeanwhile:
    """Progress that comes while the user pauses: the press falls between reading and writing."""

    done_bytes = 1
    total_bytes = 2

    def __init__(self, getter):
        self.thread = threading.Thread(target=getter.pause)

    @property
    def doing(self):
        self.thread.start()
        self.thread.join(0.2)
        return "Downloading"


def test_progress_does_not_undo_a_pause(getter, told):
    getter._change(state="running")
    progress = PausedMeanwhile(getter)
    getter._came(progress)
    progress.thread.join()
    assert told[-1].state == "paused"
