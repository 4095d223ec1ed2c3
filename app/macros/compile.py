"""Makes a macro of a run of the history: whether that can be done, what it would ask for, and the macro itself.

The command `macro compile`, the card under a run that has just ended and the page of a past run use the
same. A wish for a macro can be given up until it is written.
"""

import io
import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from app.macros.library import library_of, trust_of
from app.settings import Settings, SettingsFile, user_folders
from app.task_text import is_script_run
from automation.core.errors import AssistantError, MacroError
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame, ScreenElement
from automation.core.text import as_sentence, visible_text
from automation.macros.codec import is_keepable
from automation.macros.compile.compiler import compile_run
from automation.macros.compile.pieces import Compiled, FinishedRun, Proposed, ReadLines
from automation.macros.compile.proposed_params import accepted, with_parameters
from automation.macros.library import Library, NameTaken
from automation.macros.listing import keep_told, read_told
from automation.macros.names import same_name
from automation.macros.trust import TrustBook, digest, keep_own
from automation.records.store import Store

if TYPE_CHECKING:
    from automation.records.rows import RunInfo


log = logging.getLogger(__name__)


class TooLate(AssistantError):
    """It was given up, since the application ends; nothing was kept."""


class SaveRequest:
    """One wish; any thread."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = threading.Lock()
        self._is_given_up = self._is_over = False

    @property
    def is_over(self) -> bool:
        """Tell whether it is kept, or will never be."""
        return self._is_over

    def check(self) -> None:
        """Go on.

        Raises:
            TooLate: it was given up.
        """
        if self._is_given_up:
            raise TooLate

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Write the macro; who gives up meanwhile waits, and learns that it is there.

        Raises:
            TooLate: it was given up; nothing may be written.
        """
        with self._lock:
            self.check()
            yield
            self._is_over = True

    def end(self) -> None:
        """Note that nothing more comes of it, which was told."""
        self._is_over = True

    def give_up(self) -> bool:
        """Let nothing be written from here on; tell whether something is lost by that."""
        with self._lock:
            self._is_given_up = True
            return not self._is_over


def compiled_run(
    store: Store, run: str, name: str, read: ReadLines | None, *, has_pictures: bool = True
) -> Compiled:
    """Return the macro for a run of the history; nothing is kept yet.

    Args:
        read: reads text off pictures; None where nothing can be read.
        has_pictures: look at the run's pictures; without them only the records tell.

    Raises:
        MacroError: the run goes on, or nothing of it was kept.
        RecordError: there is no such run, or it cannot be read.
    """
    info = store.run(run)
    if info.outcome is None:
        raise MacroError(f"the run {info.run} goes on; compile it when it has ended")
    if not info.is_kept:
        raise MacroError(
            f"no step of the run {info.run} was kept; do it again without --keep nothing"
        )
    finished = FinishedRun(
        run=info.run,
        task=info.task,
        steps=store.steps(info.run),
        outcome=info.outcome,
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        version=own_version(),
    )
    load = (lambda address: picture(store, address)) if has_pictures else (lambda address: None)
    return compile_run(finished, name, load, read)


def keep(
    compiled: Compiled,
    chosen: Sequence[Proposed],
    shelf: Library,
    book: TrustBook,
    *,
    is_users: bool = True,
) -> Path:
    """Keep a macro with these parameters, trusted as it was made here; return its folder.

    What was left out of it is kept beside it, for the editor.

    Args:
        is_users: the user asked for the run; a macro of what another program asked for is not trusted.

    Raises:
        MacroError: it cannot be kept, or a parameter stands for nothing.
    """
    macro = with_parameters(compiled.macro, chosen)

    def save() -> Path:
        return shelf.save(macro, compiled.images, new=True)

    content = digest(macro, compiled.images.__getitem__)
    folder = keep_own(save, content, macro.name, book) if is_users else save()
    if told := told_of(compiled):
        keep_told(folder, told)
    return folder


def told_of(compiled: Compiled) -> tuple[str, ...]:
    """Return what the user should know of a macro that was made: what was left out, and notes."""
    return tuple(
        visible_text(one) for one in (*(d.sentence for d in compiled.dropped), *compiled.notes)
    )


def refuse_taken(shelf: Library, name: str) -> None:
    """Refuse a name before anything is read.

    Raises:
        NameTaken: there is a macro of this name.
    """
    if any(same_name(entry.name) == same_name(name) for entry in shelf.entries()):
        raise NameTaken(name)


@contextmanager
def opened_history() -> Iterator[Store]:
    """Open the user's history.

    Raises:
        AssistantError: it cannot be opened.
    """
    folders = user_folders()
    folders.create()
    store = Store(folders.data)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def text_reader(settings: Settings | None = None) -> Iterator[ReadLines | None]:
    """Read text off pictures as the user's settings allow; None where nothing can be read.

    Args:
        settings: in force; None reads the user's file.
    """
    from automation.desktop.elements.ocr import Ocr  # noqa: PLC0415 - loads only if it is wanted

    if settings is None:
        settings, _sentence = SettingsFile(user_folders().settings_file).load()
    if not settings.use_ocr:
        yield None
        return
    ocr = Ocr()
    try:
        yield None if ocr.problem else ocr.lines
    finally:
        ocr.close()


def picture(store: Store, address: str) -> Frame | None:
    """Return a picture of a run, its corner the desktop's; None when it is gone or damaged."""
    from PIL import Image  # noqa: PLC0415 - only who has pictures needs it

    try:
        with Image.open(io.BytesIO(store.picture(address)), formats=("PNG",)) as opened:
            rgb = np.asarray(opened.convert("RGB"))
    except (AssistantError, OSError, ValueError, Image.DecompressionBombError):
        return None
    pixels = np.zeros((*rgb.shape[:2], 4), np.uint8)
    pixels[:, :, :3] = rgb[:, :, ::-1]
    return Frame(pixels, ScreenPoint(0, 0), 0.0)


def own_version() -> str:
    """Return the deskhand that makes a macro; empty where it is not installed."""
    try:
        return version("deskhand")
    except PackageNotFoundError:
        return ""


OWN_MACRO: Final = "It was a play of a macro, which is in your macros already."
OWN_SCRIPT: Final = (
    "It was a run of a Python script, which is a program of yours: deskhand script runs it again."
)
OWN_UNKNOWN: Final = (
    "It was a play of a macro or a run of a Python script, and nothing of it was kept."
)
DRY: Final = "It was a dry run: nothing was sent that could be done again."
NOTHING: Final = "Nothing of it was done that could be done again."
_NAME_CHARS: Final = 60
_MOST_TOLD: Final = 3
"""Sentences about what was left out; the editor shows all of them."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What came of keeping a run."""

    run: str
    name: str
    folder: str
    """Name of the macro's folder."""
    said: str


@dataclass(frozen=True, slots=True)
class Offer:
    """What a run would be called as a macro, and the texts typed in it that can become parameters."""

    run: str
    name: str
    texts: tuple[tuple[str, str], ...]
    """Name of the parameter, and the text."""


def _own_words(info: "RunInfo") -> str:
    """Say what a run was whose steps are written down already."""
    if not info.is_kept:
        return OWN_UNKNOWN
    return OWN_SCRIPT if is_script_run(info.policy, info.task) else OWN_MACRO


class RunKeeper:
    """Makes macros of the runs of a history, as a window asks for it. For any thread."""

    def __init__(self, store: Store, data: Path) -> None:
        """Take the history, and the folder of the user's macros and of what is trusted."""
        self._store, self._data = store, data

    def offer(self, run: str) -> Offer | str:
        """Return what a run would be called as a macro and ask for, or in a sentence why none can be made.

        Without pictures: what was typed where is in the records, and the offer is there at once.
        """
        try:
            info = self._store.run(run)
            if info.policy == "macro":
                return _own_words(info)
            if info.approve == "dry-run":
                return DRY
            compiled = compiled_run(self._store, run, "-", None, has_pictures=False)
            taken = [entry.name for entry in library_of(self._data).entries()]
        except AssistantError as error:  # nothing of it was kept, or it is gone
            return as_sentence(str(error))
        if not compiled.macro.steps:
            return NOTHING
        texts = tuple((one.name, one.text) for one in compiled.proposals)
        return Offer(run, free_name(info.task, taken), texts)

    def wish(self, name: str) -> SaveRequest:
        """Return a wish for a macro of this name, for `keep`."""
        return SaveRequest(name)

    def keep(
        self, settings: Settings, run: str, wish: SaveRequest, asked: frozenset[str]
    ) -> Kept | str:
        """Keep a run as a macro; return in a sentence why it is not kept, after which nothing comes.

        Args:
            wish: what the macro is called; heeded before each picture is read and before it is written.
            asked: which of the texts that were offered become parameters, by their names.

        Raises:
            TooLate: it was given up.
        """
        try:
            return self._kept(settings, run, wish, asked)
        except TooLate:
            raise
        except AssistantError as error:
            problem = f"Not kept: {error}"
        except Exception as error:  # whatever it is, the offer must not stay grey
            log.exception("the run could not be kept as a macro")
            problem = f"Not kept, by an error of mine ({type(error).__name__})."
        wish.end()
        return problem

    def _kept(self, settings: Settings, run: str, wish: SaveRequest, asked: frozenset[str]) -> Kept:
        store, name = self._store, wish.name
        shelf, book = library_of(self._data), trust_of(self._data)
        refuse_taken(shelf, name)
        offered = compiled_run(store, run, name, None, has_pictures=False).proposals
        with text_reader(settings) as read:
            compiled = compiled_run(store, run, name, _heeding(read, wish))
        chosen = accepted(asked, offered, compiled.proposals)
        with wish.writing():
            folder = keep(compiled, chosen, shelf, book, is_users=not store.run(run).asked_by)
        return Kept(run, name, folder.name, _words(compiled, read_told(folder)))


def _heeding(read: ReadLines | None, wish: SaveRequest) -> ReadLines | None:
    """Return who reads text off pictures, until it is too late."""
    if read is None:
        return None

    def heeding(frame: Frame) -> Sequence[ScreenElement]:
        wish.check()
        return read(frame)

    return heeding


def free_name(task: str, taken: list[str]) -> str:
    """Return a name for the macro of a task: its beginning, told apart from those that there are."""
    words = " ".join("".join(c if is_keepable(c) else " " for c in task).split())
    if len(words) > _NAME_CHARS:
        words = words[:_NAME_CHARS].rpartition(" ")[0] or words[:_NAME_CHARS]
    plain = words.rstrip(" .,;:!?") or "Macro"
    name = base = plain[0].upper() + plain[1:]
    known, number = {same_name(one) for one in taken}, 2
    while same_name(name) in known:
        name, number = f"{base} {number}", number + 1
    return name


def _words(compiled: Compiled, kept: tuple[str, ...]) -> str:
    """Return what was kept, and what the user should look at.

    Args:
        kept: what the editor will tell of it; where that is not all, all is told here.
    """
    count = len(compiled.macro.steps)
    told = [f"has {count} {'step' if count == 1 else 'steps'} and is in your macros."]
    every = told_of(compiled)
    more = len(every) - _MOST_TOLD
    if more > 0 and kept == every:
        are = "is" if more == 1 else "are"
        return "\n".join([*told, *every[:_MOST_TOLD], f"{more} more {are} told in the editor."])
    return "\n".join([*told, *every])
