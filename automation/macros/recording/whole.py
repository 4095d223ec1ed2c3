"""A whole recording made into gestures at once."""

from collections.abc import Iterable
from typing import Final

import numpy as np

from automation.macros.recording.coalesce import Coalescer
from automation.macros.recording.gestures import Gesture
from automation.macros.recording.raw import MOVE, Events, RawEvent, to_events
from automation.macros.recording.texts import KeyNames

_CHUNK: Final = 65_536
"""Events that are unpacked at a time: a recording of millions need not stand in memory twice."""


def coalesce(events: Iterable[RawEvent], names: KeyNames) -> tuple[Gesture, ...]:
    """Return the gestures that events make."""
    coalescer = Coalescer(names)
    for event in events:
        coalescer.feed(event)
    return coalescer.finish()


def coalesce_array(events: Events, names: KeyNames) -> tuple[Gesture, ...]:
    """Return the same for the events of a file; most are movements, which are taken in bulk."""
    coalescer = Coalescer(names)
    for begin in range(0, len(events), _CHUNK):
        chunk = events[begin : begin + _CHUNK]
        times, xs, ys = (chunk[name].tolist() for name in ("t_us", "x", "y"))
        matters = np.flatnonzero(chunk["kind"] != MOVE)
        stops = [*matters.tolist(), len(chunk)]
        at = 0
        for stop, event in zip(stops, [*to_events(chunk[matters]), None], strict=True):
            if coalescer.is_pressing:
                coalescer.move(times[at:stop], xs[at:stop], ys[at:stop])
            else:
                coalescer.skip(stop - at)
            if event is not None:
                coalescer.feed(event)
            at = stop + 1
    return coalescer.finish()
