"""What a replay may wait for after a step, the same for recordings and runs: never what was there before."""

from collections.abc import Collection, Iterable
from typing import Final

import msgspec

from automation.macros import macro as grammar
from automation.macros.describing.seen import seen_text
from automation.macros.describing.titles import SEPARATOR, pattern_of
from automation.macros.finder.places import fills_window
from automation.macros.finder.texts import comparable, fits_title, is_same
from automation.macros.macro import Target
from automation.macros.placeholders import escape

SLOWER: Final = 4
"""How much slower a replay may be: another machine, a page on a slow day."""
LEAST_S: Final = 5.0
"""What settled at once may still be behind a busy disk."""
MOST_S: Final = 60.0
TWO_STATES: Final = frozenset({"checkbox", "radio", "toggle"})
LONGEST: Final = 60
"""Characters of a text that is waited for; a longer one is prose, which is read differently."""
_LEAST_PARTS: Final = 3
"""The document's, what stands between, the program's."""


def within_s(took_s: float, least_s: float = LEAST_S) -> float:
    """Return how long an effect is waited for: a multiple of the time that it took."""
    return round(min(MOST_S, max(least_s, SLOWER * max(0.0, took_s))), 1)


def readable(target: Target) -> Target | None:
    """Return how a thing is found again to read it: what it shows is another picture now.

    None for one that nothing tells but its picture or its place, unless it fills its window.
    """
    is_told = bool(target.name or target.label or target.text or target.row)
    if not (is_told or fills_window(target.place)):
        return None
    place = None if is_told else target.place
    return msgspec.structs.replace(target, image=None, press=None, near=(), place=place, about="")


def holds(target: Target | None, text: str) -> grammar.Holds | None:
    """Return that a field holds a text, or that a box is `on` or `off`."""
    found = readable(target) if target is not None else None
    return grammar.Holds(target=found, value=escape(text)) if found is not None else None


def came(
    title: str, typed: Collection[str], before: Iterable[str], *, app: str = ""
) -> grammar.Titled | None:
    """Return that a window is open; None where one that fits was open before, or its title is data.

    Args:
        title: of the window.
        typed: texts that were typed: in a title they are data.
        before: the titles of all windows that were open before.
        app: its program; where it is given, the title is opened but for the program's part, so that
            the same window with another document fits too, and a title with other parts is none.
    """
    pattern = pattern_of(title, typed, has_program=True)
    if app and not is_whole(title):
        pattern = _program_part(pattern, app)
    was_there = any(fits_title(pattern, other) for other in before)
    return grammar.Titled(title=pattern) if pattern and not was_there else None


def is_whole(title: str) -> bool:
    """Tell whether a title is one piece, without the parts for document and program."""
    return len(SEPARATOR.split(title)) == 1


def _program_part(pattern: str, app: str) -> str:
    """Return the pattern with only the program's part at its end; empty where that is none."""
    parts = SEPARATOR.split(pattern)
    if len(parts) < _LEAST_PARTS:
        return ""  # all of the title is data
    *_, between, last = parts
    words = comparable(last).split()
    is_program = any(len(word) > 2 and word in app.casefold() for word in words)
    return f"*{between}{last}" if is_program and "*" not in last else ""


def called(name: str, title: str, before: Iterable[str]) -> grammar.Titled | None:
    """Return that a window has a title of which one part is a name; None where one had it before."""
    parts = SEPARATOR.split(title)
    kept = [seen_text(part) if is_same(part, name) else "*" for part in parts[::2]]
    parts[::2] = kept
    pattern = "".join(parts)
    is_told = any(part != "*" for part in kept) and is_steady(name, ())
    was_there = any(fits_title(pattern, other) for other in before)
    return grammar.Titled(title=pattern) if is_told and not was_there else None


def gone(title: str, typed: Collection[str], after: Iterable[str]) -> grammar.Titled | None:
    """Return that a window is open no more; None where one that fits still is."""
    pattern = pattern_of(title, typed)
    is_there = any(fits_title(pattern, other) for other in after)
    return grammar.Titled(title=pattern, absent=True) if pattern and not is_there else None


def is_steady(text: str, typed: Collection[str]) -> bool:
    """Tell whether a text will stand there again: words, and numbers only in what was typed."""
    rest = text
    for one in sorted(typed, key=len, reverse=True):
        rest = rest.replace(one, " ")
    letters = sum(char.isalpha() for char in text)
    has_number = any(char.isdigit() for char in rest)
    return letters >= 3 and len(text) <= LONGEST and not has_number and bool(seen_text(text))
