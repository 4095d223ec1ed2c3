"""Reads the safetensors files of a folder: which tensors stand where, without reading a weight.

A file is 8 bytes of length, a JSON object, then the data. Source: the safetensors format. The header is
checked before a single byte of data is used: sizes follow from dtype and shape, and the tensors fill
the file without a hole or an overlap.

The folder is somebody else's. Names inside it may point anywhere, files may be devices or pipes that
never end, and a link may stand where a file is expected, as the hub's cache makes them. So only regular
files are opened, by plain names, and never more is read than asked for.
"""

import math
import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np

from automation.core.errors import LoadError
from model import strict_json
from model.spec import Shard

MAX_ENTRIES: Final = 4096
"""Files in a folder; the official one has about 40."""
MAX_NAME: Final = 255
"""Bytes of a file name on every common file system."""
SHOWN: Final = 80
"""Characters of a foreign value that a message repeats."""


@dataclass(frozen=True, slots=True)
class FileId:
    """What tells one state of a file from another without reading it."""

    size_bytes: int
    modified_ns: int


def shown(value: object) -> str:
    """Return a foreign value for a message: one line, printable, short."""
    text = ascii(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def check_name(name: str, where: str) -> str:
    """Return a file name that stays inside the folder.

    Raises:
        LoadError: it is a path, a device name or no name at all.
    """
    is_plain = (
        0 < len(os.fsencode(name) if name.isprintable() else "") <= MAX_NAME
        and name not in {".", ".."}
        and not any(mark in name for mark in "/\\:\0")
    )
    if not is_plain:
        raise LoadError(
            f"{where}: found the path {shown(name)}, expected the name of a file inside the "
            "folder; do not use this checkpoint"
        )
    return name


def list_names(folder: Path) -> tuple[str, ...]:
    """Return the names in a checkpoint folder, sorted.

    Raises:
        LoadError: it is no folder, cannot be read or holds far too many files.
    """
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry, _ in zip(entries, range(MAX_ENTRIES + 1), strict=False)]
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a path"
        raise LoadError(
            f"{shown(str(folder))}: cannot be read as a folder ({reason}); choose the folder "
            "that holds config.json and the .safetensors files"
        ) from error
    if len(names) > MAX_ENTRIES:
        raise LoadError(
            f"{shown(str(folder))}: found more than {MAX_ENTRIES} files, expected a checkpoint; "
            "choose the folder that holds config.json"
        )
    return tuple(sorted(names))


def regular_path(folder: Path, name: str) -> Path:
    """Return where a file really is, links resolved.

    Raises:
        LoadError: it is missing, a link to nowhere, or no regular file.
    """
    try:
        path = (folder / name).resolve(strict=True)
        mode = path.stat().st_mode
    except (OSError, RuntimeError, ValueError) as error:
        raise _missing(name, error) from error
    _require_regular(mode, name)
    return path


def _missing(name: str, error: Exception) -> LoadError:
    if isinstance(error, FileNotFoundError):
        why = "is missing"
    else:
        why = f"cannot be opened ({getattr(error, 'strerror', None) or 'a loop of links'})"
    return LoadError(f"{shown_name(name)} {why}; download the checkpoint again")


def shown_name(name: str) -> str:
    """Return a file name for a message: bare when it is harmless."""
    return name if name.isascii() and name.isprintable() and len(name) <= SHOWN else shown(name)


def _require_regular(mode: int, name: str) -> None:
    if stat.S_ISREG(mode):
        return
    kinds = (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
    )
    kind = next((words for test, words in kinds if test(mode)), "a device")
    raise LoadError(
        f"{shown_name(name)}: found {kind}, expected a regular file; do not use this checkpoint"
    )


@contextmanager
def opened(path: Path, name: str) -> Iterator[BinaryIO]:
    """Open a resolved path for reading, unbuffered; a swap for a pipe or device is noticed.

    Raises:
        LoadError: it cannot be opened, or is no regular file by now.
    """
    flags = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        number = os.open(path, flags | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise _missing(name, error) from error
    with os.fdopen(number, "rb", buffering=0) as file:
        _require_regular(os.fstat(number).st_mode, name)
        yield file


def identity(file: BinaryIO) -> FileId:
    """Return the size and the time of the last change of an open file."""
    info = os.fstat(file.fileno())
    return FileId(info.st_size, info.st_mtime_ns)


def read_small(path: Path, name: str, limit_bytes: int) -> bytes:
    """Return a whole small file.

    Raises:
        LoadError: it is larger than the limit, or reading fails.
    """
    with opened(path, name) as file:
        size = identity(file).size_bytes
        if size > limit_bytes:
            raise _too_large(name, size, limit_bytes)
        content = read_exactly(file, size, name)
        # A file of /proc has size 0 and content all the same; one that grows is being written.
        if file.read(1):
            raise _too_large(name, size + 1, limit_bytes if size else 0)
    return content


def _too_large(name: str, size: int, limit_bytes: int) -> LoadError:
    return LoadError(
        f"{shown_name(name)}: found {size} bytes or more, expected at most {limit_bytes}; "
        "download the checkpoint again"
    )


def read_exactly(file: BinaryIO, count: int, name: str) -> bytes:
    """Return the next `count` bytes.

    Raises:
        LoadError: the file ends before, or the disk fails.
    """
    buffer = bytearray(count)
    fill(file, memoryview(buffer), name)
    return bytes(buffer)


def fill(file: BinaryIO, buffer: memoryview, name: str) -> None:
    """Fill a buffer from a file; the lock of the interpreter is free while the disk works.

    Raises:
        LoadError: the file ends before, or the disk fails.
    """
    at = 0
    while at < len(buffer):
        try:
            got = file.readinto(buffer[at:])  # type: ignore[attr-defined]  # a raw file has it
        except OSError as error:
            raise LoadError(
                f"{shown_name(name)}: cannot be read ({error.strerror}); check the disk, then "
                "download the checkpoint again"
            ) from error
        if not got:
            raise LoadError(
                f"{shown_name(name)}: ends {len(buffer) - at} bytes too early; "
                "download the checkpoint again"
            )
        at += got


CONFIG_LIMIT: Final = 4 << 20
"""Bytes of a config file; official ones have a few thousand."""

JsonObject = dict[str, object]
"""What a file holds, before `Fields` checks each value."""


def read_object(folder: Path, name: str, limit_bytes: int = CONFIG_LIMIT) -> JsonObject:
    """Return the object in a JSON file of the folder.

    Raises:
        LoadError: the file is missing, no JSON object, too large or too deep; names the file.
    """
    return parse_object(read_small(regular_path(folder, name), name, limit_bytes), name)


def parse_object(content: bytes, name: str) -> JsonObject:
    """Return the object that bytes spell in UTF-8.

    `Infinity` is let through, because Python writes it for NemotronH's time step limit; whoever
    uses a number checks that it is finite.

    Raises:
        LoadError: it is no JSON object, has a key twice, or is too deep; names the file.
    """
    try:
        document = strict_json.parse(content.decode("utf-8"), with_infinity=True)
    except UnicodeDecodeError as error:
        raise _refusal(name, f"found no UTF-8 text at byte {error.start}") from error
    except strict_json.NotStrictJson as error:
        raise _refusal(name, f"found no plain JSON ({error})") from error
    if not isinstance(document, dict):
        raise _refusal(name, f"found {shown(document)}")
    return document


def _refusal(name: str, found: str) -> LoadError:
    return LoadError(
        f"{shown_name(name)}: {found}, expected a JSON object; download the checkpoint again"
    )


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
    raise LoadError(f"{shown_name(name)}: found {kind}, expected a safetensors file; {remedy}")


def _is_text(code: int) -> bool:
    return code in b"\t\n\r" or ord(" ") <= code <= ord("~")


def _broken(name: str, found: str) -> LoadError:
    return LoadError(f"{shown_name(name)}: {found}; download the checkpoint again")


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
    is_right = all(type(each) is int and 0 <= each <= MAX_EXTENT for each in value)
    return tuple(value) if is_right else None


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
            raise LoadError(
                f"{shown_name(name)}: tensor {shown(entry.name)}: found {count} values that are NaN "
                "or infinite, expected numbers; download the file again"
            )


INDEX: Final = "model.safetensors.index.json"
SINGLE: Final = "model.safetensors"
INDEX_LIMIT: Final = 32 << 20
"""Bytes of an index; the official one has about 50,000."""
MAX_TENSORS: Final = 100_000
PICKLES: Final = re.compile(r".*\.(bin|pt|pth|ckpt|pkl|pickle)$", re.IGNORECASE)
"""Weight files whose reading would run code."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """Every tensor of a checkpoint and the file it stands in."""

    shards: tuple[Shard, ...]
    tensors: dict[str, TensorEntry]
    """By official name."""
    notes: tuple[str, ...]


def read_inventory(folder: Path, names: tuple[str, ...]) -> Inventory:
    """Return what the weight files hold.

    Raises:
        LoadError: there are no safetensors, a shard is missing, broken, or of no use; names it.
    """
    weights = [name for name in names if name.endswith(".safetensors")]
    pickles = [name for name in names if PICKLES.match(name)]
    if not weights and pickles:
        raise LoadError(
            f"{shown_name(pickles[0])}: found weights as a pickle, which runs code when it is "
            "read, expected .safetensors files; choose a checkpoint that has them"
        )
    promised = _promised(folder, names)
    for name in weights:
        if name not in promised:
            raise _unnamed(name, names)
    shards, tensors = _read_shards(folder, promised)
    notes = [f"{len(pickles)} pickled files are never opened"] if pickles else []
    return Inventory(shards, tensors, tuple(notes))


def _unnamed(name: str, names: tuple[str, ...]) -> LoadError:
    """Return the error for a shard of which nobody says what is in it."""
    file = shown_name(name)
    if INDEX in names:
        message = f"{file}: is not named in {INDEX}"
    elif SINGLE in names:
        message = f"{file}: found beside {SINGLE}, expected that alone where there is no {INDEX}"
    else:
        message = f"{INDEX} is missing, and only it says which tensors {file} holds"
    return LoadError(f"{message}; download the checkpoint again")


def _promised(folder: Path, names: tuple[str, ...]) -> dict[str, set[str] | None]:
    """Return shard names with the tensors that the index promises; None where there is no index."""
    if INDEX not in names:
        return {SINGLE: None}
    document = read_object(folder, INDEX, INDEX_LIMIT)
    weight_map = document.get("weight_map")
    if not isinstance(weight_map, dict) or not 0 < len(weight_map) <= MAX_TENSORS:
        raise LoadError(f"{INDEX}: weight_map: found {shown(weight_map)}, expected names of shards")
    promised: dict[str, set[str] | None] = {}
    for tensor, name in weight_map.items():
        where = f"{INDEX}: weight_map.{shown(tensor)}"
        if not isinstance(name, str) or not name.endswith(".safetensors"):
            raise LoadError(
                f"{where}: found {shown(name)}, expected the name of a .safetensors file"
            )
        group = promised.setdefault(check_name(name, where), set())
        if group is not None:
            group.add(tensor)
    return promised


def _read_shards(
    folder: Path, promised: dict[str, set[str] | None]
) -> tuple[tuple[Shard, ...], dict[str, TensorEntry]]:
    shards: list[Shard] = []
    tensors: dict[str, TensorEntry] = {}
    for name, expected in sorted(promised.items()):
        path = regular_path(folder, name)
        with opened(path, name) as file:
            entries = read_header(file, name)
            size = path.stat().st_size
        held = tuple(entry.name for entry in entries)
        _check_promise(name, set(held), expected)
        tensors |= {entry.name: entry for entry in entries}
        shards.append(Shard(name, path, size, held))
    return tuple(shards), tensors


def _check_promise(name: str, held: set[str], expected: set[str] | None) -> None:
    if expected is None or held == expected:
        return
    odd = min(held ^ expected)
    what = "is not named in the index" if odd in held else "is missing from the file"
    raise LoadError(f"{name}: tensor {shown(odd)} {what}; download the checkpoint again")
