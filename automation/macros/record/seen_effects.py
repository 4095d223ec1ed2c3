"""What a recorded step did, where that was seen and is sure to come again: the rest is not waited for.

A replay that stops for what came by chance is worse than one that does not wait: a clock, a message
and a window of somebody else's come in the same second too. So it has to be more than that it came
afterwards: it is a window in which the recording goes on, one that the recording has opened and
closed, the very thing that was pressed or typed into, or a title called like what was pressed. That
some text or anything else changed is never enough.

What the desktop showed while it was recorded is kept for this. Times are those of the raw events. Our own
windows and private ones are not in it.

Keys that do not tell their text (an input method) are never its text: the step asks for it until the
next one begins, and then what the field got between two readings takes its place.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from msgspec.structs import replace as replace_fields

from automation.core.hand_events import Context, FieldValue, Handle
from automation.core.observation import ScreenElement, WindowInfo
from automation.core.secrets import BEGIN
from automation.macros import macro as grammar
from automation.macros.effects import called, came, gone, holds, is_whole, within_s
from automation.macros.macro import Condition, Step, Target, Until
from automation.macros.record.drafts import ENTER
from automation.macros.record.gestures import Chord, Click, Gesture, Span, Text
from automation.macros.titles import SEPARATOR, fits_title, written
from automation.macros.walk import OddPlaceholder, names
from automation.screen.field_labels import nearest_label
from automation.screen.folding import comparable, is_same
from automation.screen.roles import TWO_STATES, hides_text

_MOST: Final = 200
"""Lists of windows, and values of fields: as many as come in the longest steps."""
_MOST_TREES: Final = 64
"""One is read every second or so while something moves."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """Windows, as they were from then on until others were shown."""

    began_us: int
    ended_us: int
    """They were asked for between the two."""
    windows: tuple[WindowInfo, ...]

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles that a replay looks through."""
        return tuple(window.title for window in self.windows if not window.is_popup)

    def window(self, window_id: int) -> WindowInfo | None:
        """Return a window; None where it is not open."""
        return next((w for w in self.windows if w.window_id == window_id), None)


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """What the tree told between two moments of the things that hold or are in a state."""

    began_us: int
    ended_us: int
    elements: tuple[ScreenElement, ...]

    def element(self, handle: Handle) -> ScreenElement | None:
        """Return a thing as it was; None where it was not read."""
        return next((e for e in self.elements if e.handle == handle), None)


class Sightings:
    """Each kind is put in by one thread; another one asks. Nobody waits for anybody."""

    def __init__(self) -> None:
        self._shown: tuple[Shown, ...] = ()
        self._told: tuple[Tree, ...] = ()
        self._reads: tuple[FieldValue, ...] = ()
        self._at_first: frozenset[int] | None = None

    def show(self, shown: Shown) -> None:
        """Take the windows, each time that they are others."""
        if self._at_first is None:
            self._at_first = frozenset(window.window_id for window in shown.windows)
        self._shown = (*self._shown[1 - _MOST :], shown)

    def tell(self, told: Tree) -> None:
        """Take what the tree told; the same one is taken once."""
        if not self._told or self._told[-1].began_us < told.began_us:
            self._told = (*self._told[1 - _MOST_TREES :], told)

    def read(self, read: FieldValue) -> None:
        """Take what a field held."""
        self._reads = (*self._reads[1 - _MOST :], read)

    def shown_at(self, t_us: int) -> Shown | None:
        """Return the windows of a moment; None where nobody had looked by then."""
        return next((x for x in reversed(self._shown) if x.ended_us <= t_us), None)

    def first(self, since_us: int, fits: Callable[[Shown], object]) -> Shown | None:
        """Return the first list after a moment that fits."""
        return next((x for x in self._shown if x.began_us >= since_us and fits(x)), None)

    def came(self, window_id: int) -> bool:
        """Tell whether a window was not open yet when the recording began."""
        return self._at_first is not None and window_id not in self._at_first

    def things(self, handle: Handle, since_us: int, until_us: int) -> tuple[ScreenElement, ...]:
        """Return a thing as it was between two moments, oldest first."""
        trees = (x for x in self._told if since_us <= x.began_us and x.ended_us <= until_us)
        found = (tree.element(handle) for tree in trees)
        return tuple(thing for thing in found if thing is not None)

    def values(self, handle: Handle, since_us: int, until_us: int) -> tuple[str, ...]:
        """Return what a field held between two moments, oldest first."""
        found = sorted(self._values(handle), key=lambda read: read.began_us)
        return tuple(x.value for x in found if since_us <= x.began_us and x.ended_us <= until_us)

    def _values(self, handle: Handle) -> Iterator[FieldValue]:
        yield from (read for read in self._reads if read.handle == handle)
        for told in self._told:
            element = told.element(handle)
            if element is not None and element.value is not None:
                yield FieldValue(handle, element.value, told.began_us, told.ended_us)


SOON_US: Final = 8_000_000
"""A window that comes or goes later than this does so for another reason."""
SOON_ELSEWHERE_US: Final = 3_000_000
"""The same for a window of another program."""
LATE_US: Final = 150_000
"""How much later than a press a box may show it (`desktop.recording.growth.LATE_US`)."""
SHOWN_US: Final = 300_000
"""A field that is read later than this after a key shows what was written by it."""
READ_US: Final = 2_000_000
"""How long after a field was left it still counts as held what can be read in it."""
LEAST_S: Final = 10.0
"""As long as a replay waits for a target: who waits for an effect first gives up no sooner."""
_NO_TEXT: Final = frozenset({"Cc", "Co", "Cs"})
_PRESSED: Final = frozenset({"button", "menu_item", "link", "tab"})
"""Things whose name says what they do; the name of a row is data."""
_DOING: Final = _PRESSED - {"link"}
"""Those that open a window of their own, which may be called like them; what a link opens is data."""
_CLOSING: Final = frozenset(
    {("alt", "f4"), ("ctrl", "w"), ("ctrl", "q"), ("esc",), ("enter",), ("space",)}
)
_Found = tuple[Condition, int]
"""What is waited for, and the microseconds that it took."""


@dataclass(frozen=True, slots=True)
class Done:
    """A step that is in the list, and what was seen before it."""

    gesture: Gesture
    step: Step
    before: Context | None
    typed: tuple[str, ...] = ()
    """Texts so far, its own among them: in a title they are data."""

    @property
    def window(self) -> WindowInfo | None:
        """The window that it went to."""
        return self.before.window if self.before is not None else None

    @property
    def element(self) -> ScreenElement | None:
        """The thing that it went to, unless nothing may be kept of it."""
        found = self.before.element if self.before is not None else None
        return None if hides_text(found) else found

    @property
    def is_press(self) -> bool:
        """Tell whether it is one plain press of the left button."""
        step = self.step
        return isinstance(step, grammar.Click) and (
            (step.button, step.count, step.modifiers) == ("left", 1, ())
        )

    @property
    def slim(self) -> "Done":
        """The same without pictures and the things around it, of which it tells the same effect."""
        before = self.before
        if before is None:
            return self
        thing = before.element
        alike = _alike(thing, before.elements) if thing is not None else ()
        return replace(self, before=replace(before, frame=None, elements=alike, lines=()))

    @property
    def pressed(self) -> str:
        """The name of what was pressed, where it says what the press does."""
        element = self.element
        is_told = self.is_press and element is not None and element.role in _PRESSED
        return element.name if element is not None and is_told else ""


def effect_of(done: Done, later: Done | None, seen: Sightings, until_us: int) -> Until | None:
    """Return what a replay waits for after a step; None where nothing is sure."""
    if done.step.off:
        return None
    found = (
        _switched(done, seen, until_us)
        or _typed(done, seen, until_us)
        or (_opened(done, later, seen, until_us) if later is not None else None)
        or _closed(done, seen, until_us)
        or _turned(done, seen, until_us)
    )
    if found is None:
        return None
    condition, took_us = found
    if isinstance(condition, grammar.Titled) and _is_filled(done.step):
        return None
    return Until(condition=condition, within_s=within_s(took_us / 1e6, LEAST_S))


def written_of(done: Done, seen: Sightings, since_us: int, until_us: int) -> grammar.Type | None:
    """Return the step of a doubtful text with what was written, as its field showed it; None where it did not."""
    text, step, field = done.gesture, done.step, done.element
    if not (isinstance(text, Text) and text.doubt and isinstance(step, grammar.Type)):
        return None
    if field is None or field.handle is None or step.target is None or hides_text(field):
        return None
    begin_us, end_us = text.span.begin_us, text.span.end_us + SHOWN_US
    shown = seen.values(field.handle, since_us + LATE_US, begin_us)[-1:]
    before = ("",) if step.replace else shown
    after = seen.values(field.handle, end_us, until_us)[-1:]
    later = seen.values(field.handle, until_us, until_us + READ_US)[:1]
    if text.is_pending and after != later:
        return None  # it may have written more only as the field was left
    after = after or later
    if not (before and after):
        return None
    part = put_in(before[0], after[0])
    if not part or any(unicodedata.category(c) in _NO_TEXT and c != "\n" for c in part):
        return None
    return replace_fields(
        step, text=written(part), off=False, comment=ENTER if text.has_enter else ""
    )


def put_in(before: str, after: str) -> str:
    """Return the one part that was put into a text; empty where anything else was changed."""
    pairs = enumerate(zip(before, after, strict=False))
    start = next((at for at, (one, other) in pairs if one != other), len(before))
    rest = before[start:]
    is_whole = len(after) > len(before) and after.endswith(rest)
    return after[start : len(after) - len(rest)] if is_whole else ""


def _switched(done: Done, seen: Sightings, until_us: int) -> _Found | None:
    """Return the state that the press has brought a box to: every look after it found that one."""
    box, step, span = done.element, done.step, done.gesture.span
    if box is None or box.handle is None or not (done.is_press and isinstance(step, grammar.Click)):
        return None
    if box.role not in TWO_STATES or "checkable" not in box.states or not _is_one(done, box):
        return None
    before = [_is_on(x) for x in seen.things(box.handle, 0, span.begin_us)[-1:]]
    later = seen.things(box.handle, span.end_us + LATE_US, until_us)
    if any((x.role, x.name) != (box.role, box.name) for x in later):
        return None  # called by what it does next, and nobody finds it by its name from before
    after = set(map(_is_on, later))
    # One of several stays on when it was on: then its state is no effect of the press.
    if not before or len(after) != 1 or before[0] in after:
        return None
    condition = holds(step.target, "on" if after.pop() else "off")
    return (condition, 0) if condition is not None else None


def _is_on(box: ScreenElement) -> bool:
    return "checked" in box.states


def _is_one(done: Done, thing: ScreenElement) -> bool:
    """Tell whether nothing else is called alike, so that a replay reads the same one."""
    alike = _alike(thing, done.before.elements if done.before is not None else ())
    has_row = isinstance(done.step, grammar.Click) and bool(done.step.target.row)
    return len(alike) <= 1 or has_row


def _alike(thing: ScreenElement, things: tuple[ScreenElement, ...]) -> tuple[ScreenElement, ...]:
    """Return the things with the role of one and its name, or its label where it has no name."""
    kin = (e for e in things if e.role == thing.role)
    if thing.name:
        return tuple(e for e in kin if is_same(e.name, thing.name))
    label = nearest_label(thing, things)
    return tuple(e for e in kin if not e.name and nearest_label(e, things) == label)


def _typed(done: Done, seen: Sightings, until_us: int) -> _Found | None:
    """Return the text of a field that was empty and was read to hold what was typed."""
    text, step, field = done.gesture, done.step, done.element
    if not (isinstance(text, Text) and isinstance(step, grammar.Type)):
        return None
    if step.enter or not step.replace or text.doubt or BEGIN in text.text:
        return None
    if field is None or field.handle is None or field.role != "field":
        return None  # a box that completes what is typed holds something else another time
    if not _is_one(done, field):
        return None
    end_us = text.span.end_us
    held = seen.values(field.handle, end_us, until_us)[-1:]
    held = held or seen.values(field.handle, until_us, until_us + READ_US)[:1]
    if [value.removesuffix("\n") for value in held] != [text.text]:
        return None
    condition = holds(step.target, text.text)
    return (condition, 0) if condition is not None else None


def _opened(done: Done, later: Done, seen: Sightings, until_us: int) -> _Found | None:
    """Return the title of a window that came of the step, and in which the recording goes on."""
    window, since_us = later.window, _acted_us(done.gesture)
    before = seen.shown_at(since_us)
    if window is None or window.is_popup or window.is_own or later.step.off or before is None:
        return None
    first = seen.first(since_us, lambda shown: shown.window(window.window_id))
    if first is None or before.window(window.window_id) or not _may_open(done):
        return None
    if until_us < min(first.began_us, later.gesture.span.begin_us):
        return None  # it came of what was done between the two and is in the list no more
    here = done.window
    is_kin = here is not None and bool(here.pid) and here.pid == window.pid
    took_us = _took_us(first, done.gesture.span)
    if took_us > (SOON_US if is_kin else SOON_ELSEWHERE_US) or _is_data(window.title, done):
        return None
    condition = came(window.title, later.typed, before.titles, app=window.app)
    return (condition, took_us) if condition is not None else None


def _closed(done: Done, seen: Sightings, until_us: int) -> _Found | None:
    """Return that the window has gone which the recording had opened."""
    window, since_us = done.window, _acted_us(done.gesture)
    if window is None or window.is_popup or not (seen.came(window.window_id) and _may_close(done)):
        return None
    before, after = seen.shown_at(since_us), seen.shown_at(until_us)
    without = seen.first(since_us, lambda shown: not shown.window(window.window_id))
    if before is None or after is None or without is None or not is_whole(window.title):
        return None
    took_us = _took_us(without, done.gesture.span)
    is_gone = before.window(window.window_id) and not after.window(window.window_id)
    if not is_gone or took_us > SOON_ELSEWHERE_US:
        return None
    condition = gone(window.title, done.typed, after.titles)
    # What a star stands for may be another window that is open then.
    return (condition, took_us) if condition is not None and "*" not in condition.title else None


def _turned(done: Done, seen: Sightings, until_us: int) -> _Found | None:
    """Return the title that its window has got, which is called like what was pressed."""
    window, span, name = done.window, done.gesture.span, done.pressed
    before, after = seen.shown_at(span.begin_us), seen.shown_at(until_us)
    if window is None or not name or before is None or after is None:
        return None
    now = after.window(window.window_id)
    condition = called(name, now.title, before.titles) if now is not None else None
    if now is None or condition is None or any(name in typed for typed in done.typed):
        return None
    title = condition.title
    first = seen.first(
        span.begin_us, lambda shown: any(fits_title(title, one) for one in shown.titles)
    )
    took_us = _took_us(first, span) if first is not None else SOON_US + 1
    return (condition, took_us) if took_us <= SOON_US else None


def _acted_us(gesture: Gesture) -> int:
    """Return since when it may open or close a window: of a text only Enter does, at its end."""
    return gesture.span.end_us if isinstance(gesture, Text) else gesture.span.begin_us


def _took_us(shown: Shown, span: Span) -> int:
    return max(0, shown.ended_us - span.end_us)


def _may_open(done: Done) -> bool:
    """Tell whether it is something that opens windows: a press, a chord, or Enter."""
    gesture = done.gesture
    return isinstance(gesture, Click | Chord) or (isinstance(gesture, Text) and gesture.enter)


def _may_close(done: Done) -> bool:
    gesture = done.gesture
    if isinstance(gesture, Chord):
        return gesture.keys in _CLOSING
    return bool(done.pressed) or (isinstance(gesture, Text) and gesture.enter)


def _is_data(title: str, done: Done) -> bool:
    """Tell whether a title is called like the row that was pressed: another row has another one."""
    shown = comparable(title)
    parts = [part for part in map(comparable, SEPARATOR.split(title)[::2]) if part]
    texts = filter(None, map(comparable, _row_of(done)))
    return any(text in shown or any(part in text for part in parts) for text in texts)


def _row_of(done: Done) -> Iterator[str]:
    step, element = done.step, done.element
    if not isinstance(step, grammar.Click):
        return
    yield from step.target.row
    if element is None or element.role not in _DOING:
        yield from (step.target.name, step.target.text)
        yield element.name if element is not None else ""


def _is_filled(step: Step) -> bool:
    """Tell whether a step is aimed at what is only known when it is played: the window is too."""
    target = getattr(step, "target", None)
    return isinstance(target, Target) and any(map(_has_names, _texts_of(target)))


def _texts_of(target: Target) -> Iterable[str]:
    return (target.window, target.name, target.label, target.within, target.text, *target.row)


def _has_names(text: str) -> bool:
    try:
        return bool(names(text))
    except OddPlaceholder:
        return True
