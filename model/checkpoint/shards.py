"""Finds the weight files of a folder and what stands in each, without reading a weight."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from automation.core.errors import LoadError
from model.checkpoint.files import check_name, opened, regular_path, shown, shown_name
from model.checkpoint.header import TensorEntry, read_header
from model.checkpoint.strict_json import read_object
from model.core.spec import Shard

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

    Args:
        folder: of the checkpoint.
        names: of all its files.

    Raises:
        LoadError: there are no safetensors, a shard is missing, broken, or of no use; names it.
    """
    weights = [name for name in names if name.endswith(".safetensors")]
    pickles = [name for name in names if PICKLES.match(name)]
    if not weights and pickles:
        message = (
            f"{shown_name(pickles[0])}: found weights as a pickle, which runs code when it is "
            "read, expected .safetensors files; choose a checkpoint that has them"
        )
        raise LoadError(message)
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
        message = f"{INDEX}: weight_map: found {shown(weight_map)}, expected names of shards"
        raise LoadError(message)
    promised: dict[str, set[str] | None] = {}
    for tensor, name in weight_map.items():
        where = f"{INDEX}: weight_map.{shown(tensor)}"
        if not isinstance(name, str) or not name.endswith(".safetensors"):
            message = f"{where}: found {shown(name)}, expected the name of a .safetensors file"
            raise LoadError(message)
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
    message = f"{name}: tensor {shown(odd)} {what}; download the checkpoint again"
    raise LoadError(message)
