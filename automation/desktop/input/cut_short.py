"""Why an action ended before its last event, how far it had come, and what the user reads of it."""

from dataclasses import dataclass
from typing import Final

from automation.core.errors import InputError, Refused, Stopped
from automation.core.geometry import Rect

STOP_SENTENCES: Final = {
    "user": "you stopped it",
    "kill_key": "the kill key was pressed",
    "corner": "the pointer was pushed into the stop corner",
    "slept": "the computer slept meanwhile",
    "takeover": "you used the mouse or the keyboard",
    "signal": "the system asked the executor to end",
    "gone": "the assistant's window went away",
}
"""By the cause of a stop."""


@dataclass(slots=True)
class Sent:
    """Counts what went out."""

    events: int = 0
    chars: int = 0
    pressed: Rect | None = None
    """What looked otherwise round the pixel while the button was down."""
    released_s: float | None = None
    """When a button of the mouse was first let go."""


class CutShort(Exception):
    """An action ended before its last event; carries why and how far it came."""

    def __init__(self, why: Stopped | InputError, sent: Sent) -> None:
        super().__init__(str(why))
        self.why = why
        self.sent = sent


def note_of(why: Stopped | InputError) -> str:
    """Return the refusal's word (`failed` for an error) and a sentence."""
    error = as_error(why)
    return f"{error.reason if isinstance(error, Refused) else 'failed'}: {error}"


def as_error(why: Stopped | InputError) -> InputError:
    """Return the error to be told where nothing was sent: a stop is a refusal with its sentence."""
    return _refusal(why) if isinstance(why, Stopped) else why


def _refusal(why: Stopped) -> Refused:
    reason = "user_active" if why.cause == "takeover" else "stopped"
    return Refused(reason, STOP_SENTENCES.get(why.cause, why.cause))
