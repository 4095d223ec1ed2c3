"""A macro as it is on the disk, and the edits of its draft done again."""

import contextlib
import functools
import hashlib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from automation.core.errors import MacroError
from automation.macros.codec import FILE
from automation.macros.editing.document import Document
from automation.macros.editing.draft import Draft, Found, digest
from automation.macros.editing.lines import replay
from automation.macros.editing.naming import told_apart
from automation.macros.files import read_whole
from automation.macros.kept import Kept
from automation.macros.library import Library
from automation.macros.macro import Macro
from automation.macros.yaml_tree import MAX_YAML_BYTES, Watch


@dataclass(frozen=True, slots=True)
class _Recovered:
    """What became of a draft."""

    words: str
    """The sentence for the user; empty where there was nothing."""
    left_over: bool
    """Some of it does not fit the macro."""


def read_settled(library: Library, folder: Path, watch: Watch | None = None) -> tuple[Kept, str]:
    """Return a macro and the digest of the very bytes that it was read from.

    Raises:
        BadMacro: its file is refused; has every problem.
        MacroError: it cannot be read.
    """
    note = ""
    while True:
        before = _digest_or_none(folder)
        kept = library.open_at(folder, watch)
        note = kept.note or note
        if before and before == _digest_or_none(folder):
            return Kept(kept.opened, folder, note, before), before


@dataclass(frozen=True, slots=True)
class RenameLook:
    """A look at whether a macro was given another name elsewhere; for any thread."""

    library: Library
    folder: Path
    disk: str
    """Digest of the file as it was read or written last."""
    saved: Macro
    """The macro as it was then."""
    refused: str = ""
    """Digest of a file that was found to say more than another name."""

    def __call__(self) -> "Renamed":
        """Look; a file that was refused already is not read again."""
        digest = self.disk
        with contextlib.suppress(OSError, MacroError):  # who saves is told of what is wrong there
            digest = disk_digest(self.folder)
            if digest not in (self.disk, self.refused):
                kept, digest = read_settled(self.library, self.folder)
                same = msgspec.structs.replace(self.saved, name=kept.macro.name)
                if kept.macro == same != self.saved:
                    return Renamed(self, digest, kept.macro)
        return Renamed(self, digest)


@dataclass(frozen=True, slots=True)
class Renamed:
    """What a look found."""

    look: RenameLook
    digest: str
    """Of the file; as it was where that cannot be read."""
    macro: Macro | None = None
    """The macro under its other name; None where the file says the same, or more than that."""


def _digest_or_none(folder: Path) -> str:
    """Return the digest; empty for a file that cannot be read, which opening it tells better."""
    try:
        return disk_digest(folder)
    except (OSError, MacroError):
        return ""


def disk_digest(folder: Path) -> str:
    """Return the SHA-256 (hex) of the macro's file.

    Raises:
        OSError: it cannot be read.
        MacroError: it is too large.
    """
    return hashlib.sha256(read_whole(folder / FILE, MAX_YAML_BYTES)).hexdigest()


def reopened(kept: Kept, draft: Draft) -> tuple[Document, str]:
    """Return a macro with the edits of its draft done again, and what the user should know of that.

    Raises:
        MacroError: the draft cannot be read or written.
    """
    found = draft.find(digest(kept.macro))
    macro, twice = told_apart(kept.macro)
    document = Document(macro)
    notes = [kept.note, found.note]
    if twice:
        some = ", ".join(f"“{one}”" for one in twice[:5])
        notes.append(f"steps that had one id ({some}) were given ids of their own")
    recovered = _recovered(document, found)
    notes.append(recovered.words)
    if recovered.left_over:
        notes.append(f"the draft is kept in {draft.copy_aside()}")
        draft.rewrite(document.macro)
    elif found.lines and document.macro == macro:
        document, notes[-1] = Document(macro), ""
        draft.remove()
    return document, "; ".join(filter(None, notes))


def _recovered(document: Document, found: Found) -> _Recovered:
    """Do the edits of a draft again."""
    done = 0
    try:
        for line in found.lines:
            if line.whole is not None:
                same = msgspec.structs.replace(line.whole, name=document.macro.name)
                document.replace(same, "Recover the draft")
            elif line.done is not None:
                document.perform(functools.partial(replay, done=line.done))
            else:
                continue
            done += 1
    except MacroError as error:
        said = (
            f"of the draft of {found.at} {_counted(done)} recovered; the rest does not fit: {error}"
        )
        return _Recovered(said, left_over=True)
    if not done:
        return _Recovered("", left_over=False)
    said = f"{_counted(done)} recovered that had not been saved, the last of {found.at}; undo takes them back"
    return _Recovered(said, left_over=False)


def _counted(number: int) -> str:
    return "1 edit was" if number == 1 else f"{number:,} edits were"
