"""One step in the real loop: in order, waited for, checked, asked about, and stopped where it must."""

from dataclasses import replace

import msgspec
import pytest

from automation.core.actions import Aim, Hotkey, Shown, Write
from automation.core.actions import Click as ClickAction
from automation.core.events import Working
from automation.core.proposal import (
    Confirmation,
    Execution,
    Outcome,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
)
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from automation.macros.found import Missed
from automation.macros.macro import Shows, Target, Until
from automation.macros.play.conditions import Sight
from automation.macros.play.linking import Source, link
from automation.macros.play.mismatch import GiveUp
from automation.macros.play.policy import most_actions
from automation.macros.play.program import Place
from automation.macros.play.report import Report
from automation.macros.play.step_context import PlayServices, StepContext
from automation.macros.play.step_machine import StepRun
from automation.macros.play.values import Scope, Table
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.macro_world import (
    FORM,
    LADDER,
    NoImages,
    Rig,
    World,
    WorldFinder,
    WorldReader,
    click,
    macro,
    thing,
)

CHANGED = Receipt("not_seen", "something else")


def shows(text, **more):
    return grammar.Shows(text=text, **more)


def test_steps_run_in_their_order_and_the_report_tells_each():
    world = World([thing("A", 0), thing("B", 5)])
    rig = Rig(world, macro(click("A"), click("B"), click("A", "again")))
    assert rig.run().outcome is Outcome.DONE
    assert world.pressed == ["A", "B", "A"]
    assert rig.states() == [("click-a", 0, "done"), ("click-b", 0, "done"), ("again", 0, "done")]
    assert [s.rung for s in rig.report.steps] == ["tree"] * 3
    assert [s.n for s in rig.report.steps] == [1, 2, 3]
    assert rig.report.is_green


def test_a_step_that_is_off_is_left_out_and_kept_apart_from_skipped():
    world = World([thing("A", 0)])
    rig = Rig(world, macro(click("B", off=True), click("A")))
    assert rig.run().outcome is Outcome.DONE
    assert rig.states() == [("click-a", 0, "done")]


def test_a_target_that_comes_late_is_waited_for_with_a_countdown():
    def later(world):
        if world.looks == 6:
            world.things.append(thing("A", 3))

    world = World([], on_look=later)
    rig = Rig(world, macro(click("A")))
    assert rig.run().outcome is Outcome.DONE
    assert world.pressed == ["A"]
    notes = [e.note for e in rig.events if isinstance(e, Working) and "s left" in e.note]
    assert notes[0].startswith("Waiting, 10 s left")
    assert max(rig.clock.waited) <= 0.25


def test_a_target_that_never_comes_ends_the_run_and_names_the_step():
    rig = Rig(World([]), macro(click("A")))
    ended = rig.run()
    assert ended.outcome is Outcome.NOT_FOUND
    assert "click-a" in ended.message
    assert rig.world.sent == []
    assert sum(rig.clock.waited) == pytest.approx(10.0)
    assert rig.states() == [("click-a", 0, "failed")]


def test_two_equal_targets_stop_without_a_press():
    rig = Rig(World([thing("A", 0), thing("A", 9)]), macro(click("A")))
    assert rig.run().outcome is Outcome.AMBIGUOUS
    assert rig.world.sent == []


def test_what_was_found_on_an_unsettled_look_is_looked_at_settled_before_it_is_pressed():
    looked = []

    class Seen(World):
        def observe(self, stop, *, is_brief=False):
            seen = super().observe(stop)
            looked[-1] = "settled"
            return seen

        def observe_now(self):
            looked.append("glance")
            return super().observe_now()

        def carry_out(self, action):
            looked.append("press")
            super().carry_out(action)

    def later(world):
        if world.looks == 4:
            world.things.append(thing("A", 3))

    world = Seen([], on_look=later)
    Rig(world, macro(click("A"))).run()
    press = looked.index("press")
    assert looked[press - 3 : press] == ["glance", "settled", "glance"], (
        "the last one is the loop's"
    )


def test_the_recorded_effect_is_waited_for_and_the_step_is_not_sent_again():
    def effect(world):
        if world.looks == 9:
            world.things.append(thing("Saved", 7, role="label"))

    expect = Until(condition=shows("Saved"), within_s=30.0)
    world = World([thing("A", 0)], on_look=effect)
    rig = Rig(world, macro(click("A", expect=expect)))
    assert rig.run().outcome is Outcome.DONE
    assert world.pressed == ["A"]
    assert rig.report.steps[0].effect == "seen"


@pytest.mark.parametrize(
    ("mode", "outcome", "state"),
    [
        ("stop", Outcome.UNVERIFIED, "failed"),
        ("skip", Outcome.PARTIAL, "done"),
        ("retry", Outcome.UNVERIFIED, "failed"),
        ("ask_me", Outcome.UNVERIFIED, "failed"),
        ("ask_model", Outcome.UNVERIFIED, "failed"),
    ],
)
def test_an_effect_that_does_not_come_never_sends_the_step_again(mode, outcome, state):
    expect = Until(condition=shows("Saved"), within_s=1.0)
    world = World([thing("A", 0)])
    rig = Rig(world, macro(click("A", expect=expect, on_mismatch=mode)))
    assert rig.run().outcome is outcome
    assert world.pressed == ["A"]
    assert rig.report.steps == () or rig.report.steps[0].effect == "not seen"


def test_an_effect_that_was_seen_stands_for_a_receipt_that_was_not_confirmed():
    def saved(world, action):
        world.things.append(thing("Saved", 7, role="label"))

    expect = Until(condition=shows("Saved"))
    world = World([thing("A", 0)], on_action=saved)
    rig = Rig(world, macro(click("A", expect=expect)), receipts=[CHANGED])
    assert rig.run().outcome is Outcome.DONE
    assert isinstance(rig.log.records[-1].action, Shown)


def test_without_a_recorded_effect_an_unseen_one_is_not_called_done():
    rig = Rig(World([thing("A", 0)]), macro(click("A")), receipts=[CHANGED])
    assert rig.run().outcome is Outcome.UNVERIFIED


def test_retry_backs_off_and_then_stops():
    rig = Rig(World([]), macro(click("A", on_mismatch="retry")))
    assert rig.run().outcome is Outcome.NOT_FOUND
    assert rig.report.steps[0].handled == ("retry 1", "retry 2", "retry 3", "stop")
    assert [s for s in rig.clock.waited if s >= 1.0] == [1.0, 2.0, 4.0]


def test_skip_goes_on_and_tells_so():
    world = World([thing("B", 2)])
    rig = Rig(world, macro(click("A", on_mismatch="skip"), click("B")))
    ended = rig.run()
    assert ended.outcome is Outcome.DONE
    assert "1 step was left out: Click “A” (click-a)" in ended.message
    assert world.pressed == ["B"]
    assert rig.states() == [("click-a", 0, "skipped"), ("click-b", 0, "done")]
    assert not rig.report.is_green


def test_asking_me_presses_what_i_chose_and_offers_to_keep_it():
    world = World([thing("A", 0), thing("A", 9)])
    asked = FakeConfirmer(choices=[2])
    rig = Rig(world, macro(click("A", on_mismatch="ask_me")), confirmer=asked)
    assert rig.run().outcome is Outcome.DONE
    assert world.sent[0].at.point == thing("A", 9).box.center
    assert rig.report.steps[0].rung == "user"
    (repair,) = rig.policy.repairs
    assert repair.step_id == "click-a"
    assert repair.picture.rect.contains(repair.found.point)


def test_the_report_tells_which_rungs_did_not_find_it_and_why():
    world = World([thing("A", 0, rung="text"), thing("B", 9)])
    rig = Rig(world, macro(click("A"), click("B"), click("C")))
    rig.run()
    lower, first, missing = rig.report.steps
    assert [(one.rung, one.why, one.ms) for one in lower.tried] == [
        ("tree", "nothing by tree", 2.0),
        ("image_near", "nothing by image_near", 2.0),
        ("image", "nothing by image", 2.0),
    ]
    assert first.tried == ()
    assert [one.rung for one in missing.tried] == list(LADDER)
    assert msgspec.json.decode(msgspec.json.encode(rig.report), type=Report) == rig.report


def test_a_place_that_the_user_corrected_is_told_as_tried():
    world = World([thing("A", 0), thing("B", 9)])

    def correct(proposal, _risk):
        other = ClickAction(Aim(thing("B", 9).box.center))
        return Confirmation("edited", "user", action=other)

    rig = Rig(world, macro(click("A")), confirmer=FakeConfirmer([correct]))
    rig.run()
    (step,) = rig.report.steps
    assert step.rung == "user"
    assert [(one.rung, one.why) for one in step.tried] == [("tree", "you corrected it")]


def test_answers_that_are_nothing_on_the_screen_are_understood():
    for number, outcome, pressed in (
        (1, Outcome.NOT_FOUND, []),
        (2, Outcome.DONE, ["B"]),
        (3, Outcome.STOPPED, []),
    ):
        world = World([thing("B", 2)])
        asked = FakeConfirmer(choices=[number])
        rig = Rig(world, macro(click("A", on_mismatch="ask_me"), click("B")), confirmer=asked)
        assert rig.run().outcome is outcome
        assert world.pressed == pressed


def test_nobody_to_ask_is_a_stop():
    rig = Rig(World([]), macro(click("A", on_mismatch="ask_me")), tools={"is_attended": False})
    assert rig.run().outcome is Outcome.NOT_FOUND
    assert rig.confirmer.questions == []


@pytest.mark.parametrize(
    ("risk", "rung", "is_pressed"),
    [
        ("", "landmarks", True),
        ("effect", "image_near", True),
        ("effect", "image", False),
        ("irreversible", "tree", True),
        ("irreversible", "image_near", False),
    ],
)
def test_a_risky_step_never_uses_the_lower_rungs(risk, rung, is_pressed):
    world = World([thing("A", 0, rung=rung)])
    rig = Rig(world, macro(click("A", risk=risk)))
    rig.run()
    assert bool(world.sent) is is_pressed


@pytest.mark.parametrize(("rung", "is_pressed"), [("tree", True), ("image_near", False)])
def test_what_the_rules_call_hard_to_undo_is_only_pressed_by_its_name(rung, is_pressed):
    world = World([thing("A", 0, rung=rung)])
    rig = Rig(world, macro(click("A")), tools={"assess": lambda proposal, seen: RiskLevel.R3})
    rig.run()
    assert bool(world.sent) is is_pressed


def test_a_macro_raises_the_risk_of_a_step_and_an_untrusted_one_of_every_step():
    world = World([thing("A", 0), thing("B", 2)])
    asked = FakeConfirmer()
    Rig(world, macro(click("A", risk="irreversible"), click("B")), confirmer=asked).run()
    assert [proposal.raised_risk for proposal, _ in asked.asked] == [RiskLevel.R3, RiskLevel.R0]
    asked = FakeConfirmer()
    rig = Rig(world, macro(click("A"), click("B")), confirmer=asked, tools={"is_trusted": False})
    rig.run()
    assert [risk.level for _, risk in asked.asked] == [RiskLevel.R3, RiskLevel.R3]
    assert "not trusted" in asked.asked[0][0].evidence


def test_the_stop_token_ends_a_wait_at_once():
    stop = StopToken()

    def stop_it(world):
        if world.looks == 4:
            stop.stop("kill_key")

    rig = Rig(World([], on_look=stop_it), macro(click("A"), click("B")), stop=stop)
    assert rig.run().outcome is Outcome.STOPPED
    assert rig.world.looks == 4


def test_recorded_pauses_count_below_full_speed_and_are_the_most_that_is_waited():
    slow = Rig(
        World([thing("A", 0)]),
        macro(click("A"), click("A", "b", pause_s=4.0)),
        tools={"speed": 2.0},
    )
    slow.run()
    assert sum(slow.clock.waited) == pytest.approx(2.0)
    fast = Rig(World([thing("A", 0)]), macro(click("A"), click("A", "b", pause_s=4.0)))
    fast.run()
    assert sum(fast.clock.waited) == 0


def test_typed_values_go_in_as_data_and_a_line_break_into_one_line_is_refused():
    step = grammar.Type(id="t", text="{{x}}", target=Target(name="F"), replace=True)
    params = {"x": grammar.Param()}
    field = thing("F", 1, role="field")
    rig = Rig(World([field]), macro(step, params=params), scope=Scope({"x": "{{x}} ${secret:a}"}))
    rig.run()
    (written,) = [a for a in rig.world.sent if isinstance(a, Write)]
    assert written.text == "{{x}} $${secret:a}"
    for value in ("a\nb", "a\tb"):
        rig = Rig(World([field]), macro(step, params=params), scope=Scope({"x": value}))
        assert rig.run().outcome is Outcome.FAILED
        assert rig.world.sent == []
    long = replace(field, states=field.states | {"multi_line"})
    rig = Rig(World([long]), macro(step, params=params), scope=Scope({"x": "a\nb"}))
    rig.run()
    assert len(rig.world.sent) == 1


@pytest.mark.parametrize(
    ("role", "states", "replaces", "is_pressed"),
    [
        ("field", {"focused"}, False, False),
        ("field", {"focused", "multi_line"}, False, False),
        ("field", set(), False, True),
        ("field", {"focused"}, True, True),
        ("combo", set(), False, True),
    ],
)
def test_a_field_that_has_the_keyboard_is_not_pressed_again(role, states, replaces, is_pressed):
    step = grammar.Type(id="t", text="Ada", target=Target(name="F"), replace=replaces)
    field = thing("F", 1, role=role)
    rig = Rig(World([replace(field, states=field.states | states)]), macro(step))
    rig.run()
    (written,) = [a for a in rig.world.sent if isinstance(a, Write)]
    assert (written.at is not None) == is_pressed


def test_keys_go_only_where_the_keyboard_was():
    step = grammar.Keys(id="k", keys=("ctrl", "s"), target=Target(name="F"))
    field = thing("F", 1, role="field")

    def focus(world, action):
        if isinstance(action, ClickAction):
            world.things = [replace(field, states=field.states | {"focused"})]

    rig = Rig(World([field], on_action=focus), macro(step))
    assert rig.run().outcome is Outcome.DONE
    assert [type(a) for a in rig.world.sent] == [ClickAction, Hotkey]
    button = thing("F", 1)
    rig = Rig(World([button]), macro(step))
    assert rig.run().outcome is Outcome.NOT_FOUND
    assert rig.world.sent == []


def test_what_has_the_keyboard_instead_is_told_by_its_place_where_it_has_no_name():
    step = grammar.Keys(id="k", keys=("ctrl", "s"), target=Target(name="F"))
    held = thing("", 3, role="button")
    held = replace(held, states=held.states | {"focused"})
    ended = Rig(World([thing("F", 1), held]), macro(step)).run()
    assert "the button without a name at" in ended.message
    assert "“”" not in ended.message


def test_a_field_of_which_nobody_tells_whether_it_has_the_keyboard_is_pressed_once_for_keys():
    step = grammar.Keys(id="k", keys=("ctrl", "s"), target=Target(name="F"))
    rig = Rig(World([thing("F", 1, role="field")]), macro(step))
    assert rig.run().outcome is Outcome.DONE
    assert [type(a) for a in rig.world.sent] == [ClickAction, Hotkey]


def test_a_step_that_was_cut_short_is_not_done_again_unasked():

    world = World([thing("A", 0), thing("B", 2)])
    policy_steps = macro(click("A", on_mismatch="retry"), click("B"))
    place = Place(policy_steps.steps[0], Scope(), Source(policy_steps, NoImages()))
    tools = PlayServices(WorldFinder(world), WorldReader(world), FakeClock())
    run = StepRun(place, tools)
    reader = WorldReader(world)
    moment = StepContext(Sight(world.observe_now(), reader), True, StopToken())
    proposal = run.decide(moment)
    cut = StepRecord(
        1, proposal, Risk(RiskLevel.R1), Confirmation("accepted", "user"), proposal.intent, None,
        Execution(1, 1.0, completed=False, cause="user_active", note="you moved the mouse"),
    )  # fmt: skip
    run.on_record(cut)
    end = run.decide(moment)
    assert isinstance(end, GiveUp)
    assert not end.is_skipped
    nothing_sent = replace(
        cut, execution=Execution(0, 1.0, completed=False, cause="user_active", note="x")
    )
    run = StepRun(place, tools)
    run.decide(moment)
    run.on_record(nothing_sent)
    assert run.decide(moment) == proposal


def test_a_dry_run_sends_nothing_and_says_what_it_cannot_know():
    world = World([thing("A", 0)])
    rig = Rig(world, macro(click("A"), click("B"), click("C")))
    rig.confirmer = FakeConfirmer([Confirmation("dry_run", "rule:dry_run")])
    ended = rig.run(approve="dry-run")
    assert world.sent == []
    assert ended.outcome is Outcome.DONE
    assert "not on the screen yet: Click “B”. Then Click “C”." in ended.message


@pytest.mark.parametrize("rivals", [1, 2], ids=["too low", "several"])
def test_a_dry_run_does_not_call_missing_what_is_there_and_may_not_be_pressed(rivals):
    there = [thing("B", at, rung="landmarks") for at in range(3, 3 + rivals)]
    world = World([thing("A", 0), *there])
    steps = click("A"), click("B", risk="irreversible"), click("C")
    rig = Rig(world, macro(*steps))
    rig.confirmer = FakeConfirmer([Confirmation("dry_run", "rule:dry_run")])
    ended = rig.run(approve="dry-run")
    assert world.sent == []
    assert "not on the screen yet" not in ended.message
    why = "“B” is only found too low" if rivals == 1 else "2 are called “B”"
    assert f"{why}. What follows: Click “B”. Then Click “C”." in ended.message


def test_rows_are_done_one_by_one_and_a_failed_one_stops_or_goes_on():
    steps = (grammar.ForEach(id="rows", steps=(click("{{c}}", "each"), click("Z"))),)
    table = Table(("c",), (("A",), ("Q",), ("B",)))
    for choice, pressed, outcome in (
        ("stop", ["A", "Z"], Outcome.NOT_FOUND),
        ("next", ["A", "Z", "B", "Z"], Outcome.PARTIAL),
    ):
        world = World([thing("A", 0), thing("B", 2), thing("Z", 4)])
        rig = Rig(
            world, macro(*steps, columns=("c",)), table=table, play={"on_row_failure": choice}
        )
        ended = rig.run()
        assert (world.pressed, ended.outcome) == (pressed, outcome)
        assert rig.report.resume_row == 2
        assert [(r.row, r.state) for r in rig.report.rows][:2] == [(1, "done"), (2, "failed")]
    assert "1 row failed: 2" in ended.message


def test_a_run_is_resumed_at_a_row():
    steps = (click("S"), grammar.ForEach(id="rows", steps=(click("{{c}}", "each"),)))
    table = Table(("c",), (("A",), ("Q",), ("B",)))
    world = World([thing("A", 0), thing("B", 2), thing("S", 4)])
    rig = Rig(world, macro(*steps, columns=("c",)), table=table, play={"first_row": 3})
    assert rig.run().outcome is Outcome.DONE
    assert world.pressed == ["S", "B"]


def test_a_breakpoint_asks_where_breakpoints_are_heeded():
    world = World([thing("A", 0)])
    asked = FakeConfirmer(choices=[1])
    step = click("A", breakpoint=True)
    Rig(world, macro(step), confirmer=asked, tools={"breaks": True}).run()
    assert len(asked.questions) == 1
    assert world.pressed == ["A"]
    asked = FakeConfirmer(choices=[2])
    rig = Rig(World([thing("A", 0)]), macro(step), confirmer=asked, tools={"breaks": True})
    assert rig.run().outcome is Outcome.STOPPED
    assert rig.world.sent == []


def test_a_question_of_the_macro_needs_a_yes():
    ask = grammar.AskMe(id="q", question="Is the printer on?")
    for number, outcome in ((1, Outcome.DONE), (2, Outcome.STOPPED), (None, Outcome.BLOCKED)):
        rig = Rig(
            World([thing("A", 0)]),
            macro(ask, click("A")),
            confirmer=FakeConfirmer(choices=[number]),
        )
        assert rig.run().outcome is outcome


def test_a_place_that_was_shown_is_forgotten_when_the_screen_has_changed():
    """The proposal expired, and what was chosen lies elsewhere by then: it is asked about anew."""
    world = World([thing("A", 0), thing("A", 9)])

    def move(proposal, risk):
        world.things = [thing("A", 0), thing("A", 9), thing("B", 20)]
        world.things[1] = thing("C", 9)
        return Confirmation("expired", "user")

    asked = FakeConfirmer([move], choices=[2])
    rig = Rig(world, macro(click("A", on_mismatch="ask_me")), confirmer=asked)
    assert rig.run().outcome is Outcome.DONE
    assert world.pressed == ["A"]
    assert world.sent[0].at.point == thing("A", 0).box.center


def test_the_report_of_a_failed_step_does_not_repeat_what_was_typed():
    step = grammar.Type(id="t", text="{{x}}", target=Target(name="F"))
    rig = Rig(
        World([]), macro(step, params={"x": grammar.Param()}), scope=Scope({"x": "very private"})
    )
    ended = rig.run()
    assert "very private" in ended.message
    assert "very private" not in str(rig.report.steps)


def test_what_a_run_may_come_to_is_bounded_by_its_blocks_and_rows():
    repeat = grammar.Repeat(id="r", times=5, steps=(click("A"), click("B", off=True)))
    rows = grammar.ForEach(id="f", steps=(repeat, click("C")))
    linked = link(Source(macro(rows, click("D")), NoImages()), lambda name: None)
    assert most_actions(linked, 10) == 4 * (10 * 2 + 1)
    huge = grammar.Repeat(id="huge", times=100_000, steps=(repeat,))
    assert most_actions(link(Source(macro(huge), NoImages()), lambda name: None), 1) == 4


def test_of_several_windows_the_one_that_was_chosen_is_switched_to():
    front = replace(FORM, title="Front")
    two = [replace(FORM, window_id=n, title="Editor", is_active=False) for n in (2, 3)]
    step = grammar.Window(
        id="w", op="activate", title="Editor", on_mismatch="ask_me", risk="effect"
    )
    world = World([], windows=(front, *two))
    asked = FakeConfirmer(choices=[2])
    rig = Rig(world, macro(step), confirmer=asked)
    assert rig.run().outcome is Outcome.DONE
    assert [action.window_id for action in world.sent] == [3]
    assert asked.asked[0][0].raised_risk is RiskLevel.R2
    nobody = Rig(World([], windows=(front, *two)), macro(step), tools={"is_attended": False})
    assert nobody.run().outcome is Outcome.AMBIGUOUS
    already = Rig(World([], windows=(replace(FORM, title="Editor"),)), macro(step))
    already.run()
    assert already.world.sent == []
    assert already.states() == [("w", 0, "done")]


def test_a_search_that_takes_long_leaves_the_machine_as_long_to_others():
    rig = Rig(World([]), macro(click("A")))

    class Slow(WorldFinder):
        def find(self, *arguments, **options):
            rig.clock.advance(1.5)
            return super().find(*arguments, **options)

    rig.finder_type = Slow
    rig.run()
    assert next(s for s in rig.clock.waited if s) == pytest.approx(1.5)


def rig_at(speed, *steps, **more):
    world = World([thing("A", 0)])
    return Rig(world, macro(*steps), tools={"speed": speed}, **more)


def paused_s(speed, *steps):
    """Return what a play of these steps waits in all."""
    rig = rig_at(speed, *steps)
    assert rig.run().outcome is Outcome.DONE
    return sum(rig.clock.waited)


def second(**more):
    return click("A"), click("A", "b", **more)


@pytest.mark.parametrize(("speed", "breath_s"), [(0.1, 3.0), (0.25, 1.2), (0.5, 0.6), (0.75, 0.4)])
def test_below_recorded_pace_there_is_a_breath_before_each_step_that_acts(speed, breath_s):
    assert paused_s(speed, *second()) == pytest.approx(2 * breath_s)


@pytest.mark.parametrize("speed", [1.0, 1.5, 5.0, 10.0])
def test_at_the_recorded_pace_and_above_a_step_without_a_pause_is_not_held_up(speed):
    assert paused_s(speed, *second()) == 0
    assert paused_s(speed, *second(pause_s=0.1)) == pytest.approx(0.1 / speed if speed < 10 else 0)


@pytest.mark.parametrize(("pause_s", "waited_s"), [(0.2, 0.6), (2.0, 4.0), (60.0, 20.0)])
def test_the_longer_of_breath_and_recorded_pause_is_waited_not_both(pause_s, waited_s):
    assert paused_s(0.5, *second(pause_s=pause_s)) == pytest.approx(0.6 + waited_s)


def test_the_pause_of_the_first_step_does_not_count_and_its_breath_does():
    assert paused_s(0.5, click("A", pause_s=5.0)) == pytest.approx(0.6)
    assert paused_s(2.0, click("A", pause_s=5.0)) == 0


def test_a_breath_begins_where_the_step_before_it_ended():
    rests = grammar.Wait(id="w", seconds=1.0)
    assert paused_s(0.5, rests, click("A")) == pytest.approx(1.0 + 0.6)


def test_what_only_looks_or_waits_has_no_breath():
    looks = grammar.CheckThat(id="c", condition=grammar.Titled(title="Form"))
    assert paused_s(0.1, looks, grammar.Wait(id="w")) == 0
    paused = grammar.CheckThat(id="c", condition=grammar.Titled(title="Form"), pause_s=1.0)
    assert paused_s(0.5, grammar.Wait(id="w"), paused) == pytest.approx(2.0)


def test_a_breath_is_told_as_waiting_and_a_recorded_pause_as_such():
    rig = rig_at(0.1, *second(pause_s=1.0))
    rig.run()
    notes = [e.note for e in rig.events if isinstance(e, Working) and e.note.startswith("Waiting")]
    assert notes[0] == "Waiting, 3 s left: played slowly"
    assert notes[12] == "Waiting, 10 s left: as recorded"
    assert rig.policy.timer.used_ms(rig.clock.now_s()) == pytest.approx(0, abs=1)


def test_a_stop_ends_a_breath_at_the_look_at_which_it_comes():
    stop = StopToken()

    def stop_it(world):
        if world.looks == 4:
            stop.stop("kill_key")

    rig = rig_at(0.1, *second(), stop=stop)
    rig.world.on_look = stop_it
    assert rig.run().outcome is Outcome.STOPPED
    assert rig.world.sent == []
    assert sum(rig.clock.waited) < 1.0


def test_a_dry_run_has_no_breath():
    dry = Confirmation("dry_run", "rule:dry_run", reason="nothing is sent in a dry run")
    rig = rig_at(0.1, click("A"), confirmer=FakeConfirmer([dry]))
    rig.run(approve="dry-run")
    assert rig.clock.waited == []


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


def asked_by(step, *things, **tools):
    """Return the choices of the first question, by name."""
    human = FakeConfirmer(choices=[None])
    Rig(World(list(things)), macro(step), confirmer=human, tools=tools).run()
    return {one.name: one for one in human.questions[0].candidates}


@pytest.mark.parametrize(
    ("step", "tools"),
    [
        (grammar.AskMe(id="q", question="Is the printer on?"), {}),
        (click("A", breakpoint=True), {"breaks": True}),
        (click("Gone", on_mismatch="ask_me"), {}),
    ],
    ids=["question", "breakpoint", "mismatch"],
)
def test_answers_in_words_have_no_place(step, tools):
    choices = asked_by(step, thing("A", 0), **tools)
    assert len(choices) >= 2
    assert [one.name for one in choices.values() if one.has_place] == []


def test_beside_what_was_found_only_the_answers_have_no_place():
    one, other = thing("A", 0), thing("A", 4)
    human = FakeConfirmer(choices=[None])
    step = click("A", on_mismatch="ask_me")
    Rig(World([one, other]), macro(step), confirmer=human).run()
    choices = human.questions[0].candidates
    assert [c.box for c in choices if c.has_place] == [one.box, other.box]
    assert [c.name for c in choices if not c.has_place] == [
        "Look again", "Leave this step out", "Stop here",
    ]  # fmt: skip
