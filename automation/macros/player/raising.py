"""Brings the window of a step to the front, where it is behind another program's or minimised.

That is an action of its own, proposed, judged, shown and approved like any, before anything of the
step is looked for; at most once a step. What it brings is for the ladder to see.
"""

from typing import Final

from automation.core import actions
from automation.core.observation import Observation, WindowInfo
from automation.core.proposal import Later, Proposal, RiskLevel
from automation.core.wording import quoted
from automation.macros import macro as grammar
from automation.macros.describing.fronts import goes_with_keyboard
from automation.macros.finder.covering import (
    Hidden,
    coverers,
    covering_words,
    hidden,
    is_same_program,
    must_stay,
    unfocused,
)
from automation.macros.finder.texts import fits_title
from automation.macros.finder.windows import Chosen, choose
from automation.macros.macro import Step, Target
from automation.macros.player.intents import Intended, Trouble
from automation.macros.player.mismatch import waiting
from automation.macros.player.moments import Moment, Tools
from automation.macros.player.proposing import Ready
from automation.macros.player.wording import UNTRUSTED, step_words

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
