"""How well a visible name fits the words of an instruction, and what looking for a target can come to.

Exact beats prefix beats words inside beats alike. A match that is not `is_sure` may be offered to
the user but never acted on: "Save" is not "Save As", and "Subscribe" is not "Unsubscribe".
"""

import re
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import lru_cache
from typing import Final

from rapidfuzz import fuzz

from automation.commands.words import as_said
from automation.core.observation import ScreenElement
from automation.screen.refs import Listed
from resources.role_words import is_arrow, sign_called

FUZZY_MIN: Final = 84.0
"""Least likeness in percent for names that are only alike."""
FUZZY_MIN_WORD: Final = 74.0
"""Least likeness of each single word; two swapped letters in four give 75."""
FUZZY_MIN_LETTERS: Final = 4
SURE_LETTERS: Final = 6
"""Shorter words one letter apart are often different words (send, spend)."""
SUGGEST_MIN: Final = 45.0

_SWERVES: Final = frozenset(
    {"as", "all", "and", "without", "later", "not", "special", "everything", "anyway", "forever",
     "permanently", "copy", "instead", "again", "both", "or"}
)  # fmt: skip
"""After the user's words these make it another command: "Save" -> "Save all"."""
_WEAK_SWERVES: Final = frozenset(
    {"in", "out", "up", "off", "on", "to", "from", "more", "selected", "now", "back", "away", "over",
     "next", "previous", "new", "down"}
)  # fmt: skip
"""The same after a single word only: "Log" -> "Log out", but not "Sign in" -> "Sign in now"."""
_GENERIC: Final = frozenset(
    {"cancel", "ok", "yes", "no", "close", "delete", "remove", "save", "stop", "clear", "reset",
     "exit", "quit", "discard", "send", "post", "pay", "buy", "apply", "accept", "erase", "format"}
)  # fmt: skip
"""Alone, these name a button of their own: "Cancel" is not "Cancel subscription"."""
_ANSWERS: Final = frozenset({"yes", "no", "ok", "okay", "ja", "nein"})
_MAX_LABEL_WORDS: Final = 6
"""A line with more words is running text rather than names side by side."""
_NEGATIONS: Final = frozenset({"don", "never", "un", "no", "stop", "cancel", "skip", "undo"})
ACTS: Final = frozenset(
    {"select", "deselect", "choose", "delete", "remove", "edit", "rename", "archive", "star", "pin", "unpin",
     "mark", "share", "download", "duplicate", "hide", "report", "block", "mute", "follow", "rate"}
)  # fmt: skip
"""Before the user's words in a name: "Select message from Ida" does something with it, and is not the message."""
_APOSTROPHES: Final = str.maketrans({"\u2019": "'", "\u2018": "'"})
_ICON: Final = re.compile(r"[\W\d_]{1,2}(?=[A-Z]\w{2})")
"""What the icon before a menu's item may be read as: "0About"."""
_UNDERLINED: Final = {"f": "e", "o": "q"}
"""What a letter is read as on a picture, where a menu underlines it for the keyboard."""
_WORDS: Final = re.compile(r"[^\W_]+")
AMOUNT: Final = re.compile(r"^\d[\d.,/]*(?:\s*[^\W\d_]{1,2})?\s+")
"""What stands before the name of what it is an amount of: "4 eggs", "80 g nuts"."""


class Tier(IntEnum):
    """Kinds of likeness; lower is better."""

    EXACT = 0
    PREFIX = 1
    SPAN = 2
    FUZZY = 3


@dataclass(frozen=True, slots=True)
class Match:
    """How a name fits."""

    tier: Tier
    score: float
    """Percent; 100 for an exact match."""
    is_sure: bool
    span: tuple[int, int] | None = None
    """Where in the name the words stand, in characters; None when it is all of it."""


@lru_cache(maxsize=16384)
def match(words: str, name: str, *, is_text: bool = False) -> Match | None:
    """Compare the user's words with a visible name; None when they do not fit.

    Args:
        is_text: the name is a line of running text (OCR), of which the words may be a part.
    """
    wanted, there = as_said(words), as_said(name)
    if not wanted or not there:
        return None
    if wanted == there:
        return Match(Tier.EXACT, 100.0, is_sure=True)
    if wanted in _as_sign(there) or there in _as_sign(wanted) or is_arrow(wanted, there):
        return Match(Tier.SPAN, 100.0, is_sure=True)
    if not any(c.isalnum() for c in wanted):
        return _sign_in_line(wanted, name) if is_text else None
    if is_text:
        return _inside_line(wanted, name) or _alike(wanted, there)
    return _prefix(wanted, there) or _inside(wanted, there) or _alike(wanted, there)


def _as_sign(words: str) -> tuple[str, ...]:
    """Return the sign that people call so, as it is compared; nothing for other words."""
    sign = sign_called(words)
    return (as_said(sign),) if sign else ()


def is_exact(words: str, name: str) -> bool:
    """Tell whether the visible name is what the words say."""
    return as_said(words) == as_said(name) != ""


def _prefix(wanted: str, there: str) -> Match | None:
    if not there.startswith(wanted) or len(wanted) < 2 or _continues(there, len(wanted)):
        return None
    rest = _WORDS.findall(there[len(wanted) :])
    swerves = _SWERVES if " " in wanted else _SWERVES | _WEAK_SWERVES
    is_next = (
        bool(rest) and rest[0].isdigit() and there[len(wanted)] != ":"
    )  # "Volume: 60" is Volume
    is_other = bool(rest) and (rest[0] in swerves or is_next or wanted in _GENERIC)
    # "Yes, submit" is the answer yes, and says what that does.
    is_answer = wanted in _ANSWERS and there[len(wanted)] == ","
    is_sure = is_answer or not is_other
    score = 100.0 * len(wanted) / len(there)
    return Match(Tier.PREFIX, score, is_sure, (0, len(wanted)))


def _inside(wanted: str, there: str) -> Match | None:
    if len(wanted) < 3:
        return None
    found = next(iter(_all_words(wanted, there)), None)
    if found is None:
        return None
    before = set(_WORDS.findall(there[: found[0]]))
    is_generic = wanted in _GENERIC or bool(before & (_SWERVES | _NEGATIONS | ACTS))
    is_amount = found[1] == len(there) and AMOUNT.fullmatch(there[: found[0]]) is not None
    is_sure = (len(wanted) >= SURE_LETTERS or is_amount) and not is_generic
    return Match(Tier.SPAN, 100.0 * len(wanted) / len(there), is_sure, found)


def _inside_line(wanted: str, name: str) -> Match | None:
    """Find the words in a line of text; the span counts the line's own characters."""
    folded = name.casefold().translate(_APOSTROPHES)
    if len(folded) != len(name):
        return None
    spans = _all_words(wanted, folded)
    if not spans and len(wanted) >= FUZZY_MIN_LETTERS:
        spans = _all_words(_UNDERLINED.get(wanted[0], wanted[0]) + wanted[1:], folded)
    icon = _ICON.match(name)
    if not spans and icon and folded[icon.end() :] == wanted:
        return Match(Tier.SPAN, 100.0, is_sure=True, span=(icon.end(), len(name)))
    if not spans:
        return None
    own = [span for span in spans if _stands_alone(wanted, name, span)]
    score = 100.0 * len(wanted) / len(folded)
    return Match(Tier.SPAN, score, is_sure=len(own) == 1, span=(own or spans)[0])


def _stands_alone(wanted: str, line: str, span: tuple[int, int]) -> bool:
    """Tell whether a part of a line is a name of its own and not of a longer one or a sentence.

    Names that were read as one line begin with capitals: "Don't Save Cancel Save".
    """
    before, after = _WORDS.findall(line[: span[0]].casefold()), _WORDS.findall(line[span[1] :])
    if before[-1:] in (["not"], ["never"], ["no"]) or before[-2:] == ["don", "t"]:
        return False
    if after and after[0].casefold() in _SWERVES | _WEAK_SWERVES:
        return False
    if wanted in _GENERIC and after and after[0][0].islower():
        return False
    words = [w for w in _WORDS.findall(line[: span[0]] + " " + line[span[1] :]) if w[0].isalpha()]
    return len(before) + len(after) < _MAX_LABEL_WORDS or all(w[0].isupper() for w in words)


def _sign_in_line(wanted: str, name: str) -> Match | None:
    parts = [(m.start(), m.end()) for m in re.finditer(r"\S+", name)]
    found = next((p for p in parts if as_said(name[p[0] : p[1]]) == wanted), None)
    return Match(Tier.SPAN, 50.0, is_sure=False, span=found) if found else None


def _all_words(wanted: str, there: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = there.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not (at and there[at - 1].isalnum()) and not _continues(there, end):
            found.append((at, end))
        at = there.find(wanted, at + 1)
    return found


def _continues(there: str, at: int) -> bool:
    return at < len(there) and (there[at].isalnum() or there[at] == "_")


def _alike(wanted: str, there: str) -> Match | None:
    if len(wanted) < FUZZY_MIN_LETTERS or abs(len(wanted) - len(there)) > 3:
        return None
    score = fuzz.ratio(wanted, there)
    if score < FUZZY_MIN:
        return None
    if not _same_meaning(wanted, there):
        return None
    changed = [len(w) for w in _WORDS.findall(wanted) if w not in there]
    return Match(Tier.FUZZY, score, is_sure=min(changed, default=SURE_LETTERS) >= SURE_LETTERS)


def _same_meaning(wanted: str, there: str) -> bool:
    """Tell whether two alike names differ by a slip and not by a word, a number or a prefix."""
    first, second = _WORDS.findall(wanted), _WORDS.findall(there)
    if len(first) != len(second):
        return "".join(first) == "".join(second)
    return all(_same_word(a, b) for a, b in zip(first, second, strict=True))


def _same_word(first: str, second: str) -> bool:
    if first == second:
        return True
    if not (first.isalpha() and second.isalpha()) or min(len(first), len(second)) < 4:
        return False
    return first[0] == second[0] and fuzz.ratio(first, second) >= FUZZY_MIN_WORD


def nearest(words: str, names: list[str], count: int = 3) -> tuple[str, ...]:
    """Return the visible names most like the words, best first; none when nothing is like them."""
    wanted = as_said(words)
    if not wanted:
        return ()
    rated: dict[str, float] = {}
    for name in names:
        there = as_said(name)
        if not there or len(there) > 60:
            continue
        score = fuzz.ratio(wanted, there)
        if len(wanted) >= 2 and (there.startswith(wanted) or f" {wanted}" in there):
            score = max(score, 75.0)
        if score >= SUGGEST_MIN:
            rated[name] = max(score, rated.get(name, 0.0))
    best = sorted(rated, key=lambda name: (-rated[name], len(name), name))
    return tuple(best[:count])


class Want(Enum):
    """What the verb needs."""

    CLICK = "something to click"
    EDIT = "a field"
    CHECK = "a box or switch"
    OPTION = "an option"
    HOLDER = "a list or drop-down"
    NUMBER = "a slider or a box for a number"
    SLIDER = "a slider"
    MENU = "a menu"
    BUTTON = "a button"
    """All words of a sentence without a known verb are its name and its place: "issue the pass"."""
    ANY = "anything visible"


@dataclass(frozen=True, slots=True)
class Found:
    """Exactly one element is meant."""

    element: ScreenElement
    evidence: str
    alternatives: tuple[ScreenElement, ...] = ()
    is_exact: bool = True
    said: str = ""
    """The name that was said, where the thing is called only nearly so."""


@dataclass(frozen=True, slots=True)
class Several:
    """The words fit more than one element equally well; in reading order."""

    elements: tuple[ScreenElement, ...]
    label: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Unsure:
    """The words fit only loosely, or something in another window."""

    elements: tuple[ScreenElement, ...]
    label: str
    is_elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Disabled:
    """What is meant is there and greyed out."""

    element: ScreenElement


@dataclass(frozen=True, slots=True)
class Missing:
    """Nothing fits; `too_few` counts how many there are when an ordinal went past the end."""

    label: str
    suggestions: tuple[str, ...] = ()
    too_few: int | None = None
    without: str = ""
    """What was found by name but cannot do what the verb needs: `a field`."""
    is_there_as: str = ""
    """Role of something that has this very name and is not what the words describe."""
    was: ScreenElement | None = None
    """What a short name stood for that nothing stands for any more."""
    near: tuple[Listed, ...] = ()
    """What is there now and is most like that."""


Resolution = Found | Several | Unsure | Disabled | Missing
