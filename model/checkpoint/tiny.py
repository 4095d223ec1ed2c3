"""Writes a tiny random checkpoint: official names and layout, sizes for a test on a CPU.

Torch-free. The same seed and scale give the same bytes on every machine.
"""

import json
from pathlib import Path
from typing import Any

from model.checkpoint.tiny_documents import (
    CANARY,
    CODE_FILES,
    config_document,
    generation_document,
    preprocessor_document,
)
from model.checkpoint.tiny_scale import SMALL, TinyScale
from model.checkpoint.tiny_template import CHAT_TEMPLATE
from model.checkpoint.tiny_tensors import TinyTensor, tiny_tensors
from model.checkpoint.tiny_tokenizer import entries, tokenizer_config_document, tokenizer_document

HEADER_ALIGNMENT = 8
"""Bytes. Source: the safetensors format; its writers align the data so."""


def write_tiny_checkpoint(folder: Path, *, seed: int = 0, scale: TinyScale | None = None) -> None:
    """Write a checkpoint folder; files of the same names are replaced.

    Args:
        folder: made if it is missing.
        seed: of the weights, 0 or more.
        scale: `tiny_scale.SMALL` if None; `tiny_scale.TILE_512` has official tiles.

    Raises:
        OSError: the folder cannot be written to.
    """
    scale = scale or SMALL
    vocab_rows = len(entries()) + scale.padding_rows
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in _documents(scale, vocab_rows).items():
        _write_json(folder / name, document)
    for name in CODE_FILES:
        (folder / name).write_text(CANARY, encoding="utf-8")
    _write_shards(folder, list(tiny_tensors(scale, vocab_rows, seed)), scale.shards)


def _documents(scale: TinyScale, vocab_rows: int) -> dict[str, dict[str, Any]]:
    return {
        "config.json": config_document(scale, vocab_rows),
        "generation_config.json": generation_document(),
        "preprocessor_config.json": preprocessor_document(scale),
        "tokenizer.json": tokenizer_document(),
        "tokenizer_config.json": tokenizer_config_document(CHAT_TEMPLATE),
    }


def _write_json(path: Path, document: dict[str, Any]) -> None:
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _write_shards(folder: Path, tensors: list[TinyTensor], shards: int) -> None:
    total = sum(len(tensor.data) for tensor in tensors)
    groups: list[list[TinyTensor]] = [[] for _ in range(shards)]
    written = 0
    for tensor in tensors:
        groups[min(shards - 1, written * shards // total)].append(tensor)
        written += len(tensor.data)
    weight_map: dict[str, str] = {}
    for number, group in enumerate(groups, start=1):
        name = f"model-{number:05}-of-{shards:05}.safetensors"
        (folder / name).write_bytes(safetensors_bytes(group))
        weight_map |= {tensor.name: name for tensor in group}
    index = {"metadata": {"total_size": total}, "weight_map": dict(sorted(weight_map.items()))}
    _write_json(folder / "model.safetensors.index.json", index)


def safetensors_bytes(tensors: list[TinyTensor]) -> bytes:
    """Return one safetensors file: length of the header, header, data."""
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    at = 0
    for tensor in tensors:
        end = at + len(tensor.data)
        header[tensor.name] = {
            "dtype": tensor.dtype,
            "shape": list(tensor.shape),
            "data_offsets": [at, end],
        }
        at = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % HEADER_ALIGNMENT)
    return b"".join([len(text).to_bytes(8, "little"), text, *(tensor.data for tensor in tensors)])
