"""The arguments of `deskhand macro`."""

import argparse

from app.macro_play_arguments import add_play
from app.macro_schedule_arguments import add_schedule


def add_macro(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command and all that follows it."""
    macro = commands.add_parser(
        "macro",
        help="macros: list, look at, check, compile, record, play, schedule, trust, import, export",
    )
    kinds = macro.add_subparsers(dest="macro_command", metavar="COMMAND", required=True)
    _add(kinds, "list", "the macros that you have")
    show = _add(kinds, "show", "every step of a macro, with every text and key")
    show.add_argument("name", metavar="NAME", help="its name, or its folder's")
    check = _add(kinds, "check", "whether a macro file would be read; names line and reason")
    check.add_argument(
        "file", metavar="FILE", help="macro.yaml, its folder, a zip, or a macro's name"
    )
    bring = _add(
        kinds, "import", "take in a macro from a zip, a folder or a macro.yaml; not trusted yet"
    )
    bring.add_argument(
        "file", metavar="FILE", help="a zip, a folder, a macro.yaml, or a PyMacroRecord file"
    )
    bring.add_argument("--name", metavar="NAME", default="", help="call it so")
    export = _add(kinds, "export", "write a macro to one zip, or as a Python script")
    export.add_argument("name", metavar="NAME")
    export.add_argument(
        "--to", choices=("zip", "python"),
        help="zip, or a script that does the same by the same executor, with its pictures in "
        "FILE_img; run it with deskhand script FILE.py (default: by the ending of FILE)",
    )  # fmt: skip
    export.add_argument(
        "--out", metavar="FILE",
        help="where to (default: here, as its name in small letters: “Town hall” becomes "
        "town-hall.zip or town_hall.py); the file that was written is told",
    )  # fmt: skip
    export.add_argument(
        "--with-recording",
        action="store_true",
        help="also the raw recording, which holds every key that you pressed outside password fields",
    )
    _add_changes(kinds)
    _add_compile(kinds)
    add_play(kinds)
    _add_record(kinds)
    add_schedule(kinds)
    _add_repairs(kinds)
    trust = _add(kinds, "trust", "let this very content run without a look at each step")
    trust.add_argument("name", metavar="NAME")
    trust.add_argument("--yes", action="store_true", help="do not ask; you have read the listing")
    trust.add_argument("--off", action="store_true", help="trust it no more")


def _add_changes(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    rename = _add(kinds, "rename", "give a macro another name; trust and key go along")
    rename.add_argument("name", metavar="OLD", help="its name, or its folder's")
    rename.add_argument("to", metavar="NEW")
    duplicate = _add(kinds, "duplicate", "make a second macro of the same steps")
    duplicate.add_argument("name", metavar="NAME")
    remove = _add(kinds, "remove", "take a macro out of the library; the last of a name is kept")
    remove.add_argument("name", metavar="NAME")
    remove.add_argument("--yes", action="store_true", help="do not ask")


def _add_compile(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    compiling = _add(kinds, "compile", "make a macro of a run of the history")
    compiling.add_argument("run", metavar="RUN", help="its id, as deskhand history lists it")
    compiling.add_argument("--name", metavar="NAME", required=True, help="call the macro so")
    compiling.add_argument(
        "--param", metavar="NAME=TEXT", action="append", default=[],
        help="TEXT, which the run typed, becomes the parameter NAME; may be given several times",
    )  # fmt: skip
    compiling.add_argument(
        "--params", choices=("all", "none"), default="none",
        help="all: every typed text that is proposed becomes a parameter (default: none)",
    )  # fmt: skip


def _add_repairs(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    mending = _add(
        kinds, "repairs", "what a run found in another way than recorded; keep it or not"
    )
    mending.add_argument("name", metavar="NAME|RUN", help="a macro, or the run's id")
    mending.add_argument(
        "--accept", metavar="STEP", action="append", default=[],
        help="keep the repair of this step; may be given several times",
    )  # fmt: skip
    mending.add_argument("--all", action="store_true", help="keep them all")
    mending.add_argument("--show", action="store_true", help="only show them (as without a choice)")
    mending.add_argument("--drop", action="store_true", help="forget them")


def _add_record(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    record = _add(kinds, "record", "make a macro of what you do, until you press the stop key")
    record.add_argument("--name", metavar="NAME", default="", help="call the macro so")
    record.add_argument(
        "--recover", action="store_true", help="keep the last recording that was cut off"
    )
    record.add_argument(
        "--text-everywhere",
        action="store_true",
        help="record what you type in terminals and programs that do not tell their password fields",
    )
    record.add_argument(
        "--discard", action="store_true", help="delete the recordings that were cut off"
    )


def _add(
    kinds: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, what: str
) -> argparse.ArgumentParser:
    command = kinds.add_parser(name, help=what)
    command.add_argument("--json", action="store_true", help="write JSON lines")
    return command
