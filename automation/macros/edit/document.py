"""A macro that is being edited: every operation is one undoable edit, refused whole or done whole.

Edits that put steps in, take them out or to another place, worked out and refused before any is done.

What was done to a macro and can be taken back: bounded in number and in bytes.

A macro with its history: what stands, what was done, and who is told of it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal

import msgspec

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.edit import checking, edit_operations
from automation.macros.edit import edit_operations as headers
from automation.macros.edit.edit_operations import (
    FreshIds,
    following,
    outermost,
    telling,
    unvouched,
)
from automation.macros.edit.tree import (
    ROOT,
    Change,
    Edit,
    Header,
    Part,
    Row,
    Rows,
    Slice,
    Spot,
    Swap,
    Swaps,
    Tree,
    bare,
    branches,
    flat,
    holding,
    measured,
    merged,
)
from automation.macros.macro import Macro, Param, Step, blocks, kind_of


def insertion(
    tree: Tree,
    fresh: FreshIds,
    steps: Sequence[Step],
    at: Spot,
    words: str,
    params: Mapping[str, Param],
) -> Edit | None:
    """Put steps, and parameters that come with them, somewhere; None for no steps."""
    if not steps:
        return None
    checking.check_place(tree, steps, at)
    whole = checking.whole_steps(steps)
    checking.check_room(tree, len(flat(whole)))
    named = fresh.kept(whole)
    ids = tuple(step.id for step in named)
    parts = (*headers.with_params(tree.header, params), edit_operations.put_in(named, at))
    before = tree.id_at(max(0, tree.row_at(at) - 1))
    return Edit(words or f"Add {counted(len(ids))}", parts, (before,) if before else (), ids)


def removal(tree: Tree, ids: Sequence[str]) -> Edit | None:
    """Take steps out, with all inside them and what only they vouched for; None for no steps."""
    chosen = edit_operations.outermost(tree, ids)
    if not chosen:
        return None
    out, after = edit_operations.taken_out(tree, chosen), edit_operations.neighbour(tree, chosen)
    swaps = unvouched(tree, chosen)
    parts: tuple[Part, ...] = (Swaps(swaps), *out) if swaps else out
    return Edit(telling(f"Remove {counted(len(chosen))}", swaps), parts, chosen, after)


def moving(tree: Tree, ids: Sequence[str], to: Spot) -> Edit | None:
    """Take steps to another place; None where they stand there already."""
    chosen = edit_operations.outermost(tree, ids)
    if not chosen:
        return None
    steps = tuple(map(tree.step, chosen))
    inside = {to.block, *tree.above(to.block)} if to.block in tree else set[str]()
    for step_id in chosen:
        if step_id in inside:
            raise MacroError(f"“{step_id}” cannot be moved into itself; choose a place outside it")
    checking.check_place(tree, steps, to)
    target = edit_operations.without(tree, chosen, to)
    if _stand_at(tree, chosen, target):
        return None
    parts = (*edit_operations.taken_out(tree, chosen), edit_operations.put_in(steps, target))
    return Edit(f"Move {counted(len(chosen))}", parts, chosen, chosen)


def _stand_at(tree: Tree, ids: Sequence[str], spot: Spot) -> bool:
    """Tell whether steps stand behind each other at a place already."""
    home = (spot.block, spot.branch)
    return all(
        tree.home(one) == home and tree.place(one) == spot.index + n for n, one in enumerate(ids)
    )


def doubling(tree: Tree, fresh: FreshIds, ids: Sequence[str]) -> Edit | None:
    """Put copies behind steps, those of neighbours behind the last of them; None for no steps."""
    chosen = edit_operations.outermost(tree, ids)
    if not chosen:
        return None
    checking.check_room(tree, len(flat(tuple(map(tree.step, chosen)))))
    parts: list[Part] = []
    copies: list[str] = []
    for home, spans in edit_operations.runs(tree, chosen).items():
        steps = tree.siblings(home)
        made = {end: fresh.copied(steps[begin:end]) for begin, end in spans}
        copies += [step.id for new in made.values() for step in new]
        parts.append(edit_operations.splice(home, {end: ((), new) for end, new in made.items()}))
    return Edit(f"Duplicate {counted(len(chosen))}", tuple(parts), chosen, tuple(copies))


def grouping(tree: Tree, fresh: FreshIds, ids: Sequence[str], title: str) -> Edit:
    """Put steps of one list under a heading, where the first of them is."""
    chosen = edit_operations.outermost(tree, ids)
    spans = edit_operations.runs(tree, chosen)
    if len(spans) != 1:
        raise MacroError(
            "choose steps that stand in one list: those of several blocks make no group"
        )
    ((home, places),) = spans.items()
    made = checking.whole_steps([grammar.Group(id=_id_of(title), title=title, steps=())])
    (named,) = fresh.kept(made)
    whole = msgspec.structs.replace(named, steps=tuple(map(tree.step, chosen)))
    checking.check_room(tree, 1)
    checking.check_place(tree, [whole], Spot(*home, places[0][0]))
    siblings = tree.siblings(home)
    pieces = {
        begin: (siblings[begin:end], (whole,) if n == 0 else ())
        for n, (begin, end) in enumerate(places)
    }
    part = edit_operations.splice(home, pieces)
    return Edit(f"Group {counted(len(chosen))}", (part,), chosen, (whole.id,))


def ungrouping(tree: Tree, step_id: str) -> Edit:
    """Take a heading away; its steps stay, off if it was off."""
    step = tree.step(step_id)
    if not isinstance(step, grammar.Group):
        raise MacroError(f"“{step_id}” is a {kind_of(step)}; only a group can be taken apart")
    if step.wait is not None or step.expect is not None:
        raise MacroError(f"the group “{step_id}” waits for something itself; take that out first")
    steps = step.steps
    if step.off:
        steps = tuple(msgspec.structs.replace(one, off=True) for one in steps)
    part = edit_operations.splice(tree.home(step_id), {tree.place(step_id): ((step,), steps)})
    after = tuple(one.id for one in steps) or edit_operations.neighbour(tree, [step_id])
    return Edit("Take group apart", (part,), (step_id,), after)


def check_kind(tree: Tree, new: Step) -> None:
    """Refuse values that make of a step a block which cannot hold what is inside it, or stand there.

    Raises:
        MacroError: they do.
    """
    old = tree.step(new.id)
    if bare(old) != old and branches(old) != branches(new):
        raise MacroError(
            f"“{new.id}” holds steps, which a {kind_of(new)} cannot take over; move them out first"
        )
    if isinstance(new, grammar.ForEach) and not isinstance(old, grammar.ForEach):
        above = map(tree.step, tree.above(new.id))
        checking.check_tables(
            [holding(new, old)],
            is_in_table=any(isinstance(block, grammar.ForEach) for block in above),
        )


def counted(number: int, what: str = "step") -> str:
    """Return `step` or `3 steps`."""
    return what if number == 1 else f"{number:,} {what}s"


def _id_of(title: str) -> str:
    """Return an id made of a title, where its words have letters for one."""
    plain = "".join(c if c.isascii() and c.isalnum() else " " for c in title.lower())
    return "-".join(plain.split())[:40].strip("-") or "group"


MOST_EDITS: Final = 1000
MOST_BYTES: Final = 64 * 1024 * 1024
"""Of the values that only the history keeps alive, as JSON. The last edit stays whatever its size."""


class History:
    """Edits that were done, and those that were taken back since the last one."""

    def __init__(self, most_edits: int = MOST_EDITS, most_bytes: int = MOST_BYTES) -> None:
        self._most_edits, self._most_bytes = most_edits, most_bytes
        self._done: list[Edit] = []
        self._undone: list[Edit] = []
        self._bytes = 0
        self._is_open = False

    @property
    def last(self) -> Edit | None:
        """The edit that `back` would return."""
        return self._done[-1] if self._done else None

    @property
    def next(self) -> Edit | None:
        """The edit that `forth` would return."""
        return self._undone[-1] if self._undone else None

    def add(self, edit: Edit) -> None:
        """Note an edit; what was taken back before is forgotten."""
        self._undone.clear()
        joined = merged(self._done[-1], edit) if self._done and self._is_open else None
        if joined is not None:
            self._bytes -= self._done.pop().size
        kept = measured(joined or edit)
        self._done.append(kept)
        self._bytes += kept.size
        self._is_open = True
        self._forget()

    def back(self) -> Edit | None:
        """Take the last edit from those that were done and return it; None for none."""
        self._is_open = False
        if not self._done:
            return None
        edit = self._done.pop()
        self._undone.append(edit)
        self._bytes -= edit.size
        return edit

    def forth(self) -> Edit | None:
        """Take the edit that was taken back last and return it; None for none."""
        self._is_open = False
        if not self._undone:
            return None
        edit = self._undone.pop()
        self._done.append(edit)
        self._bytes += edit.size
        return edit

    def close_last(self) -> None:
        """Let no later edit be one with the last."""
        self._is_open = False

    def _forget(self) -> None:
        """Let the oldest edits go until the rest fits."""
        gone = 0
        while len(self._done) - gone > 1 and (
            len(self._done) - gone > self._most_edits or self._bytes > self._most_bytes
        ):
            self._bytes -= self._done[gone].size
            gone += 1
        del self._done[:gone]


Listener = Callable[[Change], None]
Journal = Callable[[Edit], None]


class Undoable:
    """The macro as it stands, with undo and redo; how it is edited stands in `document`."""

    def __init__(
        self, macro: Macro, journal: Journal | None = None, history: History | None = None
    ) -> None:
        """Take a macro.

        Args:
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
            raise MacroError("there is nothing to undo")
        back = edit.inverse()
        return self._tell(back, self._tree.apply(back.parts))

    def redo(self) -> Change:
        """Do again what was taken back last.

        Raises:
            MacroError: there is nothing.
        """
        edit = self._history.forth()
        if edit is None:
            raise MacroError("there is nothing to do again")
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
        edit = insertion(self._tree, self._fresh, steps, at, words, params or {})
        return self._do(edit)

    def remove(self, ids: Sequence[str]) -> None:
        """Take steps out, with all inside them; no step waits for a window that only they worked in."""
        self._do(removal(self._tree, ids))

    def move(self, ids: Sequence[str], to: Spot) -> None:
        """Move steps to a place; `to.index` counts in the list as it is before the move.

        Raises:
            MacroError: they must not stand there, or the place is inside one of them.
        """
        self._do(moving(self._tree, ids, to))

    def duplicate(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Put copies behind steps, those of neighbours behind the last of them; return their ids.

        Raises:
            MacroError: there would be too many steps.
        """
        return self._do(doubling(self._tree, self._fresh, ids))

    def change(self, step: Step, words: str = "", *, key: str = "") -> None:
        """Give the step of the same id other values; the steps inside a block stay as they are.

        What it is expected to show goes with what it types.

        Args:
            words: what the edit is called.
            key: edits in a row of one step with the same key, not empty, are one undo.

        Raises:
            MacroError: a value cannot be kept, or the kind of block cannot hold what is inside it.
        """
        (new,) = checking.whole_steps([bare(following(self._tree.step(step.id), step))])
        check_kind(self._tree, new)
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
        (group,) = self._do(grouping(self._tree, self._fresh, ids, title))
        return group

    def ungroup(self, step_id: str) -> tuple[str, ...]:
        """Take a heading away; its steps stay, off if it was off. Return their ids.

        Raises:
            MacroError: it is no group, or waits for something itself.
        """
        block = self._tree.step(step_id)
        self._do(ungrouping(self._tree, step_id))
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
        whole = checking.whole_steps(macro.steps)
        header = checking.whole_header(msgspec.structs.replace(macro, steps=()))
        part = edit_operations.splice(ROOT, {0: (self._tree.siblings(ROOT), whole)})
        self._do(Edit(words, (Header(self._tree.header, header), part)))

    def _set(self, header: Macro, words: str, key: str = "") -> None:
        new = checking.whole_header(header)
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
        words = telling(f"{does} {counted(len(pairs), what)}", also)
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
