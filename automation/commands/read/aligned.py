"""Reads what no pattern reads by laying all of its words over the names on the screen.

Every word is a part of a name that is there, of a value that the thing beside it takes, or a small word that
says nothing of its own: "Grand size, wrapped in Linen cloth" is the choice Grand and what the list Wrapping
offers. It is read so only if no word is left over, and in one way only.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Final

from automation.commands.find.coverage import (
    PRESSED,
    explained,
    in_page,
    is_filler,
    is_kin,
    said_in,
    surest,
    told_best,
    wording,
)
from automation.commands.find.screen_view import ListsOptions, Scene
from automation.commands.forms import Assign, Choose, Form, Phrase, Point, Reading, Switch
from automation.commands.language import words as listed
from automation.commands.matching import Want
from automation.commands.read.dates import moment
from automation.commands.read.verbs import starts_with_verb
from automation.commands.targets import COMBOS, literal
from automation.commands.words import as_said, number
from automation.core.observation import ScreenElement
from automation.screen.roles import NUMBERS, TWO_STATES, TYPED_FIELDS

_WORD: Final = re.compile(r"[“„\"«][^“”„\"«»]*[”“\"»][.,;:!]*|\d+(?:[.,]\d+)+[^\s,;]*|[^\s,;]+|[,;]")
_WORD_OF_VALUE: Final = 0.1
_WORD_OF_NAME: Final = -0.06
_END_MARKS: Final = ".!?:,;"
_SENTENCE_ENDS: Final = (".", "!", "?")
_QUOTE_MARKS: Final = '“”„"«»'
_NUMBER: Final = re.compile(r"[-+\u2212]?[£$€]?\d[\d.,]*\s?[%°€$£]?")
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_MOST_WORDS: Final = 40
_MOST_IN_NAME: Final = 7
_MOST_IN_VALUE: Final = 14
_MOST_WAYS: Final = 4000


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    """Without the mark at its end."""
    mark: str = ""
    """What ends it: a colon, a full stop."""

    @property
    def folded(self) -> str:
        return self.text.casefold()


@dataclass(frozen=True, slots=True)
class _Act:
    """What some of the words say: a thing, what it gets, and how far the words go."""

    end: int
    element: ScreenElement
    value: str
    form: Form
    cost: float


@dataclass
class _Reader:
    said: Sequence[_Word]
    scene: Scene
    ways: int = 0
    _known: dict[str, bool] = field(default_factory=dict)
    _found: dict[tuple[int, int, Want, bool], list[ScreenElement]] = field(default_factory=dict)
    _best: dict[tuple[int, bool], list[tuple[float, tuple[_Act, ...]]]] = field(default_factory=dict)

    @cached_property
    def there(self) -> list[ScreenElement]:
        """What is not under an open dialog, and no part of a browser around its page."""
        return in_page(self.scene.there, self.scene)

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        names = {
            name for e in self.scene.there for name in (e.name, e.parent_name, e.description)
            if name and len(name) < 120
        }
        return frozenset(token for name in names for token in wording(name).tokens)

    def is_known(self, word: str) -> bool:
        if word not in self._known:
            tokens = wording(word).tokens
            self._known[word] = bool(tokens) and all(
                t in self._vocabulary or any(is_kin(t, v) for v in self._vocabulary) for t in tokens
            ) or bool(wording(word).groups)
        return self._known[word]

    def text(self, first: int, end: int) -> str:
        return " ".join(w.text + (w.mark if n < end - 1 else "") for n, w in enumerate(self.said[first:end], first)).replace(" ,", ",")

    def is_edge(self, at: int) -> bool:
        """Tell whether a part of the sentence ends before this word."""
        if at >= len(self.said) or at == 0:
            return True
        before, word = self.said[at - 1], self.said[at]
        joints = listed("and") | listed("but_words") | {"then", "dann"}
        return bool(before.mark) or before.text in ",;" or word.text in ",;" or word.folded in joints or before.folded in joints

    def named(self, first: int, end: int, want: Want, *, denied: bool = False) -> list[ScreenElement]:
        """Return the one thing, or nothing, that a span of words says."""
        key = first, end, want, denied
        if key not in self._found:
            span = [w for w in self.said[first:end] if not (denied and w.folded in listed("denials"))]
            self._found[key] = self._named(span, want, first)
        return self._found[key]

    def _is_order(self, at: int) -> bool:
        """Tell whether a part begins with the verb of an order: that is no part of a name or of a value."""
        return self.is_edge(at) and (at == 0 or self.said[at].text.islower()) and starts_with_verb(self.said[at].text)

    def _named(self, span: Sequence[_Word], want: Want, at: int) -> list[ScreenElement]:
        if any(w.text in ",;" or w.text[0] in _QUOTE_MARKS for w in span) or any(w.mark for w in span[:-1]):
            return []
        if is_filler(span[0].text) or is_filler(span[-1].text):
            whole = as_said(" ".join(w.text for w in span))
            if not any(as_said(e.name) == whole for e in self.scene.there):
                return []
        if not all(is_filler(w.text) or self.is_known(w.text) for w in span):
            return []
        if self._is_order(at):
            name = set(span[0].folded.split("-"))
            is_named = [e for e in self.there if name <= set(wording(e.name).tokens)]
            if not is_named:
                return []
        content = [w.folded for w in span if not is_filler(w.text)]
        if any(is_kin(a, b) for a, b in combinations(content, 2)):
            return []
        text = _HYPHEN.sub(" ", " ".join(w.text for w in span))
        pool: Sequence[ScreenElement] = self.there
        if want is Want.OPTION:
            pool = [e for e in pool if e.role in TWO_STATES]
        found = explained(text, pool, self.scene, want)
        if want in (Want.OPTION, Want.BUTTON):
            if not found or found[0].left or not found[0].own:
                return []
        best = told_best(found)
        return [best] if best is not None else []

    # Parts of the sentence.

    def ways_from(self, at: int) -> list[tuple[float, tuple[_Act, ...]]]:
        """Return the two cheapest ways to read the words from a place on."""
        key = at, True
        if key in self._best:
            return self._best[key]
        self._best[key] = []
        self.ways += 1
        if at >= len(self.said):
            ways: list[tuple[float, tuple[_Act, ...]]] = [(0.0, ())]
        else:
            price = self.small_cost(at)
            ways = [(cost + price, acts) for cost, acts in self.ways_from(at + 1)] if price is not None else []
            for act in self.acts_at(at):
                if self._belongs_on(act.end):
                    continue
                ways += [(cost + act.cost, (act, *acts)) for cost, acts in self.ways_from(act.end)
                         if not _is_second(act, acts)]
        ways.sort(key=lambda way: way[0])
        self._best[key] = _distinct(ways)[:3]
        return self._best[key]

    def _belongs_on(self, at: int) -> bool:
        """Tell whether something is said of a thing: what it is for or in, or that it is so, is no second step."""
        joints = listed("part_joints") - {"with", "mit"} | listed("state_words")
        return at < len(self.said) and self.said[at].folded in joints and not self.is_edge(at)

    def is_small(self, at: int) -> bool:
        return self.small_cost(at) is not None

    def small_cost(self, at: int) -> float | None:
        """Return what it costs to take a word for one that says nothing of its own; None where that cannot be."""
        word = self.said[at]
        is_lone = self.is_edge(at) and self.is_edge(at + 1) and word.folded in listed("pronouns")
        if is_lone or (word.folded in listed("state_words") and self._says_nothing(at + 1)):
            return None
        if word.text in ",;" or is_filler(word.text) or word.folded in _small():
            return 0.0
        if any(is_kin(word.folded, t) for t in self._titles) and at and self.said[at - 1].folded in listed("determiners") | {"a", "an"}:
            return 0.3
        return None

    def _says_nothing(self, at: int) -> bool:
        """Tell whether only small words follow in this part of the sentence: `the ribbon is here`."""
        while not self.is_edge(at):
            if not is_filler(self.said[at].text):
                return False
            at += 1
        return True

    @cached_property
    def _day_fields(self) -> list[ScreenElement]:
        return [e for e in self.there if e.role in TYPED_FIELDS - NUMBERS and self._takes_days(e)]

    @cached_property
    def _titles(self) -> frozenset[str]:
        """The words of what the page itself is called."""
        names = [e.name for e in self.scene.there if e.role in ("document", "heading")]
        names += [self.scene.front.title] if self.scene.front is not None else []
        return frozenset(t for name in names for t in wording(name).tokens if not is_filler(t))

    def acts_at(self, at: int) -> Iterator[_Act]:
        yield from self._toggles(at)
        yield from self._fields_first(at)
        yield from self._values_first(at)
        yield from self._options(at)
        yield from self._presses(at)
        yield from self._days(at)

    def _days(self, at: int) -> Iterator[_Act]:
        """Yield a day alone, where one field takes days."""
        fields = self._day_fields
        if len(fields) != 1:
            return
        if is_filler(self.said[at].text):
            return
        for end in range(min(len(self.said), at + 5), at, -1):
            value = self.text(at, end)
            if value[-1] in ",;":
                continue
            if not any(w.text in ",;" or w.mark for w in self.said[at : end - 1]) and moment(value) is not None and not _NUMBER.fullmatch(value):
                target = _target(fields[0], fields[0].name, self.scene)
                yield _Act(end, fields[0], value, Assign(target, value, literal(value)), 1.2)
                return

    def _takes_days(self, e: ScreenElement) -> bool:
        tokens = set(wording(e.name).tokens)
        return bool(tokens & {"date", "day", "datum", "tag"}) or any(s.role == "spinner" and s.parent_name == e.name and s.name.startswith("Month") for s in self.scene.there)

    def _spans(self, at: int) -> Iterator[int]:
        for end in range(min(len(self.said), at + _MOST_IN_NAME), at, -1):
            yield end

    def _toggles(self, at: int) -> Iterator[_Act]:
        first, is_off = at, False
        while first < len(self.said) and (self.said[first].folded in _off()):
            is_off, first = True, first + 1
        while is_off and first < len(self.said) and (is_filler(self.said[first].text) or self.said[first].folded == "need"):
            first += 1
        if first > at and not is_off:
            return
        for end in self._spans(first):
            boxes = self.named(first, end, Want.OPTION)
            denied = not boxes and sum(w.folded in listed("denials") for w in self.said[first + 1 : end]) == 1
            if denied:
                boxes = self.named(first, end, Want.OPTION, denied=True)
            for box in boxes:
                on, last = not is_off and not denied, end
                if last < len(self.said) and self.said[last].folded in listed("off_words") and not self.said[last - 1].mark:
                    on, last = False, last + 1
                elif last < len(self.said) and self.said[last].folded in {"on"} and self.is_edge(last + 1):
                    last += 1
                if box.role == "radio" and not on:
                    continue
                words = " ".join(w.text for w in self.said[first:end])
                phrase = Phrase(words, (Reading(words),))
                form = Choose(phrase) if box.role == "radio" else Switch(phrase, on=on)
                yield _Act(last, box, "on" if on else "off", form, 1.0 + (end - first) * _WORD_OF_NAME)

    def _controls(self, first: int, end: int) -> Iterator[tuple[ScreenElement, Want]]:
        seen: list[ScreenElement] = []
        for want in (Want.EDIT, Want.NUMBER, Want.SLIDER, Want.HOLDER):
            for control in self.named(first, end, want):
                if not any(control is e for e in seen):
                    seen.append(control)
                    yield control, want
        if not seen and (one := self._headed(first, end)) is not None:
            yield one, Want.HOLDER if one.role in COMBOS else Want.EDIT
        elif not seen and end - first <= 2:
            for combo in self._combos:
                words = [w.folded for w in self.said[first:end]]
                if all(any(is_kin(w, t) for t in wording(combo.name).tokens) for w in words) and not is_filler(words[0]):
                    yield combo, Want.HOLDER

    @cached_property
    def _combos(self) -> list[ScreenElement]:
        """Drop-downs of which is told what they offer: that is sure enough for a part of their names."""
        reader = self.scene.reader
        told = isinstance(reader, ListsOptions)
        return [e for e in self.there if e.role in COMBOS and told and reader.options(e)]

    def _headed(self, first: int, end: int) -> ScreenElement | None:
        """Return the one control whose name ends with the words: `the title` where only the Concert title is one."""
        said = tuple(w.folded for w in self.said[first:end])
        if any(w.mark for w in self.said[first : end - 1]) or is_filler(said[0]):
            return None
        able = [e for e in self.there if e.role in TYPED_FIELDS | COMBOS | NUMBERS and e.name]
        named = [e for e in able if wording(e.name).tokens[-len(said):] == said]
        return named[0] if len(named) == 1 else None

    def _fields_first(self, at: int) -> Iterator[_Act]:
        is_asked = self.said[at].folded in listed("asking_verbs") and self.is_edge(at)
        for end in self._spans(at):
            for control, want in self._controls(at, end):
                words = self.text(at, end)
                first, is_linked = end, bool(self.said[end - 1].mark == ":")
                is_of = False
                while first < len(self.said) and self.said[first].folded in _links():
                    word = self.said[first].folded
                    is_linked |= word in _strong() or (word in _TO and self._is_ordered(at))
                    is_of |= word == "of"
                    first += 1
                if first < len(self.said) and self.said[end - 1].mark in ("", ":"):
                    given = self._given(control, want, words, first, at, is_linked=is_linked)
                    for act in given:
                        if (is_of or is_asked) and not self._is_typed(control, first, act.end):
                            continue
                        yield act

    def _is_ordered(self, at: int) -> bool:
        """Tell whether a verb before a thing says that it gets something: no `subject to change`."""
        while at > 0 and not self.is_edge(at):
            at -= 1
            if self.said[at].folded in listed("giving_verbs"):
                return True
        return False

    def _given(self, control: ScreenElement, want: Want, words: str, first: int, at_of: int, *, is_linked: bool) -> Iterator[_Act]:
        for end in range(first + 1, min(len(self.said), first + _MOST_IN_VALUE) + 1):
            if not (self.is_edge(end) or self._is_typed(control, first, end) or self._is_before_day(end)):
                continue
            act = self._act(control, want, words, first, end, end, at_of, is_linked=is_linked)
            if act is not None:
                yield replace(act, cost=act.cost + len(words.split()) * _WORD_OF_NAME)

    def _is_before_day(self, at: int) -> bool:
        """Tell whether `on` and a day follow."""
        word = self.said[at].folded
        return word in {"on", "am"} and any(moment(self.text(at + 1, end)) is not None for end in range(at + 2, min(len(self.said), at + 5) + 1))

    def _is_typed(self, control: ScreenElement, first: int, end: int) -> bool:
        """Tell whether a value is known by how it is written, so that other words may follow."""
        value = self.text(first, end)
        return bool(_NUMBER.fullmatch(value)) or moment(value) is not None or self.scene.offers(control, value)

    def _act(self, control: ScreenElement, want: Want, words: str, first: int, end: int, last: int, at_of: int, *, is_linked: bool) -> _Act | None:
        value = self.text(first, end).strip(_QUOTE_MARKS)
        if end < len(self.said) and self.said[end - 1].mark in _SENTENCE_ENDS and control.role not in COMBOS | NUMBERS:
            value += self.said[end - 1].mark
        last_said = self.said[end - 1].folded
        if value[-1] in ",;" or last_said in _ENDS_NO_VALUE | listed("on_words") | listed("off_words"):
            return None
        if first == at_of and self._is_order(first):
            return None
        if not _is_day_for(value, control, self._day_fields):
            return None
        option = Phrase(value, (Reading(value, is_literal=True),))
        target = _target(control, words, self.scene)
        if control.role in COMBOS and "editable" not in control.states:
            if self._is_pointed(min(at_of, first)):
                return None
            if self.scene.offers(control, value):
                return _Act(last, control, value, Choose(option, target), 1.0)
            is_told = isinstance(self.scene.reader, ListsOptions) and self.scene.reader.options(control)
            inner = any(w.text in ",;" or w.mark for w in self.said[first : end - 1]) or self.said[first].folded in listed("denials")
            is_told_of = self.said[first - 1].folded in listed("state_words") and value.islower()
            if is_told or is_told_of or inner or end - first > 4 or is_filler(self.said[first].text) or moment(value) is not None:
                return None
            return _Act(last, control, value, Choose(option, target), 1.5 + _WORD_OF_VALUE * (end - first))
        if control.role in NUMBERS or control.role == "slider":
            if not (_NUMBER.fullmatch(value) or number(value) is not None or moment(value) is not None):
                return None
            return _Act(last, control, value, Assign(target, value, option), 1.0)
        if control.role not in TYPED_FIELDS and "editable" not in control.states:
            return None
        is_plain = bool(_NUMBER.fullmatch(value)) or moment(value) is not None
        is_written = value[:1].isupper() or value[:1].isdigit() or self.said[first].text[0] in _QUOTE_MARKS
        if not (is_plain or is_linked or is_written):
            return None
        if not is_plain and (self._has_joint(first, end, control) or self._is_pointed(min(at_of, first))):
            return None
        inside = sum(w.text in ",;" or w.folded in listed("and") or bool(w.mark) for w in self.said[first : end - 1])
        if not is_plain and any(moment(self.text(first, m)) is not None and not _NUMBER.fullmatch(self.text(first, m)) for m in range(first + 1, end)):
            return None
        inside += not is_plain and any(
            moment(self.text(n, m)) is not None for n in range(first, end) for m in range(n + 2, end + 1)
        )
        return _Act(last, control, value, Assign(target, value, option), 1.0 + inside * 1.5 + (end - first) * _WORD_OF_VALUE)

    def _is_pointed(self, at: int) -> bool:
        """Tell whether a verb before it says that something is pressed: a text is typed by none of these."""
        others = listed("pointing_verbs") - listed("giving_verbs")
        while at > 0 and not self.is_edge(at):
            at -= 1
            if self.said[at].folded in others:
                return True
        return False

    def _has_joint(self, first: int, end: int, control: ScreenElement) -> bool:
        """Tell whether a text goes over a joint behind which another step may begin."""
        if any(w.folded in {"then", "dann", ";"} for w in self.said[first:end]):
            return True
        if "multi_line" in control.states or not listed("sentence_fields").isdisjoint(wording(control.name).tokens):
            return False
        if any(w.folded in listed("part_joints") for w in self.said[first:end]):
            return True  # `town Dover for Ida`
        parts: list[list[_Word]] = [[]]
        for word in self.said[first:end]:
            if word.text in ",;" or word.folded in listed("and"):
                parts.append([])
            else:
                parts[-1].append(word)
        if any(w.mark and len(w.text) > 2 for part in parts for w in part[:-1]):
            return True
        # `Wenzel, Greta` and `Tom and Jerry`, but "Dover, County Kent" may be two fields
        return any(len(part) != 1 or not part[0].text[:1].isupper() for part in parts[1:])

    def _values_first(self, at: int) -> Iterator[_Act]:
        for end in range(at + 1, min(len(self.said), at + _MOST_IN_VALUE) + 1):
            if self.said[end - 1].mark or end >= len(self.said):
                continue
            first = end
            while first < len(self.said) and self.said[first].folded in _backs():
                first += 1
            if at and self.said[at - 1].folded in listed("adding_verbs"):
                continue
            is_bare = first == end and not _NUMBER.fullmatch(self.text(at, end))
            for last in self._spans(first):
                for control, want in self._controls(first, last):
                    if is_bare and (control.role not in COMBOS or end - at > 2):
                        continue
                    act = self._act(control, want, self.text(first, last), at, end, last, at, is_linked=False)
                    if act is not None:
                        yield replace(act, cost=act.cost + (last - first) * _WORD_OF_NAME)

    def _options(self, at: int) -> Iterator[_Act]:
        for end in self._spans(at):
            name = self.text(at, end)
            combos = [e for e in self.there if e.role in COMBOS and self.scene.offers(e, name)]
            if len(combos) != 1 or self._is_pointed(at):
                continue
            last = end
            for more in self._spans(end):  # `Grand size`: and what its list is called
                if more > end and any(c is combos[0] for c, _ in self._controls(end, more)):
                    last = more
                    break
            yield _Act(last, combos[0], name, Choose(literal(name), None), 1.0 + (last - at) * _WORD_OF_NAME)

    def _presses(self, at: int) -> Iterator[_Act]:
        if not self.is_edge(at) and self.said[at - 1].folded not in _pressing():
            return
        for end in self._spans(at):
            if not self.is_edge(end):
                continue
            name = as_said(self.text(at, end))
            called = [e for e in self.there if e.role in PRESSED and as_said(e.name) == name]
            buttons = called if len(called) == 1 else self.named(at, end, Want.BUTTON)
            for button in buttons:
                turned = {w.folded for w in self.said[at:end]} & (listed("on_words") | listed("off_words"))
                if turned - set(wording(button.name).tokens):
                    continue
                if button.role in PRESSED and button.role not in TWO_STATES:
                    yield _Act(end, button, "", Point(_target(button, self.text(at, end), self.scene)), 1.0 + (end - at) * _WORD_OF_NAME)


def _small() -> frozenset[str]:
    return listed("subjects") | listed("giving_verbs") | listed("stating_words") | _EXTRA


_ENDS_NO_VALUE: Final = frozenset({"and", "und", "or", "oder", "but", "aber", "then", "the", "a", "an", "on", "in", "at", "of", "to", "as", "for", "with", "is", "by", "from"})
_TO: Final = frozenset({"to", "as", "auf", "als"})
_EXTRA: Final = frozenset({"then", "now", "too", "also", "please", "with", "should", "be", "will", "were", "was", "press", "click", "tick", "check", "select", "have", "has", "had", "but", "just", "only", "under", "does", "do", "did", "goes", "comes", "tastes", "collects", "lives", "takes", "costs", "pays", "wears", "needs", "wants", "so", "too", "instead", "turn", "mark", "dann", "jetzt", "auch", "soll", "sollen"})


def _off() -> frozenset[str]:
    return listed("denials") | {"untick", "uncheck", "deselect"}


def _links() -> frozenset[str]:
    return _strong() | listed("state_words") | frozenset({"the", "a", "an", "at", "on", "now", "must", "to", "as", "auf", "als", "of"})


def _strong() -> frozenset[str]:
    return frozenset({"be", "should", "=", "reads", "read", "says", "say", "called", "named", "gets", "soll", "sein", "becomes"}) | listed("typing_verbs")


def _backs() -> frozenset[str]:
    return frozenset({"as", "for", "in", "into", "at", "the", "of", "to", "als", "a", "an", "on", "is"})


def _pressing() -> frozenset[str]:
    return frozenset({"press", "click", "hit", "push", "tap", "the"})


def _is_day_for(value: str, control: ScreenElement, fields: Sequence[ScreenElement]) -> bool:
    """Tell whether a value is no day, or one for this field, where others take days."""
    is_day = moment(value) is not None and not _NUMBER.fullmatch(value) and any(c.isalpha() for c in value)
    return not is_day or not fields or any(control is e for e in fields)


def _is_second(act: _Act, acts: Sequence[_Act]) -> bool:
    return any(a.element is act.element and (a.value or act.value) for a in acts)


def _distinct(ways: list[tuple[float, tuple[_Act, ...]]]) -> list[tuple[float, tuple[_Act, ...]]]:
    seen: set[tuple[object, ...]] = set()
    found = []
    for cost, acts in ways:
        key = tuple((a.element.box, a.value.casefold().rstrip(_END_MARKS)) for a in acts)
        if key not in seen:
            seen.add(key)
            found.append((cost, acts))
    return found


def _target(control: ScreenElement, words: str, scene: Scene) -> Phrase:
    name = control.name.strip()
    alone = sum(e.name == control.name for e in scene.there if e.role == control.role) == 1
    return literal(name) if name and alone else Phrase(words, (Reading(words),))


def aligned(text: str, scene: Scene) -> tuple[Form, ...]:
    """Return the steps that all words of an instruction say, or nothing."""
    said = words_said(text)
    if not 1 < len(said) <= _MOST_WORDS:
        return ()
    if any(w.folded in listed("adding_verbs") for w in said) and any(t.is_entry for t in said_in(text).terms):
        return ()
    ways = _Reader(said, scene).ways_from(0)
    ways = [w for w in ways if w[1]]
    if not ways:
        return ()
    if len(ways) > 1 and ways[1][0] - ways[0][0] < 0.15:
        return ()
    acts = ways[0][1]
    is_last_off = said[-1].folded in listed("off_words")
    ons = [a.form.on for a in acts if isinstance(a.form, Switch)]
    if is_last_off and True in ons and not any(w.folded in listed("on_words") for w in said):
        return ()
    return tuple(a.form for a in acts)


def words_said(text: str) -> list[_Word]:
    said = []
    for word in _WORD.findall(text):
        plain = word.rstrip(_END_MARKS) or word
        said.append(_Word(plain, word[len(plain):]))
    return said
