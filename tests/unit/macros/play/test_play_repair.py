"""A target that no longer matches: a model or the user shows a place, which is checked, approved and kept."""

from dataclasses import replace

import pytest

from automation.core.actions import Aim, Click
from automation.core.errors import Stopped
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Confirmation, Outcome, RiskLevel
from automation.macros import macro as grammar
from automation.macros.found import Found
from automation.macros.macro import Target
from automation.macros.play.repair import LOST, NoAnswer, Pointed
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import FORM, Rig, World, click, macro, thing

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


class Model:
    """Answers with what the test says."""

    def __init__(self, answer, *, is_there=True):
        self.answer = answer
        self.is_there = is_there
        self.asked = []

    def repair(self, wanted, observation, stop):
        stop.check()
        self.asked.append(wanted)
        return self.answer


def shown(one, **more):
    return Found(one.box.center, one.box, "model", 1.0, **{"element": one.element(), **more})


ASK = click("A", on_mismatch="ask_model")


def rig_of(world, step, model, **more):
    return Rig(world, macro(step), tools={"repairer": model}, **more)


def test_a_model_is_asked_for_the_step_that_no_longer_matches_only():
    world = World([thing("B", 2), C])
    model = Model(shown(C))
    rig = Rig(world, macro(ASK, click("B")), tools={"repairer": model})
    assert rig.run().outcome is Outcome.DONE
    assert world.pressed == ["C", "B"]
    assert [w.target.name for w in model.asked] == ["A"]
    assert "is not there" in model.asked[0].why
    assert [s.rung for s in rig.report.steps] == ["model", "tree"]
    assert rig.report.steps[0].handled == ("asked the model",)
    assert rig.report.model_calls == 1
    assert rig.policy.repairs[0].found.rung == "model"


def test_what_the_model_shows_is_approved_as_any_step_and_says_who_found_it():
    asked = FakeConfirmer()
    rig_of(World([C]), ASK, Model(shown(C)), confirmer=asked).run()
    assert asked.asked[0][0].evidence == "found by the model"


def usual(*steps):
    """Return a macro that says nothing of mismatches."""
    return macro(*steps, on_mismatch=grammar.Macro(deskhand=1, name="x").on_mismatch)


def test_a_macro_that_says_nothing_asks_a_loaded_model_for_the_step_that_no_longer_matches():
    world, model = World([thing("B", 2), C]), Model(shown(C))
    rig = Rig(world, usual(click("A"), click("B")), tools={"repairer": model})
    assert rig.run().outcome is Outcome.DONE
    assert (world.pressed, len(model.asked)) == (["C", "B"], 1)


def test_a_clean_replay_of_a_macro_that_says_nothing_asks_no_model():
    model = Model(shown(C))
    rig = Rig(World([thing("A", 0), C]), usual(click("A")), tools={"repairer": model})
    assert rig.run().outcome is Outcome.DONE
    assert (model.asked, rig.report.model_calls) == ([], 0)


@pytest.mark.parametrize("model", [None, Model(shown(C), is_there=False)])
def test_without_a_loaded_model_a_macro_that_says_nothing_asks_me_at_once_and_names_none(model):
    worlds = [World([C]), World([C])]
    said, waited_s = [], []
    for world, steps in zip(
        worlds, (macro(click("A"), on_mismatch="ask_me"), usual(click("A"))), strict=True
    ):
        asked = FakeConfirmer(choices=[None])
        rig = Rig(world, steps, confirmer=asked, tools={"repairer": model})
        rig.run()
        said += [question.text for question in asked.questions]
        waited_s.append(rig.clock.now_s())
        assert (world.sent, rig.report.model_calls) == ([], 0)
    assert said[0] == said[1]
    assert "odel" not in said[1]
    assert waited_s[0] == waited_s[1]
    assert model is None or model.asked == []


@pytest.mark.parametrize(
    "step",
    [
        click("A", risk="effect"),
        grammar.Type(id="t", text="${secret:mail}", target=Target(name="A")),
    ],
)
def test_a_macro_that_says_nothing_says_nothing_of_a_model_that_was_not_asked(step):
    model, asked = Model(shown(C)), FakeConfirmer(choices=[None])
    Rig(World([C]), usual(step), confirmer=asked, tools={"repairer": model}).run()
    assert model.asked == []
    assert "odel" not in asked.questions[0].text


def test_a_model_that_is_loaded_while_the_question_is_up_is_asked_at_the_next_look():
    world, model = World([C]), Model(shown(C), is_there=False)

    class Loads(FakeConfirmer):
        def choose(self, question, observation, stop):
            model.is_there = True
            return super().choose(question, observation, stop)

    Rig(world, usual(click("A")), confirmer=Loads(choices=[1]), tools={"repairer": model}).run()
    assert (world.pressed, len(model.asked)) == (["C"], 1)


def test_a_clean_replay_asks_no_model():
    model = Model(shown(C))
    rig_of(World([thing("A", 0), C]), ASK, model).run()
    assert model.asked == []


@pytest.mark.parametrize("answer", [NoAnswer("It sees no such button."), None])
def test_where_no_model_knows_the_user_is_asked_and_told_so(answer):
    world, asked = World([thing("B", 2)]), FakeConfirmer(choices=[3])
    model = Model(answer) if answer is not None else None
    rig_of(world, ASK, model, confirmer=asked).run()
    (question,) = asked.questions
    said = "It sees no such button" if model else "No model is loaded that could be asked"
    assert said in question.text
    assert world.sent == []


def test_without_model_and_user_the_run_stops():
    rig = Rig(World([]), macro(ASK), tools={"is_attended": False})
    ended = rig.run()
    assert ended.outcome is Outcome.NOT_FOUND
    assert "No model is loaded" in ended.message


@pytest.mark.parametrize("risk", ["effect", "irreversible"])
def test_a_risky_step_is_never_given_to_the_model(risk):
    model = Model(shown(C))
    step = click("A", on_mismatch="ask_model", risk=risk)
    rig = rig_of(World([C]), step, model)
    assert rig.run().outcome is Outcome.NOT_FOUND
    assert (model.asked, rig.world.sent) == ([], [])


def test_a_secret_is_never_typed_where_a_model_says():
    field = thing("F", 6, role="field")
    model = Model(shown(field))
    step = grammar.Type(
        id="t", text="${secret:mail}", target=Target(name="P"), on_mismatch="ask_model"
    )
    rig = rig_of(World([field]), step, model)
    rig.run()
    assert (model.asked, rig.world.sent) == ([], [])


@pytest.mark.parametrize(("level", "is_pressed"), [(RiskLevel.R1, True), (RiskLevel.R2, False)])
def test_what_has_an_effect_is_not_done_where_the_model_alone_found_it(level, is_pressed):
    tools = {"repairer": Model(shown(C)), "assess": lambda proposal, seen: level}
    world, asked = World([C]), FakeConfirmer(choices=[None])
    Rig(world, macro(ASK), tools=tools, confirmer=asked).run()
    assert bool(world.sent) is is_pressed
    if not is_pressed:
        assert "found by the model alone" in asked.questions[0].text
        assert asked.questions[0].candidates[0].name == "C"


BESIDE = replace(FORM, window_id=2, title="Other", app="other", pid=9, is_active=False)
ROW = [thing("Ada", 0, role="cell"), thing("Bob", 4, role="cell")]
WRONG = {
    "another program's window": (
        World([C], windows=(BESIDE, FORM)),
        click("A", on_mismatch="ask_model"),
        shown(C),
    ),
    "another row": (
        World([*ROW, thing("Open", 5)]),
        grammar.Click(id="c", target=Target(name="Delete", row=("Ada",)), on_mismatch="ask_model"),
        shown(thing("Open", 5)),
    ),
    "another group": (
        World([thing("C", 6), thing("Panel B", 7, role="group")]),
        grammar.Click(id="c", target=Target(name="A", within="Panel A"), on_mismatch="ask_model"),
        shown(C, element=replace(C.element(), parent_name="Panel B")),
    ),
    "a button to type into": (
        World([C]),
        grammar.Type(id="t", text="x", target=Target(name="P"), on_mismatch="ask_model"),
        shown(C),
    ),
    "beside a dialog": (
        World([C, thing("Sure?", 9, role="dialog", states=frozenset({"modal", "showing"}))]),
        ASK,
        shown(C),
    ),
}


@pytest.mark.parametrize("case", WRONG.values(), ids=WRONG)
def test_an_answer_that_leaves_the_steps_own_place_is_not_taken(case):
    world, step, answer = case
    model, asked = Model(answer), FakeConfirmer(choices=[None])
    rig_of(world, step, model, confirmer=asked).run()
    assert world.sent == []
    assert len(model.asked) == 1
    assert "The model's answer was not taken" in asked.questions[0].text


def test_an_answer_in_the_right_row_is_taken():
    open_ada = thing("Open", 1)
    world = World([*ROW, open_ada])
    step = grammar.Click(
        id="c", target=Target(name="Delete", row=("Ada",)), on_mismatch="ask_model"
    )
    rig_of(world, step, Model(shown(open_ada))).run()
    assert world.pressed == ["Open"]


def test_a_model_is_asked_twice_at_most():
    model = Model(NoAnswer("No idea."))
    asked = FakeConfirmer(choices=[1, 1, 1, None])
    rig_of(World([]), ASK, model, confirmer=asked).run()
    assert len(model.asked) == 2
    assert "asked 2 times" in asked.questions[-1].text


def test_a_stop_ends_the_question_to_the_model():
    rig = None

    class Slow(Model):
        def repair(self, wanted, observation, stop):
            rig.stop.stop("kill_key")
            return super().repair(wanted, observation, stop)

    rig = rig_of(World([C]), ASK, Slow(shown(C)))
    assert rig.run().outcome is Outcome.STOPPED
    assert rig.world.sent == []


class Thinking(Model):
    """Lets something happen while it thinks for the first time."""

    def __init__(self, answer, happen):
        super().__init__(answer)
        self.happen = happen

    def repair(self, wanted, observation, stop):
        answer = super().repair(wanted, observation, stop)
        if len(self.asked) == 1:
            self.happen()
        return answer


def test_what_came_while_the_model_thought_is_not_pressed_in_its_place():
    world = World([C])
    model = Thinking(shown(C), lambda: world.things.__setitem__(0, thing("D", 6)))
    asked = FakeConfirmer(choices=[None])
    rig_of(world, ASK, model, confirmer=asked).run()
    assert "D" not in world.pressed


def test_what_moves_beside_the_place_is_no_reason_to_forget_it():
    world = World([C, thing("Clock", 20)])
    model = Thinking(shown(C), lambda: world.things.__setitem__(1, thing("Later", 20)))
    rig_of(world, ASK, model).run()
    assert (world.pressed, len(model.asked)) == (["C"], 1)


def test_a_model_does_not_choose_between_equals():
    first, second = thing("A", 0), thing("A", 9)
    model, asked = Model(shown(second)), FakeConfirmer(choices=[None])
    world = World([first, second])
    rig_of(world, ASK, model, confirmer=asked).run()
    assert (model.asked, world.sent) == ([], [])
    assert "does not choose between equals" in asked.questions[0].text


def test_a_place_that_the_user_corrected_is_no_repair():
    def correct(proposal, risk):
        other = Click(Aim(ScreenPoint(100, 100)))
        return Confirmation("edited", "user", action=other)

    rig = rig_of(World([C]), ASK, Model(shown(C)), confirmer=FakeConfirmer([correct]))
    rig.run()
    assert rig.world.sent
    assert rig.policy.repairs == []
