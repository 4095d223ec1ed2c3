"""What goes with steps that go: the window that a step before them waits for, only because they worked in it.

A recording takes a window for what a step has opened where it goes on in that. One that came by
chance was clicked away there; without that click each replay would wait for it and stop.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

import msgspec

from automation.macros import macro as grammar
from automation.macros.describing.fronts import is_for_desktop
from automation.macros.editing.edits import Swap, branches, flat
from automation.macros.editing.tree import Tree
from automation.macros.finder.texts import fits_title
from automation.macros.macro import Condition, Step, Target


def unvouched(tree: Tree, ids: Collection[str]) -> tuple[Swap, ...]:
    """Return what takes the windows from the steps before that wait for them in vain once these are gone.

    Args:
        tree: the macro with all its steps.
        ids: of steps that go, with all inside them.
    """
    if not ids:
        return ()
    gone = {step.id for step in flat(list(map(tree.step, ids)))}
    rows = [tree.row_of(step_id) for step_id in gone]
    first, last = min(rows), max(rows)
    earlier, found, vouches = _before(tree, first), list[Swap](), False
    for row in range(first, len(tree)):
        step = tree.step(tree.id_at(row))
        if step.id in gone:
            is_voucher = _counts(tree, row) and _works_in(step, _opened(earlier))
            vouches = vouches or is_voucher
        elif _counts(tree, row):
            if vouches and not _needs(step, _opened(earlier)):
                found += _without(earlier)
            if row > last:
                return tuple(found)
            earlier, vouches = step, False
    return (*found, *(_without(earlier) if vouches else ()))


def telling(words: str, dropped: Sequence[Swap]) -> str:
    """Return the words of an edit, and how many windows are waited for no more with it.

    Switching the steps on again does not bring an expectation back; undo does.
    """
    if not dropped:
        return words
    windows = "a window" if len(dropped) == 1 else f"{len(dropped):,} windows"
    return f"{words}, and expect {windows} no more"


def _before(tree: Tree, row: int) -> Step | None:
    rows = range(row - 1, -1, -1)
    return next((tree.step(tree.id_at(one)) for one in rows if _counts(tree, one)), None)


def _counts(tree: Tree, row: int) -> bool:
    """Tell whether the step of a row does something to a window, or expects something."""
    step = tree.step(tree.id_at(row))
    is_idle = isinstance(step, grammar.Wait | grammar.AskMe | grammar.CheckThat)
    if branches(step) or (is_idle and step.expect is None and not any(_windows(step))):
        return False
    return not (step.off or any(tree.step(block).off for block in tree.above(step.id)))


def _opened(step: Step | None) -> str:
    """Return the title of the window that a step waits for; empty for none."""
    told = step.expect.condition if step is not None and step.expect is not None else None
    return told.title if isinstance(told, grammar.Titled) and not told.absent else ""


def _without(step: Step | None) -> list[Swap]:
    return [Swap(step, msgspec.structs.replace(step, expect=None))] if step is not None else []


def _works_in(step: Step, title: str) -> bool:
    """Tell whether a step names the window of a title."""
    return bool(title) and any(_are_one(title, named) for named in _windows(step))


@lru_cache(maxsize=1024)
def _are_one(title: str, other: str) -> bool:
    """Tell whether two patterns mean one window; the same few come again and again in a long macro."""
    return fits_title(title, other) or fits_title(other, title)


def _needs(step: Step, title: str) -> bool:
    """Tell whether a step works in a window, or just in that which has the keyboard by then."""
    if any(_windows(step)):
        return _works_in(step, title)
    match step:
        case grammar.Keys():
            return step.target is None and not is_for_desktop(step.keys)
        case grammar.Type() | grammar.Scroll():
            return step.target is None
        case grammar.Clipboard():
            return step.op != "set"
        case _:
            return False


def _windows(step: Step) -> Iterator[str]:
    """Yield the titles, as patterns, by which a step tells its windows."""
    waited = step.wait.condition if step.wait is not None else None
    for told in (waited, getattr(step, "condition", None)):
        yield from _told(told)
    for target in (getattr(step, "target", None), getattr(step, "to", None)):
        if isinstance(target, Target) and target.window:
            yield target.window
    if isinstance(step, grammar.Window) and step.title:
        yield step.title


def _told(condition: Condition | None) -> Iterator[str]:
    match condition:
        case grammar.Titled(absent=False):
            yield condition.title
        case grammar.Exists() | grammar.Holds() if condition.target.window:
            yield condition.target.window
