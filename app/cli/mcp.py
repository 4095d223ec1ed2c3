"""`deskhand mcp`: serves a host of the Model Context Protocol."""

import argparse

from app.cli.parser import version
from app.run_lines import complain
from automation.core.proposal import EXIT_CODES, Outcome

MISSING = (
    "the library for MCP is not installed; get it with: pip install 'mcp>=2.3,<3' (in deskhand's own "
    "environment)"
)


def mcp(arguments: argparse.Namespace) -> int:
    """Serve until the host closes standard input; returns the exit status."""
    try:
        import anyio  # noqa: PLC0415 - with the library a second is gone

        from app.mcp.server import serve  # noqa: PLC0415
    except ImportError:
        return complain(MISSING, EXIT_CODES[Outcome.ENVIRONMENT])
    anyio.run(serve, arguments.approve, version())
    return 0
