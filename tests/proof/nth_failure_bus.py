"""What a run asks over D-Bus: the trees of programs, the keyring, and who tells of a locked screen."""

import asyncio
import threading

from automation.core.actions import Write
from automation.core.geometry import Rect
from tests.fakes.fake_bus import SHOWING, FakeBus, Thing
from tests.fakes.fake_keyring import KeyringBus, item
from tests.fakes.fake_reader import line

SECRET = "mail"
BUTTON = Rect(220, 150, 80, 24)
PASSWORD = Rect(40, 100, 150, 24)
FIELD = Rect(40, 150, 150, 24)
_EDITABLE = (7, *SHOWING)
_FOCUSED = (12, *_EDITABLE)


class Turns:
    """One loop for the questions of all runs: to make one takes longer than to answer."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._lock = threading.Lock()

    def run(self, work):
        """Run a coroutine to its end, in whichever thread."""
        with self._lock:
            return self._loop.run_until_complete(work)

    def close(self) -> None:
        self._loop.close()


class ProgramBus(FakeBus):
    """A bus whose questions take turns, of a program with one field that tells what it holds."""

    def __init__(self, turns: Turns, field: Thing, *programs) -> None:
        super().__init__(*programs)
        self._turns = turns
        self._field = field

    def run(self, work, *, timeout_s):
        return self._turns.run(work())

    def take_text(self, write: Write, count: int) -> None:
        """Have the field hold so many characters more of what was typed into it."""
        if write.at is None or self._field.box.contains(write.at.point):
            self._field.text = (self._field.text or "") + write.text[:count]


def program_bus(turns: Turns, pid: int, whole: Rect) -> ProgramBus:
    """Return the bus of one program: a button, a password field, a field with the focus, a label."""
    note = Thing(79, "Note", FIELD, states=_FOCUSED, text="")
    things = [
        Thing(43, "Save", BUTTON),
        Thing(40, "Password", PASSWORD, states=_EDITABLE, text="•••"),
        note,
        Thing(29, "Saved", Rect(40, 60, 60, 20)),
    ]
    return ProgramBus(turns, note, (pid, [Thing(23, "window 1", whole, children=things)]))


def keyring_bus() -> KeyringBus:
    """Return the session bus with one secret."""
    return KeyringBus({"/1": item(SECRET)})


class PaperEyes:
    """OCR that reads one line."""

    problem = ""

    def lines(self, frame):
        return [line("Send", Rect(270, 200, 40, 16))]

    def warm_up(self):
        """Nothing to load."""

    def close(self):
        """Nothing to give back."""
