"""Which macros of a library do another one: they name it, so a new name is for them a missing one."""

from collections.abc import Callable
from pathlib import Path

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.codec import FILE, open_text
from automation.macros.files import read_whole
from automation.macros.shelf import Entry
from automation.macros.walking import walk
from automation.macros.yaml_tree import MAX_YAML_BYTES

_SIGN = b"call"
"""Stands in every file that calls a macro; the others need not be read as macros."""


def callers(
    root: Path, entries: tuple[Entry, ...], is_meant: Callable[[str], bool]
) -> tuple[str, ...]:
    """Return the names of the macros that call a certain one; what cannot be read calls nobody.

    Args:
        root: the library's folder.
        entries: what is in it.
        is_meant: tells whether the name in a call is that of the macro.
    """
    return tuple(
        entry.name
        for entry in entries
        if not entry.problem and _calls(root / entry.slug / FILE, is_meant)
    )


def _calls(file: Path, is_meant: Callable[[str], bool]) -> bool:
    try:
        data = read_whole(file, MAX_YAML_BYTES)
        if _SIGN not in data:
            return False
        macro = open_text(data).macro
    except (OSError, MacroError):
        return False
    return any(
        isinstance(walked.step, grammar.Call) and is_meant(walked.step.macro)
        for walked in walk(macro)
    )
