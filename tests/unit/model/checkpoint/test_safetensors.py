"""Broken and hostile weight files and indices: each refused, with the name of file or tensor."""

import pytest

from model.checkpoint.read import read_spec
from tests.unit.model.checkpoint.folders import (
    INDEX,
    LAST,
    SHARD,
    added,
    check_refusal,
    deep,
    directory,
    header,
    link,
    pack,
    parse_shard,
    pipe,
    raw,
    read_json,
    remove,
    reshaped,
    tensors,
    tensors_of,
    without,
    write_json,
)

RADIO = "vision_model.radio_model."
LAYER = "language_model.backbone.layers."
EMBEDDING = "language_model.backbone.embeddings.weight"
POINTER = (
    b"version https://git-lfs.example/spec/v1\n"
    b"oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 4995582136\n"
)


def quantised(found):
    name = f"{LAYER}1.mixer.up_proj.weight"
    _, shape, data, shard = found[name]
    found[name] = ("I8", shape, data[: len(data) // 2], shard)


def entry(document, number=0):
    return [value for name, value in document.items() if name != "__metadata__"][number]


def index_to(target):
    """Send the first tensor of the index to another file."""

    def mutate(folder):
        document = read_json(folder, INDEX)
        document["weight_map"][EMBEDDING] = target
        write_json(folder, INDEX, document)

    return mutate


def cut(name, count):
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:-count])


def append(name, content):
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes() + content)


def length(value):
    """Replace the length of a shard's header."""

    def mutate(folder):
        content = (folder / SHARD).read_bytes()
        (folder / SHARD).write_bytes(value.to_bytes(8, "little") + content[8:])

    return mutate


def twice_in_two_shards(folder):
    """Put a tensor into the last shard that the first one holds too."""
    document, data = parse_shard(folder / LAST)
    document[EMBEDDING] = {
        "dtype": "F32",
        "shape": [1],
        "data_offsets": [len(data), len(data) + 4],
    }
    (folder / LAST).write_bytes(pack(document, data + b"\0" * 4))


def only_pickles(folder):
    for path in [*folder.glob("*.safetensors"), folder / INDEX]:
        path.unlink()
    (folder / "pytorch_model.bin").write_bytes(b"\x80\x04.")


def single_and_more(folder):
    """Name one shard as the only file of a model would be named, and leave the others."""
    (folder / INDEX).unlink()
    (folder / LAST).rename(folder / "model.safetensors")


def gap_in_layers(found):
    for name in [name for name in found if name.startswith(f"{LAYER}4.")]:
        found[name.replace(f"{LAYER}4.", f"{LAYER}40.")] = found.pop(name)


CASES = {
    "only pickles": (only_pickles, "pytorch_model.bin: found weights as a pickle"),
    "shards without an index": (remove(INDEX), f"{INDEX} is missing, and only it says which"),
    "a shard beside a single file": (single_and_more, f"{SHARD}: found beside model.safetensors"),
    "a missing shard": (remove(SHARD), f"{SHARD} is missing"),
    "a shard too many": (raw("extra.safetensors", b""), "extra.safetensors: is not named"),
    "an index without a map": (raw(INDEX, b"{}"), f"{INDEX}: weight_map"),
    "a map that is a list": (raw(INDEX, b'{"weight_map": []}'), f"{INDEX}: weight_map"),
    "a path above the folder": (index_to("../other.safetensors"), "'../other.safetensors'"),
    "a path from the root": (index_to("/etc/x.safetensors"), "'/etc/x.safetensors'"),
    "a path below the folder": (index_to("sub/x.safetensors"), "'sub/x.safetensors'"),
    "a path of another system": (index_to("..\\x.safetensors"), "x.safetensors'"),
    "a name that ends early": (index_to("x\0.safetensors"), "x\\x00.safetensors"),
    "a pickle in the index": (index_to("model.bin"), "'model.bin'"),
    "a number in the index": (index_to(7), "found 7"),
    "a tensor in the wrong file": (index_to(LAST), EMBEDDING),
    "a tensor in two files": (twice_in_two_shards, f"{LAST}: tensor '{EMBEDDING}' is not named"),
    "a pipe for a shard": (pipe(SHARD), f"{SHARD}: found a pipe"),
    "a folder for a shard": (directory(SHARD), f"{SHARD}: found a folder"),
    "a device for a shard": (link(SHARD, "/dev/urandom"), f"{SHARD}: found a device"),
    "an empty shard": (raw(SHARD, b""), f"{SHARD}: found 0 bytes"),
    "a shard that was cut": (cut(SHARD, 100), f"{SHARD}: ends 100 bytes too early"),
    "a shard with an appendix": (append(SHARD, b"more"), f"{SHARD}: has 4 bytes"),
    "a header of any size": (length(2**63), f"{SHARD}: found a header of 9223372036854775808"),
    "a header beyond the file": (length(10_000_000), f"{SHARD}: found a header of 10000000"),
    "a pointer for a shard": (
        raw(SHARD, POINTER),
        f"{SHARD}: found a git-LFS pointer, expected a safetensors file; fetch the real file",
    ),
    "a web page for a shard": (
        raw(SHARD, b"<!DOCTYPE html><title>Sign in</title>"),
        f"{SHARD}: found a web page, expected a safetensors file",
    ),
    "a web page with spaces first": (
        raw(SHARD, b"\r\n <html><body>"),
        f"{SHARD}: found a web page",
    ),
    "text for a shard": (raw(SHARD, b"Not found, sorry\n"), f"{SHARD}: found text, expected a"),
    "a header that is no JSON": (raw(SHARD, pack(b"nothing", b"")), f"{SHARD}: found no plain"),
    "a header that is too deep": (raw(SHARD, pack(deep(50_000), b"")), "nested too deep"),
    "metadata that is no text": (
        header(lambda document: document.update(__metadata__={"a": 1})),
        "__metadata__",
    ),
    "a tensor without a shape": (header(lambda document: entry(document).pop("shape")), SHARD),
    "an unknown dtype": (
        header(lambda document: entry(document).update(dtype="F4")),
        "the unknown dtype 'F4'",
    ),
    "a negative size": (header(lambda d: entry(d).update(shape=[-1, -1])), "whole numbers"),
    "sizes without bounds": (
        header(lambda document: entry(document).update(shape=[2**70, 2**70])),
        "whole numbers",
    ),
    "sizes that lie": (header(lambda d: entry(d).update(shape=[1, 1])), "bytes, expected 2"),
    "tensors that overlap": (
        header(
            lambda d: entry(d, 1).update(
                data_offsets=entry(d, 2)["data_offsets"], shape=entry(d, 2)["shape"]
            )
        ),
        "leaves a hole|overlaps",
    ),
    "a hole": (
        header(lambda d: entry(d).update(data_offsets=[n + 8 for n in entry(d)["data_offsets"]])),
        "leaves a hole|overlaps",
    ),
    "whole numbers for weights": (tensors(quantised), "the dtype I8"),
    "a tensor that nobody knows": (
        added("language_model.extra"),
        "'language_model.extra' has no place",
    ),
    "a layer too many": (
        added(f"{LAYER}9.norm.weight"),
        "hybrid_override_pattern: found 9",
    ),
    "layers with a gap": (tensors(gap_in_layers), f"{LAYER}N"),
    "far too many layers": (added(f"{LAYER}99999.norm.weight"), f"{LAYER}N"),
    "a sound tensor": (added("sound_encoder.weight"), "this is an Omni checkpoint"),
    "a video tensor": (
        added(f"{RADIO}model.patch_generator.video_embedder.weight"),
        "this is an Omni checkpoint",
    ),
    "a missing tensor": (without(f"{LAYER}0.mixer.dt_bias"), f"{LAYER}0.mixer.dt_bias is missing"),
    "a missing norm": (
        without("language_model.backbone.norm_f.weight"),
        "norm_f.weight is missing",
    ),
    "a missing head": (without("language_model.lm_head.weight"), "lm_head.weight is missing"),
    "a missing projector": (without("mlp1.1.weight"), "mlp1.1.weight is missing"),
    "no blocks of the encoder": (
        tensors(lambda found: [found.pop(n) for n in list(found) if ".blocks." in n]),
        "blocks of the encoder",
    ),
    "a table that is no square": (
        reshaped(f"{RADIO}model.patch_generator.pos_embed", [1, 128, 128]),
        "a square table",
    ),
    "an encoder of another shape": (
        reshaped(f"{RADIO}model.blocks.1.attn.qkv.weight", [64, 192]),
        "blocks.1.attn.qkv.weight: found the shape [64, 192], expected [192, 64]",
    ),
    "a flat matrix": (reshaped("mlp1.1.weight", [192 * 256]), "mlp1.1.weight: found the shape"),
}


@pytest.mark.parametrize(("mutate", "words"), CASES.values(), ids=CASES.keys())
def test_weights_are_refused_by_name(mutate, words, copied):
    mutate(copied)
    check_refusal(copied, words)


def test_rewriting_the_tensors_alone_does_no_harm(copied):
    before = read_spec(copied)
    tensors(lambda found: None)(copied)
    assert read_spec(copied).fingerprint == before.fingerprint
    assert len(tensors_of(copied)) == sum(len(shard.tensors) for shard in before.shards)
