"""What was done to a macro and can be taken back: bounded in number and in bytes."""

from typing import Final

from automation.macros.editing.edits import Edit, measured, merged

MOST_EDITS: Final = 1000
MOST_BYTES: Final = 64 * 1024 * 1024
"""Of the values that only the history keeps alive, as JSON. The last edit stays whatever its size."""


class History:
    """Edits that were done, and those that were taken back since the last one."""

    def __init__(self, most_edits: int = MOST_EDITS, most_bytes: int = MOST_BYTES) -> None:
        self._most_edits, self._most_bytes = most_edits, most_bytes
        self._done: list[Edit] = []
        self._undone: list[Edit] = []
        self._bytes = 0
        self._is_open = False

    @property
    def last(self) -> Edit | None:
        """The edit that `back` would return."""
        return self._done[-1] if self._done else None

    @property
    def next(self) -> Edit | None:
        """The edit that `forth` would return."""
        return self._undone[-1] if self._undone else None

    def add(self, edit: Edit) -> None:
        """Note an edit; what was taken back before is forgotten."""
        self._undone.clear()
        joined = merged(self._done[-1], edit) if self._done and self._is_open else None
        if joined is not None:
            self._bytes -= self._done.pop().size
        kept = measured(joined or edit)
        self._done.append(kept)
        self._bytes += kept.size
        self._is_open = True
        self._forget()

    def back(self) -> Edit | None:
        """Take the last edit from those that were done and return it; None for none."""
        self._is_open = False
        if not self._done:
            return None
        edit = self._done.pop()
        self._undone.append(edit)
        self._bytes -= edit.size
        return edit

    def forth(self) -> Edit | None:
        """Take the edit that was taken back last and return it; None for none."""
        self._is_open = False
        if not self._undone:
            return None
        edit = self._undone.pop()
        self._done.append(edit)
        self._bytes += edit.size
        return edit

    def close_last(self) -> None:
        """Let no later edit be one with the last."""
        self._is_open = False

    def _forget(self) -> None:
        """Let the oldest edits go until the rest fits."""
        gone = 0
        while len(self._done) - gone > 1 and (
            len(self._done) - gone > self._most_edits or self._bytes > self._most_bytes
        ):
            self._bytes -= self._done[gone].size
            gone += 1
        del self._done[:gone]
