"""The card's kernels of the norms, in Triton's interpreter on the CPU, beside torch's at full width.

The interpreter runs what a kernel says, element by element; what a card's compiler makes of it is checked when a
model is loaded (`model/network/checks.py`).
"""

import importlib
import os

from tests.proof.proof import Proof, Verdict

MODULES = ("fla.modules.norm.layernorm", "fla.modules.norm.layernorm_gated")
ROWS = (1, 2, 3, 7, 64, 97)
"""Tokens of a pass: one that is decoded, forced ones, a piece of a prompt."""
SEEDS = 5
BOUNDS = {"float32": 2e-6, "bfloat16": 2**-7}
"""Distance relative to the largest value: a few of float32's last bits; one bit of the eight of bfloat16."""


def run(_number, _scratch, seeds=SEEDS, rows=ROWS):
    """Return the largest distance of each norm and dtype, relative to the largest value."""
    os.environ["TRITON_INTERPRET"] = "1"  # is read when triton is imported
    import torch

    from model.network import kernels
    from tests.fakes.model_specs import full_spec

    spec, module = full_spec().language, kernels.native_module()
    inner = spec.mamba_heads * spec.mamba_head_dim
    norms = (
        (module.NemotronHRMSNorm(spec.hidden, eps=spec.norm_eps), (spec.hidden,)),
        (
            module.NemotronHRMSNormGated(inner, inner // spec.groups, eps=spec.norm_eps),
            (inner, inner),
        ),
    )
    without_timing(MODULES)
    found = {}
    with torch.inference_mode():
        for seed in range(seeds):
            torch.manual_seed(seed)
            for count in rows:
                for norm, widths in norms:
                    norm.weight.data = torch.randn(widths[0])
                    given = [torch.randn(1, count, width) * 3 for width in widths]
                    for name in BOUNDS:
                        far = _distance(kernels, norm.to(getattr(torch, name)), given, name)
                        key = f"{type(norm).__name__} {name}"
                        found[key] = max(found.get(key, 0.0), far)
    return {"far": found, "cases": seeds * len(rows) * len(norms) * len(BOUNDS)}


def without_timing(modules):
    """Take the first of the shapes that kernels would choose among by timing, which needs a card."""
    from triton.runtime.autotuner import Autotuner

    for name in modules:
        for kernel in list(vars(importlib.import_module(name)).values()):
            inner = kernel
            while type(inner).__module__.startswith(("triton.", "fla.")):
                if isinstance(inner, Autotuner):
                    inner.configs = inner.configs[:1]
                inner = getattr(inner, "fn", None)


def _distance(kernels, norm, given, name):
    """Return how far the fused norm is from torch's, relative to the largest value of torch's."""
    told = []
    for are_fused in (False, True):
        kernels.use_norms(are_fused=are_fused)
        told.append(norm(*(one.to(norm.weight.dtype) for one in given)))
    kernels.use_norms(are_fused=False)
    if any(str(one.dtype) != f"torch.{name}" for one in told):
        raise AssertionError(f"{name} expected, found {[one.dtype for one in told]}")
    plain, fused = (one.float() for one in told)
    return ((plain - fused).abs().max() / plain.abs().max()).item()


def judge(shards):
    """Hold the distances against the bounds."""
    far, cases = shards[0]["far"], shards[0]["cases"]
    is_kept = all(value <= BOUNDS[key.split()[1]] for key, value in far.items())
    words = "; ".join(f"{key} {value:.1e}" for key, value in sorted(far.items()))
    return Verdict(is_kept, f"largest distance of the largest value, n = {cases}: {words}", far)


PROOF = Proof(
    name="norm_kernels",
    title="fused norms of Holotron-12B against torch's, at full width",
    must="float32 2e-6, bfloat16 one bit (7.8e-3) of the largest value",
    shards=1,
    covers=("model/network/kernels.py", "tests/fakes/model_specs.py"),
    run=run,
    judge=judge,
)
