"""Whether what can be read says a text: in whole words and numbers, and not denied.

`Not saved` does not say `Saved`, `11 items` does not say `1 item`, and `1.250 EUR` is not `250 EUR`.
Scripts without upper and lower case have no such ends, and a text that ends in a sign, as `Sav…`
does, is open there.
"""

import re
import unicodedata
from typing import Final

from automation.macros.finder.texts import comparable, is_other_reading

_ENDS_BEFORE: Final = re.compile(r"[.!?;:,|\u00b7\u2022](?=\s)|\s-\s")
"""What parts a text from what it does not belong to. After a text a colon is none: `Saved: no`."""
_NUMBER: Final = re.compile(r"\d+(?:[.,']\d+)*")
_MOST_CHARS: Final = 200
"""How far a denial is looked for; longer than any sentence of a program."""
_MOST_WORDS: Final = 2
"""Words before a text among which a denial is one of it: `not yet saved`."""
_NO: Final = frozenset({"no", "non"})
"""Denials that are other words too: `São Paulo no Brasil`. They begin what they deny, or follow these."""
_BEFORE_NO: Final = frozenset({"is", "are", "was", "were", "has", "have", "had", "with", "found"})
_SHORT_NOT: Final = re.compile(r"n't\b|(?<=\bcan)not\b")
_ANSWER: Final = re.compile(r"\s*:\s*(\w+)\W*$")
"""The only word after a text, as in `Saved: no`."""


def says(told: str, text: str) -> bool:
    """Tell whether what is told, a name or one or more lines, says a text; an empty one is never said."""
    wanted = comparable(text)
    if not wanted or wanted not in comparable(told):
        return False
    is_open = not unicodedata.normalize("NFC", text).rstrip()[-1:].isalnum()
    lines = told.splitlines()
    parts = (*lines, told) if len(lines) > 1 else (told,)  # a denial is one of its own line
    return any(_says(comparable(part), wanted, is_open=is_open) for part in parts)


def _says(told: str, wanted: str, *, is_open: bool) -> bool:
    at = told.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        is_cut = _goes_on(told[at - 1 : at], wanted[0]) or (
            not is_open and _goes_on(told[end : end + 1], wanted[-1])
        )
        around = told[max(0, at - _MOST_CHARS) : at], told[end : end + _MOST_CHARS]
        if not (is_cut or _cuts_number(told, at, end) or _is_denied(*around, wanted)):
            return True
        at = told.find(wanted, at + 1)
    return False


def _goes_on(beyond: str, edge: str) -> bool:
    """Tell whether the word at the edge of a text goes on in the character beyond it."""
    return edge.islower() and beyond.islower()  # folded: a letter without case is not lower


def _cuts_number(told: str, at: int, end: int) -> bool:
    """Tell whether a text that stands from `at` to `end` is only a part of a number there.

    `250` is no part of `250.00`, the same number, nor `2026` of a date: those are several.
    """
    for number in _NUMBER.finditer(told):
        begin, stop = max(at, number.start()), min(end, number.end())
        if begin >= stop or (begin, stop) == number.span():
            continue
        before, after = told[number.start() : begin], told[stop : number.end()]
        if before[-1:].isdigit() or after[:1].isdigit():
            return True
        groups = re.split("[.,']", number.group())[1:]
        is_several = len(groups) > 1 and any(len(group) != 3 for group in groups)
        if not (is_several or (not before and not after.strip(".,0"))):
            return True
    return False


def _is_denied(before: str, after: str, wanted: str) -> bool:
    """Tell whether the words before a text deny it, or the only one after it: `Saved: no`."""
    words = _plain(_ENDS_BEFORE.split(before)[-1]).split()
    near = [w for n, w in enumerate(words) if n >= len(words) - _MOST_WORDS and _may_deny(words, n)]
    answer = _ANSWER.match(after)
    clause = " ".join((*near, _plain(wanted), answer.group(1) if answer else "")).strip()
    # What holds all words of a text is another reading of it only as its opposite.
    return is_other_reading(_plain(wanted), clause)


def _may_deny(words: list[str], place: int) -> bool:
    """Tell whether a word before a text may be its denial; one joined to another word is none."""
    word = words[place]
    if word in _NO:
        is_begun = place == 0 or words[place - 1] in _BEFORE_NO
        return is_begun and place == len(words) - 1
    return word.isalpha()


def _plain(text: str) -> str:
    """Return a text with its short denials written out."""
    return _SHORT_NOT.sub(" not", text)
