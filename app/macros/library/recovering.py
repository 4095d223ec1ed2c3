"""Recordings that were cut off, as the page offers them. No Qt.

What records is only loaded when one is kept: it brings the desktop's readers.
"""

from pathlib import Path

from app.macros.library.changes import Changes, Done, checked_name
from automation.macros.recording.journal import cut_off, discard

RECORDINGS = "recordings"
"""`macro_recorder.ROOT`, which would bring the recorder."""


def left_over(data: Path) -> tuple[Path, ...]:
    """Return the recordings that were cut off, oldest first."""
    return cut_off(data / RECORDINGS)


def recover(changes: Changes, folder: Path, name: str) -> Done:
    """Keep a recording that was cut off as a macro.

    Raises:
        MacroError: the name is taken, nothing of it can be read, or it cannot be kept.
    """
    from app.macro_compile import refuse_taken  # noqa: PLC0415 - only when one is kept
    from app.macro_recorder import kept, recovered  # noqa: PLC0415 - the same

    wanted = checked_name(name)
    refuse_taken(changes.library, wanted)
    recording = recovered(folder, wanted)
    place = kept(recording, changes.library, changes.book)
    discard(folder)
    count = len(recording.macro.steps)
    said = f"“{wanted}” has {count} {'step' if count == 1 else 'steps'} and is in your library."
    return Done(said, wanted, place)


def delete(folders: tuple[Path, ...]) -> str:
    """Delete recordings that were cut off, for good; say so."""
    for folder in folders:
        discard(folder)
    return "The recording is deleted." if len(folders) == 1 else "The recordings are deleted."
