"""Finding installed applications by name and starting them, never through a shell."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from pathlib import Path, PurePath
from typing import Final

from automation.core.errors import InputError, Refused
from automation.core.umask import take_users
from automation.desktop.desktop_entries import DesktopEntry, application_dirs, read_entries

TERMINALS: Final = ("x-terminal-emulator", "xterm")
"""Programs that take `-e` and a command; the first is Debian's name for the user's choice."""


_OURS: Final = re.compile(r"(.*\.)?deskhand([-_.].*)?", re.IGNORECASE)
"""File names and ids of this assistant: the command, its kin, an AppImage, a Flatpak."""
_WORD_ENDS: Final = re.compile(r"[\s;|&()<>'\"`$]+")
_ROOT: Final = Path(__file__).resolve().parents[2]
"""Where our packages lie; in a checkout the scripts that start us are there too."""


class Likeness(IntEnum):
    """How well an application fits a name; lower is better."""

    SAME_NAME = 0
    SAME_ID = 1
    NAME_STARTS = 2
    SAME_GENERIC_NAME = 3
    NAME_CONTAINS = 4
    KEYWORD = 5


@dataclass(frozen=True, slots=True)
class Match:
    """An application that fits a name."""

    entry: DesktopEntry
    likeness: Likeness


class Launcher:
    """Starts applications on the display of its environment; owned by one thread."""

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        """Remember the environment; reads nothing.

        Args:
            environ: what the applications will be started with; None takes our own.
        """
        self._environ = dict(os.environ if environ is None else environ)
        self._umask = take_users(self._environ)
        self._entries: dict[str, DesktopEntry] = {}
        self._seen: tuple[int, ...] | None = None
        self._started: list[subprocess.Popen[bytes]] = []

    def entries(self) -> Mapping[str, DesktopEntry]:
        """Return the installed applications by desktop id; read again when one came or went."""
        state = tuple(map(_changed_ns, application_dirs(self._environ)))
        if state != self._seen:
            self._entries = read_entries(self._environ)
            self._seen = state
        return self._entries

    def find(self, name: str) -> tuple[Match, ...]:
        """Return the applications that fit a name, best first; ties in the order of their names."""
        wanted = _plain(name)
        if not wanted:
            return ()
        found = [(_likeness(entry, wanted), entry) for entry in self.entries().values()]
        matches = [Match(entry, likeness) for likeness, entry in found if likeness is not None]
        return tuple(sorted(matches, key=lambda m: (m.likeness, m.entry.name, m.entry.desktop_id)))

    def launch(self, desktop_id: str) -> int:
        """Start an application, detached from us, and return its process id.

        Args:
            desktop_id: with or without `.desktop`.

        Raises:
            InputError: there is no such application, or it cannot be started; the message says why.
            Refused: it would start this assistant.
        """
        self._reap()
        self.check_foreign(desktop_id)
        entry = self._entry(desktop_id)
        argv = [*self._terminal(entry), *entry.argv]
        program = shutil.which(argv[0], path=self._environ.get("PATH", os.defpath))
        if program is None:
            message = f"{entry.name} cannot start: its program {argv[0]!r} is not installed"
            raise InputError(message)
        try:
            process = subprocess.Popen(
                [program, *argv[1:]],
                cwd=self._folder(entry),
                env=self._environ,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                umask=self._umask,
            )
        except OSError as error:
            message = f"{entry.name} cannot start: {program} gives {error.strerror or error}"
            raise InputError(message) from error
        self._started.append(process)
        return process.pid

    def check_foreign(self, desktop_id: str) -> None:
        """Refuse an entry that would start this assistant: it would approve what it likes there.

        Raises:
            Refused: `own_window`.
        """
        entries = self.entries()
        entry = entries.get(desktop_id) or entries.get(f"{desktop_id}.desktop")
        if entry is not None and self._starts_us(entry.argv):
            message = (
                f"{entry.name} would start this assistant, which it never does by itself; "
                "start it yourself"
            )
            raise Refused("own_window", message)

    def _starts_us(self, argv: Sequence[str]) -> bool:
        """Tell whether a word of the command names us, also inside a shell's or terminal's words."""
        words = [word for part in argv for word in _WORD_ENDS.split(part) if word]
        is_module = any(a == "-m" and b.split(".")[0] == "app" for a, b in pairwise(words))
        return is_module or any(map(self._is_ours, words))

    def _is_ours(self, word: str) -> bool:
        if _OURS.fullmatch(PurePath(word).name):
            return True
        found = shutil.which(word, path=self._environ.get("PATH", os.defpath))
        if found is None:
            return False
        program = Path(found).resolve()
        return _OURS.fullmatch(program.name) is not None or program.parent == _ROOT

    def has_ended(self, pid: int) -> bool:
        """Tell whether a program that was started here has ended."""
        self._reap()
        return all(process.pid != pid for process in self._started)

    def _entry(self, desktop_id: str) -> DesktopEntry:
        entries = self.entries()
        entry = entries.get(desktop_id) or entries.get(f"{desktop_id}.desktop")
        if entry is None:
            message = (
                f"no application {desktop_id!r} is installed; "
                "name one that is in the applications menu"
            )
            raise InputError(message)
        if not entry.argv:
            message = f"{entry.name} cannot start: {entry.path} has no command that can be read"
            raise InputError(message)
        return entry

    def _terminal(self, entry: DesktopEntry) -> tuple[str, ...]:
        if not entry.needs_terminal:
            return ()
        path = self._environ.get("PATH", os.defpath)
        terminal = next((name for name in TERMINALS if shutil.which(name, path=path)), None)
        if terminal is None:
            message = (
                f"{entry.name} runs in a terminal and none was found; "
                f"install one of: {', '.join(TERMINALS)}"
            )
            raise InputError(message)
        return (terminal, "-e")

    def _folder(self, entry: DesktopEntry) -> str:
        wishes = (entry.folder, self._environ.get("HOME", ""))
        return next((each for each in wishes if each and Path(each).is_dir()), "/")

    def _reap(self) -> None:
        self._started = [process for process in self._started if process.poll() is None]


def _changed_ns(folder: Path) -> int:
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _likeness(entry: DesktopEntry, wanted: str) -> Likeness | None:
    names = {_plain(entry.name), _plain(entry.untranslated_name)}
    if wanted in names:
        return Likeness.SAME_NAME
    if wanted in _ids(entry):
        return Likeness.SAME_ID
    if any(name.startswith(wanted) for name in names):
        return Likeness.NAME_STARTS
    if wanted == _plain(entry.generic_name):
        return Likeness.SAME_GENERIC_NAME
    if any(f" {wanted}" in name for name in names):
        return Likeness.NAME_CONTAINS
    words = {_plain(keyword) for keyword in entry.keywords}
    return Likeness.KEYWORD if wanted in words else None


def _ids(entry: DesktopEntry) -> set[str]:
    """Return the id, its last part (`org.gnome.Calculator`: `calculator`) and the program."""
    stem = entry.desktop_id.removesuffix(".desktop")
    program = PurePath(entry.argv[0]).name if entry.argv else ""
    return {_plain(stem), _plain(stem.rpartition(".")[2]), _plain(program)} - {""}
