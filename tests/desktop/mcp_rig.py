"""A host of the Model Context Protocol: the library's own client, which starts `deskhand mcp` over stdio."""

import os
import sys
from contextlib import asynccontextmanager

import anyio
import anyio.to_thread
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import Implementation

from tests.desktop.command_rig import ROOT

NAME = "Test Agent"


@asynccontextmanager
async def host(*options, mode="auto", without=(), errlog=sys.stderr):
    """Yield a client of a server that was started with these options.

    Args:
        mode: `legacy` speaks as hosts of before 2026-07-28 do; `auto` finds the newest that both know.
        without: variables of the environment that it does not hand on.
    """
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "app.main", "mcp", *options],
        env={name: value for name, value in os.environ.items() if name not in without},
        cwd=ROOT,
    )
    me = Implementation(name="test-agent", title=NAME, version="1")
    async with Client(stdio_client(server, errlog), client_info=me, mode=mode) as client:
        yield client


def texts(result):
    """Return the texts of an answer."""
    return [part.text for part in result.content if part.type == "text"]


async def until(happens, seconds=60.0):
    """Wait until something is so."""
    with anyio.fail_after(seconds):
        while not await anyio.to_thread.run_sync(happens):
            await anyio.sleep(0.02)
