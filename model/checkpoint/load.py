"""Fills a network on the meta device from the shards, tensor by tensor.

At any time there is one copy of the weights, at their place, and one tensor on its way. Files are
read, not mapped: a file that is cut short while we load is an error then, not a crash later.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import BinaryIO, Final

import torch

from automation.core.errors import LoadError
from automation.core.generation import LoadProgress
from automation.core.timing import StopToken
from model.checkpoint.read import keys_of
from model.checkpoint.safetensors import TensorEntry, fill, identity, opened, read_header
from model.checkpoint.tensor_names import KeyRule
from model.network.network import Network
from model.network.quantize import Placer
from model.spec import ModelSpec, Shard

DOING: Final = "Loading weights"
BLOCK_BYTES: Final = 8 << 20
"""Read at a time; a stop is seen within one block, 0.1 s on a slow disk."""
DTYPES: Final = {"BF16": torch.bfloat16, "F16": torch.float16, "F32": torch.float32}


def load(
    spec: ModelSpec,
    network: Network,
    placer: Placer,
    *,
    progress: Callable[[LoadProgress], None],
    stop: StopToken,
) -> Network:
    """Fill the network and finish it.

    Args:
        spec: of the folder to read; its files must not have changed since.
        network: `Holotron.meta(spec, dtype)`. When this raises, it is left empty and useless, so
            that its memory is free whoever still holds it.
        progress: told before the first and after every tensor, in bytes of weights.

    Returns:
        The network, ready to run.

    Raises:
        LoadError: a file changed since it was checked, or cannot be read; names it.
        OutOfMemory: the device has no room for a tensor.
        Stopped: a stop was asked for.
    """
    try:
        headers = {shard.name: _header(shard) for shard in spec.shards}
        entries = [entry for header in headers.values() for entry in header]
        shapes = {entry.name: entry.shape for entry in entries}
        keys = keys_of(spec, shapes)
        passage = _Passage(
            buffer=torch.empty(max(entry.size_bytes for entry in entries), dtype=torch.uint8),
            total_bytes=spec.weights_bytes,
            progress=progress,
            stop=stop,
        )
        passage.report(0)
        for shard in spec.shards:
            with opened(shard.path, shard.name) as file:
                for entry in headers[shard.name]:
                    if entry.name not in keys.dropped:
                        tensor = passage.read(file, shard.name, entry)
                        _place(tensor, keys.rules[entry.name], network, placer)
                    passage.report(entry.size_bytes)
        return network.finish()
    except BaseException:
        network.release()
        raise


def _header(shard: Shard) -> tuple[TensorEntry, ...]:
    """Return the header of a shard, which must be the one that was checked."""
    with opened(shard.path, shard.name) as file:
        entries = read_header(file, shard.name)
        size = identity(file).size_bytes
    if size != shard.size_bytes or tuple(entry.name for entry in entries) != shard.tensors:
        raise LoadError(
            f"{shard.name}: changed since it was checked; wait until nothing writes to the "
            "folder, then load it again"
        )
    return entries


@dataclass(slots=True)
class _Passage:
    """The way of one tensor after the other from the disk to the placer."""

    buffer: torch.Tensor
    """(bytes of the largest tensor,) uint8: reused, so that memory is touched for the first time
    once and not for every tensor."""
    total_bytes: int
    progress: Callable[[LoadProgress], None]
    stop: StopToken
    done_bytes: int = field(default=0, init=False)

    def read(self, file: BinaryIO, name: str, entry: TensorEntry) -> torch.Tensor:
        """Return a tensor on the CPU; it is good until the next one is read."""
        held = self.buffer[: entry.size_bytes]
        view = held.numpy().data
        file.seek(entry.offset)
        for start in range(0, entry.size_bytes, BLOCK_BYTES):
            self.stop.check()
            fill(file, view[start : start + BLOCK_BYTES], name)
        dtype = DTYPES.get(entry.dtype)
        return held if dtype is None else held.view(dtype).view(entry.shape)

    def report(self, more_bytes: int) -> None:
        """Tell how far loading has come."""
        self.done_bytes += more_bytes
        self.progress(LoadProgress(self.done_bytes, self.total_bytes, DOING))


def _place(tensor: torch.Tensor, rule: KeyRule, network: Network, placer: Placer) -> None:
    for part in rule.parts:
        placer.place(network, part.native, tensor[part.start : part.start + part.rows])
