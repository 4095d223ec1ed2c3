"""Steps with what the desktop showed around them, to see what a recording says of their effects."""

from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import Context, FieldValue
from automation.core.observation import ScreenElement, WindowInfo
from automation.macros import macro as g
from automation.macros.macro import Target
from automation.macros.record.gestures import Chord, Click, Span, Text
from automation.macros.record.seen_effects import Done, Shown, Sightings, Tree, effect_of

MS = 1000
BEGIN_US, END_US, NEXT_US = 10_000_000, 10_080_000, 12_000_000
"""When a step began and ended, and when the next one begins."""


def window(window_id, title, app="books", pid=40, **more):
    return WindowInfo(window_id, title, app, pid, Rect(0, 0, 640, 480), **more)


BOOKS = window(7, "Invoices - Books")
SAVE_AS = window(8, "Save as")
MAIL = window(9, "Inbox - Mail", "mail", 50)


def thing(name, role="button", **more):
    more = {"handle": (":1.5", f"/{name}"), "window_id": 7, **more}
    return ScreenElement(name, role, Rect(50, 50, 80, 30), "tree", **more)


def box(*states, name="Urgent", role="checkbox"):
    return thing(name, role, states=frozenset({"checkable", *states}))


def seen_at(place, element=None):
    elements = (element,) if element is not None else ()
    return Context(ScreenPoint(60, 60), None, place, element, elements)


def span(begin_us=BEGIN_US, end_us=END_US):
    return Span(0, 1, begin_us, end_us)


def click(element=None, place=BOOKS, at=None, row=(), **step):
    element = thing("Save") if element is None else element
    target = Target(
        window=place.title, app=place.app, role=element.role, name=element.name, row=row
    )
    gesture = Click(at or span(), ScreenPoint(60, 60), "left")
    return Done(gesture, g.Click(id="a", target=target, **step), seen_at(place, element))


def typed(text, element=None, *, enter=False, replace=True, doubt="", place=BOOKS):
    element = thing("Vendor", "field", value="") if element is None else element
    target = Target(window=place.title, role=element.role, name=element.name)
    step = g.Type(id="a", text=text, target=target, enter=enter, replace=replace)
    before = seen_at(place, element)
    return Done(Text(span(), text, doubt, enter=enter), step, before, (text,))


def keys(*names, place=BOOKS):
    return Done(Chord(span(), names), g.Keys(id="a", keys=names), seen_at(place))


def next_in(place, **step):
    return click(thing("OK"), place, span(NEXT_US, NEXT_US + 80 * MS), **step)


class Desktop:
    """What is shown, by the millisecond after the step ended; negative before it began."""

    def __init__(self, *windows):
        self.seen = Sightings()
        self.seen.show(Shown(0, 1, windows or (BOOKS,)))

    def _at(self, ms):
        return END_US + ms * MS if ms >= 0 else BEGIN_US + ms * MS

    def shows(self, ms, *windows):
        self.seen.show(Shown(self._at(ms), self._at(ms) + MS, windows))
        return self

    def tells(self, ms, *elements):
        self.seen.tell(Tree(self._at(ms), self._at(ms) + MS, elements))
        return self

    def reads(self, ms, value, name="Vendor"):
        self.seen.read(FieldValue((":1.5", f"/{name}"), value, self._at(ms), self._at(ms) + MS))
        return self

    def effect(self, done, later=None, until_us=NEXT_US):
        return effect_of(done, later, self.seen, until_us)

    def condition(self, done, later=None, until_us=NEXT_US):
        effect = self.effect(done, later, until_us)
        return effect.condition if effect is not None else None
