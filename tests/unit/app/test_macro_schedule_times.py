"""The times of a schedule, as people, systemd and cron say them."""

import shutil
import subprocess
from datetime import datetime

import pytest

from app.macro_schedule_times import HELP, BadTime, read_at, read_every

NOW = datetime.fromisoformat("2026-11-22T10:00:00+01:00")
WORK = "Mon,Tue,Wed,Thu,Fri"

TIMES = [
    ("09:00", "daily at 09:00", ["*-*-* 09:00:00"], ["0 9 * * *"]),
    ("daily 9:05", "daily at 09:05", ["*-*-* 09:05:00"], ["5 9 * * *"]),
    ("Weekdays at 09:00", "weekdays at 09:00", [f"{WORK} *-*-* 09:00:00"], ["0 9 * * 1,2,3,4,5"]),
    (
        "weekends 18:00, 10:30",
        "weekends at 10:30 and 18:00",
        ["Sat,Sun *-*-* 10:30:00", "Sat,Sun *-*-* 18:00:00"],
        ["30 10 * * 6,0", "0 18 * * 6,0"],
    ),
    ("wed,mon 09:00", "Monday, Wednesday at 09:00", ["Mon,Wed *-*-* 09:00:00"], ["0 9 * * 1,3"]),
    (
        "fri-sun 18:30",
        "Friday, Saturday, Sunday at 18:30",
        ["Fri,Sat,Sun *-*-* 18:30:00"],
        ["30 18 * * 5,6,0"],
    ),
    ("sun-mon 7:15", "Monday, Sunday at 07:15", ["Mon,Sun *-*-* 07:15:00"], ["15 7 * * 1,0"]),
    ("tuesdays 07:15", "Tuesday at 07:15", ["Tue *-*-* 07:15:00"], ["15 7 * * 2"]),
    ("monthly 09:00", "monthly on day 1 at 09:00", ["*-*-01 09:00:00"], ["0 9 1 * *"]),
    ("monthly 15 09:00", "monthly on day 15 at 09:00", ["*-*-15 09:00:00"], ["0 9 15 * *"]),
    ("hourly", "hourly at :00", ["*-*-* *:00:00"], ["0 * * * *"]),
    ("hourly :15", "hourly at :15", ["*-*-* *:15:00"], ["15 * * * *"]),
    ("2031-12-24 18:00", "once on 2031-12-24 at 18:00", ["2031-12-24 18:00:00"], []),
]


@pytest.mark.parametrize(("text", "words", "calendar", "cron"), TIMES)
def test_a_time_is_told_in_three_ways(text, words, calendar, cron):
    found = read_at(text, NOW)
    assert (found.words, list(found.calendar), list(found.cron)) == (words, calendar, cron)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="only on systemd's computers")
@pytest.mark.parametrize("calendar", [calendar for _, _, calendar, _ in TIMES])
def test_systemd_takes_every_calendar_event_and_knows_its_next_time(calendar):
    done = subprocess.run(
        ["systemd-analyze", "calendar", *calendar], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Next elapse: ") == len(calendar)
    assert "Next elapse: never" not in done.stdout


@pytest.mark.parametrize(
    "text",
    [
        "", "weekdays", "x 09:00", "25:00", "9", "09:60", "mon 10:00,10:00", "mon-xyz 10:00",
        "hourly 10:00", "hourly :60", "weekdays mon 09:00",
        "\u0660\u0669:\u0660\u0660", "09:00; rm -rf", "2031-12-24", ",".join(f"0{n}:00" for n in range(10)) + ",0:1",
    ],
)  # fmt: skip
def test_what_is_no_time_is_refused_with_the_grammar(text):
    with pytest.raises(BadTime) as told:
        read_at(text, NOW)
    assert repr(text) in str(told.value)
    assert HELP in str(told.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2026-11-22 10:00", "is over"),
        ("2025-01-01 10:00", "is over"),
        ("2031-02-30 10:00", "no such day"),
        ("2031-13-01 10:00", "no such day"),
        ("monthly 31 10:00", "a day from 1 to 28"),
        ("monthly 0 10:00", "a day from 1 to 28"),
        ("monthly x 10:00", "a day from 1 to 28"),
        ("monthly 1 2 10:00", "a day from 1 to 28"),
    ],
)
def test_a_day_that_is_over_or_does_not_come_is_refused(text, said):
    with pytest.raises(BadTime, match=said):
        read_at(text, NOW)


@pytest.mark.parametrize(
    ("text", "seconds", "words", "cron"),
    [
        ("30m", 1800, "every 30 minutes", ("*/30 * * * *",)),
        ("90m", 5400, "every 90 minutes", ()),
        (" 2 H ", 7200, "every 2 hours", ("0 */2 * * *",)),
        ("5h", 18_000, "every 5 hours", ()),
        ("1d", 86_400, "every day", ("0 0 * * *",)),
        ("31d", 2_678_400, "every 31 days", ()),
    ],
)
def test_an_interval_is_told_in_three_ways(text, seconds, words, cron):
    found = read_every(text)
    assert (found.every_s, found.words, found.cron, found.calendar) == (seconds, words, cron, ())


@pytest.mark.parametrize("text", ["4m", "32d", "0h", "2", "h", "2 weeks", "-2h", "1e3m", "²h"])
def test_an_interval_that_is_none_or_out_of_bounds_is_refused(text):
    with pytest.raises(BadTime, match="expected"):
        read_every(text)
