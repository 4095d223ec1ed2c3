"""A run of the history as a macro: whether one can be made of it, what it would ask for, and the macro itself.

For the window: the card under a run that has just ended and the page of a past one use the same. No Qt.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.chat.rows import MOST_CHIPS, KeepRow, KeepText
from app.keep_wish import KeepWish
from app.macro_compile import compiled_run, keep, refuse_taken, text_reader, told_of
from app.macro_sources import library_of, trust_of
from app.script_words import is_script_run
from automation.core.errors import AssistantError
from automation.core.observation import Frame, ScreenElement
from automation.macros.codec import is_keepable
from automation.macros.compile.accepting import accepted
from automation.macros.compile.finished import Compiled, ReadLines
from automation.macros.naming import same_name
from automation.macros.told import read_told

if TYPE_CHECKING:
    from app.settings import Settings
    from automation.records.run_info import RunInfo
    from automation.records.store import Store

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
class NotKept:
    """Why a run was not kept."""

    run: str
    problem: str


def offer_of(store: "Store", data: Path, run: str) -> KeepRow | NotKept:
    """Return what a run would be called as a macro and ask for, or why no macro can be made of it.

    Without pictures: what was typed where is in the records, and the offer is there at once.

    Args:
        store: the history.
        data: folder of the user's macros.
        run: which run.
    """
    try:
        info = store.run(run)
        if info.policy == "macro":
            return NotKept(run, _own_words(info))
        if info.approve == "dry-run":
            return NotKept(run, DRY)
        compiled = compiled_run(store, run, "-", None, has_pictures=False)
        taken = [entry.name for entry in library_of(data).entries()]
    except AssistantError as error:  # nothing of it was kept, or it is gone
        return NotKept(run, _sentence(str(error)))
    if not compiled.macro.steps:
        return NotKept(run, NOTHING)
    texts = tuple(KeepText(one.name, one.text) for one in compiled.proposals[:MOST_CHIPS])
    return KeepRow(run, free_name(info.task, taken), texts)


def _own_words(info: "RunInfo") -> str:
    """Say what a run was whose steps are written down already."""
    if not info.is_kept:
        return OWN_UNKNOWN
    return OWN_SCRIPT if is_script_run(info.policy, info.task) else OWN_MACRO


def keep_run(
    store: "Store",
    data: Path,
    settings: "Settings",
    run: str,
    wish: KeepWish,
    asked: frozenset[str],
) -> Kept:
    """Keep a run as a macro.

    Args:
        store: the history.
        data: folder of the user's macros and of what is trusted.
        settings: in force.
        run: which run.
        wish: what the macro is called; heeded before each picture is read and before it is written.
        asked: which of the texts that were offered become parameters, by their names.

    Raises:
        AssistantError: it cannot be kept.
        TooLate: it was given up.
    """
    shelf, book, name = library_of(data), trust_of(data), wish.name
    refuse_taken(shelf, name)
    offered = compiled_run(store, run, name, None, has_pictures=False).proposals
    with text_reader(settings) as read:
        compiled = compiled_run(store, run, name, _heeding(read, wish))
    chosen = accepted(asked, offered, compiled.proposals)
    with wish.writing():
        folder = keep(compiled, chosen, shelf, book)
    return Kept(run, name, folder.name, _words(compiled, read_told(folder)))


def _heeding(read: ReadLines | None, wish: KeepWish) -> ReadLines | None:
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
        compiled: the macro.
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


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
