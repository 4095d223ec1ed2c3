"""How long a recording lasted that nobody timed: what its events tell, pauses left out."""

from automation.core.errors import MacroError
from automation.macros.recording.raw import PAUSED, RESUMED
from automation.macros.recording.raw_file import unpacked


def lasted_s(events: bytes | None) -> float:
    """Return the seconds from the first event to the last; 0 where no events can be read."""
    if events is None:
        return 0.0
    try:
        found = unpacked(events).events
    except MacroError:
        return 0.0
    if not len(found):
        return 0.0
    times, kinds = found["t_us"], found["kind"]
    total_us, begin_us, is_paused = 0, int(times[0]), False
    for at in ((kinds == PAUSED) | (kinds == RESUMED)).nonzero()[0]:
        if not is_paused:
            total_us += int(times[at]) - begin_us
        is_paused, begin_us = bool(kinds[at] == PAUSED), int(times[at])
    if not is_paused:
        total_us += int(times[-1]) - begin_us
    return max(total_us, 0) / 1e6
