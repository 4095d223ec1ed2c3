"""The walk over a program: turns, waits, rows, rounds, and what is carried from one step to the next."""

import traceback
from dataclasses import replace

import pytest

from app.macros.play import ModalReader
from automation.core.errors import Stopped
from automation.core.events import Task
from automation.core.ports import History
from automation.core.proposal import Confirmation, Finish, Later, Outcome, Proposal, RiskLevel
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from automation.macros.find.finder import LadderFinder
from automation.macros.macro import Param, Target
from automation.macros.play.linking import Source, link
from automation.macros.play.mismatch import LOOK_EVERY_S
from automation.macros.play.policy import (
    LONGEST_BREATH_S,
    CurrentStep,
    MacroPolicy,
    Play,
    most_actions,
)
from automation.macros.play.program import Place
from automation.macros.play.report import Reporter
from automation.macros.play.rows import goes_once
from automation.macros.play.step_context import PlayServices
from automation.macros.play.values import Scope, Table
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import (
    NoImages,
    Rig,
    World,
    WorldFinder,
    WorldReader,
    click,
    macro,
    thing,
)
from tests.unit.macros.compile.sample_run import click as pressed
from tests.unit.macros.compile.sample_run import keys as tapped

PLAY = Task("Play", "macro")
THERE = grammar.Shows(text="A")


class Turns:
    """A thing in a world, and the current step of a policy that a test stands for."""

    def __init__(self) -> None:
        self.world, self.clock = World([thing("A")]), FakeClock()
        self.services = PlayServices(WorldFinder(self.world), WorldReader(self.world), self.clock)
        self.reporter = Reporter("M", "d")
        self.current = CurrentStep(self.services, self.reporter)
        self.source = Source(macro(), NoImages(), is_trusted=True)
        self.records = ()

    def place(self, row=0):
        return Place(click("A"), Scope(), self.source, row)

    def turn(self, *fresh):
        """Begin a turn after what came of the last one."""
        self.records += fresh
        return self.current.begin_turn(
            PLAY, History(self.records), self.world.observe_now(), StopToken()
        )

    def takes(self, decision, seconds=0.0, idle_s=0.0):
        """Take one turn that decides so after so long; return what is seen and what comes of it."""
        context = self.turn()
        self.clock.advance(seconds)
        self.current.idle_s += idle_s
        return context, self.current.end_turn(decision)

    def presses(self):
        """Do a step that was sent."""
        context = self.turn()
        self.current.begin_step(self.place()).decide(context)
        self.turn(pressed(len(self.records) + 1))
        self.current.end_step()

    def steps(self):
        return self.reporter.report("r", "", "stopped", "").steps


def policy_of(*steps, is_trusted=True, on_end=lambda step: None):
    """Return a policy that plays these steps, what is seen, and its clock."""
    world, clock = World([thing("A")]), FakeClock()
    linked = link(Source(macro(*steps), NoImages(), is_trusted=is_trusted), {}.__getitem__)
    services = PlayServices(WorldFinder(world), WorldReader(world), clock)
    return MacroPolicy(Play(linked, Scope()), services, on_end), world.observe_now(), clock


@pytest.mark.parametrize(
    ("after_s", "takes_s", "idle_s", "waits_s"),
    [
        (0.25, 0.1, 0.0, 0.25),
        (0.25, 0.7, 0.0, 0.7),
        (0.25, 60.0, 0.0, LONGEST_BREATH_S),
        (5.0, 60.0, 0.0, 5.0),
        (0.25, 60.0, 59.5, 0.5),
        (0.25, 1.0, 1.2, 0.25),
    ],
)
def test_a_wait_is_as_long_as_the_search_took(after_s, takes_s, idle_s, waits_s):
    decided = Later(after_s, "until it is there", settles=True)
    _, decision = Turns().takes(decided, takes_s, idle_s)
    assert decision == replace(decided, after_s=pytest.approx(waits_s))


def test_what_was_idle_in_one_turn_is_not_taken_off_the_next():
    turns = Turns()
    taken = [turns.takes(Later(0.0), 1.0, idle_s)[1].after_s for idle_s in (1.0, 0.0)]
    assert taken == pytest.approx([0.0, 1.0])


def test_only_the_look_after_a_wait_that_does_not_settle_is_a_glance():
    turns = Turns()
    seen = [turns.takes(Later(0.0, settles=settles))[0] for settles in (False, True, False)]
    assert [context.is_settled for context in seen] == [True, False, True]


def test_an_end_stays_the_end():
    policy, seen, _clock = policy_of()
    ends = [policy.propose(PLAY, History(), seen, StopToken()) for _ in range(2)]
    assert ends == [Finish(Outcome.DONE, "Done.")] * 2


def test_a_stopped_run_takes_no_turn():
    policy, seen, _clock = policy_of(click("A"))
    stop = StopToken()
    stop.stop("user")
    with pytest.raises(Stopped):
        policy.propose(PLAY, History(), seen, stop)
    assert policy.current_step is None


def test_what_a_step_has_pressed_is_told_to_the_next_one_only():
    turns = Turns()
    turns.presses()
    context = turns.turn()
    run = turns.current.begin_step(turns.place())
    assert run.pressed == pressed(1).proposal.element
    run.decide(context)
    turns.turn(tapped(2, "tab"))
    assert run.pressed is None
    turns.current.end_step()
    assert turns.current.begin_step(turns.place()).pressed is None


def looped(world, step):
    """Repeat a step until A is there; return the waits."""
    rig = Rig(world, macro(grammar.Repeat(id="l", steps=(step,), times=50, until=THERE)))
    assert rig.run().outcome is Outcome.DONE
    return rig.clock.waited


def test_a_loop_that_sends_nothing_looks_in_its_time_and_one_that_does_at_once():
    def come(world):
        if world.looks == 12:
            world.things.append(thing("A", 1))

    def press(world, _action):
        if len(world.sent) == 3:
            world.things.append(thing("A", 1))

    idle = World([thing("B")], on_look=come)
    assert LOOK_EVERY_S in looped(idle, grammar.Wait(id="w", seconds=0.1))
    assert LOOK_EVERY_S not in looped(World([thing("B")], on_action=press), click("B"))


def test_a_way_that_is_chosen_again_and_again_is_chosen_at_once():
    way = grammar.If(id="i", condition=THERE, then=(grammar.Wait(id="w", seconds=0.1),))
    loop = grammar.Repeat(id="l", steps=(way,), times=3)
    rig = Rig(World([thing("A")]), macro(loop))
    assert rig.run().outcome is Outcome.DONE
    assert rig.clock.waited
    assert LOOK_EVERY_S not in rig.clock.waited


def test_a_change_is_seen_against_what_was_there_before_the_step_that_was_sent():
    world = World([thing("A")], on_action=lambda w, _: w.things.append(thing("B", 5)))
    check = grammar.CheckThat(id="c", condition=grammar.Changed(), within_s=1.0)
    assert Rig(world, macro(click("A"), check)).run().outcome is Outcome.DONE


@pytest.mark.parametrize(("row", "failed"), [(0, ()), (4, (4,))])
def test_a_step_that_was_ended_from_outside_is_told_once_and_its_row_too(row, failed):
    turns = Turns()
    turns.current.unfinished("Stopped.")
    assert turns.steps() == ()
    if row:
        turns.reporter.row_begins(row, 0.0)
    turns.current.begin_step(turns.place(row))
    turns.current.unfinished("Stopped.")
    turns.current.unfinished("Stopped.")
    assert [(s.state, s.message, s.row) for s in turns.steps()] == [("failed", "Stopped.", row)]
    assert turns.reporter.failed_rows == failed
    assert turns.current.run is None


def test_what_a_dry_run_could_not_see_is_no_failure_when_something_else_ends_it():
    shown = FakeConfirmer([Confirmation("dry_run", "rule:dry_run")])
    rig = Rig(World([thing("A")]), macro(click("A"), click("Gone")), confirmer=shown)
    assert rig.run(approve="dry-run").outcome is Outcome.DONE
    rig.policy.unfinished("The desktop was locked.")
    assert [s.state for s in rig.report.steps] == ["dry_run"]


@pytest.mark.parametrize("is_trusted", [True, False])
def test_a_macro_that_nobody_trusts_is_asked_about_at_every_step(is_trusted):
    policy, seen, _clock = policy_of(click("A"), is_trusted=is_trusted)
    proposal = policy.propose(PLAY, History(), seen, StopToken())
    assert (proposal.raised_risk is RiskLevel.R3) is not is_trusted


def test_who_follows_the_play_is_told_of_each_step_that_is_over_also_of_one_that_failed():
    told = []
    steps = click("A"), click("Gone", on_mismatch="stop")
    policy, seen, clock = policy_of(*steps, on_end=told.append)
    history = History()
    for _ in range(200):
        decision = policy.propose(PLAY, history, seen, StopToken())
        clock.advance(1.0)
        history = History((pressed(1),))
        if isinstance(decision, Finish):
            break
    assert [(s.id, s.state) for s in told] == [("click-a", "done"), ("click-gone", "failed")]


def test_a_step_that_cannot_be_begun_has_neither_number_nor_time_of_the_one_before():
    clock = FakeClock()
    sub = macro(click("A", "a"), name="sub", params={"p": Param(type="number")})
    call = grammar.Call(id="call", macro="sub", values={"p": "{{c}}"})
    rows = grammar.ForEach(id="rows", steps=(call,))
    rig = Rig(
        World([thing("A")], on_action=lambda *_: clock.advance(3)),
        macro(click("A", "first"), rows, columns=("c",)),
        table=Table(("c",), (("x",),)),
        others={"sub": sub},
        clock=clock,
    )
    assert rig.run().outcome is Outcome.FAILED
    assert [(s.id, s.state, s.n) for s in rig.report.steps] == [
        ("first", "done", 1), ("call", "failed", 0),
    ]  # fmt: skip
    assert rig.report.steps[1].ms == 0


MOST_FRAMES = 12


class CountedReader(WorldReader):
    """Notes who has called it, from `propose` on, each time that the tree is read."""

    def __init__(self, world):
        super().__init__(world)
        self.ways = []

    def tree(self, observation, *, whole_screen=False):
        called = [frame.name for frame in traceback.extract_stack()]
        self.ways.append(called[called.index("propose") :])
        return super().tree(observation, whole_screen=whole_screen)


IS_THERE = grammar.Exists(target=Target(name="A"))


@pytest.mark.parametrize(
    ("step", "most"),
    [
        (click("A"), MOST_FRAMES),
        (grammar.If(id="i", condition=IS_THERE, then=(click("A"),)), MOST_FRAMES + 1),
        (grammar.CheckThat(id="c", condition=IS_THERE), MOST_FRAMES + 3),
    ],
    ids=["done", "decided", "checked"],
)
def test_a_step_reads_the_tree_in_few_frames(step, most):
    world = World([thing("A")])
    reader = CountedReader(world)
    seen = ModalReader(reader, find_modal=lambda windows: ())
    linked = link(Source(macro(step), NoImages(), is_trusted=True), {}.__getitem__)
    services = PlayServices(LadderFinder(seen), seen, FakeClock())
    policy = MacroPolicy(Play(linked, Scope()), services)
    decided = policy.propose(Task("Play", "macro"), History(), world.observe_now(), StopToken())
    assert isinstance(decided, Proposal) or decided.outcome is Outcome.DONE, "the tree told of it"
    longest = max(reader.ways, key=len)
    assert len(longest) <= most, " > ".join(longest)


ROWS = Table(("c",), (("A",), ("Q",), ("B",)))
NEXT = {"on_row_failure": "next"}


def each(block_id: str, *steps: grammar.Step) -> grammar.ForEach:
    """Return a block that is done for each row."""
    return grammar.ForEach(id=block_id, steps=steps)


def rig_of(world: World, *steps: grammar.Step, **play: object) -> Rig:
    """Return a play over the rows."""
    return Rig(world, macro(*steps, columns=("c",)), table=ROWS, play={**NEXT, **play})


def rows_of(rig: Rig) -> list[tuple[int, str]]:
    """Return the rows of the report with what became of them."""
    return [(one.row, one.state) for one in rig.report.rows]


def test_a_row_that_failed_stays_failed_where_a_later_table_does_it():
    world = World([thing("A", 0), thing("B", 2), thing("Z", 4)])
    rig = rig_of(world, each("one", click("{{c}}", "a")), each("two", click("Z", "z")))
    ended = rig.run()
    assert ended.outcome is Outcome.PARTIAL
    assert "1 row failed: 2" in ended.message
    assert rows_of(rig) == [(1, "done"), (2, "failed"), (3, "done")]
    assert rig.report.rows[1].step == "a"
    assert rig.report.resume_row == 2
    assert rig.policy.resume_step is None


def test_a_row_that_failed_in_one_round_stays_failed_in_the_next():
    def add_q(world, action):
        if len(world.sent) == 2:
            world.things.append(thing("Q", 6))

    world = World([thing("A", 0), thing("B", 2)], on_action=add_q)
    rig = rig_of(world, grammar.Repeat(id="r", times=2, steps=(each("one", click("{{c}}", "a")),)))
    assert rig.run().outcome is Outcome.PARTIAL
    assert world.pressed == ["A", "B", "A", "Q", "B"]
    assert rows_of(rig) == [(1, "done"), (2, "failed"), (3, "done")]


def test_no_play_goes_on_at_a_later_table_where_a_row_failed_before_it():
    ask = grammar.AskMe(id="q", question="Go on?")
    world = World([thing("A", 0), thing("B", 2), thing("Z", 4)])
    rig = rig_of(world, each("one", click("{{c}}", "a")), each("two", ask))
    ended = rig.run()
    assert ended.outcome is not Outcome.DONE
    assert rig.report.resume_row == 1
    assert rig.policy.resume_step is None


def test_a_play_goes_on_at_a_later_table_where_no_row_failed_before_it():
    world = World([thing("A", 0), thing("B", 2), thing("Q", 4), thing("Z", 6)])
    steps = each("one", click("Z", "z")), each("two", click("{{c}}", "a"))
    world.things.remove(thing("Q", 4))
    rig = rig_of(world, *steps, on_row_failure="stop")
    assert "--from-step two --from-row 2" in rig.run().message
    assert (rig.report.resume_row, rig.policy.resume_step) == (2, "two")


FIVE = Table(("c",), (("A",), ("Q",), ("B",), ("R",), ("A",)))
LEFT = "To do only the rows that are left: --failed-rows."


def five(*steps: grammar.Step, **play: object) -> Rig:
    """Play over five rows, of which the second and the fourth fail."""
    world = World([thing("A", 0), thing("B", 2)])
    steps = steps or (each("one", click("{{c}}", "a")),)
    rig = Rig(world, macro(*steps, columns=("c",)), table=FIVE, play={**NEXT, **play})
    rig.run()
    return rig


def test_the_rows_that_failed_are_left_and_the_end_names_how_they_are_done():
    rig = five()
    assert rig.policy.rows_left == (2, 4)
    assert f"2 rows failed: 2, 4. The others were done. {LEFT}" in rig.ended.message


def test_only_the_rows_that_are_left_are_done_and_what_is_left_of_those_is_told():
    rig = five(only_rows=(2, 3))
    assert rows_of(rig) == [(2, "failed"), (3, "done")]
    assert rig.world.pressed == ["B"]
    assert rig.policy.rows_left == (2,)
    assert rig.policy.resume_step is None
    assert LEFT in rig.ended.message


def test_rows_that_were_not_come_to_are_left():
    rig = five(on_row_failure="stop", first_row=2)
    assert rig.policy.rows_left is None  # of the rows before it nothing is known
    assert rig.ended.message.endswith("To go on from there: --from-row 2.")
    rig = five(on_row_failure="stop", only_rows=(2, 4))
    assert rig.policy.rows_left == (2, 4)
    assert rig.ended.message.endswith(LEFT)


def test_a_stop_behind_a_row_that_failed_names_both():
    ask = click("{{c}}", "a"), grammar.AskMe(id="q", question="Next?")
    world = World([thing("A", 0), thing("B", 2)])
    made = macro(each("one", *ask), columns=("c",))
    rig = Rig(world, made, table=FIVE, play=NEXT, confirmer=FakeConfirmer(choices=[1, 2]))
    assert rig.run().outcome is Outcome.STOPPED
    assert rig.policy.rows_left == (2, 3, 4, 5)
    assert rig.ended.message.endswith(LEFT)


@pytest.mark.parametrize(
    "play", [{"start_at": "a"}, {"stop_after": "a"}], ids=["from a step", "to a step"]
)
def test_a_part_says_nothing_of_whole_rows(play):
    assert five(**play).policy.rows_left is None


ROWS_BLOCK = each("one", click("{{c}}", "a"))
CALL = grammar.Call(id="call", macro="Rows")
SHOWN = grammar.Shows(text="x")


@pytest.mark.parametrize(
    ("steps", "is_once"),
    [
        ((ROWS_BLOCK,), True),
        ((CALL,), True),
        ((grammar.If(id="i", condition=SHOWN, then=(ROWS_BLOCK,), otherwise=(CALL,)),), True),
        ((grammar.Repeat(id="r", times=1, steps=(ROWS_BLOCK,)),), True),
        ((click("Z", "z"),), False),
        ((ROWS_BLOCK, each("two", click("Z", "z"))), False),
        ((CALL, grammar.Call(id="again", macro="Rows")), False),
        ((CALL, grammar.Call(id="again", macro="Rows", off=True)), True),
        ((grammar.Repeat(id="r", times=2, steps=(CALL,)),), False),
        ((grammar.Group(id="g", title="G", steps=(ROWS_BLOCK, CALL)),), False),
    ],
)
def test_how_often_a_play_goes_over_its_table_is_known_before(steps, is_once):
    called = macro(each("rows", click("{{c}}", "b")), name="Rows", columns=("c",))
    sources = {"Rows": Source(called, NoImages())}
    linked = link(Source(macro(*steps, columns=("c",)), NoImages()), sources.__getitem__)
    assert goes_once(linked) is is_once


def test_rows_that_failed_in_one_of_two_tables_are_not_done_over_by_themselves():
    rig = five(each("one", click("{{c}}", "a")), each("two", click("A", "z")))
    assert rig.policy.rows_left is None
    assert LEFT not in rig.ended.message


READY = grammar.Exists(target=Target(name="Ready"))
HERE = (thing("Next", 0), thing("Pay", 8))


def until(mode="default", times=3):
    """Return steps that pay once it is ready."""
    steps = (click("Next", "n"),)
    return (
        grammar.Repeat(id="r", times=times, until=READY, steps=steps, on_mismatch=mode),
        click("Pay", "p"),
    )


def comes_after(presses):
    """Return what lets it be ready after so many presses."""

    def on_action(world, action):
        if len(world.pressed) == presses:
            world.things.append(thing("Ready", 16))

    return on_action


@pytest.mark.parametrize("mode", ["stop", "ask_me", "ask_model", "retry"])
def test_what_does_not_come_in_all_rounds_ends_the_run_where_nobody_is_asked(mode):
    rig = Rig(World([*HERE]), macro(*until(mode)), tools={"is_attended": False})
    ended = rig.run()
    assert ended.outcome is Outcome.UNVERIFIED
    assert ended.message.startswith("Step 1 (r): in 3 rounds it did not come to this: “Ready” is")
    assert rig.world.pressed == ["Next"] * 3
    assert rig.states()[-1] == ("r", 0, "failed")


def test_one_round_is_told_as_one():
    assert "in 1 round it" in Rig(World([*HERE]), macro(*until(times=1))).run().message


def test_what_does_not_come_is_left_out_where_the_repeat_says_so():
    rig = Rig(World([*HERE]), macro(*until("skip")))
    ended = rig.run()
    assert ended.outcome is Outcome.PARTIAL
    assert "1 thing was not seen: Check that “Ready” is there (r)" in ended.message
    assert rig.world.pressed == ["Next", "Next", "Next", "Pay"]


@pytest.mark.parametrize(
    ("answer", "pressed", "outcome"),
    [
        (2, ["Next", "Next", "Next", "Pay"], Outcome.DONE),
        (3, ["Next", "Next", "Next"], Outcome.STOPPED),
    ],
)
def test_the_user_says_what_becomes_of_it(answer, pressed, outcome):
    asked = FakeConfirmer(choices=[answer])
    rig = Rig(World([*HERE]), macro(*until("ask_me")), confirmer=asked)
    assert rig.run().outcome is outcome
    assert rig.world.pressed == pressed
    assert "in 3 rounds it did not come" in asked.questions[0].text


def test_what_comes_with_the_last_round_is_seen():
    rig = Rig(World([*HERE], on_action=comes_after(3)), macro(*until()))
    assert rig.run().outcome is Outcome.DONE
    assert rig.world.pressed == ["Next", "Next", "Next", "Pay"]


def test_what_comes_a_little_after_the_last_round_is_waited_for():
    def late(world):
        looks.append(len(world.pressed))
        if looks.count(3) == 6:
            world.things.append(thing("Ready", 16))

    looks: list[int] = []
    rig = Rig(World([*HERE], on_look=late), macro(*until()))
    assert rig.run().outcome is Outcome.DONE
    assert rig.world.pressed == ["Next", "Next", "Next", "Pay"]


def test_a_row_fails_in_which_it_does_not_come_and_the_next_begins():
    rows = grammar.ForEach(id="f", steps=until(times=2))
    table, play = Table(("c",), (("x",), ("y",))), {"on_row_failure": "next"}
    rig = Rig(World([*HERE]), macro(rows, columns=("c",)), table=table, play=play)
    rig.world.on_action = comes_after(3)
    assert rig.run().outcome is Outcome.PARTIAL
    assert [(one.row, one.state) for one in rig.report.rows] == [(1, "failed"), (2, "done")]
    assert rig.report.rows[0].step == "r"


def test_a_dry_run_does_not_miss_what_the_rounds_would_have_brought():
    shown = FakeConfirmer([Confirmation("dry_run", "rule:dry_run")] * 2)
    rig = Rig(World([*HERE]), macro(*until(times=1)), confirmer=shown)
    assert rig.run(approve="dry-run").outcome is Outcome.DONE


def test_the_last_look_is_counted_with_what_a_run_may_come_to():
    linked = link(Source(macro(*until()), NoImages()), lambda name: None)
    assert most_actions(linked, 1) == 4 * 3


AMOUNT = Target(name="Amount")
TYPED = grammar.Type(id="t", text="1000")
SEARCH = thing("Search", 8, role="field", states=frozenset({"enabled", "showing", "focused"}))


def played(*steps, things=(SEARCH,), **more):
    """Play steps in a window in which only the search field stands."""
    rig = Rig(World([*things]), macro(*steps), **more)
    rig.run()
    return rig


@pytest.mark.parametrize(
    "left_out",
    [
        click("Amount", "x", on_mismatch="skip"),
        grammar.Drag(id="x", target=AMOUNT, to=AMOUNT, on_mismatch="skip"),
        grammar.Type(id="x", text="9", target=AMOUNT, on_mismatch="skip"),
        grammar.Keys(id="x", keys=("a",), target=AMOUNT, on_mismatch="skip"),
        grammar.Window(id="x", op="activate", title="Other", on_mismatch="skip"),
    ],
)
@pytest.mark.parametrize(
    "blind",
    [
        TYPED,
        grammar.Keys(id="t", keys=("enter",)),
        grammar.Clipboard(id="t", op="paste"),
    ],
)
def test_nothing_goes_to_wherever_the_keyboard_is(left_out, blind):
    rig = played(left_out, blind)
    assert rig.world.sent == []
    assert rig.ended.outcome is Outcome.NOT_FOUND
    assert "(x) was left out, which would have chosen where it goes" in rig.ended.message
    assert rig.states() == [("x", 0, "skipped"), ("t", 0, "failed")]


def test_what_follows_is_left_out_too_up_to_a_step_that_has_a_place():
    blind = grammar.Type(id="t", text="1000", on_mismatch="skip")
    after = grammar.Keys(id="k", keys=("tab",), on_mismatch="skip")
    missing = click("Amount", on_mismatch="skip")
    last = grammar.Type(id="l", text="x")
    rig = played(missing, blind, grammar.Wait(id="w"), after, click("Search"), last)
    states = [state for _, _, state in rig.states()]
    assert states == ["skipped", "skipped", "done", "skipped", "done", "done"]
    assert len(rig.world.sent) == 2


def test_the_user_who_leaves_a_step_out_is_asked_about_what_depends_on_it():
    steps = (
        click("Amount", on_mismatch="ask_me"),
        grammar.Type(id="t", text="1000", on_mismatch="ask_me"),
    )
    keys = grammar.Keys(id="k", keys=("enter",))
    for answer, sent in ((1, 2), (2, 0), (3, 0)):
        asked = FakeConfirmer(choices=[2, answer])
        rig = played(*steps, *((keys,) if answer == 1 else ()), confirmer=asked)
        assert [c.name for c in asked.questions[1].candidates] == [
            "It is as it should be: go on",
            "Leave this step out",
            "Stop here",
        ]
        assert len(rig.world.sent) == sent


@pytest.mark.parametrize(
    "before",
    [
        grammar.Click(id="x", target=AMOUNT, off=True),
        grammar.CheckThat(
            id="x", condition=grammar.Exists(target=AMOUNT), within_s=0, on_mismatch="skip"
        ),
        grammar.Move(id="x", target=AMOUNT, on_mismatch="skip"),
    ],
)
def test_a_step_that_is_off_or_does_not_bring_the_keyboard_changes_nothing(before):
    assert len(played(before, TYPED).world.sent) == 1


def button(name):
    return grammar.Click(id="x", target=Target(role="button", name=name), on_mismatch="skip")


TIP = {"title": "Tip of the day", "on_mismatch": "skip"}


@pytest.mark.parametrize(
    ("steps", "sent"),
    [
        ((click("Search"), grammar.Window(id="x", op="close", **TIP), TYPED), 2),
        ((click("Search"), grammar.Window(id="x", op="minimise", **TIP), TYPED), 2),
        ((click("Search"), button("Accept"), TYPED), 2),
        ((click("Accept", on_mismatch="skip"), grammar.Keys(id="t", keys=("super",))), 1),
        (
            (click("Accept", on_mismatch="skip"), grammar.Keys(id="k", keys=("alt", "tab")), TYPED),
            2,
        ),
    ],
)
def test_what_does_not_move_the_keyboard_or_goes_to_the_desktop_is_no_hindrance(steps, sent):
    rig = played(*steps)
    assert len(rig.world.sent) == sent
    assert rig.states()[-1] == ("t", 0, "done")


UNMET = grammar.Until(condition=grammar.Shows(text="Nowhere"), within_s=0)


@pytest.mark.parametrize(
    ("steps", "sent"),
    [
        (
            (click("Amount", on_mismatch="skip"), grammar.Window(id="x", op="close", **TIP), TYPED),
            0,
        ),
        ((button("Accept"), TYPED), 0),
        ((click("Search"), click("Amount", on_mismatch="skip"), TYPED), 1),
        (
            (
                click("Search"),
                grammar.Keys(id="x", keys=("tab",), wait=UNMET, on_mismatch="skip"),
                TYPED,
            ),
            1,
        ),
    ],
)
def test_what_may_have_moved_the_keyboard_is(steps, sent):
    rig = played(*steps)
    assert len(rig.world.sent) == sent
    assert rig.states()[-1] == ("t", 0, "failed")


def test_a_row_does_not_wait_for_what_the_row_before_left_out():
    row = (
        grammar.Keys(id="k", keys=("ctrl", "n")),
        grammar.Type(id="t", text="{{c}}"),
        button("Done"),
    )
    rig = Rig(
        World([SEARCH]),
        macro(grammar.ForEach(id="rows", steps=row), columns=("c",)),
        table=Table(("c",), (("1",), ("2",), ("3",))),
    )
    assert rig.run().outcome is Outcome.DONE
    assert len(rig.world.sent) == 6


def test_what_only_fills_the_clipboard_goes_nowhere():
    put = grammar.Clipboard(id="p", op="set", text="x")
    assert len(played(click("Amount", on_mismatch="skip"), put).world.sent) == 1


def test_a_retry_does_not_wait_for_what_was_left_out():
    blind = grammar.Type(id="t", text="1000", on_mismatch="retry")
    rig = played(click("Amount", on_mismatch="skip"), blind)
    assert rig.world.sent == []
    assert rig.report.steps[-1].handled == ("stop",)
