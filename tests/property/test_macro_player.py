"""Whatever macro is played in whatever world: in order, each step once, none after a stop, told as it was.

The world changes at random between two looks; the presses are held against what was on the screen.
"""

from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from automation.core.actions import Action, Click, Write
from automation.core.proposal import Confirmation, Outcome, Receipt, RiskLevel
from automation.macros import macro as grammar
from automation.macros.macro import Target, Until
from automation.macros.play.values import Table, filled
from tests.fakes.fake_confirmer import ACCEPT, FakeConfirmer
from tests.fakes.macro_world import Rig, World, macro, thing
from tests.slow import examples

NAMES = ("A", "B", "C")
MODES = ("ask_model", "ask_me", "retry", "skip", "stop")
RUNGS = ("tree", "image_near", "text", "landmarks")
RECEIPTS = (
    Receipt("effect_seen", "seen"),
    Receipt("not_seen", "x"),
    Receipt("not_seen", "x"),
)
EDITED = ("accepted", "accepted", "accepted", "accepted", "expired")


@dataclass
class Changes:
    """What happens to the world at each look: a thing goes, comes, moves, doubles."""

    script: list[tuple[str, str, int]]
    at: int = 0
    seen: dict[str, list[str]] = field(default_factory=dict)

    def __call__(self, world: World) -> None:
        if self.at >= len(self.script):
            return
        what, name, place = self.script[self.at]
        self.at += 1
        here = [t for t in world.things if t.name == name]
        free = [t for t in world.things if t.box != thing(name, place).box]
        match what:
            case "gone":
                world.things = [t for t in world.things if t.name != name]
            case "there" if not here:
                world.things = [*free, thing(name, place)]
            case "moved":
                world.things = [*(t for t in free if t.name != name), thing(name, place)]
            case "twice":
                world.things = [*free, thing(name, place)]
            case _:
                return


def conditions():
    shown = st.builds(
        lambda n, a: grammar.Shows(text=n, absent=a), st.sampled_from(NAMES), st.booleans()
    )
    there = st.builds(
        lambda n, a: grammar.Exists(target=Target(name=n), absent=a),
        st.sampled_from(NAMES), st.booleans(),
    )  # fmt: skip
    return st.one_of(shown, there)


def untils():
    return st.none() | st.builds(
        lambda c, s: Until(condition=c, within_s=s), conditions(), st.sampled_from([0.0, 1.0])
    )


def leaves(names):
    common = {
        "on_mismatch": st.sampled_from(MODES),
        "expect": untils(),
        "wait": untils(),
        "off": st.sampled_from([False, False, False, True]),
        "risk": st.sampled_from(["", "", "effect", "irreversible"]),
    }
    target = st.builds(lambda n: Target(name=n), st.sampled_from(names))
    return st.one_of(
        st.builds(grammar.Click, id=st.just("x"), target=target, **common),
        st.builds(grammar.Type, id=st.just("x"), text=st.just("t"), target=target, **common),
        st.builds(
            grammar.CheckThat,
            id=st.just("x"),
            condition=conditions(),
            within_s=st.just(0.5),
            **common,
        ),
    )


def blocks(names):
    def around(inner):
        steps = st.lists(inner, min_size=1, max_size=3).map(tuple)
        return st.one_of(
            st.builds(grammar.Group, id=st.just("x"), title=st.just("G"), steps=steps),
            st.builds(grammar.Repeat, id=st.just("x"), times=st.integers(1, 2), steps=steps),
        )

    return st.recursive(leaves(names), around, max_leaves=5)


def numbered(steps, count):
    """Give every step an id of its own."""
    made = []
    for step in steps:
        count[0] += 1
        fields = {"id": f"s{count[0]}"}
        if isinstance(step, grammar.Group | grammar.Repeat | grammar.ForEach):
            fields["steps"] = numbered(step.steps, count)
        made.append(type(step)(**{f: getattr(step, f) for f in step.__struct_fields__} | fields))
    return tuple(made)


BEFORE = st.lists(blocks(NAMES), max_size=2)
IN_ROWS = st.lists(blocks((*NAMES, "{{c}}")), max_size=2)


@st.composite
def macros(draw):
    before = draw(BEFORE)
    rows = draw(IN_ROWS)
    steps = [*before]
    if rows:
        steps.append(grammar.ForEach(id="x", steps=tuple(rows)))
    return macro(*numbered(steps, [0]), columns=("c",), on_mismatch=draw(st.sampled_from(MODES)))


def expansion(steps, row=0, rows=0):
    """Yield (id, row) of every step in the order in which it is written to run."""
    for step in steps:
        if step.off:
            continue
        match step:
            case grammar.Group():
                yield from expansion(step.steps, row, rows)
            case grammar.Repeat():
                for _ in range(step.times):
                    yield from expansion(step.steps, row, rows)
            case grammar.ForEach():
                for number in range(1, rows + 1):
                    yield from expansion(step.steps, number, rows)
            case _:
                yield step.id, row


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["gone", "there", "moved", "twice"]),
        st.sampled_from(NAMES),
        st.integers(0, 15),
    ),
    max_size=30,
)


MACROS = macros()
ROWS = st.lists(st.sampled_from(NAMES), max_size=3)


@st.composite
def runs(draw):
    made = draw(MACROS)
    rungs = draw(st.lists(st.sampled_from(RUNGS), min_size=3, max_size=3))
    world = World(
        [thing(n, k, rung=r) for k, (n, r) in enumerate(zip(NAMES, rungs, strict=True))],
        on_look=Changes(draw(CHANGES)),
    )
    answers = [
        ACCEPT if word == "accepted" else Confirmation(word, "user")
        for word in draw(st.lists(st.sampled_from(EDITED), max_size=12))
    ]
    choices = draw(st.lists(st.integers(1, 6), max_size=6))
    return Rig(
        world,
        made,
        table=Table(("c",), tuple((n,) for n in draw(ROWS))),
        confirmer=FakeConfirmer(answers, choices),
        receipts=draw(st.lists(st.sampled_from(RECEIPTS), max_size=8)),
        play={"on_row_failure": draw(st.sampled_from(["stop", "next"]))},
        tools={"is_attended": draw(st.booleans()), "is_trusted": draw(st.booleans())},
    )


RUNS = runs()


def played(rig, stop_at=None):
    """Play it; return what the rig's hands did, with what was pressed and how often it was sent."""
    presses = []

    def on_action(world: World, action: Action) -> None:
        aim = action.at
        on_it = [t.name for t in world.things if t.box.contains(aim.point)]
        presses.append((rig.policy.current_step, on_it))
        if stop_at is not None and len(presses) >= stop_at:
            rig.stop.stop("kill_key")

    rig.world.on_action = on_action
    rig.run()
    return presses


@pytest.mark.timeout(300)
@settings(max_examples=examples(200), deadline=None, suppress_health_check=list(HealthCheck))
@given(RUNS, st.none() | st.integers(1, 4))
def test_a_replay_keeps_its_promises(rig, stop_at):
    presses = played(rig, stop_at)
    check_presses(presses)
    check_order(rig, presses)
    if stop_at is not None and len(presses) >= stop_at:
        assert len(presses) == stop_at, "something was sent after the stop"
        assert rig.ended.outcome is Outcome.STOPPED
    for record in rig.log.records:
        if not rig.tools["is_trusted"] and isinstance(record.action, Click | Write):
            assert record.risk.level >= RiskLevel.R3, "an untrusted step could run unasked"


def check_presses(presses):
    """Every press met what its step means, and no step was sent twice unless somebody said so."""
    for run, on_it in presses:
        step = filled(run.place.step, run.place.scope)
        assert on_it == [step.target.name]
        asked = run.handler.history
        times = sum(other is run for other, _ in presses)
        assert times <= 1 + asked.count("you: redo")


def check_order(rig, presses):
    """The report is in the macro's order, each step once, and tells what was sent."""
    report = rig.report
    wanted = list(expansion(rig.macro.steps, rows=len(rig.table)))
    failed = {row.row for row in report.rows if row.state == "failed"}
    at = 0
    for told in report.steps:  # only the rest of a failed row may be missing
        while wanted[at] != (told.id, told.row):
            assert wanted[at][1] in failed
            at += 1
        at += 1
    if rig.ended.outcome is Outcome.DONE:
        assert at == len(wanted)
        assert not failed
    sent = [(run.place.step.id, run.place.row) for run, _ in presses]
    acted = [(s.id, s.row) for s in report.steps if s.n and s.do in ("click", "type")]
    runs = {id(run): run for run, _ in presses}.values()
    redone = sum(run.handler.history.count("you: redo") for run in runs)
    in_hand = 1  # a step whose effect was waited for when the run ended is in no report yet
    assert len(acted) <= len(sent) <= len(acted) + redone + in_hand
    assert set(acted) <= set(sent)
    done = [s for s in report.steps if s.state == "done" and s.do in ("click", "type")]
    assert all(s.n and s.rung for s in done)
    assert not report.is_green or len(report.steps) == len(wanted)
