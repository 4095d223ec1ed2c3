"""From an action of the model's to a proposal whose words are ours."""

from typing import Final

from automation.commands.phrases import typing
from automation.core.actions import Action, Aim, Check, Drag, Write, aims_of
from automation.core.geometry import ScreenPoint
from automation.core.observation import Observation, ScreenElement
from automation.core.ports import ElementReader
from automation.core.proposal import Proposal
from automation.core.visible import visible_text
from automation.core.wording import action_words, quoted
from model.policy.naming import Named, named_at

CLAIM_CHARS: Final = 600
"""Longest thought that a card shows; the whole one is in the record of the reply."""


def proposal_of(
    action: Action, thought: str, observation: Observation, reader: ElementReader
) -> Proposal:
    """Return the proposal of an action: named by the screen, with the model's words set apart.

    Args:
        action: in screen pixels; its elements carry the model's description.
        thought: what the model says of it.
        observation: what it was decided on.
        reader: tells what stands at its pixels.
    """
    aims = aims_of(action)
    first = named_at(aims[0].point, observation, reader) if aims else Named(None, "")
    last = Named()
    if isinstance(action, Drag):
        last = named_at(action.path[-1], observation, reader)
    return Proposal(
        intent=action,
        element=first.element,
        destination=last.element,
        sentence=sentence_of(action, first.element, last.element),
        claim=claim_of(thought, aims),
        evidence=first.evidence,
    )


def sentence_of(
    intent: Action | Check, element: ScreenElement | None, destination: ScreenElement | None = None
) -> str:
    """Return what will happen, in our words: `Click “Save”`, `Click 640, 400`."""
    if isinstance(intent, Write):
        return _writing(intent, element)
    points = [aim.point for aim in aims_of(intent)] if isinstance(intent, Action) else []
    thing = _thing(element, points[0] if points else None)
    if isinstance(intent, Drag):
        return f"Drag {thing} to {_thing(destination, points[-1])}"
    return action_words(intent, thing)


def claim_of(thought: str, aims: tuple[Aim, ...]) -> str:
    """Return what the model says of its step: its thought, then what it aims at."""
    called = next((a.element.name for a in aims if a.element and a.element.name.strip()), "")
    parts = [" ".join(visible_text(part).split()) for part in (thought, called)]
    said = parts[0] if not parts[1] else f"{parts[0]} [{parts[1]}]".strip()
    return said if len(said) <= CLAIM_CHARS else said[: CLAIM_CHARS - 1].rstrip() + "…"


def _writing(intent: Write, element: ScreenElement | None) -> str:
    field = element.name if element is not None else ""
    enter = ", then press Enter" if intent.press_enter else ""
    words = typing(intent.text, field)
    over = ", replacing what is there" if intent.overwrite and intent.text else ""
    return f"{words}{over}{enter}"


def _thing(element: ScreenElement | None, point: ScreenPoint | None) -> str:
    if element is not None and element.name.strip():
        return quoted(element.name)
    return f"{point.x}, {point.y}" if point is not None else ""
