"""Retention and wiping: what is to go is gone from every byte, what is to stay is there.

A wrong clock deletes nothing, and what was written under one does not stay for ever.
"""

import os
import signal
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from automation.core.errors import PictureGone, RecordError
from automation.core.events import Task
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame
from automation.core.proposal import Outcome, Pictures
from automation.records.removal import Limits, RunGoesOn, Swept, Wish, sweep
from automation.records.report import html_report
from automation.records.store import Store
from tests.unit.records.test_store import step

NOTHING_GOES = Limits(picture_days=0, picture_bytes=10**12, text_days=0)
MARK = "canary-of-the-wipe"


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def store(home):
    opened = Store(home)
    yield opened
    opened.close()


def shot(seed, size=(20, 30)):
    pixels = np.random.default_rng(seed).integers(0, 256, (*size, 4), np.uint8)
    return Frame(pixels, ScreenPoint(0, 0), 0.0)


def kept_run(store, seed, *, days_ago=0, task="x", steps=1):
    """Keep a run with a picture a step; return its id and the pictures' addresses."""
    log = store.new_run(Task(f"{task} {MARK}-{seed}"))
    addresses = []
    for n in range(1, steps + 1):
        addresses.append(log.picture(shot(seed * 100 + n)))
        log.append(step(n, pictures=Pictures(before=addresses[-1])))
    log.end(Outcome.DONE, "Done.")
    if days_ago:
        age(store, log.run, days_ago)
    return log.run, addresses


def age(store, run, days):
    then = (datetime.now(UTC) - timedelta(days=days)).isoformat()
    with store._ledger.writing("make it older") as database:
        database.execute("UPDATE run SET started_utc = ? WHERE uuid = ?", (then, run))
        database.execute(
            "UPDATE blob SET created_utc = ? WHERE sha256 IN (SELECT before_sha FROM step"
            " JOIN run ON run.id = run_id WHERE uuid = ?)",
            (then, run),
        )


def files(home):
    return {path.stem for path in (home / "blobs").glob("??/*.png")}


def test_pictures_of_old_runs_go_and_their_steps_say_why(store, home):
    old, (gone,) = kept_run(store, 1, days_ago=8)
    young, (kept,) = kept_run(store, 2, days_ago=6)
    assert store.sweep(Limits(picture_days=7)) == Swept(runs=0, pictures=1)
    assert files(home) == {kept}
    with pytest.raises(PictureGone, match="deleted after 7 days"):
        store.picture(gone)
    assert len(store.steps(old)) == 1
    assert store.run(old).pictures_note == "Pictures of this run were deleted after 7 days."
    assert store.run(young).pictures_note == ""
    page = html_report([(store.run(old), store.steps(old))], lambda address: None)
    assert "Pictures of this run were deleted after 7 days." in page
    assert store.sweep(Limits(picture_days=7)) == Swept()


def test_pinned_runs_keep_their_pictures_and_their_text(store, home):
    run, (kept,) = kept_run(store, 1, days_ago=100)
    store.pin(run, is_pinned=True)
    assert store.run(run).is_pinned
    assert [info.is_pinned for info in store.runs()] == [True]
    limits = Limits(picture_days=1, picture_bytes=1, text_days=1)
    assert store.sweep(limits) == Swept()
    assert files(home) == {kept}
    store.pin(run, is_pinned=False)
    assert not store.run(run).is_pinned
    assert store.sweep(limits) == Swept(runs=1, pictures=1)


def test_a_picture_that_a_young_run_shows_too_is_kept(store, home):
    kept_run(store, 1, days_ago=30)
    _, (shared,) = kept_run(store, 1)
    assert store.sweep(Limits(picture_days=7)) == Swept()
    assert files(home) == {shared}


def test_above_the_size_the_oldest_pictures_go_first(store, home):
    runs = [kept_run(store, n, days_ago=10 - n) for n in range(1, 5)]
    size = len(store.picture(runs[0][1][0]))
    store.sweep(Limits(picture_days=0, picture_bytes=2 * size + size // 2))
    assert files(home) == {runs[2][1][0], runs[3][1][0]}
    with pytest.raises(PictureGone, match="to make room"):
        store.picture(runs[0][1][0])


def test_whole_runs_go_by_age_only_when_the_user_set_it(store, home):
    old, _ = kept_run(store, 1, days_ago=400)
    young, (kept,) = kept_run(store, 2)
    store.sweep(NOTHING_GOES)
    assert {info.run for info in store.runs()} == {old, young}
    assert store.sweep(Limits(picture_days=0, text_days=365)).runs == 1
    assert [info.run for info in store.runs()] == [young]
    assert files(home) == {kept}


def test_nothing_goes_while_a_run_lives(store, home):
    kept_run(store, 1, days_ago=30)
    log = store.new_run(Task("live"))
    assert store.sweep(Limits(picture_days=1)) == Swept()
    with pytest.raises(RunGoesOn, match="going on"):
        store.wipe(Wish(is_all=True))
    assert len(files(home)) == 1
    log.end(Outcome.DONE, "")
    assert store.sweep(Limits(picture_days=1)).pictures == 1


def test_a_deleted_picture_that_is_seen_again_is_kept_again(store):
    _, (address,) = kept_run(store, 1, days_ago=30)
    store.sweep(Limits(picture_days=7))
    _, (again,) = kept_run(store, 1)
    assert again == address
    assert store.picture(address)[:4] == b"\x89PNG"


def test_a_picture_that_waits_for_its_step_is_not_swept_by_another_start(store, home):
    log = store.new_run(Task("the card is up for hours"))
    address = log.picture(shot(1))
    log._pending[address].result()
    with sqlite3.connect(home / "history.db") as database:
        database.execute("UPDATE meta SET value = '2020-01-01T00:00:00Z' WHERE key='created_utc'")
    database.close()
    for path in (home / "blobs").glob("??/*.png"):
        os.utime(path, (path.stat().st_mtime - 7200,) * 2)
    Store(home).close()
    log.append(step(1, pictures=Pictures(before=address)))
    log.end(Outcome.DONE, "")
    assert store.picture(address)[:4] == b"\x89PNG"


def every_byte(home):
    return b"".join(path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file())


def test_one_wiped_run_is_in_no_byte_and_the_others_are_whole(store, home):
    gone, _ = kept_run(store, 1, steps=3)
    kept, addresses = kept_run(store, 2, steps=2)
    wiped = store.wipe(Wish(run=gone))
    assert (wiped.runs, wiped.pictures) == (1, 3)
    assert f"{MARK}-1".encode() not in every_byte(home)
    assert gone.encode() not in every_byte(home)
    assert [info.run for info in store.runs()] == [kept]
    assert files(home) == set(addresses)
    with pytest.raises(RecordError, match="there is no run"):
        store.steps(gone)


def test_runs_before_a_time_are_wiped_and_pinned_ones_stay(store):
    kept_run(store, 1, days_ago=10)
    pinned, _ = kept_run(store, 2, days_ago=10)
    young, _ = kept_run(store, 3)
    store.pin(pinned, is_pinned=True)
    then = (datetime.now(UTC) - timedelta(days=5)).isoformat()
    assert store.wipe(Wish(before_utc=then)).runs == 1
    assert {info.run for info in store.runs()} == {pinned, young}


def test_everything_wiped_leaves_nothing_of_anything(store, home):
    for n in range(3):
        kept_run(store, n, steps=2)
    for name in ("history.db.corrupt-20200101T000000Z", "history.db.before-2"):
        (home / name).write_text(MARK)
    stray = home / "blobs" / "ab" / ("ab" * 32 + ".png")
    stray.parent.mkdir(exist_ok=True)
    stray.write_text(MARK)
    wiped = store.wipe(Wish(is_all=True))
    assert wiped.files == ("history.db.before-2", "history.db.corrupt-20200101T000000Z")
    assert wiped.left == ()
    assert MARK.encode() not in every_byte(home)
    assert files(home) == set()
    assert (home / "history.db-wal").stat().st_size == 0
    with sqlite3.connect(home / "history.db") as database:
        assert database.execute("PRAGMA freelist_count").fetchone() == (0,)
    database.close()
    kept_run(store, 9)
    assert len(store.runs()) == 1


def test_copies_that_a_partial_wipe_leaves_are_named(store, home):
    run, _ = kept_run(store, 1)
    (home / "history.db.corrupt-20200101T000000Z").write_text("x")
    assert store.wipe(Wish(run=run)).left == ("history.db.corrupt-20200101T000000Z",)


def test_a_wish_for_nothing_is_refused(store):
    with pytest.raises(RecordError, match="nothing was chosen"):
        store.wipe(Wish())


WIPER = """
import os, signal, sys
from pathlib import Path
from automation.records import blobs, rows as ledger, removal
from automation.records.store import Store
from automation.records.removal import Wish

removal.BATCH = 2
at, count = int(sys.argv[2]), 0
store = Store(Path(sys.argv[1]))
def counted(function):
    def called(*arguments, **named):
        global count
        count += 1
        if count == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*arguments, **named)
    return called
class Counted:
    def __init__(self, real):
        self._real = real
        self.execute, self.executemany = counted(real.execute), counted(real.executemany)
    def __getattr__(self, name):
        return getattr(self._real, name)
store._ledger._connection = Counted(store._ledger._connection)
Path.unlink = counted(Path.unlink)
store.wipe(Wish(is_all=True))
store.close()
"""


def test_a_wipe_that_is_killed_anywhere_is_whole_or_finished_by_the_next_start(home):
    at, ended = 0, False
    while not ended:
        at += 1
        store = Store(home)
        runs = {kept_run(store, n, steps=2)[0] for n in range(3)}
        store.close()
        (home / "history.db.corrupt-20200101T000000Z").write_text(MARK)
        done = subprocess.run(
            [sys.executable, "-c", WIPER, str(home), str(at * STRIDE)], check=False
        )
        ended = done.returncode == 0
        assert ended or done.returncode == -signal.SIGKILL
        store = Store(home)
        left = {info.run for info in store.runs()}
        assert left in (set(), runs)
        for run in left:
            assert all(store.picture(record.pictures.before) for record in store.steps(run))
        if not left:
            assert MARK.encode() not in every_byte(home)
            assert files(home) == set()
        store.wipe(Wish(is_all=True))
        store.close()
    assert at > 5


STRIDE = 10
"""Every so many-th call kills: some eight moments from the first mark to the last note."""


LIMITS = Limits(picture_days=7, text_days=30)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def at(store, now):
    return sweep(store._ledger, store._remover, LIMITS, now)


def now():
    return datetime.now(UTC)


@pytest.mark.parametrize("year", [1970, 1999, 2024, 2100, 9000])
def test_a_clock_that_was_set_wrong_for_a_while_deletes_nothing(store, home, year):
    run, (picture,) = kept_run(store, 1, days_ago=6)
    assert at(store, now()) == Swept()
    wrong = datetime(year, 5, 5, tzinfo=UTC)
    for looks in range(20):
        assert at(store, wrong + looks * HOUR) == Swept()
    assert at(store, now()) == Swept()
    assert files(home) == {picture}
    assert len(store.steps(run)) == 1


def test_after_a_long_holiday_what_is_old_goes_a_day_later(store, home):
    kept_run(store, 1)
    assert at(store, now()) == Swept()
    back = now() + 60 * DAY
    assert at(store, back) == Swept()
    assert at(store, back + 23 * HOUR) == Swept()
    assert at(store, back + 24 * HOUR) == Swept(runs=1, pictures=1)


def test_who_starts_it_every_forty_days_has_the_old_deleted_too(store):
    kept_run(store, 1)
    assert at(store, now() + 40 * DAY) == Swept()
    assert at(store, now() + 80 * DAY) == Swept(runs=1, pictures=1)


def test_a_leap_forth_and_back_begins_to_count_anew(store, home):
    _, (picture,) = kept_run(store, 1)
    far = datetime(2100, 5, 5, tzinfo=UTC)
    at(store, far)
    at(store, now() + HOUR)
    at(store, far + 30 * HOUR)
    assert files(home) == {picture}


def test_a_run_of_a_wrong_clock_grows_old_like_any_other(store, home):
    run, (picture,) = kept_run(store, 1)
    age(store, run, days=-365 * 74)
    assert store.run(run).started_utc.startswith("2")
    before = now() - timedelta(milliseconds=1)  # what is kept has no finer moments
    assert at(store, now()) == Swept()
    assert files(home) == {picture}
    assert before <= datetime.fromisoformat(store.run(run).started_utc) <= now()
    assert at(store, now() + 8 * DAY) == Swept(pictures=1)
    with pytest.raises(PictureGone):
        store.picture(picture)


def test_room_is_made_whatever_the_clock_says(store, home):
    kept_run(store, 1)
    tight = Limits(picture_bytes=1)
    swept = sweep(store._ledger, store._remover, tight, datetime(2100, 5, 5, tzinfo=UTC))
    assert swept == Swept(pictures=1)
    assert files(home) == set()


def test_a_note_that_cannot_be_read_is_as_none(store):
    kept_run(store, 1, days_ago=8)
    with store._ledger.writing("spoil the notes") as database:
        for key in ("clock_believed_utc", "clock_leapt_utc", "created_utc"):
            database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, "never"))
    assert at(store, now()) == Swept(pictures=1)
