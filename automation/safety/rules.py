"""The user's permissions: what may run without asking, what must be asked, what never runs.

Permissions are keyed by the program's file, never by a title. An interpreter runs anything, so no
allowance is ever read from its file; refusals always hold.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePath
from typing import Final, Literal

from automation.core.events import ApproveMode
from automation.core.observation import WindowInfo
from automation.core.programs import is_interpreter
from automation.core.proposal import Risk, RiskLevel


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
    """The user's permissions by resolved path of the program's file."""

    apps: Mapping[str, Permission] = field(default_factory=dict)

    def permission(self, window: WindowInfo) -> Permission | None:
        """Return what is settled for the window's program; None when nothing is.

        A refusal also holds by the file's bare name, in case the system does not tell the path.
        """
        settled = self.apps.get(window.executable) if window.executable else None
        if settled in _REFUSALS:
            return settled
        for path, permission in self.apps.items():
            if permission in _REFUSALS and _same_name(path, window):
                return permission
        if settled in _REACH and is_interpreter(window.executable):
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
    """Return what a grant of one run is keyed by: the file, or name and process if unknown."""
    if window.executable and not is_interpreter(window.executable):
        return window.executable
    return f"{window.app}#{window.pid}"


def rule(
    mode: ApproveMode,
    risk: Risk,
    windows: Sequence[WindowInfo],
    rules: Rules,
    grants: Grants,
    *,
    is_explicit: bool = False,
) -> Ruling:
    """Decide from mode, level and program alone; nothing that a policy or a page says comes in.

    Args:
        mode: how much the user wants to be asked.
        risk: what `assess` returned.
        windows: every window that the action reaches.
        rules: the user's permissions.
        grants: what the user has accepted for the rest of this run.
        is_explicit: the user's own words name each step, as under `commands`. Who writes "click
            Save" and chooses auto has decided about that click; a goal decides about no step.
    """
    if risk.level >= RiskLevel.R4:
        reason = risk.reasons[0] if risk.reasons else "this is not allowed"
        return Ruling("block", "rule:not_allowed", reason)
    permissions = [rules.permission(window) for window in windows]
    for window, permission in zip(windows, permissions, strict=True):
        if permission in _REFUSALS:
            settled = str(permission).replace("_", " ")
            reason = f'{window.app or "this program"} is set to "{settled}"'
            return Ruling("block", f"rule:{permission}", reason)
    if risk.level == RiskLevel.R0:
        return Ruling("run", "rule:only_looks")
    if risk.level >= RiskLevel.R3:
        return Ruling("ask", "rule:hard_to_undo")
    if grants.cover(windows):
        return Ruling("run", f"rule:task:{windows[0].app}")
    reach = RiskLevel.R2 if is_explicit else RiskLevel.R1
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


def _same_name(path: str, window: WindowInfo) -> bool:
    name = PurePath(path).name.casefold()
    known = {PurePath(window.executable).name.casefold(), window.app.casefold()}
    return bool(name) and name in known
