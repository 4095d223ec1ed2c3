"""Recorded steps give what launched ones give; here the recording is the pass itself, run again."""

import pytest
import torch

from model.network.cache import GROWTH_TOKENS
from model.network.holotron import Holotron
from model.network.recorded import (
    CHECKED_GAP,
    MOST_TOKENS,
    RecordedSteps,
    checked_recorder,
    recorded_gap,
)
from tests.fakes.model_specs import small_spec

CLOSE = 1e-5
"""Logits of scale 1, float32: sums in another order. A forgotten row gives more than 0.01."""


class Recorder:
    """Records nothing: a replay is the pass again. Counts, and leaves traces as a graph does."""

    def __init__(self, problem=None):
        self.recordings = 0
        self.replays = 0
        self._problem = problem

    def __call__(self, work):
        self.recordings += 1
        work()
        if self._problem is not None:
            raise self._problem
        made = work().clone()

        def replay():
            self.replays += 1
            return made.copy_(work())  # always the same tensor, as a graph's is

        return replay


@pytest.fixture(scope="module", params=["M*", "*-", "-*M"])
def network(request):
    return Holotron.random(small_spec(pattern=request.param), seed=11)


@pytest.fixture(scope="module")
def holotron():
    return Holotron.random(small_spec(), seed=11)


def text(network, count=700):
    draw = torch.Generator().manual_seed(1)
    return network.embed(torch.randint(0, 300, (count,), generator=draw))


def steps_of(network, *, room=600, record=None):
    cache = network.new_cache()
    cache.reserve(room)
    return cache, RecordedSteps(network, cache, record or Recorder())


def worst(found, expected):
    return float((found - expected).abs().max())


@pytest.mark.parametrize("before", [0, 1, 17, 130])
def test_steps_after_a_prompt_equal_launched_ones(holotron, before):
    embeds = text(holotron)
    cache, steps = steps_of(holotron)
    plain = holotron.new_cache()
    for memory in (cache, plain):
        if before:
            holotron.advance(embeds[:before], memory)
    for row in embeds[before : before + 30]:
        assert steps.takes(1)
        found = steps.forward_tokens(row[None])
        assert worst(found, holotron.forward_tokens(row[None], plain)) < CLOSE
    assert cache.length == plain.length == before + 30


def test_every_kind_of_layer_is_recorded(network):
    embeds = text(network)
    cache, steps = steps_of(network)
    plain = network.new_cache()
    for memory in (cache, plain):
        network.advance(embeds[:40], memory)
    assert steps.takes(1)
    found = steps.forward_tokens(embeds[40:41])
    assert worst(found, network.forward_tokens(embeds[40:41], plain)) < CLOSE


def test_a_pass_of_many_tokens_between_steps_goes_on_where_they_ended(holotron):
    embeds = text(holotron)
    cache, steps = steps_of(holotron)
    assert steps.takes(2)
    steps.forward_tokens(embeds[:2])
    holotron.advance(embeds[2:60], cache)
    assert steps.takes(3)
    found = steps.forward_tokens(embeds[60:63])
    expected = holotron.forward_tokens(embeds[:63], holotron.new_cache())
    assert worst(found, expected) < CLOSE


def test_recording_leaves_no_trace_in_the_cache(holotron):
    embeds = text(holotron)
    cache, steps = steps_of(holotron)
    holotron.advance(embeds[:50], cache)
    before = cache.snapshot()
    assert steps.takes(1)
    after = cache.snapshot()
    assert torch.equal(before.recurrent, after.recurrent)
    assert torch.equal(before.convolution, after.convolution)
    assert cache.length == 50
    assert cache.can_restore(before)


def test_a_way_back_gives_the_same_bits(holotron):
    embeds = text(holotron)
    cache, steps = steps_of(holotron)
    holotron.advance(embeds[:50], cache)
    snapshot = cache.snapshot()
    runs = []
    for others in (60, 90):
        assert steps.takes(4)
        runs.append(steps.forward_tokens(embeds[50:54]))
        holotron.advance(embeds[others : others + 20], cache)
        cache.restore(snapshot)
    assert torch.equal(*runs)


def test_logits_stay_as_they_were_when_the_next_token_is_read(holotron):
    embeds = text(holotron)
    _, steps = steps_of(holotron)
    assert steps.takes(1)
    first = steps.forward_tokens(embeds[:1])
    kept = first.clone()
    steps.forward_tokens(embeds[1:2])
    assert torch.equal(first, kept)


def test_it_is_recorded_once_and_again_when_the_memory_has_moved(holotron):
    embeds = text(holotron)
    record = Recorder()
    cache, steps = steps_of(holotron, room=GROWTH_TOKENS, record=record)
    for row in embeds[:10]:
        assert steps.takes(1)
        steps.forward_tokens(row[None])
    assert (record.recordings, record.replays) == (1, 10)
    holotron.advance(embeds[10:GROWTH_TOKENS], cache)
    assert not steps.takes(1), "there is no room, so it would write past the end"
    holotron.forward_tokens(embeds[GROWTH_TOKENS : GROWTH_TOKENS + 1], cache)
    assert steps.takes(1)
    found = steps.forward_tokens(embeds[GROWTH_TOKENS + 1 : GROWTH_TOKENS + 2])
    assert record.recordings == 2
    expected = holotron.forward_tokens(embeds[: GROWTH_TOKENS + 2], holotron.new_cache())
    assert worst(found, expected) < CLOSE


def test_many_tokens_are_left_to_one_pass(holotron):
    _, steps = steps_of(holotron)
    assert steps.takes(MOST_TOKENS)
    assert not steps.takes(MOST_TOKENS + 1)


def test_what_cannot_be_recorded_is_launched_and_not_tried_again(holotron):
    record = Recorder(RuntimeError("operation not permitted when stream is capturing"))
    cache, steps = steps_of(holotron, record=record)
    holotron.advance(text(holotron)[:20], cache)
    before = cache.snapshot()
    assert not steps.takes(1)
    assert not steps.takes(1)
    assert record.recordings == 1
    assert "not permitted" in steps.problem
    assert torch.equal(before.recurrent, cache.snapshot().recurrent)


def test_a_device_that_records_well_is_trusted(holotron):
    record = Recorder()
    assert checked_recorder(holotron, record) is record
    assert recorded_gap(holotron, record) < 1e-5


def test_a_device_that_cannot_record_is_not(holotron, caplog):
    assert checked_recorder(holotron, Recorder(RuntimeError("no graphs here"))) is None
    assert "no graphs here" in caplog.text


@pytest.mark.parametrize("wrong", [lambda made: made * 1.2, lambda made: made * float("nan")])
def test_a_device_whose_replays_give_other_numbers_is_not(holotron, wrong, caplog):
    def record(work):
        return lambda: wrong(work())

    assert checked_recorder(holotron, record) is None
    assert "off by" in caplog.text


def test_a_replay_that_forgets_the_state_is_found_out(holotron):
    def record(work):
        made = work().clone()
        return lambda: made  # as if nothing were written and read again

    assert recorded_gap(holotron, record) > CHECKED_GAP
