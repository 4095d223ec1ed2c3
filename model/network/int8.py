"""A linear layer with 8-bit weights: exact storage, 16-bit arithmetic.

Only the weights are rounded, one scale a row; what flows through the layer is not. Kernels that
round activations too want them in float16, and the squared ReLU of this network has no bound that
keeps it there.
"""

from typing import Final

import torch
from torch.nn import functional

LEVELS: Final = 127
"""Largest 8-bit weight; -128 is not used, so that the scale is the same for both signs."""


class Int8Linear(torch.nn.Module):
    """`y = x W^T` with W in int8 and one float32 scale a row.

    A pass makes a copy of the weights in the dtype of its input, which holds every 8-bit integer
    exactly; so it saves memory and no time.
    """

    weight: torch.Tensor
    """(rows, columns) int8."""
    scale: torch.Tensor
    """(rows,) float32."""

    def __init__(self, weight: torch.Tensor) -> None:
        """Round the weights to the nearest level of their row.

        Args:
            weight: (rows, columns), any float dtype; not kept.
        """
        super().__init__()
        peak = weight.abs().amax(dim=1).float()
        scale = torch.where(peak > 0, peak, torch.ones_like(peak)) / LEVELS
        self.register_buffer("weight", torch.round(weight / scale[:, None]).to(torch.int8))
        self.register_buffer("scale", scale)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Map (..., columns) to (..., rows), in the dtype of the input."""
        products = functional.linear(x, self.weight.to(x.dtype))
        return (products * self.scale).to(x.dtype)
