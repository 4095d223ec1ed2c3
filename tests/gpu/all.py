"""Every figure of one card in one call that ends in nine minutes. Run: python -m tests.gpu.all.

    python -m tests.gpu.all [--tiny] [--only PART ...] [--out FOLDER] [--budget SECONDS]

Each part runs in a process of its own, so that one that breaks the driver's context costs no other
its figures, and writes one JSON line a finding to `FOLDER/card.jsonl` as soon as it is there: a call
that is cut off keeps what it has measured. `--tiny` runs everything at a tiny size on the CPU, to
know that the script works before it is carried to a card. No weights are needed: networks of the
published sizes are drawn at random. On a card the parts that were left out of nine minutes run when
they are named. A part is left out, and said to be, when the time left is less than half of what it
usually takes.

Ends 0 when every part ran and no check failed, 1 otherwise, 9 without a device. One test for each check:
`python -m pytest -m gpu tests/gpu`.

On a machine without a network, carry wheels of transformers (5.23: older ones exhaust memory),
tokenizers, safetensors, huggingface_hub, llguidance, bitsandbytes and msgspec for its Python. Libraries
that are compared (fla-core, gemlite, mamba-ssm, causal-conv1d) are used where they import, and named as
missing where not; the whole build of causal-conv1d took more than five minutes.
"""

import argparse
import gc
import importlib
import importlib.metadata
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

import torch
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from automation.core.errors import KernelUnavailable, LoadError, OutOfMemory
from model.bench import Stopwatch
from model.network.attention import ATTENTIONS, MASKED
from model.network.checks import (
    GAP_LIMIT,
    MOST_TOKENS,
    checked_graphs,
    checked_kernels,
    graph_gap,
)
from model.network.graphs import CudaGraphs, GraphedSteps, Graphs
from model.network.kernels import GUARD, choose_kernels, use_norms
from tests.benchmarks import gpu_micro, gpu_passes, step_latency
from tests.benchmarks.clicking_model import opened
from tests.benchmarks.gpu_micro import FULL, TINY
from tests.fakes.strict_graphs import StrictGraphs
from tests.gpu.bench import distance, host_ms, ids_for, network_of, on_cuda, plan_for, tiny_on_cpu
from tests.gpu.checks import CHECKS, Missing

BUDGET_S = 540.0
NO_DEVICE = 9
"""Exit status where there is no card."""
OUTPUT = Path("build/gpu")
PACKAGES = (
    *("torch", "triton", "transformers", "bitsandbytes", "numpy"),
    *("mamba-ssm", "causal-conv1d", "fla-core", "gemlite"),
)

Findings = Iterator[tuple[str, object]]
"""Names and figures, one after the other; a figure is anything that JSON can hold."""


def tell(line):
    """Say it at once, also into a pipe."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def version_of(package):
    """Return the installed version; None where there is none."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def first_line(error):
    """Return an error's kind and first line."""
    return f"{type(error).__name__}: {next(iter(str(error).splitlines()), '')}"[:300]


def timed_or_reason(work: Callable[[], object]) -> object:
    """Return what it measures, or why it cannot be measured here."""
    try:
        return work()
    except Exception as error:  # noqa: BLE001  # a missing library or kernel is a finding
        return first_line(error)


def app_kernels(bench):
    """Choose kernels as the app does when it loads a model; return what runs."""
    return checked_kernels(bench.full.language, bench.device)


def graph_ms(bench, watch, work):
    """Return the time of a replay of the work as one CUDA graph; without CUDA that of a call."""
    if not bench.is_cuda:
        return watch.ms(work)
    return watch.ms(CudaGraphs(bench.device)(work))


# --- the card ----------------------------------------------------------------------------------


def card(bench, sizes, watch) -> Findings:
    """Versions, and how fast values are copied and multiplied."""
    yield "versions", {name: version_of(name) for name in PACKAGES} | {"cuda": torch.version.cuda}
    if bench.is_cuda:
        yield (
            "driver",
            _asked("nvidia-smi", "--query-gpu=name,driver_version,memory.total,clocks.sm"),
        )
    yield "compiler", _asked("cc", "--version")
    yield "kernels", asdict(app_kernels(bench))
    yield "packages of kernels", [probe.problem for probe in GUARD.probes()]
    yield "ceilings", gpu_micro.ceilings_of(bench.device, sizes, watch)
    yield "mixer", gpu_micro.mixer_parts(bench, sizes, watch)
    yield "products", gpu_micro.products(bench, watch)


def _asked(*command):
    if command[0] == "nvidia-smi":
        command = (*command, "--format=csv,noheader")
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except OSError as error:
        return first_line(error)
    return (found.stdout or found.stderr).strip().splitlines()[:1]


# --- attention of one token --------------------------------------------------------------------

ROOMS = (1024, 4096, 16_384)
LENGTHS = (1000, 4000, 16_000)
SPLITS = 16


def attention(bench, sizes, watch) -> Findings:
    """One token's attention in one layer, as a graph: which way costs what, and how exact it is."""
    del sizes
    spec = bench.full.language
    rooms, lengths = (ROOMS, LENGTHS) if bench.is_cuda else ((64, 128), (40, 100))
    for room in rooms:
        for length in lengths:
            if length <= room:
                for rows in (1, 4, 8):
                    yield (
                        f"room {room}, length {length}, rows {rows}",
                        _attention(bench, watch, spec, (room, length, rows)),
                    )


def _attention(bench, watch, spec, shape):
    room, length, rows = shape
    draw = torch.Generator(device=bench.device).manual_seed(room + length)

    def normal(*sizes):
        found = torch.randn(sizes, generator=draw, device=bench.device)
        return found.to(torch.bfloat16 if bench.is_cuda else torch.float32)

    query = normal(spec.heads, rows, spec.head_dim)
    key, value = (normal(spec.kv_heads, room, spec.head_dim) for _ in range(2))
    ends = torch.arange(length - rows, length, device=bench.device, dtype=torch.int32) + 1
    scale = spec.head_dim**-0.5
    exact = MASKED.attend(query.float(), key.float(), value.float(), ends, scale)
    ways = {way.name: partial(way.attend, query, key, value, ends, scale) for way in ATTENTIONS}
    for name in ("CUDNN_ATTENTION", "EFFICIENT_ATTENTION", "MATH"):

        def forced(backend=getattr(SDPBackend, name)):  # noqa: B008  # bound once a round
            with sdpa_kernel(backend):
                return MASKED.attend(query, key, value, ends, scale)

        ways[f"masked, {name.lower()}"] = forced

    def found(work):
        off = distance(work().float(), exact)
        return {"ms": graph_ms(bench, watch, work), "distance": off}

    return {name: timed_or_reason(partial(found, work)) for name, work in ways.items()}


# --- libraries of kernels ----------------------------------------------------------------------


def libraries(bench, sizes, watch) -> Findings:
    """The small functions of a layer: torch's own against fla-core's, and products by gemlite."""
    spec = bench.full.language
    for tokens in (1, 8, sizes.prompt_tokens):
        for name, work in _functions(bench, spec, tokens).items():
            time_it = watch.ms if tokens > 8 else partial(graph_ms, bench, watch)
            yield f"{name}, {tokens} tokens", timed_or_reason(partial(time_it, work))
    for rows, columns in ((5120, 10_240), (20_480, 5120), (22_656, 5120)):
        if bench.is_cuda:
            yield f"product {rows}x{columns}", _products(bench, watch, rows, columns)


def _functions(bench, spec, tokens):
    dtype = torch.bfloat16 if bench.is_cuda else torch.float32

    def normal(*shape):
        return torch.randn(shape, device=bench.device, dtype=dtype)

    hidden, inner, groups = spec.hidden, spec.mamba_inner, spec.groups
    x, residual, weight = normal(tokens, hidden), normal(tokens, hidden), normal(hidden)
    wide, gate, wide_weight = normal(tokens, inner), normal(tokens, inner), normal(inner)
    up = normal(tokens, spec.mlp_width)
    rows = normal(1, tokens, spec.conv_width)
    kernel, bias = normal(spec.conv_width, spec.conv_kernel), normal(spec.conv_width)
    state = normal(1, spec.conv_width, spec.conv_kernel)
    native = importlib.import_module("transformers.models.nemotron_h.modeling_nemotron_h")
    norm = native.NemotronHRMSNorm(hidden, eps=spec.norm_eps).to(bench.device, dtype)
    gated = native.NemotronHRMSNormGated(inner, group_size=inner // groups, eps=spec.norm_eps).to(
        bench.device, dtype
    )

    def fla_norm():
        rms_norm = importlib.import_module("fla.modules.norm.layernorm").rms_norm
        return rms_norm(x, weight, None, residual, spec.norm_eps, True)

    def fla_gated():
        rmsnorm_fn = importlib.import_module("fla.modules.norm.layernorm_gated").rmsnorm_fn
        return rmsnorm_fn(
            wide, wide_weight, None, gate, spec.norm_eps, inner // groups, norm_before_gate=False
        )

    def fla_convolution():
        module = importlib.import_module("fla.modules.causal_conv1d")
        if tokens == 1:
            return module.causal_conv1d_update(
                rows, state, weight=kernel, bias=bias, activation="silu"
            )
        return module.causal_conv1d(
            rows, kernel, bias, initial_state=state, output_final_state=True, activation="silu"
        )

    def torch_convolution():
        columns = rows.transpose(1, 2)
        padded = torch.cat([state[..., 1:], columns], dim=-1)
        return functional.silu(
            functional.conv1d(padded, kernel[:, None], bias, groups=spec.conv_width)
        )

    return {
        "norm after a sum, torch": lambda: norm(x + residual),
        "norm after a sum, fla": fla_norm,
        "gated norm, torch": lambda: gated(wide, gate),
        "gated norm, fla": fla_gated,
        "convolution, torch": torch_convolution,
        "convolution, fla": fla_convolution,
        "squared relu, torch": lambda: functional.relu(up).square(),
    }


def _products(bench, watch, rows, columns):
    weight = torch.randn(rows, columns, dtype=torch.bfloat16, device=bench.device) * columns**-0.5
    found = {}
    for tokens in (1, 8, 512):
        x = torch.randn(tokens, columns, dtype=torch.bfloat16, device=bench.device)
        exact = functional.linear(x, weight).float()

        def plain(x=x):
            return functional.linear(x, weight)

        found[f"bfloat16, {tokens} tokens"] = graph_ms(bench, watch, plain)

        def ours(x=x, exact=exact):
            helper = importlib.import_module("gemlite.helper")
            layer = helper.A16W8(device=str(bench.device), dtype=torch.bfloat16).from_weights(
                weight.clone()
            )
            ms = graph_ms(bench, watch, lambda: layer(x))
            return {"ms": ms, "distance": distance(layer(x).float(), exact)}

        found[f"gemlite int8, {tokens} tokens"] = timed_or_reason(ours)
    return found


# --- whole passes ------------------------------------------------------------------------------

KERNEL_PROMPTS = (512, 2304)


def passes(bench, sizes, watch) -> Findings:
    """A network of the full size in 16 bit: pictures, prompts, a token's graph, kernel tables."""
    with torch.inference_mode():
        plan = plan_for(bench, bench.full, quantization="none")
        yield "kernels", asdict(app_kernels(bench))
        began = time.perf_counter()
        network = network_of(bench.full, plan)
        watch.wait()
        yield "drawn_s", round(time.perf_counter() - began, 1)
        for tiles in gpu_passes.BATCHES if bench.is_cuda else (1, 2):
            yield f"encode {tiles} tiles", gpu_passes.encoder_ms(network, bench, tiles, watch)
        for tokens in gpu_passes.PROMPTS if bench.is_cuda else (1, 8):
            yield f"prompt of {tokens}", gpu_passes.prompt_ms(network, bench, tokens, watch)
        yield "pictures", gpu_passes.pictures(bench, watch)
        for tokens in KERNEL_PROMPTS:
            yield f"kernels of a prompt of {tokens}", _prompt_kernels(network, bench, tokens)
        yield from _later_prompt(network, bench, watch)
        yield from _row_graphs(network, bench, watch)
        yield from _replays(network, bench, watch, plan)


def _prompt_kernels(network, bench, tokens):
    cache = network.new_cache()
    row = network.embed(ids_for(bench.full, tokens))

    def read():
        cache.reset()
        network.forward_tokens(row, cache)

    read()
    return gpu_passes.kernels_of(read, bench)


def _later_prompt(network, bench, watch):
    """A screen in the middle of a conversation."""
    length, tokens = (8000, 2304) if bench.is_cuda else (40, 8)
    cache = network.new_cache()
    for ids in ids_for(bench.full, length).split(2048):
        network.advance(network.embed(ids), cache)
    there, rows = cache.snapshot(), network.embed(ids_for(bench.full, tokens))

    def read():
        cache.restore(there)
        network.advance(rows, cache)

    yield f"prompt of {tokens} after {length}", watch.ms(read)
    yield f"prompt of {tokens} after {length}, host", host_ms(watch, read)
    yield f"kernels of a prompt of {tokens} after {length}", gpu_passes.kernels_of(read, bench)


def _row_graphs(network, bench, watch):
    """Passes of some rows, recorded as they are launched: what k rows cost beside one."""
    for rows in (1, 8, 16, 32, 64, 128):
        cache = network.new_cache()
        network.advance(network.embed(ids_for(bench.full, 512 if bench.is_cuda else 32)), cache)
        row = network.embed(ids_for(bench.full, rows))

        def step(row=row, cache=cache):
            return network.forward_tokens(row, cache)

        yield (
            f"pass of {rows} rows as a graph",
            timed_or_reason(lambda step=step: gpu_passes.graph_ms(step, bench, watch)),
        )


def _replays(network, bench, watch, plan):
    """The app's own graph of a token at several lengths, its kernels, and what recording takes."""
    lengths = (1000, 8000, 16_000) if bench.is_cuda else (20, 40)
    room = max(lengths) + 110 * watch.rounds
    make = CudaGraphs(bench.device) if bench.is_cuda else StrictGraphs()
    began = time.perf_counter()
    graphs = checked_graphs(network, make, reserved_tokens=room)
    watch.wait()
    yield "checking graphs, s", round(time.perf_counter() - began, 2)
    attention = getattr(graphs.attention, "name", None)
    yield "graphs", graphs.problem or {"most_tokens": graphs.most_tokens, "attention": attention}
    graphs = Graphs(make, MOST_TOKENS, room, attention=graphs.attention)
    cache = network.new_cache()
    before = torch.cuda.memory_reserved(bench.device) if bench.is_cuda else 0
    began = time.perf_counter()
    steps = GraphedSteps(network, cache, graphs)
    is_taken = steps.takes(1)
    watch.wait()
    yield "recording, s", round(time.perf_counter() - began, 2)
    taken = torch.cuda.memory_reserved(bench.device) - before if bench.is_cuda else 0
    planned = [plan.needs.graphs, cache.bytes]
    yield "reserved bytes by recording; planned for graphs, memory", [taken, *planned]
    if not is_taken:
        yield "recording", steps.problem
        return
    yield from _tokens_at(lengths, network, bench, watch, steps, cache)
    if bench.is_cuda:
        held = []
        for _ in range(5):
            steps = GraphedSteps(network, cache, graphs)
            steps.takes(1)
            gc.collect()
            held.append(torch.cuda.memory_reserved(bench.device))
        yield "reserved bytes over five recordings", held


def _tokens_at(lengths, network, bench, watch, steps, cache):
    """Some tokens by graph in conversations of several lengths."""
    row = network.embed(torch.tensor([30]))
    chunk = 2048 if bench.is_cuda else 8
    for length in lengths:
        for ids in ids_for(bench.full, length - cache.length).split(chunk):
            network.advance(network.embed(ids), cache)
        there = cache.snapshot()

        def replay():
            if not steps.takes(1):
                raise RuntimeError(steps.problem or "no room")
            return steps.forward_tokens(row)

        yield f"token by graph after {length}", watch.ms(replay)
        for rows in (2, 8, 32, 64, 97):
            many = network.embed(ids_for(bench.full, rows))

            def replay_rows(many=many, rows=rows):
                if not steps.takes(rows):
                    raise RuntimeError(steps.problem or f"{rows} rows are not taken")
                return steps.forward_tokens(many)

            yield (
                f"{rows} tokens by graph after {length}",
                timed_or_reason(lambda work=replay_rows: watch.ms(work)),
            )
            cache.restore(there)
    yield "kernels of a replay", gpu_passes.kernels_of(replay, bench)
    yield "launched", watch.ms(lambda: network.forward_tokens(row, cache))
    yield "launched, host", host_ms(watch, lambda: network.forward_tokens(row, cache))


def fused(bench, sizes, watch) -> Findings:
    """What a pass takes as one library's functions after the other replace torch's own."""
    del sizes
    spec = bench.full
    native = importlib.import_module("transformers.models.nemotron_h.modeling_nemotron_h")
    with torch.inference_mode():
        choose_kernels(bench.device.type, "portable")
        network = network_of(spec, plan_for(bench, spec, quantization="none"))
        expected = network.forward_all(network.embed(ids_for(spec, 64)), network.new_cache())
        for name, change in (
            ("torch", lambda: None),
            ("mixers by mamba-ssm and causal-conv1d", lambda: choose_kernels(bench.device.type)),
            ("and norms by fla", lambda: use_norms(are_fused=True)),
            ("and convolution by fla", lambda: _fla_convolution(native)),
            ("and squared relu by torch.compile", lambda: _compiled_relu(native)),
        ):
            yield name, timed_or_reason(lambda change=change: change() and "switched")
            yield (
                f"{name}: passes",
                timed_or_reason(lambda: _pass_times(network, bench, watch, expected)),
            )


def _pass_times(network, bench, watch, expected):
    cache = network.new_cache()
    logits = network.forward_all(network.embed(ids_for(bench.full, 64)), cache)
    found = {"distance": distance(logits, expected)}
    for tokens in (8, 512, 2304) if bench.is_cuda else (8,):
        found[f"prompt of {tokens}"] = gpu_passes.prompt_ms(network, bench, tokens, watch)
    for rows in (1, 8):
        row = network.embed(ids_for(bench.full, rows))

        def step(row=row):
            return network.forward_tokens(row, cache)

        found[f"{rows} rows as a graph"] = gpu_passes.graph_ms(step, bench, watch)
        found[f"{rows} rows, kernels"] = _count(gpu_passes.kernels_of(step, bench))
    return found


def _count(kernels):
    if isinstance(kernels, str):
        return kernels
    return {name: kernels[name] for name in ("count", "device_ms")}


def _fla_convolution(native):
    module = importlib.import_module("fla.modules.causal_conv1d")

    def whole(x, weight, bias=None, activation=None, **_more):
        found, _ = module.causal_conv1d(x.transpose(1, 2), weight, bias, activation=activation)
        return found.transpose(1, 2)

    def update(x, state, weight, bias=None, activation=None):
        found, _ = module.causal_conv1d_update(
            x.transpose(1, 2), state, weight=weight, bias=bias, activation=activation
        )
        return found.transpose(1, 2)

    native.causal_conv1d_fn, native.causal_conv1d_update = whole, update
    return True


def _compiled_relu(native):
    squared = torch.compile(lambda x: functional.relu(x).square(), dynamic=True)

    def forward(self, x):
        return self.down_proj(squared(self.up_proj(x)))

    native.NemotronHMLP.forward = forward
    return True


def quantised(bench, sizes, watch) -> Findings:
    """The same in 4 bit, shorter."""
    gc.collect()
    if bench.is_cuda:
        torch.cuda.empty_cache()
    yield "nf4", timed_or_reason(lambda: _quantised(bench, sizes, watch))


def _quantised(bench, sizes, watch):
    with torch.inference_mode():
        network = network_of(bench.full, plan_for(bench, bench.full, quantization="nf4"))
        found = {
            f"prompt of {tokens}": gpu_passes.prompt_ms(network, bench, tokens, watch)
            for tokens in ((8, 512, 2304) if bench.is_cuda else (8,))
        }
        cache = network.new_cache()
        context = min(sizes.context_tokens, 2048)
        network.advance(network.embed(ids_for(bench.full, context)), cache)
        for rows in (1, 4, 8):
            row = network.embed(ids_for(bench.full, rows))

            def step(row=row):
                return network.forward_tokens(row, cache)

            found[f"{rows} rows as a graph"] = gpu_passes.graph_ms(step, bench, watch)
    return found


# --- steps of a run ----------------------------------------------------------------------------

RUN_STEPS = 20
PLAIN_AT = (4, 10, 20)


def steps(bench, sizes, watch) -> Findings:
    """Steps by the app's policy, prompts, grammar and engine; and the usual recipe beside them."""
    del sizes, watch
    with tempfile.TemporaryDirectory() as folder:
        resident = opened(bench, Path(folder) / "tiny", "none")
        one = step_latency.Bench(resident)
        yield "kernels", resident.model.kernels.path
        yield "is_graphed", resident.session.is_graphed
        yield "pass_tokens", resident.model.pass_tokens
        shown = step_latency.screens(resident.model.spec.image)
        for number, seen in zip(range(1, RUN_STEPS + 1), shown, strict=False):
            yield f"step {number}", step_latency.rounded(one.step(seen))
            if number in PLAIN_AT:
                one.plain()  # the first of a length chooses kernels
                yield f"usual recipe at step {number}", step_latency.rounded(one.plain())
        one.engine.close()


# --- what has to hold --------------------------------------------------------------------------

GAP_LENGTHS = (40, 4000, 15_000)


def gaps(bench, sizes, watch) -> Findings:
    """How far a token by graph is from a launched one: near, far, and in every precision."""
    del sizes, watch
    lengths = GAP_LENGTHS if bench.is_cuda else (40, 60)
    make = CudaGraphs(bench.device) if bench.is_cuda else StrictGraphs()
    for precision in ("none", "nf4"):
        network = network_of(bench.part, plan_for(bench, bench.part, quantization=precision))
        choose_kernels(bench.device.type)
        yield (
            f"{precision}, at the start",
            graph_gap(network, Graphs(make, MOST_TOKENS, max(lengths) + 64).steps(network)),
        )
        for length in lengths:
            yield (
                f"{precision}, after {length}",
                timed_or_reason(lambda n=network, size=length: _gap_at(bench, n, make, size)),
            )
        yield "limit", GAP_LIMIT
        del network


@torch.inference_mode()
def _gap_at(bench, network, make, length):
    launched, replayed = network.new_cache(), network.new_cache()
    for ids in ids_for(bench.part, length).split(2048):
        for cache in (launched, replayed):
            network.advance(network.embed(ids), cache)
    steps = GraphedSteps(network, replayed, Graphs(make, MOST_TOKENS, length + 64))
    before = replayed.snapshot()
    found = {}
    for rows in (1, 4, 8):
        embeds = network.embed(ids_for(bench.part, rows, seed=rows))
        if not steps.takes(rows):
            found[str(rows)] = steps.problem or "not taken"
            continue
        start = launched.snapshot()
        expected = network.forward_tokens(embeds, launched)
        first = steps.forward_tokens(embeds)
        replayed.restore(before)
        again = steps.forward_tokens(embeds) if steps.takes(rows) else first * 0
        found[str(rows)] = {"distance": distance(first, expected)}
        found[str(rows)]["is_bit_equal_again"] = bool(torch.equal(first, again))
        launched.restore(start)
        replayed.restore(before)
    return found


def failed_capture(bench, sizes, watch) -> Findings:
    """A recording that fails on purpose: is memory given back afterwards, and does the next work."""
    del sizes, watch
    if not bench.is_cuda:
        yield "skipped", "graphs need CUDA"
        return
    make = CudaGraphs(bench.device)
    x = torch.randn(1024, 1024, device=bench.device)
    try:
        make(lambda: x * float(x.sum()))  # a number read back is not allowed in a recording
        yield "recording", "did not fail"
    except Exception as error:  # noqa: BLE001  # whatever the driver says
        yield "recording", first_line(error)
    block = torch.empty(4 << 30, dtype=torch.uint8, device=bench.device)
    del block
    yield "empty_cache", timed_or_reason(lambda: torch.cuda.empty_cache() or "works")
    free, total = torch.cuda.mem_get_info(bench.device)
    yield "free_of_total", [free, total, torch.cuda.memory_reserved(bench.device)]
    yield (
        "next recording",
        timed_or_reason(lambda: float(make(lambda: (x @ x).sum())()) and "works"),
    )


def soak(bench, sizes, watch) -> Findings:
    """Replays with rollbacks: the logits of one prefix keep their bits."""
    del sizes, watch
    network = network_of(bench.part, plan_for(bench, bench.part, quantization="none"))
    make = CudaGraphs(bench.device) if bench.is_cuda else StrictGraphs()
    app_kernels(bench)
    cache = network.new_cache()
    with torch.inference_mode():
        network.advance(network.embed(ids_for(bench.part, 200 if bench.is_cuda else 20)), cache)
        steps = GraphedSteps(
            network, cache, Graphs(make, MOST_TOKENS, 4096 if bench.is_cuda else 400)
        )
        start = cache.snapshot()
        row = network.embed(ids_for(bench.part, 1))
        first, wrong = None, 0
        rounds = 300 if bench.is_cuda else 12
        for number in range(rounds):
            cache.restore(start)
            assert steps.takes(1), steps.problem
            found = steps.forward_tokens(row)
            first = found if first is None else first
            wrong += not torch.equal(first, found)
            for extra in ids_for(bench.part, number % 7 + 1, seed=number):
                assert steps.takes(1), steps.problem
                steps.forward_tokens(network.embed(extra[None]))
    yield "rounds", rounds
    yield "other bits", wrong


def checks(bench, sizes, watch, chosen=CHECKS) -> Findings:
    """What has to hold of the network and of a session, each with its figures; in the end those that failed.

    Raises:
        AssertionError: after the last one, that some failed.
    """
    del sizes, watch
    failed = []
    for check in chosen:
        name = check.__name__.removeprefix("check_")
        began = time.perf_counter()
        outcome, figures, problem = "passed", {}, ""
        try:
            figures = check(bench)
        except (Missing, KernelUnavailable, OutOfMemory) as error:
            outcome, problem = "missing", str(error)
        except Exception as error:  # noqa: BLE001  # one broken check must not cost the others' figures
            outcome, problem = "failed", first_line(error)
            failed.append(name)
        seconds = round(time.perf_counter() - began, 2)
        yield name, {"outcome": outcome, "seconds": seconds, "figures": figures, "problem": problem}
        gc.collect()
        if bench.is_cuda:
            torch.cuda.empty_cache()
    assert not failed, f"failed: {', '.join(failed)}"


PARTS = {
    "steps": (steps, 150),
    "passes": (passes, 90),
    "checks": (checks, 120),
    "gaps": (gaps, 60),
    "failed_capture": (failed_capture, 25),
    "soak": (soak, 30),
    "card": (card, 60),
    "quantised": (quantised, 60),
    "attention": (attention, 50),
    "libraries": (libraries, 60),
    "fused": (fused, 60),
}
"""Each part, and the seconds that it usually takes on a card; the figures that most is held against first."""
USUAL = ("steps", "passes", "checks", "gaps", "failed_capture", "soak", "card")
"""Those of a card where none is named: what fits into the budget."""


def run_part(name, *, is_tiny, path):
    """Measure one part in this process; every finding is written as soon as it is there."""
    bench = tiny_on_cpu() if is_tiny else on_cuda()
    sizes = TINY if is_tiny else replace(FULL, rounds=15)
    watch = Stopwatch(bench.device, sizes.rounds)
    began = time.perf_counter()
    with path.open("a", encoding="utf-8") as lines:

        def keep(what, figures):
            second = round(time.perf_counter() - began, 1)
            line = {"part": name, "what": what, "figures": figures, "second": second}
            lines.write(json.dumps(line) + "\n")
            lines.flush()
            tell(f"{name:14} {second:6.1f} {what}: {json.dumps(figures)[:160]}")

        keep("device", f"{bench.label}, torch {torch.__version__}")
        try:
            for what, figures in PARTS[name][0](bench, sizes, watch):
                keep(what, figures)
        except Exception as error:  # what was measured is kept, and this is said
            keep("broken off", first_line(error))
            raise


@contextmanager
def ended(child) -> Iterator[None]:
    """End a process whatever happens."""
    try:
        yield
    finally:
        child.kill()
        child.wait()


def main(argv):
    """Run the parts one after the other; 1 when one of them broke off, 9 without a device."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tiny", action="store_true", help="a tiny network on the CPU")
    parser.add_argument("--only", nargs="+", choices=PARTS, metavar="PART")
    parser.add_argument("--out", type=Path, default=OUTPUT)
    parser.add_argument("--budget", type=float, default=BUDGET_S, metavar="SECONDS")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args(argv)
    arguments.out.mkdir(parents=True, exist_ok=True)
    path = arguments.out / "card.jsonl"
    if arguments.inside:
        try:
            run_part(arguments.only[0], is_tiny=arguments.tiny, path=path)
        except LoadError as error:
            tell(str(error))
            return NO_DEVICE
        return 0
    began = time.perf_counter()
    broken = []
    for name in arguments.only or (PARTS if arguments.tiny else USUAL):
        left = arguments.budget - (time.perf_counter() - began)
        if left < PARTS[name][1] / 2:
            tell(f"{name}: left out, {left:.0f} s are left")
            continue
        command = [sys.executable, "-m", "tests.gpu.all", "--inside", "--only", name]
        command += ["--out", str(arguments.out)] + ["--tiny"] * arguments.tiny
        child = subprocess.Popen(command)
        with ended(child):
            try:
                status = child.wait(timeout=left)
            except subprocess.TimeoutExpired:
                status = "out of time"
        if status == NO_DEVICE:
            return NO_DEVICE
        if status:
            broken.append(name)
            tell(f"{name}: ended with {status}")
    tell(f"written: {path}; broken off: {', '.join(broken) or 'none'}")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
