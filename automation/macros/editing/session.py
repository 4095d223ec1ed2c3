"""One macro of the library, open for editing: its document, pictures not saved yet, a draft on disk."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from automation.core.errors import MacroError
from automation.macros.checks import IsKey, any_key
from automation.macros.editing.document import Document
from automation.macros.editing.rows import Spot
from automation.macros.library import Library
from automation.macros.macro import Param, Step
from automation.macros.problems import Problem


class Conflict(MacroError):
    """The file on the disk is another than the one that was opened; `save` wrote nothing."""


class EditSession:
    """One open macro. Owned by one thread; `close` it in any case."""

    document: Document
    note: str
    """What the user should know of the opening: edits recovered, a file that was damaged; or empty."""

    def __init__(self, library: Library, name: str, *, is_key: IsKey = any_key) -> None:
        """Open a macro.

        Raises:
            BadMacro: its file is refused; has every problem.
            MacroError: there is none of this name, it cannot be read, or it is open for editing
                in another window.
        """

    @property
    def folder(self) -> Path:
        """The macro's folder."""
        raise NotImplementedError

    @property
    def is_saved(self) -> bool:
        """The file on the disk says what the document says."""
        raise NotImplementedError

    @property
    def trouble(self) -> str:
        """Why edits are not safe before they are saved (a full disk); empty when they are."""
        raise NotImplementedError

    def problems(self) -> tuple[Problem, ...]:
        """Return what the checks say of the macro, in its order; looks only at what was changed."""
        raise NotImplementedError

    def problems_of(self, step_id: str) -> tuple[Problem, ...]:
        """Return what the last check said of one step itself."""
        raise NotImplementedError

    def check_some(self, steps: int = 250) -> bool:
        """Check up to so many changed steps, for a timer; tell whether all have been."""
        raise NotImplementedError

    def image(self, path: str) -> bytes:
        """Return the file of a picture, saved or not."""
        raise NotImplementedError

    def add_image(self, data: bytes, hint: str = "") -> str:
        """Keep a picture for a step; it is safe on the disk when its path is returned."""
        raise NotImplementedError

    def insert(
        self,
        steps: Sequence[Step],
        images: Mapping[str, bytes],
        at: Spot,
        words: str = "",
        *,
        params: Mapping[str, Param] | None = None,
    ) -> tuple[str, ...]:
        """Put recorded steps somewhere, with their pictures and parameters, as one edit."""
        raise NotImplementedError

    def save(self) -> Path:
        """Keep the macro in the library; the draft is gone then.

        Raises:
            Conflict: the file was changed meanwhile; nothing was written.
            MacroError: it cannot be kept; the draft stays.
        """
        raise NotImplementedError

    def save_as(self, name: str) -> Path:
        """Keep the macro under another name and go on with that one; the first stays as it is.

        Raises:
            MacroError: the name is taken, or it cannot be kept.
        """
        raise NotImplementedError

    def discard(self) -> None:
        """Forget all edits since the last save, and close."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of the files; edits that are not saved stay in the draft."""
        raise NotImplementedError
