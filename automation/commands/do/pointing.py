"""Steps that press and turn: click, menu path, switch, choose, expand, scroll, drag."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Final

from automation.commands import language, phrases
from automation.commands.do import menus
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
from automation.commands.find.coverage import in_page, said_in, wording
from automation.commands.find.resolve import (
    covered,
    exact_only,
    in_window,
    is_disabled,
    resolve,
)
from automation.commands.find.screen_view import (
    Scene,
    cost,
    holds,
    in_one_window,
    in_rows,
    is_switch,
    least,
    of_same_card,
)
from automation.commands.forms import (
    Adjust,
    Bare,
    Choose,
    Entry,
    Expand,
    Form,
    Numbers,
    Path,
    Phrase,
    Point,
    Press,
    Reading,
    Submit,
    Switch,
    Turn,
)
from automation.commands.matching import Disabled, Found, Missing, Several, Want, is_exact, match
from automation.commands.read.grammar import parse
from automation.commands.targets import (
    ACTIONABLE,
    COMBOS,
    CONTAINERS,
    UNSCROLLED,
    literal,
    phrase,
    shown,
)
from automation.commands.words import Quotes, as_said
from automation.core import actions
from automation.core.events import Task
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement, open_menus
from automation.core.pictures import ink_level
from automation.core.proposal import NOWHERE, Finish, Outcome, Proposal
from automation.core.text import joined, worded
from automation.screen.composed import (
    FoldMark,
    fold_mark,
)
from automation.screen.roles import (
    BOXES,
    BUTTONS,
    LABELS,
    LINES,
    LISTED,
    MENU_ENTRIES,
    NUMBERS,
    ROWS,
    TABLES,
    TITLES,
    TWO_STATES,
)
from automation.screen.rows import in_reading_order, shares_row

_FOLDS: Final = re.compile(r"\s*[▸▹►▶▷▾▿▼▽⯈⯆⊞⊟]")
"""The sign before the name of an entry that unfolds, where a page writes it into the name."""
_OPENERS: Final = MENU_ENTRIES | COMBOS | BUTTONS


# Is what a press would open open already? A press closes it then, and looks like an effect.
#
# GTK and Qt say nothing of it in the state of a menu's title, but what stands in an open menu names
# the title as its container, and lies in a window of its own.


def is_open_already(element: ScreenElement, scene: Scene) -> bool:
    """Tell whether the menu or list that the element opens is up; False where nothing tells."""
    popups = {w.window_id for w in open_menus(scene.observation.windows)} - {element.window_id}
    if not popups or element.role not in _OPENERS:
        return False
    if "expanded" in scene.current(element).states:
        return True
    held = (e for e in scene.near if e.window_id in popups)
    return bool(element.name) and any(e.parent_name == element.name for e in held)


MOST_BETWEEN_PX: Final = 160
"""How far from a list the buttons stand that move its entries."""
MENU_EDGE_PX: Final = 3
"""How thick the border of a menu is."""
LEAST_INK: Final = 40
"""How far (0..255) a mark stands out from its ground at least."""


def point(form: Point, ctx: Context) -> Result:
    """Click or hover."""
    if form.target.point is not None:
        return _at_pixel(form, form.target.point, ctx)
    if (across := _across(form, ctx)) is not None:
        return across
    return _press(form, _beside_last(form.target, Want.CLICK, ctx), ctx)


def _beside_last(target: Phrase, want: Want, ctx: Context) -> Found | Result:
    """Settle on what is pressed; of several buttons `add it to the basket` means that of the thing before."""
    found, last = ctx.find(target, want), ctx.memory.last
    is_same = not language.words("last_words").isdisjoint(target.text.casefold().split())
    if isinstance(found, Several) and is_same and last is not None:
        own = of_same_card(list(found.elements), last, ctx.scene)
        if len(own) == 1:
            return Found(
                own[0], worded("{0} beside the one from the step before", shown(own[0].role))
            )
    return ctx.settle(target, want)


_ACROSS: Final = re.compile(
    r"the arrow that takes (?P<entry>.+) to the (?P<side>other|left|right) list", re.IGNORECASE
)
"""What `move Soup across with the arrow` comes to."""


def _across(form: Point, ctx: Context) -> Result | None:
    """Choose an entry of a list, then press the button that puts it into the list behind it; None for other words."""
    said = _ACROSS.fullmatch(form.target.text)
    named = phrase(said["entry"], Quotes("")) if said is not None else None
    if said is None or named is None:
        return None
    entry = ctx.settle(named, Want.OPTION)
    if not isinstance(entry, Found):
        return entry
    arrow = _arrow_beside(entry.element, said["side"].casefold(), form.target, ctx)
    if not isinstance(arrow, Found):
        return arrow
    if not means_last(named):
        words = f"the arrow that takes it to the {said['side']} list"
        return Instead((Choose(named), replace(form, target=Phrase(words, (Reading(words),)))))
    if is_disabled(arrow.element):
        return ctx.explain(Disabled(arrow.element), form.target, Want.CLICK)
    return _press(form, arrow, ctx)


def _arrow_beside(entry: ScreenElement, way: str, target: Phrase, ctx: Context) -> Found | Result:
    """Return the one button beside the list of an entry that points away from that."""
    scene = ctx.scene
    own = next(
        (e.box for e in scene.near if e.role in TABLES and holds(e.box, entry.box)), entry.box
    )
    found: list[ScreenElement] = []
    for side in ("right", "left"):
        beside = [
            e for e in in_page(scene.near, scene)
            if e.role in BUTTONS and in_one_window(e, entry) and _is_behind(own, e.box, side)
        ]  # fmt: skip
        if not any(
            e.role in TABLES | ROWS | LISTED and _is_past(e.box, beside, side) for e in scene.near
        ):
            beside = [e for e in beside if not any(map(str.isalpha, e.name))]  # Add adds a new one
        called = (f"across_{side}", f"double_{side}")  # two arrows move all, where one moves one
        there = ([e for e in beside if _sign(e) in language.words(key)] for key in called)
        found += next(filter(None, there), []) if way in ("other", side) else []
    if len(found) != 1:
        other = Several(tuple(found), target.label) if found else Missing(target.label)
        return ctx.explain(other, target, Want.CLICK)
    return Found(found[0], worded("{0} between the two lists", shown(found[0].role)))


def _sign(button: ScreenElement) -> str:
    return " ".join(button.name.casefold().split())


def _is_past(box: Rect, buttons: list[ScreenElement], side: str) -> bool:
    """Tell whether a list, or an entry, stands on the other side of the buttons."""
    past = [box.x >= b.box.right if side == "right" else box.right <= b.box.x for b in buttons]
    return bool(past) and all(past)


def _is_behind(own: Rect, button: Rect, side: str) -> bool:
    """Tell whether a button stands next to a list, at its height."""
    gap = button.x - own.right if side == "right" else own.x - button.right
    return 0 <= gap <= MOST_BETWEEN_PX and own.y <= button.center.y < own.bottom


def _press(form: Point, found: Found | Result, ctx: Context) -> Result:
    if not isinstance(found, Found):
        return _as_step(form, ctx) or found
    ctx.memory.last = found.element
    name = shown_name(found.element, form.target)
    if form.button is None:
        action: actions.Action = actions.Move(aim_at(found.element))
        return Act(proposal(action, worded("Move the pointer to {0}", name), found))
    click = _click(form, aim_at(found.element))
    more = (_once_less(form),) if form.repeat > 1 else ()
    return Act(proposal(click, phrases.clicking(form, name), found), then=more)


def _as_step(form: Point, ctx: Context) -> Instead | None:
    """Read `the plus next to Copies` as one step of that number, where the tree tells of no such button."""
    for reading in form.target.readings:
        name, beside = as_said(reading.label), reading.relation
        is_more = name in language.words("more_words")
        if beside is None or not (is_more or name in language.words("less_words")):
            continue
        if seen(beside.anchor, ctx, Want.NUMBER):
            return Instead((Adjust(beside.anchor, is_more, times=form.repeat),))
    return None


def bare(form: Bare, ctx: Context) -> Result:
    """Click what is called so, or tick a box; anything else has been refused before."""
    want = Want.BUTTON if form.is_sentence else Want.CLICK
    found = _beside_last(form.target, want, ctx)
    if isinstance(found, Found) and is_switch(found.element):
        name = as_said(found.element.name)
        same = [e for e in ctx.scene.there if is_switch(e) and as_said(e.name) == name]
        if len(same) == 1 and name:  # `helmets required` takes no tick away
            return Instead((Switch(literal(found.element.name), on=True),))
    return _press(Point(form.target), found, ctx)


def is_whole_name(form: Form, scene: Scene) -> bool:
    """Tell whether what is pressed is said by its whole name: `click Delete kite`."""
    named = isinstance(form, Point | Bare | Switch) and exact_only(form.target, scene)
    return isinstance(named, Found)


def is_head_alone(form: Form, ctx: Context) -> bool:
    """Tell whether a form is nothing but the head of a column, which tells what is meant and asks for no press."""
    found = ctx.find(form.target, Want.CLICK) if isinstance(form, Bare) else None
    return isinstance(found, Found) and found.element.role == "column_header"


def submit(form: Submit, ctx: Context) -> Result:
    """Press the one button that sends the form; where none or several may be it, ask or say so."""
    said = Phrase(form.said, (Reading(form.said),))
    found = ctx.find(said, Want.BUTTON)
    if isinstance(found, Found) and (
        is_exact(form.said, found.element.name) or found.element in ctx.memory.chosen.values()
    ):
        return _press(Point(said), ctx.settle(said, Want.BUTTON), ctx)
    buttons = [e for e in in_page(ctx.scene.near, ctx.scene) if e.role == "button"]
    last = ctx.memory.last
    if last is not None and last.form is not None:  # what was filled in before is meant
        buttons = [e for e in buttons if e.form == last.form]
    sending = [e for e in buttons if e.name and _sends(e)] or _only_one(buttons, last, ctx)
    if len(sending) > 1:
        sending = [e for e in sending if not is_disabled(e)] or sending
    if not sending:
        return Finish(Outcome.NOT_UNDERSTOOD, ctx.say("none_sends"))
    if len(sending) > 1:
        return ctx.ask(sending, said, Want.BUTTON, ctx.say("several_send"))
    if is_disabled(sending[0]):
        return ctx.explain(Disabled(sending[0]), said, Want.BUTTON)
    name = Phrase(sending[0].name, (Reading(sending[0].name, is_literal=True),))
    return Instead((Point(name),))


def _sends(button: ScreenElement) -> bool:
    """Tell whether a button sends its form: by its name, or as the one that Enter presses."""
    is_named = as_said(button.name) in language.words("sending_names")
    return is_named or "default" in button.states


def _only_one(
    buttons: list[ScreenElement], last: ScreenElement | None, ctx: Context
) -> list[ScreenElement]:
    """Return the one button that can be pressed in the form, or dialog, of what was filled in before."""
    if last is None:
        return []
    if last.form is None:
        front, there = ctx.scene.front, in_page(ctx.scene.near, ctx.scene)
        if front is None or not front.is_dialog or last.handle not in {e.handle for e in there}:
            return []
        leaving = language.words("leaving_names")
        buttons = [e for e in buttons if as_said(e.name) not in leaving]
    able, others = [e for e in buttons if not is_disabled(e)], language.words("not_sending_words")
    words = {w.strip(".") for w in as_said(able[0].name).split()} if len(able) == 1 else set()
    is_named = any(any(c.isalnum() for c in word) for word in words)
    return able if is_named and others.isdisjoint(words) else []


def _once_less(form: Point) -> Point:
    return Point(form.target, form.button, form.count, form.modifiers, form.repeat - 1)


def _click(form: Point, aim: actions.Aim) -> actions.Click:
    return actions.Click(aim, form.button or "left", form.count, form.modifiers)


def _at_pixel(form: Point, pixel: ScreenPoint, ctx: Context) -> Result:
    if not any(m.rect.contains(pixel) for m in ctx.scene.observation.monitors):
        text = ctx.say("point_off_screen", x=pixel.x, y=pixel.y)
        return replace(ctx.not_found(text), outcome=Outcome.FAILED)
    under = ctx.scene.reader.at(ctx.scene.observation, pixel)
    described = aim_at(under).element if under is not None else None
    aim = actions.Aim(pixel, described)
    place = worded("{0}, {1}", pixel.x, pixel.y)
    if under is not None and under.name:
        place = worded("{0}, on {1}", place, phrases.quoted(under.name))
    if form.button is None:
        text = worded("Move the pointer to {0}", place)
        return Act(
            Proposal(actions.Move(aim), under, sentence=text, evidence=worded("a pixel you named"))
        )
    text = phrases.clicking(form, worded("at {0}", place))
    more = (_once_less(form),) if form.repeat > 1 else ()
    action = _click(form, aim)
    return Act(
        Proposal(action, under, sentence=text, evidence=worded("a pixel you named")), then=more
    )


def shown_name(element: ScreenElement, target: Phrase) -> str:
    """Return how a thing is called in a sentence: by its name, else by the words for it."""
    return (
        phrases.quoted(element.name)
        if element.name
        else worded("the {0} {1}", shown(element.role), phrases.quoted(target.label))
    )


def path(form: Path, ctx: Context) -> Result:
    """Click the first item of a menu path that is not open yet."""
    is_in_open = bool(form.through) or is_open_item(form.items[0], ctx)
    if told := menus.in_open_menu(form, ctx) if is_in_open else menus.settled(form, ctx):
        return told
    first, *rest = form.items
    if not rest and form.on is not None:
        return _switched(form, first, form.on, ctx)
    through = phrases.item_name(first)
    is_exact = bool(form.names)
    after = replace(form, items=tuple(rest), through=through, is_exact=is_exact, is_hovered=False)
    later = (after,) if rest else ()
    if rest and is_open_item(rest[0], ctx):
        return Instead(later)
    found = _opening(first, rest, ctx)
    if not isinstance(found, Found):
        return found
    ctx.memory.last = found.element
    if rest and is_open_already(found.element, ctx.scene):
        return Instead(later)
    if rest and is_on_page(found.element, ctx):
        is_there = isinstance(exact_only(rest[0], ctx.scene, Want.MENU), Found)
        if form.is_hovered and is_there:
            return Instead(later)
        if not (form.is_hovered or is_there):
            said = worded(
                "Move the pointer to {0}, to see whether that opens it",
                shown_name(found.element, first),
            )
            step = proposal(actions.Move(aim_at(found.element)), said, found)
            return Act(step, then=(replace(form, is_hovered=True),))
    action = actions.Click(aim_at(found.element))
    names = tuple(map(phrases.item_name, rest))
    shown_path = shown_name(found.element, first)
    if names:
        items = map(phrases.quoted, (phrases.item_name(first), *names))
        shown_path = joined(worded(", then "), items)
    sentence = worded("Click {0}", shown_path)
    step = replace(proposal(action, sentence, found), leads_to=names)
    return Act(step, then=later)


def _opening(first: Phrase, rest: Sequence[Phrase], ctx: Context) -> Found | Result:
    """Return what a step of a path presses; a box opens nothing, so that what follows is said of another thing."""
    found = ctx.settle(first, Want.MENU)
    if rest and isinstance(found, Found) and found.element.role in ("radio", "checkbox"):
        return Finish(Outcome.NOT_FOUND, phrases.not_found(ctx.language, rest[0].label, ()))
    return found


def is_on_page(element: ScreenElement, ctx: Context) -> bool:
    """Tell whether a thing is a part of a web page, whose menus may open under the pointer alone."""
    return any(e.role == "document" and holds(e.box, element.box) for e in ctx.scene.near)


def _switched(form: Path, entry: Phrase, on: bool, ctx: Context) -> Result:
    """Turn an entry of an open menu on or off, and have it read back where the program lists it."""
    done = switch(Switch(entry, on), ctx)
    if not form.names:
        return done
    if isinstance(done, Instead):
        return Instead((*done.forms, Entry(form.names, on, is_already=True)))
    return replace(done, then=(Entry(form.names, on),)) if isinstance(done, Act) else done


def is_open_item(item: Phrase, ctx: Context) -> bool:
    """Tell whether the item stands in a menu that is open already; a click would close it."""
    if not ctx.scene.top_layers:
        return False
    found = exact_only(item, ctx.scene, Want.MENU)
    if not isinstance(found, Found) or found.element.role not in MENU_ENTRIES:
        return False
    return any(box.contains(found.element.box.center) for box in ctx.scene.top_layers)


def switch(form: Switch, ctx: Context) -> Result:
    """Turn a box on or off, if it is not so already."""
    found = ctx.settle(form.target, Want.CHECK)
    if isinstance(found, Finish) and found.outcome is Outcome.NOT_FOUND:
        return _switch_by_text(form, ctx, found)
    return (
        _turned(_as_its_words_end(form, found), found, ctx) if isinstance(found, Found) else found
    )


def _as_its_words_end(form: Switch, found: Found) -> Switch:
    """Return the step with the way that its last word says: `turn on the stirring, heating off` has one verb for both."""
    last = as_said(form.target.text).split()[-1:]
    if not last or last[0] in as_said(found.element.name).split():
        return form
    states = {"off_words": False, "on_words": True}
    told = (on for key, on in states.items() if last[0] in language.words(key))
    return replace(form, on=next(told, form.on))


def _turned(form: Switch, found: Found, ctx: Context) -> Result:
    element = ctx.scene.current(found.element)
    ctx.memory.last = element
    name, way = phrases.quoted(element.name or form.target.label), "on" if form.on else "off"
    if element.source == "ocr" and "checkable" not in element.states:
        return _ask_to_switch(form, element, ctx)
    if ("checked" in element.states) == form.on:
        if element.role in MENU_ENTRIES and any(
            box.contains(element.box.center) for box in ctx.scene.top_layers
        ):
            # The menu that was opened for it would keep the keyboard.
            return Instead((Press("Escape", form.target, is_key=True),))
        return ctx.already(name, on=form.on)
    if element.role == "radio" and not form.on:
        return replace(ctx.not_found(ctx.say("one_of_several", name=name)), outcome=Outcome.FAILED)
    action = actions.Click(aim_at(element, mark=True))
    hit = replace(found, element=element)
    return Act(replace(proposal(action, phrases.turning(name, on=form.on), hit), wanted=way))


def _switch_by_text(form: Switch, ctx: Context, failure: Finish) -> Result:
    """Ask before a click on words whose box cannot be read: it might turn the wrong way."""
    seen = resolve(form.target, ctx.scene, Want.CLICK)
    if not isinstance(seen, Found) or not seen.is_exact:
        return failure
    box = _drawn_box(seen.element, ctx)
    is_entry = seen.element.role in MENU_ENTRIES and box is not None
    if seen.element.role in UNSCROLLED and not is_entry:
        return failure
    if form.on and _is_bare_entry(seen.element, ctx):
        # What is on has a mark in every menu, so that this is off.
        ctx.memory.last = seen.element
        text = phrases.turning(phrases.called(seen.element), on=True)
        step = proposal(actions.Click(aim_at(seen.element)), text, seen)
        return Act(replace(step, wanted="on"))
    if (told := _state_beside(seen.element, ctx)) is not None:
        return _turned_by_word(form, told, ctx)
    if box is not None:
        return _turned(form, Found(box, worded("box, seen beside its words")), ctx)
    return _ask_to_switch(form, seen.element, ctx)


def _state_beside(words: ScreenElement, ctx: Context) -> ScreenElement | None:
    """Return the word ON or OFF that stands in the row of a text and is the switch of it."""
    states = language.table("shown_states")
    row = in_rows([e for e in ctx.scene.near if e.role in LINES], [words])
    told = [e for e in row if as_said(e.name) in states and e.box.x > words.box.x]
    between = [e for e in row if told and words.box.x < e.box.x < told[0].box.x]
    return told[0] if words.source == "tree" and len(told) == 1 and not between else None


def _turned_by_word(form: Switch, told: ScreenElement, ctx: Context) -> Result:
    name = phrases.quoted(form.target.label)
    if language.table("shown_states")[as_said(told.name)] == form.on:
        return ctx.already(name, on=form.on)
    found = Found(told, worded("the word that tells its state"))
    step = proposal(actions.Click(aim_at(told)), phrases.turning(name, on=form.on), found)
    return Act(replace(step, awaits_effect=True))


def _drawn_box(words: ScreenElement, ctx: Context) -> ScreenElement | None:
    """Return the box that a page has drawn beside words, where its tree tells of none; the picture tells its state."""
    if words.role in MENU_ENTRIES:
        return menus.drawn_switch(words, ctx)
    beside = [
        e for e in ctx.scene.drawn
        if e.role == "checkbox" and e.source == "ocr" and shares_row(e.box, words.box)
        and e.box.grown(_BESIDE_PX).contains(words.box.center)
    ]  # fmt: skip
    return beside[0] if words.source == "tree" and len(beside) == 1 else None


_BESIDE_PX: Final = 24


def _is_bare_entry(element: ScreenElement, ctx: Context) -> bool:
    """Tell whether a drawn entry of an open menu has nothing before its words: no mark, no picture."""
    box = element.box
    menus = (layer for layer in ctx.scene.top_layers if layer.contains(box.center))
    menu = next(menus, None)
    if element.source != "ocr" or menu is None:
        return False
    start, row = menu.x + MENU_EDGE_PX, box.grown(-(box.h // 4))
    before = Rect(start, row.y, box.x - start, row.h)
    if before.w <= 0:
        return False
    return ink_level(ctx.scene.observation.frame.crop(before).pixels) < LEAST_INK


def _ask_to_switch(form: Switch, element: ScreenElement, ctx: Context) -> Result:
    key = Phrase(f"switch {form.target.text}", form.target.readings)
    answered = ctx.memory.chosen.get(f"{Want.CLICK.name}:{key.text}")
    if answered is not None:
        found = Found(answered, worded("{0}, chosen by you", shown(answered.role)))
        action = actions.Click(aim_at(answered))
        return Act(proposal(action, worded("Click {0}", phrases.called(answered)), found))
    state = ctx.say("on" if form.on else "off")
    text = ctx.say("state_unread", name=phrases.called(element), state=state)
    return ctx.ask((element,), key, Want.CLICK, text, "one")


# Numbers for what has no name, or whose name nobody can say: things, and the parts of a grid.

AT_ONCE: Final = 8
"""So many things are numbered at once, by single digits; the last number is for the next ones."""
_NEXT_ONES: Final = "The next things"
_SMALL_CELL_PX: Final = 48
"""A part of the grid that is not larger is pressed in its middle."""
_CELLS: Final = tuple(
    f"{row} {column}"
    for row in ("upper", "middle", "lower")
    for column in ("left", "middle", "right")
)


def numbers(form: Numbers, ctx: Context) -> Result:
    """Ask for the number of a thing in front or of a part of the grid, and press that."""
    key = Phrase(f"numbers {form.grid} {form.after} {form.cell}", ())
    answered = ctx.memory.chosen.get(f"{Want.ANY.name}:{key.text}")
    if form.grid:
        return _in_grid(form, answered, key, ctx)
    if answered is not None and answered.box.area == 0:
        return Instead((replace(form, after=form.after + AT_ONCE),))
    if answered is not None and (pressed := ctx.still_there(answered)) is not None:
        found = Found(pressed, worded("{0}, chosen by you", shown(pressed.role)))
        ctx.memory.last = found.element
        click = actions.Click(aim_at(found.element))
        return Act(proposal(click, worded("Click {0}", phrases.called(found.element)), found))
    asked = numbered(form, ctx.scene)
    if not asked:
        return Finish(Outcome.NOT_FOUND, ctx.say("no_things"))
    return ctx.ask(asked, key, Want.ANY, ctx.say("which_of_these"))


def numbered(form: Numbers, scene: Scene) -> list[ScreenElement]:
    """Return the things in front that get a number, the first of them 1; behind them what stands for the next."""
    things = in_reading_order(
        e
        for e in [e for e in scene.near if e.role in ACTIONABLE] or scene.lines
        if e.box.area and not (scene.is_covered(e) or scene.is_off_screen(e))
    )
    first = form.after if form.after < len(things) else 0
    asked = things[first : first + AT_ONCE]
    if len(things) > len(asked):
        asked = [*asked, ScreenElement(_NEXT_ONES, "", NOWHERE, "window")]
    return asked


def _in_grid(form: Numbers, answered: ScreenElement | None, key: Phrase, ctx: Context) -> Result:
    if answered is not None:
        box = answered.box
        if max(box.w, box.h) > _SMALL_CELL_PX:
            return Instead((replace(form, cell=box),))
        middle = Phrase(f"{box.center.x}, {box.center.y}", (), box.center)
        return Instead((Point(middle),))
    front, seen_on = ctx.scene.front, ctx.scene.observation.monitors
    area = form.cell or (front.rect if front is not None else seen_on[0].rect)
    xs = [area.x + area.w * n // 3 for n in range(4)]
    ys = [area.y + area.h * n // 3 for n in range(4)]
    cells = [
        ScreenElement(name, "", Rect(x, y, right - x, below - y), "window")
        for name, ((y, below), (x, right)) in zip(
            _CELLS, product(pairwise(ys), pairwise(xs)), strict=True
        )
    ]
    return ctx.ask(cells, key, Want.ANY, ctx.say("which_part"))


def expand(form: Expand, ctx: Context) -> Result:
    """Unfold or fold a tree item or a section, if it is not so already."""
    found = ctx.settle(form.target)
    if not isinstance(found, Found):
        return found
    element = ctx.scene.current(found.element)
    ctx.memory.last = element
    name = shown_name(element, form.target)
    said = phrases.unfolding(name, expand=form.expand)
    is_open = "expanded" in element.states
    tells = is_open or "expandable" in element.states
    if tells and is_open == form.expand:
        state = ctx.say("open" if form.expand else "closed")
        return Skip("" if form.is_tried else ctx.say("already", name=name, state=state))
    if not tells and element.role not in BOXES:
        frame = ctx.scene.observation.frame
        if (mark := fold_mark(frame, element.box)) is not None or form.is_tried:
            return _by_mark(form, replace(found, element=element), mark, ctx)
    if element.source == "ocr":
        # A click on its words selects it, at most, and looks like an effect.
        return Finish(Outcome.NOT_FOUND, ctx.say("fold_untold", name=phrases.opening(name)))
    if tells and _FOLDS.match(element.name):
        # Its row is as wide as the tree, and takes a press on the sign and the words alone.
        box = element.box
        aim = actions.Aim(
            ScreenPoint(box.x + min(box.h, box.w) // 2, box.center.y), aim_at(element).element
        )
        step = proposal(actions.Click(aim), said, found)
        way = "open" if form.expand else "closed"
        return Act(replace(step, wanted=way, awaits_effect=True))
    then: tuple[Form, ...] = ()
    if element.role in ("tree_item", "row", "cell"):
        key = "Right" if form.expand else "Left"
        # GTK's lists go on to the next cell.
        key = f"Shift+{key}" if element.role == "cell" else key
        by_key = Press(key, form.target, is_key=True)
        if form.is_tried:
            return Instead((by_key,))
        # A page may have unfolded it by the press already: its state tells.
        then = (replace(form, is_tried=True) if tells else by_key,)
    step = proposal(actions.Click(aim_at(element)), said, found)
    if tells and not then:
        step = replace(step, wanted="open" if form.expand else "closed", awaits_effect=True)
    return Act(step, then=then)


def _by_mark(form: Expand, found: Found, mark: FoldMark | None, ctx: Context) -> Result:
    """Press the arrow before an entry whose program does not tell whether it is open, and look at it then."""
    name, state = (
        shown_name(found.element, form.target),
        ctx.say("open" if form.expand else "closed"),
    )
    if ctx.memory.is_dry and form.is_tried:
        return Skip("")
    if mark is not None and mark.is_open == form.expand:
        return Skip("" if form.is_tried else ctx.say("already", name=name, state=state))
    if mark is None or form.is_tried:
        return Finish(Outcome.UNVERIFIED, ctx.say("fold_unseen", name=name, state=state))
    entry = replace(found.element, box=found.element.box.union(mark.box))
    own = (
        e for e in ctx.scene.near if e.box.contains(mark.box.center) and e.role not in CONTAINERS
    )
    entry = min(own, key=lambda e: e.box.area, default=entry)
    aim = actions.Aim(mark.box.center, aim_at(entry).element)
    said = phrases.unfolding(name, expand=form.expand)
    step = proposal(actions.Click(aim), said, replace(found, element=entry))
    return Act(replace(step, awaits_effect=True), then=(replace(form, is_tried=True),))


def close_inside(target: Phrase | None, ctx: Context) -> Result | None:
    """Press what closes a part of a page, such as the cross of a dialog; None where no part is meant for sure.

    Without a name it is the one that has the keyboard, as a dialog has that a page has just opened.
    """
    near = ctx.scene.near
    closers = [
        e for e in near
        if (as_said(e.name) in language.words("close_words") or e.name.strip() in language.words("close_words"))
        and e.role in BUTTONS | LINES and is_on_page(e, ctx)
    ]  # fmt: skip
    if target is None:
        meant = [e for e in closers if "focused" in e.states]
    else:
        if folded := _as_folded(target, ctx):
            return Instead((folded,))
        meant = _closers_of(target, closers, ctx) or _closers_of_notice(target, ctx.scene)
    if len(meant) != 1:
        return None
    found = Found(meant[0], worded("{0} that closes it", shown(meant[0].role)))
    name = phrases.quoted(target.label) if target is not None else "the dialog"
    return Act(proposal(actions.Click(aim_at(meant[0])), worded("Close {0}", name), found))


def _as_folded(target: Phrase, ctx: Context) -> Expand | None:
    found = seen(target, ctx, Want.CLICK)
    return Expand(target, expand=False) if found and "expanded" in found.element.states else None


def _closers_of(target: Phrase, closers: list[ScreenElement], ctx: Context) -> list[ScreenElement]:
    """Return the closer of what is named, or the only one where the words name such a part of a page."""
    words = set(as_said(target.text).split())
    buttons = [e for e in closers if e.role in BUTTONS] or closers
    if len(buttons) == 1 and not words.isdisjoint(language.words("closable_words")):
        return buttons if _is_told_of(target, ctx) else []
    labels = [r.label for r in target.readings if r.label and r.relation is None]
    others = [e for e in ctx.scene.near if e.role in TITLES | CONTAINERS and e not in closers]
    named = [e for e in others if any((m := match(n, e.name)) and m.is_sure for n in labels)]
    boxes = [e.box for e in named if e.role in CONTAINERS and e.role != "document"]
    if inside := [e for e in closers if any(holds(box, e.box) for box in boxes)]:
        return inside
    titles = [e for e in named if e.role in TITLES]

    def price(closer: ScreenElement) -> float | None:
        prices = (cost("near", closer.box, title.box) for title in titles)
        return min((p for p in prices if p is not None), default=None)

    return least(closers, price)


def _is_told_of(target: Phrase, ctx: Context) -> bool:
    """Tell whether all that is said of a notice or a dialog stands on the screen: `the traffic jam warning`."""
    closable = language.words("closable_words")
    texts = [wording(e.name) for e in ctx.scene.near if e.role in TITLES | LABELS | CONTAINERS]
    told = [t for t in said_in(target.text).terms if t.words[0] not in closable]
    return all(any(t.strength(text) for text in texts) for t in told)


def _closers_of_notice(target: Phrase, scene: Scene) -> list[ScreenElement]:
    """Return the only button of a bar that tells something, where that is a cross or a picture and all words fit.

    Which bar is meant is told by what it says: `the notice about the yearly count`.
    """
    closable, marks = language.words("closable_words"), language.words("close_words") | {""}
    terms = said_in(target.text).terms
    told = [t for t in terms if t.words[0] not in closable]
    found: list[ScreenElement] = []
    for bar in scene.near if len(told) < len(terms) else ():
        inside = [e for e in scene.near if holds(bar.box, e.box)] if bar.role in _NOTICES else []
        buttons = [e for e in inside if e.role in BUTTONS]
        texts = [wording(e.name) for e in inside if e.role in LABELS]
        is_meant = bool(texts) and all(any(t.strength(text) for text in texts) for t in told)
        if is_meant and len(buttons) == 1 and as_said(buttons[0].name) in marks:
            found += buttons
    return found


_NOTICES: Final = frozenset({"status", "alert"})


def turn(form: Turn, ctx: Context) -> Result:
    """Turn the wheel over a target, else over the middle of the window in front."""
    found: Found | None = None
    if form.target is not None:
        is_whole = form.target.label.casefold() in language.words("whole_words")
        if is_whole and named_exactly(form.target, ctx) is None:
            return turn(replace(form, target=None), ctx)  # `scroll the text down`: what is in front
        settled = ctx.settle(form.target, Want.ANY)
        if not isinstance(settled, Found):
            return settled
        found = settled
        if found.element.role in UNSCROLLED | COMBOS | NUMBERS | TWO_STATES:
            name = phrases.opening(phrases.called(found.element))
            return Finish(Outcome.NOT_FOUND, ctx.say("does_not_scroll", name=name))
    action = actions.Scroll(form.direction, form.amount, wheel_aim(ctx, found))
    return Act(proposal(action, phrases.sentence(form), found))


def wheel_aim(ctx: Context, found: Found | None) -> actions.Aim | None:
    """Return where to turn the wheel; None leaves the pointer where it is."""
    if found is not None:
        return actions.Aim(found.element.box.center, aim_at(found.element).element)
    window = ctx.scene.front
    if window is None:
        return None
    return actions.Aim(ctx.scene.observation.frame.rect.intersection(window.rect).center)


def named_exactly(target: Phrase, ctx: Context) -> Found | None:
    """Return the element of the active window that has exactly this name."""
    found = exact_only(target, ctx.scene)
    return found if isinstance(found, Found) else None


def seen(target: Phrase, ctx: Context, want: Want) -> Found | None:
    """Return the element of the active window that the words name; None when not certain."""
    found = in_window(target, ctx.scene, want)
    return found if isinstance(found, Found) else None


def seen_by_all_words(target: Phrase, ctx: Context, want: Want) -> Found | None:
    """Return the element of the active window of which all the words say something; None when not certain."""
    found = covered(target, ctx.scene.there, ctx.scene, want)
    return found if isinstance(found, Found) else None


def numbers_asked(task: str) -> Numbers | None:
    """Return what a task that only puts numbers on things asks for; None for any other one."""
    clauses = parse(task).clauses if task else ()
    forms = clauses[0].forms if len(clauses) == 1 else ()
    return next((form for form in forms if isinstance(form, Numbers)), None)


def answering(task: Task, numbers: Numbers, asked: str) -> Task:
    """Return a task that comes right after one which has put numbers on things or on the parts of a grid.

    Args:
        asked: that task's words.
    """
    if not any(c.isdigit() for c in task.text):
        return task
    if not numbers.grid:
        return replace(task, numbered=asked)
    clauses = parse(task.text).clauses
    form = clauses[0].forms[0] if len(clauses) == 1 and clauses[0].forms else None
    if not isinstance(form, Point) or form != Point(form.target) or not form.target.text.isdigit():
        return task
    return replace(task, text=asked, pick=int(form.target.text))


def picked(task: Task, numbers: Numbers | None, asked: str, n: int) -> Task:
    """Return the task that answers the question of the one before, which was asked by these words, by a number.

    The number behind the last of the things that are shown at once stands for the next of them.
    """
    if numbers is not None and not numbers.grid and n == AT_ONCE + 1:
        return replace(task, text=f"show numbers after {numbers.after + AT_ONCE}")
    return replace(task, text=asked, pick=n)
