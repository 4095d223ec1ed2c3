"""What one clause means among the things on a screen, where neither its words nor its patterns tell.

A sentence encoder (`Alike`) tells how alike a clause and the names on the screen are. What is most alike, and clearly more
than everything else, is what the clause means. The encoder chooses among what is there and nothing more: which way a box
turns, which text is written and what must not be left out is decided by words. The words are English, as the encoder
is; what is said in another language comes here by way of `glossed`, which compares by words alone.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from automation.commands.forms import Choose, Form, Point, Switch, phrases_of
from automation.commands.language import words
from automation.commands.phrases import quoted
from automation.commands.read.denials import DENIES, DENIES_AHEAD
from automation.commands.read.filled_form import (
    LEAST_AHEAD,
    LEAST_PART,
    added,
    button_said,
    dated,
    linked,
    of_chosen,
    pressed_beside,
)
from automation.commands.read.rows import PRESSED, Named, Row, Thing, is_chosen
from automation.commands.read.things import (
    BY,
    CHANGING,
    GOES,
    IMPERATIVE,
    LIMITS,
    MOST_UNSAID,
    ON_CHOSEN,
    OPENS,
    PAGES,
    TELLS,
    TOKEN,
    Alike,
    Things,
    any_of,
    as_heard,
    asks_more,
    asks_to_end,
    done_with,
    is_free,
    names_kind,
    ranking,
    ranking_of,
    removes,
    rest_of,
    steps_with,
    tells_of_number,
    tells_other,
    unheard,
    values_in,
    verbs_of,
    without_rows,
    without_words,
)
from automation.commands.targets import form_of, literal
from automation.commands.words import (
    FREE,
    LOOSE,
    TOLD_OF_NUMBER,
    in_digits,
    is_any,
    is_kin,
    is_said,
    number,
    without_opening,
    without_unit,
    words_of,
)
from automation.core.secrets import names_password

LEAST_ALIKE: Final = 0.4
"""How alike a clause and a thing are at least, by the encoder: -1 to 1."""
LEAST_FAR: Final = 0.33
FAR_AHEAD: Final = 0.14
"""The same for a thing that is further ahead, and no button: what is not named is hardly alike."""
SURELY_ALIKE: Final = 0.6
SURELY_AHEAD: Final = 0.2
"""The same for a thing that is meant for sure: a word of the clause may then name something else."""
LEAST_ASKED: Final = 0.3
"""How alike a thing is at least that is asked about; a clause that is less like anything is about nothing here."""
LEAST_IN_ROW: Final = 0.35
"""The same for a thing of the row that a clause names: only few can be meant."""
LEAST_LONE: Final = 0.2
"""And for the only one that the row has."""
LEAST_SO: Final = 0.55
"""How alike they are at least where it is so already, so that no card shows what was taken for what."""
MOST_CHOICES: Final = 3
_MOST_WORDS: Final = 25
LEAST_BUTTON: Final = 0.85
"""And a button whose whole name the part does not say."""
_QUESTION: Final = re.compile(
    rf"(?:{any_of('question_words')}|{any_of('asking_starts')}\s+{any_of('asked_about')})\b",
    re.IGNORECASE,
)
INTERJECTION: Final = re.compile(rf"{any_of('interjections')}[.!]?", re.IGNORECASE)
_THOUGHT: Final = re.compile(rf"{any_of('thought_verbs')}\b", re.IGNORECASE)
_UNFOLDS: Final = re.compile(rf"\b{any_of('unfolding_words')}(?:s|es|ing|ed)?\b", re.IGNORECASE)
_ADDED_BY: Final = words("adding_buttons")
_VAGUE: Final = words("vague_names")
"""Of these a button of a row is called that opens a menu of all that can be done."""
_DETERMINERS: Final = words("determiners")
_FORGETS: Final = re.compile(r"(?:just\s+)?forget\b(?!\s+(?:to|it|that)\b)", re.IGNORECASE)
TICKS: Final = re.compile(rf"\b{any_of('ticking_words')}\b", re.IGNORECASE)
STATES: Final = words("on_words") | words("off_words")
_FINISHED: Final = words("finished_words")
_BEFORE_VALUE: Final = words("before_values")
_BLAMES: Final = words("blaming_words")
_MORE: Final = words("more_words") - {"up", "down"}
_LESS: Final = words("less_words") - {"up", "down"}
_ASKING_MORE: Final = words("asking_more")
_ASKING_LESS: Final = words("asking_less")
_ADDING: Final = words("adding_names")
_TAKING: Final = words("taking_names") | words("removing_verbs")
_SIDES: Final = ("up", "down")
_MOVES: Final = words("moving_words") | LOOSE
_MOST_STEPS: Final = 9
_CLAIMS: Final = words("claiming_verbs") - {"had"}
_OPEN: Final = words("open_words")
_COMPARED: Final = words("compared_words")
_STEPPED: Final = (["up"], ["down"])
_LATER: Final = frozenset({"tomorrow", "yesterday", "later", "soon", "tonight"})
_PAST: Final = frozenset({"was", "were", "had"})
_UNTICKED: Final = frozenset({"unticked", "unchecked", "unmarked", "deselected", "unselected"})
_NONE: Final = frozenset({"nothing", "nichts"})
_BEING: Final = frozenset({"is", "are"})
_NEW: Final = frozenset({"new", "neu"})
_FOR: Final = words("whom_words")
_SHOWING: Final = words("showing_labels")
_TOLD: Final = words("told_words")
_MOST_TOLD: Final = 3
"""Words of who wants something, and when."""
_MOST_PARTED: Final = 18
_MOST_SPAN: Final = 8
_MOST_OF_ROW: Final = 4


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
    thing_words: str = ""
    """The words of the one thing that it is taken for."""
    last: tuple[Form, ...] = ()
    """What is pressed behind all that is said: the verb is a button, as in `order 3 lamps`."""
    is_in_row: bool = False
    """It is done in the row that the words name, which need not be chosen first."""

    @property
    def all_forms(self) -> tuple[Form, ...]:
        """What is done, or may be."""
        return (*self.forms, *self.last, *(form for way in self.ways for form in way.forms))

    @property
    def is_sure(self) -> bool:
        """Tell whether it is done in a row that is named, or all that the thing is called is said."""
        heard = words_of(self.words)
        names = [w for w in words_of(self.thing_words.partition(" (")[0]) if w not in LOOSE]
        is_said_all = not self.thing_words or all(is_any(w, heard) for w in names)
        return bool(self.forms) and (self.is_in_row or is_said_all)

    def is_named_in(self, clause: str) -> bool:
        """Tell whether a clause says a word of the thing, or nothing that counts."""
        heard = [w for w in words_of(clause) if w not in FREE]
        return not heard or any(is_any(w, words_of(self.thing_words)) for w in heard)


def meant(
    clause: str, things: Things, alike: Alike, *, is_first: bool = True, topic: Named | None = ()
) -> Meant:
    """Return what a clause means among things; with why where it is nothing for sure.

    Args:
        topic: the rows that the clauses before named, where this one speaks of them; None for clauses of which not
            all name a row.
        is_first: it begins the instruction, so that its capital letter tells nothing.
    """
    bare = without_opening(clause)
    if why := _unfit(clause, bare, things):
        return Meant(clause, why=why)
    said = as_heard(clause, is_first=is_first)
    named = things.named_in(said) or topic or ()
    able = tuple(t for t in things.able if not (named and _shows_unasked(said, t)))
    things = replace(things, able=able) if len(able) < len(things.able) else things
    if not named and tells_of_number(said, things):
        return Meant(clause, why="stated")
    in_rows = _in_rows(said, named, things, alike) if topic is not None else None
    if in_rows is not None:
        return replace(in_rows, words=clause.strip())
    if forms := added(said, things) or _labelled(said, things) or dated(said, things):
        return Meant(clause.strip(), forms, alike=LEAST_SO)
    is_counted = _counts_of_row(said, named)
    return Meant(clause, why="row") if is_counted else _among(clause, said, named, things, alike)


def _among(clause: str, said: str, named: Named, things: Things, alike: Alike) -> Meant:
    """Return what a clause means by the thing, or the things, that it is most alike."""
    bare = without_opening(clause)
    others = [r for r in things.rows if r.entries or not any(r in rows for rows in named)]
    ours = {id(t) for r in others for t in r.able} if named else set[int]()
    able = [t for t in things.able if t.role != "menu" or _UNFOLDS.search(clause)]
    able = [t for t in able if id(t) not in ours and not (t.role == "tab" and is_chosen(t))]
    able = able if named else _without_like_in_rows(able, things)
    able = [t for t in able if not _does_more(t, bare)]
    ranked = _said_first(ranking([_without_names(bare.strip(), things)], able, alike)[0], bare)
    if not ranked:
        return Meant(clause, why="aside")
    best, top = ranked[0]
    second = next((score for score, t in ranked[1:] if not _is_twin(t, top)), -1.0)
    why = "unsure"
    # Who a row is of is named, and so is an option that is called the same.
    if top.option and named and not without_rows(top.option, named).strip():
        best = alike([without_rows(said, named)], [top.name])[0][0] - LEAST_AHEAD
    ahead = best - second
    is_far = best >= LEAST_FAR and ahead >= FAR_AHEAD and top.role not in ON_CHOSEN | PAGES
    if (best >= LEAST_ALIKE and ahead >= LEAST_AHEAD) or is_far:
        is_sure = best >= SURELY_ALIKE and best - second >= SURELY_AHEAD
        digits = {w for rows in named for row in rows for w in row.words if w.isdigit()}
        asked = without_words(said, digits if top.role in ON_CHOSEN else ())  # "to Loom 5"
        forms, why = steps_with(asked, top, things, alike, is_sure=is_sure)
        if forms:
            chosen = _told_of(said, named, top) if isinstance(forms[0], Switch | Point) else ()
            if chosen is None:
                return Meant(clause, why="row")
            return Meant(clause.strip(), (*chosen, *forms), alike=best, thing_words=top.words)
    if parts := _by_parts(said, able, things, alike):
        boxes = [w.thing for _, w in parts if any(isinstance(form, Switch) for form in w.forms)]
        entries = {t.listed.ref for rows in named for row in rows for t in row.entries}
        is_of_row = any(w.thing.listed.ref in entries for _, w in parts)
        if is_of_row and any(_told_of(said, named, box) is None for box in boxes):
            return Meant(clause, why="row")
        return _of_parts(clause, parts)
    if found := linked(said, able, things, alike):
        return Meant(clause.strip(), (found[1],), alike=found[0])
    likely = [t for score, t in ranked[:MOST_CHOICES] if score >= LEAST_ASKED]
    steps = ((t, steps_with(said, t, things, alike)[0]) for t in likely)
    ways = tuple(Way(t, forms) for t, forms in steps if forms)
    # A card asks as well, and tells what is done.
    if len(ways) == 1 and len(likely) == 1 and best >= LEAST_ALIKE:
        return Meant(clause.strip(), ways[0].forms, alike=best)
    return Meant(clause.strip(), (), ways, best, why if likely else "aside")


def _counts_of_row(said: str, named: Named) -> bool:
    """Tell whether one of several numbers names a row: `lot 15, quantity 12` sets no quantity to 15."""
    counts = {w for w in words_of(said) if w.isdigit()}
    own = {w for rows in named for row in rows for w in row.words if w in counts}
    return bool(own) and own < counts


def _shows_unasked(said: str, thing: Thing) -> bool:
    """Tell whether an option of a list says which entries are shown, and words that name one ask for something else.

    `Mark Ann as paid`, where a list Show offers "paid".
    """
    if not thing.option or _SHOWING.isdisjoint(words_of(thing.name)):
        return False
    heard, is_order = words_of(said), IMPERATIVE.match(said.strip()) is not None
    is_told = not (is_order or _TOLD.isdisjoint(heard))
    return _SHOWING.isdisjoint(heard) and (is_told or not CHANGING.isdisjoint(heard[:1]))


def _told_of(said: str, named: Named, thing: Thing) -> tuple[Form, ...] | None:
    """Return the choice of the entry of which words tell a box: `Hektor is lame`; None where they tell something else.

    `Hektor's rider is lame`, `Hektor might be lame`: the box beside a list is of who is chosen there.
    """
    row = named[0][0] if len(named) == 1 and len(named[0]) == 1 else None
    if row is None or not row.entries or any(t is thing for t in row.able):
        return ()
    heard = words_of(said)
    if "on" not in thing.listed.operations:  # "assign him to Loom 5"
        return row.choice(heard) if thing.role in ON_CHOSEN else ()
    at = next((n for n, w in enumerate(heard) if is_said(w, row.own)), -1)
    if at < 0 or is_any(heard[at], words_of(thing.words)):
        return ()  # who was spoken of before, or a word of the box: "bulls only"
    behind = next((n for n in range(at, len(heard)) if not is_said(heard[n], row.words)), at)
    rest = heard[behind:]
    own = {*words_of(thing.words)}
    is_told = rest[:1] != [] and (rest[0] in _TOLD | _CLAIMS or is_any(rest[0], own))
    is_plain = not any(w not in FREE and not is_any(w, own | STATES) for w in rest[1:])
    is_own = "'" not in heard[behind - 1] and "\u2019" not in heard[behind - 1]
    is_order = IMPERATIVE.match(said.strip()) is not None
    is_whom = at > 0 and heard[at - 1] in _FOR  # "parking for Luis"
    return row.choice(heard) if is_order or is_whom or (is_told and is_plain and is_own) else None


def _does_more(thing: Thing, said: str) -> bool:
    """Tell whether a button has a verb of its own that a click on what it stands at does not say: `Move Kitchen`."""
    verb, *name = words_of(thing.name) or [""]
    is_named = thing.role == "button" and name and IMPERATIVE.match(thing.name) is not None
    heard = words_of(said)
    return bool(is_named) and heard[:1] == ["click"] and not is_any(verb, heard)


def _is_twin(thing: Thing, other: Thing) -> bool:
    """Tell whether two things hold one number: a slider and the box beside it."""
    both = "set" in thing.listed.operations and "set" in other.listed.operations
    return both and thing.name.strip(" :") == other.name.strip(" :")


def _without_names(said: str, things: Things) -> str:
    """Return a clause without the names that the page holds already: they only tell of whom it is."""
    names = [v for v in values_in(f" {said}") if not v[0].isdigit() and len(words_of(v)) > 1]
    for name in names:
        if all(is_said(w, things.held) for w in words_of(name)):
            said = said.replace(name, " ")
    return said


def _said_first(ranked: Sequence[tuple[float, Thing]], said: str) -> list[tuple[float, Thing]]:
    """Return things by how alike they are, ahead of its like the one whose short name is said: `T-shirt size L`, beside M."""
    heard, found = {*words_of(said)}, list(ranked)
    like = [
        t for _, t in ranked if t.role == ranked[0][1].role and _group(t) == _group(ranked[0][1])
    ]
    told = [t for t in like if heard.issuperset(words_of(t.option or t.name))]
    if not found or len(told) != 1 or told[0] is found[0][1] or not _group(told[0]):
        return found
    rest = [pair for pair in found if not any(pair[1] is t for t in like)]
    best, second = found[0][0], rest[0][0] if rest else 0.0
    return [(best, told[0]), *rest] if best - second >= LEAST_AHEAD else found


def _group(thing: Thing) -> str:
    """Return what a thing stands in, or is an option of, as its words tell."""
    name = thing.option or thing.name
    return thing.words.replace(name, "", 1) if thing.words != name else ""


def _labelled(said: str, things: Things) -> tuple[Form, ...]:
    """Return the choice of an option whose words are all said, and those of its list: `yard exit to danger`.

    Of a sentence that tells who wants it, that may be left out: `the engineer wants C35 for the strength`.
    """
    if DENIES.search(said) or LIMITS.search(said):
        return ()
    heard, within = words_of(said), {id(t) for row in things.rows for t in row.able}
    told = [
        t
        for t in things.able
        if t.option and id(t) not in within and _stands_as_value(words_of(t.option), heard)
        and all(is_any(w, heard) for w in _content(t.name) or [""])
    ]  # fmt: skip
    most = max((len(words_of(t.option)) for t in told), default=0)
    told = [t for t in told if len(words_of(t.option)) == most]
    if len(told) != 1:
        return ()
    own = {*words_of(told[0].words)} | things.held
    rest = [w for w in heard if not (is_free(w) or is_any(w, own))]
    is_story = TELLS.match(said.strip()) is not None and len(rest) <= _MOST_TOLD
    is_bare = not any(number(w) is not None or is_any(w, things.shown) for w in rest)
    if rest and not (is_story and is_bare):
        return ()
    return (Choose(literal(told[0].option), told[0].target),)


def _of_parts(clause: str, parts: Sequence[tuple[float, Way]]) -> Meant:
    """Return what the parts of a clause come to; a button that is its verb is pressed behind all that is said."""
    said = words_of(without_opening(clause))[:1]
    buttons = [way for _, way in parts if way.thing.role == "button" and not asks_more(way.thing)]
    verbs = [
        way
        for way in buttons
        if words_of(way.thing.name) == said or not _ADDED_BY.isdisjoint(verbs_of(way.thing))
    ]
    verb = verbs[0] if verbs and len(parts) > 1 else None
    forms = tuple(form for _, way in parts if way is not verb for form in way.forms)
    alike = min(score for score, _ in parts)
    return Meant(clause.strip(), forms, alike=alike, last=verb.forms if verb is not None else ())


def _without_like_in_rows(able: Sequence[Thing], things: Things) -> list[Thing]:
    """Return things without those of rows that are called as another one is: no row is named."""
    within = {id(t) for row in things.rows for t in row.able}
    lone = {(t.option or t.name).casefold() for t in able if id(t) not in within}
    return [t for t in able if id(t) not in within or (t.option or t.name).casefold() not in lone]


def _in_rows(said: str, named: Named, things: Things, alike: Alike) -> Meant | None:
    """Return what a clause means in the rows that it names, or with what is chosen there; None where that is nothing."""
    rest = without_rows(said, named)
    is_bare = all(is_free(w) and w not in STATES for w in words_of(rest))
    if not (named and _are_listed(said, named)):
        return None
    if chosen := _option_said(rest, named, things):
        return Meant(said.strip(), chosen, alike=LEAST_SO, is_in_row=True)
    if is_bare:
        pressed = _changed(said, named, things)
        return Meant(said.strip(), pressed, alike=LEAST_SO) if pressed else None
    if opened := _opened(said, rest, named, things):
        return Meant(said.strip(), opened, alike=LEAST_SO)
    denies = DENIES_AHEAD.search(rest) is not None
    inside = [
        (words, t)
        for rows in named
        for row in rows
        for t in row.able
        if _is_offered(rest, t) and (not denies or "off" in t.listed.operations or removes(t))
        for words in row.names_of(t)
        if words and not _VAGUE.issuperset(words_of(words))
    ]
    if pressed := stepped(rest, named):
        return Meant(said.strip(), pressed, alike=LEAST_SO, is_in_row=True)
    if several := _all_in_row(rest, inside, things, alike):
        return Meant(said.strip(), several, alike=LEAST_SO, is_in_row=True)
    if not any(t.option for _, t in inside) and (changed := _changed(said, named, things)):
        return Meant(said.strip(), changed, alike=LEAST_SO)
    is_any_inside, done = _in_row(rest, inside, named, things, alike)
    if is_any_inside and not _says_button(rest, things):
        return done and replace(done, words=said.strip())
    return _with_chosen(said, named, things, alike)


def _says_button(said: str, things: Things) -> bool:
    """Tell whether an order says all of a button beside the rows, its verb first: `remove the pour for Ann`, beside "Remove pour"."""
    within = {id(t) for row in things.rows for t in row.able}
    loose = [t for t in things.able if t.role == "button" and id(t) not in within]
    heard = [w for w in words_of(said) if w not in LOOSE]
    names = [[w for w in words_of(t.name) if w not in LOOSE] for t in loose]
    return any(len(n) > 1 and n[0] == heard[0] and {*n} <= {*heard} for n in names if heard)


def _are_listed(said: str, named: Named) -> bool:
    """Tell whether the rows that a clause names stand in one list: nothing else is said between them."""
    rows = [{w for row in rows for w in row.words} for rows in named]
    heard = words_of(said)
    at = [[n for n, w in enumerate(heard) if is_said(w, words)] for words in rows]
    ends = sorted((min(found), max(found)) for found in at if found)
    between = [heard[end + 1 : start] for (_, end), (start, _) in pairwise(ends)]
    return all(is_free(w) for gap in between for w in gap)


def _names_another(said: str, thing: Thing | None, things: Things) -> bool:
    """Tell whether words say the whole name of something that stands in no row: `Search: Carver` is no row's View."""
    within = {id(t) for row in things.rows for t in row.able}
    heard = [w for w in words_of(said) if w not in FREE]
    names = [{*words_of(t.name)} - LOOSE for t in things.able if id(t) not in within and t.fills]
    own = set() if thing is None else {*words_of(thing.name)}
    return any(n and not n & own and all(is_said(w, heard) for w in n) for n in names)


def _option_said(rest: str, named: Named, things: Things) -> tuple[Form, ...]:
    """Return the choice of the one option of each row whose words are all said: `mark room 304 as clean`."""
    if DENIES.search(rest) or LIMITS.search(rest):
        return ()
    heard, forms = words_of(rest), list[Form]()
    for rows in named:
        offered = [t for row in rows for t in row.able if t.option]
        said = [t for t in offered if _stands_as_value(words_of(t.option), heard)]
        most = max((len(words_of(t.option)) for t in said), default=0)
        said = [t for t in said if len(words_of(t.option)) == most]
        if len(said) != 1:
            return ()
        own = {*words_of(said[0].words)} | things.held
        is_order = IMPERATIVE.match(rest.strip()) is not None and not asks_to_end(rest)
        told = heard[1:] if is_order else heard  # "postpone the Old Forge to Thursday"
        if not all(is_free(w) or is_any(w, own) for w in told):
            return ()
        forms.append(Choose(literal(said[0].option), said[0].target))
    return tuple(forms)


def _stands_as_value(option: Sequence[str], heard: Sequence[str]) -> bool:
    """Tell whether the words of an option are said one behind the other; small ones alone behind "to" or "as"."""
    n = len(option)
    found = [at for at in range(len(heard) - n + 1) if list(heard[at : at + n]) == list(option)]
    is_small = all(w in FREE for w in option)
    return n > 0 and any(not is_small or (at and heard[at - 1] in _BEFORE_VALUE) for at in found)


def _in_row(
    rest: str, inside: Sequence[tuple[str, Thing]], named: Named, things: Things, alike: Alike
) -> tuple[bool, Meant | None]:
    """Return whether a clause is about the rows that it names and nothing else, and what it means there."""
    best, top = _ahead(rest, inside, alike)
    is_lone = len({t.name for _, t in inside}) == 1 and len(words_of(rest)) > 1
    is_bare = all(is_free(w) or TICKS.fullmatch(w) or w in things.held for w in words_of(rest))
    if is_lone and is_bare and TICKS.search(rest) and "on" in inside[0][1].listed.operations:
        best, top = LEAST_SO, inside[0][1]  # "tick 208", of which nothing else can be ticked
    # "Friday on" deletes nothing.
    is_guess = top is not None and removes(top) and best < LEAST_PART and not asks_to_end(rest)
    if is_guess or _names_another(rest, top, things):
        return bool(inside), None  # else it may be beside the list
    denies = DENIES_AHEAD.search(rest) is not None
    is_order = IMPERATIVE.match(rest.strip()) is not None and FREE.isdisjoint(words_of(rest)[:1])
    is_order &= not any(is_any(w, words_of(top.name if top else "")) for w in words_of(rest)[:1])
    is_other = is_order and sum(w not in FREE for w in words_of(rest)) < 2  # "open it" is no Call
    least = _least_in_row(top, is_lone=is_lone and not is_order, denies=denies) if top else 1.0
    if top is not None and best >= max(least, LEAST_PART if is_other else 0.0):
        forms: list[Form] = []
        for rows in named:
            like = [t for r in rows for t in r.able if _is_like(t, top, named)]
            done = (
                steps_with(rest, like[0], things, alike, of_row=True)[0] if len(like) == 1 else ()
            )
            if not done:
                return True, None
            forms += done
        return True, Meant(rest, tuple(forms), alike=best, is_in_row=True)
    return False, None


def _opened(said: str, rest: str, named: Named, things: Things) -> tuple[Form, ...]:
    """Return the choice of the row that words only open or show, by what it is: `open the farm Nether Moss`."""
    row = named[0][0] if len(named) == 1 and len(named[0]) == 1 else None
    if row is None or OPENS.match(rest.strip()) is None:
        return ()
    own = [t for t in row.able if t.role == "button" and not row.names_of(t)[0].strip()]
    kinds = (w for w in words_of(rest) if not (is_free(w) or OPENS.fullmatch(w)))
    known = things.held.union(*(words_of(t.name) for t in things.able if t.fills))
    is_plain = all(is_said(w, known) for w in kinds)
    if not is_plain or (row.able and len(own) != 1):
        return ()
    return (form_of("press", own[0].target),) if own else row.choice(words_of(said), always=True)


def _changed(said: str, named: Named, things: Things) -> tuple[Form, ...]:
    """Return the choice of the row that words name, and of an option of the list that changes it; nothing without one."""
    row = named[0][0] if len(named) == 1 and len(named[0]) == 1 else None
    if row is None or not row.entries:
        return ()
    within = {id(t) for r in things.rows for t in r.able}
    rest = without_words(said, row.own)
    able = [t for t in things.able if id(t) not in within]
    rest = _without_kind(said, rest, row, things)
    changed = of_chosen(rest, able, row) or button_said(without_rows(said, named), able)
    return (*row.choice(words_of(said), always=True), *changed) if changed else ()


def _with_chosen(said: str, named: Named, things: Things, alike: Alike) -> Meant | None:
    """Return what a clause means that is done with the row that is chosen, chosen first; None where that is nothing."""
    row = named[0][0] if len(named) == 1 and len(named[0]) == 1 else None
    if row is None or not row.entries:
        return None
    within = {id(t) for row in things.rows for t in row.able}
    able = [t for t in things.able if id(t) not in within]
    rest = _without_kind(said, without_rows(said, named), row, things)
    called = words_of(row.entries[0].listed.element.parent_name)
    if row.entries[0].role == "list_item" and all(
        is_free(w) or w in called for w in words_of(rest)
    ):
        choice = row.choice(
            words_of(said)
        )  # "the carpet should be royal blue", beside a list Carpet
        return Meant(said.strip(), choice, alike=LEAST_SO) if choice else None
    if details := _details_said(rest, able) or _details_meant(rest, able, things, alike):
        choice = row.choice(words_of(said), always=True)
        press = pressed_beside(details, able)
        return Meant(said.strip(), (*choice, *details, *press), alike=LEAST_SO)
    roles = ON_CHOSEN | (PAGES if GOES.search(rest) else frozenset())
    loose = [t for t in able if t.role in roles]
    best, top = _ahead(rest, [(words, t) for t in loose for words in t.called], alike)
    if top is None or best < LEAST_ALIKE or names_kind(rest, top, things):
        return None
    done, choice = steps_with(rest, top, things, alike)[0], row.choice(words_of(said))
    if not done or not (choice or any(map(is_chosen, row.entries))):
        return None  # what is pressed would be done with another one
    return Meant(said.strip(), (*choice, *done), alike=best)


def _all_in_row(
    rest: str, inside: Sequence[tuple[str, Thing]], things: Things, alike: Alike
) -> tuple[Form, ...]:
    """Return the turning of several boxes of a row that words name: `linen and basket are both done in Oak`."""
    heard = [w for w in words_of(rest) if w not in FREE and w != "both"]
    named = [(words_of(words), t) for words, t in inside if "on" in t.listed.operations]
    named = [(own, t) for own, t in named if all(is_any(w, heard) for w in own)]
    left = [w for w in heard if not any(is_any(w, own) for own, _ in named)]
    left = [w for w in left if not (w in STATES or w in things.held or TICKS.fullmatch(w))]
    is_all = _FINISHED.issuperset(left) and "or" not in words_of(rest)  # "are done"
    if len(named) < 2 or not is_all or len({t.name for _, t in named}) < len(named):
        return ()
    steps = [steps_with(rest, t, things, alike, of_row=True)[0] for _, t in named]
    return tuple(form for step in steps for form in step) if all(steps) else ()


def stepped(rest: str, named: Named) -> tuple[Form, ...]:
    """Return the press of the button of a row that makes its number larger or smaller: `add two more eggs`."""
    if DENIES_AHEAD.search(rest) or LIMITS.search(rest) or "?" in rest:
        return ()
    row = named[0][0] if len(named) == 1 and len(named[0]) == 1 else None
    buttons = [t for t in (row.able if row is not None else ()) if t.role == "button"]
    called = [(w.strip().casefold(), t) for t in buttons for w in (row.names_of(t) if row else ())]
    more, fewer = ([t for words, t in called if words in those] for those in (_MORE, _LESS))
    heard = words_of(rest)
    is_more = any(w in _ASKING_MORE or w in _ADDING for w in heard)
    is_less = any(w in _ASKING_LESS or w in _TAKING for w in heard)
    ups, downs = ([t for words, t in called if side in words_of(words)] for side in _SIDES)
    if (
        _MOVES.issuperset(heard)
        and len(ups) == len(downs) == 1
        and ("up" in heard) != ("down" in heard)
    ):
        return (form_of("press", (ups if "up" in heard else downs)[0].target),)
    one = (more if is_more else fewer)[:1]
    content = [w for w in heard if w not in FREE | _ASKING_MORE | _ASKING_LESS | _ADDING | _TAKING]
    told = [n for w in content if (n := number(w)) is not None]
    is_plain = len(told) == len(content) <= 1
    if is_more == is_less or not is_plain or len(more) != 1 or len(fewer) != 1:
        return ()
    times = told[0] if told else 1
    if not 1 <= times <= _MOST_STEPS:
        return ()
    return (replace(Point(one[0].target), repeat=times),)


def _details_said(rest: str, able: Sequence[Thing]) -> tuple[Form, ...]:
    """Return the box or the option, beside a list, that an order gives to what is chosen there: `mark it as reserved`."""
    heard = words_of(rest)
    content = {w for w in heard if w not in FREE and w not in STATES}
    if not (content and CHANGING.issuperset(heard[:1])) or LIMITS.search(rest):
        return ()
    told = [t for t in able if t.option or "on" in t.listed.operations]
    told = [t for t in told if content == _content(t.option or t.name) - STATES]
    if len(told) != 1:
        return ()
    done = done_with(rest, told[0])
    return (done,) if done is not None else ()


def _details_meant(
    rest: str, able: Sequence[Thing], things: Things, alike: Alike
) -> tuple[Form, ...]:
    """Return what an order does with boxes, fields and lists beside a list, all of which it names: `enter 765 g weight`."""
    if DENIES_AHEAD.search(rest):
        return ()
    details = [t for t in able if t.fills or t.option or "on" in t.listed.operations]
    found = _among(rest, rest, (), replace(things, able=tuple(details), rows=()), alike)
    heard, refs = words_of(rest), {p.ref for form in found.forms for p in phrases_of(form) if p.ref}
    changed = [t for t in details if t.listed.ref in refs]
    names = [t.name.partition(" (")[0] for t in changed]
    is_named = all(is_any(w, heard) for name in names for w in _content(name) - STATES)
    # "At lot 15 the quantity to 12" says no verb, and nothing but what is done.
    own = {w for t in changed for w in words_of(t.words)}
    is_all = _OPEN.isdisjoint(heard) and all(
        is_free(w) or number(w) is not None or is_any(w, own) for w in heard
    )
    is_told = IMPERATIVE.match(rest.strip()) is not None or is_all
    return found.forms if changed and is_named and is_told else ()


def _content(text: str) -> set[str]:
    return {w for w in words_of(text) if w not in LOOSE}


def _without_kind(said: str, rest: str, row: Row, things: Things) -> str:
    """Return the rest of a clause without the word that says what kind of thing its row is.

    `The Baptiste job`; or `docket 2215`, on a page of dockets.
    """
    heard = words_of(said)
    at = max((n for n, w in enumerate(heard) if is_said(w, row.own)), default=len(heard))
    first = next((n for n, w in enumerate(heard) if is_said(w, row.own)), 0)
    kind = heard[at + 1] if at + 1 < len(heard) else ""
    is_kind = first > 0 and heard[first - 1] in _DETERMINERS and kind not in FREE
    own = {w for thing in row.able for w in words_of(thing.name)}
    if not (kind and is_kind):
        kind = heard[first - 1] if first > 0 else ""
        pages = {
            w for r in things.rows for t in r.entries if is_chosen(t) for w in words_of(t.name)
        }
        is_kind = is_any(kind, things.held | pages) and kind not in FREE
    # "Close the 10:50 incident" is the button Close incident.
    within = {id(t) for r in things.rows for t in r.able}
    loose = [words_of(t.name) for t in things.able if id(t) not in within and t.role in ON_CHOSEN]
    is_named = any(is_any(kind, n) and any(is_any(w, heard) for w in n[:1]) for n in loose)
    if not (kind and is_kind) or kind in own or is_named:
        return rest
    return re.sub(rf"\b{re.escape(kind)}\b", "", rest, count=1, flags=re.IGNORECASE)


def _least_in_row(thing: Thing, *, is_lone: bool, denies: bool) -> float:
    """Return how alike a clause and a thing of the row that it names are at least.

    Args:
        denies: the clause says what is not so any more, which a box alone can be.
    """
    if "on" in thing.listed.operations and not (is_lone and denies):
        return LEAST_ALIKE
    return LEAST_LONE if is_lone and removes(thing) == denies else LEAST_IN_ROW


def _is_like(thing: Thing, other: Thing, named: Named) -> bool:
    """Tell whether a thing of a row is what another one is in its own."""

    def bare(t: Thing) -> str:
        return " ".join(without_rows(t.name, named).split())

    return thing.option == other.option and bare(thing) == bare(other)


def _is_offered(said: str, thing: Thing) -> bool:
    """Tell whether an option is said, and not only like what is said; true of all else."""
    return not thing.option or any(is_any(w, words_of(thing.option)) for w in words_of(said))


def _ahead(
    said: str, called: Sequence[tuple[str, Thing]], alike: Alike
) -> tuple[float, Thing | None]:
    """Return the thing that is most alike, if it is clearly ahead of those with other names."""
    ranked = ranking_of([said], called, alike)[0]
    if not ranked:
        return 0.0, None
    best, top = ranked[0]
    words = {id(t): w for w, t in called}
    others = [score for score, t in ranked if words[id(t)] != words[id(top)]]
    return best, top if best - max(others, default=-1.0) >= LEAST_AHEAD else None


def _is_label(thing: Thing, said: str) -> bool:
    """Tell whether words begin with the whole label of a field, which is a question."""
    name = " ".join(words_of(thing.name))
    return thing.fills and bool(name) and " ".join(words_of(said)).startswith(f"{name} ")


def _is_blamed(clause: str, things: Things) -> bool:
    """Tell whether a clause says what is bad about a thing, and not what is to be done: `breakfast is wrong`."""
    names = {w for t in things.able for w in words_of(t.option or t.name)}
    is_text = ":" in clause  # "the foreman should have this note: ladder 3 is broken"
    return not is_text and any(w in _BLAMES and w not in names for w in words_of(clause))


def _unfit(clause: str, bare: str, things: Things) -> str:
    """Return why a clause is not read by its meaning at all; empty where it may be."""
    if _is_blamed(bare, things) or _FORGETS.match(bare):
        return "aside"
    last = words_of(bare)[-1:]  # which may be of a name: `query 12 Down`
    is_stepped = last in _STEPPED and not things.whole_in(words_of(bare)).issuperset(last)
    said_by = any(w in _COMPARED for w in words_of(bare)) or is_stepped
    if BY.search(bare) or (said_by and values_in(f" {in_digits(bare)}")):
        return "relative"  # "increase the price by 2", "5 louder" write no number
    if why := _asks_for_no_press(bare, things):
        return why
    begins = words_of(bare)[:1]
    is_named = any(is_any(w, words_of(t.name)[:1]) for w in begins for t in things.able)
    is_thought = _THOUGHT.match(bare) is not None and not is_named
    is_label = any(_is_label(t, bare) for t in things.able)  # "What is wrong is tap drips"
    if (_QUESTION.match(bare) and not is_label) or "?" in clause or is_thought:
        return "question"
    said = words_of(clause)
    if INTERJECTION.fullmatch(bare):
        return "aside"
    if names_password(clause):  # a card would show what may be one
        return "password"
    if all(is_free(w) for w in said):  # "set that" names nothing
        return "aside"
    return "" if len(said) <= _MOST_WORDS else "long"


def _asks_for_no_press(bare: str, things: Things) -> str:
    """Return why a clause that has the word of a button is no order for it; empty where it may be one."""
    heard = words_of(bare)
    buttons = [t for t in things.able if t.role == "button"]
    verbs = {w for t in buttons for w in verbs_of(t)}
    if any(a == "or" and b in verbs for a, b in pairwise(heard)):
        return "limits"  # "rest Captain or release him"
    if IMPERATIVE.match(bare) or heard[:1] == [] or heard[0] in verbs:
        return ""
    if heard[0] in _NONE:
        return "denied"  # "nothing new"
    if not _PAST.isdisjoint(heard) and not _UNTICKED.isdisjoint(heard):
        return "past"  # "the light was unticked by mistake"
    is_told = TELLS.match(bare) is not None
    if is_told and not _LATER.isdisjoint(heard) and not any(t.fills for t in things.able):
        return "later"  # "he is to be released tomorrow"
    is_state = len(heard) > 1 and heard[-1] in verbs and heard[-2] in _BEING
    names = {(t.option or t.name).casefold() for t in things.able if t not in buttons}
    return "aside" if is_state and heard[-1] in _NEW and heard[-1] not in names else ""


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
    tokens = list(TOKEN.finditer(clause))
    if not 1 < len(tokens) <= _MOST_PARTED:
        return []
    free = [is_free(m.group()) for m in tokens]
    spans = list(_spans(clause, tokens, free))
    if not spans:
        return []
    goes = GOES.search(clause) is not None
    acts = [t for t in able if not t.fills and (goes or t.role not in PAGES)]
    fields = [t for t in able if t.fills and OPENS.match(clause.strip()) is None]
    taken: dict[tuple[int, int], tuple[float, Way]] = {}
    for pool, those in (
        (acts, [s for s in spans if not s.value]),
        (fields, [s for s in spans if s.value]),
    ):
        if not pool or not those:
            continue
        for span, ranked in zip(those, ranking([s.text for s in those], pool, alike), strict=True):
            if not ranked:
                continue
            (best, top), second = ranked[0], ranked[1][0] if len(ranked) > 1 else -1.0
            is_clear = best >= LEAST_PART and best - second >= LEAST_AHEAD
            is_clear = is_clear and not tells_other(clause, top)
            said = clause[tokens[span.first].start() : tokens[span.end - 1].end()]
            way = _way(said, span, top, things, best) if is_clear else None
            known = taken.get((span.first, span.end))
            if way is not None and (known is None or known[0] < best):
                taken[span.first, span.end] = best, way
    rows = _rows_named(tokens, free, things)
    # "Choose Confirmed" is one more thing, though a row shows that word.
    held = [
        (w := m.group().casefold()) in things.held and w not in things.whole_names for m in tokens
    ]
    found = _covering({**rows, **taken}, free, held)
    ways = [way for _, way in rows.values()]
    if all(any(way is one for one in ways) for _, way in found):
        return []  # who is named, and nothing that is to be done
    # "Key regulation for Larkfield" is that of Larkfield, who is chosen by a button.
    ways += [
        way
        for (first, _), (_, way) in taken.items()
        if first
        and tokens[first - 1].group().casefold() in _FOR
        and any(isinstance(form, Point) for form in way.forms)
    ]
    if sum(any(way is one for one in ways) for _, way in found) > 1:
        return []  # "parking for Ann and Tom": it would be that of one alone
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
            rows, left = things.rows_of(said)
            if len(rows) == 1 and len(rows[0]) == 1 and not left:
                row = rows[0][0]
                if row.entries and any(is_said(w, row.proper) for w in said):
                    chosen = row.choice(said)
                    found[first, end] = 1.0, Way(row.entries[0], chosen)
    return found


def _way(words: str, span: _Span, thing: Thing, things: Things, alike: float) -> Way | None:
    """Return what a part of a clause does with its thing; None where it says more, or too little for a button."""
    rest = [w for w in rest_of(span.text, thing) if w not in FREE]
    if "on" in thing.listed.operations:
        rest = [w for w in rest if w not in things.captions]  # "the velvet cover"
    if thing.option and alike < LEAST_BUTTON and not _is_offered(words, thing):
        return None
    if "on" in thing.listed.operations:
        own = words_of(thing.name)
        content = [w for w in words_of(span.text) if w not in FREE]
        if not rest and content and not any(is_any(w, own) for w in content):
            return None  # only what it stands under is said
    if not span.value:
        if len(rest) >= MOST_UNSAID or unheard(f" {words}", rest, rest, things, is_sure=False):
            return None
        if thing.role in PRESSED and not thing.option and alike < LEAST_BUTTON:
            named = [w for w in words_of(thing.name) if w not in LOOSE]
            if all(w in things.held for w in words_of(span.text) if w not in LOOSE):
                return None  # it only tells of what the page is about
            if rest or not all(any(is_kin(n, w) for w in words_of(words)) for n in named):
                return None
        done = done_with(words, thing)
        return Way(thing, (done,)) if done is not None else None
    return _value_way(words, span, thing, things, rest)


def _value_way(
    words: str, span: _Span, thing: Thing, things: Things, rest: Sequence[str]
) -> Way | None:
    """Return what writes the value of a part of a clause; None where it is denied, or the part says more."""
    is_number = "set" in thing.listed.operations
    says_more = any(is_kin(w, s) for w in rest for s in things.shown)
    is_told = is_number and TOLD_OF_NUMBER.search(words) is not None
    if DENIES_AHEAD.search(words) or says_more or is_told:
        return None
    if is_number and not span.value[0].isdigit():
        return None
    if _is_of_row_alone(span.text, thing, things):
        return None
    if not is_number and (span.value not in words or len(rest) > 1):
        return None  # "twice cooked" writes no 2, nor "call after 17:00" 17:00
    return Way(thing, (form_of("set" if is_number else "type", thing.target, span.value),))


def _is_of_row_alone(said: str, thing: Thing, things: Things) -> bool:
    """Tell whether words name the row of a field and not the field, where the row has more that is set or filled in."""
    ref = thing.listed.ref
    row = next((r for r in things.rows if any(t.listed.ref == ref for t in r.able)), None)
    if row is None or sum(t.fills or "set" in t.listed.operations for t in row.able) < 2:
        return False
    own = [w for words in row.names_of(thing) for w in words_of(words) if w not in LOOSE]
    return bool(own) and not any(is_any(w, own) for w in words_of(said))


def _covering(
    taken: Mapping[tuple[int, int], tuple[float, Way]], free: Sequence[bool], held: Sequence[bool]
) -> list[tuple[float, Way]]:
    """Return the ways of the best spans that leave out free and held words alone, in their order; no thing twice."""
    best: list[tuple[float, list[tuple[float, Way]]] | None] = [None] * len(free) + [(0.0, [])]
    for at in range(len(free) - 1, -1, -1):
        rest = best[at + 1]
        found = rest if free[at] or held[at] else None
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
    ahead = [DENIES_AHEAD.fullmatch(w) is not None for w in said_words]
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
            text = " ".join(w for w in words if not DENIES.fullmatch(w))
            yield _Span(first, end, text)
            whole = clause[tokens[first].start() : tokens[end - 1].end()]
            said = in_digits(whole)
            values = values_in(said)
            if (
                len(values) == 1
                and (values[0][0].isdigit() or said.endswith(values[0]))
                and (left := without_unit(said, values[0]).strip())
                and any(not is_free(w) for w in left.split())
            ):
                yield _Span(first, end, left, values[0].strip("“”\"'"))


def is_done_with(found: Meant, known: Meant) -> bool:
    """Tell whether a clause asks for what another one does: `full and sealed` is one button."""
    presses = all(isinstance(form, Point) for form in found.forms)
    is_end = presses and found.forms == known.forms[-len(found.forms) :]
    return bool(found.forms) and (found.forms == known.forms or is_end)
