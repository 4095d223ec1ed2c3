"""One recording as it grows: from raw events to the list of steps, what is put in by hand, the macro.

The list is on the disk and told to who watches. Places in it never change: a step keeps its number, one
that was undone leaves a gap. What a gesture that still goes on would come to is told under the number that
it will have. The last step is told what it did before the next one begins.
"""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replace_done
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from automation.core import hand_events
from automation.core.errors import MacroError
from automation.core.hand_events import Context, HandEvent
from automation.core.secrets import is_secret_name, reference
from automation.macros import macro as grammar
from automation.macros.effects import Astray
from automation.macros.images import image_paths
from automation.macros.macro import Condition, Macro, Made, Param, Step
from automation.macros.macro_files import FileError
from automation.macros.record.coalesce import REPEAT_US, Coalescer
from automation.macros.record.drafts import Draft, Drafter, provisional
from automation.macros.record.gestures import Chord, Gesture, Hold, Pause, Span, Text
from automation.macros.record.keys import KeyNames
from automation.macros.record.raw_file import Blanker
from automation.macros.record.recording_journal import Recovered, StepJournal
from automation.macros.record.seen_effects import Done, Sightings, effect_of, written_of

_ACTS: Final = frozenset(
    {
        hand_events.PRESS,
        hand_events.KEY_DOWN,
        hand_events.SECRET,
        hand_events.PAUSED,
        hand_events.LOST,
    }
)
ALONE_US: Final = 5_000_000
"""So long after the last step what happens may be its effect."""
MOST_STEPS: Final = 500
"""As many are taken back one by one with what each told of the one before."""


@dataclass(slots=True)
class _Entry:
    n: int
    done: Done
    since_us: int
    """When the last thing before it had been done."""
    until_us: int | None = None
    """When the next thing was done; None until the step is told its effect for the first time."""


@dataclass(slots=True)
class Pending:
    """Serves one recording; used while its session is held."""

    seen: Sightings = field(default_factory=Sightings)
    _acts: list[int] = field(default_factory=list)
    """When something was done, since the step in hand began."""
    _done_us: int = 0
    """When the last step had been done."""
    _entries: list[_Entry | None] = field(default_factory=list)
    """The step in hand is the last one; None stands where the next step tells nothing of the one before."""

    def heard(self, event: HandEvent) -> None:
        """Take an event; what came of a step came before the next thing was done."""
        if event.kind in _ACTS:
            self._acts.append(event.t_us)

    def follow(self, n: int, done: Done) -> tuple[int, Step] | None:
        """Take the next step; return the one before it with its effect, None where nothing is sure."""
        before = self._in_hand
        entry = _Entry(n, done.slim, self._done_us)
        self._done_us = max(self._done_us, done.gesture.span.end_us)
        self._entries = [*self._entries[1 - MOST_STEPS :], entry]
        return self._told(before, done)

    def end(self) -> tuple[int, Step] | None:
        """Return the last step with its effect: what comes next tells nothing of it."""
        before = self._in_hand
        self.forget()
        return self._told(before, None)

    def forget(self) -> None:
        """Tell nothing of the step in hand."""
        if self._in_hand is not None:
            self._entries.append(None)

    def without(self, places: tuple[int, ...]) -> tuple[int, Step] | None:
        """Return the step before one that is taken back, without what that one told of it; changes nothing."""
        at = self._place_of(places)
        before = self._entries[at - 1] if at else None
        return (before.n, before.done.step) if before is not None else None

    def undone(self, places: tuple[int, ...]) -> None:
        """Take back a step: the one before it is in hand again, so that the next step may tell of it."""
        at = self._place_of(places)
        if at is None:
            self.forget()
        else:
            del self._entries[at:]

    def _place_of(self, places: tuple[int, ...]) -> int | None:
        numbers = [entry.n if entry is not None else None for entry in self._entries]
        return next((i for i, n in enumerate(numbers) if n in places), None)

    @property
    def _in_hand(self) -> _Entry | None:
        return self._entries[-1] if self._entries else None

    def _told(self, entry: _Entry | None, later: Done | None) -> tuple[int, Step] | None:
        if entry is None:
            return None
        done = entry.done
        end_us = done.gesture.span.end_us
        next_us = later.gesture.span.begin_us if later is not None else end_us + ALONE_US
        self._acts = [t_us for t_us in self._acts if t_us > end_us]
        known_us = () if entry.until_us is None else (entry.until_us,)
        entry.until_us = min((next_us, *self._acts[:1], *known_us))
        if (known := written_of(done, self.seen, entry.since_us, entry.until_us)) is not None:
            done = entry.done = replace_done(done, step=known)
            expect = effect_of(done, later, self.seen, entry.until_us)
            return entry.n, replace(known, expect=expect)
        expect = effect_of(done, later, self.seen, entry.until_us)
        return (entry.n, replace(done.step, expect=expect)) if expect is not None else None


@dataclass(frozen=True, slots=True)
class Recorded:
    """A step came to the list."""

    n: int
    step: Step


@dataclass(frozen=True, slots=True)
class Changed:
    """A step of the list is another one: text went on, a click became a double click."""

    n: int
    step: Step


@dataclass(frozen=True, slots=True)
class Removed:
    """A step was undone, or turned out to be none."""

    n: int


Happening = Recorded | Changed | Removed


@dataclass(frozen=True, slots=True)
class Recording:
    """A finished recording."""

    macro: Macro
    images: Mapping[str, bytes]
    events: bytes | None


def recording_of(found: Recovered, name: str, version: str = "") -> Recording:
    """Return the macro of a list of steps."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    macro = Macro(
        deskhand=1,
        name=name,
        made=Made(by="recording", at=at, version=version),
        params=used(found.params, found.steps),
        steps=found.steps,
    )
    images = {path: found.images[path] for path in image_paths(macro) if path in found.images}
    return Recording(macro, images, found.events)


def used(params: Mapping[str, Param], steps: tuple[Step, ...]) -> dict[str, Param]:
    """Return the parameters that some step still types: one that was undone is not asked for."""
    texts = [step.text for step in steps if isinstance(step, grammar.Type)]
    return {
        name: param for name, param in params.items() if any(f"{{{{{name}}}}}" in t for t in texts)
    }


Listener = Callable[[Happening], None]


class StepList:
    """Owned by one `RecordingSession`; used and told of while that is held."""

    def __init__(
        self,
        journal: StepJournal,
        pictures: Mapping[str, bytes],
        listener: Listener,
    ) -> None:
        """Begin with nothing.

        Args:
            pictures: PNG files by the path that a step names; they come as steps are made.
        """
        self._journal = journal
        self._pictures = pictures
        self._listener = listener
        self._steps: dict[int, Step] = {}
        self._groups: list[tuple[tuple[int, ...], Span | None]] = []
        """Places of what came at once, and its keys."""
        self._next = 0
        self._live: dict[int, Step] = {}
        """What still goes on, as it was told last."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The list as it is, without what still goes on."""
        return tuple(self._steps[n] for n in sorted(self._steps))

    @property
    def last(self) -> tuple[int, Step] | None:
        """The last step with its number; None while there is none."""
        n = max(self._steps, default=None)
        return (n, self._steps[n]) if n is not None else None

    def add(
        self, made: tuple[Step, ...], params: Mapping[str, Param], span: Span | None = None
    ) -> tuple[int, ...]:
        """Put steps at the end, to be taken back at once; return their numbers.

        Args:
            span: the keys that they came of; None where those are not to be taken back with them.

        Raises:
            FileError: it cannot be written to the journal; called again it goes on where it was.
        """
        places = tuple(range(self._next, self._next + len(made)))
        for n, step in zip(places, made, strict=True):
            self.put(n, step, params)
        self._next += len(made)
        if places:
            self._groups.append((places, span))
        return places

    def put(self, n: int, step: Step, params: Mapping[str, Param] | None = None) -> None:
        """Put a step at a place, be it in place of another one.

        Raises:
            FileError: it cannot be written to the journal; the list is as it was.
        """
        paths = image_paths(Macro(deskhand=1, name="recording", steps=(step,)))
        images = {p: self._pictures[p] for p in paths if p in self._pictures}
        self._journal.put(n, step, images, params)
        is_known = n in self._steps or n in self._live
        is_same = self._live.pop(n, self._steps.get(n)) == step
        self._steps[n] = step
        if not is_known:
            self._listener(Recorded(n, step))
        elif not is_same:
            self._listener(Changed(n, step))

    def expect(self, n: int, step: Step) -> None:
        """Let a step of the list say what is waited for after it, or no more.

        Raises:
            FileError: it cannot be written to the journal; the list is as it was.
        """
        if n in self._steps and self._steps[n] != step:
            self._journal.add(n, step)
            self._steps[n] = step
            self._listener(Changed(n, step))

    @property
    def last_group(self) -> tuple[tuple[int, ...], Span | None]:
        """The numbers of what came last at once, and its keys; none if the list is empty."""
        return self._groups[-1] if self._groups else ((), None)

    def remove_last_group(self) -> None:
        """Take out what came last at once; its numbers are not given again.

        Raises:
            FileError: it cannot be written to the journal; called again it goes on where it was.
        """
        places, _ = self.last_group
        for n in places:
            if n in self._steps:
                self._journal.put(n, None)
                del self._steps[n]
                self._listener(Removed(n))
        self._groups = self._groups[:-1]

    def show(self, shown: Sequence[Step]) -> None:
        """Tell what still goes on, under the numbers that it will have; nothing is written."""
        for n, step in enumerate(shown, self._next):
            before = self._live.get(n)
            self._live[n] = step
            if before is None:
                self._listener(Recorded(n, step))
            elif before != step:
                self._listener(Changed(n, step))
        for n in [n for n in self._live if n >= self._next + len(shown)]:
            del self._live[n]
            self._listener(Removed(n))


LIVE_US: Final = 1_000_000
"""A gesture that nothing was added to for so long is shown in the list although it may grow."""
SETTLED_US: Final = 2_500_000
"""After a rest as long the gesture is over: longer than the pause that ends a text."""
COMPOSED_US: Final = 10_000_000
"""The same while an input method is on: its lists are read before one of their words is taken."""
_CLOSING: Final = 2
"""Events that end what goes on: there is always room for them."""
MOST_CONTEXTS: Final = 5000
"""Kept for gestures that go on: more than the longest text has keys."""
_LOG = logging.getLogger(__name__)


class RecordingSession:
    """Safe to use from several threads; the listener is called while the session is held."""

    def __init__(
        self, folder: Path, names: KeyNames, listener: Listener, repeat_us: int = REPEAT_US
    ) -> None:
        """Begin.

        Args:
            folder: of the journal; must not be there yet.
            listener: told of every change of the list; must not call back.
        """
        self._lock = threading.RLock()
        self._journal = StepJournal(folder)
        self._raw = Blanker(self._journal.events)
        self._coalescer = Coalescer(names, repeat_us)
        self._drafter = Drafter()
        self._list = StepList(self._journal, self._drafter.images, listener)
        self._pending = Pending()
        self._done = 0
        """Settled gestures whose steps were made."""
        self._unwritten: Draft | None = None
        """Of the last of them, while the disk refuses it."""
        self._contexts: dict[int, Context] = {}
        self._count = 0
        self._last_us = 0
        self._told_us = -1
        self._is_over = False
        self._is_dirty = False
        """Something came since everything was ended the last time."""

    @property
    def seen(self) -> Sightings:
        """Takes what the desktop shows meanwhile; waits for nobody."""
        return self._pending.seen

    @property
    def steps(self) -> tuple[Step, ...]:
        """The list as it is, without what still goes on."""
        with self._lock:
            return self._list.steps

    def image(self, path: str) -> bytes | None:
        """Return the PNG file of a step's picture; waits for nobody. None for one that is not there."""
        return self._drafter.images.get(path)  # pictures only ever come to it

    @property
    def is_full(self) -> bool:
        """Tell whether the recording is as long as one may be; nothing that is fed is taken any more."""
        return self._journal.events.room <= _CLOSING

    def feed(self, event: HandEvent, context: Context | None = None) -> None:
        """Take the next event, and what was seen before it.

        Raises:
            FileError: it cannot be written to the journal.
            MacroError: the recording is as long as one may be.
        """
        with self._lock:
            if self._is_over or self.is_full:
                return
            if event.kind != hand_events.MOVE or self._coalescer.is_pressing:
                self._raw.append(event)
                if context is not None:
                    self._keep(context)
                self._pending.heard(event)
                self._coalescer.feed(event)
                self._raw.take_back(self._coalescer.taken_back())
                self._count += 1
                self._is_dirty = True
            self._last_us = max(self._last_us, event.t_us)
            self._settle()

    def tick(self, now_us: int) -> None:
        """Show what has gone on for a while, and settle what is over; call it a few times a second."""
        with self._lock:
            if self._is_over or not self._count:
                return
            rest_us = now_us - self._last_us
            settled_us = COMPOSED_US if self._coalescer.is_composing else SETTLED_US
            if rest_us >= settled_us and not self._coalescer.is_pressing:
                self._cut()
            elif rest_us >= LIVE_US and self._told_us != self._last_us:
                self._told_us = self._last_us
                self._show()

    def insert(self, step: Step) -> int:
        """Put a step after what was done so far; its id is made unique. Return its number."""
        with self._lock:
            self._cut()
            return self._put_in(step, {})

    def insert_check(self, condition: Condition) -> int:
        """Put in: look, and go on only if it is so."""
        return self.insert(grammar.CheckThat(id="check", condition=condition, within_s=5.0))

    def insert_wait(self, seconds: float) -> int:
        """Put in: let time pass."""
        return self.insert(grammar.Wait(id="wait", seconds=seconds))

    def insert_parameter(self, name: str, param: Param) -> int:
        """Put in: type a value that is asked for at the start; it gets another name if that is taken."""
        with self._lock:
            self._cut()
            given = self._drafter.put_in(name, param)
            return self._put_in(grammar.Type(id=given, text=f"{{{{{given}}}}}"), {given: param})

    def insert_secret(self, name: str) -> int:
        """Put in: type the secret of this name, which is kept by the system and never shown."""
        if not is_secret_name(name):
            raise MacroError(f"{name!r} is no name for a secret; use letters, digits, - and _")
        return self.insert(grammar.Type(id="secret", text=reference(name)))

    def undo(self) -> tuple[int, ...]:
        """Take back what came to the list last; return its numbers, none when the list is empty."""
        with self._lock:
            self._cut()
            places, span = self._list.last_group
            self._drafter.holding.forget()
            without = self._pending.without(places)
            if without is not None:
                self._list.expect(*without)
            if span is not None:
                self._raw.take_back_all(span.first, span.last)
            self._list.remove_last_group()
            self._pending.undone(places)
            self._drafter.astray = Astray.after(self._list.steps)
            self._drafter.params = used(self._drafter.params, self._list.steps)
            return places

    def drop_last_tap(self, keys: tuple[str, ...]) -> None:
        """Take back the last step if it is these keys pressed once: the first half of a stop key."""
        with self._lock:
            self._cut()
            n, last = self._list.last or (-1, None)
            if not (isinstance(last, grammar.Keys) and last.keys == keys):
                return
            if last.times == 1:
                self.undo()
                return
            self._pending.forget()
            self._list.put(n, replace(last, times=last.times - 1))

    def finish(self, name: str, version: str = "") -> Recording:
        """End the recording and return its macro; the journal stays until `remove`."""
        with self._lock:
            self._cut()
            self._tell(self._pending.end)
            self._is_over = True
            events = self._journal.finish()
            found = Recovered(self.steps, self._drafter.params, self._drafter.images, events)
            return recording_of(found, name, version)

    def let_go(self) -> Path:
        """End the recording as it is on the disk, held by nobody; return its folder, to be recovered."""
        with self._lock:
            self._is_over = True
            self._journal.close()
            return self._journal.folder

    def remove(self) -> None:
        """Delete the journal: the macro was kept, or is not wanted."""
        with self._lock:
            self._is_over = True
            self._journal.remove()

    def _put_in(self, step: Step, params: Mapping[str, Param]) -> int:
        named = self._drafter.put_in_step(step)
        self._tell(self._pending.end)
        return self._list.add((named,), params)[0]

    def _keep(self, context: Context) -> None:
        while len(self._contexts) >= MOST_CONTEXTS:
            self._contexts.pop(next(iter(self._contexts)))
        self._contexts[self._coalescer.count] = context

    def _cut(self) -> None:
        """Settle everything: what comes next has nothing to do with what was."""
        if self._is_dirty:
            for kind in (hand_events.PAUSED, hand_events.RESUMED):
                event = HandEvent(self._last_us, kind)
                self._raw.append(event)
                self._coalescer.feed(event)
                self._count += 1
            self._is_dirty = False
        self._settle()  # be it only what found no room before
        self._contexts.clear()

    def _settle(self) -> None:
        self._write()
        settled = self._coalescer.settled
        while self._done < len(settled):
            gesture = settled[self._done]
            self._done += 1
            if isinstance(gesture, Pause):
                continue
            before = set(self._drafter.params)
            made = self._drafter.steps(gesture, self._contexts)
            fresh = {k: v for k, v in self._drafter.params.items() if k not in before}
            self._unwritten = Draft(gesture, made, fresh)
            self._write()

    def _write(self) -> None:
        """Put the steps that were made last into the list; those that find no room stay for later."""
        draft, self._unwritten = self._unwritten, None
        if draft is None:
            return
        gesture = draft.gesture
        # Of what was done by hand keys within belong to others, if there are any.
        keys = gesture.span if isinstance(gesture, Text | Chord | Hold) else None
        try:
            places = self._list.add(draft.steps, draft.params, keys)
        except FileError:
            self._unwritten = draft
            raise
        self._follow(gesture, draft.steps, places)
        for index in [i for i in self._contexts if i <= gesture.span.last]:
            del self._contexts[index]

    def _follow(self, gesture: Gesture, made: tuple[Step, ...], places: tuple[int, ...]) -> None:
        """Tell what the step before did, as it showed until this one began."""
        before = self._contexts.get(gesture.span.first)
        typed = tuple(self._drafter.holding.typed)
        self._tell(lambda: self._pending.follow(places[0], Done(gesture, made[0], before, typed)))

    def _tell(self, told: Callable[[], tuple[int, Step] | None]) -> None:
        """Let a step say what it did; whatever goes wrong with that costs no step."""
        try:
            found = told()
            if found is not None:
                self._list.expect(*found)
        except Exception as error:  # noqa: BLE001 - a step without its effect is still a step
            _LOG.warning("the effect of a step is left out: %s", type(error).__name__)

    def _show(self) -> None:
        """Tell what still goes on."""
        self._list.show(provisional(self._coalescer.pending(), self._contexts, self._drafter))
