"""One macro of the library, open for editing: checked bit by bit, and what comes into it from outside.

A macro as it is on the disk, and the edits of its draft done again.

What is said where the file of an open macro is another than the one that was opened.

The pictures of an open macro: where their files are, and steps that name them by other paths.

A save on its way: what it writes is what stood when it began, and any thread may do the writing.

One open macro and its files: every edit goes into the draft, and a save into the library.
"""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from automation.core.errors import MacroError
from automation.macros.codec import FILE, Texts, write
from automation.macros.edit.checking import Checker
from automation.macros.edit.document import Document
from automation.macros.edit.draft_file import Draft, Found, Line, digest
from automation.macros.edit.edit_operations import told_apart
from automation.macros.edit.tree import Edit, Spot
from automation.macros.images import image_paths, size_px
from automation.macros.library import Changed, Kept, Library, mark_of
from automation.macros.listing import read_told
from automation.macros.macro import Macro, Param, Step
from automation.macros.macro_files import FileError, read_whole
from automation.macros.names import image_path
from automation.macros.package import read_events, read_image
from automation.macros.problems import Problem
from automation.macros.walk import with_texts
from automation.macros.yaml_file import MAX_YAML_BYTES, Watch


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
                kept = self.library.open_at(self.folder)
                digest = kept.mark
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


def disk_digest(folder: Path) -> str:
    """Return the SHA-256 (hex) of the macro's file.

    Raises:
        OSError: it cannot be read.
        MacroError: it is too large.
    """
    return mark_of(read_whole(folder / FILE, MAX_YAML_BYTES))


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
    words, is_left_over = _recovered(document, found)
    notes.append(words)
    if is_left_over:
        notes.append(f"the draft is kept in {draft.copy_aside()}")
        draft.rewrite(document.macro)
    elif found.lines and document.macro == macro:
        document, notes[-1] = Document(macro), ""
        draft.remove()
    return document, "; ".join(filter(None, notes))


def _recovered(document: Document, found: Found) -> tuple[str, bool]:
    """Do the edits of a draft again; return a sentence on it, and whether some of it does not fit."""
    done = 0
    try:
        for line in found.lines:
            if line.whole is not None:
                same = msgspec.structs.replace(line.whole, name=document.macro.name)
                document.replace(same, "Recover the draft")
            elif line.done is not None:
                document.replay(line.done)
            else:
                continue
            done += 1
    except MacroError as error:
        said = (
            f"of the draft of {found.at} {_counted(done)} recovered; the rest does not fit: {error}"
        )
        return said, True
    if not done:
        return "", False
    said = f"{_counted(done)} recovered that had not been saved, the last of {found.at}; undo takes them back"
    return said, False


def _counted(number: int) -> str:
    return "1 edit was" if number == 1 else f"{number:,} edits were"


class Conflict(MacroError):
    """The file on the disk is another than the one that was opened; `save` wrote nothing."""


def check_unchanged(folder: Path, disk: str, name: str) -> None:
    """Refuse to write over what somebody else wrote.

    Args:
        disk: digest of its file as it was read or written last.
        name: what the macro is called.

    Raises:
        Conflict: the file is another, or gone.
        MacroError: it cannot be read.
    """
    try:
        found = disk_digest(folder)
    except FileNotFoundError:
        raise Conflict(
            f"“{name}” is not in its folder any more; nothing was written. "
            "Save it under another name"
        ) from None
    except OSError as error:
        raise FileError(folder / FILE, "read", error) from error
    if found != disk:
        raise conflict(name)


def conflict(name: str) -> Conflict:
    """Return what is said of a macro whose file was changed meanwhile."""
    message = (
        f"the file of “{name}” was changed since it was opened here, by hand or by "
        "another program; nothing was written. Save this one under another name, or "
        "discard your edits and open the macro again"
    )
    return Conflict(message)


@dataclass(frozen=True, slots=True)
class Pictures:
    """The files of the pictures of an open macro, saved or not. For any thread."""

    folder: Path
    """The macro's."""
    draft: Path
    """That of its draft."""

    def read(self, path: str) -> bytes:
        """Return the file of a picture, saved or not.

        Raises:
            MacroError: it is missing, too large, or a link; or the path is none of a picture.
        """
        is_added = os.path.lexists(self.draft / path)
        return read_image(self.draft if is_added else self.folder, path)

    def added(self) -> frozenset[str]:
        """Return the paths of those that are in the draft."""
        return frozenset(_images_in(self.draft))

    def lacking(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Return the paths under which there is no picture, saved or not."""
        there = self.added().union(_images_in(self.folder))
        return tuple(path for path in paths if path not in there)


def _images_in(folder: Path) -> tuple[str, ...]:
    with contextlib.suppress(OSError):
        return tuple(f"img/{name}" for name in os.listdir(folder / "img"))  # noqa: PTH208  # no Paths
    return ()


def with_images(step: Step, paths: Mapping[str, str]) -> Step:
    """Return a step, and all inside it, that names other pictures.

    Args:
        paths: the new path of each old one; others stay.
    """
    if not paths:
        return step
    return with_texts(step, lambda text, f: paths.get(text, text) if f == "image" else text)


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
        paths: which; edits since, undo and redo may name them.
    """
    for path in paths:
        # The macro is kept already: that one of these cannot be takes nothing from it.
        with contextlib.suppress(MacroError):
            draft.add_image(path, pictures.read(path))


_CHECKED: Final = 100
"""Steps that are checked between two words to a `Watch`."""


class EditSession:
    """One open macro, whose edits survive a kill. Owned by one thread; `close` it in any case."""

    def __init__(
        self,
        library: Library,
        name: str | Path,
        *,
        watch: Watch | None = None,
    ) -> None:
        """Open a macro, and with it what was edited and not saved before.

        Args:
            name: its very folder, or what a user calls it.
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
        self._checker = Checker(self.image, lambda other: library.open_called(other).macro)

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
        kept = self._library.open_at(folder, watch)
        self._disk, self._saved, self._first = kept.mark, kept.macro, image_paths(kept.macro)
        document, self.note = reopened(kept, self._draft)
        return document

    def _keep(self, edit: Edit) -> None:
        """Write an edit to the draft; where that fails, say so and write all of it the next time."""
        if self.trouble or self._draft.is_long:
            self._rewrite()
            return
        with self._telling():
            self._draft.append(Line(done=edit))

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
            images: their pictures, by the paths that they name.
            words: what the edit is called.

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
