"""The languages in which instructions are understood: data in `resources/language`, one file a language.

A language is added by its file alone. All of them are understood at any time, whatever the window's own.
What a file says in patterns (`means`) comes to the plain commands that `verbs` reads, or to a form.

A pattern says what a clause has to look like, with slots for the open words. It is made of words, of <lists> of words (the file names them under `words`), of [what may be left
out], of (one|or another), and of {slots}. A slot takes one word or more, as few as fit; {slot+} takes as
many as fit; {slot?name} takes only what the check of that name lets through. All ways to fit are found.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice
from typing import Any, Final

import yaml

Check = Callable[[str], bool]
"""Tells whether a slot may take these words."""

_MAX_TOKENS: Final = 60
"""Longer clauses hold a text to type, in which nobody looks for other words."""
_MOST: Final = 6
"""Ways to fit one pattern that are told."""
_MOST_TRIED: Final = 24
_TOKEN: Final = re.compile("[\U00100000-\U0010fffd]|[^\\s\U00100000-\U0010fffd]+")
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_PUNCTUATION: Final = ",;:.!?"
END_CALLS: Final = re.compile(r"[.!?]*[!?]+[.!?]*|\.{3,}|…")
"""Marks at the end of a clause that may belong to its text; a full stop may end the instruction alone."""
_JOINTS: Final = frozenset({"and", "or", "und", "oder", "&"})
"""No slot begins or ends with these: they join two things, of which one would be lost."""
_TEXT_SLOTS: Final = frozenset({"text", "x", "value", "b"})
"""What is typed or looked for as it stands."""
_PART: Final = re.compile(
    r"<(?P<words>[\w ]+)>|\{(?P<slot>\w+)(?P<most>\+)?(?:\?(?P<check>\w+))?\}|(?P<sign>[\[\]()|])|(?P<word>[^\s\[\]()|<{]+)"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a mark of a clause, folded in case, and where it stands."""

    text: str
    start: int
    end: int


def tokens_of(clause: str) -> list[Token]:
    """Return the words of a clause; the marks at the end of a word are a token of their own."""
    found: list[Token] = []
    for match in _TOKEN.finditer(clause):
        text, start, end = match[0], match.start(), match.end()
        cut = start + (len(text.rstrip(_PUNCTUATION)) or len(text))
        word = clause[start:cut].casefold()
        found.append(Token(_spellings().get(word, word), start, cut))
        if cut < end:
            found.append(Token(clause[cut:end], cut, end))
    return found


@dataclass(frozen=True, slots=True)
class _Words:
    """One of several words, or groups of words."""

    groups: Mapping[str, tuple[tuple[str, ...], ...]]
    """By their first word, longer ones first."""
    name: str = ""
    """The list that they are of."""


@dataclass(frozen=True, slots=True)
class _Slot:
    name: str
    takes_most: bool
    check: Check | None


@dataclass(frozen=True, slots=True)
class _Choice:
    """One of several sequences; an empty one may be left out."""

    options: tuple[tuple["_Node", ...], ...]


_Node = _Words | _Slot | _Choice
_Bound = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern that is ready to be fitted to clauses."""

    nodes: tuple[_Node, ...]
    needed: tuple[frozenset[str], ...]
    """Of each of these sets a word must stand in the clause."""

    @property
    def ends_in_verb(self) -> bool:
        """Tell whether its last words are its own: the verb of what stands before."""
        return not isinstance(self.nodes[-1], _Slot)

    def lead(self, clause: str, tokens: Sequence[Token]) -> str:
        """Return the verb with which a clause that fits begins: a word of a list that is called `du_...`."""
        first = self.nodes[0]
        if isinstance(first, _Words) and first.name.startswith("du_"):
            for end in _ends_of_words(first, tuple(token.text for token in tokens), 0):
                return clause[: tokens[end - 1].end]
        return ""

    def fits(self, clause: str, tokens: Sequence[Token]) -> list[dict[str, str]]:
        """Return the words of the slots for each way in which the whole clause fits.

        A way that only puts more words into the slots than another one does is left out.
        """
        said = tuple(token.text for token in tokens)
        words = set(said)
        if len(tokens) > _MAX_TOKENS or any(words.isdisjoint(some) for some in self.needed):
            return []
        found = [
            {
                name: _without_particles(clause[tokens[first].start : tokens[last - 1].end], name)
                for name, first, last in bound
            }
            for bound in islice(_walk(self.nodes, said, 0, tokens, clause), _MOST_TRIED)
        ]
        return [one for one in found if not any(_is_within(other, one) for other in found)][:_MOST]


def _without_particles(said: str, slot: str) -> str:
    """Return the name of a thing without `bitte` and `wieder` at its ends; a text keeps every word."""
    found = said.split(" ")
    if slot in _TEXT_SLOTS:
        return said
    while len(found) > 1 and found[-1] in words("particles"):
        del found[-1]
    while len(found) > 1 and found[0] in words("particles"):
        del found[0]
    return " ".join(found)


def _is_within(fewer: dict[str, str], more: dict[str, str]) -> bool:
    return fewer != more and all(words in more.get(name, "") for name, words in fewer.items())


def _walk(
    nodes: tuple[_Node, ...], words: tuple[str, ...], at: int, tokens: Sequence[Token], clause: str
) -> Iterator[_Bound]:
    """Yield the slots of each way in which the nodes fit the words from `at` to the end."""
    if not nodes:
        if not "".join(words[at:]).strip(_PUNCTUATION):
            yield ()
        return
    node, rest = nodes[0], nodes[1:]
    if isinstance(node, _Words):
        for end in (
            () if _begins_text(node, at, tokens, clause) else _ends_of_words(node, words, at)
        ):
            yield from _walk(rest, words, end, tokens, clause)
        return
    if isinstance(node, _Choice):
        for option in node.options:
            yield from _walk((*option, *rest), words, at, tokens, clause)
        return
    ends = range(at + 1, len(words) + 1)
    for end in reversed(ends) if node.takes_most else ends:
        # What follows is fitted first, so that a check that is a pattern itself gets ever fewer words.
        for more in _walk(rest, words, end, tokens, clause):
            said = clause[tokens[at].start : tokens[end - 1].end]
            is_whole = node.name not in _TEXT_SLOTS or not _leaves_a_call(words[end:])
            if (
                is_whole
                and _may_fill(node, words[at], words[end - 1], is_one=end - at == 1)
                and (node.check is None or node.check(said))
            ):
                yield ((node.name, at, end), *more)


def _leaves_a_call(left: Sequence[str]) -> bool:
    """Tell whether only marks are left, and one that belongs to a text: `add the line See you there!`."""
    return END_CALLS.fullmatch("".join(left)) is not None


def _begins_text(node: _Words, at: int, tokens: Sequence[Token], clause: str) -> bool:
    """Tell whether a polite word begins a text, as its capital says: `Schreib Bitte klopfen`."""
    is_aside = node.name == "please" and 0 < at < len(tokens)
    return is_aside and clause[tokens[at].start].isupper()


def _may_fill(slot: _Slot, first: str, last: str, *, is_one: bool) -> bool:
    """Tell whether a slot may begin and end with these words: no place is `Straße Am`, of `Straße Am Deich 4`."""
    if slot.name == "t" and last in words("open_ends"):
        return False
    if slot.name not in _TEXT_SLOTS and not first.strip(_PUNCTUATION):
        return False  # `Zoom: 90` is no direction and a number
    return is_one or _JOINTS.isdisjoint((first, last))


def _ends_of_words(node: _Words, words: tuple[str, ...], at: int) -> list[int]:
    """Return where a group of these words ends that begins at `at`, the longest first."""
    groups = node.groups.get(words[at], ()) if at < len(words) else ()
    return [at + len(group) for group in groups if words[at : at + len(group)] == group]


def compiled(text: str, lists: Mapping[str, Sequence[str]], checks: Mapping[str, Check]) -> Pattern:
    """Return a pattern; raises ValueError where it names a list or a check that is not there."""
    parts = list(_PART.finditer(text))
    nodes, end = _sequence(parts, 0, text, lists, checks)
    if end != len(parts):
        raise ValueError(f"the pattern {text!r} has a bracket too many")
    return Pattern(nodes, tuple(_needed(nodes)))


def _needed(nodes: Sequence[_Node]) -> Iterator[frozenset[str]]:
    for node in nodes:
        if isinstance(node, _Words):
            yield frozenset(node.groups)


def _sequence(
    parts: Sequence[re.Match[str]],
    at: int,
    text: str,
    lists: Mapping[str, Sequence[str]],
    checks: Mapping[str, Check],
) -> tuple[tuple[_Node, ...], int]:
    nodes: list[_Node] = []
    while at < len(parts):
        part = parts[at]
        if part["sign"] and part["sign"] in "|)]":
            break
        if part["sign"]:
            node, at = _choice(parts, at, text, lists, checks)
            nodes.append(node)
            continue
        if part["slot"]:
            check = checks[part["check"]] if part["check"] else None
            nodes.append(_Slot(part["slot"], bool(part["most"]), check))
        elif part["words"]:
            if part["words"] not in lists:
                raise ValueError(
                    f"the pattern {text!r} names a list {part['words']!r} that is not there"
                )
            groups = _by_first(tuple(lists[part["words"]]))
            nodes.append(_Words(groups, part["words"]))
        else:
            nodes.append(_Words(_by_first((part["word"],))))
        at += 1
    return tuple(nodes), at


@cache
def _by_first(texts: tuple[str, ...]) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Return the groups of words that these texts are; a list is the same for all patterns that name it."""
    groups = {tuple(t.text for t in tokens_of(text)) for text in texts}
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for group in sorted(groups, key=lambda group: (-len(group), group)):
        found[group[0]] = (*found.get(group[0], ()), group)
    return found


def _choice(
    parts: Sequence[re.Match[str]],
    at: int,
    text: str,
    lists: Mapping[str, Sequence[str]],
    checks: Mapping[str, Check],
) -> tuple[_Choice, int]:
    closing = {"[": "]", "(": ")"}[parts[at]["sign"]]
    options: list[tuple[_Node, ...]] = []
    is_optional = parts[at]["sign"] == "["
    while True:
        option, at = _sequence(parts, at + 1, text, lists, checks)
        options.append(option)
        if at >= len(parts):
            raise ValueError(f"the pattern {text!r} lacks a {closing!r}")
        if parts[at]["sign"] == closing:
            break
    return _Choice((*options, ()) if is_optional else tuple(options)), at + 1


_SLOT: Final = re.compile(r"\{(\w+)\}")
_NEXT: Final = ", then "
_ORDINAL: Final = re.compile(r"\d{1,3}(?:st|nd|rd|th|\.)")
_FILE: Final = re.compile(r"\w\.\w{1,5}$|/")
_UNIT_FIRST: Final = re.compile(r"the\s+(?:word|line|sentence|paragraph)\b", re.IGNORECASE)
_IN_A_FIELD: Final = re.compile(
    r"\s(?:in|into)\s+the\s+(?:\S+\s+){0,2}(?:box|field|input|cell|row|column)$", re.IGNORECASE
)
_PIXELS: Final = re.compile(r"\d{1,5}(?:px)?", re.IGNORECASE)
_CELL: Final = re.compile(r"[a-z]{1,3}\d{1,6}", re.IGNORECASE)
_SOMEWHERE: Final = re.compile(
    r"\s(?:in|on|at|of|from|to|into|under|above|below|after|before|inside|within)\s+(?:the|my|this|that|its|line|row)\b",
    re.IGNORECASE,
)
"""A text that goes on so may have ended before, where its place begins."""
_NAMED: Final = re.compile(r"(?:(?i:the|my|this|that)\s|[A-Z])")
_CELLS: Final = re.compile(
    r"[a-z]{1,3}\d{1,6}|(?:the\s+)?(?:row\s+(?:number\s+)?\d{1,6}|column\s+[a-z]{1,3})",
    re.IGNORECASE,
)
"""A cell, or all cells of a row or a column, as people call them."""
_HEX: Final = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)
_STATED: Final = re.compile(r"(?:[A-Z#]\S*(?:\s[A-Z]\S*)?|\d\S*(?:\s\S+)?)")
"""A value that is told from the name before it by its capital letter or its digits."""
_MENU: Final = re.compile(r"\bmen[uü]\b", re.IGNORECASE)
_CHORD: Final = re.compile(r"\b(?:ctrl|strg|alt|shift|umschalt|super)\s*\+", re.IGNORECASE)
ADDRESS: Final = re.compile(
    r"(?:(?:https?|file)://\S+|www\.\S+|(?:[\w-]+\.)+(?:org|com|net|edu|gov|io|de|at|ch|eu|uk|info|dev)(?:/\S*)?)",
    re.IGNORECASE,
)
_MASK: Final = re.compile("[\U00100000-\U0010fffd]")


@cache
def languages() -> dict[str, dict[str, Any]]:
    """Return the files by their language: `en`, `de`; English first."""
    folder = files("resources") / "language"
    found = sorted(
        (entry for entry in folder.iterdir() if entry.name.endswith(".yaml")),
        key=lambda entry: (entry.name != "en.yaml", entry.name),
    )
    return {
        entry.name.removesuffix(".yaml"): yaml.load(entry.read_text("utf-8"), yaml.CSafeLoader)
        for entry in found
    }


@cache
def words(key: str) -> frozenset[str]:
    """Return the words of a list in all languages, folded in case."""
    return frozenset(
        word.casefold() for language in languages().values() for word in language.get(key, ())
    )


@cache
def _spellings() -> Mapping[str, str]:
    """Return the words of all patterns and lists by how they are typed without umlauts: `oeffne`."""
    known = re.findall(r"\w*[äöü]\w*", str(languages()).casefold())
    return {word.translate(_UMLAUTS): word for word in known}


@cache
def vocabulary() -> frozenset[str]:
    """Return every word of the files, whatever it stands for there."""
    return frozenset(re.findall(r"[^\W\d_]+", str(languages()).casefold()))


@cache
def table(key: str) -> Mapping[str, Any]:
    """Return the entries of a table in all languages, by words folded in case."""
    return {
        str(word).casefold(): value
        for language in languages().values()
        for word, value in language.get(key, {}).items()
    }


def verbs_put_in_english() -> list[str]:
    """Return the verbs of all languages that are read by way of English."""
    tables = (file.get("glosses", {}).get("verbs", {}) for file in languages().values())
    return [verb for table in tables for said in table.values() for verb in said]


@cache
def alternatives(key: str) -> str:
    """Return a list in all languages as a regular expression, longer words first."""
    found = sorted(words(key), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in found)


def _is_short(said: str) -> bool:
    return len(said.split()) <= 6


_TICKS: Final = frozenset({"tick", "check", "mark", "checkmark", "cross", "me"})
"""`take the check mark out of Terms` chooses nothing, nor does `take me to Terms`."""


@cache
def _next_step() -> re.Pattern[str]:
    """Matches `und drücke`: a verb of a language's lists after a comma or an "and"."""
    verbs = {
        words.casefold()
        for language in languages().values()
        for name, found in language.get("words", {}).items()
        for words in found
        if name.startswith("du_")
    }
    told = "|".join(re.escape(verb) for verb in sorted(verbs, key=lambda verb: (-len(verb), verb)))
    return re.compile(rf"(?:,|\b(?:and|{alternatives('and')}))\s+(?:{told})\b", re.IGNORECASE)


def _starts_step(said: str) -> bool:
    """Tell whether words begin with a verb: `Klick auf` of `Klick auf Schreiben` is no text and no name."""
    is_told = _next_step().match(f", {said}") is not None
    return is_told or said.split(None, 1)[0].casefold() in _plain_verbs()


@cache
def _plain_verbs() -> frozenset[str]:
    return frozenset(verb for verbs in table("verbs").values() for verb in verbs)


def _is_text(said: str) -> bool:
    """Tell whether words may be a text to type: what may be a step of its own is none, in doubt.

    Nor are `bitte` and the end of a verb: of `Trag bitte bei Ort Kiel ein` only Kiel is typed.
    """
    bare = said.casefold().split()
    is_verb = len(bare) == 1 and bare[0] in words("verb_ends")
    return not (is_verb or words("particles").issuperset(bare) or _next_step().search(said))


def _is_kind_of_text(said: str) -> bool:
    """Tell whether words say what kind of text is meant, and not the text: `eine neue Nachricht`, `the line Bring cake`."""
    return _UNIT_FIRST.match(said) is not None or said.startswith(
        tuple(f"{word} " for word in words("indefinite"))
    )


_MOST_TERM_WORDS: Final = 3


def _says_how(said: str) -> bool:
    """Tell whether words say how something is done, and are no name: `with the plus`."""
    return said.split()[0].casefold() in words("how_words")


def _is_term(said: str) -> bool:
    """Tell whether words may be what is searched for: `the cheapest one` has to be found out first."""
    is_whole = said.split()[0].casefold() not in words("stop_words") | words("and")
    return is_whole and not _says_how(said)


def _is_number(said: str) -> bool:
    digits = re.sub(r"(?<=\d)[.,](?=\d)", "", said, count=1)  # 0.2
    return said.casefold() in table("numbers") or (digits.isascii() and digits.isdigit())


def _is_file_name(said: str) -> bool:
    """Tell whether words are the name of a file: `a PDF`, `the new name` and `plan.txt on the desktop` say another thing."""
    first, *rest = said.casefold().split()
    is_told = first in words("stop_words") | words("indefinite") or any(
        map(_FILE.search, said.split()[:-1])
    )
    return (
        _CHECKS["plain"](said)
        and _CHECKS["name"](said)
        and not is_told
        and words("not_in_names").isdisjoint(rest)
    )


@lru_cache(maxsize=512)
def _is_part(said: str) -> bool:
    return next(fits_of("parts", said), None) is not None


def _is_span(said: str) -> bool:
    """Tell whether words count several things that follow on one another: `third and fourth`, `last two`."""
    counted = [word for word in said.casefold().split() if word not in words("stop_words")]
    joints = words("and") | words("to_words")
    numbers = table("ordinals").keys() | table("numbers").keys()
    return len(counted) > 1 and all(
        w in numbers or w in joints or w.isdigit() or _ORDINAL.fullmatch(w) for w in counted
    )


_IN_A_WRITING: Final = re.compile(
    r"\S\s+in\s+(?:the|my|this|that)\s+(?:\w+\s+)?(\w+)", re.IGNORECASE
)


def _is_placed(said: str) -> bool:
    """Tell whether a text ends with where it goes: `soon in the note`."""
    end = _IN_A_WRITING.search(said)
    is_end = end is not None and end.end() == len(said)
    return is_end and end is not None and end[1].casefold() in words("writing_words")


def holds_value(what: str) -> bool:
    """Tell whether words may name what holds a value, and not the whole of what is in front: `the page`."""
    return what.split()[-1].casefold() not in words("whole_words")


def _is_number_like(said: str) -> bool:
    return len(said.split()) == 1 and any(c.isdigit() for c in said)


_REF: Final = re.compile(r"[eo]\d+")
"""The short name of a thing: `drag e3 to e7`."""


def is_value(said: str) -> bool:
    """Tell whether words may be a value, and do not tell how a thing is to be: `in landscape`, `named Raffle`."""
    first, *rest = said.split()
    return not rest or first.casefold() not in words("how_words")


_CHECKS: Final[dict[str, Check]] = {
    "text": _is_text,
    "dictated": lambda said: (  # one that is quoted is so all of it: `X entfernen und "Y" schreiben`
        _is_text(said)
        and not _starts_step(said)
        and (_MASK.search(said) is None or _MASK.fullmatch(said) is not None)
    ),
    "thing": lambda said: _is_short(said) and ":" not in said and not _starts_step(said),
    "part": lambda said: _is_part(said),
    "unit_part": lambda said: _UNIT_FIRST.match(said) is not None and _is_part(said),
    "words": _is_short,
    "grouping": lambda said: said.casefold() in words("grouping_words"),
    "arrow": lambda said: (
        any(said.casefold() in words(key) for key in ("double_right", "double_left"))
        or (not said[0].isalnum() and said in words("across_right") | words("across_left"))
    ),
    "hand": lambda said: said.casefold() in ("left", "right"),
    "table_head": lambda said: said.casefold() in words("table_heads"),
    "rising": lambda said: said.casefold() in words("rising_words"),
    "falling": lambda said: said.casefold() in words("falling_words"),
    "colour": lambda said: said.casefold() in table("colours") or _HEX.fullmatch(said) is not None,
    "stated": lambda said: _STATED.fullmatch(said) is not None,
    "writing": lambda said: said.casefold().split()[-1] in words("writing_words"),
    "count": lambda said: _is_number(said) and said.casefold() not in ("a", "an"),
    "icon": lambda said: said.casefold() in words("icon_words"),
    "picture": lambda said: said.casefold().split()[-1] in words("picture_words"),
    "name": lambda said: _is_short(said) and not {"+", ","} & set(said) and not _says_how(said),
    "named": lambda said: (
        _CHECKS["name"](said) and said.casefold().split()[0] not in words("here_words")
    ),
    "whereto": lambda said: _is_short(said) and said.casefold() not in words("ends_of_texts"),
    "tabbed": lambda said: _is_short(said) and said.casefold() not in words("this_tab_words"),
    "term": lambda said: len(said.split()) <= _MOST_TERM_WORDS and _is_term(said),
    "one": lambda said: _is_short(said) and _JOINTS.isdisjoint(said.casefold().split()),
    "field": lambda said: _is_short(said) and not _MENU.search(said),
    "said": lambda said: not _MENU.search(said) and not _CHORD.search(said),
    "paged": lambda said: said.casefold() in words("paged_words"),
    "turning": lambda said: said.casefold() in words("turning_words"),
    "ordinal": lambda said: (
        said.casefold() in table("ordinals") or _ORDINAL.fullmatch(said) is not None
    ),
    "heading": lambda said: said.casefold().rstrip("0123456789") in words("heading_styles"),
    "unit": lambda said: said.casefold() in table("text_units"),
    "filed": _is_file_name,
    "file": lambda said: _FILE.search(said) is not None,
    "address": lambda said: ADDRESS.fullmatch(said) is not None,
    "here": lambda said: _is_text(said) and _SOMEWHERE.search(said) is None,
    "place": lambda said: _is_short(said) and _NAMED.match(said) is not None,
    "span": lambda said: _is_span(said),
    "drawn": lambda said: said.casefold() in words("drawn_words"),
    "look": lambda said: said.casefold() in table("looks"),
    "cells": lambda said: _CELLS.fullmatch(said) is not None,
    "cell": lambda said: _CELL.fullmatch(said) is not None,
    "quoted": lambda said: len(said) == 1 and _MASK.match(said) is not None,
    "free": lambda said: _is_text(said) and not _is_kind_of_text(said),
    "holder": lambda said: (
        _is_short(said)
        and ":" not in said
        and holds_value(said)
        and not (" " in said and _starts_step(said))
    ),
    "value_of": lambda said: _is_short(said) and is_value(said),
    "state": lambda said: not {"auf", "um"} & set(said.split()),
    "times": lambda said: said.casefold() in words("counted_times"),
    "side": lambda said: said.casefold() in words("sides"),
    "closable": lambda said: said.casefold().endswith(tuple(words("closable_words"))),
    "short": _is_short,
    "all_things": lambda said: said.casefold() in words("all_things"),
    "switched": lambda said: (
        _CHECKS["thing"](said)
        and words("no_switching_words").isdisjoint(re.findall(r"\w+", said.casefold()))
    ),
    "number": _is_number,
    "answer": lambda said: (
        said.casefold().partition(",")[0] in words("answers_said")
        or _MASK.fullmatch(said) is not None
    ),
    "unplaced": lambda said: _is_text(said) and not _is_placed(said),
    "placeless": lambda said: _IN_A_FIELD.search(said) is None,
    "way": lambda said: said.casefold() in table("ways"),
    "pixels": lambda said: _PIXELS.fullmatch(said) is not None,
    "word": lambda said: " " not in said,
    "plain": lambda said: _is_short(said) and ":" not in said,
    "choice": lambda said: _is_short(said) and _TICKS.isdisjoint(said.casefold().split()),
    "step": lambda said: " " in said,
    "attribute": lambda said: " " not in said and said.casefold() not in ("value", "text", "name"),
    "column": lambda said: (
        _is_short(said) and not words("column_words").isdisjoint(said.casefold().split())
    ),
    "value": lambda said: _is_number_like(said) and not _REF.fullmatch(said),
}
"""What a slot may ask of its words: `{text?quoted}`."""


@dataclass(frozen=True, slots=True)
class _Meaning:
    """A pattern, and the plain command that it comes to."""

    pattern: Pattern
    command: str


@cache
def _meanings(key: str) -> tuple[_Meaning, ...]:
    found: list[_Meaning] = []
    for language in languages().values():
        lists = language.get("words", {})
        for command, patterns in language.get(key, {}).items():
            found += [_Meaning(compiled(text, lists, _CHECKS), command) for text in patterns]
    return tuple(found)


@cache
def _by_word(key: str) -> tuple[Mapping[str, tuple[int, ...]], tuple[int, ...]]:
    """Return where the patterns stand of which one of a few words must be in the clause, and all the others."""
    found: dict[str, list[int]] = {}
    others: list[int] = []
    for n, meaning in enumerate(_meanings(key)):
        needed = meaning.pattern.needed
        if not needed:
            others.append(n)
            continue
        for word in min(needed, key=len):
            found.setdefault(word, []).append(n)
    return {word: tuple(places) for word, places in found.items()}, tuple(others)


def _likely(key: str, tokens: Sequence[Token]) -> list[_Meaning]:
    """Return the patterns that a clause may fit by its words, in the order of the files."""
    places, others = _by_word(key)
    chosen = {n for token in tokens for n in places.get(token.text, ())} | set(others)
    meanings = _meanings(key)
    return [meanings[n] for n in sorted(chosen)]


def fits_of(key: str, words: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield what words come to by the patterns under a key of the files, each with the words of its slots."""
    tokens = tokens_of(words)
    for meaning in _likely(key, tokens):
        for slots in meaning.pattern.fits(words, tokens):
            yield meaning.command, slots


@dataclass(frozen=True, slots=True)
class Plain:
    """What a clause comes to by one pattern: plain commands, one for each way in which it fits."""

    commands: tuple[str, ...]
    template: str
    """The command before its slots were filled."""
    slots: tuple[dict[str, str], ...]
    """What they were filled with, for each of the commands."""
    is_several: bool
    """Each command is several steps."""
    verb: str
    """What a list goes on with: the verb that the clause begins with, or the plain one where it ends in its verb."""


@lru_cache(maxsize=256)
def in_plain_words(clause: str) -> tuple[Plain, ...]:
    """Return what a clause comes to by each pattern that it fits, the one that is meant first.

    Args:
        clause: quotes masked.
    """
    tokens = tokens_of(clause)
    found: list[Plain] = []
    for meaning in _likely("means", tokens):
        if fits := meaning.pattern.fits(clause, tokens):
            commands = tuple(_filled(meaning.command, slots) for slots in fits)
            is_several = _NEXT in meaning.command
            verb = meaning.pattern.lead(clause, tokens)
            if not verb and meaning.pattern.ends_in_verb and "(" not in meaning.command:
                verb = meaning.command.split(None, 1)[0]
            found.append(Plain(commands, meaning.command, tuple(fits), is_several, verb))
    return tuple(found)


def _filled(command: str, said: Mapping[str, str]) -> str:
    def written(slot: re.Match[str]) -> str:
        words = said[slot[1]]
        return _keys(words) if slot[1] == "key" else words

    return _SLOT.sub(written, command)


def _keys(said: str) -> str:
    names = table("key_names")
    parts = re.split(r"\s*\+\s*", said)
    return "+".join(str(names.get(part.casefold(), part)) for part in parts)
