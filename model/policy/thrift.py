"""What a run leaves out once the device had no room: older pictures first, then half of the tiles."""

from dataclasses import dataclass, replace
from typing import Final

from model.core.spec import ImageSpec

WITHOUT_OLDER: Final = (
    "There was no memory for the whole conversation: asking once more without the earlier pictures"
)
COARSER: Final = "There was no memory for the picture: asking once more with a coarser one"
SHOWN_LESS: Final = "memory was short, so the model saw less than usual"
"""Stands on every card from there on: what was left out may be what the step depends on."""
STILL_NO_ROOM: Final = (
    "There was no memory for this step, and not with a smaller picture either. Close a program, "
    "load the model with 4 bit or on the CPU, or name things on the screen, which needs no model."
)


@dataclass(frozen=True, slots=True)
class Thrift:
    """How much is left out. Grows within a run and never shrinks: what was too much stays so."""

    without_older: bool = False
    """Pictures of earlier steps are not sent again."""
    halvings: int = 0
    """How often the number of tiles was halved."""

    @property
    def is_any(self) -> bool:
        """Tell whether anything is left out."""
        return self.without_older or self.halvings > 0

    def image(self, image: ImageSpec) -> ImageSpec:
        """Return how the picture is cut: at least one tile is left."""
        return replace(image, max_tiles=max(1, image.max_tiles >> self.halvings))

    def more(self, image: ImageSpec, *, has_older: bool) -> "tuple[Thrift, str] | None":
        """Return the next level and its sentence for the user; None where nothing is left to save.

        Args:
            image: how the checkpoint cuts pictures.
            has_older: the prompt that found no room holds pictures of earlier steps.
        """
        if has_older:
            return replace(self, without_older=True), WITHOUT_OLDER
        if self.image(image).max_tiles == 1:
            return None
        return replace(self, halvings=self.halvings + 1), COARSER
