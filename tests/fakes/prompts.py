"""Rendered prompts made of random words and pictures, and what a network makes of them."""

import zlib
from dataclasses import dataclass

import numpy as np
import torch

from model.images.tiling import ImageSpan
from model.prompt.conversation import RenderedPrompt
from tests.fakes.model_specs import small_spec

TOKENS = small_spec().tokens
FIRST_WORD = 21
"""Ids below have a meaning of their own."""


def words(seed, count):
    """Return so many ids of ordinary words."""
    return np.random.default_rng(seed).integers(FIRST_WORD, TOKENS.entries, count).tolist()


@dataclass(frozen=True)
class Picture:
    """A picture in a prompt; equal keys look equal."""

    key: str
    tiles: int = 3


class Pictures:
    """Gives the features of a prompt's pictures and counts what was asked for."""

    def __init__(self, network, pictures):
        self.network = network
        self.pictures = pictures
        self.asked = []

    def __call__(self, image):
        self.asked.append(self.pictures[image].key)
        return features(self.network, self.pictures[image])


def features(network, picture):
    """Return (tokens, hidden) of a picture whose pixels follow from its key."""
    generator = torch.Generator().manual_seed(zlib.crc32(picture.key.encode()))
    tiles = torch.randn(picture.tiles, 3, 64, 64, generator=generator)
    return network.encode(tiles).flatten(0, 1)


def prompt(*parts, stable=()):
    """Join ids (lists of int) and pictures to a prompt; return it and its pictures.

    `stable` counts parts: after how many of them a stable prefix ends.
    """
    ids, spans, pictures, ends = [], [], [], [0]
    per_tile = small_spec().image.tokens_per_tile
    for part in parts:
        if isinstance(part, Picture):
            tokens = part.tiles * per_tile
            spans.append(ImageSpan(len(ids) + 1, tokens, len(pictures)))
            pictures.append(part)
            ids += [TOKENS.image_start_id, *[TOKENS.image_id] * tokens, TOKENS.image_end_id]
        else:
            ids += part
        ends.append(len(ids))
    rendered = RenderedPrompt(
        "", np.array(ids, dtype=np.int64), tuple(spans), tuple(ends[n] for n in stable)
    )
    return rendered, pictures


def embeds(network, rendered, pictures):
    """Return (n, hidden): a prompt's embeddings, pictures in their places."""
    result = network.embed(torch.from_numpy(rendered.ids)).clone()
    for span in rendered.spans:
        result[span.start : span.start + span.tokens] = features(network, pictures[span.image])
    return result


def full_logits(network, rendered, pictures, written=()):
    """Return logits after a prompt and words written after it, read in one pass from nothing."""
    rows = embeds(network, rendered, pictures)
    if written:
        rows = torch.cat((rows, network.embed(torch.tensor(written))))
    return network.forward_tokens(rows, network.new_cache())
