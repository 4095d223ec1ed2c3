"""The user's macros: a folder for each, saved whole or not at all, found by name.

    macros/SLUG/macro.yaml      the macro; `macro.yaml.bak` is the one before
    macros/SLUG/img/*.png       its pictures
    macros/SLUG/events.bin      the raw recording, where there is one
    macros/.index.json          what the list shows, made again whenever it does not fit

A file that was edited by hand and has a mistake stays where it is, and its problems are told. One
that is no text at any rate (a disk that failed) is kept aside and the one before takes its place.
"""

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from automation.core.errors import MacroError
from automation.macros.codec import FILE, write
from automation.macros.files import FileError, flush_folder, locked, private_folder
from automation.macros.folder import read_events
from automation.macros.held import unheld
from automation.macros.images import image_paths, size_px
from automation.macros.kept import Kept, read_kept, write_kept
from automation.macros.lookup import called, meant, only
from automation.macros.macro import Macro
from automation.macros.naming import free_name, same_name, slug
from automation.macros.package import Package
from automation.macros.shelf import Entry, Shelf
from automation.macros.yaml_tree import Watch

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
            root: the folder.
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
        """Return the folder of the macro that a user means, see `lookup.meant`.

        Raises:
            MacroError: there is none, or several are called so.
        """
        return self._root / meant(self.entries(), name).slug

    def at(self, slug: str) -> Path:
        """Return the folder of this very name; what macros are called is not looked at.

        Raises:
            MacroError: there is none.
        """
        folder = self._root / slug
        is_name = bool(slug) and not slug.startswith(".") and folder.name == slug
        if not is_name or folder.is_symlink() or not os.path.lexists(folder / FILE):
            message = f"there is no macro in the folder {slug} any more; see deskhand macro list"
            raise MacroError(message)
        return folder

    def open(self, name: str) -> Kept:
        """Open the macro that a user means, see `folder`.

        Raises:
            BadMacro: its file is refused; has every problem.
            MacroError: there is none of this name, or it cannot be read.
        """
        return self.open_at(self.folder(name))

    def open_called(self, name: str) -> Kept:
        """Open the macro that a call names, see `lookup.called`.

        Raises:
            BadMacro: its file is refused; has every problem.
            MacroError: there is none of this name, or it cannot be read.
        """
        return self.open_at(self._root / called(self.entries(), name).slug)

    def open_at(self, folder: Path, watch: Watch | None = None) -> Kept:
        """Open the macro of this very folder: a name may be that of another's folder.

        Args:
            folder: the macro's.
            watch: is told how far the reading has come.

        Raises:
            BadMacro: its file is refused; has every problem.
            MacroError: it cannot be read.
        """
        return read_kept(folder, watch)

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
        """Keep a macro; when this returns it is on the disk. The one before becomes the backup.

        Args:
            macro: what to keep.
            images: files of pictures that are not in the library yet, by path.
            events: the raw recording; None leaves the one that is there.
            new: refuse to replace a macro of this name.
            folder: the macro that is replaced; None replaces the one of this name, if there is one.
            data: the macro as a file; None writes it here.
            expected: `Kept.mark` of the file that is replaced; empty for whatever is there.

        Returns:
            The macro's folder.

        Raises:
            Changed: what was to be replaced is another than expected; it is untouched.
            MacroError: it cannot be kept, or a picture is missing; what was there is untouched.
        """
        data = write(macro) if data is None else data
        given = images or {}
        for picture in given.values():
            size_px(picture)
        try:
            private_folder(self._root)
            with locked(self._root / _LOCK):
                place = self._place(macro, new=new) if folder is None else self.at(folder.name)
                if not os.path.lexists(place):
                    self._on_new(place.name)
                write_kept(place, macro, data, given, events, expected=expected)
                self._shelf.put(place, macro)  # later the file may be another's, of another name
        except OSError as error:
            raise FileError(self._root, "keep the macro in", error) from error
        return place

    def add(self, package: Package, *, name: str = "") -> Path:
        """Keep an imported macro under a name that is free; it is not trusted by that.

        Raises:
            MacroError: it cannot be kept.
        """
        taken = {same_name(one.name) for one in self.entries()}
        wanted = name or package.macro.name
        found = free_name(wanted, taken) if same_name(wanted) in taken else wanted
        made = msgspec.structs.replace(package.macro.made, by="import")
        macro = msgspec.structs.replace(package.macro, name=found, made=made)
        used = {path: package.image(path) for path in image_paths(macro)}
        return self.save(macro, used, events=package.events, new=True)

    def package(self, name: str) -> Package:
        """Return the macro that a user means with its pictures and its recording, to be packed.

        Raises:
            MacroError: it cannot be read, or a picture is missing.
        """
        return self.package_at(self.folder(name))

    def package_at(self, folder: Path) -> Package:
        """Return the macro of this very folder, as `package` does.

        Raises:
            MacroError: it cannot be read, or a picture is missing.
        """
        kept = self.open_at(folder)
        images = {path: kept.image(path) for path in image_paths(kept.macro)}
        return Package(kept.macro, images, read_events(folder))

    def rename(self, folder: Path, to: str, *, expected: str = "") -> None:
        """Give a macro another name; its folder stays. Macros that call it are not changed.

        Args:
            folder: the macro's.
            to: the name.
            expected: `Kept.mark` of the file that is meant; empty for whatever is there.

        Raises:
            Changed: the file is another than expected; it is untouched.
            NameTaken: another macro is called so.
            MacroError: the name cannot be used.
        """
        try:
            with locked(self._root / _LOCK):  # what is saved meanwhile would be written over
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
        except OSError as error:
            raise FileError(folder, "rename", error) from error

    def remove(self, folder: Path) -> Path:
        """Take a macro out of the library; it is kept under `.removed` until the next of its folder.

        Raises:
            MacroError: it is gone, open for editing, or cannot be moved.
        """
        kept = self._root / REMOVED / folder.name
        try:
            private_folder(kept.parent)
            with locked(self._root / _LOCK), unheld(self.at(folder.name)):
                if kept.exists():
                    shutil.rmtree(kept)
                folder.replace(kept)
                flush_folder(self._root)
        except OSError as error:
            raise FileError(folder, "remove", error) from error
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
