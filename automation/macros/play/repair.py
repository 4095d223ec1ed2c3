"""A target that no longer matches: found by a model or shown by the user, and kept only if accepted.

What a model says is a claim about the screen: it never leaves the target's window or row, never
presses through a dialog, and is never asked where a wrong place would do harm. What the user points
at on a frozen picture is taken only while it still stands there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import msgspec

from automation.core.geometry import Rect
from automation.core.hand_events import Context
from automation.core.observation import Frame, Observation, ScreenElement
from automation.core.pictures import painted_over, patches_match
from automation.core.ports import ElementReader
from automation.core.secrets import secret_name
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from automation.macros.describe import place_of
from automation.macros.find.match_evidence import Row
from automation.macros.find.scene import Scene
from automation.macros.find.target_window import NoWindow, choose
from automation.macros.found import Found
from automation.macros.macro import Macro, Step, Target, branches, inner
from automation.macros.play.mismatch import Trouble
from automation.macros.play.program import Place
from automation.macros.play.step_actions import ENTRIES, Aimed
from automation.macros.walk import escape
from automation.screen.folding import comparable, is_same
from automation.screen.roles import things_at
from resources.role_words import role_words

_CROP: Final = Rect(0, 0, 160, 64)
"""As large as the pictures that a recording keeps."""
_TEXT_CHARS: Final = 500


@dataclass(frozen=True, slots=True)
class MissingTarget:
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
class NoAnswer:
    """The model gave no place that may be pressed."""

    sentence: str
    """Why, for the user."""


class Repairer(Protocol):
    """Finds the target of a step that no longer matches: a model that is asked for this step only."""

    @property
    def is_there(self) -> bool:
        """Return whether it can be asked at this moment, without a wait: a model may come and go."""

    def repair(
        self, wanted: MissingTarget, observation: Observation, stop: StopToken
    ) -> Found | NoAnswer:
        """Return the place, rung `model`, or why it does not know."""


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


def is_shown(found: Found) -> bool:
    """Return whether a model or the user has shown it."""
    return found.rung in ("model", "user")


def repairs_of(place: Place, aimed: Aimed) -> list[Repair]:
    """Return what a model or the user has shown for a step that was sent."""
    source, step = place.source, place.step
    look, secrets = aimed.seen, aimed.passwords
    fixed = [
        repair_of(source.macro.name, step, part, one, look, secrets)
        for part, one in aimed.found.items()
        if is_shown(one)
    ]
    return [replace(one, folder=source.folder) for one in fixed if one is not None]


def _place(found: Found, observation: Observation) -> grammar.Place | None:
    window = next((w for w in observation.windows if w.window_id == found.window_id), None)
    window = window or observation.window_at(found.point)
    monitor = next((m for m in observation.monitors if m.rect.contains(found.point)), None)
    scale = monitor.scale if monitor else 1.0
    return place_of(found.box, Context(found.point, window=window, scale=scale))


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
    for name in branches(step):
        fields[name] = _changed(inner(step, name), changes)
    return msgspec.structs.replace(step, **fields) if fields else step


MOST_TRIES: Final = 2
"""How often one step asks; a page may have come meanwhile, and more would be guessing."""


class ModelAdvice:
    """Asks the model for the targets of one step, and checks its answers; owned by the agent thread."""

    def __init__(self, repairer: Repairer | None, reader: ElementReader) -> None:
        self._repairer = repairer
        self._reader = reader
        self.calls = 0
        """How often the model was asked."""

    def ask(
        self, wanted: MissingTarget, trouble: Trouble, observation: Observation, stop: StopToken
    ) -> Found | NoAnswer:
        """Return where the model points, if this step may be done there, else why not."""
        if why := self._why_silent(wanted, trouble):
            return NoAnswer(why)
        assert self._repairer is not None, "without a model there is a reason to be silent"
        self.calls += 1
        answer = self._repairer.repair(wanted, observation, stop)
        if isinstance(answer, NoAnswer):
            return answer
        scene = _scene(wanted, observation, self._reader, stop)
        why = scene if isinstance(scene, str) else _why_not(wanted, answer, scene)
        return NoAnswer(f"The model's answer was not taken: {why}") if why else answer

    def doubt(
        self,
        wanted: MissingTarget,
        found: Found,
        judged: Observation,
        now: Observation,
        stop: StopToken,
    ) -> str:
        """Return why a place that was right on an earlier look is not on this one; empty when it is.

        A model thinks for seconds, and lists are sorted and pages come meanwhile.
        """
        scene = _scene(wanted, now, self._reader, stop)
        if isinstance(scene, str):
            return scene
        return _why_not(wanted, found, scene) or _change_at(found, judged, scene)

    def _why_silent(self, wanted: MissingTarget, trouble: Trouble) -> str:
        step = wanted.step
        if self._repairer is None or not self._repairer.is_there:
            return "No model is loaded that could be asked"
        if trouble.why == "several":
            return "Several are equally good, and a model does not choose between equals"
        if step.risk or trouble.why == "not_allowed":
            return "A model is not asked for so risky a step"
        if isinstance(step, grammar.Type) and secret_name(step.text):
            return "A model is not asked where a secret is typed"
        if self.calls >= MOST_TRIES:
            return f"The model was asked {MOST_TRIES} times"
        return ""


def _scene(
    wanted: MissingTarget, observation: Observation, reader: ElementReader, stop: StopToken
) -> Scene | str:
    """Return the window that the step belongs to, or why there is none."""
    chosen = choose(wanted.target, observation)
    if isinstance(chosen, NoWindow):
        return chosen.sentence
    scene = Scene(observation, chosen.window, reader, stop)
    if not chosen.is_program_part_same and scene.is_dialog:
        return "another dialog is open"
    return scene


def _why_not(wanted: MissingTarget, found: Found, scene: Scene) -> str:
    """Return why the step must not be done at this place; empty when it may."""
    element = found.element
    if not scene.is_reached(found.point):
        return f"it points outside of “{scene.window.title[:80]}”"
    if scene.blocking_window is not None or scene.blocking_dialog(found.point) is not None:
        return "a dialog is open, and it points beside it"
    row = Row.of(wanted.target, scene)
    if row and not row.holds(found.box, element.parent_name if element else ""):
        return "it points into another row"
    if element is not None and not _is_within(wanted.target.within, element, scene):
        return f"it points into “{element.parent_name[:80]}” and not “{wanted.target.within[:80]}”"
    is_typed = isinstance(wanted.step, grammar.Type | grammar.Keys)
    if is_typed and element is not None and not _takes_text(element.role, element.states):
        return f"it points at a {role_words(element.role) or 'thing'}, which takes no text"
    return ""


def _is_within(within: str, element: ScreenElement, scene: Scene) -> bool:
    """Return whether the tree does not put the element into another container."""
    if not comparable(within) or is_same(within, scene.window.title) or not element.parent_name:
        return True
    return is_same(element.parent_name, within)


def changed_at(found: Found, before: Observation, now: Observation) -> str:
    """Return how a place looks different from when it was shown; empty for no way."""
    if before.frame.rect != now.frame.rect:
        return "the desktop changed its size meanwhile"
    area = found.box.intersection(now.frame.rect)
    if area.area and not patches_match(before.frame.crop(area), now.frame.crop(area)):
        return "the picture there changed meanwhile"
    return ""


def _change_at(found: Found, judged: Observation, scene: Scene) -> str:
    """Return what is different at the place from when the model looked; empty for nothing."""
    if said := changed_at(found, judged, scene.observation):
        return said
    if found.element is None:
        return ""
    known = {(one.role, one.name) for one in things_at(scene.elements, found.point)}
    if known and (found.element.role, found.element.name) not in known:
        return "something else came there meanwhile"
    return ""


def _takes_text(role: str, states: frozenset[str]) -> bool:
    return role in ENTRIES or "editable" in states


LOST: Final = "what you pointed at was not there any more"


@dataclass(frozen=True, slots=True, eq=False)
class Pointed:
    """Where the user has pointed on a picture that stood still meanwhile."""

    found: Found
    """The place, rung `user`."""
    seen: Observation
    """What was pointed on."""


class Pointer(Protocol):
    """Lets somebody point at a target on a frozen picture of the screen; nothing below it is pressed."""

    def point(self, stop: StopToken) -> Pointed | None:
        """Return where the user points; None where the user leaves without that."""


def still_stands(pointed: Pointed, now: Observation, reader: ElementReader) -> bool:
    """Return whether what was pointed at is there on a look after it.

    The mouse lies over it by then, and many things look otherwise under the mouse: where the tree
    tells what it is, that counts, and its looks only where the tree is silent.
    """
    found, seen = pointed.found, pointed.seen
    element = found.element
    if element is None or not element.name:
        return not changed_at(found, seen, now)
    if seen.frame.rect != now.frame.rect:
        return False
    around = reader.tree(now, whole_screen=True)
    there = {(one.role, one.name) for one in around if one.box.contains(found.point)}
    return (element.role, element.name) in there
