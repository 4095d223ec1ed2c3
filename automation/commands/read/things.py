"""What can be done on a screen, by the names that tell of it, and what words do with one of these things.

Each control and each option is a thing, and the rows tell which things stand together. How alike words and names are is
told by `Alike`; what is written or turned, and which words must not be left out, is told by the words alone.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from automation.commands.find.coverage import in_page
from automation.commands.find.screen_view import Scene, holds, in_columns, is_fold
from automation.commands.forms import Choose, Form, Point
from automation.commands.language import alternatives, verbs_put_in_english, words
from automation.commands.read.denials import DENIES, DENIES_AHEAD, LETS, NOT_WORD, goes_against
from automation.commands.read.rows import ENTRIES, PRESSED, Row, Thing, is_page, rows_in, stands_in
from automation.commands.read.values import days_in_digits
from automation.commands.targets import form_of, literal
from automation.commands.words import (
    DATES,
    FREE,
    LOOSE,
    TOLD_OF_NUMBER,
    WORD,
    in_digits,
    is_any,
    is_kin,
    is_known,
    is_said,
    number,
    ordinal,
    spelled,
    words_of,
)
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.screen.refs import Listed, RefBook
from automation.screen.roles import CELLS, is_part_of_field
from automation.screen.rows import shares_row

MOST_SHARED: Final = 2
"""Names that have a word which tells one from others: `file` tells nothing where many things are of files."""
_MOST_THINGS: Final = 250
_MOST_OPTIONS: Final = 40
_MOST_NAME: Final = 60
_MOST_DIGITS: Final = 12
_MOST_UNIT: Final = 3  # letters of a unit behind its number: cm, kg, min
_OVERLAP_PX: Final = 3
_CAPTIONS: Final = frozenset({"heading", "label", "text"})
_ENTRIES: Final = frozenset({"cell", "list_item", "toggle"})
_INDENT_PX: Final = 40
"""How far left of its boxes a caption may begin, or right of them."""
Alike = Callable[[Sequence[str], Sequence[str]], Sequence[Sequence[float]]]
"""Returns for each of some texts, and each of some names, how alike they are in what they mean: -1 to 1."""
MOST_UNSAID: Final = 3
"""Words beside those of a thing that is meant for sure."""
LEAST_SECOND: Final = 0.5
"""How alike what is left of a clause and another thing are, where it asks for both."""
ON_CHOSEN: Final = frozenset({"button", "toggle"})
PAGES: Final = frozenset({"tab", "menu"})
_VALUE: Final = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?i:{alternatives('months')})(?:\s+\d{{4}})?\b|"
    r"“[^”]+”|\"[^\"]+\"|(?<!\w)'[^']+'(?!\w)|(?<!\S)[-\u2212]\d+(?:[.,]\d+)?(?!\S*\w)|\b\d[\d.,:/-]*\d(?:\s(?:am|pm))?\b|\b\d(?:\s(?:am|pm))?\b"
    r"|\b[\w.+-]+@[\w.-]+\w|(?<=\s)[A-Z][\w'\u2019-]*(?:\s+(?:[A-Z][\w'\u2019-]*|\d[\w-]*|of|the(?=\s[A-Z])))*"
)
"""What is said to be written or set: a quotation, a number, an address, words with capital letters behind the first."""
GOES: Final = re.compile(
    rf"\b(?:{alternatives('unfolding_words')}|{alternatives('going_words')})(?:s|es|ing|ed)?\b",
    re.IGNORECASE,
)
OPENS: Final = re.compile(rf"(?:{alternatives('unfolding_words')}|go)\b", re.IGNORECASE)
_TICKED_OFF: Final = re.compile(r"\b(?:tick|check|mark|cross)\w*\s(?:\w+\s)?off\b", re.IGNORECASE)
"""What turns a box on, and says "off"."""
_BEGINS_NAME: Final = words("name_starts")
_LATE: Final = words("late_hours")
_SHOWN: Final = re.compile(r"\s*\d[\d.,]*\s*[%°]?$")
"""The value in the name of a slider: `Light 30 %`."""
_OF_SPEAKER: Final = re.compile(r"I(?:['\u2019]\w+)?")
_NUMBER: Final = re.compile(r"\d+")
_DOTS: Final = re.compile(r"(?:\.{3}|\u2026)\s*$")
_PLACES: Final = words("place_ends") - {"there", "here"}


def any_of(key: str) -> str:
    """Return the pattern of one of the words that the language has under a key."""
    return f"(?:{alternatives(key)})"


LIMITS: Final = re.compile(
    rf"(?<!after\s)\b(?:(?<!\d\s)|(?!(?:until|till)\s+\d)){any_of('limiting_words')}\b",
    re.IGNORECASE,
)
"""What limits an order; `from 21:00 until 04:30` says both ends."""
_ENDS: Final = re.compile(rf"\b{any_of('ending_words')}(?:e?d|e?s)?\b", re.IGNORECASE)
TELLS: Final = re.compile(
    rf"(?:{any_of('telling_openers')}[,\s]+)*{any_of('telling_starts')}\s+\S+\s+\S+",
    re.IGNORECASE,
)
"""How a clause begins that tells something, and asks for nothing."""
GIVES_REASON: Final = re.compile(
    rf"{TELLS.pattern}|(?:[\w'\u2019-]+\s+){{1,4}}?{any_of('finite_verbs')}\b(?!\s+to\s+(?:be|say|read)\b)"
    rf"|(?:[\w'\u2019-]+\s+){{1,3}}(?:i|we|he|she|they)\b",
    re.IGNORECASE,
)
"""A clause behind an order that tells why that was given: `mist is coming in`."""
_TAKEN_AWAY: Final = re.compile(
    rf"\b(?:{any_of('throwing_verbs')}\b.*\b(?:out|off|away)|{any_of('removing_verbs')})\b",
    re.IGNORECASE,
)
_ADDING: Final = words("adding_names")
_MORE: Final = re.compile(rf"\b{any_of('asking_more')}\b", re.IGNORECASE)
_FEWER: Final = re.compile(rf"\b{any_of('asking_less')}\b", re.IGNORECASE)
_TAKES: Final = re.compile(
    rf"\b(?:{alternatives('taking_names')}|{alternatives('less_words')})\b", re.IGNORECASE
)
_GIVES: Final = re.compile(
    rf"\b(?:{alternatives('giving_names')}|{alternatives('more_words')})\b", re.IGNORECASE
)
REMOVED: Final = 0.15
"""What a thing that removes is ahead, where somebody wants something out, which an encoder hears as readily as in."""
BY: Final = re.compile(
    rf"\b{any_of('changing_by')}\b.*\bby\b|\b(?:up|down|more|less)\s+by\s+\d", re.IGNORECASE
)
"""What changes a number by so much: `raise the price by 2`, `fluids are up by 200`."""
_RELATIVE: Final = words("relative_words")
_FORGET: Final = re.compile(rf"\b(?:do\s+not|{NOT_WORD}|never)\s+forget\b", re.IGNORECASE)
_ORDERS: Final = "|".join((alternatives("imperatives"), *map(re.escape, verbs_put_in_english())))
IMPERATIVE: Final = re.compile(
    rf"(?:please\s+|just\s+)*(?:{_ORDERS})\b(?!\s+{any_of('told_words')}\b)",
    re.IGNORECASE,
)
PARTED: Final = re.compile(rf"\s*[,;]\s+|\s+{any_of('clause_joints')}\s+", re.IGNORECASE)
TOKEN: Final = re.compile(r"“[^”]+”|\"[^\"]+\"|(?<!\w)'[^']+'(?!\w)|[\w'\u2019.:/@+^-]*\w")
_MOST_BEFORE_LABEL: Final = 3
TOLD_BACK: Final = re.compile(rf"\s{any_of('told_back_links')}\s+(?P<name>.+)", re.IGNORECASE)
_AS_FAR: Final = re.compile(
    rf"\bas\s+(?P<degree>\w+)\s+as\s+{any_of('to_its_end')}\b", re.IGNORECASE
)
_HIGHEST: Final = sorted(words("highest_words"), key=len)
_LOWEST: Final = sorted(words("lowest_words"), key=len)
_LOW: Final = words("low_degrees")
_KEEPS: Final = re.compile(rf"{LETS.pattern}|(?:{alternatives('keeping_verbs')})\b", re.IGNORECASE)
_SAID_APART: Final = re.compile(rf"[,;.]\s+|(?:^|,?\s+){any_of('reason_words')}\s+", re.IGNORECASE)
_BECAUSE: Final = re.compile(rf"\b{any_of('reason_words')}\b", re.IGNORECASE)
_STATED: Final = re.compile(
    rf"(?P<name>.+?)\s+{any_of('stating_verbs')}\s+(?P<state>.+)", re.IGNORECASE
)
_CHOOSING: Final = words("free_verbs")
CHANGING: Final = words("changing_verbs")
_OUT: Final = words("out_words")
_COUNTED: Final = words("counted_units")
_MEASURED: Final = words("measured_units")
_UNITS: Final = words("units")
_OPEN_DAYS: Final = frozenset({"before", "after", "until", "till", "or"})
_GRANTED: Final = words("granted_words") | words("on_words") | words("off_words")
"""What is said of what a box stands for that is wanted, or of the box."""
_SHUTS: Final = re.compile(rf"\b{any_of('shutting_words')}\b", re.IGNORECASE)
"""What turns a box off, and presses a button."""


@dataclass(frozen=True, slots=True)
class Things:
    """What can be done on a screen, its rows, and the words that few of its names have."""

    able: tuple[Thing, ...]
    rows: tuple[Row, ...]
    shown: frozenset[str]
    held: frozenset[str] = frozenset()
    """Words that its fields hold, and its headings: they tell of whom the page is."""
    captions: frozenset[str] = frozenset()
    """Words of what its boxes and buttons stand under."""

    @property
    def whole_names(self) -> frozenset[str]:
        """Return the names of all things, or their options, all small."""
        said = {(t.option or t.name).casefold() for t in self.able}
        sliders = (t.name.casefold() for t in self.able if t.role == "slider")
        return frozenset({*said, *(_SHOWN.sub("", name) for name in sliders)})

    @property
    def fillable(self) -> frozenset[str]:
        """Return the short names of what a value goes into, or has options."""
        return frozenset(t.listed.ref for t in self.able if t.fills or t.option)

    def named_in(self, clause: str) -> list[list[Row]]:
        """Return for each row that a clause names the rows that it may be."""
        heard = words_of(clause)
        return self.rows_of([w for w in heard if w not in FREE or w in self.whole_in(heard)])[0]

    def whole_in(self, heard: Sequence[str]) -> set[str]:
        """Return the words of the names of rows that are said whole: `12 Down`, of a crossword."""
        names = (name for row in self.rows for name in row.names)
        return {w for name in names if stands_in(name, heard) for w in name}

    def rows_of(self, said: Sequence[str]) -> tuple[list[list[Row]], list[str]]:
        """Return for each row that words name the rows that it may be, and the words that name none.

        A word counts that names one row alone; the others of a row tell it from its like.
        """
        left, found = list(said), list[list[Row]]()
        rows = list(self.rows)
        while rows:
            heard = {id(r): [w for w in left if is_said(w, r.words)] for r in rows}
            named = [
                r
                for r in rows
                if any(stands_in(name, left) for name in r.names)
                or any(is_said(w, r.proper if found else r.own) for w in heard[id(r)])
            ]
            if not named:
                break
            most = max(len(set(heard[id(r)])) for r in named)
            first = next(r for r in named if len(set(heard[id(r)])) == most)
            best = [r for r in named if set(heard[id(r)]) == set(heard[id(first)])]
            found.append(best)
            once = {w: n for n, w in reversed(list(enumerate(left)))}  # "car 3 and car 4"
            left = [
                w
                for n, w in enumerate(left)
                if once[w] != n or not any(is_said(w, r.words) for r in best)
            ]
            rows = [r for r in rows if not any(r is b for b in best)]
        # "Docket 2215" is a row of the page that is chosen, Dockets.
        is_in_table = any(t.role in CELLS for those in found for row in those for t in row.entries)
        return [those for those in found if not (is_in_table and is_page(those))], left


def things_in(scene: Scene, book: RefBook) -> Things:
    """Return what can be done in the window in front, of a page where it shows one; nothing that is only read there."""
    listing = [
        one for one in scene.listing(book) if one.operations and one.element.source == "tree"
    ]
    there = {
        id(e)
        for e in in_page([one.element for one in listing], scene)
        if not any(box.contains(e.box.center) for box in _of_browser(scene))
    }
    front = scene.front.title if scene.front is not None else ""
    wholes = ("document", "window", "dialog")
    titles = {front, *(e.name for e in scene.near if e.role in wholes)}
    heads = [e for e in scene.near if e.role == "column_header" and e.name.strip()]
    found: list[Thing] = []
    for one in listing:
        if id(one.element) in there:
            found += _things_of(one, scene, titles, heads)
    able = [t for t in found if is_able(t.listed) and not t.option][:_MOST_THINGS]
    fields = {t.name for t in able if t.role == "field"}
    able = [t for t in able if not is_part_of_field(t.listed.element, fields)]
    has_bar = not scene.top_layers and not any(e.role == "document" for e in scene.near)
    able = [t for t in able if not (has_bar and t.role == "menu_item")]  # it only opens a menu
    able += [t for t in found if t.option][:_MOST_THINGS]
    pages = in_page(scene.there, scene)
    names = {e.name for e in pages} | {t.option for t in found}
    names -= titles
    count = Counter(word for name in names for word in set(words_of(name)))
    told = {w for title in titles for w in words_of(title)} | LOOSE
    shown = frozenset(w for w, n in count.items() if n <= MOST_SHARED and w not in told)
    around = {
        e.name for e in pages if e.role == "heading" or (e.role == "tab" and "selected" in e.states)
    }
    around |= {head.name for head in heads}
    in_rows = {e.parent_name for e in pages if e.role in CELLS}
    named = {e.parent_name for e in pages} - in_rows - {t.name for t in able}
    around |= {name for name in named if 0 < len(name) < _MOST_NAME}
    held = {e.value or "" for e in pages if e.role not in PRESSED | _CAPTIONS} | around
    shown -= {w for text in around for w in words_of(text)}
    head = min(heads, key=lambda e: e.box.x).name if heads else ""
    words_held = frozenset(w for h in held for w in words_of(h)) - LOOSE
    captions = {w for t in able if not t.option for w in words_of(t.words.removeprefix(t.name))}
    rows = rows_in(found, able, head)
    return Things(tuple(able), rows, shown, words_held, frozenset(captions - LOOSE))


def _of_browser(scene: Scene) -> list[Rect]:
    """Return where a browser asks something of itself, over the edge of its page: "Translate this page?"."""
    pages = [e.box for e in scene.near if e.role == "document"]
    dialogs = [e.box for e in scene.near if e.role == "dialog" and pages]
    return [box for box in dialogs if all(page.intersection(box) != box for page in pages)]


def _things_of(
    one: Listed, scene: Scene, titles: set[str], heads: Sequence[ScreenElement]
) -> list[Thing]:
    """Return what can be done with one thing of a listing."""
    element = one.element
    name = one.name or element.label.strip()
    if not name and is_able(one):
        above = _heads_of(element, heads)
        name = above[0].name.strip() if len(above) == 1 else ""
    if not name or len(name) > _MOST_NAME:
        return []
    if element.role == "combo":
        offered = one.choices or tuple(scene.offered(element))
        label = element.label.strip() if name in offered else name
        return [Thing(one, f"{label or name}: {o}", o, name) for o in offered[:_MOST_OPTIONS] if o]
    group = one.group or element.parent_name.strip()
    is_group = 0 < len(group) < _MOST_NAME and group != name
    is_group &= not any(group in title for title in titles)
    if {"on", "off"} & {*one.operations} and (caption := _caption(element, scene)):
        group, is_group = caption, True
    if not (is_able(one) or element.role in ENTRIES):
        return []
    return [Thing(one, f"{name} ({group})" if is_group else name, "", name)]


def _caption(box: ScreenElement, scene: Scene) -> str:
    """Return the text that stands over a column of boxes, or before a row of them; empty where none does."""
    row = [e for e in scene.near if e.role == box.role == "radio" and shares_row(e.box, box.box)]
    left = sorted((e for e in row if e.box.x < box.box.x), key=lambda e: -e.box.x)
    captions = (_caption_at(each, scene) for each in (box, *left))
    return next(filter(None, captions), "")


def _caption_at(box: ScreenElement, scene: Scene) -> str:
    at = box.box
    labels = {
        e.name
        for e in scene.near
        if e.role not in _CAPTIONS and not (e.role == "group" and holds(e.box, at))
    }
    near = [e for e in scene.near if not (e.role in _CAPTIONS and e.name in labels)]
    over = [e for e in near if _is_over(e.box, at)]
    beside = [e for e in near if shares_row(e.box, at) and e.box.right <= at.x]
    for way in (
        sorted(beside, key=lambda e: -e.box.right),
        sorted(over, key=lambda e: -e.box.bottom),
    ):
        first = next((e for e in way if e.role != box.role and e.name.strip()), None)
        if first is not None and first.role in _CAPTIONS and len(first.name) < _MOST_NAME:
            return first.name.strip(" :")
    return ""


def _is_over(text: Rect, box: Rect) -> bool:
    return text.bottom <= box.y + _OVERLAP_PX and text.x - _INDENT_PX < box.x < text.right


def _heads_of(element: ScreenElement, heads: Sequence[ScreenElement]) -> list[ScreenElement]:
    """Return the head of the column in which a thing stands."""
    return [h for h in heads if in_columns([element], [h])]


def is_able(one: Listed) -> bool:
    """Tell whether a thing of a listing is pressed, filled or turned: no entry that is only chosen."""
    is_used = one.element.role in PRESSED or bool({"on", "open", "type", "set"} & {*one.operations})
    return is_used and (one.element.role not in ENTRIES - PRESSED or "on" in one.operations)


def names_kind(said: str, thing: Thing, things: Things) -> bool:
    """Tell whether words say of a button only what the whole page is about: `the order of Bistro` is not Save order."""
    first = (words_of(said) or [""])[0]
    is_told = TELLS.match(said.strip()) or first in _BEGINS_NAME or is_said(first, things.held)
    if thing.role not in ON_CHOSEN or not is_told:
        return False
    named = words_of(thing.name)
    common = {w for w in named if w not in LOOSE and (w in things.held or w not in things.shown)}
    heard = [w for w in words_of(said) if w not in FREE and is_any(w, named)]
    return bool(heard) and not is_any(named[0], heard) and all(is_any(w, common) for w in heard)


def ranking(
    texts: Sequence[str], things: Sequence[Thing], alike: Alike
) -> list[list[tuple[float, Thing]]]:
    """Return for each text the things by how alike they are, the likest first; each thing once."""
    return ranking_of(texts, [(words, t) for t in things for words in t.called], alike)


def ranking_of(
    texts: Sequence[str], called: Sequence[tuple[str, Thing]], alike: Alike
) -> list[list[tuple[float, Thing]]]:
    """Return for each text the things by how alike what they are called is, the likest first."""
    if not called:
        return [[] for _ in texts]
    dated = [(_numbers_in(words), _days_in(words)) for words, _ in called]
    like = Counter(_NUMBER.sub("#", name) for name in {t.name for _, t in called})
    options = {numbers for (numbers, _), (_, t) in zip(dated, called, strict=True) if t.option}
    scores = alike(texts, [words for words, _ in called])
    found = []
    for row, text in zip(scores, texts, strict=True):
        best: dict[int, tuple[float, Thing]] = {}
        said, days = _numbers_said(text), _days_in(text)
        is_out = _TAKEN_AWAY.search(text) is not None
        for score, (_, thing), (numbers, named) in zip(row, called, dated, strict=True):
            is_number = bool(thing.option) or thing.name[:1].isdigit()
            is_number |= like[_NUMBER.sub("#", thing.name)] > 1  # "Restart bay 4", and 3
            if said and is_number and not thing.fills and not said.issuperset(numbers):
                continue  # of twenty times in a list only the one that is said
            if days and named and days.isdisjoint(named):
                continue
            if thing.option and numbers < said and said in options:
                continue  # 07:30 is said, and not 07:00
            if (is_out and _adds(thing)) or _is_opposite(text, thing):
                continue
            raised = float(score) + (REMOVED if is_out and removes(thing) else 0.0)
            if id(thing) not in best or best[id(thing)][0] < raised:
                best[id(thing)] = (raised, thing)
        found.append(sorted(best.values(), key=lambda pair: -pair[0]))
    return found


def _is_opposite(text: str, thing: Thing) -> bool:
    """Tell whether a clause asks for more, and a button takes away, or the other way round."""
    if thing.role not in PRESSED:
        return False
    takes, gives = _TAKES.search(thing.name) is not None, _GIVES.search(thing.name) is not None
    more, fewer = _MORE.search(text) is not None, _FEWER.search(text) is not None
    more &= DENIES_AHEAD.search(text) is None  # "no more of these" asks for none
    return takes != gives and more != fewer and takes == more


def is_free(word: str) -> bool:
    """Tell whether a word asks for nothing of its own, and denies nothing."""
    return word.casefold() in FREE and not DENIES.fullmatch(word)


def as_heard(clause: str, *, is_first: bool) -> str:
    """Return a clause behind a blank, the first letter of an instruction small: no name begins with it."""
    said = clause.strip()
    return f"{said[:1].lower()}{said[1:]}" if is_first else f" {said}"


def steps_with(
    clause: str,
    thing: Thing,
    things: Things,
    alike: Alike,
    *,
    of_row: bool = False,
    is_sure: bool = False,
) -> tuple[tuple[Form, ...], str]:
    """Return what is done with a thing that a clause means, or why nothing can be."""
    if thing.fills:
        return _filled(clause, thing, things)
    rest = rest_of(clause, thing)
    content = [w for w in rest if w not in FREE]
    if thing.role in PAGES and content and not GOES.search(clause):
        return (), "verb"  # "print the prices" asks for more than the page of that name
    if of_row:
        # What else is said of the row is no matter, but for a limit, a number and a name.
        told = [v for v in values_in(clause) if not is_known(v, things.held)]
        why = "limits" if LIMITS.search(" ".join(w for w in rest if w != "both")) else ""
        why = why or ("number" if any(map(_counts, rest)) else "")
        why = why or ("name" if any(_is_unsaid(v, rest) for v in told) else "")
    else:
        why = unheard(clause, rest, content, things, is_sure=is_sure)
    if why:
        return (), why
    if len(content) > 1 and not of_row:
        others = [t.words for t in things.able if t.listed is not thing.listed]
        if others and max(alike([" ".join(content)], others)[0]) >= LEAST_SECOND:
            return (), "more"
    if not of_row and names_kind(clause, thing, things):
        return (), "kind"
    done = done_with(clause, thing)
    return ((done,), "") if done is not None else ((), "denied")


def _counts(word: str) -> bool:
    """Tell whether a word is a number: an article is none."""
    n = number(word)
    return word not in LOOSE and (n not in (None, 1) or any(c.isdigit() for c in word))


def unheard(
    clause: str, rest: Sequence[str], content: Sequence[str], things: Things, *, is_sure: bool
) -> str:
    """Return which kind of words a thing leaves out; empty for none, or one that names something else where it `is_sure`."""
    if LIMITS.search(" ".join(rest)):
        return "limits"
    if any(_counts(w) for w in rest):
        return "number"
    named = (v for v in values_in(clause) if not (v[0].isdigit() or is_known(v, things.held)))
    if any(_is_unsaid(v, rest) for v in named):
        return "name"
    # "Choose Confirmed" is one more thing, though a row shows that word, too.
    ways = {
        (t.option or t.name).casefold()
        for t in things.able
        if t.option or "on" in t.listed.operations
    }
    if any(a in _CHOOSING and b in ways for a, b in pairwise(words_of(clause)) if b in content):
        return "shown"
    is_sure &= len(content) <= MOST_UNSAID and things.whole_names.isdisjoint(content)
    entries = [t for t in things.able if t.role in _ENTRIES and not is_fold(t.listed.element)]
    # "hake die Stunde von Lina ab"
    is_sure &= not any(w in content for t in entries for w in words_of(t.name))
    if sum(any(is_kin(w, s) for s in things.shown) for w in content) > (1 if is_sure else 0):
        return "shown"
    if any(w in _PLACES or ordinal(w) is not None for w in rest):
        return "place"
    return ""


def done_with(clause: str, thing: Thing) -> Form | None:
    """Return what is done with a thing; None where a clause says that it is not to be done."""
    done, lets = _done_with(clause, thing), _KEEPS.match(clause.strip())
    is_let = (
        lets is not None
        and isinstance(done, Point)
        and not is_any(lets.group(), words_of(thing.name))
    )
    return None if is_let or (done is not None and goes_against(clause, (done,))) else done


def _done_with(clause: str, thing: Thing) -> Form | None:
    one, target = thing.listed, thing.target
    if thing.option:
        return None if DENIES.search(clause) else Choose(literal(thing.option), target)
    name = thing.name
    before, *reason = _BECAUSE.split(_FORGET.sub("", clause), maxsplit=1)
    if reason and _is_only_reason(name, before, reason[0]):
        return None  # "tick A because B is full"
    said = _TICKED_OFF.sub("", before)
    is_out = not _OUT.isdisjoint(words_of(said)) and _OUT.isdisjoint(words_of(name))
    shuts = _SHUTS.search(without_words(said, words_of(name)))  # not "Cold room shut"
    denies = DENIES.search(said) or ("off" in one.operations and (is_out or shuts))
    is_denied = bool(denies) and not (DENIES.search(name) or _ENDS.search(name))
    # "Do not delete it" denies what the button does; "he does not want it any more" asks for that.
    ends = [w for w in words_of(name) if _ENDS.fullmatch(w)]
    is_denied |= any(
        DENIES_AHEAD.search(part) and any(is_any(w, ends) for w in words_of(part))
        for part in PARTED.split(said)
    )
    counted = (p.search(said) and not p.search(name) for p in (_MORE, _FEWER))
    if "on" in one.operations and not denies and any(counted):
        return None  # "one more" of what a box stands for
    if tells_other(clause, thing):
        return None
    if "off" in one.operations:
        # "Do not turn it off" orders nothing.
        bare = without_words(said, words_of(name))
        is_ended = (
            is_out
            or _SHUTS.search(bare) is not None
            or any(DENIES.fullmatch(w) and not DENIES_AHEAD.fullmatch(w) for w in words_of(bare))
        )
        if is_ended and DENIES_AHEAD.search(bare):
            return None
        return form_of("off" if is_denied else "on", target)
    if is_denied:
        return None
    if "on" in one.operations:
        return form_of("on", target)
    return form_of("press" if "press" in one.operations else "open", target)


def _is_only_reason(name: str, before: str, reason: str) -> bool:
    """Tell whether what tells a thing from its like is said only in the reason for an order."""
    own = [w for w in words_of(name) if w not in LOOSE]
    said = [w for w in own if is_any(w, words_of(before))]
    return len(said) < len(own) and all(is_any(w, words_of(reason)) for w in own)


def tells_other(clause: str, thing: Thing) -> bool:
    """Tell whether a part of a clause says of a box what turns it neither way: `Ines is ill`."""
    is_box = not {"on", "off"}.isdisjoint(thing.listed.operations)
    return is_box and any(_tells_other(part, thing) for part in _SAID_APART.split(clause))


def _tells_other(said: str, thing: Thing) -> bool:
    if (told := _STATED.fullmatch(said.strip())) is None:
        return False
    own = {*words_of(thing.words)}
    is_named = all(w in LOOSE or is_any(w, own) for w in words_of(told["name"]))
    state = words_of(told["state"])
    is_plain = not any(is_any(w, own | _GRANTED) for w in state) and state[:2] != ["to", "be"]
    return is_named and is_plain and not all(w in FREE for w in state)


def _filled(clause: str, thing: Thing, things: Things) -> tuple[tuple[Form, ...], str]:
    """Return the writing of the one value that a clause tells into a field."""
    is_set = "set" in thing.listed.operations
    is_number = is_set or _NUMBER.fullmatch(thing.listed.element.value or "") is not None
    is_open = not _OPEN_DAYS.isdisjoint(words_of(clause))  # "before the tenth of July"
    said = in_digits(clause if is_open else days_in_digits(clause)) if is_number else clause
    rest = rest_of(said, thing)
    if DENIES_AHEAD.search(clause) or not _RELATIVE.isdisjoint(rest):
        return (), "denied"  # "two more nights" tells no number of nights
    if is_number and TOLD_OF_NUMBER.search(said):
        return (), "stated"
    unsaid = [v for v in values_in(said) if _is_unsaid(v, rest)]
    numeric = [v for v in unsaid if v[0].isdigit()]
    is_plain = is_set or _UNITS.issuperset(v.casefold() for v in unsaid if v not in numeric)
    unsaid = numeric if is_number and is_plain and len(numeric) == 1 else unsaid  # "2500 Wörter"
    if not is_number and OPENS.match(clause.strip()):
        return (), "verb"  # "open the farm Nether Moss" writes nothing
    if is_set and not unsaid and (end := _end_said(clause, rest)):
        return (form_of("set", thing.target, end),), ""
    if len(unsaid) != 1:
        return (), "value"
    value, tail = unsaid[0].strip("“”\"'"), said.partition(unsaid[0])[2]
    if not is_number and not (value := _text_said(said, unsaid[0], rest, thing)):
        return (), "value"
    units = [w for w in words_of(tail)[:1] if is_number and _is_unit(w, thing, things)]
    told = [
        w for w in units if w in _COUNTED or (is_set and w in _MEASURED)
    ]  # "2 hours" of minutes
    value = " ".join((value, *told))
    others = [w for w in rest if w not in LOOSE and w not in (*words_of(value), *units)]
    is_more = any(w[0].isdigit() or number(w) not in (None, 1) for w in others)  # "Room 3: 17"
    if is_more or (is_number and not is_set and (others or not _UNITS.issuperset(units))):
        return (), "value"  # "house number twelve b"
    is_day = is_number and any(ordinal(w) is not None for w in words_of(tail)[:1])
    if is_day or LIMITS.search(" ".join(others)):
        return (), "limits"  # "the twenty second of June"
    options = {w for t in things.able for w in words_of(t.option)}
    if any(is_kin(w, s) for w in others for s in things.shown | options):
        return (), "shown"
    return (form_of("set" if is_set else "type", thing.target, value),), ""


def _text_said(said: str, value: str, rest: Sequence[str], field: Thing) -> str:
    """Return a text to its end, without the name of its field; empty where other words stand before it."""
    head, _, tail = said.partition(value)
    text = value.strip("“”\"'")
    if any(not is_free(w) and w in rest for w in words_of(tail)):
        if any(not is_free(w) and w in rest for w in words_of(head)):
            return ""
        text = said[len(head) :].strip().rstrip(".!")  # "message Your coat is ready"
    return ("" if words_of(head) else behind_label(text, field).lstrip(": ")) or text


def _is_unit(word: str, field: Thing, things: Things) -> bool:
    """Tell whether a word behind a number is short, as units are, or is held by the field, or by no control at all."""
    names = {w for t in things.able for w in words_of(t.option or t.name)}
    names -= {*words_of(field.listed.element.value or "")}
    return not is_free(word) and (len(word) <= _MOST_UNIT or word not in names)


def _end_said(clause: str, rest: Sequence[str]) -> str:
    """Return the end that a clause says to which a number goes: `fans on full`, `as dark as it goes`; else nothing."""
    ends = (_HIGHEST[0], _LOWEST[0])
    if m := _AS_FAR.search(clause):
        return ends[m["degree"].casefold() in _LOW]
    said = " ".join(w for w in rest if w not in LOOSE)
    both = zip(ends, (_HIGHEST, _LOWEST), strict=True)
    return next((end for end, words in both if said in words), "")


def removes(thing: Thing) -> bool:
    """Tell whether a button takes something away."""
    return thing.role in PRESSED and _ENDS.search(thing.name) is not None


def asks_more(button: Thing) -> bool:
    """Tell whether a button opens something before it does what it says: `New job…`."""
    return _DOTS.search(button.name) is not None


def verbs_of(thing: Thing) -> list[str]:
    """Return the words of a button that may be its verb: the first, in German the last, too (`Termin buchen`)."""
    first, *others = words_of(thing.name) or [""]
    return [w for w in (first, *(w for w in others[-1:] if w.endswith("n"))) if w]


def asks_to_end(said: str) -> bool:
    """Tell whether words ask to take something away or to end it."""
    heard = " ".join(w for w in words_of(said) if w != "off")
    return any(p.search(heard) for p in (_TAKEN_AWAY, _ENDS, DENIES))


def _adds(thing: Thing) -> bool:
    return thing.role in PRESSED and not _ADDING.isdisjoint(verbs_of(thing))


def _numbers_in(text: str) -> frozenset[int]:
    """Return the numbers of a name: 06:30 is 6 and 30, 06:00 is 6."""
    return frozenset(int(n[:_MOST_DIGITS]) for n in _NUMBER.findall(text)) - {0}


def _numbers_said(text: str) -> frozenset[int]:
    """Return the numbers of a clause, those of an afternoon on the clock of 24 hours too."""
    said = _numbers_in(in_digits(text))
    is_late = not _LATE.isdisjoint(words_of(text))
    return said | {n + 12 for n in said if is_late and 0 < n < 12}


def _days_in(text: str) -> frozenset[str]:
    """Return the days and months that a text names."""
    return frozenset(words_of(spelled(text))) & DATES


def labels_in(clause: str, things: Things) -> list[int]:
    """Return where the labels of a clause begin that names several fields in turn, each with a value behind it.

    `name Ingrid city Oslo`; a label is all that a field is called, or a word that no other field has.
    """
    called = {t.name: "set" in t.listed.operations for t in things.able if t.fills or t.option}
    names = {tuple(_bare(w) for w in words_of(n) if w not in LOOSE): c for n, c in called.items()}
    own = Counter(w for name in names for w in {*name})
    tokens = list(TOKEN.finditer(clause))
    heard = tuple(_bare(m.group().casefold()) for m in tokens)
    parts: list[tuple[int, int]] = []  # where a label or its number begins, and where its value may
    at = 0
    while at < len(tokens):
        most, name = max(((_said_from(heard, at, n), n) for n in names), default=(0, ()))
        if not most and own[heard[at]] == 1:
            most, name = 1, next(n for n in names if heard[at] in n)
        if most and at and names[name] and number(heard[at - 1]) is not None:
            parts.append((at - 1, at))  # "3 nights"
        elif most:
            parts.append((at, at + most))
        at += max(most, 1)
    if len(parts) < 2 or parts[0][0] > _MOST_BEFORE_LABEL:
        return []
    ends = [first for first, _ in parts[1:]] + [len(tokens)]
    has_values = all(end < later for (_, end), later in zip(parts, ends, strict=True))
    return [tokens[first].start() for first, _ in parts] if has_values else []


def behind_label(clause: str, field: Thing) -> str:
    """Return what stands behind all the words that a field is called, where a clause begins with them."""
    tokens = list(TOKEN.finditer(clause))
    heard = [_bare(m.group().casefold()) for m in tokens]
    start = next((n for n, w in enumerate(heard) if w not in LOOSE), 0)
    name = [_bare(w) for w in words_of(field.name) if w not in LOOSE]
    end = start + (_said_from(heard, start, name) if name else 0)
    return clause[tokens[end].start() :].strip() if start < end < len(tokens) else ""


def _said_from(heard: Sequence[str], at: int, name: Sequence[str]) -> int:
    """Return how many words say a whole name from a place on: `remarks for the kitchen`; 0 where they do not."""
    first = at
    for word in name:
        while at < len(heard) and at > first and heard[at] != word and heard[at] in LOOSE:
            at += 1
        if at == len(heard) or heard[at] != word:
            return 0
        at += 1
    return at - first


def _bare(word: str) -> str:
    return word.replace("-", "")


def values_in(clause: str) -> list[str]:
    """Return what a clause says is to be written or set."""
    found = (m.group().strip() for m in _VALUE.finditer(clause))
    return [value for value in found if not _OF_SPEAKER.fullmatch(value)]


def _is_unsaid(value: str, rest: Sequence[str]) -> bool:
    return any(w in rest for w in words_of(value))


def rest_of(clause: str, thing: Thing) -> list[str]:
    """Return the words of a clause that neither the thing nor what it stands in says."""
    said = words_of(f"{thing.words} {thing.listed.element.label}")
    numbers, is_late = _numbers_in(thing.words), not _LATE.isdisjoint(words_of(clause))

    def is_heard(word: str) -> bool:
        told = _numbers_in(in_digits(word))
        late = {n + 12 for n in told} if is_late else set[int]()  # "10 in the evening" is 22:00
        return is_any(word, said) or bool(told and (told <= numbers or late & numbers))

    return [w for w in words_of(clause) if not is_heard(w)]


def without_rows(said: str, named: Sequence[Sequence[Row]]) -> str:
    """Return a clause without the words that tell which rows are meant, and without their titles: `Mrs Berg`."""
    those = [row for rows in named for row in rows]
    for title, *name in (n for row in those for n in row.names if n and n[0] in LOOSE):
        said = re.sub(rf"(?i)\b{title}\s+(?={re.escape(' '.join(name))}\b)", "", said)
    return without_words(said, {w for row in those for w in row.words})


def without_words(said: str, names: Iterable[str]) -> str:
    """Return a clause without some words."""
    known = frozenset(names)
    return WORD.sub(lambda m: "" if is_said(m.group().casefold(), known) else m.group(), said)


def tells_of_number(said: str, things: Things) -> bool:
    """Tell whether words only tell of something with a number: `bay 4 is full`, where nothing can be full."""
    found = TOLD_OF_NUMBER.search(said)
    if found is None or DENIES.search(said):
        return False
    ahead, behind = words_of(said[: found.start() + 1]), words_of(said[found.end() - 1 :])
    states = [
        t for t in things.able if t.option or t.role == "button" or "on" in t.listed.operations
    ]
    if any("on" in t.listed.operations and {*words_of(t.name)} <= {*ahead} for t in states):
        return False  # a box is called so: "lane 2 is closed"
    names = {w for t in states for w in words_of(t.option or t.name)}
    content = [w for w in behind if not is_free(w)]
    return bool(content) and not any(number(w) is not None or is_any(w, names) for w in content)
