"""Finds out what torch can do here, without importing it: for the doctor, and for offers before a load. Torch-free.

It is asked in a process of its own: a driver that does not fit may end the process.
"""

import importlib.util
import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from automation.desktop.input.client import argv_of
from model.network.device import Device, Machine
from model.network.machine_probe import CHILD

TIMEOUT_S: Final = 120.0
"""Importing torch takes seconds on a warm disk, half a minute on a cold one."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """What the model's runtime is and what it can use."""

    torch: str = ""
    """Version; empty when it is not installed or does not start."""
    cuda_build: str = ""
    """CUDA version that torch was built for; empty for a CPU build."""
    machine: Machine = field(default_factory=lambda: Machine(()))
    four_bit_problem: str = ""
    """Why 4 bit cannot be used on the CUDA device; empty when it can, or when there is none."""
    problem: str = ""
    """Why torch does not start; empty when it does, or when it is not installed."""


def read_runtime(argv: Sequence[str] | None = None, timeout_s: float = TIMEOUT_S) -> Runtime:
    """Ask a child process; at once when torch is not installed."""
    if argv is None:
        if importlib.util.find_spec("torch") is None:
            return Runtime()
        argv = argv_of(CHILD)
    try:
        child = subprocess.run(argv, capture_output=True, text=True, timeout=timeout_s, check=False)
    except subprocess.TimeoutExpired:
        return Runtime(problem=f"it did not start within {timeout_s:g} s")
    if child.returncode != 0 or not child.stdout:
        return Runtime(problem=_reason(child.returncode, child.stderr))
    return _parsed(child.stdout)


def _reason(status: int, complaint: str) -> str:
    if status < 0:
        return f"starting it ended the process, signal {-status}"
    lines = [line.strip() for line in complaint.splitlines() if line.strip()]
    return lines[-1] if lines else f"starting it ended with status {status}"


def _parsed(text: str) -> Runtime:
    found = json.loads(text)
    devices = tuple(Device(**device) for device in found["devices"])
    return Runtime(
        torch=found["torch"],
        cuda_build=found["cuda_build"],
        machine=Machine(devices, found["cuda_problem"]),
        four_bit_problem=found["four_bit_problem"],
    )
