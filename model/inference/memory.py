"""What a loaded network occupies on its device, and what others do."""

from typing import TYPE_CHECKING

from automation.core.engine import Memory
from model.network.machine import Device, read_machine

if TYPE_CHECKING:
    import torch

    from model.network.holotron import Holotron


def memory_of(network: "Holotron", cache_bytes: int) -> Memory:
    """Return the bytes on the network's device by what they are for.

    Args:
        network: Loaded.
        cache_bytes: Of cache and snapshots on the device.
    """
    weights = module_bytes(network.language)
    encoder = module_bytes(network.vision) + module_bytes(network.projector)
    device = device_now(network.device)
    if device is None:
        return Memory(weights=weights, encoder=encoder, cache=cache_bytes)
    others = device.total_bytes - device.free_bytes - weights - encoder - cache_bytes
    return Memory(weights, encoder, cache_bytes, max(0, others), device.total_bytes)


def device_now(device: "torch.device") -> Device | None:
    """Return how much memory a device has at this moment; None where the system does not tell."""
    return next((found for found in read_machine().devices if found.name == str(device)), None)


def module_bytes(module: "torch.nn.Module") -> int:
    """Return the bytes of a module's parameters and buffers, as they are kept."""
    tensors = (*module.parameters(), *module.buffers())
    return sum(tensor.nbytes for tensor in tensors)
