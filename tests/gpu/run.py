"""Runs every check in one call, prints a summary, and writes the figures with the device's name.

    .venv/bin/python -m tests.gpu.run [--tiny] [--only WORD]

`--tiny` runs them at a tiny size on the CPU. What a check needs and does not find is said. Ends 0
when nothing failed, 9 without a device. One test each: `python -m pytest -m gpu tests/gpu`. What the
card can do, whole passes and steps of a run: `tests.benchmarks.gpu_micro`, `gpu_passes`, `step_latency`.

No weights are needed: networks of the published sizes are drawn at random on the card, through the
placer that loading uses; with 32 GB or more in 16 bit, below in 4 bit. On a machine without a network,
carry wheels of transformers (5.23: older ones exhaust memory), tokenizers, safetensors,
huggingface_hub, llguidance, bitsandbytes and msgspec for its Python, and compiled kernels that were
built beforehand: the build of causal-conv1d alone may take minutes. The JSON files carry the device's
name.
"""

import argparse
import gc
import importlib.metadata
import json
import re
import sys
import time
from pathlib import Path

import torch

from automation.core.errors import KernelUnavailable, LoadError, OutOfMemory
from model.network.machine_probe import probe_packages
from tests.gpu.bench import on_cuda, tiny_on_cpu
from tests.gpu.checks import CHECKS, Missing

OUTPUT = Path("build/gpu")
PACKAGES = ("torch", "transformers", "bitsandbytes", "mamba-ssm", "causal-conv1d", "triton")


def result_of(check, bench):
    """Run one check and return what came of it."""
    began = time.perf_counter()
    try:
        outcome, figures, problem = "passed", check(bench), ""
    except (Missing, KernelUnavailable, OutOfMemory) as error:
        outcome, figures, problem = "missing", {}, str(error)
    except Exception as error:  # noqa: BLE001  # one broken check must not cost the others' figures
        outcome, figures, problem = "failed", {}, f"{type(error).__name__}: {error}"
    return {
        "check": check.__name__.removeprefix("check_"),
        "outcome": outcome,
        "seconds": round(time.perf_counter() - began, 2),
        "figures": figures,
        "problem": problem,
    }


def version_of(package):
    """Return the installed version, or say that there is none."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def tell(line):
    """Say it at once, also into a pipe."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def report_on(bench, checks, keep=lambda _report: None):
    """Run the checks one after the other and return everything that was found.

    Args:
        bench: Where.
        checks: Which.
        keep: Given the report after every check, so that one that is cut off has not run in vain.
    """
    results = []
    report = {
        "device": bench.label,
        "cuda": torch.version.cuda or "",
        "packages": {name: version_of(name) for name in PACKAGES},
        "kernel_problems": [probe.problem for probe in probe_packages() if probe.problem],
        "results": results,
    }
    for check in checks:
        results.append(result_of(check, bench))
        gc.collect()
        if bench.is_cuda:
            torch.cuda.empty_cache()
        last = results[-1]
        tell(f"{last['outcome']:8} {last['seconds']:7.1f} s  {last['check']}  {last['problem']}")
        keep(report)
    return report


def exit_status(report):
    """Return 1 if a check failed; one that misses something is not a failure."""
    return int(any(result["outcome"] == "failed" for result in report["results"]))


def main(argv):
    """Run, write, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tiny", action="store_true", help="a tiny network on the CPU")
    parser.add_argument("--only", default="", metavar="WORD", help="checks whose name has it")
    parser.add_argument("--out", type=Path, default=OUTPUT)
    arguments = parser.parse_args(argv)
    try:
        bench = tiny_on_cpu() if arguments.tiny else on_cuda()
    except LoadError as error:
        tell(str(error))
        return 9
    chosen = [check for check in CHECKS if arguments.only in check.__name__]
    tell(f"{bench.label}, torch {torch.__version__}")
    name = re.sub(r"[^a-z0-9]+", "-", bench.label.lower()).strip("-")
    path = arguments.out / f"checks-{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    report = report_on(
        bench, chosen, lambda found: path.write_text(json.dumps(found, indent=2) + "\n")
    )
    tell(f"written: {path}")
    return exit_status(report)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
