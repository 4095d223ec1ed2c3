"""The command line: its arguments, and the one command that they name. Imports no Qt and nothing heavy."""

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final, TypeAlias

from app.hand_over import LOST, handed_over

_Kinds: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

EXIT_USAGE: Final = 2
EXIT_ERROR: Final = 1

_MODULES: Final = {
    "do": "app.cli.do",
    "look": "app.cli.look",
    "stop": "app.cli.stop",
    "doctor": "app.doctor.report",
    "history": "app.cli.history",
    "secret": "app.cli.secret",
    "model": "app.cli.model",
    "macro": "app.cli.macro",
    "macro play": "app.cli.macro_play",
    "script": "app.cli.do",
    "mcp": "app.cli.mcp",
}
"""Where the function of a command stands, which bears its last word; loaded when it is given."""


def _no_demo(_arguments: argparse.Namespace) -> int:
    sys.stderr.write("deskhand: the demo needs the window, which is not there\n")
    return EXIT_ERROR


def run(argv: list[str], *, demo: Callable[[argparse.Namespace], int] = _no_demo) -> int:
    """Run one command line and return its exit status.

    Args:
        demo: runs `deskhand demo`, which shows cards and so belongs to the window.
    """
    if argv and any(map(str.isspace, argv[0])) and not argv[0].startswith("-"):
        argv = ["do", *argv]  # no command has a blank in its name: it is a task
    if len(argv) > 1 and not argv[0].startswith("-") and argv[0] not in (*_MODULES, "demo"):
        hint = f"if that is a task, say: deskhand do {shlex.join(argv)}"
        sys.stderr.write(f"deskhand: there is no command {argv[0]!a}; {hint}\n")
        return EXIT_USAGE
    try:
        arguments = parser(only=argv[0] if argv else "").parse_args(argv)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else EXIT_USAGE
    if arguments.command == "do":
        status = handed_over(arguments, _tell_lost if arguments.json else lambda: None)
        if status is not None:
            return status
    _log()
    if arguments.command == "demo":
        return demo(arguments)
    below = f"{arguments.command} {getattr(arguments, 'macro_command', '')}"
    name = below if below in _MODULES else arguments.command
    work: Callable[[argparse.Namespace], int] = getattr(
        import_module(_MODULES[name]), name.rpartition(" ")[2]
    )
    return work(arguments)


def _tell_lost() -> None:
    """Write the last line of a run that the window did not bring to its end."""
    import_module("app.cli.output").tell_lost(LOST)


def _log() -> None:
    from app.error_log import log_in_lines

    log_in_lines()


DESCRIPTION: Final = (
    "A desktop assistant that works the mouse and the keyboard, one approved action at a time. "
    "Without a command the window opens."
)


def parser(*, only: str = "") -> argparse.ArgumentParser:
    """Return the parser of all commands; for `do` that of no other, which takes a tenth of the time."""
    root = argparse.ArgumentParser(prog="deskhand", description=DESCRIPTION)
    root.add_argument("--version", action=_Version, nargs=0, help="show the version and end")
    commands = root.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_do(commands)
    if only == "do":
        return root
    look = _add(
        commands, "look", "what a window has, by short names that a task may say", notes=LOOK_NOTES
    )
    look.add_argument(
        "--window", metavar="NAME", default="",
        help="words of its title, or its program (default: the window in front)",
    )  # fmt: skip
    look.add_argument(
        "--changes", action="store_true", help="only what became different since the last look"
    )
    look.add_argument(
        "--picture", metavar="FILE", help="write the picture with the names on it, as PNG"
    )
    _add(commands, "stop", "stop whatever runs on this display", json="write one JSON line")
    demo = _add(commands, "demo", "do the main job on a prepared desktop, with a report", json="")
    demo.add_argument("--out", metavar="DIR", help="folder for the report (default: a new one)")
    _add_json(demo)
    doctor = _add(commands, "doctor", "what works here, and how to mend the rest")
    doctor.add_argument(
        "--wake", choices=("on", "off"),
        help="tell Chromium, Electron and Qt programs to show what is in them, "
        "or leave them alone; remembered",
    )  # fmt: skip
    _add_history(commands)
    _add_secret(commands)
    _add_model(commands)
    _add_macro(commands)
    _add_mcp(commands)
    script = commands.add_parser(
        "script", help="run a Python script, as macro export writes it", description=SCRIPT
    )
    script.add_argument("file", metavar="FILE.py")
    script.add_argument(
        "arguments", metavar="...", nargs=argparse.REMAINDER, help="the script's own; try --help"
    )
    return root


class _Version(argparse.Action):
    """Looks the version up when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Write it and end."""
        sys.stdout.write(f"deskhand {version()}\n")
        parser.exit()


def version() -> str:
    """Return the version of deskhand that is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("deskhand")
    except PackageNotFoundError:
        return "0 (not installed)"


def _add(
    kinds: _Kinds, name: str, what: str, *, notes: str = "", json: str = "write JSON lines"
) -> argparse.ArgumentParser:
    """Add a command.

    Args:
        notes: below its help, line by line as it stands here.
        json: what `--json` does; empty for a command without.
    """
    command = kinds.add_parser(name, help=what)
    if notes:
        command.epilog = notes
        command.formatter_class = argparse.RawDescriptionHelpFormatter
    if json:
        _add_json(command, json)
    return command


def _add_json(command: argparse.ArgumentParser, what: str = "write JSON lines") -> None:
    command.add_argument("--json", action="store_true", help=what)


def _whole(least: int, most: int) -> Callable[[str], int]:
    def convert(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(
                f"found {text!r}, expected a whole number from {least} to {most}"
            )
        return number

    return convert


def _number(least: float, most: float, what: str) -> Callable[[str], float]:
    """Return what reads a number; `what` is expected in the words of a complaint."""

    def convert(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"found {text!r}, expected {what}")
        return number

    return convert


_TINY: Final = 5e-324
"""The least number above 0."""
_HOW_MANY: Final = _whole(1, 100_000)
_DO_SECONDS: Final = _number(_TINY, 86_400, "seconds above 0 and at most 86400")
_PLAY_SECONDS: Final = _number(1, 86_400, "a number from 1 to 86400")
_IDLE_SECONDS: Final = _number(0, 86_400, "seconds from 0 to 86400")
_CARD_GB: Final = _number(1, 10_000, "GB from 1 to 10000")
_SPEED: Final = _number(0.1, 10, "a number from 0.1 to 10")

POLICIES: Final = ("auto", "commands", "holotron", "remote")
DO_NOTES: Final = """\
Examples:
  deskhand do click Save
  deskhand do 'type "Ada Lovelace" into Name, then press Enter'
  deskhand do --approve auto 'open Mousepad'     what is hard to undo is not run
  deskhand do --approve dry-run 'click Save'     shows what would be done
  deskhand 'click Save'                          the same as: deskhand do 'click Save'
What your shell means something by ($, !, *, quotation marks) belongs into single quotes.

Exit status:
  0 done                      7 needs you, not allowed, or rejected
  1 an error of deskhand's    8 an action failed
  2 the command line          9 something is missing here; see deskhand doctor
  3 not understood            10 an effect was not seen, or a part is left
  4 several things fit        11 a limit was reached (--max-steps, --timeout)
  5 not found                 128 + N ended by signal N
  6 stopped
"""


LOOK_NOTES: Final = """\
Example:
  deskhand look                  e14 button "Save"
  deskhand do click e14          as long as the same thing is there under the same name
Nothing is sent, and no window is raised. What is in password fields is not told.
"""


class _Sentence(argparse.Action):
    """Makes one sentence of the words that the shell has parted."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,
    ) -> None:
        """Join them; one that holds a blank stood in quotation marks, and gets them again."""
        words = [str(word) for word in values or ()]
        if len(words) > 1:
            words = [f'"{word}"' if " " in word and '"' not in word else word for word in words]
        setattr(namespace, self.dest, " ".join(words))


def _add_do(commands: _Kinds) -> None:
    do = _add(commands, "do", "run one task", notes=DO_NOTES, json="")
    do.add_argument(
        "task", metavar="TASK", nargs="+", action=_Sentence,
        help="what to do, with or without quotation marks around it; - reads it from standard input",
    )  # fmt: skip
    do.add_argument(
        "--policy", choices=POLICIES, default="auto", help="who decides; auto takes what is there"
    )
    do.add_argument(
        "--model", metavar="DIR", help="folder of the model for this run (default: your settings)"
    )
    do.add_argument(
        "--server", metavar="URL", action="append",
        help="model server that takes goals in this run (http://127.0.0.1:8080/v1; default: your settings); "
        "given several times, the one that answers with the fewest runs",
    )  # fmt: skip
    do.add_argument(
        "--server-model", metavar="NAME", help="its model, as it calls it (default: the only one)"
    )
    do.add_argument(
        "--approve", choices=("ask", "assist", "auto", "dry-run"), default="ask",
        help="ask: every action; assist: what your settings allow runs; auto: steps that you or "
        "a trusted macro name run, of a goal what is easy to undo; "
        "what is hard to undo is never run without you; dry-run: show, send nothing",
    )  # fmt: skip
    do.add_argument(
        "--keep", choices=("all", "nothing"),
        help="what the history keeps of it: nothing is no word and no picture, only that it "
        "happened (default: your settings)",
    )  # fmt: skip
    do.add_argument(
        "--max-steps", type=_whole(1, 10_000), metavar="N", help="end after so many actions"
    )
    do.add_argument(
        "--timeout", type=_DO_SECONDS, metavar="S", help="end after so many seconds of work"
    )
    do.add_argument(
        "--pick", type=_whole(1, 1000), metavar="N", help="answer the first question with N"
    )
    _add_json(
        do,
        'write JSON lines; under ask, read {"n": N, "decision": "accept|reject|edit|stop", '
        '"point_px": [x, y], "text": "...", "reason": "..."} or {"pick": N} from standard input',
    )


def _add_history(commands: _Kinds) -> None:
    history = commands.add_parser(
        "history",
        help="show, export or wipe what was done",
        description="Lists the runs, newest first: on a terminal one line each, cut at its width; "
        "whole in --run ID, with --json, and where the output is no terminal.",
    )
    history.add_argument("--run", metavar="ID", help="show the steps of one run")
    _add_json(history)
    many = history.add_mutually_exclusive_group()
    many.add_argument(
        "--limit", type=_whole(1, 10**9), default=200, metavar="N",
        help="list or export the newest N runs (default: 200)",
    )  # fmt: skip
    many.add_argument(
        "--all", action="store_const", dest="limit", const=None, help="list or export every run"
    )
    history.add_argument(
        "--refused", action="store_true",
        help="list or export only tasks that were not done because of their words: not understood, "
        "not found, several things fit; they stay on this computer until you export them",
    )  # fmt: skip
    kinds = history.add_subparsers(dest="history_command", metavar="COMMAND")
    export = _add(kinds, "export", "write runs to a file", json="")
    export.add_argument("--format", choices=("jsonl", "html"), required=True)
    export.add_argument("--run", metavar="ID", dest="export_run", help="only this run")
    export.add_argument("--out", metavar="FILE", help="where to (default: standard output)")
    wipe = kinds.add_parser(
        "wipe",
        help="delete runs from every file of the history",
        description="Deletes runs with their pictures from every file of the history. With plays of "
        "macros go their reports, the values filled in last and repairs that wait; with --all also "
        "how plays went. Macros, their keys and schedules and what you trust stay.",
    )
    what = wipe.add_mutually_exclusive_group(required=True)
    what.add_argument("--run", metavar="ID", dest="wipe_run", help="this run")
    what.add_argument("--before", metavar="DATE", help="runs before this day (2026-01-31)")
    what.add_argument("--all", action="store_true", help="everything, with backups")
    wipe.add_argument("--yes", action="store_true", help="do not ask")
    wipe.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="write one JSON line"
    )
    pin = _add(kinds, "pin", "keep a run and its pictures whatever their age", json="")
    pin.add_argument("pin_run", metavar="ID")
    pin.add_argument("--off", action="store_true", help="let it go in its time again")


def _add_secret(commands: _Kinds) -> None:
    secret = _add(commands, "secret", "secrets that are typed by name and never shown", json="")
    kinds = secret.add_subparsers(dest="secret_command", metavar="COMMAND", required=True)
    put = _add(kinds, "set", "read a secret, without echo, into the system keyring", json="")
    put.add_argument("name", metavar="NAME", help="then ${secret:NAME} stands for it in a task")
    put.add_argument(
        "--for", metavar="PROGRAM", dest="program", action="append",
        help="type it into this program only; may be given several times",
    )  # fmt: skip
    _add(kinds, "list", "the names, and the programs that each is for", json="")
    remove = _add(kinds, "remove", "take a secret out of the keyring", json="")
    remove.add_argument("name", metavar="NAME")


DEFAULT_REPO: Final = "Hcompany/Holotron-12B"
PROBE_NOTES: Final = """\
A whole request; the pictures are PNG files, named as seen from the request's folder:

  {"messages": [{"role": "user", "text": "Where is Save?", "images": ["screen.png"]}], \
"thinking": false, "max_new_tokens": 8}

FILE.npz holds the text of the prompt, its token ids, each picture's tiles and features, the
logits after the prompt and the new ids. `prompt` shows one <image> for each picture; `ids` holds
all of its tokens. Text that looks like a control string, such as <image> or /think, is broken by
a word joiner (U+2060) after its first character. The next token is the likeliest entry of the
vocabulary: rows of padding never win.
"""


def _add_model(commands: _Kinds) -> None:
    model = _add(
        commands,
        "model",
        "look at model folders, fetch, check, measure and probe them; find model servers",
        json="",
    )
    kinds = model.add_subparsers(dest="model_command", metavar="COMMAND", required=True)
    info = _add(kinds, "info", "what a model folder is; without one, what runs here", json="")
    info.add_argument(
        "folder", metavar="DIR", nargs="?", help="folder with config.json and the weights"
    )
    _add_json(info)
    check = _on_folder(kinds, "check", "whether a model folder would load; reads it all")
    check.add_argument(
        "--renew", action="store_true", help="forget earlier checks: the files were replaced"
    )
    _add_json(check)
    tiny = _add(kinds, "tiny", "write a tiny random model, for tests and reports", json="")
    tiny.add_argument("folder", metavar="DIR", help="folder to make; one that holds files is kept")
    tiny.add_argument(
        "--seed", type=_whole(0, 2**32 - 1), default=0, metavar="N", help="of the random weights"
    )
    tiny.add_argument(
        "--family", choices=("holotron", "qwen3_5"), default="holotron", help="of the network"
    )
    probe = _on_folder(kinds, "probe", "run one request and keep every number of it", PROBE_NOTES)
    probe.add_argument("--request", metavar="FILE", required=True, help="JSON, as shown below")
    probe.add_argument("--out", metavar="FILE.npz", required=True, help="where the numbers go")
    probe.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    probe.add_argument(
        "--dtype", choices=("float32", "bfloat16", "float16"), default="float32", help="to run in"
    )
    calibrate = _on_folder(
        kinds, "calibrate", "find out which coordinates a model speaks, and keep it"
    )
    calibrate.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    _add_json(calibrate)
    bench = _add(
        kinds, "bench", "measure a model on this computer's card, beside what the card could do",
        json="",
    )  # fmt: skip
    bench.add_argument(
        "folder", metavar="DIR", nargs="?", help="its folder (default: that of your settings)"
    )
    bench.add_argument(
        "--device", choices=("cuda", "cpu"), help="where (default: your settings, else the card)"
    )
    bench.add_argument("--picture", metavar="FILE.png", help="draw it as bars too")
    _add_json(bench)
    download = _add(kinds, "download", "fetch a model; says size and licence first", json="")
    download.add_argument("repo", metavar="REPO", nargs="?", default=DEFAULT_REPO)
    download.add_argument("--revision", metavar="NAME", default="main", help="branch or commit")
    download.add_argument("--to", metavar="DIR", help="folder (default: one of deskhand's own)")
    download.add_argument(
        "--accept-license", action="store_true", help="accept the licence without being asked"
    )
    _add_json(download)
    _add(kinds, "servers", "which model servers answer on this computer, and their models")
    recipe = _add(kinds, "recipe", "which models fit a graphics card, and the line that serves one")
    recipe.add_argument("family", metavar="NAME", nargs="?", help="a model or its family")
    recipe.add_argument(
        "--gpu", type=_CARD_GB, metavar="GB", help="memory of the card (default: of yours)"
    )
    try_it = _add(kinds, "probe-server", "try a model server: its models, and what it really does")
    try_it.add_argument("url", metavar="URL", help="such as http://127.0.0.1:8080/v1")
    try_it.add_argument("--model", metavar="NAME", help="as it calls it (default: the only one)")
    try_it.add_argument(
        "--key", action="store_true", help="read its key, without echo, into the system keyring"
    )
    try_it.add_argument(
        "--agree", action="store_true",
        help="agree that what is on the screen may go to this host, without being asked",
    )  # fmt: skip
    use = try_it.add_mutually_exclusive_group()
    use.add_argument("--use", action="store_true", help="have it take goals from here on")
    use.add_argument(
        "--use-too", action="store_true",
        help="have it take goals beside those that do: a run goes to the one with the fewest runs",
    )  # fmt: skip


def _on_folder(kinds: _Kinds, name: str, what: str, notes: str = "") -> argparse.ArgumentParser:
    command = _add(kinds, name, what, notes=notes, json="")
    command.add_argument("folder", metavar="DIR", help="folder with config.json and the weights")
    return command


def _add_macro(commands: _Kinds) -> None:
    macro = _add(
        commands,
        "macro",
        "macros: list, look at, check, compile, record, play, schedule, trust, import, export",
        json="",
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
        "--with-recording", action="store_true",
        help="also the raw recording, which holds every key that you pressed outside password fields",
    )  # fmt: skip
    _add_changes(kinds)
    _add_compile(kinds)
    _add_play(kinds)
    _add_record(kinds)
    _add_schedule(kinds)
    _add_repairs(kinds)
    trust = _add(kinds, "trust", "let this very content run without a look at each step")
    trust.add_argument("name", metavar="NAME")
    trust.add_argument("--yes", action="store_true", help="do not ask; you have read the listing")
    trust.add_argument("--off", action="store_true", help="trust it no more")


def _add_changes(kinds: _Kinds) -> None:
    rename = _add(kinds, "rename", "give a macro another name; trust and key go along")
    rename.add_argument("name", metavar="OLD", help="its name, or its folder's")
    rename.add_argument("to", metavar="NEW")
    duplicate = _add(kinds, "duplicate", "make a second macro of the same steps")
    duplicate.add_argument("name", metavar="NAME")
    remove = _add(kinds, "remove", "take a macro out of the library; the last of a name is kept")
    remove.add_argument("name", metavar="NAME")
    remove.add_argument("--yes", action="store_true", help="do not ask")


def _add_compile(kinds: _Kinds) -> None:
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


RULES: Final = """\
Trust says that a macro's steps are yours; it lifts no rule. Without you, under --approve assist or auto,
a step that has an effect (a setting is changed, a link is opened, Enter submits) runs only in programs
that Settings, Apps gives “{level}”; what is hard to undo never does. A first step in a program does in
the one in front at the beginning and in those that a trusted macro names (app: NAME in a target), but not
where an interpreter runs it: python, java and the like can be any program. A step that may not run ends the
play with exit status 7: play it on a terminal and answer there, or with --approve ask."""


def _add_play(kinds: _Kinds) -> None:
    from app.macros.play_request import LEVEL

    what = "do a macro, step by step or as fast as the screen allows"
    play = _add(kinds, "play", what, notes=RULES.format(level=LEVEL), json="")
    play.set_defaults(policy="macro", task="")
    play.add_argument(
        "name", metavar="NAME", help="its name, or its folder's; with --unattended only that"
    )
    play.add_argument(
        "--param", metavar="NAME=VALUE", action="append", default=[],
        help="value of a parameter; of a secret, the secret's name; may be given several times",
    )  # fmt: skip
    _add_rows(play)
    play.add_argument("--from-step", metavar="ID", default="", help="begin with this step")
    play.add_argument("--to-step", metavar="ID", default="", help="end after this step")
    play.add_argument(
        "--breakpoints", action="store_true", help="ask before steps that have a breakpoint"
    )
    play.add_argument(
        "--speed", type=_SPEED, default=0.0, metavar="N",
        help="0.1 to 10: below 10 the recorded pauses count, divided by it; below 1 each step that acts "
        "waits for 0.3 s divided by it at least (default: the macro's)",
    )  # fmt: skip
    play.add_argument(
        "--approve", choices=("ask", "assist", "auto", "dry-run"), default="ask",
        help="as for do; a macro that is not trusted is always asked about step by step",
    )  # fmt: skip
    play.add_argument(
        "--model", metavar="DIR",
        help="folder of a model that may be asked where a step no longer matches; it is loaded then "
        "(default: none is)",
    )  # fmt: skip
    play.add_argument(
        "--unattended", action="store_true",
        help="begin by itself: never over a locked screen, nor while another run lives or somebody works",
    )  # fmt: skip
    _add_waits(play)
    play.add_argument("--keep", choices=("all", "nothing"), help="what the history keeps of it")
    play.add_argument("--max-steps", type=_HOW_MANY, metavar="N", help="end after so many actions")
    play.add_argument(
        "--timeout", type=_PLAY_SECONDS, metavar="S", help="end after so many seconds of work"
    )
    play.add_argument(
        "--pick", type=_HOW_MANY, metavar="N", help="answer the first question with N"
    )
    _add_json(play, "write JSON lines, as do does")


def _add_rows(play: argparse.ArgumentParser) -> None:
    play.add_argument(
        "--rows", metavar="FILE.csv", default="",
        help="a table: what stands in a for_each, or else all of it, is done once for each row; a column "
        "fills the parameter of its name",
    )  # fmt: skip
    play.add_argument(
        "--delimiter", metavar="C", default="", choices=("", ",", ";", "|", "tab"),
        help="what stands between cells: , ; | or tab (default: found out)",
    )  # fmt: skip
    play.add_argument(
        "--from-row", type=_HOW_MANY, metavar="N", default=1,
        help="begin with this row (from 1)",
    )  # fmt: skip
    play.add_argument(
        "--failed-rows", action="store_true",
        help="only the rows that failed or were not come to in the last play of this macro over this "
        "very table",
    )  # fmt: skip
    _add_keep_going(play)


def _add_keep_going(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--keep-going", action="store_true", help="go on with the next row when one fails"
    )


IDLE_S: Final = 60.0
WAIT_S: Final = 600.0


def _add_waits(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--idle", type=_IDLE_SECONDS, metavar="S", default=IDLE_S,
        help=f"unattended: mouse and keyboard must have rested so long (default: {IDLE_S:g})",
    )  # fmt: skip
    command.add_argument(
        "--wait", type=_IDLE_SECONDS, metavar="S", default=WAIT_S,
        help=f"unattended: wait so long for that, then give up (default: {WAIT_S:g})",
    )  # fmt: skip


def _add_record(kinds: _Kinds) -> None:
    record = _add(kinds, "record", "make a macro of what you do, until you press the stop key")
    record.add_argument("--name", metavar="NAME", default="", help="call the macro so")
    record.add_argument(
        "--recover", action="store_true", help="keep the last recording that was cut off"
    )
    record.add_argument(
        "--text-everywhere", action="store_true",
        help="record what you type in terminals and programs that do not tell their password fields",
    )  # fmt: skip
    record.add_argument(
        "--discard", action="store_true", help="delete the recordings that were cut off"
    )


_SCHEDULE_NOTES: Final = """

A macro is scheduled without a question once it is proved: a whole play of it, as it is now, has passed
the check at its end. It must be trusted (deskhand macro trust) as it is at that moment: after an edit it
refuses until it is trusted again. Nobody is asked: a step that your settings do not allow without
you (Settings, Apps) ends it with exit status 7. It never begins over a locked screen, nor where a
login service or screen saver that should know does not answer, nor while another run lives or mouse
and keyboard were used within the last --idle seconds: it waits --wait seconds for the last two, then
gives up with exit status 9. A lock on the way ends it with 9. Where no service tells of locks, the
windows and programs of known lockers are looked for, and a held keyboard. What it did stands in deskhand history, why it did not in journalctl --user -t deskhand."""


def _add_schedule(kinds: _Kinds) -> None:
    from app.macros.schedule import HELP

    what = "play a macro at set times, by a timer of the user's systemd"
    schedule = _add(kinds, "schedule", what, notes=HELP + _SCHEDULE_NOTES, json="")
    schedule.add_argument(
        "name", metavar="NAME", nargs="?", default="", help="its name, or its folder's"
    )
    when = schedule.add_mutually_exclusive_group(required=True)
    when.add_argument("--at", metavar="WHEN", help="at these times, as below")
    when.add_argument("--every", metavar="EVERY", help="again and again after so long, as below")
    when.add_argument("--list", action="store_true", help="what is scheduled, and when it is next")
    when.add_argument("--remove", metavar="NAME", help="schedule this macro no more")
    schedule.add_argument(
        "--param", metavar="NAME=VALUE", action="append", default=[],
        help="value of a parameter, kept in the timer's file; of a secret, the secret's name",
    )  # fmt: skip
    schedule.add_argument("--rows", metavar="FILE.csv", default="", help="the table, as for play")
    _add_keep_going(schedule)
    schedule.add_argument(
        "--approve", choices=("assist", "auto"), default="assist",
        help="what runs without you, as for do (default: assist)",
    )  # fmt: skip
    schedule.add_argument(
        "--catch-up", action="store_true",
        help="make up once for a time that passed while the computer was off (default: it is left out)",
    )  # fmt: skip
    schedule.add_argument(
        "--unproved", action="store_true",
        help="do not ask where no whole play has passed the check at the macro's end yet",
    )  # fmt: skip
    _add_waits(schedule)
    _add_json(schedule)


def _add_repairs(kinds: _Kinds) -> None:
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


_MCP_NOTES: Final = """\
Serves one host of the Model Context Protocol on standard input and output, until that closes it. What
is handed over runs as under deskhand do, in the window if it is open: the cards of the window ask you,
and no host can agree to anything in your place. Without a window nothing is done under ask; under
assist and auto a step that needs you ends the task. The words of a host are no words of yours: auto
runs of them what is easy to undo. In the history each task bears the name of its host."""


MCP_HOSTS: Final = ("claude-code", "codex", "cursor", "gemini", "vscode", "claude-desktop")


def _add_mcp(commands: _Kinds) -> None:
    mcp = _add(commands, "mcp", "let other agents hand tasks over (MCP)", notes=_MCP_NOTES, json="")
    _add_approve(mcp)
    kinds = mcp.add_subparsers(dest="mcp_command", metavar="COMMAND")
    install = _add(kinds, "install", "write deskhand into the settings of such agents", json="")
    _add_approve(install)
    uninstall = _add(kinds, "uninstall", "take it out of their settings", json="")
    for command in (install, uninstall):
        command.add_argument(
            "hosts", metavar="HOST", nargs="*",
            help=f"{', '.join(MCP_HOSTS)} (default: those that are found)",
        )  # fmt: skip
        command.add_argument(
            "--dry-run", action="store_true", help="only show what would be written, and where"
        )
        command.add_argument("--yes", action="store_true", help="do not ask")


def _add_approve(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--approve", choices=("ask", "assist", "auto"), default="ask",
        help="ask: every action (default); assist: what your settings allow runs; auto: what is "
        "easy to undo runs",
    )  # fmt: skip


SCRIPT: Final = (
    "Runs a Python script that works with app.script, such as deskhand macro export NAME --to "
    "python writes. A script is a program of yours: only its steps are under deskhand's rules."
)
