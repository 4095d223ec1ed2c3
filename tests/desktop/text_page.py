"""A drawn screen full of labels whose text and place are known."""

import random

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame

_TEXT = (
    "Save Open Close File Edit View Help Search Cancel Apply Name Address City Country Street"
    " Password Remember Settings Account Profile Security Language Keyboard Display Network"
    " Volume Printer Account Balance Transfer Invoice Customer Order Number Delivery Payment"
    " Quantity Price Total Discount Shipping Tuesday January Monthly Report Draft Publish Delete"
    " Rename Duplicate Archive Export Import Share Download Upload Refresh Install Update Full"
    " still small well filter final office traffic different first list title little bottle"
)
WORDS = _TEXT.split()
LIGHT, DARK = ((245, 245, 245), (25, 25, 25)), ((40, 40, 44), (225, 225, 225))


def font(size):
    """Return a font of a size in pixels: DejaVu Sans, or Pillow's own where it is missing."""
    try:
        return ImageFont.truetype("DejaVuSans.ttf", size)
    except OSError:
        return ImageFont.load_default(size)


def labels(count, *, seed, size=(1920, 1080), heights=(9, 13)):
    """Return (text, x, y, font height) of `count` labels in columns, no two touching."""
    rng = random.Random(seed)
    columns = max(1, size[0] // 320)
    rows = -(-count // columns)
    step = size[1] // (rows + 1)
    return [
        (
            " ".join(rng.choices(WORDS, k=rng.randint(1, 3))),
            20 + (n % columns) * 320 + rng.randrange(30),
            step // 2 + (n // columns) * step,
            rng.randint(*heights),
        )
        for n in range(count)
    ]


def drawn(texts, *, colours=LIGHT, size=(1920, 1080)):
    """Return the picture of labels, and a list of (text, box)."""
    paper, ink = colours
    image = Image.new("RGB", size, paper)
    pen = ImageDraw.Draw(image)
    truth = []
    for text, x, y, height in texts:
        pen.text((x, y), text, font=font(height), fill=ink)
        left, top, right, bottom = (round(v) for v in pen.textbbox((x, y), text, font=font(height)))
        truth.append((text, Rect(left, top, right - left, bottom - top)))
    pixels = np.zeros((size[1], size[0], 4), np.uint8)
    pixels[:, :, :3] = np.asarray(image)[:, :, ::-1]
    return Frame(pixels, ScreenPoint(0, 0), 0.0), truth
