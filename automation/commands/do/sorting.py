"""Steps that put things in their place: sort by a column, a list or a menu; drag a thing; make a column wider."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from typing import Final

from automation.commands import language, phrases
from automation.commands.do.choosing import at_told_value
from automation.commands.do.context import Act, Context, Instead, Result, Skip, aim_at, proposal
from automation.commands.do.pointing import seen
from automation.commands.find.coverage import explained, surest
from automation.commands.find.labels import Hit
from automation.commands.find.screen_view import Scene, is_same_box
from automation.commands.forms import CHOSEN, Choose, Drag, Phrase, Point, SetTo, Sort
from automation.commands.matching import Found, Want, match
from automation.commands.read.menu_paths import meant_path
from automation.commands.read.verbs_on_things import LIST_ENDS
from automation.commands.targets import OPTIONS, literal
from automation.commands.words import as_said
from automation.core import actions
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import Finish, Outcome, Proposal
from automation.core.text import as_number, worded
from automation.screen.roles import BUTTONS, CELLS, LABELS, TABLES, TITLES
from automation.screen.rows import rows_of, shares_row

_GRIP_PX: Final = 2
"""From the edge of a column's head inwards, where it is taken to be dragged."""
_NAMES_LIST: Final = TITLES | TABLES | {"group", "panel"}
"""What a list is called by: itself, what holds it, or a text over it."""
_LINE_PX: Final = 1
"""By how much the heights of the names of entries differ; the smaller line under a name is no entry."""
_MOST_ALONE: Final = 3
_NARROWEST_PX: Final = 12
"""No column is dragged to be narrower."""
_MOST_SORTS: Final = 3
"""How often the head of a column is pressed: some go back to no order in between."""


def sort(form: Sort, ctx: Context) -> Result:
    """Press the head of a column until its rows stand in the order that is meant, and say if they do not."""
    if form.stage and ctx.memory.is_dry:
        return Skip("")
    scene = ctx.scene
    head = _head_called(form.by, scene) or _head_of_last(form, ctx)
    if head is None or _offers_orders(form, ctx):
        return _order_chosen(form, ctx)
    name = phrases.quoted(head.name)
    values = column_under(head, scene.near or (*scene.drawn, *scene.lines))
    if len(values) < 2:
        return ctx.not_found(ctx.say("order_unread", name=name))
    ways = (True, False) if form.rising is None and form.stage else (form.rising is not False,)
    if any(_is_in_order(values, rising=way) for way in ways):
        return Skip("" if form.stage else ctx.say("sorted_already", name=name))
    if form.stage >= _MOST_SORTS:
        shown_values = ", ".join(map(phrases.quoted, values[:4]))
        text = ctx.say("not_sorted", name=name, values=shown_values)
        return Finish(Outcome.UNVERIFIED, text)
    inside = [e for e in scene.near if e.role in BUTTONS and head.box.contains(e.box.center)]
    # A head may be wider than the button in it, which alone sorts.
    pressed = next((e for e in inside if as_said(e.name) == as_said(head.name)), head)
    found = Found(pressed, worded("the head of a column"))
    ctx.memory.last = head
    step = proposal(
        actions.Click(aim_at(pressed)), worded("Press the head of the column {0}", name), found
    )
    step = replace(step, awaits_effect=True)
    return Act(step, then=(replace(form, stage=form.stage + 1),))


def _offers_orders(form: Sort, ctx: Context) -> bool:
    """Tell whether a list of orders, which is called so, offers the one that is meant."""
    named = (seen(literal(name), ctx, Want.HOLDER) for name in language.words("sort_words"))
    lists = [found.element for found in named if found is not None and found.is_exact]
    return any(ctx.scene.offers(one, form.by.label) for one in lists)


def resize(form: Drag, ctx: Context) -> Result:
    """Drag the right edge of a column's head, from the pixels of the head itself."""
    found = ctx.settle(form.origin)
    if not isinstance(found, Found):
        return found
    head = found.element
    if head.role != "column_header":
        name = phrases.opening(phrases.called(head))
        return ctx.not_found(ctx.say("no_column_head", name=name))
    room = max(0, head.box.w - _NARROWEST_PX)
    across = form.px if form.edge == "wider" else -min(form.px, room)
    start = ScreenPoint(head.box.right - _GRIP_PX, head.box.center.y)
    end = start.offset(across, 0)
    if not any(m.rect.contains(end) for m in ctx.scene.observation.monitors):
        return Finish(Outcome.FAILED, ctx.say("drag_off_screen", x=end.x, y=end.y))
    edge = worded("the right edge of {0}", phrases.called(head))
    action = actions.Drag((start, end), origin=aim_at(head).element)
    return Act(proposal(action, phrases.dragging(edge, "", (across, 0)), found))


def drag(form: Drag, ctx: Context) -> Result:
    """Drag one thing onto another, to its place in a list, or by a distance."""
    origin = ctx.settle(form.origin)
    if not isinstance(origin, Found):
        return origin
    element = origin.element
    start, name = element.box.center, phrases.called(element)
    if form.destination is None and not form.side:
        end = start.offset(*form.by)
        if not any(m.rect.contains(end) for m in ctx.scene.observation.monitors):
            return Finish(Outcome.FAILED, ctx.say("drag_off_screen", x=end.x, y=end.y))
        action = actions.Drag((start, end), origin=aim_at(element).element)
        return Act(proposal(action, phrases.dragging(name, "", form.by), origin))
    landing: Found | Result = origin
    if form.destination is not None and form.side not in LIST_ENDS:
        landing = ctx.settle(form.destination, Want.ANY, is_end=True)
    if not isinstance(landing, Found):
        return landing
    held, goal, end = element, landing.element, landing.element.box.center
    if not form.side and element.role in CELLS:
        held = _over_or_under(goal, element, ctx.scene)
        start = held.box.center
    said = phrases.called(goal)
    if form.side:
        at = _place_in_list(form, element, goal, ctx.scene)
        if at is None:
            return ctx.not_found(
                ctx.say(
                    "not_found", name=phrases.quoted(form.said), place=ctx.say("in_this_window")
                )
            )
        goal, y = at
        if goal is element:
            return Skip(ctx.say("already", name=name, state=phrases.quoted(form.said)))
        held = _grip_of(element, ctx.scene)
        start, said = held.box.center, phrases.quoted(form.said)
        end = ScreenPoint(start.x, y)
    action = actions.Drag(
        (start, end), origin=aim_at(held).element, destination=aim_at(goal).element
    )
    ctx.memory.last = element if form.side else goal
    text = phrases.dragging(name, said, (0, 0))
    step = Proposal(action, element=held, destination=goal, sentence=text, evidence=origin.evidence)
    return Act(step)


def _over_or_under(goal: ScreenElement, cell: ScreenElement, scene: Scene) -> ScreenElement:
    """Return what is called as a cell and stands over or under the goal, if one thing does; else the cell.

    A guest stands in the table of all guests, and as a card among the tables of the room: the card is moved.
    """
    if goal.box.x < cell.box.right and cell.box.x < goal.box.right:
        return cell
    called = [
        e
        for e in scene.near
        if e.window_id == cell.window_id
        and as_said(e.name) == as_said(cell.name)
        and goal.box.x <= e.box.center.x < goal.box.right
    ]
    return called[0] if len(called) == 1 else cell


def _place_in_list(
    form: Drag, moved: ScreenElement, goal: ScreenElement, scene: Scene
) -> tuple[ScreenElement, int] | None:
    """Return the entry over whose edge a thing is dropped, and the height there; the thing itself where it is so.

    That edge is on the side of the entry that makes room, so that a list which moves them while the pointer
    passes comes to the same order.
    """
    entries = _entries_beside(moved, scene)
    if moved not in entries or goal not in entries or len(entries) < 2:
        return None
    if (
        form.side in LIST_ENDS
        and form.destination
        and not _are_of(form.destination, entries, scene)
    ):
        return None
    was, there = entries.index(moved), entries.index(goal)
    to = {
        "first": 0,
        "last": len(entries) - 1,
        "above": there - (was < there),
        "below": there + (was > there),
    }[form.side]
    if form.side in ("above", "below") and moved is goal:
        return None
    over = entries[to]
    return over, over.box.y + _EDGE_PX if to < was else over.box.bottom - _EDGE_PX


def _are_of(name: Phrase, entries: Sequence[ScreenElement], scene: Scene) -> bool:
    """Tell whether entries are those of the list that is called so: within it, or with the name over them.

    Where nothing is called so, a word for a list, or for what stands in one, means the list that they are in.
    """
    first = entries[0].box
    called = [
        e for e in scene.there
        if e.role in _NAMES_LIST
        and any((m := match(r.label, e.name)) and m.is_sure for r in name.readings if r.label)
    ]  # fmt: skip
    if not called:
        return as_said(name.text).endswith(tuple(language.words("list_nouns")))
    heads = [e for e in scene.there if e.role in TITLES and e not in entries]
    return any(
        e.box.contains(first.center)
        or (
            _is_over(e.box, first)
            and not any(
                h.role == "heading" and _is_over(e.box, h.box) and _is_over(h.box, first)
                for h in heads
            )
        )
        for e in called
    )


def _is_over(upper: Rect, lower: Rect) -> bool:
    return upper.bottom <= lower.y + _EDGE_PX and upper.x < lower.right and lower.x < upper.right


def _entries_beside(entry: ScreenElement, scene: Scene) -> list[ScreenElement]:
    """Return the entries of the list in which one stands, from the top: as high, in its column, at one distance."""
    box = entry.box
    alike = [
        e for e in scene.near
        if e.role == entry.role and e.window_id == entry.window_id and e.name.strip()
        and abs(e.box.x - box.x) <= _EDGE_PX and abs(e.box.h - box.h) <= _LINE_PX
    ]  # fmt: skip
    alike.sort(key=lambda e: e.box.y)
    if entry not in alike or len(alike) < 2:
        return []
    steps = [b.box.y - a.box.y for a, b in pairwise(alike)]
    at = alike.index(entry)
    pitch = steps[at] if at < len(steps) else steps[at - 1]
    pitch = min(pitch, steps[at - 1]) if at else pitch
    first, last = at, at
    while first and abs(steps[first - 1] - pitch) <= _EDGE_PX:
        first -= 1
    while last < len(steps) and abs(steps[last] - pitch) <= _EDGE_PX:
        last += 1
    # Of two lines that each entry has, the one under its name is no entry.
    is_pair = last - first == 1 and len(alike) > _MOST_ALONE
    return [] if is_pair else alike[first : last + 1]


def _grip_of(entry: ScreenElement, scene: Scene) -> ScreenElement:
    """Return the sign in an entry's row that it is dragged by, where there is one; else the entry."""
    signs = language.words("grip_signs")
    grips = [
        e for e in scene.near
        if not signs.isdisjoint({e.name.strip().casefold(), e.description.strip().casefold()})
        and shares_row(e.box, entry.box) and e.window_id == entry.window_id
    ]  # fmt: skip
    return min(grips, key=lambda e: abs(e.box.x - entry.box.x), default=entry)


_EDGE_PX: Final = 3
"""How far from the edge of an entry a thing is dropped beside it."""


def _head_of_last(form: Sort, ctx: Context) -> ScreenElement | None:
    """Return the drawn head that the step before pressed: under the pointer it may look otherwise."""
    last = ctx.memory.last if form.stage else None
    heads = [e for e in ctx.scene.there if e.role == "column_header"]
    return next(
        (replace(h, name=last.name) for h in heads if last and is_same_box(h.box, last.box)), None
    )


def _head_called(by: Phrase, scene: Scene) -> ScreenElement | None:
    """Return the one head of a column that the words name; of a drawn table the text over its rows."""
    labels = [r.label for r in by.readings if r.label and r.relation is None]
    heads = [e for e in scene.there if e.role == "column_header"]
    for told in (heads, () if scene.near else scene.lines):
        for label in labels:
            rated = [(m.tier, e) for e in told if (m := match(label, e.name)) and m.is_sure]
            best = [e for tier, e in rated if tier == min(t for t, _ in rated)]
            over = [e for e in best if e.role == "column_header" or column_under(e, told)]
            if len(over) == 1:
                return over[0]
    hits = surest(explained(by.text, heads, scene, Want.ANY)) or _counting(by.text, heads, scene)
    return hits[0].element if len(hits) == 1 else None


def _counting(words: str, heads: Sequence[ScreenElement], scene: Scene) -> list[Hit]:
    """Return the head of a column of numbers: `the number of guests` is what stands under Guests."""
    first, _, counted = words.partition(" ")
    if first.casefold() not in language.words("number_nouns"):
        return []
    said = surest(explained(counted, heads, scene, Want.ANY))
    values = [v for hit in said for v in column_under(hit.element, scene.there)]
    return said if values and all(as_number(v) is not None for v in values) else []


def column_under(head: ScreenElement, elements: Sequence[ScreenElement]) -> list[str]:
    """Return what stands under the head of a column, from the top; of drawn rows by counting.

    A drawn head stands in the middle of its column and the values at its edge, so that only rows with as
    many parts as there are heads tell which is which.
    """
    if head.role == "column_header":
        cells = [e for e in elements if e.role in CELLS | {"list_item", "tree_item"}]
        under = [
            e for e in cells
            if head.box.x - 2 <= e.box.center.x < head.box.right + 2 and e.box.y >= head.box.bottom - 2
        ]  # fmt: skip
        return [e.name for e in sorted(under, key=lambda e: e.box.y)]
    rows = [row for row in rows_of(elements) if row[0].box.y >= head.box.y - head.box.h]
    heads = next((row for row in rows if head in row), [])
    below = rows[rows.index(heads) + 1 :] if len(heads) > 1 else []
    same = list(takewhile(lambda row: len(row) == len(heads), below))
    return [row[heads.index(head)].name for row in same]


def _is_in_order(values: Sequence[str], *, rising: bool) -> bool:
    numbers = [_amount(v) for v in values]
    keys: list[tuple[float, str]]
    if all(n is not None for n in numbers):
        keys = [(n or 0.0, "") for n in numbers]
    else:
        keys = [(0.0, as_said(v)) for v in values]
    return keys == sorted(keys, reverse=not rising)


def _amount(words: str) -> float | None:
    """Return a number with its unit of size, as `310 KB` stands in a list of files."""
    said = _SIZE.fullmatch(words.strip())
    if said is None:
        return as_number(words)
    count = as_number(said["n"])
    return None if count is None else count * 1024 ** "bkmgt".index(said["unit"][0].casefold())


_WORD: Final = re.compile(r"[€$£¥%]|°?[^\W\d_]+|°")
_SIZE: Final = re.compile(r"(?P<n>\d[\d.,]*)\s?(?P<unit>[kmgt]i?b|b|bytes?)", re.IGNORECASE)


def _order_chosen(form: Sort, ctx: Context) -> Result:
    """Choose the order in a list of orders, which is opened first; else by a menu, or by what is called so."""
    scene = ctx.scene
    names = sorted(language.words("sort_words"), key=len, reverse=True)
    lists = [literal(n) for n in names]
    rated = ((p, seen(p, ctx, Want.HOLDER)) for p in lists)
    holder = next(((p, f) for p, f in rated if f is not None and f.is_exact), None)
    if holder is None:
        texts = [name for name in lists if name.text.startswith("sort") and form.rising is None]
        if opened := next((o for name in texts if (o := at_told_value(form.by, name, ctx))), None):
            return opened
        words = f"sort by {form.by.label}"
        way = meant_path(words, scene)
        called = literal(words)
        if way is None and seen(called, ctx, Want.CLICK) is None:
            heads = tuple(e.name for e in scene.near if e.role == "column_header")
            place = ctx.say("as_head")
            text = phrases.not_found(ctx.language, form.by.label, heads[:5], place)
            return Finish(Outcome.NOT_FOUND, text, heads[:5])
        return Instead((way or Point(called),))
    target, found = holder
    if form.stage == 0:
        pressed = scene.beneath(found.element)
        said = worded(
            "Open {0}, to sort by {1}", phrases.called(found.element), phrases.quoted(form.by.label)
        )
        step = proposal(actions.Click(aim_at(pressed)), said, replace(found, element=pressed))
        return Act(step, then=(replace(form, stage=1),))
    orders = _orders(form, scene)
    if len(orders) != 1:
        shown_names = tuple(e.name for e in orders)
        place = ctx.say("as_order")
        text = phrases.not_found(ctx.language, form.by.label, shown_names, place)
        return Finish(Outcome.AMBIGUOUS if orders else Outcome.NOT_FOUND, text, shown_names)
    order = literal(orders[0].name)
    read = SetTo(target, order.text, stage=CHOSEN)
    return Instead((Choose(order, is_listed=True), read))


def _orders(form: Sort, scene: Scene) -> list[ScreenElement]:
    """Return the entries of the open list that name the column, those with the order of the words first."""
    by = [as_said(r.label) for r in form.by.readings if r.label]
    able = [e for e in scene.near if e.role in OPTIONS | LABELS]
    inside = [e for e in able if any(b.contains(e.box.center) for b in scene.top_layers)] or able
    named = [e for e in inside if any(_says(e.name, b) for b in by)]
    for words in ({as_said(form.said)}, _way_words(form)):
        told = [e for e in named if any(_says(e.name, w) for w in words)]
        if len(named) > 1 and len(told) == 1:
            return told
    return named


def _way_words(form: Sort) -> frozenset[str]:
    if form.rising is None:
        return frozenset()
    return language.words("rising_words" if form.rising else "falling_words")


def _says(name: str, words: str) -> bool:
    """Tell whether a name holds these words one after another, whatever signs stand between."""
    said, there = (" ".join(_WORD.findall(as_said(text))) for text in (words, name))
    return bool(said) and f" {said} " in f" {there} "
