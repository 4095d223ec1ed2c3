"""What a macro that is edited here is beside its steps: trusted or not, and what waits for a word. No Qt.

The user's own goes on being trusted when the user's hand has changed it, an imported one does not.
"""

from pathlib import Path

from app.macro_repairs import RepairShelf
from app.macros.library.changes import Changes, is_trusted
from app.macros.library.reading import Reading
from automation.core.errors import MacroError
from automation.core.visible import visible_text
from automation.macros.macro import Macro
from automation.macros.player.repair import Repair
from automation.macros.trust import digest


def was_trusted(changes: Changes, folder: str) -> bool:
    """Tell whether a macro of the library is trusted as it is.

    Args:
        changes: the library.
        folder: the name of its folder.

    Raises:
        MacroError: it cannot be read.
    """
    kept = changes.open_at(folder)
    return is_trusted(kept.macro, kept.image, changes.book)


def keep_trust(changes: Changes, folder: str, saved: Macro, *, before: bool) -> bool:
    """Tell whether a macro is trusted as it was saved, and trust it where the user's hand made it.

    What was imported stays somebody else's, whatever was changed in it: it is read as a whole again.

    Args:
        changes: the library.
        folder: the name of its folder.
        saved: what the editor has written.
        before: it was trusted when it was opened.

    Raises:
        MacroError: its pictures cannot be read, or trust cannot be written down.
    """
    kept = changes.open_at(folder)
    content = digest(saved, kept.image)
    if changes.book.is_trusted(content):
        return True
    if not before or saved.made.by == "import":
        return False
    changes.book.trust(content, visible_text(saved.name), "made")
    return True


def is_content(changes: Changes, reading: Reading, edited: Macro) -> bool:
    """Tell whether an editor shows just what was read; not where a picture is not saved yet.

    Args:
        changes: the library.
        reading: what was read.
        edited: what the editor shows.
    """
    try:
        return digest(edited, changes.open_at(reading.slug).image) == reading.content
    except MacroError:
        return False


def forget_repair(data: Path, folder: str, repair: Repair) -> None:
    """Let a repair wait for no word any more: the user leaves the target as it was recorded.

    Args:
        data: folder of the user's data.
        folder: the name of the macro's folder.
        repair: what is left.

    Raises:
        MacroError: that cannot be written.
    """
    shelf = RepairShelf(data)
    key = (repair.step_id, repair.part)
    gone = [one for one in shelf.of(folder) if (one.step, one.part) == key]
    if gone:
        shelf.drop(folder, gone)
