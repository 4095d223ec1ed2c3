"""What the last run in the editor made of each step."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from automation.macros.player.repair import Repair
from automation.macros.player.report import Report, StepReport


@dataclass(slots=True)
class RunStates:
    """Kept by the window, read by list and inspector; UI thread."""

    reports: dict[str, StepReport] = field(default_factory=dict)
    """By the step's id: what became of it at its last turn."""
    repairs: dict[tuple[str, str], Repair] = field(default_factory=dict)
    """By id and part: what was found elsewhere and is neither kept nor left yet."""
    running: str = ""
    """Id of the step that runs; empty when none does."""

    def take(self, report: Report) -> None:
        """Begin with what a run before made of the macro's own steps."""
        own = (one for one in report.steps if one.macro == report.macro)
        self.reports = {one.id: one for one in own}

    def begin(self, ids: Iterable[str]) -> None:
        """Forget what is told of these steps, because they run again."""
        for step_id in ids:
            self.reports.pop(step_id, None)

    def repairs_of(self, step_id: str) -> tuple[Repair, ...]:
        """Return what is offered for a step."""
        return tuple(one for (at, _part), one in self.repairs.items() if at == step_id)
