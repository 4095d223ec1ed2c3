"""Finds the thing that explains every word that is said of it: by its name, its kind, and where it stands.

People name things loosely: "the leaving date" is the field "Leaves on", "the town of the company" the field
Town in the group Company, "the number of barbecues in stock" the cell of a row and a column. No list of ways
to say that would be complete, so it is turned round: a thing may be meant if all the words say something
true of it, and it is meant if that is so of no other thing as well. A word that nothing explains means that
the thing is not there.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import Any, Final

from automation.commands.find.labels import PRESSED, SURE, Hit, by_labels, suits
from automation.commands.find.screen_view import (
    Scene,
    belonging,
    in_columns,
    in_containers,
    is_fold,
    is_icon,
    names_neighbour,
)
from automation.commands.language import alternatives, languages, table, words
from automation.commands.matching import ACTS, AMOUNT, SURE_LETTERS, Want
from automation.commands.targets import (
    COMBOS,
    CONTAINERS,
    LABELLED,
    ROLE_WORDS,
    may_be,
)
from automation.commands.words import as_said, number, ordinal
from automation.core.observation import ScreenElement
from automation.screen.roles import (
    BUTTONS,
    CELLS,
    INPUTS,
    LABELS,
    LISTED,
    MENU_ENTRIES,
    NUMBERS,
    ON_AND_OFF,
    ROWS,
    TABLES,
    TYPED_FIELDS,
)
from automation.screen.rows import in_reading_order, shares_row

# The words of a language, as data.


@dataclass(frozen=True, slots=True)
class _Language:
    """What `grounding` says in all languages together."""

    fillers: frozenset[str]
    looks: frozenset[str]
    contrasts: tuple[str, ...]
    directions: frozenset[str]
    links: frozenset[str]
    joints: frozenset[str]
    kinds: dict[str, frozenset[str]]
    """By a word the roles of what is called so."""
    parts: frozenset[str]
    selves: frozenset[str]
    everywhere: frozenset[str]
    places: dict[str, str]
    synonyms: dict[tuple[str, ...], frozenset[int]]
    endings: tuple[tuple[int, frozenset[str]], ...]


_ROLES_OF_KINDS: Final = {
    "entered": TYPED_FIELDS | COMBOS | CELLS | NUMBERS,
    "pressed": BUTTONS | MENU_ENTRIES,
    "switched": ON_AND_OFF | COMBOS,
    "listed": LISTED | ROWS | CELLS,
}
_MOST_CHARS: Final = 60
"""A longer name is running text and tells nothing of what stands by it."""
_MOST_ASKED: Final = 120
"""The same of a question, which people answer in their own words: `the 8 for how likely I am to come`."""
_TOKEN: Final = re.compile(r"\d+(?:[:.,]\d+)+|[^\W_]+|[^\w\s]+")
_SIGNS: Final = re.compile(r"[-+*/=<>%&#]")
_PARTED: Final = re.compile(r"\s[\u2013\u2014\u00b7|-]\s")
"""Before it stands what an entry is called, behind it what is told of it: `Lens cap - Ruth`."""
_ASIDE: Final = re.compile(rf"\([^()]*\)|\[[^\[\]]*\]|\sin\s(?:{alternatives('units')})$", re.I)
_SAME_EDGE_PX: Final = 6


@cache
def _language() -> _Language:
    kinds: dict[str, frozenset[str]] = {}
    places: dict[str, str] = {}
    synonyms: dict[tuple[str, ...], frozenset[int]] = {}
    endings: list[tuple[int, frozenset[str]]] = []
    data: list[dict[str, Any]] = [d["grounding"] for d in languages().values() if "grounding" in d]
    for group, said in enumerate(s for each in data for s in each["synonyms"]):
        for name in said:
            key = tuple(_as_digits(token) for token in _tokens(str(name)))
            synonyms[key] = synonyms.get(key, frozenset()) | {group}
    for each in data:
        for kind, said in each["kinds"].items():
            for word in said:
                kinds[word] = kinds.get(word, frozenset()) | _ROLES_OF_KINDS[kind]
        places |= {word: place for place, said in each["places"].items() for word in said}
        endings += [(e["least"], frozenset(e["of"])) for e in each["endings"]]

    def listed(key: str) -> Iterator[str]:
        return (word for each in data for word in each.get(key, ()))

    return _Language(
        frozenset(listed("fillers")),
        frozenset(listed("looks")),
        tuple(listed("contrasts")),
        frozenset(listed("directions")),
        frozenset(listed("links")),
        frozenset(listed("joints")),
        kinds,
        frozenset(listed("parts")),
        frozenset(listed("selves")),
        frozenset(listed("everywhere")),
        places,
        synonyms,
        tuple(endings),
    )


def _tokens(text: str) -> list[str]:
    """Return words, numbers and signs, folded; a possessive ending is a word of its own."""
    found = _TOKEN.findall(text.casefold().replace("\u2019", "'"))
    plain = (re.sub(r"(?<![\d.,:])0+(?=\d+:)", "", token) for token in found)
    return [part for token in plain for part in _parts_of_compound(token)]


@lru_cache(maxsize=8192)
def _parts_of_compound(word: str) -> tuple[str, ...]:
    """Return `nachricht` and `feld` of "Nachrichtenfeld": a word that ends in the kind of the thing."""
    for end in sorted(words("compound_ends"), key=len, reverse=True):
        stem = word.removesuffix(end)
        if stem != word and len(stem) >= _LEAST_STEM:
            return stem.removesuffix("-"), end
    return (word,)


_LEAST_STEM: Final = 4


@lru_cache(maxsize=16384)
def is_kin(first: str, second: str) -> bool:
    """Tell whether two words are one with other endings: leaving and leaves, barbecue and barbecues."""
    if first == second:
        return True
    same = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), None)
    same = min(len(first), len(second)) if same is None else same
    return any(
        first[at:] in endings and second[at:] in endings
        for least_letters, endings in _language().endings
        for at in range(least_letters, same + 1)
    )


@dataclass(frozen=True)
class Wording:
    """The words of a name, as they are compared."""

    text: str

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """All words; signs only where there is nothing else."""
        name = as_said(self.text) if any(c.isalnum() for c in self.text) else self.text
        found = _tokens(name)
        words = [t for t in found if any(c.isalnum() for c in t)] or found
        return tuple(_as_digits(w) for w in words)

    @cached_property
    def content(self) -> tuple[str, ...]:
        """The words that tell it from others; none in brackets."""
        return tuple(t for t in self.firm if t not in _language().fillers)

    @cached_property
    def firm(self) -> tuple[str, ...]:
        """Every word but articles: "Save as" is not "Save", and "Log out" not "Log"."""
        aside = set(_tokens(" ".join(_ASIDE.findall(self.text)))) if len(self.tokens) > 1 else set()
        return tuple(t for t in self.tokens if t not in aside and t not in words("stop_words"))

    @cached_property
    def groups(self) -> frozenset[int]:
        """What its words are synonyms of."""
        synonyms = _language().synonyms
        spans = (
            self.tokens[at : at + n] for n in (1, 2, 3) for at in range(len(self.tokens) - n + 1)
        )
        named = {group for span in spans for group in synonyms.get(span, ())}
        endings = (_synonyms_of(token) for token in self.tokens if len(token) > _FEW_LETTERS)
        return frozenset(named.union(*endings))


@lru_cache(maxsize=8192)
def _synonyms_of(word: str) -> frozenset[int]:
    """Return what a word is a synonym of with another ending: `favourites`."""
    known = _language().synonyms.items()
    return frozenset(
        group for span, groups in known if len(span) == 1 and is_kin(word, span[0])
        for group in groups
    )  # fmt: skip


@lru_cache(maxsize=8192)
def wording(text: str) -> Wording:
    """Return the words of a name."""
    return Wording(text)


def _as_digits(word: str) -> str:
    value = number(word) if word.isalpha() and len(word) > 2 and word != "one" else None
    return str(value) if value is not None and word not in ("once", "twice", "thrice") else word


@dataclass(frozen=True, slots=True)
class Term:
    """One word that must be explained, or several that are one: "magnifying glass"."""

    words: tuple[str, ...]
    groups: frozenset[int] = frozenset()
    roles: tuple[str, ...] = ()
    """The role words that it is a part of: `button`, `text field`."""

    def strength(self, name: Wording) -> int:
        """Return how well a name explains it: 3 by this very word, 2 by its stem, 1 by a synonym, 0 not."""
        if all(w in name.tokens for w in self.words):
            return 3
        if all(any(is_kin(w, t) for t in name.tokens) for w in self.words):
            return 2
        return 1 if self.groups & name.groups else 0

    @property
    def is_part(self) -> bool:
        """Tell whether it is a word for a part of the window, or for an entry of a list."""
        return self.words[0] in _language().parts or self.is_entry

    @property
    def is_entry(self) -> bool:
        """Tell whether it is a word for an entry of a list."""
        return not LISTED.isdisjoint(_language().kinds.get(self.words[0], ()))

    def may_be_self(self, element: ScreenElement) -> bool:
        """Tell whether such a part may be the thing itself: a card, a page, a list by its heading."""
        is_self = self.words[0] in _language().selves or self.is_entry
        is_self |= self.is_part and is_fold(element)
        return is_self or (self.is_part and element.role == "heading")

    @property
    def place(self) -> str:
        """Where it says that the thing stands: `left`; empty for nowhere."""
        return _language().places.get(" ".join(self.words), "")

    def is_kind_of(self, element: ScreenElement) -> bool:
        """Tell whether it is a word for things of this kind."""
        is_read = element.source == "ocr"
        if any(may_be(element.role, role, is_read=is_read) for role in self.roles):
            return True
        roles = _language().kinds.get(self.words[0], frozenset())
        return element.role in roles or (is_read and element.role == "text" and "cell" in roles)


_ROLE_SPANS: Final = {
    tuple(re.findall(r"\w+", word)): role
    for word, role in {**{word: word for word in ROLE_WORDS}, **table("roles")}.items()
}


@dataclass(frozen=True, slots=True)
class Said:
    """What was said of a thing."""

    terms: tuple[Term, ...]
    """The words that must be explained."""
    fillers: frozenset[str]
    """The small words among them."""
    heads: int
    """How many terms stand before the first word that links what it belongs to: `time` of Line 12."""
    joined: int = 0
    """How many stand before a word that joins one more thing: `Night Blue` with a free sample pot."""
    tokens: tuple[str, ...] = ()
    """All words, in their order."""

    def stands_for_rest(self, name: Wording, kinds: frozenset[str]) -> bool:
        """Tell whether one pronoun stands for the words of a name that were not said: `put it on the list`.

        Args:
            kinds: what the window and its lists tell of: one of the words must be such a kind.
        """
        said = [t for t in self.tokens if t not in words("stop_words")]
        there = [t for t in name.tokens if t not in words("stop_words")]
        at = next((n for n, token in enumerate(said) if token in words("pronouns")), 0)
        after = said[at + 1 :]
        meant = there[at : len(there) - len(after)]
        is_same = said[:at] == there[:at] and after == there[len(there) - len(after) :]
        is_kind = any(is_kin(word, kind) for word in meant for kind in kinds)
        return at > 0 and bool(after) and is_same and is_kind and words("totals").isdisjoint(meant)

    def of(self, name: Wording) -> dict[int, int]:
        """Return which of the terms a name explains, and how well."""
        return {n: s for n, t in enumerate(self.terms) if (s := t.strength(name))}

    def unsaid(self, name: Wording, *, firmly: bool = False) -> list[str]:
        """Return the words of a name that nobody said, in these words or others for the same.

        Args:
            firmly: the small words count too, as they do in the name of a button.
        """
        groups = frozenset(group for term in self.terms for group in term.groups)
        synonyms, tokens = _language().synonyms, name.tokens
        spans = (tokens[at : at + n] for n in (1, 2, 3) for at in range(len(tokens) - n + 1))
        same = {word for span in spans if groups & synonyms.get(span, frozenset()) for word in span}
        said = [*(word for term in self.terms for word in term.words), *self.fillers]
        must = name.firm if firmly else name.content
        return [w for w in must if w not in same and not any(is_kin(w, s) for s in said)]

    def starts(self, name: Wording) -> bool:
        """Tell whether the first word of a name was said."""
        said = [word for term in self.terms for word in term.words]
        return bool(name.tokens) and any(is_kin(name.tokens[0], word) for word in said)


def is_filler(word: str) -> bool:
    """Tell whether a word says nothing of which thing is meant."""
    return word.casefold() in _language().fillers


def said_in(text: str) -> Said:
    """Return what the words say."""
    language = _language()
    all_tokens = [
        _as_digits(t) for t in _tokens(text)
        if any(c.isalnum() for c in t) or (t,) in language.synonyms or _SIGNS.fullmatch(t)
    ]  # fmt: skip
    roles: list[list[str]] = [[] for _ in all_tokens]
    for at in range(len(all_tokens)):
        for n in (3, 2, 1):
            if (role := _ROLE_SPANS.get(tuple(all_tokens[at : at + n]))) and at + n <= len(
                all_tokens
            ):
                for k in range(at, at + n):
                    roles[k].append(role)
                break
    terms: list[Term] = []
    fillers: list[str] = []
    heads = joined = 0
    at = 0
    while at < len(all_tokens):
        spans = (n for n in (3, 2) if at + n <= len(all_tokens))
        span = next((n for n in spans if tuple(all_tokens[at : at + n]) in language.synonyms), 1)
        words = tuple(all_tokens[at : at + span])
        if span == 1 and words[0] in language.fillers:
            fillers.append(words[0])
            heads = heads or (len(terms) if words[0] in language.links else 0)
            joined = joined or (len(terms) if words[0] in language.joints else 0)
        else:
            terms.append(Term(words, language.synonyms.get(words, frozenset()), tuple(roles[at])))
        at += span
    return Said(tuple(terms), frozenset(fillers), heads or len(terms), joined, tuple(all_tokens))


# Which things explain the words.


@dataclass(frozen=True, slots=True)
class Explained:
    """A thing that explains all of the words."""

    hit: Hit
    own: int
    """How much its own name explains."""
    left: int
    """How many words of its name nobody said."""
    loose: int
    """How many words only the heading of its column explains."""
    is_headed: bool
    """Its own name says the first word, or one of those before `of`, `in`, `for`."""
    bonus: int = 0
    """How many of the small words stand in its name."""
    is_sure: bool = True
    """Enough of its name was said: "city" alone may mean something else than "Your City now"."""
    is_told: bool = True
    """Most of its name was said, or its kind: `the price slider`."""

    @property
    def rank_but_left(self) -> tuple[int, ...]:
        """The rank without how much of the name nobody said."""
        return self.loose, not self.is_headed, -self.own

    @property
    def rank(self) -> tuple[int, ...]:
        """The lower, the surer."""
        return (*self.rank_but_left, self.left, -self.bonus)


@dataclass(slots=True)
class _Candidate:
    hit: Hit
    name: Wording
    own: dict[int, int]
    by_itself: frozenset[int]
    """The words that its name or its kind explains."""
    anchored: dict[int, int] = field(default_factory=dict)
    """By word how surely something that it belongs to explains it: 2, or loosely 1."""
    titled: set[int] = field(default_factory=set)
    """The words that a title, a list or a column explains."""
    beside: set[int] = field(default_factory=set)
    """The words that something in its row explains."""
    partly: set[int] = field(default_factory=set)
    """The words that only a part of the name of what it belongs to explains."""

    def belongs_by(self, sureness: int) -> list[int]:
        """Return the words that only what it belongs to explains, so surely."""
        sure = [n for n, how in self.anchored.items() if how == sureness]
        return [n for n in sure if n not in self.by_itself]


def explained(
    text: str, pool: Sequence[ScreenElement], scene: Scene, want: Want
) -> list[Explained]:
    """Return the things of the pool that explain every word, the surest ones first."""
    for contrast in _language().contrasts:
        text = re.split(rf"(?:,|\sand)\s+{contrast}\s", text, maxsplit=1)[0]
    said = said_in(text)
    is_told = any(w[-1] == ":" and w[:-1] in _language().places for w in text.casefold().split())
    if is_told or not 0 < len(said.terms) <= _MOST_TERMS:  # "left: Biscuit" says no place
        return []
    position = ordinal(said.terms[0].words[0]) if len(said.terms) > 1 else None
    first = said.terms[0].words[0]
    if position is not None and any(first in wording(scene.words_of(e)).tokens for e in pool):
        # "First day" is a name: it is no day that is counted.
        named = _explaining(said, text, pool, scene, want)
        if any(first in wording(scene.words_of(h.element)).tokens for h in surest(named)):
            return named
    if position is not None:
        places = [t.place for t in said.terms]  # "the third from the bottom" is counted from there
        position = -position if "bottom" in places or "right" in places else position
        terms = tuple(t for t in said.terms[1:] if not t.place)
        said = replace(said, terms=terms, heads=max(1, said.heads - 1))
    found = _explaining(said, text, pool, scene, want)
    return found if position is None else _counted(found, position)


def _explaining(
    said: Said, text: str, pool: Sequence[ScreenElement], scene: Scene, want: Want
) -> list[Explained]:
    said_ways = _language().directions.intersection(w for t in said.terms for w in t.words[:1])
    if said_ways and not _NEXT_ONE.search(text):
        pool = [e for e in pool if _holds_directions(text, wording(scene.words_of(e)).tokens)]
    said = _without_looks(said, pool)
    candidates = _candidates(said, pool, scene, want)
    _anchor(candidates, said, scene)
    _note_nouns(candidates, said, scene)
    owned = {n for c in candidates if not said.unsaid(c.name) for n in c.own}
    # "Tim's effort" is the slider of that name, and no other one that stands beside both.
    named = [c for c in candidates if c.hit.element.role in INPUTS and c.name.tokens and not c.own]
    # One alone is no cell of a column either: it is called otherwise.
    names = [c.name.text for c in named]
    other = [c for c in named if names.count(c.name.text) == 1 or not owned.isdisjoint(c.anchored)]
    whole = [c for c in candidates if c not in other and _is_whole(c, said, scene)]
    joints = said.fillers & _JOINTS
    if joints and not _is_one_name(text, joints, pool):  # two things, of which one would be lost
        whole = [c for c in whole if joints & set(c.name.tokens)]
    for n, place in [(n, t.place) for n, t in enumerate(said.terms) if t.place]:
        others = [c for c in whole if n not in c.by_itself and n not in c.anchored]
        whole = [c for c in whole if c not in others] or _at_place(others, place, scene)
    if want is Want.BUTTON:
        # "Guests 2" is no page of the guests, `add the tag evening` no “Evening school”
        whole = [
            c for c in whole
            if c.own and not (c.belongs_by(1) or _is_page(c, said) or c.partly & c.titled)
            and (said.starts(c.name) or not is_icon(c.hit.element))
        ]  # fmt: skip
    return sorted((_told(c, said) for c in whole), key=lambda e: e.rank)


def _is_page(candidate: _Candidate, said: Said) -> bool:
    """Tell whether a thing is called by a number alone, and a title has to tell what is counted."""
    return candidate.name.text.isdecimal() and any(
        n not in candidate.by_itself and not term.is_part for n, term in enumerate(said.terms)
    )


_NEXT_ONE: Final = re.compile(r"\bnext\s+(?!to\b)(?!.*\bnext\b)(?=\w)", re.IGNORECASE)
"""`the next page`, where the word is no direction."""


def _holds_directions(text: str, name: tuple[str, ...]) -> bool:
    """Tell whether `over` is a word of the name: of "take over the complaint" in “Take over complaint”."""
    said, pairs = _tokens(text), set(pairwise(name))
    return len(said) == 1 or all(
        not pairs.isdisjoint(pairwise(said[max(0, at - 1) : at + 2]))
        for at, word in enumerate(said)
        if word in _language().directions
    )


def _without_looks(said: Said, pool: Sequence[ScreenElement]) -> Said:
    """Leave out how large a thing is where that stands in no name: `the little calendar`."""
    names = [wording(e.name) for e in pool]
    looks = [
        n for n, t in enumerate(said.terms)
        if t.words[0] in _language().looks and not any(t.strength(name) for name in names)
    ]  # fmt: skip
    if not looks or len(looks) == len(said.terms):
        return said
    terms = tuple(t for n, t in enumerate(said.terms) if n not in looks)
    return replace(said, terms=terms, heads=max(1, said.heads - sum(n < said.heads for n in looks)))


def _is_one_name(text: str, joints: frozenset[str], pool: Sequence[ScreenElement]) -> bool:
    """Tell whether every joint stands within a name that is there: `the availability of Salt and Iron`."""
    said = _tokens(text)
    pairs = [tuple(said[n - 1 : n + 2]) for n in range(1, len(said) - 1) if said[n] in joints]
    named = [wording(e.name).tokens for e in pool if e.name]
    return all(
        any(pair == name[at : at + 3] for name in named for at in range(len(name) - 2))
        for pair in pairs
    )


_MOST_TERMS: Final = 14
_JOINTS: Final = frozenset({"and", "or", "und", "oder"})


def surest(found: Sequence[Explained]) -> list[Hit]:
    """Return those that nothing else outranks: one, or several that are equally likely; none if not sure."""
    best = found[0] if found else None
    if best is None:
        return []
    if best.left and best.hit.element.role in LABELLED | NUMBERS:
        # "Monday" is that of three rows, however short the name of one row is.
        alike = [e for e in found if e.left and e.rank_but_left == best.rank_but_left]
        return [e.hit for e in alike if e.is_sure]
    return [e.hit for e in found if e.rank == best.rank and e.is_sure]


def told_best(found: Sequence[Explained]) -> ScreenElement | None:
    """Return the one thing of whose name most was said; None where there is none or more than one."""
    best = surest([e for e in found if e.is_told])
    return best[0].element if len(best) == 1 and len(surest(found)) == 1 else None


def _counted(found: list[Explained], position: int) -> list[Explained]:
    ordered = in_reading_order(hit.element for hit in surest(found))
    if abs(position) > len(ordered) or len(ordered) < 2:
        return []
    element = ordered[position - 1 if position > 0 else position]
    return [e for e in found if e.hit.element is element]


def _told(candidate: _Candidate, said: Said) -> Explained:
    name = candidate.name
    left = len(said.unsaid(name)) if candidate.own else 0
    return Explained(
        candidate.hit,
        own=sum(candidate.own.values()),
        left=left,
        loose=len(candidate.belongs_by(1)),
        is_headed=any(n < said.heads for n in candidate.own),
        bonus=len(said.fillers & set(name.tokens)),
        is_sure=_is_sure(candidate, said, left),
        is_told=left <= len(candidate.own) or _is_of_said_kind(candidate, said),
    )


def _is_sure(candidate: _Candidate, said: Said, left: int) -> bool:
    """Tell whether enough of the name was said; a lone word must be its very word: "File" is not "Files"."""
    name = candidate.name
    if len(said.terms) == 1 and candidate.own:
        (word,), is_number = said.terms[0].words[:1], said.terms[0].words[0].isdecimal()
        if candidate.own[0] == 2 or (is_number and as_said(name.text) != word):
            return False
    if left <= _MOST_UNSAID and _is_of_said_kind(candidate, said):
        return True
    letters = sum(len(w) for n in candidate.own for w in said.terms[n].words)
    return not left or (left <= _MOST_UNSAID and (said.starts(name) or letters >= SURE_LETTERS))


def _is_of_said_kind(candidate: _Candidate, said: Said) -> bool:
    """Tell whether its kind was said, and a word of its name: `the price slider` is the only slider with that word."""
    element = candidate.hit.element
    is_kind = any(may_be(element.role, r, is_read=False) for t in said.terms for r in t.roles)
    return is_kind and any(
        how == _VERY_WORD and not said.terms[n].roles and len(said.terms[n].words[0]) > _FEW_LETTERS
        for n, how in candidate.own.items()
    )


_VERY_WORD: Final = 3
_FEW_LETTERS: Final = 3
_MOST_UNSAID: Final = 3
_BY_LABEL: Final = (Want.EDIT, Want.CHECK, Want.HOLDER, Want.SLIDER, Want.NUMBER)


def _candidates(
    said: Said, pool: Sequence[ScreenElement], scene: Scene, want: Want
) -> list[_Candidate]:
    """Return what may be meant as far as its own name goes."""
    found: list[_Candidate] = []
    labels: list[ScreenElement] = []
    kinds = _kinds_told(scene) if not words("pronouns").isdisjoint(said.tokens) else frozenset()
    made = scene.composed if want is Want.HOLDER else ()  # a button that opens a list, in its row
    for element in in_page((*pool, *made), scene):
        name = wording(scene.words_of(element))
        if element.description and not element.name.strip():
            name = wording(element.description)
        own = said.of(name)
        if own and element.role in LABELS:
            labels.append(element)
        is_act = want is Want.CLICK and not ACTS.isdisjoint(said.unsaid(name))
        is_other = own and (is_act or scene.is_named_by_buttons(element))
        is_meant = suits(element, want) and not is_other
        if is_meant and not _is_more(element, name, own, said, kinds):
            found.append(_candidate(Hit(element, SURE), name, said))
    if want in _BY_LABEL:
        known = {id(c.hit.element) for c in found if c.own}
        found += (
            _candidate(hit, wording(label.name), said)
            for label in labels if not names_neighbour(label, scene)
            for hit in by_labels([Hit(label, SURE)], scene, want) if id(hit.element) not in known
        )  # fmt: skip
    return found


def _is_more(
    element: ScreenElement, name: Wording, own: dict[int, int], said: Said, kinds: frozenset[str]
) -> bool:
    """Tell whether the name of a thing says more than the words did, so that it may be another one."""
    if element.role in ("window", "document"):
        return True
    if element.role in LABELS:
        return bool(own or element.source == "tree") and bool(said.unsaid(name))
    if element.role in PRESSED:
        named = wording(AMOUNT.sub("", name.text))  # `Budget` says “3 Budget”
        is_more = bool(said.unsaid(named, firmly=True)) and not said.stands_for_rest(name, kinds)
        return bool(own) and not (is_icon(element) or is_fold(element)) and is_more
    return len(element.name) > _MOST_CHARS and element.role not in LABELLED


def _candidate(hit: Hit, name: Wording, said: Said) -> _Candidate:
    own = said.of(name)
    kinds = {n for n, term in enumerate(said.terms) if term.is_kind_of(hit.element)}
    return _Candidate(hit, name, own, frozenset(own) | kinds)


def in_page(pool: Sequence[ScreenElement], scene: Scene) -> list[ScreenElement]:
    """Leave out what is the browser's own where a page is shown, and what lies under an open dialog."""
    for box in scene.top_layers:
        inside = [e for e in pool if box.contains(e.box.center)]
        if inside:
            return inside
    pages = [e.box for e in scene.near if e.role == "document"]
    if not pages:
        return list(pool)
    return [e for e in pool if any(page.contains(e.box.center) for page in pages)]


def _anchor(candidates: list[_Candidate], said: Said, scene: Scene) -> None:
    """Note which words the things explain that each candidate belongs to: its group, its row, its list."""
    alike: dict[frozenset[int], list[_Candidate]] = {}
    for candidate in candidates:
        alike.setdefault(candidate.by_itself, []).append(candidate)
    titles = {e.name for e in scene.near if e.role in ("document", "window")}
    owners = [
        (e, wording(e.name)) for e in in_page(scene.there, scene)
        if 0 < len(e.name) <= (_MOST_ASKED if e.name.endswith("?") else _MOST_CHARS)
        and e.role not in ("window", "document")
        and not scene.is_named_by_buttons(e)
    ]  # fmt: skip
    for by_itself, group in alike.items():
        rest = [n for n, t in enumerate(said.terms) if n not in by_itself and not t.place]
        for candidate in group if rest else ():
            parent = candidate.hit.element.parent_name
            if parent and parent not in titles and parent != candidate.hit.element.name:
                pressed = [wording(e.name) for e in _pressed_in(parent, scene)]
                free = [n for n in rest if not any(said.terms[n].strength(x) for x in pressed)]
                _note(candidate, free, said, wording(parent), 2, is_title="," not in parent)
        for owner, name in _owners(rest, owners, said):
            theirs = belonging([c.hit.element for c in group], owner, scene)
            for candidate in group:
                element = candidate.hit.element
                is_beside = owner.role in LABELS and shares_row(owner.box, element.box)
                is_title = not (is_beside or owner.role in CELLS | ROWS)
                if any(element is there for there in theirs):
                    _note(candidate, rest, said, name, 2, is_title=is_title)
                    _note(candidate, rest, said, _over(owner, scene), 2, is_title=False)
                elif _is_kind_of_row(element, owner, scene):
                    nouns = [n for n in rest if n < said.heads]
                    _note(candidate, nouns, said, name, 1, is_title=is_title)


def _over(cell: ScreenElement, scene: Scene) -> Wording:
    """Return what stands over the column of a cell: `the gate of flight AZ 558`."""
    heads = [e for e in scene.near if cell.role in CELLS and e.role == "column_header"]
    return wording(" ".join(h.name for h in heads if in_columns([cell], [h])))


def _pressed_in(row: str, scene: Scene) -> list[ScreenElement]:
    """Return the buttons of a row: what they are called says nothing of what stands beside them."""
    return [e for e in scene.near if e.parent_name == row and e.role in PRESSED]


def _owners(
    rest: Sequence[int], named: Sequence[tuple[ScreenElement, Wording]], said: Said
) -> list[tuple[ScreenElement, Wording]]:
    """Return what may explain the rest of the words: by its whole name, else a row, heading or question by a part."""
    found: list[tuple[ScreenElement, Wording]] = []
    for n in rest:
        saying = [(e, name) for e, name in named if said.terms[n].strength(name)]
        whole = [s for s in saying if not said.unsaid(wording(_PARTED.split(s[1].text)[0]))]
        boxes = [e for e, _ in whole if e.role in CONTAINERS]
        # What a box of that name holds is its own; the title in it tells of nothing outside.
        whole = [w for w in whole if w[0].role not in LABELS or not in_containers([w[0]], boxes)]
        found += whole or [
            (e, x) for e, x in saying
            if e.role in CELLS | ROWS | {"heading"} or e.name.endswith("?")
        ]  # fmt: skip
    return found


def _note(
    candidate: _Candidate,
    rest: Iterable[int],
    said: Said,
    name: Wording,
    how: int,
    *,
    is_title: bool,
) -> None:
    if is_title and min(candidate.by_itself, default=said.joined) >= said.joined:
        rest = [n for n in rest if n >= said.joined]  # one more thing that is wanted is no title
    for n in rest:
        if said.terms[n].strength(name):
            candidate.anchored[n] = max(how, candidate.anchored.get(n, 0))
            (candidate.titled if is_title else candidate.beside).add(n)
            if said.unsaid(name) and name.text != candidate.hit.element.parent_name:
                candidate.partly.add(n)


def _is_kind_of_row(entry: ScreenElement, head: ScreenElement, scene: Scene) -> bool:
    """Tell whether a heading says what the entries of a list are: "the parcel for Cork".

    Only the head of the first column does, or of the entry's own: "the hours for Cork" is another cell.
    """
    is_entry = entry.role in CELLS | ROWS | LISTED or entry.source == "ocr"
    if not is_entry or head.box.bottom > entry.box.y + 2 or head.role not in _HEADS:
        return False
    if head.role != "column_header":
        return head.source == "ocr"
    is_over = head.box.x - 2 <= entry.box.center.x < head.box.right + 2
    return is_over or not any(
        e.role == head.role and e.box.x < head.box.x and shares_row(e.box, head.box)
        for e in scene.near
    )


_HEADS: Final = LABELS | {"column_header"}


def _is_whole(candidate: _Candidate, said: Said, scene: Scene) -> bool:
    """Tell whether a candidate explains all words, and one of them by itself."""
    surely, element = candidate.belongs_by(2), candidate.hit.element
    is_placed = bool(surely) or any(t.place for t in said.terms)
    # "The card Paint the shed" is called so itself; "the Save dialog" is not the button Save.
    is_part = (is_fold(element) or element.role not in PRESSED - {"tab"}) and not said.unsaid(
        candidate.name
    )
    is_part = is_part and any(c.isalpha() for c in candidate.name.text)
    for n, term in enumerate(said.terms):
        is_told = n in candidate.by_itself or n in candidate.anchored or term.place
        is_self = is_part and bool(candidate.own) and term.may_be_self(element)
        is_self |= n >= said.heads and term.words[0] in _language().everywhere
        is_in = is_placed and term.is_part and scene.may_hold(term.roles, element)
        if not (is_told or is_self or is_in):
            return False
    if candidate.own:
        if element.role in LABELS and _says_kind_only(candidate, said):
            return False
        heads = candidate.by_itself | candidate.titled
        return any(n in heads or said.terms[n].is_part for n in range(said.heads))
    roles = [role for t in said.terms for role in t.roles]
    if any(may_be(element.role, r, is_read=False) for r in roles):
        is_menu = "menu" in roles and element.role in BUTTONS
        return is_placed and not candidate.partly and not is_menu
    # The cell of a row and a column.
    titled, beside = candidate.titled, candidate.beside
    is_cell = bool(titled and beside) and len(titled | beside) > 1
    return is_cell and (element.source == "tree" or bool(candidate.by_itself))


def _note_nouns(candidates: Iterable[_Candidate], said: Said, scene: Scene) -> None:
    """Note words for what the entries are of which a window, a list or a heading tells: the clutch job in "Jobs"."""
    named = [(n, t.words[0]) for n, t in enumerate(said.terms) if len(t.words[0]) >= _FEW_LETTERS]
    tokens = _kinds_told(scene) if named else frozenset()
    nouns = [n for n, word in named if not tokens.isdisjoint(word + end for end in _PLURALS)]
    about = [n for n, w in named if scene.front and w in wording(scene.front.title).tokens]
    for candidate in candidates if nouns or about else ():
        role, own = candidate.hit.element.role, candidate.own
        # `berth A6` in "Berth check-in": what all things here are; a number alone may be any
        names = {n for n in own if not said.terms[n].words[0].isdigit()}
        extra = [n for n in about if n + 1 in names and n not in own]
        is_entry = role in CELLS | ROWS | LISTED or candidate.hit.element.source == "ocr"
        extra += nouns if candidate.beside or (is_entry and own) else []
        candidate.anchored = dict.fromkeys(extra, 1) | candidate.anchored


def _kinds_told(scene: Scene) -> frozenset[str]:
    told = [scene.front.title] if scene.front is not None else []
    told += [e.name for e in scene.there if e.role in _TELLS_KIND and len(e.name) <= _MOST_CHARS]
    return frozenset(token for name in told for token in wording(name).tokens)


_TELLS_KIND: Final = TABLES | {"heading", "document", "window", "column_header"}
_PLURALS: Final = ("s", "es", "e", "n", "en")


def _says_kind_only(candidate: _Candidate, said: Said) -> bool:
    """Tell whether a text only names the kind of what is meant: "folder" beside Holidays."""
    named = [n for n, term in enumerate(said.terms) if not term.roles and not term.place]
    return bool(named) and all(said.terms[n].roles for n in candidate.own)


def _at_place(candidates: list[_Candidate], place: str, scene: Scene) -> list[_Candidate]:
    """Keep those that stand farthest on that side, or in the middle of an odd number."""
    if not candidates:
        return []
    across = place in ("left", "right")
    at = {
        id(c): (c.hit.element.box.center.x if across else c.hit.element.box.center.y)
        for c in candidates
    }
    if place == "middle":
        for axis in ("y", "x"):
            ordered = sorted(candidates, key=lambda c: getattr(c.hit.element.box.center, axis))
            spots = [getattr(c.hit.element.box.center, axis) for c in ordered]
            if (
                len(ordered) % 2
                and len(ordered) > 1
                and all(b - a > _SAME_EDGE_PX for a, b in pairwise(spots))
            ):
                return [ordered[len(ordered) // 2]]
        return []
    is_low = place in ("left", "top")
    edge = (min if is_low else max)(at.values())
    kept = [c for c in candidates if abs(at[id(c)] - edge) <= _SAME_EDGE_PX]
    if len(kept) < len(candidates):
        return kept
    area = scene.front.rect if scene.front is not None else scene.observation.frame.rect
    middle = area.center.x if across else area.center.y
    return [c for c in kept if (at[id(c)] < middle) == is_low]
