"""Keeps the garbage collector from holding the window up while a model is loaded and after."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Do not collect meanwhile; what is there after the first time is never looked at again.

    Importing torch and transformers makes 350,000 objects. Each full collection over them takes
    0.5 to 0.8 s (2 cores under load, 2026-11), in which no thread runs Python: four of them while
    importing, and one whenever the window has made enough objects of its own.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if gc.get_freeze_count() == 0:
            gc.freeze()
        if was_enabled:
            gc.enable()
