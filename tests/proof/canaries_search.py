"""What a canary looks like, and how it is found in bytes, texts and pixels whatever its coding."""

import base64
import random
import string
from dataclasses import dataclass

import numpy as np

PIECE = 8
"""So many characters in a row are a hit: sentences cut what is long."""


@dataclass(frozen=True)
class Canary:
    """A secret that stands nowhere but where it was put; its core survives every escaping."""

    kind: str
    core: str
    text: str
    """The core with signs around it that codings treat differently."""

    def needles(self) -> tuple[bytes, ...]:
        """Return the beginning and the end of it in every coding that is searched for."""
        pieces = (self.core[:PIECE], self.core[-PIECE:])
        return tuple(dict.fromkeys(needle for piece in pieces for needle in _codings(piece)))

    def is_in(self, data: bytes) -> bool:
        return any(needle in data for needle in self.needles())


def canary(kind: str, random_: random.Random, *, typable: bool = False) -> Canary:
    core = "".join(random_.choices(string.ascii_letters + string.digits, k=16))
    around = "" if typable else random_.choice(("", "ß", "“", "&<", "%\\", "Ω "))
    return Canary(kind, core, f"{around}{core}{around}")


def _codings(piece: str) -> tuple[bytes, ...]:
    """UTF-8 stands for percent and JSON escapes too: letters and digits are never escaped."""
    raw = piece.encode()
    aligned = tuple(
        base64.b64encode(b"\0" * shift + raw)[4 if shift else 0 : -4] for shift in range(3)
    )
    spelled = "".join(f"\\u{ord(char):04x}" for char in piece).encode()
    percent = "".join(f"%{ord(char):02X}" for char in piece).encode()
    return (
        raw, piece.encode("utf-16-le"), piece.encode("utf-16-be"), raw.hex().encode(),
        raw.hex().upper().encode(), spelled, percent, *aligned,
    )  # fmt: skip


def mark(pixels: np.ndarray, random_: random.Random) -> None:
    """Fill a (H, W, 4) picture with colours that nothing else on the screen has."""
    noise = np.random.default_rng(random_.randrange(2**32))
    pixels[:, :, :3] = noise.integers(0, 64, (*pixels.shape[:2], 3), np.uint8) * 4 + 3


def marked_pixels(pixels: np.ndarray) -> int:
    """Count the pixels with such a colour; our masks, panels and windows have none of them."""
    return int(((pixels[:, :, :3] & 3) == 3).all(axis=2).sum())
