"""Remembers the SHA-256 of every file that decides what a checkpoint does, in our own data folder.

Made at the first check of a folder; from then on a file that changed is named. The checkpoint
folder itself is never written to, so whoever can change the weights cannot change what we remember.
"""

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from automation.core import files
from automation.core.errors import LoadError
from automation.core.generation import LoadProgress
from automation.core.timing import StopToken
from model.checkpoint.config import Fields
from model.checkpoint.safetensors import (
    FileId,
    check_numbers,
    fill,
    identity,
    list_names,
    opened,
    parse_object,
    read_header,
    regular_path,
    shown_name,
)
from model.spec import ModelSpec

DOING: Final = "Checking files"
FOLDER: Final = "manifests"
VERSION: Final = 1
BLOCK_BYTES: Final = 8 << 20
"""Hashed at a time, the interpreter's lock free meanwhile; a stop is seen within one block."""
ENDINGS: Final = (".json", ".jinja", ".safetensors")
"""Files that we read; others in the folder decide nothing."""
_HEX: Final = frozenset("0123456789abcdef")

Progress = Callable[[LoadProgress], None]


@dataclass(frozen=True, slots=True)
class FileHash:
    """What is remembered of one file."""

    name: str
    sha256: str
    """Hex."""
    state: FileId
    """When it was hashed."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is remembered of one folder."""

    files: tuple[FileHash, ...]
    """Sorted by name."""

    @property
    def digest(self) -> str:
        """SHA-256, hex, over names and hashes: names the very bytes of a checkpoint."""
        lines = "".join(f"{file.sha256}  {file.name}\n" for file in self.files)
        # A file may be called anything; Python shows bytes that are no UTF-8 as half characters.
        return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Verified:
    """The outcome of a check that found nothing wrong."""

    manifest: Manifest
    is_first: bool
    """Nothing was remembered of the folder until this check."""
    hashed_bytes: int


def verify(spec: ModelSpec, data: Path, *, progress: Progress, stop: StopToken) -> Verified:
    """Hash every file and compare with what is remembered; remember it at the first check.

    Raises:
        LoadError: a file changed, is new or is gone, or a small tensor holds NaN; names it.
        Stopped: a stop was asked for; nothing is remembered then.
    """
    before = remembered(spec.folder, data)
    for shard in spec.shards:
        with opened(shard.path, shard.name) as file:
            check_numbers(file, shard.name, read_header(file, shard.name))
    return _verified(spec.folder, data, before, {}, progress, stop)


def verify_quickly(spec: ModelSpec, data: Path, *, progress: Progress, stop: StopToken) -> Verified:
    """Hash only files whose size or time of change differs; all of them at the first check.

    For every load: it finds what was replaced or damaged by a program that leaves the usual traces,
    without reading 26 GB. `verify` finds everything.

    Raises:
        LoadError: a file changed, is new or is gone; names it.
        Stopped: a stop was asked for.
    """
    before = remembered(spec.folder, data)
    if before is None:
        return verify(spec, data, progress=progress, stop=stop)
    names = _names(spec.folder)
    untouched = {
        file.name: file
        for file in before.files
        if file.name in names and _state(spec.folder, file.name) == file.state
    }
    return _verified(spec.folder, data, before, untouched, progress, stop)


def _verified(
    folder: Path,
    data: Path,
    before: Manifest | None,
    known: Mapping[str, FileHash],
    progress: Progress,
    stop: StopToken,
) -> Verified:
    """Hash all but the known files, compare with what is remembered, and remember what was hashed."""
    unknown = [name for name in _names(folder) if name not in known]
    hashed = _hash_files(folder, unknown, progress, stop)
    found = tuple(sorted((*known.values(), *hashed), key=lambda file: file.name))
    if before is not None:
        _compare(before.files, found)
    manifest = Manifest(found)
    if hashed:
        _write(folder, data, manifest)
    return Verified(manifest, before is None, sum(file.state.size_bytes for file in hashed))


def forget(folder: Path, data: Path) -> None:
    """Forget a folder, after its files were replaced on purpose."""
    _place(folder, data).unlink(missing_ok=True)


def _names(folder: Path) -> tuple[str, ...]:
    return tuple(name for name in list_names(folder) if name.endswith(ENDINGS))


def _state(folder: Path, name: str) -> FileId:
    with opened(regular_path(folder, name), name) as file:
        return identity(file)


def _hash_files(
    folder: Path, names: Sequence[str], progress: Progress, stop: StopToken
) -> tuple[FileHash, ...]:
    total = sum(_state(folder, name).size_bytes for name in names)
    done = 0
    hashes = []
    buffer = memoryview(bytearray(BLOCK_BYTES))
    progress(LoadProgress(0, total, DOING))
    for name in names:
        with opened(regular_path(folder, name), name) as file:
            state = identity(file)
            digest = hashlib.sha256()
            for start in range(0, state.size_bytes, BLOCK_BYTES):
                stop.check()
                block = buffer[: state.size_bytes - start]
                fill(file, block, name)
                digest.update(block)
                done += len(block)
                progress(LoadProgress(done, total, DOING))
        hashes.append(FileHash(name, digest.hexdigest(), state))
    return tuple(hashes)


def _compare(remembered: Sequence[FileHash], found: Sequence[FileHash]) -> None:
    before = {file.name: file.sha256 for file in remembered}
    now = {file.name: file.sha256 for file in found}
    for name in sorted(before.keys() | now.keys()):
        if before.get(name) == now.get(name):
            continue
        what = "is new" if name not in before else "is gone" if name not in now else "changed"
        raise LoadError(
            f"{shown_name(name)}: {what} since the first check of this folder; if that was you, "
            "run deskhand model check with --renew, else download the checkpoint again"
        )


def _place(folder: Path, data: Path) -> Path:
    """Return where a folder is remembered: by its path, for its files may be replaced."""
    name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()
    return data / FOLDER / f"{name}.json"


def remembered(folder: Path, data: Path) -> Manifest | None:
    """Return what is remembered of a folder, without a look at its files; None before its check.

    Raises:
        LoadError: what is remembered cannot be read.
    """
    path = _place(folder, data)
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LoadError(f"{path}: cannot be read ({error.strerror}); check the disk") from error
    fields = Fields(path.name, parse_object(content, path.name))
    fields.require("version", VERSION)
    remedy = "it was damaged: run deskhand model check with --renew"
    entries = fields.raw("files")
    if not isinstance(entries, dict) or not entries:
        raise fields.refuse("files", entries, "hashes by file name", remedy)
    return Manifest(tuple(_file(name, value, fields, remedy) for name, value in entries.items()))


def _file(name: str, value: object, fields: Fields, remedy: str) -> FileHash:
    match value:
        case [str(digest), int(size), int(modified)] if len(digest) == 64 and _HEX.issuperset(
            digest
        ):
            return FileHash(name, digest, FileId(size, modified))
    raise fields.refuse("files", value, "hash, size and time", remedy)


def _write(folder: Path, data: Path, manifest: Manifest) -> None:
    """Replace what is remembered in one step; private to the user."""
    path = _place(folder, data)
    document = {
        "version": VERSION,
        "folder": str(folder.resolve()),
        "files": {
            file.name: [file.sha256, file.state.size_bytes, file.state.modified_ns]
            for file in manifest.files
        },
    }
    try:
        files.private_folder(path.parent)
        files.write_whole(path, json.dumps(document, indent=1).encode())
    except OSError as error:
        raise LoadError(
            f"{path}: cannot be written ({error.strerror}); make room or choose DESKHAND_HOME"
        ) from error
