"""Scheduled macros: a small grammar of times, and the user's timers of systemd that carry it out.

A scheduled macro is two unit files. Their own section, `X-Deskhand`, is ignored by systemd
(systemd.unit(5)); it holds what we read again.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Struct

from automation.core.errors import MacroError
from automation.core.files import write_whole
from automation.core.text import visible_text
from automation.macros.macro_files import as_file_error, read_whole
from automation.macros.names import SLUG

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
        raise BadTime(
            f"found --every {text!r}, expected a number with m, h or d, such as 30m or 2h"
        )
    count, unit = int(found[1]), found[2]
    seconds = count * _UNIT_S[unit]
    if not LEAST_S <= seconds <= MOST_S:
        raise BadTime(f"found --every {text!r}, expected 5m to 31d")
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
        raise BadTime(
            f"found TZ={name!r}, expected a time zone by its name, such as Europe/Berlin"
        ) from None
    return name


def read_at(text: str, now: datetime, zone: str = "") -> Times:
    """Return what a line of the grammar in `HELP` means.

    Args:
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
        raise BadTime(f"found --at {text!r}, expected a day from 1 to 28, which every month has")
    return Times(
        f"monthly on day {day} at {_told(clocks)}",
        tuple(f"*-*-{day:02d} {clock}:00" for clock in clocks),
        cron=tuple(f"{clock.minute} {clock.hour} {day} * *" for clock in clocks),
    )


def _once(text: str, date: str, clocks: Sequence[_Clock], now: datetime) -> Times:
    try:
        moments = [datetime.fromisoformat(f"{date}T{clock}") for clock in clocks]
    except ValueError:
        raise BadTime(f"found --at {text!r}; there is no such day") from None
    if skipped := [one for one in moments if datetime.fromtimestamp(one.timestamp()) != one]:
        raise BadTime(
            f"found --at {text!r}; on that day the clocks are changed and there is no "
            f"{skipped[0]:%H:%M}, expected another time"
        )
    if min(one.timestamp() for one in moments) <= now.timestamp():
        raise BadTime(f"found --at {text!r}, which is over; expected a time to come")
    return Times(
        f"once on {date} at {_told(clocks)}", tuple(f"{date} {clock}:00" for clock in clocks)
    )


def _clocks(text: str, word: str) -> tuple[_Clock, ...]:
    found = [_TIME.fullmatch(part) for part in word.split(",")]
    if len(found) > MOST_TIMES:
        raise BadTime(f"found {len(found)} times, expected at most {MOST_TIMES}")
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


PREFIX: Final = "deskhand-macro-"
_SECTION: Final = "\n[X-Deskhand]\nSchedule="
_NEEDS_ESCAPE: Final = re.compile(r'[\x00-\x1f\x7f"\\]')
_ACCURACY_S: Final = 5
"""How much later than asked systemd may begin; its own default is a minute."""


class Stored(Struct, frozen=True, forbid_unknown_fields=True):
    """What we read again from a unit of ours."""

    v: int
    slug: str
    """Name of the macro's folder."""
    name: str
    """What the macro was called when it was scheduled."""
    when: str
    """In words."""


@dataclass(frozen=True, slots=True)
class Units:
    """Both files of one scheduled macro."""

    stem: str
    """Their name without `.timer` and `.service`."""
    timer: str
    service: str


def stem(slug: str) -> str:
    """Return the name of a macro's units without their kind; a folder's name is plain ASCII."""
    return PREFIX + slug


def units(
    stored: Stored,
    times: Times,
    command: Sequence[str],
    own: Mapping[str, str],
    *,
    catches_up: bool,
) -> Units:
    """Return the files.

    Args:
        stored: which macro, and when, for us.
        command: the program, by its whole path, and its arguments.
        own: what the program's environment must hold besides the session's.
        catches_up: a time that passed while the computer was off is made up for at the next login.

    Raises:
        MacroError: an argument cannot be written into a unit, or the folder's name not be its name.
    """
    if not SLUG.fullmatch(stored.slug):
        raise MacroError(
            f"the macro's folder {visible_text(stored.slug)} cannot be the name of a timer; rename the "
            "folder with small letters, digits and hyphens only"
        )
    about = f"Plays the deskhand macro {_plain(stored.name)}"
    if times.every_s:
        when = [f"OnActiveSec={times.every_s}", f"OnUnitActiveSec={times.every_s}"]
    else:
        when = [*(f"OnCalendar={event}" for event in times.calendar)]
        when.append(f"Persistent={'true' if catches_up else 'false'}")
    timer = [
        "[Unit]", f"Description={about}", "",
        "[Timer]", *when, f"AccuracySec={_ACCURACY_S}", f"Unit={stem(stored.slug)}.service", "",
        "[Install]", "WantedBy=timers.target",
    ]  # fmt: skip
    program, *arguments = command
    line = " ".join([_quoted(program), *(_quoted(word).replace("$", "$$") for word in arguments)])
    service = [
        "[Unit]", f"Description={about}", "",
        "[Service]", "Type=oneshot",
        *(environment(name, value) for name, value in own.items()),
        f"ExecStart={line}",
        # What is typed is told on standard output, and a journal is read by others too.
        "StandardInput=null", "StandardOutput=null", "StandardError=journal",
        "SyslogIdentifier=deskhand",
        # The program stops the run and lets every key go; what is left after it is ended.
        "KillMode=mixed",
    ]  # fmt: skip
    mark = _mark(stored)
    return Units(
        stem(stored.slug), "\n".join(timer) + "\n" + mark, "\n".join(service) + "\n" + mark
    )


def environment(name: str, value: str) -> str:
    """Return the line that puts something into the environment of the program.

    Raises:
        MacroError: it cannot be written into a unit.
    """
    return f"Environment={_quoted(f'{name}={value}')}"


def read_stored(unit: str) -> Stored:
    """Return what a unit of ours says of itself.

    Raises:
        MacroError: it is none of ours.
    """
    _, mark, line = unit.rpartition(_SECTION)
    try:
        found = msgspec.json.decode(line if mark else "", type=Stored)
    except msgspec.MsgspecError as error:
        raise MacroError(f"it was not written by deskhand ({error})") from error
    if found.v != 1:
        raise MacroError(f"found version {found.v}, expected 1")
    return found


def moved(found: Units, before: str, slug: str) -> Units:
    """Return units for a macro whose folder has another name than when it was scheduled.

    Raises:
        MacroError: they were not written by us, or the name cannot be that of a timer.
    """
    if before == slug:
        return found
    if not SLUG.fullmatch(slug):
        raise MacroError(f"the macro's folder {visible_text(slug)} cannot be the name of a timer")
    play = f'"macro" "play" {_quoted(before)} '
    if play not in found.service:
        raise MacroError("its schedule does not say which macro it plays; schedule it again")
    service = found.service.replace(play, f'"macro" "play" {_quoted(slug)} ', 1)
    timer = found.timer.replace(f"Unit={stem(before)}.service", f"Unit={stem(slug)}.service", 1)
    return Units(stem(slug), _marked(timer, slug), _marked(service, slug))


def _marked(unit: str, slug: str) -> str:
    """Return a unit that says for us that it belongs to this folder."""
    stored = msgspec.structs.replace(read_stored(unit), slug=slug)
    return unit.rpartition(_SECTION)[0] + _mark(stored)


def _mark(stored: Stored) -> str:
    return _SECTION + json.dumps(msgspec.to_builtins(stored), ensure_ascii=True) + "\n"


def _plain(name: str) -> str:
    """Return a name as it can stand in a description: one line, nothing that systemd expands."""
    line = " ".join(visible_text(name).split())
    return line.replace("\\", "/").replace("%", "%%")


def _quoted(word: str) -> str:
    """Return a word as ExecStart= and Environment= take it (systemd.service(5), systemd.syntax(7)).

    Raises:
        MacroError: it cannot be written, since it is no text or holds a zero.
    """
    try:
        word.encode()
    except UnicodeEncodeError as error:
        raise MacroError(
            f"{visible_text(word)} is not UTF-8 text, which a schedule cannot keep"
        ) from error
    if "\x00" in word:
        raise MacroError(f"{visible_text(word)} holds a zero, which a schedule cannot keep")
    escaped = _NEEDS_ESCAPE.sub(lambda found: f"\\x{ord(found[0]):02x}", word)
    return '"' + escaped.replace("%", "%%") + '"'


ANSWER_S: Final = 20.0
_MAX_UNIT_BYTES: Final = 2_000_000
"""systemd reads no line above 1 MiB (LONG_LINE_MAX)."""


class NoSystemd(MacroError):
    """There is nobody here who would begin a macro; the message says why."""


@dataclass(frozen=True, slots=True)
class Scheduled:
    """One schedule as it is."""

    stem: str
    stored: Stored | None
    """None when its file cannot be read."""
    problem: str
    """Why it will not begin; empty when it will."""
    next_run: str
    """As systemd writes a time; empty when it does not tell."""
    last_exit: str
    """Exit status of the last time; empty when there was none since the login."""


class UserUnits:
    """The unit files of one user. Every call asks systemd afresh."""

    def __init__(self) -> None:
        home = os.environ.get("XDG_CONFIG_HOME", "") or str(Path.home() / ".config")
        self.folder = Path(home) / "systemd" / "user"

    def check(self) -> dict[str, str]:
        """Return the environment that units get.

        Raises:
            NoSystemd: no user services run here.
        """
        told = _systemctl("show-environment")
        pairs = (line.partition("=") for line in told.splitlines())
        return {name: value for name, _, value in pairs}

    def put(self, units: Units) -> None:
        """Write both files and turn the timer on; one of the same name is replaced.

        Raises:
            MacroError: a file cannot be written, or systemd refuses; nothing is left on.
        """
        timer, service = self._files(units.stem)
        with as_file_error(self.folder, "write the schedule in"):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(service, units.service.encode())
            write_whole(timer, units.timer.encode())
        try:
            _systemctl("daemon-reload")
            _systemctl("enable", "--quiet", timer.name)
            _systemctl("restart", timer.name)  # an interval of before would go on being counted
        except MacroError:
            self.remove(units.stem)
            raise

    def remove(self, stem: str) -> bool:
        """Turn a timer off and delete both files; tell whether there was one.

        Raises:
            MacroError: a file cannot be deleted.
        """
        files = self._files(stem)
        if not any(file.exists() for file in files):
            return False
        try:
            _systemctl("disable", "--quiet", "--now", files[0].name)
        except MacroError:
            # What `disable` does where nobody answers.
            (self.folder / "timers.target.wants" / files[0].name).unlink(missing_ok=True)
        with as_file_error(self.folder, "delete the schedule in"):
            for file in files:
                file.unlink(missing_ok=True)
        try:
            _systemctl("daemon-reload")
        except MacroError:  # without systemd the files were all there was
            return True
        return True

    def all(self) -> Iterator[Scheduled]:
        """Yield every schedule of ours, by name."""
        for timer in sorted(self.folder.glob(f"{PREFIX}*.timer")):
            stored, problem = _stored(timer)
            facts = _facts(timer.name, "ActiveState", "NextElapseUSecRealtime")
            if not problem and facts.get("ActiveState") != "active":
                problem = (
                    f"systemd does not run it; turn it on: systemctl --user start {timer.name}"
                )
            last = _facts(timer.stem + ".service", "ExecMainStatus", "ExecMainExitTimestamp")
            yield Scheduled(
                timer.stem,
                stored,
                problem,
                facts.get("NextElapseUSecRealtime", ""),
                last.get("ExecMainStatus", "") if last.get("ExecMainExitTimestamp") else "",
            )

    def _files(self, stem: str) -> tuple[Path, Path]:
        return self.folder / f"{stem}.timer", self.folder / f"{stem}.service"


def _stored(timer: Path) -> tuple[Stored | None, str]:
    try:
        return read_stored(read_whole(timer, _MAX_UNIT_BYTES).decode()), ""
    except OSError as error:
        return None, f"{timer} cannot be read: {error.strerror or error}"
    except (UnicodeError, MacroError) as error:
        return None, f"{timer}: {error}"


def _facts(unit: str, *names: str) -> dict[str, str]:
    """Return properties of a unit; nothing where systemd does not answer."""
    try:
        told = _systemctl("show", unit, *(f"--property={name}" for name in names))
    except MacroError:
        return {}
    pairs = (line.partition("=") for line in told.splitlines())
    return {name: value for name, _, value in pairs if value}


def _systemctl(*words: str) -> str:
    """Return what systemctl says.

    Raises:
        NoSystemd: it is not there, or its user services do not run.
        MacroError: it refuses.
    """
    program = shutil.which("systemctl")
    if program is None:
        raise NoSystemd("there is no systemctl on this computer")
    try:
        done = subprocess.run(
            [program, "--user", "--no-pager", *words],
            capture_output=True, text=True, errors="replace", timeout=ANSWER_S, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoSystemd(f"systemctl does not answer ({type(error).__name__})") from error
    if done.returncode == 0:
        return done.stdout
    said = " ".join(done.stderr.split()) or f"exit status {done.returncode}"
    if words[0] == "show-environment":
        raise NoSystemd(f"systemd's user services do not run here: {said}")
    raise MacroError(f"systemctl --user {' '.join(words)} failed: {said}")


def calendar_problem(event: str) -> str:
    """Return what systemd says against a calendar event; empty when nothing, or nobody is there."""
    program = shutil.which("systemd-analyze")
    if program is None:
        return ""
    try:
        done = subprocess.run(
            [program, "calendar", event],
            capture_output=True, text=True, errors="replace", timeout=ANSWER_S, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return "" if done.returncode == 0 else " ".join(done.stderr.split())
