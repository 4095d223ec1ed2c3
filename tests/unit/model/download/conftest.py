"""A tiny checkpoint on a hub of our own, and a place to put it."""

import pytest
from huggingface_hub import close_session

from model.checkpoint.tiny import write_tiny_checkpoint
from tests.fakes.fake_hub import FakeHub, served


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tiny") / "checkpoint"
    write_tiny_checkpoint(folder)
    return folder


@pytest.fixture
def hub(tiny_folder, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "never-sent")
    close_session()
    with served(FakeHub.of_folder(tiny_folder)) as serving:
        yield serving
    close_session()


@pytest.fixture
def shard(hub):
    """Name of the largest file."""
    return max(hub.files, key=lambda name: len(hub.files[name]))
