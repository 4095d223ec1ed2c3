"""A macro that is being edited: every operation is one undoable edit, refused whole or done whole."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from automation.macros.editing import header as headers
from automation.macros.editing import planning, selecting, validity
from automation.macros.editing.edits import Edit, Header, Swap, Swaps, bare
from automation.macros.editing.following import following
from automation.macros.editing.indexed import ROOT
from automation.macros.editing.rows import Spot
from automation.macros.editing.tree import Tree
from automation.macros.editing.undoable import Undoable
from automation.macros.editing.vouching import telling, unvouched
from automation.macros.macro import Macro, Param, Step, blocks

OnMismatch = Literal["ask_model", "ask_me", "retry", "skip", "stop"]


class Document(Undoable):
    """One macro and its history. Owned by one thread.

    Operations raise `MacroError` for what the format does not allow, and then leave all as it was.
    """

    def insert(
        self,
        steps: Sequence[Step],
        at: Spot,
        words: str = "",
        *,
        params: Mapping[str, Param] | None = None,
    ) -> tuple[str, ...]:
        """Put steps somewhere; ids that are taken are replaced by others.

        Args:
            steps: what comes in, blocks with all inside them.
            at: where.
            words: what the edit is called.
            params: parameters that come with the steps; one that is there already stays as it is.

        Returns:
            The ids of the steps, those inside them left out.

        Raises:
            MacroError: there is no such place, or the steps must not stand there.
        """
        edit = planning.insertion(self._tree, self._fresh, steps, at, words, params or {})
        return self._do(edit)

    def remove(self, ids: Sequence[str]) -> None:
        """Take steps out, with all inside them; no step waits for a window that only they worked in."""
        self._do(planning.removal(self._tree, ids))

    def move(self, ids: Sequence[str], to: Spot) -> None:
        """Move steps to a place; `to.index` counts in the list as it is before the move.

        Raises:
            MacroError: they must not stand there, or the place is inside one of them.
        """
        self._do(planning.moving(self._tree, ids, to))

    def duplicate(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Put copies behind steps, those of neighbours behind the last of them; return their ids.

        Raises:
            MacroError: there would be too many steps.
        """
        return self._do(planning.doubling(self._tree, self._fresh, ids))

    def change(self, step: Step, words: str = "", *, key: str = "") -> None:
        """Give the step of the same id other values; the steps inside a block stay as they are.

        What it is expected to show goes with what it types.

        Args:
            step: its new values.
            words: what the edit is called.
            key: edits in a row of one step with the same key, not empty, are one undo.

        Raises:
            MacroError: a value cannot be kept, or the kind of block cannot hold what is inside it.
        """
        (new,) = validity.whole_steps([bare(following(self._tree.step(step.id), step))])
        planning.check_kind(self._tree, new)
        self._swap([new], words or "Change step", key and f"{key} {step.id}")

    def set_off(self, ids: Sequence[str], off: bool) -> None:
        """Leave steps out of a replay, or take them in again.

        No step waits for a window that only those worked in which are left out.
        """
        going = [one for one in ids if off and not self._tree.step(one).off]
        also = unvouched(self._tree, going)
        self._flip(ids, "off", off, f"Turn {'off' if off else 'on'}", "step", also=also)

    def set_breakpoint(self, ids: Sequence[str], on: bool) -> None:
        """Stop before steps, or no more."""
        self._flip(ids, "breakpoint", on, "Set" if on else "Clear", "breakpoint")

    def comment(self, step_id: str, text: str) -> None:
        """Write a comment to a step; edits of one comment in a row are one undo."""
        step = msgspec.structs.replace(bare(self._tree.step(step_id)), comment=text)
        self.change(step, "Change comment", key="comment")

    def group(self, ids: Sequence[str], title: str) -> str:
        """Put steps of one list under a heading, where the first of them is; return its id.

        Raises:
            MacroError: they stand in several lists, or would be nested too deep.
        """
        (group,) = self._do(planning.grouping(self._tree, self._fresh, ids, title))
        return group

    def ungroup(self, step_id: str) -> tuple[str, ...]:
        """Take a heading away; its steps stay, off if it was off. Return their ids.

        Raises:
            MacroError: it is no group, or waits for something itself.
        """
        block = self._tree.step(step_id)
        self._do(planning.ungrouping(self._tree, step_id))
        return tuple(one.id for steps in blocks(block) for one in steps)

    def set_param(self, name: str, param: Param | None, *, key: str = "") -> None:
        """Declare a parameter, change it, or with None take it away.

        Raises:
            MacroError: the name or a value cannot be used, or steps use what is taken away.
        """
        new = headers.with_param(self._tree, name, param)
        words = "Change" if name in self._tree.header.params else "Add"
        words = f"{'Remove' if param is None else words} parameter {name}"
        self._set(new, words, key and f"{key} {name}")

    def rename_param(self, old: str, new: str) -> None:
        """Rename a parameter or column, in every text that uses it too.

        Raises:
            MacroError: there is none, or the other name is taken or cannot be used.
        """
        parts = headers.renaming(self._tree, old, new)
        if parts:
            self._do(Edit(f"Rename {old} to {new}", parts))

    def set_header(
        self,
        *,
        about: str | None = None,
        on_mismatch: OnMismatch | None = None,
        speed: float | None = None,
        columns: Sequence[str] | None = None,
        key: str = "",
    ) -> None:
        """Change what is said of the macro as a whole; None leaves a value as it is.

        Raises:
            MacroError: a value cannot be kept, or steps use a column that is taken away.
        """
        given = {"about": about, "on_mismatch": on_mismatch, "speed": speed}
        values: dict[str, object] = {
            name: value for name, value in given.items() if value is not None
        }
        if columns is not None:
            values["columns"] = headers.columns(self._tree, columns)
        new = msgspec.structs.replace(self._tree.header, **values)
        self._set(new, f"Change {' and '.join(values) or 'macro'}".replace("_", " "), key)

    def replace(self, macro: Macro, words: str) -> None:
        """Put another macro in place of this one, as one edit.

        Raises:
            MacroError: a value in it cannot be kept, or two of its steps have one id.
        """
        Tree(macro)
        whole = validity.whole_steps(macro.steps)
        header = validity.whole_header(msgspec.structs.replace(macro, steps=()))
        part = selecting.splice(ROOT, {0: (self._tree.siblings(ROOT), whole)})
        self._do(Edit(words, (Header(self._tree.header, header), part)))

    def _set(self, header: Macro, words: str, key: str = "") -> None:
        new = validity.whole_header(header)
        if new != self._tree.header:
            self._do(Edit(words, (Header(self._tree.header, new),), key=key))

    def _flip(
        self,
        ids: Sequence[str],
        field: str,
        value: bool,
        does: str,
        what: str,
        *,
        also: Sequence[Swap] = (),
    ) -> None:
        """Give all those steps one value that is yes or no, and other steps what goes with it."""
        ids = tuple(dict.fromkeys(ids))
        steps = [step for step in map(self._tree.step, ids) if getattr(step, field) is not value]
        values = {field: value}
        replace = msgspec.structs.replace
        pairs = [Swap(old, replace(old, **values)) for old in map(bare, steps)]
        words = telling(f"{does} {planning.counted(len(pairs), what)}", also)
        self._do_swaps(pairs, words, also=also)

    def _swap(self, steps: Sequence[Step], words: str, key: str = "") -> None:
        """Give steps, without those inside them, their new values."""
        pairs = [Swap(bare(self._tree.step(new.id)), new) for new in steps]
        self._do_swaps([pair for pair in pairs if pair.old != pair.new], words, key)

    def _do_swaps(
        self, pairs: Sequence[Swap], words: str, key: str = "", *, also: Sequence[Swap] = ()
    ) -> None:
        """Do swaps as one edit, which selects the first of them, not what goes with them."""
        if pairs:
            ids = tuple(pair.new.id for pair in pairs)
            self._do(Edit(words, (Swaps((*pairs, *also)),), ids, ids, key))
