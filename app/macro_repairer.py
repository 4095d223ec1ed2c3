"""Asks a model for the one step of a macro that no longer matches. No Qt.

The model is asked to point, not to act: of its answer only a place is taken, and what the step does
there stays what the macro says. Texts that the step types are not told to it.
"""

import time
from collections.abc import Callable
from typing import Final

from app.run_terms import Askable
from automation.core import actions
from automation.core.actions import Action, Aim
from automation.core.errors import AssistantError
from automation.core.events import Task
from automation.core.geometry import Rect
from automation.core.observation import Observation, ScreenElement
from automation.core.ports import ElementReader, History
from automation.core.proposal import Decision, Finish, Proposal, Question
from automation.core.stopping import StopToken
from automation.core.visible import visible_text
from automation.macros import macro as grammar
from automation.macros.found import Found, Tried
from automation.macros.macro import Step, Target
from automation.macros.player.conditions import target_words
from automation.macros.player.repair import Repairer, Unknown, Wanted

_MOST_CHARS: Final = 300
"""Of a text that a macro or the screen tells: enough for a name, too little for a story."""
_POINT: Final = Rect(0, 0, 24, 16)
"""What a press means where the tree tells of nothing: about the smallest thing that has a text."""


class ModelRepairer:
    """Implements `Repairer` with a policy that looks at the screen; used by the agent thread."""

    def __init__(
        self,
        model: Askable,
        reader: ElementReader,
        clock_s: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Prepare without loading anything.

        Args:
            model: gives a policy for each question: what was asked before is none of its business.
            reader: names what stands at a place.
            clock_s: seconds, for how long an answer took.
        """
        self._model = model
        self._reader = reader
        self._clock_s = clock_s

    @property
    def is_there(self) -> bool:
        """Tell whether the model may be asked at this moment."""
        return self._model.is_there()

    def repair(self, wanted: Wanted, observation: Observation, stop: StopToken) -> Found | Unknown:
        """Return where the model points, or in a sentence why it gave no place.

        Raises:
            Stopped: a stop was asked for.
        """
        stop.check()
        began_s = self._clock_s()
        task = Task(words_for(wanted), "holotron", max_steps=1)
        try:
            decision = self._model.opened(stop).propose(task, History(), observation, stop)
        except AssistantError as error:
            return Unknown(f"The model could not be asked: {error}")
        stop.check()
        aim = _aim_of(decision, wanted)
        if aim is None or not isinstance(decision, Proposal):
            return Unknown(_silence(decision))
        ms = 1000 * (self._clock_s() - began_s)
        return self._found(aim, decision, observation, ms)

    def _found(self, aim: Aim, decision: Proposal, seen: Observation, ms: float) -> Found:
        element = _at(decision, aim, wants=self._reader.at(seen, aim.point))
        window = seen.window_at(aim.point)
        known = element.window_id if element is not None else 0
        return Found(
            point=aim.point,
            box=element.box if element is not None else _POINT.around(aim.point),
            rung="model",
            score=0.0,  # the model does not tell how sure it is
            element=element,
            window_id=known or (window.window_id if window is not None else 0),
            tried=(Tried("model", ms, matches=1, note=decision.evidence),),
        )


def words_for(wanted: Wanted) -> str:
    """Return the task that asks for one click on what a step means."""
    target = wanted.target
    lines = [
        "Do exactly one click, and nothing else: " + _wish(wanted) + ".",
        *_told(target),
        f"It was not found as it was recorded: {_short(wanted.why)}",
        "It may have another name or place by now. If nothing on the screen is it, say so and do nothing.",
    ]
    return "\n".join(lines)


def _wish(wanted: Wanted) -> str:
    """Return what is to be pointed at; never what would be typed there."""
    called = _short(target_words(wanted.target))
    match wanted.step:
        case grammar.Type() | grammar.Keys():
            return f"click {called}, so that it gets the keyboard"
        case grammar.Drag() if wanted.part == "to":
            return f"click {called}, where something will be dropped"
        case grammar.Scroll():
            return f"click {called}, which will be scrolled"
        case _:
            return f"click {called}"


def _told(target: Target) -> list[str]:
    """Return what the macro knows of a target, a line for each."""
    facts = {
        "Described as": target.about,
        "Its name was": target.name,
        "The text beside it was": target.label,
        "On it could be read": target.text,
        "It stood in": target.within,
        "In the row that shows": ", ".join(target.row),
        "In the window": target.window,
    }
    return [f"{what}: {_short(text)}" for what, text in facts.items() if text.strip()]


def _short(text: str) -> str:
    line = " ".join(visible_text(text).split())
    return line if len(line) <= _MOST_CHARS else f"{line[: _MOST_CHARS - 1]}…"


def _aim_of(decision: Decision, wanted: Wanted) -> Aim | None:
    """Return the place of an answer that points, in the way that fits the step; None for others."""
    if not isinstance(decision, Proposal) or not isinstance(decision.intent, Action):
        return None
    match decision.intent:
        case actions.Click() as click if _is_like(click, wanted.step):
            return click.at
        case actions.Move() as move if isinstance(wanted.step, grammar.Move):
            return move.at
        case actions.Scroll() as scroll if isinstance(wanted.step, grammar.Scroll):
            return scroll.at
        case actions.Write() as write if isinstance(wanted.step, grammar.Type):
            return write.at
        case _:
            return None


def _is_like(click: actions.Click, step: Step) -> bool:
    """Tell whether a click is the plain one that was asked for, or the step's own kind of click."""
    if not click.modifiers and (click.button, click.count) == ("left", 1):
        return True
    own = step if isinstance(step, grammar.Click) else None
    return own is not None and (click.button, click.count, click.modifiers) == (
        own.button, own.count, own.modifiers,
    )  # fmt: skip


def _at(decision: Proposal, aim: Aim, *, wants: ScreenElement | None) -> ScreenElement | None:
    """Return the thing that an answer points at, as the screen tells of it."""
    own = decision.element
    if own is not None and own.source == "tree" and own.box.contains(aim.point):
        return own
    return wants


def _silence(decision: Decision) -> str:
    """Return why an answer gives no place."""
    match decision:
        case Finish(message=said) | Question(text=said) if said.strip():
            return f"The model does not know it: {_short(said)}"
        case Proposal():
            return "The model does not know it: it wanted to do something else"
        case _:
            return "The model does not know it"


_TYPED: type[Repairer] = ModelRepairer
