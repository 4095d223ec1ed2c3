"""A reader that knows a window answers as one that sees it for the first time, whatever changed since."""

from hypothesis import given
from hypothesis import strategies as st

from automation.core.geometry import Rect
from automation.desktop.elements.reader import DesktopReader
from tests.fakes.fake_bus import SHOWING, FakeBus, Thing
from tests.unit.desktop.element_scenes import PID, frame, look

EDITABLE, FOCUSED, PAGE = 7, 12, 95
CONTAINERS, BUTTONS, FIELDS = (39, 31, 85, PAGE), (7, 43, 62), (40, 61, 79)
ROLES = (*CONTAINERS, *BUTTONS, *FIELDS, 29, 116)
numbers = st.integers(0, 10_000)
changes = st.lists(
    st.tuples(st.sampled_from(("show", "focus", "turn", "add", "drop", "none")), numbers, numbers),
    min_size=1,
    max_size=6,
)


class World:
    """A program that changes, with one thing at most that has the keyboard."""

    def __init__(self, has_collection):
        self.top = frame()
        self.bus = FakeBus((PID, [self.top]), has_collection=has_collection)
        self.things = [self.top]
        self.holder = None
        self._made = 0

    def add(self, role, parent):
        self._made += 1
        states = (*SHOWING, EDITABLE) if role in FIELDS else SHOWING
        thing = Thing(role, f"n{self._made}", Rect(100, 50 + self._made, 20, 20), states=states)
        self.bus.put(thing, parent)
        self.things.append(thing)

    def change(self, kind, which, how):
        inner = self.things[1:]
        thing = inner[which % len(inner)] if inner else None
        holders = [t for t in self.things if t.role in (*CONTAINERS, 23)]
        if kind == "add":
            self.add(ROLES[how % len(ROLES)], holders[which % len(holders)])
        elif thing is None:
            return
        elif kind == "show":
            thing.states = tuple(set(thing.states) ^ set(SHOWING))
        elif kind == "turn" and thing.role in FIELDS[1:]:  # one that was a password stays one
            thing.role = FIELDS[how % len(FIELDS)]
        elif kind == "drop" and not thing.children:
            self.bus.drop(thing)
            self.things.remove(thing)
        elif kind == "focus" and thing.role in (*FIELDS, *BUTTONS):
            self._give_keyboard(thing)

    def _give_keyboard(self, thing):
        """Chromium's pages keep their holder while something beside them has the keyboard."""
        page = self._page_of(thing)
        for other in self.things:
            if page is not None or self._page_of(other) is None:
                other.states = tuple(s for s in other.states if s != FOCUSED)
        thing.states = (*thing.states, FOCUSED)

    def _page_of(self, thing):
        while thing is not None and thing.role != PAGE:
            thing = thing.parent
        return thing

    def answers(self, reader):
        seen = look()
        return (
            {e.handle for e in reader.focus(seen)},
            {(b.x, b.y) for b in reader.secret_boxes(seen)},
            {(e.handle, e.role, e.box) for e in reader.tree(seen)},
        )


@given(st.booleans(), st.lists(st.tuples(numbers, numbers), max_size=15), changes)
def test_what_is_known_makes_no_difference(has_collection, first, later):
    world = World(has_collection)
    for which, how in first:
        world.change("add", which, how)
    reader = DesktopReader(bus=world.bus)
    world.answers(reader)
    for change in later:
        world.change(*change)
        keyboard, passwords, elements = world.answers(reader)
        fresh = world.answers(DesktopReader(bus=world.bus))
        assert (keyboard, elements) == (fresh[0], fresh[2])
        assert (
            passwords >= fresh[1]
        )  # one that was met and says it shows counts, whatever it lies in
