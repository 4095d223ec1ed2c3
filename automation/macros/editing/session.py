"""One macro of the library, open for editing: its document, pictures not saved yet, a draft on disk."""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from automation.core.errors import MacroError
from automation.macros.checks import IsKey, any_key
from automation.macros.codec import Texts, write
from automation.macros.editing.checking import Checker
from automation.macros.editing.document import Document
from automation.macros.editing.draft import Draft, digest
from automation.macros.editing.edits import Edit
from automation.macros.editing.lines import line_of
from automation.macros.editing.opening import Renamed, RenameLook, read_settled, reopened
from automation.macros.editing.pictures import Pictures, with_images
from automation.macros.editing.rows import Spot
from automation.macros.editing.saving import Saved, Saving, SavingAs, carry
from automation.macros.files import FileError
from automation.macros.images import image_paths, size_px
from automation.macros.library import Library
from automation.macros.macro import Macro, Param, Step
from automation.macros.naming import image_path
from automation.macros.problems import Problem
from automation.macros.told import read_told
from automation.macros.yaml_tree import Watch

_CHECKED: Final = 100
"""Steps that are checked between two words to a `Watch`."""


class EditSession:
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
        self._library = library
        self.mark = object()
        """Tells this very editing from every other one, of another or of the same macro."""
        self.note = ""
        """What the user should know of the opening: edits recovered, a file that was damaged."""
        self.trouble = ""
        """Why the latest edits are not safe before they are saved (a full disk); empty when they are."""
        self._texts = Texts()
        self._is_saving = False
        self._saved: Macro
        self._disk: str
        self._refused = ""
        """Digest of a file that was found to say more than another name."""
        self._folder = name if isinstance(name, Path) else library.folder(name)
        self.told = read_told(self._folder)
        """What was told when the macro was made, such as steps that were left out."""
        self._draft = Draft(self._folder)
        try:
            self.document = self._opened(self._folder, watch)
        except BaseException:
            self._draft.close()
            raise
        self.document.keep_in(self._keep)
        self._checker = Checker(self.image, lambda other: library.open_called(other).macro, is_key)

    @property
    def folder(self) -> Path:
        """The macro's folder."""
        return self._folder

    @property
    def is_saved(self) -> bool:
        """The file on the disk says what the document says."""
        return self.document.macro == self._saved

    @property
    def saved(self) -> Macro:
        """The macro as it was read or saved last."""
        return self._saved

    @property
    def is_saving(self) -> bool:
        """A save is on its way that has not come back to `take_saved`, nor to `give_up_saving`."""
        return self._is_saving

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
        return not self._is_saving and self._texts.make(self.document.macro, steps)

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

    def image(self, path: str) -> bytes:
        """Return the file of a picture, saved or not.

        Raises:
            MacroError: it is missing, too large, or a link; or the path is none of a picture.
        """
        return self._pictures().read(path)

    def lacking(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Return the paths under which there is no picture, saved or not."""
        return self._pictures().lacking(paths)

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

    def save(self) -> Path:
        """Keep the macro in the library; the edits of the draft are gone then.

        Returns:
            Its folder.

        Raises:
            Conflict: the file was changed meanwhile; nothing was written.
            MacroError: it cannot be kept; the draft stays.
        """
        return self._at_once(self.saving())

    def saving(self) -> Saving:
        """Begin a save of what stands; it may be edited further while any thread does it.

        Returns:
            What writes it; what comes of that is for `take_saved` or `give_up_saving`.
        """
        macro = self.document.macro
        texts = self._begun(macro)
        content = digest(macro)
        self._draft.note_saving(content)
        return Saving(self._library, self.rename_look(), macro, content, texts, self._pictures())

    def save_as(self, name: str) -> Path:
        """Keep the macro under another name and go on with that one; the first stays as it is.

        Returns:
            The folder of the new one.

        Raises:
            MacroError: the name is taken, or it cannot be kept.
        """
        return self._at_once(self.saving_as(name))

    def saving_as(self, name: str) -> SavingAs:
        """Begin a save under another name, as `saving` does; the first stays as it is."""
        macro = msgspec.structs.replace(self.document.macro, name=name)
        return SavingAs(self._library, macro, self._begun(macro), self._pictures(), self._first)

    def _begun(self, macro: Macro) -> Texts:
        """Begin the only save there is; return the texts that it may have."""
        assert not self._is_saving, "two saves of one macro would write over each other"
        self._is_saving = True
        self.document.close_edit()
        return self._texts.only(macro.steps)

    def _at_once(self, work: Saving | SavingAs) -> Path:
        try:
            saved = work()
        except BaseException:
            self.give_up_saving()
            raise
        self.take_saved(saved)
        return self._folder

    def give_up_saving(self) -> None:
        """Learn that the save which was on its way has failed: all is as it was."""
        self._is_saving = False

    def take_saved(self, saved: Saved) -> None:
        """Go on from what was saved; edits made since stay in the draft of that."""
        self._is_saving = False
        self._texts.take(saved.texts)
        before, pictures = self._draft, self._pictures()
        if saved.draft is not None:
            self._draft, self._folder = saved.draft, saved.folder
            carry(pictures, self._draft, self.lacking(pictures.added()))
        self.document.set_name(saved.macro.name)
        self._settle(saved)
        if self._draft is not before:
            if not self.trouble:  # else it is the only place that has the edits made since
                before.remove()
            before.close()

    def rename_look(self) -> RenameLook:
        """Return what looks for another name, on any thread; what it finds is for `take_rename`."""
        return RenameLook(self._library, self._folder, self._disk, self._saved, self._refused)

    def take_rename(self, found: Renamed | None = None) -> bool:
        """Go on under the name that the macro was given elsewhere; tell whether it has another one.

        Where the file says more than another name nothing is taken, and `save` refuses.

        Args:
            found: what was found meanwhile; None looks at once.
        """
        found = found or self.rename_look()()
        now = (self._folder, self._disk)
        if (found.look.folder, found.look.disk) != now:
            return False  # it was saved since it was looked at
        if found.macro is None:
            self._refused = found.digest if found.digest != self._disk else ""
            return False
        self._saved, self._disk = found.macro, found.digest
        self.document.set_name(self._saved.name)
        return True

    def discard(self) -> None:
        """Forget all edits since the last save, and close."""
        self._draft.remove()
        self._draft.close()

    def close(self) -> None:
        """Let go of the files; edits that are not saved stay in the draft."""
        if self.is_saved:
            self._draft.remove()
        self._draft.close()

    def _opened(self, folder: Path, watch: Watch | None) -> Document:
        kept, self._disk = read_settled(self._library, folder, watch)
        self._saved, self._first = kept.macro, image_paths(kept.macro)
        document, self.note = reopened(kept, self._draft)
        return document

    def _keep(self, edit: Edit) -> None:
        """Write an edit to the draft; where that fails, say so and write all of it the next time."""
        if self.trouble or self._draft.is_long:
            self._rewrite()
            return
        with self._telling():
            self._draft.append(line_of(edit))

    def _rewrite(self) -> None:
        with self._telling():
            self._draft.rewrite(self.document.macro)

    @contextlib.contextmanager
    def _telling(self) -> Iterator[None]:
        """Say whether the edits are safe."""
        try:
            yield
        except FileError as error:
            self.trouble = f"edits are not safe before the macro is saved: {error}"
        else:
            self.trouble = ""

    def _pictures(self) -> Pictures:
        return Pictures(self._folder, self._draft.folder)

    def _settle(self, saved: Saved) -> None:
        """Go on from what was saved, and not from what another program has written since."""
        self._saved = saved.macro
        self._disk, self._refused = saved.mark, ""
        if self.is_saved:
            self._draft.begin_anew(saved.content)
            self.trouble = ""
        elif not self._draft.go_on(saved.content) or self.trouble:
            self._rewrite()
