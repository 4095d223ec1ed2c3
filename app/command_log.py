"""The log of the command line and the window: one line for each entry on standard error."""

import logging

from automation.core.one_line import LEVEL, OneLine


def log_in_lines() -> None:
    """Write warnings and worse to standard error, a line each."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine("deskhand"))
    handler.setLevel(LEVEL)
    logging.basicConfig(handlers=[handler])
