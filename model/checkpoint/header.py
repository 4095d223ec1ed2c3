"""Reads the header of a safetensors file: 8 bytes of length, a JSON object, then the data.

Source: the safetensors format. The header is checked before a single byte of data is used: sizes
follow from dtype and shape, and the tensors fill the file without a hole or an overlap.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO, Final

import numpy as np

from automation.core.errors import LoadError
from model.checkpoint.files import identity, read_exactly, shown, shown_name
from model.checkpoint.strict_json import parse_object

LENGTH_BYTES: Final = 8
HEADER_LIMIT: Final = 16 << 20
"""Bytes; the official shards need about 50,000."""
BEGIN_BYTES: Final = 64
"""Enough to tell what text came instead of a file."""
POINTER: Final = b"version https://git-lfs"
"""Source: the git-LFS specification; how a file that stands for another begins."""
PAGES: Final = (b"<!doctype", b"<html", b"<?xml")
MAX_DIMENSIONS: Final = 8
MAX_EXTENT: Final = 1 << 40
ITEM_BYTES: Final[dict[str, int]] = {
    "BOOL": 1, "U8": 1, "I8": 1, "F8_E4M3": 1, "F8_E5M2": 1, "F8_E8M0": 1,
    "U16": 2, "I16": 2, "F16": 2, "BF16": 2,
    "U32": 4, "I32": 4, "F32": 4, "U64": 8, "I64": 8, "F64": 8, "C64": 8,
}  # fmt: skip
"""Bytes an element. Source: the safetensors format."""
_ENTRY: Final = {"dtype", "shape", "data_offsets"}
SMALL_BYTES: Final = 1 << 20
EXPONENTS: Final = {"BF16": ("<u2", 0x7F80), "F16": ("<u2", 0x7C00), "F32": ("<u4", 0x7F80_0000)}
"""Words of a type, and the bits of the exponent: all are set in NaN and the infinities (IEEE 754)."""


@dataclass(frozen=True, slots=True)
class TensorEntry:
    """Where one tensor stands in its file."""

    name: str
    dtype: str
    """As safetensors spells it: `BF16`."""
    shape: tuple[int, ...]
    offset: int
    """Of its first byte in the file."""
    size_bytes: int


def read_header(file: BinaryIO, name: str) -> tuple[TensorEntry, ...]:
    """Return the tensors of a file in the order in which they stand there.

    Args:
        file: at its start.
        name: of the file, for messages.

    Raises:
        LoadError: the header is broken, lies about sizes, or the file is cut short.
    """
    size = identity(file).size_bytes
    if size < LENGTH_BYTES:
        raise _broken(name, f"found {size} bytes, expected a header of at least {LENGTH_BYTES}")
    begin = read_exactly(file, LENGTH_BYTES, name)
    length = int.from_bytes(begin, "little")
    if length > min(HEADER_LIMIT, size - LENGTH_BYTES):
        _refuse_text(begin + read_exactly(file, min(size, BEGIN_BYTES) - LENGTH_BYTES, name), name)
        raise _broken(name, f"found a header of {length} bytes in a file of {size}")
    document = parse_object(read_exactly(file, length, name), name)
    _check_metadata(document.pop("__metadata__", {}), name)
    start = LENGTH_BYTES + length
    entries = [_entry(tensor, value, start, name) for tensor, value in document.items()]
    entries.sort(key=lambda entry: (entry.offset, entry.size_bytes))
    _check_filled(entries, start, size, name)
    return tuple(entries)


def _refuse_text(begin: bytes, name: str) -> None:
    """Say what came instead, if the file begins with text: no length that is possible does.

    Raises:
        LoadError: it is a pointer of git-LFS, a web page or other text.
    """
    if not all(map(_is_text, begin[:LENGTH_BYTES])):
        return
    kind, remedy = "text", "download the checkpoint again"
    if begin.startswith(POINTER):
        kind, remedy = "a git-LFS pointer", "fetch the real file, for example with git lfs pull"
    elif begin.lstrip().lower().startswith(PAGES):
        kind = "a web page"
    message = f"{shown_name(name)}: found {kind}, expected a safetensors file; {remedy}"
    raise LoadError(message)


def _is_text(code: int) -> bool:
    return code in b"\t\n\r" or ord(" ") <= code <= ord("~")


def _broken(name: str, found: str) -> LoadError:
    message = f"{shown_name(name)}: {found}; download the checkpoint again"
    return LoadError(message)


def _check_metadata(value: object, name: str) -> None:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise _broken(name, f"found {shown(value)} as __metadata__, expected texts")


def _entry(tensor: str, value: object, start: int, name: str) -> TensorEntry:
    if not isinstance(value, dict) or set(value) != _ENTRY:
        expected = "dtype, shape and data_offsets"
        raise _broken(name, f"tensor {shown(tensor)}: found {shown(value)}, expected {expected}")
    dtype = value["dtype"]
    if not isinstance(dtype, str) or dtype not in ITEM_BYTES:
        raise _broken(name, f"tensor {shown(tensor)}: found the unknown dtype {shown(dtype)}")
    shape = _whole_numbers(value["shape"], MAX_DIMENSIONS)
    offsets = _whole_numbers(value["data_offsets"], 2)
    if shape is None or offsets is None or len(offsets) != 2:
        raise _broken(name, f"tensor {shown(tensor)}: found {shown(value)}, expected whole numbers")
    size = math.prod(shape) * ITEM_BYTES[dtype]
    if offsets[1] - offsets[0] != size:
        found = f"found {offsets[1] - offsets[0]} bytes, expected {size} by dtype and shape"
        raise _broken(name, f"tensor {shown(tensor)}: {found}")
    return TensorEntry(tensor, dtype, shape, start + offsets[0], size)


def _whole_numbers(value: object, most: int) -> tuple[int, ...] | None:
    if not isinstance(value, list) or len(value) > most:
        return None
    numbers = [
        each
        for each in value
        if isinstance(each, int) and not isinstance(each, bool) and 0 <= each <= MAX_EXTENT
    ]
    return tuple(numbers) if len(numbers) == len(value) else None


def _check_filled(entries: list[TensorEntry], start: int, size: int, name: str) -> None:
    at = start
    for entry in entries:
        if entry.offset != at:
            kind = "overlaps another tensor" if entry.offset < at else "leaves a hole before it"
            raise _broken(name, f"tensor {shown(entry.name)} {kind}")
        at += entry.size_bytes
    if at > size:
        raise _broken(name, f"ends {at - size} bytes too early")
    if at < size:
        raise _broken(name, f"has {size - at} bytes that belong to no tensor")


def check_numbers(file: BinaryIO, name: str, entries: Sequence[TensorEntry]) -> None:
    """Refuse values that are no numbers in the tensors that are read in a moment: norms, biases, scales.

    Args:
        file: a file of weights.
        name: what it is called.
        entries: its tensors; large ones and those of other types are passed over.

    Raises:
        LoadError: NaN or an infinity is among them; names the tensor.
    """
    for entry in entries:
        if entry.size_bytes > SMALL_BYTES or entry.dtype not in EXPONENTS:
            continue
        bits, exponent = EXPONENTS[entry.dtype]
        file.seek(entry.offset)
        words = np.frombuffer(read_exactly(file, entry.size_bytes, name), bits)
        if count := int(np.count_nonzero((words & exponent) == exponent)):
            message = (
                f"{shown_name(name)}: tensor {shown(entry.name)}: found {count} values that are NaN "
                "or infinite, expected numbers; download the file again"
            )
            raise LoadError(message)
