"""Finding installed applications by name and starting them, never through a shell."""

import os
import re
import shutil
import stat
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from pathlib import Path, PurePath
from typing import Final

from rapidfuzz.distance import OSA

from automation.core.errors import InputError, Refused
from automation.core.process import take_users
from automation.core.text import worded
from automation.screen.folding import words_in

GROUP: Final = "[Desktop Entry]"
DEFAULT_DATA_DIRS: Final = "/usr/local/share:/usr/share"
MAX_FILE_BYTES: Final = 250_000
"""A larger file is no desktop entry; the largest known ones have some 50 kB of translations."""

_ESCAPES: Final = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
_ARGUMENT: Final = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))(?=\s|$)')
_FIELD_CODE: Final = re.compile(r"%(.)")


@dataclass(frozen=True, slots=True)
class DesktopEntry:
    """An installed application as its menu entry describes it."""

    desktop_id: str
    """Name of the entry in the window system, such as `org.gnome.Calculator.desktop`."""
    name: str
    """In the user's language where the entry has it."""
    untranslated_name: str
    generic_name: str
    translations: frozenset[str]
    """Its name and generic name in all languages, folded in case: instructions come in several."""
    keywords: tuple[str, ...]
    argv: tuple[str, ...]
    """Program and arguments without files; empty when the command cannot be read."""
    path: Path
    folder: str
    """Where the program wants to be started; empty for the home folder."""
    needs_terminal: bool


def application_dirs(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the folders with entries, the user's own first.

    Follows the Desktop Entry Specification 1.5 (freedesktop.org). The command line of an entry is
    split by its own quoting rules and never goes through a shell.
    """
    home = Path(environ.get("HOME") or Path.home())
    data_home = environ.get("XDG_DATA_HOME") or str(home / ".local/share")
    data_dirs = environ.get("XDG_DATA_DIRS") or DEFAULT_DATA_DIRS
    folders = [data_home, *data_dirs.split(":")]
    return tuple(dict.fromkeys(Path(f) / "applications" for f in folders if f.startswith("/")))


def read_entries(environ: Mapping[str, str]) -> dict[str, DesktopEntry]:
    """Return the applications that a menu would show, by desktop id.

    An entry in an earlier folder replaces those of the same id in later ones, also when it only
    says that the application is hidden.
    """
    entries: dict[str, DesktopEntry | None] = {}
    for folder in application_dirs(environ):
        for path in sorted(folder.rglob("*.desktop")):
            desktop_id = "-".join(path.relative_to(folder).parts)
            if desktop_id not in entries:
                entries[desktop_id] = read_entry(path, desktop_id, environ)
    return {desktop_id: entry for desktop_id, entry in entries.items() if entry is not None}


def read_entry(path: Path, desktop_id: str, environ: Mapping[str, str]) -> DesktopEntry | None:
    """Return an entry; None when it cannot be read or is not to be offered here."""
    keys = _keys(path)
    if keys.get("Type") != "Application" or not keys.get("Name") or not _is_shown(keys, environ):
        return None
    locales = _locales(environ)
    name = _localized(keys, "Name", locales)
    return DesktopEntry(
        desktop_id=desktop_id,
        name=name,
        untranslated_name=_unescaped(keys["Name"]),
        generic_name=_localized(keys, "GenericName", locales),
        translations=frozenset(
            _unescaped(value).casefold()
            for key, value in keys.items()
            if key.startswith(("Name[", "GenericName["))
        ),
        keywords=tuple(filter(None, _localized(keys, "Keywords", locales).split(";"))),
        argv=_argv(_unescaped(keys.get("Exec", "")), name, _unescaped(keys.get("Icon", "")), path),
        path=path,
        folder=_unescaped(keys.get("Path", "")),
        needs_terminal=keys.get("Terminal") == "true",
    )


def _keys(path: Path) -> dict[str, str]:
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > MAX_FILE_BYTES:
            return {}  # a pipe would be waited for without end
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    if "\0" in text:  # no program can be given such an argument
        return {}
    keys: dict[str, str] = {}
    in_group = False
    for line in text.splitlines():
        stripped = line.strip()
        if stripped.startswith("["):
            in_group = stripped == GROUP
        elif in_group and "=" in stripped and not stripped.startswith("#"):
            key, _, value = stripped.partition("=")
            keys.setdefault(key.rstrip(), value.lstrip())
    return keys


def _is_shown(keys: Mapping[str, str], environ: Mapping[str, str]) -> bool:
    if "true" in (keys.get("NoDisplay"), keys.get("Hidden")):
        return False
    try_exec = _unescaped(keys.get("TryExec", ""))
    if try_exec and shutil.which(try_exec, path=environ.get("PATH", os.defpath)) is None:
        return False
    here = set(filter(None, environ.get("XDG_CURRENT_DESKTOP", "").split(":")))
    only = set(filter(None, keys.get("OnlyShowIn", "").split(";")))
    never = set(filter(None, keys.get("NotShowIn", "").split(";")))
    return not here or (not (here & never) and (not only or bool(here & only)))


def _locales(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return the key suffixes for the user's language, most exact first."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    value = next((environ[name] for name in names if environ.get(name)), "")
    base, _, modifier = value.partition("@")
    language = base.partition(".")[0]
    short = language.partition("_")[0]
    if short in ("", "C", "POSIX"):
        return ()
    with_modifier = (f"{language}@{modifier}", language, f"{short}@{modifier}", short)
    return with_modifier if modifier else (language, short)


def _localized(keys: Mapping[str, str], key: str, locales: tuple[str, ...]) -> str:
    found = next((keys[f"{key}[{each}]"] for each in locales if f"{key}[{each}]" in keys), None)
    return _unescaped(keys.get(key, "") if found is None else found)


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[0]), value)


def _argv(command: str, name: str, icon: str, path: Path) -> tuple[str, ...]:
    words: list[str] = []
    command = command.strip()
    at = 0
    while at < len(command):
        match = _ARGUMENT.match(command, at)
        if match is None:
            return ()
        quoted, plain = match.groups()
        word = plain if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        words += _expanded(word, name, icon, path)
        at = match.end()
    return tuple(words)


def _expanded(word: str, name: str, icon: str, path: Path) -> Iterator[str]:
    """Yield an argument with its field codes filled in; codes for files and links are dropped."""
    if word == "%i":
        yield from ("--icon", icon) if icon else ()
        return
    values = {"%": "%", "c": name, "k": str(path)}
    filled = _FIELD_CODE.sub(lambda match: values.get(match[1], ""), word)
    if filled or not word.startswith("%"):
        yield filled


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
    GENERIC_NAME_CONTAINS = 6
    ONE_LETTER_OFF = 7


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
        wanted = words_in(name)
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
            raise InputError(f"{entry.name} cannot start: its program {argv[0]!r} is not installed")
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
            raise InputError(
                f"{entry.name} cannot start: {program} gives {error.strerror or error}"
            ) from error
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
            raise Refused(
                "own_window",
                worded(
                    "{0} would start this assistant, which it never does by itself; start it yourself",
                    entry.name,
                ),
            )

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
            raise InputError(
                f"no application {desktop_id!r} is installed; "
                "name one that is in the applications menu"
            )
        if not entry.argv:
            raise InputError(
                f"{entry.name} cannot start: {entry.path} has no command that can be read"
            )
        return entry

    def _terminal(self, entry: DesktopEntry) -> tuple[str, ...]:
        if not entry.needs_terminal:
            return ()
        path = self._environ.get("PATH", os.defpath)
        terminal = next((name for name in TERMINALS if shutil.which(name, path=path)), None)
        if terminal is None:
            raise InputError(
                f"{entry.name} runs in a terminal and none was found; "
                f"install one of: {', '.join(TERMINALS)}"
            )
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


def _likeness(entry: DesktopEntry, wanted: str) -> Likeness | None:
    names = {words_in(entry.name), words_in(entry.untranslated_name)}
    if wanted in names:
        return Likeness.SAME_NAME
    if wanted in _ids(entry):
        return Likeness.SAME_ID
    if any(name.startswith(wanted) for name in names):
        return Likeness.NAME_STARTS
    if wanted == words_in(entry.generic_name):
        return Likeness.SAME_GENERIC_NAME
    if wanted in entry.translations:
        return Likeness.SAME_GENERIC_NAME
    if any(f" {wanted}" in name for name in names):
        return Likeness.NAME_CONTAINS
    if wanted in {words_in(keyword) for keyword in entry.keywords}:
        return Likeness.KEYWORD
    if f" {wanted} " in f" {words_in(entry.generic_name)} ":
        return Likeness.GENERIC_NAME_CONTAINS
    is_off = any(_is_one_letter_off(wanted, name) for name in names | _ids(entry))
    return Likeness.ONE_LETTER_OFF if is_off else None


_LEAST_LETTERS: Final = 5
"""Shorter names that are one letter apart are often names of different programs."""


def _is_one_letter_off(wanted: str, name: str) -> bool:
    """Tell whether one letter is missing, too many or another one, or two have changed places."""
    if min(len(wanted), len(name)) < _LEAST_LETTERS:
        return False
    return OSA.distance(wanted, name, score_cutoff=1) == 1


def _ids(entry: DesktopEntry) -> set[str]:
    """Return the id, its last part (`org.gnome.Calculator`: `calculator`) and the program."""
    stem = entry.desktop_id.removesuffix(".desktop")
    program = PurePath(entry.argv[0]).name if entry.argv else ""
    return {words_in(stem), words_in(stem.rpartition(".")[2]), words_in(program)} - {""}
