"""What a canary looks like, and how it is found in bytes, texts and pixels whatever its coding."""

import base64
import io
import logging
import random
import string
from collections.abc import Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

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
    """UTF-8 stands for percent and JSON escapes too: letters and digits are never escaped.

    Each is so long that no time stamp or checksum has it by chance: of base64 all groups of four that
    no neighbour of the piece changes, whatever the piece begins at.
    """
    raw = piece.encode()
    aligned = (
        base64.b64encode(raw)[:8],
        base64.b64encode(b"\0" + raw)[4:],
        base64.b64encode(b"\0\0" + raw)[4:12],
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


class Search:
    """Counts what was looked through and lists what was found."""

    def __init__(self) -> None:
        self.hits: list[str] = []
        self.bytes = 0
        self.pictures = 0

    def text(self, seed: int, where: str, data: bytes, canaries: Iterable[Canary]) -> None:
        self.bytes += len(data)
        self.hits += [f"{seed}: {c.kind} in {where}" for c in canaries if c.is_in(data)]

    def picture(self, seed: int, where: str, pixels: np.ndarray) -> None:
        self.pictures += 1
        if count := marked_pixels(pixels):
            self.hits.append(f"{seed}: {count} hidden pixels in {where}")

    def folder(self, seed: int, folder: Path, canaries: Iterable[Canary]) -> None:
        """Search every byte of every file, and every pixel of every picture."""
        canaries = tuple(canaries)
        for path in (p for p in sorted(folder.rglob("*")) if p.is_file()):
            self.text(seed, path.name, path.read_bytes() + path.name.encode(), canaries)
            if path.suffix == ".png":
                self.picture(seed, path.name, _pixels(path))


@contextmanager
def logged():
    """Catch what is logged, tracebacks included, at the lowest level."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))
    root = logging.getLogger()
    level, others = root.level, root.handlers[:]
    root.handlers[:] = [handler]
    root.setLevel(logging.DEBUG)
    try:
        yield out
    finally:
        root.handlers[:] = others
        root.setLevel(level)


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def _pixels(path: Path) -> np.ndarray:
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGBA"))
