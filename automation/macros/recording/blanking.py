"""Takes what was typed and taken back out of the raw recording, which is kept with the macro."""

from collections.abc import Iterable

from automation.macros.recording.raw import KEY_DOWN, KEY_UP, RawEvent
from automation.macros.recording.raw_file import Journal, blanked


class Blanker:
    """Stands between a recording and its file. Owned by one thread."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._still_down: set[int] = set()
        """Keycodes of keys that are taken back and have not come up yet."""

    def append(self, event: RawEvent) -> None:
        """Write an event; the release of a key that is taken back already tells nothing.

        Raises:
            FileError: it cannot be written.
            MacroError: the recording is as long as one may be.
        """
        if event.kind == KEY_UP and event.keycode in self._still_down:
            self._still_down.discard(event.keycode)
            event = blanked(event)
        self._journal.append([event])

    def take_back(self, downs: Iterable[int]) -> None:
        """Take out which keys went down at these indexes, and where they came up.

        Raises:
            FileError: it cannot be written.
        """
        gone = set(downs)
        if gone:
            self._blank(gone, min(gone))

    def take_back_all(self, first: int, last: int) -> None:
        """Take out every key that went down between two indexes.

        Raises:
            FileError: it cannot be written.
        """
        events = self._journal.read(first)[: last - first + 1]
        downs = {first + at for at, e in enumerate(events) if e.kind == KEY_DOWN}
        if downs:
            self._blank(downs, first)

    def _blank(self, downs: set[int], first: int) -> None:
        held: set[int] = set()
        found: list[int] = []
        for index, event in enumerate(self._journal.read(first), first):
            if index in downs:
                held.add(event.keycode)
                found.append(index)
            elif event.kind == KEY_UP and event.keycode in held:
                held.discard(event.keycode)
                found.append(index)
        self._journal.blank(found)
        self._still_down |= held
