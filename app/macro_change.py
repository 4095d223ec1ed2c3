"""`deskhand macro rename, duplicate, remove`: macros of the library as wholes. No Qt."""

import argparse
import sys
from typing import TYPE_CHECKING

from app.command_speaker import Ending, Speaker
from app.folders import user_folders
from app.macros.keys import FILE, KeysFile
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
    changes = _changes()
    return _ending(changes.rename(changes.library.folder(arguments.name).name, arguments.to))


def duplicate(arguments: argparse.Namespace, _speaker: Speaker) -> Ending:
    """Make a second macro of the same steps.

    Raises:
        MacroError: it cannot be read or kept.
    """
    changes = _changes()
    return _ending(changes.duplicate(changes.library.folder(arguments.name).name))


def remove(arguments: argparse.Namespace, speaker: Speaker) -> Ending:
    """Take a macro out of the library, after a question.

    Raises:
        MacroError: there is none of this name, it is open for editing, or it cannot be moved.
        SettingsError: its key could not be given back.
    """
    changes = _changes()
    folder = changes.library.folder(arguments.name)  # says before the question that there is none
    if not arguments.yes:
        if speaker.is_json or not sys.stdin.isatty():
            return Ending("nobody can be asked here; add --yes to remove it at once", Outcome.USAGE)
        name = visible_text(_name_of(changes, folder.name))
        sys.stdout.write(f"Remove “{name}” ({folder.name}) from your library? [y/N] ")
        sys.stdout.flush()
        if sys.stdin.readline(10).strip().casefold() not in ("y", "yes"):
            return Ending("Nothing changed.", Outcome.BLOCKED)
    keys = KeysFile(user_folders().settings_file.with_name(FILE))
    chords, _problem = keys.load()
    done = changes.remove(folder.name, chords.get(folder.name, ""))
    if chords.pop(folder.name, None) is not None:
        keys.save(chords)
    return _ending(done)


def _name_of(changes: Changes, slug: str) -> str:
    return next((one.name for one in changes.library.entries() if one.slug == slug), slug)


def _changes() -> Changes:
    return Changes.at(user_folders().data)


def _ending(done: Done) -> Ending:
    more: Line = {"macro": done.name, "path": str(done.folder)}
    return Ending(done.sentence, more=more)
