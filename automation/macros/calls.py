"""Macros that call macros: found, not in a circle, not too deep, and given names that they know."""

from collections.abc import Callable, Iterator
from typing import Final

from automation.core.errors import MacroError
from automation.macros.macro import Call, Macro
from automation.macros.naming import same_name
from automation.macros.problems import Finding
from automation.macros.walking import Walked, walk

MAX_CALL_DEPTH: Final = 8
"""Deepest chain of calls; a person can still say where in it a run is."""
_MAX_LOOKED_AT: Final = 1000
"""Macros that are read for one check."""

Load = Callable[[str], Macro]
"""Returns the macro of this name; raises `MacroError` when there is none or it is refused."""


def check_calls(macro: Macro, load: Load) -> tuple[Finding, ...]:
    """Return what is wrong with the calls of a macro, those in called macros included."""
    reach = _Reach(load)
    return tuple(
        finding
        for walked in _calls(macro)
        for finding in _check(walked, (same_name(macro.name),), reach)
    )


def called(macro: Macro, load: Load) -> tuple[str, ...]:
    """Return the names of all macros that a run of this one may come to, itself left out.

    Each of them is trusted or not by its own content.

    Raises:
        MacroError: one of them is missing or refused.
    """
    names: dict[str, str] = {}
    waiting = [macro]
    while waiting and len(names) < _MAX_LOOKED_AT:
        for walked in _calls(waiting.pop()):
            name = walked.step.macro  # type: ignore[union-attr]  # `_calls` yields calls
            if same_name(name) not in names:
                names[same_name(name)] = name
                waiting.append(load(name))
    return tuple(names.values())


class _Reach:
    """What was read for one check; each macro once."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._read: dict[str, Macro | str] = {}
        self.sound: set[tuple[str, int]] = set()
        """Names, and the depth at which nothing below them was wrong."""

    def get(self, name: str) -> Macro | str:
        """Return the macro, or why there is none."""
        if name not in self._read:  # another case may be another macro
            if len(self._read) >= _MAX_LOOKED_AT:
                return f"more than {_MAX_LOOKED_AT:,} macros call each other"
            try:
                self._read[name] = self._load(name)
            except MacroError as error:
                self._read[name] = str(error)
        return self._read[name]


def _calls(macro: Macro) -> Iterator[Walked]:
    return (walked for walked in walk(macro) if isinstance(walked.step, Call) and not walked.is_off)


def _check(walked: Walked, above: tuple[str, ...], reach: _Reach) -> Iterator[Finding]:
    step = walked.step
    assert isinstance(step, Call), "only calls come here"
    key = same_name(step.macro)
    if key in above:
        said = f"it comes back to “{step.macro}”, which is running already"
        yield Finding((*walked.path, "macro"), said, "repeat steps with repeat")
        return
    if len(above) > MAX_CALL_DEPTH:
        said = f"macros call each other more than {MAX_CALL_DEPTH} deep"
        yield Finding((*walked.path, "macro"), said, "take some of their steps into one macro")
        return
    found = reach.get(step.macro)
    if isinstance(found, str):
        yield Finding((*walked.path, "macro"), found)
        return
    for name in step.values:
        if name not in found.params:
            said = f"“{step.macro}” has no parameter called {name}"
            yield Finding((*walked.path, "values", name), said, "take it out")
    if (step.macro, len(above)) in reach.sound:
        return
    is_sound = True
    for inner in _calls(found):
        for wrong in _check(inner, (*above, key), reach):
            is_sound = False
            yield Finding(
                (*walked.path, "macro"), f"in “{step.macro}”: {wrong.reason}", wrong.advice
            )
    if is_sound:
        reach.sound.add((step.macro, len(above)))
