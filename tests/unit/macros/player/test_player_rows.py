"""What a play over a table tells of its rows, also where it goes over them more than once."""

from automation.core.proposal import Outcome
from automation.macros import macro as grammar
from automation.macros.player.tables import Table
from tests.fakes.macro_world import Rig, World, click, macro, thing

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
