"""Puts tensors of a checkpoint where the network keeps them: device, precision, copy.

The network is built on the meta device and filled tensor by tensor, so that no second copy of it ever
exists. In 4 bit go the language model's linear layers. Embedding, head, encoder, projector,
convolutions, norms and what steers the recurrence are never quantised: they are a sixth of the weights,
and errors in them cost most. There is no 8 bit: bitsandbytes rounds activations to float16 for it, which
the squared ReLU of this network can exceed, and weights that are restored for every pass took four times
as long a token as 16 bit (tests/benchmarks/RESULTS.md).

An embedding's rows may stay in main memory, for cards that lack its 1.3 GB: a prompt needs a few
thousand rows of 10 kB, and copying them costs less than a millisecond.
"""

import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Final

import torch

from automation.core.errors import KernelUnavailable, LoadError, OutOfMemory
from automation.core.generation import Quantization
from model.network.device import NF4_BLOCK, Dtype, LoadPlan

FULL_PRECISION: Final = (
    ".mixer.A_log", ".mixer.D", ".mixer.dt_bias", ".linear_attn.A_log", ".linear_attn.dt_bias",
)  # fmt: skip
"""Ends of names that stay float32: a hundred values a layer that steer the recurrence. Everything
else must have the dtype that the network runs in: a block hands its mixer the dtype of its norm's
weight. Source: `NemotronHBlock`, `NemotronHMamba2Mixer` and `Qwen3_5GatedDeltaNet` in transformers 5.23."""


def kept_dtype(name: str, stored: torch.dtype, dtype: torch.dtype) -> torch.dtype:
    """Return the dtype in which a network that runs in `dtype` keeps a tensor."""
    if not stored.is_floating_point:
        return stored
    return torch.float32 if name.endswith(FULL_PRECISION) else dtype


_NO_ROOM: Final = (
    "can't allocate memory",
    "bad_alloc",
    "could not create a primitive",
    "could not create a memory object",
    "ALLOC_FAILED",
)
"""Of torch's allocator, of C++, of oneDNN (seen under a limit of the address space, where nothing
else was wrong), of cuBLAS and cuDNN (from their documentation)."""


def is_out_of_memory(error: RuntimeError) -> bool:
    """Tell whether torch found no room; for main memory it has no type of its own."""
    said = str(error)
    return isinstance(error, torch.OutOfMemoryError) or any(words in said for words in _NO_ROOM)


@contextmanager
def room_for(name: str, device: torch.device) -> Iterator[None]:
    """Say which tensor found no room on a device while loading.

    Raises:
        OutOfMemory: the device has no room for it.
    """
    try:
        yield
    except RuntimeError as error:
        if not is_out_of_memory(error):
            raise
        raise OutOfMemory(
            f"no room on {device} for {name}: other programs took memory while the model was "
            "loading. Close a program, or use 4 bit."
        ) from error


EMBEDDINGS: Final = ("language.model.embeddings.weight", "language.model.embed_tokens.weight")


def sent(values: torch.Tensor, device: torch.device) -> torch.Tensor:
    """Copy to a device; from main memory through pinned one, else the copy would wait for the pass before it."""
    if device.type != "cuda" or values.device.type != "cpu":
        return values.to(device)
    return values.pin_memory().to(device, non_blocking=True)


class HostEmbedding(torch.nn.Module):
    """Looks rows up in main memory and returns them on the device of the network."""

    def __init__(self, rows: torch.Tensor, device: torch.device) -> None:
        """Keep the rows.

        Args:
            rows: (vocab_rows, hidden) in main memory, in the dtype of the network.
            device: Where results go.
        """
        super().__init__()
        self._rows = rows
        empty = torch.empty((0, rows.shape[1]), dtype=rows.dtype, device=device)
        self.weight = torch.nn.Parameter(empty, requires_grad=False)
        """No rows: tells others the device and the dtype of what comes out."""

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Look up ids of any shape: (...) int64 on any device to (..., hidden) on the device."""
        return sent(self._rows[ids.to(self._rows.device)], self.weight.device)


_log = logging.getLogger(__name__)

LAYERS: Final = "language.model.layers."
QUANTISED: Final = tuple(
    f".{part}.{name}.weight"
    for part, names in {
        "mixer": "in_proj out_proj up_proj down_proj q_proj k_proj v_proj o_proj",
        "linear_attn": "in_proj_qkv in_proj_z out_proj",
        "self_attn": "q_proj k_proj v_proj o_proj",
        "mlp": "gate_proj up_proj down_proj",
    }.items()
    for name in names.split()
)
"""Ends of the names of the layers' linear weights."""

TORCH_DTYPES: Final[dict[Dtype, torch.dtype]] = {
    "bfloat16": torch.bfloat16,
    "float16": torch.float16,
    "float32": torch.float32,
}

TRIAL_ERROR: Final = 0.2
"""Relative error above which 4-bit kernels are broken; on normal weights they reach 0.09."""


class Placer:
    """Puts tensors at their places in a network that was built on the meta device.

    Attributes:
        replaced: Layers quantised so far.
    """

    def __init__(
        self,
        device: torch.device,
        dtype: torch.dtype,
        *,
        quantization: Quantization = "none",
        embedding_in_ram: bool = False,
    ) -> None:
        """Keep where tensors go, and try the kernels that 4 bit needs.

        Raises:
            KernelUnavailable: 4 bit cannot be used here; says what to install.
        """
        self._device = device
        self._dtype = dtype
        self._bitsandbytes = four_bit_kernels(device) if quantization == "nf4" else None
        self._embedding_in_ram = embedding_in_ram
        self.replaced = 0

    def place(self, root: torch.nn.Module, name: str, tensor: torch.Tensor) -> None:
        """Make the parameter or buffer `name` (dotted, from the root) hold the tensor's values.

        The tensor may lie in a mapped file: what is placed is always a copy.

        Raises:
            LoadError: the tensor has another shape than the network, or a weight that is to be rounded
                is no number: it would become one, and nobody would know.
            OutOfMemory: the device has no room for it.
        """
        path, _, leaf = name.rpartition(".")
        owner = root.get_submodule(path)
        assert leaf in owner._parameters or leaf in owner._buffers, f"the network has no {name}"
        expected = getattr(owner, leaf).shape
        if expected != tensor.shape:
            raise LoadError(
                f"the tensor for {name} has the shape {tuple(tensor.shape)}, expected "
                f"{tuple(expected)}; the checkpoint is of another size than its config"
            )
        if self._embedding_in_ram and name in EMBEDDINGS:
            # Not pinned: rows are gathered into a new tensor anyway, and pinning takes a power of two.
            rows = _copied(name, tensor, torch.device("cpu"), self._dtype)
            root.set_submodule(path, HostEmbedding(rows, self._device))
        elif self._bitsandbytes is not None and is_quantised(name) and _has_whole_blocks(tensor):
            assert type(owner) is torch.nn.Linear, f"{name} is no linear weight"
            assert len(list(owner.parameters())) == 1, f"{path} has a bias; none was expected"
            weight = _copied(name, tensor, self._device, self._dtype)
            _check_numbers(name, weight)
            with room_for(name, self._device):
                root.set_submodule(path, nf4_linear(self._bitsandbytes, weight))
            self.replaced += 1
        else:
            kept = kept_dtype(name, tensor.dtype, self._dtype)
            copy = _copied(name, tensor, self._device, kept)
            if leaf in owner._buffers:
                owner._buffers[leaf] = copy
            else:
                owner._parameters[leaf] = torch.nn.Parameter(copy, requires_grad=False)


def _copied(
    name: str, tensor: torch.Tensor, device: torch.device, dtype: torch.dtype
) -> torch.Tensor:
    """Return a contiguous copy of the tensor on the device."""
    with room_for(name, device):
        return torch.empty(tensor.shape, dtype=dtype, device=device).copy_(tensor)


def _has_whole_blocks(tensor: torch.Tensor) -> bool:
    """Tell whether the weight's rows are whole blocks.

    WORKAROUND: bitsandbytes 0.50.2 restores rows of half a block wrongly on a CPU with AVX-512
    (relative error 0.2-0.6 instead of 0.09, measured); drop when it does not. Every row of
    Holotron-12B is a whole number of blocks.
    """
    return tensor.shape[1] % NF4_BLOCK == 0


def _check_numbers(name: str, weight: torch.Tensor) -> None:
    """See that all values are finite, without a copy of them: a sum is not if one of them is not."""
    if not math.isfinite(weight.sum(dtype=torch.float32).item()):
        raise LoadError(
            f"{name} holds values that are no numbers; run deskhand model check, then download "
            "the file again"
        )


def is_quantised(name: str) -> bool:
    """Tell whether a parameter of the network is one that quantisation replaces."""
    return name.startswith(LAYERS) and name.endswith(QUANTISED)


def placer_for(plan: LoadPlan) -> Placer:
    """Return the placer that does what the plan says.

    Raises:
        KernelUnavailable: the plan's precision cannot be used here.
    """
    return Placer(
        torch.device(plan.device),
        TORCH_DTYPES[plan.dtype],
        quantization=plan.quantization,
        embedding_in_ram=plan.embedding_in_ram,
    )


def four_bit_kernels(device: torch.device) -> ModuleType:
    """Import bitsandbytes and see that it works on the device.

    It imports without an error where its library for this CUDA version is missing, and fails at
    the first use; so it is used once, on weights whose error is known.

    Raises:
        KernelUnavailable: it is missing or does not work.
    """
    try:
        import bitsandbytes  # noqa: PLC0415  # optional, and seconds to import
    except ImportError as error:
        raise KernelUnavailable(_unavailable(f"cannot be imported: {error}")) from error
    weight = torch.linspace(-1.0, 1.0, 64 * NF4_BLOCK).reshape(64, NF4_BLOCK).to(device)
    try:
        linear = nf4_linear(bitsandbytes, weight)
        with torch.inference_mode():
            found = linear(torch.eye(NF4_BLOCK, device=device)).T
    except (RuntimeError, AttributeError, OSError) as error:
        raise KernelUnavailable(
            _unavailable(f"does not work on {device}: {str(error).splitlines()[0]}")
        ) from error
    wrong = float((found - weight).norm() / weight.norm())
    _log.info("bitsandbytes %s, trial error %.3f", bitsandbytes.__version__, wrong)
    if not wrong < TRIAL_ERROR:
        raise KernelUnavailable(_unavailable(f"computes wrong numbers on {device}, by {wrong:.0%}"))
    module: ModuleType = bitsandbytes
    return module


def _unavailable(what: str) -> str:
    return (
        f"4 bit needs the package bitsandbytes, which {what}. "
        "Run packaging/setup.sh local, or choose 16 bit."
    )


def nf4_linear(bitsandbytes: ModuleType, weight: torch.Tensor) -> torch.nn.Module:
    """Return a 4-bit layer with scales that are quantised themselves, made from the weight.

    The scales are buffers too, so that whoever counts the bytes of a module counts them.

    Args:
        weight: (rows, columns) where the layer will be; its dtype is that of the arithmetic.
    """
    rows, columns = weight.shape
    made = bitsandbytes.nn.Linear4bit(
        columns,
        rows,
        bias=False,
        compute_dtype=weight.dtype,
        compress_statistics=True,
        quant_type="nf4",
        device="meta",
    )
    # On CPUs with AVX-512 BF16 the library else repacks the weight at its first use: for whole groups of
    # 32 rows alone, in bfloat16 whatever the dtype, and without the scales that are counted here.
    made.support_avx512bf16_for_cpu = False
    linear: torch.nn.Module = made
    packed = bitsandbytes.nn.Params4bit(
        weight, requires_grad=False, compress_statistics=True, quant_type="nf4", module=linear
    )
    placed = packed.to(weight.device)
    linear.weight = placed
    linear.register_buffer("scales", placed.quant_state.absmax, persistent=False)
    linear.register_buffer("scale_groups", placed.quant_state.state2.absmax, persistent=False)
    return linear.eval()
