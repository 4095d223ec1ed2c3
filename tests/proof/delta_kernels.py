"""fla's gated delta rule in Triton's interpreter on the CPU, beside torch's, at the full width of Holo3.1-9B.

As `norm_kernels` does for the norms of Holotron. The interpreter multiplies matrices of bfloat16 as if their
bits were whole numbers, so blocks are read in float16; one token has no product and is read in bfloat16,
to which the interpreter cuts off where a card rounds.
"""

import inspect
import os
import sys

from tests.proof.norm_kernels import without_timing
from tests.proof.proof import Proof, Verdict

ROWS = (1, 3, 64, 97)
"""Tokens of a pass: one that is decoded, a part of a block, a block, and one and a part."""
SEEDS = 2
BOUNDS = {"bfloat16": 2**-7, "float16": 2**-10}
"""Relative distance: one bit of the eight of bfloat16, of the eleven of float16."""


def run(_number, _scratch, seeds=SEEDS, rows=ROWS):
    """Return the largest distance of what each function reads, and of the state that it leaves."""
    os.environ["TRITON_INTERPRET"] = "1"  # is read when triton is imported
    import torch

    from model.network import qwen
    from model.network.offers import HOLO31_9B

    chosen = qwen._imported()[1]
    without_timing(name for name in list(sys.modules) if name.startswith("fla."))
    _with_tensors_as_counters()
    found = {}
    with torch.inference_mode():
        for seed in range(seeds):
            for tokens in rows:
                dtype = torch.bfloat16 if tokens == 1 else torch.float16
                given = _given(HOLO31_9B.spec.language, tokens, seed, dtype)
                function = chosen[qwen.RULE[tokens == 1]]
                if qwen.is_portable(function, "fla"):
                    raise AssertionError(f"transformers took its own {function.__name__}")
                told = [given(each) for each in (function, inspect.unwrap(function))]
                for part, ours, theirs in zip(("read", "left"), *told, strict=True):
                    name = str(dtype).removeprefix("torch.")
                    key = f"{function.__name__.removeprefix('torch_')}, {part}, {name}"
                    far = qwen.relative_distance(ours, theirs)
                    found[key] = max(found.get(key, 0.0), far)
    return {"far": found, "cases": seeds * len(rows)}


def _with_tensors_as_counters():
    """Let a kernel that counts blocks find a tensor in its counter, as a compiler makes it one."""
    from fla.ops.common import chunk_delta_h
    from triton.runtime.interpreter import interpreter_semantic

    def counters(*ends):
        return (interpreter_semantic.to_tensor(n, False) for n in range(*map(int, ends)))

    chunk_delta_h.range = counters


def _given(spec, tokens, seed, dtype):
    """Return what calls a function with random rows; each may write to its state."""
    import torch

    draw = torch.Generator().manual_seed(seed)

    def normal(*shape):
        return torch.randn(1, *shape, generator=draw)

    query, key = (normal(tokens, spec.key_heads, spec.key_dim).to(dtype) for _ in range(2))
    value = normal(tokens, spec.value_heads, spec.value_dim).to(dtype)
    decay = -normal(tokens, spec.value_heads).exp() / 10
    beta = normal(tokens, spec.value_heads).sigmoid().to(dtype)
    state = normal(*spec.state_shape)
    return lambda function: function(
        query, key, value, g=decay, beta=beta, initial_state=state.clone(),
        output_final_state=True, use_qk_l2norm_in_kernel=True,
    )  # fmt: skip


def judge(shards):
    """Hold the distances against the bounds."""
    far, cases = shards[0]["far"], shards[0]["cases"]
    is_kept = all(value <= BOUNDS[key.split()[-1]] for key, value in far.items())
    words = "; ".join(f"{key} {value:.1e}" for key, value in sorted(far.items()))
    return Verdict(is_kept, f"largest relative distance, n = {cases}: {words}", far)


PROOF = Proof(
    name="delta_kernels",
    title="fla's gated delta rule against torch's, at the full width of Holo3.1-9B",
    must="relative distance of float16 9.8e-4, of bfloat16 7.8e-3",
    shards=1,
    covers=("model/network/qwen.py", "model/network/offers.py", "tests/proof/norm_kernels.py"),
    run=run,
    judge=judge,
)
