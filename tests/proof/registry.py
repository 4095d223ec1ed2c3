"""Every proof there is, in the order of the table."""

import importlib

from tests.proof.proof import Proof

NAMES = (
    "kill_latency", "death_release", "protocol_traces", "self_approval", "changed_targets",
    "managers", "red_set", "fault_kinds", "nth_failure", "durability", "mutated_inputs",
    "macro_files", "canaries", "growth", "soak",
    "norm_kernels", "delta_kernels", "more_programs",
)  # fmt: skip


def load(name: str) -> Proof:
    """Return the proof of this name."""
    if name not in NAMES:
        raise ValueError(f"there is no proof {name!r}; there are {', '.join(NAMES)}")
    return importlib.import_module(f"tests.proof.{name}").PROOF
