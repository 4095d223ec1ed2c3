"""`deskhand macro rename, duplicate, remove`: macros of the library as wholes. No Qt."""

import argparse
import sys
from typing import TYPE_CHECKING

from app.command_speaker import Ending, Speaker
from app.folders import user_folders
from app.macros.library.changes import Changes, Done
from automation.core.proposal import Outcome
from automation.core.visible import visible_text

if TYPE_CHECKING:
    from app.jsonlines import Line


def rename(arguments: argparse.Namespace, _speaker: Speaker) -> Ending:
    """Give a macro another name.

    Raises:
        MacroError: the name is taken or cannot be used.
    """
    return _ending(_changes().rename(arguments.name, arguments.to))


def duplicate(arguments: argparse.Namespace, _speaker: Speaker) -> Ending:
    """Make a second macro of the same steps.

    Raises:
        MacroError: it cannot be read or kept.
    """
    return _ending(_changes().duplicate(arguments.name))


def remove(arguments: argparse.Namespace, speaker: Speaker) -> Ending:
    """Take a macro out of the library, after a question.

    Raises:
        MacroError: there is none of this name, or it cannot be moved.
    """
    changes = _changes()
    changes.library.folder(arguments.name)  # says before the question that there is none
    if not arguments.yes:
        if speaker.is_json or not sys.stdin.isatty():
            return Ending("nobody can be asked here; add --yes to remove it at once", Outcome.USAGE)
        sys.stdout.write(f"Remove “{visible_text(arguments.name)}” from your library? [y/N] ")
        sys.stdout.flush()
        if sys.stdin.readline(10).strip().casefold() not in ("y", "yes"):
            return Ending("Nothing changed.", Outcome.BLOCKED)
    return _ending(changes.remove(arguments.name))


def _changes() -> Changes:
    return Changes.at(user_folders().data)


def _ending(done: Done) -> Ending:
    more: Line = {"macro": done.name, "path": str(done.folder)}
    return Ending(done.sentence, more=more)
