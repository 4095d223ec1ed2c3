"""Checkpoint folders for tests: a sound one to copy, and ways to damage the copy.

Reads and writes safetensors with code of its own, so that a mistake in ours cannot hide.
"""

import json
import os
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from automation.core.errors import LoadError
from model.checkpoint.read import read_spec

SHARD = "model-00001-of-00003.safetensors"
LAST = "model-00003-of-00003.safetensors"
INDEX = "model.safetensors.index.json"


def copy_of(folder, where):
    """Copy a folder file by file and return the copy."""
    shutil.copytree(folder, where, symlinks=True)
    return where


def read_json(folder, name):
    return json.loads((folder / name).read_text("utf-8"))


def write_json(folder, name, document):
    (folder / name).write_text(json.dumps(document, ensure_ascii=False), "utf-8")


def edit(name, *path, to):
    """Return a mutation that sets one value in a JSON file; `to=...` removes it."""

    def mutate(folder):
        document = read_json(folder, name)
        inner = document
        for key in path[:-1]:
            inner = inner[key]
        if to is ...:
            del inner[path[-1]]
        else:
            inner[path[-1]] = to
        write_json(folder, name, document)

    return mutate


def config(*path, to):
    return edit("config.json", *path, to=to)


def llm(name, to):
    return config("llm_config", name, to=to)


def vision(*path, to):
    return config("vision_config", *path, to=to)


def both(*mutations):
    """Return a mutation that does several after each other."""

    def mutate(folder):
        for each in mutations:
            each(folder)

    return mutate


def raw(name, content):
    """Return a mutation that replaces the bytes of a file."""
    return lambda folder: (folder / name).write_bytes(content)


def remove(name):
    return lambda folder: (folder / name).unlink()


def parse_shard(path):
    """Return header and data of a safetensors file."""
    content = Path(path).read_bytes()
    length = int.from_bytes(content[:8], "little")
    return json.loads(content[8 : 8 + length]), content[8 + length :]


def pack(header, data):
    """Return a safetensors file with any header."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def header(change, shard=SHARD):
    """Return a mutation that changes the header of a shard in place and leaves the data."""

    def mutate(folder):
        document, data = parse_shard(folder / shard)
        change(document)
        (folder / shard).write_bytes(pack(document, data))

    return mutate


def tensors_of(folder):
    """Return every tensor of a folder: name -> (dtype, shape, bytes, shard)."""
    found = {}
    for path in sorted(folder.glob("*.safetensors")):
        document, data = parse_shard(path)
        for name, entry in document.items():
            if name != "__metadata__":
                start, end = entry["data_offsets"]
                found[name] = (entry["dtype"], entry["shape"], data[start:end], path.name)
    return found


def write_tensors(folder, tensors):
    """Write all tensors to the shards that they name, and the index."""
    shards = {}
    for name, (dtype, shape, data, shard) in tensors.items():
        document, whole = shards.get(shard, ({}, b""))
        document[name] = {
            "dtype": dtype,
            "shape": list(shape),
            "data_offsets": [len(whole), len(whole) + len(data)],
        }
        shards[shard] = (document, whole + data)
    for shard, (document, data) in shards.items():
        (folder / shard).write_bytes(pack(document, data))
    index = {"metadata": {}, "weight_map": {name: entry[3] for name, entry in tensors.items()}}
    write_json(folder, INDEX, index)


def tensors(change):
    """Return a mutation that changes the tensors and rewrites shards and index to match."""

    def mutate(folder):
        found = tensors_of(folder)
        change(found)
        write_tensors(folder, found)

    return mutate


def added(name, dtype="BF16", shape=(2,), data=b"\0" * 4):
    """Return a mutation that adds a tensor properly."""
    return tensors(lambda found: found.update({name: (dtype, list(shape), data, SHARD)}))


def without(name):
    """Return a mutation that leaves a tensor out properly."""
    return tensors(lambda found: found.pop(name))


def reshaped(name, shape):
    """Return a mutation that gives a tensor another shape of as many elements."""

    def change(found):
        dtype, _, data, shard = found[name]
        found[name] = (dtype, shape, data, shard)

    return tensors(change)


def pipe(name):
    return both(remove(name), lambda folder: os.mkfifo(folder / name))


def link(name, target):
    return both(remove(name), lambda folder: (folder / name).symlink_to(target))


def directory(name):
    return both(remove(name), lambda folder: (folder / name).mkdir())


def deep(levels):
    return b'{"a":' * levels + b"1" + b"}" * levels


_RECORDING = []
_INTERPRETER = (sys.base_prefix, sys.prefix)


def _hook(event, arguments):
    if not _RECORDING or event not in {"open", "os.scandir", "os.listdir"}:
        return
    path = str(arguments[0])
    is_open_already = isinstance(arguments[0], int)
    # Modules that are imported meanwhile are not of the folder.
    if not is_open_already and not path.startswith(_INTERPRETER):
        _RECORDING[-1].append(path)


sys.addaudithook(_hook)


@contextmanager
def opened_paths():
    """Record every path that is opened or listed meanwhile."""
    paths = []
    _RECORDING.append(paths)
    try:
        yield paths
    finally:
        _RECORDING.remove(paths)


def check_refusal(folder, words):
    """Assert that a folder is refused in these words, and that nothing else was opened.

    Args:
        folder: the damaged one.
        words: part of the message; two alternatives have a bar between them.
    """
    with opened_paths() as paths, pytest.raises(LoadError) as caught:
        read_spec(folder)
    message = str(caught.value)
    assert any(each in message for each in words.split("|"))
    assert message.isprintable()
    assert [path for path in paths if not path.startswith((str(folder), "/proc/"))] == []
