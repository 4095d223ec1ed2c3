"""The reader of named things: the accessibility tree, and OCR for what the tree does not tell.

One list is made of both: a line that the tree knows already is left out, and what the tree does not name
takes the text that stands on it.

One step asks for the same tree several times: who checks the last step's effect, who looks for the next
target, who judges what stands there. Each reading costs a program hundreds of answers, so it is kept for
the look that it belongs to, and for a moment only.
"""

import inspect
import logging
import time
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, TypeVar

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import (
    NumberRange,
    Observation,
    Private,
    ScreenElement,
    State,
    TableRows,
    TextCursor,
    WindowInfo,
    nothing_private,
)
from automation.core.ports import Sleep
from automation.core.timing import StopToken
from automation.desktop.elements import nodes
from automation.desktop.elements.atspi import AtspiTree, Bus
from automation.desktop.elements.bus import AccessibilityBus
from automation.desktop.elements.drawn import (
    FIELD_STATES,
    drawn_cells,
    inside_of,
    knob_at,
    mark_at,
    on_picture,
    without_caret,
)
from automation.desktop.elements.naming import with_labels
from automation.desktop.elements.ocr import TextReader, lines_on
from automation.desktop.elements.tree_reader import TreeReader
from automation.desktop.elements.waking import AWAKE, Sleeper, Wakefulness, age_s, sleeper_of
from automation.desktop.screen import is_flat
from automation.screen.folding import alphanumeric
from automation.screen.roles import NUMBERS, VALUE_FIELDS

SAME_LOOK_S: Final = 0.5
"""So long a reading serves the look that it was made for. A person who reads a card or a model that
thinks takes longer: what is judged after them is read anew."""
_PAGE: Final = "document"
"""A page's tree is told by another process and follows its picture late: it is never kept. Widgets
answer for themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What the tree told of some windows."""

    elements: Sequence[ScreenElement]
    holders: tuple[ScreenElement, ...]
    """What had the focus, or was the default, with the values of fields."""


class LastRead:
    """Keeps the readings of one look; used by the reader's thread."""

    def __init__(self, keep_s: float, clock_s: Callable[[], float] = time.monotonic) -> None:
        """Keep nothing yet.

        Args:
            keep_s: how long after its beginning a reading serves; 0 keeps none.
            clock_s: seconds, never going back.
        """
        self._keep_s = keep_s
        self._clock_s = clock_s
        self._look: Observation | None = None
        self._kept: dict[tuple[int, ...], tuple[float, Reading]] = {}
        """By windows: when the reading began, and what was read."""

    def of(
        self,
        observation: Observation,
        windows: Sequence[WindowInfo],
        read: Callable[[], Reading],
    ) -> Reading:
        """Return what is kept of these windows on this very look, else read and keep it."""
        if self._look is not observation:
            self.forget()
        ids, began_s = tuple(w.window_id for w in windows), self._clock_s()
        known = self._kept.get(ids)
        if known is not None and began_s - known[0] < self._keep_s:
            return known[1]
        reading = read()
        if self._keep_s > 0 and _answers_for_itself(reading):
            self._look = observation
            self._kept[ids] = (began_s, reading)
        return reading

    def forget(self) -> None:
        """Keep nothing, the look's picture neither."""
        self._look = None
        self._kept.clear()


def _answers_for_itself(reading: Reading) -> bool:
    """Tell whether widgets were read; where the tree was silent it may speak at the next question."""
    return bool(reading.elements) and all(e.role != _PAGE for e in reading.elements)


UNEXPLAINED: Final = 0.2
"""Part of a line's letters that may be misread and the line still counts as known."""
SLACK_PX: Final = 4
MAX_LINES_HIGH: Final = 5
_SPEAKING: Final = frozenset({"icon", "button", "toggle", "link"})
"""Roles whose text on the picture is their name and not what they hold."""


def merge(
    elements: Sequence[ScreenElement], lines: Sequence[ScreenElement]
) -> Sequence[ScreenElement]:
    """Return the tree's elements, then the lines that tell something they do not.

    Icons and buttons without a name take the text that stands on them on the picture.
    """
    known = [_named_by_picture(element, lines) for element in elements]
    return [*known, *(line for line in lines if not _is_known(line, known))]


def _named_by_picture(element: ScreenElement, lines: Sequence[ScreenElement]) -> ScreenElement:
    if element.name or element.role not in _SPEAKING:
        return element
    inside = [line.name for line in lines if element.box.contains(line.box.center)]
    if not inside:
        return element
    return replace(element, name=" ".join(inside), description="named by the text on the picture")


def _is_known(line: ScreenElement, known: Sequence[ScreenElement]) -> bool:
    """Tell whether the names of the tree's elements at this place account for the whole line.

    Several of them do when OCR has read neighbours as one line.
    """
    rest = _plain(line.name)
    allowed = len(rest) * UNEXPLAINED
    here = line.box.grown(SLACK_PX)
    names = {
        _plain(e.name) for e in known if here.contains(e.box.center) or _holds(e.box, line.box)
    }
    for name in sorted(names - {""}, key=len, reverse=True):
        if rest in name:
            return True
        rest = rest.replace(name, "", 1)
    return len(rest) <= allowed


def _holds(box: Rect, line: Rect) -> bool:
    """Tell whether a line stands in the box of a widget or file icon, not in that of a page."""
    return box.contains(line.center) and box.h <= MAX_LINES_HIGH * line.h


def _plain(name: str) -> str:
    """Return the letters of a name; of a sign the sign."""
    return alphanumeric(name) or name.strip()


T = TypeVar("T")

READ_TIMEOUT_S: Final = 8.0
"""Longest time for one question to the tree; single silent programs are skipped after 2 s."""


class TreeBus(Bus, Protocol):
    """The accessibility bus with its thread; the real one is `connection.AccessibilityBus`."""

    @property
    def problem(self) -> str:
        """What is missing and how to mend it; empty while connected."""

    def run(self, work: Callable[[], Coroutine[Any, Any, T]], *, timeout_s: float) -> T:
        """Run a coroutine in the bus's thread; TimeoutError when it takes too long."""

    async def connect(self) -> bool:
        """Tell whether there is a connection, after trying to make one."""

    def close(self) -> None:
        """Disconnect and end the thread."""


@dataclass(frozen=True, slots=True)
class ReaderStatus:
    """What the reader can do here; an empty problem means that all is well."""

    tree_problem: str
    ocr_problem: str
    programs: int
    """Programs on the accessibility bus, our own left out."""
    hints: tuple[str, ...] = ()
    """How programs that show no tree can be made to."""


_RINGED: Final = frozenset({"focused", "default"})
GTK2_HINT: Final = (
    "programs built on GTK 2 (pcmanfm, older GIMP) show themselves to the reader only with the "
    "package libatk-adaptor and GTK_MODULES=gail:atk-bridge in their environment"
)
BROWSER_HINT: Final = (
    "Chromium and programs built on it (Chrome, Edge, Electron) show their pages to the reader "
    "only when woken (deskhand doctor --wake on) and started after that"
)
REGISTER_S: Final = 4.0
"""How long a program that has just been woken, or has just started, may take to come to the bus; Qt 6 and
Gecko take 0.1 s."""
YOUNG_S: Final = 15.0
"""A program that looks at the switch when it starts comes to the bus within this time, or never."""
LOAD_S: Final = 3.0
"""How long a page that still loads is waited for; some load for ever."""
PAGE_S: Final = 20.0
"""How long a page of Chromium may take to be told: 20,000 things took 12.5 s on a busy machine."""
WAKE_POLL_S: Final = 0.05
AROUND_PX: Final = 24
"""How much about a drawn control is looked at when it is read again."""


class DesktopReader:
    """Implements `core.ports.ElementReader`; used by one thread, owns the bus and its thread."""

    def __init__(
        self,
        *,
        own_pids: Collection[int] = (),
        bus: TreeBus | None = None,
        ocr: TextReader | None = None,
        is_private: Private = nothing_private,
        keep_s: float = 0.0,
        may_wake: Callable[[], bool] = lambda: False,
    ) -> None:
        """Create a reader; nothing is opened before the first question.

        Args:
            own_pids: processes of ours besides this one; their trees are never touched. Looked at
                anew for each question: a run may have guests.
            bus: the accessibility bus; None opens the session's.
            ocr: None reads no text.
            is_private: tells which windows the user never wants looked at; asked each time.
            keep_s: how long a reading of the tree serves the look that it was made for; 0 reads
                each time. `focus`, `refreshed` and `letters` ask anew in any case.
        """
        self._last = LastRead(keep_s)
        self._bus: TreeBus = bus or AccessibilityBus()
        self._tree = TreeReader(AtspiTree(self._bus), own_pids, is_private, may_wake)
        self._is_private = is_private
        self._may_wake = may_wake
        self._sleepers: dict[int, Sleeper | None] = {}
        """Which kind each process is that had a window in front."""
        self._given_up: set[tuple[int, object, bool]] = set()
        """What was waited for in vain: a window whose program does not wake, or a page of it."""
        self._ocr = ocr
        self.holders: tuple[ScreenElement, ...] = ()
        """What had the focus, or was the default, when the tree was last read."""

    def tree(
        self, observation: Observation, *, whole_screen: bool = False
    ) -> Sequence[ScreenElement]:
        """Return the tree's elements of the active window and its popups, or of all windows."""
        windows = nodes.others(observation) if whole_screen else nodes.active_group(observation)
        return self._listed(observation, windows)

    def text(self, observation: Observation, region: Rect | None = None) -> Sequence[ScreenElement]:
        """Return lines of text read by OCR in the region, or in the active window when None.

        Password fields are painted over before the picture is read.
        """
        if self._ocr is None:
            return ()
        windows = nodes.active_group(observation)
        area = region or nodes.union([w.rect for w in windows]) or observation.frame.rect
        frame = observation.frame.crop(area)
        if frame.rect.area == 0:
            return ()
        secrets = self._asked(self._tree.secret_boxes(observation, frame.rect), ())
        lines = lines_on(frame, self._ocr, secrets, observation)
        wanted = None if region else {w.window_id for w in windows}
        private = {w.window_id for w in observation.windows if self._is_private(w)}
        return [
            e for e in lines if (not wanted or e.window_id in wanted) and e.window_id not in private
        ]

    def menus(self, observation: Observation) -> Sequence[tuple[ScreenElement, ...]]:
        """Return every entry of the menus of the window in front, closed ones too, after the way to it."""
        windows = nodes.active_group(observation)
        return self._asked(self._tree.menus(observation, windows), ())

    def options(self, element: ScreenElement) -> Sequence[str]:
        """Return what can be chosen in a drop-down, closed or open, where its program tells that."""
        if element.handle is None:
            return ()
        return self._asked(self._tree.options(element.handle), ())

    def drawn(
        self, observation: Observation, texts: Sequence[ScreenElement]
    ) -> tuple[Sequence[ScreenElement], Sequence[ScreenElement]]:
        """Return the controls that the pictures of the active window and its menus show, and the rest.

        For programs that show no tree. Fields have the value "" where they are empty, else none; boxes
        have their state where the picture tells it. The rest are the lines that are no names of those.
        """
        controls: list[ScreenElement] = []
        lines = [text for text in texts if text.window_id == 0]
        for window in nodes.active_group(observation):
            own = [text for text in texts if text.window_id == window.window_id]
            frame = observation.frame.crop(window.rect)
            if self._is_private(window) or frame.rect.area == 0:
                continue
            found = on_picture(frame, own, window)
            lines += found.lines
            controls += (
                control
                for control in found.controls
                if observation.window_reached(control.box.center) == window
            )
        return with_labels(controls, lines), lines

    def drawn_again(self, observation: Observation, element: ScreenElement) -> ScreenElement | None:
        """Return a drawn box with the state that another picture shows; None where it is not there."""
        frame = observation.frame.crop(element.box.grown(AROUND_PX))
        mark = mark_at(frame, element.box) if frame.rect.area else None
        if mark is None or mark.is_on is None:
            return None
        states: set[State] = {*element.states, "checkable", "checked"}
        return replace(element, states=frozenset(states if mark.is_on else states - {"checked"}))

    def knob(self, observation: Observation, element: ScreenElement) -> Rect | None:
        """Return the knob of a drawn slider as the picture shows it; None where none is found."""
        frame = observation.frame.crop(element.box.grown(AROUND_PX))
        return knob_at(frame, element.box) if frame.rect.area else None

    def held(self, observation: Observation, element: ScreenElement) -> str | None:
        """Return what is read in a drawn field, its text cursor left out; None where nothing is."""
        frame = observation.frame.crop(element.box)
        if self._ocr is None or frame.rect.area == 0:
            return None
        frame = inside_of(frame)
        plain = replace(frame, pixels=without_caret(frame.pixels))
        words = sorted(
            self._ocr.lines(plain), key=lambda line: (line.box.y // element.box.h, line.box.x)
        )
        return " ".join(line.name for line in words) or None

    def drawn_cells(
        self, observation: Observation, texts: Sequence[ScreenElement]
    ) -> Sequence[ScreenElement]:
        """Return the cells of a sheet that only the picture of the active window shows."""
        window = next(iter(nodes.active_group(observation)), None)
        if window is None or self._is_private(window):
            return ()
        lines = [text for text in texts if text.window_id in (0, window.window_id)]
        return [
            ScreenElement(
                name, "cell", box, "ocr", FIELD_STATES,
                window_id=window.window_id, window_title=window.title,
            )
            for name, box in drawn_cells(lines)
            if observation.window_reached(box.center) == window
        ]  # fmt: skip

    def secret_boxes(self, observation: Observation) -> Sequence[Rect]:
        """Return the boxes of password fields that can be seen, in device pixels."""
        return self._asked(self._tree.secret_boxes(observation, observation.frame.rect), ())

    def merged(
        self, observation: Observation, *, whole_screen: bool = False
    ) -> Sequence[ScreenElement]:
        """Return tree elements, then the OCR lines that tell something the tree does not.

        Icons and buttons without a name take the text that stands on them on the picture.
        """
        lines = self.text(observation, observation.frame.rect if whole_screen else None)
        return merge(self.tree(observation, whole_screen=whole_screen), lines)

    def at(self, observation: Observation, point: ScreenPoint) -> ScreenElement | None:
        """Return the smallest tree element under the pixel; None when the tree has none."""
        window = nodes.window_at(observation, point)
        if window is None or window.is_own or self._is_private(window):
            return None
        windows = nodes.group_of(window, observation)
        elements = self._listed(observation, windows)
        hit = [e for e in elements if e.window_id == window.window_id and e.box.contains(point)]
        return min(hit, key=lambda e: e.box.area, default=None)

    def reached(self, observation: Observation, point: ScreenPoint) -> ScreenElement | None:
        """Return the innermost thing that the program itself says lies at the pixel.

        By hit tests alone: it costs a few short answers in a window of any size, where `at` reads all
        that can be seen. Neither value nor names of others. None where no program says.
        """
        window = nodes.window_at(observation, point)
        if window is None or window.is_own or self._is_private(window):
            return None
        return self._asked(self._tree.reached(observation, window, point), None)

    def covering(
        self, observation: Observation, element: ScreenElement, point: ScreenPoint
    ) -> ScreenElement | None:
        """Return what lies over an element at a pixel, inside its own window.

        A page's veil or bar, a widget over another. None where nothing does or nobody knows.
        """
        window = nodes.window_at(observation, point)
        if element.handle is None or window is None or window.window_id != element.window_id:
            return None
        if window.is_own or self._is_private(window):
            return None
        question = self._tree.covering(window, element, element.handle, point)
        found, is_sure = self._asked(question, (None, False))
        if found is None or is_sure or found.name or found.role != "group":
            return found
        # It may be glass, or let clicks through: nobody tells. What can be read is not hidden.
        is_read = not element.name or self._can_be_read(observation, element)
        return None if is_read else found

    def _can_be_read(self, observation: Observation, element: ScreenElement) -> bool:
        lines = self.text(observation, element.box.grown(2)) if self._ocr is not None else ()
        read = "".join(line.name for line in lines).casefold().replace(" ", "")
        return element.name.casefold().replace(" ", "") in read

    def awaken(self, observation: Observation, stop: StopToken) -> bool:
        """Wait, within bounds, until the window in front shows its tree, where the user wants it woken.

        Returns:
            Whether there was anything to wait for: then the screen is to be looked at again, and this
            asked again of what is there by then.
        """
        window, kind = self._sleeper(observation)
        if window is None or kind is None or not self._may_wake():
            return False
        began_s, before = time.monotonic(), AWAKE
        while True:
            found = self._asked(self._tree.wakefulness(window, kind), AWAKE)
            is_still = found.shown == before.shown
            if found.state == "awake" and (before is AWAKE or is_still):
                return before is not AWAKE
            is_blank = _is_blank(observation, found)
            vain = (window.window_id, found.page, is_blank)
            if vain in self._given_up:
                return before is not AWAKE
            bound_s = LOAD_S if is_blank else _bound_s(found, kind, window.pid)
            if time.monotonic() - began_s >= bound_s:
                self._given_up.add(vain)
                return before is not AWAKE
            before = found
            stop.wait(WAKE_POLL_S)

    def asleep(self, observation: Observation) -> Sleep | None:
        """Return why the controls of the window in front cannot be read; None where they can be.

        Decided by what its process has mapped and by what it shows on the accessibility bus.
        """
        window, _ = self._sleeper(observation)
        return self.sleep_of(window, observation) if window is not None else None

    def sleep_of(self, window: WindowInfo, observation: Observation | None = None) -> Sleep | None:
        """Return why the controls of a window cannot be read; None where they can be.

        Args:
            observation: tells an empty page from one that has not been told yet; None for no picture.
        """
        kind = self._kind(window)
        if kind is None:
            return None
        found = self._asked(self._tree.wakefulness(window, kind), AWAKE)
        if found.state == "awake":
            return None
        if found.state == "late":
            # A page that still loads has told what it has; an empty one may be just that.
            is_unsure = observation is None or _is_blank(observation, found)
            return None if found.empty is None or is_unsure else Sleep.WAKING
        if not self._may_wake():
            return Sleep.UNTIL_NEW_START if kind.heeds_at_start else Sleep.UNTIL_WOKEN
        return Sleep.STARTED_BEFORE

    def _sleeper(self, observation: Observation) -> tuple[WindowInfo | None, Sleeper | None]:
        window = next(iter(nodes.active_group(observation)), None)
        if window is None or window.is_own or self._is_private(window):
            return None, None
        return window, self._kind(window)

    def _kind(self, window: WindowInfo) -> Sleeper | None:
        if window.pid not in self._sleepers:
            self._sleepers[window.pid] = sleeper_of(window.pid)
        return self._sleepers[window.pid]

    def refreshed(self, element: ScreenElement) -> ScreenElement | None:
        """Read an element's state and value again; None when it is gone or came from OCR."""
        if element.handle is None:
            return None
        return self._asked(self._tree.refreshed(element, element.handle), None)

    def described(self, element: ScreenElement) -> Sequence[str]:
        """Return what the tree says of an element besides its name; never what it holds.

        Its longer text, other labels of it, and what the pictures on it are called.
        """
        if element.handle is None:
            return ()
        return self._asked(self._tree.described(element, element.handle), ())

    def letters(self, element: ScreenElement) -> int | None:
        """Return how many characters a field holds, a password field too; never which."""
        if element.handle is None:
            return None
        return self._asked(self._tree.letters(element.handle), None)

    def text_cursor(self, element: ScreenElement) -> TextCursor | None:
        """Return where the text cursor of a field stands; None where it does not tell or is secret."""
        if element.handle is None or "secret" in element.states:
            return None
        return self._asked(self._tree.text_cursor(element.handle), None)

    def paragraphs(self, element: ScreenElement) -> Sequence[ScreenElement]:
        """Return the paragraphs that show beside the one with the keyboard, itself among them, as read now."""
        if element.handle is None:
            return ()
        return self._asked(self._tree.paragraphs(element, element.handle), ())

    def number(self, element: ScreenElement) -> NumberRange | None:
        """Return where a slider or a number's box stands; None for what a password may be."""
        if element.handle is None or element.role not in NUMBERS or "secret" in element.states:
            return None
        return self._asked(self._tree.number(element.handle), None)

    def rows(self, element: ScreenElement) -> TableRows | None:
        """Return how many rows the table has that this is, or lies in; None where it does not tell."""
        return self._asked(self._tree.rows(element.handle), None) if element.handle else None

    def focused(self, observation: Observation) -> ScreenElement | None:
        """Return the element that has the keyboard focus; None when the tree does not tell.

        One that cannot be seen is told of only where it is a password field.
        """
        told = self.focus(observation)
        secret = next((e for e in told if "secret" in e.states), None)
        if secret is not None:
            return secret
        # A paragraph of a document has no name, so that it is none of the elements.
        holders = [e for e in self.tree(observation) if "focused" in e.states] or [
            e for e in told if {"editable", "showing"} <= e.states
        ]
        return max(enumerate(holders), key=_focus_rank, default=(0, None))[1]

    def focus(self, observation: Observation) -> Sequence[ScreenElement]:
        """Return all that says it has the keyboard, seen or not, without names of others or values.

        Asks the programs for far less than `focused`; nothing where the tree does not tell.
        """
        windows = nodes.active_group(observation)
        return self._asked(self._tree.focus(observation, windows), ())

    def status(self) -> ReaderStatus:
        """Say what works here and what is missing; opens the bus if need be."""
        programs = self._asked(self._tree.programs(), [])
        return ReaderStatus(
            tree_problem=self._bus.problem,
            ocr_problem=self._ocr.problem if self._ocr else "OCR is switched off",
            programs=len(programs),
            hints=(BROWSER_HINT, GTK2_HINT),
        )

    def warm_up(self) -> None:
        """Connect to the bus and load the OCR models; slow, for a thread with time."""
        self._asked(self._tree.programs(), [])
        if self._ocr is not None:
            self._ocr.warm_up()

    def close(self) -> None:
        """End the bus's thread and give the OCR memory back."""
        self._last.forget()
        self._bus.close()
        if self._ocr is not None:
            self._ocr.close()

    def _listed(
        self, observation: Observation, windows: Sequence[WindowInfo]
    ) -> Sequence[ScreenElement]:
        """Read the tree of the windows, and remember what has the focus."""
        windows = [w for w in windows if not self._is_private(w)]
        reading = self._last.of(observation, windows, lambda: self._reading(observation, windows))
        self.holders = reading.holders
        return reading.elements

    def _reading(self, observation: Observation, windows: Sequence[WindowInfo]) -> Reading:
        elements = self._asked(self._tree.elements(observation, windows), ())
        holders = tuple(self._with_value(e) for e in elements if e.states & _RINGED)
        return Reading(elements, holders)

    def _with_value(self, element: ScreenElement) -> ScreenElement:
        """Return a field with what it holds: a press may clear it, or only take its keyboard."""
        is_field = element.role in VALUE_FIELDS and "secret" not in element.states
        return (self.refreshed(element) or element) if is_field else element

    def _asked(self, work: Coroutine[Any, Any, T], otherwise: T) -> T:
        """Run a question on the bus; a machine without one gives the empty answer."""

        async def connected() -> T:
            if not await self._bus.connect():
                work.close()
                return otherwise
            return await work

        try:
            return self._bus.run(connected, timeout_s=READ_TIMEOUT_S)
        except TimeoutError:
            logging.getLogger(__name__).warning(
                "the accessibility tree did not answer within %.0f s", READ_TIMEOUT_S
            )
            return otherwise
        finally:
            if inspect.getcoroutinestate(work) == inspect.CORO_CREATED:
                work.close()  # there was no thread to ask in


def _bound_s(found: Wakefulness, kind: Sleeper, pid: int) -> float:
    """Return how long it is waited for what is missing; there is nothing to wait for where it never comes."""
    if found.state == "late":
        return PAGE_S if found.empty is not None else LOAD_S
    may_come = not kind.heeds_at_start or found.state == "bare" or age_s(pid) < YOUNG_S
    return REGISTER_S if may_come else 0.0


def _is_blank(observation: Observation, found: Wakefulness) -> bool:
    """Tell whether a page with nothing in it shows one colour: it may be all that there is."""
    if found.empty is None:
        return False
    frame = observation.frame.crop(found.empty)
    return frame.rect.area == 0 or is_flat(frame.pixels)


def _focus_rank(item: tuple[int, ScreenElement]) -> tuple[bool, bool, bool, int]:
    """Rank holders of the focus: Qt also reports the current tab, Chromium the whole page."""
    index, element = item
    is_container = element.role in (
        "document",
        "window",
        "dialog",
        "group",
        "list",
        "table",
        "tree",
    )
    return ("editable" in element.states, element.role != "tab", not is_container, index)
