"""What was sent is in the record, and what is said of it at the end is true."""

from dataclasses import replace

import pytest

from automation.agent.outcomes import how_far
from automation.core.actions import Launch, Shown, Wait, Write
from automation.core.errors import CaptureError, ExecutorGone
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.proposal import (
    Confirmation,
    Effects,
    Execution,
    Finish,
    Outcome,
    Proposal,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
)
from automation.core.text import joined, parts_of, worded
from automation.core.wording import NOTHING_SENT
from automation.safety.checks import HELD_BEFORE, THERE_BEFORE
from automation.safety.rules import RuledConfirmer, Rules
from tests.fakes.fake_confirmer import ACCEPT, FakeConfirmer
from tests.fakes.fake_verifier import SEEN, FakeVerifier
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.unit.agent.rig import Hands, ResumedAtOnce, Rig, SmallScreen, click


class ScreenThat(SmallScreen):
    """Does something at the look after the first action."""

    def __init__(self, happening):
        super().__init__()
        self._happening = happening

    def observe_now(self):
        if self.looks == 1:
            self._happening()
        return super().observe_now()


def rig(*intents, **parts):
    return Rig(ScriptedPolicy(proposing(*intents)), **parts)


def test_a_stop_between_sending_and_looking_keeps_the_step_that_was_sent():
    r = rig(click(), click(60))
    r.screen = ScreenThat(lambda: (r.stop.stop(), r.stop.check()))
    ended = r.run()
    assert ended.outcome is Outcome.STOPPED
    assert ended.message == "Stopped. Nothing is held down. 1 of 2 steps was done."
    [record] = r.log.records
    assert (record.execution.events_sent, record.receipt.kind) == (2, "not_seen")


def test_a_screen_that_fails_after_sending_keeps_the_step_that_was_sent():
    def fail():
        raise CaptureError("the display went away")

    r = rig(click(), screen=ScreenThat(fail))
    assert r.run().outcome is Outcome.ENVIRONMENT
    assert [record.receipt.kind for record in r.log.records] == ["not_seen"]


def test_an_executor_that_dies_while_sending_leaves_a_step_that_nobody_knows_the_end_of():
    r = rig(click())

    def die(stop):
        raise ExecutorGone("the executor ended")

    r.hands.on_execute = die
    ended = r.run()
    assert ended.outcome is Outcome.FAILED
    [record] = r.log.records
    assert record.receipt.kind == "not_seen"
    assert not record.execution.completed


def test_an_executor_that_dies_while_the_card_is_up_is_not_called_a_stop_of_the_user():
    r = rig(click())

    def die(proposal, risk):
        r.stop.stop("executor_gone")
        r.stop.check()

    r.confirmer = FakeConfirmer([die])
    ended = r.run()
    assert ended.outcome is Outcome.FAILED
    assert "The process that sends input ended" in ended.message


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (0, "No button is called “Foo”. Nothing was clicked."),
        (2, "No button is called “Foo”. 2 steps were done."),
    ],
)
def test_nothing_was_clicked_is_only_said_when_nothing_was(before, said):
    end = Finish(Outcome.NOT_FOUND, "No button is called “Foo”. Nothing was clicked.")
    steps = proposing(*[click(50 + n) for n in range(before)])
    ended = Rig(ScriptedPolicy([*steps, end])).run()
    assert (ended.outcome, ended.message) == (Outcome.NOT_FOUND, said)


@pytest.mark.parametrize(
    ("before", "said"), [(0, " Es wurde nichts angeklickt."), (1, " 1 Schritt getan."), (2, " 2 Schritte getan.")]
)  # fmt: skip
def test_a_german_end_says_so_in_german(before, said):
    text = "“Foo” ist nicht in diesem Fenster."
    end = Finish(Outcome.NOT_FOUND, f"{text} Es wurde nichts angeklickt.", language="de")
    steps = proposing(*[click(50 + n) for n in range(before)])
    assert Rig(ScriptedPolicy([*steps, end])).run().message == f"{text}{said}"


@pytest.mark.parametrize(
    ("outcome", "language", "far"),
    [
        (Outcome.NOT_UNDERSTOOD, "en", " 1 of 2 steps was done."),
        (Outcome.NOT_UNDERSTOOD, "de", " 1 von 2 Schritten getan."),
        (Outcome.NOT_FOUND, "en", " 1 of 2 steps was done."),
        (Outcome.NEEDS_MODEL, "en", " 1 of 2 steps was done."),
        (Outcome.UNVERIFIED, "en", ""),
    ],
)
def test_a_run_that_is_not_understood_in_its_middle_says_how_far_it_came(outcome, language, far):
    end = Finish(outcome, "None of the buttons is known.", language=language)
    first = replace(proposing(click())[0], upcoming=("Click Send",))
    ended = Rig(ScriptedPolicy([first, end])).run()
    assert ended.message == f"None of the buttons is known.{far}"
    assert Rig(ScriptedPolicy([end])).run().message == "None of the buttons is known."


def test_a_question_that_nobody_answered_stays_one_and_says_how_far_the_run_came():
    end = Finish(Outcome.AMBIGUOUS, "Two are called “Edit”.", asked="Two are called “Edit”.")
    ended = Rig(ScriptedPolicy([*proposing(click()), end])).run()
    assert ended.message == "Two are called “Edit”. 1 step was done."
    assert ended.asked == "Two are called “Edit”."


def test_what_follows_that_word_is_said_without_a_gap():
    end = Finish(Outcome.NOT_FOUND, "“all” is not here. Nothing was clicked. Put it in quotes.")
    ended = Rig(ScriptedPolicy([*proposing(click()), end])).run()
    assert ended.message == "“all” is not here. Put it in quotes. 1 step was done."


def test_such_a_word_is_taken_out_of_a_sentence_that_holds_it_deep_and_the_rest_stays_ours():
    refused = worded("Not allowed: {0}. {1}", worded("it is a password"), NOTHING_SENT)
    end = Finish(Outcome.BLOCKED, joined(" ", (refused, worded("The screen slept."))))
    told = Rig(ScriptedPolicy([*proposing(click()), end])).run().message
    assert told == "Not allowed: it is a password. 1 step was done. The screen slept."
    assert parts_of(told)[1][0] == "Not allowed: {0}. {1}"


def test_a_rejection_after_a_step_says_that_the_step_was_done():
    r = rig(click(), click(60), confirmer=FakeConfirmer([ACCEPT, Confirmation("rejected", "user")]))
    assert r.run().message == "You rejected it. 1 of 2 steps was done."


def test_a_path_that_was_accepted_as_a_whole_does_not_survive_a_pause():
    gate, human = ResumedAtOnce(), FakeConfirmer()
    steps = [
        Proposal(
            click(name=name),
            ScreenElement(name, "menu_item", Rect(40, 40, 20, 20), "tree"),
            sentence=f"Click {name}",
            leads_to=leads_to,
        )
        for name, leads_to in (("File", ("New",)), ("New", ()))
    ]
    confirmer = RuledConfirmer("ask", Rules(), human, is_explicit=lambda: True)
    r = Rig(ScriptedPolicy(steps), confirmer=confirmer, gate=gate)

    def pause(stop):
        if not r.hands.sent:
            gate.pause("Paused")

    r.hands.on_execute = pause
    assert r.run().outcome is Outcome.DONE
    assert len(human.asked) == 2, "the second press was asked about after the pause"


def cut(sent, cause="stopped", note="you stopped it"):
    return Execution(
        2 * sent + 1, 1.0, completed=False, cause=cause, note=note, text_sent_chars=sent
    )


def test_a_stop_in_the_middle_of_a_text_says_how_much_of_it_was_typed():
    r = rig(click(), Write("Lorem ipsum dolor"), hands=Hands(results=[Execution(2, 1.0), cut(6)]))
    r.hands.execute = stopping(r)
    ended = r.run()
    said = "Stopped. Nothing is held down. 6 of 17 characters were typed. 1 of 2 steps was done."
    assert (ended.outcome, ended.message) == (Outcome.STOPPED, said)
    assert r.log.records[-1].receipt.detail == "you stopped it; 6 of 17 characters were typed"


def stopping(r):
    """Return an `execute` during whose last result the user stops the run."""
    execute = r.hands.execute

    def last_is_stopped(nonce, confirmation, stop, progress):
        result = execute(nonce, confirmation, stop, progress)
        if not result.completed:
            stop.stop()
        return result

    return last_is_stopped


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a", "1 of 1 character was typed. 0 steps were done."),
        ("$${secret:a}", "1 of 11 characters was typed. 0 steps were done."),
        ("${secret:mail}", "Not all of the text was typed. 0 steps were done."),
    ],
)
def test_what_was_typed_is_counted_as_it_is_typed_and_never_told_of_a_secret(text, said):
    assert how_far([text_step(text, cut(1))], 0) == said


@pytest.mark.parametrize(
    "execution", [Execution(5, 1.0, text_sent_chars=3), Execution(0, 1.0, completed=False)]
)
def test_of_a_text_that_was_typed_or_of_which_nobody_knows_no_part_is_told(execution):
    assert "character" not in how_far([text_step("abc", execution)], 2)


def text_step(text, execution):
    return StepRecord(
        1, Proposal(Write(text)), Risk(RiskLevel.R1), ACCEPT, Write(text), None, execution
    )


@pytest.mark.parametrize(
    ("told", "outcome"),
    [(THERE_BEFORE, Outcome.DONE), (HELD_BEFORE, Outcome.UNVERIFIED)],
    ids=["the keyboard is there", "the keyboard is elsewhere"],
)
@pytest.mark.parametrize("name", ["commands", "macro", "holotron"])
def test_a_text_that_its_field_held_already_is_done_where_the_keyboard_is(told, outcome, name):
    policy = ScriptedPolicy(proposing(Write("abc", overwrite=True)), name)
    ended = Rig(policy, verifier=FakeVerifier([told])).run()
    assert ended.outcome is outcome


NOTHING = Receipt("not_seen", "nothing changed", code="unchanged")
LANDED = Receipt("landed", "it took the press")
DENIED = Receipt("denied", "it is still off", code="still")


def test_a_run_whose_steps_landed_is_done_and_says_what_was_not_seen():
    r = Rig(ScriptedPolicy(proposing(click(), click(9))), verifier=FakeVerifier([LANDED, SEEN]))
    ended = r.run()
    assert (ended.outcome, ended.unseen, ended.effects) == (Outcome.DONE, 1, Effects.UNSEEN)
    assert ended.message == "Done. The effect was not seen: Click (it took the press)."
    assert (r.log.unseen, r.log.effects) == (1, Effects.UNSEEN)


@pytest.mark.parametrize(
    ("receipts", "outcome", "effects"),
    [
        ([SEEN, SEEN], Outcome.DONE, Effects.VERIFIED),
        ([SEEN, LANDED], Outcome.DONE, Effects.UNSEEN),
        ([SEEN, NOTHING], Outcome.UNVERIFIED, Effects.UNCERTAIN),
        ([LANDED, DENIED], Outcome.UNVERIFIED, Effects.UNCERTAIN),
    ],
)
def test_what_is_known_of_a_runs_effects_stands_beside_its_end(receipts, outcome, effects):
    ended = Rig(ScriptedPolicy(proposing(click(), click(9))), verifier=FakeVerifier(receipts)).run()
    assert (ended.outcome, ended.effects) == (outcome, effects)


ASKS = Receipt("landed", "a question opened", code="asks")


@pytest.mark.parametrize(
    ("then", "unseen"), [(click(9), 0), (Launch("calculator"), 1), (Wait(0.1), 1), (None, 1)]
)
def test_a_question_is_dealt_with_by_a_press_alone(then, unseen):
    steps = [click(), *([then] if then else [])]
    ended = Rig(ScriptedPolicy(proposing(*steps)), verifier=FakeVerifier([ASKS, SEEN])).run()
    assert (ended.outcome, ended.unseen) == (Outcome.DONE, unseen)


def test_a_run_that_sent_nothing_was_stopped_before_any_effect():
    policy = ScriptedPolicy([Finish(Outcome.NOT_FOUND, "It is not there.")])
    assert Rig(policy).run().effects is Effects.NONE


def test_a_run_that_did_what_was_seen_and_then_ended_is_verified_as_far_as_it_went():
    missing = Finish(Outcome.NOT_FOUND, "It is not there.")
    ended = Rig(ScriptedPolicy([*proposing(click()), missing])).run()
    assert (ended.outcome, ended.effects) == (Outcome.NOT_FOUND, Effects.VERIFIED)


def test_a_check_that_holds_covers_what_landed():
    ended = Rig(
        ScriptedPolicy(proposing(click(), Shown("Saved"))), verifier=FakeVerifier([LANDED])
    ).run()
    assert (ended.outcome, ended.effects) == (Outcome.DONE, Effects.VERIFIED)


# After a step that was not seen


def asked_of(*receipts, intents=None, name="commands", checks=()):
    """Have "Save" pressed last in auto mode with nobody there; return the outcome."""
    save = Write("Ada", press_enter=True)
    policy = ScriptedPolicy(proposing(*(intents or [click()]), save), name)
    r = Rig(policy, confirmer=RuledConfirmer("auto", Rules(), is_explicit=lambda: True))
    r.verifier = FakeVerifier(receipts, checks)
    return r.run()


def test_what_submits_is_asked_about_after_a_step_that_was_not_seen():
    ended = asked_of(NOTHING)
    assert ended.outcome is Outcome.BLOCKED
    assert "a step before it was not seen to arrive" in ended.message


@pytest.mark.parametrize("receipt", [SEEN, LANDED])
def test_after_one_that_landed_it_is_not(receipt):
    assert asked_of(receipt).outcome is Outcome.DONE


def test_a_check_that_holds_settles_it():
    both = [click(), Shown("Saved")]
    unseen = Receipt("not_seen", "nobody can tell")
    assert asked_of(unseen, intents=both, checks=[SEEN]).outcome is Outcome.DONE


def test_it_is_remembered_past_steps_that_landed():
    assert asked_of(NOTHING, SEEN, intents=[click(), click(9)]).outcome is Outcome.BLOCKED


def test_a_model_sees_what_came_of_its_steps():
    ended = asked_of(NOTHING, SEEN, intents=[click(), click(9)], name="holotron")
    assert ended.outcome is Outcome.DONE


def test_an_end_that_a_program_asked_for_is_judged_as_strictly_as_one_of_the_users():
    policy = ScriptedPolicy(proposing(click(), click(60)), "commands")
    r = Rig(policy, verifier=FakeVerifier([NOTHING, SEEN]))
    assert r.run(asked_by="Agent").outcome is Outcome.UNVERIFIED


def repeated_in_auto(receipt, *, name="holotron", other=False, **task):
    """Have a policy do the same again in auto mode with nobody there; return the outcome."""
    steps = [click(name="Bold"), click(60 if other else 50, name="Bold")]
    r = Rig(ScriptedPolicy(proposing(*steps), name), confirmer=RuledConfirmer("auto", Rules()))
    r.verifier = FakeVerifier([receipt, SEEN])
    return r.run(**task)


def test_what_may_have_had_an_effect_is_not_done_again_without_the_user():
    unknown = Receipt("not_seen", "nobody can tell")
    ended = repeated_in_auto(unknown)
    assert ended.outcome is Outcome.BLOCKED
    assert "may have been done already" in ended.message
    assert repeated_in_auto(unknown, name="commands", asked_by="Agent").outcome is Outcome.BLOCKED
    assert repeated_in_auto(unknown, other=True).outcome is Outcome.DONE
    for receipt in (SEEN, LANDED, Receipt("not_seen", "as before", code="unchanged")):
        assert repeated_in_auto(receipt).outcome is Outcome.DONE
