"""The list of steps of a recording as it grows, on the disk and told to who watches.

Places in the list never change: a step keeps its number, one that was undone leaves a gap. What a
gesture that still goes on would come to is told under the number that it will have.
"""

from collections.abc import Callable, Mapping, Sequence

from automation.macros.images import image_paths
from automation.macros.macro import Macro, Param, Step
from automation.macros.recording.gestures import Span
from automation.macros.recording.journal import StepJournal
from automation.macros.recording.recorded import Changed, Happening, Recorded, Removed

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
            journal: every change is written there before it is told.
            pictures: PNG files by the path that a step names; they come as steps are made.
            listener: told of every change of the list.
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
            made: the steps.
            params: what they ask for at the start.
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
