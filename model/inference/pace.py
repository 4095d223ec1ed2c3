"""Decides how many prompt tokens go through the network at once.

The limit is memory: the portable scan keeps a row of scores, both input matrices and the values of
every token in float32 for a moment, 0.8 GB for 1024 tokens of Holotron-12B, whatever the weights take.
Below it the pace is what keeps a stop prompt.
"""

import math
from typing import Final

from model.network.device import scan_bytes_per_token
from model.spec import LanguageSpec

PIECE_S: Final = 0.1
"""Seconds that one piece should take: a stop is heard between pieces."""

GROWTH: Final = 1.5
"""Times that the next piece may be longer even where nothing bounds what it will take."""

FORGOTTEN: Final = 0.1
"""Share of what was learned that every further piece puts out of mind: a device gets other work."""

SURPRISE: Final = 3.0
"""A pass that takes so many times what was expected tells of another device than the earlier ones."""

FIRST_PIECE_TOKENS: Final = 256
"""Tokens of the first piece, before any speed is known."""


class PrefillPace:
    """Chooses pieces short enough to be stopped between, and small enough for the memory.

    A pass takes a time of its own, however little it reads: Python launches two thousand kernels,
    in 30 to 110 ms on an H200's host, while 2304 tokens take the card 0.2 s. Where that is most of
    a piece, smaller ones are hardly shorter and there are more of them. So both parts of the time are
    learned, by a line through the last pieces; where the pass's own part is more than half of
    `PIECE_S`, the tokens may take as long as `PIECE_S` besides.
    """

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
        self._line = _Line()

    def end(self, start: int, stop: int) -> int:
        """Return where the piece that begins at token `start` ends, at most `stop`."""
        end = start + self._wanted
        if end >= stop:
            return stop
        aligned = end // self._align * self._align
        return aligned if aligned > start else end

    def learn(self, tokens: int, seconds: float) -> None:
        """Take into account how long a piece took; a short one tells only of its fixed cost."""
        if seconds <= 0:
            return
        if seconds > max(PIECE_S, SURPRISE * self._line.expected_s(tokens)):
            self._line = _Line()
        self._line.add(tokens, seconds)
        is_short = 2 * tokens < self._wanted
        if is_short and seconds <= PIECE_S:
            return
        fitting = self._fitting(tokens)
        # Were all of the time by token, the next piece would take twice `PIECE_S` or little more.
        grown = int(tokens * min(2.0, max(GROWTH, 2 * PIECE_S / seconds)))
        grown = max(grown, tokens + self._align)
        longer = self._wanted if is_short else max(self._wanted, grown)
        self._wanted = max(min(self._align, self._most), min(fitting, longer, self._most))

    def _fitting(self, tokens: int) -> int:
        """Return how many tokens fit into a piece by what is known, after one of `tokens`."""
        fixed_s, token_s = self._line.fit()
        share_s = PIECE_S if fixed_s > PIECE_S / 2 else PIECE_S - fixed_s
        fitting = round(min(share_s / token_s, self._most)) if token_s else self._most
        longer = tokens + self._align
        if self._line.is_blind and self._line.expected_s(longer) <= 2 * PIECE_S:
            return max(fitting, longer)  # two sizes tell both parts apart
        return fitting


class _Line:
    """Seconds of a pass as a fixed part and one by token: least squares, older pieces count less."""

    def __init__(self) -> None:
        self._weight = self._n = self._t = self._nn = self._nt = 0.0

    def add(self, tokens: int, seconds: float) -> None:
        """Take a pass into account."""
        kept = 1.0 - FORGOTTEN
        self._weight = kept * self._weight + 1.0
        self._n = kept * self._n + tokens
        self._t = kept * self._t + seconds
        self._nn = kept * self._nn + tokens * tokens
        self._nt = kept * self._nt + tokens * seconds

    def expected_s(self, tokens: int) -> float:
        """Return how long a pass would take by what is known; endless while nothing is."""
        if not self._weight:
            return math.inf
        fixed_s, token_s = self.fit()
        return fixed_s + token_s * tokens

    @property
    def is_blind(self) -> bool:
        """Tell whether all passes were of one size, so that nothing is known of their fixed part."""
        spread = self._weight * self._nn - self._n * self._n
        return spread <= 1e-6 * self._weight * self._nn

    def fit(self) -> tuple[float, float]:
        """Return both parts, neither below zero; no fixed part while all passes were of one size."""
        through_zero = self._nt / self._nn
        if self.is_blind:
            return 0.0, through_zero
        spread = self._weight * self._nn - self._n * self._n
        token_s = (self._weight * self._nt - self._n * self._t) / spread
        fixed_s = (self._t - token_s * self._n) / self._weight
        if fixed_s < 0.0:
            return 0.0, through_zero
        return (fixed_s, token_s) if token_s > 0.0 else (self._t / self._weight, 0.0)


FREE_SHARE: Final = 0.5
"""Part of what is left that a scan may take: the rest is for pictures and the encoder."""

MOST_TOKENS: Final = 2048
"""Never more at once: a stop is heard between passes, and longer ones are no faster."""


def pass_tokens(
    spec: LanguageSpec, free_bytes: int, *, promised_bytes: int, has_compiled_scan: bool
) -> int:
    """Return the most tokens of one pass: a multiple of the scan's block, one block at least.

    Args:
        free_bytes: On the device, weights in place; what the allocator holds in reserve is free.
        promised_bytes: Of them, what attention memory and states will take.
    """
    block = spec.chunk_size
    most = max(MOST_TOKENS // block, 1) * block
    if has_compiled_scan or "mamba" not in spec.layers:
        return most
    left = max(0, free_bytes - promised_bytes)
    fitting = int(left * FREE_SHARE / scan_bytes_per_token(spec))
    return min(max(fitting // block, 1) * block, most)
