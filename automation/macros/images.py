"""The pictures of a macro: which it has, whether they may be trusted with our memory, their pixels."""

import functools
import io
import struct
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import numpy as np

from automation.core.errors import MacroError
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame
from automation.macros.macro import Macro, Target, flat
from automation.macros.problems import Finding, Path
from automation.macros.walk import targets, walk

MAX_IMAGE_BYTES: Final = 4 * 1024 * 1024
MAX_SIDE_PX: Final = 4096
MAX_PIXELS: Final = 2048 * 2048
"""A target's picture is about 160 x 64; room for a whole window."""
_BEGIN: Final = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
"""Signature and first chunk of a PNG file (PNG specification, 5.2 and 11.2.2)."""
_UNREADABLE: Final = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    MemoryError,
    zlib.error,
    struct.error,
)
"""What Pillow raises for damaged files."""

ReadImage = Callable[[str], bytes]
"""Returns the file of a picture; raises `MacroError` when it is missing."""


def image_paths(macro: Macro) -> tuple[str, ...]:
    """Return the paths of all pictures that a macro uses, sorted, each once."""
    found = (target.image for step in flat(macro.steps) for _path, target in targets(step))
    return tuple(sorted({image for image in found if image is not None}))


def size_px(data: bytes) -> tuple[int, int]:
    """Return width and height that a picture says it has, without unpacking it."""
    if len(data) > MAX_IMAGE_BYTES:
        raise MacroError(f"a picture has {len(data):,} bytes, expected at most {MAX_IMAGE_BYTES:,}")
    if not data.startswith(_BEGIN) or len(data) < 33:
        raise MacroError("a picture is no PNG file")
    width, height = struct.unpack_from(">II", data, len(_BEGIN))
    if not (0 < width <= MAX_SIDE_PX and 0 < height <= MAX_SIDE_PX) or width * height > MAX_PIXELS:
        raise MacroError(
            f"a picture is {width} x {height} pixels large, expected at most {MAX_PIXELS:,} in all"
        )
    return int(width), int(height)


def decode(data: bytes) -> Frame:
    """Return the pixels of a picture, origin (0, 0)."""
    from PIL import Image  # noqa: PLC0415 - who only reads steps needs none

    size = size_px(data)
    try:
        with Image.open(io.BytesIO(data), formats=("PNG",)) as picture:
            if picture.size != size:
                raise MacroError("a picture does not have the size that it names")
            rgb = np.asarray(picture.convert("RGB"))
    except (*_UNREADABLE, Image.DecompressionBombError) as error:
        raise MacroError(f"a picture is damaged ({str(error)[:80]})") from error
    pixels = np.zeros((*rgb.shape[:2], 4), np.uint8)
    pixels[:, :, :3] = rgb[:, :, ::-1]
    return Frame(pixels, ScreenPoint(0, 0), time.monotonic())


def check_images(macro: Macro, read: ReadImage) -> tuple[Finding, ...]:
    """Say which pictures are missing, damaged, too large, or smaller than the pixel in them."""
    places = (
        ((*walked.path, *inner), target)
        for walked in walk(macro)
        for inner, target in targets(walked.step)
    )
    size = functools.cache(lambda path: _size_or_problem(path, read))
    return tuple(image_findings(places, size, "record the step again, or take `press` out"))


def image_findings(
    places: Iterable[tuple[Path, Target]],
    size: Callable[[str], tuple[int, int] | str],
    otherwise: str,
) -> Iterator[Finding]:
    """Say which targets name a picture that cannot be used.

    Args:
        places: targets, each with where it stands.
        size: returns width and height of a picture, or what is wrong with it.
        otherwise: what is to be done about a pixel outside its picture.
    """
    for path, target in places:
        if target.image is None:
            continue
        found = size(target.image)
        if isinstance(found, str):
            advice = "record the step again, or take the picture out"
            yield Finding((*path, "image"), found, advice)
        elif target.press is not None and not _is_inside(target.press, found):
            said = f"the pixel {target.press[0]}, {target.press[1]} is outside the picture"
            yield Finding((*path, "press"), said, otherwise)


def _size_or_problem(path: str, read: ReadImage) -> tuple[int, int] | str:
    try:
        frame = decode(read(path))
    except MacroError as error:
        return f"{path}: {error}"
    return frame.rect.w, frame.rect.h


def _is_inside(press: tuple[int, int], size: tuple[int, int]) -> bool:
    return 0 <= press[0] < size[0] and 0 <= press[1] < size[1]
