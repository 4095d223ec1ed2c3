"""What every run log promises, tried on the fake and on the real store."""

from contextlib import contextmanager

import pytest

from automation.core.actions import Hotkey
from automation.core.events import Task
from automation.core.proposal import (
    Confirmation,
    Execution,
    Outcome,
    Pictures,
    Proposal,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
)
from automation.records.store import Store
from tests.fakes.fake_runlog import FakeRunLog
from tests.fakes.fake_screen import picture

PRESS = Hotkey(("f9",))
PROPOSAL = Proposal(PRESS, sentence="Press F9")
RISK = Risk(RiskLevel.R1)


@contextmanager
def fake(folder):
    yield FakeRunLog(), None


@contextmanager
def kept(folder):
    store = Store(folder)
    yield store.new_run(Task("press F9")), store
    store.close()


@pytest.fixture(params=[fake, kept])
def made(request, tmp_path):
    with request.param(tmp_path) as pair:
        yield pair


def record(n, **more):
    return StepRecord(
        n, PROPOSAL, RISK, Confirmation("accepted", "user"), PRESS, None,
        Execution(2, 1.0), Receipt("effect_seen", "seen"), **more,
    )  # fmt: skip


def test_a_run_log_takes_a_run_from_its_first_intent_to_its_end(made):
    log = made[0]
    assert log.run.replace("-", "").isalnum()
    log.intend(1, PROPOSAL, PRESS, RISK)
    log.append(record(1))
    log.intend(2, PROPOSAL, PRESS, RISK)
    log.withdraw(2)
    log.intend(2, PROPOSAL, PRESS, RISK)
    log.append(record(2))
    log.append(record(3))
    log.end(Outcome.DONE, "Done.")
    if made[1] is not None:
        assert [step.n for step in made[1].steps(log.run)] == [1, 2, 3]


def test_equal_pictures_have_one_address_and_others_have_another(made):
    log = made[0]
    first, same, other = picture(), picture(), picture((picture().rect, 10))
    assert log.picture(first) == log.picture(same) == log.picture(first)
    assert log.picture(first) != log.picture(other)
    log.append(record(1, pictures=Pictures(before=log.picture(first), after=log.picture(other))))
    log.end(Outcome.DONE, "Done.")


def test_a_step_that_was_never_intended_is_kept_too(made):
    made[0].append(record(1))
    made[0].end(Outcome.BLOCKED, "Not allowed.")
