"""One recording as it grows: from raw events to the list of steps, what is put in by hand, the macro."""

import logging
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from automation.core.errors import MacroError
from automation.core.secrets import is_secret_name, reference
from automation.macros import macro as grammar
from automation.macros.describing.astray import Astray
from automation.macros.files import FileError
from automation.macros.macro import Condition, Param, Step, Until
from automation.macros.recording import raw
from automation.macros.recording.blanking import Blanker
from automation.macros.recording.coalesce import Coalescer
from automation.macros.recording.context import Context
from automation.macros.recording.drafts import Draft, Drafter, provisional
from automation.macros.recording.effects import Done
from automation.macros.recording.gestures import Chord, Gesture, Hold, Pause, Text
from automation.macros.recording.journal import Recovered, StepJournal
from automation.macros.recording.keys_down import REPEAT_US
from automation.macros.recording.pending import Pending
from automation.macros.recording.recorded import Recording, recording_of, used
from automation.macros.recording.sightings import Sightings
from automation.macros.recording.step_list import Listener, StepList
from automation.macros.recording.texts import KeyNames

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
            names: what keysyms stand for.
            listener: told of every change of the list; must not call back.
            repeat_us: how long a key is down before it repeats.

        Raises:
            FileError: the journal cannot be made.
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

    def feed(self, event: raw.RawEvent, context: Context | None = None) -> None:
        """Take the next event, and what was seen before it.

        Raises:
            FileError: it cannot be written to the journal.
            MacroError: the recording is as long as one may be.
        """
        with self._lock:
            if self._is_over or self.is_full:
                return
            if event.kind != raw.MOVE or self._coalescer.is_pressing:
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
        """Put a step after what was done so far; its id is made unique. Return its number.

        Raises:
            FileError: it cannot be written to the journal.
        """
        with self._lock:
            self._cut()
            return self._put_in(step, {})

    def insert_check(self, condition: Condition, within_s: float = 5.0) -> int:
        """Put in: look, and go on only if it is so."""
        return self.insert(grammar.CheckThat(id="check", condition=condition, within_s=within_s))

    def insert_wait(self, seconds: float = 0.0, until: Until | None = None) -> int:
        """Put in: let time pass, or wait until something is so."""
        return self.insert(grammar.Wait(id="wait", seconds=seconds, wait=until))

    def insert_parameter(self, name: str, param: Param) -> int:
        """Put in: type a value that is asked for at the start; it gets another name if that is taken."""
        with self._lock:
            self._cut()
            given = self._drafter.put_in(name, param)
            return self._put_in(grammar.Type(id=given, text=f"{{{{{given}}}}}"), {given: param})

    def insert_secret(self, name: str) -> int:
        """Put in: type the secret of this name, which is kept by the system and never shown.

        Raises:
            MacroError: it is no name of a secret.
        """
        if not is_secret_name(name):
            message = f"{name!r} is no name for a secret; use letters, digits, - and _"
            raise MacroError(message)
        return self.insert(grammar.Type(id="secret", text=reference(name)))

    def undo(self) -> tuple[int, ...]:
        """Take back what came to the list last; return its numbers, none when the list is empty.

        Raises:
            FileError: it cannot be written to the journal; undo it again.
        """
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
        """End the recording and return its macro; the journal stays until `remove`.

        Raises:
            FileError: the journal cannot be finished.
        """
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
            for kind in (raw.PAUSED, raw.RESUMED):
                event = raw.RawEvent(self._last_us, kind)
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
