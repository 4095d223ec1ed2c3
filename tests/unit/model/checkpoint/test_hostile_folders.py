"""Broken, hostile and foreign folders: each refused, with the name of the file or field."""

import os
import re

import pytest

from automation.core.errors import LoadError
from model.checkpoint.reading import read_spec
from tests.unit.model.checkpoint.folders import (
    INDEX,
    LAST,
    SHARD,
    added,
    both,
    config,
    edit,
    header,
    llm,
    opened_paths,
    pack,
    parse_shard,
    raw,
    read_json,
    remove,
    reshaped,
    tensors,
    tensors_of,
    vision,
    without,
    write_json,
)

RADIO = "vision_model.radio_model."
LAYER = "language_model.backbone.layers."
EMBEDDING = "language_model.backbone.embeddings.weight"
TOKENIZER = "tokenizer.json"
PREPROCESSOR = "preprocessor_config.json"


def pipe(name):
    return both(remove(name), lambda folder: os.mkfifo(folder / name))


def link(name, target):
    return both(remove(name), lambda folder: (folder / name).symlink_to(target))


def directory(name):
    return both(remove(name), lambda folder: (folder / name).mkdir())


def many_files(folder):
    for number in range(4200):
        (folder / f"{number}.txt").touch()


def deep(levels):
    return b'{"a":' * levels + b"1" + b"}" * levels


def first_line(name, text):
    """Put a key in front of an object, so that it stands there twice."""
    return lambda folder: (folder / name).write_text(
        (folder / name).read_text().replace("{", "{" + text, 1)
    )


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


def tokens(change):
    def mutate(folder):
        document = read_json(folder, TOKENIZER)
        change(document)
        write_json(folder, TOKENIZER, document)

    return mutate


def added_token(text, **fields):
    def change(document):
        next(each for each in document["added_tokens"] if each["content"] == text).update(fields)

    return tokens(change)


def drop_token(text):
    def change(document):
        document["added_tokens"] = [t for t in document["added_tokens"] if t["content"] != text]
        document["model"]["vocab"].pop(text)

    return tokens(change)


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


def quantised(found):
    name = f"{LAYER}1.mixer.up_proj.weight"
    _, shape, data, shard = found[name]
    found[name] = ("I8", shape, data[: len(data) // 2], shard)


def without_attention(found):
    """Put an MLP in the place of every attention layer."""
    for name in [name for name in found if ".mixer.q_proj" in name]:
        layer = name.removesuffix("q_proj.weight")
        for letter in "qkvo":
            found.pop(f"{layer}{letter}_proj.weight")
        for part in ("up_proj", "down_proj"):
            found[f"{layer}{part}.weight"] = found[f"{LAYER}1.mixer.{part}.weight"]


def seven_heads(found):
    name = f"{LAYER}0.mixer.A_log"
    _, _, data, shard = found[name]
    found[name] = ("F32", [7], data[:28], shard)


def endless(folder):
    """Take away everything that tells when a turn ends."""
    both(
        remove("generation_config.json"),
        config("eos_token_id", to=...),
        llm("eos_token_id", ...),
        edit("tokenizer_config.json", "eos_token", to=...),
        added_token("<SPECIAL_12>", special=False),
    )(folder)


def gap_in_layers(found):
    for name in [name for name in found if name.startswith(f"{LAYER}4.")]:
        found[name.replace(f"{LAYER}4.", f"{LAYER}40.")] = found.pop(name)


FOLDERS = {
    "an empty folder": (lambda folder: [p.unlink() for p in folder.iterdir()], "config.json"),
    "far too many files": (many_files, "4096 files"),
    "a missing config": (remove("config.json"), "config.json is missing"),
    "a folder for a config": (directory("config.json"), "config.json: found a folder"),
    "a pipe for a config": (pipe("config.json"), "config.json: found a pipe"),
    "a device for a config": (link("config.json", "/dev/zero"), "config.json: found a device"),
    "a link to nowhere": (link("config.json", "gone.json"), "config.json is missing"),
    "a link to itself": (link("config.json", "config.json"), "config.json cannot be opened"),
    "a config that grows as it is read": (
        link("config.json", "/proc/self/maps"),
        "config.json: found 1 bytes or more, expected at most 0",
    ),
}

DOCUMENTS = {
    "a config that is no JSON": (raw("config.json", b"{"), "config.json: found no plain JSON"),
    "an empty config": (raw("config.json", b""), "config.json: found no plain JSON"),
    "a list for a config": (raw("config.json", b"[]"), "config.json: found []"),
    "a config in another encoding": (raw("config.json", b'{"a":"\xff"}'), "no UTF-8 text"),
    "a config with a byte order mark": (raw("config.json", b"\xef\xbb\xbf{}"), "no plain JSON"),
    "a config that is too deep": (raw("config.json", deep(100)), "nested too deep"),
    "a config that is far too deep": (raw("config.json", deep(100_000)), "nested too deep"),
    "a config that is too large": (raw("config.json", b" " * (5 << 20)), "config.json: found 52"),
    "a number without an end": (raw("config.json", b'{"a":' + b"9" * 9000 + b"}"), "out of range"),
    "no number": (raw("config.json", b'{"a": NaN}'), "config.json: found no plain JSON (NaN"),
    "a key that stands there twice": (
        first_line("config.json", '"ps_version": "v1",'),
        "the key 'ps_version' stands there twice",
    ),
    "a key that stands twice in the tokenizer": (
        first_line(TOKENIZER, '"model": {},'),
        "tokenizer.json: found no plain JSON (the key 'model'",
    ),
    "a list for the language model": (config("llm_config", to=[]), "config.json: llm_config"),
}

KINDS = {
    "another family": (config("model_type", to="llava"), "config.json: model_type"),
    "no family": (config("model_type", to=...), "config.json: model_type"),
    "the Omni sibling": (
        config("architectures", to=["NemotronH_Nano_Omni_Reasoning_V3"]),
        "architectures",
    ),
    "a quantised model": (
        config("quantization_config", to={"quant_method": "modelopt"}),
        "quantization_config",
    ),
    "a quantised language model": (
        llm("quantization_config", {"quant_method": "awq"}),
        "llm_config.quantization_config",
    ),
    "a quantised export": (raw("hf_quant_config.json", b"{}"), "hf_quant_config.json"),
    "code from a repository for attention": (
        config("attn_implementation", to="someone/attention"),
        "attn_implementation",
    ),
    "code from the folder for attention": (
        llm("_attn_implementation", "modeling.py:run"),
        "llm_config._attn_implementation",
    ),
    "code for a part": (
        vision("attn_implementation", to={"a": "sdpa", "b": "x/y"}),
        "vision_config.attn_implementation",
    ),
    "a sound encoder": (config("sound_config", to={"hidden_size": 8}), "sound_config"),
}

LANGUAGE = {
    "no language model": (config("llm_config", to=...), "config.json: llm_config"),
    "no pattern": (llm("hybrid_override_pattern", ...), "hybrid_override_pattern"),
    "a number for a pattern": (llm("hybrid_override_pattern", 62), "found 62, expected a text"),
    "an empty pattern": (llm("hybrid_override_pattern", ""), "hybrid_override_pattern"),
    "a mixture of experts": (llm("hybrid_override_pattern", "MEM*M-M*-"), "found 'E'"),
    "a short pattern": (llm("hybrid_override_pattern", "M-M*M-M*"), "found 8, expected a letter"),
    "kinds in another order": (
        llm("hybrid_override_pattern", "-MM*M-M*-"),
        "the kind of layer whose tensors layer 0 has",
    ),
    "a number of layers that differs": (llm("num_hidden_layers", 62), "num_hidden_layers"),
    "another activation": (llm("mlp_hidden_act", "silu"), "mlp_hidden_act"),
    "another activation of the mixer": (llm("mamba_hidden_act", "gelu"), "mamba_hidden_act"),
    "rotary positions": (llm("rope_scaling", {"type": "linear"}), "rope_scaling"),
    "learned positions": (llm("position_embedding_type", "learned"), "position_embedding_type"),
    "a sliding window": (llm("sliding_window", 4096), "sliding_window"),
    "a tied head": (llm("tie_word_embeddings", True), "tie_word_embeddings"),
    "a bias": (llm("use_bias", True), "use_bias"),
    "a convolution without bias": (llm("use_conv_bias", False), "use_conv_bias"),
    "another limit of time steps": (llm("time_step_limit", [0.001, 0.1]), "time_step_limit"),
    "several tokens at once": (llm("num_nextn_predict_layers", 1), "num_nextn_predict_layers"),
    "another width": (llm("hidden_size", 64), "llm_config.hidden_size: found 64, expected 80"),
    "another MLP": (llm("intermediate_size", 128), "llm_config.intermediate_size"),
    "no heads": (llm("num_attention_heads", ...), "num_attention_heads: found nothing"),
    "heads that do not fit": (llm("num_attention_heads", 7), "num_attention_heads: found 7"),
    "heads by a truth value": (llm("num_attention_heads", True), "num_attention_heads"),
    "another head": (llm("attention_head_dim", 32), "attention_head_dim: found 32, expected 16"),
    "two names that disagree": (llm("head_dim", 128), "head_dim: found 128, expected the same as"),
    "a layer of an unknown kind": (
        both(llm("hybrid_override_pattern", ...), llm("layers_block_type", ["mamba", "moe"])),
        "layers_block_type: found 'moe'",
    ),
    "no attention at all": (
        both(tensors(without_attention), llm("hybrid_override_pattern", "M-M-M-M--")),
        "at least one layer of kind attention",
    ),
    "heads that are larger than a key": (
        both(llm("num_attention_heads", 2), llm("attention_head_dim", ...)),
        "num_key_value_heads: found 2, expected heads that fit 32",
    ),
    "mixer heads that do not divide": (
        both(tensors(seven_heads), llm("mamba_num_heads", ...)),
        "mamba_num_heads: found 7, expected a divisor",
    ),
    "other key heads": (llm("num_key_value_heads", 6), "num_key_value_heads"),
    "other mixer heads": (llm("mamba_num_heads", 128), "mamba_num_heads"),
    "another mixer head": (llm("mamba_head_dim", 80), "mamba_head_dim"),
    "other groups": (llm("n_groups", 8), "n_groups: found 8, expected groups and ssm_state_size"),
    "groups that do not divide": (
        both(llm("n_groups", 32), llm("ssm_state_size", 1)),
        "n_groups: found 32, expected a divisor",
    ),
    "another convolution": (llm("conv_kernel", 3), "conv_kernel: found 3, expected 4"),
    "an epsilon of nothing": (llm("rms_norm_eps", 0), "rms_norm_eps"),
    "an epsilon without an end": (llm("rms_norm_eps", float("inf")), "rms_norm_eps"),
    "two epsilons": (llm("layer_norm_epsilon", 1e-6), "layer_norm_epsilon"),
    "chunks of nothing": (llm("chunk_size", 0), "chunk_size"),
    "chunks that are too large": (llm("chunk_size", 1 << 20), "chunk_size"),
    "more entries than rows": (llm("vocab_size", 131072), "vocab_size: found 131072"),
    "positions as a text": (llm("max_position_embeddings", "many"), "max_position_embeddings"),
}

PICTURES = {
    "no encoder": (config("vision_config", to=...), "config.json: vision_config"),
    "a number for an encoder": (
        vision("args", "model", to=3),
        "args.model: found 3, expected a text",
    ),
    "an unknown encoder": (vision("args", "model", to="resnet"), "vision_config.args.model"),
    "heads that do not divide": (vision("args", "num_heads", to=7), "heads that divide"),
    "pictures of any size": (vision("args", "min_num_patches", to=1024), "args.min_num_patches"),
    "frames": (vision("video_temporal_patch_size", to=2), "video_temporal_patch_size"),
    "windows": (vision("vitdet_window_size", to=14), "vitdet_window_size"),
    "other attention": (vision("args", "qk_normalization", to=True), "qk_normalization"),
    "another norm": (vision("args", "norm_type", to="rms_norm"), "norm_type"),
    "another patch": (config("patch_size", to=14), "config.json: patch_size"),
    "another width of the encoder": (config("vit_hidden_size", to=1280), "vit_hidden_size"),
    "another projector": (config("projector_hidden_size", to=4096), "projector_hidden_size"),
    "no mean": (
        both(config("norm_mean", to=...), edit(PREPROCESSOR, "norm_mean", to=...)),
        "norm_mean: found nothing",
    ),
    "no deviation": (
        both(config("norm_std", to=...), edit(PREPROCESSOR, "norm_std", to=...)),
        "norm_std: found nothing",
    ),
    "a deviation of nothing": (
        both(config("norm_std", to=[0, 1, 1]), edit(PREPROCESSOR, "norm_std", to=[0, 1, 1])),
        "norm_std",
    ),
    "another mean in the other file": (
        edit(PREPROCESSOR, "norm_mean", to=[0.485, 0.456, 0.406]),
        "preprocessor_config.json: norm_mean",
    ),
    "two colours": (
        config("norm_mean", to=[0.5, 0.5]),
        "config.json: norm_mean: found [0.5, 0.5], expected three",
    ),
    "no pixel shuffle": (config("ps_version", to=...), "ps_version: found nothing"),
    "the old pixel shuffle": (config("ps_version", to="v1"), "ps_version: found 'v1'"),
    "a ratio that is no square": (
        both(config("downsample_ratio", to=0.3), edit(PREPROCESSOR, "downsample_ratio", to=0.3)),
        "downsample_ratio: found 0.3, expected 1 divided by",
    ),
    "a ratio that does not fit": (
        both(config("downsample_ratio", to=1.0), edit(PREPROCESSOR, "downsample_ratio", to=1.0)),
        "mlp1.0.weight: found 256 inputs, expected 64",
    ),
    "another ratio in the other file": (
        edit(PREPROCESSOR, "downsample_ratio", to=0.25),
        "preprocessor_config.json: downsample_ratio",
    ),
    "no tile size": (config("force_image_size", to=...), "force_image_size"),
    "a tile that is no multiple": (
        both(config("force_image_size", to=72), edit(PREPROCESSOR, "image_size", to=72)),
        "force_image_size: found 72",
    ),
    "a tile beyond the table": (
        both(config("force_image_size", to=512), edit(PREPROCESSOR, "image_size", to=512)),
        "force_image_size: found 512",
    ),
    "another tile in the other file": (
        edit(PREPROCESSOR, "image_size", to=448),
        "preprocessor_config.json: image_size",
    ),
    "no tiles": (config("max_num_tiles", to=0), "max_num_tiles"),
    "far too many tiles": (
        both(config("max_num_tiles", to=900), edit(PREPROCESSOR, "max_num_tiles", to=900)),
        "max_num_tiles",
    ),
    "a thumbnail by a word": (
        config("use_thumbnail", to="yes"),
        "use_thumbnail: found 'yes', expected true or false",
    ),
    "another thumbnail in the other file": (
        edit(PREPROCESSOR, "use_thumbnail", to=False),
        "preprocessor_config.json: use_thumbnail",
    ),
    "a patch that is no square": (
        reshaped(f"{RADIO}model.patch_generator.embedder.weight", [48, 1024]),
        "three colours of a square patch",
    ),
    "a projector to another width": (
        reshaped("mlp1.3.weight", [96, 160]),
        "mlp1.3.weight: found 96 outputs, expected 80",
    ),
    "other tags": (config("image_tag_type", to="nvlm"), "image_tag_type"),
    "another placeholder": (config("img_context_token", to="<IMG>"), "img_context_token"),
}

TOKENS = {
    "no tokenizer": (remove(TOKENIZER), "tokenizer.json is missing"),
    "another tokenizer": (edit(TOKENIZER, "model", "type", to="Unigram"), "model.type"),
    "no entries": (edit(TOKENIZER, "model", "vocab", to={}), "model.vocab"),
    "ids that are no numbers": (edit(TOKENIZER, "model", "vocab", "note", to="7"), "model.vocab"),
    "one id for two entries": (edit(TOKENIZER, "model", "vocab", "note", to=40), "the id 40"),
    "more entries than the embedding": (
        edit(TOKENIZER, "model", "vocab", "more", to=5000),
        "5001 entries",
    ),
    "no placeholder": (drop_token("<image>"), "no special token <image>"),
    "a placeholder that is plain text": (added_token("<image>", special=False), "<image>"),
    "no start of a picture": (drop_token("<img>"), "no special token <img>"),
    "no end of a picture": (drop_token("</img>"), "no special token </img>"),
    "another placeholder id": (
        config("img_context_token_id", to=131072),
        "img_context_token_id: found 131072, expected 18",
    ),
    "no placeholder id": (config("img_context_token_id", to=...), "img_context_token_id"),
    "two ids for a token": (added_token("<image>", id=500), "added_tokens"),
    "special tokens as a word": (
        edit(TOKENIZER, "added_tokens", to="none"),
        "added_tokens: found 'none', expected the special tokens",
    ),
    "a special token without a text": (
        edit(TOKENIZER, "added_tokens", 5, to={"id": 5}),
        "expected content and id",
    ),
    "an end by its text": (
        edit("generation_config.json", "eos_token_id", to="</s>"),
        "eos_token_id: found '</s>', expected ids of tokens",
    ),
    "no end of a turn": (endless, "eos_token_id: found nothing, expected ids that end a turn"),
    "an end that does not exist": (
        edit("generation_config.json", "eos_token_id", to=[2, 90_000]),
        "generation_config.json: eos_token_id",
    ),
    "an end that is the placeholder": (
        edit("generation_config.json", "eos_token_id", to=18),
        "no <image> among them",
    ),
    "a first token that does not exist": (
        edit("tokenizer_config.json", "bos_token", to="<begin>"),
        "tokenizer_config.json: bos_token",
    ),
}

WEIGHTS = {
    "only pickles": (only_pickles, "pytorch_model.bin: found weights as a pickle"),
    "shards without an index": (remove(INDEX), SHARD),
    "a missing shard": (remove(SHARD), f"{SHARD} is missing"),
    "a shard too many": (raw("extra.safetensors", b""), "extra.safetensors: is not named"),
    "an index without a map": (raw(INDEX, b"{}"), f"{INDEX}: weight_map"),
    "a map that is a list": (raw(INDEX, b'{"weight_map": []}'), f"{INDEX}: weight_map"),
    "a path above the folder": (index_to("../other.safetensors"), "'../other.safetensors'"),
    "a path from the root": (index_to("/etc/x.safetensors"), "'/etc/x.safetensors'"),
    "a path below the folder": (index_to("sub/x.safetensors"), "'sub/x.safetensors'"),
    "a path of another system": (index_to("..\\x.safetensors"), "x.safetensors'"),
    "a name that ends early": (index_to("x\0.safetensors"), "x\\\\x00.safetensors"),
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

CASES = {**FOLDERS, **DOCUMENTS, **KINDS, **LANGUAGE, **PICTURES, **TOKENS, **WEIGHTS}


@pytest.mark.parametrize(("mutate", "words"), CASES.values(), ids=CASES.keys())
def test_a_folder_is_refused_by_name(mutate, words, copied):
    mutate(copied)
    with opened_paths() as paths, pytest.raises(LoadError) as caught:
        read_spec(copied)
    message = str(caught.value)
    assert re.search(words if "|" in words else re.escape(words.replace("\\\\", "\\")), message)
    assert message.isprintable()
    assert [path for path in paths if not path.startswith((str(copied), "/proc/"))] == []


def test_there_are_enough_of_them():
    assert len(CASES) >= 40


def test_the_table_starts_from_a_folder_that_is_sound(copied):
    assert read_spec(copied).name == "copy"


def test_rewriting_the_tensors_alone_does_no_harm(copied):
    before = read_spec(copied)
    tensors(lambda found: None)(copied)
    assert read_spec(copied).fingerprint == before.fingerprint
    assert len(tensors_of(copied)) == sum(len(shard.tensors) for shard in before.shards)
