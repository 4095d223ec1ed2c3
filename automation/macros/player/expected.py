"""What a step is expected to do to the very thing that it goes to, and what nobody can tell of it."""

from dataclasses import dataclass

from automation.core.observation import ScreenElement
from automation.core.proposal import StepRecord
from automation.macros import macro as grammar
from automation.macros.describing.effects import readable
from automation.macros.macro import Condition, Step, Target
from automation.macros.player.sight import Sight


@dataclass(frozen=True, slots=True)
class Acted:
    """A step, its names filled in, and the record of it; None while nothing was sent for it."""

    step: Step
    record: StepRecord | None

    @property
    def is_confirmed(self) -> bool:
        """Tell whether an effect of it was seen, be it the expected one or not."""
        return self.record is not None and self.record.receipt.kind == "effect_seen"

    def meant_by(self, condition: Condition, sight: Sight) -> ScreenElement | None:
        """Return what the step was done to, where the condition asks what just that holds.

        Who has shown it knows it by another name than the macro, so that it is not looked for again.
        """
        if self.record is None or not self.is_own(condition):
            return None
        met, point = self._met, self.record.point
        return met or (sight.reader.at(sight.observation, point) if point is not None else None)

    @property
    def is_beyond_telling(self) -> bool:
        """Tell whether no wait helps where it cannot be told what it holds: no tree told of it."""
        return self._met is None

    @property
    def _met(self) -> ScreenElement | None:
        """What it was done to, where the tree told of that."""
        element = self.record.proposal.element if self.record is not None else None
        return element if element is not None and element.source == "tree" else None

    def is_own(self, condition: Condition) -> bool:
        """Tell whether the condition asks what the very thing holds that the step goes to."""
        own = getattr(self.step, "target", None)
        if not (isinstance(condition, grammar.Holds) and isinstance(own, Target)):
            return False
        return condition.target == readable(own)
