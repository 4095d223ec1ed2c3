"""The user's permissions: what may run without asking, what must be asked, what never runs.

Permissions are keyed by the program's file, or by the id of a packaged program, never by a title. An
interpreter runs anything, and a file that nobody vouches for may be any: neither is ever allowed
anything by its path. Refusals always hold.

The rules are asked first and the user second; that is the one way from a proposal to an approval. It lives
as long as one run, and with it everything the user accepted for "the rest of this task".

A menu path is one approval: an open menu or list grabs keyboard and pointer, so nobody can be asked
over it. The first card says the whole path at the risk of its last step, and the next presses run only
if they are exactly what was announced (`OpenPath`).
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import PurePath
from typing import Final, Literal

from automation.core.actions import Action, Click
from automation.core.events import ApproveMode
from automation.core.observation import Frame, Observation, WindowInfo, is_interpreter
from automation.core.ports import Confirmer
from automation.core.proposal import Confirmation, Proposal, Question, Risk, RiskLevel
from automation.core.text import worded
from automation.core.timing import StopToken
from automation.safety.evidence import windows_of
from automation.screen.folding import spaced


class Permission(StrEnum):
    """What the user has settled for one program."""

    ASK = "ask"
    ALLOW_R1 = "allow_r1"
    ALLOW_R2 = "allow_r2"
    NEVER_LOOK = "never_look"
    NEVER_TOUCH = "never_touch"


_REFUSALS: Final = frozenset({Permission.NEVER_LOOK, Permission.NEVER_TOUCH})
_REACH: Final = {Permission.ALLOW_R1: RiskLevel.R1, Permission.ALLOW_R2: RiskLevel.R2}


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say of one action."""

    decision: Literal["run", "ask", "block"]
    by: str
    """The rule, for the record: `rule:assist`, `rule:never_touch`."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """The user's permissions by resolved path of the program's file, or by `flatpak:ID`."""

    apps: Mapping[str, Permission] = field(default_factory=dict)

    def permission(self, window: WindowInfo) -> Permission | None:
        """Return what is settled for the window's program; None when nothing is.

        A refusal also holds by the file's bare name, in case the system does not tell the path.
        """
        by_file = self.apps.get(window.executable) if window.executable else None
        settled = self.apps.get(window.app_id) if window.app_id else None
        for found in (settled, by_file):
            if found in _REFUSALS:
                return found
        for path, permission in self.apps.items():
            if permission in _REFUSALS and _same_name(path, window):
                return permission
        if _is_in_sandbox(window):
            return settled if by_file is None or settled is not None else Permission.ASK
        settled = settled or by_file
        if settled in _REACH and not names_one_program(window):
            return Permission.ASK
        return settled


@dataclass(frozen=True, slots=True)
class Grants:
    """Programs in which the user accepted the rest of this task."""

    programs: frozenset[str] = frozenset()

    def with_windows(self, windows: Sequence[WindowInfo]) -> "Grants":
        """Return the grants with the windows' programs added."""
        return Grants(self.programs | {program_key(w) for w in windows})

    def cover(self, windows: Sequence[WindowInfo]) -> bool:
        """Tell whether every one of the windows belongs to a granted program."""
        return bool(windows) and all(program_key(w) in self.programs for w in windows)


def program_key(window: WindowInfo) -> str:
    """Return what a grant of one run is keyed by: the file, or the process if unknown."""
    if window.app_id:
        return window.app_id
    if window.executable and names_one_program(window):
        return window.executable
    # Its menus and lists have no name; a window that tells no process is known by its name alone.
    return f"#{window.pid}" if window.pid else f"{window.app}#0"


def rule(
    mode: ApproveMode,
    risk: Risk,
    windows: Sequence[WindowInfo],
    rules: Rules,
    grants: Grants,
    *,
    is_explicit: bool = False,
    is_trusted_macro: bool = False,
) -> Ruling:
    """Decide from mode, level and program alone; nothing that a policy or a page says comes in.

    Args:
        risk: what `assess` returned.
        is_explicit: the user's own words name each step, as under `commands`. Who writes "click
            Save" and chooses auto has decided about that click; a goal decides about no step.
        is_trusted_macro: the step stands in a macro that the user has recorded or read: decided
            about like one that the user's words name, but for where it leads.
    """
    if risk.level >= RiskLevel.R4:
        reason = risk.reasons[0] if risk.reasons else worded("this is not allowed")
        return Ruling("block", "rule:not_allowed", reason)
    permissions = [rules.permission(window) for window in windows]
    for window, permission in zip(windows, permissions, strict=True):
        if permission in _REFUSALS:
            settled = str(permission).replace("_", " ")
            reason = worded('{0} is set to "{1}"', window.app or "this program", settled)
            return Ruling("block", f"rule:{permission}", reason)
    if risk.level == RiskLevel.R0:
        return Ruling("run", "rule:only_looks")
    if risk.level >= RiskLevel.R3:
        return Ruling("ask", "rule:hard_to_undo")
    if risk.is_after_unseen:
        return Ruling("ask", "rule:after_unseen")
    if risk.is_inferred:
        return Ruling("ask", "rule:inferred")
    if risk.is_new_ground and not is_explicit:
        return Ruling("ask", "rule:new_ground")
    if grants.cover(windows):
        return Ruling("run", f"rule:task:{windows[0].app}")
    reach = RiskLevel.R2 if is_explicit or is_trusted_macro else RiskLevel.R1
    return _by_mode(mode, risk.level, windows, permissions, reach)


def _by_mode(
    mode: ApproveMode,
    level: RiskLevel,
    windows: Sequence[WindowInfo],
    permissions: Sequence[Permission | None],
    auto_reach: RiskLevel,
) -> Ruling:
    """Decide about R1 and R2; `auto_reach` is what auto mode runs in an app without a setting."""
    reaches = bool(windows) and all(
        p is not None and _REACH.get(p, RiskLevel.R0) >= level for p in permissions
    )
    if mode in ("assist", "auto") and reaches:
        return Ruling("run", f"rule:app:{windows[0].app}")
    if mode == "auto" and level <= auto_reach and Permission.ASK not in permissions:
        return Ruling("run", "rule:auto")
    return Ruling("ask", f"rule:{mode}")


def names_one_program(window: WindowInfo) -> bool:
    """Tell whether the window's file says which program runs, so that the program can be named."""
    return window.is_vouched and not is_interpreter(window.executable)


def _is_in_sandbox(window: WindowInfo) -> bool:
    """Tell whether the file's path is one inside a sandbox, where many programs have the same."""
    return window.app_id.startswith("flatpak:")


def _same_name(path: str, window: WindowInfo) -> bool:
    packaged = window.app_id.partition(":")[2].casefold()
    known = {PurePath(window.executable).name.casefold(), window.app.casefold(), packaged}
    return bool(_bare(path)) and _bare(path) in known


def _bare(key: str) -> str:
    """Return the name of a program by the key of its permission: a path, or `flatpak:ID`."""
    return PurePath(key.removeprefix("flatpak:").removeprefix("snap:")).name.casefold()


NOBODY = worded("this step needs your decision, and nobody is there to ask")


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
        # Whether the window system named every process: unknown ones are not the same ones
        return (
            is_press
            and element is not None
            and _plain(element.name) == _plain(self.names[0])
            and risk.level <= min(self.level, RiskLevel.R2)
            and _programs(windows) == self.programs
            and bool(self.programs)
            and 0 not in self.programs
        )

    def rest(self) -> "OpenPath | None":
        """Return the path after its next press; None at its end."""
        return replace(self, names=self.names[1:]) if len(self.names) > 1 else None


def _plain(name: str) -> str:
    """Return a name as it is compared, without the dots that tell of a dialog."""
    return spaced(name.replace("…", "").replace("...", ""))


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
            return Confirmation(
                "dry_run", "rule:dry_run", reason=worded("nothing is sent in a dry run")
            )
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
            why = worded("{0}: {1}", NOBODY, risk.reasons[0]) if risk.reasons else NOBODY
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
