"""Ids for steps that come into a macro: their own where it is free, else one like it."""

import re
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from automation.macros.editing.edits import branches, flat, inner
from automation.macros.macro import Macro, Step

_NUMBER: Final = re.compile(r"-[0-9]{1,6}\Z")
_MOST_CHARS: Final = 48
"""Of the 60 that an id may have: room for a number."""


class FreshIds:
    """Hands out ids that no step of a macro has, and none twice: what reports tell stays true."""

    def __init__(self, is_taken: Callable[[str], bool]) -> None:
        self._is_taken = is_taken
        self._given: set[str] = set()
        self._numbers: dict[str, int] = {}

    def like(self, step_id: str) -> str:
        """Return an id like another: `save-2` for `save`."""
        base = _NUMBER.sub("", step_id)[:_MOST_CHARS].strip("-") or "step"
        number, found = self._numbers.get(base, 1), base
        while found in self._given or self._is_taken(found):
            number += 1
            found = f"{base}-{number}"
        self._numbers[base] = number
        self._given.add(found)
        return found

    def kept(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        """Return steps, and all inside them, with their ids where these are free."""
        here: set[str] = set()

        def name(step_id: str) -> str:
            found = step_id
            while found in here or self._is_taken(found):
                found = self.like(step_id)
            here.add(found)
            return found

        return tuple(_named(step, name) for step in steps)

    def copied(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        """Return copies of steps, and of all inside them, under other ids."""
        return tuple(_named(step, self.like) for step in steps)


def told_apart(macro: Macro) -> tuple[Macro, tuple[str, ...]]:
    """Return a macro whose steps all have ids of their own, and the ids that stood twice.

    The first step of an id keeps it.
    """
    ids = [step.id for step in flat(macro.steps)]
    if len(set(ids)) == len(ids):
        return macro, ()
    fresh, seen, twice = FreshIds(frozenset(ids).__contains__), set[str](), list[str]()

    def name(step_id: str) -> str:
        if step_id not in seen:
            seen.add(step_id)
            return step_id
        twice.append(step_id)
        return fresh.like(step_id)

    steps = tuple(_named(step, name) for step in macro.steps)
    return msgspec.structs.replace(macro, steps=steps), tuple(dict.fromkeys(twice))


def _named(step: Step, name: Callable[[str], str]) -> Step:
    """Return a step under another id, and all inside it; a block before what is in it."""
    step_id = name(step.id)
    lists = {
        branch: tuple(_named(one, name) for one in inner(step, branch)) for branch in branches(step)
    }
    return msgspec.structs.replace(step, id=step_id, **lists)
