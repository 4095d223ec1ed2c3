"""A wrong clock deletes nothing, and what was written under one does not stay for ever."""

from datetime import UTC, datetime, timedelta

import pytest

from automation.core.errors import PictureGone
from automation.records.removal import Limits, Swept, sweep
from tests.unit.records.test_removal import age, files, kept_run
from tests.unit.records.test_removal import home as home
from tests.unit.records.test_removal import store as store

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
