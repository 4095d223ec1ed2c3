"""The macro editor's window: toolbar, health, parameters, steps, inspector, and what joins them."""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from PySide6.QtCore import QPoint, QSize, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.macros.editor.actions import Actions
from app.macros.editor.add_step import AddStep
from app.macros.editor.commands import StepCommands
from app.macros.editor.health_line import HealthLine
from app.macros.editor.inspector import Inspector
from app.macros.editor.macro_page import MacroPage
from app.macros.editor.model import StepModel
from app.macros.editor.notice import Notice
from app.macros.editor.params_bar import ParamsBar
from app.macros.editor.run_states import RunStates
from app.macros.editor.side import Side
from app.macros.editor.step_list import Head, StepList
from app.macros.editor.thumbnails import Thumbnails
from app.macros.editor.toolbar import Toolbar
from app.widgets.labels import Label
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
CHECK_MS: Final = 30
"""Between two parts of a check, so that keys are answered while 10,000 steps are looked at."""
_EMPTY: Final = "No steps yet. Record them, pick them on the screen, or type a command."


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
    """Steps of another macro, or of nobody knows where, were pasted."""
    saved = Signal()
    """The macro was saved from here; it may be another content than was trusted."""
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
        self._document = session.document
        self._states = RunStates()
        if report is not None:
            self._states.take(report)
        self._is_closing = False
        name = self._document.macro.name
        self.setWindowTitle(f"{name}[*] - deskhand macro editor")
        self.setWindowIcon(theme.icon("logo", "accent", 32))
        self.setMinimumSize(SMALLEST)
        self.resize(SIZE)
        self._thumbnails = Thumbnails(session.image, self)
        self.model = StepModel(self._document, self._states, self)
        self.rows = StepList(theme, self._document, self.model, self._thumbnails)
        self.commands = StepCommands(session, self.rows, self._refuse, self.steps_brought.emit)
        self.toolbar = Toolbar(theme, name)
        self.health = HealthLine(theme)
        self.health.show_health(health or Health(), report)
        self.params = ParamsBar(theme, self._document)
        self.inspector = Inspector(
            theme, self._document, self._states, self._thumbnails, macros, self._problems_of
        )
        self.add_step = AddStep(theme)
        self.notice = Notice(theme)
        self.actions_ = Actions(theme, self, self.rows)
        self._empty = Label(theme, _EMPTY, "small", "dim", wraps=True)
        self._empty.setContentsMargins(16, 12, 16, 12)
        self._checking = QTimer(self)
        self._checking.setInterval(CHECK_MS)
        self._checking.timeout.connect(self._check_on)
        self._lay_out()
        self._connect()
        self._unwatch = self._document.watch(self._on_changed)
        self._show_all()
        if session.note:
            self.notice.say(session.note[:1].upper() + session.note[1:] + ".")
        self.rows.setFocus()

    def _lay_out(self) -> None:
        card = QFrame()
        card.setProperty("kind", "card")
        card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        inner = QVBoxLayout(card)
        inner.setContentsMargins(1, 1, 1, 1)
        inner.setSpacing(0)
        inner.addWidget(Head(self._theme, self.rows))
        inner.addWidget(self.rows, 1)
        inner.addWidget(self._empty)
        steps = QVBoxLayout()
        steps.setContentsMargins(16, 0, 16, 10)
        steps.setSpacing(10)
        steps.addWidget(card, 10_000)
        steps.addWidget(self.add_step)
        steps.addStretch(1)
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addWidget(self.health)
        left.addWidget(self.params)
        left.addLayout(steps, 1)
        main = QWidget()
        main.setLayout(left)
        left.setContentsMargins(0, 0, 0, 0)
        body = QWidget()
        middle = QHBoxLayout(body)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(main, 1)
        self.side = Side(self, body, middle, self.inspector, self.toolbar.height())
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.toolbar)
        whole.addWidget(body, 1)
        whole.addWidget(self.notice)

    def _connect(self) -> None:
        bar, commands = self.toolbar, self.commands
        self.actions_.connect(
            {
                "run": self._run,
                "test": lambda: self._for_step(self.test_pressed),
                "from_here": lambda: self._for_step(self.from_here_pressed),
                "to_here": lambda: self._for_step(self.to_here_pressed),
                "record": self._record,
                "save": self._save,
                "undo": lambda: self._committed(commands.undo),
                "redo": lambda: self._committed(commands.redo),
                "breakpoint": commands.toggle_breakpoint,
                "off": commands.toggle_off,
                "up": lambda: commands.move(up=True),
                "down": lambda: commands.move(up=False),
                "duplicate": commands.duplicate,
                "copy": commands.copy,
                "cut": commands.cut,
                "paste": commands.paste,
                "group": commands.group,
                "ungroup": commands.ungroup,
                "remove": commands.remove,
                "select_all": self.rows.selectAll,
                "add": self.add_step.line.setFocus,
                "details": self.side.toggle,
            }
        )
        pressed = {
            bar.undo: "undo",
            bar.redo: "redo",
            bar.save: "save",
            bar.record: "record",
            bar.test: "test",
            bar.from_here: "from_here",
            bar.run: "run",
            bar.details: "details",
        }
        for button, name in pressed.items():
            button.clicked.connect(self.actions_[name].trigger)  # type: ignore[index]  # names of ours
        bar.trust.clicked.connect(self._on_trust)
        bar.more.clicked.connect(
            lambda: self._menu(bar.more.mapToGlobal(bar.more.rect().bottomLeft()))
        )
        self.rows.customContextMenuRequested.connect(
            lambda place: self._menu(self.rows.viewport().mapToGlobal(place))
        )
        self.rows.chosen.connect(self._show_chosen)
        self.rows.moved.connect(commands.drop)
        self.rows.opened.connect(self.side.open)
        self.params.table_wanted.connect(self._run)
        self.add_step.wanted.connect(commands.insert)
        self.inspector.pick_wanted.connect(self.pick_on_screen_pressed)
        self.inspector.repair_kept.connect(self._on_kept)
        self.inspector.repair_left.connect(self._on_left)
        self.inspector.close_wanted.connect(self.side.close)
        self.side.folded.connect(bar.details.setVisible)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the inspector float where room is short."""
        super().resizeEvent(event)
        self.side.fit(event.size())

    def set_trusted(self, is_trusted: bool) -> None:
        """Show whether this very content is trusted."""
        self.toolbar.trust.set_trusted(is_trusted=is_trusted)
        self._show_state()

    def show_running(self, step_id: str) -> None:
        """Show which step runs; empty for none."""
        before, self._states.running = self._states.running, step_id
        self.model.refresh([one for one in (before, step_id) if one])
        if step_id and self._document.has(step_id):
            self.rows.scrollTo(self.model.index(self._document.row_of(step_id)))

    def show_step(self, report: StepReport) -> None:
        """Show what became of a step of this macro."""
        self._states.reports[report.id] = report
        if self._states.running == report.id:
            self._states.running = ""
        self.model.refresh([report.id])
        if self.inspector.shown == report.id:
            self.inspector.refresh()

    def show_ended(self, ended: Ended) -> None:
        """Say how a run ended."""
        self.show_running("")
        self.notice.say(
            ended.message, is_error=ended.outcome not in (Outcome.DONE, Outcome.STOPPED)
        )
        self._show_state()

    def show_health(self, health: Health, report: Report | None = None) -> None:
        """Show what is known of the runs from here on."""
        self.health.show_health(health, report)

    def show_repair(self, repair: Repair) -> None:
        """Offer what was found in another way; the first of them is shown."""
        is_first = not self._states.repairs
        self._states.repairs[(repair.step_id, repair.part)] = repair
        self.model.refresh([repair.step_id])
        if is_first and self._document.has(repair.step_id):
            self.rows.select([repair.step_id])
        if self.inspector.shown == repair.step_id:
            self.inspector.refresh()

    def set_target(self, step_id: str, part: str, target: Target, image: bytes) -> None:
        """Give a step the target that was picked on the screen, with its picture."""
        try:
            step = self._document.step(step_id)
            path = self._session.add_image(image, target.name or target.text) if image else None
            picked = msgspec.structs.replace(
                target, image=path, press=target.press if path else None
            )
            changed = msgspec.structs.replace(step, **{part: picked})
            self._document.change(changed, "Pick the target")
        except MacroError as error:
            self._refuse(f"The target is as it was: {error}")

    def _show_all(self) -> None:
        self._checking.start()  # first: problems are told when all steps were looked at, bit by bit
        self._show_chosen()
        self._show_state()
        self._empty.setVisible(not self._document.rows)

    def _on_changed(self, change: Change) -> None:
        self._drop_old_repairs()
        self.rows.take(change)
        self.params.refresh()
        self._empty.setVisible(not self._document.rows)
        self._show_state()
        self._checking.start()

    def _show_chosen(self) -> None:
        """Show the one selected step; of none the macro, of several how many there are."""
        chosen = self.rows.selected()
        if len(chosen) == 1:
            row = self._document.rows[self._document.row_of(chosen[0])]
            self.inspector.show_step(row.number, row.step)
        elif chosen:
            words = "What is done by key or menu is done to all of them."
            told = Label(self._theme, words, "small", "dim", wraps=True)
            self.inspector.show_page(f"{len(chosen):,} steps", told)
        elif not isinstance(self.inspector.page, MacroPage) or self.inspector.shown:
            page = MacroPage(self._theme, self._document, self._problems())
            self.inspector.show_page("The macro", page)
        for name in ("test", "from_here", "to_here"):
            self.actions_[name].setEnabled(bool(self.rows.current()))

    def _on_kept(self, repair: Repair) -> None:
        self._forget(repair)
        self.repair_accepted.emit(repair)

    def _on_left(self, repair: Repair) -> None:
        self._forget(repair)
        self.repair_left.emit(repair)

    def _forget(self, repair: Repair) -> None:
        self._states.repairs.pop((repair.step_id, repair.part), None)
        self.model.refresh([repair.step_id])
        self.inspector.refresh()

    def _drop_old_repairs(self) -> None:
        gone = [key for key in self._states.repairs if not self._document.has(key[0])]
        for key in gone:
            del self._states.repairs[key]

    def _run(self) -> None:
        self._committed(self.run_pressed.emit)

    def _for_step(self, signal: object) -> None:
        step_id = self.rows.current()
        if step_id:
            self._committed(lambda: signal.emit(step_id))  # type: ignore[attr-defined]  # a signal

    def _record(self) -> None:
        self._committed(lambda: self.record_pressed.emit(self.commands.spot()))

    def _on_trust(self) -> None:
        if not self.toolbar.trust.is_trusted:
            self._committed(self.trust_pressed.emit)

    def _menu(self, place: QPoint) -> None:
        self.actions_.menu(self).popup(place)

    def _committed(self, do: Callable[[], object]) -> None:
        """Take what is written in a field, then act, then look whether it was saved."""
        self.inspector.commit()
        do()
        self._show_state()

    def _save(self) -> bool:
        self.inspector.commit()
        try:
            self._session.save()
        except MacroError as error:
            self._refuse(f"Not saved: {error}")
            return False
        self._show_state()
        self.saved.emit()
        return True

    def _show_state(self) -> None:
        """Say whether it is saved, what can be undone, what the checks found."""
        is_saved = self._session.is_saved
        words = "Not safe" if self._session.trouble else "Not saved"
        self.toolbar.show_state("" if is_saved else words)
        self.toolbar.state.setToolTip(self._session.trouble)
        self.setWindowModified(not is_saved)
        document = self._document
        for name, button, can, words in (
            ("undo", self.toolbar.undo, document.can_undo, document.undo_words),
            ("redo", self.toolbar.redo, document.can_redo, document.redo_words),
        ):
            action = self.actions_[name]  # type: ignore[index]  # names of ours
            action.setEnabled(can)
            button.setEnabled(can)
            said = f"{name.capitalize()}: {words}" if words else name.capitalize()
            button.setToolTip(f"{said} ({action.shortcut().toString()})")
            action.setText(said)

    def _refuse(self, words: str) -> None:
        self.notice.say(words, is_error=True)

    def _check_on(self) -> None:
        if self._session.check_some():
            self._checking.stop()
            if not self.rows.selected() and not self.inspector.has_focus():
                self.inspector.forget_page()
                self._show_chosen()

    def _problems(self) -> tuple[str, ...]:
        if self._checking.isActive():
            return ()
        return tuple(str(one) for one in self._session.problems())

    def _problems_of(self, step_id: str) -> tuple[str, ...]:
        return tuple(str(one) for one in self._session.problems_of(step_id))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask what becomes of edits that are not saved; then let go of the macro."""
        if self._is_closing:
            event.accept()
            return
        self.inspector.commit()
        if not self._session.is_saved:
            event.ignore()
            self._ask()
            return
        self._let_go(keep=True)
        event.accept()

    def _ask(self) -> None:
        name = self._document.macro.name
        self.notice.ask(
            f"“{name}” has edits that are not saved.",
            [
                ("Save", "primary", self._save_and_close),
                ("Discard", "plain", self._discard_and_close),
                ("Stay", "flat", self.notice.hide),
            ],
        )

    def _save_and_close(self) -> None:
        if self._save():
            self.close()

    def _discard_and_close(self) -> None:
        self._let_go(keep=False)
        self.close()

    def _let_go(self, *, keep: bool) -> None:
        self._is_closing = True
        self._checking.stop()
        self._unwatch()
        self._thumbnails.close()
        if keep:
            self._session.close()
        else:
            self._session.discard()
        self.closed.emit()
