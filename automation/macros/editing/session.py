"""One macro of the library, open for editing: checked bit by bit, and what comes into it from outside."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from automation.core.errors import MacroError
from automation.macros.checks import IsKey, any_key
from automation.macros.codec import write
from automation.macros.editing.checking import Checker
from automation.macros.editing.kept_document import KeptDocument
from automation.macros.editing.pictures import with_images
from automation.macros.editing.rows import Spot
from automation.macros.images import size_px
from automation.macros.library import Library
from automation.macros.macro import Macro, Param, Step
from automation.macros.naming import image_path
from automation.macros.problems import Problem
from automation.macros.told import read_told
from automation.macros.yaml_tree import Watch

_CHECKED: Final = 100
"""Steps that are checked between two words to a `Watch`."""


class EditSession(KeptDocument):
    """One open macro. Owned by one thread; `close` it in any case."""

    def __init__(
        self,
        library: Library,
        name: str | Path,
        *,
        is_key: IsKey = any_key,
        watch: Watch | None = None,
    ) -> None:
        """Open a macro, and with it what was edited and not saved before.

        Args:
            library: where it is.
            name: its very folder, or what a user calls it.
            is_key: tells whether a key has this name.
            watch: is told how far the reading has come; what it raises ends the opening.

        Raises:
            BadMacro: its file is refused; has every problem.
            MacroError: there is none of this name, it cannot be read, or it is open for editing
                in another window.
        """
        folder = name if isinstance(name, Path) else library.folder(name)
        self.mark = object()
        """Tells this very editing from every other one, of another or of the same macro."""
        self.told = read_told(folder)
        """What was told when the macro was made, such as steps that were left out."""
        super().__init__(library, folder, watch)
        self._checker = Checker(self.image, lambda other: library.open_called(other).macro, is_key)

    def problems(self) -> tuple[Problem, ...]:
        """Return what the checks say of the macro, in its order; looks only at what was changed."""
        return self._checker.problems(self.document.macro)

    def problems_of(self, step_id: str) -> tuple[Problem, ...]:
        """Return what the last check said of one step itself."""
        return self._checker.of_step(step_id)

    def check_some(self, steps: int = 40) -> bool:
        """Check up to so many changed steps, for a timer; tell whether all have been."""
        return self._checker.look(self.document.macro, steps)

    def write_some(self, steps: int = 40) -> bool:
        """Prepare the text of up to so many changed steps for `save`; tell whether it has all it needs.

        A save that is on its way brings the texts that it makes, and none are made beside it.
        """
        return not self.is_saving and self._texts.make(self.document.macro, steps)

    def check_all(self, watch: Watch) -> None:
        """Check all of it before it is shown, and write it once, so that a save writes only edits.

        What `watch` raises ends that, and what is left is left.
        """
        whole = len(self.document.rows)
        for done in range(0, whole + _CHECKED, _CHECKED):
            watch("Checking", min(done, whole), whole)
            if self.check_some(_CHECKED):
                break
        with contextlib.suppress(MacroError):  # a save will say what no file can hold
            write(self.document.macro, self._texts)

    def writer_of(self, steps: Sequence[Step]) -> Callable[[Macro], bytes]:
        """Return what writes these steps as a macro's file, as `write` does; it holds nothing else of here."""
        return partial(write, texts=self._texts.only(steps))

    def add_image(self, data: bytes, hint: str = "") -> str:
        """Keep a picture for a step; it is safe on the disk when its path is returned.

        Raises:
            MacroError: it is no PNG, is too large, or cannot be written.
        """
        size_px(data)
        path = image_path(data, hint)
        self._draft.add_image(path, data)
        self._checker.forget_image(path)
        return path

    def insert(
        self,
        steps: Sequence[Step],
        images: Mapping[str, bytes],
        at: Spot,
        words: str = "",
        *,
        params: Mapping[str, Param] | None = None,
    ) -> tuple[str, ...]:
        """Put recorded steps somewhere, with their pictures and parameters, as one edit.

        Args:
            steps: what was recorded.
            images: their pictures, by the paths that they name.
            at: where.
            words: what the edit is called.
            params: parameters that the steps use.

        Returns:
            The ids of the steps, those inside them left out.

        Raises:
            MacroError: a picture cannot be kept, or the steps must not stand there.
        """
        paths = {
            path: self.add_image(data, path.removeprefix("img/").rsplit("-", 1)[0])
            for path, data in images.items()
        }
        return self.document.insert(
            tuple(with_images(step, paths) for step in steps), at, words, params=params
        )
