"""Every way in which a run goes and ends, with fakes behind every port."""

from dataclasses import replace

import pytest

from automation.agent.journal import AgentState
from automation.core.actions import (
    Aim,
    Answer,
    Ask,
    Click,
    Goal,
    Hotkey,
    Launch,
    Move,
    Plan,
    Shown,
    Wait,
    Write,
)
from automation.core.errors import Refused
from automation.core.events import Asked, Confirmed, Ended, Proposed, Started, Stepped, Working
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement, WindowInfo
from automation.core.proposal import (
    NOWHERE,
    Candidate,
    Confirmation,
    Execution,
    Finish,
    Outcome,
    Proposal,
    Question,
    Receipt,
    RiskLevel,
)
from automation.safety.rules import RuledConfirmer, Rules
from tests.fakes.fake_confirmer import ACCEPT, FakeConfirmer
from tests.fakes.fake_verifier import FakeVerifier
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.unit.agent.rig import (
    EDITOR,
    PAGE,
    Hands,
    ResumedAtOnce,
    Rig,
    SmallReader,
    SmallScreen,
    click,
    observation,
)

NOTHING = Receipt("not_seen", "nothing changed", code="unchanged")


def rig(*intents, name="commands", **parts):
    return Rig(ScriptedPolicy(proposing(*intents), name), **parts)


def question(outcome=Outcome.AMBIGUOUS):
    boxes = [Rect(10, 10, 20, 20), Rect(60, 10, 20, 20)]
    numbered = tuple(Candidate(n + 1, "Edit", "button", box) for n, box in enumerate(boxes))
    return Question("Two buttons are called Edit.", numbered, outcome)


def answering_policy(taken):
    """Ask once, then click what was chosen."""

    def line(history):
        if history.chosen is None:
            return question()
        taken.append(history.chosen)
        return Proposal(click(), sentence="Click Edit")

    return ScriptedPolicy([line])


# The ordinary way


def test_a_run_ends_done_when_every_effect_was_seen():
    r = rig(click(), Write("abc"))
    ended = r.run()
    assert (ended.outcome, ended.steps, ended.message) == (Outcome.DONE, 2, "Done.")
    assert [type(a) for a in r.hands.sent] == [Click, Write]
    assert r.loop.state is AgentState.DONE


def test_the_intent_is_written_before_the_step_is_sent_and_the_outcome_after():
    r = rig(click())
    order = []
    r.hands.on_execute = lambda stop: order.append(list(r.log.calls))
    r.run()
    assert order == [["intend"]]
    assert r.log.calls == ["intend", "append", "end"]


def test_the_events_tell_the_run_in_order():
    r = rig(click())
    r.run()
    told = [type(e) for e in r.events if not isinstance(e, Working)]
    assert told == [Started, Proposed, Confirmed, Stepped, Ended]


def test_the_picture_after_a_step_is_the_picture_before_the_next():
    shots = [observation(shade) for shade in (0, 50, 100)]
    r = rig(click(), click(60), screen=SmallScreen(*shots))
    r.run()
    first, second = r.log.records
    assert first.pictures.after == second.pictures.before != first.pictures.before
    assert r.screen.looks == 3


def test_the_executor_looks_at_the_target_before_the_user_is_asked():
    prepared = []
    r = rig(click())
    answer = lambda proposal, risk: prepared.extend(r.hands.prepared) or ACCEPT  # noqa: E731
    r.confirmer = FakeConfirmer([answer])
    r.run()
    assert prepared == ["nonce-0"]


def test_every_way_out_lets_everything_go():
    r = rig(click())
    r.run()
    assert r.hands.releases == 1


def test_the_overlay_picture_is_kept_with_the_step():
    shot = observation(200).frame
    r = rig(click(), confirmer=FakeConfirmer(overlay=shot))
    r.run()
    assert r.log.records[0].pictures.overlay == r.log.picture(shot)


def test_a_wait_waits_on_the_clock_and_sends_nothing():
    r = rig(Wait(3.0))
    assert r.run().outcome is Outcome.DONE
    assert r.clock.waited == [3.0]
    assert r.hands.sent == []
    assert r.log.records[0].receipt.detail == "waited 3 s"


def test_a_plan_is_shown_and_sends_nothing():
    r = rig(Plan((Goal("first"),)))
    assert r.run().outcome is Outcome.DONE
    assert r.hands.sent == []


def test_a_started_program_is_given_time_to_show_its_window():
    late = WindowInfo(9, "Calc", "galculator", 50, Rect(0, 0, 90, 90), is_active=True)
    shots = [observation(), *[observation(9)] * 4, observation(20, (late, EDITOR))]
    r = rig(Launch("galculator.desktop"), screen=SmallScreen(*shots))
    assert r.run().outcome is Outcome.DONE
    assert len(r.clock.waited) == 4


# Approval


def test_a_rejected_step_ends_a_run_of_commands():
    r = rig(
        click(), confirmer=FakeConfirmer([Confirmation("rejected", "user", reason="wrong row")])
    )
    ended = r.run()
    assert ended.outcome is Outcome.REJECTED
    assert ended.message == "You rejected it: wrong row. Nothing was sent."
    assert r.hands.sent == []
    assert r.log.records[0].confirmation.verdict == "rejected"


def test_a_model_may_try_something_else_after_a_rejection():
    r = rig(
        click(), click(90), name="holotron",
        confirmer=FakeConfirmer([Confirmation("rejected", "user")]),
    )  # fmt: skip
    assert r.run().outcome is Outcome.DONE
    assert [a.at.point.x for a in r.hands.sent] == [90]


def test_an_expired_card_is_asked_again_on_a_new_picture():
    r = rig(click(), confirmer=FakeConfirmer([Confirmation("expired", "user")]))
    assert r.run().outcome is Outcome.DONE
    assert len(r.policy.seen) == 3
    assert len(r.hands.sent) == 1


def test_a_card_is_asked_again_until_somebody_answers():
    r = rig(click(), confirmer=FakeConfirmer([Confirmation("expired", "user")] * 99))
    assert r.run().outcome is Outcome.DONE
    assert len(r.confirmer.asked) == 100
    assert len(r.hands.sent) == 1


def test_a_run_pauses_when_nobody_answers_ten_cards_in_a_row():
    expired, gate = Confirmation("expired", "user"), ResumedAtOnce()
    answers = [*[expired] * 9, ACCEPT, *[expired] * 25]
    r = rig(click(), click(90), confirmer=FakeConfirmer(answers), gate=gate)
    assert r.run().outcome is Outcome.DONE
    paused = [e.note for e in r.told(Working) if e.state == "paused"]
    assert paused == ["Paused, because nobody answered."] * 2
    assert len(r.hands.sent) == 2


def test_a_correction_is_prepared_and_sent_in_place_of_the_proposal():
    moved = click(80, 90)
    r = rig(click(), confirmer=FakeConfirmer([Confirmation("edited", "user", action=moved)]))
    assert r.run().outcome is Outcome.DONE
    assert r.hands.sent == [moved]
    assert r.log.records[0].action == moved
    assert r.log.records[0].point == ScreenPoint(80, 90)


def test_a_correction_that_is_riskier_is_asked_again():
    grave = Write("sudo rm -rf /")
    r = rig(Write("hello"), confirmer=FakeConfirmer([Confirmation("edited", "user", action=grave)]))
    r.run()
    assert [risk.level for _, risk in r.confirmer.asked] == [RiskLevel.R1, RiskLevel.R3]
    assert r.hands.sent == [grave]


def test_a_correction_onto_a_password_field_is_blocked_and_its_text_is_not_kept():
    secret = ScreenElement(
        "Password", "password", Rect(0, 0, 90, 20), "tree", frozenset({"secret"})
    )
    reader = SmallReader(focus=PAGE)

    def edit(proposal, risk):
        reader.focus = secret
        return Confirmation("edited", "user", action=Write("hunter2"))

    r = rig(
        Write("x"), reader=reader, confirmer=RuledConfirmer("ask", Rules(), FakeConfirmer([edit]))
    )
    ended = r.run()
    assert ended.outcome is Outcome.BLOCKED
    assert "hunter2" not in repr(r.log.records)
    assert r.hands.sent == []


def test_a_password_field_is_never_typed_into_and_the_text_is_never_told():
    secret = ScreenElement(
        "Password", "password", Rect(0, 0, 90, 20), "tree", frozenset({"secret"})
    )
    r = rig(
        Write("hunter2"), reader=SmallReader(focus=secret),
        confirmer=RuledConfirmer("auto", Rules()),
    )  # fmt: skip
    ended = r.run()
    assert ended.outcome is Outcome.BLOCKED
    assert ended.message == (
        "Not allowed: this is a password field. Type it yourself, then press Go on."
    )
    assert "hunter2" not in repr(r.events) + repr(r.log.records) + repr(r.log.intents)
    assert r.hands.prepared == {}


def test_our_own_window_is_refused_before_the_executor_is_asked():
    own = WindowInfo(1, "deskhand", "deskhand", 1, Rect(0, 0, 400, 300), is_own=True)
    r = rig(click(), screen=SmallScreen(observation(0, (own, EDITOR))), confirmer=FakeConfirmer())
    ended = r.run()
    assert ended.outcome is Outcome.BLOCKED
    assert "my own window" in ended.message
    assert r.hands.prepared == {}


def test_a_needed_person_who_is_not_there_blocks_and_never_hangs():
    r = rig(click(name="Send"), confirmer=RuledConfirmer("auto", Rules()))
    ended = r.run(approve="auto")
    assert ended.outcome is Outcome.BLOCKED
    assert "nobody is there to ask" in ended.message


def test_a_dry_run_shows_every_step_and_sends_none():
    r = rig(click(), Write("abc"), confirmer=RuledConfirmer("dry-run", Rules(), FakeConfirmer()))
    ended = r.run(approve="dry-run")
    assert (ended.outcome, ended.steps) == (Outcome.DONE, 2)
    assert ended.message == "Dry run: 2 steps were shown, nothing was sent."
    assert r.hands.prepared == {}
    assert r.log.intents == {}


def test_a_dry_run_that_cannot_look_further_says_why():
    end = Finish(Outcome.AMBIGUOUS, "Four buttons are called “Edit”.")
    asked = RuledConfirmer("dry-run", Rules(), FakeConfirmer())
    r = Rig(ScriptedPolicy([*proposing(click()), end]), confirmer=asked)
    ended = r.run(approve="dry-run")
    assert ended.outcome is Outcome.AMBIGUOUS
    assert ended.message == (
        "Dry run: 1 step was shown, nothing was sent. Four buttons are called “Edit”."
    )


# What went on while the card was read


def shades_compared(reading_s, thinking_s=0.0):
    """Return the shades of the pictures between which the effect of a click was looked for."""
    compared = []

    class Comparing(FakeVerifier):
        def receipt(self, action, proposal, before, after, pressed=None):
            compared.append((int(before.frame.pixels[0, 0, 0]), int(after.frame.pixels[0, 0, 0])))
            return super().receipt(action, proposal, before, after)

    def read(_proposal, _risk):
        r.clock.advance(reading_s)
        return ACCEPT

    def think(_history):
        r.clock.advance(thinking_s)
        return proposing(click())[0]

    screen = SmallScreen(observation(0), observation(50), observation(100))
    r = rig(screen=screen, confirmer=FakeConfirmer([read]), verifier=Comparing())
    r.policy = ScriptedPolicy([think])
    assert r.run().outcome is Outcome.DONE
    return compared


def test_what_changed_while_the_card_was_read_is_no_effect_of_the_click():
    assert shades_compared(reading_s=4.0) == [(50, 100)]


def test_what_changed_while_the_policy_thought_is_no_effect_of_the_click():
    assert shades_compared(reading_s=0.0, thinking_s=4.0) == [(50, 100)]


def test_an_answer_at_once_costs_no_further_look():
    assert shades_compared(reading_s=0.1) == [(0, 50)]


# The executor declines


@pytest.mark.parametrize("reason", ["changed", "expired", "used", "unknown_nonce"])
def test_a_stale_approval_is_asked_again_on_a_new_picture(reason):
    r = rig(click(), hands=Hands(refuse=[reason]))
    assert r.run().outcome is Outcome.DONE
    assert len(r.confirmer.asked) == 2
    assert len(r.hands.sent) == 1


def test_a_target_that_keeps_changing_ends_the_run_without_sending():
    r = rig(click(), hands=Hands(refuse=["changed"] * 9))
    ended = r.run()
    assert ended.outcome is Outcome.BLOCKED
    assert r.hands.sent == []
    assert len(r.confirmer.asked) == 4


def test_a_changed_target_takes_back_every_grant():
    human = FakeConfirmer([Confirmation("accepted", "user", allow_rest_in_app=True)])
    r = rig(click(), click(60), click(70), confirmer=RuledConfirmer("ask", Rules(), human))
    calls = []

    def change_at_the_second(stop):
        calls.append(stop)
        if len(calls) == 2:
            raise Refused("changed", "the picture at the target changed")

    r.hands.on_execute = change_at_the_second
    assert r.run().outcome is Outcome.DONE
    assert [proposal.intent.at.point.x for proposal, _ in human.asked] == [50, 60, 70]


@pytest.mark.parametrize(
    ("reason", "outcome"),
    [
        ("own_window", Outcome.BLOCKED),
        ("budget", Outcome.LIMIT),
        ("no_kill_key", Outcome.ENVIRONMENT),
        ("bad_target", Outcome.FAILED),
        ("unsupported", Outcome.FAILED),
        ("held_modifier", Outcome.STOPPED),
        ("stopped", Outcome.STOPPED),
        ("user_active", Outcome.STOPPED),
    ],
)
@pytest.mark.parametrize("where", ["refuse_prepare", "refuse"])
def test_a_refusal_ends_the_run_with_its_outcome(where, reason, outcome):
    r = rig(click(), hands=Hands(**{where: [reason] * 100}))
    assert r.run().outcome is outcome
    assert r.hands.sent == []


def test_a_sign_of_ours_that_is_on_its_way_aside_ends_no_run():
    r = rig(click(), hands=Hands(refuse_prepare=["own_window"] * 3))
    assert r.run().outcome is Outcome.DONE
    assert len(r.hands.sent) == 1


def test_a_dead_executor_ends_the_run():
    r = rig(click(), hands=Hands(is_gone=True))
    ended = r.run()
    assert ended.outcome is Outcome.FAILED
    assert ended.message == "The executor ended."
    assert r.log.outcome is Outcome.FAILED


@pytest.mark.parametrize(
    ("cause", "said"),
    [
        ("user_active", "Paused, because you moved the mouse."),
        ("locked", "Paused, because the screen was locked."),
    ],
)
def test_an_action_cut_short_by_the_user_pauses_the_run_until_it_is_resumed(cause, said):
    r = rig(
        Write("abc"), Write("def"), gate=ResumedAtOnce(),
        hands=Hands(results=[Execution(1, 1.0, completed=False, cause=cause, note="moved")]),
    )  # fmt: skip
    ended = r.run()
    assert said in [e.note for e in r.told(Working) if e.state == "paused"]
    assert ended.outcome is Outcome.UNVERIFIED
    assert len(r.hands.sent) == 2


def test_an_action_that_was_cut_short_and_then_done_anew_is_done():
    r = rig(
        Write("abc"), Write("abc", overwrite=True), gate=ResumedAtOnce(),
        hands=Hands(results=[Execution(1, 1.0, completed=False, cause="user_active", note="moved")]),
    )  # fmt: skip
    assert r.run().outcome is Outcome.DONE


@pytest.mark.parametrize("before", ["", "user_active: "], ids=["now", "older versions"])
def test_the_receipt_of_an_action_cut_short_is_a_sentence_without_our_own_word(before):
    note = f"{before}you used the mouse or the keyboard"
    r = rig(
        Write("abc"), gate=ResumedAtOnce(),
        hands=Hands(results=[Execution(1, 1.0, completed=False, cause="user_active", note=note)]),
    )  # fmt: skip
    r.run()
    detail = "you used the mouse or the keyboard; 0 of 3 characters were typed"
    assert r.log.records[0].receipt.detail == detail


def test_an_action_cut_short_by_anything_else_ends_the_run():
    results = [Execution(1, 1.0, completed=False, cause="changed", note="a window came up")]
    r = rig(Write("abc"), click(), hands=Hands(results=results))
    ended = r.run()
    assert ended.outcome is Outcome.FAILED
    assert ended.message == (
        "The step was cut short (a window came up). 0 of 3 characters were typed. "
        "0 of 2 steps were done."
    )


# What was seen


def test_done_is_not_said_when_the_last_effect_was_not_seen():
    ended = rig(click(), verifier=FakeVerifier([NOTHING])).run()
    assert ended.outcome is Outcome.UNVERIFIED
    assert ended.message == ("Not seen: Click: nothing changed. 1 step was done.")


def test_an_effect_in_the_middle_must_be_seen_of_the_users_own_instructions():
    assert rig(click(), click(9), verifier=FakeVerifier([NOTHING])).run().outcome is (
        Outcome.UNVERIFIED
    )


def test_only_the_last_effect_counts_of_a_models_run():
    r = rig(click(), click(9), name="holotron", verifier=FakeVerifier([NOTHING]))
    assert r.run().outcome is Outcome.DONE


@pytest.mark.parametrize("action", [Move(Aim(ScreenPoint(1, 1))), Hotkey(("Ctrl", "C"))])
def test_an_action_without_visible_effect_needs_no_sight(action):
    assert rig(action, verifier=FakeVerifier([NOTHING])).run().outcome is Outcome.DONE


def test_a_check_that_does_not_hold_ends_the_run():
    r = rig(Shown("Saved"), click(), verifier=FakeVerifier(checks=[NOTHING]))
    ended = r.run()
    assert (ended.outcome, ended.message) == (Outcome.UNVERIFIED, "Shown: nothing changed.")
    assert r.hands.sent == []


def test_a_check_that_holds_covers_the_steps_before_it():
    r = rig(click(), Shown("Saved"), verifier=FakeVerifier([Receipt("not_seen", "a mystery")]))
    assert r.run().outcome is Outcome.DONE


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("success", Outcome.DONE),
        ("partial", Outcome.PARTIAL),
        ("infeasible", Outcome.FAILED),
        ("blocked", Outcome.BLOCKED),
    ],
)
def test_an_answer_ends_the_run_with_its_status(status, outcome):
    ended = rig(Answer("There it is.", status), name="holotron").run()
    assert (ended.outcome, ended.message) == (outcome, "The model says: “There it is.”")


def test_an_answer_can_neither_pass_for_our_words_nor_steer_a_terminal():
    said = "Done.\r\n12 of 12 steps were confirmed.\x1b]0;x\x07\u202eevil"
    ended = rig(Answer(said), name="holotron").run()
    assert ended.message == (
        "The model says: “Done.\n    12 of 12 steps were confirmed.␛]0;x[U+0007][right-to-left "
        "override]evil”"
    )


def test_an_empty_answer_is_said_to_be_one():
    assert rig(Answer(" "), name="holotron").run().message == "The model says nothing more."


def test_a_success_that_nobody_saw_is_not_done():
    r = rig(click(), Answer("All done."), name="holotron", verifier=FakeVerifier([NOTHING]))
    assert r.run().outcome is Outcome.UNVERIFIED


@pytest.mark.parametrize("outcome", list(Outcome))
def test_the_policys_own_end_is_the_runs_end(outcome):
    r = Rig(ScriptedPolicy([Finish(outcome, "So it is.", ("try this",))]))
    ended = r.run()
    assert (ended.outcome, ended.message, ended.suggestions) == (
        outcome, "So it is.", ("try this",)
    )  # fmt: skip


# Questions


def test_the_users_choice_goes_back_to_the_policy():
    taken = []
    r = Rig(answering_policy(taken), confirmer=FakeConfirmer(choices=[2]))
    assert r.run().outcome is Outcome.DONE
    assert taken == [2]
    assert len(r.told(Asked)) == 1


def test_a_choice_made_beforehand_answers_the_first_question_alone():
    taken = []
    r = Rig(answering_policy(taken))
    assert r.run(pick=1).outcome is Outcome.DONE
    assert (taken, r.confirmer.questions) == ([1], [])


def test_a_choice_beforehand_that_is_no_candidate_ends_the_run():
    ended = Rig(answering_policy([])).run(pick=7)
    assert ended.outcome is Outcome.AMBIGUOUS
    assert ended.message == ("There is no candidate 7; the numbers are 1 to 2. Nothing was sent.")


def test_a_question_that_nobody_answers_ends_the_run_as_the_question_says():
    ended = Rig(ScriptedPolicy([question(Outcome.NOT_FOUND)])).run()
    assert ended.outcome is Outcome.NOT_FOUND


def test_candidates_that_moved_while_the_user_was_thinking_are_asked_anew():
    taken = []
    shots = [observation(0), observation(90), observation(90), observation(90)]
    r = Rig(
        answering_policy(taken), screen=SmallScreen(*shots), confirmer=FakeConfirmer(choices=[2, 1])
    )
    assert r.run().outcome is Outcome.DONE
    assert taken == [1]


def test_an_answer_in_words_counts_when_a_monitor_went_while_it_was_given():
    taken = []
    asked = Question("Go on?", (Candidate(1, "Yes", "answer", NOWHERE),))
    seen = observation()
    moved = replace(seen, frame=replace(seen.frame, origin=ScreenPoint(10, 10)))
    r = Rig(
        ScriptedPolicy([lambda history: Proposal(click()) if taken_in(history, taken) else asked]),
        screen=SmallScreen(seen, moved),
        confirmer=FakeConfirmer(choices=[1]),
    )
    r.run()
    assert taken == [1]
    assert len(r.confirmer.questions) == 1


def taken_in(history, taken):
    if history.chosen is not None:
        taken.append(history.chosen)
    return history.chosen


def test_a_question_of_the_model_in_words_ends_the_run_with_it():
    ended = rig(Ask("Which account?"), name="holotron").run()
    assert (ended.outcome, ended.message) == (
        Outcome.AMBIGUOUS,
        "The model asks: “Which account?”",
    )
