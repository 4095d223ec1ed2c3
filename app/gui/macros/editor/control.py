"""The open editors: each joined with runs, recording, picking, saving and trust.

A macro of the user's own goes on being trusted when the user's hand has changed it, an imported one does
not. Steps that came from elsewhere end the trust by the user's own hand, until a macro was read that
holds them. Undo and redo may bring back what no reading has shown, so after them it is read again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.gui import tr
from app.gui.background import Worker, timer
from app.gui.macros.editor.opening import Opening, Ready
from app.gui.macros.editor.window import EditorWindow
from app.gui.macros.library.bars import AskBar, Question
from app.gui.macros.library.trust import Reading, TrustDialog, read_whole_macro, trust
from app.gui.widgets.layout import PlaceKeeper, asked_from, fit_to_screen, show_over
from app.macros.changes import Changes, checked_name, is_trusted, name_problem
from app.macros.play_request import PlayRequest
from app.macros.repairs import RepairShelf
from automation.core.errors import AssistantError, MacroError
from automation.core.events import ApproveMode, Ended
from automation.core.text import visible_text
from automation.macros.describe import png
from automation.macros.edit.edit_operations import apart, is_asked_for
from automation.macros.edit.session import EditSession, Renamed
from automation.macros.edit.tree import Change, Spot
from automation.macros.macro import Macro
from automation.macros.names import free_name, same_name
from automation.macros.play.health import read_health
from automation.macros.play.repair import Repair
from automation.macros.play.report import Report, StepReport, read_report, report_file
from automation.macros.record.session import Recording
from automation.macros.trust import digest

if TYPE_CHECKING:
    from app.gui.macros.control import MacroControl
    from app.gui.macros.picker import Picker
    from app.gui.macros.picker_scene import Picked
    from app.gui.macros.recording.control import RecordingControl
    from app.gui.widgets.theme import Theme


@dataclass(frozen=True, slots=True)
class EditorTools:
    """One for all editors of the application."""

    theme: "Theme"
    macros: "MacroControl"
    recording: "RecordingControl"
    picker: "Picker"
    worker: Worker
    changes: Changes
    """Used by the worker's thread only."""
    mode: Callable[[], ApproveMode]
    """How the user wants steps approved."""


def open_editors(
    theme: "Theme",
    data: Path,
    macros: "MacroControl",
    recording: "RecordingControl",
    picker: "Picker",
    mode: Callable[[], ApproveMode],
    parent: QObject,
) -> "EditorControl":
    """Return who opens the editors of the application, with a thread of their own."""
    tools = EditorTools(theme, macros, recording, picker, Worker(parent), Changes.at(data), mode)
    return EditorControl(tools, data, parent)


def was_trusted(changes: Changes, folder: str) -> bool:
    """Tell whether a macro of the library is trusted as it is.

    Raises:
        MacroError: it cannot be read.
    """
    kept = changes.open_at(folder)
    return is_trusted(kept.macro, kept.image, changes.book)


def keep_trust(changes: Changes, folder: str, saved: Macro, *, before: bool) -> bool:
    """Tell whether a macro is trusted as it was saved, and trust it where the user's hand made it.

    What was imported stays somebody else's, whatever was changed in it: it is read as a whole again.

    Raises:
        MacroError: its pictures cannot be read, or trust cannot be written down.
    """
    kept = changes.open_at(folder)
    content = digest(saved, kept.image)
    if changes.book.is_trusted(content):
        return True
    if not before or saved.made.by == "import":
        return False
    changes.book.trust(content, visible_text(saved.name), "made")
    return True


def is_content(changes: Changes, reading: Reading, edited: Macro) -> bool:
    """Tell whether an editor shows just what was read; not where a picture is not saved yet."""
    try:
        return digest(edited, changes.open_at(reading.slug).image) == reading.content
    except MacroError:
        return False


def forget_repair(data: Path, folder: str, repair: Repair) -> None:
    """Let a repair wait for no word any more: the user leaves the target as it was recorded.

    Raises:
        MacroError: that cannot be written.
    """
    shelf = RepairShelf(data)
    key = (repair.step_id, repair.part)
    gone = [one for one in shelf.of(folder) if (one.step, one.part) == key]
    if gone:
        shelf.drop(folder, gone)


class Say(Protocol):
    """Says a sentence in the editor."""

    def __call__(self, sentence: str, *, is_error: bool) -> None:
        """Say it."""
        ...


class OpenTrust(QObject):
    """Owned by an open editor; UI thread."""

    shown = Signal(bool)
    """Whether it is trusted as it is on the disk."""

    def __init__(self, tools: EditorTools, session: EditSession, say: Say, parent: QObject) -> None:
        """Prepare; `learn` begins."""
        super().__init__(parent)
        self._tools, self._session, self._say = tools, session, say
        self._was_trusted = False
        self._has_foreign = bool(session.note)
        """There may be steps that nobody has read and the user's hand has not made: pasted, or edits
        brought back, in the macro or in what undo and redo bring."""
        self._ever_foreign = self._has_foreign
        self._news = 0
        """Goes on with all that a reading of before has not shown."""
        self._read_at = -1
        """`_news` when the reading in the dialog was taken; below 0 for one that clears nothing."""
        self.is_trusted = False
        self.is_settled = False
        """It is known whether the macro is trusted as it is on the disk."""
        self.dialog: TrustDialog | None = None
        """In which it is read; None while it is not."""
        self._is_closed = False
        self._then: list[Callable[[], None]] = []
        self._unwatch = session.document.watch(self._on_edited)

    @property
    def _slug(self) -> str:
        return self._session.folder.name

    def learn(self) -> None:
        """Find out whether it is trusted as it is."""
        slug, changes = self._slug, self._tools.changes
        self.is_settled = False
        self._tools.worker.do(lambda: was_trusted(changes, slug), self._on_learnt, self.fail)

    def is_read(self) -> bool:
        """Tell whether it is known that all steps shown were read, or made by the user's own hand."""
        return self._was_trusted

    def take_foreign(self) -> None:
        """Trust these steps only once they were read: nobody has looked at what was pasted."""
        if self._was_trusted:
            self._say(
                tr(
                    "These steps come from elsewhere: once saved, each step is asked about until you "
                    "have read the macro. Press Trust to read it."
                ),
                is_error=False,
            )
        self._ever_foreign = True
        self._take_unread()

    def _take_unread(self) -> None:
        self._news += 1
        self._has_foreign, self._was_trusted = True, False

    def _on_edited(self, _change: Change) -> None:
        """Take what undo or redo brings for unread, once anything came from elsewhere."""
        if self._ever_foreign and self._session.document.can_redo:
            self._take_unread()

    def keep(self) -> None:
        """Keep the trust of what was saved, where the user's own hand has changed it."""
        slug, changes = self._slug, self._tools.changes
        saved, before = self._session.saved, self._was_trusted
        self.is_settled = False
        self._tools.worker.do(
            lambda: keep_trust(changes, slug, saved, before=before),
            lambda is_trusted: self._on_kept(before=before, is_trusted=is_trusted),
            self.fail,
            is_needed=True,  # a quit right after the save must not leave it untrusted
        )

    def once_settled(self, then: Callable[[], None]) -> None:
        """Do something when it is known whether it is trusted."""
        if self.is_settled:
            then()
        else:
            self._then.append(then)

    def read(self) -> None:
        """Show the whole macro to be read, as it is saved."""
        if self.dialog is not None:
            self.dialog.raise_()
            self.dialog.activateWindow()
            return
        slug, changes, owner = self._slug, self._tools.changes, asked_from()
        # What redo would bring is in no reading.
        self._read_at = -1 if self._session.document.can_redo else self._news
        self._tools.worker.do(
            lambda: read_whole_macro(changes, slug),
            lambda reading: self._show_reading(reading, owner),
            self.fail,
        )

    def close(self) -> None:
        """End with the editor."""
        self._is_closed = True
        self._unwatch()
        if self.dialog is not None:
            self.dialog.close()

    def fail(self, sentence: str) -> None:
        """Take it for not trusted, since that could not be found out or kept."""
        self._settle(is_trusted=False)
        self._say(sentence, is_error=True)

    def _on_learnt(self, is_trusted: bool) -> None:
        if not is_trusted:  # nobody has read it: an undo may bring back what the next reading lacks
            self._has_foreign = self._ever_foreign = True
        self._was_trusted = is_trusted and not self._has_foreign
        self._settle(is_trusted=is_trusted)

    def _on_kept(self, *, before: bool, is_trusted: bool) -> None:
        if before and not is_trusted:
            self._say(
                tr(
                    "It was imported and is another macro now: each step is asked about until you have "
                    "read it again. Press Trust to read it."
                ),
                is_error=False,
            )
        self._was_trusted = is_trusted and not self._has_foreign
        self._settle(is_trusted=is_trusted)
        self._tools.macros.changed.emit()

    def _settle(self, *, is_trusted: bool) -> None:
        if self._is_closed:
            return
        self.is_trusted, self.is_settled = is_trusted, True
        self.shown.emit(is_trusted)
        waiting, self._then = self._then, []
        for then in waiting:
            then()

    def _show_reading(self, reading: Reading, owner: QWidget | None) -> None:
        if self._is_closed:
            return
        dialog = self.dialog = TrustDialog(self._tools.theme, reading)
        dialog.trust_pressed.connect(self._trust)
        dialog.closed.connect(self._forget_dialog)
        show_over(dialog, owner)

    def _forget_dialog(self) -> None:
        self.dialog = None

    def _trust(self, reading: Reading) -> None:
        changes, edited, read_at = self._tools.changes, self._session.document.macro, self._read_at

        def do() -> tuple[str, bool]:
            return trust(changes, reading), is_content(changes, reading, edited)

        def then(told: tuple[str, bool]) -> None:
            self._on_trusted(*told, read_at)

        self._tools.worker.do(do, then, self.fail)

    def _on_trusted(self, sentence: str, is_all: bool, read_at: int) -> None:
        """Learn that what was read is trusted.

        Args:
            is_all: the editor showed just that when Trust was pressed.
            read_at: `_news` when it was read.
        """
        self._say(sentence, is_error=False)
        if is_all and read_at == self._news:
            self._has_foreign = False
        self.learn()
        self._tools.macros.changed.emit()


class Rescue:
    """Owned by an open editor; UI thread."""

    def __init__(self, tools: EditorTools, session: EditSession, window: "EditorWindow") -> None:
        """Put the question into the window; it is hidden until it is asked."""
        self._tools, self._session, self._window = tools, session, window
        self.ask = AskBar(tools.theme, window)
        layout = window.layout()
        assert layout is not None, "the window was laid out"
        layout.addWidget(self.ask)

    def ask_save_as(self, then: Callable[[], object] = lambda: None) -> None:
        """Ask for a name that no macro has, and go on with the macro under it."""
        if not self._window.commit(tr("Not saved")):
            return
        name = self._session.document.macro.name
        taken = [one.name for one in self._tools.macros.library.entries()]
        known = {same_name(one) for one in taken}

        def problem(text: str) -> str:
            is_taken = same_name(text) in known
            said = tr("there is a macro called “{0}” already").format(visible_text(text.strip()))
            return name_problem(text) or (
                tr("{0}; take another name").format(said) if is_taken else ""
            )

        self._window.notice.hide()
        self.ask.ask(
            Question(
                title=tr("Save “{0}” with these edits as another macro").format(visible_text(name)),
                verb=tr("Save"),
                done=lambda text: self._save_as(text, then),
                value=free_name(name, taken),
                problem_of=problem,
            )
        )

    def _save_as(self, text: str, then: Callable[[], object]) -> str:
        try:
            name = checked_name(text)
        except MacroError as error:
            return str(error)
        self._window.keeping.save_as(name, lambda: self._go_on(then))
        return ""

    def _go_on(self, then: Callable[[], object]) -> None:
        window, name = self._window, visible_text(self._session.document.macro.name)
        window.show_name()
        window.notice.say(
            tr("Saved as “{0}”. The first one is as it was; here you go on with “{1}”.").format(
                name, name
            )
        )
        self._tools.macros.changed.emit()
        then()

    def take_rename(self, found: Renamed) -> None:
        """Go on under the name that the macro was found to have elsewhere, edits and all."""
        if self._session.take_rename(found):
            self._window.show_name()


class OpenEditor(QObject):
    """Owned by the editors' control; UI thread. Gone with its window."""

    closed = Signal()

    def __init__(
        self, tools: EditorTools, session: EditSession, window: "EditorWindow", parent: QObject
    ) -> None:
        super().__init__(parent)
        self._tools, self.session, self.window = tools, session, window
        self._is_closed = False
        self._part: tuple[str, str] | None = None
        """The step and the target of it that is picked on the screen."""
        self.trust = OpenTrust(tools, session, self._say, self)
        self.rescue = Rescue(tools, session, window)
        self._connect()
        self.trust.learn()

    def _connect(self) -> None:
        window = self.window
        requests = window.requests
        requests.play.connect(self._play)
        window.commands.is_read = self.trust.is_read
        window.steps_brought.connect(self.trust.take_foreign)
        requests.record.connect(self._record)
        requests.pick.connect(self._pick)
        requests.keep_repair.connect(self._accept)
        requests.leave_repair.connect(self._leave)
        requests.read.connect(self._read)
        window.saved.connect(self._on_saved)
        requests.save_as.connect(lambda: self.rescue.ask_save_as())
        self.trust.shown.connect(lambda is_trusted: window.set_trusted(is_trusted))
        window.closed.connect(self._on_closed)

    @property
    def slug(self) -> str:
        """The name of the macro's folder."""
        return self.session.folder.name

    def take_begun(self, request: PlayRequest) -> None:
        """Show where a run of this macro begins."""
        self.window.runs.show_running(request.from_step or self._first())

    def take_step(self, report: StepReport) -> None:
        """Show what became of a step of this macro; those of macros that it calls are not in it."""
        if report.folder == self.slug:
            self.window.runs.step(report)

    def take_end(self, ended: Ended, repairs: tuple[Repair, ...]) -> None:
        """Show how a run of this macro ended, and what was found in another way."""
        self.window.show_ended(ended)
        for repair in repairs:
            if repair.folder == self.slug:
                self.window.runs.repair(repair)

    def _play(self, first: str, last: str) -> None:
        if self._tools.macros.is_busy() or self._tools.recording.is_recording:
            self._say(tr("A run or a recording is under way. End it first."), is_error=True)
            return
        self._save(lambda: self.trust.once_settled(lambda: self._begin(first, last)))

    def _begin(self, first: str, last: str) -> None:
        mode = self._tools.mode()
        request = PlayRequest(
            self.slug,
            from_step=first,
            to_step=last,
            breakpoints=True,
            approve=mode if self.trust.is_trusted or mode == "dry-run" else "ask",
            by="editor",
        )
        self._tools.macros.play(request)

    def _first(self) -> str:
        rows = self.session.document.rows
        return next((row.id for row in rows if not row.is_off), "")

    def _save(self, then: Callable[[], object]) -> None:
        """Save what was changed, then go on; where that fails it is said, and nothing else is done."""
        if self.session.is_saved:
            then()
        else:
            self.window.save(then)

    def _on_saved(self) -> None:
        """Keep the trust of what was saved, and offer no more what it has overtaken."""
        self.trust.keep()
        data, slug, saved = self._tools.changes.data, self.slug, self.session.saved
        self._tools.worker.do(
            lambda: RepairShelf(data).drop_overtaken(slug, saved),
            lambda _done: None,
            self._on_refused,
            is_needed=True,  # a repair that was kept here must not be offered again
        )

    def _on_refused(self, sentence: str) -> None:
        self._say(sentence, is_error=True)

    def _read(self) -> None:
        self._save(self.trust.read)

    # Recording, picking, repairs

    def _record(self, spot: Spot) -> None:
        name = self.session.document.macro.name
        self._tools.recording.begin_for(
            tr("into {0}").format(name), lambda found: self._insert(found, spot)
        )

    def _insert(self, recording: Recording, spot: Spot) -> str:
        """Put in what was recorded; return why that cannot be done, empty when it is."""
        found, macro = recording.macro, self.session.document.macro
        if self._is_closed:
            return tr("the editor of “{0}” was closed").format(macro.name)
        try:
            steps, params = apart(found.steps, found.params, macro, is_asked_for)
            self.session.insert(steps, recording.images, spot, tr("Record here"), params=params)
        except AssistantError as error:
            return str(error)
        return ""

    def _pick(self, step_id: str, part: str) -> None:
        tools = self._tools
        if tools.picker.is_picking or tools.recording.is_recording or tools.macros.is_busy():
            self._say(tr("A run, a recording or a pick is under way. End it first."), is_error=True)
            return
        self._part = (step_id, part)
        self._tools.picker.begin(self.window)

    def take_picked(self, picked: "Picked") -> bool:
        """Take what was picked for this macro; False where nothing was asked for here."""
        if self._part is None:
            return False
        (step_id, part), self._part = self._part, None
        self.window.set_target(step_id, part, picked.target, picked.image)
        return True

    def take_left(self, why: str) -> None:
        """Learn that nothing was picked."""
        if self._part is not None and why:
            self._say(why, is_error=True)
        self._part = None

    def _accept(self, repair: Repair) -> None:
        """Keep what was found: the target as it is there, with its picture; can be undone."""
        document = self.session.document
        try:
            step = document.step(repair.step_id)
            hint = repair.target.name or repair.target.text
            path = self.session.add_image(png(repair.picture), hint)
            target = replace(repair.target, image=path, press=repair.press)
            document.change(replace(step, **{repair.part: target}), tr("Keep what was found"))
        except MacroError as error:
            self._say(tr("Not kept: {0}").format(error), is_error=True)

    def _leave(self, repair: Repair) -> None:
        """Offer no more what the user leaves as it was recorded."""
        data, slug = self._tools.changes.data, self.slug
        self._tools.worker.do(
            lambda: forget_repair(data, slug, repair), lambda _done: None, self._on_refused
        )

    def _on_closed(self) -> None:
        self._is_closed = True
        self._part = None
        self.trust.close()
        self.window.deleteLater()
        self.closed.emit()

    def _say(self, sentence: str, *, is_error: bool) -> None:
        """Say it in the editor, or in the main window once it is closed."""
        if self._is_closed:
            self._tools.macros.said.emit(sentence, is_error)
        else:
            self.window.notice.say(sentence, is_error=is_error)


LOOK_MS: Final = 2_000
"""Between two looks for plays of another process: a command line, a timer."""


class EditorControl(QObject):
    """Owned by the application; UI thread."""

    def __init__(self, tools: EditorTools, data: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tools, self._data = tools, data
        self._open: list[OpenEditor] = []
        self._openings: list[Opening] = []
        self._looking = timer(self, LOOK_MS, self._look_for_plays, repeats=True)
        tools.macros.begun.connect(self._on_begun)
        tools.macros.stepped.connect(self._on_stepped)
        tools.macros.ended.connect(self._on_ended)
        tools.macros.changed.connect(self._take_renames)
        tools.picker.picked.connect(self._on_picked)
        tools.picker.left.connect(self._on_left)

    @property
    def editors(self) -> tuple[OpenEditor, ...]:
        """What is open."""
        return tuple(self._open)

    def open(self, slug: str) -> None:
        """Open the macro of a folder, or bring the window that has it to the front; say why not."""
        known = self._of(slug)
        if known is not None:
            show_over(known.window)
            return
        begun = self._opening(slug)
        if begun is not None:
            begun.show()
            return
        opening = Opening(self._tools.theme, self._data, slug, self)
        self._openings.append(opening)
        opening.ready.connect(partial(self._show, opening))
        opening.failed.connect(partial(self._on_failed, opening))
        opening.left.connect(partial(self._openings.remove, opening))
        opening.begin()

    def _show(self, opening: Opening, ready: Ready) -> None:
        self._openings.remove(opening)
        theme, session = self._tools.theme, ready.session
        window = EditorWindow(theme, session, ready.health, ready.report, ready.macros)
        fit_to_screen(window)
        PlaceKeeper(window, self._data, "editor")
        editor = OpenEditor(self._tools, session, window, self)
        editor.closed.connect(partial(self._forget, editor))
        window.requests.reopen.connect(partial(self._reopen, editor))
        self._open.append(editor)
        self._looking.start()
        QTimer.singleShot(
            0, window, partial(show_over, window, opening.owner)
        )  # after what waits by now

    def _on_failed(self, opening: Opening, why: str) -> None:
        self._openings.remove(opening)
        self._tools.macros.said.emit(tr("It cannot be edited: {0}").format(why), True)

    def _opening(self, slug: str) -> Opening | None:
        return next((one for one in self._openings if one.slug == slug), None)

    def may_end(self) -> bool:
        """Tell whether the application may end: what stands in fields is taken, or said to be wrong."""
        for editor in self.editors:
            if not editor.window.commit(tr("The program goes on")):
                show_over(editor.window)
                return False
        return True

    def is_open(self, slug: str) -> bool:
        """Tell whether a window edits the macro of this folder."""
        return self._of(slug) is not None or self._opening(slug) is not None

    def has_edits(self, slug: str) -> bool:
        """Tell whether there are edits in it that are not saved."""
        editor = self._of(slug)
        return editor is not None and not editor.session.is_saved

    def let_go(self, slug: str) -> None:
        """Close the window; edits that are not saved stay in the draft, in the macro's folder."""
        opening, editor = self._opening(slug), self._of(slug)
        if opening is not None:
            opening.close()
        if editor is not None:
            editor.window.put_away()

    def ask_save_as(self, slug: str, then: Callable[[], None]) -> None:
        """Ask there for a name to save it under; `then` once another macro has the edits."""
        editor = self._of(slug)
        if editor is not None:
            show_over(editor.window)
            editor.rescue.ask_save_as(then)

    def close(self) -> None:
        """End with the application; edits that are not saved stay in their drafts."""
        for opening in tuple(self._openings):
            opening.close()
        for editor in self.editors:
            editor.window.put_away()
        self._open.clear()
        self._tools.worker.close()

    def _of(self, slug: str) -> OpenEditor | None:
        return next((one for one in self._open if one.slug == slug), None)

    def _reopen(self, editor: OpenEditor) -> None:
        slug = editor.slug
        editor.window.discard_and_close()
        self.open(slug)

    def _take_renames(self) -> None:
        """Have the files read beside the UI thread; what is wrong with one is told when it is saved."""
        for editor in self._open:
            self._tools.worker.do(
                editor.session.rename_look(), partial(self._take_rename, editor), _say_nothing
            )

    def _take_rename(self, editor: OpenEditor, found: Renamed) -> None:
        if editor in self._open:
            editor.rescue.take_rename(found)

    def _forget(self, editor: OpenEditor) -> None:
        if editor in self._open:
            self._open.remove(editor)
        if not self._open:
            self._looking.stop()
        editor.deleteLater()

    def _on_begun(self, request: PlayRequest) -> None:
        for editor in self._open:
            if editor.slug == request.folder:
                editor.take_begun(request)

    def _on_stepped(self, _request: PlayRequest, report: StepReport) -> None:
        for editor in self._open:
            editor.take_step(report)

    def _on_ended(self, request: PlayRequest, ended: Ended, repairs: tuple[Repair, ...]) -> None:
        for editor in self._open:
            if editor.slug == request.folder:
                editor.take_end(ended, repairs)
                health = read_health(self._data, editor.slug)
                editor.window.health.show_health(health, _report(self._data, ended.run))
                if request.by == "editor":  # over the main window, which comes back at the end too
                    QTimer.singleShot(0, editor.window, editor.window.raise_)

    def _look_for_plays(self) -> None:
        """Show what plays of other processes have left, where an editor is to be seen."""
        for editor in self._open:
            health = read_health(self._data, editor.slug)
            if not editor.window.isVisible() or health == editor.window.health.health:
                continue
            report = _report(self._data, health.last_id)
            editor.window.health.show_health(health, report)
            for step in report.steps if report is not None else ():
                editor.take_step(step)

    def _on_picked(self, picked: "Picked") -> None:
        for editor in self._open:
            if editor.take_picked(picked):
                return

    def _on_left(self, why: str) -> None:
        for editor in self._open:
            editor.take_left(why)


def _report(data: Path, run: str) -> Report | None:
    """Return the report of a run; None where none is kept, which was said at its end."""
    try:
        return read_report(report_file(data, run)) if run else None
    except MacroError:
        return None


def _say_nothing(_problem: str) -> None:
    """Leave it to the next save to say what is wrong with a file."""
