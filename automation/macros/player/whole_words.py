"""Whether what can be read says a text: in whole words and numbers, and not denied.

`Not saved` does not say `Saved`, `11 items` does not say `1 item`, and `1.250 EUR` is not `250 EUR`.
Scripts that put no spaces between words have no such ends, and a text that ends in a sign, as `Sav…`
does, is open there.
"""

import re
from typing import Final

from automation.macros.finder.texts import comparable, is_other_reading

_ENDS_BEFORE: Final = re.compile(r"[.!?;:,|\u00b7\u2022](?=\s)|\s-\s")
"""What parts a text from what it does not belong to. After a text a colon is none: `Saved: no`."""
_ENDS_AFTER: Final = re.compile(r"[.!?;,|\u00b7\u2022](?=\s|$)|\s-\s")
_MOST_CHARS: Final = 200
"""How far a denial is looked for; longer than any sentence of a program."""
_NUMBER_SIGN: Final = re.compile(r"\bno (?=\d)")
"""`Order no 12` denies nothing."""
_SHORT_NOT: Final = re.compile(r"n't\b|(?<=\bcan)not\b")


def says(told: str, text: str) -> bool:
    """Tell whether what is told, a name or one or more lines, says a text; an empty one is never said."""
    wanted = comparable(text)
    if not wanted or wanted not in comparable(told):
        return False
    is_open = not text.rstrip()[-1:].isalnum()
    lines = told.splitlines()
    parts = (*lines, told) if len(lines) > 1 else (told,)  # a denial is one of its own line
    return any(_says(comparable(part), wanted, is_open=is_open) for part in parts)


def _says(told: str, wanted: str, *, is_open: bool) -> bool:
    at = told.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        is_whole = not _goes_on(told[max(0, at - 2) : at][::-1], wanted[0]) and (
            is_open or not _goes_on(told[end : end + 2], wanted[-1])
        )
        around = told[max(0, at - _MOST_CHARS) : at], told[end : end + _MOST_CHARS]
        if is_whole and not _is_denied(*around, wanted):
            return True
        at = told.find(wanted, at + 1)
    return False


def _goes_on(beyond: str, edge: str) -> bool:
    """Tell whether the word or number at the edge of a text goes on beyond it.

    Args:
        beyond: the two characters there, the nearest first.
        edge: the last character of the text on that side.
    """
    if edge.isdigit():
        is_part = beyond[:1] in (".", ",", "'") and beyond[1:].isdigit()
        return is_part or beyond[:1].isdigit()
    return edge.islower() and beyond[:1].islower()  # folded: a letter without case is not lower


def _is_denied(before: str, after: str, wanted: str) -> bool:
    """Tell whether the words before a text deny it, or the only one after it: `Saved: no`."""
    before = _ENDS_BEFORE.split(before)[-1]
    after = _ENDS_AFTER.split(after)[0]
    rest = after if len(_spaced(after).split()) == 1 else ""
    clause, plain = _plain(f"{before}{wanted}{rest}"), _plain(wanted)
    # What holds all words of a text is another reading of it only as its opposite.
    return _spaced(plain) in _spaced(clause) and is_other_reading(plain, clause)


def _plain(text: str) -> str:
    """Return a text with its short denials written out, and without signs of numbers."""
    return _NUMBER_SIGN.sub("", _SHORT_NOT.sub(" not", text))


def _spaced(text: str) -> str:
    """Return the words of a text with one space before and after each."""
    return f" {' '.join(''.join(c if c.isalnum() else ' ' for c in text).split())} "
