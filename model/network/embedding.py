"""An embedding whose rows stay in main memory, for cards that lack its 1.3 GB.

A prompt needs a few thousand rows of 10 kB, so copying them costs less than a millisecond.
"""

from typing import Final

import torch

from model.network.placing import Placer, check_shape, copied, owner_of

EMBEDDING: Final = "language.model.embeddings.weight"


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
        return self._rows[ids.to(self._rows.device)].to(self.weight.device)


class HostEmbeddingPlacer:
    """Keeps the embedding in main memory and leaves everything else to another placer."""

    def __init__(self, others: Placer, device: torch.device, dtype: torch.dtype) -> None:
        self._others = others
        self._device = device
        self._dtype = dtype

    def place(self, root: torch.nn.Module, name: str, tensor: torch.Tensor) -> None:
        """Replace the embedding by one in main memory, or pass the tensor on."""
        if name != EMBEDDING:
            self._others.place(root, name, tensor)
            return
        owner, leaf = owner_of(root, name)
        check_shape(name, getattr(owner, leaf), tensor)
        # Not pinned: rows are gathered into a new tensor anyway, and pinning takes a power of two.
        rows = copied(name, tensor, torch.device("cpu"), self._dtype)
        path, _, last = name.rpartition(".")[0].rpartition(".")
        root.get_submodule(path).register_module(last, HostEmbedding(rows, self._device))
