"""From one step to the one proposal that does it: targets found, action made, weak finds refused."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from automation.core.geometry import Rect
from automation.core.observation import Observation, ScreenElement
from automation.core.proposal import Later, Proposal
from automation.macros import macro as grammar
from automation.macros.found import Found
from automation.macros.macro import Step
from automation.macros.player.covered import covered
from automation.macros.player.instructions import Place
from automation.macros.player.intents import (
    Aimed,
    Intended,
    Nothing,
    Trouble,
    activation,
    intent_of,
    raised_by,
)
from automation.macros.player.moments import Moment, Notes, Tools
from automation.macros.player.repair import Repair, repair_of
from automation.macros.player.seeking import Seeker
from automation.macros.player.values import values_in
from automation.macros.player.wording import step_words

_GENTLE: Final = frozenset({"field", "spinner", "checkbox", "radio", "toggle"})


@dataclass(frozen=True, slots=True)
class Ready:
    """A proposal that may be put, with what it was aimed at."""

    intended: Intended
    seen: Observation
    found: dict[str, Found]
    passwords: Sequence[Rect] = ()
    """Where passwords stood, looked for only where a picture of the target may be kept."""


class Proposer:
    """Serves one step; owned by the agent thread."""

    def __init__(self, place: Place, tools: Tools, notes: Notes, seeker: Seeker) -> None:
        self._place = place
        self._tools = tools
        self._notes = notes
        self._seeker = seeker

    def ready(
        self,
        step: Step,
        moment: Moment,
        *,
        has_focused: bool,
        pressed: ScreenElement | None,
    ) -> Ready | Trouble | Nothing | Later:
        """Return the proposal, or why there is none at this moment.

        Args:
            step: its names filled in.
            moment: what to look at; nothing is proposed on a look that has not settled, and on a brief
                one only what goes into a field or a box: that there is but one of anything else is
                told by a whole look.
            has_focused: the keyboard was brought to the step's place already.
            pressed: what the step before has pressed; None where that is nothing to be told by.

        Raises:
            Stopped: a stop was asked for.
            MacroError: a picture of the macro cannot be read.
        """
        found = self._seeker.find(step, moment)
        if isinstance(found, Trouble):
            return found
        if not (moment.is_sure or (moment.is_settled and _is_gentle(found))):
            return Later(0.0, settles=True)
        seen, tools = moment.sight.observation, self._tools
        aimed = Aimed(
            step, found.get("target"), found.get("to"), self._values(), has_focused, pressed
        )
        intended = intent_of(aimed, seen, tools.reader, is_trusted=tools.is_trusted)
        match intended:
            case Trouble():
                return self._window_given(step, intended, seen)
            case Nothing():
                return intended
            case Intended():
                pass
        if trouble := self._seeker.too_weak(step, intended.proposal, found, seen):
            return trouble
        if trouble := covered(step, intended.proposal, found, seen):
            return trouble
        self._note(found)
        passwords = tools.passwords(seen) if any(map(_is_shown, found.values())) else ()
        return Ready(intended, seen, found, passwords)

    def _window_given(self, step: Step, trouble: Trouble, seen: Observation) -> Ready | Trouble:
        """Take the window that the user chose, else leave the trouble."""
        given = self._seeker.given("target")
        if not (isinstance(step, grammar.Window) and trouble.kind == "window" and given):
            return trouble
        ids = {w.window_id: w for w in seen.windows if not w.is_own}
        window = ids.get(given.window_id)
        if window is None:
            return trouble
        raised = raised_by(step, is_trusted=self._tools.is_trusted)
        proposal = Proposal(
            activation(step, window), sentence=step_words(step), raised_risk=raised,
            evidence="chosen by you",
        )  # fmt: skip
        return Ready(Intended(proposal), seen, {})

    def _note(self, found: dict[str, Found]) -> None:
        for one in found.values():
            self._notes.rung, self._notes.score = one.rung, one.score
            self._notes.find_ms += sum(tried.ms for tried in one.tried)

    def _values(self) -> tuple[str, ...]:
        step = self._place.step
        if not isinstance(step, grammar.Type):
            return ()
        return tuple(values_in(step.text, self._place.scope))


def _is_gentle(found: dict[str, Found]) -> bool:
    """Tell whether the step meets nothing but fields and boxes, where a slip is easily undone."""
    elements = [one.element for one in found.values()]
    return bool(elements) and all(e is not None and e.role in _GENTLE for e in elements)


def _is_shown(one: Found) -> bool:
    """Tell whether a model or the user has shown it."""
    return one.rung in ("model", "user")


def repairs_of(place: Place, ready: Ready) -> list[Repair]:
    """Return what a model or the user has shown for a step that was sent."""
    source, step = place.source, place.step
    shown = [(part, one) for part, one in ready.found.items() if _is_shown(one)]
    look, secrets = ready.seen, ready.passwords
    fixed = [repair_of(source.macro.name, step, part, one, look, secrets) for part, one in shown]
    return [replace(one, folder=source.folder) for one in fixed if one is not None]
