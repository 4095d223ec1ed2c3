"""Asks the rules first and the user second; the one way from a proposal to an approval.

Lives as long as one run, and with it everything the user accepted for "the rest of this task".
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from automation.core.actions import Action, Click
from automation.core.events import ApproveMode
from automation.core.observation import Frame, Observation, WindowInfo
from automation.core.ports import Confirmer
from automation.core.proposal import Confirmation, Proposal, Question, Risk, RiskLevel
from automation.core.stopping import StopToken
from automation.safety.rules import Grants, Rules, Ruling, rule
from automation.safety.targets import windows_of

NOBODY = "this step needs your decision, and nobody is there to ask"


def _never() -> bool:
    return False


def _accepted(by: str) -> Confirmation:
    return Confirmation("accepted", by, decided_s=time.monotonic())


@dataclass(frozen=True, slots=True)
class OpenPath:
    """What is left of a menu path or list that the user has accepted as a whole."""

    names: tuple[str, ...]
    level: RiskLevel
    """The risk at which the whole path was accepted."""
    programs: frozenset[int]
    """Processes of the windows that the first step reached."""

    def covers(self, proposal: Proposal, risk: Risk, windows: Sequence[WindowInfo]) -> bool:
        """Tell whether the proposal is exactly the next press of the path, and no riskier."""
        intent, element = proposal.intent, proposal.element
        is_press = isinstance(intent, Click) and intent == Click(intent.at)
        return (
            is_press
            and element is not None
            and _plain(element.name) == _plain(self.names[0])
            and risk.level <= min(self.level, RiskLevel.R2)
            and _programs(windows) == self.programs
            and _are_known(self.programs)
        )

    def rest(self) -> "OpenPath | None":
        """Return the path after its next press; None at its end."""
        return replace(self, names=self.names[1:]) if len(self.names) > 1 else None


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("…", "").replace("...", "").split())


def _are_known(programs: frozenset[int]) -> bool:
    """Tell whether the window system named every process: unknown ones are not the same ones."""
    return bool(programs) and 0 not in programs


def _programs(windows: Sequence[WindowInfo]) -> frozenset[int]:
    return frozenset(window.pid for window in windows)


@dataclass(slots=True)
class RuledConfirmer:
    """A `Confirmer` that runs what the rules allow and asks `human` about the rest."""

    mode: ApproveMode
    rules: Rules
    human: Confirmer | None = None
    """Who is asked; None when nobody is there, which blocks and never waits."""
    is_explicit: Callable[[], bool] = _never
    """Tells whether the user's own words name the step at hand (the `commands` policy does it)."""
    is_trusted_macro: bool = False
    """The run plays a macro that the user has recorded or read, with all that it calls."""
    _grants: Grants = field(default_factory=Grants)
    _path: OpenPath | None = None

    def confirm(
        self, proposal: Proposal, risk: Risk, observation: Observation, stop: StopToken
    ) -> Confirmation:
        """Return the rules' decision, or the user's where the rules leave it open."""
        stop.check()
        windows = windows_of(proposal.intent, observation)
        ruling = self._rule(risk, windows)
        if ruling.decision == "block":
            return Confirmation("blocked", ruling.by, reason=ruling.reason)
        if self.mode == "dry-run":
            return Confirmation("dry_run", "rule:dry_run", reason="nothing is sent in a dry run")
        path, self._path = self._path, None
        if path is not None and path.covers(proposal, risk, windows):
            self._path = path.rest()
            return _accepted("rule:same_path")
        if ruling.decision == "run":
            return _accepted(ruling.by)
        confirmation = self._ask(proposal, risk, observation, stop)
        if confirmation.verdict == "accepted" and proposal.leads_to:
            self._path = OpenPath(proposal.leads_to, risk.level, _programs(windows))
        return confirmation

    def choose(self, question: Question, observation: Observation, stop: StopToken) -> int | None:
        """Return the user's choice; None when nobody is there to choose."""
        if self.human is None or self.mode == "dry-run":
            return None
        return self.human.choose(question, observation, stop)

    def ruling(self, proposal: Proposal, risk: Risk, observation: Observation) -> Ruling:
        """Return what the rules say, without asking anybody."""
        windows = windows_of(proposal.intent, observation)
        return self._rule(risk, windows)

    def _rule(self, risk: Risk, windows: Sequence[WindowInfo]) -> Ruling:
        return rule(
            self.mode, risk, windows, self.rules, self._grants,
            is_explicit=self.is_explicit(), is_trusted_macro=self.is_trusted_macro,
        )  # fmt: skip

    def revoke_grants(self) -> None:
        """Take back every "rest of this task": a check has failed, so each step is asked again."""
        self._grants, self._path = Grants(), None

    def judge_with(self, judge: Callable[[Action], Risk]) -> None:
        """Hand on what tells the user how a changed action would be judged."""
        offered = getattr(self.human, "judge_with", None)
        if offered is not None:
            offered(judge)

    def overlay_picture(self) -> Frame | None:
        """Return the picture of the last card with its marks; None if the user saw none."""
        offered = getattr(self.human, "overlay_picture", None)
        return offered() if callable(offered) else None

    def _ask(
        self, proposal: Proposal, risk: Risk, observation: Observation, stop: StopToken
    ) -> Confirmation:
        if self.human is None:
            why = f"{NOBODY}: {risk.reasons[0]}" if risk.reasons else NOBODY
            return Confirmation("blocked", "rule:nobody", reason=why)
        confirmation = self.human.confirm(proposal, risk, observation, stop)
        if confirmation.verdict == "edited" and confirmation.action is not None:
            return self._correction(confirmation, confirmation.action, risk, observation)
        may_grant = confirmation.verdict == "accepted" and risk.level <= RiskLevel.R2
        if confirmation.allow_rest_in_app and may_grant:
            self._grants = self._grants.with_windows(windows_of(proposal.intent, observation))
        return confirmation

    def _correction(
        self, confirmation: Confirmation, action: Action, risk: Risk, observation: Observation
    ) -> Confirmation:
        """Return the correction, unless it reaches a program that the user has ruled out."""
        ruling = self._rule(risk, windows_of(action, observation))
        if ruling.decision == "block":
            return Confirmation("blocked", ruling.by, reason=ruling.reason)
        return confirmation
