"""Snapshots, branches and ways back, bit for bit."""

import pytest
import torch

from model.network.cache import HybridCache
from tests.fakes.model_specs import full_spec, small_language, small_spec
from tests.fakes.random_network import random_network


@pytest.fixture(scope="module")
def network():
    return random_network(small_spec(), seed=11)


@pytest.fixture(scope="module")
def text(network):
    return network.embed(torch.randint(0, 300, (900,), generator=torch.Generator().manual_seed(1)))


@pytest.mark.parametrize("kept", [0, 1, 3, 37, 128, 511, 512, 600])
def test_replaying_from_a_snapshot_gives_the_same_bits(network, text, kept):
    cache = network.new_cache()
    if kept:
        network.advance(text[:kept], cache)
    snapshot = cache.snapshot()
    first = network.forward_all(text[kept : kept + 90], cache)
    cache.restore(snapshot)
    assert cache.length == kept
    assert torch.equal(network.forward_all(text[kept : kept + 90], cache), first)


def test_a_branch_equals_a_cache_that_never_took_the_other_way(network, text):
    cache, straight = network.new_cache(), network.new_cache()
    network.advance(text[:50], cache)
    snapshot = cache.snapshot()
    network.advance(text[100:700], cache)
    cache.restore(snapshot)
    network.advance(text[:50], straight)
    other_way = [network.forward_all(text[700:760], memory) for memory in (cache, straight)]
    assert torch.equal(*other_way)


def test_single_steps_after_a_way_back_give_the_same_bits(network, text):
    cache = network.new_cache()
    network.advance(text[:40], cache)
    snapshot = cache.snapshot()
    runs = []
    for _ in range(2):
        cache.restore(snapshot)
        runs.append(torch.stack([network.forward_tokens(row[None], cache) for row in text[40:48]]))
    assert torch.equal(*runs)


def test_a_snapshot_stays_as_it_was_while_the_cache_goes_on(network, text):
    cache = network.new_cache()
    network.advance(text[:10], cache)
    snapshot = cache.snapshot()
    states = snapshot.recurrent.clone(), snapshot.convolution.clone()
    network.advance(text[10:30], cache)
    assert torch.equal(states[0], snapshot.recurrent)
    assert torch.equal(states[1], snapshot.convolution)
    assert not torch.equal(cache.snapshot().recurrent, snapshot.recurrent)


def test_a_snapshot_that_was_written_over_cannot_be_restored(network, text):
    cache = network.new_cache()
    network.advance(text[:20], cache)
    short = cache.snapshot()
    network.advance(text[20:60], cache)
    long = cache.snapshot()
    cache.restore(short)
    assert cache.can_restore(short)
    assert not cache.can_restore(long)
    with pytest.raises(AssertionError, match="60 tokens was written over"):
        cache.restore(long)


def test_snapshots_of_a_new_branch_are_good_until_that_one_is_cut(network, text):
    cache = network.new_cache()
    network.advance(text[:20], cache)
    base = cache.snapshot()
    network.advance(text[20:40], cache)
    cache.restore(base)
    network.advance(text[40:80], cache)
    branch = cache.snapshot()
    network.advance(text[80:90], cache)
    assert cache.can_restore(branch)
    cache.restore(branch)
    assert (cache.length, cache.can_restore(base)) == (60, True)
    cache.reset()
    assert not cache.can_restore(base)


def test_a_reset_cache_is_like_a_fresh_one(network, text):
    used = network.new_cache()
    network.advance(text[:300], used)
    used.reset()
    found = [network.forward_all(text[:50], cache) for cache in (used, network.new_cache())]
    assert torch.equal(*found)


def test_a_snapshot_may_lie_elsewhere_and_in_any_order_of_use(network, text):
    cache = network.new_cache()
    network.advance(text[:30], cache)
    moved = cache.snapshot().on(torch.device("cpu"))
    expected = network.forward_tokens(text[30:40], cache)
    cache.restore(moved)
    assert torch.equal(network.forward_tokens(text[30:40], cache), expected)


def test_a_forward_that_broke_off_leaves_a_cache_that_says_so(network, text):
    cache = network.new_cache()
    network.advance(text[:30], cache)
    snapshot = cache.snapshot()
    with pytest.raises(RuntimeError):
        network.advance(torch.zeros(3, 31), cache)
    assert not cache.is_whole
    with pytest.raises(AssertionError, match="restore a snapshot or reset first"):
        network.advance(text[30:31], cache)
    with pytest.raises(AssertionError, match="nothing whole to keep"):
        cache.snapshot()
    cache.restore(snapshot)
    assert cache.is_whole
    assert cache.length == 30


def test_sizes_of_the_full_network_are_the_published_ones():
    cache = HybridCache(full_spec().language, dtype=torch.bfloat16, device=torch.device("meta"))
    snapshot = cache.snapshot()
    assert snapshot.recurrent.nbytes == 140 * 2**20
    assert snapshot.convolution.nbytes == 28 * 12288 * 4 * 2
    assert snapshot.bytes == cache.bytes


def test_attention_memory_takes_what_the_arithmetic_says(network, text):
    cache = network.new_cache()
    empty = cache.bytes
    network.advance(text[:513], cache)
    per_token = 2 * 2 * 2 * 8 * 4  # layers, keys and values, heads, head_dim, float32
    assert cache.bytes - empty == 1024 * per_token


def test_memory_does_not_grow_when_the_same_place_is_written_again(network, text):
    cache = network.new_cache()
    network.advance(text[:60], cache)
    before = cache.bytes
    for _ in range(12):
        cache.reset()
        network.advance(text[:60], cache)
    assert cache.bytes == before


def test_states_start_at_zero_which_is_no_past_at_all():
    cache = HybridCache(small_language(), dtype=torch.float32, device=torch.device("cpu"))
    assert cache.length == 0
    assert cache.snapshot().recurrent.abs().max() == 0
