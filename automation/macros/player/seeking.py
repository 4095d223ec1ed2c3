"""Finds the targets of one step: by the ladder, by the model, or where the user has pointed."""

from dataclasses import replace
from typing import Final

from automation.core.observation import Observation, ScreenElement
from automation.core.proposal import Proposal, RiskLevel
from automation.macros.found import Found, Missed, Rung
from automation.macros.macro import Move, Scroll, Step, Target
from automation.macros.player.asking import Adviser, changed_at
from automation.macros.player.conditions import target_words
from automation.macros.player.instructions import Place
from automation.macros.player.intents import Trouble
from automation.macros.player.moments import Moment, Notes, Tools
from automation.macros.player.pointing import LOST, Pointed, still_stands
from automation.macros.player.repair import Wanted
from automation.macros.player.wording import step_words

_SURE: Final[frozenset[Rung]] = frozenset({"tree", "user"})
"""Found by what it is, or chosen by a person: enough for a step that is hard to undo."""
_REFUSED: Final[dict[Rung, RiskLevel]] = {"model": RiskLevel.R2}
"""From which level on a step is not done where only this rung found its target; others from R3."""
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
        self._shown: dict[str, Observation] = {}
        """What the first search saw after the user had shown a part."""
        self._pointed: dict[str, Pointed] = {}
        """What the user has pointed at since the last look."""
        self._lost: set[str] = set()
        """Parts of which what the user pointed at was gone by the next look."""
        self._judged: dict[str, tuple[Wanted, Observation]] = {}
        """What the model was asked for a part, and what it and its judge looked at."""
        self._adviser = Adviser(tools.repairer, tools.reader)

    def given(self, part: str) -> Found | None:
        """Return the place that was shown for a part of the step (`target`, `to`)."""
        return self._given.get(part)

    def give(self, part: str, element: ScreenElement) -> None:
        """Take what the user has shown."""
        box, window = element.box, element.window_id
        self._given[part] = Found(box.center, box, "user", 1.0, element, window)
        self._shown.pop(part, None)
        self._pointed.pop(part, None)

    def take(self, part: str, pointed: Pointed) -> None:
        """Take where the user has pointed; the next look tells whether it still stands there."""
        self._given[part], self._pointed[part] = pointed.found, pointed
        self._shown.pop(part, None)
        self._lost.discard(part)

    def correct(self, found: dict[str, Found]) -> None:
        """Note that the user has put another place in place of what was found."""
        for part, one in found.items():
            if one.tried:
                last = replace(one.tried[-1], note="you corrected it")
                self._notes.tried[part] = (*one.tried[:-1], last)

    def forget(self) -> None:
        """Take nothing for shown: the screen has changed since."""
        self._given.clear()
        self._shown.clear()
        self._pointed.clear()
        self._judged.clear()

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
        self._doubt(moment)
        for part in ("target", "to"):
            target = getattr(step, part, None)
            if not isinstance(target, Target):
                continue
            one = self._given.get(part) or self._search(part, target, step, moment)
            if isinstance(one, Missed):
                lost = f"{LOST}; " if part in self._lost else ""
                said = f"{step_words(step)}: {lost}{one.sentence}"
                return Trouble("target", said, one.candidates, one.why, part)
            if _is_whole_window(one) and not isinstance(step, Scroll | Move):
                said = f"{step_words(step)}: a whole window is nothing to press"
                return Trouble("target", said, why="unsure", part=part)
            found[part] = one
        return found

    def _search(self, part: str, target: Target, step: Step, moment: Moment) -> Found | Missed:
        """Go down the ladder, and note the rungs that did not find it."""
        one = self._tools.finder.find(
            target,
            moment.sight.observation,
            self._place.source.images,
            moment.stop,
            lowest=_LOWEST[step.risk],
        )
        matched = one.rung if isinstance(one, Found) else ""
        self._notes.tried[part] = tuple(tried for tried in one.tried if tried.rung != matched)
        return one

    def asked(self, step: Step, trouble: Trouble, moment: Moment) -> Trouble | None:
        """Ask the model for the target that is missing; None when it gave a place for it.

        Else the trouble is returned for who is asked next, with what the model had to say; why it was
        not asked is only said where the step itself wants it asked, and not just every step does.

        Raises:
            Stopped: a stop was asked for.
        """
        wanted = Wanted(step, trouble.part, trouble.sentence)
        seen, before = moment.sight.observation, self._adviser.calls
        answer = self._adviser.ask(wanted, trouble, seen, moment.stop)
        was_asked = self._adviser.calls > before
        self._notes.model_calls += was_asked
        if isinstance(answer, Found):
            self._given[trouble.part] = answer
            self._judged[trouble.part] = (wanted, seen)
            return None
        if not was_asked and self._place.step.on_mismatch != "ask_model":
            return trouble
        said = f"{trouble.sentence.rstrip('.')}. {answer.sentence.rstrip('.')}"
        return replace(trouble, sentence=said)

    def _doubt(self, moment: Moment) -> None:
        """Forget the places that are no longer what user or model was shown."""
        now = moment.sight.observation
        for part, pointed in tuple(self._pointed.items()):
            del self._pointed[part]
            if not still_stands(pointed, now, self._tools.reader):
                self._given.pop(part, None)
                self._lost.add(part)
        for part, shown in tuple(self._given.items()):
            if shown.rung == "user" and changed_at(shown, self._shown.setdefault(part, now), now):
                del self._given[part], self._shown[part]
        for part, (wanted, judged) in tuple(self._judged.items()):
            one = self._given.get(part)
            if one is None or one.rung != "model":
                del self._judged[part]
            elif self._adviser.doubt(wanted, one, judged, now, moment.stop):
                del self._judged[part], self._given[part]

    def too_weak(
        self, step: Step, proposal: Proposal, found: dict[str, Found], seen: Observation
    ) -> Trouble | None:
        """Refuse a step that is too risky for how its target was found.

        What is hard to undo needs the name or the user; what has an effect needs more than a model.
        """
        if self._tools.assess is None:
            return None
        weak = [(part, one) for part, one in found.items() if one.rung not in _SURE]
        level = self._tools.assess(proposal, seen) if weak else RiskLevel.R0
        refused = [
            (part, one) for part, one in weak if level >= _REFUSED.get(one.rung, RiskLevel.R3)
        ]
        if not refused:
            return None
        part, one = refused[0]
        self._given.pop(part, None)
        target = getattr(step, part)
        element = one.element or ScreenElement(
            target.name or target.text or target_words(target), target.role, one.box, "point",
            window_id=one.window_id,
        )  # fmt: skip
        what = "is hard to undo" if level >= RiskLevel.R3 else "has an effect"
        how = "found by the model alone" if one.rung == "model" else "not found by its name"
        said = f"{step_words(step)}: this {what}, and it was {how}"
        return Trouble("target", said, (element,), "not_allowed", part)


def _is_whole_window(found: Found) -> bool:
    """Tell whether the thing that was found is a window: its middle is whatever stands there."""
    return found.element is not None and found.element.role == "window" and found.rung != "user"
