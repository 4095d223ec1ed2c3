"""What the place for our files keeps, read from the kernel's own table and by trying."""

import os
from pathlib import Path

import pytest

from app.doctor.checks import gather_disk, mount_of
from app.settings import Folders

MOUNTS = """\
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,errors=remount-ro
24 23 0:22 / /people/ada/my\\040disk rw - ext4 /dev/sdb1 rw,nobarrier
23 22 0:21 / /people rw,nosuid shared:2 - nfs4 box:/export rw,vers=4.2
25 22 0:23 / /peoplework rw - tmpfs tmpfs rw,size=1k
broken line
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/var/lib", "ext4"),
        ("/people", "nfs4"),
        ("/people/ada", "nfs4"),
        ("/people/ada/my disk/data", "ext4"),
        ("/peoplework/x", "tmpfs"),
    ],
)
def test_the_mount_that_is_nearest_above_a_folder_counts(folder, kind):
    assert mount_of(Path(folder), MOUNTS)[0] == kind


def test_the_options_of_mount_and_file_system_are_read():
    _, options = mount_of(Path("/people/ada/my disk"), MOUNTS)
    assert "nobarrier" in options


def test_without_a_table_nothing_is_known():
    assert mount_of(Path("/home"), "") == ("", ())


@pytest.fixture
def folders(tmp_path):
    made = Folders(tmp_path / "config", tmp_path / "data", tmp_path / "runtime")
    made.create()
    return made


def test_a_place_of_our_own_is_well_and_stays_as_it_is(folders):
    (folders.data / "history.db").touch(mode=0o600)
    found = gather_disk(folders)
    assert (found.sync_problem, found.exposed, found.foreign) == ("", (), ())
    assert [path.name for path in folders.data.iterdir()] == ["history.db"]


def test_a_file_that_others_may_read_is_named(folders):
    (folders.data / "history.db").touch()
    (folders.data / "history.db").chmod(0o644)
    folders.config.chmod(0o755)
    assert set(gather_disk(folders).exposed) == {"history.db", "config"}


def test_a_folder_that_cannot_be_written_through_is_said(folders, monkeypatch):
    def fails(_handle):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fails)
    assert gather_disk(folders).sync_problem == "Input/output error"


def test_a_folder_that_a_service_copies_is_named(tmp_path):
    folders = Folders(tmp_path / "c", tmp_path / "Dropbox" / "deskhand", tmp_path / "r")
    folders.create()
    assert gather_disk(folders).copied_by == "Dropbox"


def test_a_clock_before_our_own_files_is_noticed(folders, monkeypatch):
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert gather_disk(folders).clock_behind_s > 86_400
