"""How alike two pictures of one size are, block by block: one changed word must not be outvoted.

The correlation of two whole pictures is high as soon as their coarse layout is the same: two
buttons with different words reach 0.9. So each block of the picture has to agree by itself.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from automation.macros.finder.ncc import Grey

BLOCK_PX: Final = 16
"""Two letters wide and one line high at the usual font size."""
STRUCTURE_LEVELS: Final = 4.0
"""Standard deviation in grey levels above which a block shows something."""


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """Block by block (rows, columns), how alike two pictures are."""

    scores: npt.NDArray[np.float32]
    """Correlation coefficient, -1..1."""
    shows: npt.NDArray[np.bool_]
    """Blocks that show something in either picture; the others are flat in both."""
    weights: npt.NDArray[np.float32]
    """How much structure a block has."""

    @property
    def mean(self) -> float:
        """Mean score of the blocks that show something, weighted by their structure; 0 if none does."""
        weight = float(self.weights[self.shows].sum())
        return float((self.scores * self.weights)[self.shows].sum() / weight) if weight else 0.0

    @property
    def worst(self) -> float:
        """Score of the least alike block that shows something; 0 if none does."""
        return float(self.scores[self.shows].min()) if self.shows.any() else 0.0

    def part(self, least: float) -> float:
        """Return which part of the blocks that show something score at least this."""
        return float((self.scores[self.shows] >= least).mean()) if self.shows.any() else 0.0


def likeness(template: Grey, picture: Grey, at: tuple[int, int], reach: int) -> Likeness | None:
    """Compare a template with a picture, each block in its best place within `reach` pixels.

    Args:
        template: at least one block large.
        picture: where it was found.
        at: column and row of the template's top left in the picture.
        reach: by how much single blocks may have moved: letters of another size do not keep step.

    Returns:
        None when the template does not lie in the picture, or is smaller than a block.
    """
    rows, columns = template.shape[0] // BLOCK_PX, template.shape[1] // BLOCK_PX
    height, width = rows * BLOCK_PX, columns * BLOCK_PX
    top, left = (template.shape[0] - height) // 2, (template.shape[1] - width) // 2
    x, y = at[0] + left, at[1] + top
    if not (rows and columns) or x < 0 or y < 0:
        return None
    if y + height > picture.shape[0] or x + width > picture.shape[1]:
        return None
    wanted = _blocks(template[top : top + height, left : left + width])
    best = np.full(wanted.shape[:2], -1.0, np.float32)
    there = np.zeros_like(best)
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            if y + dy < 0 or x + dx < 0:
                continue
            part = picture[y + dy : y + dy + height, x + dx : x + dx + width]
            if part.shape != (height, width):
                continue
            blocks = _blocks(part)
            best = np.maximum(best, _correlation(wanted, blocks))
            if dy == dx == 0:
                there = blocks.std(axis=2)
    own = wanted.std(axis=2)
    structure = np.maximum(own, there)
    return Likeness(best, structure >= STRUCTURE_LEVELS, structure)


def _blocks(grey: Grey) -> Grey:
    """Return the blocks of a picture, (rows, columns, pixels of a block)."""
    rows, columns = grey.shape[0] // BLOCK_PX, grey.shape[1] // BLOCK_PX
    split = grey.reshape(rows, BLOCK_PX, columns, BLOCK_PX).swapaxes(1, 2)
    return split.reshape(rows, columns, -1)


def _correlation(first: Grey, second: Grey) -> Grey:
    one = first - first.mean(axis=2, keepdims=True)
    other = second - second.mean(axis=2, keepdims=True)
    scale = np.sqrt((one**2).sum(axis=2) * (other**2).sum(axis=2))
    product = (one * other).sum(axis=2)
    scores: Grey = np.divide(product, scale, out=np.zeros_like(product), where=scale > 1.0)
    return scores
