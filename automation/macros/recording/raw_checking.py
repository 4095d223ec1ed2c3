"""Everything that is wrong with an `events.bin` that somebody hands over, each with its place.

`raw_file` reads what it can of a recording of ours that a kill or a power cut ended. A file from
elsewhere is no such thing: it is whole, or refused with the byte at which it is not.
"""

import zlib
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from automation.core.errors import MacroError
from automation.macros.problems import Problem
from automation.macros.recording import raw
from automation.macros.recording.raw import DTYPE, Events
from automation.macros.recording.raw_format import (
    FILE,
    GOES_ON,
    HEAD,
    checked_head,
    good_checks,
    in_secret,
)

_ADVICE: Final = "get it again, or leave the recording out: the macro is replayed without it"
_COUNT_AT: Final = 16
_SUM_AT: Final = 24
_ZERO_AT: Final = 12
_MOST_KEYSYM: Final = 0x1FFF_FFFF
"""A keysym has 29 bits (X protocol, appendix A)."""
_MOST_STATE: Final = 0xFF
"""The modifiers; buttons that are held are told by events of their own."""
_MOST_GROUP: Final = 3
"""XKB has four layouts at most."""
_Wrong = npt.NDArray[np.bool_]
_Say = Callable[[np.void], str]
"""From the first event that breaks a rule to what is wrong with it."""


def event_problems(data: bytes | None) -> tuple[Problem, ...]:
    """Return everything that is wrong with the file of a recording; nothing where there is none.

    A recording that was recovered after a kill has no count: that is a note.
    """
    if data is None:
        return ()
    try:
        count, crc = checked_head(data, "it")
    except MacroError as error:
        return (_problem(0, str(error)),)
    return tuple(_body_problems(data, count, crc))


def _body_problems(data: bytes, count: int, crc: int) -> Iterator[Problem]:
    size = DTYPE.itemsize
    whole, rest = divmod(len(data) - HEAD.size, size)
    if any(data[_ZERO_AT:_COUNT_AT]):
        yield _problem(_ZERO_AT, "there is something where the head has zeros")
    if rest:
        said = "1 byte" if rest == 1 else f"{rest} bytes"
        yield _problem(len(data) - rest, f"something stands behind the last whole event: {said}")
    if count == GOES_ON:
        reason = f"the recording was not finished: it has {whole:,} events"
        yield Problem(0, 0, FILE, reason, is_note=True)
    elif count != whole:
        yield _problem(_COUNT_AT, f"it says that it has {count:,} events, and {whole:,} are there")
    found: Events = np.frombuffer(data, DTYPE, whole, HEAD.size)
    damaged = list(_event_problems(found))
    yield from damaged
    is_summed = zlib.crc32(memoryview(data)[HEAD.size :]) == crc
    if not damaged and not rest and count == whole and not is_summed:
        yield _problem(_SUM_AT, "its events are not those that were recorded: the sum is another")


def _event_problems(events: Events) -> Iterator[Problem]:
    """Yield for each rule the first event that breaks it, and how many more do."""
    for reason, wrong in _rules(events):
        if not wrong.any():
            continue
        at, more = int(np.argmax(wrong)), int(wrong.sum()) - 1
        place = f"event {at + 1:,}"
        said = f"{place} {reason(events[at])}" + (f", and {more:,} more are so" if more else "")
        yield _problem(HEAD.size + at * DTYPE.itemsize, said)


def _rules(events: Events) -> Iterator[tuple[_Say, _Wrong]]:
    kinds, times = events["kind"], events["t_us"]
    presses = (kinds == raw.PRESS) | (kinds == raw.RELEASE)
    back = np.zeros(len(events), np.bool_)
    back[1:] = times[1:] < times[:-1]
    first, last = raw.KINDS.start, raw.KINDS.stop - 1
    yield (lambda e: "is damaged: its check is another", ~good_checks(events))
    yield (
        lambda e: f"has the kind {e['kind']}, expected {first} to {last}",
        (kinds < first) | (kinds > last),
    )
    yield (lambda e: f"is at {e['t_us']} us, before the beginning", times < 0)
    yield (lambda e: f"is at {e['t_us']} us, before the event in front of it", back)
    yield (lambda e: "presses no button", presses & (events["button"] == 0))
    for name, most in (
        ("keysym", _MOST_KEYSYM),
        ("base", _MOST_KEYSYM),
        ("state", _MOST_STATE),
        ("group", _MOST_GROUP),
        ("flags", raw.COMPOSED | raw.UNTOLD),
    ):
        yield (_beyond(name, most), events[name] > most)
    yield (lambda e: "is a key that was typed in secret", in_secret(events))


def _beyond(name: str, most: int) -> _Say:
    return lambda e: f"has the {name} {e[name]:#x}, expected at most {most:#x}"


def _problem(at: int, reason: str) -> Problem:
    return Problem(0, 0, f"{FILE}, byte {at:,}", reason, _ADVICE)
