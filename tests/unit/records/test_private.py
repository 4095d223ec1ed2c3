"""What a file of ours leaves behind when one of its own calls fails."""

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from automation.core import files
from automation.core.files import read, try_lock, write_new
from automation.macros.macro_files import locked


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


def test_nothing_is_changed_in_a_folder_whose_lock_is_not_to_be_had(tmp_path, monkeypatch):
    before, changed = _descriptors(), []
    monkeypatch.setattr(files, "try_lock", lambda descriptor, *, waits: False)
    refused = pytest.raises(BlockingIOError, match="another deskhand has locked it")
    with refused, locked(tmp_path / "lock"):
        changed.append("all")
    assert (changed, _descriptors()) == ([], before)


def test_windows_gives_up_waiting_for_a_lock_after_a_while(monkeypatch):
    """What it says then is no fault of the system: somebody has the lock."""

    def locking(descriptor, mode, size):
        raise OSError(errno.EDEADLK, "Resource deadlock avoided")

    windows = SimpleNamespace(LK_LOCK=1, LK_NBLCK=2, locking=locking)
    monkeypatch.setattr(files, "msvcrt", windows, raising=False)
    monkeypatch.setattr(files, "sys", SimpleNamespace(platform="win32"))
    assert not try_lock(3, waits=True)
