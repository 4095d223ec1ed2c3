"""Which macro a word stands for: what a user typed, or what a call in a macro says.

A macro is its folder, by the name that the folder has on the disk; what a macro is called is for
people, may change, and may be what another macro's folder is called.
"""

from collections.abc import Sequence
from typing import Final

from automation.core.errors import MacroError
from automation.macros.naming import is_named_for, same_name
from automation.macros.shelf import Entry

_MOST_TOLD: Final = 5


def meant(entries: Sequence[Entry], typed: str) -> Entry:
    """Return the macro that a user means: the one whose folder is called so, else the one of this name.

    Raises:
        MacroError: there is none, or several are called so and the folder has to choose.
    """
    own = [one for one in entries if one.slug == typed]
    return own[0] if own else only(entries, _named(entries, typed), typed)


def called(entries: Sequence[Entry], name: str) -> Entry:
    """Return the macro that a call names: the one of this name, else the one whose folder it is.

    A call says what the macro is called; that another one's folder has the same name must not
    change what it does. A folder counts only while its macro is called as the folder is: after
    another name it tells what the macro was called once, and the call may have meant what is gone.

    Raises:
        MacroError: there is none, several are called so, or the one of this folder has another name.
    """
    found = _named(entries, name)
    if found:
        return only(entries, found, name)
    own = [one for one in entries if one.slug == name]
    if own and not own[0].problem and not is_named_for(own[0].name, own[0].slug):
        message = (
            f"there is no macro called “{name}”; the one in the folder {name} is called "
            f"“{own[0].name}”: call it so if it is meant"
        )
        raise MacroError(message)
    return only(entries, own, name)


def _named(entries: Sequence[Entry], name: str) -> list[Entry]:
    """Return those of this very name; where there is none, those that a person would take for it."""
    wanted = same_name(name)
    alike = [one for one in entries if same_name(one.name) == wanted]
    return [one for one in alike if one.name == name] or alike


def only(entries: Sequence[Entry], found: Sequence[Entry], name: str) -> Entry:
    """Return the one that was found, or say why it cannot be chosen.

    Raises:
        MacroError: there is none, or several are called so.
    """
    if len(found) == 1:
        return found[0]
    if not found:
        some = ", ".join(one.name for one in entries[:_MOST_TOLD]) or "none yet"
        message = f"there is no macro called “{name}” (there are: {some}); see deskhand macro list"
        raise MacroError(message)
    folders = [one.slug for one in found[:_MOST_TOLD]]
    more = f" and {len(found) - _MOST_TOLD} more" if len(found) > _MOST_TOLD else ""
    message = (
        f"{len(found)} macros are called “{name}”, in the folders {', '.join(folders)}{more}; "
        "say the folder instead, or rename one of them"
    )
    raise MacroError(message)
