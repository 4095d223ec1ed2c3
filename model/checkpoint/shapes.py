"""Looks sizes up in the shapes of tensors."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from automation.core.errors import LoadError
from model.checkpoint.files import shown

MAX_LAYERS = 1000
"""Far above any network of this family; bounds what a hostile folder makes us build."""


@dataclass(frozen=True, slots=True)
class Shapes:
    """Shapes of all tensors by official name."""

    by_name: Mapping[str, tuple[int, ...]]

    def of(self, name: str, dimensions: int) -> tuple[int, ...]:
        """Return the shape of a tensor.

        Raises:
            LoadError: it is missing, has other dimensions, or no elements.
        """
        shape = self.by_name.get(name)
        if shape is None:
            message = f"tensor {name} is missing; this is another kind of model, or a damaged one"
            raise LoadError(message)
        if len(shape) != dimensions or 0 in shape:
            message = (
                f"tensor {name}: found the shape {shown(list(shape))}, expected {dimensions} "
                "sizes above 0; this is another kind of model"
            )
            raise LoadError(message)
        return shape

    def has(self, name: str) -> bool:
        """Tell whether there is such a tensor."""
        return name in self.by_name

    def count(self, beginning: str) -> int:
        """Return how many numbered parts follow a name: `layers.0.` to `layers.61.` are 62.

        Raises:
            LoadError: the numbers have a gap or are far too many.
        """
        pattern = re.compile(re.escape(beginning) + r"(\d{1,6})\.")
        matches = (pattern.match(name) for name in self.by_name)
        numbers = {int(match[1]) for match in matches if match}
        if len(numbers) > MAX_LAYERS or numbers != set(range(len(numbers))):
            message = (
                f"tensor {beginning}N: found {len(numbers)} layers up to number {max(numbers)}, "
                f"expected no gap and at most {MAX_LAYERS}; download the checkpoint again"
            )
            raise LoadError(message)
        return len(numbers)
