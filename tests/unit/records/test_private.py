"""What a file of ours leaves behind when one of its own calls fails."""

import errno
import os
from pathlib import Path

import pytest

from automation.core.files import read, write_new


def _descriptors():
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def _no_object(*args, **more):
    raise OSError(errno.ENOMEM, "Cannot allocate memory")


@pytest.mark.parametrize(
    "doing", [lambda p: read(p / "old", 9), lambda p: write_new(p / "new", b"x")]
)
def test_a_file_that_cannot_be_made_an_object_leaves_no_descriptor_open(
    doing, tmp_path, monkeypatch
):
    write_new(tmp_path / "old", b"kept")
    before = _descriptors()
    monkeypatch.setattr(os, "fdopen", _no_object)
    with pytest.raises(OSError, match="allocate"):
        doing(tmp_path)
    assert _descriptors() == before
