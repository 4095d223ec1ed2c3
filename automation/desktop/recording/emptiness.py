"""Tells whether a field was empty when a key went into it, from what it held a moment before."""

from typing import Final

from automation.core.observation import ScreenElement
from automation.desktop.recording.growth import LATE_US
from automation.desktop.recording.heard import HandEvent, Held
from automation.desktop.recording.key_sorts import COMMANDS, MODIFIERS, SHIFTS, TABS

_LEFT: Final = 1
_MOST_READS: Final = 200
"""A key is decided up to seconds after it was heard, and a field is read many times a second."""
_CHANGES: Final = frozenset(
    {"press", "key_down", "secret", "untold", "secret_over", "paused", "resumed", "lost"}
)


class Emptiness:
    """Takes looks on one thread and events, in their order, on another."""

    def __init__(self) -> None:
        self._reads: tuple[Held, ...] = ()
        self._moved_us = self._changed_us = 0

    def looked(self, held: Held | None) -> None:
        """Take what the field with the keyboard held."""
        if held is not None:
            self._reads = (*self._reads[1 - _MOST_READS :], held)

    def heard(self, event: HandEvent) -> None:
        """Take an event after which a field may hold something else."""
        if event.kind not in _CHANGES:
            return
        if _moves(event):
            self._moved_us = event.t_us
        elif not _only_shifts(event):
            self._changed_us = event.t_us

    def was_empty(self, field: ScreenElement, t_us: int) -> bool:
        """Tell whether a field was empty at a moment before which all events were taken.

        False where it was not read after the last of them: a left press or Tab may have moved the
        keyboard there, anything else may have changed what it holds, which shows a little late.
        """
        reads = (h for h in reversed(self._reads) if h.began_us <= t_us)
        last = next((h for h in reads if h.handle == field.handle), None)
        if last is None or field.handle is None or last.value:
            return False
        return last.began_us >= max(self._moved_us, self._changed_us + LATE_US)


def _moves(event: HandEvent) -> bool:
    """Tell whether it may move the keyboard into a field, and changes nothing that one holds."""
    if event.kind == "press":
        return event.button == _LEFT
    return event.kind == "key_down" and event.keysym in TABS and not event.modifiers & COMMANDS


def _only_shifts(event: HandEvent) -> bool:
    """Tell whether it is a key that changes nothing by itself, as the one for a capital letter."""
    is_modifier = event.keysym in MODIFIERS or event.keysym in SHIFTS
    return event.kind == "key_down" and is_modifier
