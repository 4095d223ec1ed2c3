"""When a scheduled macro is to begin: a small grammar, told in systemd's and in cron's words. No Qt."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from automation.core.errors import MacroError

HELP: Final = """\
WHEN is one of these, at times as in 09:00 or 09:00,13:30:
  09:00                      every day; the same as: daily 09:00
  weekdays 09:00             Monday to Friday
  weekends 10:00             Saturday and Sunday
  mon,wed 09:00   fri-sun 18:30   tuesday 7:15
  monthly 09:00              the first of each month; monthly 15 09:00 the 15th
  hourly                     each full hour; hourly :15 a quarter past
  2031-12-24 18:00           once
On the day on which clocks are changed a time that they skip is left out, and one that comes twice
counts the first time. With TZ=Europe/Berlin in front of the command it is the time there.
EVERY is a number with m, h or d: 30m, 2h, 1d. It counts from when you log in."""

_DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_FULL: Final = (
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
)  # fmt: skip
_TIME: Final = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
_MINUTE: Final = re.compile(r":([0-5][0-9])")
_DATE: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_EVERY: Final = re.compile(r"([1-9][0-9]{0,5})\s*(m|h|d)")
_UNIT_S: Final = {"m": 60, "h": 3600, "d": 86_400}
_UNIT_WORDS: Final = {"m": "minute", "h": "hour", "d": "day"}
LEAST_S: Final = 300
MOST_S: Final = 31 * 86_400
MOST_TIMES: Final = 24


class BadTime(MacroError):
    """The words are no time that we know."""


@dataclass(frozen=True, slots=True)
class Times:
    """When to begin."""

    words: str
    """For people: `weekdays at 09:00`."""
    calendar: tuple[str, ...] = ()
    """systemd calendar events (systemd.time(7)); empty for an interval."""
    every_s: int = 0
    """Seconds between two beginnings; 0 for calendar events."""
    cron: tuple[str, ...] = ()
    """The five fields of crontab(5), a line each; empty where cron cannot say it."""


@dataclass(frozen=True, slots=True)
class _Clock:
    hour: int
    minute: int

    def __str__(self) -> str:
        return f"{self.hour:02d}:{self.minute:02d}"


def read_every(text: str) -> Times:
    """Return what `30m`, `2h` or `1d` means.

    Raises:
        BadTime: it is none of these, or too short or long.
    """
    found = _EVERY.fullmatch(text.strip().casefold())
    if found is None:
        message = f"found --every {text!r}, expected a number with m, h or d, such as 30m or 2h"
        raise BadTime(message)
    count, unit = int(found[1]), found[2]
    seconds = count * _UNIT_S[unit]
    if not LEAST_S <= seconds <= MOST_S:
        message = f"found --every {text!r}, expected 5m to 31d"
        raise BadTime(message)
    words = f"every {count} {_UNIT_WORDS[unit]}s" if count > 1 else f"every {_UNIT_WORDS[unit]}"
    return Times(words, every_s=seconds, cron=_cron_every(count, unit))


def _cron_every(count: int, unit: str) -> tuple[str, ...]:
    if unit == "m" and 60 % count == 0:
        return (f"*/{count} * * * *",)
    if unit == "h" and 24 % count == 0:
        return (f"0 */{count} * * *",)
    return ("0 0 * * *",) if (unit, count) == ("d", 1) else ()


def zone_of(environ: Mapping[str, str], localtime: Path = Path("/etc/localtime")) -> str:
    """Return the time zone that the user's shell names and the computer does not have; usually empty.

    systemd's services have the computer's zone, whatever the shell says.

    Raises:
        BadTime: it is no zone by name.
    """
    name = environ.get("TZ", "").removeprefix(":")
    if not name or localtime.resolve().as_posix().endswith(f"/zoneinfo/{name}"):
        return ""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        message = f"found TZ={name!r}, expected a time zone by its name, such as Europe/Berlin"
        raise BadTime(message) from None
    return name


def read_at(text: str, now: datetime, zone: str = "") -> Times:
    """Return what a line of the grammar in `HELP` means.

    Args:
        text: what the user wrote.
        now: local time; a date must lie behind it.
        zone: the local time's zone where systemd has another one (`zone_of`).

    Raises:
        BadTime: it is none of the grammar's lines, or a date that is gone or does not exist.
    """
    found = _local(text, now)
    if not zone:
        return found
    events = tuple(f"{event} {zone}" for event in found.calendar)
    return Times(f"{found.words} ({zone})", events)  # cron knows the computer's zone alone


def _local(text: str, now: datetime) -> Times:
    words = [word for word in text.casefold().replace(", ", ",").split() if word != "at"]
    if words and words[-1] == "hourly":
        words.append(":00")
    if len(words) == 1:
        words.insert(0, "daily")
    if len(words) < 2:
        raise _bad(text)
    head, middle, last = words[0], words[1:-1], words[-1]
    if head == "hourly" and not middle:
        return _hourly(text, last)
    clocks = _clocks(text, last)
    if head == "monthly":
        return _monthly(text, middle, clocks)
    if middle:
        raise _bad(text)
    if _DATE.fullmatch(head):
        return _once(text, head, clocks, now)
    return _weekly(text, head, clocks)


def _weekly(text: str, head: str, clocks: Sequence[_Clock]) -> Times:
    named = {"daily": (), "weekdays": range(5), "weekends": range(5, 7)}
    days = tuple(named[head]) if head in named else _day_list(text, head)
    on = ",".join(_DAYS[day] for day in days)
    called = head if head in named else ", ".join(_FULL[day].capitalize() for day in days)
    before = f"{on} " if on else ""
    # cron counts from Sunday.
    cron_days = ",".join(str((day + 1) % 7) for day in days) or "*"
    return Times(
        f"{called} at {_told(clocks)}",
        tuple(f"{before}*-*-* {clock}:00" for clock in clocks),
        cron=tuple(f"{clock.minute} {clock.hour} * * {cron_days}" for clock in clocks),
    )


def _hourly(text: str, last: str) -> Times:
    found = _MINUTE.fullmatch(last)
    if found is None:
        raise _bad(text)
    minute = int(found[1])
    words = f"hourly at :{minute:02d}"
    return Times(words, (f"*-*-* *:{minute:02d}:00",), cron=(f"{minute} * * * *",))


def _monthly(text: str, middle: Sequence[str], clocks: Sequence[_Clock]) -> Times:
    day = int(middle[0]) if len(middle) == 1 and re.fullmatch("[0-9]{1,2}", middle[0]) else 0
    if not middle:
        day = 1
    if not 1 <= day <= 28:
        message = f"found --at {text!r}, expected a day from 1 to 28, which every month has"
        raise BadTime(message)
    return Times(
        f"monthly on day {day} at {_told(clocks)}",
        tuple(f"*-*-{day:02d} {clock}:00" for clock in clocks),
        cron=tuple(f"{clock.minute} {clock.hour} {day} * *" for clock in clocks),
    )


def _once(text: str, date: str, clocks: Sequence[_Clock], now: datetime) -> Times:
    try:
        moments = [datetime.fromisoformat(f"{date}T{clock}") for clock in clocks]
    except ValueError:
        message = f"found --at {text!r}; there is no such day"
        raise BadTime(message) from None
    if skipped := [one for one in moments if datetime.fromtimestamp(one.timestamp()) != one]:
        message = (
            f"found --at {text!r}; on that day the clocks are changed and there is no "
            f"{skipped[0]:%H:%M}, expected another time"
        )
        raise BadTime(message)
    if min(one.timestamp() for one in moments) <= now.timestamp():
        message = f"found --at {text!r}, which is over; expected a time to come"
        raise BadTime(message)
    return Times(
        f"once on {date} at {_told(clocks)}", tuple(f"{date} {clock}:00" for clock in clocks)
    )


def _clocks(text: str, word: str) -> tuple[_Clock, ...]:
    found = [_TIME.fullmatch(part) for part in word.split(",")]
    if len(found) > MOST_TIMES:
        message = f"found {len(found)} times, expected at most {MOST_TIMES}"
        raise BadTime(message)
    clocks = {_Clock(int(one[1]), int(one[2])) for one in found if one is not None}
    if len(clocks) != len(found):
        raise _bad(text)
    return tuple(sorted(clocks, key=str))


def _day_list(text: str, word: str) -> tuple[int, ...]:
    days = set[int]()
    for part in word.split(","):
        first, dash, last = part.partition("-")
        begin, end = _day(text, first), _day(text, last if dash else first)
        days |= {(begin + step) % 7 for step in range((end - begin) % 7 + 1)}
    return tuple(sorted(days))


def _day(text: str, word: str) -> int:
    for number, (short, full) in enumerate(zip(_DAYS, _FULL, strict=True)):
        if word in (short.casefold(), full, f"{full}s"):
            return number
    raise _bad(text)


def _told(clocks: Sequence[_Clock]) -> str:
    return " and ".join(", ".join(map(str, clocks)).rsplit(", ", 1))


def _bad(text: str) -> BadTime:
    return BadTime(f"found --at {text!r}, expected one of these. {HELP}")
