"""The macro editor's window: toolbar, health, parameters, steps and inspector, and what joins them.

Which key, button or line of the menu does what stands here; what stands in a field is always taken first.
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from PySide6.QtCore import QObject, QPoint, QSize, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from app.gui import tr
from app.gui.background import timer
from app.gui.macros.editor.actions import Actions, EditorRequests, StepCommands
from app.gui.macros.editor.add_step import AddStep
from app.gui.macros.editor.bars import HealthLine, Notice, Side, Toolbar
from app.gui.macros.editor.clipboard import settle
from app.gui.macros.editor.inspector import Inspector, MacroPage, SeveralPage, Told, problems_told
from app.gui.macros.editor.params import ParamsBar
from app.gui.macros.editor.rows import RunStates
from app.gui.macros.editor.saving import Keeping, nothing
from app.gui.macros.editor.search import FindLine
from app.gui.macros.editor.step_list import EmptySteps, ListHead, StepList, StepModel, Thumbnails
from app.gui.widgets.layout import Framed, column, row
from app.gui.widgets.theme import Theme
from app.gui.window.help import help_by_f1
from automation.core.errors import MacroError
from automation.core.events import Ended
from automation.core.proposal import Outcome
from automation.core.text import as_sentence
from automation.macros.edit.document import Document
from automation.macros.edit.session import EditSession
from automation.macros.edit.tree import Change
from automation.macros.macro import Target
from automation.macros.play.health import Health
from automation.macros.play.repair import Repair
from automation.macros.play.report import Report, StepReport

CHECK_MS: Final = 30
"""Between two parts of a check, so that keys are answered while 10,000 steps are looked at."""
REST_MS: Final = 250
"""After the last edit, before the first part: finding what is to be looked at takes some 15 ms then."""

MOST_PARTS: Final = 25
"""Of a check that a save waits for: a thousand steps, some 100 ms."""


class Chosen(QObject):
    """Owned by the window; UI thread. It has checks and texts made bit by bit, as timers say."""

    mistaken = Signal(str)
    """An edit has left something for which the macro is not played, in words; empty once all is mended."""

    def __init__(
        self,
        theme: Theme,
        session: EditSession,
        rows: StepList,
        inspector: Inspector,
        actions: Actions,
    ) -> None:
        super().__init__(rows)
        self._theme, self._session = theme, session
        self._rows, self._inspector, self._actions = rows, inspector, actions
        self._mistakes: frozenset[Told] | None = None
        """What was found last for which the macro is not played; None before the first check."""
        self._checking = timer(self, CHECK_MS, self._check_on, repeats=True)
        self._writing = timer(self, CHECK_MS, self._write_on, repeats=True)
        rows.chosen.connect(self.show)

    def show(self) -> None:
        """Show the one selected step; of none the macro, of several how many there are."""
        chosen, document = self._rows.selected(), self._session.document
        if len(chosen) == 1:
            row = document.rows[document.row_of(chosen[0])]
            self._inspector.show_step(row.number, row.step)
        elif chosen:
            page = self._inspector.page
            if not isinstance(page, SeveralPage):
                page = SeveralPage(self._theme, self._actions)
            self._inspector.show_page(tr("{0:,} steps").format(len(chosen)), page)
        elif not isinstance(self._inspector.page, MacroPage) or self._inspector.shown:
            whole = MacroPage(self._theme, document, self._problems(), self._session.told)
            if whole.problems is not None:
                whole.problems.show_pressed.connect(lambda step_id: self._rows.select([step_id]))
            self._inspector.show_page(tr("The macro"), whole)
        for name in ("test", "from_here", "to_here"):
            self._actions[name].setEnabled(bool(self._rows.current()))

    def check(self) -> None:
        """Look at what was changed, soon and bit by bit; problems are told when all was looked at.

        After that, and in the same way, what a save will write is made ready.
        """
        self._writing.stop()
        self._checking.start(REST_MS)

    def settle(self) -> None:
        """Finish a check that is due, and tell for what the macro is not played: before it is saved.

        Of very many steps that were changed at once the rest is looked at, and told, after that.
        """
        if self._checking.isActive():
            for _ in range(MOST_PARTS):
                if self._session.check_some():
                    self._checked()
                    break
        found = [told for told in problems_told(self._session) if not told.is_note]
        if found:
            self._tell(found)

    def stop(self) -> None:
        """Look at nothing any more."""
        self._checking.stop()
        self._writing.stop()

    def _check_on(self) -> None:
        self._checking.setInterval(CHECK_MS)
        if self._session.check_some():
            self._checked()
            if not self._rows.selected() and not self._inspector.has_focus():
                self._inspector.forget_page()
                self.show()

    def _checked(self) -> None:
        self._checking.stop()
        self._writing.start()
        self._tell_mistakes()

    def _tell_mistakes(self) -> None:
        """Tell what the last edits have made wrong; what was wrong as the macro was opened stands in its page."""
        found = [told for told in problems_told(self._session) if not told.is_note]
        before, self._mistakes = self._mistakes, frozenset(found)
        if before is None:
            return
        fresh = [told for told in found if told not in before]
        if fresh:
            self._tell(fresh)
        elif before and not found:
            self.mistaken.emit("")
        self._inspector.show_problems()

    def _tell(self, found: list[Told]) -> None:
        more = tr(" There are {0:,} more.").format(len(found) - 1) if len(found) > 1 else ""
        self.mistaken.emit(
            tr("{0}. It is not played before that is mended.{1}").format(found[0].words, more)
        )

    def _write_on(self) -> None:
        if self._session.write_some():
            self._writing.stop()

    def _problems(self) -> tuple[Told, ...]:
        return () if self._checking.isActive() else problems_told(self._session)


def lay_out(window: "EditorWindow", theme: Theme, empty: QWidget) -> Side:
    """Put the parts into the window; return where its inspector stands.

    Args:
        empty: stands in place of the rows while there are none.
    """
    body = QWidget()
    middle = row((_left(window, _card(window, theme, empty)), 1), gap=0, into=body)
    side = Side(window, body, middle, window.inspector)
    column(window.toolbar, (body, 1), window.notice, gap=0, into=window)
    return side


def _card(window: "EditorWindow", theme: Theme, empty: QWidget) -> QFrame:
    """Return the box around the list, no higher than its rows."""
    card = Framed("card")
    card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
    head = ListHead(theme, window.rows)
    column(head, (window.rows, 1), empty, gap=0, margins=(1, 1, 1, 1), into=card)
    return card


def _left(window: "EditorWindow", card: QWidget) -> QWidget:
    steps = column((card, 10_000), window.add_step, None, gap=10, margins=(16, 0, 16, 10))
    main = QWidget()
    column(window.health, window.params, window.find_line, (steps, 1), gap=0, into=main)
    return main


class Presses:
    """Owned by the window, whose signals it emits; made when all its parts are there."""

    def __init__(self, window: "EditorWindow") -> None:
        self._window = window
        self._connect_actions()
        self._connect_buttons()

    def _connect_actions(self) -> None:
        window, commands = self._window, self._window.commands
        play = window.requests.play.emit
        window.actions_.join(
            {
                "run": self.run,
                "test": self._test,
                "from_here": lambda: self._for_step(lambda step: play(step, "")),
                "to_here": lambda: self._for_step(lambda step: play("", step)),
                "record": self._record,
                "save": window.save,
                "undo": lambda: self._after_fields(commands.undo),
                "redo": lambda: self._after_fields(commands.redo),
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
                "select_all": window.rows.selectAll,
                "add": window.add_step.line.setFocus,
                "find": window.find_line.open_it,
                "details": window.side.toggle,
            }
        )

    def _connect_buttons(self) -> None:
        window, bar = self._window, self._window.toolbar
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
            action = window.actions_[name]
            button.clicked.connect(action.trigger)
            button.setToolTip(f"{button.accessibleName()} ({action.shortcut().toString()})")
            if (
                name != "save"
            ):  # it can always be pressed by its key, and says that there is nothing
                action.enabledChanged.connect(button.setEnabled)
                button.setEnabled(action.isEnabled())
        window.empty.record.clicked.connect(window.actions_["record"].trigger)
        bar.trust.clicked.connect(self._trust)
        bar.more.clicked.connect(
            lambda: self._menu(bar.more.mapToGlobal(bar.more.rect().bottomLeft()))
        )
        window.rows.customContextMenuRequested.connect(
            lambda place: self._menu(window.rows.viewport().mapToGlobal(place))
        )
        window.params.table_wanted.connect(self.run)

    def run(self) -> None:
        """Say that the macro is to run."""
        self._committed(lambda: self._window.requests.play.emit("", ""))

    def _test(self) -> None:
        window = self._window
        step_id, document = window.rows.current(), window.document
        if step_id and document.rows[document.row_of(step_id)].is_off:
            said = tr("This step is off, so a run leaves it out. Turn it on first (Space).")
            window.notice.say(said, is_error=True)
        else:
            self._for_step(lambda step: window.requests.play.emit(step, step))

    def _for_step(self, do: Callable[[str], object]) -> None:
        step_id = self._window.rows.current()
        if step_id:
            self._committed(lambda: do(step_id))

    def _record(self) -> None:
        window = self._window
        self._committed(lambda: window.requests.record.emit(window.commands.spot()))

    def _trust(self) -> None:
        if not self._window.toolbar.trust.is_trusted:
            self._committed(self._window.requests.read.emit)

    def _menu(self, place: QPoint) -> None:
        self._window.actions_.menu(self._window).popup(place)

    def _committed(self, do: Callable[[], object]) -> None:
        """Take what is written in every field, then act; what cannot be taken is said instead."""
        if self._window.commit(tr("Nothing was done")):
            do()
            self._window.show_state()

    def _after_fields(self, do: Callable[[], object]) -> None:
        """Take what is written in a field of the inspector, which is an edit of its own, then act."""
        self._window.inspector.commit()
        do()
        self._window.show_state()


class RunView:
    """Owned by the window; UI thread."""

    def __init__(
        self, document: Document, states: RunStates, rows: StepList, inspector: Inspector
    ) -> None:
        """Show states.

        Args:
            states: what is kept of the last run.
        """
        self._document = document
        self._states = states
        self._rows = rows
        self._inspector = inspector

    @property
    def _model(self) -> StepModel:
        return self._rows.steps

    def show_running(self, step_id: str) -> None:
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


def show_state(session: EditSession, toolbar: Toolbar, actions: Actions) -> bool:
    """Say whether it is saved and what can be undone; return whether it is saved."""
    is_saved = session.is_saved
    toolbar.show_state(_words(session, is_saved=is_saved))
    toolbar.state.setToolTip(session.trouble)
    document = session.document
    for name, button, can, words in (
        ("undo", toolbar.undo, document.can_undo, document.undo_words),
        ("redo", toolbar.redo, document.can_redo, document.redo_words),
    ):
        action = actions[name]
        action.setEnabled(can)
        said = f"{name.capitalize()}: {words}" if words else name.capitalize()
        button.setToolTip(f"{said} ({action.shortcut().toString()})")
        action.setText(said)
    return is_saved


def _words(session: EditSession, *, is_saved: bool) -> str:
    if session.is_saving:
        return tr("Saving …")
    if is_saved:
        return ""
    return tr("Not safe") if session.trouble else tr("Not saved")


SIZE: Final = QSize(1280, 800)
SMALLEST: Final = QSize(900, 600)


class EditorWindow(QWidget):
    """Owned by the editors' control. It edits the session's document and runs nothing itself."""

    steps_brought = Signal()
    """Steps were pasted that may be neither read nor the user's own."""
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
            session: the open macro; closed with the window.
            health: of its runs; None when nothing is known.
            report: of its last run, for how each step was found; None when it is not at hand.
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
        self.requests = EditorRequests(self)
        self.inspector = Inspector(
            theme,
            self.document,
            self._states,
            self._thumbnails,
            self.requests,
            macros,
            self._problems_of,
        )
        self.add_step = AddStep(theme)
        self.find_line = FindLine(theme, self.document, self.rows)
        self.notice = Notice(theme)
        self.actions_ = Actions(theme, self, self.rows)
        self.empty = EmptySteps(theme)
        self.side = lay_out(self, theme, self.empty)
        self.runs = RunView(self.document, self._states, self.rows, self.inspector)
        self._chosen = Chosen(theme, session, self.rows, self.inspector, self.actions_)
        self.keeping = Keeping(
            session,
            self.params,
            self.inspector,
            self.side,
            self.notice,
            self.requests,
            self._chosen.settle,
        )
        self._connect()
        self._presses = Presses(self)
        self._unwatch = self.document.watch(self._on_changed)
        self._show_all()
        if session.note:
            self.notice.say(as_sentence(session.note))
        help_by_f1(self, theme, "macros.md", "edit")
        self.rows.setFocus()

    def _connect(self) -> None:
        self.rows.moved.connect(self.commands.drop)
        self.rows.opened.connect(self.side.open)
        self.add_step.wanted.connect(self.commands.insert)
        self.requests.keep_repair.connect(self.runs.forget)
        self.requests.leave_repair.connect(self.runs.forget)
        self.inspector.close_wanted.connect(self.side.close)
        self.side.folded.connect(self.toolbar.details.setVisible)
        self._chosen.mistaken.connect(self._on_mistaken)
        self.keeping.saved.connect(self._on_saved)
        self.keeping.saving_changed.connect(self.show_state)
        self.keeping.closing.connect(lambda keep: self.let_go(keep=keep))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the inspector float where room is short."""
        super().resizeEvent(event)
        self.side.fit(event.size())

    def show_name(self) -> None:
        """Show what the macro is called, which may be something else by now."""
        name = self.document.macro.name
        self.setWindowTitle(tr("{0}[*] - deskhand macro editor").format(name))
        self.toolbar.name.set_whole_text(name)
        self.show_state()

    def set_trusted(self, is_trusted: bool) -> None:
        """Show whether this very content is trusted."""
        self.toolbar.trust.set_trusted(is_trusted=is_trusted)
        self.show_state()

    def show_ended(self, ended: Ended) -> None:
        """Say how a run ended."""
        self.runs.show_running("")
        self.notice.say(
            ended.message, is_error=ended.outcome not in (Outcome.DONE, Outcome.STOPPED)
        )
        self.show_state()

    def set_target(self, step_id: str, part: str, target: Target, image: bytes) -> None:
        """Give a step the target that was picked on the screen, with its picture."""
        try:
            step = self.document.step(step_id)
            path = self._session.add_image(image, target.name or target.text) if image else None
            picked = msgspec.structs.replace(
                target, image=path, press=target.press if path else None
            )
            changed = msgspec.structs.replace(step, **{part: picked})
            self.document.change(changed, tr("Pick the target"))
        except MacroError as error:
            self._refuse(tr("The target is as it was: {0}").format(error))

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

    def save(self, then: Callable[[], object] = nothing) -> None:
        """Save it all, what stands in fields too; `then` once that is done. What fails is said."""
        self.keeping.save(then)

    def _on_saved(self) -> None:
        self.show_state()
        self.saved.emit()

    def commit(self, otherwise: str) -> bool:
        """Take what stands in fields; where that cannot be say that `otherwise`, and return False."""
        return self.keeping.commit(otherwise)

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
        event.setAccepted(self._is_closing or self.keeping.may_close(self.close))

    def discard_and_close(self) -> None:
        """Throw away what is not saved."""
        self.let_go(keep=False)
        self.close()

    def put_away(self) -> None:
        """End with the application: edits that are not saved stay in the draft."""
        self.keeping.commit_or_leave()
        self.let_go(keep=True)
        self.close()

    def let_go(self, *, keep: bool) -> None:
        """Let go of the macro's files; without `keep` what is not saved is gone. Does it once."""
        if self._is_closing:
            return
        self.keeping.finish()
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
