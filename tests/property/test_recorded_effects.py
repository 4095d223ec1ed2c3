"""Whatever is shown around a recorded step: what it waits for is so afterwards, and was not so before."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from automation.core.timing import StopToken
from automation.macros import macro as g
from automation.macros.play.conditions import ConditionChecker, Sight
from automation.macros.play.values import Scope
from tests.fakes.macro_world import NoImages, World, WorldFinder, WorldReader
from tests.fakes.macro_world import thing as in_world
from tests.unit.macros.recording.recorded_effects import (
    BOOKS,
    Desktop,
    box,
    click,
    keys,
    next_in,
    thing,
    typed,
    window,
)

TITLES = (
    "Save as", "Orders", "Orders - Books", "Save as - Books", "Bill 1", "Bill 2", "*", "",
    "film.mp4 - Acme", "IMG_1.jpg - 1/12", "user@host: ~ - 1", f"{'x' * 501} - Books", "Bell - Mail\x07",
)  # fmt: skip
APPS = ("books", "mail")
WORDS = ("Orders", "Save as", "Acme", "abc", "")

windows = st.builds(
    lambda n, title, app: window(n, title, app, 40 + APPS.index(app)),
    st.integers(7, 11),
    st.sampled_from(TITLES),
    st.sampled_from(APPS),
)
desktops = st.lists(windows, min_size=1, max_size=4, unique_by=lambda w: w.window_id)
boxes = st.sampled_from(
    [
        box(),
        box("checked"),
        box(role="radio"),
        box("checked", role="radio"),
        replace(box("checked"), name="Calm"),
    ]
)
places = st.just(BOOKS) | windows


def there_is(element, value):
    return in_world(element.name, role=element.role, states=element.states, value=value)


def answer(condition, shown, element, value):
    """Return what a replay sees of a condition on a desktop."""
    there = [] if element is None else [there_is(element, value)]
    world = World(there, windows=tuple(shown))
    sight = Sight(world.observe_now(), WorldReader(world))
    checker = ConditionChecker(WorldFinder(world), NoImages(), StopToken())
    return checker.check(condition, sight, Scope()).answer


@st.composite
def steps(draw):
    place = draw(places)
    name = draw(st.sampled_from(WORDS))
    kind = draw(st.sampled_from(["box", "press", "row", "keys", "text"]))
    match kind:
        case "box":
            return click(draw(boxes), place)
        case "press":
            return click(thing(name, draw(st.sampled_from(["button", "link"]))), place)
        case "row":
            return click(thing(name, "list_item"), place, row=(name,) if name else ())
        case "keys":
            return keys(
                *draw(st.sampled_from([("esc",), ("ctrl", "s"), ("alt", "f4")])), place=place
            )
        case _:
            return typed(name or "abc", place=place, enter=draw(st.booleans()))


@given(
    steps(), desktops, st.lists(st.tuples(st.integers(1, 9_000), desktops), max_size=3),
    st.none() | places, boxes, st.lists(boxes, max_size=2), st.lists(st.sampled_from(WORDS), max_size=2),
    st.sets(st.sampled_from(WORDS)),
)  # fmt: skip
def test_what_is_waited_for_was_not_so_before_and_is_so_afterwards(
    done, before, later_shown, goes_on_in, box_before, boxes_after, values, texts
):
    desktop = Desktop(*before)
    desktop.shows(-50, *before)
    desktop.tells(-500, box_before)
    shown = before
    for ms, shown in sorted(later_shown, key=lambda one: one[0]):
        desktop.shows(ms, *shown)
    for n, after in enumerate(boxes_after):
        desktop.tells(300 + 300 * n, after)
    for n, value in enumerate(values):
        desktop.reads(300 + 300 * n, value)
    later = next_in(goes_on_in) if goes_on_in is not None else None
    later = later and replace(later, typed=tuple(texts))
    effect = desktop.effect(done, later, 30_000_000)
    if effect is None:
        return
    condition, element = effect.condition, done.before.element
    is_box = isinstance(condition, g.Holds) and element.role != "field"
    last = boxes_after[-1] if is_box else element
    was = answer(condition, before, box_before if is_box else element, "")
    now = answer(condition, shown, last, values[-1] if values else "")
    assert was != "yes"
    if isinstance(condition, g.Holds) or condition.absent:
        assert now == "yes"  # a window that came may have gone again
