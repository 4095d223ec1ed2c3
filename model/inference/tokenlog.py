"""What the cache has seen, token by token, with the content of every picture among it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from model.prompt.conversation import Ids, ImageSpan


@dataclass(frozen=True, slots=True)
class SeenImage:
    """A picture's place and content. Its placeholders are all the same id and tell nothing."""

    start: int
    """Index of its first placeholder."""
    tokens: int
    key: str
    """Names its content: equal keys have equal features."""


@dataclass(frozen=True, slots=True, eq=False)
class TokenRun:
    """Tokens in order, pictures told apart by content."""

    ids: Ids
    """(n,) int64."""
    images: tuple[SeenImage, ...]
    """Ascending; the last one may reach beyond the ids: then its first part was seen."""

    def __len__(self) -> int:
        return len(self.ids)

    def common_prefix(self, other: "TokenRun") -> int:
        """Return how many tokens both begin with.

        It ends inside a picture only where one run does and the picture is the same.
        """
        most = min(len(self), len(other))
        differing = np.flatnonzero(self.ids[:most] != other.ids[:most])
        common = int(differing[0]) if len(differing) else most
        unlike = set(self.images) ^ set(other.images)
        return min([common, *(image.start for image in unlike)])

    def cut(self, length: int) -> "TokenRun":
        """Return its first `length` tokens."""
        kept = tuple(image for image in self.images if image.start < length)
        return TokenRun(self.ids[:length], kept)


EMPTY_RUN = TokenRun(np.empty(0, dtype=np.int64), ())


def prompt_run(
    ids: Ids, spans: Sequence[ImageSpan], keys: Sequence[str], *, image_id: int
) -> TokenRun:
    """Return a rendered prompt as a run; every placeholder must belong to a picture.

    Args:
        ids: (n,) int64, placeholders expanded.
        spans: Ascending.
        keys: One a picture.
        image_id: The placeholder.
    """
    images = tuple(SeenImage(span.start, span.tokens, keys[span.image]) for span in spans)
    covered = np.zeros(len(ids), dtype=np.bool_)
    for span in spans:
        covered[span.start : span.start + span.tokens] = True
    placeholders, wanted = int((ids == image_id).sum()), sum(span.tokens for span in spans)
    assert np.array_equal(covered, ids == image_id), (
        f"the prompt has {placeholders} placeholders and pictures for {wanted}, "
        "or they lie elsewhere"
    )
    return TokenRun(ids, images)
