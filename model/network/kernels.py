"""Which implementation of the Mamba-2 functions runs: compiled kernels, or torch's portable ones.

transformers chooses when its module is imported, silently, and for every device alike. Here the
choice is made on purpose: packages that would end the process, fail, or lose arguments are kept
from being imported; the portable functions run until `choose_kernels` says otherwise, for a
compiled one fails on a CPU's tensors; what really runs is read back.
"""

import importlib
import inspect
import logging
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, Final

from automation.core.errors import KernelUnavailable
from automation.core.generation import KernelPath
from automation.core.timing import StopToken
from model.network.machine_probe import PackageProbe, probe_packages

NativeFunction = Callable[..., Any]
"""A function of transformers that a mixer calls by its name in the module."""

FUNCTIONS: Final[Mapping[str, str]] = {
    "mamba2_chunk_scan": "mamba_ssm",
    "mamba2_selective_state_update": "mamba_ssm",
    "causal_conv1d_fn": "causal_conv1d",
    "causal_conv1d_update": "causal_conv1d",
}
"""Functions that run in eval mode, and the package that has each compiled.
Source: `NemotronHMamba2Mixer.forward` in transformers 5.23."""

SCANS: Final = ("mamba2_chunk_scan", "torch_chunk_gated_delta_rule")
"""Functions that read a prompt block by block; torch's take much memory for it."""

NORMS: Final = ("NemotronHRMSNorm", "NemotronHRMSNormGated")
"""The norms between and inside the layers: nine and eleven launches each by torch, one by fla-core.
Source: transformers 5.23; on an H100 a token takes 10.0 ms instead of 11.4, a prompt of 2,304 tokens 107
instead of 128."""

NATIVE_MODULE: Final = "transformers.models.nemotron_h.modeling_nemotron_h"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KernelFact:
    """What one function of the mixers is."""

    function: str
    package: str
    """That has it compiled."""
    path: KernelPath
    """Which implementation is called."""


@dataclass(frozen=True, slots=True)
class KernelStatus:
    """Which path the network takes, and why."""

    path: KernelPath
    """`compiled` only when every function is."""
    why: str
    """One sentence why the portable path runs; empty for compiled kernels."""
    details: tuple[KernelFact, ...]
    norms: str = "torch"
    """Whose norms run, with the times of both where these were measured."""
    norms_why: str = ""
    """One sentence why fla-core's norms could not be chosen; empty where they could."""

    @property
    def has_compiled_scan(self) -> bool:
        """Tell whether reading a prompt needs no memory to speak of."""
        return any(fact.path == "compiled" for fact in self.details if fact.function in SCANS)


class ImportGuard:
    """Probes the packages, once, and keeps unusable ones from being imported.

    One for the process, as `sys.modules` is. Asked before transformers' module is imported.
    """

    def __init__(self) -> None:
        self._probes: tuple[PackageProbe, ...] | None = None

    def probes(self, stop: StopToken | None = None) -> tuple[PackageProbe, ...]:
        """Return what was found; takes seconds the first time where packages are installed.

        Raises:
            Stopped: the token was set; nothing is remembered.
        """
        if self._probes is None:
            self._probes = probe_packages(stop)
            for probe in self._probes:
                if probe.problem and probe.is_installed:
                    sys.modules[probe.package] = None  # type: ignore[assignment]  # refuses imports
        return self._probes


GUARD: Final = ImportGuard()


def native_module() -> ModuleType:
    """Import transformers' module of the language model, which takes seconds; portable at first."""
    return _imported()[0]


def choose_kernels(
    device_type: str, wish: KernelPath | None = None, reason: str = ""
) -> KernelStatus:
    """Switch the whole process to one path and say which it is.

    Args:
        device_type: Of the device that the network will run on: `cuda`, `cpu`.
        wish: A path that the user insists on; `None` for compiled kernels where they can be used.
        reason: Why the portable path is wished for, where not by the user.

    Raises:
        KernelUnavailable: compiled kernels were insisted on and cannot be used.
    """
    why = ""
    if wish == "portable":
        why = reason or "the portable path was asked for"
    elif device_type != "cuda" and wish is None:
        why = f"compiled kernels need CUDA, the network runs on {device_type}"
    use_path("portable" if why else "compiled")
    status = kernel_status(why)
    check_wish(wish, status.why)
    _log.info("kernels: %s%s", status.path, f" ({status.why})" if status.why else "")
    return status


def check_wish(wish: KernelPath | None, why: str) -> None:
    """Refuse to do without compiled kernels where the user insists on them.

    Args:
        why: They cannot be used; empty where they can.

    Raises:
        KernelUnavailable: says why.
    """
    if why and wish == "compiled":
        raise KernelUnavailable(
            f"Compiled kernels cannot be used: {why}. Choose portable in Settings."
        )


def kernel_status(why: str = "") -> KernelStatus:
    """Read back which implementations the mixers call now.

    Args:
        why: Reason for the portable path where it was chosen; otherwise it is found.
    """
    facts = tuple(
        KernelFact(name, package, _path_of(getattr(native_module(), name), package))
        for name, package in FUNCTIONS.items()
    )
    if all(fact.path == "compiled" for fact in facts):
        return KernelStatus("compiled", "", facts)
    return KernelStatus("portable", why or _reason(facts), facts)


def use_path(path: KernelPath) -> None:
    """Make the mixers call one path's functions; those without compiled ones stay portable.

    WORKAROUND: transformers 5.23 offers no switch. The mixers look the functions up by name in
    their module at every call, and a compiled one fails on tensors of another device.
    """
    module, functions = _imported()
    for name, chosen in functions.items():
        setattr(module, name, chosen if path == "compiled" else inspect.unwrap(chosen))


def use_norms(*, are_fused: bool) -> None:
    """Let the norms of every layer call fla-core's kernels, or torch's functions again.

    Raises:
        ImportError: fla-core or Triton is not installed, or cannot start.
    """
    module = native_module()
    forwards = _fused_norms() if are_fused else _plain_norms()
    for name, forward in forwards.items():
        getattr(module, name).forward = forward


@cache
def _plain_norms() -> Mapping[str, NativeFunction]:
    return {name: getattr(native_module(), name).forward for name in NORMS}


def _fused_norms() -> Mapping[str, NativeFunction]:
    _plain_norms()  # first: what is replaced is remembered
    rms_norm = importlib.import_module("fla.modules.norm.layernorm").rms_norm
    gated_norm = importlib.import_module("fla.modules.norm.layernorm_gated").rmsnorm_fn

    def norm(self: Any, x: Any) -> Any:  # noqa: ANN401  # a method of a module without types
        return rms_norm(x, self.weight, None, eps=self.variance_epsilon)

    def gated(self: Any, x: Any, gate: Any = None) -> Any:  # noqa: ANN401
        return gated_norm(
            x, self.weight, None, gate, self.variance_epsilon, self.group_size, norm_before_gate=False
        )  # fmt: skip

    return dict(zip(NORMS, (norm, gated), strict=True))


def portable_function(name: str) -> NativeFunction:
    """Return torch's implementation of one of `FUNCTIONS`."""
    function: NativeFunction = inspect.unwrap(_imported()[1][name])
    return function


def _imported() -> tuple[ModuleType, Mapping[str, NativeFunction]]:
    return imported(NATIVE_MODULE, tuple(FUNCTIONS))


@cache
def imported(
    name: str, functions: tuple[str, ...]
) -> tuple[ModuleType, Mapping[str, NativeFunction]]:
    """Import a module of transformers, remember what it chose for functions, and begin portable.

    Once: a later call must not undo a choice that was made in between.
    """
    GUARD.probes()  # a package that would end the process is kept from being imported
    module = importlib.import_module(name)
    chosen = {each: getattr(module, each) for each in functions}
    for function_name, function in chosen.items():
        setattr(module, function_name, inspect.unwrap(function))
    return module, chosen


def is_portable(function: NativeFunction, package: str) -> bool:
    """Tell whether transformers chose its own function, and not that of a package."""
    return _path_of(function, package) == "portable"


def _path_of(function: NativeFunction, package: str) -> KernelPath:
    """Tell whose function is called in the end."""
    current: NativeFunction | None = function
    while current is not None:
        inner = inspect.getclosurevars(current).nonlocals.get("implementation")
        if inner is not None:
            owner = str(getattr(inner, "__module__", "")).partition(".")[0]
            return "compiled" if owner == package else "portable"
        current = getattr(current, "__wrapped__", None)
    return "portable"


def _reason(facts: tuple[KernelFact, ...]) -> str:
    lost = [fact.function for fact in facts if fact.path == "portable"]
    problems = [probe.problem for probe in GUARD.probes() if probe.problem]
    reason = " and ".join(problems) or f"transformers did not take {', '.join(lost)} from a package"
    return reason if len(lost) == len(facts) else f"{reason}; the other functions are compiled"
