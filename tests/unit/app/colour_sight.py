"""How far apart two colours are, also for people who do not see all of them; for tests."""

import math
from typing import Final

SIGHTS: Final = {
    "all": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "no green": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "no blue": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}
"""Linear sRGB as it is seen: Machado, Oliveira and Fernandes (2009), at full severity."""
_WHITE: Final = (0.9505, 1.0, 1.0888)
_TO_XYZ: Final = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def difference(one, other, sight):
    """Return the CIE76 difference of two `#RRGGBB` for a sight; about 2 is just seen side by side."""
    return math.dist(_lab(one, SIGHTS[sight]), _lab(other, SIGHTS[sight]))


def _lab(color, seen):
    linear = [_linear(int(color[at : at + 2], 16) / 255) for at in (1, 3, 5)]
    inside = [min(1.0, max(0.0, part)) for part in _times(seen, linear)]
    x, y, z = (
        _root(part / white) for part, white in zip(_times(_TO_XYZ, inside), _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(rows, parts):
    return [sum(a * b for a, b in zip(row, parts, strict=True)) for row in rows]


def _linear(part):
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _root(part):
    return math.cbrt(part) if part > 0.008856 else 7.787 * part + 16 / 116
