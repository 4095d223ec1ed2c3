"""Controls that a page makes of simpler ones: a number between two buttons, a button that shows a choice.

The tree tells their parts alone. What they are is told by how they stand: a number with a button close on
each side of it is a stepper, in any language; a button whose words begin at its left end, with much room
behind them, shows what is chosen in a list, for what is a command stands in the middle of its button. The
same controls, again and again at the same distances, are rows, or cards.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nsmallest
from itertools import pairwise, product
from typing import Final

import numpy as np
import numpy.typing as npt

from automation.core.geometry import Rect
from automation.core.observation import Frame, ScreenElement
from automation.core.pictures import ground_apart
from automation.core.text import as_number
from automation.screen.roles import BUTTONS, CELLS, INPUTS, LABELS, TWO_STATES
from automation.screen.rows import in_reading_order, row_name, shares_row

_LESS: Final = ("-", "\u2212", "\u2013", "\u2796")
_MORE: Final = ("+", "\uff0b", "\u2795")
"""What a page writes on a thing that makes a number less or more, where its tree tells of no button."""
_RUNS: Final = re.compile(r"\d+")
_GAP_PX: Final = 40
"""How far from its number a button of a stepper stands at most."""
_TOUCH_PX: Final = 24
"""How far apart the buttons of one choice stand at most."""
_EDGE_PX: Final = 4
"""The border of a button and what its corners are rounded by."""
_INK: Final = 40
"""How far (0..255) words stand out from their button at least."""
_MARK_PX: Final = (5, 16)
"""How wide and high the mark before a folded entry is."""
_MARK_INK: Final = 28
"""How far such a mark stands out at least: a black arrow on a dark ground."""
_STEM: Final = 1.5
"""How many times longer than wide a ring with its stem is, on the line of a tree."""
_LETTERS_PX: Final = 3
"""Columns without ink between letters of one word at most."""
_MARK_REACH_PX: Final = 26
_HALF_LINE_PX: Final = 9
_OTHER_GROUND: Final = 6
"""Difference (0..255) of two grounds that can be told apart."""
_SELECTED_PX: Final = 8
"""How wide a selection is that can be told from letters."""
_COLOUR_LEVELS: Final = 3
_ROOM: Final = 0.35
"""Part of a button's width that is free behind its words, where it shows a choice."""
_LEAST_WIDE: Final = 2.5
"""How many times wider than high such a button is at least."""
_LETTER_GAP_PX: Final = 14
"""More free columns than that end the words: what follows is an arrow."""
OPENS: Final = ("▾", "▼", "⌄", "▿", "⏷", "🔽", "˅")
"""Signs in the name of a button that opens a list."""


@dataclass(frozen=True, slots=True)
class Stepper:
    """A number that two buttons make less and more."""

    number: ScreenElement
    less: ScreenElement
    more: ScreenElement

    @property
    def control(self) -> ScreenElement:
        """The stepper as one control, without a name of its own."""
        box = self.less.box.union(self.number.box).union(self.more.box)
        states = self.number.states - {"read_only"}  # which holds for the text, not for the number
        return replace(
            self.number, name="", role="spinner", value=self.number.name, box=box, states=states
        )


def steppers_in(elements: Sequence[ScreenElement]) -> tuple[Stepper, ...]:
    """Return the numbers that stand between two buttons of one size, side by side or one over the other."""
    buttons = [
        e for e in elements
        if e.role in BUTTONS or (e.role in LABELS and e.name.strip() in _LESS + _MORE)
    ]  # fmt: skip
    numbers = [e for e in elements if e.role in LABELS and as_number(e.name) is not None]
    found = (_stepper(number, buttons) for number in numbers) if len(buttons) > 1 else ()
    return tuple(stepper for stepper in found if stepper is not None)


def _stepper(number: ScreenElement, buttons: Iterable[ScreenElement]) -> Stepper | None:
    box = number.box
    near = [b for b in buttons if b.window_id == number.window_id]
    beside = [b for b in near if shares_row(b.box, box)]
    left = [b for b in beside if -_EDGE_PX <= box.x - b.box.right <= _GAP_PX]
    right = [b for b in beside if -_EDGE_PX <= b.box.x - box.right <= _GAP_PX]
    if len(left) == len(right) == 1 and _are_alike(left[0].box, right[0].box):
        return Stepper(number, left[0], right[0])
    return None


def _are_alike(first: Rect, second: Rect) -> bool:
    return abs(first.w - second.w) <= _EDGE_PX and abs(first.h - second.h) <= _EDGE_PX


def as_drop_down(
    button: ScreenElement, frame: Frame, texts: Iterable[Rect] = ()
) -> ScreenElement | None:
    """Return the drop-down that a button is by its looks, without a name; None for any other button."""
    if button.role != "button" or not button.name.strip() or "checkable" in button.states:
        return None
    if _has_lines(button.box, texts):
        return None
    shown = shown_choice(button.name)
    if shown != button.name.strip() or _has_room_behind(button.box, frame):
        return replace(button, name="", role="combo", value=shown)
    return None


def _has_lines(box: Rect, texts: Iterable[Rect]) -> bool:
    """Tell whether a box holds texts one below the other: an entry of a list, not a drop-down."""
    inside = [text for text in texts if box.contains(text.center)]
    return any(a.bottom <= b.center.y for a in inside for b in inside)


def shown_choice(name: str) -> str:
    """Return the name of such a button without the sign that it opens a list."""
    return name.strip().rstrip("".join(OPENS)).strip()


def _has_room_behind(box: Rect, frame: Frame) -> bool:
    """Tell whether the words of a button begin at its left end and leave much of it free."""
    inner = box.grown(-_EDGE_PX).intersection(frame.rect)
    if box.w < _LEAST_WIDE * box.h or inner.w < 2 * _LETTER_GAP_PX or inner.h < _EDGE_PX:
        return False
    colours = frame.crop(inner).pixels[:, :, :3].astype(np.int16)
    ground = np.median(colours.reshape(-1, 3), axis=0)
    ink = (np.abs(colours - ground).max(axis=2) > _INK).any(axis=0)
    columns = np.flatnonzero(ink)
    if not columns.size or columns[0] > box.h:
        return False
    breaks = np.flatnonzero(np.diff(columns) > _LETTER_GAP_PX)
    end = int(columns[breaks[0]] if breaks.size else columns[-1])
    following = int(columns[breaks[0] + 1]) if breaks.size else inner.w
    return following - end > _ROOM * box.w


def is_of_colour(frame: Frame, parts: tuple[int, int, int]) -> bool:
    """Tell whether most of a picture has a colour, given as red, green and blue."""
    if not frame.rect.area:
        return False
    blue, green, red = np.median(frame.pixels[:, :, :3].reshape(-1, 3), axis=0)
    return all(abs(a - b) <= _COLOUR_LEVELS for a, b in zip((red, green, blue), parts, strict=True))


def standing_with(
    one: ScreenElement, elements: Iterable[ScreenElement]
) -> tuple[ScreenElement, ...]:
    """Return what stands in one row or one column with a thing and is of its kind and size, the thing too."""
    alike = [e for e in elements if e.role == one.role and e.window_id == one.window_id]
    row = [e for e in alike if (e.box.y, e.box.h) == (one.box.y, one.box.h)]
    column = [e for e in alike if (e.box.x, e.box.w) == (one.box.x, one.box.w)]
    return tuple(row if len(row) >= len(column) else column)


def beside_each_other(one: ScreenElement, elements: Iterable[ScreenElement]) -> list[ScreenElement]:
    """Return the things of its kind and height that a thing touches from both sides, or nearly so."""
    row = sorted(
        (e for e in standing_with(one, elements) if e.box.y == one.box.y), key=lambda e: e.box.x
    )
    parts: list[list[ScreenElement]] = []
    for e in row:
        if parts and e.box.x - parts[-1][-1].box.right <= _TOUCH_PX:
            parts[-1].append(e)
        else:
            parts.append([e])
    return next((part for part in parts if one in part), [])


def rows_of_like(elements: Sequence[ScreenElement]) -> list[list[ScreenElement]]:
    """Return rows of at least three things that differ by a number at most, from left to right: stars.

    Those that are called by numbers count from 1; others have one name, or only a sign.
    """
    rows: dict[tuple[str, int, int, int, str], list[ScreenElement]] = {}
    for e in elements:
        if e.role in BUTTONS | {"radio"}:
            place = (e.role, e.box.y, e.box.h, e.window_id, e.parent_name)
            rows.setdefault(place, []).append(e)
    ordered = [sorted(row, key=lambda e: e.box.x) for row in rows.values() if len(row) > 2]
    return [row for row in ordered if _are_counted(row)]


def _are_counted(row: Sequence[ScreenElement]) -> bool:
    numbers = [_RUNS.findall(e.name) for e in row]
    if all(numbers):
        return [int(n[0]) for n in numbers] == list(range(1, len(row) + 1))
    is_sign = all(not any(c.isalnum() for c in e.name) for e in row)
    return not any(numbers) and (is_sign or len({e.name for e in row}) == 1)


@dataclass(frozen=True, slots=True)
class FoldMark:
    """The arrow, or the box with a plus or a minus, before the words of an entry that has others in it."""

    box: Rect
    is_open: bool


def fold_mark(frame: Frame, words: Rect) -> FoldMark | None:
    """Return the mark before words on a picture; None where nothing is drawn there that is one for sure.

    The words' own box may begin with it. An arrow is told by its outline, which ends in a point on the
    right, or below where the entry is open; a box by what is drawn up and down through its middle.
    """
    half = min(words.h // 2, _HALF_LINE_PX)
    before = Rect(
        words.x - _MARK_REACH_PX, words.center.y - half, _MARK_REACH_PX + 2 * words.h, 2 * half
    )
    strip, place = before.intersection(frame.rect), words.intersection(frame.rect)
    if strip.w < _MARK_PX[0] or strip.h < _MARK_PX[0] or not place.area:
        return None
    ground = np.median(frame.crop(place).pixels[:, :, :3].reshape(-1, 3), axis=0)
    colours = frame.crop(strip).pixels[:, :, :3].astype(np.int16)
    ink = np.abs(colours - ground).max(axis=2) > _MARK_INK
    edges = np.flatnonzero(ink.all(axis=0))  # the frame of the list, and what lies outside of it
    edges = edges[edges < words.x - strip.x + words.h // 2]
    if edges.size:
        ink[:, : edges[-1] + 1] = False
    columns = np.flatnonzero(ink.any(axis=0))
    parts = (
        np.split(columns, np.flatnonzero(np.diff(columns) > _LETTERS_PX) + 1)
        if columns.size
        else []
    )
    if len(parts) < 2 or not _MARK_PX[0] <= len(parts[0]) <= _MARK_PX[1]:
        return None
    left, right = int(parts[0][0]), int(parts[0][-1]) + 1
    widths = ink[:, left:right].sum(axis=1)
    is_on_line = 1 in (widths[0], widths[-1])
    rows = np.flatnonzero(widths > (1 if is_on_line else 0))
    if not rows.size:
        return None
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    if not _MARK_PX[0] - 1 <= bottom - top <= _MARK_PX[1]:
        return None
    thick = np.flatnonzero(ink[top:bottom, left:right].sum(axis=0) > 1)
    sides = thick.size and int(thick[-1] - thick[0]) + 1, bottom - top
    if is_on_line and max(sides) >= _STEM * min(sides):
        # A ring on the line of a tree, as Java draws it: its stem points to the words or down.
        is_open: bool | None = sides[1] > sides[0]
    else:
        is_open = _is_unfolded(ink[top:bottom, left:right])
    box = Rect(strip.x + left, strip.y + top, right - left, bottom - top)
    return FoldMark(box, is_open) if is_open is not None else None


def _is_unfolded(mark: npt.NDArray[np.bool_]) -> bool | None:
    """Tell whether a mark points down or has a minus; False for a point on the right or a plus."""
    across, down = _extents(mark), _extents(mark.T)
    if across[0] >= 2 * across[-1] and _narrows(across):
        return False
    if down[0] >= 2 * down[-1] and _narrows(down):
        return True
    inner = mark[2:-2, 2:-2]
    is_box = mark[0].all() and mark[-1].all() and mark[:, 0].all() and mark[:, -1].all()
    if not is_box or min(inner.shape) < 3:
        return None
    row, column = inner.shape[0] // 2, inner.shape[1] // 2
    is_plus = bool(inner[1:-1, column].all())
    sign = np.zeros_like(inner)
    sign[row] = inner[row]
    sign[:, column] |= inner[:, column] & is_plus
    return not is_plus if inner[row, 1:-1].all() and (sign == inner).all() else None


def _extents(mark: npt.NDArray[np.bool_]) -> list[int]:
    """Return how far the ink of each column reaches, from its first pixel to its last."""
    found = (np.flatnonzero(column) for column in mark.T)
    return [int(ink[-1] - ink[0]) + 1 if ink.size else 0 for ink in found]


def _narrows(extents: Sequence[int]) -> bool:
    return all(later <= sooner + 1 for sooner, later in pairwise(extents)) and extents[-1] > 0


def has_own_ground(frame: Frame, cell: Rect) -> bool:
    """Tell whether a drawn cell has another ground than what is left and right of it: a field is open in it."""
    inside = frame.crop(cell.grown(-(cell.h // 4))).pixels
    beside = (Rect(x, cell.y, cell.h, cell.h) for x in (cell.x - cell.h, cell.right))
    seen = [frame.crop(place.grown(-(cell.h // 4))).pixels for place in beside]
    return all(ground_apart(inside, part) > _OTHER_GROUND for part in seen if part.size)


def has_selection(frame: Frame, cell: Rect) -> bool:
    """Tell whether a part of a drawn cell, wider than a stroke of a letter, has a ground of its own."""
    pixels = frame.crop(cell.grown(-(cell.h // 4))).pixels
    begins = range(0, pixels.shape[1] - _SELECTED_PX + 1, _SELECTED_PX)
    parts = (pixels[:, x : x + _SELECTED_PX] for x in begins)
    return any(ground_apart(part, pixels) > _OTHER_GROUND for part in parts)


# Rows and cards that a window makes of loose widgets: the same controls, again and again, at the same distances.

_MOST_ASIDE_PX: Final = 1200
_MOST_LOWER_PX: Final = 260
"""How far a part of a card stands at most from the control that is repeated."""
_SLACK_PX: Final = 6
"""Within that many pixels two distances are the same."""
_LEAST_SHARED: Final = 0.75
"""Part of the rows that have a part at its place: some rows lack one."""
_LEAST_ROWS: Final = 3
_MOST_ROWS: Final = 60
_LEAST_PARTS: Final = 3
"""A text with a button alone is a tag."""
_LEAST_CARD: Final = 0.35
"""Of two cards side by side, the parts that the first has in common with the second."""
_NEAREST: Final = 8
"""Of so many of the repeated controls one is that of a part's own row."""
_SPECK_PX: Final = 4
_REPEATED: Final = BUTTONS | TWO_STATES | {"combo"}
_ROW_PARTS: Final = _REPEATED | INPUTS | LABELS | {"link"}


def with_drawn_rows(elements: Sequence[ScreenElement]) -> tuple[ScreenElement, ...]:
    """Return elements with the rows, or cards, that no tree tells: their parts in a row, what names it as its cell.

    A control that is repeated tells them: `Confirm` beside each customer. What stands at one distance from
    each of these belongs to it, and a text that no other row has names its row.
    """
    told = {e.parent_name for e in elements if e.role in CELLS}
    pages = [e.box for e in elements if e.role == "document"]
    loose = [
        e for e in elements
        if e.role in _ROW_PARTS and e.source == "tree" and min(e.box.w, e.box.h) > _SPECK_PX
        and not (e.parent_name and e.parent_name in told)
        and (not pages or any(page.contains(e.box.center) for page in pages))
    ]  # fmt: skip
    alike: dict[tuple[str, str, int], list[ScreenElement]] = defaultdict(list)
    for one in loose:
        if one.role in _REPEATED and any(map(str.isalpha, one.name)):
            alike[one.role, one.name, one.window_id].append(one)
    repeated = [seeds for seeds in alike.values() if len(seeds) >= _LEAST_ROWS]
    steppers = steppers_in(elements) if repeated else ()
    stepping = {id(b) for s in steppers for b in (s.less, s.more)}
    changed: dict[int, ScreenElement] = {}
    for seeds in sorted(repeated, key=len, reverse=True):
        known = {*changed, *stepping}
        is_new = len(seeds) <= _MOST_ROWS and not any(id(e) in known for e in seeds)
        if is_new and len({e.parent_name for e in seeds}) == 1:
            changed |= _drawn_rows(seeds, [e for e in loose if id(e) not in changed])
    return tuple(changed.get(id(e), e) for e in elements)


def _drawn_rows(
    seeds: Sequence[ScreenElement], loose: Sequence[ScreenElement]
) -> dict[int, ScreenElement]:
    """Return by identity the parts of the rows of one control that is repeated, as parts of named rows."""
    rows = _parts_of_rows(seeds, loose)
    times = Counter(key for row in rows for key in {(e.role in LABELS, e.name) for e in row})
    heads = [_heads(row, times) for row in rows]
    if 2 * sum(map(bool, heads)) <= len(rows) or any(map(_is_several, rows)):
        return {}
    parts = [e for row in rows for e in row]
    inside = {id(e) for e in parts}
    over = [e for e in loose if e.role in LABELS and id(e) not in inside]
    changed: dict[int, ScreenElement] = {}
    for row, named in zip(rows, heads, strict=True):
        name = row_name(e.name for e in named)
        for one in row if named else ():
            is_head = one is named[0] and one.role != "heading"
            role = "cell" if is_head else one.role
            called = _head_over(one, parts, over) or one.name
            changed[id(one)] = replace(one, parent_name=name, role=role, name=called)
    return changed


def _parts_of_rows(
    seeds: Sequence[ScreenElement], loose: Sequence[ScreenElement]
) -> list[list[ScreenElement]]:
    """Return for each repeated control what stands at the same distance from nearly all of them."""
    middles = [seed.box.center for seed in seeds]
    places: dict[int, dict[int, list[tuple[object, ...]]]] = {}
    for one in loose:
        at = one.box.center
        apart = ((abs(m.x - at.x) + abs(m.y - at.y), n) for n, m in enumerate(middles))
        near = (n for _, n in nsmallest(_NEAREST, apart))
        places[id(one)] = {n: _places_at(one, seeds[n]) for n in near}
    shared: dict[tuple[object, ...], set[int]] = defaultdict(set)
    for found in places.values():
        for n, keys in found.items():
            for key in keys:
                shared[key].add(n)
    least = _LEAST_SHARED * len(seeds)
    taken: list[tuple[ScreenElement, int]] = []
    for one in loose:
        ranked = [
            (-max((len(shared[key]) for key in keys), default=0), rank, n)
            for rank, (n, keys) in enumerate(places[id(one)].items())
        ]
        taken += [(one, n) for most, _, n in (min(ranked),) if -most >= least]
    # The head of a column stands at the distance of a row, and belongs to none.
    alike = Counter(key for one, n in taken for key in places[id(one)][n])
    rows: list[list[ScreenElement]] = [[] for _ in seeds]
    for one, n in taken:
        if max(alike[key] for key in places[id(one)][n]) >= least:
            rows[n].append(one)
    return rows


def _head_over(
    one: ScreenElement, parts: Sequence[ScreenElement], texts: Sequence[ScreenElement]
) -> str:
    """Return the text over a column that the first control of it has for its name; empty for none."""
    if one.role not in INPUTS - TWO_STATES:
        return ""
    column = [e for e in parts if e.role == one.role and abs(e.box.x - one.box.x) <= _SLACK_PX]
    first = min(column, key=lambda e: e.box.y)
    return next((t.name for t in texts if t.name == first.name and _is_over(t.box, first.box)), "")


def _is_over(text: Rect, box: Rect) -> bool:
    """Tell whether a text stands above a box and not beside it."""
    return text.bottom <= box.y and text.x < box.right and box.x < text.right


def _places_at(one: ScreenElement, seed: ScreenElement) -> list[tuple[object, ...]]:
    """Return keys for where a thing stands as seen from another; those of two that stand alike share one."""
    lower, aside = one.box.center.y - seed.box.center.y, one.box.x - seed.box.x
    if (
        abs(lower) > _MOST_LOWER_PX
        or abs(aside) > _MOST_ASIDE_PX
        or one.window_id != seed.window_id
    ):
        return []
    ends = (("x", aside), ("right", one.box.right - seed.box.right))
    steps = (0, _SLACK_PX // 2)
    return [
        (one.role, end, (far + i) // _SLACK_PX, (lower + j) // _SLACK_PX, i, j)
        for end, far in ends
        for i in steps
        for j in steps
    ]


def _heads(
    row: Sequence[ScreenElement], times: Mapping[tuple[bool, str], int]
) -> list[ScreenElement]:
    """Return the texts that one row alone has, the one that names it first; nothing for a row without such a one."""
    texts = [e for e in row if e.role in LABELS and times[True, e.name] == 1]
    named = [e for e in in_reading_order(texts) if any(map(str.isalpha, e.name))]
    controls = [e for e in row if e.role not in LABELS]
    own = {text for e in controls for text in (e.name, e.label)}
    repeated = sum(times[False, e.name] > 1 for e in controls)
    is_row = len(row) >= _LEAST_PARTS and bool(named)
    return named if is_row and (named[0].name not in own or repeated > 1) else []


def _is_several(row: Sequence[ScreenElement]) -> bool:
    """Tell whether a row is several cards: at one distance from many of its parts stand others of their kind.

    Buttons side by side are one kind; of a second card there are several.
    """
    parts = in_reading_order(row)
    apart: dict[tuple[int, int], list[str]] = defaultdict(list)
    for n, one in enumerate(parts):
        for other in (e for e in parts[n + 1 :] if e.role == one.role):
            x, y = other.box.x - one.box.x, other.box.y - one.box.y
            for i, j in product((0, _SLACK_PX // 2), repeat=2):
                apart[(x + i) // _SLACK_PX, (y + j) // _SLACK_PX].append(one.role)
    least = max(_LEAST_PARTS, _LEAST_CARD * len(row))
    return any(len(roles) >= least and len({*roles}) > 1 for roles in apart.values())
