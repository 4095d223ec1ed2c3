"""The key of a macro, asked for on the page: set, refused with a reason, taken away."""

from typing import TYPE_CHECKING, Protocol

from app.macros.library.bars import Choice, Question
from app.macros.library.cards import Card
from app.macros.library.doing import Doing

if TYPE_CHECKING:
    from app.macros.keys import MacroKeys


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


class MacroKey:
    """Owned by the page's control; UI thread."""

    def __init__(self, doing: Doing) -> None:
        self._doing, self._page = doing, doing.page
        self.starter: Starter | None = None
        """Who keeps the keys; None before there are any."""

    def all(self) -> dict[str, str]:
        """Return the chords by macro folder."""
        return dict(self.starter.keys.all) if self.starter is not None else {}

    def give_back(self, slug: str, chord: str) -> str:
        """Give a macro the key that it had; return why it has none, in a sentence, else empty."""
        if not chord:
            return ""
        if self.starter is None:
            return f"Its key {chord} is not set."
        problem = self.starter.set_key(slug, chord)
        return f"It has no key: {problem}." if problem else ""

    def take_away(self, slug: str) -> str:
        """Take the key of a macro away that is gone; return what went wrong, else empty."""
        return self.starter.clear_key(slug) if self.starter is not None else ""

    def ask(self, card: Card) -> None:
        """Ask for the chord that is to play a macro."""
        starter = self.starter
        if starter is None:
            self._doing.fail("keys cannot be heard yet; try again in a moment")
            return
        free = ", ".join(starter.keys.free()[:3])
        away = Choice("Take the key away", lambda: self._drop(starter, card))
        self._page.ask.ask(
            Question(
                title=f"Press the key that is to play “{card.title}”",
                verb="Use it",
                done=lambda chord: self._set(starter, card, chord),
                value=card.key,
                hint=f"Free: {free}" if free else "Such as Ctrl+Alt+1",
                is_chord=True,
                other=away if card.key else None,
            )
        )

    def _set(self, starter: Starter, card: Card, chord: str) -> str:
        problem = starter.set_key(card.slug, chord.strip())
        if not problem:
            words = f"{starter.keys.key(card.slug)} plays “{card.title}” from anywhere."
            self._page.notice.say(words)
        return problem

    def _drop(self, starter: Starter, card: Card) -> None:
        problem = starter.clear_key(card.slug)
        if problem:
            self._doing.fail(problem)
        else:
            self._page.notice.say(f"No key plays “{card.title}”.")
