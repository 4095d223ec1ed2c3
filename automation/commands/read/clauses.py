"""The clauses of an instruction, read by what they mean, one after the other.

Each one is done, fills in a form, names who is spoken of, or only tells why or where; one that does none of these ends
the reading, and nothing of the instruction is done.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from automation.commands.forms import Assign, Choose, Form, Point, Switch, Type, phrases_of
from automation.commands.language import words
from automation.commands.read.denials import BUT, DENIES, DENIES_AHEAD, DENIES_ALL, OR
from automation.commands.read.filled_form import added, filled, opener
from automation.commands.read.glossed import Glossed
from automation.commands.read.meant import (
    INTERJECTION,
    LEAST_ALIKE,
    LEAST_SO,
    STATES,
    TICKS,
    Meant,
    is_done_with,
    meant,
    stepped,
)
from automation.commands.read.reasons import (
    ABOUT,
    ARTICLES,
    CONDITION,
    PLACED,
    SO,
    SUBJECTS,
    WISHES,
    denies_only,
    is_aside,
    is_of_page,
    is_order,
    is_story,
    may_be_asked,
    only_tells,
    picks,
    reports,
    speaks_of_it,
    tells_why,
    ticks_it,
    wishes_other,
)
from automation.commands.read.rows import Named, Row, Thing, has_like_in, is_kind
from automation.commands.read.things import (
    CHANGING,
    GIVES_REASON,
    IMPERATIVE,
    TELLS,
    TOKEN,
    Alike,
    Things,
    is_free,
    labels_in,
    values_in,
    without_rows,
)
from automation.commands.targets import form_of
from automation.commands.words import FREE, LOOSE, Quotes, is_any, is_said, number, words_of

_TELLING: Final = words("telling_starts")
_CALLING: Final = words("calling_words")
_FILING: Final = words("filing_verbs")
_PLAIN_VERBS: Final = words("plain_verbs")
_OPEN: Final = words("open_words")
"""Of a list of rows these tell what was, may be or will be."""
_TOTALS: Final = words("totals")
_OUT: Final = words("out_words")
_STOPS: Final = frozenset({",", ";", ".", "!"})
_APART: Final = re.compile(r"[.!]|\b(?:then|so|please)\b", re.IGNORECASE)
"""Joints of which both sides stand for themselves."""
_THEN: Final = re.compile(r"\bthen\b", re.IGNORECASE)
_TURNING: Final = words("ticking_words") | {"box", "take", "remove", "set", "put"}
_WAYS: Final = frozenset({"on", "off", "tick", "untick"})
_UNTICKING: Final = frozenset({"untick", "uncheck", "unmark", "remove"})
_THEM: Final = re.compile(r"\b(?:them\s+both|both\s+of\s+them|them)\b", re.IGNORECASE)
_BOTH: Final = re.compile(r"\bboth\s+", re.IGNORECASE)
_PLACEHOLDER: Final = "e9000"


@dataclass(slots=True)
class Reading:
    """An instruction while its clauses are told by what they mean, one after the other."""

    quotes: Quotes
    things: Things
    alike: Alike
    clauses: Sequence[str]
    joints: Sequence[str]
    gloss: Glossed
    """The words that the clauses are made of, and what was said for them."""
    known: frozenset[str] = frozenset()
    """The words that a step before was for, which opened what is in front."""
    rest: str = ""
    """What is told once the last step has opened what it is about."""
    told: dict[str, Meant] = field(default_factory=dict)
    """By the short word that stands for a clause."""
    said: list[str] = field(default_factory=list)
    count: int = -1
    """Of the words that were given so far."""
    left: list[str] = field(default_factory=list)
    """Clauses that only say why or where."""
    last_left: int = -1
    """The number of the last of them."""
    spoken_of: Named = ()
    """The topic before the clause that is read."""
    topic: Named = ()
    heard: tuple[str, ...] = ()
    """The rows that were named last, and the words of the clause that named them."""
    last: int = -1
    """The last clause that was told by its meaning, and the first one that was told with it."""
    begun: int = -1
    is_form: bool = False
    """A form is filled in, of which no word may be left out."""
    kept: tuple[str, ...] = ()
    """The words that count of the last clause that is read by its own words."""
    is_due: bool = False
    """The rows of the topic are still to be chosen: what named them only told of them."""

    def skip_story(self) -> int:
        """Leave out what is told before "so" and an order, whatever it is about; return where the order begins."""
        orders = [IMPERATIVE.match(clause.strip()) is not None for clause in self.clauses]
        ends = [n + 1 for n, joint in enumerate(self.joints) if SO.match(joint) and orders[n + 1]]
        end = ends[-1] if ends and not any(orders[: ends[-1]]) else 0
        if not end:
            return 0
        story = self.quotes.written(joined(self.clauses, self.joints, 0, end)).strip()
        named = self.things.named_in(story)
        is_clear = len(named) == 1 and len(named[0]) == 1
        order = self.clauses[end]
        is_told_there = all(map(is_free, words_of(order))) or (not named and speaks_of_it(order))
        if (named and not is_clear) or is_told_there or self._tells_box(story):
            return 0  # "so change that": the order is in the story
        self._leave(end - 1, story)
        self.topic, self.heard, self.is_due = named, tuple(words_of(story)), is_clear
        return end

    def _tells_box(self, story: str) -> bool:
        """Tell whether a story says all that a box is called: `the fee is paid, so add the entry` ticks "Fee paid"."""
        said = {w for w in words_of(story) if w not in LOOSE}
        boxes = (t for t in self.things.able if "on" in t.listed.operations)
        return any({*words_of(t.name)} - LOOSE == said for t in boxes)

    def keep(self, at: int, end: int) -> int:
        """Keep clauses that are read by their words, behind the choice of what they speak of; return their end."""
        if self._names_one_of_several(at, end):
            return -1
        if self.is_due or speaks_of_it(self._clause(at)):
            self._choose_topic(())
        kept = joined(self.clauses, self.joints, at, end)
        content, before = _told_words(kept), self.kept
        self.kept = content
        if self._is_said_again(at, kept) or (content and content == before):
            return end
        self.said.append(self.gloss.original(kept))
        named = self.things.named_in(self.quotes.written(kept))
        if named and all(len(rows) == 1 for rows in named):
            self.topic, self.heard, self.is_due = named, tuple(words_of(kept)), False
        return end

    def _names_one_of_several(self, at: int, end: int) -> bool:
        """Tell whether clauses only name a row, and the next or the one before is about another: `remove Ann and Tom`."""
        said = self.quotes.written(joined(self.clauses, self.joints, at, end))
        named = self.things.named_in(said)
        if not named or not all(map(is_free, words_of(without_rows(said, named)))):
            return False
        joints = [(end, end - 1), (at - 1, at - 1)]  # the next clause, and the one before
        near = [
            self._clause(n)
            for n, joint in joints
            if 0 <= n < len(self.clauses) and not _APART.search(self.joints[joint])
        ]
        entries = {t.listed.ref for row in self.things.rows for t in row.entries}

        def acts(clause: str) -> bool:
            forms = meant(clause, self.things, self.alike).forms
            return not all(p.ref in entries for form in forms for p in phrases_of(form))

        others = ((clause, self.things.named_in(clause)) for clause in near)
        return any(rows and rows != named and acts(clause) for clause, rows in others)

    def take_entry(self, at: int) -> int:
        """Take what a clause tells of an entry that it names, and that is chosen first; return where the next begins, or 0.

        `Tom Hill has paid`, where the box Paid beside the list is that of who is chosen; `set the rate of Tom Hill to 8`.
        """
        clause = self._clause(at)
        named = self.things.named_in(clause)
        row = named[0][0] if len(named) == 1 and len(named[0]) == 1 else None
        choice = (
            row.choice(words_of(clause), always=True) if row is not None and row.entries else ()
        )
        found = meant(clause, self.things, self.alike, is_first=at == 0) if choice else None
        of_details = Switch | Choose | Assign | Type
        if found is None or found.forms[:1] != choice or len(found.forms) < 2:
            return 0
        if not all(isinstance(form, of_details) and not is_kind(form) for form in found.forms[1:]):
            return 0
        return self._took(found, at, at + 1, named)

    def take_amount(self, at: int) -> int:
        """Take words that begin with a number and tell that of a field, `3 children`; return where the next begins, or 0."""
        clause = self._clause(at)
        if not any(number(w) is not None for w in words_of(clause)[:1]):
            return 0
        found = meant(clause, self.things, self.alike, is_first=at == 0)
        if not found.forms or not all(isinstance(form, Type | Assign) for form in found.forms):
            return 0
        return self._took(found, at, at + 1)

    def _took(self, found: Meant, at: int, end: int, topic: Named | None = None) -> int:
        """Keep what the clauses from `at` to `end` mean, and of whom they tell; return the end."""
        self._tell(found)
        self.begun, self.last, self.is_due = at, end - 1, False
        self.topic = self.topic if topic is None else topic
        return end

    def _told_last(self) -> Meant | None:
        """Return what the last words stand for, where a short one stands for a clause that is told."""
        return self.told.get(self.said[-1].removeprefix("click ")) if self.said else None

    def _is_said_again(self, at: int, kept: str) -> bool:
        """Tell whether words only order what the clause before was taken for: `We drank the Rioja, press Drunk for it`."""
        told = self._told_last()
        if told is None or self.last != at - 1 or not speaks_of_it(kept):
            return False
        content = [w for w in words_of(self.quotes.written(kept)) if w not in FREE | ABOUT]
        names = {w for name in called(told) for w in words_of(name)}
        return bool(content) and all(is_any(w, names) for w in content)

    def take_form(self, at: int) -> int:
        """Take the clauses from here on that fill in a form whose button is their verb; return their end, 0 without any."""
        last = at + 1
        while (
            last < len(self.clauses)
            and not IMPERATIVE.match(self.clauses[last].strip())
            and not _THEN.search(self.joints[last - 1])
        ):
            last += 1
        for end in range(last, at, -1):
            said = self.quotes.written(joined(self.clauses, self.joints, at, end))
            behind = self.clauses[end].strip() if end < last else ""
            if TELLS.match(behind):
                continue  # what is told of a value belongs to the form
            if (found := filled(said, self.things, self.known)) is not None:
                self.is_form = True
                told = Meant(said.strip(), found.forms, alike=LEAST_SO, last=(found.press,))
                return self._took(told, at, end)
        clause = self._clause(at)
        if self.known:  # what opened the form is done
            heard = [w for w in words_of(clause) if w not in FREE]
            return at + 1 if at == 0 and all(is_any(w, self.known) for w in heard) else 0
        if (opens := opener(clause, self.things)) is None:
            return 0
        self.rest = self._left_from(at)
        self.known = opens.known
        self._tell(Meant(clause.strip(), opens.forms, alike=LEAST_SO))
        return len(self.clauses)

    def open_first(self) -> bool:
        """Open what the first clause names, for all that is said behind it: `edit the Lion Crest, condition used`."""
        clause = self._clause(0)
        opens = opener(clause, self.things, is_bare=True) if len(self.clauses) > 1 else None
        if opens is None:
            return False
        self.rest = self._left_from(1)
        self.known = opens.known
        self._tell(Meant(clause.strip(), opens.forms, alike=LEAST_SO))
        return True

    def _left_from(self, at: int) -> str:
        """Return what is said from a clause on, as it was said."""
        left = joined(self.clauses, self.joints, at, len(self.clauses))
        return self.quotes.written(self.gloss.original(left))

    def leave_for_later(self, at: int) -> int:
        """Leave what is not told on an open form for when that is sent; return the end, -1 where no form is filled in."""
        if not (self.known and self.is_form and IMPERATIVE.match(self.clauses[at].strip())):
            return -1
        self.rest = self._left_from(at)
        self.known = frozenset()
        return len(self.clauses)

    def take_each(self, at: int) -> int:
        """Take clauses that name rows of which the same is said; return where the next begins, or `at`.

        `Rest Misty and Duchess` rests Misty, then Duchess: each is chosen, or has a button of its own.
        """
        if (end := self._take_them(at)) > at:
            return end
        for end in range(self._last_of_list(at), at, -1):
            whole = joined(self.clauses, self.joints, at, end + 1)
            each = self._said_of_each(self.quotes.written(whole))
            if is_story(whole, self.things):
                return at  # "Ann and Tom brought their coats back" opens no page Coats
            chosen, self.things = self.things, _unselected(self.things) if each else self.things
            told = [self._meant(said, at, ()) for said, _ in each]
            steps = {tuple(map(type, found.forms)) for found in told}
            is_each = all(
                (found.is_in_row or _chooses(found, [[row]])) and _is_one_order(found)
                for found, (_, row) in zip(told, each, strict=True)
            )
            if not (len(told) > 1 and len(steps) == 1 and () not in steps and is_each):
                self.things = chosen
            else:
                for found in told:
                    self._took(found, at, end + 1, [[row] for _, row in each])
                return end + 1
        return at

    def _take_them(self, at: int) -> int:
        """Take clauses that only tell of rows, and the order for all of them: `Ann and Tom are back, check them in`."""
        end = self._last_of_list(at) + 1
        order = self._clause(end) if end < len(self.clauses) else ""
        whole = joined(self.clauses, self.joints, at, end)
        each = self._said_of_each(self.quotes.written(whole))
        if len(each) < 2 or not _THEM.search(order) or is_order(whole, self.things):
            return at
        if not is_order(order, self.things) or self.things.named_in(order):
            return at
        told_too = (self._meant(told, at, ()).forms for told, _ in each)
        if not is_story(whole, self.things) and any(told_too):
            return at  # "Ann and Tom are paid, delete them" says two things of each
        rows = [row for _, row in each if row.entries]
        said = [_THEM.sub(row.entries[0].name, order) for row in rows]
        chosen, self.things = self.things, _unselected(self.things)
        told = [self._meant(clause, end, ()) for clause in said]
        steps = {tuple(map(type, found.forms)) for found in told}
        self.things = chosen
        if len(told) < len(each) or len(steps) != 1 or () in steps:
            return at
        self._leave(at, whole)
        for found in told:
            self._took(found, end, end + 1, [[row] for row in rows])
        return end + 1

    def take_boxes(self, at: int) -> int:
        """Take clauses that name boxes of which one clause says that all are off, or on; return where the next begins, or `at`.

        `Heating and light off`, `the heating and the light should be turned off`, `no heating or light`.
        """
        end = at + 1
        while end < len(self.clauses):
            if _APART.search(self.joints[end - 1]) or BUT.search(self.joints[end - 1]):
                break
            end += 1
            if self._box_named(self._clause(end - 1)) is None:
                break
        first, *more = OR.split(self._clause(at))
        said = [first, *more, *map(self._clause, range(at + 1, end))]
        is_all = bool(more) or DENIES_ALL.match(first) is not None
        for n in (len(said) - 1, 0):  # what says that they are off
            others = [self._box_named(words) for words in (*said[:n], *said[n + 1 :])]
            denies = DENIES_AHEAD.search(said[n]) is not None
            is_verb = IMPERATIVE.match(said[n]) is not None
            is_first = (n == 0 and is_all) if denies else not more and is_verb == (n == 0)
            if not (others and all(others) and is_first):
                continue  # "breakfast on, heating off", "neutered, but not vaccinated"
            forms = meant(said[n], self.things, self.alike, is_first=at + n == 0).forms
            one = forms[0] if len(forms) == 1 else None
            if isinstance(one, Switch) and (not one.on or (n and WISHES.search(said[n]))):
                turned = [Switch(box.target, on=one.on) for box in others if box is not None]
                told = (*turned, one) if n else (one, *turned)
                return self._took(Meant(said[n], told, alike=LEAST_SO), at, end)
        return at

    def _clause(self, at: int) -> str:
        return self.quotes.written(self.clauses[at]).strip()

    def _box_named(self, clause: str) -> Thing | None:
        """Return the one box that a clause names by all that it is called, and says nothing else of."""
        said = {w for w in words_of(clause) if w not in ARTICLES}
        boxes = [t for t in self.things.able if "off" in t.listed.operations]
        named = [t for t in boxes if {*words_of(t.name)} - LOOSE == said]
        return named[0] if len(named) == 1 and said else None

    def _last_of_list(self, at: int) -> int:
        """Return the last of the clauses from here on that each name rows, and are one list."""
        end = at
        while end + 1 < len(self.clauses) and not _APART.search(self.joints[end]):
            if not self.things.named_in(self._clause(end + 1)):
                break
            end += 1
        return end

    def _said_of_each(self, whole: str) -> list[tuple[str, Row]]:
        """Return what is said of each row of a list that words name: `rest Misty`, `rest Duchess`; empty for no list."""
        named = self.things.named_in(whole)
        if len(named) < 2 or not all(len(rows) == 1 for rows in named) or "?" in whole:
            return []
        tokens = list(TOKEN.finditer(whole))
        heard = [m.group().casefold() for m in tokens]
        spans = []
        for row, *_ in named:
            others = {w for other, *_ in named if other is not row for w in other.words}
            names = [w not in FREE and is_said(w, row.words) for w in heard]
            at = [n for n, w in enumerate(heard) if names[n] and not is_said(w, others)]
            if not at:
                return []
            first = min(at)
            while first and names[first - 1]:
                first -= 1  # "car 3 and car 4"
            spans.append((first, max(at) + 1, row))
        spans.sort(key=lambda span: span[:2])
        between = [heard[a:b] for (_, a, _), (b, _, _) in pairwise(spans)]
        if not all(a <= b for (_, a, _), (b, _, _) in pairwise(spans)):
            return []
        kind = heard[max(spans[0][0] - 1, 0) : spans[0][0]]  # "basket 11 and basket 32"
        told = [w for gap in between for w in gap]
        after = words_of(whole[tokens[spans[-1][1] - 1].end() :])[:1]
        is_list = "and" in between[-1] or not _TOTALS.isdisjoint(after)  # "Ann, Tom, both are in"
        is_list = is_list and not any(w in _PLAIN_VERBS for w in told)
        if not is_list or not all(is_free(w) or w in kind for w in told):
            return []  # "cancel Ann, Tom stays"
        if any(tokens[end - 1].group().endswith(("'s", "\u2019s")) for _, end, _ in spans):
            return []  # "Ann and Tom's dinner"
        ahead, behind = (
            _BOTH.sub("", said)
            for said in (
                whole[: tokens[spans[0][0]].start()],
                whole[tokens[spans[-1][1] - 1].end() :],
            )
        )
        around = f"{ahead} {behind}".casefold()
        for name in self.things.whole_names:  # "No-show" denies nothing
            around = around.replace(name, " ") if DENIES_AHEAD.search(name) else around
        if DENIES_AHEAD.search(around) or not _OPEN.isdisjoint(words_of(around)):
            return []  # "Ann and Tom were released", "might be", "tomorrow"
        return [
            (f"{ahead}{whole[tokens[a].start() : tokens[b - 1].end()]}{behind}".strip(), row)
            for a, b, row in spans
        ]

    def take_again(self, at: int) -> int:
        """Take a clause that says again what is read already, `yes print it`; return where the next begins, or 0."""
        is_again = bool(self.kept) and _told_words(self.clauses[at]) == self.kept
        is_again = is_again or self._is_turned_again(at) or self._is_pressed_again(at)
        return at + 1 if is_again else 0

    def _is_turned_again(self, at: int) -> bool:
        """Tell whether a clause only ticks or unticks what the one before did: `Ann is not in, take the tick out`."""
        told = self._told_last() if at and self.last == at - 1 else None
        said = {*words_of(self._clause(at))}
        heard = said & (_TURNING | _OUT | {"off"})
        if told is None or not heard or not all(map(is_free, said - heard)):
            return False
        is_off = not heard.isdisjoint(_UNTICKING | _OUT | {"off"})
        return bool(told.forms) and all(
            isinstance(form, Switch) and form.on is not is_off for form in told.forms
        )

    def take_reason(self, at: int) -> int:
        """Leave out a clause that only tells why the one before was ordered; return where the next begins, or 0."""
        clause = self._clause(at)
        is_behind = at > 0 and self.joints[at - 1].strip() in _STOPS and bool(self.said)
        is_choice = is_behind and picks(self.clauses[at - 1])
        named = self.things.named_in(clause)
        around = self.clauses[at - 1 : at + 2 : 2]
        if at and self.said and denies_only(clause, named, around, self.things):
            self._leave(at, clause)
            return at + 1
        if not is_behind or is_choice or (named and named != self.topic):
            return 0
        done_with = {w for rows in self.topic for w in rows[0].words}
        if self.is_form or not tells_why(clause, self.things, self.clauses[:at], done_with):
            return 0
        self._leave(at, clause)
        return at + 1

    def take_tick(self, at: int) -> int:
        """Take a clause that ticks for another row what the one before it did; return where the next begins, or 0.

        `Untick Rush for Static and tick it for Low Tide`.
        """
        clause = self._clause(at)
        named = self.things.named_in(clause)
        heard = words_of(without_rows(clause, named))
        is_bare = all(is_free(w) or w in _TURNING | _OUT | _WAYS | ABOUT for w in heard)
        is_said = speaks_of_it(clause) or not _WAYS.isdisjoint(heard)
        is_said = is_said and self._last_of_list(at) == at  # "for Low Tide and Paper Moon"
        is_told = bool(named) or DENIES_AHEAD.search(clause) is not None
        if at and is_bare and is_said and not is_told and TICKS.search(clause):
            return self._take_own_tick(at)
        if not (at and is_bare and is_said) or [len(rows) for rows in named] != [1]:
            return 0
        turned = _turned(self._meant(self._clause(at - 1), at - 1, ()))
        known = [(row, t) for row in self.things.rows for t in row.able if t.listed.ref == turned]
        own = {name for row, t in known for name in row.names_of(t)}
        row = named[0][0]
        like = [t for t in row.able if not own.isdisjoint(row.names_of(t))]
        if len(like) != 1:
            return 0
        is_off = not (_UNTICKING | _OUT | {"off"}).isdisjoint(heard)
        forms = (form_of("off" if is_off else "on", like[0].target),)
        told = Meant(clause.strip(), forms, alike=LEAST_SO, is_in_row=True)
        return self._took(told, at, at + 1, named)

    def _take_own_tick(self, at: int) -> int:
        """Take a clause that ticks the one box of the row that the one before names: `set Kwame to Foil and tick him as here`."""
        clause, before = (self._clause(n) for n in (at, at - 1))
        topic = self.things.named_in(before)
        boxes = [t for rows in topic for r in rows for t in r.able if "on" in t.listed.operations]
        called = words_of(boxes[0].name) if len(boxes) == 1 else []
        if sum(map(len, topic)) != 1 or not any(is_any(w, called) for w in words_of(clause)):
            return 0  # "hak sie ab" may be any box
        is_on = _UNTICKING.isdisjoint(words_of(clause))
        steps = (form_of("on" if is_on else "off", boxes[0].target),)
        told = Meant(clause.strip(), steps, alike=LEAST_SO, is_in_row=True)
        return self._took(told, at, at + 1, topic)

    def take_step(self, at: int) -> int:
        """Take a clause that makes the number of a row larger or smaller; return where the next begins, or 0."""
        clause = self._clause(at)
        named = self.things.named_in(clause)
        forms = stepped(without_rows(clause, named), named) if named else ()
        if not forms:
            return 0
        told = Meant(clause.strip(), forms, alike=LEAST_SO, is_in_row=True)
        return self._took(told, at, at + 1, named)

    def take(self, at: int) -> int:
        """Take a clause, or two that are one, by what it means; return where the next begins, -1 where nothing is meant."""
        self.spoken_of = self.topic
        clause = self._clause(at)
        named = self.things.named_in(clause)
        pointed = self.topic if speaks_of_it(clause) and not self._is_reason(at) else ()
        is_again = bool(named) and named == self.topic
        found, end = self._meant(clause, at, pointed), at + 1
        is_open = not found.forms or has_like_in(self.topic, found.forms, self.things.able)
        if is_open and not (pointed or named or self._is_reason(at)) and self.topic:
            beside = self._meant(clause, at, self.topic)  # "and its grade is 6c", of the row before
            found = beside if beside.is_in_row else found
        found = replace(found, ways=()) if self._is_told_before(at, named) else found
        if self._only_tells_before(at, found, named):
            self._leave(at, clause)
            return end
        if not found.forms and (together := self._together(at)) is not None:
            is_one = self._says_all(together, clause) and (
                len(together.forms) > 1 or together.is_named_in(clause)
            )
            is_wish = at > 0 and may_be_asked(clause) and words_of(clause)[-1:] != ["one"]
            is_left = not (is_one or is_wish or self._names_all(clause))
            if is_left and only_tells(clause, is_first=at == 0):
                self._leave(at, clause)  # what is to be done is in the next one
                self._speak_of(named, clause, at)
                return end
            found, end = (together, at + 2) if is_one else (found, end)
        clear = [rows for rows in named if len(rows) == 1]
        if clear and (found.is_in_row or not found.forms or _chooses(found, clear)):
            self.topic, self.heard = clear, tuple(words_of(clause))
        is_bare = all(map(is_free, words_of(without_rows(clause, named))))
        is_ticked = (is_again or not named) and self._only_ticks(at)
        is_repeated = (is_again and is_bare) or is_ticked
        if not found.forms and is_repeated:
            return end  # "tick him", of whom the clause before told
        if found.forms and (pointed or self.is_due) and not (named or found.is_in_row):
            self._choose_topic(found.forms)
        is_alone = len(self.clauses) == 1
        is_place = bool(named) and PLACED.match(clause.strip()) is not None
        is_asked = bool(found.ways) and (is_alone or found.alike >= LEAST_ALIKE) and not is_place
        if found.forms or is_asked:
            return self._took(self._added_last(found, clause, end), at, end)
        return -1 if is_alone else self._leave_out(clause, found, at, named)

    def _only_ticks(self, at: int) -> bool:
        """Tell whether a clause ticks what the one before names or has done, and says nothing new."""
        told, clause = self._told_last(), self._clause(at)
        refs = {p.ref for f in (told.forms if told is not None else ()) for p in phrases_of(f)}
        done = " ".join(t.words for t in self.things.able if t.listed.ref in refs)
        known = ABOUT | {*words_of(f"{self._clause(at - 1)} {done}")}
        is_old = all(
            is_free(w) or TICKS.fullmatch(w) or PLACED.match(w) or is_said(w, known)
            for w in words_of(clause)
        )
        return self.last == at - 1 and ticks_it(clause) and is_old

    def _is_pressed_again(self, at: int) -> bool:
        """Tell whether a clause only orders the button that was pressed for the one before: `it is lost, mark it as lost`."""
        told, clause = self._told_last(), self._clause(at)
        last = told.forms[-1:] if told is not None and at and self.last == at - 1 else ()
        is_same = speaks_of_it(clause) or not is_order(self.clauses[at - 1], self.things)
        if not (last and isinstance(last[0], Point) and is_same):
            return False
        return not self.things.named_in(clause) and self._meant(clause, at, ()).forms[-1:] == last

    def _speak_of(self, named: Named, clause: str, at: int) -> None:
        """Have the row that a clause only tells of chosen for the next one, where that is a button and nothing else."""
        if may_be_asked(clause):
            return
        if clear := [rows for rows in named if len(rows) == 1 and self._is_button(at + 1)]:
            self.topic, self.heard, self.is_due = clear, tuple(words_of(clause)), True

    def _added_last(self, found: Meant, clause: str, end: int) -> Meant:
        """Return what a clause comes to with the button that adds it pressed behind what is told of it.

        `Add a job for Petrel, the sail is a spinnaker` adds it with its sail.
        """
        verb = words_of(clause)[:1] if ":" in clause else []  # "add a dog: name Rex, breed Spitz"
        sends = [t for t in self.things.able if t.role == "button" and words_of(t.name) == verb]
        fills = found.forms and all(isinstance(f, Type | Assign | Choose) for f in found.forms)
        if fills and len(sends) == 1:
            return replace(found, last=(form_of("press", sends[0].target),))
        is_told = end < len(self.clauses) and TELLS.match(self.clauses[end].strip())
        if not is_told or found.forms != added(clause, self.things):
            return found
        return replace(found, forms=found.forms[:1], last=found.forms[1:])

    def _only_tells_before(self, at: int, found: Meant, named: Named) -> bool:
        """Tell whether a clause only resembles something, or tells of a row what the next clause has an order for.

        `Nordwind is not coming, remove the boat`: then that row is spoken of.
        """
        if found.forms:
            return not self.is_form and self._only_resembles(at, found)
        clause = self._clause(at)
        is_before = DENIES.search(clause) is not None and self._is_told_before(at, named)
        if is_before:
            self.topic, self.heard, self.is_due = named, tuple(words_of(clause)), True
        return is_before

    def _is_told_before(self, at: int, named: Named) -> bool:
        """Tell whether a clause only tells of rows, and the next one orders something of them: `Ann is in, set her to here`."""
        later = self._clause(at + 1) if at + 1 < len(self.clauses) else ""
        is_clear = bool(named) and all(len(rows) == 1 for rows in named)
        is_order = IMPERATIVE.match(self.clauses[at].strip()) is not None
        return (
            is_clear
            and not is_order
            and IMPERATIVE.match(later) is not None
            and (speaks_of_it(later) or self._says_kind(later))
        )

    def _says_kind(self, clause: str) -> bool:
        """Tell whether a clause speaks of a row by what all of them are: `remove the boat`."""
        heard = words_of(clause)
        kinds = {w for t in self.things.able if t.role == "button" for w in words_of(t.name)}
        kinds |= self.things.held
        is_kind = any(a in LOOSE and b in kinds for a, b in pairwise(heard))
        return is_kind and not self.things.named_in(clause)

    def _only_resembles(self, at: int, found: Meant) -> bool:
        """Tell whether a clause that tells why an order is given is only like what is there: `it is dusty, ...`."""
        clause = self._clause(at)
        if at or len(self.clauses) < 2:
            is_told = self._is_reason(at)
        else:
            order = self.clauses[1]
            is_told = self.joints[0].strip() in _STOPS and only_tells(clause, is_first=True)
            is_told &= IMPERATIVE.match(order.strip()) is not None and not speaks_of_it(order)
        named = self.things.named_in(clause)
        if (
            not is_told
            or (named and (found.is_in_row or named != self.topic))
            or DENIES.search(clause)
        ):
            return False
        heard = words_of(clause)
        if ":" in clause or not STATES.isdisjoint(heard):
            return False  # "foreign words: yes"
        names = [
            form.option.text if isinstance(form, Choose) else target.text
            for form in found.forms
            for target in phrases_of(form)
        ]
        own = [w for n in names for w in words_of(n) if w not in LOOSE]
        is_text = all(isinstance(form, Type | Assign) for form in found.forms)
        if is_text and own and all(is_any(w, heard) for w in own):
            return False  # "message is help"
        known = {*own, *(w for t in self.things.able if t.option for w in words_of(t.name))}
        known |= _TELLING | self.things.captions
        says_more = any(not (is_free(w) or is_any(w, known)) for w in heard)  # "the tree is gone"
        return (says_more and at > 0) or not all(is_any(w, heard) for w in own)

    def _is_button(self, at: int) -> bool:
        """Tell whether a clause says a button and nothing else, which is done with the row that was named before it."""
        clause = self._clause(at) if at < len(self.clauses) else ""
        said = {w for w in words_of(clause) if w not in FREE}
        within = {id(t) for row in self.things.rows for t in row.able}
        names = (
            {w for w in words_of(t.name) if w not in FREE}
            for t in self.things.able
            if t.role == "button" and id(t) not in within
        )
        return bool(said) and any(name == said for name in names)

    def _names_all(self, clause: str) -> bool:
        """Tell whether a clause only names what is there: it is asked for, though nobody says how."""
        if DENIES.search(clause) or TELLS.match(clause.strip()):
            return False
        heard = [w for w in words_of(clause) if w not in FREE]
        names = {w for t in self.things.able for w in words_of(t.name)}
        return bool(heard) and all(is_said(w, names) for w in heard)

    def press_last(self) -> None:
        """Press the button that is the verb of a clause behind all others, where the last one does not."""
        clauses = [self.quotes.written(clause).strip() for clause in self.clauses[1:]]
        for found in [found for found in self.told.values() if found.last]:
            others = [words_of(clause) for clause in clauses if clause not in found.words]
            names = {w for form in found.last for t in phrases_of(form) for w in words_of(t.text)}
            is_said_later = any(all(is_said(w, said) for w in names) for said in others)
            if not is_said_later:  # nor denied: "do not order yet"
                self._tell(Meant(found.words, found.last, alike=found.alike))

    def _is_reason(self, at: int, *, or_wished: bool = False) -> bool:
        """Tell whether a clause only tells why the order before it was given: `check Ana in, she just came`."""
        is_ordered = any(
            is_order(c, self.things) or (or_wished and WISHES.search(c)) for c in self.clauses[:at]
        )
        joint = self.joints[at - 1].strip() if at else ""
        clause = self._clause(at)
        tells = GIVES_REASON.match(clause) is not None and not is_order(clause, self.things)
        return is_ordered and joint in _STOPS and tells and not may_be_asked(clause)

    def _leave_out(self, clause: str, found: Meant, at: int, named: Sequence[Sequence[Row]]) -> int:
        """Leave out a clause that only says why, where or of whom; return where the next begins, or -1."""
        after = self.joints[at] if at < len(self.joints) else ""
        is_polite = INTERJECTION.fullmatch(clause.strip()) is not None
        is_told = not is_polite and (self.is_form or CONDITION.match(clause.strip()) is not None)
        is_wish = SO.match(after) is None and self._is_wish(at)
        is_wish |= self._is_told_with(at)
        if is_told or is_wish or self._orders_nothing_told(at):
            return -1
        is_stated = found.why == "stated" and self._is_reason(at, or_wished=True)
        if is_stated or (self._is_reason(at) and self._is_about_nothing(clause, named)):
            self._leave(at, clause)  # "my eyes are not what they were"
            self.is_due |= bool(named) and named != self.spoken_of  # "Tom flew away, report him"
            return at + 1
        if self._is_asked_too(at):
            return -1
        is_named = self._names_all(clause) and not _APART.search(after)
        if is_named or not is_aside(clause, found.why, self.things, is_first=at == 0, after=after):
            return self._take_with_last(at, at + 1)
        is_place = bool(named) and PLACED.match(clause.strip()) is not None
        later = self._clause(at + 1) if at + 1 < len(self.clauses) else ""
        goes_on = SO.match(after) or speaks_of_it(later) or self.things.named_in(later) == named
        goes_on = goes_on or (self._is_button(at + 1) and not may_be_asked(clause))
        if named and not (goes_on or is_place):
            return -1  # who is named, and nothing that is to be done
        self._leave(at, clause)
        self.is_due |= bool(named)
        if is_place:
            self._choose_topic(())
        return at + 1

    def _is_told_with(self, at: int) -> bool:
        """Tell whether what the first clause tells goes on with one more thing told: `one more in Daisy, and it is light`."""
        joint = words_of(self.joints[at]) if at < len(self.joints) else []
        later = self.clauses[at + 1] if at + 1 < len(self.clauses) else ""
        is_told = TELLS.match(later.strip()) is not None and not is_order(later, self.things)
        return at == 0 and "and" in joint and is_told and not is_order(self.clauses[0], self.things)

    def _leave(self, at: int, said: str) -> None:
        self.left.append(said.strip())
        self.last_left = at

    def _orders_nothing_told(self, at: int) -> bool:
        """Tell whether a clause orders what is said before, and there nothing is done: `it is finished, set it to that`."""
        clause = self._clause(at)
        is_bare = all(is_free(w) or w in ABOUT for w in words_of(clause))
        if not (at and is_bare and speaks_of_it(clause) and IMPERATIVE.match(clause.strip())):
            return False
        if self.last_left == at - 1:
            return True
        told = self._told_last()
        if told is None or self.last != at - 1 or told.last:
            return False
        entries = {t.listed.ref for row in self.things.rows for t in row.entries}
        is_chosen = all(p.ref in entries for form in told.forms for p in phrases_of(form))
        return is_chosen and not CHANGING.isdisjoint(words_of(clause)[:1])  # "pick her" is done

    def is_about_left(self, at: int) -> bool:
        """Tell whether a clause goes on about an entry that the one before, left out, does not clearly name.

        `The flower of salt has left, so it is shipped`, where several sacks hold such salt.
        """
        if self.last_left != at - 1 or not at or self.topic:
            return False
        if not speaks_of_it(self._clause(at)):
            return False
        entries = (t for row in self.things.rows for t in row.entries)
        names = {w for t in entries for w in words_of(t.name) if number(w) is None} - FREE
        return any(w in names for w in words_of(self.left[-1]) if w not in LOOSE)

    def _is_asked_too(self, at: int) -> bool:
        """Tell whether a clause tells one more thing behind what was done: `choose Hens and they have paid me`."""
        joint = words_of(self.joints[at - 1]) if at else []
        if at < len(self.joints) and SO.match(self.joints[at]):
            return False  # a story, of which the order follows
        return (
            "and" in joint
            and self.last == at - 1
            and TELLS.match(self.clauses[at].strip()) is not None
        )

    def only_reports(self, at: int) -> bool:
        """Tell whether a clause behind another one tells what somebody says or thinks: `someone asked to send`."""
        return at > 0 and reports(self._clause(at))

    def _is_about_nothing(self, clause: str, named: Named = ()) -> bool:
        """Tell whether a clause says no word of anything that is there, and no value.

        Args:
            named: the rows that it names; of the one that something is done with it may tell.
        """
        if named and (named != self.topic or DENIES.search(clause)):
            return False
        heard = [w for w in words_of(without_rows(clause, named)) if w not in FREE]
        there = {w for t in self.things.able for w in words_of(t.words)} | self.things.shown
        is_story = (
            heard[:1] != [] and words_of(clause)[0] in SUBJECTS
        )  # "it has had its four weeks"
        is_counted = not is_story and any(number(w) not in (None, 1) for w in heard)
        # "Pause it, Emil is in Graz": a name that is nowhere here, and that nobody is called.
        is_named = any(w in _CALLING for w in words_of(clause))
        values = values_in(f" {clause}")
        is_told = is_counted or any(is_named or not v[0].isalpha() for v in values)
        return not is_told and not any(is_said(w, there) for w in heard)

    def _choose_topic(self, ahead: Sequence[Form]) -> None:
        """Choose the rows that clauses only told of, ahead of what is done with them."""
        choice = tuple(form for rows in self.topic for form in rows[0].choice(self.heard))
        if self.is_due and choice and choice[0] not in ahead:
            self._tell(Meant(self.left[-1], choice, alike=LEAST_SO))
        self.is_due = False

    def _together(self, at: int) -> Meant | None:
        """Return what a clause and the next one are as one thing: `the map and the radio`."""
        if at + 1 >= len(self.clauses) or _APART.search(self.joints[at]):
            return None
        both = self.quotes.written(joined(self.clauses, self.joints, at, at + 2))
        found = meant(both, self.things, self.alike, is_first=at == 0, topic=None)
        if not found.forms:  # `linen and basket are done in Oak`
            found = meant(both, self.things, self.alike, is_first=at == 0)
            is_of_boxes = all(isinstance(form, Switch) for form in found.forms)
            is_several = found.is_in_row and is_of_boxes and len(found.forms) > 1
            return found if is_several or self._is_one_row(at, both) else None
        return found

    def _says_all(self, found: Meant, clause: str) -> bool:
        """Tell whether what two clauses are together has each word of the first one that something here is called by."""
        if ":" in clause or IMPERATIVE.match(clause.strip()):
            return not TICKS.match(clause.strip()) or Switch in map(type, found.all_forms)
        own = {w for form in found.all_forms for p in phrases_of(form) for w in words_of(p.text)}
        own |= {w for rows in self.things.named_in(clause) for row in rows for w in row.words}
        heard = (w for w in words_of(clause) if not (is_free(w) or is_any(w, own)))
        return not any(is_any(w, words_of(t.name)) for w in heard for t in self.things.able)

    def _is_one_row(self, at: int, both: str) -> bool:
        """Tell whether two clauses name one row between them: `mark Hen and Chicks as done`."""
        named = self.things.named_in(both)
        words = named[0][0].words if len(named) == 1 and len(named[0]) == 1 else frozenset[str]()
        sides = (words_of(self.quotes.written(c)) for c in self.clauses[at : at + 2])
        return all(any(is_said(w, words) for w in side) for side in sides)

    def _take_with_last(self, at: int, end: int) -> int:
        """Take a clause that means nothing alone as the end of the one before; return where the next begins, or -1."""
        word = self.said[-1].removeprefix("click ") if self.said else ""
        is_order = IMPERATIVE.match(self.clauses[at].strip()) is not None
        if word not in self.told or self.last != at - 1 or is_order or self._is_asked_too(at):
            return -1  # "remove the Astoria and then print the labels" asks for both
        both = self.quotes.written(joined(self.clauses, self.joints, self.begun, end))
        found = self._meant(both, self.begun, self.topic)
        if not found.forms or found.forms[0] not in self.told[word].forms:
            return -1
        is_same = found.forms == self.told[word].forms
        if is_same and (self._is_wish(at) or may_be_asked(self.clauses[at])):
            return -1  # "no fire today, the dogs should come in instead"
        if is_same and GIVES_REASON.match(self.clauses[at].strip()):
            self._leave(at, self.clauses[at])
            return end
        self.told[word] = found
        self.last = at
        return end

    def _is_wish(self, at: int) -> bool:
        return wishes_other(self._clause(at), self.things)

    def _meant(self, clause: str, at: int, topic: Named) -> Meant:
        is_form = is_of_page(clause, self.things.held - self.things.whole_names)
        if is_form and at + 1 < len(self.clauses):
            return Meant(clause, why="aside")  # "fill in the new hire", whose fields follow
        found = meant(clause, self.things, self.alike, is_first=at == 0, topic=topic)
        is_asked = not found.forms and not _FILING.isdisjoint(words_of(clause)[:1])
        if is_asked and (opens := opener(clause, self.things, is_bare=True)) is not None:
            return Meant(clause.strip(), opens.forms, alike=LEAST_SO)  # "add a bird", beside "New…"
        if _runs_over(found, self.things):
            return self._by_labels(clause, at) or found
        return self._as_before(found, clause, at)

    def _as_before(self, found: Meant, clause: str, at: int) -> Meant:
        """Return the turning of a box that goes on with what the clause before turned off: `out of hazelnut and mint`."""
        form = found.forms[0] if len(found.forms) == 1 else None
        told = self._told_last() if at and self.last == at - 1 else None
        if (
            not isinstance(form, Switch)
            or told is None
            or "and" not in words_of(self.joints[at - 1])
        ):
            return found
        is_off = all(isinstance(f, Switch) and not f.on for f in told.forms) and bool(told.forms)
        is_out = not _OUT.isdisjoint(words_of(self.clauses[at - 1]))
        own = words_of(form.target.text)
        is_bare = all(w in ARTICLES or is_any(w, own) for w in words_of(clause))
        goes_on = is_off and is_out and is_bare
        return replace(found, forms=(replace(form, on=False),)) if goes_on else found

    def _by_labels(self, clause: str, at: int) -> Meant | None:
        """Return what a clause comes to that names several fields in turn, each with its value; else None."""
        starts = labels_in(clause, self.things)[1:]
        parts = [clause[a:b] for a, b in zip([0, *starts], [*starts, len(clause)], strict=True)]
        told = [
            meant(c, self.things, self.alike, is_first=not (n or at)) for n, c in enumerate(parts)
        ]
        if not starts or not all(found.forms for found in told):
            return None
        forms = tuple(form for found in told for form in found.forms)
        return Meant(clause.strip(), forms, alike=min(found.alike for found in told))

    def _tell(self, found: Meant) -> None:
        if not any(is_done_with(found, known) for known in self.told.values()):
            # "It is flooded, so close the kitchen" turns it once, as the last words say.
            turned = _turned(found)
            for word in [
                w for w, known in self.told.items() if turned and _turned(known) == turned
            ]:
                del self.told[word]
                self.said.remove(f"click {word}")
            self.count += 1
            word = f"{_PLACEHOLDER}{self.count}"
            before = [
                form
                for known in self.told.values()
                for form in known.forms
                if isinstance(form, Choose)
            ]
            if len(found.forms) > 1 and before[-1:] == [found.forms[0]]:
                found = replace(found, forms=found.forms[1:])  # its row is chosen already
            self.told[word] = found
            self.said.append(f"click {word}")


def _told_words(clause: str) -> tuple[str, ...]:
    """Return the words of a clause that count: no small ones, and none that only affirms."""
    heard = words_of(clause)
    return tuple(w for w in heard if w not in FREE and not INTERJECTION.fullmatch(w))


def _chooses(found: Meant, named: Named) -> bool:
    """Tell whether a row of some is chosen before what is done, or that is done with what stands in it."""
    entries = {t.listed.ref for rows in named for r in rows for t in (*r.entries, *r.able)}
    return any(p.ref in entries for form in found.forms for p in phrases_of(form))


def called(found: Meant) -> list[str]:
    """Return what the things are called with which something is done."""
    return [target.text for form in found.forms for target in phrases_of(form)]


def _runs_over(found: Meant, things: Things) -> bool:
    """Tell whether a clause means nothing, or a text that would be written has another field's label in it."""
    return not found.forms or any(
        isinstance(form, Type)
        and form.target is not None
        and len(labels_in(f"{form.target.text} {form.text}", things)) > 1
        for form in found.forms
    )


def _turned(found: Meant) -> str:
    """Return the short name of the box that is turned, if that is all that is done; else nothing."""
    form = found.forms[0] if len(found.forms) == 1 else None
    return form.target.ref if isinstance(form, Switch) else ""


def _unselected(things: Things) -> Things:
    """Return things as they are once another entry of their list was chosen."""

    def without(t: Thing) -> Thing:
        bare = replace(t.listed.element, states=t.listed.element.states - {"selected"})
        return replace(t, listed=replace(t.listed, element=bare))

    rows = (replace(row, entries=tuple(map(without, row.entries))) for row in things.rows)
    return replace(things, rows=tuple(rows))


def _is_one_order(found: Meant) -> bool:
    """Tell whether no more than one button is pressed: `rest Ann, Tom is to be released` are two orders."""
    return sum(isinstance(form, Point) for form in found.forms) < 2


def joined(clauses: Sequence[str], joints: Sequence[str], first: int, end: int) -> str:
    """Return the clauses from one to another, with what joins them."""
    return "".join(clauses[n] + (joints[n] if n < end - 1 else "") for n in range(first, end))
