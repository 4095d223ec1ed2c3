"""A tiny checkpoint, written once, and copies of it to damage."""

import shutil

import pytest

from model.checkpoint.tiny import TinyScale, write_tiny_checkpoint
from tests.unit.model.checkpoint.folders import copy_of


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory):
    """Return a sound folder that nobody writes to."""
    folder = tmp_path_factory.mktemp("checkpoint") / "tiny"
    write_tiny_checkpoint(folder)
    return folder


@pytest.fixture
def copied(tiny_folder, tmp_path):
    """Return a copy of the sound folder."""
    return copy_of(tiny_folder, tmp_path / "copy")


@pytest.fixture(scope="session")
def large_folder(tmp_path_factory):
    """Return a folder with 85 MB of weights, enough to see a second copy of them."""
    folder = tmp_path_factory.mktemp("checkpoint") / "large"
    wide = TinyScale(hidden=512, mlp_width=12288, shards=4)
    write_tiny_checkpoint(folder, scale=wide)
    yield folder
    shutil.rmtree(folder)
