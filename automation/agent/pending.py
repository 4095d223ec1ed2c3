"""A step on its way: what is known of it between proposal and record, and how it can end.

The step at which a run ends is kept as not sent only before it is accepted: after that some of it may
be out.
"""

from dataclasses import dataclass, field, replace
from typing import Final

from automation.agent.outcomes import HeldCursor
from automation.agent.parts import View
from automation.core.actions import (
    Action,
    Check,
    Clipboard,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Window,
    Write,
    aims_of,
)
from automation.core.geometry import ScreenPoint, monitor_at
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.proposal import (
    Confirmation,
    Execution,
    Finish,
    Outcome,
    Pictures,
    Prepared,
    Proposal,
    Receipt,
    Risk,
    StepRecord,
    Timings,
    Where,
)

_BY_KEYS = (Write, Hotkey, KeyDown, KeyUp, HoldAndTap, Clipboard)


def where_of(
    intent: Action | Check, observation: Observation, element: ScreenElement | None = None
) -> Where | None:
    """Return what an action meets on this observation; None if it reaches no program's window.

    Args:
        intent: the action; a check meets nothing.
    """
    reached = _reached(intent, observation)
    if reached is None or reached.is_own:
        return None
    window = _window_of(reached, observation)
    monitor = monitor_at(observation.monitors, window.rect.center)
    return Where(
        app=window.app,
        title=window.title,
        client=window.rect,
        area=reached.rect,
        scale=monitor.scale if monitor is not None else 1.0,
        masked=observation.masked,
        element=replace(element, value=None) if element is not None else None,
    )


def _reached(intent: Action | Check, observation: Observation) -> WindowInfo | None:
    if isinstance(intent, Window):
        wanted = intent.window_id
        if not wanted:
            return observation.active_window
        return next((w for w in observation.windows if w.window_id == wanted), None)
    if not isinstance(intent, Action):
        return None
    aims = aims_of(intent)
    if aims:
        return _at(aims[0].point, observation)
    return observation.active_window if isinstance(intent, _BY_KEYS) else None


def _at(point: ScreenPoint, observation: Observation) -> WindowInfo | None:
    """Return what a press reaches; our overlays let it through."""
    others = (w for w in observation.windows if not (w.is_minimised or w.is_own))
    return next((w for w in others if (w.frame or w.rect).contains(point)), None)


def _window_of(reached: WindowInfo, observation: Observation) -> WindowInfo:
    """Return the window that a menu or list belongs to; a window itself as it is."""
    if not reached.is_popup:
        return reached
    others = [w for w in observation.windows if not (w.is_popup or w.is_own or w.is_minimised)]
    kin = [w for w in others if w.pid == reached.pid] if reached.pid else []
    active = observation.active_window
    if active is not None and not active.is_popup and (active in kin or not kin):
        return active
    return next(iter(kin or others), reached)


class RunEnds(Exception):
    """The run is to end; carries how."""

    def __init__(self, finish: Finish) -> None:
        super().__init__(finish.message)
        self.finish = finish


ENDS_ON_REJECTION: Final = frozenset({"commands", "macro"})
"""Policies that have no other way to the goal than the step that was rejected."""


@dataclass(frozen=True, slots=True)
class LookAgain:
    """The picture is stale: look and propose again."""

    why: str
    after_refusal: bool = False
    is_pause: bool = False
    cause: str = "takeover"
    """Of the stop, where it is a pause and nobody can let the run go on."""
    is_expiry: bool = False
    """Nobody has answered yet: it is asked again, as often as it takes."""
    outcome: Outcome = Outcome.BLOCKED
    """How the run ends if looking again does not help."""


@dataclass(frozen=True, slots=True, eq=False)
class Took:
    """The step ended and is recorded; `view` shows the screen after it."""

    record: StepRecord
    view: View


@dataclass(frozen=True, slots=True, eq=False)
class Pending:
    """A step that is not recorded yet."""

    n: int
    proposal: Proposal
    """With the user's correction, once there is one."""
    risk: Risk
    view: View
    timings: Timings
    prepared: Prepared | None = None
    confirmation: Confirmation | None = None
    pictures: Pictures = field(default_factory=Pictures)
    met: ScreenElement | None = None
    """What the tree has at the target, or what has the keyboard."""
    held: ScreenElement | None = None
    """The field or slider, with what it held right before the action; None where none tells."""
    cursor: HeldCursor | None = None
    """Where the text cursor stood right before the action was sent; None where nothing tells."""

    @property
    def nonce(self) -> str:
        """The executor's nonce; empty for steps that send nothing."""
        return self.prepared.nonce if self.prepared else ""

    @property
    def compared(self) -> Proposal:
        """The proposal with what its field held right before, for who looks for the effect."""
        return self.proposal if self.held is None else replace(self.proposal, element=self.held)

    def record(self, receipt: Receipt, execution: Execution | None = None) -> StepRecord:
        """Return the record of the step as it ended."""
        intent = self.proposal.intent
        aims = aims_of(intent) if isinstance(intent, Action) else ()
        return StepRecord(
            n=self.n,
            proposal=self.proposal,
            risk=self.risk,
            confirmation=self.confirmation or Confirmation("blocked", "rule:nobody"),
            action=intent,
            point=aims[0].point if aims else None,
            execution=execution,
            receipt=receipt,
            timings=self.timings,
            pictures=self.pictures,
            where=where_of(intent, self.view.observation, self.met),
        )
