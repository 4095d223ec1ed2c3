"""Every step of a macro in the order of the file, and every text in which a name may stand."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import msgspec

from automation.macros import macro as grammar
from automation.macros.macro import Macro, Step, Target
from automation.macros.problems import Path

_BLOCKS = {
    grammar.Group: ("steps",),
    grammar.Repeat: ("steps",),
    grammar.ForEach: ("steps",),
    grammar.If: ("then", "otherwise"),
}
"""Fields with inner steps, in the order in which they are written."""


HOLDING = frozenset({"target", "to", "condition", "until", "wait", "expect"})
"""Fields that can hold a target, at any depth but inside a block: nearly all others are texts and numbers."""


FIXED: Final = frozenset({"id", "comment", "role", "app", "image", "desktop_id", "macro", "param"})
"""Fields whose texts are taken as they are: no name in them stands for a value."""


@dataclass(frozen=True, slots=True)
class Walked:
    """One step and where it stands."""

    step: Step
    path: Path
    depth: int
    """1 for the steps of the macro itself."""
    is_off: bool
    """It, or a block around it, is left out of a replay."""
    in_rows: bool
    """It runs for each row of the table, so that columns have values."""
    branch: str = ""
    """`then` or `otherwise` for a step of a choice."""
    number: str = ""
    """Places from 1 from the outermost block on: `4`, `5.1`; `otherwise` counts on after `then`."""


def walk(macro: Macro) -> Iterator[Walked]:
    """Yield every step, blocks before what is inside them."""
    waiting = [
        Walked(step, ("steps", place), 1, step.off, in_rows=False, number=str(place + 1))
        for place, step in reversed(tuple(enumerate(macro.steps)))
    ]
    while waiting:
        here = waiting.pop()
        yield here
        inner = [
            Walked(
                step,
                (*here.path, name, place),
                here.depth + 1,
                here.is_off or step.off,
                here.in_rows or isinstance(here.step, grammar.ForEach),
                name if name != "steps" else "",
                f"{here.number}.{before + place + 1}",
            )
            for name, before in _branches(here.step)
            for place, step in enumerate(getattr(here.step, name))
        ]
        waiting += reversed(inner)


def _branches(step: Step) -> Iterator[tuple[str, int]]:
    """Yield the fields with inner steps, each with how many steps stand in those before it."""
    before = 0
    for name in _BLOCKS.get(type(step), ()):
        yield name, before
        before += len(getattr(step, name))


def count(macro: Macro) -> int:
    """Return how many steps a macro has, those inside blocks included."""
    number, waiting = 0, [macro.steps]
    while waiting:
        steps = waiting.pop()
        number += len(steps)
        waiting += [inner for step in steps for inner in grammar.blocks(step)]
    return number


def targets(step: Step) -> Iterator[tuple[Path, Target]]:
    """Yield every target of a step itself, those of its conditions included."""
    for name in _holding(type(step)):
        value = getattr(step, name)
        if isinstance(value, Target):
            yield (name,), value
        elif value is not None:
            yield from _targets_in(value, (name,))


def images(value: msgspec.Struct) -> Iterator[str]:
    """Yield the path of the picture of every target of a step itself, those of its conditions included."""
    for name in _holding(type(value)):
        inner = getattr(value, name)
        if inner is None:
            continue
        if isinstance(inner, Target):
            if inner.image is not None:
                yield inner.image
        else:
            yield from images(inner)


def _targets_in(value: msgspec.Struct, path: Path) -> Iterator[tuple[Path, Target]]:
    for name in _holding(type(value)):
        inner = getattr(value, name)
        if isinstance(inner, Target):
            yield (*path, name), inner
        elif inner is not None:
            yield from _targets_in(inner, (*path, name))


@functools.cache
def _holding(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the fields of a step, a condition or an `Until` that can hold a target."""
    return tuple(name for name in kind.__struct_fields__ if name in HOLDING)


def texts(step: Step) -> Iterator[tuple[Path, str]]:
    """Yield every text of a step itself; ids, comments and fixed words too."""
    for path, value in _own(step):
        if isinstance(value, str):
            yield path, value


def _own(step: Step) -> Iterator[tuple[Path, object]]:
    """Yield the step's values and theirs, without inner steps."""
    blocks = _BLOCKS.get(type(step), ())
    for name in step.__struct_fields__:
        if name not in blocks:
            yield from _values(getattr(step, name), (name,))


def _values(value: object, path: Path) -> Iterator[tuple[Path, object]]:
    if value is None or value == "" or value == ():
        return
    yield path, value
    match value:
        case msgspec.Struct():
            for name in value.__struct_fields__:
                yield from _values(getattr(value, name), (*path, name))
        case dict():
            for name, each in value.items():
                yield from _values(each, (*path, name))
        case tuple():
            for place, each in enumerate(value):
                yield from _values(each, (*path, place))


def conditions(step: Step) -> Iterator[tuple[Path, grammar.Condition]]:
    """Yield every condition of a step itself."""
    for path, value in _own(step):
        if isinstance(value, grammar.Condition):
            yield path, value
