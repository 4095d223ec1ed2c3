"""Where a step's seconds went, and the four figures over the last steps."""

from dataclasses import replace

import pytest

from app.gui.model_page.steps import NOTHING, PHASES, StepLog, cost_of, figures, percentile
from automation.core.actions import Aim, Click
from automation.core.events import Started, Stepped, Task, Working
from automation.core.generation import StepStats
from automation.core.geometry import ScreenPoint
from automation.core.proposal import (
    Confirmation,
    Proposal,
    Risk,
    RiskLevel,
    StepRecord,
    Timings,
)

CLICK = Click(Aim(ScreenPoint(5, 6)))
RECORD = StepRecord(
    n=4,
    proposal=Proposal(CLICK),
    risk=Risk(RiskLevel.R1),
    confirmation=Confirmation("accepted", "user"),
    action=CLICK,
    point=ScreenPoint(5, 6),
    timings=Timings(observe=30, propose=1500, confirm=4000, execute=200, verify=300),
)
STATS = StepStats(
    tokens_reused=900,
    tokens_prefilled=100,
    tokens_sampled=40,
    tokens_forced=12,
    encode_s=0.2,
    prefill_s=0.1,
    first_token_s=0.35,
    decode_s=1.0,
)


def by_phase(cost):
    return dict(zip(PHASES, (round(s, 6) for s in cost.seconds), strict=True))


def stepped(n=1, propose_ms=1000.0):
    times = replace(RECORD.timings, propose=propose_ms)
    return Stepped("r", replace(RECORD, n=n, timings=times))


def test_a_models_step_is_split_into_reading_encoding_and_thinking():
    assert by_phase(cost_of(RECORD, STATS)) == {
        "Capture": 0.03,
        "Read": 0.1,
        "Encode": 0.2,
        "Think": 1.2,
        "Act": 0.2,
        "Settle": 0.3,
    }


def test_a_step_without_a_model_only_reads():
    cost = by_phase(cost_of(RECORD, None))
    assert (cost["Read"], cost["Encode"], cost["Think"]) == (1.5, 0, 0)


def test_the_parts_of_a_step_never_exceed_it():
    slow = replace(STATS, prefill_s=5.0, encode_s=5.0)
    cost = cost_of(RECORD, slow)
    assert cost.total_s == pytest.approx(2.03)
    assert min(cost.seconds) >= 0


@pytest.mark.parametrize(("by", "you_s"), [("user", 4.0), ("rule:assist", 0.0)])
def test_waiting_is_the_users_time_only_if_the_user_was_asked(by, you_s):
    record = replace(RECORD, confirmation=Confirmation("accepted", by))
    cost = cost_of(record, STATS)
    assert (cost.you_s, cost.total_s) == (you_s, pytest.approx(2.03))


def test_twenty_steps_are_kept():
    log = StepLog()
    for n in range(1, 31):
        assert log.take(stepped(n), replace(STATS))
    assert [cost.n for cost in log.costs] == list(range(11, 31))
    assert len(log.stats) == 20


def test_only_a_step_that_ended_is_kept():
    log = StepLog()
    assert not log.take(Working("r", "deciding"), STATS)
    assert (len(log.costs), len(log.stats)) == (0, 0)


def test_a_step_that_came_without_the_model_does_not_count_its_last_figures_again():
    log = StepLog()
    log.take(stepped(1), STATS)
    log.take(stepped(2), STATS)
    assert len(log.stats) == 1
    assert by_phase(log.costs[1])["Think"] == 0


def test_what_the_engine_counted_before_a_run_is_not_of_its_first_step():
    log = StepLog()
    log.take(Started("r", Task("x"), ()), STATS)
    log.take(stepped(1), STATS)
    assert len(log.stats) == 0


def test_figures_are_medians_and_a_percentile():
    log = StepLog()
    for n, propose_ms in enumerate((1000, 2000, 3000), start=1):
        log.take(stepped(n, propose_ms), replace(STATS, decode_s=n))
    writing, first, step, left = figures(log)
    assert (writing.value, writing.note) == ("26 tokens/s", "median of the last 3 steps")
    assert (first.value, first.note) == ("0.35 s", "90 % of the prompt reused")
    assert (step.value, step.note) == ("2.5 s", "p95 3.5 s, without waiting for you")
    assert left.value == "0 bytes"


def test_before_the_first_step_nothing_is_claimed():
    assert [figure.value for figure in figures(StepLog())] == [NOTHING] * 3 + ["0 bytes"]


def test_the_first_figures_speak_of_one_step():
    log = StepLog()
    log.take(stepped(1), STATS)
    assert figures(log)[0].note == "in the last step"


@pytest.mark.parametrize(
    ("values", "share", "found"),
    [((1.0,), 0.95, 1.0), (tuple(map(float, range(1, 21))), 0.95, 19.0), ((3.0, 1.0), 0.5, 1.0)],
)
def test_a_percentile_is_one_of_the_values(values, share, found):
    assert percentile(values, share) == found
