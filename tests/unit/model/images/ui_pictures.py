"""Pictures that look like a screen: text, buttons, a gradient, a noisy photograph."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

WORDS = [
    "the",
    "quick",
    "brown",
    "fox",
    "jumps",
    "File",
    "Edit",
    "View",
    "0123456789",
    "deskhand",
    "settings",
    "{}",
    "()",
    ";",
]


def ui_picture(width, height, *, dark=False, text_px=14, seed=0):
    """Return an (H, W, 4) uint8 BGRX picture of a window full of text beside other things."""
    rng = np.random.default_rng(seed)
    paper, ink = ((30, 30, 34), (225, 225, 225)) if dark else ((255, 255, 255), (0, 0, 0))
    picture = Image.new("RGB", (width, height), paper)
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(text_px)
    for y in range(60, height - 60, text_px + 6):
        draw.text((16, y), " ".join(rng.choice(WORDS, size=width // 60)), fill=ink, font=font)
    draw.rectangle((0, 0, width, 40), fill=(50, 90, 160))
    draw.text((12, 10), "File   Edit   View   Window   Help", fill=(255, 255, 255), font=font)
    for n in range(12):
        x, y = int(width * 0.6) + n % 3 * 120, 80 + n // 3 * 60
        draw.rounded_rectangle((x, y, x + 100, y + 30), 6, fill=(228, 228, 228), outline=(90,) * 3)
    rgb = np.array(picture)
    ramp = np.linspace(0, 255, width // 4).astype(np.uint8)
    rgb[height // 2 : height // 2 + 60, : width // 4] = ramp[None, :, None]
    photo = rng.normal(120, 25, (height // 5, width // 5, 3)).clip(0, 255).astype(np.uint8)
    rgb[-height // 5 - 8 : -8, -width // 5 - 8 : -8][: photo.shape[0], : photo.shape[1]] = photo
    return bgrx(rgb)


def bgrx(rgb):
    """Return an (H, W, 4) picture as it is grabbed; the fourth byte means nothing."""
    spare = np.full((*rgb.shape[:2], 1), 0xFF, np.uint8)
    return np.concatenate([rgb[:, :, ::-1], spare], axis=2)


def noise(width, height, seed=0):
    """Return a picture of bytes drawn evenly, the fourth one too."""
    return np.random.default_rng(seed).integers(0, 256, (height, width, 4), np.uint8)
