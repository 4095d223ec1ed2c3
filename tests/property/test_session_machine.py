"""Whatever a session is told, in whatever order: its logits are those of a fresh one."""

import torch
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from automation.core.errors import Stopped
from automation.core.timing import StopToken
from model.inference.options import SnapshotLimits
from model.inference.session import Session
from model.network.graphs import Graphs
from tests.fakes.model_specs import small_spec
from tests.fakes.prompts import Picture, Pictures, full_logits, prompt, words
from tests.fakes.random_network import random_network
from tests.fakes.strict_graphs import StrictGraphs
from tests.slow import examples

CLOSE = 2e-5
"""Largest difference of logits of scale 1, float32 on a processor; 2e-6 was measured."""

torch.set_num_threads(1)
NETWORK = random_network(small_spec(pattern="M-*M"), seed=5)

texts = st.integers(1, 8).flatmap(
    lambda seed: st.integers(1, 40).map(lambda count: words(seed, count))
)
pictures = st.sampled_from("abc").map(lambda key: Picture(key, 2))
parts = st.one_of(texts, pictures)


class SessionMachine(RuleBasedStateMachine):
    """A run whose prompts grow, are edited, cut, stopped and written after, in any order."""

    @initialize(
        first=texts,
        most=st.sampled_from([1, 7, 16, 64]),
        count=st.integers(1, 4),
        beside=st.integers(0, 2),
        graphs=st.sampled_from([None, Graphs(StrictGraphs(), 4, 64)]),
    )
    def begin(self, first, most, count, beside, graphs):
        limits = SnapshotLimits(count=count, on_device=beside)
        self.session = Session(NETWORK, most, limits, graphs)
        self.parts = [first]
        self.written = []
        self.is_synced = False

    def read(self, stop=None, on_progress=None):
        ends = sorted({1, len(self.parts)})
        rendered, shown = prompt(*self.parts, stable=ends)
        asked = Pictures(NETWORK, shown)
        self.written, self.is_synced = [], False
        report = self.session.sync(
            rendered,
            [picture.key for picture in shown],
            asked,
            stop=stop or StopToken(),
            on_progress=on_progress,
        )
        self.is_synced = True
        assert report.reused + report.prefilled == len(rendered.ids)
        assert report.new <= len(rendered.ids)
        assert len(asked.asked) <= len(shown)

    @rule()
    def sync(self):
        self.read()

    @rule(pieces=st.integers(1, 4))
    def sync_and_stop(self, pieces):
        stop, seen = StopToken(), []

        def listen(done, total):
            seen.append(done)
            if len(seen) == pieces:
                stop.stop()

        try:
            self.read(stop, listen)
        except Stopped:
            assert not self.is_synced

    @rule(more=parts)
    def tell_more(self, more):
        self.parts = [*self.parts, more]
        self.read()

    @rule(place=st.integers(0, 9), other=parts)
    def edit(self, place, other):
        self.parts[place % len(self.parts)] = other
        self.read()

    @rule(place=st.integers(1, 9))
    def cut(self, place):
        self.parts = self.parts[: 1 + place % len(self.parts)]
        self.read()

    @rule(tokens=st.integers(1, 3).flatmap(lambda n: st.integers(0, 99).map(lambda s: words(s, n))))
    def write(self, tokens):
        if self.is_synced:
            self.session.feed(tokens)
            self.written += tokens

    @rule()
    def take_the_reply_over(self):
        """Tell what was written as part of the next prompt."""
        if self.written:
            self.parts = [*self.parts, self.written]
            self.read()

    @rule()
    def reset(self):
        self.session.reset()
        self.is_synced, self.written = False, []

    @invariant()
    def logits_are_those_of_a_fresh_session(self):
        if getattr(self, "is_synced", False):
            wanted = full_logits(NETWORK, *prompt(*self.parts), self.written)
            assert float((self.session.logits - wanted).abs().max()) < CLOSE

    @invariant()
    def the_shelf_keeps_to_its_limits(self):
        if hasattr(self, "session"):
            lengths = self.session.snapshot_lengths
            assert list(lengths) == sorted(set(lengths))
            assert all(length <= self.session.length for length in lengths)
            assert len(lengths) <= 5


TestSession = SessionMachine.TestCase
TestSession.settings = settings(
    max_examples=examples(12),
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
