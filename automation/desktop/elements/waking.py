"""Programs that keep no accessibility tree until they are told to: which they are, the switch, and what is awake.

`org.a11y.Status.IsEnabled` makes Chromium, Electron, Qt and Gecko keep a tree of all that they show, which
costs each of them memory and time. So it is switched on by the user's choice alone. It stays on for the
session: most of these programs look at it once, when they start, so that one which was opened between two
of our runs would sleep for good. Whoever takes the choice back has it switched off, and who had it on
before us keeps it on: a file says whether it was us.

Chromium, started with the switch on, keeps a bare tree until somebody asks it for `GetAttributes`, and
then all of it; `--force-renderer-accessibility` is not needed. Its pages come from another process, all
at once: 0.2 s for 500 things, up to 12 s for 20,000 on a busy machine. Until then a page has no
address, no place and no children, as `about:blank` has for good.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final, Literal

from dbus_fast import Variant

from automation.core.geometry import Rect
from automation.desktop.elements.atspi import AtspiTree
from automation.desktop.elements.bus import (
    NO_BOX,
    AccessibilityBus,
    Call,
    Reply,
    ask_session,
    property_call,
)
from automation.desktop.elements.nodes import (
    BARE,
    BUSY_BIT,
    WEB_PAGE_ROLE,
    Application,
    Asked,
    Handle,
    Node,
    Part,
)

Ask = Callable[[Call], Awaitable[Reply]]
"""Sends one call on the session bus."""
_BUS: Final = ("org.a11y.Bus", "/org/a11y/bus")
_STATUS: Final = "org.a11y.Status"
_NOTE: Final = "switched_on"
NOT_SWITCHED: Final = (
    "the desktop's accessibility service does not answer, so that programs were not told whether to show "
    "what is in them; it is tried again at the next run"
)
_MOST_BYTES: Final = 4_000_000
"""Of a process's list of files; Chromium's has 0.1 MB."""
_BARE: Final = 3
"""A window of Chromium that sleeps has two nodes; one that is awake has some two hundred."""


class Waking:
    """What the user wants of the switch; its coroutines run in the accessibility bus's loop."""

    def __init__(self, folder: Path, is_wanted: Callable[[], bool]) -> None:
        """Take the user's choice.

        Args:
            folder: holds the file that says that we have switched it on; made when it is needed.
            is_wanted: the user has chosen that programs are woken, as of the moment.
        """
        self._folder = folder
        self._is_wanted = is_wanted
        self.problem = ""
        """What was in the way of the choice; empty where it counts."""

    async def begin(self, ask: Ask) -> None:
        """Switch on what the user wants on; put back what we had on and the user wants no more."""
        if not self._is_wanted():
            if notes := self._notes():
                has_answered = await _put_back(ask)
                self.problem = "" if has_answered else NOT_SWITCHED
                for note in notes if has_answered else ():  # else the next try still knows of it
                    note.unlink(missing_ok=True)
        elif not await is_awake(ask):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            (self._folder / _NOTE).touch(mode=0o600)
            self.problem = "" if await _switch(ask, is_on=True) else NOT_SWITCHED

    def _notes(self) -> list[Path]:
        """Return the files that say so; earlier versions had one for each process."""
        with suppress(OSError):
            return [*self._folder.iterdir()]
        return []


def waking_bus(folder: Path, is_wanted: Callable[[], bool]) -> AccessibilityBus:
    """Return a bus that sees to the user's choice whenever it is opened."""
    return AccessibilityBus(on_begin=Waking(folder, is_wanted).begin)


def see_to_choice(folder: Path, *, is_wanted: bool) -> str:
    """Switch on or put back at once, as the user has chosen just now; return what is in the way."""
    waking = Waking(folder, lambda: is_wanted)
    return asyncio.run(ask_session(waking.begin)) or waking.problem


async def is_awake(ask: Ask) -> bool:
    """Tell whether the session's programs are told to show their trees."""
    return await _is_set(ask, "IsEnabled") is True


async def _is_set(ask: Ask, name: str) -> bool | None:
    """Return what a switch is told to be; None where nobody answers."""
    reply: Any = await ask(property_call(*_BUS, _STATUS, name))
    value = reply[0] if reply else None
    told = value.value if isinstance(value, Variant) else value
    return told if isinstance(told, bool) else None


async def _put_back(ask: Ask) -> bool:
    """Switch off, but for a screen reader that was started meanwhile; tell whether that was answered."""
    has_reader = await _is_set(ask, "ScreenReaderEnabled")
    if has_reader is None:
        return False
    return has_reader or await _switch(ask, is_on=False)


async def _switch(ask: Ask, *, is_on: bool) -> bool:
    """Switch, and tell whether it was done."""
    body = (_STATUS, "IsEnabled", Variant("b", is_on))
    call = Call(*_BUS, "org.freedesktop.DBus.Properties", "Set", "ssv", body)
    return await ask(call) is not None


class Sleeper(Enum):
    """A kind of program that sleeps, by the file that every program of its kind has mapped."""

    CHROMIUM = "/chrome_100_percent.pak"
    """Electron too. Looks at the switch when it starts; keeps its tree once it is asked for attributes."""
    QT5 = "/libQt5Gui.so"
    """Looks at the switch when it starts."""
    QT6 = "/libQt6Gui.so"
    GECKO = "/libxul.so"

    @property
    def heeds_at_start(self) -> bool:
        """Tell whether one that runs already does not hear the switch."""
        return self in (Sleeper.CHROMIUM, Sleeper.QT5)


def sleeper_of(pid: int, proc: Path = Path("/proc")) -> Sleeper | None:
    """Return which kind of sleeper a process is; None for others, and where that may not be known."""
    if pid <= 0:
        return None
    try:
        with (proc / str(pid) / "maps").open("rb") as file:
            mapped = file.read(_MOST_BYTES)
    except OSError:
        return None
    return next((kind for kind in Sleeper if kind.value.encode() in mapped), None)


def age_s(pid: int, proc: Path = Path("/proc")) -> float:
    """Return for how many seconds a process has run; endless where that is not known."""
    try:
        text = (proc / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
        up = float((proc / "uptime").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError):
        return float("inf")
    ticks = int(text.rpartition(")")[2].split()[19])
    return up - ticks / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Wakefulness:
    """How far a window's program shows its tree."""

    state: Literal["awake", "missing", "bare", "late"]
    """`missing`: not on the accessibility bus. `bare`: there, with nothing in it. `late`: a page has
    not been told yet, or still loads."""
    page: Handle | None = None
    """What is late."""
    empty: Rect | None = None
    """Where a page is that has nothing in it, as its program counts."""
    shown: int = 0
    """How many things the pages have at their top: what still grows is not there yet."""


AWAKE: Final = Wakefulness("awake")


class Pages:
    """Knows how far the pages of Chromium's windows are told; runs in the bus's loop.

    The tree of a page is made by another process and comes late, all at once: until then the page is
    there without an address and with nothing in it.
    """

    def __init__(self, tree: AtspiTree) -> None:
        self._tree = tree
        self._ready: dict[int, list[Handle]] = {}
        """Pages that were told, by window."""
        self._asked: set[str] = set()

    async def rouse(self, programs: Sequence[Application], *, again: bool = False) -> None:
        """Have programs keep whole trees: Chromium does once it is asked for attributes."""
        for program in programs:
            name = program.handle[0]
            if again or name not in self._asked:
                self._asked.add(name)
                await self._tree.attributes(program.handle)

    async def of_known(self, window_id: int) -> Wakefulness | None:
        """Return how far the pages are that were ready before; None where they are not shown any more."""
        known = self._ready.get(window_id, [])
        branches = await self._tree.branches([Asked(page, None, BARE) for page in known])
        is_same = len(branches) == len(known) > 0
        if not is_same or not all(b.node.is_showing and b.children for b in branches):
            self._ready.pop(window_id, None)
            return None
        busy = next((b.node.handle for b in branches if b.node.mask >> BUSY_BIT & 1), None)
        shown = sum(b.children for b in branches)
        return Wakefulness("late" if busy else "awake", busy, shown=shown)

    async def of(self, window_id: int, nodes: Sequence[Node]) -> Wakefulness:
        """Return how far the pages among a window's nodes are told."""
        if len(nodes) <= _BARE:
            return Wakefulness("bare")
        pages = _outermost(nodes)
        branches = await self._tree.branches([Asked(page, None, BARE) for page in pages])
        for branch in branches:
            if not branch.children or branch.node.mask >> BUSY_BIT & 1:
                page = branch.node.handle
                empty = await self._place(page, nodes) if not branch.children else None
                return Wakefulness("late", page, empty, branch.children)
        self._ready[window_id] = pages
        return Wakefulness("awake", shown=sum(branch.children for branch in branches))

    async def _place(self, page: Handle, nodes: Sequence[Node]) -> Rect:
        """Return where a page is: one that has not been told yet has no place, what it lies in has."""
        parents = {node.handle: node.parent for node in nodes}
        around: list[Handle] = []
        at: Handle | None = page
        while at is not None and at not in around:
            around.append(at)
            at = parents.get(at)
        found = await self._tree.branches([Asked(one, None, BARE | Part.BOX) for one in around])
        return next((branch.node.box for branch in found if branch.node.box.area), NO_BOX)


def _outermost(nodes: Sequence[Node]) -> list[Handle]:
    """Return the pages that lie in no other page: a frame of a page may well be empty."""
    inside: set[Handle] = set()
    pages: list[Handle] = []
    for node in nodes:  # in tree order
        if node.parent in inside:
            inside.add(node.handle)
        elif node.role == WEB_PAGE_ROLE:
            inside.add(node.handle)
            pages.append(node.handle)
    return pages
