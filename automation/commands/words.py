"""The words of an instruction: quotes, politeness, numbers, what separates steps, and names as they are compared.

Knows text only; no screen and no grammar.
"""

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from os.path import commonprefix
from typing import Final, Literal

from automation.commands.language import alternatives, table, words
from automation.screen.folding import TRAILING_SIGNS, level

_ARTICLE: Final = re.compile(r"(?:the|an?)\s+(?=\S)", re.IGNORECASE)
_KINDS: Final = frozenset(
    {"button", "push button", "toggle button", "radio button", "option button", "option", "checkbox",
     "check box", "tick box", "tickbox", "field", "text field", "input field", "entry field", "text box",
     "textbox", "combo box", "combobox", "dropdown", "drop down", "dropdown list", "drop down list",
     "menu item", "menu entry", "list item"}
)  # fmt: skip
"""Words for a kind of thing that are hardly ever the end of a name, as "Copy link" and "Close tab" are."""
_OPEN_END: Final = frozenset(
    {"and", "or", "of", "for", "to", "in", "on", "at", "by", "with", "from", "the", "a", "an", "&", "/"}
)  # fmt: skip
"""Words with which no name ends: what follows belongs to it."""


# How a thing is called in our own sentences, from the words that the user chose for it.
#
# "the Save button" is told as “Save”. "Line Numbers" and "Address and search bar" are names as they stand,
# although a line and a search bar are kinds of things: a name that is cut short says another thing.


def told_name(text: str, kinds: Iterable[tuple[str, str]]) -> str:
    """Return the name for our sentences: without article, and without the kind where that is none of it.

    Args:
        text: the user's words, without quotes.
        kinds: each way to see a word for a kind in them, as (kind, the other words).
    """
    article = _ARTICLE.match(text)
    bare = text[article.end() :] if article else text
    for kind, name in kinds:
        if bare.startswith(name):
            is_kind_apart = kind in _KINDS or article is not None
            if is_kind_apart and name.split()[-1].casefold() not in _OPEN_END:
                return name
        elif bare.endswith(name) and _leads(kind, bare.removesuffix(name), name):
            return name
    return bare


def _leads(kind: str, before: str, name: str) -> bool:
    """Tell whether what stands before the name says its kind: `menu called Help`, `button Save`."""
    words = before.replace("-", " ").split()
    if " ".join(words).casefold() != kind:
        return True
    return kind in _KINDS and before[:1].islower() and not name[:1].islower()


# ruff: noqa: RUF001 - the look-alike signs are what this module levels


_QUOTED: Final = re.compile(
    "“([^“”]*)[”“]|„([^„“”]*)[“”]|«([^«»]*)»|»([^«»]*)«|「([^「」]*)」"
    r'|"([^"]*)"|`([^`]+)`'
    "|(?<![^\\W_])‘([^‘\n]*?)’(?![^\\W_])"
    r"|(?<![^\W_])'((?:[^'\n]|(?<=[^\W_])'(?=[^\W_]))*?)'(?![^\W_])"
)
_FOREIGN: Final = "„«»「"
_FIRST_MASK: Final = 0x100000
_MASKS: Final = re.compile("[\U00100000-\U0010fffd]")
_MAX_QUOTES: Final = 4000
_LONG_GAP: Final = re.compile(r"\s{21,}")
"""Blanks in such numbers separate words, and would be tried again from each of them."""

_VERBS: Final = "|".join(
    sorted({verb for said in table("verbs").values() for verb in said} - {"page"})
)
_STEP: Final = rf"\s*[,:]|\s+(?:please\s+)?(?:{_VERBS})(?:\s|$)"
"""Behind `next` in "next, OK" and "next click OK"; "next picture" is a name."""

_POLITE_START: Final = re.compile(
    rf"(?:please|pls|kindly|now|ok|okay|hey|just|also|(?:first|next|second|third|fourth|last)(?={_STEP})|first of all|firstly|secondly|finally"
    r"|lastly|afterwards|after that|after(?= \w+ing )|while(?= holding )"
    r"|then|and|so|again|well|let'?s|let us|try to|go ahead and|"
    r"would you (?:mind|be so kind as to|be able to)|(?:can|could|would|will) you(?: please| kindly)?|i(?: want|'d like| would like) you to|"
    r"i(?: want|'d like| would like) to|you (?:should|must|need to|have to|can)|"
    rf"(?:i )?need you to|{alternatives('opening')})(?:\s*[,:]\s*|\s+)",
    re.IGNORECASE,
)
_POLITE_END: Final = re.compile(
    r"(?:\s*,\s*|\s+)(?:please|pls|thanks|thank you|thx|for me|if you can|right now|now|instead"
    rf"|{alternatives('closing')})\s*[.!]*\s*$",
    re.IGNORECASE,
)

_NUMERIC_ORDINAL: Final = re.compile(r"(\d{1,3})(?:st|nd|rd|th|\.)")

_DOUBTS: Final = re.compile(
    r"\b(?:not|never|no|none|neither|nor|nothing|cannot|\w+n['’]t|dont|doesnt|cant|wont|isnt|arent|avoid|skip|refrain|without|except"
    r"|excluding|instead|rather|but|unless|if|only|when|whenever|whether|while|until|before|once|in case|is|are|was|were|does|did|has|have"
    rf"|what|where|why|which|who|how|{alternatives('doubts')})\b",
    re.IGNORECASE,
)
_NAME_WORD: Final = re.compile(r"(?<=\s)[A-Z][a-z'’]+")
_GLYPHS: Final = str.maketrans({"„": '"', "`": "'", "×": "*", "÷": "/"})
"""What is levelled beyond `folding.level`: what a user types for a sign of a screen."""
_SHORTCUT: Final = re.compile(
    r"\s*\((?:(?:ctrl|alt|shift|super|cmd|strg)\+|f\d+\)).*\)?$", re.IGNORECASE
)
_TRAILING: Final = re.compile(
    rf"(?:\s*(?:{TRAILING_SIGNS}|\(optional\)|\(required\)))+$", re.IGNORECASE
)


class Quotes:
    """An instruction whose quoted parts are hidden behind one private character each.

    The grammar works on `masked`, so that words inside quotes are never taken for commands.
    """

    def __init__(self, text: str) -> None:
        self._parts: list[str] = []
        self._raw: list[str] = []
        safe = _MASKS.sub("\ufffd", text)
        self.masked = _LONG_GAP.sub(_short_gap, _QUOTED.sub(self._hide, safe))

    def _hide(self, match: re.Match[str]) -> str:
        if len(self._parts) >= _MAX_QUOTES:
            return match.group()
        part, said = next((g for g in match.groups() if g is not None), ""), match.group()
        self._parts.append(part)
        self._raw.append(f"“{part}”" if said[0] in _FOREIGN else said)
        return chr(_FIRST_MASK + len(self._parts) - 1)

    def plain(self, masked: str) -> str:
        """Return the text with the quoted parts put back, without their quotes."""
        return _MASKS.sub(lambda m: self._parts[ord(m.group()) - _FIRST_MASK], masked)

    def written(self, masked: str) -> str:
        """Return the text as the user wrote it, quotes included; those of other languages as English has them."""
        return _MASKS.sub(lambda m: self._raw[ord(m.group()) - _FIRST_MASK], masked)

    def whole(self, masked: str) -> str | None:
        """Return the quoted part if the text is exactly one; None otherwise."""
        bare = masked.strip()
        return self.plain(bare) if len(bare) == 1 and _MASKS.match(bare) else None


def doubts(words: str) -> frozenset[str]:
    """Return the words that deny, limit, ask, or make a condition: with them nothing is just an order."""
    found = (match.group() for match in _DOUBTS.finditer(words))
    return frozenset(word.casefold().replace("’", "'") for word in found)


def has_doubt(masked: str, besides: frozenset[str] = frozenset()) -> bool:
    """Tell whether words, their quotes masked, hold a doubt that is no part of a name.

    `Paste Without Formatting` is a name: within a sentence such a word has a capital.

    Args:
        besides: words that are no doubt here.
    """
    return not doubts(_NAME_WORD.sub("", masked.strip())) <= besides


def _short_gap(gap: re.Match[str]) -> str:
    return "\n" if "\n" in gap.group() else " "


def has_quote(masked: str) -> bool:
    """Tell whether the masked text hides a quoted part."""
    return _MASKS.search(masked) is not None


def without_opening(text: str) -> str:
    """Return the text without polite or joining words at its start, if something is left."""
    bare = text.strip()
    while match := _POLITE_START.match(bare):
        if match.end() >= len(bare):
            break
        bare = bare[match.end() :].lstrip()
    return bare


def without_closing(text: str) -> str:
    """Return the text without polite words and end marks, as long as something is left."""
    bare = text.strip()
    while (match := _POLITE_END.search(bare)) and match.start() > 0:
        bare = bare[: match.start()].rstrip()
    shorter = bare.rstrip(".!?;,").rstrip()
    return shorter if any(c.isalnum() for c in shorter) or has_quote(shorter) else bare


def number(word: str) -> int | None:
    """Return the number that digits or an English word stand for; None if neither."""
    folded = word.casefold().strip()
    if folded.isascii() and folded.isdigit():
        return int(folded[:6])
    found = table("numbers").get(folded)
    return int(found) if found is not None else _compound(folded)


@lru_cache(maxsize=4096)
def _compound(folded: str) -> int | None:
    """Return the number of a word that is made of several: `twenty-two`, `hundertsechzig`; None for other words."""
    hundreds, rest = 0, folded
    for hundred in words("hundred_words"):
        head, found, behind = folded.partition(hundred)
        times = int(table("numbers").get(head, 0)) if head else 1
        if found and 0 < times < 10:
            hundreds, rest = 100 * times, behind
    for joint in words("number_joints") if hundreds else ():
        rest = rest.removeprefix(joint)
    if hundreds and not rest:
        return hundreds
    plain = table("numbers").get(rest) if hundreds else None
    if plain is not None and 0 < int(plain) < 100:
        return hundreds + int(plain)
    for joint in words("number_joints"):
        parts = rest.split(joint)
        if len(parts) != 2 or min(map(len, parts)) < len("one"):
            continue
        tens, unit = parts if joint == "-" else reversed(parts)  # twenty-two, zweiundzwanzig
        first, last = (int(table("numbers").get(part, 0)) for part in (tens, unit))
        if first in range(20, 100, 10) and 0 < last < 10 and unit[-2:] != "ce":  # once, twice
            return hundreds + first + last
    return None


_MINUS_SAID: Final = re.compile(r"\bminus\s+(?=\d)", re.IGNORECASE)
_DECIMAL_SAID: Final = re.compile(
    rf"\b(\d+) (?:{'|'.join(words('decimal_words'))}) (\d)\b", re.IGNORECASE
)
"""`Two point four`, `zwei Komma vier`, once the numbers are in digits."""


def in_digits(clause: str) -> str:
    """Return a clause with its spoken numbers below a thousand in digits: `forty five` is 45."""
    said, told, total = clause.split(), list[str](), -1
    for before, word in pairwise(["", *said, ""]):
        is_word = bool(word) and not word[0].isdigit() and len(word) > len("an")
        is_word = is_word and word.casefold() not in words("count_adverbs")
        value = number(word.strip(",.").removesuffix("'s")) if is_word else None
        is_joined = total >= 20 and not before.endswith(",")
        room = 100 if total % 100 == 0 else 10 if total % 10 == 0 else 0
        if value is not None and total >= 0 and (value == 100 or (is_joined and 0 < value < room)):
            total = total * 100 if value == 100 else total + value
            continue
        told += [str(total)] if total >= 0 else []
        total = value if value is not None else -1
        told += [word] if value is None else []
    decimal = _DECIMAL_SAID.sub(r"\1.\2", f" {' '.join(told)}".rstrip())
    return _MINUS_SAID.sub("-", decimal)


def digits_but(names: frozenset[str], text: str) -> str:
    """Return a text with its spoken numbers from two on in digits, but for words of some names."""

    def is_spoken(word: str) -> bool:
        value = number(word) if word.isalpha() or "-" in word else None
        return value is not None and value > 1 and word.casefold() not in names

    tokens = re.findall(r"\w[\w-]*|\W+", text)
    told: list[str] = []
    at = 0
    while at < len(tokens):
        end = at
        while end < len(tokens) and is_spoken(tokens[end]):
            end += 2 if end + 1 < len(tokens) and tokens[end + 1] == " " else 1
        end -= 1 if end > at and tokens[end - 1] == " " else 0
        said = [number(token) or 0 for token in tokens[at:end:2]]
        is_spelled = len(said) > 1 and max(said) < 10  # "five five five" is no number
        if is_spelled or any(ordinal(token) is not None for token in tokens[end : end + 2] if said):
            return text
        told.append(in_digits("".join(tokens[at:end])).strip() if end > at else tokens[at])
        at = max(end, at + 1)
    return "".join(told)


def as_dictated(value: str) -> str:
    """Return a value that is all numbers in words as digits: `eight zero one zero` is 8010."""
    told = [number(w) for w in value.split()]
    if any(n is None for n in told):
        return value
    is_spelled = len(told) > 1 and all(n is not None and n < 10 for n in told)
    whole = in_digits(value).strip()  # "two fifty" may be a price, or a time
    return "".join(map(str, told)) if is_spelled else value if " " in whole else whole


def ordinal(word: str) -> int | None:
    """Return 1 for `first` or `1st`, -1 for `last`; None if the word is no ordinal."""
    folded = word.casefold().strip()
    if match := _NUMERIC_ORDINAL.fullmatch(folded):
        return int(match.group(1)) or None
    found = table("ordinals").get(folded)
    return int(found) if found is not None else _counted(folded)


@lru_cache(maxsize=4096)
def _counted(folded: str) -> int | None:
    """Return the place that a longer word says: `thirtieth`, `twenty-first`, `zwölften`; None for other words."""
    tens, _, last = folded.rpartition("-")
    first, unit = (number(tens) or 0) if tens else 0, table("ordinals").get(last)
    if first in range(20, 100, 10) and unit is not None and 0 < int(unit) < 10:
        return first + int(unit)
    ends = sorted(words("ordinal_ends"), key=len, reverse=True)
    stem = next((folded.removesuffix(end) for end in ends if folded.endswith(end)), "")
    found = number(f"{stem.removesuffix('ie')}y" if stem.endswith("ie") else stem)
    return found if found and found > 3 else None  # "first" to "third" are in the table


@lru_cache(maxsize=8192)
def as_said(name: str) -> str:
    """Return a name as a user may say it: `folding.comparable`, without shortcuts, `&` as `and`.

    A name of signs only, such as a calculator's key, keeps them.
    """
    folded = level(name.partition("\t")[0]).translate(_GLYPHS)
    if not any(c.isalnum() for c in folded):
        return folded
    folded = _TRAILING.sub("", _SHORTCUT.sub("", folded))
    return " ".join(folded.replace(" & ", " and ").split())


_LEAST_SLIPPED: Final = 4


def is_slip(word: str, meant: str) -> bool:
    """Tell whether a word is another one with two letters swapped, with one doubled, or with one lost of at least six."""
    at = len(commonprefix((word, meant)))  # noqa: RUF071 - no paths
    if len(meant) < _LEAST_SLIPPED or not at or word == meant:
        return False
    is_swapped = word[at : at + 2] == meant[at : at + 2][::-1] and word[at + 2 :] == meant[at + 2 :]
    is_doubled = word[at - 1 : at + 1] == word[at - 1] * 2 and word[at + 1 :] == meant[at:]
    is_lost = word[at:] == meant[at + 1 :] and len(word) > _LEAST_SLIPPED
    return is_swapped or is_doubled or is_lost


MAX_PIECES: Final = 1000

Joint = Literal["start", "hard", "stop", "then", "comma", "and"]

_JOINTS: Final[dict[str, Joint]] = {
    "hard": "hard",
    "stop": "stop",
    "mark": "stop",
    "then": "then",
    "comma": "comma",
    "and": "and",
}

_LIST_MARK: Final = r"(?:(?:\(?\d{1,2}[.)]|[-*•–])[ \t]+)"
_SEPARATOR: Final = re.compile(
    rf"(?P<hard>[ \t]*(?:(?:\r?\n[ \t]*)+|;[ \t\r\n]*){_LIST_MARK}?)"
    r"|(?P<stop>(?<=[^\s.])[.!]\s+(?!(?-i:in|into|as|for|and)\s)(?=\S))"
    r"|(?P<mark>(?<!\s)\s+\(?(?P<n>\d{1,2})[.)]\s+(?=\S))"
    r"|(?P<then>(?:\s*,\s*(?:and\s+|&\s*)?|\s+(?:and\s+)?)(?:then|after that|afterwards|followed by|and finally"
    r"|finally)(?=[\s,])\s*,?\s*(?:and\s+)?|(?:\s*,\s*(?:and\s+)?|\s+and\s+)next,\s*"
    rf"|(?:\s*,\s*|\s+(?:{alternatives('and')})\s+)(?:(?:{alternatives('and')})\s+)?(?:{alternatives('joints')})(?=[\s,])\s*,?\s*)"
    rf"|(?P<comma>\s*,\s+(?:(?:and|&|{alternatives('and')})\s+)?)"
    rf"|(?P<and>\s+(?:and|&|{alternatives('and')})(?:\s+|,\s+))",
    re.IGNORECASE,
)
_ORDINAL_BEFORE: Final = re.compile(
    rf"\b(?:{alternatives('articles')}|am|zum|vom|bis)\s+\d{{1,3}}$", re.IGNORECASE
)
"""`auf den 15. September`: the full stop of a number that counts ends no step."""
_SHORTENED: Final = re.compile(rf"\b(?:{alternatives('abbreviations')})$", re.IGNORECASE)
"""`Praxis Dr. Seidel`: neither does that of a word cut short."""
_KEPT_TOGETHER: Final = re.compile(rf"\b(?:{alternatives('kept_together')})\b", re.IGNORECASE)
_MARK: Final = re.compile(r"(?:^|(?<=\s))\(?(\d{1,2})[.)](?=\s)")
_SIGN: Final = r"[-+*/^=%\u00d7\u00f7\u2212]"
_SUM_BEFORE: Final = re.compile(rf"{_SIGN}\Z")
_SUM_AFTER: Final = re.compile(rf"{_SIGN}(?:\s|\Z)")
_LEAD_MARK: Final = re.compile(rf"^\s*{_LIST_MARK}")
_POINT_PAIR: Final = re.compile(
    r"(\b(?:at|to|point|position|pixel|coordinates?)\s+\(?\s*-?\d{1,5}|\(\s*-?\d{1,5}),\s+(?=-?\d{1,5}\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """Words between two separators, and what stands before them."""

    joint: Joint
    joint_text: str
    text: str


# Where one step of an instruction may end and the next begin; knows no verbs.


_PAIR: Final = re.compile(
    rf"(\b\w+\s+)(?:the\s+)?(?:{alternatives('pair_words')})\s+(?=[^,;]{{1,60}}\s(?:{alternatives('and')})\s)",
    re.IGNORECASE,
)


_BOTH_AT_END: Final = re.compile(
    rf"(?<=\w)\s*,\s*(?:{alternatives('pair_words')})(?:\s+of\s+(?:them|those|these))?(?=\s*[.!]?\s*$)",
    re.IGNORECASE,
)
_TWO_CHOSEN: Final = re.compile(
    rf"\s*(?:select|choose|pick|tick|untick|check|mark|highlight)\s[^,:]*\s(?:{alternatives('and')})\s[^,:]*",
    re.IGNORECASE,
)


def without_pair_word(masked: str) -> str:
    """Return `select A and B` for "select both A and B" and "select A and B, both"."""
    chosen = _BOTH_AT_END.sub("", masked)
    masked = chosen if _TWO_CHOSEN.fullmatch(chosen) else masked
    return _PAIR.sub(r"\1", masked)


def _is_initial(before: str, after: str) -> bool:
    """Tell whether a point ends the first letter of a name: `write P. Lachance as engraver`.

    In `choose plan A. Press Save`, and in `room to C. Gift wrap on`, it ends a step.
    """
    if _NUMBER_SIGN.search(before) and after.lstrip()[:1].isdigit():
        return True  # "No. 3"
    name = _SURNAME.match(after)
    is_led = _LED_LETTER.search(before) is not None
    return is_led and name is not None and name["name"].casefold() not in words("imperatives")


_NUMBER_SIGN: Final = re.compile(r"\bno$", re.IGNORECASE)
_LED_LETTER: Final = re.compile(
    r"\b(?i:write|enter|type|put|add|choose|select|pick|is|to|as|for|by|with|called|ist|auf|als|für|an|mit|schreib|trag|wähle?)\s+[A-Z]$"
)
_SURNAME: Final = re.compile(
    r"(?P<name>[A-Z][^\W\d_]+)(?=\W*$|,|\s+(?i:as|and|to|into|in|on|at|for|from|then|today|now|please|und|als|ein|an|bitte|dann)\b)"
)


def pieces_of(masked: str) -> list[Piece]:
    """Split masked words at everything that may separate two steps."""
    kept = _POINT_PAIR.sub(r"\1,", _LEAD_MARK.sub("", masked))
    pieces: list[Piece] = []
    joint: Joint = "start"
    joint_text, at = "", 0
    numbers = frozenset(int(mark[1]) for mark in _MARK.finditer(masked))
    last, start = _number_in(_LEAD_MARK.match(masked)), 0
    whole = [found.span() for found in _KEPT_TOGETHER.finditer(kept)]
    while match := _SEPARATOR.search(kept, start):
        start = match.end()
        if match["stop"] and any(
            unended.search(kept[: match.start()]) for unended in (_ORDINAL_BEFORE, _SHORTENED)
        ):
            continue
        if match["stop"] and _is_initial(kept[: match.start()], kept[match.end() :]):
            continue
        if match["and"] and any(first < match.start() < last for first, last in whole):
            continue
        if match["mark"]:
            if not _is_mark(match, kept, last, numbers):
                start = match.end("n")
                continue
            last = int(match["n"])
        elif match["hard"]:
            last = _number_in(match) or last
        name = next(group for group in _JOINTS if match[group])
        pieces.append(Piece(joint, joint_text, kept[at : match.start()]))
        joint, joint_text, at = _JOINTS[name], match.group(), match.end()
        if len(pieces) > MAX_PIECES:
            break
    pieces.append(Piece(joint, joint_text, kept[at:]))
    return pieces


def _number_in(mark: re.Match[str] | None) -> int:
    number = re.search(r"\d+", mark[0]) if mark else None
    return int(number[0]) if number else 0


def _is_mark(match: re.Match[str], kept: str, last: int, numbers: frozenset[int]) -> bool:
    """Tell whether a number within a line is that of the next step of a list.

    It follows the number before it, or is a 1 where a 2 stands too: the `4.` of "set Amount to 4. Click
    Save" is a value, and the `(4)` of "3 - (4) =" a part of a sum.
    """
    number, start = int(match["n"]), match.start()
    is_in_brackets = match.group().lstrip().startswith("(")
    if _SUM_AFTER.match(kept, match.end()) or (
        is_in_brackets and _SUM_BEFORE.search(kept[:start][-1:])
    ):
        return False
    return number == last + 1 if last else number == 1 and 2 in numbers


_MEASURE: Final = re.compile(
    r"(?P<number>(?:0|[1-9]\d*)(?:[.,]\d{1,2})?)(?P<unit>\s*[^\W\d]{0,3}|\s*[%€$£])"
)


_LEAST_PART: Final = 1e-9
"""What a part of a number is at least."""


def raised(text: str, by: float) -> str:
    """Return a number, and its unit if it has one, made larger by so much; empty for other texts and below 0."""
    held = _MEASURE.fullmatch(text.strip())
    number = float(held["number"].replace(",", ".")) + by if held is not None else -1.0
    if held is None or number < 0 or not by:
        return ""
    decimals = len(held["number"].replace(",", ".").partition(".")[2])
    told = f"{number:.{decimals}f}"  # "12.50" and 5 are "17.50"
    told = told if abs(float(told) - number) < _LEAST_PART else f"{number:.12g}"
    return f"{told.replace('.', ',') if ',' in held['number'] else told}{held['unit']}"


LOOSE: Final = words("loose_words")
FREE: Final = LOOSE | words("free_verbs")
"""Words that ask for no thing of their own beside one that is named."""
_DAY: Final = 3
"""Letters of a day's or a month's short name."""
DATES: Final = words("months") | words("weekdays")
_FULL: Final = {day[:_DAY]: day.capitalize() for day in DATES}
WORD: Final = re.compile(r"[\w'\u2019.:/@+-]*\w")


TOLD_OF_NUMBER: Final = re.compile(
    r"\d\s+(?:is|are|was|were|has|have)\s+(?!to\b)[^\W\d]", re.IGNORECASE
)
"""`Shelf 4 is full` says no number for a shelf."""


def words_of(text: str) -> list[str]:
    """Return the words of a text, all small, with straight apostrophes."""
    return [w.casefold().replace("\u2019", "'") for w in WORD.findall(text)]


def spelled(text: str) -> str:
    """Return a text with the short names of days and months in full."""
    return WORD.sub(lambda m: _FULL.get(m.group().casefold(), m.group()), text)


def is_said(word: str, names: Iterable[str]) -> bool:
    """Tell whether a word is one of some names: in the plural, of somebody, or a day's short name."""
    return any(_stem(word) == _stem(n) or _is_date(_stem(word), n) for n in names)


def is_any(word: str, names: Iterable[str]) -> bool:
    """Tell whether a word is one of some, but for its ending."""
    return any(is_kin(word, name) for name in names)


def is_kin(a: str, b: str) -> bool:
    """Tell whether two words are one but for their endings; `Thursday` is `Thu`."""
    a, b = (_stem(w) for w in (a, b))
    if a == b:
        return True
    if min(len(a), len(b)) > _DAY + 1:
        return a.startswith(b[:-1]) or b.startswith(a[:-1])
    if min(len(a), len(b)) > _DAY:
        return a.startswith(b) or b.startswith(a)
    return _is_date(a, b) or _is_date(b, a)


def _is_date(word: str, short: str) -> bool:
    return len(short) == _DAY and word in DATES and word.startswith(short)


def _stem(word: str) -> str:
    bare = re.sub(r"['\u2019]s?$", "", word)
    return bare.removesuffix("s") if len(bare) > _DAY else bare


def is_known(value: str, known: Container[str]) -> bool:
    """Tell whether a value is only a name that is shown already."""
    return all(w in LOOSE or w.removesuffix("'s") in known for w in words_of(value))


def without_unit(said: str, value: str) -> str:
    """Return words without a value and the unit behind it, which may be a word of another name: `dryer to 150 degrees`.

    Where nothing else is said the unit is what it is of: `five days`.
    """
    before, _, behind = said.partition(value)
    first, _, rest = behind.strip().partition(" ")
    left = f"{before} {rest}"
    is_unit = first.casefold() in _UNITS and any(w not in FREE for w in words_of(left))
    return left if is_unit else f"{before} {behind}"


_UNITS: Final = words("units")
