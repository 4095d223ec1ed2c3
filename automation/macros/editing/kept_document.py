"""One open macro and its files: every edit goes into the draft, and a save into the library."""

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from automation.macros.codec import Texts
from automation.macros.editing.document import Document
from automation.macros.editing.draft import Draft, digest
from automation.macros.editing.edits import Edit
from automation.macros.editing.lines import line_of
from automation.macros.editing.opening import Renamed, RenameLook, read_settled, reopened
from automation.macros.editing.pictures import Pictures
from automation.macros.editing.saving import Saved, Saving, SavingAs, carry
from automation.macros.files import FileError
from automation.macros.images import image_paths
from automation.macros.library import Library
from automation.macros.macro import Macro
from automation.macros.yaml_tree import Watch


class KeptDocument:
    """An open macro whose edits survive a kill. Owned by one thread; `close` it in any case."""

    def __init__(self, library: Library, folder: Path, watch: Watch | None = None) -> None:
        """Open a macro, and with it what was edited and not saved before.

        Args:
            library: where it is.
            folder: its folder.
            watch: is told how far the reading has come; what it raises ends the opening.

        Raises:
            BadMacro: its file is refused; has every problem.
            MacroError: it cannot be read, or it is open for editing in another window.
        """
        self._library, self._folder = library, folder
        self.note = ""
        """What the user should know of the opening: edits recovered, a file that was damaged."""
        self.trouble = ""
        """Why the latest edits are not safe before they are saved (a full disk); empty when they are."""
        self._texts = Texts()
        self._sent: Macro | None = None
        """What a save on its way writes; None while there is none."""
        self._saved: Macro
        self._disk: str
        self._refused = ""
        """Digest of a file that was found to say more than another name."""
        self._draft = Draft(folder)
        try:
            self.document = self._opened(folder, watch)
        except BaseException:
            self._draft.close()
            raise
        self.document.keep_in(self._keep)

    @property
    def folder(self) -> Path:
        """The macro's folder."""
        return self._folder

    @property
    def is_saved(self) -> bool:
        """The file on the disk says what the document says, and a save on its way changes nothing of that."""
        return self.document.macro == self._saved and self._sent in (None, self._saved)

    @property
    def saved(self) -> Macro:
        """The macro as it was read or saved last."""
        return self._saved

    @property
    def is_saving(self) -> bool:
        """A save is on its way that has not come back to `take_saved`, nor to `give_up_saving`."""
        return self._sent is not None

    def image(self, path: str) -> bytes:
        """Return the file of a picture, saved or not.

        Raises:
            MacroError: it is missing, too large, or a link; or the path is none of a picture.
        """
        return self._pictures().read(path)

    def lacking(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Return the paths under which there is no picture, saved or not."""
        return self._pictures().lacking(paths)

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
        assert self._sent is None, "two saves of one macro would write over each other"
        self._sent = macro
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
        self._sent = None

    def take_saved(self, saved: Saved) -> None:
        """Go on from what was saved; edits made since stay in the draft of that."""
        self._sent = None
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
