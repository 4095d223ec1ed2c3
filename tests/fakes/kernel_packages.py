"""Invented packages of compiled kernels: as importable folders, good ones and broken ones."""

from pathlib import Path

SCAN = """
import importlib, inspect

CALLS = []
FAULT = ""  # "forgets" the state to continue from, or "fails"

def mamba_chunk_scan_combined(x, dt, A, B, C, chunk_size, D=None, z=None, dt_bias=None,
                              initial_states=None, seq_idx=None, dt_softplus=False,
                              dt_limit=(0.0, float("inf")), return_final_states=False):
    CALLS.append("scan")
    if FAULT == "fails":
        raise RuntimeError("Failed to find C compiler")
    if FAULT == "forgets":
        initial_states = None
    native = importlib.import_module("transformers.models.nemotron_h.modeling_nemotron_h")
    scan = inspect.unwrap(native.mamba2_chunk_scan)
    return scan(x, dt, A, B, C, chunk_size, D=D, dt_bias=dt_bias, initial_states=initial_states,
                dt_softplus=dt_softplus, dt_limit=dt_limit,
                return_final_states=return_final_states)
"""
UPDATE = """
import importlib, inspect

def selective_state_update(state, x, dt, A, B, C, D=None, z=None, dt_bias=None, dt_softplus=False):
    native = importlib.import_module("transformers.models.nemotron_h.modeling_nemotron_h")
    update = inspect.unwrap(native.mamba2_selective_state_update)
    return update(state, x, dt, A, B, C, D, dt_bias=dt_bias, dt_softplus=dt_softplus)
"""
CONV = """
import importlib, inspect

def causal_conv1d_fn(x, weight, bias=None, seq_idx=None, activation=None):
    native = importlib.import_module("transformers.models.nemotron_h.modeling_nemotron_h")
    return inspect.unwrap(native.causal_conv1d_fn)(x, weight, bias, activation=activation)

def causal_conv1d_update(x, conv_state, weight, bias=None, activation=None):
    native = importlib.import_module("transformers.models.nemotron_h.modeling_nemotron_h")
    return inspect.unwrap(native.causal_conv1d_update)(x, conv_state, weight, bias, activation)
"""


def write_mamba(folder: Path, *, init="", scan=SCAN, update=UPDATE, version="2.3.2") -> None:
    """Write a package `mamba_ssm` laid out like the real one; its functions are torch's."""
    kernels = folder / "mamba_ssm" / "ops" / "triton"
    kernels.mkdir(parents=True)
    for package in (kernels, kernels.parent):
        (package / "__init__.py").write_text("")
    (folder / "mamba_ssm" / "__init__.py").write_text(init)
    (kernels / "ssd_combined.py").write_text(scan)
    (kernels / "selective_state_update.py").write_text(update)
    _write_version(folder, "mamba_ssm", version)


def write_conv(folder: Path, *, init=CONV, version="1.6.0") -> None:
    """Write a package `causal_conv1d`."""
    (folder / "causal_conv1d").mkdir(parents=True)
    (folder / "causal_conv1d" / "__init__.py").write_text(init)
    _write_version(folder, "causal_conv1d", version)


def _write_version(folder: Path, package: str, version: str) -> None:
    notes = folder / f"{package}-{version}.dist-info"
    notes.mkdir()
    name = package.replace("_", "-")
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
