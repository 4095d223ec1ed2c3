"""A macro that the user wants made of a run: it can be given up until it is written. No Qt."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from automation.core.errors import AssistantError


class TooLate(AssistantError):
    """It was given up, since the application ends; nothing was kept."""


class KeepWish:
    """One wish; any thread."""

    def __init__(self, name: str) -> None:
        """Wish for a macro of this name."""
        self.name = name
        self._lock = threading.Lock()
        self._is_given_up = self._is_over = False

    @property
    def is_over(self) -> bool:
        """Tell whether it is kept, or will never be."""
        return self._is_over

    def check(self) -> None:
        """Go on.

        Raises:
            TooLate: it was given up.
        """
        if self._is_given_up:
            raise TooLate

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Write the macro; who gives up meanwhile waits, and learns that it is there.

        Raises:
            TooLate: it was given up; nothing may be written.
        """
        with self._lock:
            self.check()
            yield
            self._is_over = True

    def end(self) -> None:
        """Note that nothing more comes of it, which was told."""
        self._is_over = True

    def give_up(self) -> bool:
        """Let nothing be written from here on; tell whether something is lost by that."""
        with self._lock:
            self._is_given_up = True
            return not self._is_over
