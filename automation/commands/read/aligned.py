"""Reads what no pattern reads by laying all of its words over the names on the screen.

Every word is a part of a name that is there, of a value that the thing beside it takes, or a small word that
says nothing of its own: "Grand size, wrapped in Linen cloth" is the choice Grand, and Linen cloth in the list
Wrapping. It is read so only if no word is left over, and in one way only. Of the ways to do it the cheapest
is looked for, as for the best path through a lattice: a longer name is likelier than a shorter one, and a
text that goes over a comma less likely than two steps.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from typing import Final

from automation.commands.find.coverage import (
    explained,
    in_page,
    is_filler,
    is_kin,
    said_in,
    told_best,
    wording,
)
from automation.commands.find.labels import PRESSED
from automation.commands.find.screen_view import Scene, holds
from automation.commands.forms import Assign, Choose, Form, Phrase, Point, Reading, Switch
from automation.commands.language import verbs_put_in_english
from automation.commands.language import words as listed
from automation.commands.matching import Want
from automation.commands.read.values import may_hold, moment
from automation.commands.read.verbs import starts_with_verb
from automation.commands.targets import COMBOS, literal
from automation.commands.words import as_said, number, without_opening
from automation.core.observation import ScreenElement
from automation.screen.roles import (
    BESIDE_LABELS,
    CELLS,
    NUMBERS,
    PLAIN_FIELDS,
    TWO_STATES,
    TYPED_FIELDS,
)

_WORD: Final = re.compile(
    r"[“„\"«][^“”„\"«»]*[”“\"»][.,;:!]*|\d+(?:[.,]\d+)+[^\s,;]*|[^\s,;]+|[,;]"
)
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_NUMBER: Final = re.compile(r"[-+\u2212]?[£$€]?\d[\d.,]*\s?[%°€$£]?")
_INITIAL: Final = re.compile(r"[A-ZÄÖÜ]\.")
_COMMAS: Final = (",", ";")
_END_MARKS: Final = ".!?:,;"
_SENTENCE_ENDS: Final = (".", "!", "?")
_QUOTE_MARKS: Final = '“”„"«»'
_MOST_WORDS: Final = 40
_MOST_IN_NAME: Final = 7
_MOST_IN_VALUE: Final = 14
_MOST_IN_DAY: Final = 4
_MOST_IN_OPTION: Final = 4
_MOST_IN_ENTRY: Final = 4
"""Words of an entry of a list of words: `should be set to`."""
_LEAST_LETTERS: Final = 5
"""Of a part of a name: "log on" turns on nothing that is called Log all requests."""
_MOST_IN_PART: Final = 2
"""Words of the name of a list that say it where what it offers tells the rest."""
_LONGEST_NAME: Final = 120

# What a way costs: an act, and what makes it more or less likely.
_ACT: Final = 1.0
_UNTOLD: Final = 0.5
"""What a list offers is not told."""
_DAY_ALONE: Final = 0.2
_WORD_OF_VALUE: Final = 0.1
_WORD_OF_NAME: Final = -0.06
_JOINT_IN_VALUE: Final = 1.5
_WORD_OF_TITLE: Final = 0.3
_MARGIN: Final = 0.15
"""A second way that is dearer by less is as likely."""
_WAYS_KEPT: Final = 3


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    """Without the mark at its end."""
    mark: str = ""
    """What ends it: a colon, a full stop."""

    @property
    def folded(self) -> str:
        return self.text.casefold()

    @property
    def is_comma(self) -> bool:
        return self.text in _COMMAS


@dataclass(frozen=True, slots=True)
class _Act:
    """What some of the words say: a thing, what it gets, and how far the words go."""

    end: int
    element: ScreenElement
    value: str
    form: Form
    cost: float


@dataclass(frozen=True, slots=True)
class _Control:
    """A field or list that words name, and whether they say beyond doubt that a value follows."""

    element: ScreenElement
    words: str
    at: int
    """Where the words about it begin, those of the value among them."""
    is_linked: bool = False


_Way = tuple[float, tuple[_Act, ...]]


def aligned(text: str, scene: Scene) -> tuple[Form, ...]:
    """Return the steps that all words of an instruction say by the names that are there, or nothing."""
    said = _words_of(without_opening(text))
    adds = listed("adding_verbs")
    is_new = any(w.folded in adds and not then.is_comma for w, then in pairwise(said))
    if not 0 < len(said) <= _MOST_WORDS or (
        is_new and any(t.is_entry for t in said_in(text).terms)
    ):
        return ()
    places = dict.fromkeys((0, _place_said(said)))
    return next(filter(None, (_best_way(said, place, scene) for place in places)), ())


def _best_way(said: Sequence[_Word], place: int, scene: Scene) -> tuple[Form, ...]:
    """Return what the words behind a place come to, if one way is the best."""
    lattice = _Lattice(said[place:], scene, " ".join(w.text for w in said[:place]))
    ways = [way for way in lattice.ways_from(0) if way[1]]
    if not ways or (len(ways) > 1 and ways[1][0] - ways[0][0] < _MARGIN):
        return ()
    forms = tuple(act.form for act in ways[0][1])
    # Of a button alone `Don't save: File, Save` says nothing.
    is_apart = place > 0 and said[place - 1].mark == ":"
    is_placed = not is_apart or any(not isinstance(form, Point) for form in forms)
    return forms if is_placed and not _is_half_off(said, forms) else ()


def _words_of(text: str) -> list[_Word]:
    said = _WORD.findall(text)
    found = (
        (word, word if _is_shortened(word, after) else word.rstrip(_END_MARKS))
        for word, after in zip(said, [*said[1:], ""], strict=True)
    )
    return [_Word(plain or word, word[len(plain or word) :]) for word, plain in found]


def _is_shortened(word: str, after: str) -> bool:
    """Tell whether a word ends with the point of its abbreviation: `K. Petersen`, `Nr. 6`."""
    is_number = word.endswith(".") and after[:1].isdigit()
    is_known = word[:-1].casefold() in listed("abbreviations") | {"no"}
    return (is_number and is_known) or (
        _INITIAL.fullmatch(word) is not None and after[:1].isupper()
    )


def _place_said(said: Sequence[_Word]) -> int:
    """Return where a place ends that is said first: `In the Guest part put Ulm as the town`, `Outline: speed 12`."""
    verbs = listed("giving_verbs") if said[0].folded in listed("page_ins") else frozenset()
    ends = range(1, min(len(said), _MOST_IN_NAME))
    return next((n for n in ends if said[n - 1].mark == ":" or said[n].folded in verbs), 0)


def without_instead(text: str) -> str:
    """Return the words without what was there before: `5 files instead of 2`."""
    folded = text.casefold()
    for words in listed("instead_words"):
        before, found, after = folded.rpartition(f" {words} ")
        if found and 0 < len(after.split()) <= _MOST_IN_PART:
            return text[: len(before)]
    return text


def _is_half_off(said: Sequence[_Word], forms: Sequence[Form]) -> bool:
    """Tell whether one `off` at the end may be about all of several: `helmet and poles off`."""
    is_last = said[-1].folded in listed("off_words")
    is_on = any(isinstance(form, Switch) and form.on for form in forms)
    return is_last and is_on and not any(w.folded in listed("on_words") for w in said)


@dataclass
class _Lattice:
    """The words of an instruction and what each run of them may say."""

    said: Sequence[_Word]
    scene: Scene
    place: str = ""
    """What is said before all of it of where the things are: `In the Guest part`."""
    _known: dict[str, bool] = field(default_factory=dict)
    _found: dict[tuple[int, int, Want, str], ScreenElement | None] = field(default_factory=dict)
    _best: dict[int, list[_Way]] = field(default_factory=dict)

    def ways_from(self, at: int) -> list[_Way]:
        """Return the cheapest ways to read the words from a place on."""
        if at >= len(self.said):
            return [(0.0, ())]
        if at not in self._best:
            ways = [(c + p, a) for end, p in self._passed_over(at) for c, a in self.ways_from(end)]
            for act in self._acts(at):
                rest = self.ways_from(act.end)
                if self._belongs(
                    act.end
                ):  # `small hall for 25 guests`: each is a value beyond doubt
                    rest = [way for way in rest if way[1] and self._are_told(act, way[1][0])]
                ways += [(c + act.cost, (act, *a)) for c, a in rest if not _is_second(act, a)]
            self._best[at] = _distinct(sorted(ways, key=lambda way: way[0]))[:_WAYS_KEPT]
        return self._best[at]

    def _acts(self, at: int) -> Iterator[_Act]:
        yield from self._toggles(at)
        yield from self._fields_first(at)
        yield from self._values_first(at)
        yield from self._presses(at)
        if not self.place:
            yield from self._options(at)
            yield from self._days(at)

    # The sentence: its words, its parts.

    def _text(self, first: int, end: int) -> str:
        """Return words with the marks between them, none behind the last one."""
        marked = [w.text + w.mark for w in self.said[first : end - 1]]
        return " ".join([*marked, self.said[end - 1].text]).replace(" ,", ",")

    def _spans(self, at: int, most: int = _MOST_IN_NAME) -> range:
        """Return where words that begin here may end, the longest first."""
        return range(min(len(self.said), at + most), at, -1)

    def _follow(self, at: int, among: frozenset[str]) -> int:
        """Return where words end that are all of these."""
        while count := self._listed(at, among):
            at += count
        return at

    def _listed(self, at: int, among: frozenset[str]) -> int:
        """Return how many words from here on are one entry of a list."""
        folded = [w.folded for w in self.said[at : at + _MOST_IN_ENTRY]]
        counts = range(len(folded), 0, -1)
        return next((n for n in counts if " ".join(folded[:n]) in among), 0)

    def _is_edge(self, at: int) -> bool:
        """Tell whether a part of the sentence ends before this word."""
        if not 0 < at < len(self.said):
            return True
        before, word = self.said[at - 1], self.said[at]
        joints = listed("and") | listed("but_words") | listed("then_words")
        is_mark = bool(before.mark) or before.is_comma or word.is_comma
        return is_mark or not joints.isdisjoint((before.folded, word.folded))

    def _part_before(self, at: int) -> Iterator[str]:
        """Yield the words of a part that stand before one, the nearest first."""
        while not self._is_edge(at):
            at -= 1
            yield self.said[at].folded

    def _part_from(self, at: int) -> Iterator[int]:
        """Yield the places of the words up to the end of a part."""
        while not self._is_edge(at):
            yield at
            at += 1

    def _passed_over(self, at: int) -> Iterator[tuple[int, float]]:
        """Yield where words end that say nothing of their own, and what it costs to take them so."""
        if (price := self._small_cost(at)) is not None:
            yield at + 1, price
        if (count := self._listed(at, listed("giving_verbs") | listed("it_is"))) > 1:
            yield at + count, 0.0

    def _small_cost(self, at: int) -> float | None:
        """Return what it costs to take a word for one that says nothing of its own; None where that cannot be."""
        word = self.said[at].folded
        is_alone = self._is_edge(at) and self._is_edge(at + 1)
        rest = list(self._part_from(at + 1))
        if (is_alone and word in listed("pronouns")) or (
            word in listed("state_words") and all(is_filler(self.said[n].text) for n in rest)
        ):
            return None  # `the ribbon is here`
        if word in listed("giving_verbs") and self._is_left_out(at, rest):
            return None
        if self._is_small(at):
            return 0.0
        return _WORD_OF_TITLE if self._is_of_title(at) else None

    def _is_small(self, at: int) -> bool:
        word = self.said[at]
        if word.is_comma or is_filler(word.text):
            return True
        if at and self.said[at - 1].folded in listed("one_words"):
            return False  # `a hat` is none of the verbs that say nothing of their own
        if word.folded in listed("choice_nouns") and not self._is_known(word.text):
            return True  # `the reason is Stove still hot`, where the dialog asks "Why?"
        small = listed("subjects") | listed("giving_verbs") | listed("stating_words")
        return word.folded in small | listed("it_is") | listed("aside_words")

    def _is_of_title(self, at: int) -> bool:
        """Tell whether a word with its article only says what is edited here: `the concert is on 14 May`."""
        before = self.said[at - 1].folded if at else ""
        is_told = at == 0 or before in listed("determiners") | listed("stop_words")
        return is_told and any(is_kin(self.said[at].folded, t) for t in self._titles)

    def _is_left_out(self, at: int, rest: Sequence[int]) -> bool:
        """Tell whether an order that begins here names nothing, so that it would not be done: `place the order`."""
        is_echo = self._text(at, at + 1 + len(rest)).casefold() in listed("echoes")
        return not is_echo and all(self._is_small(n) or self._is_of_title(n) for n in rest)

    def _is_order(self, at: int) -> bool:
        """Tell whether a part begins here with the verb of an order."""
        is_first = at == 0 or self.said[at].text.islower()
        return is_first and self._is_edge(at) and starts_with_verb(self.said[at].text)

    def _is_pressed(self, at: int) -> bool:
        """Tell whether a verb before says that something is pressed: a text is typed by none of these."""
        others = listed("pointing_verbs") - listed("giving_verbs")
        return any(word in others for word in self._part_before(at))

    def _belongs(self, at: int) -> bool:
        """Tell whether something is said of a thing: what it is for or in, or that it is so, is no second step."""
        joints = listed("part_joints") - listed("with_words") | listed("state_words")
        is_joined = at < len(self.said) and self.said[at].folded in joints
        # `by van` is what a choice is called.
        is_joined &= not any(self._named(at, e, Want.OPTION) for e in self._spans(at + 1))
        return self.said[at - 1].mark == ":" or (is_joined and not self._is_edge(at))

    def _is_told(self, act: _Act) -> bool:
        """Tell whether an act gives a field its value, or chooses what a list offers."""
        return isinstance(act.form, Assign) or self.scene.offers(act.element, act.value)

    def _are_told(self, act: _Act, then: _Act) -> bool:
        """Tell whether both are values: so are choices of two groups, but for `express: rows`."""
        are_chosen = act.element.role == then.element.role == "radio"
        is_said_of = self.said[act.end - 1].mark == ":"
        return (are_chosen and not is_said_of) or (self._is_told(act) and self._is_told(then))

    # The screen: what the words name.

    @cached_property
    def _there(self) -> list[ScreenElement]:
        """What is not under an open dialog, and no part of a browser around its page or of a list."""
        there = in_page(self.scene.there, self.scene)
        lists = [e.box for e in there if e.role in COMBOS]
        # The field of a list that takes any words is that list.
        return [e for e in there if e.role != "field" or not any(holds(b, e.box) for b in lists)]

    @cached_property
    def _pressed(self) -> list[ScreenElement]:
        """What does something at once; on a picture alone a text may be a button, if it labels no field."""
        labels = {e.name for e in self._there if e.source == "ocr" and e.role in BESIDE_LABELS}
        return [
            e for e in self._there
            if e.role in PRESSED
            or (e.source == "ocr" and e.role == "text" and e.name not in labels)
        ]  # fmt: skip

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        texts = ((e.name, e.parent_name, e.description) for e in self.scene.there)
        names = {name for told in texts for name in told if 0 < len(name or "") < _LONGEST_NAME}
        names |= {self.scene.front.title} if self.scene.front is not None else set()
        return frozenset(token for name in names for token in wording(name).tokens)

    @cached_property
    def _titles(self) -> frozenset[str]:
        """The words of what the page itself is called."""
        names = [e.name for e in self.scene.there if e.role in ("document", "heading")]
        names += [self.scene.front.title] if self.scene.front is not None else []
        return frozenset(t for name in names for t in wording(name).tokens if not is_filler(t))

    def _fields_for(self, value: str) -> list[ScreenElement]:
        """Return the fields that take a day; for a time alone those for times."""
        parts = {e.parent_name for e in self.scene.there if e.role == "spinner"}
        days, clocks = listed("day_words"), listed("clock_words")
        named = [
            (e, wording(e.name).tokens) for e in self._there if e.role in TYPED_FIELDS - NUMBERS
        ]
        timed = [e for e, n in named if not clocks.isdisjoint(n) and days.isdisjoint(n)]
        if _is_clock(value):
            return timed
        able = (e for e, n in named if e.name in parts or not days.isdisjoint(n))
        return [e for e in able if all(e is not t for t in timed)]

    def _is_known(self, word: str) -> bool:
        """Tell whether a word may be one of a name that is there."""
        if word not in self._known:
            told, there = wording(word), self._vocabulary
            is_said = all(t in there or any(is_kin(t, v) for v in there) for t in told.tokens)
            self._known[word] = bool(told.groups) or (bool(told.tokens) and is_said)
        return self._known[word]

    def _named(
        self, first: int, end: int, want: Want, *, without: str = ""
    ) -> ScreenElement | None:
        """Return the one thing that words say, those of a list among them left out."""
        key = first, end, want, without
        if key not in self._found:
            span = self.said[first:end]
            left = [w for w in span if not (without and w.folded in listed(without))]
            is_name = left and self._may_be_name(left, first)
            self._found[key] = self._one_called(left, want) if is_name else None
        return self._found[key]

    def _may_be_name(self, span: Sequence[_Word], at: int) -> bool:
        """Tell whether words may be what a thing is called: whole, all known, and none of them said twice."""
        if any(w.is_comma or w.text[0] in _QUOTE_MARKS for w in span) or any(
            w.mark not in ("", ":") for w in span[:-1]
        ):
            return False
        whole = as_said(" ".join(w.text for w in span if w.folded not in listed("pronouns")))
        content = [w.folded for w in span if not is_filler(w.text)]
        is_loose = is_filler(span[0].text) or is_filler(span[-1].text)
        names = (e.name.partition("(")[0] for e in self.scene.there)  # `shake for 5 minutes`
        if is_loose and not any(as_said(name) == whole for name in names):
            return False
        if self._is_order(at):
            verb = set(span[0].folded.split("-"))
            if not any(verb <= set(wording(e.name).tokens) for e in self._there):
                return False
        is_twice = any(is_kin(a, b) for a, b in combinations(content, 2))
        return not is_twice and all(is_filler(w.text) or self._is_known(w.text) for w in span)

    def _one_called(self, span: Sequence[_Word], want: Want) -> ScreenElement | None:
        marked = [w.text + w.mark for w in span[:-1]]
        text = _HYPHEN.sub(" ", " ".join([*marked, span[-1].text]))
        text = text if want is Want.BUTTON else f"{text} {self.place}".strip()
        is_box = want is Want.OPTION
        pool = [e for e in self._there if e.role in TWO_STATES] if is_box else self._there
        found = explained(text, pool, self.scene, want)
        is_told = any(w.folded in listed("state_words") for w in span)
        is_named = found and (found[0].own or not (is_told or found[0].hit.element.name.strip()))
        is_meant = is_named and not found[0].left
        if is_box and not is_meant:  # `the afternoon` of “Afternoon, 12 to 17”
            names = ((e, e.name.partition(",")) for e in pool)
            headed = [e for e, (head, more, _) in names if more and as_said(head) == as_said(text)]
            return headed[0] if len(headed) == 1 and is_named else None
        if want is Want.BUTTON and not is_meant:
            return None  # all of its name must have been said
        return told_best(found)

    def _controls(self, first: int, end: int) -> list[ScreenElement]:
        """Return the fields and lists that words may name."""
        wants = (Want.EDIT, Want.NUMBER, Want.SLIDER, Want.HOLDER)
        found = [e for want in wants if (e := self._named(first, end, want)) is not None]
        words = [w.folded for w in self.said[first:end]]
        is_other = is_filler(words[0]) or any(w.mark for w in self.said[first : end - 1])
        if found or is_other or self.place:
            # The grid of a sheet would take a text into whatever cell is current.
            told = (e for e in found if e.role != "table" or "editable" not in e.states)
            return list({id(e): e for e in told}.values())
        is_counted = first > 0 and number(self.said[first - 1].text) is not None
        return self._headed(words, is_counted=is_counted) or self._lists_called(words)

    def _headed(self, words: Sequence[str], *, is_counted: bool) -> list[ScreenElement]:
        """Return the one control whose name ends with words: `the title` where only the Concert title is one.

        Or whose name has them before what it is for: `a dog` says Dog per night, `2 dogs`, too.
        """
        able = (e for e in self._there if e.role in TYPED_FIELDS | COMBOS | NUMBERS)
        told, joints = tuple(words), listed("part_joints") | listed("per_words")

        def says(part: Sequence[str]) -> bool:
            return len(part) == len(told) and all(
                a == b or (is_counted and is_kin(a, b)) for a, b in zip(told, part, strict=True)
            )

        named = [
            e for e in able
            if says((name := wording(e.name).tokens)[-len(told) :])
            or (says(name[: len(told)]) and not joints.isdisjoint(name[len(told) :][:1]))
        ]  # fmt: skip
        return named if len(named) == 1 else []

    def _lists_called(self, words: Sequence[str]) -> list[ScreenElement]:
        """Return the lists that words name; a part of a name says one if what it offers tells the rest."""
        named = ((e, wording(e.name).tokens) for e in self._there if e.role in COMBOS)
        return [
            e for e, name in named
            if len(words) <= _MOST_IN_PART
            and (len(name) == len(words) or self.scene.offered(e))
            and all(any(is_kin(w, t) for t in name) for w in words)
        ]  # fmt: skip

    def _target(self, thing: ScreenElement, words: str = "") -> Phrase:
        """Return the name of a thing where no other one has it, else the words that were said of it."""
        alike = sum(e.name == thing.name for e in self.scene.there if e.role == thing.role)
        # A step before may bring up another one in another row: "close bed A3 and reopen C1".
        rest = {*as_said(words).split()} - {*as_said(thing.name).split()}
        is_of_row = not rest.isdisjoint(
            as_said(thing.parent_name).replace(",", " ").split()
        ) and any(e.role in CELLS and e.parent_name == thing.parent_name for e in self.scene.near)
        is_told = bool(thing.name.strip()) and ((alike == 1 and not is_of_row) or not words)
        placed = f"{words} {self.place}".strip()
        return literal(thing.name.strip()) if is_told else Phrase(placed, (Reading(placed),))

    # The acts.

    def _toggles(self, at: int) -> Iterator[_Act]:
        """Yield what is turned on or off, or chosen where it shows: `no pets`, `the garage on`."""
        off = listed("denials") | listed("untick_verbs")
        first = self._follow(at, off)
        is_off = first > at
        while is_off and first < len(self.said) and self._is_passed_over(first):
            first += 1
        for end in self._spans(first):
            box = self._named(first, end, Want.OPTION)
            denials = sum(w.folded in listed("denials") for w in self.said[first + 1 : end])
            is_denied = box is None and denials == 1
            if is_denied:  # `listeners may not comment`
                box = self._named(first, end, Want.OPTION, without="denials")
            words = self._text(first, end)
            if box is None and self._is_stated(
                first + 1, end - 1
            ):  # `the bicycle should be at times`
                box = self._named(first, end, Want.OPTION, without="value_links")
                words = " ".join(w for w in words.split() if w not in listed("value_links"))
            last, is_on = self._state_after(end)
            box = box or self._part_named(first, end, last)
            if box is None:
                continue
            own = as_said(box.name).split()  # "take the steak out of the window"
            rest = self.said[first:]
            part = rest[: next((n + 1 for n, w in enumerate(rest) if w.mark), len(rest))]
            outside = any(w.folded in listed("out_words") and w.folded not in own for w in part)
            if outside and is_off:
                continue  # "don't take it out"
            is_on = is_on and not (is_off or is_denied or outside)
            if box.role == "radio" and not is_on:
                continue
            target = self._target(box, words)
            form = Choose(target) if box.role == "radio" else Switch(target, on=is_on)
            cost = _ACT + (end - first) * _WORD_OF_NAME
            yield _Act(last, box, "on" if is_on else "off", form, cost)

    def _is_stated(self, first: int, end: int) -> bool:
        """Tell whether words say what something is to be: that it only is so is told."""
        links = listed("value_links") - listed("state_words")
        return any(w.folded in links for w in self.said[first:end])

    def _part_named(self, first: int, end: int, last: int) -> ScreenElement | None:
        """Return the one box of whose name a whole part of the sentence says some words: `both sides`."""
        span = self.said[first:end]
        is_part = self._is_edge(first) and (last > end or self._is_edge(end))
        letters = sum(len(w.text) for w in span if not is_filler(w.text))
        is_told = any(w.folded in listed("state_words") for w in span)  # `the soup is paid`
        if (
            is_told
            or self.place
            or not (is_part and letters >= _LEAST_LETTERS and self._may_be_name(span, first))
        ):
            return None
        boxes = [e for e in self._there if e.role in TWO_STATES - {"radio"}]
        found = explained(self._text(first, end), boxes, self.scene, Want.CHECK)
        return told_best([e for e in found if e.own])  # the only box is not one that is called so

    def _is_passed_over(self, at: int) -> bool:
        """Tell whether a word behind a denial says nothing: `no need to ring`."""
        return is_filler(self.said[at].text) or self.said[at].folded in listed("need_words")

    def _state_after(self, at: int) -> tuple[int, bool]:
        """Return where a thing's state ends that stands behind its name, and whether it is on."""
        after = at if self.said[at - 1].mark else self._follow(at, listed("stating_words"))
        word = self.said[after].folded if after < len(self.said) else ""
        if word in listed("off_words"):
            return after + 1, False
        return (after + 1 if word in listed("on_words") and self._is_edge(after + 1) else at), True

    def _fields_first(self, at: int) -> Iterator[_Act]:
        """Yield what a field or list gets whose name stands first: `deposit 1960`."""
        is_asked = self._is_edge(at) and self.said[at].folded in listed("asking_verbs")
        is_asked &= not any(re.search(r"[\d@]", self.said[n].text) for n in self._part_from(at + 1))
        for end, element in self._fields_named(at):
            if self._is_of_somebody(at, end, element):
                continue
            links = listed("value_links") | listed("typing_verbs") | listed("state_words")
            links |= listed("weak_links") | listed("order_links") | listed("stating_words")
            links |= listed("list_links") if element.role in COMBOS else frozenset()
            first = self._follow(end, links) if self.said[end - 1].mark in ("", ":") else at
            ends = self._spans(end) if first > end and element.role in COMBOS else ()
            options = (self._text(end, n) for n in ends)
            is_told = self.said[end - 1].mark == ":" and element.role in PLAIN_FIELDS
            is_told |= end < len(self.said) and self.said[end].text[:1].isupper()  # band The Who
            if is_told or any(self.scene.offers(element, o) for o in options):
                first = end  # `the things stand in the front garden`, "Notiz: wird abgeholt"
            linked = {w.folded for w in self.said[end:first]}
            is_linked = self.said[end - 1].mark == ":" or self._is_linked(linked, at)
            control = _Control(element, self._text(at, end), at, is_linked)
            # "call Anna" and `age of Rex 4` say something else, unless the value tells
            is_called = end - at > 1 and as_said(element.name) == as_said(self._text(at, end))
            is_strict = is_asked and not is_called  # but not `text of the mark Lumivo`
            is_strict |= not linked.isdisjoint(listed("of_words"))
            ends = self._spans(first, _MOST_IN_VALUE) if first >= end else range(0)
            is_text = element.role in PLAIN_FIELDS
            for last in (n for n in ends if not (is_text and self._is_last_verb(n - 1))):
                is_typed = self._is_typed(element, first, last)
                if is_typed or (not is_strict and self._ends_value(last)):
                    behind = last + (is_text and self._is_last_verb(last))
                    yield from self._given(control, first, last, behind, end - at)

    def _fields_named(self, at: int) -> Iterator[tuple[int, ScreenElement]]:
        """Yield where the name of a field or list ends, and that: `starts at` says the field From."""
        for end in self._spans(at):
            for element in self._controls(at, end):
                yield end, element
        for words, names in (("from_words", "from_names"), ("to_words", "to_names")):
            if (count := self._listed(at, listed(words) - listed("and"))) and (
                field := self._end_called(names)
            ):
                yield at + count, field

    def _end_called(self, names: str) -> ScreenElement | None:
        """Return the one field for a start, or for an end."""
        able = [(e, wording(e.name).tokens) for e in self._there if _is_typed_into(e)]
        fields = [e for e, name in able if " ".join(name) in listed(names)]
        fields = fields or [e for e, name in able if not listed(names).isdisjoint(name)]
        return fields[0] if len(fields) == 1 else None

    def _is_end_said(self, at: int) -> bool:
        """Tell whether an end is said here that one field takes: `from Quayside to Windmill Hill`."""
        is_said = self._listed(at, listed("to_words") - listed("and")) > 0
        return is_said and self._end_called("to_names") is not None

    def _is_linked(self, words: set[str], at: int) -> bool:
        """Tell whether words say beyond doubt that a value follows: not the `to` of "subject to change"."""
        if not words.isdisjoint(listed("value_links") | listed("typing_verbs")):
            return True
        is_ordered = any(word in listed("giving_verbs") for word in self._part_before(at))
        return is_ordered and not words.isdisjoint(listed("order_links"))

    def _ends_value(self, at: int) -> bool:
        """Tell whether a value may end here: with its part, or before `on` and a day."""
        if self._is_edge(at):
            return True
        if self._is_end_said(at) or self._is_last_verb(at):
            return True
        if self.said[at].folded in listed("with_words"):  # `Class 37 with 6 coaches`
            behind = self._follow(at + 1, listed("stop_words"))
            acts = (*self._values_first(behind), *self._fields_first(behind))
            return any(_NUMBER.fullmatch(a.value) or self._is_told(a) for a in acts)
        is_on = self.said[at].folded in listed("day_joints")
        return is_on and any(self._is_day(at + 1, e) for e in self._spans(at + 1, _MOST_IN_DAY))

    def _is_last_verb(self, at: int) -> bool:
        """Tell whether a wish ends with its verb here: `soll Anna Blum sein`."""
        word = self.said[at].folded if at < len(self.said) else ""
        is_verb = word in listed("ending_verbs") and self._is_edge(at + 1)
        said = {*self._part_before(at)}
        is_bare = said.isdisjoint(listed("denials") | listed("here_words"))
        return is_verb and is_bare and not said.isdisjoint(listed("modal_verbs"))

    def _is_typed(self, control: ScreenElement, first: int, end: int) -> bool:
        """Tell whether a value is known by how it is written, or offered, so that other words may follow."""
        value = self._text(first, end)
        return _is_plain(value) or self.scene.offers(control, value)

    def _values_first(self, at: int) -> Iterator[_Act]:
        """Yield what a field or list gets whose name stands behind it: `£95 as monthly payment`."""
        if at and self.said[at - 1].folded in listed("adding_verbs"):
            return  # `add 5 to the copies`
        for end in self._spans(at, _MOST_IN_VALUE):
            first = self._follow(end, listed("back_links"))
            if self.said[end - 1].mark or first >= len(self.said):
                continue
            is_bare = first == end and not _NUMBER.fullmatch(self._text(at, end))
            for last in self._spans(first):
                if self._has_own_value(first, last):
                    continue
                for element in self._controls(first, last):
                    is_short = element.role in COMBOS and end - at <= _MOST_IN_PART
                    if not is_bare or is_short:  # `night shift`
                        control = _Control(element, self._text(first, last), at)
                        yield from self._given(control, at, end, last, last - first)

    def _is_of_somebody(self, at: int, end: int, element: ScreenElement) -> bool:
        """Tell whether words tell whose a field is, and no link to its value follows: `the nurse of Mrs`, and Moor."""
        whose = (listed("of_words") | listed("whom_words")) - {*wording(element.name).tokens}
        is_told = any(w.folded in whose for w in self.said[at + 1 : end])
        link = self.said[end].folded if end < len(self.said) else ""
        is_linked = self.said[end - 1].mark == ":" or _NUMBER.fullmatch(link) is not None
        is_linked |= link in listed("order_links") | listed("value_links")
        return is_told and not is_linked

    def _has_own_value(self, first: int, last: int) -> bool:
        """Tell whether words name a control with a value behind it: `bei Schaffell die Stückzahl auf 12`."""
        links = listed("order_links") | listed("of_words")
        return any(
            link.folded in links and number(word.folded) is not None
            for link, word in pairwise(self.said[first + 1 : last])
        )

    def _given(
        self, control: _Control, first: int, end: int, last: int, named: int
    ) -> Iterator[_Act]:
        """Yield that a control gets the value in words from `first` to `end`, if it takes that.

        Args:
            last: where the words of the whole act end.
            named: how many words name the control.
        """
        value, element = _unquoted(self._text(first, end)), control.element
        if not value or not self._may_be_value(first, end, control.at):
            return
        if self._goes_on(control, first, end):
            return
        is_day = self._is_day(first, end) and not _is_clock(value)
        fields = self._fields_for(value) if is_day else []
        if fields and all(element is not e for e in fields):
            return
        cost = _ACT + named * _WORD_OF_NAME
        form: Form
        if element.role in COMBOS and "editable" not in element.states:
            if not self._may_choose(control, value, first, end):
                return
            if not self.scene.offers(element, value):
                cost += _UNTOLD + (end - first) * _WORD_OF_VALUE
            option = Phrase(value, (Reading(value, is_literal=True),))
            form = Choose(option, self._target(element, control.words))
        else:
            price = self._price(control, value, first, end)
            if price is None:
                return
            is_sentence = price > 0 and _takes_sentences(element) and end < len(self.said)
            if is_sentence and self.said[end - 1].mark in _SENTENCE_ENDS:
                value += self.said[end - 1].mark  # behind it goes on what is to be done
            cost += price
            form = Assign(self._target(element, control.words), value, literal(value))
        yield _Act(last, element, value, form, cost)

    def _goes_on(self, control: _Control, first: int, end: int) -> bool:
        """Tell whether the next word is a part of a time or a number: `9 am` is more than 9."""
        value = self._text(first, end)
        is_named = first == control.at and end < len(self.said)  # `3 hours` of the box Hours
        is_named = is_named and self.said[end].folded in wording(control.element.name).tokens
        if self._is_edge(end) or is_named or not _is_plain(value):
            return False
        unit, time = self.said[end].folded, moment(self._text(first, end + 1))
        is_unit = first > control.at and unit in listed("units") and not self._is_known(unit)
        return is_unit or (time is not None and time != moment(value))

    def _may_be_value(self, first: int, end: int, at: int) -> bool:
        word = self.said[end - 1]
        ends = listed("back_links") | listed("and") | listed("but_words") | listed("then_words")
        ends |= listed("on_words") | listed("off_words")
        is_order = first == at and self._is_order(first)
        time, before = (
            moment(self._text(first, end)),
            moment(" ".join(w.text for w in self.said[first : end - 1])),
        )
        is_end = word.folded in ends if time is None else time == before  # `9 am`
        return not (word.is_comma or is_end or is_order)

    def _may_choose(self, control: _Control, value: str, first: int, end: int) -> bool:
        """Tell whether a list offers a value, or may, as nothing is told of what it offers."""
        element = control.element
        if self._is_pressed(min(control.at, first)):
            return False
        if self.scene.offers(element, value):
            return True
        begun = f"{as_said(value)} "
        if sum(f"{as_said(o)} ".startswith(begun) for o in self.scene.offered(element)) == 1:
            return not (is_filler(value) or number(value))
        inner = self.said[first : end - 1]
        is_plain = not any(w.is_comma or w.mark for w in inner)
        is_day = self._is_day(first, end) and not _is_clock(value)  # which lists do offer
        is_plain &= end - first <= _MOST_IN_OPTION and not is_day
        is_plain &= not any(self._named(n, end, Want.OPTION) for n in range(first + 1, end))
        # "The paper is fine" tells something; `heating is a heat pump` names a thing.
        is_told = self.said[first - 1].folded in listed("state_words") and value.islower()
        is_aside = is_told or is_filler(self.said[first].text)
        is_aside |= self.said[first].folded in listed("denials")
        return is_plain and not is_aside and not self.scene.offered(element)

    def _price(self, control: _Control, value: str, first: int, end: int) -> float | None:
        """Return what it costs that a field gets a value: 0 for a number in a number box, None where it cannot."""
        element = control.element
        is_plain = _is_plain(value)
        if element.role in NUMBERS or element.role == "slider":
            is_end = value.casefold() in listed("highest_words") | listed("lowest_words")
            is_plain |= is_end and self._is_edge(end)
            return 0.0 if is_plain or number(value) is not None else None
        if not _is_typed_into(element):
            return None
        is_written = value[:1].isupper() or value[:1].isdigit() or "@" in value
        is_written |= self.said[first].text[0] in _QUOTE_MARKS
        if not (is_plain or is_written or control.is_linked):
            return None
        if not is_plain and not self._may_be_text(control, first, end):
            return None
        joints = sum(w.is_comma or bool(w.mark) for w in self.said[first : end - 1])
        joints += sum(w.folded in listed("and") for w in self.said[first:end])
        joints += sum(self._is_end_said(n) for n in range(first, end))
        joints += not is_plain and any(
            self._is_day(n, m) for n in range(first, end) for m in range(n + 2, end + 1)
        )
        return (end - first) * _WORD_OF_VALUE + joints * _JOINT_IN_VALUE

    def _may_be_text(self, control: _Control, first: int, end: int) -> bool:
        """Tell whether words are one text for a field, and hold no step of their own."""
        choosing, at = listed("choosing_verbs") - listed("typing_verbs"), min(control.at, first)
        if self._is_pressed(at) or not choosing.isdisjoint(self._part_before(at)):
            return False  # what is chosen is typed into no field
        is_day_and_more = any(self._is_day(first, m) for m in range(first + 1, end))
        field, text = self.scene.current(control.element), self._text(first, end)
        if is_day_and_more or not may_hold(field, text, control.words):
            return False
        words = self.said[first:end]
        verbs = listed("giving_verbs") | listed("button_verbs")
        for n in range(first, end):
            is_own = n == first and first != control.at
            if (
                not is_own
                and self._is_edge(n)
                and (self.said[n].folded in verbs or self._is_order(n))
            ):
                return False
        if first == control.at and not self._is_name_or_typed(control, first, end):
            return False
        if _NUMBER.fullmatch(words[0].text) and any(_NUMBER.fullmatch(w.text) for w in words[2:]):
            return False  # `salary from 24500 to 27800`: two values
        if any(w.text == ";" or w.folded in listed("then_words") for w in words):
            return False
        if _takes_sentences(control.element):
            is_long = "multi_line" in control.element.states
            return is_long or not any(self._names_thing(n, end) for n in range(first + 1, end))
        if any(w.folded in listed("part_joints") for w in words) or any(
            w.folded in listed("state_words") or w.folded in verbs_put_in_english()
            for w in words[1:]
        ):
            return False  # `town Dover for Ida`, `nurse for Mr Doyle is Femi`, "Stimme hinzufügen"
        is_sentence = any(w.mark and len(w.text) > _MOST_IN_PART for w in words[:-1])
        # `Wenzel, Greta` and `Tom and Jerry`, but "Dover, County Kent" may be two fields
        joints = [n for n in range(first, end) if self._is_joint(n)]
        ends = [*joints[1:], end]
        one_each = all(
            m - n == 2 and self.said[n + 1].text[:1].isupper()
            for n, m in zip(joints, ends, strict=False)
        )
        return one_each and not is_sentence

    def _names_thing(self, at: int, end: int) -> bool:
        """Tell whether another part of the sentence begins here with the name of a field, a list or a box."""
        ends = range(at + 1, min(end, at + _MOST_IN_NAME) + 1)
        return self._is_edge(at) and any(
            self._named(at, e, Want.OPTION) or (e < end and self._controls(at, e)) for e in ends
        )

    def _is_name_or_typed(self, control: _Control, first: int, end: int) -> bool:
        """Tell whether a text that stands before its field is a name, or an order to type it stands before it.

        "Delete the question Which is the tallest" tells of no field what it gets.
        """
        typing = listed("typing_verbs")
        if any(word in typing for word in self._part_before(first)):
            return True
        return end - first <= _MOST_IN_OPTION and all(
            w.text[:1].isupper() or w.text[:1].isdigit() for w in self.said[first:end]
        )

    def _is_joint(self, at: int) -> bool:
        joints = listed("and") | listed("but_words")
        return self.said[at].is_comma or self.said[at].folded in joints

    def _is_day(self, first: int, end: int) -> bool:
        """Tell whether words are a day with its month: `14 May 2027`."""
        words = self.said[first:end]
        edges = (w for w in (*words[:1], *words[-1:]) if is_filler(w.text))
        marks = (
            w.is_comma or (w.mark and not (w.mark == "." and w.text.isdigit())) for w in words[:-1]
        )  # `9. Mai`
        if not words or any(edges) or any(marks):
            return False
        value = self._text(first, end)
        is_number = _NUMBER.fullmatch(value) is not None
        is_whole = not words[-1].is_comma and not is_number
        is_written = any(map(str.isdigit, value))  # "note Fourth of July sale" is one text
        return is_whole and is_written and end - first <= _MOST_IN_DAY and moment(value) is not None

    def _options(self, at: int) -> Iterator[_Act]:
        """Yield the choice of what only one list offers, with what that is called behind it: `Duvet at Add a garment`."""
        for end in self._spans(at):
            name = self._text(at, end)
            combos = [e for e in self._there if e.role in COMBOS and self.scene.offers(e, name)]
            if len(combos) != 1 or self._is_pressed(at):
                continue
            beside = listed("back_links") | listed("beside_links") | listed("giving_verbs") | {","}
            first = end if self.said[end - 1].mark else self._follow(end, beside)
            ends = (e for e in self._spans(first) if combos[0] in self._controls(first, e))
            last = next(ends, end)
            if last == end and self._has_rival(name, combos[0]):
                continue
            target = self._target(combos[0]) if combos[0].name.strip() else None
            cost = _ACT + (last - at) * _WORD_OF_NAME
            yield _Act(last, combos[0], name, Choose(literal(name), target), cost)

    def _has_rival(self, name: str, combo: ScreenElement) -> bool:
        """Tell whether something else is called as what a list offers, whose own name is not said."""
        if {as_said(w.text) for w in self.said}.issuperset(as_said(combo.name).split() or {""}):
            return False
        same = (e for e in self.scene.there if as_said(e.name) == as_said(name))
        return any(not combo.box.contains(e.box.center) for e in same)

    def _presses(self, at: int) -> Iterator[_Act]:
        """Yield the press of a button that a whole part says: `save the programme`."""
        before = self.said[at - 1].folded if at else ""
        pressing = listed("pointing_verbs") | listed("stop_words")
        if not (self._is_edge(at) or before in pressing):
            return
        for end in self._spans(at):
            name = self._text(at, end)
            called = [e for e in self._pressed if as_said(e.name) == as_said(name)]
            button = called[0] if len(called) == 1 else self._named(at, end, Want.BUTTON)
            if button is None or button not in self._pressed or button.role in TWO_STATES:
                continue
            if not self._is_edge(end):
                continue
            turned = {w.folded for w in self.said[at:end]}
            turned &= listed("on_words") | listed("off_words")
            if turned <= set(wording(button.name).tokens):
                cost = _ACT + (end - at) * _WORD_OF_NAME
                yield _Act(end, button, "", Point(self._target(button, name)), cost)

    def _days(self, at: int) -> Iterator[_Act]:
        """Yield a day alone, where one field takes days, or a measure where one box is of its unit."""
        end = next((e for e in self._spans(at, _MOST_IN_DAY) if self._is_day(at, e)), None)
        fields = self._fields_for(self._text(at, end)) if end is not None else []
        if end is None and _is_plain(measure := self._text(at, min(at + 2, len(self.said)))):
            end, fields = at + 2, [e for e in self._there if _is_counted_in(e, measure)]
        if len(fields) == 1 and end is not None:
            value = self._text(at, end)
            form = Assign(self._target(fields[0], fields[0].name), value, literal(value))
            yield _Act(end, fields[0], value, form, _ACT + _DAY_ALONE)


def _unquoted(text: str) -> str:
    """Return a value without the quotation marks round it; "" where a quotation ends in the middle of it."""
    inner = text.strip(_QUOTE_MARKS)
    if all(mark not in inner for mark in _QUOTE_MARKS):
        return inner
    return "" if text[0] in _QUOTE_MARKS else text


def _is_plain(value: str) -> bool:
    """Tell whether a value is written as a number is, one with its unit, or a day or time."""
    count, _, unit = value.partition(" ")
    is_number = not unit or unit.casefold() in listed("units")
    return (is_number and _NUMBER.fullmatch(count) is not None) or moment(value) is not None


def _is_clock(value: str) -> bool:
    """Tell whether a value is a time and no day."""
    told = moment(value)
    return told is not None and {"day", "month", "year"}.isdisjoint(told)


def _is_counted_in(box: ScreenElement, measure: str) -> bool:
    """Tell whether a box says the unit of a number in its name: `75 minutes` of Time (min)."""
    unit = measure.partition(" ")[2].casefold()
    held = wording(box.name.partition("(")[2]).tokens[:1] if unit else ()
    is_number = box.role in NUMBERS or box.role == "slider"
    return is_number and any(
        is_kin(unit, t) or (len(t) > _MOST_IN_PART and unit.startswith(t)) for t in held
    )


def _is_typed_into(control: ScreenElement) -> bool:
    return control.role in TYPED_FIELDS or "editable" in control.states


def _takes_sentences(control: ScreenElement) -> bool:
    name = wording(control.name).tokens
    return "multi_line" in control.states or not listed("sentence_fields").isdisjoint(name)


def _is_second(act: _Act, later: Sequence[_Act]) -> bool:
    """Tell whether a thing would get something twice, or two of one group would be chosen."""
    one, group = act.element, (act.element.role, act.element.parent_name)
    is_group = group[0] == "radio" and group[1]
    same = (
        other for other in later
        if other.element.box == one.box
        or (is_group and group == (other.element.role, other.element.parent_name))
    )  # fmt: skip
    return any(other.value or act.value for other in same)


def _distinct(ways: Sequence[_Way]) -> list[_Way]:
    """Return the cheapest of all ways that come to the same."""
    found: dict[tuple[object, ...], _Way] = {}
    for way in ways:
        same = tuple((a.element.box, a.value.casefold().rstrip(_END_MARKS)) for a in way[1])
        found.setdefault(same, way)
    return list(found.values())
