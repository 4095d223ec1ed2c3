"""How many tokens of a prompt one pass may take, so that memory is not exhausted.

The portable scan keeps a row of scores, both input matrices and the values of every token in
float32 for a moment: 0.8 GB for 1024 tokens of Holotron-12B, whatever the weights take.
"""

from typing import Final

from model.core.spec import LanguageSpec
from model.network.sizes import scan_bytes_per_token

FREE_SHARE: Final = 0.5
"""Part of what is left that a scan may take: the rest is for pictures and the encoder."""

MOST_TOKENS: Final = 2048
"""Never more at once: a stop is heard between passes, and longer ones are no faster."""


def pass_tokens(
    spec: LanguageSpec, free_bytes: int, *, promised_bytes: int, has_compiled_scan: bool
) -> int:
    """Return the most tokens of one pass: a multiple of the scan's block, one block at least.

    Args:
        spec: Sizes of the network.
        free_bytes: On the device, weights in place; what the allocator holds in reserve is free.
        promised_bytes: Of them, what attention memory and states will take.
        has_compiled_scan: Compiled kernels keep no such rows.
    """
    block = spec.chunk_size
    most = max(MOST_TOKENS // block, 1) * block
    if has_compiled_scan or "mamba" not in spec.layers:
        return most
    left = max(0, free_bytes - promised_bytes)
    fitting = int(left * FREE_SHARE / scan_bytes_per_token(spec))
    return min(max(fitting // block, 1) * block, most)
