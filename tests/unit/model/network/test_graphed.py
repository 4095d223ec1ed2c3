"""Steps read by a graph give what launched ones give, and leave nothing behind."""

import gc
import weakref

import pytest
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

from automation.core.errors import Stopped
from automation.core.timing import StopToken
from model.network.attention import (
    FLASH,
    MASKED,
    OFF_LIMIT,
    SPLIT,
    Attention,
    attention_gap,
    choose_attention,
    masked,
    split,
)
from model.network.cache import GROWTH_TOKENS
from model.network.checks import GAP_LIMIT, MOST_TOKENS, checked_graphs, graph_gap
from model.network.graphs import ROWS, GraphedSteps, Graphs, give_back
from model.network.quantize import HostEmbedding
from tests.fakes.model_specs import small_spec
from tests.fakes.random_network import random_network
from tests.fakes.strict_graphs import StrictGraphs

CLOSE = 1e-5
"""Logits of scale 1, float32: sums in another order. A forgotten row gives more than 0.01."""
FEW = 5
SIZES = 3
"""Graphs of few tokens: of 4, 2 and 1."""


@pytest.fixture(scope="module")
def network():
    return random_network(small_spec(), seed=11)


@pytest.fixture(scope="module")
def embeds(network):
    draw = torch.Generator().manual_seed(1)
    return network.embed(torch.randint(0, 300, (700,), generator=draw))


def steps_of(network, *, room=600, make=None):
    cache = network.new_cache()
    return cache, GraphedSteps(network, cache, Graphs(make or StrictGraphs(), FEW, room))


def worst(found, expected):
    return float((found - expected).abs().max())


def read(steps, rows):
    assert steps.takes(len(rows)), steps.problem
    return steps.forward_tokens(rows)


def whole(network, rows):
    """Return the logits after all rows, read in one launched pass."""
    return network.forward_tokens(rows, network.new_cache())


class Backends(TorchFunctionMode):
    """Notes which kernels of torch may run whenever the public function attends."""

    def __init__(self):
        super().__init__()
        self.allowed = []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        if function is torch.nn.functional.scaled_dot_product_attention:
            cuda = torch.backends.cuda
            told = cuda.flash_sdp_enabled, cuda.mem_efficient_sdp_enabled, cuda.math_sdp_enabled
            self.allowed.append((*(each() for each in told), cuda.cudnn_sdp_enabled()))
        return function(*args, **(kwargs or {}))


@pytest.mark.parametrize("is_on", [True, False])
def test_launched_passes_graphed_ones_and_the_encoder_attend_by_the_same_kernels(
    network, embeds, is_on
):
    usual = torch.backends.cuda.cudnn_sdp_enabled()
    torch.backends.cuda.enable_cudnn_sdp(is_on)
    try:
        cache = network.new_cache()
        steps = GraphedSteps(network, cache, Graphs(StrictGraphs(), FEW, 600, attention=MASKED))
        for work in (
            lambda: network.advance(embeds[:9], cache),
            lambda: network.forward_tokens(embeds[9:12], cache),
            lambda: read(steps, embeds[12:13]),
            lambda: network.encode(network.blank()),
            lambda: attention_gap(MASKED, network.spec.language, network.device, torch.float32),
        ):
            with Backends() as seen:
                work()
            assert set(seen.allowed) == {(True, True, True, False)}
            assert torch.backends.cuda.cudnn_sdp_enabled() is is_on
    finally:
        torch.backends.cuda.enable_cudnn_sdp(usual)


@pytest.mark.parametrize("before", [0, 1, 17, 130])
def test_steps_after_a_prompt_equal_launched_ones(network, embeds, before):
    cache, steps = steps_of(network)
    if before:
        network.advance(embeds[:before], cache)
    found = [read(steps, row[None]) for row in embeds[before : before + 12]]
    ends = range(before + 1, before + 13)
    gaps = [worst(one, whole(network, embeds[:end])) for one, end in zip(found, ends, strict=True)]
    assert max(gaps) < CLOSE
    assert cache.length == before + 12


@pytest.mark.parametrize("pattern", ["M*", "*-", "-*M"])
def test_every_kind_of_layer_is_graphed(embeds, pattern):
    network = random_network(small_spec(pattern=pattern), seed=11)
    cache, steps = steps_of(network)
    network.advance(embeds[:40], cache)
    assert worst(read(steps, embeds[40:43]), whole(network, embeds[:43])) < CLOSE


def test_an_embedding_in_main_memory_is_no_part_of_it(embeds):
    network = random_network(small_spec(), seed=11)
    rows = network.language.model.embeddings.weight
    network.language.model.embeddings = HostEmbedding(rows, torch.device("cpu"))
    cache, steps = steps_of(network)
    network.advance(embeds[:9], cache)
    assert worst(read(steps, embeds[9:10]), whole(network, embeds[:10])) < CLOSE


def test_a_pass_of_many_tokens_between_steps_goes_on_where_they_ended(network, embeds):
    cache, steps = steps_of(network)
    read(steps, embeds[:2])
    network.advance(embeds[2:60], cache)
    assert worst(read(steps, embeds[60:63]), whole(network, embeds[:63])) < CLOSE


def test_making_a_graph_leaves_no_trace_in_the_cache(network, embeds):
    cache, steps = steps_of(network)
    network.advance(embeds[:50], cache)
    before = cache.snapshot()
    assert steps.takes(1)
    after = cache.snapshot()
    assert torch.equal(before.recurrent, after.recurrent)
    assert torch.equal(before.convolution, after.convolution)
    assert cache.length == 50
    assert cache.can_restore(before)


def test_a_way_back_gives_the_same_bits(network, embeds):
    cache, steps = steps_of(network)
    network.advance(embeds[:50], cache)
    snapshot, runs = cache.snapshot(), []
    for others in (60, 90):
        runs.append(read(steps, embeds[50:54]))
        network.advance(embeds[others : others + 20], cache)
        cache.restore(snapshot)
    assert torch.equal(*runs)


def test_what_was_read_before_a_way_back_cannot_spoil_what_comes(network, embeds):
    """A graph multiplies all rows of the attention memory, those that a mask hides by zero."""
    cache, steps = steps_of(network)
    network.advance(embeds[:50], cache)
    snapshot = cache.snapshot()
    network.advance(torch.full_like(embeds[:30], float("nan")), cache)
    cache.restore(snapshot)
    assert worst(read(steps, embeds[50:51]), whole(network, embeds[:51])) < CLOSE


def test_logits_stay_as_they_were_when_the_next_token_is_read(network, embeds):
    _, steps = steps_of(network)
    first = read(steps, embeds[:1])
    kept = first.clone()
    read(steps, embeds[1:2])
    assert torch.equal(first, kept)


def test_one_graph_is_enough_until_the_memory_has_moved(network, embeds):
    make = StrictGraphs()
    cache, steps = steps_of(network, room=GROWTH_TOKENS, make=make)
    for row in embeds[:10]:
        read(steps, row[None])
    assert (make.made, make.replays) == (SIZES, 10)
    network.advance(embeds[10:GROWTH_TOKENS], cache)
    assert not steps.takes(1), "there is no room, so it would write past the end"
    network.advance(embeds[GROWTH_TOKENS : GROWTH_TOKENS + 1], cache)
    end = GROWTH_TOKENS + 2
    assert worst(read(steps, embeds[end - 1 : end]), whole(network, embeds[:end])) < CLOSE
    assert make.made == 2 * SIZES


def test_memory_of_which_only_a_part_has_moved_gets_a_new_graph(network, embeds):
    make = StrictGraphs()
    cache, steps = steps_of(network, make=make)
    read(steps, embeds[:3])
    cache._memories[0].reserve(2000)  # the next layer's found no room
    assert worst(read(steps, embeds[3:4]), whole(network, embeds[:4])) < CLOSE
    assert make.made == 2 * SIZES


def test_few_tokens_are_taken_and_many_are_left_to_one_pass(network):
    _, steps = steps_of(network)
    assert [count for count in range(12) if steps.takes(count)] == list(range(1, FEW + 1))


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (RuntimeError("operation not permitted when stream is capturing"), "not permitted"),
        (ValueError("a compiler that is missing"), "a compiler"),
        (torch.OutOfMemoryError("CUDA out of memory"), "no memory"),
    ],
)
def test_a_device_that_makes_no_graph_launches_and_is_not_asked_again(
    network, embeds, problem, said
):
    make = StrictGraphs(problem)
    cache, steps = steps_of(network, make=make)
    network.advance(embeds[:20], cache)
    before = cache.snapshot()
    assert not steps.takes(1)
    assert not steps.takes(1)
    assert make.made == 1
    assert said in steps.problem
    assert torch.equal(before.recurrent, cache.snapshot().recurrent)
    assert cache.is_whole


def test_no_room_to_reserve_is_no_error(network, monkeypatch):
    cache, steps = steps_of(network)

    problem = torch.OutOfMemoryError("CUDA out of memory")

    def reserve(tokens):
        raise problem

    monkeypatch.setattr(cache, "reserve", reserve)
    assert not steps.takes(1)
    assert "no memory" in steps.problem


def test_steps_and_graph_are_gone_with_their_last_name(network, embeds):
    cache, steps = steps_of(network)
    read(steps, embeds[:1])
    gone = weakref.ref(steps)
    gc.disable()
    try:
        del cache, steps
        assert gone() is None, "the collector would have to find it, and the memory stays till then"
    finally:
        gc.enable()


@pytest.mark.parametrize("way", [SPLIT, MASKED], ids=lambda way: way.name)
@pytest.mark.parametrize("rows", [64, 50, 1000])
def test_each_way_attends_to_the_rows_in_use_and_to_no_others(way, rows):
    draw = torch.Generator().manual_seed(3)
    query = torch.randn(6, 3, 8, generator=draw)
    key, value = (torch.randn(2, rows, 8, generator=draw) for _ in range(2))
    ends = torch.tensor([1, 20, 21], dtype=torch.int32)
    found = way.attend(query, key, value, ends, 0.3)
    repeated = [each.repeat_interleave(3, dim=0).double() for each in (key, value)]
    scores = query.double() @ repeated[0].transpose(1, 2) * 0.3
    scores = scores.masked_fill(torch.arange(rows) >= ends[:, None], -torch.inf)
    expected = (scores.softmax(-1) @ repeated[1]).transpose(0, 1)
    assert found.shape == (3, 6, 8)
    assert worst(found, expected) < 1e-6


def test_split_attention_copies_no_key():
    """A copy of the memory for every token would take longer than attending to it."""
    key = torch.zeros(2, 4096, 8)
    limit = key.numel() // 2
    with Largest() as largest:
        split(torch.zeros(4, 1, 8), key, key, torch.tensor([9], dtype=torch.int32), 1.0)
    assert largest.values < limit


class Largest(TorchDispatchMode):
    """Notes the size of the largest tensor that was made."""

    values = 0

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        made = function(*args, **(kwargs or {}))
        if function.name() in {"aten::clone", "aten::copy_", "aten::_unsafe_view"}:
            self.values = max(self.values, made.numel())
        return made


def test_the_way_to_attend_is_the_first_that_computes_what_it_should(monkeypatch):
    language, cpu = small_spec().language, torch.device("cpu")

    def chosen():
        return choose_attention(language, cpu, torch.float32)

    assert chosen() is SPLIT, "flash attention needs a card"
    assert attention_gap(SPLIT, language, cpu, torch.float32) < 1e-6
    assert attention_gap(SPLIT, language, cpu, torch.bfloat16) < OFF_LIMIT
    works = Attention("works", masked, follows_length=True)
    wrong = Attention("wrong", lambda *given: 1.1 * masked(*given), follows_length=True)
    none = Attention("none", lambda *_: torch.full((3, 4, 8), float("nan")), follows_length=True)
    gone = Attention("gone", lambda *_: torch.ops.aten.no_such_thing(), follows_length=True)
    for ways, expected in (((wrong, none, gone, works, MASKED), works), ((wrong, MASKED), MASKED)):
        monkeypatch.setattr("model.network.attention.ATTENTIONS", ways)
        assert chosen() is expected


def test_flash_is_told_where_each_token_ends(monkeypatch):
    """The private function, played by its definition."""

    def played(query, key, value, cu_q, cu_k, max_q, max_k, *_rest, scale, seqused_k):
        assert cu_q.tolist() == [0, 1, 2, 3]
        assert cu_k.tolist() == [0, 0, 0, 0]
        assert (max_q, max_k, seqused_k.dtype) == (1, len(key), torch.int32)
        parts = [each.transpose(0, 1) for each in (query, key, value)]
        return (masked(*parts, seqused_k, scale),)

    monkeypatch.setattr(torch.ops.aten, "_flash_attention_forward", played, raising=False)
    off = attention_gap(FLASH, small_spec().language, torch.device("cpu"), torch.float32)
    assert off < 1e-6


@pytest.mark.parametrize("way", [SPLIT, MASKED], ids=lambda way: way.name)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 8, 16, 20, 32, 40, 64, 97])
def test_a_run_of_any_length_is_read_by_few_replays(network, embeds, way, count):
    make = StrictGraphs()
    cache = network.new_cache()
    steps = GraphedSteps(network, cache, Graphs(make, 100, 600, attention=way))
    network.advance(embeds[:50], cache)
    snapshot, found = cache.snapshot(), []
    for _ in range(2):
        found.append(read(steps, embeds[50 : 50 + count]))
        cache.restore(snapshot)
    assert torch.equal(*found)
    assert worst(found[0], whole(network, embeds[: 50 + count])) < CLOSE
    assert make.made == len(ROWS)
    assert make.replays == 2 * replays_of(count)


def replays_of(count):
    """Return how many graphs read a run, each the largest that fits what is left."""
    largest = next((rows for rows in ROWS if rows <= count), 0)
    return 1 + replays_of(count - largest) if largest else 0


def test_no_row_past_the_memory_is_written_while_graphs_are_made(network, embeds):
    """A row too many is no error there but the end of the process on a card."""
    cache, steps = steps_of(network, room=100)
    cache.reserve(100)
    network.advance(embeds[:97], cache)
    assert not steps.takes(1)
    cache.reset()
    network.advance(embeds[:92], cache)
    assert worst(read(steps, embeds[92:97]), whole(network, embeds[:97])) < CLOSE


def test_memory_grows_with_the_conversation_where_its_size_costs_time(network, monkeypatch):
    monkeypatch.setattr("model.network.graphs.FIRST_ROOM", 64)
    monkeypatch.setattr("model.network.cache.GROWTH_TOKENS", 8)
    rooms = {}
    for follows in (True, False):
        cache = network.new_cache()
        way = Attention("way", masked, follows_length=follows)
        steps = GraphedSteps(network, cache, Graphs(StrictGraphs(), FEW, 512, attention=way))
        found = []
        for length in (40, 100, 500):
            cache.reset()
            network.advance(network.embed(torch.arange(length) % 300), cache)
            assert steps.takes(1)
            found.append(cache.room)
        rooms[follows] = found
    assert rooms == {True: [512, 512, 512], False: [64, 128, 512]}


def test_a_fault_of_our_own_is_not_taken_for_one_of_the_device(network):
    cache, steps = steps_of(network, make=StrictGraphs(AssertionError("restore first")))
    with pytest.raises(AssertionError, match="restore first"):
        steps.takes(1)
    assert (steps.problem, cache.is_whole) == ("", True)


def checked(network, make):
    return checked_graphs(network, make, reserved_tokens=100)


def test_a_stop_is_heard_before_the_next_graph(network):
    stop = StopToken()

    class Stopping(StrictGraphs):
        def __call__(self, work):
            stop.stop()
            return super().__call__(work)

    make = Stopping()
    with pytest.raises(Stopped):
        checked_graphs(network, make, reserved_tokens=100, stop=stop)
    assert make.made == 1


def test_a_device_whose_graphs_are_right_is_trusted(network):
    make = StrictGraphs()
    found = checked(network, make)
    assert not found.problem
    assert found.make is make
    assert found.reserved_tokens == 100
    assert 1 <= found.most_tokens <= MOST_TOKENS
    assert graph_gap(network, found.steps(network)) < 1e-5


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (StrictGraphs(RuntimeError("not while capturing")), "not while capturing"),
        (StrictGraphs(torch.OutOfMemoryError("CUDA out of memory")), "no memory"),
        (StrictGraphs(wrong=lambda logits: logits * 1.2), "off by 0.2"),
        (StrictGraphs(wrong=lambda logits: logits * float("nan")), "off by inf"),
    ],
    ids=["it makes none", "no room", "other numbers", "no numbers"],
)
def test_a_device_whose_graphs_are_not_is_not_and_says_why(network, make, said, caplog):
    found = checked(network, make)
    assert said in found.problem
    assert said in caplog.text
    assert not GraphedSteps(network, network.new_cache(), found).takes(1)


def test_a_device_whose_graphs_of_few_tokens_fail_still_has_those_of_one(network, embeds):
    class OnlyOne(StrictGraphs):
        def __call__(self, work):
            replay = super().__call__(work)
            if self.made == 1:  # the graph of the most rows is made first
                raise RuntimeError("not while capturing")
            return replay

    found = checked(network, OnlyOne())
    assert (found.problem, found.most_tokens) == ("", 1)
    steps = found.steps(network)
    assert worst(read(steps, embeds[:1]), whole(network, embeds[:1])) < CLOSE


@pytest.mark.parametrize("end", ["underway", "ended", "unknown"])
@pytest.mark.parametrize("is_stuck", [False, True])
def test_the_memory_of_a_failed_capture_is_given_back(monkeypatch, end, is_stuck):
    calls = []

    def called(name, problem=None):
        def call(*arguments):
            calls.append((name, *arguments))
            if problem:
                raise RuntimeError(problem)

        return call

    monkeypatch.setattr(torch.cuda, "current_device", lambda: 1)
    stuck = "captures_underway.empty()" if is_stuck else None
    monkeypatch.setattr(torch.cuda, "empty_cache", called("empty", stuck))
    for name in ("_cuda_endAllocateToPool", "_cuda_releasePool"):
        monkeypatch.delattr(torch._C, name, raising=False)
        if end != "unknown":
            problem = "not recording to it" if end == "ended" and "end" in name else None
            monkeypatch.setattr(torch._C, name, called(name, problem), raising=False)
    said = give_back((7, 8))
    assert bool(said) == is_stuck
    expected = [("_cuda_endAllocateToPool", 1, (7, 8)), ("_cuda_releasePool", 1, (7, 8))]
    done = {"underway": 2, "ended": 1, "unknown": 0}[end]
    assert calls == [*expected[:done], ("empty",)]


def test_a_replay_that_does_nothing_is_found_out(network):
    def make(work):
        made = work().clone()
        return lambda: made

    assert graph_gap(network, Graphs(make, 1, 100).steps(network)) > GAP_LIMIT
