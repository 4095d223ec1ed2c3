"""What can be told of the step that a play has in hand: its number, its row, how its target was found. No Qt.

A play proposes more than its macro has steps: it brings up a window, gives a field the keyboard, has
an effect checked. Those have no number, so that each step stands once under its own.
"""

from automation.macros.player.linking import Source
from automation.macros.player.policy import MacroPolicy
from automation.macros.player.report import TriedRung
from automation.macros.player.step_run import StepRun
from automation.macros.player.telling import tried_rungs


class StepInHand:
    """Owned by one play; used by the agent thread."""

    def __init__(self, main: Source) -> None:
        """Stand before the first step.

        Args:
            main: the macro that is played, without those that it calls.
        """
        self._main = main
        self._numbers = main.numbers
        self._policy: MacroPolicy | None = None

    def follow(self, policy: MacroPolicy) -> None:
        """Tell of the steps of this policy from here on."""
        self._policy = policy

    @property
    def _step(self) -> StepRun | None:
        return self._policy.run_in_hand if self._policy is not None else None

    @property
    def number(self) -> str:
        """The number of the step that is proposed, as the editor has it.

        Empty for what only readies it or says what came of it, and in a macro that is called.
        """
        step = self._step
        if step is None or step.place.source is not self._main or not step.is_itself:
            return ""
        return self._numbers.get(step.place.step.id, "")

    @property
    def row(self) -> int:
        """The row of the table that is being done, from 1; 0 outside rows."""
        return self._policy.row if self._policy is not None else 0

    @property
    def found(self) -> tuple[str, float] | None:
        """Rung and score of the step; None where nothing was found for it."""
        step = self._step
        if step is None or step.notes.rung is None:
            return None
        return step.notes.rung, step.notes.score

    @property
    def tried(self) -> tuple[TriedRung, ...]:
        """The rungs that did not find the target of the step, each with its reason."""
        step = self._step
        return tried_rungs(step.notes) if step is not None else ()
