"""Which macro a run has played, found again by its folder and its content. No Qt."""

import contextlib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from automation.core.errors import MacroError
from automation.core.visible import visible_text
from automation.macros.library import Library
from automation.macros.player.report import Report, read_report, report_file
from automation.macros.trust import digest


@dataclass(frozen=True, slots=True)
class Played:
    """A macro as a run has played it."""

    folder: str
    """Name of its folder in the library."""
    name: str
    """What it was called."""
    content: str
    """Its digest, see `trust.digest`, which is of its name too."""


@dataclass(frozen=True, slots=True)
class Again:
    """What is played for it this time."""

    folder: str
    changed: str = ""
    """The macro's name where it is not what it was; empty where it is."""


def played_by(data: Path, run: str, library: Library) -> tuple[Played, Report]:
    """Return which macro a run has played, and its report.

    Args:
        data: folder of the user's data.
        run: its id.
        library: the user's macros.

    Raises:
        MacroError: there is no report, it does not say which macro, or that is gone.
    """
    report = read_report(report_file(data, run))
    folder = report.folder or _by_its_steps(report, library)
    return Played(library.at(folder).name, report.macro, report.digest), report


def again(library: Library, played: Played) -> Again | None:
    """Return what is to be played for a macro that a run has played; None where nobody knows.

    The macro of its folder counts as edited only while it is called as it was. Under another name it
    is the same one with the very same steps; else another took the folder, and the one that is meant
    is looked for where it was brought back.

    Raises:
        MacroError: the macro of the folder cannot be read.
    """
    kept = library.open_at(library.at(played.folder))
    if digest(kept.macro, kept.image) == played.content:
        return Again(played.folder)
    named = msgspec.structs.replace(kept.macro, name=played.name)
    if named == kept.macro or digest(named, kept.image) == played.content:
        return Again(played.folder, visible_text(kept.macro.name))
    return _elsewhere(library, played)


def _elsewhere(library: Library, played: Played) -> Again | None:
    """Return the macro of this very content in another folder; None where there is none."""
    for entry in library.entries():
        if entry.name == played.name:  # its content is of its name too
            with contextlib.suppress(MacroError):
                if _content(library, entry.slug) == played.content:
                    return Again(entry.slug)
    return None


def _content(library: Library, folder: str) -> str:
    kept = library.open_at(library.at(folder))
    return digest(kept.macro, kept.image)


def _by_its_steps(report: Report, library: Library) -> str:
    """Return the folder for a report of before, which has folders with its steps alone.

    Another macro may have its name, so it is the one only while its content is the same.

    Raises:
        MacroError: nothing says which one it was.
    """
    own = {step.folder for step in report.steps if step.macro == report.macro and step.folder}
    for folder in own:
        if _content(library, folder) == report.digest:
            return folder
    message = (
        f"the report of the run {report.run} does not say which macro was played, and none that its "
        "steps name is as it was; look for it with deskhand macro list"
    )
    raise MacroError(message)
