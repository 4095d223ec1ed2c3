"""Which macros of a library do another one: they name it, so a new name is for them a missing one."""

from pathlib import Path

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.codec import FILE, open_text
from automation.macros.files import read_whole
from automation.macros.naming import same_name
from automation.macros.shelf import Entry
from automation.macros.walking import walk
from automation.macros.yaml_tree import MAX_YAML_BYTES

_SIGN = b"call"
"""Stands in every file that calls a macro; the others need not be read as macros."""


def callers(root: Path, entries: tuple[Entry, ...], name: str) -> tuple[str, ...]:
    """Return the names of the macros that call this one; what cannot be read calls nobody.

    Args:
        root: the library's folder.
        entries: what is in it.
        name: of the macro that is called.
    """
    return tuple(
        entry.name
        for entry in entries
        if not entry.problem and _calls(root / entry.slug / FILE, same_name(name))
    )


def _calls(file: Path, wanted: str) -> bool:
    try:
        data = read_whole(file, MAX_YAML_BYTES)
        if _SIGN not in data:
            return False
        macro = open_text(data).macro
    except (OSError, MacroError):
        return False
    return any(
        isinstance(walked.step, grammar.Call) and same_name(walked.step.macro) == wanted
        for walked in walk(macro)
    )
