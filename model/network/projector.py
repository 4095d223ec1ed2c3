"""From patches of the encoder to tokens of the language model."""

import torch
from torch.nn import functional

from model.core.spec import ProjectorSpec


def pixel_shuffle(patches: torch.Tensor, side: int) -> torch.Tensor:
    """Join every `side` x `side` square of patches into one token.

    Channels of a token run top left, top right, bottom left, bottom right: `ps_version` v2.

    Args:
        patches: (n, rows * rows, channels), row-major, of a square tile.
        side: Patches along an edge of the square; divides rows.

    Returns:
        (n, (rows / side) ** 2, side * side * channels), row-major.
    """
    count, total, channels = patches.shape
    rows = int(total**0.5)
    assert rows * rows == total, f"{total} patches are no square"
    assert rows % side == 0, f"{rows} rows of patches do not divide by {side}"
    out = rows // side
    grid = patches.reshape(count, out, side, out, side, channels)
    joined = grid.permute(0, 1, 3, 2, 4, 5)  # (n, out, out, side, side, channels)
    return joined.reshape(count, out * out, side * side * channels)


class Projector(torch.nn.Module):
    """RMS norm, linear, squared ReLU, linear; no biases.

    Source: `mlp1` of Nemotron-Nano-12B-v2-VL as vLLM and TensorRT-LLM build it.
    """

    def __init__(self, spec: ProjectorSpec) -> None:
        super().__init__()
        self.norm = torch.nn.RMSNorm(spec.inputs, eps=spec.norm_eps)
        self.up = torch.nn.Linear(spec.inputs, spec.width, bias=False)
        self.down = torch.nn.Linear(spec.width, spec.outputs, bias=False)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """Map (n, tokens, inputs) to (n, tokens, outputs)."""
        hidden: torch.Tensor = self.up(self.norm(tokens))
        result: torch.Tensor = self.down(functional.relu(hidden).square())
        return result
