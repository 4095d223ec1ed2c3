"""Finds the targets of one step, and brings the step's window to the front before they are looked for.

A target is found by the finder's ladder, by the model, or where the user has pointed. What lies under
another window is not pressed: the tree tells of what can be seen by its middle, and a press may go to
another part of it. To bring a window up is an action of its own, proposed, judged, shown and approved
like any, at most once a step.

How a target was found decides how risky a step may be (`_LOWEST`, `_REFUSED`). What is hard to undo
needs the name, since a picture or a text may stand in two rows. What has an effect may be found in
every way but by the model, whose word is a claim; landmarks count only where near texts on opposite
sides agree on a place at which something of the recorded kind stands. A place that the user has shown
serves every level, and the card comes all the same.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from automation.core import actions
from automation.core.actions import Action, aims_of
from automation.core.geometry import ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.proposal import Later, Proposal, RiskLevel
from automation.core.text import worded
from automation.core.wording import quoted
from automation.macros import macro as grammar
from automation.macros.effects import goes_with_keyboard
from automation.macros.find.target_window import (
    Chosen,
    Hidden,
    choose,
    coverers,
    covering_words,
    group_of,
    hidden,
    is_same_program,
    must_stay,
    unfocused,
)
from automation.macros.found import Found, Missed, Rung
from automation.macros.macro import Move, Scroll, Step, Target
from automation.macros.play.conditions import target_words
from automation.macros.play.mismatch import Trouble, waiting
from automation.macros.play.program import Place
from automation.macros.play.repair import (
    LOST,
    MissingTarget,
    ModelAdvice,
    Pointed,
    changed_at,
    still_stands,
)
from automation.macros.play.step_actions import Aimed
from automation.macros.play.step_context import PlayServices, StepContext, StepLog
from automation.macros.play.wording import UNTRUSTED, step_words
from automation.macros.titles import fits_title

_SURE: Final[frozenset[Rung]] = frozenset({"tree", "user"})
"""Found by what it is, or chosen by a person: enough for a step that is hard to undo."""
_REFUSED: Final[dict[Rung, RiskLevel]] = {"model": RiskLevel.R2}
"""From which level on a step is not done where only this rung found its target; others from R3."""
_LOWEST: Final[dict[str, Rung]] = {
    "": "landmarks",
    "effect": "image_near",
    "irreversible": "tree",
}
_GENTLE: Final = frozenset({"field", "spinner", "checkbox", "radio", "toggle"})


class TargetSearch:
    """Finds the targets of one step; owned by the agent thread."""

    def __init__(self, place: Place, services: PlayServices, log: StepLog) -> None:
        self._place = place
        self._services = services
        self._log = log
        self._given: dict[str, Found] = {}
        self._shown: dict[str, Observation] = {}
        """What the first search saw after the user had shown a part."""
        self._pointed: dict[str, Pointed] = {}
        """What the user has pointed at since the last look."""
        self._lost: set[str] = set()
        """Parts of which what the user pointed at was gone by the next look."""
        self._judged: dict[str, tuple[MissingTarget, Observation]] = {}
        """What the model was asked for a part, and what it and its judge looked at."""
        self._model = ModelAdvice(services.repairer, services.reader)

    def given(self, part: str) -> Found | None:
        """Return the place that was shown for a part of the step (`target`, `to`)."""
        return self._given.get(part)

    def choose(self, part: str, element: ScreenElement) -> None:
        """Use the candidate that the user chose for a part."""
        box, window = element.box, element.window_id
        self._given[part] = Found(box.center, box, "user", 1.0, element, window)
        self._shown.pop(part, None)
        self._pointed.pop(part, None)

    def point_to(self, part: str, pointed: Pointed) -> None:
        """Use the place where the user pointed; the next look tells whether it still stands there."""
        self._given[part], self._pointed[part] = pointed.found, pointed
        self._shown.pop(part, None)
        self._lost.discard(part)

    def note_correction(self, found: Mapping[str, Found]) -> None:
        """Note in the log that the user has replaced the places that were found."""
        for part, one in found.items():
            if one.tried:
                last = replace(one.tried[-1], note="you corrected it")
                self._log.tried[part] = (*one.tried[:-1], last)

    def clear(self) -> None:
        """Drop every place that was shown: the screen has changed since."""
        self._given.clear()
        self._shown.clear()
        self._pointed.clear()
        self._judged.clear()

    def find(self, step: Step, context: StepContext) -> dict[str, Found] | Trouble:
        """Return what was found for each target of the step.

        Raises:
            Stopped: a stop was asked for.
            MacroError: a picture of the macro cannot be read.
        """
        found: dict[str, Found] = {}
        self._drop_outdated(context)
        for part in ("target", "to"):
            target = getattr(step, part, None)
            if not isinstance(target, Target):
                continue
            one: Found | Missed | None = self._given.get(part)
            if one is None:
                one = self._services.finder.find(
                    target,
                    context.seen,
                    self._place.source.images,
                    context.stop,
                    lowest=_LOWEST[step.risk],
                )
                matched = one.rung if isinstance(one, Found) else ""
                self._log.tried[part] = tuple(t for t in one.tried if t.rung != matched)
            if isinstance(one, Missed):
                lost = f"{LOST}; " if part in self._lost else ""
                said = f"{step_words(step)}: {lost}{one.sentence}"
                return Trouble("target", said, one.candidates, one.why, part)
            if _is_whole_window(one) and not isinstance(step, Scroll | Move):
                said = f"{step_words(step)}: a whole window is nothing to press"
                return Trouble("target", said, why="unsure", part=part)
            found[part] = one
        return found

    def ask_model(self, step: Step, trouble: Trouble, context: StepContext) -> Trouble | None:
        """Ask the model for the target that is missing; None when it gave a place for it.

        Else the trouble is returned for who is asked next, with what the model had to say; why it was
        not asked is only said where the step itself wants it asked, and not just every step does.
        """
        wanted = MissingTarget(step, trouble.part, trouble.sentence)
        seen, before = context.seen, self._model.calls
        answer = self._model.ask(wanted, trouble, seen, context.stop)
        was_asked = self._model.calls > before
        self._log.model_calls += was_asked
        if isinstance(answer, Found):
            self._given[trouble.part] = answer
            self._judged[trouble.part] = (wanted, seen)
            return None
        if not was_asked and self._place.step.on_mismatch != "ask_model":
            return trouble
        said = f"{trouble.sentence.rstrip('.')}. {answer.sentence.rstrip('.')}"
        return replace(trouble, sentence=said)

    def _drop_outdated(self, context: StepContext) -> None:
        """Drop the places that no longer look as they did to the user or the model."""
        now = context.seen
        for part, pointed in tuple(self._pointed.items()):
            del self._pointed[part]
            if not still_stands(pointed, now, self._services.reader):
                self._given.pop(part, None)
                self._lost.add(part)
        for part, shown in tuple(self._given.items()):
            if shown.rung == "user" and changed_at(shown, self._shown.setdefault(part, now), now):
                del self._given[part], self._shown[part]
        for part, (wanted, judged) in tuple(self._judged.items()):
            one = self._given.get(part)
            if one is None or one.rung != "model":
                del self._judged[part]
            elif self._model.doubt(wanted, one, judged, now, context.stop):
                del self._judged[part], self._given[part]

    def too_weak(
        self, step: Step, proposal: Proposal, found: Mapping[str, Found], seen: Observation
    ) -> Trouble | None:
        """Refuse a step that is too risky for how its target was found.

        What is hard to undo needs the name or the user; what has an effect needs more than a model.
        """
        if self._services.assess is None:
            return None
        weak = [(part, one) for part, one in found.items() if one.rung not in _SURE]
        level = self._services.assess(proposal, seen) if weak else RiskLevel.R0
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
    """Return whether the thing that was found is a window: its middle is whatever stands there."""
    return found.element is not None and found.element.role == "window" and found.rung != "user"


def is_gentle(found: Mapping[str, Found]) -> bool:
    """Return whether a step meets nothing but fields and boxes, where a slip is easily undone."""
    elements = [one.element for one in found.values()]
    return bool(elements) and all(e is not None and e.role in _GENTLE for e in elements)


def covered(
    step: Step, proposal: Proposal, found: Mapping[str, Found], seen: Observation
) -> Trouble | None:
    """Return what lies over a place that is going to be pressed; None where nothing does."""
    intent = proposal.intent
    points = {aim.point for aim in aims_of(intent)} if isinstance(intent, Action) else set()
    for part, one in found.items():
        cover = _over(one, seen) if one.point in points else None
        if cover is not None:
            title = f"the window “{cover.title[:80]}”" if cover.title else "another window"
            said = f"{step_words(step)}: {title} lies over the place to press"
            return Trouble("target", said, why="unsure", part=part)
    return None


def _over(found: Found, seen: Observation) -> WindowInfo | None:
    """Return the window of others over a place; where the target's own is not known, none."""
    own = next((w for w in seen.windows if w.window_id == found.window_id), None)
    top = _reached(found.point, seen)
    if own is None or top is None:
        return None
    is_own = any(w.window_id == top.window_id for w in group_of(own, seen))
    return None if is_own else top


def _reached(point: ScreenPoint, seen: Observation) -> WindowInfo | None:
    """Return the topmost window at a pixel; ours make room, and a tooltip goes when it is pressed."""
    others = (w for w in seen.windows if not (w.is_own or w.is_minimised or w.is_tooltip))
    return next((w for w in others if (w.frame or w.rect).contains(point)), None)


BEHIND_S: Final = 0.5
"""How long a window is behind before it is raised: one that was just opened comes up by itself."""
_TITLE_CHARS: Final = 2000

Unmoved = set[tuple[int, int]]
"""Windows that were raised, each with one that stayed over it all the same: a panel, a clock."""


class WindowRaiser:
    """Brings the window of one step to the front; owned by the agent thread."""

    def __init__(self, services: PlayServices, unmoved: Unmoved) -> None:
        self._services = services
        self._unmoved = unmoved
        self._behind_since_s: float | None = None
        self._put: WindowInfo | None = None
        self._raised: WindowInfo | None = None
        self._stayed: Unmoved = set()

    def first(self, step: Step, context: StepContext) -> Aimed | Later | None:
        """Return what brings the step's window to the front; None where nothing is to be done."""
        typed_in, seen = typed_in_of(step), context.seen
        target = typed_in or target_of(step)
        if target is None or self._is_over(seen):
            return None
        behind = unfocused(target, seen) if typed_in else hidden(target, seen)
        if behind is None or not self._is_worth_it(behind):
            self._behind_since_s = None
            return None
        return self._proposal(behind, context)

    def after(self, step: Step, trouble: Trouble, context: StepContext) -> Aimed | None:
        """Return what brings up a window over which one of ours lies; None where that is not it.

        Ours come and go with every question: they are in the way only where nothing was found.
        """
        target, seen = target_of(step), context.seen
        if target is None or trouble.why != "missing" or not context.is_sure or self._is_over(seen):
            return None
        chosen = choose(target, seen)
        if not isinstance(chosen, Chosen) or not chosen.is_program_part_same:
            return None
        if must_stay(chosen.window, seen):
            return None
        behind = Hidden(chosen.window, coverers(chosen.window, seen))
        is_ours = any(one.is_own for one in self._new(behind))
        return self._raise(behind, seen) if is_ours else None

    def astray(self, step: Step, seen: Observation) -> Trouble | None:
        """Return why keys must not be sent: another program's window would get them; else None."""
        target, front = typed_in_of(step), seen.active_window
        if target is None or front is None:
            return None
        windows = (w for w in seen.windows if not (w.is_own or w.is_popup))
        meant = [w for w in windows if fits_title(target.window, w.title)]
        is_there = any(w.window_id == front.window_id or is_same_program(w, front) for w in meant)
        if is_there or not meant:
            return None
        over = covering_words((front,), seen)
        said = f"{quoted(meant[0].title)} is behind {over}; bring it to the front"
        return Trouble("focus", f"{step_words(step)}: {said}")

    def on_record(self) -> None:
        """Note that a proposal became a step of the run, be it the raise or another of the step."""
        self._raised, self._put = self._put or self._raised, None

    def clear_pending(self) -> None:
        """Drop a proposal that did not become a step."""
        self._put = None

    def _is_over(self, seen: Observation) -> bool:
        """Return whether the window was raised already; notes what lies over it all the same.

        The last look counts: a window manager may take its time.
        """
        if self._raised is None:
            return False
        mine = self._raised.window_id
        window = next((w for w in seen.windows if w.window_id == mine), None)
        if window is not None:
            self._unmoved -= self._stayed
            self._stayed = {(mine, one.window_id) for one in coverers(window, seen)}
            self._unmoved |= self._stayed
        return True

    def _is_worth_it(self, behind: Hidden) -> bool:
        """Return whether it is minimised, or something lies over it that is not ours."""
        return not behind.by or any(not one.is_own for one in self._new(behind))

    def _new(self, behind: Hidden) -> list[WindowInfo]:
        """Return what lies over the window and has not stayed there when it was raised."""
        mine = behind.window.window_id
        return [one for one in behind.by if (mine, one.window_id) not in self._unmoved]

    def _proposal(self, behind: Hidden, context: StepContext) -> Aimed | Later:
        now_s, seen = self._services.clock.now_s(), context.seen
        if self._behind_since_s is None:
            self._behind_since_s = now_s
        note = f"{quoted(behind.window.title)} {_why(behind, seen)}"
        if later := waiting(self._behind_since_s + BEHIND_S - now_s, note):
            return later
        return self._raise(behind, seen) if context.is_sure else Later(0.0, settles=True)

    def _raise(self, behind: Hidden, seen: Observation) -> Aimed:
        window = self._put = behind.window
        evidence = f"the window of this step {_why(behind, seen)}"
        is_trusted = self._services.is_trusted
        proposal = Proposal(
            actions.Window("activate", window.window_id, window.title[:_TITLE_CHARS]),
            sentence=worded("Switch to {0}", quoted(window.title or window.app)),
            raised_risk=RiskLevel.R0 if is_trusted else RiskLevel.R3,
            evidence=evidence if is_trusted else f"{evidence}; {UNTRUSTED}",
        )
        return Aimed(proposal, seen, {}, "raise")


def target_of(step: Step) -> Target | None:
    """Return the target that says which window a step acts or looks in; None where none does.

    A drag from one window to another has none: raising one may cover the other.
    """
    if isinstance(step, grammar.Drag):
        one, other = step.target, step.to
        is_within = (one.window, one.app) == (other.window, other.app)
        return one if is_within else None
    if isinstance(step, grammar.CheckThat):
        condition = step.condition
        return condition.target if isinstance(condition, grammar.Exists | grammar.Holds) else None
    found = getattr(step, "target", None)
    return found if isinstance(found, Target) else None


def typed_in_of(step: Step) -> Target | None:
    """Return the window that keys are for, as a target: the one whose title they wait for.

    None where they have a target or the desktop takes them, and for steps of another kind.
    """
    told = step.wait.condition if step.wait is not None else None
    if not (goes_with_keyboard(step) and isinstance(told, grammar.Titled)) or told.absent:
        return None
    return Target(window=told.title)


def waits_elsewhere(step: Step) -> bool:
    """Return whether a step waits for something that its own window might cover if raised first.

    That is a thing of another window, or what comes in whatever window is in front.
    """
    told, own = step.wait.condition if step.wait is not None else None, target_of(step)
    if isinstance(told, grammar.Exists | grammar.Holds) and own is not None:
        one = told.target
        if one.window or one.app:
            is_app_same = one.app == own.app or not (one.app and own.app)
            return one.window != own.window or not is_app_same
    if isinstance(told, grammar.Exists | grammar.Shows):
        return not told.absent  # nothing is gone before it can be seen
    return isinstance(told, grammar.Holds | grammar.Changed)


def _why(behind: Hidden, seen: Observation) -> str:
    return f"is behind {covering_words(behind.by, seen)}" if behind.by else "is minimised"
