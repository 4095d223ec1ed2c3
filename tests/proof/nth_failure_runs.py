"""The runs that cross the seams: one of every kind of step, and one that its user stops."""

import re
import time

from automation.core.actions import (
    Aim,
    Click,
    Clipboard,
    Drag,
    Hotkey,
    KeyDown,
    KeyUp,
    Launch,
    Shown,
    Window,
    Write,
)
from automation.core.events import Working
from automation.core.observation import ScreenElement
from automation.core.proposal import Candidate, Confirmation, Proposal, Question
from automation.core.secrets import reference
from tests.fakes.scripted_policy import ScriptedPolicy
from tests.proof import nth_failure_bus as buses
from tests.proof.nth_failure_link import say_stop

POINT = buses.BUTTON.center
SHORT_TEXT = "Hé ☃"
_LETTERS = re.compile(r" of \d\d+$")
"""What is told while a text is typed; a key alone is one of one."""


class HalfHeartedUser:
    """Chooses, rejects the first step once, and accepts the rest."""

    def __init__(self) -> None:
        self._asked = 0

    def confirm(self, proposal, risk, observation, stop):
        stop.check()
        self._asked += 1
        if self._asked == 1:
            return Confirmation("rejected", "user", reason="not there")
        return Confirmation("accepted", "user", decided_s=time.monotonic())

    def choose(self, question, observation, stop):
        stop.check()
        return 1


def whole_policy() -> ScriptedPolicy:
    """Return a policy of every kind of step, which asks first which one is meant."""
    question = Question("Which one?", (Candidate(1, "Save", "button", buses.BUTTON),))

    def first(history):
        return _proposal(Click(Aim(POINT))) if history.chosen else question

    secret = Write(reference(buses.SECRET), Aim(buses.PASSWORD.center), overwrite=True)
    into_password = _entry(
        "Password", "password", buses.PASSWORD, "/root/0/1", frozenset({"secret"})
    )
    into_field = _entry("Note", "field", buses.FIELD, "/root/0/2")
    return ScriptedPolicy(
        [
            first,
            _proposal(Click(Aim(POINT))),
            Proposal(intent=secret, element=into_password, sentence="Write"),
            Proposal(
                intent=Write("a", Aim(buses.FIELD.center)), element=into_field, sentence="Write",
                awaits_effect=True,
            ),
            _proposal(Launch("editor.desktop")),
            _proposal(Window("activate", 1, "window 1")),
            _proposal(Clipboard("set", "copied")),
            _proposal(KeyDown("7")),
            _proposal(Write(SHORT_TEXT)),
            _proposal(Hotkey(("ctrl", "s"))),
            _proposal(Drag((POINT, POINT.offset(40, 30)), duration_s=0.05)),
            _proposal(Shown("Saved")),
            _proposal(KeyUp("7")),
        ],
        name="holotron",
    )  # fmt: skip


def stopped_policy(desk) -> ScriptedPolicy:
    """Return a policy that types until the user stops it."""

    def hear(event):
        if isinstance(event, Working) and _LETTERS.search(event.note):
            say_stop(desk)

    desk.hear = hear
    return ScriptedPolicy([_proposal(KeyDown("7")), _proposal(Write(SHORT_TEXT * 20))])


def _entry(name, role, box, path, more=frozenset()) -> ScreenElement:
    states = frozenset({"enabled", "editable", "showing"}) | more
    return ScreenElement(name, role, box, "tree", states, window_id=1, handle=(":1.0", path))


def _proposal(intent) -> Proposal:
    return Proposal(intent=intent, sentence=type(intent).__name__)
