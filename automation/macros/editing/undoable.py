"""A macro with its history: what stands, what was done, and who is told of it."""

from collections.abc import Callable, Iterable, Sequence

from automation.core.errors import MacroError
from automation.macros.editing.edits import Edit
from automation.macros.editing.history import History
from automation.macros.editing.indexed import ROOT
from automation.macros.editing.live_rows import Rows
from automation.macros.editing.naming import FreshIds
from automation.macros.editing.rows import Change, Row, Spot
from automation.macros.editing.selecting import outermost
from automation.macros.editing.slices import Slice
from automation.macros.editing.tree import Tree
from automation.macros.macro import Macro, Step

Listener = Callable[[Change], None]
Journal = Callable[[Edit], None]


class Undoable:
    """The macro as it stands, with undo and redo; how it is edited stands in `document`."""

    def __init__(
        self, macro: Macro, journal: Journal | None = None, history: History | None = None
    ) -> None:
        """Take a macro.

        Args:
            macro: what is edited.
            journal: is told each edit when it is done, undo and redo as the edits that they are;
                called before any listener.
            history: how much can be taken back.

        Raises:
            MacroError: two of its steps have one id (`naming.told_apart` mends that).
        """
        self._tree = Tree(macro)
        self._rows = Rows(self._tree)
        self._journal = journal
        self._history = history or History()
        self._fresh = FreshIds(self._tree.__contains__)
        self._listeners: list[Listener] = []

    @property
    def macro(self) -> Macro:
        """The macro as it stands."""
        return self._tree.macro

    @property
    def rows(self) -> Sequence[Row]:
        """All steps as rows; live: after an edit the same object has the other rows."""
        return self._rows

    @property
    def can_undo(self) -> bool:
        """There is an edit to take back."""
        return self._history.last is not None

    @property
    def can_redo(self) -> bool:
        """There is an edit that was taken back and can be done again."""
        return self._history.next is not None

    @property
    def undo_words(self) -> str:
        """What `undo` would take back; empty for nothing."""
        edit = self._history.last
        return edit.words if edit else ""

    @property
    def redo_words(self) -> str:
        """What `redo` would do again; empty for nothing."""
        edit = self._history.next
        return edit.words if edit else ""

    def watch(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each edit, undo and redo; the result ends that."""
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    def row_of(self, step_id: str) -> int:
        """Return the row of a step, from 0.

        Raises:
            MacroError: there is none of this id, as for all that take one.
        """
        return self._tree.row_of(step_id)

    def ids(self, first: int = 0, end: int | None = None) -> list[str]:
        """Return the ids of rows [first, end), of all of them by default; far cheaper than `rows`."""
        return self._tree.ids(first, len(self._tree) if end is None else end)

    def outermost(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Return steps in their order, each once, without those inside another of them."""
        return outermost(self._tree, ids)

    def step(self, step_id: str) -> Step:
        """Return a step, with all inside it."""
        return self._tree.step(step_id)

    def has(self, step_id: str) -> bool:
        """Tell whether there is a step of this id."""
        return step_id in self._tree

    def present(self, ids: Iterable[str]) -> list[str]:
        """Return those of the ids that a step has, in their order."""
        return self._tree.present(ids)

    def spot_of(self, step_id: str) -> Spot:
        """Return the place before a step."""
        return Spot(*self._tree.home(step_id), self._tree.place(step_id))

    def spot_after(self, step_id: str) -> Spot:
        """Return the place behind a step, in the same list."""
        return Spot(*self._tree.home(step_id), self._tree.place(step_id) + 1)

    def end(self) -> Spot:
        """Return the place behind all steps."""
        return Spot(*ROOT, len(self._tree.siblings(ROOT)))

    def perform(self, edit: Callable[[Tree], tuple[Edit, Slice]]) -> None:
        """Do an edit that was read from a draft.

        Args:
            edit: does it and returns it with what it did to the rows, or raises `MacroError` and
                leaves the steps as they were.
        """
        edited, done = edit(self._tree)
        self._history.add(edited)
        self._tell(edited, done)

    def keep_in(self, journal: Journal) -> None:
        """Tell the journal of each edit from now on."""
        self._journal = journal

    def set_name(self, name: str) -> None:
        """Give the macro another name; no edit and no undo changes it."""
        self._tree.set_name(name)

    def undo(self) -> Change:
        """Take the last edit back.

        Raises:
            MacroError: there is none.
        """
        edit = self._history.back()
        if edit is None:
            message = "there is nothing to undo"
            raise MacroError(message)
        back = edit.inverse()
        return self._tell(back, self._tree.apply(back.parts))

    def redo(self) -> Change:
        """Do again what was taken back last.

        Raises:
            MacroError: there is nothing.
        """
        edit = self._history.forth()
        if edit is None:
            message = "there is nothing to do again"
            raise MacroError(message)
        return self._tell(edit, self._tree.apply(edit.parts))

    def close_edit(self) -> None:
        """Let the next edit be an undo of its own, whatever its key: the macro was saved."""
        self._history.close_last()

    def _do(self, edit: Edit | None) -> tuple[str, ...]:
        """Do an edit and return what it selects; nothing for None."""
        if edit is None:
            return ()
        done = self._tree.apply(edit.parts)
        self._history.add(edit)
        self._tell(edit, done)
        return edit.after

    def _tell(self, edit: Edit, done: Slice) -> Change:
        if self._journal is not None:
            self._journal(edit)
        select = tuple(self._tree.present(edit.after))
        change = Change(edit.words, done.first, done.removed, done.inserted, select)
        for listener in tuple(self._listeners):
            listener(change)
        return change
