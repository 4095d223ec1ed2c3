"""The editors: one window for each macro, opened where it is wanted and told of runs."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from app.macro_request import PlayRequest
from app.macros.editor.opening import Opening, Ready
from app.macros.editor.window import EditorWindow
from app.macros.editor_tools import EditorTools
from app.macros.open_editor import OpenEditor
from app.widgets.fitting import PlaceKeeper, fit_to_screen, show_over
from automation.core.errors import MacroError
from automation.core.events import Ended
from automation.macros.editing.opening import Renamed
from automation.macros.player.health import read_health
from automation.macros.player.repair import Repair
from automation.macros.player.report import Report, StepReport, read_report, report_file

if TYPE_CHECKING:
    from app.macros.picking.scene import Picked


LOOK_MS: Final = 2_000
"""Between two looks for plays of another process: a command line, a timer."""


class EditorControl(QObject):
    """Owned by the application; UI thread."""

    def __init__(self, tools: EditorTools, data: Path, parent: QObject | None = None) -> None:
        """Prepare.

        Args:
            tools: what the editors share.
            data: folder of the user's reports and health.
            parent: owns this.
        """
        super().__init__(parent)
        self._tools, self._data = tools, data
        self._open: list[OpenEditor] = []
        self._openings: list[Opening] = []
        self._looking = QTimer(self)
        self._looking.setInterval(LOOK_MS)
        self._looking.timeout.connect(self._look_for_plays)
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
        editor.reopen_wanted.connect(partial(self._reopen, editor))
        self._open.append(editor)
        self._looking.start()
        QTimer.singleShot(
            0, window, partial(show_over, window, opening.owner)
        )  # after what waits by now

    def _on_failed(self, opening: Opening, why: str) -> None:
        self._openings.remove(opening)
        self._tools.macros.said.emit(f"It cannot be edited: {why}", True)

    def _opening(self, slug: str) -> Opening | None:
        return next((one for one in self._openings if one.slug == slug), None)

    def may_end(self) -> bool:
        """Tell whether the application may end: what stands in fields is taken, or said to be wrong."""
        for editor in self.editors:
            if not editor.window.commit("The program goes on"):
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
                editor.window.show_health(health, _report(self._data, ended.run))
                if request.by == "editor":  # over the main window, which comes back at the end too
                    QTimer.singleShot(0, editor.window, editor.window.raise_)

    def _look_for_plays(self) -> None:
        """Show what plays of other processes have left, where an editor is to be seen."""
        for editor in self._open:
            health = read_health(self._data, editor.slug)
            if not editor.window.isVisible() or health == editor.window.health.health:
                continue
            report = _report(self._data, health.last_id)
            editor.window.show_health(health, report)
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
