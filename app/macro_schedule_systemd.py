"""The user's timers of systemd: units put in their place, turned on, looked at and taken away. No Qt."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.macro_schedule_units import PREFIX, Stored, Units, read_stored
from automation.core.errors import MacroError
from automation.macros.files import FileError, read_whole, write_whole

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

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        home = environ.get("XDG_CONFIG_HOME", "") or str(Path.home() / ".config")
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
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(service, units.service.encode())
            write_whole(timer, units.timer.encode())
        except OSError as error:
            raise FileError(self.folder, "write the schedule in", error) from error
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
            self._unlink_wanted(files[0].name)
        try:
            for file in files:
                file.unlink(missing_ok=True)
        except OSError as error:
            raise FileError(self.folder, "delete the schedule in", error) from error
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

    def _unlink_wanted(self, timer: str) -> None:
        """Do what `disable` does where nobody answers."""
        (self.folder / "timers.target.wants" / timer).unlink(missing_ok=True)


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
        message = "there is no systemctl on this computer"
        raise NoSystemd(message)
    try:
        done = subprocess.run(
            [program, "--user", "--no-pager", *words],
            capture_output=True, text=True, errors="replace", timeout=ANSWER_S, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        message = f"systemctl does not answer ({type(error).__name__})"
        raise NoSystemd(message) from error
    if done.returncode == 0:
        return done.stdout
    said = " ".join(done.stderr.split()) or f"exit status {done.returncode}"
    if words[0] == "show-environment":
        message = f"systemd's user services do not run here: {said}"
        raise NoSystemd(message)
    message = f"systemctl --user {' '.join(words)} failed: {said}"
    raise MacroError(message)


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
