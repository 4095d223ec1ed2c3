"""Keys and texts that would go astray: a step before them that is off has put the keyboard somewhere.

They go where the keyboard is. If what brought it there is left out of a replay they would go into
whatever has it by chance, so they are off too, up to the next step that says itself where it goes, or
keys by which the desktop puts the keyboard somewhere, as Alt+Tab.
So is a text that is added to one that is off: in the field would stand something else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from automation.macros import macro as grammar
from automation.macros.describing.fronts import brings_keyboard, goes_with_keyboard
from automation.macros.macro import Step, Target

ASTRAY: Final = (
    "A step before it is off or left out, so that nothing tells where this would go, or what it would "
    "be added to. Put that one right, then take `off` out here too."
)
_TAKE_BACK: Final = frozenset({"backspace", "delete"})
_NAMELESS: Final = ("keysym ", "keycode ", "dead key")


@dataclass(slots=True)
class Astray:
    """Follows the steps of one macro in their order."""

    is_lost: bool = False
    """Nothing tells where the keyboard is."""
    last: Step | None = None
    """The step before."""

    @classmethod
    def after(cls, steps: Sequence[Step]) -> "Astray":
        """Return one that goes on after these steps."""
        told = (found for step in reversed(steps) if (found := _loses(step)) is not None)
        return cls(next(told, False), steps[-1] if steps else None)

    def twin(self) -> "Astray":
        """Return one that goes on from here."""
        return Astray(self.is_lost, self.last)

    def kept(self, step: Step) -> Step:
        """Return the next step, off if nothing tells where it would go or what it is added to."""
        is_stray = self.is_lost and _is_where_keyboard_is(step)
        if is_stray or (self.last is not None and _is_added(step, self.last)):
            step = replace(step, off=True, comment=f"{step.comment} {ASTRAY}".strip())
        told = _loses(step)
        self.is_lost = self.is_lost if told is None else told
        self.last = step
        return step


def has_name(key: str) -> bool:
    """Tell whether a key of a recording has a name, by which a macro can press it."""
    return not key.startswith(_NAMELESS)


def _loses(step: Step) -> bool | None:
    """Tell whether nothing tells where the keyboard is after a step; None where it is as before.

    A key without a name is most often none that a program hears of, as for the sound.
    """
    match step:
        case grammar.Click() | grammar.Drag() | grammar.Launch():
            return step.off
        case grammar.Window():
            return step.off or (None if step.op in ("close", "minimise") else False)
        case grammar.Type() | grammar.Keys() if step.target is not None:
            return step.off
        case grammar.Keys() if not step.off:
            return False if brings_keyboard(step.keys) else None
        case grammar.Keys():
            return True if all(map(has_name, step.keys)) else None
        case _:
            return (step.off and _is_where_keyboard_is(step)) or None


def _is_where_keyboard_is(step: Step) -> bool:
    """Tell whether a step goes where the keyboard is and says nothing of where that is to be."""
    if isinstance(step, grammar.Group):
        return any(map(_is_where_keyboard_is, step.steps))
    return goes_with_keyboard(step)


def _is_added(step: Step, before: Step) -> bool:
    """Tell whether a text goes on where the step before it typed, took back or selected, but is off."""
    if not isinstance(step, grammar.Type) or step.target is None or step.replace or not before.off:
        return False
    match before:
        case grammar.Type() if before.target is not None:
            return _field(before.target) == _field(step.target)
        case grammar.Drag():
            return _field(before.to) == _field(step.target)
        case grammar.Keys():
            return before.keys[-1] in _TAKE_BACK
        case _:
            return False


def _field(target: Target) -> tuple[str, ...]:
    """Return what tells a field from another one; its surroundings may look otherwise by now."""
    return (target.app, target.role, target.name, target.label, target.within)
