"""An independent reference in plain numpy: grid rule, antialiased bicubic, tiles, normalisation.

Shares no code with `model/`; float64 throughout, one weight matrix per axis, nothing fast.
"""

import numpy as np

CLIP_MEAN = (0.48145466, 0.4578275, 0.40821073)
CLIP_STD = (0.26862954, 0.26130258, 0.27577711)


def plain_grid(width, height, max_tiles=12, tile=512):
    """Return (cols, rows) by looking at all grids at once."""
    pairs = [(c, r) for c in range(1, max_tiles + 1) for r in range(1, max_tiles + 1)]
    pairs = np.array(sorted((p for p in pairs if p[0] * p[1] <= max_tiles), key=np.prod))
    gaps = np.abs(width / height - pairs[:, 0] / pairs[:, 1])
    first, *later = np.flatnonzero(gaps == gaps.min())
    big = [n for n in later if width * height > tile * tile * int(np.prod(pairs[n])) / 2]
    cols, rows = pairs[max([first, *big])]
    return int(cols), int(rows)


def keys_cubic(x, a=-0.5):
    """Return Keys' cubic kernel."""
    x = np.abs(x)
    near = (a + 2) * x**3 - (a + 3) * x**2 + 1
    far = a * x**3 - 5 * a * x**2 + 8 * a * x - 4 * a
    return np.where(x < 1, near, np.where(x < 2, far, 0.0))


def resize_matrix(size, wanted):
    """Return (wanted, size): each row weighs the source pixels of one output pixel.

    Shrinking widens the kernel by the factor (antialiasing); at the edge the weights of the pixels
    that exist are scaled up to 1.
    """
    factor = size / wanted
    widen = max(1.0, factor)
    centres = (np.arange(wanted) + 0.5) * factor
    weights = keys_cubic((np.arange(size) + 0.5 - centres[:, None]) / widen)
    return weights / weights.sum(axis=1, keepdims=True)


def plain_resize(picture, width, height):
    """Return (height, width, C) of an (H, W, C) float picture, not clamped."""
    down, across = resize_matrix(picture.shape[0], height), resize_matrix(picture.shape[1], width)
    return np.einsum("yh,hwc,xw->yxc", down, picture, across, optimize=True)


def plain_tiles(bgrx, max_tiles=12, tile=512, mean=CLIP_MEAN, std=CLIP_STD, thumbnail=True):
    """Return (n, 3, tile, tile) float64 of an (H, W, 4) picture, thumbnail last."""
    rgb = bgrx[:, :, 2::-1].astype(np.float64)
    cols, rows = plain_grid(rgb.shape[1], rgb.shape[0], max_tiles, tile)
    canvas = plain_resize(rgb, cols * tile, rows * tile)
    cut = [
        canvas[row * tile : (row + 1) * tile, col * tile : (col + 1) * tile]
        for row in range(rows)
        for col in range(cols)
    ]
    if thumbnail and len(cut) > 1:
        cut.append(plain_resize(rgb, tile, tile))
    normal = (np.stack(cut) / 255 - np.array(mean)) / np.array(std)
    return normal.transpose(0, 3, 1, 2)
