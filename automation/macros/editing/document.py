"""A macro that is being edited: every operation is one undoable edit, refused whole or done whole."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from automation.macros.editing.rows import Change, Row, Spot
from automation.macros.macro import Macro, Param, Step

OnMismatch = Literal["ask_model", "ask_me", "retry", "skip", "stop"]


class Document:
    """One macro and its history. Owned by one thread.

    Operations raise `MacroError` for what the format does not allow, and then leave all as it was.
    """

    def __init__(self, macro: Macro) -> None: ...

    @property
    def macro(self) -> Macro:
        """The macro as it stands."""
        raise NotImplementedError

    @property
    def rows(self) -> Sequence[Row]:
        """All steps as rows; live: after an edit the same object has the other rows."""
        raise NotImplementedError

    @property
    def can_undo(self) -> bool:
        """There is an edit to take back."""
        raise NotImplementedError

    @property
    def can_redo(self) -> bool:
        """There is an edit that was taken back and can be done again."""
        raise NotImplementedError

    @property
    def undo_words(self) -> str:
        """What `undo` would take back; empty for nothing."""
        raise NotImplementedError

    @property
    def redo_words(self) -> str:
        """What `redo` would do again; empty for nothing."""
        raise NotImplementedError

    def watch(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Call the listener after each edit, undo and redo; the result ends that."""
        raise NotImplementedError

    def row_of(self, step_id: str) -> int:
        """Return the row of a step, from 0."""
        raise NotImplementedError

    def step(self, step_id: str) -> Step:
        """Return a step."""
        raise NotImplementedError

    def has(self, step_id: str) -> bool:
        """Tell whether there is a step of this id."""
        raise NotImplementedError

    def spot_of(self, step_id: str) -> Spot:
        """Return the place before a step."""
        raise NotImplementedError

    def spot_after(self, step_id: str) -> Spot:
        """Return the place behind a step, in the same list."""
        raise NotImplementedError

    def insert(
        self,
        steps: Sequence[Step],
        at: Spot,
        words: str = "",
        *,
        params: Mapping[str, Param] | None = None,
    ) -> tuple[str, ...]:
        """Put steps somewhere; ids that are taken are replaced by others."""
        raise NotImplementedError

    def remove(self, ids: Sequence[str]) -> None:
        """Take steps out."""
        raise NotImplementedError

    def move(self, ids: Sequence[str], to: Spot) -> None:
        """Move steps to a place; `to.index` counts in the list as it is before the move."""
        raise NotImplementedError

    def duplicate(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Put a copy of each step behind it."""
        raise NotImplementedError

    def change(self, step: Step, words: str = "", *, key: str = "") -> None:
        """Give the step of the same id other values; the steps inside a block stay as they are.

        Args:
            step: its new values.
            words: what the edit is called.
            key: edits in a row of one step with the same key, not empty, are one undo.
        """
        raise NotImplementedError

    def set_off(self, ids: Sequence[str], off: bool) -> None:  # noqa: FBT001 - the pair is the call
        """Leave steps out of a replay, or take them in again."""
        raise NotImplementedError

    def set_breakpoint(self, ids: Sequence[str], on: bool) -> None:  # noqa: FBT001 - as above
        """Stop before steps, or no more."""
        raise NotImplementedError

    def comment(self, step_id: str, text: str) -> None:
        """Write a comment to a step; edits of one comment in a row are one undo."""
        raise NotImplementedError

    def group(self, ids: Sequence[str], title: str) -> str:
        """Put steps of one list under a heading."""
        raise NotImplementedError

    def ungroup(self, step_id: str) -> tuple[str, ...]:
        """Take a heading away; its steps stay."""
        raise NotImplementedError

    def set_param(self, name: str, param: Param | None) -> None:
        """Declare a parameter, change it, or with None take it away."""
        raise NotImplementedError

    def rename_param(self, old: str, new: str) -> None:
        """Rename a parameter or column, in every text that uses it too."""
        raise NotImplementedError

    def set_header(
        self,
        *,
        about: str | None = None,
        on_mismatch: OnMismatch | None = None,
        speed: float | None = None,
        columns: Sequence[str] | None = None,
        key: str = "",
    ) -> None:
        """Change what is said of the macro as a whole; None leaves a value as it is."""
        raise NotImplementedError

    def undo(self) -> Change:
        """Take the last edit back."""
        raise NotImplementedError

    def redo(self) -> Change:
        """Do again what was taken back last."""
        raise NotImplementedError
