"""The form of `events.bin`: its head, and the check that every event carries.

A head of 32 bytes and then events of 44 bytes each. While the recording goes on the head says so
instead of telling a count. Numbers in the head are only compared with what is there, never used to
take memory.
"""

import struct
import zlib
from typing import Final

import numpy as np
import numpy.typing as npt

from automation.core.errors import MacroError
from automation.macros.recording.raw import (
    DTYPE,
    KEY_DOWN,
    KEY_UP,
    KINDS,
    SECRET,
    SECRET_OVER,
    Events,
)

VERSION: Final = 1
FILE: Final = "events.bin"
MAX_EVENTS: Final = 1_000_000
"""44 MB: room for hours of work. Whoever records ends there, whoever reads refuses more."""
_MAGIC: Final = b"dhevents"
HEAD: Final = struct.Struct("<8sHHIQII")
"""Magic, version, bytes of an event, zero, count, CRC-32 of the events, CRC-32 of the head before."""
GOES_ON: Final = 2**64 - 1
"""Stands for the count while the recording is made."""
_SEED: Final = 0x9E3779B9
_FACTORS: Final = tuple((_SEED * (2 * n + 1) | 1) & 0xFFFF_FFFF for n in range(10))
"""Odd, so that a change of any one word changes the sum; the seed keeps zeros from passing."""


def head(count: int, crc: int) -> bytes:
    """Return the head for so many events, `GOES_ON` while they are not counted, and their CRC-32."""
    told = HEAD.pack(_MAGIC, VERSION, DTYPE.itemsize, 0, count, crc, 0)[:-4]
    return told + struct.pack("<I", zlib.crc32(told))


def checked_head(data: bytes, file: str) -> tuple[int, int]:
    """Return the count and the checksum that a head tells.

    Raises:
        MacroError: it is none of ours, damaged, or tells of more than may be.
    """
    if len(data) < HEAD.size or not data.startswith(_MAGIC):
        message = f"{file} is no recording of deskhand, or it is cut off"
        raise MacroError(message)
    _, version, size, _, count, crc, own = HEAD.unpack_from(data)
    if version != VERSION:
        message = f"{file} has version {version}, expected {VERSION}; get a newer deskhand"
        raise MacroError(message)
    if size != DTYPE.itemsize or own != zlib.crc32(data[: HEAD.size - 4]):
        message = f"the head of {file} is damaged; record again, or leave the recording out"
        raise MacroError(message)
    if len(data) > HEAD.size + MAX_EVENTS * DTYPE.itemsize:
        message = f"{file} has more than {MAX_EVENTS:,} events, which is the most"
        raise MacroError(message)
    return count, crc


def _checks(events: Events) -> npt.NDArray[np.uint32]:
    """Return the check of each event: a weighted sum of its other ten words."""
    words = np.ascontiguousarray(events).view("<u4").reshape(len(events), len(_FACTORS) + 1)
    total = np.full(len(events), _SEED, np.uint32)
    for place, factor in enumerate(_FACTORS):
        total += words[:, place] * np.uint32(factor)
    return total


def sealed(events: Events) -> Events:
    """Return the events, each with its check."""
    copy = events.copy()
    copy["check"] = _checks(copy)
    return copy


def good_checks(events: Events) -> npt.NDArray[np.bool_]:
    """Tell of each event whether its check is right: (n,)."""
    good: npt.NDArray[np.bool_] = events["check"] == _checks(events)
    return good


def good_count(events: Events) -> int:
    """Return how many events stand before the first that is damaged or of a kind that none is."""
    kinds = events["kind"]
    bad = ~good_checks(events) | (kinds < KINDS.start) | (kinds >= KINDS.stop)
    return int(np.argmax(bad)) if bad.any() else len(events)


def in_secret(events: Events) -> npt.NDArray[np.bool_]:
    """Tell of each event whether it is a key between a `SECRET` and its `SECRET_OVER`: (n,)."""
    kinds = events["kind"]
    marks = np.flatnonzero((kinds == SECRET) | (kinds == SECRET_OVER))
    if not len(marks):
        return np.zeros(len(events), np.bool_)
    last = np.searchsorted(marks, np.arange(len(events)), side="right") - 1
    is_secret = (last >= 0) & (kinds[marks[np.maximum(last, 0)]] == SECRET)
    found: npt.NDArray[np.bool_] = is_secret & ((kinds == KEY_DOWN) | (kinds == KEY_UP))
    return found


def without_secrets(events: Events) -> Events:
    """Return the events without keys from each `SECRET` to its `SECRET_OVER`."""
    kept: Events = events[~in_secret(events)]
    return kept
