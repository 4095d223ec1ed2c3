"""The arguments of `deskhand macro schedule`, and those of `macro play` that a schedule uses."""

import argparse
from typing import Final

from app.macro_schedule_times import HELP

IDLE_S: Final = 60.0
WAIT_S: Final = 600.0

_EPILOG: Final = (
    HELP
    + """

A scheduled macro must be trusted (deskhand macro trust) as it is at that moment: after an edit it
refuses until it is trusted again. Nobody is asked: a step that your settings do not allow without
you (Settings, Apps) ends it with exit status 7. It never begins over a locked screen, nor where a
login service or screen saver that should know does not answer, nor while another run lives or mouse
and keyboard were used within the last --idle seconds: it waits --wait seconds for the last two, then
gives up with exit status 9. A lock on the way ends it with 9. Where no service tells of locks, the
windows and programs of known lockers are looked for, and a held keyboard. What it did stands in deskhand history, why it did not in journalctl --user -t deskhand."""
)


def add_schedule(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    schedule = kinds.add_parser(
        "schedule",
        help="play a macro at set times, by a timer of the user's systemd",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    schedule.add_argument(
        "name", metavar="NAME", nargs="?", default="", help="its name, or its folder's"
    )
    what = schedule.add_mutually_exclusive_group(required=True)
    what.add_argument("--at", metavar="WHEN", help="at these times, as below")
    what.add_argument("--every", metavar="EVERY", help="again and again after so long, as below")
    what.add_argument("--list", action="store_true", help="what is scheduled, and when it is next")
    what.add_argument("--remove", metavar="NAME", help="schedule this macro no more")
    schedule.add_argument(
        "--param", metavar="NAME=VALUE", action="append", default=[],
        help="value of a parameter, kept in the timer's file; of a secret, the secret's name",
    )  # fmt: skip
    schedule.add_argument("--rows", metavar="FILE.csv", default="", help="the table, as for play")
    schedule.add_argument(
        "--keep-going", action="store_true", help="go on with the next row when one fails"
    )
    schedule.add_argument(
        "--approve", choices=("assist", "auto"), default="assist",
        help="what runs without you, as for do (default: assist)",
    )  # fmt: skip
    schedule.add_argument(
        "--catch-up", action="store_true",
        help="make up once for a time that passed while the computer was off (default: it is left out)",
    )  # fmt: skip
    _add_waits(schedule)
    schedule.add_argument("--json", action="store_true", help="write JSON lines")


def add_unattended(play: argparse.ArgumentParser) -> None:
    """Add what a schedule gives to `macro play`."""
    play.add_argument(
        "--unattended", action="store_true",
        help="begin by itself: never over a locked screen, nor while another run lives or somebody works",
    )  # fmt: skip
    _add_waits(play)


def _add_waits(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--idle", type=_seconds, metavar="S", default=IDLE_S,
        help=f"unattended: mouse and keyboard must have rested so long (default: {IDLE_S:g})",
    )  # fmt: skip
    command.add_argument(
        "--wait", type=_seconds, metavar="S", default=WAIT_S,
        help=f"unattended: wait so long for that, then give up (default: {WAIT_S:g})",
    )  # fmt: skip


def _seconds(text: str) -> float:
    number = float(text) if text.replace(".", "", 1).isdecimal() and text.isascii() else -1.0
    if not 0 <= number <= 86_400:
        message = f"found {text!r}, expected seconds from 0 to 86400"
        raise argparse.ArgumentTypeError(message)
    return number
