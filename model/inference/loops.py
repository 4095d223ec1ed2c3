"""Notices a reply that repeats itself without end."""

from typing import Final

import numpy as np

LONGEST_PERIOD: Final = 64
"""Tokens of the longest phrase whose repetition is noticed."""

REPEATED_TOKENS: Final = 256
"""So many tokens that only repeat are no reply any more: a table or a list of equal rows that a
person would want is shorter."""


class LoopWatch:
    """Counts, for every period, how many tokens in a row equal the one that many before them."""

    def __init__(self) -> None:
        self._last = np.full(LONGEST_PERIOD, -1, dtype=np.int64)
        """Newest first."""
        self._runs = np.zeros(LONGEST_PERIOD, dtype=np.int64)

    def is_looping(self, token: int) -> bool:
        """Take the next token; tell whether the reply has been repeating itself for too long."""
        self._runs = np.where(self._last == token, self._runs + 1, 0)
        self._last = np.concatenate(([token], self._last[:-1]))
        return bool(self._runs.max() >= REPEATED_TOKENS)
