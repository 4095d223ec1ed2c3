"""One macro that is open in an editor: its window joined with runs, recording, picking and trust."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from app.macro_repairs import RepairShelf
from app.macro_request import PlayRequest
from app.macros.editor_tools import EditorTools
from app.macros.editor_trust import forget_repair
from app.macros.open_trust import OpenTrust
from app.macros.rescue import Rescue
from automation.core.errors import AssistantError, MacroError
from automation.core.events import Ended
from automation.macros.describing.crops import png
from automation.macros.editing.incoming import apart, is_asked_for
from automation.macros.editing.rows import Spot
from automation.macros.editing.session import EditSession
from automation.macros.player.repair import Repair
from automation.macros.player.report import StepReport
from automation.macros.recording.recorded import Recording

if TYPE_CHECKING:
    from app.macros.editor.window import EditorWindow
    from app.macros.picking.scene import Picked


class OpenEditor(QObject):
    """Owned by the editors' control; UI thread. Gone with its window."""

    closed = Signal()
    reopen_wanted = Signal()
    """Its edits are thrown away and the macro is opened again as it is on the disk."""

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
        window.run_pressed.connect(lambda: self._play())
        window.test_pressed.connect(lambda step: self._play(step, step))
        window.from_here_pressed.connect(lambda step: self._play(step))
        window.to_here_pressed.connect(lambda step: self._play("", step))
        window.commands.is_read = self.trust.is_read
        window.steps_brought.connect(self.trust.take_foreign)
        window.record_pressed.connect(self._record)
        window.pick_on_screen_pressed.connect(self._pick)
        window.repair_accepted.connect(self._accept)
        window.repair_left.connect(self._leave)
        window.trust_pressed.connect(self._read)
        window.saved.connect(self._on_saved)
        window.save_as_wanted.connect(lambda: self.rescue.ask_save_as())
        window.reopen_wanted.connect(self.reopen_wanted)
        self.trust.shown.connect(lambda is_trusted: window.set_trusted(is_trusted))
        window.closed.connect(self._on_closed)

    @property
    def slug(self) -> str:
        """The name of the macro's folder."""
        return self.session.folder.name

    def take_begun(self, request: PlayRequest) -> None:
        """Show where a run of this macro begins."""
        self.window.show_running(request.from_step or self._first())

    def take_step(self, report: StepReport) -> None:
        """Show what became of a step of this macro; those of macros that it calls are not in it."""
        if report.folder == self.slug:
            self.window.show_step(report)

    def take_end(self, ended: Ended, repairs: tuple[Repair, ...]) -> None:
        """Show how a run of this macro ended, and what was found in another way."""
        self.window.show_ended(ended)
        for repair in repairs:
            if repair.folder == self.slug:
                self.window.show_repair(repair)

    def _play(self, first: str = "", last: str = "") -> None:
        if self._tools.macros.is_busy() or self._tools.recording.is_recording:
            self._say("A run or a recording is under way. End it first.", is_error=True)
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
        self._tools.recording.begin_for(f"into {name}", lambda found: self._insert(found, spot))

    def _insert(self, recording: Recording, spot: Spot) -> str:
        """Put in what was recorded; return why that cannot be done, empty when it is."""
        found, macro = recording.macro, self.session.document.macro
        if self._is_closed:
            return f"the editor of “{macro.name}” was closed"
        try:
            steps, params = apart(found.steps, found.params, macro, is_asked_for)
            self.session.insert(steps, recording.images, spot, "Record here", params=params)
        except AssistantError as error:
            return str(error)
        return ""

    def _pick(self, step_id: str, part: str) -> None:
        tools = self._tools
        if tools.picker.is_picking or tools.recording.is_recording or tools.macros.is_busy():
            self._say("A run, a recording or a pick is under way. End it first.", is_error=True)
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
            document.change(replace(step, **{repair.part: target}), "Keep what was found")
        except MacroError as error:
            self._say(f"Not kept: {error}", is_error=True)

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
