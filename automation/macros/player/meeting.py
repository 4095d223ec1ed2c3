"""Meets the mismatches of one step in their order: patience, a settled look, the model, the user, the end."""

from typing import Final

from automation.core.proposal import Later, Question
from automation.macros.macro import Mismatch, Step
from automation.macros.player.instructions import Place
from automation.macros.player.intents import Trouble
from automation.macros.player.mismatch import DRY_RUN, GiveUp, Handling, outcome_of
from automation.macros.player.moments import Moment, Notes
from automation.macros.player.seeking import Seeker

_SEEN: Final = frozenset({"several", "not_allowed"})
"""Why a target cannot be used that is on the screen, in the finder's words."""


def mode_of(place: Place) -> Mismatch:
    """Return what the step, or for it its macro, says is to be done; never `default`."""
    own = place.step.on_mismatch
    return place.source.macro.on_mismatch if own == "default" else own


class Meeting:
    """Serves one step; owned by the agent thread."""

    def __init__(self, handling: Handling, seeker: Seeker, notes: Notes, *, is_dry: bool) -> None:
        self._handling = handling
        self._seeker = seeker
        self._notes = notes
        self._is_dry = is_dry

    def meet(
        self, step: Step, trouble: Trouble, moment: Moment, most_s: float | None, note: str
    ) -> Later | Question | GiveUp | None:
        """Wait while there is time, then return what is to be done; None goes on without the effect.

        Args:
            step: its names filled in.
            trouble: why it cannot be done as recorded.
            moment: what is seen.
            most_s: how long it may take; None takes what is usual.
            note: what the status line says is waited for; empty takes the trouble's sentence.

        Raises:
            Stopped: a stop was asked for.
        """
        if self._is_dry:
            is_there = trouble.why in _SEEN
            return GiveUp(False, outcome_of(trouble), trouble.sentence, DRY_RUN, is_there)
        shown = Trouble(trouble.kind, note or trouble.sentence, why=trouble.why)
        later = self._handling.patience(shown, most_s)
        if later is not None:
            return later
        if not moment.is_sure:
            return Later(0.0, settles=True)
        if trouble.kind == "target" and self._handling.asks_model:
            left = self._after_model(step, trouble, moment)
            if left is None:
                return Later(0.0, settles=True)
            trouble = left
        result = self._handling.after_patience(trouble)
        if isinstance(result, GiveUp) and trouble.kind == "effect":
            self._notes.effect = "not seen"
            self._notes.is_effect_left_out = result.is_skipped
            return None if result.is_skipped else result  # the step itself was done
        return result

    def _after_model(self, step: Step, trouble: Trouble, moment: Moment) -> Trouble | None:
        calls = self._notes.model_calls
        left = self._seeker.asked(step, trouble, moment)
        self._handling.history += ["asked the model"] * (self._notes.model_calls - calls)
        return left
