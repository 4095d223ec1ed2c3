"""One turn after the other of a policy that does steps: what came of the last, what is seen, and the wait.

It does not know where the steps come from; that is what each policy decides by itself.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from automation.core.events import Task
from automation.core.observation import Observation
from automation.core.ports import History
from automation.core.proposal import Decision, Finish, Later
from automation.core.stopping import StopToken
from automation.macros.player.in_hand import InHand
from automation.macros.player.moments import Moment, Tools
from automation.macros.player.sight import Sight
from automation.macros.player.spent import Spent

LONGEST_BREATH_S: Final = 2.0
"""A wait is as long as the search took, up to this: the program that is waited for needs the machine."""

Decide = Callable[[Moment], Decision]
"""Returns what is to be done at one moment."""


class Turns:
    """Takes a policy's turns; owned by the agent thread."""

    def __init__(self, tools: Tools, in_hand: InHand, decide: Decide) -> None:
        """Stand before the first turn.

        Args:
            tools: what the run works with.
            in_hand: told what became of the last proposal or question.
            decide: called once a turn, until it returns an end.
        """
        self._tools = tools
        self._in_hand = in_hand
        self._decide = decide
        self._sight: Sight | None = None
        self._is_glance = False
        self._steps_seen = 0
        self.idle_s = 0.0
        """Seconds of this turn in which nothing was searched; `decide` adds to them."""
        self.finish: Finish | None = None
        """How it ended; from there on every turn returns it."""
        self.spent = Spent()

    def take(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Take one turn; arguments and return as of `Policy.propose`.

        Raises:
            Stopped: a stop was asked for.
        """
        stop.check()
        if self.finish is not None:
            return self.finish
        self._in_hand.is_dry = task.approve == "dry-run"
        self._learn(history)
        self._sight = Sight(observation, self._tools.reader, self._sight)
        moment, began_s = Moment(self._sight, not self._is_glance, stop), self._tools.clock.now_s()
        self._is_glance, self.idle_s = False, 0.0
        decision = self._decide(moment)
        if isinstance(decision, Later):
            self._is_glance = not decision.settles
            decision = _at_ease(decision, self._tools.clock.now_s() - began_s - self.idle_s)
        if isinstance(decision, Finish):
            self.finish = decision
        self.spent.leave(self._tools.clock.now_s(), decision)
        return decision

    def idle(self, seconds: float) -> None:
        """Count seconds of this turn as the user's, who was waited for: nobody's time."""
        self.idle_s += seconds
        self.spent.idle(seconds)

    def _learn(self, history: History) -> None:
        fresh = history.steps[self._steps_seen :]
        self._steps_seen = len(history.steps)
        record = fresh[-1] if fresh else None
        self.spent.turn(self._tools.clock.now_s(), record)
        self._in_hand.learn(history.chosen, record)


def _at_ease(later: Later, searched_s: float) -> Later:
    """Return the wait, as long as the search took."""
    return replace(later, after_s=max(later.after_s, min(searched_s, LONGEST_BREATH_S)))
