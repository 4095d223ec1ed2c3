"""Comparing texts of a screen: what is folded away first, and when two of them are the same.

Each way of folding has one name here, from the gentlest to the roughest:

- `spaced`: upper and lower case, kinds and runs of blanks.
- `plain`: that, and width and the encoding of accents (NFKC).
- `level`, `comparable`: that, and invisible characters, kinds of dashes and quotes; `comparable` also
  an ellipsis, a colon or a star at the end.
- `unspaced`: like `plain`, and all blanks.
- `words_in`, `alphanumeric`: only letters and digits are left, in words or as one run.

Names for files and for Python are another matter (`automation.macros.names`), and so are the words that
make a press dangerous (`automation.safety.danger_words`): those fold look-alike letters too. What a user says
is compared by `automation.commands.words.as_said`, which builds on `level` and knows shortcuts and `&` as well.

Whether what can be read says a text is asked in whole words and numbers, and a denial counts: `Not saved`
does not say `Saved`, `11 items` does not say `1 item`, and `1.250 EUR` is not `250 EUR`. Scripts without
upper and lower case have no such ends, and a text that ends in a sign, as `Sav…` does, is open there.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

_SPACES: Final = re.compile(r"\s+")
TRAILING_SIGNS: Final = r"\.{2,}|[:*]"
"""An ellipsis, a colon, a star for what must be filled in: they come and go with a translation."""
_TRAILING: Final = re.compile(rf"(?:\s*(?:{TRAILING_SIGNS}))+$")
_MARKS: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u200e\u200f\u2068\u2069\ufeff"))
_DASHES: Final = str.maketrans(
    "\u2010\u2011\u2012\u2013\u2014\u2212\u2018\u2019\u201c\u201d", "------''\"\""
)
_NUMBER: Final = re.compile(r"[0-9]+")
_MOST_MISREAD: Final = 0.3
"""Part of a text's letters that OCR may have taken for others; ours, on the careful side: with more
it would be a text that shares a few letters by chance."""
_DENIALS: Final = frozenset(
    (
        "don",
        "not",
        "no",
        "never",
        "nicht",
        "kein",
        "keine",
        "nie",
        "ne",
        "pas",
        "non",
        "nunca",
        "não",
        "niet",
        "не",
        "нет",
    )
)
"""Words that turn a label into its opposite, in some languages; `don` is what is left of `don't`."""
_PREFIXES: Final = ("un", "dis", "de", "in", "ent", "dés", "des")
"""Beginnings that do the same: unlock, disconnect, deactivate, entsperren."""


def spaced(text: str) -> str:
    """Return the text without regard to case, its blanks as single spaces."""
    return " ".join(text.split()).casefold()


def plain(text: str) -> str:
    """Return the text without regard to case, width and the encoding of accents, single-spaced."""
    return spaced(unicodedata.normalize("NFKC", text))


def unspaced(text: str) -> str:
    """Return the text as `plain` does, without any blank, as a reading of a picture has it."""
    return plain(text).replace(" ", "")


def words_in(text: str) -> str:
    """Return the words of the text without regard to case and to the signs between them."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def alphanumeric(text: str) -> str:
    """Return the letters and digits of the text without regard to case."""
    return "".join(char for char in text.casefold() if char.isalnum())


@lru_cache(maxsize=8192)
def comparable(text: str) -> str:
    """Return the text as it is compared: case, spaces, dashes, quotes and trailing signs levelled."""
    folded = level(text)
    return _TRAILING.sub("", folded) or folded


def level(text: str) -> str:
    """Return the text as `comparable` has it, with the signs at its end."""
    folded = unicodedata.normalize("NFKC", text.translate(_MARKS)).translate(_DASHES).casefold()
    return _SPACES.sub(" ", folded).strip()


def is_same(first: str, second: str) -> bool:
    """Tell whether two names are the same; an empty one is the same as nothing."""
    return comparable(first) == comparable(second) != ""


def is_same_reading(wanted: str, read: str) -> bool:
    """Tell whether a read text is the wanted one; OCR often leaves spaces out."""
    return comparable(wanted).replace(" ", "") == comparable(read).replace(" ", "") != ""


def is_other_reading(wanted: str, read: str) -> bool:
    """Tell whether a read text says something else than the wanted one.

    OCR takes letters for others and cuts lines short: what differs by no more than that is not
    another text, so that a text may neither be the same reading nor another one.
    """
    first, second = _words(wanted), _words(read)
    if not first or not second:
        return False
    shorter, longer = sorted((first, second), key=len)
    if _is_opposite(shorter, longer):
        return True
    if f" {shorter} " in f" {longer} ":
        return False
    numbers = [_NUMBER.findall(text) for text in (first, second)]
    letters = [_NUMBER.sub("", text) for text in (first, second)]
    if all(numbers) and letters[0] == letters[1]:
        return numbers[0] != numbers[1]
    first, second = first.replace(" ", ""), second.replace(" ", "")
    return _misread(first, second) > max(1, round(_MOST_MISREAD * max(len(first), len(second))))


def _is_opposite(shorter: str, longer: str) -> bool:
    """Tell whether the longer text is the shorter one denied: `Don't save`, `Unlock`."""
    extra = set(longer.split()) - set(shorter.split())
    is_denied = bool(extra & _DENIALS) and f" {shorter} " in f" {longer} "
    return is_denied or any(longer == f"{prefix}{shorter}" for prefix in _PREFIXES)


def _words(text: str) -> str:
    """Return the letters and digits of a text, words parted by one space."""
    return _SPACES.sub(" ", "".join(c if c.isalnum() else " " for c in comparable(text))).strip()


def _misread(first: str, second: str) -> int:
    """Return the least number of letters to change, add or leave out (Levenshtein's distance)."""
    before = list(range(len(second) + 1))
    for at, letter in enumerate(first, 1):
        row = [at]
        for n, other in enumerate(second, 1):
            row.append(min(before[n] + 1, row[-1] + 1, before[n - 1] + (letter != other)))
        before = row
    return before[-1]


_ENDS_BEFORE: Final = re.compile(r"[.!?;:,|\u00b7\u2022](?=\s)|\s-\s")
"""What parts a text from what it does not belong to. After a text a colon is none: `Saved: no`."""
_WHOLE_NUMBER: Final = re.compile(r"\d+(?:[.,']\d+)*")
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
    for number in _WHOLE_NUMBER.finditer(told):
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
    words = _without_contractions(_ENDS_BEFORE.split(before)[-1]).split()
    near = [w for n, w in enumerate(words) if n >= len(words) - _MOST_WORDS and _may_deny(words, n)]
    answer = _ANSWER.match(after)
    clause = " ".join(
        (*near, _without_contractions(wanted), answer.group(1) if answer else "")
    ).strip()
    # What holds all words of a text is another reading of it only as its opposite.
    return is_other_reading(_without_contractions(wanted), clause)


def _may_deny(words: list[str], place: int) -> bool:
    """Tell whether a word before a text may be its denial; one joined to another word is none."""
    word = words[place]
    if word in _NO:
        is_begun = place == 0 or words[place - 1] in _BEFORE_NO
        return is_begun and place == len(words) - 1
    return word.isalpha()


def _without_contractions(text: str) -> str:
    """Return a text with its short denials written out."""
    return _SHORT_NOT.sub(" not", text)
