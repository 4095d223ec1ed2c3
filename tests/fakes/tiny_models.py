"""A tiny random checkpoint, loaded as the engine loads one, and screens to show it."""

import numpy as np

from automation.core.geometry import Rect
from automation.core.timing import StopToken
from model.checkpoint.tiny import write_tiny_checkpoint
from model.images.tiling import plan_for
from model.inference.options import LoadOptions
from model.inference.resident import open_resident
from model.prompt.conversation import Conversation, Message, SourceImage

SCREEN = (384, 216)
"""Width and height; 4 by 2 tiles of 64 px and a thumbnail."""


def tiny_folder(factory, scale=None, seed=0):
    """Write a tiny checkpoint and return its folder."""
    folder = factory.mktemp("checkpoint") / "tiny"
    write_tiny_checkpoint(folder, seed=seed, scale=scale)
    return folder


def opened(folder, **options):
    """Load a checkpoint in this thread."""
    return open_resident(
        LoadOptions(folder=folder, **options), progress=lambda _: None, stop=StopToken()
    )


def screen(resident, seed=0, *, marks=(), size=SCREEN):
    """Return a picture of noise; each mark is a tile of the 4 by 2 grid that differs."""
    width, height = size
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 4), dtype=np.uint8)
    for n, mark in enumerate(marks):
        mark_tile(pixels, mark, 30 * n + 7)
    return source(resident, pixels)


def source(resident, pixels):
    """Return pixels (H, W, 4) as a picture of the whole screen."""
    height, width, _ = pixels.shape
    plan = plan_for(Rect(0, 0, width, height), resident.model.spec.image)
    assert (plan.grid.cols, plan.grid.rows) == (4, 2), plan.grid
    return SourceImage(pixels, plan)


def mark_tile(pixels, tile, level):
    """Draw a square in the middle of a tile of the 4 by 2 grid."""
    height, width, _ = pixels.shape
    x, y = (2 * (tile % 4) + 1) * width // 8, (2 * (tile // 4) + 1) * height // 4
    pixels[y - 4 : y + 4, x - 4 : x + 4] = level


def talk(*images, text="Click on Save.", thinking=False):
    """Return a conversation with one user turn a picture."""
    turns = [Message("user", text, (image,)) for image in images] or [Message("user", text)]
    return Conversation((Message("system", "You work at a computer."), *turns), thinking)
