"""`deskhand macro schedule` and `deskhand macro repairs`: plays at set times, and what plays found elsewhere."""

import argparse
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.cli.output import Ending, Speaker
from app.macros.play import MacroRun
from app.macros.play_request import NotTrusted, PlayRequest, Refusal
from app.macros.repairs import KeptRepair, RepairShelf, accept
from app.macros.schedule import (
    PREFIX,
    BadTime,
    NoSystemd,
    Scheduled,
    Stored,
    Times,
    UserUnits,
    calendar_problem,
    read_at,
    read_every,
    stem,
    units,
    zone_of,
)
from app.macros.screen_lock import ask_lock
from app.run_lines import complain
from app.settings import SettingsFile, user_folders
from automation.core.errors import MacroError
from automation.core.proposal import Outcome
from automation.core.text import visible_text
from automation.macros.library import Kept, Library
from automation.macros.names import same_name
from automation.macros.play.report import read_report, report_file
from automation.macros.trust import TrustBook

if TYPE_CHECKING:
    from app.run_lines import Line


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


_OF_SESSION: Final = ("DISPLAY", "XAUTHORITY")
"""What a program that systemd or cron starts needs to reach the desktop."""


def schedule(
    arguments: argparse.Namespace, speaker: Speaker, shelf: Library, book: TrustBook
) -> Ending:
    """Put a schedule in force, list those that are, or take one away.

    Raises:
        MacroError: the macro cannot be read, or a file cannot be written or deleted.
    """
    if arguments.list:
        return _list(speaker, shelf)
    if arguments.remove is not None:
        return _remove(arguments.remove, shelf)
    if not arguments.name:
        return Ending("name the macro: deskhand macro schedule NAME --at WHEN", Outcome.USAGE)
    try:
        times = _times(arguments)
        kept = shelf.open(arguments.name)
        command = _command(arguments, kept)
        play = _check_play(arguments, kept, shelf, book)
    except BadTime as error:
        return Ending(str(error), Outcome.USAGE)
    except NotTrusted as error:
        return Ending(_not_trusted(error), Outcome.BLOCKED)
    except Refusal as error:
        return Ending(str(error), error.outcome)
    if not (
        arguments.unproved or play.is_proved or speaker.says_yes(f"{_unproved(play)} {ANYWAY}")
    ):
        return Ending(f"{_unproved(play)} {_how_to_prove(play, kept)}", Outcome.BLOCKED)
    return _put(kept, times, command, catches_up=arguments.catch_up)


ANYWAY: Final = "Schedule it all the same?"


def _unproved(play: MacroRun) -> str:
    """Return what is not known of a macro that nobody will be there to watch."""
    name = visible_text(play.name)
    if not play.has_end_check:
        return f"“{name}” does not check at its end that it has done what it is for."
    return f"No whole play of “{name}”, as it is now, has passed the check at its end yet."


def _how_to_prove(play: MacroRun, kept: Kept) -> str:
    named = shlex.quote(kept.folder.name)
    first = "" if play.has_end_check else "Give its last step a check or an effect to wait for. "
    return (
        f"{first}Play it once with deskhand macro play {named}, then schedule it; or take "
        "responsibility for it with --unproved"
    )


def own_command() -> tuple[str, ...]:
    """Return the program that is running, by its whole path, as another program can start it."""
    python = Path(sys.executable)
    program = python.with_name("deskhand-cli")
    return (str(program),) if program.is_file() else (str(python), "-m", "app.main")


def _put(kept: Kept, times: Times, command: Sequence[str], *, catches_up: bool) -> Ending:
    folder = UserUnits()
    own = _own_environment()
    try:
        given = folder.check()
    except NoSystemd as error:
        return Ending(_without_systemd(error, times, command, own), Outcome.ENVIRONMENT)
    for event in times.calendar:
        if problem := calendar_problem(event):
            return Ending(
                f"systemd does not take the time {event!r}: {problem}", Outcome.ENVIRONMENT
            )
    stored = Stored(1, kept.folder.name, kept.macro.name, times.words)
    folder.put(units(stored, times, command, own, catches_up=catches_up))
    name = visible_text(kept.macro.name)
    said = f"“{name}” will be played {times.words}. See deskhand macro schedule --list"
    notes = (note for note in (_lacking(given), _untold_locks()) if note)
    return Ending(" ".join((f"{said}.", *notes)))


def _times(arguments: argparse.Namespace) -> Times:
    if arguments.every is None:
        return read_at(arguments.at, datetime.now().astimezone(), zone_of(os.environ))
    if arguments.catch_up:
        raise BadTime("--catch-up goes with --at: what comes again after so long misses no time")
    return read_every(arguments.every)


def _command(arguments: argparse.Namespace, kept: Kept) -> tuple[str, ...]:
    """Return the command line of a play, without anything that depends on where it is started."""
    rows = ["--rows", str(Path(arguments.rows).absolute())] if arguments.rows else []
    return (
        *own_command(), "macro", "play", kept.folder.name,
        "--approve", arguments.approve, "--unattended",
        "--idle", f"{arguments.idle:g}", "--wait", f"{arguments.wait:g}",
        *(f"--param={given}" for given in arguments.param), *rows,
        *(["--keep-going"] if arguments.keep_going else []),
    )  # fmt: skip


def _check_play(
    arguments: argparse.Namespace, kept: Kept, shelf: Library, book: TrustBook
) -> MacroRun:
    """Return the play as it would be; what it would refuse should be told to somebody who is there.

    Raises:
        Refusal: it would not begin.
        MacroError: the macro cannot be read.
    """
    folders = user_folders()
    request = PlayRequest(
        kept.folder.name,
        _values(arguments.param),
        rows=Path(arguments.rows) if arguments.rows else None,
        keep_going=arguments.keep_going,
        approve=arguments.approve,
        by="schedule",
    )
    settings, sentence = SettingsFile(folders.settings_file).load()
    if sentence:
        complain(sentence)
    play = MacroRun(request, shelf, book, settings=settings, data=folders.data)
    if play.note:
        complain(play.note)
    return play


def _values(given: Sequence[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in given]
    for name, sign, _ in pairs:
        if not sign:
            raise Refusal(Outcome.USAGE, f"found --param {name!r}, expected NAME=VALUE")
    return {name: value for name, _, value in pairs}


def _not_trusted(error: NotTrusted) -> str:
    names = ", ".join(f"“{visible_text(name)}”" for name in error.names)
    first = shlex.quote(error.folder)
    return (
        f"{names} is not trusted, and a schedule plays only what you trusted as it is. Read it with "
        f"deskhand macro show {first}, trust it with deskhand macro trust {first}, then schedule it"
        + (f". {error.problem}" if error.problem else "")
    )


def _own_environment() -> dict[str, str]:
    home = os.environ.get("DESKHAND_HOME", "")
    return {"DESKHAND_HOME": str(Path(home).expanduser().absolute())} if home else {}


def _lacking(given: Mapping[str, str]) -> str:
    """Say what to do where systemd does not know the desktop; empty when it does."""
    missing = [name for name in _OF_SESSION if name in os.environ and not given.get(name)]
    if "DISPLAY" not in missing:
        return ""
    names = " ".join(missing)
    return (
        "Your desktop does not tell systemd of its display, so that the macro would not find it: put "
        f"this line where your session starts programs: systemctl --user import-environment {names}"
    )


def _untold_locks() -> str:
    """Say how a lock is known where no service tells of one; empty where one does."""
    if ask_lock().is_told:
        return ""
    return (
        "No service of this desktop tells of a locked screen, so that a play looks for the windows and "
        "programs of known lockers and for a held keyboard; it never begins over those."
    )


def _without_systemd(
    error: NoSystemd, times: Times, command: Sequence[str], own: Mapping[str, str]
) -> str:
    message = (
        f"{error}; nothing was scheduled. Log in to a desktop whose user services systemd runs"
    )
    if not times.cron:
        return f"{message}, then schedule it again"
    session = {name: os.environ[name] for name in _OF_SESSION if os.environ.get(name)}
    words = [f"{name}={shlex.quote(value)}" for name, value in {**session, **own}.items()]
    line = " ".join([*words, shlex.join(command)]).replace("%", "\\%")
    if "\n" in line:  # cron has one line for a command: what stands behind a break would be another
        return f"{message}; cron cannot be given a value of several lines"
    lines = "\n".join(f"{fields} {line}" for fields in times.cron)
    return f"{message}, or, where cron runs, put this into your table (crontab -e):\n{lines}"


def _list(speaker: Speaker, shelf: Library) -> Ending:
    entries = {one.slug: one.name for one in shelf.entries()}
    found = list(UserUnits().all())
    for one in found:
        _tell(speaker, one, entries)
    if not found:
        return Ending("No macro is scheduled; see deskhand macro schedule --help")
    return Ending("1 schedule." if len(found) == 1 else f"{len(found)} schedules.")


def _tell(speaker: Speaker, one: Scheduled, entries: Mapping[str, str]) -> None:
    slug = one.stored.slug if one.stored is not None else ""
    name = entries.get(slug) or (one.stored.name if one.stored is not None else one.stem)
    when = one.stored.when if one.stored is not None else ""
    problem = one.problem
    if slug and slug not in entries:
        problem = f"the macro is gone; take it away: deskhand macro schedule --remove {slug}"
    fields: dict[str, object] = {
        "name": name,
        "folder": slug,
        "when": when,
        "next": one.next_run,
        "last_exit": int(one.last_exit) if one.last_exit.isdecimal() else None,
        "problem": problem,
    }
    facts = [when, f"next: {one.next_run}" if one.next_run else "", problem]
    if one.last_exit and one.last_exit != "0":
        facts.append(f"the last time ended with {one.last_exit}")
    words = "; ".join(visible_text(fact) for fact in facts if fact)
    speaker.tell("schedule", fields, f"{visible_text(name)}  {words}")


def _remove(name: str, shelf: Library) -> Ending:
    folder = UserUnits()
    there = list(folder.all())
    found = [one for one in there if one.stem == stem(name)] or _called(there, name, shelf)
    if not found:
        message = f"no macro called “{visible_text(name)}” is scheduled; see --list"
        return Ending(message, Outcome.NOT_FOUND)
    if len(found) > 1:
        slugs = ", ".join(one.stem.removeprefix(PREFIX) for one in found)
        message = f"{len(found)} macros called “{visible_text(name)}” are scheduled; say the folder: {slugs}"
        return Ending(message, Outcome.AMBIGUOUS)
    folder.remove(found[0].stem)
    return Ending(f"“{visible_text(name)}” is scheduled no more.")


def _called(there: Sequence[Scheduled], name: str, shelf: Library) -> list[Scheduled]:
    """Return the schedules of macros that are called so, or were where they are gone."""
    wanted = same_name(name)
    called = {one.slug: same_name(one.name) for one in shelf.entries()}
    stored = [(one, one.stored) for one in there if one.stored is not None]
    return [one for one, s in stored if called.get(s.slug, same_name(s.name)) == wanted]
