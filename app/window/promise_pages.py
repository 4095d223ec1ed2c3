"""The promises in the window: the page, made when first asked for, and the notice that leads there."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.doctor_row import PROMISES, Row, weakened
from app.widgets.theme import Theme

if TYPE_CHECKING:
    from app.window.promises_page import PromisesPage

TITLE: Final = "Promises"


def summary_words(rows: tuple[Row, ...]) -> str:
    """Return what the rows come to, in a sentence or two."""
    count = len(weakened(rows))
    if not rows:
        return "Looking at this computer"
    if count == 0:
        return "All seven promises hold on this computer."
    is_one = count == 1
    return (
        f"{count} of the {len(PROMISES)} promises {'is' if is_one else 'are'} weaker on this "
        f"computer, {len(PROMISES) - count} hold. What weakens {'it' if is_one else 'them'} is "
        "not deskhand's to mend; what you can do about it stands below."
    )


class PromisePages(QObject):
    """What was found comes in here, what the user presses goes out. Owned by the main window."""

    look_pressed = Signal()
    seen = Signal(object)
    """Names of the rows that the user was shown: to be kept, so that none is told twice."""
    changed = Signal()
    """Other rows, or others seen."""
    page_wanted = Signal(QWidget, str)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page: PromisesPage | None = None
        self._rows: tuple[Row, ...] = ()
        self._seen: frozenset[str] = frozenset()

    @property
    def side_words(self) -> str:
        """A few words for the sidebar: empty until this computer was looked at."""
        if not self._rows:
            return ""
        count = len(weakened(self._rows))
        return f"{count} weaker here" if count else "kept"

    @property
    def notice(self) -> tuple[str, str]:
        """A head and a sentence for what the user has not been told yet; empty for nothing."""
        fresh = [row for row in self._rows if row.status != "ok" and row.name not in self._seen]
        if not fresh:
            return "", ""
        count = len(weakened(tuple(fresh)))
        is_one = count == 1
        head = f"{'One promise is' if is_one else f'{count} of my promises are'} weaker here."
        named = ", ".join(dict.fromkeys(row.name for row in fresh[:3]))
        rest = f" and {len(fresh) - 3} more" if len(fresh) > 3 else ""
        return head, f"It is about: {named}{rest}."

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Show what was found."""
        is_other, self._rows = rows != self._rows, rows
        if self._page is not None:
            self._page.show_rows(rows, summary_words(rows))
        if is_other:
            self.changed.emit()

    def show_seen(self, names: Sequence[str]) -> None:
        """Take over which rows the user was told of in earlier days."""
        if frozenset(names) != self._seen:
            self._seen = frozenset(names)
            self.changed.emit()

    def open(self) -> None:
        """Show the page; what stands there counts as told."""
        if self._page is None:
            from app.window.promises_page import PromisesPage  # noqa: PLC0415  # not for a start

            self._page = PromisesPage(self._theme)
            self._page.look_pressed.connect(self.look_pressed)
            self._page.show_rows(self._rows, summary_words(self._rows))
        self.page_wanted.emit(self._page, TITLE)
        self._page.setFocus()
        told = frozenset(row.name for row in self._rows if row.status != "ok")
        if not told <= self._seen:
            self.show_seen(sorted(self._seen | told))
            self.seen.emit(tuple(sorted(self._seen)))
