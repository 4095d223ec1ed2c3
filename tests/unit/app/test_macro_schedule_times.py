"""The times of a schedule, as people, systemd and cron say them."""

import shutil
import subprocess
import time
from datetime import UTC, datetime, timedelta

import pytest

from app.macros.schedule import HELP, BadTime, read_at, read_every, zone_of

NOW = datetime.fromisoformat("2026-11-22T10:00:00").astimezone()
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


@pytest.fixture
def in_zone(monkeypatch):
    """Return what gives this process another time zone."""

    def switch(zone):
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield switch
    monkeypatch.undo()
    time.tzset()


ZONES = {
    "Europe/Berlin": ("2027-03-28", "2027-10-31"),
    "America/New_York": ("2027-03-14", "2027-11-07"),
    "Australia/Lord_Howe": ("2027-10-03", "2027-04-04"),
    "Asia/Kolkata": ("2027-03-28", "2027-10-31"),
}
"""A day on which clocks skip, and one on which they repeat; half an hour on Lord Howe, none in India."""
CLOCKS = ("00:30", "01:15", "01:45", "02:00", "02:15", "02:30", "02:45", "03:00", "03:15")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="only on systemd's computers")
@pytest.mark.parametrize("zone", list(ZONES))
def test_systemd_never_plays_what_is_refused_and_plays_the_rest_when_it_is_said(zone, in_zone):
    in_zone(zone)
    for clock in CLOCKS:
        for day in ZONES[zone]:
            argv = ["systemd-analyze", "calendar", f"{day} {clock}:00"]
            done = subprocess.run(argv, capture_output=True, text=True, check=True)
            if "Next elapse: never" in done.stdout:
                with pytest.raises(BadTime, match=f"there is no {clock}"):
                    read_at(f"{day} {clock}", NOW)
                continue
            assert read_at(f"{day} {clock}", NOW).calendar == (f"{day} {clock}:00",)
            first = datetime.fromisoformat(f"{day} {clock}").astimezone(UTC)
            assert f"{first:%Y-%m-%d %H:%M:%S} UTC" in done.stdout


def test_a_time_that_comes_twice_is_over_after_the_first(in_zone):
    in_zone("Europe/Berlin")
    first = datetime(2027, 10, 31, 0, 45, tzinfo=UTC)
    assert read_at("2027-10-31 02:50", first).calendar == ("2027-10-31 02:50:00",)
    with pytest.raises(BadTime, match="is over"):
        read_at("2027-10-31 02:50", first + timedelta(hours=1))


def test_the_zone_of_the_shell_goes_along_where_the_computer_has_another(tmp_path):
    (tmp_path / "zoneinfo" / "Europe").mkdir(parents=True)
    (tmp_path / "zoneinfo/Europe/Berlin").touch()
    here = tmp_path / "localtime"
    here.symlink_to(tmp_path / "zoneinfo/Europe/Berlin")
    assert zone_of({}, here) == zone_of({"TZ": ":Europe/Berlin"}, here) == ""
    zone = zone_of({"TZ": "Asia/Kolkata"}, here)
    found = read_at("daily 09:00", NOW, zone)
    assert (found.words, found.calendar, found.cron) == (
        "daily at 09:00 (Asia/Kolkata)", ("*-*-* 09:00:00 Asia/Kolkata",), (),
    )  # fmt: skip
    for unknown in ("CET-1CEST", "Nowhere/Else", "../etc/passwd", "/etc/localtime"):
        with pytest.raises(BadTime, match="a time zone by its name"):
            zone_of({"TZ": unknown}, here)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="only on systemd's computers")
def test_systemd_takes_a_zone_by_its_name():
    (event,) = read_at("daily 09:00", NOW, "Asia/Kolkata").calendar
    done = subprocess.run(
        ["systemd-analyze", "calendar", event], capture_output=True, text=True, check=True
    )
    assert "03:30:00 UTC" in done.stdout


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
