"""Where another play begins so that it goes on over the rows of a table, and how that is said."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from automation.macros import macro as grammar
from automation.macros.player.frames import Frame, rows_at
from automation.macros.player.linking import Source

ROWS_LEFT: Final = "To do only the rows that are left: --failed-rows."


@dataclass(frozen=True, slots=True)
class WayBack:
    """Where another play of the same macro begins."""

    row: int
    step: str = ""
    """Id of the step to begin with; empty for the first of all."""


def way_back_of(stack: Sequence[Frame], main: Source, *, is_first_table: bool) -> WayBack | None:
    """Return where another run begins at the row in hand; None where none does that.

    The table of the run that comes first is begun at that row, a later one of the main macro where
    the run begins with it. Inside a repeat the rounds that are done would be done again.

    Args:
        stack: the blocks that are being done, the outermost first.
        main: the macro that is played.
        is_first_table: a run from the first step comes to these rows before any others.
    """
    depth = rows_at(stack)
    outer = stack[:depth] if depth > 0 else ()
    if not outer or any(isinstance(frame.block, grammar.Repeat) for frame in outer):
        return None
    block, row = stack[depth].block, stack[depth].row
    if is_first_table:
        return WayBack(row)
    is_main = block is not None and outer[-1].source is main
    return WayBack(row, block.id) if block and is_main else None


def as_options(way: WayBack) -> str:
    """Say it with the options of the command line."""
    step = f"--from-step {way.step} " if way.step else ""
    return f"To go on from there: {step}--from-row {way.row}."
