"""What becomes of the calls of a macro that is renamed or removed, said before it happens. No Qt."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from automation.core.errors import MacroError
from automation.core.visible import visible_text
from automation.macros.callers import callers
from automation.macros.lookup import called
from automation.macros.shelf import Entry

_MOST_NAMED: Final = 3


def told_calls(root: Path, slug: str, before: Sequence[Entry], after: Sequence[Entry]) -> str:
    """Return sentences on the macros that run the one of a folder; empty where all goes on as it was.

    Args:
        root: the library's folder.
        slug: the folder.
        before: the library as it is.
        after: the library as it will be.
    """
    rest = tuple(one for one in before if one.slug != slug)
    own = next((one.name for one in before if one.slug == slug), slug)
    goes_to = dict[str, Entry | None]()

    def note(name: str) -> bool:
        found = _meant(before, name)
        if found is not None and found.slug == slug:
            goes_to[name] = _meant(after, name)
        return False  # go on with the other calls of the same macro

    callers(root, rest, note)
    if not goes_to:
        return ""
    lost = {name for name, other in goes_to.items() if other is None}
    said = _lost(callers(root, rest, lost.__contains__), own)
    for name, other in goes_to.items():
        if other is not None and other.slug != slug:
            names = callers(root, rest, name.__eq__)
            verb = "runs" if len(names) == 1 else "run"
            said += (
                f" {_some(names)} {verb} {_quoted(name)} and will do {_quoted(other.name)} from here "
                "on: look at that step."
            )
    return said


def _meant(entries: Sequence[Entry], name: str) -> Entry | None:
    try:
        return called(entries, name)
    except MacroError:
        return None


def _lost(names: Sequence[str], own: str) -> str:
    if not names:
        return ""
    verb = "runs" if len(names) == 1 else "run"
    return f" {_some(names)} {verb} {_quoted(own)} and will not find it: change that step."


def _some(names: Sequence[str]) -> str:
    some = ", ".join(_quoted(name) for name in names[:_MOST_NAMED])
    return some + (f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else "")


def _quoted(name: str) -> str:
    return f"“{visible_text(name)}”"
