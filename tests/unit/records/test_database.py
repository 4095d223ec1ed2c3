"""Opening: new, damaged, foreign, older and newer databases."""

import sqlite3

import pytest

from automation.core.errors import RecordError
from automation.core.events import Task
from automation.core.proposal import Outcome
from automation.records.database import (
    APPLICATION_ID,
    MIGRATIONS,
    VERSION,
    is_network_folder,
    open_database,
    put_aside,
)
from automation.records.store import Store
from tests.unit.records.test_store import step


def filled(home, runs=3):
    store = Store(home)
    for n in range(runs):
        log = store.new_run(Task(f"task {n}"))
        log.append(step())
        log.end(Outcome.DONE, "Done.")
    store.close()
    return home / "history.db"


def value(path, sql):
    database = sqlite3.connect(path)
    try:
        return database.execute(sql).fetchone()[0]
    finally:
        database.close()


def test_a_new_database_says_whose_and_which_it_is(tmp_path):
    path = filled(tmp_path)
    assert value(path, "PRAGMA application_id") == APPLICATION_ID
    assert value(path, "PRAGMA user_version") == VERSION
    assert value(path, "PRAGMA journal_mode") == "wal"


def test_the_settings_that_keep_data_safe_are_on(tmp_path):
    opened = open_database(tmp_path / "history.db")
    asked = {
        name: opened.connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("synchronous", "foreign_keys", "trusted_schema", "cell_size_check",
                     "secure_delete", "temp_store", "busy_timeout")
    }  # fmt: skip
    opened.connection.close()
    assert asked == {
        "synchronous": 2, "foreign_keys": 1, "trusted_schema": 0, "cell_size_check": 1,
        "secure_delete": 1, "temp_store": 2, "busy_timeout": 5000,
    }  # fmt: skip


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data[:100],
        lambda data: b"this is no database " * 300,
        lambda data: b"\0" * len(data),
        lambda data: data[:4096] + b"\xff" * 4096 + data[8192:],
        lambda data: bytes([data[0] ^ 1]) + data[1:],
    ],
    ids=["empty", "half", "header", "text", "zeros", "page", "flipped"],
)
def test_a_damaged_database_is_put_aside_whole_and_a_new_one_is_begun(tmp_path, damage):
    path = filled(tmp_path)
    harmed = damage(path.read_bytes())
    path.write_bytes(harmed)
    store = Store(tmp_path)
    asides = [p for p in tmp_path.glob("history.db.corrupt-*") if p.name.endswith("Z")]
    if harmed:
        assert [aside.read_bytes() for aside in asides] == [harmed]
        assert asides[0].name in store.notice
    assert store.runs() == ()
    log = store.new_run(Task("afterwards"))
    log.end(Outcome.DONE, "")
    assert len(store.runs()) == 1
    store.close()


def test_a_database_of_another_program_is_not_touched(tmp_path):
    path = tmp_path / "history.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE theirs (x)")
    database.close()
    before = path.read_bytes()
    store = Store(tmp_path)
    aside = next(tmp_path.glob("history.db.corrupt-*"))
    assert aside.read_bytes() == before
    assert "another program" in store.notice
    store.close()


def test_a_database_of_a_later_version_is_shown_and_not_written(tmp_path):
    path = filled(tmp_path)
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 6}")
    database.close()
    store = Store(tmp_path)
    assert store.is_read_only
    assert str(VERSION + 6) in store.notice
    assert len(store.runs()) == 3
    with pytest.raises(RecordError, match="later deskhand"):
        store.new_run(Task("x"))
    store.close()


def test_a_migration_keeps_a_backup_and_every_row(tmp_path):
    path = filled(tmp_path)
    later = (*MIGRATIONS, ("ALTER TABLE run ADD COLUMN mood TEXT", "UPDATE run SET mood = 'ok'"))
    opened = open_database(path, later)
    assert (
        opened.connection.execute("SELECT count(*) FROM run WHERE mood = 'ok'").fetchone()[0] == 3
    )
    opened.connection.close()
    assert value(path, "PRAGMA user_version") == VERSION + 1
    backup = path.with_name(f"history.db.before-{VERSION + 1}")
    assert value(backup, "PRAGMA user_version") == VERSION
    assert value(backup, "SELECT count(*) FROM run") == 3


def test_a_migration_that_fails_leaves_everything_as_it_was(tmp_path):
    path = filled(tmp_path)
    broken = (*MIGRATIONS, ("ALTER TABLE run ADD COLUMN mood TEXT", "UPDATE nothing SET x = 1"))
    with pytest.raises(RecordError):
        open_database(path, broken)
    assert value(path, "PRAGMA user_version") == VERSION
    store = Store(tmp_path)
    assert len(store.runs()) == 3
    store.close()


def test_two_files_put_aside_in_one_second_are_both_kept(tmp_path):
    path = tmp_path / "history.db"
    names = set()
    for text in ("one", "two"):
        path.write_text(text)
        names.add(put_aside(path))
    assert sorted(name.read_text() for name in names) == ["one", "two"]


@pytest.mark.parametrize(("kind", "expected"), [("nfs4", True), ("ext4", False), ("cifs", True)])
def test_a_network_folder_is_known_by_its_mount(tmp_path, kind, expected):
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda1 / ext4 rw 0 0\nhost:/x {tmp_path} {kind} rw 0 0\n")
    assert is_network_folder(tmp_path / "home", mounts) is expected
