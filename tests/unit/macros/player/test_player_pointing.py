"""The user shows a target that was not found: the place is looked at again, approved, and is a repair."""

from dataclasses import replace

import pytest

from automation.core.errors import Stopped
from automation.core.proposal import Outcome, RiskLevel
from automation.macros import macro as grammar
from automation.macros.found import Found
from automation.macros.macro import Target
from automation.macros.play.repair import LOST, NoAnswer, Pointed
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import Rig, World, click, macro, thing

AGAIN, SHOW, SKIP, STOP = 1, 2, 3, 4
GONE = click("Gone", on_mismatch="ask_me")
C = thing("C", 6)


class Hand:
    """Points at what the test says, one after the other; None leaves."""

    def __init__(self, *places, takes_s=0.0):
        self.places = list(places)
        self.takes_s = takes_s
        self.happen = lambda: None
        self.rig = None

    def point(self, stop):
        stop.check()
        self.rig.clock.advance(self.takes_s)
        place, seen = self.places.pop(0), self.rig.world.observe_now()
        self.happen()
        if place is None:
            return None
        element = place.element() if place.name else None
        return Pointed(Found(place.box.center, place.box, "user", 1.0, element, 1), seen)


def pointing(hand, choices, step=GONE, world=None, **tools):
    """Return a rig in which the user answers and points so; it has not run yet."""
    world = world or World([thing("B", 2), C])
    human = FakeConfirmer(choices=choices)
    rig = Rig(world, macro(step), confirmer=human, tools={"pointer": hand, **tools})
    hand.rig = rig
    return rig


def names_of(question):
    return [one.name for one in question.candidates]


def test_what_the_user_points_at_is_approved_pressed_and_a_repair():
    rig = pointing(Hand(C), [SHOW])
    assert rig.run().outcome is Outcome.DONE
    assert rig.world.pressed == ["C"]
    (approved, _risk), *_ = rig.confirmer.asked
    assert approved.element.name == "C"
    (step,) = rig.report.steps
    assert (step.rung, step.handled) == ("user", ("you: show",))
    (repair,) = rig.policy.repairs
    assert (repair.found.rung, repair.target.name, repair.step_id) == ("user", "C", "click-gone")
    assert repair.picture.rect.contains(C.box.center)


def test_it_is_pressed_where_it_was_pointed_at_and_not_in_its_middle():
    corner = C.box.center.offset(-9, 2)

    class Precise(Hand):
        def point(self, stop):
            pointed = super().point(stop)
            return replace(pointed, found=replace(pointed.found, point=corner))

    rig = pointing(Precise(C), [SHOW])
    rig.run()
    assert rig.world.sent[0].at.point == corner


def test_pointing_is_offered_where_somebody_can_and_with_a_number_like_the_rest():
    rig = pointing(Hand(), [STOP])
    rig.run()
    (question,) = rig.confirmer.questions
    assert names_of(question) == [
        "Look again", "Show where it is", "Leave this step out", "Stop here",
    ]  # fmt: skip
    assert [one.n for one in question.candidates] == [1, 2, 3, 4]

    nobody = Rig(World([C]), macro(GONE), confirmer=FakeConfirmer(choices=[None]))
    nobody.run()
    assert "Show where it is" not in names_of(nobody.confirmer.questions[0])


def test_what_can_be_pointed_at_is_a_target_only():
    missing = grammar.CheckThat(
        id="c", condition=grammar.Shows(text="Done"), within_s=1.0, on_mismatch="ask_me"
    )
    rig = pointing(Hand(), [None], step=missing)
    rig.run()
    assert "Show where it is" not in names_of(rig.confirmer.questions[0])


def test_who_leaves_the_picture_has_the_question_again_at_once():
    model = []

    class Model:
        is_there = True

        def repair(self, wanted, observation, stop):
            model.append(wanted)
            return NoAnswer("No idea.")

    step = click("Gone", on_mismatch="ask_model")
    rig = pointing(Hand(None, None), [SHOW, SHOW, SKIP], step=step, repairer=Model())
    rig.run()
    first, *others = [question.text for question in rig.confirmer.questions]
    assert others == [first, first]
    assert (rig.world.sent, len(model)) == ([], 1)
    assert rig.states() == [("click-gone", 0, "skipped")]


def test_a_stop_while_the_user_points_ends_the_run_there():
    class Stopping(Hand):
        def point(self, stop):
            stop.stop("kill_key")
            raise Stopped("kill_key")

    rig = pointing(Stopping(), [SHOW])
    assert rig.run().outcome is Outcome.STOPPED
    assert rig.world.sent == []


def test_what_came_in_its_place_since_is_not_pressed_and_that_is_said():
    hand = Hand(C)
    rig = pointing(hand, [SHOW, STOP])
    hand.happen = lambda: rig.world.things.__setitem__(1, thing("D", 6))
    rig.run()
    assert rig.world.sent == []
    assert LOST in rig.confirmer.questions[1].text


@pytest.mark.parametrize(("name", "is_pressed"), [("C", True), ("", False)])
def test_what_looks_otherwise_under_the_mouse_counts_where_the_tree_tells_what_it_is(
    name, is_pressed
):
    """A thing without a name is told by its looks alone."""
    shown = replace(C, name=name)
    hand = Hand(shown)
    rig = pointing(hand, [SHOW, STOP], world=World([shown]))
    look = rig.world.observe_now

    def lit():
        seen = look()
        frame = seen.frame
        pixels = frame.pixels.copy()
        box = C.box
        pixels[box.y : box.y + box.h, box.x : box.x + box.w] = 250
        return replace(seen, frame=replace(frame, pixels=pixels))

    hand.happen = lambda: setattr(rig.world, "observe_now", lit)
    rig.run()
    assert bool(rig.world.sent) is is_pressed


def test_a_place_of_which_the_tree_tells_nothing_is_pressed_while_it_looks_the_same():
    rig = pointing(Hand(replace(C, name="")), [SHOW], world=World([replace(C, name="")]))
    assert rig.run().outcome is Outcome.DONE
    assert rig.policy.repairs[0].target.name == "Gone"


def test_what_is_hard_to_undo_is_done_where_the_user_points():
    level = {"assess": lambda proposal, seen: RiskLevel.R3}
    step = click("Gone", on_mismatch="ask_me", risk="irreversible")
    rig = pointing(Hand(C), [SHOW], step=step, **level)
    assert rig.run().outcome is Outcome.DONE
    assert rig.confirmer.asked[0][1].level is RiskLevel.R3


def test_each_end_of_a_drag_is_shown_by_itself():
    step = grammar.Drag(
        id="d", target=Target(name="B"), to=Target(name="Gone"), on_mismatch="ask_me"
    )
    rig = pointing(Hand(C), [SHOW], step=step)
    rig.run()
    assert rig.world.pressed == ["B", "C"]
    assert [repair.part for repair in rig.policy.repairs] == ["to"]


def test_a_card_that_is_declined_forgets_what_was_pointed_at():
    def expire(proposal, risk):
        rig.world.things[1] = thing("D", 6)
        return replace(FakeConfirmer().confirm(proposal, risk, None, rig.stop), verdict="expired")

    rig = pointing(Hand(C), [SHOW, STOP])
    rig.confirmer._answers = [expire]
    rig.run()
    assert rig.world.sent == []
    assert len(rig.confirmer.questions) == 2


def test_the_time_of_pointing_is_nobodys_and_is_not_waited_once_more():
    quick, slow = (pointing(Hand(C, takes_s=s), [SHOW]) for s in (0.0, 60.0))
    used_ms = []
    for rig in (quick, slow):
        rig.run()
        used_ms.append(rig.policy.timer.used_ms(rig.clock.now_s()))
    assert used_ms[0] == pytest.approx(used_ms[1])
    assert slow.clock.now_s() - quick.clock.now_s() == pytest.approx(60.0)
