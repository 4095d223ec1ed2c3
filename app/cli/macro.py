"""`deskhand macro list, show, check, compile, rename, remove, import, export, trust, ...`: the library at a terminal."""

import argparse
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Final

from app.cli.macro_schedule import repairs, schedule
from app.cli.output import Ending, Speaker
from app.macros.changes import Changes, Done, is_trusted
from app.macros.compile import compiled_run, keep, opened_history, refuse_taken, text_reader
from app.macros.export import ENDING, export_script, is_script
from app.macros.export import told as told_export
from app.macros.keys import FILE, KeysFile
from app.macros.library import library_of, trust_of
from app.settings import user_folders
from automation.core.errors import AssistantError, MacroError, SettingsError, UnknownKey
from automation.core.proposal import Outcome
from automation.core.text import visible_text
from automation.desktop.input.keys import key as find_key
from automation.macros.checks import check
from automation.macros.codec import Opened
from automation.macros.compile.pieces import Compiled, Proposed
from automation.macros.compile.proposed_params import told_apart
from automation.macros.images import check_images
from automation.macros.library import Entry, Kept, Library, NameTaken
from automation.macros.listing import listing
from automation.macros.macro import Macro
from automation.macros.names import slug
from automation.macros.package import read_events, read_source
from automation.macros.problems import BadMacro, Problem
from automation.macros.record.raw_file import event_problems
from automation.macros.trust import TrustBook, digest
from automation.macros.walk import check_calls

if TYPE_CHECKING:
    from app.run_lines import Line


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
        name = visible_text(_name_of(changes, folder.name))
        is_yes = speaker.says_yes(f"Remove “{name}” ({folder.name}) from your library?")
        if is_yes is None:
            return Ending("nobody can be asked here; add --yes to remove it at once", Outcome.USAGE)
        if not is_yes:
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


NONE_YET: Final = (
    "There is no macro yet. Record one with: deskhand macro record; make one of a run with: deskhand "
    "macro compile RUN (deskhand history lists them); or take one in with: deskhand macro import FILE"
)

_Work = Callable[[argparse.Namespace, Speaker], Ending]


def macro(arguments: argparse.Namespace) -> int:
    """Run one of the commands but `play`; return its exit status. Every way out says one sentence."""
    speaker = Speaker(is_json=arguments.json)
    try:
        return speaker.end(_COMMANDS[arguments.macro_command](arguments, speaker))
    except BadMacro as error:
        for problem in error.problems:
            tell_problem(speaker, error.file, problem)
        return speaker.end(Ending(refused(error.file, len(error.problems)), Outcome.FAILED))
    except NameTaken as error:
        return speaker.end(Ending(str(error), Outcome.USAGE))
    except MacroError as error:
        return speaker.end(Ending(str(error), Outcome.FAILED))
    except SettingsError as error:
        return speaker.end(Ending(str(error), Outcome.ENVIRONMENT))


def library() -> Library:
    """Return the user's macros."""
    return library_of(user_folders().data)


def trust_book() -> TrustBook:
    """Return what the user trusts."""
    return trust_of(user_folders().data)


def _list(_arguments: argparse.Namespace, speaker: Speaker) -> Ending:
    shelf, book = library(), trust_book()
    entries = shelf.entries()
    # A digest covers the name, so that only these need to be opened.
    names = {one.name for one in book.entries()}
    for entry in entries:
        _tell_entry(speaker, entry, _is_known(shelf, entry, book, names))
    if not entries:
        return Ending(NONE_YET)
    count = "1 macro." if len(entries) == 1 else f"{len(entries)} macros."
    return Ending(" ".join(filter(None, (count, book.problem))))


def _show(arguments: argparse.Namespace, speaker: Speaker) -> Ending:
    kept = library().open(arguments.name)
    _tell_steps(speaker, kept.macro)
    book = trust_book()
    said = (
        "trusted"
        if is_trusted(kept.macro, kept.image, book)
        else "not trusted: each step will be asked"
    )
    told = f"{kept.note}. This content is {said}." if kept.note else f"This content is {said}."
    return Ending(" ".join(filter(None, (told, book.problem))))


def _check(arguments: argparse.Namespace, speaker: Speaker) -> Ending:
    source = Path(arguments.file)
    if source.exists():
        found = read_source(source)
        opened, image, events, file = found.opened, found.image, found.events, str(source)
    else:
        kept = library().open(arguments.file)
        opened, image, file = kept.opened, kept.image, kept.opened.file
        events = read_events(kept.folder)
    problems = (*all_problems(library(), opened, image), *event_problems(events))
    for problem in problems:
        tell_problem(speaker, file, problem)
    wrong = [one for one in problems if not one.is_note]
    if wrong:
        return Ending(refused(file, len(wrong)), Outcome.FAILED)
    return Ending(
        f"“{visible_text(opened.macro.name)}” can be replayed; nothing is wrong with the file."
    )


def _import(arguments: argparse.Namespace, speaker: Speaker) -> Ending:
    changes = _changes()
    folder, notes = changes.add(Path(arguments.file), arguments.name)
    shelf = changes.library
    kept = shelf.open_at(folder)
    _tell_steps(speaker, kept.macro)
    problems = all_problems(shelf, kept.opened, kept.image)
    for problem in problems:
        tell_problem(speaker, kept.opened.file, problem)
    wrong = sum(not one.is_note for one in problems)
    said = f"“{visible_text(kept.macro.name)}” is in your library"
    if wrong:
        said += (
            f" and is not replayed before its {counted(wrong)} {'is' if wrong == 1 else 'are'} mended, "
            f"in the editor or in {kept.opened.file}; then: deskhand macro check {folder.name}"
        )
    else:
        said += (
            " and is asked about step by step. When you have read the steps above: deskhand macro "
            f"trust {folder.name}"
        )
    return Ending(said + "".join(f"\nNote: {note}." for note in notes))


def _export(arguments: argparse.Namespace, _speaker: Speaker) -> Ending:
    changes = _changes()
    kept = changes.library.open(arguments.name)
    if arguments.to == "python" or is_script(Path(arguments.out or "")):
        return Ending(_export_to_python(arguments, kept, changes))
    out = Path(arguments.out or f"{slug(kept.macro.name)}.zip").absolute()
    changes.export(kept.folder.name, out, with_recording=arguments.with_recording)
    return Ending(f"Written to {out}.")


def _export_to_python(arguments: argparse.Namespace, kept: Kept, changes: Changes) -> str:
    """Export with `--to python`; return what came of it in a sentence.

    Raises:
        MacroError: as `export_script`, or the arguments do not fit.
    """
    usual = f"{slug(kept.macro.name).replace('-', '_')}{ENDING}"
    out = Path(arguments.out or usual).absolute()
    if arguments.with_recording:
        raise MacroError("a script takes no recording along; leave --with-recording out")
    if arguments.to == "zip" or not is_script(out):
        wanted = "another ending" if is_script(out) else ENDING
        raise MacroError(f"found {out.name} for --to {arguments.to}, expected {wanted}")
    made = export_script(kept, out, changes.library, changes.book, may_replace=False)
    return f"{told_export(made)} Run it with: deskhand script {quote(str(out))} --help"


def _trust(arguments: argparse.Namespace, speaker: Speaker) -> Ending:
    kept, book = library().open(arguments.name), trust_book()
    content, name = digest(kept.macro, kept.image), visible_text(kept.macro.name)
    if arguments.off:
        was = book.forget(content)
        return Ending(
            f"“{name}” is asked about step by step{' from now on' if was else ', as before'}."
        )
    _tell_steps(speaker, kept.macro)
    if not arguments.yes:
        question = f"Let “{name}” do all of this without a question for each step?"
        is_yes = speaker.says_yes(question)
        if is_yes is None:
            message = "nobody can be asked here; read the listing, then add --yes"
            return Ending(message, Outcome.USAGE)
        if not is_yes:
            return Ending("Nothing changed; it is asked about step by step.", Outcome.BLOCKED)
    book.trust(content, kept.macro.name, "you")
    return Ending(f"“{name}” is trusted as it is; any change of it is asked about again.")


ALL: Final = "all"


_ASSIGNED: Final = "="


def _compile(arguments: argparse.Namespace, speaker: Speaker) -> Ending:
    """Compile the run that the arguments name, keep the macro, and say what came of it.

    Raises:
        NameTaken: there is a macro of this name.
        MacroError: it cannot be kept, or a parameter stands for nothing.
    """
    shelf, book = library(), trust_book()
    named = tuple(_named(text) for text in arguments.param)
    refuse_taken(shelf, arguments.name)
    try:
        with opened_history() as store, text_reader() as read:
            compiled = compiled_run(store, arguments.run, arguments.name, read)
            is_users = not store.run(arguments.run).asked_by
    except MacroError:
        raise
    except AssistantError as error:
        return Ending(str(error), Outcome.FAILED)
    named = told_apart(named, compiled.proposals)
    chosen = (*named, *(_others(compiled, named) if arguments.params == ALL else ()))
    folder = keep(compiled, chosen, shelf, book, is_users=is_users)
    _tell_compiled(speaker, compiled, chosen)
    name = visible_text(compiled.macro.name)
    count = len(compiled.macro.steps)
    said = f"“{name}” has {count} {'step' if count == 1 else 'steps'} and is in your library."
    more: Line = {"macro": compiled.macro.name, "path": str(folder)}
    return Ending(said, steps=count, more=more)


def _named(text: str) -> Proposed:
    name, sign, value = text.partition(_ASSIGNED)
    if not sign or not value:
        raise MacroError(
            f"found --param {text!r}, expected NAME=TEXT, where TEXT is what the run typed"
        )
    return Proposed(name, "", value, ())


def _others(compiled: Compiled, named: Sequence[Proposed]) -> tuple[Proposed, ...]:
    """Return the proposals that the user has not named otherwise."""
    names = {one.name for one in named}
    taken = {(one.text, one.steps) for one in named}
    return tuple(
        p
        for p in compiled.proposals
        if p.name not in names and not taken & {(p.text, p.steps), (p.text, ())}
    )


def _tell_compiled(speaker: Speaker, compiled: Compiled, chosen: Sequence[Proposed]) -> None:
    for dropped in compiled.dropped:
        fields: Line = {"n": dropped.n, "message": dropped.sentence}
        speaker.tell("left_out", fields, f"  {visible_text(dropped.sentence)}")
    for note in compiled.notes:
        speaker.tell("note", {"message": note}, f"  {visible_text(note)}")
    for one in (*chosen, *_others(compiled, chosen)):
        is_taken = one in chosen
        fields = {
            "name": one.name,
            "label": one.label,
            "text": one.text,
            "type": one.type,
            "steps": list(one.steps),
            "taken": is_taken,
        }
        said = "is a parameter" if is_taken else f"may be one: --param {one.name}={one.text!r}"
        speaker.tell(
            "parameter", fields, f"  {one.name}: “{visible_text(one.text)}” {visible_text(said)}"
        )


def _record(arguments: argparse.Namespace, speaker: Speaker) -> Ending:
    from app.cli.macro_record import record  # noqa: PLC0415 - listens to the display

    return record(arguments, speaker, library(), trust_book())


def _schedule(arguments: argparse.Namespace, speaker: Speaker) -> Ending:
    return schedule(arguments, speaker, library(), trust_book())


def _repairs(arguments: argparse.Namespace, speaker: Speaker) -> Ending:
    data = user_folders().data
    return repairs(arguments, speaker, data, library_of(data), trust_of(data))


_COMMANDS: Final[dict[str, _Work]] = {
    "list": _list,
    "show": _show,
    "check": _check,
    "compile": _compile,
    "record": _record,
    "rename": rename,
    "repairs": _repairs,
    "duplicate": duplicate,
    "remove": remove,
    "import": _import,
    "export": _export,
    "schedule": _schedule,
    "trust": _trust,
}


def _is_known(shelf: Library, entry: Entry, book: TrustBook, names: Collection[str]) -> bool:
    """Tell whether a macro is trusted as it is; `names` are those of all that is trusted."""
    if entry.problem or entry.name not in names:
        return False
    kept = shelf.open_at(shelf.at(entry.slug))
    return is_trusted(kept.macro, kept.image, book)


def _tell_entry(speaker: Speaker, entry: Entry, has_trust: bool) -> None:
    fields: Line = {
        "name": entry.name,
        "folder": entry.slug,
        "about": entry.about,
        "steps": entry.steps,
        "made_by": entry.by,
        "params": list(entry.params),
        "trusted": has_trust,
        "problem": entry.problem,
    }
    state = entry.problem or f"{entry.steps} steps{'' if has_trust else ', not trusted yet'}"
    state += "; another macro is called so too" if entry.is_double else ""
    speaker.tell(
        "macro", fields, f"{visible_text(entry.name)}  ({entry.slug})  {visible_text(state)}"
    )


def _tell_steps(speaker: Speaker, shown: Macro) -> None:
    lines = listing(shown)
    width = max((len(line.number) for line in lines), default=0)
    for place, line in enumerate(lines, 1):
        fields: Line = {
            "n": place,
            "number": line.number,
            "depth": line.depth,
            "id": line.id,
            "do": line.do,
            "text": line.text,
            "off": line.is_off,
            "sends": line.sends,
        }
        left_out = " (left out)" if line.is_off else ""
        indent = "  " * line.depth
        number = f"{line.number:>{max(4, width)}}"
        speaker.tell("macro_step", fields, f"{number}{indent}{line.text}{left_out}")
