"""What a script can look for: the conditions of a macro, as short calls."""

from automation.macros import macro as grammar
from automation.macros.macro import Box, Condition, Target, Until


def shows(text: str, *, absent: bool = False) -> Condition:
    """Say that the text can be read in the active window, or is the name of something in it.

    It stands there in whole words and is not denied: `Not saved` does not show `Saved`.
    """
    return grammar.Shows(text=text, absent=absent)


def exists(target: Target, *, absent: bool = False) -> Condition:
    """Say that the target is found; with `absent` that it is not."""
    return grammar.Exists(target=target, absent=absent)


def titled(title: str, *, absent: bool = False) -> Condition:
    """Say that some window has this title; `*` stands for any run of characters.

    Keys or text without a target that wait for it (`after=`) are for that window: it is brought to the
    front, and no other program gets them.
    """
    return grammar.Titled(title=title, absent=absent)


def holds(target: Target, value: str) -> Condition:
    """Say that the field holds exactly this text, or that the box is `on` or `off`."""
    return grammar.Holds(target=target, value=value)


def changed(box: Box | None = None) -> Condition:
    """Say that something changed within the box, in pixels of the window's client area."""
    return grammar.Changed(box=box)


def compares(name: str, equals: str) -> Condition:
    """Say that the value of this name, which the call gives in `values`, is this text."""
    return grammar.Compares(param=name, equals=equals)


def until(condition: Condition, within_s: float = 10.0) -> Until:
    """Give a condition another time than 10 seconds."""
    return Until(condition=condition, within_s=within_s)
