"""Finds out whether packages of compiled kernels can be used here, without importing them. Torch-free.

Each is asked in a process of its own: a driver, or an extension that was built for another torch, may
end the process. A package counts as usable when it imports and its functions take every argument that
the network passes: transformers drops arguments that a function does not name, the state to continue
from among them, without a word.
"""

import importlib.metadata
import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from automation.core.timing import StopToken
from automation.desktop.input.client import argv_of

PROBE_S: Final = 120.0
"""Time for one import. The packages import torch and transformers: seconds on a warm disk, half a
minute on a cold one."""

POLL_S: Final = 0.05
CHILD: Final = "model.network.probe_child"

Wanted = Mapping[str, Mapping[str, Sequence[str]]]
"""From a module's name to its functions' names to the parameters that the network passes."""

PACKAGES: Final[Mapping[str, Wanted]] = {
    "mamba_ssm": {
        "mamba_ssm": {},
        "mamba_ssm.ops.triton.ssd_combined": {
            "mamba_chunk_scan_combined": (
                "chunk_size",
                "D",
                "dt_bias",
                "initial_states",
                "dt_softplus",
                "dt_limit",
                "return_final_states",
            )
        },
        "mamba_ssm.ops.triton.selective_state_update": {
            "selective_state_update": ("dt_bias", "dt_softplus")
        },
    },
    "causal_conv1d": {
        "causal_conv1d": {
            "causal_conv1d_fn": ("activation",),
            "causal_conv1d_update": ("activation",),
        }
    },
}
"""Source: the calls in `NemotronHMamba2Mixer` of transformers 5.23."""

ADVICE: Final[Mapping[str, str]] = {
    "mamba_ssm": "install mamba-ssm 2.3 or later, built for this torch",
    "causal_conv1d": "install causal-conv1d 1.6 or later, built for this torch",
}
"""mamba-ssm 2.2 imports names that transformers 5 has no more."""


@dataclass(frozen=True, slots=True)
class PackageProbe:
    """What came of trying one package."""

    package: str
    """As it is imported."""
    version: str
    """Of the installed distribution; empty where none is."""
    problem: str
    """Why it cannot be used, as a sentence that says what to do; empty when it can."""
    is_installed: bool = True


def probe_packages(
    stop: StopToken | None = None, *, timeout_s: float = PROBE_S
) -> tuple[PackageProbe, ...]:
    """Try all packages, each in a process of its own; one that takes longer counts as unusable.

    Raises:
        Stopped: the token was set; the processes were ended.
    """
    token = stop or StopToken()
    return tuple(_probe(package, token, timeout_s) for package in PACKAGES)


def _probe(package: str, stop: StopToken, timeout_s: float) -> PackageProbe:
    version = _version(package)
    if not _is_there(package):
        return PackageProbe(package, version, f"{package} is not installed", is_installed=False)
    problem = _try_import(package, stop, timeout_s)
    if problem:
        name = f"{package} {version}".strip()
        problem = f"{name} cannot be used ({problem}); {ADVICE[package]}"
    return PackageProbe(package, version, problem)


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package.replace("_", "-"))
    except importlib.metadata.PackageNotFoundError:
        return ""


def _is_there(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ValueError:  # it is being imported, or was made by hand
        return package in sys.modules


def _try_import(package: str, stop: StopToken, timeout_s: float) -> str:
    child = subprocess.Popen(
        argv_of(CHILD, "packages"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    question = json.dumps({"path": sys.path, "wanted": PACKAGES[package]})
    with child:
        try:
            answer = _communicate(child, question, stop, timeout_s)
        finally:
            child.kill()
    if answer is None:
        return f"importing it took more than {timeout_s:g} s"
    if not answer:
        how = f"signal {-child.returncode}" if child.returncode < 0 else f"exit {child.returncode}"
        return f"importing it ended the process, {how}"
    problem: str = json.loads(answer)["problem"]
    return problem


def _communicate(
    child: "subprocess.Popen[str]", question: str, stop: StopToken, timeout_s: float
) -> str | None:
    """Return what the child wrote before it ended; `None` when it takes too long."""
    deadline_s = time.monotonic() + timeout_s
    unsent: str | None = question
    while time.monotonic() < deadline_s:
        stop.check()
        try:
            return child.communicate(unsent, timeout=POLL_S)[0]
        except subprocess.TimeoutExpired:
            unsent = None  # the first call took it over
    return None
