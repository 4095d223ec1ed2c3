"""A macro that is edited in any order is what a naive model of it is, and its rows follow by slices alone."""

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.checks import refusals
from automation.macros.edit.document import Document
from automation.macros.edit.draft_file import Line, decode, encode
from automation.macros.edit.tree import Spot, bare
from automation.macros.macro import Group, If, Macro, Param, Repeat, Shows, Type, Wait, branches
from automation.macros.walk import walk
from tests.slow import examples

IDS = st.sampled_from("abcdefgh")
TEXTS = st.sampled_from(["", "x", "{{who}}", "to {{ who }}, {{{{", "{{other}}"])
LEAVES = st.one_of(
    st.builds(Wait, id=IDS, seconds=st.sampled_from([1.0, 2.0]), off=st.booleans()),
    st.builds(Type, id=IDS, text=TEXTS),
)


def _blocks(inner):
    lists = st.lists(inner, max_size=3).map(tuple)
    seen = st.builds(Shows, text=TEXTS)
    return st.one_of(
        st.builds(Group, id=IDS, title=st.just("G"), steps=lists, off=st.booleans()),
        st.builds(Repeat, id=IDS, times=st.integers(1, 3), steps=lists),
        st.builds(If, id=IDS, condition=seen, then=lists, otherwise=lists),
        st.builds(grammar.ForEach, id=IDS, steps=lists),
    )


STEPS = st.recursive(LEAVES, _blocks, max_leaves=5)
SOME = st.lists(STEPS, min_size=1, max_size=4)


def naive(steps):
    """Return steps as lists that can be changed."""
    return [
        {"step": bare(one), **{name: naive(getattr(one, name)) for name in branches(one)}}
        for one in steps
    ]


def whole(nodes):
    """Return the steps of such lists."""
    return tuple(
        msgspec.structs.replace(
            node["step"], **{name: whole(node[name]) for name in branches(node["step"])}
        )
        for node in nodes
    )


def places(nodes, block="", branch="steps"):
    """Yield every step with the list that holds it."""
    yield block, branch, nodes
    for node in nodes:
        for name in branches(node["step"]):
            yield from places(node[name], node["step"].id, name)


def row_key(row):
    return row.id, row.depth, row.branch, row.is_off, bare(row.step)


def keys_from_scratch(macro):
    return [(one.step.id, one.depth, one.branch, one.is_off, bare(one.step)) for one in walk(macro)]


def numbers_from_scratch(steps, before=""):
    found = []
    for place, step in enumerate(steps, 1):
        number = f"{before}{place}"
        found.append(number)
        inner = tuple(one for name in branches(step) for one in getattr(step, name))
        found += numbers_from_scratch(inner, f"{number}.")
    return found


class Editing(RuleBasedStateMachine):
    """A document, the naive model, a view that hears of changes, and a twin made of the draft's lines."""

    @initialize(steps=SOME)
    def begin(self, steps):
        empty = Macro(deskhand=1, name="m", params={"who": Param()}, columns=("other",))
        self.document = Document(empty)
        self.twin = Document(empty)
        self.document.keep_in(self._draft)
        self.mirror = []
        self.document.watch(self._follow)
        self.done, self.undone = [empty], []
        self._insert(steps, Spot())

    def _draft(self, edit):
        ((line, _end),) = decode(encode(Line(done=edit)))
        self.twin.replay(line.done)

    def _follow(self, change):
        rows = self.document.rows[change.first : change.first + change.inserted]
        self.mirror[change.first : change.first + change.removed] = map(row_key, rows)
        assert all(map(self.document.has, change.select))

    def _edited(self, steps):
        """Compare with what the model says of the steps; a refusal is judged by the checks."""
        expected = msgspec.structs.replace(self.document.macro, steps=steps)
        assert self.document.macro == expected
        if self.document.macro != self.done[-1]:
            self.done.append(self.document.macro)
            self.undone.clear()

    def _refused(self, model, error):
        """Nothing changed, and what was wanted would have broken a rule of the file."""
        assert self.document.macro == self.done[-1]
        broken = msgspec.structs.replace(self.document.macro, steps=whole(model))
        reasons = [one.reason for one in refusals(broken)]
        assert any("for_each" in one or " deep" in one for one in reasons), error

    def _lists(self):
        return list(places(naive(self.document.macro.steps)))

    def _insert(self, steps, at):
        model = naive(self.document.macro.steps)
        (target,) = [
            nodes
            for block, branch, nodes in places(model)
            if (block, branch) == (at.block, at.branch)
        ]
        ids = frozenset(row.id for row in self.document.rows)
        try:
            given = self.document.insert(steps, at)
        except MacroError as error:
            target[at.index : at.index] = naive(steps)
            self._refused(model, error)
            return
        named = [self.document.step(one) for one in given]
        assert [bare(one).__class__ for one in named] == [one.__class__ for one in steps]
        for one, other in zip(steps, named, strict=True):
            assert one.id in ids or other.id.startswith(one.id)
        target[at.index : at.index] = naive(named)
        self._edited(whole(model))

    @rule(data=st.data(), steps=SOME)
    def insert(self, data, steps):
        block, branch, nodes = data.draw(st.sampled_from(self._lists()))
        self._insert(steps, Spot(block, branch, data.draw(st.integers(0, len(nodes)))))

    def _some(self, data):
        ids = [row.id for row in self.document.rows]
        if not ids:
            return []
        return data.draw(st.lists(st.sampled_from(ids), min_size=1, max_size=4))

    def _taken(self, model, ids):
        """Take the outermost of the steps out of the model, in the order of the rows."""
        taken = []

        def sweep(nodes):
            for node in list(nodes):
                if node["step"].id in ids:
                    nodes.remove(node)
                    taken.append(node)
                else:
                    for name in branches(node["step"]):
                        sweep(node[name])

        sweep(model)
        return taken

    @rule(data=st.data())
    def remove(self, data):
        model, ids = naive(self.document.macro.steps), self._some(data)
        self.document.remove(ids)
        self._taken(model, ids)
        self._edited(whole(model))

    @rule(data=st.data())
    def move(self, data):
        ids = self._some(data)
        block, branch, nodes = data.draw(st.sampled_from(self._lists()))
        index = data.draw(st.integers(0, len(nodes)))
        model = naive(self.document.macro.steps)
        mark = {"step": Wait(id="mark")}
        (target,) = [
            found for where, name, found in places(model) if (where, name) == (block, branch)
        ]
        target.insert(index, mark)
        taken = self._taken(model, ids)
        left = [found for _block, _branch, found in places(model) if mark in found]
        try:
            self.document.move(ids, Spot(block, branch, index))
        except MacroError as error:
            assert self.document.macro == self.done[-1]
            if left:
                (here,) = left
                here[here.index(mark) : here.index(mark) + 1] = taken
                self._refused(model, error)
            return
        (here,) = left  # a place inside a moved block is refused
        here[here.index(mark) : here.index(mark) + 1] = taken
        self._edited(whole(model))

    @rule(data=st.data())
    def duplicate(self, data):
        ids = self._some(data)
        before = {row.id for row in self.document.rows}
        copies = self.document.duplicate(ids)
        model = naive(self.document.macro.steps)
        fresh = self._taken(model, copies)
        assert {node["step"].id for node in fresh}.isdisjoint(before)
        assert whole(model) == self.done[-1].steps
        without = lambda node: [(type(n["step"]).__name__) for n in node]  # noqa: E731
        originals = self._taken(naive(self.done[-1].steps), ids)
        assert sorted(without(fresh)) == sorted(without(originals))
        self._edited(self.document.macro.steps)

    @rule(data=st.data(), off=st.booleans())
    def set_off(self, data, off):
        model, ids = naive(self.document.macro.steps), self._some(data)
        self.document.set_off(ids, off)
        for _block, _branch, nodes in places(model):
            for node in nodes:
                if node["step"].id in ids:
                    node["step"] = msgspec.structs.replace(node["step"], off=off)
        self._edited(whole(model))

    @rule(data=st.data(), text=TEXTS)
    def comment(self, data, text):
        model, ids = naive(self.document.macro.steps), self._some(data)[:1]
        for step_id in ids:
            self.document.comment(step_id, text)
            self.document.close_edit()
        for _block, _branch, nodes in places(model):
            for node in nodes:
                if node["step"].id in ids:
                    node["step"] = msgspec.structs.replace(node["step"], comment=text)
        self._edited(whole(model))

    @rule(data=st.data())
    def group(self, data):
        block, branch, nodes = data.draw(st.sampled_from(self._lists()))
        if not nodes:
            return
        chosen = sorted(data.draw(st.sets(st.integers(0, len(nodes) - 1), min_size=1, max_size=3)))
        ids = [nodes[place]["step"].id for place in chosen]
        model = naive(self.document.macro.steps)
        (target,) = [
            found for where, name, found in places(model) if (where, name) == (block, branch)
        ]
        try:
            made = self.document.group(ids, "A group")
        except MacroError as error:
            target[chosen[0]] = {
                "step": Group(id="made", title="", steps=()),
                "steps": [target[chosen[0]]],
            }
            self._refused(model, error)
            return
        inside = [target[place] for place in chosen]
        target[chosen[0]] = {"step": Group(id=made, title="A group", steps=()), "steps": inside}
        for place in reversed(chosen[1:]):
            del target[place]
        self._edited(whole(model))

    @rule(data=st.data())
    def ungroup(self, data):
        model = naive(self.document.macro.steps)
        groups = [
            (nodes, node)
            for _block, _branch, nodes in places(model)
            for node in nodes
            if isinstance(node["step"], Group)
        ]
        if not groups:
            return
        nodes, node = data.draw(st.sampled_from(groups))
        self.document.ungroup(node["step"].id)
        inside = node["steps"]
        if node["step"].off:
            for one in inside:
                one["step"] = msgspec.structs.replace(one["step"], off=True)
        place = nodes.index(node)
        nodes[place : place + 1] = inside
        self._edited(whole(model))

    @rule()
    def rename(self):
        (old,) = self.document.macro.params
        new = "whom" if old == "who" else "who"
        used = self._uses(old) + self._uses(new)  # steps may name what is not declared yet
        self.document.rename_param(old, new)
        assert list(self.document.macro.params) == [new]
        assert (self._uses(old), self._uses(new)) == (0, used)
        self._edited(self.document.macro.steps)

    def _uses(self, name):
        steps = [msgspec.structs.replace(bare(row.step), comment="") for row in self.document.rows]
        told = msgspec.json.encode(steps)
        return told.count(b"{{%s}}" % name.encode()) + told.count(b"{{ %s }}" % name.encode())

    @rule()
    def undo(self):
        if len(self.done) == 1:
            assert not self.document.can_undo
            return
        self.document.undo()
        self.undone.append(self.done.pop())
        assert self.document.macro == self.done[-1]

    @rule()
    def redo(self):
        assert self.document.can_redo == bool(self.undone)
        if self.undone:
            self.document.redo()
            self.done.append(self.undone.pop())
            assert self.document.macro == self.done[-1]

    @invariant()
    def rows_are_the_macro(self):
        if not hasattr(self, "document"):
            return
        macro = self.document.macro
        rows = list(self.document.rows)
        assert list(map(row_key, rows)) == keys_from_scratch(macro)
        assert [row.number for row in rows] == numbers_from_scratch(macro.steps)
        assert [row.step for row in rows] == [one.step for one in walk(macro)]
        assert [self.document.row_of(row.id) for row in rows] == list(range(len(rows)))
        assert self.mirror == keys_from_scratch(macro)
        assert self.twin.macro == macro
        assert len({row.id for row in rows}) == len(rows)

    def teardown(self):
        """All of it can be undone, to the very beginning, and done again."""
        if not hasattr(self, "document"):
            return
        last = self.done[-1]
        states = list(reversed(self.done))
        for state in states[1:]:
            self.document.undo()
            assert self.document.macro == state
        assert not self.document.can_undo
        for _ in states[1:]:
            self.document.redo()
        assert self.document.macro == last
        self.rows_are_the_macro()


Editing.TestCase.settings = settings(
    max_examples=examples(15), stateful_step_count=20, deadline=None
)
TestEditing = Editing.TestCase
