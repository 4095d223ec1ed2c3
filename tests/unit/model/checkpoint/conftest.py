"""A tiny checkpoint, written once, and copies of it to damage."""

import pytest

from model.checkpoint.tiny import write_tiny_checkpoint
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
