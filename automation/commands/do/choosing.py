"""Chooses an option: one that shows, one of a list, or one of a drop-down that is opened first.

Several entries of one list are chosen together; a list that is longer than its window is paged. A day is chosen on a
calendar, whose pages are turned to the month.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from automation.commands import language, phrases
from automation.commands.do.context import (
    Act,
    Context,
    Instead,
    Result,
    Skip,
    aim_at,
    means_last,
    proposal,
)
from automation.commands.do.pointing import is_open_item, point, seen, seen_by_all_words, shown_name
from automation.commands.find.coverage import said_in, wording
from automation.commands.find.labels import PRESSED
from automation.commands.find.resolve import (
    anchors_of,
    exact_only,
    related,
)
from automation.commands.find.screen_view import (
    Scene,
    holds,
    in_rows,
    is_fold,
    is_for_others,
)
from automation.commands.forms import (
    CHOSEN,
    Assign,
    Choose,
    Form,
    Phrase,
    Point,
    Relation,
    SetTo,
    Switch,
    Type,
)
from automation.commands.matching import Found, Missing, Unsure, Want, is_exact, match
from automation.commands.read.values import MONTH_NAMED, YEAR, Moment, moment, month_of
from automation.commands.targets import (
    COMBOS,
    CONTAINERS,
    GROUPED,
    LABELLED,
    SELECTED_TOGETHER,
    kind_said,
    literal,
    phrase,
    shown,
)
from automation.commands.words import Quotes, as_said, number
from automation.core import actions
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import Finish, Outcome, Proposal
from automation.core.text import worded
from automation.screen.composed import (
    beside_each_other,
    rows_of_like,
    standing_with,
)
from automation.screen.field_labels import label_cost
from automation.screen.roles import (
    BUTTONS,
    CELLS,
    LABELS,
    NUMBERS,
    ROWS,
    TITLES,
    TWO_STATES,
    TYPED_FIELDS,
)
from automation.screen.rows import in_reading_order, rows_of, shares_row

_DAY: Final = re.compile(
    r"(?:the\s+|den\s+)?(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?(?:\s+(?:in|on|of|from|im)\s+(?:the\s+)?(?P<place>\w[\w ]*))?",
    re.IGNORECASE,
)
"""A day without its month: `the 24th`, `24 in the calendar`."""
_FEWEST_DAYS: Final = 28
_HEAD_PX: Final = 90
"""How far over its first days the name of the month stands at most."""
_MOST_MONTHS: Final = 36
"""How many months a calendar is turned on or back."""
_COUNTED: Final = re.compile(r"(?P<count>\w+)(?:[\s-]+(?P<noun>\w+))?", re.IGNORECASE)

_AND: Final = rf"(?:and|{language.alternatives('and')})"

JOINED: Final = re.compile(rf"\s*,\s*(?:{_AND}\s+)?|\s+{_AND}\s+", re.IGNORECASE)

_FROM: Final = re.compile(
    rf"(?P<noun>[^\W\d_]+)\s+(?:{language.alternatives('told_of')})\s+(?P<option>.+)", re.IGNORECASE
)
_MOST_PAGES: Final = 60
"""How many pages of an open list are turned for one entry."""


_MORE_WORDS: Final = 2
"""Words beside those of an option with which one may still be said: `the colour red`."""


def choose(form: Choose, ctx: Context) -> Result:
    """Choose an option: visible, in a list, or in a drop-down that is opened first."""
    if form.through is not None:
        return Instead((Point(form.option), Point(form.through, modifiers=("shift",))))
    if form.target is not None:
        return _several(form, form.target, ctx) or _choose_in(form, form.target, ctx)
    is_open = form.is_listed or not isinstance(ctx.find(form.option, Want.OPTION), Unsure)
    # "Last year" is offered by a drop-down, and is no year that would be counted.
    if not is_open and (opened := _in_closed_list(form, ctx)) is not None:
        return opened
    found = _new_in_list(form, ctx) if form.is_listed else ctx.settle(form.option, Want.OPTION)
    if isinstance(found, Found) and is_for_others(found.element, form.option.text, ctx.scene):
        found = Finish(Outcome.NOT_FOUND, phrases.not_found(ctx.language, form.option.label, ()))
    if form.is_if_offered and not isinstance(found, Found):
        return Skip("")
    if isinstance(found, Finish) and form.is_listed and found.outcome is Outcome.NOT_FOUND:
        return _turn_page(form, found, ctx)
    if (other := _otherwise(form, found, ctx)) is not None:
        return other
    if isinstance(found, Finish) and found.outcome is Outcome.NOT_FOUND:
        return _in_closed_list(form, ctx) or _as_number(form, ctx) or found
    if isinstance(found, Found) and form.is_listed and not _may_be_listed(found, ctx):
        place = ctx.say("in_open_list")
        text = phrases.not_found(ctx.language, form.option.label, (), place)
        return Finish(Outcome.NOT_FOUND, text)
    return _chosen(form, found, ctx) if isinstance(found, Found) else found


def exact_first(options: Sequence[Form], ctx: Context) -> Sequence[Form]:
    """Return readings, first those that say the whole name of what they give something, and an option as it is offered.

    `Gritter 2 in Vehicle for Moor Top`, `Ann Berg as Note for the driver`: the name may hold what joins other words.
    """
    given = [f for f in options if isinstance(f, Choose | Type | Assign) and f.target is not None]
    if len(given) <= 1:
        return options
    return sorted(options, key=lambda form: not _is_exact(form, ctx))


def _is_exact(form: Form, ctx: Context) -> bool:
    match form:
        case Choose(option=option, target=target) if target is not None:
            holder = exact_only(target, ctx.scene, Want.HOLDER)
            return isinstance(holder, Found) and as_said(option.label) in map(
                as_said, ctx.scene.offered(holder.element)
            )
        case Type(target=target) | Assign(target=target) if target is not None:
            return isinstance(exact_only(target, ctx.scene, Want.EDIT), Found)
        case _:
            return False


def _in_closed_list(form: Choose, ctx: Context) -> Result | None:
    """Open the one drop-down that offers an option which does not show: `pick Dr Conti`."""
    holder = offering(form.option, None, ctx)
    return _in_drop_down(form, None, holder, ctx) if holder is not None else None


def _otherwise(form: Choose, found: Found | Result, ctx: Context) -> Result | None:
    """Open the drop-down that an option is meant of, rather than take what was found: `show only returned`."""
    if isinstance(found, Found) and not form.is_listed and _is_within_row(found.element):
        return _in_closed_list(form, ctx)
    return None if _is_named_by(form.option, found) else _of_kind(form, ctx)


def _is_within_row(cell: ScreenElement) -> bool:
    """Tell whether a cell stands behind the first of its row, which is what rows are called by."""
    return cell.role in CELLS and f", {cell.name}" in cell.parent_name


def _is_named_by(option: Phrase, found: Found | Result) -> bool:
    """Tell whether a thing was found whose name has all words of the option."""
    name = as_said(found.element.name).split() if isinstance(found, Found) else []
    return bool(name) and {w.strip(",()") for w in name} >= {*as_said(option.label).split()}


def _of_kind(form: Choose, ctx: Context) -> Result | None:
    """Open the drop-down that offers an option without the plural beside it.

    `Show only the Kestrel parcels`, `show only the stamps from Norway`.
    """
    first, _, noun = form.option.label.rpartition(" ")
    behind = _FROM.fullmatch(form.option.text.removeprefix("the "))
    first, noun = (behind["option"], behind["noun"]) if behind is not None else (first, noun)
    is_noun = noun.isalpha() and noun.endswith("s") and not noun.endswith("ss")
    option = phrase(first, Quotes("")) if first and is_noun and not form.is_listed else None
    holder = offering(option, None, ctx) if option is not None else None
    if option is None or holder is None:
        return None
    return _in_drop_down(replace(form, option=option), None, holder, ctx)


def offering(option: Phrase, target: Phrase | None, ctx: Context) -> Found | None:
    """Return the one drop-down that offers an option, closed as it is; of the row that the target names, if any."""
    scene = ctx.scene
    combos = [e for e in scene.near if e.role in COMBOS]
    if target is not None:
        rows = [a for a in anchors_of(target, scene.near) if a.role in CELLS | ROWS]
        combos = in_rows(combos, rows)
    found = [e for e in combos if scene.offers(e, option.label)]
    if len(found) != 1:
        return None
    return Found(found[0], worded("{0}, the only one that offers it", shown(found[0].role)))


def _in_row_of_last(target: Phrase, ctx: Context) -> Found | None:
    """Return the one drop-down in the row of what the step before was about: `tick Post and choose Tom for it`."""
    last = ctx.memory.last
    if last is None or not means_last(target) or last.role not in TWO_STATES | CELLS | ROWS:
        return None
    found = in_rows([e for e in ctx.scene.near if e.role in COMBOS], [last])
    told = worded("{0} beside the one from the step before", shown(found[0].role)) if found else ""
    return Found(found[0], told) if len(found) == 1 else None


def _as_number(form: Choose, ctx: Context) -> Instead | None:
    """Read `choose 3 adults` as the number of the control that is called so."""
    said = _COUNTED.fullmatch(form.option.label)
    count = number(said["count"]) if said else None
    noun = said["noun"] if said else None
    if count is None or not noun:
        return None
    names = (phrase(name, Quotes("")) for name in (noun, f"{noun}s"))
    there = [name for name in names if name is not None and seen(name, ctx, Want.NUMBER)]
    return Instead((SetTo(there[0], str(count)),)) if there else None


def _new_in_list(form: Choose, ctx: Context) -> Found | Result:
    """Return the option among what was not there before a list opened that is a part of the page."""
    found = ctx.find(form.option, Want.OPTION)
    label, near = form.option.label, ctx.scene.near
    same = [e for e in near if is_exact(label, e.name)]
    same = same or [e for e in near if is_exact(label, e.name.partition(" (")[0])]
    fresh = [e for e in same if e.handle not in form.known and e.role not in CONTAINERS]
    # A closed drop-down tells of the entry that it shows, as if that stood in the list over it.
    closed = [c for c in near if c.role in COMBOS]
    opened = ctx.memory.last.name if ctx.memory.last is not None else ""
    fresh = [
        e for e in fresh
        if e.parent_name == opened or not any(holds(c.box, e.box) for c in closed)
    ]  # fmt: skip
    if len(fresh) == 1:
        found = Found(fresh[0], worded("{0}, in the list that has opened", shown(fresh[0].role)))
    if isinstance(found, Found) and (found.element.handle in form.known or _is_beneath(found, ctx)):
        found = Missing(label)
    return found if isinstance(found, Found) else ctx.explain(found, form.option, Want.OPTION)


def _is_beneath(found: Found, ctx: Context) -> bool:
    """Tell whether words were read outside of what is open, in a window whose tree tells what it has."""
    point, layers = found.element.box.center, ctx.scene.top_layers
    is_read = found.element.source == "ocr" and bool(ctx.scene.near)
    return is_read and not any(layer.contains(point) for layer in layers)


def _is_taken_out(said: str, box: ScreenElement) -> bool:
    """Tell whether words take something out of what a box puts it in: `take the steak out of the window`."""
    told = {*as_said(said).split()} & language.words("out_words")
    return bool(told) and told.isdisjoint(as_said(box.name).split())


def _chosen(form: Choose, found: Found, ctx: Context) -> Result:
    """Press the option; one more of a list is pressed with Ctrl, or it would be the only one."""
    element = ctx.scene.current(found.element)
    if (control := _chosen_by(element, ctx)) is not None:
        target = literal(control.name)
        return Instead((Point(target) if control.role == "button" else Switch(target, on=True),))
    before, ctx.memory.last = ctx.memory.last, element
    name = shown_name(element, form.option)
    if form.adds and _are_selected_together(before, element):
        if "selected" in element.states:
            return Skip(ctx.say("selected_already", name=name))
        click = actions.Click(aim_at(element), modifiers=("ctrl",))
        return Act(proposal(click, worded("Add {0} to the selection", name), found))
    is_on = "checked" in element.states or ("selected" in element.states and element.role == "tab")
    if "checkable" in element.states and _is_taken_out(form.option.text, element):
        return Instead((Switch(form.option, on=False),))
    if is_on and (element.role in ("radio", "tab") or "checkable" in element.states):
        return Skip(ctx.say("chosen_already", name=name))
    aim = aim_at(element)
    if form.is_listed and before is not None and element.box.contains(before.box.center):
        # Qt takes no release for the choice where the press was that has opened the list.
        aside = ScreenPoint(element.box.x + element.box.w // 4, aim.point.y)
        aim = actions.Aim(aside, aim.element)
    return Act(proposal(actions.Click(aim), worded("Choose {0}", name), found))


def _chosen_by(element: ScreenElement, ctx: Context) -> ScreenElement | None:
    """Return the button or box in the row of a cell that is called by its choice: `Choose 14:15`, beside 14:15."""
    if element.role != "cell":
        return None
    name, verbs = as_said(element.name), language.words("choosing_verbs")
    called = {said for verb in verbs for said in (f"{verb} {name}", f"{name} {verb}")}
    controls = (e for e in ctx.scene.near if e.role in ("button", "checkbox"))
    beside = (e for e in controls if shares_row(e.box, element.box))
    return next((e for e in beside if as_said(e.name) in called), None)


def _may_be_listed(found: Found, ctx: Context) -> bool:
    """Tell whether something lies in a list that is open, or is called so exactly in one that is drawn."""
    layers = ctx.scene.top_layers
    return found.is_exact or any(box.contains(found.element.box.center) for box in layers)


def _turn_page(form: Choose, missing: Finish, ctx: Context) -> Result:
    """Turn a page of the list that is open, until the option comes or the list ends."""
    is_end = ctx.memory.was_unchanged or ctx.memory.tries >= _MOST_PAGES
    if ctx.memory.is_dry or is_end or not ctx.scene.top_layers:
        return missing
    text = worded(
        "Press Page Down in the open list, to get to {0}", phrases.quoted(form.option.label)
    )
    key = actions.Hotkey(("pagedown",))
    return Act(Proposal(key, sentence=text, evidence=worded("a key for the open list")), again=True)


def _are_selected_together(before: ScreenElement | None, element: ScreenElement) -> bool:
    """Tell whether Ctrl+click keeps what the step before selected.

    Entries of one list, texts of one column, texts on a picture: they may be icons.
    """
    if before is None or (before.role, before.window_id) != (element.role, element.window_id):
        return False
    is_text = element.role in LABELS
    is_column = is_text and (element.source == "ocr" or before.box.x == element.box.x)
    return element.role in SELECTED_TOGETHER | {"icon"} or is_column


def _choose_in(form: Choose, target: Phrase, ctx: Context) -> Result:
    option = form.option
    holder = _in_row_of_last(target, ctx) or ctx.settle(target, Want.HOLDER)
    if not isinstance(holder, Found):
        is_missing = isinstance(holder, Finish) and holder.outcome is Outcome.NOT_FOUND
        inside = in_group(option, target, ctx) if is_missing else None
        inside = inside or (_only_one_called(option, target, ctx) if is_missing else None)
        inside = inside or (_in_said_list(option, target, ctx) if is_missing else None)
        shown_there = showing(target, ctx) if is_missing and inside is None else None
        if is_missing and inside is None and shown_there is None:
            shown_there = offering(option, target, ctx)
        if shown_there is None and inside is None and is_missing:
            told = at_told_value(option, target, ctx) if scene_tells(ctx) else None
            return told or holder
        if shown_there is None:
            return _chosen(form, inside, ctx) if inside is not None else holder
        holder = shown_there
    offered = ctx.scene.offered(holder.element) if kind_said(target.text) else ()
    if offered and not any(match(option.label, name) for name in offered):
        return Instead((Choose(option),))  # `in the list` was not said of this one
    return _in_drop_down(form, target, holder, ctx)


def _in_drop_down(form: Choose, target: Phrase | None, holder: Found, ctx: Context) -> Result:
    option = form.option
    element = ctx.scene.current(holder.element)
    called = element.name or option.label
    target = target or literal(called)
    label, name = shown_name(element, target), phrases.quoted(option.label)
    if element.role not in COMBOS:
        inside_list = [
            e
            for e in ctx.scene.near
            if element.box.contains(e.box.center) and e is not holder.element
        ]
        return _choose_among(form, inside_list, ctx)
    if element.value is not None and as_said(element.value) == as_said(option.label):
        return Skip(ctx.say("already", name=label, state=name))
    if is_open_item(option, ctx) or ("expanded" in element.states and ctx.scene.top_layers):
        return Instead((Choose(option, is_listed=True),))
    offered = ctx.scene.offered(element)
    if _says_more(option.label, offered):
        text = phrases.not_found(ctx.language, option.label, (), ctx.say("in_that_list"))
        return Finish(Outcome.NOT_FOUND, text)  # more was said than an option
    entry = _entry_of(element, ctx)
    if "editable" in element.states and entry is None and "expandable" not in element.states:
        # A page's list of suggestions, which shows only those that begin as the field does.
        return Instead((Type(option.label, target, replaces=True, needs_target=True),))
    ctx.memory.last = element
    text = worded("Open {0} and choose {1}", label, name)
    pressed = ctx.scene.beneath(element)
    click = actions.Click(_opener(pressed, entry))
    step = replace(
        proposal(click, text, replace(holder, element=pressed)), leads_to=(option.label,)
    )
    known = tuple(e.handle for e in ctx.scene.near if match(option.label, e.name))
    listed = Choose(option, is_listed=True, known=known)
    return Act(step, then=(listed, SetTo(target, option.label, stage=CHOSEN)))


def _says_more(said: str, offered: Sequence[str]) -> bool:
    """Tell whether words say more than an option: `Alto in Voice`, of a list that offers "Alto"."""
    names = {as_said(name) for name in offered if name.strip()}
    words, most = as_said(said), max((len(name.split()) for name in names), default=0)
    is_begun = any(words.startswith(f"{name} ") for name in names)
    return (
        bool(names) and words not in names and (is_begun or len(words.split()) > most + _MORE_WORDS)
    )


def showing(target: Phrase, ctx: Context) -> Found | None:
    """Return the one drop-down that shows what the words say: `change Last day to Last week`."""
    scene, words = ctx.scene, as_said(target.text)
    combos = (*(e for e in scene.near if e.role in COMBOS), *scene.composed)
    found = [
        e for e in combos if e.role in COMBOS and as_said(scene.current(e).value or "") == words
    ]
    return (
        Found(found[0], worded("{0}, found by what it shows", shown(found[0].role)))
        if len(found) == 1
        else None
    )


def _only_one_called(option: Phrase, target: Phrase, ctx: Context) -> Found | None:
    """Return the radio button that is called as the option, where nothing is called as its group.

    What holds numbers is no name of a group: "from 14/12 until 28/12, choose Credit" says more than a choice.
    """
    if any(map(str.isdigit, target.text)):
        return None
    found = exact_only(option, ctx.scene, Want.OPTION)
    is_radio = isinstance(found, Found) and found.element.role == "radio"
    if not isinstance(found, Found) or not is_radio or anchors_of(target, ctx.scene.near):
        return None
    return found


def scene_tells(ctx: Context) -> bool:
    """Tell whether the tree of the window in front tells what it has: a picture shows too little to try a press."""
    return bool(ctx.scene.near)


def at_told_value(option: Phrase, target: Phrase, ctx: Context) -> Instead | None:
    """Press what tells a value and opens what it is chosen from: `set the speed to 2` at "Speed: 1"."""
    found = seen(target, ctx, Want.CLICK) or seen_by_all_words(target, ctx, Want.CLICK)
    name, _, held = found.element.name.partition(":") if found is not None else ("", "", "")
    names = [as_said(r.label) for r in target.readings] or [as_said(target.text)]
    if found is None or found.element.role not in LABELS | BUTTONS or not held.strip():
        return None
    if as_said(name) not in names and not _says_name(target.text, name):
        return None
    known = tuple(e.handle for e in ctx.scene.near if match(option.label, e.name))
    return Instead((Point(target), Choose(option, is_listed=True, known=known)))


def _says_name(words: str, name: str) -> bool:
    """Tell whether all words are of a name, its first one among them: "Tom Beale's stage" of “Stage of Beale, Tom”."""
    said, called = said_in(words), wording(name)
    return said.starts(called) and len(said.of(called)) == len(said.terms)


def _in_said_list(option: Phrase, target: Phrase, ctx: Context) -> Found | None:
    """Return the choice of which the option and the words for its list say all: `First aid in the list of topics`."""
    words = Phrase(f"{option.text} in {target.text}", ())
    found = seen_by_all_words(words, ctx, Want.OPTION)
    is_choice = found is not None and found.element.role in GROUPED | SELECTED_TOGETHER
    return found if is_choice else None


def _entry_of(element: ScreenElement, ctx: Context) -> ScreenElement | None:
    """Return the field in a drop-down that can be typed in; a press on it opens no list."""
    inner = (
        e for e in ctx.scene.near
        if e.role == "field" and e.window_id == element.window_id and holds(element.box, e.box)
    )  # fmt: skip
    return next(inner, None)


def _opener(element: ScreenElement, entry: ScreenElement | None) -> actions.Aim:
    """Return where a drop-down is pressed: on its arrow, where the rest of it takes text."""
    aim, box = aim_at(element), element.box
    if entry is None:  # the middle of one that is drawn may take text
        x = box.right - box.h // 2 if element.source == "ocr" else aim.point.x
    else:
        is_right = box.right - entry.box.right >= entry.box.x - box.x
        x = (entry.box.right + box.right) // 2 if is_right else (box.x + entry.box.x) // 2
    return actions.Aim(ScreenPoint(x, aim.point.y), aim.element)


def _several(form: Choose, target: Phrase, ctx: Context) -> Instead | None:
    """Read `a and b in Tags` as two entries where each of them is there, and none of the whole name."""
    words = JOINED.split(form.option.text)
    there = {as_said(e.name) for e in ctx.scene.near if e.role in SELECTED_TOGETHER}
    if len(words) < 2 or as_said(form.option.text) in there:
        return None
    options = [phrase(name, Quotes("")) for name in words]
    if not all(as_said(name) in there for name in words):
        return None
    named = [option for option in options if option is not None]
    return Instead(
        tuple(Choose(one, target, adds=form.adds or n > 0) for n, one in enumerate(named))
    )


def state_called(form: Assign, field: ScreenElement, ctx: Context) -> Instead | None:
    """Read "the recipe should be public" as the box Public, where no field is called just "recipe"."""
    if as_said(field.name) in {as_said(r.label) for r in form.target.readings if r.label}:
        return None
    called = [e for e in ctx.scene.there if e.role in TWO_STATES and is_exact(form.value, e.name)]
    return Instead((Switch(form.option, on=True),)) if len(called) == 1 else None


def in_group(option: Phrase, target: Phrase, ctx: Context) -> Found | None:
    """Return the one option of a group without a name: radio buttons, entries or buttons at their label."""
    names = {as_said(r.label) for r in option.readings if r.label}
    there = ctx.scene.there
    able = [
        e for e in there
        if e.role in GROUPED | SELECTED_TOGETHER
        or (e.role in BUTTONS and len(beside_each_other(e, there)) > 1)
    ]  # fmt: skip
    named = [e for e in able if as_said(e.name) in names]
    titles = anchors_of(target, there)
    # In the row of a box "Arrived" the dog is no choice of what has arrived.
    controls = PRESSED | TWO_STATES | LABELLED | NUMBERS
    of_named = {e.role for e in named}  # "from Week to Month": both are choices
    is_row = any(a.role in controls - of_named and not is_fold(a) for a in titles)
    inside = related(named, Relation("in", target), ctx.scene) if named and not is_row else []
    labels = [a for a in titles if a.role in TITLES]
    if len(inside) != 1:
        inside = [e for e in named if _is_in_labelled_list(e, able, labels)]
    if len(inside) == 1:
        one = inside[0]
        return Found(one, worded("{0} in {1}", shown(one.role), phrases.quoted(target.label)))
    return _counted_in_group(option, target, labels, ctx)


def _is_in_labelled_list(
    entry: ScreenElement, able: list[ScreenElement], labels: list[ScreenElement]
) -> bool:
    """Tell whether what stands with this entry in a row or column is beside or below one of these labels."""
    whole = reduce(Rect.union, (e.box for e in standing_with(entry, able)), entry.box)
    return any(label_cost(label.box, whole) is not None for label in labels)


def _counted_in_group(
    option: Phrase, target: Phrase, labels: list[ScreenElement], ctx: Context
) -> Found | None:
    """Return what is the fourth of a row of like things at a label: `4 stars` for the rating."""
    said = _COUNTED.fullmatch(option.label)
    count = number(said["count"]) if said else None
    if said is None or not count:
        return None
    noun = as_said(said["noun"] or "")
    if noun and noun not in language.words("star_words"):
        return None
    boxes = [e.box for e in anchors_of(target, ctx.scene.near) if e.role in CONTAINERS]
    found = {
        row[count - 1].handle: row[count - 1]
        for row in rows_of_like(ctx.scene.near)
        if count <= len(row) and _is_at(row, labels, boxes)
    }
    if len(found) != 1:
        return None
    (one,) = found.values()
    return Found(
        one, worded("{0}, number {1} at {2}", shown(one.role), count, phrases.quoted(target.label))
    )


def _is_at(row: list[ScreenElement], labels: list[ScreenElement], boxes: list[Rect]) -> bool:
    """Tell whether a row stands beside or below one of these labels, or lies in one of these boxes."""
    whole = reduce(Rect.union, (e.box for e in row))
    return any(holds(box, whole) for box in boxes) or any(
        label_cost(label.box, whole) is not None for label in labels
    )


def _choose_among(form: Choose, inside: list[ScreenElement], ctx: Context) -> Result:
    option = form.option
    found = ctx.settle(option, Want.OPTION)
    if isinstance(found, Found) and any(e == found.element for e in inside):
        return _chosen(form, found, ctx)
    called = wording(option.label).tokens  # "four stars" is "4 stars"
    same = [e for e in inside if wording(e.name).tokens == called]
    if len(same) == 1:
        return _chosen(
            form, Found(same[0], worded("{0}, found by its name", shown(same[0].role))), ctx
        )
    if isinstance(found, Found):
        text = phrases.not_found(ctx.language, option.label, (), ctx.say("in_that_list"))
        return Finish(Outcome.NOT_FOUND, text)
    return found


# Calendars: a grid of days under the name of their month.


def on_calendar(form: Point | Choose, ctx: Context) -> Result:
    """Press or choose a thing, or else the day of the calendar in sight that the words name: `the 24th`."""
    match form:
        case Point():
            result, words = point(form, ctx), form.target.text
        case Choose():
            result, words = choose(form, ctx), form.option.text
    if not isinstance(result, Finish) or result.outcome is not Outcome.NOT_FOUND:
        return result
    for key in ("next_words", "back_words"):
        grids = days_of_months(ctx.scene.near) if as_said(words) in language.words(key) else []
        if grids and (turn := _turn_of(grids[0], ctx.scene, key)) is not None:
            found = Found(turn, worded("the button beside the name of the month"))
            return Act(
                proposal(
                    actions.Click(aim_at(turn)), worded("Click {0}", phrases.called(turn)), found
                )
            )
    told = _day_said(words)
    if told is None or "day" not in told or "hour" in told:
        return result
    return _day_pressed(told, ctx) or result


def _day_said(words: str) -> Moment | None:
    said = _DAY.fullmatch(words)
    places = language.words("calendar_words") | {""}
    if said is None or (said["place"] or "").casefold() not in places:
        return moment(words)
    day: Moment = {"day": int(said["day"])}
    return day


def _day_pressed(told: Moment, ctx: Context) -> Result | None:
    """Press a day, or first the button that turns to its month; None without such a calendar."""
    scene = ctx.scene
    grids = days_of_months(scene.near) or days_of_months(scene.lines)
    shown_months = [_month_over(grid, scene) for grid in grids]
    if not grids or told["day"] > min(map(len, grids)) or (len(grids) > 1 and "month" not in told):
        return None
    if "month" not in told:
        return _pressed_day(grids[0][told["day"] - 1], told["day"])
    known = [(m.get("year", 0), m["month"]) for m in shown_months if m is not None]
    if len(known) != len(grids):
        return None
    wanted = (told.get("year", known[0][0]), told["month"])
    if wanted in known:
        return _pressed_day(grids[known.index(wanted)][told["day"] - 1], told["day"])
    is_later = wanted > known[0]
    turn = _turn_of(grids[0], scene, "next_words" if is_later else "back_words")
    if turn is None or ctx.memory.tries >= _MOST_MONTHS or ctx.memory.was_unchanged:
        return None
    found = Found(turn, worded("the button beside the name of the month"))
    said = worded(
        "Press {0}, to turn the calendar to {1}/{2}", phrases.called(turn), wanted[1], wanted[0]
    )
    return Act(proposal(actions.Click(aim_at(turn)), said, found), again=True)


def _pressed_day(day: ScreenElement, number: int) -> Act:
    found = Found(day, worded("day of the calendar"))
    return Act(
        proposal(
            actions.Click(aim_at(day)), worded("Choose the day {0} of the calendar", number), found
        )
    )


def days_of_months(elements: Sequence[ScreenElement]) -> list[list[ScreenElement]]:
    """Return the days of each month in sight, from the first on: numbers that count on in rows."""
    days = [e for e in elements if _day_of(e) and e.role not in TYPED_FIELDS]
    ordered = in_reading_order(days) if len(days) >= _FEWEST_DAYS else []
    months: list[list[ScreenElement]] = []
    for day in ordered:
        if _day_of(day) == 1:
            months.append([day])
        elif months and _day_of(day) == len(months[-1]) + 1:
            months[-1].append(day)
    return [month for month in months if len(month) >= _FEWEST_DAYS and len(rows_of(month)) > 3]


def _day_of(element: ScreenElement) -> int:
    """Return the day of a month that a thing is called by, as "24" or "Friday, 24 June"; else 0."""
    name = element.name.strip()
    if name.isdecimal():
        return int(name) if len(name) < 3 and 0 < int(name) <= 31 else 0
    told = moment(name.partition(", ")[2] or name) if any(map(str.isdecimal, name)) else None
    return told.get("day", 0) if told is not None and "hour" not in told else 0


def _month_over(grid: Sequence[ScreenElement], scene: Scene) -> Moment | None:
    """Return the month, and the year if it is told, that is written over the days of a calendar."""
    left, right = min(e.box.x for e in grid), max(e.box.right for e in grid)
    top = min(e.box.y for e in grid)
    over = [
        e for e in (*scene.near, *scene.lines)
        if left - _HEAD_PX <= e.box.center.x <= right + _HEAD_PX and 0 < top - e.box.center.y < _HEAD_PX
    ]  # fmt: skip
    for e in sorted(over, key=lambda e: top - e.box.center.y):
        months = [
            m for m in MONTH_NAMED.finditer(e.name) if month_of(m) and not (m["d1"] or m["d2"])
        ]
        if len(months) == 1 and (month := month_of(months[0])):
            row = " ".join(o.name for o in over if shares_row(o.box, e.box))
            years = {int(y) for y in YEAR.findall(e.name) or YEAR.findall(row)}
            return {"month": month, **({"year": years.pop()} if len(years) == 1 else {})}
    return None


def _turn_of(grid: Sequence[ScreenElement], scene: Scene, key: str) -> ScreenElement | None:
    """Return the one button over a calendar that turns it to the next month, or to the one before."""
    top, words = min(e.box.y for e in grid), language.words(key)
    near = [
        e for e in scene.near
        if e.role in BUTTONS | {"link"} and 0 < top - e.box.center.y < _HEAD_PX
        and (as_said(e.name) in words or e.name.strip() in words
             or any(f" {w} " in f" {as_said(e.name)} " for w in words if len(w) > 3))
    ]  # fmt: skip
    return near[0] if len(near) == 1 else None
