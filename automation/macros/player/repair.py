"""A target that was found in another way than recorded, shown with both pictures, kept if accepted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from automation.core.geometry import Rect
from automation.core.observation import Frame, Observation
from automation.core.pictures import painted_over
from automation.core.stopping import StopToken
from automation.macros import macro as grammar
from automation.macros.found import Found
from automation.macros.macro import Macro, Step, Target, blocks
from automation.macros.placeholders import escape

_CROP: Final = Rect(0, 0, 160, 64)
"""As large as the pictures that a recording keeps."""
_TEXT_CHARS: Final = 500


@dataclass(frozen=True, slots=True)
class Wanted:
    """The one target that a model is asked for."""

    step: Step
    """Its names filled in."""
    part: str
    """Which target of the step is meant: `target` or `to`."""
    why: str
    """Why it was not found as recorded, in a sentence."""

    @property
    def target(self) -> Target:
        """The target that is meant."""
        found = getattr(self.step, self.part)
        assert isinstance(found, Target), f"{self.step.id} has no {self.part}"
        return found


@dataclass(frozen=True, slots=True)
class Unknown:
    """The model gave no place that may be pressed."""

    sentence: str
    """Why, for the user."""


class Repairer(Protocol):
    """Finds the target of a step that no longer matches: a model that is asked for this step only."""

    @property
    def is_there(self) -> bool:
        """Tell whether it can be asked at this moment, without a wait: a model may come and go."""
        ...

    def repair(self, wanted: Wanted, observation: Observation, stop: StopToken) -> Found | Unknown:
        """Return the place, rung `model`, or why it does not know.

        Raises:
            Stopped: a stop was asked for.
        """
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Repair:
    """What a replay found instead of what was recorded; nothing of it is kept unless accepted."""

    macro: str
    step_id: str
    part: str
    """The target of the step that is meant: `target` or `to`."""
    found: Found
    old_image: str
    """Path of the recorded picture; empty when there was none."""
    target: Target
    """The target as it would be kept; its picture is `picture`."""
    picture: Frame
    """What it looks like now."""
    press: tuple[int, int]
    """The pixel of the picture that was pressed."""
    folder: str = ""
    """Name of the macro's folder in the library; `macro` is what it was called."""


def repair_of(
    macro: str,
    step: Step,
    part: str,
    found: Found,
    observation: Observation,
    passwords: Sequence[Rect] = (),
) -> Repair | None:
    """Return the repair for a step whose target a model or the user has shown.

    None where the target itself shows a password: a picture of it is not kept.
    """
    old = getattr(step, part, None)
    if not isinstance(old, Target) or any(box.intersection(found.box).area for box in passwords):
        return None
    picture = painted_over(observation.frame.crop(_CROP.around(found.point)), passwords)
    press = (found.point.x - picture.rect.x, found.point.y - picture.rect.y)
    element = found.element
    told: dict[str, str] = {}
    has_names = "{{" in old.name + old.text + old.label  # values differ from run to run
    name = escape(element.name)[:_TEXT_CHARS] if element is not None else ""
    if element is not None and name and not has_names:
        is_tree = element.source == "tree"
        told = {"name": name, "role": element.role} if is_tree else {"name": "", "text": name}
    target = msgspec.structs.replace(
        old, **told, near=(), press=press, place=_place(found, observation)
    )
    return Repair(macro, step.id, part, found, old.image or "", target, picture, press)


def _place(found: Found, observation: Observation) -> grammar.Place | None:
    window = next((w for w in observation.windows if w.window_id == found.window_id), None)
    window = window or observation.window_at(found.point)
    if window is None or not window.rect.area or not found.box.area:
        return None
    monitor = next((m for m in observation.monitors if m.rect.contains(found.point)), None)
    box, area = found.box, window.rect
    return grammar.Place(
        box=grammar.Box(x=box.x - area.x, y=box.y - area.y, w=box.w, h=box.h),
        window=grammar.Box(x=area.x, y=area.y, w=area.w, h=area.h),
        scale=monitor.scale if monitor else 1.0,
        press=(found.point.x - box.x, found.point.y - box.y),
    )


def with_steps(macro: Macro, changes: Mapping[str, Mapping[str, object]]) -> Macro:
    """Return the macro with fields of some steps replaced, by their ids; blocks at any depth."""
    return msgspec.structs.replace(macro, steps=_changed(macro.steps, changes))


def _changed(
    steps: tuple[Step, ...], changes: Mapping[str, Mapping[str, object]]
) -> tuple[Step, ...]:
    return tuple(_with_inner(step, changes) for step in steps)


def _with_inner(step: Step, changes: Mapping[str, Mapping[str, object]]) -> Step:
    """Return a step and what is inside it; a file holds no more than `MAX_DEPTH` levels."""
    fields = dict(changes.get(step.id, {}))
    if blocks(step):
        for name in ("steps", "then", "otherwise"):
            if hasattr(step, name):
                fields[name] = _changed(getattr(step, name), changes)
    return msgspec.structs.replace(step, **fields) if fields else step
