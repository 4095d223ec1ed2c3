"""The page of macros at work: reads them, does what is pressed, opens the form and the reading."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QObject, SignalInstance

from app.macro_request import PlayRequest
from app.macros.library import file_dialogs, recovering
from app.macros.library.acts import Act
from app.macros.library.bars import Choice, Question
from app.macros.library.cards import Card, read_cards, read_detail
from app.macros.library.changes import Changes, Done, name_problem
from app.macros.library.page import LibraryPage
from app.macros.library.reading import trust_no_more
from app.macros.library.worker import Details, Worker
from app.widgets.theme import Theme
from automation.core.events import ApproveMode
from automation.macros.naming import same_name, slug

if TYPE_CHECKING:
    from app.macros.keys import MacroKeys
    from app.macros.library.before_run import BeforeRun

READ_IT: Final = "Read it"


class Macros(Protocol):
    """What is needed of `MacroControl`."""

    changed: SignalInstance

    def play(self, request: PlayRequest) -> None:
        """Play a macro, or say why not."""
        ...

    def edit(self, name: str) -> None:
        """Open a macro in the editor."""
        ...

    def record(self, name: str = "") -> None:
        """Record a macro."""
        ...

    def refresh(self) -> None:
        """Tell everybody that the macros are others than before."""
        ...


class Starter(Protocol):
    """What is needed of `MacroStarter`: the keys."""

    @property
    def keys(self) -> "MacroKeys":
        """The keys of the macros."""
        ...

    def set_key(self, slug: str, chord: str) -> str:
        """Let a chord play a macro; return why it cannot."""
        ...

    def clear_key(self, slug: str) -> str:
        """Give the key of a macro back; return what went wrong."""
        ...


class LibraryControl(QObject):
    """Owned by the window's macro pages; UI thread. `close` it."""

    def __init__(
        self,
        theme: Theme,
        data: Path,
        macros: Macros,
        before_run: "BeforeRun",
        mode: Callable[[], ApproveMode],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._data, self._macros, self._mode = theme, data, macros, mode
        self._before_run = before_run
        self._starter: Starter | None = None
        self._changes = Changes.at(data)
        """For the worker's thread alone."""
        self._worker = Worker(self)
        self._details = Details(self._worker, lambda one: read_detail(self._changes, one))
        self._left_over: tuple[Path, ...] = ()
        self._wanted = ""
        self.page = LibraryPage(theme)
        page = self.page
        page.act_pressed.connect(self._on_act)
        page.record_pressed.connect(lambda: macros.record())
        page.import_file_pressed.connect(
            lambda: file_dialogs.ask_macro_file(page.window(), self.take_in)
        )
        page.import_folder_pressed.connect(
            lambda: file_dialogs.ask_macro_folder(page.window(), self.take_in)
        )
        page.detail_wanted.connect(self._details.ask)
        self._details.found.connect(page.show_detail)
        macros.changed.connect(self.read)
        before_run.trusted.connect(self._on_trusted)

    def use_keys(self, starter: Starter) -> None:
        """Show and set the keys that this one keeps."""
        self._starter = starter
        self.read()

    def read(self) -> None:
        """Read the list anew, and what rows show besides when they are looked at."""
        keys = dict(self._starter.keys.all) if self._starter is not None else {}

        def work() -> tuple[tuple[Card, ...], tuple[Path, ...]]:
            return read_cards(self._changes, keys), recovering.left_over(self._data)

        self._worker.do(work, self._on_read, self._fail)

    def close(self) -> None:
        """End the thread."""
        self._worker.close()

    def _on_read(self, found: tuple[tuple[Card, ...], tuple[Path, ...]]) -> None:
        cards, left = found
        chosen, self._wanted = self._wanted, ""
        self.page.show_cards(cards, chosen)
        self.page.forget_details()
        if left != self._left_over:
            self._left_over = left
            self._tell_left_over()

    def _on_act(self, act: Act, place: str) -> None:
        card = next((one for one in self.page.rows.cards if one.slug == place), None)
        if card is None:
            return
        match act:
            case Act.PLAY:
                self._macros.play(PlayRequest(card.slug, approve=self._mode(), by="window"))
            case Act.VALUES:
                request = PlayRequest(card.slug, approve=self._mode(), by="window")
                self._before_run.ask_values(request)
            case Act.EDIT:
                self._macros.edit(card.name)
            case Act.TRUST:
                self._on_trust(card)
            case _:
                self._on_change(act, card)

    def _on_change(self, act: Act, card: Card) -> None:
        match act:
            case Act.RENAME:
                self._ask_name(card)
            case Act.DUPLICATE:
                self._do(lambda: self._changes.duplicate(self._changes.exact(card.slug)))
            case Act.EXPORT:
                self._on_export(card)
            case Act.KEY:
                self._ask_key(card)
            case Act.REMOVE:
                self._ask_remove(card)

    def _do(
        self,
        work: Callable[[], Done],
        failed: Callable[[str], None] | None = None,
        *choices: Callable[[Done], Choice],
    ) -> None:
        """Do a change on the worker's thread, say what came of it and show the list after it."""

        def then(done: Done) -> None:
            self._wanted = done.folder.name
            self.page.notice.say(done.sentence, [choice(done) for choice in choices])
            self._macros.refresh()

        self._worker.do(work, then, failed or self._fail)

    def _fail(self, problem: str) -> None:
        words = f"{problem[:1].upper()}{problem[1:]}"
        self.page.notice.say(words if words.endswith(".") else f"{words}.", is_error=True)

    def take_in(self, path: str) -> None:
        """Import what lies there; it is not trusted, and the page says what that means."""
        self._do(
            lambda: self._changes.take_in(Path(path)),
            lambda problem: self._fail(f"Nothing was taken in. {problem}"),
            lambda done: Choice(READ_IT, lambda: self._before_run.read(done.folder.name), "shield"),
        )

    def _ask_name(self, card: Card) -> None:
        def done(name: str) -> str:
            self._do(lambda: self._changes.rename(self._changes.exact(card.slug), name))
            return ""

        self.page.ask.ask(
            Question(
                title=f"Rename “{card.title}”",
                verb="Rename",
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
                return f"there is a macro called “{card.title}” already; take another name"
        return ""

    def _ask_remove(self, card: Card) -> None:
        self.page.notice.say(
            f"Remove “{card.title}” from your library? It can be brought back.",
            [
                Choice("Remove", lambda: self._remove(card), "trash"),
                Choice("Keep", self._to_list),
            ],
        )
        self.page.notice.buttons[1].setFocus()

    def _remove(self, card: Card) -> None:
        def undo(removed: Done) -> Choice:
            return Choice(
                "Undo", lambda: self._do(lambda: self._changes.bring_back(removed)), "undo"
            )

        self._do(lambda: self._changes.remove(self._changes.exact(card.slug)), None, undo)
        self._to_list()

    def _to_list(self) -> None:
        self.page.list.setFocus()

    def _on_export(self, card: Card) -> None:
        detail = self.page.rows.detail(card.slug)
        if detail is None or not detail.has_recording:
            self._ask_export(card, with_recording=False)
            return
        self.page.notice.say(
            f"The raw recording of “{card.title}” is kept with it. It holds every key that you "
            "pressed outside password fields, and a replay never needs it.",
            [
                Choice("Export without it", lambda: self._ask_export(card, with_recording=False)),
                Choice("Export with it", lambda: self._ask_export(card, with_recording=True)),
            ],
        )

    def _ask_export(self, card: Card, *, with_recording: bool) -> None:
        def chosen(path: str) -> None:
            def work() -> Done:
                name = self._changes.exact(card.slug)
                return self._changes.export(name, Path(path), with_recording=with_recording)

            self._worker.do(work, lambda done: self.page.notice.say(done.sentence), self._fail)

        file_dialogs.ask_export(self.page.window(), f"{slug(card.name)}.zip", chosen)

    def _on_trust(self, card: Card) -> None:
        detail = self.page.rows.detail(card.slug)
        if detail is None or not detail.trusted:
            self._before_run.read(card.slug)
            return

        def work() -> str:
            return trust_no_more(self._changes, self._changes.exact(card.slug))

        def then(sentence: str) -> None:
            self.page.notice.say(sentence)
            self._macros.refresh()

        self._worker.do(work, then, self._fail)

    def _on_trusted(self, sentence: str) -> None:
        self.page.notice.say(sentence)
        self._macros.refresh()

    def _ask_key(self, card: Card) -> None:
        starter = self._starter
        if starter is None:
            self._fail("keys cannot be heard yet; try again in a moment")
            return
        free = ", ".join(starter.keys.free()[:3])
        away = Choice("Take the key away", lambda: self._drop_key(card))
        self.page.ask.ask(
            Question(
                title=f"Press the key that is to play “{card.title}”",
                verb="Use it",
                done=lambda chord: self._set_key(card, chord),
                value=card.key,
                hint=f"Free: {free}" if free else "Such as Ctrl+Alt+1",
                is_chord=True,
                other=away if card.key else None,
            )
        )

    def _set_key(self, card: Card, chord: str) -> str:
        assert self._starter is not None, "asked for with a starter"
        problem = self._starter.set_key(card.slug, chord.strip())
        if not problem:
            words = f"{self._starter.keys.key(card.slug)} plays “{card.title}” from anywhere."
            self.page.notice.say(words)
        return problem

    def _drop_key(self, card: Card) -> None:
        assert self._starter is not None, "asked for with a starter"
        problem = self._starter.clear_key(card.slug)
        if problem:
            self._fail(problem)
        else:
            self.page.notice.say(f"No key plays “{card.title}”.")

    def _tell_left_over(self) -> None:
        count, bar = len(self._left_over), self.page.left_over
        if not count:
            bar.clear()
            return
        was = "A recording was" if count == 1 else f"{count} recordings were"
        bar.say(
            f"{was} cut off before the end. What was done up to then is kept.",
            [
                Choice("Keep it as a macro" if count == 1 else "Keep the last one", self._recover),
                Choice("Delete", self._ask_delete),
            ],
        )

    def _recover(self) -> None:
        folder = self._left_over[-1]

        def done(name: str) -> str:
            self._do(lambda: recovering.recover(self._changes, folder, name))
            return ""

        self.page.ask.ask(
            Question(
                title="What is the recorded macro called?",
                verb="Keep",
                done=done,
                hint="Such as: File an invoice",
                problem_of=self._name_problem,
            )
        )
        self._left_over = ()  # told again unless it is gone by then

    def _ask_delete(self) -> None:
        left = self._left_over
        self.page.left_over.say(
            "Delete what was recorded before it was cut off? Nobody can bring it back.",
            [
                Choice("Delete for good", lambda: self._delete(left), "trash", "danger"),
                Choice("Keep", self._tell_left_over),
            ],
        )
        self.page.left_over.buttons[1].setFocus()

    def _delete(self, folders: tuple[Path, ...]) -> None:
        def then(sentence: str) -> None:
            self.page.notice.say(sentence)
            self.read()

        self._worker.do(lambda: recovering.delete(folders), then, self._fail)
