"""How much a replay may come to: the most steps that its lines and its table can ask for.

What a macro repeats by itself counts once: a file does not raise the user's own limit of steps.
"""

from typing import Final

from automation.macros import macro as grammar
from automation.macros.macro import Step, blocks
from automation.macros.player.linking import Linked, Source
from automation.macros.player.rounds import check_after

MOST_ACTIONS: Final = 100_000
_PER_STEP: Final = 4
"""A step may bring its window to the front and the keyboard to its field first, and is proven by a
check after."""


def most_actions(linked: Linked, rows: int) -> int:
    """Return an upper bound of what a run sends and checks; never more than `MOST_ACTIONS`."""
    known: dict[str, int] = {}
    count = _of_macro(linked.main, linked, rows, known)
    return max(1, min(_PER_STEP * count, MOST_ACTIONS))


def _of_macro(source: Source, linked: Linked, rows: int, known: dict[str, int]) -> int:
    """Count one macro once; calls are no deeper than `link` allows."""
    name = source.macro.name
    if name not in known:
        known[name] = _of_steps(source.macro.steps, linked, rows, known)
    return known[name]


def _of_steps(steps: tuple[Step, ...], linked: Linked, rows: int, known: dict[str, int]) -> int:
    total = 0
    for step in steps:
        if step.off:
            continue
        inner = sum(_of_steps(block, linked, rows, known) for block in blocks(step))
        match step:
            case grammar.ForEach():
                inner *= rows
            case grammar.Call():
                inner = _of_macro(linked.called(step.macro), linked, rows, known)
            case grammar.Repeat():
                inner += check_after(step) is not None
            case grammar.Group() | grammar.If():
                pass
            case _:
                inner = 1
        total = min(total + inner, MOST_ACTIONS)
    return total
