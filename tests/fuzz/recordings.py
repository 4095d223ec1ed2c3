"""Attacks on `events.bin`: what is taken as whole is read back to the last byte."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from app.gui.macros.recording.rows import lasted_s
from automation.core import hand_events
from automation.core.errors import MacroError
from automation.macros.package import check_events
from automation.macros.record.raw_file import (
    DTYPE,
    GOES_ON,
    Events,
    event_problems,
    head,
    packed,
    sealed,
    to_array,
    unpacked,
)
from tests.fakes.recorded import Hands
from tests.fuzz.mutation import Bytes, pick
from tests.fuzz.watch import Target, wrong

_HOSTILE = (0, 1, 2, 3, 4, 7, 8, 11, 12, 99, 255, 256, 2**15, 2**16 - 1, 2**29, 2**31, 2**63, -1)
_SEEDS = (
    Hands().click(5, 6).type("Hi").chord("ctrl", "s").events,
    Hands().event(hand_events.SECRET).event(hand_events.SECRET_OVER).click(900, 7).events,
)


@dataclass(frozen=True, slots=True)
class Recordings:
    """Mutates recordings: a share by their bytes, a share by their events, under sums that fit."""

    _arrays: tuple[Events, ...] = field(default_factory=lambda: tuple(map(to_array, _SEEDS)))

    def one(self, rng: Random) -> bytes:
        """Return one input."""
        if rng.random() < 0.4:
            return Bytes(tuple(map(packed, self._arrays))).one(rng)
        events = pick(rng, self._arrays).copy()
        for _ in range(1 + int(rng.random() * 2)):
            _change(events, rng)
        data = sealed(events).tobytes()
        count = pick(rng, (len(events),) * 7 + (GOES_ON, len(events) + 1))
        return head(count, zlib.crc32(data)) + data

    def every_cut(self) -> Iterator[bytes]:
        """Yield every seed, cut at every offset."""
        return Bytes(tuple(map(packed, self._arrays))).every_cut()


def _change(events: Events, rng: Random) -> None:
    """Put something else into one field of one event, or let two change places."""
    at, other = int(rng.random() * len(events)), int(rng.random() * len(events))
    if rng.random() < 0.1:
        events[[at, other]] = events[[other, at]]
        return
    name = pick(rng, DTYPE.names)
    bits = 8 * DTYPE[name].itemsize
    value = pick(rng, _HOSTILE) % 2**bits
    is_signed = DTYPE[name].kind == "i"
    events[name][at] = value - 2**bits if is_signed and value >= 2 ** (bits - 1) else value


def _feed(data: bytes) -> bool:
    lasted_s(data)  # the window reads what it has, sound or not
    check_events(data, "it")
    again = packed(unpacked(data))
    if again[32:] != data[32:] or (not event_problems(data) and again != data):
        wrong("the recording changed on its way through a file")
    return True


def recordings() -> Target:
    """Return the attack."""
    return Target("macro recordings", Recordings(), _feed, (MacroError,), 100_000)
