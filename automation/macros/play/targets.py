"""Brings the window of a step to the front, where it is behind another program's or minimised.

That is an action of its own, proposed, judged, shown and approved like any, before anything of the
step is looked for; at most once a step. What it brings is for the ladder to see.

Whether a press would reach another window than the one that its target was found in.

The tree tells of what can be seen by its middle, and a press may go to another part of it.

Finds the targets of one step: by the ladder, by the model, or where the user has pointed.

From one step to the one proposal that does it: targets found, action made, weak finds refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from automation.core import actions
from automation.core.actions import Action, aims_of
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.proposal import Later, Proposal, RiskLevel
from automation.core.wording import quoted
from automation.macros import macro as grammar
from automation.macros.effects import goes_with_keyboard
from automation.macros.find.text import fits_title
from automation.macros.find.windows import (
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
from automation.macros.play.actions import (
    Aimed,
    Intended,
    Nothing,
    Trouble,
    activation,
    intent_of,
    raised_by,
)
from automation.macros.play.conditions import target_words
from automation.macros.play.mismatch import waiting
from automation.macros.play.moment import (
    LOST,
    Adviser,
    Moment,
    Notes,
    Pointed,
    Repair,
    Tools,
    Wanted,
    changed_at,
    repair_of,
    still_stands,
)
from automation.macros.play.program import Place
from automation.macros.play.values import values_in
from automation.macros.play.wording import UNTRUSTED, step_words


def covered(
    step: Step, proposal: Proposal, found: dict[str, Found], seen: Observation
) -> Trouble | None:
    """Return what lies over a place that is going to be pressed; None where nothing does.

    Args:
        step: its names filled in.
        proposal: what is going to be sent; what presses nothing of the targets is not looked at.
        found: the step's targets.
        seen: what they were found on.
    """
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


BEHIND_S: Final = 0.5
"""How long a window is behind before it is raised: one that was just opened comes up by itself."""
_TITLE_CHARS: Final = 2000

Unmoved = set[tuple[int, int]]
"""Windows that were raised, each with one that stayed over it all the same: a panel, a clock."""


class Raiser:
    """Serves one step; owned by the agent thread."""

    def __init__(self, tools: Tools, unmoved: Unmoved) -> None:
        """Serve a step.

        Args:
            tools: for its clock, and whether the macro is trusted.
            unmoved: shared by the steps of a run, which add to it.
        """
        self._tools = tools
        self._unmoved = unmoved
        self._behind_since_s: float | None = None
        self._put: WindowInfo | None = None
        self._raised: WindowInfo | None = None
        self._stayed: Unmoved = set()

    def first(self, step: Step, moment: Moment) -> Ready | Later | None:
        """Return what brings the step's window to the front; None where nothing is to be done.

        Args:
            step: its names filled in.
            moment: what to look at; nothing is proposed on a look that has not settled.
        """
        typed_in, seen = typed_in_of(step), moment.sight.observation
        target = typed_in or target_of(step)
        if target is None or self._is_over(seen):
            return None
        behind = unfocused(target, seen) if typed_in else hidden(target, seen)
        if behind is None or not self._is_worth_it(behind):
            self._behind_since_s = None
            return None
        return self._proposal(behind, moment)

    def after(self, step: Step, trouble: Trouble, moment: Moment) -> Ready | None:
        """Return what brings up a window over which one of ours lies; None where that is not it.

        Ours come and go with every question: they are in the way only where nothing was found.
        """
        target, seen = target_of(step), moment.sight.observation
        if target is None or trouble.why != "missing" or not moment.is_sure or self._is_over(seen):
            return None
        chosen = choose(target, seen)
        if not isinstance(chosen, Chosen) or not chosen.is_program_part_same:
            return None
        if must_stay(chosen.window, seen):
            return None
        behind = Hidden(chosen.window, coverers(chosen.window, seen))
        is_ours = any(one.is_own for one in self._new(behind))
        return self._ready(behind, seen) if is_ours else None

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

    def took(self) -> None:
        """Take in that a proposal became a step of the run, be it the raise or another of the step."""
        self._raised, self._put = self._put or self._raised, None

    def give_up(self) -> None:
        """Forget a proposal that did not become one."""
        self._put = None

    def _is_over(self, seen: Observation) -> bool:
        """Tell whether the window was raised already; notes what lies over it all the same.

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
        """Tell whether it is minimised, or something lies over it that is not ours."""
        return not behind.by or any(not one.is_own for one in self._new(behind))

    def _new(self, behind: Hidden) -> list[WindowInfo]:
        """Return what lies over the window and has not stayed there when it was raised."""
        mine = behind.window.window_id
        return [one for one in behind.by if (mine, one.window_id) not in self._unmoved]

    def _proposal(self, behind: Hidden, moment: Moment) -> Ready | Later:
        now_s, seen = self._tools.clock.now_s(), moment.sight.observation
        if self._behind_since_s is None:
            self._behind_since_s = now_s
        note = f"{quoted(behind.window.title)} {_why(behind, seen)}"
        if later := waiting(self._behind_since_s + BEHIND_S - now_s, note):
            return later
        return self._ready(behind, seen) if moment.is_sure else Later(0.0, settles=True)

    def _ready(self, behind: Hidden, seen: Observation) -> Ready:
        window = self._put = behind.window
        evidence = f"the window of this step {_why(behind, seen)}"
        is_trusted = self._tools.is_trusted
        proposal = Proposal(
            actions.Window("activate", window.window_id, window.title[:_TITLE_CHARS]),
            sentence=f"Switch to {quoted(window.title or window.app)}",
            raised_risk=RiskLevel.R0 if is_trusted else RiskLevel.R3,
            evidence=evidence if is_trusted else f"{evidence}; {UNTRUSTED}",
        )
        return Ready(Intended(proposal, is_raise=True), seen, {})


def target_of(step: Step) -> Target | None:
    """Return what tells the window of a step that acts or looks; None where nothing does.

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
    """Return the window that keys are for: that whose title they wait for, whoever wrote so.

    None where they have a target or the desktop takes them, and for steps of another kind.
    """
    told = step.wait.condition if step.wait is not None else None
    if not (goes_with_keyboard(step) and isinstance(told, grammar.Titled)) or told.absent:
        return None
    return Target(window=told.title)


def waits_elsewhere(step: Step) -> bool:
    """Tell whether a step waits for what its own window would cover, were it raised before.

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
