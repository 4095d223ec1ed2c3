"""Opening after harm, with company, and through migrations."""

import json
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from automation.core.actions import Aim, Click
from automation.core.errors import Damaged, RecordError
from automation.core.events import Task
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import Outcome, Proposal, Where
from automation.records import database, store
from automation.records.database import KEPT_BACKUPS, MIGRATIONS, VERSION, back_up, open_database
from automation.records.rows import record_of, text_of
from automation.records.store import Store
from tests.unit.records.test_removal import kept_run
from tests.unit.records.test_store import step

ROOT = Path(__file__).parents[3]
CRASHED = """
import os, sys
from pathlib import Path
from automation.core.events import Task
from automation.records.store import Store
from tests.unit.records.test_store import step
store = Store(Path(sys.argv[1]))
log = store.new_run(Task("crash"))
for n in range(1, 6):
    log.append(step(n))
print(log.run, flush=True)
if sys.argv[2] == "crash":
    os._exit(1)
sys.stdin.read()
"""


def crashed(home):
    done = subprocess.run(
        [sys.executable, "-c", CRASHED, str(home), "crash"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout.strip()


def living(home):
    child = subprocess.Popen(
        [sys.executable, "-c", CRASHED, str(home), "live"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return child, child.stdout.readline().strip()


def steps_of(home, run):
    store = Store(home)
    try:
        return [record.n for record in store.steps(run)], store.notice
    finally:
        store.close()


def test_a_deleted_shared_memory_file_loses_nothing(tmp_path):
    run = crashed(tmp_path)
    (tmp_path / "history.db-shm").unlink()
    assert steps_of(tmp_path, run) == ([1, 2, 3, 4, 5], "")


@pytest.mark.parametrize("keep", [0, 20, 32, 4000, 4152, 4153, -1, -100, -4120])
def test_a_journal_cut_anywhere_gives_a_beginning_of_what_was(tmp_path, keep):
    run = crashed(tmp_path)
    journal = tmp_path / "history.db-wal"
    journal.write_bytes(journal.read_bytes()[:keep])
    store = Store(tmp_path)
    assert store.notice == ""
    if [info.run for info in store.runs()]:
        found = [record.n for record in store.steps(run)]
        assert found == list(range(1, len(found) + 1))
    kept_run(store, 1)
    store.close()


def test_a_journal_without_its_database_is_not_played_into_the_next(tmp_path):
    crashed(tmp_path)
    whole = (tmp_path / "history.db-wal").read_bytes()
    (tmp_path / "history.db").unlink()
    store = Store(tmp_path)
    assert store.runs() == ()
    kept_run(store, 1)
    store.close()
    (aside,) = tmp_path.glob("history.db.corrupt-*-wal")
    assert aside.read_bytes() == whole


def test_a_start_that_was_cut_off_while_the_file_was_made_is_gone_over(tmp_path):
    """A first start makes the file in a rollback journal; left hot, it needs a writer to read it."""
    path = tmp_path / "history.db"
    database = sqlite3.connect(path)
    database.execute("PRAGMA page_size = 4096")
    database.execute("CREATE TABLE half (x)")
    database.commit()
    database.execute("PRAGMA cache_size = 1")
    database.execute("BEGIN")
    database.executemany("INSERT INTO half VALUES (?)", [("y" * 3000,) for _ in range(50)])
    journal = path.with_name("history.db-journal").read_bytes()
    file = path.read_bytes()
    database.rollback()
    database.close()
    path.write_bytes(file)
    path.with_name("history.db-journal").write_bytes(journal)
    store = Store(tmp_path)
    assert "another program" in store.notice
    store.close()


def test_damage_is_not_put_aside_under_a_run_that_lives(tmp_path):
    child, _ = living(tmp_path)
    try:
        path = tmp_path / "history.db"
        database = sqlite3.connect(path)
        database.execute("PRAGMA application_id = 7")
        database.commit()
        database.close()
        with pytest.raises(Damaged, match="another deskhand has it open"):
            Store(tmp_path)
        assert not list(tmp_path.glob("*.corrupt-*"))
    finally:
        child.kill()
        child.communicate()
    store = Store(tmp_path)
    assert "is kept as" in store.notice
    store.close()


def test_many_first_starts_at_once_make_one_history(tmp_path):
    code = (
        "import sys; from pathlib import Path; from automation.records.store import Store;"
        "s = Store(Path(sys.argv[1])); print(s.notice or 'fine'); s.close()"
    )
    children = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT,
                         stdout=subprocess.PIPE, text=True)
        for _ in range(8)
    ]  # fmt: skip
    assert [child.communicate()[0].strip() for child in children] == ["fine"] * 8
    assert not list(tmp_path.glob("*.corrupt-*"))


def test_a_process_that_opens_for_ever_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "PATIENCE_S", 0.0)
    with store.Users(tmp_path).opening() as is_alone:
        assert is_alone
        with pytest.raises(RecordError, match="has been opening the history"):
            Store(tmp_path)


def test_a_later_format_waits_until_the_earlier_deskhand_is_closed(tmp_path):
    store = Store(tmp_path)
    later = (*MIGRATIONS, ("CREATE TABLE later (x)",))
    with pytest.raises(RecordError, match="close that one"):
        open_database(tmp_path / "history.db", later, is_alone=False)
    store.close()
    open_database(tmp_path / "history.db", later).connection.close()


def filled(home):
    store = Store(home)
    log = store.new_run(Task("x"))
    log.append(step())
    log.end(Outcome.DONE, "")
    store.close()
    return home / "history.db"


def test_a_copy_that_is_not_whole_stops_the_migration(tmp_path, monkeypatch):
    path = filled(tmp_path)
    monkeypatch.setattr(database, "_flush", lambda part: part.write_bytes(part.read_bytes()[:8192]))
    later = (*MIGRATIONS, ("CREATE TABLE later (x)",))
    with pytest.raises(RecordError, match=r"not whole|cannot be read"):
        open_database(path, later)
    monkeypatch.undo()
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone()[0] == VERSION
    assert not list(tmp_path.glob("*.before-*"))


def test_the_newest_copies_are_kept_and_older_ones_go(tmp_path):
    path = filled(tmp_path)
    connection = open_database(path).connection
    for number in (9, 10, 11):
        back_up(connection, path, number)
    connection.close()
    kept = sorted(found.name for found in tmp_path.glob("*.before-*"))
    assert kept == ["history.db.before-10", "history.db.before-11"]
    assert len(kept) == KEPT_BACKUPS


def test_a_history_of_the_first_format_is_read_after_its_migration(tmp_path):
    path = tmp_path / "history.db"
    first = open_database(path, MIGRATIONS[:1]).connection
    first.execute(
        "INSERT INTO run (uuid, task, policy, approve, app_version, started_utc, ended_utc)"
        " VALUES ('a1', 'old', 'commands', 'ask', '0', '2025-01-01', '2025-01-01')"
    )
    first.close()
    store = Store(tmp_path)
    assert [info.task for info in store.runs()] == ["old"]
    assert (tmp_path / "history.db.before-2").exists()
    store.close()


@pytest.mark.parametrize(
    ("kind", "detail", "told"),
    [
        ("confirmed", "its window changed", ("effect_seen", "")),
        ("confirmed", "read back, exact", ("effect_seen", "exact")),
        ("confirmed", "it is on, as before", ("effect_seen", "on")),
        ("no_visible_change", "nothing on the screen changed", ("not_seen", "unchanged")),
        ("no_visible_change", "it is still off", ("denied", "still")),
        ("no_visible_change", "read back, the field is as it was", ("denied", "as_it_was")),
        ("changed_elsewhere", "something changed outside the window", ("not_seen", "")),
        (
            "changed_elsewhere",
            "the press went to “B”, which had come to its place",
            ("denied", "went_elsewhere"),
        ),
        ("unknown", "only the thing itself changed its looks", ("not_seen", "")),
        ("unknown", "nothing was sent", ("not_seen", "not_sent")),
    ],
)
def test_receipts_of_the_third_format_are_read_after_its_migration(tmp_path, kind, detail, told):
    path = tmp_path / "history.db"
    third = open_database(path, MIGRATIONS[:3]).connection
    third.execute(
        "INSERT INTO run (id, uuid, task, policy, approve, app_version, started_utc, ended_utc)"
        " VALUES (1, 'a1', 'old', 'commands', 'ask', '0', '2025-01-01', '2025-01-01')"
    )
    old = json.loads(text_of(step(1)))
    old["receipt"] = {"kind": kind, "detail": detail, "changed": None}
    for n, record in enumerate((json.dumps({**old, "n": 1}), "no JSON"), 1):
        third.execute(
            "INSERT INTO step (run_id, n, t_mono_ns, t_utc, kind, sentence, window_app, risk,"
            " verdict, approved_by, receipt, events_sent, ms_total, record)"
            " VALUES (1, ?, 0, '', '', '', '', 1, '', '', ?, 0, 0, ?)",
            (n, kind, record),
        )
    third.commit()
    third.close()
    connection = open_database(path).connection
    record, damaged = (row[0] for row in connection.execute("SELECT record FROM step ORDER BY n"))
    kinds = [row[0] for row in connection.execute("SELECT receipt FROM step ORDER BY n")]
    connection.close()
    read = record_of(record)
    assert (read.receipt.kind, read.receipt.code) == told
    assert (kinds[0], damaged) == (told[0], "no JSON")
    assert kinds[1] in ("effect_seen", "not_seen")
    assert replace(read, receipt=step(1).receipt) == step(1)


@pytest.mark.parametrize(
    ("description", "label"),
    [
        ("named by its label", "Vendor"),
        ("named by the label on its left", "Vendor"),
        ("named by the label above it", "Vendor"),
        ("beside the label 'Branch'", "Branch"),
        ("named by the text on its right", ""),
        ("", ""),
    ],
)
def test_a_record_without_labels_tells_them_in_its_descriptions(description, label):
    field = ScreenElement("Vendor", "field", Rect(0, 0, 9, 9), "tree", description=description)
    proposal = Proposal(Click(Aim(ScreenPoint(4, 4))), field, field)
    where = Where("", "", Rect(0, 0, 9, 9), Rect(0, 0, 9, 9), element=field)
    old = json.loads(text_of(replace(step(1), proposal=proposal, where=where)))
    told = old["proposal"], old["where"]
    for thing in (told[0]["element"], told[0]["destination"], told[1]["element"]):
        del thing["label"]
    read = record_of(json.dumps(old))
    found = (read.proposal.element, read.proposal.destination, read.where.element)
    assert [thing.label for thing in found] == [label] * 3
