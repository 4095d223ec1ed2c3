"""Reads a clause by what it means, where neither its words nor its patterns tell: `get rid of this one` is the button Delete.

A sentence encoder (`Alike`) tells how alike a clause and the names on the screen are. What is most alike, and clearly more
than everything else, is what the clause means. The encoder chooses among what is there and nothing more: which way a box
turns, which text is written and what must not be left out is decided by words. English only, as the encoder is.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from automation.commands.find.coverage import in_page
from automation.commands.find.screen_view import Scene
from automation.commands.forms import Choose, Form, Phrase
from automation.commands.language import alternatives, words
from automation.commands.phrases import quoted
from automation.commands.read.grammar import Clause
from automation.commands.targets import by_ref, form_of, literal
from automation.commands.words import Quotes, number, ordinal, without_opening
from automation.core.proposal import Proposal
from automation.core.secrets import names_password
from automation.core.text import worded
from automation.screen.refs import Listed, RefBook

Alike = Callable[[Sequence[str], Sequence[str]], Sequence[Sequence[float]]]
"""Returns for each of some texts, and each of some names, how alike they are in what they mean: -1 to 1."""

LEAST_ALIKE: Final = 0.4
LEAST_AHEAD: Final = 0.08
"""How alike a clause and a thing are at least, and how far the thing is ahead of all others."""
LEAST_ASKED: Final = 0.3
"""How alike a thing is at least that is asked about; a clause that is less like anything is about nothing here."""
LEAST_SO: Final = 0.55
"""How alike they are at least where it is so already, so that no card shows what was taken for what."""
LEAST_SECOND: Final = 0.5
"""How alike what is left of a clause and another thing are, where it asks for both."""
MOST_CHOICES: Final = 3
MOST_SHARED: Final = 2
"""Names that have a word which tells one from others: `file` tells nothing where many things are of files."""
_MOST_THINGS: Final = 250
_MOST_OPTIONS: Final = 40
_MOST_NAME: Final = 60
_MOST_WORDS: Final = 25
_MOST_CHARS: Final = 300
"""Of an instruction that is read by its meaning."""
LEAST_PART: Final = 0.5
LEAST_BUTTON: Final = 0.75
"""How alike a part of a clause and its thing are at least; and a button whose whole name it does not say."""

_PRESSED: Final = frozenset(
    {"button", "link", "tab", "menu", "menu_item", "list_item", "tree_item", "icon", "toggle"}
)
_PAGES: Final = frozenset({"tab", "menu"})
_ROWS: Final = frozenset({"list_item", "tree_item", "row", "cell"})
_WORD: Final = re.compile(r"[\w'\u2019.:/@+-]*\w")
_TOKEN: Final = re.compile(r"“[^”]+”|\"[^\"]+\"|(?<!\w)'[^']+'(?!\w)|[\w'\u2019.:/@+^-]*\w")
_VALUE: Final = re.compile(
    r"“[^”]+”|\"[^\"]+\"|(?<!\w)'[^']+'(?!\w)|\b\d[\d.,:/-]*\d(?:\s(?:am|pm))?\b|\b\d(?:\s(?:am|pm))?\b"
    r"|\b[\w.+-]+@[\w.-]+\w|(?<=\s)[A-Z][\w'\u2019-]*(?:\s+(?:[A-Z][\w'\u2019-]*|\d[\w-]*|of|the(?=\s[A-Z])))*"
)
"""What is said to be written or set: a quotation, a number, an address, words with capital letters behind the first."""


def _any_of(key: str) -> str:
    return f"(?:{alternatives(key)})"


_NOT: Final = r"\w+n['\u2019]t"
_QUESTION: Final = re.compile(
    rf"(?:{_any_of('question_words')}|{_any_of('asking_starts')}\s+{_any_of('asked_about')})\b",
    re.IGNORECASE,
)
_INTERJECTION: Final = re.compile(rf"{_any_of('interjections')}[.!]?", re.IGNORECASE)
_THOUGHT: Final = re.compile(rf"{_any_of('thought_verbs')}\b", re.IGNORECASE)
_LIMITS: Final = re.compile(rf"\b{_any_of('limiting_words')}\b", re.IGNORECASE)
_DENIES_AHEAD: Final = re.compile(rf"\b(?:{alternatives('ahead_denials')}|{_NOT})\b", re.IGNORECASE)
_DENIES: Final = re.compile(
    rf"\b(?:{alternatives('ahead_denials')}|{alternatives('ending_denials')}|{_NOT})\b",
    re.IGNORECASE,
)
_ENDS: Final = re.compile(rf"\b{_any_of('ending_words')}", re.IGNORECASE)
_UNFOLDS: Final = re.compile(rf"\b{_any_of('unfolding_words')}", re.IGNORECASE)
_GOES: Final = re.compile(
    rf"\b(?:{alternatives('unfolding_words')}|{alternatives('going_words')})", re.IGNORECASE
)
_JOINTS: Final = re.compile(
    rf"(,?\s+(?:so\s+)?(?:now\s+)?(?:{_any_of('asking_you')}\s+)?please\s+|,?\s+so\s+{_any_of('asking_you')}\s+|,\s+so\s+"
    rf"|[,.;!]?\s+{_any_of('clause_joints')}\s+|\s*[,;]\s+|[.!]\s+)",
    re.IGNORECASE,
)
_APART: Final = re.compile(r"[.!]|\b(?:then|so|please)\b", re.IGNORECASE)
"""Joints of which both sides stand for themselves."""
_SO: Final = re.compile(r",?\s+so\b", re.IGNORECASE)
"""What follows upon a reason."""
_TELLS: Final = re.compile(
    rf"(?:{_any_of('telling_openers')}[,\s]+)*{_any_of('telling_starts')}\s+\S+\s+\S+",
    re.IGNORECASE,
)
"""How a clause begins that tells something, and asks for nothing."""
_ORDERS: Final = re.compile(rf"{_any_of('order_starts')}\b", re.IGNORECASE)
_PLACE: Final = re.compile(
    rf"{_any_of('place_starts')}\b.*\b{_any_of('place_ends')}\b", re.IGNORECASE
)
"""A clause that tells where the thing before is."""
_LINKS: Final = (
    re.compile(
        rf"(?P<name>.+?)(?:\s+{_any_of('told_links')}|\s*[:=])\s+(?:(?:called|named)\s+)?(?P<value>.+)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_any_of('note_verbs')}\s+(?P<value>.+)\s+{_any_of('told_back_links')}\s+(?P<name>.+?)",
        re.IGNORECASE,
    ),
)
"""What stands between the name of a field and what is written there."""
_LOOSE: Final = words("loose_words")
_STATES: Final = words("on_words") | words("off_words")
_FREE: Final = _LOOSE | words("free_verbs")
"""Words that ask for no thing of their own beside one that is named."""
_OF_SPEAKER: Final = re.compile(r"I(?:['\u2019]\w+)?")
_NUMBER: Final = re.compile(r"\d+")
_PLACES: Final = words("place_ends") - {"there", "here"}
_PLACEHOLDER: Final = "e9000"
_MOST_PARTED: Final = 18
_MOST_SPAN: Final = 8
_MOST_OF_ROW: Final = 4


@dataclass(frozen=True, slots=True)
class Thing:
    """What can be done on a screen with one control: it is pressed, filled, or has one of its options chosen."""

    listed: Listed
    words: str
    """Its name with what tells it from its like, or its label with the option."""
    option: str = ""

    @property
    def fills(self) -> bool:
        """Tell whether a text or a number goes into it."""
        return bool({"type", "set"} & set(self.listed.operations)) and not self.option

    @property
    def called(self) -> tuple[str, ...]:
        """The words by which it may be meant."""
        return tuple(dict.fromkeys((self.words, self.option or self.name)))

    @property
    def name(self) -> str:
        """What it is called, or its label."""
        return self.listed.name or self.listed.element.label

    @property
    def target(self) -> Phrase:
        """What a form aims at."""
        return by_ref(self.listed.ref, self.listed.element)


@dataclass(frozen=True, slots=True)
class Things:
    """What can be done on a screen, its rows, and the words that few of its names have."""

    able: tuple[Thing, ...]
    rows: tuple[Thing, ...]
    shown: frozenset[str]


@dataclass(frozen=True, slots=True)
class Way:
    """One thing that a clause may mean, and what is done with it."""

    thing: Thing
    forms: tuple[Form, ...]

    @property
    def words(self) -> str:
        """What the thing is called, or the option that is chosen there."""
        return quoted(self.thing.option or self.thing.name)


@dataclass(frozen=True, slots=True)
class Meant:
    """What a clause comes to by its meaning."""

    words: str
    forms: tuple[Form, ...] = ()
    """What is done; empty where no thing is clearly ahead."""
    ways: tuple[Way, ...] = ()
    """What it may mean then, the likeliest first."""
    alike: float = 0.0
    """How alike it is to what it is taken for, at least."""
    why: str = ""
    """What stood against it, where there are no forms."""


def things_in(scene: Scene, book: RefBook) -> Things:
    """Return what can be done in the window in front, of a page where it shows one; nothing that is only read there."""
    listing = [
        one for one in scene.listing(book) if one.operations and one.element.source == "tree"
    ]
    there = {id(e) for e in in_page([one.element for one in listing], scene)}
    front = scene.front.title if scene.front is not None else ""
    wholes = ("document", "window", "dialog")
    titles = {front, *(e.name for e in scene.near if e.role in wholes)}
    found: list[Thing] = []
    for one in listing:
        element = one.element
        name = one.name or element.label.strip()
        if id(element) not in there or not name or len(name) > _MOST_NAME:
            continue
        group = one.group or element.parent_name.strip()
        is_group = 0 < len(group) < _MOST_NAME and group != name
        is_group &= not any(group in title for title in titles)
        words = f"{name} ({group})" if is_group else name
        if element.role == "combo":
            label = element.label.strip() or name
            offered = one.choices or tuple(scene.offered(element))
            found += [Thing(one, f"{label}: {o}", o) for o in offered[:_MOST_OPTIONS]]
        elif _is_able(one) or element.role in _ROWS:
            found.append(Thing(one, words))
    able = [t for t in found if _is_able(t.listed) or t.option]
    rows = [t for t in found if t.listed.element.role in _ROWS]
    names = {e.name for e in in_page(scene.there, scene)} | {t.option for t in found}
    names -= titles
    count = Counter(word for name in names for word in set(_words(name)))
    told = {w for title in titles for w in _words(title)} | _LOOSE
    shown = frozenset(w for w, n in count.items() if n <= MOST_SHARED and w not in told)
    return Things(tuple(able[:_MOST_THINGS]), tuple(rows), shown)


def _is_able(one: Listed) -> bool:
    return one.element.role not in _ROWS - _PRESSED and _is_used(one)


def _is_used(one: Listed) -> bool:
    return one.element.role in _PRESSED or bool({"on", "open", "type", "set"} & set(one.operations))


@dataclass(slots=True)
class ByMeaning:
    """What the clauses of one run come to by their meaning, and which of them is in front."""

    alike: Callable[[], Alike | None] = lambda: None
    """Returns what compares meanings; None where nothing does."""
    front: Meant | None = None
    """Of the clause in front: its steps are always asked about."""
    offered: tuple[Way, ...] = ()
    """What was asked about: the ways to take the clause in front."""
    left_out: tuple[str, ...] = ()
    """Clauses that only say why or where; what is done without them is always asked about."""
    _told: dict[str, Meant] = field(default_factory=dict)
    """By the short word that stands for a clause."""
    _has_acted: bool = False
    """A step of the clause in front was proposed."""

    def retell(
        self, quotes: Quotes, things: Callable[[], Things], is_read: Callable[[str], bool]
    ) -> str:
        """Return an instruction of which each clause is read, is told by its meaning, or only says why.

        Args:
            is_read: tells whether words are understood as they are, and the first of their steps can be done.

        Returns:
            The words, quotes masked, in which a short one stands for each clause that is told; empty where it cannot be.
        """
        is_fit = len(quotes.masked) <= _MOST_CHARS and not names_password(quotes.masked)
        alike = self.alike() if is_fit else None
        if alike is None:
            return ""
        there = things()
        parts = _JOINTS.split(quotes.masked.strip().rstrip(".!"))
        clauses, joints = parts[::2], parts[1::2]
        told: dict[str, Meant] = {}
        said: list[str] = []
        left: list[str] = []
        at = 0
        while at < len(clauses):
            end = _read_until(at, clauses, joints, is_read)
            if end > at:
                said.append(_joined(clauses, joints, at, end))
                at = end
                continue
            clause = quotes.written(clauses[at])
            found = meant(clause, there, alike, is_first=at == 0)
            after = joints[at] if at < len(joints) else ""
            if not found.forms and at + 1 < len(clauses) and not _APART.search(after):
                # "The map and the radio" may be one thing.
                both = quotes.written(_joined(clauses, joints, at, at + 2))
                together = meant(both, there, alike, is_first=at == 0)
                if together.forms:
                    found, at = together, at + 1
            if found.forms or (found.ways and (len(clauses) == 1 or found.alike >= LEAST_ALIKE)):
                word = f"{_PLACEHOLDER}{len(told)}"
                told[word] = found
                said.append(f"click {word}")
            elif len(clauses) > 1 and _is_aside(
                clause, found, there, is_first=at == 0, after=after
            ):
                left.append(clause.strip())
            else:
                return ""
            at += 1
        self._told, self.left_out = told, tuple(left)
        return ", then ".join(said)

    def of_clause(self, source: str) -> Meant | None:
        """Return what the short word in a clause stands for, and put that in front; None for one that is read."""
        self.front = self._meant_by(source)
        if self.front is not None:
            self._take(self.front)
        return self.front

    def with_forms(self, clause: Clause) -> Clause:
        """Return a clause with what it comes to, where a short word stands for that."""
        found = self._meant_by(clause.source)
        return clause if found is None else replace(clause, forms=found.forms)

    def _meant_by(self, source: str) -> Meant | None:
        return next((m for w in source.split() if (m := self._told.get(w))), None)

    def of_words(self, said: str, things: Callable[[], Things]) -> Meant | None:
        """Return what words mean of which nothing is there, and put that in front; None where they mean nothing."""
        alike = self.alike() if self.front is None else None
        found = meant(said, things(), alike) if alike is not None else None
        if found is None or not (found.forms or found.ways):
            return None
        self._take(found)
        return found

    def leaves_out(self, said: str, things: Callable[[], Things]) -> bool:
        """Tell whether words behind a step only say why or where; then they are told to be left out."""
        bare = said.strip()
        tells = _TELLS.match(bare) or _INTERJECTION.fullmatch(bare)  # an order is never left out
        alike = self.alike() if tells else None
        if alike is None:
            return False
        there = things()
        found = meant(said, there, alike, is_first=False)
        is_aside = not found.forms and _is_aside(said, found, there, is_first=False, after="")
        if is_aside:
            self.left_out = (*self.left_out, said.strip())
        return is_aside

    def _take(self, found: Meant) -> None:
        self.front, self._has_acted = found, False
        self.offered = () if found.forms else found.ways

    def answered(self, n: int) -> tuple[Form, ...]:
        """Return what is done after the n-th way was chosen, from 1."""
        ways, self.offered = self.offered, ()
        return ways[n - 1].forms if 1 <= n <= len(ways) else ()

    @property
    def is_unproven(self) -> bool:
        """Tell whether nothing shows yet what the clause in front was taken for."""
        return self.front is not None and self.front.alike < LEAST_SO and not self._has_acted

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


def _read_until(
    at: int, clauses: Sequence[str], joints: Sequence[str], is_read: Callable[[str], bool]
) -> int:
    """Return the end of the most clauses from here on that are read together; the start where none is."""
    for end in range(len(clauses), at, -1):
        words_of = _joined(clauses, joints, at, end)
        if (at, end) != (0, len(clauses)) and words_of.strip() and is_read(words_of):
            return end
    return at


def _joined(clauses: Sequence[str], joints: Sequence[str], first: int, end: int) -> str:
    return "".join(clauses[n] + (joints[n] if n < end - 1 else "") for n in range(first, end))


def _is_aside(clause: str, found: Meant, things: Things, *, is_first: bool, after: str) -> bool:
    """Tell whether a clause only says why, or where: no step, value, limit or denial, and no name on the screen.

    Args:
        found: what it was taken for.
        after: what joins the next clause to it.
    """
    said = _as_heard(clause, is_first=is_first)
    bare = said.strip()
    if not bare or _INTERJECTION.fullmatch(bare):
        return True
    if _values(said) or _LIMITS.search(said) or "?" in said:
        return False
    is_state = any(w in _STATES for w in _words(said))
    if not (is_first or is_state) and all(_is_free(w) for w in _words(said)):
        return True  # "tick it", of what was told before
    if _PLACE.match(bare) or (_SO.match(after) and not _ORDERS.match(bare)):
        return True
    heard = _words(said)
    if (
        found.why != "aside"  # it is about something here
        or not _TELLS.match(bare)
        or _DENIES.search(said)
        or any(number(w) not in (None, 1) for w in heard)
    ):
        return False
    content = [w for w in heard if w not in _LOOSE]
    return not any(_is_kin(w, s) for w in content for s in things.shown)


def meant(clause: str, things: Things, alike: Alike, *, is_first: bool = True) -> Meant:
    """Return what a clause means among things; with why where it is nothing for sure.

    Args:
        is_first: it begins the instruction, so that its capital letter tells nothing.
    """
    bare = without_opening(clause)
    if why := _unfit(clause, bare):
        return Meant(clause, why=why)
    able = [t for t in things.able if t.listed.element.role != "menu" or _UNFOLDS.search(clause)]
    ranked = _ranked([bare.strip()], able, alike)[0]
    if not ranked:
        return Meant(clause, why="aside")
    said = _as_heard(clause, is_first=is_first)
    (best, top), second = ranked[0], ranked[1][0] if len(ranked) > 1 else -1.0
    why = "unsure"
    if best >= LEAST_ALIKE and best - second >= LEAST_AHEAD:
        forms, why = _steps(said, top, things, alike)
        if forms:
            return Meant(clause.strip(), forms, alike=best)
    if parts := _by_parts(said, able, things, alike):
        forms = tuple(form for _, way in parts for form in way.forms)
        return Meant(clause.strip(), forms, alike=min(score for score, _ in parts))
    if linked := _by_link(said, able, things, alike):
        return Meant(clause.strip(), linked[1].forms, alike=linked[0])
    likely = [t for score, t in ranked[:MOST_CHOICES] if score >= LEAST_ASKED]
    steps = ((t, _steps(said, t, things, alike)[0]) for t in likely)
    ways = tuple(Way(t, forms) for t, forms in steps if forms)
    # A card asks as well, and tells what is done.
    if len(ways) == 1 and len(likely) == 1 and best >= LEAST_ALIKE:
        return Meant(clause.strip(), ways[0].forms, alike=best)
    return Meant(clause.strip(), (), ways, best, why if likely else "aside")


def _unfit(clause: str, bare: str) -> str:
    """Return why a clause is not read by its meaning at all; empty where it may be."""
    if _QUESTION.match(bare) or clause.rstrip().endswith("?") or _THOUGHT.match(bare):
        return "question"
    said = _words(clause)
    if names_password(clause):  # a card would show what may be one
        return "password"
    if all(_is_free(w) for w in said):  # "set that" names nothing
        return "aside"
    return "" if len(said) <= _MOST_WORDS else "long"


def _ranked(
    texts: Sequence[str], things: Sequence[Thing], alike: Alike
) -> list[list[tuple[float, Thing]]]:
    """Return for each text the things by how alike they are, the likest first; each thing once."""
    called = [(words, t) for t in things for words in t.called]
    if not called:
        return [[] for _ in texts]
    numbers = [frozenset(_NUMBER.findall(_in_digits(text))) for text in texts]
    scores = alike(texts, [words for words, _ in called])
    found = []
    for row, said in zip(scores, numbers, strict=True):
        best: dict[int, tuple[float, Thing]] = {}
        for score, (_, thing) in zip(row, called, strict=True):
            if said and not said.issuperset(_NUMBER.findall(thing.option)):
                continue  # of twenty times in a list only the one that is said
            if id(thing) not in best or best[id(thing)][0] < score:
                best[id(thing)] = (float(score), thing)
        found.append(sorted(best.values(), key=lambda pair: -pair[0]))
    return found


# A clause of several parts: `topaz from the old orchard, 14 crates`.


@dataclass(frozen=True, slots=True)
class _Span:
    """Neighbouring words of a clause."""

    first: int
    end: int
    text: str
    value: str = ""
    """What of it is written, where the rest names a field."""


def _by_parts(
    clause: str, able: Sequence[Thing], things: Things, alike: Alike
) -> list[tuple[float, Way]]:
    """Return the ways that together say all words of a clause; empty where there are none."""
    tokens = list(_TOKEN.finditer(clause))
    if not 1 < len(tokens) <= _MOST_PARTED:
        return []
    free = [_is_free(m.group()) for m in tokens]
    spans = list(_spans(clause, tokens, free))
    if not spans:
        return []
    acts, fields = [t for t in able if not t.fills], [t for t in able if t.fills]
    taken: dict[tuple[int, int], tuple[float, Way]] = {}
    for pool, those in (
        (acts, [s for s in spans if not s.value]),
        (fields, [s for s in spans if s.value]),
    ):
        if not pool or not those:
            continue
        for span, ranked in zip(those, _ranked([s.text for s in those], pool, alike), strict=True):
            if not ranked:
                continue
            (best, top), second = ranked[0], ranked[1][0] if len(ranked) > 1 else -1.0
            is_clear = best >= LEAST_PART and best - second >= LEAST_AHEAD
            said = clause[tokens[span.first].start() : tokens[span.end - 1].end()]
            way = _way(said, span, top, things, best) if is_clear else None
            known = taken.get((span.first, span.end))
            if way is not None and (known is None or known[0] < best):
                taken[span.first, span.end] = best, way
    rows = _rows_named(tokens, free, things)
    found = _covering({**rows, **taken}, free)
    ways = [way for _, way in rows.values()]
    if all(any(way is one for one in ways) for _, way in found):
        return []  # who is named, and nothing that is to be done
    return sorted(found, key=lambda pair: not any(pair[1] is one for one in ways))


def _rows_named(
    tokens: Sequence[re.Match[str]], free: Sequence[bool], things: Things
) -> dict[tuple[int, int], tuple[float, Way]]:
    """Return the parts of a clause that name a row, which is chosen before something is done with it."""
    found: dict[tuple[int, int], tuple[float, Way]] = {}
    for first in range(len(tokens)):
        for end in range(first + 1, min(len(tokens), first + _MOST_OF_ROW) + 1):
            if any(free[first:end]):
                break
            said = [m.group().casefold() for m in tokens[first:end]]
            row = _row_of(said, things)
            if row is not None and not all(len(w) < 3 or w[0].isdigit() for w in said):
                is_chosen = "selected" in row.listed.element.states
                forms = () if is_chosen else (Choose(row.target),)
                found[first, end] = 1.0, Way(row, forms)
    return found


def _by_link(
    clause: str, able: Sequence[Thing], things: Things, alike: Alike
) -> tuple[float, Way] | None:
    """Return the writing of words beside the name of a field: `the front board should say Byte Bakery`."""
    fields = [t for t in able if t.fills and "type" in t.listed.operations]
    if _DENIES.search(clause):
        return None
    pairs = [(m["name"], m["value"]) for link in _LINKS if (m := link.fullmatch(clause.strip()))]
    if not fields or not pairs:
        return None
    ranked = _ranked([name for name, _ in pairs], fields, alike)
    for (name, value), ((best, top), *others) in zip(pairs, ranked, strict=True):
        is_clear = best >= LEAST_PART and best - (others[0][0] if others else -1) >= LEAST_AHEAD
        content = [w for w in _words(value) if w not in _LOOSE]
        is_clear &= not _values(f" {name}")
        if is_clear and content and not any(_is_kin(w, s) for w in content for s in things.shown):
            text = _dictated(value.strip("“”\"'"))
            return best, Way(top, (form_of("type", top.target, text),))
    return None


def _way(words: str, span: _Span, thing: Thing, things: Things, alike: float) -> Way | None:
    """Return what a part of a clause does with its thing; None where it says more, or too little for a button."""
    rest = [w for w in _rest(span.text, thing) if w not in _FREE]
    if not span.value:
        if _left_out(f" {words}", rest, rest, things):
            return None
        if thing.listed.element.role in _PRESSED and not thing.option and alike < LEAST_BUTTON:
            named = [w for w in _words(thing.name) if w not in _LOOSE]
            if rest or not all(any(_is_kin(n, w) for w in _words(words)) for n in named):
                return None
        if "selected" in thing.listed.element.states and thing.listed.element.role == "tab":
            return Way(thing, ())
        done = _done(words, thing)
        return Way(thing, (done,)) if done is not None else None
    is_number = "set" in thing.listed.operations
    if (is_number and not span.value[0].isdigit()) or any(
        _is_kin(w, s) for w in rest for s in things.shown
    ):
        return None
    return Way(thing, (form_of("set" if is_number else "type", thing.target, span.value),))


def _covering(
    taken: Mapping[tuple[int, int], tuple[float, Way]], free: Sequence[bool]
) -> list[tuple[float, Way]]:
    """Return the ways of the best spans that leave out free words alone, in their order; no thing twice."""
    best: list[tuple[float, list[tuple[float, Way]]] | None] = [None] * len(free) + [(0.0, [])]
    for at in range(len(free) - 1, -1, -1):
        rest = best[at + 1]
        found = rest if free[at] else None
        for end in range(at + 1, len(free) + 1):
            rest, here = best[end], taken.get((at, end))
            if rest is None or here is None:
                continue
            if any(w.thing.listed.ref == here[1].thing.listed.ref for _, w in rest[1]):
                continue
            weight = sum(not f for f in free[at:end]) * (here[0] - LEAST_ASKED)
            if found is None or weight + rest[0] > found[0]:
                found = weight + rest[0], [here, *rest[1]]
        best[at] = found
    return best[0][1] if best[0] is not None else []


def _spans(clause: str, tokens: Sequence[re.Match[str]], free: Sequence[bool]) -> Iterator[_Span]:
    """Yield the spans that may be a thing, and those of a value beside words that may name a field."""
    said_words = [m.group() for m in tokens]
    numeric = [number(w) is not None or w[0].isdigit() for w in said_words]
    numeric = [False, *numeric, False]
    ahead = [_DENIES_AHEAD.fullmatch(w) is not None for w in said_words]
    last = len(tokens)
    for first in range(last):
        if free[first] or (numeric[first] and numeric[first + 1]):
            continue
        for end in range(first + 1, min(last, first + _MOST_SPAN) + 1):
            if free[end - 1] or (numeric[end] and numeric[end + 1]):
                continue
            words = said_words[first:end]
            if any(ahead[first + 1 : end]) and not (
                end == last and sum(ahead[first:end]) == 1 and ahead[-1]
            ):
                continue  # "pets ok no music" is no "pets ok no"
            if "off" in (w.casefold() for w in words[1:-1]):
                continue
            text = " ".join(w for w in words if not _DENIES.fullmatch(w))
            yield _Span(first, end, text)
            whole = clause[tokens[first].start() : tokens[end - 1].end()]
            said = _in_digits(whole)
            values = _values(said)
            if (
                len(values) == 1
                and (left := said.replace(values[0], " ").strip())
                and any(not _is_free(w) for w in left.split())
            ):
                yield _Span(first, end, left, values[0].strip("“”\"'"))


def _is_free(word: str) -> bool:
    return word.casefold() in _FREE and not _DENIES.fullmatch(word)


def _as_heard(clause: str, *, is_first: bool) -> str:
    """Return a clause behind a blank, the first letter of an instruction small: no name begins with it."""
    said = clause.strip()
    return f"{said[:1].lower()}{said[1:]}" if is_first else f" {said}"


def _steps(clause: str, thing: Thing, things: Things, alike: Alike) -> tuple[tuple[Form, ...], str]:
    """Return what is done with a thing that a clause means, or why nothing can be."""
    if thing.fills:
        return _filled(clause, thing, things)
    rest = _rest(clause, thing)
    content = [w for w in rest if w not in _FREE]
    chosen: tuple[Form, ...] = ()
    if content and (row := _row_called(content, thing, things)) is not None:
        chosen, content = (Choose(row.target),), []
        rest = [w for w in rest if not _says(w, row)]
    if thing.listed.element.role in _PAGES and content and not _GOES.search(clause):
        return (), "verb"  # "print the prices" asks for more than the page of that name
    if why := _left_out(clause, rest, content, things):
        return (), why
    if len(content) > 1:
        others = [t.words for t in things.able if t.listed is not thing.listed]
        if others and max(alike([" ".join(content)], others)[0]) >= LEAST_SECOND:
            return (), "more"
    done = _done(clause, thing)
    return ((*chosen, done), "") if done is not None else ((), "denied")


def _row_called(content: Sequence[str], thing: Thing, things: Things) -> Thing | None:
    """Return the one row of which a clause says a name besides its thing: `send out Station square`."""
    if thing.option or thing.listed.element.role in _ROWS | {"tab"}:
        return None
    return _row_of(content, things, besides=thing)


def _row_of(said: Sequence[str], things: Things, besides: Thing | None = None) -> Thing | None:
    """Return the one row, by the first of its cells, that all of these words name."""
    others = [t for t in things.rows if besides is None or t.listed is not besides.listed]
    full = [t for t in others if all(_says(w, t) for w in said) and _begins(said, t)]
    lines = {t.listed.element.box.center.y for t in full}
    return full[0] if len(lines) == 1 else None


def _begins(said: Sequence[str], thing: Thing) -> bool:
    """Tell whether words say the first one of a thing's name: `the tank` alone is not the Breeding tank."""
    named = [w for w in _words(thing.name) if w not in _LOOSE]
    return bool(named) and any(_is_kin(word, named[0]) for word in said)


def _counts(word: str) -> bool:
    """Tell whether a word is a number: an article is none."""
    return word not in _LOOSE and (number(word) is not None or any(c.isdigit() for c in word))


def _says(word: str, thing: Thing) -> bool:
    return any(_is_kin(word, s) for s in _words(thing.name))


def _left_out(clause: str, rest: Sequence[str], content: Sequence[str], things: Things) -> str:
    """Return which kind of words a thing leaves out that must be heard; empty where it leaves none out."""
    if _LIMITS.search(" ".join(rest)):
        return "limits"
    if any(_counts(w) for w in rest):
        return "number"
    if any(_is_unsaid(v, rest) for v in _values(clause) if not v[0].isdigit()):
        return "name"
    if any(_is_kin(w, s) for w in content for s in things.shown):
        return "shown"
    if any(w in _PLACES or ordinal(w) is not None for w in rest):
        return "place"
    return ""


def _done(clause: str, thing: Thing) -> Form | None:
    """Return what is done with a thing; None where a clause says that it is not to be done."""
    one, target = thing.listed, thing.target
    if thing.option:
        return None if _DENIES.search(clause) else Choose(literal(thing.option), target)
    name = thing.name
    is_denied = bool(_DENIES.search(clause)) and not (_DENIES.search(name) or _ENDS.search(name))
    if "off" in one.operations:
        return form_of("off" if is_denied else "on", target)
    if is_denied:
        return None
    if "on" in one.operations:
        return form_of("on", target)
    return form_of("press" if "press" in one.operations else "open", target)


def _filled(clause: str, thing: Thing, things: Things) -> tuple[tuple[Form, ...], str]:
    """Return the writing of the one value that a clause tells into a field."""
    is_number = "set" in thing.listed.operations
    said = _in_digits(clause) if is_number else clause
    rest = _rest(said, thing)
    unsaid = [v for v in _values(said) if _is_unsaid(v, rest)]
    if len(unsaid) != 1:
        return (), "value"
    value = unsaid[0].strip("“”\"'")
    others = [w for w in rest if w not in _LOOSE and w not in _words(value)]
    if _LIMITS.search(" ".join(others)):
        return (), "limits"
    if any(_is_kin(w, s) for w in others for s in things.shown):
        return (), "shown"
    return (form_of("set" if is_number else "type", thing.target, value),), ""


def _in_digits(clause: str) -> str:
    """Return a clause with its spoken numbers below a thousand in digits: `forty five` is 45."""
    words, told, total = clause.split(), list[str](), -1
    for word in [*words, ""]:
        value = number(word.strip(",.")) if word and not word[0].isdigit() else None
        if value is not None and total >= 0 and (value == 100 or (value < 10 and total % 10 == 0)):
            total = total * 100 if value == 100 else total + value
            continue
        told += [str(total)] if total >= 0 else []
        total = value if value is not None else -1
        told += [word] if value is None else []
    return f" {' '.join(told)}".rstrip()


def _dictated(value: str) -> str:
    """Return a value that is all numbers in words as digits: `eight zero one zero` is 8010."""
    told = [number(w) for w in value.split()]
    if any(n is None for n in told):
        return value
    is_spelled = len(told) > 1 and all(n is not None and n < 10 for n in told)
    return "".join(map(str, told)) if is_spelled else _in_digits(value).strip()


def _values(clause: str) -> list[str]:
    found = (m.group().strip() for m in _VALUE.finditer(clause))
    return [value for value in found if not _OF_SPEAKER.fullmatch(value)]


def _is_unsaid(value: str, rest: Sequence[str]) -> bool:
    return any(w in rest for w in _words(value))


def _words(text: str) -> list[str]:
    return [w.casefold() for w in _WORD.findall(text)]


def _rest(clause: str, thing: Thing) -> list[str]:
    """Return the words of a clause that neither the thing nor what it stands in says."""
    said = _words(f"{thing.words} {thing.listed.element.label}")
    return [w for w in _words(clause) if not any(_is_kin(w, s) for s in said)]


def _is_kin(a: str, b: str) -> bool:
    """Tell whether two words are one but for their endings."""
    a, b = (w.removesuffix("s").removesuffix("'") if len(w) > 3 else w for w in (a, b))
    is_long = min(len(a), len(b)) > 3
    return a == b or (is_long and (a.startswith(b[:-1]) or b.startswith(a[:-1])))
