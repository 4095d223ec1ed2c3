"""A save on its way: what it writes is what stood when it began, and any thread may do the writing."""

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from automation.core.errors import MacroError
from automation.macros.codec import Texts, write
from automation.macros.editing.conflict import check_unchanged, conflict
from automation.macros.editing.draft import Draft, digest
from automation.macros.editing.opening import RenameLook
from automation.macros.editing.pictures import Pictures
from automation.macros.folder import read_events
from automation.macros.images import image_paths
from automation.macros.kept import Changed, mark_of
from automation.macros.library import Library
from automation.macros.macro import Macro


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save has written."""

    macro: Macro
    """As it stands in the file, under the name that the file gives it."""
    folder: Path
    mark: str
    """SHA-256 (hex) of the file."""
    content: str
    """`draft.digest` of the macro."""
    texts: Texts
    """The texts of its steps."""
    draft: Draft | None = None
    """Of another macro that goes on from here, held; None where it is the same."""


@dataclass(frozen=True, slots=True)
class Saving:
    """A macro on its way into its own file."""

    library: Library
    look: RenameLook
    macro: Macro
    content: str
    """`draft.digest` of it."""
    texts: Texts
    """Of nobody else."""
    pictures: Pictures

    def __call__(self) -> Saved:
        """Write it, under the name that it was given elsewhere meanwhile.

        Raises:
            Conflict: the file was changed meanwhile; nothing was written.
            MacroError: it cannot be kept.
        """
        self.texts.make(self.macro, len(self.macro.steps))  # most of the work; the look comes late
        macro, expected = self._named()
        folder = self.look.folder
        check_unchanged(folder, expected, macro.name)
        data, fresh = write(macro, self.texts), self._fresh(macro)
        try:
            self.library.save(macro, fresh, folder=folder, data=data, expected=expected)
        except Changed as error:
            raise conflict(macro.name) from error
        return Saved(macro, folder, mark_of(data), self.content, self.texts)

    def _named(self) -> tuple[Macro, str]:
        """Return the macro under the name that its file gives it, and the digest of that file."""
        found = self.look()
        if found.macro is None:
            return self.macro, self.look.disk
        return replace(self.macro, name=found.macro.name), found.digest

    def _fresh(self, macro: Macro) -> dict[str, bytes]:
        added = self.pictures.added()
        return {path: self.pictures.read(path) for path in image_paths(macro) if path in added}


@dataclass(frozen=True, slots=True)
class SavingAs:
    """A macro on its way into a file of its own, under another name; the first stays as it is."""

    library: Library
    macro: Macro
    """Under its other name."""
    texts: Texts
    """Of nobody else."""
    pictures: Pictures
    undone: Iterable[str]
    """Paths of pictures that an undo may name again."""

    def __call__(self) -> Saved:
        """Write it and take hold of its draft.

        Raises:
            MacroError: the name is taken, or it cannot be kept.
        """
        macro = self.macro
        images = {path: self.pictures.read(path) for path in image_paths(macro)}
        data, events = write(macro, self.texts), read_events(self.pictures.folder)
        folder = self.library.save(macro, images, events=events, new=True, data=data)
        draft = Draft(folder)
        carry(self.pictures, draft, {*self.pictures.added(), *self.undone}.difference(images))
        return Saved(macro, folder, mark_of(data), digest(macro), self.texts, draft)


def carry(pictures: Pictures, draft: Draft, paths: Iterable[str]) -> None:
    """Take pictures along into the draft of another macro, as far as that can be done.

    Args:
        pictures: of the first one.
        draft: of the other.
        paths: which; edits since, undo and redo may name them.
    """
    for path in paths:
        # The macro is kept already: that one of these cannot be takes nothing from it.
        with contextlib.suppress(MacroError):
            draft.add_image(path, pictures.read(path))
