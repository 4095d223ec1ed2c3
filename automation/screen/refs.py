"""Short names for what can be used on the screen: `e14` from the tree, `o3` read from the picture.

A model, the command line and other programs aim by them, so that a target is one of the things that are
there or nothing. A thing keeps its name from look to look, as long as it is called the same; a name is
never given twice, and what another thing has come in the place of is stale.

A listing is cut down to what can be used and to the texts that are needed to understand it. What is listed
is data: a name on the screen is told as one line in quotation marks, and what is in a password field never.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Final, Literal

from rapidfuzz import fuzz

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement, WindowInfo, open_menus
from automation.core.text import visible_text
from automation.screen.field_labels import asks_for_password
from automation.screen.folding import comparable
from automation.screen.roles import (
    CELLS,
    LABELS,
    LISTED,
    NUMBERS,
    ROWS,
    TABLES,
    TWO_STATES,
    TYPED_FIELDS,
    VALUE_FIELDS,
    hides_text,
    is_kin,
)
from automation.screen.rows import cells_of
from resources.role_words import role_words

Operation = Literal["press", "type", "set", "choose", "on", "off", "open", "close", "scroll"]
"""`set` gives a number's box or a slider its value; `open` and `close` are for folds and tree items."""

SAME_PLACE_PX: Final = 12
"""How far a text that was read from the picture may have moved and be the same text."""
MOST_LINES: Final = 250
"""Lines of a listing, with those for the window and for what is left out."""
MOST_TOKENS: Final = 3_600
"""Tokens of a listing by `tokens_of`, so that none counts more than 4,000."""
NAME_CHARS: Final = 80
"""Longest name or value in a line; of a longer one the beginning is told."""
GROUP_CHARS: Final = 60
MOST_ASKED: Final = 10
"""Drop-downs of a listing that are asked what they offer; of the others that is not known."""
MOST_CHOICES: Final = 60
"""Of a drop-down that offers more it is not told what."""
_CHOICES_IN_LINE: Final = 15
_CHOICE_CHARS: Final = 40
MOST_GIVEN: Final = 4_000
"""Names that a book knows; beyond them those are forgotten that were not seen for longest."""
NEAREST: Final = 3
"""How many living things are told in the place of a stale name."""

_PRESSED: Final = frozenset(
    {"button", "toggle", "radio", "checkbox", "menu", "menu_item", "tab", "link", "list_item",
     "tree_item", "cell", "row", "icon", "column_header", "row_header", "field", "combo", "password",
     "terminal"}
)  # fmt: skip
_USED: Final = _PRESSED | NUMBERS | TYPED_FIELDS | TWO_STATES
_TOLD: Final = LABELS | {"status", "progress", "dialog"}
"""What is only read."""
_PLAIN_STATES: Final = ROWS | LISTED
"""Entries of lists, which toolkits seldom call enabled."""
_CONTROLS: Final = _USED - _PLAIN_STATES
_VALUED: Final = VALUE_FIELDS | NUMBERS
_ROW_TEXTS: Final = LABELS | CELLS
_FAR_PX: Final = 400
"""From so far on a thing is in another place."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a look: an element, its name, and what may be done with it."""

    ref: str
    element: ScreenElement
    operations: tuple[Operation, ...] = ()
    """Empty for a text, which is only read, and for what is greyed out."""
    group: str = ""
    """The words that tell it from its like: its row, or what it stands in."""
    choices: tuple[str, ...] = ()
    """What a drop-down offers, each as one line; empty where that is not known."""

    @property
    def name(self) -> str:
        """What it is called, as one line that nothing can be hidden in; empty for a nameless thing."""
        return one_line(self.element.name or self.element.description, NAME_CHARS)

    @property
    def value(self) -> str | None:
        """What it holds, as one line; None where that is nothing, or not to be told."""
        value = self.element.value
        return None if value is None else one_line(value, NAME_CHARS)

    @property
    def states(self) -> tuple[str, ...]:
        """What is to be known of its state, in words: `greyed`, `on`, `open`, `focused`."""
        return _states_of(self.element)


@dataclass(frozen=True, slots=True)
class Listing:
    """What one look gives: popups and dialogs first, then in reading order."""

    items: tuple[Listed, ...]
    omitted: int = 0
    """How many more things there are that are not listed."""
    title: str = ""
    """Of the window in front, as one line."""
    app: str = ""
    """Its program."""

    def __iter__(self) -> Iterator[Listed]:
        return iter(self.items)

    def get(self, ref: str) -> Listed | None:
        """Return what a living name stands for; None for a stale one."""
        return next((one for one in self.items if one.ref == ref), None)


@dataclass(slots=True)
class RefBook:
    """Gives names and knows those that were given. One a run, and one that the command line keeps."""

    given: dict[str, ScreenElement] = field(default_factory=dict)
    """By name, as last seen; those that were seen last stand last."""
    groups: dict[str, str] = field(default_factory=dict)
    """By name, the words that told it from its like, where there were such."""
    counts: dict[str, int] = field(default_factory=dict)
    """How many names were given of each letter."""

    def listing(
        self,
        elements: Sequence[ScreenElement],
        texts: Sequence[ScreenElement] = (),
        *,
        windows: Sequence[WindowInfo] = (),
        valued: Callable[[ScreenElement], ScreenElement] = lambda element: element,
        options: Callable[[ScreenElement], Sequence[str]] = lambda element: (),
    ) -> Listing:
        """Return the listing of what the tree tells and, where it is silent, of texts read by OCR.

        Args:
            elements: of the window in front and its popups.
            windows: of the look, for the title and for what lies in front.
            valued: returns a thing with what it holds; asked of what is listed alone.
            options: returns what a drop-down offers; asked of the first ones that are listed.
        """
        things = [*elements, *texts]
        kept = _pruned(things, windows)
        listed = _within_budget(kept, things, valued, options)
        refs = self._refs(listed)
        items = [replace(one, ref=ref) for one, ref in zip(listed, refs, strict=True)]
        omitted = len(kept) - len(items)
        front = _front(windows)
        title = one_line(front.title, NAME_CHARS) if front is not None else ""
        app = one_line(front.app, NAME_CHARS) if front is not None else ""
        return Listing(tuple(items), max(0, omitted), title, app)

    def living(
        self, ref: str, elements: Sequence[ScreenElement], *, is_read: bool = False
    ) -> ScreenElement | None:
        """Return the element that a name stands for among those that are there; None for a stale name.

        An element that is called otherwise by now, or stands in another row, is another one.

        Args:
            is_read: it is only read, so that a text may say something else by now.
        """
        known, group = self.given.get(ref), self.groups.get(ref, "")
        if known is None:
            return None
        same = [one for one in elements if is_same(known, one)]
        if not is_read:
            same = [one for one in same if comparable(one.name) == comparable(known.name)]
        if group:
            texts = _by_height(elements)
            same = [e for e in same if group in (_container_of(e), _row_of(e, texts))]
        same = [one for one in same if one.handle == known.handle] or same
        same = [one for one in same if one.box == known.box] or same
        return same[0] if len(same) == 1 else None

    def retire(self, ref: str) -> None:
        """Let a name that was told to be stale stand for no object any more, whatever becomes of that one."""
        if ref in self.given:
            self.given[ref] = replace(self.given[ref], handle=None)

    def nearest(self, ref: str, listing: Listing, most: int = NEAREST) -> tuple[Listed, ...]:
        """Return the living things that are most like what a stale name stood for, the likest first.

        Empty for a name that was never given.
        """
        known = self.given.get(ref)
        if known is None:
            return ()
        rated = [(_likeness(known, one), n, one) for n, one in enumerate(listing) if one.operations]
        rated.sort(key=lambda each: (-each[0], each[1]))
        return tuple(one for score, _, one in rated[:most] if score >= _LEAST_LIKENESS)

    def ref_of(self, element: ScreenElement) -> str:
        """Return the name that an element has; empty where none was given."""
        same = [ref for ref, one in self.given.items() if is_same(one, element)]
        here = [ref for ref in same if self.given[ref].box == element.box] or same
        return here[-1] if here else ""

    def _refs(self, listed: Sequence[Listed]) -> list[str]:
        """Return the names of things, in one pass: by object of the tree, then by words and place."""
        by_object: dict[tuple[object, ...], list[str]] = defaultdict(list)
        by_place: dict[tuple[object, ...], list[str]] = defaultdict(list)
        for ref, one in self.given.items():
            if one.handle is not None:
                by_object[_identity(one)].append(ref)
            by_place[(*_words(one), *_place(one.box))].append(ref)
        used: set[str] = set()
        found: list[str] = []
        for new in listed:
            one = new.element
            own = by_object.get(_identity(one), ()) if one.handle is not None else ()
            left = [
                ref
                for ref in own
                if ref not in used and _is_same_group(self.groups.get(ref, ""), new.group)
            ]
            there = (ref for ref in left if self.given[ref].box == one.box)
            found.append(next(there, next(iter(left), "")))
            used.add(found[-1])
        for at, new in enumerate(listed):
            one = new.element
            if not found[at]:
                near = (
                    ref
                    for x, y in _places(one.box)
                    for ref in by_place.get((*_words(one), x, y), ())
                    if ref not in used
                    and _is_near(self.given[ref].box, one.box)
                    and _is_same_group(self.groups.get(ref, ""), new.group)
                )
                found[at] = next(near, "") or self._fresh(one)
                used.add(found[at])
        for ref, new in zip(found, listed, strict=True):
            self.given.pop(ref, None)  # so that it stands last
            self.given[ref] = new.element
            self.groups.pop(ref, None)
            if new.group:
                self.groups[ref] = new.group
        for ref in list(self.given)[: max(0, len(self.given) - MOST_GIVEN)]:
            del self.given[ref]
            self.groups.pop(ref, None)
        return found

    def _fresh(self, element: ScreenElement) -> str:
        letter = "o" if element.source == "ocr" else "e"
        self.counts[letter] = self.counts.get(letter, 0) + 1
        return f"{letter}{self.counts[letter]}"


def operations_of(element: ScreenElement) -> tuple[Operation, ...]:
    """Return what may be done with an element; nothing with a text, or with one that is greyed out."""
    role, states = element.role, element.states
    if element.source == "ocr" and role not in _USED:
        return ("press",)
    if is_greyed(element):
        return ()
    found: list[Operation] = []
    if role in _PRESSED:
        found.append("press")
    if role in NUMBERS:
        found.append("set")
    elif (role in TYPED_FIELDS or "editable" in states) and role != "password":
        found += [] if "read_only" in states or "secret" in states else ["type"]
    if role == "combo":
        found.append("choose")
    if role in TWO_STATES or "checkable" in states:
        found += ["on"] if role == "radio" else ["on", "off"]
    if states & {"expandable", "expanded"} and role != "combo":
        found += ["open", "close"]
    if role in TABLES or role == "document":
        found.append("scroll")
    return tuple(found)


def is_usable(element: ScreenElement) -> bool:
    """Tell whether something can be done with an element, now or when it is no longer greyed out."""
    return element.role in _USED or element.role in TABLES or element.role == "document"


def is_greyed(element: ScreenElement) -> bool:
    """Tell whether a control of the tree is greyed out; entries of lists rarely tell."""
    is_control = element.source == "tree" and element.role in _CONTROLS
    return is_control and "enabled" not in element.states


def is_same(one: ScreenElement, other: ScreenElement) -> bool:
    """Tell whether two looks saw the same thing: one object of the tree, or one text in its place.

    A thing that is called otherwise now is another one; a text, which is only read, may change.
    """
    if one.handle is not None and one.handle == other.handle:
        return _identity(one) == _identity(other)
    return _words(one) == _words(other) and _is_near(one.box, other.box)


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a thing that was there in both looks."""

    before: Listed
    after: Listed

    @property
    def words(self) -> str:
        """What is so now: `e3 field "Name" = "Ada"`."""
        return line_of(self.after)


@dataclass(frozen=True, slots=True)
class Changes:
    """What became different from one look to the next."""

    appeared: tuple[Listed, ...] = ()
    went: tuple[Listed, ...] = ()
    changed: tuple[Change, ...] = ()
    title: str = ""
    """Of the window that is in front now, where that is another one."""

    def __bool__(self) -> bool:
        return bool(self.appeared or self.went or self.changed or self.title)

    def text(self, most: int = 12) -> str:
        """Return it in lines: `+` for what appeared, `-` for what went, `~` for what is otherwise now.

        Args:
            most: lines of each kind; how many more there are is told.
        """
        lines = [f'window "{self.title}"'] if self.title else []
        kinds = (
            ("~", [change.words for change in self.changed]),
            ("+", [line_of(one) for one in self.appeared]),
            ("-", [line_of(one, is_short=True) for one in self.went]),
        )
        for sign, told in kinds:
            lines += [f"{sign} {words}" for words in told[:most]]
            lines += [f"{sign} {len(told) - most} more"] if len(told) > most else []
        return "\n".join(lines) or "nothing changed"


def changes(before: Listing, after: Listing) -> Changes:
    """Return what appeared, what went, and what has another name, state or value."""
    old, new = ({one.ref: one for one in each} for each in (before, after))
    both = [(old[ref], one) for ref, one in new.items() if ref in old]
    return Changes(
        tuple(one for ref, one in new.items() if ref not in old),
        tuple(one for ref, one in old.items() if ref not in new),
        tuple(Change(was, now) for was, now in both if _shown(was) != _shown(now)),
        after.title if after.title != before.title else "",
    )


def _shown(one: Listed) -> tuple[object, ...]:
    return one.name, one.value, one.states, one.operations


def text_of(listing: Listing) -> str:
    """Return the lines that a model and a person read, the window's title first."""
    lines = [_title_line(listing), *(line_of(one) for one in listing)]
    if listing.omitted:
        lines.append(f"({listing.omitted} more are not listed)")
    return "\n".join(lines)


def _title_line(listing: Listing) -> str:
    of = f" ({listing.app})" if listing.app else ""
    return f'window "{listing.title}"{of}'


def line_of(one: Listed, *, is_short: bool = False) -> str:
    """Return one line: `e14 button "Save" [greyed]`, with value, states, choices and row where there are any."""
    words = [one.ref, role_words(one.element.role)]
    if one.name:
        words.append(f'"{one.name}"')
    if is_short:
        return " ".join(words)
    if one.value is not None:
        words.append(f'= "{one.value}"')
    if one.states:
        words.append(f"[{', '.join(one.states)}]")
    if one.choices:
        words.append(f"(choices: {_choices_in_line(one.choices)})")
    if one.group:
        words.append(f'in "{one.group}"')
    return " ".join(words)


def _choices_in_line(choices: Sequence[str]) -> str:
    told = [one_line(name, _CHOICE_CHARS) for name in choices[:_CHOICES_IN_LINE]]
    more = len(choices) - len(told)
    return "; ".join([*told, f"{more} more"] if more else told)


def one_line(text: str, most: int) -> str:
    """Return a text of the screen as one line that shows every character, and ends no quotation."""
    text = " ".join(text[: 4 * most].split())
    if not (text.isascii() and text.isprintable()):
        text = visible_text(text)
    text = text.replace('"', "'")
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


_TOKENS: Final = re.compile(r"\d|[A-Za-z]{1,7}|[^\W\d_]|[^\w\s]+|_+|\n")


def tokens_of(text: str) -> int:
    """Return about how many tokens a text makes for a tokenizer that takes digits one by one, as most do.

    Measured with that of SmolLM2: 6 to 8 % fewer than it makes of listings, 23 % fewer of German names.
    """
    return len(_TOKENS.findall(text))


def _states_of(element: ScreenElement) -> tuple[str, ...]:
    role, states = element.role, element.states
    told = ["greyed"] if is_greyed(element) else []
    if role in TWO_STATES or "checkable" in states:
        told.append("on" if "checked" in states else "off")
    if states & {"expandable", "expanded"}:
        told.append("open" if "expanded" in states else "closed")
    if "selected" in states:
        told.append("selected")
    if "focused" in states:
        told.append("focused")
    if "read_only" in states and role in _USED:
        told.append("read only")
    if "default" in states:
        told.append("default")
    return tuple(told)


def _safe(element: ScreenElement, around: Iterable[ScreenElement]) -> ScreenElement:
    """Return an element without what it holds, where that may be a password: its label may say so."""
    if not element.value:
        return element
    is_hidden = hides_text(element) or asks_for_password(element, around)
    return replace(element, value=None) if is_hidden else element


# What is listed, and in which order.


def _pruned(
    elements: Sequence[ScreenElement], windows: Sequence[WindowInfo]
) -> list[tuple[int, ScreenElement]]:
    """Return what may be listed in order, each with its rank: of the highest ranks is left out first."""
    names: set[str] = set()
    used: list[ScreenElement] = []
    told: list[ScreenElement] = []
    rows_with_cells = {e.parent_name for e in elements if e.role in CELLS and e.parent_name}
    rects = {w.window_id: w.rect for w in windows}
    for one in elements:
        box, rect = one.box, rects.get(one.window_id)
        if box.w <= 0 or box.h <= 0 or (rect is not None and not _shares(box, rect)):
            continue
        if one.role in _USED:
            if one.role == "row" and (not one.name or one.name in rows_with_cells):
                continue
            if one.role in LISTED and not one.name and not operations_of(one)[1:]:
                continue  # an empty cell
            used.append(one)
            names.add(comparable(one.name))
        elif (one.role in _TOLD or one.source == "ocr" or is_usable(one)) and one.name.strip():
            told.append(one)
    layers = _layers(elements, windows)
    seen: set[tuple[str, int]] = set()
    kept = [(_rank(one, layers), one) for one in used]
    for one in told:
        name = comparable(one.name)
        again = name, one.box.y // 8
        if (name in names and one.role in LABELS) or again in seen:
            continue  # the name of a control that is listed, or the same text twice
        seen.add(again)
        kept.append((_rank(one, layers), one))
    first = [each for each in kept if each[0] == 0]
    rest = [each for each in kept if each[0] != 0]
    return [*_in_reading_order(first), *_in_reading_order(rest)]


def _shares(one: Rect, other: Rect) -> bool:
    """Tell whether two boxes have a pixel in common."""
    return (
        one.x < other.x + other.w
        and other.x < one.x + one.w
        and one.y < other.y + other.h
        and other.y < one.y + one.h
    )


def _rank(one: ScreenElement, layers: "_Layers") -> int:
    """Return 0 for what lies in front, then what is used, entries and links, titles, other texts."""
    if one.window_id in layers.popups:
        return 0
    if layers.dialogs and any(box.contains(one.box.center) for box in layers.dialogs):
        return 0
    if one.role in _USED:
        return 2 if one.role in LISTED or one.role in ("link", "row") else 1
    return 3 if one.role in ("heading", "dialog", "status") or is_usable(one) else 4


@dataclass(frozen=True, slots=True)
class _Layers:
    """What lies over the window in front."""

    popups: frozenset[int]
    dialogs: tuple[Rect, ...]


def _layers(elements: Sequence[ScreenElement], windows: Sequence[WindowInfo]) -> _Layers:
    front = _front(windows)
    modal = (e for e in elements if e.role == "dialog" and "modal" in e.states)
    inner = (e.box for e in modal if front is None or e.box.area < 0.9 * front.rect.area)
    return _Layers(frozenset(w.window_id for w in open_menus(windows)), tuple(inner))


def _front(windows: Sequence[WindowInfo]) -> WindowInfo | None:
    shown = [w for w in windows if not (w.is_own or w.is_popup or w.is_minimised)]
    return next((w for w in shown if w.is_active), next(iter(shown), None))


def _in_reading_order(
    ranked: Sequence[tuple[int, ScreenElement]],
) -> list[tuple[int, ScreenElement]]:
    """Sort by rows from the top, within a row from the left, in one sweep."""
    by_height = [(each[1].box.y + min(each[1].box.h, _ROW_PX) // 2, each) for each in ranked]
    by_height.sort(key=itemgetter(0))
    found: list[tuple[int, ScreenElement]] = []
    row: list[tuple[int, ScreenElement]] = []
    limit = 0
    for middle, each in by_height:
        if row and middle > limit:
            row.sort(key=_left)
            found += row
            row = []
        if not row:
            limit = middle + min(each[1].box.h, _ROW_PX) // 2
        row.append(each)
    row.sort(key=_left)
    return found + row


def _left(each: tuple[int, ScreenElement]) -> int:
    return each[1].box.x


_ROW_PX: Final = 40
"""A thing that is higher holds more than a row: a page or a list stands where it begins."""


def _within_budget(
    kept: Sequence[tuple[int, ScreenElement]],
    elements: Sequence[ScreenElement],
    valued: Callable[[ScreenElement], ScreenElement],
    options: Callable[[ScreenElement], Sequence[str]],
) -> list[Listed]:
    """Return, still without names, what fits into the lines and tokens of a listing.

    Other texts are left out first, and of one rank what stands last.
    """
    by_rank = sorted(range(len(kept)), key=lambda n: kept[n][0])[: MOST_LINES - 2]
    groups = _groups(kept, by_rank, elements)
    left, found = MOST_TOKENS - _TOKENS_AROUND, dict[int, Listed]()
    offering = [n for n in by_rank if "choose" in operations_of(kept[n][1])][:MOST_ASKED]
    for n in by_rank:
        one = kept[n][1]
        safe = _safe(valued(one), elements)
        choices = _choices(options(one)) if n in offering else ()
        listed = Listed(_LONG_REF, safe, operations_of(one), groups.get(n, ""), choices)
        left -= tokens_of(line_of(listed)) + 1
        if left < 0:
            break
        found[n] = listed
    return [found[n] for n in sorted(found)]


def _choices(names: Sequence[str]) -> tuple[str, ...]:
    told = tuple(dict.fromkeys(filter(None, (one_line(name, NAME_CHARS) for name in names))))
    return told if len(told) <= MOST_CHOICES else ()


_LONG_REF: Final = "e99999"
_TOKENS_AROUND: Final = 100
"""For the lines of the window and of what is left out."""


def _groups(
    kept: Sequence[tuple[int, ScreenElement]],
    wanted: Sequence[int],
    elements: Sequence[ScreenElement],
) -> dict[int, str]:
    """Return for things the words that tell each from its like: its row or container; none for a lone one.

    What has no name is told by these words even if it is the only one.
    """
    keys = [(e.role, e.name.casefold()) for _, e in kept if e.role in _USED]
    alike = Counter(keys)
    twins = {key for key, count in alike.items() if count > 1}
    asked = [
        n
        for n in wanted
        if (one := kept[n][1]).role in _USED - CELLS
        and (not one.name.strip() or (one.role, one.name.casefold()) in twins)
    ]
    if not asked:
        return {}
    inside = Counter((e.role, e.name.casefold(), e.parent_name) for _, e in kept)
    texts = _by_height(elements)
    found: dict[int, str] = {}
    for n in asked:
        one = kept[n][1]
        container = _container_of(one)
        if not container or inside[one.role, one.name.casefold(), one.parent_name] > 1:
            container = _row_of(one, texts) or container
        found[n] = container
    return found


def _container_of(one: ScreenElement) -> str:
    """Return the words for what a thing stands in: of a row its first cells, besides the thing itself."""
    cells = [cell for cell in cells_of(one.parent_name) if cell != one.name.strip()]
    return one_line(", ".join(cells[:_CELLS_TOLD]), GROUP_CHARS)


def _is_same_group(one: str, other: str) -> bool:
    """Tell whether two rows may be the same: they begin alike, or nothing was told of one."""
    return not one or not other or one.split(",")[0] == other.split(",")[0]


_BAND_PX: Final = 32


def _by_height(elements: Iterable[ScreenElement]) -> dict[int, list[ScreenElement]]:
    """Return the texts that tell rows by the bands of the screen that their middles lie in."""
    bands: dict[int, list[ScreenElement]] = defaultdict(list)
    for one in elements:
        if one.role in _ROW_TEXTS and one.name:
            bands[(one.box.y + one.box.h // 2) // _BAND_PX].append(one)
    return bands


def _row_of(one: ScreenElement, texts: dict[int, list[ScreenElement]]) -> str:
    """Return the texts on the left at the height of a thing, else the first one on its right."""
    first, last = one.box.y // _BAND_PX, (one.box.bottom - 1) // _BAND_PX
    level = [
        text
        for band in range(first, last + 1)
        for text in texts.get(band, ())
        if one.box.y <= text.box.center.y < one.box.bottom and text.name != one.name
    ]
    left = sorted((t for t in level if t.box.right <= one.box.x + 4), key=lambda t: t.box.x)
    right = sorted((t for t in level if t.box.x >= one.box.right - 4), key=lambda t: t.box.x)
    told = [*dict.fromkeys(t.name for t in left or right[:1] if t.name.strip())][:_CELLS_TOLD]
    return one_line(", ".join(told), GROUP_CHARS)


_CELLS_TOLD: Final = 3
"""So many texts of a row tell which one it is."""


# What is the same, and what is like it.


def _identity(element: ScreenElement) -> tuple[object, ...]:
    name = comparable(element.name) if element.role in _USED else ""
    return element.handle, element.role, name


def _words(element: ScreenElement) -> tuple[object, ...]:
    parent = element.parent_name if element.source == "tree" else ""
    return element.source, element.role, comparable(element.name), element.window_id, parent


def _is_near(one: Rect, other: Rect) -> bool:
    first, second = one.center, other.center
    return max(abs(first.x - second.x), abs(first.y - second.y)) <= SAME_PLACE_PX


def _place(box: Rect) -> tuple[int, int]:
    """Return the square of the screen, a little wider than a thing may move, that a middle lies in."""
    return (box.x + box.w // 2) // _SQUARE_PX, (box.y + box.h // 2) // _SQUARE_PX


def _places(box: Rect) -> Iterator[tuple[int, int]]:
    """Yield that square and those around it, its own first."""
    x, y = _place(box)
    yield x, y
    yield from ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


_SQUARE_PX: Final = 2 * SAME_PLACE_PX + 1
_LEAST_LIKENESS: Final = 1.0


def _likeness(known: ScreenElement, one: Listed) -> float:
    """Return how like a living thing is to one that is gone, 0 to 4: by name, kind and place."""
    there = one.element
    names = comparable(known.name), comparable(there.name)
    name = fuzz.token_set_ratio(*names) / 100 if all(names) else 0.0
    kind = 1.0 if known.role == there.role else 0.5 if is_kin(there.role, known.role) else 0.0
    first, second = known.box.center, there.box.center
    far = max(abs(first.x - second.x), abs(first.y - second.y))
    near = max(0.0, 1 - far / _FAR_PX)
    return 2 * name + (kind / 2 if name < 0.5 else kind) * (0.5 + near / 2) + near / 2


def holds_value(element: ScreenElement) -> bool:
    """Tell whether a thing has a value that may be told, which some trees tell only when asked for it."""
    return element.role in _VALUED and not hides_text(element)
