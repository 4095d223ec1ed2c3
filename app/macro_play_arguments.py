"""The arguments of `deskhand macro play`."""

import argparse

from app.macro_nobody import RULES
from app.macro_schedule_arguments import add_unattended


def add_play(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    play = kinds.add_parser(
        "play",
        help="do a macro, step by step or as fast as the screen allows",
        epilog=RULES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
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
        "--speed", type=_speed, default=0.0, metavar="N",
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
    add_unattended(play)
    play.add_argument("--keep", choices=("all", "nothing"), help="what the history keeps of it")
    play.add_argument("--max-steps", type=_whole, metavar="N", help="end after so many actions")
    play.add_argument(
        "--timeout", type=_seconds, metavar="S", help="end after so many seconds of work"
    )
    play.add_argument("--pick", type=_whole, metavar="N", help="answer the first question with N")
    play.add_argument("--json", action="store_true", help="write JSON lines, as do does")


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
        "--from-row", type=_whole, metavar="N", default=1, help="begin with this row (from 1)"
    )
    play.add_argument(
        "--failed-rows", action="store_true",
        help="only the rows that failed or were not come to in the last play of this macro over this "
        "very table",
    )  # fmt: skip
    play.add_argument(
        "--keep-going", action="store_true", help="go on with the next row when one fails"
    )


def _whole(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0
    if not 1 <= number <= 100_000:
        message = f"found {text!r}, expected a whole number from 1 to 100000"
        raise argparse.ArgumentTypeError(message)
    return number


def _speed(text: str) -> float:
    return _number(text, 0.1, 10)


def _seconds(text: str) -> float:
    return _number(text, 1, 86_400)


def _number(text: str, least: float, most: float) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not least <= number <= most:
        message = f"found {text!r}, expected a number from {least:g} to {most:g}"
        raise argparse.ArgumentTypeError(message)
    return number
