"""A recorded step as the panel shows it, as a frozen value; no Qt, so that tests read it without a screen."""

from dataclasses import dataclass

import msgspec

from automation.macros.listing import step_words
from automation.macros.macro import Step, Target, kind_of


@dataclass(frozen=True, slots=True)
class RecordedRow:
    """One line of the list."""

    n: int
    """Its number in the recording; one that was undone leaves a gap."""
    kind: str
    """The file's word for the step."""
    words: str
    place: str = ""
    """The window that it was done in."""
    trouble: str = ""
    """Why a replay would leave it out; empty when it would not."""
    image: bytes | None = None
    """PNG file of the target; None when there is none."""


def row_of(n: int, step: Step, image: bytes | None) -> RecordedRow:
    """Return the line for a step: what was done first, where it was done below."""
    target = target_of(step)
    bare = step
    if target is not None:
        nowhere = msgspec.structs.replace(target, window="", app="")
        bare = msgspec.structs.replace(step, target=nowhere)
    words = step_words(bare)
    place = (target.window or target.app) if target is not None else ""
    trouble = step.comment if step.off else ""
    return RecordedRow(n, kind_of(step), words[:1].upper() + words[1:], place, trouble, image)


def target_of(step: Step) -> Target | None:
    """Return what the step is done to; None for one that has no target."""
    target = getattr(step, "target", None)
    return target if isinstance(target, Target) else None


def clock(seconds: float) -> str:
    """Return a length of time as minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d}"
