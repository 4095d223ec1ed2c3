"""A repeat that is done until something is so: what does not come in all its rounds is a mismatch."""

import pytest

from automation.core.proposal import Confirmation, Outcome
from automation.macros import macro as grammar
from automation.macros.macro import Target
from automation.macros.play.linking import Source, link
from automation.macros.play.policy import most_actions
from automation.macros.play.values import Table
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import NoImages, Rig, World, click, macro, thing

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
