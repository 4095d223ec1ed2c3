"""What a recording sees beside its steps, handed on to tell what each step did."""

from collections.abc import Callable

from automation.core.observation import WindowInfo
from automation.desktop.recording.heard import Look, Turned
from automation.macros.describing.effects import TWO_STATES
from automation.macros.recording.sightings import Read, Shown, Sightings, Tree


class Watching:
    """Is told on threads of the recorder, and lets none of them wait."""

    def __init__(self, seen: Sightings, is_private: Callable[[WindowInfo], bool]) -> None:
        """Take who keeps it, and what tells the windows that are never looked at."""
        self._seen, self._is_private = seen, is_private

    def showed(self, began_us: int, ended_us: int, windows: tuple[WindowInfo, ...]) -> None:
        """Take the windows; ours and private ones are left out."""
        kept = tuple(w for w in windows if not (w.is_own or self._is_private(w)))
        self._seen.show(Shown(began_us, ended_us, kept))

    def looked(self, look: Look) -> None:
        """Take what the tree told, of it only what is in a state or holds something."""
        telling = tuple(e for e in look.elements if e.role in TWO_STATES or e.value is not None)
        self._seen.tell(Tree(look.tree_read_us, look.ended_us, telling))
        held, again = look.held, look.read_again
        if held is not None and isinstance(held.handle, tuple):
            self._seen.read(Read(held.handle, held.value, held.began_us, held.ended_us))
        if again is not None and isinstance(again[0], tuple):
            self._seen.read(Read(again[0], again[1], look.began_us, look.ended_us))

    def turned(self, turned: Turned | None) -> None:
        """Take a box that was read again; None for one that did not tell."""
        if turned is not None:
            self._seen.tell(Tree(turned.began_us, turned.ended_us, (turned.box,)))
