"""What can be pressed for the macro that is chosen: words, icon and key of each."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from app.macros.library.cards import Card, Detail


class Act(Enum):
    """Something to do with one macro."""

    PLAY = "play"
    AT_ONCE = "at-once"
    EDIT = "edit"
    RENAME = "rename"
    DUPLICATE = "duplicate"
    EXPORT = "export"
    TRUST = "trust"
    KEY = "key"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Look:
    """How an act stands on a button and in a menu."""

    words: str
    icon: str
    keys: str = ""
    """As Qt writes it, and as the caps show it."""


LOOKS: Final[dict[Act, Look]] = {
    Act.PLAY: Look("Play", "play", "Return"),
    Act.AT_ONCE: Look("Play at once", "play", "Shift+Return"),
    Act.EDIT: Look("Edit", "edit", "E"),
    Act.RENAME: Look("Rename", "text", "F2"),
    Act.DUPLICATE: Look("Duplicate", "copy", "Ctrl+D"),
    Act.EXPORT: Look("Export …", "export", ""),
    Act.TRUST: Look("Trust …", "shield", "T"),
    Act.KEY: Look("Key …", "keyboard", "K"),
    Act.REMOVE: Look("Remove", "trash", "Delete"),
}
ALWAYS: Final = (Act.PLAY, Act.EDIT)
"""They have a button however narrow the window is; the others go into a menu."""
_OF_ANY: Final = frozenset({Act.REMOVE})
"""What can be done with a macro that cannot be read."""


def words_of(act: Act, detail: Detail | None) -> str:
    """Return what the act is called for this macro."""
    if act is Act.TRUST and detail is not None and detail.trusted:
        return "Trust no more"
    return LOOKS[act].words


def can(act: Act, card: Card | None, detail: Detail | None) -> bool:
    """Tell whether the act can be done with this macro; with none nothing can."""
    return not why_not(act, card, detail)


def why_not(act: Act, card: Card | None, detail: Detail | None) -> str:
    """Return why the act cannot be done with this macro, in a sentence; empty where it can."""
    if card is None:
        return "No macro is chosen."
    is_readable = not card.problem and not (detail is not None and detail.problem)
    if not is_readable and act not in _OF_ANY:
        return "The macro cannot be read."
    if act is Act.AT_ONCE and not card.params:
        return "The macro asks for nothing: Play begins at once."
    return ""
