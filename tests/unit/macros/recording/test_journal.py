"""The steps of a recording on the disk: what was taken back is in no file."""

import errno
import os
from pathlib import Path

import pytest

from automation.core import files
from automation.macros.macro import Param, Type
from automation.macros.macro_files import FileError
from automation.macros.record.recording_journal import STEPS, StepJournal, recover

ONE, TWO, BOTH = "img/one.png", "img/two.png", "img/both.png"


@pytest.fixture
def journal(tmp_path):
    made = StepJournal(tmp_path / "1")
    yield made
    made.close()


def text(name):
    return Type(id=name, text=f"text of {name}")


def pictures(journal):
    return {f"img/{path.name}" for path in (journal.folder / "img").iterdir()}


def test_a_step_that_was_taken_back_is_in_no_file(journal):
    journal.put(0, text("one"), {ONE: b"1", BOTH: b"b"})
    journal.put(1, text("two"), {TWO: b"2", BOTH: b"b"})
    journal.put(1, None)
    assert b"text of two" not in (journal.folder / STEPS).read_bytes()
    assert pictures(journal) == {ONE, BOTH}
    journal.put(2, text("three"))
    assert [step.id for step in recover(journal.folder).steps] == ["one", "three"]
    assert {path.name for path in journal.folder.iterdir()} == {"events.bin", STEPS, "img", "lock"}


def test_what_a_step_said_before_it_was_changed_is_in_no_file(journal):
    journal.put(0, text("one"), {ONE: b"1"}, {"p": Param()})
    journal.put(0, text("two"), {TWO: b"2"})
    assert b"text of one" not in (journal.folder / STEPS).read_bytes()
    assert pictures(journal) == {TWO}
    found = recover(journal.folder)
    assert found.steps == (text("two"),)
    assert set(found.params) == {"p"}


def test_a_picture_that_cannot_be_deleted_is_deleted_with_the_next_try(journal, monkeypatch):
    journal.put(0, text("one"), {ONE: b"1"})

    def refuse(path, **given):
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as stuck:
        stuck.setattr(Path, "unlink", refuse)
        with pytest.raises(FileError, match="cannot delete"):
            journal.put(0, None)
    assert pictures(journal) == {ONE}
    journal.put(0, None)
    assert pictures(journal) == set()
    assert recover(journal.folder).steps == ()


def test_a_full_disk_leaves_no_half_line_behind(journal, monkeypatch):
    journal.put(0, text("one"))
    write, left = os.write, [10]

    def short(descriptor, data):
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = bytes(data)[: left[0]]
        left[0] -= len(taken)
        return write(descriptor, taken)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", short)
        with pytest.raises(FileError):
            journal.put(1, text("two"))
    journal.put(2, text("three"))
    assert [step.id for step in recover(journal.folder).steps] == ["one", "three"]


def test_a_recording_that_the_system_has_no_lock_for_leaves_no_descriptor_open(
    tmp_path, monkeypatch
):
    def no_lock(descriptor, kind):
        raise OSError(errno.ENOLCK, "No locks available")

    before = len(list(Path("/proc/self/fd").iterdir()))
    monkeypatch.setattr(files.fcntl, "flock", no_lock)
    with pytest.raises(FileError, match="No locks"):
        StepJournal(tmp_path / "1")
    assert len(list(Path("/proc/self/fd").iterdir())) == before
