"""Notices an executor that went silent in the middle of an action: stopped, swapped out, hung."""

import queue
from typing import Final

from automation.core.errors import ExecutorGone
from automation.desktop.input.link import ExecutorLink, Inbox
from automation.desktop.input.protocol import Heartbeat

SILENT_TURNS: Final = 200
"""Turns without a word after which it is asked whether it lives."""
DEAD_TURNS: Final = 1000
"""Turns without an answer after which it is ended.

Turns and not seconds: a machine that slept, or an app that was stopped itself, took none.
"""


class LifeWatch:
    """Watches one action. A turn is one poll of the caller's, 10 ms."""

    def __init__(self, link: ExecutorLink) -> None:
        self._link = link
        self._turns = 0
        self._asked: tuple[int, Inbox] | None = None

    def heard(self) -> None:
        """Note that it spoke."""
        self.close()
        self._turns = 0

    def turn(self) -> None:
        """Note that it said nothing; ask it, and end it if it does not answer.

        Raises:
            ExecutorGone: it was ended, or is gone; its dead-man lets go of what it held.
        """
        self._turns += 1
        if self._asked is None:
            if self._turns >= SILENT_TURNS:
                self._ask()
        elif self._has_answered(self._asked[1]):
            self.heard()
        elif self._turns >= DEAD_TURNS:
            self._link.kill()
            message = (
                "the process that sends input did not answer in the middle of an action and was "
                "ended; everything it held was released. Look at what it did, then start again"
            )
            raise ExecutorGone(message)

    def close(self) -> None:
        """Forget a question that waits."""
        if self._asked is not None:
            self._link.close_inbox(self._asked[0])
            self._asked = None

    def _ask(self) -> None:
        self._turns = 0
        self._asked = self._link.open_inbox()
        self._link.send(Heartbeat(self._asked[0]))

    def _has_answered(self, inbox: Inbox) -> bool:
        try:
            inbox.get_nowait()
        except queue.Empty:
            return False
        return True
