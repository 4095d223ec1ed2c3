"""Taking a macro out of the library from its page: asked first, edits of it kept, and undone."""

from app.macros.library.bars import Choice
from app.macros.library.cards import Card
from app.macros.library.changes import Done
from app.macros.library.doing import Doing
from app.macros.library.macro_key import MacroKey


class Removing:
    """Owned by the page's control; UI thread."""

    def __init__(self, doing: Doing, keys: MacroKey) -> None:
        self._doing, self._page, self._keys = doing, doing.page, keys

    def ask(self, card: Card) -> None:
        """Ask whether a macro is to go, and what becomes of edits of it that are not saved."""
        editors = self._doing.macros.editors
        if editors is not None and editors.has_edits(card.slug):
            self._ask_of_edits(card)
            return
        is_open = editors is not None and editors.is_open(card.slug)
        more = " The window that edits it closes." if is_open else ""
        self._say(
            f"Remove “{card.title}” from your library? It can be brought back.{more}",
            Choice("Remove", lambda: self._remove(card), "trash"),
        )

    def _ask_of_edits(self, card: Card) -> None:
        self._say(
            f"“{card.title}” is open in the editor and has edits that are not saved. Removed with "
            "it, they come back with it; saved as another macro, they stay here.",
            Choice("Save the edits as …", lambda: self._save_first(card), "copy"),
            Choice("Remove with its edits", lambda: self._remove(card), "trash"),
        )

    def _say(self, words: str, *choices: Choice) -> None:
        """Ask; what changes nothing has the focus."""
        self._page.notice.say(words, [*choices, Choice("Keep", self._to_list)])
        self._page.notice.buttons[-1].setFocus()

    def _save_first(self, card: Card) -> None:
        editors = self._doing.macros.editors
        if editors is not None and editors.is_open(card.slug):
            editors.ask_save_as(card.slug, lambda: self._remove(card))
        else:  # closed meanwhile
            self.ask(card)

    def _remove(self, card: Card) -> None:
        doing, keys = self._doing, self._keys
        if doing.macros.editors is not None:
            doing.macros.editors.let_go(card.slug)

        def undo(removed: Done) -> Choice:
            return Choice("Undo", lambda: self._bring_back(removed), "undo")

        key = keys.all().get(card.slug, "")
        doing.do(
            lambda: doing.changes.remove(card.slug, key),
            None,
            undo,
            also=lambda _done: keys.take_away(card.slug) if key else "",
        )
        self._to_list()

    def _bring_back(self, removed: Done) -> None:
        doing = self._doing
        doing.do(
            lambda: doing.changes.bring_back(removed),
            also=lambda done: self._keys.give_back(done.folder.name, done.key),
        )

    def _to_list(self) -> None:
        self._page.list.setFocus()
