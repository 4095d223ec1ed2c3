"""Which macro a run has played, found again by its folder and its content, never by its name. No Qt."""

from pathlib import Path

from automation.core.errors import MacroError
from automation.core.visible import visible_text
from automation.macros.library import Library
from automation.macros.player.report import Report, read_report, report_file
from automation.macros.trust import digest


def played_by(data: Path, run: str, library: Library) -> tuple[str, str]:
    """Return the folder of the macro that a run has played, and its content then.

    Args:
        data: folder of the user's data.
        run: its id.
        library: the user's macros.

    Raises:
        MacroError: there is no report, it does not say which macro, or that is gone.
    """
    report = read_report(report_file(data, run))
    folder = report.folder or _by_its_steps(report, library)
    return library.at(folder).name, report.digest


def other_than(library: Library, folder: str, content: str) -> str:
    """Return the name of a macro that is not of this content; empty where it is.

    Args:
        library: the user's macros.
        folder: the name of the macro's folder.
        content: the digest that it had, see `trust.digest`.

    Raises:
        MacroError: it cannot be read.
    """
    kept = library.open_at(library.at(folder))
    return "" if digest(kept.macro, kept.image) == content else visible_text(kept.macro.name)


def _by_its_steps(report: Report, library: Library) -> str:
    """Return the folder for a report of before, which has folders with its steps alone.

    Another macro may have its name, so it is the one only while its content is the same.

    Raises:
        MacroError: nothing says which one it was.
    """
    own = {step.folder for step in report.steps if step.macro == report.macro and step.folder}
    for folder in own:
        if not other_than(library, folder, report.digest):
            return folder
    message = (
        f"the report of the run {report.run} does not say which macro was played, and none that its "
        "steps name is as it was; look for it with deskhand macro list"
    )
    raise MacroError(message)
