"""What stands on a screen by its short name, the rows in which things stand, and what names each of them."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from automation.commands.forms import Assign, Choose, Form, Phrase, Type, phrases_of
from automation.commands.language import alternatives, words
from automation.commands.targets import by_ref, kind_said
from automation.commands.words import (
    FREE,
    LOOSE,
    is_any,
    is_said,
    spelled,
    words_of,
)
from automation.screen.refs import Listed
from automation.screen.roles import CELLS, TWO_STATES
from automation.screen.rows import cells_of

PRESSED: Final = frozenset(
    {"button", "link", "tab", "menu", "menu_item", "list_item", "tree_item", "icon", "toggle"}
)
ENTRIES: Final = frozenset({"list_item", "tree_item", "row", "cell"})
_LEAST_DIGITS: Final = 3
_NAME_END: Final = re.compile(r"\s[\u2013\u2014\u00b7\u2022|-]\s|:\s|\s\(")  # "Lot 15 - Sheepskin"
_COUNTING: Final = words("counting_heads") | {""}
_EXCEPT: Final = re.compile(rf"\s*\b(?:{alternatives('except_words')})\b", re.IGNORECASE)
_EVERYONE: Final = re.compile(
    rf"(?<!\bto )(?<!\bwith )\b(?:(?:{alternatives('everyone_words')})\b|(?:{alternatives('all_words')})(?={_EXCEPT.pattern}))",
    re.IGNORECASE,
)
_BETWEEN: Final = words("and") | words("articles") | words("determiners")
_LEAST_INDENT_PX: Final = 8
"""How far a row of a tree stands at least right of the one that it is in."""


@dataclass(frozen=True, slots=True)
class Thing:
    """What can be done on a screen with one control: it is pressed, filled, or has one of its options chosen."""

    listed: Listed
    words: str
    """Its name with what tells it from its like, or its label with the option."""
    option: str = ""
    name: str = ""
    """What it is called, its label, or the head of its column."""

    @property
    def role(self) -> str:
        """Return the role of its control."""
        return self.listed.element.role

    @property
    def fills(self) -> bool:
        """Tell whether a text or a number goes into it."""
        return bool({"type", "set"} & set(self.listed.operations)) and not self.option

    @property
    def called(self) -> tuple[str, ...]:
        """The words by which it may be meant."""
        return tuple(dict.fromkeys(map(spelled, (self.words, self.option or self.name))))

    @property
    def target(self) -> Phrase:
        """What a form aims at, by its own name or by the head of its column."""
        target = by_ref(self.listed.ref, self.listed.element)
        return target if self.listed.element.name else replace(target, text=self.name)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, or an entry of a list, and what can be done in it."""

    words: frozenset[str]
    own: frozenset[str]
    """Of its words those that name it: no other row and no control has them."""
    proper: frozenset[str] = frozenset()
    """Of these the one it begins with, and names: beside another row, `tank` alone is not the Breeding tank."""
    names: tuple[tuple[str, ...], ...] = ()
    """The words of what it is called: `machine 3` names it by words that all have."""
    able: tuple[Thing, ...] = ()
    entries: tuple[Thing, ...] = ()
    """Its cells, or the entry of a list: one is chosen before something is done with the row."""
    name: str = ""
    """What it begins with."""

    def names_of(self, thing: Thing) -> tuple[str, ...]:
        """Return the words by which a thing of it may be meant, without those of the row."""
        names = (thing.name, f"{thing.name}: {thing.option}", thing.option)
        return tuple(
            " ".join(w for w in n.split() if not is_said(w.strip(",:()").casefold(), self.words))
            for n in (names[1:] if thing.option else names[:1])
        )

    def choice(self, said: Iterable[str], *, always: bool = False) -> tuple[Form, ...]:
        """Return what chooses it by the cell that words name: nothing where it is chosen already, or has buttons.

        Args:
            always: what is done is done with the row that is chosen, whatever buttons it has.
        """
        has_buttons = any("on" not in t.listed.operations for t in self.able)
        if (has_buttons and not always) or any(
            "selected" in t.listed.element.states for t in self.entries
        ):
            return ()
        heard = list(said)
        named = [t for t in self.entries if any(is_said(w, words_of(t.name)) for w in heard)]
        return tuple(Choose(t.target) for t in (named or self.entries)[:1])


@dataclass(frozen=True, slots=True)
class _First:
    """What a row begins with."""

    name: str
    entries: tuple[Thing, ...]
    cells: tuple[frozenset[str], ...]
    """The words of what it may be called."""
    called: tuple[str, ...]


def rows_in(found: Sequence[Thing], able: Sequence[Thing], head: str) -> tuple[Row, ...]:
    """Return the rows that things stand in, and what names each.

    Args:
        head: of the first column: where it holds numbers, `lot 15` is a row.
    """
    entries: dict[str, list[Thing]] = {}
    for entry in found:
        if entry.role in ENTRIES and "on" not in entry.listed.operations and not entry.option:
            row_name = entry.listed.element.parent_name if entry.role in CELLS else ""
            key = row_name or entry.name  # the cells of a tree are its entries
            entries.setdefault(key, []).append(entry)
    inside: dict[str, list[Thing]] = {key: [] for key in entries}
    lone: list[Thing] = []
    listed = {id(t) for row in entries.values() for t in row}
    for thing in able:
        if id(thing) in listed:
            continue
        key = thing.listed.element.parent_name
        key = key if key in entries else thing.listed.group
        if key:
            inside.setdefault(key, []).append(thing)
        else:
            lone.append(thing)
    first = {key: _first_of(key, entries.get(key, [])) for key in inside}
    for thing in list(lone):
        # "Move The Lost Tram" stands in the row of The Lost Tram.
        words = {*words_of(thing.name)}
        keys = [key for key, t in first.items() if any(c and c < words for c in t.cells)]
        if len(keys) == 1:
            inside[keys[0]].append(thing)
            lone.remove(thing)
    for key, those in _by_name(lone).items():
        inside[key], first[key] = (
            those,
            _First(key, (), (frozenset(words_of(key)) - LOOSE,), (key,)),
        )
        lone = [t for t in lone if not any(t is one for one in those)]
    loose = {w for t in lone if not t.option for w in words_of(t.name)} | FREE
    offered = {w for t in lone if t.option for w in words_of(t.option)}
    said = {key: {*words_of(key)} - LOOSE for key in inside}
    count = Counter(w for words in said.values() for w in words)
    rows = []
    numbers = _own_numbers(inside, head)
    above = _above(entries)
    shorts = Counter(_NAME_END.split(row.name)[0] for row in first.values())
    for key, able_there in inside.items():
        name = first[key].name
        named_by = _named_by(first[key].entries, able_there)
        told = frozenset(said[key] - _words_of_controls(key, first[key], able_there, named_by))
        own = {w for w in told - loose if count[w] <= 1 and _names(w, key, name, offered)}
        begins = words_of(name)[:1]
        proper = {w for w in own if w in begins or w[0].isdigit() or _is_name(w, key)}
        numbered = (f"{head} {n}" for n in cells_of(key)[:1] if head and n.strip() in numbers)
        short = (n for n in (_NAME_END.split(name)[0],) if shorts[n] == 1 and n != name)
        own_names = (*first[key].called, *named_by)
        names_of = (*own_names, *numbered, *short, *_within(name, above.get(key, "")))
        called = tuple(tuple(words_of(n)) for n in names_of if len(words_of(n)) > 1)
        entries_of = first[key].entries
        told |= {*words_of(above.get(key, ""))} - LOOSE
        row = Row(
            told, frozenset(own), frozenset(proper), called, tuple(able_there), entries_of, name
        )
        rows.append(row)
    return tuple(rows)


def _words_of_controls(
    key: str, first: _First, able: Sequence[Thing], named_by: Sequence[str]
) -> set[str]:
    """Return the words of a row that its controls are called by, and that do not name it."""
    ours = {w for t in able for w in words_of(t.option or t.name)}
    ours -= {w for cell in (*first.cells, *map(words_of, named_by)) for w in cell}
    head_cells = (c for c in cells_of(key)[:1] if not any(map(str.isalpha, c)))
    return ours - {w for cell in head_cells for w in words_of(cell)}  # "Cause of 03:12"


def _named_by(cells: Sequence[Thing], able: Sequence[Thing]) -> tuple[str, ...]:
    """Return the cells by which what stands in their row is called: `Delete Hotel Aire View`."""
    names = [{*words_of(t.option or t.name)} for t in able]
    return tuple(c.name for c in cells if sum({*words_of(c.name)} < n for n in names) > 1)


def _within(name: str, over: str) -> tuple[str, ...]:
    """Return what a row of a tree is called with the one that it stands in: `large nitrogen`."""
    return (f"{over} {name}", f"{name} {over}", f"{name} under {over}") if over else ()


def _above(entries: Mapping[str, Sequence[Thing]]) -> dict[str, str]:
    """Return for each row of a tree with columns what the row is called that it stands in, by how far it is indented."""
    found, open_rows = dict[str, str](), list[tuple[int, str]]()
    for key, (first, *_) in entries.items():
        if first.role not in CELLS:
            continue
        x = first.listed.element.box.x
        while open_rows and open_rows[-1][0] > x - _LEAST_INDENT_PX:
            open_rows.pop()
        if open_rows:
            found[key] = open_rows[-1][1]
        open_rows.append((x, first.name))
    return found


def _own_numbers(keys: Iterable[str], head: str) -> list[str]:
    """Return the numbers with which rows begin; none where they are only counted, below a head as "No."."""
    numbers = [n for key in keys for n in cells_of(key)[:1] if n.strip().isdigit()]
    is_counted = numbers == [str(n) for n in range(1, len(numbers) + 1)]
    return [] if is_counted and head.casefold().rstrip(".") in _COUNTING else numbers


def _by_name(things: Sequence[Thing]) -> dict[str, list[Thing]]:
    """Return the things that stand in no row by what the ends of their names are of: `Details of Oak`, `Remove Oak`.

    Several things are of the same one, and there are several of each of them.
    """
    ends: dict[str, dict[str, Thing]] = {}
    for thing in things:
        said = thing.name.split()
        for cut in range(
            1, len(said) if thing.role in PRESSED | TWO_STATES and not thing.option else 0
        ):
            ends.setdefault(" ".join(said[cut:]), {})[" ".join(said[:cut])] = thing
    count = Counter(start for starts in ends.values() for start in starts)
    found = {
        end: [t for start, t in starts.items() if count[start] > 1] for end, starts in ends.items()
    }
    rows = {end: those for end, those in found.items() if len(those) > 1}
    for thing in things:
        if thing.name in rows and thing.role == "button":
            rows[thing.name].append(thing)  # what opens it is called as it is
    return rows if len(rows) > 1 else {}


def each_named(said: str, rows: Sequence[Row]) -> str:
    """Return words with the names of all rows that `everyone`, or `all but Tom`, stands for; as they are without any.

    Rows count that have a control of which the words speak: `tick Paid for everyone`.
    """
    found = _EVERYONE.search(said)
    if found is None:
        return said
    heard = words_of(said)
    telling = [w for w in heard if w not in FREE]
    those = _with_control(rows, telling) or _with_control(rows, heard)
    rest, excepted = said[found.end() :], set[str]()
    but = _EXCEPT.search(rest)
    if but is not None:
        named = frozenset(w for r in those for w in r.own)
        behind = [(w, _bare(w)) for w in re.findall(r"\s*\S+", rest[but.end() :])]
        names = [*takewhile(lambda w: is_any(w[1], named | _BETWEEN), behind)]
        excepted = {bare for _, bare in names} - _BETWEEN
        end = but.end() + sum(len(w) for w, _ in names)
        rest = rest[: but.start()] + rest[end:]
    kept = [r.name for r in those if not any(is_said(w, r.own) for w in excepted)]
    if len(those) <= 1 or not kept or (but is not None) == (len(kept) == len(those)):
        return said
    listed = f"{', '.join(kept[:-1])} and {kept[-1]}" if kept[1:] else kept[0]
    return f"{said[: found.start()]}{listed}{rest}"


def _with_control(rows: Sequence[Row], said: Sequence[str]) -> list[Row]:
    return [r for r in rows if any(is_said(w, words_of(t.name)) for t in r.able for w in said)]


def _bare(word: str) -> str:
    return word.strip(" ,.!").casefold()


def stands_in(name: Sequence[str], said: Sequence[str]) -> bool:
    """Tell whether all words of a name are said one after the other."""
    n = len(name)
    return n > 0 and any(tuple(said[at : at + n]) == tuple(name) for at in range(len(said)))


def is_page(rows: Sequence[Row]) -> bool:
    """Tell whether rows are the entry of a list that is chosen, as the pages of a window are listed."""
    entries = [t for row in rows for t in row.entries]
    return len(entries) == 1 and is_chosen(entries[0]) and entries[0].role not in CELLS


def _first_of(key: str, row: Sequence[Thing]) -> _First:
    named = [t for t in row if any(map(str.isalpha, t.name))]
    entries = (*named, *(t for t in row if not any(t is n for n in named)))
    called = [t.name for t in entries[:1]] or cells_of(key)
    cells = tuple(frozenset(words_of(c)) - LOOSE for c in called if any(map(str.isalpha, c)))
    return _First(called[0], entries, cells, tuple(called))


def _names(word: str, text: str, first: str, offered: Container[str]) -> bool:
    """Tell whether a word of a row names it: one of its first words, a name, or a number of some digits."""
    if word[0].isdigit():
        return len(word) >= _LEAST_DIGITS and word not in offered
    return word in words_of(first) or (word not in offered and _is_name(word, text))


def _is_name(word: str, text: str) -> bool:
    return word.capitalize() in text or (len(word) > 1 and word.upper() in text)


def is_chosen(thing: Thing) -> bool:
    """Tell whether a tab or an entry is the one that is chosen."""
    return "selected" in thing.listed.element.states


Named = Sequence[Sequence[Row]]
"""For each row that words name the rows that it may be."""


def has_like_in(rows: Named, forms: Iterable[Form], able: Iterable[Thing]) -> bool:
    """Tell whether what forms are done with stands beside rows, and has its like in them: `Charge`, of another row."""
    refs = {phrase.ref for form in forms for phrase in phrases_of(form)}
    inside = [t for those in rows for row in those for t in row.able]
    like, within = {(t.name, t.role) for t in inside}, {t.listed.ref for t in inside}
    return any((t.name, t.role) in like and t.listed.ref in refs - within for t in able)


def is_kind(form: Form) -> bool:
    """Tell whether a form gives the word for a kind of things as a text: the box, of `type camera in the search box`."""
    text = form.value if isinstance(form, Assign) else form.text if isinstance(form, Type) else ""
    return bool(text) and bool(kind_said(text))
