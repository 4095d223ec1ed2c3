"""How a target is found: which ways it has, in order, and what the last run made of each."""

from dataclasses import dataclass
from typing import Final, Literal

from automation.core.wording import quoted
from automation.macros.found import RUNGS, Rung
from automation.macros.macro import Mismatch, Target
from automation.macros.player.report import StepReport
from resources.role_words import role_words

Tone = Literal["", "faint", "ok", "r2", "r3"]

FOUND_BY: Final[dict[str, str]] = {
    "tree": "accessibility",
    "image_near": "picture, near",
    "image": "picture",
    "text": "text on screen",
    "landmarks": "landmarks",
    "model": "the model",
    "user": "you",
}
_WAYS: Final[dict[Rung, str]] = {
    "tree": "Accessibility",
    "image_near": "Picture, near",
    "image": "Picture",
    "text": "Text on screen",
    "landmarks": "Landmarks",
    "model": "Ask the model",
    "user": "Ask me",
}
_SIDES: Final = {
    "left_of": "left of",
    "right_of": "right of",
    "above": "above",
    "below": "below",
}


@dataclass(frozen=True, slots=True)
class Way:
    """One rung of the ladder for one target."""

    rung: Rung
    name: str
    evidence: str
    """What is looked for; empty where nothing was recorded."""
    state: str = ""
    tone: Tone = "faint"


def evidence(target: Target, rung: Rung) -> str:
    """Return what a rung has to go by, in a few words; empty when it has nothing."""
    match rung:
        case "tree":
            return _tree(target)
        case "image_near" if target.image and target.place:
            return "where it was"
        case "image" if target.image:
            return "anywhere"
        case "text":
            word = target.text or target.name
            return quoted(word) if word else ""
        case "landmarks" if target.near:
            first = target.near[0]
            more = f" and {len(target.near) - 1} more" if len(target.near) > 1 else ""
            return f"{_SIDES[first.side]} {quoted(first.text)}{more}"
        case "model":
            return "if one is loaded"
        case _:
            return ""


def _tree(target: Target) -> str:
    role = role_words(target.role)
    name = target.name or target.label
    if not name and not (role and (target.row or target.within)):
        return ""
    what = f"{role} {quoted(name)}".strip() if name else role
    return what + (f" in the row of {quoted(target.row[0])}" if target.row else "")


def first_rung(target: Target) -> Rung:
    """Return the best way that the target has evidence for."""
    return next((rung for rung in RUNGS if evidence(target, rung)), "user")


def is_lower(target: Target | None, rung: str) -> bool:
    """Tell whether a rung is a lower one than the target's first."""
    if target is None or rung not in RUNGS:
        return False
    return RUNGS.index(rung) > RUNGS.index(first_rung(target))


def ways_of(
    target: Target, on_mismatch: Mismatch, report: StepReport | None = None, *, risk: str = ""
) -> tuple[Way, ...]:
    """Return the ways in their order, those without evidence left out; asking the user is the last.

    Args:
        target: what is to be found.
        on_mismatch: what the step does when nothing is found; asking the model is a way only then.
        report: what became of the step in the last run; None before it.
        risk: what the step says of itself; a model is not asked for one that says something.
    """
    asked = {"ask_model": ("model", "user"), "ask_me": ("user",)}.get(on_mismatch, ())
    asked = asked[-1:] if risk else asked
    found: list[Way] = []
    for rung in RUNGS:
        told = evidence(target, rung)
        is_asking = rung in ("model", "user")
        if (is_asking and rung not in asked) or not (told or rung == "user"):
            continue
        state, tone = _state(rung, report)
        found.append(Way(rung, _WAYS[rung], told or "always last", state, tone))
    return tuple(found)


def _state(rung: Rung, report: StepReport | None) -> tuple[str, Tone]:
    """Return how the last run got on with a rung: the ladder is gone down until one matches."""
    if report is None or (report.state in ("skipped", "dry_run") and not report.rung):
        return "", "faint"
    if report.rung == rung:
        return "matched", "ok"
    if any(one.rung == rung for one in report.tried):
        return "no match", "r2"
    if report.rung in RUNGS and RUNGS.index(rung) > RUNGS.index(report.rung):
        return "not tried", "faint"
    if report.rung or (report.state == "failed" and rung not in ("model", "user")):
        return "no match", "r2"
    return "", "faint"
