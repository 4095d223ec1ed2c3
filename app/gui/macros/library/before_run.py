"""What a run wants from the user before it begins: values and a table, or that its macro is read."""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.gui.background import Background, Worker
from app.gui.macros.library.trust import Reading, TrustDialog, read_whole_macro, trust
from app.gui.macros.library.values_form import Prepared, ValuesForm, part_title
from app.gui.widgets.layout import asked_from, show_over
from app.gui.widgets.theme import Theme
from app.macros.changes import Changes
from app.macros.library import linked_macro
from app.macros.play_request import PlayRequest
from app.macros.request import FILE, LastValues, columns_of_row, last_rows, stored_names
from automation.core.text import as_sentence
from automation.macros.play.program import needed_part
from automation.macros.play.rows import Rows, field_words, rows_for
from automation.macros.play.values import Asked, open_table

if TYPE_CHECKING:
    from app.gui.macros.control import MacroControl


log = logging.getLogger(__name__)


class BeforeRun(QObject):
    """Owned by the window's macro pages; UI thread. Its windows are of their own and not modal."""

    trusted = Signal(str)
    """A macro was trusted; the sentence that says so."""
    said = Signal(str, bool)

    def __init__(
        self,
        theme: Theme,
        data: Path,
        macros: "MacroControl",
        keeps: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        """Prepare; nothing is read.

        Args:
            keeps: tells whether what is filled in may be remembered.
        """
        super().__init__(parent)
        self._theme, self._data, self._macros, self._keeps = theme, data, macros, keeps
        self._worker = Worker(self)
        self._changes = Changes.at(data)
        """For the worker's thread alone."""
        self._last = LastValues(data / FILE)
        self.form: ValuesForm | None = None
        self.dialog: TrustDialog | None = None
        self._keyring = Background(self, "keyring")
        """On a thread of its own: the keyring's dialog may come up."""

    def close(self) -> None:
        """Close the windows and end the thread."""
        for window in (self.form, self.dialog):
            if window is not None:
                window.close()
        self._worker.close()

    def ask_values(self, request: PlayRequest, asked: Asked | None = None) -> None:
        """Open the form for a run; Play in it starts the run."""
        wanted, owner = asked or Asked(()), asked_from()
        self._worker.do(
            lambda: self._prepared(request),
            lambda prepared: self._open_form(prepared, request, wanted, owner),
            self._fail,
        )

    def read(self, slug: str) -> None:
        """Open the reading of the macro of a folder."""
        owner = asked_from()
        self._worker.do(
            lambda: read_whole_macro(self._changes, slug),
            lambda reading: self._open_reading(reading, None, owner),
            self._fail,
        )

    def ask_trust(self, request: PlayRequest) -> None:
        """Open the reading of what a run may not do yet; once it is trusted the run begins."""
        owner = asked_from()

        def then(reading: Reading | None) -> None:
            if reading is None:  # trusted meanwhile
                self._macros.play(request)
            else:
                self._open_reading(reading, request, owner)

        self._worker.do(lambda: self._untrusted(request.folder), then, self._fail)

    def _untrusted(self, slug: str) -> Reading | None:
        """Return the first macro of a run that is not trusted: itself, or one that it calls."""
        kept = self._changes.library.open_at(self._changes.library.at(slug))
        linked = linked_macro(kept, self._changes.library, self._changes.book)
        first = next((one for one in linked.all if not one.is_trusted), None)
        return read_whole_macro(self._changes, first.folder) if first is not None else None

    def _prepared(self, request: PlayRequest) -> Prepared:
        kept = self._changes.library.open_at(self._changes.library.at(request.folder))
        linked = linked_macro(kept, self._changes.library, self._changes.book)
        part = needed_part(linked, request.from_step, request.to_step)
        return Prepared(
            slug=kept.folder.name,
            macro=kept.macro,
            linked=linked,
            has_rows=part.has_rows if part else linked.has_rows,
            filled=self._last.of(kept.folder.name),
            needed=part.names if part else None,
            row=columns_of_row(linked, part) if part else None,
            before=request.before or last_rows(self._data, kept.folder.name),
            title=part_title(kept.macro, request.from_step, request.to_step),
        )

    def _open_form(
        self, prepared: Prepared, request: PlayRequest, asked: Asked, owner: QWidget | None
    ) -> None:
        if self.form is not None:
            self.form.close()
        form = self.form = ValuesForm(self._theme, prepared, request, asked)
        form.table_wanted.connect(lambda path, mark: self._read_table(form, prepared, path, mark))
        form.play_pressed.connect(lambda filled: self._play(prepared, filled))
        form.closed.connect(lambda: self._forget_form(form))
        form.begin_table()
        show_over(form, owner)
        if form.wants_secrets:
            self._keyring.run(
                lambda: stored_names(may_prompt=True),
                lambda names: self._show_secrets(names, ""),
                lambda problem: self._show_secrets((), problem),
            )

    def _forget_form(self, form: ValuesForm) -> None:
        if self.form is form:
            self.form = None

    def _read_table(self, form: ValuesForm, prepared: Prepared, path: Path, mark: str) -> None:
        def work() -> Rows:
            table = open_table(path, {"tab": "\t"}.get(mark, mark))
            return rows_for(prepared.linked, table, str(path))

        def show(rows: Rows) -> None:
            if self.form is form and form.table is not None:
                asked = [name for name in rows.unfilled if name in prepared.params]
                note = "; ".join(filter(None, (rows.note, field_words(asked))))
                form.table.show_table(path, rows.table, note)

        def fail(problem: str) -> None:
            if self.form is form and form.table is not None:
                form.table.show_problem(path, problem)

        self._worker.do(work, show, fail)

    def _play(self, prepared: Prepared, request: PlayRequest) -> None:
        if self._keeps():
            is_part = prepared.needed is not None
            self._worker.do(
                lambda: self._last.keep_play(
                    prepared.slug, prepared.macro, request, is_part=is_part
                ),
                lambda _: None,
                self._fail,
            )
        self._macros.play(request)

    def _show_secrets(self, names: tuple[str, ...], problem: str) -> None:
        if self.form is not None:
            self.form.show_secrets(names, problem)

    def _open_reading(
        self, reading: Reading, request: PlayRequest | None, owner: QWidget | None
    ) -> None:
        if self.dialog is not None:
            self.dialog.close()
        dialog = self.dialog = TrustDialog(self._theme, reading, is_for_run=request is not None)
        dialog.trust_pressed.connect(lambda read: self._trust(read, request))
        if request is not None:
            step_by_step = replace(request, approve="ask")
            dialog.step_by_step_pressed.connect(lambda: self._macros.play(step_by_step))
        dialog.closed.connect(lambda: self._forget_dialog(dialog))
        show_over(dialog, owner)

    def _forget_dialog(self, dialog: TrustDialog) -> None:
        if self.dialog is dialog:
            self.dialog = None

    def _trust(self, reading: Reading, request: PlayRequest | None) -> None:
        def then(sentence: str) -> None:
            self.trusted.emit(sentence)
            if request is not None:
                self._macros.play(request)

        self._worker.do(lambda: trust(self._changes, reading), then, self._fail)

    def _fail(self, problem: str) -> None:
        self.said.emit(as_sentence(problem), True)
