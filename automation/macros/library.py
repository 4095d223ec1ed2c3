"""The user's macros: a folder for each, saved whole or not at all, found by name.

    macros/SLUG/macro.yaml      the macro; `macro.yaml.bak` is the one before
    macros/SLUG/img/*.png       its pictures
    macros/SLUG/events.bin      the raw recording, where there is one
    macros/.index.json          what the list shows, made again whenever it does not fit

A file that was edited by hand and has a mistake stays where it is, and its problems are told. One
that is no text at any rate (a disk that failed) is kept aside and the one before takes its place.

The list is read once, then kept in a file beside the macros that fits or is made again; it decides
nothing: a macro is always read from its own file. A macro is its folder, by the name that the folder has
on the disk; what it is called is for people, may change, and may be what another macro's folder is called.

A file names its pictures, so they are written first: at no moment does it name what is not there. What was
read is what is written over: who changes a macro gives the digest of the file that was read, and it is
compared under the library's lock. A folder that is made forgets first what is known by its name.
"""

import contextlib
import hashlib
import os
import shutil
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from automation.core.errors import MacroError
from automation.core.files import flush_folder, private_folder, write_whole
from automation.macros import macro as grammar
from automation.macros.codec import FILE, Opened, open_text, write
from automation.macros.images import image_paths, size_px
from automation.macros.macro import Macro, flat
from automation.macros.macro_files import (
    as_file_error,
    aside,
    locked,
    read_json,
    read_whole,
    unheld,
)
from automation.macros.names import free_name, is_named_for, same_name, slug
from automation.macros.package import (
    EVENTS,
    Package,
    back_up,
    is_text,
    read_events,
    read_image,
    write_once,
)
from automation.macros.walk import count
from automation.macros.yaml_file import MAX_YAML_BYTES, Watch

INDEX: Final = ".index.json"
_MAX_INDEX_BYTES: Final = 64 * 1024 * 1024
_PROBLEM_CHARS: Final = 500


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of one folder, and of which state of its file."""

    stamp: tuple[int, int, int]
    """Time of the last change in ns, size, number of the file: other bytes have another stamp."""
    name: str
    """Of a macro that cannot be read the folder's."""
    about: str = ""
    steps: int = 0
    by: str = "hand"
    params: tuple[str, ...] = ()
    problem: str = ""
    """Why it cannot be read; empty when it can."""


class Entry(Line, frozen=True, kw_only=True):
    """A macro as the list shows it."""

    slug: str
    """Name of its folder."""
    is_double: bool
    """Another macro is called so too: only their folders tell them apart."""

    @property
    def changed_s(self) -> float:
        """When its file was last written, seconds since 1970."""
        return self.stamp[0] / 1e9


class Shelf:
    """The list of one library, for any thread. It writes down what it read; that it cannot is no harm."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._lines: dict[str, Line] | None = None
        self._lock = threading.Lock()

    def entries(self) -> tuple[Entry, ...]:
        """Return what there is, by name."""
        with self._lock:
            return _told(self._settled())

    def _settled(self) -> dict[str, Line]:
        known = self._lines if self._lines is not None else self._read_index()
        lines = {}
        for folder in self._folders():
            stamp = _stamp(folder)
            if stamp is None:
                continue
            before = known.get(folder.name)
            lines[folder.name] = (
                before if before and before.stamp == stamp else _look(folder, stamp)
            )
        if lines != known:
            self._write_index(lines)
        self._lines = lines
        return lines

    def put(self, folder: Path, macro: Macro) -> None:
        """Note a macro that was just written."""
        stamp = _stamp(folder)
        if stamp is None:
            return
        with self._lock:
            self._lines = {**(self._lines or self._read_index()), folder.name: _line(macro, stamp)}
            self._write_index(self._lines)

    def _folders(self) -> list[Path]:
        try:
            return sorted(
                one
                for one in self._root.iterdir()
                if not one.name.startswith(".") and not one.is_symlink() and one.is_dir()
            )
        except OSError:
            return []

    def _read_index(self) -> dict[str, Line]:
        try:
            return read_json(self._root / INDEX, _MAX_INDEX_BYTES, dict[str, Line])
        except (OSError, MacroError):
            return {}

    def _write_index(self, lines: dict[str, Line]) -> None:
        if self._root.is_dir():
            with contextlib.suppress(OSError):
                write_whole(self._root / INDEX, msgspec.json.encode(lines))


def _stamp(folder: Path) -> tuple[int, int, int] | None:
    """Return what tells states of the macro's file apart; None where there is no file."""
    try:
        info = (folder / FILE).lstat()
    except OSError:
        return None
    return info.st_mtime_ns, info.st_size, info.st_ino


def _look(folder: Path, stamp: tuple[int, int, int]) -> Line:
    try:
        macro = open_text(read_whole(folder / FILE, MAX_YAML_BYTES)).macro
    except MacroError as error:
        return Line(stamp, folder.name, problem=str(error)[:_PROBLEM_CHARS])
    except OSError as error:
        return Line(stamp, folder.name, problem=f"it cannot be read: {error.strerror or error}")
    return _line(macro, stamp)


def _line(macro: Macro, stamp: tuple[int, int, int]) -> Line:
    return Line(stamp, macro.name, macro.about, count(macro), macro.made.by, tuple(macro.params))


def _told(lines: dict[str, Line]) -> tuple[Entry, ...]:
    """Return the list, by name and folder."""
    times = Counter(same_name(line.name) for line in lines.values())
    found = [
        Entry(
            **msgspec.structs.asdict(line),
            slug=folder,
            is_double=times[same_name(line.name)] > 1,
        )
        for folder, line in lines.items()
    ]
    return tuple(sorted(found, key=lambda one: (same_name(one.name), one.slug)))


_SIGN = b"call"
"""Stands in every file that calls a macro; the others need not be read as macros."""


def calls_in(root: Path, entries: Iterable[Entry]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the macros that call others, each with the names that it calls; what cannot be read calls nobody."""
    found = ((one.name, _called(root / one.slug / FILE)) for one in entries if not one.problem)
    return tuple((name, names) for name, names in found if names)


def _called(file: Path) -> tuple[str, ...]:
    try:
        data = read_whole(file, MAX_YAML_BYTES)
        steps = flat(open_text(data).macro.steps) if _SIGN in data else ()
    except (OSError, MacroError):
        return ()
    return tuple(dict.fromkeys(step.macro for step in steps if isinstance(step, grammar.Call)))


BACKUP: Final = f"{FILE}.bak"


class Changed(MacroError):
    """The file of a macro is another than the one that was read; nothing was written."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A macro of the library."""

    opened: Opened
    folder: Path
    note: str = ""
    """What the user should know: that the file was damaged and the one before is shown."""
    mark: str = ""
    """SHA-256 (hex) of the file as it was read, for `Library.save`."""

    @property
    def macro(self) -> Macro:
        """The macro."""
        return self.opened.macro

    def image(self, path: str) -> bytes:
        """Return the file of a picture."""
        return read_image(self.folder, path)


def read_kept(folder: Path, watch: Watch | None = None) -> Kept:
    """Read the macro of a folder; a file that is no text gives its place to the one before.

    Raises:
        BadMacro: its file is refused; has every problem.
        MacroError: it cannot be read.
    """
    file = folder / FILE
    note = ""
    with as_file_error(file, "read"):
        data = read_whole(file, MAX_YAML_BYTES)
        if not is_text(data):
            note = _put_aside(folder)
            data = read_whole(file, MAX_YAML_BYTES)
    return Kept(open_text(data, str(file), watch), folder, note, mark_of(data))


def write_kept(
    folder: Path,
    macro: Macro,
    data: bytes,
    images: Mapping[str, bytes],
    events: bytes | None,
    *,
    expected: str = "",
) -> None:
    """Write a macro into its folder; the caller holds the library's lock.

    Args:
        events: the raw recording; None leaves the one that is there.
        expected: `Kept.mark` of the file that is replaced; empty for whatever is there.

    Raises:
        Changed: the file is another than expected; it is untouched.
        MacroError: a picture is missing; the file is untouched.
        OSError: something cannot be written.
    """
    if expected and mark_of(read_whole(folder / FILE, MAX_YAML_BYTES)) != expected:
        raise Changed(
            f"“{macro.name}” was changed meanwhile, by another window or program; nothing was "
            "written. Look at it as it is now and try again"
        )
    private_folder(folder / "img")
    for path in image_paths(macro):
        if path in images:
            write_once(folder / path, images[path])
        elif not (folder / path).is_file():
            raise MacroError(f"the picture {path} of “{macro.name}” is missing; nothing was kept")
    if events is not None:
        write_whole(folder / EVENTS, events)
    back_up(folder / FILE, folder / BACKUP)
    write_whole(folder / FILE, data)


def mark_of(data: bytes) -> str:
    """Return the SHA-256 (hex) of a macro's file, by which it is known again."""
    return hashlib.sha256(data).hexdigest()


def _put_aside(folder: Path) -> str:
    """Keep a file that is no text, and put the backup in its place; return the sentence."""
    try:
        before = read_whole(folder / BACKUP, MAX_YAML_BYTES)
        open_text(before, BACKUP)
    except (OSError, MacroError) as error:
        raise MacroError(
            f"{folder / FILE} is damaged, and there is no macro before it; restore it from a backup of yours"
        ) from error
    kept = aside(folder / FILE)
    write_whole(folder / FILE, before)
    return (
        f"{FILE} was damaged and is kept as {kept.name}; this is the macro as it was saved before"
    )


_MOST_TOLD: Final = 5


def meant(entries: Sequence[Entry], typed: str) -> Entry:
    """Return the macro that a user means: the one whose folder is called so, else the one of this name."""
    own = [one for one in entries if one.slug == typed]
    return own[0] if own else only(entries, _named(entries, typed), typed)


def called(entries: Sequence[Entry], name: str) -> Entry:
    """Return the macro that a call names: the one of this name, else the one whose folder it is.

    A call says what the macro is called; that another one's folder has the same name must not
    change what it does. A folder counts only while its macro is called as the folder is: after
    another name it tells what the macro was called once, and the call may have meant what is gone.
    """
    found = _named(entries, name)
    if found:
        return only(entries, found, name)
    own = [one for one in entries if one.slug == name]
    if own and not own[0].problem and not is_named_for(own[0].name, own[0].slug):
        raise MacroError(
            f"there is no macro called “{name}”; the one in the folder {name} is called "
            f"“{own[0].name}”: call it so if it is meant"
        )
    return only(entries, own, name)


def _named(entries: Sequence[Entry], name: str) -> list[Entry]:
    """Return those of this very name; where there is none, those that a person would take for it."""
    wanted = same_name(name)
    alike = [one for one in entries if same_name(one.name) == wanted]
    return [one for one in alike if one.name == name] or alike


def only(entries: Sequence[Entry], found: Sequence[Entry], name: str) -> Entry:
    """Return the one that was found, or say why it cannot be chosen."""
    if len(found) == 1:
        return found[0]
    if not found:
        some = ", ".join(one.name for one in entries[:_MOST_TOLD]) or "none yet"
        raise MacroError(
            f"there is no macro called “{name}” (there are: {some}); see deskhand macro list"
        )
    folders = [one.slug for one in found[:_MOST_TOLD]]
    more = f" and {len(found) - _MOST_TOLD} more" if len(found) > _MOST_TOLD else ""
    raise MacroError(
        f"{len(found)} macros are called “{name}”, in the folders {', '.join(folders)}{more}; "
        "say the folder instead, or rename one of them"
    )


REMOVED: Final = ".removed"
_LOCK: Final = ".lock"


class NameTaken(MacroError):
    """There is a macro of this name already."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is a macro called “{name}” already; take another name")


class Library:
    """All macros of one user. Safe for several processes, and for several threads of each."""

    def __init__(self, root: Path, on_new: Callable[[str], object] = lambda slug: None) -> None:
        """Take a folder of macros, which need not be there.

        Args:
            on_new: told the name of each folder that is about to be made, so that whatever is known
                by that name of a macro that was deleted by hand can be forgotten first. Where it
                raises a `MacroError` nothing is made.
        """
        self._root = root
        self._on_new = on_new
        self._shelf = Shelf(root)

    def entries(self) -> tuple[Entry, ...]:
        """Return what there is, by name; also what cannot be read, with the reason."""
        return self._shelf.entries()

    def folder(self, name: str) -> Path:
        """Return the folder of the macro that a user means, see `meant`."""
        return self._root / meant(self.entries(), name).slug

    def at(self, slug: str) -> Path:
        """Return the folder of this very name; what macros are called is not looked at."""
        folder = self._root / slug
        is_name = bool(slug) and not slug.startswith(".") and folder.name == slug
        if not is_name or folder.is_symlink() or not os.path.lexists(folder / FILE):
            raise MacroError(
                f"there is no macro in the folder {slug} any more; see deskhand macro list"
            )
        return folder

    def open(self, name: str) -> Kept:
        """Open the macro that a user means, see `folder`."""
        return self.open_at(self.folder(name))

    def open_called(self, name: str) -> Kept:
        """Open the macro that a call names, see `called`."""
        return self.open_at(self._root / called(self.entries(), name).slug)

    open_at = staticmethod(read_kept)
    """Opens the macro of this very folder: a name may be that of another's folder."""

    def save(
        self,
        macro: Macro,
        images: Mapping[str, bytes] | None = None,
        *,
        events: bytes | None = None,
        new: bool = False,
        folder: Path | None = None,
        data: bytes | None = None,
        expected: str = "",
    ) -> Path:
        """Keep a macro on the disk and return its folder. The one before becomes the backup.

        Args:
            events: the raw recording; None leaves the one that is there.
            folder: the macro that is replaced; None replaces the one of this name, if there is one.
            data: the macro as a file; None writes it here.
            expected: `Kept.mark` of the file that is replaced; empty for whatever is there.

        Raises:
            Changed: what was to be replaced is another than expected; it is untouched.
            MacroError: it cannot be kept, or a picture is missing; what was there is untouched.
        """
        data = write(macro) if data is None else data
        given = images or {}
        for picture in given.values():
            size_px(picture)
        with as_file_error(self._root, "keep the macro in"):
            private_folder(self._root)
            with locked(self._root / _LOCK):
                place = self._place(macro, new=new) if folder is None else self.at(folder.name)
                if not os.path.lexists(place):
                    self._on_new(place.name)
                write_kept(place, macro, data, given, events, expected=expected)
                self._shelf.put(place, macro)  # later the file may be another's, of another name
        return place

    def add(self, package: Package, *, name: str = "") -> Path:
        """Keep an imported macro under a name that is free; it is not trusted by that."""
        taken = {same_name(one.name) for one in self.entries()}
        wanted = name or package.macro.name
        found = free_name(wanted, taken) if same_name(wanted) in taken else wanted
        made = msgspec.structs.replace(package.macro.made, by="import")
        macro = msgspec.structs.replace(package.macro, name=found, made=made)
        used = {path: package.image(path) for path in image_paths(macro)}
        return self.save(macro, used, events=package.events, new=True)

    def package(self, folder: Path) -> Package:
        """Return the macro of this very folder with its pictures and its recording, to be packed."""
        kept = self.open_at(folder)
        images = {path: kept.image(path) for path in image_paths(kept.macro)}
        return Package(kept.macro, images, read_events(folder))

    def rename(self, folder: Path, to: str, *, expected: str = "") -> None:
        """Give a macro another name; its folder stays. Macros that call it are not changed.

        Args:
            expected: `Kept.mark` of the file that is meant; empty for whatever is there.

        Raises:
            Changed: the file is another than expected; it is untouched.
            NameTaken: another macro is called so.
            MacroError: the name cannot be used.
        """
        # What is saved meanwhile would be written over.
        with as_file_error(folder, "rename"), locked(self._root / _LOCK):
            kept = self.open_at(folder)
            if any(
                same_name(one.name) == same_name(to) and one.slug != kept.folder.name
                for one in self.entries()
            ):
                raise NameTaken(to)
            macro = msgspec.structs.replace(kept.macro, name=to)
            mark = expected or kept.mark
            write_kept(kept.folder, macro, write(macro), {}, None, expected=mark)
            self._shelf.put(folder, macro)

    def remove(self, folder: Path) -> Path:
        """Take a macro out of the library; it is kept under `.removed` until the next of its folder."""
        kept = self._root / REMOVED / folder.name
        with as_file_error(folder, "remove"):
            private_folder(kept.parent)
            with locked(self._root / _LOCK), unheld(self.at(folder.name)):
                if kept.exists():
                    shutil.rmtree(kept)
                folder.replace(kept)
                flush_folder(self._root)
        return kept

    def _place(self, macro: Macro, *, new: bool) -> Path:
        """Return the folder for a macro: its own, or a free one."""
        entries = self.entries()
        found = [one for one in entries if same_name(one.name) == same_name(macro.name)]
        if found and new:
            raise NameTaken(found[0].name)
        if found:
            return self._root / only(entries, found, macro.name).slug
        return self._root / slug(macro.name, {path.name for path in self._root.iterdir()})


def restore(shelf: Library, kept: Path, name: str) -> Path:
    """Put a removed macro back and return its folder: where it was, or a free one if that is taken.

    Args:
        kept: what `Library.remove` returned.

    Raises:
        MacroError: another macro has its name meanwhile, or it cannot be moved.
    """
    root = kept.parent.parent
    with as_file_error(kept, "bring back"), locked(root / _LOCK):
        taken = any(same_name(one.name) == same_name(name) for one in shelf.entries())
        if taken:
            raise MacroError(
                f"there is another macro called “{name}” by this time; rename it, and “{name}” "
                "can be brought back"
            )
        if not (kept / FILE).exists():
            raise MacroError(f"“{name}” is gone for good: nothing is left of it in {kept}")
        folder = root / kept.name
        if os.path.lexists(folder):
            folder = root / slug(name, {one.name for one in root.iterdir()})
        kept.replace(folder)
        flush_folder(root)
    return folder
