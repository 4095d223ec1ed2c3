"""What a bench tells is what the clock said of the model's own passes; a floor is work by a measured rate."""

import time
from dataclasses import replace

import pytest
import torch

from automation.core.errors import OutOfMemory, Stopped
from automation.core.timing import StopToken
from model import bench as measuring
from model.bench import (
    PARTS,
    Bench,
    LeftOut,
    Products,
    Stopwatch,
    graph_pool_bytes,
    least_work,
)
from model.checkpoint.tiny import write_tiny_checkpoint
from model.checkpoint.tiny_qwen import write_tiny_qwen
from model.inference.options import LoadOptions
from model.inference.resident import Resident, open_resident
from model.network.device import Device, Machine, Override, parameters_of
from model.network.graphs import Graphs
from model.network.offers import OFFERS
from model.prompt.profile import DEFAULTS, profile
from tests.fakes.measured import FOUND, RATES
from tests.fakes.model_specs import full_spec
from tests.fakes.strict_graphs import StrictGraphs

WRITERS = {"holotron": write_tiny_checkpoint, "qwen3_5": write_tiny_qwen}
ON_CPU = Override(device="cpu", quantization="none", dtype="float32")


@pytest.fixture(scope="module", params=WRITERS)
def resident(request, tmp_path_factory):
    made = opened(tmp_path_factory, request.param)
    yield made
    made.release()


@pytest.fixture(scope="module")
def holotron(tmp_path_factory):
    made = opened(tmp_path_factory, "holotron")
    yield made
    made.release()


def opened(tmp_path_factory, family):
    folder = tmp_path_factory.mktemp("bench") / family
    WRITERS[family](folder)
    options = LoadOptions(folder, style=profile(DEFAULTS[family]).style_name, where=ON_CPU)
    made = open_resident(options, progress=lambda _: None, stop=StopToken())
    torch.set_num_threads(1)
    return made


@pytest.fixture
def each(resident):
    """A model of each family."""
    resident.forget()
    return resident


@pytest.fixture
def one(holotron):
    holotron.forget()
    return holotron


@pytest.fixture(autouse=True)
def _few(monkeypatch):
    """Measure as little as keeps every part."""
    few = {"PROMPTS": (32, 144), "ROUNDS": 1, "FEW_ROUNDS": 1, "TOKENS": 3, "REPLY_TOKENS": 12}
    for name, value in few.items():
        monkeypatch.setattr(measuring, name, value)


class Clock:
    """Stands still but for what it is told, and a billionth of a second for each look."""

    def __init__(self):
        self.s = 0.0

    def __call__(self):
        self.s += 1e-9
        return self.s

    def taking(self, work, seconds):
        """Return the work, which takes so long: as many seconds as `seconds` says of its arguments."""

        def timed(*given, **named):
            self.s += seconds(*given)
            return work(*given, **named)

        return timed


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(time, "perf_counter", clock)
    monkeypatch.setattr(measuring, "ceilings", lambda *_, **__: RATES)
    return clock


@pytest.fixture
def timed(each, clock, monkeypatch):
    """Return a model of each family, whose tokens take 1 ms, and pictures 40 ms for each of their parts."""
    network = each.model.network
    for name in ("advance", "forward_tokens"):
        work = clock.taking(getattr(network, name), lambda rows, *_: 0.001 * len(rows))
        monkeypatch.setattr(network, name, work)
    encode = clock.taking(network.encode, lambda tiles, *_: 0.04 * len(tiles))
    monkeypatch.setattr(network, "encode", encode)
    return each


def measured(resident, *, told=None, stop=None, most_s=100.0):
    contract = profile(DEFAULTS[resident.model.spec.family])
    progress = (lambda _: None) if told is None else told.append
    token = stop or StopToken()
    return Bench(resident, contract, progress=progress, stop=token, most_s=most_s).run()


def test_every_figure_is_the_time_that_the_models_own_passes_took(timed):
    told = []
    found = measured(timed, told=told)
    assert found.left_out == ()
    assert found.prompts_ms == pytest.approx({32: 32, 144: 144}, abs=0.1)
    assert found.token_ms == pytest.approx(1.0, abs=0.01)
    parts = {"holotron": 9, "qwen3_5": 1}[found.family]
    assert found.encoder_ms == pytest.approx(40 * parts, abs=0.1)
    step = found.step
    assert 0 < step.encode_ms <= found.encoder_ms + 0.1
    assert step.prompt_ms == pytest.approx(step.prompt_tokens, abs=0.1)
    assert 0 < step.reply_ms <= step.reply_tokens + 0.1
    assert step.ms == pytest.approx(step.encode_ms + step.prompt_ms + step.reply_ms, abs=0.1)
    assert found.launched_ms is None
    assert found.limit is not None
    assert len({line.doing for line in told}) >= PARTS - 2


def test_a_step_does_not_read_the_system_prompt_that_the_one_before_has_read(timed):
    contract = profile(DEFAULTS[timed.model.spec.family])
    system = timed.model.tokenizer.encode(contract.system_prompt(measuring._FACTS), trusted=False)
    picture = {"holotron": 9 * 4, "qwen3_5": 1040}[timed.model.spec.family]
    assert picture <= measured(timed).step.prompt_tokens < picture + len(system) // 2


def test_by_the_real_clock_everything_takes_time(each):
    found = measured(each)
    assert found.left_out == ()
    assert found.ceilings.copy_bytes_per_s > 0
    assert found.ceilings.flop_per_s > 0
    assert min(found.token_ms, found.encoder_ms, *found.prompts_ms.values()) > 0
    assert found.step.reply_tokens > 0
    assert found.room.weights > 0
    assert found.room.cache > 0
    assert found.room.graphs == 0
    assert 0 < found.room.left < found.room.total


def test_a_token_reads_all_weights_but_those_of_an_embedding_that_is_no_head(each):
    count = parameters_of(each.model.spec)
    values = count.language - (count.embedding if count.head else 0)
    assert least_work(each.model.network).token_bytes == pytest.approx(4 * values, rel=1e-3)


def test_the_least_work_of_the_published_network_is_what_was_counted_by_hand():
    class Network:
        spec, language = full_spec(), torch.nn.Linear(2, 3)
        embeddings = torch.nn.Embedding(1, 4)

    work = least_work(Network)
    assert work.token_flop == pytest.approx(2 * 10.97e9, rel=0.001)
    assert work.token_bytes == 4 * (2 * 3 + 3) - 4 * 4
    assert work.head_flop == 2 * 131_072 * 5120


def test_floors_follow_from_sizes_and_rates():
    assert FOUND.token_floor_ms == pytest.approx(16e9 / 2e12 * 1000)
    assert FOUND.prompt_floor_ms(512) == pytest.approx((512 * 16e9 + 2e9) / 4e14 * 1000)
    without = replace(FOUND, ceilings=None)
    assert without.token_floor_ms is None
    assert without.prompt_floor_ms(512) is None
    assert without.limit is None


NO_ROOM = LeftOut("Looking at a screen", "memory", "The device is full.")


@pytest.mark.parametrize(
    ("change", "limit"),
    [
        ({}, "bandwidth"),
        ({"token_ms": 17.0}, "launches"),
        ({"step": replace(FOUND.step, prompt_ms=900.0)}, "prompt"),
        ({"step": replace(FOUND.step, prompt_ms=900.0), "is_in_passes": True}, "memory"),
        ({"step": replace(FOUND.step, encode_ms=900.0)}, "encoder"),
        ({"left_out": (NO_ROOM,)}, "memory"),
        ({"left_out": (replace(NO_ROOM, cause="time"),)}, "bandwidth"),
        ({"step": None}, None),
        ({"token_ms": None}, None),
    ],
)
def test_what_limits_it_is_what_takes_most_of_a_step(change, limit):
    assert replace(FOUND, **change).limit == limit


@pytest.mark.parametrize(
    ("change", "tries"),
    [
        ({}, ()),
        ({"launched_ms": None}, ()),
        ({"launched_ms": 9.0}, ("graphs_off",)),
        ({"launched_ms": 9.9}, ()),
        ({"products": Products(8.0, 7.9)}, ()),
        ({"products": Products(8.0, 3.0)}, ("4bit",)),
    ],
)
def test_only_what_was_measured_to_be_faster_is_to_be_tried(change, tries):
    assert replace(FOUND, **change).tries == tries


def test_a_device_that_is_full_in_the_middle_costs_the_parts_that_found_no_room(one, monkeypatch):
    def full(*_args, **_more):
        raise torch.OutOfMemoryError("CUDA out of memory")

    monkeypatch.setattr(one.model.network, "encode", full)
    found = measured(one)
    assert [(part.part, part.cause) for part in found.left_out] == [
        ("Looking at a screen", "memory"),
        ("Taking a whole step", "memory"),
    ]
    assert "Close a program" in found.left_out[0].why
    assert found.limit == "memory"
    assert set(found.prompts_ms) == {32, 144}
    assert found.token_ms > 0


def test_a_driver_that_fails_costs_a_part_and_says_why(one, monkeypatch):
    def broken(*_args, **_more):
        raise RuntimeError("CUDA error: unspecified launch failure\nmore")

    monkeypatch.setattr(one.model.network, "encode", broken)
    found = measured(one)
    assert found.left_out[0].cause == "failed"
    assert found.left_out[0].why == "CUDA error: unspecified launch failure"


@pytest.mark.parametrize("error", [torch.OutOfMemoryError("full"), RuntimeError("no kernel")])
def test_what_is_tried_beside_the_model_is_no_fault_of_the_model(one, monkeypatch, error):
    def broken(*_args, **_more):
        raise error

    monkeypatch.setattr(measuring, "ceilings", broken)
    found = measured(one)
    assert [part.cause for part in found.left_out] == ["not_here"]
    assert (found.limit, found.token_floor_ms) == (None, None)
    assert found.step.ms > 0


def test_without_time_nothing_is_begun(one):
    found = measured(one, most_s=0.0)
    assert {part.cause for part in found.left_out} == {"time"}
    assert (found.token_ms, found.prompts_ms, found.step, found.limit) == (None, {}, None, None)


def test_what_is_slow_is_measured_once_and_the_rest_is_left_out_in_time(one, clock, monkeypatch):
    work = clock.taking(one.model.network.forward_tokens, lambda rows, *_: 1.0 * len(rows))
    monkeypatch.setattr(one.model.network, "forward_tokens", work)
    began = clock.s
    found = measured(one, most_s=50.0)
    assert found.prompts_ms == pytest.approx({32: 32_000}, rel=0.01)
    assert {part.cause for part in found.left_out} == {"time"}
    assert clock.s - began < 2 * 32 + 50


def test_a_stop_of_the_user_ends_it(one, monkeypatch):
    stop = StopToken()
    encode = one.model.network.encode

    def stopping(*given, **named):
        stop.stop()
        return encode(*given, **named)

    monkeypatch.setattr(one.model.network, "encode", stopping)
    with pytest.raises(Stopped):
        measured(one, stop=stop)


def test_4_bit_is_measured_where_it_would_take_every_weight(one, monkeypatch):
    monkeypatch.setattr(measuring, "has_whole_blocks", lambda _: True)
    monkeypatch.setattr(measuring, "four_bit_kernels", lambda _: None)
    monkeypatch.setattr(measuring, "nf4_linear", lambda _, weight: lambda x: x @ weight.T)
    found = measured(one)
    assert found.left_out == ()
    assert found.products.ms > 0
    assert found.products.four_bit_ms > 0


def test_with_graphs_a_token_is_also_measured_without_them(one, monkeypatch):
    graphs = Graphs(StrictGraphs(), 4, 2048)
    graphed = Resident(replace(one.model, graphs=graphs), LoadOptions(one.model.spec.folder))
    made = []
    monkeypatch.setattr(measuring, "CudaGraphs", lambda _: lambda work: made.append(1) or work)
    monkeypatch.setattr(measuring, "has_whole_blocks", lambda _: True)
    monkeypatch.setattr(measuring, "four_bit_kernels", lambda _: None)
    monkeypatch.setattr(measuring, "nf4_linear", lambda _, weight: lambda x: x @ weight.T)
    found = measured(graphed)
    assert found.left_out == ()
    assert found.status.is_graphed
    assert min(found.token_ms, found.launched_ms) > 0
    shapes = set(one.model.spec.language.linears)
    assert len(made) == 2 * len(shapes)


def test_the_memory_of_graphs_is_what_lies_in_their_pools(monkeypatch):
    segments = [
        {"segment_pool_id": (0, 0), "total_size": 1000},
        {"segment_pool_id": (0, 3), "total_size": 40},
        {"segment_pool_id": [0, 5], "total_size": 2},
    ]
    monkeypatch.setattr(torch.cuda, "memory_snapshot", lambda: segments)
    assert graph_pool_bytes(torch.device("cuda:0")) == 42
    assert graph_pool_bytes(torch.device("cpu")) == 0


def test_a_network_that_does_not_fit_is_told_before_its_files_are_read_and_what_fits(monkeypatch):
    card = Device("cuda:0", "RTX", "cuda", 9 * 10**9, 10**10)
    monkeypatch.setattr(measuring, "read_machine", lambda: Machine((card,)))
    monkeypatch.setattr(measuring, "read_spec", lambda _: OFFERS[0].spec)
    monkeypatch.setattr(measuring, "open_resident", None)
    with pytest.raises(OutOfMemory, match=r"missing.*Holo3.1-4B fits in 4 bit: deskhand model"):
        measuring.bench(
            LoadOptions(OFFERS[0].spec.folder),
            profile(),
            progress=lambda _: None,
            stop=StopToken(),
        )


def test_a_watch_keeps_the_median_of_what_comes_after_two_rounds(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(time, "perf_counter", clock)
    watch = Stopwatch(torch.device("cpu"), 3)
    times = iter([0.9, 0.8, 0.002, 0.001, 0.003])
    assert watch.ms(clock.taking(lambda: None, lambda: next(times))) == 2.0


def test_a_watch_does_not_repeat_what_takes_seconds(monkeypatch):
    clock, calls = Clock(), []
    monkeypatch.setattr(time, "perf_counter", clock)
    watch = Stopwatch(torch.device("cpu"), 3)
    assert watch.ms(clock.taking(lambda: calls.append(1), lambda: 6.0)) == 6000.0
    assert len(calls) == 1
