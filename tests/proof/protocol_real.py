"""Random conversations with a real executor process, over its socket, on a real display.

The effect is read from the window that covers the place: what it hears while nothing was allowed is
an event that nobody asked for.
"""

import random
import time

from automation.core.actions import Aim, Click, Hotkey, Scroll, Write
from automation.core.errors import Refused
from automation.desktop.input.protocol import Approval, Done, Execute, RefusedReply
from tests.desktop.executor_rig import INSIDE, aim, executor_rig
from tests.kit.waiting import wait_for

TURNS = 12
TRICKS = ("replay", "made up", "other", "blank edit", "early", "future", "leftover", "stopped")
ACTIONS = (
    Click(Aim(INSIDE)),
    Click(aim(20, 20), "right", 2),
    Scroll("down", 2, Aim(INSIDE)),
    Write("ab"),
    Hotkey(("shift", "x")),
)


class RealConversation:
    """One trace with the process behind a rig."""

    def __init__(self, rig, seed):
        self._rig = rig
        self._draw = random.Random(seed)
        self._spent = "0" * 32
        self.carried_out = self.refused = self.unasked = 0

    def go(self, turns=TURNS):
        """Take so many turns; half of them with a trick that must keep everything in."""
        self._rig.reset()
        for _ in range(turns):
            self._turn(self._draw.choice(TRICKS) if self._draw.random() < 0.5 else None)

    def _turn(self, trick):
        rig, draw = self._rig, self._draw
        rig.client.begin_run()
        action = draw.choice(ACTIONS)
        leftover = rig.client.prepare(action).nonce if trick == "leftover" else ""
        nonce = rig.client.prepare(action).nonce
        approval = _approval(trick, action)
        if trick == "leftover":
            self._ask(nonce, approval)
            nonce = leftover
        elif trick == "stopped":
            rig.client.stop()
        elif trick in ("replay", "made up"):
            nonce = self._spent if trick == "replay" else f"{draw.getrandbits(128):032x}"
        self._settle()
        rig.window.events.clear()
        reply = self._ask(nonce, approval)
        self._settle()
        heard = [e for e in rig.window.events if e[0] in ("key down", "button down")]
        if trick is None:
            self._spent = nonce
            self.carried_out += (
                isinstance(reply, Done) and reply.execution.completed and bool(heard)
            )
            return
        self.refused += isinstance(reply, RefusedReply)
        self.unasked += len(heard) + (not isinstance(reply, RefusedReply))

    def _ask(self, nonce, approval):
        """Say it on the socket itself, as a broken or hostile app could."""
        link = self._rig.client._open_link()
        seq, inbox = link.open_inbox()
        try:
            link.send(Execute(seq, nonce, approval))
            while not isinstance(reply := inbox.get(timeout=30.0), Done | RefusedReply):
                if reply is None:
                    raise Refused("gone", "the executor ended in the middle of a conversation")
            return reply
        finally:
            link.close_inbox(seq)

    def _settle(self):
        """Wait until the window has heard all there is: a key of somebody else's comes last."""
        rig = self._rig
        f12 = rig.user.code("f12")
        before = rig.window.of("key up").count(f12)
        rig.user.tap("f12")
        wait_for(lambda: rig.window.of("key up").count(f12) > before)
        rig.window.events[:] = [e for e in rig.window.events if e != ("key down", f12)]


def _approval(trick, action):
    now_s = time.monotonic()
    match trick:
        case "other":
            return Approval("edited", "user", now_s, Hotkey(("ctrl", "q")))
        case "blank edit":
            return Approval("edited", "user", now_s)
        case "early":
            return Approval("accepted", "user", now_s - 60.0)
        case "future":
            return Approval("accepted", "user", now_s + 60.0)
    return Approval("accepted", "user", now_s, action)


def real_conversations(desktop, folder, first, count, turns=TURNS):
    """Hold so many conversations and return what was heard in all of them."""
    told = {"traces": count, "carried_out": 0, "refused": 0, "unasked": 0}
    with executor_rig(desktop, folder / "state") as rig:
        for seed in range(first, first + count):
            conversation = RealConversation(rig, seed)
            conversation.go(turns)
            told["carried_out"] += conversation.carried_out
            told["refused"] += conversation.refused
            told["unasked"] += conversation.unasked
    return told
