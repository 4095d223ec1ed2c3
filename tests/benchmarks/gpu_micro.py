"""What a device can do, and what each part of the network takes of it. The first run on a new card.

    .venv/bin/python -m tests.benchmarks.gpu_micro [--device cpu --tiny]

Measures copying and multiplying alone (the ceilings), the parts of a mixer, and one product of a
matrix and a vector for every shape and precision. Prints and writes JSON with the device's name to
`build/benchmarks`. What cannot be done is written with its reason.
"""

import argparse
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import torch

from automation.core.errors import AssistantError
from model.bench import Stopwatch, ceilings
from model.network.kernels import FUNCTIONS, choose_kernels, native_module
from model.network.model import TIME_STEP_LIMIT
from model.network.quantize import four_bit_kernels, nf4_linear
from tests.gpu.bench import Bench, on_cuda, tiny_on_cpu

OUTPUT = Path("build/benchmarks")


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is copied, multiplied and read."""

    copied_values: int
    matrix_side: int
    prompt_tokens: int
    context_tokens: int
    rounds: int
    """Of each measurement; the median is kept."""


FULL = Sizes(1 << 30, 8192, 2304, 8192, rounds=30)
TINY = Sizes(1 << 16, 64, 40, 32, rounds=2)


def ceilings_of(device, sizes, watch):
    """Return how fast values are copied, and multiplied in 16 bit."""
    found = ceilings(
        device, torch.bfloat16, watch, values=sizes.copied_values, side=sizes.matrix_side
    )
    return {
        "copy_gb_per_s": found.copy_bytes_per_s / 1e9,
        "matmul_tflop_per_s": found.flop_per_s / 1e12,
    }


def mixer_parts(bench, sizes, watch):
    """Return the time of each part of a mixer, of all mixers, on each path that runs here."""
    found = {}
    for path in ("compiled", "portable"):
        try:
            choose_kernels(bench.device.type, path)
        except AssistantError as error:
            found[path] = str(error)
            continue
        found[path] = {name: watch.ms(work) for name, work in _parts(bench, sizes).items()}
    choose_kernels(bench.device.type)
    return {"mixers": bench.full.language.layers.count("mamba"), "one_mixer_ms": found}


def _parts(bench, sizes):
    spec, device = bench.full.language, bench.device
    functions = {name: getattr(native_module(), name) for name in FUNCTIONS}
    tokens, heads, width = sizes.prompt_tokens, spec.mamba_heads, spec.mamba_head_dim

    def values(*shape, dtype=torch.bfloat16):
        return torch.randn(shape, dtype=dtype, device=device)

    decay, skip, bias = (values(heads, dtype=torch.float32) for _ in range(3))
    decay = -decay.exp()
    state = values(1, heads, width, spec.state_size, dtype=torch.float32)
    groups = (1, tokens, spec.groups, spec.state_size)
    x, steps, b, c = (
        values(1, tokens, heads, width),
        values(1, tokens, heads),
        values(*groups),
        values(*groups),
    )
    rows, weight = values(1, spec.conv_width, tokens), values(spec.conv_width, spec.conv_kernel)
    window = values(1, spec.conv_width, spec.conv_kernel)
    one = values(1, 1, spec.conv_width).transpose(1, 2)
    offset = values(spec.conv_width)
    norm = _gated_norm(spec, device)
    inner = values(1, 1, spec.mamba_inner)
    return {
        "scan": lambda: functions["mamba2_chunk_scan"](
            x,
            steps,
            decay,
            b,
            c,
            chunk_size=spec.chunk_size,
            D=skip,
            z=None,
            return_final_states=True,
            dt_bias=bias,
            dt_softplus=True,
            initial_states=state,
            dt_limit=TIME_STEP_LIMIT,
        ),
        "convolution": lambda: functions["causal_conv1d_fn"](
            rows, weight, offset, activation="silu"
        ),
        "update": lambda: functions["mamba2_selective_state_update"](
            state,
            x[:, 0],
            steps[:, :1].transpose(1, 2).expand(-1, -1, width),
            decay[:, None, None].expand(-1, width, spec.state_size),
            b[:, 0],
            c[:, 0],
            skip[:, None].expand(-1, width),
            z=None,
            dt_bias=bias[:, None].expand(-1, width),
            dt_softplus=True,
        ),
        "convolution_update": lambda: functions["causal_conv1d_update"](
            one, window, weight, offset, activation="silu"
        ),
        "gated_norm": lambda: norm(inner, inner),
    }


def _gated_norm(spec, device):
    return (
        native_module()
        .NemotronHRMSNormGated(
            spec.mamba_inner, group_size=spec.mamba_inner // spec.groups, eps=spec.norm_eps
        )
        .to(device, torch.bfloat16)
    )


def products(bench, watch):
    """Return the time of one vector by one matrix, for every shape and precision."""
    language = bench.full.language
    shapes = {shape for kind in set(language.layers) for shape in language.projections(kind)}
    shapes.add((language.vocab_rows, language.hidden))
    return {f"{r}x{c}": _products_of(r, c, bench, watch) for r, c in sorted(shapes)}


def _products_of(rows, columns, bench, watch):
    weight = torch.randn(rows, columns, dtype=torch.bfloat16, device=bench.device) * columns**-0.5
    x = torch.randn(1, columns, dtype=torch.bfloat16, device=bench.device)
    plain = watch.ms(lambda: torch.nn.functional.linear(x, weight))
    found = {"bfloat16_ms": plain, "bfloat16_gb_per_s": weight.nbytes / plain / 1e6}
    makers = {"nf4_ms": _nf4_linear, "fp8_ms": _fp8_linear}
    for name, make in makers.items():
        found[name] = _time_or_reason(lambda make=make: make(weight), x, watch)
    return found


def _nf4_linear(weight):
    return nf4_linear(four_bit_kernels(weight.device), weight)


def _fp8_linear(weight):
    """Weights in 8-bit floating point, restored for every pass: what it takes without a kernel."""
    small = weight.to(torch.float8_e4m3fn)
    return lambda x: torch.nn.functional.linear(x, small.to(x.dtype))


def _time_or_reason(make, x, watch):
    try:
        layer = make()
        return watch.ms(lambda: layer(x))
    except (AssistantError, RuntimeError, NotImplementedError) as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"


def measured(bench, sizes):
    """Measure one part after the other; yield each with its name."""
    watch = Stopwatch(bench.device, sizes.rounds)
    with torch.inference_mode():
        yield "ceilings", ceilings_of(bench.device, sizes, watch)
        yield "mixer_parts", mixer_parts(bench, sizes, watch)
        yield "products", products(bench, watch)


def bench_for(device, *, is_tiny) -> Bench:
    """Return where and at which sizes to measure."""
    if device == "cuda":
        return on_cuda()
    if not is_tiny:
        raise AssistantError("on a CPU only --tiny is measured; the full size takes hours there")
    return tiny_on_cpu()


def run(name, parts, argv, about):
    """Measure parts, print and write each as soon as it is there, and return the exit status."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--tiny", action="store_true", help="small sizes, to try the program")
    parser.add_argument("--out", type=Path, default=OUTPUT)
    arguments = parser.parse_args(argv)
    try:
        bench = bench_for(arguments.device, is_tiny=arguments.tiny)
    except AssistantError as error:
        print(error)
        return 9
    arguments.out.mkdir(parents=True, exist_ok=True)
    label = re.sub(r"[^a-z0-9]+", "-", bench.label.lower()).strip("-")
    path = arguments.out / f"{name}-{label}.json"
    report = {"device": bench.label, "torch": torch.__version__, "cuda": torch.version.cuda or ""}
    for part, figures in parts(bench, TINY if arguments.tiny else FULL):
        report[part] = figures
        print(f"{part}: {json.dumps(figures, indent=2)}", flush=True)
        path.write_text(json.dumps(report, indent=2) + "\n")
    print(f"written: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(run("gpu_micro", measured, sys.argv[1:], __doc__))
