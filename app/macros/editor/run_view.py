"""How a run shows in the editor: which step runs, what became of each, what was found elsewhere."""

from app.macros.editor.inspector import Inspector
from app.macros.editor.model import StepModel
from app.macros.editor.run_states import RunStates
from app.macros.editor.step_list import StepList
from automation.macros.editing.document import Document
from automation.macros.player.repair import Repair
from automation.macros.player.report import StepReport


class RunView:
    """Owned by the window; UI thread."""

    def __init__(
        self, document: Document, states: RunStates, rows: StepList, inspector: Inspector
    ) -> None:
        """Show states.

        Args:
            document: the macro.
            states: what is kept of the last run.
            rows: the list, whose model reads the states.
            inspector: shows those of the selected step.
        """
        self._document = document
        self._states = states
        self._rows = rows
        self._inspector = inspector

    @property
    def _model(self) -> StepModel:
        return self._rows.steps

    def running(self, step_id: str) -> None:
        """Show which step runs; empty for none."""
        before, self._states.running = self._states.running, step_id
        self._model.refresh([one for one in (before, step_id) if one])
        if step_id and self._document.has(step_id):
            self._rows.scrollTo(self._model.index(self._document.row_of(step_id)))

    def step(self, report: StepReport) -> None:
        """Show what became of a step of this macro."""
        self._states.reports[report.id] = report
        if self._states.running == report.id:
            self._states.running = ""
        self._model.refresh([report.id])
        if self._inspector.shown == report.id:
            self._inspector.refresh()

    def repair(self, repair: Repair) -> None:
        """Offer what was found in another way; the first of them is shown."""
        is_first = not self._states.repairs
        self._states.repairs[(repair.step_id, repair.part)] = repair
        self._model.refresh([repair.step_id])
        if is_first and self._document.has(repair.step_id):
            self._rows.select([repair.step_id])
        if self._inspector.shown == repair.step_id:
            self._inspector.refresh()

    def forget(self, repair: Repair) -> None:
        """Offer it no more: it was kept, or left."""
        self._states.repairs.pop((repair.step_id, repair.part), None)
        self._model.refresh([repair.step_id])
        self._inspector.refresh()

    def drop_old(self) -> None:
        """Offer nothing for steps that are gone."""
        gone = [key for key in self._states.repairs if not self._document.has(key[0])]
        for key in gone:
            del self._states.repairs[key]
