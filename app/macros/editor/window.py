"""The macro editor's window: toolbar, health, parameters, steps, inspector, and what joins them."""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.macros.editor.actions import Actions
from app.macros.editor.add_step import AddStep
from app.macros.editor.chosen import Chosen
from app.macros.editor.commands import StepCommands
from app.macros.editor.empty_steps import EmptySteps
from app.macros.editor.find_line import FindLine
from app.macros.editor.health_line import HealthLine
from app.macros.editor.inspector import Inspector
from app.macros.editor.keeping import Keeping, nothing
from app.macros.editor.layout import lay_out
from app.macros.editor.model import StepModel
from app.macros.editor.notice import Notice
from app.macros.editor.params_bar import ParamsBar
from app.macros.editor.presses import Presses
from app.macros.editor.run_states import RunStates
from app.macros.editor.run_view import RunView
from app.macros.editor.saved_state import show_state
from app.macros.editor.step_clip import settle
from app.macros.editor.step_list import StepList
from app.macros.editor.thumbnails import Thumbnails
from app.macros.editor.toolbar import Toolbar
from app.widgets.theme import Theme
from automation.core.errors import MacroError
from automation.core.events import Ended
from automation.core.proposal import Outcome
from automation.macros.editing.rows import Change
from automation.macros.editing.session import EditSession
from automation.macros.macro import Target
from automation.macros.player.health import Health
from automation.macros.player.repair import Repair
from automation.macros.player.report import Report, StepReport

SIZE: Final = QSize(1280, 800)
SMALLEST: Final = QSize(900, 600)


class EditorWindow(QWidget):
    """Owned by the editors' control. It edits the session's document and runs nothing itself."""

    run_pressed = Signal()
    test_pressed = Signal(str)
    """Id of the one step that is to run."""
    from_here_pressed = Signal(str)
    to_here_pressed = Signal(str)
    record_pressed = Signal(object)
    """The `Spot` where recorded steps go."""
    pick_on_screen_pressed = Signal(str, str)
    """Id of the step, and the part of it: `target` or `to`."""
    repair_accepted = Signal(object)
    repair_left = Signal(object)
    trust_pressed = Signal()
    steps_brought = Signal()
    """Steps were pasted that may be neither read nor the user's own."""
    saved = Signal()
    """The macro was saved from here; it may be another content than was trusted."""
    save_as_wanted = Signal()
    """Another macro is to have the edits: the file is another than was opened."""
    reopen_wanted = Signal()
    """Edits are to be thrown away, and the macro opened again as it is on the disk."""
    closed = Signal()
    """The window is gone, and the session closed."""

    def __init__(
        self,
        theme: Theme,
        session: EditSession,
        health: Health | None = None,
        report: Report | None = None,
        macros: Sequence[str] = (),
    ) -> None:
        """Show a macro.

        Args:
            theme: colours and fonts.
            session: the open macro; closed with the window.
            health: of its runs; None when nothing is known.
            report: of its last run, for how each step was found; None when it is not at hand.
            macros: names of macros that it may call.
        """
        super().__init__()
        self._theme = theme
        self._session = session
        self.document = session.document
        self._states = RunStates()
        if report is not None:
            self._states.take(report)
        self._is_closing = False
        self._mistake = ""
        """What was said last of a mistake."""
        self.setWindowIcon(theme.icon("logo", "accent", 32))
        self.setMinimumSize(SMALLEST)
        self.resize(SIZE)
        self._thumbnails = Thumbnails(session.image, self)
        self.model = StepModel(self.document, self._states, self)
        self.rows = StepList(theme, self.document, self.model, self._thumbnails)
        self.commands = StepCommands(session, self.rows, self._refuse, self.steps_brought.emit)
        self.toolbar = Toolbar(theme, self.document.macro.name)
        self.health = HealthLine(theme)
        self.health.show_health(health or Health(), report)
        self.params = ParamsBar(theme, self.document)
        self.inspector = Inspector(
            theme, self.document, self._states, self._thumbnails, macros, self._problems_of
        )
        self.add_step = AddStep(theme)
        self.find_line = FindLine(theme, self.document, self.rows)
        self.notice = Notice(theme)
        self.actions_ = Actions(theme, self, self.rows)
        self.empty = EmptySteps(theme)
        self.side = lay_out(self, theme, self.empty)
        self.runs = RunView(self.document, self._states, self.rows, self.inspector)
        self._chosen = Chosen(theme, session, self.rows, self.inspector, self.actions_)
        self._keeping = Keeping(
            session, self.params, self.inspector, self.side, self.notice, self._chosen.settle
        )
        self._connect()
        self._presses = Presses(self)
        self._unwatch = self.document.watch(self._on_changed)
        self._show_all()
        if session.note:
            self.notice.say(session.note[:1].upper() + session.note[1:] + ".")
        self.rows.setFocus()

    def _connect(self) -> None:
        self.rows.moved.connect(self.commands.drop)
        self.rows.opened.connect(self.side.open)
        self.add_step.wanted.connect(self.commands.insert)
        self.inspector.pick_wanted.connect(self.pick_on_screen_pressed)
        self.inspector.repair_kept.connect(self._on_kept)
        self.inspector.repair_left.connect(self._on_left)
        self.inspector.close_wanted.connect(self.side.close)
        self.side.folded.connect(self.toolbar.details.setVisible)
        self._chosen.mistaken.connect(self._on_mistaken)
        self._keeping.saved.connect(self._on_saved)
        self._keeping.saving_changed.connect(self.show_state)
        self._keeping.save_as_wanted.connect(self.save_as_wanted)
        self._keeping.reopen_wanted.connect(self.reopen_wanted)
        self._keeping.closing.connect(lambda keep: self.let_go(keep=keep))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the inspector float where room is short."""
        super().resizeEvent(event)
        self.side.fit(event.size())

    def show_name(self) -> None:
        """Show what the macro is called, which may be something else by now."""
        name = self.document.macro.name
        self.setWindowTitle(f"{name}[*] - deskhand macro editor")
        self.toolbar.name.set_whole_text(name)
        self.show_state()

    def set_trusted(self, is_trusted: bool) -> None:
        """Show whether this very content is trusted."""
        self.toolbar.trust.set_trusted(is_trusted=is_trusted)
        self.show_state()

    def show_running(self, step_id: str) -> None:
        """Show which step runs; empty for none."""
        self.runs.running(step_id)

    def show_step(self, report: StepReport) -> None:
        """Show what became of a step of this macro."""
        self.runs.step(report)

    def show_ended(self, ended: Ended) -> None:
        """Say how a run ended."""
        self.show_running("")
        self.notice.say(
            ended.message, is_error=ended.outcome not in (Outcome.DONE, Outcome.STOPPED)
        )
        self.show_state()

    def show_health(self, health: Health, report: Report | None = None) -> None:
        """Show what is known of the runs from here on."""
        self.health.show_health(health, report)

    def show_repair(self, repair: Repair) -> None:
        """Offer what was found in another way; the first of them is shown."""
        self.runs.repair(repair)

    def set_target(self, step_id: str, part: str, target: Target, image: bytes) -> None:
        """Give a step the target that was picked on the screen, with its picture."""
        try:
            step = self.document.step(step_id)
            path = self._session.add_image(image, target.name or target.text) if image else None
            picked = msgspec.structs.replace(
                target, image=path, press=target.press if path else None
            )
            changed = msgspec.structs.replace(step, **{part: picked})
            self.document.change(changed, "Pick the target")
        except MacroError as error:
            self._refuse(f"The target is as it was: {error}")

    def _show_emptiness(self) -> None:
        has_steps = bool(self.document.rows)
        self.empty.setVisible(not has_steps)
        self.actions_["run"].setEnabled(has_steps)

    def _problems_of(self, step_id: str) -> tuple[str, ...]:
        return tuple(str(one) for one in self._session.problems_of(step_id))

    def _show_all(self) -> None:
        self._chosen.check()  # first: what is shown tells no problems before all was looked at
        self._chosen.show()
        self.show_name()
        self._show_emptiness()

    def _on_changed(self, change: Change) -> None:
        self._chosen.check()  # first: what is shown meanwhile tells no problems
        self.runs.drop_old()
        self.rows.take(change)
        self.params.refresh()
        self._show_emptiness()
        self.show_state()

    def _on_kept(self, repair: Repair) -> None:
        self.runs.forget(repair)
        self.repair_accepted.emit(repair)

    def _on_left(self, repair: Repair) -> None:
        self.runs.forget(repair)
        self.repair_left.emit(repair)

    def save(self, then: Callable[[], object] = nothing) -> None:
        """Save it all, what stands in fields too; `then` once that is done. What fails is said."""
        self._keeping.save(then)

    def save_as(self, name: str, then: Callable[[], object]) -> None:
        """Save it under another name and go on with that; `then` once that is done. What fails is said."""
        self._keeping.save_as(name, then)

    def _on_saved(self) -> None:
        self.show_state()
        self.saved.emit()

    def commit(self, otherwise: str) -> bool:
        """Take what stands in fields; where that cannot be say that `otherwise`, and return False."""
        return self._keeping.commit(otherwise)

    def show_state(self) -> None:
        """Show whether it is saved, and what can be undone."""
        is_saved = show_state(self._session, self.toolbar, self.actions_)
        self.setWindowModified(not is_saved)

    def _on_mistaken(self, words: str) -> None:
        """Say at the edit what is wrong with it, and take that back once it is mended."""
        if words:
            self._mistake = words
            self.notice.say(words, is_error=True)
        elif self.notice.words == self._mistake:
            self.notice.hide()

    def _refuse(self, words: str) -> None:
        self.notice.say(words, is_error=True)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask what becomes of edits that are not saved; then let go of the macro."""
        event.setAccepted(self._is_closing or self._keeping.may_close(self.close))

    def discard_and_close(self) -> None:
        """Throw away what is not saved."""
        self.let_go(keep=False)
        self.close()

    def put_away(self) -> None:
        """End with the application: edits that are not saved stay in the draft."""
        self._keeping.commit_or_leave()
        self.let_go(keep=True)
        self.close()

    def let_go(self, *, keep: bool) -> None:
        """Let go of the macro's files; without `keep` what is not saved is gone. Does it once."""
        if self._is_closing:
            return
        self._keeping.finish()
        self._is_closing = True
        self._chosen.stop()
        self._unwatch()
        self.find_line.search.stop()
        self._thumbnails.close()
        settle()
        if keep:
            self._session.close()
        else:
            self._session.discard()
        self.closed.emit()
