"""Whether a macro is replayed, for the command line: every problem, and the words for them. No Qt."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.command_speaker import Speaker
from automation.core.errors import UnknownKey
from automation.desktop.input.keys import key as find_key
from automation.macros.calls import check_calls
from automation.macros.checks import check
from automation.macros.codec import Opened
from automation.macros.images import check_images
from automation.macros.library import Library
from automation.macros.macro import Macro
from automation.macros.problems import Problem

if TYPE_CHECKING:
    from app.jsonlines import Line


def is_key(name: str) -> bool:
    """Tell whether the sending process knows a key of this name."""
    try:
        find_key(name)
    except UnknownKey:
        return False
    return True


def all_problems(
    shelf: Library, opened: Opened, image: Callable[[str], bytes]
) -> tuple[Problem, ...]:
    """Return everything that is wrong with a macro that can be read, notes included.

    Args:
        shelf: the macros that it may call.
        opened: the macro as it stands in its file.
        image: returns the file of a picture; raises `MacroError` when it is missing.
    """

    def _load(name: str) -> Macro:
        return shelf.open_called(name).macro

    found = [
        *check(opened.macro, is_key),
        *check_images(opened.macro, image),
        *check_calls(opened.macro, _load),
    ]
    return tuple(sorted(opened.problems(found), key=lambda one: one.line))


def refused(file: str, wrong: int) -> str:
    """Say how much is wrong with a file; each problem was told before, on a line of its own."""
    return f"{file}: {counted(wrong)}, named above; mend {'it' if wrong == 1 else 'them'} and try again"


def counted(problems: int) -> str:
    """Return a number of problems in words."""
    return "1 problem" if problems == 1 else f"{problems} problems"


def tell_problem(speaker: Speaker, file: str, problem: Problem) -> None:
    """Tell one problem of a file on a line of its own."""
    fields: Line = {
        "file": file,
        "line": problem.line,
        "column": problem.column,
        "where": problem.where,
        "reason": problem.reason,
        "advice": problem.advice,
        "note": problem.is_note,
    }
    speaker.tell("problem", fields, f"  {'note: ' if problem.is_note else ''}{problem}")
