"""Reading `.desktop` files: which applications are installed and how each is started.

Follows the Desktop Entry Specification 1.5 (freedesktop.org). The command line of an entry is
split by its own quoting rules and never goes through a shell.
"""

import os
import re
import shutil
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

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
    keywords: tuple[str, ...]
    argv: tuple[str, ...]
    """Program and arguments without files; empty when the command cannot be read."""
    path: Path
    folder: str
    """Where the program wants to be started; empty for the home folder."""
    needs_terminal: bool


def application_dirs(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the folders with entries, the user's own first."""
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
