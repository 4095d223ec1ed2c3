"""A macro that is being edited: every operation is one undoable edit, refused whole or done whole."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.editing import header as headers
from automation.macros.editing import selecting, validity
from automation.macros.editing.edits import (
    Edit,
    Header,
    Part,
    Swap,
    Swaps,
    bare,
    branches,
    flat,
    holding,
)
from automation.macros.editing.history import History
from automation.macros.editing.naming import FreshIds
from automation.macros.editing.rows import Change, Row, Spot
from automation.macros.editing.tree import ROOT, Rows, Slice, Tree
from automation.macros.macro import Macro, Param, Step, kind_of

OnMismatch = Literal["ask_model", "ask_me", "retry", "skip", "stop"]
Listener = Callable[[Change], None]
Journal = Callable[[Edit], None]


class Document:
    """One macro and its history. Owned by one thread.

    Operations raise `MacroError` for what the format does not allow, and then leave all as it was.
    """

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

    def step(self, step_id: str) -> Step:
        """Return a step, with all inside it."""
        return self._tree.step(step_id)

    def has(self, step_id: str) -> bool:
        """Tell whether there is a step of this id."""
        return step_id in self._tree

    def spot_of(self, step_id: str) -> Spot:
        """Return the place before a step."""
        return Spot(*self._tree.home(step_id), self._tree.place(step_id))

    def spot_after(self, step_id: str) -> Spot:
        """Return the place behind a step, in the same list."""
        return Spot(*self._tree.home(step_id), self._tree.place(step_id) + 1)

    def end(self) -> Spot:
        """Return the place behind all steps."""
        return Spot(*ROOT, len(self._tree.siblings(ROOT)))

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
        if not steps:
            return ()
        validity.check_place(self._tree, steps, at)
        whole = validity.whole_steps(steps)
        validity.check_room(self._tree, len(flat(whole)))
        parts = headers.with_params(self._tree.header, params or {})
        named = self._fresh.kept(whole)
        ids = tuple(step.id for step in named)
        around = self._tree.id_at(max(0, self._tree.row_at(at) - 1))
        before = (around,) if around else ()
        self._do(
            Edit(
                words or f"Add {_count(len(ids))}",
                (*parts, selecting.put_in(named, at)),
                before,
                ids,
            )
        )
        return ids

    def remove(self, ids: Sequence[str]) -> None:
        """Take steps out, with all inside them."""
        chosen = selecting.outermost(self._tree, ids)
        if chosen:
            self._do(
                Edit(
                    f"Remove {_count(len(chosen))}",
                    selecting.taken_out(self._tree, chosen),
                    chosen,
                    selecting.neighbour(self._tree, chosen),
                )
            )

    def move(self, ids: Sequence[str], to: Spot) -> None:
        """Move steps to a place; `to.index` counts in the list as it is before the move.

        Raises:
            MacroError: they must not stand there, or the place is inside one of them.
        """
        chosen = selecting.outermost(self._tree, ids)
        if not chosen:
            return
        inside = (
            {to.block, *self._tree.above(to.block)} if to.block and self.has(to.block) else set()
        )
        for step_id in chosen:
            if step_id in inside:
                message = f"“{step_id}” cannot be moved into itself; choose a place outside it"
                raise MacroError(message)
        steps = tuple(map(self._tree.step, chosen))
        validity.check_place(self._tree, steps, to)
        target = selecting.without(self._tree, chosen, to)
        if self._stand_at(chosen, target):
            return
        out = selecting.taken_out(self._tree, chosen)
        words = f"Move {_count(len(chosen))}"
        self._do(Edit(words, (*out, selecting.put_in(steps, target)), chosen, chosen))

    def _stand_at(self, ids: Sequence[str], spot: Spot) -> bool:
        """Tell whether steps stand behind each other at a place already."""
        home = (spot.block, spot.branch)
        return all(
            self._tree.home(one) == home and self._tree.place(one) == spot.index + n
            for n, one in enumerate(ids)
        )

    def duplicate(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Put copies behind steps, those of neighbours behind the last of them; return their ids.

        Raises:
            MacroError: there would be too many steps.
        """
        chosen = selecting.outermost(self._tree, ids)
        if not chosen:
            return ()
        validity.check_room(self._tree, len(flat(list(map(self._tree.step, chosen)))))
        parts, copies = [], list[str]()
        for home, spans in selecting.runs(self._tree, chosen).items():
            steps = self._tree.siblings(home)
            made = {end: ((), self._fresh.copied(steps[begin:end])) for begin, end in spans}
            copies += [step.id for _none, new in made.values() for step in new]
            parts.append(selecting.splice(home, made))
        words = f"Duplicate {_count(len(chosen))}"
        self._do(Edit(words, tuple(parts), chosen, tuple(copies)))
        return tuple(copies)

    def change(self, step: Step, words: str = "", *, key: str = "") -> None:
        """Give the step of the same id other values; the steps inside a block stay as they are.

        Args:
            step: its new values.
            words: what the edit is called.
            key: edits in a row of one step with the same key, not empty, are one undo.

        Raises:
            MacroError: a value cannot be kept, or the kind of block cannot hold what is inside it.
        """
        old = self._tree.step(step.id)
        (new,) = validity.whole_steps([bare(step)])
        held = holding(new, old)
        if sum(len(getattr(old, name)) for name in branches(old)) and branches(old) != branches(
            new
        ):
            message = (
                f"“{step.id}” holds steps, which a {kind_of(new)} cannot take over; "
                "move them out first"
            )
            raise MacroError(message)
        if isinstance(new, grammar.ForEach) and not isinstance(old, grammar.ForEach):
            above = map(self._tree.step, self._tree.above(step.id))
            is_inside = any(isinstance(block, grammar.ForEach) for block in above)
            validity.check_tables([held], is_in_table=is_inside)
        self._swap([new], words or "Change step", key and f"{key} {step.id}")

    def set_off(self, ids: Sequence[str], off: bool) -> None:
        """Leave steps out of a replay, or take them in again."""
        steps = [bare(self._tree.step(one)) for one in dict.fromkeys(ids)]
        changed = [msgspec.structs.replace(one, off=off) for one in steps if one.off != off]
        self._swap(changed, f"Turn {'off' if off else 'on'} {_count(len(changed))}")

    def set_breakpoint(self, ids: Sequence[str], on: bool) -> None:
        """Stop before steps, or no more."""
        steps = [bare(self._tree.step(one)) for one in dict.fromkeys(ids)]
        changed = [
            msgspec.structs.replace(one, breakpoint=on) for one in steps if one.breakpoint != on
        ]
        self._swap(changed, f"{'Set' if on else 'Clear'} {_count(len(changed), 'breakpoint')}")

    def comment(self, step_id: str, text: str) -> None:
        """Write a comment to a step; edits of one comment in a row are one undo."""
        step = msgspec.structs.replace(bare(self._tree.step(step_id)), comment=text)
        self.change(step, "Change comment", key="comment")

    def group(self, ids: Sequence[str], title: str) -> str:
        """Put steps of one list under a heading, where the first of them is; return its id.

        Raises:
            MacroError: they stand in several lists, or would be nested too deep.
        """
        chosen = selecting.outermost(self._tree, ids)
        spans = selecting.runs(self._tree, chosen)
        if len(spans) != 1:
            message = "choose steps that stand in one list: those of several blocks make no group"
            raise MacroError(message)
        ((home, places),) = spans.items()
        steps = tuple(map(self._tree.step, chosen))
        made = grammar.Group(id=_plain_id(title), title=title, steps=())
        (checked,) = validity.whole_steps([made])
        (named,) = self._fresh.kept([checked])
        whole = msgspec.structs.replace(named, steps=steps)
        validity.check_room(self._tree, 1)
        validity.check_place(self._tree, [whole], Spot(*home, places[0][0]))
        siblings = self._tree.siblings(home)
        pieces = {
            begin: (siblings[begin:end], (whole,) if n == 0 else ())
            for n, (begin, end) in enumerate(places)
        }
        words = f"Group {_count(len(chosen))}"
        self._do(Edit(words, (selecting.splice(home, pieces),), chosen, (whole.id,)))
        return whole.id

    def ungroup(self, step_id: str) -> tuple[str, ...]:
        """Take a heading away; its steps stay, off if it was off. Return their ids.

        Raises:
            MacroError: it is no group, or waits for something itself.
        """
        step = self._tree.step(step_id)
        if not isinstance(step, grammar.Group):
            message = f"“{step_id}” is a {kind_of(step)}; only a group can be taken apart"
            raise MacroError(message)
        if step.wait is not None or step.expect is not None:
            message = f"the group “{step_id}” waits for something itself; take that out first"
            raise MacroError(message)
        steps = step.steps
        if step.off:
            steps = tuple(msgspec.structs.replace(one, off=True) for one in steps)
        place = {self._tree.place(step_id): ((step,), steps)}
        ids = tuple(one.id for one in steps)
        part = selecting.splice(self._tree.home(step_id), place)
        after = ids or selecting.neighbour(self._tree, [step_id])
        self._do(Edit("Take group apart", (part,), (step_id,), after))
        return ids

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
        values = {name: value for name, value in given.items() if value is not None}
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

    def perform(self, edit: Edit) -> None:
        """Do an edit that was read from a draft and fits the macro."""
        self._do(edit)

    def undo(self) -> Change:
        """Take the last edit back.

        Raises:
            MacroError: there is none.
        """
        edit = self._history.back()
        if edit is None:
            message = "there is nothing to undo"
            raise MacroError(message)
        return self._apply(edit.inverse())

    def redo(self) -> Change:
        """Do again what was taken back last.

        Raises:
            MacroError: there is nothing.
        """
        edit = self._history.forth()
        if edit is None:
            message = "there is nothing to do again"
            raise MacroError(message)
        return self._apply(edit)

    def close_edit(self) -> None:
        """Let the next edit be an undo of its own, whatever its key: the macro was saved."""
        self._history.close_last()

    def _set(self, header: Macro, words: str, key: str = "") -> None:
        new = validity.whole_header(header)
        if new != self._tree.header:
            self._do(Edit(words, (Header(self._tree.header, new),), key=key))

    def _swap(self, steps: Sequence[Step], words: str, key: str = "") -> None:
        """Give steps, without those inside them, their new values."""
        pairs = [Swap(bare(self._tree.step(new.id)), new) for new in steps]
        pairs = [pair for pair in pairs if pair.old != pair.new]
        if pairs:
            ids = tuple(pair.new.id for pair in pairs)
            self._do(Edit(words, (Swaps(tuple(pairs)),), ids, ids, key))

    def _do(self, edit: Edit) -> None:
        self._history.add(edit)
        self._apply(edit)

    def _apply(self, edit: Edit) -> Change:
        parts: tuple[Part, ...] = edit.parts
        done: Slice = self._tree.apply(parts)
        if self._journal is not None:
            self._journal(edit)
        select = tuple(one for one in edit.after if one in self._tree)
        change = Change(edit.words, done.first, done.removed, done.inserted, select)
        for listener in tuple(self._listeners):
            listener(change)
        return change


def _count(number: int, what: str = "step") -> str:
    return what if number == 1 else f"{number:,} {what}s"


def _plain_id(title: str) -> str:
    """Return an id made of a title, where its words have letters for one."""
    words = "-".join(
        "".join(c if c.isascii() and c.isalnum() else " " for c in title.lower()).split()
    )
    return words[:40].strip("-") or "group"
