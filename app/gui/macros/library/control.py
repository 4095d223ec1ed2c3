"""The page of macros at work: reads them, does what is pressed, opens the form before a run and the reading.

Recordings that were cut off are offered here too. What records is only loaded when one is kept: it
brings the desktop's readers.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from app.gui import tr
from app.gui.background import DataWatcher, LatestFirst, Worker
from app.gui.macros.library import page as file_dialogs
from app.gui.macros.library.bars import Choice, Question
from app.gui.macros.library.page import Action, LibraryPage
from app.gui.macros.library.rows import (
    Card,
    CardPicture,
    Detail,
    picture_of,
    read_cards,
    read_detail,
)
from app.gui.macros.library.trust import trust_no_more
from app.gui.widgets.theme import Theme
from app.macros.changes import Changes, Done, name_problem
from app.macros.play_request import PlayRequest
from automation.core.events import ApproveMode
from automation.core.text import as_sentence, visible_text
from automation.macros.library import INDEX
from automation.macros.names import same_name, slug
from automation.macros.play.health import health_file
from automation.macros.record.recording_journal import cut_off, discard

if TYPE_CHECKING:
    from app.gui.macros.control import MacroControl
    from app.gui.macros.library.before_run import BeforeRun
    from app.gui.macros.start import MacroStarter


RECORDINGS = "recordings"
"""`app.macros.record.ROOT`, which would bring the recorder."""


def left_over(data: Path) -> tuple[Path, ...]:
    """Return the recordings that were cut off, oldest first."""
    return cut_off(data / RECORDINGS)


def recover(changes: Changes, folder: Path, name: str) -> Done:
    """Keep a recording that was cut off as a macro, as `record.recover_as`."""
    from app.macros.record import recover_as  # noqa: PLC0415 - only when one is kept

    return recover_as(changes, folder, name)


def delete(folders: tuple[Path, ...]) -> str:
    """Delete recordings that were cut off, for good; say so."""
    for folder in folders:
        discard(folder)
    return (
        tr("The recording is deleted.") if len(folders) == 1 else tr("The recordings are deleted.")
    )


class MacroActions:
    """Changes the library and says on the page what came of it; UI thread."""

    def __init__(
        self, page: LibraryPage, worker: Worker, changes: Changes, macros: "MacroControl"
    ) -> None:
        """Join them.

        Args:
            macros: told when the library is another.
        """
        self.page, self.worker, self.changes, self.macros = page, worker, changes, macros
        self._wanted = ""

    def take_wanted(self) -> str:
        """Return the folder of the macro that was changed last, once; empty for none."""
        wanted, self._wanted = self._wanted, ""
        return wanted

    def do(
        self,
        work: Callable[[], Done],
        failed: Callable[[str], None] | None = None,
        *choices: Callable[[Done], Choice],
        also: Callable[[Done], str] = lambda _done: "",
    ) -> None:
        """Do a change, say what came of it and show the list after it.

        Args:
            failed: gets the reason; None says it on the page.
            also: done right after it in the UI thread; returns what should be said besides.
        """

        def then(done: Done) -> None:
            self._wanted = done.folder.name
            said = f"{done.sentence} {also(done)}".strip()
            self.page.notice.say(said, [choice(done) for choice in choices])
            self.macros.changed.emit()

        self.worker.do(work, then, failed or self.fail)

    def fail(self, problem: str) -> None:
        """Say why something was not done."""
        self.page.notice.say(as_sentence(problem), is_error=True)


MOST_WAITING: Final = 40
"""Rows that wait to be read; those that were scrolled past longest ago are left out."""


def _with_picture(detail: Detail) -> tuple[Detail, CardPicture | None]:
    return detail, picture_of(detail)


class CutOff:
    """Owned by the page's control; UI thread."""

    def __init__(
        self, actions: MacroActions, name_problem: Callable[[str], str], read: Callable[[], None]
    ) -> None:
        """Prepare.

        Args:
            name_problem: says why a macro cannot be called so.
        """
        self._actions, self._page = actions, actions.page
        self._name_problem, self._read = name_problem, read
        self._left: tuple[Path, ...] = ()

    def show(self, left: tuple[Path, ...]) -> None:
        """Offer these; what is offered already stays as it is."""
        if left != self._left:
            self._left = left
            self._tell()

    def _tell(self) -> None:
        count, bar = len(self._left), self._page.left_over
        if not count:
            bar.clear()
            return
        was = tr("A recording was") if count == 1 else tr("{0} recordings were").format(count)
        bar.say(
            tr(
                "{0} cut off before the end. What was done up to then is kept, but for a step in the "
                "middle of which it ended."
            ).format(was),
            [
                Choice(
                    tr("Keep it as a macro") if count == 1 else tr("Keep the last one"),
                    self._recover,
                ),
                Choice(tr("Delete"), self._ask_delete),
            ],
        )

    def _recover(self) -> None:
        folder = self._left[-1]

        def done(name: str) -> str:
            self._actions.do(lambda: recover(self._actions.changes, folder, name))
            return ""

        self._page.ask.ask(
            Question(
                title=tr("What is the recorded macro called?"),
                verb=tr("Keep"),
                done=done,
                hint=tr("Such as: File an invoice"),
                problem_of=self._name_problem,
            )
        )
        self._left = ()  # told again unless it is gone by then

    def _ask_delete(self) -> None:
        left = self._left
        self._page.left_over.say(
            tr("Delete what was recorded before it was cut off? Nobody can bring it back."),
            [
                Choice(tr("Delete for good"), lambda: self._delete(left), "trash", "danger"),
                Choice(tr("Keep"), self._tell),
            ],
        )
        self._page.left_over.buttons[1].setFocus()

    def _delete(self, folders: tuple[Path, ...]) -> None:
        def then(sentence: str) -> None:
            self._page.notice.say(sentence)
            self._read()

        self._actions.worker.do(lambda: delete(folders), then, self._actions.fail)


class MacroKey:
    """Owned by the page's control; UI thread."""

    def __init__(self, actions: MacroActions) -> None:
        self._actions, self._page = actions, actions.page
        self.starter: MacroStarter | None = None
        """Who keeps the keys; None before there are any."""

    def all(self) -> dict[str, str]:
        """Return the chords by macro folder."""
        return dict(self.starter.keys.all) if self.starter is not None else {}

    def give_back(self, slug: str, chord: str) -> str:
        """Give a macro the key that it had; return why it has none, in a sentence, else empty."""
        if not chord:
            return ""
        if self.starter is None:
            return tr("Its key {0} is not set.").format(chord)
        problem = self.starter.set_key(slug, chord)
        return tr("It has no key: {0}.").format(problem) if problem else ""

    def take_away(self, slug: str) -> str:
        """Take the key of a macro away that is gone; return what went wrong, else empty."""
        return self.starter.clear_key(slug) if self.starter is not None else ""

    def ask(self, card: Card) -> None:
        """Ask for the chord that is to play a macro."""
        starter = self.starter
        if starter is None:
            self._actions.fail(tr("keys cannot be heard yet; try again in a moment"))
            return
        free = ", ".join(starter.keys.free()[:3])
        away = Choice(tr("Take the key away"), lambda: self._drop(starter, card))
        self._page.ask.ask(
            Question(
                title=tr("Press the key that is to play “{0}”").format(card.title),
                verb=tr("Use it"),
                done=lambda chord: self._set(starter, card, chord),
                value=card.key,
                hint=tr("Free: {0}").format(free) if free else tr("Such as Ctrl+Alt+1"),
                is_chord=True,
                other=away if card.key else None,
            )
        )

    def _set(self, starter: "MacroStarter", card: Card, chord: str) -> str:
        problem = starter.set_key(card.slug, chord.strip())
        if not problem:
            words = tr("{0} plays “{1}” from anywhere.").format(
                starter.keys.key(card.slug), card.title
            )
            self._page.notice.say(words)
        return problem

    def _drop(self, starter: "MacroStarter", card: Card) -> None:
        problem = starter.clear_key(card.slug)
        if problem:
            self._actions.fail(problem)
        else:
            self._page.notice.say(tr("No key plays “{0}”.").format(card.title))


class Removing:
    """Owned by the page's control; UI thread."""

    def __init__(self, actions: MacroActions, keys: MacroKey) -> None:
        self._actions, self._page, self._keys = actions, actions.page, keys

    def ask(self, card: Card) -> None:
        """Ask whether a macro is to go, and what becomes of edits of it that are not saved."""
        editors = self._actions.macros.editors
        if editors is not None and editors.has_edits(card.slug):
            self._ask_of_edits(card)
            return
        is_open = editors is not None and editors.is_open(card.slug)
        more = tr(" The window that edits it closes.") if is_open else ""
        self._say(
            tr("Remove “{0}” from your library? It can be brought back.{1}").format(
                card.title, more
            ),
            Choice(tr("Remove"), lambda: self._remove(card), "trash"),
        )

    def _ask_of_edits(self, card: Card) -> None:
        self._say(
            tr(
                "“{0}” is open in the editor and has edits that are not saved. Removed with it, they "
                "come back with it; saved as another macro, they stay here."
            ).format(card.title),
            Choice(tr("Save the edits as …"), lambda: self._save_first(card), "copy"),
            Choice(tr("Remove with its edits"), lambda: self._remove(card), "trash"),
        )

    def _say(self, words: str, *choices: Choice) -> None:
        """Ask; what changes nothing has the focus."""
        self._page.notice.say(words, [*choices, Choice(tr("Keep"), self._to_list)])
        self._page.notice.buttons[-1].setFocus()

    def _save_first(self, card: Card) -> None:
        editors = self._actions.macros.editors
        if editors is not None and editors.is_open(card.slug):
            editors.ask_save_as(card.slug, lambda: self._remove(card))
        else:  # closed meanwhile
            self.ask(card)

    def _remove(self, card: Card) -> None:
        actions, keys = self._actions, self._keys
        if actions.macros.editors is not None:
            actions.macros.editors.let_go(card.slug)

        def undo(removed: Done) -> Choice:
            return Choice(tr("Undo"), lambda: self._bring_back(removed), "undo")

        key = keys.all().get(card.slug, "")
        actions.do(
            lambda: actions.changes.remove(card.slug, key),
            None,
            undo,
            also=lambda _done: keys.take_away(card.slug) if key else "",
        )
        self._to_list()

    def _bring_back(self, removed: Done) -> None:
        actions = self._actions
        actions.do(
            lambda: actions.changes.bring_back(removed),
            also=lambda done: self._keys.give_back(done.folder.name, done.key),
        )

    def _to_list(self) -> None:
        self._page.list.setFocus()


READ_IT: Final = tr("Read it")


def _read_from(data: Path) -> tuple[Path, ...]:
    """Return the files and folders that change when another process plays, makes or trusts a macro."""
    macros = data / "macros"
    trusted = data / "macros-trusted.json"
    return (health_file(data, "any").parent, macros, macros / INDEX, trusted)


class LibraryControl(QObject):
    """Owned by the window's macro pages; UI thread. `close` it."""

    def __init__(
        self,
        theme: Theme,
        data: Path,
        macros: "MacroControl",
        before_run: "BeforeRun",
        mode: Callable[[], ApproveMode],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._data, self._macros, self._mode = theme, data, macros, mode
        self._before_run = before_run
        self._changes = Changes.at(data)
        """For the worker's thread alone."""
        self._worker = Worker(self)
        page = self.page = LibraryPage(theme)
        self._details = LatestFirst(
            self._worker,
            lambda one: _with_picture(read_detail(self._changes, one)),
            lambda one, found: page.rows.put(one, *found),
            lambda one, problem: page.rows.put(one, Detail(problem=problem), None),
            MOST_WAITING,
        )
        self._actions = MacroActions(page, self._worker, self._changes, macros)
        self._do, self._fail = self._actions.do, self._actions.fail
        self._key = MacroKey(self._actions)
        self._removing = Removing(self._actions, self._key)
        self._kept = ""
        self._cut_off = CutOff(self._actions, self._name_problem, self.read)
        page.act_pressed.connect(self._on_act)
        page.record_pressed.connect(lambda: macros.record_wanted.emit(""))
        page.import_file_pressed.connect(
            lambda: file_dialogs.ask_macro_file(page.window(), self.take_in)
        )
        page.import_folder_pressed.connect(
            lambda: file_dialogs.ask_macro_folder(page.window(), self.take_in)
        )
        page.detail_wanted.connect(self._details.ask)
        macros.changed.connect(self.read)
        self._watcher = DataWatcher(page, _read_from(data), self)
        self._watcher.changed.connect(self.read)
        before_run.trusted.connect(self._on_trusted)

    def use_keys(self, starter: "MacroStarter") -> None:
        """Show and set the keys that this one keeps."""
        self._key.starter = starter
        self.read()

    def read(self) -> None:
        """Read the list anew, and what rows show besides when they are looked at."""
        keys = self._key.all()

        def work() -> tuple[tuple[Card, ...], tuple[Path, ...]]:
            return read_cards(self._changes, keys), left_over(self._data)

        self._worker.do(work, self._on_read, self._fail)

    def show_kept(self, name: str) -> None:
        """Choose a macro that was made elsewhere, and say that it is here."""
        self._kept = name
        self.page.search.clear()
        self.page.notice.say(tr("“{0}” is in your macros.").format(visible_text(name)))

    def close(self) -> None:
        """End the thread."""
        self._worker.close()

    def _on_read(self, found: tuple[tuple[Card, ...], tuple[Path, ...]]) -> None:
        cards, left = found
        self.page.show_cards(cards, self._take_kept(cards) or self._actions.take_wanted())
        self.page.forget_details()
        self._cut_off.show(left)

    def _take_kept(self, cards: tuple[Card, ...]) -> str:
        """Return the folder of what was recorded last, once it is read; empty for none."""
        kept = same_name(self._kept)
        found = next((one.slug for one in cards if kept and same_name(one.name) == kept), "")
        if found:
            self._kept = ""
        return found

    def _on_act(self, act: Action, place: str) -> None:
        card = next((one for one in self.page.rows.cards if one.slug == place), None)
        if card is None:
            return
        match act:
            case Action.PLAY | Action.AT_ONCE:
                self._play(card, asks=act is Action.PLAY)
            case Action.EDIT:
                self._macros.editor_wanted.emit(card.slug)
            case Action.TRUST:
                self._on_trust(card)
            case _:
                self._on_change(act, card)

    def _play(self, card: Card, *, asks: bool) -> None:
        """Play it; what it has parameters for is asked for first, with what they are else filled in."""
        request = PlayRequest(card.slug, approve=self._mode(), by="window")
        if asks and card.params:
            self._before_run.ask_values(request)
        else:
            self._macros.play(request)

    def _on_change(self, act: Action, card: Card) -> None:
        match act:
            case Action.RENAME:
                self._ask_name(card)
            case Action.DUPLICATE:
                self._do(lambda: self._changes.duplicate(card.slug))
            case Action.EXPORT:
                self._on_export(card)
            case Action.KEY:
                self._key.ask(card)
            case Action.REMOVE:
                self._removing.ask(card)

    def take_in(self, path: str) -> None:
        """Import what lies there; it is not trusted, and the page says what that means."""
        self._do(
            lambda: self._changes.take_in(Path(path)),
            lambda problem: self._fail(tr("Nothing was taken in. {0}").format(problem)),
            lambda done: Choice(READ_IT, lambda: self._before_run.read(done.folder.name), "shield"),
        )

    def _ask_name(self, card: Card) -> None:
        def done(name: str) -> str:
            self._do(lambda: self._changes.rename(card.slug, name))
            return ""

        self.page.ask.ask(
            Question(
                title=tr("Rename “{0}”").format(card.title),
                verb=tr("Rename"),
                done=done,
                value=card.name,
                problem_of=lambda text: self._name_problem(text, card.slug),
            )
        )

    def _name_problem(self, text: str, own: str = "") -> str:
        if problem := name_problem(text):
            return problem
        wanted = same_name(text.strip())
        for card in self.page.rows.cards:
            if card.slug != own and same_name(card.name) == wanted:
                return tr("there is a macro called “{0}” already; take another name").format(
                    card.title
                )
        return ""

    def _on_export(self, card: Card) -> None:
        detail = self.page.rows.detail(card.slug)
        if detail is None or not detail.has_recording:
            self._ask_export(card, with_recording=False)
            return
        self.page.notice.say(
            tr(
                "The raw recording of “{0}” is kept with it. It holds every key that you pressed "
                "outside password fields, and a replay never needs it."
            ).format(card.title),
            [
                Choice(
                    tr("Export without it"), lambda: self._ask_export(card, with_recording=False)
                ),
                Choice(tr("Export with it"), lambda: self._ask_export(card, with_recording=True)),
            ],
        )

    def _ask_export(self, card: Card, *, with_recording: bool) -> None:
        def chosen(path: str) -> None:
            def work() -> Done:
                return self._changes.export(card.slug, Path(path), with_recording=with_recording)

            self._worker.do(work, lambda done: self.page.notice.say(done.sentence), self._fail)

        file_dialogs.ask_export(self.page.window(), f"{slug(card.name)}.zip", chosen)

    def _on_trust(self, card: Card) -> None:
        detail = self.page.rows.detail(card.slug)
        if detail is None or not detail.trusted:
            self._before_run.read(card.slug)
            return

        def work() -> str:
            return trust_no_more(self._changes, card.slug)

        def then(sentence: str) -> None:
            self.page.notice.say(sentence)
            self._macros.changed.emit()

        self._worker.do(work, then, self._fail)

    def _on_trusted(self, sentence: str) -> None:
        self.page.notice.say(sentence)
        self._macros.changed.emit()
