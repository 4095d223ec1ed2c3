"""Lets other programs hand tasks over by the Model Context Protocol: `deskhand mcp`."""
