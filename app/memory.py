"""Large blocks go back to the system when they are freed: a screenshot is megabytes, a run makes many."""

import ctypes
import sys
from typing import Final

LARGE_BYTES: Final = 1 << 20
"""A 1280 x 800 frame has 4 MB, its row of tiles one; what is smaller is better kept by the allocator."""
_M_MMAP_THRESHOLD: Final = -3
"""Number of the option in glibc's malloc.h; see mallopt(3)."""


def return_large_blocks() -> bool:
    """Let every block of `LARGE_BYTES` or more be mapped by itself, and so unmapped when freed.

    glibc raises its own threshold to the size of each such block that is freed, up to 32 MB
    (mallopt(3), "dynamic mmap threshold"): from then on frames come from heaps, between small things
    that live longer, and the process holds on to tens of megabytes for no use.

    Returns:
        Whether the C library took it; others than glibc know no such option.
    """
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(_M_MMAP_THRESHOLD, LARGE_BYTES) == 1
