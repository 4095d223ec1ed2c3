"""Loads the language model's linear layers in 4 or 8 bit; everything else stays as it is.

Embedding, head, encoder, projector, convolutions, norms and what steers the recurrence are never
quantised: they are a sixth of the weights, and errors in them cost most.
"""

import logging
import math
from types import ModuleType
from typing import Final, Literal

import torch

from automation.core.errors import KernelUnavailable, LoadError, OutOfMemory
from model.network.device import LoadPlan
from model.network.embedding import HostEmbeddingPlacer
from model.network.int8 import Int8Linear
from model.network.placing import (
    Placer,
    PlainPlacer,
    check_shape,
    copied,
    dtype_rule,
    is_out_of_memory,
    no_room_message,
)
from model.network.sizes import NF4_BLOCK, Dtype

_log = logging.getLogger(__name__)

LAYERS: Final = "language.model.layers."
QUANTISED: Final = (
    ".mixer.in_proj.weight",
    ".mixer.out_proj.weight",
    ".mixer.up_proj.weight",
    ".mixer.down_proj.weight",
    ".mixer.q_proj.weight",
    ".mixer.k_proj.weight",
    ".mixer.v_proj.weight",
    ".mixer.o_proj.weight",
)
"""Ends of the names of the layers' linear weights."""

TORCH_DTYPES: Final[dict[Dtype, torch.dtype]] = {
    "bfloat16": torch.bfloat16,
    "float16": torch.float16,
    "float32": torch.float32,
}

TRIAL_ERROR: Final = 0.2
"""Relative error above which 4-bit kernels are broken; on normal weights they reach 0.09."""


class QuantPlacer:
    """Quantises the layers' linear weights while they are placed; passes everything else on.

    Attributes:
        replaced: Layers quantised so far.
    """

    def __init__(
        self,
        others: Placer,
        quantization: Literal["int8", "nf4"],
        device: torch.device,
        dtype: torch.dtype,
    ) -> None:
        """Prepare, and try the kernels that 4 bit needs.

        Raises:
            KernelUnavailable: 4 bit cannot be used here; says what to install.
        """
        self._others = others
        self._device = device
        self._dtype = dtype
        self._bitsandbytes = four_bit_kernels(device) if quantization == "nf4" else None
        self.replaced = 0

    def place(self, root: torch.nn.Module, name: str, tensor: torch.Tensor) -> None:
        """Quantise the tensor if it is a linear weight of a layer, else pass it on.

        Raises:
            LoadError: a weight is no number; rounded, it would become one, and nobody would know.
            OutOfMemory: the device has no room for it.
        """
        if not is_quantised(name) or not self._has_whole_blocks(tensor):
            self._others.place(root, name, tensor)
            return
        path, _, last = name.removesuffix(".weight").rpartition(".")
        parent = root.get_submodule(path)
        plain = parent.get_submodule(last)
        assert isinstance(plain, torch.nn.Linear), f"{name} is no linear weight"
        assert len(list(plain.parameters())) == 1, f"{path}.{last} has a bias; none was expected"
        check_shape(name, plain.weight, tensor)
        weight = copied(name, tensor, self._device, self._dtype)
        _check_numbers(name, weight)
        try:
            parent.register_module(last, self._quantised(weight))
        except RuntimeError as error:
            if not is_out_of_memory(error):
                raise
            raise OutOfMemory(no_room_message(name, self._device)) from error
        self.replaced += 1

    def _has_whole_blocks(self, tensor: torch.Tensor) -> bool:
        """Tell whether the weight's rows are whole blocks, or need not be.

        WORKAROUND: bitsandbytes 0.50.2 restores rows of half a block wrongly on a CPU with AVX-512
        (relative error 0.2-0.6 instead of 0.09, measured); drop when it does not. Every row of
        Holotron-12B is a whole number of blocks.
        """
        return self._bitsandbytes is None or tensor.shape[1] % NF4_BLOCK == 0

    def _quantised(self, weight: torch.Tensor) -> torch.nn.Module:
        if self._bitsandbytes is None:
            return Int8Linear(weight)
        return nf4_linear(self._bitsandbytes, weight)


def _check_numbers(name: str, weight: torch.Tensor) -> None:
    """See that all values are finite, without a copy of them: a sum is not if one of them is not."""
    if not math.isfinite(weight.sum(dtype=torch.float32).item()):
        message = (
            f"{name} holds values that are no numbers; run deskhand model check, then download "
            "the file again"
        )
        raise LoadError(message)


def is_quantised(name: str) -> bool:
    """Tell whether a parameter of the network is one that quantisation replaces."""
    return name.startswith(LAYERS) and name.endswith(QUANTISED)


def placer_for(plan: LoadPlan) -> Placer:
    """Return the placer that does what the plan says.

    Raises:
        KernelUnavailable: the plan's precision cannot be used here.
    """
    device, dtype = torch.device(plan.device), TORCH_DTYPES[plan.dtype]
    placer: Placer = PlainPlacer(device, dtype_rule(dtype))
    if plan.quantization != "none":
        placer = QuantPlacer(placer, plan.quantization, device, dtype)
    if plan.embedding_in_ram:
        placer = HostEmbeddingPlacer(placer, device, dtype)
    return placer


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
        message = _unavailable(f"does not work on {device}: {str(error).splitlines()[0]}")
        raise KernelUnavailable(message) from error
    wrong = float((found - weight).norm() / weight.norm())
    _log.info("bitsandbytes %s, trial error %.3f", bitsandbytes.__version__, wrong)
    if not wrong < TRIAL_ERROR:
        message = _unavailable(f"computes wrong numbers on {device}, by {wrong:.0%}")
        raise KernelUnavailable(message)
    module: ModuleType = bitsandbytes
    return module


def _unavailable(what: str) -> str:
    return (
        f"4 bit needs the package bitsandbytes, which {what}. "
        "Run packaging/setup.sh local, or choose 16 or 8 bit."
    )


def nf4_linear(bitsandbytes: ModuleType, weight: torch.Tensor) -> torch.nn.Module:
    """Return a 4-bit layer with scales that are quantised themselves, made from the weight.

    The scales are buffers too, so that whoever counts the bytes of a module counts them.

    Args:
        bitsandbytes: The package.
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
