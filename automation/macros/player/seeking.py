"""Finds the targets of one step: by the ladder, by the model, or where the user has pointed."""

from typing import Final

from automation.core.observation import Observation, ScreenElement
from automation.core.proposal import Proposal, RiskLevel
from automation.macros.found import Found, Missed, Rung
from automation.macros.macro import Step, Target
from automation.macros.player.conditions import target_words
from automation.macros.player.instructions import Place
from automation.macros.player.intents import Trouble
from automation.macros.player.moments import Moment, Notes, Tools
from automation.macros.player.wording import step_words

_MODEL_TRIES: Final = 2
_SURE: Final[frozenset[Rung]] = frozenset({"tree", "user"})
"""Found by what it is, or chosen by a person: enough for a step that is hard to undo."""
_LOWEST: Final[dict[str, Rung]] = {
    "": "landmarks",
    "effect": "image_near",
    "irreversible": "tree",
}


class Seeker:
    """Serves one step; owned by the agent thread."""

    def __init__(self, place: Place, tools: Tools, notes: Notes) -> None:
        self._place = place
        self._tools = tools
        self._notes = notes
        self._given: dict[str, Found] = {}

    def given(self, part: str) -> Found | None:
        """Return the place that was shown for a part of the step (`target`, `to`)."""
        return self._given.get(part)

    def give(self, part: str, found: Found) -> None:
        """Take a place that somebody has shown."""
        self._given[part] = found

    def forget(self) -> None:
        """Take nothing for shown: the screen has changed since."""
        self._given.clear()

    def find(self, step: Step, moment: Moment) -> dict[str, Found] | Trouble:
        """Return what was found for each target of the step.

        Args:
            step: its names filled in.
            moment: what to look at.

        Raises:
            Stopped: a stop was asked for.
            MacroError: a picture of the macro cannot be read.
        """
        found: dict[str, Found] = {}
        for part in ("target", "to"):
            target = getattr(step, part, None)
            if not isinstance(target, Target):
                continue
            one = self._given.get(part) or self._tools.finder.find(
                target,
                moment.sight.observation,
                self._place.source.images,
                moment.stop,
                lowest=_LOWEST[step.risk],
            )
            if isinstance(one, Missed):
                said = f"{step_words(step)}: {one.sentence}"
                return Trouble("target", said, one.candidates, one.why, part)
            found[part] = one
        return found

    def may_ask(self, trouble: Trouble) -> bool:
        """Tell whether a model may be asked: there is one, and the step is none with a risk."""
        has_model = self._tools.repairer is not None and not self._place.step.risk
        return (
            has_model and self._notes.model_calls < _MODEL_TRIES and trouble.part not in self._given
        )

    def ask(self, step: Step, trouble: Trouble, moment: Moment) -> bool:
        """Ask the model for this one target; tell whether it gave a place on the screen."""
        if self._tools.repairer is None:
            return False
        self._notes.model_calls += 1
        seen = moment.sight.observation
        found = self._tools.repairer.repair(step, step_words(step), seen, moment.stop)
        if found is None or not any(m.rect.contains(found.point) for m in seen.monitors):
            return False
        self._given[trouble.part] = found
        return True

    def too_weak(
        self, step: Step, proposal: Proposal, found: dict[str, Found], seen: Observation
    ) -> Trouble | None:
        """Refuse a step that the rules call hard to undo where its target was not found by name."""
        weak = [(part, one) for part, one in found.items() if one.rung not in _SURE]
        if not weak or self._tools.assess is None:
            return None
        if self._tools.assess(proposal, seen) < RiskLevel.R3:
            return None
        part, one = weak[0]
        self._given.pop(part, None)
        target = getattr(step, part)
        element = one.element or ScreenElement(
            target.name or target.text or target_words(target), target.role, one.box, "point",
            window_id=one.window_id,
        )  # fmt: skip
        said = f"{step_words(step)}: this is hard to undo, and it was not found by its name"
        return Trouble("target", said, (element,), "not_allowed", part)
