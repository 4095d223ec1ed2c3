"""From logits to the next token: greedy, or by temperature with a generator of its own."""

import torch

from automation.core.errors import GenerationError
from model.inference.options import Sampling
from model.inference.ports import Bitmask

WORD_BITS = 32


class Sampler:
    """Chooses the tokens of one reply. The same seed and logits give the same tokens anywhere."""

    def __init__(self, sampling: Sampling, *, entries: int) -> None:
        """Begin a reply.

        Args:
            sampling: How.
            entries: Entries of the tokenizer; rows of the logits at and above it are padding.
        """
        self._sampling = sampling
        self._entries = entries
        self._generator = torch.Generator().manual_seed(sampling.seed)

    @torch.inference_mode()
    def pick(self, logits: torch.Tensor, mask: Bitmask | None = None) -> int:
        """Choose a token.

        Args:
            logits: (vocabulary rows,) float32, on any device.
            mask: Which ids may be chosen; None for all entries.

        Raises:
            GenerationError: a logit is not finite, or no token may be chosen.
        """
        rows = logits[: self._entries]
        allowed = (
            rows if mask is None else rows.where(self._unpacked(mask, rows.device), -torch.inf)
        )
        chosen = self._chosen(allowed)
        # One transfer for all three: each would wait for the device.
        facts = torch.stack((chosen.double(), allowed[chosen].double(), rows.sum().double()))
        token, logit, total = facts.tolist()
        if not torch.isfinite(torch.tensor(total)):
            message = (
                "the network computes values that are no numbers; load the model again, "
                "at another precision if it happens twice"
            )
            raise GenerationError(message, reason="not_finite")
        if logit == -torch.inf:
            message = "the grammar leaves no token to go on with; ask again"
            raise GenerationError(message)
        return int(token)

    def _chosen(self, logits: torch.Tensor) -> torch.Tensor:
        if self._sampling.temperature == 0.0:
            return logits.argmax()
        shares = ((logits - logits.max()) / self._sampling.temperature).softmax(0)
        order = None
        if self._sampling.top_p < 1.0:  # sorting 131,072 rows costs more than all the rest
            shares, order = shares.sort(descending=True, stable=True)
        sums = shares.double().cumsum(0)
        # The token that reaches the share is the last one that may be chosen.
        last = torch.searchsorted(sums, self._sampling.top_p * sums[-1]).clamp(max=len(sums) - 1)
        point = torch.rand((), dtype=torch.float64, generator=self._generator).to(sums.device)
        place = torch.searchsorted(sums, point * sums[last], right=True).minimum(last)
        return place if order is None else order[place]

    def _unpacked(self, mask: Bitmask, device: torch.device) -> torch.Tensor:
        """Return (entries,) bool of a bitmask."""
        words = torch.tensor(mask, device=device)
        bits = words[:, None] >> torch.arange(WORD_BITS, dtype=torch.int32, device=device)
        return (bits & 1).bool().flatten()[: self._entries]
