"""One macro that is open in an editor: its window joined with runs, recording, picking and trust."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from app.macro_request import PlayRequest
from app.macros.editor_trust import forget_repair, keep_trust, was_trusted
from app.macros.library.reading import Reading, read_whole_macro, trust
from app.macros.library.trust_dialog import TrustDialog
from automation.core.errors import AssistantError, MacroError
from automation.core.events import ApproveMode, Ended
from automation.macros.editing.incoming import apart, is_asked_for
from automation.macros.editing.rows import Spot
from automation.macros.editing.session import EditSession
from automation.macros.naming import same_name
from automation.macros.player.repair import Repair
from automation.macros.player.report import StepReport
from automation.macros.recording.describing import png
from automation.macros.recording.session import Recording

if TYPE_CHECKING:
    from app.macro_control import MacroControl
    from app.macros.editor.window import EditorWindow
    from app.macros.library.changes import Changes
    from app.macros.library.worker import Worker
    from app.macros.picking.picker import Picker
    from app.macros.picking.scene import Picked
    from app.macros.recording.control import RecordingControl
    from app.widgets.theme import Theme


@dataclass(frozen=True, slots=True)
class EditorTools:
    """What the editors share."""

    theme: "Theme"
    macros: "MacroControl"
    recording: "RecordingControl"
    picker: "Picker"
    worker: "Worker"
    changes: "Changes"
    """Used by the worker's thread only."""
    mode: Callable[[], ApproveMode]
    """How the user wants steps approved."""


class OpenEditor(QObject):
    """Owned by the editors' control; UI thread. Gone with its window."""

    closed = Signal()

    def __init__(
        self, tools: EditorTools, session: EditSession, window: "EditorWindow", parent: QObject
    ) -> None:
        super().__init__(parent)
        self._tools, self.session, self.window = tools, session, window
        self._was_trusted = False
        self._is_trusted = False
        self._has_foreign = bool(session.note)
        """There may be steps that the user's hand has not made: pasted, or edits brought back."""
        self._is_closed = False
        self._is_settled = False
        """It is known whether the macro is trusted as it is on the disk."""
        self._then: list[Callable[[], None]] = []
        self._part: tuple[str, str] | None = None
        """The step and the target of it that is picked on the screen."""
        self._dialog: TrustDialog | None = None
        self._connect()
        self._learn_trust()

    def _connect(self) -> None:
        window = self.window
        window.run_pressed.connect(lambda: self._play())
        window.test_pressed.connect(lambda step: self._play(step, step))
        window.from_here_pressed.connect(lambda step: self._play(step))
        window.to_here_pressed.connect(lambda step: self._play("", step))
        window.steps_brought.connect(self._take_foreign)
        window.record_pressed.connect(self._record)
        window.pick_on_screen_pressed.connect(self._pick)
        window.repair_accepted.connect(self._accept)
        window.repair_left.connect(self._leave)
        window.trust_pressed.connect(self._read)
        window.saved.connect(self._on_saved)
        window.closed.connect(self._on_closed)

    @property
    def slug(self) -> str:
        """The name of the macro's folder."""
        return self.session.folder.name

    def is_of(self, name: str) -> bool:
        """Tell whether this is the macro of a name, or of its folder's."""
        return name == self.slug or same_name(name) == same_name(self.session.document.macro.name)

    def take_begun(self, request: PlayRequest) -> None:
        """Show where a run of this macro begins."""
        self.window.show_running(request.from_step or self._first())

    def take_step(self, report: StepReport) -> None:
        """Show what became of a step of this macro; those of macros that it calls are not in it."""
        if self.is_of(report.macro):
            self.window.show_step(report)

    def take_end(self, ended: Ended, repairs: tuple[Repair, ...]) -> None:
        """Show how a run of this macro ended, and what was found in another way."""
        self.window.show_ended(ended)
        for repair in repairs:
            if self.is_of(repair.macro):
                self.window.show_repair(repair)

    def _play(self, first: str = "", last: str = "") -> None:
        if self._tools.macros.is_busy() or self._tools.recording.is_recording:
            self._say("A run or a recording is under way. End it first.", is_error=True)
            return
        if self._save():
            self._once_settled(lambda: self._begin(first, last))

    def _begin(self, first: str, last: str) -> None:
        mode = self._tools.mode()
        request = PlayRequest(
            self.slug,
            from_step=first,
            to_step=last,
            breakpoints=True,
            approve=mode if self._is_trusted or mode == "dry-run" else "ask",
            by="editor",
        )
        self._tools.macros.play(request)

    def _first(self) -> str:
        rows = self.session.document.rows
        return next((row.id for row in rows if not row.is_off), "")

    def _save(self) -> bool:
        """Save what was changed; False where that failed, which is said."""
        if self.session.is_saved:
            return True
        try:
            self.session.save()
        except MacroError as error:
            self._say(f"Not saved, so nothing was done: {error}", is_error=True)
            return False
        self._on_saved()
        return True

    def _learn_trust(self) -> None:
        slug, changes = self.slug, self._tools.changes
        self._is_settled = False
        self._tools.worker.do(lambda: was_trusted(changes, slug), self._on_learnt, self._on_failed)

    def _take_foreign(self) -> None:
        """Trust these steps only once they were read: nobody has looked at what was pasted."""
        if self._was_trusted:
            self._say(
                "These steps come from elsewhere: once saved, each step is asked about until you "
                "have read the macro. Press Trust to read it.",
                is_error=False,
            )
        self._has_foreign, self._was_trusted = True, False

    def _on_learnt(self, is_trusted: bool) -> None:
        self._was_trusted = is_trusted and not self._has_foreign
        self._settle(is_trusted=is_trusted)

    def _on_saved(self) -> None:
        """Keep the trust of what the user's own hand has changed."""
        slug, changes = self.slug, self._tools.changes
        saved = self.session.document.macro
        self._is_settled = False
        self._tools.worker.do(
            lambda: keep_trust(changes, slug, saved, before=self._was_trusted),
            self._on_kept,
            self._on_failed,
            is_needed=True,  # a quit right after the save must not leave it untrusted
        )

    def _on_kept(self, is_trusted: bool) -> None:
        if self._was_trusted and not is_trusted:
            self._say(
                "It was imported and is another macro now: each step is asked about until you have "
                "read it again. Press Trust to read it.",
                is_error=False,
            )
        self._was_trusted = is_trusted
        self._settle(is_trusted=is_trusted)
        self._tools.macros.refresh()

    def _on_failed(self, sentence: str) -> None:
        self._settle(is_trusted=False)
        self._say(sentence, is_error=True)

    def _on_refused(self, sentence: str) -> None:
        self._say(sentence, is_error=True)

    def _settle(self, *, is_trusted: bool) -> None:
        if self._is_closed:
            return
        self._is_trusted, self._is_settled = is_trusted, True
        self.window.set_trusted(is_trusted)
        waiting, self._then = self._then, []
        for then in waiting:
            then()

    def _once_settled(self, then: Callable[[], None]) -> None:
        if self._is_settled:
            then()
        else:
            self._then.append(then)

    def _read(self) -> None:
        """Show the whole macro to be read, as it is saved."""
        if self._dialog is not None:
            self._dialog.raise_()
            self._dialog.activateWindow()
            return
        if self._save():
            slug, changes = self.slug, self._tools.changes
            self._tools.worker.do(
                lambda: read_whole_macro(changes, slug), self._show_reading, self._on_failed
            )

    def _show_reading(self, reading: Reading) -> None:
        dialog = self._dialog = TrustDialog(self._tools.theme, reading)
        dialog.trust_pressed.connect(self._trust)
        dialog.closed.connect(self._forget_dialog)
        dialog.show()

    def _forget_dialog(self) -> None:
        self._dialog = None

    def _trust(self, reading: Reading) -> None:
        changes = self._tools.changes
        self._tools.worker.do(lambda: trust(changes, reading), self._on_trusted, self._on_failed)

    def _on_trusted(self, sentence: str) -> None:
        self._say(sentence, is_error=False)
        self._has_foreign = False
        self._learn_trust()
        self._tools.macros.refresh()

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
        if self._dialog is not None:
            self._dialog.close()
        self.window.deleteLater()
        self.closed.emit()

    def _say(self, sentence: str, *, is_error: bool) -> None:
        """Say it in the editor, or in the main window once it is closed."""
        if self._is_closed:
            self._tools.macros.said.emit(sentence, is_error)
        else:
            self.window.notice.say(sentence, is_error=is_error)
