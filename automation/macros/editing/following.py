"""What a step waits for goes with what it types, where, and how: who writes another means to see that one."""

import msgspec

from automation.core.secrets import BEGIN
from automation.macros import macro as grammar
from automation.macros.describing.effects import readable
from automation.macros.macro import Step, Target


def following(old: Step, new: Step) -> Step:
    """Return the new values of a step, expected to hold what it types now, at the target that it has now.

    Where the old one did not expect just that, or that was changed too, it stays. One that acts in
    another way leaves another state than was recorded, and expects none. A secret is never read, and
    what nothing tells but its picture is not found again to be read.
    """
    expect = old.expect
    if expect is None or new.expect != expect or not isinstance(expect.condition, grammar.Holds):
        return new
    told = None if _acts_otherwise(expect.condition, old, new) else expect.condition
    held = _at_its_target(_with_its_text(told, old, new), old, new)
    if held == expect.condition:
        return new
    until = msgspec.structs.replace(expect, condition=held) if held is not None else None
    return msgspec.structs.replace(new, expect=until)


def _acts_otherwise(held: grammar.Holds, old: Step, new: Step) -> bool:
    """Tell whether the new way may leave the step's own target in another state than the old one."""
    match old, new:
        case grammar.Type(target=Target() as own), grammar.Type():
            # Enter may empty the field or leave it, and without `replace` what it held stays in it.
            has_less = (new.enter and not old.enter) or (old.replace and not new.replace)
            return has_less and held.target == readable(own) and held.value == old.text
        case grammar.Click(target=own), grammar.Click():
            return held.target == readable(own) and _press(old) != _press(new)
        case _:
            return False


def _press(step: grammar.Click) -> tuple[object, ...]:
    return step.button, step.count, frozenset(step.modifiers)


def _with_its_text(held: grammar.Holds | None, old: Step, new: Step) -> grammar.Holds | None:
    if held is None or not (isinstance(old, grammar.Type) and isinstance(new, grammar.Type)):
        return held
    if new.text == old.text or held.value != old.text:
        return held
    return msgspec.structs.replace(held, value=new.text) if BEGIN not in new.text else None


def _at_its_target(held: grammar.Holds | None, old: Step, new: Step) -> grammar.Holds | None:
    was, now = getattr(old, "target", None), getattr(new, "target", None)
    if held is None or not (isinstance(was, Target) and isinstance(now, Target)):
        return held
    if now == was or held.target != readable(was):
        return held
    target = readable(now)
    return msgspec.structs.replace(held, target=target) if target is not None else None
