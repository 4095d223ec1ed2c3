"""The mark of a living run when the system refuses a call on the way to it."""

import errno
import os

import pytest

from automation.core.errors import RecordError
from automation.records import rows


def test_a_mark_that_cannot_be_looked_at_is_let_go_and_told_as_an_error_of_ours(
    tmp_path, monkeypatch
):
    def refuse(path, descriptor):
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(rows, "_is_at", refuse)
        with pytest.raises(RecordError, match="mark the run as alive: Input/output error"):
            rows.hold(tmp_path, "a")
    held = rows.hold(tmp_path, "a")
    assert held is not None
    held.release()


def test_no_memory_on_the_way_to_a_mark_leaves_no_descriptor_open(tmp_path, monkeypatch):
    opened = []

    def no_memory(descriptor):
        opened.append(descriptor)
        raise MemoryError

    monkeypatch.setattr(rows, "try_lock", no_memory)
    with pytest.raises(MemoryError):
        rows.hold(tmp_path, "a")
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(opened[0])
