"""What a step waits for goes with what it types: who writes another text means to see that one."""

import msgspec

from automation.core.secrets import BEGIN
from automation.macros import macro as grammar
from automation.macros.macro import Step


def following(old: Step, new: Step) -> Step:
    """Return the new values of a step, its field expected to hold the text that it types now.

    Where the old one did not expect just what it typed, or that was changed too, it stays. A secret is
    never read, and of an empty text there is nothing to see.
    """
    if not (isinstance(old, grammar.Type) and isinstance(new, grammar.Type)):
        return new
    expect = old.expect
    if expect is None or new.expect != expect or new.text == old.text:
        return new
    if not (isinstance(expect.condition, grammar.Holds) and expect.condition.value == old.text):
        return new
    if not new.text or BEGIN in new.text:
        return msgspec.structs.replace(new, expect=None)
    condition = msgspec.structs.replace(expect.condition, value=new.text)
    return msgspec.structs.replace(new, expect=msgspec.structs.replace(expect, condition=condition))
