"""What a play over a table tells of its rows, also where it goes over them more than once."""

import pytest

from automation.core.proposal import Outcome
from automation.macros import macro as grammar
from automation.macros.play.linking import Source, link
from automation.macros.play.rows import goes_once
from automation.macros.play.values import Table
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import NoImages, Rig, World, click, macro, thing

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
