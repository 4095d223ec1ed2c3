"""The store against a dict: whatever is done in whatever order, it holds what the dict holds."""

import shutil
import tempfile
from pathlib import Path

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from automation.core.actions import Aim, Click, Hotkey, Shown, Write
from automation.core.events import Task
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame
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
from tests.slow import examples

PIXELS = st.integers(-(2**31), 2**31 - 1)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
INTENTS = st.one_of(
    st.builds(Write, TEXT, overwrite=st.booleans()),
    st.builds(
        Hotkey, st.lists(st.sampled_from(["ctrl", "a", "F5"]), min_size=1, max_size=6).map(tuple)
    ),
    st.builds(lambda x, y: Click(Aim(ScreenPoint(x, y))), PIXELS, PIXELS),
    st.builds(Shown, TEXT, absent=st.booleans()),
)
RECEIPTS = st.builds(
    Receipt,
    st.sampled_from(["effect_seen", "landed", "not_seen", "denied"]),
    TEXT,
)


def shot(shade):
    return Frame(np.full((4, 6, 4), shade, np.uint8), ScreenPoint(0, 0), 0.0)


class History(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.home = Path(tempfile.mkdtemp(prefix="deskhand-store-"))
        self.store = Store(self.home)
        self.model = {}
        self.ends = {}
        self.live = []

    def teardown(self):
        for log in self.live:
            log.end(Outcome.STOPPED, "")
        self.store.close()
        shutil.rmtree(self.home)

    @initialize(task=TEXT)
    def begin_first(self, task):
        self.begin(task)

    @rule(task=TEXT)
    def begin(self, task):
        log = self.store.new_run(Task(task))
        self.live.append(log)
        self.model[log.run] = (task, [])

    @precondition(lambda self: self.live)
    @rule(
        at=st.integers(0, 9), intent=INTENTS, receipt=RECEIPTS, shade=st.integers(0, 3),
        level=st.sampled_from(RiskLevel), refused=st.booleans(),
    )  # fmt: skip
    def take_step(self, at, intent, receipt, shade, level, refused):
        log = self.live[at % len(self.live)]
        steps = self.model[log.run][1]
        proposal, risk = Proposal(intent, sentence="do"), Risk(level, ("why",))
        n = len(steps) + 1
        if refused:
            log.intend(n, proposal, intent, risk)
            log.withdraw(n)
        log.intend(n, proposal, intent, risk)
        address = log.picture(shot(shade))
        record = StepRecord(
            n, proposal, risk, Confirmation("accepted", "user"), intent, None,
            Execution(1, 2.0), receipt, pictures=Pictures(before=address),
        )  # fmt: skip
        log.append(record)
        steps.append(record)

    @precondition(lambda self: self.live)
    @rule(outcome=st.sampled_from(Outcome), message=TEXT)
    def end(self, outcome, message):
        log = self.live.pop()
        log.end(outcome, message)
        self.ends[log.run] = (outcome, message)

    @rule()
    def open_again(self):
        for log in self.live:
            log.end(Outcome.STOPPED, "closed")
            self.ends[log.run] = (Outcome.STOPPED, "closed")
        self.live.clear()
        self.store.close()
        self.store = Store(self.home)

    @invariant()
    def holds_what_the_dict_holds(self):
        listed = self.store.runs()
        assert [info.run for info in listed] == list(reversed(self.model))
        for info in listed:
            task, steps = self.model[info.run]
            assert (info.task, info.steps) == (task, len(steps))
            assert self.store.steps(info.run) == tuple(steps)
            end = self.ends.get(info.run)
            assert (info.outcome, info.message) == (end or (None, ""))
            for record in steps:
                assert self.store.picture(record.pictures.before)[:4] == b"\x89PNG"


History.TestCase.settings = settings(
    max_examples=examples(40), stateful_step_count=12, deadline=None
)
test_store_holds_what_a_dict_holds = History.TestCase
