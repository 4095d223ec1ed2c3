"""`deskhand macro compile`: a run of the history becomes a macro of the library. No Qt."""

import argparse
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from app.command_speaker import Ending, Speaker
from app.folders import user_folders
from app.macro_own import keep_own
from app.settings import Settings, SettingsFile
from automation.core.errors import AssistantError, MacroError
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame
from automation.core.proposal import Outcome
from automation.core.visible import visible_text
from automation.macros.compile.accepting import told_apart
from automation.macros.compile.compiler import compile_run
from automation.macros.compile.finished import Compiled, FinishedRun, Proposed, ReadLines
from automation.macros.compile.parameters import with_parameters
from automation.macros.library import Library, NameTaken
from automation.macros.naming import same_name
from automation.macros.told import keep_told
from automation.macros.trust import TrustBook, digest
from automation.records.store import Store

if TYPE_CHECKING:
    from app.jsonlines import Line

ALL: Final = "all"
_ASSIGNED: Final = "="


def compile_macro(
    arguments: argparse.Namespace, speaker: Speaker, shelf: Library, book: TrustBook
) -> Ending:
    """Compile the run that the arguments name, keep the macro, and say what came of it.

    Raises:
        NameTaken: there is a macro of this name.
        MacroError: it cannot be kept, or a parameter stands for nothing.
    """
    named = tuple(_named(text) for text in arguments.param)
    refuse_taken(shelf, arguments.name)
    try:
        with opened_history() as store, text_reader() as read:
            compiled = compiled_run(store, arguments.run, arguments.name, read)
    except MacroError:
        raise
    except AssistantError as error:
        return Ending(str(error), Outcome.FAILED)
    named = told_apart(named, compiled.proposals)
    chosen = (*named, *(_others(compiled, named) if arguments.params == ALL else ()))
    folder = keep(compiled, chosen, shelf, book)
    _tell(speaker, compiled, chosen)
    name = visible_text(compiled.macro.name)
    count = len(compiled.macro.steps)
    said = f"“{name}” has {count} {'step' if count == 1 else 'steps'} and is in your library."
    more: Line = {"macro": compiled.macro.name, "path": str(folder)}
    return Ending(said, steps=count, more=more)


def compiled_run(
    store: Store, run: str, name: str, read: ReadLines | None, *, has_pictures: bool = True
) -> Compiled:
    """Return the macro for a run of the history; nothing is kept yet.

    Args:
        store: the history.
        run: its id, or the beginning of it.
        name: of the macro.
        read: reads text off pictures; None where nothing can be read.
        has_pictures: look at the run's pictures; without them only the records tell.

    Raises:
        MacroError: the run goes on, or nothing of it was kept.
        RecordError: there is no such run, or it cannot be read.
    """
    info = store.run(run)
    if info.outcome is None:
        message = f"the run {info.run} goes on; compile it when it has ended"
        raise MacroError(message)
    if not info.is_kept:
        message = f"no step of the run {info.run} was kept; do it again without --keep nothing"
        raise MacroError(message)
    finished = FinishedRun(
        run=info.run,
        task=info.task,
        steps=store.steps(info.run),
        outcome=info.outcome,
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        version=_version(),
    )
    load = (lambda address: picture(store, address)) if has_pictures else (lambda address: None)
    return compile_run(finished, name, load, read)


def keep(compiled: Compiled, chosen: Sequence[Proposed], shelf: Library, book: TrustBook) -> Path:
    """Keep a macro with these parameters, trusted as it was made here; return its folder.

    What was left out of it is kept beside it, for the editor.

    Raises:
        MacroError: it cannot be kept, or a parameter stands for nothing.
    """
    macro = with_parameters(compiled.macro, chosen)
    content = digest(macro, compiled.images.__getitem__)
    folder = keep_own(
        lambda: shelf.save(macro, compiled.images, new=True), content, macro.name, book
    )
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


def _named(text: str) -> Proposed:
    name, sign, value = text.partition(_ASSIGNED)
    if not sign or not value:
        message = f"found --param {text!r}, expected NAME=TEXT, where TEXT is what the run typed"
        raise MacroError(message)
    return Proposed(name, "", value, ())


def _others(compiled: Compiled, named: Sequence[Proposed]) -> tuple[Proposed, ...]:
    """Return the proposals that the user has not named otherwise."""
    names = {one.name for one in named}
    taken = {(one.text, one.steps) for one in named}
    return tuple(
        p
        for p in compiled.proposals
        if p.name not in names and not taken & {(p.text, p.steps), (p.text, ())}
    )


def _tell(speaker: Speaker, compiled: Compiled, chosen: Sequence[Proposed]) -> None:
    for dropped in compiled.dropped:
        fields: Line = {"n": dropped.n, "message": dropped.sentence}
        speaker.tell("left_out", fields, f"  {visible_text(dropped.sentence)}")
    for note in compiled.notes:
        speaker.tell("note", {"message": note}, f"  {visible_text(note)}")
    for one in (*chosen, *_others(compiled, chosen)):
        is_taken = one in chosen
        fields = {
            "name": one.name,
            "label": one.label,
            "text": one.text,
            "type": one.type,
            "steps": list(one.steps),
            "taken": is_taken,
        }
        said = "is a parameter" if is_taken else f"may be one: --param {one.name}={one.text!r}"
        speaker.tell(
            "parameter", fields, f"  {one.name}: “{visible_text(one.text)}” {visible_text(said)}"
        )


def _version() -> str:
    try:
        return version("deskhand")
    except PackageNotFoundError:
        return ""
