"""`deskhand mcp`: serves a host of the Model Context Protocol, and writes itself into the hosts' settings."""

import argparse
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Final

from app.cli.macro_schedule import own_command
from app.cli.output import Speaker
from app.cli.parser import version
from app.mcp.hosts import (
    Change,
    HostFile,
    by_hand,
    carry_out,
    installed,
    known_hosts,
    uninstalled,
)
from app.run_lines import complain
from automation.core.proposal import EXIT_CODES, Outcome

MISSING: Final = (
    "the library for MCP is not installed; get it with: pip install 'mcp>=2.3,<3' (in deskhand's own "
    "environment)"
)
NO_HOST: Final = (
    "no program that hands tasks over was found; name one, such as: deskhand mcp install codex"
)


def mcp(arguments: argparse.Namespace) -> int:
    """Serve until the host closes standard input, or change hosts' settings; returns the exit status."""
    if arguments.mcp_command is not None:
        return _change(arguments)
    try:
        from app.mcp.server import run_server  # noqa: PLC0415 - with the library a second is gone
    except ImportError:
        return complain(MISSING, EXIT_CODES[Outcome.ENVIRONMENT])
    run_server(arguments.approve, version())
    return 0


def _change(arguments: argparse.Namespace) -> int:
    """Show what would be written where, ask once, and write it; returns the exit status."""
    known = known_hosts(Path.home(), os.environ)
    if odd := {*arguments.hosts} - {host.name for host in known}:
        names = ", ".join(host.name for host in known)
        return complain(
            f"found the host {sorted(odd)[0]!r}, expected one of: {names}",
            EXIT_CODES[Outcome.USAGE],
        )
    hosts = [h for h in known if (h.name in arguments.hosts if arguments.hosts else h.is_here)]
    if not hosts:
        return complain(NO_HOST, EXIT_CODES[Outcome.NOT_FOUND])
    is_install = arguments.mcp_command == "install"
    approve = () if arguments.approve == "ask" else ("--approve", arguments.approve)
    command = (*own_command(), "mcp", *approve)
    status, changes = 0, list[Change]()
    for host in hosts:
        try:
            changes.append(installed(host, command) if is_install else uninstalled(host))
        except HostFile as error:
            status = complain(error, EXIT_CODES[Outcome.FAILED])
            if is_install:
                complain(f"what to add to it by hand:\n{by_hand(host, command)}")
    needed = [change for change in changes if change.is_needed]
    for change in changes:
        words = change.diff if change.is_needed else "nothing to change"
        sys.stdout.write(f"{change.host.title}: {change.host.file}\n{words}\n\n")
    if arguments.dry_run or not needed:
        return status
    if not (arguments.yes or Speaker(is_json=False).says_yes("Write this?")):
        return complain(
            "nothing was written; --yes writes without a question", EXIT_CODES[Outcome.REJECTED]
        )
    return max(status, *map(_written, needed))


def _written(change: Change) -> int:
    try:
        kept = carry_out(change, datetime.now().astimezone())
    except HostFile as error:
        return complain(error, EXIT_CODES[Outcome.FAILED])
    before = f" As it was it is kept in {kept}." if kept is not None else ""
    sys.stdout.write(f"{change.host.title} is done; start it anew.{before}\n")
    return 0
