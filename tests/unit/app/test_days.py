"""When a run was, in words."""

from datetime import UTC, datetime

import pytest

from app.gui.window.sidebar import day_words, time_words
from automation.core.timing import local_time

NOW = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("then", "words"),
    [
        (datetime(2026, 3, 18, 0, 1, tzinfo=UTC), "Today"),
        (datetime(2026, 3, 18, 23, 0, tzinfo=UTC), "Today"),
        (datetime(2026, 3, 17, 23, 59, tzinfo=UTC), "Yesterday"),
        (datetime(2026, 3, 12, 12, 0, tzinfo=UTC), "Thursday"),
        (datetime(2026, 3, 11, 12, 0, tzinfo=UTC), "11 March"),
        (datetime(2025, 12, 31, 12, 0, tzinfo=UTC), "31 December 2025"),
    ],
)
def test_a_day_reads_as_people_say_it(then, words):
    assert day_words(then, NOW) == words


def test_a_stored_moment_is_read_in_the_time_of_this_computer():
    then = local_time("2026-03-18T09:30:00.123Z")
    assert then == datetime(2026, 3, 18, 9, 30, 0, 123000, tzinfo=UTC)
    assert then.tzinfo is not None


def test_a_moment_that_cannot_be_read_is_none():
    assert local_time("yesterday") is None


def test_the_time_of_day_has_two_digits():
    assert time_words(datetime(2026, 3, 18, 7, 5, tzinfo=UTC)) == "07:05"
