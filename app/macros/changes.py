"""What can be done with a macro of the library as a whole: renamed, copied, removed, taken in, exported.

For the page and the command line. Every function says in one sentence what came of it, or raises why
nothing did; what becomes of macros that call one which is renamed or removed is said with it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from app.macros import library
from app.macros.export import export_script, is_foreign, is_script, read_foreign
from app.macros.export import told as told_export
from app.macros.library import library_of, trust_of
from automation.core.errors import MacroError
from automation.core.files import write_whole
from automation.core.text import visible_text
from automation.core.wording import quoted_whole
from automation.macros.images import image_paths
from automation.macros.library import Entry, Kept, Library, called, calls_in, restore
from automation.macros.macro import Macro
from automation.macros.names import free_name
from automation.macros.package import Package, pack, read_source
from automation.macros.trust import TrustBook, digest

_MOST_NAMED: Final = 3


def told_calls(root: Path, slug: str, before: Sequence[Entry], after: Sequence[Entry]) -> str:
    """Return sentences on the macros that run the one of a folder; empty where all goes on as it was."""
    rest = tuple(one for one in before if one.slug != slug)
    own = next((one.name for one in before if one.slug == slug), slug)
    calls = calls_in(root, rest)
    called_names = dict.fromkeys(name for _caller, names in calls for name in names)
    meant = {name: _meant(before, name) for name in called_names}
    goes_to = {
        name: _meant(after, name)
        for name, one in meant.items()
        if one is not None and one.slug == slug
    }
    lost = {name for name, other in goes_to.items() if other is None}
    said = _lost([caller for caller, names in calls if not lost.isdisjoint(names)], own)
    for name, other in goes_to.items():
        if other is not None and other.slug != slug:
            callers = [caller for caller, names in calls if name in names]
            verb = "runs" if len(callers) == 1 else "run"
            said += (
                f" {_some(callers)} {verb} {quoted_whole(name)} and will do {quoted_whole(other.name)} from "
                "here on: look at that step."
            )
    return said


def _meant(entries: Sequence[Entry], name: str) -> Entry | None:
    try:
        return called(entries, name)
    except MacroError:
        return None


def _lost(names: Sequence[str], own: str) -> str:
    if not names:
        return ""
    verb = "runs" if len(names) == 1 else "run"
    return f" {_some(names)} {verb} {quoted_whole(own)} and will not find it: change that step."


def _some(names: Sequence[str]) -> str:
    some = ", ".join(quoted_whole(name) for name in names[:_MOST_NAMED])
    return some + (f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else "")


MAX_NAME_CHARS: Final = 100
STEP_BY_STEP: Final = "It is not trusted: each step is asked about until you have read all of it."


@dataclass(frozen=True, slots=True)
class Done:
    """What a change came to."""

    sentence: str
    name: str
    """What the macro is called after it."""
    folder: Path
    """Where it lies after it."""
    key: str = ""
    """The chord that played it before it was removed, to be given to it again; empty for none."""


@dataclass(slots=True)
class Changes:
    """The library of one user and what is trusted in it. For one thread at a time.

    A macro is named by its folder.
    """

    data: Path
    """The folder of the user's data."""
    library: Library
    book: TrustBook

    @classmethod
    def at(cls, data: Path) -> "Changes":
        """Return the changes for the macros in a user's folder."""
        return cls(data, library_of(data), trust_of(data))

    def open_at(self, slug: str) -> Kept:
        """Open the macro of this very folder.

        Raises:
            BadMacro: its file is refused; has every problem.
            MacroError: there is none, or it cannot be read.
        """
        return self.library.open_at(self.library.at(slug))

    def rename(self, slug: str, to: str) -> Done:
        """Give a macro another name. Trust goes along: no step of it changed.

        Raises:
            MacroError: the name is taken or cannot be used; nothing changed.
        """
        wanted = checked_name(to)
        kept = self.open_at(slug)
        before = kept.macro.name
        if wanted == before:
            return Done(f"It is called {quoted_whole(wanted)} already.", wanted, kept.folder)
        entries = self.library.entries()
        after = [
            msgspec.structs.replace(one, name=wanted) if one.slug == slug else one
            for one in entries
        ]
        told = told_calls(self.data / "macros", slug, entries, after)
        content, renamed = self._digests(kept, wanted)
        entry = self.book.entry(content) if content else None
        self.library.rename(kept.folder, wanted, expected=kept.mark)
        if entry is not None:
            self.book.trust(renamed, wanted, entry.by)
        said = f"{quoted_whole(before)} is called {quoted_whole(wanted)} from here on."
        return Done(said + told, wanted, kept.folder)

    def duplicate(self, slug: str) -> Done:
        """Make a second macro of the same steps, without the raw recording; trusted like the first.

        Raises:
            MacroError: it cannot be read or kept.
        """
        kept = self.open_at(slug)
        free = free_name(kept.macro.name, [one.name for one in self.library.entries()])
        images = {path: kept.image(path) for path in image_paths(kept.macro)}
        copy = msgspec.structs.replace(kept.macro, name=free)
        entry = self.book.entry(digest(kept.macro, images.__getitem__))
        folder = self.library.save(copy, images, new=True)
        if entry is not None:
            self.book.trust(digest(copy, images.__getitem__), free, entry.by)
        said = f"{quoted_whole(free)} has the same steps as {quoted_whole(kept.macro.name)}."
        return Done(said, free, folder)

    def remove(self, slug: str, key: str = "") -> Done:
        """Take a macro out of the library with all that belongs to it; `bring_back` undoes it.

        Args:
            key: the chord that plays it; empty for none. Whoever keeps the keys takes it away.

        Raises:
            MacroError: there is none, it is open for editing, or it cannot be moved.
        """
        folder = self.library.at(slug)
        entries = self.library.entries()
        called = next((one.name for one in entries if one.slug == slug), slug)
        after = [one for one in entries if one.slug != slug]
        told = told_calls(self.data / "macros", slug, entries, after)
        with library.noted(self.data, folder, key):
            kept = self.library.remove(folder)
        said = f"{quoted_whole(called)} is no longer in your library; it is kept in {kept}."
        said += library.take_along(self.data, slug, kept)
        return Done(said + told, called, kept, key)

    def bring_back(self, removed: Done) -> Done:
        """Undo `remove`, with all that belonged to it; the key is the result's to be set.

        Raises:
            MacroError: another macro has its place by this time.
        """
        folder = restore(self.library, removed.folder, removed.name)
        key, problem = library.bring_back(self.data, folder, removed.folder.name)
        return Done(f"{quoted_whole(removed.name)} is back.{problem}", removed.name, folder, key)

    def take_in(self, source: Path) -> Done:
        """Take in a macro from a zip, a folder, a macro.yaml or a PyMacroRecord file; not trusted.

        Raises:
            MacroError: it is refused or cannot be kept; nothing was kept of it.
        """
        folder, notes = self.add(source)
        called = self.library.open_at(folder).macro.name
        told = "".join(f" Note: {note}." for note in notes)
        return Done(
            f"{quoted_whole(called)} is in your library. {STEP_BY_STEP}{told}", called, folder
        )

    def add(self, source: Path, name: str = "") -> tuple[Path, tuple[str, ...]]:
        """Take in a macro as `take_in`; return its folder and what should be known of it.

        Raises:
            MacroError: it is refused or cannot be kept; nothing was kept of it.
        """
        package, notes = (
            read_foreign(source) if is_foreign(source) else (read_source(source).package(), ())
        )
        return self.library.add(package, name=name), notes

    def export(self, slug: str, out: Path, *, with_recording: bool) -> Done:
        """Write a macro to one zip, or to a file that ends in `.py` as a Python script.

        Raises:
            MacroError: it cannot be read or written; as a script, it is not trusted.
        """
        folder = self.library.at(slug)
        if is_script(out):
            if with_recording:
                raise MacroError("a script takes no recording along; export it without")
            kept = self.library.open_at(folder)
            made = export_script(kept, out, self.library, self.book, may_replace=True)
            return Done(told_export(made), made.name, out)
        package = self.library.package(folder)
        if not with_recording:
            package = Package(package.macro, package.images)
        try:
            write_whole(out, pack(package))
        except OSError as error:
            raise MacroError(f"cannot write {out}: {error.strerror or error}") from error
        return Done(
            f"{quoted_whole(package.macro.name)} is written to {out}.", package.macro.name, out
        )

    def _digests(self, kept: Kept, to: str) -> tuple[str, str]:
        """Return the contents before and after another name, of the very same bytes; empty for none."""
        read = _once(kept.image)
        try:
            renamed = msgspec.structs.replace(kept.macro, name=to)
            return digest(kept.macro, read), digest(renamed, read)
        except MacroError:  # a picture is missing: there is no content to trust
            return "", ""


def checked_name(text: str) -> str:
    """Return a name as it is kept.

    Raises:
        MacroError: nobody could be called so.
    """
    name = text.strip()
    if problem := name_problem(name):
        raise MacroError(problem)
    return name


def name_problem(name: str) -> str:
    """Say why a macro cannot be called so; empty when it can."""
    if not name.strip():
        return "a macro needs a name"
    if len(name.strip()) > MAX_NAME_CHARS:
        return f"the name has {len(name.strip())} characters, expected at most {MAX_NAME_CHARS}"
    if visible_text(name) != name:
        return "the name holds a character that nobody would see; write it without"
    return ""


def is_trusted(macro: Macro, read: Callable[[str], bytes], book: TrustBook) -> bool:
    """Tell whether this content is trusted; one that lacks a picture is not."""
    try:
        return book.is_trusted(digest(macro, read))
    except MacroError:
        return False


def _once(read: Callable[[str], bytes]) -> Callable[[str], bytes]:
    """Return a reader that gives the same bytes at every call."""
    known: dict[str, bytes] = {}

    def _read(path: str) -> bytes:
        if path not in known:
            known[path] = read(path)
        return known[path]

    return _read
