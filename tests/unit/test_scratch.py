"""The folder for what tests write."""

import os
import subprocess
import sys

from tests.scratch import ROOM_BYTES, scratch_folder


def test_it_is_in_memory_only_where_that_has_room(tmp_path, monkeypatch):
    memory, disk = tmp_path / "memory", tmp_path / "disk"
    memory.mkdir()
    disk.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(disk))
    assert scratch_folder(memory, 1).parent == memory
    assert scratch_folder(memory, ROOM_BYTES << 20).parent == disk
    assert scratch_folder(tmp_path / "nowhere", 1).parent == disk


def test_what_a_killed_process_has_left_there_goes_and_a_living_one_keeps_its_own(tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left, kept = tmp_path / f"dh{gone.pid}-a", tmp_path / f"dh{os.getpid()}-b"
    for folder in (left, kept, tmp_path / "dh-c"):
        folder.mkdir()
    scratch_folder(tmp_path, 1)
    assert not left.exists()
    assert kept.exists()
    assert (tmp_path / "dh-c").exists()
