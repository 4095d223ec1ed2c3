"""Puts one tensor of a checkpoint where the network keeps it: device, dtype, copy.

The network is built on the meta device and filled tensor by tensor, so that no second copy of it
ever exists. A placer does not know where tensors come from.
"""

from typing import Final, Protocol

import torch

from automation.core.errors import LoadError, OutOfMemory

FULL_PRECISION: Final = (".mixer.A_log", ".mixer.D", ".mixer.dt_bias")
"""Ends of names that stay float32: a hundred values a layer that steer the recurrence. Everything
else must have the dtype that the network runs in: a block hands its mixer the dtype of its norm's
weight. Source: `NemotronHBlock` and `NemotronHMamba2Mixer` in transformers 5.23."""


class Placer(Protocol):
    """Puts one tensor at its place in a network that was built on the meta device."""

    def place(self, root: torch.nn.Module, name: str, tensor: torch.Tensor) -> None:
        """Make the parameter or buffer `name` (dotted, from the root) hold the tensor's values.

        The tensor may lie in a mapped file: what is placed is always a copy.

        Raises:
            LoadError: the tensor has another shape than the network.
            OutOfMemory: the device has no room for it.
        """


class DtypeRule(Protocol):
    """Decides in which dtype a tensor is kept."""

    def __call__(self, name: str, stored: torch.dtype) -> torch.dtype:
        """Return the dtype for the tensor `name` that is `stored` in the checkpoint."""


def dtype_rule(dtype: torch.dtype) -> DtypeRule:
    """Return the rule for a network that runs in `dtype`: bfloat16, float16 or float32."""

    def rule(name: str, stored: torch.dtype) -> torch.dtype:
        if not stored.is_floating_point:
            return stored
        return torch.float32 if name.endswith(FULL_PRECISION) else dtype

    return rule


class PlainPlacer:
    """Keeps every tensor as it is, but for device and dtype."""

    def __init__(self, device: torch.device, rule: DtypeRule) -> None:
        self._device = device
        self._rule = rule

    def place(self, root: torch.nn.Module, name: str, tensor: torch.Tensor) -> None:
        """Copy the tensor to the device, in the dtype of the rule."""
        owner, leaf = owner_of(root, name)
        check_shape(name, getattr(owner, leaf), tensor)
        put(owner, leaf, copied(name, tensor, self._device, self._rule(name, tensor.dtype)))


def owner_of(root: torch.nn.Module, name: str) -> tuple[torch.nn.Module, str]:
    """Return the module that owns the dotted name, and the last part of the name."""
    path, _, leaf = name.rpartition(".")
    owner = root.get_submodule(path)
    assert leaf in owner._parameters or leaf in owner._buffers, f"the network has no {name}"
    return owner, leaf


def check_shape(name: str, expected: torch.Tensor, tensor: torch.Tensor) -> None:
    """Raise `LoadError` unless the tensor has the shape that the network expects."""
    if expected.shape != tensor.shape:
        message = (
            f"the tensor for {name} has the shape {tuple(tensor.shape)}, "
            f"expected {tuple(expected.shape)}; the checkpoint is of another size than its config"
        )
        raise LoadError(message)


def copied(
    name: str, tensor: torch.Tensor, device: torch.device, dtype: torch.dtype
) -> torch.Tensor:
    """Return a contiguous copy of the tensor on the device.

    Raises:
        OutOfMemory: the device has no room for it.
    """
    try:
        copy = torch.empty(tensor.shape, dtype=dtype, device=device)
        copy.copy_(tensor)
    except RuntimeError as error:
        if not is_out_of_memory(error):
            raise
        raise OutOfMemory(no_room_message(name, device)) from error
    return copy


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


def no_room_message(name: str, device: torch.device) -> str:
    """Return the sentence for a device that became full while loading."""
    return (
        f"no room on {device} for {name}: other programs took memory while the model was loading. "
        "Close a program, or use 4 bit."
    )


def put(owner: torch.nn.Module, leaf: str, value: torch.Tensor) -> None:
    """Make the owner's parameter or buffer hold the value, without a gradient."""
    if leaf in owner._buffers:
        owner._buffers[leaf] = value
    else:
        owner._parameters[leaf] = torch.nn.Parameter(value, requires_grad=False)
