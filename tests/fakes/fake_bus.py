"""An accessibility bus with scripted programs: real replies, no D-Bus."""

import asyncio
from dataclasses import dataclass, field

from dbus_fast import Variant

from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.elements.reader import TreeBus

SHOWING = (8, 24, 25, 30)
NOTHING = "/org/a11y/atspi/null"
NOWHERE = Rect(0, 0, 0, 0)
REGISTRY = "/org/a11y/atspi/accessible/root"


@dataclass
class Thing:
    """One object of a fake program."""

    role: int
    name: object = ""
    box: Rect = NOWHERE
    states: tuple[int, ...] = SHOWING
    text: str | None = None
    number: float | None = None
    ends: tuple[float, float, float] | None = None
    """Least, most and step of the number."""
    rows: int | None = None
    """What a table says of its rows; its children are rows of cells."""
    chosen: "Thing | None" = None
    action: str = ""
    labelled_by: "Thing | None" = None
    description: str = ""
    source: str = ""
    """Of a picture: the address of its file."""
    classes: str = ""
    children: list["Thing"] = field(default_factory=list)
    program: str = ""
    path: str = ""
    parent: "Thing | None" = None


class FakeBus:
    """Answers as programs do; `calls` holds what was asked, `(path, member)`."""

    def __init__(self, *programs: tuple[int, list[Thing]], has_collection: bool = True) -> None:
        """Take programs as (pid, top-levels); GTK 4 programs have no Collection."""
        self.problem = ""
        self.calls: list[tuple[str, str]] = []
        self._made = 0
        self._has_collection = has_collection
        self._things: dict[tuple[str, str], Thing] = {}
        self._pids: dict[str, int] = {}
        for number, (pid, tops) in enumerate(programs):
            name = f":1.{number}"
            self._pids[name] = pid
            self._add(Thing(75, children=tops), name, "/root", None)

    def run(self, work, *, timeout_s):
        """Run a coroutine at once."""
        return asyncio.run(work())

    async def connect(self):
        """Tell whether there is a bus: there is unless the test names a problem."""
        return not self.problem

    def close(self):
        """Nothing to give back."""

    async def reply(self, call):
        """Answer one call."""
        return (await self.replies([call]))[0]

    async def replies(self, calls):
        """Answer in order; None for what no object has."""
        return [self._answer(call) for call in calls]

    def put(self, thing, parent):
        """Have a thing appear below another one."""
        self._made += 1
        self._add(thing, parent.program, f"{parent.path}/new{self._made}", parent)
        parent.children.append(thing)

    def drop(self, thing):
        """Have a thing go."""
        thing.parent.children.remove(thing)
        del self._things[thing.program, thing.path]

    def _add(self, thing, program, path, parent):
        thing.program, thing.path, thing.parent = program, path, parent
        self._things[program, path] = thing
        for number, child in enumerate(thing.children):
            self._add(child, program, f"{path}/{number}", thing)

    def _answer(self, call):
        if call.member == "GetConnectionUnixProcessID":
            return (self._pids[call.body[0]],)
        if call.path == REGISTRY:
            return ([[name, "/root"] for name in self._pids],)
        thing = self._things.get((call.destination, call.path))
        if thing is None:
            return None
        what = call.body[1] if call.member == "Get" else call.member
        self.calls.append((call.path, what))
        answer = getattr(self, f"_{what}", None)
        return answer(thing, call) if answer else None

    def _GetChildren(self, thing, call):  # noqa: N802
        return ([[c.program, c.path] for c in thing.children],)

    def _ChildCount(self, thing, call):  # noqa: N802
        return (Variant("i", len(thing.children)),)

    def _GetChildAtIndex(self, thing, call):  # noqa: N802
        at = thing.children[call.body[0]] if call.body[0] < len(thing.children) else None
        return ([at.program, at.path] if at else [thing.program, NOTHING],)

    def _GetIndexInParent(self, thing, call):  # noqa: N802
        return (thing.parent.children.index(thing) if thing.parent else -1,)

    def _GetMatches(self, thing, call):  # noqa: N802
        if not self._has_collection:
            return None
        (states, *_), _, _, goes_below = call.body
        assert not goes_below, "a program was asked to go through a subtree"
        wanted = {b for w, word in enumerate(states) for b in _bits(word, w)}
        found = [t for t in thing.children if wanted <= set(t.states)]
        return ([[t.program, t.path] for t in found],)

    def _GetRole(self, thing, call):  # noqa: N802
        return (thing.role,)

    def _GetState(self, thing, call):  # noqa: N802
        mask = sum(1 << bit for bit in thing.states)
        return ([mask & 0xFFFFFFFF, mask >> 32],)

    def _GetExtents(self, thing, call):  # noqa: N802
        return ([thing.box.x, thing.box.y, thing.box.w, thing.box.h],)

    def _GetAccessibleAtPoint(self, thing, call):  # noqa: N802
        point = ScreenPoint(*call.body[:2])
        found = next((c for c in thing.children if c.box.contains(point)), None)
        return ([found.program, found.path] if found else [thing.program, NOTHING],)

    def _Name(self, thing, call):  # noqa: N802
        return (Variant("s", thing.name) if isinstance(thing.name, str) else thing.name,)

    def _Description(self, thing, call):  # noqa: N802
        return (Variant("s", thing.description),)

    def _GetAttributes(self, thing, call):  # noqa: N802
        told = {"src": thing.source, "class": thing.classes}
        return ({name: text for name, text in told.items() if text},)

    def _Parent(self, thing, call):  # noqa: N802
        if thing.parent is None:
            return None
        return (Variant("(so)", [thing.parent.program, thing.parent.path]),)

    def _GetRelationSet(self, thing, call):  # noqa: N802
        label = thing.labelled_by
        return ([[2, [[label.program, label.path]]]] if label else [],)

    def _CharacterCount(self, thing, call):  # noqa: N802
        return None if thing.text is None else (Variant("i", len(thing.text)),)

    def _GetText(self, thing, call):  # noqa: N802
        return None if thing.text is None else (thing.text,)

    def _CurrentValue(self, thing, call):  # noqa: N802
        return None if thing.number is None else (Variant("d", thing.number),)

    def _MinimumValue(self, thing, call):  # noqa: N802
        return None if thing.ends is None else (Variant("d", thing.ends[0]),)

    def _MaximumValue(self, thing, call):  # noqa: N802
        return None if thing.ends is None else (Variant("d", thing.ends[1]),)

    def _MinimumIncrement(self, thing, call):  # noqa: N802
        return None if thing.ends is None else (Variant("d", thing.ends[2]),)

    def _NRows(self, thing, call):  # noqa: N802
        return None if thing.rows is None else (Variant("i", thing.rows),)

    def _GetAccessibleAt(self, thing, call):  # noqa: N802
        row, column = call.body
        cells = thing.children[row].children if row < len(thing.children) else []
        at = cells[column] if column < len(cells) else None
        return ([at.program, at.path] if at else [thing.program, NOTHING],)

    def _GetSelectedChild(self, thing, call):  # noqa: N802
        entry = thing.chosen
        return ([entry.program, entry.path] if entry else [thing.program, NOTHING],)

    def _GetName(self, thing, call):  # noqa: N802
        return (thing.action,)


def _bits(word, index):
    return [32 * index + bit for bit in range(32) if (word & 0xFFFFFFFF) >> bit & 1]


_TYPED: TreeBus = FakeBus()
