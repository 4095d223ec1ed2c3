"""Reads an instruction by what its clauses mean, where no pattern does: `get rid of this one` presses Delete.

Each clause is read, means something, or only says why or where. A row is meant by words that name it, and the next
clause may go on about it. Every step of such an instruction is asked about.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from automation.commands.forms import Bare, Form, Type, phrases_of
from automation.commands.language import fits_of
from automation.commands.phrases import quoted
from automation.commands.read.clauses import Reading, called, joined
from automation.commands.read.denials import DONT, denies_several, goes_against
from automation.commands.read.glossed import Glossed, by_words, glossed
from automation.commands.read.grammar import Clause
from automation.commands.read.meant import (
    INTERJECTION,
    LEAST_ALIKE,
    LEAST_SO,
    TICKS,
    Meant,
    Way,
    meant,
)
from automation.commands.read.reasons import (
    ABOUT,
    SUBJECTS,
    is_aside,
    is_order,
    picks,
    speaks_of_it,
    tells_why,
    ticks_it,
    wishes_other,
)
from automation.commands.read.rows import Named, Thing, each_named
from automation.commands.read.things import (
    GIVES_REASON,
    IMPERATIVE,
    TELLS,
    Alike,
    Things,
    any_of,
    is_free,
)
from automation.commands.targets import literal
from automation.commands.words import FREE, Quotes, is_any, is_said, without_opening, words_of
from automation.core.proposal import Proposal
from automation.core.secrets import names_password
from automation.core.text import worded
from automation.screen.rows import shares_row

_MOST_CHARS: Final = 300
"""Of an instruction that is read by its meaning."""
_JOINTS: Final = re.compile(
    rf"(,?\s+so\s+(?!(?:that|much|many|far|long|on|it)\b)(?!{any_of('asking_you')}\b)(?!now\b)(?!please\b)|,?\s+(?:so\s+)?(?:now\s+)?(?:{any_of('asking_you')}\s+)?please\s+|,?\s+so\s+{any_of('asking_you')}\s+|,\s+so\s+"
    rf"|[,.;!]?\s+{any_of('clause_joints')}\s+|\s*[,;]\s+|(?<!\bnr)(?!(?<=\sno)\.\s\d)(?:(?<!\s[^\W\d_])|(?!.\s(?-i:[A-Z])))[.!]\s+)",  # "N. Berg"
    re.IGNORECASE,
)
_HUNDRED: Final = re.compile(
    r"\bhundred and (?=\w*(?:ty|teen|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)",
    re.IGNORECASE,
)
_ASKS_YOU: Final = re.compile(rf"\s*{any_of('asking_you')}\b", re.IGNORECASE)
"""How an order begins that ends like a question."""
_ASKED: Final = re.compile(r"\?(?=\s)")
_ALL_OF_THEM: Final = re.compile(rf"\b((?:{any_of('told_words')})\s)(?:all|both)\s", re.IGNORECASE)
"""`are all done`, which says of those that were named that they are."""
_ALL_BUT: Final = re.compile(r"\b(?:all|any\w*|every\w*|no\w*) but\b", re.IGNORECASE)
_MOST_CLAUSES: Final = 12
_ITS_PART: Final = re.compile(r"\b(?:its|their)\s|\sthere\W*$", re.IGNORECASE)
"""How a clause speaks of what stands in the row before: `raise its barrier`, `tick Paid there`."""
_CLICKS: Final = frozenset({"click", "press", "tap"})
_UNFIT: Final = frozenset({"question", "password", "long"})


@dataclass(slots=True)
class ByMeaning:
    """What the clauses of one run come to by their meaning, and which of them is in front."""

    alike: Callable[[], Alike | None] = lambda: None
    """Returns what compares meanings in English; None where nothing does."""
    language: str = "en"
    """Of the instruction: another one is put into English, and compared by its words."""
    front: Meant | None = None
    """Of the clause in front: its steps are always asked about."""
    offered: tuple[Way, ...] = ()
    """What was asked about: the ways to take the clause in front."""
    rest: str = ""
    """What is told once the steps before have opened the form that it fills in."""
    known: frozenset[str] = frozenset()
    """The words that these steps were for."""
    filled_before: frozenset[str] = frozenset()
    """What could be filled in before these steps, by its short names."""
    left_out: tuple[str, ...] = ()
    """Clauses that only say why or where; what is done without them is always asked about."""
    _told: dict[str, Meant] = field(default_factory=dict)
    """By the short word that stands for a clause."""
    _is_retold: bool = False
    _has_acted: bool = False
    """A step of the clause in front was proposed."""

    def retell(
        self,
        quotes: Quotes,
        things: Callable[[], Things],
        is_read: Callable[[str], bool],
        before: str = "",
        *,
        surely: bool = False,
    ) -> str:
        """Return an instruction of which each clause is read, is told by its meaning, or only says why.

        Args:
            is_read: tells whether words are understood as they are, and the first of their steps can be done.
            before: what was done before it, which may name the row that it speaks of.
            surely: no clause may mean several things.

        Returns:
            The words, quotes masked, in which a short one stands for each clause that is told; empty where it cannot be.
        """
        is_fit = len(quotes.masked) <= _MOST_CHARS and not names_password(quotes.masked)
        alike = self.compares() if is_fit else None
        there = things()
        shown = there.fillable
        if alike is None or (self.known and shown <= self.filled_before):
            return ""
        gloss = glossed(each_named(quotes.masked.strip(), there.rows), there, self.language)
        said, ends = gloss.english, ".!"
        if _ASKS_YOU.match(said):
            said, ends = _ASKED.sub(".", said, count=1), ".!?"
        said = _HUNDRED.sub("hundred ", without_opening(said).rstrip(ends))
        said = _ALL_OF_THEM.sub(r"\1", said)
        parts = _JOINTS.split(said)
        is_unclear = _ALL_BUT.search(said) or denies_several(said)
        if len(parts) > 2 * _MOST_CLAUSES or is_unclear:
            return ""
        reading = Reading(quotes, there, alike, parts[::2], parts[1::2], gloss, self.known)
        reading.topic = [rows for rows in there.named_in(before) if len(rows) == 1]
        at = reading.skip_story()
        at = self._read(reading, at, is_read)
        if at < 0 and not self.known:
            again = Reading(quotes, there, alike, parts[::2], parts[1::2], gloss)
            if again.open_first():
                reading, at = again, len(again.clauses)
        reading.press_last()
        told = {word: _as_said(found, gloss) for word, found in reading.told.items()}
        if at < 0 or (surely and not all(m.is_sure for m in reading.told.values())):
            return ""
        if any(_tells_of_text(found) for found in told.values()):
            return ""
        read = [
            Bare(literal(words)) for words in reading.said if told.keys().isdisjoint(words.split())
        ]
        forms = [form for found in told.values() for form in found.forms]
        if goes_against(gloss.english, (*read, *forms)) or _leaves_row(told.values(), there):
            return ""
        self._told = told
        self.left_out, self._is_retold = tuple(map(gloss.original, reading.left)), True
        self.rest, self.known, self.filled_before = reading.rest, reading.known, shown
        is_other = bool(reading.told or reading.left) or len(reading.said) > 1
        return "\n".join(reading.said) if is_other else ""

    def orders(self, clause: str) -> bool:
        """Tell whether a clause begins with a verb of its own."""
        nothing = Things((), (), frozenset())
        return IMPERATIVE.match(glossed(clause, nothing, self.language).english.strip()) is not None

    def goes_first(self, quotes: Quotes, things: Callable[[], Things]) -> bool:
        """Tell whether an instruction begins with what its words alone tell wrong.

        A form whose button is the verb is filled in before it is sent (`add a point with height 12`), and a row has one
        more of something by its own button (`two more apple juices`); whose box is ticked is chosen (`Tom has paid`), and of
        several rows each (`rest Ann and Tom`).
        """
        if self.known or len(quotes.masked) > _MOST_CHARS or names_password(quotes.masked):
            return False
        there = things()
        gloss = glossed(each_named(quotes.masked.strip(), there.rows), there, self.language)
        parts = _JOINTS.split(without_opening(gloss.english).rstrip(".!"))
        reading = Reading(quotes, there, by_words, parts[::2], parts[1::2], gloss)
        if len(parts) > 2 * _MOST_CLAUSES:
            return False
        is_form = len(parts) > 1 and reading.take_form(0) > 0 and reading.is_form
        ways = (reading.take_each, reading.take_boxes, reading.take_entry, reading.take_step)
        goes_on = (reading.take_tick(n) > 0 for n in range(1, len(reading.clauses)))
        is_of_row = any(_is_of_row(parts[::2], n, there) for n in range(len(parts[::2])))
        is_told = is_form or self._is_put_together(gloss, there) or is_of_row
        return is_told or any(way(0) > 0 for way in ways) or any(goes_on)

    @staticmethod
    def _is_put_together(gloss: Glossed, there: Things) -> bool:
        """Tell whether the verb of a button was said in two parts: `nimm die Urkunde an`, beside "Annehmen"."""
        first = words_of(gloss.english)[:1]
        buttons = {w for t in there.able if t.role == "button" for w in words_of(t.name)}
        is_other = first != words_of(gloss.source)[:1] and not buttons.isdisjoint(first)
        return is_other and bool(there.named_in(gloss.english))

    def _read(self, reading: Reading, at: int, is_read: Callable[[str], bool]) -> int:
        """Read an instruction clause by clause; return its end, -1 where a clause is not told."""
        while 0 <= at < len(reading.clauses):
            if reading.is_about_left(at) or reading.only_reports(at):
                return -1
            ways = (
                reading.take_again, reading.take_reason, reading.take_tick, reading.take_form, reading.take_each, reading.take_boxes, reading.take_entry, reading.take_amount, reading.take_step,
            )  # fmt: skip
            if taken := next((end for way in ways if (end := way(at)) > at), 0):
                at = taken
                continue
            end = at
            clauses = [*map(reading.quotes.written, reading.clauses)]
            if not _is_of_row(clauses, at, reading.things):
                end = _read_until(
                    at,
                    reading.clauses,
                    reading.joints,
                    lambda c: is_read(reading.gloss.original(c)),
                )
            told = reading.keep(at, end) if end > at else reading.take(at)
            at = reading.leave_for_later(at) if told < 0 else told
        return at

    @property
    def is_told(self) -> bool:
        """Tell whether an instruction was told by its meaning already."""
        return self._is_retold or self.front is not None

    def of_clause(
        self, source: str, things: Callable[[], Things] | None, before: Sequence[str]
    ) -> Meant | None:
        """Return what the short word in a clause stands for, and put that in front; None for one that is read.

        Args:
            things: tells what is there now; None where nothing was done since the instruction was read.
            before: the clauses before this one.
        """
        self.front = self._meant_by(source)
        if self.front is not None and things is not None:
            self.front = self._again(self.front, things(), before)
        if self.front is not None:
            self._take(self.front)
        return self.front

    def _again(self, found: Meant, there: Things, before: Sequence[str]) -> Meant:
        """Return what a clause means where its things are there no more: a page shows its rows anew after a step."""
        shown = {t.listed.ref for t in there.able}
        shown |= {entry.listed.ref for row in there.rows for entry in row.entries}
        aimed = {p.ref for form in found.forms for p in phrases_of(form) if p.ref}
        alike = self.compares()
        if alike is None or aimed <= shown:
            return found
        again = self._meant_now(found.words, there, alike, before)
        return again if called(again) == called(found) else found

    def with_forms(self, clause: Clause) -> Clause:
        """Return a clause with what it comes to, where a short word stands for that."""
        found = self._meant_by(clause.source)
        return clause if found is None else replace(clause, forms=found.forms)

    def steps_of(self, clause: Clause) -> tuple[Form, ...]:
        """Return the steps that a clause comes to: all that it means, or the first way to read it."""
        found = self._meant_by(clause.source)
        return clause.forms[:1] if found is None else found.forms

    def _meant_by(self, source: str) -> Meant | None:
        return next((m for w in source.split() if (m := self._told.get(w))), None)

    def of_words(
        self,
        said: str,
        things: Callable[[], Things],
        *,
        before: Sequence[str] = (),
        surely: bool = False,
    ) -> Meant | None:
        """Return what words mean of which nothing is there, and put that in front; None where they mean nothing.

        Args:
            before: the clauses before these words, which may name the row that these speak of.
            surely: they must mean one thing.
        """
        alike = self.compares() if self.front is None and len(said) <= _MOST_CHARS else None
        if alike is None:
            return None
        found = self._meant_now(said, things(), alike, before)
        if not (found.is_sure if surely else found.forms or found.ways):
            return None
        found = replace(found, forms=(*found.forms, *found.last))
        self._take(found)
        return found

    def _meant_now(self, said: str, there: Things, alike: Alike, before: Sequence[str]) -> Meant:
        """Return what words mean among things, or in the row that the clauses before them name."""
        earlier = [self._meant_by(clause) or Meant(clause) for clause in before]
        named = (glossed(found.words, there, self.language).english for found in earlier)
        gloss = glossed(said, there, self.language)
        told = there.named_in(" ".join(named))
        found = _as_said(self._meant_of(gloss.english, there, alike, told), gloss)
        if goes_against(gloss.english, found.forms):
            return Meant(said, why="denied")
        return Meant(said, why="told") if _tells_of_text(found) else found

    @staticmethod
    def _meant_of(said: str, there: Things, alike: Alike, told: Named) -> Meant:
        topic = () if TELLS.match(said.strip()) else told  # "they just drove in" asks for nothing
        found = _meant_in_all(said, there, alike, topic if speaks_of_it(said) else ())
        if not found.forms and topic:
            beside = meant(said, there, alike, is_first=False, topic=topic)
            found = beside if beside.is_in_row else found
        return found

    def leaves_out(
        self,
        said: str,
        things: Callable[[], Things],
        *,
        is_so: bool = False,
        has_turned: bool = False,
    ) -> bool:
        """Tell whether words behind a step only say why or where; then they are told to be left out.

        Args:
            is_so: what they were taken for is so already.
            has_turned: the step before has turned a box.
        """
        there = things() if self.language != "en" else None
        gloss = glossed(said, there, self.language) if there is not None else Glossed(said, said)
        bare = gloss.english.strip()
        if (
            self.front is not None
            and bare
            and all(is_free(w) or w in ABOUT for w in words_of(bare))
            and not _CLICKS.isdisjoint(words_of(bare))
        ):
            self.left_out = (*self.left_out, said.strip())  # "click that", which is done
            return True
        if (
            has_turned
            and ticks_it(bare)
            and all(is_free(w) or w in ABOUT or TICKS.fullmatch(w) for w in words_of(bare))
        ):
            self.left_out = (*self.left_out, said.strip())  # "tick both", which are named before
            return True
        if DONT.match(bare):  # heeded by doing nothing
            self.left_out = (*self.left_out, said.strip())
            return True
        is_order = IMPERATIVE.match(bare) is not None  # which is never left out
        tells = INTERJECTION.fullmatch(bare) or (GIVES_REASON.match(bare) and not is_order)
        alike = self.compares() if tells and len(said) <= _MOST_CHARS else None
        if alike is None:
            return False
        there = there or things()
        if wishes_other(bare, there):
            return False
        found = meant(gloss.english, there, alike, is_first=False)
        # What tells something behind a step gives a reason for it, as what stands before "so" does.
        names = {w for t in there.able for w in words_of(t.words)} - FREE
        heard = words_of(gloss.english)
        is_named = any(is_said(w, names) for w in heard) or bool(there.named_in(gloss.english))
        is_alike = found.alike >= LEAST_ALIKE
        # "The folic acid, too" names what is here; "they just drove in" tells of the step before.
        is_like = is_alike or bool(found.forms)
        is_near = (is_named and is_like) if heard[0] in SUBJECTS else (is_named or is_like)
        is_about = is_near or found.why in _UNFIT
        is_left = (is_so or not is_about) and is_aside(
            gloss.english, found.why, there, is_first=False, after=" so "
        )
        if is_left:
            self.left_out = (*self.left_out, said.strip())
        return is_left

    def all_of(self, clauses: Sequence[Clause]) -> Sequence[Clause]:
        """Return the clauses of an instruction; none where words of it were left out, which may deny something."""
        return () if self.left_out else clauses

    def tells_why(self, said: str, things: Callable[[], Things], before: Sequence[str]) -> bool:
        """Tell whether a clause behind others only says why these are done; then it is told to be left out."""
        there = things()
        bare, *earlier = (glossed(c.strip(), there, self.language).english for c in (said, *before))
        named, known = there.named_in(bare), there.named_in(" ".join(earlier))
        is_new = any(rows not in known for rows in named) or picks(earlier[-1] if earlier else "")
        is_why = not (names_password(said) or is_new) and tells_why(bare, there, earlier)
        if is_why:
            self.left_out = (*self.left_out, said.strip())
        return is_why

    def compares(self) -> Alike | None:
        """Return what compares meanings in the language of the instruction; None where nothing does."""
        return self.alike() if self.language == "en" else by_words

    def _take(self, found: Meant) -> None:
        self.front, self._has_acted = found, False
        self.offered = () if found.forms else found.ways

    def take_back(self) -> None:
        """Forget what was put in front last: it is not what the words mean."""
        self.front, self.offered = None, ()

    def answered(self, n: int) -> tuple[Form, ...]:
        """Return what is done after the n-th way was chosen, from 1."""
        ways, self.offered = self.offered, ()
        return ways[n - 1].forms if 1 <= n <= len(ways) else ()

    @property
    def is_unproven(self) -> bool:
        """Tell whether nothing shows yet what the clause in front was taken for."""
        if self.front is None or self._has_acted:
            return False
        own = words_of(self.front.thing_words)
        more = [w for w in words_of(self.front.words) if w not in FREE and not is_any(w, own)]
        if self.orders(self.front.words):
            return self.front.alike < LEAST_SO and not self.front.is_in_row
        # "We are clean out of hazelnut" tells more than that it is on.
        return self.front.alike < LEAST_SO or bool(own and more)

    def marked(self, proposal: Proposal) -> Proposal:
        """Return a proposal that says what it was taken for, if the words do not name it, and what was left out."""
        if self.front is None and not self.left_out:
            return proposal
        evidence = proposal.evidence
        if self.front is not None:
            self._has_acted = True
            evidence = worded("taken for what {0} means", quoted(self.front.words))
        if self.left_out:
            left = ", ".join(map(quoted, self.left_out))
            evidence = worded("{0}; left out: {1}", evidence, left)
        return replace(proposal, is_inferred=True, evidence=evidence)


def _is_of_row(clauses: Sequence[str], at: int, there: Things) -> bool:
    """Tell whether the verb of a clause is a button of the row that it, or the one before, names: `raise the barrier on North 2`."""
    clause, is_behind = clauses[at], at > 0 and _ITS_PART.search(clauses[at]) is not None
    named = there.named_in(clauses[at - 1] if is_behind else clause)
    rows = [row for rows in named for row in rows] if len(named) == 1 else []
    able = [t for row in rows for t in row.able]
    buttons = [words_of(t.name) for t in able if t.role == "button"]
    has_box = is_behind and any("on" in t.listed.operations for t in able)
    is_tick = has_box and TICKS.match(clause.strip()) is not None  # "tick Receipt attached there"
    return len(rows) == 1 and (is_tick or words_of(clause)[:1] in buttons)


def _as_said(found: Meant, gloss: Glossed) -> Meant:
    """Return what a clause means with its words, and the texts that it writes, as they were said."""
    return replace(
        found,
        words=gloss.original(found.words),
        forms=gloss.restored(found.forms),
        last=gloss.restored(found.last),
        ways=tuple(replace(way, forms=gloss.restored(way.forms)) for way in found.ways),
    )


def _tells_of_text(found: Meant) -> bool:
    """Tell whether words in the place of a text only tell which one is meant: `the right answer`."""
    texts = [form.text for form in found.all_forms if isinstance(form, Type)]
    return any(any(fits_of("told_texts", text)) for text in texts if not text[:1].isupper())


def _read_until(
    at: int, clauses: Sequence[str], joints: Sequence[str], is_read: Callable[[str], bool]
) -> int:
    """Return the end of the most clauses from here on that are read together; the start where none is."""
    for end in range(len(clauses), at, -1):
        said = joined(clauses, joints, at, end)
        if (at, end) != (0, len(clauses)) and said.strip() and is_read(said):
            return end
    return at


def _leaves_row(told: Iterable[Meant], things: Things) -> bool:
    """Tell whether a clause that names no row goes on in another one: `waistcoat returned, torn`, of a row above it.

    Only where the step before is done with one of several things that are called alike, one in each row.
    """
    by_ref = {t.listed.ref: t for t in things.able}
    last: Thing | None = None
    for found in told:
        refs = [p.ref for form in found.forms for p in phrases_of(form) if p.ref in by_ref]
        thing = by_ref[refs[-1]] if refs else None
        if thing is None:
            continue
        own = [w for t in things.able if t.listed.ref == refs[-1] for w in words_of(t.words)]
        new = [
            w for w in words_of(found.words) if not (w in FREE or w[0].isdigit() or is_any(w, own))
        ]
        if last is not None and not (new or found.is_in_row) and not _share_row(thing, last):
            like = [
                t
                for t in things.able
                if (t.name, t.role) == (last.name, last.role) and t is not last
            ]
            if any(_share_row(thing, other) for other in like):
                return True
        last = thing
    return False


def _share_row(one: Thing, other: Thing) -> bool:
    return shares_row(one.listed.element.box, other.listed.element.box)


def _meant_in_all(said: str, things: Things, alike: Alike, topic: Named) -> Meant:
    """Return what words mean of which several clauses may be made."""
    parts = _JOINTS.split(said.strip().rstrip(".!"))
    later = list(zip(parts[1::2], parts[2::2], strict=True))
    if any("and" in words_of(joint) and TELLS.match(clause) for joint, clause in later):
        return Meant(said, why="more")
    if not any(is_order(clause, things) for _, clause in later):
        return meant(said, things, alike, topic=topic)
    all_of_them = [meant(c, things, alike, is_first=n == 0) for n, c in enumerate(parts[::2])]
    if not all(found.forms for found in all_of_them):
        return Meant(said, why="more")
    forms = tuple(dict.fromkeys(form for found in all_of_them for form in found.forms))
    return Meant(said.strip(), forms, alike=min(found.alike for found in all_of_them))
