"""`deskhand macro repairs`: what runs found in another way than recorded, and taking it over. No Qt."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.command_speaker import Ending, Speaker
from app.macro_repairs import KeptRepair, RepairShelf, accept
from automation.core.errors import MacroError
from automation.core.proposal import Outcome
from automation.core.visible import visible_text
from automation.macros.library import Library
from automation.macros.player.report import read_report, report_file
from automation.macros.trust import TrustBook

if TYPE_CHECKING:
    from app.jsonlines import Line


def repairs(
    arguments: argparse.Namespace, speaker: Speaker, data: Path, shelf: Library, book: TrustBook
) -> Ending:
    """Show the repairs that wait for a macro or of a run; take over or drop those that are named.

    Raises:
        MacroError: there is no such macro, or it cannot be changed.
    """
    waiting = RepairShelf(data)
    slug, name = _macro_of(arguments.name, data, shelf, waiting)
    found = waiting.of(slug)
    if not found:
        outcome = Outcome.NOT_FOUND if arguments.accept else Outcome.DONE
        return Ending(f"No repair waits for “{visible_text(name)}”.", outcome)
    chosen = _chosen(arguments, found)
    if isinstance(chosen, str):
        return Ending(chosen, Outcome.NOT_FOUND)
    for one in chosen:
        tell_repair(speaker, one, waiting, shelf)
    if arguments.accept or arguments.all:
        folder = accept(chosen, waiting, shelf, book)
        return _kept(chosen, name, folder)
    if arguments.drop:
        waiting.drop(slug, chosen)
        return Ending(f"{_count(chosen)} dropped; “{visible_text(name)}” is as it was.")
    return Ending(
        f"{_count(chosen)} waiting. Keep one with --accept STEP, all with --all; --drop forgets them."
    )


def tell_repair(speaker: Speaker, one: KeptRepair, waiting: RepairShelf, shelf: Library) -> None:
    """Write what was meant, what was pressed, and where both pictures lie."""
    old, new = pictures(one, waiting, shelf)
    fields: Line = {
        "macro": one.macro,
        "step": one.step,
        "part": one.part,
        "by": one.by,
        "made_by_run": one.run,
        "text": one.words,
        "old_picture": old,
        "picture": new,
    }
    shown = "".join(
        f"\n      {what}: {path}" for what, path in (("before", old), ("now", new)) if path
    )
    speaker.tell("repair", fields, f"  {visible_text(one.words)}{shown}")


def pictures(one: KeptRepair, waiting: RepairShelf, shelf: Library) -> tuple[str, str]:
    """Return where the recorded picture lies and where the one of what was pressed; empty for none."""
    new = waiting.picture_path(one)
    old = shelf.at(one.folder) / one.old.image if one.old.image else None
    return str(old or ""), str(new or "")


def _macro_of(given: str, data: Path, shelf: Library, waiting: RepairShelf) -> tuple[str, str]:
    """Return folder and name of a macro, which may be given by a run's id; no folder if none waits."""
    try:
        folder = shelf.folder(given)
    except MacroError:
        file = report_file(data, Path(given).name)
        if not file.is_file():
            raise
        slug = waiting.of_run(given)
        if not slug:
            return "", read_report(file).macro
        folder = shelf.at(slug)
    return folder.name, shelf.open_at(folder).macro.name


def _chosen(
    arguments: argparse.Namespace, found: tuple[KeptRepair, ...]
) -> tuple[KeptRepair, ...] | str:
    wanted = set(arguments.accept)
    if not wanted:
        return found
    missing = wanted - {one.step for one in found}
    if missing:
        there = ", ".join(dict.fromkeys(one.step for one in found))
        named = ", ".join(sorted(missing))
        return f"No repair waits for the step {visible_text(named)}; there are: {there}"
    return tuple(one for one in found if one.step in wanted)


def _kept(chosen: tuple[KeptRepair, ...], name: str, folder: Path) -> Ending:
    said = f"{_count(chosen)} kept in “{visible_text(name)}”."
    return Ending(said, more={"macro": name, "path": str(folder)})


def _count(chosen: tuple[KeptRepair, ...]) -> str:
    return "1 repair" if len(chosen) == 1 else f"{len(chosen)} repairs"
