"""Events of a run become rows that a person can read.

What a person reads of a reply, cut off anywhere.
"""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.gui.chat.delegate import _figures
from app.gui.chat.model import spoken
from app.gui.chat.rows import (
    MOST_WORDS,
    AskRow,
    FiguresRow,
    OfferRow,
    SayRow,
    StepRow,
    Transcript,
    UserRow,
    WordsRow,
    bold_runs,
    clock,
    figures_row,
    readable,
    stored_rows,
)
from automation.agent.outcomes import how_far
from automation.core.actions import Aim, Click
from automation.core.events import (
    Asked,
    Confirmed,
    Ended,
    Proposed,
    SentTo,
    Started,
    Stepped,
    Streamed,
    Task,
    Working,
)
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, ScreenElement
from automation.core.proposal import (
    NOWHERE,
    Candidate,
    Confirmation,
    Effects,
    Execution,
    Outcome,
    Proposal,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
    Timings,
)
from automation.core.wording import EFFECTS_WORDS

POINT = ScreenPoint(5, 6)
CLICK = Click(Aim(POINT))
PROPOSAL = Proposal(
    CLICK,
    element=ScreenElement("Save", "button", Rect(0, 0, 10, 12), "tree"),
    sentence="Click “Save”",
    evidence="button, found by its name",
)
FRAME = Frame(np.zeros((20, 20, 4), np.uint8), ScreenPoint(0, 0), 0.0)
STARTED = Started("r", Task("click Save"), ())
PROPOSED = Proposed("r", 1, PROPOSAL, Risk(RiskLevel.R1), FRAME)


def record(verdict="accepted", by="user", kind="effect_seen", reason=""):
    return StepRecord(
        n=1,
        proposal=PROPOSAL,
        risk=Risk(RiskLevel.R1),
        confirmation=Confirmation(verdict, by, reason=reason),
        action=CLICK,
        point=POINT,
        execution=Execution(3, 10),
        receipt=Receipt(kind, "the window closed"),
        timings=Timings(100, 50, 4000, 100, 250),
    )


def rows_of(*happenings, now=lambda: 0.0):
    transcript = Transcript(now)
    for happening in happenings:
        transcript.apply(happening)
    return transcript.rows


def test_a_run_reads_as_task_step_outcome_and_figures():
    rows = rows_of(
        STARTED, PROPOSED, Stepped("r", record()), Ended("r", Outcome.DONE, "Done. I saw it.", 1)
    )
    assert [type(row) for row in rows] == [UserRow, StepRow, SayRow, FiguresRow]
    assert rows[2] == SayRow("I saw it.", "Done.")


@pytest.mark.parametrize(
    ("kind", "outcome", "message", "unseen", "row"),
    [
        ("landed", "done", "Done. Not all.", 1, SayRow("Not all.", "Done, 1 not verified.")),
        ("not_seen", "unverified", "Not seen: Save.", 0, SayRow("Save.", "Not seen:")),
        ("denied", "unverified", "Not done: Save.", 0, SayRow("Save.", "Not done:", is_error=True)),
    ],
)
def test_only_what_is_known_to_have_failed_is_shown_as_an_error(
    kind, outcome, message, unseen, row
):
    ended = Ended("r", Outcome(outcome), message, 1, unseen=unseen)
    assert rows_of(STARTED, PROPOSED, Stepped("r", record(kind=kind)), ended)[2] == row


def test_a_step_stays_one_row_from_first_look_to_receipt():
    looking = rows_of(STARTED, Working("r", "observing"))
    assert looking[-1].state == "deciding"
    steps = (Working("r", "observing"), PROPOSED)
    assert rows_of(STARTED, *steps)[-1].state == "waiting"
    assert rows_of(STARTED, *steps, Working("r", "executing"))[-1].state == "running"
    done = rows_of(STARTED, *steps, Working("r", "executing"), Stepped("r", record()))
    assert len(done) == 2
    assert done[-1].receipt == "effect_seen"


def test_time_waiting_for_the_user_is_not_the_machines_time():
    row = rows_of(STARTED, PROPOSED, Stepped("r", record()))[-1]
    assert row.seconds == pytest.approx(0.5)


def test_a_rejected_step_says_why_and_claims_no_effect():
    row = rows_of(STARTED, PROPOSED, Stepped("r", record("rejected", reason="wrong row")))[-1]
    assert (row.state, row.receipt, row.detail) == ("rejected", None, "wrong row")


def test_the_picture_stays_with_the_step():
    row = rows_of(STARTED, PROPOSED, Stepped("r", record()))[-1]
    assert row.crop_key == "r/1"


def test_a_look_that_led_to_nothing_leaves_no_empty_card():
    rows = rows_of(
        STARTED, Working("r", "observing"), Ended("r", Outcome.NOT_FOUND, "Not here.", 0)
    )
    assert [type(row) for row in rows] == [UserRow, SayRow]


def test_a_step_that_was_waiting_when_the_run_was_stopped_says_so():
    rows = rows_of(STARTED, PROPOSED, Ended("r", Outcome.STOPPED, "Stopped.", 0))
    assert rows[1].state == "stopped"


def test_a_question_shows_its_numbered_answers():
    asked = Asked("r", "Which?", (Candidate(1, "Edit", "button", Rect(0, 0, 1, 1)),))
    assert rows_of(STARTED, asked)[-1] == AskRow("Which?", ((1, "Edit, button"),))


def test_an_answer_without_a_name_says_so():
    asked = Asked("r", "Which?", (Candidate(1, " ", "icon", Rect(0, 0, 1, 1)),))
    assert rows_of(STARTED, asked)[-1] == AskRow("Which?", ((1, "Without a name, icon"),))


def test_an_answer_in_words_is_shown_without_a_kind():
    asked = Asked("r", "Go on?", (Candidate(1, "Stop here", "answer", NOWHERE),))
    assert rows_of(STARTED, asked)[-1] == AskRow("Go on?", ((1, "Stop here"),))


def timed(*moments):
    """Return the rows of events that come at these seconds."""
    now_s = [0.0]
    transcript = Transcript(lambda: now_s[0])
    for now_s[0], happening in moments:
        transcript.apply(happening)
    return transcript.rows


def test_figures_count_what_was_seen_and_asked():
    rows = timed(
        (10, STARTED),
        (20, PROPOSED),
        (24, Confirmed("r", 1, Confirmation("accepted", "user"))),
        (30, Stepped("r", record(kind="not_seen"))),
        (35, Ended("r", Outcome.DONE, "", 1)),
    )
    assert rows[-1] == FiguresRow(1, 25.0, 4.0, 0, 1, effects=Effects.NONE)


def test_figures_count_all_waiting_for_the_user():
    rows = timed(
        (0, STARTED),
        (1, PROPOSED),
        (31, Confirmed("r", 1, Confirmation("expired", "user"))),
        (31, Working("r", "observing")),
        (32, Working("r", "paused")),
        (42, Working("r", "observing")),
        (43, PROPOSED),
        (48, Confirmed("r", 1, Confirmation("accepted", "user"))),
        (50, Stepped("r", record())),
        (51, Ended("r", Outcome.DONE, "", 1)),
    )
    assert rows[-1] == FiguresRow(1, 51, 30 + 10 + 5, 1, 2, effects=Effects.NONE)


def test_figures_agree_with_the_sentence_on_how_many_steps_were_done():
    rejected = record(verdict="rejected", kind="not_seen")
    shown = record(verdict="dry_run", by="rule", kind="not_seen")
    done = [record(), rejected, replace(record(), n=3)]
    assert how_far(done, 0) == "2 steps were done."
    assert figures_row(done, 9.0, 0).steps == 2
    assert figures_row(done, 9.0, 0).seen == 2
    dry = figures_row([shown, shown], 9.0, 0)
    assert (dry.steps, dry.is_dry, dry.seen) == (2, True, 0)


@pytest.mark.parametrize(
    ("sentence", "runs"),
    [
        ("Click “Save”", (("Click ", False), ("Save", True))),
        ("Drag “a” to “b”", (("Drag ", False), ("a", True), (" to ", False), ("b", True))),
        ("no name", (("no name", False),)),
        ("open “only", (("open “only", False),)),
        ("", ()),
    ],
)
def test_names_in_a_sentence_are_bold(sentence, runs):
    assert bold_runs(sentence) == runs


def test_durations_read_as_minutes_and_seconds():
    assert [clock(s) for s in (0, 9.6, 61, 3600)] == ["0:00", "0:10", "1:01", "60:00"]


def test_a_corrected_step_says_how_far_and_keeps_both_points():
    edited = Confirmation("edited", "user", action=Click(Aim(ScreenPoint(8, 10))))
    moved = replace(record(), confirmation=edited, point=ScreenPoint(8, 10))
    row = rows_of(STARTED, PROPOSED, Stepped("r", moved))[-1]
    assert row.moved_from == POINT
    assert row.detail == "you moved it 5 px · the window closed"


def test_a_dry_run_never_claims_an_effect():
    row = rows_of(STARTED, PROPOSED, Stepped("r", record("dry_run", by="rule:dry-run")))[-1]
    assert (row.state, row.receipt, row.seconds) == ("dry", None, None)


def test_the_head_of_the_last_sentence_is_not_said_twice():
    blocked = Ended("r", Outcome.BLOCKED, "Not allowed: this is a password field.", 0)
    assert rows_of(STARTED, blocked)[-1] == SayRow(
        "this is a password field.", "Not allowed:", is_error=True
    )


def test_an_answer_closes_the_question_and_stays():
    transcript = Transcript(lambda: 0.0)
    transcript.apply(STARTED)
    candidates = (Candidate(1, "Edit", "button", Rect(0, 0, 1, 1)),)
    transcript.apply(Asked("r", "Which?", candidates))
    transcript.answer(1)
    assert transcript.rows[-2].is_open is False
    assert transcript.rows[-1] == UserRow("1  Edit, button")


def test_a_question_that_was_answered_elsewhere_is_closed():
    asked = Asked("r", "Which?", (Candidate(1, "Edit", "button", Rect(0, 0, 1, 1)),))
    rows = rows_of(STARTED, Working("r", "asking"), asked, Working("r", "observing"))
    assert rows[1].is_open is False


def test_rows_that_did_not_change_stay_the_same_objects():
    transcript = Transcript(lambda: 0.0)
    for happening in (STARTED, PROPOSED, Stepped("r", record())):
        transcript.apply(happening)
    before = list(transcript.rows)
    transcript.apply(Ended("r", Outcome.DONE, "Done.", 1))
    assert all(old is new for old, new in zip(before, transcript.rows, strict=False))


def test_a_stored_run_reads_as_it_did_when_it_lived():
    rows = stored_rows(
        "click Save",
        [record()],
        outcome=Outcome.DONE,
        message="Done. I saw it.",
        unseen=0,
        seconds=12.0,
        crop_key=lambda step: str(step.n),
    )
    assert [type(row) for row in rows] == [UserRow, StepRow, SayRow, FiguresRow]
    assert rows[1].crop_key == "1"


DECIDING = Working("r", "deciding")
THINKING = Streamed("r", "hm, ", "thinking")
ANSWER = Streamed("r", '{"thought": "Save it."', "answer")


def test_the_first_words_take_the_place_of_looking_and_the_rest_join_them():
    rows = rows_of(STARTED, DECIDING, THINKING, THINKING, ANSWER)
    assert rows[1:] == [WordsRow(answer=ANSWER.text, thinking="hm, hm, ")]
    assert rows[1].shown == "Save it."


def test_a_run_that_goes_on_deciding_keeps_its_words():
    assert rows_of(STARTED, DECIDING, THINKING, DECIDING)[-1].thinking == "hm, "


def test_words_go_with_the_step_that_they_led_to():
    rows = rows_of(STARTED, DECIDING, THINKING, ANSWER, PROPOSED)
    assert [type(row) for row in rows] == [UserRow, StepRow]
    assert (rows[1].words, rows[1].is_open) == ("hm,\nSave it.", False)


def test_words_stay_with_their_step_to_its_receipt():
    happenings = (STARTED, DECIDING, THINKING, PROPOSED, Working("r", "executing"))
    rows = rows_of(*happenings, Stepped("r", record()))
    assert (rows[1].state, rows[1].words) == ("finished", "hm,")


def test_words_that_led_to_no_step_are_kept_folded():
    rows = rows_of(STARTED, DECIDING, ANSWER, Ended("r", Outcome.FAILED, "Failed.", 0))
    assert rows[1] == WordsRow(answer=ANSWER.text, is_live=False, is_open=False)
    again = rows_of(STARTED, DECIDING, ANSWER, Working("r", "observing"))
    assert [type(row) for row in again] == [UserRow, WordsRow, StepRow]


def test_no_words_leave_no_row():
    empty = Streamed("r", " ", "thinking")
    rows = rows_of(STARTED, DECIDING, empty, Ended("r", Outcome.STOPPED, "Stopped.", 0))
    assert [type(row) for row in rows] == [UserRow, SayRow]


def test_a_question_folds_the_words_before_it():
    rows = rows_of(STARTED, DECIDING, THINKING, Asked("r", "Which?"))
    assert [type(row) for row in rows] == [UserRow, WordsRow, AskRow]
    assert not rows[1].is_live


def test_words_are_folded_and_unfolded_by_row():
    transcript = Transcript(lambda: 0.0)
    for happening in (STARTED, DECIDING, THINKING, PROPOSED):
        transcript.apply(happening)
    transcript.toggle(1)
    assert transcript.rows[1].is_open
    transcript.toggle(0)
    assert transcript.rows[0] == UserRow("click Save")


def test_endless_words_are_kept_to_a_bound():
    rows = rows_of(STARTED, DECIDING, Streamed("r", "a" * MOST_WORDS, "thinking"), THINKING)
    assert len(rows[1].thinking) == MOST_WORDS
    assert rows[1].thinking.endswith("hm, ")


def test_a_run_that_needs_a_model_offers_to_load_it_until_the_next_begins():
    ended = Ended("r", Outcome.NEEDS_MODEL, "That needs the main model.", 0)
    rows = rows_of(STARTED, ended)
    assert rows[-1] == OfferRow("Load model")
    assert OfferRow("Load model") not in rows_of(STARTED, ended, STARTED)


def test_a_kept_run_shows_the_figures_that_the_live_one_showed():
    records = [record(), replace(record(verdict="stopped", by="rule", kind="not_seen"), n=2)]
    rows = timed(
        (0, STARTED),
        (1, PROPOSED),
        (31, Confirmed("r", 1, Confirmation("expired", "user"))),
        (31, Working("r", "observing")),
        (32, PROPOSED),
        (48, Confirmed("r", 1, Confirmation("accepted", "user"))),
        (50, Stepped("r", records[0])),
        (51, PROPOSED),
        (60, Stepped("r", records[1])),
        (60, Ended("r", Outcome.STOPPED, "", 2, effects=Effects.UNCERTAIN, waited_s=55.0004)),
    )
    kept = stored_rows(
        "do it", records, outcome=Outcome.STOPPED, message="", unseen=0, seconds=60.0, asked=2,
        waited_s=55.0, effects=Effects.UNCERTAIN, crop_key=lambda step: "",
    )  # fmt: skip
    assert rows[-1] == kept[-1] == FiguresRow(1, 60.0, 55.0, 1, 2, effects=Effects.UNCERTAIN)


REPLY = json.dumps(
    {
        "note": 'The "vendor" is set.',
        "thought": "Next: the amount.\nThen Säve. 😀",
        "tool_call": {"name": "click", "x": 1},
    }
)


def test_a_step_reads_as_its_sentences():
    assert readable(REPLY) == 'The "vendor" is set.\nNext: the amount.\nThen Säve. 😀'


def test_the_action_is_left_to_its_card():
    assert "click" not in readable(REPLY)


def test_other_text_stays_as_it_is():
    assert readable("I am sure { of it.") == "I am sure { of it."


def test_what_is_read_only_grows_at_its_end():
    seen = ""
    for length in range(len(REPLY) + 1):
        shown = readable(REPLY[:length])
        assert shown.startswith(seen)
        seen = shown
    assert seen == readable(REPLY)


@given(st.text(max_size=60), st.integers(0, 200))
def test_no_cut_of_a_reply_breaks_it(words, length):
    reply = json.dumps({"note": "", "thought": words})[:length]
    assert isinstance(readable(reply), str)
    readable(reply).encode("utf-8")


@given(st.text(max_size=60))
def test_a_whole_thought_reads_as_it_was_meant(words):
    reply = json.dumps({"thought": words}, ensure_ascii=False)
    assert readable(reply) == words


def test_what_a_program_asks_for_is_never_shown_as_the_users_words():
    transcript = Transcript(lambda: 0.0)
    transcript.apply(Started("r", Task("click Save", asked_by="Agent"), ()))
    said = UserRow("The program “Agent” asks: click Save")
    assert transcript.rows[0] == said
    stored = stored_rows(
        "click Save", [], outcome=Outcome.DONE, message="", unseen=0, seconds=1.0,
        asked_by="Agent", crop_key=lambda step: "",
    )  # fmt: skip
    assert stored[0] == said
    transcript.apply(Ended("r", Outcome.NOT_FOUND, "Not here.", 0, suggestions=("click Safe",)))
    assert not any(isinstance(row, OfferRow) for row in transcript.rows)


@pytest.mark.parametrize("effects", [None, *Effects])
def test_what_is_known_of_the_effects_is_told_in_the_words_of_the_history(effects):
    row = figures_row([record()], 9.0, 0, effects=effects)
    words = EFFECTS_WORDS[effects] if effects is not None else ""
    assert _figures(row)[2][1] == ("effects seen" + (f": {words}" if words else ""))
    assert spoken(row).endswith(f"; {words}" if words else "asked 0 times")


def test_what_is_said_while_the_assistant_looks_stands_above_that():
    transcript = Transcript(lambda: 0.0)
    transcript.apply(Started("r", Task("file this"), ()))
    transcript.apply(Working("r", "observing"))
    transcript.apply(SentTo("r", "gpu-box.example:443", is_here=False))
    assert [type(row) for row in transcript.rows] == [UserRow, SayRow, StepRow]
    transcript.apply(Streamed("r", "the button", "answer"))
    assert [type(row) for row in transcript.rows] == [UserRow, SayRow, WordsRow]


def test_the_host_that_is_asked_is_named_in_the_chat():
    transcript = Transcript(lambda: 0.0)
    transcript.apply(Started("r", Task("file this"), ()))
    transcript.apply(SentTo("r", "gpu-box.example:443", is_here=False))
    assert "runs on gpu-box.example:443" in transcript.rows[-1].text
    transcript.apply(
        SentTo("r", "b.example:443", False, passed_over=("a:1", "c:2"), left_out=("d:3",))
    )
    said = transcript.rows[-1].text
    assert "no answer from: a:1, c:2. " in said
    assert "usable address: d:3. " in said
    assert "runs on b.example:443" in said
