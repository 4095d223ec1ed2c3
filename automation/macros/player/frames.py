"""The blocks that a program is in, one inside the other, and what follows in them. It goes nowhere itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from automation.macros import macro as grammar
from automation.macros.macro import Step, blocks
from automation.macros.player.instructions import Place
from automation.macros.player.linking import Source
from automation.macros.player.values import Scope


@dataclass(slots=True)
class Frame:
    """One block that is being done."""

    source: Source
    scope: Scope
    steps: tuple[Step, ...]
    row: int = 0
    block: Step | None = None
    at: int = 0
    turns: int = 0
    """Rounds of a repeat that have begun."""
    outer: Scope = field(default_factory=Scope)
    """Of a for_each: the scope without a row."""
    is_looked_after: bool = False
    """Of a repeat that is done until something is so: the look after its last round has begun."""
    is_begun: bool = True
    """Of a for_each or a repeat: the round in hand has begun."""


def rows_at(stack: Sequence[Frame]) -> int:
    """Return where on the stack the table is gone over; -1 outside rows. There is one table."""
    places = range(len(stack) - 1, -1, -1)
    return next((at for at in places if isinstance(stack[at].block, grammar.ForEach)), -1)


def following(stack: Sequence[Frame], *, is_begun: bool) -> Iterator[Place]:
    """Yield the steps that follow, as far as no condition decides about them.

    Args:
        stack: the blocks that are being done, the outermost first.
        is_begun: the step that the innermost stands at is the one in hand.
    """
    skip = 1 if is_begun else 0
    for frame in reversed(stack):
        waiting = list(reversed(frame.steps[frame.at + skip :]))
        skip = 0
        while waiting:
            step = waiting.pop()
            if step.off:
                continue
            if isinstance(step, grammar.Group):
                waiting += reversed(step.steps)
            elif isinstance(step, grammar.Call) or blocks(step):
                return
            else:
                yield Place(step, frame.scope, frame.source, frame.row)
        if isinstance(frame.block, grammar.Repeat | grammar.ForEach):
            return
