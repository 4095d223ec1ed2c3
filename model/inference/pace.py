"""How many prompt tokens go through the network at once."""

from typing import Final

PIECE_S: Final = 0.1
"""Seconds that one piece should take: a stop is heard between pieces, and within 200 ms."""

FIRST_PIECE_TOKENS: Final = 256
"""Tokens of the first piece, before any speed is known."""


class PrefillPace:
    """Chooses pieces short enough to be stopped between, and small enough for the memory."""

    def __init__(self, most_tokens: int, align_tokens: int) -> None:
        """Bound the pieces.

        Args:
            most_tokens: What the memory allows, at least 1.
            align_tokens: Pieces end at multiples of this where they can: blocks of the scan, at
                which a cut changes no rounding.
        """
        assert most_tokens >= 1, f"{most_tokens} tokens a piece"
        self._most = most_tokens
        self._align = align_tokens
        self._wanted = min(most_tokens, FIRST_PIECE_TOKENS)

    def end(self, start: int, stop: int) -> int:
        """Return where the piece that begins at token `start` ends, at most `stop`."""
        end = start + self._wanted
        if end >= stop:
            return stop
        aligned = end // self._align * self._align
        return aligned if aligned > start else end

    def learn(self, tokens: int, seconds: float) -> None:
        """Take into account how long a piece took; a short one tells only of its fixed cost."""
        is_short = 2 * tokens < self._wanted
        if seconds <= 0 or (is_short and seconds <= PIECE_S):
            return
        fitting = int(tokens * PIECE_S / seconds)
        grown = min(fitting, 2 * self._wanted)  # one fast piece is no promise
        self._wanted = max(min(self._align, self._most), min(grown, self._most))
