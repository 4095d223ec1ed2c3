"""A place that the user has shown counts while it looks as it did then."""

from dataclasses import replace

import pytest

from automation.macros import macro as grammar
from automation.macros.found import Missed
from automation.macros.macro import Shows, Target, Until
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import Rig, World, WorldFinder, click, macro, thing

REDO, STOP = 3, 4


class ReadFinder(WorldFinder):
    """What it shows was read on the picture: nobody can be asked whether it is still there."""

    def find(self, *args, **more):
        one = super().find(*args, **more)
        if not isinstance(one, Missed):
            return one
        return replace(one, candidates=tuple(replace(c, handle=None) for c in one.candidates))


@pytest.mark.parametrize("finder", [WorldFinder, ReadFinder])
def test_a_step_that_is_done_again_looks_for_its_place_again(finder):
    def swap(world, _action):
        world.things = [thing("A", 0), thing("Delete", 9)]

    world = World([thing("A", 0), thing("A", 9)], on_action=swap)
    step = click("A", on_mismatch="ask_me", expect=Until(condition=Shows(text="Done"), within_s=1))
    rig = Rig(
        world, macro(step), confirmer=FakeConfirmer(choices=[2, REDO, STOP]), finder_type=finder
    )
    rig.run()
    assert world.pressed == ["A", "A"]


class Tidies(FakeConfirmer):
    """Shows the second A, then puts things in order and asks to look again."""

    def choose(self, question, observation, stop):
        if len(question.candidates) > 3:
            return 2
        self.world.things = [thing("A", 0), thing("Delete", 9), thing("B", 20)]
        return 1


@pytest.mark.parametrize("finder", [WorldFinder, ReadFinder])
def test_a_drag_does_not_begin_where_its_start_was_before_its_end_was_asked_for(finder):
    world, user = World([thing("A", 0), thing("A", 9)]), Tidies()
    user.world = world
    step = grammar.Drag(id="d", target=Target(name="A"), to=Target(name="B"), on_mismatch="ask_me")
    Rig(world, macro(step), confirmer=user, finder_type=finder).run()
    assert world.pressed == ["A", "B"]
