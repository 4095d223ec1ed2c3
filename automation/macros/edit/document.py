"""A macro that is being edited, with undo and redo: every operation is one edit, done whole or refused whole.

A macro is an immutable tree. An operation makes a new one, which shares what did not change, and the
history is a bounded stack of trees: undo takes the tree before, whatever the operation was.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.edit import checking
from automation.macros.edit import edit_operations as operations
from automation.macros.edit.edit_operations import FreshIds
from automation.macros.edit.tree import (
    ROOT,
    Change,
    Difference,
    Edit,
    Home,
    Row,
    Rows,
    Spot,
    Tree,
    bare,
)
from automation.macros.macro import Macro, Param, Step, flat

MOST_EDITS: Final = 1000
MOST_BYTES: Final = 64 * 1024 * 1024
"""Of what only the history keeps alive. The last edit stays whatever its size."""


@dataclass(frozen=True, slots=True)
class _Done:
    """An edit in the history."""

    words: str
    old: Macro
    new: Macro
    before: tuple[str, ...]
    """Ids to select when it is undone."""
    after: tuple[str, ...]
    key: str
    size: int
    """About how many bytes it keeps alive: values that came in, as JSON, and lists made anew."""


class History:
    """Edits that were done, and those that were taken back since the last one."""

    def __init__(self, most_edits: int = MOST_EDITS, most_bytes: int = MOST_BYTES) -> None:
        self._most_edits, self._most_bytes = most_edits, most_bytes
        self.done: list[_Done] = []
        self.undone: list[_Done] = []
        self._bytes = 0
        self._is_open = False

    def add(self, edit: _Done) -> None:
        """Note an edit; what was taken back before is forgotten."""
        self.undone.clear()
        last = self.done[-1] if self.done else None
        if last is not None and self._is_open and edit.key and edit.key == last.key:
            self._bytes -= self.done.pop().size
            edit = dataclasses.replace(edit, old=last.old, before=last.before)
        self.done.append(edit)
        self._bytes += edit.size
        self._is_open = True
        while len(self.done) > 1 and (
            len(self.done) > self._most_edits or self._bytes > self._most_bytes
        ):
            self._bytes -= self.done.pop(0).size

    def back(self) -> _Done:
        """Take the last edit from those that were done and return it.

        Raises:
            MacroError: there is none.
        """
        edit = self._taken(self.done, "there is nothing to undo")
        self.undone.append(edit)
        self._bytes -= edit.size
        return edit

    def forth(self) -> _Done:
        """Take the edit that was taken back last and return it.

        Raises:
            MacroError: there is none.
        """
        edit = self._taken(self.undone, "there is nothing to do again")
        self.done.append(edit)
        self._bytes += edit.size
        return edit

    def _taken(self, source: list[_Done], refusal: str) -> _Done:
        self._is_open = False
        if not source:
            raise MacroError(refusal)
        return source.pop()

    def close_last(self) -> None:
        """Let no later edit be one with the last."""
        self._is_open = False


Journal = Callable[[Edit], None]
OnMismatch = Literal["ask_model", "ask_me", "retry", "skip", "stop"]
_Pieces = Mapping[int, tuple[int, Sequence[Step]]]
"""By the place in a list: how many steps go there, and which come."""


class Document:
    """One macro and its history. Owned by one thread.

    Operations raise `MacroError` for what the format does not allow, and then leave all as it was.
    """

    def __init__(self, macro: Macro, history: History | None = None) -> None:
        """Take a macro.

        Raises:
            MacroError: two of its steps have one id (`told_apart` mends that).
        """
        self._tree = Tree(macro)
        self._rows = Rows(self._tree)
        self._journal: Journal | None = None
        self._history = history or History()
        self._fresh = FreshIds(self._tree.__contains__)
        self._listeners: list[Callable[[Change], None]] = []

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
        return bool(self._history.done)

    @property
    def can_redo(self) -> bool:
        """There is an edit that was taken back and can be done again."""
        return bool(self._history.undone)

    @property
    def undo_words(self) -> str:
        """What `undo` would take back; empty for nothing."""
        return self._history.done[-1].words if self._history.done else ""

    @property
    def redo_words(self) -> str:
        """What `redo` would do again; empty for nothing."""
        return self._history.undone[-1].words if self._history.undone else ""

    def watch(self, listener: Callable[[Change], None]) -> Callable[[], None]:
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
        return operations.outermost(self._tree, ids)

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

    def keep_in(self, journal: Journal) -> None:
        """Tell the journal of each edit, undo and redo from now on, before any listener."""
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
        return self._tell(edit.words, self._across(edit, edit.old), edit.after, edit.before)

    def redo(self) -> Change:
        """Do again what was taken back last.

        Raises:
            MacroError: there is nothing.
        """
        edit = self._history.forth()
        difference = self._across(edit, edit.new)
        return self._tell(edit.words, difference, edit.before, edit.after, edit.key)

    def _across(self, edit: _Done, to: Macro) -> Difference:
        return self._tree.become(to, frozenset(edit.before).intersection(edit.after))

    def close_edit(self) -> None:
        """Let the next edit be an undo of its own, whatever its key: the macro was saved."""
        self._history.close_last()

    def replay(self, edit: Edit) -> None:
        """Do an edit of a draft again.

        Raises:
            MacroError: it does not fit the macro, which is as it was.
        """
        before = macro = self._tree.macro
        try:
            for part in edit.parts:
                if macro is not before:
                    self._tree.become(macro)
                macro = operations.fitting(self._tree, part)
        finally:
            if self._tree.macro is not before:
                self._tree.become(before)
        self._become(macro, edit.words, edit.before, edit.after, edit.key)

    def _do(
        self,
        words: str,
        lists: Mapping[Home, Sequence[Step]] | None = None,
        values: Iterable[Step] = (),
        header: Macro | None = None,
        *,
        before: tuple[str, ...] = (),
        after: tuple[str, ...] = (),
        key: str = "",
    ) -> tuple[str, ...]:
        """Do an edit, as `Tree.edited` takes it; return what it selects."""
        self._become(self._tree.edited(lists or {}, values, header), words, before, after, key)
        return after

    def _become(
        self, macro: Macro, words: str, before: tuple[str, ...], after: tuple[str, ...], key: str
    ) -> None:
        old = self._tree.macro
        difference = self._tree.become(macro, frozenset(before).intersection(after))
        if not difference.parts:
            return
        size = len(msgspec.json.encode(difference.parts)) + 8 * difference.copied
        self._history.add(_Done(words, old, self._tree.macro, before, after, key, size))
        self._tell(words, difference, before, after, key)

    def _tell(
        self,
        words: str,
        difference: Difference,
        before: tuple[str, ...],
        after: tuple[str, ...],
        key: str = "",
    ) -> Change:
        if self._journal is not None:
            self._journal(Edit(words, difference.parts, before, after, key))
        select = tuple(self._tree.present(after))
        rows = difference.first, difference.removed, difference.inserted
        change = Change(words, *rows, select)
        for listener in tuple(self._listeners):
            listener(change)
        return change

    def _outermost_places(
        self, ids: Sequence[str]
    ) -> tuple[tuple[str, ...], dict[Home, list[tuple[int, int]]]]:
        """Return the outermost of steps, and for each list their runs."""
        chosen = operations.outermost(self._tree, ids)
        return chosen, operations.runs(self._tree, chosen)

    def _with(self, pieces: Mapping[Home, _Pieces]) -> dict[Home, Sequence[Step]]:
        """Return lists with other pieces in them."""
        return {
            home: operations.spliced(self._tree.siblings(home), of) for home, of in pieces.items()
        }

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
            params: parameters that come with the steps; one that is there already stays as it is.

        Returns:
            The ids of the steps, those inside them left out.

        Raises:
            MacroError: there is no such place, or the steps must not stand there.
        """
        if not steps:
            return ()
        checking.check_place(self._tree, steps, at)
        whole = checking.whole_steps(steps)
        checking.check_room(self._tree, len(flat(whole)))
        named = self._fresh.kept(whole)
        ids = tuple(step.id for step in named)
        before = self._tree.id_at(max(0, self._tree.row_at(at) - 1))
        return self._do(
            words or f"Add {_counted(len(ids))}",
            self._with({(at.block, at.branch): {at.index: (0, named)}}),
            header=operations.with_params(self._tree.header, params or {}),
            before=(before,) if before else (),
            after=ids,
        )

    def remove(self, ids: Sequence[str]) -> None:
        """Take steps out, with all inside them; no step waits for a window that only they worked in."""
        chosen, runs = self._outermost_places(ids)
        if not chosen:
            return
        waits = operations.orphaned_waits(self._tree, chosen)
        self._do(
            operations.telling(f"Remove {_counted(len(chosen))}", waits),
            self._with(
                {
                    home: {begin: (end - begin, ()) for begin, end in spans}
                    for home, spans in runs.items()
                }
            ),
            waits,
            before=chosen,
            after=operations.neighbour(self._tree, chosen),
        )

    def move(self, ids: Sequence[str], to: Spot) -> None:
        """Move steps to a place; `to.index` counts in the list as it is before the move.

        Raises:
            MacroError: they must not stand there, or the place is inside one of them.
        """
        tree, (chosen, runs) = self._tree, self._outermost_places(ids)
        if not chosen:
            return
        steps = tuple(map(tree.step, chosen))
        inside = {to.block, *tree.above(to.block)} if to.block in tree else set[str]()
        for step_id in chosen:
            if step_id in inside:
                raise MacroError(
                    f"“{step_id}” cannot be moved into itself; choose a place outside it"
                )
        checking.check_place(tree, steps, to)
        home = (to.block, to.branch)
        pieces = {
            one: {begin: (end - begin, ()) for begin, end in spans} for one, spans in runs.items()
        }
        lists = self._with(pieces)
        index = to.index - sum(
            max(0, min(end, to.index) - begin) for begin, end in runs.get(home, ())
        )
        rest = lists.get(home, tree.siblings(home))
        lists[home] = (*rest[:index], *steps, *rest[index:])
        if any(found != tree.siblings(one) for one, found in lists.items()):
            self._do(f"Move {_counted(len(chosen))}", lists, before=chosen, after=chosen)

    def duplicate(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Put copies behind steps, those of neighbours behind the last of them; return their ids.

        Raises:
            MacroError: there would be too many steps.
        """
        chosen, runs = self._outermost_places(ids)
        if not chosen:
            return ()
        checking.check_room(self._tree, len(flat(tuple(map(self._tree.step, chosen)))))
        copies: list[str] = []
        pieces: dict[Home, _Pieces] = {}
        for home, spans in runs.items():
            steps = self._tree.siblings(home)
            made = {end: self._fresh.copied(steps[begin:end]) for begin, end in spans}
            copies += [step.id for new in made.values() for step in new]
            pieces[home] = {end: (0, new) for end, new in made.items()}
        words = f"Duplicate {_counted(len(chosen))}"
        return self._do(words, self._with(pieces), before=chosen, after=tuple(copies))

    def change(self, step: Step, words: str = "", *, key: str = "") -> None:
        """Give the step of the same id other values; the steps inside a block stay as they are.

        What it is expected to show goes with what it types.

        Args:
            key: edits in a row of one step with the same key, not empty, are one undo.

        Raises:
            MacroError: a value cannot be kept, or the kind of block cannot hold what is inside it.
        """
        (new,) = checking.whole_steps([bare(operations.following(self._tree.step(step.id), step))])
        operations.check_kind(self._tree, new)
        self._set_values([new], words or "Change step", key and f"{key} {step.id}")

    def set_off(self, ids: Sequence[str], off: bool) -> None:
        """Leave steps out of a replay, or take them in again.

        No step waits for a window that only those worked in which are left out.
        """
        going = [one for one in ids if off and not self._tree.step(one).off]
        waits = operations.orphaned_waits(self._tree, going)
        self._flip(ids, "off", off, f"Turn {'off' if off else 'on'}", "step", waits)

    def set_breakpoint(self, ids: Sequence[str], on: bool) -> None:
        """Stop before steps, or no more."""
        self._flip(ids, "breakpoint", on, "Set" if on else "Clear", "breakpoint")

    def comment(self, step_id: str, text: str) -> None:
        """Write a comment to a step; edits of one comment in a row are one undo."""
        step = replace(bare(self._tree.step(step_id)), comment=text)
        self.change(step, "Change comment", key="comment")

    def group(self, ids: Sequence[str], title: str) -> str:
        """Put steps of one list under a heading, where the first of them is; return its id.

        Raises:
            MacroError: they stand in several lists, or would be nested too deep.
        """
        chosen, runs = self._outermost_places(ids)
        if len(runs) != 1:
            raise MacroError(
                "choose steps that stand in one list: those of several blocks make no group"
            )
        ((home, spans),) = runs.items()
        made = checking.whole_steps([grammar.Group(id=_id_of(title), title=title, steps=())])
        (named,) = self._fresh.kept(made)
        group = replace(named, steps=tuple(map(self._tree.step, chosen)))
        checking.check_room(self._tree, 1)
        checking.check_place(self._tree, [group], Spot(*home, spans[0][0]))
        pieces = {
            begin: (end - begin, (group,) if n == 0 else ()) for n, (begin, end) in enumerate(spans)
        }
        words = f"Group {_counted(len(chosen))}"
        self._do(words, self._with({home: pieces}), before=chosen, after=(group.id,))
        return group.id

    def ungroup(self, step_id: str) -> tuple[str, ...]:
        """Take a heading away; its steps stay, off if it was off. Return their ids.

        Raises:
            MacroError: it is no group, or waits for something itself.
        """
        step = self._tree.step(step_id)
        if not isinstance(step, grammar.Group):
            raise MacroError(
                f"“{step_id}” is a {grammar.kind_of(step)}; only a group can be taken apart"
            )
        if step.wait is not None or step.expect is not None:
            raise MacroError(
                f"the group “{step_id}” waits for something itself; take that out first"
            )
        steps = step.steps
        if step.off:
            steps = tuple(replace(one, off=True) for one in steps)
        ids = tuple(one.id for one in steps)
        pieces = {self._tree.home(step_id): {self._tree.place(step_id): (1, steps)}}
        self._do(
            "Take group apart",
            self._with(pieces),
            before=(step_id,),
            after=ids or operations.neighbour(self._tree, [step_id]),
        )
        return ids

    def set_param(self, name: str, param: Param | None) -> None:
        """Declare a parameter, change it, or with None take it away.

        Raises:
            MacroError: the name or a value cannot be used, or steps use what is taken away.
        """
        new = operations.with_param(self._tree, name, param)
        words = "Change" if name in self._tree.header.params else "Add"
        words = f"{'Remove' if param is None else words} parameter {name}"
        self._do(words, header=checking.whole_header(new))

    def rename_param(self, old: str, new: str) -> None:
        """Rename a parameter or column, in every text that uses it too.

        Raises:
            MacroError: there is none, or the other name is taken or cannot be used.
        """
        header, steps = operations.renaming(self._tree, old, new)
        self._do(f"Rename {old} to {new}", None, steps, header)

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
            values["columns"] = operations.columns(self._tree, columns)
        new = checking.whole_header(replace(self._tree.header, **values))
        words = f"Change {' and '.join(values) or 'macro'}".replace("_", " ")
        self._do(words, header=new, key=key)

    def replace(self, macro: Macro, words: str) -> None:
        """Put another macro in place of this one, as one edit.

        Raises:
            MacroError: a value in it cannot be kept, or two of its steps have one id.
        """
        Tree(macro)
        header = checking.whole_header(replace(macro, steps=()))
        self._do(words, {ROOT: checking.whole_steps(macro.steps)}, header=header)

    def _flip(
        self,
        ids: Sequence[str],
        field: str,
        value: bool,
        does: str,
        what: str,
        waits: Sequence[Step] = (),
    ) -> None:
        """Give all those steps one value that is yes or no, and with them others what goes with it."""
        found = [self._tree.step(one) for one in dict.fromkeys(ids)]
        values = {field: value}
        steps = [replace(bare(one), **values) for one in found if getattr(one, field) is not value]
        words = operations.telling(f"{does} {_counted(len(steps), what)}", waits)
        self._set_values(steps, words, also=waits)

    def _set_values(
        self, steps: Sequence[Step], words: str, key: str = "", also: Sequence[Step] = ()
    ) -> None:
        """Give steps other values as one edit, which selects the first of them, not what goes with them."""
        ids = tuple(one.id for one in steps)
        self._do(words, None, (*steps, *also), before=ids, after=ids, key=key)


def _counted(number: int, what: str = "step") -> str:
    """Return `step` or `3 steps`."""
    return what if number == 1 else f"{number:,} {what}s"


def _id_of(title: str) -> str:
    """Return an id made of a title, where its words have letters for one."""
    plain = "".join(c if c.isascii() and c.isalnum() else " " for c in title.lower())
    return "-".join(plain.split())[:40].strip("-") or "group"
