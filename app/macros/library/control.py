"""The page of macros at work: reads them, does what is pressed, opens the form and the reading."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from app.elsewhere import Elsewhere
from app.macro_request import PlayRequest
from app.macros.library import file_dialogs, recovering
from app.macros.library.acts import Act
from app.macros.library.bars import Choice, Question
from app.macros.library.cards import Card, read_cards, read_detail
from app.macros.library.changes import Changes, Done, name_problem
from app.macros.library.cut_off import CutOff
from app.macros.library.doing import Doing, Macros
from app.macros.library.macro_key import MacroKey, Starter
from app.macros.library.page import LibraryPage
from app.macros.library.reading import trust_no_more
from app.macros.library.removing import Removing
from app.macros.library.worker import Details, Worker
from app.widgets.theme import Theme
from automation.core.events import ApproveMode
from automation.core.visible import visible_text
from automation.macros.naming import same_name, slug
from automation.macros.player.health import health_file
from automation.macros.shelf import INDEX

if TYPE_CHECKING:
    from app.macros.library.before_run import BeforeRun

READ_IT: Final = "Read it"


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
        macros: Macros,
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
        self._details = Details(self._worker, lambda one: read_detail(self._changes, one))
        page = self.page = LibraryPage(theme)
        self._doing = Doing(page, self._worker, self._changes, macros)
        self._do, self._fail = self._doing.do, self._doing.fail
        self._key = MacroKey(self._doing)
        self._removing = Removing(self._doing, self._key)
        self._kept = ""
        self._cut_off = CutOff(self._doing, self._name_problem, self.read)
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
        self._elsewhere = Elsewhere(page, _read_from(data), self)
        self._elsewhere.changed.connect(self.read)
        before_run.trusted.connect(self._on_trusted)

    def use_keys(self, starter: Starter) -> None:
        """Show and set the keys that this one keeps."""
        self._key.starter = starter
        self.read()

    def read(self) -> None:
        """Read the list anew, and what rows show besides when they are looked at."""
        keys = self._key.all()

        def work() -> tuple[tuple[Card, ...], tuple[Path, ...]]:
            return read_cards(self._changes, keys), recovering.left_over(self._data)

        self._worker.do(work, self._on_read, self._fail)

    def show_kept(self, name: str) -> None:
        """Choose a macro that was made elsewhere, and say that it is here."""
        self._kept = name
        self.page.search.clear()
        self.page.notice.say(f"“{visible_text(name)}” is in your macros.")

    def close(self) -> None:
        """End the thread."""
        self._worker.close()

    def _on_read(self, found: tuple[tuple[Card, ...], tuple[Path, ...]]) -> None:
        cards, left = found
        self.page.show_cards(cards, self._take_kept(cards) or self._doing.take_wanted())
        self.page.forget_details()
        self._cut_off.show(left)

    def _take_kept(self, cards: tuple[Card, ...]) -> str:
        """Return the folder of what was recorded last, once it is read; empty for none."""
        kept = same_name(self._kept)
        found = next((one.slug for one in cards if kept and same_name(one.name) == kept), "")
        if found:
            self._kept = ""
        return found

    def _on_act(self, act: Act, place: str) -> None:
        card = next((one for one in self.page.rows.cards if one.slug == place), None)
        if card is None:
            return
        match act:
            case Act.PLAY | Act.AT_ONCE:
                self._play(card, asks=act is Act.PLAY)
            case Act.EDIT:
                self._macros.edit(card.slug)
            case Act.TRUST:
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

    def _on_change(self, act: Act, card: Card) -> None:
        match act:
            case Act.RENAME:
                self._ask_name(card)
            case Act.DUPLICATE:
                self._do(lambda: self._changes.duplicate(card.slug))
            case Act.EXPORT:
                self._on_export(card)
            case Act.KEY:
                self._key.ask(card)
            case Act.REMOVE:
                self._removing.ask(card)

    def take_in(self, path: str) -> None:
        """Import what lies there; it is not trusted, and the page says what that means."""
        self._do(
            lambda: self._changes.take_in(Path(path)),
            lambda problem: self._fail(f"Nothing was taken in. {problem}"),
            lambda done: Choice(READ_IT, lambda: self._before_run.read(done.folder.name), "shield"),
        )

    def _ask_name(self, card: Card) -> None:
        def done(name: str) -> str:
            self._do(lambda: self._changes.rename(card.slug, name))
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
            self._macros.refresh()

        self._worker.do(work, then, self._fail)

    def _on_trusted(self, sentence: str) -> None:
        self.page.notice.say(sentence)
        self._macros.refresh()
